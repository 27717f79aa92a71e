// SPDX-License-Identifier: GPL-3.0-or-later
// What recording and following cost, each figure beside its bound.
//   bench_budget [--only NAME] [--seconds 60] [--locks 100000]
// Processor time is that of `lockscope-cli record`, or of the thread of an Engine without window, in percent
// of one core. The server's overhead is the time of the commands that only Lockscope sends.

#include "core/engine/engine.h"
#include "tests/bench/benchkit.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>

using namespace lockscope;
using namespace lockscope::bench;

namespace
{

constexpr int WarmUp = 6; // seconds: the first pass, and the first count of waiters

enum class Changes {
    Renewals,
    Cycles, // acquired and released
    Mixed,  // of ten: eight renewals, a release and an acquisition
};

struct Load {
    QByteArray name{};
    int locks = 2000;
    int perSecond = 1000; // changes; 0: none
    Changes changes = Changes::Renewals;
    bool exact = false; // with keyspace events
    bool polls = false; // by a user that may neither track nor subscribe
};

QByteArray keyOf(int number)
{
    return "order:lock:" + QByteArray::number(number);
}

// A hundred clients; each lock has an owner of its own.
QByteArray ownerOf(int number)
{
    return "6f9619ff-8b86-d011-b42d-" + QByteArray::number(number % 100).rightJustified(12, '0') + ':' +
           QByteArray::number(number);
}

QByteArray acquiring(int number, const Load &load, const QByteArray &lease)
{
    if (number % 2 == 0 && load.changes != Changes::Mixed)
        return "SET " + keyOf(number) + ' ' + ownerOf(number) + " PX " + lease + "\r\n";
    return "HINCRBY " + keyOf(number) + ' ' + ownerOf(number) + " 1\r\nPEXPIRE " + keyOf(number) + ' ' +
           lease + "\r\n";
}

// Sends its changes one by one, as many clients would: each millisecond what is due.
class Writer
{
public:
    Writer(quint16 port, const Load &load) : m_thread([this, port, load] { run(port, load); }) {}
    ~Writer()
    {
        m_stop = true;
        m_thread.join();
    }
    Q_DISABLE_COPY_MOVE(Writer)

    qint64 changes() const { return m_changes; }

private:
    void run(quint16 port, const Load &load)
    {
        comeFirst();
        const PlainConnection connection(port);
        const auto began = Clock::now();
        constexpr milliseconds Tick{1};
        for (auto tick = began; !m_stop; tick += Tick) {
            std::this_thread::sleep_until(tick);
            const auto due = qint64(seconds(Clock::now() - began) * load.perSecond);
            QByteArray wire;
            for (; m_changes < due; ++m_changes)
                wire += changed(m_changes, load);
            connection.send(wire);
            connection.receiveLines(wire.count('\n'));
        }
    }
    static QByteArray changed(qint64 change, const Load &load)
    {
        switch (load.changes) {
        case Changes::Renewals:
            return renewed(change, load);
        case Changes::Cycles:
            return cycled(change, load);
        case Changes::Mixed:
            return mixed(change, load);
        }
        return {};
    }
    static QByteArray renewed(qint64 change, const Load &load)
    {
        return "PEXPIRE " + keyOf(int(change % load.locks)) + " 30000\r\n";
    }
    // Fifty are held at a time.
    static QByteArray cycled(qint64 change, const Load &load)
    {
        const qint64 cycle = change / 2;
        if (change % 2 == 0)
            return acquiring(int(cycle % load.locks), load, "30000");
        return cycle < 50 ? QByteArray() : "DEL " + keyOf(int((cycle - 50) % load.locks)) + "\r\n";
    }

    // Every other lock is renewed; of the rest, one changes hands with each ten changes and is free for five.
    static QByteArray mixed(qint64 change, const Load &load)
    {
        const qint64 cycle = change / 10;
        const qint64 half = load.locks / 2;
        const int other = int(cycle % half) * 2 + 1;
        if (change % 10 == 0)
            return "DEL " + keyOf(other) + "\r\n";
        if (change % 10 == 5)
            return acquiring(other, load, "30000");
        return "PEXPIRE " + keyOf(int((change - cycle * 2) % half) * 2) + " 30000\r\n";
    }

    std::atomic<qint64> m_changes = 0;
    std::atomic<bool> m_stop = false;
    std::thread m_thread;
};

void runFor(double time)
{
    QTimer::singleShot(int(time * 1000), qApp, [] { QCoreApplication::exit(); });
    QCoreApplication::exec();
}

// Calls and microseconds of the commands that the writer does not send.
struct ServerCost {
    qint64 calls = 0;
    qint64 time = 0;
};

ServerCost costSoFar(Session &session)
{
    ServerCost cost;
    const Reply stats = orDie(test::finished(session.call({"INFO", "commandstats"})));
    for (const QByteArray &row : stats.bytes.split('\n')) {
        const QByteArray name = row.mid(8, row.indexOf(':') - 8);
        if (!row.startsWith("cmdstat_") ||
            QByteArrayList{"info", "pexpire", "set", "del", "hincrby"}.contains(name))
            continue;
        const auto number = [&row](const char *field) {
            const qsizetype at = row.indexOf(field) + qsizetype(qstrlen(field));
            return row.mid(at, row.indexOf(',', at) - at).toLongLong();
        };
        cost.calls += number("calls=");
        cost.time += number("usec=");
    }
    return cost;
}

double residentMegabytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toDouble() * double(::sysconf(_SC_PAGESIZE)) / 1e6;
}

void figure(const QString &what, double value, const QString &unit, double bound = 0)
{
    const QString limit = bound > 0
                              ? QStringLiteral("   bound %1  %2")
                                    .arg(bound, 0, 'f', 0)
                                    .arg(value <= bound ? QStringLiteral("met") : QStringLiteral("EXCEEDED"))
                              : QString();
    line(QStringLiteral("  %1 %2 %3%4").arg(what, -26).arg(value, 9, 'f', 2).arg(unit, -6).arg(limit));
}

// The server with its locks, and the clients that change them.
struct Scene {
    std::unique_ptr<Sandbox> server{};
    std::unique_ptr<Session> session{};
    std::unique_ptr<Writer> writer{};

    explicit Scene(const Load &load) : server(orDie(Sandbox::start())), session(new Session(server->tcp()))
    {
        if (!waitReady(*session))
            qFatal("no connection");
        if (load.exact)
            orDie(test::finished(session->call({"CONFIG", "SET", "notify-keyspace-events", "KA"})));
        if (load.changes != Changes::Cycles)
            take(load);
        if (load.polls)
            orDie(test::finished(session->call({"ACL", "SETUSER", "poller", "on", "nopass", "~*", "+@all",
                                                "-client|tracking", "resetchannels"})));
        if (load.perSecond > 0)
            writer = std::make_unique<Writer>(server->port(), load);
    }
    void take(const Load &load) const
    {
        const PlainConnection connection(server->port());
        const QByteArray lease = load.perSecond > 0 ? "30000" : "3600000";
        QByteArray wire;
        for (int i = 0; i < load.locks; ++i) {
            wire += acquiring(i, load, lease);
            if (i % 1000 < 999 && i + 1 < load.locks)
                continue;
            connection.send(wire);
            connection.receiveLines(wire.count('\n'));
            wire.clear();
        }
    }
    qint64 changes() const { return writer ? writer->changes() : 0; }
};

// From now until told.
class Measured
{
public:
    explicit Measured(Scene &scene)
        : m_scene(scene), m_cost(costSoFar(*scene.session)), m_cpu(cpuOf(scene.server->pid())),
          m_changes(scene.changes()), m_began(Clock::now())
    {
    }
    double seconds() const { return bench::seconds(Clock::now() - m_began); }
    void tell(bool bounded) const
    {
        const double took = seconds();
        const ServerCost cost = costSoFar(*m_scene.session);
        figure(QStringLiteral("changes a second"), double(m_scene.changes() - m_changes) / took, QString());
        figure(QStringLiteral("commands a second"), double(cost.calls - m_cost.calls) / took, QString());
        figure(QStringLiteral("server, by commandstats"), double(cost.time - m_cost.time) / took / 1e4,
               QStringLiteral("%"), bounded ? 3 : 0);
        figure(QStringLiteral("server, of a core"),
               double((cpuOf(m_scene.server->pid()) - m_cpu).count()) / took / 10, QStringLiteral("%"));
    }

private:
    Scene &m_scene;
    const ServerCost m_cost;
    const milliseconds m_cpu;
    const qint64 m_changes;
    const Clock::time_point m_began;
};

void record(const Load &load, int length)
{
    Scene scene(load);
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("recording"));
    QProcess recorder;
    recorder.setProcessChannelMode(QProcess::SeparateChannels);
    recorder.start(
        QCoreApplication::applicationDirPath() + QStringLiteral("/lockscope-cli"),
        {QStringLiteral("record"), file, QStringLiteral("--json"), QStringLiteral("--url"),
         QStringLiteral("redis://%1:%2")
             .arg(load.polls ? QStringLiteral("poller:any@127.0.0.1") : QStringLiteral("127.0.0.1"))
             .arg(scene.server->port()),
         QStringLiteral("--pattern"), QStringLiteral("order:lock:*"), QStringLiteral("--for"),
         QStringLiteral("%1s").arg(WarmUp + length + 1)});
    if (!recorder.waitForStarted())
        qFatal("no lockscope-cli beside this program");
    runFor(WarmUp);
    const milliseconds before = cpuOf(recorder.processId());
    const Measured measured(scene);
    runFor(length);
    figure(QStringLiteral("recorder, of a core"),
           double((cpuOf(recorder.processId()) - before).count()) / measured.seconds() / 10,
           QStringLiteral("%"), 3);
    measured.tell(false);
    recorder.waitForFinished(30'000);
    const QJsonObject summary = QJsonDocument::fromJson(recorder.readAllStandardOutput()).object();
    const double events = summary.value(QLatin1String("events")).toDouble();
    figure(QStringLiteral("events"), events, QString());
    figure(QStringLiteral("bytes an event"),
           summary.value(QLatin1String("bytes")).toDouble() / std::max(events, 1.0), QString(), 60);
    if (recorder.exitCode() != 0)
        line(QString::fromUtf8(recorder.readAllStandardError()));
}

microseconds cpuOfThread(QThread &thread)
{
    microseconds time{};
    QObject inside;
    inside.moveToThread(&thread);
    QMetaObject::invokeMethod(
        &inside,
        [&] {
            time = cpuOfThisThread();
            inside.moveToThread(QCoreApplication::instance()->thread());
        },
        Qt::BlockingQueuedConnection);
    return time;
}

void follow(const Load &load, int length)
{
    Scene scene(load);
    QThread thread;
    std::atomic<qint64> renewals = 0;
    std::atomic<qint64> locks = 0;
    std::atomic<bool> isComplete = false;
    auto *engine = new Engine;
    QObject::connect(engine, &Engine::tableChanged, engine, [&](const LockDelta &delta) {
        locks = delta.totals.locks;
        renewals += std::count_if(delta.events.begin(), delta.events.end(),
                                  [](const LockEvent &event) { return event.kind == EventKind::Renewed; });
    });
    QObject::connect(engine, &Engine::scanChanged, engine, [&](const ScanProgress &progress) {
        isComplete = isComplete || progress.phase == ScanPhase::Complete;
    });
    ConnectionSpec spec = scene.server->tcp();
    spec.patterns = {"order:lock:*"};
    engine->moveToThread(&thread);
    thread.start();
    QMetaObject::invokeMethod(engine, [engine, spec] { engine->open(spec, {}); });
    while (!isComplete)
        runFor(1);
    runFor(WarmUp);
    const microseconds before = cpuOfThread(thread);
    const double megabytes = residentMegabytes();
    const qint64 seenBefore = renewals;
    const qint64 changesBefore = scene.changes();
    const Measured measured(scene);
    runFor(length);
    figure(QStringLiteral("engine, of a core"),
           double((cpuOfThread(thread) - before).count()) / measured.seconds() / 1e4, QStringLiteral("%"),
           load.perSecond > 0 ? 60 : 1);
    measured.tell(load.perSecond > 0);
    figure(QStringLiteral("locks"), double(locks), QString());
    if (load.perSecond > 0)
        figure(QStringLiteral("renewals seen"),
               100.0 * double(renewals - seenBefore) /
                   double(std::max<qint64>(scene.changes() - changesBefore, 1)),
               QStringLiteral("%"));
    figure(QStringLiteral("memory before"), megabytes, QStringLiteral("MB"));
    figure(QStringLiteral("memory after"), residentMegabytes(), QStringLiteral("MB"));
    QMetaObject::invokeMethod(
        engine, [engine] { delete engine; }, Qt::BlockingQueuedConnection);
    thread.quit();
    thread.wait();
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const int length = argument("--seconds", 60);
    const int locks = argument("--locks", 100'000);
    const qsizetype only = app.arguments().indexOf(QStringLiteral("--only"));
    const QByteArray wanted = only > 0 ? app.arguments().value(only + 1).toUtf8() : QByteArray();
    for (const Load &load :
         {Load{.name = "record-renewals"}, Load{.name = "record-renewals-exact", .exact = true},
          Load{.name = "record-cycles", .changes = Changes::Cycles},
          Load{.name = "record-cycles-exact", .changes = Changes::Cycles, .exact = true},
          Load{.name = "record-mixed", .locks = 500, .changes = Changes::Mixed},
          Load{.name = "record-mixed-exact", .locks = 500, .changes = Changes::Mixed, .exact = true},
          Load{.name = "record-mixed-polled", .locks = 500, .changes = Changes::Mixed, .polls = true},
          Load{.name = "follow", .locks = locks, .perSecond = locks / 10},
          Load{.name = "follow-exact", .locks = locks, .perSecond = locks / 10, .exact = true},
          Load{.name = "idle", .locks = locks, .perSecond = 0}}) {
        if (!wanted.isEmpty() && load.name != wanted)
            continue;
        line(QString::fromUtf8(load.name));
        if (load.name.startsWith("record"))
            record(load, length);
        else
            follow(load, length);
    }
    return 0;
}

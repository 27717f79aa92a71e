// SPDX-License-Identifier: GPL-3.0-or-later
// What following costs, and how fresh it is: 10,000 locks, each renewed every 10 s, in each live mode.
//   bench_follow [--locks N] [--seconds N]
// Staleness is from the moment the renewal is sent to the moment the LockTable knows; the feed, the reader
// and the table are joined as the engine joins them, without its pacing of deltas to 20 a second.

#include "core/engine/following/livefeed.h"
#include "core/engine/following/pollplan.h"
#include "core/engine/reading/keyreader.h"
#include "core/engine/reading/scanner.h"
#include "core/engine/table/deadlines.h"
#include "core/engine/table/locktable.h"
#include "tests/bench/benchkit.h"

#include <QTimer>

using namespace lockscope;
using namespace lockscope::bench;

namespace
{

QByteArray keyOf(int number)
{
    return "order:lock:" + QByteArray::number(number);
}

// Renews each lock in its turn, ten times in a hundredth of a second for 10,000 locks; notes when.
class Renewer
{
public:
    Renewer(quint16 port, int locks)
        : m_sentAt(size_t(locks)), m_thread([this, port, locks] { run(port, locks); })
    {
    }
    ~Renewer()
    {
        m_stop = true;
        m_thread.join();
    }
    Q_DISABLE_COPY_MOVE(Renewer)

    Clock::time_point sentAt(int lock) const
    {
        return Clock::time_point(Clock::duration(m_sentAt[size_t(lock)]));
    }
    qint64 renewals() const { return m_renewals; }

private:
    void run(quint16 port, int locks)
    {
        comeFirst();
        const PlainConnection connection(port);
        constexpr milliseconds Tick{10};
        const int each = std::max(1, locks / 1000);
        int next = 0;
        for (auto tick = Clock::now(); !m_stop; tick += Tick) {
            std::this_thread::sleep_until(tick);
            QByteArray wire;
            for (int i = 0; i < each; ++i) {
                wire += "PEXPIRE " + keyOf(next) + " 30000\r\n";
                m_sentAt[size_t(next)] = Clock::now().time_since_epoch().count();
                next = (next + 1) % locks;
            }
            connection.send(wire);
            connection.receiveLines(each);
            m_renewals += each;
        }
    }

    std::vector<std::atomic<qint64>> m_sentAt;
    std::atomic<qint64> m_renewals = 0;
    std::atomic<bool> m_stop = false;
    std::thread m_thread;
};

// Feed, reader and table, joined.
class Follower : public QObject
{
public:
    Follower(Session &session, const QList<QByteArray> &patterns, const Renewer &renewer)
        : m_session(session), m_table(Registry::builtIn()), m_feed(session, patterns), m_renewer(renewer)
    {
        connect(&m_feed, &LiveFeed::changed, this, [this](const QHash<LockName, int> &keys) {
            reread({keys.keyBegin(), keys.keyEnd()});
        });
        connect(&m_feed, &LiveFeed::happened, this, [this](const LockName &key, const QByteArray &event) {
            m_table.noteHappened(key, event, m_session.node(), now());
        });
        // Known keys are told of only when they were read since.
        connect(&m_feed, &LiveFeed::started, this, [this](const LiveStatus &status) {
            std::vector<LockName> keys;
            if (status.mode == LiveMode::TrackingKnownKeys)
                m_table.forEach([&keys](const LockPtr &lock) { keys.push_back(lock->key); });
            reread(keys);
        });
        connect(&m_due, &QTimer::timeout, this, [this] { reread(m_deadlines.due(now())); });
        connect(&m_take, &QTimer::timeout, this, [this] {
            m_table.judge(now());
            m_table.takeDelta();
        });
    }

    LiveStatus begin(bool pollOnly)
    {
        if (!pollOnly) {
            m_feed.start();
            while (m_feed.status().mode == LiveMode::Off)
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
        }
        m_polling = pollOnly || m_feed.status().mode == LiveMode::Polling;
        Scanner scanner(m_session, Registry::builtIn());
        const ScanProgress progress = test::finished(
            scanner.run({.patterns = {"order:lock:*"}}, [this](const std::vector<KeyReading> &page) {
                for (const KeyReading &reading : page)
                    apply(reading);
            }));
        if (progress.phase != ScanPhase::Complete)
            qFatal("the scan did not end");
        m_table.notePass(m_session.node(), progress.startedAt);
        m_due.start(5);
        m_take.start(50);
        m_staleness.clear();
        return m_feed.status();
    }

    void measureFrom() { m_staleness.clear(); }
    const std::vector<microseconds> &staleness() const { return m_staleness; }
    LiveMode mode() const { return m_feed.status().mode; }
    qsizetype size() const { return m_table.size(); }

private:
    void apply(const KeyReading &reading)
    {
        const LockPtr before = m_table.find(reading.key);
        const bool exact = m_feed.status().exact;
        m_table.apply(reading, m_session.node(), 0,
                      m_polling ? EventSource::Poll
                      : exact   ? EventSource::Keyspace
                                : EventSource::Tracking);
        const LockPtr lock = m_table.find(reading.key);
        if (!lock)
            return;
        m_deadlines.set(lock->key, m_polling ? nextPoll(*lock, now()) : *lock->expiresAt + DeadlineSlack);
        if (before && lock->expiresAt != before->expiresAt) {
            const int number = reading.key.bytes.mid(11).toInt();
            m_staleness.push_back(
                std::chrono::duration_cast<microseconds>(Clock::now() - m_renewer.sentAt(number)));
        }
    }

    void reread(const std::vector<LockName> &keys)
    {
        m_dirty.insert(m_dirty.end(), keys.begin(), keys.end());
        if (!m_pumping && !m_dirty.empty())
            pump(this);
    }

    static QCoro::Task<> pump(QPointer<Follower> self)
    {
        self->m_pumping = true;
        while (!self->m_dirty.empty()) {
            std::vector<LockName> keys = std::exchange(self->m_dirty, {});
            std::vector<ValueType> types;
            for (const LockName &key : keys) {
                const LockPtr lock = self->m_table.find(key);
                types.push_back(lock ? lock->type : ValueType::None);
            }
            const auto readings = co_await readKeys(&self->m_session, std::move(keys), std::move(types));
            if (!self || !readings)
                co_return;
            for (const KeyReading &reading : *readings)
                self->apply(reading);
        }
        self->m_pumping = false;
    }

    Session &m_session;
    LockTable m_table;
    LiveFeed m_feed;
    const Renewer &m_renewer;
    Deadlines m_deadlines;
    QTimer m_due;
    QTimer m_take;
    std::vector<LockName> m_dirty;
    std::vector<microseconds> m_staleness;
    bool m_polling = false;
    bool m_pumping = false;
};

void runFor(int seconds)
{
    QTimer end;
    end.setSingleShot(true);
    QEventLoop loop;
    QObject::connect(&end, &QTimer::timeout, &loop, &QEventLoop::quit);
    end.start(seconds * 1000);
    loop.exec();
}

double perSecond(microseconds time, double seconds)
{
    return double(time.count()) / 1000 / seconds;
}

struct Mode {
    QString name{};
    QList<QByteArray> patterns{};
    QByteArray flags{};
    bool pollOnly = false;
    bool noise = false; // until the feed gives up on other keys
};

// Other keys change so fast that the feed turns to the known ones.
void makeNoise(quint16 port, const Follower &follower)
{
    std::atomic<bool> stop = false;
    std::thread writer([&stop, port] {
        const PlainConnection connection(port);
        while (!stop) {
            QByteArray wire;
            for (int i = 0; i < 200; ++i)
                wire += "SET session:" + QByteArray::number(i) + " x\r\n";
            connection.send(wire);
            connection.receiveLines(200);
            std::this_thread::sleep_for(milliseconds(5));
        }
    });
    for (int i = 0; i < 30 && follower.mode() != LiveMode::TrackingKnownKeys; ++i)
        runFor(1);
    stop = true;
    writer.join();
}

void measure(const Mode &mode, const Sandbox &server, int locks, int length, double idleServer)
{
    Session session(server.tcp());
    if (!waitReady(session))
        qFatal("no connection");
    orDie(test::finished(session.call({"CONFIG", "SET", "notify-keyspace-events", mode.flags})));
    Renewer renewer(server.port(), locks);
    auto follower = std::make_unique<Follower>(session, mode.patterns, renewer);
    follower->begin(mode.pollOnly);
    if (mode.noise)
        makeNoise(server.port(), *follower);
    runFor(1);
    follower->measureFrom();
    const qint64 renewals = renewer.renewals();
    const qint64 received = session.bytesReceived();
    const milliseconds serverCpu = cpuOf(server.pid());
    const microseconds ownCpu = cpuOfThisThread();
    const auto begin = Clock::now();
    runFor(length);
    const double took = seconds(Clock::now() - begin);
    const auto &staleness = follower->staleness();
    line(QStringLiteral("%1 ours %2 ms/s, server %3 ms/s (%4 more than unwatched), reads %5 kB/s, seen %6 % "
                        "of %7 renewals/s, "
                        "staleness p50 %8 ms, p99 %9 ms")
             .arg(mode.name, -34)
             .arg(perSecond(cpuOfThisThread() - ownCpu, took), 0, 'f', 1)
             .arg(perSecond(cpuOf(server.pid()) - serverCpu, took), 0, 'f', 1)
             .arg(perSecond(cpuOf(server.pid()) - serverCpu, took) - idleServer, 0, 'f', 1)
             .arg(double(session.bytesReceived() - received) / 1024 / took, 0, 'f', 1)
             .arg(100.0 * double(staleness.size()) /
                      double(std::max<qint64>(renewer.renewals() - renewals, 1)),
                  0, 'f', 0)
             .arg(int(double(renewer.renewals() - renewals) / took))
             .arg(double(percentile(staleness, 0.5).count()) / 1000, 0, 'f', 2)
             .arg(double(percentile(staleness, 0.99).count()) / 1000, 0, 'f', 2));
    if (follower->size() != locks)
        qFatal("the table has %lld of %d locks", qlonglong(follower->size()), locks);
    follower.reset();
    session.close();
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const int locks = argument("--locks", 10'000);
    const int length = argument("--seconds", 10);
    const auto server = orDie(Sandbox::start());
    line(pinApart(*server));
    Session session(server->tcp());
    if (!waitReady(session))
        qFatal("no connection");
    Batch batch;
    for (int i = 0; i < locks; ++i) {
        if (i % 2) {
            batch.add(
                {"HSET", keyOf(i), "6f9619ff-8b86-d011-b42d-00c04fc964ff:" + QByteArray::number(i), "1"});
            batch.add({"PEXPIRE", keyOf(i), "60000"});
        } else {
            batch.add({"SET", keyOf(i),
                       "6f9619ff8b86d011b42d" + QByteArray::number(i).rightJustified(12, '0'), "PX",
                       "60000"});
        }
    }
    bench::exchange(session, std::move(batch));

    double unwatched = 0;
    {
        const Renewer renewer(server->port(), locks);
        runFor(1);
        const milliseconds cpu = cpuOf(server->pid());
        const auto begin = Clock::now();
        runFor(length);
        unwatched = perSecond(cpuOf(server->pid()) - cpu, seconds(Clock::now() - begin));
        line(QStringLiteral("unwatched: server %1 ms/s").arg(unwatched, 0, 'f', 1));
    }
    const QList<Mode> modes{
        {.name = QStringLiteral("tracking of a prefix"), .patterns = {"order:lock:*"}},
        {.name = QStringLiteral("tracking of every key"), .patterns = {"*lock*"}},
        {.name = QStringLiteral("keyspace events"), .patterns = {"*lock*"}, .flags = "K$ghlszxe"},
        {.name = QStringLiteral("tracking of known keys"), .patterns = {"*lock*"}, .noise = true},
        {.name = QStringLiteral("polling"), .patterns = {"*lock*"}, .pollOnly = true},
    };
    for (const Mode &mode : modes)
        measure(mode, *server, locks, length, unwatched);
    session.close();
    return 0;
}

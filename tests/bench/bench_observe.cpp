// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window, with every plot to be seen, beside a server where many locks change hands each second:
// how long the GUI thread was ever away, what the program needs, and whether the history has each hold that
// the clients had.
//   bench_observe [--minutes 10] [--rate 10000] [--tracking]
// rate: changes a second; a lock that is taken and given back changes twice.

#include "core/engine/alerts/alerts.h"
#include "core/history/history.h"
#include "core/lab/sandbox/sandbox.h"
#include "core/redis/session.h"
#include "ui/bridges/enginebridge.h"
#include "ui/bridges/historybridge.h"
#include "ui/window/mainwindow.h"

#include <sys/resource.h>

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QFile>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>

#include <atomic>
#include <cstdio>
#include <deque>

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

constexpr int Keys = 4'000;
constexpr int TicksASecond = 100;
constexpr int HeldTicks = 5; // so many ticks each lock is held

// Takes and gives back Redisson's locks, each tick the same number. Lives on a thread of its own.
class Writer final : public QObject
{
public:
    Writer(ConnectionSpec spec, int cyclesATick) : m_spec(std::move(spec)), m_cycles(cyclesATick)
    {
        m_clock.setParent(this);
        m_clock.setTimerType(Qt::PreciseTimer);
        m_clock.setInterval(1000ms / TicksASecond);
        connect(&m_clock, &QTimer::timeout, this, &Writer::tick);
    }
    void start()
    {
        m_session = std::make_unique<Session>(m_spec);
        m_session->open();
        m_since.start();
        m_clock.start();
    }
    void stop() { m_stopping = true; }
    void close()
    {
        m_clock.stop();
        m_session->close();
    }
    std::atomic<qint64> taken{0};
    std::atomic<qint64> released{0};

private:
    void tick()
    {
        // As many ticks as are due: a timer that comes late must not lower the rate.
        const qint64 due = m_since.elapsed() * TicksASecond / 1000;
        for (; m_session->isReady() && m_done < due; ++m_done)
            oneTick();
    }
    void oneTick()
    {
        Batch batch;
        for (int i = 0; i < m_cycles && !m_stopping; ++i) {
            const QByteArray key = "lock:order:" + QByteArray::number(m_next++ % Keys);
            const QByteArray owner =
                "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:" + QByteArray::number(m_next % 50);
            batch.add({"HINCRBY", key, owner, "1"});
            batch.add({"PEXPIRE", key, "30000"});
            m_held.push_back(key);
            ++taken;
        }
        const size_t keep = m_stopping ? 0 : size_t(m_cycles) * HeldTicks;
        while (m_held.size() > keep) {
            batch.add({"DEL", m_held.front()});
            m_held.pop_front();
            ++released;
        }
        if (!batch.isEmpty())
            m_session->send(std::move(batch));
    }

    const ConnectionSpec m_spec;
    std::unique_ptr<Session> m_session; // made on its own thread
    QTimer m_clock;
    QElapsedTimer m_since;
    qint64 m_done = 0;
    const int m_cycles;
    qint64 m_next = 0;
    std::deque<QByteArray> m_held;
    std::atomic<bool> m_stopping{false};
};

double cpuSeconds()
{
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto seconds = [](const timeval &time) { return double(time.tv_sec) + double(time.tv_usec) / 1e6; };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

double threadSeconds()
{
    rusage used{};
    getrusage(RUSAGE_THREAD, &used);
    const auto seconds = [](const timeval &time) { return double(time.tv_sec) + double(time.tv_usec) / 1e6; };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

double residentMegabytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toDouble() * 4096 / 1e6;
}

// Every page beside or below the others, none behind another.
void showAllPages(MainWindow &window)
{
    const auto dock = [&window](const char *name) {
        return window.findChild<QDockWidget *>(QLatin1String(name));
    };
    window.resize(2400, 1800);
    window.show();
    for (const auto page :
         {MainWindow::Page::Overview, MainWindow::Page::Contention, MainWindow::Page::Timeline})
        window.openPage(page);
    window.splitDockWidget(dock("overview"), dock("contention"), Qt::Horizontal);
    window.splitDockWidget(dock("contention"), dock("timeline"), Qt::Horizontal);
}

qint64 countIn(const QString &file, EventKind kind, bool ends, WallTime since)
{
    const QString connection = QStringLiteral("count%1").arg(int(kind));
    QSqlDatabase db = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), connection);
    db.setDatabaseName(file);
    db.open();
    QSqlQuery query(db);
    query.exec(QStringLiteral("SELECT count(*) FROM event WHERE kind = %1 AND step IS %2 NULL AND at >= %3")
                   .arg(int(kind))
                   .arg(ends ? QStringLiteral("NOT") : QString())
                   .arg(std::chrono::duration_cast<milliseconds>(since.time_since_epoch()).count()));
    return query.next() ? query.value(0).toLongLong() : -1;
}

void spin(milliseconds time)
{
    QTimer::singleShot(time, qApp, [] { QApplication::exit(); });
    QApplication::exec();
}

// Each key was a lock once: what a key is that comes and goes before it was ever read, nobody can know.
void takeEachKeyOnce(const ConnectionSpec &server, const qint64 &locks)
{
    Session session(server);
    session.open();
    while (!session.isReady())
        spin(20ms);
    for (const bool there : {true, false}) {
        Batch batch;
        for (int i = 0; i < Keys; ++i) {
            const QByteArray key = "lock:order:" + QByteArray::number(i);
            if (there)
                batch.add({"HINCRBY", key, "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:1", "1"});
            else
                batch.add({"DEL", key});
        }
        session.send(std::move(batch));
        while (locks != (there ? Keys : 0))
            spin(20ms);
    }
    session.close();
}

// The GUI thread ticks; a tick that comes late tells how long it was away.
struct Ticking {
    QTimer timer{};
    QElapsedTimer since{};
    qint64 longest = 0; // us
    qint64 over50 = 0;
    qint64 ticks = 0;
    void start()
    {
        timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&timer, &QTimer::timeout, &timer, [this] {
            const qint64 late = since.nsecsElapsed() / 1000 - 5000;
            since.restart();
            longest = std::max(longest, late);
            over50 += late > 50'000 ? 1 : 0;
            ++ticks;
        });
        since.start();
        timer.start(5);
    }
};

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QCommandLineParser parser;
    const QCommandLineOption minutes(QStringLiteral("minutes"), {}, QStringLiteral("N"),
                                     QStringLiteral("10"));
    const QCommandLineOption rate(QStringLiteral("rate"), {}, QStringLiteral("N"), QStringLiteral("10000"));
    const QCommandLineOption tracking(QStringLiteral("tracking"));
    parser.addOptions({minutes, rate, tracking});
    parser.process(application);

    auto sandbox = Sandbox::start();
    if (!sandbox) {
        std::printf("%s\n", qPrintable(sandbox.failure().line()));
        return 1;
    }
    const ConnectionSpec server = (*sandbox)->tcp();
    QTemporaryDir folder;
    QThread engineThread, historyThread, writerThread;
    auto *engine = new Engine;
    auto *history = new History(folder.filePath(QStringLiteral("history")));
    history->observe(engine);
    engine->moveToThread(&engineThread);
    history->moveToThread(&historyThread);
    EngineBridge link;
    link.attach(engine);
    HistoryBridge historyLink;
    historyLink.attach(history);
    for (QThread *thread : {&engineThread, &historyThread, &writerThread})
        thread->start();

    auto window = std::make_unique<MainWindow>(link, historyLink, folder.path());
    showAllPages(*window);
    historyLink.configure({.keep = true});
    if (!parser.isSet(tracking)) {
        Session admin(server);
        admin.open();
        admin.call({"CONFIG", "SET", "notify-keyspace-events", "KA"});
        while (!admin.isReady())
            QApplication::processEvents(QEventLoop::AllEvents, 50);
        spin(200ms);
        admin.close();
    }
    ConnectionSpec spec = server;
    spec.name = QStringLiteral("bench");
    spec.patterns = {"lock:*"};
    link.open(spec, {.historyName = spec.name});
    LiveStatus live;
    QObject::connect(&link, &EngineBridge::liveChanged, &link,
                     [&](const LiveStatus &status) { live = status; });
    qint64 locks = 0;
    QObject::connect(&link, &EngineBridge::tableChanged, &link,
                     [&](const LockDelta &delta) { locks = delta.totals.locks; });
    spin(2s);
    takeEachKeyOnce(server, locks);
    spin(1s);
    const WallTime began = wallNow();

    auto *writer = new Writer(server, parser.value(rate).toInt() / 2 / TicksASecond);
    writer->moveToThread(&writerThread);
    QMetaObject::invokeMethod(writer, &Writer::start);
    std::printf("following by %s, %s; %s changes a second for %s min\n", name(live.mode),
                live.exact ? "exact" : "sampled", qPrintable(parser.value(rate)),
                qPrintable(parser.value(minutes)));
    std::fflush(stdout);

    Ticking ticking;
    ticking.start();
    QElapsedTimer whole;
    whole.start();
    const double cpuBefore = cpuSeconds();
    const double guiBefore = threadSeconds();
    QTimer report;
    double firstMinute = 0;
    double lastMegabytes = 0;
    QObject::connect(&report, &QTimer::timeout, &report, [&] {
        lastMegabytes = residentMegabytes();
        if (firstMinute == 0 && whole.elapsed() > 60'000)
            firstMinute = lastMegabytes;
        std::printf("%4lld s  %8lld taken  %6.1f MB  longest stall %5.1f ms\n", whole.elapsed() / 1000,
                    writer->taken.load(), lastMegabytes, double(ticking.longest) / 1000);
        std::fflush(stdout);
    });
    report.start(30s);
    spin(milliseconds(qint64(parser.value(minutes).toDouble() * 60'000)));
    const double seconds = double(whole.elapsed()) / 1000;
    const double cpu = (cpuSeconds() - cpuBefore) / seconds * 100;
    const double gui = (threadSeconds() - guiBefore) / seconds * 100;
    QMetaObject::invokeMethod(writer, &Writer::stop);
    spin(5s);
    ticking.timer.stop();
    QMetaObject::invokeMethod(writer, &Writer::close, Qt::BlockingQueuedConnection);
    const qint64 taken = writer->taken;
    const qint64 released = writer->released;

    window.reset();
    QMetaObject::invokeMethod(
        engine, [engine] { delete engine; }, Qt::BlockingQueuedConnection);
    QMetaObject::invokeMethod(
        history, [history] { delete history; }, Qt::BlockingQueuedConnection);
    QMetaObject::invokeMethod(
        writer, [writer] { delete writer; }, Qt::BlockingQueuedConnection);
    for (QThread *thread : {&engineThread, &historyThread, &writerThread}) {
        thread->quit();
        thread->wait();
    }
    const QString file = folder.filePath(QStringLiteral("history/bench.sqlite"));
    const qint64 takenKept = countIn(file, EventKind::Acquired, false, began);
    const qint64 releasedKept = countIn(file, EventKind::Released, true, began);
    std::printf("\nchanges a second             %10.0f\n", double(taken + released) / seconds);
    std::printf("longest stall of the GUI     %10.1f ms, %lld of %lld ticks more than 50 ms late\n",
                double(ticking.longest) / 1000, ticking.over50, ticking.ticks);
    std::printf("processor, with the writer   %10.0f %%, of it the GUI thread %.0f %%\n", cpu, gui);
    std::printf("memory after a minute, end   %10.1f MB, %.1f MB\n", firstMinute, lastMegabytes);
    std::printf("history file                 %10.1f MB\n", double(QFileInfo(file).size()) / 1e6);
    std::printf("taken: clients, history      %10lld, %lld\n", taken, takenKept);
    std::printf("released: clients, history   %10lld, %lld\n", released, releasedKept);
    const bool complete = live.exact && taken == takenKept && released == releasedKept;
    std::printf("%s\n", !live.exact ? "sampled: fast changes merge"
                        : complete  ? "nothing lost"
                                    : "NOT THE SAME");
    return live.exact && !complete ? 1 : 0;
}

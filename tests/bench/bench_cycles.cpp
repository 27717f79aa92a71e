// SPDX-License-Identifier: GPL-3.0-or-later
// What it costs to take a lock and to give it back: cycles of LockClient a second, each worker with a key of
// its own, and the time from one holder's release to the next one's entry, where all want one lock. Beside
// it, in rounds that take turns, on the same server:
//   asleep     LockClient again, on a thread that sleeps whenever it waits, as the window's does. That of the
//              lab's workers, the first row, stays awake for a moment (core/platform/busywait.h)
//   plain      the same commands by a client that does nothing else: encoded beforehand, sent and counted
//              over epoll (blocking, if there is one connection). Both ends of each cycle must be "done"
//   benchmark  the same commands by redis-benchmark, which repeats one only: both halves, timed apart, on
//              keys that are drawn from many. Those that did what they should are counted on the server
//   others     the clients of tests/interop/clients; see peers/run. Who cannot be had is named
// Prints medians, and the median of the ratios of each round.
//   bench_cycles [--only ROW] [--rounds N] [--ms N] [--list] [--alone]
// --ms: of one measurement; --only: rows whose name begins so; --alone: beside the plain client only

#include "core/engine/acts/grouprunner.h"
#include "core/engine/acts/lockclient.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "core/platform/busywait.h"
#include "tests/bench/peer.h"
#include "tests/bench/plaincycles.h"

#include <QProcess>

#include <functional>

using namespace lockscope;
using namespace lockscope::bench;

namespace
{

using std::chrono::milliseconds;

struct Setting {
    int rounds = 15;
    milliseconds time{200}; // of one measurement: short, so that what else the machine does meets all alike
    bool others = true;
};

// How many at once, and whether they share one connection.
struct Load {
    int workers = 1;
    bool pipelined = false;
};

void mustBeDone(const Receipt &receipt)
{
    if (receipt.result == ActResult::Done)
        return;
    line(receipt.line());
    std::exit(5);
}

// ---- ours ----

struct Course {
    Clock::time_point end{};
    qint64 cycles = 0;
    int underWay = 0;
    QEventLoop loop{};
};

using Act = std::function<QCoro::Task<Receipt>(ActRequest)>;

QCoro::Task<> cycle(const Act *act, QByteArray kind, QByteArray key, OwnerId owner, Course *course)
{
    ++course->underWay;
    ActRequest acquire = acquireRequest(kind, key);
    acquire.owner = owner;
    while (Clock::now() < course->end) {
        const Receipt acquired = co_await (*act)(acquire);
        mustBeDone(acquired);
        const Receipt released = co_await (*act)(releaseRequest(acquired, kind));
        mustBeDone(released);
        ++course->cycles;
    }
    if (--course->underWay == 0)
        course->loop.quit();
}

double cyclesOf(const std::vector<Act> &workers, const QByteArray &kind, milliseconds time)
{
    Course course;
    const auto begin = Clock::now();
    course.end = begin + time;
    // Who a Redisson lock belongs to is a thread, which stays; a token is made for each hold.
    const bool stays = kind == "rlock";
    for (size_t i = 0; i < workers.size(); ++i)
        cycle(&workers[i], kind, keyOf(int(i)),
              stays ? OwnerId{"8743c9c0-0795-4907-87fd-6c719a6b4586:" + QByteArray::number(i)} : OwnerId{},
              &course);
    course.loop.exec();
    return double(course.cycles) / seconds(Clock::now() - begin);
}

double awakeCyclesOf(const std::vector<Act> &workers, const QByteArray &kind, milliseconds time)
{
    const BusyWait awake;
    return cyclesOf(workers, kind, time);
}

// Sessions with a client each.
class Clients
{
public:
    Clients(const ConnectionSpec &spec, int count)
    {
        for (int i = 0; i < count; ++i) {
            m_sessions.push_back(std::make_unique<Session>(spec));
            if (!waitReady(*m_sessions.back()))
                qFatal("no connection");
            m_clients.push_back(std::make_unique<LockClient>(*m_sessions.back(), Registry::builtIn()));
        }
    }
    std::vector<Act> acts(int workers)
    {
        std::vector<Act> acts;
        for (int i = 0; i < workers; ++i) {
            LockClient *client = m_clients[size_t(i) % m_clients.size()].get();
            acts.push_back([client](ActRequest request) { return client->act(std::move(request)); });
        }
        return acts;
    }

private:
    std::vector<std::unique_ptr<Session>> m_sessions;
    std::vector<std::unique_ptr<LockClient>> m_clients;
};

// ---- redis-benchmark ----

// Its __rand_int__ becomes twelve digits below this, with locks under all of them before they are released.
constexpr int ManyKeys = 100'000;

Reply ask(Session &session, const Command &command)
{
    Batch batch;
    batch.add(command);
    return exchange(session, std::move(batch)).items.front();
}

struct Half {
    double perSecond = 0;
    double did = 0; // the share of those that changed what they should
};

Half half(Session &session, quint16 port, const Load &load, const Command &command, int times)
{
    const qint64 before = ask(session, {"DBSIZE"}).integer;
    QStringList arguments = QStringLiteral("--csv -r %1 -p %2 -n %3 -c %4 -P %5")
                                .arg(ManyKeys)
                                .arg(port)
                                .arg(times)
                                .arg(load.pipelined ? 1 : load.workers)
                                .arg(load.pipelined ? load.workers : 1)
                                .split(QLatin1Char(' '));
    for (const QByteArray &word : command)
        arguments << QString::fromUtf8(word);
    QProcess process;
    process.start(QStringLiteral("redis-benchmark"), arguments);
    if (!process.waitForFinished(120'000) || process.exitCode() != 0)
        qFatal("redis-benchmark: %s", process.readAllStandardError().constData());
    const QByteArray last = process.readAllStandardOutput().trimmed().split('\n').last();
    const qint64 changed = std::abs(ask(session, {"DBSIZE"}).integer - before);
    return {last.mid(last.indexOf("\",\"") + 3).split('"').front().toDouble(), double(changed) / times};
}

struct Benchmarked {
    double cycles = 0;
    double did = 1;
};

Benchmarked benchmarked(Session &session, quint16 port, const QByteArray &kind, const Load &load, int times)
{
    const Halves halves = halvesOf(kind, "lock-__rand_int__");
    const QByteArray owner = kind == "rlock" ? halves.acquire[4] : halves.acquire[2];
    ask(session, {"FLUSHALL"});
    const Half acquired = half(session, port, load, halves.acquire, times);
    ask(session, {"FLUSHALL"});
    const QByteArray make = kind == "rlock" ? "'hset',k,ARGV[1],1" : "'set',k,ARGV[1]";
    ask(session, {"EVAL",
                  "for i=0,ARGV[2]-1 do local k=string.format('lock-%012d',i) redis.call(" + make +
                      ") redis.call('pexpire',k,30000) end",
                  "0", owner, QByteArray::number(ManyKeys)});
    const Half released = half(session, port, load, halves.release, times);
    ask(session, {"FLUSHALL"});
    return {1 / (1 / acquired.perSecond + 1 / released.perSecond), std::min(acquired.did, released.did)};
}

// ---- what is printed ----

class Table
{
public:
    void add(const QString &name, double value)
    {
        auto found =
            std::find_if(m_rows.begin(), m_rows.end(), [&name](const Row &row) { return row.name == name; });
        if (found == m_rows.end())
            found = m_rows.insert(m_rows.end(), {name, {}});
        found->values.push_back(value);
    }
    // The first is ours. lessIsBetter: times, else speeds; a ratio above 1 is good for us either way.
    void print(const QString &unit, bool lessIsBetter = false) const
    {
        for (const Row &row : m_rows) {
            std::vector<double> ratios;
            for (size_t i = 0; i < row.values.size(); ++i) {
                const double ours = m_rows.front().values[i];
                ratios.push_back(lessIsBetter ? row.values[i] / ours : ours / row.values[i]);
            }
            line(QStringLiteral("    %1 %2 %3   ours/it %4")
                     .arg(row.name, -12)
                     .arg(median(row.values), 9, 'f', 0)
                     .arg(unit)
                     .arg(median(ratios), 5, 'f', 2));
        }
    }

private:
    struct Row {
        QString name{};
        std::vector<double> values{};
    };
    std::vector<Row> m_rows;
};

// ---- rows ----

void uncontended(const QByteArray &kind, const Load &load, const Setting &setting)
{
    const auto server = orDie(Sandbox::start());
    pinApart(*server);
    Session asking(server->tcp());
    waitReady(asking);
    Clients clients(server->tcp(), load.pipelined ? 1 : load.workers);
    const std::vector<Act> acts = clients.acts(load.workers);
    std::vector<std::unique_ptr<PlainCycles>> plain;
    for (int i = 0; i < (load.pipelined ? 1 : load.workers); ++i)
        plain.push_back(
            std::make_unique<PlainCycles>(server->port(), kind, i, load.pipelined ? load.workers : 1));
    cyclesOf(acts, kind, milliseconds(100)); // and the server knows the scripts
    const QString names =
        kind == "rlock" ? QStringLiteral("redisson") : QStringLiteral("redispy noderedlock redsync");
    const Peers peers =
        setting.others ? readyPeers(names, QString::number(server->port()), load.workers) : Peers();
    Table table;
    double did = 1;
    std::vector<double> cost;
    for (int round = 0; round < setting.rounds; ++round) {
        ask(asking, {"FLUSHALL"});
        const microseconds before = cpuOfThisThread();
        const double ours = awakeCyclesOf(acts, kind, setting.time);
        cost.push_back(double((cpuOfThisThread() - before).count()) / (ours * seconds(setting.time)));
        table.add(QStringLiteral("lockscope"), ours);
        table.add(QStringLiteral("asleep"), cyclesOf(acts, kind, setting.time));
        table.add(QStringLiteral("plain"), plainCycles(plain, setting.time));
        if (setting.others) {
            const int times = std::clamp(int(ours * seconds(setting.time) / 2), 1000, ManyKeys / 20);
            const Benchmarked benchmark = benchmarked(asking, server->port(), kind, load, times);
            did = std::min(did, benchmark.did);
            table.add(QStringLiteral("benchmark"), benchmark.cycles);
        }
        for (const auto &peer : peers)
            table.add(peer->name(), peer->moreCycles(load.workers, setting.time));
    }
    table.print(QStringLiteral("cycles/s"));
    line(QStringLiteral("    ours takes %1 µs of CPU a cycle").arg(median(cost), 0, 'f', 1));
    if (setting.others)
        line(QStringLiteral("    of redis-benchmark's scripts at least %1 % changed what they should")
                 .arg(did * 100, 0, 'f', 1));
}

// One lock that all want. Who gave it up asks again only when another has entered.
struct Contest {
    Clock::time_point end{};
    Clock::time_point releasedAt{};
    std::vector<double> times{};
    qint64 entries = 0;
    std::vector<std::shared_ptr<WakeUp>> waiting{};
    int underWay = 0;
    QEventLoop loop{};
};

QCoro::Task<> contend(const Act *act, OwnerId owner, Contest *contest)
{
    constexpr milliseconds Hold(5);
    ++contest->underWay;
    const auto wakeUp = std::make_shared<WakeUp>();
    contest->waiting.push_back(wakeUp);
    ActRequest acquire = acquireRequest("rlock", "lock:one");
    acquire.owner = owner;
    acquire.wait = std::chrono::seconds(1);
    while (Clock::now() < contest->end) {
        const Receipt acquired = co_await (*act)(acquire);
        if (acquired.result == ActResult::NotAcquired)
            continue;
        mustBeDone(acquired);
        if (contest->releasedAt != Clock::time_point())
            contest->times.push_back(seconds(Clock::now() - contest->releasedAt) * 1e6);
        const qint64 mine = ++contest->entries;
        const auto others = contest->waiting;
        for (const auto &other : others) {
            if (other != wakeUp)
                other->fire();
        }
        const auto until = Clock::now() + Hold;
        while (Clock::now() < until)
            co_await wakeUp->wait(std::chrono::ceil<milliseconds>(until - Clock::now()));
        contest->releasedAt = Clock::now();
        const Receipt released = co_await (*act)(releaseRequest(acquired, "rlock"));
        mustBeDone(released);
        while (contest->entries == mine && Clock::now() < contest->end)
            co_await wakeUp->wait(milliseconds(100));
    }
    if (--contest->underWay == 0)
        contest->loop.quit();
}

std::vector<double> handOverOf(const std::vector<Act> &workers, milliseconds time)
{
    const BusyWait awake;
    Contest contest;
    contest.end = Clock::now() + time;
    for (size_t i = 0; i < workers.size(); ++i)
        contend(&workers[i], {"8743c9c0-0795-4907-87fd-6c719a6b4586:" + QByteArray::number(i)}, &contest);
    contest.loop.exec();
    return contest.times;
}

std::vector<double> handOverOf(Peer &peer, int workers, milliseconds time)
{
    std::vector<double> times;
    const QByteArray said =
        peer.answer("handover " + QByteArray::number(workers) + ' ' + QByteArray::number(time.count()));
    for (const QByteArray &word : said.split(' '))
        times.push_back(word.toDouble());
    return times;
}

void handOver(const Load &load, const Setting &setting)
{
    const auto server = orDie(Sandbox::start());
    pinApart(*server);
    Clients clients(server->tcp(), load.workers);
    const std::vector<Act> acts = clients.acts(load.workers);
    handOverOf(acts, milliseconds(200)); // and each listens
    const Peers peers =
        setting.others ? readyPeers(QStringLiteral("redisson redispy"), QString::number(server->port()), 1)
                       : Peers();
    Table medians;
    Table worst;
    for (int round = 0; round < setting.rounds; ++round) {
        const std::vector<double> ours = handOverOf(acts, setting.time);
        medians.add(QStringLiteral("lockscope"), median(ours));
        worst.add(QStringLiteral("lockscope"), percentile(ours, 0.99));
        for (const auto &peer : peers) {
            const std::vector<double> theirs = handOverOf(*peer, load.workers, setting.time);
            medians.add(peer->name(), median(theirs));
            worst.add(peer->name(), percentile(theirs, 0.99));
        }
    }
    medians.print(QStringLiteral("µs, median"), true);
    worst.print(QStringLiteral("µs, p99"), true);
}

// Over three servers, one connection to each, all asked at once.
void redLock(const Load &load, const Setting &setting)
{
    const auto servers = orDie(SandboxDeployment::start(SandboxTopology::RedLock, {.masters = 3}));
    std::vector<std::unique_ptr<Clients>> clients;
    std::vector<GroupRunner::Member> members;
    std::vector<NodeId> names;
    QStringList ports;
    for (size_t i = 0; i < servers->size(); ++i) {
        const SandboxServer &server = servers->node(i);
        pin(server.pid(), 0);
        clients.push_back(std::make_unique<Clients>(server.tcp(), 1));
        members.emplace_back([act = clients.back()->acts(1).front()](ActRequest request, PermitPtr) {
            return act(std::move(request));
        });
        names.push_back(server.tcp().node());
        ports << QString::number(server.port());
    }
    pin(0, 1);
    GroupRunner group(members, names, Registry::builtIn(), [](const LockName &) { return LockPtr(); });
    const std::vector<Act> acts(size_t(load.workers),
                                [&group](ActRequest request) { return group.act(std::move(request)); });
    cyclesOf(acts, "token-lock", milliseconds(100)); // and the servers know the scripts
    const Peers peers = setting.others ? readyPeers(QStringLiteral("noderedlock redsync"),
                                                    ports.join(QLatin1Char(',')), load.workers)
                                       : Peers();
    Table table;
    for (int round = 0; round < setting.rounds; ++round) {
        table.add(QStringLiteral("lockscope"), awakeCyclesOf(acts, "token-lock", setting.time));
        table.add(QStringLiteral("asleep"), cyclesOf(acts, "token-lock", setting.time));
        for (const auto &peer : peers)
            table.add(peer->name(), peer->moreCycles(load.workers, setting.time));
    }
    table.print(QStringLiteral("cycles/s"));
}

struct Row {
    QString name{};
    std::function<void(const Setting &)> run{};
};

std::vector<Row> rows()
{
    std::vector<Row> all;
    const auto add = [&all](const QString &name, std::function<void(const Setting &)> run) {
        all.push_back({name, std::move(run)});
    };
    for (const QByteArray kind : {"rlock", "token-lock"}) {
        for (const int workers : {1, 8, 50, 200})
            add(QStringLiteral("%1-%2").arg(QString::fromLatin1(kind)).arg(workers),
                [kind, workers](const Setting &setting) {
                    uncontended(kind, {workers, false}, setting);
                });
        for (const int workers : {50, 128})
            add(QStringLiteral("%1-pipelined-%2").arg(QString::fromLatin1(kind)).arg(workers),
                [kind, workers](const Setting &setting) {
                    uncontended(kind, {workers, true}, setting);
                });
    }
    for (const int workers : {2, 8})
        add(QStringLiteral("hand-over-%1").arg(workers), [workers](const Setting &setting) {
            handOver({workers, false}, setting);
        });
    for (const int workers : {1, 8})
        add(QStringLiteral("redlock-%1").arg(workers), [workers](const Setting &setting) {
            redLock({workers, false}, setting);
        });
    return all;
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    Setting setting;
    setting.rounds = argument("--rounds", setting.rounds);
    setting.time = milliseconds(argument("--ms", int(setting.time.count())));
    setting.others = !words.contains(QLatin1String("--alone"));
    const qsizetype only = words.indexOf(QLatin1String("--only"));
    const QString wanted = only >= 0 ? words.value(only + 1) : QString();
    line(QStringLiteral("%1 rounds of %2 ms, taking turns; the server on core 0, all clients on core 1")
             .arg(setting.rounds)
             .arg(setting.time.count()));
    for (const Row &row : rows()) {
        if (!row.name.startsWith(wanted))
            continue;
        line(row.name);
        if (!words.contains(QLatin1String("--list")))
            row.run(setting);
    }
    return 0;
}

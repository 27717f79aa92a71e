// SPDX-License-Identifier: GPL-3.0-or-later
// What many masters cost: a whole snapshot (every lock with owner and time to live) of a cluster of 1, 3 and
// 6 masters on one engine thread, against redis-cli --scan, which prints names only, on each of them one
// after the other and all at once. The same keys in each cluster; servers and clients share the cores.
//   bench_masters [--keys N] [--rounds N]

#include "core/engine/engine.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/bench/benchkit.h"

#include <QProcess>

using namespace lockscope;
using namespace lockscope::bench;

namespace
{

struct Setting {
    int keys = 300'000; // a tenth of them locks
    int rounds = 5;
};

constexpr int LockShare = 10;
constexpr int Tags = 1200; // a tag lies in one slot: the keys of one go to one master

QByteArray keyOf(int number)
{
    const QByteArray tag = "{" + QByteArray::number(number % Tags) + "}";
    return (number % LockShare == 0 ? QByteArray("lock:") : QByteArray("cache:")) + tag +
           QByteArray::number(number);
}

QCoro::Task<bool> sendTask(Session *session, Batch batch)
{
    const Outcome<Replies> replies = co_await session->send(std::move(batch), std::chrono::seconds(60));
    co_return replies.ok();
}

// Each master is sent every key, and takes those of its slots.
void fill(const SandboxDeployment &servers, const Setting &setting)
{
    for (size_t i = 0; i < servers.size(); ++i) {
        Session session(servers.node(i).spec());
        session.open();
        Batch batch;
        for (int number = 0; number < setting.keys; ++number) {
            batch.add({"SET", keyOf(number), "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "PX", "3600000"});
            if (batch.count() < 10'000 && number + 1 < setting.keys)
                continue;
            if (!test::finished(sendTask(&session, std::exchange(batch, {}))))
                qFatal("the keys could not be written");
        }
        session.close();
    }
}

double snapshot(const SandboxDeployment &servers, const Setting &setting)
{
    Engine engine;
    engine.open(servers.spec(), {.patterns = {"lock:*"}, .follow = false});
    if (!test::finished(engine.waitReady(std::chrono::seconds(20))).ok())
        qFatal("no connection");
    const auto begin = Clock::now();
    const ScanProgress progress = test::finished(engine.scan());
    const double took = seconds(Clock::now() - begin);
    if (progress.phase != ScanPhase::Complete || progress.locksFound != setting.keys / LockShare)
        qFatal("the scan found %lld locks", progress.locksFound);
    return took;
}

std::unique_ptr<QProcess> cliScan(const SandboxServer &server)
{
    auto process = std::make_unique<QProcess>();
    process->setStandardOutputFile(QProcess::nullDevice());
    process->start(QStringLiteral("redis-cli"),
                   {QStringLiteral("-p"), QString::number(server.port()), QStringLiteral("--scan"),
                    QStringLiteral("--pattern"), QStringLiteral("lock:*")});
    return process;
}

double oneAfterTheOther(const SandboxDeployment &servers)
{
    const auto begin = Clock::now();
    for (size_t i = 0; i < servers.size(); ++i)
        cliScan(servers.node(i))->waitForFinished(-1);
    return seconds(Clock::now() - begin);
}

double allAtOnce(const SandboxDeployment &servers)
{
    const auto begin = Clock::now();
    std::vector<std::unique_ptr<QProcess>> scans;
    for (size_t i = 0; i < servers.size(); ++i)
        scans.push_back(cliScan(servers.node(i)));
    for (const auto &scan : scans)
        scan->waitForFinished(-1);
    return seconds(Clock::now() - begin);
}

void measure(int masters, const Setting &setting)
{
    const auto servers =
        orDie(SandboxDeployment::start(masters == 1 ? SandboxTopology::Standalone : SandboxTopology::Cluster,
                                       {.masters = masters, .replicas = 0}));
    fill(*servers, setting);
    std::vector<double> ours;
    std::vector<double> theirs;
    std::vector<double> atOnce;
    for (int round = 0; round < setting.rounds; ++round) {
        ours.push_back(snapshot(*servers, setting));
        theirs.push_back(oneAfterTheOther(*servers));
        atOnce.push_back(allAtOnce(*servers));
    }
    line(QStringLiteral("%1 master(s): snapshot %2 s; redis-cli --scan one after the other %3 s (%4 times as "
                        "long), all at once %5 s (%6 times)")
             .arg(masters)
             .arg(median(ours), 0, 'f', 3)
             .arg(median(theirs), 0, 'f', 3)
             .arg(median(theirs) / median(ours), 0, 'f', 1)
             .arg(median(atOnce), 0, 'f', 3)
             .arg(median(atOnce) / median(ours), 0, 'f', 1));
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    Setting setting;
    const QStringList words = QCoreApplication::arguments();
    for (qsizetype i = 1; i + 1 < words.size(); i += 2) {
        if (words[i] == QLatin1String("--keys"))
            setting.keys = words[i + 1].toInt();
        else if (words[i] == QLatin1String("--rounds"))
            setting.rounds = words[i + 1].toInt();
    }
    line(QStringLiteral("%1 keys, %2 of them locks; medians of %3 rounds")
             .arg(setting.keys)
             .arg(setting.keys / LockShare)
             .arg(setting.rounds));
    for (const int masters : {1, 3, 6})
        measure(masters, setting);
    return 0;
}

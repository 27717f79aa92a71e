// SPDX-License-Identifier: GPL-3.0-or-later
// Which client makes others wait, from real clients on a real server, in memory and from the history's file.

#include "core/history/causes/causes.h"
#include "core/history/causes/causesquery.h"
#include "core/history/historyreader.h"
#include "core/history/values/historyfiles.h"
#include "core/lab/sandbox/sandbox.h"
#include "core/lab/workers/labclient.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <qcorotask.h>

#include <cmath>
#include <numeric>

namespace tst_causes_live
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::test::finished;

namespace
{

const QByteArray Key = "lock:stock:1";
const QByteArray Slow = "11111111-1111-4111-8111-111111111111";
const QByteArray Quick = "22222222-2222-4222-8222-22222222222"; // And a digit

ActRequest requestOf(ActKind act, const QByteArray &client)
{
    return {.act = act, .key = {Key}, .kind = "rlock", .owner = {client + ":1"}, .lease = 60s, .wait = 60s};
}

// Waits for the lock and gives it back at once.
QCoro::Task<> holdOnce(LabClient *client, QByteArray name, int *done)
{
    const ActRequest acquire = requestOf(ActKind::Acquire, name);
    const Receipt taken = co_await client->act(acquire);
    if (taken.result != ActResult::Done)
        co_return;
    const ActRequest release = requestOf(ActKind::Release, name);
    const Receipt given = co_await client->act(release);
    *done += given.result == ActResult::Done ? 1 : 0;
}

double sumOf(const std::vector<WaitingCost> &costs)
{
    return std::accumulate(costs.begin(), costs.end(), 0.0,
                           [](double sum, const WaitingCost &cost) { return sum + cost.waited; });
}

} // namespace

class TestCausesLive : public QObject
{
    Q_OBJECT

private slots:
    void theSlowClientIsTheWorst();
};

void TestCausesLive::theSlowClientIsTheWorst()
{
    constexpr int Others = 3;
    auto sandbox = Sandbox::start();
    VERIFY_OK(sandbox);
    const QTemporaryDir folder;
    Engine engine;
    History history(folder.path());
    history.observe(&engine);
    history.configure({.keep = true});
    auto *causes = new Causes(&history); // Deleted with it
    const WallTime from = wallNow();
    const auto range = [from] { return HistoryRange{from, wallNow()}; };
    engine.open((*sandbox)->tcp(), {.patterns = {"lock:*"}, .historyName = QStringLiteral("shop")});
    LabServers servers((*sandbox)->tcp());
    VERIFY_OK(finished(servers.ready(10s)));
    LabClient slow(servers, QStringLiteral("slow"));
    QCOMPARE(finished(slow.act(requestOf(ActKind::Acquire, Slow))).result, ActResult::Done);
    std::vector<std::unique_ptr<LabClient>> clients;
    int done = 0;
    for (int i = 0; i < Others; ++i) {
        clients.push_back(std::make_unique<LabClient>(servers, QStringLiteral("quick")));
        holdOnce(clients.back().get(), Quick + QByteArray::number(i), &done);
    }
    // The waiters have been counted, all three of them.
    QTRY_VERIFY(!causes->costs(range()).locks.empty() &&
                causes->costs(range()).locks[0].mostWaiters == Others);
    QTRY_VERIFY(causes->costs(range()).waited > 9.0); // Long before the quick ones cause anything
    QCOMPARE(finished(slow.act(requestOf(ActKind::Release, Slow))).result, ActResult::Done);
    QTRY_COMPARE(done, Others);
    // Nobody waits any more: the sum stands still.
    const auto isOver = [&] {
        const HoldsAnswer answer = history.holds({.range = range(), .keys = {{Key}}});
        return !answer.waiters.empty() && answer.waiters.back().waiters == 0;
    };
    QTRY_VERIFY(isOver());
    const WaitingCosts costs = causes->costs(range());
    QCOMPARE(costs.clients[0].name, Slow);
    QCOMPARE(costs.clients[0].worst, Key);
    QCOMPARE(costs.locks.size(), size_t(1));
    QCOMPARE(costs.locks[0].worst, Slow);
    QCOMPARE(costs.prefixes[0].name, QByteArray("lock:stock:"));
    QVERIFY(std::abs(sumOf(costs.clients) - costs.waited) < 1e-6);
    QVERIFY(!costs.truncated);

    const auto isWritten = [&] {
        HistoryReader file(QDir(folder.path()).filePath(historyFileName(QStringLiteral("shop"))));
        if (!file.openForReading().ok())
            return false;
        const auto kept = waitingCosts(file, {from, costs.over.to}, wallNow());
        return kept.ok() && std::abs(kept->waited - costs.waited) < 0.01 && !kept->clients.empty() &&
               kept->clients[0].name == Slow;
    };
    QTRY_VERIFY(isWritten());
    history.close();
    engine.close();
}

LOCKSCOPE_TEST(TestCausesLive)

} // namespace tst_causes_live

#include "tst_causes_live.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Which processes block others: the owners of a wait-for graph, put together.
#include "core/engine/blocking/processes.h"
#include "tests/core/engine/blocking/waits.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_blockingprocesses
{

using namespace lockscope;
using namespace lockscope::test::waits;

class tst_BlockingProcesses : public QObject
{
    Q_OBJECT

private slots:
    void whichProcessBlocks();
    void aTokenIsAProcessByItself();
};

// Two threads of one process hold locks; one of them waits for a lock of another process.
void tst_BlockingProcesses::whichProcessBlocks()
{
    const OwnerId other{"11111111-1111-4111-8111-111111111111:7"};
    const auto a = Made::held(1, threadNo(1)), b = Made::held(2, threadNo(2)), c = Made::held(3, other);
    Made::queue(*a, other);
    Made::queue(*a, threadNo(3)); // of the process itself
    Made::queue(*b, other);       // waits for one of them by now; it is one client
    Made::queue(*c, threadNo(2));
    Made::queue(*c, threadNo(4));
    Made::queue(*a, {"33333333-3333-4333-8333-333333333333:1"}, false); // dead, so it waits no more
    const ClientInfo one{.address = "10.0.3.7:5000", .name = "api-7"};
    const ClientInfo two{.address = "10.0.3.7:5001", .name = "api-7"};
    a->clients = std::make_shared<const HolderClients>(HolderClients{{threadNo(1), one}});
    b->clients = std::make_shared<const HolderClients>(HolderClients{{threadNo(2), two}});
    const WaitGraph graph = waitGraph(Registry::builtIn(), {a, b, c});
    QCOMPARE(graph.blockers.size(), 3u);
    const std::vector<BlockingProcess> processes = blockingProcesses(graph);
    QCOMPARE(processes.size(), 2u);
    const BlockingProcess &ours = processes[0]; // a thread of it does not wait
    QCOMPARE(ours.id.bytes, uuid);
    QCOMPARE(ours.client.name, QByteArray("api-7"));
    QCOMPARE(ours.client.address, QByteArray("10.0.3.7"));
    QCOMPARE(ours.threads, (std::vector<QByteArray>{"1", "2"}));
    QCOMPARE(ours.locks.size(), 2u);
    QVERIFY(!ours.waits);
    QCOMPARE(ours.direct.least, 2); // the other process, and the own thread
    QCOMPARE(ours.inAll.least, 3);  // and thread 4; thread 2 is one of those that block
    const BlockingProcess &theirs = processes[1];
    QVERIFY(theirs.waits);
    QCOMPARE(theirs.threads, (std::vector<QByteArray>{"7"}));
    QCOMPARE(theirs.direct.least, 2);
    QCOMPARE(theirs.inAll.least, 2);
}

void tst_BlockingProcesses::aTokenIsAProcessByItself()
{
    const auto a = Made::held(1, {"token-a"}), b = Made::held(2, {"locked"}), c = Made::held(3, {"locked"});
    a->kind = {"token-lock"};
    b->kind = c->kind = {"untokened-lock"}; // the value of many clients
    std::vector<HeardWait> heard;
    for (const auto &lock : {a, b, c})
        heard.push_back({lock->key, {.id = {"other"}, .source = WaitSource::Probe, .attempts = 3}});
    const std::vector<BlockingProcess> processes =
        blockingProcesses(waitGraph(Registry::builtIn(), {a, b, c}, heard));
    QCOMPARE(processes.size(), 3u);
    for (const BlockingProcess &process : processes) {
        QCOMPARE(process.locks.size(), 1u);
        QCOMPARE(process.threads, std::vector<QByteArray>{QByteArray()});
    }
}

LOCKSCOPE_TEST(tst_BlockingProcesses)

} // namespace tst_blockingprocesses

#include "tst_blockingprocesses.moc"

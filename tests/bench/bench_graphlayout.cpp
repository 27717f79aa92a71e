// SPDX-License-Identifier: GPL-3.0-or-later
// How long the picture of the page Blocking takes to be arranged: from the report of the engine to the places
// of all nodes, with 10,000 locks and 2,000 waiters that can be told apart, in four shapes. Prints medians.
//   bench_graphlayout [--rounds N]

#include "tests/bench/benchkit.h"
#include "tests/support/madewaits.h"
#include "ui/blocking/graph/graphlayout.h"

#include <functional>
#include <random>

using namespace lockscope;
using namespace lockscope::bench;
using lockscope::test::MadeWaits;

namespace
{

constexpr int Locks = 10'000;
constexpr int Waiters = 2'000;

// Each lock has listening clients; 2,000 of them have a waiter of their own.
MadeWaits alone()
{
    MadeWaits waits;
    for (int lock = 0; lock < Locks; ++lock) {
        waits.hold(lock, lock);
        if (lock < Waiters)
            waits.queue(lock, Locks + lock);
        else
            waits.listen(lock, 1);
    }
    return waits;
}

// 2,000 waiters that hold five locks each, and wait for any of an earlier one: one tree.
MadeWaits tree()
{
    MadeWaits waits;
    std::minstd_rand random(1);
    constexpr int Each = Locks / Waiters;
    for (int thread = 0; thread < Waiters; ++thread) {
        for (int lock = Each * thread; lock < Each * (thread + 1); ++lock) {
            waits.hold(lock, thread);
            waits.listen(lock, 1);
        }
        if (thread > 0)
            waits.queue(int(random() % unsigned(Each * thread)), thread);
    }
    return waits;
}

// Locks with three readers each, which wait for any other lock: few can be painted without crossings.
MadeWaits tangle()
{
    MadeWaits waits;
    std::minstd_rand random(1);
    for (int lock = 0; lock < Locks; ++lock) {
        for (int reader = 0; reader < 3; ++reader)
            waits.hold(lock, int(random() % unsigned(Locks)), HoldMode::Read);
        if (lock % (Locks / Waiters) == 0)
            waits.queue(lock, int(random() % unsigned(Locks)));
    }
    return waits;
}

// Edges that pass most of a long chain.
MadeWaits chain()
{
    return MadeWaits::chainBack(Waiters, 20);
}

void measure(const QString &name, const BlockingReport &report, int rounds)
{
    std::vector<double> graphs, layouts;
    size_t nodes = 0, edges = 0;
    for (int round = 0; round < rounds; ++round) {
        const auto begin = Clock::now();
        const BlockingGraph graph = blockingGraph(report);
        const auto middle = Clock::now();
        const GraphLayout layout = graphLayout(graph, {});
        const auto end = Clock::now();
        graphs.push_back(1000 * seconds(middle - begin));
        layouts.push_back(1000 * seconds(end - middle));
        nodes = graph.nodes.size();
        edges = graph.edges.size();
    }
    line(QStringLiteral("%1: %2 nodes, %3 edges, %4 deadlocks: %5 ms for the graph, %6 ms for the places")
             .arg(name)
             .arg(nodes)
             .arg(edges)
             .arg(report.deadlocks.size())
             .arg(median(graphs), 0, 'f', 1)
             .arg(median(layouts), 0, 'f', 1));
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    const int rounds = argument("--rounds", 9);
    const std::pair<const char *, MadeWaits (*)()> shapes[] = {
        {"apart", alone}, {"tree", tree}, {"tangle", tangle}, {"chain", chain}};
    for (const auto &[name, make] : shapes) {
        const auto begin = Clock::now();
        const BlockingReport report = make().report();
        line(QStringLiteral("%1: the engine's report took %2 ms")
                 .arg(QLatin1String(name))
                 .arg(1000 * seconds(Clock::now() - begin), 0, 'f', 1));
        measure(QLatin1String(name), report, rounds);
    }
    return 0;
}

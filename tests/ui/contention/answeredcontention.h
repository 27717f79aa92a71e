// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Contention page, whose queries the test answers like a history. Owner: the test.

#include "tests/ui/historysamples.h"
#include "ui/contention/causes/causespane.h"
#include "ui/contention/causes/changelist.h"
#include "ui/contention/causes/orderlist.h"
#include "ui/contention/contentionpage.h"
#include "ui/contention/contentionplots.h"
#include "ui/contention/contentionscope.h"
#include "ui/contention/contentiontable.h"
#include "ui/plots/redrawthrottle.h"

#include <QSignalSpy>
#include <QTest>

namespace lockscope::test
{

struct AnsweredContention {
    WallTime now = samples::Start;
    HistoryBridge bridge{};
    TimeWindow window{[this] { return now; }};
    ContentionPage page{bridge, window};
    QSignalSpy asked{&bridge, &HistoryBridge::talliesWanted};
    QSignalSpy askedLocks{&bridge, &HistoryBridge::contentionWanted};
    QSignalSpy askedHolds{&bridge, &HistoryBridge::holdsWanted};
    QSignalSpy askedCosts{&bridge, &HistoryBridge::costsWanted};
    QSignalSpy askedChanges{&bridge, &HistoryBridge::changesWanted};
    QSignalSpy askedOrders{&bridge, &HistoryBridge::ordersWanted};

    HistoryRange askedRange() const { return asked.last().at(1).value<HistoryRange>(); }
    milliseconds askedStep() const { return asked.last().at(2).value<milliseconds>(); }
    // Answers like a history.
    void answer() { answer(samples::tallies(askedRange(), askedStep())); }
    void answer(const std::vector<Tally> &tallies)
    {
        emit bridge.talliesReady(asked.last().at(0).toULongLong(), tallies);
    }
    void show()
    {
        page.show();
        answer();
    }
    void together() { page.scope().setView(ContentionScope::AllTogether); }
    // The most contended locks, and what happened to them.
    void answerLocks(int count)
    {
        answerDemand(samples::contended(count));
        answerHolds();
    }
    void answerLocks(const std::vector<int> &order)
    {
        std::vector<Contention> locks;
        for (const int n : order)
            locks.push_back({.key = samples::lockName(n), .acquired = 3, .mostWaiters = 1});
        answerDemand(locks);
    }
    void answerDemand(const std::vector<Contention> &locks)
    {
        emit bridge.contentionReady(askedLocks.last().at(0).toULongLong(), locks);
    }
    WaitingCosts answerCosts(int locks)
    {
        const WaitingCosts costs = samples::costs(window.range(), locks);
        emit bridge.costsReady(askedCosts.last().at(0).toULongLong(), costs);
        return costs;
    }
    void answerChanges(const Changes &changes)
    {
        emit bridge.changesReady(askedChanges.last().at(0).toULongLong(), changes);
    }
    OrdersAnswer answerOrders(bool both)
    {
        using namespace std::chrono_literals;
        LockOrders orders;
        const auto note = [&](int first, int second, const char *owner, milliseconds ago) {
            orders.note(
                {samples::lockName(first), samples::lockName(second), {owner}, {"a:6379"}, 0, now - ago});
        };
        for (int times = 12; times > 0; --times)
            note(0, 1, "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:61", times * 1min);
        if (both)
            note(1, 0, "8743c9c0-0795-4907-87fd-6c719a6b4586:57", 30s);
        emit bridge.ordersReady(askedOrders.last().at(0).toULongLong(), orders.answer());
        return orders.answer();
    }
    QString cell(int row, int column) { return page.table().model()->index(row, column).data().toString(); }
    std::vector<LockName> askedKeys() const { return askedHolds.last().at(1).value<HoldsQuery>().keys; }
    void answerHolds()
    {
        using namespace std::chrono_literals;
        HoldsAnswer holds = samples::holds(now, 12);
        holds.since = now - 1h;
        for (int n = 0; n < 12; ++n)
            holds.waiters.push_back({samples::lockName(n), now - 200s, 12 - n});
        emit bridge.holdsReady(askedHolds.last().at(0).toULongLong(), holds);
    }
    std::vector<LockName> lockPlots()
    {
        std::vector<LockName> keys;
        for (const ContentionCell &cell : page.plots().cells())
            keys.push_back(cell.key);
        return keys;
    }
    bool isAtRest() // It neither queries nor draws by itself
    {
        return !page.feed().isWanted() && !page.table().isWanted() && !page.causes().feed().isWanted() &&
               !page.causes().changes().isWanted() && !page.causes().orders().isWanted() &&
               !page.plots().pace().isWanted();
    }
    void drawn()
    {
        const int before = page.plots().pace().drawn();
        QTRY_VERIFY(page.plots().pace().drawn() > before);
    }
};

} // namespace lockscope::test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Timeline page, whose queries the test answers like a history. Owner: the test.

#include "tests/ui/historysamples.h"
#include "ui/plots/redrawthrottle.h"
#include "ui/timeline/holdlanes.h"
#include "ui/timeline/timelinepage.h"

#include <QSignalSpy>
#include <QTest>

namespace lockscope::test
{

struct AnsweredTimeline {
    WallTime now = samples::Start;
    std::vector<LockPtr> present{};
    HistoryBridge bridge{};
    TimeWindow window{[this] { return now; }};
    TimelinePage page{bridge, window, [this](size_t most) {
                          std::vector<LockPtr> some = present;
                          some.resize(std::min(most, some.size()));
                          return some;
                      }};
    QSignalSpy askedLocks{&bridge, &HistoryBridge::contentionWanted};
    QSignalSpy askedHolds{&bridge, &HistoryBridge::holdsWanted};
    QSignalSpy askedMoment{&bridge, &HistoryBridge::momentWanted};
    qsizetype asked = 0;

    AnsweredTimeline() { page.setChoice(TimelinePage::MostInDemand); }
    void answerLocks(int count)
    {
        emit bridge.contentionReady(askedLocks.last().at(0).toULongLong(), samples::contended(count));
    }
    HoldsQuery query() const { return askedHolds.last().at(1).value<HoldsQuery>(); }
    void answerHolds(const HoldsAnswer &answer)
    {
        emit bridge.holdsReady(askedHolds.last().at(0).toULongLong(), answer);
    }
    void answerMoment(const HistoryMoment &moment)
    {
        emit bridge.momentReady(askedMoment.last().at(0).toULongLong(), moment);
    }
    bool isAtRest() // It neither queries nor draws by itself
    {
        return !page.isWanted() && !page.lanes().pace().isWanted();
    }
    void drawn()
    {
        const int before = page.lanes().pace().drawn();
        QTRY_VERIFY(page.lanes().pace().drawn() > before);
        for (int i = 0; i < 5; ++i) // The plot draws with a delay
            QCoreApplication::processEvents();
    }
    void show()
    {
        page.resize(1300, 420);
        page.show();
    }
    void fill(int locks = 8)
    {
        show();
        answerLocks(locks);
        answerHolds(samples::holds(samples::Start, locks));
        QCOMPARE(askedLocks.count(), 1);
        QCOMPARE(askedHolds.count(), 1);
        drawn();
        for (qsizetype answered = 1; answered < askedLocks.count(); ++answered) { // A second was over
            answerLocks(locks);
            answerHolds(samples::holds(samples::Start, locks));
        }
    }
};

} // namespace lockscope::test

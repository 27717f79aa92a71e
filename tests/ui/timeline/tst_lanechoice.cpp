// SPDX-License-Identifier: GPL-3.0-or-later
// Which locks have a lane on the Timeline page, and where.

#include "tests/support/uirunner.h"
#include "tests/ui/historysamples.h"
#include "tests/ui/timeline/answeredtimeline.h"
#include "tests/ui/uisamples.h"
#include "ui/theme/language.h"
#include "ui/timeline/holdlanes.h"
#include "ui/timeline/timelinepage.h"

#include <QTest>

namespace tst_lanechoice
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::Start;
using lockscope::test::AnsweredTimeline;

class tst_LaneChoice : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void theChosenLockHasALane()
    {
        const std::vector<LockName> others{samples::lockName(1), samples::lockName(2), samples::lockName(3)};
        const std::vector<LockName> two{samples::lockName(3), samples::lockName(1)};
        QCOMPARE(laneKeys(samples::lockName(3), others, 2), two);
        QCOMPARE(laneKeys({}, others, 9), others);
        QCOMPARE(laneKeys(samples::lockName(2), others, 3), others); // It has one already
    }

    void lanesThatAreFreeShowWhatIsHeld()
    {
        AnsweredTimeline p;
        for (int n = 20; n < 23; ++n) {
            Lock lock = samples::renewed(now(), samples::owner(n));
            lock.key = samples::lockName(n);
            if (n == 21)
                lock.holders.clear();
            p.present.push_back(std::make_shared<const Lock>(lock));
        }
        p.fill(2);
        const std::vector<LockName> keys{samples::lockName(0), samples::lockName(1), samples::lockName(20),
                                         samples::lockName(22)};
        QCOMPARE(p.query().keys, keys);
        const auto asked = p.askedLocks.count();
        p.window.pause();
        p.window.pan(-3600); // The locks were taken later
        QTRY_VERIFY(p.askedLocks.count() > asked);
        p.answerLocks(2);
        QCOMPARE(p.query().keys.size(), size_t(2));
    }

    void itFollowsTheSelection()
    {
        AnsweredTimeline p;
        p.page.setChoice(TimelinePage::Selected);
        p.page.show();
        QCOMPARE(p.askedLocks.last().at(2).toLongLong(), qint64(TimelinePage::FewLanes));
        p.answerLocks(8);
        QCOMPARE(p.query().keys.size(), TimelinePage::FewLanes);
        p.answerHolds(samples::holds(Start, 8));
        const auto asked = p.askedLocks.count();
        p.page.choose(samples::lockName(3));
        QCOMPARE(p.query().keys, std::vector{samples::lockName(3)});
        QCOMPARE(p.askedLocks.count(), asked); // No question for others
        p.answerHolds(samples::holds(Start, 8));
        p.page.choose(samples::lockName(5));
        QCOMPARE(p.query().keys, std::vector{samples::lockName(5)});
        p.answerHolds(samples::holds(Start, 8));
        p.page.choose({});
        p.answerLocks(8);
        QCOMPARE(p.query().keys.size(), TimelinePage::FewLanes);
    }

    void lanesAreThoseMostInDemand()
    {
        AnsweredTimeline p;
        p.fill(8);
        QCOMPARE(p.query().keys.size(), size_t(8));
        QCOMPARE(p.query().range.to, Start);
        QCOMPARE(p.page.lanes().lanes().size(), size_t(8));
        QCOMPARE(p.page.lanes().drawnLanes(), size_t(8));
        QVERIFY(p.page.lanes().drawnBars() > 8);
    }

    void lanesKeepTheirPlaces()
    {
        const auto keys = [](std::initializer_list<int> locks) {
            std::vector<LockName> names;
            for (const int n : locks)
                names.push_back(samples::lockName(n));
            return names;
        };
        QCOMPARE(keepPlaces(keys({0, 1, 2, 3}), keys({3, 9, 0, 1}), 4, false), keys({0, 1, 9, 3}));
        QCOMPARE(keepPlaces(keys({0, 1, 2}), keys({2}), 4, false),
                 keys({0, 1, 2})); // Nothing needs their places
        QCOMPARE(keepPlaces(keys({0, 1, 2}), keys({2}), 4, true), keys({2}));
        QCOMPARE(keepPlaces(keys({0, 1, 2, 3}), keys({3, 9}), 2, false), keys({3, 9}));
        QCOMPARE(keepPlaces({}, keys({4, 1}), 2, false), keys({4, 1}));
        AnsweredTimeline p;
        p.fill(4);
        QCOMPARE(p.query().keys, keys({0, 1, 2, 3}));
        const auto rank = [&](std::initializer_list<int> locks) {
            std::vector<Contention> demand;
            for (const LockName &key : keys(locks))
                demand.push_back({.key = key});
            QTRY_VERIFY(p.askedLocks.count() > p.asked);
            p.asked = p.askedLocks.count();
            emit p.bridge.contentionReady(p.askedLocks.last().at(0).toULongLong(), demand);
            p.answerHolds(samples::holds(Start, 4));
        };
        p.asked = p.askedLocks.count();
        rank({3, 2, 1, 0}); // As the demand changes, second by second
        QCOMPARE(p.query().keys, keys({0, 1, 2, 3}));
        rank({3, 0});
        QCOMPARE(p.query().keys, keys({0, 1, 2, 3}));
        rank({7, 3, 0});
        QCOMPARE(p.query().keys, keys({0, 7, 2, 3}));
        p.page.choose(samples::lockName(3)); // Marked where it is
        rank({7, 3, 0});
        QCOMPARE(p.query().keys, keys({0, 7, 2, 3}));
        p.page.choose(samples::lockName(5)); // In a place that is free
        rank({7, 3, 0});
        QCOMPARE(p.query().keys, keys({0, 7, 5, 3}));
    }

    void locksOfEqualRankDoNotSwapTheirLanes()
    {
        const auto keys = [](std::initializer_list<int> locks) {
            std::vector<LockName> names;
            for (const int n : locks)
                names.push_back(samples::lockName(n));
            return names;
        };
        const std::vector<LockName> shown = keys({0, 1, 2, 3});
        QCOMPARE(steadyPlaces({}, {}, keys({0, 1, 2, 3, 4, 5}), 4, false), shown);
        QCOMPARE(steadyPlaces(shown, {}, keys({0, 1, 2, 4, 3, 5}), 4, false), shown);
        QCOMPARE(steadyPlaces(shown, {}, keys({1, 0, 5, 4, 3, 2}), 4, false), shown);
        QCOMPARE(steadyPlaces(shown, {}, keys({4, 0, 1, 2, 3}), 4, false), keys({0, 1, 2, 4}));
        QCOMPARE(steadyPlaces(shown, {}, keys({0, 1, 2, 4}), 4, false), keys({0, 1, 2, 4}));
        QCOMPARE(steadyPlaces(shown, samples::lockName(9), keys({0, 1, 2, 3}), 4, false), keys({0, 1, 2, 9}));
    }

    void lanesAreThoseOfTheList()
    {
        AnsweredTimeline p;
        for (int n = 20; n < 23; ++n) {
            Lock lock = samples::renewed(now());
            lock.key = samples::lockName(n);
            p.present.push_back(std::make_shared<const Lock>(lock));
        }
        p.fill(2);
        p.page.setChoice(TimelinePage::AsListed);
        const std::vector<LockName> keys{samples::lockName(20), samples::lockName(21), samples::lockName(22)};
        QCOMPARE(p.query().keys, keys);
    }
};

LOCKSCOPE_UI_TEST(tst_LaneChoice)

} // namespace tst_lanechoice

#include "tst_lanechoice.moc"

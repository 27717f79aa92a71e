// SPDX-License-Identifier: GPL-3.0-or-later
// The Timeline page: lanes and bars of synthetic holds, the look back at a moment, its queries; the heartbeat
// strip; the history of one lock.

#include "tests/support/uirunner.h"
#include "tests/ui/exportedfile.h"
#include "tests/ui/historysamples.h"
#include "tests/ui/pictures.h"
#include "tests/ui/uisamples.h"
#include "ui/detail/heartbeatstrip.h"
#include "ui/detail/storydialog.h"
#include "ui/holders/eventtimeline.h"
#include "ui/plots/redrawthrottle.h"
#include "ui/plots/timebar.h"
#include "ui/text/format.h"
#include "ui/theme/language.h"
#include "ui/timeline/holdlanes.h"
#include "ui/timeline/lanelegend.h"
#include "ui/timeline/momentview.h"
#include "ui/timeline/timelinepage.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

namespace tst_timelinepage
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const WallTime Start{std::chrono::sys_days{std::chrono::year{2026} / 6 / 12} + 3h + 4min};

struct Page {
    WallTime now = Start;
    std::vector<LockPtr> present{};
    HistoryBridge link{};
    TimeWindow window{[this] { return now; }};
    TimelinePage page{link, window, [this](size_t most) {
                          std::vector<LockPtr> some = present;
                          some.resize(std::min(most, some.size()));
                          return some;
                      }};
    QSignalSpy askedLocks{&link, &HistoryBridge::contentionWanted};
    QSignalSpy askedHolds{&link, &HistoryBridge::holdsWanted};
    QSignalSpy askedMoment{&link, &HistoryBridge::momentWanted};
    qsizetype asked = 0;

    Page() { page.setChoice(TimelinePage::MostInDemand); }
    void answerLocks(int count)
    {
        emit link.contentionReady(askedLocks.last().at(0).toULongLong(), samples::contended(count));
    }
    HoldsQuery query() const { return askedHolds.last().at(1).value<HoldsQuery>(); }
    void answerHolds(const HoldsAnswer &answer)
    {
        emit link.holdsReady(askedHolds.last().at(0).toULongLong(), answer);
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
    void fill(int locks = 8)
    {
        page.resize(1300, 420);
        page.show();
        answerLocks(locks);
        answerHolds(samples::holds(Start, locks));
        QCOMPARE(askedLocks.count(), 1);
        QCOMPARE(askedHolds.count(), 1);
        drawn();
        for (qsizetype answered = 1; answered < askedLocks.count(); ++answered) { // A second was over
            answerLocks(locks);
            answerHolds(samples::holds(Start, locks));
        }
    }
};

Hold hold(int lock, int owner, milliseconds from, std::optional<milliseconds> to)
{
    Hold hold{.key = samples::lockName(lock), .owner = samples::owner(owner), .began = Start + from};
    if (to)
        hold.ended = Start + *to;
    return hold;
}

} // namespace

class tst_TimelinePage : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void aLaneHasTheHoldsOfItsLock()
    {
        HoldsAnswer answer;
        answer.holds = {hold(1, 0, 1s, 3s), hold(0, 1, 2s, {}), hold(1, 2, 4s, 5s), hold(7, 2, 4s, 5s)};
        answer.renewals = {{.kind = EventKind::Renewed, .key = samples::lockName(0), .wallAt = Start + 9s}};
        const auto lanes =
            lanesOf({samples::lockName(0), samples::lockName(1), samples::lockName(2)}, answer);
        QCOMPARE(lanes.size(), size_t(3));
        QCOMPARE(lanes[0].bars.size(), size_t(1));
        QVERIFY(lanes[0].bars[0].open);
        QCOMPARE(lanes[0].ticks.size(), size_t(1));
        QCOMPARE(lanes[1].bars.size(), size_t(2));
        QCOMPARE(lanes[1].rows, 1);
        QVERIFY(lanes[2].bars.empty());
    }

    void holdersAtOnceStandUnderEachOther()
    {
        HoldsAnswer answer;
        for (int i = 0; i < 10; ++i)
            answer.holds.push_back(hold(0, i, i * 1s, 60s));
        answer.holds.push_back(hold(0, 1, 61s, {}));
        const auto lanes = lanesOf({samples::lockName(0)}, answer);
        QCOMPARE(lanes[0].rows, MostRowsOfLane);
        QCOMPARE(lanes[0].bars[0].row, 0);
        QCOMPARE(lanes[0].bars[1].row, 1);
        QCOMPARE(lanes[0].bars.back().row, 0); // Free again
    }

    void theChosenLockHasALane()
    {
        const std::vector<LockName> others{samples::lockName(1), samples::lockName(2), samples::lockName(3)};
        const std::vector<LockName> two{samples::lockName(3), samples::lockName(1)};
        QCOMPARE(laneKeys(samples::lockName(3), others, 2), two);
        QCOMPARE(laneKeys({}, others, 9), others);
        QCOMPARE(laneKeys(samples::lockName(2), others, 3), others); // It has one already
    }

    void anOwnerKeepsItsColour()
    {
        QCOMPARE(ownerLook(OwnerId{"6f96ab12:82"}, 24), size_t(ownerLook(OwnerId{"6f96ab12:82"}, 24)));
        QSet<size_t> hues;
        for (int i = 0; i < 24; ++i)
            hues.insert(ownerLook(OwnerId{"client-" + QByteArray::number(i)}, 24));
        QVERIFY(hues.size() > 10);
    }

    void lanesThatAreFreeShowWhatIsHeld()
    {
        Page p;
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

    void whereNothingIsKnownItSaysSo()
    {
        const auto told = [](const HoldsAnswer &answer) {
            Page p;
            p.page.show();
            p.answerLocks(0);
            if (!p.query().keys.empty() || p.query().most != 0)
                return QStringLiteral("asked for all locks");
            p.answerHolds(answer);
            return p.page.lanes().why();
        };
        const WallTime from = Start - 1h;
        const QString nothing = told({.since = from});
        QVERIFY2(nothing.contains(QStringLiteral("No lock was acquired")), qPrintable(nothing));
        QVERIFY(!nothing.contains(QStringLiteral("observed")));
        const QString later = told({.since = Start + 1h});
        QVERIFY2(later.contains(QStringLiteral("No data before ")) &&
                     later.contains(text::dateAndTime(Start + 1h)),
                 qPrintable(later));
        QVERIFY(!later.contains(QStringLiteral("No lock")));
        const QString between = told({.since = from, .unseen = {{Start - 200s, Start - 100s}}});
        QVERIFY2(between.contains(QStringLiteral("Part of this period was not observed")),
                 qPrintable(between));
        const QString both = told(
            {.since = Start - 250s, .unseen = {{Start - 300s, Start - 250s}, {Start - 200s, Start - 100s}}});
        QVERIFY2(both.contains(QStringLiteral("data before")) &&
                     both.contains(QStringLiteral("Part of this period was not observed")),
                 qPrintable(both));
        const QString part = told({.since = Start - 10s});
        QVERIFY2(part.contains(QStringLiteral("No lock was acquired")) &&
                     part.contains(text::dateAndTime(Start - 10s)),
                 qPrintable(part));
        const QString away = told({.since = from, .unseen = {{Start - 2h, Start}}});
        QVERIFY2(away.contains(QStringLiteral("Not observed")), qPrintable(away));
        QVERIFY(!away.contains(QStringLiteral("No lock")));
    }

    void itFollowsTheSelection()
    {
        Page p;
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
        Page p;
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
        Page p;
        p.fill(4);
        QCOMPARE(p.query().keys, keys({0, 1, 2, 3}));
        const auto rank = [&](std::initializer_list<int> locks) {
            std::vector<Contention> demand;
            for (const LockName &key : keys(locks))
                demand.push_back({.key = key});
            QTRY_VERIFY(p.askedLocks.count() > p.asked);
            p.asked = p.askedLocks.count();
            emit p.link.contentionReady(p.askedLocks.last().at(0).toULongLong(), demand);
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

    void colourIsTheVerdictOfThatMoment()
    {
        Page p;
        p.page.resize(1300, 420);
        p.page.show();
        p.answerLocks(2);
        HoldsAnswer answer;
        answer.holds = {hold(0, 1, -290s, {}), hold(1, 2, -290s, {})};
        answer.holds[0].node = answer.holds[1].node = NodeId{"a:1"};
        answer.verdicts = {{samples::lockName(0), Start - 200s, VerdictLevel::Warning, "renewal-overdue"},
                           {samples::lockName(0), Start - 100s, VerdictLevel::Critical, "holder-gone"},
                           {samples::lockName(0), Start - 50s, VerdictLevel::Ok, {}}};
        answer.unjudged = {{{Start - 300s, Start - 250s}, {}}, {{Start - 20s, Start}, NodeId{"a:1"}}};
        p.answerHolds(answer);
        p.drawn();
        HoldLanes &lanes = p.page.lanes();
        const auto levels = [&](size_t lane) {
            QStringList words;
            for (const LaneVerdict &part :
                 verdictsOn(lanes.lanes()[lane], lanes.lanes()[lane].bars[0], answer, axisSeconds(Start)))
                words << (part.level ? QLatin1String(name(*part.level)) : QLatin1String("unknown"));
            return words.join(u' ');
        };
        QCOMPARE(levels(0), QStringLiteral("unknown ok warning critical ok unknown"));
        QCOMPARE(levels(1), QStringLiteral("unknown ok unknown"));
        const auto told = [&](milliseconds ago) {
            return lanes.textAt(lanes.pointOf(samples::lockName(0), Start - ago));
        };
        QVERIFY2(told(150s).contains(QStringLiteral("Verdict at this time: Warning (renewal overdue)")),
                 qPrintable(told(150s)));
        QVERIFY2(told(60s).contains(QStringLiteral("Verdict at this time: Critical")), qPrintable(told(60s)));
        QVERIFY2(told(30s).contains(QStringLiteral("Verdict at this time: OK")), qPrintable(told(30s)));
        QVERIFY2(told(10s).contains(QStringLiteral("Verdict at this time: unknown")), qPrintable(told(10s)));
        for (const QPalette &palette : {lightPalette(), darkPalette()}) {
            p.page.setPalette(palette);
            p.drawn();
            const QImage picture = lanes.grab().toImage();
            const Theme theme = Theme::of(palette);
            const auto colourAt = [&](milliseconds ago) {
                const QPoint at =
                    lanes.pointOf(samples::lockName(0), Start - ago) * picture.devicePixelRatio();
                QHash<QRgb, int> seen; // A hatch lies over the fill
                for (int y = at.y() - 4; y < at.y() + 4; ++y) {
                    for (int x = at.x() - 4; x < at.x() + 4; ++x)
                        ++seen[picture.pixel(x, y)];
                }
                return seen;
            };
            QVERIFY(colourAt(220s).contains(theme.verdictFill(VerdictLevel::Ok).color().rgb()));
            QVERIFY(colourAt(120s).contains(theme.verdictFill(VerdictLevel::Warning).color().rgb()));
            QVERIFY(colourAt(75s).contains(theme.verdictFill(VerdictLevel::Critical).color().rgb()));
            QVERIFY(colourAt(10s).contains(theme.grid.rgb()));
        }
    }

    void waitersAreABandUnderTheirLane()
    {
        Page p;
        p.page.resize(1300, 420);
        p.page.show();
        p.answerLocks(2);
        HoldsAnswer answer;
        answer.holds = {hold(0, 1, -200s, -100s), hold(0, 2, -90s, {}), hold(1, 2, -200s, {})};
        answer.waiters = {{samples::lockName(0), Start - 150s, 4},
                          {samples::lockName(0), Start - 120s, 17},
                          {samples::lockName(0), Start - 60s, 0}};
        p.answerHolds(answer);
        p.drawn();
        HoldLanes &lanes = p.page.lanes();
        const auto &parts = lanes.lanes()[0].waiters;
        QCOMPARE(parts.size(), size_t(3)); // Not between two holds: then the count is not known
        QCOMPARE(parts[0].waiters, 4);
        QCOMPARE(parts[1].to, axisSeconds(Start - 100s));
        QCOMPARE(parts[2].from, axisSeconds(Start - 90s));
        QCOMPARE(parts[2].to, axisSeconds(Start - 60s));
        QVERIFY(lanes.lanes()[1].waiters.empty());
        QCOMPARE(lanes.scale(), 20);
        QVERIFY(lanes.drawnSigns().contains(LaneSign::Waiters));
        const auto told = [&](milliseconds ago) {
            return lanes.textAt(lanes.pointOf(samples::lockName(0), Start - ago));
        };
        QVERIFY2(told(110s).contains(QStringLiteral("Waiters: at least 17")), qPrintable(told(110s)));
        QVERIFY(!told(10s).contains(QStringLiteral("Waiters")));
        QCOMPARE(scaleEnd(0), 0);
        QCOMPARE(scaleEnd(1), 1);
        QCOMPARE(scaleEnd(7), 8);
        QCOMPARE(scaleEnd(13), 15);
        QCOMPARE(scaleEnd(251), 300);
    }

    void theLegendHasWhatIsOnScreen()
    {
        Page p;
        p.page.resize(1300, 420);
        p.page.show();
        QVERIFY(!p.page.legend().isVisible());
        p.page.legendButton()->click();
        QVERIFY(p.page.legend().isVisible());
        p.answerLocks(1);
        HoldsAnswer answer;
        answer.holds = {hold(0, 1, -200s, {})};
        answer.renewals = {{.kind = EventKind::Renewed, .key = samples::lockName(0), .wallAt = Start - 50s}};
        p.answerHolds(answer);
        p.drawn();
        QTRY_COMPARE(p.page.legend().entries(),
                     QStringList({QStringLiteral("verdict: OK"), QStringLiteral("renewal")}));
        answer.holds.front().ended = Start - 100s;
        answer.holds.front().how = EventKind::Forced;
        answer.holds.push_back(hold(0, 2, -90s, {}));
        answer.renewals.clear();
        answer.marks = {{.kind = Mark::Kind::Failover, .at = Start - 80s},
                        {.kind = Mark::Kind::Lost, .at = Start - 2h}}; // Out of sight
        QTRY_VERIFY(p.askedLocks.count() > 1);
        p.answerLocks(1);
        p.answerHolds(answer);
        p.drawn();
        QTRY_COMPARE(p.page.legend().entries(),
                     QStringList({QStringLiteral("verdict: OK"), QStringLiteral("one owner of several"),
                                  QStringLiteral("released by force"), QStringLiteral("failover")}));
        QCOMPARE(p.page.legend().accessibleName(), QStringLiteral("Legend"));
        QVERIFY(p.page.legend().accessibleDescription().contains(QStringLiteral("failover")));
        const QPointer<QWidget> entry = p.page.legend().findChild<QLabel *>();
        p.page.setPalette(darkPalette());
        QVERIFY(entry); // Qt visits all widgets for a new style, and must find them
        QTest::keyClick(p.page.legendButton(), Qt::Key_Space);
        QVERIFY(!p.page.legend().isVisible());
    }

    void lanesAreThoseOfTheList()
    {
        Page p;
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

    void aClickShowsTheLock()
    {
        Page p;
        p.fill(6);
        QSignalSpy wanted(&p.page, &TimelinePage::lockWanted);
        HoldLanes &lanes = p.page.lanes();
        const QPoint at = lanes.pointOf(samples::lockName(3), Start - 100s);
        QWidget *plot = lanes.childAt(at);
        QTest::mouseClick(plot, Qt::LeftButton, {}, plot->mapFrom(&lanes, at));
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.first().at(0).value<LockName>(), samples::lockName(3));
    }

    void draggingPansTheSharedWindow()
    {
        Page p;
        p.fill(6);
        HoldLanes &lanes = p.page.lanes();
        const QPoint at = lanes.pointOf(samples::lockName(3), Start - 100s);
        QWidget *plot = lanes.childAt(at);
        QTest::mousePress(plot, Qt::LeftButton, {}, at);
        QTest::mouseMove(plot, at + QPoint(60, 0));
        QTest::mouseMove(plot, at + QPoint(120, 0));
        QTest::mouseRelease(plot, Qt::LeftButton, {}, at + QPoint(120, 0));
        QVERIFY(!p.window.isLive());
        QVERIFY(p.window.range().to < Start - 20s);
        QSignalSpy wanted(&p.page, &TimelinePage::lockWanted);
        QCOMPARE(wanted.count(), 0);
    }

    void aHoldIsTold()
    {
        Page p;
        p.page.resize(1300, 420);
        p.page.show();
        p.answerLocks(1);
        HoldsAnswer answer;
        answer.holds = {hold(0, 1, -200s, -100s), hold(0, 2, -50s, {})};
        answer.holds[0].how = EventKind::Expired;
        answer.holds[1].beganBefore = true;
        p.answerHolds(answer);
        p.drawn();
        HoldLanes &lanes = p.page.lanes();
        const QString expired = lanes.textAt(lanes.pointOf(samples::lockName(0), Start - 150s));
        QVERIFY2(expired.contains(QStringLiteral("expired")), qPrintable(expired));
        QVERIFY(expired.contains(text::ownerFull(samples::owner(1))));
        QVERIFY(expired.contains(text::duration(100s)));
        const QString open = lanes.textAt(lanes.pointOf(samples::lockName(0), Start - 10s));
        QVERIFY2(open.contains(QStringLiteral("still held")), qPrintable(open));
        QVERIFY(open.contains(QStringLiteral("since before")));
        QVERIFY(lanes.textAt(lanes.pointOf(samples::lockName(0), Start - 75s)).isEmpty());
    }

    void theLookBackAsksForTheMoment()
    {
        Page p;
        p.fill(6);
        QAbstractItemModelTester tester(p.page.moment().table()->model());
        QVERIFY(p.page.moment().isHidden());
        p.page.lookBackButton()->click();
        QVERIFY(p.page.moment().isVisible());
        QVERIFY(!p.window.isLive());
        QCOMPARE(p.askedMoment.count(), 1);
        QCOMPARE(p.askedMoment.last().at(1).value<WallTime>(), Start - 150s);
        emit p.link.momentReady(
            p.askedMoment.last().at(0).toULongLong(),
            HistoryMoment{.at = Start - 150s, .holds = {hold(0, 1, -200s, {}), hold(1, 2, -160s, {})}});
        const QAbstractItemModel &model = *p.page.moment().table()->model();
        QTRY_COMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, MomentModel::LockColumn).data().toString(), text::key(samples::lockName(0)));
        QCOMPARE(model.index(0, MomentModel::LengthColumn).data().toString(), text::duration(50s));
        QCOMPARE(model.index(1, MomentModel::OwnerColumn).data().toString(), text::owner(samples::owner(2)));
        QVERIFY(p.page.moment().title().contains(QStringLiteral("2 holds")));
        QTest::keyClick(&p.page.lanes(), Qt::Key_Escape);
        QVERIFY(p.page.moment().isHidden());
        QVERIFY(!p.page.lookBackButton()->isChecked());
    }

    void theLookBackSaysSinceWhenItKnows()
    {
        Page p;
        p.fill(6);
        const auto told = [&p](HistoryMoment moment) {
            p.page.lookBack(moment.at);
            QSignalSpy shown(&p.page.moment(), &MomentView::shown);
            emit p.link.momentReady(p.askedMoment.last().at(0).toULongLong(), moment);
            return shown.wait() ? p.page.moment().title() : QString();
        };
        const QString before = told({.at = Start - 200s, .since = Start - 100s, .watched = false});
        QVERIFY2(before.contains(QStringLiteral("no data before")), qPrintable(before));
        QVERIFY(!before.contains(QStringLiteral("holds")));
        const QString away = told({.at = Start - 50s, .since = Start - 100s, .watched = false});
        QVERIFY2(away.contains(QStringLiteral("not observed then")), qPrintable(away));
        const QString empty = told({.at = Start - 50s, .since = Start - 100s});
        QVERIFY2(empty.contains(QStringLiteral("0 holds")), qPrintable(empty));
        const QString some = told({.at = Start - 50s, .holds = {hold(0, 1, -200s, {})}, .truncated = true});
        QVERIFY2(some.contains(QStringLiteral("first")), qPrintable(some));
    }

    // The user sorts while the answer is pending.
    void sortingDoesNotLoseTheAnswer()
    {
        Page p;
        p.fill(3);
        MomentView &view = p.page.moment();
        p.page.lookBack(Start - 1s);
        emit p.link.momentReady(p.askedMoment.last().at(0).toULongLong(),
                                HistoryMoment{.at = Start - 1s, .holds = {hold(0, 1, -200s, {})}});
        QTRY_COMPARE(view.table()->model()->rowCount(), 1);
        p.page.lookBack(Start - 2s);
        QCOMPARE(p.askedMoment.count(), 2);
        QSignalSpy shown(&view, &MomentView::shown);
        view.table()->sortByColumn(MomentModel::OwnerColumn, Qt::DescendingOrder);
        QTRY_COMPARE(shown.count(), 1);
        emit p.link.momentReady(
            p.askedMoment.last().at(0).toULongLong(),
            HistoryMoment{.at = Start - 2s, .holds = {hold(0, 1, -200s, {}), hold(1, 2, -160s, {})}});
        QTRY_COMPARE(view.table()->model()->rowCount(), 2);
    }

    void anotherConnectionBeginsWithNothing()
    {
        Page p;
        p.fill(3);
        MomentView &view = p.page.moment();
        p.page.lookBack(Start - 1s);
        emit p.link.momentReady(p.askedMoment.last().at(0).toULongLong(),
                                HistoryMoment{.at = Start - 1s, .holds = {hold(0, 1, -200s, {})}});
        QTRY_COMPARE(view.table()->model()->rowCount(), 1);
        emit p.link.opened();
        QCOMPARE(view.table()->model()->rowCount(), 0);
    }

    // A hundred thousand locks while the moment is dragged: texts are created only for visible rows of
    // moments that are shown.
    void scrubbingCostsWhatCanBeSeen()
    {
        constexpr int Locks = 100'000;
        Page p;
        HistoryMoment moment;
        for (int n = 0; n < Locks; ++n) {
            Hold one = hold(0, n % 7, -300s, {});
            one.key = LockName{"lock:" + QByteArray::number((n * 7'919LL) % Locks)};
            moment.holds.push_back(one);
        }
        p.fill(3);
        MomentView &view = p.page.moment();
        QSignalSpy shown(&view, &MomentView::shown);
        QSignalSpy resets(view.table()->model(), &QAbstractItemModel::modelReset);
        p.page.lookBack(Start - 1s);
        constexpr int Keys = 30;
        for (int i = 0; i < Keys; ++i) {
            QTest::keyClick(&p.page.lanes(), Qt::Key_Left);
            moment.at = p.askedMoment.last().at(1).value<WallTime>();
            emit p.link.momentReady(p.askedMoment.last().at(0).toULongLong(), moment);
        }
        QVERIFY(p.askedMoment.count() <= 2); // None while another is being sorted
        QTRY_VERIFY_WITH_TIMEOUT(shown.count() > 0, 30'000);
        QTRY_COMPARE(p.askedMoment.count(), 2); // The last place
        moment.at = p.askedMoment.last().at(1).value<WallTime>();
        emit p.link.momentReady(p.askedMoment.last().at(0).toULongLong(), moment);
        QTRY_COMPARE_WITH_TIMEOUT(shown.count(), 2, 30'000);
        view.table()->viewport()->repaint(); // Now, not at some later time
        const QAbstractItemModel &model = *view.table()->model();
        QCOMPARE(model.rowCount(), Locks);
        const int rows =
            view.table()->viewport()->height() / view.table()->visualRect(model.index(0, 0)).height() + 2;
        QVERIFY2(view.model().textsMade() <= qint64(resets.count()) * 4 * rows * MomentModel::ColumnCount,
                 qPrintable(QString::number(view.model().textsMade())));
        QVERIFY(view.model().textsMade() > 0);
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("lock:0"));
        QCOMPARE(model.index(2, 0).data().toString(), QStringLiteral("lock:10")); // By bytes
        view.table()->sortByColumn(MomentModel::LockColumn, Qt::DescendingOrder);
        QTRY_COMPARE_WITH_TIMEOUT(model.index(0, 0).data().toString(), QStringLiteral("lock:99999"), 30'000);
        view.table()->sortByColumn(MomentModel::OwnerColumn, Qt::AscendingOrder);
        QTRY_COMPARE_WITH_TIMEOUT(model.index(0, 1).data().toString(), text::owner(samples::owner(0)),
                                  30'000);
    }

    void draggingTheLineAsksForTheLastPlaceOnly()
    {
        Page p;
        p.fill(6);
        HoldLanes &lanes = p.page.lanes();
        const QPoint lane = lanes.pointOf(samples::lockName(0), Start - 200s);
        QWidget *plot = lanes.childAt(lane);
        const int strip = 4; // Above the lanes
        const auto at = [&](WallTime when) {
            return QPoint(lanes.pointOf(samples::lockName(0), when).x(), strip);
        };
        QTest::mousePress(plot, Qt::LeftButton, {}, at(Start - 200s));
        QCOMPARE(p.askedMoment.count(), 1);
        for (int i = 1; i <= 10; ++i)
            QTest::mouseMove(plot, at(Start - 200s + i * 10s));
        QTest::mouseRelease(plot, Qt::LeftButton, {}, at(Start - 100s));
        QCOMPARE(p.askedMoment.count(), 1); // While the first answer is pending
        emit p.link.momentReady(p.askedMoment.last().at(0).toULongLong(), HistoryMoment{.at = Start - 200s});
        QTRY_COMPARE(p.askedMoment.count(), 2);
        const double apart =
            axisSeconds(p.askedMoment.last().at(1).value<WallTime>()) - axisSeconds(Start - 100s);
        QVERIFY2(std::abs(apart) < 2, qPrintable(QString::number(apart)));
    }

    void keysMoveTheMoment()
    {
        Page p;
        p.fill(3);
        QSignalSpy moved(&p.page.lanes(), &HoldLanes::momentChanged);
        QTest::keyClick(&p.page.lanes(), Qt::Key_Left);
        QTest::keyClick(&p.page.lanes(), Qt::Key_Left);
        QCOMPARE(moved.count(), 2);
        const auto first = moved.at(0).at(0).value<std::optional<WallTime>>();
        const auto second = moved.at(1).at(0).value<std::optional<WallTime>>();
        QVERIFY(first && second && *second < *first);
    }

    void aHiddenPageAsksNothing()
    {
        Page p;
        p.page.choose(samples::lockName(1));
        p.window.setSpan(1h);
        emit p.link.opened();
        QVERIFY(p.isAtRest());
        QCOMPARE(p.askedLocks.count() + p.askedHolds.count() + p.askedMoment.count(), 0);
        p.page.show();
        p.answerLocks(3);
        p.answerHolds(samples::holds(Start, 3));
        QVERIFY(!p.isAtRest());
        p.page.hide();
        const int asked = p.askedLocks.count() + p.askedHolds.count();
        const int drawn = p.page.lanes().pace().drawn();
        QTRY_VERIFY(p.isAtRest());
        QCOMPARE(p.page.lanes().pace().drawn(), drawn); // A redraw was due, but the page is hidden
        p.window.setSpan(2h);
        emit p.link.opened();
        p.page.choose(samples::lockName(2));
        QVERIFY(p.isAtRest());
        QCOMPARE(p.askedLocks.count() + p.askedHolds.count(), asked);
    }

    void oneQuestionAtATime()
    {
        Page p;
        p.page.show();
        for (int i = 0; i < 20; ++i)
            p.window.pan(-10);
        QTRY_VERIFY(p.page.isWantedAgain());
        QCOMPARE(p.askedLocks.count(), 1);
        p.answerLocks(3);
        QCOMPARE(p.askedHolds.count(), 1);
        p.answerHolds({});
        QCOMPARE(p.askedLocks.count(), 2); // For the new range
        QCOMPARE(p.askedLocks.last().at(1).value<HistoryRange>().to, p.window.range().to);
    }

    void tooManyHoldsAreSaid()
    {
        Page p;
        p.page.resize(1300, 420);
        p.page.show();
        p.answerLocks(2);
        HoldsAnswer answer{.truncated = true, .leftOutBefore = Start - 80s, .since = Start - 1h};
        answer.holds = {hold(0, 0, -99s, -80s), hold(0, 1, -70s, -60s), hold(1, 1, -290s, {})};
        p.answerHolds(answer);
        p.drawn();
        const QString left = text::dateAndTime(Start - 80s);
        QVERIFY2(p.page.bar().text().contains(left), qPrintable(p.page.bar().text()));
        p.window.zoom(0.2, axisSeconds(Start)); // To the last minute, which is complete
        QTRY_COMPARE(p.askedLocks.count(), 2);
        p.answerLocks(2);
        answer.leftOutBefore.reset();
        p.answerHolds(answer);
        QVERIFY(!p.page.bar().text().contains(left));
    }

    void theLanesAreExported()
    {
        Page p;
        p.page.resize(1300, 420);
        p.page.show();
        p.answerLocks(2);
        HoldsAnswer answer;
        answer.holds = {hold(0, 0, -200s, -100s), hold(1, 1, -60s, {}), hold(1, 2, -900s, -800s)};
        answer.holds[0].how = EventKind::Expired;
        answer.holds[0].sampled = true;
        answer.holds[1].owner = OwnerId{"a,\"b\\"};
        p.answerHolds(answer);
        p.drawn();
        QTemporaryDir folder;
        const auto save = [&](const char *name) {
            p.page.exportButton()->click();
            return test::chooseFile(p.page, folder.filePath(QString::fromLatin1(name)));
        };
        QVERIFY(save("t.png") && save("t.svg") && save("t.csv"));
        QVERIFY(QImage(folder.filePath(QStringLiteral("t.png"))).width() > 1000);
        QVERIFY(test::svgElements(folder.filePath(QStringLiteral("t.svg"))) > 5);
        QFile file(folder.filePath(QStringLiteral("t.csv")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArrayList lines = file.readAll().split('\n');
        QCOMPARE(lines.size(), 4); // The header, two holds in the range, and the end of the last line
        QVERIFY2(lines[1].endsWith(",no,2026-06-12T03:02:20.000Z,expired,100000,sampled"),
                 lines[1].constData());
        QVERIFY2(lines[2].contains(",\"a,\"\"b\\\\\","), lines[2].constData());
        QVERIFY2(lines[2].endsWith(",no,,held,60000,exact"), lines[2].constData());
        QSignalSpy failed(&p.page, &TimelinePage::failed);
        p.page.exportButton()->click();
        QVERIFY(test::chooseFile(p.page, QStringLiteral("/proc/t.csv")));
        QCOMPARE(failed.count(), 1);
    }

    void aMultitudeOfHoldsIsDrawnOncePerPixel()
    {
        Page p;
        p.page.resize(1000, 300);
        p.page.show();
        p.answerLocks(1);
        HoldsAnswer answer;
        for (int i = 0; i < 20'000; ++i)
            answer.holds.push_back(
                hold(0, i, -milliseconds(290'000 - i * 14), -milliseconds(290'000 - i * 14 - 9)));
        p.answerHolds(answer);
        p.drawn();
        QVERIFY(p.page.lanes().drawnBars() <= 1000);
        QVERIFY(p.page.lanes().drawnBars() > 200);
    }

    void beatsAndGaps()
    {
        const Instant at = now();
        const Lock lock = samples::renewed(at);
        std::deque<LockEvent> events;
        const auto add = [&](EventKind kind, milliseconds ago, std::optional<milliseconds> held = {}) {
            LockEvent event = samples::event(kind, lock, at - ago, 30s);
            event.held = held;
            events.push_back(event);
        };
        add(EventKind::Acquired, 100s);
        add(EventKind::Renewed, 90s);
        add(EventKind::Renewed, 60s); // Two are missing
        add(EventKind::Released, 55s, 45s);
        add(EventKind::Acquired, 30s); // Another hold: no gap before it
        add(EventKind::Renewed, 20s);
        Renewals renewals{.count = 1, .period = 10s, .lastAt = at - 20s};
        const Heartbeat seen = heartbeatOf(events, renewals, false, at - 120s, at);
        QCOMPARE(seen.beats.size(), size_t(3));
        QCOMPARE(seen.holds.size(), size_t(2));
        QCOMPARE(seen.ends.size(), size_t(1));
        QCOMPARE(seen.gaps.size(), size_t(2));
        QCOMPARE(seen.gaps[0].missed, qint64(2));
        QCOMPARE(seen.gaps[1].missed, qint64(1)); // The one now due
        QCOMPARE(seen.gaps[1].to, at);
        QVERIFY(heartbeatOf(events, renewals, true, at - 50s, at).gaps.empty());
    }

    void theStripSaysRhythmAndLease()
    {
        const Instant at = now();
        HeartbeatStrip strip;
        Lock lock = samples::renewed(at);
        strip.start(std::make_shared<const Lock>(lock), samples::history(lock, at));
        QVERIFY(strip.hasBeats());
        const QString words = strip.words(at);
        QVERIFY2(words.contains(text::duration(10s)) && words.contains(text::duration(30s)),
                 qPrintable(words));
        QVERIFY(strip.heartbeat(at).gaps.empty());
        lock.renewals.missed = 2;
        strip.update(std::make_shared<const Lock>(lock));
        QVERIFY(strip.words(at).contains(QStringLiteral("2 missed")));
        HeartbeatStrip still;
        still.start(std::make_shared<const Lock>(samples::stuck(at)), {});
        QVERIFY(!still.hasBeats());
    }

    void aStoryIsToldOfALockThatIsGone()
    {
        HistoryBridge link;
        QSignalSpy asked(&link, &HistoryBridge::storyWanted);
        StoryDialog dialog(link, LockName{"order:77:lock"});
        QCOMPARE(asked.count(), 1);
        const Lock lock = samples::renewed(now());
        std::vector<LockEvent> events = samples::history(lock, now());
        events[1].held = 14s;
        emit link.storyReady(asked.last().at(0).toULongLong(), LockStory{.events = events});
        QCOMPARE(dialog.events().model()->rowCount(), int(events.size()));
        QVERIFY2(dialog.summary().contains(QStringLiteral("acquired 2 times, by 2 owners")),
                 qPrintable(dialog.summary()));
        QVERIFY(dialog.summary().contains(text::duration(14s)));
    }

    void aStorySaysWhatItLeavesOut()
    {
        HistoryBridge link;
        QSignalSpy asked(&link, &HistoryBridge::storyWanted);
        StoryDialog dialog(link, LockName{"order:77:lock"});
        const Lock lock = samples::renewed(now());
        LockStory story{.truncated = true, .since = Start};
        for (int i = 0; i < 5'000; ++i)
            story.events.push_back(samples::event(EventKind::Renewed, lock, now() - i * 1ms, 30s));
        emit link.storyReady(asked.last().at(0).toULongLong(), story);
        QCOMPARE(dialog.events().model()->rowCount(), 5'000);
        QVERIFY2(dialog.summary().contains(QStringLiteral("older events are remembered")),
                 qPrintable(dialog.summary()));
        LockEvent seen = samples::event(EventKind::Acquired, lock, now() - 60s, 30s);
        seen.held = 20s;
        story = {.events = {seen}, .since = Start};
        emit link.storyReady(asked.last().at(0).toULongLong(), story);
        QCOMPARE(dialog.events().model()->rowCount(), 1);
        QCOMPARE(dialog.events().model()->index(0, 1).data().toString(), QStringLiteral("already held"));
        QVERIFY2(dialog.summary().contains(QStringLiteral("Already held when first seen")) &&
                     dialog.summary().contains(QStringLiteral("acquired 0 times")) &&
                     dialog.summary().contains(
                         QStringLiteral("No events known before %1").arg(text::dateAndTime(Start))),
                 qPrintable(dialog.summary()));
    }

    void pictures_data() { test::pictureLooks(); }
    void pictures()
    {
        const test::Pictures pictures("timeline");
        if (!pictures.isWanted())
            QSKIP("LOCKSCOPE_PICTURES is not set");
        Page p;
        p.fill(10);
        p.page.choose(samples::lockName(2));
        p.answerLocks(10);
        p.answerHolds(samples::holds(Start, 10));
        p.drawn();
        pictures.save(p.page, "live");
        p.page.legendButton()->click();
        p.drawn();
        pictures.save(p.page, "legend");
        p.page.lookBack(Start - 120s);
        HistoryMoment moment{.at = Start - 120s};
        for (const Hold &one : samples::holds(Start, 10).holds) {
            if (one.began <= moment.at && (!one.ended || *one.ended > moment.at))
                moment.holds.push_back(one);
        }
        emit p.link.momentReady(p.askedMoment.last().at(0).toULongLong(), moment);
        p.drawn();
        pictures.save(p.page, "moment");
        p.page.resize(1280, 205);
        p.drawn();
        pictures.save(p.page, "low");
        HeartbeatStrip strip;
        Lock lock = samples::renewed(now());
        std::vector<LockEvent> events = samples::history(lock, now());
        events.erase(events.begin() + 9);
        strip.start(std::make_shared<const Lock>(lock), events);
        strip.resize(420, strip.sizeHint().height());
        strip.show();
        pictures.save(strip, "heartbeat");
        HistoryBridge link;
        QSignalSpy asked(&link, &HistoryBridge::storyWanted);
        StoryDialog dialog(link, lock.key);
        emit link.storyReady(asked.last().at(0).toULongLong(), LockStory{.events = events});
        dialog.show();
        pictures.save(dialog, "story");
    }
};

LOCKSCOPE_UI_TEST(tst_TimelinePage)

} // namespace tst_timelinepage

#include "tst_timelinepage.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The Timeline page: its queries, the mouse, exported files.

#include "tests/support/uirunner.h"
#include "tests/ui/exportedfile.h"
#include "tests/ui/historysamples.h"
#include "tests/ui/timeline/answeredtimeline.h"
#include "tests/ui/uisamples.h"
#include "ui/detail/heartbeatstrip.h"
#include "ui/detail/lockeventsdialog.h"
#include "ui/plots/redrawthrottle.h"
#include "ui/plots/timebar.h"
#include "ui/text/format.h"
#include "ui/theme/language.h"
#include "ui/timeline/holdlanes.h"
#include "ui/timeline/timelinepage.h"

#include <QImage>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

namespace tst_timelinepage
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::hold;
using lockscope::samples::Start;
using lockscope::test::AnsweredTimeline;

class tst_TimelinePage : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void whereNothingIsKnownItSaysSo()
    {
        const auto told = [](const HoldsAnswer &answer) {
            AnsweredTimeline p;
            p.page.show();
            p.answerLocks(0);
            if (!p.query().keys.empty() || p.query().most != 0)
                return QStringLiteral("asked for all locks");
            p.answerHolds(answer);
            return p.page.lanes().why();
        };
        const WallTime from = Start - 1h;
        const QString nothing = told({.since = from});
        QVERIFY2(nothing.contains(QStringLiteral("No lock was seen to be acquired")), qPrintable(nothing));
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
        QVERIFY2(part.contains(QStringLiteral("No lock was seen to be acquired")) &&
                     part.contains(text::dateAndTime(Start - 10s)),
                 qPrintable(part));
        const QString away = told({.since = from, .unseen = {{Start - 2h, Start}}});
        QVERIFY2(away.contains(QStringLiteral("Not observed")), qPrintable(away));
        QVERIFY(!away.contains(QStringLiteral("No lock")));
    }

    void aClickShowsTheLock()
    {
        AnsweredTimeline p;
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
        AnsweredTimeline p;
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

    void aHiddenPageAsksNothing()
    {
        AnsweredTimeline p;
        p.page.choose(samples::lockName(1));
        p.window.setSpan(1h);
        emit p.bridge.opened();
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
        emit p.bridge.opened();
        p.page.choose(samples::lockName(2));
        QVERIFY(p.isAtRest());
        QCOMPARE(p.askedLocks.count() + p.askedHolds.count(), asked);
    }

    void oneQuestionAtATime()
    {
        AnsweredTimeline p;
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
        AnsweredTimeline p;
        p.show();
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
        AnsweredTimeline p;
        p.show();
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
};

LOCKSCOPE_UI_TEST(tst_TimelinePage)

} // namespace tst_timelinepage

#include "tst_timelinepage.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The moment of a recording, and its controls.

#include "tests/support/uirunner.h"
#include "ui/recording/playbar.h"
#include "ui/text/format.h"
#include "ui/theme/language.h"

#include <QAction>
#include <QComboBox>
#include <QDateTime>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>

namespace tst_playhead
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const WallTime Start{1'700'000'000s};
const HistoryRange Minute{Start, Start + 60s};

// The clock moves on by a second each time it is read.
Playhead::Clock secondByReading()
{
    return [at = Instant()]() mutable { return at += 1s; };
}

} // namespace

class tst_Playhead : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void itBeginsAtTheBeginning()
    {
        Playhead head;
        QSignalSpy moved(&head, &Playhead::moved);
        head.setExtent(Minute);
        QCOMPARE(head.at(), Start);
        QCOMPARE(moved.count(), 1);
        head.moveTo(Start + 10s);
        head.setExtent({Start, Start + 90s}); // It has grown
        QCOMPARE(head.at(), Start + 10s);
        QCOMPARE(moved.count(), 2);
        head.moveTo(Start + 500s);
        QCOMPARE(head.at(), Start + 90s);
        head.moveTo(Start - 1s);
        QCOMPARE(head.at(), Start);
    }

    void itPlaysToTheEndAndStops()
    {
        Playhead head(secondByReading());
        head.setExtent(Minute);
        head.setSpeed(10);
        QSignalSpy playing(&head, &Playhead::playingChanged);
        head.setPlaying(true);
        QTRY_VERIFY(head.at() > Start);
        QCOMPARE((head.at() - Start) % 10s, WallTime::duration(0)); // Ten seconds for each of the clock
        QTRY_VERIFY(!head.isPlaying());
        QCOMPARE(head.at(), Minute.to);
        QCOMPARE(playing.count(), 2);
        head.setPlaying(true); // Once more
        QCOMPARE(head.at(), Start);
        head.setPlaying(false);
    }

    void nothingIsNotPlayed()
    {
        Playhead head;
        head.setExtent({Start, Start});
        head.setPlaying(true);
        QVERIFY(!head.isPlaying());
    }

    void theBarFollowsAndMovesIt()
    {
        Playhead head(secondByReading());
        PlayBar bar(head);
        head.setExtent(Minute);
        QCOMPARE(bar.slider()->value(), 0);
        head.moveTo(Start + 30s);
        QCOMPARE(bar.slider()->value(), bar.slider()->maximum() / 2);
        QCOMPARE(bar.time()->text(), text::dateAndTime(Start + 30s));
        bar.slider()->setValue(bar.slider()->maximum());
        QCOMPARE(head.at(), Minute.to);
        bar.speeds()->setCurrentIndex(2);
        QCOMPARE(head.speed(), 10);
        bar.playAction()->trigger();
        QVERIFY(head.isPlaying());
        QCOMPARE(bar.playAction()->iconText(), QStringLiteral("Pause"));
        bar.playAction()->trigger();
        QVERIFY(!head.isPlaying());
    }

    void aClickOnTheSliderGoesThere()
    {
        Playhead head;
        PlayBar bar(head);
        head.setExtent(Minute);
        bar.resize(900, 40);
        bar.show();
        QTest::mouseClick(bar.slider(), Qt::LeftButton, {}, bar.slider()->rect().center());
        QVERIFY(head.at() > Start + 25s && head.at() < Start + 35s);
    }

    void aTypedTimeIsGoneTo()
    {
        Playhead head;
        PlayBar bar(head);
        head.setExtent(Minute);
        bar.show();
        const auto type = [&bar](const QString &text) {
            bar.time()->selectAll();
            QTest::keyClicks(bar.time(), text);
        };
        type(QDateTime::fromSecsSinceEpoch(1'700'000'007).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")));
        head.moveTo(Start + 30s); // While it plays: what is typed stays
        QTest::keyClick(bar.time(), Qt::Key_Return);
        QCOMPARE(head.at(), Start + 7s);
        QCOMPARE(bar.time()->text(), text::dateAndTime(Start + 7s));
        QSignalSpy told(&bar, &PlayBar::told);
        type(QStringLiteral("soon"));
        QTest::keyClick(bar.time(), Qt::Key_Return);
        QCOMPARE(told.count(), 1);
        QCOMPARE(head.at(), Start + 7s);
        QCOMPARE(bar.time()->text(), text::dateAndTime(Start + 7s));
        type(QDateTime::fromSecsSinceEpoch(1'700'000'061).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")));
        QTest::keyClick(bar.time(), Qt::Key_Return);
        QCOMPARE(head.at(), Minute.to - 1ms);
        QCOMPARE(told.last().at(0).toString(),
                 QStringLiteral("The recording ends at ") + text::dateAndTime(Minute.to));
    }

    void timesAreReadAsTheyAreWritten()
    {
        const WallTime at = Start + 1'234ms;
        QCOMPARE(timeTyped(text::dateAndTime(at), Start), at);
        QCOMPARE(timeTyped(text::timeOfDay(at), Start), at);
        QCOMPARE(timeTyped(QStringLiteral(" ") + text::timeToTheSecond(Start), Start), Start);
        for (const char *no : {"", "25:00", "14", "14:05:10.250.1", "yesterday"})
            QVERIFY2(!timeTyped(QLatin1String(no), Start), no);
    }

    void stepsAreAskedFor()
    {
        Playhead head;
        PlayBar bar(head);
        head.setExtent(Minute);
        QSignalSpy wanted(&bar, &PlayBar::stopWanted);
        bar.forthAction()->trigger();
        QCOMPARE(wanted.last().at(0).value<PlaybackStop>(), PlaybackStop::Event);
        QCOMPARE(wanted.last().at(1).toBool(), true);
        bar.stops()->setCurrentIndex(2);
        bar.backAction()->trigger();
        QCOMPARE(wanted.last().at(0).value<PlaybackStop>(), PlaybackStop::Failover);
        QCOMPARE(wanted.last().at(1).toBool(), false);
    }
};

LOCKSCOPE_UI_TEST(tst_Playhead)

} // namespace tst_playhead

#include "tst_playhead.moc"

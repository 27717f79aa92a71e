// SPDX-License-Identifier: GPL-3.0-or-later
// The window of a recording, on real files: what it shows at each moment, and what it says of bad ones.

#include "tests/core/history/rotatedset.h"
#include "tests/support/rawsql.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/recording/openedrecording.h"
#include "ui/bridges/enginebridge.h"
#include "ui/bridges/historybridge.h"
#include "ui/contention/contentionpage.h"
#include "ui/forms/filteredit.h"
#include "ui/help/helpwindow.h"
#include "ui/holders/eventtimeline.h"
#include "ui/recording/playbar.h"
#include "ui/recording/recordedlock.h"
#include "ui/recording/recordingfiles.h"
#include "ui/recording/sharedialog.h"
#include "ui/theme/language.h"
#include "ui/timeline/holdlanes.h"
#include "ui/timeline/timelinepage.h"
#include "ui/widgets/notice.h"
#include "ui/window/mainwindow.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QDropEvent>
#include <QFile>
#include <QHeaderView>
#include <QMimeData>
#include <QPointer>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>
#include <QUrl>

namespace tst_recordingwindow
{

using namespace lockscope;
using namespace std::chrono_literals;
using test::happened;
using test::Opened;
using test::Recorded;
using test::Start;

namespace
{

struct BesideTheMainWindow {
    BesideTheMainWindow() { main.show(); }

    QTemporaryDir settings{};
    EngineBridge bridge{};
    HistoryBridge history{};
    MainWindow main{bridge, history, settings.path()};
    Recorded recorded{};
    Opened recording{recorded.file()};
};

} // namespace

class tst_RecordingWindow : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void eachMomentShowsWhatWasSo()
    {
        const Recorded recorded;
        Opened p(recorded.file());
        QAbstractItemModelTester tester(p.window.list().table()->model());
        QVERIFY(p.isOpen());
        QVERIFY(p.window.failure().isEmpty());
        QVERIFY(p.goTo(15s, 2));
        QCOMPARE(p.cell(0, MomentModel::LockColumn), QStringLiteral("orders"));
        QCOMPARE(p.cell(0, MomentModel::KindColumn), QStringLiteral("token-lock"));
        QCOMPARE(p.cell(0, MomentModel::OwnerColumn), QStringLiteral("ann"));
        QCOMPARE(p.cell(0, MomentModel::LengthColumn), QStringLiteral("10 s"));
        QCOMPARE(p.cell(0, MomentModel::WaitersColumn), QStringLiteral("3"));
        QCOMPARE(p.cell(0, MomentModel::VerdictColumn), QStringLiteral("OK"));
        QCOMPARE(p.cell(1, MomentModel::LockColumn), QStringLiteral("stock"));
        QCOMPARE(p.cell(1, MomentModel::WaitersColumn), QStringLiteral("unknown"));
        QCOMPARE(p.cell(1, MomentModel::VerdictColumn), QStringLiteral("no expiry"));
        QVERIFY(p.goTo(25s, 1));
        QVERIFY(p.goTo(35s, 2));
        QCOMPARE(p.cell(0, MomentModel::OwnerColumn), QStringLiteral("bob"));
    }

    void itOpensAtTheWorstLock()
    {
        const Recorded recorded;
        Opened p(recorded.file());
        QVERIFY(p.isOpen());
        QCOMPARE(p.window.lock().key(), LockName{"stock"}); // Without an expiry
        QVERIFY(p.goTo(15s, 2));
        QCOMPARE(p.window.list().model().lockAt(p.window.list().table()->currentIndex().row()),
                 LockName{"stock"});
        QTRY_VERIFY(p.window.lock().headline().startsWith(QStringLiteral("Held by eve")));
        QTest::keyClick(&p.window, Qt::Key_Escape);
        QVERIFY(p.window.lock().key().isEmpty());
        QVERIFY(p.goTo(35s, 2));
        QVERIFY(p.window.lock().key().isEmpty()); // As the user wanted
    }

    void theTtlCountsDown()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("locks.lockscope"));
        HistoryStore store(file);
        LockEvent taken = happened(EventKind::Acquired, "orders", "ann", 5s);
        taken.ttl = 30s;
        VERIFY_OK(test::beginRecording(store, Start));
        VERIFY_OK(store.append({taken, happened(EventKind::Acquired, "stock", "eve", 60s)}));
        VERIFY_OK(store.commit());
        Opened p(file);
        QVERIFY(p.isOpen() && p.goTo(15s, 1));
        QVERIFY(!p.window.list().table()->isColumnHidden(MomentModel::TtlColumn));
        QCOMPARE(p.cell(0, MomentModel::TtlColumn), QStringLiteral("20.0 s"));
        QVERIFY(p.goTo(16500ms, 1));
        QCOMPARE(p.cell(0, MomentModel::TtlColumn), QStringLiteral("18.5 s"));
        QVERIFY(p.goTo(40s, 1)); // Still held, so it was renewed unseen
        QCOMPARE(p.cell(0, MomentModel::TtlColumn), QStringLiteral("unknown"));
        p.window.filter().setText(QStringLiteral("ttl<19s"));
        QVERIFY(p.goTo(10s, 0) && p.goTo(17s, 1) && p.goTo(40s, 0));
    }

    // The main window has the same keys.
    void keysWorkBesideTheMainWindow()
    {
        BesideTheMainWindow p;
        p.recording.window.activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), &p.recording.window);
        QTest::keyClick(&p.recording.window, Qt::Key_F1);
        QVERIFY(p.recording.window.findChild<HelpWindow *>());
        QVERIFY(!p.main.findChild<HelpWindow *>());
        p.main.activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), &p.main);
        QTest::keyClick(&p.main, Qt::Key_F1);
        QVERIFY(p.main.findChild<HelpWindow *>());
        p.recording.window.activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), &p.recording.window);
        QTest::keyClick(&p.recording.window, Qt::Key_W, Qt::ControlModifier);
        QTRY_VERIFY(!p.recording.window.isVisible());
        QVERIFY(p.main.isVisible());
    }

    void keysWorkInItsDialogsToo()
    {
        BesideTheMainWindow p;
        p.recording.window.activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), &p.recording.window);
        QTest::keyClick(&p.recording.window, Qt::Key_F1);
        const QPointer<HelpWindow> help = p.recording.window.findChild<HelpWindow *>();
        QVERIFY(help);
        QTRY_COMPARE(QApplication::activeWindow(), help.data());
        QTest::keyClick(help.data(), Qt::Key_W, Qt::ControlModifier);
        QTRY_VERIFY(!help || !help->isVisible());
        QVERIFY(p.recording.window.isVisible() && p.main.isVisible());
    }

    void itOpensAtItsEndWithTheWorstFirst()
    {
        const Recorded recorded;
        Opened p(recorded.file());
        QVERIFY(p.isAt(60s - 1ms, 2));
        RecordingWindow fresh(recorded.file());
        const QHeaderView *header = fresh.list().table()->header();
        QCOMPARE(header->sortIndicatorSection(), int(MomentModel::VerdictColumn));
        QCOMPARE(header->sortIndicatorOrder(), Qt::DescendingOrder);
    }

    void aRotatedRecordingIsOne()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("set"));
        test::RotatedSet both(folder.filePath(QStringLiteral("whole")), file);
        VERIFY_OK(both.open());
        VERIFY_OK(both.add(happened(EventKind::Acquired, "orders", "ann", 5s)));
        VERIFY_OK(both.rotate(30s));
        VERIFY_OK(both.rotate(60s));
        VERIFY_OK(both.add(happened(EventKind::Released, "orders", "ann", 70s, 65s)));
        VERIFY_OK(both.commit());
        Opened p(file);
        QVERIFY(p.isOpen());
        QVERIFY2(p.window.about().contains(QStringLiteral("3 files")), qPrintable(p.window.about()));
        QVERIFY(p.window.flaws().isHidden());
        QVERIFY(p.goTo(45s, 1));
        QCOMPARE(p.cell(0, MomentModel::LengthColumn), QStringLiteral("40 s"));
        p.window.list().table()->setCurrentIndex(p.window.list().table()->model()->index(0, 0));
        QTRY_VERIFY(p.window.lock().headline().contains(QStringLiteral("Held by ann")));
        QVERIFY2(p.window.lock().headline().contains(QStringLiteral("Released at")),
                 qPrintable(p.window.lock().headline()));
        QVERIFY(p.goTo(75s - 5s, 0)); // It ended in another file than it began in
        QTRY_COMPARE(p.window.lock().events().model()->rowCount(), 2);

        p.window.shareAction()->trigger();
        const auto *share = p.window.findChild<ShareDialog *>();
        QVERIFY(share && share->earlier()->isChecked() && !share->earlier()->isHidden());
        QCOMPARE(share->earlier()->toolTip(), file + QStringLiteral(".1\n") + file + QStringLiteral(".2"));

        VERIFY_OK(both.close(80s));
        QVERIFY(QFile::remove(file + QStringLiteral(".1")));
        p.window.recording().look();
        QTRY_VERIFY(!p.window.flaws().isHidden());
        QTRY_VERIFY(p.window.about().contains(QStringLiteral("2 files")));
        QVERIFY(p.goTo(10s, 1) && p.goTo(45s, 0));
    }

    void onlyTheEndIsUnknown()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("locks.lockscope"));
        HistoryStore store(file);
        VERIFY_OK(test::beginRecording(store, Start));
        VERIFY_OK(store.append({happened(EventKind::Acquired, "orders", "ann", 5s)}));
        LockEvent end = happened(EventKind::Changed, "orders", "ann", 40s, 35s);
        end.heldIsLowerBound = true; // As older versions have it
        VERIFY_OK(store.append({end}));
        VERIFY_OK(store.close(Start + 60s));
        Opened p(file);
        QVERIFY(p.isOpen() && p.goTo(20s, 1));
        p.window.list().table()->setCurrentIndex(p.window.list().table()->model()->index(0, 0));
        QTRY_VERIFY(p.window.lock().headline().contains(QStringLiteral("for 15 s")));
        QVERIFY(!p.window.lock().headline().contains(QStringLiteral("before")));
    }

    void theWorstComesFirstWhenSorted()
    {
        const Recorded recorded;
        Opened p(recorded.file());
        QVERIFY(p.isOpen() && p.goTo(15s, 2));
        p.window.list().table()->sortByColumn(MomentModel::VerdictColumn, Qt::DescendingOrder);
        QTRY_COMPARE(p.cell(0, MomentModel::LockColumn), QStringLiteral("stock"));
        p.window.list().table()->sortByColumn(MomentModel::WaitersColumn, Qt::DescendingOrder);
        QTRY_COMPARE(p.cell(0, MomentModel::LockColumn), QStringLiteral("orders"));
    }

    void theChosenLockStaysChosen()
    {
        const Recorded recorded;
        Opened p(recorded.file());
        QVERIFY(p.isOpen() && p.goTo(15s, 2));
        QTreeView &table = *p.window.list().table();
        table.setCurrentIndex(table.model()->index(0, 0)); // As an arrow key does
        QCOMPARE(p.window.lock().key(), LockName{"orders"});
        const auto events = [&] { return p.window.lock().events().model()->rowCount(); };
        QTRY_COMPARE(events(), 2); // Those up to the moment: acquired, three waiters
        QTRY_VERIFY(p.window.lock().headline().contains(QStringLiteral("Held by ann")));
        QVERIFY(p.window.lock().headline().contains(QStringLiteral("Released at")));
        QVERIFY(p.goTo(25s, 1));
        QVERIFY(p.window.lock().headline().contains(QStringLiteral("Not held")));
        QCOMPARE(events(), 3);
        QVERIFY(p.goTo(35s, 2));
        QVERIFY(p.window.lock().headline().contains(QStringLiteral("Held by bob")));
        QVERIFY(p.window.lock().headline().contains(QStringLiteral("until the recording ends")));
        QCOMPARE(p.window.lock().key(), LockName{"orders"});
        QTest::keyClick(&p.window, Qt::Key_Escape);
        QVERIFY(p.window.lock().key().isEmpty());
    }

    void theKeysOfFilterAndHelp()
    {
        const Recorded recorded;
        Opened p(recorded.file());
        QVERIFY(p.isOpen() && QTest::qWaitForWindowActive(&p.window));
        QTest::keyClick(&p.window, Qt::Key_Slash);
        QVERIFY(p.window.filter().hasFocus());
        QTest::keyClick(&p.window, Qt::Key_F1);
        const auto *help = p.window.findChild<HelpWindow *>();
        QVERIFY(help);
        QCOMPARE(help->document(), QStringLiteral("guide"));
        QTRY_VERIFY(help->position() > 0);
    }

    void theFilterListsAPart()
    {
        const Recorded recorded;
        Opened p(recorded.file());
        QVERIFY(p.isOpen() && p.goTo(15s, 2));
        p.window.filter().setText(QStringLiteral("EVE"));
        QVERIFY(p.isAt(15s, 1));
        QCOMPARE(p.cell(0, MomentModel::LockColumn), QStringLiteral("stock"));
        QVERIFY2(p.window.list().title().contains(QStringLiteral("1 of 2")),
                 qPrintable(p.window.list().title()));
        p.window.playhead().moveTo(Start + 16s);
        QVERIFY(p.isAt(16s, 1)); // It stays
        p.window.filter().clear();
        QVERIFY(p.isAt(16s, 2));
    }

    void itGoesToTheNextChange()
    {
        const Recorded recorded;
        Opened p(recorded.file());
        QVERIFY(p.isOpen());
        QTest::keyClick(&p.window, Qt::Key_Escape); // Of all locks
        p.window.bar().forthAction()->trigger();
        QVERIFY(p.isAt(5s, 1));
        p.window.bar().forthAction()->trigger();
        QVERIFY(p.isAt(8s, 2));
        p.window.bar().backAction()->trigger();
        QVERIFY(p.isAt(5s, 1));
        emit p.window.bar().stopWanted(PlaybackStop::Failover, true);
        QVERIFY(p.isAt(40s, 2));
    }

    void theTimelineHasTheMoment()
    {
        const Recorded recorded;
        Opened p(recorded.file());
        QVERIFY(p.isOpen());
        QTest::keyClick(&p.window, Qt::Key_Escape); // All locks have a lane
        QTRY_COMPARE(p.window.timeline().lanes().lanes().size(), size_t(2));
        emit p.window.timeline().lanes().momentChanged(Start + 30s); // The user drags its line
        QVERIFY(p.isAt(30s, 2));
        QVERIFY(p.window.timeline().moment().isHidden());
        p.window.pages()->setCurrentWidget(&p.window.contention());
        QTRY_VERIFY(p.window.contention().feed().isKnown());
    }

    void aLockOfTheTimelineIsChosenInTheList()
    {
        const Recorded recorded;
        Opened p(recorded.file());
        QVERIFY(p.isOpen() && p.goTo(15s, 2));
        emit p.window.timeline().lockWanted({"stock"});
        QCOMPARE(p.window.list().table()->currentIndex().row(), 1);
        QCOMPARE(p.window.lock().key(), LockName{"stock"});
        p.window.filter().setText(QStringLiteral("ann")); // Not listed, and still chosen
        QVERIFY(p.isAt(15s, 1));
        QVERIFY(!p.window.list().table()->currentIndex().isValid());
        p.window.filter().clear();
        QVERIFY(p.isAt(15s, 2));
        QCOMPARE(p.window.list().table()->currentIndex().row(), 1);
        emit p.window.timeline().lanes().momentChanged({}); // Escape there
        QVERIFY(p.window.lock().key().isEmpty());
        QVERIFY(!p.window.list().table()->currentIndex().isValid());
    }

    void eachOfSeveralHoldersCanBeReached()
    {
        Recorded recorded;
        const std::vector<LockEvent> shared{happened(EventKind::Acquired, "tickets", "r1", 70s),
                                            happened(EventKind::Acquired, "tickets", "r2", 71s)};
        QVERIFY(recorded.store.append(shared).ok() && recorded.store.commit().ok());
        Opened p(recorded.file());
        QVERIFY(p.isOpen() && p.goTo(71s, 4));
        QTreeView &table = *p.window.list().table();
        const auto current = [&table] { return table.currentIndex().row(); };
        table.setCurrentIndex(table.model()->index(2, 0));
        QTest::keyClick(&table, Qt::Key_Down);
        QCOMPARE(current(), 3);
        QCOMPARE(p.cell(3, MomentModel::OwnerColumn), QStringLiteral("r2"));
        p.window.playhead().moveTo(Start + 70s); // Only the other one holds it
        QVERIFY(p.isAt(70s, 3));
        QCOMPARE(current(), 2);
        QVERIFY(p.goTo(71s, 4));
        QCOMPARE(current(), 3);
        QTest::keyClick(&table, Qt::Key_Up);
        QTest::keyClick(&table, Qt::Key_Up);
        QCOMPARE(current(), 1);
    }

    // A filter is typed while the answer is on its way.
    void theFilterDoesNotLoseTheMoment()
    {
        const Recorded recorded;
        Opened p(recorded.file());
        QVERIFY(p.isOpen() && p.goTo(15s, 2));
        p.window.playhead().moveTo(Start + 25s);
        p.window.filter().setText(QStringLiteral("s"));
        QVERIFY(p.isAt(25s, 1));
    }

    void stepsAreOfTheChosenLock()
    {
        const Recorded recorded;
        Opened p(recorded.file());
        QVERIFY(p.isOpen() && p.goTo(6s, 1));
        emit p.window.timeline().lockWanted({"orders"});
        p.window.bar().forthAction()->trigger();
        QVERIFY(p.isAt(12s, 2)); // Not at 8 s, when the other one is acquired
        p.window.bar().forthAction()->trigger();
        QVERIFY(p.isAt(20s, 1));
    }

    void locksOfALostServerAreAsLastKnown()
    {
        Recorded recorded;
        const Mark lost{.kind = Mark::Kind::Lost, .at = Start + 50s, .node = {"127.0.0.1:6379"}};
        QVERIFY(recorded.store.append(lost).ok() && recorded.store.commit().ok());
        Opened p(recorded.file());
        QVERIFY(p.isOpen() && p.goTo(55s, 2));
        QCOMPARE(p.cell(0, MomentModel::LengthColumn), QStringLiteral("unknown"));
        QCOMPARE(p.cell(0, MomentModel::VerdictColumn), QStringLiteral("unknown"));
        emit p.window.timeline().lockWanted({"orders"});
        QTRY_VERIFY2(p.window.lock().headline().contains(QStringLiteral("could not be reached")),
                     qPrintable(p.window.lock().headline()));
        QVERIFY(p.goTo(45s, 2));
        QCOMPARE(p.cell(0, MomentModel::LengthColumn), QStringLiteral("15 s"));
        QVERIFY(!p.window.lock().headline().contains(QStringLiteral("could not be reached")));
    }

    void aGrowingRecordingIsFollowed()
    {
        Recorded recorded;
        Opened p(recorded.file());
        QVERIFY(p.isOpen());
        QVERIFY(recorded.store.append({happened(EventKind::Acquired, "late", "zoe", 90s)}).ok());
        QVERIFY(recorded.store.commit().ok());
        QTRY_COMPARE(p.window.playhead().extent().to, Start + 90s);
        QCOMPARE(p.window.playhead().at(), Start);
        QVERIFY(p.window.timeWindow().range().to >= Start + 90s); // All of it is shown, as before
        QVERIFY(p.goTo(90s, 3));
    }

    void badFilesSayWhy()
    {
        QTemporaryDir folder;
        const QString name = folder.filePath(QStringLiteral("text"));
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray(4096, 'x')) == 4096);
        file.close();
        Opened p(name);
        QTRY_VERIFY2(p.window.failure().contains(name), qPrintable(p.window.failure()));
        const auto offered = [&p] {
            QStringList texts;
            for (const QPushButton *button : p.window.findChildren<QPushButton *>()) {
                if (button->isVisible())
                    texts << QString(button->text()).remove(u'&');
            }
            return texts;
        };
        const QStringList both{QStringLiteral("Try again"), QStringLiteral("Open another…")};
        QTRY_COMPARE(offered(), both);
        const Recorded recorded;
        const QStringList whole{QStringLiteral("PRAGMA wal_checkpoint(TRUNCATE)")};
        QCOMPARE(test::sql(recorded.file(), whole), QString());
        QVERIFY(QFile::remove(name) && QFile::copy(recorded.file(), name));
        p.window.open(); // As "Try again" does
        QVERIFY(p.isOpen());
        QVERIFY(p.window.failure().isEmpty());
    }

    void recordingsAreDropped()
    {
        QWidget window;
        QStringList taken;
        new RecordingDrop(&window, [&taken](const QString &file) { taken << file; });
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp/a b.lockscope")),
                      QUrl(QStringLiteral("https://example.org/c.lockscope"))});
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
        enter.setAccepted(false);
        QCoreApplication::sendEvent(&window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({5, 5}, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
        drop.setAccepted(false);
        QCoreApplication::sendEvent(&window, &drop);
        QVERIFY(drop.isAccepted());
        QCOMPARE(drop.dropAction(), Qt::CopyAction); // The file stays where it is
        QCOMPARE(taken, QStringList{QStringLiteral("/tmp/a b.lockscope")});
    }
};

LOCKSCOPE_UI_TEST(tst_RecordingWindow)

} // namespace tst_recordingwindow

#include "tst_recordingwindow.moc"

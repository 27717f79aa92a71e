// SPDX-License-Identifier: GPL-3.0-or-later
// Locks that the window's own engine holds, on a real redis-server: marked, managed, reported when lost, and
// asked about before the connection closes.

#include "core/lab/sandbox/sandbox.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/pictures.h"
#include "tests/ui/window/livewindowtest.h"
#include "ui/acts/actdialogs.h"
#include "ui/acts/receiptview.h"
#include "ui/bridges/enginebridge.h"
#include "ui/detail/detailpane.h"
#include "ui/forms/durationedit.h"
#include "ui/forms/reasonedit.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/locks/model/lockcells.h"
#include "ui/ownholds/holdbar.h"
#include "ui/ownholds/holdsdialog.h"
#include "ui/ownholds/holdsquestion.h"
#include "ui/ownholds/holdsview.h"
#include "ui/ownholds/ownholds.h"
#include "ui/status/statusline.h"
#include "ui/widgets/notice.h"
#include "ui/window/mainwindow.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_ownholdswindow
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_OwnHoldsWindow : public LiveWindowTest
{
    Q_OBJECT

    OwnHolds &holds() { return m_window->holds(); }
    template<class Widget> Widget *child() { return m_window->findChild<Widget *>(); }

    ActRequest acquiring(const QByteArray &key, std::optional<milliseconds> lease, bool watchdog)
    {
        return {.act = ActKind::Acquire, .key = {key}, .kind = "rlock", .lease = lease, .watchdog = watchdog};
    }
    void take(const QByteArray &key, std::optional<milliseconds> lease = {}, bool watchdog = true)
    {
        const size_t before = holds().all().size();
        m_link->act(acquiring(key, lease, watchdog));
        QTRY_COMPARE(holds().all().size(), before + 1);
        QTRY_VERIFY(model().find({key}));
    }
    // Takes a lock that no clock ends.
    void takeForEver(const QByteArray &key)
    {
        const size_t before = holds().all().size();
        m_link->act({.act = ActKind::Acquire, .key = {key}, .kind = "spring-lock", .lease = 1h});
        QTRY_COMPARE(holds().all().size(), before + 1);
        ask({"PERSIST", key});
        QTRY_VERIFY(model().find({key}) && !model().find({key})->expiresAt);
    }
    QVariant keyCell(const QByteArray &key, int role)
    {
        return model().indexOf({key}).siblingAtColumn(int(LockColumn::Key)).data(role);
    }

private slots:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        startServer();
        openWindow();
        m_window->connectTo(m_redis->tcp());
        QTRY_VERIFY(m_window->isFilled());
    }
    void cleanup() { end(); }

    void isMarkedWhereverItIsShown()
    {
        ask({"SET", "lock:other", "token-1", "PX", "60000"});
        take("lock:a");
        QTRY_VERIFY(model().find({"lock:other"}));
        QVERIFY(keyCell("lock:a", LockModel::OwnRole).toBool());
        QVERIFY(!keyCell("lock:other", LockModel::OwnRole).toBool());
        for (const int role : {int(Qt::ToolTipRole), int(Qt::AccessibleTextRole)}) {
            QVERIFY(keyCell("lock:a", role).toString().contains(QStringLiteral("held by this Lockscope")));
            QVERIFY(!keyCell("lock:other", role).toString().contains(QStringLiteral("Lockscope")));
        }
        QVERIFY(m_window->status().text().contains(QStringLiteral("holds 1")));
        auto *bar = child<HoldBar>();
        m_window->locks().view().choose({"lock:other"});
        QTRY_COMPARE(m_window->detail().shownKey(), LockName{"lock:other"});
        QVERIFY(bar->isHidden());
        m_window->locks().view().choose({"lock:a"});
        QTRY_VERIFY(!bar->isHidden());
        bar->releaseButton()->click();
        QTRY_COMPARE(ask({"EXISTS", "lock:a"}), "0");
        QTRY_VERIFY(holds().isEmpty());
        QTRY_VERIFY(bar->isHidden());
        QVERIFY(!m_window->status().text().contains(QStringLiteral("holds")));
    }

    void isRenewedAndLeftToRunOutByHand()
    {
        take("lock:a", 20s, false);
        m_window->actions().holds->trigger();
        auto *dialog = child<HoldsDialog>();
        QVERIFY(dialog);
        QCOMPARE(dialog->view().topLevelItemCount(), 1);
        QVERIFY(!dialog->stopButton()->isEnabled()); // It is not renewed
        ask({"PEXPIRE", "lock:a", "9000"});          // As if held for long
        dialog->renewButton()->click();
        QTRY_VERIFY(ask({"PTTL", "lock:a"}).toLongLong() > 9000);
        QVERIFY(ask({"PTTL", "lock:a"}).toLongLong() <= 20000); // The original lease, not longer
        QTRY_VERIFY2(dialog->said().contains(QStringLiteral("lock:a")), qPrintable(dialog->said()));
        take("lock:b", 6s);
        dialog->view().setCurrentItem(dialog->view().itemOf(holds().all().back()));
        QVERIFY(dialog->stopButton()->isEnabled());
        dialog->stopButton()->click();
        QTRY_VERIFY(!holds().all().back().renewed);
        QTRY_COMPARE_WITH_TIMEOUT(ask({"EXISTS", "lock:b"}), "0", 20000);
        QTRY_COMPARE(holds().all().size(), size_t(1));
        QVERIFY(m_window->locks().alarmShown().isHidden()); // It was intended
        dialog->releaseAllButton()->click();
        QTRY_COMPARE(ask({"DBSIZE"}), "0");
        QTRY_VERIFY(holds().isEmpty());
    }

    void aDoubleClickReleasesOneLock()
    {
        take("lock:a");
        take("lock:b");
        m_window->actions().holds->trigger();
        auto *dialog = child<HoldsDialog>();
        QVERIFY(dialog->view().selected()); // It opens with a selection
        dialog->view().setCurrentItem(dialog->view().itemOf(holds().all().back()));
        dialog->releaseButton()->setFocus();
        dialog->releaseButton()->click();
        QVERIFY(!dialog->releaseButton()->isEnabled());
        QTRY_COMPARE(holds().all().size(), size_t(1));
        QTRY_VERIFY(!holds().isReleasing(holds().all().front()) && holds().releasing().empty());
        QVERIFY(!dialog->view().selected());
        // A second key press reaches the list; a row that is only current is not selected.
        QCOMPARE(dialog->focusWidget(), &dialog->view());
        dialog->view().setCurrentItem(dialog->view().topLevelItem(0), 0, QItemSelectionModel::NoUpdate);
        for (QPushButton *button : {dialog->releaseButton(), dialog->renewButton(), dialog->stopButton()})
            QVERIFY(!button->isEnabled());
        dialog->view().setCurrentItem(dialog->view().topLevelItem(0));
        QVERIFY(dialog->releaseButton()->isEnabled());
        QCOMPARE(ask({"EXISTS", "lock:a"}), "1");
        QCOMPARE(ask({"EXISTS", "lock:b"}), "0");
    }

    void twoClicksGiveBackOnePermit()
    {
        const QByteArray key = "lock:semaphore:permits";
        ask({"SET", key, "2"});
        m_link->act({.act = ActKind::Acquire, .key = {key}, .kind = "semaphore"});
        QTRY_COMPARE(holds().all().size(), size_t(1));
        QCOMPARE(ask({"GET", key}), "1");
        QTRY_VERIFY(model().find({key}));
        m_window->locks().view().choose({key});
        auto *bar = child<HoldBar>();
        QTRY_VERIFY(!bar->isHidden());
        QSignalSpy asked(m_link.get(), &EngineBridge::actWanted);
        const OwnHolding held = holds().all().front();
        bar->releaseButton()->click();
        QVERIFY(!bar->releaseButton()->isEnabled());
        bar->releaseWanted(held);
        bool over = false;
        holds().releaseAll({held}, 10s, this, [&over](const std::vector<Receipt> &) { over = true; });
        QTRY_VERIFY(over);
        QVERIFY(holds().isEmpty());
        QCOMPARE(asked.size(), 1);
        QCOMPARE(ask({"GET", key}), "2");
    }

    void eachHoldOfAnOwnerIsLeftOrReleasedByItself()
    {
        const OwnerId ann{"11111111-1111-4111-8111-111111111111:1"};
        for (const HoldMode mode : {HoldMode::Write, HoldMode::Read}) {
            const size_t before = holds().all().size();
            m_link->act({.act = ActKind::Acquire,
                         .key = {"lock:rw"},
                         .kind = "rw-lock",
                         .owner = ann,
                         .mode = mode,
                         .lease = 60s});
            QTRY_COMPARE(holds().all().size(), before + 1);
        }
        QCOMPARE(ask({"HLEN", "lock:rw"}), "3"); // The mode, and one field for each hold
        QVERIFY(!m_window->close());
        auto *question = child<HoldsQuestion>();
        QCOMPARE(holds().all().back().mode, HoldMode::Read);
        question->choose(holds().all().front(), HoldsQuestion::Choice::Leave);
        question->goOnButton()->click();
        QTRY_VERIFY(!m_window->isVisible());
        QCOMPARE(ask({"HKEYS", "lock:rw"}), "mode\n" + ann.bytes + ":write");
    }

    void allIsReleasedAsOftenAsItIsHeld()
    {
        take("lock:a");
        take("lock:b");
        ActRequest again = acquiring("lock:a", {}, true);
        again.owner = holds().all().front().owner;
        m_link->act(again);
        QTRY_COMPARE(holds().all().front().count, qint64(2));
        m_window->actions().holds->trigger();
        auto *dialog = child<HoldsDialog>();
        dialog->releaseAllButton()->click();
        QVERIFY(!dialog->releaseAllButton()->isEnabled());
        QTRY_COMPARE(dialog->said(), QStringLiteral("All released"));
        QVERIFY(holds().isEmpty());
        QCOMPARE(ask({"DBSIZE"}), "0");
    }

    void whatIsNotReleasedOfAllIsSaid()
    {
        take("lock:a");
        m_window->actions().holds->trigger();
        auto *dialog = child<HoldsDialog>();
        m_redis->stop();
        dialog->releaseAllButton()->click();
        QTRY_VERIFY_WITH_TIMEOUT(dialog->said().startsWith(QStringLiteral("Not released:")), 20000);
        QVERIFY2(dialog->said().contains(QStringLiteral("lock:a")), qPrintable(dialog->said()));
        QVERIFY(dialog->releaseAllButton()->isEnabled());
    }

    void aLossIsToldLoudly_data()
    {
        QTest::addColumn<bool>("watchdog");
        QTest::addColumn<bool>("taken");
        QTest::newRow("renewed, deleted") << true << false;
        QTest::newRow("renewed, taken by another") << true << true;
        QTest::newRow("not renewed, deleted") << false << false;
        QTest::newRow("not renewed, taken by another") << false << true;
    }

    void aLossIsToldLoudly()
    {
        QFETCH(bool, watchdog);
        QFETCH(bool, taken);
        QSignalSpy told(&m_window->teller(), &DesktopNotifier::told);
        take("lock:a", 60s, watchdog);
        if (taken)
            ask({"EVAL", "redis.call('DEL', KEYS[1]) return redis.call('HSET', KEYS[1], ARGV[1], 1)", "1",
                 "lock:a", "22222222-2222-4222-8222-222222222222:7"});
        else
            ask({"DEL", "lock:a"});
        QTRY_VERIFY(!m_window->locks().alarmShown().isHidden());
        QVERIFY(m_window->locks().alarmShown().sentence().contains(QStringLiteral("lock:a")));
        QCOMPARE(told.size(), 1);
        QVERIFY(told[0][1].toString().contains(QStringLiteral("lock:a")));
        QTRY_VERIFY(holds().isEmpty()); // Told after the loss
        QVERIFY(!keyCell("lock:a", LockModel::OwnRole).toBool());
    }

    void whatRunsOutIsToldCalmly()
    {
        QSignalSpy told(&m_window->teller(), &DesktopNotifier::told);
        take("lock:a", 4s, false);
        QTRY_VERIFY_WITH_TIMEOUT(holds().isEmpty(), 20000);
        QTRY_COMPARE(told.size(), 1);
        QVERIFY(m_window->locks().alarmShown().isHidden());
    }

    void quittingAsks()
    {
        take("lock:a");
        take("lock:b");
        QVERIFY(!m_window->close());
        QVERIFY(m_window->isVisible());
        auto *question = child<HoldsQuestion>();
        QVERIFY(question);
        QVERIFY(!m_window->close()); // Never asks twice at once
        QCOMPARE(m_window->findChildren<HoldsQuestion *>().size(), 1);
        question->cancelButton()->click();
        QTRY_VERIFY(!child<HoldsQuestion>());
        QVERIFY(m_window->isVisible());
        QCOMPARE(holds().all().size(), size_t(2));
        QVERIFY(!m_window->close());
        question = child<HoldsQuestion>();
        question->choose(holds().all()[1], HoldsQuestion::Choice::Leave);
        question->goOnButton()->click();
        QTRY_VERIFY(!m_window->isVisible());
        QCOMPARE(ask({"EXISTS", "lock:a"}), "0");
        QCOMPARE(ask({"EXISTS", "lock:b"}), "1");
        QVERIFY(ask({"PTTL", "lock:b"}).toLongLong() > 0);
    }

    void disconnectingAndConnectingAsk()
    {
        take("lock:a");
        m_window->disconnectFromServer();
        auto *question = child<HoldsQuestion>();
        QVERIFY(question);
        QVERIFY(m_window->deployment().spec);
        question->cancelButton()->click();
        QTRY_VERIFY(!child<HoldsQuestion>());
        const QSignalSpy sandboxes(m_window.get(), &MainWindow::sandboxWanted);
        m_window->actions().sandboxes.front()->trigger();
        question = child<HoldsQuestion>();
        QVERIFY(question);
        question->cancelButton()->click();
        QTRY_VERIFY(!child<HoldsQuestion>());
        QCOMPARE(sandboxes.count(), 0);
        QVERIFY(m_window->deployment().spec);
        auto other = Sandbox::start();
        VERIFY_OK(other);
        m_window->connectTo((*other)->tcp());
        question = child<HoldsQuestion>();
        QVERIFY(question);
        QCOMPARE(m_window->deployment().spec->port, m_redis->port());
        question->goOnButton()->click();
        QTRY_COMPARE(m_window->deployment().spec->port, (*other)->port());
        QCOMPARE(ask({"EXISTS", "lock:a"}), "0");
        QTRY_VERIFY(holds().isEmpty());
        m_window->disconnectFromServer(); // Nothing to ask about
        QVERIFY(!m_window->deployment().spec);
    }

    void leavingOneWithoutAnExpiryWarns()
    {
        take("lock:a");
        takeForEver("lock:ever");
        QVERIFY(!m_window->close());
        auto *question = child<HoldsQuestion>();
        QVERIFY(question->warning()->isHidden());
        question->leaveAllButton()->click();
        QVERIFY(!question->warning()->isHidden());
        QCOMPARE(question->warning()->level(), VerdictLevel::Critical);
        question->releaseAllButton()->click();
        QVERIFY(question->warning()->isHidden());
        question->goOnButton()->click();
        QTRY_VERIFY(!m_window->isVisible());
        QCOMPARE(ask({"DBSIZE"}), "0");
    }

    void whatCannotBeReleasedIsSaid()
    {
        take("lock:a");
        QVERIFY(!m_window->close());
        auto *question = child<HoldsQuestion>();
        m_redis->stop();
        question->goOnButton()->click();
        QTRY_COMPARE_WITH_TIMEOUT(question->warning()->level(), VerdictLevel::Warning, 20000);
        QVERIFY(m_window->isVisible());
        QTRY_VERIFY(question->goOnButton()->isEnabled());
        question->leaveAllButton()->click();
        question->goOnButton()->click();
        QTRY_VERIFY(!m_window->isVisible());
    }

    void theEndOfTheSessionAsksNothing()
    {
        take("lock:a");
        m_link->act(acquiring("lock:a", {}, true)); // Another owner: refused
        take("lock:b");
        bool left = false;
        m_window->leave(10s, [&left] { left = true; });
        QVERIFY(!left); // Not before they are released
        QTRY_VERIFY(left);
        QCOMPARE(ask({"DBSIZE"}), "0");
        QVERIFY(m_window->close());
        QVERIFY(!child<HoldsQuestion>());
    }

    void aServerThatHangsHoldsUpNoEnd()
    {
        take("lock:a");
        m_redis->pause();
        bool left = false;
        m_window->leave(200ms, [&left] { left = true; });
        QTRY_VERIFY(left);
        QVERIFY(m_window->close());
        m_redis->resume();
    }

    void aSessionThatDoesNotEndFindsItTold()
    {
        take("lock:a");
        bool left = false;
        m_window->leaveSession(10s, 1h, [&left] { left = true; });
        QTRY_VERIFY(left);
        QCOMPARE(ask({"DBSIZE"}), "0");
        const Notice &told = m_window->locks().alarmShown();
        QVERIFY(!told.isHidden());
        QCOMPARE(told.sentence(), QStringLiteral("Released because the session was ending: lock:a"));
        take("lock:b");
        QVERIFY(!m_window->close());
        QVERIFY(child<HoldsQuestion>());
    }

    void aSessionThatDoesNotEndIsAskedAgain()
    {
        take("lock:a");
        m_redis->pause();
        bool left = false;
        m_window->leaveSession(200ms, 0ms, [&left] { left = true; });
        QTRY_VERIFY(left);
        QCOMPARE(m_window->locks().alarmShown().sentence(),
                 QStringLiteral("Not released when the session was ending: lock:a"));
        QCoreApplication::processEvents(); // The waiting time is over
        QVERIFY(!m_window->close());
        QVERIFY(child<HoldsQuestion>());
        m_redis->resume();
    }

    void aSessionThatEndsAsksNothing()
    {
        take("lock:a");
        m_redis->pause();
        bool left = false;
        m_window->leaveSession(200ms, 1h, [&left] { left = true; });
        QTRY_VERIFY(left);
        QVERIFY(m_window->close());
        m_redis->resume();
    }

    void heldTwiceIsReleasedTwice()
    {
        take("lock:a");
        ActRequest again = acquiring("lock:a", {}, true);
        again.owner = holds().all().front().owner;
        m_link->act(again);
        QTRY_COMPARE(holds().all().front().count, qint64(2));
        QCOMPARE(holds().all().size(), size_t(1));
        holds().release(holds().all().front());
        QTRY_COMPARE(holds().all().front().count, qint64(1));
        m_link->act(again);
        QTRY_COMPARE(holds().all().front().count, qint64(2));
        bool left = false;
        holds().releaseAll(holds().all(), 10s, this, [&left](const std::vector<Receipt> &) { left = true; });
        QTRY_VERIFY(left);
        QCOMPARE(ask({"DBSIZE"}), "0");
    }

    void anyKindIsTaken_data()
    {
        QTest::addColumn<QString>("kind");
        for (const Takeable &kind : Kinds().takeable())
            QTest::newRow(qPrintable(Kinds::name(kind.kind))) << Kinds::name(kind.kind);
        QVERIFY(Kinds().takeable().size() >= 20);
    }

    void anyKindIsTaken()
    {
        QFETCH(QString, kind);
        // Some kinds need certain names, and permits must exist.
        QString key = QStringLiteral("lock:semaphore:permits");
        if (kind == QStringLiteral("rueidis-lock"))
            key = QStringLiteral("lock:0:a");
        if (kind == QStringLiteral("distributed-rw-lock"))
            key = QStringLiteral("lock:a.writer");
        if (kind == QStringLiteral("semaphore") || kind == QStringLiteral("permit-semaphore"))
            ask({"SET", key.toLatin1(), "2"});
        if (kind == QStringLiteral("redis-semaphore")) {
            key = QStringLiteral("SEMAPHORE:lock:GRABBED");
            ask({"RPUSH", "SEMAPHORE:lock:AVAILABLE", "0"});
            ask({"SET", "SEMAPHORE:lock:EXISTS", "1"});
        }
        m_window->actions().acquire->trigger();
        auto *dialog = child<AcquireDialog>();
        QVERIFY(dialog);
        dialog->kindBox()->setCurrentIndex(dialog->kindBox()->findData(kind));
        dialog->keyEdit()->setText(key);
        const std::vector<Takeable> all = Kinds().takeable();
        const auto takeable =
            std::ranges::find_if(all, [&kind](const Takeable &one) { return Kinds::name(one.kind) == kind; });
        if (!takeable->part.isEmpty()) {
            QVERIFY(!dialog->partEdit()->isHidden());
            dialog->partEdit()->setText(takeable->partExample);
        }
        QTRY_VERIFY2(dialog->actButton()->isEnabled(), qPrintable(dialog->actButton()->toolTip()));
        dialog->actButton()->click();
        QTRY_COMPARE(dialog->step(), ActDialog::Step::Answered);
        QTRY_COMPARE(holds().all().size(), size_t(1));
        QCOMPARE(Kinds::name(holds().all().front().kind), kind);
        dialog->cancelButton()->click();
        QSignalSpy answered(&holds(), &OwnHolds::answered);
        holds().release(holds().all().front());
        QTRY_COMPARE(answered.size(), 1);
        QCOMPARE(answered[0][0].value<Receipt>().result, ActResult::Done);
        QTRY_VERIFY(holds().isEmpty());
    }

    void whatIsWrongStandsBesideItsField()
    {
        m_window->actions().acquire->trigger();
        auto *dialog = child<AcquireDialog>();
        dialog->keyEdit()->setText(QStringLiteral("lock:a"));
        QTRY_VERIFY(dialog->actButton()->isEnabled());
        dialog->kindBox()->setCurrentIndex(dialog->kindBox()->findData(QStringLiteral("rlock")));
        dialog->ownerEdit()->setText(QStringLiteral("not a uuid"));
        QVERIFY2(dialog->ownerProblem().contains(QStringLiteral("UUID")), qPrintable(dialog->ownerProblem()));
        dialog->kindBox()->setCurrentIndex(
            dialog->kindBox()->findData(QStringLiteral("distributed-semaphore")));
        QVERIFY(!dialog->partEdit()->isHidden());
        QVERIFY2(dialog->partProblem().contains(QStringLiteral("Required")),
                 qPrintable(dialog->partProblem()));
        QVERIFY(!dialog->actButton()->isEnabled());
        dialog->partEdit()->setText(QStringLiteral("many"));
        QVERIFY(!dialog->partProblem().isEmpty());
        dialog->partEdit()->setText(QStringLiteral("2"));
        QVERIFY(dialog->partProblem().isEmpty());
        dialog->ownerEdit()->setText(QStringLiteral("nobody writes this"));
        QVERIFY(!dialog->ownerProblem().isEmpty());
        QVERIFY(!dialog->actButton()->isEnabled());
        dialog->close();
    }

    // The owner of a typed id may already hold the lock: acquiring then sets its expiry.
    void underAnotherOwnerProductionAsksWhy()
    {
        ConnectionSpec spec = m_redis->tcp();
        spec.name = QStringLiteral("orders");
        spec.environment = Environment::Production;
        m_window->connectTo(spec);
        QTRY_VERIFY(m_window->isFilled());
        AcquireDialog dialog(*m_link);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.setConnection(spec);
        dialog.show();
        dialog.keyEdit()->setText(QStringLiteral("lock:a"));
        QTRY_VERIFY(dialog.actButton()->isEnabled());
        QVERIFY(dialog.reasonEdit()->isHidden());
        dialog.ownerEdit()->setText(QStringLiteral("6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:1"));
        QVERIFY(!dialog.reasonEdit()->isHidden());
        QVERIFY(!dialog.actButton()->isEnabled());
        dialog.reasonEdit()->reasonEdit()->setText(QStringLiteral("its process is gone"));
        QVERIFY(dialog.reasonEdit()->nameEdit());
        dialog.reasonEdit()->nameEdit()->setText(QStringLiteral("lock:a"));
        QTRY_VERIFY2(dialog.actButton()->isEnabled(), qPrintable(dialog.actButton()->toolTip()));
    }
    void whereTakingIsDeniedItIsSaidWhy()
    {
        ConnectionSpec spec = m_redis->tcp();
        spec.name = QStringLiteral("orders");
        spec.limits.denied = {ActKind::Acquire};
        m_window->connectTo(spec);
        QTRY_VERIFY(m_window->isFilled());
        QVERIFY(!m_window->actions().acquire->isEnabled());
        QVERIFY(m_window->actions().acquire->toolTip().contains(QStringLiteral("orders")));
        AcquireDialog dialog(*m_link);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.setConnection(spec);
        dialog.show();
        dialog.keyEdit()->setText(QStringLiteral("lock:a"));
        QTRY_VERIFY(dialog.actButton()->toolTip().contains(QStringLiteral("orders")));
        QVERIFY(!dialog.actButton()->isEnabled());
        spec.limits.denied.clear();
        spec.readOnly = true;
        m_window->connectTo(spec);
        QTRY_VERIFY(m_window->isFilled());
        QVERIFY(!m_window->actions().acquire->isEnabled());
        QVERIFY2(m_window->actions().acquire->toolTip().contains(QStringLiteral("read-only")),
                 qPrintable(m_window->actions().acquire->toolTip()));
        QVERIFY(dialog.actButton()->toolTip().contains(QStringLiteral("another connection")));
        AcquireDialog other(*m_link);
        other.setAttribute(Qt::WA_DeleteOnClose, false);
        other.setConnection(spec);
        QVERIFY(other.actButton()->toolTip().contains(QStringLiteral("read-only")));
    }

    void pictures_data() { pictureLooks(); }
    void pictures()
    {
        const Pictures pictures("holds");
        if (!pictures.isWanted())
            QSKIP("LOCKSCOPE_PICTURES names no folder");
        m_window.reset(); // In the language of the row
        m_window = std::make_unique<MainWindow>(*m_link, m_history, m_dir->path());
        m_window->resize(1400, 850);
        m_window->show();
        m_window->connectTo(m_redis->tcp());
        QTRY_VERIFY(m_window->isFilled());
        ask({"SET", "lock:other", "token-1", "PX", "60000"});
        take("lock:orders:42");
        take("lock:invoices:7", 120s, false);
        takeForEver("lock:ever");
        QTRY_VERIFY(model().find({"lock:other"}));
        m_window->locks().view().choose({"lock:orders:42"});
        QTRY_VERIFY(!child<HoldBar>()->isHidden());
        ask({"DEL", "lock:invoices:7"});
        QTRY_VERIFY(!m_window->locks().alarmShown().isHidden());
        pictures.save(*m_window, "window");
        m_window->actions().holds->trigger();
        pictures.save(*child<HoldsDialog>(), "dialog");
        m_window->close();
        auto *question = child<HoldsQuestion>();
        question->leaveAllButton()->click();
        pictures.save(*question, "question");
        question->cancelButton()->click();
        m_window->actions().acquire->trigger();
        auto *dialog = child<AcquireDialog>();
        dialog->keyEdit()->setText(QStringLiteral("lock:permits"));
        dialog->kindBox()->setCurrentIndex(
            dialog->kindBox()->findData(QStringLiteral("distributed-semaphore")));
        dialog->partEdit()->setText(QStringLiteral("many"));
        pictures.save(*dialog, "acquire");
    }
};

LOCKSCOPE_UI_TEST(tst_OwnHoldsWindow)

} // namespace tst_ownholdswindow

#include "tst_ownholdswindow.moc"

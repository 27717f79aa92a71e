// SPDX-License-Identifier: GPL-3.0-or-later
// The selected lock: what the list, the details and other views say of it.

#include "core/history/audit/auditlog.h"
#include "tests/support/uirunner.h"
#include "tests/ui/window/windowtest.h"
#include "ui/acts/ladderdialog.h"
#include "ui/audit/auditpage.h"
#include "ui/contention/overviewpage.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/lockeventsdialog.h"
#include "ui/detail/lockheadline.h"
#include "ui/forms/filteredit.h"
#include "ui/holders/lockfacts.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/status/statusline.h"
#include "ui/timeline/timelinepage.h"
#include "ui/widgets/notice.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTest>

#include <functional>

namespace tst_windowselection
{

using namespace lockscope;
using namespace std::chrono_literals;

class tst_WindowSelection : public test::WindowTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }

    void heldTimesAgree()
    {
        connected();
        const LockName key{"lock:stock:1001"};
        view().choose(key);
        const auto held = [&] {
            return view()
                .model()
                ->index(m_window->locks().model().indexOf(key).row(), int(LockColumn::Held))
                .data()
                .toString();
        };
        const auto *facts = m_window->detail().findChild<LockFacts *>();
        const auto *headline = m_window->detail().findChild<LockHeadline *>();
        const auto fact = [facts] { return facts->value(LockFact::Held); };
        const auto sentence = [headline] { return headline->verdict()->sentence(); };
        const auto agree = [&] {
            return held() == fact() && sentence().contains(fact().remove(QStringLiteral("≥ ")));
        };
        // Empty: they agree when that text changes, or this process stood still since, while time went on.
        const auto difference = [&](const std::function<QString()> &text) {
            const QString before = text();
            Instant looked = now();
            const auto changes = [&] {
                const bool isOther = text() != before;
                looked = isOther ? looked : now();
                return isOther;
            };
            if (!QTest::qWaitFor(changes, 30'000))
                return before + QStringLiteral(" stays");
            const QString all = held() + u'\n' + fact() + u'\n' + sentence();
            return agree() || now() - looked > 300ms ? QString() : all;
        };
        for (int turn = 0; turn < 2; ++turn) { // Whichever of them changes first
            QCOMPARE(difference(fact), QString());
            QCOMPARE(difference(sentence), QString());
        }
    }

    void aChosenLockIsShownAndStaysChosenWhenItComesBack()
    {
        connected();
        const LockName key{QByteArrayLiteral("order:77")};
        view().choose(key);
        QCOMPARE(m_window->detail().shownKey(), key);
        LockDelta gone;
        gone.removed = {key};
        emit m_bridge->tableChanged(gone);
        QVERIFY(!view().currentLock());
        QCOMPARE(m_window->detail().shownKey(), key);
        LockDelta back;
        back.upserted = {made(key.bytes, "new-owner")};
        emit m_bridge->tableChanged(back);
        QCOMPARE(view().selectedLocks().size(), size_t(1));
        QCOMPARE(view().selectedLocks().front()->key, key);
    }

    void aLockThatAFilterHidesIsNotShown()
    {
        connected();
        const LockName key{QByteArrayLiteral("order:77")};
        view().choose(key);
        QCOMPARE(m_window->detail().shownKey(), key);
        m_window->filter().setText(QStringLiteral("kind:rlock"));
        QTRY_COMPARE(m_window->locks().model().totals().shown, 41);
        QCOMPARE(m_window->detail().shownKey(), key); // it is listed
        m_window->filter().setText(QStringLiteral("verdict:critical"));
        QTRY_VERIFY(m_window->detail().shownKey().isEmpty());
        QVERIFY(view().selectedLocks().empty());
        m_window->filter().clear();
        QTRY_COMPARE(m_window->detail().shownKey(), key);
        QCOMPARE(view().currentLock()->key, key);
    }

    void aLockThatAFilterHidesHasNoLane()
    {
        connected();
        connect(
            &m_history, &HistoryBridge::holdsWanted, m_window.get(),
            [this](quint64 id) { emit m_history.holdsReady(id, {}); }, Qt::QueuedConnection);
        QSignalSpy ranked(&m_history, &HistoryBridge::contentionWanted);
        view().choose(LockName{QByteArrayLiteral("order:77")});
        m_window->openPage(MainWindow::Page::Timeline);
        QTRY_VERIFY(m_window->timeline().isVisible() && !m_window->overview().isVisible());
        ranked.clear();
        m_window->filter().setText(QStringLiteral("verdict:critical"));
        QTRY_VERIFY(!ranked.isEmpty()); // The most contended
    }

    // It is still looked at.
    void aLockThatNoLongerMatchesTheFilterStaysShown()
    {
        connected();
        const LockName key{QByteArrayLiteral("order:77")};
        m_window->filter().setText(QStringLiteral("kind:rlock"));
        QTRY_COMPARE(m_window->locks().model().totals().shown, 41);
        view().choose(key);
        LockDelta delta;
        auto changed = std::make_shared<Lock>(*made(key.bytes, "an-owner"));
        changed->kind = {"token-lock"};
        delta.upserted = {changed};
        emit m_bridge->tableChanged(delta);
        QTRY_VERIFY(!m_window->locks().model().indexOf(key).isValid());
        QCOMPARE(m_window->detail().shownKey(), key);
    }

    void aLinkLeadsToAnotherLock()
    {
        connected();
        const LockName key{QByteArrayLiteral("order:77")};
        emit m_window->detail().lockWanted(key);
        QCOMPARE(m_window->detail().shownKey(), key);
        QCOMPARE(view().currentLock()->key, key);
        m_window->filter().setText(QStringLiteral("stock"));
        QTRY_COMPARE(m_window->locks().model().totals().shown, 1);
        emit m_window->detail().lockWanted(key); // The filter hid it
        QVERIFY(m_window->filter().text().isEmpty());
        QCOMPARE(m_window->detail().shownKey(), key);
        QTRY_COMPARE(view().selectedLocks().size(), size_t(1));
        QCOMPARE(view().selectedLocks().front()->key, key);
        emit m_window->detail().lockWanted(LockName{QByteArrayLiteral("nowhere")});
        QCOMPARE(m_window->detail().shownKey(), key);
    }

    void aShareIsRemovedOnlyWhereWritingIsAllowed()
    {
        const LockPtr lock = made("order:77", "someone");
        connected();
        emit m_window->detail().removalWanted(lock, shareOf(lock->holders.front()));
        QVERIFY(!m_window->findChild<LadderDialog *>());
        ConnectionSpec writing = server();
        writing.readOnly = false;
        connected(writing, variety());
        emit m_window->detail().removalWanted(lock, shareOf(lock->holders.front()));
        auto *dialog = m_window->findChild<LadderDialog *>();
        QVERIFY(dialog && dialog->rung() == Rung::LockShare);
        QVERIFY(dialog->nameEdit()); // On production
        delete dialog;
    }

    void theKeyOfADisabledCommandSaysWhy()
    {
        const auto press = [this] {
            view().choose(LockName{QByteArrayLiteral("order:77")});
            view().setFocus();
            QTRY_VERIFY(view().hasFocus());
            QTest::keyClick(&view(), Qt::Key_R, Qt::ControlModifier);
            QTest::keyRelease(&view(), Qt::Key_Control); // else it counts as held from now on
        };
        connected(); // read-only
        press();
        QVERIFY(!m_window->findChild<LadderDialog *>());
        QVERIFY2(m_window->status().told().contains(QStringLiteral("Release: This connection is read-only")),
                 qPrintable(m_window->status().told()));
        ConnectionSpec writing = server();
        writing.readOnly = false;
        connected(writing, variety());
        press();
        QTRY_VERIFY(m_window->findChild<LadderDialog *>());
        delete m_window->findChild<LadderDialog *>();
    }

    void enterSelectsWhereTheSelectedLockIsHidden()
    {
        connected();
        view().choose(LockName{QByteArrayLiteral("order:77")});
        m_window->filter().setFocus();
        m_window->filter().setText(QStringLiteral("stock"));
        QTRY_COMPARE(m_window->locks().model().totals().shown, 1);
        QVERIFY(view().selectedLocks().empty());
        QTest::keyClick(&m_window->filter(), Qt::Key_Return);
        QTRY_VERIFY(view().hasFocus());
        QTest::keyClick(&view(), Qt::Key_Return);
        QCOMPARE(view().selectedLocks().size(), size_t(1));
        QCOMPARE(view().currentLock()->key, LockName{"lock:stock:1001"});
    }

    void theKeyboardStaysInAFilterWithoutMatches()
    {
        connected();
        FilterEdit &filter = m_window->filter();
        filter.setFocus();
        QTest::keyClicks(&filter, QStringLiteral("zzzz"));
        QTRY_VERIFY(m_window->locks().isEmptyShown());
        QTest::keyClick(&filter, Qt::Key_Return);
        QVERIFY(filter.hasFocus());
        filter.selectAll();
        QTest::keyClicks(&filter, QStringLiteral("o"));
        QTRY_VERIFY(!m_window->locks().isEmptyShown());
        QVERIFY(filter.hasFocus()); // The list that comes back does not take it
        QTest::keyClicks(&filter, QStringLiteral("rder"));
        QCOMPARE(filter.text(), QStringLiteral("order"));
    }

    // After a release, by the button of the details.
    void theFocusGoesBackToTheList()
    {
        ConnectionSpec writing = server();
        writing.readOnly = false;
        connected(writing, variety());
        const LockName key{QByteArrayLiteral("order:77")};
        view().choose(key);
        auto *button = m_window->detail().findChild<LockHeadline *>()->button(ActKind::ForceRelease);
        QTRY_VERIFY(button->isVisible() && button->isEnabled());
        button->setFocus();
        LockDelta gone;
        gone.removed = {key};
        emit m_bridge->tableChanged(gone);
        QTRY_VERIFY(!button->isEnabled());
        QVERIFY(view().hasFocus());
    }

    void escapeLetsGoStepByStep()
    {
        connected();
        m_window->filter().setText(QStringLiteral("order"));
        QTRY_COMPARE(m_window->locks().model().totals().shown, 1);
        view().choose(LockName{QByteArrayLiteral("order:77")});
        view().setFocus();
        m_window->actions().clear->trigger();
        QVERIFY(m_window->detail().shownKey().isEmpty());
        QVERIFY(!m_window->filter().text().isEmpty());
        m_window->actions().clear->trigger();
        QVERIFY(m_window->filter().text().isEmpty());
    }

    void copying()
    {
        connected();
        view().choose(LockName{QByteArrayLiteral("order:77")});
        m_window->actions().copyText->trigger();
        const QString text = QGuiApplication::clipboard()->text();
        QVERIFY(text.contains(QStringLiteral("order:77")));
        QVERIFY(text.startsWith(QStringLiteral("Verdict")));
        m_window->actions().copyCommands->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QStringLiteral("redis-cli -h 127.0.0.1 -p 6379 HGETALL order:77\n"
                                "redis-cli -h 127.0.0.1 -p 6379 PTTL order:77\n"));
    }

    void theAuditsLockIsShownOnItsConnectionOnly()
    {
        connected();
        const LockName key{"order:77"};
        emit m_window->auditPage().lockWanted(key, QStringLiteral("payments"));
        QVERIFY(m_window->detail().shownKey() != key);
        QVERIFY(!m_window->findChild<LockEventsDialog *>());
        QVERIFY(m_window->status().told().contains(QLatin1String("payments")));
        emit m_window->auditPage().lockWanted(key, QStringLiteral("orders-prod"));
        QCOMPARE(m_window->detail().shownKey(), key);
        ConnectionSpec unnamed = server();
        unnamed.name.clear();
        connected(unnamed, variety());
        emit m_window->auditPage().lockWanted(key, QStringLiteral("orders-prod"));
        QVERIFY(m_window->detail().shownKey() != key);
        emit m_window->auditPage().lockWanted(key, auditedProfile(unnamed));
        QCOMPARE(m_window->detail().shownKey(), key);
    }
};

LOCKSCOPE_UI_TEST(tst_WindowSelection)

} // namespace tst_windowselection

#include "tst_windowselection.moc"

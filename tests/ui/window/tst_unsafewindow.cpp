// SPDX-License-Identifier: GPL-3.0-or-later
// What the window must not do to a user: act on a lock that is not selected, take the focus, reassure
// falsely, or leave no way out. The engine's answers are made here.

#include "core/values/failover.h"
#include "tests/support/uirunner.h"
#include "ui/acts/acquiredialog.h"
#include "ui/acts/ladderdialog.h"
#include "ui/acts/ladderview.h"
#include "ui/bridges/enginebridge.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/lockeventsdialog.h"
#include "ui/detail/lockheadline.h"
#include "ui/forms/filteredit.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/locks/model/lockcells.h"
#include "ui/status/connectionbadges.h"
#include "ui/status/statusline.h"
#include "ui/text/mnemonic.h"
#include "ui/timeline/timelinepage.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/prose.h"
#include "ui/window/mainwindow.h"

#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

namespace tst_unsafewindow
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

std::shared_ptr<Lock> lockOf(const QByteArray &key, const QByteArray &owner, const char *kind = "token-lock")
{
    auto lock = std::make_shared<Lock>();
    lock->key.bytes = key;
    lock->node.bytes = "127.0.0.1:6379";
    lock->kind.name = kind;
    lock->confidence = Confidence::Certain;
    lock->type = ValueType::String;
    lock->holders.append(Holder{.id = OwnerId{owner}});
    lock->expiresAt = now() + 27s;
    lock->lease = 30s;
    lock->heldSince = now() - 95s;
    lock->readAt = now();
    return lock;
}

LockDelta twoLocks()
{
    auto stuck = lockOf("lock:stuck", "ann");
    stuck->expiresAt.reset();
    stuck->verdict = {.level = VerdictLevel::Critical, .code = "no-expiry"};
    return {.upserted = {stuck, lockOf("lock:fine", "bob")}, .reset = true};
}

} // namespace

class tst_UnsafeWindow : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void actsAreInTheMenus();
    void removalAndHistoryAreInTheMenus();
    void onlyASelectedLockIsActedOn();
    void acquireTakesOverWhatCanBeAcquired();
    void aLockOpensAtItsName();
    void aFailoverTakesNoFocus();
    void theWorstOfSeveralMessagesIsShown();
    void aFailoverShowsItsLocks();
    void anEnvironmentIsNamedOnceItIsSet();
    void readOnlyHasAWayOut();
    void aGroupWithoutAQuorumIsRed();
    void whatNoMajorityHoldsIsNotHeld();
    void aLostServerKeepsItsLastVerdicts();

private:
    void connectTo(const ConnectionSpec &spec, std::vector<NodeStatus> nodes = {});
    static ConnectionSpec server(bool readOnly);
    static NodeStatus node(ConnectionPhase phase, int member = 0);
    LockView &view() { return m_window->locks().view(); }
    void choose(const char *key) { view().choose(LockName{QByteArray(key)}); }

    QTemporaryDir m_dir;
    std::unique_ptr<EngineBridge> m_bridge;
    HistoryBridge m_history;
    std::unique_ptr<MainWindow> m_window;
};

void tst_UnsafeWindow::init()
{
    m_bridge = std::make_unique<EngineBridge>();
    m_window = std::make_unique<MainWindow>(*m_bridge, m_history, m_dir.path());
    m_window->resize(1400, 850); // The offscreen screen is smaller
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void tst_UnsafeWindow::cleanup()
{
    m_window.reset();
    m_bridge.reset();
}

ConnectionSpec tst_UnsafeWindow::server(bool readOnly)
{
    return {.host = QStringLiteral("127.0.0.1"), .readOnly = readOnly};
}

NodeStatus tst_UnsafeWindow::node(ConnectionPhase phase, int member)
{
    return {.node = NodeId{"127.0.0.1:" + QByteArray::number(6379 + member)},
            .member = member,
            .role = "master",
            .connection = {.phase = phase, .since = now() - 12s}};
}

void tst_UnsafeWindow::connectTo(const ConnectionSpec &spec, std::vector<NodeStatus> nodes)
{
    m_window->connectTo(spec);
    emit m_bridge->nodesChanged(nodes.empty() ? std::vector{node(ConnectionPhase::Ready)} : nodes);
    emit m_bridge->liveChanged({.mode = LiveMode::Tracking});
    emit m_bridge->tableChanged(twoLocks());
    emit m_bridge->scanChanged({.phase = ScanPhase::Complete, .endedAt = now()});
    QTRY_VERIFY(m_window->isFilled());
}

void tst_UnsafeWindow::actsAreInTheMenus()
{
    connectTo(server(false));
    view().selectNone();
    const WindowActions &actions = m_window->actions();
    QList<QAction *> inMenus;
    for (const QAction *menu : m_window->menuBar()->actions())
        inMenus += menu->menu()->actions();
    for (QAction *act : {actions.release, actions.expire, actions.wake, actions.whoIs, actions.sameOwner,
                         actions.pin, actions.copyText, actions.copyCommands}) {
        QVERIFY2(inMenus.contains(act), qPrintable(act->text()));
        QVERIFY2(!act->isEnabled(), qPrintable(act->text())); // No lock is selected
    }
    choose("lock:stuck");
    const std::pair<QAction *, std::optional<Rung>> rungs[] = {
        {actions.release, std::nullopt}, {actions.expire, Rung::Expire}, {actions.wake, Rung::Wake}};
    for (const auto &[act, rung] : rungs) {
        QVERIFY2(act->isEnabled(), qPrintable(act->text()));
        act->trigger();
        auto *dialog = m_window->findChild<LadderDialog *>();
        QVERIFY2(dialog, qPrintable(act->text()));
        if (rung)
            QCOMPARE(dialog->rung(), rung);
        delete dialog;
    }
    actions.sameOwner->trigger();
    QCOMPARE(m_window->filter().text(), QStringLiteral("owner:\"ann\""));
    QTRY_COMPARE(m_window->locks().model().totals().shown, 1);
    connectTo(server(true));
    choose("lock:stuck");
    QVERIFY(!actions.release->isEnabled());
    QVERIFY(actions.release->toolTip().contains(QStringLiteral("read-only")));
}

void tst_UnsafeWindow::removalAndHistoryAreInTheMenus()
{
    connectTo(server(false));
    const WindowActions &actions = m_window->actions();
    QList<QAction *> inMenus;
    for (const QAction *menu : m_window->menuBar()->actions())
        inMenus += menu->menu()->actions();
    for (QAction *action : {actions.removeShare, actions.fullHistory, actions.nameOwner, actions.trust,
                            actions.importConnections, actions.exportConnections})
        QVERIFY2(inMenus.contains(action) && actions.all().contains(action), qPrintable(action->text()));
    choose("lock:stuck");
    actions.fullHistory->trigger();
    auto *lockEvents = m_window->findChild<LockEventsDialog *>();
    QVERIFY(lockEvents && lockEvents->windowTitle().contains(QStringLiteral("lock:stuck")));
    delete lockEvents;
    QVERIFY(!actions.removeShare->isEnabled());
    QCOMPARE(actions.removeShare->toolTip(), QStringLiteral("One holder, and no known queue"));
}

// When the selected lock goes, its neighbour gets the focus frame. Nothing may be done to it.
void tst_UnsafeWindow::onlyASelectedLockIsActedOn()
{
    connectTo(server(false));
    view().setFocus();
    choose("lock:stuck");
    QVERIFY(m_window->actions().release->isEnabled());
    LockDelta gone;
    gone.removed = {LockName{"lock:stuck"}};
    emit m_bridge->tableChanged(gone);
    QVERIFY(!view().currentLock());
    QVERIFY(!m_window->actions().release->isEnabled());
    m_window->actions().release->trigger();
    QVERIFY(!m_window->findChild<LadderDialog *>());
}

void tst_UnsafeWindow::acquireTakesOverWhatCanBeAcquired()
{
    connectTo(server(false));
    const auto opened = [this] {
        m_window->actions().acquire->trigger();
        return std::unique_ptr<AcquireDialog>(m_window->findChild<AcquireDialog *>());
    };
    LockDelta more;
    more.upserted = {lockOf("lock:other", "eve", "untokened-lock"),
                     lockOf("lock:odd", "eve", "no-such-kind")};
    emit m_bridge->tableChanged(more);
    view().selectNone();
    QVERIFY(opened()->keyEdit()->text().isEmpty());
    choose("lock:stuck");
    auto dialog = opened();
    QCOMPARE(dialog->keyEdit()->text(), QStringLiteral("lock:stuck"));
    QCOMPARE(dialog->kindBox()->currentData().toString(), QStringLiteral("token-lock"));
    dialog.reset();
    choose("lock:odd");
    QVERIFY(opened()->keyEdit()->text().isEmpty());
}

void tst_UnsafeWindow::aLockOpensAtItsName()
{
    connectTo(server(false));
    choose("lock:stuck");
    auto *name = m_window->detail().findChild<LockHeadline *>();
    auto *scroll = m_window->detail().findChild<QScrollArea *>(QStringLiteral("details"));
    QVERIFY(scroll);
    QTRY_VERIFY(scroll->verticalScrollBar()->maximum() > 0);
    scroll->verticalScrollBar()->setValue(scroll->verticalScrollBar()->maximum());
    QVERIFY(!scroll->isAncestorOf(name)); // It never scrolls away
    choose("lock:fine");
    QCOMPARE(scroll->verticalScrollBar()->value(), 0);
}

void tst_UnsafeWindow::aFailoverTakesNoFocus()
{
    connectTo(server(false));
    view().setFocus();
    FailoverReport report{.from = NodeId{"a:1"}, .to = NodeId{"b:2"}, .before = 9, .kept = 2, .expired = 0};
    for (int i = 0; i < 7; ++i)
        report.lost.push_back(lockOf("lock:" + QByteArray::number(i), "ann"));
    emit m_bridge->failedOver(report);
    QVERIFY(!m_window->findChild<QMessageBox *>());
    const Banner &banner = m_window->locks().banner();
    QVERIFY(banner.isVisible());
    QVERIFY2(banner.sentence().startsWith(QStringLiteral("Failover: a:1 → b:2")),
             qPrintable(banner.sentence()));
    QVERIFY(view().hasFocus());
    emit m_bridge->failedOver({.from = NodeId{"a:1"}, .to = NodeId{"b:2"}, .before = 2, .kept = 2});
    QVERIFY(banner.sentence().contains(QStringLiteral("7 of 9 locks lost"))); // A harmless one leaves it
    QCOMPARE(banner.messages().size(), size_t(1));
}

// Three nodes restarted, and then the connection is lost.
void tst_UnsafeWindow::theWorstOfSeveralMessagesIsShown()
{
    m_window->resize(1024, 640);
    connectTo(server(false));
    FailoverReport report{
        .from = NodeId{"a:1"}, .to = NodeId{"a:1"}, .before = 2, .lost = {lockOf("lock:1", "ann")}};
    for (int i = 0; i < 3; ++i)
        emit m_bridge->failedOver(report);
    Banner &banner = m_window->locks().banner();
    emit m_bridge->nodesChanged({node(ConnectionPhase::Waiting)});
    QTRY_VERIFY(banner.find(BannerMessage::About::Connection));
    QVERIFY2(banner.sentence().startsWith(QStringLiteral("a:1 restarted: 1 of 2 locks lost")),
             qPrintable(banner.sentence()));
    QCOMPARE(banner.moreButton()->text(), QStringLiteral("3 more"));
    // Under the tool bar, over the whole width, and the sentence is not cut.
    QTRY_VERIFY(banner.isVisible());
    QCOMPARE(banner.width(), m_window->width());
    const auto *tools = m_window->findChild<QToolBar *>(QStringLiteral("tools"));
    QCOMPARE(banner.geometry().top(), tools->geometry().bottom() + 1);
    QVERIFY(banner.geometry().bottom() < m_window->locks().y());
    QVERIFY(!banner.findChild<ElidedLabel *>()->isElided());
    banner.moreButton()->click();
    const BannerPanel &panel = banner.panel();
    QTRY_VERIFY(panel.isVisible());
    QTRY_COMPARE(panel.findChildren<Notice *>().size(), 4);
    const auto notices = panel.findChildren<Notice *>();
    QTRY_VERIFY(std::ranges::all_of(notices, [](const Notice *notice) {
        const auto texts = notice->findChildren<Prose *>();
        return std::ranges::all_of(texts, [](const Prose *text) {
            return !text->isVisible() || text->height() >= int(text->document()->size().height());
        });
    }));
    QTest::keyClick(banner.panel().window(), Qt::Key_Escape);
    QVERIFY(!panel.isVisible());
    emit m_bridge->nodesChanged({node(ConnectionPhase::Ready)});
    QTRY_VERIFY(!banner.find(BannerMessage::About::Connection));
    QCOMPARE(banner.moreButton()->text(), QStringLiteral("2 more"));
}

void tst_UnsafeWindow::aFailoverShowsItsLocks()
{
    connectTo(server(false));
    const LockPtr kept = m_window->locks().model().find(LockName{"lock:fine"});
    FailoverReport report{.at = wallNow() - 2h, .before = 2, .lost = {lockOf("lock:gone", "ann")}};
    report.changedHands = {{.before = lockOf("lock:fine", "ann"), .after = kept}};
    choose("lock:stuck");
    emit m_bridge->failedOver(report);
    Banner &banner = m_window->locks().banner();
    QCOMPARE(banner.messages().front().level, VerdictLevel::Critical);
    banner.button(BannerMessage::Act::Show)->click();
    QVERIFY(banner.panel().isVisible()); // The lost one is not listed: its points name it
    QCOMPARE(view().selectedLocks().front()->key.bytes, QByteArray("lock:stuck"));
    QTest::keyClick(banner.panel().window(), Qt::Key_Escape);
    banner.button(BannerMessage::Act::Dismiss)->click();
    QVERIFY(!banner.isSaying());
    report.lost.clear();
    emit m_bridge->failedOver(report);
    QCOMPARE(banner.messages().front().level, VerdictLevel::Warning);
    banner.button(BannerMessage::Act::Show)->click();
    QCOMPARE(view().selectedLocks().size(), size_t(1));
    QCOMPARE(view().selectedLocks().front()->key.bytes, QByteArray("lock:fine"));
    QVERIFY(!banner.panel().isVisible());
    QTRY_VERIFY(m_window->timeline().isVisible() && m_window->timeWindow().span() > 2h); // It has the mark
    ConnectionSpec other = server(false);
    other.name = QStringLiteral("elsewhere");
    connectTo(other);
    QVERIFY(!banner.isSaying()); // Its locks are not those here
}

void tst_UnsafeWindow::anEnvironmentIsNamedOnceItIsSet()
{
    ConnectionSpec spec = server(false);
    connectTo(spec);
    const auto *badge = m_window->findChild<ConnectionBadges *>()->findChild<Badge *>();
    QVERIFY(!badge->isVisible());
    spec.environment = Environment::Development;
    connectTo(spec);
    QTRY_VERIFY(badge->isVisible());
    QCOMPARE(badge->word(), QStringLiteral("development"));
}

void tst_UnsafeWindow::readOnlyHasAWayOut()
{
    connectTo(server(true));
    choose("lock:stuck");
    QSignalSpy opened(m_bridge.get(), &EngineBridge::openWanted);
    QSignalSpy allowed(m_bridge.get(), &EngineBridge::changesAllowed);
    auto *button = m_window->findChild<ConnectionBadges *>()->findChild<QToolButton *>();
    QTRY_VERIFY(button->isVisible());
    const auto answer = [&](QMessageBox::ButtonRole role) {
        button->click();
        auto *box = m_window->findChild<QMessageBox *>();
        QVERIFY(box);
        QCOMPARE(box->defaultButton(), box->button(QMessageBox::Cancel));
        for (QAbstractButton *one : box->buttons()) {
            if (box->buttonRole(one) == role)
                one->click();
        }
        delete box;
    };
    answer(QMessageBox::RejectRole);
    QCOMPARE(allowed.count(), 0);
    answer(QMessageBox::AcceptRole);
    QCOMPARE(allowed.count(), 1);
    QCOMPARE(opened.count(), 0); // The connection stays
    QVERIFY(view().currentLock());
    QCOMPARE(view().currentLock()->key.bytes, QByteArray("lock:stuck")); // Still the same
    QVERIFY(m_window->actions().release->isEnabled());
    QVERIFY(button->isVisible());
    QCOMPARE(button->text(), QStringLiteral("changes allowed"));
    QSignalSpy forbidden(m_bridge.get(), &EngineBridge::changesForbidden);
    button->click(); // Back at once
    QCOMPARE(forbidden.count(), 1);
    QCOMPARE(opened.count(), 0);
    QVERIFY(m_window->deployment().spec->readOnly);
    QVERIFY(!m_window->actions().release->isEnabled());
    QVERIFY(view().currentLock());
    QCOMPARE(view().currentLock()->key.bytes, QByteArray("lock:stuck"));
}

void tst_UnsafeWindow::aGroupWithoutAQuorumIsRed()
{
    std::vector<ConnectionSpec> members(5, server(false));
    for (int i = 0; i < 5; ++i)
        members[size_t(i)].port = quint16(6379 + i);
    std::vector<NodeStatus> nodes;
    for (int i = 0; i < 5; ++i)
        nodes.push_back(node(ConnectionPhase::Ready, i));
    ConnectionSpec group = redLockGroup(members);
    group.readOnly = false;
    connectTo(group, nodes);
    const Banner &banner = m_window->locks().banner();
    QVERIFY(!banner.isVisible());
    for (int i : {0, 1, 2})
        nodes[size_t(i)] = node(ConnectionPhase::Waiting, i);
    emit m_bridge->nodesChanged(nodes);
    QVERIFY(banner.isVisible());
    QCOMPARE(banner.sentence(), QStringLiteral("No quorum: 2 of 5 nodes answer, 3 needed"));
    for (const char *part : {"2/5 nodes: no quorum", "live on 2 of 5 nodes"})
        QVERIFY2(m_window->status().text().contains(QLatin1String(part)),
                 qPrintable(m_window->status().text()));
    QVERIFY(m_window->status().findChild<QLabel *>(QStringLiteral("liveIcon"))->isVisible());
    nodes[0] = node(ConnectionPhase::Ready, 0);
    emit m_bridge->nodesChanged(nodes);
    QCOMPARE(banner.sentence(),
             QStringLiteral("3 of 5 nodes answer. Some locks may be missing or out of date."));
    for (const char *part : {"3/5 nodes", "live on 3 of 5 nodes"})
        QVERIFY2(m_window->status().text().contains(QLatin1String(part)),
                 qPrintable(m_window->status().text()));
    for (int i : {1, 2})
        nodes[size_t(i)] = node(ConnectionPhase::Ready, i);
    emit m_bridge->nodesChanged(nodes);
    QVERIFY(!banner.isVisible());
}

void tst_UnsafeWindow::whatNoMajorityHoldsIsNotHeld()
{
    connectTo(server(false));
    LockModel &model = m_window->locks().model();
    const qint64 held = model.totals().held;
    const auto show = [&](const Quorum &quorum) {
        auto lock = std::make_shared<Lock>(*m_window->locks().model().find(LockName{"lock:stuck"}));
        auto extras = std::make_shared<LockExtras>();
        extras->quorum = quorum;
        lock->extras = std::move(extras);
        emit m_bridge->tableChanged({.upserted = {lock}});
        return cellText(LockColumn::Owner, *lock, 0, now());
    };
    const auto summary = [this] { return m_window->locks().summary(); };
    const auto heldFor = [&] {
        return cellText(LockColumn::Held, *model.find(LockName{"lock:stuck"}), 0, now());
    };
    const QString owner = show({.nodes = 3, .needed = 2, .agreeing = 2, .reachable = 3});
    QCOMPARE(model.totals().held, held);
    QVERIFY2(heldFor().contains(u's'), qPrintable(heldFor()));
    QCOMPARE(show({.nodes = 3, .needed = 2, .agreeing = 1, .reachable = 3}),
             owner + QStringLiteral(" on 1 of 3 nodes"));
    QCOMPARE(heldFor(), QStringLiteral("—"));
    QCOMPARE(model.totals().held, held - 1);
    QVERIFY2(summary().contains(QStringLiteral("held %1 ·").arg(held - 1)), qPrintable(summary()));
    QCOMPARE(show({.nodes = 3, .needed = 2, .agreeing = 1, .reachable = 1}),
             owner + QStringLiteral(" on 1 to 3 of 3 nodes"));
    QVERIFY2(summary().contains(QStringLiteral("held %1 to %2").arg(held - 1).arg(held)),
             qPrintable(summary()));
    // Two nodes do not have it, and one does not answer; then none that answers has it, and two do not.
    QCOMPARE(show({.nodes = 3, .needed = 2, .agreeing = 0, .reachable = 2}), QStringLiteral("free"));
    QCOMPARE(show({.nodes = 3, .needed = 2, .agreeing = 0, .reachable = 1}), QStringLiteral("unknown"));
    const Lock &shown = *model.find(LockName{"lock:stuck"});
    for (const LockColumn column : {LockColumn::Holds, LockColumn::Ttl, LockColumn::Held})
        QCOMPARE(cellText(column, shown, 0, now()), QStringLiteral("—"));
}

void tst_UnsafeWindow::aLostServerKeepsItsLastVerdicts()
{
    connectTo(server(false));
    LockDelta stale;
    for (const LockPtr &lock : m_window->locks().model().shownLocks()) {
        auto old = std::make_shared<Lock>(*lock);
        old->stale = true;
        old->keepLastKnown(lock.get());
        old->verdict = {.level = VerdictLevel::Info, .code = "stale"};
        stale.upserted.push_back(old);
    }
    emit m_bridge->nodesChanged({node(ConnectionPhase::Waiting)});
    emit m_bridge->tableChanged(stale);
    const LockModel &model = m_window->locks().model();
    QCOMPARE(model.lockAt(model.index(0, 0))->key.bytes, QByteArray("lock:stuck")); // Still the worst
    QVERIFY(model.index(0, int(LockColumn::Verdict)).data().toString().contains(QStringLiteral("no expiry")));
    const QString summary = m_window->locks().summary();
    QVERIFY2(summary.contains(QStringLiteral("Locks unknown")), qPrintable(summary));
    QVERIFY2(summary.contains(QStringLiteral("unknown, last known: critical 1")), qPrintable(summary));
    m_window->filter().setText(QStringLiteral("verdict>=warning"));
    QTRY_COMPARE(model.totals().shown, 1);
    QVERIFY(!m_window->status().text().contains(QStringLiteral("live: tracking")));
    QSignalSpy retried(m_bridge.get(), &EngineBridge::rescanWanted);
    auto *retry = m_window->locks().banner().button(BannerMessage::Act::Retry);
    QVERIFY(retry && retry->isVisible());
    retry->click();
    QCOMPARE(retried.count(), 1);
}

LOCKSCOPE_UI_TEST(tst_UnsafeWindow)

} // namespace tst_unsafewindow

#include "tst_unsafewindow.moc"

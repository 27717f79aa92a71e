// SPDX-License-Identifier: GPL-3.0-or-later
// The page Blocking on a real server: the tree, a deadlock, and a probe with its cost first.
#include "core/engine/blocking/blockingreport.h"
#include "core/formats/format.h"
#include "tests/support/uirunner.h"
#include "tests/ui/blocking/blockingpagetest.h"
#include "ui/blocking/deadlocknotices.h"
#include "ui/blocking/graph/blockingtext.h"
#include "ui/text/format.h"
#include "ui/widgets/emptystate.h"

#include <QAbstractItemModel>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabBar>
#include <QTimer>

#include <utility>

namespace tst_blockingpage
{

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::test::blockingpage;

class tst_BlockingPage : public BlockingPageTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }
    void saysWhatCannotBeSeen();
    void saysSinceWhenAWaiterIsQueued();
    void showsWhoWaitsForWhom();
    void ofALostServerItIsUnknown();
    void theTreeStaysWhileNothingChanges();
    void timesAreThoseOfTheList();
    void theTimeLeftIsThatOfTheList();
    void aHoldThatEndedIsMarked();
    void escapeClosesTheQuestion();
    void longChainsGoOnBelow();
    void permitsReadAsInTheApplication();
    void theTreeIsGroupedByProcess();
    void saysWhichQuestionIsAnswered();
    void namesClientsThatSleepOnAList();
    void aQueueWithoutListenersIsNotCountedAsZero();
    void aProbeTellsItsCostFirst();

private:
    QPushButton *button(const QString &text) const
    {
        for (QPushButton *one : m_page->findChildren<QPushButton *>()) {
            if (QString(one->text()).remove(u'&') == text && one->isVisible())
                return one;
        }
        return nullptr;
    }
    QString stateOf(const QModelIndex &row) const
    {
        return row.siblingAtColumn(BlockingTree::State).data().toString();
    }
    // The rows with their depth, as text.
    QStringList rows(const QModelIndex &parent = {}, int depth = 0) const
    {
        QStringList lines;
        const QAbstractItemModel *model = tree()->model();
        for (int i = 0; i < model->rowCount(parent); ++i) {
            const QModelIndex row = model->index(i, 0, parent);
            lines << QString(depth, u'.') + row.data().toString();
            lines << rows(row, depth + 1);
        }
        return lines;
    }
};

void tst_BlockingPage::saysWhatCannotBeSeen()
{
    const auto *empty = m_page->findChild<EmptyState *>();
    QVERIFY(empty->isVisible());
    QVERIFY2(empty->title().contains(QStringLiteral("Reading")),
             qPrintable(empty->title())); // it has not looked yet
    QTRY_VERIFY2(empty->text().contains(QStringLiteral("found only by listening")),
                 qPrintable(empty->text()));
    m_page->setConnected(false);
    QVERIFY2(empty->title().contains(QStringLiteral("Not connected")), qPrintable(empty->title()));
}

void tst_BlockingPage::saysSinceWhenAWaiterIsQueued()
{
    LockPtr lock = made("lock:a", ann + ":1", bob + ":7");
    Lock seen = *lock;
    seen.waiters.queued[0].seenSince = now() - std::chrono::minutes(30);
    EngineBridge alone;
    showAlone(alone, reportOf({std::make_shared<const Lock>(seen)}));
    const QString state = stateOf(tree()->model()->index(0, 0, firstLock()));
    QVERIFY2(state.startsWith(QStringLiteral("queued, place 1, first seen there 30 min")), qPrintable(state));
    showAlone(alone, reportOf({lock}));
    const QString unknown = stateOf(tree()->model()->index(0, 0, firstLock()));
    QVERIFY2(unknown.startsWith(QStringLiteral("queued, place 1, listens")), qPrintable(unknown));
}

void tst_BlockingPage::showsWhoWaitsForWhom()
{
    hold("lock:a", ann + ":1");
    hold("lock:b", bob + ":7");
    queue("lock:a", bob + ":7");
    queue("lock:b", bob + ":9");
    const QStringList expected{QStringLiteral("11111111…:1"), QStringLiteral(".lock:a"),
                               QStringLiteral("..22222222…:7"), QStringLiteral("...lock:b"),
                               QStringLiteral("....22222222…:9")};
    QTRY_COMPARE(rows(), expected);
    // A queued waiter is counted once it is seen to listen, with a later answer.
    QTRY_VERIFY2(
        m_page->summary().startsWith(QStringLiteral("2 waiter(s) for 2 lock(s), 2 of them identified")),
        qPrintable(m_page->summary()));
    QSignalSpy wanted(m_page.get(), &BlockingPage::lockWanted);
    const QModelIndex root = tree()->model()->index(0, 0);
    tree()->setCurrentIndex(tree()->model()->index(0, 0, root));
    tree()->setFocus();
    QTest::keyClick(tree(), Qt::Key_Return);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][0].value<LockName>().bytes, QByteArray("lock:a"));
    const QModelIndex second =
        tree()->model()->index(0, 0, tree()->model()->index(0, 0, tree()->currentIndex()));
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, tree()->visualRect(second).center());
    QCOMPARE(wanted.back()[0].value<LockName>().bytes, QByteArray("lock:b"));
}

void tst_BlockingPage::ofALostServerItIsUnknown()
{
    showChain();
    const auto *empty = m_page->findChild<EmptyState *>();
    m_page->setConnected(true, false, QStringLiteral("The server does not answer"));
    QVERIFY(empty->isVisible() && !graph()->isVisible());
    QCOMPARE(empty->title(), QStringLiteral("Waiting clients unknown"));
    QCOMPARE(empty->text(), QStringLiteral("The server does not answer"));
    QVERIFY(!button(QStringLiteral("Identify waiters…"))->isEnabled());
    m_page->setConnected(true);
    QTRY_VERIFY(graph()->isVisible() && !empty->isVisible());
    QVERIFY(button(QStringLiteral("Identify waiters…"))->isEnabled());
}

void tst_BlockingPage::theTreeStaysWhileNothingChanges()
{
    showChain();
    if (QTest::currentTestFailed())
        return;
    const QAbstractItemModel *model = tree()->model();
    const QStringList before = rows();
    const QPersistentModelIndex lock = model->index(0, BlockingTree::Who, model->index(0, BlockingTree::Who));
    const QString held = lock.sibling(lock.row(), BlockingTree::State).data().toString();
    QSignalSpy inserted(model, &QAbstractItemModel::rowsInserted);
    QSignalSpy removed(model, &QAbstractItemModel::rowsRemoved);
    QSignalSpy found(m_bridge.get(), &EngineBridge::blockingFound);
    const auto state = [&lock] { return lock.sibling(lock.row(), BlockingTree::State).data().toString(); };
    QTRY_VERIFY(found.size() > 1 && state() != held); // it is held for longer
    QCOMPARE(inserted.size() + removed.size(), 0);
    QCOMPARE(rows(), before);
    QVERIFY(lock.isValid());
    hold("lock:0", bob + ":11");
    queue("lock:0", ann + ":1");
    QTRY_VERIFY(rows().size() > before.size());
}

// Also between two answers of the engine.
void tst_BlockingPage::timesAreThoseOfTheList()
{
    EngineBridge alone;
    LockPtr lock = made("lock:a", ann + ":1", bob + ":1");
    showAlone(alone, reportOf({lock}));
    const QString first = stateOf(firstLock());
    QTRY_VERIFY2(stateOf(firstLock()) != first, qPrintable(first));
    const auto renewed = std::make_shared<Lock>(*lock);
    renewed->expiresAt = now() + std::chrono::hours(1);
    LockDelta delta;
    delta.upserted = {renewed};
    emit alone.tableChanged(delta);
    QTRY_VERIFY2(stateOf(firstLock()).contains(QStringLiteral("59 min")), qPrintable(stateOf(firstLock())));
    m_page.reset(); // Before the bridge
}

void tst_BlockingPage::theTimeLeftIsThatOfTheList()
{
    const Instant second(std::chrono::floor<std::chrono::seconds>(now()));
    auto lock = std::make_shared<Lock>(*made("lock:a", ann + ":1", bob + ":1"));
    lock->readAt = second - std::chrono::seconds(5);
    lock->expiresAt = second + std::chrono::seconds(20);
    const BlockingReport report = reportOf({lock});
    const Instant at = second + std::chrono::milliseconds(900);
    const QString state = text::heldLock(report.graph.locks.front(), at);
    QVERIFY2(state.contains(text::ttl(text::ttlLeft(*lock, at)) + QStringLiteral(" left")),
             qPrintable(state));
}

// And has the focus on its safe answer.
void tst_BlockingPage::escapeClosesTheQuestion()
{
    EngineBridge alone;
    showAlone(alone, reportOf({made("lock:a", ann + ":1", bob + ":1")}));
    QVERIFY(!m_page->closeQuestion());
    QSignalSpy asked(&alone, &EngineBridge::blockingEstimateWanted);
    QPushButton *identify = button(QStringLiteral("Identify waiters…"));
    identify->setFocus();
    identify->click();
    QCOMPARE(asked.size(), 1);
    emit alone.blockingEstimated(asked[0][0].toULongLong(), {{.lines = 10}});
    QVERIFY(button(QStringLiteral("Cancel")));
    QCOMPARE(m_page->window()->focusWidget(), button(QStringLiteral("Cancel")));
    QVERIFY(m_page->closeQuestion());
    QVERIFY(!button(QStringLiteral("Cancel")));
    QCOMPARE(m_page->window()->focusWidget(), identify);
    m_page.reset(); // Before the bridge
}

void tst_BlockingPage::aHoldThatEndedIsMarked()
{
    EngineBridge alone;
    const LockPtr a = made("lock:a", ann + ":1", bob + ":1"), b = made("lock:b", ann + ":1", bob + ":2");
    showAlone(alone, reportOf({a, b}));
    const auto taken = std::make_shared<Lock>(*a);
    taken->holders = {};
    taken->holders.append({.id = {bob + ":1"}});
    taken->heldSince = now();
    LockDelta delta;
    delta.upserted = {taken};
    delta.removed = {b->key};
    emit alone.tableChanged(delta);
    QTRY_VERIFY2(
        stateOf(firstLock()).startsWith(QStringLiteral("changed hands: now held by 22222222…:1, held for ")),
        qPrintable(stateOf(firstLock())));
    QTRY_COMPARE(stateOf(firstLock().siblingAtRow(1)), QStringLiteral("no longer held"));
    delta.upserted.clear();
    delta.removed = {a->key}; // And by the next one no more
    emit alone.tableChanged(delta);
    QTRY_COMPARE(stateOf(firstLock()), QStringLiteral("no longer held"));
    m_page.reset(); // Before the bridge
}

// Redisson stores 16 bytes, and gives out their hex digits.
void tst_BlockingPage::permitsReadAsInTheApplication()
{
    const QByteArray raw = QByteArray::fromHex("0a1b2c3d4e5f00112233445566778899");
    auto lock = std::make_shared<Lock>(*made("permits:a", raw, bob + ":1"));
    lock->kind = {"permit-semaphore"};
    lock->holders.front().mode = HoldMode::Permit;
    lock->waiters = {.subscribed = 1};
    EngineBridge alone;
    showAlone(alone, reportOf({lock}));
    const QString digits = QStringLiteral("0a1b2c3d");
    const QModelIndex client = tree()->model()->index(0, 0);
    QVERIFY2(client.data().toString().startsWith(digits), qPrintable(client.data().toString()));
    QCOMPARE(client.data(Qt::ToolTipRole).toString(), QString::fromLatin1(raw.toHex()));
    const std::vector<GraphNode> nodes = blockingGraph(reportOf({lock})).nodes;
    QVERIFY(
        std::ranges::any_of(nodes, [&](const GraphNode &node) { return node.owner.bytes == raw.toHex(); }));
    QVERIFY(std::ranges::none_of(nodes, [&](const GraphNode &node) { return node.owner.bytes == raw; }));
    m_page.reset(); // Before the bridge
}

// Each client of the chain holds one lock and waits for the next.
void tst_BlockingPage::longChainsGoOnBelow()
{
    std::vector<LockPtr> locks;
    const auto client = [](int place) { return ann + ':' + QByteArray::number(place); };
    constexpr int Length = 9;
    for (int i = 0; i < Length; ++i)
        locks.push_back(made("lock:" + QByteArray::number(i), client(i), client(i + 1)));
    EngineBridge alone;
    showAlone(alone, reportOf(locks));
    const QStringList shown = rows();
    for (const LockPtr &lock : locks)
        QCOMPARE(shown.filter(QString::fromLatin1(lock->key.bytes)).size(), 1);
    QVERIFY2(shown.filter(QRegularExpression(QStringLiteral("^\\.{7}"))).isEmpty(),
             qPrintable(shown.join(u'\n')));
    const QModelIndex next = tree()->model()->index(1, 0);
    QCOMPARE(stateOf(next), QStringLiteral("waits for lock:2"));
    m_page.reset(); // Before the bridge
}

void tst_BlockingPage::theTreeIsGroupedByProcess()
{
    hold("lock:a", ann + ":1");
    hold("lock:b", bob + ":7");
    hold("lock:c", ann + ":3");
    queue("lock:a", bob + ":7");
    queue("lock:b", bob + ":9");
    queue("lock:c", bob + ":8");
    const QStringList byThread{QStringLiteral("11111111…:1"),     QStringLiteral(".lock:a"),
                               QStringLiteral("..22222222…:7"),   QStringLiteral("...lock:b"),
                               QStringLiteral("....22222222…:9"), QStringLiteral("11111111…:3"),
                               QStringLiteral(".lock:c"),         QStringLiteral("..22222222…:8")};
    QTRY_COMPARE(rows(), byThread);
    auto *by = m_page->findChild<QComboBox *>();
    QVERIFY(by->isVisible());
    QCOMPARE(m_page->grouping(), QStringLiteral("thread"));
    by->setCurrentIndex(1);
    QCOMPARE(m_page->grouping(), QStringLiteral("process"));
    // Each process once, with all its locks; the threads that wait keep their ids.
    const QStringList byProcess{
        QStringLiteral("11111111…"),     QStringLiteral(".lock:a"),         QStringLiteral("..22222222…:7"),
        QStringLiteral("...lock:b"),     QStringLiteral("....22222222…:9"), QStringLiteral(".lock:c"),
        QStringLiteral("..22222222…:8"), QStringLiteral("22222222…"),       QStringLiteral(".lock:b")};
    QCOMPARE(rows(), byProcess);
    const auto waiters = [this] {
        return tree()->model()->index(0, BlockingTree::Waiters).data().toString();
    };
    QTRY_COMPARE(waiters(), QStringLiteral("2, 3 in all")); // Once all are seen to listen
    const QModelIndex process = tree()->model()->index(0, BlockingTree::Who);
    QCOMPARE(process.siblingAtColumn(BlockingTree::State).data().toString(),
             QStringLiteral("2 of its threads hold(s) locks"));
    const QString state = tree()->model()->index(1, BlockingTree::State, process).data().toString();
    QVERIFY2(state.startsWith(QStringLiteral("thread 3 · held for")), qPrintable(state));
    BlockingPage next(*m_bridge);
    next.restoreGrouping(m_page->grouping());
    QCOMPARE(next.grouping(), QStringLiteral("process"));
    next.restoreGrouping({});
    QCOMPARE(next.grouping(), QStringLiteral("thread"));
}

void tst_BlockingPage::namesClientsThatSleepOnAList()
{
    EngineBridge alone;
    QSignalSpy asked(&alone, &EngineBridge::blockingWanted);
    m_page = std::make_unique<BlockingPage>(alone);
    m_page->show();
    m_page->setConnected(true);
    QVERIFY(!asked.isEmpty());
    BlockingReport report{.asleep = Asleep{.locks = 1}, .at = now()};
    const auto said = [&] {
        emit alone.blockingFound(asked.last().at(0).toULongLong(), report);
        QStringList texts;
        for (const QLabel *label : m_page->findChildren<QLabel *>())
            texts << label->text();
        return texts.join(u'\n');
    };
    QVERIFY2(!said().contains(QStringLiteral("may wait")), qPrintable(said()));
    for (int i = 1; i <= 5; ++i)
        report.asleep->clients.push_back(
            {.client = {.address = "10.0.0.7:" + QByteArray::number(i), .name = "<b>app"},
             .command = "BLPOP"});
    const QString text = said();
    QVERIFY2(text.contains(QStringLiteral("sleep on a list and may wait for one of 1 held lock")),
             qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("<b>app at 10.0.0.7:3, and 2 more")), qPrintable(text));
}

void tst_BlockingPage::aQueueWithoutListenersIsNotCountedAsZero()
{
    auto lock = std::const_pointer_cast<Lock>(made("lock:a", "ann", "bob"));
    lock->waiters.queued.front().alive = false;
    EngineBridge alone;
    showAlone(alone, reportOf({lock}));
    QTRY_VERIFY2(m_page->summary().startsWith(
                     QStringLiteral("No client listens any more for the queued waiters of 1 lock")),
                 qPrintable(m_page->summary()));
}

// For a picture of the page, it must show what was read since the locks are there.
void tst_BlockingPage::saysWhichQuestionIsAnswered()
{
    EngineBridge alone;
    QSignalSpy asked(&alone, &EngineBridge::blockingWanted);
    m_page = std::make_unique<BlockingPage>(alone);
    m_page->show();
    QVERIFY(!m_page->askedAt());
    const Instant before = now();
    m_page->setConnected(true);
    QVERIFY(!asked.isEmpty());
    QVERIFY(!m_page->askedAt());
    const Instant after = now();
    emit alone.blockingFound(asked.last().at(0).toULongLong(), BlockingReport());
    QVERIFY(m_page->askedAt() && *m_page->askedAt() >= before && *m_page->askedAt() <= after);
    m_page->setConnected(false);
    QVERIFY(!m_page->askedAt());
    m_page.reset(); // Before the bridge
}

void tst_BlockingPage::aProbeTellsItsCostFirst()
{
    ask({"SET", "lock:poll", "token-of-holder", "PX", "600000"});
    qint64 answered = 0; // Outlives the session, whose end answers its last call
    Session waiter(m_sandbox->tcp());
    waiter.open();
    QTRY_VERIFY(waiter.isReady());
    QTimer tries;
    connect(&tries, &QTimer::timeout, this, [&waiter, &answered] {
        waiter.call({"SET", "lock:poll", "token-of-waiter", "NX", "PX", "1000"})
            .then([&answered](const Outcome<Reply> &) { ++answered; });
    });
    tries.start(50);
    const auto listens = [this] {
        return redisCli(m_sandbox->tcp(), {"CLIENT", "LIST"})->contains("cmd=monitor");
    };
    QTRY_VERIFY(m_known.contains({"lock:poll"})); // else there is nothing to listen for
    QVERIFY(button(QStringLiteral("Identify waiters…")));
    button(QStringLiteral("Identify waiters…"))->click();
    QTRY_VERIFY(button(QStringLiteral("Listen for 30 s")));
    QVERIFY(button(QStringLiteral("Listen for 30 s"))->isEnabled());
    QVERIFY(!listens());
    button(QStringLiteral("Listen for 30 s"))->click();
    QTRY_VERIFY(listens());
    QTRY_VERIFY(button(QStringLiteral("Stop")));
    const qint64 before = answered;
    QTRY_VERIFY(answered > before + 3);
    button(QStringLiteral("Stop"))->click();
    QTRY_VERIFY(!listens());
    QTRY_VERIFY2(rows().contains(QStringLiteral(".lock:poll")), qPrintable(rows().join(u'\n')));
    QVERIFY2(rows().join(u'\n').contains(QStringLiteral("127.0.0.1:")), qPrintable(rows().join(u'\n')));
    // It stands still until it is refreshed, or there is a deadlock.
    QVERIFY(button(QStringLiteral("Refresh")));
    const auto *deadlocks = m_page->findChild<DeadlockNotices *>();
    QVERIFY(!deadlocks->isVisible());
    hold("lock:a", ann + ":1");
    hold("lock:b", bob + ":7");
    queue("lock:a", bob + ":7");
    queue("lock:b", ann + ":1");
    QTRY_VERIFY(deadlocks->isVisible());
    QVERIFY(!button(QStringLiteral("Refresh")));
}

LOCKSCOPE_UI_TEST(tst_BlockingPage)

} // namespace tst_blockingpage

#include "tst_blockingpage.moc"

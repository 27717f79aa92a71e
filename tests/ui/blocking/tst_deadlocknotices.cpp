// SPDX-License-Identifier: GPL-3.0-or-later
// The deadlocks on the page Blocking: a certain one is critical, a possible one is information.
#include "core/engine/blocking/blockingreport.h"
#include "core/formats/format.h"
#include "tests/support/uirunner.h"
#include "tests/ui/blocking/blockingpagetest.h"
#include "ui/blocking/deadlocknotices.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/prose.h"

#include <QRegularExpression>

#include <functional>

namespace tst_deadlocknotices
{

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::test::blockingpage;

class tst_DeadlockNotices : public BlockingPageTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }
    void saysWhichDeadlocksAreNotSeen();
    void namesADeadlock();
    void tellsCertainFromPossibleDeadlocks();

private:
    static QString toldBy(const Notice &notice)
    {
        QString told;
        for (const Prose *part : notice.findChildren<Prose *>())
            told += part->text() + u'\n';
        return told;
    }
};

// The tokens of redis-py are others for each lock, and nothing has shown the connection of this holder.
void tst_DeadlockNotices::saysWhichDeadlocksAreNotSeen()
{
    const auto *empty = m_page->findChild<EmptyState *>();
    const QString unseen =
        QStringLiteral("What the holders of 1 held lock(s) wait for is unknown: deadlocks with them "
                       "are not seen");
    hold("lock:a", ann + ":1"); // its id shows what it waits for
    QTRY_VERIFY(m_known.contains({"lock:a"}));
    QVERIFY2(!empty->text().contains(unseen), qPrintable(empty->text()));
    ask({"SET", "lock:b", QByteArray(32, 'b'), "PX", "600000"});
    QTRY_VERIFY2(empty->text().contains(unseen), qPrintable(empty->text()));
    queue("lock:a", bob + ":7");
    QTRY_VERIFY2(m_page->summary().contains(unseen), qPrintable(m_page->summary()));
}

void tst_DeadlockNotices::namesADeadlock()
{
    hold("lock:a", ann + ":1");
    hold("lock:b", bob + ":7");
    queue("lock:a", bob + ":7");
    queue("lock:b", ann + ":1");
    const auto *shown = m_page->findChild<DeadlockNotices *>();
    QTRY_VERIFY(shown->isVisible());
    QCOMPARE(shown->notices().size(), 1u);
    const Notice *notice = shown->notices().front();
    // Possible only, until each waiter is seen to listen.
    QTRY_COMPARE(notice->sentence(), QStringLiteral("Deadlock of 2 lock(s)"));
    QCOMPARE(notice->level(), VerdictLevel::Critical);
    QVERIFY(shown->count().isEmpty() && shown->common().isEmpty()); // the notice says all
    QVERIFY2(toldBy(*notice).contains(QStringLiteral("in the same order everywhere")),
             qPrintable(toldBy(*notice)));
    ask({"DEL", "lock:b", "redisson_lock_queue:{lock:b}", "redisson_lock_timeout:{lock:b}"});
    QTRY_VERIFY(!shown->isVisible());
}

// Two pairs of locks in two orders. Of the second, it is not known whether a waiter still listens.
void tst_DeadlockNotices::tellsCertainFromPossibleDeadlocks()
{
    const auto made = [](const QByteArray &key, const QByteArray &holder, const QByteArray &waiter,
                         std::optional<bool> alive) {
        auto lock = std::make_shared<Lock>(Lock{.key = {key}, .kind = {"fair-lock"}});
        lock->holders.append({.id = {holder}});
        lock->heldSince = lock->readAt = now();
        const Instant longAgo = lock->readAt - std::chrono::minutes(1);
        lock->waiters.queued = {{.id = {waiter}, .alive = alive, .seenSince = longAgo}};
        return LockPtr(lock);
    };
    const std::vector<LockPtr> locks{
        made("lock:a", ann + ":1", bob + ":1", true), made("lock:b", bob + ":1", ann + ":1", true),
        made("lock:c", ann + ":2", bob + ":2", {}), made("lock:d", bob + ":2", ann + ":2", true)};
    BlockingReport report{.graph = waitGraph(Registry::builtIn(), locks), .at = now()};
    report.deadlocks = findDeadlocks(report.graph);
    countFreed(report.graph, report.deadlocks);
    QCOMPARE(report.deadlocks.size(), 2u);
    EngineBridge alone; // Without an engine, that would answer too
    m_page = std::make_unique<BlockingPage>(alone);
    QSignalSpy asked(&alone, &EngineBridge::blockingWanted);
    m_page->resize(900, 700);
    m_page->show();
    m_page->setConnected(true);
    QVERIFY(!asked.isEmpty());
    const auto answer = [&] { emit alone.blockingFound(asked.last().at(0).toULongLong(), report); };
    answer();
    const auto *shown = m_page->findChild<DeadlockNotices *>();
    QVERIFY(shown->isVisible());
    QCOMPARE(shown->count(), QStringLiteral("1 deadlock(s), 1 possible deadlock(s)"));
    QCOMPARE(shown->notices().size(), 2u);
    const Notice *certain = shown->notices()[0], *possible = shown->notices()[1];
    QCOMPARE(certain->level(), VerdictLevel::Critical);
    QCOMPARE(certain->sentence(), QStringLiteral("Deadlock of 2 lock(s)"));
    QCOMPARE(possible->level(), VerdictLevel::Info);
    QCOMPARE(possible->sentence(), QStringLiteral("Possible deadlock of 2 lock(s)"));
    for (const auto &[notice, key] : {std::pair(certain, "lock:a"), std::pair(possible, "lock:c")}) {
        const QString told = toldBy(*notice); // each has its own advice
        QVERIFY2(told.contains(QLatin1String(key)), qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("was acquired last is unknown")), qPrintable(told));
        QVERIFY2(!told.contains(QStringLiteral("in the same order")), qPrintable(told)); // said once, below
    }
    QVERIFY2(shown->common().contains(QStringLiteral("in the same order")), qPrintable(shown->common()));
    QStringList states;
    const std::function<void(const QModelIndex &)> addStates = [&](const QModelIndex &parent) {
        for (int i = 0; i < tree()->model()->rowCount(parent); ++i) {
            const QModelIndex row = tree()->model()->index(i, 0, parent);
            states << row.data().toString() + u' ' +
                          row.siblingAtColumn(BlockingTree::State).data().toString();
            addStates(row);
        }
    };
    addStates({});
    const auto stateOf = [&](const char *key) {
        const QStringList found = states.filter(QRegularExpression(QLatin1String("^") + QLatin1String(key)));
        return found.isEmpty() ? QString() : found.first().mid(qsizetype(qstrlen(key)) + 1);
    };
    for (const char *key : {"lock:a", "lock:b"})
        QVERIFY2(stateOf(key).startsWith(QStringLiteral("deadlock · ")), qPrintable(states.join(u'\n')));
    for (const char *key : {"lock:c", "lock:d"})
        QVERIFY2(stateOf(key).startsWith(QStringLiteral("possible deadlock · ")),
                 qPrintable(states.join(u'\n')));
    report.deadlocks.erase(report.deadlocks.begin()); // The certain one was broken
    answer();
    QCOMPARE(shown->notices().size(), 1u);
    QCOMPARE(shown->notices()[0]->level(), VerdictLevel::Info);
    QCOMPARE(shown->notices()[0]->sentence(), QStringLiteral("Possible deadlock of 2 lock(s)"));
    QVERIFY(!possible->isVisible());
    m_page.reset(); // Before the bridge
}

LOCKSCOPE_UI_TEST(tst_DeadlockNotices)

} // namespace tst_deadlocknotices

#include "tst_deadlocknotices.moc"

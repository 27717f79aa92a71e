// SPDX-License-Identifier: GPL-3.0-or-later
// The list, the page Blocking, the total of Overview and the filter count the waiters of one server alike.
#include "core/engine/blocking/waitingtext.h"
#include "core/engine/filter/lockfilter.h"
#include "tests/support/uirunner.h"
#include "tests/support/waitedlocks.h"
#include "tests/ui/blocking/blockingpagetest.h"
#include "ui/locks/model/lockcells.h"
#include "ui/text/format.h"
#include "ui/widgets/emptystate.h"

#include <QPushButton>

namespace tst_waitercounts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::test::blockingpage;

class tst_WaiterCounts : public BlockingPageTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }
    void areTheSameEverywhere_data();
    void areTheSameEverywhere();

private:
    LockPtr lock(const QByteArray &key) const { return m_locks.value({key}); }
    QString cell(const QByteArray &key) const
    {
        const LockPtr found = lock(key);
        return found ? lockCell(LockColumn::Waiters, *found, Kinds(), 0, now(), Qt::DisplayRole).toString()
                     : QString();
    }
    // In the tree; empty: it is not there.
    QString row(const QByteArray &key, const QModelIndex &parent = {}) const
    {
        const QAbstractItemModel *model = tree()->model();
        for (int i = 0; i < model->rowCount(parent); ++i) {
            const QModelIndex at = model->index(i, 0, parent);
            if (at.data().toString() == QString::fromLatin1(key))
                return at.siblingAtColumn(BlockingTree::Waiters).data().toString();
            if (const QString below = row(key, at); !below.isEmpty())
                return below;
        }
        return {};
    }
    bool fits(const QByteArray &key, const char *filter) const
    {
        const auto parsed = LockFilter::parse(QString::fromLatin1(filter));
        return parsed && parsed->matches(*lock(key), now());
    }

    QHash<LockName, LockPtr> m_locks;
    LockTotals m_totals;
};

void tst_WaiterCounts::areTheSameEverywhere_data()
{
    QTest::addColumn<bool>("isShared");
    QTest::newRow("one database") << false;
    QTest::newRow("a channel shared by two locks") << true;
}

void tst_WaiterCounts::areTheSameEverywhere()
{
    QFETCH(bool, isShared);
    m_locks.clear();
    connect(m_bridge.get(), &EngineBridge::tableChanged, this, [this](const LockDelta &delta) {
        for (const LockPtr &one : delta.upserted)
            m_locks.insert(one->key, one);
        m_totals = delta.totals;
    });
    const WaitedLocks made(m_sandbox->tcp(), isShared);
    QTRY_COMPARE(cell("lock:hash"), isShared ? QStringLiteral("≤ 2") : QStringLiteral("≥ 2"));
    QTRY_COMPARE(cell("lock:fair"), QStringLiteral("1")); // the dead one does not wait
    QTRY_COMPARE(cell("lock:py"), QStringLiteral("—"));
    QTRY_COMPARE(cell("lock:poll"), QStringLiteral("—"));

    QTRY_COMPARE(row("lock:fair"), cell("lock:fair"));
    QTRY_COMPARE(row("lock:hash"), isShared ? QString() : cell("lock:hash"));
    for (const char *key : {"lock:py", "lock:poll"})
        QCOMPARE(row(key), QString());
    const QString sum = isShared ? QStringLiteral("1 waiter(s) for 1 lock")
                                 : QStringLiteral("At least 3 waiter(s) for 2 lock");
    QTRY_VERIFY2(m_page->summary().startsWith(sum), qPrintable(m_page->summary()));
    QTRY_VERIFY2(m_page->summary().contains(QStringLiteral("1 client(s) sleep on a list")),
                 qPrintable(m_page->summary()));
    QCOMPARE(m_page->summary().contains(QStringLiteral("in another database")), isShared);
    QCOMPARE(text::waiterSum(m_totals), isShared ? QStringLiteral("≥ 1") : QStringLiteral("≥ 3"));

    QCOMPARE(fits("lock:hash", "waiters>=2"), !isShared);
    QVERIFY(!fits("lock:hash", "waiters:0") && fits("lock:fair", "waiters:1"));
    QVERIFY(!fits("lock:poll", "waiters>0") && !fits("lock:poll", "waiters<1"));
}

LOCKSCOPE_UI_TEST(tst_WaiterCounts)

} // namespace tst_waitercounts

#include "tst_waitercounts.moc"

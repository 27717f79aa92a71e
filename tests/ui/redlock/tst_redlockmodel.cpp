// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/uirunner.h"
#include "ui/locks/model/lockcells.h"
#include "ui/redlock/redlockmodel.h"
#include "ui/redlock/redlockview.h"
#include "ui/theme/metrics.h"

#include <QHeaderView>
#include <QTest>
#include <QTreeView>

namespace tst_redlockmodel
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

struct Answer {
    QByteArray owner{}; // Empty: the node does not have it
    CopyState state = CopyState::Held;
};

LockPtr lockOf(const std::vector<Answer> &answers, const Quorum &quorum)
{
    auto lock = std::make_shared<Lock>();
    lock->key = {"lock:a"};
    auto extras = std::make_shared<LockExtras>();
    for (const Answer &answer : answers) {
        Copy copy{.node = {"node-" + QByteArray::number(qsizetype(extras->copies.size()))},
                  .state = answer.state,
                  .owner = {answer.owner},
                  .expiresAt = now() + 1min};
        extras->copies.push_back(copy);
    }
    extras->quorum = quorum;
    lock->extras = std::move(extras);
    return lock;
}

} // namespace

class tst_RedLockModel : public QObject
{
    Q_OBJECT

private slots:
    void whatIsNotKnownCountsNeitherWay();
    void anIdThatMayBeAnothersIsShown();
    void aFreeLockRaisesNoAlarm();
    void rowsReachTheEdge();
    void theQuorumHasAnIconOfItsOwn();
    void howLongItIsValidComesBeforeTheNodes();
    void theListCountsTheSameNodes();
    void fiveNodesFitIntoANarrowWindow();

private:
    QString text(int column) const { return m_model.index(0, column).data().toString(); }
    void show(const std::vector<Answer> &answers, const Quorum &quorum)
    {
        m_model.apply({.upserted = {lockOf(answers, quorum)}});
    }

    RedLockModel m_model;
};

void tst_RedLockModel::whatIsNotKnownCountsNeitherWay()
{
    const std::vector<Answer> answers{{"ann"}, {{}, CopyState::Unreachable}, {{}, CopyState::Unreachable}};
    show(answers, {.nodes = 3, .needed = 2, .agreeing = 1, .reachable = 1, .owners = 1});
    QCOMPARE(text(RedLockModel::QuorumColumn), QStringLiteral("1 to 3 of 3"));
    QCOMPARE(text(RedLockModel::MarginColumn), QStringLiteral("unknown"));
    show(answers, {.nodes = 3, .needed = 2, .agreeing = 2, .reachable = 2, .owners = 1});
    QCOMPARE(text(RedLockModel::QuorumColumn), QStringLiteral("2 to 3 of 3"));
    QCOMPARE(text(RedLockModel::MarginColumn), QStringLiteral("unknown"));
    show(answers, {.nodes = 3, .needed = 2, .agreeing = 1, .reachable = 3, .owners = 1});
    QCOMPARE(text(RedLockModel::QuorumColumn), QStringLiteral("1 of 3"));
    QCOMPARE(text(RedLockModel::MarginColumn), QStringLiteral("no quorum"));
}

void tst_RedLockModel::anIdThatMayBeAnothersIsShown()
{
    show({{"ann"}, {"ann"}, {"bob", CopyState::Unsure}},
         {.nodes = 3, .needed = 2, .agreeing = 2, .reachable = 3, .unsure = 1, .owners = 1});
    const QModelIndex cell = m_model.index(0, RedLockModel::FirstNodeColumn + 2);
    QCOMPARE(cell.data().toString(), QStringLiteral("bob"));
    QVERIFY(cell.data(Qt::ToolTipRole).toString().contains(QStringLiteral("Expires in")));
    QVERIFY(text(RedLockModel::FirstNodeColumn).endsWith(u's')); // its TTL: the owner is the lock's
    QVERIFY(cell.data(Qt::ToolTipRole).toString().contains(QStringLiteral("may be another owner")));
    QCOMPARE(text(RedLockModel::QuorumColumn), QStringLiteral("2 to 3 of 3"));
}

void tst_RedLockModel::aFreeLockRaisesNoAlarm()
{
    const std::vector<Answer> answers{
        {{}, CopyState::Missing}, {{}, CopyState::Missing}, {{}, CopyState::Missing}};
    show(answers, {.nodes = 3, .needed = 2, .agreeing = 0, .reachable = 3, .owners = 0});
    QCOMPARE(text(RedLockModel::QuorumColumn), QStringLiteral("free"));
    QVERIFY(m_model.index(0, RedLockModel::QuorumColumn).data(Qt::DecorationRole).isNull());
    QVERIFY(m_model.index(0, RedLockModel::FirstNodeColumn).data(Qt::DecorationRole).isNull());
    show(answers,
         {.nodes = 3, .needed = 2, .agreeing = 0, .reachable = 1, .owners = 0}); // Not known to be free
    QVERIFY(!m_model.index(0, RedLockModel::QuorumColumn).data(Qt::DecorationRole).isNull());
}

void tst_RedLockModel::theQuorumHasAnIconOfItsOwn()
{
    const Quorum whole{.nodes = 3, .needed = 2, .agreeing = 3, .reachable = 3, .owners = 1};
    const auto icon = [this](const Quorum &quorum, const Verdict &verdict) {
        Lock lock = *lockOf({{"ann"}, {"ann"}, {"ann"}}, quorum);
        lock.verdict = verdict;
        m_model.apply({.upserted = {std::make_shared<const Lock>(lock)}});
        const QVariant shown = m_model.index(0, RedLockModel::QuorumColumn).data(Qt::DecorationRole);
        return shown.value<QIcon>().pixmap(16).toImage();
    };
    const QImage good = icon(whole, {});
    QCOMPARE(icon(whole, {.level = VerdictLevel::Critical, .code = "no-expiry"}), good);
    QVERIFY(icon(whole, {.level = VerdictLevel::Critical, .code = "quorum-lost"}) != good);
    const Quorum thin{.nodes = 3, .needed = 2, .agreeing = 2, .reachable = 2, .owners = 1};
    QVERIFY(icon(thin, {.level = VerdictLevel::Critical, .code = "no-expiry"}) != good);
}

// Many nodes need to be scrolled.
void tst_RedLockModel::howLongItIsValidComesBeforeTheNodes()
{
    RedLockView view;
    view.resize(500, 300);
    view.show();
    view.apply({.upserted = {lockOf(std::vector<Answer>(7, Answer{"me"}),
                                    {.nodes = 7, .needed = 4, .agreeing = 7, .reachable = 7, .owners = 1})}});
    const auto *table = view.findChild<QTreeView *>();
    const QHeaderView *header = table->header();
    QVERIFY(header->length() > table->viewport()->width());
    const int valid = RedLockModel::ValidColumn;
    QVERIFY(header->sectionViewportPosition(valid) + header->sectionSize(valid) <=
            table->viewport()->width());
}

void tst_RedLockModel::rowsReachTheEdge()
{
    RedLockView view;
    view.resize(1200, 300);
    view.show();
    view.apply({.upserted = {lockOf({{"me"}, {"me"}, {}}, {.nodes = 3, .needed = 2, .agreeing = 2})}});
    const auto *table = view.findChild<QTreeView *>();
    for (const int width : {1200, 900, 1100}) {
        view.resize(width, 300);
        QTRY_COMPARE(table->header()->length(), table->viewport()->width());
    }
}

// At one node that does not answer.
void tst_RedLockModel::theListCountsTheSameNodes()
{
    Lock lock = *lockOf({{"ann"}, {"ann"}, {}, {}, {{}, CopyState::Unreachable}},
                        {.nodes = 5, .needed = 3, .agreeing = 2, .reachable = 4, .owners = 1});
    lock.holders.append(Holder{.id = {"ann"}});
    m_model.apply({.upserted = {std::make_shared<const Lock>(lock)}});
    QCOMPARE(text(RedLockModel::QuorumColumn), QStringLiteral("2 to 3 of 5"));
    QCOMPARE(cellText(LockColumn::Owner, lock, 0, now()), QStringLiteral("ann on 2 to 3 of 5 nodes"));
}

void tst_RedLockModel::fiveNodesFitIntoANarrowWindow()
{
    RedLockView view;
    view.resize(characters(view, 100), 300);
    view.show();
    view.apply({.upserted = {lockOf({{"ann"}, {"ann"}, {}, {}, {{}, CopyState::Unreachable}},
                                    {.nodes = 5, .needed = 3, .agreeing = 2, .reachable = 4, .owners = 1})}});
    const auto *table = view.findChild<QTreeView *>();
    QTRY_COMPARE(table->header()->length(), table->viewport()->width());
}

LOCKSCOPE_UI_TEST(tst_RedLockModel)

} // namespace tst_redlockmodel

#include "tst_redlockmodel.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What caused waiting, what changed and lock orders, on the Contention page.

#include "core/history/causes/causesdocument.h"
#include "core/history/causes/causestext.h"
#include "core/history/orders/ordersdocument.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/contention/answeredcontention.h"
#include "tests/ui/exportedfile.h"
#include "tests/ui/historysamples.h"
#include "ui/contention/causes/causespane.h"
#include "ui/contention/causes/changelist.h"
#include "ui/contention/causes/costtable.h"
#include "ui/contention/causes/orderlist.h"
#include "ui/contention/contentionpage.h"
#include "ui/contention/contentiontable.h"
#include "ui/text/format.h"
#include "ui/theme/language.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_causespane
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::Start;
using lockscope::test::AnsweredContention;

class tst_CausesPane : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void theLockThatCausesMostWaitingComesFirst()
    {
        AnsweredContention p;
        p.show();
        p.answerLocks(4); // In the order of the history
        QCOMPARE(p.cell(0, ContentionModel::LockColumn), text::key(samples::lockName(0)));
        QCOMPARE(p.cell(0, ContentionModel::CausedColumn), QStringLiteral("—"));
        QCOMPARE(p.askedCosts.count(), 1);
        QCOMPARE(p.askedCosts.last().at(1).value<HistoryRange>().from, p.window.range().from);
        p.answerCosts(3);
        QCOMPARE(p.cell(0, ContentionModel::LockColumn), text::key(samples::lockName(2)));
        QCOMPARE(p.cell(0, ContentionModel::CausedColumn), QStringLiteral("≈ ") + text::duration(30s));
        QCOMPARE(p.cell(3, ContentionModel::LockColumn), text::key(samples::lockName(3)));
        QCOMPARE(p.lockPlots().front(), samples::lockName(0)); // Plots keep their places
    }

    void waitingIsShownByPrefixAndByClient()
    {
        AnsweredContention p;
        p.page.resize(1400, 500);
        p.show();
        p.answerLocks(4);
        const WaitingCosts costs = p.answerCosts(4);
        CausesPane &causes = p.page.causes();
        QVERIFY(causes.note().contains(text::duration(400s)));
        causes.setView(CausesPane::ByPrefix);
        QVERIFY(causes.prefixes().isVisible());
        QVERIFY(!p.page.table().isVisible());
        const QAbstractItemModel &prefixes = *causes.prefixes().model();
        QCOMPARE(prefixes.index(0, CostModel::NameColumn).data().toString(), QStringLiteral("order:*"));
        QCOMPARE(prefixes.index(0, CostModel::CausedColumn).data().toString(),
                 QStringLiteral("≈ ") + text::duration(360s));
        QCOMPARE(prefixes.index(1, CostModel::NameColumn).data().toString(), QStringLiteral("no prefix"));
        causes.setView(CausesPane::ByClient);
        const QAbstractItemModel &clients = *causes.clients().model();
        QCOMPARE(clients.rowCount(), 3);
        QCOMPARE(clients.index(1, CostModel::NameColumn).data().toString(), QStringLiteral("unknown"));
        QVERIFY(clients.index(2, 0).data(Qt::ToolTipRole).toString().contains(text::duration(12s)));
        QTemporaryDir dir;
        VERIFY_OK(causes.save(dir.filePath(QStringLiteral("client.csv"))));
        QCOMPARE(test::contentOf(dir.filePath(QStringLiteral("client.csv"))),
                 costsCsv(costs, CostBy::Client));
        QSignalSpy wanted(&p.page, &ContentionPage::lockWanted);
        auto *view = p.page.findChildren<CostTable *>().at(1);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                          view->visualRect(clients.index(0, 0)).center());
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.last().at(0).value<LockName>(), samples::lockName(1));
    }

    void whatChangedComparesTheHalvesOfTheTimeShown()
    {
        AnsweredContention p;
        p.page.resize(1400, 500);
        p.page.show();
        QCOMPARE(p.askedChanges.count(), 0); // Only where it is shown
        CausesPane &causes = p.page.causes();
        causes.setView(CausesPane::WhatChanged);
        QCOMPARE(p.askedChanges.count(), 1);
        const auto query = p.askedChanges.last().at(1).value<ChangeQuery>();
        QCOMPARE(query.at, Start - 150s);
        QCOMPARE(query.width, milliseconds(150s));
        const Changes changes = samples::changes(p.window.range());
        p.answerChanges(changes);
        QCOMPARE(causes.changes().count(), 5);
        QCOMPARE(causes.changes().item(3)->text(), changeText(changes.changes[3]));
        QVERIFY(causes.note().contains(comparedText(changes)));
        QSignalSpy wanted(&p.page, &ContentionPage::lockWanted);
        QTest::mouseClick(causes.changes().viewport(), Qt::LeftButton, {},
                          causes.changes().visualItemRect(causes.changes().item(3)).center());
        QCOMPARE(wanted.last().at(0).value<LockName>(), samples::lockName(0));
        QTemporaryDir dir;
        VERIFY_OK(causes.save(dir.filePath(QStringLiteral("changes.csv"))));
        QCOMPARE(test::contentOf(dir.filePath(QStringLiteral("changes.csv"))), changesCsv(changes));
        p.window.pan(-60);
        QTRY_COMPARE(p.askedChanges.count(), 2);
        QCOMPARE(p.askedChanges.last().at(1).value<ChangeQuery>().at, Start - 210s);
    }

    void locksAcquiredInBothOrdersAreListed()
    {
        AnsweredContention p;
        p.page.resize(1400, 500);
        p.page.show();
        QCOMPARE(p.askedOrders.count(), 0); // Only where it is shown
        CausesPane &causes = p.page.causes();
        causes.setView(CausesPane::LockOrders);
        QCOMPARE(p.askedOrders.count(), 1);
        p.answerOrders(false);
        QCOMPARE(causes.orders().count(), 0);
        QVERIFY(causes.note().isEmpty()); // The list says what must be true to see one
        emit p.bridge.opened();
        QCOMPARE(p.askedOrders.count(), 2);
        QVERIFY(!causes.orders().isKnown());
        const OrdersAnswer answer = p.answerOrders(true);
        QCOMPARE(causes.orders().count(), 1);
        QCOMPARE(causes.orders().item(0)->text(), inversionText(answer.inversions.front()).join(u'\n'));
        QCOMPARE(causes.note(), ordersText(answer));
        QSignalSpy wanted(&p.page, &ContentionPage::lockWanted);
        QTest::mouseClick(causes.orders().viewport(), Qt::LeftButton, {},
                          causes.orders().visualItemRect(causes.orders().item(0)).center());
        QCOMPARE(wanted.last().at(0).value<LockName>(), samples::lockName(0));
        QTemporaryDir dir;
        VERIFY_OK(causes.save(dir.filePath(QStringLiteral("orders.csv"))));
        QCOMPARE(test::contentOf(dir.filePath(QStringLiteral("orders.csv"))), ordersCsv(answer));
    }
};

LOCKSCOPE_UI_TEST(tst_CausesPane)

} // namespace tst_causespane

#include "tst_causespane.moc"

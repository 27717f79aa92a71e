// SPDX-License-Identifier: GPL-3.0-or-later
// The client behind an owner id, as the window shows it: the column, the probe dialog, and a name given by
// the user.
#include "tests/support/uirunner.h"
#include "tests/ui/accesskeys.h"
#include "tests/ui/uisamples.h"
#include "ui/bridges/enginebridge.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/probedialog.h"
#include "ui/holders/clienttext.h"
#include "ui/holders/holdersmodel.h"
#include "ui/holders/holdersview.h"
#include "ui/text/format.h"

#include <QAbstractItemModelTester>
#include <QInputDialog>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace tst_whoisthis
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::shared;

namespace
{

std::shared_ptr<const HolderClients> known(const OwnerId &owner, const ClientInfo &client)
{
    return std::make_shared<const HolderClients>(HolderClients{{owner, client}});
}

const ClientInfo billing{
    .address = "10.0.0.7:50312", .name = "billing", .learnt = QStringLiteral("CLIENT LIST")};

} // namespace

class tst_whoisthis : public QObject
{
    Q_OBJECT

private slots:
    void theColumnIsThereWhenSomebodyIsKnown();
    void saysHowAndSinceWhen();
    void aliasesMeanTheWholeClient();
    void theCostComesFirst();
    void whatCannotBeProbedIsNotOffered();
    void runsStopsAndTells();
    void closingStopsIt();
    void namesAnOwner();
};

void tst_whoisthis::theColumnIsThereWhenSomebodyIsKnown()
{
    HoldersModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    Lock lock = samples::renewed(now());
    model.setLock(shared(lock));
    QVERIFY(!model.isTelling(HoldersModel::ClientColumn));
    QSignalSpy changed(&model, &HoldersModel::dataChanged);
    lock.clients = known(samples::Orders, billing);
    model.setLock(shared(lock));
    QVERIFY(!changed.isEmpty());
    QVERIFY(model.isTelling(HoldersModel::ClientColumn));
    QCOMPARE(model.index(0, HoldersModel::ClientColumn).data().toString(),
             QStringLiteral("billing at 10.0.0.7:50312"));
    lock.holders.append(Holder{.id = samples::Billing, .mode = HoldMode::Read});
    model.setLock(shared(lock));
    QCOMPARE(model.index(1, HoldersModel::ClientColumn).data().toString(), QStringLiteral("—"));
}

void tst_whoisthis::saysHowAndSinceWhen()
{
    const Instant at = now();
    QVERIFY(text::clientHelp(billing, at).contains(QStringLiteral("matched by client name")));
    ClientInfo gone = billing;
    gone.goneSince = at - 40s;
    QVERIFY(text::client(gone).contains(QStringLiteral("gone")));
    QVERIFY(text::clientHelp(gone, at).contains(text::ago(40s)));
    const ClientInfo named{.name = "the cron job", .learnt = QStringLiteral("alias, MONITOR probe")};
    QCOMPARE(text::client(named), QStringLiteral("the cron job"));
    QVERIFY(text::clientHelp(named, at).contains(QStringLiteral("named by you")));
    QVERIFY(text::clientHelp(named, at).contains(QStringLiteral("probe")));
}

void tst_whoisthis::aliasesMeanTheWholeClient()
{
    QCOMPARE(aliasPattern(samples::Billing), QByteArray("c01dfe7a-2b44-4f19-8d0e-5a1be7c0aa90:*"));
    QCOMPARE(aliasPattern({"tok[1]*?"}), QByteArray("tok\\[1\\]\\*\\?"));
}

void tst_whoisthis::theCostComesFirst()
{
    EngineBridge bridge;
    QSignalSpy estimate(&bridge, &EngineBridge::estimateWanted);
    QSignalSpy probe(&bridge, &EngineBridge::probeWanted);
    ProbeDialog *dialog = new ProbeDialog(bridge, shared(samples::renewed(now())));
    dialog->show();
    QCOMPARE(estimate.count(), 1);
    QVERIFY(!dialog->startButton()->isEnabled());
    const ProbeEstimate cost{.node = {"10.0.0.1:6379"},
                             .length = 11500ms,
                             .commandsPerSecond = 1200,
                             .lines = 13'800,
                             .bytes = 2'000'000};
    emit bridge.estimated(estimate.at(0).at(0).toULongLong() + 1, cost); // For another request
    QVERIFY(!dialog->startButton()->isEnabled());
    emit bridge.estimated(estimate.at(0).at(0).toULongLong(), cost);
    QVERIFY(dialog->startButton()->isEnabled());
    for (const char *told : {"10.0.0.1:6379", "1,200", "13,800", "30 %", "11.5 s"})
        QVERIFY2(dialog->sentence().contains(QLatin1String(told)), qPrintable(dialog->sentence()));
    QCOMPARE(probe.count(), 0);
    delete dialog;
}

void tst_whoisthis::whatCannotBeProbedIsNotOffered()
{
    EngineBridge bridge;
    QSignalSpy estimate(&bridge, &EngineBridge::estimateWanted);
    ProbeDialog dialog(bridge, shared(samples::renewed(now())));
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    emit bridge.estimated(estimate.at(0).at(0).toULongLong(),
                          Failure{.kind = ErrorKind::BadInput, .text = QStringLiteral("the lock is free")});
    QVERIFY(!dialog.startButton()->isEnabled());
    QVERIFY(dialog.sentence().contains(QStringLiteral("the lock is free")));
}

void tst_whoisthis::runsStopsAndTells()
{
    EngineBridge bridge;
    QSignalSpy estimate(&bridge, &EngineBridge::estimateWanted);
    QSignalSpy probe(&bridge, &EngineBridge::probeWanted);
    QSignalSpy cancel(&bridge, &EngineBridge::cancelProbeWanted);
    ProbeDialog dialog(bridge, shared(samples::renewed(now())));
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    emit bridge.estimated(estimate.at(0).at(0).toULongLong(), ProbeEstimate{.length = 5s});
    dialog.startButton()->click();
    QCOMPARE(probe.count(), 1);
    const auto asked = probe.at(0).at(1).value<ProbeRequest>();
    QCOMPARE(asked.key.bytes, QByteArray("order:77:lock"));
    QVERIFY(asked.length == std::optional<milliseconds>(5s));
    QVERIFY(dialog.step() == ProbeDialog::Step::Running && dialog.stopButton()->isVisible());
    QCOMPARE(test::doubledAccessKeys(dialog), QStringList());
    dialog.stopButton()->click();
    QCOMPARE(cancel.count(), 1);
    const quint64 id = probe.at(0).at(0).toULongLong();
    emit bridge.probing(id, ProbeReport{.lines = 7, .duration = 100ms});
    ProbeReport report{.stopped = ProbeStop::Time, .lines = 900, .duration = 5s};
    emit bridge.probed(id + 9, report);
    QVERIFY(dialog.step() == ProbeDialog::Step::Running);
    emit bridge.probed(id, report);
    QVERIFY(dialog.step() == ProbeDialog::Step::Answered);
    QVERIFY2(dialog.sentence().contains(QStringLiteral("900 commands in 5 s")) ||
                 dialog.sentence().contains(QStringLiteral("900 command(s) in 5 s")),
             qPrintable(dialog.sentence()));
    QVERIFY(!dialog.stopButton()->isVisible() && dialog.startButton()->isVisible());
    dialog.startButton()->click();
    QCOMPARE(probe.count(), 2);
    report.stopped = ProbeStop::Refused;
    report.failure = {
        .kind = ErrorKind::NoPerm, .text = QStringLiteral("no right"), .remedy = QStringLiteral("+monitor")};
    emit bridge.probed(probe.at(1).at(0).toULongLong(), report);
    QVERIFY(dialog.sentence().contains(QStringLiteral("+monitor")));
}

void tst_whoisthis::closingStopsIt()
{
    EngineBridge bridge;
    QSignalSpy estimate(&bridge, &EngineBridge::estimateWanted);
    QSignalSpy probe(&bridge, &EngineBridge::probeWanted);
    QSignalSpy cancel(&bridge, &EngineBridge::cancelProbeWanted);
    QPointer<ProbeDialog> dialog(new ProbeDialog(bridge, shared(samples::renewed(now()))));
    dialog->show();
    emit bridge.estimated(estimate.at(0).at(0).toULongLong(), ProbeEstimate{.length = 5s});
    dialog->startButton()->click();
    dialog->close();
    QTRY_VERIFY(!dialog);
    QCOMPARE(cancel.count(), 1);
    QCOMPARE(cancel.at(0).at(0), probe.at(0).at(0));
}

void tst_whoisthis::namesAnOwner()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    pane.showLock(shared(samples::renewed(now())));
    pane.show();
    QSignalSpy wanted(&pane, &DetailPane::aliasWanted);
    QSignalSpy probe(&pane, &DetailPane::probeWanted);
    for (QPushButton *button : pane.findChildren<QPushButton *>()) {
        if (button->text() == QStringLiteral("Name this owner…") ||
            button->text() == QStringLiteral("Who is this?…"))
            button->click();
    }
    QCOMPARE(probe.count(), 1);
    auto *input = pane.findChild<QInputDialog *>();
    QVERIFY(input);
    input->setTextValue(QStringLiteral(" orders service "));
    input->accept();
    QCOMPARE(wanted.count(), 1);
    const auto alias = wanted.at(0).at(0).value<OwnerAlias>();
    QCOMPARE(alias.pattern, QByteArray("6f96ab12-7f31-4c55-9a38-0d7f2f3f6b11:*"));
    QCOMPARE(alias.name, QStringLiteral("orders service"));
}

LOCKSCOPE_UI_TEST(tst_whoisthis)

} // namespace tst_whoisthis

#include "tst_whoisthis.moc"

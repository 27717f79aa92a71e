// SPDX-License-Identifier: GPL-3.0-or-later
// What the details of a lock offer: acts, shares, links.

#include "tests/support/uirunner.h"
#include "tests/ui/uisamples.h"
#include "ui/bridges/enginebridge.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/lockheadline.h"
#include "ui/holders/holdersmodel.h"
#include "ui/holders/holdersview.h"
#include "ui/holders/queuemodel.h"
#include "ui/holders/queueview.h"
#include "ui/widgets/prose.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace tst_detailacts
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::shared;
using lockscope::samples::upsert;

class TestDetailActs : public QObject
{
    Q_OBJECT

    static DeploymentState connected(bool readOnly)
    {
        NodeStatus node{.node = {"127.0.0.1:6379"}, .role = "master"};
        node.connection.phase = ConnectionPhase::Ready;
        DeploymentState state{.spec = ConnectionSpec(), .nodes = {node}};
        state.spec->readOnly = readOnly;
        return state;
    }

private slots:
    void readOnlyOffersNothingAndSaysWhy();
    void whatAPlanRefusesIsNotOffered();
    void actsNameTheLockAsShown();
    void aShareIsAskedFor();
    void whatCannotBeRemovedIsNotOffered();
    void otherLocksOfTheOwnerAreLinks();
};

void TestDetailActs::readOnlyOffersNothingAndSaysWhy()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    pane.setDeployment(connected(true));
    pane.showLock(shared(samples::renewed(now())));
    const auto *headline = pane.findChild<LockHeadline *>();
    for (const ActKind act : {ActKind::Wake, ActKind::SetExpiry, ActKind::ForceRelease}) {
        QVERIFY(!headline->button(act)->isEnabled());
        QVERIFY(headline->button(act)->toolTip().contains(QStringLiteral("read-only")));
        QVERIFY(headline->button(act)->toolTip().contains(QStringLiteral("Allow changes…"))); // The way out
    }
    pane.setDeployment({}); // Nobody needs to be told to allow changes of what is not connected
    for (const ActKind act : {ActKind::Wake, ActKind::SetExpiry, ActKind::ForceRelease}) {
        QVERIFY(!headline->button(act)->isEnabled());
        QCOMPARE(headline->button(act)->toolTip(), QStringLiteral("Not connected"));
    }
    pane.setDeployment(connected(false));
    QVERIFY(headline->button(ActKind::ForceRelease)->isEnabled());
}

void TestDetailActs::whatAPlanRefusesIsNotOffered()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    QSignalSpy planned(&bridge, &EngineBridge::planWanted);
    pane.showLock(shared(samples::stuck(now())));
    QTRY_COMPARE(planned.size(), 3);
    for (const QList<QVariant> &asked : planned) {
        const ActRequest request = asked.at(1).value<ActRequest>();
        if (request.act == ActKind::Wake)
            emit bridge.planned(asked.at(0).toULongLong(), Failure{.kind = ErrorKind::Unsupported,
                                                                   .text = QStringLiteral("waiters poll")});
        else
            emit bridge.planned(asked.at(0).toULongLong(), samples::plan(request));
    }
    const auto *headline = pane.findChild<LockHeadline *>();
    QVERIFY(!headline->button(ActKind::Wake)->isEnabled());
    QCOMPARE(headline->button(ActKind::Wake)->toolTip(), QStringLiteral("waiters poll"));
    QVERIFY(headline->button(ActKind::ForceRelease)->isEnabled());
    pane.showLock(shared(samples::renewed(now())));
    QVERIFY(headline->button(ActKind::Wake)->isEnabled());
}

void TestDetailActs::actsNameTheLockAsShown()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    const LockPtr lock = shared(samples::renewed(now()));
    pane.showLock(lock);
    const LockPtr newer = shared(samples::renewed(now(), samples::Billing));
    pane.applyDelta(upsert(newer));
    QSignalSpy wanted(&pane, &DetailPane::actWanted);
    pane.findChild<LockHeadline *>()->button(ActKind::ForceRelease)->click();
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().at(0).value<ActKind>(), ActKind::ForceRelease);
    QCOMPARE(wanted.first().at(1).value<LockPtr>(), newer);
}

void TestDetailActs::aShareIsAskedFor()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    pane.resize(500, 1200);
    pane.setDeployment(connected(false));
    pane.show();
    QSignalSpy wanted(&pane, &DetailPane::removalWanted);
    const auto button = [&](const QString &text) {
        for (auto *button : pane.findChildren<QPushButton *>()) {
            if (button->text() == text)
                return button;
        }
        return static_cast<QPushButton *>(nullptr);
    };
    auto *remove = button(QStringLiteral("Remove this holder…"));
    pane.showLock(shared(samples::renewed(now())));
    QVERIFY(!remove->isVisible()); // all of it is one share
    const Lock lock = samples::readWrite(now(), 3);
    pane.showLock(shared(lock));
    QVERIFY(remove->isVisible());
    QVERIFY(!remove->isEnabled()); // which one?
    auto *holders = pane.findChild<HoldersView *>();
    holders->setCurrentIndex(holders->holders()->index(1, 0));
    QVERIFY(remove->isEnabled());
    remove->click();
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.last().at(1).value<LockShare>(), shareOf(lock.holders[1]));
    pane.setDeployment(connected(true));
    QVERIFY(!remove->isEnabled());
    QVERIFY(!remove->toolTip().isEmpty());
    pane.setDeployment(connected(false));
    const Lock fair = samples::queued(now());
    pane.showLock(shared(fair));
    auto *queue = pane.findChild<QueueView *>();
    queue->setCurrentIndex(queue->waiters()->index(1, 0));
    auto *drop = button(QStringLiteral("Remove from queue…"));
    QVERIFY(drop->isEnabled());
    drop->click();
    QCOMPARE(wanted.size(), 2);
    QVERIFY(wanted.last().at(1).value<LockShare>().queued);
    // The one before it leaves the queue: the choice stays with the waiter, not with the row.
    const OwnerId chosen = fair.waiters.queued[1].id;
    Lock shorter = fair;
    shorter.waiters.queued.erase(shorter.waiters.queued.begin());
    pane.applyDelta({.upserted = {shared(shorter)}});
    QCOMPARE(queue->selected()->id, chosen);
    shorter.waiters.queued.erase(shorter.waiters.queued.begin());
    pane.applyDelta({.upserted = {shared(shorter)}});
    QVERIFY(!queue->selectionModel()->hasSelection());
    pane.applyDelta({.upserted = {shared(fair)}});
    pane.applyDelta({.removed = {fair.key}});
    QVERIFY(!drop->isEnabled());
}

void TestDetailActs::whatCannotBeRemovedIsNotOffered()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    pane.resize(500, 1200);
    pane.show();
    QSignalSpy planned(&bridge, &EngineBridge::planWanted);
    pane.showLock(shared(samples::readWrite(now(), 2)));
    auto *holders = pane.findChild<HoldersView *>();
    holders->setCurrentIndex(holders->holders()->index(0, 0));
    QTRY_COMPARE(planned.size(), 4);
    const ActRequest asked = planned.last().at(1).value<ActRequest>();
    QCOMPARE(asked.act, ActKind::RemoveShare);
    QVERIFY(asked.dryRun);
    emit bridge.planned(planned.last().at(0).toULongLong(),
                        Failure{.kind = ErrorKind::Unsupported, .text = QStringLiteral("not so")});
    for (const auto *button : pane.findChildren<QPushButton *>()) {
        if (button->text() != QStringLiteral("Remove this holder…"))
            continue;
        QVERIFY(!button->isEnabled());
        QVERIFY(button->toolTip().contains(QStringLiteral("not so")));
    }
}

void TestDetailActs::otherLocksOfTheOwnerAreLinks()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    pane.resize(500, 1200);
    pane.show();
    QSignalSpy asked(&bridge, &EngineBridge::inspectWanted);
    QSignalSpy wanted(&pane, &DetailPane::lockWanted);
    const Lock lock = samples::renewed(now());
    pane.showLock(shared(lock));
    QVERIFY(asked.wait(30'000));
    LockDetail detail = samples::detail(lock, {});
    detail.sameOwner = {LockName{"a<b>"}, LockName{"lock:2"}};
    detail.alternatives = {LockKind{"token-lock"}};
    emit bridge.inspected(asked.last().at(0).toULongLong(), detail);
    QVERIFY(std::ranges::any_of(pane.findChildren<Prose *>(), [](const Prose *text) {
        return text->isVisible() && text->text() == QLatin1String("May also be: Token lock");
    }));
    QLabel *links = nullptr;
    for (auto *label : pane.findChildren<QLabel *>()) {
        if (label->text().contains(QStringLiteral("<a href")))
            links = label;
    }
    QVERIFY(links && links->isVisible());
    QVERIFY(links->text().contains(QStringLiteral("a&lt;b&gt;")));
    emit links->linkActivated(QStringLiteral("1"));
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.last().first().value<LockName>(), LockName{"lock:2"});
    emit links->linkActivated(QStringLiteral("99"));
    QCOMPARE(wanted.size(), 1);
    pane.showLock(shared(samples::stuck(now())));
    QVERIFY(!links->isVisible());
}

LOCKSCOPE_UI_TEST(TestDetailActs)

} // namespace tst_detailacts

#include "tst_detailacts.moc"

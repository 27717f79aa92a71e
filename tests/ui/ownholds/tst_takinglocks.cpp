// SPDX-License-Identifier: GPL-3.0-or-later
// Taking locks in the window, on a real redis-server: each kind, and what stands beside a wrong field.

#include "tests/support/uirunner.h"
#include "tests/ui/ownholds/ownholdstest.h"
#include "ui/acts/actdialogs.h"
#include "ui/forms/reasonedit.h"
#include "ui/ownholds/ownholds.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace tst_takinglocks
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_TakingLocks : public OwnHoldsTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }

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
        AcquireDialog dialog(*m_bridge);
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
        AcquireDialog dialog(*m_bridge);
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
        AcquireDialog other(*m_bridge);
        other.setAttribute(Qt::WA_DeleteOnClose, false);
        other.setConnection(spec);
        QVERIFY(other.actButton()->toolTip().contains(QStringLiteral("read-only")));
    }
};

LOCKSCOPE_UI_TEST(tst_TakingLocks)

} // namespace tst_takinglocks

#include "tst_takinglocks.moc"

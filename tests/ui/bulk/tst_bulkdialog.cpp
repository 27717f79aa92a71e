// SPDX-License-Identifier: GPL-3.0-or-later
// One act on many locks: the dialog, without a server.

#include "core/engine/acts/actguard.h"
#include "tests/support/uirunner.h"
#include "tests/ui/accesskeys.h"
#include "tests/ui/bulk/bulksamples.h"
#include "tests/ui/uisamples.h"
#include "ui/bridges/enginebridge.h"
#include "ui/bulk/bulkchoices.h"
#include "ui/bulk/bulkconsent.h"
#include "ui/bulk/bulkdialog.h"
#include "ui/bulk/bulktable.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

namespace tst_bulkdialog
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::profile;
using lockscope::samples::tokenLocks;

class TestBulkDialog : public QObject
{
    Q_OBJECT

private slots:
    void cancelIsTheDefault();
    void enterOnARowShowsIt();
    void productionAsksForAPhrase();
    void fiveThousandLocks();

    void cleanup()
    {
        delete m_dialog;
        m_bridge.reset();
    }

private:
    std::unique_ptr<EngineBridge> m_bridge;
    QPointer<BulkDialog> m_dialog;
};

void TestBulkDialog::cancelIsTheDefault()
{
    m_bridge = std::make_unique<EngineBridge>();
    BulkDialog dialog(*m_bridge, {.selected = tokenLocks(2), .shown = tokenLocks(3)}, profile());
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    QVERIFY(dialog.cancelButton()->isDefault());
    QVERIFY(!dialog.actButton()->isEnabled());
    QCOMPARE(dialog.choices()->actBox()->currentData().toInt(), int(ActKind::Wake)); // The safest
    QCOMPARE(test::doubledAccessKeys(dialog), QStringList());
    for (const QPushButton *button : dialog.findChildren<QPushButton *>()) {
        if (button != dialog.cancelButton())
            QVERIFY2(!button->isDefault() && !button->autoDefault(), qPrintable(button->text()));
    }
    QCOMPARE(dialog.choices()->scopeBox()->count(), 2);
    QCOMPARE(dialog.table()->model().rowCount(), 2);
    dialog.choices()->scopeBox()->setCurrentIndex(1);
    QCOMPARE(dialog.table()->model().rowCount(), 3);
}

void TestBulkDialog::enterOnARowShowsIt()
{
    m_bridge = std::make_unique<EngineBridge>();
    auto *dialog = new BulkDialog(*m_bridge, {.shown = tokenLocks(3)}, profile());
    m_dialog = dialog;
    dialog->show();
    QVERIFY(QTest::qWaitForWindowExposed(dialog));
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) {
        dialog->table()->tree()->setCurrentIndex(dialog->table()->model().index(1, 0));
        dialog->table()->tree()->setFocus();
        QTest::keyClick(dialog->table()->tree(), key);
        QCoreApplication::processEvents();
        QVERIFY(m_dialog && m_dialog->isVisible());
    }
}

void TestBulkDialog::productionAsksForAPhrase()
{
    m_bridge = std::make_unique<EngineBridge>();
    QSignalSpy acts(m_bridge.get(), &EngineBridge::actWanted);
    connect(m_bridge.get(), &EngineBridge::planWanted, this, [this](quint64 id, const ActRequest &request) {
        QTimer::singleShot(0, m_bridge.get(),
                           [this, id, request] { emit m_bridge->planned(id, samples::plan(request)); });
    });
    BulkDialog dialog(*m_bridge, {.shown = tokenLocks(3)}, profile(Environment::Production));
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.setAct(ActKind::ForceRelease);
    dialog.show();
    QTRY_COMPARE(dialog.confirmation(), QStringLiteral("orders-prod 3"));
    QVERIFY(dialog.consent()->phraseEdit()->isVisible());
    for (QLineEdit *edit :
         // Enter moves on and never triggers the act.
         {dialog.consent()->reasonEdit(), dialog.consent()->phraseEdit()}) {
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) {
            edit->setFocus();
            QTest::keyClick(edit, key);
            QVERIFY(dialog.isVisible());
            QCOMPARE(acts.size(), 0);
        }
    }
    dialog.consent()->phraseEdit()->setText(QStringLiteral("orders-prod 3"));
    QVERIFY(!dialog.actButton()->isEnabled()); // The reason is missing
    dialog.consent()->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_VERIFY(dialog.actButton()->isEnabled());
    dialog.table()->model().setData(dialog.table()->model().index(1, 0), Qt::Unchecked, Qt::CheckStateRole);
    QVERIFY(!dialog.actButton()->isEnabled()); // A different number
    dialog.consent()->phraseEdit()->setText(QStringLiteral("orders-prod 2"));
    QVERIFY(dialog.actButton()->isEnabled());
    dialog.actButton()->click();
    QCOMPARE(acts.size(), 1);
    const auto request = acts.last().at(1).value<ActRequest>();
    QCOMPARE(request.series, 2);
    QVERIFY(!refusalOf(profile(Environment::Production), request, false));
}

void TestBulkDialog::fiveThousandLocks()
{
    m_bridge = std::make_unique<EngineBridge>();
    int inFlight = 0, most = 0, answers = 0;
    connect(m_bridge.get(), &EngineBridge::planWanted, this, [&](quint64 id, const ActRequest &request) {
        most = std::max(most, ++inFlight);
        QTimer::singleShot(0, m_bridge.get(), [this, id, request, &inFlight, &answers] {
            --inFlight;
            ++answers;
            emit m_bridge->planned(id, samples::plan(request));
        });
    });
    BulkDialog dialog(*m_bridge, {.shown = tokenLocks(5000)}, profile());
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    QTRY_COMPARE(dialog.series().unplanned(), 0);
    QCOMPARE(answers, 5000);
    QVERIFY2(most <= BulkRun::MostPlansInFlight, qPrintable(QString::number(most)));
    QCOMPARE(dialog.series().meant(), 5000);
}

LOCKSCOPE_UI_TEST(TestBulkDialog)

} // namespace tst_bulkdialog

#include "tst_bulkdialog.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What is open while a connection becomes read-only.

#include "tests/support/uirunner.h"
#include "tests/ui/window/windowtest.h"
#include "ui/acts/actdialog.h"
#include "ui/window/windowactions.h"

#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>

namespace tst_makereadonly
{

using namespace lockscope;

class TestMakeReadOnly final : public test::WindowTest
{
    Q_OBJECT

    QMessageBox *question() const
    {
        return m_window->findChild<QMessageBox *>(QStringLiteral("leaveDialog"));
    }

private slots:
    void init() { start(); }
    void cleanup() { end(); }

    void aDialogThatActsIsClosed()
    {
        ConnectionSpec spec = server();
        spec.readOnly = false;
        connected(spec);
        m_window->actions().acquire->trigger();
        const QPointer<ActDialog> dialog = m_window->findChild<ActDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        const QSignalSpy forbidden(m_bridge.get(), &EngineBridge::changesForbidden);
        m_window->actions().writable->trigger();
        QVERIFY(question());
        QCOMPARE(question()->informativeText(), QStringLiteral("It cannot act on a read-only connection."));
        QVERIFY(forbidden.isEmpty() && dialog->isVisible());
        for (QAbstractButton *button : question()->buttons()) {
            if (question()->buttonRole(button) == QMessageBox::AcceptRole) {
                button->click();
                break;
            }
        }
        QCOMPARE(forbidden.size(), 1);
        QVERIFY(m_window->deployment().spec->readOnly);
        QVERIFY(!dialog || !dialog->isVisible());
    }
};

LOCKSCOPE_UI_TEST(TestMakeReadOnly)

} // namespace tst_makereadonly

#include "tst_makereadonly.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The window ends while a bulk action runs.

#include "tests/support/uirunner.h"
#include "tests/ui/window/windowtest.h"
#include "ui/bulk/bulkconsent.h"
#include "ui/bulk/bulkdialog.h"

#include <QFile>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>

namespace tst_windowend
{

using namespace lockscope;
using namespace std::chrono_literals;

class TestWindowEnd : public test::WindowTest
{
    Q_OBJECT

    std::unique_ptr<QSignalSpy> m_acts;
    QPointer<BulkDialog> m_dialog;

    // Of three locks, the first act is sent and not answered.
    void startSeries()
    {
        ConnectionSpec spec = server();
        spec.environment = Environment::Development;
        spec.readOnly = false;
        LockDelta locks;
        for (int i = 0; i < 3; ++i)
            locks.upserted.push_back(made("lock:" + QByteArray::number(i), "o"));
        connected(spec, locks);
        connect(
            m_bridge.get(), &EngineBridge::planWanted, m_bridge.get(),
            [this](quint64 id, const ActRequest &request) {
                emit m_bridge->planned(id, ActPlan{.act = request.act, .key = request.key});
            },
            Qt::QueuedConnection);
        m_acts = std::make_unique<QSignalSpy>(m_bridge.get(), &EngineBridge::actWanted);
        m_window->actions().many->trigger();
        m_dialog = m_window->findChild<BulkDialog *>();
        QVERIFY(m_dialog);
        m_dialog->consent()->reasonEdit()->setText(QStringLiteral("OPS-1"));
        QTRY_VERIFY2(m_dialog->actButton()->isEnabled(), qPrintable(m_dialog->status()));
        m_dialog->actButton()->click();
        QCOMPARE(m_acts->count(), 1);
    }
    void answer()
    {
        const auto request = m_acts->front().at(1).value<ActRequest>();
        emit m_bridge->acted(m_acts->front().at(0).toULongLong(),
                             {.act = request.act, .result = ActResult::Done, .key = request.key});
    }
    bool isLayoutSaved() const
    {
        QFile file(m_dir.filePath(QStringLiteral("window.ini")));
        return file.open(QIODevice::ReadOnly) && file.readAll().contains("docks=");
    }

private slots:
    void init() { start(); }
    void cleanup()
    {
        m_acts.reset();
        end();
    }

    // An act already sent is awaited, and the results are shown before the window closes.
    void quittingStopsASeriesFirst()
    {
        startSeries();
        QVERIFY(!m_window->close());
        QVERIFY(m_window->isVisible() && m_dialog->isVisible());
        QVERIFY(m_dialog->series().isStopping());
        answer();
        QCOMPARE(m_dialog->series().phase(), BulkRun::Phase::Ended);
        QCOMPARE(m_acts->count(), 1);
        QVERIFY(m_dialog->isVisible());
        QVERIFY(m_window->close()); // Nothing is running any more
    }

    // As after SIGTERM.
    void anEndThatCannotBeRefusedAwaitsTheActThatWasSent()
    {
        startSeries();
        int ends = 0;
        m_window->leave(1h, [&ends] { ++ends; });
        QCOMPARE(ends, 0);
        QVERIFY(m_dialog->series().isStopping());
        answer();
        QCOMPARE(ends, 1);
        QCOMPARE(m_dialog->series().phase(), BulkRun::Phase::Ended);
        QCOMPARE(m_acts->count(), 1);
        QVERIFY(m_window->close());
        m_window.reset();
        QVERIFY(isLayoutSaved());
    }

    void anEndThatCannotBeRefusedDoesNotWaitForever()
    {
        startSeries();
        int ends = 0;
        m_window->leave(2ms, [&ends] { ++ends; });
        QTRY_COMPARE(ends, 1);
        QVERIFY(m_window->close()); // Though the server has not answered
        answer();
        QCOMPARE(ends, 1);
        QCOMPARE(m_acts->count(), 1);
        m_window.reset();
        QVERIFY(isLayoutSaved());
    }
};

LOCKSCOPE_UI_TEST(TestWindowEnd)

} // namespace tst_windowend

#include "tst_windowend.moc"

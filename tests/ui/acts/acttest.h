// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The dialogs of acts for tests of them, without a server: the test emits what an engine answers; plans are
// answered at once. Derived classes call start() and end() in init() and cleanup().

#include "tests/ui/uisamples.h"
#include "ui/acts/changenotice.h"
#include "ui/acts/ladderdialog.h"
#include "ui/acts/sharerung.h"
#include "ui/bridges/enginebridge.h"
#include "ui/forms/reasonedit.h"

#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

namespace lockscope::test
{

class ActTest : public QObject
{
protected:
    std::unique_ptr<EngineBridge> m_bridge;
    std::unique_ptr<QSignalSpy> m_plans;
    std::unique_ptr<QSignalSpy> m_acts;
    std::unique_ptr<QSignalSpy> m_cancels;
    QPointer<ActDialog> m_dialog;
    bool m_answerPlans = true;
    std::optional<Lock> m_lock; // As last shown, if plans depend on it

    void start()
    {
        m_bridge = std::make_unique<EngineBridge>();
        m_answerPlans = true;
        connect(m_bridge.get(), &EngineBridge::planWanted, this,
                [this](quint64 id, const ActRequest &request) {
                    if (!m_answerPlans)
                        return;
                    QTimer::singleShot(0, m_bridge.get(), [this, id, request] {
                        emit m_bridge->planned(id, samples::plan(request, m_lock ? &*m_lock : nullptr));
                    });
                });
        m_plans = std::make_unique<QSignalSpy>(m_bridge.get(), &EngineBridge::planWanted);
        m_acts = std::make_unique<QSignalSpy>(m_bridge.get(), &EngineBridge::actWanted);
        m_cancels = std::make_unique<QSignalSpy>(m_bridge.get(), &EngineBridge::cancelWanted);
    }
    void end()
    {
        delete m_dialog;
        m_plans.reset();
        m_acts.reset();
        m_cancels.reset();
        m_bridge.reset();
    }

    static ConnectionSpec server(Environment environment = Environment::Development)
    {
        ConnectionSpec spec;
        spec.name = QStringLiteral("orders");
        spec.environment = environment;
        spec.readOnly = false;
        return spec;
    }

    template<class Dialog> Dialog *opened(Dialog *dialog)
    {
        m_dialog = dialog;
        dialog->show();
        if (!QTest::qWaitForWindowExposed(dialog))
            qFatal("not shown");
        return dialog;
    }
    LadderDialog *open(const Lock &lock, std::optional<Rung> rung = {}, const ConnectionSpec &spec = server())
    {
        if (m_lock)
            m_lock = lock;
        return opened(new LadderDialog(*m_bridge, samples::shared(lock), spec, rung));
    }
    LadderDialog *openShare(const Lock &lock, const LockShare &share, const ConnectionSpec &spec = server())
    {
        return opened(new LadderDialog(*m_bridge, samples::shared(lock), share, spec));
    }
    LadderDialog *forceDialog(Environment environment = Environment::Development)
    {
        return open(samples::renewed(now()), Rung::Force, server(environment));
    }
    // What the engine reports next.
    void change(const Lock &lock, std::vector<LockEvent> events = {})
    {
        if (m_lock)
            m_lock = lock;
        emit m_bridge->tableChanged(samples::upsert(samples::shared(lock), std::move(events)));
    }

    static void giveReason(LadderDialog *dialog, const char *reason)
    {
        dialog->reasonEdit()->setText(QString::fromLatin1(reason));
        QTRY_VERIFY(dialog->actButton()->isEnabled());
    }
    static void confirmChange(LadderDialog *dialog)
    {
        dialog->changeNotice()->confirmButton()->click();
        QTRY_VERIFY(dialog->actButton()->isEnabled());
    }
    static void confirmShare(LadderDialog *dialog)
    {
        dialog->shareRung()->confirmButton()->click();
        QTRY_VERIFY(dialog->actButton()->isEnabled());
    }

    static quint64 lastId(const QSignalSpy &spy) { return spy.last().at(0).toULongLong(); }
    ActRequest lastPlan() const { return m_plans->last().at(1).value<ActRequest>(); }
    ActRequest lastAct() const { return m_acts->last().at(1).value<ActRequest>(); }
};

} // namespace lockscope::test

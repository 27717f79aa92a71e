// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Base of the dialogs that change a lock: form, plan, act, receipt. Not modal and never waits: plan and
// receipt arrive through the bridge with the number of their request; others are ignored. An act is possible
// only after its plan is shown, and only on the connection on which the dialog was opened. The default button
// is Cancel, and Enter in a field moves to the next. Owner: the main window; GUI thread.

#include "core/values/act.h"
#include "core/values/events.h"

#include <QDialog>

class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTimer;
class QVBoxLayout;

namespace lockscope
{

class EngineBridge;
class PlanView;
class ReceiptView;

class ActDialog : public QDialog
{
    Q_OBJECT
public:
    enum class Step { Asking, Running, Answered };

    ~ActDialog() override;
    Step step() const { return m_step; }
    // Nothing was answered yet, and its connection is open.
    bool isPending() const { return m_step != Step::Answered && !m_isCutOff; }
    QPushButton *actButton() const { return m_act; }
    QPushButton *cancelButton() const { return m_cancel; }
    QPushButton *backButton() const { return m_back; }
    ReceiptView *receiptView() const { return m_receipt; }

    void reject() override;

signals:
    void answered(const lockscope::Receipt &receipt);

protected:
    ActDialog(EngineBridge &bridge, const QString &actText, QWidget *parent);

    virtual ActRequest request() const = 0;
    virtual QString obstacle() const; // Why the act is not possible now; empty: it is
    // Shown beside the buttons; leaves out what the form itself shows.
    virtual QString status() const { return obstacle(); }
    virtual bool canPlan() const { return true; }
    virtual void tableChanged(const LockDelta &) {}
    virtual void asked() {}                      // The form is shown again after a receipt
    virtual bool hasAct() const { return true; } // False: shows information only, sends nothing
    // True: the act is done, and another may follow.
    virtual bool goesOn(const Receipt &) const { return false; }
    virtual void tick() {} // Ten times a second while visible

    QVBoxLayout *form() const { return m_form; }
    QVBoxLayout *head() const { return m_head; } // Above the form, never scrolled
    // Below the form, never scrolled: for what comes and goes while the dialog is open, so that nothing moves
    // under the pointer.
    QVBoxLayout *foot() const { return m_foot; }
    QVBoxLayout *side();
    EngineBridge &bridge() const { return m_bridge; }
    void setActText(const QString &text);
    void inputChanged(); // Plans again after a short delay
    void planAgain();    // Within a second; until then the present plan stays
    void refreshButtons();

    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void build();
    QWidget *buildButtons();
    void perform();
    void enter(Step step);
    void takePlan(quint64 id, const Outcome<ActPlan> &plan);
    void takeReceipt(quint64 id, const Receipt &receipt);
    void noteNext(const LockDelta &delta);
    void showReceipt();
    void askForPlan();
    void showPlanFailure(const Failure &why);
    void cutOff();
    QString whyNot() const;
    void onTick();
    void focusFirstField();
    void focusAfterText();

    EngineBridge &m_bridge;
    Step m_step = Step::Asking;
    quint64 m_planId = 0;
    quint64 m_actId = 0;
    bool m_planned = false;  // The plan shown belongs to the current input, and the last request gave it
    bool m_hasPlan = false;  // The plan shown belongs to the current input
    QString m_planFailure{}; // Why the last request gave no plan; empty: it did
    bool m_mayPass = false;  // This failure is temporary: a plan is requested again
    bool m_stopping = false;
    bool m_offersBack = false; // To return to the form after a receipt
    Instant m_ledAt{};         // When Enter led to the act
    bool m_isCutOff = false;   // Its connection was closed or replaced
    Instant m_startedAt{};
    Receipt m_answer{};
    QString m_reason{};                // Of the act that was sent
    std::optional<LockEvent> m_next{}; // The first acquisition since the act was sent
    milliseconds m_wait{0};
    QStackedWidget *m_pages = nullptr;
    QVBoxLayout *m_head = nullptr;
    QVBoxLayout *m_foot = nullptr;
    QWidget *m_sideBox = nullptr;
    QVBoxLayout *m_form = nullptr;
    PlanView *m_plan = nullptr;
    ReceiptView *m_receipt = nullptr;
    QProgressBar *m_progress = nullptr;
    QLabel *m_status = nullptr;
    QPushButton *m_back = nullptr;
    QPushButton *m_act = nullptr;
    QPushButton *m_cancel = nullptr;
    QTimer *m_replan = nullptr;
    QTimer *m_ticker = nullptr;
};

} // namespace lockscope

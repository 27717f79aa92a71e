// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What every act's dialog shares: a form, the plan it leads to, the act itself, its receipt. Not modal, never
// waits: plan and receipt come back through the link with the number of the request; others are ignored.
// An act can be done once its plan is on the screen, and on no other connection than the one the dialog was
// opened on. The default button is Cancel, and Enter in a field moves
// on instead of pressing it. Owner: the main window.

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
    QPushButton *actButton() const { return m_act; }
    QPushButton *cancelButton() const { return m_cancel; }
    QPushButton *backButton() const { return m_back; }
    ReceiptView *receiptView() const { return m_receipt; }

    void reject() override;

signals:
    void answered(const lockscope::Receipt &receipt);

protected:
    ActDialog(EngineBridge &link, const QString &actText, QWidget *parent);

    virtual ActRequest request() const = 0;
    virtual QString obstacle() const; // why the act cannot be asked for now; empty: it can
    virtual QString status() const
    {
        return obstacle();
    } // beside the buttons; less what the form says itself
    virtual bool canPlan() const { return true; }
    virtual void tableChanged(const LockDelta &) {}
    virtual void asked() {}                      // the form is shown again, after an answer
    virtual bool hasAct() const { return true; } // false: nothing is sent, there is only something to see
    virtual bool goesOn(const Receipt &) const { return false; } // done, and yet there is more to ask for
    virtual void tick() {}                                       // ten times a second while visible

    QVBoxLayout *form() const { return m_form; }
    QVBoxLayout *head() const { return m_head; } // above all, never scrolled away
    QVBoxLayout *side();                         // beside the form
    EngineBridge &link() const { return m_link; }
    void setActText(const QString &text);
    void inputChanged(); // plans again after a moment
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
    void askForPlan();
    void cutOff();
    QString whyNot() const;
    void onTick();
    void focusFirstField();

    EngineBridge &m_link;
    Step m_step = Step::Asking;
    quint64 m_planId = 0;
    quint64 m_actId = 0;
    bool m_planned = false; // what is on the screen is the plan of what is asked
    bool m_stopping = false;
    bool m_offersBack = false; // to the form, after an answer
    bool m_isCutOff = false;   // its connection was closed, or another one opened
    Instant m_startedAt{};
    milliseconds m_wait{0};
    QStackedWidget *m_pages = nullptr;
    QVBoxLayout *m_head = nullptr;
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

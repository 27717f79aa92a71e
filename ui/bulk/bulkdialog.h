// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One act on several locks: a dry run to tick, with owner and effect for each; then the run, one lock after
// the other, with progress and a way to stop between two; then the results, to copy or save. For users who
// may not act through the window, the dry run can be exported as a script.
//
// Not modal, never waits: plans and receipts arrive through the bridge. Acts only on the connection on which
// it was opened. The default button is Cancel. Owner: the main window; deletes itself when closed; GUI
// thread.

#include "core/values/connection/connection.h"
#include "ui/bulk/bulkrun.h"

#include <QDialog>
#include <QTimer>

#include <memory>

class QLabel;
class QProgressBar;
class QPushButton;

namespace lockscope
{

class BulkChoices;
class BulkConsent;
class BulkOutput;
class BulkTable;
class EngineBridge;
class Notice;
struct BulkNote;

class BulkDialog final : public QDialog
{
    Q_OBJECT
public:
    struct Locks {
        std::vector<LockPtr> selected{};
        std::vector<LockPtr> shown{}; // All that pass the filter
    };
    BulkDialog(EngineBridge &bridge, const Locks &locks, const ConnectionSpec &spec,
               QWidget *parent = nullptr);
    ~BulkDialog() override;

    void setAct(ActKind act);
    const BulkRun &series() const { return *m_series; }
    BulkChoices *choices() const { return m_choices; }
    BulkTable *table() const { return m_table; }
    BulkConsent *consent() const { return m_consent; }
    BulkOutput *output() const { return m_output; }
    QPushButton *actButton() const { return m_go; }
    QPushButton *cancelButton() const { return m_cancel; }
    QPushButton *againButton() const { return m_again; }
    QPushButton *lookAgainButton() const { return m_lookAgain; }
    QString status() const;
    QString confirmation() const; // The phrase to type; empty: none

    void reject() override;

signals:
    void ended();
    void failed(const lockscope::Failure &why);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void build();
    QWidget *buildButtons();
    void wire();
    void planAnew();
    void pump();
    void takePlan(quint64 id, const Outcome<ActPlan> &plan);
    void takeReceipt(quint64 id, const Receipt &receipt);
    void takeDelta(const LockDelta &delta);
    void rename(const QString &name); // The connection
    void cutOff();
    void run();
    void perform();
    void onTick();
    void refresh();
    void refreshButtons();
    void refreshNotice();
    std::optional<ActRequest> sample() const; // A request for one of the ticked locks; empty: none is ticked
    QString statusText() const;
    QString obstacle() const;
    QString goText(int count) const;
    void tickAll(bool ticked);
    void lookAgain();
    void goAgain();
    BulkNote note() const;

    EngineBridge &m_bridge;
    ConnectionSpec m_spec;
    std::unique_ptr<BulkRun> m_series;
    QHash<quint64, int> m_plans{}; // Plan number to row
    quint64 m_actId = 0;
    int m_actRow = -1;
    bool m_isCutOff = false;
    bool m_wantsClose = false;
    BulkRun::Phase m_told = BulkRun::Phase::Asking;
    WallTime m_began{};
    QTimer m_ticker{};
    QTimer m_replan{};
    int m_ticks = 0;
    BulkChoices *m_choices = nullptr;
    Notice *m_notice = nullptr;
    QPushButton *m_lookAgain = nullptr;
    BulkTable *m_table = nullptr;
    BulkConsent *m_consent = nullptr;
    QProgressBar *m_progress = nullptr;
    QLabel *m_status = nullptr;
    BulkOutput *m_output = nullptr;
    QPushButton *m_again = nullptr;
    QPushButton *m_go = nullptr;
    QPushButton *m_cancel = nullptr;
};

} // namespace lockscope

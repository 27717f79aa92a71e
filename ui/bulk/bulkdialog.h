// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One act on several locks: a dry run that lists each with its owner and what would happen, to be ticked;
// then the run, one lock after the other, with progress and a way to stop between two; then what came of
// each, to copy and to save. Who may not use a window gets the whole dry run as a script. Not modal, never
// waits: plans and receipts come back through the link. Nothing is done on another connection than the one
// it was opened on. The default button is Cancel. Owner: the main window; deletes itself when closed.

#include "core/values/connection/connection.h"
#include "ui/bulk/bulkmodel.h"
#include "ui/bulk/bulkrun.h"

#include <QDialog>

#include <memory>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QTreeView;
class QVBoxLayout;

namespace lockscope
{

class DurationEdit;
class EngineBridge;
class Notice;
class PlanView;
class Prose;
struct BulkNote;

class BulkDialog final : public QDialog
{
    Q_OBJECT
public:
    struct Locks {
        std::vector<LockPtr> selected{};
        std::vector<LockPtr> shown{}; // by the filter
    };
    BulkDialog(EngineBridge &link, const Locks &locks, const ConnectionSpec &spec, QWidget *parent = nullptr);
    ~BulkDialog() override;

    void setAct(ActKind act);
    const BulkRun &series() const { return *m_series; }
    BulkModel &model() { return m_model; }
    QTreeView *table() const { return m_table; }
    QComboBox *scopeBox() const { return m_scope; }
    QComboBox *actBox() const { return m_act; }
    DurationEdit *leaseEdit() const { return m_lease; }
    QLineEdit *reasonEdit() const { return m_reason; }
    QLineEdit *phraseEdit() const { return m_phrase; } // visible where production asks for it
    QCheckBox *stopBox() const { return m_stop; }
    QPushButton *actButton() const { return m_go; }
    QPushButton *cancelButton() const { return m_cancel; }
    QPushButton *againButton() const { return m_again; }
    QPushButton *lookAgainButton() const { return m_lookAgain; }
    QString status() const;
    QString confirmation() const; // what is to be typed; empty: nothing
    QByteArray script() const;
    Done saveReport(const QString &fileName) const; // by its ending: md, csv, json

    void reject() override;

signals:
    void ended(); // the run is over; the report is on the screen
    void failed(const lockscope::Failure &why);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    struct Scope {
        QString title{};
        std::vector<LockName> keys{};
    };

    void build();
    QWidget *buildChoices();
    QWidget *buildTable();
    QWidget *buildAsking();
    QWidget *buildButtons();
    void wire();
    void addScope(const QString &title, const std::vector<LockPtr> &locks);
    ActKind chosenAct() const;
    void planAnew();
    void pump();
    void takePlan(quint64 id, const Outcome<ActPlan> &plan);
    void takeReceipt(quint64 id, const Receipt &receipt);
    void takeDelta(const LockDelta &delta);
    void cutOff();
    void run();
    void perform();
    void onTick();
    void refresh();
    void refreshButtons();
    void refreshNotice();
    std::optional<ActRequest> sample() const; // of those that are meant; nothing: none is
    QString statusText() const;
    QString obstacle() const;
    QString goText(int count) const;
    void showRow();
    void applyTheme();
    void tickAll(bool ticked);
    void lookAgain();
    void goAgain();
    void copyScript();
    void saveScript();
    void copyReport();
    void askForReport();
    BulkNote note() const;

    EngineBridge &m_link;
    ConnectionSpec m_spec;
    std::vector<Scope> m_scopes{};
    QHash<LockName, LockPtr> m_known{}; // as the engine last said; those that went are not there
    std::unique_ptr<BulkRun> m_series;
    BulkModel m_model;
    QHash<quint64, int> m_plans{}; // asked for: the rows
    quint64 m_actId = 0;
    int m_actRow = -1;
    bool m_isCutOff = false;
    bool m_wantsClose = false;
    BulkRun::Phase m_told = BulkRun::Phase::Asking;
    WallTime m_began{};
    QTimer m_ticker{};
    QTimer m_replan{};
    int m_ticks = 0;
    QComboBox *m_scope = nullptr;
    QComboBox *m_act = nullptr;
    QLabel *m_leaseLabel = nullptr;
    DurationEdit *m_lease = nullptr;
    Prose *m_meaning = nullptr;
    Notice *m_notice = nullptr;
    QPushButton *m_lookAgain = nullptr;
    QTreeView *m_table = nullptr;
    PlanView *m_plan = nullptr;
    QScrollArea *m_planArea = nullptr;
    QWidget *m_choices = nullptr;
    QWidget *m_asking = nullptr;
    QLineEdit *m_reason = nullptr;
    QLabel *m_phraseLabel = nullptr;
    QLineEdit *m_phrase = nullptr;
    QCheckBox *m_stop = nullptr;
    QLabel *m_sum = nullptr;
    QPushButton *m_all = nullptr;
    QPushButton *m_none = nullptr;
    QProgressBar *m_progress = nullptr;
    QLabel *m_status = nullptr;
    QPushButton *m_copyScript = nullptr;
    QPushButton *m_saveScript = nullptr;
    QPushButton *m_copyReport = nullptr;
    QPushButton *m_saveReport = nullptr;
    QPushButton *m_again = nullptr;
    QPushButton *m_go = nullptr;
    QPushButton *m_cancel = nullptr;
};

} // namespace lockscope

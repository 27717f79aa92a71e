// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How Lockscope judges, what it alerts of, what it remembers, and what owners are called: observe.json as a
// form. Says at once what is wrong; what is wrong cannot be saved. What nobody changed here stays as it is in
// the file, to the last byte, and as somebody else has changed it there meanwhile. Not modal. Owner: the main
// window; GUI thread.

#include "core/engine/observestore.h"

#include <QDialog>

class QCheckBox;
class QDoubleSpinBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QTabWidget;

namespace lockscope
{

class AliasTable;
class DurationEdit;
class Notice;

class ObserveDialog final : public QDialog
{
    Q_OBJECT
public:
    enum Page { VerdictsPage, AlertsPage, HistoryPage, OwnersPage };

    explicit ObserveDialog(ObserveStore store, QWidget *parent = nullptr);

    void openPage(Page page);
    // How large the file of the history is, or why it is not written; shown beside its limits.
    void setHistoryState(const QString &state, VerdictLevel level = VerdictLevel::Info);
    // As the form has them now; a failure names the page and the place.
    Outcome<ObserveSettings> settings() const;

    DurationEdit *longHeld() const { return m_longHeld; }
    QPlainTextEdit *alertRules() const { return m_alerts; }
    AliasTable *aliases() const { return m_aliases; }
    QDoubleSpinBox *overdue() const { return m_overdue; }
    QLineEdit *historySize() const { return m_size; }
    QCheckBox *keepHistory() const { return m_keep; }
    QPushButton *saveButton() const { return m_save; }
    Notice *problem() const { return m_problem; }

signals:
    void saved(const lockscope::ObserveSettings &settings);

private:
    QWidget *makeVerdicts(const VerdictThresholds &thresholds);
    QWidget *makeAlerts(const QStringList &rules);
    QWidget *makeHistory(const HistorySettings &history);
    QWidget *makeOwners(const QList<OwnerAlias> &aliases);
    QWidget *makeButtons();
    DurationEdit *makeDuration(milliseconds value, QWidget *parent);
    Outcome<VerdictThresholds> thresholds() const;
    Outcome<HistorySettings> history() const;
    Outcome<QStringList> alerts() const;
    ObserveSettings merged(const ObserveSettings &present) const;
    void check();
    void save();

    ObserveStore m_store;
    const ObserveSettings m_loaded;
    QTabWidget *m_pages;
    DurationEdit *m_longHeld = nullptr;
    DurationEdit *m_grace = nullptr;
    DurationEdit *m_absurdLease = nullptr;
    DurationEdit *m_replicaLag = nullptr;
    QDoubleSpinBox *m_overdue = nullptr;
    bool m_overdueChanged = false; // else it is as in the file, which may say more digits
    QSpinBox *m_manyHolds = nullptr;
    QPlainTextEdit *m_alerts = nullptr;
    QCheckBox *m_keep = nullptr;
    DurationEdit *m_age = nullptr;
    QLineEdit *m_size = nullptr;
    Notice *m_historyState = nullptr;
    AliasTable *m_aliases = nullptr;
    Notice *m_problem = nullptr;
    QPushButton *m_save = nullptr;
};

} // namespace lockscope

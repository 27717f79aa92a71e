// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How Lockscope judges, what it alerts of, what it remembers, and what owners are called: observe.json as a
// form. Says at once what is wrong; what is wrong cannot be saved. Not modal. Owner: the main window; GUI
// thread.

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

class DurationEdit;
class Notice;

class ObserveDialog final : public QDialog
{
    Q_OBJECT
public:
    enum Page { VerdictsPage, AlertsPage, HistoryPage, OwnersPage };

    explicit ObserveDialog(ObserveStore store, QWidget *parent = nullptr);

    void openPage(Page page);
    // Which file the history is in, and how large; shown beside its limits.
    void setHistoryState(const QString &state);
    // As the form has them now; a failure names the page and the place.
    Outcome<ObserveSettings> settings() const;

    QPlainTextEdit *alertRules() const { return m_alerts; }
    QPlainTextEdit *aliases() const { return m_aliases; }
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
    Outcome<QList<OwnerAlias>> owners() const;
    Outcome<QStringList> alerts() const;
    void check();
    void save();

    ObserveStore m_store;
    QTabWidget *m_pages;
    DurationEdit *m_longHeld = nullptr;
    DurationEdit *m_grace = nullptr;
    DurationEdit *m_absurdLease = nullptr;
    DurationEdit *m_replicaLag = nullptr;
    QDoubleSpinBox *m_overdue = nullptr;
    QSpinBox *m_manyHolds = nullptr;
    QPlainTextEdit *m_alerts = nullptr;
    QCheckBox *m_keep = nullptr;
    DurationEdit *m_age = nullptr;
    QLineEdit *m_size = nullptr;
    Notice *m_historyState = nullptr;
    QPlainTextEdit *m_aliases = nullptr;
    Notice *m_problem = nullptr;
    QPushButton *m_save = nullptr;
};

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Thresholds, alerts, history and names of owners: observe.json as four pages of the settings. Shows errors
// at once; invalid input cannot be saved. Values not changed here stay in the file byte for byte, including
// changes made there meanwhile. Owner: the dialog, which owns the pages too; GUI thread.

#include "core/config/observestore.h"

#include <QObject>

#include <array>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
class QWidget;

namespace lockscope
{

class AliasTable;
class DurationEdit;
class Notice;

class ObserveForm final : public QObject
{
    Q_OBJECT
public:
    enum Page { VerdictsPage, AlertsPage, HistoryPage, OwnersPage };
    static constexpr int Pages = 4;

    ObserveForm(ObserveStore store, QWidget *dialog);

    static QString title(Page page);
    QWidget *page(Page page) const { return m_pages[page]; }
    // The size of the history file, or why it is not written; shown beside its limits.
    void setHistoryState(const QString &state, VerdictLevel level = VerdictLevel::Info);
    // As entered; a failure names the page and the place.
    Outcome<ObserveSettings> settings() const;
    bool isChanged() const;          // True for invalid input too
    Outcome<ObserveSettings> save(); // Returns the settings as they are now in the file

    DurationEdit *longHeld() const { return m_longHeld; }
    QPlainTextEdit *alertRules() const { return m_alerts; }
    AliasTable *aliases() const { return m_aliases; }
    QDoubleSpinBox *overdue() const { return m_overdue; }
    QLineEdit *historySize() const { return m_size; }

signals:
    void changed();

private:
    QWidget *makeVerdicts(const VerdictThresholds &thresholds);
    QWidget *makeAlerts(const QStringList &rules);
    QWidget *makeHistory(const HistorySettings &history);
    QWidget *makeOwners(const QList<OwnerAlias> &aliases);
    DurationEdit *makeDuration(milliseconds value, QWidget *parent);
    Outcome<VerdictThresholds> thresholds() const;
    Outcome<HistorySettings> history() const;
    Outcome<QStringList> alerts() const;
    ObserveSettings merged(const ObserveSettings &present) const;

    ObserveStore m_store;
    const ObserveSettings m_loaded;
    QWidget *m_dialog;
    std::array<QWidget *, Pages> m_pages{};
    DurationEdit *m_longHeld = nullptr;
    DurationEdit *m_grace = nullptr;
    DurationEdit *m_absurdLease = nullptr;
    DurationEdit *m_replicaLag = nullptr;
    QComboBox *m_confidence = nullptr;
    QDoubleSpinBox *m_overdue = nullptr;
    bool m_overdueChanged = false; // Otherwise the file's value is kept, which may have more digits
    QSpinBox *m_manyHolds = nullptr;
    QPlainTextEdit *m_alerts = nullptr;
    QCheckBox *m_keep = nullptr;
    DurationEdit *m_age = nullptr;
    QLineEdit *m_size = nullptr;
    Notice *m_historyState = nullptr;
    AliasTable *m_aliases = nullptr;
};

} // namespace lockscope

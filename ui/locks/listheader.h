// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Above the list: how many locks there are and of which verdict, what waits for the list, the error in the
// filter, and the choice of groups. Owner: the lock pane; GUI thread.

#include "ui/locks/model/lockmodel.h"

#include <QWidget>

#include <array>

class QComboBox;
class QLabel;
class QToolButton;

namespace lockscope
{

class FilterProblem;

class ListHeader final : public QWidget
{
    Q_OBJECT
public:
    explicit ListHeader(LockModel &model, QWidget *parent = nullptr);

    QToolButton *heldButton() const { return m_held; } // Visible while something waits for the list
    QToolButton *countButton(VerdictLevel level) const { return m_counts[size_t(level)]; }
    QString summary() const; // "Locks 1,284 · held 1,190 · …", with all counts that are not 0
    bool isUnknown() const;  // How many locks there are

    // Whether there is a connection, and whether none of its locks could be missing.
    void setConnection(bool isThere, bool isWhole);
    void setFilterText(const QString &text) { m_filterText = text.trimmed(); }
    void setProblem(const QString &problem); // With the filter; empty: none
    void setGrouping(Grouping grouping);
    void showTotals(int room); // Of the model; room: the width of the pane
    void fold(int room);
    void applyTheme();

signals:
    void filterWanted(const QString &text);
    void groupingChanged(lockscope::Grouping grouping);

private:
    QToolButton *makeCount(VerdictLevel level);
    void makeGrouping();
    void showCount(VerdictLevel level);
    void showHeld();

    LockModel &m_model;
    QLabel *m_totals;
    QStringList m_totalsParts{};             // Of which as many are visible as fit
    std::array<QToolButton *, 4> m_counts{}; // By VerdictLevel
    QString m_filterText{};
    QToolButton *m_held = nullptr;
    FilterProblem *m_problem = nullptr;
    QComboBox *m_grouping = nullptr;
    bool m_connected = false;
    bool m_isWhole = false;
};

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks that a search over all connections found; or why there are none, and where it could not search.
// Owner: FleetPage; GUI thread.

#include "core/engine/filter/filtercompletion.h"
#include "core/fleet/fleetmember.h"
#include "ui/fleet/fleetfoundmodel.h"

#include <QStackedWidget>

class QTreeView;

namespace lockscope
{

class EmptyState;

class FleetFoundPane final : public QStackedWidget
{
    Q_OBJECT
public:
    explicit FleetFoundPane(const std::function<Instant()> &clock, QWidget *parent = nullptr);

    // members: of the same connections, for their states.
    void show(const FleetFindings &findings, const std::vector<FleetMember> &members);
    using QWidget::show;
    void showStates(const std::vector<FleetMember> &members); // They have changed
    void begin() { m_isNew = true; }                          // What is shown next is of another filter
    void setProblem(const QString &problem); // With the filter, which is not used then; empty: none
    void clear();                            // Shows that it searches
    void tick();
    QString summary() const; // Empty while nothing is listed
    QString help() const;    // The same in full
    QString details() const; // Of the selected lock
    FilterVocabulary vocabulary() const;

    QTreeView &table() const { return *m_table; }
    EmptyState &empty() const { return *m_empty; }
    const FleetFoundModel &model() const { return *m_model; }

signals:
    void selectionChanged();
    void lockWanted(const QString &connection, const lockscope::LockPtr &lock);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void makeActions();
    void explain();
    void fitColumns();
    const FleetFound *current() const;

    std::function<Instant()> m_clock;
    FleetFoundModel *m_model;
    QTreeView *m_table;
    EmptyState *m_empty;
    FleetFindings m_findings{};
    bool m_isKnown = false; // m_findings are of this search
    bool m_isNew = true;    // The first findings with this filter are still to come
    QString m_problem{};
    QString m_unsearched{}; // Shortened
    QString m_allUnsearched{};
};

} // namespace lockscope

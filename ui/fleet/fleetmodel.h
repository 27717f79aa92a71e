// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The connections of the fleet as rows, in the order of the saved ones; FleetOrder sorts them. Owner:
// FleetPage; GUI thread.

#include "core/fleet/fleetmember.h"
#include "ui/theme/theme.h"

#include <QAbstractTableModel>

#include <functional>

namespace lockscope
{

class FleetModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        NameColumn,
        EnvironmentColumn,
        StateColumn,
        LocksColumn,
        HeldColumn,
        WaitingColumn,
        CriticalColumn,
        WarningColumn,
        HoldColumn,
        HourColumn,
        NodesColumn,
        FailoverColumn,
        WorstColumn,
        ColumnCount
    };
    static constexpr int SortRole = Qt::UserRole;     // a number, or the text
    static constexpr int HourRole = Qt::UserRole + 1; // std::vector<FleetMinute>

    struct Clocks {
        std::function<Instant()> now = lockscope::now;
        std::function<WallTime()> wallNow = lockscope::wallNow;
    };
    explicit FleetModel(const Clocks &clocks, QObject *parent = nullptr);

    // One dataChanged for each row that changed, if the connections are the same.
    void show(std::vector<FleetMember> members);
    void tick(); // what changes with the time alone
    void setTheme(const Theme &theme);
    const std::vector<FleetMember> &members() const { return m_members; }
    const FleetMember *memberAt(int row) const; // null: no such row
    int rowOf(const QString &name) const;       // -1: none
    static const char *columnName(int column);  // for settings
    bool isEmpty(int column) const;             // No connection has a value in it; the view hides it

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString textOf(const FleetMember &member, int column) const;
    QVariant helpOf(const FleetMember &member, int column) const;
    QVariant spokenOf(const FleetMember &member, int column) const;
    QVariant iconOf(const FleetMember &member, int column) const;
    QVariant colourOf(const FleetMember &member, int column) const;
    QVariant sortKeyOf(const FleetMember &member, int column) const;

    Clocks m_clocks;
    Theme m_theme{};
    std::vector<FleetMember> m_members{};
};

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks that a search over all connections found, as rows, the worst first. Owner: FleetFoundPane; GUI
// thread.

#include "core/fleet/fleetfindings.h"
#include "ui/text/kinds.h"
#include "ui/theme/theme.h"

#include <QAbstractTableModel>
#include <QIcon>

#include <array>
#include <functional>

namespace lockscope
{

class FleetFoundModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        ConnectionColumn,
        LockColumn,
        VerdictColumn,
        OwnerColumn,
        TtlColumn,
        WaitersColumn,
        ColumnCount
    };

    explicit FleetFoundModel(std::function<Instant()> clock, QObject *parent = nullptr);

    void show(const std::vector<FleetFound> &rows); // Persistent indexes follow their lock
    void tick();                                    // Times that run
    void setTheme(const Theme &theme);
    const std::vector<FleetFound> &rows() const { return m_rows; }
    const FleetFound *rowAt(int row) const; // Null: no such row

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void move(const std::vector<FleetFound> &rows);
    QVariant ofConnection(const FleetFound &found, int role) const;
    QString textOf(const FleetFound &found, int column, int role) const;

    std::function<Instant()> m_clock;
    Theme m_theme{};
    std::array<QIcon, 4> m_oldIcons{}; // By VerdictLevel
    Kinds m_kinds{};
    std::vector<FleetFound> m_rows{};
};

} // namespace lockscope

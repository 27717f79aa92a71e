// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks that this window's engine holds, one row each: key, owner, since and until when. Updates running
// times. Owner: a dialog; GUI thread; `holds` must outlive it.

#include "core/values/act.h"

#include <QTimer>
#include <QTreeWidget>

namespace lockscope
{

class Kinds;
class OwnHolds;

class HoldsView final : public QTreeWidget
{
    Q_OBJECT
public:
    enum Column { KeyColumn, KindColumn, OwnerColumn, SinceColumn, EndColumn, ColumnCount };

    // Which end to show: as it is, or without further renewal.
    enum class Says { AsItIs, IfLeft };

    HoldsView(OwnHolds &holds, const Kinds &kinds, Says says = Says::AsItIs, QWidget *parent = nullptr);
    std::optional<OwnHolding> selected() const; // Empty: none
    const std::vector<OwnHolding> &shown() const { return m_shown; }
    QTreeWidgetItem *itemOf(const OwnHolding &held) const; // Null: not listed

private:
    void refresh();
    void showTimes();

    OwnHolds &m_holds;
    const Kinds &m_kinds;
    const Says m_says;
    std::vector<OwnHolding> m_shown{};
    QTimer m_clock{};
};

} // namespace lockscope

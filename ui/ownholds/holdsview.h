// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks that this window's engine holds, a line each: which, as whom, since when, until when. The times
// run by themselves. Owner: a dialog; GUI thread; holds must outlive it.

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

    // What becomes of each: as it is, or when nobody renews it any more.
    enum class Says { AsItIs, IfLeft };

    HoldsView(OwnHolds &holds, const Kinds &kinds, Says says = Says::AsItIs, QWidget *parent = nullptr);
    std::optional<OwnHolding> selected() const; // nothing: none is selected
    const std::vector<OwnHolding> &shown() const { return m_shown; }
    QTreeWidgetItem *itemOf(const OwnHolding &held) const; // null: it is not there

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

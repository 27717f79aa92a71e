// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The connections of the fleet as a table, the worst first unless the user sorts it. Owner: FleetPage; GUI
// thread.

#include "ui/fleet/fleetmodel.h"

#include <QTreeView>

namespace lockscope
{

class FleetOrder;
class HourDelegate;

class FleetTable final : public QTreeView
{
    Q_OBJECT
public:
    FleetTable(FleetModel &model, const std::function<WallTime()> &clock, QWidget *parent);

    void setTheme(const Theme &theme);
    void fitColumns();                  // Call after the rows have changed
    const FleetMember *current() const; // Null: none
    void select(const QString &name);   // The first row, if that connection is not listed
    // The sorted column and its order, "state desc", to be remembered. Unknown: nothing changes.
    QString sorting() const;
    void setSorting(const QString &sorting);

signals:
    void openWanted();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void makeActions();
    int titleWidth(int column) const;
    int widthFor(int column) const;
    void copyCurrent();

    FleetModel &m_model;
    FleetOrder *m_order;
    HourDelegate *m_hour;
};

} // namespace lockscope

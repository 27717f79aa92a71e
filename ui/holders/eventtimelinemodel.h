// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Events of one lock as rows, newest on top; keeps the last MaxEvents unless setMost() says otherwise. Owner:
// EventTimeline, GUI thread.

#include "core/values/events.h"

#include <QAbstractTableModel>
#include <QIcon>

#include <array>
#include <deque>

namespace lockscope
{

struct Theme;

class EventTimelineModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { TimeColumn, EventColumn, OwnerColumn, CountColumn, TtlColumn, SourceColumn, ColumnCount };
    static constexpr int MaxEvents = 500;

    explicit EventTimelineModel(QObject *parent = nullptr);
    void setMost(size_t events) { m_most = events; }
    QString word(const LockEvent &event) const;

    void setEvents(const std::vector<LockEvent> &oldestFirst); // A model reset, or nothing if unchanged
    void add(const std::vector<LockEvent> &oldestFirst);       // At most one insertion and one removal
    void setTheme(const Theme &theme);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const LockEvent &event, int column) const;
    QString toolTip(const LockEvent &event) const;

    std::deque<LockEvent> m_events; // Newest first
    size_t m_most = MaxEvents;
    std::array<QIcon, 9> m_icons;
};

} // namespace lockscope

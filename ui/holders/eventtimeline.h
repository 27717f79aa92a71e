// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The events of one lock, newest on top. Owner: the detail pane; GUI thread.

#include "core/values/events.h"

#include <QTreeView>

#include <array>

namespace lockscope
{

class EventTimelineModel;

class EventTimeline final : public QTreeView
{
    Q_OBJECT
public:
    explicit EventTimeline(QWidget *parent = nullptr);
    void setEvents(const std::vector<LockEvent> &oldestFirst);
    void add(const std::vector<LockEvent> &oldestFirst);
    EventTimelineModel *events() const { return m_model; }

    QSize sizeHint() const override;

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void fitColumns();
    void showWhatFits();
    void copySelected();

    EventTimelineModel *m_model;
    std::array<int, 6> m_widths{};
};

} // namespace lockscope

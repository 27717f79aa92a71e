// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The legend of the timeline: one entry for everything that is on screen now, and nothing else. Wraps into
// rows. Owner: the timeline page; GUI thread.

#include "ui/timeline/lanesign.h"

#include <QWidget>

#include <set>

namespace lockscope
{

class FlowLayout;

class LaneLegend final : public QWidget
{
    Q_OBJECT
public:
    explicit LaneLegend(QWidget *parent = nullptr);
    void show(const std::set<LaneSign> &signs);
    using QWidget::show;
    QStringList entries() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void fill();

    FlowLayout *m_flow;
    std::set<LaneSign> m_signs{};
};

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The meaning of the colours and lines, and buttons to zoom. Lists only what is painted. Owner: its parent;
// GUI thread.

#include "ui/blocking/graph/graphpicture.h"

#include <QWidget>

namespace lockscope
{

class FlowLayout;
class GraphView;

class GraphLegend final : public QWidget
{
    Q_OBJECT
public:
    explicit GraphLegend(GraphView &view, QWidget *parent = nullptr);
    QStringList entries() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void showSigns();
    void fill();

    GraphView &m_view;
    QWidget *m_entries;
    FlowLayout *m_flow;
    std::vector<GraphSign> m_signs{};
};

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blocking/graph/graphlegend.h"

#include "core/base/tr.h"
#include "ui/blocking/graph/graphpainter.h"
#include "ui/blocking/graph/graphview.h"
#include "ui/blocking/graph/zoombuttons.h"
#include "ui/text/accessibility.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/flowlayout.h"

#include <QEvent>
#include <QHBoxLayout>

#include <algorithm>

namespace lockscope
{

namespace
{

// Ages are always explained, as they change while nothing else does.
std::vector<GraphSign> signsOf(const BlockingGraph &graph)
{
    std::vector<GraphSign> signs{GraphSign::Age0, GraphSign::Age1, GraphSign::Age2, GraphSign::Age3};
    const auto add = [&](GraphSign sign, auto isMeant) {
        if (std::ranges::any_of(graph.edges, isMeant))
            signs.push_back(sign);
    };
    add(GraphSign::Deadlock, [](const GraphEdge &edge) { return edge.isDeadlocked && edge.isCertain; });
    add(GraphSign::PossibleDeadlock,
        [](const GraphEdge &edge) { return edge.isDeadlocked && !edge.isCertain; });
    add(GraphSign::NotSeenToListen, [](const GraphEdge &edge) { return !edge.isSure && !edge.isDeadlocked; });
    return signs;
}

} // namespace

GraphLegend::GraphLegend(GraphView &view, QWidget *parent)
    : QWidget(parent), m_view(view), m_entries(new QWidget(this)), m_flow(new FlowLayout(m_entries))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(margins(Spacing::Medium, Spacing::Tight));
    row->setSpacing(spacing(Spacing::Tight));
    m_flow->setContentsMargins({});
    m_flow->setSpacing(spacing(Spacing::Page));
    row->addWidget(m_entries, 1);
    row->addWidget(new ZoomButtons(view, this), 0, Qt::AlignTop);
    setAccessibleName(Tr::tr("Legend"));
    connect(&view, &GraphView::shown, this, &GraphLegend::showSigns);
    showSigns();
}

void GraphLegend::showSigns()
{
    std::vector<GraphSign> signs = signsOf(m_view.picture().graph);
    if (signs == m_signs)
        return;
    m_signs = std::move(signs);
    fill();
}

void GraphLegend::fill()
{
    m_flow->removeAll();
    for (const GraphSign sign : m_signs) {
        const auto paint = [&](QPainter &painter, const QRectF &rect) {
            paintSign(painter, rect, sign, palette());
        };
        m_flow->addSample(paint, signText(sign));
    }
    explain(*this, entries().join(QStringLiteral(", ")));
    updateGeometry();
}

QStringList GraphLegend::entries() const
{
    QStringList texts;
    for (const GraphSign sign : m_signs)
        texts << signText(sign);
    return texts;
}

void GraphLegend::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        fill();
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blocking/graph/zoombuttons.h"

#include "core/base/tr.h"
#include "ui/blocking/graph/graphview.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace lockscope
{

ZoomButtons::ZoomButtons(GraphView &view, QWidget *parent) : QWidget(parent)
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->setSpacing(spacing(Spacing::Tight));
    const auto addButton = [&](const QString &text, void (GraphView::*act)()) {
        auto *button = new QToolButton(this);
        button->setAutoRaise(true);
        button->setToolTip(text);
        button->setAccessibleName(text);
        connect(button, &QToolButton::clicked, &view, act);
        row->addWidget(button);
        return button;
    };
    addButton(Tr::tr("Zoom in"), &GraphView::zoomIn)->setIcon(glyphIcon(Glyph::Closer));
    addButton(Tr::tr("Zoom out"), &GraphView::zoomOut)->setIcon(glyphIcon(Glyph::Farther));
    addButton(Tr::tr("Zoom to show all"), &GraphView::showAll)->setText(Tr::tr("All", "zoom"));
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A vertical scroll area for content whose height depends on its text. GUI thread.

#include "ui/theme/metrics.h"

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{

// Does not scroll horizontally, so it is never narrower than its content.
class UpDownScroll : public QScrollArea
{
public:
    explicit UpDownScroll(QWidget *page, QWidget *parent = nullptr) : QScrollArea(parent)
    {
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setFocusPolicy(Qt::NoFocus); // The widget inside takes the focus
        setWidget(page);
    }

    QSize minimumSizeHint() const override
    {
        const int page = std::max(widget()->minimumWidth(), widget()->minimumSizeHint().width());
        return {page + verticalScrollBar()->sizeHint().width(), QScrollArea::minimumSizeHint().height()};
    }

protected:
    // Qt moves the focus away from a widget that is disabled or hidden. Do not scroll there: the user did not
    // move it.
    bool focusNextPrevChild(bool next) override
    {
        const QWidget *last = focusWidget();
        const bool isLost = last && !(last->isEnabled() && last->isVisible());
        const int place = verticalScrollBar()->value();
        const bool moved = QScrollArea::focusNextPrevChild(next);
        if (isLost)
            verticalScrollBar()->setValue(place);
        return moved;
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (watched == widget() && event->type() == QEvent::LayoutRequest)
            updateGeometry();
        return QScrollArea::eventFilter(watched, event);
    }
};

inline QScrollArea *scrolled(std::initializer_list<QWidget *> parts)
{
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(margins(Spacing::Small));
    for (QWidget *part : parts)
        column->addWidget(part);
    column->addStretch();
    return new UpDownScroll(page);
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is as high as its text needs, where there may be less room: it scrolls up and down, its parts from the
// top. GUI thread.

#include "ui/metrics.h"

#include <QScrollArea>
#include <QVBoxLayout>

namespace lockscope
{

inline QScrollArea *scrolled(std::initializer_list<QWidget *> parts)
{
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(margins(Room::Small));
    for (QWidget *part : parts)
        column->addWidget(part);
    column->addStretch();
    auto *area = new QScrollArea;
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(page);
    return area;
}

} // namespace lockscope

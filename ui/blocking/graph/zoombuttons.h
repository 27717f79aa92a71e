// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Buttons in a row that zoom the picture. Owner: its parent; GUI thread.

#include <QWidget>

namespace lockscope
{

class GraphView;

class ZoomButtons final : public QWidget
{
    Q_OBJECT
public:
    explicit ZoomButtons(GraphView &view, QWidget *parent = nullptr);
};

} // namespace lockscope

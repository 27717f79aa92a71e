// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Paints the graph. Clients have round ends; locks have a tint and a bar that show in steps how long they
// have been held; edges of deadlocks are thicker, in the colour of the verdict. An arrow points from a client
// to the lock that it waits for, and from a lock to its holder. GUI thread.

#include "ui/blocking/graph/graphpicture.h"
#include "ui/theme/theme.h"

#include <QFont>

class QPainter;

namespace lockscope
{

class GraphPainter
{
public:
    GraphPainter(QPainter &painter, const GraphPicture &picture, const QPalette &palette, const QFont &font);

    // False: only shapes, because texts would be too small
    void setTexts(bool withTexts) { m_withTexts = withTexts; }
    void paint(const QRectF &visible, std::optional<size_t> current);

private:
    void paintEdge(size_t edge, bool isOfCurrent);
    void paintNode(size_t node, bool isCurrent);
    void paintTexts(size_t node, QRectF rect);

    QPainter &m_painter;
    const GraphPicture &m_picture;
    const QPalette m_palette;
    const QFont m_font;
    const Theme m_theme;
    std::vector<VerdictLevel> m_levels; // of the nodes: Critical, Warning, or Ok for those in no deadlock
    bool m_withTexts = true;
};

void paintSign(QPainter &painter, const QRectF &rect, GraphSign sign, const QPalette &palette);

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Shows the wait-for graph. Ctrl and wheel, + and - zoom, 0 shows all, dragging and the wheel move it; a
// click or Enter selects a lock, or the one that a client waits for; arrow keys go from node to node. As long
// as nodes and edges are the same, nothing moves. Otherwise the current node stays in place, if the user has
// zoomed or moved the graph and it can be scrolled that far. Owner: its parent; GUI thread.

#include "ui/blocking/graph/graphpicture.h"

#include <QAbstractScrollArea>

namespace lockscope
{

class GraphView final : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit GraphView(QWidget *parent = nullptr);

    void showReport(const BlockingReport &report); // Shown as soon as it is visible
    const GraphPicture &picture() const { return m_picture; }
    std::optional<size_t> current() const { return m_current; }
    double zoom() const { return m_zoom; }
    QPoint pointOf(size_t node) const; // Its middle, in the viewport

    void zoomIn();
    void zoomOut();
    void showAll();

signals:
    void lockWanted(const lockscope::LockName &key); // Its details
    void shown();                                    // Another report

protected:
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    enum class Size { Readable, All, Own }; // Own: zoomed by the user
    QPointF origin() const;                 // Of the picture, in the viewport
    QPointF inPicture(const QPointF &point) const { return (point - origin()) / m_zoom; }
    double zoomForAll() const;
    double zoomForWidth() const;
    void layOut();
    void fit();
    void showRoot();
    void zoomTo(double zoom, const QPointF &around);
    void fitScrollBars();
    void setCurrent(std::optional<size_t> node);
    std::optional<size_t> nextTo(size_t node, Qt::Key direction) const;
    void go(Qt::Key direction);
    void activate(size_t node);
    void describe();

    GraphPicture m_picture;
    std::optional<BlockingReport> m_unseen{}; // Came while it was hidden
    std::optional<size_t> m_current{};
    Size m_size = Size::Readable;
    double m_zoom = 1;
    std::optional<QPoint> m_pressed{}; // Position of the mouse while pressed
    QPoint m_scrolled{};               // The scroll bars' values then
    bool m_isDragged = false;
};

} // namespace lockscope

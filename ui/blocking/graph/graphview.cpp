// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blocking/graph/graphview.h"

#include "core/base/tr.h"
#include "ui/blocking/graph/graphpainter.h"
#include "ui/text/accessibility.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/focusring.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyle>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lockscope
{

namespace
{

constexpr double ZoomAStep = 1.25;
constexpr double Nearest = 3;
constexpr double Farthest = 0.02;
constexpr double WithTexts = 0.4; // Smaller ones cannot be read
constexpr double Readable = 0.8;
constexpr double LeastReadable = 0.6; // Rather than to reach beyond the right edge

} // namespace

GraphView::GraphView(QWidget *parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setMouseTracking(true);
    setAccessibleName(Tr::tr("Picture of which client blocks which"));
    describe();
    new FocusRing(this);
}

void GraphView::showReport(const BlockingReport &report)
{
    if (!isVisible()) {
        m_unseen = report;
        return;
    }
    m_unseen.reset();
    m_picture.report = report;
    BlockingGraph graph = blockingGraph(report);
    const bool isSame = hasSameStructure(graph, m_picture.graph);
    const bool wasEmpty = m_picture.graph.nodes.empty();
    const QByteArray before = m_current ? m_picture.graph.nodes[*m_current].name : QByteArray();
    const QPoint place = m_current ? pointOf(*m_current) : QPoint();
    m_picture.graph = std::move(graph);
    if (m_picture.graph.nodes.empty())
        m_size = Size::Readable;
    if (!isSame) {
        m_current = before.isEmpty() ? std::nullopt : m_picture.nodeNamed(before);
        layOut();
        if (m_current && m_size == Size::Own) {
            const QPoint moved = pointOf(*m_current) - place;
            horizontalScrollBar()->setValue(horizontalScrollBar()->value() + moved.x());
            verticalScrollBar()->setValue(verticalScrollBar()->value() + moved.y());
        } else if (wasEmpty) {
            showRoot();
        }
        describe();
    }
    viewport()->update();
    emit shown();
}

void GraphView::layOut()
{
    m_picture.sizes = layoutSizes(m_picture, font());
    m_picture.layout = graphLayout(m_picture.graph, m_picture.sizes);
    fit();
}

// The first deadlock, or else a root: these are on the left, and a corner of a large picture may be empty.
void GraphView::showRoot()
{
    const std::vector<QPointF> &centres = m_picture.layout.centres;
    if (centres.empty())
        return;
    if (m_picture.graph.rings.empty()) {
        const auto first = std::ranges::min_element(
            centres, {}, [](const QPointF &centre) { return std::pair(centre.x(), centre.y()); });
        horizontalScrollBar()->setValue(0);
        verticalScrollBar()->setValue(int(first->y() * m_zoom) - viewport()->height() / 2);
        return;
    }
    QRectF ring;
    for (const size_t node : m_picture.graph.rings.front())
        ring |= QRectF(centres[node], QSizeF(1, 1));
    horizontalScrollBar()->setValue(int(ring.center().x() * m_zoom) - viewport()->width() / 2);
    verticalScrollBar()->setValue(int(ring.center().y() * m_zoom) - viewport()->height() / 2);
}

QPointF GraphView::origin() const
{
    const QSizeF content = m_picture.layout.bounds.size() * m_zoom;
    const double margin = spacing(Spacing::Page);
    const auto start = [margin](double room, double size, int scrolled) {
        return std::max(margin, (room - size) / 2) - scrolled;
    };
    return {start(viewport()->width(), content.width(), horizontalScrollBar()->value()),
            start(viewport()->height(), content.height(), verticalScrollBar()->value())};
}

QPoint GraphView::pointOf(size_t node) const
{
    return (origin() + m_picture.layout.centres[node] * m_zoom).toPoint();
}

// Whether scroll bars are there does not count: they come and go with the zoom.
double GraphView::zoomForAll() const
{
    const QSizeF content = m_picture.layout.bounds.size();
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent) + 2 * spacing(Spacing::Page);
    if (content.isEmpty())
        return 1;
    return std::clamp((maximumViewportSize().height() - bar) / content.height(), Farthest, zoomForWidth());
}

double GraphView::zoomForWidth() const
{
    const double content = m_picture.layout.bounds.width();
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent) + 2 * spacing(Spacing::Page);
    return content > 0 ? std::clamp((maximumViewportSize().width() - bar) / content, Farthest, 1.0) : 1;
}

void GraphView::fit()
{
    if (m_size != Size::Own)
        m_zoom = m_size == Size::All
                     ? zoomForAll()
                     : std::max(zoomForAll(), std::clamp(zoomForWidth(), LeastReadable, Readable));
    fitScrollBars();
}

void GraphView::fitScrollBars()
{
    const QSizeF content = m_picture.layout.bounds.size() * m_zoom;
    const double margins = 2 * spacing(Spacing::Page);
    const auto set = [margins](QScrollBar *bar, double size, int room) {
        bar->setPageStep(room);
        bar->setSingleStep(room / 20 + 1);
        bar->setRange(0, std::max(0, int(std::ceil(size + margins)) - room));
    };
    set(horizontalScrollBar(), content.width(), viewport()->width());
    set(verticalScrollBar(), content.height(), viewport()->height());
    viewport()->update();
}

void GraphView::zoomTo(double zoom, const QPointF &around)
{
    const QPointF fixed = inPicture(around);
    m_size = Size::Own;
    m_zoom = std::clamp(zoom, Farthest, Nearest);
    fitScrollBars();
    const QPointF moved = origin() + fixed * m_zoom - around;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + qRound(moved.x()));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + qRound(moved.y()));
}

void GraphView::zoomIn()
{
    zoomTo(m_zoom * ZoomAStep, m_current ? pointOf(*m_current) : viewport()->rect().center());
}

void GraphView::zoomOut()
{
    zoomTo(m_zoom / ZoomAStep, m_current ? pointOf(*m_current) : viewport()->rect().center());
}

void GraphView::showAll()
{
    m_size = Size::All;
    fit();
    showRoot();
}

void GraphView::setCurrent(std::optional<size_t> node)
{
    m_current = node;
    describe();
    viewport()->update();
    if (!node)
        return;
    const QRectF rect = m_picture.rectOf(*node);
    const QRectF shown = QRectF(rect.topLeft() * m_zoom + origin(), rect.size() * m_zoom);
    const auto show = [](QScrollBar *bar, double from, double to, int room) {
        if (from < 0)
            bar->setValue(bar->value() + int(std::floor(from)));
        else if (to > room)
            bar->setValue(bar->value() + int(std::ceil(to - room)));
    };
    show(horizontalScrollBar(), shown.left(), shown.right(), viewport()->width());
    show(verticalScrollBar(), shown.top(), shown.bottom(), viewport()->height());
}

// For screen readers. It tells ages, so it is not said anew each time that these are.
void GraphView::describe()
{
    explain(*this, m_current ? nodeHelp(m_picture, *m_current)
                             : Tr::tr("Arrow keys go from one client or lock to the next."));
}

// The closest in that direction, where what lies beside it counts three times.
std::optional<size_t> GraphView::nextTo(size_t node, Qt::Key direction) const
{
    const bool isAcross = direction == Qt::Key_Left || direction == Qt::Key_Right;
    const double sign = direction == Qt::Key_Left || direction == Qt::Key_Up ? -1 : 1;
    const std::vector<QPointF> &centres = m_picture.layout.centres;
    std::optional<size_t> next;
    double least = 0;
    for (size_t other = 0; other < centres.size(); ++other) {
        const QPointF away = centres[other] - centres[node];
        const double ahead = sign * (isAcross ? away.x() : away.y());
        const double aside = std::abs(isAcross ? away.y() : away.x());
        const double distance = ahead + 3 * aside;
        if (ahead > 1 && (!next || distance < least)) {
            next = other;
            least = distance;
        }
    }
    return next;
}

void GraphView::go(Qt::Key direction)
{
    if (m_picture.graph.nodes.empty())
        return;
    if (m_current) {
        if (const auto next = nextTo(*m_current, direction))
            setCurrent(next);
        return;
    }
    const auto isBefore = [](const QPointF &a, const QPointF &b) { return a.x() + a.y() < b.x() + b.y(); };
    const std::vector<QPointF> &centres = m_picture.layout.centres;
    setCurrent(size_t(std::ranges::min_element(centres, isBefore) - centres.begin()));
}

void GraphView::activate(size_t node)
{
    if (const Lock *lock = m_picture.lockOf(node))
        emit lockWanted(lock->key);
}

void GraphView::keyPressEvent(QKeyEvent *event)
{
    if (event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier))
        return QAbstractScrollArea::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        return go(Qt::Key(event->key()));
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomIn();
    case Qt::Key_Minus:
        return zoomOut();
    case Qt::Key_0:
        return showAll();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current)
            activate(*m_current);
        return;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void GraphView::wheelEvent(QWheelEvent *event)
{
    if (!(event->modifiers() & Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    zoomTo(m_zoom * std::pow(ZoomAStep, double(event->angleDelta().y()) / 120), event->position());
    event->accept();
}

void GraphView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = event->position().toPoint();
    m_scrolled = {horizontalScrollBar()->value(), verticalScrollBar()->value()};
    m_isDragged = false;
}

void GraphView::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint();
    if (!(event->buttons() & Qt::LeftButton))
        m_pressed.reset(); // it was released elsewhere
    if (!m_pressed) {
        const bool isOverNode = m_picture.nodeAt(inPicture(at)).has_value();
        viewport()->setCursor(isOverNode ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    const QPoint moved = at - *m_pressed;
    if (!m_isDragged && moved.manhattanLength() < QApplication::startDragDistance())
        return;
    if (!std::exchange(m_isDragged, true))
        viewport()->setCursor(Qt::ClosedHandCursor);
    if (horizontalScrollBar()->maximum() > 0 || verticalScrollBar()->maximum() > 0)
        m_size = Size::Own;
    horizontalScrollBar()->setValue(m_scrolled.x() - moved.x());
    verticalScrollBar()->setValue(m_scrolled.y() - moved.y());
}

void GraphView::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !std::exchange(m_pressed, std::nullopt))
        return;
    viewport()->unsetCursor();
    if (std::exchange(m_isDragged, false))
        return;
    const auto node = m_picture.nodeAt(inPicture(event->position()));
    setCurrent(node);
    if (node)
        activate(*node);
}

bool GraphView::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const auto node = m_picture.nodeAt(inPicture(help->pos()));
    const QString text = node ? nodeHelp(m_picture, *node) : QString();
    QToolTip::showText(help->globalPos(), text.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")),
                       viewport());
    return true;
}

void GraphView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.translate(origin());
    painter.scale(m_zoom, m_zoom);
    GraphPainter graph(painter, m_picture, palette(), font());
    graph.setTexts(m_zoom >= WithTexts);
    const QRectF visible(inPicture({}), QSizeF(viewport()->size()) / m_zoom);
    graph.paint(visible, m_current);
}

void GraphView::showEvent(QShowEvent *event)
{
    QAbstractScrollArea::showEvent(event);
    if (const auto unseen = std::exchange(m_unseen, std::nullopt))
        showReport(*unseen);
}

void GraphView::resizeEvent(QResizeEvent *)
{
    fit();
}

void GraphView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        layOut();
}

void GraphView::scrollContentsBy(int, int)
{
    viewport()->update();
}

} // namespace lockscope

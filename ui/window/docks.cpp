// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/docks.h"

#include "ui/forms/pageholder.h"
#include "ui/settings/uisettings.h"
#include "ui/theme/metrics.h"
#include "ui/window/reopenstack.h"

#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QHBoxLayout>
#include <QMainWindow>
#include <QPointer>
#include <QResizeEvent>
#include <QStatusBar>
#include <QStyle>

#include <algorithm>
#include <memory>
#include <utility>

namespace lockscope
{

namespace
{

constexpr int LeastPanel = 9; // Lines of text: its tabs, its controls and some of its figures
// Characters of width:
constexpr int LeastList = 110; // Names of locks are readable
constexpr int LeastConnections = 28;
constexpr int LeastDetail = 45;

} // namespace

Docks::Docks(QMainWindow &window, ReopenStack &closed, QWidget *connections, QWidget *detail)
    : m_window(window), m_closed(closed),
      m_connections(makeSide("connections", tr("Connections"), connections)),
      m_detail(makeSide("detail", tr("Lock"), detail)), m_sides{{{.dock = m_detail, .least = LeastDetail},
                                                                 {.dock = m_connections,
                                                                  .least = LeastConnections}}}
{
    window.setDockNestingEnabled(false);
    m_connections->toggleViewAction()->setText(tr("&Connections"));
    m_connections->toggleViewAction()->setToolTip(
        tr("Saved connections, and the servers of the current one"));
    window.addDockWidget(Qt::LeftDockWidgetArea, m_connections);
    m_connections->hide(); // The tool bar has them; this is for keeping them in sight
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea); // The lock gets the whole height
    m_detail->toggleViewAction()->setText(tr("&Lock"));
    m_detail->toggleViewAction()->setToolTip(tr("Details of the selected lock"));
    window.addDockWidget(Qt::RightDockWidgetArea, m_detail);
}

QDockWidget *Docks::makeSide(const char *name, const QString &title, QWidget *page)
{
    auto *dock = new QDockWidget(title, &m_window);
    dock->setObjectName(QLatin1String(name));
    dock->setWidget(page);
    makeClosable(dock);
    return dock;
}

void Docks::makeClosable(QDockWidget *dock)
{
    dock->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
    dock->installEventFilter(this);
}

// Qt hides the page of a closed dock, but not one covered by another tab. Here both are hidden, so that a
// covered page requests and draws nothing.
Docks::Bottom Docks::add(const Panel &panel)
{
    auto *dock = new QDockWidget(panel.title, &m_window);
    dock->setObjectName(QLatin1String(panel.name));
    panel.page->setMinimumWidth(characters(m_window, 60)); // A covered page must not widen the window
    QWidget *page = scrollingPage(panel.page); // In a small window there is less room than it needs
    QSizePolicy policy = page->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // The same height for every tab
    page->setSizePolicy(policy);
    dock->setWidget(page);
    page->hide();
    m_window.addDockWidget(Qt::BottomDockWidgetArea, dock);
    dock->hide();
    makeClosable(dock);
    auto *action = new QAction(panel.entry, dock);
    action->setCheckable(true);
    action->setShortcut(panel.key);
    action->setToolTip(panel.help);
    action->setData(panel.help); // The tool tip while enabled
    action->installEventFilter(this);
    connect(dock, &QDockWidget::visibilityChanged, page, &QWidget::setVisible);
    connect(dock, &QDockWidget::visibilityChanged, action, &QAction::setChecked);
    connect(action, &QAction::triggered, this, [this, dock](bool wanted) {
        if (wanted)
            open(dock);
        else
            dock->close();
    });
    m_bottom.push_back({.dock = dock, .action = action, .ofConnection = panel.ofConnection});
    return m_bottom.back();
}

QList<QAction *> Docks::actions() const
{
    QList<QAction *> actions{m_connections->toggleViewAction(), m_detail->toggleViewAction()};
    for (const Bottom &one : m_bottom)
        actions << one.action;
    return actions;
}

std::vector<Docks::Bottom>::const_iterator Docks::find(const QObject *dock) const
{
    return std::ranges::find(m_bottom, dock, &Bottom::dock);
}

void Docks::open(QDockWidget *dock)
{
    show(dock);
    shareRoom();
    dock->raise();
}

// Its key shows it, then goes into it, then closes it.
void Docks::goThrough(const Bottom &panel)
{
    QWidget *page = panel.dock->widget();
    if (!panel.action->isChecked())
        open(panel.dock);
    else if (panel.dock->isAncestorOf(m_window.focusWidget()))
        panel.dock->close();
    else
        for (QWidget *at = page->nextInFocusChain(); at != page; at = at->nextInFocusChain()) {
            if (page->isAncestorOf(at) && at->isVisible() && at->isEnabled() &&
                (at->focusPolicy() & Qt::TabFocus) != 0)
                return at->setFocus(Qt::ShortcutFocusReason);
        }
}

void Docks::showDetail()
{
    m_detail->show();
}

void Docks::openFirst()
{
    for (const Bottom &one : m_bottom) {
        if (!one.ofConnection)
            show(one.dock);
    }
    m_bottom.front().dock->raise();
}

// Tabs the dock with an open panel, unless it was moved elsewhere. Tab before showing: two docks side by side
// would enlarge the window. Only with open panels: the tabs of hidden ones would take the focus unseen.
void Docks::show(QDockWidget *dock)
{
    if (!dock->isHidden())
        return;
    for (const Bottom &one : m_bottom) {
        QDockWidget *other = one.dock;
        if (other == dock || other->isHidden() ||
            m_window.dockWidgetArea(other) != m_window.dockWidgetArea(dock))
            continue;
        if (!m_window.tabifiedDockWidgets(other).contains(dock))
            m_window.tabifyDockWidget(other, dock);
        break;
    }
    dock->show();
}

void Docks::hidePanels()
{
    m_detail->hide();
    for (const Bottom &one : m_bottom)
        one.dock->hide();
}

void Docks::putAside()
{
    if (m_aside)
        return;
    m_aside = m_window.saveState();
    hidePanels();
}

void Docks::bringBack()
{
    if (!m_aside)
        return;
    const QByteArray left = *std::exchange(m_aside, std::nullopt);
    const QPointer<QWidget> focus = m_window.focusWidget();
    const bool listShown = !m_connections->isHidden();
    const bool detailShown = !m_detail->isHidden();
    const int listWidth = m_connections->width();
    std::vector<Bottom> opened = m_bottom;
    std::erase_if(opened, [](const Bottom &one) { return one.dock->isHidden(); });
    const auto front =
        std::ranges::find_if(opened, [](const Bottom &one) { return one.action->isChecked(); });
    QDockWidget *inFront = front == opened.end() ? nullptr : front->dock;
    const bool known = m_window.restoreState(left);
    if (!known) {
        openFirst();
        m_follows = true;
    }
    m_connections->setVisible(listShown);
    if (detailShown || !known)
        m_detail->show();
    for (const Bottom &one : opened)
        show(one.dock);
    if (inFront)
        inFront->raise();
    if (m_window.isVisible() && listShown && !m_follows) // The user may have dragged it
        m_window.resizeDocks({m_connections}, {listWidth}, Qt::Horizontal);
    shareRoom();
    if (focus && focus->isVisible())
        focus->setFocus();
}

void Docks::restore(const UiSettings &settings)
{
    m_aside = settings.docks();
    if (m_window.restoreState(*m_aside))
        m_follows = settings.docksFollow();
    else
        m_aside = QByteArray();
    hidePanels();
}

void Docks::remember(UiSettings &settings)
{
    const bool alone = m_aside.has_value();
    bringBack(); // Save the layout with a connection
    settings.setGeometry(QStringLiteral("window"), m_window.saveGeometry());
    settings.setDocks(m_window.saveState());
    settings.setDocksFollow(m_follows);
    if (alone)
        putAside();
}

void Docks::reset()
{
    const std::pair<QDockWidget *, Qt::DockWidgetArea> sides[] = {{m_connections, Qt::LeftDockWidgetArea},
                                                                  {m_detail, Qt::RightDockWidgetArea}};
    for (const auto &[dock, area] : sides) {
        m_window.addDockWidget(area, dock);
        dock->setVisible(dock == m_detail);
    }
    for (const Bottom &one : m_bottom) {
        one.dock->hide();
        m_window.addDockWidget(Qt::BottomDockWidgetArea, one.dock);
        one.dock->hide();
    }
    if (m_aside) {
        m_aside = QByteArray();
        return hidePanels();
    }
    openFirst();
    for (const Bottom &one : m_bottom) {
        if (one.ofConnection && one.action->isEnabled())
            open(one.dock);
    }
}

void Docks::followWindow()
{
    stopFollowing();
    m_follows = true;
    shareRoom();
}

void Docks::stopFollowing()
{
    m_follows = false;
    for (Side &side : m_sides)
        side.taken = 0;
}

// Qt takes from the list what the window loses, and the rest from the sides. A list that the user has made
// narrower than the least stays as it is.
void Docks::makeRoomForList(int growth)
{
    const int lost = std::exchange(m_lost, 0);
    const bool isFirst = std::exchange(m_width, m_window.width()) == 0;
    if (m_follows || isFirst) {
        for (Side &side : m_sides)
            side.taken = 0;
        return;
    }
    const int lack = characters(m_window, LeastList) - m_window.centralWidget()->width();
    int missing = growth < 0 ? std::clamp(lack, 0, std::max(0, -growth - lost)) : -growth;
    for (Side &side : m_sides) {
        const Qt::DockWidgetArea area = m_window.dockWidgetArea(side.dock);
        if (side.dock->isHidden() || (area != Qt::LeftDockWidgetArea && area != Qt::RightDockWidgetArea))
            continue;
        const int width = side.dock->width();
        const int spare = std::max(0, width - characters(m_window, side.least));
        const int given = std::clamp(missing, -std::max(0, side.taken), spare);
        side.taken += given;
        missing -= given;
        if (given != 0)
            m_window.resizeDocks({side.dock}, {width - given}, Qt::Horizontal);
    }
}

void Docks::shareRoom()
{
    const int least = lines(m_window, 14);
    const int room = roomBelowList();
    for (const Bottom &one : m_bottom)
        showTitle(one.dock, room >= least);
    if (!m_follows)
        return;
    const int width = m_window.width();
    m_window.resizeDocks(
        {m_connections, m_detail},
        {std::clamp(width * 15 / 100, characters(m_window, LeastConnections), characters(m_window, 39)),
         std::clamp(width * 30 / 100, characters(m_window, LeastDetail), characters(m_window, 84))},
        Qt::Horizontal);
    const int share = std::clamp(m_window.height() * 34 / 100, least, lines(m_window, 29));
    for (const Bottom &one : m_bottom) {
        if (!one.dock->isHidden()) // All bottom panels share one height
            return m_window.resizeDocks({one.dock}, {std::min(share, room)}, Qt::Vertical);
    }
}

// What the list leaves once its first rows are in sight. Under a banner they give way to the few lines that a
// page needs.
int Docks::roomBelowList() const
{
    const QWidget *list = m_window.centralWidget();
    const int edge = m_window.style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent, nullptr, &m_window);
    const int whole = std::max(0, m_window.statusBar()->y() - list->y() - edge);
    return std::max(whole - list->sizeHint().height(), std::min(lines(m_window, LeastPanel), whole / 2));
}

// Its tab says the same; without tabs nothing else does.
void Docks::showTitle(QDockWidget *dock, bool shown)
{
    const bool isShown = !dock->titleBarWidget();
    const bool wanted =
        shown || std::ranges::all_of(m_window.tabifiedDockWidgets(dock), &QDockWidget::isHidden);
    if (wanted == isShown)
        return;
    const std::unique_ptr<QWidget> instead(dock->titleBarWidget());
    if (wanted)
        return dock->setTitleBarWidget(nullptr);
    auto *nothing = new QWidget(dock);
    (new QHBoxLayout(nothing))->setContentsMargins({}); // Without a layout, it would have a size
    dock->setTitleBarWidget(nothing);
    nothing->hide();
}

// A closed panel can be reopened as it was.
bool Docks::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Shortcut) {
        goThrough(*std::ranges::find(m_bottom, watched, &Bottom::action));
        return true;
    }
    if (event->type() == QEvent::Resize && m_window.width() != m_width) {
        const auto *resized = static_cast<QResizeEvent *>(event);
        const auto side = std::ranges::find(m_sides, watched, &Side::dock);
        const int lost = resized->oldSize().width() - resized->size().width();
        if (side != m_sides.end() && resized->oldSize().isValid()) {
            side->taken += lost;
            m_lost += lost;
        }
    }
    if (auto *dock = qobject_cast<QDockWidget *>(watched);
        dock && event->type() == QEvent::Close && !dock->isHidden()) {
        const auto found = find(dock);
        const bool atBottom = found != m_bottom.end();
        const bool ofConnection = atBottom && found->ofConnection;
        m_closed.remember(dock->windowTitle(),
                          ofConnection ? ReopenStack::Of::Connection : ReopenStack::Of::Window,
                          [this, dock, atBottom] { atBottom ? open(dock) : dock->show(); });
        QMetaObject::invokeMethod(this, &Docks::shareRoom, Qt::QueuedConnection); // Another may be alone now
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lockscope

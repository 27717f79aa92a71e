// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/lockview.h"

#include "ui/locks/lockdelegate.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"

#include <QAccessible>
#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QWindow>

namespace lockscope
{
namespace
{

constexpr int FewGroups = 24; // With more groups, all stay collapsed

// Typical text of each column: a column that fits it fits most rows, in any font and size.
QString usualText(LockColumn column)
{
    switch (column) {
    case LockColumn::Verdict:
        return text::verdictCode("renewal-overdue") + QStringLiteral("xxx"); // Room for the icon
    case LockColumn::Key:
        return QStringLiteral("lock:orders:customer:1001");
    case LockColumn::Kind:
        return QStringLiteral("permit-semaphorexx"); // Room for the icon
    case LockColumn::Owner:
        return QStringLiteral("66666666…:88 (read)");
    case LockColumn::Holds:
        return QStringLiteral("99 ↑");
    case LockColumn::Ttl:
        return text::duration(std::chrono::seconds(59 * 60 + 59)) + QStringLiteral("x");
    case LockColumn::Held:
        return QStringLiteral("≥ ") + text::duration(std::chrono::seconds(9 * 60 + 59));
    case LockColumn::Renewals:
        return QStringLiteral("999 · ") + text::duration(std::chrono::milliseconds(10'000));
    case LockColumn::Waiters:
        return headerCell(column, Qt::DisplayRole).toString();
    case LockColumn::Node:
        return QStringLiteral("127.0.0.1:63790");
    }
    return {};
}

// The narrowest a column gets before the list scrolls sideways.
QString leastText(LockColumn column)
{
    switch (column) {
    case LockColumn::Verdict:
        return text::verdictCode("waited-for") + QStringLiteral("xxx");
    case LockColumn::Key:
        return QStringLiteral("lock:orders:1001");
    case LockColumn::Kind:
        // Room for the icon alone.
        return headerCell(column, Qt::DisplayRole).toString() + QStringLiteral("xx");
    case LockColumn::Owner:
        return QStringLiteral("6666…:88");
    case LockColumn::Renewals:
        return QStringLiteral("99 · …"); // The count, without the rhythm
    default:
        return usualText(column);
    }
}

} // namespace

LockView::LockView(LockModel &model, LockModel::Clock clock, QWidget *parent)
    : QTreeView(parent), m_model(model), m_delegate(new LockDelegate(std::move(clock), this))
{
    setModel(&model);
    setItemDelegate(m_delegate);
    setUniformRowHeights(true);
    setAlternatingRowColors(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setRootIsDecorated(false);
    setIndentation(fontMetrics().height());
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Locks"));
    setContextMenuPolicy(Qt::CustomContextMenu);
    setUpHeader();
    applyTheme();
    m_tick.setInterval(std::chrono::milliseconds(100));
    connect(&m_tick, &QTimer::timeout, this, &LockView::tick);
    connect(&model, &LockModel::arranged, this, &LockView::arranged);
    connect(&model, &QAbstractItemModel::layoutAboutToBeChanged, this, &LockView::forgetPlace);
    connect(this, &QTreeView::activated, this, [this](const QModelIndex &index) {
        if (const LockPtr lock = m_model.lockAt(index))
            emit lockActivated(lock);
    });
}

void LockView::setUpHeader()
{
    QHeaderView *columns = header();
    columns->setStretchLastSection(false);
    columns->setSectionsMovable(true);
    columns->setFirstSectionMovable(true);
    columns->setHighlightSections(false);
    columns->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    columns->setContextMenuPolicy(Qt::CustomContextMenu);
    const auto widthOf = [this](const QString &text) { return fontMetrics().horizontalAdvance(text) + 13; };
    const int hours =
        widthOf(text::duration(std::chrono::minutes(23 * 60 + 59)) + u'x'); // and the bar's edges
    for (int column = 0; column < LockColumnCount; ++column) {
        m_wanted[size_t(column)] = widthOf(usualText(LockColumn(column)));
        m_least[size_t(column)] = widthOf(leastText(LockColumn(column)));
    }
    m_wanted[int(LockColumn::Ttl)] = std::max(hours, m_wanted[int(LockColumn::Ttl)]);
    // Hidden by default: all locks of one server have the same node. The column menu shows it.
    setColumnHidden(int(LockColumn::Node), true);
    setSortingEnabled(true);
    columns->setSortIndicator(int(m_model.criteria().column), m_model.criteria().order);
    connect(columns, &QHeaderView::customContextMenuRequested, this, &LockView::columnMenu);
    connect(columns, &QHeaderView::sectionResized, this, [this](int column, int, int width) {
        if (m_fitting)
            return;
        m_wanted[size_t(column)] = m_least[size_t(column)] = width;
        fitColumns();
    });
    fitColumns();
}

// Saves the preferred widths, not those squeezed by a narrow window.
QByteArray LockView::columnLayout()
{
    m_fitting = true;
    for (int column = 0; column < LockColumnCount; ++column) {
        if (!isColumnHidden(column))
            header()->resizeSection(column, m_wanted[size_t(column)]);
    }
    m_fitting = false;
    QByteArray state = header()->saveState();
    fitColumns();
    return state;
}

bool LockView::restoreLayout(const QByteArray &state)
{
    if (state.isEmpty())
        return false;
    m_fitting = true; // Restoring widths is not a resize by the user
    const bool restored = header()->restoreState(state);
    m_fitting = false;
    if (restored) {
        m_model.sort(header()->sortIndicatorSection(), header()->sortIndicatorOrder());
        for (int column = 0; column < LockColumnCount; ++column) {
            if (column != int(LockColumn::Key) && !isColumnHidden(column))
                m_wanted[size_t(column)] = header()->sectionSize(column);
        }
    }
    fitColumns();
    return restored;
}

int LockView::canGive(int column) const
{
    return isColumnHidden(column) ? 0 : std::max(0, m_wanted[size_t(column)] - m_least[size_t(column)]);
}

// If not all columns fit, they shrink in proportion to what each can give; extra width goes to the key.
void LockView::fitColumns()
{
    if (m_fitting)
        return;
    m_fitting = true;
    constexpr int Key = int(LockColumn::Key);
    int wanted = 0, spare = 0;
    for (int column = 0; column < LockColumnCount; ++column) {
        wanted += isColumnHidden(column) ? 0 : m_wanted[size_t(column)];
        spare += canGive(column);
    }
    const int missing = std::clamp(wanted - viewport()->width(), 0, spare);
    int others = 0;
    for (int column = 0; column < LockColumnCount; ++column) {
        if (column == Key || isColumnHidden(column))
            continue;
        const int gives = missing > 0 ? (canGive(column) * missing + spare - 1) / spare : 0;
        header()->resizeSection(column, m_wanted[size_t(column)] - gives);
        others += m_wanted[size_t(column)] - gives;
    }
    const bool keyIsTheirs = canGive(Key) == 0;
    header()->resizeSection(Key, keyIsTheirs ? m_wanted[Key]
                                             : std::max(m_least[Key], viewport()->width() - others));
    m_fitting = false;
}

void LockView::setColumnShown(int column, bool shown)
{
    m_fitting = true; // Hiding is not a resize by the user
    setColumnHidden(column, !shown);
    m_fitting = false;
    fitColumns();
}

// Not what only has the focus frame: after the selected lock has gone, that is its neighbour.
LockPtr LockView::currentLock() const
{
    if (selectionModel()->isSelected(currentIndex()))
        return m_model.lockAt(currentIndex());
    const auto selected = selectedLocks();
    return selected.empty() ? nullptr : selected.front();
}

std::vector<LockPtr> LockView::selectedLocks() const
{
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const QModelIndex &a, const QModelIndex &b) {
        const QModelIndex groupA = a.parent(), groupB = b.parent();
        return groupA.row() != groupB.row() ? groupA.row() < groupB.row() : a.row() < b.row();
    });
    std::vector<LockPtr> locks;
    for (const QModelIndex &row : std::as_const(rows)) {
        if (LockPtr lock = m_model.lockAt(row))
            locks.push_back(std::move(lock));
    }
    return locks;
}

void LockView::choose(const LockName &key)
{
    const QModelIndex index = m_model.indexOf(key);
    if (!index.isValid()) {
        selectNone();
        m_selected = key; // rechoose() selects it once it is listed
        return;
    }
    setCurrentIndex(index);
    scrollTo(index);
}

void LockView::selectNone()
{
    m_selected = {};
    clearSelection();
}

void LockView::rechoose()
{
    if (m_selected.isEmpty() || selectionModel()->hasSelection())
        return;
    const QModelIndex index = m_model.indexOf(m_selected);
    if (index.isValid())
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
}

void LockView::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTreeView::selectionChanged(selected, deselected);
    // When a lock goes, its neighbour becomes current without being selected: follow the selection.
    const auto locks = selectedLocks();
    if (locks.empty())
        return;
    const LockPtr current = currentLock();
    const bool currentIsSelected = current && selectionModel()->isSelected(currentIndex());
    const LockPtr &lock = currentIsSelected ? current : locks.front();
    m_selected = lock->key;
    emit lockChosen(lock);
}

void LockView::arranged()
{
    if (m_grouping != m_model.criteria().grouping) {
        m_grouping = m_model.criteria().grouping;
        setRootIsDecorated(m_grouping != Grouping::None);
        if (m_grouping != Grouping::None && m_model.rowCount() <= FewGroups)
            expandAll();
    }
    rechoose();
    if (m_currentInSight && currentIndex().isValid())
        scrollTo(currentIndex());
}

// Keyboard focus shows only as the frame of the current row, so there must be one.
void LockView::focusInEvent(QFocusEvent *event)
{
    QTreeView::focusInEvent(event);
    if (event->reason() != Qt::TabFocusReason && event->reason() != Qt::BacktabFocusReason)
        return;
    const QModelIndex row = currentIndex().isValid() ? currentIndex() : m_model.index(0, 0);
    const auto select = QItemSelectionModel::Select | QItemSelectionModel::Rows;
    selectionModel()->setCurrentIndex(row, selectionModel()->hasSelection() || !m_model.lockAt(row)
                                               ? QItemSelectionModel::NoUpdate
                                               : select);
    scrollTo(currentIndex());
}

void LockView::holdPlace()
{
    if (!m_top.isValid() && verticalScrollBar()->value() > 0)
        m_top = indexAt(QPoint(1, 1));
    if (m_placeAsked)
        return;
    m_placeAsked = true;
    // Once for all pending changes: laying out a long list is expensive.
    QMetaObject::invokeMethod(this, &LockView::restorePlace, Qt::QueuedConnection);
}

void LockView::restorePlace()
{
    m_placeAsked = false;
    if (m_top.isValid())
        scrollTo(m_top, QAbstractItemView::PositionAtTop);
    m_top = QPersistentModelIndex();
}

void LockView::forgetPlace()
{
    m_top = QPersistentModelIndex();
    m_currentInSight = viewport()->rect().intersects(visualRect(currentIndex()));
}

void LockView::tick()
{
    const QWindow *window = this->window()->windowHandle();
    if (!window || !window->isExposed())
        return;
    repaintColumn(LockColumn::Ttl);
    if (++m_ticks % 10 == 0)
        repaintColumn(LockColumn::Held);
}

void LockView::repaintColumn(LockColumn column)
{
    if (isColumnHidden(int(column)))
        return;
    const QRect rect(columnViewportPosition(int(column)), 0, columnWidth(int(column)), viewport()->height());
    viewport()->update(rect & viewport()->rect());
}

void LockView::drawRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const bool selected = selectionModel()->isSelected(index);
    if (m_model.lockAt(index)) {
        QTreeView::drawRow(painter, option, index);
        // The style paints the indentation of a selected row in full highlight colour.
        const int from = columnViewportPosition(0);
        if (selected)
            painter->fillRect(
                QRect(from, option.rect.top(), visualRect(index).left() - from, option.rect.height()),
                m_delegate->theme().selection);
    } else {
        drawGroup(painter, option, index);
    }
    if (selected)
        painter->fillRect(QRect(0, option.rect.top(), 3, option.rect.height()),
                          option.palette.color(QPalette::Highlight));
    if (index.row() == currentIndex().row() && index.parent() == currentIndex().parent() && hasFocus()) {
        // Dashed and grey unless the row is selected: only the selected lock is acted on.
        painter->setPen(selected ? QPen(option.palette.color(QPalette::Highlight))
                                 : QPen(m_delegate->theme().muted, 1, Qt::DashLine));
        painter->drawRect(QRect(0, option.rect.top(), viewport()->width() - 1, option.rect.height() - 1));
    }
}

void LockView::drawGroup(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    const auto group = index.data(LockModel::GroupRole).value<GroupSummary>();
    const QRect row(0, option.rect.top(), viewport()->width(), option.rect.height());
    const bool selected = selectionModel()->isSelected(index);
    painter->fillRect(row, selected ? m_delegate->theme().selection : m_delegate->theme().barBackground);
    QTreeView::drawBranches(painter, QRect(0, row.top(), indentation(), row.height()), index);
    painter->save();
    const QFont font = strongFont(option.font);
    painter->setFont(font);
    painter->setPen(palette().color(QPalette::Text));
    QRect rest = row.adjusted(indentation() + 4, 0, -8, 0);
    const QString title = painter->fontMetrics().elidedText(group.title, Qt::ElideMiddle, rest.width() / 2);
    painter->drawText(rest, Qt::AlignLeft | Qt::AlignVCenter, title);
    rest.setLeft(rest.left() + painter->fontMetrics().horizontalAdvance(title) + 14);
    painter->setFont(option.font);
    const QString line = groupLine(group).mid(group.title.size() + 3);
    const Theme &theme = m_delegate->theme();
    painter->setPen(group.criticals > 0 ? theme.critical : group.warnings > 0 ? theme.warning : theme.muted);
    painter->drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(line, Qt::ElideRight, rest.width()));
    painter->restore();
}

// Locks have no branches; the lines that Fusion draws for them are noise.
void LockView::drawBranches(QPainter *, const QRect &, const QModelIndex &) const {}

// The base classes visit every changed row (for new children, height, position). Rows here never change in
// these, and on a long list the visit takes longer than painting. Screen readers get the signal as usual.
void LockView::dataChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight,
                           const QList<int> &roles)
{
    if (topLeft.row() == bottomRight.row() || QAccessible::isActive())
        QAbstractItemView::dataChanged(topLeft, bottomRight, roles);
    else
        viewport()->update();
}

void LockView::columnMenu(const QPoint &at)
{
    QMenu menu(this);
    for (int visual = 0; visual < LockColumnCount; ++visual) {
        const int column = header()->logicalIndex(visual);
        QAction *action =
            menu.addAction(m_model.headerData(column, Qt::Horizontal, Qt::AccessibleTextRole).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        action->setEnabled(column != int(LockColumn::Key));
        connect(action, &QAction::toggled, this,
                [this, column](bool shown) { setColumnShown(column, shown); });
    }
    menu.exec(header()->mapToGlobal(at));
}

void LockView::showEvent(QShowEvent *event)
{
    QTreeView::showEvent(event);
    m_tick.start();
}

void LockView::hideEvent(QHideEvent *event)
{
    QTreeView::hideEvent(event);
    m_tick.stop();
}

void LockView::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        applyTheme();
}

void LockView::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    fitColumns();
}

void LockView::keyPressEvent(QKeyEvent *event)
{
    // The window copies: it knows the formats.
    if (event->matches(QKeySequence::Copy)) {
        event->ignore();
        return;
    }
    // The row with the focus is not always selected, such as after a filter was typed.
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && !selectionModel()->hasSelection())
        selectionModel()->select(currentIndex(),
                                 QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    QTreeView::keyPressEvent(event);
}

void LockView::applyTheme()
{
    if (m_delegate)
        m_delegate->setTheme(Theme::of(palette()));
}

} // namespace lockscope

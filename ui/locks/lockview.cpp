// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/lockview.h"

#include "ui/locks/lockdelegate.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <QWindow>

namespace lockscope
{
namespace
{

constexpr int RowsInSight = 10;
constexpr int FewGroups = 24; // With more groups, all stay collapsed
constexpr std::chrono::seconds IdleTime{10};
constexpr int TicksPerMeasure = 5;
constexpr int LeastHeldTicks = 5; // Between two paintings of that column, however slow the ticks are

} // namespace

LockView::LockView(LockModel &model, LockModel::Clock clock, QWidget *parent)
    : QTreeView(parent), m_model(model), m_delegate(new LockDelegate(std::move(clock), this)), m_place(*this),
      m_columns(*header()), m_moves(*this, model)
{
    setModel(&model);
    setItemDelegate(m_delegate);
    setUniformRowHeights(true);
    setAlternatingRowColors(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // Columns would jump as it comes and goes
    viewport()->setMouseTracking(true);
    setRootIsDecorated(false);
    setIndentation(fontMetrics().height());
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Locks"));
    setContextMenuPolicy(Qt::CustomContextMenu);
    setUpHeader();
    applyTheme();
    m_idle.setSingleShot(true);
    m_idle.setInterval(IdleTime);
    connect(&m_idle, &QTimer::timeout, this, &LockView::updateHold);
    m_tick.setInterval(std::chrono::milliseconds(100));
    connect(&m_tick, &QTimer::timeout, this, &LockView::tick);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { m_measureDue = true; });
    connect(&model, &LockModel::arranged, this, &LockView::arranged);
    model.setSelectionTest(
        [this](const LockName &key) { return selectionModel()->isSelected(m_model.indexOf(key)); });
    connect(&model, &QAbstractItemModel::layoutAboutToBeChanged, this, &LockView::forgetPlace);
    connect(&model, &QAbstractItemModel::layoutChanged, this, [this] {
        m_columns.setFitting(false);
        m_columns.apply();
    });
    connect(this, &QTreeView::activated, this, [this](const QModelIndex &index) {
        if (const LockPtr lock = m_model.lockAt(index))
            emit lockActivated(lock);
    });
}

QSize LockView::sizeHint() const
{
    return {QTreeView::sizeHint().width(),
            header()->sizeHint().height() + RowsInSight * LockDelegate::rowHeight(font())};
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
    m_columns.setUp();
    // Hidden by default, the column menu shows them: all locks of one server have the same node, the cell of
    // the TTL has a mark for each of the last renewals, and that of the owner names the client.
    for (const LockColumn column : {LockColumn::Node, LockColumn::Renewals, LockColumn::Client})
        m_columns.setShown(int(column), false);
    setSortingEnabled(true);
    columns->setSortIndicator(int(m_model.criteria().column), m_model.criteria().order);
    connect(columns, &QHeaderView::sortIndicatorChanged, this, &LockView::fitColumns); // Room for its arrow
    connect(columns, &QHeaderView::customContextMenuRequested, this,
            [this](const QPoint &at) { m_columns.choose(at, [this] { fitColumns(); }); });
    connect(columns, &QHeaderView::sectionResized, this, [this](int column, int, int width) {
        if (m_columns.isFitting())
            return;
        m_columns.take(column, width);
        fitColumns();
    });
    fitColumns();
}

bool LockView::restoreLayout(const QByteArray &state)
{
    if (state.isEmpty())
        return false;
    const bool restored = m_columns.restore(state);
    if (restored)
        m_model.sort(header()->sortIndicatorSection(), header()->sortIndicatorOrder());
    fitColumns();
    return restored;
}

// Of the visible rows: to look at all of a long list takes too long.
void LockView::measureColumns()
{
    m_measureDue = false;
    const bool isFirst = !m_measured;
    LockColumns::Needs needs;
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    for (QModelIndex row = indexAt(QPoint(1, 1)); row.isValid(); row = indexBelow(row)) {
        if (visualRect(row).top() > viewport()->height())
            break;
        m_measured = true;
        if (m_model.lockAt(row))
            needs.add(*m_delegate, option, row, m_grouping == Grouping::None ? 0 : 2 * indentation());
    }
    if (!isFirst && m_model.isHeld() && !m_columns.cutsVerdict(needs)) { // Columns move later
        m_measureDue = true;
        return;
    }
    const bool wider = m_columns.widen(needs);
    const bool frees = m_columns.giveBack(needs);
    if (isFirst || frees || (wider && !m_settled))
        fitColumns();
    else if (wider)
        m_columns.grow();
    m_delegate->setWholeOwner(m_columns.wholeOwner());
}

// Not what only has the focus frame: after the selected lock has gone, that is its neighbour.
LockPtr LockView::currentLock() const
{
    const LockPtr current = m_model.lockAt(currentIndex());
    if (current && selectionModel()->isSelected(currentIndex()) && !m_model.ended(current->key))
        return current;
    const auto selected = selectedLocks();
    return selected.empty() ? nullptr : selected.front();
}

LockPtr LockView::currentOrEnded() const
{
    if (const LockPtr lock = currentLock())
        return lock;
    return selectionModel()->isSelected(currentIndex()) ? m_model.lockAt(currentIndex()) : nullptr;
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
        if (LockPtr lock = m_model.lockAt(row); lock && !m_model.ended(lock->key))
            locks.push_back(std::move(lock));
    }
    return locks;
}

void LockView::choose(const LockName &key)
{
    const QModelIndex index = m_model.indexOf(key);
    if (!index.isValid()) {
        clearSelection();
        m_selected = key; // rechoose() selects it once it is listed
        return;
    }
    setCurrentIndex(index);
    scrollTo(index);
}

bool LockView::chooseAll(const std::vector<LockName> &keys)
{
    QItemSelection listed;
    for (const LockName &key : keys) {
        if (const QModelIndex index = m_model.indexOf(key); index.isValid())
            listed.select(index, index);
    }
    if (listed.isEmpty())
        return false;
    const QModelIndex first = listed.indexes().constFirst();
    selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    selectionModel()->select(listed, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(first);
    return true;
}

// Of equally bad ones the first in the list, so that the eye and the details begin with the same.
void LockView::chooseWorst()
{
    if (!m_selected.isEmpty() || selectionModel()->hasSelection())
        return;
    LockPtr worst;
    for (const LockPtr &lock : m_model.shownLocks()) {
        if (!worst || lock->shownVerdict().level > worst->shownVerdict().level)
            worst = lock;
    }
    if (worst)
        choose(worst->key);
}

void LockView::selectNone()
{
    m_selected = {};
    clearSelection();
    emit noneChosen();
}

void LockView::rechoose()
{
    if (m_selected.isEmpty() || selectionModel()->hasSelection())
        return;
    const QModelIndex index = m_model.indexOf(m_selected);
    if (index.isValid())
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
}

void LockView::leaveHidden()
{
    const bool isThere = !m_selected.isEmpty() && m_model.find(m_selected);
    if (isThere && !m_model.indexOf(m_selected).isValid())
        emit filteredOut();
}

void LockView::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTreeView::selectionChanged(selected, deselected);
    // When a lock goes, its neighbour becomes current without being selected: follow the selection.
    if (const LockPtr lock = currentLock()) {
        m_selected = lock->key;
        return emit lockChosen(lock);
    }
    const LockPtr last = selected.isEmpty() ? nullptr : m_model.lockAt(selected.indexes().constFirst());
    const EndedLock *ended = last ? m_model.ended(last->key) : nullptr;
    if (!ended)
        return;
    m_selected = last->key;
    LockDelta end;
    end.removed.push_back(last->key);
    end.events.push_back({.kind = ended->how, .key = last->key, .at = ended->at, .wallAt = ended->wallAt});
    emit endedChosen(last, end);
}

void LockView::takeChange(const LockDelta &delta)
{
    m_measureDue = true;
    if (delta.reset) {
        m_columns.forgetContent();
        m_measured = false;
    }
    rechoose();
    bool changed = false;
    for (const LockName &key : delta.removed) {
        if (m_model.ended(key) && selectionModel()->isSelected(m_model.indexOf(key))) {
            m_selectedEnded.insert(key);
            changed = true;
        }
    }
    for (const LockPtr &lock : delta.upserted)
        changed = (!m_selectedEnded.isEmpty() && m_selectedEnded.remove(lock->key)) || changed;
    if (changed)
        emit selectedLocksChanged();
}

bool LockView::viewportEvent(QEvent *event)
{
    if (m_settled && m_moves.misses(*event)) { // Before that, the list cannot be held
        m_pointerInside = true;
        noteMove();
        return true;
    }
    switch (event->type()) {
    case QEvent::Enter: // Also when the list appears below a pointer that nobody moves
        m_pointerInside = true;
        m_moves.forget();
        break;
    case QEvent::Wheel:
        m_moves.forget();
        [[fallthrough]];
    case QEvent::MouseMove:
    case QEvent::MouseButtonPress:
        m_pointerInside = true;
        noteMove();
        break;
    case QEvent::Leave:
    case QEvent::Hide:
        m_pointerInside = false;
        m_moves.forget();
        if (QApplication::activePopupWidget() || QApplication::activeModalWidget())
            updateHold(); // The next click is meant for what is there now
        else
            letGo();
        break;
    default:
        break;
    }
    return QTreeView::viewportEvent(event);
}

void LockView::noteMove()
{
    m_idle.start();
    updateHold();
}

// Qt does not always report that the pointer has left: not if the list appeared below it.
void LockView::updateHold()
{
    // A menu or dialog over the list: the next click in it is meant for what is there now.
    if (m_idle.isActive() && (QApplication::activePopupWidget() || QApplication::activeModalWidget()))
        return;
    const QPoint pointer = viewport()->mapFromGlobal(QCursor::pos());
    const bool inside = m_pointerInside && viewport()->rect().contains(pointer);
    const bool holds = m_settled && m_idle.isActive() && (inside || hasFocus());
    if (m_model.isHeld() && !holds)
        noteRows();
    m_model.setHeld(holds);
}

void LockView::setSettled(bool settled)
{
    if (settled && !m_settled) {
        m_measured = false; // The last fit to all that the first scan has found
        m_idle.stop();      // Moves before that aimed at no row
    }
    m_settled = settled;
    updateHold();
}

void LockView::letGo()
{
    m_idle.stop();
    updateHold();
}

void LockView::arranged()
{
    if (m_grouping != m_model.criteria().grouping) {
        m_grouping = m_model.criteria().grouping;
        m_columns.forgetContent(); // It was measured with the other indentation
        m_measured = false;
        setRootIsDecorated(m_grouping != Grouping::None);
        if (m_grouping != Grouping::None && m_model.rowCount() <= FewGroups)
            expandAll();
    }
    m_measureDue = true;
    if (!m_measured && isVisible())
        measureColumns();
    rechoose();
    if (m_currentInSight && currentIndex().isValid())
        scrollTo(currentIndex());
}

QModelIndex LockView::firstOrCurrent() const
{
    return currentIndex().isValid() ? currentIndex() : m_model.index(0, 0);
}

// Keyboard focus shows only as the frame of the current row, so there must be one.
void LockView::focusInEvent(QFocusEvent *event)
{
    QTreeView::focusInEvent(event);
    if (event->reason() != Qt::TabFocusReason && event->reason() != Qt::BacktabFocusReason)
        return;
    const QModelIndex row = firstOrCurrent();
    const auto select = QItemSelectionModel::Select | QItemSelectionModel::Rows;
    selectionModel()->setCurrentIndex(row, selectionModel()->hasSelection() || !m_model.lockAt(row)
                                               ? QItemSelectionModel::NoUpdate
                                               : select);
    scrollTo(currentIndex());
}

void LockView::focusOutEvent(QFocusEvent *event)
{
    QTreeView::focusOutEvent(event);
    updateHold();
}

void LockView::holdPlace()
{
    if (!m_model.isHeld())
        noteRows();
    m_place.hold();
    if (m_placeAsked)
        return;
    m_placeAsked = true;
    // Once for all pending changes: laying out a long list is expensive.
    QMetaObject::invokeMethod(this, &LockView::restorePlace, Qt::QueuedConnection);
}

void LockView::restorePlace()
{
    m_placeAsked = false;
    if (!m_measured && isVisible())
        measureColumns();
    m_place.restore();
}

void LockView::forgetPlace()
{
    m_columns.setFitting(true);
    noteRows();
    m_place.forget();
    m_currentInSight = viewport()->rect().intersects(visualRect(currentIndex()));
}

void LockView::tick()
{
    const QWindow *window = this->window()->windowHandle();
    if (!window || !window->isExposed())
        return;
    repaintColumn(LockColumn::Ttl);
    const Instant second = std::chrono::floor<std::chrono::seconds>(lockscope::now());
    if (++m_heldTicks >= LeastHeldTicks && second != m_second) { // See text::shownAt()
        m_second = second;
        m_heldTicks = 0;
        repaintColumn(LockColumn::Held);
    }
    if (++m_ticks % TicksPerMeasure == 0 && (!m_measured || m_measureDue))
        measureColumns();
}

void LockView::showEvent(QShowEvent *event)
{
    QTreeView::showEvent(event);
    if (!m_measured)
        measureColumns();
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
    if (event->type() == QEvent::FontChange && m_delegate) {
        m_columns.setUp();
        m_measured = false;
        fitColumns();
    }
}

void LockView::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    m_measureDue = true; // Other rows are visible
    if (isVisible() &&
        (!m_measured || !m_model.isHeld())) // Columns must not jump a moment after the list has appeared
        measureColumns();
    fitColumns();
}

void LockView::keyPressEvent(QKeyEvent *event)
{
    noteMove();
    // The window copies: it knows the formats.
    if (event->matches(QKeySequence::Copy)) {
        event->ignore();
        return;
    }
    // The row with the focus is not always selected, such as after a filter was typed.
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && !selectionModel()->hasSelection())
        selectionModel()->setCurrentIndex(firstOrCurrent(),
                                          QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    QTreeView::keyPressEvent(event);
}

void LockView::applyTheme()
{
    if (m_delegate)
        m_delegate->setTheme(Theme::of(palette()));
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/contentiontable.h"

#include "core/base/privatefile.h"
#include "ui/plots/historycsv.h"
#include "ui/plots/timelinewords.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/fittedtree.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSortFilterProxyModel>

namespace lockscope
{

ContentionTable::ContentionTable(HistoryBridge &bridge, TimeWindow &window, qint64 most, QWidget *parent)
    : QTreeView(parent), m_bridge(bridge), m_window(window), m_most(most),
      m_sorted(new QSortFilterProxyModel(this))
{
    m_sorted->setSourceModel(&m_model);
    m_sorted->setSortRole(ContentionModel::SortRole);
    setModel(m_sorted);
    showAsTable(*this);
    setAllColumnsShowFocus(true);
    setFrameShape(QFrame::NoFrame);
    elideNames(*this, {ContentionModel::LockColumn});
    setSortingEnabled(true);
    sortByColumn(ContentionModel::CausedColumn, Qt::DescendingOrder); // Equal ones: in the history's order
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(ContentionModel::LockColumn, QHeaderView::Stretch);
    setAccessibleName(tr("Most contended locks"));
    m_clock.setInterval(AskEvery);
    m_patience.setSingleShot(true);
    m_patience.setInterval(Patience);
    connect(&m_patience, &QTimer::timeout, this, &ContentionTable::ask);
    connect(&m_clock, &QTimer::timeout, this, [this] {
        if (m_window.isLive())
            ask();
    });
    connect(&window, &TimeWindow::changed, this, [this] {
        if (isVisible())
            m_patience.start();
    });
    connect(&bridge, &HistoryBridge::opened, this, [this] {
        m_why.clear();
        m_model.show({});
        choose({});
        if (isVisible())
            ask();
    });
    connect(&bridge, &HistoryBridge::contentionReady, this,
            [this](quint64 id, const std::vector<Contention> &locks) {
                if (id == m_asked)
                    take(locks);
            });
    connect(&bridge, &HistoryBridge::holdsReady, this, [this](quint64 id, const HoldsAnswer &answer) {
        if (id != m_askedWhy)
            return;
        m_why = text::whyNothing(answer, m_range);
        viewport()->update();
    });
    const auto wanted = [this](const QModelIndex &index) { emit lockWanted(lockOf(index)); };
    connect(this, &QTreeView::clicked, this, wanted);
    connect(this, &QTreeView::activated, this, wanted);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &ContentionTable::takeSelection);
    fitColumns();
}

void ContentionTable::allowSeveral()
{
    setSelectionMode(ExtendedSelection);
    setToolTip(tr("Select locks to plot only these"));
}

void ContentionTable::choose(const std::vector<LockName> &keys)
{
    if (std::exchange(m_selected, keys) == keys)
        return;
    select();
    if (m_selected.empty())
        selectionModel()->setCurrentIndex({}, QItemSelectionModel::NoUpdate);
    else if (currentIndex().isValid())
        scrollTo(currentIndex());
    emit choiceChanged();
}

// A new order resets the model, and with it the selection.
void ContentionTable::select()
{
    const QScopedValueRollback restoring(m_selecting, true);
    QItemSelection rows;
    for (const LockName &key : m_selected) {
        if (const int row = m_model.rowOf(key); row >= 0) {
            const QModelIndex index = m_sorted->mapFromSource(m_model.index(row, 0));
            rows.select(index, index);
        }
    }
    selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    // The frame of the current row would stand out beside the rows that are plotted.
    if (!rows.isEmpty() && !selectionModel()->isSelected(currentIndex()))
        selectionModel()->setCurrentIndex(rows.indexes().constFirst(), QItemSelectionModel::NoUpdate);
}

void ContentionTable::takeSelection()
{
    if (m_selecting)
        return;
    std::vector<LockName> keys;
    const QModelIndexList rows = selectionModel()->selectedRows();
    for (const QModelIndex &row : rows)
        keys.push_back(lockOf(row));
    if (std::exchange(m_selected, keys) != keys)
        emit choiceChanged();
}

bool ContentionTable::event(QEvent *event)
{
    // Otherwise Escape clears the filter of the window.
    if (event->type() == QEvent::ShortcutOverride && !m_selected.empty() &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape)
        event->accept();
    return QTreeView::event(event);
}

void ContentionTable::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && !m_selected.empty())
        return choose({});
    QTreeView::keyPressEvent(event);
}

LockName ContentionTable::lockOf(const QModelIndex &index) const
{
    return m_model.lockAt(m_sorted->mapToSource(index).row());
}

// One query at a time, so a slow history gets no more queries than it can answer.
void ContentionTable::ask()
{
    m_again = m_asked != 0;
    if (!isVisible() || m_again)
        return;
    m_range = m_window.range();
    m_asked = m_bridge.contention(m_range, m_most);
}

void ContentionTable::take(const std::vector<Contention> &locks)
{
    m_asked = 0;
    const LockName current = lockOf(currentIndex());
    const int scrolled = verticalScrollBar()->value();
    {
        const QScopedValueRollback restoring(m_selecting, true);
        m_model.show(locks);
        if (const int row = m_model.rowOf(current); !current.isEmpty() && row >= 0)
            selectionModel()->setCurrentIndex(m_sorted->mapFromSource(m_model.index(row, 0)),
                                              QItemSelectionModel::NoUpdate);
    }
    select();
    verticalScrollBar()->setValue(scrolled);
    emit listed();
    if (locks.empty() && isVisible()) // No locks: ask whether the history observed this range at all
        m_askedWhy = m_bridge.holds({.range = m_range, .most = 0});
    viewport()->update();
    if (m_again)
        ask();
}

void ContentionTable::fitColumns()
{
    const QFontMetrics metrics = fontMetrics();
    const auto width = [&metrics](const QString &sample) {
        return metrics.horizontalAdvance(sample) + characters(metrics, 2);
    };
    const int sort = style()->pixelMetric(QStyle::PM_HeaderMarkSize) + characters(metrics, 1);
    for (int column = ContentionModel::CausedColumn; column < ContentionModel::ColumnCount; ++column) {
        const QString title = m_model.headerData(column, Qt::Horizontal).toString();
        const bool isTime = column == ContentionModel::CausedColumn || column == ContentionModel::WaitColumn;
        const std::chrono::milliseconds longest(isTime ? 3'599'000 : 888);
        const QString sample = column == ContentionModel::HeldColumn
                                   ? QStringLiteral("100%")
                                   : QStringLiteral("≈ ") + text::duration(longest);
        header()->resizeSection(column, std::max(width(title) + sort, width(sample)));
    }
}

// A name that cannot be read makes the figures beside it worthless.
void ContentionTable::leaveRoomForNames()
{
    int room = viewport()->width() - characters(*this, 18);
    for (const int column :
         {ContentionModel::CausedColumn, ContentionModel::WaitersColumn, ContentionModel::HeldColumn,
          ContentionModel::WaitColumn, ContentionModel::AcquiredColumn}) {
        setColumnHidden(column, false);
        room -= columnWidth(column);
        setColumnHidden(column, room < 0);
    }
}

void ContentionTable::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    leaveRoomForNames();
}

Done ContentionTable::save(const QString &fileName) const
{
    std::vector<Contention> locks;
    for (int row = 0; row < m_sorted->rowCount(); ++row)
        locks.push_back(m_model.locks()[size_t(m_sorted->mapToSource(m_sorted->index(row, 0)).row())]);
    return writePrivateFile(fileName, contentionCsv(locks));
}

int ContentionTable::heightWith(int rows) const
{
    const int row = fontMetrics().height() + 2 * (spacing(Spacing::Tight) + spacing(Spacing::Hair));
    return header()->sizeHint().height() + rows * std::max(row, sizeHintForRow(0)) + 2 * frameWidth();
}

QSize ContentionTable::sizeHint() const
{
    return {characters(*this, 60), fontMetrics().height() * 7};
}

void ContentionTable::showEvent(QShowEvent *event)
{
    QTreeView::showEvent(event);
    m_asked = 0;
    m_clock.start();
    ask();
}

void ContentionTable::hideEvent(QHideEvent *event)
{
    QTreeView::hideEvent(event);
    m_clock.stop();
    m_patience.stop();
}

void ContentionTable::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitColumns();
}

void ContentionTable::paintEvent(QPaintEvent *event)
{
    QTreeView::paintEvent(event);
    if (m_model.rowCount() > 0 || m_why.isEmpty())
        return;
    QPainter painter(viewport());
    paintEmpty(painter, viewport()->rect(), palette(), m_why);
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fleet/fleettable.h"

#include "ui/fleet/fleetorder.h"
#include "ui/fleet/hourdelegate.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/fittedtree.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QStyle>

#include <algorithm>
#include <array>

namespace lockscope
{

FleetTable::FleetTable(FleetModel &model, const std::function<WallTime()> &clock, QWidget *parent)
    : QTreeView(parent), m_model(model), m_order(new FleetOrder(this)), m_hour(new HourDelegate(clock, this))
{
    m_order->setSourceModel(&m_model);
    setModel(m_order);
    showAsTable(*this);
    elideNames(*this, {FleetModel::NameColumn});
    setItemDelegateForColumn(FleetModel::HourColumn, m_hour);
    setAllColumnsShowFocus(true);
    setFrameShape(QFrame::NoFrame);
    setTextElideMode(Qt::ElideRight);
    setAccessibleName(tr("Connections"));
    setContextMenuPolicy(Qt::ActionsContextMenu);
    setSortingEnabled(true);
    sortByColumn(FleetModel::StateColumn, Qt::DescendingOrder);
    header()->setSectionResizeMode(QHeaderView::Fixed);
    header()->setMinimumSectionSize(characters(*this, 4));
    header()->setStretchLastSection(true);
    connect(header(), &QHeaderView::sortIndicatorChanged, this, &FleetTable::fitColumns);
    makeActions();
}

void FleetTable::makeActions()
{
    const auto make = [this](const QString &text, const QKeySequence &key) {
        auto *action = new QAction(text, this);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut);
        addAction(action);
        return action;
    };
    connect(make(tr("Open"), {}), &QAction::triggered, this, &FleetTable::openWanted);
    connect(make(tr("Copy as text"), QKeySequence::Copy), &QAction::triggered, this,
            &FleetTable::copyCurrent);
    connect(this, &QTreeView::activated, this, &FleetTable::openWanted);
}

void FleetTable::setTheme(const Theme &theme)
{
    m_hour->setTheme(theme);
    m_model.setTheme(theme);
}

// Qt keeps room for the sort arrow in each header, though only one has it.
int FleetTable::titleWidth(int column) const
{
    const QString title = model()->headerData(column, Qt::Horizontal).toString();
    const int wide = header()->fontMetrics().horizontalAdvance(title) + characters(*this, 3);
    if (column != header()->sortIndicatorSection())
        return wide;
    return wide + style()->pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, header()) + characters(*this, 1);
}

int FleetTable::widthFor(int column) const
{
    return std::max(titleWidth(column), sizeHintForColumn(column));
}

// What makes room for the worst lock, in this order: two columns whose tool tips have the rest, then whole
// columns that are details of others, then a long name.
void FleetTable::fitColumns()
{
    constexpr double LeastName = 14, LeastWorst = 48, Worst = 50; // characters
    std::array<int, FleetModel::ColumnCount> wide{};              // 0: hidden
    int sum = 0;
    for (int column = FleetModel::NameColumn + 1; column < FleetModel::WorstColumn; ++column) {
        wide[size_t(column)] = m_model.isEmpty(column) ? 0 : widthFor(column);
        sum += wide[size_t(column)];
    }
    const int room = viewport()->width();
    const auto lacking = [&] { return sum + characters(*this, LeastName + LeastWorst) - room; };
    const auto cut = [&](int column, int by) {
        wide[size_t(column)] -= by;
        sum -= by;
    };
    for (const int column : {FleetModel::FailoverColumn, FleetModel::HourColumn})
        cut(column, std::clamp(lacking(), 0, std::max(0, wide[size_t(column)] - titleWidth(column))));
    for (const int column : {FleetModel::HourColumn, FleetModel::HoldColumn, FleetModel::HeldColumn,
                             FleetModel::WaitingColumn}) {
        if (lacking() > 0 && column != header()->sortIndicatorSection())
            cut(column, wide[size_t(column)]);
    }
    for (int column = FleetModel::NameColumn + 1; column < FleetModel::WorstColumn; ++column) {
        setColumnHidden(column, wide[size_t(column)] == 0);
        if (wide[size_t(column)] > 0)
            header()->resizeSection(column, wide[size_t(column)]);
    }
    const int most = std::max(room - sum - characters(*this, Worst), characters(*this, LeastName));
    header()->resizeSection(FleetModel::NameColumn, std::min(widthFor(FleetModel::NameColumn), most));
}

void FleetTable::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    fitColumns();
}

void FleetTable::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitColumns();
}

const FleetMember *FleetTable::current() const
{
    const QModelIndex index = currentIndex();
    return index.isValid() ? m_model.memberAt(m_order->mapToSource(index).row()) : nullptr;
}

void FleetTable::select(const QString &name)
{
    const int row = m_model.rowOf(name);
    const QModelIndex wanted =
        row >= 0 ? m_order->mapFromSource(m_model.index(row, 0)) : m_order->index(0, 0);
    if (wanted.row() != currentIndex().row() && wanted.isValid())
        setCurrentIndex(wanted);
}

void FleetTable::copyCurrent()
{
    QStringList cells;
    for (int column = 0; column < m_order->columnCount(); ++column) {
        if (!isColumnHidden(column) && currentIndex().isValid())
            cells << currentIndex().siblingAtColumn(column).data().toString();
    }
    QGuiApplication::clipboard()->setText(cells.join(u'\t'));
}

QString FleetTable::sorting() const
{
    const bool isRising = header()->sortIndicatorOrder() == Qt::AscendingOrder;
    return QLatin1String(FleetModel::columnName(header()->sortIndicatorSection())) +
           QLatin1String(isRising ? " asc" : " desc");
}

void FleetTable::setSorting(const QString &sorting)
{
    for (int column = 0; column < FleetModel::ColumnCount; ++column) {
        const QString name = QLatin1String(FleetModel::columnName(column));
        if (sorting == name + QLatin1String(" asc"))
            sortByColumn(column, Qt::AscendingOrder);
        else if (sorting == name + QLatin1String(" desc"))
            sortByColumn(column, Qt::DescendingOrder);
    }
}

} // namespace lockscope

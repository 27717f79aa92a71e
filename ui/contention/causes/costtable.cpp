// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/causes/costtable.h"

#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/fittedtree.h"

#include <QHeaderView>
#include <QPainter>
#include <QSortFilterProxyModel>

namespace lockscope
{

CostTable::CostTable(CostBy by, QWidget *parent)
    : QTreeView(parent), m_model(by), m_sorted(new QSortFilterProxyModel(this))
{
    m_sorted->setSourceModel(&m_model);
    m_sorted->setSortRole(CostModel::SortRole);
    setModel(m_sorted);
    showAsTable(*this);
    setAllColumnsShowFocus(true);
    setFrameShape(QFrame::NoFrame);
    elideNames(*this, {CostModel::NameColumn});
    setSortingEnabled(true);
    sortByColumn(CostModel::CausedColumn, Qt::DescendingOrder);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // In a low window it would cover the only row
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(CostModel::NameColumn, QHeaderView::Stretch);
    setAccessibleName(by == CostBy::Prefix ? tr("Waiting caused by prefix") : tr("Waiting caused by client"));
    const auto wanted = [this](const QModelIndex &index) {
        const QByteArray key = m_model.costs()[size_t(m_sorted->mapToSource(index).row())].worst;
        if (!key.isEmpty())
            emit lockWanted(LockName{key});
    };
    connect(this, &QTreeView::clicked, this, wanted);
    connect(this, &QTreeView::activated, this, wanted);
    fitColumns();
}

void CostTable::show(const std::vector<WaitingCost> &costs)
{
    m_model.show(costs);
    viewport()->update();
}

void CostTable::fitColumns()
{
    const QFontMetrics metrics = fontMetrics();
    const int sort = style()->pixelMetric(QStyle::PM_HeaderMarkSize) + characters(metrics, 1);
    for (int column = CostModel::CausedColumn; column < CostModel::ColumnCount; ++column) {
        const QString title = m_model.headerData(column, Qt::Horizontal).toString();
        const QString longest = text::duration(milliseconds(5'328'000));
        const QString sample = column == CostModel::CausedColumn ? QStringLiteral("≈ ") + longest
                               : column == CostModel::HoldColumn ? longest
                                                                 : QStringLiteral("≈ 88");
        header()->resizeSection(
            column, std::max(metrics.horizontalAdvance(title) + sort, metrics.horizontalAdvance(sample)) +
                        characters(metrics, 2));
    }
}

// A name that cannot be read makes the figures beside it worthless.
void CostTable::leaveRoomForNames()
{
    int room = viewport()->width() - characters(*this, 18);
    for (int column = CostModel::CausedColumn; column < CostModel::ColumnCount; ++column) {
        setColumnHidden(column, false);
        room -= columnWidth(column);
        setColumnHidden(column, room < 0 && column != CostModel::CausedColumn);
    }
}

QSize CostTable::sizeHint() const
{
    return {characters(*this, 60), fontMetrics().height() * 7};
}

void CostTable::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        fitColumns();
        leaveRoomForNames();
    }
}

void CostTable::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    leaveRoomForNames();
}

void CostTable::paintEvent(QPaintEvent *event)
{
    QTreeView::paintEvent(event);
    if (m_model.rowCount() > 0)
        return;
    QPainter painter(viewport());
    paintEmpty(painter, viewport()->rect(), palette(), tr("No client was seen to wait in this time"));
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/holders/copiesview.h"

#include "ui/holders/copiesmodel.h"
#include "ui/text/format.h"
#include "ui/text/nodecopytext.h"
#include "ui/theme/metrics.h"

#include <QEvent>
#include <QHeaderView>

namespace lockscope
{

namespace
{

constexpr int MostCopies = 9;

} // namespace

CopiesView::CopiesView(QWidget *parent) : QTreeView(parent), m_model(new CopiesModel(this))
{
    setModel(m_model);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setItemsExpandable(false);
    setAlternatingRowColors(true);
    setSelectionMode(QAbstractItemView::NoSelection);
    setTextElideMode(Qt::ElideMiddle);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("The lock on each node"));
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(CopiesModel::NodeColumn, QHeaderView::Stretch);
    fit();
}

void CopiesView::showCopies(const std::vector<Copy> &copies)
{
    m_model->setCopies(copies);
    fit();
}

void CopiesView::tick()
{
    const int left = columnViewportPosition(CopiesModel::TtlColumn);
    viewport()->update(left, 0, columnWidth(CopiesModel::TtlColumn), viewport()->height());
}

void CopiesView::fit()
{
    setColumnHidden(CopiesModel::LagColumn, !m_model->hasLag());
    const QFontMetrics metrics = fontMetrics();
    const auto width = [&](int column, const QStringList &samples, int more = 0) {
        int widest = metrics.horizontalAdvance(
            m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        for (const QString &sample : samples)
            widest = std::max(widest, metrics.horizontalAdvance(sample) + more);
        header()->resizeSection(column, widest + characters(metrics, 2));
    };
    QStringList said{text::copyState(CopyState::Unreachable)};
    for (const Copy &copy : m_model->copies())
        said << (copy.owner.isEmpty() ? text::copyState(copy.state) : text::owner(copy.owner));
    width(CopiesModel::OwnerColumn, said, metrics.height() + 4);
    width(CopiesModel::TtlColumn, {text::duration(std::chrono::milliseconds(28'400)), text::ttl({})});
    width(CopiesModel::LagColumn, {text::lag({}), text::duration(std::chrono::seconds(59))});
    const int rows = std::clamp(m_model->rowCount(), 1, MostCopies);
    const int row = m_model->rowCount() > 0 ? rowHeight(m_model->index(0, 0)) : metrics.height() + 4;
    setFixedHeight(header()->sizeHint().height() + rows * std::max(row, metrics.height()) + 2 * frameWidth());
}

// Only now the style sheet says how high a row is.
void CopiesView::showEvent(QShowEvent *event)
{
    QTreeView::showEvent(event);
    doItemsLayout();
    fit();
}

void CopiesView::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

} // namespace lockscope

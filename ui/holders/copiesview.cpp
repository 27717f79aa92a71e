// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/holders/copiesview.h"

#include "ui/holders/copiesmodel.h"
#include "ui/text/format.h"
#include "ui/text/nodecopytext.h"
#include "ui/theme/metrics.h"

#include <QHeaderView>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr int MostCopies = 9;
constexpr int LeastOwner = 12; // Characters

} // namespace

CopiesView::CopiesView(QWidget *parent) : FittedTree(MostCopies, parent), m_model(new CopiesModel(this))
{
    setModel(m_model);
    elideNames(*this, {CopiesModel::NodeColumn, CopiesModel::OwnerColumn});
    setSelectionMode(QAbstractItemView::NoSelection);
    setAccessibleName(tr("The lock on each node"));
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
    repaintColumn(CopiesModel::TtlColumn);
}

void CopiesView::resizeEvent(QResizeEvent *event)
{
    FittedTree::resizeEvent(event);
    fitColumns();
}

// Where there is little room, an owner is cut: it is the same on most nodes. What a node says instead is not.
void CopiesView::fitColumns()
{
    setColumnHidden(CopiesModel::LagColumn, !m_model->hasLag());
    QStringList states, owners{text::copyState(CopyState::Unreachable)};
    QStringList left{text::duration(std::chrono::milliseconds(28'400)), text::ttl({})};
    int node = 0;
    for (const Copy &copy : m_model->copies()) {
        if (copy.owner.isEmpty())
            states << text::copyState(copy);
        else
            owners << text::owner(copy.owner);
        if (copy.expiresAt)
            left << text::ttl(millisecondsBetween(now(), *copy.expiresAt));
        node = std::max(node, fontMetrics().horizontalAdvance(text::node(copy.node)));
    }
    const int icon = fontMetrics().height() + 4;
    fitColumn(CopiesModel::OwnerColumn, states, icon);
    const int least = std::max(characters(*this, LeastOwner), columnWidth(CopiesModel::OwnerColumn));
    fitColumn(CopiesModel::OwnerColumn, states + owners, icon);
    fitColumn(CopiesModel::TtlColumn, left);
    fitColumn(CopiesModel::LagColumn, {text::lag({}), text::duration(std::chrono::seconds(59))});
    const int others = columnWidth(CopiesModel::TtlColumn) + columnWidth(CopiesModel::LagColumn);
    const int room = viewport()->width() - others - node - characters(*this, 2);
    const int owner = std::max(least, room);
    if (owner < columnWidth(CopiesModel::OwnerColumn))
        header()->resizeSection(CopiesModel::OwnerColumn, owner);
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/holders/copiesview.h"

#include "ui/holders/copiesmodel.h"
#include "ui/text/format.h"
#include "ui/text/nodecopytext.h"

#include <QHeaderView>

namespace lockscope
{

namespace
{

constexpr int MostCopies = 9;

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

void CopiesView::fitColumns()
{
    setColumnHidden(CopiesModel::LagColumn, !m_model->hasLag());
    QStringList said{text::copyState(CopyState::Unreachable)};
    for (const Copy &copy : m_model->copies())
        said << (copy.owner.isEmpty() ? text::copyState(copy.state) : text::owner(copy.owner));
    fitColumn(CopiesModel::OwnerColumn, said, fontMetrics().height() + 4);
    fitColumn(CopiesModel::TtlColumn, {text::duration(std::chrono::milliseconds(28'400)), text::ttl({})});
    fitColumn(CopiesModel::LagColumn, {text::lag({}), text::duration(std::chrono::seconds(59))});
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/holders/holdersview.h"

#include "ui/holders/holdersmodel.h"
#include "ui/text/format.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>

#include <optional>

namespace lockscope
{

namespace
{

constexpr int MostHolders = 8;

} // namespace

HoldersView::HoldersView(QWidget *parent) : FittedTree(MostHolders, parent), m_model(new HoldersModel(this))
{
    setModel(m_model);
    elideNames(*this, {HoldersModel::OwnerColumn, HoldersModel::ClientColumn, HoldersModel::PartColumn});
    setAccessibleName(tr("Holders of the lock"));
    header()->setSectionResizeMode(HoldersModel::OwnerColumn, QHeaderView::Stretch);
    header()->setSectionResizeMode(HoldersModel::ClientColumn, QHeaderView::Stretch);
    fit();
}

const Holder *HoldersView::selected() const
{
    return m_model->holderAt(selectedRow());
}

void HoldersView::setRemovable(bool removable)
{
    m_removable = removable;
}

void HoldersView::showLock(const LockPtr &lock)
{
    const Holder *chosen = m_model->holderAt(chosenRow());
    const auto holder = chosen ? std::optional(*chosen) : std::nullopt;
    m_model->setLock(lock);
    if (holder) // the rows move as others come and go
        choose(m_model->rowOf(*holder));
    fit();
}

void HoldersView::tick()
{
    repaintColumn(HoldersModel::TtlColumn);
}

void HoldersView::fitColumns()
{
    for (const auto column : {HoldersModel::ClientColumn, HoldersModel::CountColumn, HoldersModel::ModeColumn,
                              HoldersModel::PartColumn})
        setColumnHidden(column, !m_model->isTelling(column));
    fitColumn(HoldersModel::CountColumn, {QStringLiteral("000")});
    fitColumn(HoldersModel::ModeColumn, {text::holdMode(HoldMode::Read), text::holdMode(HoldMode::Write)});
    fitColumn(HoldersModel::PartColumn, {QStringLiteral("customer:1001")});
    fitColumn(HoldersModel::TtlColumn, {text::duration(std::chrono::seconds(59 * 60 + 59)),
                                        text::duration(std::chrono::minutes(23 * 60 + 59))});
}

bool HoldersView::copyRow()
{
    if (const Holder *holder = selected())
        QGuiApplication::clipboard()->setText(text::ownerFull({shownId(*holder)}));
    return true;
}

void HoldersView::contextMenuEvent(QContextMenuEvent *event)
{
    if (!selected())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy owner"), this, &HoldersView::copyRow);
    menu->addAction(tr("Who is this?…"), this, &HoldersView::probeWanted);
    menu->addAction(tr("Name this owner…"), this, &HoldersView::aliasWanted);
    if (m_removable)
        menu->addAction(tr("Remove this holder…"), this, &HoldersView::removeWanted);
    menu->popup(event->globalPos());
}

} // namespace lockscope

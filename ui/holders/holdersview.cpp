// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/holders/holdersview.h"

#include "ui/holders/holdersmodel.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>

namespace lockscope
{

namespace
{

constexpr int MostHolders = 8;

} // namespace

HoldersView::HoldersView(QWidget *parent) : QTreeView(parent), m_model(new HoldersModel(this))
{
    setModel(m_model);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setItemsExpandable(false);
    setAlternatingRowColors(true);
    setTextElideMode(Qt::ElideMiddle);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Holders of the lock"));
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(HoldersModel::OwnerColumn, QHeaderView::Stretch);
    header()->setSectionResizeMode(HoldersModel::ClientColumn, QHeaderView::Stretch);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &HoldersView::choiceChanged);
    fit();
}

const Holder *HoldersView::selected() const
{
    const QModelIndexList rows = selectionModel()->selectedRows();
    if (!rows.isEmpty())
        return m_model->holderAt(rows.first());
    return m_model->rowCount() == 1 ? m_model->holderAt(m_model->index(0, 0)) : nullptr;
}

void HoldersView::setRemovable(bool removable)
{
    m_removable = removable;
}

void HoldersView::showLock(const LockPtr &lock)
{
    m_model->setLock(lock);
    fit();
}

void HoldersView::tick()
{
    if (m_model->rowCount() == 0)
        return;
    const int left = columnViewportPosition(HoldersModel::TtlColumn);
    viewport()->update(left, 0, columnWidth(HoldersModel::TtlColumn), viewport()->height());
}

void HoldersView::fit()
{
    for (const auto column : {HoldersModel::ClientColumn, HoldersModel::CountColumn, HoldersModel::ModeColumn,
                              HoldersModel::PartColumn})
        setColumnHidden(column, !m_model->isTelling(column));
    const QFontMetrics metrics = fontMetrics();
    const int room = characters(metrics, 2);
    const auto width = [&](int column, const QStringList &samples) {
        int widest = metrics.horizontalAdvance(
            m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        for (const QString &sample : samples)
            widest = std::max(widest, metrics.horizontalAdvance(sample));
        header()->resizeSection(column, widest + room);
    };
    width(HoldersModel::CountColumn, {QStringLiteral("000")});
    width(HoldersModel::ModeColumn, {text::holdMode(HoldMode::Read), text::holdMode(HoldMode::Write)});
    width(HoldersModel::PartColumn, {QStringLiteral("customer:1001")});
    width(HoldersModel::TtlColumn, {text::duration(std::chrono::seconds(59 * 60 + 59)),
                                    text::duration(std::chrono::minutes(23 * 60 + 59))});
    const int rows = std::clamp(m_model->rowCount(), 1, MostHolders);
    const int row = m_model->rowCount() > 0 ? rowHeight(m_model->index(0, 0)) : metrics.height() + 4;
    setFixedHeight(header()->sizeHint().height() + rows * std::max(row, metrics.height()) + 2 * frameWidth());
}

// Only now the style sheet says how high a row is.
void HoldersView::showEvent(QShowEvent *event)
{
    QTreeView::showEvent(event);
    doItemsLayout();
    fit();
}

void HoldersView::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

void HoldersView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copyOwner();
        event->accept();
        return;
    }
    QTreeView::keyPressEvent(event);
}

void HoldersView::copyOwner()
{
    if (const Holder *holder = selected())
        QGuiApplication::clipboard()->setText(text::ownerFull(holder->id));
}

void HoldersView::contextMenuEvent(QContextMenuEvent *event)
{
    if (!selected())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy the owner"), this, &HoldersView::copyOwner);
    menu->addAction(tr("Who is this?…"), this, &HoldersView::probeWanted);
    menu->addAction(tr("Name this owner…"), this, &HoldersView::aliasWanted);
    if (m_removable)
        menu->addAction(tr("Remove share…"), this, &HoldersView::removeWanted);
    menu->popup(event->globalPos());
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/holders/queueview.h"

#include "ui/holders/queuemodel.h"
#include "ui/text/format.h"
#include "ui/text/holdertext.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

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

constexpr int MostWaiters = 8;

} // namespace

QueueView::QueueView(QWidget *parent) : FittedTree(MostWaiters, parent), m_model(new QueueModel(this))
{
    setModel(m_model);
    elideNames(*this, {QueueModel::WaiterColumn});
    setAccessibleName(tr("Queue of the lock"));
    header()->setMinimumSectionSize(characters(*this, 3));
    header()->setSectionResizeMode(QueueModel::WaiterColumn, QHeaderView::Stretch);
    m_model->setTheme(Theme::of(palette()));
    fit();
}

void QueueView::showLock(const LockPtr &lock)
{
    const QueuedWaiter *chosen = m_model->waiterAt(chosenRow());
    const auto waiter = chosen ? std::optional(*chosen) : std::nullopt;
    m_model->setLock(lock);
    if (waiter) // the rows move up as the queue does
        choose(m_model->rowOf(*waiter));
    fit();
}

void QueueView::tick()
{
    repaintColumn(QueueModel::DeadlineColumn);
}

const QueuedWaiter *QueueView::selected() const
{
    return m_model->waiterAt(selectedRow());
}

void QueueView::fitColumns()
{
    setColumnHidden(QueueModel::ModeColumn, !m_model->hasModes());
    setColumnHidden(QueueModel::DeadlineColumn, !m_model->hasDeadlines());
    fitColumn(QueueModel::PlaceColumn, {QStringLiteral("00")});
    fitColumn(QueueModel::ModeColumn, {text::holdMode(HoldMode::Read), text::holdMode(HoldMode::Write)});
    fitColumn(QueueModel::DeadlineColumn,
              {text::duration(std::chrono::seconds(19 * 60 + 59)), text::ttl(milliseconds(28'800))});
    fitColumn(QueueModel::AliveColumn, {text::waiter(true), text::waiter(false), text::waiter({})},
              style()->pixelMetric(QStyle::PM_SmallIconSize) + 6);
}

void QueueView::changeEvent(QEvent *event)
{
    FittedTree::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_model->setTheme(Theme::of(palette()));
}

bool QueueView::copyRow()
{
    if (const QueuedWaiter *waiter = selected())
        QGuiApplication::clipboard()->setText(text::ownerFull(waiter->id));
    return true;
}

void QueueView::contextMenuEvent(QContextMenuEvent *event)
{
    if (!selected())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy waiter"), this, &QueueView::copyRow);
    menu->addAction(tr("Remove from queue…"), this, &QueueView::removeWanted);
    menu->popup(event->globalPos());
}

} // namespace lockscope

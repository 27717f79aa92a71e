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
#include <QKeyEvent>
#include <QMenu>

namespace lockscope
{

namespace
{

constexpr int MostWaiters = 8;

} // namespace

QueueView::QueueView(QWidget *parent) : QTreeView(parent), m_model(new QueueModel(this))
{
    setModel(m_model);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setItemsExpandable(false);
    setAlternatingRowColors(true);
    setTextElideMode(Qt::ElideMiddle);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Queue of the lock"));
    header()->setStretchLastSection(false);
    header()->setMinimumSectionSize(characters(*this, 3));
    header()->setSectionResizeMode(QueueModel::WaiterColumn, QHeaderView::Stretch);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &QueueView::choiceChanged);
    m_model->setTheme(Theme::of(palette()));
    fit();
}

void QueueView::showLock(const LockPtr &lock)
{
    m_model->setLock(lock);
    fit();
}

void QueueView::tick()
{
    if (m_model->rowCount() == 0)
        return;
    const int left = columnViewportPosition(QueueModel::DeadlineColumn);
    viewport()->update(left, 0, columnWidth(QueueModel::DeadlineColumn), viewport()->height());
}

const QueuedWaiter *QueueView::selected() const
{
    const QModelIndexList rows = selectionModel()->selectedRows();
    if (!rows.isEmpty())
        return m_model->waiterAt(rows.first());
    return m_model->rowCount() == 1 ? m_model->waiterAt(m_model->index(0, 0)) : nullptr;
}

void QueueView::fit()
{
    setColumnHidden(QueueModel::ModeColumn, !m_model->hasModes());
    setColumnHidden(QueueModel::DeadlineColumn, !m_model->hasDeadlines());
    const QFontMetrics metrics = fontMetrics();
    const int room = characters(metrics, 2);
    const auto width = [&](int column, const QStringList &samples, int icon = 0) {
        int widest = metrics.horizontalAdvance(
            m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        for (const QString &sample : samples)
            widest = std::max(widest, metrics.horizontalAdvance(sample) + icon);
        header()->resizeSection(column, widest + room);
    };
    width(QueueModel::PlaceColumn, {QStringLiteral("00")});
    width(QueueModel::ModeColumn, {text::holdMode(HoldMode::Read), text::holdMode(HoldMode::Write)});
    width(QueueModel::DeadlineColumn,
          {text::duration(std::chrono::seconds(19 * 60 + 59)), text::ttl(milliseconds(28'800))});
    width(QueueModel::AliveColumn, {text::waiter(true), text::waiter(false), text::waiter({})},
          style()->pixelMetric(QStyle::PM_SmallIconSize) + 6);
    const int rows = std::clamp(m_model->rowCount(), 1, MostWaiters);
    const int row = m_model->rowCount() > 0 ? rowHeight(m_model->index(0, 0)) : metrics.height() + 4;
    setFixedHeight(header()->sizeHint().height() + rows * std::max(row, metrics.height()) + 2 * frameWidth());
}

// Only now the style sheet says how high a row is.
void QueueView::showEvent(QShowEvent *event)
{
    QTreeView::showEvent(event);
    doItemsLayout();
    fit();
}

void QueueView::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
    else if (event->type() == QEvent::PaletteChange)
        m_model->setTheme(Theme::of(palette()));
}

void QueueView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copyWaiter();
        event->accept();
        return;
    }
    QTreeView::keyPressEvent(event);
}

void QueueView::copyWaiter()
{
    if (const QueuedWaiter *waiter = selected())
        QGuiApplication::clipboard()->setText(text::ownerFull(waiter->id));
}

void QueueView::contextMenuEvent(QContextMenuEvent *event)
{
    if (!selected())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy the waiter"), this, &QueueView::copyWaiter);
    menu->addAction(tr("Remove from the queue…"), this, &QueueView::removeWanted);
    menu->popup(event->globalPos());
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/causes/causespane.h"

#include "core/base/privatefile.h"
#include "core/history/causes/causestext.h"
#include "core/history/orders/ordersdocument.h"
#include "ui/contention/causes/changelist.h"
#include "ui/contention/causes/costtable.h"
#include "ui/contention/causes/costtext.h"
#include "ui/contention/causes/orderlist.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/elidedlabel.h"

#include <QComboBox>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace lockscope
{

CausesPane::CausesPane(HistoryBridge &bridge, TimeWindow &window, QWidget *locks, QWidget *parent)
    : QWidget(parent), m_feed(bridge, window), m_views(new QComboBox(this)), m_note(new ElidedLabel(this)),
      m_stack(new QStackedLayout), m_prefixes(new CostTable(CostBy::Prefix, this)),
      m_clients(new CostTable(CostBy::Client, this)), m_changes(new ChangeList(bridge, window, this)),
      m_orders(new OrderList(bridge, this))
{
    m_views->addItem(tr("By lock"));
    m_views->addItem(tr("By prefix"));
    m_views->addItem(tr("By client"));
    m_views->addItem(tr("What changed"));
    m_views->addItem(tr("Lock orders"));
    m_views->setAccessibleName(tr("Causes of waiting"));
    m_views->setToolTip(
        tr("Waiting caused by lock, by prefix or by client, what changed in the middle of the "
           "time shown, or locks that were acquired in both orders"));
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setElideMode(Qt::ElideRight);
    for (QWidget *view : std::initializer_list<QWidget *>{locks, m_prefixes, m_clients, m_changes, m_orders})
        m_stack->addWidget(view);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(margins(Spacing::Small));
    head->setSpacing(spacing(Spacing::Medium));
    head->addWidget(m_views);
    head->addWidget(m_note, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addLayout(head);
    column->addLayout(m_stack, 1);
    // The table gives way, not the rest of the window.
    setMinimumHeight(headHeight() + lines(*this, 3));
    connect(m_views, &QComboBox::currentIndexChanged, this, [this](int view) {
        m_stack->setCurrentIndex(view);
        showNote();
    });
    connect(&m_feed, &CostFeed::changed, this, &CausesPane::showCosts);
    connect(m_changes, &ChangeList::changed, this, &CausesPane::showNote);
    connect(m_changes, &ChangeList::lockWanted, this, &CausesPane::lockWanted);
    connect(m_orders, &OrderList::changed, this, &CausesPane::showNote);
    connect(m_orders, &OrderList::lockWanted, this, &CausesPane::lockWanted);
    for (const CostTable *table : {m_prefixes, m_clients})
        connect(table, &CostTable::lockWanted, this, &CausesPane::lockWanted);
}

CausesPane::View CausesPane::view() const
{
    return View(m_views->currentIndex());
}

void CausesPane::setView(View view)
{
    m_views->setCurrentIndex(view);
}

int CausesPane::headHeight() const
{
    return m_views->sizeHint().height() + 2 * spacing(Spacing::Small);
}

void CausesPane::addView(QWidget *view, const QString &title)
{
    m_stack->addWidget(view);
    m_views->addItem(title);
}

void CausesPane::removeView(QWidget *view)
{
    const int at = m_stack->indexOf(view);
    if (m_views->currentIndex() == at)
        setView(ByLock);
    m_views->removeItem(at);
    m_stack->removeWidget(view);
}

void CausesPane::showCosts()
{
    m_prefixes->show(m_feed.costs().prefixes);
    m_clients->show(m_feed.costs().clients);
    showNote();
    emit costsChanged(m_feed.costs());
}

void CausesPane::showNote()
{
    QStringList lines;
    if (view() == LockOrders) {
        if (m_orders->isKnown() && m_orders->count() > 0)
            lines << ordersText(m_orders->answer());
    } else if (view() < WhatChanged) {
        const WaitingCosts &costs = m_feed.costs();
        if (costs.waited > 0)
            lines << tr("Total: %1").arg(text::waitingCaused(costs.waited));
        lines << unknownText(costs);
    } else if (view() == WhatChanged && m_changes->isKnown()) {
        lines << comparedText(m_changes->changes()) << unknownText(m_changes->changes());
    }
    m_note->setText(lines.join(QStringLiteral(" · ")));
}

QString CausesPane::note() const
{
    return m_note->text();
}

Done CausesPane::save(const QString &fileName) const
{
    switch (view()) {
    case ByPrefix:
        return writePrivateFile(fileName, costsCsv(m_feed.costs(), CostBy::Prefix));
    case ByClient:
        return writePrivateFile(fileName, costsCsv(m_feed.costs(), CostBy::Client));
    case WhatChanged:
        return writePrivateFile(fileName, changesCsv(m_changes->changes()));
    case LockOrders:
        return writePrivateFile(fileName, ordersCsv(m_orders->answer()));
    case ByLock:
        break;
    }
    return writePrivateFile(fileName, costsCsv(m_feed.costs(), CostBy::Lock));
}

void CausesPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_feed.setActive(true);
}

void CausesPane::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_feed.setActive(false);
}

} // namespace lockscope

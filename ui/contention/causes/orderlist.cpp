// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/causes/orderlist.h"

#include "core/history/orders/ordersdocument.h"
#include "ui/theme/theme.h"

namespace lockscope
{

OrderList::OrderList(HistoryBridge &bridge, QWidget *parent) : SentenceList(bridge, parent)
{
    setAccessibleName(tr("Lock orders"));
    connect(&m_clock, &QTimer::timeout, this, &OrderList::ask);
    connect(&bridge, &HistoryBridge::opened, this, &OrderList::ask);
    connect(&bridge, &HistoryBridge::ordersReady, this, [this](quint64 id, const OrdersAnswer &answer) {
        if (id == m_asked)
            take(answer);
    });
}

void OrderList::ask()
{
    if (isVisible() && m_asked == 0)
        m_asked = m_bridge.orders();
}

void OrderList::take(const OrdersAnswer &answer)
{
    m_answer = answer;
    const QIcon icon = Theme::of(palette()).verdictIcon(VerdictLevel::Warning);
    std::vector<Sentence> sentences;
    for (const Inversion &inversion : answer.inversions)
        sentences.push_back({.icon = icon,
                             .text = inversionText(inversion).join(u'\n'),
                             .key = inversion.usual.first.bytes,
                             .toolTip = ordersText(answer)});
    fill(sentences);
}

QString OrderList::emptyText() const
{
    return ordersText(m_answer);
}

} // namespace lockscope

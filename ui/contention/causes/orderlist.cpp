// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/causes/orderlist.h"

#include "core/history/orders/ordersdocument.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/emptystate.h"

#include <QPainter>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr int FirstLockRole = Qt::UserRole;

} // namespace

OrderList::OrderList(HistoryBridge &link, QWidget *parent) : QListWidget(parent), m_link(link)
{
    setFrameShape(QFrame::NoFrame);
    setWordWrap(true);
    setTextElideMode(Qt::ElideNone);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setResizeMode(QListView::Adjust);
    setAlternatingRowColors(true);
    setAccessibleName(tr("Lock orders"));
    m_clock.setInterval(AskEvery);
    connect(&m_clock, &QTimer::timeout, this, &OrderList::ask);
    connect(&link, &HistoryBridge::opened, this, [this] {
        m_asked = 0;
        m_known = false;
        clear();
        ask();
    });
    connect(&link, &HistoryBridge::ordersReady, this, [this](quint64 id, const OrdersAnswer &answer) {
        if (id == m_asked)
            take(answer);
    });
    const auto wanted = [this](const QListWidgetItem *item) {
        emit lockWanted(LockName{item->data(FirstLockRole).toByteArray()});
    };
    connect(this, &QListWidget::itemClicked, this, wanted);
    connect(this, &QListWidget::itemActivated, this, wanted);
}

// One query at a time.
void OrderList::ask()
{
    if (isVisible() && m_asked == 0)
        m_asked = m_link.orders();
}

void OrderList::take(const OrdersAnswer &answer)
{
    m_asked = 0;
    m_known = true;
    m_answer = answer;
    const int current = currentRow();
    const QIcon icon = Theme::of(palette()).verdictIcon(VerdictLevel::Warning);
    clear();
    for (const Inversion &inversion : answer.inversions) {
        auto *item = new QListWidgetItem(icon, inversionText(inversion).join(u'\n'), this);
        item->setToolTip(ordersText(answer));
        item->setData(FirstLockRole, inversion.usual.first.bytes);
    }
    setCurrentRow(std::min(current, count() - 1));
    viewport()->update();
    emit changed();
}

QSize OrderList::sizeHint() const
{
    return {characters(*this, 60), fontMetrics().height() * 7};
}

void OrderList::showEvent(QShowEvent *event)
{
    QListWidget::showEvent(event);
    m_asked = 0;
    m_clock.start();
    ask();
}

void OrderList::hideEvent(QHideEvent *event)
{
    QListWidget::hideEvent(event);
    m_clock.stop();
}

void OrderList::paintEvent(QPaintEvent *event)
{
    QListWidget::paintEvent(event);
    if (count() > 0 || !m_known)
        return;
    QPainter painter(viewport());
    paintEmpty(painter, viewport()->rect(), palette(), ordersText(m_answer));
}

} // namespace lockscope

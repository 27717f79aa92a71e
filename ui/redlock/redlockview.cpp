// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redlock/redlockview.h"

#include "ui/redlock/redlockmodel.h"
#include "ui/text/format.h"
#include "ui/text/nodecopytext.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/fittedtree.h"

#include <QHeaderView>
#include <QStackedLayout>
#include <QTreeView>

namespace lockscope
{

namespace
{

constexpr int TickEveryMs = 250;

} // namespace

RedLockView::RedLockView(QWidget *parent)
    : QWidget(parent), m_model(new RedLockModel(this)), m_table(new QTreeView(this)),
      m_pages(new QStackedLayout(this))
{
    m_table->setModel(m_model);
    showAsTable(*m_table);
    m_table->setFrameShape(QFrame::NoFrame);
    elideNames(*m_table, {RedLockModel::LockColumn});
    m_table->header()->setTextElideMode(Qt::ElideMiddle);
    m_table->setAccessibleName(tr("Locks of the RedLock group, one column per node"));
    auto *empty = new EmptyState(this);
    empty->say(tr("No locks in this group yet"),
               tr("A lock on any node appears here, with its state on each node."), {});
    m_pages->addWidget(empty);
    m_pages->addWidget(m_table);
    m_ticker.setInterval(TickEveryMs);
    connect(&m_ticker, &QTimer::timeout, m_table->viewport(), qOverload<>(&QWidget::update));
    connect(m_table, &QTreeView::activated, this, [this](const QModelIndex &index) {
        if (const LockPtr lock = m_model->lockAt(index))
            emit lockWanted(lock->key);
    });
}

void RedLockView::apply(const LockDelta &delta)
{
    m_model->apply(delta);
    m_pages->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0);
    if (m_model->columnCount() != m_fittedColumns)
        fit();
}

void RedLockView::clear()
{
    m_model->clear();
    m_pages->setCurrentIndex(0);
}

// Once for each number of columns: afterwards the widths belong to the user.
void RedLockView::fit()
{
    m_fittedColumns = m_model->columnCount();
    const QFontMetrics metrics = fontMetrics();
    const int unit = characters(metrics, 1);
    const int icon = metrics.height() + unit;
    constexpr std::chrono::milliseconds longest{3'599'000};
    const Quorum most{.nodes = 9, .needed = 5, .agreeing = 7};
    const auto set = [&](int column, int width) { m_table->header()->resizeSection(column, width); };
    set(RedLockModel::LockColumn, unit * 25);
    set(RedLockModel::QuorumColumn, metrics.horizontalAdvance(text::quorum(most)) + icon + unit * 2);
    set(RedLockModel::MarginColumn, metrics.horizontalAdvance(text::margin(most)) + unit * 3);
    set(RedLockModel::ValidColumn, metrics.horizontalAdvance(text::ttl(longest)) + unit * 3);
    // As wide as an address and a port, so that five nodes are in sight; longer names have a tool tip.
    const int node = std::max({icon + metrics.horizontalAdvance(text::ttl(longest)),
                               icon + metrics.horizontalAdvance(QStringLiteral("00d0…d000")),
                               metrics.horizontalAdvance(QStringLiteral("127.0.0.1:10000"))});
    for (int column = RedLockModel::FirstNodeColumn; column < m_fittedColumns; ++column)
        set(column, node + unit * 2);
    // The nodes say what the margin follows from.
    for (const int column : {RedLockModel::MarginColumn, RedLockModel::ValidColumn})
        m_table->header()->moveSection(m_table->header()->visualIndex(column), m_fittedColumns - 1);
}

QSize RedLockView::sizeHint() const
{
    return {characters(*this, 100), fontMetrics().height() * 10};
}

void RedLockView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_ticker.start();
}

void RedLockView::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_ticker.stop();
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redlock/redlockview.h"

#include "ui/redlock/redlockmodel.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/fittedtree.h"

#include <QHeaderView>
#include <QStackedLayout>
#include <QStyle>
#include <QTreeView>

namespace lockscope
{

namespace
{

constexpr int TickEveryMs = 250;
constexpr int MostName = 30; // Characters; longer names are cut in the middle
constexpr int MostNode = 20;
constexpr int LeastName = 14; // Where not all nodes fit beside it

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
    m_table->header()->setStretchLastSection(false);
    connect(m_table->header(), &QHeaderView::sectionResized, this,
            [this] { m_isTheirs = m_isTheirs || !m_fitting; });
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
    if (isVisible())
        fit();
}

void RedLockView::clear()
{
    m_widths.clear();
    m_model->clear();
    m_pages->setCurrentIndex(0);
}

// As wide as what they hold, never narrower than before, until the user makes one as wide as they like.
void RedLockView::fit()
{
    if (m_isTheirs)
        return;
    m_fitting = true;
    QHeaderView *header = m_table->header();
    const int count = m_model->columnCount();
    for (int column = 0; column < count; ++column) {
        const int most = characters(*this, column == RedLockModel::LockColumn ? MostName : MostNode);
        m_table->resizeColumnToContents(column);
        const int held = std::max(header->sectionSize(column), header->sectionSizeHint(column));
        const int least = m_widths.value(column);
        m_widths[column] = std::max(least, std::min(held, most));
        header->resizeSection(column, m_widths[column]);
    }
    squeeze();
    const int spare = m_table->viewport()->width() - header->length(); // Rows reach the edge
    if (spare > 0)
        header->resizeSection(RedLockModel::LockColumn,
                              header->sectionSize(RedLockModel::LockColumn) + spare);
    m_fitting = false;
}

// Where not all nodes fit, names give room first, then the widest of the nodes.
void RedLockView::squeeze()
{
    QHeaderView *header = m_table->header();
    const auto lacking = [&] { return header->length() - m_table->viewport()->width(); };
    const auto cut = [&](int column, int least) {
        const int width = header->sectionSize(column);
        header->resizeSection(column, std::max(std::min(width, least), width - std::max(0, lacking())));
    };
    cut(RedLockModel::LockColumn, characters(*this, LeastName));
    // A time is not cut: it would be another one.
    const QString time = text::ttl(std::chrono::minutes(59), text::Units::Large);
    const int step = characters(*this, 1);
    const int least =
        m_table->iconSize().width() + fontMetrics().horizontalAdvance(time) + characters(*this, 4);
    for (int most = characters(*this, MostNode); lacking() > 0 && most >= least; most -= step) {
        for (int column = RedLockModel::FirstNodeColumn; column < m_model->columnCount(); ++column)
            header->resizeSection(column, std::min(header->sectionSize(column), most));
    }
}

QSize RedLockView::sizeHint() const
{
    return {characters(*this, 100), fontMetrics().height() * 10};
}

void RedLockView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (isVisible())
        fit();
}

void RedLockView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    fit();
    m_ticker.start();
}

void RedLockView::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_ticker.stop();
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contentiontable.h"

#include "core/engine/ownfile.h"
#include "ui/format.h"
#include "ui/historycsv.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QSortFilterProxyModel>

namespace lockscope
{

ContentionTable::ContentionTable(HistoryLink &link, TimeWindow &window, qint64 most, QWidget *parent)
    : QTreeView(parent), m_link(link), m_window(window), m_most(most),
      m_sorted(new QSortFilterProxyModel(this))
{
    m_sorted->setSourceModel(&m_model);
    m_sorted->setSortRole(ContentionModel::SortRole);
    setModel(m_sorted);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setItemsExpandable(false);
    setAlternatingRowColors(true);
    setAllColumnsShowFocus(true);
    setFrameShape(QFrame::NoFrame);
    setTextElideMode(Qt::ElideMiddle);
    setSortingEnabled(true);
    header()->setSortIndicator(-1, Qt::DescendingOrder); // as the history says: most demand first
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(ContentionModel::LockColumn, QHeaderView::Stretch);
    setAccessibleName(tr("Locks most in demand"));
    m_clock.setInterval(AskEvery);
    m_patience.setSingleShot(true);
    m_patience.setInterval(Patience);
    connect(&m_patience, &QTimer::timeout, this, &ContentionTable::ask);
    connect(&m_clock, &QTimer::timeout, this, [this] {
        if (m_window.isLive())
            ask();
    });
    connect(&window, &TimeWindow::changed, this, [this] {
        if (isVisible())
            m_patience.start();
    });
    connect(&link, &HistoryLink::opened, this, [this] {
        m_known = false;
        m_model.show({}, m_window.span());
        if (isVisible())
            ask();
    });
    connect(&link, &HistoryLink::statusChanged, this,
            [this](const HistoryStatus &status) { m_since = status.since; });
    connect(&link, &HistoryLink::contentionReady, this,
            [this](quint64 id, const std::vector<Contention> &locks) {
                if (id == m_asked)
                    take(locks);
            });
    const auto wanted = [this](const QModelIndex &index) { emit lockWanted(lockOf(index)); };
    connect(this, &QTreeView::clicked, this, wanted);
    connect(this, &QTreeView::activated, this, wanted);
    fitColumns();
}

LockName ContentionTable::lockOf(const QModelIndex &index) const
{
    return m_model.lockAt(m_sorted->mapToSource(index).row());
}

// One question at a time: a history that is slow is not asked faster than it answers.
void ContentionTable::ask()
{
    m_again = m_asked != 0;
    if (!isVisible() || m_again)
        return;
    HistoryRange range = m_window.range();
    m_asked = m_link.contention(range, m_most);
    if (m_since)
        range.from = std::clamp(*m_since, range.from, range.to);
    m_over = std::chrono::duration_cast<milliseconds>(range.to - range.from);
}

void ContentionTable::take(const std::vector<Contention> &locks)
{
    m_asked = 0;
    m_known = true;
    const LockName chosen = lockOf(currentIndex());
    const int scrolled = verticalScrollBar()->value();
    m_model.show(locks, m_over);
    const int row = m_model.rowOf(chosen);
    if (!chosen.isEmpty() && row >= 0) {
        const QSignalBlocker quiet(selectionModel());
        setCurrentIndex(m_sorted->mapFromSource(m_model.index(row, 0)));
    }
    verticalScrollBar()->setValue(scrolled);
    viewport()->update();
    if (m_again)
        ask();
}

void ContentionTable::fitColumns()
{
    const QFontMetrics metrics = fontMetrics();
    const auto width = [&metrics](const QString &sample) {
        return metrics.horizontalAdvance(sample) + metrics.averageCharWidth() * 2;
    };
    for (int column = ContentionModel::WaitersColumn; column < ContentionModel::ColumnCount; ++column) {
        const QString title = m_model.headerData(column, Qt::Horizontal).toString();
        const int sort = style()->pixelMetric(QStyle::PM_HeaderMarkSize);
        header()->resizeSection(
            column,
            std::max(width(title) + sort,
                     width(column == ContentionModel::HeldColumn
                               ? QStringLiteral("100%")
                               : QStringLiteral("≈ ") + text::duration(std::chrono::milliseconds(888)))));
    }
}

Done ContentionTable::save(const QString &fileName) const
{
    std::vector<Contention> locks;
    for (int row = 0; row < m_sorted->rowCount(); ++row)
        locks.push_back(m_model.locks()[size_t(m_sorted->mapToSource(m_sorted->index(row, 0)).row())]);
    return writeOwnFile(fileName, contentionCsv(locks));
}

QSize ContentionTable::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 60, fontMetrics().height() * 9};
}

void ContentionTable::showEvent(QShowEvent *event)
{
    QTreeView::showEvent(event);
    m_asked = 0;
    m_clock.start();
    ask();
}

void ContentionTable::hideEvent(QHideEvent *event)
{
    QTreeView::hideEvent(event);
    m_clock.stop();
    m_patience.stop();
}

void ContentionTable::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitColumns();
}

// That nothing happened, as far as it is known.
QString ContentionTable::why() const
{
    const HistoryRange range = m_window.range();
    if (!m_since)
        return tr("Nothing is known of this stretch.");
    const QString before = tr("Nothing is known before %1.").arg(text::dateAndTime(*m_since));
    if (*m_since >= range.to)
        return before;
    const QString nothing = tr("No lock was taken or waited for in this stretch.");
    return *m_since > range.from ? nothing + u'\n' + before : nothing;
}

void ContentionTable::paintEvent(QPaintEvent *event)
{
    QTreeView::paintEvent(event);
    if (m_model.rowCount() > 0 || !m_known)
        return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(viewport()->rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, why());
}

} // namespace lockscope

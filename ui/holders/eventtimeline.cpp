// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/holders/eventtimeline.h"

#include "ui/holders/eventtimelinemodel.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/fittedtree.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>

namespace lockscope
{

EventTimeline::EventTimeline(QWidget *parent) : QTreeView(parent), m_model(new EventTimelineModel(this))
{
    setModel(m_model);
    showAsTable(*this);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    elideNames(*this, {EventTimelineModel::OwnerColumn});
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Events of the lock"));
    m_model->setTheme(Theme::of(palette()));
    fitColumns();
}

void EventTimeline::setEvents(const std::vector<LockEvent> &oldestFirst)
{
    m_model->setEvents(oldestFirst);
}

void EventTimeline::add(const std::vector<LockEvent> &oldestFirst)
{
    m_model->add(oldestFirst);
}

QSize EventTimeline::sizeHint() const
{
    return {characters(*this, 50), fontMetrics().height() * 13};
}

void EventTimeline::fitColumns()
{
    const QFontMetrics metrics = fontMetrics();
    const int room = characters(metrics, 1.5);
    int word = 0;
    for (int kind = 0; kind <= int(EventKind::Node); ++kind)
        word = std::max(word, metrics.horizontalAdvance(text::event(EventKind(kind))));
    const LockEvent firstSight{.kind = EventKind::Acquired, .held = std::chrono::milliseconds(0)};
    for (const LockEvent &longest : {firstSight, LockEvent{.kind = EventKind::Waiters, .count = 99}})
        word = std::max(word, metrics.horizontalAdvance(m_model->word(longest)));
    const auto width = [&](const QString &sample) { return metrics.horizontalAdvance(sample) + room; };
    m_widths[EventTimelineModel::TimeColumn] = width(QStringLiteral("0000-00-00 00:00"));
    m_widths[EventTimelineModel::EventColumn] =
        word + style()->pixelMetric(QStyle::PM_SmallIconSize) + room + 6;
    m_widths[EventTimelineModel::OwnerColumn] = width(QStringLiteral("6f96ab12…:82"));
    m_widths[EventTimelineModel::CountColumn] =
        std::max(width(QStringLiteral("00")), header()->sectionSizeHint(EventTimelineModel::CountColumn));
    m_widths[EventTimelineModel::TtlColumn] = width(text::duration(milliseconds(28'800)));
    m_widths[EventTimelineModel::SourceColumn] = width(text::eventSource(EventSource::Keyspace));
    header()->setMinimumSectionSize(characters(metrics, 3));
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(EventTimelineModel::OwnerColumn, QHeaderView::Stretch);
    for (int column = 0; column < EventTimelineModel::ColumnCount; ++column) {
        if (column != EventTimelineModel::OwnerColumn)
            header()->resizeSection(column, m_widths[size_t(column)]);
    }
    showWhatFits();
}

// In a narrow pane the owner matters more than columns that the tool tip repeats.
void EventTimeline::showWhatFits()
{
    int left = viewport()->width();
    for (const int column :
         {EventTimelineModel::TimeColumn, EventTimelineModel::EventColumn, EventTimelineModel::OwnerColumn})
        left -= m_widths[size_t(column)];
    for (const int column :
         {EventTimelineModel::CountColumn, EventTimelineModel::TtlColumn, EventTimelineModel::SourceColumn}) {
        left -= m_widths[size_t(column)];
        setColumnHidden(column, left < 0);
    }
}

void EventTimeline::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    showWhatFits();
}

void EventTimeline::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_model->setTheme(Theme::of(palette()));
    else if (event->type() == QEvent::FontChange)
        fitColumns();
}

void EventTimeline::paintEvent(QPaintEvent *event)
{
    QTreeView::paintEvent(event);
    if (m_model->rowCount() > 0)
        return;
    QPainter painter(viewport());
    paintEmpty(painter, viewport()->rect(), palette(), tr("No events since it was first seen."));
}

void EventTimeline::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelected();
        event->accept();
        return;
    }
    QTreeView::keyPressEvent(event);
}

void EventTimeline::copySelected()
{
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    QStringList lines;
    for (const QModelIndex &row : std::as_const(rows)) {
        QStringList cells;
        for (int column = 0; column < EventTimelineModel::ColumnCount; ++column)
            cells << row.siblingAtColumn(column).data(Qt::DisplayRole).toString();
        lines << cells.join(u'\t');
    }
    QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

} // namespace lockscope

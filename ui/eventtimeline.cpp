// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/eventtimeline.h"

#include "ui/eventtimelinemodel.h"
#include "ui/format.h"
#include "ui/theme.h"

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
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setItemsExpandable(false);
    setAlternatingRowColors(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
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
    return {fontMetrics().averageCharWidth() * 50, fontMetrics().height() * 13};
}

void EventTimeline::fitColumns()
{
    const QFontMetrics metrics = fontMetrics();
    const int room = metrics.averageCharWidth() * 3 / 2;
    header()->setMinimumSectionSize(metrics.averageCharWidth() * 3);
    header()->resizeSection(EventTimelineModel::TimeColumn,
                            metrics.horizontalAdvance(QStringLiteral("00:00:00.000")) + room);
    int widest = 0;
    for (int kind = 0; kind <= int(EventKind::Node); ++kind)
        widest = std::max(widest, metrics.horizontalAdvance(text::event(EventKind(kind))));
    header()->resizeSection(EventTimelineModel::EventColumn,
                            widest + style()->pixelMetric(QStyle::PM_SmallIconSize) + room + 6);
    m_ownerWidth = metrics.horizontalAdvance(QStringLiteral("6f96ab12…:82")) + room;
    header()->resizeSection(EventTimelineModel::CountColumn,
                            metrics.horizontalAdvance(QStringLiteral("00")) + room);
    header()->resizeSection(EventTimelineModel::TtlColumn,
                            metrics.horizontalAdvance(text::duration(milliseconds(28'800))) + room);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(EventTimelineModel::OwnerColumn, QHeaderView::Stretch);
    header()->resizeSection(EventTimelineModel::SourceColumn,
                            metrics.horizontalAdvance(text::eventSource(EventSource::Keyspace)) + room);
    showWhatFits();
}

// In a narrow pane the source of an event is only in its tooltip.
void EventTimeline::showWhatFits()
{
    int wanted = header()->sectionSize(EventTimelineModel::SourceColumn) + m_ownerWidth;
    for (const int column : {EventTimelineModel::TimeColumn, EventTimelineModel::EventColumn,
                             EventTimelineModel::CountColumn, EventTimelineModel::TtlColumn})
        wanted += header()->sectionSize(column);
    if (!isColumnHidden(EventTimelineModel::SourceColumn))
        m_sourceWidth = header()->sectionSize(EventTimelineModel::SourceColumn);
    else
        wanted += m_sourceWidth;
    setColumnHidden(EventTimelineModel::SourceColumn, wanted > viewport()->width());
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
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(viewport()->rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap,
                     tr("Nothing happened to it since it was first seen."));
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

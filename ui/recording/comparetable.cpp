// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recording/comparetable.h"

#include "core/history/compare/comparisonrows.h"
#include "core/history/compare/comparisontext.h"
#include "core/history/compare/figuretext.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/fittedtree.h"

#include <QEvent>
#include <QHeaderView>
#include <QStandardItemModel>

namespace lockscope
{

namespace
{

enum FigureColumn { Figure, Before, After, Change, Interval, Evidence, ColumnCount };

QStandardItem *itemOf(const QString &text, bool isNumber, const QFont &font)
{
    const bool hasNoValue = isNumber && text == figuretext::NoValue;
    auto *item = new QStandardItem(hasNoValue ? QStringLiteral("—") : text);
    item->setEditable(false);
    item->setFont(font);
    if (isNumber)
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

} // namespace

CompareTable::CompareTable(QWidget *parent) : QTreeView(parent), m_model(new QStandardItemModel(this))
{
    setModel(m_model);
    showAsTable(*this);
    setItemsExpandable(false);
    setAllColumnsShowFocus(true);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Figures of both periods"));
    header()->setStretchLastSection(true);
    header()->setSectionsMovable(false);
}

void CompareTable::show(const Comparison &comparison)
{
    m_model->clear();
    m_model->setHorizontalHeaderLabels(
        {tr("Figure"), tr("Before"), tr("After"), tr("Change"), tr("95 % interval"), tr("Difference")});
    for (int column = Before; column < Evidence; ++column)
        m_model->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    for (const ComparedGroup *group : inOrder(comparison))
        addGroup(*group, comparison);
    expandAll();
    fitColumns();
}

void CompareTable::addGroup(const ComparedGroup &group, const Comparison &comparison)
{
    const QString words = groupText(group, comparison.by);
    QStandardItem *heading =
        itemOf(group.name.isEmpty() ? text::asSentence(words) : words, false, strongFont(font()));
    const auto add = [heading](const QStringList &texts, const QFont &font) {
        QList<QStandardItem *> items;
        for (int column = 0; column < ColumnCount; ++column)
            items += itemOf(texts.value(column), column != Figure && column != Evidence, font);
        heading->appendRow(items);
    };
    for (const ComparedRow &row : rowsOf(group, comparison)) {
        const bool isSignificant = row.isTested && row.finding == Significance::Significant;
        add({row.label, row.before, row.after, row.change, row.interval,
             row.isTested ? findingText(row.finding) : QString()},
            isSignificant ? strongFont(font()) : font());
    }
    add({tr("Locks"), text::number(group.locksBefore), text::number(group.locksAfter)}, font());
    m_model->appendRow(heading);
    setFirstColumnSpanned(m_model->rowCount() - 1, {}, true);
}

void CompareTable::fitColumns()
{
    for (int column = 0; column < m_model->columnCount(); ++column) {
        resizeColumnToContents(column);
        if (column != Evidence) // It takes the rest
            header()->resizeSection(column, columnWidth(column) + characters(*this, 2));
    }
}

void CompareTable::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitColumns();
}

QString CompareTable::text() const
{
    QStringList lines;
    const auto lineOf = [](int columns, const auto &textAt) {
        QStringList fields;
        for (int column = 0; column < columns; ++column)
            fields += textAt(column);
        return fields.join(u'\t');
    };
    lines += lineOf(m_model->columnCount(),
                    [this](int column) { return m_model->headerData(column, Qt::Horizontal).toString(); });
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QStandardItem *heading = m_model->item(row);
        lines += heading->text();
        for (int child = 0; child < heading->rowCount(); ++child)
            lines += lineOf(ColumnCount, [&](int column) { return heading->child(child, column)->text(); });
    }
    return lines.join(u'\n') + u'\n';
}

} // namespace lockscope

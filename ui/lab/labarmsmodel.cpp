// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/labarmsmodel.h"

#include "ui/lab/labwords.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

#include <QFont>
#include <QGuiApplication>
#include <QLocale>

namespace lockscope
{

namespace
{

QString decimal(double value, int digits)
{
    return QLocale().toString(value, 'f', digits);
}

QString each(qint64 sum, const Figures &figures)
{
    return figures.cycles > 0 ? decimal(double(sum) / double(figures.cycles), 1) : QStringLiteral("—");
}

QString countText(const Figures &figures, const QByteArray &name)
{
    const bool has = std::ranges::find(figures.counts, name, &Count::name) != figures.counts.end();
    return has ? text::number(figures.count(name)) : QStringLiteral("—");
}

// Scenarios name their counts in lower case, as in the sentences of their claims.
QString heading(QString title)
{
    if (!title.isEmpty())
        title[0] = title[0].toUpper();
    return title;
}

} // namespace

LabArmsModel::LabArmsModel(QObject *parent) : QAbstractTableModel(parent) {}

void LabArmsModel::show(const std::vector<LabOutcome> &runs)
{
    beginResetModel();
    m_rows.clear();
    for (const LabOutcome &run : runs) {
        for (const LabArm &arm : run.arms)
            m_rows.push_back({text::runName(run), arm});
    }
    makeColumns(runs);
    endResetModel();
}

void LabArmsModel::makeColumns(const std::vector<LabOutcome> &runs)
{
    m_columns.clear();
    if (runs.size() > 1)
        m_columns.push_back({tr("Run"), {}, [](const Row &row) { return row.run; }, false});
    m_columns.push_back({tr("Variant"), {}, [](const Row &row) { return row.arm.title; }, false});
    add(tr("Violations"), tr("Entries that break mutual exclusion: an excluding worker was inside"),
        [](const Figures &f) { return text::number(f.violations); });
    m_columns.back().alarming = true;
    addCounts();
    addMeasures();
}

void LabArmsModel::add(const QString &title, const QString &help, QString (*of)(const Figures &))
{
    m_columns.push_back({title, help, [of](const Row &row) { return of(row.arm.figures); }});
}

// Columns are ordered by first occurrence.
void LabArmsModel::addCounts()
{
    std::vector<QByteArray> names;
    for (const Row &row : m_rows) {
        for (const Count &count : row.arm.figures.counts) {
            if (std::ranges::find(names, count.name) != names.end())
                continue;
            names.push_back(count.name);
            m_columns.push_back({heading(count.title), {}, [name = count.name](const Row &one) {
                                     return countText(one.arm.figures, name);
                                 }});
        }
    }
}

void LabArmsModel::addMeasures()
{
    add(tr("Cycles"), tr("Completed stays in the critical section"),
        [](const Figures &f) { return text::number(f.cycles); });
    add(tr("Cycles/s"), tr("Cycles per second"), [](const Figures &f) { return decimal(f.perSecond(), 1); });
    add(tr("Timed out"), tr("Gave up waiting for the lock"),
        [](const Figures &f) { return text::number(f.gaveUp); });
    add(tr("Wait p50"), tr("Time from request to entry, median"),
        [](const Figures &f) { return text::labTime(f.wait, &Spread::p50); });
    add(tr("p99"), tr("99 of 100 waited no longer"),
        [](const Figures &f) { return text::labTime(f.wait, &Spread::p99); });
    add(tr("p99.9"), tr("999 of 1000 waited no longer"),
        [](const Figures &f) { return text::labTime(f.wait, &Spread::p999); });
    add(tr("Hold p50"), tr("Time in the critical section, median"),
        [](const Figures &f) { return text::labTime(f.hold, &Spread::p50); });
    add(tr("Hand-over"), tr("Time from one worker leaving to the next entering, median"),
        [](const Figures &f) { return text::labTime(f.handOver, &Spread::p50); });
    add(tr("Fairness"), tr("Jain's index of the stays of each worker: 1 means equal"),
        [](const Figures &f) { return decimal(f.fairness, 2); });
    add(tr("Idle"), tr("No worker was inside although one waited"),
        [](const Figures &f) { return text::labTime(f.lockFree); });
    add(tr("Commands"), tr("Commands per cycle"),
        [](const Figures &f) { return each(f.traffic.commands, f); });
    add(tr("Bytes"), tr("Bytes per cycle, both directions"),
        [](const Figures &f) { return each(f.traffic.bytes, f); });
}

int LabArmsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int LabArmsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_columns.size());
}

QVariant LabArmsModel::data(const QModelIndex &index, int role) const
{
    const Row &row = m_rows[size_t(index.row())];
    const Column &column = m_columns[size_t(index.column())];
    const bool alarm = column.alarming && row.arm.figures.violations > 0;
    switch (role) {
    case Qt::DisplayRole:
        return column.text(row);
    case Qt::ToolTipRole:
        return column.isNumber ? column.help : column.text(row);
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (column.isNumber ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ForegroundRole:
        return alarm ? QVariant(Theme::of(QGuiApplication::palette()).critical) : QVariant();
    case Qt::DecorationRole:
        return alarm ? QVariant(Theme::of(QGuiApplication::palette()).verdictIcon(VerdictLevel::Critical))
                     : QVariant();
    default:
        return {};
    }
}

QVariant LabArmsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || size_t(section) >= m_columns.size())
        return {};
    const Column &column = m_columns[size_t(section)];
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::ToolTipRole:
        return column.help;
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (column.isNumber ? Qt::AlignRight : Qt::AlignLeft));
    default:
        return {};
    }
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/labrunsmodel.h"

#include "ui/lab/labwords.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

#include <QGuiApplication>

namespace lockscope
{

namespace
{

QString cellText(const LabOutcome &run, int column)
{
    switch (column) {
    case LabRunsModel::TimeColumn:
        return text::timeToTheSecond(run.began);
    case LabRunsModel::ScenarioColumn:
        return run.title.isEmpty() ? text::bytes(run.scenario) : run.title;
    case LabRunsModel::SeedColumn:
        return QString::number(run.seed);
    case LabRunsModel::VerdictColumn:
        return text::verdict(run);
    case LabRunsModel::WhereColumn:
        return text::place(run);
    case LabRunsModel::ValuesColumn:
        return text::labValues(run);
    default:
        return {};
    }
}

} // namespace

LabRunsModel::LabRunsModel(QObject *parent) : QAbstractTableModel(parent) {}

void LabRunsModel::add(const LabOutcome &outcome)
{
    if (m_runs.size() == Most) {
        beginRemoveRows({}, int(Most) - 1, int(Most) - 1);
        m_runs.pop_back();
        endRemoveRows();
    }
    beginInsertRows({}, 0, 0);
    m_runs.push_front(outcome);
    endInsertRows();
}

int LabRunsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_runs.size());
}

int LabRunsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant LabRunsModel::data(const QModelIndex &index, int role) const
{
    const LabOutcome &run = at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return cellText(run, index.column());
    case Qt::ToolTipRole:
        return QStringLiteral("%1\n%2\n%3").arg(text::runName(run), text::place(run), text::labValues(run));
    case Qt::DecorationRole:
        if (index.column() == VerdictColumn)
            return Theme::of(QGuiApplication::palette()).verdictIcon(text::verdictLevel(run));
        return {};
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (index.column() == SeedColumn ? Qt::AlignRight : Qt::AlignLeft));
    default:
        return {};
    }
}

QVariant LabRunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn:
        return tr("Time");
    case ScenarioColumn:
        return tr("Scenario");
    case SeedColumn:
        return tr("Seed");
    case VerdictColumn:
        return tr("Verdict");
    case WhereColumn:
        return tr("Where");
    case ValuesColumn:
        return tr("Values");
    default:
        return {};
    }
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/findingsmodel.h"

#include "ui/text/format.h"
#include "ui/theme/theme.h"

#include <QGuiApplication>

namespace lockscope
{

FindingsModel::FindingsModel(QObject *parent) : QAbstractTableModel(parent) {}

void FindingsModel::setFindings(const std::vector<Finding> &findings)
{
    beginResetModel();
    m_groups = grouped(findings);
    endResetModel();
}

int FindingsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_groups.size());
}

int FindingsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FindingsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const FindingGroup &group = m_groups[size_t(index.row())];
    const VerdictLevel level = group.first().level;
    if (role == Qt::DecorationRole && index.column() == LevelColumn)
        return Theme::of(QGuiApplication::palette()).verdictIcon(level);
    if (role == Qt::ToolTipRole && index.column() == NodesColumn)
        return text::findingNodes(group);
    if (role == Qt::ToolTipRole)
        return text::asSentence(group.sentence);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case LevelColumn:
        return text::verdictWord(level);
    case TextColumn:
        return text::asSentence(group.sentence);
    case NodesColumn:
        if (group.first().node.isEmpty())
            return tr("deployment", "a finding of the deployment as a whole");
        return group.all.size() == 1
                   ? text::node(group.first().node)
                   : tr("%Ln nodes: %1", nullptr, int(group.all.size())).arg(text::findingNodes(group));
    default:
        return {};
    }
}

QVariant FindingsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case LevelColumn:
        return tr("Level");
    case TextColumn:
        return tr("Finding");
    case NodesColumn:
        return tr("Node");
    default:
        return {};
    }
}

} // namespace lockscope

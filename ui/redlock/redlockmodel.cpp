// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redlock/redlockmodel.h"

#include "ui/text/format.h"
#include "ui/text/nodecopytext.h"
#include "ui/theme/theme.h"

#include <QGuiApplication>

#include <algorithm>

namespace lockscope
{

namespace
{

bool keyLess(const LockPtr &lock, const LockName &key)
{
    return lock->key < key;
}

QByteArray hostOf(const NodeId &node)
{
    return node.bytes.left(node.bytes.lastIndexOf(':'));
}

// No owner is named, and none can have a majority on the nodes that did not answer.
bool isFree(const Quorum &quorum)
{
    return quorum.owners == 0 && quorum.agreeing == 0 && quorum.atMost() < quorum.needed;
}

// Of the quorum alone: the verdict may be about something else, such as a missing expiry.
VerdictLevel quorumLevel(const Lock &lock)
{
    constexpr std::string_view OfQuorum[] = {"quorum-lost", "no-quorum", "split-owners", "quorum-unknown",
                                             "thin-quorum"};
    const Verdict &verdict = lock.shownVerdict();
    if (std::ranges::find(OfQuorum, verdict.code) != std::end(OfQuorum))
        return verdict.level;
    const Quorum &quorum = *lock.quorum();
    return quorum.reached() && quorum.margin() > 0 ? VerdictLevel::Ok : VerdictLevel::Info;
}

} // namespace

RedLockModel::RedLockModel(QObject *parent) : QAbstractTableModel(parent) {}

void RedLockModel::clear()
{
    beginResetModel();
    m_locks.clear();
    m_nodes.clear();
    endResetModel();
}

void RedLockModel::apply(const LockDelta &delta)
{
    if (delta.reset)
        clear();
    for (const LockName &key : delta.removed)
        remove(key);
    for (const LockPtr &lock : delta.upserted) {
        if (lock->quorum())
            put(lock);
    }
}

void RedLockModel::put(const LockPtr &lock)
{
    std::vector<NodeId> nodes;
    for (const Copy &copy : lock->extras->copies)
        nodes.push_back(copy.node);
    if (nodes.size() != m_nodes.size()) {
        beginResetModel();
        m_nodes = nodes;
        endResetModel();
    } else if (nodes != m_nodes) { // A failover changed the master of a member
        m_nodes = nodes;
        emit headerDataChanged(Qt::Horizontal, FirstNodeColumn, columnCount() - 1);
    }
    const auto at = std::lower_bound(m_locks.begin(), m_locks.end(), lock->key, keyLess);
    const int row = int(at - m_locks.begin());
    if (at != m_locks.end() && (*at)->key == lock->key) {
        *at = lock;
        emit dataChanged(index(row, 0), index(row, columnCount() - 1));
        return;
    }
    beginInsertRows({}, row, row);
    m_locks.insert(at, lock);
    endInsertRows();
}

void RedLockModel::remove(const LockName &key)
{
    const auto at = std::lower_bound(m_locks.begin(), m_locks.end(), key, keyLess);
    if (at == m_locks.end() || (*at)->key != key)
        return;
    const int row = int(at - m_locks.begin());
    beginRemoveRows({}, row, row);
    m_locks.erase(at);
    endRemoveRows();
}

LockPtr RedLockModel::lockAt(const QModelIndex &index) const
{
    return index.isValid() && size_t(index.row()) < m_locks.size() ? m_locks[size_t(index.row())] : LockPtr();
}

int RedLockModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_locks.size());
}

int RedLockModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : FirstNodeColumn + int(m_nodes.size());
}

const Copy *RedLockModel::copyAt(const Lock &lock, int column) const
{
    const size_t node = size_t(column - FirstNodeColumn);
    return column >= FirstNodeColumn && node < lock.extras->copies.size() ? &lock.extras->copies[node]
                                                                          : nullptr;
}

QString RedLockModel::text(const Lock &lock, int column) const
{
    const Quorum &quorum = *lock.quorum();
    switch (column) {
    case LockColumn:
        return text::key(lock.key);
    case QuorumColumn:
        return isFree(quorum) ? tr("free") : text::quorum(quorum);
    case MarginColumn:
        if (isFree(quorum))
            return QStringLiteral("—");
        if (!quorum.reached() && !quorum.isUndecided())
            return text::margin(quorum);
        return text::isMarginKnown(quorum) ? text::number(quorum.margin()) : tr("unknown");
    case ValidColumn:
        if (!quorum.reached())
            return QStringLiteral("—");
        return text::ttl(quorum.validUntil ? std::optional(millisecondsBetween(now(), *quorum.validUntil))
                                           : std::nullopt,
                         text::Units::Large);
    default:
        break;
    }
    const Copy *copy = copyAt(lock, column);
    if (!copy)
        return {};
    if (!namesOwner(copy->state))
        return text::copyState(*copy);
    if (copy->state != CopyState::Held) // by whom matters more than how long
        return text::ownerShortest(copy->owner);
    return text::ttl(copy->expiresAt ? std::optional(millisecondsBetween(now(), *copy->expiresAt))
                                     : std::nullopt,
                     text::Units::Large);
}

// Nodes on one host differ by their ports only.
QString RedLockModel::nodeTitle(int column) const
{
    const NodeId &node = m_nodes[size_t(column - FirstNodeColumn)];
    const bool isOneHost = m_nodes.size() > 1 && std::ranges::all_of(m_nodes, [&node](const NodeId &other) {
                               return other.bytes.contains(':') && hostOf(other) == hostOf(node);
                           });
    return isOneHost ? text::bytes(node.bytes.mid(node.bytes.lastIndexOf(':'))) : text::node(node);
}

QString RedLockModel::help(const Lock &lock, int column) const
{
    const Copy *copy = copyAt(lock, column);
    if (!copy)
        return column == LockColumn     ? text::key(lock.key)
               : column == MarginColumn ? text::margin(*lock.quorum())
                                        : text::verdictCode(lock.verdict.code);
    QStringList lines{text::node(copy->node), text::copyState(*copy)};
    if (!copy->owner.isEmpty())
        lines << text::ownerFull(copy->owner);
    if (namesOwner(copy->state) && copy->expiresAt)
        lines << tr("Expires in %1").arg(text::ttl(millisecondsBetween(now(), *copy->expiresAt)));
    if (copy->restarted)
        lines << tr("Restarted since the lock was acquired: it may have lost it");
    if (copy->state == CopyState::Unreachable && !copy->why.text.isEmpty())
        lines << text::failureHelp(copy->why);
    return lines.join(u'\n');
}

QVariant RedLockModel::icon(const Lock &lock, int column) const
{
    const bool free = isFree(*lock.quorum());
    if (column == QuorumColumn && !free)
        return Theme::of(QGuiApplication::palette()).verdictIcon(quorumLevel(lock));
    const Copy *copy = copyAt(lock, column);
    return copy && !(free && copy->state == CopyState::Missing) ? QVariant(text::copyIcon(*copy))
                                                                : QVariant();
}

QVariant RedLockModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Lock &lock = *m_locks[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(lock, index.column());
    case Qt::DecorationRole:
        return icon(lock, index.column());
    case Qt::ToolTipRole:
        return help(lock, index.column());
    case Qt::ForegroundRole:
        return isFree(*lock.quorum()) ? QVariant(Theme::of(QGuiApplication::palette()).muted) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant((index.column() == ValidColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant RedLockModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::ToolTipRole && section >= FirstNodeColumn)
        return text::node(m_nodes[size_t(section - FirstNodeColumn)]);
    if (role == Qt::ToolTipRole && section == ValidColumn)
        return tr("How long the majority lasts, after clock drift");
    if (role == Qt::ToolTipRole && section == QuorumColumn)
        return tr("Nodes that agree on the owner");
    if (role == Qt::ToolTipRole && section == MarginColumn)
        return tr("How many more nodes can be lost");
    if (role == Qt::TextAlignmentRole && section == ValidColumn)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case LockColumn:
        return tr("Lock");
    case QuorumColumn:
        return tr("Quorum");
    case MarginColumn:
        return tr("Margin");
    case ValidColumn:
        return tr("Valid for");
    default:
        return nodeTitle(section);
    }
}

} // namespace lockscope

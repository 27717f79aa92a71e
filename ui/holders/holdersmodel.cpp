// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/holders/holdersmodel.h"

#include "ui/holders/clienttext.h"
#include "ui/text/format.h"

#include <algorithm>

namespace lockscope
{

HoldersModel::HoldersModel(QObject *parent) : QAbstractTableModel(parent) {}

void HoldersModel::setLock(const LockPtr &lock)
{
    static const QVarLengthArray<Holder, 1> nobody;
    const QVarLengthArray<Holder, 1> &next = lock ? lock->holders : nobody;
    if (lock)
        m_lock = lock;
    m_knownUntil = lock && lock->isLastKnown() ? std::optional(lock->readAt) : std::nullopt;
    const bool werePermits = isPermits();
    if (next.size() < m_holders.size()) {
        beginRemoveRows({}, int(next.size()), int(m_holders.size()) - 1);
        m_holders.resize(next.size());
        endRemoveRows();
    }
    for (qsizetype row = 0; row < m_holders.size(); ++row) {
        if (m_holders[row] == next[row])
            continue;
        m_holders[row] = next[row];
        emit dataChanged(index(int(row), 0), index(int(row), ColumnCount - 1));
    }
    setClients(lock ? lock->clients : nullptr);
    if (next.size() > m_holders.size()) {
        beginInsertRows({}, int(m_holders.size()), int(next.size()) - 1);
        for (qsizetype row = m_holders.size(); row < next.size(); ++row)
            m_holders.append(next[row]);
        endInsertRows();
    }
    if (werePermits != isPermits())
        emit headerDataChanged(Qt::Horizontal, OwnerColumn, OwnerColumn);
}

void HoldersModel::setClients(const std::shared_ptr<const HolderClients> &clients)
{
    if (std::exchange(m_clients, clients) != clients && rowCount() > 0)
        emit dataChanged(index(0, ClientColumn), index(rowCount() - 1, ClientColumn));
}

const ClientInfo *HoldersModel::client(const Holder &holder) const
{
    if (!m_clients)
        return nullptr;
    const auto found = std::find_if(m_clients->begin(), m_clients->end(),
                                    [&holder](const auto &known) { return known.first == holder.id; });
    return found == m_clients->end() ? nullptr : &found->second;
}

void HoldersModel::setPast(bool past)
{
    if (past == m_past)
        return;
    m_past = past;
    if (rowCount() > 0)
        emit dataChanged(index(0, TtlColumn), index(rowCount() - 1, TtlColumn), {Qt::DisplayRole});
}

void HoldersModel::setNotes(const QStringList &lines)
{
    m_notes = lines;
}

const Holder *HoldersModel::holderAt(const QModelIndex &index) const
{
    return index.isValid() && index.row() < m_holders.size() ? &m_holders[index.row()] : nullptr;
}

int HoldersModel::rowOf(const Holder &holder) const
{
    const auto at = std::ranges::find_if(m_holders, [&holder](const Holder &other) {
        return other.id == holder.id && other.mode == holder.mode && other.part == holder.part;
    });
    return at == m_holders.end() ? -1 : int(at - m_holders.begin());
}

bool HoldersModel::isPermits() const
{
    return !m_holders.isEmpty() && std::all_of(m_holders.begin(), m_holders.end(), [](const Holder &holder) {
        return holder.mode == HoldMode::Permit;
    });
}

bool HoldersModel::isTelling(Column column) const
{
    const auto any = [this](auto test) { return std::any_of(m_holders.begin(), m_holders.end(), test); };
    switch (column) {
    case ClientColumn:
        return any([this](const Holder &holder) { return client(holder) != nullptr; });
    case CountColumn:
        return any([](const Holder &holder) { return holder.mode != HoldMode::Permit || holder.count != 1; });
    case ModeColumn:
        return any([this](const Holder &holder) { return holder.mode != m_holders.front().mode; });
    case PartColumn:
        return any([](const Holder &holder) { return !holder.part.isEmpty(); });
    default:
        return true;
    }
}

QString HoldersModel::ownerHelp(const Holder &holder) const
{
    const QString owner = text::ownerFull({shownId(holder)});
    QStringList lines{owner};
    for (const QString &note : m_notes) {
        if (m_holders.size() == 1 || note.contains(owner))
            lines << note;
    }
    return lines.join(u'\n');
}

int HoldersModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_holders.size());
}

int HoldersModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString HoldersModel::text(const Holder &holder, int column) const
{
    switch (column) {
    case OwnerColumn:
        return text::ownerFull({shownId(holder)});
    case ClientColumn: {
        const ClientInfo *known = client(holder);
        return known ? text::client(*known) : QStringLiteral("—");
    }
    case CountColumn:
        return text::number(holder.count);
    case ModeColumn:
        return text::holdMode(holder.mode);
    case PartColumn:
        return holder.part.isEmpty() ? QStringLiteral("—") : text::bytes(holder.part);
    case TtlColumn: {
        if (m_past)
            return QStringLiteral("—");
        const std::optional<Instant> deadline = m_lock->expiryOf(holder);
        const Instant shown = m_knownUntil.value_or(text::shownAt(*m_lock, now()));
        return deadline ? text::ttl(millisecondsBetween(shown, *deadline)) : text::ttl({});
    }
    default:
        return {};
    }
}

QVariant HoldersModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Holder &holder = m_holders[index.row()];
    const bool number = index.column() == CountColumn || index.column() == TtlColumn;
    switch (role) {
    case Qt::DisplayRole:
        return text(holder, index.column());
    case Qt::ToolTipRole:
        if (const ClientInfo *known = client(holder); known && index.column() == ClientColumn)
            return text::clientHelp(*known, now());
        return index.column() == OwnerColumn ? QVariant(ownerHelp(holder)) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant HoldersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && (section == CountColumn || section == TtlColumn))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == ClientColumn)
        return tr("Client behind the owner, if known");
    if (role == Qt::ToolTipRole && section == CountColumn)
        return tr("How many times this owner holds it (re-entry)");
    if (role == Qt::ToolTipRole && section == PartColumn)
        return tr("Part of the lock that it holds");
    if (role == Qt::ToolTipRole && section == TtlColumn)
        return tr("Time left of this hold if it has its own deadline, else of the lock");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case OwnerColumn:
        return isPermits() ? tr("Permit") : tr("Owner");
    case ClientColumn:
        return tr("Client");
    case CountColumn:
        return QStringLiteral("×");
    case ModeColumn:
        return tr("Mode");
    case PartColumn:
        return tr("Part");
    case TtlColumn:
        return tr("TTL");
    default:
        return {};
    }
}

} // namespace lockscope

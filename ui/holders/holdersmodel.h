// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The holders of one lock as rows. TTLs are computed on demand and never signalled; the view repaints their
// column. Owner: HoldersView, GUI thread.

#include "core/values/lock.h"

#include <QAbstractTableModel>
#include <QStringList>

namespace lockscope
{

class HoldersModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { OwnerColumn, ClientColumn, CountColumn, ModeColumn, PartColumn, TtlColumn, ColumnCount };

    explicit HoldersModel(QObject *parent = nullptr);
    void setLock(const LockPtr &lock); // Null: none
    void setPast(bool past);           // Past: no TTL is shown
    // Facts about the owner ids for the tool tips. A line belongs to the owners whose id it names, or to the
    // only holder.
    void setNotes(const QStringList &lines);
    const Holder *holderAt(const QModelIndex &index) const; // Null: no such row
    int rowOf(const Holder &holder) const;                  // -1: holds the lock no more
    // False for a column whose rows would all show the same default.
    bool isTelling(Column column) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const Holder &holder, int column) const;
    bool isPermits() const;
    const ClientInfo *client(const Holder &holder) const;
    void setClients(const std::shared_ptr<const HolderClients> &clients);
    QString ownerHelp(const Holder &holder) const;

    QVarLengthArray<Holder, 1> m_holders;
    LockPtr m_lock;                                 // Shown last; null: there was none
    std::optional<Instant> m_knownUntil;            // its server cannot be read any more
    std::shared_ptr<const HolderClients> m_clients; // Null: no client is known
    QStringList m_notes;
    bool m_past = false;
};

} // namespace lockscope

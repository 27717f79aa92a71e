// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Holders of one lock as rows. The time to live is computed when asked, never signalled: the view repaints
// its column. Owner: HoldersView, GUI thread.

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
    void setLock(const LockPtr &lock); // null: none
    void setPast(bool past);           // it was so: no time is left
    // What is known of the owners' ids, for the tooltips: a line belongs to those whose id it names, and all
    // of them to an only holder.
    void setNotes(const QStringList &lines);
    const Holder *holderAt(const QModelIndex &index) const; // null: no such row
    // A column in which all rows would say the same usual thing tells nothing.
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
    std::optional<Instant> m_expiresAt;             // of the lock
    std::shared_ptr<const HolderClients> m_clients; // null: nobody knows any
    QStringList m_notes;
    bool m_past = false;
};

} // namespace lockscope

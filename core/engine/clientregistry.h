// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks one node for its clients now and then, and tells the table which of them the owners are
// (clientbook.h). CLIENT LIST costs the server work for each client: it is asked every 10 s, and in between
// for a person only, who looks at a lock (seldom, clientasking.h) or has had a probe. Only while there are
// held locks and not too many clients (INFO clients); else only the connections that were tied to an owner
// are asked for (CLIENT LIST ID, from Redis 6.2 on). A user without the right is asked nothing again. Owner:
// Follower, on the engine thread; node, registry and table must outlive it.

#include "core/deployment/node.h"
#include "core/engine/clientasking.h"
#include "core/engine/clientbook.h"
#include "core/engine/locktable.h"

#include <QObject>
#include <QTimer>

namespace lockscope
{

class ClientRegistry final : public QObject
{
    Q_OBJECT
public:
    ClientRegistry(Node &node, const Registry &registry, LockTable &table, QObject *parent = nullptr);

    void start();                       // from now on, every 10 s
    QCoro::Task<> ask();                // after a pass, unless it was a moment ago
    QCoro::Task<> askFor(LockName key); // for somebody who looks at this lock
    void setAliases(const QList<OwnerAlias> &aliases);
    // A probe saw these owners act from these addresses.
    QCoro::Task<> learn(LockName key, HolderClients seen);

signals:
    void tableTouched();
    void refused(const lockscope::Failure &why); // once a run: this user may not list the clients

private:
    static QCoro::Task<> askNow(QPointer<ClientRegistry> self, bool isRegular);
    static QCoro::Task<> listNow(QPointer<ClientRegistry> self, std::vector<Command> questions, bool whole);
    static QCoro::Task<> askAndAssign(QPointer<ClientRegistry> self);
    void assign();
    void assignOf(const LockName &key);

    Node &m_node;
    const Registry &m_registry;
    LockTable &m_table;
    ClientBook m_book;
    QTimer m_timer;
    ClientAsking m_asking;
    std::optional<qint64> m_connected; // clients, when it was asked last; nothing: not known
    // Owners were told of all that is known, at that revision of the table.
    bool m_isSettled = false;
    quint64 m_settledFor = 0;
    bool m_refused = false;
};

} // namespace lockscope

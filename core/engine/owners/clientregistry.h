// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks one node for its clients now and then, and tells the table which of them the owners are
// (clientmatcher.h). CLIENT LIST costs the server work for each client: it is asked every 10 s, and in
// between for a person only, who looks at a lock (seldom, clientschedule.h) or has had a probe. Only while
// there are held locks and not too many clients (INFO clients); else only the connections that were tied to
// an owner are asked for (CLIENT LIST ID, from Redis 6.2 on), and all of them at most every half a minute,
// when one is missed. A client that is missed for longer than it takes to reconnect is looked for on the
// other servers of the deployment before it is called gone. A user without the right is asked nothing again.
// Owner: Follower, on the engine thread; node, registry and table must outlive it.

#include "core/deployment/node.h"
#include "core/engine/owners/clientmatcher.h"
#include "core/engine/owners/clientschedule.h"
#include "core/engine/table/locktable.h"

#include <QObject>
#include <QTimer>

namespace lockscope
{

class ClientRegistry;

// The servers besides that a client of a node may be connected to. Null: nobody asks that one, so who is
// there is not known.
struct ServersBeside {
    std::vector<QPointer<ClientRegistry>> masters{};
    std::vector<QPointer<Node>> replicas{}; // of that node
};

class ClientRegistry final : public QObject
{
    Q_OBJECT
public:
    ClientRegistry(Node &node, const Registry &registry, LockTable &table, QObject *parent = nullptr);

    void setServersBeside(std::function<ServersBeside()> servers); // else there are none
    void start();                                                  // from now on, every 10 s
    QCoro::Task<> ask();                                           // after a pass, unless it was a moment ago
    QCoro::Task<> askFor(LockName key);                            // for somebody who looks at this lock
    void setAliases(const QList<OwnerAlias> &aliases);
    // A probe saw these owners act from these addresses.
    QCoro::Task<> learn(LockName key, HolderClients seen);
    // The node is the same server, started anew.
    void noteRestart();

signals:
    void tableTouched();
    void refused(const lockscope::Failure &why); // once a run: this user may not list the clients

private:
    static QCoro::Task<> askNow(QPointer<ClientRegistry> self, bool isRegular);
    static QCoro::Task<> listAll(QPointer<ClientRegistry> self);
    static QCoro::Task<> listTied(QPointer<ClientRegistry> self, std::vector<qint64> ids);
    static QCoro::Task<> settleDoubts(QPointer<ClientRegistry> self);
    static QCoro::Task<> askAndAssign(QPointer<ClientRegistry> self);
    bool mayListMany() const;
    std::optional<bool> has(const ClientMatcher::Doubt &doubt);
    void settle(const ClientMatcher::Doubt &doubt, const ClientMatcher &onReplicas,
                const std::vector<QPointer<ClientRegistry>> &masters);
    void noteRefusal(const Failure &why);
    void assign();
    void assignOf(const LockName &key);

    Node &m_node;
    const Registry &m_registry;
    LockTable &m_table;
    ClientMatcher m_book;
    QTimer m_timer;
    ClientSchedule m_asking;
    std::function<ServersBeside()> m_beside;
    std::optional<qint64> m_connected; // clients, when it was asked last; nothing: not known
    // Owners were told of all that is known, at that revision of the table.
    bool m_isSettled = false;
    quint64 m_settledFor = 0;
    bool m_refused = false;
    bool m_isWholeWanted = false;            // by the registry of another master
    std::optional<Instant> m_manyListedAt{}; // all clients, though they were many
};

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks one node for its clients from time to time, and tells the table which clients the owners are
// (clientmatcher.h). CLIENT LIST costs the server work per client, so it is sent every 10 s, and in between
// only for a user who inspects a lock (clientschedule.h) or after a probe. It is sent only while locks are
// held and clients are few (INFO clients). Otherwise only the connections tied to owners are asked for
// (CLIENT LIST ID, since Redis 6.2), and all of them at most every 30 s when one is missing. A client that is
// missing for longer than a reconnect takes is looked up on the other servers of the deployment before it
// counts as gone. After NOPERM it is never asked again. Owned by the Follower, on the engine thread; node,
// registry and table must outlive it.

#include "core/deployment/node.h"
#include "core/engine/owners/clientmatcher.h"
#include "core/engine/owners/clientschedule.h"
#include "core/engine/table/locktable.h"

#include <QObject>
#include <QTimer>

namespace lockscope
{

class ClientRegistry;

// The other servers that a client may be connected to. Null: that server is not asked: clients unknown.
struct ServersBeside {
    std::vector<QPointer<ClientRegistry>> masters{};
    std::vector<QPointer<Node>> replicas{}; // of that node
};

class ClientRegistry final : public QObject
{
    Q_OBJECT
public:
    ClientRegistry(Node &node, const Registry &registry, LockTable &table, QObject *parent = nullptr);

    void setServersBeside(std::function<ServersBeside()> servers); // without it there are none
    void start();                                                  // asks every 10 s from now on
    QCoro::Task<> ask();                // after a pass, unless it has just been asked
    QCoro::Task<> askAgain();           // also if it has just been asked, where clients are few
    QCoro::Task<> askFor(LockName key); // for a user who inspects this lock
    void setAliases(const QList<OwnerAlias> &aliases);
    // A probe saw these owners act from these addresses.
    QCoro::Task<> learn(LockName key, HolderClients seen);
    void noteSeen(const QHash<LockName, HolderClients> &seen); // the same, without asking for the clients now
    void noteRestart();
    // As far as it is known by now: the client behind an owner id, else the one connected from that address.
    ClientInfo clientOf(const OwnerId &owner, const OwnerParts &parts, const QByteArray &address);
    // Those that sleep on a list of this database, as of the last list of all clients; nullopt: unknown, or
    // clients are many.
    struct Sleepers {
        std::vector<Sleeper> all{};
        Instant at{};
    };
    const std::optional<Sleepers> &sleepers() const { return m_sleepers; }
    std::optional<bool> isConnected(const QByteArray &address, Instant since) const
    {
        return m_book.isConnected(address, since);
    }

signals:
    void tableTouched();
    void refused(const lockscope::Failure &why); // emitted once: this user may not list the clients

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
    std::optional<qint64> m_connected; // number of clients when last asked; nullopt: unknown
    // The table has all that is known, as of its ownersRevision().
    bool m_isSettled = false;
    quint64 m_settledFor = 0;
    std::optional<Sleepers> m_sleepers{};
    bool m_refused = false;
    bool m_isWholeWanted = false;            // requested by the registry of another master
    std::optional<Instant> m_manyListedAt{}; // last complete list of many clients
};

} // namespace lockscope

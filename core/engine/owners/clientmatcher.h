// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds which client of a server is which owner, and which of these clients are gone. Sources, best first: an
// address or host in the id that is also in the client list; a client named after the owner; a MONITOR probe;
// a host in the id alone. An alias of the operator always sets the name. Calling a live client gone would
// lead an operator to steal its lock. So a missing client is in doubt only after a complete list, taken when
// it would have reconnected, misses it again, and gone only when the caller found it on no other server.
// Pure, time is a parameter. Owned by ClientRegistry, on the engine thread.

#include "core/engine/owners/clientlist.h"
#include "core/formats/format.h"
#include "core/values/owneralias.h"

#include <QHash>
#include <QSet>

namespace lockscope
{

// The operator's name for an owner, from the first matching alias; empty: none matches.
QByteArray aliasOf(const OwnerId &owner, const QList<OwnerAlias> &aliases);

class ClientMatcher
{
public:
    static constexpr milliseconds Reconnect{5'000}; // a client has reconnected by then

    // A client missing here that may be connected to another server.
    struct Doubt {
        QByteArray who{};
        QSet<QByteArray> groups{}; // host and name of each
        Instant since{};           // missing
    };

    void setAliases(const QList<OwnerAlias> &aliases) { m_aliases = aliases; }
    // Takes a complete client list. False: unchanged.
    bool see(std::vector<ClientSight> clients, Instant at);
    // Takes the connections found among those asked for by id. All other clients are unknown: a client is not
    // missing if some of its connections were not asked for. False: unchanged.
    bool seeAgain(const std::vector<qint64> &asked, const std::vector<ClientSight> &clients, Instant at);
    // A client is missing or gone: only a complete list shows whether it is back.
    bool misses() const;
    std::vector<Doubt> doubts() const;
    // False: nothing to report.
    bool settle(const Doubt &doubt, bool isGone);
    // Whether any of these was in the last complete list; nullopt: that list is older than `since`.
    std::optional<bool> has(const QSet<QByteArray> &groups, Instant since) const;
    // The gone clients can no longer be checked, so none is called gone any more. False: there were none.
    bool withdraw();
    // The server restarted, and its client ids start again.
    void forgetConnections();
    // A probe saw this owner act from that address.
    void learn(const OwnerId &owner, const OwnerParts &parts, const QByteArray &address);
    // nullopt: unknown.
    std::optional<ClientInfo> find(const OwnerId &owner, const OwnerParts &parts);
    // Whether the last complete list has it; nullopt: that list is older than `since`, or it names no
    // connection.
    std::optional<bool> isConnected(const QByteArray &address, Instant since) const;
    QByteArray nameAt(const QByteArray &address) const; // in the last list; empty: unknown, or it has none
    // The connections of all clients that are tied to owners, each once.
    std::vector<qint64> tiedIds() const;
    void keepOnly(const QSet<QByteArray> &who);
    // The part of the id that all owners of a client share; otherwise the owner id.
    static QByteArray who(const OwnerId &owner, const OwnerParts &parts);

private:
    struct Tie {
        QByteArray address{}; // of its only connection, else the host
        QByteArray name{};
        QString learnt{};
        QSet<QByteArray> groups{}; // host and name of each client that it may be; empty: unknown
        std::vector<qint64> ids{}; // their connections, a limited number of each
        bool isSure = true;        // seen connected as the owner, not only in an older list
        std::optional<Instant> missedSince{};
        bool isGone = false;
    };
    void index();
    std::optional<Tie> match(const OwnerId &owner, const OwnerParts &parts) const;
    Tie tieTo(const QSet<QByteArray> &groups, const QString &learnt) const;
    void renew(Tie &tie, Instant at) const;
    std::vector<size_t> clientsOf(const QSet<QByteArray> &groups) const;
    static bool note(Tie &tie, bool present, Instant at);
    std::vector<qint64> idsOf(const QSet<QByteArray> &groups) const;

    QList<OwnerAlias> m_aliases;
    std::vector<ClientSight> m_clients;
    QHash<QByteArray, std::vector<size_t>> m_groups; // host and name -> clients
    QHash<QByteArray, size_t> m_byAddress;
    QHash<QByteArray, QSet<QByteArray>> m_byHost; // -> groups
    // By the full name, its leading word, and a uuid in it -> groups
    QHash<QByteArray, QSet<QByteArray>> m_byName;
    QHash<QByteArray, Tie> m_ties;     // by who()
    bool m_isOld = false;              // newer lists were partial
    std::optional<Instant> m_seenAt{}; // the last complete list
};

} // namespace lockscope

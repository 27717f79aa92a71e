// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which client of one server is which owner, as far as it can be told, and which of those are gone. Sources,
// best first: what the id carries, met again among the clients; a client named after the owner; a MONITOR
// probe; a host in the id that no client has. An alias of the operator's names whoever it is. To call a
// client gone that lives would make an operator steal its lock: one that is missed is in doubt when a whole
// list misses it again so much later that it would have reconnected, and gone when whoever asks has found it
// nowhere else. Pure, time is a parameter. Owner: ClientRegistry, on the engine thread.

#include "core/engine/owners/clientlist.h"
#include "core/formats/format.h"
#include "core/values/owneralias.h"

#include <QHash>
#include <QSet>

namespace lockscope
{

// The operator's name for an owner, by the first alias that matches; empty: none does.
QByteArray aliasOf(const OwnerId &owner, const QList<OwnerAlias> &aliases);

class ClientMatcher
{
public:
    static constexpr milliseconds Reconnect{5'000}; // who lost a connection has a new one by then

    // Missed here, and may be connected to another server.
    struct Doubt {
        QByteArray who{};
        QSet<QByteArray> groups{}; // each of a host and a name
        Instant since{};           // missed
    };

    void setAliases(const QList<OwnerAlias> &aliases) { m_aliases = aliases; }
    // All clients there are now. False: they are the same as before.
    bool see(std::vector<ClientSight> clients, Instant at);
    // Of those asked for by number these are there; who of the others is, is not known. A client of whom
    // another connection was not asked for is not missed. False: the same.
    bool seeAgain(const std::vector<qint64> &asked, const std::vector<ClientSight> &clients, Instant at);
    // Some client is missed or gone: only a whole list shows whether it has come back.
    bool misses() const;
    std::vector<Doubt> doubts() const;
    // False: nothing to be told of.
    bool settle(const Doubt &doubt, bool isGone);
    // Whether one of these was there when all were seen last; nothing: that was before.
    std::optional<bool> has(const QSet<QByteArray> &groups, Instant since) const;
    // Nobody can tell any more whether who is gone has come back. False: nobody is.
    bool withdraw();
    // The server was started anew, and numbers its clients anew.
    void forgetConnections();
    // A probe saw this owner act from there.
    void learn(const OwnerId &owner, const OwnerParts &parts, const QByteArray &address);
    // Nothing: nobody knows.
    std::optional<ClientInfo> find(const OwnerId &owner, const OwnerParts &parts);
    // The connections of the clients that were told to be owners, each once.
    std::vector<qint64> tiedIds() const;
    // Ties of others are of no use any more.
    void keepOnly(const QSet<QByteArray> &who);
    // What all owners of one client have in common; else the owner itself.
    static QByteArray who(const OwnerId &owner, const OwnerParts &parts);

private:
    struct Tie {
        QByteArray address{}; // of the one connection that was seen, else of the host
        QByteArray name{};
        QString learnt{};
        QSet<QByteArray> groups{}; // which clients it may be, each of a host and name; empty: not known
        std::vector<qint64> ids{}; // their connections, the first so many of each
        bool isSure = true;        // seen connected; else only in a list from before
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
    // By the name, what stands before its first odd character, a uuid in it -> groups
    QHash<QByteArray, QSet<QByteArray>> m_byName;
    QHash<QByteArray, Tie> m_ties;     // by who()
    bool m_isOld = false;              // since that list only some were asked for
    std::optional<Instant> m_seenAt{}; // that list
};

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/owners/clientmatcher.h"

#include "core/formats/shapes.h"
#include "core/redis/glob.h"

#include <algorithm>
#include <functional>
#include <set>

namespace lockscope
{

namespace
{

constexpr size_t MostIds = 64;        // connections of one client
constexpr qsizetype ShortestName = 4; // of a client that may be compared with owner ids
const QString OfId = QStringLiteral("owner id");
const QString OfList = QStringLiteral("CLIENT LIST");
const QString OfProbe = QStringLiteral("MONITOR probe");
const QString OfAlias = QStringLiteral("alias");

// Two processes behind one address differ by the names of their connections, if any.
QByteArray groupOf(const QByteArray &address, const QByteArray &name)
{
    return hostOfAddress(address) + '\0' + name;
}

bool isInName(char c)
{
    return isAlphanumeric(c) || c == '-' || c == '_' || c == '.';
}

// StackExchange.Redis names its connections "MACHINE(SE.Redis-v2.8.16)".
QByteArray leadingWord(const QByteArray &name)
{
    qsizetype end = 0;
    while (end < name.size() && isInName(name[end]))
        ++end;
    return name.first(end);
}

QByteArray uuidIn(const QByteArray &name)
{
    constexpr qsizetype Size = 36;
    for (qsizetype from = 0; from + Size <= name.size(); ++from) {
        if (isUuid(QByteArrayView(name).sliced(from, Size)))
            return name.mid(from, Size);
    }
    return {};
}

} // namespace

QByteArray aliasOf(const OwnerId &owner, const QList<OwnerAlias> &aliases)
{
    for (const OwnerAlias &alias : aliases) {
        if (!alias.pattern.isEmpty() && globMatches(alias.pattern, owner.bytes))
            return alias.name.toUtf8();
    }
    return {};
}

QByteArray ClientMatcher::who(const OwnerId &owner, const OwnerParts &parts)
{
    return parts.client.isEmpty() ? owner.bytes : parts.client;
}

bool ClientMatcher::see(std::vector<ClientSight> clients, Instant at)
{
    m_seenAt = at;
    const bool isSame = !m_isOld && clients == m_clients;
    if (!isSame) {
        m_clients = std::move(clients);
        m_isOld = false;
        index();
    }
    for (Tie &tie : m_ties) // even if the list is the same: a client found elsewhere may have left there
        renew(tie, at);
    return !isSame;
}

void ClientMatcher::index()
{
    m_groups.clear();
    m_byAddress.clear();
    m_byHost.clear();
    m_byName.clear();
    for (size_t i = 0; i < m_clients.size(); ++i) {
        const ClientSight &client = m_clients[i];
        const QByteArray group = groupOf(client.address, client.name);
        m_groups[group].push_back(i);
        m_byAddress.insert(client.address, i);
        m_byHost[client.host()].insert(group);
        for (const QByteArray &key : {client.name, leadingWord(client.name), uuidIn(client.name)}) {
            if (key.size() >= ShortestName)
                m_byName[key].insert(group);
        }
    }
}

// A client may close one of several connections and stay. Of a connection that a probe showed, the one that
// is left may be that of another process: both may be behind one address.
void ClientMatcher::renew(Tie &tie, Instant at) const
{
    if (tie.groups.isEmpty()) { // learnt without a client list
        const auto client = m_byAddress.constFind(tie.address);
        if (client == m_byAddress.cend())
            return;
        tie.name = m_clients[*client].name;
        tie.groups = {groupOf(tie.address, tie.name)};
    }
    std::vector<qint64> ids = idsOf(tie.groups);
    note(tie, !ids.empty(), at);
    if (ids.empty())
        return;
    tie.ids = std::move(ids);
    // With several groups, any of them may be the one that is left.
    if (tie.groups.size() > 1 || m_byAddress.contains(tie.address))
        return;
    const std::vector<size_t> clients = clientsOf(tie.groups);
    const ClientSight &first = m_clients[clients.front()];
    tie.address = clients.size() == 1 && tie.learnt != OfProbe ? first.address : first.host();
}

std::vector<size_t> ClientMatcher::clientsOf(const QSet<QByteArray> &groups) const
{
    std::vector<size_t> clients;
    for (const QByteArray &group : groups) {
        if (const auto some = m_groups.constFind(group); some != m_groups.cend())
            clients.insert(clients.end(), some->begin(), some->end());
    }
    return clients;
}

// Takes a share of each group, so that the result has connections of every group that is present.
std::vector<qint64> ClientMatcher::idsOf(const QSet<QByteArray> &groups) const
{
    const size_t share = std::max<size_t>(1, MostIds / std::max<size_t>(1, size_t(groups.size())));
    std::vector<qint64> ids;
    for (const QByteArray &group : groups) {
        const std::vector<size_t> clients = m_groups.value(group);
        for (size_t i = 0; i < std::min(share, clients.size()); ++i)
            ids.push_back(m_clients[clients[i]].id);
    }
    return ids;
}

bool ClientMatcher::seeAgain(const std::vector<qint64> &asked, const std::vector<ClientSight> &clients,
                             Instant at)
{
    m_isOld = true;
    const QSet<qint64> answeredFor(asked.begin(), asked.end());
    QSet<qint64> present;
    for (const ClientSight &client : clients)
        present.insert(client.id);
    const auto isThere = [&present](qint64 id) { return present.contains(id); };
    const auto wasAsked = [&answeredFor](qint64 id) { return answeredFor.contains(id); };
    bool changed = false;
    for (Tie &tie : m_ties) {
        const bool isPresent = std::any_of(tie.ids.begin(), tie.ids.end(), isThere);
        const bool isKnown = isPresent || std::all_of(tie.ids.begin(), tie.ids.end(), wasAsked);
        if (!tie.ids.empty() && isKnown && note(tie, isPresent, at))
            changed = true;
    }
    return changed;
}

bool ClientMatcher::note(Tie &tie, bool present, Instant at)
{
    tie.isSure = tie.isSure || present;
    if (present == !tie.missedSince)
        return false;
    if (!present) {
        tie.missedSince = at;
        return false;
    }
    tie.missedSince.reset();
    return std::exchange(tie.isGone, false);
}

bool ClientMatcher::misses() const
{
    return std::any_of(m_ties.begin(), m_ties.end(), [](const Tie &tie) { return tie.missedSince; });
}

std::vector<ClientMatcher::Doubt> ClientMatcher::doubts() const
{
    std::vector<Doubt> doubts;
    if (m_isOld || !m_seenAt)
        return doubts;
    for (auto tie = m_ties.cbegin(); tie != m_ties.cend(); ++tie) {
        if (tie->missedSince && !tie->isGone && *m_seenAt - *tie->missedSince >= Reconnect)
            doubts.push_back({.who = tie.key(), .groups = tie->groups, .since = *tie->missedSince});
    }
    return doubts;
}

bool ClientMatcher::settle(const Doubt &doubt, bool isGone)
{
    const auto tie = m_ties.find(doubt.who);
    if (tie == m_ties.end() || tie->missedSince != doubt.since || tie->isGone)
        return false;
    if (!isGone) {
        tie->missedSince.reset();
        return false;
    }
    if (tie->isSure)
        tie->isGone = true;
    else // never seen connected while it was the owner
        m_ties.erase(tie);
    return true;
}

std::optional<bool> ClientMatcher::has(const QSet<QByteArray> &groups, Instant since) const
{
    if (!m_seenAt || *m_seenAt < since)
        return {};
    return std::any_of(groups.begin(), groups.end(),
                       [this](const QByteArray &group) { return m_groups.contains(group); });
}

// MONITOR has only the path of a unix socket, which all its clients share.
std::optional<bool> ClientMatcher::isConnected(const QByteArray &address, Instant since) const
{
    if (!m_seenAt || *m_seenAt < since || address.isEmpty() || address.startsWith("unix:"))
        return {};
    return m_byAddress.contains(address);
}

bool ClientMatcher::withdraw()
{
    bool changed = false;
    for (Tie &tie : m_ties)
        changed = std::exchange(tie.isGone, false) || changed;
    return changed;
}

void ClientMatcher::forgetConnections()
{
    m_clients.clear();
    m_seenAt.reset();
    index();
    for (Tie &tie : m_ties) {
        tie.ids.clear();
        if (tie.isGone)
            continue;
        tie.missedSince.reset();
        tie.isSure = false;
    }
}

// With several groups it is unknown which one it is, so only their common host and name are set.
ClientMatcher::Tie ClientMatcher::tieTo(const QSet<QByteArray> &groups, const QString &learnt) const
{
    const std::vector<size_t> clients = clientsOf(groups);
    const ClientSight &first = m_clients[clients.front()];
    const auto isAsFirst = [&](auto what) {
        return std::all_of(clients.begin(), clients.end(), [&](size_t client) {
            return std::invoke(what, m_clients[client]) == std::invoke(what, first);
        });
    };
    Tie tie{.learnt = learnt, .groups = groups, .ids = idsOf(groups)};
    if (isAsFirst(&ClientSight::host))
        tie.address = clients.size() == 1 ? first.address : first.host();
    if (isAsFirst(&ClientSight::name))
        tie.name = first.name;
    return tie;
}

std::optional<ClientMatcher::Tie> ClientMatcher::match(const OwnerId &owner, const OwnerParts &parts) const
{
    if (!parts.host.isEmpty()) {
        for (const auto *index : {&m_byHost, &m_byName}) {
            if (const auto found = index->constFind(parts.host); found != index->cend()) {
                Tie tie = tieTo(*found, OfId);
                if (tie.address.isEmpty())
                    tie.address = parts.host;
                return tie;
            }
        }
    }
    for (const QByteArray &key : {parts.client, owner.bytes}) {
        if (const auto found = m_byName.constFind(key); !key.isEmpty() && found != m_byName.cend()) {
            Tie tie = tieTo(*found, OfList);
            if (tie.name.isEmpty())
                tie.name = key;
            return tie;
        }
    }
    return {};
}

void ClientMatcher::learn(const OwnerId &owner, const OwnerParts &parts, const QByteArray &address)
{
    Tie tie;
    // In an older list another client may have that address.
    if (const auto found = m_byAddress.constFind(address); !m_isOld && found != m_byAddress.cend())
        tie = tieTo({groupOf(address, m_clients[*found].name)}, OfProbe);
    tie.address = address;
    tie.learnt = OfProbe;
    m_ties.insert(who(owner, parts), tie);
}

QByteArray ClientMatcher::nameAt(const QByteArray &address) const
{
    const auto found = m_byAddress.constFind(address);
    return m_isOld || found == m_byAddress.cend() ? QByteArray() : m_clients[*found].name;
}

std::optional<ClientInfo> ClientMatcher::find(const OwnerId &owner, const OwnerParts &parts)
{
    const QByteArray key = who(owner, parts);
    auto tie = m_ties.find(key);
    // A missing client may be back from elsewhere; an old list would still show it in its old place.
    if (tie == m_ties.end() || (tie->missedSince && !m_isOld)) {
        if (std::optional<Tie> found = match(owner, parts)) {
            found->isSure = !m_isOld;
            tie = m_ties.insert(key, *std::move(found));
        }
    }
    ClientInfo info;
    if (tie != m_ties.end())
        info = {.address = tie->address,
                .name = tie->name,
                .learnt = tie->learnt,
                .goneSince = tie->isGone ? tie->missedSince : std::nullopt};
    else if (!parts.host.isEmpty())
        info = {.address = parts.host, .learnt = OfId};
    if (const QByteArray alias = aliasOf(owner, m_aliases); !alias.isEmpty()) {
        info.name = alias;
        info.learnt = info.learnt.isEmpty() ? OfAlias : OfAlias + QStringLiteral(", ") + info.learnt;
    }
    return info.learnt.isEmpty() ? std::nullopt : std::optional(info);
}

std::vector<qint64> ClientMatcher::tiedIds() const
{
    std::set<qint64> ids;
    for (const Tie &tie : m_ties)
        ids.insert(tie.ids.begin(), tie.ids.end());
    return {ids.begin(), ids.end()};
}

void ClientMatcher::keepOnly(const QSet<QByteArray> &who)
{
    m_ties.removeIf([&who](auto tie) { return !who.contains(tie.key()); });
}

} // namespace lockscope

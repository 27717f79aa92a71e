// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/owners/clientregistry.h"

#include "core/deployment/serverinfo.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr qint64 MostListed = 2000;
// The limit for finding out whether a client is gone: such a list blocks the server for about 30 ms.
constexpr qint64 MostSearched = 10'000;
constexpr milliseconds SearchPause = 30s; // between two such lists

// nullopt: not reported.
std::optional<qint64> connectedClients(const Reply &info)
{
    bool isNumber = false;
    const qint64 count = infoField(info.bytes, "connected_clients").toLongLong(&isNumber);
    return isNumber ? std::optional(count) : std::nullopt;
}

QCoro::Task<std::optional<qint64>> countOn(QPointer<Node> node)
{
    Command question{"INFO", "clients"};
    const auto info = co_await node->reading().call(std::move(question));
    std::optional<qint64> count;
    if (info)
        count = connectedClients(*info);
    co_return count;
}

QCoro::Task<Outcome<QByteArray>> listOn(QPointer<Node> node)
{
    Command question{"CLIENT", "LIST"};
    const auto answer = co_await node->reading().call(std::move(question));
    if (!answer)
        co_return answer.failure();
    co_return answer->bytes;
}

// The clients of all nodes; nullopt: a node did not answer, or has too many. Unreachable nodes are skipped.
QCoro::Task<std::optional<ClientMatcher>> clientsOnAll(std::vector<QPointer<Node>> nodes)
{
    std::vector<ClientSight> all;
    std::optional<ClientMatcher> book;
    for (const QPointer<Node> &node : nodes) {
        if (!node || !node->isReady())
            continue;
        const std::optional<qint64> count = co_await countOn(node);
        if (!node || !count || *count > MostSearched)
            co_return book;
        const Outcome<QByteArray> list = co_await listOn(node);
        if (!list)
            co_return book;
        const std::vector<ClientSight> some = readClientList(*list);
        all.insert(all.end(), some.begin(), some.end());
    }
    book.emplace();
    book->see(std::move(all), now());
    co_return book;
}

} // namespace

ClientRegistry::ClientRegistry(Node &node, const Registry &registry, LockTable &table, QObject *parent)
    : QObject(parent), m_node(node), m_registry(registry), m_table(table)
{
    m_timer.setInterval(ClientSchedule::Period);
    connect(&m_timer, &QTimer::timeout, this, [this] { askAndAssign(this); });
}

void ClientRegistry::start()
{
    m_timer.start();
}

void ClientRegistry::setAliases(const QList<OwnerAlias> &aliases)
{
    m_book.setAliases(aliases);
    m_isSettled = false;
    assign();
}

// No user is waiting for this, so it does not ask again before the regular time.
QCoro::Task<> ClientRegistry::ask()
{
    const QPointer<ClientRegistry> self(this);
    if (m_table.totals().held > 0 && m_asking.mayAsk(now(), {}))
        co_await askNow(self, true);
    if (self)
        assign();
}

QCoro::Task<> ClientRegistry::askAgain()
{
    const QPointer<ClientRegistry> self(this);
    if (m_connected.value_or(0) < ClientSchedule::Few || m_asking.mayAsk(now(), {}))
        co_await askNow(self, true);
    if (self)
        assign();
}

QCoro::Task<> ClientRegistry::askFor(LockName key)
{
    const QPointer<ClientRegistry> self(this);
    if (m_table.totals().held > 0 && m_asking.mayAsk(now(), m_connected))
        co_await askNow(self, false);
    if (self)
        assignOf(key);
}

QCoro::Task<> ClientRegistry::askAndAssign(QPointer<ClientRegistry> self)
{
    if (self->m_table.totals().held == 0)
        co_return;
    co_await askNow(self, true);
    if (self)
        self->assign();
}

QCoro::Task<> ClientRegistry::askNow(QPointer<ClientRegistry> self, bool isRegular)
{
    if (self->m_refused || !self->m_node.isReady())
        co_return;
    self->m_asking.noteAsked(now(), isRegular);
    const QPointer<Node> node(&self->m_node);
    const std::optional<qint64> connected = co_await countOn(node);
    if (!self)
        co_return;
    self->m_connected = connected;
    if (connected.value_or(MostSearched + 1) > MostSearched && self->m_book.withdraw())
        self->m_isSettled = false;
    const bool areFew = connected && *connected <= MostListed;
    const std::vector<qint64> ids = self->m_book.tiedIds();
    const bool ofMany = !areFew && self->mayListMany();
    if (ofMany)
        self->m_manyListedAt = now();
    if (areFew || ofMany) {
        co_await listAll(self);
    } else if (!ids.empty() && self->m_node.version() >= std::pair(6, 2)) {
        co_await listTied(self, ids);
    }
    if (self && !areFew)
        self->m_sleepers.reset(); // soon out of date
    if (self)
        co_await settleDoubts(self);
}

// Lists many clients only if the tied connections are not enough.
bool ClientRegistry::mayListMany() const
{
    const bool isWanted = m_isWholeWanted || m_book.misses();
    const bool isTime = !m_manyListedAt || now() - *m_manyListedAt >= SearchPause;
    return isWanted && isTime && m_connected && *m_connected <= MostSearched;
}

QCoro::Task<> ClientRegistry::listAll(QPointer<ClientRegistry> self)
{
    const QPointer<Node> node(&self->m_node);
    const Outcome<QByteArray> list = co_await listOn(node);
    if (!self || !node)
        co_return;
    self->m_sleepers.reset();
    if (!list) {
        self->noteRefusal(list.failure());
        co_return;
    }
    self->m_isWholeWanted = false;
    self->m_sleepers = Sleepers{.all = readSleepers(*list, node->spec().db), .at = now()};
    if (self->m_book.see(readClientList(*list), now()))
        self->m_isSettled = false;
}

QCoro::Task<> ClientRegistry::listTied(QPointer<ClientRegistry> self, std::vector<qint64> ids)
{
    std::vector<ClientSight> sights;
    std::vector<Command> questions = clientListsOf(ids);
    for (Command &question : questions) {
        const auto answer = co_await self->m_node.reading().call(std::move(question));
        if (!self)
            co_return;
        if (!answer) {
            self->noteRefusal(answer.failure());
            co_return;
        }
        std::vector<ClientSight> some = readClientList(answer->bytes);
        sights.insert(sights.end(), std::make_move_iterator(some.begin()),
                      std::make_move_iterator(some.end()));
    }
    if (self->m_book.seeAgain(ids, sights, now()))
        self->m_isSettled = false;
}

void ClientRegistry::noteRefusal(const Failure &why)
{
    if (why.kind != ErrorKind::NoPerm)
        return;
    m_refused = true;
    emit refused(why);
}

// A client may have closed its connections here and still work on another server of the deployment.
QCoro::Task<> ClientRegistry::settleDoubts(QPointer<ClientRegistry> self)
{
    if (self->m_book.doubts().empty())
        co_return;
    const ServersBeside beside = self->m_beside ? self->m_beside() : ServersBeside{};
    const std::optional<ClientMatcher> onReplicas = co_await clientsOnAll(beside.replicas);
    if (!self || !onReplicas)
        co_return;
    for (const ClientMatcher::Doubt &doubt : self->m_book.doubts())
        self->settle(doubt, *onReplicas, beside.masters);
}

// If a master does not know whether it has the client, the client stays in doubt.
void ClientRegistry::settle(const ClientMatcher::Doubt &doubt, const ClientMatcher &onReplicas,
                            const std::vector<QPointer<ClientRegistry>> &masters)
{
    bool isThere = onReplicas.has(doubt.groups, doubt.since).value_or(false);
    bool isKnown = true;
    for (const QPointer<ClientRegistry> &master : masters) {
        const std::optional<bool> told = master ? master->has(doubt) : std::nullopt;
        isThere = isThere || told.value_or(false);
        isKnown = isKnown && told;
    }
    if ((isThere || isKnown) && m_book.settle(doubt, !isThere))
        m_isSettled = false;
}

// Called by the registry of another master.
std::optional<bool> ClientRegistry::has(const ClientMatcher::Doubt &doubt)
{
    const std::optional<bool> told = m_book.has(doubt.groups, doubt.since);
    m_isWholeWanted = m_isWholeWanted || !told;
    return told;
}

void ClientRegistry::setServersBeside(std::function<ServersBeside()> servers)
{
    m_beside = std::move(servers);
}

ClientInfo ClientRegistry::clientOf(const OwnerId &owner, const OwnerParts &parts, const QByteArray &address)
{
    ClientInfo client;
    if (!owner.isEmpty())
        client = m_book.find(owner, parts).value_or(ClientInfo());
    if (client.name.isEmpty() && !address.isEmpty())
        client.name = m_book.nameAt(address);
    if (client.address.isEmpty())
        client.address = address;
    return client;
}

void ClientRegistry::noteRestart()
{
    m_book.forgetConnections();
    m_isSettled = false;
}

QCoro::Task<> ClientRegistry::learn(LockName key, HolderClients seen)
{
    const QPointer<ClientRegistry> self(this);
    co_await askNow(self, false);
    if (self)
        noteSeen({{key, seen}});
}

void ClientRegistry::noteSeen(const QHash<LockName, HolderClients> &seen)
{
    for (auto one = seen.cbegin(); one != seen.cend(); ++one) {
        const LockPtr lock = m_table.find(one.key());
        const Format *format = lock ? m_registry.find(lock->kind.name) : nullptr;
        if (!format)
            continue;
        for (const auto &[owner, client] : *one)
            m_book.learn(owner, format->ownerParts(owner), client.address);
    }
    m_isSettled = false;
    assign();
}

void ClientRegistry::assign()
{
    if (m_isSettled && m_settledFor == m_table.ownersRevision())
        return;
    QHash<OwnerId, ClientInfo> clients;
    QSet<QByteArray> present; // of those that are known: of a million owners nearly none may be
    m_table.forEach([&](const LockPtr &lock) {
        if (lock->node != m_node.status().node || !lock->held())
            return;
        const Format *format = m_registry.find(lock->kind.name);
        for (const Holder &holder : lock->holders) {
            if (!format || clients.contains(holder.id))
                continue;
            const OwnerParts parts = format->ownerParts(holder.id);
            if (const std::optional<ClientInfo> client = m_book.find(holder.id, parts)) {
                present.insert(ClientMatcher::who(holder.id, parts));
                clients.insert(holder.id, *client);
            }
        }
    });
    m_book.keepOnly(present);
    m_isSettled = true;
    m_settledFor = m_table.ownersRevision();
    if (m_table.setClients(m_node.status().node, clients, now()))
        emit tableTouched();
}

// The client's other locks get it with the next assign().
void ClientRegistry::assignOf(const LockName &key)
{
    const LockPtr lock = m_table.find(key);
    const Format *format = lock ? m_registry.find(lock->kind.name) : nullptr;
    if (!format || lock->node != m_node.status().node)
        return;
    QHash<OwnerId, ClientInfo> clients;
    for (const Holder &holder : lock->holders) {
        if (const auto client = m_book.find(holder.id, format->ownerParts(holder.id)))
            clients.insert(holder.id, *client);
    }
    if (m_table.setClients(key, clients, now())) {
        m_isSettled = false;
        emit tableTouched();
    }
}

} // namespace lockscope

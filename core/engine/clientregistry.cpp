// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/clientregistry.h"

#include "core/deployment/servertold.h"

namespace lockscope
{

namespace
{

constexpr qint64 MostListed = 2000;

// Nothing: not told.
std::optional<qint64> connectedClients(const Reply &info)
{
    bool isNumber = false;
    const qint64 count = infoField(info.bytes, "connected_clients").toLongLong(&isNumber);
    return isNumber ? std::optional(count) : std::nullopt;
}

} // namespace

ClientRegistry::ClientRegistry(Node &node, const Registry &registry, LockTable &table, QObject *parent)
    : QObject(parent), m_node(node), m_registry(registry), m_table(table)
{
    m_timer.setInterval(ClientAsking::Period);
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

// Nobody waits for it: it is not worth an answer in between.
QCoro::Task<> ClientRegistry::ask()
{
    const QPointer<ClientRegistry> self(this);
    if (m_table.totals().held > 0 && m_asking.mayAsk(now(), {}))
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
    Command question{"INFO", "clients"};
    const auto info = co_await self->m_node.reading().call(std::move(question));
    if (!self)
        co_return;
    self->m_connected = info ? connectedClients(*info) : std::nullopt;
    const std::vector<qint64> ids = self->m_book.tiedIds();
    const bool whole = self->m_connected && *self->m_connected <= MostListed;
    if (!whole && (ids.empty() || self->m_node.version() < std::pair(6, 2)))
        co_return;
    std::vector<Command> questions = clientListsOf(ids);
    if (whole)
        questions = {Command{"CLIENT", "LIST"}};
    co_await listNow(self, std::move(questions), whole);
}

// Nothing is taken unless all is answered: who is not in a part would count as gone.
QCoro::Task<> ClientRegistry::listNow(QPointer<ClientRegistry> self, std::vector<Command> questions,
                                      bool whole)
{
    std::vector<ClientSight> sights;
    for (Command &question : questions) {
        const auto answer = co_await self->m_node.reading().call(std::move(question));
        if (!self)
            co_return;
        if (!answer) {
            if (answer.failure().kind == ErrorKind::NoPerm) {
                self->m_refused = true;
                emit self->refused(answer.failure());
            }
            co_return;
        }
        std::vector<ClientSight> some = readClientList(answer->bytes);
        sights.insert(sights.end(), std::make_move_iterator(some.begin()),
                      std::make_move_iterator(some.end()));
    }
    const bool changed =
        whole ? self->m_book.see(std::move(sights), now()) : self->m_book.seeAgain(sights, now());
    if (changed)
        self->m_isSettled = false;
}

QCoro::Task<> ClientRegistry::learn(LockName key, HolderClients seen)
{
    const QPointer<ClientRegistry> self(this);
    co_await askNow(self, false);
    if (!self)
        co_return;
    const LockPtr lock = m_table.find(key);
    const Format *format = lock ? m_registry.find(lock->kind.name) : nullptr;
    if (!format)
        co_return;
    for (const auto &[owner, client] : seen)
        m_book.learn(owner, format->ownerParts(owner), client.address);
    m_isSettled = false;
    assign();
}

void ClientRegistry::assign()
{
    if (m_isSettled && m_settledFor == m_table.ownersRevision())
        return;
    QHash<OwnerId, ClientInfo> clients;
    QSet<OwnerId> asked;
    QSet<QByteArray> present;
    m_table.forEach([&](const LockPtr &lock) {
        if (lock->node != m_node.status().node || !lock->held())
            return;
        const Format *format = m_registry.find(lock->kind.name);
        for (const Holder &holder : lock->holders) {
            if (!format || asked.contains(holder.id))
                continue;
            asked.insert(holder.id);
            const OwnerParts parts = format->ownerParts(holder.id);
            present.insert(ClientBook::who(holder.id, parts));
            if (const std::optional<ClientInfo> client = m_book.find(holder.id, parts))
                clients.insert(holder.id, *client);
        }
    });
    m_book.keepOnly(present);
    m_isSettled = true;
    m_settledFor = m_table.ownersRevision();
    if (m_table.setClients(m_node.status().node, clients, now()))
        emit tableTouched();
}

// The others wait for the next assign().
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

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
    connect(&m_timer, &QTimer::timeout, this, [this] { askNow(this, true); });
}

void ClientRegistry::start()
{
    m_timer.start();
}

void ClientRegistry::setAliases(const QList<OwnerAlias> &aliases)
{
    m_book.setAliases(aliases);
    assign();
}

QCoro::Task<> ClientRegistry::ask()
{
    if (m_asking.mayAsk(now(), m_connected))
        co_await askNow(this, false);
    else
        assign();
}

QCoro::Task<> ClientRegistry::askNow(QPointer<ClientRegistry> self, bool isRegular)
{
    if (!self->hasHolders())
        co_return;
    if (self->m_refused || !self->m_node.isReady()) {
        self->assign();
        co_return;
    }
    self->m_asking.noteAsked(now(), isRegular);
    Command question{"INFO", "clients"};
    const auto info = co_await self->m_node.reading().call(std::move(question));
    if (!self)
        co_return;
    self->m_connected = info ? connectedClients(*info) : std::nullopt;
    const std::vector<qint64> ids = self->m_book.tiedIds();
    const bool whole = self->m_connected && *self->m_connected <= MostListed;
    if (!whole && (ids.empty() || self->m_node.version() < std::pair(6, 2))) {
        self->assign();
        co_return;
    }
    std::vector<Command> questions = clientListsOf(ids);
    if (whole)
        questions = {Command{"CLIENT", "LIST"}};
    co_await listNow(self, std::move(questions), whole);
    if (self)
        self->assign();
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
    if (whole)
        self->m_book.see(std::move(sights), now());
    else
        self->m_book.seeAgain(sights, now());
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
    assign();
}

bool ClientRegistry::hasHolders() const
{
    bool found = false;
    m_table.forEach(
        [&](const LockPtr &lock) { found = found || (lock->node == m_node.status().node && lock->held()); });
    return found;
}

void ClientRegistry::assign()
{
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
    if (m_table.setClients(m_node.status().node, clients, now()))
        emit tableTouched();
}

} // namespace lockscope

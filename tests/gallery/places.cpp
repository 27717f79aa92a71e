// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gallery/places.h"

#include "tests/support/familyserver.h"
#include "tests/support/rediscli.h"

#include <QCoreApplication>
#include <QDateTime>

namespace lockscope::test
{

namespace
{

constexpr const char *Hour = "3600000";

// Of five nodes: which owner has it where. '-': nobody.
struct GroupLock {
    const char *key;
    const char *nodes;
};
constexpr GroupLock GroupLocks[] = {{"lock:payment:4711", "aaaaa"}, {"lock:payout:eu", "aaaa-"},
                                    {"lock:refund:88", "bbb--"},    {"lock:settlement", "ab--b"},
                                    {"lock:ledger:7", "abaab"},     {"lock:chargeback:12", "bb---"}};

Done fillGroup(const SandboxDeployment &group)
{
    for (const GroupLock &lock : GroupLocks) {
        for (size_t node = 0; node < group.size(); ++node) {
            const char who = lock.nodes[node];
            const QByteArray owner = who == 'a' ? "5e2d8c1b7f3a49d06b" : "c7419fe02a6d4b83e5";
            if (who == '-')
                continue;
            if (const auto done = group.node(node).ask({"SET", lock.key, owner, "PX", Hour}); !done)
                return done.failure();
        }
    }
    return Nothing{};
}

// By the name that the gallery gives to a Redisson client.
QByteArray threadOf(const char *client, int number)
{
    for (const OwnerAlias &alias : Shop::aliases()) {
        if (alias.name == QLatin1String(client))
            return alias.pattern.chopped(1) + ':' + QByteArray::number(number);
    }
    qFatal("no client is called %s", client);
}

// A fair lock, its holder, and who queues for it.
struct QueuedFor {
    QByteArray key{};
    QByteArray holder{};
    QByteArrayList waiters{};
};

std::vector<QueuedFor> deadlockedLocks()
{
    const QByteArray orders = threadOf("orders-7", 63), stock = threadOf("stock-1", 52),
                     billing = threadOf("billing-1", 12), tickets = threadOf("tickets-1", 5);
    QByteArrayList many;
    for (int thread = 1; thread <= 40; ++thread)
        many << threadOf("orders-3", thread);
    return {{"lock:order:77", orders, {billing, threadOf("carts-4", 17)}},
            {"lock:stock:1001", stock, {orders, tickets}},
            {"lock:billing:nightly", billing, {stock}},
            {"lock:tickets:rock", tickets, {threadOf("stock-2", 41), threadOf("stock-3", 41)}},
            {"lock:ledger:eu", threadOf("ledger-2", 9), many}};
}

// Two more deadlocks.
std::vector<QueuedFor> otherDeadlockedLocks()
{
    const QByteArray orders = threadOf("orders-7", 70), stock = threadOf("stock-2", 44),
                     carts = threadOf("carts-4", 18), tickets = threadOf("tickets-1", 6);
    return {{"lock:invoice:9", orders, {stock}},
            {"lock:payout:12", stock, {orders}},
            {"lock:cart:7781", carts, {tickets, threadOf("tickets-1", 8)}},
            {"lock:seat:A12", tickets, {carts}}};
}

Done fill(const Sandbox &server, const std::vector<QueuedFor> &locks)
{
    const QByteArray deadline = QByteArray::number(QDateTime::currentMSecsSinceEpoch() + 36'000'000);
    for (const QueuedFor &lock : locks) {
        std::vector<CliCommand> commands{{"HSET", lock.key, lock.holder, "1"}, {"PEXPIRE", lock.key, Hour}};
        for (const QByteArray &waiter : lock.waiters) {
            commands.push_back({"RPUSH", "redisson_lock_queue:{" + lock.key + '}', waiter});
            commands.push_back({"ZADD", "redisson_lock_timeout:{" + lock.key + '}', deadline, waiter});
        }
        for (const CliCommand &command : commands) {
            if (const auto done = redisCli(server.tcp(), command); !done)
                return done.failure();
        }
    }
    return Nothing{};
}

// With clients that listen for all who queue.
Done block(const Sandbox &server, Session &listening, const std::vector<QueuedFor> &locks)
{
    if (const Done filled = fill(server, locks); !filled)
        return filled;
    Command listen{"SUBSCRIBE"};
    for (const QueuedFor &lock : locks) {
        for (const QByteArray &waiter : lock.waiters)
            listen.push_back("redisson_lock__channel:{" + lock.key + "}:" + waiter);
    }
    listening.subscribe(listen);
    return Nothing{};
}

} // namespace

Places::Places(double pace) : m_pace(pace)
{
    m_door.moveToThread(&m_thread);
    m_thread.start();
}

Places::~Places()
{
    QMetaObject::invokeMethod(
        &m_door,
        [this] {
            m_sandboxes.clear();
            m_shop.reset();
        },
        Qt::BlockingQueuedConnection);
    m_thread.quit();
    m_thread.wait();
}

Outcome<ConnectionSpec> Places::shop()
{
    Failure failure;
    const auto open = [this, &failure] {
        auto shop = Shop::open(m_pace);
        if (shop)
            m_shop = std::move(*shop);
        else
            failure = shop.failure();
    };
    if (!m_shop)
        QMetaObject::invokeMethod(&m_door, open, Qt::BlockingQueuedConnection);
    if (!m_shop)
        return failure;
    return m_shop->spec();
}

Outcome<ConnectionSpec> Places::sandbox(SandboxTopology topology)
{
    Busy &busy = m_sandboxes[topology];
    Failure failure;
    const auto open = [topology, &busy, &failure] {
        auto servers = SandboxDeployment::start(topology);
        if (!servers) {
            failure = servers.failure();
            return;
        }
        busy.servers = std::move(*servers);
        busy.workers = std::make_unique<DemoWorkers>(workplaces(*busy.servers));
        busy.workers->start();
    };
    if (!busy.servers)
        QMetaObject::invokeMethod(&m_door, open, Qt::BlockingQueuedConnection);
    if (!busy.servers)
        return failure;
    ConnectionSpec spec = busy.servers->spec();
    spec.name = QCoreApplication::translate("lockscope::SandboxHost", "sandbox"); // as there
    return spec;
}

bool Places::isBusy(const ConnectionSpec &place) const
{
    return (m_shop && place.name == m_shop->spec().name) ||
           std::ranges::any_of(m_sandboxes, [&](const auto &each) {
               return each.second.servers && place.endpoint() == each.second.servers->spec().endpoint();
           });
}

Outcome<ConnectionSpec> Places::open(std::unique_ptr<Sandbox> &place, const QString &name,
                                     const SandboxOptions &options)
{
    if (!place) {
        auto sandbox = Sandbox::start(options);
        if (!sandbox)
            return sandbox.failure();
        place = std::move(*sandbox);
    }
    ConnectionSpec spec = place->tcp();
    spec.name = name;
    return spec;
}

Outcome<ConnectionSpec> Places::group()
{
    if (!m_group) {
        auto group = SandboxDeployment::start(SandboxTopology::RedLock);
        if (!group)
            return group.failure();
        if (const Done filled = fillGroup(**group); !filled)
            return filled.failure();
        m_group = std::move(*group);
    }
    ConnectionSpec spec = m_group->spec(); // marked as the one of that name that is saved
    spec.name = QStringLiteral("payments");
    spec.environment = Environment::Production;
    spec.colour = QStringLiteral("#c0392b");
    spec.readOnly = true;
    return spec;
}

Outcome<ConnectionSpec> Places::mortal()
{
    m_mortal.reset();
    auto spec = open(m_mortal, QStringLiteral("reports"));
    if (!spec)
        return spec;
    for (const CliCommand &lock : {CliCommand{"SET", "lock:stock:1001", "worker-7"},
                                   CliCommand{"SET", "lock:mail-digest", "5e2d8c1b7f3a49d06b", "PX", Hour}}) {
        if (const auto done = redisCli(m_mortal->tcp(), lock); !done)
            return done.failure();
    }
    return spec;
}

Outcome<ConnectionSpec> Places::mortalGroup()
{
    auto group = SandboxDeployment::start(SandboxTopology::RedLock);
    if (!group)
        return group.failure();
    if (const Done filled = fillGroup(**group); !filled)
        return filled.failure();
    m_mortalGroup = std::move(*group);
    ConnectionSpec spec = m_mortalGroup->spec();
    spec.name = QStringLiteral("payments");
    return spec;
}

void Places::end(size_t nodes)
{
    for (size_t node = 0; node < nodes; ++node)
        m_mortalGroup->node(node).stop();
}

Outcome<ConnectionSpec> Places::deadlocked()
{
    const bool isNew = !m_deadlocked;
    auto spec = open(m_deadlocked, QStringLiteral("orders"));
    if (!spec || !isNew)
        return spec;
    m_listening = connectedTo(*spec);
    const Done filled = block(*m_deadlocked, *m_listening, deadlockedLocks());
    return filled ? spec : Outcome<ConnectionSpec>(filled.failure());
}

Outcome<ConnectionSpec> Places::severalDeadlocks()
{
    const bool isNew = !m_severalDeadlocks;
    auto spec = open(m_severalDeadlocks, QStringLiteral("orders"));
    if (!spec || !isNew)
        return spec;
    m_listeningToSeveral = connectedTo(*spec);
    for (const auto &locks : {deadlockedLocks(), otherDeadlockedLocks()}) {
        if (const Done filled = block(*m_severalDeadlocks, *m_listeningToSeveral, locks); !filled)
            return filled.failure();
    }
    return spec;
}

Outcome<ConnectionSpec> Places::empty()
{
    return open(m_empty, QStringLiteral("reports"));
}

Outcome<ConnectionSpec> Places::locked()
{
    auto spec = open(m_locked, QStringLiteral("billing"), {.password = QStringLiteral("another")});
    if (spec)
        spec->password = QStringLiteral("wrong");
    return spec;
}

Outcome<ConnectionSpec> Places::deaf()
{
    auto spec = open(m_deaf, QStringLiteral("archive"));
    if (spec) {
        m_deaf->pause();
        spec->connectTimeout = spec->commandTimeout = std::chrono::minutes(5);
    }
    return spec;
}

Outcome<ConnectionSpec> Places::vast()
{
    const bool isNew = !m_vast;
    auto spec = open(m_vast, QStringLiteral("sessions"),
                     {.serverArguments = {QStringLiteral("--enable-debug-command"), QStringLiteral("yes")}});
    if (spec) {
        m_vast->resume();
        spec->commandTimeout = std::chrono::minutes(5);
    }
    if (spec && isNew) {
        const auto filled = redisCli(m_vast->tcp(), {"DEBUG", "POPULATE", "400000", "session", "8"});
        if (!filled)
            return filled.failure();
    }
    return spec;
}

ConnectionSpec Places::nobody()
{
    ConnectionSpec spec;
    spec.name = QStringLiteral("staging");
    spec.environment = Environment::Staging;
    spec.host = QStringLiteral("127.0.0.1");
    spec.port = 1;
    return spec;
}

} // namespace lockscope::test

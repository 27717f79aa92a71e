// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gallery/shop.h"

#include "core/engine/acts/lockclient.h"
#include "core/redis/session.h"

#include <QRandomGenerator>
#include <QTimer>
#include <qcorotask.h>

namespace lockscope::test
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds ForEver = 24h;

// How one client treats one lock, over and over.
struct Habit {
    const char *client = "";
    QByteArray owner{};
    QByteArray key{};
    QByteArray kind = "rlock";
    milliseconds lease = 30s;
    milliseconds wait = 0ms;
    milliseconds holdFrom = ForEver, holdTo = ForEver;
    milliseconds thinkFrom = 1s, thinkTo = 4s;
    int depth = 1;         // nested acquires
    bool watchdog = false; // renews while it holds
    bool crashes = false;  // stops renewing at the end of the hold and never releases
};

struct Person {
    const char *name;
    const char *id; // of a Redisson client
};

constexpr Person Orders7{"orders-7", "8f3c1d0e-52a7-4b60-9a54-6c1f0e2d7b31"};
constexpr Person Orders3{"orders-3", "5fb2d408-4173-4d40-8e55-63a18fc1d8a3"};
constexpr Person Billing1{"billing-1", "0a6d8fb3-9c2e-4e0b-b900-1e5c4b8d3f6f"};
constexpr Person Ledger2{"ledger-2", "c41f7a26-7d98-4b5e-a1f6-7d0c3e5b9a84"};
constexpr Person Carts4{"carts-4", "e7320b5d-6a17-4c8d-93b4-5c2f1a0d8e66"};
constexpr Person Tickets1{"tickets-1", "f9d45c7e-8b28-4d9e-84c5-6e302b1c9f77"};
constexpr std::array Stock{Person{"stock-1", "1b7e90c4-0d3f-4f0c-8a11-2f6d5c9e4a70"},
                           Person{"stock-2", "2c8fa1d5-1e40-4a1d-9b22-307e6daf5b81"},
                           Person{"stock-3", "3d90b2e6-2f51-4b2e-ac33-418f7eb06c92"},
                           Person{"stock-4", "4ea1c3f7-3062-4c3f-bd44-52908fc17da3"}};
constexpr std::array Seats{Person{"seats-1", "7c1e5ab09f3d4e62"}, Person{"seats-2", "a94b20d76c8f1e35"},
                           Person{"seats-3", "d05f8e1b2a7c4963"}};

QByteArray thread(const Person &person, int number)
{
    return QByteArray(person.id) + ':' + QByteArray::number(number);
}

std::vector<Habit> habits()
{
    std::vector<Habit> all{
        {.client = Orders7.name,
         .owner = thread(Orders7, 63),
         .key = Shop::healthy().bytes,
         .depth = 2,
         .watchdog = true},
        {.client = "orders-3",
         .owner = thread(Orders3, 21),
         .key = Shop::healthy().bytes,
         .wait = ForEver,
         .holdFrom = 500ms,
         .holdTo = 500ms},
        {.client = Billing1.name,
         .owner = thread(Billing1, 12),
         .key = "lock:billing:nightly",
         .lease = 12s,
         .watchdog = true},
        {.client = "invoices-2",
         .owner = "b3f1c7d2a8e94f05",
         .key = "lock:invoice-export",
         .kind = "token-lock",
         .lease = 20s,
         .watchdog = true},
        {.client = "mail-1",
         .owner = "64d1f0b97a2c4e8d",
         .key = Shop::plain().bytes,
         .kind = "token-lock",
         .lease = 30min},
        {.client = Ledger2.name,
         .owner = thread(Ledger2, 9),
         .key = "lock:ledger:eu",
         .lease = 18s,
         .holdFrom = 20s,
         .holdTo = 24s,
         .thinkFrom = 25s,
         .thinkTo = 30s,
         .watchdog = true,
         .crashes = true},
        {.client = Carts4.name,
         .owner = thread(Carts4, 17),
         .key = "lock:cart:7781",
         .lease = 20s,
         .holdFrom = 2s,
         .holdTo = 5s,
         .depth = 3},
        {.client = Tickets1.name,
         .owner = thread(Tickets1, 5),
         .key = Shop::queued().bytes,
         .kind = "fair-lock",
         .watchdog = true},
        {.client = "orders-7",
         .owner = thread(Orders7, 70),
         .key = Shop::queued().bytes,
         .kind = "fair-lock",
         .wait = ForEver,
         .holdFrom = 500ms,
         .holdTo = 500ms},
        {.client = "carts-4",
         .owner = thread(Carts4, 23),
         .key = Shop::queued().bytes,
         .kind = "fair-lock",
         .wait = ForEver,
         .holdFrom = 500ms,
         .holdTo = 500ms},
    };
    for (const Person &stock : Stock) {
        all.push_back({.client = stock.name,
                       .owner = thread(stock, 41),
                       .key = Shop::wanted().bytes,
                       .lease = 10s,
                       .wait = 30s,
                       .holdFrom = 600ms,
                       .holdTo = 2s,
                       .thinkFrom = 100ms,
                       .thinkTo = 800ms});
        if (&stock != &Stock.front()) // who died with it
            all.push_back({.client = stock.name,
                           .owner = thread(stock, 52),
                           .key = Shop::stuck().bytes,
                           .wait = ForEver});
    }
    for (const Person &seat : Seats)
        all.push_back({.client = seat.name,
                       .owner = seat.id,
                       .key = "lock:seat:A12",
                       .kind = "token-lock",
                       .lease = 8s,
                       .wait = 20s,
                       .holdFrom = 500ms,
                       .holdTo = 3s,
                       .thinkFrom = 200ms,
                       .thinkTo = 1500ms});
    return all;
}

// What is there without anybody who lives: locks of other kinds, one that a dead client left, ordinary keys.
std::vector<Command> furniture()
{
    const QByteArray long_ = "86400000";
    const QByteArray readers[] = {thread(Orders7, 80), thread(Orders3, 34), thread(Carts4, 29)};
    const QByteArray shared = Shop::shared().bytes;
    std::vector<Command> commands{
        {"HSET", Shop::stuck().bytes, thread(Stock.front(), 52), "1"},
        {"HSET", shared, "mode", "read", readers[0], "1", readers[1], "1", readers[2], "1"},
        {"PEXPIRE", shared, long_},
        {"SET", "semaphore:payment-api", "3"},
        {"SET", "latch:warehouse-sync", "2"},
        {"SET", "pay_lock:881", "1"},
        {"SET", "redlock:price-import", "c0a8f7d1-5e2b-4936-8f14-2b6d9e3a7c58", "PX", long_},
        {"SET", "bull:mail:42:lock", "9b1d6a4e-3c7f-48d2-a05b-7e8f1c2d3b64:1", "PX", long_},
    };
    for (const QByteArray &reader : readers)
        commands.push_back({"SET", '{' + shared + "}:" + reader + ":rwlock_timeout:1", "1", "PX", long_});
    for (int i = 0; i < 300; ++i) {
        const QByteArray n = QByteArray::number(i);
        commands.push_back({"SET", "cache:page:" + n, "<html>" + n + "</html>"});
    }
    return commands;
}

} // namespace

// One connection and what it does with its lock; whatever it waits for ends with it.
struct Shop::Client {
    Client(const ConnectionSpec &server, Habit treated, double atPace, quint32 seed)
        : habit(std::move(treated)), pace(atPace), random(seed), session(named(server, habit.client)),
          locks(session, Registry::builtIn())
    {
        timer.setSingleShot(true);
        // Whoever could not renew in time begins anew.
        QObject::connect(&locks, &LockClient::lost, &timer, [this] {
            held = 0;
            later(1s, &Client::take);
        });
        session.open();
    }
    ~Client()
    {
        locks.cancelWaiting();
        session.close();
    }
    Q_DISABLE_COPY_MOVE(Client)

    static ConnectionSpec named(ConnectionSpec server, const char *name)
    {
        server.readOnly = false;
        server.clientName = QLatin1String(name);
        return server;
    }
    milliseconds between(milliseconds from, milliseconds to)
    {
        return from + milliseconds(random.bounded(int((to - from).count()) + 1));
    }
    milliseconds paced(milliseconds time) const
    {
        return time == ForEver ? time : milliseconds(qint64(double(time.count()) * pace));
    }
    void later(milliseconds time, void (Client::*what)())
    {
        timer.disconnect();
        QObject::connect(&timer, &QTimer::timeout, &timer, [this, what] { (this->*what)(); });
        timer.start(std::min(paced(time), ForEver));
    }
    ActRequest request(ActKind act) const
    {
        return {.act = act,
                .key = {habit.key},
                .kind = habit.kind,
                .owner = {habit.owner},
                .lease = paced(habit.lease),
                .wait = habit.wait,
                .watchdog = habit.watchdog};
    }
    void take()
    {
        QCoro::connect(locks.act(request(ActKind::Acquire)), &timer, [this](const Receipt &receipt) {
            if (receipt.result != ActResult::Done)
                return later(between(habit.thinkFrom, habit.thinkTo), &Client::take);
            if (++held < habit.depth)
                return later(700ms, &Client::take);
            later(between(habit.holdFrom, habit.holdTo), &Client::give);
        });
    }
    void give()
    {
        if (habit.crashes) {
            locks.abandon({habit.key});
            held = 0;
            return later(between(habit.thinkFrom, habit.thinkTo), &Client::take);
        }
        QCoro::connect(locks.act(request(ActKind::Release)), &timer, [this](const Receipt &) {
            if (--held > 0)
                return later(700ms, &Client::give);
            later(between(habit.thinkFrom, habit.thinkTo), &Client::take);
        });
    }

    Habit habit;
    double pace;
    QRandomGenerator random;
    int held = 0;
    Session session;
    LockClient locks;
    QTimer timer;
};

Shop::Shop(std::unique_ptr<SandboxDeployment> deployment) : m_deployment(std::move(deployment)) {}

Shop::~Shop() = default;

Outcome<std::unique_ptr<Shop>> Shop::open(double pace)
{
    auto deployment = SandboxDeployment::start(SandboxTopology::Standalone);
    if (!deployment)
        return deployment.failure();
    std::unique_ptr<Shop> shop(new Shop(std::move(*deployment)));
    if (const Done filled = shop->fill(); !filled)
        return filled.failure();
    quint32 seed = 7; // each of them hesitates in its own way, and the same in every run
    for (const Habit &habit : habits()) {
        shop->m_clients.push_back(std::make_unique<Client>(shop->server().tcp(), habit, pace, ++seed));
        // Those who wait come when it is taken.
        shop->m_clients.back()->later(habit.wait == ForEver ? 2s : 0s, &Client::take);
    }
    return shop;
}

Done Shop::fill() const
{
    for (const Command &command : furniture()) {
        if (const auto done = server().ask(command); !done)
            return done.failure();
    }
    return Nothing{};
}

ConnectionSpec Shop::spec() const
{
    ConnectionSpec spec = server().tcp();
    spec.name = QStringLiteral("shop");
    spec.readOnly = false;
    return spec;
}

SandboxServer &Shop::server() const
{
    return m_deployment->node(0);
}

QList<OwnerAlias> Shop::aliases()
{
    QList<OwnerAlias> aliases;
    const auto call = [&aliases](const Person &person) {
        aliases << OwnerAlias{QByteArray(person.id) + '*', QLatin1String(person.name)};
    };
    for (const Person &person : {Orders7, Orders3, Billing1, Ledger2, Carts4, Tickets1})
        call(person);
    for (const Person &person : Stock)
        call(person);
    for (const Person &person : Seats)
        call(person);
    return aliases;
}

} // namespace lockscope::test

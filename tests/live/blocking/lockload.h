// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Clients that acquire locks with SET NX, several at a time and always in the order of their names, so that
// they never deadlock. Each keeps its own record of what it holds and waits for. While they pause, no command
// is under way, so the records are the state of the server. Main thread; ends its clients when it is deleted.

#include "core/base/wakeup.h"
#include "core/redis/session.h"
#include "tests/support/finished.h"
#include "tests/support/sessions.h"

#include <QTest>
#include <QUuid>
#include <qcorotask.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace lockscope::test
{

// What a client writes into the locks: always the same with the number of its thread, always the same UUID, a
// new UUID for each lock that it acquires, or even for each try.
enum class LoadIds { OfThread, OfClient, OfAcquisition, OfTry };
enum class LoadRelease { Delete, CompareAndDelete };

struct LoadOptions {
    unsigned seed = 1;
    LoadIds ids = LoadIds::OfThread;
    LoadRelease release = LoadRelease::Delete;
    bool isPooled = false; // each command by any of two connections of the client
};

class LockLoad;

class LoadClient
{
public:
    struct Waiting {
        QByteArray key{};
        QByteArray id{};       // of its last try
        qint64 heardTries = 0; // since LockLoad::listen(), all refused
        qint64 releases = -1;  // of the lock, before the last try; -1: one was under way
    };

    LoadClient(LockLoad &load, ConnectionSpec server, int number);

    bool isReady() const { return m_session->isReady() && m_other->isReady(); }
    const QByteArray &address() const { return m_address; }                   // without a pool
    const std::map<QByteArray, QByteArray> &holds() const { return m_holds; } // key -> id
    // Nothing: it works, rests, or was not refused yet.
    const std::optional<Waiting> &waiting() const { return m_waiting; }
    bool isAtRest() const { return m_isAtRest || m_hasEnded; }
    bool hasEnded() const { return m_hasEnded; }

private:
    friend class LockLoad;
    static QCoro::Task<> work(LoadClient *self);
    // Acquires the first lock, and once the other client has one, waits for the second.
    static QCoro::Task<> deadlock(LoadClient *self, LoadClient *other, QByteArray first, QByteArray second);
    static QCoro::Task<bool> acquire(LoadClient *self, QByteArray key);
    static QCoro::Task<> releaseLast(LoadClient *self);
    static QCoro::Task<> pass(LoadClient *self, int mostMilliseconds); // some time, and any pause
    std::vector<QByteArray> someLocks();
    QByteArray newId(LoadIds onlyIf, const QByteArray &id) const;
    Session &anyConnection();
    int random(int below) { return int(m_random() % unsigned(below)); }

    LockLoad &m_load;
    std::minstd_rand m_random;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<Session> m_other; // of the pool
    std::shared_ptr<WakeUp> m_pause = std::make_shared<WakeUp>();
    QByteArray m_address{};
    QByteArray m_id{};
    std::map<QByteArray, QByteArray> m_holds{};
    std::optional<Waiting> m_waiting{};
    bool m_isAtRest = false;
    bool m_hasEnded = true; // not begun
};

class LockLoad
{
public:
    static constexpr int Clients = 8;
    static constexpr int Locks = 5;
    static QByteArray keyOf(int lock) { return "lock:" + QByteArray::number(lock); }

    LockLoad(const ConnectionSpec &server, const LoadOptions &options) : m_server(server), m_options(options)
    {
        for (int i = 0; i < Clients; ++i)
            add();
    }
    ~LockLoad()
    {
        m_isOver = true;
        m_isPaused = false;
        if (!QTest::qWaitFor([this] { return std::ranges::all_of(m_clients, &LoadClient::hasEnded); },
                             20'000))
            qFatal("a client of the load does not end");
    }
    Q_DISABLE_COPY_MOVE(LockLoad)

    bool areReady() const { return std::ranges::all_of(m_clients, &LoadClient::isReady); }
    void start()
    {
        for (const auto &client : m_clients) {
            learnAddress(*client);
            client->m_hasEnded = false;
            LoadClient::work(client.get());
        }
    }
    // Two further clients, with two further locks. Returns them.
    std::pair<const LoadClient *, const LoadClient *> deadlock()
    {
        LoadClient &one = add(), &two = add();
        if (!QTest::qWaitFor([&] { return one.isReady() && two.isReady(); }, 10'000))
            qFatal("no connection");
        for (LoadClient *client : {&one, &two}) {
            learnAddress(*client);
            client->m_hasEnded = false;
        }
        LoadClient::deadlock(&one, &two, keyOf(Locks), keyOf(Locks + 1));
        LoadClient::deadlock(&two, &one, keyOf(Locks + 1), keyOf(Locks));
        return {&one, &two};
    }

    // False: some command is under way for too long.
    bool pause()
    {
        m_isPaused = true;
        return QTest::qWaitFor([this] { return std::ranges::all_of(m_clients, &LoadClient::isAtRest); },
                               20'000);
    }
    void resume() { m_isPaused = false; }
    bool isPaused() const { return m_isPaused; }
    bool isOver() const { return m_isOver; }
    const LoadOptions &options() const { return m_options; }
    const std::vector<std::unique_ptr<LoadClient>> &clients() const { return m_clients; }

    // In a pause: what happens from now on is heard.
    void listen()
    {
        m_heldAtFirst = holds();
        m_everHeld = m_heldAtFirst;
        m_everTried.clear();
        m_acquired = 0;
        for (const auto &client : m_clients) {
            if (client->m_waiting)
                client->m_waiting->heardTries = 0;
        }
    }
    using Pairs = std::set<std::pair<QByteArray, QByteArray>>; // lock and id
    Pairs holds() const
    {
        Pairs held;
        for (const auto &client : m_clients)
            held.insert(client->holds().begin(), client->holds().end());
        return held;
    }
    const Pairs &everHeld() const { return m_everHeld; } // since listen(), as are the following
    const Pairs &everTried() const { return m_everTried; }
    qint64 acquired() const { return m_acquired; }
    // Clients that were refused a lock which was held then and is held now, after it was last released. Not
    // those that held it then with the id that they try with: such a try looks like a renewal. These a probe
    // must name; the others that wait it may name.
    std::vector<const LoadClient *> sureToBeHeard() const
    {
        const auto has = [](const Pairs &held, const QByteArray &key) {
            return std::ranges::any_of(held, [&key](const auto &pair) { return pair.first == key; });
        };
        const Pairs heldNow = holds();
        std::vector<const LoadClient *> waiters;
        for (const auto &client : m_clients) {
            const auto &wait = client->waiting();
            if (wait && wait->heardTries > 0 && has(m_heldAtFirst, wait->key) && has(heldNow, wait->key) &&
                wait->releases == releasesOf(wait->key) && !m_heldAtFirst.contains({wait->key, wait->id}))
                waiters.push_back(client.get());
        }
        return waiters;
    }

private:
    friend class LoadClient;
    LoadClient &add()
    {
        m_clients.push_back(std::make_unique<LoadClient>(*this, m_server, int(m_clients.size())));
        return *m_clients.back();
    }
    static void learnAddress(LoadClient &client)
    {
        const Outcome<Reply> info = finished(client.m_session->call({"CLIENT", "INFO"}));
        for (const QByteArray &word : info ? info->bytes.split(' ') : QByteArrayList()) {
            if (word.startsWith("addr="))
                client.m_address = word.sliced(5);
        }
    }
    // -1: one is under way.
    qint64 releasesOf(const QByteArray &key) const
    {
        const auto begun = m_begunReleases.find(key), ended = m_endedReleases.find(key);
        if (begun == m_begunReleases.end())
            return 0;
        return ended != m_endedReleases.end() && ended->second == begun->second ? ended->second : -1;
    }
    void noteHolding(const QByteArray &key, const QByteArray &id)
    {
        m_everHeld.insert({key, id});
        ++m_acquired;
    }

    const ConnectionSpec m_server;
    const LoadOptions m_options;
    std::vector<std::unique_ptr<LoadClient>> m_clients{};
    bool m_isPaused = false;
    bool m_isOver = false;
    Pairs m_heldAtFirst{};
    Pairs m_everHeld{};
    Pairs m_everTried{};
    qint64 m_acquired = 0;
    std::map<QByteArray, qint64> m_begunReleases{}; // by lock
    std::map<QByteArray, qint64> m_endedReleases{};
};

inline LoadClient::LoadClient(LockLoad &load, ConnectionSpec server, int number)
    : m_load(load), m_random(load.options().seed * 100 + unsigned(number))
{
    server.readOnly = false;
    for (std::unique_ptr<Session> *session : {&m_session, &m_other}) {
        *session = std::make_unique<Session>(patient(server));
        (*session)->open();
    }
    m_id = m_load.options().ids == LoadIds::OfThread ? "pod-" + QByteArray::number(number) + ":7"
                                                     : QUuid::createUuid().toByteArray(QUuid::WithoutBraces);
}

inline Session &LoadClient::anyConnection()
{
    return m_load.options().isPooled && random(2) == 0 ? *m_other : *m_session;
}

inline std::vector<QByteArray> LoadClient::someLocks()
{
    std::vector<QByteArray> keys;
    for (int lock = 0; lock < LockLoad::Locks; ++lock)
        keys.push_back(LockLoad::keyOf(lock));
    std::shuffle(keys.begin(), keys.end(), m_random);
    keys.resize(size_t(1 + random(3)));
    std::ranges::sort(keys);
    return keys;
}

inline QByteArray LoadClient::newId(LoadIds onlyIf, const QByteArray &id) const
{
    return m_load.options().ids == onlyIf ? QUuid::createUuid().toByteArray(QUuid::WithoutBraces) : id;
}

inline QCoro::Task<> LoadClient::pass(LoadClient *self, int mostMilliseconds)
{
    const std::shared_ptr<WakeUp> pause = self->m_pause;
    self->m_isAtRest = true;
    do {
        co_await pause->wait(milliseconds(1 + self->random(mostMilliseconds)));
    } while (self->m_load.isPaused());
    self->m_isAtRest = false;
}

// False: the load is over.
inline QCoro::Task<bool> LoadClient::acquire(LoadClient *self, QByteArray key)
{
    self->m_id = self->newId(LoadIds::OfAcquisition, self->m_id);
    while (!self->m_load.isOver()) {
        self->m_id = self->newId(LoadIds::OfTry, self->m_id);
        self->m_load.m_everTried.insert({key, self->m_id});
        const qint64 releases = self->m_load.releasesOf(key);
        Command attempt{"SET", key, self->m_id, "NX", "PX", "600000"};
        const Outcome<Reply> reply = co_await self->anyConnection().call(std::move(attempt));
        if (!reply)
            qFatal("%s", qPrintable(reply.failure().line()));
        if (!reply->isNil()) {
            self->m_waiting.reset();
            self->m_holds[key] = self->m_id;
            self->m_load.noteHolding(key, self->m_id);
            co_return true;
        }
        if (!self->m_waiting)
            self->m_waiting = Waiting{.key = key};
        self->m_waiting->id = self->m_id;
        self->m_waiting->releases = releases;
        ++self->m_waiting->heardTries;
        co_await pass(self, 30);
    }
    co_return false;
}

inline QCoro::Task<> LoadClient::releaseLast(LoadClient *self)
{
    static const QByteArray compareAndDelete =
        "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end";
    const auto [key, id] = *self->m_holds.rbegin();
    Command release{"DEL", key};
    if (self->m_load.options().release == LoadRelease::CompareAndDelete)
        release = {"EVAL", compareAndDelete, "1", key, id};
    ++self->m_load.m_begunReleases[key];
    const Outcome<Reply> reply = co_await self->anyConnection().call(std::move(release));
    if (!reply || reply->integer != 1)
        qFatal("a lock of the load was lost");
    ++self->m_load.m_endedReleases[key];
    self->m_holds.erase(key);
}

inline QCoro::Task<> LoadClient::work(LoadClient *self)
{
    while (!self->m_load.isOver()) {
        for (const QByteArray &key : self->someLocks()) {
            const bool isAcquired = co_await acquire(self, key);
            if (isAcquired)
                co_await pass(self, 25);
        }
        while (!self->m_load.isOver() && !self->m_holds.empty()) {
            co_await releaseLast(self);
            co_await pass(self, 10);
        }
        co_await pass(self, 60);
    }
    self->m_hasEnded = true;
}

inline QCoro::Task<> LoadClient::deadlock(LoadClient *self, LoadClient *other, QByteArray first,
                                          QByteArray second)
{
    co_await acquire(self, first);
    while (!self->m_load.isOver() && other->m_holds.empty())
        co_await pass(self, 5);
    co_await acquire(self, second);
    self->m_hasEnded = true;
}

} // namespace lockscope::test

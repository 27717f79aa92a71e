// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/mixedkeyspace.h"

#include "tests/support/finished.h"
#include "tests/support/madevalues.h"

#include <iterator>

namespace lockscope::test
{

namespace
{

using Arguments = std::vector<QByteArray>;

Replies answered(Session &session, Batch batch)
{
    const auto awaited = [](PendingReplies pending) -> QCoro::Task<Outcome<Replies>> {
        co_return co_await pending;
    };
    Outcome<Replies> replies = finished(awaited(session.send(std::move(batch), milliseconds(60'000))));
    if (!replies)
        qFatal("%s", qPrintable(replies.failure().line()));
    for (const Reply &reply : replies->items) {
        if (reply.isError())
            qFatal("refused: %s", reply.bytes.constData());
    }
    return std::move(*replies);
}

Reply answer(Session &session, const Arguments &arguments)
{
    Batch batch;
    batch.add(Command(arguments.begin(), arguments.end()));
    return answered(session, std::move(batch)).items.front();
}

class Filler : private MadeValues
{
public:
    Filler(Session &session, const MixedSetting &setting)
        : MadeValues(setting.seed, wallMs(session)), m_session(session)
    {
        for (int i = 0; i < setting.keys; ++i) {
            m_number = QByteArray::number(i);
            if (double(pick(1'000'000)) < setting.lockShare * 1'000'000)
                addLock();
            else
                addForeign();
            if (m_batch.count() >= 5000)
                flush();
        }
        flush();
    }
    MixedKeyspace take() { return std::move(m_made); }

private:
    using Maker = void (Filler::*)();

    void flush()
    {
        if (m_batch.count() > 0)
            answered(m_session, std::exchange(m_batch, {}));
    }
    void send(const Arguments &arguments) { m_batch.add(Command(arguments.begin(), arguments.end())); }
    void expire(const QByteArray &key, qint64 ms = Lease) { send({"PEXPIREAT", key, at(ms)}); }

    void isLock(const char *sort, const char *kind, const QByteArray &key,
                Findable findable = Findable::ByName)
    {
        m_made.locks.push_back({.key = key, .kind = kind, .sort = sort, .findable = findable});
    }
    void token(const char *sort, const QByteArray &key, const QByteArray &value,
               const char *kind = "token-lock", Findable findable = Findable::ByName)
    {
        send({"SET", key, value, "PX", QByteArray::number(Lease)});
        isLock(sort, kind, key, findable);
    }

    void addLock();
    void redisson();
    void redissonShared();
    void counters();
    void tokens();
    void bare();
    void libraries();
    void shared();
    void jobs();

    void addForeign();
    void foreignString();
    void foreignHash();
    void foreignCollection();
    void nearlyNamed();

    static constexpr qint64 Lease = 3'600'000;
    Session &m_session;
    QByteArray m_number;
    Batch m_batch;
    MixedKeyspace m_made;
};

void Filler::addLock()
{
    static constexpr Maker makers[] = {&Filler::redisson,  &Filler::redissonShared, &Filler::counters,
                                       &Filler::tokens,    &Filler::tokens,         &Filler::bare,
                                       &Filler::libraries, &Filler::shared,         &Filler::jobs};
    (this->*makers[pick(unsigned(std::size(makers)))])();
}

void Filler::redisson()
{
    const unsigned which = pick(4);
    const QByteArray key = (which == 1 ? "order:" : "order:lock:") + m_number;
    const QByteArray owner = redissonOwner();
    send({"HSET", key, owner, "1"});
    expire(key);
    if (which == 0) {
        isLock("Redisson lock", "rlock", key);
    } else if (which == 1) {
        isLock("Redisson lock, name says nothing", "rlock", key, Findable::ByShape);
    } else if (which == 2) {
        const QByteArray waiter = redissonOwner();
        send({"RPUSH", "redisson_lock_queue:{" + key + '}', waiter});
        send({"ZADD", "redisson_lock_timeout:{" + key + '}', at(300'000), waiter});
        isLock("Redisson fair lock", "fair-lock", key);
    } else {
        send({"SET", "redisson_lock_token:{" + key + '}', QByteArray::number(1 + pick(1000))});
        isLock("Redisson fenced lock", "fenced-lock", key);
    }
}

void Filler::redissonShared()
{
    const QByteArray key = "stock:lock:" + m_number;
    const QByteArray owner = redissonOwner();
    const unsigned which = pick(3);
    if (which == 0) {
        const QByteArray other = redissonOwner();
        send({"HSET", key, "mode", "read", owner, "1", other, "1"});
        for (const QByteArray &reader : {owner, other})
            send({"SET", '{' + key + "}:" + reader + ":rwlock_timeout:1", "1", "PX",
                  QByteArray::number(Lease)});
        isLock("Redisson read lock", "rw-lock", key);
    } else if (which == 1) {
        send({"HSET", key, "mode", "write", owner + ":write", "1"});
        isLock("Redisson write lock", "rw-lock", key);
    } else {
        const QByteArray value = bytes(16).toBase64().first(22);
        send({"HSET", key, value, owner, value + ':' + owner + ":expire_time", at(Lease),
              value + ':' + owner + ":lock_count", "1"});
        isLock("Redisson group lock", "multi-lock", key);
    }
    expire(key);
}

void Filler::counters()
{
    const unsigned which = pick(5);
    const QByteArray count = QByteArray::number(2 + pick(8));
    if (which == 0) {
        const QByteArray key = "semaphore:printer:" + m_number;
        send({"SET", key, count});
        send({"ZADD", '{' + key + "}:timeout", at(Lease), bytes(16)});
        isLock("Redisson permits, some held", "permit-semaphore", key);
    } else if (which == 1) {
        send({"SET", "semaphore:api:" + m_number, count});
        isLock("Redisson semaphore, name says so", "semaphore", "semaphore:api:" + m_number);
    } else if (which == 2) {
        send({"SET", "slots:api:" + m_number, count});
        isLock("Redisson semaphore, idle, name says nothing", "semaphore", "slots:api:" + m_number,
               Findable::Never);
    } else if (which == 3) {
        send({"SET", "latch:start:" + m_number, count});
        isLock("Redisson latch, name says so", "latch", "latch:start:" + m_number);
    } else {
        send({"SET", "barrier:" + m_number, count});
        isLock("Redisson latch, idle, name says nothing", "latch", "barrier:" + m_number, Findable::Never);
    }
}

void Filler::tokens()
{
    const QByteArray key = "lock:stock:" + m_number;
    switch (pick(16)) {
    case 0:
        return token("redis-py", key, timedToken());
    case 1:
        return token("redis-py, name says nothing", "stock:" + m_number, timedToken(), "token-lock",
                     Findable::ByShape);
    case 2:
        return token("node-redlock", "locks:stock:" + m_number, hex(32));
    case 3:
        return token("redsync", "mutex:stock:" + m_number, bytes(16).toBase64());
    case 4:
        return token("RedLock.net, pottery", "redlock:stock:" + m_number, uuid());
    case 5:
        return token("redis-plus-plus", key, alphanumerics(20));
    case 6:
        return token("rslock", key, QByteArray("\xff\x00\x81", 3) + bytes(17));
    case 7:
        return token("bsm/redislock", key,
                     bytes(16).toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
    case 8:
        return token("Laravel", "app-cache-laravel_unique_job:Mail:" + m_number, alphanumerics(16));
    case 9:
        return token("Hangfire", "{hangfire}:queue:mail" + m_number + ":dequeued:lock", uuid());
    case 10:
        return token("GitLab", "gitlab:exclusive_lease:projects/" + m_number + "/gc", uuid());
    case 11:
        return token("activejob-uniqueness", "activejob_uniqueness:import_job:" + hex(32) + m_number, uuid());
    case 12:
        return token("celery-once", "qo_tasks.import_id-" + m_number, timedToken());
    case 13:
        return token("RQ 2.10, scheduler", "rq:scheduler-lock:queue" + m_number, hex(32));
    case 14:
        return token("Laravel, Cache::lock()", "shop_database_shop_cache_:import" + m_number,
                     alphanumerics(16), "token-lock", Findable::ByShape);
    default:
        return token("Dapr", "lock||shop||" + m_number, "worker-" + m_number);
    }
}

void Filler::bare()
{
    const QByteArray key = "pay_lock:" + m_number;
    switch (pick(4)) {
    case 0:
        send({"SET", key, "1"});
        return isLock("SETNX without expiry", "untokened-lock", key);
    case 1:
        return token("SETNX with expiry", key, "1", "untokened-lock");
    case 2:
        send({"SET", key, at(Lease)});
        return isLock("SETNX and GETSET of a time", "timestamp-lock", key);
    default:
        send({"SET", "page:" + m_number + "_lock7", "4"});
        return isLock("INCR, the first one wins", "counter-lock", "page:" + m_number + "_lock7");
    }
}

void Filler::libraries()
{
    const unsigned which = pick(5);
    if (which == 0) {
        send({"SET", "lock:report" + m_number, bytes(18).toBase64(), "EX", "3600"});
        send({"RPUSH", "lock-signal:report" + m_number, "1"});
        isLock("python-redis-lock", "python-redis-lock", "lock:report" + m_number);
    } else if (which == 1) {
        const QByteArray id = "6f9619ff-8b86-4011-b42d-00c04fc964f" + QByteArray::number(pick(8));
        const bool named = pick(2) == 0;
        const QByteArray key = (named ? "order-lock-registry:path" : "shop-registry:path") + m_number;
        send({"SET", key, id, "PX", QByteArray::number(Lease)});
        isLock(named ? "Spring Integration" : "Spring Integration, name says no lock", "spring-lock", key,
               named ? Findable::ByName : Findable::ByRule);
    } else if (which == 2) {
        token("ShedLock", "job-lock:default:nightly" + m_number,
              "ADDED:2026-08-21T10:00:00.123Z@web-1:" + uuid(), "shedlock");
    } else if (which == 3) {
        const QByteArray id = QByteArray("\xff\x00\x81", 3) + bytes(21);
        for (const char *place : {"0", "1", "2"})
            send({"SET", QByteArray("rueidislock:") + place + ":stock" + m_number, id, "PX",
                  QByteArray::number(Lease)});
        isLock("rueidislock", "rueidis-lock", "rueidislock:0:stock" + m_number);
    } else {
        const QByteArray name = "SEMAPHORE:printer" + m_number;
        send({"SET", name + ":EXISTS", "1"});
        send({"SET", name + ":VERSION", "1"});
        send({"RPUSH", name + ":AVAILABLE", "1"});
        send({"HSET", name + ":GRABBED", "0", QByteArray::number(double(now()) / 1000, 'f', 2)});
        isLock("redis-semaphore", "redis-semaphore", name + ":GRABBED");
    }
}

void Filler::shared()
{
    const QByteArray key = "lock:invoice:" + m_number;
    const unsigned which = pick(7);
    if (which == 6) { // redis-semaphore: src/semaphore/acquire/lua.ts, 5.x
        const QByteArray name = "semaphore:printers:" + m_number;
        send({"ZADD", name, at(-2000), uuid(), at(-1000), uuid()});
        expire(name, Lease - 1000);
        return isLock("redis-semaphore (npm)", "npm-semaphore", name);
    }
    if (which == 0) {
        token("DistributedLock", key, machine(), "distributed-lock");
    } else if (which == 1) {
        token("DistributedLock writer", "orders" + m_number + ".writer", machine(), "distributed-rw-lock");
    } else if (which == 2) {
        send({"SADD", "orders" + m_number + ".readers", machine(), machine()});
        expire("orders" + m_number + ".readers");
        isLock("DistributedLock readers", "distributed-rw-lock", "orders" + m_number + ".writer");
    } else if (which == 3) {
        send({"ZADD", "semaphore:gpu:" + m_number, at(Lease), machine(), at(Lease), machine()});
        expire("semaphore:gpu:" + m_number, 3 * Lease);
        isLock("DistributedLock semaphore", "distributed-semaphore", "semaphore:gpu:" + m_number);
    } else {
        send({"ZADD", key, at(Lease), bytes(32).toBase64()});
        if (which == 4)
            send({"ZADD", key, at(Lease), "__write__"});
        expire(key);
        isLock(which == 4 ? "Symfony" : "Symfony, read", "symfony-lock", key);
    }
}

void Filler::jobs()
{
    const unsigned which = pick(4);
    if (which < 2) {
        const QByteArray digest = "uniquejobs:" + hex(32);
        const QByteArray job = hex(24);
        const QByteArray json = R"({"worker":"MailJob","queue":"mailers","limit":1,"type":"until_executed"})";
        const QByteArray time = QByteArray::number(double(now()) / 1000, 'f', 3);
        send({"ZADD", "uniquejobs:digests", time, digest});
        send({"HSET", digest + ":LOCKED", job, which == 0 ? json : time});
        if (which == 1) {
            send({"SET", digest, job});
            send({"SET", digest + ":INFO", json});
        }
        return isLock(which == 0 ? "sidekiq-unique-jobs 9" : "sidekiq-unique-jobs 7 and 8", "sidekiq-lock",
                      digest + ":LOCKED");
    }
    const QByteArray job = "bull:mail:" + m_number;
    send({"HSET", job, "name", "send", "data", "{}", "opts", "{}", "timestamp", at(0)});
    send({"LPUSH", "bull:mail:active", m_number});
    token(which == 2 ? "BullMQ" : "Bull", job + ":lock", which == 2 ? uuid() + ":3" : uuid(), "job-lock");
}

void Filler::addForeign()
{
    ++m_made.foreignKeys;
    const unsigned which = pick(100);
    if (which < 45)
        foreignString();
    else if (which < 65)
        foreignHash();
    else if (which < 92)
        foreignCollection();
    else
        nearlyNamed();
}

void Filler::foreignString()
{
    const QByteArray hour = QByteArray::number(Lease);
    const unsigned which = pick(8);
    m_made.openStrings += which == 0 || which == 1 || which == 3 || which == 4;
    switch (which) {
    case 0:
        return send({"SET", "session:" + m_number, bytes(200).toBase64(), "PX", hour});
    case 1:
        return send({"SET", "cache:product:" + m_number,
                     R"({"id":)" + m_number + R"(,"name":"Kitchen chair"})", "PX", hour});
    case 2:
        return send({"SET", "views:" + m_number, QByteArray::number(pick(100'000))});
    case 3:
        return send({"SET", "idempotency:" + m_number, uuid(), "PX", hour});
    case 4:
        return send({"SET", "csrf:" + m_number, hex(32), "PX", hour});
    case 5:
        return send({"SET", "rate:" + m_number, QByteArray::number(pick(50)), "PX", hour});
    case 6:
        return send({"SET", "last-seen:" + m_number, at(-5000)});
    default:
        return send({"SET", "page:" + m_number, QByteArray(2000, 'x'), "PX", hour});
    }
}

void Filler::foreignHash()
{
    const QByteArray key = m_number;
    const unsigned which = pick(6);
    m_made.smallHashes += which >= 1 && which <= 3;
    switch (which) {
    case 0:
        return send({"HSET", "user:" + key, "name", "Ann", "mail", "ann@example.org", "visits", "17"});
    case 1:
        send({"HSET", "device:" + key, uuid(), QByteArray::number(pick(900))});
        return;
    case 2:
        send({"HSET", "throttle:" + key, "start", at(0), "end", at(60'000), "count", "3"});
        return expire("throttle:" + key);
    case 3:
        send({"HSET", "spring:session:sessions:" + key, "creationTime", at(0), "maxInactiveInterval", "1800",
              "lastAccessedTime", at(0)});
        return expire("spring:session:sessions:" + key);
    default: { // A basket with a few articles, or a catalogue with more fields than a lock has
        Arguments table{"HSET", (which == 4 ? "basket:" : "catalogue:") + key};
        for (int i = 0; i < (which == 4 ? 12 : 100); ++i)
            table.insert(table.end(),
                         {"article" + QByteArray::number(i), which == 4 ? "2" : QByteArray(60, 'x')});
        return send(table);
    }
    }
}

void Filler::foreignCollection()
{
    switch (pick(7)) {
    case 0:
        return send({"RPUSH", "queue:" + m_number, "a", "b", "c"});
    case 1:
        return send({"ZADD", "leaderboard:" + m_number, "17", "ann", "21", "bob"});
    case 2:
        return send({"ZADD", "delayed:" + m_number, at(5000), uuid(), at(9000), uuid()});
    case 3:
        return send({"SADD", "tags:" + m_number, "red", "green"});
    case 4:
        ++m_made.readersSets;
        return send({"SADD", "book" + m_number + ".readers", "ann", "bob"});
    case 5:
        send({"ZADD", "window:" + m_number, at(-5), at(-5)});
        return expire("window:" + m_number);
    default:
        return send({"XADD", "events:" + m_number, "*", "what", "login"});
    }
}

// Names that contain "lock" or the like but are no locks.
void Filler::nearlyNamed()
{
    ++m_made.nearlyNamed;
    const QByteArray hour = QByteArray::number(Lease);
    const unsigned which = pick(10);
    m_made.openStrings += which == 9;
    m_made.smallHashes += which == 8;
    switch (which) {
    case 0:
        return send({"SET", "block:" + m_number, hex(64)});
    case 1:
        return send({"SET", "clock:" + m_number, at(0)});
    case 2:
        return send({"SET", "blocked:account:" + m_number, "1", "PX", hour});
    case 3:
        return send({"SET", "unlocked:level:" + m_number, "1"});
    case 4:
        return send({"HSET", "block:header:" + m_number, "height", m_number, "hash", hex(64)});
    case 5:
        return send({"SADD", "blocked:users:" + m_number, "ann", "bob"});
    case 6:
        return send({"ZADD", "clock:skew:" + m_number, "1.5", "web-1"});
    case 7:
        return send({"RPUSH", "blocklist:" + m_number, "10.0.0.1", "10.0.0.2"});
    case 8:
        return send({"HSET", "unlocked:" + m_number, uuid(), "1"});
    default:
        return send({"SET", "blocks:session:" + m_number, bytes(60).toBase64(), "PX", hour});
    }
}

} // namespace

void sendAll(Session &session, const std::vector<std::vector<QByteArray>> &commands)
{
    Batch batch;
    for (const std::vector<QByteArray> &command : commands)
        batch.add(Command(command.begin(), command.end()));
    answered(session, std::move(batch));
}

qint64 wallMs(Session &session)
{
    return answer(session, {"TIME"}).items[0].bytes.toLongLong() * 1000;
}

MixedKeyspace fillMixed(Session &session, const MixedSetting &setting)
{
    return Filler(session, setting).take();
}

void resetCounts(Session &session)
{
    answer(session, {"CONFIG", "RESETSTAT"});
}

qint64 countOf(Session &session, const QByteArrayList &commands)
{
    qint64 count = 0;
    for (const QByteArray &line : answer(session, {"INFO", "commandstats"}).bytes.split('\n')) {
        for (const QByteArray &command : commands) {
            const QByteArray head = "cmdstat_" + command + ":calls=";
            if (line.startsWith(head))
                count += line.sliced(head.size(), line.indexOf(',') - head.size()).toLongLong();
        }
    }
    return count;
}

QByteArrayList valueCommands()
{
    return {"getrange", "get", "hgetall", "hscan", "lrange", "zrange", "sscan", "smembers"};
}

} // namespace lockscope::test

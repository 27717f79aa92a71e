// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/truth/truthrow.h"

#include "tests/interop/truth/jobqueuerows.h"
#include "tests/interop/truth/scriptedrows.h"

#include <algorithm>
#include <iterator>

namespace lockscope::test
{

namespace
{

using Rows = std::vector<TruthRow>;

// As clients/redisson/releases has them.
const std::vector<QVersionNumber> RedissonReleases{{3, 13, 6}, {3, 40, 2}, {4, 7, 0}};

struct RedissonKind {
    const char *word;
    const char *kind;
    QVersionNumber since;
    bool reentrant = true;
    bool listens = true;
    bool queues = false;
    HoldMode mode = HoldMode::Exclusive;
};

const std::vector<RedissonKind> &redissonKinds()
{
    static const std::vector<RedissonKind> kinds{
        {"lock", "rlock", {3, 5}},
        {"fair", "fair-lock", {3, 5}, true, true, true},
        {"fenced", "fenced-lock", {3, 19}},
        {"spin", "spin-lock", {3, 15}, true, false},
        {"nonreentrant", "nonreentrant-lock", {4, 4}, false},
        {"nonreentrantfair", "fair-lock", {4, 4}, false, true, true},
        {"write", "rw-lock", {3, 5}, true, true, false, HoldMode::Write},
    };
    return kinds;
}

TruthRow redisson(const QVersionNumber &release, const QByteArray &word, const QByteArray &kind)
{
    return {.title = "Redisson " + release.toString().toLatin1() + ' ' + word,
            .client = QStringLiteral("redisson-") + release.toString(),
            .word = word,
            .kind = kind,
            .library = "Redisson",
            .version = release};
}

TruthRow redissonLock(const QVersionNumber &release, const RedissonKind &kind)
{
    TruthRow row = redisson(release, kind.word, kind.kind);
    row.count = "count %k %n";
    row.ttl = "ttl %k %n";
    row.lease = "-";
    row.mode = kind.mode;
    row.reentrant = kind.reentrant;
    row.listens = kind.listens;
    row.queues = kind.queues;
    row.renewsItself = true;
    return row;
}

void addRedissonCounters(Rows &rows, const QVersionNumber &release)
{
    TruthRow semaphore = redisson(release, "semaphore", "semaphore");
    semaphore.name = "semaphore:%s-%k";
    semaphore.make = "set semaphore %n 1";
    semaphore.makeForTwo = "set semaphore %n 2";
    semaphore.acquire = "acquire semaphore %n 1 %w";
    semaphore.release = "release semaphore %n 1";
    semaphore.owner.clear();
    semaphore.count = "count semaphore %n";
    semaphore.mode = HoldMode::Permit;
    semaphore.counted = Counted::Available;
    semaphore.recordsOwners = false;
    semaphore.shared = true;
    semaphore.listens = true;
    semaphore.expires = semaphore.oneKey = false;
    rows.push_back(semaphore);

    TruthRow permits = redisson(release, "permits", "permit-semaphore");
    permits.name = "semaphore:%s-%k";
    permits.make = "set permits %n 1";
    permits.makeForTwo = "set permits %n 2";
    permits.release = "release permits %n %a";
    permits.owner = "%a";
    permits.ownerIsHex = release >= QVersionNumber(3, 17); // Before, its digits are what Redis has
    permits.count = "count permits %n";
    permits.mode = HoldMode::Permit;
    permits.counted = Counted::Available;
    permits.shared = true;
    permits.listens = true;
    permits.oneKey = false;
    rows.push_back(permits);

    TruthRow latch = redisson(release, "latch", "latch");
    latch.name = "latch:%s-%k";
    latch.make = "set latch %n 2";
    latch.acquire.clear();
    latch.await = "acquire latch %n %w";
    latch.release.clear();
    latch.owner.clear();
    latch.count = "count latch %n";
    latch.counted = Counted::ToGo;
    latch.recordsOwners = false;
    latch.listens = true;
    latch.expires = latch.oneKey = false;
    rows.push_back(latch);
}

void addRedisson(Rows &rows, const QVersionNumber &release)
{
    for (const RedissonKind &kind : redissonKinds()) {
        if (release >= kind.since)
            rows.push_back(redissonLock(release, kind));
    }
    TruthRow read =
        redissonLock(release, {.word = "read", .kind = "rw-lock", .since = {3, 5}, .mode = HoldMode::Read});
    read.await = "acquire write %n 60000 %w";
    read.awaiterOwner = "owner write %n";
    read.shared = true;
    rows.push_back(read);
    if (release >= QVersionNumber(3, 38)) {
        TruthRow group = redissonLock(release, {.word = "group", .kind = "multi-lock", .since = {3, 38}});
        group.acquire = "acquire group %n,a %l %w";
        group.release = "release group %n,a";
        group.owner = "owner group %n,a";
        group.count.clear();
        group.ttl = "ttl group %n,a";
        rows.push_back(group);
    }
    addRedissonCounters(rows, release);
}

void addTokenLocks(Rows &rows)
{
    const TruthRow token{.kind = "token-lock", .renew = "renew %k %n 60000"};
    TruthRow row = token;
    row.title = "redis-py";
    row.client = QStringLiteral("redispy");
    row.library = "redis-py";
    row.word = "lock";
    rows.push_back(row);
    row.title = "redis-py, no timeout";
    row.name = "lock:%s-endless";
    row.lease = "-";
    row.renew.clear();
    row.noExpiry = true;
    row.expires = false;
    rows.push_back(row);

    TruthRow old{.title = "redis-py 2.9",
                 .client = QStringLiteral("redispy2"),
                 .word = "lock",
                 .kind = "timestamp-lock",
                 .library = "redis-py",
                 .version = {2, 9, 1}};
    rows.push_back(old);
    old.title += ", no timeout";
    old.name = "lock:%s-endless";
    old.lease = "-";
    old.noExpiry = true;
    old.expires = false;
    rows.push_back(old);

    row = token;
    row.title = "django-redis";
    row.client = QStringLiteral("djangoredis");
    row.library = "django-redis";
    row.version = {7, 0, 0};
    row.word = "lock";
    row.key = ":1:%n";
    rows.push_back(row);

    row = token;
    row.title = "node-redlock";
    row.client = QStringLiteral("noderedlock");
    row.library = "node-redlock";
    row.version = {5, 0, 0};
    row.word = "lock";
    row.ttl = "ttl %k %n";
    rows.push_back(row);
    row.title = "node-redlock 4";
    row.client = QStringLiteral("noderedlock4");
    row.version = {4, 2, 0};
    rows.push_back(row);

    row = token;
    row.title = "redsync";
    row.client = QStringLiteral("redsync");
    row.library = "redsync";
    row.word = "lock";
    row.ttl = "ttl %k %n";
    rows.push_back(row);

    row.title = "bsm/redislock";
    row.client = QStringLiteral("redislock");
    row.library = "bsm/redislock";
    rows.push_back(row);

    row.title = "pottery";
    row.client = QStringLiteral("pottery");
    row.library = "pottery";
    row.key = "redlock:%n";
    rows.push_back(row);
}

void addPythonRedisLock(Rows &rows)
{
    TruthRow row{.title = "python-redis-lock",
                 .client = QStringLiteral("pythonredislock"),
                 .word = "lock",
                 .kind = "python-redis-lock",
                 .library = "python-redis-lock",
                 .key = "lock:%n",
                 .renew = "renew %k %n 60000"};
    rows.push_back(row);
    row.title += ", renewed";
    row.word = "renewed";
    row.renew.clear();
    row.lease = "-";
    row.renewsItself = true;
    row.period = 2.0 / 3;
    row.expires = false;
    rows.push_back(row);
    row.title = "python-redis-lock, no expiry";
    row.word = "lock";
    row.name = "lock:%s-endless";
    row.renewsItself = false;
    row.noExpiry = true;
    rows.push_back(row);
}

void addSpring(Rows &rows, const QVersionNumber &release)
{
    for (const QByteArray word : {"spin", "pubsub"})
        rows.push_back({.title = "Spring " + release.toString().toLatin1() + ' ' + word,
                        .client = QStringLiteral("spring-") + release.toString(),
                        .word = word,
                        .kind = "spring-lock",
                        .library = "Spring Integration",
                        .version = release,
                        .key = "lock-registry:%n",
                        .renew = "renew %k %n 60000",
                        .listens = word == "pubsub"});
}

void addShedLock(Rows &rows, const QVersionNumber &release)
{
    TruthRow row{.title = "ShedLock " + release.toString().toLatin1(),
                 .client = QStringLiteral("shedlock-") + release.toString(),
                 .word = "job",
                 .kind = "shedlock",
                 .library = "ShedLock",
                 .version = release,
                 .key = "job-lock:default:%n",
                 .waits = false};
    rows.push_back(row);
    if (release < QVersionNumber(6, 7))
        return;
    row.title += ", safeUpdate";
    row.word = "safe";
    rows.push_back(row);
}

void addOthers(Rows &rows)
{
    for (const char *word : {"lock", "single", "five", "named"}) {
        const QByteArray prefix = QByteArray(word) == "named" ? "orders:1" : "rueidislock";
        TruthRow row{.title = QByteArray("rueidislock ") + word,
                     .client = QStringLiteral("rueidislock"),
                     .word = word,
                     .kind = "rueidis-lock",
                     .library = "rueidislock",
                     .key = prefix + ":0:%n",
                     .lost = "lost %k %n",
                     .lease = "-",
                     .ownerIsHex = true,
                     .renewsItself = true,
                     .period = 0.5,
                     .expires = false};
        for (const char *part : {":1:%n", ":2:%n", ":3:%n", ":4:%n"})
            row.furtherKeys.push_back(prefix + part);
        rows.push_back(row);
    }
    TruthRow symfony{.title = "Symfony, write",
                     .client = QStringLiteral("symfony"),
                     .word = "write",
                     .kind = "symfony-lock",
                     .library = "Symfony Lock",
                     .version = {5, 4, 0},
                     .ttl = "ttl %k %n",
                     .renew = "renew %k %n 60000",
                     .mode = HoldMode::Write};
    rows.push_back(symfony);
    symfony.title = "Symfony, read";
    symfony.word = "read";
    symfony.await = "acquire write %n 60000 %w";
    symfony.awaiterOwner = "owner write %n";
    symfony.mode = HoldMode::Read;
    symfony.shared = true;
    rows.push_back(symfony);
}

void addRedisSemaphore(Rows &rows)
{
    TruthRow row{.title = "redis-semaphore (npm), mutex",
                 .client = QStringLiteral("redissemaphore"),
                 .word = "mutex",
                 .kind = "token-lock",
                 .library = "redis-semaphore (npm)",
                 .version = {5, 8, 0},
                 .key = "mutex:%n",
                 .lease = "-",
                 .renewsItself = true,
                 .period = 0.8,
                 .expires = false};
    rows.push_back(row);
    row.title = "redis-semaphore (npm), semaphore";
    row.word = "two";
    row.kind = "npm-semaphore";
    row.name = "%s-%k";
    row.key = "semaphore:%n";
    row.mode = HoldMode::Permit;
    row.shared = true;
    row.waits = false; // a third would
    rows.push_back(row);
}

void addGroups(Rows &rows)
{
    for (const QByteArray title : {"node-redlock", "redsync", "pottery"}) {
        const auto single = std::ranges::find(rows, title, &TruthRow::title);
        TruthRow row = *single;
        row.title += ", 3 nodes";
        row.nodes = 3;
        rows.push_back(row);
    }
    for (const QVersionNumber &release : RedissonReleases) {
        for (const QByteArray word : {"red", "multi"}) {
            TruthRow row = redisson(release, word, "rlock");
            row.title += ", 3 nodes";
            row.nodes = 3;
            row.everyNode = word == "multi";
            rows.push_back(row);
        }
    }
}

} // namespace

bool TruthRow::has(State state) const
{
    switch (state) {
    case State::Reentered:
        return reentrant;
    case State::Shared:
        return shared;
    case State::Waited:
        return waits;
    case State::HandedOn:
        return waits;
    case State::Leased:
    case State::Expired:
        return expires;
    case State::Killed:
    case State::Frozen:
        return !acquire.isEmpty();
    case State::Split:
        return false;
    case State::Held:
    case State::Deleted:
    case State::Forced:
    case State::FailedOver:
    case State::Lost:
        break;
    }
    return true;
}

std::vector<TruthRow> rowsOver(int nodes, const std::vector<TruthRow> &rows)
{
    std::vector<TruthRow> those;
    std::ranges::copy_if(rows, std::back_inserter(those),
                         [nodes](const TruthRow &row) { return row.nodes == nodes; });
    return those;
}

std::vector<TruthRow> truthRows(const QString &client)
{
    Rows rows;
    for (const QVersionNumber &release : RedissonReleases)
        addRedisson(rows, release);
    addTokenLocks(rows);
    addPythonRedisLock(rows);
    addSpring(rows, {6, 4, 4});
    addSpring(rows, {7, 1, 0});
    addShedLock(rows, {6, 6, 1});
    addShedLock(rows, {7, 10, 1});
    addOthers(rows);
    std::ranges::copy(jobQueueRows(), std::back_inserter(rows));
    addRedisSemaphore(rows);
    addGroups(rows);
    std::ranges::copy(scriptedRows(), std::back_inserter(rows));
    if (!client.isEmpty())
        std::erase_if(rows, [&client](const TruthRow &row) { return row.client != client; });
    return rows;
}

} // namespace lockscope::test

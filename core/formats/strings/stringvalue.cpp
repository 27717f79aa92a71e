// SPDX-License-Identifier: GPL-3.0-or-later
// The sources are named beside each shape.
#include "core/formats/strings/stringvalue.h"

#include "core/formats/distributedid.h"
#include "core/formats/lockwords.h"
#include "core/formats/redissonnames.h"
#include "core/formats/shapes.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

using Bytes = QByteArrayView;
using Libraries = std::vector<std::string_view>;

constexpr qsizetype BsmTokenBytes = 22;
// A token with an older time in it is probably a stored id, not a held lock.
constexpr auto MaxTokenAge = std::chrono::hours(24 * 30);

bool isText(Bytes value)
{
    if (all(value, [](char c) { return c >= 0x20 && c < 0x7f; }))
        return true;
    return isPlainText(QByteArray::fromRawData(value.data(), value.size()));
}

bool isFresh(const TimedUuid &uuid, WallTime at)
{
    if (at == WallTime())
        return false;
    return uuid.madeAt <= at + std::chrono::minutes(1) && uuid.madeAt >= at - MaxTokenAge;
}

bool isRandomAlphanumeric(Bytes value, qsizetype length)
{
    return value.size() == length && all(value, isAlphanumeric) && isMixedCase(value);
}

bool isQuotedUuid(Bytes value)
{
    return value.size() == 38 && value.front() == '"' && value.back() == '"' && isUuid(value.sliced(1, 36));
}

// phpredis with its serialiser enabled
bool isPhpString(Bytes value, qsizetype length)
{
    const QByteArray front = "s:" + QByteArray::number(length) + ":\"";
    return value.size() == front.size() + length + 2 && value.startsWith(front) && value.endsWith("\";") &&
           isRandomAlphanumeric(value.sliced(front.size(), length), length);
}

StringValue token(const Libraries &libraries, const char *shape, bool certainWithName = false)
{
    return {.sort = ValueSort::Token,
            .libraries = &libraries,
            .certainWithName = certainWithName,
            .shape = shape};
}

StringValue plain(ValueSort sort, const char *shape)
{
    static const Libraries none;
    return {.sort = sort, .libraries = &none, .shape = shape};
}

// prefix:version:key, as Django's cache builds keys. The prefix is empty by default.
bool isDjangoKey(Bytes key)
{
    const qsizetype first = key.indexOf(':');
    const qsizetype second = first < 0 ? -1 : key.indexOf(':', first + 1);
    return second > 0 && second + 1 < key.size() && isDigits(key.sliced(first + 1, second - first - 1));
}

// cameronmaske/celery-once: celery_once/helpers.py (queue_once_key), backends/redis.py
bool isCeleryOnceName(Bytes key)
{
    return key.startsWith("qo_");
}

// redis/redis-py: redis/lock.py; jazzband/django-redis; celery/kombu; sibson/redbeat
StringValue redisPyToken(Bytes key, const TimedUuid &uuid, WallTime at)
{
    static const Libraries plainUse{"redis-py"};
    static const Libraries django{"django-redis", "redis-py"};
    static const Libraries celery{"Celery", "redis-py"};
    static const Libraries redbeat{"redbeat", "redis-py"};
    static const Libraries celeryOnce{"celery-once", "redis-py"};
    static const Libraries unsure{"redis-py", "node-redlock"};
    const char *shape =
        QT_TRANSLATE_NOOP("StringValue", "a UUID version 1 as 32 hex digits, as created by redis-py");
    const bool fresh = isFresh(uuid, at);
    StringValue value = token(key.endsWith("unacked_mutex")   ? celery
                              : key.endsWith("redbeat::lock") ? redbeat
                              : !fresh                        ? unsure
                              : isCeleryOnceName(key)         ? celeryOnce
                              : isDjangoKey(key)              ? django
                                                              : plainUse,
                              shape, fresh);
    value.tellsAlone = fresh;
    return value;
}

// gitlab-org/gitlab: lib/gitlab/exclusive_lease.rb
bool isGitlabLease(Bytes key)
{
    return key.indexOf("gitlab:exclusive_lease:") >= 0;
}

// veeqo/activejob-uniqueness: lib/active_job/uniqueness/lock_key.rb
bool isUniqueActiveJob(Bytes key)
{
    return key.indexOf("activejob_uniqueness:") >= 0;
}

// samcook/RedLock.net, brainix/pottery, leandromoreira/redlock-rb, Hangfire.Redis.StackExchange,
// swarthy/redis-semaphore: src/RedisMutex.ts
StringValue uuidToken(Bytes key, Bytes value)
{
    static const Libraries redlock{"RedLock.net", "pottery"};
    static const Libraries hangfire{"Hangfire"};
    static const Libraries any{"redlock-rb", "RedLock.net"};
    static const Libraries mutex{"redis-semaphore (npm)", "redlock-rb", "RedLock.net"};
    static const Libraries none;
    static const Libraries gitlab{"GitLab", "redlock-rb", "RedLock.net"};
    static const Libraries uniqueness{"activejob-uniqueness", "redlock-rb", "RedLock.net"};
    const char *shape = QT_TRANSLATE_NOOP("StringValue", "a UUID");
    if (isGitlabLease(key))
        return token(gitlab, shape, true);
    if (isUniqueActiveJob(key))
        return token(uniqueness, shape, true);
    if (key.startsWith("redlock:"))
        return token(redlock, shape);
    if (key.startsWith("{hangfire}:"))
        return token(hangfire, shape, true);
    const Libraries &random = key.startsWith("mutex:") ? mutex : any;
    return token(isRandomUuid(value) ? random : none, shape);
}

// hexcowboy/rslock: raw random bytes
StringValue rawToken(Bytes value)
{
    static const Libraries rslock{"rslock"};
    const char *shape = QT_TRANSLATE_NOOP("StringValue", "random bytes");
    if (value.size() == 20)
        return token(rslock, shape);
    return value.size() <= 64 ? plain(ValueSort::Opaque, shape) : plain(ValueSort::Data, nullptr);
}

// laravel/framework: Cache/RedisLock.php, Bus/UniqueLock.php, Queue/Middleware/WithoutOverlapping.php,
// Console/Scheduling/CacheEventMutex.php, Redis/Limiters/ConcurrencyLimiter.php
std::optional<StringValue> laravelToken(Bytes key, Bytes value)
{
    static const Libraries laravel{"Laravel"};
    static const Libraries twenty{"redis-plus-plus", "Laravel"};
    if (isRandomAlphanumeric(value, 16))
        return token(laravel, QT_TRANSLATE_NOOP("StringValue", "16 letters and digits"), isLaravelName(key));
    if (isPhpString(value, 16))
        return token(
            laravel,
            QT_TRANSLATE_NOOP("StringValue", "16 letters and digits, written through PHP's serialiser"),
            true);
    if (isRandomAlphanumeric(value, 20))
        return token(twenty, QT_TRANSLATE_NOOP("StringValue", "20 letters and digits"));
    return {};
}

// 22 characters, optionally followed by text from the application.
bool isBsmToken(Bytes value)
{
    if (value.size() < BsmTokenBytes || !isUrlBase64Of(value.first(BsmTokenBytes), 16))
        return false;
    const Bytes random = value.first(BsmTokenBytes);
    return isMixedCase(random) &&
           (value.size() == BsmTokenBytes || std::any_of(random.begin(), random.end(), isDigit));
}

// Tokens that are text, told apart mainly by length.
std::optional<StringValue> textToken(Bytes key, Bytes value, WallTime at)
{
    static const Libraries nodeRedlock{"node-redlock"};
    static const Libraries redsync{"redsync"};
    static const Libraries bsm{"bsm/redislock"};
    static const Libraries unknown;
    static const Libraries rq{"RQ"};
    if (isLowerHex(value, 32)) {
        if (isRqScheduler(key))
            return token(rq, QT_TRANSLATE_NOOP("StringValue", "32 hex digits"), true);
        if (const std::optional<TimedUuid> uuid = timedUuid(value))
            return redisPyToken(key, *uuid, at);
        return token(nodeRedlock, QT_TRANSLATE_NOOP("StringValue", "32 hex digits"));
    }
    if (isUuid(value))
        return uuidToken(key, value);
    if (isUuidWithNumber(value))
        return token(unknown, QT_TRANSLATE_NOOP("StringValue", "a UUID and a number"));
    if (isQuotedUuid(value))
        return token(unknown,
                     QT_TRANSLATE_NOOP("StringValue", "a UUID in quotes, written through a serialiser"));
    if (isBase64Of(value, 16))
        return token(redsync, QT_TRANSLATE_NOOP("StringValue", "16 bytes in base64, as created by redsync"));
    if (const std::optional<StringValue> found = laravelToken(key, value))
        return found;
    if (isBsmToken(value) && value.size() <= MaxOpaqueBytes)
        return token(bsm,
                     value.size() == BsmTokenBytes
                         ? QT_TRANSLATE_NOOP("StringValue", "16 bytes in URL-safe base64")
                         : QT_TRANSLATE_NOOP("StringValue", "16 bytes in URL-safe base64, followed by text"));
    return {};
}

// Values of families in core/formats/families.
bool isOfAnotherFamily(Bytes key, const QByteArray &value)
{
    const bool job = (key.startsWith("bull:") || key.startsWith("{bull}:")) && key.endsWith(":lock") &&
                     (isUuid(value) || isUuidWithNumber(value));
    return job || isShedLockEntry(value) || distributedId(value) ||
           (key.startsWith("rueidislock:") && isRandomBytes(value, 24));
}

constexpr qsizetype LongestWord = 11; // of these
constexpr std::array<Bytes, 14> FreeWords{"0",        "false", "no",   "off",  "free", "unlocked", "unlock",
                                          "released", "open",  "none", "null", "nil",  "b:0;",     "i:0;"};
constexpr std::array<Bytes, 22> ConstantWords{
    "1",           "true",        "yes",      "y",     "t",     "on",   "ok",      "x",
    "lock",        "locked",      "acquired", "held",  "taken", "busy", "running", "processing",
    "in_progress", "in-progress", "active",   "value", "b:1;",  "i:1;"};

template<size_t N> bool isOneOf(Bytes value, const std::array<Bytes, N> &lowerWords)
{
    return value.size() <= LongestWord && // most values are longer
           std::any_of(lowerWords.begin(), lowerWords.end(),
                       [value](Bytes word) { return equalsIgnoringCase(value, word); });
}

bool saysFree(Bytes value)
{
    return isOneOf(value, FreeWords);
}

bool isConstant(Bytes value)
{
    return value.isEmpty() || isOneOf(value, ConstantWords);
}

bool isThreadName(Bytes value)
{
    return value == "main" || value.indexOf("-exec-") > 0 || containsIgnoringCase(value, "thread");
}

// What names a holder sets it apart from others of its sort: worker-7, app@web-1. A bare word is as often a
// setting.
bool tellsInstancesApart(Bytes value)
{
    return !all(value, isLetter);
}

StringValue textValue(Bytes value)
{
    const char first = value.front();
    if (first == '{' || first == '[' || first == '<')
        return plain(ValueSort::Data, nullptr);
    if (isDigits(value) && value.size() <= 13)
        return plain(isEpochTime(value) ? ValueSort::Time : ValueSort::Number, nullptr);
    if (isEpochTime(value))
        return plain(ValueSort::Time, nullptr);
    if (all(value, [](char c) { return isDigit(c) || c == '.' || c == '-' || c == '+'; }) && !isDigits(value))
        return plain(ValueSort::Data, nullptr); // a quantity or a date
    if (isThreadName(value) && value.size() <= MaxOpaqueBytes)
        return plain(ValueSort::Constant, QT_TRANSLATE_NOOP("StringValue", "a thread's name"));
    const bool spaced = std::any_of(value.begin(), value.end(), [](char c) { return c == ' '; });
    if (spaced)
        return plain(value.size() <= MaxTextBytes ? ValueSort::Text : ValueSort::Data, nullptr);
    if (value.size() > MaxOpaqueBytes || value.indexOf("://") >= 0)
        return plain(ValueSort::Data, nullptr);
    return plain(ValueSort::Opaque, nullptr);
}

} // namespace

bool isRuled(const KeyReading &reading, std::string_view kind)
{
    return reading.ruled.name == kind && reading.type == ValueType::String && !reading.string.isEmpty() &&
           reading.string.size() == reading.size;
}

StringValue stringValue(const KeyReading &reading)
{
    const Bytes value = reading.string;
    if (reading.type != ValueType::String || reading.size > MaxLockStringBytes ||
        reading.size != value.size())
        return plain(ValueSort::Data, nullptr);
    if (saysFree(value) || isOfAnotherFamily(reading.key.bytes, reading.string))
        return plain(ValueSort::Data, nullptr);
    if (isConstant(value))
        return plain(ValueSort::Constant, QT_TRANSLATE_NOOP("StringValue", "a constant"));
    if (const std::optional<StringValue> token = textToken(reading.key.bytes, value, reading.wallAt))
        return *token;
    if (value.startsWith("\xac\xed\x00\x05")) // Java serialisation, through Spring's default template
        return plain(value.size() <= MaxOpaqueBytes ? ValueSort::Opaque : ValueSort::Data,
                     QT_TRANSLATE_NOOP("StringValue", "a value written by Java serialisation"));
    if (!isText(value))
        return rawToken(value);
    static const Libraries dapr{"Dapr"}; // dapr/components-contrib: lock/redis; the owner is free text
    if (reading.key.bytes.startsWith("lock||") && value.size() <= MaxOpaqueBytes)
        return token(dapr, QT_TRANSLATE_NOOP("StringValue", "an owner named by the application"), true);
    return textValue(value);
}

bool isLaravelName(QByteArrayView key)
{
    return key.indexOf("framework/schedule-") >= 0 || key.indexOf("laravel_unique_job:") >= 0 ||
           key.indexOf("laravel-queue-overlap:") >= 0;
}

// rq/rq: rq/scheduler.py. Before 2.10 the value is the process id, since then a token.
bool isRqScheduler(QByteArrayView key)
{
    return key.indexOf("rq:scheduler-lock:") >= 0;
}

// getsentry/sentry: src/sentry/utils/locking/backends/redis.py. uuid4().hex under "l:" and the lock's name.
bool isSentryLock(const KeyReading &reading)
{
    const QByteArray &value = reading.string;
    return reading.key.bytes.startsWith("l:") && reading.ttl && isLowerHex(value, 32) && value[12] == '4' &&
           QByteArrayView("89ab").contains(value[16]);
}

bool isLaravelCacheName(QByteArrayView key)
{
    const auto isBehind = [key](QByteArrayView first, QByteArrayView second) {
        const qsizetype at = key.indexOf(first);
        return at > 0 && key.indexOf(second, at + first.size()) > 0;
    };
    return isBehind("_database_", "_cache_") || isBehind("_database_", "_cache:") || // Laravel 8
           isBehind("-database-", "-cache-");
}

LockSense nameSense(QByteArrayView key)
{
    const LockSense sense = lockSense(key); // first, as it is enough for most locks
    const bool isLock = sense == LockSense::Lock || key.startsWith("{hangfire}:") || isLaravelName(key) ||
                        isGitlabLease(key) || isUniqueActiveJob(key) || isRqScheduler(key);
    return isLock ? LockSense::Lock : sense;
}

bool isLockName(QByteArrayView key)
{
    return nameSense(key) != LockSense::None;
}

std::optional<Confidence> namedConfidence(const StringValue &value, const KeyReading &reading)
{
    // The prefix of a library speaks for its tokens alone: other keys of it may begin so, too.
    const QByteArray &key = reading.key.bytes;
    const LockSense sense = value.sort == ValueSort::Token ? nameSense(key) : lockSense(key);
    const bool expires = reading.ttl.has_value();
    if (sense == LockSense::None || (sense == LockSense::Property && !expires))
        return {};
    const auto inDoubt = [sense](Confidence otherwise) {
        return sense == LockSense::Lock ? otherwise : Confidence::Guess;
    };
    switch (value.sort) {
    case ValueSort::Token:
        if (value.certainWithName)
            return Confidence::Certain;
        return expires && sense == LockSense::Doubtful ? Confidence::Likely : inDoubt(Confidence::Likely);
    case ValueSort::Constant:
        return inDoubt(Confidence::Likely);
    case ValueSort::Opaque:
        return expires || tellsInstancesApart(reading.string) ? inDoubt(Confidence::Likely)
                                                              : Confidence::Guess;
    case ValueSort::Number:
    case ValueSort::Text:
    case ValueSort::Time:
        return sense == LockSense::Property ? std::nullopt : std::optional(Confidence::Guess);
    case ValueSort::Data:
        return {};
    }
    return {};
}

} // namespace lockscope

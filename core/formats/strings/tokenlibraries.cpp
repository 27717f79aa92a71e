// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: redis/redis-py: redis/lock.py, to 8.1.0; mike-marcacci/node-redlock: src/index.ts, 5.0.0-beta.2;
// go-redsync/redsync: mutex.go, scripts.go, 4.17.0; samcook/RedLock.net:
// RedLockNet.SERedis/RedLock.cs, 2.3.2; sewenew/redis-plus-plus: src/sw/redis++/patterns/redlock.cpp, 1.3.15;
// leandromoreira/redlock-rb: lib/redlock/client.rb, 2.0.6; brainix/pottery: pottery/redlock.py, 3.0.1;
// hexcowboy/rslock: src/lock.rs, 0.7.3; bsm/redislock: redislock.go, 0.10.0; laravel/framework:
// src/Illuminate/Cache/RedisLock.php, 13.26; StackExchange/StackExchange.Redis: RedisDatabase.cs;
// marcoCasamento/Hangfire.Redis.StackExchange: RedisLock.cs; dapr/components-contrib:
// lock/redis/standalone.go; sibson/redbeat: redbeat/schedulers.py, 2.4.2; celery/kombu.
#include "core/formats/strings/tokenlibraries.h"

#include "core/base/tr.h"
#include "core/formats/strings/stringvalue.h"

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

constexpr std::array<Fingerprint, 29> Fingerprints{{
    {"c3f8721cbb97f72bc19e972846bd7aaf91901658", "redis-py", "release", "2.10.0-8.1.0"},
    {"4a484ac024e9b025224cd9f8e1d59dbf3c15d00d", "redis-py", "extend", "2.10.0-3.4.1"},
    {"a4e8783852e6b949f9ef3a97212805108459a890", "redis-py", "extend", "3.5.0+"},
    {"1cac51482acf5858da00f6d685d68f886cd6b6b2", "redis-py", "reacquire", "3.1.0+"},
    {"a4aada0b36710970eedaaaeec4a6b7d8c78c4f80", "pottery", "held, extend or release", "1.0.5-3.0.1"},
    {"ba015a80261b616e7a62d35df0b8e3edbe6c9414", "pottery", "held, extend or release", "1.0.5-3.0.1"},
    {"f5f7bd3a3aa4a63c507c1155c5ea1219b350d992", "pottery", "held, extend or release", "1.0.5-3.0.1"},
    {"96da70f7716f27d278a5218544df37fd8b0a5e4c", "node-redlock", "acquire", "5.0.0-alpha.0+"},
    {"aed6f382e410db8ba7926d4e5e9aab410bf2a78a", "node-redlock", "extend", "5.0.0-alpha.0+"},
    {"e4612211c9f8f51c257e26e056b0a654b3187242", "node-redlock", "release", "5.0.0-alpha.0+"},
    {"e5a322e2634ef59a516e8ea150cb085afafee684", "node-redlock", "lock", "4.2.0"},
    {"ce46f80993d5dac20dd066eb301a4e37994bdbed", "node-redlock", "extend", "4.2.0"},
    {"0f0f23b9048b36752b5be114f357ba083449f908", "node-redlock", "unlock", "4.2.0"},
    {"ceb2b2062e40c51a2b3963fd078bc71f11bdc65c", "redlock-rb", "lock", "1.2.2-2.0.6"},
    {"78d2ca48a6dc9ef6892059792a3a0c5237733d64", "redlock-rb", "pttl", "1.2.2-2.0.6"},
    {"8e4905cee18e7c3188d10f2b8b170e403baed34f", "redlock-rb", "unlock", "1.2.2-2.0.6"},
    {"00583931c4e4d483f6233879c133c71ed5393f9d", "redsync", "delete", "to 4.11"},
    {"e950836ed1e694540c503ef9972b8de518044d3b", "redsync", "delete", "4.12+"},
    {"d75bb8b5bd13532ddedd17762e772346e39b321e", "redsync", "touch", "4.0+"},
    {"b6b55c439e02c6f52ffb8be7ec8c0d0ac816ea79", "redsync", "touch with SETNX", "4.12+"},
    {"eb0c00d98f6f33b4262419a509002884540f30be", "bsm/redislock", "obtain", "0.10.0"},
    {"5a22d7e8431313862816d4416b5e46dd70fc340d", "bsm/redislock", "refresh", "0.10.0"},
    {"9470c810040e272ee6c579d8d4331aaf6332a7b1", "bsm/redislock", "release", "0.10.0"},
    {"66e1084c2d842a7e8c271925aae90219fac4e129", "bsm/redislock", "pttl", "0.10.0"},
    {"daf86bbf8740dd3ca86733367a016364b2110627", "rslock", "unlock", "0.5.0-0.7.3"},
    {"17a49af0c4b1a9034503fa84f3570f5ca76c4cbf", "rslock", "extend", "0.5.0-0.7.3"},
    {"d9558fccdcd78dcea082d72df1b67924077deac2", "redis-plus-plus", "extend", "1.3.6-1.3.15"},
    {"764ece7daa93da82f4fbf4e82e0ade7067dfec70", "redis-plus-plus", "unlock", "1.3.6-1.3.15"},
    {"08741c111900b6318ee3f60cb3c2fa1f6c74d859", "Dapr", "unlock", ""},
}};

using Libraries = std::vector<std::string_view>;

bool hasOneOf(const Libraries &libraries, std::initializer_list<std::string_view> names)
{
    return std::any_of(names.begin(), names.end(), [&libraries](std::string_view name) {
        return std::find(libraries.begin(), libraries.end(), name) != libraries.end();
    });
}

QString jobOfLaravel(QByteArrayView key)
{
    if (key.indexOf("framework/schedule-") >= 0)
        return Tr::tr("Laravel's scheduler may start the command again while it still runs");
    if (key.indexOf("laravel_unique_job:") >= 0)
        return Tr::tr("Laravel may queue the unique job a second time");
    return Tr::tr("Laravel may run two of the jobs at once, which must not overlap");
}

QStringList whatIsBeside(const Libraries &libraries, QByteArrayView key)
{
    QStringList lines;
    if (hasOneOf(libraries, {"Hangfire"}))
        lines << Tr::tr("The value belongs to the process: another lock of the same process has it too");
    if (hasOneOf(libraries, {"bsm/redislock"}))
        lines << Tr::tr("If this is a lock of bsm/redislock, other keys may have the same value. They stay, "
                        "but their holder can then neither refresh nor release them");
    if (isLaravelName(key))
        lines << jobOfLaravel(key);
    return lines;
}

} // namespace

const std::vector<std::string_view> &tokenLibraries()
{
    static const Libraries libraries{"redis-py",
                                     "node-redlock",
                                     "redsync",
                                     "RedLock.net",
                                     "Laravel",
                                     "redlock-rb",
                                     "redis-plus-plus",
                                     "pottery",
                                     "rslock",
                                     "bsm/redislock",
                                     "StackExchange.Redis",
                                     "Hangfire",
                                     "Dapr",
                                     "redbeat",
                                     "Celery",
                                     "django-redis",
                                     "GitLab",
                                     "activejob-uniqueness",
                                     "celery-once",
                                     "RQ",
                                     "redis-semaphore (npm)"};
    return libraries;
}

std::span<const Fingerprint> tokenFingerprints()
{
    return Fingerprints;
}

QStringList tokenEndWarnings(const Libraries &libraries, QByteArrayView key)
{
    QStringList lines = whatIsBeside(libraries, key);
    if (hasOneOf(libraries, {"node-redlock", "redsync", "RedLock.net", "redlock-rb", "redis-plus-plus",
                             "pottery", "rslock"}))
        lines << otherNodesWarning();
    return lines;
}

QString otherNodesWarning()
{
    return Tr::tr("If this is one node of a RedLock, the other nodes still hold it");
}

} // namespace lockscope

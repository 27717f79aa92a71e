// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/truth/scriptedrows.h"

#include <map>
#include <utility>

namespace lockscope::test
{

namespace
{

// A library that no test has: %k of the driver `commands`.
TruthRow scripted(const QByteArray &library, const QByteArray &word, const QByteArray &kind)
{
    return {.title = '[' + library + ' ' + word + ']',
            .client = QStringLiteral("commands"),
            .word = word,
            .kind = kind,
            .library = library,
            .scripted = true};
}

} // namespace

std::vector<TruthRow> scriptedRows()
{
    std::vector<TruthRow> rows;
    TruthRow row;
    const std::pair<const char *, const char *> tokens[] = {{"RedLock.net", "redlocknet"},
                                                            {"redlock-rb", "redlockrb"},
                                                            {"redis-plus-plus", "redispp"},
                                                            {"rslock", "rslock"},
                                                            {"StackExchange.Redis", "stackexchange"},
                                                            {"Hangfire", "hangfire"},
                                                            {"Dapr", "dapr"},
                                                            {"GitLab", "gitlab"},
                                                            {"activejob-uniqueness", "uniqueness"},
                                                            {"Sentry", "sentry"}};
    const std::map<QByteArray, QByteArray> keys{{"redlocknet", "redlock:%n"},
                                                {"gitlab", "gitlab:exclusive_lease:%n"},
                                                {"uniqueness", "activejob_uniqueness:mail_job:%n"},
                                                {"sentry", "l:%n"}};
    for (const auto &[library, word] : tokens) {
        row = scripted(library, word, "token-lock");
        row.ownerIsHex = QByteArray(word) == "rslock";
        if (const auto key = keys.find(word); key != keys.end()) {
            row.key = key->second;
            row.name = "%s-%k";
        }
        if (QByteArray(word) == "dapr")
            row.name = "lock||shop||%s";
        if (QByteArray(word) == "hangfire")
            row.name = "{hangfire}:%s:lock";
        rows.push_back(row);
    }
    rows.push_back(scripted("DistributedLock", "mutex", "distributed-lock"));
    row = scripted("DistributedLock", "writer", "distributed-rw-lock");
    row.key = "%n.writer";
    row.mode = HoldMode::Write;
    rows.push_back(row);
    row = scripted("DistributedLock", "reader", "distributed-rw-lock");
    row.key = "%n.writer";
    row.furtherKeys = {"%n.readers"};
    row.mode = HoldMode::Read;
    row.shared = true;
    row.waits = false;
    rows.push_back(row);
    row = scripted("DistributedLock", "places", "distributed-semaphore");
    row.name = "semaphore:%s-%k";
    row.mode = HoldMode::Permit;
    row.shared = true;
    row.waits = false;
    rows.push_back(row);
    for (const char *word : {"sidekiq9", "sidekiq8", "sidekiq6"}) {
        row = scripted("sidekiq-unique-jobs", word, "sidekiq-lock");
        row.name = "%s-%k";
        row.key = QByteArray(word) == "sidekiq6" ? "uniquejobs:%m:GRABBED" : "uniquejobs:%m:LOCKED";
        row.expires = row.waits = row.oneKey = false;
        rows.push_back(row);
    }
    row = scripted("redis-semaphore", "gem", "redis-semaphore");
    row.make = "make %k %n 1";
    row.makeForTwo = "make %k %n 2";
    row.key = "SEMAPHORE:%n:GRABBED";
    row.mode = HoldMode::Permit;
    row.shared = true;
    row.expires = row.waits = row.oneKey = false;
    rows.push_back(row);
    row = scripted("SETNX", "setnx", "untokened-lock");
    row.noExpiry = true;
    row.expires = false;
    rows.push_back(row);
    rows.push_back(scripted("SETNX", "setnxexpire", "untokened-lock"));
    row = scripted("GETSET", "timestamp", "timestamp-lock");
    rows.push_back(row);
    row = scripted("INCR", "incr", "counter-lock");
    row.name = "page:%s_lock7";
    row.noExpiry = true;
    row.expires = row.waits = false; // Who gets another number uses old data
    rows.push_back(row);
    return rows;
}

} // namespace lockscope::test

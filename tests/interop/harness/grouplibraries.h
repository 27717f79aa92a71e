// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The libraries that lock over several independent nodes.

#include "tests/interop/harness/withclients.h"

namespace lockscope::test
{

// How a library locks over several nodes.
struct Library {
    QByteArray row{};
    QString client{}; // folder of the prepared client: "redisson-4.7.0"
    QByteArray word{};
    QByteArray prefix{};   // which it puts before the name to make the key
    QByteArray kind{};     // ours, to acquire it
    QByteArray wait{};     // for what is free, in ms
    QByteArray patience{}; // for what may not be
    QByteArray
        notRenewed{};  // what its renewal answers when the lock is another's; empty: it has none to ask for
    QByteArray lost{}; // … and its release
    bool everyNode = false; // wants them all, not the majority
};

inline std::vector<Library> libraries()
{
    std::vector<Library> all{{.row = "node-redlock",
                              .client = QStringLiteral("noderedlock"),
                              .word = "lock",
                              .kind = "token-lock",
                              .wait = "0",
                              .patience = "0",
                              .notRenewed = "error ExecutionError",
                              .lost = "error ExecutionError"},
                             {.row = "redsync",
                              .client = QStringLiteral("redsync"),
                              .word = "lock",
                              .kind = "token-lock",
                              .wait = "0",
                              .patience = "0",
                              .notRenewed = "error redsync.ErrTaken",
                              .lost = "error redsync.ErrTaken"},
                             {.row = "pottery",
                              .client = QStringLiteral("pottery"),
                              .word = "lock",
                              .prefix = "redlock:",
                              .kind = "token-lock",
                              .wait = "0",
                              .patience = "0",
                              .notRenewed = "error ExtendUnlockedLock",
                              .lost = "error ReleaseUnlockedLock"}};
    for (const Row &release : redissonReleases()) {
        Library redisson{.row = release.title + " red",
                         .client = release.client,
                         .word = "red",
                         .kind = "rlock",
                         .wait = "10000", // it takes each node for twice as long first
                         .patience = "3000",
                         .lost = "released"}; // says nothing of what it lost
        all.push_back(redisson);
        redisson.row = release.title + " multi";
        redisson.word = "multi";
        redisson.lost = "error IllegalMonitorStateException";
        redisson.everyNode = true;
        all.push_back(redisson);
    }
    return all;
}

inline std::vector<Row> rowsOf(const std::vector<Library> &libraries)
{
    std::vector<Row> rows;
    for (const Library &library : libraries)
        rows.push_back({library.row, library.client});
    return rows;
}

} // namespace lockscope::test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A history file in a folder of its own for each test function, and events for it. Derived classes call
// start() in init().

#include "core/formats/format.h"
#include "core/history/historystore.h"

#include <QTemporaryDir>
#include <QTest>

namespace lockscope::test
{

class HistoryStoreTest : public QObject
{
protected:
    static inline const WallTime Start{std::chrono::seconds(1'700'000'000)};

    void start() { m_folder = std::make_unique<QTemporaryDir>(); }
    static LockEvent lockEvent(EventKind kind, const QByteArray &key, const QByteArray &owner,
                               milliseconds at, std::optional<milliseconds> held = {})
    {
        return {.kind = kind,
                .key = {key},
                .lockKind = Registry::builtIn().find("token-lock")->kind(),
                .owner = {owner},
                .count = held ? 0 : 1,
                .ttl = held ? std::nullopt : std::optional<milliseconds>(std::chrono::seconds(30)),
                .held = held,
                .node = {QByteArrayLiteral("127.0.0.1:6379")},
                .source = EventSource::Keyspace,
                .wallAt = Start + at};
    }
    QString file() const { return m_folder->filePath(QStringLiteral("history.sqlite")); }
    std::unique_ptr<HistoryStore> opened()
    {
        auto store = std::make_unique<HistoryStore>(file());
        if (const Done done = store->open(); !done.ok())
            qWarning("%s", qPrintable(done.failure().line()));
        return store;
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace lockscope::test

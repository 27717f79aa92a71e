// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A recording of one minute, and a window that shows it.

#include "core/formats/format.h"
#include "core/history/historystore.h"
#include "tests/support/begunrecording.h"
#include "tests/ui/recording/shownrecording.h"
#include "ui/timeline/momentview.h"

#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

namespace lockscope::test
{

using namespace std::chrono_literals;

inline const WallTime Start{1'700'000'000s};

inline LockEvent happened(EventKind kind, const QByteArray &key, const QByteArray &owner, milliseconds at,
                          std::optional<milliseconds> held = {})
{
    return {.kind = kind,
            .key = {key},
            .lockKind = Registry::builtIn().find("token-lock")->kind(),
            .owner = {owner},
            .count = held ? 0 : 1,
            .held = held,
            .node = {QByteArrayLiteral("127.0.0.1:6379")},
            .wallAt = Start + at};
}

// One minute: "orders" is held by ann, then by bob; "stock" is stuck from the tenth second on.
struct Recorded {
    Recorded() : store(file())
    {
        LockEvent waiting = happened(EventKind::Waiters, "orders", {}, 12s);
        waiting.count = 3;
        for (const Done &done :
             {beginRecording(store, Start), store.beginVerdicts({}, Start),
              store.append({happened(EventKind::Acquired, "orders", "ann", 5s),
                            happened(EventKind::Acquired, "stock", "eve", 8s), waiting,
                            happened(EventKind::Released, "orders", "ann", 20s, 15s),
                            happened(EventKind::Acquired, "orders", "bob", 30s)}),
              store.append({VerdictStep{{"stock"}, Start + 10s, VerdictLevel::Critical, "no-expiry"}}),
              store.append(Mark{.kind = Mark::Kind::Failover, .at = Start + 40s, .node = {"other:6379"}}),
              store.append(event60()), store.commit()}) {
            if (!done.ok())
                qWarning("%s", qPrintable(done.failure().line()));
        }
    }
    static std::vector<LockEvent> event60() { return {happened(EventKind::Renewed, "stock", "eve", 60s)}; }
    QString file() const { return folder.filePath(QStringLiteral("locks.lockscope")); }

    QTemporaryDir folder{};
    HistoryStore store;
};

struct Opened : ShownRecording {

    explicit Opened(const QString &file) : ShownRecording(file)
    {
        window.list().table()->sortByColumn(MomentModel::LockColumn, Qt::AscendingOrder);
        window.open();
    }
    // It opens at its last moment; from its first one on, tests go forward.
    bool isOpen()
    {
        const auto isThere = [&] {
            const WallTime end = window.playhead().extent().to;
            return end > Start && window.list().model().moment()->at == end - 1ms && !window.isWaiting();
        };
        const bool isAtEnd = QTest::qWaitFor(isThere, Patience);
        return isAtEnd && goTo(0s, 0);
    }
    // Whether the list shows this moment with so many rows.
    bool isAt(milliseconds at, int rows)
    {
        const auto isThere = [&] {
            const MomentPtr &moment = window.list().model().moment();
            return moment->at == Start + at && !window.isWaiting() && int(moment->holds.size()) == rows;
        };
        return QTest::qWaitFor(isThere, Patience);
    }
    bool goTo(milliseconds at, int rows)
    {
        window.playhead().moveTo(Start + at);
        return isAt(at, rows);
    }
    QString cell(int row, MomentModel::Column column)
    {
        return window.list().model().index(row, column).data().toString();
    }
};

} // namespace lockscope::test

// SPDX-License-Identifier: GPL-3.0-or-later
// A history whose rows another program has changed (rows.h).
#include "core/history/historystore.h"
#include "tests/fuzz/keytext.h"
#include "tests/fuzz/rows.h"
#include "tests/fuzz/target.h"

#include <QTemporaryDir>

namespace fuzz_history
{

using namespace lockscope;
using namespace lockscope::fuzz;
using namespace std::chrono_literals;

namespace
{

void readAll(HistoryReader &reader)
{
    const HistoryRange range{ReadWallAt - 24h, ReadWallAt + 24h};
    demand(reader.since().ok(), "the beginning is known");
    const auto minutes = reader.minutes({WallTime(), ReadWallAt + 24h * 36'000}, 24h);
    demand(minutes.ok(), "minutes can be read");
    for (const Tally &minutesOfADay : *minutes) {
        minutesOfADay.waitEstimate();
        minutesOfADay.holds.percentile(0.99);
    }
    const auto holds = reader.holds({.range = range, .most = 10});
    demand(holds.ok() && holds->holds.size() <= 10, "no more holds than asked");
    for (const Hold &hold : holds->holds)
        hold.length(ReadWallAt);
    demand(reader.holds({.range = range, .keys = {{"lock:a"}}}).ok(), "holds of a lock can be read");
    const auto lockEvents = reader.lockEvents({"lock:a"}, 5);
    demand(lockEvents.ok() && lockEvents->events.size() <= 5, "no more events than asked");
    demand(reader.moment(ReadWallAt, 5).ok(), "a moment can be read");
    const auto contention = reader.contention(range, 5);
    demand(contention.ok(), "the demand can be read");
    for (const Contention &lock : *contention)
        lock.waitEstimate();
}

void run(const QByteArray &input)
{
    static const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("history.sqlite"));
    static const bool isMade = HistoryStore(file).open().ok();
    demand(isMade, "a history can be made");
    replaceRows(file, input);
    demand(HistoryReader(file).openForReading().ok(), "rows do not make a file unreadable");
    HistoryStore store(file);
    demand(store.open().ok(), "rows do not keep a history from being written");
    const LockEvent event{.kind = EventKind::Acquired,
                          .key = {"lock:a"},
                          .lockKind = Registry::builtIn().find("token-lock")->kind(),
                          .owner = {"ann"},
                          .count = 1,
                          .node = {"h:1"},
                          .wallAt = ReadWallAt};
    [[maybe_unused]] const Done written = store.append(std::vector{event});
    readAll(store);
    [[maybe_unused]] const Done closed = store.close(ReadWallAt + 1s);
    [[maybe_unused]] const auto trimmed = store.trim({.age = 1h, .bytes = 1}, ReadWallAt);
}

} // namespace

LOCKSCOPE_FUZZ_TARGET(history);

} // namespace fuzz_history

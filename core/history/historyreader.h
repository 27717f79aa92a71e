// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the file of a history tells. Alone it reads a file that another program may be writing, and changes
// nothing in it. One thread.

#include "core/history/historyfile.h"
#include "core/history/openholds.h"

#include <QHash>

namespace lockscope
{

class HistoryReader
{
public:
    explicit HistoryReader(const QString &file) : m_file(file) {}

    Done openForReading() { return m_file.openForReading(); }

    Outcome<std::optional<WallTime>> since(); // nothing is known of the time before
    Outcome<std::vector<Tally>> minutes(const HistoryRange &range, milliseconds step);
    Outcome<HoldsAnswer> holds(const HoldsQuery &query);
    Outcome<LockStory> story(const LockName &key, size_t most);
    Outcome<HistoryMoment> moment(WallTime at, size_t most);
    // The locks that were taken, waited for or held in the range, most demand first. Looks at the newest
    // DemandOf events of it only; `over` says what that comes to.
    Outcome<std::vector<Contention>> contention(const HistoryRange &range, size_t most);
    static constexpr qint64 DemandOf = 200'000;

protected:
    HistoryFile m_file;
    OpenHolds m_open{}; // of what is being written: holds that go on

private:
    struct EventIds {
        qint64 watched = 0; // the first since the program watches without a break
        qint64 first = 0;   // of a range
        qint64 last = 0;    // the first after it
    };
    Done addMarks(HoldsAnswer &answer, const HistoryRange &range);
    Outcome<qint64> firstEventAt(WallTime at); // the id of the first event that is not older
    Done addHeldAcross(QHash<LockName, Contention> &sums, const HistoryRange &over, const EventIds &ids);
};

} // namespace lockscope

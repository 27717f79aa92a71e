// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads a recording: all queries of a history, and the state at a moment. The files of a rotated recording
// appear as one; a hold that continues in the next file is one hold. Another program may be writing it;
// resume() reads its present state. Call pause() between queries: while a file is open, its writer cannot
// rotate it. One thread.

#include "core/history/historyqueries.h"
#include "core/history/playback/recordingset.h"

#include <QHash>

namespace lockscope
{

class RecordingReader final : public HistoryQueries
{
public:
    static constexpr size_t JudgedMost = 10'000; // locks of a moment whose verdicts and waiters are read

    // The part of a range that one file contains.
    struct Stretch {
        size_t part = 0;
        HistoryRange range{};
    };

    explicit RecordingReader(const QString &file) : m_set(file) {}

    Done open() { return resume(); }
    Done resume();
    void pause() { m_set.close(); }
    qint64 bytes() const { return m_set.bytes(); }
    size_t files() const { return m_set.parts().size(); }
    QStringList fileNames() const; // oldest first
    // Files of the set that are missing or unreadable, as texts. Known after open(), or a query.
    const QStringList &flaws() const { return m_set.flaws(); }
    // From the first to the last time recorded; empty: nothing is recorded yet.
    Outcome<std::optional<HistoryRange>> extent();

    Outcome<std::optional<WallTime>> lastWritten() override;
    Outcome<std::optional<WallTime>> since() override;
    Outcome<std::vector<Tally>> minutes(const HistoryRange &range, milliseconds step) override;
    Outcome<HoldsAnswer> holds(const HoldsQuery &query) override;
    Outcome<HoldsAnswer> verdicts(const HoldsQuery &query) override;
    Outcome<LockEvents> lockEvents(const LockName &key, size_t most) override;
    Outcome<std::vector<Contention>> contention(const HistoryRange &range, size_t most) override;
    Outcome<OrdersAnswer> orders(WallTime since) override;
    Outcome<bool> isSelection() override;
    // As moment(), with verdicts, waiters and expiries.
    Outcome<HistoryMoment> judgedMoment(WallTime at, size_t most);
    // The waiters of all locks that had some.
    Outcome<std::vector<WaitersStep>> waitedForAt(WallTime at);

    // The holds that the next part takes over from a part, as they end there.
    using Across = QMultiHash<std::pair<LockName, OwnerId>, Hold>;
    Outcome<Across> takenOver(size_t part);
    // That a hold that ends in its part, lost from sight, is among them: then that is no end.
    static bool isTakenOver(const Hold &end, const Across &next);

    // For further queries: the parts that overlap a range, oldest first; at least one.
    std::vector<Stretch> stretches(const HistoryRange &range) const;
    const RecordingPart &part(size_t part) const { return m_set.parts()[part]; }
    // ask() runs query(PartReader &), which returns an Outcome, on a part. each() runs a query that uses
    // ask(); if a part fails, it drops that part and runs the query again, as long as there are others.
    template<class Query> auto ask(size_t part, const Query &query);
    template<class Query> auto each(const Query &query);

private:
    static constexpr int MostRenamed = 5; // times during one query

    using AnswerOfPart = Outcome<HoldsAnswer> (HistoryReader::*)(const HoldsQuery &);

    bool isOneFile() const { return m_set.parts().size() == 1; }
    WallTime beginOf(size_t part) const;
    HistoryRange settled(const HistoryRange &range) const;
    Outcome<HoldsAnswer> joined(const HoldsQuery &query, AnswerOfPart ofPart);
    void leaveOutJoint(const Stretch &stretch, bool isFirst, HoldsAnswer &answer) const;
    static void leaveOutClosing(WallTime closedAt, HoldsAnswer &answer);
    Outcome<std::vector<Hold>> lostFromSight(size_t part);
    Done addUnseen(const Stretch &stretch, const HoldsQuery &query, std::vector<Hold> &holds);
    Done goOn(const Stretch &stretch, bool isLast, std::vector<Hold> &holds);
    bool mayGoOn(const Hold &hold, size_t part) const;
    Outcome<const Across *> across(size_t part);
    Outcome<std::optional<Hold>> inNext(const Hold &hold, size_t part);
    Outcome<LockEvents> joinedEvents(const LockName &key, size_t most);
    Outcome<std::vector<Contention>> joinedContention(const HistoryRange &range, size_t most);
    template<class Query> auto inPartOf(WallTime at, const Query &query);

    struct FoundAcross {
        RecordingPart part{};
        bool isLast = false; // it may still be written: read again after resume()
        Across holds{};
        std::optional<std::vector<Hold>> lost{}; // lostFromSight() of the part before; nullopt: not asked yet
    };
    RecordingSet m_set;
    std::deque<FoundAcross> m_across{};
    bool m_isAgain = false; // the files changed during a query: run it again
};

template<class Query> auto RecordingReader::ask(size_t part, const Query &query)
{
    using Answer = decltype(query(std::declval<PartReader &>()));
    const auto reader = m_set.reader(part);
    if (!reader) {
        m_isAgain = reader.failure().kind == ErrorKind::Busy || m_set.giveUp(part, reader.failure());
        return Answer(reader.failure());
    }
    Answer answer = query(**reader);
    if (!answer.ok())
        m_isAgain = m_set.giveUp(part, answer.failure());
    return answer;
}

template<class Query> auto RecordingReader::each(const Query &query)
{
    for (int renamed = 0;;) {
        m_isAgain = false;
        auto answer = query();
        if (answer.ok() || !m_isAgain)
            return answer;
        if (answer.failure().kind != ErrorKind::Busy)
            continue; // there is a part less
        if (++renamed > MostRenamed)
            return answer;
        if (const Done opened = resume(); !opened.ok())
            return decltype(answer)(opened.failure());
    }
}

} // namespace lockscope

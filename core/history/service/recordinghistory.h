// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Answers the queries of a history from the files of a recording, which are open only during a query. Never
// writes. Lives on its own thread, on which open() must be called first; signals carry values. A failed query
// gets an empty answer, and failed() has the reason. Owner: the composition in app/.

#include "core/history/causes/blockingthen.h"
#include "core/history/causes/waitingcost.h"
#include "core/history/causes/whatchanged.h"
#include "core/history/compare/comparison.h"
#include "core/history/playback/lockthen.h"
#include "core/history/playback/playbackstop.h"
#include "core/history/playback/statethen.h"
#include "core/history/recording/attachedfiles.h"

#include <QObject>
#include <QStringList>

#include <memory>

namespace lockscope
{

// What the recording contains so far.
struct RecordingStatus {
    std::optional<HistoryRange> extent{}; // from the first to the last time recorded; nullopt: nothing yet
    qint64 bytes = 0;                     // of all files
    QStringList files{};                  // oldest first; several after a rotation
    QStringList flaws{};                  // problems with other files of the set, as texts
};

class RecordingHistory final : public QObject
{
    Q_OBJECT
public:
    explicit RecordingHistory(const QString &file, QObject *parent = nullptr);

public slots:
    void open(); // answers with opened() and statusChanged(), or failed(). Again, after a failure
    void look(); // emits statusChanged() if the recording has grown
    // Each is answered by a signal with the same id.
    void requestTallies(quint64 id, const lockscope::HistoryRange &range, lockscope::milliseconds step);
    void requestHolds(quint64 id, const lockscope::HoldsQuery &query);
    void requestLockEvents(quint64 id, const lockscope::LockName &key);
    void requestMoment(quint64 id, lockscope::WallTime at);
    void requestContention(quint64 id, const lockscope::HistoryRange &range, qint64 most);
    void requestOrders(quint64 id);
    void requestCosts(quint64 id, const lockscope::HistoryRange &range);
    void requestChanges(quint64 id, const lockscope::ChangeQuery &query);
    void requestFiles(quint64 id);
    void requestServers(quint64 id, lockscope::WallTime at);
    void requestBlocking(quint64 id, lockscope::WallTime at);
    void requestLock(quint64 id, const lockscope::LockName &key, lockscope::WallTime at);
    void requestStop(quint64 id, const lockscope::PlaybackQuery &query);
    // Takes a second or two for a million events; other answers wait.
    void requestComparison(quint64 id, const lockscope::CompareQuery &query);

signals:
    void opened();
    void failed(const lockscope::Failure &why);
    void statusChanged(const lockscope::RecordingStatus &status);
    void talliesReady(quint64 id, const std::vector<lockscope::Tally> &tallies); // oldest first
    void holdsReady(quint64 id, const lockscope::HoldsAnswer &answer);
    void lockEventsReady(quint64 id, const lockscope::LockEvents &lockEvents);
    void momentReady(quint64 id, const lockscope::HistoryMoment &moment);
    void contentionReady(quint64 id, const std::vector<lockscope::Contention> &locks);
    void ordersReady(quint64 id, const lockscope::OrdersAnswer &answer);
    void costsReady(quint64 id, const lockscope::WaitingCosts &costs);
    void changesReady(quint64 id, const lockscope::Changes &changes);
    void filesReady(quint64 id, const std::vector<lockscope::AttachedFile> &files); // documents inside
    void serversReady(quint64 id, const lockscope::ServersThen &then);              // not after a failure
    void blockingReady(quint64 id, const lockscope::BlockingThen &then);            // not after a failure
    void lockReady(quint64 id, const lockscope::LockThen &then);                    // not after a failure
    // nullopt: there is no such change in that direction.
    void stopReady(quint64 id, const std::optional<lockscope::PlaybackFound> &found);
    void comparisonReady(quint64 id, const lockscope::Comparison &comparison);
    void comparisonFailed(quint64 id, const lockscope::Failure &why); // failed() is not emitted

private:
    template<class Query> auto read(const Query &query);
    template<class Query> auto answer(const Query &query);

    const QString m_file;
    std::unique_ptr<RecordingReader> m_reader{}; // null: not open
    std::optional<RecordingStatus> m_status{};   // as last emitted
};

} // namespace lockscope

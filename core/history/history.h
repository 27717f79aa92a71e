// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What happened, remembered: every event in a ring in memory and, when switched on, in a file
// (historystore.h) that survives the program. Answers what the plots, the timeline, one lock's story and the
// look at a past moment ask. Lives on a thread of its own, or with the engine where there is but one; hears
// an Engine by observe(). Every slot is called there (queued from elsewhere), every signal carries values.
// Owner: the composition in app/.

#include "core/config/observesettings.h"
#include "core/engine/engine.h"
#include "core/history/hold.h"

#include <QObject>

#include <memory>

namespace lockscope
{

// How full the memory of what happened is.
struct HistoryStatus {
    std::optional<WallTime> since{}; // nothing is known of the time before
    qint64 events = 0;               // since it was opened
    qint64 bytes = 0;                // of the file; 0: there is none
    Failure failure{};               // why the file is not written, if it should be; tried again and again
    friend bool operator==(const HistoryStatus &, const HistoryStatus &) = default;
};

class History final : public QObject
{
    Q_OBJECT
public:
    // folder: where the files are, one for each connection.
    explicit History(QString folder, QObject *parent = nullptr);
    ~History() override;

    // Its signals; before either moves to its thread. Opens and closes with it.
    void observe(Engine *engine);
    HistoryStatus status() const;
    // How long after a failure the file is tried again; before it is opened. A minute unless said.
    void setRetryPeriod(milliseconds period);
    // For callers on its thread (cli, tests).
    std::vector<Tally> tallies(const HistoryRange &range, milliseconds step);
    HoldsAnswer holds(const HoldsQuery &query);
    LockStory story(const LockName &key, size_t most);
    HistoryMoment moment(WallTime at, size_t most);
    // Of whole minutes, at least those of the last hour; older ones as far as events are remembered.
    std::vector<Contention> contention(const HistoryRange &range, size_t most);

public slots:
    void configure(const lockscope::HistorySettings &settings);
    // Forgets what is in memory; name: which file, from now on. Empty: nothing is kept in a file. members: of
    // a RedLock group, whose events count when a majority of its nodes tells of them.
    void open(const QString &name, int members = 1);
    void close();
    void take(const lockscope::LockDelta &delta);
    void takeNodes(const std::vector<lockscope::NodeStatus> &nodes);
    void takeLive(const lockscope::LiveStatus &live);
    void takeFailover(const lockscope::FailoverReport &report);
    // Answers with the signal of the same number.
    void requestTallies(quint64 id, const lockscope::HistoryRange &range, lockscope::milliseconds step);
    void requestHolds(quint64 id, const lockscope::HoldsQuery &query);
    void requestStory(quint64 id, const lockscope::LockName &key);
    void requestMoment(quint64 id, lockscope::WallTime at);
    void requestContention(quint64 id, const lockscope::HistoryRange &range, qint64 most);

signals:
    void opened();                               // anew: answers that come after it are of this connection
    void tallied(const lockscope::Tally &tally); // once a second, of the second that is over
    void statusChanged(const lockscope::HistoryStatus &status);
    void talliesReady(quint64 id, const std::vector<lockscope::Tally> &tallies); // oldest first
    void holdsReady(quint64 id, const lockscope::HoldsAnswer &answer);
    void storyReady(quint64 id, const lockscope::LockStory &story);
    void momentReady(quint64 id, const lockscope::HistoryMoment &moment);
    void contentionReady(quint64 id, const std::vector<lockscope::Contention> &locks); // most first

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope

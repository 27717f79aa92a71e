// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// GUI-thread end of the connection to the history: sends queries as queued signals; answers come back as
// values with the number of their query. Never waits. Owner: the composition. The history lives on its own
// thread.

#include "core/history/history.h"

#include <QObject>

namespace lockscope
{

class HistoryBridge final : public QObject
{
    Q_OBJECT
public:
    explicit HistoryBridge(QObject *parent = nullptr);

    void attach(History *history); // Connects both directions. Call once.

    // Selects the history of a connection; see HistorySettings.
    void configure(const HistorySettings &settings);
    // Return the number of the query, which its answer carries.
    quint64 tallies(const HistoryRange &range, milliseconds step);
    quint64 holds(const HoldsQuery &query);
    quint64 story(const LockName &key);
    quint64 moment(WallTime at);
    quint64 contention(const HistoryRange &range, qint64 most);

signals:
    // To the history
    void configureWanted(const lockscope::HistorySettings &settings);
    void talliesWanted(quint64 id, const lockscope::HistoryRange &range, lockscope::milliseconds step);
    void holdsWanted(quint64 id, const lockscope::HoldsQuery &query);
    void storyWanted(quint64 id, const lockscope::LockName &key);
    void momentWanted(quint64 id, lockscope::WallTime at);
    void contentionWanted(quint64 id, const lockscope::HistoryRange &range, qint64 most);
    // From the history
    void opened();
    void tallied(const lockscope::Tally &tally);
    void statusChanged(const lockscope::HistoryStatus &status);
    void talliesReady(quint64 id, const std::vector<lockscope::Tally> &tallies);
    void holdsReady(quint64 id, const lockscope::HoldsAnswer &answer);
    void storyReady(quint64 id, const lockscope::LockStory &story);
    void momentReady(quint64 id, const lockscope::HistoryMoment &moment);
    void contentionReady(quint64 id, const std::vector<lockscope::Contention> &locks);

private:
    quint64 m_last = 0;
};

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// GUI-thread end of the connection to the history: sends queries as queued signals; answers come back as
// values with the number of their query. Never waits. Owner: the composition. The history lives on its own
// thread.

#include "core/history/causes/waitingcost.h"
#include "core/history/causes/whatchanged.h"
#include "core/history/history.h"
#include "ui/bridges/bridge.h"

namespace lockscope
{

class RecordingHistory;

class HistoryBridge final : public Bridge
{
    Q_OBJECT
public:
    explicit HistoryBridge(QObject *parent = nullptr) : Bridge(parent) {}

    // Connects both directions. Call one of these once, with the history on its thread.
    void attach(History *history);
    void attach(RecordingHistory *recording); // Which has no live tallies

    // Selects the history of a connection; see HistorySettings.
    void configure(const HistorySettings &settings) { emit configureWanted(settings); }
    // A saved connection was renamed; see History.
    void rename(const QString &from, const QString &to) { emit renameWanted(from, to); }
    // Return the number of the query, which its answer carries.
    quint64 tallies(const HistoryRange &range, milliseconds step)
    {
        return ask(&HistoryBridge::talliesWanted, range, step);
    }
    quint64 holds(const HoldsQuery &query) { return ask(&HistoryBridge::holdsWanted, query); }
    quint64 lockEvents(const LockName &key) { return ask(&HistoryBridge::lockEventsWanted, key); }
    quint64 moment(WallTime at) { return ask(&HistoryBridge::momentWanted, at); }
    quint64 contention(const HistoryRange &range, qint64 most)
    {
        return ask(&HistoryBridge::contentionWanted, range, most);
    }
    quint64 costs(const HistoryRange &range) { return ask(&HistoryBridge::costsWanted, range); }
    quint64 changes(const ChangeQuery &query) { return ask(&HistoryBridge::changesWanted, query); }
    quint64 orders() { return ask(&HistoryBridge::ordersWanted); }

signals:
    // To the history
    void configureWanted(const lockscope::HistorySettings &settings);
    void renameWanted(const QString &from, const QString &to);
    void talliesWanted(quint64 id, const lockscope::HistoryRange &range, lockscope::milliseconds step);
    void holdsWanted(quint64 id, const lockscope::HoldsQuery &query);
    void lockEventsWanted(quint64 id, const lockscope::LockName &key);
    void momentWanted(quint64 id, lockscope::WallTime at);
    void contentionWanted(quint64 id, const lockscope::HistoryRange &range, qint64 most);
    void costsWanted(quint64 id, const lockscope::HistoryRange &range);
    void changesWanted(quint64 id, const lockscope::ChangeQuery &query);
    void ordersWanted(quint64 id);
    // From the history
    void opened();
    void tallied(const lockscope::Tally &tally);
    void statusChanged(const lockscope::HistoryStatus &status);
    void failed(const lockscope::Failure &why); // To rename
    void talliesReady(quint64 id, const std::vector<lockscope::Tally> &tallies);
    void holdsReady(quint64 id, const lockscope::HoldsAnswer &answer);
    void lockEventsReady(quint64 id, const lockscope::LockEvents &lockEvents);
    void momentReady(quint64 id, const lockscope::HistoryMoment &moment);
    void contentionReady(quint64 id, const std::vector<lockscope::Contention> &locks);
    void costsReady(quint64 id, const lockscope::WaitingCosts &costs);
    void changesReady(quint64 id, const lockscope::Changes &changes);
    void ordersReady(quint64 id, const lockscope::OrdersAnswer &answer);

private:
    template<class Source> void attachQueries(Source *source);
    template<class Source> void attachCauses(Source *source);
};

} // namespace lockscope

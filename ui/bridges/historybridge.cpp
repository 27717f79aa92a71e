// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridges/historybridge.h"

#include "core/history/causes/causes.h"
#include "core/history/service/recordinghistory.h"

namespace lockscope
{

template<class Source> void HistoryBridge::attachQueries(Source *source)
{
    connect(this, &HistoryBridge::talliesWanted, source, &Source::requestTallies);
    connect(this, &HistoryBridge::holdsWanted, source, &Source::requestHolds);
    connect(this, &HistoryBridge::lockEventsWanted, source, &Source::requestLockEvents);
    connect(this, &HistoryBridge::momentWanted, source, &Source::requestMoment);
    connect(this, &HistoryBridge::contentionWanted, source, &Source::requestContention);
    connect(this, &HistoryBridge::ordersWanted, source, &Source::requestOrders);

    connect(source, &Source::opened, this, &HistoryBridge::opened);
    connect(source, &Source::talliesReady, this, &HistoryBridge::talliesReady);
    connect(source, &Source::holdsReady, this, &HistoryBridge::holdsReady);
    connect(source, &Source::lockEventsReady, this, &HistoryBridge::lockEventsReady);
    connect(source, &Source::momentReady, this, &HistoryBridge::momentReady);
    connect(source, &Source::contentionReady, this, &HistoryBridge::contentionReady);
    connect(source, &Source::ordersReady, this, &HistoryBridge::ordersReady);
}

template<class Source> void HistoryBridge::attachCauses(Source *source)
{
    connect(this, &HistoryBridge::costsWanted, source, &Source::requestCosts);
    connect(this, &HistoryBridge::changesWanted, source, &Source::requestChanges);
    connect(source, &Source::costsReady, this, &HistoryBridge::costsReady);
    connect(source, &Source::changesReady, this, &HistoryBridge::changesReady);
}

void HistoryBridge::attach(History *history)
{
    attachQueries(history);
    attachCauses(new Causes(history));
    connect(this, &HistoryBridge::configureWanted, history, &History::configure);
    connect(this, &HistoryBridge::renameWanted, history, &History::rename);
    connect(history, &History::failed, this, &HistoryBridge::failed);
    connect(history, &History::tallied, this, &HistoryBridge::tallied);
    connect(history, &History::statusChanged, this, &HistoryBridge::statusChanged);
}

void HistoryBridge::attach(RecordingHistory *recording)
{
    attachQueries(recording);
    attachCauses(recording);
}

} // namespace lockscope

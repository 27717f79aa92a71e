// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridges/historybridge.h"

#include "core/history/causes/causes.h"

namespace lockscope
{

void HistoryBridge::attach(History *history)
{
    connect(this, &HistoryBridge::configureWanted, history, &History::configure);
    connect(this, &HistoryBridge::talliesWanted, history, &History::requestTallies);
    connect(this, &HistoryBridge::holdsWanted, history, &History::requestHolds);
    connect(this, &HistoryBridge::storyWanted, history, &History::requestStory);
    connect(this, &HistoryBridge::momentWanted, history, &History::requestMoment);
    connect(this, &HistoryBridge::contentionWanted, history, &History::requestContention);
    connect(this, &HistoryBridge::ordersWanted, history, &History::requestOrders);

    connect(history, &History::opened, this, &HistoryBridge::opened);
    connect(history, &History::tallied, this, &HistoryBridge::tallied);
    connect(history, &History::statusChanged, this, &HistoryBridge::statusChanged);
    connect(history, &History::talliesReady, this, &HistoryBridge::talliesReady);
    connect(history, &History::holdsReady, this, &HistoryBridge::holdsReady);
    connect(history, &History::storyReady, this, &HistoryBridge::storyReady);
    connect(history, &History::momentReady, this, &HistoryBridge::momentReady);
    connect(history, &History::contentionReady, this, &HistoryBridge::contentionReady);
    connect(history, &History::ordersReady, this, &HistoryBridge::ordersReady);

    auto *causes = new Causes(history);
    connect(this, &HistoryBridge::costsWanted, causes, &Causes::requestCosts);
    connect(this, &HistoryBridge::changesWanted, causes, &Causes::requestChanges);
    connect(causes, &Causes::costsReady, this, &HistoryBridge::costsReady);
    connect(causes, &Causes::changesReady, this, &HistoryBridge::changesReady);
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridges/historybridge.h"

namespace lockscope
{

HistoryLink::HistoryLink(QObject *parent) : QObject(parent) {}

void HistoryLink::attach(History *history)
{
    connect(this, &HistoryLink::configureWanted, history, &History::configure);
    connect(this, &HistoryLink::talliesWanted, history, &History::requestTallies);
    connect(this, &HistoryLink::holdsWanted, history, &History::requestHolds);
    connect(this, &HistoryLink::storyWanted, history, &History::requestStory);
    connect(this, &HistoryLink::momentWanted, history, &History::requestMoment);
    connect(this, &HistoryLink::contentionWanted, history, &History::requestContention);

    connect(history, &History::opened, this, &HistoryLink::opened);
    connect(history, &History::tallied, this, &HistoryLink::tallied);
    connect(history, &History::statusChanged, this, &HistoryLink::statusChanged);
    connect(history, &History::talliesReady, this, &HistoryLink::talliesReady);
    connect(history, &History::holdsReady, this, &HistoryLink::holdsReady);
    connect(history, &History::storyReady, this, &HistoryLink::storyReady);
    connect(history, &History::momentReady, this, &HistoryLink::momentReady);
    connect(history, &History::contentionReady, this, &HistoryLink::contentionReady);
}

void HistoryLink::configure(const HistorySettings &settings)
{
    emit configureWanted(settings);
}

quint64 HistoryLink::tallies(const HistoryRange &range, milliseconds step)
{
    emit talliesWanted(++m_last, range, step);
    return m_last;
}

quint64 HistoryLink::holds(const HoldsQuery &query)
{
    emit holdsWanted(++m_last, query);
    return m_last;
}

quint64 HistoryLink::story(const LockName &key)
{
    emit storyWanted(++m_last, key);
    return m_last;
}

quint64 HistoryLink::moment(WallTime at)
{
    emit momentWanted(++m_last, at);
    return m_last;
}

quint64 HistoryLink::contention(const HistoryRange &range, qint64 most)
{
    emit contentionWanted(++m_last, range, most);
    return m_last;
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is seen of the locks, as metrics in the text format of Prometheus (exposition format 0.0.4): for the
// node exporter's textfile collector. The names are released interface; resources/docs/metrics.md explains
// each. Owner: the cli; its thread.

#include "core/history/hold.h"
#include "core/values/status.h"

namespace lockscope
{

class Metrics
{
public:
    void add(const Tally &second); // counts what happened, and how things stand since
    void setNodes(const std::vector<NodeStatus> &nodes) { m_nodes = nodes; }
    void setLive(const LiveStatus &live) { m_live = live; }
    void setScan(const ScanProgress &scan) { m_scan = scan; }
    void setContended(std::vector<Contention> locks) { m_contended = std::move(locks); }

    QByteArray text(WallTime at) const;
    // In one step, so that nobody reads half of it.
    Done writeTo(const QString &fileName, WallTime at) const;

private:
    Tally m_sum;
    WallTime m_sampledUntil{};
    std::array<qint64, HoldLengths::Steps> m_holds{}; // since the start: more than a Tally is made for
    std::vector<NodeStatus> m_nodes;
    LiveStatus m_live;
    ScanProgress m_scan;
    std::vector<Contention> m_contended;
};

} // namespace lockscope

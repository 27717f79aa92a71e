// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Metrics about the locks in the Prometheus text format (exposition format 0.0.4), for the node exporter's
// textfile collector. Metric names are a released interface, documented in resources/docs/metrics.md. Owner:
// the cli; used on its thread.

#include "core/history/values/hold.h"
#include "core/values/status.h"

namespace lockscope
{

class Metrics
{
public:
    void add(const Tally &second); // adds the counts of one second and keeps its totals
    void setNodes(const std::vector<NodeStatus> &nodes) { m_nodes = nodes; }
    void setLive(const LiveStatus &live) { m_live = live; }
    void setGaps(qint64 gaps) { m_gaps = gaps; }
    void setScan(const ScanProgress &scan) { m_scan = scan; }
    void setContended(std::vector<Contention> locks) { m_contended = std::move(locks); }

    QByteArray text(WallTime at) const;
    // Replaces the file atomically, so that readers never see half of it.
    Done writeTo(const QString &fileName, WallTime at) const;

private:
    Tally m_sum;
    WallTime m_sampledUntil{};
    std::array<qint64, HoldLengths::Steps> m_holds{}; // since the start, which a Tally cannot count
    std::vector<NodeStatus> m_nodes;
    LiveStatus m_live;
    qint64 m_gaps = 0;
    ScanProgress m_scan;
    std::vector<Contention> m_contended;
};

} // namespace lockscope

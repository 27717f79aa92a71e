// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/metricsfile.h"

namespace lockscope::cli
{

namespace
{

using namespace std::chrono_literals;

constexpr int SecondsAWrite = 10;
constexpr size_t ContendedShown = 20; // each is a time series of its own
constexpr milliseconds ContendedOver = 10min;

} // namespace

MetricsFile::MetricsFile(Engine &engine, QString fileName)
    : m_fileName(std::move(fileName)), m_history(QString())
{
    m_history.observe(&engine);
    connect(&m_history, &History::tallied, this, &MetricsFile::onTallied);
    connect(&engine, &Engine::nodesChanged, this,
            [this](const std::vector<NodeStatus> &nodes) { m_metrics.setNodes(nodes); });
    connect(&engine, &Engine::liveChanged, this, [this](const LiveStatus &live) { m_metrics.setLive(live); });
    connect(&engine, &Engine::scanChanged, this,
            [this](const ScanProgress &scan) { m_metrics.setScan(scan); });
}

void MetricsFile::onTallied(const Tally &tally)
{
    m_metrics.add(tally);
    if (m_seconds++ % SecondsAWrite != 0)
        return;
    const Done written = write();
    if (!written.ok() && !std::exchange(m_failed, true))
        emit failed(written.failure());
}

Done MetricsFile::finish()
{
    return m_seconds > 0 && !m_failed ? write() : Done(Nothing{});
}

Done MetricsFile::write()
{
    const WallTime at = wallNow();
    m_metrics.setContended(m_history.contention({at - ContendedOver, at}, ContendedShown));
    return m_metrics.writeTo(m_fileName, at);
}

} // namespace lockscope::cli

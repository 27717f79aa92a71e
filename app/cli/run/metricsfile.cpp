// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run/metricsfile.h"

#include "app/cli/syntax/usage.h"

#include <QFileInfo>

#include <algorithm>

namespace lockscope::cli
{

namespace
{

using namespace std::chrono_literals;

constexpr int SecondsAWrite = 10;
constexpr size_t ContendedShown = 20; // each is a time series
constexpr milliseconds ContendedOver = 10min;

} // namespace

MetricsFile::MetricsFile(Engine &engine, QString fileName)
    : m_fileName(std::move(fileName)), m_counters(wallNow())
{
    m_clock.setInterval(1s);
    m_clock.setTimerType(Qt::PreciseTimer);
    connect(&m_clock, &QTimer::timeout, this, &MetricsFile::onSecond);
    count(engine);
    connect(&engine, &Engine::nodesChanged, this,
            [this](const std::vector<NodeStatus> &nodes) { m_metrics.setNodes(nodes); });
    connect(&engine, &Engine::liveChanged, this, [this](const LiveStatus &live) { m_metrics.setLive(live); });
    connect(&engine, &Engine::scanChanged, this,
            [this](const ScanProgress &scan) { m_metrics.setScan(scan); });
}

void MetricsFile::count(Engine &engine)
{
    connect(&engine, &Engine::opened, this, [this](const ConnectionSpec &spec) {
        m_counters.end();
        m_counters.begin(std::max(1, int(spec.members.size())), wallNow());
        m_clock.start();
        m_opened = true;
    });
    connect(&engine, &Engine::closed, this, [this] {
        m_clock.stop();
        m_counters.end();
    });
    connect(&engine, &Engine::tableChanged, this, [this](const LockDelta &delta) {
        if (m_clock.isActive())
            m_counters.take(delta, wallNow());
    });
    connect(&engine, &Engine::nodesChanged, this, [this](const std::vector<NodeStatus> &nodes) {
        if (m_clock.isActive())
            m_counters.takeNodes(nodes);
    });
    connect(&engine, &Engine::liveChanged, this, [this](const LiveStatus &live) {
        if (m_clock.isActive())
            m_counters.takeLive(live, wallNow());
    });
}

void MetricsFile::onSecond()
{
    m_metrics.add(m_counters.turn(wallNow()));
    if (m_seconds++ % SecondsAWrite != 0)
        return;
    const Done written = write();
    if (!written.ok() && !std::exchange(m_failed, true))
        emit failed(written.failure());
}

void MetricsFile::addGap()
{
    ++m_added;
}

Done MetricsFile::check(const QString &fileName)
{
    const auto bad = [&fileName](const QString &why) {
        return badInput(QStringLiteral("--metrics %1: %2").arg(fileName, why),
                        QStringLiteral("specify a file in a writable folder"));
    };
    const QFileInfo file(fileName);
    const QFileInfo folder(file.absolutePath());
    if (file.isDir())
        return bad(QStringLiteral("this is a folder"));
    if (!folder.isDir())
        return bad(QStringLiteral("folder %1 does not exist").arg(folder.filePath()));
    if (!folder.isWritable())
        return bad(QStringLiteral("the folder %1 is not writable").arg(folder.filePath()));
    return Nothing{};
}

// Includes what happened in the last, incomplete second.
Done MetricsFile::finish()
{
    if (!m_opened || m_failed)
        return Nothing{};
    if (m_clock.isActive())
        m_metrics.add(m_counters.turn(wallNow()));
    return write();
}

Done MetricsFile::write()
{
    const WallTime at = wallNow();
    m_metrics.setGaps(m_counters.gaps() + m_added);
    m_metrics.setContended(m_counters.demand().contention({at - ContendedOver, at}, ContendedShown, at));
    return m_metrics.writeTo(m_fileName, at);
}

} // namespace lockscope::cli

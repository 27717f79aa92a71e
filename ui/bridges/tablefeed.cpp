// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridges/tablefeed.h"

#include "ui/bridges/enginebridge.h"
#include "ui/bridges/fleetbridge.h"

#include <utility>

namespace lockscope
{

TableFeed::TableFeed(EngineBridge &engine, FleetBridge &fleet, QObject *parent)
    : QObject(parent), m_engine(engine), m_fleet(fleet)
{
    // The engine reports the end of a scan up to 50 ms before the last locks of it.
    m_ending.setSingleShot(true);
    m_ending.setInterval(std::chrono::milliseconds(150));
    connect(&m_ending, &QTimer::timeout, this, &TableFeed::end);
    connect(&engine, &EngineBridge::tableChanged, this, &TableFeed::take);
    connect(&engine, &EngineBridge::scanChanged, this, [this](const ScanProgress &scan) {
        m_isScanned = scan.phase == ScanPhase::Complete;
        if (m_isScanned && !m_known.isOver())
            m_ending.start();
        if (m_isScanned && std::exchange(m_isAwaited, false))
            m_read.clear();
    });
    connect(&fleet, &FleetBridge::handedOver, this, &TableFeed::takeKnown);
}

void TableFeed::begin(const QString &connection)
{
    m_isScanned = false;
    m_isAwaited = m_fleet.isOpen();
    m_fleet.handOver(connection);
}

void TableFeed::leave()
{
    m_isAwaited = false;
    m_read.clear();
    m_known.forget();
    m_ending.stop();
    tellKnown();
}

void TableFeed::giveUp()
{
    const bool isShown = !m_known.isEmpty();
    leave();
    if (isShown)
        emit tableChanged({.reset = true});
}

std::optional<WallTime> TableFeed::knownAt() const
{
    return m_known.isEmpty() ? std::nullopt : std::optional(m_asOf);
}

void TableFeed::take(const LockDelta &delta)
{
    if (m_isAwaited) {
        if (delta.reset)
            m_read.clear();
        for (const LockPtr &lock : delta.upserted)
            m_read.insert(lock->key);
    }
    if (m_known.isOver())
        return emit tableChanged(delta);
    emit tableChanged(m_known.with(delta));
    tellKnown();
}

void TableFeed::takeKnown(const FleetKnown &known)
{
    if (!std::exchange(m_isAwaited, false))
        return;
    m_engine.expect(known.locks, known.runs);
    const QSet<LockName> read = std::exchange(m_read, {});
    if (m_isScanned || known.locks.empty())
        return;
    m_asOf = known.asOf;
    emit tableChanged(
        m_known.begin(known.locks, [&read](const LockName &key) { return read.contains(key); }));
    tellKnown();
}

void TableFeed::end()
{
    emit tableChanged(m_known.end());
    tellKnown();
}

void TableFeed::tellKnown()
{
    const std::optional<WallTime> now = knownAt();
    if (std::exchange(m_told, now) != now)
        emit knownChanged();
}

} // namespace lockscope

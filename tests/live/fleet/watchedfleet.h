// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A watch of many connections on its own thread, and its last report. Main thread.

#include "core/fleet/fleetwatch.h"
#include "tests/support/threaded.h"

#include <algorithm>

namespace lockscope::test
{

class WatchedFleet final : public QObject
{
public:
    WatchedFleet() : m_watch(new FleetWatch)
    {
        connect(m_watch.object, &FleetWatch::changed, this,
                [this](quint64 id, const std::vector<FleetMember> &members) {
                    m_id = id;
                    m_members = members;
                    ++m_reports;
                    const auto opening =
                        std::ranges::count(members, FleetState::Connecting, &FleetMember::state);
                    m_mostOpening = std::max(m_mostOpening, size_t(opening));
                });
        connect(m_watch.object, &FleetWatch::handedOver, this,
                [this](quint64, const FleetKnown &known) { m_handedOver.push_back(known); });
    }
    void open(const std::vector<FleetTarget> &targets)
    {
        QMetaObject::invokeMethod(m_watch.object,
                                  [this, targets, id = ++m_asked] { m_watch.object->open(id, targets); });
    }
    void retry() { QMetaObject::invokeMethod(m_watch.object, &FleetWatch::retry); }
    void handOver(const char *name)
    {
        QMetaObject::invokeMethod(m_watch.object,
                                  [this, name] { m_watch.object->handOver(1, QLatin1String(name)); });
    }
    const std::vector<FleetKnown> &handedOver() const { return m_handedOver; }
    FleetMember of(const char *name) const
    {
        const auto found = std::ranges::find(m_members, QLatin1String(name), &FleetMember::name);
        return m_id == m_asked && found != m_members.end() ? *found : FleetMember{};
    }
    FleetState state(const char *name) const { return of(name).state; }
    qint64 locks(const char *name) const
    {
        const FleetMember member = of(name);
        return member.totals && !member.scanning ? member.totals->locks : -1;
    }
    qsizetype count(FleetState state) const
    {
        return m_id == m_asked ? std::ranges::count(m_members, state, &FleetMember::state) : 0;
    }
    size_t mostOpening() const { return m_mostOpening; }
    int reports() const { return m_reports; }

private:
    quint64 m_asked = 0;
    quint64 m_id = 0;
    std::vector<FleetMember> m_members{};
    std::vector<FleetKnown> m_handedOver{};
    size_t m_mostOpening = 0;
    int m_reports = 0;
    Threaded<FleetWatch> m_watch;
};

} // namespace lockscope::test

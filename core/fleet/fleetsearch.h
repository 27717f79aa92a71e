// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Searches the locks of all connections of a fleet with one filter and follows their changes. Owner:
// FleetWatch, on the thread of the fleet. No errors: what cannot be searched is in the findings.

#include "core/engine/filter/lockfilter.h"
#include "core/fleet/fleetfindings.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace lockscope
{

class FleetConnection;

class FleetSearch final : public QObject
{
    Q_OBJECT
public:
    using Connections = std::vector<std::unique_ptr<FleetConnection>>;
    static constexpr milliseconds Turn{4};   // of work, before other events of the thread
    static constexpr milliseconds Pace{500}; // between two reports

    FleetSearch(const Connections &connections, QObject *parent);

    void begin(quint64 id, const LockFilter &filter);
    void end();
    void adopt(FleetConnection &connection) const; // it joins the search, if there is one

signals:
    // The first time as soon as all is searched, then after changes, at most twice a second. A search that
    // takes longer reports what it has so far.
    void found(quint64 id, const lockscope::FleetFindings &findings);

private:
    void turn();
    FleetFindings findings() const;
    void report();

    const Connections &m_connections;
    LockFilter m_filter{};
    quint64 m_id = 0; // 0: no search
    bool m_isReported = false;
    FleetFindings m_reported{};
    Instant m_reportedAt{}; // or begun
    QTimer m_timer;
};

} // namespace lockscope

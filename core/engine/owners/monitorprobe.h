// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lets a listener hear the MONITOR lines of one server until it knows all or a limit is reached: time, lines,
// bytes, or cancel(). Uses its own connection, which is closed before the report is returned, and at
// the latest with this object: a forgotten MONITOR uses up the server's memory. Owned by Probes, on the
// engine thread. Failures are in the report.

#include "core/base/wakeup.h"
#include "core/engine/owners/monitorlistener.h"
#include "core/formats/format.h"
#include "core/redis/session.h"
#include "core/values/probe.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace lockscope
{

inline constexpr milliseconds LongestProbe{30'000};

// How long it takes to see a renewal of this lock: one watchdog period and a little more, at most 30 s.
milliseconds probeLength(const Lock &lock, const Format *format);
// What a server has received from all clients but this process.
struct ServerLoad {
    qint64 commands = 0;
    qint64 bytes = 0;
    Instant at{};
};
// infoStats: the reply to INFO stats.
ServerLoad serverLoad(const QByteArray &infoStats, qint64 ownCommands, qint64 ownBytes, Instant at);
// The cost, estimated from what came between these two times.
ProbeEstimate probeEstimate(const ServerLoad &before, const ServerLoad &after, const ProbeRequest &request,
                            milliseconds length);
// The same, asked on the session that reads: takes half a second. Without an answer to INFO the figures are
// unknown: a probe still works, and its limits bound its cost.
QCoro::Task<ProbeEstimate> estimateCost(QPointer<Session> reading, ProbeRequest request, milliseconds length);

class MonitorProbe final : public QObject
{
    Q_OBJECT
public:
    // spec: of the server, with the login for reading.
    MonitorProbe(ConnectionSpec spec, ProbeRequest request, std::shared_ptr<MonitorListener> listener,
                 QObject *parent = nullptr);
    ~MonitorProbe() override;

    // Hears the same lines. When the probe ends and what its report counts is up to the listener above.
    void addListener(std::shared_ptr<MonitorListener> listener) { m_others.push_back(std::move(listener)); }
    QCoro::Task<ProbeReport> run(); // once; what was learnt is with the listeners
    void cancel();

signals:
    void progressed(const lockscope::ProbeReport &soFar); // a few times per second

private:
    static QCoro::Task<ProbeReport> wait(QPointer<MonitorProbe> self);
    void onPushed(const Reply &message);
    void check();
    void finish(ProbeStop stop, const Failure &why = {});

    ConnectionSpec m_spec;
    const ProbeRequest m_request; // with its length
    std::shared_ptr<MonitorListener> m_listener;
    std::vector<std::shared_ptr<MonitorListener>> m_others;
    Session m_session;
    ProbeReport m_report;
    QTimer m_clock;
    std::shared_ptr<WakeUp> m_over;
    std::optional<Instant> m_listeningSince;
    qint64 m_bytesBefore = 0;
    bool m_finished = false;
};

} // namespace lockscope

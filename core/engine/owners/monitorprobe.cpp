// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/owners/monitorprobe.h"

#include "core/deployment/serverinfo.h"
#include "core/redis/servererror.h"

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds Unknown = 10s; // for a lock with an unknown lease
constexpr milliseconds ProgressTick = 100ms;
constexpr milliseconds LoadTime = 500ms; // in which other clients' commands are counted
constexpr qint64 LineOverhead = 48;      // time, database, client, quotes

ConnectionSpec ownConnection(ConnectionSpec spec)
{
    spec.readOnly = true;
    spec.clientName = QStringLiteral("lockscope-probe");
    return spec;
}

} // namespace

milliseconds probeLength(const Lock &lock, const Format *format)
{
    std::optional<milliseconds> period = lock.renewals.period;
    // Before the first renewal, the known lease is only what was left of it.
    if (!period && lock.lease && format)
        period = format->watchdogPeriod(
            lock.renewals.count > 0 ? *lock.lease : std::max(*lock.lease, format->defaultLease()));
    if (!period && lock.lease)
        period = *lock.lease / 3;
    const milliseconds usual = period.value_or(Unknown);
    return std::clamp<milliseconds>(usual + usual / 10 + 500ms, 1s, LongestProbe);
}

ServerLoad serverLoad(const QByteArray &infoStats, qint64 ownCommands, qint64 ownBytes, Instant at)
{
    return {.commands = infoField(infoStats, "total_commands_processed").toLongLong() - ownCommands,
            .bytes = infoField(infoStats, "total_net_input_bytes").toLongLong() - ownBytes,
            .at = at};
}

ProbeEstimate probeEstimate(const ServerLoad &before, const ServerLoad &after, const ProbeRequest &request,
                            milliseconds length)
{
    ProbeEstimate estimate{.length = length};
    const double between = double(std::max<qint64>(millisecondsBetween(before.at, after.at).count(), 1));
    const double times = double(length.count()) / between;
    const auto commands = double(std::max<qint64>(after.commands - before.commands, 0));
    const auto input = double(std::max<qint64>(after.bytes - before.bytes, 0));
    estimate.commandsPerSecond = qint64(commands * 1000 / between);
    const auto lines = qint64(commands * times);
    estimate.lines = std::min(lines, request.lines);
    const qint64 bytes = qint64(input * times) + lines * LineOverhead;
    estimate.bytes = std::min(lines > 0 ? bytes * estimate.lines / lines : 0, request.bytes);
    return estimate;
}

namespace
{

QCoro::Task<std::optional<ServerLoad>> loadOf(QPointer<Session> reading)
{
    Batch batch;
    batch.add({"INFO", "stats"});
    PendingReplies pending = reading->send(std::move(batch));
    const SentTraffic::Sum own = reading->sentByProcess();
    const auto replies = co_await pending;
    if (!replies || replies->items.front().isError())
        co_return std::nullopt;
    co_return serverLoad(replies->items.front().bytes, own.commands, own.bytes, replies->receivedAt);
}

} // namespace

QCoro::Task<ProbeEstimate> estimateCost(QPointer<Session> reading, ProbeRequest request, milliseconds length)
{
    std::optional<ServerLoad> before, after;
    if (reading)
        before = co_await loadOf(reading);
    const auto pause = std::make_shared<WakeUp>();
    if (before)
        co_await pause->wait(LoadTime);
    if (before && reading)
        after = co_await loadOf(reading);
    co_return after ? probeEstimate(*before, *after, request, length) : ProbeEstimate{.length = length};
}

MonitorProbe::MonitorProbe(ConnectionSpec spec, ProbeRequest request,
                           std::shared_ptr<MonitorListener> listener, QObject *parent)
    : QObject(parent), m_spec(ownConnection(std::move(spec))), m_request(std::move(request)),
      m_listener(std::move(listener)), m_session(m_spec), m_over(std::make_shared<WakeUp>())
{
    m_report.key = m_request.key;
    m_report.node = m_session.node();
    m_clock.setInterval(ProgressTick);
    connect(&m_clock, &QTimer::timeout, this, &MonitorProbe::check);
    connect(&m_session, &Session::ready, this, [this] {
        m_bytesBefore = m_session.bytesReceived();
        m_session.subscribe({"MONITOR"});
    });
    connect(&m_session, &Session::pushed, this, &MonitorProbe::onPushed);
    connect(&m_session, &Session::lost, this, [this](const Failure &why) { finish(ProbeStop::Lost, why); });
    connect(&m_session, &Session::connectionChanged, this, [this](const ConnectionState &connection) {
        if (connection.phase == ConnectionPhase::Failed || connection.phase == ConnectionPhase::Waiting)
            finish(ProbeStop::Lost, connection.reason);
    });
}

MonitorProbe::~MonitorProbe()
{
    m_session.close();
    m_over->cancel();
}

QCoro::Task<ProbeReport> MonitorProbe::run()
{
    m_session.open();
    co_return co_await wait(this);
}

QCoro::Task<ProbeReport> MonitorProbe::wait(QPointer<MonitorProbe> self)
{
    const std::shared_ptr<WakeUp> over = self->m_over;
    const milliseconds whole =
        self->m_spec.connectTimeout + self->m_request.length.value_or(LongestProbe) + 1s;
    const ProbeReport cancelled{
        .key = self->m_report.key, .node = self->m_report.node, .stopped = ProbeStop::Cancelled};
    const WakeUp::Cause cause = co_await over->wait(whole);
    if (!self || cause == WakeUp::Cause::Cancelled)
        co_return cancelled;
    if (cause == WakeUp::Cause::TimedOut)
        self->finish(ProbeStop::Time);
    co_return self->m_report;
}

void MonitorProbe::cancel()
{
    finish(ProbeStop::Cancelled);
}

void MonitorProbe::onPushed(const Reply &message)
{
    if (m_finished)
        return;
    if (message.isError()) {
        Failure why = serverFailure(message.bytes, m_session.node());
        if (why.kind == ErrorKind::NoPerm)
            why.remedy = tr("a probe requires permission for MONITOR (ACL SETUSER … +monitor)");
        return finish(ProbeStop::Refused, why);
    }
    if (!m_listeningSince) { // the reply to MONITOR itself
        m_listeningSince = now();
        m_clock.start();
        return;
    }
    m_listener->hear(message.bytes);
    for (const auto &other : m_others)
        other->hear(message.bytes);
    if (m_listener->knowsAll())
        finish(ProbeStop::Learnt);
    else if (m_listener->lines() >= m_request.lines)
        finish(ProbeStop::Lines);
    else if (m_session.bytesReceived() - m_bytesBefore >= m_request.bytes)
        finish(ProbeStop::Bytes);
}

// Also ends the probe during a long line, or without lines.
void MonitorProbe::check()
{
    m_report.lines = m_listener->lines();
    m_report.named = m_listener->named();
    m_report.bytes = m_session.bytesReceived() - m_bytesBefore;
    m_report.duration = millisecondsBetween(*m_listeningSince, now());
    if (m_report.duration >= m_request.length.value_or(LongestProbe))
        finish(ProbeStop::Time);
    else if (m_report.bytes >= m_request.bytes)
        finish(ProbeStop::Bytes);
    else
        emit progressed(m_report);
}

void MonitorProbe::finish(ProbeStop stop, const Failure &why)
{
    if (std::exchange(m_finished, true))
        return;
    m_clock.stop();
    m_report.stopped = stop;
    m_report.failure = why;
    m_report.lines = m_listener->lines();
    m_report.named = m_listener->named();
    if (m_listeningSince) {
        m_report.bytes = m_session.bytesReceived() - m_bytesBefore;
        m_report.duration = millisecondsBetween(*m_listeningSince, now());
    }
    m_session.close();
    // Queued, as the waiting coroutine may destroy this.
    QMetaObject::invokeMethod(
        this, [over = m_over] { over->fire(); }, Qt::QueuedConnection);
}

} // namespace lockscope

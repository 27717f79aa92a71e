// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/watchcommand.h"

#include "app/cli/run/following.h"
#include "app/cli/run/metricsfile.h"
#include "app/cli/terminal/streams.h"
#include "app/cli/text/eventtext.h"
#include "core/engine/alerts/alertwatch.h"
#include "core/export/jsondocuments.h"

#include <QSet>
#include <QTimer>

#include <algorithm>
#include <optional>

namespace lockscope::cli
{

namespace
{

// Prints events until told to end. Lives in the coroutine's frame.
class Stream final : public QObject
{
public:
    Stream(Run *run, const WatchOptions &options);

    OneShot<int> &over() { return m_following.over(); }
    void begin() { m_following.begin(m_options.duration); }

private:
    void onDelta(const LockDelta &delta);
    void onLive(const LiveStatus &live);
    void onNodes(const std::vector<NodeStatus> &nodes);
    void onFailover(const FailoverReport &report);
    void onAlerts(const std::vector<Alert> &alerts);
    void tellNode(const NodeStatus &status);
    void endWhenNobodyReads();
    bool wanted(const LockName &key) const;
    void noteConfidence(const LockDelta &delta);

    Run *m_run;
    const WatchOptions &m_options;
    Following m_following;
    const std::unique_ptr<QObject> m_reader = onReaderGone([this] { over().happen(Success); });
    // The last printed state of each node. A node that is ready at first is not printed.
    QHash<NodeId, std::pair<LinkPhase, QByteArray>> m_told;
    LiveMode m_mode = LiveMode::Off;
    QSet<LockName> m_tooUnsure; // locks recognised with less than was asked for
    AlertWatch m_alerts;
    QTimer m_alertClock;
};

Stream::Stream(Run *run, const WatchOptions &options) : m_run(run), m_options(options), m_following(run)
{
    connect(&run->engine, &Engine::tableChanged, this, &Stream::onDelta);
    connect(&run->engine, &Engine::liveChanged, this, &Stream::onLive);
    connect(&run->engine, &Engine::nodesChanged, this, &Stream::onNodes);
    connect(&run->engine, &Engine::failedOver, this, &Stream::onFailover);
    if (!options.alerts.empty()) {
        m_alerts.setRules(options.alerts);
        m_alerts.setLeastConfidence(run->observe.thresholds.leastConfidence);
        m_alertClock.start(std::chrono::seconds(1));
        connect(&m_alertClock, &QTimer::timeout, this, [this] { onAlerts(m_alerts.tick(now(), wallNow())); });
    }
}

void Stream::onDelta(const LockDelta &delta)
{
    JsonWriter json;
    if (!m_options.alerts.empty())
        return onAlerts(m_alerts.apply(delta, now(), wallNow()));
    noteConfidence(delta);
    for (const LockEvent &event : delta.events) {
        if (!wanted(event.key) || m_tooUnsure.contains(event.key))
            continue;
        if (m_run->arguments.json) {
            writeEvent(json, event);
            m_run->output.document(json.take() + '\n');
        } else {
            m_run->output.print(eventLine(event, m_run->output.style(), m_run->engine.isGroup()));
        }
    }
    for (const QuorumEvent &event : delta.quorums) {
        if (!wanted(event.key))
            continue;
        if (m_run->arguments.json) {
            writeQuorumEvent(json, event);
            m_run->output.document(json.take() + '\n');
        } else {
            m_run->output.print(quorumEventLine(event, m_run->output.style()));
        }
    }
    for (const LockName &key : delta.removed)
        m_tooUnsure.remove(key);
    endWhenNobodyReads();
}

void Stream::onLive(const LiveStatus &live)
{
    if (live.mode == m_mode)
        return;
    m_mode = live.mode;
    const std::vector<NodeStatus> nodes = m_run->engine.nodes();
    onNodes(nodes);
    for (const NodeStatus &status : nodes) {
        if (status.isMaster() && status.isReady())
            tellNode(status);
    }
    m_run->output.detail(
        QStringLiteral("following by %1: %2").arg(QLatin1String(name(live.mode)), live.reason));
}

void Stream::onNodes(const std::vector<NodeStatus> &nodes)
{
    for (const NodeStatus &status : nodes) {
        const auto told = m_told.constFind(status.node);
        const auto [phase, role] = told == m_told.cend() ? std::pair(LinkPhase::Ready, QByteArray()) : *told;
        // Skip connecting; the outcome follows.
        if (status.link.phase == LinkPhase::Connecting)
            continue;
        m_told.insert(status.node, {status.link.phase, status.role.isEmpty() ? role : status.role});
        const bool isOther = !role.isEmpty() && !status.role.isEmpty() && status.role != role;
        if (status.link.phase != phase || isOther)
            tellNode(status);
    }
}

void Stream::onFailover(const FailoverReport &report)
{
    if (m_run->arguments.json) {
        JsonWriter json;
        writeFailover(json, report);
        m_run->output.document(json.take() + '\n');
    } else {
        m_run->output.print(failoverLines(report, m_run->output.style()));
    }
    endWhenNobodyReads();
}

void Stream::onAlerts(const std::vector<Alert> &alerts)
{
    JsonWriter json;
    for (const Alert &alert : alerts) {
        if (!wanted(alert.key))
            continue;
        if (m_run->arguments.json) {
            writeAlert(json, alert);
            m_run->output.document(json.take() + '\n');
        } else {
            m_run->output.print(alertLine(alert, m_run->output.style()));
        }
    }
    endWhenNobodyReads();
}

void Stream::tellNode(const NodeStatus &status)
{
    const LiveMode mode = status.isReady() ? m_mode : LiveMode::Off;
    if (m_run->arguments.json) {
        JsonWriter json;
        writeNodeEvent(json, status, mode, wallNow());
        m_run->output.document(json.take() + '\n');
    } else {
        m_run->output.print(nodeEventLine(status, mode, wallNow(), m_run->output.style()));
    }
    endWhenNobodyReads();
}

void Stream::endWhenNobodyReads()
{
    if (m_run->output.readerGone())
        over().happen(Success);
    else if (m_run->output.failed())
        over().happen(ProgramFailed);
}

bool Stream::wanted(const LockName &key) const
{
    const std::vector<LockName> &keys = m_options.keys;
    return keys.empty() || std::ranges::find(keys, key) != keys.end();
}

// The events of a lock that is gone come with its removal.
void Stream::noteConfidence(const LockDelta &delta)
{
    if (!m_options.confidence)
        return;
    for (const LockPtr &lock : delta.upserted) {
        if (lock->confidence > *m_options.confidence)
            m_tooUnsure.insert(lock->key);
        else
            m_tooUnsure.remove(lock->key);
    }
}

// Fails for a key without read permission, which would be followed without any output.
QCoro::Task<Done> mayRead(Run *run, const WatchOptions &options)
{
    for (const LockName &key : options.keys) {
        const auto detail = co_await run->engine.inspect(key);
        if (!detail && endsFollowing(detail.failure()))
            co_return detail.failure();
    }
    co_return Nothing{};
}

} // namespace

QCoro::Task<int> runCommand(Run *run, const WatchOptions &options)
{
    const std::vector<LockName> &keys = options.keys;
    const EngineOptions following{
        .follow = true, .scan = keys.empty(), .watched = QList<LockName>(keys.begin(), keys.end())};
    Stream stream(run, options);
    std::optional<MetricsFile> metrics;
    if (!options.metricsFile.isEmpty()) {
        const Done writable = MetricsFile::check(options.metricsFile);
        if (!writable)
            co_return run->fail(writable.failure());
        metrics.emplace(run->engine, options.metricsFile);
        QObject::connect(&*metrics, &MetricsFile::failed, &stream,
                         [run, &stream](const Failure &why) { stream.over().happen(run->fail(why)); });
    }
    const Done ready = co_await connected(run, following);
    if (!ready)
        co_return run->cancelled ? Success : run->fail(ready.failure());
    const Done readable = co_await mayRead(run, options);
    if (!readable && !run->cancelled)
        co_return run->fail(readable.failure());
    stream.begin();
    const int status = co_await stream.over().reached();
    const Done written = metrics ? metrics->finish() : Done(Nothing{});
    if (!written && status == Success)
        co_return run->fail(written.failure());
    co_return status;
}

} // namespace lockscope::cli

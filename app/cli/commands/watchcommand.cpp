// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/watchcommand.h"

#include "app/cli/run/each.h"
#include "app/cli/run/following.h"
#include "app/cli/run/metricsfile.h"
#include "app/cli/terminal/streams.h"
#include "app/cli/text/eventtext.h"
#include "app/cli/text/textwidth.h"
#include "core/engine/alerts/alertwatch.h"
#include "core/export/jsondocuments.h"

#include <QHash>
#include <QScopeGuard>
#include <QSet>
#include <QTimer>

#include <algorithm>
#include <optional>
#include <utility>

namespace lockscope::cli
{

namespace
{

// Prints the events of one connection until told to end. Lives in the coroutine's frame.
class Stream final : public QObject
{
public:
    // label: before each line; empty: none. endAll: ends each stream with this status.
    Stream(Run *run, const WatchOptions &options, QString label, std::function<void(int)> endAll);

    Run &run() { return *m_run; }
    bool wasReady() const { return m_wasReady; }
    void noteReady() { m_wasReady = true; }
    bool isBeginning() const { return m_isBeginning; }
    void noteBegun() { m_isBeginning = false; }
    OneShot<int> &over() { return m_following.over(); }
    void begin() { m_following.begin(m_options.duration); }

private:
    void onDelta(const LockDelta &delta);
    void onLive(const LiveStatus &live);
    void onNodes(const std::vector<NodeStatus> &nodes);
    void onFailover(const FailoverReport &report);
    void onAlerts(const std::vector<Alert> &alerts);
    void tellNode(const NodeStatus &status);
    template<class Write> void write(Write &&write);
    void print(const QStringList &lines);
    void endWhenNobodyReads();
    bool wanted(const LockName &key) const;
    void noteConfidence(const LockDelta &delta);

    Run *m_run;
    const WatchOptions &m_options;
    const QString m_label;
    const std::function<void(int)> m_endAll;
    Following m_following;
    // The last printed state of each node. A node that is ready at first is not printed.
    QHash<NodeId, std::pair<ConnectionPhase, QByteArray>> m_told;
    bool m_wasReady = false;
    bool m_isBeginning = true;       // it waits for its server, or for its turn
    QHash<NodeId, LiveMode> m_modes; // as told of each node; one that is silent has none
    LiveMode m_mode = LiveMode::Off; // of the weakest
    QSet<LockName> m_tooUnsure;      // locks recognised with less than was asked for
    AlertWatch m_alerts;
    QTimer m_alertClock;
};

Stream::Stream(Run *run, const WatchOptions &options, QString label, std::function<void(int)> endAll)
    : m_run(run), m_options(options), m_label(std::move(label)), m_endAll(std::move(endAll)), m_following(run)
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
    if (!m_options.alerts.empty())
        return onAlerts(m_alerts.apply(delta, now(), wallNow()));
    noteConfidence(delta);
    for (const LockEvent &event : delta.events) {
        if (!wanted(event.key) || m_tooUnsure.contains(event.key))
            continue;
        if (m_run->arguments.json)
            write([&event](JsonWriter &json) { writeEvent(json, event); });
        else
            print({m_run->engine.isGroup()
                       ? copyEventLine(event, m_run->engine.find(event.key).get(), m_run->output.style())
                       : eventLine(event, m_run->output.style())});
    }
    for (const QuorumEvent &event : delta.quorums) {
        if (!wanted(event.key))
            continue;
        if (m_run->arguments.json)
            write([&event](JsonWriter &json) { writeQuorumEvent(json, event); });
        else
            print({quorumEventLine(event, m_run->output.style())});
    }
    for (const UnreadLock &lock : delta.refused) {
        if (!wanted(lock.key) || m_tooUnsure.contains(lock.key))
            continue;
        if (m_run->arguments.json)
            write([&lock](JsonWriter &json) { writeUnread(json, lock); });
        else
            print({unreadLine(lock, m_run->engine.isGroup(), m_run->output.style())});
    }
    for (const LockName &key : delta.removed)
        m_tooUnsure.remove(key);
    endWhenNobodyReads();
}

void Stream::onLive(const LiveStatus &live)
{
    const std::vector<NodeStatus> nodes = m_run->engine.nodes();
    onNodes(nodes);
    for (const NodeStatus &status : nodes) {
        if (status.isMaster() && status.isReady() &&
            m_modes.value(status.node) != m_run->engine.liveOf(status.node))
            tellNode(status);
    }
    if (std::exchange(m_mode, live.mode) == live.mode)
        return;
    m_run->output.detail(
        m_run->named(QStringLiteral("following by %1: %2").arg(QLatin1String(name(live.mode)), live.reason)));
}

void Stream::onNodes(const std::vector<NodeStatus> &nodes)
{
    for (const NodeStatus &status : nodes) {
        const auto told = m_told.constFind(status.node);
        const auto [phase, role] =
            told == m_told.cend() ? std::pair(ConnectionPhase::Ready, QByteArray()) : *told;
        // Skip connecting; the outcome follows.
        if (status.connection.phase == ConnectionPhase::Connecting)
            continue;
        m_wasReady = m_wasReady || status.isReady();
        m_told.insert(status.node, {status.connection.phase, status.role.isEmpty() ? role : status.role});
        const bool isOther = !role.isEmpty() && !status.role.isEmpty() && status.role != role;
        if (status.connection.phase != phase || isOther)
            tellNode(status);
    }
}

void Stream::onFailover(const FailoverReport &report)
{
    if (m_run->arguments.json)
        write([&report](JsonWriter &json) { writeFailover(json, report); });
    else
        print(failoverLines(report, m_run->output.style()));
    endWhenNobodyReads();
}

void Stream::onAlerts(const std::vector<Alert> &alerts)
{
    for (const Alert &alert : alerts) {
        if (!wanted(alert.key))
            continue;
        if (m_run->arguments.json)
            write([&alert](JsonWriter &json) { writeAlert(json, alert); });
        else
            print({alertLine(alert, m_run->output.style())});
    }
    endWhenNobodyReads();
}

void Stream::tellNode(const NodeStatus &status)
{
    const LiveMode mode = status.isReady() ? m_run->engine.liveOf(status.node) : LiveMode::Off;
    m_modes.insert(status.node, mode);
    if (m_run->arguments.json)
        write([&](JsonWriter &json) { writeNodeEvent(json, status, mode, wallNow()); });
    else
        print({nodeEventLine(status, mode, wallNow(), m_run->output.style())});
    endWhenNobodyReads();
}

template<class Write> void Stream::write(Write &&write)
{
    if (over().happened()) // what closing it tells is no event
        return;
    JsonWriter json;
    if (!m_run->connection.isEmpty())
        json.leadWith("connection", m_run->connection);
    write(json);
    m_run->output.document(json.take() + '\n');
}

void Stream::print(const QStringList &lines)
{
    if (over().happened())
        return;
    for (const QString &line : lines)
        m_run->output.print(m_label + line);
}

void Stream::endWhenNobodyReads()
{
    if (m_run->output.readerGone())
        m_endAll(Success);
    else if (m_run->output.failed())
        m_endAll(ProgramFailed);
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

bool mayComeBack(Run &run, const Failure &failure)
{
    const std::vector<NodeStatus> nodes = run.engine.nodes();
    return !run.connection.isEmpty() && !run.fault && !endsFollowing(failure) &&
           !std::ranges::all_of(nodes, [](const NodeStatus &node) {
               return node.connection.phase == ConnectionPhase::Failed;
           });
}

// Of several, one that cannot be reached goes on trying, and hides nothing of the others.
QCoro::Task<Done> beginning(Stream *stream, const WatchOptions *options)
{
    const auto begunAtLast = qScopeGuard([stream] { stream->noteBegun(); });
    Run &run = stream->run();
    const std::vector<LockName> &keys = options->keys;
    const EngineOptions following{
        .follow = true, .scan = keys.empty(), .watched = QList<LockName>(keys.begin(), keys.end())};
    Done begun = co_await connected(&run, following);
    if (begun)
        begun = co_await mayRead(&run, *options);
    if (begun) {
        noteReplica(&run);
        stream->noteReady();
    }
    if (begun || run.cancelled || stream->over().happened())
        co_return Nothing{};
    const int status = run.fail(begun.failure());
    if (!mayComeBack(run, begun.failure()))
        stream->over().happen(status);
    co_return begun;
}

// Of one that was never connected.
int statusAtTheEnd(Stream &stream, const Done &begun)
{
    if (stream.wasReady())
        return Success;
    if (!begun)
        return exitStatus(begun.failure());
    Run &run = stream.run();
    run.output.error(run.named(QStringLiteral("not connected before --for was over")));
    return NoConnection;
}

// The connection's name in front of each line, padded so that the lines of all are aligned.
QString labelOf(const Run &run, const Runs &runs)
{
    int width = 0;
    for (const Run *each : runs)
        width = std::max(width, columns(each->connection));
    return width == 0 ? QString() : padded(run.connection, width) + QStringLiteral("  ");
}

} // namespace

QCoro::Task<int> runCommand(Runs runs, const WatchOptions &options)
{
    Run *first = runs.front();
    std::vector<std::unique_ptr<Stream>> streams;
    const auto endAll = [&streams](int status) {
        for (const auto &stream : streams)
            stream->over().happen(status);
    };
    for (Run *run : runs)
        streams.push_back(std::make_unique<Stream>(run, options, labelOf(*run, runs), endAll));
    bool isUnread = false;
    const auto reader = onReaderGone([&] {
        isUnread = true;
        endAll(Success);
    });
    std::optional<MetricsFile> metrics;
    if (!options.metricsFile.isEmpty()) {
        const Done writable = MetricsFile::check(options.metricsFile);
        if (!writable)
            co_return first->fail(writable.failure());
        metrics.emplace(first->engine, options.metricsFile);
        QObject::connect(
            &*metrics, &MetricsFile::failed, streams.front().get(),
            [first, &streams](const Failure &why) { streams.front()->over().happen(first->fail(why)); });
    }
    const auto begin = [&](Run *run) {
        const auto one = std::ranges::find(streams, run, [](const auto &each) { return &each->run(); });
        return beginning(one->get(), &options);
    };
    for (const auto &stream : streams)
        stream->begin();
    auto beginnings = askEach<Done>(runs, begin);
    int worst = Success;
    for (const auto &stream : streams) {
        const int status = co_await stream->over().reached();
        worst = std::max(worst, status);
    }
    for (const auto &stream : streams) {
        if (!stream->isBeginning())
            continue;
        stream->run().cancelled = true;
        stream->run().engine.close();
    }
    const std::vector<Done> begun = co_await beginnings;
    for (size_t i = 0; i < streams.size() && !isUnread && !first->interruptedBy; ++i)
        worst = std::max(worst, statusAtTheEnd(*streams[i], begun[i]));
    const Done written = metrics ? metrics->finish() : Done(Nothing{});
    if (!written && worst == Success)
        co_return first->fail(written.failure());
    co_return worst;
}

} // namespace lockscope::cli

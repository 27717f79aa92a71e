// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/follower.h"

#include "core/engine/keyreader.h"
#include "core/engine/patternset.h"
#include "core/engine/pollplan.h"

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

// Changes of a few milliseconds share one trip; nobody sees the difference, the server does.
constexpr milliseconds PumpDelay = 5ms;
constexpr milliseconds WaitersPeriod = 2s;
constexpr qsizetype WaitersPerRound = 2000;
constexpr milliseconds RereadPause = 1s;    // after reads that failed
constexpr milliseconds RefusedPause = 5s;   // for a key that the server does not show at present
constexpr milliseconds LongestTimer = 1h;   // QTimer counts ms in an int: 24 days at most
constexpr milliseconds FirstScanRetry = 2s; // doubled with each pass that fails
constexpr milliseconds LongestScanRetry = 60s;

QByteArray literalGlob(const QByteArray &key)
{
    QByteArray glob;
    for (const char c : key) {
        if (QByteArrayView("*?[]\\^").contains(c))
            glob += '\\';
        glob += c;
    }
    return glob;
}

} // namespace

Follower::Follower(Node &node, const Registry &registry, LockTable &table, EngineOptions options,
                   QObject *parent)
    : QObject(parent), m_node(node), m_registry(registry), m_table(table), m_options(std::move(options)),
      m_scanner(node.reading(), registry)
{
    connect(&m_scanner, &Scanner::progressed, this, [this](const ScanProgress &progress) {
        m_progress = progress;
        emit scanChanged(m_progress);
        emit tableTouched();
    });
    connect(&m_node, &Node::ready, this, &Follower::onReady);
    connect(&m_node, &Node::lost, this, [this] {
        m_table.setStale(m_node.status().node, true);
        emit tableTouched();
    });
    m_pumpTimer.setSingleShot(true);
    connect(&m_pumpTimer, &QTimer::timeout, this, [this] { pump(this); });
    m_deadlineTimer.setSingleShot(true);
    m_deadlineTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_deadlineTimer, &QTimer::timeout, this, &Follower::onDeadline);
    m_rescanTimer.setSingleShot(true);
    connect(&m_rescanTimer, &QTimer::timeout, this, &Follower::rescan);
    m_waitersTimer.setInterval(WaitersPeriod);
    connect(&m_waitersTimer, &QTimer::timeout, this,
            [this] { countWaiters(this, nextWaiterRound(WaitersPerRound)); });
}

Follower::~Follower()
{
    m_scanner.stop();
}

void Follower::start()
{
    m_started = true;
    if (m_node.isReady())
        onReady();
}

void Follower::onReady()
{
    if (!m_started)
        return;
    m_table.setStale(m_node.status().node, false);
    m_table.setRoundTrip(m_node.status().node, m_node.status().roundTrip.value_or(0ms));
    emit tableTouched();
    reread({m_options.watched.begin(), m_options.watched.end()});
    if (!m_options.follow)
        return;
    m_waitersTimer.start();
    if (m_feed) {
        rescan(); // back after a loss; the feed tells by itself when it is back too
        return;
    }
    m_feed = std::make_unique<LiveFeed>(m_node.reading(), feedPatterns());
    connect(m_feed.get(), &LiveFeed::started, this, &Follower::onFeedStarted);
    connect(m_feed.get(), &LiveFeed::changed, this, &Follower::reread);
    connect(m_feed.get(), &LiveFeed::happened, this, [this](const LockName &key, const QByteArray &event) {
        m_table.noteHappened(key, event, m_node.status().node, now());
        emit tableTouched();
    });
    connect(m_feed.get(), &LiveFeed::gap, this, &Follower::onGap);
    m_feed->start();
}

// A flush of any database is a gap, and there are servers where somebody empties one all the time.
void Follower::onGap()
{
    m_table.noteGap(m_node.status().node, now());
    m_live = m_feed->status();
    const QPointer<Follower> self(this);
    emit liveChanged(m_live);
    if (!self)
        return;
    const milliseconds rest = restLeft();
    if (m_scanning)
        m_gapMet = true;
    else if (rest <= 0ms)
        rescan();
    else if (!m_rescanTimer.isActive() || m_rescanTimer.remainingTimeAsDuration() > rest)
        m_rescanTimer.start(rest);
}

// Passes for gaps take a fifth of the time at most.
milliseconds Follower::restLeft() const
{
    if (!m_options.scan || !m_progress.endedAt)
        return 0ms;
    const milliseconds took = millisecondsBetween(m_progress.startedAt, *m_progress.endedAt);
    return millisecondsBetween(now(), *m_progress.endedAt + std::clamp<milliseconds>(took * 4, 50ms, 30s));
}

void Follower::onFeedStarted(const LiveStatus &status)
{
    m_live = status;
    emit liveChanged(m_live);
    rescan();
}

EventSource Follower::liveSource() const
{
    switch (m_live.mode) {
    case LiveMode::Tracking:
    case LiveMode::TrackingKnownKeys:
        return EventSource::Tracking;
    case LiveMode::KeyspaceEvents:
        return EventSource::Keyspace;
    case LiveMode::Off:
    case LiveMode::Polling:
        break;
    }
    return EventSource::Poll;
}

QList<QByteArray> Follower::scanPatterns() const
{
    if (m_options.allKeys)
        return {};
    if (!m_options.patterns.isEmpty())
        return m_options.patterns;
    if (!m_node.spec().patterns.isEmpty())
        return m_node.spec().patterns;
    const auto defaults = m_registry.defaultPatterns();
    return {defaults.begin(), defaults.end()};
}

QList<QByteArray> Follower::feedPatterns() const
{
    QList<QByteArray> patterns;
    if (m_options.scan)
        patterns = scanPatterns();
    if (m_options.scan && patterns.isEmpty())
        return {QByteArrayLiteral("*")};
    for (const LockName &key : m_options.watched)
        patterns.append(literalGlob(key.bytes));
    return patterns;
}

void Follower::apply(const KeyReading &reading, EventSource source)
{
    m_table.apply(reading, m_node.status().node, m_node.spec().db, source);
    if (reading.type == ValueType::Other && reading.size == RefusedSize && m_table.find(reading.key)) {
        // Its deadline may be over already, and would be due again and again.
        m_deadlines.set(reading.key, now() + RefusedPause);
        armDeadline();
        return;
    }
    schedule(reading.key);
}

void Follower::schedule(const LockName &key)
{
    if (!m_options.follow)
        return;
    const LockPtr lock = m_table.find(key);
    std::optional<Instant> next;
    if (lock && m_live.mode == LiveMode::Polling)
        next = nextPoll(*lock, now());
    else if (lock && lock->expiresAt)
        next = *lock->expiresAt + DeadlineSlack;
    else if (m_live.mode == LiveMode::Polling && m_options.watched.contains(key))
        next = now() + pollInterval({});
    if (next)
        m_deadlines.set(key, *next);
    else
        m_deadlines.remove(key);
    armDeadline();
}

void Follower::armDeadline()
{
    const auto next = m_deadlines.next();
    if (!next) {
        m_deadlineTimer.stop();
        return;
    }
    const milliseconds in = std::clamp(millisecondsBetween(now(), *next) + 1ms, 1ms, LongestTimer);
    if (!m_deadlineTimer.isActive() || m_deadlineTimer.remainingTimeAsDuration() > in)
        m_deadlineTimer.start(in);
}

void Follower::onDeadline()
{
    reread(m_deadlines.due(now()));
    armDeadline();
}

void Follower::reread(const std::vector<LockName> &keys)
{
    for (const LockName &key : keys)
        m_dirty.insert(key);
    if (!m_dirty.isEmpty() && !m_pumping && !m_pumpTimer.isActive())
        m_pumpTimer.start(PumpDelay);
}

void Follower::rereadAll()
{
    std::vector<LockName> keys;
    keys.reserve(size_t(m_table.size()));
    m_table.forEach([&keys](const LockPtr &lock) { keys.push_back(lock->key); });
    reread(keys);
}

// The server did not answer, or refused for now: what it told of these keys is still to be read. A key that
// it will not show alone (a refusal for good) is of interest only if it is known.
void Follower::rereadLater(const std::vector<LockName> &keys, const Failure &why)
{
    const Instant at = now() + RereadPause;
    for (const LockName &key : keys) {
        if (isPassing(why.kind) || m_table.find(key))
            m_deadlines.set(key, at);
    }
    armDeadline();
}

// Reads what is dirty until nothing is. What could not be read is due again soon; after a lost connection
// ready() scans anew besides.
QCoro::Task<> Follower::pump(QPointer<Follower> self)
{
    if (self->m_pumping)
        co_return;
    self->m_pumping = true;
    while (!self->m_dirty.isEmpty() && self->m_node.isReady()) {
        std::vector<LockName> keys(self->m_dirty.begin(), self->m_dirty.end());
        self->m_dirty.clear();
        std::vector<ValueType> types;
        types.reserve(keys.size());
        for (const LockName &key : keys) {
            const LockPtr lock = self->m_table.find(key);
            types.push_back(lock ? lock->type : ValueType::None);
        }
        const auto readings = co_await readKeys(&self->m_node.reading(), keys, std::move(types));
        if (!self)
            co_return;
        if (!readings.ok()) {
            self->rereadLater(keys, readings.failure());
            break;
        }
        for (const KeyReading &reading : *readings)
            self->apply(reading, self->liveSource());
        emit self->tableTouched();
        if (!self)
            co_return;
    }
    self->m_pumping = false;
}

void Follower::rescan()
{
    if (!m_options.scan) {
        rereadAll();
        reread({m_options.watched.begin(), m_options.watched.end()});
        return;
    }
    scanAgain(this);
}

void Follower::stopScan()
{
    m_scanWanted = false;
    m_scanner.stop();
}

QCoro::Task<> Follower::scanAgain(QPointer<Follower> self)
{
    if (self->m_scanning) {
        self->m_scanWanted = true;
        co_return;
    }
    do {
        self->m_scanWanted = false;
        self->m_gapMet = false;
        const ScanProgress progress = co_await runScan(self);
        if (!self)
            co_return;
        if (progress.phase != ScanPhase::Complete)
            break;
    } while (self->m_scanWanted && self->m_node.isReady());
    self->armRescan();
    if (self->m_gapMet && self->m_failedPasses == 0)
        self->m_rescanTimer.start(std::max(self->restLeft(), 1ms));
}

QCoro::Task<ScanProgress> Follower::scan()
{
    const QPointer<Follower> self(this);
    const ScanProgress progress = co_await runScan(self);
    if (self && progress.phase == ScanPhase::Complete)
        co_await countWaiters(self, nextWaiterRound(m_table.size()));
    co_return progress;
}

QCoro::Task<ScanProgress> Follower::runScan(QPointer<Follower> self)
{
    self->m_scanning = true;
    self->m_rescanTimer.stop();
    const Instant startedAt = now();
    const auto sink = [self](std::vector<KeyReading> page) {
        for (const KeyReading &reading : page)
            self->apply(reading, EventSource::Scan);
    };
    ScanOptions options;
    options.patterns = self->scanPatterns();
    const ScanProgress progress = co_await self->m_scanner.run(std::move(options), sink);
    if (!self)
        co_return progress;
    self->m_scanning = false;
    self->m_progress = progress;
    self->m_failedPasses = progress.phase == ScanPhase::Failed ? self->m_failedPasses + 1 : 0;
    if (progress.phase == ScanPhase::Complete) {
        // SCAN returns every key that was there all the time: what it did not return was away for a moment at
        // least. It says nothing of names that the patterns leave out.
        QSet<LockName> met = self->m_scanner.seen();
        const std::vector<LockName> others = self->outOfReach(self->scanPatterns());
        met.reserve(met.size() + qsizetype(others.size()));
        for (const LockName &key : others)
            met.insert(key);
        self->m_table.dropUnseen(self->m_node.status().node, met, startedAt, now());
        self->reread(others);
    }
    emit self->scanChanged(progress);
    if (self)
        emit self->tableTouched();
    // Who waits is worth knowing with the first look already.
    if (self && self->m_options.follow && progress.phase == ScanPhase::Complete)
        co_await countWaiters(self, self->nextWaiterRound(WaitersPerRound));
    co_return progress;
}

// Known locks that no pass meets: looked up by name, or acquired under a name of their own.
std::vector<LockName> Follower::outOfReach(const QList<QByteArray> &patterns) const
{
    const PatternSet reach(patterns);
    std::vector<LockName> keys;
    if (reach.isEmpty())
        return keys;
    m_table.forEach([&](const LockPtr &lock) {
        if (!reach.matches(lock->key.bytes))
            keys.push_back(lock->key);
    });
    return keys;
}

// Where nothing tells of new locks, look again soon; else seldom. Either way a pass costs a small part of the
// time. A pass that failed leaves what it was to find out open: that cannot wait as long.
void Follower::armRescan()
{
    if (!m_options.follow || !m_progress.endedAt)
        return;
    if (m_failedPasses > 0) {
        m_rescanTimer.start(
            std::min(FirstScanRetry * (1 << std::min(m_failedPasses - 1, 5)), LongestScanRetry));
        return;
    }
    const milliseconds took = millisecondsBetween(m_progress.startedAt, *m_progress.endedAt);
    const bool blind = m_live.mode != LiveMode::Tracking && m_live.mode != LiveMode::KeyspaceEvents;
    const milliseconds pause = blind ? std::clamp<milliseconds>(took * 20, 2s, 60s)
                                     : std::clamp<milliseconds>(took * 100, 60s, 600s);
    m_rescanTimer.start(pause);
}

// The next part of all locks, so that many locks cost no more at a time than few.
std::vector<LockName> Follower::nextWaiterRound(qsizetype most)
{
    if (m_waiterRound.empty())
        m_table.forEach([this](const LockPtr &lock) { m_waiterRound.push_back(lock->key); });
    const qsizetype count = std::min(most, qsizetype(m_waiterRound.size()));
    std::vector<LockName> keys(m_waiterRound.end() - count, m_waiterRound.end());
    m_waiterRound.resize(m_waiterRound.size() - size_t(count));
    return keys;
}

QCoro::Task<> Follower::countWaitersOf(LockName key)
{
    co_await countWaiters(this, std::vector(1, key));
}

// PUBSUB NUMSUB of the locks' channels, and SHARDNUMSUB from Redis 7.0 on: the two count different
// subscribers.
QCoro::Task<> Follower::countWaiters(QPointer<Follower> self, std::vector<LockName> keys)
{
    constexpr size_t PerCommand = 200;
    std::vector<QByteArray> channels;
    std::erase_if(keys, [&](const LockName &key) {
        const LockPtr lock = self->m_table.find(key);
        const Format *format = lock ? self->m_registry.find(lock->kind.name) : nullptr;
        const auto channel = format ? format->wakeChannel(key) : std::nullopt;
        if (channel)
            channels.push_back(*channel);
        return !channel;
    });
    if (keys.empty() || !self->m_node.isReady())
        co_return;
    const bool sharded = self->m_node.version().first >= 7;
    Batch batch;
    for (size_t from = 0; from < channels.size(); from += PerCommand) {
        const size_t to = std::min(channels.size(), from + PerCommand);
        Command command{"PUBSUB", "NUMSUB"};
        command.insert(command.end(), channels.begin() + qsizetype(from), channels.begin() + qsizetype(to));
        batch.add(command);
        if (sharded) {
            command[1] = "SHARDNUMSUB";
            batch.add(command);
        }
    }
    const auto replies = co_await self->m_node.reading().send(std::move(batch));
    if (!self || !replies.ok())
        co_return;
    // Each reply is {channel, count, channel, count, …} in the order asked; a refusal leaves "not known".
    std::vector<std::optional<qint64>> counts(channels.size());
    for (size_t i = 0; i < replies->items.size(); ++i) {
        const size_t from = (sharded ? i / 2 : i) * PerCommand;
        const std::vector<Reply> &items = replies->items[i].items;
        for (size_t at = 1; at < items.size() && from + at / 2 < counts.size(); at += 2)
            counts[from + at / 2] = counts[from + at / 2].value_or(0) + items[at].number().value_or(0);
    }
    for (size_t i = 0; i < keys.size(); ++i) {
        if (counts[i])
            self->m_table.setWaiters(keys[i], *counts[i], replies->receivedAt);
    }
    emit self->tableTouched();
}

} // namespace lockscope

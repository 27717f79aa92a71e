// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/following/follower.h"

#include "core/deployment/route.h"
#include "core/engine/following/feedpolicy.h"
#include "core/engine/following/pollplan.h"
#include "core/engine/reading/keyreader.h"
#include "core/redis/servererror.h"

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds LongestWait = 1h;

} // namespace

Follower::Follower(Node &node, const Registry &registry, LockTable &table, EngineOptions options, Owns owns,
                   QObject *parent)
    : QObject(parent), m_node(node), m_registry(registry), m_table(table), m_options(std::move(options)),
      m_keys(node, registry, table, m_options, std::move(owns)), m_scanner(node.reading(), registry),
      m_reader(node, registry, table), m_waiters(node, registry, table), m_clients(node, registry, table),
      m_orders(registry, table, node.spec().db)
{
    connect(&m_scanner, &Scanner::progressed, this, [this](const ScanProgress &progress) {
        if (progress.phase != ScanPhase::Running) // the pass ends with the companions: finishPass()
            return;
        m_progress = progress;
        // Only what a family has decoded counts as a lock.
        m_progress.locksFound =
            std::min(progress.locksFound, (m_streamed ? m_streamed->count() : 0) + qint64(m_table.size()));
        emit scanChanged(m_progress);
        emit tableTouched();
    });
    connect(&m_node, &Node::ready, this, &Follower::onReady);
    connect(&m_node, &Node::swapped, this, [this] { m_feed ? m_feed->noteFlush() : void(); });
    connect(&m_node, &Node::changed, this, &Follower::noteClock);
    connect(&m_node, &Node::lost, this, [this] { m_table.noteLoss(m_node.status().node, now()); });
    connect(&m_node, &Node::lost, this, &Follower::onSilence);
    connect(&m_node, &Node::silent, this, &Follower::onSilence);
    connect(&m_node, &Node::answering, this, &Follower::onReady);
    connect(&m_reader, &Rereader::came, this, [this](const std::vector<KeyReading> &readings) {
        std::vector<LockName> refused;
        for (const KeyReading &reading : readings) {
            apply(reading, sourceOf(m_live.mode));
            if (m_options.follow && m_options.countsClients)
                m_waiters.countSoon(reading.key);
            if (m_keys.mayBeElsewhere() && reading.type == ValueType::Other && reading.size == RefusedSize)
                refused.push_back(reading.key);
        }
        m_due.start();
        m_orders.take(readings, m_reader.askedAt());
        const QPointer<Follower> self(this);
        emit tableTouched();
        if (self && !refused.empty())
            emit strayed(refused);
        if (self)
            emit read(readings);
    });
    connect(&m_reader, &Rereader::failed, this, &Follower::rereadLater);
    connect(&m_due, &DueReads::due, &m_reader, &Rereader::read);
    m_rescanTimer.setSingleShot(true);
    connect(&m_rescanTimer, &QTimer::timeout, this, &Follower::rescan);
    connect(&m_waiters, &WaiterCounter::tableTouched, this, &Follower::tableTouched);
    connect(&m_clients, &ClientRegistry::tableTouched, this, &Follower::tableTouched);
    connect(&m_orders, &OrderWatch::tableTouched, this, &Follower::tableTouched);
    connect(&m_orders, &OrderWatch::readWanted, &m_reader, &Rereader::read);
    connect(&m_waiters, &WaiterCounter::unheard, this, &Follower::onUnheard);
    connect(&m_waiters, &WaiterCounter::listenedTo, this,
            [this](const LockName &key, const QByteArray &channel) {
                m_keys.owns(key) ? noteListened(key, channel) : emit listenedElsewhere(key, channel);
            });
}

Follower::~Follower()
{
    m_scanner.stop();
    m_nextToScan.cancel();
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
    noteClock();
    const QPointer<Follower> self(this);
    emit tableTouched();
    if (!self)
        return;
    askEvidence(this);
    m_reader.read(m_keys.watched());
    if (!m_options.follow)
        return;
    if (m_options.countsClients) {
        m_waiters.start();
        m_clients.start();
    }
    if (m_feed) {
        beginOrders();
        rescan(); // back after a loss; the feed tells by itself when it is back too
        return;
    }
    m_feed = std::make_unique<LiveFeed>(m_node.reading(), m_keys.feedPatterns(), m_options.exact);
    connect(m_feed.get(), &LiveFeed::started, this, &Follower::onFeedStarted);
    connect(m_feed.get(), &LiveFeed::changed, &m_reader, &Rereader::readChanged);
    connect(&m_reader, &Rereader::beginning, m_feed.get(), &LiveFeed::readArrived);
    connect(m_feed.get(), &LiveFeed::happened, this, [this](const LockName &key, const QByteArray &event) {
        // A key that migrates to another node of a cluster is deleted here too.
        const bool mayHaveMoved = m_keys.mayBeElsewhere();
        if (m_keys.isInReach(key))
            m_orders.noteEvent(key, event, now());
        const LockPtr before = m_table.find(key);
        m_table.noteHappened(key, event, m_node.status().node, now(), mayHaveMoved);
        if (before && !before->companions().empty() && !m_table.find(key))
            m_reader.readWhole(key); // its queue may still be there
        emit tableTouched();
    });
    connect(m_feed.get(), &LiveFeed::flushed, this,
            [this] { m_table.noteFlush(m_node.status().node, now()); });
    connect(m_feed.get(), &LiveFeed::gap, this, &Follower::onGap);
    m_feed->start();
}

// A replica tells an expiry as a deletion.
void Follower::beginOrders()
{
    m_orders.begin(m_node.status().isMaster() ? m_feed.get() : nullptr);
}

// Nothing is known of what happens from now on, whether the connection is lost or the server only does not
// answer.
void Follower::onSilence()
{
    m_table.setStale(m_node.status().node, true, m_node.heardAt());
    m_table.noteGap(m_node.status().node, now());
    m_orders.begin(nullptr);
    emit tableTouched();
}

// Asked on the session that reads, so the answer comes before any later reading.
QCoro::Task<> Follower::askEvidence(QPointer<Follower> self)
{
    Command question = ScriptEvidence::question(self->m_registry);
    const Outcome<Reply> answer = co_await self->m_node.reading().call(std::move(question));
    if (self && answer)
        self->m_table.setEvidence(self->m_node.status().node,
                                  ScriptEvidence::from(self->m_registry, *answer));
}

// A flush of any database is a gap, and on some servers databases are flushed all the time: hence the rest.
void Follower::onGap()
{
    m_table.noteGap(m_node.status().node, now());
    if (!takeLive(m_feed->status()))
        return;
    const milliseconds rest = m_options.scan ? restAfterPass(m_progress, now()) : 0ms;
    if (m_scanning)
        m_gapMet = true;
    else if (rest <= 0ms)
        rescan();
    else
        rescanWithin(rest);
}

// What was asked for meanwhile, by pass or gap, is done in the next one.
void Follower::afterPass()
{
    armRescan();
    if (m_scanWanted && m_node.isReady() && !m_scanning && m_progress.phase != ScanPhase::Stopped)
        rescanWithin(1ms);
    if (m_gapMet && m_failedPasses == 0)
        rescanWithin(std::max(restAfterPass(m_progress, now()), 1ms));
}

// Only ever brings the next pass forward, as a gap cannot wait for the regular one.
void Follower::rescanWithin(milliseconds pause)
{
    if (!m_rescanTimer.isActive() || m_rescanTimer.remainingTimeAsDuration() > pause)
        m_rescanTimer.start(pause);
}

// False: who was told of it has deleted this follower.
bool Follower::takeLive(const LiveStatus &status)
{
    m_live = status;
    m_table.setFeed(m_node.status().node, status.mode, now());
    beginOrders();
    const QPointer<Follower> self(this);
    emit liveChanged(m_live);
    return !self.isNull();
}

void Follower::onFeedStarted(const LiveStatus &status)
{
    if (takeLive(status))
        rescan();
}

// A lock that its owner has is known from there.
void Follower::noteForeign(const KeyReading &reading)
{
    const LockPtr known = m_table.find(reading.key);
    if (reading.type != ValueType::None && (!known || known->stale || known->node == m_node.status().node))
        emit servedBeside(reading.key);
}

void Follower::apply(KeyReading reading, EventSource source)
{
    const bool isRefused = reading.type == ValueType::Other && reading.size == RefusedSize;
    if (!isRefused && m_keys.isForeign(reading))
        return noteForeign(reading);
    if (reading.listened.isEmpty())
        reading.listened = m_reader.listened(reading.key);
    if (mayBeWaitedForElsewhere(reading)) {
        m_reader.forgetListened(reading.key);
        reading.listened.clear();
    }
    if (m_keys.needsCompanions(reading)) {
        if (source == EventSource::Scan)
            m_metByScan.insert(reading.key);
        else
            m_reader.readWhole(reading.key, reading.changes);
        return;
    }
    const bool isMissing = reading.type == ValueType::None && reading.size != RefusedSize;
    if (isMissing && m_keys.mayBeElsewhere() && !reading.isImported)
        m_table.noteOwner(reading.key, m_node.status().node);
    m_table.apply(reading, m_node.status().node, m_node.spec().db, source);
    if (reading.type == ValueType::None && !m_table.find(reading.key))
        m_reader.forgetListened(reading.key);
    if (isRefused)
        noteRefused(reading.key, serverFailure(reading.refusal, m_node.status().node, reading.key.bytes));
    else
        setDeadline(reading.key);
}

// Its expiry may be past, and would be due again and again.
void Follower::noteRefused(const LockName &key, const Failure &why)
{
    const bool matters = isRedirection(why.kind)
                             ? bool(m_table.find(key))
                             : m_table.noteRefused(key, why, m_options.watched.contains(key), wallNow());
    if (matters)
        m_due.set(key, m_keys.owns(key) ? std::optional(now() + RefusedPause) : std::nullopt);
}

void Follower::setDeadline(const LockName &key)
{
    if (!m_options.follow)
        return;
    const LockPtr lock = m_table.find(key);
    std::optional<Instant> next;
    if (lock || m_options.watched.contains(key))
        next = nextReading(lock.get(), m_live.mode, now(), m_node.status().roundTrip.value_or(0ms));
    if (const auto unsure = m_table.nextReading(key); unsure && (!next || *unsure < *next))
        next = unsure;
    m_due.set(key, next);
}

void Follower::scheduleAll()
{
    for (const LockName &key : m_keys.known())
        setDeadline(key);
    m_due.start();
}

// Clients wait for a lock that may not have been recognised yet: a semaphore's counter looks like any other.
void Follower::noteListened(const LockName &key, const QByteArray &channel)
{
    if (m_keys.mayConcern(key))
        m_reader.noteListened(key, channel);
}

// Nothing but the waiters showed a free lock.
void Follower::onUnheard(const LockName &key)
{
    const LockPtr lock = m_table.find(key);
    if (!lock || lock->type != ValueType::None || m_reader.listened(key).isEmpty())
        return;
    m_reader.forgetListened(key);
    m_reader.readWhole(key);
}

// Reading failed or was refused for now, so these keys are still to be read. A key that the server refuses to
// show for good matters only if it is known.
void Follower::rereadLater(const std::vector<LockName> &keys, const Failure &why)
{
    if (m_keys.mayBeElsewhere() && isRedirection(why.kind)) { // a redirected read has one key
        emit strayed(keys);
        return;
    }
    const Instant at = now() + RereadPause;
    for (const LockName &key : keys) {
        if (isServerRefusal(why.kind) && !isPassing(why.kind))
            noteRefused(key, why);
        else if (isPassing(why.kind) || m_table.find(key))
            m_due.set(key, at);
    }
    m_due.start();
}

void Follower::rescan()
{
    if (!m_options.scan) {
        m_reader.read(m_keys.known());
        m_reader.read(m_keys.watched());
        return;
    }
    scanAgain(this);
}

QCoro::Task<> Follower::scanAgain(QPointer<Follower> self)
{
    if (self->m_scanning) {
        self->m_scanWanted = true;
        co_return;
    }
    do {
        const ScanProgress progress = co_await runScan(self);
        if (!self)
            co_return;
        if (progress.phase != ScanPhase::Complete)
            break;
    } while (self->m_scanWanted && self->m_node.isReady() && !self->m_scanning);
    self->afterPass();
    // Waiters and clients are worth knowing right after the first pass, but are not part of it.
    if (self->m_options.follow && self->m_progress.phase == ScanPhase::Complete)
        co_await self->m_waiters.countSome();
    if (self && self->m_options.follow && self->m_progress.phase == ScanPhase::Complete)
        co_await self->m_clients.ask();
    if (self)
        co_await askEvidence(self);
}

QCoro::Task<ScanProgress> Follower::scan(std::shared_ptr<LockStream> stream)
{
    const QPointer<Follower> self(this);
    co_await askEvidence(self); // before the check: nothing may come between it and the pass
    while (self && m_scanning) {
        const auto turn = m_nextToScan.add();
        if (co_await turn->wait(LongestWait) == WakeUp::Cause::Cancelled)
            co_return ScanProgress{.phase = ScanPhase::Stopped};
    }
    if (!self)
        co_return ScanProgress{.phase = ScanPhase::Stopped};
    ScanProgress progress = co_await runScan(self, stream);
    if (self)
        afterPass();
    // A complete pass includes companions and locks that only their waiters show.
    if (self)
        co_await m_waiters.lookForChannels();
    if (self)
        co_await m_reader.settle();
    if (self)
        countLocks(progress);
    if (self && progress.phase == ScanPhase::Complete)
        co_await m_waiters.countAll();
    if (self && progress.phase == ScanPhase::Complete)
        co_await m_clients.ask();
    co_return progress;
}

QCoro::Task<ScanProgress> Follower::runScan(QPointer<Follower> self, std::shared_ptr<LockStream> stream)
{
    self->m_scanning = true;
    self->m_scanWanted = self->m_gapMet = false;
    self->m_rescanTimer.stop();
    self->m_missing->setInCluster(self->m_keys.mayBeElsewhere());
    const Instant startedAt = now();
    self->m_streamed.reset();
    if (stream)
        self->m_streamed = std::make_unique<StreamedPass>(std::move(stream), self->m_node, self->m_registry,
                                                          self->m_table, self->m_waiters, self->m_clients,
                                                          self->m_refusals, self->m_missing);
    const QPointer<StreamedPass> streamed(self->m_streamed.get());
    const auto sink = [self](std::vector<KeyReading> page) {
        for (KeyReading &reading : page)
            self->m_streamed && !self->m_keys.isForeign(reading)
                ? self->m_streamed->met(std::move(reading))
                : self->apply(std::move(reading), EventSource::Scan);
        self->m_due.start();
    };
    ScanOptions options;
    options.patterns = self->m_keys.patterns();
    if (streamed)
        options.turn = [streamed] { return StreamedPass::turn(streamed); };
    ScanProgress progress = co_await self->m_scanner.run(std::move(options), sink);
    co_await StreamedPass::finish(streamed);
    if (!self)
        co_return progress;
    co_await finishPass(self);
    if (!self)
        co_return progress;
    self->m_refusals.moveTo(progress);
    self->m_table.setRefused(self->m_node.status().node, progress.keysRefused > 0);
    self->m_scanning = false;
    self->m_progress = progress;
    self->m_failedPasses = progress.phase == ScanPhase::Failed ? self->m_failedPasses + 1 : 0;
    if (progress.phase == ScanPhase::Complete) {
        // A key within the patterns that SCAN does not return was missing at some time of the pass.
        const std::vector<LockName> others = self->m_keys.outOfReach(self->m_reader.listened());
        QSet<LockName> besides(others.begin(), others.end());
        besides.unite(self->m_scanner.subjects());
        self->m_scanner.forEachUnreadable([&](const LockName &key, const Failure &why) {
            besides.insert(key);
            self->noteRefused(key, why);
        });
        const QSet<LockName> elsewhere = self->m_keys.strays(self->m_scanner.seen(), besides);
        besides.unite(elsewhere);
        self->m_table.dropUnseen(self->m_node.status().node, self->m_scanner.seen(), startedAt, now(),
                                 besides);
        self->m_orders.notePass(startedAt);
        if (!elsewhere.isEmpty())
            emit self->strayed({elsewhere.begin(), elsewhere.end()});
        if (!self)
            co_return progress;
        self->m_reader.read(others);
    }
    self->countLocks(progress);
    self->m_progress = progress;
    // Queued, so that the signals about this pass come before the next one.
    QMetaObject::invokeMethod(
        self.data(), [self] { self->m_nextToScan.fire(); }, Qt::QueuedConnection);
    emit self->passed(progress);
    if (self)
        emit self->scanChanged(progress);
    if (self)
        emit self->tableTouched();
    co_return progress;
}

// A reading is a lock only if a family decodes it; those are in the table.
void Follower::countLocks(ScanProgress &progress) const
{
    const NodeId node = m_node.status().node;
    progress.locksFound = 0;
    m_table.forEach([&](const LockPtr &lock) {
        progress.locksFound += lock->node == node && !(m_streamed && m_streamed->gave(lock->key)) ? 1 : 0;
    });
    if (m_streamed)
        progress.locksFound += m_streamed->count();
    for (NodeScan &scan : progress.nodes)
        scan.locksFound = progress.locksFound;
}

// Reads the locks that were found through a companion or need companions, as part of this pass.
QCoro::Task<> Follower::finishPass(QPointer<Follower> self)
{
    QSet<LockName> late = std::exchange(self->m_metByScan, {});
    late.unite(self->m_scanner.subjects());
    for (const LockName &key : self->m_scanner.takeTraced())
        late.insert(key);
    std::vector<LockQuestion> questions;
    for (const LockName &key : std::as_const(late)) {
        if (self->m_streamed && self->m_streamed->gave(key)) // with its companions
            continue;
        questions.push_back(self->m_reader.questionOf(key));
        questions.back().allCompanions = true;
    }
    if (questions.empty())
        co_return;
    const auto readings =
        co_await readLocks(&self->m_node.reading(), self->m_registry, std::move(questions), self->m_missing);
    if (!self)
        co_return;
    if (!readings.ok()) {
        for (const LockName &key : std::as_const(late))
            self->m_reader.readWhole(key);
        co_return;
    }
    self->m_refusals.note(*readings, self->m_node.status().node);
    for (const KeyReading &reading : *readings)
        self->apply(reading, EventSource::Scan);
    self->m_due.start();
}

void Follower::armRescan()
{
    if (!m_options.follow || !m_progress.endedAt)
        return;
    rescanWithin(pauseAfterPass(m_progress, m_failedPasses, isBlind(m_live.mode)));
}

} // namespace lockscope

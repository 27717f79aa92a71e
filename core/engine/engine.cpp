// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"

#include "core/engine/follower.h"
#include "core/engine/keyreader.h"
#include "core/engine/operator.h"
#include "core/engine/scriptevidence.h"
#include "core/engine/verdict.h"
#include "core/engine/wakeup.h"

#include <QTimer>

#include <deque>
#include <functional>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds DeltaPeriod = 50ms; // at most 20 deltas a second
constexpr milliseconds JudgePeriod = 500ms;
// Worth waiting for when a program has just begun; whoever refuses or hides is told at once.
bool serverIsStarting(ErrorKind kind)
{
    return kind == ErrorKind::Loading || kind == ErrorKind::Busy || kind == ErrorKind::MasterDown;
}

qint64 shownSize(const KeyReading &reading)
{
    if (reading.type == ValueType::Hash)
        return qint64(reading.fields.size());
    if (reading.type == ValueType::String)
        return reading.string.size();
    return qint64(reading.members.size());
}

constexpr size_t MostSameOwner = 50;
constexpr size_t EventsKept = 50'000; // of all locks, for the timelines

} // namespace

struct Engine::Private {
    Engine *q;
    std::reference_wrapper<const Registry> registry = Registry::builtIn();
    // All that were ever used: who still waits may look at the families it began with.
    std::vector<std::shared_ptr<const Registry>> registries{};
    LockTable table{registry};
    EngineOptions options{};
    std::unique_ptr<Node> node{};
    std::unique_ptr<Follower> follower{};
    std::unique_ptr<Operator> operations{};
    std::shared_ptr<WakeUp> readyChanged{};
    std::deque<LockEvent> events{};
    QTimer deltaTimer{};
    QTimer judgeTimer{};

    void publishDelta();
    void tellNodes();
    std::vector<LockEvent> eventsOf(const LockName &key) const;
    std::vector<LockName> sameOwnerAs(const Lock &lock) const;
    static QCoro::Task<Outcome<KeyReading>> lookAt(QPointer<Engine> engine, LockName key);
    bool wasOvertaken(const KeyReading &reading) const;
    static QCoro::Task<> answerInspect(QPointer<Engine> engine, quint64 id, LockName key);
    static QCoro::Task<> answerPlan(QPointer<Engine> engine, quint64 id, ActRequest request);
    // id: by which the waiting of an acquire is cancelled.
    static QCoro::Task<Receipt> act(QPointer<Engine> engine, quint64 id, ActRequest request);
    static QCoro::Task<> answerAct(QPointer<Engine> engine, quint64 id, ActRequest request);
};

Engine::Engine(QObject *parent) : QObject(parent), d(new Private{this})
{
    // Children, so that they move to the engine thread with it.
    d->deltaTimer.setParent(this);
    d->judgeTimer.setParent(this);
    d->deltaTimer.setSingleShot(true);
    d->deltaTimer.setInterval(DeltaPeriod);
    connect(&d->deltaTimer, &QTimer::timeout, this, [this] { d->publishDelta(); });
    d->judgeTimer.setInterval(JudgePeriod);
    connect(&d->judgeTimer, &QTimer::timeout, this, [this] {
        d->table.judge(now());
        if (!d->deltaTimer.isActive())
            d->deltaTimer.start();
    });
}

Engine::~Engine()
{
    close();
}

void Engine::open(const ConnectionSpec &spec, const EngineOptions &options)
{
    close();
    d->options = options;
    d->registry = options.registry ? *options.registry : Registry::builtIn();
    if (options.registry)
        d->registries.push_back(options.registry);
    d->table.use(d->registry);
    d->node = std::make_unique<Node>(spec);
    d->follower = std::make_unique<Follower>(*d->node, d->registry, d->table, options);
    d->operations = std::make_unique<Operator>(*d->node, d->registry);
    connect(d->node.get(), &Node::changed, this, [this] { d->tellNodes(); });
    connect(d->node.get(), &Node::ready, this, [this] { d->tellNodes(); });
    connect(d->follower.get(), &Follower::scanChanged, this, &Engine::scanChanged);
    connect(d->follower.get(), &Follower::liveChanged, this, &Engine::liveChanged);
    connect(d->follower.get(), &Follower::tableTouched, this, [this] {
        if (!d->deltaTimer.isActive())
            d->deltaTimer.start();
    });
    connect(d->operations.get(), &Operator::holdLost, this, &Engine::holdLost);
    connect(d->operations.get(), &Operator::readBack, this,
            [this](const KeyReading &reading, const Receipt &receipt) {
                d->table.apply(reading, receipt.node, d->node->spec().db, EventSource::Act);
                d->follower->schedule(reading.key);
                d->deltaTimer.start();
            });
    if (options.follow) {
        d->judgeTimer.start();
        d->follower->start();
    }
    d->node->open();
}

void Engine::close()
{
    d->judgeTimer.stop();
    d->deltaTimer.stop();
    if (const auto waiting = std::exchange(d->readyChanged, {}))
        waiting->cancel();
    if (d->node)
        d->node->close(); // resolves every waiting coroutine while all of this is whole
    d->operations.reset();
    d->follower.reset();
    d->node.reset();
    d->events.clear();
    d->table.clear();
    const LockDelta delta = d->table.takeDelta();
    if (!delta.isEmpty())
        emit tableChanged(delta);
}

QCoro::Task<Done> Engine::waitReady(milliseconds timeout)
{
    const QPointer<Engine> self(this);
    const Instant deadline = now() + timeout;
    const Failure closed{.kind = ErrorKind::Cancelled, .text = tr("the connection was closed")};
    for (;;) {
        if (!self || !d->node)
            co_return closed;
        if (d->node->isReady())
            co_return Nothing{};
        const LinkState link = d->node->status().link;
        const milliseconds left = millisecondsBetween(now(), deadline);
        if (link.phase == LinkPhase::Failed ||
            (link.phase == LinkPhase::Waiting && (!serverIsStarting(link.reason.kind) || left <= 0ms)))
            co_return link.reason;
        if (left <= 0ms)
            co_return Failure{.kind = ErrorKind::TimedOut,
                              .text = tr("no answer within %1").arg(durationText(timeout)),
                              .remedy = tr("check the address, or allow more time with --timeout"),
                              .node = d->node->status().node};
        if (!d->readyChanged)
            d->readyChanged = std::make_shared<WakeUp>();
        const auto wakeUp = d->readyChanged;
        if (co_await wakeUp->wait(left) == WakeUp::Cause::Cancelled)
            co_return closed;
    }
}

QCoro::Task<ScanProgress> Engine::scan()
{
    const QPointer<Engine> self(this);
    if (!d->follower)
        co_return ScanProgress{.phase = ScanPhase::Failed};
    const ScanProgress progress = co_await d->follower->scan();
    if (self) {
        d->table.judge(now());
        d->publishDelta();
    }
    co_return progress;
}

// Reads the key with all that belongs to it, into the table.
QCoro::Task<Outcome<KeyReading>> Engine::Private::lookAt(QPointer<Engine> engine, LockName key)
{
    const auto d = engine->d.get();
    std::vector<LockQuestion> questions = wholeLock(key);
    questions.front().listened = d->follower->reader().listened(key);
    const auto readings = co_await readLocks(&d->node->reading(), d->registry, std::move(questions));
    if (!engine || !d->node)
        co_return Failure{
            .kind = ErrorKind::Cancelled, .text = tr("the connection was closed"), .key = key.bytes};
    if (!readings.ok())
        co_return readings.failure();
    d->table.apply(readings->front(), d->node->status().node, d->node->spec().db, EventSource::Poll);
    co_return readings->front();
}

// The feed read the main key alone since this reading's first trip, and the table keeps the later of the two.
bool Engine::Private::wasOvertaken(const KeyReading &reading) const
{
    const LockPtr kept = table.find(reading.key);
    return kept && kept->readAt > reading.readAt && kept->companions().empty() && !reading.companions.empty();
}

QCoro::Task<Outcome<LockDetail>> Engine::inspect(LockName key)
{
    const QPointer<Engine> self(this);
    if (!d->node)
        co_return Failure{.kind = ErrorKind::NotConnected, .text = tr("not connected"), .key = key.bytes};
    Outcome<KeyReading> looked = co_await Private::lookAt(self, key);
    for (int again = 0; again < 2 && looked && d->wasOvertaken(*looked); ++again)
        looked = co_await Private::lookAt(self, key);
    if (!looked)
        co_return looked.failure();
    const KeyReading reading = *std::move(looked);
    d->follower->schedule(key);
    co_await d->follower->waiters().countOf(std::vector(1, key));
    if (!self || !d->node)
        co_return Failure{
            .kind = ErrorKind::Cancelled, .text = tr("the connection was closed"), .key = key.bytes};
    Command question = ScriptEvidence::question(d->registry);
    const Outcome<Reply> scripts = co_await d->node->reading().call(std::move(question));
    if (!self || !d->follower)
        co_return Failure{
            .kind = ErrorKind::Cancelled, .text = tr("the connection was closed"), .key = key.bytes};
    d->table.judge(now());
    d->publishDelta();

    LockDetail detail{.lock = d->table.find(key),
                      .typeFound = reading.type,
                      .size = reading.size,
                      .rawString = reading.string,
                      .rawFields = reading.fields,
                      .rawMembers = reading.members};
    detail.rawTruncated = reading.size > shownSize(reading);
    for (const KeyReading &companion : reading.companions) {
        if (companion.type != ValueType::None)
            detail.companions.push_back(companion.key);
    }
    detail.reading = std::make_shared<const KeyReading>(reading);
    detail.events = d->eventsOf(key);
    if (!detail.lock)
        co_return detail;
    const auto [format, decoded] = d->registry.get().decode(reading);
    if (format) {
        detail.explanation = format->explain(reading);
        if (scripts)
            detail.explanation += ScriptEvidence::from(d->registry, *scripts).explain(*format);
        detail.alternatives = d->registry.get().alternatives(reading);
        detail.sameOwner = d->sameOwnerAs(*detail.lock);
    }
    const VerdictText text = explainVerdict(*detail.lock, now());
    detail.verdictText = text.sentence;
    detail.evidence = text.evidence;
    detail.advice = text.advice;
    co_return detail;
}

QCoro::Task<Receipt> Engine::act(ActRequest request)
{
    co_return co_await Private::act(this, 0, std::move(request));
}

QCoro::Task<Receipt> Engine::Private::act(QPointer<Engine> engine, quint64 id, ActRequest request)
{
    const auto d = engine->d.get();
    if (!d->operations) {
        Receipt receipt{
            .act = request.act, .result = ActResult::Refused, .key = request.key, .at = wallNow()};
        receipt.failure = {
            .kind = ErrorKind::NotConnected, .text = tr("not connected"), .key = request.key.bytes};
        co_return receipt;
    }
    // Marked before it is done: an event that tells of it may come before the answer.
    const bool forces = request.act == ActKind::ForceRelease && !request.dryRun;
    if (forces)
        d->table.markForced(request.key);
    const Receipt receipt = co_await d->operations->act(request, id);
    if (engine && forces && receipt.result != ActResult::Done)
        d->table.markForced(request.key, false);
    if (engine && !request.dryRun)
        emit engine->receiptWritten(request, receipt);
    co_return receipt;
}

LockPtr Engine::find(const LockName &key) const
{
    return d->table.find(key);
}

std::vector<LockPtr> Engine::locks() const
{
    std::vector<LockPtr> locks;
    locks.reserve(size_t(d->table.size()));
    d->table.forEach([&locks](const LockPtr &lock) { locks.push_back(lock); });
    return locks;
}

NodeStatus Engine::node() const
{
    return d->node ? d->node->status() : NodeStatus{};
}

void Engine::rescan()
{
    if (d->follower)
        d->follower->rescan();
}

void Engine::stopScan()
{
    if (d->follower)
        d->follower->stopScan();
}

void Engine::requestInspect(quint64 id, const LockName &key)
{
    Private::answerInspect(this, id, key);
}

void Engine::requestPlan(quint64 id, const ActRequest &request)
{
    Private::answerPlan(this, id, request);
}

void Engine::requestAct(quint64 id, const ActRequest &request)
{
    Private::answerAct(this, id, request);
}

void Engine::cancelAct(quint64 id)
{
    if (d->operations)
        d->operations->cancelWaiting(id);
}

QCoro::Task<> Engine::Private::answerInspect(QPointer<Engine> engine, quint64 id, LockName key)
{
    const auto detail = co_await engine->inspect(key);
    if (engine)
        emit engine->inspected(id, detail);
}

QCoro::Task<> Engine::Private::answerPlan(QPointer<Engine> engine, quint64 id, ActRequest request)
{
    if (!engine->d->operations) {
        emit engine->planned(id, Failure{.kind = ErrorKind::NotConnected, .text = tr("not connected")});
        co_return;
    }
    const auto plan = co_await engine->d->operations->plan(request);
    if (engine)
        emit engine->planned(id, plan);
}

QCoro::Task<> Engine::Private::answerAct(QPointer<Engine> engine, quint64 id, ActRequest request)
{
    const Receipt receipt = co_await act(engine, id, request);
    if (engine)
        emit engine->acted(id, receipt);
}

std::vector<LockName> Engine::Private::sameOwnerAs(const Lock &lock) const
{
    std::vector<LockName> others;
    if (!lock.held())
        return others;
    table.forEach([&](const LockPtr &other) {
        if (others.size() < MostSameOwner && other->key != lock.key && other->owner() == lock.owner())
            others.push_back(other->key);
    });
    std::sort(others.begin(), others.end(),
              [](const LockName &a, const LockName &b) { return a.bytes < b.bytes; });
    return others;
}

void Engine::Private::publishDelta()
{
    const LockDelta delta = table.takeDelta();
    if (delta.isEmpty())
        return;
    events.insert(events.end(), delta.events.begin(), delta.events.end());
    while (events.size() > EventsKept)
        events.pop_front();
    emit q->tableChanged(delta);
}

void Engine::Private::tellNodes()
{
    if (readyChanged)
        readyChanged->fire();
    emit q->nodesChanged({node->status()});
}

std::vector<LockEvent> Engine::Private::eventsOf(const LockName &key) const
{
    constexpr size_t Most = 500;
    std::vector<LockEvent> found;
    for (auto event = events.rbegin(); event != events.rend() && found.size() < Most; ++event) {
        if (event->key == key)
            found.push_back(*event);
    }
    std::reverse(found.begin(), found.end());
    return found;
}

} // namespace lockscope

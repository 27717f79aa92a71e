// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"

#include "core/deployment/connectiontest.h"
#include "core/deployment/health/doctor.h"
#include "core/engine/acl.h"
#include "core/engine/actdispatcher.h"
#include "core/engine/deltapublisher.h"
#include "core/engine/readiness.h"
#include "core/engine/verdicts/verdicttext.h"

#include <QPointer>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

// Patterns given for this session override those of the connection.
ConnectionSpec withPatterns(ConnectionSpec spec, const QList<QByteArray> &patterns)
{
    if (patterns.isEmpty())
        return spec;
    spec.patterns = patterns;
    for (ConnectionSpec &member : spec.members)
        member.patterns.clear();
    return spec;
}

Failure notConnected(const LockName &key)
{
    return {.kind = ErrorKind::NotConnected, .text = Engine::tr("not connected"), .key = key.bytes};
}

// Emits the result of a task, unless the engine is gone by then.
template<class Answer>
QCoro::Task<> answer(QPointer<Engine> engine, void (Engine::*signal)(quint64, const Answer &), quint64 id,
                     QCoro::Task<Answer> task)
{
    const Answer answer = co_await task;
    if (engine)
        emit(engine.data()->*signal)(id, answer);
}

} // namespace

struct Engine::Private {
    Engine *q;
    std::reference_wrapper<const Registry> registry = Registry::builtIn();
    // All registries ever used: a pending coroutine may still use the one it began with.
    std::vector<std::shared_ptr<const Registry>> registries{};
    SiteGroup sites{};
    ActDispatcher acts{sites, [this](LockName key) { return q->inspect(std::move(key)); }};
    AclWish acl{}; // what this connection needs
    Readiness readiness{sites};
    DeltaPublisher deltas{sites};

    void connectSite(Site &site);
    void tellNodes();
    static QCoro::Task<Outcome<LockDetail>> inspect(QPointer<Engine> engine, LockName key,
                                                    bool isKept = false);
    static QCoro::Task<std::optional<ReleaseEffect>> effectOf(QPointer<Engine> engine, ActRequest request);
    static QCoro::Task<Receipt> act(Engine &engine, ActRequest request, quint64 id = 0);
    static QCoro::Task<Outcome<ActPlan>> plan(Engine &engine, ActRequest request);
    static QCoro::Task<ProbeReport> probe(QPointer<Engine> engine, ProbeRequest request, quint64 id = 0);
    static QCoro::Task<HealthReport> checkWhenReady(QPointer<Engine> engine);
};

Engine::Engine(QObject *parent) : QObject(parent), d(new Private{this})
{
    // Children move to the engine thread with it.
    d->readiness.setParent(this);
    d->deltas.setParent(this);
    d->acts.setParent(this);
    connect(&d->deltas, &DeltaPublisher::published, this, [this](const LockDelta &delta) {
        emit tableChanged(delta);
        d->acts.noteDelta(delta);
    });
    connect(&d->acts, &ActDispatcher::holdLost, this, &Engine::holdLost);
    connect(&d->acts, &ActDispatcher::holdsChanged, this, &Engine::ownHoldsChanged);
}

Engine::~Engine()
{
    close();
}

void Engine::setJournal(ActJournal *journal)
{
    d->acts.setJournal(journal);
}

void Engine::open(const ConnectionSpec &spec, const EngineOptions &options)
{
    close();
    emit opened(spec, options);
    d->registry = options.registry ? *options.registry : Registry::builtIn();
    if (options.registry)
        d->registries.push_back(options.registry);
    d->sites.use(d->registry, options.thresholds);
    const ConnectionSpec whole = withPatterns(spec, options.patterns);
    d->acl = aclWish(whole, options.allKeys, d->registry);
    const std::vector<ConnectionSpec> members = SiteGroup::membersOf(whole);
    for (size_t i = 0; i < members.size(); ++i)
        d->connectSite(d->sites.add(members[i], options, d->registry, int(i)));
    d->acts.open(spec, d->registry);
    if (options.follow && options.followAtOnce)
        d->deltas.startJudging();
    for (const auto &site : d->sites)
        site->open();
}

void Engine::Private::connectSite(Site &site)
{
    connect(&site, &Site::tableTouched, q, [this] { deltas.touch(); });
    connect(&site, &Site::scanChanged, q, [this, engine = QPointer<Engine>(q)] {
        const ScanProgress progress = sites.progress();
        if (progress.phase == ScanPhase::Complete)
            deltas.publish(); // its locks first
        if (engine)
            emit engine->scanChanged(progress);
    });
    connect(&site, &Site::liveChanged, q, [this] { emit q->liveChanged(sites.live()); });
    connect(&site, &Site::nodesChanged, q, [this] { tellNodes(); });
    connect(&site, &Site::failedOver, q, &Engine::failedOver);
    connect(&site, &Site::probing, q, &Engine::probing);
    connect(&site, &Site::clientsRefused, q, &Engine::clientsRefused);
}

void Engine::close()
{
    d->deltas.stop();
    d->readiness.cancel();
    for (const auto &site : d->sites)
        site->close(); // ends every waiting coroutine while all members still exist
    d->acts.close();
    if (d->deltas.forget())
        emit tableChanged(LockDelta{.reset = true});
    emit closed();
}

void Engine::startFollowing()
{
    for (const auto &site : d->sites)
        site->startFollowing();
    if (!d->sites.isEmpty())
        d->deltas.startJudging();
}

LiveMode Engine::liveOf(const NodeId &master) const
{
    return d->sites.liveOf(master);
}

bool Engine::isGroup() const
{
    return d->sites.isGroup();
}

QCoro::Task<Done> Engine::waitReady(milliseconds timeout)
{
    return d->readiness.wait(timeout);
}

QCoro::Task<> Engine::settle(milliseconds timeout)
{
    return d->readiness.settle(timeout);
}

QCoro::Task<ScanProgress> Engine::scan()
{
    const QPointer<Engine> self(this);
    if (d->sites.isEmpty())
        co_return ScanProgress{.phase = ScanPhase::Failed};
    const ScanParts parts = co_await d->sites.scanEach();
    if (self) {
        d->sites.judge();
        d->deltas.publish();
    }
    co_return self ? d->sites.whole(parts) : together(parts);
}

QCoro::Task<ScanProgress> Engine::scanInto(LockSink sink)
{
    const QPointer<Engine> self(this);
    if (d->sites.isEmpty())
        co_return ScanProgress{.phase = ScanPhase::Failed};
    if (!isGroup())
        co_return co_await d->sites.front().scan(std::move(sink));
    const ScanProgress progress = co_await scan();
    if (self)
        sink(locks());
    co_return progress;
}

QCoro::Task<Outcome<LockDetail>> Engine::inspect(LockName key)
{
    const QPointer<Engine> self(this);
    if (d->sites.isEmpty())
        co_return notConnected(key);
    Outcome<LockDetail> detail = co_await Private::inspect(self, key);
    if (!self || d->sites.isEmpty())
        co_return closedMeanwhile(key);
    if (!detail)
        co_return detail;
    if (detail->lock) {
        const VerdictText text = explainVerdict(*detail->lock, now());
        detail->verdictText = text.sentence;
        detail->evidence = detail->deadlock + text.evidence;
        detail->advice = text.advice;
        detail->effect = d->sites.effectOf(*detail, {.act = ActKind::ForceRelease, .key = key}, d->registry);
    }
    co_return detail;
}

// isKept: the lock has just been read. Needs a site; the result means nothing if there is none afterwards.
QCoro::Task<Outcome<LockDetail>> Engine::Private::inspect(QPointer<Engine> engine, LockName key, bool isKept)
{
    Outcome<LockDetail> detail = Failure{};
    if (engine->d->sites.isGroup()) {
        std::vector<Outcome<LockDetail>> details = co_await engine->d->sites.inspectEach(key, isKept);
        if (!engine || engine->d->sites.isEmpty())
            co_return detail;
        engine->d->sites.noteLooked(key);
        engine->d->deltas.publish();
        detail = engine->d->sites.folded(key, std::move(details));
    } else if (isKept) {
        detail = co_await engine->d->sites.front().inspector().inspectKept(key);
    } else {
        detail = co_await engine->d->sites.front().inspector().inspect(key);
    }
    if (!engine || engine->d->sites.isEmpty())
        co_return detail;
    engine->d->deltas.publish();
    if (detail)
        detail->events = engine->d->deltas.eventsOf(key);
    co_return detail;
}

QCoro::Task<HealthReport> Engine::checkHealth()
{
    const QPointer<Engine> self(this);
    HealthReport report{.nodes = nodes(), .acl = smallestAcl(d->acl)};
    const DeploymentFacts facts = co_await d->sites.readEachNode();
    for (const NodeFacts &told : facts.nodes) {
        if (told.status.isMaster() || told.status.isReplica() || !told.rights.empty())
            report.rights.push_back({.node = told.status.node, .user = told.user, .rights = told.rights});
    }
    report.findings = lockscope::checkHealth(facts, self ? locks() : std::vector<LockPtr>());
    co_return report;
}

LockPtr Engine::find(const LockName &key) const
{
    return d->sites.find(key);
}

std::vector<LockPtr> Engine::locks() const
{
    return d->sites.locks();
}

std::vector<NodeStatus> Engine::nodes() const
{
    return d->sites.nodes();
}

NodeStatus Engine::nodeOf(const LockName &key) const
{
    return d->sites.nodeOf(key);
}

void Engine::rescan()
{
    for (const auto &site : d->sites)
        site->rescan();
}

void Engine::stopScan()
{
    for (const auto &site : d->sites)
        site->stopScan();
}

void Engine::setAliases(const QList<OwnerAlias> &aliases)
{
    for (const auto &site : d->sites)
        site->setAliases(aliases);
    d->deltas.touch();
}

void Engine::setThresholds(const VerdictThresholds &thresholds)
{
    d->sites.setThresholds(thresholds);
    d->deltas.touch();
}

void Engine::expect(const std::vector<LockPtr> &known, const KnownRuns &runs)
{
    if (isGroup())
        return;
    for (const auto &site : d->sites)
        site->expect(known, runs);
    d->deltas.touch();
}

void Engine::allowChanges()
{
    d->acl.write = true;
    d->acts.allowChanges();
}

void Engine::makeReadOnly()
{
    d->acl.write = false;
    d->acts.makeReadOnly();
}

void Engine::rename(const QString &name)
{
    d->acts.rename(name);
    emit renamed(name);
}

void Engine::Private::tellNodes()
{
    readiness.noteNodes();
    if (sites.noteNodes())
        deltas.touch();
    emit q->nodesChanged(q->nodes());
}

// The plan has just read the lock.
QCoro::Task<std::optional<ReleaseEffect>> Engine::Private::effectOf(QPointer<Engine> engine,
                                                                    ActRequest request)
{
    if (engine->d->sites.isEmpty())
        co_return std::nullopt;
    const Outcome<LockDetail> detail = co_await inspect(engine, request.key, true);
    if (!engine || engine->d->sites.isEmpty() || !detail || !detail->lock)
        co_return std::nullopt;
    co_return engine->d->sites.effectOf(*detail, request, engine->d->registry);
}

void Engine::stopRenewing(const LockName &key, const OwnerId &owner)
{
    d->acts.stopRenewing(key, owner);
}

QCoro::Task<Receipt> Engine::act(ActRequest request)
{
    return Private::act(*this, std::move(request));
}

QCoro::Task<Receipt> Engine::Private::act(Engine &engine, ActRequest request, quint64 id)
{
    if (engine.d->sites.isEmpty())
        co_return refusedReceipt(request, notConnected(request.key));
    const QPointer<Engine> self(&engine);
    request.withEffect = request.withEffect && request.dryRun && endsHold(request.act);
    Receipt receipt = co_await engine.d->acts.act(request, id);
    if (self && request.withEffect && receipt.result == ActResult::Done)
        receipt.plan.effect = co_await effectOf(self, std::move(request));
    co_return receipt;
}

QCoro::Task<Outcome<ActPlan>> Engine::Private::plan(Engine &engine, ActRequest request)
{
    if (engine.d->sites.isEmpty())
        co_return notConnected({});
    const QPointer<Engine> self(&engine);
    request.withEffect = request.withEffect && endsHold(request.act);
    Outcome<ActPlan> plan = co_await engine.d->acts.plan(request);
    if (self && plan && request.withEffect)
        plan->effect = co_await effectOf(self, std::move(request));
    co_return plan;
}

QCoro::Task<Outcome<ProbeEstimate>> Engine::estimate(ProbeRequest request)
{
    if (d->sites.isEmpty())
        co_return notConnected(request.key);
    co_return co_await d->sites.estimate(request);
}

QCoro::Task<ProbeReport> Engine::probe(ProbeRequest request)
{
    return Private::probe(this, std::move(request));
}

QCoro::Task<ProbeReport> Engine::Private::probe(QPointer<Engine> engine, ProbeRequest request, quint64 id)
{
    if (engine->d->sites.isEmpty()) {
        ProbeReport refused{.key = request.key};
        refused.failure = notConnected(request.key);
        co_return refused;
    }
    const ProbeReport report = co_await engine->d->sites.probe(request, id);
    if (engine)
        engine->d->deltas.publish();
    co_return report;
}

QCoro::Task<std::vector<ProbeEstimate>> Engine::estimateBlocking(milliseconds probe)
{
    if (d->sites.size() != 1)
        co_return std::vector<ProbeEstimate>();
    co_return co_await d->sites.front().blocking().estimate(probe);
}

QCoro::Task<BlockingReport> Engine::blocking(BlockingRequest request, quint64 id)
{
    if (d->sites.size() == 1)
        co_return co_await d->sites.front().blocking().find(request, id);
    co_return shownBlocking(d->registry, d->sites.locks(), now());
}

QCoro::Task<HealthReport> Engine::Private::checkWhenReady(QPointer<Engine> engine)
{
    // A server that neither answers nor fails delays the report of the others by at most this.
    constexpr milliseconds Patience = 5s;
    const Instant deadline = now() + Patience;
    const Done ready = co_await engine->waitReady(Patience); // if it fails, the report says why
    if (engine && ready)
        co_await engine->settle(millisecondsBetween(now(), deadline));
    if (!engine)
        co_return HealthReport{};
    co_return co_await engine->checkHealth();
}

void Engine::requestInspect(quint64 id, const LockName &key)
{
    answer(this, &Engine::inspected, id, inspect(key));
}

void Engine::requestPlan(quint64 id, const ActRequest &request)
{
    answer(this, &Engine::planned, id, Private::plan(*this, request));
}

void Engine::requestAct(quint64 id, const ActRequest &request)
{
    answer(this, &Engine::acted, id, Private::act(*this, request, id));
}

void Engine::requestHealthCheck(quint64 id)
{
    answer(this, &Engine::healthChecked, id, Private::checkWhenReady(this));
}

void Engine::requestConnectionTest(quint64 id, const ConnectionSpec &spec)
{
    answer(this, &Engine::tested, id, testConnection(spec));
}

void Engine::requestEstimate(quint64 id, const ProbeRequest &request)
{
    answer(this, &Engine::estimated, id, estimate(request));
}

void Engine::requestProbe(quint64 id, const ProbeRequest &request)
{
    answer(this, &Engine::probed, id, Private::probe(this, request, id));
}

void Engine::requestBlockingEstimate(quint64 id, milliseconds probe)
{
    answer(this, &Engine::blockingEstimated, id, estimateBlocking(probe));
}

void Engine::requestBlocking(quint64 id, const BlockingRequest &request)
{
    answer(this, &Engine::blockingFound, id, blocking(request, id));
}

void Engine::cancelProbe(quint64 id)
{
    d->sites.cancelProbe(id);
}

void Engine::cancelAct(quint64 id)
{
    d->acts.cancelWaiting(id);
}

} // namespace lockscope

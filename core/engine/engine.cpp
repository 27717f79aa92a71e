// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/doctor.h"
#include "core/deployment/nodefacts.h"
#include "core/engine/engineprivate.h"
#include "core/engine/reading/scanprogress.h"
#include "core/engine/verdicts/verdicttext.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds DeltaPeriod = 50ms; // at most 20 deltas a second
constexpr milliseconds JudgePeriod = 500ms;
constexpr size_t EventsKept = 50'000; // of all locks, for the timelines

// Worth waiting for when a program has just begun; whoever refuses or hides is told at once.
bool serverIsStarting(ErrorKind kind)
{
    return kind == ErrorKind::Loading || kind == ErrorKind::Busy || kind == ErrorKind::MasterDown;
}

// What was asked for this time goes before what the connection says.
ConnectionSpec withPatterns(ConnectionSpec spec, const QList<QByteArray> &patterns)
{
    if (patterns.isEmpty())
        return spec;
    spec.patterns = patterns;
    for (ConnectionSpec &member : spec.members)
        member.patterns.clear();
    return spec;
}

std::vector<ConnectionSpec> membersOf(const ConnectionSpec &spec)
{
    if (spec.members.empty())
        return {spec};
    std::vector<ConnectionSpec> members = spec.members;
    for (ConnectionSpec &member : members) { // what concerns the group as a whole
        member.readOnly = member.readOnly || spec.readOnly;
        member.environment = spec.environment;
        member.limits = spec.limits;
        if (member.patterns.isEmpty())
            member.patterns = spec.patterns;
    }
    return members;
}

} // namespace

Engine::Engine(QObject *parent) : QObject(parent), d(new Private{this})
{
    // Children, so that they move to the engine thread with it.
    d->deltaTimer.setParent(this);
    d->judgeTimer.setParent(this);
    d->holdTimer.setParent(this);
    d->holdTimer.setSingleShot(true);
    connect(&d->holdTimer, &QTimer::timeout, this, [this] { d->watchEnds(); });
    d->deltaTimer.setSingleShot(true);
    d->deltaTimer.setInterval(DeltaPeriod);
    connect(&d->deltaTimer, &QTimer::timeout, this, [this] { d->publishDelta(); });
    d->judgeTimer.setInterval(JudgePeriod);
    connect(&d->judgeTimer, &QTimer::timeout, this, [this] {
        for (const auto &site : d->sites)
            site->table().judge(now());
        d->touched();
    });
}

Engine::~Engine()
{
    close();
}

void Engine::setJournal(ActJournal *journal)
{
    d->guard.setJournal(journal);
}

void Engine::open(const ConnectionSpec &spec, const EngineOptions &options)
{
    close();
    emit opened(spec, options);
    d->registry = options.registry ? *options.registry : Registry::builtIn();
    if (options.registry)
        d->registries.push_back(options.registry);
    d->quorums.use(d->registry, options.thresholds);
    const ConnectionSpec whole = withPatterns(spec, options.patterns);
    d->guard.guard(spec);
    d->acl = aclWish(whole, options.allKeys, d->registry);
    const std::vector<ConnectionSpec> members = membersOf(whole);
    std::vector<GroupRunner::Member> operators;
    std::vector<NodeId> names;
    for (size_t i = 0; i < members.size(); ++i) {
        d->addSite(members[i], options, int(i));
        ActRunner *operations = &d->sites.back()->operations();
        operators.emplace_back([operations](ActRequest request, PermitPtr leave) {
            return operations->act(std::move(request), std::move(leave));
        });
        names.push_back(members[i].node());
    }
    if (members.size() > 1) {
        const auto shown = [this](const LockName &key) { return d->quorums.find(key); };
        d->group = std::make_unique<GroupRunner>(operators, names, d->registry, shown);
        connect(
            d->group.get(), &GroupRunner::holdLost, this,
            [this](const LockName &, const Receipt &why, const OwnHolding &hold) { d->loseHold(hold, why); });
        connect(d->group.get(), &GroupRunner::holdRenewed, this,
                [this](const LockName &, const Receipt &receipt) { d->noteEnd(receipt); });
    }
    if (options.follow)
        d->judgeTimer.start();
    for (const auto &site : d->sites)
        site->open();
}

void Engine::Private::addSite(const ConnectionSpec &spec, const EngineOptions &options, int member)
{
    sites.push_back(std::make_unique<Site>(spec, options, registry, member));
    Site *site = sites.back().get();
    connect(site, &Site::tableTouched, q, [this] { touched(); });
    connect(site, &Site::scanChanged, q, [this] { emit q->scanChanged(progress()); });
    connect(site, &Site::liveChanged, q, [this] { emit q->liveChanged(live()); });
    connect(site, &Site::nodesChanged, q, [this] { tellNodes(); });
    connect(site, &Site::failedOver, q, &Engine::failedOver);
    connect(site, &Site::holdLost, q,
            [this](const LockName &, const Receipt &why, const OwnHolding &hold) { loseHold(hold, why); });
    connect(site, &Site::holdRenewed, q,
            [this](const LockName &, const Receipt &receipt) { noteEnd(receipt); });
    connect(site, &Site::probing, q, &Engine::probing);
    connect(site, &Site::clientsRefused, q, &Engine::clientsRefused);
}

void Engine::close()
{
    d->judgeTimer.stop();
    d->deltaTimer.stop();
    if (const auto waiting = std::exchange(d->nodesTouched, {}))
        waiting->cancel();
    for (const auto &settler : std::exchange(d->settlers, {}))
        settler->cancel();
    for (const auto &site : d->sites)
        site->close(); // resolves every waiting coroutine while all of this is whole
    d->group.reset();
    d->sites.clear();
    ++d->opening;
    const bool held = !d->guard.own().empty();
    d->guard.forget();
    d->ends.clear();
    d->seenHolds.clear();
    d->doubted.clear();
    d->holdTimer.stop();
    if (held)
        emit ownHoldsChanged({});
    d->events.clear();
    d->quorums.clear();
    d->groupNodes.clear();
    if (std::exchange(d->hadLocks, false))
        emit tableChanged(LockDelta{.reset = true});
    emit closed();
}

bool Engine::isGroup() const
{
    return d->group != nullptr;
}

bool Engine::Private::isReady() const
{
    // Of a group some may be down: that is what it is for. But all were tried.
    const auto tried = [](const std::unique_ptr<Site> &site) {
        const LinkPhase phase = site->deployment().link().phase;
        return site->deployment().isReady() || phase == LinkPhase::Waiting || phase == LinkPhase::Failed;
    };
    return std::all_of(sites.begin(), sites.end(), tried) &&
           std::any_of(sites.begin(), sites.end(),
                       [](const std::unique_ptr<Site> &site) { return site->deployment().isReady(); });
}

// Why it is not ready: of those still being tried, if any.
ConnectionState Engine::Private::worstLink() const
{
    ConnectionState link = sites.front()->deployment().link();
    for (const auto &site : sites) {
        const ConnectionState other = site->deployment().link();
        if (other.phase == LinkPhase::Connecting || other.phase == LinkPhase::Idle)
            link = other;
    }
    return link;
}

QCoro::Task<Done> Engine::waitReady(milliseconds timeout)
{
    const QPointer<Engine> self(this);
    const Instant deadline = now() + timeout;
    const Failure closed{.kind = ErrorKind::Cancelled, .text = tr("the connection was closed")};
    for (;;) {
        if (!self || d->sites.empty())
            co_return closed;
        if (d->isReady())
            co_return Nothing{};
        const ConnectionState link = d->worstLink();
        const milliseconds left = millisecondsBetween(now(), deadline);
        // Some servers may hang: those that answer are worth showing.
        const bool usable = std::any_of(d->sites.begin(), d->sites.end(),
                                        [](const auto &site) { return site->deployment().isUsable(); });
        if (usable && left <= 0ms)
            co_return Nothing{};
        if (!usable &&
            (link.phase == LinkPhase::Failed ||
             (link.phase == LinkPhase::Waiting && (!serverIsStarting(link.reason.kind) || left <= 0ms))))
            co_return link.reason;
        if (left <= 0ms)
            co_return Failure{.kind = ErrorKind::TimedOut,
                              .text = tr("no answer within %1").arg(durationText(timeout)),
                              .remedy = tr("check the address, or allow more time with --timeout"),
                              .node = d->sites.front()->deployment().spec().node()};
        if (!d->nodesTouched)
            d->nodesTouched = std::make_shared<WakeUp>();
        const auto wakeUp = d->nodesTouched;
        if (co_await wakeUp->wait(left) == WakeUp::Cause::Cancelled)
            co_return closed;
    }
}

// Sentinels have no Node: their link tells all.
bool Engine::Private::isSettled() const
{
    return std::all_of(sites.begin(), sites.end(), [](const std::unique_ptr<Site> &site) {
        const std::vector<NodeStatus> all = site->deployment().statuses();
        return std::all_of(all.begin(), all.end(), [&site](const NodeStatus &status) {
            const Node *node = site->deployment().node(status.node);
            const LinkPhase phase = status.link.phase;
            return phase == LinkPhase::Ready ? !node || node->isReady()
                                             : phase != LinkPhase::Connecting && phase != LinkPhase::Idle;
        });
    });
}

QCoro::Task<> Engine::settle(milliseconds timeout)
{
    const QPointer<Engine> self(this);
    const Instant deadline = now() + timeout;
    std::vector<QPointer<Site>> sites;
    for (const auto &site : d->sites)
        sites.emplace_back(site.get());
    for (const QPointer<Site> &site : sites) {
        if (!site)
            co_return;
        co_await site->deployment().lookAgain();
    }
    while (self && !d->sites.empty() && !d->isSettled()) {
        const milliseconds left = millisecondsBetween(now(), deadline);
        if (left <= 0ms)
            co_return;
        const auto settler = std::make_shared<WakeUp>();
        d->settlers.push_back(settler);
        if (co_await settler->wait(left) == WakeUp::Cause::Cancelled)
            co_return;
    }
}

QCoro::Task<ScanProgress> Engine::scan()
{
    const QPointer<Engine> self(this);
    if (d->sites.empty())
        co_return ScanProgress{.phase = ScanPhase::Failed};
    std::vector<QCoro::Task<ScanProgress>> passes;
    for (const auto &site : d->sites)
        passes.push_back(site->scan());
    ScanParts parts;
    for (QCoro::Task<ScanProgress> &pass : passes)
        parts.push_back(co_await pass);
    if (self) {
        for (const auto &site : d->sites)
            site->table().judge(now());
        d->publishDelta();
    }
    ScanProgress whole = together(parts);
    if (self && d->group) // several nodes have the same one
        whole.locksFound = d->quorums.size();
    co_return whole;
}

QCoro::Task<Outcome<LockDetail>> Engine::inspect(LockName key)
{
    const QPointer<Engine> self(this);
    if (d->sites.empty())
        co_return Failure{.kind = ErrorKind::NotConnected, .text = tr("not connected"), .key = key.bytes};
    Outcome<LockDetail> detail = Failure{};
    if (d->group)
        detail = co_await Private::inspectGroup(self, key);
    else
        detail = co_await d->sites.front()->inspector().inspect(key);
    if (!self || d->sites.empty())
        co_return Failure{
            .kind = ErrorKind::Cancelled, .text = tr("the connection was closed"), .key = key.bytes};
    d->publishDelta();
    if (!detail)
        co_return detail;
    detail->events = d->eventsOf(key);
    if (detail->lock) {
        const VerdictText text = explainVerdict(*detail->lock, now());
        detail->verdictText = text.sentence;
        detail->evidence = text.evidence;
        detail->advice = text.advice;
    }
    co_return detail;
}

// The details are those of the node that shows most; the lock is what all of them come to.
QCoro::Task<Outcome<LockDetail>> Engine::Private::inspectGroup(QPointer<Engine> engine, LockName key)
{
    const auto d = engine->d.get();
    std::vector<QCoro::Task<Outcome<LockDetail>>> asked;
    for (const auto &site : d->sites)
        asked.push_back(site->inspector().inspect(key));
    std::optional<LockDetail> best;
    Failure why;
    for (QCoro::Task<Outcome<LockDetail>> &one : asked) {
        Outcome<LockDetail> detail = co_await one;
        if (!detail)
            why = detail.failure();
        else if (!best || (!best->lock && detail->lock) ||
                 (best->lock && detail->lock && !best->lock->held() && detail->lock->held()))
            best = *std::move(detail);
    }
    if (!engine || !best)
        co_return why;
    d->publishDelta();
    if (const LockPtr merged = d->quorums.find(key)) {
        best->lock = merged;
        best->copies = merged->extras->copies;
    }
    co_return *std::move(best);
}

QCoro::Task<Examination> Engine::examine()
{
    const QPointer<Engine> self(this);
    DeploymentFacts facts{.members = int(std::max<size_t>(d->sites.size(), 1))};
    std::vector<QCoro::Task<NodeFacts>> asked;
    for (const auto &site : d->sites) {
        const Deployment &deployment = site->deployment();
        for (const NodeStatus &status : deployment.statuses()) {
            const QPointer<Node> node(deployment.node(status.node));
            const QList<QByteArray> patterns = deployment.spec().patterns;
            asked.push_back(readFacts(node, status, deployment.topology(), patterns));
        }
    }
    Examination examination{.nodes = nodes(), .acl = smallestAcl(d->acl)};
    for (QCoro::Task<NodeFacts> &answer : asked) {
        facts.nodes.push_back(co_await answer);
        const NodeFacts &told = facts.nodes.back();
        if (told.status.isMaster() || told.status.isReplica())
            examination.rights.push_back(
                {.node = told.status.node, .user = told.user, .rights = told.rights});
    }
    std::vector<LockPtr> known;
    if (self)
        known = locks();
    examination.findings = lockscope::examine(facts, known);
    co_return examination;
}

LockPtr Engine::find(const LockName &key) const
{
    if (d->group)
        return d->quorums.find(key);
    return d->sites.empty() ? LockPtr{} : d->sites.front()->table().find(key);
}

std::vector<LockPtr> Engine::locks() const
{
    if (d->group)
        return d->quorums.locks();
    std::vector<LockPtr> locks;
    for (const auto &site : d->sites) {
        locks.reserve(size_t(site->table().size()));
        site->table().forEach([&locks](const LockPtr &lock) { locks.push_back(lock); });
    }
    return locks;
}

std::vector<NodeStatus> Engine::nodes() const
{
    std::vector<NodeStatus> nodes;
    for (const auto &site : d->sites) {
        std::vector<NodeStatus> some = site->deployment().statuses();
        nodes.insert(nodes.end(), some.begin(), some.end());
    }
    return nodes;
}

NodeStatus Engine::nodeOf(const LockName &key) const
{
    for (const auto &site : d->sites) {
        if (const Node *master = site->deployment().masterOf(key))
            return master->status();
    }
    return {};
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
    d->touched();
}

void Engine::setThresholds(const VerdictThresholds &thresholds)
{
    d->quorums.setThresholds(thresholds);
    for (const auto &site : d->sites)
        site->setThresholds(thresholds);
    d->touched();
}

void Engine::Private::touched()
{
    if (!deltaTimer.isActive())
        deltaTimer.start();
}

std::vector<MemberSight> Engine::Private::sights(const LockName &key) const
{
    std::vector<MemberSight> sights;
    for (const auto &site : sites) {
        const Node *master = site->deployment().masterOf(key);
        MemberSight sight{.node = site->deployment().spec().node(),
                          .lock = site->table().find(key),
                          .reachable = master != nullptr};
        if (sight.lock)
            sight.heardUntil = site->table().heardUntil(*sight.lock);
        if (master) {
            sight.node = master->status().node;
            sight.role = master->status().role;
            sight.startedAt = master->status().startedAt;
        } else {
            sight.why = site->deployment().failure(key);
        }
        sights.push_back(std::move(sight));
    }
    return sights;
}

LockDelta Engine::Private::takeDelta()
{
    if (!group)
        return sites.empty() ? LockDelta{} : sites.front()->table().takeDelta();
    std::vector<LockDelta> deltas;
    for (const auto &site : sites)
        deltas.push_back(site->table().takeDelta());
    return quorums.merge(
        deltas, [this](const LockName &key) { return sights(key); }, now());
}

void Engine::Private::publishDelta()
{
    const LockDelta delta = takeDelta();
    if (delta.isEmpty())
        return;
    hadLocks = true;
    events.insert(events.end(), delta.events.begin(), delta.events.end());
    while (events.size() > EventsKept)
        events.pop_front();
    emit q->tableChanged(delta);
    doubt(delta);
}

void Engine::Private::tellNodes()
{
    if (nodesTouched)
        nodesTouched->fire();
    for (const auto &settler : std::exchange(settlers, {}))
        settler->fire();
    if (group) { // what a node says of a lock counts only while it can be reached
        std::vector<MemberNode> present = memberNodes();
        if (std::exchange(groupNodes, present) != present) {
            quorums.noteNodes();
            touched();
        }
    }
    emit q->nodesChanged(q->nodes());
}

// Nodes say something new every other second; this is what the locks of a group depend on.
std::vector<Engine::Private::MemberNode> Engine::Private::memberNodes() const
{
    std::vector<MemberNode> nodes;
    for (const auto &site : sites) {
        for (const Node *master : site->deployment().masters()) {
            const NodeStatus &status = master->status();
            nodes.emplace_back(status.node, status.role, master->isReady(), status.startedAt);
        }
    }
    return nodes;
}

ScanProgress Engine::Private::progress() const
{
    ScanParts parts;
    for (const auto &site : sites)
        parts.push_back(site->progress());
    ScanProgress whole = together(parts);
    if (group)
        whole.locksFound = quorums.size();
    return whole;
}

LiveStatus Engine::Private::live() const
{
    std::vector<std::pair<NodeId, LiveStatus>> parts;
    for (const auto &site : sites)
        parts.emplace_back(site->deployment().spec().node(), site->live());
    return weakest(parts);
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

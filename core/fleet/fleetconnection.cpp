// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/fleetconnection.h"

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

FleetTarget readOnly(FleetTarget target)
{
    target.spec.readOnly = true;
    if (!target.spec.members.empty())
        target.spec.tellMembers();
    return target;
}

// A replica or a sentinel that is down hides no lock.
bool hidesLocks(const NodeStatus &node)
{
    return !node.isReady() && !node.isReplica() && !node.isSentinel();
}

bool hasPassword(const ConnectionSpec &spec)
{
    return !spec.password.isEmpty() || std::ranges::any_of(spec.members, hasPassword);
}

bool isRefusedLogin(ErrorKind kind)
{
    return kind == ErrorKind::NoAuth || kind == ErrorKind::WrongPass;
}

} // namespace

FleetConnection::FleetConnection(const FleetTarget &target)
    : m_target(readOnly(target)), m_since(lockscope::wallNow()), m_hour(target.spec.members.size() > 1)
{
    connect(&m_engine, &Engine::tableChanged, this, [this](const LockDelta &delta) {
        if (m_known.isOver())
            takeChange(delta);
        else
            takeChange(m_known.with(delta));
        m_hour.take(delta, wallNow());
        tellChange();
    });
    connect(&m_engine, &Engine::nodesChanged, this, [this](const std::vector<NodeStatus> &nodes) {
        noteSeen(nodes);
        m_nodes = nodes;
        for (const NodeStatus &node : nodes) { // of one that is not known, nothing was read before
            if (!node.runId.isEmpty())
                m_runs.emplace(node.node, KnownRun{.id = node.runId});
        }
        judgeState();
        tellChange();
    });
    connect(&m_engine, &Engine::scanChanged, this, [this](const ScanProgress &scan) {
        const bool isOver = scan.phase == ScanPhase::Complete && m_scan.phase != ScanPhase::Complete;
        m_scan = scan;
        if (scan.phase == ScanPhase::Complete && !m_isCounted)
            m_counting.start();
        else if (isOver)
            keepRuns();
        tellChange();
    });
    // The engine reports the end of a scan up to 50 ms before the last locks of it.
    m_counting.setParent(this); // moves to the thread too
    m_counting.setSingleShot(true);
    m_counting.setInterval(milliseconds(100));
    connect(&m_counting, &QTimer::timeout, this, [this] {
        m_isCounted = true;
        keepRuns();
        if (!m_known.isOver())
            takeChange(m_known.end());
        tellChange();
    });
    connect(&m_engine, &Engine::failedOver, this, [this](const FailoverReport &report) {
        m_failover = {
            .from = report.from, .to = report.to, .at = report.at, .lost = qint64(report.lost.size())};
        tellChange();
    });
    adoptAlerting({});
    judgeState();
}

FleetConnection::~FleetConnection()
{
    disconnect(&m_engine, nullptr, this, nullptr); // it reports its end
}

bool FleetConnection::fits(const FleetTarget &target) const
{
    const FleetTarget wanted = readOnly(target);
    return wanted.spec == m_target.spec && wanted.obstacle == m_target.obstacle &&
           wanted.options.registry == m_target.options.registry;
}

void FleetConnection::take(const FleetTarget &target)
{
    const FleetTarget before = std::exchange(m_target, readOnly(target));
    adoptAlerting(before.alerting);
    if (!m_isOpen)
        return;
    if (before.options.thresholds != m_target.options.thresholds)
        m_engine.setThresholds(m_target.options.thresholds);
    if (before.options.aliases != m_target.options.aliases)
        m_engine.setAliases(m_target.options.aliases);
}

// Nothing is said of a connection that is not shown. When it is again, what goes on is reported again.
void FleetConnection::adoptAlerting(const FleetAlerting &before)
{
    const FleetAlerting &wanted = m_target.alerting;
    if (!m_target.isShown || wanted.isEmpty())
        return m_alerts.reset();
    const bool isNew = !m_alerts;
    if (!isNew && wanted == before)
        return;
    if (isNew) {
        m_alerts = std::make_unique<Alerts>(QString());
        connect(m_alerts.get(), &Alerts::alerted, this, [this](std::vector<Alert> alerts) {
            for (Alert &alert : alerts)
                alert.connection = m_target.spec.name;
            emit alerted(alerts);
        });
    }
    m_alerts->setRules(wanted.rules, wanted.least);
    m_alerts->setPins(wanted.pins);
    if (!isNew || m_tally.size() == 0)
        return;
    LockDelta all;
    for (size_t place = 0; place < m_tally.size(); ++place)
        all.upserted.push_back(m_tally.at(place));
    m_alerts->take(all);
}

void FleetConnection::open()
{
    m_isOpen = true;
    m_engine.open(m_target.spec, m_target.options);
    judgeState();
}

void FleetConnection::retry()
{
    if (m_isOpen && isLive(m_state) && (m_scan.phase == ScanPhase::Failed || m_scan.keysRefused > 0))
        m_engine.rescan();
    if (!m_isOpen || (m_state != FleetState::Failed && m_state != FleetState::NeedsPassword))
        return;
    keepLocks();                                  // those of the engine are gone once it is closed
    m_isOpen = m_isSettled = m_isCounted = false; // before what closing reports
    m_engine.close();
    m_scan = {};
    m_counting.stop();
    noteSeen({});
    m_nodes.clear();
    judgeState();
    turn(wallNow());
}

// What was read remains, as last known, until it is read again.
void FleetConnection::keepLocks()
{
    std::vector<LockPtr> locks;
    for (size_t place = 0; place < m_tally.size(); ++place)
        locks.push_back(asLastKnown(m_tally.at(place), now()));
    takeChange(m_known.begin(locks, [](const LockName &) { return false; }));
}

// A server that restarts before it is read again has another one.
void FleetConnection::keepRuns()
{
    for (const NodeStatus &node : m_nodes) {
        if (!node.runId.isEmpty())
            m_runs[node.node] = {.id = node.runId};
    }
}

FleetKnown FleetConnection::known() const
{
    std::vector<LockPtr> worst;
    for (size_t place = 0; place < m_tally.size(); ++place)
        worst.push_back(m_tally.at(place));
    if (worst.size() > MostKnown) {
        const auto isWorse = [](const LockPtr &a, const LockPtr &b) { return isWorseLock(*a, *b); };
        std::nth_element(worst.begin(), worst.begin() + qsizetype(MostKnown), worst.end(), isWorse);
        worst.resize(MostKnown);
    }
    const Instant at = now();
    for (LockPtr &lock : worst)
        lock = asLastKnown(lock, at);
    KnownRuns runs = m_runs;
    for (auto &[node, run] : runs) {
        const auto seen = m_seenAt.find(node);
        const auto now = std::ranges::find(m_nodes, node, &NodeStatus::node);
        const bool isSeen = now != m_nodes.end() && now->isReady() && now->runId == run.id;
        run.seenAt = isSeen ? wallNow() : seen == m_seenAt.end() ? m_asOf.value_or(m_since) : seen->second;
        run.hasAllLocks = m_tally.size() <= MostKnown;
    }
    return {.connection = m_target.spec.name,
            .locks = std::move(worst),
            .asOf = m_asOf.value_or(wallNow()),
            .runs = std::move(runs)};
}

void FleetConnection::noteSeen(const std::vector<NodeStatus> &present)
{
    for (const NodeStatus &node : m_nodes) {
        if (node.isReady())
            m_seenAt[node.node] = wallNow();
    }
    for (const NodeStatus &node : present) {
        if (node.isReady())
            m_seenAt.erase(node.node);
    }
}

void FleetConnection::takeChange(const LockDelta &delta)
{
    m_tally.apply(delta);
    if (m_alerts)
        m_alerts->take(delta);
}

bool FleetConnection::lacksQuorum() const
{
    const int members = int(m_target.spec.members.size());
    return members > 1 && answeringMembers(m_nodes) < members / 2 + 1;
}

FleetState FleetConnection::present() const
{
    if (m_target.obstacle == FleetObstacle::Password)
        return FleetState::NeedsPassword;
    if (m_target.obstacle == FleetObstacle::SshConsent)
        return FleetState::NeedsSshConsent;
    if (!m_isOpen)
        return FleetState::Queued;
    const ConnectionState connection = connectionOf(m_nodes);
    switch (connection.phase) {
    case ConnectionPhase::Ready:
        return lacksQuorum()                              ? FleetState::NoQuorum
               : std::ranges::any_of(m_nodes, hidesLocks) ? FleetState::PartlyReached
                                                          : FleetState::Connected;
    case ConnectionPhase::Waiting:
        return FleetState::Unreachable;
    case ConnectionPhase::Failed:
        return isRefusedLogin(connection.reason.kind) && !hasPassword(m_target.spec)
                   ? FleetState::NeedsPassword
                   : FleetState::Failed;
    case ConnectionPhase::Connecting:
        return connection.attempt > 0 ? FleetState::Unreachable : FleetState::Connecting;
    case ConnectionPhase::Idle:
    case ConnectionPhase::Closed:
        break;
    }
    return FleetState::Connecting;
}

void FleetConnection::judgeState()
{
    const FleetState before = std::exchange(m_state, present());
    const ConnectionState connection = connectionOf(m_nodes);
    if (connection.phase == ConnectionPhase::Waiting || connection.phase == ConnectionPhase::Failed)
        m_reason = connection.reason; // kept during the next attempt
    else if (m_state == FleetState::PartlyReached)
        m_reason = std::ranges::find_if(m_nodes, hidesLocks)->connection.reason;
    else if (isLive(m_state) || !m_isOpen)
        m_reason = m_target.why;
    if (m_state != before) {
        m_since = wallNow();
        m_wasSoAtFirst = m_isOpen && !m_isSettled;
        if (isLive(m_state))
            m_asOf.reset();
        else if (isLive(before))
            m_asOf = m_since;
    }
    if (m_isOpen && !m_isSettled && m_state != FleetState::Connecting) {
        m_isSettled = true;
        emit settled();
    }
}

bool FleetConnection::isScanning() const
{
    return m_counting.isActive() ||
           (m_scan.phase == ScanPhase::Running && (!m_isCounted || m_tally.stale() > 0));
}

// Of a group with a majority, also while a member does not respond.
std::optional<qint64> FleetConnection::heldNow() const
{
    const bool isGroup = m_target.spec.members.size() > 1;
    const bool isSeen = m_state == FleetState::Connected || (isGroup && m_state == FleetState::PartlyReached);
    return isSeen && m_isCounted && !isScanning() ? std::optional(m_tally.totals().held) : std::nullopt;
}

void FleetConnection::turn(WallTime at)
{
    m_hour.turn(heldNow(), at);
}

void FleetConnection::tellChange()
{
    turn(wallNow());
    emit changed();
}

FleetCoverage FleetConnection::coverage() const
{
    if (!m_isCounted && m_tally.size() == 0)
        return FleetCoverage::NotRead;
    if (!m_pass.isKnown())
        return FleetCoverage::Pending;
    if (!isLive(m_state))
        return FleetCoverage::LastKnown;
    const bool isWhole = m_state == FleetState::Connected && m_isCounted && !isScanning() &&
                         m_scan.phase != ScanPhase::Failed && m_scan.keysRefused == 0 && m_tally.stale() == 0;
    return isWhole ? FleetCoverage::Whole : FleetCoverage::Partly;
}

FleetMember FleetConnection::member() const
{
    const ConnectionState connection = connectionOf(m_nodes);
    FleetMember member{.name = m_target.spec.name,
                       .folder = m_target.spec.folder,
                       .environment = m_target.spec.environment,
                       .state = m_state,
                       .since = m_since,
                       .wasSoAtFirst = m_wasSoAtFirst,
                       .reason = m_reason,
                       .stale = m_tally.stale(),
                       .asOf = m_asOf,
                       .worst = m_tally.worst(),
                       .nodes = int(m_nodes.size()),
                       .failover = m_failover,
                       .hour = m_hour.minutes()};
    const HoldLengths holds = m_hour.holds();
    member.holds = holds.count();
    member.holdP90 = holds.firmPercentile(0.9);
    if (m_state == FleetState::Unreachable)
        member.retryAt = connection.retryAt;
    if (isLive(m_state)) {
        member.scanning = isScanning();
        member.keysRefused = m_scan.keysRefused;
        member.scanFailure = m_scan.phase == ScanPhase::Failed ? m_scan.failure
                             : m_scan.keysRefused > 0          ? m_scan.refusal
                                                               : Failure{.text = {}};
    }
    if (m_isCounted || m_tally.totals().locks > 0)
        member.totals = m_tally.totals();
    member.hasWaiters = m_tally.totals().countable > 0 || (m_isCounted && m_tally.totals().locks == 0);
    member.nodesReady =
        int(std::ranges::count_if(m_nodes, [](const NodeStatus &node) { return node.isReady(); }));
    for (const NodeStatus &node : m_nodes)
        member.nodes += node.surplus;
    return member;
}

} // namespace lockscope

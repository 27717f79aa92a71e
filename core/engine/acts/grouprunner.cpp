// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/acts/grouprunner.h"

#include "core/engine/verdicts/quorum.h"
#include "core/values/sameowner.h"

#include <QRandomGenerator>

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds ShortestPatience = 50ms;
constexpr milliseconds LongestPatience = 1s;
constexpr milliseconds RoundOfMultiLock = 1500ms; // a member

// Of one node, short against the lease: 5 to 50 ms for 10 s, says the algorithm's page; 2 % leaves room for
// TLS and tunnels.
milliseconds nodePatience(milliseconds lease)
{
    return lease <= 0ms ? LongestPatience : std::clamp(lease / 50, ShortestPatience, LongestPatience);
}

milliseconds retryPause()
{
    return milliseconds(50 + QRandomGenerator::global()->bounded(150));
}

int countOf(const std::vector<Receipt> &receipts, ActResult result)
{
    return int(std::count_if(receipts.begin(), receipts.end(),
                             [result](const Receipt &one) { return one.result == result; }));
}

NodeReceipt partOf(const Receipt &receipt, milliseconds took)
{
    return {.node = receipt.node,
            .result = receipt.result,
            .foundOwner = receipt.foundOwner,
            .ttl = receipt.ttl,
            .took = took,
            .failure = receipt.failure};
}

// What one node says to it, for the sentence about all of them.
QString reasonOf(const NodeReceipt &node)
{
    const QString name = escapedText(node.node.bytes);
    if (node.result == ActResult::NotAcquired && node.foundOwner && !node.foundOwner->isEmpty())
        return GroupRunner::tr("%1: held by %2").arg(name, escapedText(node.foundOwner->bytes));
    if (!node.failure.text.isEmpty())
        return GroupRunner::tr("%1: %2").arg(name, node.failure.text);
    return QStringLiteral("%1: %2").arg(name, QLatin1String(lockscope::name(node.result)));
}

// The fields that all nodes share, with what each of them said, which is taken from the receipts.
Receipt gathered(const ActRequest &request, std::vector<Receipt> &receipts)
{
    Receipt whole{.act = request.act, .key = request.key, .owner = request.owner, .at = wallNow()};
    whole.dryRun = request.dryRun;
    Receipt *telling = nullptr;
    QStringList commands;
    whole.nodes.reserve(receipts.size());
    for (Receipt &one : receipts) {
        whole.nodes.push_back(one.nodes.empty() ? partOf(one, 0ms) : std::move(one.nodes.front()));
        whole.woken += one.woken;
        commands += one.plan.commands;
        if (!telling || (telling->result != ActResult::Done && one.result == ActResult::Done))
            telling = &one;
    }
    if (!telling)
        return whole;
    whole.kind = telling->kind;
    whole.plan = std::move(telling->plan);
    whole.plan.commands = commands;
    if (whole.owner.isEmpty())
        whole.owner = telling->owner;
    whole.foundOwner = telling->foundOwner;
    whole.foundCount = telling->foundCount;
    whole.ttl = telling->ttl;
    return whole;
}

Failure quorumMissed(const Receipt &whole, int done, int needed)
{
    QStringList reasons;
    for (const NodeReceipt &node : whole.nodes) {
        if (node.result != ActResult::Done)
            reasons += reasonOf(node);
    }
    return {.kind = ErrorKind::ServerError,
            .text = GroupRunner::tr("%1 of %2 nodes agreed and %3 are needed (%4)")
                        .arg(done)
                        .arg(whole.nodes.size())
                        .arg(needed)
                        .arg(reasons.join(QStringLiteral("; "))),
            .key = whole.key.bytes};
}

OwnerId ownerMeant(const ActRequest &request)
{
    if (request.expectedOwner)
        return *request.expectedOwner;
    if (request.owner.isEmpty() && !request.expectedHolders.empty())
        return request.expectedHolders.front().id;
    return request.owner;
}

void callOwner(ActRequest &request, const OwnerId &meant, const OwnerId &name)
{
    if (request.owner == meant)
        request.owner = name;
    if (request.expectedOwner == meant)
        request.expectedOwner = name;
    for (Holder &holder : request.expectedHolders) {
        if (holder.id == meant)
            holder.id = name;
    }
}

// Where another owner was shown, or the same one by another name, the node is asked for the one that is
// meant: who came after what people saw is nobody they meant.
std::vector<OwnerId> namesAsShown(const OwnerId &meant, const std::vector<OwnerId> &found,
                                  const LockPtr &shown)
{
    std::vector<OwnerId> names = namesOnNodes(meant, found);
    if (!shown || !shown->extras || shown->extras->copies.size() != names.size())
        return names;
    for (size_t i = 0; i < names.size(); ++i) {
        const Copy &copy = shown->extras->copies[i];
        const bool isOther = copy.state == CopyState::OtherOwner;
        if (isOther || (copy.state == CopyState::Held && copy.owner != names[i]))
            names[i] = meant;
    }
    return names;
}

// Refused for what the request is, not for what the lock or a node is.
const Receipt *refusedByAll(const std::vector<Receipt> &receipts)
{
    const bool all = std::all_of(receipts.begin(), receipts.end(), [](const Receipt &one) {
        return one.result == ActResult::Refused && !isConnectionFailure(one.failure.kind);
    });
    return all && !receipts.empty() ? &receipts.front() : nullptr;
}

} // namespace

Receipt summed(const ActRequest &request, std::vector<Receipt> receipts, int needed)
{
    Receipt whole = gathered(request, receipts);
    const int nodes = int(receipts.size());
    const int done = countOf(receipts, ActResult::Done);
    const int changed = countOf(receipts, ActResult::OwnerChanged);
    const int gone = countOf(receipts, ActResult::AlreadyGone);
    // So many that whoever was meant cannot have a majority any more.
    const bool enough = done + changed + gone > nodes - needed;
    if (const Receipt *refused = refusedByAll(receipts)) {
        whole.result = ActResult::Refused;
        whole.failure = refused->failure;
    } else if (done > 0 && enough) {
        whole.result = ActResult::Done;
    } else if (enough && changed > 0) {
        whole.result = ActResult::OwnerChanged;
    } else if (enough) {
        whole.result = ActResult::AlreadyGone;
    } else {
        whole.result = ActResult::Unknown;
        whole.failure = quorumMissed(whole, done + changed + gone, nodes - needed + 1);
    }
    return whole;
}

GroupRunner::GroupRunner(std::vector<Member> members, std::vector<NodeId> names, const Registry &registry,
                         Shown shown, QObject *parent)
    : QObject(parent), m_members(std::move(members)), m_names(std::move(names)), m_registry(registry),
      m_shown(std::move(shown))
{
}

GroupRunner::~GroupRunner()
{
    const auto waiting = m_waiting;
    for (const auto &[id, weak] : waiting) {
        if (const auto wakeUp = weak.lock())
            wakeUp->cancel();
    }
}

int GroupRunner::needed(const ActRequest &request) const
{
    const int nodes = int(m_members.size());
    return request.everyNode ? nodes : nodes / 2 + 1;
}

milliseconds GroupRunner::leaseOf(const ActRequest &request) const
{
    const Format *format = m_registry.find(request.kind);
    return request.lease.value_or(format ? format->defaultLease() : 0ms);
}

namespace
{

// One question to all nodes. What was sent cannot be called back: an answer may come when nobody waits.
struct Round {
    explicit Round(size_t nodes) : answers(nodes), open(nodes) {}

    const Instant askedAt = now();
    std::vector<std::optional<Receipt>> answers;
    size_t open; // not answered
    WakeUp over{};
};

QCoro::Task<> ask(GroupRunner::Member act, ActRequest request, PermitPtr leave, std::shared_ptr<Round> round,
                  size_t member)
{
    Receipt receipt = co_await act(std::move(request), std::move(leave));
    receipt.nodes = {partOf(receipt, millisecondsBetween(round->askedAt, now()))};
    round->answers[member] = std::move(receipt);
    if (--round->open == 0)
        round->over.fire();
}

Receipt tooLate(const ActRequest &request, const NodeId &node, milliseconds patience)
{
    Receipt late{.act = request.act,
                 .result = ActResult::Unknown,
                 .key = request.key,
                 .owner = request.owner,
                 .node = node,
                 .at = wallNow()};
    late.failure = {.kind = ErrorKind::TimedOut,
                    .text = GroupRunner::tr("no answer within %1").arg(durationText(patience)),
                    .node = node,
                    .key = request.key.bytes};
    late.nodes = {partOf(late, patience)};
    return late;
}

} // namespace

QCoro::Task<GroupRunner::Receipts> GroupRunner::onAll(QPointer<GroupRunner> self, ActRequest request,
                                                      PermitPtr leave, milliseconds patience)
{
    return onEach(self, Requests(self->m_members.size(), request), std::move(leave), patience);
}

QCoro::Task<GroupRunner::Receipts> GroupRunner::onOwner(QPointer<GroupRunner> self, ActRequest request,
                                                        PermitPtr leave, milliseconds patience)
{
    if (!isRedissonId(ownerMeant(request)))
        return onAll(self, std::move(request), std::move(leave), patience);
    return onNamed(self, std::move(request), std::move(leave), patience);
}

QCoro::Task<GroupRunner::Receipts> GroupRunner::onNamed(QPointer<GroupRunner> self, ActRequest request,
                                                        PermitPtr leave, milliseconds patience)
{
    Requests requests = co_await requestsWithin(self, std::move(request), patience);
    if (!self)
        co_return Receipts{};
    co_return co_await onEach(self, std::move(requests), std::move(leave), patience);
}

QCoro::Task<GroupRunner::Requests> GroupRunner::requestsFor(ActRequest request)
{
    const QPointer<GroupRunner> self(this);
    co_return co_await requestsWithin(self, std::move(request), LongestPatience);
}

QCoro::Task<GroupRunner::Requests> GroupRunner::requestsWithin(QPointer<GroupRunner> self, ActRequest request,
                                                               milliseconds patience)
{
    const OwnerId meant = ownerMeant(request);
    Requests requests(self->m_members.size(), request);
    if (!isRedissonId(meant))
        co_return requests;
    const ActRequest look{
        .act = ActKind::ForceRelease, .key = request.key, .kind = request.kind, .dryRun = true};
    const Receipts receipts = co_await onAll(self, look, PermitPtr(), patience); // changes nothing
    if (!self)
        co_return requests;
    std::vector<OwnerId> found;
    for (const Receipt &seen : receipts)
        found.push_back(seen.foundOwner.value_or(OwnerId{}));
    const std::vector<OwnerId> names = namesAsShown(meant, found, self->m_shown(request.key));
    for (size_t member = 0; member < requests.size(); ++member)
        callOwner(requests[member], meant, names[member]);
    co_return requests;
}

QCoro::Task<GroupRunner::Receipts> GroupRunner::onEach(QPointer<GroupRunner> self, Requests requests,
                                                       PermitPtr leave, milliseconds patience)
{
    const auto round = std::make_shared<Round>(requests.size());
    for (size_t member = 0; member < requests.size(); ++member)
        ask(self->m_members[member], requests[member], leave, round, member);
    if (round->open > 0)
        co_await round->over.wait(patience);
    Receipts receipts;
    for (size_t member = 0; self && member < requests.size(); ++member) {
        const NodeId &name = self->m_names[member];
        std::optional<Receipt> &answer = round->answers[member];
        receipts.push_back(answer ? std::move(*answer) : tooLate(requests[member], name, patience));
        answer.reset();
        if (receipts.back().node.isEmpty())
            receipts.back().node = receipts.back().nodes.front().node = name;
    }
    co_return receipts;
}

QCoro::Task<Receipt> GroupRunner::act(ActRequest request, PermitPtr leave, quint64 waitId)
{
    const QPointer<GroupRunner> self(this);
    if (request.act == ActKind::Acquire) {
        if (request.kind.isEmpty())
            request.kind = QByteArrayLiteral("token-lock"); // what the libraries of RedLock store
        if (const Format *format = m_registry.find(request.kind); format && request.owner.isEmpty())
            request.owner = format->makeOwner();
        if (!request.dryRun && (request.wait > 0ms || request.watchdog))
            return acquire(self, std::move(request), std::move(leave), waitId);
        if (!request.dryRun)
            return acquireOnce(self, std::move(request), std::move(leave));
    }
    if (request.act == ActKind::Renew && !request.dryRun)
        return renew(self, std::move(request), std::move(leave));
    const bool ends = request.act == ActKind::Release || request.act == ActKind::ForceRelease;
    if (ends && !request.dryRun)
        return end(self, std::move(request), std::move(leave));
    return other(self, std::move(request), std::move(leave));
}

QCoro::Task<Receipt> GroupRunner::other(QPointer<GroupRunner> self, ActRequest request, PermitPtr leave)
{
    Receipts receipts = co_await onOwner(self, request, std::move(leave), LongestPatience);
    if (!self)
        co_return Receipt{.act = request.act, .key = request.key, .at = wallNow()};
    co_return summed(request, std::move(receipts), self->needed(request));
}

// What is given back is renewed no more; but one hold of several may be left, and no node may answer.
QCoro::Task<Receipt> GroupRunner::end(QPointer<GroupRunner> self, ActRequest request, PermitPtr leave)
{
    const auto isMeant = [&request](const HoldName &name) {
        return name.first == request.key &&
               (request.act == ActKind::ForceRelease || isSameOwner(name.second, request.owner));
    };
    for (const auto &[name, hold] : self->m_holds) {
        if (isMeant(name)) {
            hold->isEnding = true;
            hold->timer.stop();
        }
    }
    const Receipt receipt = co_await other(self, request, std::move(leave));
    if (!self)
        co_return receipt;
    const bool forced = request.act == ActKind::ForceRelease;
    const bool isLeft =
        receipt.foundOwner && isSameOwner(*receipt.foundOwner, request.owner) && receipt.foundCount > 0;
    const bool done = receipt.result == ActResult::Done && (forced || !isLeft);
    const bool gone =
        receipt.result == ActResult::AlreadyGone || (receipt.result == ActResult::OwnerChanged && !forced);
    if (done || gone) {
        std::erase_if(self->m_holds, [&isMeant](const auto &entry) { return isMeant(entry.first); });
        co_return receipt;
    }
    for (const auto &[name, hold] : self->m_holds) {
        if (isMeant(name)) {
            hold->isEnding = false;
            hold->timer.start(1ms);
        }
    }
    co_return receipt;
}

void GroupRunner::abandon(const LockName &key)
{
    std::erase_if(m_holds, [&key](const auto &entry) { return entry.first.first == key; });
}

void GroupRunner::abandon(const LockName &key, const OwnerId &owner)
{
    m_holds.erase({key, owner});
}

QCoro::Task<Receipt> GroupRunner::acquire(QPointer<GroupRunner> self, ActRequest request, PermitPtr leave,
                                          quint64 waitId)
{
    const Instant deadline = now() + request.wait;
    const auto wakeUp = std::make_shared<WakeUp>();
    self->m_waiting.emplace(waitId, wakeUp);
    Receipt receipt;
    for (;;) {
        receipt = co_await acquireOnce(self, request, leave);
        const milliseconds left = millisecondsBetween(now(), deadline);
        if (!self || receipt.result != ActResult::NotAcquired || left <= 0ms || wakeUp->isCancelled())
            break;
        if (co_await wakeUp->wait(std::min(left, retryPause())) == WakeUp::Cause::Cancelled || !self)
            break;
    }
    if (!self)
        co_return receipt;
    std::erase_if(self->m_waiting, [&wakeUp](const auto &entry) { return entry.second.lock() == wakeUp; });
    if (receipt.result == ActResult::Done && request.watchdog)
        self->keep(request, leave, receipt);
    co_return receipt;
}

// Counted from before the first node was asked: what a node grants may be as old as that.
QCoro::Task<Receipt> GroupRunner::acquireOnce(QPointer<GroupRunner> self, ActRequest request, PermitPtr leave)
{
    const Instant askedAt = now();
    const milliseconds lease = self->leaseOf(request);
    milliseconds patience = nodePatience(lease);
    ActRequest one = request;
    one.watchdog = false;
    one.wait = 0ms;
    if (request.everyNode && request.wait > 0ms) {
        one.wait = std::min<milliseconds>(request.wait, RoundOfMultiLock * self->m_members.size());
        patience += one.wait;
    }
    Receipts receipts = co_await onAll(self, one, leave, patience);
    if (!self)
        co_return Receipt{.act = request.act, .key = request.key, .at = wallNow()};
    Receipt whole = gathered(request, receipts);
    const milliseconds validity = lease - millisecondsBetween(askedAt, now()) - driftOf(lease);
    const int done = countOf(receipts, ActResult::Done);
    if (lease > 0ms)
        whole.validity = validity;
    if (done >= self->needed(request) && (lease <= 0ms || validity > 0ms)) {
        whole.result = ActResult::Done;
        co_return whole;
    }
    whole.validity.reset();
    if (const Receipt *refused = refusedByAll(receipts)) {
        whole.result = ActResult::Refused;
        whole.failure = refused->failure;
        co_return whole;
    }
    whole.result = ActResult::NotAcquired;
    whole.failure = quorumMissed(whole, done, self->needed(request));
    if (done >= self->needed(request))
        whole.failure.text = tr("a majority granted it, but that took %1: of a lease of %2 nothing is left")
                                 .arg(durationText(millisecondsBetween(askedAt, now())), durationText(lease));
    // The id may be that of somebody who has the lock already, which is not this attempt's to give back.
    // Less than a quorum is no lock, but what an attempt before left on nodes that answered too late.
    const auto own = std::count_if(receipts.begin(), receipts.end(), [&request](const Receipt &node) {
        return node.result == ActResult::NotAcquired && node.foundOwner == request.owner;
    });
    if (own < self->needed(request))
        co_await giveUp(self, request, leave);
    co_return whole;
}

// On all nodes: one that did not answer may have granted it, and what was sent to it later comes after that.
QCoro::Task<> GroupRunner::giveUp(QPointer<GroupRunner> self, ActRequest request, PermitPtr leave)
{
    const milliseconds patience = nodePatience(self->leaseOf(request));
    request.act = ActKind::Release;
    request.watchdog = false;
    request.wait = 0ms;
    request.withTexts = false;
    co_await onAll(self, request, std::move(leave), patience);
}

QCoro::Task<Receipt> GroupRunner::renew(QPointer<GroupRunner> self, ActRequest request, PermitPtr leave)
{
    const Instant askedAt = now();
    const milliseconds lease = self->leaseOf(request);
    Receipts receipts = co_await onOwner(self, request, std::move(leave), nodePatience(lease));
    Receipt whole = gathered(request, receipts);
    if (!self)
        co_return whole;
    const int done = countOf(receipts, ActResult::Done);
    const milliseconds validity = lease - millisecondsBetween(askedAt, now()) - driftOf(lease);
    if (done >= self->needed(request) && (lease <= 0ms || validity > 0ms)) {
        whole.result = ActResult::Done;
        if (lease > 0ms)
            whole.validity = validity;
        co_return whole;
    }
    if (const Receipt *refused = refusedByAll(receipts)) {
        whole.result = ActResult::Refused;
        whole.failure = refused->failure;
        co_return whole;
    }
    const bool changed = countOf(receipts, ActResult::OwnerChanged) > int(receipts.size()) / 2;
    const bool gone = countOf(receipts, ActResult::AlreadyGone) > int(receipts.size()) / 2;
    whole.result = changed ? ActResult::OwnerChanged : gone ? ActResult::AlreadyGone : ActResult::Unknown;
    whole.failure = quorumMissed(whole, done, self->needed(request));
    co_return whole;
}

void GroupRunner::keep(const ActRequest &request, const PermitPtr &leave, const Receipt &receipt)
{
    const Format *format = m_registry.find(request.kind);
    const milliseconds lease = leaseOf(request);
    const auto period = format && lease > 0ms ? format->watchdogPeriod(lease) : std::nullopt;
    if (!period)
        return;
    auto hold = std::make_unique<Hold>();
    hold->renewal = request;
    hold->leave = leave;
    hold->renewal.act = ActKind::Renew;
    hold->renewal.owner = receipt.owner;
    hold->renewal.lease = lease;
    hold->renewal.withTexts = false;
    hold->period = std::max(*period, 1ms);
    hold->validUntil = now() + receipt.validity.value_or(lease);
    hold->timer.setSingleShot(true);
    const HoldName name{request.key, receipt.owner};
    connect(&hold->timer, &QTimer::timeout, this, [this, name] { beat(this, name); });
    hold->timer.start(hold->period);
    m_holds[name] = std::move(hold);
}

QCoro::Task<> GroupRunner::beat(QPointer<GroupRunner> self, HoldName name)
{
    const auto found = self->m_holds.find(name);
    if (found == self->m_holds.end())
        co_return;
    const ActRequest renewal = found->second->renewal;
    const PermitPtr leave = found->second->leave;
    const Receipt receipt = co_await renew(self, renewal, leave);
    if (!self)
        co_return;
    const auto still = self->m_holds.find(name);
    if (still == self->m_holds.end())
        co_return; // released meanwhile
    Hold &hold = *still->second;
    if (receipt.result == ActResult::Done) {
        hold.validUntil = now() + receipt.validity.value_or(hold.period);
        if (!hold.isEnding)
            hold.timer.start(hold.period);
        emit self->holdRenewed(name.first, receipt);
        co_return;
    }
    if (hold.isEnding)
        co_return; // whoever gives it back tells what came of it
    const milliseconds left = millisecondsBetween(now(), hold.validUntil);
    const bool isFinal =
        receipt.result == ActResult::OwnerChanged || receipt.result == ActResult::AlreadyGone;
    if (!isFinal && left > 0ms) {
        hold.timer.start(std::min(left, std::max<milliseconds>(hold.period / 10, 50ms)));
        co_return;
    }
    self->m_holds.erase(still);
    const OwnHolding lost{.key = name.first,
                          .kind = receipt.kind,
                          .owner = name.second,
                          .mode = renewal.mode,
                          .part = renewal.part};
    emit self->holdLost(name.first, receipt, lost);
}

void GroupRunner::cancelWaiting(quint64 waitId)
{
    const auto waiting = m_waiting;
    const auto [from, to] = waiting.equal_range(waitId);
    for (auto it = from; it != to; ++it) {
        if (const auto wakeUp = it->second.lock())
            wakeUp->cancel();
    }
}

} // namespace lockscope

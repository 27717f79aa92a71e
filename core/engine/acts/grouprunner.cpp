// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/acts/grouprunner.h"

#include "core/engine/acts/groupreceipt.h"
#include "core/engine/acts/keylookup.h"
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
constexpr milliseconds PatienceWithoutLease = 3s; // as long as a server may be silent
constexpr milliseconds RoundOfMultiLock = 1500ms; // per member

// Timeout of one node: the algorithm's page says 5 to 50 ms for 10 s; 2 % leaves room for TLS and tunnels.
milliseconds nodePatience(milliseconds lease)
{
    return lease <= 0ms ? PatienceWithoutLease : std::clamp(lease / 50, ShortestPatience, LongestPatience);
}

// What was sent meanwhile may have been done.
Receipt closedReceipt(const ActRequest &request)
{
    return {.act = request.act,
            .key = request.key,
            .owner = request.owner,
            .failure = connectionClosed(request.key),
            .at = wallNow()};
}

milliseconds retryPause()
{
    return milliseconds(50 + QRandomGenerator::global()->bounded(150));
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

// As it was shown; else, or where that has changed, as the answers tell. Where an id was shown that is, or
// may be, another client's, the node is asked for the one that is meant, which frees nothing there.
std::vector<OwnerId> namesAsShown(const OwnerId &meant, const std::vector<NodeOwner> &found,
                                  const LockPtr &shown)
{
    std::vector<OwnerId> names = namesOnNodes(meant, found);
    if (!shown || !shown->extras || shown->extras->copies.size() != names.size())
        return names;
    const bool isTheAgreed = agreeingOwners(*shown).contains(meant);
    for (size_t i = 0; i < names.size(); ++i) {
        const Copy &copy = shown->extras->copies[i];
        const bool isTheirs = copy.state == CopyState::Held && isTheAgreed && found[i].id == copy.owner;
        if (isTheirs)
            names[i] = copy.owner;
        else if (namesOwner(copy.state))
            names[i] = meant;
    }
    return names;
}

// If the user names the id of each node, no id needs to be concluded.
bool keepOnlyNamed(ActRequest &request, const OwnerId &found, const LockPtr &shown)
{
    const auto named = std::ranges::find(request.expectedHolders, found, &Holder::id);
    if (request.expectedHolders.size() < 2 || !shown || shown->holders.size() != 1 ||
        named == request.expectedHolders.end())
        return false;
    const Holder holder = *named;
    request.expectedHolders.clear();
    request.expectedOwner = holder.id;
    return true;
}

// The expiries are compared with each other only, so they may count from the moment of the question.
std::vector<NodeOwner> ownersFound(const std::vector<Receipt> &receipts)
{
    std::vector<NodeOwner> owners;
    for (const Receipt &seen : receipts) {
        NodeOwner &owner = owners.emplace_back();
        owner.holds = seen.foundOwner && !seen.foundOwner->isEmpty();
        if (!owner.holds)
            continue;
        owner.id = *seen.foundOwner;
        if (seen.ttl && !seen.nodes.empty())
            owner.expiresAt = Instant() + seen.nodes.front().took + *seen.ttl;
    }
    return owners;
}

// Any other answer may change before the lease is over.
bool isFinalForGroup(const Receipt &receipt)
{
    return receipt.result == ActResult::OwnerChanged || receipt.result == ActResult::AlreadyGone;
}

} // namespace

GroupRunner::GroupRunner(std::vector<Member> members, std::vector<NodeId> names, const Registry &registry,
                         Shown shown, QObject *parent)
    : QObject(parent), m_members(std::move(members)), m_names(std::move(names)), m_registry(registry),
      m_shown(std::move(shown)), m_watchdog(isFinalForGroup)
{
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

// One request to all nodes. It cannot be recalled, so answers may arrive after the wait has ended.
struct Round {
    explicit Round(size_t nodes) : answers(nodes), open(nodes) {}

    const Instant askedAt = now();
    std::vector<std::optional<Receipt>> answers;
    size_t open; // not answered
    WakeUp over{};
};

QCoro::Task<> ask(GroupRunner::Member act, ActRequest request, PermitPtr permit, std::shared_ptr<Round> round,
                  size_t member)
{
    Receipt receipt = co_await act(std::move(request), std::move(permit));
    const bool isLost = receipt.isLostSince;
    if (isLost) { // the node does not count
        receipt.result = receipt.act == ActKind::Acquire ? ActResult::NotAcquired
                         : receipt.foundOwner            ? ActResult::OwnerChanged
                                                         : ActResult::AlreadyGone;
        receipt.isLostSince = false;
    }
    receipt.nodes = {partOf(receipt, millisecondsBetween(round->askedAt, now()))};
    receipt.nodes.front().isLostSince = isLost;
    round->answers[member] = std::move(receipt);
    if (--round->open == 0)
        round->over.fire();
}

} // namespace

QCoro::Task<GroupRunner::Receipts> GroupRunner::onAll(QPointer<GroupRunner> self, ActRequest request,
                                                      PermitPtr permit, milliseconds patience)
{
    return onEach(self, Requests(self->m_members.size(), request), std::move(permit), patience);
}

QCoro::Task<GroupRunner::Receipts> GroupRunner::onOwner(QPointer<GroupRunner> self, ActRequest request,
                                                        PermitPtr permit, milliseconds patience)
{
    if (!isRedissonId(ownerMeant(request)))
        return onAll(self, std::move(request), std::move(permit), patience);
    return onNamed(self, std::move(request), std::move(permit), patience);
}

QCoro::Task<GroupRunner::Receipts> GroupRunner::onNamed(QPointer<GroupRunner> self, ActRequest request,
                                                        PermitPtr permit, milliseconds patience)
{
    Requests requests = co_await requestsWithin(self, std::move(request), patience);
    if (!self)
        co_return Receipts{};
    co_return co_await onEach(self, std::move(requests), std::move(permit), patience);
}

QCoro::Task<GroupRunner::Requests> GroupRunner::requestsFor(ActRequest request)
{
    const QPointer<GroupRunner> self(this);
    co_return co_await requestsWithin(self, std::move(request), PatienceWithoutLease);
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
    const Receipts receipts = co_await onAll(self, look, PermitPtr(), patience); // a dry run
    if (!self)
        co_return requests;
    const LockPtr shown = self->m_shown(request.key);
    const std::vector<NodeOwner> found = ownersFound(receipts);
    const std::vector<OwnerId> names = namesAsShown(meant, found, shown);
    for (size_t member = 0; member < requests.size(); ++member) {
        if (!keepOnlyNamed(requests[member], found[member].id, shown))
            callOwner(requests[member], meant, names[member]);
    }
    co_return requests;
}

QCoro::Task<GroupRunner::Receipts> GroupRunner::onEach(QPointer<GroupRunner> self, Requests requests,
                                                       PermitPtr permit, milliseconds patience)
{
    const auto round = std::make_shared<Round>(requests.size());
    for (size_t member = 0; member < requests.size(); ++member)
        ask(self->m_members[member], requests[member], permit, round, member);
    if (round->open > 0)
        co_await round->over.wait(patience, WaitsFor::Answer);
    Receipts receipts;
    for (size_t member = 0; self && member < requests.size(); ++member) {
        const NodeId &name = self->m_names[member];
        std::optional<Receipt> &answer = round->answers[member];
        receipts.push_back(answer ? std::move(*answer) : tooLate(requests[member], name, patience));
        answer.reset();
        if (receipts.back().node.isEmpty())
            receipts.back().node = receipts.back().nodes.front().node = name;
        receipts.back().nodes.front().asked = ownerMeant(requests[member]);
    }
    co_return receipts;
}

QCoro::Task<Receipt> GroupRunner::act(ActRequest request, PermitPtr permit, std::shared_ptr<WakeUp> waiting)
{
    const QPointer<GroupRunner> self(this);
    if (request.act == ActKind::Acquire) {
        if (request.kind.isEmpty())
            request.kind = QByteArrayLiteral("token-lock"); // the kind that RedLock libraries store
        if (const Format *format = m_registry.find(request.kind); format && request.owner.isEmpty())
            request.owner = format->makeOwner();
        if (!request.dryRun && (request.wait > 0ms || request.watchdog))
            return acquire(self, std::move(request), std::move(permit),
                           waiting ? waiting : std::make_shared<WakeUp>());
        if (!request.dryRun)
            return acquireOnce(self, std::move(request), std::move(permit));
    }
    if (request.act == ActKind::Renew && !request.dryRun)
        return renewHeld(self, std::move(request), std::move(permit));
    const bool ends = request.act == ActKind::Release || request.act == ActKind::ForceRelease;
    if (ends && !request.dryRun)
        return end(self, std::move(request), std::move(permit));
    return other(self, std::move(request), std::move(permit));
}

QCoro::Task<Receipt> GroupRunner::other(QPointer<GroupRunner> self, ActRequest request, PermitPtr permit)
{
    Receipts receipts = co_await onOwner(self, request, std::move(permit), PatienceWithoutLease);
    if (!self)
        co_return closedReceipt(request);
    co_return summed(request, std::move(receipts), self->needed(request));
}

// Stop renewing before the release. Resume if one of several holds is left or too few nodes answered.
QCoro::Task<Receipt> GroupRunner::end(QPointer<GroupRunner> self, ActRequest request, PermitPtr permit)
{
    const auto isMeant = [&request](const OwnHolding &hold) {
        return hold.key == request.key &&
               (request.act == ActKind::ForceRelease || isSameOwner(hold.owner, request.owner));
    };
    self->m_watchdog.pause(isMeant);
    const Receipt receipt = co_await other(self, request, std::move(permit));
    if (!self)
        co_return receipt;
    const bool forced = request.act == ActKind::ForceRelease;
    const bool isLeft =
        receipt.foundOwner && isSameOwner(*receipt.foundOwner, request.owner) && receipt.foundCount > 0;
    const bool done = receipt.result == ActResult::Done && (forced || !isLeft);
    const bool gone =
        receipt.result == ActResult::AlreadyGone || (receipt.result == ActResult::OwnerChanged && !forced);
    if (done || gone)
        self->m_watchdog.abandon(isMeant);
    else
        self->m_watchdog.resume(isMeant);
    co_return receipt;
}

QCoro::Task<Receipt> GroupRunner::acquire(QPointer<GroupRunner> self, ActRequest request, PermitPtr permit,
                                          std::shared_ptr<WakeUp> wakeUp)
{
    const Instant deadline = now() + request.wait;
    Receipt receipt;
    for (;;) {
        receipt = co_await acquireOnce(self, request, permit);
        const milliseconds left = millisecondsBetween(now(), deadline);
        if (!self || receipt.result != ActResult::NotAcquired || left <= 0ms || wakeUp->isCancelled())
            break;
        if (co_await wakeUp->wait(std::min(left, retryPause())) == WakeUp::Cause::Cancelled || !self)
            break;
    }
    if (self && receipt.result == ActResult::Done && request.watchdog)
        self->keep(request, permit, receipt);
    co_return receipt;
}

// The validity counts from before the first request, as a grant may be that old.
QCoro::Task<Receipt> GroupRunner::acquireOnce(QPointer<GroupRunner> self, ActRequest request,
                                              PermitPtr permit)
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
    Receipts receipts = co_await onAll(self, one, permit, patience);
    if (!self)
        co_return closedReceipt(request);
    Receipt whole = gathered(request, receipts);
    const milliseconds validity = lease - millisecondsBetween(askedAt, now()) - driftOf(lease);
    const int done = countOf(receipts, ActResult::Done);
    const int needed = self->needed(request);
    if (lease > 0ms)
        whole.validity = validity;
    if (done >= needed && (lease <= 0ms || validity > 0ms)) {
        whole.result = ActResult::Done;
        co_return whole;
    }
    whole.validity.reset();
    if (isRefusedByAll(receipts, whole))
        co_return whole;
    whole.result = ActResult::NotAcquired;
    whole.failure = quorumMissed(whole, done, needed);
    if (done >= needed)
        whole.failure.text = tr("a majority granted it, but that took %1: nothing is left of a lease of %2")
                                 .arg(durationText(millisecondsBetween(askedAt, now())), durationText(lease));
    // The id may belong to a client that already holds the lock, and that hold must not be released. Less
    // than a quorum is not a lock but the rest of an earlier attempt on nodes that answered too late.
    const auto own = std::count_if(receipts.begin(), receipts.end(), [&request](const Receipt &node) {
        return node.result == ActResult::NotAcquired && node.foundOwner == request.owner;
    });
    if (own >= self->needed(request))
        co_return whole;
    const Receipts given = co_await giveUp(self, request, permit);
    settleRefused(request, receipts, given, needed, whole);
    co_return whole;
}

// On all nodes: one that did not answer may have granted it, and processes the release afterwards.
QCoro::Task<GroupRunner::Receipts> GroupRunner::giveUp(QPointer<GroupRunner> self, ActRequest request,
                                                       PermitPtr permit)
{
    const milliseconds patience = nodePatience(self->leaseOf(request));
    request.act = ActKind::Release;
    request.watchdog = false;
    request.wait = 0ms;
    request.withTexts = false;
    co_return co_await onAll(self, request, std::move(permit), patience);
}

// On request, not by a watchdog, which knows that it has the lock.
QCoro::Task<Receipt> GroupRunner::renewHeld(QPointer<GroupRunner> self, ActRequest request, PermitPtr permit)
{
    Requests requests = co_await requestsWithin(self, request, PatienceWithoutLease);
    for (ActRequest &one : requests) {
        one.dryRun = true;
        one.withTexts = false; // which would ask each node more
    }
    Receipts looked;
    if (self)
        looked = co_await onEach(self, std::move(requests), PermitPtr(), PatienceWithoutLease);
    if (!self) {
        Receipt notSent = closedReceipt(request); // it was only looked at
        notSent.result = ActResult::Refused;
        co_return notSent;
    }
    if (const auto notSent = unheld(request, std::move(looked), self->needed(request)))
        co_return *notSent;
    co_return co_await renew(self, std::move(request), std::move(permit));
}

QCoro::Task<Receipt> GroupRunner::renew(QPointer<GroupRunner> self, ActRequest request, PermitPtr permit)
{
    const Instant askedAt = now();
    const milliseconds lease = self->leaseOf(request);
    Receipts receipts = co_await onOwner(self, request, std::move(permit), nodePatience(lease));
    Receipt whole = gathered(request, receipts);
    if (!self)
        co_return whole;
    const int done = countOf(receipts, ActResult::Done);
    const milliseconds validity = lease - millisecondsBetween(askedAt, now()) - driftOf(lease);
    if (done >= self->needed(request) && (lease <= 0ms || validity > 0ms)) {
        whole.result = ActResult::Done;
        if (lease > 0ms) {
            whole.validity = validity;
            whole.validUntil = now() + validity;
        }
        co_return whole;
    }
    if (isRefusedByAll(receipts, whole))
        co_return whole;
    // Where a copy is, the request itself was refused.
    const auto wrong = std::ranges::find_if(receipts, [](const Receipt &node) {
        return node.result == ActResult::Refused && node.failure.kind == ErrorKind::BadInput;
    });
    if (done == 0 && wrong != receipts.end()) {
        whole.result = ActResult::Refused;
        whole.failure = wrong->failure;
        co_return whole;
    }
    const bool changed = countOf(receipts, ActResult::OwnerChanged) > int(receipts.size()) / 2;
    const bool gone = countOf(receipts, ActResult::AlreadyGone) > int(receipts.size()) / 2;
    whole.result = changed ? ActResult::OwnerChanged : gone ? ActResult::AlreadyGone : ActResult::Unknown;
    whole.failure = quorumMissed(whole, done, self->needed(request));
    co_return whole;
}

void GroupRunner::keep(const ActRequest &request, const PermitPtr &permit, const Receipt &receipt)
{
    const Format *format = m_registry.find(request.kind);
    const milliseconds lease = leaseOf(request);
    const auto period = format && lease > 0ms ? format->watchdogPeriod(lease) : std::nullopt;
    if (!period)
        return;
    ActRequest renewal = request;
    renewal.act = ActKind::Renew;
    renewal.owner = receipt.owner;
    renewal.lease = lease;
    renewal.withTexts = false;
    const OwnHolding hold{
        .key = request.key, .owner = receipt.owner, .mode = request.mode, .part = request.part};
    m_watchdog.keep(hold, *period, now() + receipt.validity.value_or(lease),
                    [self = QPointer<GroupRunner>(this), renewal, permit](Instant) {
                        return renew(self, renewal, permit);
                    });
}

} // namespace lockscope

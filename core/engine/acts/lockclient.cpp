// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/acts/lockclient.h"

#include "core/engine/acts/wakeupchannels.h"
#include "core/formats/scriptreply.h"
#include "core/formats/strings/stringplan.h"
#include "core/formats/wholeplan.h"
#include "core/redis/servererror.h"
#include "core/values/sameowner.h"

#include <QRandomGenerator>

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

// Real-world clients poll every 50 to 250 ms; jitter keeps two clients from polling in step.
milliseconds pollPause()
{
    return milliseconds(50 + QRandomGenerator::global()->bounded(50));
}

constexpr milliseconds ShortestAnswer = 50ms; // minimum timeout of a renewal
// The pause while the channel is not subscribed: not connected yet, or the user lacks the permission.
constexpr milliseconds DeafPause = 1s;
constexpr milliseconds LookingPatience = 5s; // while there is no master whose timeout applies

// An answer about the lock is final. A failure of server or connection may pass before the lease is over.
bool isFinalAnswer(const Receipt &receipt)
{
    const ErrorKind kind = receipt.failure.kind;
    const bool isPassed = receipt.result == ActResult::Unknown ||
                          (receipt.result == ActResult::Refused &&
                           (isPassing(kind) || (isServerRefusal(kind) && kind != ErrorKind::WrongType)));
    return !isPassed;
}

LockName keyOf(const ActPlan &plan)
{
    return {plan.keys.empty() ? plan.key.bytes : plan.keys.front()};
}

// Protocol: the reply was too large, or is none; the command was executed.
bool outcomeUnknown(const Failure &failure)
{
    return failure.kind == ErrorKind::ConnectionLost || failure.kind == ErrorKind::TimedOut ||
           failure.kind == ErrorKind::Protocol || failure.kind == ErrorKind::Cancelled ||
           mayBeHalfDone(failure);
}

Outcome<ScriptReply> answerOf(const ActPlan &plan, const Reply &reply)
{
    if (isOneCommand(plan) && reply.type == Reply::Type::Status)
        return takenBy(plan);
    if (isOneCommand(plan) && reply.isNil()) // the connection was lost before the holder was read
        return ScriptReply{.result = QByteArrayLiteral("held")};
    return readScriptReply(reply);
}

// The expiry is only shortened. Servers before 7.0 read the clock per command, so it may read less.
bool keptSooner(const Receipt &receipt, std::optional<milliseconds> lease)
{
    return receipt.act == ActKind::SetExpiry && receipt.result == ActResult::Done && lease && receipt.ttl &&
           *receipt.ttl < *lease - 100ms;
}

void fill(Receipt &receipt, std::optional<milliseconds> lease, const Outcome<Reply> &reply)
{
    if (!reply) {
        receipt.failure = reply.failure();
        receipt.failure.key = receipt.key.bytes;
        receipt.result = outcomeUnknown(reply.failure()) ? ActResult::Unknown : ActResult::Refused;
        return;
    }
    const auto answer = answerOf(receipt.plan, *reply);
    if (!answer) {
        receipt.result = ActResult::Unknown;
        receipt.failure = {.kind = ErrorKind::Internal,
                           .text = LockClient::tr("the script's response has an unexpected format"),
                           .node = receipt.node,
                           .key = receipt.key.bytes};
        return;
    }
    applyScriptReply(*answer, receipt);
    // Some scripts make the owner id themselves: it is the value they write.
    if (receipt.act == ActKind::Acquire && receipt.result == ActResult::Done && receipt.owner.isEmpty())
        receipt.owner = receipt.foundOwner.value_or(OwnerId());
    receipt.unchanged = keptSooner(receipt, lease);
}

Receipt refusedKind(const ActRequest &request)
{
    return refusedReceipt(request,
                          {.kind = ErrorKind::BadInput,
                           .text = LockClient::tr("unknown lock format %1").arg(escapedText(request.kind)),
                           .key = request.key.bytes});
}

// The receipt until the plan is sent.
Receipt begun(const Format &format, const ActRequest &request, ActPlan plan)
{
    Receipt receipt = refusedReceipt(request, {});
    receipt.kind = format.kind();
    if (receipt.owner.isEmpty())
        receipt.owner = request.expectedOwner.value_or(OwnerId());
    receipt.plan = std::move(plan);
    return receipt;
}

QCoro::Task<Receipt> told(Receipt receipt)
{
    co_return receipt;
}

} // namespace

struct LockClient::Private {
    LockClient *q;
    Route &route;
    const Registry &registry;
    WakeUpChannels channels{route};
    WakeUps waiting{};
    Watchdog watchdog{isFinalAnswer};
    std::unique_ptr<SingleRoute> single{}; // owns the route if made for one session
    LockName refused{}; // the last refused key: its next try runs the script at once, which names the holder

    milliseconds patience(const LockName &key);
    void keep(const Format *format, const Receipt &receipt, const ActRequest &request, Instant askedAt);
    void settle(const Receipt &receipt, HoldMode mode);

    static QCoro::Task<> evaluateElsewhere(QPointer<LockClient> self, const ActPlan &plan,
                                           std::optional<milliseconds> timeout, Instant deadline,
                                           Outcome<Reply> &reply, NodeId &node);
    static QCoro::Task<Receipt> send(QPointer<LockClient> self, Receipt receipt,
                                     std::optional<milliseconds> lease, HoldMode mode,
                                     std::optional<milliseconds> timeout = {});
    static QCoro::Task<Receipt> acquire(QPointer<LockClient> self, const Format *format, ActRequest request,
                                        Receipt receipt, std::shared_ptr<WakeUp> wakeUp);
    static QCoro::Task<> leaveQueue(QPointer<LockClient> self, const Format *format, ActRequest request);
    static QCoro::Task<Receipt> renew(QPointer<LockClient> self, const Format *format, ActRequest renewal,
                                      Instant validUntil);
};

LockClient::LockClient(Route &route, const Registry &registry, QObject *parent)
    : QObject(parent), d(new Private{this, route, registry})
{
    connect(&d->watchdog, &Watchdog::renewed, this, &LockClient::renewed);
    connect(&d->watchdog, &Watchdog::lost, this, &LockClient::lost);
}

LockClient::LockClient(Session &commands, const Registry &registry, QObject *parent)
    : LockClient(*new SingleRoute(commands), registry, parent)
{
    d->single.reset(static_cast<SingleRoute *>(&d->route));
}

LockClient::~LockClient()
{
    d->watchdog.clear();
    d->waiting.cancel();
    d->channels.close();
}

QCoro::Task<Receipt> LockClient::act(ActRequest request, LockPtr seen)
{
    const Format *format = d->registry.find(request.kind);
    if (!format)
        return told(refusedKind(request));
    if (request.act == ActKind::Acquire && request.owner.isEmpty())
        request.owner = format->makeOwner();
    Outcome<ActPlan> plan = wholePlan(*format, request, seen.get(), now());
    return carryOut(*format, std::move(request), std::move(plan));
}

QCoro::Task<Receipt> LockClient::carryOut(const Format &format, ActRequest request, Outcome<ActPlan> plan,
                                          std::shared_ptr<WakeUp> waiting)
{
    Receipt receipt = begun(format, request, plan ? std::move(*plan) : ActPlan{});
    if (!plan)
        receipt.failure = plan.failure();
    if (!plan || request.dryRun)
        return told(std::move(receipt));
    if (request.act != ActKind::Acquire || (request.wait <= 0ms && !request.watchdog))
        return Private::send(this, std::move(receipt), request.lease, request.mode);
    if (!waiting)
        waiting = d->waiting.add();
    return Private::acquire(this, &format, std::move(request), std::move(receipt), std::move(waiting));
}

void LockClient::cancelWaiting()
{
    d->waiting.cancel();
}

void LockClient::abandon(const LockName &key)
{
    d->watchdog.abandon(key);
}

void LockClient::abandon(const LockName &key, const OwnerId &owner)
{
    d->watchdog.abandon(key, owner);
}

void LockClient::keep(const Format &format, const Receipt &receipt, const ActRequest &request, Instant readAt)
{
    d->keep(&format, receipt, request, readAt);
    d->watchdog.renewNow(
        {.key = request.key, .owner = receipt.owner, .mode = request.mode, .part = request.part});
}

Watchdog &LockClient::watchdog()
{
    return d->watchdog;
}

int LockClient::renewing() const
{
    return d->watchdog.size();
}

std::vector<const Session *> LockClient::listening() const
{
    return d->channels.sessions();
}

// After a first try that was redirected or found no server: tries on the server that owns the key, until the
// deadline. `plan` and `node` (the server used) belong to the caller, which awaits this.
QCoro::Task<> LockClient::Private::evaluateElsewhere(QPointer<LockClient> self, const ActPlan &plan,
                                                     std::optional<milliseconds> timeout, Instant deadline,
                                                     Outcome<Reply> &reply, NodeId &node)
{
    const LockName key = keyOf(plan);
    for (;;) {
        Session *asked = self && !reply ? self->d->route.askedActing(reply.failure()) : nullptr;
        if (asked) {
            node = asked->node();
            reply = co_await asked->evaluate(plan.script, plan.keys, plan.args, timeout, true);
        }
        const bool elsewhere = !reply.ok() && isRedirection(reply.failure().kind);
        if (!elsewhere || !self || !self->d->route.mayMove() || now() >= deadline)
            co_return;
        co_await self->d->route.lookAgain();
        if (!self)
            co_return;
        Session *session = self->d->route.acting(key);
        reply = self->d->route.failure(key);
        if (session) {
            node = session->node();
            reply = co_await session->evaluate(plan.script, plan.keys, plan.args, timeout);
        }
    }
}

// One atomic step on the server. If a single command can take a free lock, it goes first; if the lock is
// held, the script follows and names the holder. The lab runs many of these coroutines: keep the frame small.
QCoro::Task<Receipt> LockClient::Private::send(QPointer<LockClient> self, Receipt receipt,
                                               std::optional<milliseconds> lease, HoldMode mode,
                                               std::optional<milliseconds> timeout)
{
    const ActPlan &plan = receipt.plan;
    const LockName key = keyOf(plan);
    const QPointer<Session> session = self->d->route.acting(key);
    const Instant deadline =
        now() + timeout.value_or(session ? session->spec().commandTimeout : LookingPatience);
    if (session)
        receipt.node = session->node();
    Outcome<Reply> reply = session ? Failure{} : self->d->route.failure(key);
    bool asksScript = session;
    if (session && isOneCommand(plan) && key != self->d->refused) {
        Batch batch;
        batch.add(onlyCommand(plan));
        Outcome<Replies> replies = co_await session->send(std::move(batch), timeout);
        reply = singleReply(std::move(replies), receipt.node, key.bytes);
        asksScript = session && reply && reply->isNil();
    }
    if (asksScript)
        reply = co_await session->evaluate(plan.script, plan.keys, plan.args, timeout);
    if (self && !reply.ok() && isRedirection(reply.failure().kind))
        co_await evaluateElsewhere(self, plan, timeout, deadline, reply, receipt.node);
    fill(receipt, lease, reply);
    if (self)
        self->d->settle(receipt, mode);
    co_return receipt;
}

// Tries; if refused, waits for the wake-up message or a short time, at most for the holder's TTL, and tries
// again. wakeUp may be cancelled during the first try.
QCoro::Task<Receipt> LockClient::Private::acquire(QPointer<LockClient> self, const Format *format,
                                                  ActRequest request, Receipt receipt,
                                                  std::shared_ptr<WakeUp> wakeUp)
{
    const Instant deadline = now() + request.wait;
    std::optional<QByteArray> channel;
    bool listens = false;
    Instant askedAt;
    for (;;) {
        askedAt = now();
        receipt = co_await send(self, std::move(receipt), request.lease, request.mode);
        const milliseconds left = millisecondsBetween(now(), deadline);
        if (!self || receipt.result != ActResult::NotAcquired || left <= 0ms || wakeUp->isCancelled())
            break;
        if (!listens)
            channel = format->waiterChannel(request.key, request.owner);
        milliseconds pause = left;
        // Subscribe first, then try once more, so that a release in between is not missed.
        if (channel && !std::exchange(listens, true))
            self->d->channels.listen(request.key, *channel, wakeUp);
        if (channel && !self->d->channels.isHeard(*channel))
            pause = std::min(pause, DeafPause);
        if (receipt.ttl)
            pause = std::min(pause, *receipt.ttl + 1ms);
        if (!channel)
            pause = std::min(pause, pollPause());
        if (co_await wakeUp->wait(pause) == WakeUp::Cause::Cancelled || !self)
            break;
        receipt = begun(*format, request, std::move(receipt.plan));
    }
    if (self && format->queues() && request.wait > 0ms && receipt.result == ActResult::NotAcquired)
        co_await leaveQueue(self, format, request);
    if (self && listens)
        self->d->channels.unlisten(*channel, wakeUp);
    if (receipt.result == ActResult::Done && receipt.ttl)
        receipt.validUntil = askedAt + *receipt.ttl;
    if (self && receipt.result == ActResult::Done && request.watchdog)
        self->d->keep(format, receipt, request, askedAt);
    co_return receipt;
}

// A waiter that gives up must leave the queue, or it blocks those behind it.
QCoro::Task<> LockClient::Private::leaveQueue(QPointer<LockClient> self, const Format *format,
                                              ActRequest request)
{
    request.act = ActKind::RemoveShare;
    request.withTexts = false;
    Outcome<ActPlan> plan = wholePlan(*format, request, nullptr, now());
    co_await self->carryOut(*format, std::move(request), std::move(plan));
}

milliseconds LockClient::Private::patience(const LockName &key)
{
    const Session *acting = route.acting(key);
    return acting ? acting->spec().commandTimeout : LookingPatience;
}

// askedAt: the lease began at this time at the earliest.
void LockClient::Private::keep(const Format *format, const Receipt &receipt, const ActRequest &request,
                               Instant askedAt)
{
    const milliseconds lease = request.lease.value_or(format->defaultLease());
    if (lease <= 0ms)
        return; // no expiry: nothing to renew
    // If the value names no single holder, a renewal could extend the next holder's lock.
    const auto period = format->watchdogPeriod(lease);
    if (!period)
        return;
    const ActRequest renewal{.act = ActKind::Renew,
                             .key = request.key,
                             .owner = receipt.owner,
                             .mode = request.mode,
                             .part = request.part,
                             .lease = lease,
                             .withTexts = false};
    const OwnHolding hold{
        .key = request.key, .owner = receipt.owner, .mode = request.mode, .part = request.part};
    watchdog.keep(hold, *period, askedAt + receipt.ttl.value_or(lease),
                  [self = QPointer<LockClient>(q), format, renewal](Instant validUntil) {
                      return renew(self, format, renewal, validUntil);
                  });
}

// Applies the outcome of an act to the watchdog of that lock, and to the next try.
void LockClient::Private::settle(const Receipt &receipt, HoldMode mode)
{
    if (receipt.result == ActResult::NotAcquired)
        refused = receipt.key;
    else if (receipt.key == refused)
        refused = {};
    if (receipt.result != ActResult::Done)
        return;
    if (receipt.act == ActKind::ForceRelease)
        watchdog.abandon(receipt.key);
    if (receipt.act == ActKind::Release && receipt.foundCount == 0)
        watchdog.abandon([&](const OwnHolding &hold) {
            const bool otherMode =
                mode != hold.mode && mode != HoldMode::Exclusive && hold.mode != HoldMode::Exclusive;
            return hold.key == receipt.key && isSameOwner(hold.owner, receipt.owner) && !otherMode;
        });
}

QCoro::Task<Receipt> LockClient::Private::renew(QPointer<LockClient> self, const Format *format,
                                                ActRequest renewal, Instant validUntil)
{
    const Instant askedAt = now();
    // A reply after the end of the lease is useless and would delay the report of the loss.
    const milliseconds patience = std::clamp(millisecondsBetween(askedAt, validUntil), ShortestAnswer,
                                             std::max(ShortestAnswer, self->d->patience(renewal.key)));
    Outcome<ActPlan> plan = wholePlan(*format, renewal, nullptr, now());
    Receipt receipt = begun(*format, renewal, plan ? std::move(*plan) : ActPlan{});
    if (plan)
        receipt = co_await send(self, std::move(receipt), renewal.lease, renewal.mode, patience);
    else
        receipt.failure = plan.failure();
    if (receipt.result == ActResult::Done)
        receipt.validUntil = askedAt + *renewal.lease;
    co_return receipt;
}

} // namespace lockscope

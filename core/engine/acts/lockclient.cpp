// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/acts/lockclient.h"

#include "core/base/wakeup.h"
#include "core/engine/acts/wakeupchannels.h"
#include "core/formats/scriptreply.h"
#include "core/formats/strings/stringplan.h"
#include "core/formats/wholeplan.h"
#include "core/redis/script.h"
#include "core/values/sameowner.h"

#include <QHash>
#include <QRandomGenerator>
#include <QSet>

#include <algorithm>
#include <map>
#include <tuple>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

// Pollers of the field wait 50 to 250 ms between tries; jitter keeps two of them from meeting for ever.
milliseconds pollPause()
{
    return milliseconds(50 + QRandomGenerator::global()->bounded(50));
}

constexpr milliseconds ShortestAnswer = 50ms; // what a renewal is given at least
constexpr milliseconds LongestPeriod = 24h;   // QTimer counts ms in an int
// While the channel is not listened to: not connected there yet, or the user may not subscribe.
constexpr milliseconds DeafPause = 1s;
constexpr milliseconds LookingPatience = 5s; // for a master, while there is none to ask for its time-out

// Not renewed, but for a reason that may be over before the lease is. What the lock itself answers is final.
bool mayStillRenew(const Receipt &receipt)
{
    const ErrorKind kind = receipt.failure.kind;
    return receipt.result == ActResult::Unknown ||
           (receipt.result == ActResult::Refused &&
            (isPassing(kind) || (isServerRefusal(kind) && kind != ErrorKind::WrongType)));
}

LockName keyOf(const ActPlan &plan)
{
    return {plan.keys.empty() ? plan.key.bytes : plan.keys.front()};
}

bool outcomeUnknown(ErrorKind kind)
{
    return kind == ErrorKind::ConnectionLost || kind == ErrorKind::TimedOut || kind == ErrorKind::Cancelled;
}

// How an act is asked for: the shortest way that may do, then the next.
enum class Way {
    Command, // takes a lock that is free; refused, the script tells who has it
    Hash,    // of the script, which the server may not know
    Text
};

Batch asked(const ActPlan &plan, Way way)
{
    if (way != Way::Command)
        return scriptCall(script(plan.script), plan.keys, plan.args, {.whole = way == Way::Text});
    Batch batch;
    batch.add(onlyCommand(plan));
    return batch;
}

bool isToldMore(Way way, const Outcome<Reply> &reply)
{
    if (way == Way::Command)
        return reply && reply->isNil();
    return way == Way::Hash && !reply && reply.failure().kind == ErrorKind::NoScript;
}

Outcome<ScriptReply> answerOf(const ActPlan &plan, const Reply &reply)
{
    if (isOneCommand(plan) && reply.type == Reply::Type::Status)
        return takenBy(plan);
    if (isOneCommand(plan) && reply.isNil()) // and then the connection went: nobody was asked who has it
        return ScriptReply{.result = QByteArrayLiteral("held")};
    return readScriptReply(reply);
}

// An expiry is only ever shortened. Servers before 7.0 look at the clock for each command of a script, so a
// new expiry may read back a little short.
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
        receipt.result = outcomeUnknown(reply.failure().kind) ? ActResult::Unknown : ActResult::Refused;
        return;
    }
    const auto answer = answerOf(receipt.plan, *reply);
    if (!answer) {
        receipt.result = ActResult::Unknown;
        receipt.failure = {.kind = ErrorKind::Internal,
                           .text = LockClient::tr("the script answered in an unexpected shape"),
                           .node = receipt.node,
                           .key = receipt.key.bytes};
        return;
    }
    applyScriptReply(*answer, receipt);
    // Some scripts make the owner themselves: the value that they write.
    if (receipt.act == ActKind::Acquire && receipt.result == ActResult::Done && receipt.owner.isEmpty())
        receipt.owner = receipt.foundOwner.value_or(OwnerId());
    receipt.unchanged = keptSooner(receipt, lease);
}

Receipt refusedKind(const ActRequest &request)
{
    Receipt receipt{.act = request.act, .result = ActResult::Refused, .key = request.key, .at = wallNow()};
    receipt.failure = {.kind = ErrorKind::BadInput,
                       .text =
                           LockClient::tr("there is no lock format named %1").arg(escapedText(request.kind)),
                       .key = request.key.bytes};
    return receipt;
}

QCoro::Task<Receipt> told(Receipt receipt)
{
    co_return receipt;
}

} // namespace

// A lock that is kept: renewed each period until released, lost or abandoned.
struct OwnHold {
    const Format *format = nullptr;
    OwnerId owner{};
    HoldMode mode{};
    QByteArray part{};
    milliseconds lease{};
    milliseconds period{};
    Instant validUntil{};
    QTimer timer{};
};

// Under one name there may be several: permits, for reading, by several owner ids.
struct HoldName {
    LockName key{};
    OwnerId owner{};
    HoldMode mode{};
    QByteArray part{};
    friend bool operator<(const HoldName &a, const HoldName &b)
    {
        return std::tie(a.key, a.owner, a.mode, a.part) < std::tie(b.key, b.owner, b.mode, b.part);
    }
};

struct LockClient::Private {
    LockClient *q;
    Route &route;
    const Registry &registry;
    WakeUpChannels channels{route};
    std::multimap<quint64, std::weak_ptr<WakeUp>> waiting{}; // by waitId
    std::map<HoldName, std::unique_ptr<OwnHold>> holds{};
    std::unique_ptr<SingleRoute> single{}; // route, where this has its own
    LockName refused{}; // by the last try: the next one asks the script at once, which tells who has it

    milliseconds patience(const LockName &key);
    void keep(const Format *format, const Receipt &receipt, const ActRequest &request, Instant askedAt);
    void abandon(const LockName &key, const OwnerId *owner = nullptr, // null: all of that name
                 HoldMode mode = HoldMode::Exclusive);                // any
    void settle(const Receipt &receipt, HoldMode mode);

    static QCoro::Task<> evaluateElsewhere(QPointer<LockClient> self, const ActPlan &plan,
                                           std::optional<milliseconds> timeout, Instant deadline,
                                           Outcome<Reply> &reply, NodeId &node);
    static QCoro::Task<Receipt> once(LockClient &self, const Format &format, const ActRequest &request,
                                     const Lock *seen = nullptr, std::optional<milliseconds> timeout = {});
    static QCoro::Task<Receipt> carriedOut(QPointer<LockClient> self, Receipt receipt,
                                           std::optional<milliseconds> lease, HoldMode mode,
                                           std::optional<milliseconds> timeout);
    static QCoro::Task<Receipt> acquire(QPointer<LockClient> self, const Format *format, ActRequest request,
                                        quint64 waitId);
    static QCoro::Task<> leaveQueue(QPointer<LockClient> self, const Format *format, ActRequest request);
    static QCoro::Task<> renew(QPointer<LockClient> self, HoldName hold);
};

LockClient::LockClient(Route &route, const Registry &registry, QObject *parent)
    : QObject(parent), d(new Private{this, route, registry})
{
}

LockClient::LockClient(Session &commands, const Registry &registry, QObject *parent)
    : QObject(parent), d(nullptr)
{
    auto single = std::make_unique<SingleRoute>(commands);
    d.reset(new Private{this, *single, registry});
    d->single = std::move(single);
}

LockClient::~LockClient()
{
    d->holds.clear();
    const auto waiting = d->waiting;
    for (const auto &[id, weak] : waiting) {
        if (const auto wakeUp = weak.lock())
            wakeUp->cancel();
    }
    d->channels.close();
}

QCoro::Task<Receipt> LockClient::act(ActRequest request, LockPtr seen, quint64 waitId)
{
    const Format *format = d->registry.find(request.kind);
    if (!format)
        return told(refusedKind(request));
    if (request.act != ActKind::Acquire)
        return Private::once(*this, *format, request, seen.get());
    if (request.owner.isEmpty())
        request.owner = format->makeOwner();
    if (request.wait <= 0ms && !request.watchdog)
        return Private::once(*this, *format, request);
    return Private::acquire(this, format, std::move(request), waitId);
}

void LockClient::cancelWaiting(quint64 waitId)
{
    const auto waiting = d->waiting;
    const auto [from, to] = waiting.equal_range(waitId);
    for (auto it = from; it != to; ++it) {
        if (const auto wakeUp = it->second.lock())
            wakeUp->cancel();
    }
}

void LockClient::abandon(const LockName &key)
{
    d->abandon(key);
}

void LockClient::abandon(const LockName &key, const OwnerId &owner)
{
    d->abandon(key, &owner);
}

void LockClient::abandonHold(const OwnHolding &hold)
{
    d->holds.erase({hold.key, hold.owner, hold.mode, hold.part});
}

void LockClient::Private::abandon(const LockName &key, const OwnerId *owner, HoldMode mode)
{
    std::erase_if(holds, [&](const auto &entry) {
        return entry.first.key == key && (!owner || isSameOwner(entry.first.owner, *owner)) &&
               (mode == HoldMode::Exclusive || entry.first.mode == HoldMode::Exclusive ||
                entry.first.mode == mode);
    });
}

bool LockClient::renews(const LockName &key, const OwnerId &owner) const
{
    return std::ranges::any_of(d->holds, [&](const auto &entry) {
        return entry.first.key == key && isSameOwner(entry.first.owner, owner);
    });
}

int LockClient::renewing() const
{
    return int(d->holds.size());
}

std::vector<const Session *> LockClient::listening() const
{
    return d->channels.sessions();
}

// After a first try that went to the wrong server, or to none: on the one that answers for the key, wherever
// that is by then. plan and node (which one it was) are the caller's, who waits.
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

// One atomic step on the server, as the format plans it.
QCoro::Task<Receipt> LockClient::Private::once(LockClient &self, const Format &format,
                                               const ActRequest &request, const Lock *seen,
                                               std::optional<milliseconds> timeout)
{
    Receipt receipt{.act = request.act,
                    .result = ActResult::Refused,
                    .key = request.key,
                    .kind = format.kind(),
                    .owner =
                        request.owner.isEmpty() ? request.expectedOwner.value_or(OwnerId()) : request.owner,
                    .at = wallNow()};
    Outcome<ActPlan> planned = wholePlan(format, request, seen);
    if (!planned.ok()) {
        receipt.failure = planned.failure();
        return told(std::move(receipt));
    }
    receipt.plan = std::move(*planned);
    receipt.dryRun = request.dryRun;
    if (request.dryRun)
        return told(std::move(receipt));
    return carriedOut(&self, std::move(receipt), request.lease, request.mode, timeout);
}

// Many of these wait at once where many clients are played: what it keeps meanwhile is kept small.
QCoro::Task<Receipt> LockClient::Private::carriedOut(QPointer<LockClient> self, Receipt receipt,
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
    Way way = isOneCommand(plan) && key != self->d->refused ? Way::Command : Way::Hash;
    for (bool more = session; more; way = Way(int(way) + 1)) {
        Batch batch = asked(plan, way);
        Outcome<Replies> replies = co_await session->send(std::move(batch), timeout);
        reply = singleReply(std::move(replies), receipt.node, key.bytes);
        more = session && isToldMore(way, reply);
    }
    if (self && !reply.ok() && isRedirection(reply.failure().kind))
        co_await evaluateElsewhere(self, plan, timeout, deadline, reply, receipt.node);
    fill(receipt, lease, reply);
    if (self)
        self->d->settle(receipt, mode);
    co_return receipt;
}

// Try; when refused, wait for the wake-up message or a short time, and at most for the holder's TTL; try
// again.
QCoro::Task<Receipt> LockClient::Private::acquire(QPointer<LockClient> self, const Format *format,
                                                  ActRequest request, quint64 waitId)
{
    const Instant deadline = now() + request.wait;
    const auto wakeUp = std::make_shared<WakeUp>();
    // Before the first try: it may be cancelled then already.
    const auto waiting = self->d->waiting.emplace(waitId, wakeUp);
    std::optional<QByteArray> channel;
    bool listens = false;
    Instant askedAt;
    Receipt receipt;
    for (;;) {
        askedAt = now();
        receipt = co_await once(*self, *format, request);
        const milliseconds left = millisecondsBetween(now(), deadline);
        if (!self || receipt.result != ActResult::NotAcquired || left <= 0ms || wakeUp->isCancelled())
            break;
        if (!listens)
            channel = format->waiterChannel(request.key, request.owner);
        milliseconds pause = left;
        // Subscribed first, then tried once more: a release between the two is not missed.
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
    }
    if (self && format->queues() && request.wait > 0ms && receipt.result == ActResult::NotAcquired)
        co_await leaveQueue(self, format, request);
    if (self) {
        if (listens)
            self->d->channels.unlisten(*channel, wakeUp);
        self->d->waiting.erase(waiting);
    }
    if (receipt.result == ActResult::Done && receipt.ttl)
        receipt.validUntil = askedAt + *receipt.ttl;
    if (self && receipt.result == ActResult::Done && request.watchdog)
        self->d->keep(format, receipt, request, askedAt);
    co_return receipt;
}

// Who gives up and stays in the queue would keep the others waiting for nobody.
QCoro::Task<> LockClient::Private::leaveQueue(QPointer<LockClient> self, const Format *format,
                                              ActRequest request)
{
    request.act = ActKind::RemoveShare;
    request.withTexts = false;
    co_await once(*self, *format, request);
}

milliseconds LockClient::Private::patience(const LockName &key)
{
    const Session *acting = route.acting(key);
    return acting ? acting->spec().commandTimeout : LookingPatience;
}

// askedAt: the server set the lease then at the earliest.
void LockClient::Private::keep(const Format *format, const Receipt &receipt, const ActRequest &request,
                               Instant askedAt)
{
    auto hold = std::make_unique<OwnHold>();
    hold->format = format;
    hold->owner = receipt.owner;
    hold->mode = request.mode;
    hold->part = request.part;
    hold->lease = request.lease.value_or(format->defaultLease());
    if (hold->lease <= 0ms)
        return; // no expiry: nothing to renew
    // Where the value names no single holder, a renewal could be that of the next one's lock.
    const auto period = format->watchdogPeriod(hold->lease);
    if (!period)
        return;
    hold->period = std::clamp(*period, 1ms, LongestPeriod);
    hold->validUntil = askedAt + receipt.ttl.value_or(hold->lease);
    const HoldName name{request.key, receipt.owner, request.mode, request.part};
    QObject::connect(&hold->timer, &QTimer::timeout, q, [this, name] { renew(q, name); });
    hold->timer.setSingleShot(true);
    hold->timer.start(hold->period);
    holds[name] = std::move(hold);
}

// What an act of ours means for the watchdog of that lock, and for the next try.
void LockClient::Private::settle(const Receipt &receipt, HoldMode mode)
{
    if (receipt.result == ActResult::NotAcquired)
        refused = receipt.key;
    else if (receipt.key == refused)
        refused = {};
    const bool gone =
        receipt.act == ActKind::Release && receipt.result == ActResult::Done && receipt.foundCount == 0;
    if (gone)
        abandon(receipt.key, &receipt.owner, mode);
    else if (receipt.act == ActKind::ForceRelease && receipt.result == ActResult::Done)
        abandon(receipt.key);
}

QCoro::Task<> LockClient::Private::renew(QPointer<LockClient> self, HoldName name)
{
    const LockName key = name.key;
    const auto found = self->d->holds.find(name);
    if (found == self->d->holds.end())
        co_return;
    const OwnHold &hold = *found->second;
    const ActRequest request{.act = ActKind::Renew,
                             .key = key,
                             .owner = hold.owner,
                             .mode = hold.mode,
                             .part = hold.part,
                             .lease = hold.lease,
                             .withTexts = false};
    const Instant askedAt = now();
    // An answer that comes when the lease is over is of no use, and would delay the bad news.
    const milliseconds patience = std::clamp(millisecondsBetween(askedAt, hold.validUntil), ShortestAnswer,
                                             std::max(ShortestAnswer, self->d->patience(key)));
    const Receipt receipt = co_await once(*self, *hold.format, request, nullptr, patience);
    if (!self)
        co_return;
    const auto still = self->d->holds.find(name);
    if (still == self->d->holds.end())
        co_return; // released meanwhile
    OwnHold &kept = *still->second;
    if (receipt.result == ActResult::Done) {
        kept.validUntil = askedAt + kept.lease;
        kept.timer.start(kept.period);
        emit self->renewed(key, receipt);
        co_return;
    }
    // A server that cannot be reached now may be again before the lease is over; an answer is final.
    const milliseconds left = millisecondsBetween(now(), kept.validUntil);
    if (mayStillRenew(receipt) && left > 0ms) {
        kept.timer.start(std::min(left, std::max<milliseconds>(kept.period / 10, 50ms)));
        co_return;
    }
    self->d->holds.erase(still);
    emit self->lost(
        key, receipt,
        {.key = key, .kind = receipt.kind, .owner = name.owner, .mode = name.mode, .part = name.part});
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/lockclient.h"

#include "core/engine/wakeup.h"
#include "core/formats/scriptreply.h"

#include <QHash>
#include <QRandomGenerator>

#include <map>

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

bool outcomeUnknown(ErrorKind kind)
{
    return kind == ErrorKind::ConnectionLost || kind == ErrorKind::TimedOut || kind == ErrorKind::Cancelled;
}

} // namespace

// A lock that is kept: renewed each period until released, lost or abandoned.
struct Hold {
    const Format *format = nullptr;
    OwnerId owner{};
    milliseconds lease{};
    milliseconds period{};
    Instant validUntil{};
    QTimer timer{};
};

struct LockClient::Private {
    LockClient *q;
    Session &commands;
    const Registry &registry;
    std::unique_ptr<Session> listening{};
    std::map<QByteArray, std::vector<std::weak_ptr<WakeUp>>> byChannel{};
    std::multimap<LockName, std::weak_ptr<WakeUp>> waiting{};
    std::map<LockName, std::unique_ptr<Hold>> holds{};

    void listen(const QByteArray &channel, const std::shared_ptr<WakeUp> &wakeUp);
    void unlisten(const QByteArray &channel, const std::shared_ptr<WakeUp> &wakeUp);
    void onPushed(const Reply &message);
    void keep(const Format *format, const Receipt &receipt, const ActRequest &request);
    void settle(const Receipt &receipt);

    static QCoro::Task<Receipt> once(QPointer<LockClient> self, const Format *format, ActRequest request,
                                     LockPtr seen);
    static QCoro::Task<Receipt> acquire(QPointer<LockClient> self, const Format *format, ActRequest request);
    static QCoro::Task<> renew(QPointer<LockClient> self, LockName key);
};

LockClient::LockClient(Session &commands, const Registry &registry, QObject *parent)
    : QObject(parent), d(new Private{this, commands, registry})
{
}

LockClient::~LockClient()
{
    d->holds.clear();
    const auto waiting = d->waiting;
    for (const auto &[key, weak] : waiting) {
        if (const auto wakeUp = weak.lock())
            wakeUp->cancel();
    }
    if (d->listening)
        d->listening->close();
}

QCoro::Task<Receipt> LockClient::act(ActRequest request, LockPtr seen)
{
    const Format *format = d->registry.find(request.kind);
    if (!format) {
        Receipt receipt{
            .act = request.act, .result = ActResult::Refused, .key = request.key, .at = wallNow()};
        receipt.failure = {.kind = ErrorKind::BadInput,
                           .text = tr("there is no lock format named %1").arg(escapedText(request.kind)),
                           .key = request.key.bytes};
        co_return receipt;
    }
    if (request.act == ActKind::Acquire) {
        if (request.owner.isEmpty())
            request.owner = format->makeOwner();
        co_return co_await Private::acquire(this, format, request);
    }
    co_return co_await Private::once(this, format, request, seen);
}

void LockClient::cancelWaiting(const LockName &key)
{
    const auto waiting = d->waiting;
    const auto [from, to] = waiting.equal_range(key);
    for (auto it = from; it != to; ++it) {
        if (const auto wakeUp = it->second.lock())
            wakeUp->cancel();
    }
}

void LockClient::abandon(const LockName &key)
{
    d->holds.erase(key);
}

int LockClient::renewing() const
{
    return int(d->holds.size());
}

// One atomic step on the server, as the format plans it.
QCoro::Task<Receipt> LockClient::Private::once(QPointer<LockClient> self, const Format *format,
                                               ActRequest request, LockPtr seen)
{
    Receipt receipt{.act = request.act,
                    .result = ActResult::Refused,
                    .key = request.key,
                    .kind = format->kind(),
                    .owner = request.owner,
                    .node = self->d->commands.node(),
                    .at = wallNow()};
    const Outcome<ActPlan> plan = format->plan(request, seen.get());
    if (!plan.ok()) {
        receipt.failure = plan.failure();
        co_return receipt;
    }
    receipt.plan = *plan;
    receipt.dryRun = request.dryRun;
    if (request.dryRun)
        co_return receipt;
    const auto reply = co_await self->d->commands.evaluate(plan->script, plan->keys, plan->args);
    if (!reply.ok()) {
        receipt.failure = reply.failure();
        receipt.failure.key = request.key.bytes;
        receipt.result = outcomeUnknown(reply.failure().kind) ? ActResult::Unknown : ActResult::Refused;
        co_return receipt;
    }
    if (const auto answer = readScriptReply(*reply)) {
        applyScriptReply(*answer, receipt);
    } else {
        receipt.result = ActResult::Unknown;
        receipt.failure = {.kind = ErrorKind::Internal,
                           .text = tr("the script answered in an unexpected shape"),
                           .node = receipt.node,
                           .key = request.key.bytes};
    }
    if (self)
        self->d->settle(receipt);
    co_return receipt;
}

// Try; when refused, wait for the wake-up message or a short time, and at most for the holder's TTL; try
// again.
QCoro::Task<Receipt> LockClient::Private::acquire(QPointer<LockClient> self, const Format *format,
                                                  ActRequest request)
{
    const Instant deadline = now() + request.wait;
    const auto channel = format->wakeChannel(request.key);
    std::shared_ptr<WakeUp> wakeUp;
    Receipt receipt;
    for (;;) {
        receipt = co_await once(self, format, request, {});
        const milliseconds left = millisecondsBetween(now(), deadline);
        if (!self || receipt.result != ActResult::NotAcquired || left <= 0ms)
            break;
        milliseconds pause = left;
        if (!wakeUp) {
            wakeUp = std::make_shared<WakeUp>();
            self->d->waiting.emplace(request.key, wakeUp);
            if (channel) {
                // Subscribed first, then tried once more: a release between the two is not missed.
                self->d->listen(*channel, wakeUp);
                pause = std::min(pause, 1000ms);
            }
        }
        if (receipt.ttl)
            pause = std::min(pause, *receipt.ttl + 1ms);
        if (!channel)
            pause = std::min(pause, pollPause());
        if (co_await wakeUp->wait(pause) == WakeUp::Cause::Cancelled || !self)
            break;
    }
    if (self && wakeUp) {
        if (channel)
            self->d->unlisten(*channel, wakeUp);
        std::erase_if(self->d->waiting,
                      [&wakeUp](const auto &entry) { return entry.second.lock() == wakeUp; });
    }
    if (self && receipt.result == ActResult::Done && request.watchdog)
        self->d->keep(format, receipt, request);
    co_return receipt;
}

void LockClient::Private::listen(const QByteArray &channel, const std::shared_ptr<WakeUp> &wakeUp)
{
    if (!listening) {
        ConnectionSpec spec = commands.spec();
        spec.readOnly = true;
        listening = std::make_unique<Session>(spec);
        QObject::connect(listening.get(), &Session::pushed, q,
                         [this](const Reply &message) { onPushed(message); });
        QObject::connect(listening.get(), &Session::ready, q, [this] {
            for (const auto &[name, wakeUps] : byChannel)
                listening->subscribe({"SUBSCRIBE", name});
        });
        listening->open();
    }
    auto &wakeUps = byChannel[channel];
    wakeUps.push_back(wakeUp);
    if (wakeUps.size() == 1 && listening->isReady())
        listening->subscribe({"SUBSCRIBE", channel});
    else if (wakeUps.size() > 1)
        wakeUp->fire(); // the channel is subscribed already: try at once
}

void LockClient::Private::unlisten(const QByteArray &channel, const std::shared_ptr<WakeUp> &wakeUp)
{
    const auto entry = byChannel.find(channel);
    if (entry == byChannel.end())
        return;
    std::erase_if(entry->second, [&wakeUp](const auto &weak) { return weak.lock() == wakeUp; });
    if (!entry->second.empty())
        return;
    byChannel.erase(entry);
    if (listening->isReady())
        listening->subscribe({"UNSUBSCRIBE", channel});
}

// {"subscribe"|"message", channel, …}: a confirmation and a message both mean "try now".
void LockClient::Private::onPushed(const Reply &message)
{
    if (message.items.size() < 3 || message.items[0].bytes == "unsubscribe")
        return;
    const auto entry = byChannel.find(message.items[1].bytes);
    if (entry == byChannel.end())
        return;
    const auto wakeUps = entry->second; // firing may unlisten
    for (const auto &weak : wakeUps) {
        if (const auto wakeUp = weak.lock())
            wakeUp->fire();
    }
}

void LockClient::Private::keep(const Format *format, const Receipt &receipt, const ActRequest &request)
{
    auto hold = std::make_unique<Hold>();
    hold->format = format;
    hold->owner = request.owner;
    hold->lease = request.lease.value_or(format->defaultLease());
    if (hold->lease <= 0ms)
        return; // no expiry: nothing to renew
    hold->period = format->watchdogPeriod(hold->lease).value_or(hold->lease / 3);
    hold->validUntil = now() + receipt.ttl.value_or(hold->lease);
    const LockName key = request.key;
    QObject::connect(&hold->timer, &QTimer::timeout, q, [this, key] { renew(q, key); });
    hold->timer.setSingleShot(true);
    hold->timer.start(hold->period);
    holds[key] = std::move(hold);
}

// What an act of ours means for the watchdog of that lock.
void LockClient::Private::settle(const Receipt &receipt)
{
    const bool gone =
        receipt.act == ActKind::Release && receipt.result == ActResult::Done && receipt.foundCount == 0;
    if (gone || (receipt.act == ActKind::ForceRelease && receipt.result == ActResult::Done))
        holds.erase(receipt.key);
}

QCoro::Task<> LockClient::Private::renew(QPointer<LockClient> self, LockName key)
{
    const auto found = self->d->holds.find(key);
    if (found == self->d->holds.end())
        co_return;
    const Hold &hold = *found->second;
    const ActRequest request{.act = ActKind::Renew, .key = key, .owner = hold.owner, .lease = hold.lease};
    const Receipt receipt = co_await once(self, hold.format, request, {});
    if (!self)
        co_return;
    const auto still = self->d->holds.find(key);
    if (still == self->d->holds.end() || still->second->owner != request.owner)
        co_return; // released meanwhile
    Hold &kept = *still->second;
    if (receipt.result == ActResult::Done) {
        kept.validUntil = now() + kept.lease;
        kept.timer.start(kept.period);
        emit self->renewed(key, receipt);
        co_return;
    }
    // A server that cannot be reached now may be again before the lease is over; an answer is final.
    const bool passing = receipt.result == ActResult::Unknown ||
                         receipt.failure.kind == ErrorKind::NotConnected ||
                         (receipt.result == ActResult::Refused && isPassing(receipt.failure.kind));
    const milliseconds left = millisecondsBetween(now(), kept.validUntil);
    if (passing && left > 0ms) {
        kept.timer.start(std::min(left, std::max<milliseconds>(kept.period / 10, 50ms)));
        co_return;
    }
    self->d->holds.erase(still);
    emit self->lost(key, receipt);
}

} // namespace lockscope

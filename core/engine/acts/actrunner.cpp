// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/acts/actrunner.h"

#include "core/deployment/health/refusals.h"
#include "core/engine/acts/asexpected.h"
#include "core/engine/acts/keybackup.h"
#include "core/engine/acts/keylookup.h"
#include "core/engine/reading/decodedlock.h"
#include "core/engine/reading/libraryclaims.h"
#include "core/formats/families/requestedlock.h"
#include "core/formats/families/ruleformat.h"
#include "core/formats/holdernotices.h"
#include "core/formats/strings/stringplan.h"
#include "core/formats/wholeplan.h"
#include "core/redis/servererror.h"
#include "core/values/connection/rediscli.h"
#include "core/values/kindname.h"

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

bool isGuess(const std::optional<Decoded> &decoded)
{
    return decoded && decoded->confidence == Confidence::Guess;
}

// Only the guard admits acts: without a permit, this is a bug in the program.
Failure withoutLeave(const ActRequest &request, const PermitPtr &permit, const NodeId &node)
{
    if (permit && permit->isRevoked())
        return readOnlyRefusal(request);
    return {.kind = ErrorKind::Internal,
            .text = ActRunner::tr("the action was not admitted; nothing was sent"),
            .node = node,
            .key = request.key.bytes};
}

// A single SET is no script.
ScriptUse useOf(const ActPlan &plan)
{
    return {.isScript = !plan.script.isEmpty() && !isOneCommand(plan),
            .keys = plan.keys,
            .channels = plan.channels};
}

} // namespace

ActRunner::ActRunner(Deployment &deployment, const Registry &registry, QObject *parent)
    : QObject(parent), m_deployment(deployment), m_registry(registry), m_client(deployment, registry)
{
}

// Acquire, renew and release may name the format; for all other acts the key decides.
ActRequest ActRunner::completed(ActRequest request) const
{
    if (request.act == ActKind::Acquire && request.kind.isEmpty())
        request.kind = DefaultAcquireKind;
    return request;
}

// A token under an unknown name is known only to its client. The script still compares type and owner.
const Format *ActRunner::formatMeant(const ActRequest &request) const
{
    if (!comparesOwner(request) && request.act != ActKind::Wake)
        return nullptr;
    if (!request.kind.isEmpty())
        return m_registry.find(request.kind);
    const auto taken = m_taken.constFind(request.key);
    return taken != m_taken.cend() && taken->owner == request.owner ? taken->format : nullptr;
}

void ActRunner::noteTaken(const ActRequest &request, const Format *format, const Receipt &receipt)
{
    if (receipt.act == ActKind::Acquire && receipt.result == ActResult::Done) {
        m_taken.insert(request.key, {receipt.owner, format});
        return;
    }
    const auto taken = m_taken.constFind(request.key);
    if (taken == m_taken.cend() || taken->owner != request.owner)
        return;
    const bool givenBack =
        receipt.act == ActKind::Release && receipt.result == ActResult::Done && receipt.foundCount == 0;
    if (givenBack || receipt.result == ActResult::OwnerChanged || receipt.result == ActResult::AlreadyGone)
        m_taken.erase(taken);
}

QCoro::Task<Outcome<ActRunner::Target>> ActRunner::recognise(QPointer<ActRunner> self, ActRequest request)
{
    if (!request.kind.isEmpty()) {
        if (const Format *format = self->m_registry.find(request.kind);
            format && request.act == ActKind::Acquire)
            co_return Target{.format = format};
        else if (!format)
            co_return Failure{.kind = ErrorKind::BadInput,
                              .text = tr("unknown lock kind %1").arg(escapedText(request.kind)),
                              .remedy = tr("use one of the kinds in the list of locks"),
                              .key = request.key.bytes};
    }
    const auto looked = co_await lookUp(&self->m_deployment, self->m_registry, request.key);
    if (!self)
        co_return connectionClosed({});
    if (!looked.ok())
        co_return looked.failure();
    const KeyReading &reading = looked->reading;
    if (request.withEffect)
        emit self->looked(reading, looked->node);
    auto [format, decoded] = self->m_registry.decode(reading);
    const Format *named = self->m_registry.find(request.kind);
    if (!named && isOpenNumber(self->m_registry, reading)) {
        const ScriptEvidence evidence = co_await scriptEvidence(self, request.key);
        if (!self)
            co_return connectionClosed({});
        std::tie(format, decoded) = decodeAs(self->m_registry, reading, nullptr, evidence);
    }
    // Only its channel shows what it is, or, if it is free, that it exists.
    const bool isAbsent = !format && request.act == ActKind::Wake && reading.type == ValueType::None;
    if ((isAbsent || (!named && isGuess(decoded))) && self->m_listeners.channelOf) {
        KeyReading heard = reading;
        heard.listened = co_await self->m_listeners.channelOf(request.key);
        if (!self)
            co_return connectionClosed({});
        if (!heard.listened.isEmpty())
            std::tie(format, decoded) = self->m_registry.decode(heard);
    }
    QByteArray guessed;
    if (!named && isGuess(decoded) && !namesHolder(request, *decoded)) {
        if (format->rank() != RequestedRank)
            guessed = kindName(format->kind());
        format = nullptr; // a person must say what it is, or at least what it holds
    }
    if (named && named != format) {
        format = nullptr; // the kind that the user named overrides the recognised one
        if (decoded = named->decode(reading); decoded)
            format = named;
    }
    if (format)
        co_return Target{.node = looked->node,
                         .lock = lockOf(*looked, *decoded, self->m_deployment.spec().db),
                         .format = format,
                         .isTold = named || format->claims(request.key.bytes)};
    // Without a lock only a wake-up makes sense, and only if the format was named.
    if (reading.type == ValueType::None)
        co_return Target{.node = looked->node, .format = named};
    if (named) {
        auto target = co_await recogniseAs(self, named, request);
        if (!target.ok() || target->format)
            co_return target;
        if (!self)
            co_return connectionClosed({});
    }
    if (const Format *meant = self->formatMeant(request))
        co_return Target{.node = looked->node, .format = meant};
    co_return self->noSuchLock(*looked, request, named, guessed);
}

// What cannot be asked for speaks for nothing.
QCoro::Task<ScriptEvidence> ActRunner::scriptEvidence(QPointer<ActRunner> self, LockName key)
{
    Session *reading = self->m_deployment.reading(key);
    if (!reading)
        co_return {};
    const Outcome<Reply> scripts = co_await reading->call(ScriptEvidence::question(self->m_registry));
    if (!self || !scripts)
        co_return {};
    co_return ScriptEvidence::from(self->m_registry, *scripts);
}

QCoro::Task<Outcome<ActRunner::Target>> ActRunner::recogniseWhole(QPointer<ActRunner> self,
                                                                  ActRequest request)
{
    const bool wakes = request.act == ActKind::ForceRelease || request.act == ActKind::Wake;
    Outcome<Target> target = co_await recognise(self, std::move(request));
    if (!self || !wakes || !target || !target->lock || !target->format->queues())
        co_return target;
    target->lock =
        co_await withLiveWaiters(self->m_listeners, target->format, target->lock, self->m_pauses.add());
    if (!target->lock)
        co_return connectionClosed({});
    co_return target;
}

// The key is ambiguous and the user named the kind: check only whether the value fits, as with a rule. Target
// without a format: it does not.
QCoro::Task<Outcome<ActRunner::Target>> ActRunner::recogniseAs(QPointer<ActRunner> self, const Format *named,
                                                               ActRequest request)
{
    const std::shared_ptr<const Registry> only = registryOfKey(*named, request.key);
    const auto looked = co_await lookUp(&self->m_deployment, *only, request.key);
    if (!self)
        co_return connectionClosed({});
    if (!looked.ok())
        co_return looked.failure();
    const auto [format, decoded] = only->decode(looked->reading);
    if (!format)
        co_return Target{};
    co_return Target{.node = looked->node,
                     .lock = lockOf(*looked, *decoded, self->m_deployment.spec().db),
                     .format = named,
                     .isTold = true,
                     .named = only};
}

QStringList ActRunner::pointed(const ActPlan &plan, const NodeId &node) const
{
    const Node *server = node.isEmpty() ? m_deployment.masterOf(plan.key) : m_deployment.node(node);
    return pointedAt(server ? server->spec() : m_deployment.spec(), plan.commands);
}

// guessed: the kind that the key may be, by its name and value
Failure ActRunner::noSuchLock(const KeyLookup &looked, const ActRequest &request, const Format *named,
                              const QByteArray &guessed) const
{
    const QString type = QLatin1String(name(looked.reading.type));
    Failure failure{.kind = ErrorKind::WrongType,
                    .text = tr("the key is not a lock of a known format but a %1").arg(type),
                    .remedy = tr("nothing was changed"),
                    .node = looked.node,
                    .key = request.key.bytes};
    if (named)
        failure.text = tr("the key holds a %1, which cannot be a lock of the kind %2")
                           .arg(type, escapedText(request.kind));
    else if (!guessed.isEmpty())
        failure.text = tr("this key may not be a lock");
    const QByteArray kind = named ? QByteArray() : guessed.isEmpty() ? kindItMayBe(looked.reading) : guessed;
    if (!kind.isEmpty())
        failure.remedy =
            tr("nothing was changed; if it is a lock, specify its kind: %1").arg(QString::fromUtf8(kind));
    return failure;
}

QCoro::Task<Outcome<ActPlan>> ActRunner::plan(ActRequest request)
{
    const QPointer<ActRunner> self(this);
    request = completed(std::move(request));
    const auto target = co_await recogniseWhole(self, request);
    if (!self)
        co_return connectionClosed({});
    if (!target.ok())
        co_return target.failure();
    if (!target->format)
        co_return Failure{
            .kind = ErrorKind::Unsupported, .text = tr("no lock has this name"), .key = request.key.bytes};
    if (request.act == ActKind::Acquire && request.owner.isEmpty())
        request.owner = target->format->makeOwner();
    Outcome<ActPlan> plan = co_await planFor(self, request, *target);
    if (!self)
        co_return connectionClosed({});
    if (!plan || !request.withTexts)
        co_return plan;
    const ActRefusals refused = co_await self->whyRefused(request, *target, *plan);
    plan->warnings = refused.byState + plan->warnings;
    if (refused.certain)
        plan->warnings.prepend(refused.certain->text);
    co_return plan;
}

QCoro::Task<Receipt> ActRunner::act(ActRequest request, PermitPtr permit, std::shared_ptr<WakeUp> waiting)
{
    co_return co_await perform(this, completed(std::move(request)), std::move(permit), std::move(waiting));
}

// What is said before the act, not only by its refusal.
QCoro::Task<ActRefusals> ActRunner::whyRefused(const ActRequest &request, const Target &target,
                                               const ActPlan &plan) const
{
    PlannedUse use{.key = request.key, .node = target.node, .script = useOf(plan)};
    use.writes = request.act != ActKind::Wake && request.withTexts;
    use.needsMemory = needsMemory(plan, holderFound(request, target.lock.get()));
    return refusals(&m_deployment, std::move(use));
}

// The plan shown before the act, including what the old holder will notice.
QCoro::Task<Outcome<ActPlan>> ActRunner::planFor(QPointer<ActRunner> self, ActRequest request, Target target)
{
    Outcome<ActPlan> plan = wholePlan(*target.format, request, target.lock.get(), now());
    if (!plan)
        co_return plan;
    plan->commands = self->pointed(*plan, target.node);
    if (!request.withTexts)
        co_return plan;
    if (!takesAway(request.act) && !request.withEffect)
        co_return plan;
    const ScriptEvidence evidence = co_await scriptEvidence(self, request.key);
    if (!self)
        co_return connectionClosed({});
    if (!evidence.isEmpty() && request.withEffect)
        emit self->scriptsFound(target.node, evidence);
    if (!takesAway(request.act))
        co_return plan;
    const Lock none{.key = request.key};
    const Lock &lock = target.lock ? *target.lock : none;
    const std::vector<LibraryClaim> claims = libraryClaims(*target.format, lock, target.isTold, evidence);
    plan->notices = holderNotices(lock, target.format->kind(), request.act, claims, request.owner);
    co_return plan;
}

// The receipt of a dry run: the plan, the lock as read, and what the script would reply.
QCoro::Task<Receipt> ActRunner::planned(QPointer<ActRunner> self, ActRequest request, Target target)
{
    const Outcome<ActPlan> plan = co_await planFor(self, request, target);
    Receipt receipt = refusedReceipt(request, plan.ok() ? Failure{} : plan.failure(), target.node);
    receipt.kind = target.format->kind();
    if (!plan.ok())
        co_return receipt;
    receipt.plan = *plan;
    if (!self)
        co_return refusedReceipt(request, connectionClosed({}), target.node);
    const ActRefusals refused = co_await self->whyRefused(request, target, *plan);
    receipt.plan.warnings = refused.byState + receipt.plan.warnings;
    if (refused.certain) {
        receipt.failure = *refused.certain;
        co_return receipt;
    }
    noteFound(request, target.lock.get(), now(), receipt);
    co_return receipt;
}

// Each step uses the result of the one before: recognise, plan, record, send, read back.
QCoro::Task<Receipt> ActRunner::perform(QPointer<ActRunner> self, ActRequest request, PermitPtr permit,
                                        std::shared_ptr<WakeUp> waiting)
{
    const Node *master = self->m_deployment.masterOf(request.key);
    const NodeId node = master ? master->status().node : self->m_deployment.failure(request.key).node;
    if (!request.dryRun && !(permit && permit->covers(request)))
        co_return refusedReceipt(request, withoutLeave(request, permit, node), node);
    // A replica's answer about the lock may be old, and a wake-up message reaches only its own clients.
    if (!request.dryRun && isReplicaNow(self->m_deployment, request.key))
        co_return refusedReceipt(request, onReplica(request.key, node), node);
    const auto target = co_await recogniseWhole(self, request);
    if (!self)
        co_return refusedReceipt(request, connectionClosed({}), node);
    if (!target.ok())
        co_return refusedReceipt(request, target.failure(), node);
    if (!target->format) {
        // What a replica lacks may be held on its master.
        if (isReplicaNow(self->m_deployment, request.key))
            co_return refusedReceipt(request, onReplica(request.key, node), node);
        Receipt receipt = refusedReceipt(request, {}, target->node);
        receipt.result = ActResult::AlreadyGone;
        co_return receipt;
    }
    request.kind = QByteArray::fromStdString(std::string(target->format->kind().name));
    if (request.act == ActKind::Acquire && request.owner.isEmpty()) {
        request.owner = target->format->makeOwner();
        request.ownerIsNew = target->format->makeOwner() != request.owner; // not the same for all
    }
    if (request.dryRun)
        co_return co_await planned(self, std::move(request), *target);
    if (waiting && waiting->isCancelled())
        request.wait = 0ms;
    Outcome<ActPlan> plan = wholePlan(*target->format, request, target->lock.get(), now());
    if (plan) { // otherwise nothing is sent, and the receipt says why
        const Done written = co_await writeDown(self, *target, node, request, *plan, permit);
        if (!self)
            co_return refusedReceipt(request, connectionClosed({}), node);
        if (!written && permit->mustBeWrittenDown())
            co_return refusedReceipt(request, written.failure(), target->node);
    }
    if (!permit->covers(request)) // revoked meanwhile
        co_return refusedReceipt(request, withoutLeave(request, permit, node), target->node);
    const Instant begunAt = now();
    auto receipt = std::make_shared<Receipt>(
        co_await self->m_client.carryOut(*target->format, request, std::move(plan), std::move(waiting)));
    const Instant endedAt = now();
    if (self) {
        receipt->plan.commands = self->pointed(receipt->plan, receipt->node);
        self->noteTaken(request, target->format, *receipt);
        if (receipt->result == ActResult::Done && (takesAway(request.act) || request.act == ActKind::Release))
            emit self->released(request.key);
        const auto readAt = co_await verifyInTime(self, target->named, receipt);
        if (self && readAt)
            self->settleAsRead(request, *target->format, *receipt, *readAt);
    }
    if (self)
        co_await tellWhoHeard(self->m_listeners, &self->m_deployment, &self->m_registry, target->format,
                              receipt, begunAt);
    if (self)
        co_await nameRefusedKey(&self->m_deployment, receipt);
    if (self)
        co_await awaitNext(self, target->named, receipt, endedAt);
    co_return *receipt;
}

// Records the act before it is sent, so a program killed now leaves the old state. The caller owns `plan`.
QCoro::Task<Done> ActRunner::writeDown(QPointer<ActRunner> self, Target target, NodeId node,
                                       ActRequest request, const ActPlan &plan, PermitPtr permit)
{
    if (!target.node.isEmpty())
        node = target.node; // where it was read; an acquire need not read
    if (!permit->isToBeWritten(node, request.act))
        co_return Nothing{};
    const Node *server = self->m_deployment.node(node);
    ActStep step{.node = node,
                 .cli = redisCli(server ? server->spec() : self->m_deployment.spec()),
                 .act = request.act,
                 .kind = target.format->kind()};
    if (target.lock) {
        step.foundOwner = target.lock->owner();
        step.foundCount = target.lock->count();
    }
    step.script = plan.script;
    step.isSevere = permit->mayTakeAway(request.act);
    if (permit->readsBefore(request.act)) {
        std::vector<QByteArray> keys = keysOf(*target.format, plan, target.lock.get());
        step.before = co_await backUpKeys(&self->m_deployment, request.key, std::move(keys));
    }
    if (!self)
        co_return Nothing{};
    const Done written = permit->journal()->sending(permit->number(), step);
    // If the act goes on without the record, do not try to write it again with each attempt.
    if (written || !permit->mustBeWrittenDown())
        permit->noteWritten(node, request.act);
    co_return written;
}

// Of a lost reply, and of a hold that is lost already.
void ActRunner::settleAsRead(const ActRequest &request, const Format &format, Receipt &receipt,
                             Instant readAt)
{
    if (receipt.isLostSince && receipt.act == ActKind::Acquire)
        m_client.abandon(receipt.key, receipt.owner);
    if (!isAcquiredAsRead(request, receipt))
        return;
    receipt.result = ActResult::Done;
    receipt.failure = {};
    if (receipt.ttl)
        receipt.validUntil = readAt + *receipt.ttl;
    noteTaken(request, &format, receipt);
    if (request.watchdog)
        m_client.keep(format, receipt, request, readAt);
}

// Reads the key back, so the receipt shows the current state even if the reply to the act was lost.
QCoro::Task<std::optional<Instant>> ActRunner::verify(QPointer<ActRunner> self,
                                                      std::shared_ptr<const Registry> as,
                                                      std::shared_ptr<Receipt> receipt)
{
    const Registry &registry = as ? *as : self->m_registry;
    const auto looked = co_await lookUp(&self->m_deployment, registry, receipt->key);
    if (!self || !looked.ok())
        co_return std::nullopt;
    const KeyReading &reading = looked->reading;
    auto [format, decoded] = registry.decode(reading);
    const Format *acted = self->m_registry.find(kindName(receipt->kind));
    if (decoded && acted && format->kind() != receipt->kind) // its name suggests another kind than the user's
        decoded = registryOfKey(*acted, receipt->key)->decode(reading).second;
    noteReadBack(*receipt, reading, decoded);
    emit self->readBack(reading, looked->node);
    co_return reading.readAt - reading.uncertainty; // its time left lasts from then on, or longer
}

// If the reply to an acquire was lost, only this shows what became of it: waits a moment for the connection.
QCoro::Task<std::optional<Instant>> ActRunner::verifyInTime(QPointer<ActRunner> self,
                                                            std::shared_ptr<const Registry> as,
                                                            std::shared_ptr<Receipt> receipt)
{
    constexpr milliseconds Longest = 2s;
    const Instant deadline = now() + Longest;
    const std::shared_ptr<WakeUp> pause = self->m_pauses.add();
    const bool isOpen = receipt->act == ActKind::Acquire && receipt->result == ActResult::Unknown;
    std::optional<Instant> readAt = co_await verify(self, as, receipt);
    while (!readAt && self && isOpen && now() < deadline) {
        if (co_await pause->wait(100ms) == WakeUp::Cause::Cancelled || !self)
            co_return std::nullopt;
        readAt = co_await verify(self, as, receipt);
    }
    co_return readAt;
}

// A woken waiter takes the lock within moments: read until it does, to measure how long that took at most.
QCoro::Task<> ActRunner::awaitNext(QPointer<ActRunner> self, std::shared_ptr<const Registry> as,
                                   std::shared_ptr<Receipt> receipt, Instant endedAt)
{
    constexpr milliseconds LongestLook = 1s;
    const bool ended = receipt->act == ActKind::ForceRelease && receipt->result == ActResult::Done;
    if (!ended || receipt->woken == 0)
        co_return;
    const std::shared_ptr<WakeUp> pause = self->m_pauses.add();
    for (milliseconds length = 2ms; !receipt->foundOwner; length *= 2) {
        if (millisecondsBetween(endedAt, now()) + length > LongestLook)
            co_return;
        if (co_await pause->wait(length) == WakeUp::Cause::Cancelled || !self)
            co_return;
        co_await verify(self, as, receipt);
        if (!self)
            co_return;
    }
    receipt->nextAfter = millisecondsBetween(endedAt, now());
}

} // namespace lockscope

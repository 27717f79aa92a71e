// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/blockingjson.h"

#include "core/engine/blocking/deadlocktext.h"
#include "core/engine/blocking/processes.h"
#include "core/export/jsondocuments.h"
#include "core/export/jsonparts.h"

namespace lockscope
{

namespace
{

// kind: of a lock that this owner holds or waits for.
void writeParty(JsonWriter &json, const OwnerId &owner, LockKind kind, const ClientInfo &client)
{
    if (!owner.isEmpty())
        json.bytes("owner", owner.bytes);
    if (const QString shown = shownOwner(owner, kind); shown != escapedText(owner.bytes))
        json.text("owner_hex", shown);
    if (!client.address.isEmpty())
        json.bytes("address", client.address);
    if (!client.name.isEmpty())
        json.bytes("client_name", client.name);
}

void writeAge(JsonWriter &json, QByteArrayView name, std::optional<Instant> then, Instant at)
{
    if (then)
        json.number(name, std::max<qint64>(0, millisecondsBetween(*then, at).count()));
}

void writeHeld(JsonWriter &json, const Lock &lock, Instant at)
{
    writeAge(json, "held_ms", lock.holdSince(), at);
    json.boolean("held_is_lower_bound", lock.isLastKnown() || !lock.isHoldSinceExact());
    if (!lock.isOneHold())
        writeAge(json, "same_owner_ms", lock.heldSince, at);
}

void writeWait(JsonWriter &json, const BlockedLock &blocked, const Wait &wait, Instant at)
{
    json.beginObject();
    writeParty(json, wait.id, blocked.lock->kind, wait.client);
    json.text("mode", QByteArrayView(name(wait.mode)));
    json.text("source", QByteArrayView(name(wait.source)));
    if (wait.source == WaitSource::Queue)
        json.number("place", wait.place);
    if (wait.isQueuedFor(at))
        writeAge(json, "queued_ms", wait.queuedSince, at);
    if (wait.alive)
        json.boolean("listens", *wait.alive);
    if (wait.attempts > 0)
        json.number("attempts", wait.attempts);
    if (const std::optional<double> rate = triesPerSecond(wait))
        json.decimal("attempts_per_second", *rate);
    if (blocked.isOnHoldersConnection(size_t(&wait - blocked.waits.data())))
        json.boolean("on_holders_connection", true);
    writeAge(json, "first_heard_ms_ago", wait.firstHeard, at);
    writeAge(json, "last_heard_ms_ago", wait.lastHeard, at);
    json.endObject();
}

void writeBlocked(JsonWriter &json, const BlockedLock &blocked, Instant at)
{
    const Lock &lock = *blocked.lock;
    json.beginObject();
    json.bytes("key", lock.key.bytes);
    json.text("kind", view(lock.kind.name));
    json.bytes("node", lock.node.bytes);
    writeHeld(json, lock, at);
    writeList(json, "holders", lock.holders, [&](const Holder &holder) {
        json.beginObject();
        writeParty(json, holder.id, lock.kind, {});
        json.text("mode", QByteArrayView(name(holder.mode)));
        if (isOver(lock, holder))
            json.boolean("over", true);
        json.endObject();
    });
    writeList(json, "waiters", blocked.waits, [&](const Wait &wait) { writeWait(json, blocked, wait, at); });
    json.number("waiters_not_identified", blocked.unnamed);
    if (blocked.isCut)
        json.boolean("queue_is_cut", true);
    if (blocked.isUnread)
        json.boolean("queue_is_unread", true);
    json.endObject();
}

// letsGoOn: waiters that go on after a release of its lock.
void writeStep(JsonWriter &json, const WaitGraph &graph, const DeadlockStep &step, qint64 letsGoOn,
               Instant at)
{
    const Wait &wait = graph.locks[step.awaited].waits[step.wait];
    const Lock &held = *graph.locks[step.held].lock;
    const OwnerId &holder = held.holders[qsizetype(step.holder)].id;
    json.beginObject();
    if (holder.isEmpty())
        writeParty(json, wait.id, graph.locks[step.awaited].lock->kind, wait.client);
    else
        writeParty(json, holder, held.kind, wait.client);
    json.bytes("holds", held.key.bytes);
    json.bytes("waits_for", graph.locks[step.awaited].lock->key.bytes);
    writeHeld(json, held, at);
    if (const Renewals *renewals = held.renewalsOf(qsizetype(step.holder)))
        json.number("renewals", renewals->count);
    json.number("lets_go_on", letsGoOn);
    json.endObject();
}

void writeDeadlock(JsonWriter &json, const WaitGraph &graph, const Deadlock &deadlock,
                   const DeadlockText &text, Instant at)
{
    const auto keyOf = [&graph](size_t lock) { return graph.locks[lock].lock->key.bytes; };
    json.beginObject();
    json.boolean("certain", isCertain(deadlock));
    json.name("steps");
    json.beginArray();
    for (size_t i = 0; i < deadlock.steps.size(); ++i)
        writeStep(json, graph, deadlock.steps[i], deadlock.freed[i], at);
    json.endArray();
    json.number("waiters_behind", deadlock.behind);
    if (deadlock.endsFirst)
        json.bytes(deadlock.mayBeRenewed ? "expires_first_unless_renewed" : "expires_first",
                   keyOf(deadlock.steps[*deadlock.endsFirst].held));
    if (deadlock.youngest)
        json.bytes("acquired_last", keyOf(deadlock.steps[*deadlock.youngest].held));
    writeTexts(json, "text", text.steps + text.remarks());
    json.endObject();
}

void writeHolds(JsonWriter &json, const WaitGraph &graph, const std::vector<size_t> &locks)
{
    writeList(json, "holds", locks, [&](size_t lock) {
        json.beginObject();
        json.bytes("key", graph.locks[lock].lock->key.bytes);
        json.endObject();
    });
}

void writeProcesses(JsonWriter &json, const WaitGraph &graph)
{
    writeList(json, "processes", blockingProcesses(graph), [&](const BlockingProcess &process) {
        json.beginObject();
        if (!process.id.isEmpty())
            json.bytes("process", process.id.bytes);
        if (!process.client.address.isEmpty())
            json.bytes("host", process.client.address);
        if (!process.client.name.isEmpty())
            json.bytes("client_name", process.client.name);
        writeList(json, "owners", process.blockers, [&](size_t blocker) {
            json.beginObject();
            writeParty(json, graph.blockers[blocker].owner, graph.kindOf(graph.blockers[blocker]), {});
            json.endObject();
        });
        json.boolean("waits", process.waits);
        json.number("waiters", process.direct.least);
        json.number("waiters_in_all", process.inAll.least);
        writeHolds(json, graph, process.locks);
        json.endObject();
    });
}

void writeDeadlocks(JsonWriter &json, const BlockingReport &report)
{
    const std::vector<DeadlockText> texts = deadlockTexts(report.graph, report.deadlocks, report.at);
    json.name("deadlocks");
    json.beginArray();
    for (size_t i = 0; i < report.deadlocks.size(); ++i)
        writeDeadlock(json, report.graph, report.deadlocks[i], texts[i], report.at);
    json.endArray();
}

// That clients wait for.
void writeFreeLock(JsonWriter &json, const Lock &lock)
{
    json.beginObject();
    json.bytes("key", lock.key.bytes);
    json.text("kind", view(lock.kind.name));
    json.bytes("node", lock.node.bytes);
    json.number("waiters", lock.waiters.count().least);
    if (!lock.waiters.queued.empty())
        writeList(json, "queue", lock.waiters.queued, [&](const QueuedWaiter &waiter) {
            json.beginObject();
            writeParty(json, waiter.id, lock.kind, clientAmong(lock, waiter.id));
            json.text("mode", QByteArrayView(name(waiter.mode)));
            if (waiter.alive)
                json.boolean("listens", *waiter.alive);
            json.endObject();
        });
    json.endObject();
}

} // namespace

void writeBlocking(JsonWriter &json, const BlockingReport &report, const ScanProgress &progress)
{
    const WaitGraph &graph = report.graph;
    json.beginObject();
    writeDeadlocks(json, report);
    writeList(json, "blockers", graph.blockers, [&](const Blocker &blocker) {
        json.beginObject();
        writeParty(json, blocker.owner, graph.kindOf(blocker), blocker.client);
        json.boolean("waits", blocker.waits);
        json.number("waiters", blocker.direct.least);
        json.number("waiters_in_all", blocker.inAll.least);
        writeHolds(json, graph, blocker.locks);
        json.endObject();
    });
    writeProcesses(json, graph);
    writeList(json, "locks", graph.locks,
              [&](const BlockedLock &blocked) { writeBlocked(json, blocked, report.at); });
    json.number("waiters", graph.count().least);
    json.number("waiters_identified", graph.named());
    const auto writeFree = [&json](const LockPtr &lock) { writeFreeLock(json, *lock); };
    if (!graph.unheld.empty())
        writeList(json, "unheld", graph.unheld, writeFree);
    if (!graph.changingHands.empty())
        writeList(json, "changing_hands", graph.changingHands, writeFree);
    if (graph.unseen.uncounted > 0)
        json.number("locks_not_counted", graph.unseen.uncounted);
    if (graph.unseen.unlinked > 0)
        json.number("locks_with_holders_not_linked", graph.unseen.unlinked);
    if (graph.elsewhere > 0)
        json.number("locks_with_listeners_maybe_elsewhere", graph.elsewhere);
    if (report.asleep && report.asleep->locks > 0) {
        writeList(json, "asleep", report.asleep->clients, [&](const Asleep::Client &one) {
            json.beginObject();
            writeParty(json, {}, {}, one.client);
            json.bytes("command", one.command);
            writeAge(json, "asleep_ms", one.since, report.at);
            json.endObject();
        });
        json.number("locks_maybe_slept_for", report.asleep->locks);
    }
    writeList(json, "probes", report.probes, [&json](const ProbeReport &probe) { writeProbe(json, probe); });
    json.name("scan");
    writeScan(json, progress, report.at);
    json.endObject();
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/lockjson.h"

#include "core/engine/verdicts/quorum.h"
#include "core/export/jsonparts.h"
#include "core/export/releasejson.h"

#include <algorithm>

namespace lockscope
{

namespace
{

qint64 left(Instant expiresAt, Instant at)
{
    return std::max<qint64>(0, millisecondsBetween(at, expiresAt).count());
}

void writeClient(JsonWriter &json, const ClientInfo &client, Instant at)
{
    json.name("client");
    json.beginObject();
    if (!client.address.isEmpty())
        json.bytes("address", client.address);
    if (!client.name.isEmpty())
        json.bytes("name", client.name);
    json.text("learnt", client.learnt);
    if (client.goneSince)
        json.number("gone_ms_ago", std::max<qint64>(0, millisecondsBetween(*client.goneSince, at).count()));
    json.endObject();
}

void writeRenewals(JsonWriter &json, const Renewals &renewals, Instant at)
{
    json.name("renewals");
    json.beginObject();
    json.number("count", renewals.count);
    if (renewals.period)
        json.number("period_ms", renewals.period->count());
    if (renewals.lastAt)
        json.number("last_ms_ago", std::max<qint64>(0, millisecondsBetween(*renewals.lastAt, at).count()));
    json.number("missed", renewals.missed);
    json.endObject();
}

void writeHolders(JsonWriter &json, const Lock &lock, Instant at)
{
    qsizetype i = 0;
    writeList(json, "holders", lock.holders, [&](const Holder &holder) {
        const Renewals *own = lock.shareRenewals ? lock.renewalsOf(i) : nullptr;
        ++i;
        json.beginObject();
        json.bytes("id", holder.id.bytes);
        if (const QByteArray shown = shownId(holder); shown != holder.id.bytes)
            json.text("id_hex", QByteArrayView(shown));
        json.number("count", holder.count);
        json.text("mode", QByteArrayView(name(holder.mode)));
        if (!holder.part.isEmpty())
            json.bytes("part", holder.part);
        const std::optional<Instant> expiresAt = lock.expiryOf(holder);
        writeTtl(json, expiresAt ? std::optional(milliseconds(left(*expiresAt, at))) : std::nullopt);
        if (isOver(lock, holder))
            json.boolean("over", true);
        if (const ClientInfo *client = clientOf(lock, holder.id))
            writeClient(json, *client, at);
        if (own)
            writeRenewals(json, *own, at);
        json.endObject();
    });
}

void writeQueued(JsonWriter &json, const QueuedWaiter &waiter, Instant at)
{
    json.beginObject();
    json.bytes("id", waiter.id.bytes);
    json.text("mode", QByteArrayView(name(waiter.mode)));
    if (waiter.deadline)
        json.number("ttl_ms", left(*waiter.deadline, at));
    if (waiter.alive)
        json.boolean("alive", *waiter.alive);
    json.endObject();
}

void writeWaiters(JsonWriter &json, const Waiters &waiters, Instant at)
{
    json.name("waiters");
    json.beginObject();
    if (waiters.subscribed)
        json.number("subscribed", *waiters.subscribed);
    if (waiters.mayBeElsewhere)
        json.boolean("may_be_elsewhere", true);
    if (waiters.areOfOneNode)
        json.boolean("at_least", true);
    if (!waiters.queued.empty()) {
        writeList(json, "queued", waiters.queued,
                  [&](const QueuedWaiter &waiter) { writeQueued(json, waiter, at); });
        if (waiters.isQueueCut())
            json.boolean("queue_incomplete", true);
    }
    json.endObject();
}

// Writes keys as text; those that are not UTF-8 go to NAME_base64.
void writeKeys(JsonWriter &json, const QByteArray &name, const std::vector<LockName> &keys)
{
    const auto isText = [](const LockName &key) { return key.bytes.isValidUtf8(); };
    writeList(json, name, keys, [&](const LockName &key) {
        if (isText(key))
            json.text(QByteArrayView(key.bytes));
    });
    if (std::ranges::all_of(keys, isText))
        return;
    writeList(json, name + "_base64", keys, [&](const LockName &key) {
        if (!isText(key))
            json.text(QByteArrayView(key.bytes.toBase64()));
    });
}

void writePermits(JsonWriter &json, const Permits &permits)
{
    json.name("permits");
    json.beginObject();
    if (permits.available)
        json.number("available", *permits.available);
    if (permits.total)
        json.number("total", *permits.total);
    if (permits.held)
        json.number("held", *permits.held);
    json.number("overdue", permits.overdue);
    json.endObject();
}

// Members that only some kinds have. Companions are written separately.
void writeExtras(JsonWriter &json, const LockExtras &extras)
{
    if (extras.permits)
        writePermits(json, *extras.permits);
    if (extras.fencingToken)
        json.number("fencing_token", *extras.fencingToken);
    if (extras.toGo)
        json.number("to_go", *extras.toGo);
}

void writeVerdict(JsonWriter &json, const Verdict &verdict, const VerdictText &text)
{
    json.name("verdict");
    json.beginObject();
    json.text("level", QByteArrayView(name(verdict.level)));
    json.text("code", view(verdict.code));
    json.text("basis", QByteArrayView(name(verdict.basis)));
    json.text("text", text.sentence);
    writeTexts(json, "evidence", text.evidence);
    if (!text.advice.isEmpty())
        json.text("advice", text.advice);
    json.endObject();
}

void writeCopy(JsonWriter &json, const Copy &copy, Instant at)
{
    json.beginObject();
    json.bytes("node", copy.node.bytes);
    if (!copy.role.isEmpty())
        json.bytes("role", copy.role);
    json.text("state", QByteArrayView(name(copy.state)));
    if (namesOwner(copy.state)) {
        json.bytes("owner", copy.owner.bytes);
        json.number("count", copy.count);
        writeTtl(json,
                 copy.expiresAt ? std::optional(milliseconds(left(*copy.expiresAt, at))) : std::nullopt);
    }
    if (copy.lag)
        json.number("lag_ms", copy.lag->count());
    if (copy.restarted)
        json.boolean("restarted", true);
    if (isSameServer(copy))
        json.boolean("same_server", true);
    if (copy.state == CopyState::Unreachable && !copy.why.text.isEmpty())
        writeFailure(json, copy.why);
    json.endObject();
}

void writeCopies(JsonWriter &json, const std::vector<Copy> &copies, Instant at)
{
    writeList(json, "copies", copies, [&](const Copy &copy) { writeCopy(json, copy, at); });
}

void writeQuorum(JsonWriter &json, const Lock &lock, Instant at)
{
    const Quorum &quorum = *lock.quorum();
    json.name("quorum");
    json.beginObject();
    json.boolean("reached", quorum.reached());
    json.boolean("decided", !quorum.isUndecided());
    json.number("nodes", quorum.nodes);
    json.number("needed", quorum.needed);
    json.number("agreeing", quorum.agreeing);
    json.number("at_most", quorum.atMost());
    json.number("unsure", quorum.unsure);
    json.number("reachable", quorum.reachable);
    json.number("margin", quorum.margin());
    json.number("owners", quorum.owners);
    json.number("restarted", quorum.restarted);
    if (quorum.duplicates > 0)
        json.number("duplicates", quorum.duplicates);
    if (isOneClientAssumed(lock))
        json.boolean("one_client_assumed", true);
    if (quorum.validUntil)
        json.number("validity_ms", left(*quorum.validUntil, at));
    json.endObject();
}

// Writes the members of a lock; the caller closes the object.
void writeLockMembers(JsonWriter &json, const Lock &lock, const VerdictText &text, Instant at)
{
    json.bytes("key", lock.key.bytes);
    json.number("db", lock.db);
    json.bytes("node", lock.node.bytes);
    if (lock.slot)
        json.number("slot", *lock.slot);
    json.text("kind", view(lock.kind.name));
    if (lock.libraries) {
        writeList(json, "library", *lock.libraries,
                  [&](const std::string_view library) { json.text(view(library)); });
    }
    json.text("confidence", QByteArrayView(name(lock.confidence)));
    json.text("type", QByteArrayView(name(lock.type)));
    writeHolders(json, lock, at);
    writeTtl(json, lock.expiresAt ? std::optional(milliseconds(left(*lock.expiresAt, at))) : std::nullopt);
    if (lock.lease)
        json.number("lease_ms", lock.lease->count());
    if (lock.held() && lock.heldSince != Instant{}) {
        const auto age = [until = lock.knownUntil(at)](Instant since) { return left(until, since); };
        json.number("held_ms", age(lock.holdSince()));
        json.boolean("held_is_lower_bound", lock.isLastKnown() || !lock.isHoldSinceExact());
        if (!lock.isOneHold())
            json.number("same_owner_ms", age(lock.heldSince));
    }
    writeRenewals(json, lock.renewals, at);
    writeWaiters(json, lock.waiters, at);
    if (lock.extras)
        writeExtras(json, *lock.extras);
    if (lock.quorum()) {
        writeQuorum(json, lock, at);
        writeCopies(json, lock.extras->copies, at);
    }
    writeVerdict(json, lock.verdict, text);
    if (lock.stale)
        json.boolean("stale", true);
}

void writeMembers(JsonWriter &json, const LockDetail &detail)
{
    writeList(json, "members", detail.rawMembers, [&](const Member &member) {
        json.beginObject();
        json.bytes("value", member.bytes);
        if (detail.typeFound == ValueType::SortedSet) // as a string, because "inf" is no JSON number
            json.text("score", QByteArrayView(QByteArray::number(member.score, 'g', 17)));
        json.endObject();
    });
}

void writeRaw(JsonWriter &json, const LockDetail &detail)
{
    json.name("raw");
    json.beginObject();
    if (detail.lock && detail.lock->quorum())
        json.bytes("node", detail.lock->node.bytes);
    json.text("type", QByteArrayView(name(detail.typeFound)));
    json.number("size", detail.size);
    json.boolean("truncated", detail.rawTruncated);
    if (detail.typeFound == ValueType::String)
        json.bytes("string", detail.rawString);
    if (detail.typeFound == ValueType::Hash) {
        writeList(json, "fields", detail.rawFields, [&](const auto &field) {
            json.beginObject();
            json.bytes("name", field.first);
            json.bytes("value", field.second);
            json.endObject();
        });
    }
    if (detail.typeFound == ValueType::List || detail.typeFound == ValueType::Set ||
        detail.typeFound == ValueType::SortedSet)
        writeMembers(json, detail);
    json.endObject();
}

} // namespace

void writeLock(JsonWriter &json, const Lock &lock, const VerdictText &text, Instant at)
{
    json.beginObject();
    writeLockMembers(json, lock, text, at);
    if (!lock.companions().empty())
        writeKeys(json, "companions", lock.companions());
    json.endObject();
}

void writeDetail(JsonWriter &json, const LockDetail &detail, Instant at)
{
    const VerdictText text{detail.verdictText, detail.evidence, detail.advice};
    json.beginObject();
    writeLockMembers(json, *detail.lock, text, at);
    if (!detail.lock->quorum())
        writeCopies(json, detail.copies, at);
    writeRaw(json, detail);
    writeKeys(json, "companions", detail.companions);
    writeList(json, "alternatives", detail.alternatives,
              [&](const LockKind kind) { json.text(view(kind.name)); });
    writeKeys(json, "same_owner", detail.sameOwner);
    writeKeys(json, "same_client", detail.sameClient);
    writeList(json, "library_evidence", detail.libraries, [&](const LibraryClaim &claim) {
        json.beginObject();
        json.text("library", view(claim.library));
        json.text("because", claim.because);
        json.endObject();
    });
    if (!detail.unseenWaiters.isEmpty())
        json.text("waiters_unknown", detail.unseenWaiters);
    writeTexts(json, "explanation", detail.explanation);
    if (detail.effect)
        writeEffect(json, *detail.effect);
    if (!detail.notices.empty())
        writeNotices(json, detail.notices);
    json.endObject();
}

} // namespace lockscope

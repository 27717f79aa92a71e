// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/jsondocuments.h"

#include "core/base/unixms.h"

#include <algorithm>

namespace lockscope
{

namespace
{

qint64 left(Instant expiresAt, Instant at)
{
    return std::max<qint64>(0, millisecondsBetween(at, expiresAt).count());
}

QByteArrayView view(std::string_view text)
{
    return QByteArrayView(text.data(), qsizetype(text.size()));
}

void writeTtl(JsonWriter &json, std::optional<milliseconds> ttl)
{
    json.name("ttl_ms");
    if (ttl)
        json.number(ttl->count());
    else
        json.null();
}

void writeTexts(JsonWriter &json, QByteArrayView name, const QStringList &texts)
{
    json.name(name);
    json.beginArray();
    for (const QString &text : texts)
        json.text(text);
    json.endArray();
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

void writeHolders(JsonWriter &json, const Lock &lock, Instant at)
{
    json.name("holders");
    json.beginArray();
    for (const Holder &holder : lock.holders) {
        json.beginObject();
        json.bytes("id", holder.id.bytes);
        json.number("count", holder.count);
        json.text("mode", QByteArrayView(name(holder.mode)));
        if (!holder.part.isEmpty())
            json.bytes("part", holder.part);
        const std::optional<Instant> expiresAt = holder.expiresAt ? holder.expiresAt : lock.expiresAt;
        writeTtl(json, expiresAt ? std::optional(milliseconds(left(*expiresAt, at))) : std::nullopt);
        if (const ClientInfo *client = clientOf(lock, holder.id))
            writeClient(json, *client, at);
        json.endObject();
    }
    json.endArray();
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
    if (!waiters.queued.empty()) {
        json.name("queued");
        json.beginArray();
        for (const QueuedWaiter &waiter : waiters.queued)
            writeQueued(json, waiter, at);
        json.endArray();
    }
    json.endObject();
}

// Keys as texts; those that are no UTF-8 in NAME_base64.
void writeKeys(JsonWriter &json, const QByteArray &name, const std::vector<LockName> &keys)
{
    const auto isText = [](const LockName &key) { return key.bytes.isValidUtf8(); };
    json.name(name);
    json.beginArray();
    for (const LockName &key : keys) {
        if (isText(key))
            json.text(QByteArrayView(key.bytes));
    }
    json.endArray();
    if (std::ranges::all_of(keys, isText))
        return;
    json.name(name + "_base64");
    json.beginArray();
    for (const LockName &key : keys) {
        if (!isText(key))
            json.text(QByteArrayView(key.bytes.toBase64()));
    }
    json.endArray();
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

// What only some kinds have. The companions of a closer look are written by themselves.
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
    json.text("text", text.sentence);
    writeTexts(json, "evidence", text.evidence);
    if (!text.advice.isEmpty())
        json.text("advice", text.advice);
    json.endObject();
}

// The members of a lock; the object stays open for more.
void writeFailure(JsonWriter &json, const Failure &failure)
{
    json.name("error");
    json.beginObject();
    json.text("kind", QByteArrayView(errorKindName(failure.kind)));
    json.text("text", failure.text);
    if (!failure.remedy.isEmpty())
        json.text("remedy", failure.remedy);
    json.endObject();
}

void writeCopy(JsonWriter &json, const Copy &copy, Instant at)
{
    json.beginObject();
    json.bytes("node", copy.node.bytes);
    if (!copy.role.isEmpty())
        json.bytes("role", copy.role);
    json.text("state", QByteArrayView(name(copy.state)));
    const bool held = copy.state == CopyState::Held || copy.state == CopyState::OtherOwner;
    if (held) {
        json.bytes("owner", copy.owner.bytes);
        json.number("count", copy.count);
        writeTtl(json,
                 copy.expiresAt ? std::optional(milliseconds(left(*copy.expiresAt, at))) : std::nullopt);
    }
    if (copy.lag)
        json.number("lag_ms", copy.lag->count());
    if (copy.restarted)
        json.boolean("restarted", true);
    if (copy.state == CopyState::Unreachable && !copy.why.text.isEmpty())
        writeFailure(json, copy.why);
    json.endObject();
}

void writeCopies(JsonWriter &json, const std::vector<Copy> &copies, Instant at)
{
    json.name("copies");
    json.beginArray();
    for (const Copy &copy : copies)
        writeCopy(json, copy, at);
    json.endArray();
}

void writeQuorum(JsonWriter &json, const Quorum &quorum, Instant at)
{
    json.name("quorum");
    json.beginObject();
    json.boolean("reached", quorum.reached());
    json.number("nodes", quorum.nodes);
    json.number("needed", quorum.needed);
    json.number("agreeing", quorum.agreeing);
    json.number("reachable", quorum.reachable);
    json.number("margin", quorum.margin());
    json.number("owners", quorum.owners);
    json.number("restarted", quorum.restarted);
    if (quorum.validUntil)
        json.number("validity_ms", left(*quorum.validUntil, at));
    json.endObject();
}

void writeLockMembers(JsonWriter &json, const Lock &lock, const VerdictText &text, Instant at)
{
    json.bytes("key", lock.key.bytes);
    json.number("db", lock.db);
    json.bytes("node", lock.node.bytes);
    if (lock.slot)
        json.number("slot", *lock.slot);
    json.text("kind", view(lock.kind.name));
    if (lock.libraries) {
        json.name("library");
        json.beginArray();
        for (const std::string_view library : *lock.libraries)
            json.text(view(library));
        json.endArray();
    }
    json.text("confidence", QByteArrayView(name(lock.confidence)));
    json.text("type", QByteArrayView(name(lock.type)));
    writeHolders(json, lock, at);
    writeTtl(json, lock.expiresAt ? std::optional(milliseconds(left(*lock.expiresAt, at))) : std::nullopt);
    if (lock.lease)
        json.number("lease_ms", lock.lease->count());
    if (lock.held() && lock.heldSince != Instant{}) {
        json.number("held_ms", std::max<qint64>(0, millisecondsBetween(lock.heldSince, at).count()));
        json.boolean("held_is_lower_bound", lock.heldIsLowerBound);
    }
    writeRenewals(json, lock.renewals, at);
    writeWaiters(json, lock.waiters, at);
    if (lock.extras)
        writeExtras(json, *lock.extras);
    if (const Quorum *quorum = lock.quorum()) {
        writeQuorum(json, *quorum, at);
        writeCopies(json, lock.extras->copies, at);
    }
    writeVerdict(json, lock.verdict, text);
    if (lock.stale)
        json.boolean("stale", true);
}

void writeMembers(JsonWriter &json, const LockDetail &detail)
{
    json.name("members");
    json.beginArray();
    for (const Member &member : detail.rawMembers) {
        json.beginObject();
        json.bytes("value", member.bytes);
        if (detail.typeFound == ValueType::SortedSet) // as Redis writes it: "inf" is no number of JSON
            json.text("score", QByteArrayView(QByteArray::number(member.score, 'g', 17)));
        json.endObject();
    }
    json.endArray();
}

void writeRaw(JsonWriter &json, const LockDetail &detail)
{
    json.name("raw");
    json.beginObject();
    json.text("type", QByteArrayView(name(detail.typeFound)));
    json.number("size", detail.size);
    json.boolean("truncated", detail.rawTruncated);
    if (detail.typeFound == ValueType::String)
        json.bytes("string", detail.rawString);
    if (detail.typeFound == ValueType::Hash) {
        json.name("fields");
        json.beginArray();
        for (const auto &field : detail.rawFields) {
            json.beginObject();
            json.bytes("name", field.first);
            json.bytes("value", field.second);
            json.endObject();
        }
        json.endArray();
    }
    if (detail.typeFound == ValueType::List || detail.typeFound == ValueType::Set ||
        detail.typeFound == ValueType::SortedSet)
        writeMembers(json, detail);
    json.endObject();
}

void writeBytesList(JsonWriter &json, QByteArrayView name, const std::vector<QByteArray> &list)
{
    json.name(name);
    json.beginArray();
    for (const QByteArray &bytes : list)
        json.text(bytes.isValidUtf8() ? QString::fromUtf8(bytes) : escapedText(bytes));
    json.endArray();
}

void writeNotices(JsonWriter &json, const std::vector<HolderNotice> &notices)
{
    json.name("notices");
    json.beginArray();
    for (const HolderNotice &notice : notices) {
        json.beginObject();
        if (!notice.library.isEmpty())
            json.text("library", QByteArrayView(notice.library));
        if (!notice.releases.isEmpty())
            json.text("releases", QByteArrayView(notice.releases));
        json.text("when", QByteArrayView(name(notice.when)));
        json.text("text", notice.text);
        json.endObject();
    }
    json.endArray();
}

void writePlan(JsonWriter &json, const ActPlan &plan)
{
    json.name("plan");
    json.beginObject();
    json.bytes("script", plan.script);
    writeBytesList(json, "keys", plan.keys);
    writeBytesList(json, "args", plan.args);
    writeBytesList(json, "channels", plan.channels);
    writeTexts(json, "steps", plan.steps);
    writeTexts(json, "commands", plan.commands);
    writeTexts(json, "warnings", plan.warnings);
    if (!plan.notices.empty())
        writeNotices(json, plan.notices);
    json.endObject();
}

void writeNodeReceipt(JsonWriter &json, const NodeReceipt &node)
{
    json.beginObject();
    json.bytes("node", node.node.bytes);
    json.text("result", QByteArrayView(name(node.result)));
    if (node.foundOwner && !node.foundOwner->isEmpty())
        json.bytes("found_owner", node.foundOwner->bytes);
    if (node.ttl)
        json.number("ttl_ms", node.ttl->count());
    json.number("took_ms", node.took.count());
    if (node.result == ActResult::Refused || node.result == ActResult::Unknown)
        writeFailure(json, node.failure);
    json.endObject();
}

// Whether a lock is there after the act, so that an expiry that is absent means: it has none.
bool isLeftHeld(const Receipt &receipt)
{
    return receipt.foundOwner && !receipt.foundOwner->isEmpty() && !receipt.dryRun;
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
    json.name("alternatives");
    json.beginArray();
    for (const LockKind kind : detail.alternatives)
        json.text(view(kind.name));
    json.endArray();
    writeKeys(json, "same_owner", detail.sameOwner);
    writeKeys(json, "same_client", detail.sameClient);
    writeTexts(json, "explanation", detail.explanation);
    json.endObject();
}

void writeProbe(JsonWriter &json, const ProbeReport &report)
{
    json.beginObject();
    json.bytes("node", report.node.bytes);
    json.number("lines", report.lines);
    json.number("bytes", report.bytes);
    json.number("duration_ms", report.duration.count());
    json.text("stopped", QByteArrayView(name(report.stopped)));
    json.number("learnt", qint64(report.learnt.size()));
    if (!report.failure.text.isEmpty())
        writeFailure(json, report.failure);
    json.endObject();
}

void writeScan(JsonWriter &json, const ScanProgress &progress, Instant at)
{
    json.beginObject();
    json.boolean("complete", progress.phase == ScanPhase::Complete);
    json.number("keys_seen", progress.keysSeen);
    json.number("keys_estimated", progress.keysEstimated);
    if (progress.keysRefused > 0)
        json.number("keys_refused", progress.keysRefused);
    json.number("duration_ms",
                millisecondsBetween(progress.startedAt, progress.endedAt.value_or(at)).count());
    json.name("nodes");
    json.beginArray();
    for (const NodeScan &scan : progress.nodes) {
        json.beginObject();
        json.bytes("node", scan.node.bytes);
        json.text("state", QByteArrayView(name(scan.phase)));
        json.number("keys_seen", scan.keysSeen);
        json.number("locks_found", scan.locksFound);
        if (scan.phase == ScanPhase::Failed)
            writeFailure(json, scan.failure);
        json.endObject();
    }
    json.endArray();
    if (progress.phase == ScanPhase::Failed)
        writeFailure(json, progress.failure);
    json.endObject();
}

void writeReceipt(JsonWriter &json, const Receipt &receipt)
{
    json.beginObject();
    json.text("result", QByteArrayView(name(receipt.result)));
    json.text("act", QByteArrayView(name(receipt.act)));
    json.bytes("key", receipt.key.bytes);
    if (!receipt.kind.name.empty())
        json.text("kind", view(receipt.kind.name));
    if (!receipt.owner.isEmpty())
        json.bytes("owner", receipt.owner.bytes);
    if (receipt.foundOwner && !receipt.foundOwner->isEmpty()) {
        json.bytes("found_owner", receipt.foundOwner->bytes);
        json.number("found_count", receipt.foundCount);
    }
    if (receipt.ttl || isLeftHeld(receipt))
        writeTtl(json, receipt.ttl);
    json.number("woken", receipt.woken);
    if (receipt.nextAfter)
        json.number("next_after_ms", receipt.nextAfter->count());
    json.number("at", unixMs(receipt.at));
    json.name("nodes");
    json.beginArray();
    if (receipt.nodes.empty() && !receipt.node.isEmpty()) {
        json.beginObject();
        json.bytes("node", receipt.node.bytes);
        json.text("result", QByteArrayView(name(receipt.result)));
        json.endObject();
    }
    for (const NodeReceipt &node : receipt.nodes)
        writeNodeReceipt(json, node);
    json.endArray();
    if (receipt.validity)
        json.number("validity_ms", receipt.validity->count());
    if (receipt.result == ActResult::Refused || receipt.result == ActResult::Unknown)
        writeFailure(json, receipt.failure);
    if (receipt.dryRun) {
        json.boolean("dry_run", true);
        writePlan(json, receipt.plan);
    }
    json.endObject();
}

void writeEvent(JsonWriter &json, const LockEvent &event)
{
    // Where the lock is held after the event an expiry that is absent means: it has none.
    const bool held = event.kind == EventKind::Acquired || event.kind == EventKind::Reentered ||
                      event.kind == EventKind::Renewed;
    json.beginObject();
    json.text("event", QByteArrayView(name(event.kind)));
    json.bytes("key", event.key.bytes);
    json.number("at", unixMs(event.wallAt));
    if (!event.owner.isEmpty())
        json.bytes("owner", event.owner.bytes);
    json.number("count", event.count);
    if (event.ttl || held)
        writeTtl(json, event.ttl);
    if (event.held) {
        json.number("held_ms", event.held->count());
        json.boolean("held_is_lower_bound", event.heldIsLowerBound);
    }
    json.boolean("sampled", event.sampled);
    if (!event.node.isEmpty())
        json.bytes("node", event.node.bytes);
    const bool told = event.source == EventSource::Tracking || event.source == EventSource::Keyspace;
    json.text("source", QByteArrayView(name(told ? event.source : EventSource::Poll)));
    json.endObject();
}

void writeAlert(JsonWriter &json, const Alert &alert)
{
    json.beginObject();
    json.text("event", QByteArrayView("alert"));
    json.text("what", QByteArrayView(name(alert.what)));
    json.bytes("key", alert.key.bytes);
    json.number("at", unixMs(alert.wallAt));
    if (!alert.rule.isEmpty())
        json.text("rule", alert.rule);
    if (alert.lock) {
        if (alert.lock->held())
            json.bytes("owner", alert.lock->owner().bytes);
        json.text("kind", view(alert.lock->kind.name));
        json.text("verdict", view(alert.lock->verdict.code));
        json.text("level", QByteArrayView(name(alert.lock->verdict.level)));
    }
    json.endObject();
}

void writeFailover(JsonWriter &json, const FailoverReport &report)
{
    json.beginObject();
    json.text("event", QByteArrayView(name(EventKind::Node)));
    json.number("at", unixMs(report.at));
    json.bytes("node", report.to.bytes);
    json.text("change", QByteArrayView("failover")); // not its state, which other lines of the stream tell
    json.bytes("from", report.from.bytes);
    json.number("locks_before", report.before);
    json.number("locks_kept", report.kept);
    json.number("locks_expired", report.expired);
    json.name("locks_lost");
    json.beginArray();
    for (const LockPtr &lock : report.lost) {
        json.beginObject();
        json.bytes("key", lock->key.bytes);
        json.bytes("owner", lock->owner().bytes);
        json.endObject();
    }
    json.endArray();
    json.name("locks_changed_hands");
    json.beginArray();
    for (const OwnerChange &change : report.changedHands) {
        json.beginObject();
        json.bytes("key", change.before->key.bytes);
        json.bytes("owner_before", change.before->owner().bytes);
        json.bytes("owner", change.after->owner().bytes);
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

void writeNodeEvent(JsonWriter &json, const NodeStatus &status, LiveMode live, WallTime at)
{
    json.beginObject();
    json.text("event", QByteArrayView(name(EventKind::Node)));
    json.number("at", unixMs(at));
    json.bytes("node", status.node.bytes);
    json.text("state", QByteArrayView(name(status.link.phase)));
    if (!status.role.isEmpty())
        json.bytes("role", status.role);
    json.text("live", QByteArrayView(name(live)));
    if (status.link.phase == LinkPhase::Waiting || status.link.phase == LinkPhase::Failed)
        json.text("text", status.link.reason.text);
    json.endObject();
}

namespace
{

void writeNode(JsonWriter &json, const NodeStatus &node)
{
    const auto known = [&json](const char *name, std::optional<milliseconds> time) {
        if (time)
            json.number(name, time->count());
    };
    json.beginObject();
    json.bytes("address", node.node.bytes);
    if (!node.announced.isEmpty())
        json.bytes("announced", node.announced.bytes);
    json.number("member", node.member);
    if (!node.role.isEmpty())
        json.bytes("role", node.role);
    json.text("state", QByteArrayView(name(node.link.phase)));
    if (!node.version.isEmpty())
        json.bytes("version", node.version);
    if (!node.runId.isEmpty())
        json.bytes("run_id", node.runId);
    if (node.replica) {
        json.bytes("master", node.replica->master.bytes);
        json.boolean("linked", node.replica->linked);
        known("lag_ms", node.replica->lag);
        if (node.replica->lagBytes)
            json.number("lag_bytes", *node.replica->lagBytes);
    }
    known("clock_offset_ms", node.clockOffset);
    known("round_trip_ms", node.roundTrip);
    if (!node.slotRanges.empty()) {
        json.name("slots");
        json.beginArray();
        for (const SlotRange &range : node.slotRanges) {
            json.beginArray();
            json.number(range.first);
            json.number(range.last);
            json.endArray();
        }
        json.endArray();
    }
    if (!node.isReady() && !node.link.reason.text.isEmpty())
        json.text("error", node.link.reason.line());
    json.endObject();
}

void writeFinding(JsonWriter &json, const Finding &finding)
{
    json.beginObject();
    json.text("code", QByteArrayView(finding.code.data(), qsizetype(finding.code.size())));
    json.text("level", QByteArrayView(name(finding.level)));
    if (!finding.node.isEmpty())
        json.bytes("node", finding.node.bytes);
    json.text("text", finding.text);
    json.name("evidence");
    json.beginArray();
    for (const QString &line : finding.evidence)
        json.text(line);
    json.endArray();
    if (!finding.remedy.isEmpty())
        json.text("remedy", finding.remedy);
    json.endObject();
}

void writeRights(JsonWriter &json, const NodeRights &rights)
{
    json.beginObject();
    json.bytes("node", rights.node.bytes);
    if (!rights.user.isEmpty())
        json.bytes("user", rights.user);
    json.name("rights");
    json.beginArray();
    for (const RightInfo &told : rights.rights) {
        json.beginObject();
        json.text("right", QByteArrayView(name(told.right)));
        json.text("state", QByteArrayView(name(told.state)));
        if (const QString missing = missingText(told); !missing.isEmpty())
            json.text("missing", missing);
        if (const QByteArray rules = missingRules(told); !rules.isEmpty())
            json.bytes("acl", rules);
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

} // namespace

void writeNodes(JsonWriter &json, const std::vector<NodeStatus> &nodes)
{
    json.beginObject();
    json.name("nodes");
    json.beginArray();
    for (const NodeStatus &node : nodes)
        writeNode(json, node);
    json.endArray();
    json.endObject();
}

void writeExamination(JsonWriter &json, const Examination &examination)
{
    json.beginObject();
    json.name("findings");
    json.beginArray();
    for (const Finding &finding : examination.findings)
        writeFinding(json, finding);
    json.endArray();
    json.name("rights");
    json.beginArray();
    for (const NodeRights &rights : examination.rights)
        writeRights(json, rights);
    json.endArray();
    json.bytes("acl", examination.acl);
    json.endObject();
}

} // namespace lockscope

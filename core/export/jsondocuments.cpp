// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/jsondocuments.h"

#include "core/base/unixms.h"
#include "core/engine/reading/scanprogress.h"
#include "core/export/jsonparts.h"
#include "core/export/releasejson.h"

namespace lockscope
{

namespace
{

void writeBytesList(JsonWriter &json, QByteArrayView name, const std::vector<QByteArray> &list)
{
    writeList(json, name, list, [&](const QByteArray &bytes) {
        json.text(bytes.isValidUtf8() ? QString::fromUtf8(bytes) : escapedText(bytes));
    });
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
    if (plan.effect)
        writeEffect(json, *plan.effect);
    json.endObject();
}

void writeNodeReceipt(JsonWriter &json, const NodeReceipt &node)
{
    json.beginObject();
    json.bytes("node", node.node.bytes);
    json.text("result", QByteArrayView(name(node.result)));
    if (!node.asked.isEmpty())
        json.bytes("asked_owner", node.asked.bytes);
    if (node.foundOwner && !node.foundOwner->isEmpty())
        json.bytes("found_owner", node.foundOwner->bytes);
    if (node.ttl)
        json.number("ttl_ms", node.ttl->count());
    json.number("took_ms", node.took.count());
    if (node.mayRemain)
        json.boolean("may_remain", true);
    if (node.result == ActResult::Refused || node.result == ActResult::Unknown)
        writeFailure(json, node.failure);
    json.endObject();
}

// True if the lock is held after the act, so that ttl_ms: null means no expiry.
bool isLeftHeld(const Receipt &receipt)
{
    return receipt.foundOwner && !receipt.foundOwner->isEmpty() && !receipt.dryRun;
}

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
    if (node.surplus > 0)
        json.number("surplus", node.surplus);
    if (!node.role.isEmpty())
        json.bytes("role", node.role);
    json.text("state", QByteArrayView(name(node.connection.phase)));
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
    if (!node.isReady() && !node.connection.reason.text.isEmpty())
        json.text("error", node.connection.reason.line());
    json.endObject();
}

void writeFinding(JsonWriter &json, const Finding &finding)
{
    json.beginObject();
    json.text("code", view(finding.code));
    json.text("level", QByteArrayView(name(finding.level)));
    if (!finding.node.isEmpty())
        json.bytes("node", finding.node.bytes);
    if (!finding.text.isEmpty()) // left out of a recording without names
        json.text("text", finding.text);
    writeList(json, "evidence", finding.evidence, [&](const QString &line) { json.text(line); });
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
    writeList(json, "rights", rights.rights, [&](const RightInfo &told) {
        json.beginObject();
        json.text("right", QByteArrayView(name(told.right)));
        json.text("state", QByteArrayView(name(told.state)));
        if (const QString missing = missingText(told); !missing.isEmpty())
            json.text("missing", missing);
        if (const QByteArray rules = missingRules(told); !rules.isEmpty())
            json.bytes("acl", rules);
        json.endObject();
    });
    json.endObject();
}

} // namespace

void writeProbe(JsonWriter &json, const ProbeReport &report)
{
    json.beginObject();
    json.bytes("node", report.node.bytes);
    if (!report.nodes.empty())
        writeList(json, "nodes", report.nodes,
                  [&json](const NodeId &node) { json.text(QByteArrayView(node.bytes)); });
    json.number("lines", report.lines);
    json.number("bytes", report.bytes);
    json.number("duration_ms", report.duration.count());
    json.text("stopped", QByteArrayView(name(report.stopped)));
    json.number("learnt", qint64(report.learnt.size()));
    if (!report.waiting.empty()) {
        writeList(json, "waiters", report.waiting, [&json](const HeardWaiter &waiter) {
            json.beginObject();
            if (!waiter.id.isEmpty())
                json.bytes("owner", waiter.id.bytes);
            json.bytes("address", waiter.client.address);
            json.number("attempts", waiter.attempts);
            json.endObject();
        });
    }
    if (!report.failure.text.isEmpty())
        writeFailure(json, report.failure);
    json.endObject();
}

void writeScan(JsonWriter &json, const ScanProgress &progress, Instant at)
{
    json.beginObject();
    json.boolean("complete", isWhole(progress));
    json.number("keys_seen", progress.keysSeen);
    json.number("keys_estimated", progress.keysEstimated);
    if (progress.keysRefused > 0) {
        json.number("keys_refused", progress.keysRefused);
        json.text("refusal", progress.refusal.line());
    }
    json.number("duration_ms",
                millisecondsBetween(progress.startedAt, progress.endedAt.value_or(at)).count());
    writeList(json, "nodes", progress.nodes, [&](const NodeScan &scan) {
        json.beginObject();
        json.bytes("node", scan.node.bytes);
        json.text("state", QByteArrayView(name(scan.phase)));
        json.number("keys_seen", scan.keysSeen);
        json.number("locks_found", scan.locksFound);
        if (scan.phase == ScanPhase::Failed)
            writeFailure(json, scan.failure);
        json.endObject();
    });
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
    if (receipt.unchanged)
        json.boolean("unchanged", true);
    if (receipt.isLostSince)
        json.boolean("lost", true);
    json.number("woken", receipt.woken);
    if (receipt.isHeardElsewhere)
        json.boolean("heard_elsewhere", *receipt.isHeardElsewhere);
    if (!receipt.wokenWaiter.isEmpty())
        json.bytes("woken_waiter", receipt.wokenWaiter.bytes);
    if (!receipt.dropped.empty()) {
        std::vector<QByteArray> dropped;
        for (const OwnerId &owner : receipt.dropped)
            dropped.push_back(owner.bytes);
        writeBytesList(json, "dropped", dropped);
    }
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
    const bool isShortOfNodes =
        receipt.result == ActResult::NotAcquired && isConnectionFailure(receipt.failure.kind);
    if (receipt.result == ActResult::Refused || receipt.result == ActResult::Unknown || isShortOfNodes)
        writeFailure(json, receipt.failure);
    if (receipt.dryRun) {
        json.boolean("dry_run", true);
        writePlan(json, receipt.plan);
    }
    json.endObject();
}

namespace
{

void writeNamed(JsonWriter &json, const LockEvent &event, const char *named)
{
    // If the lock is held after the event, ttl_ms: null means no expiry. A renewal always sets one. Of a lock
    // that was held when it was first seen, a history does not tell no expiry from an unknown one.
    const bool held =
        !event.held && (event.kind == EventKind::Acquired || event.kind == EventKind::Reentered);
    json.beginObject();
    json.text("event", QByteArrayView(named));
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

} // namespace

void writeEvent(JsonWriter &json, const LockEvent &event)
{
    writeNamed(json, event, name(event.kind));
}

void writeSeen(JsonWriter &json, const LockEvent &event)
{
    writeNamed(json, event, "seen");
}

void writeUnseenEnd(JsonWriter &json, const LockEvent &event)
{
    writeNamed(json, event, "unknown");
}

void writeUnread(JsonWriter &json, const UnreadLock &lock)
{
    json.beginObject();
    json.text("event", QByteArrayView("unknown"));
    json.bytes("key", lock.key.bytes);
    json.number("at", unixMs(lock.at));
    if (!lock.owner.isEmpty())
        json.bytes("owner", lock.owner.bytes);
    if (!lock.why.node.isEmpty())
        json.bytes("node", lock.why.node.bytes);
    writeFailure(json, lock.why);
    json.endObject();
}

void writeQuorumEvent(JsonWriter &json, const QuorumEvent &event)
{
    json.beginObject();
    json.text("event", QByteArrayView("quorum"));
    json.text("change", QByteArrayView(name(event.change)));
    json.bytes("key", event.key.bytes);
    json.number("at", unixMs(event.wallAt));
    if (!event.owner.isEmpty())
        json.bytes("owner", event.owner.bytes);
    if (!event.changed.empty())
        json.bytes("node", event.changed.back().node.bytes);
    json.number("nodes", event.quorum.nodes);
    json.number("needed", event.quorum.needed);
    json.number("agreeing", event.quorum.agreeing);
    json.number("at_most", event.quorum.atMost());
    writeList(json, "changed", event.changed, [&](const Copy &copy) {
        json.beginObject();
        json.bytes("node", copy.node.bytes);
        json.text("state", QByteArrayView(name(copy.state)));
        if (namesOwner(copy.state) && !copy.owner.isEmpty())
            json.bytes("owner", copy.owner.bytes);
        if (!copy.why.text.isEmpty())
            json.text("text", copy.why.text);
        json.endObject();
    });
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
    json.text("change", QByteArrayView("failover")); // no "state", which other events of the stream report
    json.bytes("from", report.from.bytes);
    json.number("locks_before", report.before);
    json.number("locks_kept", report.kept);
    json.number("locks_expired", report.expired);
    if (report.readAt && report.unclear > 0) {
        json.number("locks_lost_or_released", report.unclear);
        json.number("last_read", unixMs(*report.readAt));
    }
    writeList(json, "locks_lost", report.lost, [&](const LockPtr &lock) {
        json.beginObject();
        json.bytes("key", lock->key.bytes);
        json.bytes("owner", lock->owner().bytes);
        json.endObject();
    });
    writeList(json, "locks_changed_hands", report.changedHands, [&](const OwnerChange &change) {
        json.beginObject();
        json.bytes("key", change.before->key.bytes);
        json.bytes("owner_before", change.before->owner().bytes);
        json.bytes("owner", change.after->owner().bytes);
        json.endObject();
    });
    json.endObject();
}

void writeNodeEvent(JsonWriter &json, const NodeStatus &status, LiveMode live, WallTime at)
{
    json.beginObject();
    json.text("event", QByteArrayView(name(EventKind::Node)));
    json.number("at", unixMs(at));
    json.bytes("node", status.node.bytes);
    json.text("state", QByteArrayView(name(status.connection.phase)));
    if (!status.role.isEmpty())
        json.bytes("role", status.role);
    json.text("live", QByteArrayView(name(live)));
    if (status.connection.phase == ConnectionPhase::Waiting ||
        status.connection.phase == ConnectionPhase::Failed)
        json.text("text", status.connection.reason.text);
    json.endObject();
}

void writeNodes(JsonWriter &json, const std::vector<NodeStatus> &nodes)
{
    json.beginObject();
    writeNodeList(json, nodes);
    json.endObject();
}

void writeNodeList(JsonWriter &json, const std::vector<NodeStatus> &nodes)
{
    writeList(json, "nodes", nodes, [&](const NodeStatus &node) { writeNode(json, node); });
}

void writeFindings(JsonWriter &json, const std::vector<Finding> &findings)
{
    writeList(json, "findings", findings, [&](const Finding &finding) { writeFinding(json, finding); });
}

void writeHealthReport(JsonWriter &json, const HealthReport &report,
                       const std::vector<std::string_view> *notJudged)
{
    json.beginObject();
    writeFindings(json, report.findings);
    writeList(json, "rights", report.rights, [&](const NodeRights &rights) { writeRights(json, rights); });
    json.bytes("acl", report.acl);
    if (notJudged)
        writeNotJudged(json, *notJudged);
    json.endObject();
}

void writeNotJudged(JsonWriter &json, const std::vector<std::string_view> &codes)
{
    writeList(json, "not_judged", codes, [&](std::string_view code) { json.text(view(code)); });
}

} // namespace lockscope

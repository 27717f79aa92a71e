// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes values as JSON with the released field names: names may be added, never changed. Times are
// milliseconds; an absent field is unknown. Pure: the time is a parameter.

#include "core/engine/alerts/alertwatch.h"
#include "core/engine/engine.h"
#include "core/export/lockjson.h"
#include "core/values/events.h"

namespace lockscope
{

// The result of a probe.
void writeProbe(JsonWriter &json, const ProbeReport &report);
void writeScan(JsonWriter &json, const ScanProgress &progress, Instant at);
void writeReceipt(JsonWriter &json, const Receipt &receipt);
void writeEvent(JsonWriter &json, const LockEvent &event);
// Of a recording: a lock that was held when it was first seen, as event "seen".
void writeSeen(JsonWriter &json, const LockEvent &event);
// Of a recording: the end of a hold that was not seen to end, as event "unknown".
void writeUnseenEnd(JsonWriter &json, const LockEvent &event);
// The same event for a lock that the server refuses to show from now on, with the reason as error.
void writeUnread(JsonWriter &json, const UnreadLock &lock);
void writeQuorumEvent(JsonWriter &json, const QuorumEvent &event);
void writeAlert(JsonWriter &json, const Alert &alert);
// A change of master and its effect on the locks, as a node event of the new master.
void writeFailover(JsonWriter &json, const FailoverReport &report);
void writeNodes(JsonWriter &json, const std::vector<NodeStatus> &nodes);
// Members of the open object: "nodes", "findings".
void writeNodeList(JsonWriter &json, const std::vector<NodeStatus> &nodes);
void writeFindings(JsonWriter &json, const std::vector<Finding> &findings);
// The findings, permissions and ACL of doctor. notJudged: see writeNotJudged(); null: not asked for.
void writeHealthReport(JsonWriter &json, const HealthReport &report,
                       const std::vector<std::string_view> *notJudged = nullptr);
// The codes of verdicts on locks that could not be made.
void writeNotJudged(JsonWriter &json, const std::vector<std::string_view> &codes);
// A change of a node's connection, or of how it is followed, as an event.
void writeNodeEvent(JsonWriter &json, const NodeStatus &status, LiveMode live, WallTime at);

} // namespace lockscope

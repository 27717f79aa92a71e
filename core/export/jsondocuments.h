// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The values as JSON, field by field as released: names may be added, never changed. Times are milliseconds;
// a field that is absent is not known. Pure: the time is a parameter.

#include "core/engine/alertwatch.h"
#include "core/engine/engine.h"
#include "core/export/lockjson.h"
#include "core/values/events.h"

namespace lockscope
{

// What a probe came to, as an object.
void writeProbe(JsonWriter &json, const ProbeReport &report);
void writeScan(JsonWriter &json, const ScanProgress &progress, Instant at);
void writeReceipt(JsonWriter &json, const Receipt &receipt);
void writeEvent(JsonWriter &json, const LockEvent &event);
void writeAlert(JsonWriter &json, const Alert &alert);
// A change of master, and what became of the locks: a node event of the new one.
void writeFailover(JsonWriter &json, const FailoverReport &report);
// The nodes, as one document.
void writeNodes(JsonWriter &json, const std::vector<NodeStatus> &nodes);
// What doctor found, as one document.
void writeExamination(JsonWriter &json, const Examination &examination);
// A change of a node's connection, or of the way it is followed, as an event of the stream.
void writeNodeEvent(JsonWriter &json, const NodeStatus &status, LiveMode live, WallTime at);

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The values as JSON, field by field as released: names may be added, never changed. Times are milliseconds;
// a field that is absent is not known. Pure: the time is a parameter.

#include "core/base/jsonwriter.h"
#include "core/engine/alertwatch.h"
#include "core/engine/engine.h"
#include "core/engine/verdicts/verdict.h"
#include "core/values/events.h"

namespace lockscope
{

// One lock, as an object. text: of its verdict, at the same time.
void writeLock(JsonWriter &json, const Lock &lock, const VerdictText &text, Instant at);
// The lock of a closer look: also raw value, companions, copies, explanation. detail.lock must be there.
void writeDetail(JsonWriter &json, const LockDetail &detail, Instant at);
// What a probe came to, as an object.
void writeProbe(JsonWriter &json, const ProbeReport &report);
void writeScan(JsonWriter &json, const ScanProgress &progress, Instant at);
void writeReceipt(JsonWriter &json, const Receipt &receipt);
void writeEvent(JsonWriter &json, const LockEvent &event);
// A change of a node's connection, or of the way it is followed, as an event of the stream.
// A change of master, and what became of the locks: a node event of the new one.
void writeAlert(JsonWriter &json, const Alert &alert);
void writeFailover(JsonWriter &json, const FailoverReport &report);
// The nodes, as one document.
void writeNodes(JsonWriter &json, const std::vector<NodeStatus> &nodes);
// What doctor found, as one document.
void writeExamination(JsonWriter &json, const Examination &examination);
void writeNodeEvent(JsonWriter &json, const NodeStatus &status, LiveMode live, WallTime at);

} // namespace lockscope

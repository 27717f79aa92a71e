// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The evidence for a verdict, as translated sentences, and texts that it shares with the verdict. Pure.

#include "core/engine/verdicts/verdict.h"

#include <QStringList>

namespace lockscope
{

QString sinceText(Instant then, Instant at);
QString agoText(Instant then, Instant at);
QString heldForText(const Lock &lock, Instant at);  // or "free for"
bool isHeldTimeKnown(const Lock &lock, Instant at); // Not "at least" less than a second
QByteArray clientHost(const ClientInfo &client);    // Its address without the port
// Of its only holder; null: unknown, known to be gone, or several holders
const ClientInfo *connectedClient(const Lock &lock);
// The same as "worker-7 (10.0.3.7)"; empty: none
QString holderName(const Lock &lock);
QString leftText(const Lock &lock, Instant at);
// The figure of replica-behind, as a time.
Instant replicatedUntil(const Lock &lock);

QStringList verdictEvidence(const Lock &lock, Instant at);

} // namespace lockscope

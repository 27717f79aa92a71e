// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What shows that a verdict is right, as sentences, and the times that they share with it. Pure.

#include "core/engine/verdicts/verdict.h"

#include <QStringList>

namespace lockscope
{

QString sinceText(Instant then, Instant at);
QString agoText(Instant then, Instant at);
QString heldForText(const Lock &lock, Instant at); // or free for
QByteArray clientHost(const ClientInfo &client);   // Its address without the port
// Of its only holder; null: unknown, known to be gone, or several holders
const ClientInfo *connectedClient(const Lock &lock);
// The same as "worker-7 (10.0.3.7)"; empty: none
QString holderName(const Lock &lock);
QString leftText(const Lock &lock, Instant at);
// What the figure of replica-behind is.
Instant replicatedUntil(const Lock &lock);

QStringList verdictEvidence(const Lock &lock, Instant at);

} // namespace lockscope

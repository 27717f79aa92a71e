// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Shared by the plans of locks with several holders: comparing holders, and its texts. Pure; any thread.

#include "core/formats/family.h"

#include <QStringList>

namespace lockscope
{

// requestProblem(), and: each holder has one hold, and RemoveShare names its owner.
std::optional<Failure> shareRequestProblem(const ActRequest &request);

// Force-release sends first, then "any", or "these" and a mode and an id for each holder that the user saw
// (empty mode: any). An expected owner alone is the only one expected. Set-expiry sends the owner to compare
// and the time. Both add their texts and return false if the caller may skip its own.
bool sendComparison(ActDraft &draft, const char *script, std::vector<QByteArray> first = {});
bool sendMeant(ActDraft &draft, const char *script);
QString comparisonStep(const ActRequest &request);
// Warns that the old holders keep running and, if no owner is compared, that any holder loses the lock.
QStringList forceWarnings(const ActRequest &request);
// The same for RemoveShare only.
void warnOfRemoval(ActDraft &draft);

Failure nobodyToWake(const LockName &key, const QString &howTheyWait);

} // namespace lockscope

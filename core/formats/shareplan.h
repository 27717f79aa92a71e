// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the plans of locks with several holders share: which holders are compared, and the sentences about
// it. Pure; any thread.

#include "core/formats/family.h"

#include <QStringList>

namespace lockscope
{

// requestProblem(), and: one hold a holder, and a share that is named.
std::optional<Failure> shareRequestProblem(const ActRequest &request);

// Force-release: the script gets the holders that a person saw behind first, "any", or "these" and a mode and
// an id for each (mode empty: any). An expected owner alone is the only one expected. Set-expiry: the script
// gets whom it is meant for, and the time. Both tell of that; false: the texts may be left out.
bool sendComparison(ActDraft &draft, const char *script, std::vector<QByteArray> first = {});
bool sendMeant(ActDraft &draft, const char *script);
QString comparisonStep(const ActRequest &request);
// The old holders run on; and, where nobody is compared, that whoever is there loses it.
QStringList forceWarnings(const ActRequest &request);
// The same, where the act is the removal of a share.
void warnOfRemoval(ActDraft &draft);

Failure nobodyToWake(const LockName &key, const QString &howTheyWait);

} // namespace lockscope

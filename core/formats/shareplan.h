// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the plans of locks with several holders share: which holders are compared, and the sentences about
// it. Pure; any thread.

#include "core/formats/format.h"

#include <QStringList>

namespace lockscope
{

// requestProblem(), and: one hold a holder, and a share that is named.
std::optional<Failure> shareRequestProblem(const ActRequest &request);

// How the scripts take the holders that a person saw: "any", or "these" and a mode and an id for each (mode
// empty: any). An expected owner alone is the only one expected.
std::vector<QByteArray> comparisonArguments(const ActRequest &request);
QString comparisonStep(const ActRequest &request);
// "any" or "owner", and the owner: whom a set-expiry is meant for.
std::vector<QByteArray> meantArguments(const ActRequest &request, const Lock *seen);
QString meantStep(const ActRequest &request, const Lock *seen);
// The old holders run on; and, where nobody is compared, that whoever is there loses it.
QStringList forceWarnings(const ActRequest &request);

Failure nobodyToWake(const LockName &key, const QString &howTheyWait);
QByteArray millisecondsArgument(milliseconds duration);

} // namespace lockscope

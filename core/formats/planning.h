// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What all plan() functions share: checks of the request, and the redis-cli lines to copy. A check returns a
// BadInput that names the field, or none. Pure; any thread.

#include "core/values/act.h"

#include <QByteArrayView>
#include <QList>

#include <optional>

namespace lockscope
{

// Checks that there is a key, that Redis accepts any lease, and that acts have the owner they need.
std::optional<Failure> requestProblem(const ActRequest &request);
// The same for kinds without owners: no owner is required, and an expected count may be 0.
std::optional<Failure> ownerlessRequestProblem(const ActRequest &request);
// For kinds without owners: the number that the user saw, to be compared. None if the request also names an
// expected owner, because a caller that treats all kinds alike sends the (empty) owner and the count of a
// holder.
std::optional<qint64> shownNumber(const ActRequest &request);
// For set-expiry, which has no default lease.
std::optional<Failure> missingLease(const ActRequest &request);
// For kinds with one holder and one hold: the first rejects another expected count, the second RemoveShare.
std::optional<Failure> oneHoldProblem(const ActRequest &request);
Failure noShares(const LockName &key);
Failure badInput(const LockName &key, const QString &text, const QString &remedy = {});
Failure unsupportedAct(const LockName &key, const QString &text, const QString &remedy = {});

// The owner that a set-expiry compares: expected, else requested, else the only one seen. None: any.
std::optional<OwnerId> meantOwner(const ActRequest &request, const Lock *seen);

// The owners a force-release compares, from either field of the request. Empty: any.
QList<OwnerId> expectedOwners(const ActRequest &request);

// An owner to compare, as script arguments: "owner" and its bytes, or "any" and an empty string.
std::vector<QByteArray> ownerArguments(const std::optional<OwnerId> &owner);
// A duration as a script argument.
QByteArray millisecondsText(milliseconds duration);

// One shell line. Plain arguments are in single quotes. Other bytes go through redis-cli's standard input,
// which reads \xNN in double quotes.
QString redisCliLine(const std::vector<QByteArray> &command);
// The EVAL line with the plan's script (without comments), keys and arguments.
QString redisCliEval(const ActPlan &plan);

} // namespace lockscope

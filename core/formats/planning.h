// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What every family's plan() shares: checks of what was asked, and the redis-cli lines to copy. Pure; any
// thread. Checks answer with BadInput that names the field; nothing: all is well.

#include "core/values/act.h"

#include <QByteArrayView>
#include <QList>

#include <optional>

namespace lockscope
{

// The key is named, the lease (where given) is one Redis takes, and the owner is there where the act needs
// it.
std::optional<Failure> requestProblem(const ActRequest &request);
// The same for kinds that know no owners: none is needed, and an expected count may be 0.
std::optional<Failure> ownerlessRequestProblem(const ActRequest &request);
// Of such a kind, the number that the screen showed, to be compared: the expected count, if no owner stands
// beside it (who asks for every kind alike names the owner seen, nobody, and his count).
std::optional<qint64> shownNumber(const ActRequest &request);
// Acquire and renew: the lease asked for, else the default given. Set-expiry has no default.
std::optional<Failure> missingLease(const ActRequest &request);
// Of a kind whose lock has one holder with one hold: another number is expected; a share is to be removed.
std::optional<Failure> oneHoldProblem(const ActRequest &request);
Failure noShares(const LockName &key);
Failure badInput(const LockName &key, const QString &text, const QString &remedy = {});
Failure unsupportedAct(const LockName &key, const QString &text, const QString &remedy = {});

// Whom a set-expiry is meant for: the owner expected, else the one seen, else whoever holds it.
std::optional<OwnerId> meantOwner(const ActRequest &request, const Lock *seen);

// Whom a force-release expects to hold it, by either field of the request; none: whoever.
QList<OwnerId> expectedOwners(const ActRequest &request);

// As the scripts take an owner to compare: "owner" and its bytes, or "any".
std::vector<QByteArray> ownerArguments(const std::optional<OwnerId> &owner);
// As the scripts take a duration.
QByteArray millisecondsText(milliseconds duration);

// One shell line. Arguments in single quotes; where one is not plain text, the line goes through redis-cli's
// standard input, which reads \xNN inside double quotes and so can carry any byte.
QString redisCliLine(const std::vector<QByteArray> &command);
// The EVAL of the plan's own script, keys and arguments, comments stripped.
QString redisCliEval(const ActPlan &plan);

} // namespace lockscope

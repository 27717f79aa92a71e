// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Turns the error text of a server into a kind, a sentence and a remedy. Pure.

#include "core/base/outcome.h"

namespace lockscope
{

// The kind, by the first word of the error, or by its text if the word is ERR.
ErrorKind classifyServerError(const QByteArray &text);
Failure serverFailure(const QByteArray &text, const NodeId &node, const QByteArray &key = {});
// A script was denied a command, or met one that was renamed, on a server that cannot be asked before (up to
// Redis 6.2): it may have run others.
bool mayBeHalfDone(const Failure &failure);

} // namespace lockscope

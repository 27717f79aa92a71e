// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Texts for the result of an act. Pure functions, GUI thread.

#include "core/values/act.h"
#include "ui/text/kinds.h"

namespace lockscope
{

VerdictLevel receiptLevel(const Receipt &receipt);
QString receiptHeadline(const Receipt &receipt, const Kinds &kinds);
QStringList receiptFacts(const Receipt &receipt, const Kinds &kinds); // One sentence each
QString receiptAdvice(const Receipt &receipt);                        // What to do next; may be empty
// All of it with key, node and time, for a ticket.
QString receiptToCopy(const Receipt &receipt, const Kinds &kinds);

} // namespace lockscope

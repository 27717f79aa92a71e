// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What came of an act, in words. Pure functions, GUI thread.

#include "core/values/act.h"

namespace lockscope
{

VerdictLevel receiptLevel(const Receipt &receipt);
QString receiptHeadline(const Receipt &receipt);
QStringList receiptFacts(const Receipt &receipt); // a sentence each
QString receiptAdvice(const Receipt &receipt);    // what to do next; may be empty
QString receiptToCopy(const Receipt &receipt);    // all of it with key, node and time, for a ticket

} // namespace lockscope

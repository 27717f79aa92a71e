// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The table of addresses as a person writes it: one "announced=reached" a line, or with commas or blanks
// between; each side "host:port", or "host" for all of its ports, an IPv6 address in brackets. Pure.

#include "core/values/connection/connection.h"

namespace lockscope
{

// A failure names the line and what is wrong in it. Empty lines are passed over.
Outcome<std::vector<AddressRule>> parseAddressMap(const QString &text);

QString addressMapText(const std::vector<AddressRule> &map); // one rule a line

} // namespace lockscope

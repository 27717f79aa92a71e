// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The address table as text: "announced=reached" pairs, separated by lines, commas or spaces. Each side is
// "host:port", or "host" for all its ports; IPv6 addresses are in brackets. Pure.

#include "core/values/connection/connection.h"

namespace lockscope
{

// Failures name the line and the problem. Empty lines are skipped.
Outcome<std::vector<AddressRule>> parseAddressMap(const QString &text);

// Allows the password to be sent to this announced host, on any port. A rule that exists for it stays.
void trustHost(Addressing &addressing, const QString &host);

QString addressMapText(const std::vector<AddressRule> &map); // one rule per line

} // namespace lockscope

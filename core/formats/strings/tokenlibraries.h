// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The libraries whose locks are token locks: the effects of ending a lock from outside, and the scripts that
// identify a library on a server. Pure; any thread.

#include "core/formats/format.h"

namespace lockscope
{

// Most likely library first.
const std::vector<std::string_view> &tokenLibraries();
std::span<const Fingerprint> tokenFingerprints();

// What compare-and-delete does not reach, and further effects, for a lock of any of these libraries. What the
// holder notices is in holdernotices.h.
// Of one node of a RedLock, for acts on it alone.
QString otherNodesWarning();
QStringList tokenEndWarnings(const std::vector<std::string_view> &libraries, QByteArrayView key);

} // namespace lockscope

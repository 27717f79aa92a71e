// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The libraries whose locks are token locks: what each does when its lock is ended from outside, and the
// scripts that tell that it ran on a server. Pure; any thread.

#include "core/formats/format.h"

namespace lockscope
{

// All of them, most likely first.
const std::vector<std::string_view> &tokenLibraries();
std::span<const Fingerprint> tokenFingerprints();

// What a compare-and-delete cannot reach, and what comes of it besides, for a lock of any of these libraries.
// What its holder will notice: holdernotices.h.
QStringList tokenEndWarnings(const std::vector<std::string_view> &libraries, QByteArrayView key);
// What more there is to know of a lock of the first of these libraries.
QStringList tokenLibraryNotes(const std::vector<std::string_view> &libraries, QByteArrayView key);

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keys as text, so that a corpus of them can be read. A key is a line "TYPE TTL NAME", its content on the
// lines below, and an empty line; TTL is in ms, or "-". The first key is the one to decode, the others are
// those read with it. Lines of content: a string's value; "FIELD=VALUE" of a hash; a member of a list or set;
// "SCORE MEMBER" of a sorted set. \xNN is a byte.

#include "core/formats/format.h"

namespace lockscope::fuzz
{

// The moment at which all keys were read, so that an input always means the same.
inline constexpr Instant ReadAt{std::chrono::hours(100)};
inline constexpr WallTime ReadWallAt{std::chrono::seconds(1'800'000'000)};

QByteArray unescaped(const QByteArray &text);
// Within the bounds of what the engine reads of a key (keyprobe.h). nullopt: no key.
std::optional<KeyReading> keysFromText(const QByteArray &text);

} // namespace lockscope::fuzz

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What can be done to a lock. Values; any thread.

#include <QByteArrayView>

#include <array>
#include <optional>

namespace lockscope
{

// RemoveShare: takes one holder's part (a reader, a permit), or one waiter's place in a queue, away.
enum class ActKind { Acquire, Renew, Release, ForceRelease, Wake, SetExpiry, RemoveShare };

inline constexpr std::array AllActKinds{ActKind::Acquire,      ActKind::Renew, ActKind::Release,
                                        ActKind::ForceRelease, ActKind::Wake,  ActKind::SetExpiry,
                                        ActKind::RemoveShare};

const char *name(ActKind kind); // "acquire", "force-release", …
std::optional<ActKind> actKindNamed(QByteArrayView name);
// May end or shorten what somebody has: such acts are asked for twice where it matters.
bool takesAway(ActKind kind);

} // namespace lockscope

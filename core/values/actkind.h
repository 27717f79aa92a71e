// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The acts on a lock. Values; any thread.

#include <QByteArrayView>

#include <array>
#include <optional>

namespace lockscope
{

// RemoveShare removes one holder's share (a reader, a permit) or one waiter from the queue.
enum class ActKind { Acquire, Renew, Release, ForceRelease, Wake, SetExpiry, RemoveShare };

inline constexpr std::array AllActKinds{ActKind::Acquire,      ActKind::Renew, ActKind::Release,
                                        ActKind::ForceRelease, ActKind::Wake,  ActKind::SetExpiry,
                                        ActKind::RemoveShare};

const char *name(ActKind kind); // "acquire", "force-release", …
std::optional<ActKind> actKindNamed(QByteArrayView name);
// May end or shorten the hold of another client: such acts need confirmation on production.
bool takesAway(ActKind kind);
bool endsHold(ActKind kind); // By a release of any kind

} // namespace lockscope

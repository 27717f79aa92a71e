// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keys that a person asked for, by their exact names or by a pattern with some fixed text: "these may be
// locks". A string among them whose name does not say lock is shown as what its value may be, and never as
// more than a guess. Pure; any thread.

#include "core/formats/format.h"

namespace lockscope
{

struct RequestedKeys {
    QList<QByteArray> patterns{};
    QList<LockName> keys{};
    // Without patterns that match nearly every key: those say nothing of what the keys are.
    bool isEmpty() const;
};

// Of this rank alone: what only the request speaks for.
inline constexpr int RequestedRank = 99;

// A family for tokens and one for all other values. They come after all others.
std::vector<std::unique_ptr<Format>> formatsOf(const RequestedKeys &requested);

} // namespace lockscope

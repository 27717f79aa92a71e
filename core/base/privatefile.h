// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Files of the configuration folder: read with a limit, written as a whole or not at all, readable by their
// owner only. Any thread; not two at once on one file.

#include "core/base/outcome.h"

#include <optional>

namespace lockscope
{

// Nothing: there is no such file. what: "a list of profiles", for the sentence about one that is too large.
Outcome<std::optional<QByteArray>> readPrivateFile(const QString &fileName, const QString &what);
Done writePrivateFile(const QString &fileName, const QByteArray &bytes); // makes the folder too

} // namespace lockscope

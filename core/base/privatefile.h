// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Files of the configuration folder, and others that the user names: regular and size-limited. Written
// completely or not at all, readable by the owner only. Any thread, but only one at a time per file.

#include "core/base/outcome.h"

#include <optional>

namespace lockscope
{

// Never waits: a pipe or a device, which may give bytes without end or none, is a failure.
Outcome<QByteArray> readRegularFile(const QString &fileName, qint64 most);
// nullopt: there is no such file. what: "a list of profiles", for the failure of a file that is too large.
Outcome<std::optional<QByteArray>> readPrivateFile(const QString &fileName, const QString &what);
Done writePrivateFile(const QString &fileName, const QByteArray &bytes); // creates the folder too

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The folder of an incident, as documents for a shared recording. Any thread.

#include "core/history/recording/attachedfiles.h"
#include "core/values/lock.h"

#include <optional>

namespace lockscope
{

// Its regular files by name, without subfolders. Fails if there are none, too many, or too large ones.
Outcome<std::vector<AttachedFile>> incidentFolder(const QString &folder);
// The lock of the incident; nullopt: it cannot be read.
std::optional<LockName> lockOfIncident(const std::vector<AttachedFile> &files);

} // namespace lockscope

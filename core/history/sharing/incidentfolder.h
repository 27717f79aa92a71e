// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The folder of an incident, as documents for a shared recording. Any thread.

#include "core/history/recording/attachedfiles.h"
#include "core/values/lock.h"

#include <optional>

namespace lockscope
{

// By name. Regular files only, without those in folders below it. Failure: there are none, too many, or too
// large ones.
Outcome<std::vector<AttachedFile>> incidentFolder(const QString &folder);
// The lock that it is about; nullopt: that cannot be read.
std::optional<LockName> lockOfIncident(const std::vector<AttachedFile> &files);

} // namespace lockscope

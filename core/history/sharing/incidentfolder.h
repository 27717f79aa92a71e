// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The folder of an incident, as documents for a shared recording. Any thread.

#include "core/history/recording/attachedfiles.h"

#include <utility>

namespace lockscope
{

// By name. Regular files only, without those in folders below it. Failure: there are none, too many, or too
// large ones.
Outcome<std::vector<AttachedFile>> incidentFolder(const QString &folder);
// The names of locks and other keys in its JSON documents; the lock that it is about first.
std::vector<LockName> keysOfIncident(const std::vector<AttachedFile> &files);
// Replaces such names in all of them, however they are written there.
std::vector<AttachedFile> withKeysNamed(std::vector<AttachedFile> files,
                                        const std::vector<std::pair<LockName, QByteArray>> &names);

} // namespace lockscope

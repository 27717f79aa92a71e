// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads the formats of other programs entry by entry, for importProfiles(). Pure.

#include "core/config/profileimport.h"

#include <QJsonArray>

namespace lockscope
{

// RedisInsight 2. With a sentinelMaster, "username" and "password" are those of the sentinels.
Outcome<ProfileImport> importRedisInsight(const QJsonArray &entries);
// Another Redis Desktop Manager. With sentinelOptions, "auth" is the sentinels'. groups: from newer exports.
Outcome<ProfileImport> importAnotherManager(const QJsonArray &entries, const QJsonArray &groups);

} // namespace lockscope

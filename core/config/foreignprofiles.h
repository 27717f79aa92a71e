// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The formats of other programs, entry by entry; the works of importProfiles(). Pure.

#include "core/config/profileimport.h"

#include <QJsonArray>

namespace lockscope
{

// RedisInsight 2: "username" and "password" are the sentinels' where there is a sentinelMaster.
Outcome<ProfileImport> importRedisInsight(const QJsonArray &entries);
// Another Redis Desktop Manager: "auth" is the sentinels' where there are sentinelOptions. groups: of its
// newer exports.
Outcome<ProfileImport> importAnotherManager(const QJsonArray &entries, const QJsonArray &groups);

} // namespace lockscope

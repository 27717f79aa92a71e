// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Imports connections from files of other programs. Pure.

#include "core/values/connection/connection.h"

#include <QStringList>

namespace lockscope
{

struct ProfileImport {
    QList<ConnectionSpec> profiles{}; // read-only, with names of their own; passwords in memory, for the
                                      // keychain; an SSH configuration is unconfirmed
    qsizetype unchanged = 0;          // left out: they are among the known ones
    QStringList notes{};              // what could not be imported: profile and reason
};

// Reads URLs, one per line (several in a line: a RedLock group); RedisInsight's JSON export; the .ano file of
// Another Redis Desktop Manager; or Lockscope's own profiles.json. All or nothing: a failure names the line
// or the entry. taken: names that new profiles must not have. known: those that the file only repeats are
// left out, unless it has a password for one without.
Outcome<ProfileImport> importProfiles(const QByteArray &bytes, const QStringList &taken = {},
                                      const QList<ConnectionSpec> &known = {});

} // namespace lockscope

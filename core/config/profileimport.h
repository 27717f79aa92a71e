// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Connections out of files of others: what a person has already typed once. Pure.

#include "core/values/connection/connection.h"

#include <QStringList>

namespace lockscope
{

struct ProfileImport {
    QList<ConnectionSpec>
        profiles{};      // read-only, with names of their own; passwords in memory, for the keychain
    QStringList notes{}; // what could not be taken over, of which profile, and why
};

// URLs, one a line (several in a line: a RedLock group); the JSON that RedisInsight exports; the .ano file of
// Another Redis Desktop Manager; a profiles.json of Lockscope's own. All or nothing: a failure names the line
// or the entry. taken: names that the new ones must not have.
Outcome<ProfileImport> importProfiles(const QByteArray &bytes, const QStringList &taken = {});

} // namespace lockscope

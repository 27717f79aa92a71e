// SPDX-License-Identifier: GPL-3.0-or-later
// profiles.json, the passwords that the keychain keeps for it, and the connections of other programs.
#include "core/config/profileimport.h"
#include "core/config/profilejson.h"
#include "core/config/secrets.h"
#include "tests/fuzz/target.h"

#include <QSet>

namespace fuzz_profiles
{

using namespace lockscope;
using namespace lockscope::fuzz;

namespace
{

void importAll(const QByteArray &input)
{
    const auto import = importProfiles(input, {QStringLiteral("taken")});
    if (!import)
        return;
    QSet<QString> names{QStringLiteral("taken")};
    for (const ConnectionSpec &profile : import->profiles) {
        demand(profile.readOnly, "an imported profile is read-only");
        demand(!names.contains(profile.name), "an imported profile has a name of its own");
        names.insert(profile.name);
    }
    const QByteArray written = profilesToJson(import->profiles);
    const auto again = profilesFromJson(written);
    demand(again.ok(), "an imported profile can be saved and read again");
    demand(profilesToJson(*again) == written, "an imported profile is read as it was written");
}

void run(const QByteArray &input)
{
    importAll(input);
    if (const auto secrets = secretsFromJson(input)) {
        const auto again = secretsFromJson(secretsToJson(*secrets));
        demand(again.ok() && *again == *secrets, "passwords are read as they were written");
    }
    const auto profiles = profilesFromJson(input);
    if (!profiles)
        return;
    for (const ConnectionSpec &profile : *profiles)
        demand(secretsOf(profile).isEmpty(), "a profile has no password");
    const auto again = profilesFromJson(profilesToJson(*profiles));
    demand(again.ok() && *again == *profiles, "profiles are read as they were written");
}

} // namespace

LOCKSCOPE_FUZZ_TARGET(profiles);

} // namespace fuzz_profiles

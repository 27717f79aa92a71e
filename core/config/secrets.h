// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The passwords of a connection, apart from it: what profiles.json never has and the keychain may. Pure.

#include "core/values/connection/connection.h"

namespace lockscope
{

struct Secrets {
    QString password{};
    QString sentinelPassword{};
    QString proxyPassword{};
    std::vector<Secrets> members{}; // RedLock: in the order of the profile's members

    bool isEmpty() const;
    friend bool operator==(const Secrets &, const Secrets &) = default;
};

Secrets secretsOf(const ConnectionSpec &spec);
// Into every place that has none yet: what was typed wins over what was kept.
void giveSecrets(const Secrets &secrets, ConnectionSpec &spec);

// As one keychain entry. Reading fails for anything else.
QByteArray secretsToJson(const Secrets &secrets);
Outcome<Secrets> secretsFromJson(const QByteArray &json);

} // namespace lockscope

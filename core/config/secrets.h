// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The passwords of a connection. They may be in the keychain, but are never in profiles.json. Pure.

#include "core/values/connection/connection.h"

namespace lockscope
{

struct Secrets {
    QString password{};
    QString sentinelPassword{};
    QString proxyPassword{};
    std::vector<Secrets> members{}; // of a RedLock group, in the profile's order

    bool isEmpty() const;
    friend bool operator==(const Secrets &, const Secrets &) = default;
};

Secrets secretsOf(const ConnectionSpec &spec);
// Fills in passwords that are still empty: typed ones take precedence over stored ones.
void giveSecrets(const Secrets &secrets, ConnectionSpec &spec);

// Converts to and from a keychain entry. Reading anything else fails.
QByteArray secretsToJson(const Secrets &secrets);
Outcome<Secrets> secretsFromJson(const QByteArray &json);

} // namespace lockscope

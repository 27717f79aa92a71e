// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pseudonyms for keys, owners, nodes and kinds of users' rules: HMAC-SHA-256 (RFC 2104) with a secret salt,
// cut to 64 bits. With the same salt, a name always gets the same pseudonym without a list of names, because
// a recording may last for months. Without the salt, guesses cannot be tested. Value with a bounded cache;
// one thread.

#include "core/values/lock.h"

#include <QHash>

namespace lockscope
{

class Pseudonyms
{
public:
    static constexpr int SaltBytes = 32;
    static constexpr qsizetype Kept = 50'000;

    explicit Pseudonyms(QByteArray salt) : m_salt(std::move(salt)) {}

    // Empty stays empty.
    LockName key(const LockName &key) { return {of("key", key.bytes)}; }
    NodeId node(const NodeId &node) { return {of("node", node.bytes)}; }
    LockKind kind(LockKind kind); // of a user's rule; others stay
    // "owner-…", or "client-…:…" if ids of this kind name their client, so that its holds can be added up.
    OwnerId owner(LockKind kind, const OwnerId &owner);

private:
    QByteArray of(const char *what, const QByteArray &bytes);

    QByteArray m_salt;
    QHash<QByteArray, QByteArray> m_known{};
};

// True if the name of a lock is a pseudonym. what: "node", "owner", "kind", for other names.
bool isPseudonym(const QByteArray &key);
bool isPseudonymOf(const char *what, const QByteArray &name);
// The part that all pseudonyms of one client's owners share. Empty: no such pseudonym.
QByteArray pseudonymOfClient(const OwnerId &owner);

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Names of things on a Redis server. Bytes as Redis holds them; only ui and cli make text of them.
// Values: copied freely, any thread. Two names of different meaning do not compare or convert.

#include <QByteArray>
#include <QHashFunctions>
#include <QString>

namespace lockscope
{

template<class Tag> struct Name {
    QByteArray bytes{};

    bool isEmpty() const { return bytes.isEmpty(); }
    friend bool operator==(const Name &, const Name &) = default;
    friend bool operator<(const Name &a, const Name &b) { return a.bytes < b.bytes; }
    friend size_t qHash(const Name &n, size_t seed = 0) noexcept { return qHash(n.bytes, seed); }
};

using LockName = Name<struct LockNameTag>; // the main key of a lock
using OwnerId = Name<struct OwnerIdTag>;   // who holds: a token, or uuid:threadId
using NodeId = Name<struct NodeIdTag>;     // "host:port" or "unix:/path" of one server

// For people: UTF-8 if it is text without control characters, else C-style escapes (\xNN) for the rest.
// The result of escapedText is unique for the bytes, so it may be shown beside others.
QString escapedText(const QByteArray &bytes);
bool isPlainText(const QByteArray &bytes);

} // namespace lockscope

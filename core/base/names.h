// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Names of things on a Redis server, as bytes like in Redis; only ui and cli convert them to text. Values;
// any thread. Names of different meaning cannot be compared or converted.

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
using OwnerId = Name<struct OwnerIdTag>;   // a token, or uuid:threadId
using NodeId = Name<struct NodeIdTag>;     // "host:port" or "unix:/path" of one server

// For display: UTF-8 if it is plain text, else with C-style escapes (\xNN). Unique for the bytes.
QString escapedText(const QByteArray &bytes);
bool isPlainText(const QByteArray &bytes);
bool isPrintableAscii(QStringView text); // from space to ~, so that each unit is one column
// Text of any origin for one line of a terminal, a log or an exported file. Escapes what escapedText() does,
// line ends included, but no backslash: twice is the same as once. A lone surrogate becomes U+FFFD.
QString printable(const QString &text);
// The same inside the strings of a JSON document, as \uNNNN. Keeps line feeds.
QByteArray printableJson(const QByteArray &utf8);

} // namespace lockscope

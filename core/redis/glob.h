// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The globs of SCAN MATCH as in Redis (util.c, stringmatchlen): * ? [a-z] [^a-z] \x, over bytes. Malformed
// globs are legal there and here. Never fails; at most pattern length x key length steps. Pure; any thread.

#include <QByteArrayView>
#include <QList>

namespace lockscope
{

bool globMatches(QByteArrayView glob, QByteArrayView key);

// The fixed beginning of all matches, unescaped; the whole key if the glob has no wildcard.
QByteArray literalPrefix(QByteArrayView glob);

// True for a glob without fixed text, which matches (nearly) everything.
bool isBoundless(QByteArrayView glob);

// True only if `outer` matches everything that `inner` matches; may be false although it does.
bool globCovers(QByteArrayView outer, QByteArrayView inner);
// Removes globs that another one covers; keeps the order.
QList<QByteArray> reducePatterns(const QList<QByteArray> &globs);

} // namespace lockscope

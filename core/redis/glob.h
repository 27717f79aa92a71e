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

// Removes globs whose matches another one surely matches, too; keeps the order.
QList<QByteArray> reducePatterns(const QList<QByteArray> &globs);

} // namespace lockscope

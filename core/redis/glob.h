// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The globs of SCAN MATCH, exactly as Redis reads them (util.c, stringmatchlen): * ? [a-z] [^a-z] \x, over
// bytes. Malformed globs are legal there and so they are here. Never fails, no blow-up: at worst
// pattern length x key length. Pure; any thread.

#include <QByteArrayView>
#include <QList>

namespace lockscope
{

bool globMatches(QByteArrayView glob, QByteArrayView key);

// What every match begins with, unescaped; the whole key when the glob has no wildcard.
QByteArray literalPrefix(QByteArrayView glob);
// True when the glob matches one key only.
bool isLiteral(QByteArrayView glob);

// True only when everything that inner matches, outer matches too (never wrongly true).
bool globCovers(QByteArrayView outer, QByteArrayView inner);
// Without those that another one covers; the order stays.
QList<QByteArray> reducePatterns(const QList<QByteArray> &globs);

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keys and owner IDs between a command line and their bytes. Pure.

#include "core/base/names.h"

namespace lockscope::cli
{

// An owner ID as it is, or as it was shown. Lines for people show bytes that are no text as \xNN, JSON as
// base64, for which "base64:" stands in front here.
OwnerId typedOwner(const QByteArray &typed);
// A key is taken byte for byte. Only a NUL cannot stand on a command line: a word with \x00 in it is read as
// lines for people show it, \xNN for a byte and \\ for a backslash.
LockName typedKey(const QByteArray &typed);
// The other way round, for the environment of a command, where no NUL can stand either.
QByteArray typedForm(const QByteArray &bytes);

} // namespace lockscope::cli

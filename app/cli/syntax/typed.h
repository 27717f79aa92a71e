// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Converts keys and owner ids between the command line and bytes. Pure.

#include "core/base/names.h"

namespace lockscope::cli
{

// Reads an owner id as it is, or as the program shows it. Text output shows non-text bytes as \xNN. JSON
// shows base64, which needs the prefix "base64:" here.
OwnerId typedOwner(const QByteArray &typed);
// Reads a key byte for byte. A command line cannot contain NUL, so a word with \x00 is read as the program
// shows keys: \xNN for a byte and \\ for a backslash.
LockName typedKey(const QByteArray &typed);
// The inverse, for environment variables, which cannot contain NUL either.
QByteArray typedForm(const QByteArray &bytes);

} // namespace lockscope::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The file of a recording before and after it is written. A redacted one has its salt beside it, in a file of
// its own: without that, pseudonyms cannot be tested against guesses. Main thread.

#include "core/base/outcome.h"
#include "core/values/connection/connection.h"

#include <QString>

namespace lockscope::cli
{

// Which locks of which servers a recording is of, in words. Without user names, passwords and options.
QByteArray subjectOf(const ConnectionSpec &spec);
// That the file can be written, and is a recording of this subject if it exists. Creates it, and closes what
// a crash left. A redacted one has the subject's hash.
Done checkRecording(const QString &file, const QByteArray &subject, const QByteArray &salt = {});
// The salt of this file, which is created with it. BadInput: the file has names in it.
Outcome<QByteArray> saltOfRecording(const QString &file);
// BadInput: the file has pseudonyms in it.
Done checkUnredacted(const QString &file);
// The number of locks that it knows. The file must not be in use.
Outcome<qint64> locksRecorded(const QString &file);

} // namespace lockscope::cli

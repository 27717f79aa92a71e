// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is said about a command line that is wrong: which word, why, and what was probably meant. Pure.

#include "app/cli/syntax/syntax.h"
#include "core/base/outcome.h"

namespace lockscope::cli
{

Failure badInput(const QString &text, const QString &remedy = {});
Failure unknownCommand(const QByteArray &word);
// command: the one it stands behind; null: none yet.
Failure unknownOption(const CommandSyntax *command, const QByteArray &typed);
Failure misplacedOption(const CommandSyntax &command, const QByteArray &option);
QString helpHint(const CommandSyntax *command);
// The remedy for a word that is none of these: the nearest of them, else what is said otherwise.
QString didYouMean(const QByteArray &typed, const std::vector<QByteArray> &words, const QString &otherwise);
QString listed(const std::vector<QByteArray> &words); // with commas between

// Redis takes any glob; this refuses those that can never match what was meant.
Done checkPattern(const QByteArray &pattern);

inline QString latin(QByteArrayView text)
{
    return QLatin1String(text);
}

} // namespace lockscope::cli

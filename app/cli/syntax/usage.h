// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Error messages for a wrong command line: which word, why, and what was probably meant. Pure.

#include "app/cli/syntax/syntax.h"
#include "core/base/outcome.h"

namespace lockscope::cli
{

Failure badInput(const QString &text, const QString &remedy = {});
Failure unknownCommand(const QByteArray &word);
// command: the command before the option; null: none yet.
Failure unknownOption(const CommandSyntax *command, const QByteArray &typed);
Failure misplacedOption(const CommandSyntax &command, const QByteArray &option);
QString helpHint(const CommandSyntax *command);
// The remedy for an unknown word: the nearest known word, else otherwise.
QString didYouMean(const QByteArray &typed, const std::vector<QByteArray> &words, const QString &otherwise);
QString listed(const std::vector<QByteArray> &words); // separated by commas

// Redis accepts any glob. This rejects globs with a lone backslash or an open [, which are mistakes.
Done checkPattern(const QByteArray &pattern);

inline QString latin(QByteArrayView text)
{
    return QLatin1String(text);
}

} // namespace lockscope::cli

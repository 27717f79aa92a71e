// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/syntax/usage.h"

#include "core/base/nearestword.h"

#include <QStringList>

#include <algorithm>
#include <vector>

namespace lockscope::cli
{

Failure badInput(const QString &text, const QString &remedy)
{
    return {.kind = ErrorKind::BadInput, .text = text, .remedy = remedy};
}

Failure unknownCommand(const QByteArray &word)
{
    // Not repeated in the message, because a URL may contain a password.
    if (word.contains("://"))
        return badInput(QStringLiteral("a URL was found instead of a command"),
                        QStringLiteral("put --url before it"));
    std::vector<QByteArray> words;
    for (const CommandSyntax &command : allCommands())
        words.emplace_back(command.word);
    return badInput(QStringLiteral("unknown command %1").arg(escapedText(word)),
                    didYouMean(word, words, QStringLiteral("lockscope-cli --help lists the commands")));
}

Failure unknownOption(const CommandSyntax *command, const QByteArray &typed)
{
    std::vector<QByteArray> words;
    const auto add = [&words](std::span<const OptionSyntax> options) {
        for (const OptionSyntax &option : options)
            words.push_back(QByteArrayLiteral("--") + option.name);
    };
    add(globalOptions());
    for (const CommandSyntax &one : allCommands()) {
        if (!command || command == &one)
            add(one.options);
    }
    const QString where = command ? latin(command->word) + QStringLiteral(": ") : QString();
    return badInput(where + QStringLiteral("unknown option %1").arg(escapedText(typed)),
                    didYouMean(typed, words, helpHint(command)));
}

Failure misplacedOption(const CommandSyntax &command, const QByteArray &option)
{
    QStringList takers;
    for (const CommandSyntax *taker : commandsWith(option))
        takers += latin(taker->word);
    return badInput(QStringLiteral("%1 has no option --%2").arg(latin(command.word), latin(option)),
                    QStringLiteral("it is an option of %1").arg(takers.join(QStringLiteral(", "))));
}

QString helpHint(const CommandSyntax *command)
{
    return command ? QStringLiteral("see lockscope-cli %1 --help").arg(latin(command->word))
                   : QStringLiteral("see lockscope-cli --help");
}

QString didYouMean(const QByteArray &typed, const std::vector<QByteArray> &words, const QString &otherwise)
{
    const QByteArray nearest = nearestWord(typed, words);
    return nearest.isEmpty() ? otherwise : QStringLiteral("did you mean %1?").arg(QString::fromUtf8(nearest));
}

QString listed(const std::vector<QByteArray> &words)
{
    return QString::fromUtf8(QByteArrayList(words.begin(), words.end()).join(", "));
}

Done checkPattern(const QByteArray &pattern)
{
    if (pattern.isEmpty())
        return badInput(QStringLiteral("--pattern is empty"), QStringLiteral("* matches every key"));
    bool inClass = false;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '\\') {
            if (++i == pattern.size())
                return badInput(
                    QStringLiteral("pattern %1 ends with a single backslash").arg(escapedText(pattern)),
                    QStringLiteral("use \\\\ for the character itself"));
        } else if (pattern[i] == '[') {
            inClass = true;
        } else if (pattern[i] == ']') {
            inClass = false;
        }
    }
    if (inClass)
        return badInput(QStringLiteral("pattern %1 has an unclosed [").arg(escapedText(pattern)),
                        QStringLiteral("use \\[ for the character itself"));
    return Nothing{};
}

} // namespace lockscope::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/syntax/help.h"

#include "core/formats/format.h"
#include "core/values/kindname.h"

#include <QStringList>

#include <algorithm>
#include <vector>

namespace lockscope::cli
{

namespace
{

constexpr int PageWidth = 100;

struct Entry {
    QString left{};
    QString right{};
};

// Wraps at blanks to PageWidth columns. Continuation lines start at indent.
QString wrapped(const QString &text, int indent)
{
    QStringList lines;
    QString line;
    for (const QString &word : text.split(u' ')) {
        if (!line.isEmpty() && indent + line.size() + 1 + word.size() > PageWidth) {
            lines += line;
            line.clear();
        }
        line += (line.isEmpty() ? QString() : QStringLiteral(" ")) + word;
    }
    lines += line;
    return lines.join(u'\n' + QString(indent, u' '));
}

QString section(const QString &title, const std::vector<Entry> &entries)
{
    qsizetype width = 0;
    for (const Entry &entry : entries)
        width = std::max(width, entry.left.size());
    QString text = title + u'\n';
    for (const Entry &entry : entries) {
        const QString left = QStringLiteral("  ") + entry.left.leftJustified(width) + QStringLiteral("  ");
        text += left + wrapped(entry.right, int(left.size())) + u'\n';
    }
    return text;
}

QString spelling(const OptionSyntax &option)
{
    QString text =
        option.letter ? QStringLiteral("-%1, ").arg(QLatin1Char(option.letter)) : QStringLiteral("    ");
    text += QStringLiteral("--") + QLatin1String(option.name);
    if (option.takes == Takes::Value)
        text += u' ' + QString::fromUtf8(option.value);
    else if (option.takes == Takes::OptionalValue)
        text += (option.value[0] == '=' ? QStringLiteral("[%1]") : QStringLiteral(" [%1]"))
                    .arg(QString::fromUtf8(option.value));
    return text;
}

// Ordered by library, which the titles have in parentheses; those without one come last.
QString kindsSection()
{
    std::vector<Entry> entries;
    for (const LockKind kind : Registry::builtIn().kinds()) {
        const QByteArray name = kindName(kind);
        entries.push_back({QString::fromUtf8(name), Registry::builtIn().find(name)->title()});
    }
    const auto library = [](const Entry &entry) {
        const qsizetype begin = entry.right.lastIndexOf(u'(');
        return begin < 0 ? QStringLiteral("~") : entry.right.mid(begin).toLower();
    };
    std::ranges::stable_sort(entries, {}, library);
    return section(QStringLiteral("Kinds, besides those of your own rules:"), entries);
}

QString globalSection()
{
    std::vector<Entry> entries;
    for (const OptionSyntax &option : globalOptions())
        entries.push_back({spelling(option), QString::fromUtf8(option.text)});
    return section(QStringLiteral("Options, before or after the command:"), entries);
}

} // namespace

QString generalHelp()
{
    QString text = QStringLiteral(
        "Usage: lockscope-cli [OPTIONS] COMMAND [ARGUMENTS]\n\nShows the distributed locks in Redis, who "
        "holds each one and who waits, and releases, renews or\nwakes them safely.\n\n");
    std::vector<Entry> commands;
    for (const CommandSyntax &command : allCommands()) {
        const QString usage = QLatin1String(command.word) + u' ' + QString::fromUtf8(command.operands);
        commands.push_back({usage.trimmed(), QString::fromUtf8(command.summary)});
    }
    text += section(QStringLiteral("Commands:"), commands) + u'\n';
    text += globalSection() + u'\n';
    text += QStringLiteral(
        "Without --url, --profile and --sandbox it connects to redis://127.0.0.1:6379.\nLOCKSCOPE_PASSWORD "
        "and --password-file are safer than a password in the URL. Sentinels with their\nown password use "
        "LOCKSCOPE_SENTINEL_PASSWORD. Passwords of a profile are read from the keychain,\nor prompted for on "
        "a terminal.\nDurations: 250ms, 30s, 5m, 2h. -- ends the options.\n\n");
    text += section(
        QStringLiteral("Exit status:"),
        {{QStringLiteral("0"), QStringLiteral("done")},
         {QStringLiteral("1"), QStringLiteral("negative result: held by another owner, not held, owner "
                                              "changed, lost; for scan --verdict and doctor: findings")},
         {QStringLiteral("2"), QStringLiteral("usage error")},
         {QStringLiteral("3"), QStringLiteral("connection failed: refused, timed out, TLS or login failed")},
         {QStringLiteral("4"), QStringLiteral("the server rejected the command, or the connection does not "
                                              "allow it (read-only, denied, production)")},
         {QStringLiteral("5"),
          QStringLiteral("a file could not be read or written, or the program has a bug")}});
    text += QStringLiteral("\nlockscope-cli COMMAND --help lists the options of a command.\n");
    return text;
}

QString commandHelp(const CommandSyntax &command)
{
    QString usage = QStringLiteral("Usage: lockscope-cli [OPTIONS] %1").arg(QLatin1String(command.word));
    if (!command.options.empty())
        usage += QStringLiteral(" [OPTIONS]");
    const QString operands = QString::fromUtf8(command.operands);
    if (!operands.isEmpty())
        usage += u' ' + operands;
    const QString summary = QString::fromUtf8(command.summary);
    QString text =
        usage + QStringLiteral("\n\n") + summary.left(1).toUpper() + summary.mid(1) + QStringLiteral(".\n");
    if (command.details[0])
        text += u'\n' + QString::fromUtf8(command.details) + u'\n';
    const bool listsKinds = QLatin1String(command.word) == QLatin1String("scan");
    std::vector<Entry> own;
    for (const OptionSyntax &option : command.options) {
        QString what = QString::fromUtf8(option.text);
        if (option.required)
            what += QStringLiteral(" (required)");
        if (QLatin1String(option.name) == QLatin1String("kind") && !listsKinds)
            what += QStringLiteral("; for the kinds, see the help of scan");
        own.push_back({spelling(option), what});
    }
    if (!own.empty())
        text += u'\n' + section(QStringLiteral("Options:"), own);
    if (listsKinds)
        text += u'\n' + kindsSection();
    return text + QStringLiteral("\nGlobal options: lockscope-cli --help\n");
}

QString versionText()
{
    return QStringLiteral("lockscope-cli " LOCKSCOPE_VERSION "\n");
}

} // namespace lockscope::cli

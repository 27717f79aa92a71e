// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads the documents for the tests of them: fenced blocks with the comments before them, words formatted as
// code, links, headings. Pure.

#include <QRegularExpression>
#include <QSet>
#include <QString>
#include <QStringList>

namespace lockscope::test
{

// One fenced block. The lines of an HTML comment right before it become notes:
//   test: status 1        the commands exit with this status (0 without the note)
//   test: file PATH       the block is saved as this file in the working folder
//   test: before COMMAND  is run first: readers have done that already, or elsewhere
//   not run: REASON       and what checks it instead
struct Block {
    QString language{}; // "sh", "console", "json", …
    QStringList lines{};
    QStringList notes{};
    int line = 0; // of the opening fence

    bool isCommands() const
    {
        return language == QLatin1String("sh") || language == QLatin1String("console");
    }
    QStringList noted(const QString &what) const
    {
        QStringList rest;
        for (const QString &note : notes) {
            if (note.startsWith(what + QLatin1Char(' ')))
                rest << note.mid(what.size() + 1);
        }
        return rest;
    }
};

inline QStringList notesIn(const QString &comment)
{
    QStringList notes;
    for (const QString &line : comment.split(QLatin1Char('\n'))) {
        const QString note = line.trimmed();
        if (note.startsWith(QLatin1String("test: ")) || note.startsWith(QLatin1String("not run: ")))
            notes << note;
    }
    return notes;
}

inline QList<Block> blocksOf(const QString &text)
{
    QList<Block> blocks;
    QString comment;
    bool inComment = false;
    Block *open = nullptr;
    const QStringList lines = text.split(QLatin1Char('\n'));
    for (int i = 0; i < lines.size(); ++i) {
        const QString &line = lines[i];
        if (open) {
            if (line.startsWith(QLatin1String("```")))
                open = nullptr;
            else
                open->lines << line;
        } else if (line.startsWith(QLatin1String("```"))) {
            blocks.append({.language = line.mid(3).trimmed(), .notes = notesIn(comment), .line = i + 1});
            open = &blocks.last();
            comment.clear();
        } else if (inComment || line.startsWith(QLatin1String("<!--"))) {
            comment +=
                QString(line).remove(QLatin1String("<!--")).remove(QLatin1String("-->")) + QLatin1Char('\n');
            inComment = !line.contains(QLatin1String("-->"));
        } else if (!line.trimmed().isEmpty()) {
            comment.clear();
        }
    }
    return blocks;
}

// A command of a console block, and the output that the document shows below it.
struct Shown {
    QString command{};
    QStringList output{};
};

inline QList<Shown> shownIn(const Block &block)
{
    QList<Shown> all;
    for (const QString &line : block.lines) {
        if (line.startsWith(QLatin1String("$ ")))
            all.append({.command = line.mid(2)});
        else if (line.startsWith(QLatin1String("> ")) && !all.isEmpty() && all.last().output.isEmpty())
            all.last().command += QLatin1Char('\n') + line.mid(2);
        else if (!all.isEmpty())
            all.last().output << line;
    }
    return all;
}

// Replaces what differs between runs: ids, times, ports, and the widths of columns.
inline QString withoutChance(QString line)
{
    static const std::pair<QRegularExpression, QString> changes[] = {
        {QRegularExpression(QStringLiteral("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")),
         QStringLiteral("UUID")},
        {QRegularExpression(QStringLiteral("\\d{4}-\\d\\d-\\d\\d")), QStringLiteral("DAY")},
        {QRegularExpression(QStringLiteral("\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?")), QStringLiteral("CLOCK")},
        {QRegularExpression(QStringLiteral("\\d{8}T\\d{6}Z")), QStringLiteral("STAMP")},
        {QRegularExpression(QStringLiteral("[+-]?\\d+(\\.\\d+)? (ms|s|min|h)\\b")), QStringLiteral("TIME")},
        {QRegularExpression(QStringLiteral("127\\.0\\.0\\.1:\\d+")), QStringLiteral("ADDRESS")},
        {QRegularExpression(QStringLiteral("\\s+")), QStringLiteral(" ")},
    };
    for (const auto &[what, name] : changes)
        line.replace(what, name);
    return line.trimmed();
}

// "…" in a shown line matches anything.
inline bool isShownAs(const QString &line, const QString &shown)
{
    QString pattern = QRegularExpression::escape(withoutChance(shown));
    pattern.replace(QRegularExpression::escape(QStringLiteral("…")), QStringLiteral(".*"));
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern))
        .match(withoutChance(line))
        .hasMatch();
}

// The first shown line that the output lacks at its place; null: none. A document may leave lines out.
inline QString missingFrom(const QStringList &output, const QStringList &shown)
{
    qsizetype next = 0;
    for (const QString &line : shown) {
        if (line.trimmed().isEmpty() || line.trimmed() == QStringLiteral("…"))
            continue;
        while (next < output.size() && !isShownAs(output[next], line))
            ++next;
        if (next++ == output.size())
            return line;
    }
    return {};
}

// Without fenced blocks and comments, which contain no links and name no programs.
inline QString proseOf(const QString &text)
{
    static const QRegularExpression comment(QStringLiteral("<!--.*?-->"),
                                            QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression block(QStringLiteral("^```.*?^```\\s*?$"),
                                          QRegularExpression::DotMatchesEverythingOption |
                                              QRegularExpression::MultilineOption);
    return QString(text).remove(block).remove(comment);
}

inline QStringList wordsSetAsCode(const QString &text)
{
    static const QRegularExpression code(QStringLiteral("`([^`\n]+)`"));
    QStringList all;
    for (auto found = code.globalMatch(proseOf(text)); found.hasNext();)
        all << found.next().captured(1);
    return all;
}

inline QStringList linksOf(const QString &text)
{
    static const QRegularExpression code(QStringLiteral("`[^`\n]+`"));
    static const QRegularExpression link(QStringLiteral("\\]\\(([^)\\s]+)\\)"));
    const QString prose = proseOf(text).replace(code, QStringLiteral("code"));
    QStringList all;
    for (auto found = link.globalMatch(prose); found.hasNext();)
        all << found.next().captured(1);
    return all;
}

// The anchors that common viewers give to headings.
inline QSet<QString> anchorsOf(const QString &text)
{
    static const QRegularExpression heading(QStringLiteral("^#+ +(.*)$"),
                                            QRegularExpression::MultilineOption);
    QSet<QString> all;
    for (auto found = heading.globalMatch(proseOf(text)); found.hasNext();) {
        QString anchor;
        for (const QChar character : found.next().captured(1).trimmed().toLower()) {
            if (character.isLetterOrNumber() || character == QLatin1Char('-') ||
                character == QLatin1Char('_'))
                anchor += character;
            else if (character == QLatin1Char(' '))
                anchor += QLatin1Char('-');
        }
        all << anchor;
    }
    return all;
}

} // namespace lockscope::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/script.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QVarLengthArray>

#include <array>
#include <charconv>

namespace lockscope
{

namespace
{

Script scriptOf(QByteArray text)
{
    QByteArray sha1 = QCryptographicHash::hash(text, QCryptographicHash::Sha1).toHex();
    return {.text = std::move(text), .sha1 = std::move(sha1)};
}

// Replaces each line "-- Include a.lua" by that file.
QByteArray withIncluded(const QByteArray &text, const QHash<QByteArray, QByteArray> &files)
{
    const QByteArrayView word("-- Include ");
    QByteArrayList lines = text.split('\n');
    for (QByteArray &line : lines) {
        if (!line.startsWith(word))
            continue;
        const QByteArray name = line.sliced(word.size()).chopped(4);
        Q_ASSERT_X(files.contains(name), "script", line.constData());
        line = withIncluded(files.value(name), files).chopped(1);
    }
    return lines.join('\n');
}

// What it calls by a name in its text, quoted and separated by commas. A pcall looks at the error itself.
QByteArray commandsIn(const QByteArray &text)
{
    static const QRegularExpression call(QStringLiteral("redis\\.call\\((\"[A-Z]+\")"));
    QByteArrayList commands;
    for (const QRegularExpressionMatch &match : call.globalMatch(QString::fromUtf8(text))) {
        const QByteArray name = match.captured(1).toLatin1();
        if (!commands.contains(name))
            commands << name;
    }
    return commands.join(", ");
}

// Precedes a script that has keys with the check whether this user may run all its commands.
QByteArray withCheck(const QByteArray &text, const QByteArray &check)
{
    return text.contains("KEYS[") ? QByteArray(check).replace("COMMANDS})", commandsIn(text) + "})") + text
                                  : text;
}

QHash<QByteArray, Script> loadScripts()
{
    QHash<QByteArray, QByteArray> files;
    const QDir folder(QStringLiteral(":/lua"));
    const QStringList names = folder.entryList({QStringLiteral("*.lua")}, QDir::Files);
    for (const QString &name : names) {
        QFile file(folder.filePath(name));
        if (file.open(QIODevice::ReadOnly))
            files.insert(name.chopped(4).toUtf8(), file.readAll());
    }
    QHash<QByteArray, Script> scripts;
    const QByteArray check = files.value("all-allowed");
    const QByteArray bound = files.value("within-ttl");
    for (const auto &[name, text] : files.asKeyValueRange()) {
        const QByteArray whole = withIncluded(text, files);
        scripts.insert(name, scriptOf(withCheck(whole, check)));
        if (name.endsWith("force-release"))
            scripts.insert(withinTtl(name), scriptOf(withCheck(bound + whole, check)));
    }
    return scripts;
}

} // namespace

const Script &script(const QByteArray &name)
{
    static const QHash<QByteArray, Script> scripts = loadScripts();
    static const Script missing{};
    const auto found = scripts.constFind(name);
    Q_ASSERT_X(found != scripts.constEnd(), "script", name.constData());
    return found != scripts.constEnd() ? *found : missing;
}

QByteArray withinTtl(const QByteArray &name)
{
    return name + "+within-ttl";
}

Batch scriptCall(const Script &script, const std::vector<QByteArray> &keys,
                 const std::vector<QByteArray> &args, const ScriptTry &how)
{
    std::array<char, 20> digits;
    const char *end = std::to_chars(digits.begin(), digits.end(), keys.size()).ptr;
    QVarLengthArray<QByteArrayView, 16> call{how.whole ? "EVAL" : "EVALSHA",
                                             how.whole ? script.text : script.sha1,
                                             QByteArrayView(digits.begin(), end)};
    for (const QByteArray &key : keys)
        call << key;
    for (const QByteArray &argument : args)
        call << argument;
    Batch batch;
    if (how.asking)
        batch.add({"ASKING"});
    batch.add(std::span(call.cbegin(), call.cend()));
    return batch;
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/script.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QHash>
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
    for (const auto &[name, text] : files.asKeyValueRange())
        scripts.insert(name, scriptOf(withIncluded(text, files)));
    const QByteArray bound = scripts.value("within-ttl").text;
    for (const QByteArray &name : scripts.keys()) {
        if (name.endsWith("force-release"))
            scripts.insert(withinTtl(name), scriptOf(bound + scripts.value(name).text));
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

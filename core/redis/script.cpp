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

QHash<QByteArray, Script> loadScripts()
{
    QHash<QByteArray, Script> scripts;
    const QDir folder(QStringLiteral(":/lua"));
    const QStringList files = folder.entryList({QStringLiteral("*.lua")}, QDir::Files);
    for (const QString &name : files) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QByteArray text = file.readAll();
        const QByteArray sha1 = QCryptographicHash::hash(text, QCryptographicHash::Sha1).toHex();
        scripts.insert(name.chopped(4).toUtf8(), Script{.text = text, .sha1 = sha1});
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

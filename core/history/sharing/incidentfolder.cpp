// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/sharing/incidentfolder.h"

#include "core/base/privatefile.h"
#include "core/base/tr.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QUrl>

#include <algorithm>
#include <cstring>

namespace lockscope
{

namespace
{

Failure notAnIncident(const QString &folder, const QString &why)
{
    return {.kind = ErrorKind::BadInput,
            .text = Tr::tr("cannot attach the folder %1: %2").arg(folder, why),
            .remedy = Tr::tr("specify the folder of an incident")};
}

QByteArray inQuotes(const QString &text)
{
    const QByteArray json = QJsonDocument(QJsonObject{{QString(), text}}).toJson(QJsonDocument::Compact);
    return json.mid(5, json.size() - 7); // of {"":"TEXT"}
}

QByteArray withBackslashes(const QByteArray &bytes, const char *mark)
{
    QByteArray changed;
    for (const char c : bytes) {
        if (c != '\0' && std::strchr(mark, c))
            changed += '\\';
        changed += c;
    }
    return changed;
}

// As an incident's documents may write it: plain, in JSON, in Markdown, for a shell, in the name of a folder.
QByteArrayList writtenForms(const QByteArray &key)
{
    const QString text = escapedText(key);
    QByteArrayList forms{key,
                         text.toUtf8(),
                         inQuotes(text),
                         inQuotes(QString::fromUtf8(key)),
                         key.toBase64(),
                         key.toHex(),
                         QUrl::toPercentEncoding(QString::fromUtf8(key))};
    forms << withBackslashes(text.toUtf8(), "\\`*_{}[]<>()#+-.!|~&") << withBackslashes(text.toUtf8(), "|`")
          << withBackslashes(text.toUtf8(), "\"\\$`") << QByteArray(key).replace("'", "'\\''");
    QByteArray inFolder;
    for (const QChar c : text.left(80))
        inFolder +=
            c.unicode() < 0x80 && (c.isLetterOrNumber() || c == u'-' || c == u'.') ? c.toLatin1() : '_';
    forms << inFolder;
    return forms;
}

bool isWordSign(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// A short one only where it is a word: else it is part of many others.
void replaceForm(QByteArray &text, const QByteArray &form, const QByteArray &name)
{
    constexpr qsizetype Short = 6;
    if (form.size() >= Short) {
        text.replace(form, name);
        return;
    }
    for (qsizetype at = text.indexOf(form); at >= 0; at = text.indexOf(form, at)) {
        const qsizetype end = at + form.size();
        const bool isPart =
            (at > 0 && isWordSign(text[at - 1])) || (end < text.size() && isWordSign(text[end]));
        if (!isPart)
            text.replace(at, form.size(), name);
        at += isPart ? 1 : name.size();
    }
}

// Members of JSON documents that are names of keys. Those of one document: first its own, then those inside.
class KeysInJson
{
public:
    void add(const QJsonValue &value)
    {
        if (value.isArray()) {
            for (const QJsonValue &one : value.toArray())
                add(one);
        }
        const QJsonObject object = value.toObject();
        for (auto member = object.begin(); member != object.end(); ++member)
            addNames(member.key(), member.value());
        for (const QJsonValue &member : object)
            add(member);
    }
    std::vector<LockName> take() { return std::move(m_keys); }

private:
    void addNames(const QString &name, const QJsonValue &value)
    {
        static const QRegularExpression Keys(
            QStringLiteral("^(key|same_owner|same_client|companions)(_base64)?$"));
        const auto match = Keys.match(name);
        if (!match.hasMatch())
            return;
        for (const QJsonValue &one : value.isArray() ? value.toArray() : QJsonArray{value}) {
            const QByteArray text = one.toString().toUtf8();
            const LockName key{match.hasCaptured(2) ? QByteArray::fromBase64(text) : text};
            if (key.isEmpty() || m_known.contains(key))
                continue;
            m_known.insert(key);
            m_keys.push_back(key);
        }
    }

    QSet<LockName> m_known{};
    std::vector<LockName> m_keys{};
};

} // namespace

Outcome<std::vector<AttachedFile>> incidentFolder(const QString &folder)
{
    const QDir dir(folder);
    if (!dir.exists())
        return notAnIncident(folder, Tr::tr("there is no such folder"));
    const QStringList names = dir.entryList(QDir::Files | QDir::NoSymLinks | QDir::Hidden, QDir::Name);
    if (names.isEmpty())
        return notAnIncident(folder, Tr::tr("it has no files"));
    if (size_t(names.size()) > AttachedFile::Most)
        return notAnIncident(folder, Tr::tr("it has more than %1 files").arg(AttachedFile::Most));
    std::vector<AttachedFile> files;
    qint64 left = AttachedFile::MostBytes;
    for (const QString &name : names) {
        if (!isAttachedName(name))
            return notAnIncident(folder, Tr::tr("it has a file that is not of an incident: %1").arg(name));
        const QString path = dir.filePath(name);
        if (QFileInfo(path).size() > left)
            return notAnIncident(folder, Tr::tr("its files are too large"));
        auto bytes = readRegularFile(path, left);
        if (!bytes)
            return bytes.failure();
        left -= bytes->size();
        files.push_back({name, *std::move(bytes)});
    }
    return files;
}

std::vector<LockName> keysOfIncident(const std::vector<AttachedFile> &files)
{
    KeysInJson keys;
    for (const bool isLock : {true, false}) { // the lock that it is about first
        for (const AttachedFile &file : files) {
            if (!file.name.endsWith(QLatin1String(".json")) ||
                (file.name == QLatin1String("lock.json")) != isLock)
                continue;
            const QJsonObject document = QJsonDocument::fromJson(file.bytes).object();
            if (isLock)
                keys.add(QJsonObject{
                    {QStringLiteral("key"), document[QLatin1String("lock")][QLatin1String("key")]}});
            keys.add(document);
        }
    }
    return keys.take();
}

// Longer forms first, because a name may be part of another one.
std::vector<AttachedFile> withKeysNamed(std::vector<AttachedFile> files,
                                        const std::vector<std::pair<LockName, QByteArray>> &names)
{
    std::vector<std::pair<QByteArray, QByteArray>> forms;
    for (const auto &[key, name] : names) {
        for (const QByteArray &form : writtenForms(key.bytes)) {
            if (!form.isEmpty())
                forms.emplace_back(form, name);
        }
    }
    std::ranges::stable_sort(forms,
                             [](const auto &a, const auto &b) { return a.first.size() > b.first.size(); });
    for (AttachedFile &file : files) {
        for (const auto &[form, name] : forms)
            replaceForm(file.bytes, form, name);
    }
    return files;
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/sharing/incidentfolder.h"

#include "core/base/privatefile.h"
#include "core/base/tr.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>

#include <algorithm>

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

std::optional<LockName> lockOfIncident(const std::vector<AttachedFile> &files)
{
    const auto page = std::ranges::find(files, QStringLiteral("lock.json"), &AttachedFile::name);
    if (page == files.end())
        return {};
    const QJsonValue lock = QJsonDocument::fromJson(page->bytes)[QLatin1String("lock")];
    const QByteArray inBase64 = lock[QLatin1String("key_base64")].toString().toLatin1();
    const LockName key{inBase64.isEmpty() ? lock[QLatin1String("key")].toString().toUtf8()
                                          : QByteArray::fromBase64(inBase64)};
    return key.isEmpty() ? std::nullopt : std::optional(key);
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/privatefile.h"

#include "core/base/tr.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

namespace lockscope
{
namespace
{

constexpr qint64 LargestFile = 4 * 1024 * 1024;

Failure fileFailure(const QString &what, const QFileDevice &file)
{
    return Failure{.kind = ErrorKind::Internal,
                   .text = QStringLiteral("%1 %2: %3").arg(what, file.fileName(), file.errorString())};
}

Failure noRegularFile(const QString &fileName)
{
    return {.kind = ErrorKind::BadInput, .text = Tr::tr("%1 is not a regular file").arg(fileName)};
}

} // namespace

Outcome<std::optional<QByteArray>> readPrivateFile(const QString &fileName, const QString &what)
{
    QFile file(fileName);
    if (!file.exists())
        return std::optional<QByteArray>();
    if (!QFileInfo(fileName).isFile())
        return noRegularFile(fileName);
    if (!file.open(QIODevice::ReadOnly))
        return fileFailure(Tr::tr("cannot read"), file);
    const QByteArray bytes = file.read(LargestFile + 1);
    if (bytes.size() > LargestFile)
        return Failure{.kind = ErrorKind::BadInput,
                       .text = Tr::tr("%1 is too large to be %2").arg(fileName, what)};
    return std::optional(bytes);
}

Outcome<QByteArray> readRegularFile(const QString &fileName, qint64 most)
{
    QFile file(fileName);
    if (file.exists() && !QFileInfo(fileName).isFile())
        return noRegularFile(fileName);
    if (!file.open(QIODevice::ReadOnly))
        return Failure{.kind = ErrorKind::BadInput,
                       .text = QStringLiteral("%1: %2").arg(fileName, file.errorString())};
    const QByteArray bytes = file.read(most + 1);
    if (bytes.size() > most)
        return Failure{.kind = ErrorKind::BadInput,
                       .text = Tr::tr("%1 is larger than %2 bytes").arg(fileName).arg(most)};
    return bytes;
}

Done writePrivateFile(const QString &fileName, const QByteArray &bytes)
{
    const QString dir = QFileInfo(fileName).path();
    if (!QDir().mkpath(dir))
        return Failure{.kind = ErrorKind::Internal, .text = Tr::tr("cannot create the folder %1").arg(dir)};
    QSaveFile file(fileName);
    if (!file.open(QIODevice::WriteOnly))
        return fileFailure(Tr::tr("cannot write"), file);
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    // The flush in commit() does not report a full disk (Qt 6.4): the old file would be replaced by nothing.
    if (file.write(bytes) != bytes.size() || !file.flush()) {
        const Failure failure = fileFailure(Tr::tr("cannot write"), file);
        file.cancelWriting();
        return failure;
    }
    if (!file.commit())
        return fileFailure(Tr::tr("cannot write"), file);
    return Nothing{};
}

} // namespace lockscope

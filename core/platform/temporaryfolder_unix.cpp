// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/temporaryfolder.h"

#include <sys/file.h>
#include <unistd.h>

#include <QDir>
#include <QThread>

#include <cstdio>

namespace lockscope
{

namespace
{

// A socket path has at most 108 bytes, including the file name and the terminator.
constexpr qsizetype PathMax = 90;

// Held until the process ends in any way; the server does not inherit it.
bool lock(const QFile &owner)
{
    return ::flock(owner.handle(), LOCK_EX | LOCK_NB) == 0;
}

void removeAbandoned(const QString &place)
{
    const auto folders =
        QDir(place).entryInfoList({QStringLiteral("lockscope-*")}, QDir::Dirs | QDir::NoSymLinks);
    for (const QFileInfo &folder : folders) {
        QFile owner(folder.filePath() + QLatin1String("/owner"));
        // Without the file, the folder is just being created, or is not ours.
        if (folder.ownerId() == ::geteuid() && owner.exists() && owner.open(QIODevice::ReadOnly) &&
            lock(owner))
            QDir(folder.filePath()).removeRecursively();
    }
}

} // namespace

TemporaryFolder::TemporaryFolder(const QString &place)
    : m_folder(place + QLatin1String("/lockscope-XXXXXX")) // mode 0700
{
}

TemporaryFolder::~TemporaryFolder()
{
    m_folder.setAutoRemove(false);
    constexpr int Tries = 50;
    for (int i = 0; m_folder.isValid() && i < Tries && !QDir(path()).removeRecursively(); ++i)
        QThread::msleep(20);
}

// The file gets its final name after it is locked, so that it is never found unlocked.
bool TemporaryFolder::claim()
{
    if (!m_folder.isValid() || path().toUtf8().size() > PathMax)
        return false;
    m_owner.setFileName(file("owner.new"));
    return m_owner.open(QIODevice::WriteOnly) && lock(m_owner) &&
           ::rename(QFile::encodeName(file("owner.new")).constData(),
                    QFile::encodeName(file("owner")).constData()) == 0;
}

std::unique_ptr<TemporaryFolder> TemporaryFolder::make()
{
    for (const QString &place : {QDir::tempPath(), QStringLiteral("/tmp")}) {
        removeAbandoned(place);
        std::unique_ptr<TemporaryFolder> folder(new TemporaryFolder(place));
        if (folder->claim())
            return folder;
    }
    return nullptr;
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/recording/attachedfiles.h"

#include "core/base/tr.h"
#include "core/history/historyfile.h"

#include <QDir>
#include <QFile>
#include <QSqlQuery>
#include <QTemporaryDir>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr qsizetype LongestName = 100;

Failure cannotSave(const QString &what, const QString &why)
{
    return {.kind = ErrorKind::Internal,
            .text = Tr::tr("cannot write %1: %2").arg(what, why),
            .remedy = Tr::tr("choose another folder")};
}

} // namespace

namespace attachedfiles
{
const char *const Table =
    "CREATE TABLE IF NOT EXISTS attached_file (name TEXT PRIMARY KEY, bytes BLOB NOT NULL)";
const char *const Add = "INSERT INTO attached_file (name, bytes) VALUES (?, ?)";
} // namespace attachedfiles

bool isAttachedName(const QString &name)
{
    const auto isSafe = [](QChar c) {
        return c.unicode() < 0x80 && (c.isLetterOrNumber() || c == u'.' || c == u'-' || c == u'_');
    };
    return !name.isEmpty() && name.size() <= LongestName && !name.startsWith(u'.') && !name.endsWith(u'.') &&
           std::all_of(name.begin(), name.end(), isSafe);
}

Outcome<std::vector<AttachedFile>> attachedFiles(const QString &recording)
{
    HistoryFile file(recording);
    if (const Done opened = file.openForReading(); !opened.ok())
        return opened.failure();
    std::vector<AttachedFile> files;
    const auto there = file.hasTable("attached_file");
    if (!there)
        return there.failure();
    if (!*there)
        return files;
    QSqlQuery rows = file.query();
    if (!rows.exec(QStringLiteral("SELECT name, bytes FROM attached_file WHERE length(bytes) <= %1"
                                  " ORDER BY name LIMIT %2")
                       .arg(AttachedFile::MostBytes)
                       .arg(AttachedFile::Most)))
        return file.failure(rows);
    qint64 bytes = 0;
    while (rows.next()) {
        AttachedFile one{rows.value(0).toString(), rows.value(1).toByteArray()};
        bytes += one.bytes.size();
        if (bytes > AttachedFile::MostBytes)
            break;
        if (isAttachedName(one.name))
            files.push_back(std::move(one));
    }
    return files;
}

Outcome<QString> saveAttached(const std::vector<AttachedFile> &files, const QString &parent,
                              const QString &name)
{
    const QDir dir(parent);
    QTemporaryDir made(dir.filePath(QStringLiteral(".lockscope-incident-XXXXXX"))); // mode 0700
    if (!made.isValid())
        return cannotSave(dir.path(), made.errorString());
    for (const AttachedFile &one : files) {
        QFile file(made.filePath(one.name));
        if (!isAttachedName(one.name) || !file.open(QIODevice::WriteOnly | QIODevice::NewOnly) ||
            file.write(one.bytes) != one.bytes.size() || !file.flush())
            return cannotSave(one.name, file.errorString());
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    }
    QString folder = name;
    for (int again = 2; dir.exists(folder); ++again)
        folder = QStringLiteral("%1-%2").arg(name).arg(again);
    const QString whole = QDir(dir.absolutePath()).filePath(folder);
    if (!QDir().rename(made.path(), whole))
        return cannotSave(whole, Tr::tr("cannot move it into place"));
    made.setAutoRemove(false);
    return whole;
}

} // namespace lockscope

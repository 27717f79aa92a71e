// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording/recordingfile.h"

#include "app/cli/syntax/usage.h"
#include "core/base/privatefile.h"
#include "core/history/historystore.h"
#include "core/history/recording/pseudonyms.h"

#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>

namespace lockscope::cli
{

namespace
{

QString saltFileOf(const QString &file)
{
    return file + QStringLiteral(".salt");
}

bool isWritten(const QString &file)
{
    return QFileInfo(file).size() > 0;
}

Failure notWithNames(const QString &file, const QString &why)
{
    return badInput(QStringLiteral("record: %1 %2").arg(file, why), QStringLiteral("use another file"));
}

} // namespace

Done checkRecording(const QString &file)
{
    const QFileInfo folder(QFileInfo(file).path());
    if (QFileInfo(file).isDir())
        return badInput(QStringLiteral("record: %1 is a folder").arg(file),
                        QStringLiteral("specify the file to write"));
    if (!folder.isDir())
        return badInput(QStringLiteral("record: folder %1 does not exist").arg(folder.filePath()),
                        QStringLiteral("specify a file in a writable folder"));
    HistoryStore store(file);
    return store.open();
}

Outcome<QByteArray> saltOfRecording(const QString &file)
{
    const QString saltFile = saltFileOf(file);
    const auto kept = readPrivateFile(saltFile, QStringLiteral("a salt"));
    if (!kept)
        return kept.failure();
    if (*kept) {
        const QByteArray salt = QByteArray::fromHex((*kept)->trimmed());
        if (salt.size() == Pseudonyms::SaltBytes)
            return salt;
        return notWithNames(saltFile, QStringLiteral("is not a salt"));
    }
    if (isWritten(file))
        return notWithNames(file,
                            QStringLiteral("was recorded without --redact, or %1 is missing").arg(saltFile));
    QByteArray salt(Pseudonyms::SaltBytes, Qt::Uninitialized);
    QRandomGenerator::system()->generate(salt.begin(), salt.end());
    const Done written = writePrivateFile(saltFile, salt.toHex() + '\n');
    if (!written)
        return written.failure();
    return salt;
}

Done checkUnredacted(const QString &file)
{
    if (isWritten(file) && QFile::exists(saltFileOf(file)))
        return badInput(QStringLiteral("record: %1 is redacted").arg(file),
                        QStringLiteral("add --redact, or use another file"));
    return Nothing{};
}

Outcome<qint64> locksRecorded(const QString &file)
{
    HistoryFile recording(file);
    const Done opened = recording.open(); // a reader would leave an empty write-ahead log
    if (!opened)
        return opened.failure();
    return recording.ask(QStringLiteral("SELECT count(*) FROM lock_key"));
}

} // namespace lockscope::cli

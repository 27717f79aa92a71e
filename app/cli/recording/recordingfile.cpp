// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording/recordingfile.h"

#include "app/cli/syntax/usage.h"
#include "core/base/names.h"
#include "core/base/privatefile.h"
#include "core/history/historystore.h"
#include "core/history/recording/pseudonyms.h"
#include "core/values/connection/connectionurl.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QMessageAuthenticationCode>
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

QByteArray subjectOf(const ConnectionSpec &spec)
{
    QByteArray subject = serversUrl(spec);
    for (const QByteArray &pattern : spec.patterns)
        subject += " --pattern " + escapedText(pattern).toUtf8();
    return subject;
}

Done checkRecording(const QString &file, const QByteArray &subject, const QByteArray &salt)
{
    const QFileInfo folder(QFileInfo(file).path());
    if (QFileInfo(file).isDir())
        return badInput(QStringLiteral("record: %1 is a folder").arg(file),
                        QStringLiteral("specify the file to write"));
    if (!folder.isDir())
        return badInput(QStringLiteral("record: folder %1 does not exist").arg(folder.filePath()),
                        QStringLiteral("specify a file in a writable folder"));
    const QByteArray stored =
        salt.isEmpty() ? subject
                       : QMessageAuthenticationCode::hash(subject, salt, QCryptographicHash::Sha256).toHex();
    HistoryStore store(file);
    const Done opened = store.open(newRecordingPlace(stored));
    const QByteArray known = store.place().subject;
    if (!opened || known.isEmpty() || known == stored)
        return opened;
    return badInput(salt.isEmpty()
                        ? QStringLiteral("record: %1 is a recording of %2, not of %3")
                              .arg(file, QString::fromUtf8(known), QString::fromUtf8(subject))
                        : QStringLiteral("record: %1 is a recording of other servers or patterns").arg(file),
                    QStringLiteral("use another file"));
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
    Done opened = recording.open(); // a reader would leave an empty write-ahead log
    if (!opened)                    // its disk is full
        opened = recording.openForReading();
    if (!opened)
        return opened.failure();
    return recording.ask(QStringLiteral("SELECT count(*) FROM lock_key"));
}

} // namespace lockscope::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/values/historyfiles.h"

#include "core/base/tr.h"
#include "core/base/unixms.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QUrl>

#include <filesystem>
#include <system_error>

namespace lockscope
{

namespace
{

Done renameHistory(const QString &from, const QString &to)
{
    std::error_code error;
    std::filesystem::rename(QFileInfo(from).filesystemFilePath(), QFileInfo(to).filesystemFilePath(), error);
    if (!error)
        return Nothing{};
    return Failure{.text = Tr::tr("cannot rename the history file %1: %2")
                               .arg(from, QString::fromStdString(error.message())),
                   .remedy = Tr::tr("check the folder's permissions and free space")};
}

} // namespace

QString historyFileName(const QString &name)
{
    constexpr qsizetype Longest = 200;
    const QString escaped = QString::fromLatin1(QUrl::toPercentEncoding(name, " ", ".~"));
    const QByteArray digest =
        QCryptographicHash::hash(name.toUtf8(), QCryptographicHash::Sha256).toHex().left(16);
    return (escaped.size() <= Longest ? escaped
                                      : escaped.left(Longest) + u'-' + QString::fromLatin1(digest)) +
           QStringLiteral(".sqlite");
}

Done rotateHistoryFile(const QString &file, int kept)
{
    const auto numbered = [&file](int number) {
        return number == 0 ? file : QStringLiteral("%1.%2").arg(file).arg(number);
    };
    for (int number = kept; number > 0; --number) {
        const QString from = numbered(number - 1);
        if (!QFileInfo::exists(from))
            continue;
        if (const Done renamed = renameHistory(from, numbered(number)); !renamed.ok())
            return renamed;
    }
    return Nothing{};
}

Done setHistoryFileAside(const QString &file, WallTime at)
{
    const QFileInfo info(file);
    const QString name =
        QStringLiteral("%1 until %2")
            .arg(info.completeBaseName(),
                 QDateTime::fromMSecsSinceEpoch(unixMs(at)).toString(QStringLiteral("yyyy-MM-dd HHmmss")));
    const auto placeOf = [&](const QString &base) {
        return info.dir().filePath(base + u'.' + info.suffix());
    };
    QString place = placeOf(name);
    for (int number = 2; QFileInfo::exists(place); ++number)
        place = placeOf(QStringLiteral("%1 %2").arg(name).arg(number));
    return renameHistory(file, place);
}

} // namespace lockscope

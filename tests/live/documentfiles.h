// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The documents of this source tree.

#include <QDir>
#include <QDirIterator>
#include <QTest>

namespace lockscope::test::documentfiles
{

inline QString textOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

inline QString top()
{
    return QStringLiteral(LOCKSCOPE_SOURCE_DIR "/");
}

inline bool isTranslation(const QString &path)
{
    return path.endsWith(QLatin1String(".zh_CN.md"));
}

// Relative to the repository; all of them, or those for users only.
inline QStringList documents(const QStringList &folders)
{
    QStringList all = QDir(top()).entryList({QStringLiteral("*.md")}, QDir::Files);
    for (const QString &folder : folders) {
        QDirIterator files(top() + folder, {QStringLiteral("*.md")}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext())
            all << QDir(top()).relativeFilePath(files.next());
    }
    all.sort();
    return all;
}

inline QStringList userDocuments()
{
    return documents({QStringLiteral("resources/docs")});
}

inline void addRows(const QStringList &paths)
{
    QTest::addColumn<QString>("path");
    for (const QString &path : paths)
        QTest::newRow(qPrintable(path)) << path;
}

} // namespace lockscope::test::documentfiles

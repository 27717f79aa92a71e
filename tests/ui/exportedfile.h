// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads back saved plots, and answers the file dialog like a user.

#include <QAbstractButton>
#include <QFile>
#include <QFileDialog>
#include <QXmlStreamReader>

#include <algorithm>

namespace lockscope::test
{

inline QByteArray contentOf(const QString &fileName)
{
    QFile file(fileName);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QList<QByteArrayList> csvOf(const QString &fileName)
{
    QList<QByteArrayList> rows;
    const QByteArray content = contentOf(fileName).trimmed();
    if (content.isEmpty())
        return rows;
    for (const QByteArray &line : content.split('\n'))
        rows << line.split(',');
    return rows;
}

// Number of drawing elements; negative: not XML.
inline int svgElements(const QString &fileName)
{
    QFile file(fileName);
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    QXmlStreamReader reader(&file);
    int drawn = 0;
    while (!reader.atEnd()) {
        reader.readNext();
        const auto name = reader.name();
        const bool draws = name == QStringLiteral("polyline") || name == QStringLiteral("path") ||
                           name == QStringLiteral("rect") || name == QStringLiteral("text");
        drawn += reader.isStartElement() && draws ? 1 : 0;
    }
    return reader.hasError() ? -1 : drawn;
}

// False: no file dialog is open, or not for this kind of file.
inline bool chooseFile(QWidget &asking, const QString &fileName)
{
    const auto choosers = asking.findChildren<QFileDialog *>();
    const auto open =
        std::find_if(choosers.begin(), choosers.end(), [](auto *one) { return one->isVisible(); });
    if (open == choosers.end())
        return false;
    QFileDialog *chooser = *open;
    const QString wanted = QStringLiteral("(*.%1)").arg(QFileInfo(fileName).suffix());
    for (const QString &filter : chooser->nameFilters()) {
        if (!filter.contains(wanted))
            continue;
        chooser->selectNameFilter(filter);
        emit chooser->filterSelected(filter);
        if (!chooser->selectedFiles().value(0).endsWith(wanted.mid(2).chopped(1)))
            return false; // The suggested name lacks the extension
        chooser->selectFile(fileName);
        static_cast<QDialog *>(chooser)->accept();
        return true;
    }
    return false;
}

} // namespace lockscope::test

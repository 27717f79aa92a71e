// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/markdowntables.h"

#include <QTextDocument>
#include <QTextTable>

namespace lockscope
{

QList<QTextTable *> borderTables(const QTextDocument &document, const QColor &border)
{
    QList<QTextTable *> tables;
    for (QTextFrame *frame : document.rootFrame()->childFrames()) {
        auto *table = qobject_cast<QTextTable *>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setBorder(1);
        format.setBorderBrush(border);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setCellPadding(5);
        format.setCellSpacing(0);
        table->setFormat(format);
        tables << table;
    }
    return tables;
}

} // namespace lockscope

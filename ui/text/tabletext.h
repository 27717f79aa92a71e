// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A table as text to paste into spreadsheets: one line per row, columns separated by tabs. GUI thread.

#include <QTreeView>

namespace lockscope::text
{

inline QString table(const QTreeView &view)
{
    const QAbstractItemModel &model = *view.model();
    QString lines;
    for (int row = -1; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column) {
            if (!view.isColumnHidden(column))
                cells << (row < 0 ? model.headerData(column, Qt::Horizontal)
                                  : model.index(row, column).data())
                             .toString();
        }
        lines += cells.join(u'\t') + u'\n';
    }
    return lines;
}

} // namespace lockscope::text

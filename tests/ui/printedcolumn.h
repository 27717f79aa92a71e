// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One column of a model as text, to compare it as a whole.

#include <QAbstractItemModel>

namespace lockscope::test
{

inline QStringList printed(const QAbstractItemModel &model, int column)
{
    QStringList cells;
    for (int row = 0; row < model.rowCount(); ++row)
        cells << model.index(row, column).data().toString();
    return cells;
}

} // namespace lockscope::test

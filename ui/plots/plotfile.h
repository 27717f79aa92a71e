// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a plot shows as a file; its ending says which: a picture at twice the size (png), a drawing (svg), the
// figures (csv). Written as a whole or not at all. GUI thread.

#include "core/base/outcome.h"

#include <QStringList>

#include <functional>

class QCustomPlot;

namespace lockscope
{

// The endings, the one to offer first.
inline QStringList plotEndings()
{
    return {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("csv")};
}

// title: of the drawing.
Done savePlot(QCustomPlot &plot, const QString &title, const std::function<QByteArray()> &csv,
              const QString &fileName);

} // namespace lockscope

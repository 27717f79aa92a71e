// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Saves a plot; the file name extension selects a picture at double size (png), a drawing (svg) or the
// figures (csv). Atomic: writes the whole file or nothing. GUI thread.

#include "core/base/outcome.h"

#include <QStringList>

#include <functional>

class QCustomPlot;

namespace lockscope
{

// File name extensions, the default first.
inline QStringList plotEndings()
{
    return {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("csv")};
}

// title: of the drawing.
Done savePlot(QCustomPlot &plot, const QString &title, const std::function<QByteArray()> &csv,
              const QString &fileName);

} // namespace lockscope

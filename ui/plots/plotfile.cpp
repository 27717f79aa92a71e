// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plotfile.h"

#include "core/base/privatefile.h"
#include "core/base/tr.h"

#include <QBuffer>
#include <QFileInfo>
#include <QSvgGenerator>
#include <qcustomplot.h>

namespace lockscope
{

namespace
{

QByteArray pngOf(QCustomPlot &plot)
{
    constexpr double scale = 2;
    QBuffer file;
    plot.toPixmap(plot.width(), plot.height(), scale).save(&file, "PNG");
    return file.data();
}

QByteArray svgOf(QCustomPlot &plot, const QString &title)
{
    const QRect whole(QPoint(), plot.size());
    QBuffer file;
    QSvgGenerator svg;
    svg.setOutputDevice(&file);
    svg.setSize(whole.size());
    svg.setViewBox(whole);
    svg.setTitle(title);
    QCPPainter painter(&svg);
    painter.fillRect(whole, plot.palette().color(QPalette::Base));
    plot.toPainter(&painter, whole.width(), whole.height());
    painter.end();
    return file.data();
}

} // namespace

Done savePlot(QCustomPlot &plot, const QString &title, const std::function<QByteArray()> &csv,
              const QString &fileName)
{
    const QString ending = QFileInfo(fileName).suffix().toLower();
    if (ending == QLatin1String("png"))
        return writePrivateFile(fileName, pngOf(plot));
    if (ending == QLatin1String("svg"))
        return writePrivateFile(fileName, svgOf(plot, title));
    if (ending == QLatin1String("csv"))
        return writePrivateFile(fileName, csv());
    return Failure{.kind = ErrorKind::BadInput,
                   .text = Tr::tr("%1: unknown format. End the name with .png, .svg or .csv").arg(fileName)};
}

} // namespace lockscope

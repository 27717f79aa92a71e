// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/savedialog.h"

#include "core/base/tr.h"

#include <QFileDialog>

namespace lockscope
{

namespace
{

QString kindOf(const QString &ending)
{
    if (ending == QLatin1String("png"))
        return Tr::tr("Image (PNG)");
    if (ending == QLatin1String("svg"))
        return Tr::tr("Vector image (SVG)");
    if (ending == QLatin1String("csv"))
        return Tr::tr("Table (CSV)");
    return ending.toUpper();
}

} // namespace

void askForFile(QWidget *parent, const SaveRequest &request)
{
    auto *chooser = new QFileDialog(parent, request.title);
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    QStringList filters;
    for (const QString &ending : request.endings)
        filters << QStringLiteral("%1 (*.%2)").arg(kindOf(ending), ending);
    chooser->setNameFilters(filters);
    chooser->setDefaultSuffix(request.endings.front());
    chooser->selectFile(request.name + u'.' + request.endings.front());
    const auto follow = [chooser, filters, request](const QString &filter) {
        const QString ending = request.endings[filters.indexOf(filter)];
        const QStringList selected = chooser->selectedFiles();
        const QFileInfo file(selected.isEmpty() ? request.name : selected.front());
        chooser->setDefaultSuffix(ending);
        if (request.endings.contains(file.suffix()))
            chooser->selectFile(file.completeBaseName() + u'.' + ending);
    };
    QObject::connect(chooser, &QFileDialog::filterSelected, chooser, follow);
    QObject::connect(chooser, &QFileDialog::fileSelected, parent, [request](const QString &fileName) {
        if (const Done done = request.save(fileName); !done)
            request.failed(done.failure());
    });
    chooser->open();
}

} // namespace lockscope

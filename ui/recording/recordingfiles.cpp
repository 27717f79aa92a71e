// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recording/recordingfiles.h"

#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

namespace lockscope
{

namespace
{

QStringList localFiles(const QMimeData &data)
{
    QStringList files;
    const QList<QUrl> urls = data.urls();
    for (const QUrl &url : urls) {
        if (url.isLocalFile())
            files << url.toLocalFile();
    }
    return files;
}

} // namespace

void askForRecording(QWidget *window, const TakeRecording &take)
{
    auto *chooser = new QFileDialog(window, RecordingDrop::tr("Open recording"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    chooser->setNameFilters({RecordingDrop::tr("Recordings (*.lockscope *.lockscope.* *.sqlite)"),
                             RecordingDrop::tr("All files (*)")});
    QObject::connect(chooser, &QFileDialog::fileSelected, window, take);
    chooser->open();
}

void offerRecordings(QMenu *menu, const std::function<QStringList()> &recent, const TakeRecording &take)
{
    QObject::connect(menu, &QMenu::aboutToShow, menu, [menu, recent, take] {
        menu->clear();
        for (const QString &file : recent())
            menu->addAction(QString(file).replace(u'&', QLatin1String("&&")), menu,
                            [file, take] { take(file); })
                ->setEnabled(QFileInfo::exists(file));
        if (menu->isEmpty())
            menu->addAction(RecordingDrop::tr("None yet"))->setEnabled(false);
    });
}

RecordingDrop::RecordingDrop(QWidget *window, TakeRecording take) : QObject(window), m_take(std::move(take))
{
    window->setAcceptDrops(true);
    window->installEventFilter(this);
}

bool RecordingDrop::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop)
        return QObject::eventFilter(watched, event);
    auto *drop = static_cast<QDropEvent *>(event);
    const QStringList files = localFiles(*drop->mimeData());
    if (files.isEmpty())
        return false;
    drop->setDropAction(Qt::CopyAction);
    drop->accept();
    if (event->type() == QEvent::Drop) {
        for (const QString &file : files)
            m_take(file);
    }
    return true;
}

} // namespace lockscope

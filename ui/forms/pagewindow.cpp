// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/pagewindow.h"

#include <QCloseEvent>
#include <QKeyEvent>
#include <QScreen>
#include <QVBoxLayout>
#include <QWindow>

#include <algorithm>

namespace lockscope
{

PageWindow::PageWindow(const QString &title, QSize size, const std::function<QWidget *(QWidget *)> &make,
                       QWidget *parent)
    : QWidget(parent, Qt::Window), m_make(make)
{
    setWindowTitle(title);
    resize(size);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
}

QWidget *PageWindow::page()
{
    if (!m_page) {
        m_page = m_make(this);
        layout()->addWidget(m_page);
    }
    return m_page;
}

void PageWindow::open()
{
    page();
    setWindowState(windowState() & ~Qt::WindowMinimized);
    if (!testAttribute(Qt::WA_Moved))
        moveOverParent();
    show();
    raise();
    activateWindow();
}

// A window manager may place it partly outside the screen. It will have the same frame as its parent.
void PageWindow::moveOverParent()
{
    const QRect room = screen()->availableGeometry();
    const QWidget *parent = parentWidget()->window();
    const QSize frame = parent->frameGeometry().size() - parent->size();
    resize(size().boundedTo(room.size() - frame));
    QRect place({}, size() + frame);
    place.moveCenter(parent->frameGeometry().center());
    place.moveBottomRight({std::min(place.right(), room.right()), std::min(place.bottom(), room.bottom())});
    place.moveTopLeft({std::max(place.left(), room.left()), std::max(place.top(), room.top())});
    move(place.topLeft());
}

// The main window can be raised above it, and its locks watched meanwhile.
void PageWindow::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    windowHandle()->setTransientParent(nullptr);
}

// As it closes a dialog, if nothing in the page takes it.
void PageWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

void PageWindow::closeEvent(QCloseEvent *event)
{
    QWidget::closeEvent(event);
    emit closed();
}

} // namespace lockscope

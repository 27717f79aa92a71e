// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/pagewindow.h"

#include "ui/forms/bringtofront.h"
#include "ui/forms/dialogsize.h"

#include <QCloseEvent>
#include <QKeyEvent>
#include <QVBoxLayout>
#include <QWindow>

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

void PageWindow::restore(const QByteArray &geometry)
{
    m_restored = geometry;
    restoreGeometry(geometry);
}

QByteArray PageWindow::geometryToSave() const
{
    return m_wasShown ? saveGeometry() : m_restored;
}

void PageWindow::open()
{
    page();
    if (!isVisible() && !(windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen)))
        place();
    bringToFront(*this);
}

// A window manager may place it partly outside the screen, and a saved place may be of another screen. It
// will have the same frame as its parent.
void PageWindow::place()
{
    const QWidget *parent = parentWidget()->window();
    const QSize frame = parent->frameGeometry().size() - parent->size();
    QRect place(pos(), size() + frame);
    if (!testAttribute(Qt::WA_Moved))
        place.moveCenter(parent->frameGeometry().center());
    placeOnScreen(*this, place, frame);
}

// The main window can be raised above it, and its locks watched meanwhile.
void PageWindow::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_wasShown = true;
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

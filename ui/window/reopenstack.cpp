// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/reopenstack.h"

#include "ui/window/windowactions.h"

#include <QAction>
#include <QDialog>

namespace lockscope
{

ReopenStack::ReopenStack(QAction *reopen, QObject *parent) : QObject(parent), m_reopen(reopen)
{
    connect(reopen, &QAction::triggered, this, &ReopenStack::reopen);
    show();
}

// A view is listed once: its latest state replaces an earlier one.
void ReopenStack::remember(const QString &title, Of of, const std::function<void()> &open,
                           const QString &words)
{
    std::erase_if(m_closed, [&](const View &view) { return view.title == title; });
    m_closed.push_front({.title = title, .of = of, .open = open, .words = words});
    if (m_closed.size() > Most)
        m_closed.pop_back();
    show();
}

void ReopenStack::rememberClosing(QDialog *dialog, Of of, const Maker &again)
{
    connect(dialog, &QDialog::finished, this, [this, dialog, of, again, opened = m_connection] {
        if (of == Of::Connection && opened != m_connection)
            return;
        const QByteArray geometry = dialog->saveGeometry();
        const auto open = again();
        remember(dialog->windowTitle(), of, [open, geometry] { open()->restoreGeometry(geometry); });
    });
}

void ReopenStack::reopen()
{
    if (m_closed.empty())
        return;
    const View view = m_closed.front();
    m_closed.pop_front();
    show();
    view.open();
}

void ReopenStack::leaveConnection()
{
    ++m_connection;
    std::erase_if(m_closed, [](const View &view) { return view.of == Of::Connection; });
    show();
}

void ReopenStack::show()
{
    WindowActions::set(m_reopen, !m_closed.empty(), tr("No view was closed"));
    m_reopen->setText(m_closed.empty()                   ? tr("Reo&pen closed view")
                      : m_closed.front().words.isEmpty() ? tr("Reo&pen %1").arg(m_closed.front().title)
                                                         : m_closed.front().words);
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/startreport.h"

#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/window/mainwindow.h"

#include <QEvent>
#include <QLoggingCategory>
#include <QTimer>

#include <chrono>

namespace lockscope
{
namespace
{

Q_LOGGING_CATEGORY(start, "lockscope.start", QtWarningMsg)

} // namespace

bool StartReport::isWanted()
{
    return start().isInfoEnabled();
}

void StartReport::note(const char *step)
{
    const std::chrono::duration<double, std::milli> at = std::chrono::steady_clock::now().time_since_epoch();
    qCInfo(start, "%.3f %s", at.count(), step);
}

StartReport::StartReport(MainWindow &window) : QObject(&window), m_window(window)
{
    window.locks().view().viewport()->installEventFilter(this);
    window.installEventFilter(this);
}

bool StartReport::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::Paint)
        return QObject::eventFilter(watched, event);
    if (watched == &m_window && !std::exchange(m_windowPainted, true))
        notePainted("window");
    if (watched != &m_window && !m_window.locks().model().shownLocks().empty()) {
        if (!std::exchange(m_locksPainted, true))
            notePainted("first locks");
        if (m_window.isFilled() && !std::exchange(m_filled, true))
            notePainted("all locks");
    }
    return QObject::eventFilter(watched, event);
}

// Notes the step after the paint event, when the window has been painted.
void StartReport::notePainted(const char *step)
{
    QTimer::singleShot(0, this, [step] { note(step); });
}

} // namespace lockscope

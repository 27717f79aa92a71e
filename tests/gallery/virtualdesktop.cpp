// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gallery/virtualdesktop.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QApplication>
#include <QCursor>
#include <QProcess>
#include <QTest>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <string>

namespace lockscope::test
{

namespace
{

// The process ends with this one, however this one ends.
pid_t startWithUs(const std::vector<const char *> &words)
{
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child != 0)
        return child;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent)
        ::_exit(1);
    std::vector<char *> arguments;
    for (const char *word : words)
        arguments.push_back(const_cast<char *>(word));
    arguments.push_back(nullptr);
    ::execvp(arguments.front(), arguments.data());
    std::perror(arguments.front());
    ::_exit(127);
}

void end(pid_t child)
{
    if (child <= 0)
        return;
    ::kill(child, SIGTERM);
    ::waitpid(child, nullptr, 0);
}

// What is mapped before a window manager has begun never becomes active.
bool isManaged()
{
    const pid_t asks = startWithUs({"sh", "-c", "exec xdotool get_desktop >/dev/null 2>&1"});
    int status = 1;
    return asks > 0 && ::waitpid(asks, &status, 0) == asks && status == 0;
}

void act(const QStringList &words)
{
    QProcess program;
    program.start(QStringLiteral("xdotool"), words);
    if (!program.waitForFinished() || program.exitCode() != 0)
        qWarning("xdotool %s: %s", qPrintable(words.join(u' ')), program.readAllStandardError().constData());
}

} // namespace

bool VirtualDesktop::start(const char *size)
{
    std::array<int, 2> ready{};
    if (::pipe(ready.data()) != 0)
        return false;
    const std::string screen = std::string(size) + "x24";
    const std::string told = std::to_string(ready[1]);
    m_display = startWithUs({"Xvfb", "-r", "-displayfd", told.c_str(), "-nolisten", "tcp", "-noreset",
                             "-screen", "0", screen.c_str()});
    ::close(ready[1]);
    std::string number;
    for (char one = 0; ::read(ready[0], &one, 1) == 1 && one != '\n';)
        number += one;
    ::close(ready[0]);
    if (number.empty()) {
        std::fputs("no display: is the package xvfb installed?\n", stderr);
        return false;
    }
    ::setenv("DISPLAY", (':' + number).c_str(), 1);
    ::setenv("QT_QPA_PLATFORM", "xcb", 1);
    ::setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:", 1); // Else libdbus starts a bus for the display
    m_manager = startWithUs({"openbox", "--sm-disable"});
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (m_manager > 0 && std::chrono::steady_clock::now() < until) {
        if (isManaged())
            return true;
    }
    std::fputs("no window manager: is the package openbox installed?\n", stderr);
    return false;
}

VirtualDesktop::~VirtualDesktop()
{
    end(m_manager);
    end(m_display);
}

bool isInSight(const QWidget &widget, const QPoint &at)
{
    const QWidget *hit = QApplication::widgetAt(widget.mapToGlobal(at));
    return widget.isVisible() && widget.rect().contains(at) && hit &&
           (hit == &widget || widget.isAncestorOf(hit));
}

void pointAt(const QWidget &widget, const QPoint &at)
{
    const QPoint there = widget.mapToGlobal(at) * widget.devicePixelRatioF(); // On the only screen
    act({QStringLiteral("mousemove"), QString::number(there.x()), QString::number(there.y())});
}

// What was just opened is laid out in several rounds. A person sees it move, and aims again.
bool click(const QWidget &widget, const QPoint &at)
{
    for (int aims = 0; aims < 10; ++aims) {
        const QPoint place = at.x() < 0 ? widget.rect().center() : at;
        if (!isInSight(widget, place))
            return false;
        const QPoint target = widget.mapToGlobal(place);
        pointAt(widget, place);
        if (!QTest::qWaitFor([&] { return QCursor::pos() == target && widget.underMouse(); }, 1000))
            continue;
        for (int round = 0; round < 20; ++round) // What is laid out posts more of it
            QCoreApplication::processEvents();
        if (widget.mapToGlobal(place) == target) {
            act({QStringLiteral("click"), QStringLiteral("1")});
            return true;
        }
    }
    return false;
}

void press(const char *keys)
{
    act({QStringLiteral("key"), QString::fromLatin1(keys)});
}

void type(const char *text)
{
    act({QStringLiteral("type"), QString::fromLatin1(text)});
}

} // namespace lockscope::test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An X server of its own with a window manager, and a person at it: every pointer move, click and key press
// goes through the X server, as from a mouse and a keyboard. The servers end with the test. Main thread.

#include <sys/types.h>

#include <QWidget>

namespace lockscope::test
{

class VirtualDesktop
{
public:
    // To be called before the QApplication exists. On failure says why on standard error.
    bool start(const char *size); // such as "1280x720"
    ~VirtualDesktop();

private:
    pid_t m_display = -1;
    pid_t m_manager = -1;
};

// False: it cannot be seen there, or something covers it.
bool isInSight(const QWidget &widget, const QPoint &at);
// Moves the pointer there and presses the left button. False: it is not in sight, and nothing was pressed.
bool click(const QWidget &widget, const QPoint &at = {-1, -1}); // without a place: its centre
void pointAt(const QWidget &widget, const QPoint &at);
void press(const char *keys); // as xdotool names them: "ctrl+r", "Down"
void type(const char *text);

} // namespace lockscope::test

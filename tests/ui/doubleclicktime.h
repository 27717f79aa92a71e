// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Another time of a double click, in ms, until the end of a test: what is too soon after a click or key press
// does not depend on how long the machine takes. GUI thread.

#include <QApplication>

namespace lockscope::test
{

class DoubleClickTime final
{
public:
    static constexpr int Long = 600'000; // Whatever follows is too soon

    explicit DoubleClickTime(int time) { set(time); }
    ~DoubleClickTime() { set(m_usual); }
    Q_DISABLE_COPY_MOVE(DoubleClickTime)

    void set(int time) { QApplication::setDoubleClickInterval(time); }

private:
    const int m_usual = QApplication::doubleClickInterval();
};

} // namespace lockscope::test

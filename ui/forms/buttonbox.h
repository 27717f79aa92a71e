// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The button box of all dialogs. QDialogButtonBox makes its first button its focus proxy on every layout. If
// that button is hidden, Tab has no effect on reaching it, and from the last widget the focus returns into
// the box forever. GUI thread.

#include <QDialogButtonBox>

namespace lockscope
{

class ButtonBox final : public QDialogButtonBox
{
public:
    using QDialogButtonBox::QDialogButtonBox;

protected:
    bool event(QEvent *event) override // Each layout sends an event
    {
        const bool taken = QDialogButtonBox::event(event);
        setFocusProxy(nullptr);
        return taken;
    }
};

} // namespace lockscope

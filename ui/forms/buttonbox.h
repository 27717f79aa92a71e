// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The buttons of a dialog. Qt's box makes its first button its focus proxy each time it lays them out: with
// that one hidden, Tab came to nothing, and from the end it came back into the box for ever. GUI thread.

#include <QDialogButtonBox>

namespace lockscope
{

class ButtonBox final : public QDialogButtonBox
{
public:
    using QDialogButtonBox::QDialogButtonBox;

protected:
    bool event(QEvent *event) override // one follows each time it is laid out
    {
        const bool taken = QDialogButtonBox::event(event);
        setFocusProxy(nullptr);
        return taken;
    }
};

} // namespace lockscope

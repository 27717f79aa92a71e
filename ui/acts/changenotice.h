// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A notice in an open dialog that the lock is gone or has another holder, with a button to confirm the new
// holder. Owner: the dialog; GUI thread.

#include "ui/holders/shownlock.h"
#include "ui/widgets/notice.h"

class QPushButton;

namespace lockscope
{

class ChangeNotice final : public Notice
{
    Q_OBJECT
public:
    // heedCount: whether another hold count under the same owner, or another numberOf(), is a change.
    ChangeNotice(ShownLock &watch, bool heedCount, QWidget *parent = nullptr);

    void setHeedCount(bool heedCount) { m_heedCount = heedCount; }
    void refresh();
    bool mustConfirm() const;
    QPushButton *confirmButton() const { return m_confirm; }

signals:
    void confirmed();

private:
    bool several() const;

    ShownLock &m_watch;
    bool m_heedCount;
    QPushButton *m_confirm;
};

} // namespace lockscope

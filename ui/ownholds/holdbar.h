// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A notice in the detail pane that this program holds the lock, with the acts of its owner. Hidden otherwise.
// GUI thread.

#include "ui/widgets/notice.h"

class QPushButton;

namespace lockscope
{

struct OwnHolding;

class HoldBar final : public Notice
{
    Q_OBJECT
public:
    explicit HoldBar(QWidget *parent = nullptr);
    // holds: of this lock; empty: none. releasing: those being released.
    void show(const std::vector<OwnHolding> &holds, const std::vector<OwnHolding> &releasing);
    using QWidget::show;

    QPushButton *releaseButton() const { return m_release; }

signals:
    void releaseWanted(const lockscope::OwnHolding &held);
    void manageWanted();

private:
    std::vector<OwnHolding> m_holds;
    QPushButton *m_release;
    QPushButton *m_manage;
};

} // namespace lockscope

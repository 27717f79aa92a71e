// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Publishes the wake-up message of a lock's waiters; the lock itself is not touched. See ActDialog.

#include "ui/actdialog.h"
#include "ui/lockwatch.h"

namespace lockscope
{

class LockFacts;

class WakeDialog final : public ActDialog
{
    Q_OBJECT
public:
    WakeDialog(EngineLink &link, const LockPtr &lock, QWidget *parent = nullptr);

protected:
    ActRequest request() const override;
    void tableChanged(const LockDelta &delta) override;
    void tick() override;

private:
    LockWatch m_watch;
    LockFacts *m_facts = nullptr;
};

} // namespace lockscope

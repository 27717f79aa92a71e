// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Gives a lock without an expiry one, or shortens the time it has left; never lengthens. See ActDialog.

#include "ui/actdialog.h"
#include "ui/lockwatch.h"

namespace lockscope
{

class DurationEdit;
class LockFacts;

class ExpiryDialog final : public ActDialog
{
    Q_OBJECT
public:
    ExpiryDialog(EngineLink &link, const LockPtr &lock, QWidget *parent = nullptr);
    DurationEdit *durationEdit() const { return m_duration; }

protected:
    ActRequest request() const override;
    QString obstacle() const override;
    bool canPlan() const override;
    void tableChanged(const LockDelta &delta) override;
    void tick() override;

private:
    void check();

    LockWatch m_watch;
    LockFacts *m_facts = nullptr;
    DurationEdit *m_duration = nullptr;
};

} // namespace lockscope

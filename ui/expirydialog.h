// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Gives a lock without an expiry one, or shortens the time it has left; never lengthens. See ActDialog.

#include "ui/actdialog.h"
#include "ui/lockwatch.h"

namespace lockscope
{

class ChangeNotice;
class DurationEdit;
class LockFacts;

class ExpiryDialog final : public ActDialog
{
    Q_OBJECT
public:
    ExpiryDialog(EngineLink &link, const LockPtr &lock, QWidget *parent = nullptr);
    ChangeNotice *changeNotice() const { return m_change; }
    DurationEdit *durationEdit() const { return m_duration; }

protected:
    ActRequest request() const override;
    QString obstacle() const override;
    QString status() const override;
    bool canPlan() const override;
    void tableChanged(const LockDelta &delta) override;
    void asked() override;
    void tick() override;

private:
    void check();

    LockWatch m_watch;
    LockFacts *m_facts = nullptr;
    ChangeNotice *m_change = nullptr;
    DurationEdit *m_duration = nullptr;
};

} // namespace lockscope

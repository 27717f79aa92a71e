// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Takes a lock away from its holder: shows whose it is and what follows, asks why, on production asks for the
// lock's name. Acts only for the owner and count a person has seen: when they change while it is open, they
// must be confirmed again. See ActDialog.

#include "core/values/connection.h"
#include "ui/actdialog.h"
#include "ui/lockwatch.h"

class QLineEdit;

namespace lockscope
{

class ChangeNotice;
class HoldersView;
class LockFacts;

class ForceReleaseDialog final : public ActDialog
{
    Q_OBJECT
public:
    ForceReleaseDialog(EngineLink &link, const LockPtr &lock, const ConnectionSpec &spec,
                       QWidget *parent = nullptr);

    QLineEdit *reasonEdit() const { return m_reason; }
    QLineEdit *nameEdit() const { return m_name; } // null unless production
    ChangeNotice *changeNotice() const { return m_change; }

protected:
    ActRequest request() const override;
    QString obstacle() const override;
    void tableChanged(const LockDelta &delta) override;
    void asked() override;
    void tick() override;

private:
    void build(const ConnectionSpec &spec);
    void showLock();

    LockWatch m_watch;
    LockFacts *m_facts = nullptr;
    HoldersView *m_holders = nullptr; // when there are several
    ChangeNotice *m_change = nullptr;
    QLineEdit *m_reason = nullptr;
    QLineEdit *m_name = nullptr;
};

} // namespace lockscope

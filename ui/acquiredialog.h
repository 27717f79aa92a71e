// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Takes a lock for this program: key, kind, owner, lease, wait, watchdog. Waiting shows progress and can be
// stopped. See ActDialog.

#include "ui/actdialog.h"

#include <span>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QToolButton;

namespace lockscope
{

class DurationEdit;

class AcquireDialog final : public ActDialog
{
    Q_OBJECT
public:
    explicit AcquireDialog(EngineLink &link, QWidget *parent = nullptr);
    void setKey(const LockName &key);

    // The kinds it can make, by their names.
    static std::span<const std::string_view> kinds();

    QLineEdit *keyEdit() const { return m_key; }
    QComboBox *kindBox() const { return m_kind; }
    QLineEdit *ownerEdit() const { return m_owner; }
    DurationEdit *leaseEdit() const { return m_lease; }
    DurationEdit *waitEdit() const { return m_wait; }
    QCheckBox *watchdogBox() const { return m_watchdog; }

protected:
    ActRequest request() const override;
    QString obstacle() const override;
    QString status() const override;
    bool canPlan() const override;

private:
    void build();
    void kindChosen();
    void makeOwner();

    QLineEdit *m_key = nullptr;
    QComboBox *m_kind = nullptr;
    QLineEdit *m_owner = nullptr;
    QToolButton *m_newOwner = nullptr;
    DurationEdit *m_lease = nullptr;
    DurationEdit *m_wait = nullptr;
    QCheckBox *m_watchdog = nullptr;
};

} // namespace lockscope

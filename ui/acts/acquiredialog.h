// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Acquires a lock for this program: key, any kind that can be acquired, read or write mode, owner, lease,
// wait, watchdog. A wait shows progress and can be stopped. Invalid fields have a message beside them; a
// failed act is shown as its receipt. Owner, thread and further rules: as ActDialog.

#include "core/values/connection/connection.h"
#include "ui/acts/actdialog.h"
#include "ui/text/kinds.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace lockscope
{

class DurationEdit;
class ReasonEdit;

class AcquireDialog final : public ActDialog
{
    Q_OBJECT
public:
    explicit AcquireDialog(EngineBridge &bridge, QWidget *parent = nullptr);
    void setKey(const LockName &key);
    void setConnection(const ConnectionSpec &spec); // Its rules may forbid the act

    QLineEdit *keyEdit() const { return m_key; }
    QComboBox *kindBox() const { return m_kind; }
    QComboBox *modeBox() const { return m_mode; } // Hidden unless the kind has read and write modes
    bool setKind(LockKind kind);                  // False: it cannot be acquired, and nothing changes
    QLineEdit *ownerEdit() const { return m_owner; }
    QLineEdit *partEdit() const { return m_part; } // Hidden unless the kind has parts
    // The problem with the owner and with the part, as shown under the field; empty: none.
    QString ownerProblem() const;
    QString partProblem() const;
    DurationEdit *leaseEdit() const { return m_lease; }
    DurationEdit *waitEdit() const { return m_wait; }
    QCheckBox *watchdogBox() const { return m_watchdog; }
    ReasonEdit *reasonEdit() const { return m_why; } // Hidden unless production requires a reason

protected:
    ActRequest request() const override;
    QString obstacle() const override;
    QString status() const override;
    bool canPlan() const override;

private:
    void build();
    void kindChosen();
    void allowWatchdog();
    const Takeable &kind() const;
    void makeOwner();
    void askWhy(); // On production, when the act joins a lock that may already be held
    void object(); // Shows the problem beside its field
    QWidget *withMessage(QWidget *field, QLabel *&message);

    std::optional<ConnectionSpec> m_spec{};
    QLabel *m_where = nullptr;
    LockName m_name{}; // If it cannot be typed
    QLineEdit *m_key = nullptr;
    std::vector<Takeable> m_kinds;
    QFormLayout *m_fields = nullptr;
    QComboBox *m_kind = nullptr;
    QComboBox *m_mode = nullptr;
    OwnerId m_made{}; // The last owner id generated here
    QLineEdit *m_owner = nullptr;
    QToolButton *m_newOwner = nullptr;
    QLineEdit *m_part = nullptr;
    QWidget *m_partRow = nullptr;
    QLabel *m_partLabel = nullptr;
    QLabel *m_ownerMessage = nullptr;
    QLabel *m_partMessage = nullptr;
    QLabel *m_keyMessage = nullptr;
    DurationEdit *m_lease = nullptr;
    DurationEdit *m_wait = nullptr;
    QCheckBox *m_watchdog = nullptr;
    ReasonEdit *m_why = nullptr;
};

} // namespace lockscope

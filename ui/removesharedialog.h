// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Takes one share of a lock away: a reader, a permit, a place in the queue. Says whose it is and what stays,
// asks why, on production asks for the lock's name. Acts only for the hold count a person has seen: when it
// changes while the dialog is open, it must be confirmed again. See ActDialog.

#include "core/values/connection.h"
#include "ui/actdialog.h"
#include "ui/share.h"

class QLabel;
class QLineEdit;

namespace lockscope
{

class LockFacts;
class Notice;

class RemoveShareDialog final : public ActDialog
{
    Q_OBJECT
public:
    RemoveShareDialog(EngineLink &link, const LockPtr &lock, const Share &share, const ConnectionSpec &spec,
                      QWidget *parent = nullptr);

    QLineEdit *reasonEdit() const { return m_reason; }
    QLineEdit *nameEdit() const { return m_name; } // null unless production
    QPushButton *confirmButton() const { return m_confirm; }
    QString sentence() const; // what is taken away

protected:
    ActRequest request() const override;
    QString obstacle() const override;
    void tableChanged(const LockDelta &delta) override;
    void asked() override;
    void tick() override;

private:
    void build(const ConnectionSpec &spec);
    void showShare();
    void showChange();
    bool countChanged() const;

    LockPtr m_lock;
    Share m_share;                // as confirmed
    std::optional<Share> m_found; // as it is now
    LockFacts *m_facts = nullptr;
    QLabel *m_sentence = nullptr;
    Notice *m_change = nullptr;
    QPushButton *m_confirm = nullptr;
    QLineEdit *m_reason = nullptr;
    QLineEdit *m_name = nullptr;
};

} // namespace lockscope

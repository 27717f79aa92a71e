// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which share of a lock is taken away: to choose from, with whose it is and what stays; and what became of it
// since a person looked: gone, another hold count, taken anew. Part of the ladder's dialog. GUI thread.

#include "core/values/events.h"
#include "ui/holders/lockshare.h"

#include <QWidget>

class QComboBox;
class QPushButton;

namespace lockscope
{

class Notice;
class Prose;

class ShareRung final : public QWidget
{
    Q_OBJECT
public:
    // change: where to say what became of it; the dialog's, for it must not scroll away.
    ShareRung(Notice *change, QWidget *parent = nullptr);

    void setLock(const LockPtr &lock); // the first time, with the likeliest share
    void choose(const LockShare &share);
    void apply(const LockDelta &delta);
    void refreshNotice(bool shown); // shown: this is what is asked for now
    ActRequest request() const;
    QString obstacle() const;
    QString sentence() const; // what is taken away
    QString actText() const;
    const LockShare &share() const { return m_share; }
    QPushButton *confirmButton() const { return m_confirm; }
    QComboBox *box() const { return m_box; }

signals:
    void changed(); // another one is meant, or it was confirmed

private:
    void fill();
    void showShare();
    bool countChanged() const;
    bool mustConfirm() const { return countChanged() || (m_found && m_retaken); }

    LockPtr m_lock;
    LockShare m_share{};                // as confirmed
    std::optional<LockShare> m_found{}; // as it is now
    bool m_retaken = false;             // its owner gave it back or took it since, or it came back
    std::vector<LockShare> m_shares{};  // in the box
    QComboBox *m_box;
    Prose *m_sentence;
    Notice *m_change;
    QPushButton *m_confirm;
};

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Selects the share to remove: its owner and what remains. Tracks changes since it was shown: gone, another
// hold count, taken again. Part of LadderDialog; GUI thread.

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
    // change: the notice for such changes; it belongs to the dialog, where it cannot scroll away.
    ShareRung(Notice *change, QWidget *parent = nullptr);

    void setLock(const LockPtr &lock); // The first time selects the likeliest share
    void choose(const LockShare &share);
    void apply(const LockDelta &delta);
    void refreshNotice(bool shown); // shown: this option is selected now
    ActRequest request() const;
    QString obstacle() const;
    QString sentence() const;
    QString titleOn(const QString &lock) const;
    QString actText() const;
    const LockShare &share() const { return m_share; }
    QPushButton *confirmButton() const { return m_confirm; }
    QComboBox *box() const { return m_box; }

signals:
    void changed(); // Another share was selected, or a change confirmed

private:
    void fill();
    void showShare();
    bool countChanged() const;
    bool mustConfirm() const { return countChanged() || (m_found && m_retaken); }

    LockPtr m_lock;
    LockShare m_share{};                // As confirmed
    std::optional<LockShare> m_found{}; // As it is now
    bool m_retaken = false;             // Its owner released or took it since, or it came back
    std::vector<LockShare> m_shares{};
    QComboBox *m_box;
    Prose *m_sentence;
    Notice *m_change;
    QPushButton *m_confirm;
};

} // namespace lockscope

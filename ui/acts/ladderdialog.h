// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// "Release…": the one dialog in which something is done about a lock that others hold, as a ladder from
// gentle to hard: wake, wait, set an expiry, take a share, release by force. Opens at the rung asked for, or
// at the gentlest that helps; where none does, nothing is selected until a person selects it. While the
// holder is seen to be alive, a banner says so at every rung. What takes something away acts only for what a
// person has seen: when owner, count or expiry change while it is open, they must be confirmed again, and the
// server compares once more. On production it asks for the lock's name and a reason. See ActDialog.

#include "core/values/connection/connection.h"
#include "ui/acts/actdialog.h"
#include "ui/acts/ladder.h"
#include "ui/holders/shownlock.h"

class QLabel;
class QLineEdit;

namespace lockscope
{

class ChangeNotice;
class DurationEdit;
class HoldersView;
class LadderView;
class LockFacts;
class Notice;
class Prose;
class ReasonEdit;
class ShareRung;

class LadderDialog final : public ActDialog
{
    Q_OBJECT
public:
    // rung: nothing: the gentlest that helps, if one does.
    LadderDialog(EngineBridge &link, const LockPtr &lock, const ConnectionSpec &spec,
                 std::optional<Rung> rung = {}, QWidget *parent = nullptr);
    // At the rung on which that share is taken away.
    LadderDialog(EngineBridge &link, const LockPtr &lock, const lockscope::LockShare &share,
                 const ConnectionSpec &spec, QWidget *parent = nullptr);

    std::optional<Rung> rung() const { return m_rung; } // nothing: none is selected yet
    void choose(Rung rung);
    LadderView *ladder() const { return m_ladder; }
    ReasonEdit *reason() const { return m_reason; }
    QLineEdit *reasonEdit() const;
    QLineEdit *nameEdit() const; // null: no name is asked for
    ChangeNotice *changeNotice() const { return m_change; }
    DurationEdit *durationEdit() const { return m_duration; }
    ShareRung *shareRung() const { return m_share; }
    QString waiting() const; // what is said of the wait

protected:
    ActRequest request() const override;
    QString obstacle() const override;
    QString status() const override;
    bool canPlan() const override;
    bool hasAct() const override { return m_rung != Rung::Wait; } // also while none is selected
    bool goesOn(const Receipt &receipt) const override;
    void tableChanged(const LockDelta &delta) override;
    void asked() override;
    void tick() override;

private:
    void build();
    void buildPage();
    void showLock();
    void showRung();
    void showWait();
    void showAlive();
    void showChange();
    void showToken();
    void checkDuration();
    QString obstacleOfForce() const;
    ActRequest requestOf(Rung rung) const;

    ConnectionSpec m_spec;
    ShownLock m_watch;
    std::optional<Rung> m_rung{};
    LadderView *m_ladder = nullptr;
    LockFacts *m_facts = nullptr;
    HoldersView *m_holders = nullptr; // when there are several
    Notice *m_alive = nullptr;
    ChangeNotice *m_change = nullptr;
    Notice *m_shareChange = nullptr;
    QLabel *m_title = nullptr;
    Prose *m_explanation = nullptr;
    Notice *m_wait = nullptr;
    QWidget *m_durationRow = nullptr;
    DurationEdit *m_duration = nullptr;
    ShareRung *m_share = nullptr;
    Notice *m_token = nullptr;
    ReasonEdit *m_reason = nullptr;
};

} // namespace lockscope

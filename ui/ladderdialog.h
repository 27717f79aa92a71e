// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// "Release…": the one dialog in which something is done about a lock that others hold, as a ladder from
// gentle to hard: wake, wait, set an expiry, take a share, release by force. Opens at the gentlest rung that
// can help, or at the one asked for. What takes something away acts only for what a person has seen: when
// owner, count or expiry change while it is open, they must be confirmed again, and the server compares once
// more. On production it asks for the lock's name and a reason. See ActDialog.

#include "core/values/connection.h"
#include "ui/actdialog.h"
#include "ui/ladder.h"
#include "ui/lockwatch.h"

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
    // rung: nothing: the gentlest that can help.
    LadderDialog(EngineLink &link, const LockPtr &lock, const ConnectionSpec &spec,
                 std::optional<Rung> rung = {}, QWidget *parent = nullptr);
    // At the rung on which that share is taken away.
    LadderDialog(EngineLink &link, const LockPtr &lock, const lockscope::Share &share,
                 const ConnectionSpec &spec, QWidget *parent = nullptr);

    Rung rung() const { return m_rung; }
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
    bool hasAct() const override { return m_rung != Rung::Wait; }
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
    void showChange();
    void showToken();
    void checkDuration();
    QString obstacleOfForce() const;
    ActRequest requestOf(Rung rung) const;

    ConnectionSpec m_spec;
    LockWatch m_watch;
    Rung m_rung = Rung::Wake;
    LadderView *m_ladder = nullptr;
    LockFacts *m_facts = nullptr;
    HoldersView *m_holders = nullptr; // when there are several
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

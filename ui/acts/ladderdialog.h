// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The dialog "Release…" for a lock that others hold: wake, wait, set an expiry, remove a share, release by
// force; safest first. Opens at the requested option or at the first that helps; otherwise none is selected.
// While the holder is seen to be alive, every option shows a banner.
//
// An option that takes something away applies only to what was shown: if owner, count or expiry change
// meanwhile, the user must confirm again, and the server compares once more. On production it requires the
// lock's name and a reason. A failed act is shown as its receipt. Owner, thread and further rules: as
// ActDialog.

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
    // rung: empty for the first that helps.
    LadderDialog(EngineBridge &bridge, const LockPtr &lock, const ConnectionSpec &spec,
                 std::optional<Rung> rung = {}, QWidget *parent = nullptr);
    // Opens at Rung::LockShare with that share selected.
    LadderDialog(EngineBridge &bridge, const LockPtr &lock, const lockscope::LockShare &share,
                 const ConnectionSpec &spec, QWidget *parent = nullptr);

    std::optional<Rung> rung() const { return m_rung; } // Empty: none is selected
    void choose(Rung rung);
    void pick(Rung rung); // The same, and the focus goes to the reason
    LadderView *ladder() const { return m_ladder; }
    ReasonEdit *reason() const { return m_reason; }
    QLineEdit *reasonEdit() const;
    QLineEdit *nameEdit() const; // Null: no name is required
    ChangeNotice *changeNotice() const { return m_change; }
    DurationEdit *durationEdit() const { return m_duration; }
    ShareRung *shareRung() const { return m_share; }
    QString waiting() const;

protected:
    ActRequest request() const override;
    QString obstacle() const override;
    QString status() const override;
    bool canPlan() const override;
    bool hasAct() const override { return m_rung != Rung::Wait; } // Also while none is selected
    bool goesOn(const Receipt &receipt) const override;
    void tableChanged(const LockDelta &delta) override;
    void asked() override;
    void tick() override;
    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void build();
    void buildPage();
    void showLock();
    void showRung();
    void showTitle();
    void showWait();
    void showVerdict();
    void showAlive();
    void showChange();
    void keepHeights();
    void reserveRoom();
    void showToken();
    void checkDuration();
    QString obstacleOfForce() const;
    ActRequest requestOf(Rung rung) const;

    ConnectionSpec m_spec;
    ShownLock m_watch;
    std::optional<Rung> m_rung{};
    LadderView *m_ladder = nullptr;
    LockFacts *m_facts = nullptr;
    HoldersView *m_holders = nullptr; // If there are several
    Notice *m_verdict = nullptr;
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The detail pane of one lock: verdict, holders, waiters, evidence, raw value, TTL over time, events. Owner:
// the main window; GUI thread. Requests the rest from the engine; drops a late answer for a lock no longer
// shown, and shows a failed request in place of its answer.

#include "core/config/observesettings.h"
#include "core/values/act.h"
#include "core/values/events.h"
#include "ui/holders/lockshare.h"

#include <QWidget>

#include <memory>

namespace lockscope
{

class EngineBridge;
struct DeploymentState;

class DetailPane final : public QWidget
{
    Q_OBJECT
public:
    explicit DetailPane(EngineBridge &bridge, QWidget *parent = nullptr);
    ~DetailPane() override;

    void showLock(const LockPtr &lock);
    void showEnded(const LockPtr &last, const LockDelta &end); // One that is gone
    void clear();
    void applyDelta(const LockDelta &delta);
    // Why its server is not read, and why acts are disabled.
    void setDeployment(const DeploymentState &deployment);
    void setOwn(const std::vector<OwnHolding> &holds, const std::vector<OwnHolding> &releasing);
    LockName shownKey() const; // Empty: none
    // Why the shown lock does not allow the act; empty: it does, or that is not known yet.
    QString whyNot(ActKind act) const;

    QSize sizeHint() const override;

    void askForName(); // Of the selected holder, or of the first one

signals:
    void possibleChanged(); // See whyNot()
    void actWanted(lockscope::ActKind act, const lockscope::LockPtr &lock);
    void removalWanted(const lockscope::LockPtr &lock, const lockscope::LockShare &share);
    void menuWanted(const QPoint &at); // As LockHeadline::menuWanted
    void focusUnwanted();              // As LockHeadline::focusUnwanted
    void lockEventsWanted(const lockscope::LockName &key);
    void incidentWanted(const lockscope::LockName &key);
    void probeWanted(const lockscope::LockPtr &lock); // Identify the clients of its holders
    void aliasWanted(const lockscope::OwnerAlias &alias);
    void lockWanted(const lockscope::LockName &key);
    void releaseWanted(const lockscope::OwnHolding &held); // A lock that this program holds
    void holdsWanted();
    void failed(const lockscope::Failure &why); // A file could not be written

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void wireParts();

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope

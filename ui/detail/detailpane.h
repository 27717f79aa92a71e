// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Everything about one lock: verdict, holders, waiters, how it is known, raw value, TTL over time, events.
// Owner: the main window; GUI thread. Asks the engine through the link for what only a closer look shows; an
// answer that comes late, for a lock no longer shown, is dropped. A failed look is shown where the answer
// would be.

#include "core/config/observesettings.h"
#include "core/values/act.h"
#include "core/values/events.h"
#include "ui/holders/lockshare.h"

#include <QWidget>

#include <memory>

namespace lockscope
{

class EngineBridge;

class DetailPane final : public QWidget
{
    Q_OBJECT
public:
    explicit DetailPane(EngineBridge &link, QWidget *parent = nullptr);
    ~DetailPane() override;

    void showLock(const LockPtr &lock);
    void clear();
    void applyDelta(const LockDelta &delta);
    // Acts are not offered; the tooltips say why.
    void setReadOnly(bool readOnly);
    // Those that this program has, of any lock, and those of them that are being given back.
    void setOwn(const std::vector<OwnHolding> &holds, const std::vector<OwnHolding> &releasing);
    LockName shownKey() const; // empty: none

    QSize sizeHint() const override;

signals:
    void actWanted(lockscope::ActKind act, const lockscope::LockPtr &lock);
    void removalWanted(const lockscope::LockPtr &lock, const lockscope::LockShare &share);
    void storyWanted(const lockscope::LockName &key);      // all that happened to it
    void incidentWanted(const lockscope::LockName &key);   // all that is known of it, as a folder
    void probeWanted(const lockscope::LockPtr &lock);      // which clients its holders are
    void aliasWanted(const lockscope::OwnerAlias &alias);  // to be kept, and used from now on
    void lockWanted(const lockscope::LockName &key);       // another one, to be shown
    void releaseWanted(const lockscope::OwnHolding &held); // by its owner, who is this program
    void holdsWanted();                                    // all of them, to be looked at
    void failed(const lockscope::Failure &why);            // a file could not be written

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void wireParts();
    void askForName();

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks that the window's own engine holds: shows them, reports their loss, and asks before a connection
// that holds some closes. Owner: the main window; GUI thread.

#include "ui/ownholds/ownholds.h"
#include "ui/window/windowcontroller.h"

#include <QTimer>

namespace lockscope
{

class EngineBridge;
class HoldsDialog;
class ReopenStack;

class HoldsKeeper final : public WindowController
{
    Q_OBJECT
public:
    HoldsKeeper(QWidget *window, EngineBridge &bridge, ReopenStack &closed, OwnHolds::Look look);

    OwnHolds &holds() { return m_holds; }
    HoldsDialog *openDialog();
    bool mayLeave(const QString &going, const std::function<void()> &then); // See MayLeave

    // For an end that cannot be refused (a signal, the end of the session): releases what it can within
    // `bound` without asking, then calls `then` once.
    void leave(milliseconds bound, const std::function<void()> &then);
    // For the end of the session, which may be called off without notice: also reports what was released,
    // and after `doubt`, closing the connection asks again.
    void leaveSession(milliseconds bound, milliseconds doubt, const std::function<void()> &then);

signals:
    void changed();
    void alarmed(const QString &sentence, const QString &advice); // Stays until the user dismisses it
    void lost(const QString &title, const QString &sentence, const lockscope::LockName &key);

private:
    void count();
    void tellLost(const OwnHolding &held, const Receipt &why, bool ranOut);
    void tellFarewell(const std::vector<OwnHolding> &wanted);

    EngineBridge &m_bridge;
    ReopenStack &m_closed;
    OwnHolds m_holds;
    size_t m_count = 0;
    bool m_settled = false;  // The user agreed to leave the holds; reset when another is added
    QTimer m_sessionDoubt{}; // Expired: the session did not end
};

} // namespace lockscope

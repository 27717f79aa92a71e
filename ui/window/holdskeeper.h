// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks that the window's own engine holds: shows them, tells of their loss, and asks before a connection
// ends with them. Owner: the main window; GUI thread.

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
    HoldsKeeper(QWidget *window, EngineBridge &link, ReopenStack &closed, OwnHolds::Look look);

    OwnHolds &holds() { return m_holds; }
    HoldsDialog *openDialog();
    bool mayLeave(const QString &going, const std::function<void()> &then); // as of MayLeave

    // The end comes anyway (a signal, the end of the session): gives back what it can within bound, and asks
    // nothing. then: once.
    void leave(milliseconds bound, const std::function<void()> &then);
    // The same when the session is about to end. That can still be called off without notice: what was given
    // back is told, and after doubt whatever ends the connection asks again.
    void leaveSession(milliseconds bound, milliseconds doubt, const std::function<void()> &then);

signals:
    void changed();
    void alarmed(const QString &sentence, const QString &advice); // to be shown until it is put away
    void lost(const QString &title, const QString &sentence, const lockscope::LockName &key);

private:
    void count();
    void tellLost(const OwnHolding &held, const Receipt &why, bool ranOut);
    void tellFarewell(const std::vector<OwnHolding> &wanted);

    EngineBridge &m_link;
    ReopenStack &m_closed;
    OwnHolds m_holds;
    size_t m_count = 0;
    bool m_settled = false;  // what is held may be left, until more is
    QTimer m_sessionDoubt{}; // over: the session did not end
};

} // namespace lockscope

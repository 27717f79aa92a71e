// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Turns SIGINT, SIGTERM and SIGHUP into an orderly end of the event loop, so that a sandbox is cleaned up.
// If that does not come within 2 s, the process is ended: a server may keep a thread busy.
// One object at a time; GUI thread; owner: main(). Does nothing on systems without these signals.

#include <QObject>

#include <functional>

class QSocketNotifier;

namespace lockscope
{

class Termination final : public QObject
{
    Q_OBJECT
public:
    explicit Termination(QObject *parent = nullptr);
    ~Termination() override;

    // Called before the end, which follows when it calls its argument. Without one, the program ends at once.
    using Farewell = std::function<void(std::function<void()> then)>;
    void setFarewell(Farewell farewell) { m_farewell = std::move(farewell); }
    // The exit status of such an end is 128 and the number of the signal, not 0: something is left undone.
    void setUnfinished() { m_isUnfinished = true; }
    // The end may take longer, because our own servers must end first.
    static void setPatient();

private:
    Farewell m_farewell{};
    bool m_isUnfinished = false;
    QSocketNotifier *m_notifier = nullptr;
};

} // namespace lockscope

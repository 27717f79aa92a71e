// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Turns SIGINT, SIGTERM and SIGHUP into an orderly end of the event loop, so that a sandbox is cleaned up.
// One at a time; GUI thread; owner: main(). Does nothing where there are no such signals.

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

    // What is done before the end, which comes when it calls what it is given. Without one it comes at once.
    using Farewell = std::function<void(std::function<void()> then)>;
    void setFarewell(Farewell farewell) { m_farewell = std::move(farewell); }

private:
    Farewell m_farewell{};
    QSocketNotifier *m_notifier = nullptr;
};

} // namespace lockscope

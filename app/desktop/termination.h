// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Turns SIGINT, SIGTERM and SIGHUP into an orderly end of the event loop, so that a sandbox is cleaned up.
// One at a time; GUI thread; owner: main(). Does nothing where there are no such signals.

#include <QObject>

class QSocketNotifier;

namespace lockscope
{

class Termination final : public QObject
{
    Q_OBJECT
public:
    explicit Termination(QObject *parent = nullptr);
    ~Termination() override;

private:
    QSocketNotifier *m_notifier = nullptr;
};

} // namespace lockscope

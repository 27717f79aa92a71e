// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A private deployment with working locks in it, on a thread of its own, because starting one waits for its
// processes. Owner: the composition. Destroying it ends servers, workers and thread.

#include "app/desktop/workthread.h"
#include "core/lab/sandbox/sandboxdeployment.h"

#include <QObject>

#include <memory>

namespace lockscope
{

class SandboxHost final : public QObject
{
    Q_OBJECT
public:
    explicit SandboxHost(QObject *parent = nullptr);
    ~SandboxHost() override;
    void start(SandboxTopology topology);
    void end(); // without waiting for it: ended() tells

signals:
    void ready(const lockscope::ConnectionSpec &spec);
    void failed(const lockscope::Failure &failure);
    void populated(); // every situation is there at least once
    void ended();

private:
    struct Room;
    WorkThread m_thread{QStringLiteral("sandbox")};
    std::unique_ptr<Room> m_room; // its content is made and ended on m_thread
};

} // namespace lockscope

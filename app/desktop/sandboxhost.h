// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs a private deployment with demo locks on its own thread, because starting servers blocks. Owner: the
// composition. The destructor ends servers, workers and thread.

#include "app/workthread.h"
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
    void end(); // asynchronous; ended() follows

signals:
    void ready(const lockscope::ConnectionSpec &spec);
    void failed(const lockscope::Failure &failure);
    void populated(); // every demo lock exists at least once
    void ended();

private:
    struct Hosted;
    WorkThread m_thread{QStringLiteral("sandbox")};
    std::unique_ptr<Hosted> m_hosted; // its content is created and destroyed on m_thread
};

} // namespace lockscope

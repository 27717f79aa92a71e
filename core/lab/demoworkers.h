// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Demo workers: real clients with their own connections that take, renew, re-enter, contend for and abandon
// locks of every complete family, on one deployment or by majority on several servers. Owner and thread: as
// made; stops with stop() or destruction, leaving abandoned locks behind on purpose.

#include "core/values/connection/connection.h"

#include <QObject>

#include <memory>
#include <vector>

namespace lockscope
{

class SandboxDeployment;

// Where the workers of a sandbox take their locks: several are the members of a RedLock group.
std::vector<ConnectionSpec> workplaces(const SandboxDeployment &sandbox);

class DemoWorkers final : public QObject
{
    Q_OBJECT
public:
    // There is at least one. A single one that is not Standalone is followed through failovers.
    explicit DemoWorkers(std::vector<ConnectionSpec> servers, QObject *parent = nullptr);
    ~DemoWorkers() override;
    void start();
    void stop();

signals:
    void populated(); // every situation is there at least once

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope

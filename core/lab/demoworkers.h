// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Demo workers: real clients with their own connections that acquire, renew, re-enter, contend for and
// abandon locks of all complete families, on one deployment or by majority on several servers. Owner and
// thread: the creator's. They stop with stop() or destruction, and deliberately leave abandoned locks behind.

#include "core/values/connection/connection.h"

#include <QObject>

#include <memory>
#include <vector>

namespace lockscope
{

class SandboxDeployment;

// The servers on which a sandbox's workers take their locks; several are the members of a RedLock group.
std::vector<ConnectionSpec> workplaces(const SandboxDeployment &sandbox);

class DemoWorkers final : public QObject
{
    Q_OBJECT
public:
    // Requires at least one server. A single one that is not Standalone is followed through failovers.
    explicit DemoWorkers(std::vector<ConnectionSpec> servers, QObject *parent = nullptr);
    ~DemoWorkers() override;
    void start();
    void stop();

signals:
    void populated(); // every demo lock exists at least once

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope

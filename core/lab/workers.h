// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Demo workers: real clients with their own connections that take, renew, re-enter, contend for and abandon
// locks of every complete family, on one server or by majority on several. Owner and thread: as made; stops
// with stop() or destruction, leaving abandoned locks behind on purpose.

#include "core/values/connection.h"

#include <QObject>

#include <memory>
#include <vector>

namespace lockscope
{

class SandboxDeployment;

// The servers whose locks the workers of a sandbox take: several are a RedLock group; none: no workers.
std::vector<ConnectionSpec> workplaces(const SandboxDeployment &sandbox);

class Workers final : public QObject
{
    Q_OBJECT
public:
    explicit Workers(std::vector<ConnectionSpec> servers, QObject *parent = nullptr);
    ~Workers() override;
    void start();
    void stop();

signals:
    void populated(); // every situation is there at least once

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope

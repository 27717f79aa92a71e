// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/sandboxhost.h"

#include "core/lab/demoworkers.h"

#include <memory>

namespace lockscope
{
struct SandboxHost::Hosted {
    std::unique_ptr<SandboxDeployment> sandbox{};
    std::unique_ptr<DemoWorkers> workers{};
};

SandboxHost::SandboxHost(QObject *parent) : QObject(parent), m_hosted(new Hosted) {}

SandboxHost::~SandboxHost()
{
    m_thread.end([room = m_hosted.get()] {
        room->workers.reset(); // they disconnect from the servers
        room->sandbox.reset();
    });
}

void SandboxHost::end()
{
    m_thread.run([this, room = m_hosted.get()] {
        room->workers.reset();
        room->sandbox.reset();
        emit ended();
    });
}

void SandboxHost::start(SandboxTopology topology)
{
    m_thread.run([this, topology, room = m_hosted.get()] {
        auto sandbox = SandboxDeployment::start(topology, withPasswords({}));
        if (!sandbox) {
            emit failed(sandbox.failure());
            return;
        }
        room->sandbox = std::move(*sandbox);
        ConnectionSpec spec = room->sandbox->spec();
        room->workers = std::make_unique<DemoWorkers>(workplaces(*room->sandbox));
        connect(room->workers.get(), &DemoWorkers::populated, this, &SandboxHost::populated);
        room->workers->start();
        spec.name = tr("sandbox");
        emit ready(spec);
    });
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/sandboxhost.h"

#include "core/lab/sandbox.h"
#include "core/lab/workers.h"

#include <memory>

namespace lockscope
{
struct SandboxHost::Room {
    std::unique_ptr<Sandbox> sandbox{};
    std::unique_ptr<Workers> workers{};
};

SandboxHost::SandboxHost(QObject *parent) : QObject(parent), m_room(new Room) {}

SandboxHost::~SandboxHost()
{
    m_thread.end([room = m_room.get()] {
        room->workers.reset(); // they say goodbye to the server
        room->sandbox.reset();
    });
}

void SandboxHost::start()
{
    m_thread.run([this, room = m_room.get()] {
        auto sandbox = Sandbox::start();
        if (!sandbox) {
            emit failed(sandbox.failure());
            return;
        }
        room->sandbox = std::move(*sandbox);
        ConnectionSpec spec = room->sandbox->tcp();
        room->workers = std::make_unique<Workers>(spec);
        connect(room->workers.get(), &Workers::populated, this, &SandboxHost::populated);
        room->workers->start();
        spec.name = tr("sandbox");
        emit ready(spec);
    });
}

} // namespace lockscope

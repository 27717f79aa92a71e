// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/sandboxhost.h"

#include "core/lab/sandbox.h"
#include "core/lab/workers.h"

#include <memory>

namespace lockscope
{
namespace
{

// Workers before the server: they say goodbye to it.
class Room final : public QObject
{
public:
    std::unique_ptr<Sandbox> sandbox;
    std::unique_ptr<Workers> workers;
    ~Room() override
    {
        workers.reset();
        sandbox.reset();
    }
};

} // namespace

SandboxHost::SandboxHost(QObject *parent) : QObject(parent), m_room(new Room)
{
    m_thread.setObjectName(QStringLiteral("sandbox"));
    m_room->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_room, &QObject::deleteLater);
    m_thread.start();
}

SandboxHost::~SandboxHost()
{
    m_thread.quit();
    m_thread.wait();
}

void SandboxHost::start()
{
    QMetaObject::invokeMethod(m_room, [this] {
        auto *room = static_cast<Room *>(m_room);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Requests a health check of a recorded deployment: when connected, after the first scan, when the servers
// change, and every five minutes. Engine::examined has the findings. On the engine's thread; the engine must
// outlive it. Owner: the recorder.

#include "core/deployment/health/checkschedule.h"
#include "core/engine/engine.h"

#include <QTimer>

namespace lockscope
{

class HealthTimer final : public QObject
{
    Q_OBJECT
public:
    explicit HealthTimer(Engine *engine);

private:
    void tick();

    Engine *m_engine;
    QTimer m_clock{};
    CheckSchedule m_schedule;
    std::vector<NodeStatus> m_nodes{};
    quint64 m_last = 0; // the last request
    bool m_isChecking = false;
    bool m_isScanned = false;
    bool m_wasScanned = false; // at the last request
};

} // namespace lockscope

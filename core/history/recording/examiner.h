// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Has a deployment examined while it is recorded: when connected, when the first scan has found the locks,
// when the servers change, and every five minutes. What is found comes with Engine::examined. On the
// engine's thread; the engine outlives it. Owner: the recorder.

#include "core/deployment/health/checkschedule.h"
#include "core/engine/engine.h"

#include <QTimer>

namespace lockscope
{

class Examiner final : public QObject
{
    Q_OBJECT
public:
    explicit Examiner(Engine *engine);

private:
    void tick();

    Engine *m_engine;
    QTimer m_clock{};
    CheckSchedule m_schedule;
    std::vector<NodeStatus> m_nodes{};
    quint64 m_last = 0; // question
    bool m_isExamining = false;
    bool m_isScanned = false;
    bool m_wasScanned = false; // when it was asked last
};

} // namespace lockscope

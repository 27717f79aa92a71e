// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs the contention lab on its own thread, because its servers end with the thread that started them and
// starting them blocks. Owner: the composition. The destructor ends the run, its servers and the thread.

#include "app/workthread.h"

namespace lockscope
{

class Lab;
class LabBridge;

class LabHost final
{
public:
    explicit LabHost(LabBridge &bridge); // bridge may be destroyed first
    ~LabHost();
    Q_DISABLE_COPY_MOVE(LabHost)

private:
    WorkThread m_thread{QStringLiteral("lab")};
    Lab *m_lab; // on m_thread
};

} // namespace lockscope

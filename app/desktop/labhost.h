// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The contention lab on a thread of its own, because its servers end with the thread that started them, and
// starting them waits. Owner: the composition. Destroying it ends what runs, its servers and the thread.

#include "app/desktop/workthread.h"

namespace lockscope
{

class Lab;
class LabBridge;

class LabHost final
{
public:
    explicit LabHost(LabBridge &link); // which may go first
    ~LabHost();
    Q_DISABLE_COPY_MOVE(LabHost)

private:
    WorkThread m_thread{QStringLiteral("lab")};
    Lab *m_lab; // over there
};

} // namespace lockscope

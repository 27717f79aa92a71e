// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/labhost.h"

#include "core/lab/lab.h"
#include "ui/bridges/labbridge.h"

namespace lockscope
{

LabHost::LabHost(LabBridge &bridge) : m_lab(new Lab)
{
    m_thread.take(m_lab);
    bridge.attach(m_lab);
}

LabHost::~LabHost()
{
    m_thread.end([lab = m_lab] { delete lab; });
}

} // namespace lockscope

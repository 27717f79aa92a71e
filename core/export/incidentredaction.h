// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Removes from an incident what must not leave; used by incident.cpp. Pure.

#include "core/export/incident.h"
#include "core/export/redactor.h"

namespace lockscope
{

// Replaces owners, clients, hosts and users by pseudonyms. The redactor then knows all of them.
Incident redacted(const Incident &incident, Redactor &redactor);

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An incident without what must not leave the house; for incident.cpp. Pure.

#include "core/export/incident.h"
#include "core/export/redactor.h"

namespace lockscope
{

// The same with names in the place of owners, clients, hosts and users. The redactor then knows them all.
Incident redacted(const Incident &incident, Redactor &redactor);

} // namespace lockscope

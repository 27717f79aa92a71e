// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The README.md of an incident: all of it on one page. Pure.

#include "core/export/incident.h"
#include "core/export/redactor.h"

namespace lockscope
{

// safe: already redacted. told: the pseudonyms, for a table.
QByteArray incidentPage(const Incident &safe, const std::vector<Redactor::Pseudonym> &told);

} // namespace lockscope

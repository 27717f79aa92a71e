// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The README.md of an incident: all of it on one page, for who opens the folder first. Pure.

#include "core/export/incident.h"
#include "core/export/redactor.h"

namespace lockscope
{

// safe: with the pseudonyms in it, which told explains.
QByteArray incidentPage(const Incident &safe, const std::vector<Redactor::Pseudonym> &told);

} // namespace lockscope

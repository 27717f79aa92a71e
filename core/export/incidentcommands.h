// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The commands that an incident suggests, with pseudonyms in place of the real values. Pure.

#include "core/export/incident.h"

namespace lockscope
{

struct IncidentCommand {
    ActKind act{};
    QStringList lines{};
    QString whyNot{};
};

// Plans with pseudonyms, so that no real owner can be in the result.
std::vector<IncidentCommand> commandsFor(const Incident &safe);
QString titleOf(ActKind act);
QStringList readingLines(const Incident &safe);
QByteArray commandsScript(const Incident &safe);

} // namespace lockscope

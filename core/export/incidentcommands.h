// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The commands that an incident suggests, with the names that stand for the true values. Pure.

#include "core/export/incident.h"

namespace lockscope
{

struct IncidentCommand {
    ActKind act{};
    QStringList lines{};
    QString whyNot{};
};

// Planned with the names that stand for the owners: so none can be in them.
std::vector<IncidentCommand> commandsFor(const Incident &safe);
QString titleOf(ActKind act);
QStringList readingLines(const Incident &safe);
QByteArray commandsScript(const Incident &safe);

} // namespace lockscope

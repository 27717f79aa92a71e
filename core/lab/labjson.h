// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the lab has and what came of it, as JSON for scripts and files, and as CSV for tables: a row an arm.
// Times are milliseconds, with a fraction. Names stay once released. Pure; any thread.

#include "core/lab/laboutcome.h"
#include "core/lab/scenario.h"

#include <QJsonObject>

namespace lockscope
{

QJsonObject labToJson(const Scenario &scenario);
QJsonObject labToJson(const LabPulse &pulse);
QJsonObject labToJson(const LabOutcome &outcome);

QByteArray labToCsv(const std::vector<LabOutcome> &outcomes);

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The lab's scenarios and results as JSON for scripts and files, and as CSV with one row per arm. Times are
// milliseconds with a fraction. Names are a released interface. Pure; any thread.

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

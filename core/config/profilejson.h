// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Converts profiles.json, version 2; also reads version 1. Pure. A failure names the line and the field.

#include "core/values/connection/connection.h"

namespace lockscope
{

QByteArray profilesToJson(const QList<ConnectionSpec> &profiles);
Outcome<QList<ConnectionSpec>> profilesFromJson(const QByteArray &json);

} // namespace lockscope

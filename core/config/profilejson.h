// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The text of profiles.json, version 2; reads version 1 too. Pure. A failure names the line and the field.

#include "core/values/connection/connection.h"

namespace lockscope
{

QByteArray profilesToJson(const QList<ConnectionSpec> &profiles);
Outcome<QList<ConnectionSpec>> profilesFromJson(const QByteArray &json);

} // namespace lockscope

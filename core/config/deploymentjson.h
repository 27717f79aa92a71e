// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The part of profiles.json that says of what kind a deployment is and which way leads to it. Pure.

#include "core/base/jsonfields.h"
#include "core/values/connection/connection.h"

namespace lockscope
{

QString topologyName(Topology topology); // as in the file

void deploymentToJson(const ConnectionSpec &spec, QJsonObject &object);
// path: of the profile or member that the fields are of.
std::optional<Failure> takeDeployment(JsonFields &fields, const QString &path,
                                      const QHash<QString, int> &lines, ConnectionSpec &spec);

} // namespace lockscope

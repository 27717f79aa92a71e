// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The part of profiles.json about the deployment: its topology, addresses, proxy and ssh. Pure.

#include "core/base/jsonfields.h"
#include "core/values/connection/connection.h"

namespace lockscope
{

QString topologyName(Topology topology); // the word in the file

void deploymentToJson(const ConnectionSpec &spec, QJsonObject &object);
// path: of the profile or member that contains the fields.
std::optional<Failure> takeDeployment(JsonFields &fields, const QString &path,
                                      const QHash<QString, int> &lines, ConnectionSpec &spec);

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The parameters behind the '?' of a connection URL. Pure.

#include "core/values/connection/connection.h"

#include <optional>

namespace lockscope::url
{

struct Query {
    std::optional<int> db{};
};
// Reads every parameter into the spec, whose scheme has been read.
Outcome<Query> readQuery(const QString &query, ConnectionSpec &spec);
// What connectionUrl() writes behind the '?', each with a '&' in front.
QString writtenQuery(const ConnectionSpec &spec);

} // namespace lockscope::url

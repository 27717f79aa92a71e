// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The query of a connection URL. Pure.

#include "core/values/connection/connection.h"

#include <optional>

namespace lockscope::url
{

struct Query {
    std::optional<int> db{};
};
// Reads all parameters into `spec`, whose scheme is known.
Outcome<Query> readQuery(const QString &query, ConnectionSpec &spec);
// The query for connectionUrl(); each parameter starts with '&'.
QString writtenQuery(const ConnectionSpec &spec);

} // namespace lockscope::url

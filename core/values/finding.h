// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What about a deployment makes its locks unsafe. Values; any thread.

#include "core/values/lock.h"

#include <QString>
#include <QStringList>

#include <string_view>

namespace lockscope
{

struct Finding {
    std::string_view code{}; // literal of the rule: "evicts-locks", "no-persistence", …
    VerdictLevel level = VerdictLevel::Info;
    NodeId node{};          // empty: the deployment as a whole
    QString text{};         // one sentence: what is so, and what it does to locks
    QStringList evidence{}; // what was read, as the server said it
    QString remedy{};       // what to do about it, with the command where there is one
};

} // namespace lockscope

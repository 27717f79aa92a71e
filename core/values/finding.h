// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A problem of a deployment that makes its locks unsafe. Values; any thread.

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
    QString text{};         // one sentence: the problem and its effect on locks
    QStringList evidence{}; // as the server reported it
    QString remedy{};       // what to do, with the command if there is one; one step a line
};

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The state of the servers from a time on, as stored in a history file. Values; any thread.

#include "core/values/finding.h"
#include "core/values/status.h"

#include <optional>
#include <vector>

namespace lockscope
{

struct StateRow {
    enum class Kind { Findings, Nodes };           // as numbers in the file
    static constexpr qsizetype MostBytes = 64'000; // a larger row is neither written nor read

    Kind kind = Kind::Findings;
    WallTime at{};
    QByteArray bytes{};
};

QByteArray packed(const std::vector<Finding> &findings);
// Without values that change all the time: lag, clock offset, round trip, reasons.
QByteArray packed(const std::vector<NodeStatus> &nodes);
// nullopt: the bytes cannot be read.
std::optional<std::vector<Finding>> findingsIn(const QByteArray &packed);
std::optional<std::vector<NodeStatus>> nodesIn(const QByteArray &packed);

} // namespace lockscope

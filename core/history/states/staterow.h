// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is known of the servers from a time on, as a history file has it. Values; any thread.

#include "core/values/finding.h"
#include "core/values/status.h"

#include <optional>
#include <vector>

namespace lockscope
{

struct StateRow {
    enum class Kind { Findings, Nodes };           // as numbers in the file
    static constexpr qsizetype MostBytes = 64'000; // of a larger one nothing is written, or read

    Kind kind = Kind::Findings;
    WallTime at{};
    QByteArray bytes{};
};

QByteArray packed(const std::vector<Finding> &findings);
// Without what changes all the time: lag, clock offset, round trip, reasons.
QByteArray packed(const std::vector<NodeStatus> &nodes);
// None: the bytes cannot be read.
std::optional<std::vector<Finding>> findingsIn(const QByteArray &packed);
std::optional<std::vector<NodeStatus>> nodesIn(const QByteArray &packed);

} // namespace lockscope

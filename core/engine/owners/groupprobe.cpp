// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/owners/groupprobe.h"

#include <algorithm>

namespace lockscope
{

namespace
{

bool isAmong(const HolderClients &clients, const OwnerId &owner)
{
    return std::any_of(clients.begin(), clients.end(),
                       [&owner](const auto &client) { return client.first == owner; });
}

void add(ProbeReport &sum, const ProbeReport &one)
{
    sum.nodes.push_back(one.node);
    sum.lines += one.lines;
    sum.bytes += one.bytes;
    sum.named += one.named;
    sum.duration = std::max(sum.duration, one.duration);
    for (const auto &client : one.learnt) {
        if (!isAmong(sum.learnt, client.first))
            sum.learnt.push_back(client);
    }
}

} // namespace

Outcome<ProbeEstimate> together(const std::vector<Outcome<ProbeEstimate>> &estimates)
{
    ProbeEstimate sum{.commandsPerSecond = 0};
    for (const Outcome<ProbeEstimate> &one : estimates) {
        if (!one)
            continue;
        sum.node.bytes += (sum.node.isEmpty() ? QByteArray() : QByteArray(", ")) + one->node.bytes;
        sum.length = std::max(sum.length, one->length);
        if (!one->commandsPerSecond || !sum.commandsPerSecond) {
            sum.commandsPerSecond.reset();
            sum.lines = sum.bytes = 0;
        } else {
            *sum.commandsPerSecond += *one->commandsPerSecond;
            sum.lines += one->lines;
            sum.bytes += one->bytes;
        }
        sum.slowdownPercent = one->slowdownPercent;
    }
    return sum.node.isEmpty() ? estimates.front() : sum;
}

ProbeReport together(const std::vector<ProbeReport> &reports, const std::vector<OwnerId> &sought)
{
    ProbeReport sum;
    const ProbeReport *ended = nullptr; // before it had learnt all
    for (const ProbeReport &one : reports) {
        if (one.stopped == ProbeStop::Refused)
            continue;
        if (sum.nodes.empty()) {
            sum.key = one.key;
            sum.node = one.node;
        }
        add(sum, one);
        if (!ended && one.stopped != ProbeStop::Learnt)
            ended = &one;
    }
    if (sum.nodes.empty())
        return reports.front();
    const bool areLearnt = std::all_of(sought.begin(), sought.end(),
                                       [&sum](const OwnerId &owner) { return isAmong(sum.learnt, owner); });
    sum.stopped = areLearnt || !ended ? ProbeStop::Learnt : ended->stopped;
    if (ended && !areLearnt)
        sum.failure = ended->failure;
    return sum;
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/quorumchange.h"

#include "core/engine/verdicts/quorum.h"

#include <algorithm>

namespace lockscope
{

namespace
{

const Copy *copyOn(const Lock *lock, size_t node)
{
    return lock && lock->extras && node < lock->extras->copies.size() ? &lock->extras->copies[node] : nullptr;
}

// A node that does not answer may still name the owner.
bool doAllAnswer(const std::vector<Copy> &copies)
{
    return std::ranges::find(copies, CopyState::Unreachable, &Copy::state) == copies.end();
}

bool isSureOwner(CopyState state)
{
    return state == CopyState::Held || state == CopyState::OtherOwner;
}

// That a node does not answer is told of the node, not of each of its locks.
std::vector<Copy> otherAnswers(const Lock *before, const std::vector<Copy> &copies, bool withSilence)
{
    std::vector<Copy> changed;
    for (size_t node = 0; node < copies.size(); ++node) {
        const Copy *was = copyOn(before, node);
        const Copy &is = copies[node];
        const CopyState state = was ? was->state : CopyState::Missing;
        const bool isSameOwner = !was || was->owner == is.owner;
        // Whose copy is another's depends on what the other nodes say.
        const bool isSame = state == is.state || (isSureOwner(state) && isSureOwner(is.state));
        if (isSame && isSameOwner)
            continue;
        const bool isSilence = is.state == CopyState::Unreachable ||
                               (state == CopyState::Unreachable && is.state == CopyState::Held);
        if (!isSilence || withSilence)
            changed.push_back(is);
    }
    return changed;
}

} // namespace

QuorumHistory::Standing QuorumHistory::standingOf(const Lock *lock)
{
    const Quorum *quorum = lock ? lock->quorum() : nullptr;
    if (!quorum)
        return Standing::Open;
    if (quorum->reached())
        return quorum->owners > 1 ? Standing::Split : Standing::Reached;
    return quorum->isUndecided() ? Standing::Unknown : Standing::Open;
}

// The same owner still has a majority, or another one that had it beside that one.
bool wasMajoritys(const Lock *before, const QSet<OwnerId> &majority, const Lock &after)
{
    if (majority.intersects(agreeingOwners(after)))
        return true;
    return before && before->heldByMajority() &&
           std::ranges::find(before->holders, after.owner(), &Holder::id) != before->holders.end();
}

// While it is not decided, the nodes that are away may name the same owner.
void QuorumHistory::remember(const Lock *after, bool isMajority)
{
    if (isMajority) {
        m_majority = agreeingOwners(*after);
        m_owner = after->owner();
        return;
    }
    if (after && after->isUndecided())
        return;
    if (!after || !m_majority.intersects(namedOwners(*after)))
        m_majority.clear();
}

std::optional<QuorumEvent> QuorumHistory::follow(const Lock *before, const Lock *after,
                                                 const std::vector<Copy> &copies, bool isFirstSight)
{
    const Standing was = std::exchange(m_standing, standingOf(after));
    const bool isMajority = m_standing == Standing::Reached || m_standing == Standing::Split;
    const bool had = hadMajority();
    const bool isSame = isMajority && wasMajoritys(before, m_majority, *after);
    remember(after, isMajority);
    QuorumEvent event;
    if (isMajority && (!isSame || was != m_standing)) {
        if (!had && isFirstSight)
            return {};
        event.change = m_standing == Standing::Split ? QuorumChange::Split : QuorumChange::Reached;
    } else if (isMajority) {
        event.change = QuorumChange::Node;
    } else if (m_standing == Standing::Unknown) {
        if (!had || was == Standing::Unknown)
            return {};
        event.change = QuorumChange::Unknown;
    } else if (had && !hadMajority() && doAllAnswer(copies)) {
        event.change = QuorumChange::Ended;
    } else if (had && was != Standing::Open) {
        event.change = QuorumChange::Lost;
    } else {
        return {};
    }
    event.changed = otherAnswers(before, copies, event.change != QuorumChange::Node);
    if (event.change == QuorumChange::Node && event.changed.empty())
        return {};
    const Lock *told = after ? after : before;
    if (!told)
        return {};
    event.key = told->key;
    event.owner = isMajority ? told->owner() : m_owner;
    const Quorum *former = before ? before->quorum() : nullptr;
    event.quorum = after ? *after->quorum() : Quorum{.nodes = former ? former->nodes : int(copies.size())};
    if (after && !isMajority) // most nodes that answer may name another owner than the one that had it
        event.quorum.agreeing = int(std::ranges::count_if(copies, [this](const Copy &copy) {
            return isSureOwner(copy.state) && m_majority.contains(copy.owner);
        }));
    if (!after) {
        event.quorum.needed = event.quorum.nodes / 2 + 1;
        for (const Copy &copy : copies)
            event.quorum.reachable += copy.state == CopyState::Unreachable ? 0 : 1;
    }
    return event;
}

} // namespace lockscope

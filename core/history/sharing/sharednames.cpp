// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/sharing/sharednames.h"

#include "core/values/kindname.h"

#include <QRandomGenerator>

#include <algorithm>

namespace lockscope
{

namespace
{

QByteArray randomSalt()
{
    QByteArray salt(Pseudonyms::SaltBytes, Qt::Uninitialized);
    QRandomGenerator::system()->generate(salt.begin(), salt.end());
    return salt;
}

bool isRole(const NodeStatus &status)
{
    return status.isMaster() || status.isReplica() || status.isSentinel();
}

} // namespace

SharedNames::SharedNames(bool keepsNames) : m_keepsNames(keepsNames), m_pseudonyms(randomSalt()) {}

bool SharedNames::stays(const char *what, const QByteArray &name) const
{
    return m_keepsNames || (m_source == Source::Pseudonyms && isPseudonymOf(what, name));
}

LockName SharedNames::key(const LockName &key)
{
    return stays("key", key.bytes) ? key : m_pseudonyms.key(key);
}

NodeId SharedNames::node(const NodeId &node)
{
    return stays("node", node.bytes) ? node : m_pseudonyms.node(node);
}

OwnerId SharedNames::owner(LockKind kind, const OwnerId &owner)
{
    const bool isClients = m_source == Source::Pseudonyms && !pseudonymOfClient(owner).isEmpty();
    return isClients || stays("owner", owner.bytes) ? owner : m_pseudonyms.owner(kind, owner);
}

LockKind SharedNames::kind(LockKind kind)
{
    return stays("kind", kindName(kind)) ? kind : m_pseudonyms.kind(kind);
}

LockEvent SharedNames::event(const LockEvent &event)
{
    LockEvent safe = event;
    safe.key = key(event.key);
    safe.owner = owner(event.lockKind, event.owner);
    safe.node = node(event.node);
    safe.lockKind = kind(event.lockKind);
    return safe;
}

Mark SharedNames::mark(const Mark &mark)
{
    return {.kind = mark.kind, .at = mark.at, .node = node(mark.node), .other = node(mark.other)};
}

StateRow SharedNames::state(const StateRow &row)
{
    if (m_keepsNames)
        return row;
    StateRow safe{.kind = row.kind, .at = row.at, .bytes = ""}; // not known, if it cannot be read
    if (const auto findings = findingsIn(row.bytes); findings && row.kind == StateRow::Kind::Findings) {
        std::vector<Finding> named;
        for (const Finding &finding : *findings)
            named.push_back({.code = finding.code, .level = finding.level, .node = node(finding.node)});
        safe.bytes = packed(named);
    }
    if (const auto nodes = nodesIn(row.bytes); nodes && row.kind == StateRow::Kind::Nodes) {
        std::vector<NodeStatus> named;
        for (const NodeStatus &status : *nodes) {
            named.push_back({.node = node(status.node),
                             .member = status.member,
                             .role = isRole(status) ? status.role : QByteArray(),
                             .connection = {.phase = status.connection.phase},
                             .slotRanges = status.slotRanges});
            if (status.replica)
                named.back().replica =
                    Replication{.master = node(status.replica->master), .linked = status.replica->linked};
        }
        safe.bytes = packed(named);
    }
    return safe;
}

QByteArray SharedNames::code(const QByteArray &code)
{
    constexpr qsizetype LongestCode = 40;
    const auto isOfCode = [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; };
    return code.size() <= LongestCode && std::all_of(code.begin(), code.end(), isOfCode) ? code
                                                                                         : QByteArray();
}

} // namespace lockscope

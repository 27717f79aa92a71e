// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/sharing/sharednames.h"

#include "core/formats/families/ruleformat.h"
#include "core/formats/format.h"
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
    const QByteArray name = kindName(kind);
    if (stays("kind", name) || name == "unknown" || Registry::builtIn().find(name))
        return kind;
    return storedKind(m_pseudonyms.kind(name));
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

QByteArray SharedNames::code(const QByteArray &code)
{
    constexpr qsizetype LongestCode = 40;
    const auto isOfCode = [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; };
    return code.size() <= LongestCode && std::all_of(code.begin(), code.end(), isOfCode) ? code
                                                                                         : QByteArray();
}

} // namespace lockscope

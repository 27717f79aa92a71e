// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/following/followedkeys.h"

#include "core/engine/reading/decodedlock.h"

#include <algorithm>

namespace lockscope
{

namespace
{

QByteArray literalGlob(const QByteArray &key)
{
    QByteArray glob;
    for (const char c : key) {
        if (QByteArrayView("*?[]\\^").contains(c))
            glob += '\\';
        glob += c;
    }
    return glob;
}

} // namespace

FollowedKeys::FollowedKeys(const Node &node, const Registry &registry, const LockTable &table,
                           const EngineOptions &options, Owns owns)
    : m_node(node), m_registry(registry), m_table(table), m_options(options), m_owns(std::move(owns)),
      m_patterns(scanPatterns()), m_reach(m_patterns)
{
}

QList<QByteArray> FollowedKeys::scanPatterns() const
{
    if (m_options.allKeys)
        return {};
    if (!m_node.spec().patterns.isEmpty())
        return m_registry.withCompanions(m_node.spec().patterns);
    const auto defaults = m_registry.defaultPatterns();
    return {defaults.begin(), defaults.end()};
}

QList<QByteArray> FollowedKeys::feedPatterns() const
{
    QList<QByteArray> patterns;
    if (m_options.scan)
        patterns = m_patterns;
    if (m_options.scan && patterns.isEmpty())
        return {QByteArrayLiteral("*")};
    for (const LockName &key : m_options.watched)
        patterns.append(literalGlob(key.bytes));
    return patterns;
}

// The operator's own patterns decide. The default patterns are only what names show.
bool FollowedKeys::mayConcern(const LockName &key) const
{
    const bool ownPatterns = !m_node.spec().patterns.isEmpty();
    const bool scans = m_options.scan || !m_options.follow; // by itself, or on request
    return m_options.watched.contains(key) ||
           (scans && (!ownPatterns || m_reach.isEmpty() || m_reach.matches(key.bytes)));
}

bool FollowedKeys::needsCompanions(const KeyReading &reading) const
{
    if (reading.companionsRead || !reading.companions.empty())
        return false;
    const LockPtr known = m_table.find(reading.key);
    if (known && lockscope::needsCompanions(*known))
        return true;
    return !reading.essentialsRead && !m_registry.essentialCompanions(reading).empty();
}

bool FollowedKeys::isOnlyListenedTo(const KeyReading &reading)
{
    const auto isMissing = [](const KeyReading &key) { return key.type == ValueType::None; };
    return !reading.listened.isEmpty() && isMissing(reading) &&
           std::ranges::all_of(reading.companions, isMissing);
}

std::vector<LockName> FollowedKeys::watched() const
{
    std::vector<LockName> keys;
    std::copy_if(m_options.watched.begin(), m_options.watched.end(), std::back_inserter(keys),
                 [this](const LockName &key) { return owns(key); });
    return keys;
}

std::vector<LockName> FollowedKeys::known() const
{
    std::vector<LockName> keys;
    keys.reserve(size_t(m_table.size()));
    m_table.forEach([&](const LockPtr &lock) {
        if (isMine(*lock))
            keys.push_back(lock->key);
    });
    return keys;
}

std::vector<LockName> FollowedKeys::outOfReach(const QSet<LockName> &listened) const
{
    std::vector<LockName> keys;
    if (m_reach.isEmpty() && listened.isEmpty())
        return keys;
    m_table.forEach([&](const LockPtr &lock) {
        const bool hasNoKey = lock->type == ValueType::None && listened.contains(lock->key);
        if (isMine(*lock) && (hasNoKey || !isInReach(lock->key)))
            keys.push_back(lock->key);
    });
    return keys;
}

QSet<LockName> FollowedKeys::strays(const QSet<LockName> &met, const QSet<LockName> &besides) const
{
    QSet<LockName> keys;
    if (!m_owns)
        return keys;
    m_table.forEach([&](const LockPtr &lock) {
        if (isMine(*lock) && !met.contains(lock->key) && !besides.contains(lock->key) && !m_owns(lock->key))
            keys.insert(lock->key);
    });
    return keys;
}

} // namespace lockscope

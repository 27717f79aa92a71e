// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "core/redis/glob.h"
#include "core/values/rule.h"

#include <algorithm>

namespace lockscope
{

namespace
{

bool isMissing(const KeyReading &reading)
{
    return reading.type == ValueType::None && reading.companions.empty() && reading.listened.isEmpty();
}

} // namespace

const KeyReading *KeyReading::companion(QByteArrayView name) const
{
    const auto found = std::find_if(companions.begin(), companions.end(), [name](const KeyReading &other) {
        return other.key.bytes == name && other.type != ValueType::None && other.size != RefusedSize;
    });
    return found == companions.end() ? nullptr : &*found;
}

milliseconds KeyReading::wallMilliseconds() const
{
    return std::chrono::duration_cast<milliseconds>(wallAt.time_since_epoch());
}

// Values may hold any number. The bounds keep the arithmetic safe; they are the same in each read, because an
// end that moved with each read would look like a renewal.
Instant KeyReading::instantOf(milliseconds sinceEpoch) const
{
    constexpr milliseconds Earliest = -std::chrono::years(50), Latest = std::chrono::years(156);
    return readAt + (std::clamp(sinceEpoch, Earliest, Latest) - wallMilliseconds());
}

NameRole Format::roleOf(QByteArrayView) const
{
    return {};
}

std::vector<CompanionKey> Format::companions(const KeyReading &) const
{
    return {};
}

const Registry &Registry::builtIn()
{
    static const Registry registry(makeFamilies());
    return registry;
}

std::shared_ptr<const Registry> Registry::with(std::vector<std::unique_ptr<Format>> more)
{
    std::vector<std::unique_ptr<Format>> formats = makeFamilies();
    formats.insert(formats.begin(), std::make_move_iterator(more.begin()),
                   std::make_move_iterator(more.end()));
    return std::make_shared<const Registry>(std::move(formats));
}

Registry::Registry(std::vector<std::unique_ptr<Format>> formats) : m_formats(std::move(formats))
{
    std::stable_sort(m_formats.begin(), m_formats.end(),
                     [](const auto &a, const auto &b) { return a->rank() < b->rank(); });
    QList<QByteArray> patterns;
    for (const auto &format : m_formats) {
        for (const QByteArray &pattern : format->patterns())
            patterns.append(pattern);
        const std::string_view name = format->kind().name;
        if (format->hasEssentialCompanions())
            m_withEssentials.push_back(format.get());
        if (name != NoLockKind && !m_ofKind.contains(name))
            m_ofKind.insert({name, {format.get(), format->waiting() == WaitMode::Sleep}});
    }
    m_defaultPatterns = reducePatterns(patterns);
}

const Format *Registry::find(QByteArrayView kind) const
{
    const auto found = m_ofKind.find({kind.data(), size_t(kind.size())});
    return found == m_ofKind.end() ? nullptr : found->second.format;
}

bool Registry::sleeps(LockKind kind) const
{
    const auto found = m_ofKind.find(kind.name);
    return found != m_ofKind.end() && found->second.sleeps;
}

std::vector<LockKind> Registry::kinds() const
{
    std::vector<LockKind> kinds;
    for (const auto &format : m_formats) { // a user's rule lists its family a second time
        if (format->kind().name != NoLockKind &&
            std::find(kinds.begin(), kinds.end(), format->kind()) == kinds.end())
            kinds.push_back(format->kind());
    }
    return kinds;
}

std::vector<QByteArray> Registry::defaultPatterns() const
{
    return {m_defaultPatterns.begin(), m_defaultPatterns.end()};
}

QList<QByteArray> Registry::withCompanions(const QList<QByteArray> &patterns) const
{
    QList<QByteArray> all = patterns;
    for (const QByteArray &pattern : patterns) {
        for (const auto &format : m_formats) {
            for (QByteArray &companion : format->companionPatterns(pattern))
                all.append(std::move(companion));
        }
    }
    return reducePatterns(all);
}

NameRole Registry::roleOf(QByteArrayView key) const
{
    for (const auto &format : m_formats) {
        if (format->claims(key))
            return {};
        if (NameRole role = format->roleOf(key); role.kind != NameRole::Kind::Open)
            return role;
    }
    return {};
}

bool Registry::mayBeLock(const KeySight &sight) const
{
    if (sight.key.isEmpty())
        return false;
    return std::any_of(m_formats.begin(), m_formats.end(),
                       [&sight](const auto &format) { return format->mayBe(sight); });
}

std::vector<CompanionKey> Registry::companions(const KeyReading &reading) const
{
    std::vector<CompanionKey> all;
    for (const auto &format : m_formats) {
        std::vector<CompanionKey> some = format->companions(reading);
        if (!some.empty() && all.empty())
            all.reserve(some.size() + 2); // the usual number
        for (CompanionKey &companion : some) {
            const auto same = std::find_if(all.begin(), all.end(), [&companion](const CompanionKey &other) {
                return other.key == companion.key;
            });
            if (same == all.end())
                all.push_back(std::move(companion));
            else
                same->essential = same->essential || companion.essential;
        }
    }
    return all;
}

std::vector<LockName> Registry::essentialCompanions(const KeyReading &reading) const
{
    std::vector<LockName> all;
    for (const Format *format : m_withEssentials) {
        for (CompanionKey &companion : format->companions(reading)) {
            if (companion.essential && std::ranges::find(all, companion.key) == all.end())
                all.push_back(std::move(companion.key));
        }
    }
    return all;
}

std::pair<const Format *, std::optional<Decoded>> Registry::decode(const KeyReading &reading) const
{
    if (isMissing(reading) || reading.key.isEmpty())
        return {nullptr, std::nullopt};
    if (!reading.isNameOpen && roleOf(reading.key.bytes).kind != NameRole::Kind::Open)
        return {nullptr, std::nullopt};
    for (const auto &format : m_formats) {
        if (format->isPartOfAnother(reading))
            break;
        if (std::optional<Decoded> decoded = format->decode(reading))
            return {format.get(), std::move(decoded)};
    }
    return {nullptr, std::nullopt};
}

std::vector<LockKind> Registry::alternatives(const KeyReading &reading) const
{
    const auto [winner, decoded] = decode(reading);
    std::vector<LockKind> kinds;
    if (!winner)
        return kinds;
    const auto add = [&kinds](LockKind kind) {
        if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
            kinds.push_back(kind);
    };
    if (decoded->extras && decoded->extras->alternatives)
        std::for_each(decoded->extras->alternatives->begin(), decoded->extras->alternatives->end(), add);
    for (const auto &format : m_formats) {
        if (format.get() != winner && format->kind() != winner->kind() && format->decode(reading))
            add(format->kind());
    }
    return kinds;
}

} // namespace lockscope

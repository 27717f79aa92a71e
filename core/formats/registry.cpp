// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "core/formats/glob.h"
#include "core/formats/redissonlock.h"
#include "core/formats/tokenlock.h"
#include "core/formats/untokenedlock.h"

#include <algorithm>

namespace lockscope
{

const Registry &Registry::builtIn()
{
    static const Registry registry([] {
        std::vector<std::unique_ptr<Format>> formats;
        formats.push_back(std::make_unique<RedissonLock>());
        formats.push_back(std::make_unique<TokenLock>());
        formats.push_back(std::make_unique<UntokenedLock>()); // takes what no other family explains: last
        return formats;
    }());
    return registry;
}

Registry::Registry(std::vector<std::unique_ptr<Format>> formats) : m_formats(std::move(formats)) {}

const Format *Registry::find(QByteArrayView kind) const
{
    const std::string_view name(kind.data(), size_t(kind.size()));
    for (const auto &format : m_formats) {
        if (format->kind().name == name)
            return format.get();
    }
    return nullptr;
}

std::vector<LockKind> Registry::kinds() const
{
    std::vector<LockKind> kinds;
    for (const auto &format : m_formats)
        kinds.push_back(format->kind());
    return kinds;
}

std::vector<QByteArray> Registry::defaultPatterns() const
{
    QList<QByteArray> all;
    for (const auto &format : m_formats) {
        for (const QByteArray &pattern : format->patterns())
            all.append(pattern);
    }
    const QList<QByteArray> reduced = reducePatterns(all);
    return {reduced.begin(), reduced.end()};
}

bool Registry::mayBeLock(const KeySight &sight) const
{
    if (sight.key.isEmpty() || isCompanion(sight.key))
        return false;
    return std::any_of(m_formats.begin(), m_formats.end(),
                       [&sight](const auto &format) { return format->mayBe(sight); });
}

std::pair<const Format *, std::optional<Decoded>> Registry::decode(const KeyReading &reading) const
{
    if (reading.type == ValueType::None || reading.key.isEmpty() || isCompanion(reading.key.bytes))
        return {nullptr, std::nullopt};
    for (const auto &format : m_formats) {
        if (std::optional<Decoded> decoded = format->decode(reading))
            return {format.get(), std::move(decoded)};
    }
    return {nullptr, std::nullopt};
}

} // namespace lockscope

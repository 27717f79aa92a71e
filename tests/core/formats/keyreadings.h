// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keys as a scan reads them, for tests of the formats. Pure values, read now.

#include "core/formats/format.h"

namespace lockscope::test
{

using Fields = std::vector<std::pair<QByteArray, QByteArray>>;

inline KeyReading stringKey(QByteArray key, QByteArray value,
                            std::optional<milliseconds> ttl = milliseconds(30000))
{
    const qint64 size = value.size();
    return {.key = {std::move(key)},
            .type = ValueType::String,
            .ttl = ttl,
            .size = size,
            .string = std::move(value),
            .readAt = now()};
}

inline KeyReading hashKey(QByteArray key, Fields fields, std::optional<milliseconds> ttl = {})
{
    const qint64 size = qint64(fields.size());
    return {.key = {std::move(key)},
            .type = ValueType::Hash,
            .ttl = ttl,
            .size = size,
            .fields = std::move(fields),
            .readAt = now()};
}

inline KeyReading withCompanions(KeyReading main, std::vector<KeyReading> companions)
{
    main.companions = std::move(companions);
    main.companionsRead = true;
    return main;
}

} // namespace lockscope::test

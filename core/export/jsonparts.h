// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Parts that several JSON documents share. Pure.

#include "core/base/clock.h"
#include "core/base/jsonwriter.h"
#include "core/base/outcome.h"

#include <QStringList>

#include <optional>

namespace lockscope
{

template<class List, class Write>
void writeList(JsonWriter &json, QByteArrayView name, const List &list, const Write &write)
{
    json.name(name);
    json.beginArray();
    for (const auto &each : list)
        write(each);
    json.endArray();
}

inline QByteArrayView view(std::string_view text)
{
    return QByteArrayView(text.data(), qsizetype(text.size()));
}

void writeTtl(JsonWriter &json, std::optional<milliseconds> ttl);
void writeTexts(JsonWriter &json, QByteArrayView name, const QStringList &texts);
void writeFailure(JsonWriter &json, const Failure &failure);

} // namespace lockscope

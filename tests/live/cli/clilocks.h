// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Two owners of locks, and a lock in what --json prints.

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>

namespace lockscope::test::clilocks
{

inline const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";
inline const QByteArray Bob = "22222222-2222-4222-8222-222222222222:7";

inline QJsonObject lockIn(const QJsonObject &document, const char *key)
{
    const QJsonArray locks = document[u"locks"].toArray();
    for (const QJsonValue &lock : locks) {
        if (lock[u"key"] == QLatin1String(key))
            return lock.toObject();
    }
    return {};
}

} // namespace lockscope::test::clilocks

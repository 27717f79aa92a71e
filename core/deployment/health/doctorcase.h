// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The input of the doctor's rules, and how they add findings. Pure.

#include "core/deployment/serverinfo.h"
#include "core/values/connection/nodefacts.h"
#include "core/values/finding.h"

namespace lockscope::doctor
{

using Level = VerdictLevel;

struct Case {
    const DeploymentFacts &deployment;
    const std::vector<LockPtr> &locks;
    std::vector<Finding> found{};

    bool isGroup() const { return deployment.members > 1; }
    void add(std::string_view code, Level level, const QString &text, const QStringList &evidence,
             const QString &remedy)
    {
        found.push_back({code, level, {}, text, evidence, remedy});
    }
    void add(const NodeFacts &node, std::string_view code, Level level, const QString &text,
             const QStringList &evidence, const QString &remedy)
    {
        found.push_back({code, level, node.status.node, text, evidence, remedy});
    }
};

inline bool isServer(const NodeFacts &node)
{
    return !node.status.isSentinel();
}

inline bool isMaster(const NodeFacts &node)
{
    return node.status.isReady() && node.status.isMaster();
}

inline QByteArray told(const NodeFacts &node, QByteArrayView name)
{
    return infoField(node.info, name);
}

inline std::optional<qint64> numberTold(const NodeFacts &node, QByteArrayView name)
{
    bool isNumber = false;
    const qint64 number = told(node, name).toLongLong(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

inline std::optional<QByteArray> setting(const NodeFacts &node, const QByteArray &name)
{
    const auto found = node.config.find(name);
    return found == node.config.end() ? std::nullopt : std::optional(found->second);
}

// "maxmemory_policy:allkeys-lru", as in INFO.
inline QStringList quoted(const NodeFacts &node, std::initializer_list<QByteArrayView> names)
{
    QStringList lines;
    for (const QByteArrayView name : names) {
        const QByteArray value = told(node, name);
        if (!value.isEmpty())
            lines += QString::fromUtf8(name.toByteArray() + ':' + value);
    }
    return lines;
}

inline QString quotedSetting(const NodeFacts &node, const QByteArray &name)
{
    return QStringLiteral("%1 \"%2\"")
        .arg(QString::fromLatin1(name), QString::fromUtf8(setting(node, name).value_or(QByteArray())));
}

inline QString text(const NodeId &node)
{
    return escapedText(node.bytes);
}

} // namespace lockscope::doctor

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/rulemembers.h"

#include "core/base/tr.h"

#include <QJsonArray>

namespace lockscope
{

std::optional<QByteArray> RuleMembers::text(const char *member, qsizetype longest)
{
    const auto value = take(member);
    if (!value)
        return {};
    if (!value->isString()) {
        wrong(member, Tr::tr("must be a string"));
        return {};
    }
    const QByteArray bytes = value->toString().toUtf8();
    if (!bytes.isEmpty() && bytes.size() <= longest)
        return bytes;
    wrong(member, bytes.isEmpty() ? Tr::tr("must not be empty; omit it instead")
                                  : Tr::tr("is longer than %1 bytes").arg(longest));
    return {};
}

QList<QByteArray> RuleMembers::texts(const char *member, const QString &what)
{
    QList<QByteArray> all;
    const auto value = take(member);
    if (!value)
        return all;
    const QJsonArray array = value->isString() ? QJsonArray{*value} : value->toArray();
    for (const QJsonValue &each : array) {
        const QByteArray bytes = each.toString().toUtf8();
        if (!bytes.isEmpty() && bytes.size() <= LongestBytes)
            all << bytes;
    }
    if (array.isEmpty() || all.size() != array.size())
        wrong(member, what);
    return all;
}

std::optional<milliseconds> RuleMembers::duration(const char *member)
{
    const auto words = text(member);
    if (!words)
        return {};
    const auto time = parseDuration(QString::fromUtf8(*words));
    if (time && *time > milliseconds(0))
        return *time;
    wrong(member, Tr::tr("must be a duration such as \"30s\", \"500ms\" or \"5m\""));
    return {};
}

void RuleMembers::refuseRest(const QString &why)
{
    for (const QString &member : m_left.keys())
        wrongAt(member, why);
    m_left = {};
}

void RuleMembers::wrongAt(const QString &member, const QString &text)
{
    const QString path = m_path.isEmpty() ? member : m_path + QLatin1Char('/') + member;
    m_problems << RuleProblem{.line = member.isEmpty() ? line() : m_lines.value(path, line()),
                              .rule = m_rule,
                              .member = member,
                              .text = text};
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Takes the members of one JSON object of rules.json one by one; members left at the end are unknown. Reports
// every fault, not only the first. The referenced lines and problems must outlive it.

#include "core/config/rulejson.h"

#include <QHash>

#include <optional>

namespace lockscope
{

class RuleMembers
{
public:
    static constexpr qsizetype LongestText = 500;
    static constexpr qsizetype LongestBytes = 512;

    RuleMembers(const QJsonObject &object, QString path, qsizetype rule, const QHash<QString, int> &lines,
                QList<RuleProblem> &problems)
        : m_left(object), m_path(std::move(path)), m_rule(rule), m_lines(lines), m_problems(problems)
    {
    }

    bool has(const char *member) const { return m_left.contains(QLatin1String(member)); }
    std::optional<QJsonValue> take(const char *member)
    {
        return has(member) ? std::optional(m_left.take(QLatin1String(member))) : std::nullopt;
    }
    std::optional<QByteArray> text(const char *member, qsizetype longest = LongestText);
    // A list of texts; a single text counts as a list of one.
    QList<QByteArray> texts(const char *member, const QString &what);
    std::optional<milliseconds> duration(const char *member);

    void wrong(const char *member, const QString &text) { wrongAt(QString::fromUtf8(member), text); }
    void wrongRule(const QString &text) { wrongAt({}, text); }
    void refuseRest(const QString &why);
    int line() const { return m_lines.value(m_path, 1); }

private:
    void wrongAt(const QString &member, const QString &text);

    QJsonObject m_left;
    QString m_path;
    qsizetype m_rule;
    const QHash<QString, int> &m_lines;
    QList<RuleProblem> &m_problems;
};

} // namespace lockscope

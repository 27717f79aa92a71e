// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Files of rules, and the rules that the document shows.

#include "core/config/rulejson.h"

#include <QFile>
#include <QRegularExpression>

namespace lockscope::test::rulefiles
{

inline QByteArray file(const QByteArray &rules)
{
    return "{\"version\": 1,\n\"rules\": [\n" + rules + "\n]}";
}

inline QStringList sentences(const RuleBook &book)
{
    QStringList lines;
    for (const RuleProblem &problem : book.problems)
        lines << problem.sentence();
    return lines;
}

inline QByteArrayList documentedExamples()
{
    QFile document(QStringLiteral(LOCKSCOPE_SOURCE_DIR "/resources/docs/rules.md"));
    if (!document.open(QIODevice::ReadOnly))
        return {};
    QByteArrayList examples;
    static const QRegularExpression block(QStringLiteral("```json\n(.*?)```"),
                                          QRegularExpression::DotMatchesEverythingOption);
    auto found = block.globalMatch(QString::fromUtf8(document.readAll()));
    while (found.hasNext())
        examples << found.next().captured(1).toUtf8();
    return examples;
}

} // namespace lockscope::test::rulefiles

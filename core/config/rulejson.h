// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The text of rules.json, version 1; what each member means: resources/docs/rules.md. Pure. Everything that
// is wrong is told, with its line and what to write instead; a text with a fault gives no rules at all.

#include "core/values/rule.h"

#include <QJsonObject>

namespace lockscope
{

struct RuleProblem {
    int line = 0;        // of the text, from 1; 0: of the file as a whole
    qsizetype rule = -1; // its place in the list; -1: of none
    QString member{};    // "pattern", …; empty: of the rule as a whole
    QString text{};

    QString sentence() const; // "line 7: \"pattern\" …"
};

struct RuleBook {
    std::vector<Rule> rules{};
    QList<RuleProblem> problems{};
};

RuleBook rulesFromJson(const QByteArray &json);
QByteArray rulesToJson(const std::vector<Rule> &rules);

// One rule, as the file has it.
QJsonObject ruleObject(const Rule &rule);
// With one more, before all others so that it wins; the problems are those of all together.
RuleBook withRuleOnTop(const std::vector<Rule> &rules, const QJsonObject &rule);

// The kinds a rule can name.
QStringList knownKinds();
// A glob that matches everything, or nearly: without any fixed text.
bool isBoundless(const QByteArray &glob);

} // namespace lockscope

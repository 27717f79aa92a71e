// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Converts rules.json, version 1; resources/docs/rules.md documents its members. Pure. Reports every fault
// with its line and a remedy. A text with a fault gives no rules.

#include "core/values/rule.h"

#include <QJsonObject>

namespace lockscope
{

struct RuleProblem {
    int line = 0;        // from 1; 0: the file as a whole
    qsizetype rule = -1; // index in the list; -1: none
    QString member{};    // "pattern", …; empty: the rule as a whole
    QString text{};

    QString sentence() const; // "line 7: \"pattern\" …"
};

struct RuleBook {
    std::vector<Rule> rules{};
    QList<RuleProblem> problems{};
};

RuleBook rulesFromJson(const QByteArray &json);
QByteArray rulesToJson(const std::vector<Rule> &rules);

// The rule as in the file.
QJsonObject ruleObject(const Rule &rule);
// Adds a rule before all others, so that it wins. The problems are those of all rules.
RuleBook withRuleOnTop(const std::vector<Rule> &rules, const QJsonObject &rule);

// Removes a pattern; a rule without any pattern left is removed, too.
std::vector<Rule> withoutPattern(std::vector<Rule> rules, const QByteArray &pattern);

// The built-in kinds, which a rule can name.
QStringList knownKinds();

} // namespace lockscope

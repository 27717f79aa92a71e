// SPDX-License-Identifier: GPL-3.0-or-later
// rules.json, and what its rules make of some keys.
#include "core/config/rulestore.h"
#include "core/config/ruletrial.h"
#include "tests/fuzz/keytext.h"
#include "tests/fuzz/lockdemands.h"
#include "tests/fuzz/target.h"

namespace fuzz_rules
{

using namespace lockscope;
using namespace lockscope::fuzz;

namespace
{

constexpr const char *Keys[] = {
    "string 30000 lock:a\n{\"holder\":{\"id\":\"ann\"},\"n\":2,\"until\":1800000000}",
    "string - lock:a\nann|3|1800000030000",
    "hash 5000 lock:a\nowner=ann\ncount=2\nexpires=1800000030\n",
    "hash - lock:a\nann=1\nbob=99999999999999999999\n\nset - lock:a:waiters\ncat",
    "zset - lock:a\n1800000030000 ann\n-1e300 bob\ninf cat",
    "set - lock:a\nann\nbob"};

void tryOn(const std::vector<Rule> &rules, const Registry &registry, const KeyReading &reading)
{
    const auto [format, decoded] = registry.decode(reading);
    if (format)
        demandSound(*format, reading, *decoded);
    registry.companions(reading);
    for (const Rule &rule : rules)
        tryRule(rule, reading);
}

void run(const QByteArray &input)
{
    const RuleBook book = rulesFromJson(input);
    demand(book.problems.isEmpty() || book.rules.empty(), "a text with a fault gives no rules");
    for (const RuleProblem &problem : book.problems)
        demand(!problem.sentence().isEmpty(), "a fault has a sentence");
    if (!book.problems.isEmpty())
        return;
    const RuleBook again = rulesFromJson(rulesToJson(book.rules));
    demand(again.problems.isEmpty() && again.rules == book.rules, "rules are read as they were written");
    const auto registry = registryWith(book.rules);
    for (const char *key : Keys) {
        if (const auto reading = keysFromText(key); registry && reading)
            tryOn(book.rules, *registry, *reading);
    }
}

} // namespace

LOCKSCOPE_FUZZ_TARGET(rules);

} // namespace fuzz_rules

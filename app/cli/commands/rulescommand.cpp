// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/rulescommand.h"

#include "app/cli/text/texttable.h"
#include "core/config/rulestore.h"
#include "core/config/ruletrial.h"
#include "core/values/kindname.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace lockscope::cli
{

namespace
{

using Verb = RulesOptions::Verb;

QString patternsText(const Rule &rule)
{
    QStringList patterns;
    for (const QByteArray &pattern : rule.patterns)
        patterns << escapedText(pattern);
    return patterns.join(QStringLiteral(", "));
}

// "locks of the kind token-lock"
QString meaningOf(const Rule &rule)
{
    if (rule.saysNoLock())
        return QStringLiteral("no locks");
    return QStringLiteral("locks of the kind %1")
        .arg(QString::fromUtf8(rule.isOwnKind() ? rule.name : rule.kind));
}

int list(Run *run, const std::vector<Rule> &rules)
{
    if (run->arguments.json) {
        run->output.document(rulesToJson(rules));
        return Success;
    }
    TextTable table({{.title = QStringLiteral("PATTERN"), .least = 16},
                     {.title = QStringLiteral("KIND")},
                     {.title = QStringLiteral("NOTE")}});
    for (const Rule &rule : rules)
        table.add({{patternsText(rule)},
                   {rule.saysNoLock() ? QStringLiteral("not a lock")
                                      : QString::fromUtf8(rule.isOwnKind() ? rule.name : rule.kind)},
                   {rule.note}});
    if (!rules.empty())
        run->output.print(table.render(run->output.style()));
    run->output.remark(QStringLiteral("%1: %2").arg(run->ruleStore.fileName(),
                                                    rules.empty() ? QStringLiteral("no rules")
                                                                  : QStringLiteral("first match wins")));
    return Success;
}

// A rule that makes the example a lock: of the kind it may be, or of one of its own.
Outcome<Rule> learnt(const LockDetail &detail, const RulesOptions &options)
{
    if (!detail.reading || detail.typeFound == ValueType::None)
        return Failure{.kind = ErrorKind::WrongType,
                       .text = QStringLiteral("this key does not exist now"),
                       .remedy = QStringLiteral("specify an existing key as an example"),
                       .key = options.key.bytes};
    Rule rule = draftRule(*detail.reading);
    const QByteArray kind = !options.kind.isEmpty() ? options.kind
                            : detail.lock           ? kindName(detail.lock->kind)
                                                    : QByteArray();
    if (!kind.isEmpty())
        rule = {.patterns = rule.patterns, .kind = kind};
    if (!options.pattern.isEmpty())
        rule.patterns = {options.pattern};
    rule.note = options.note;
    const RuleTrial trial = tryRule(rule, *detail.reading);
    if (!trial.obstacle.isEmpty())
        return Failure{.kind = ErrorKind::WrongType,
                       .text = trial.obstacle,
                       .remedy = QStringLiteral("specify another kind or pattern"),
                       .key = options.key.bytes};
    return rule;
}

QCoro::Task<Outcome<Rule>> learntFrom(Run *run, const RulesOptions &options)
{
    const EngineOptions exactNames{.follow = false, .scan = false};
    const Done ready = co_await connected(run, exactNames);
    if (!ready)
        co_return ready.failure();
    const auto detail = co_await run->engine.inspect(options.key);
    if (!detail)
        co_return detail.failure();
    co_return learnt(*detail, options);
}

Rule excluded(const RulesOptions &options)
{
    const QByteArray pattern =
        options.pattern.isEmpty() ? draftNoLockPattern(options.key.bytes) : options.pattern;
    return {.patterns = {pattern},
            .kind = QByteArray(NoLockKind.data(), qsizetype(NoLockKind.size())),
            .note = options.note};
}

// document: what --json prints.
int saved(Run *run, const std::vector<Rule> &rules, const QString &line, const QByteArray &document,
          bool dryRun)
{
    if (!dryRun) {
        const Done done = run->ruleStore.save(rules);
        if (!done)
            return run->fail(done.failure());
    }
    if (run->arguments.json) {
        run->output.document(document);
        return Success;
    }
    run->output.print(
        QStringLiteral("%1: %2%3")
            .arg(run->ruleStore.fileName(), line, dryRun ? QStringLiteral("; not written") : QString()));
    return Success;
}

int forget(Run *run, const std::vector<Rule> &rules, const RulesOptions &options)
{
    const std::vector<Rule> left = withoutPattern(rules, options.pattern);
    if (left == rules) {
        run->output.error(
            QStringLiteral("no rule has the pattern %1: lockscope-cli rules list shows the patterns")
                .arg(escapedText(options.pattern)));
        return LockSaidNo;
    }
    return saved(run, left, QStringLiteral("forgot %1").arg(escapedText(options.pattern)), rulesToJson(left),
                 options.dryRun);
}

} // namespace

QCoro::Task<int> runCommand(Run *run, const RulesOptions &options)
{
    const RuleBook book = run->ruleStore.load();
    if (!book.problems.isEmpty()) // told already; it is not overwritten
        co_return run->fail(
            {.kind = ErrorKind::BadInput,
             .text = QStringLiteral("the rules in %1 have an error").arg(run->ruleStore.fileName()),
             .remedy = QStringLiteral("fix the lines listed above")});
    if (options.verb == Verb::List)
        co_return list(run, book.rules);
    if (options.verb == Verb::Forget)
        co_return forget(run, book.rules, options);
    Rule rule = excluded(options);
    if (options.verb == Verb::Learn) {
        const Outcome<Rule> found = co_await learntFrom(run, options);
        if (!found)
            co_return run->fail(found.failure());
        rule = *found;
    }
    // What is said last of a pattern holds.
    const RuleBook wanted =
        withRuleOnTop(withoutPattern(book.rules, rule.patterns.front()), ruleObject(rule));
    if (!wanted.problems.isEmpty())
        co_return run->fail({.kind = ErrorKind::BadInput,
                             .text = RuleProblem{.member = wanted.problems.front().member,
                                                 .text = wanted.problems.front().text}
                                         .sentence()});
    co_return saved(run, wanted.rules,
                    QStringLiteral("keys like %1 are %2").arg(patternsText(rule), meaningOf(rule)),
                    QJsonDocument(ruleObject(rule)).toJson(QJsonDocument::Compact) + '\n', options.dryRun);
}

} // namespace lockscope::cli

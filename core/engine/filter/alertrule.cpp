// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/filter/alertrule.h"

#include "core/base/tr.h"
#include "core/engine/filter/filterwords.h"

namespace lockscope
{

namespace
{

struct RuleEnding {
    qsizetype at = 0; // of its "for"
    qsizetype durationAt = 0;
    QString duration{}; // as written; empty: none
};

// The trailing "for 30s", unless it is in quotes.
std::optional<RuleEnding> endingOf(const QString &text)
{
    const auto isFor = [](const FilterWord &word) {
        return word.field == FilterField::Word && !word.quoted && !word.negated &&
               word.value == QLatin1String("for");
    };
    const std::vector<FilterWord> words = splitFilterLoosely(text);
    if (words.empty())
        return {};
    const FilterWord &last = words.back();
    if (isFor(last))
        return RuleEnding{.at = last.at, .durationAt = last.at};
    if (words.size() < 2 || !isFor(words[words.size() - 2]))
        return {};
    return RuleEnding{.at = words[words.size() - 2].at,
                      .durationAt = last.at,
                      .duration = text.sliced(last.at, last.end - last.at)};
}

} // namespace

bool AlertRule::matches(const Lock &lock, Instant at, Confidence least) const
{
    return (lock.confidence <= least || filter.asksForConfidence()) && filter.matches(lock, at);
}

Outcome<AlertRule> AlertRule::parse(const QString &text)
{
    AlertRule rule{.text = text.trimmed()};
    QString condition = text;
    if (const auto ending = endingOf(text)) {
        const auto lasting = parseDuration(ending->duration);
        if (!lasting)
            return Failure{
                .kind = ErrorKind::BadInput,
                .text =
                    Tr::tr("\"for\" needs a duration such as 30s, at column %1").arg(ending->durationAt + 1)};
        rule.lasting = *lasting;
        condition = text.left(ending->at);
    }
    auto filter = LockFilter::parse(condition, FilterUse::Rule);
    if (!filter)
        return filter.failure();
    if (filter->isEmpty())
        return Failure{.kind = ErrorKind::BadInput,
                       .text = Tr::tr("a rule requires a condition such as verdict>=warning")};
    rule.filter = *std::move(filter);
    return rule;
}

} // namespace lockscope

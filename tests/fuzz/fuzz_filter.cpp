// SPDX-License-Identifier: GPL-3.0-or-later
// The filter language, the rules of alerts, durations and sizes: what a user types, and files may hold.
#include "core/base/bytesize.h"
#include "core/engine/filter/alertrule.h"
#include "core/engine/filter/filtercompletion.h"
#include "core/engine/filter/filterwords.h"
#include "core/formats/format.h"
#include "tests/fuzz/target.h"

namespace fuzz_filter
{

using namespace lockscope;
using namespace lockscope::fuzz;
using namespace std::chrono_literals;

namespace
{

constexpr Instant Now{100h};

Lock heldLock()
{
    Lock lock;
    lock.key = {"lock:stock:1001"};
    lock.kind = Registry::builtIn().find("token-lock")->kind();
    lock.holders.push_back({.id = {"ann:1"}, .count = 2});
    lock.expiresAt = Now + 20s;
    lock.heldSince = Now - 5s;
    lock.waiters.subscribed = 3;
    lock.verdict = {.level = VerdictLevel::Warning, .code = "no-expiry"};
    return lock;
}

// An unchanged lock matches as before until the moment that nextChange() names.
void demandSteady(const LockFilter &filter, const Lock &lock)
{
    const bool matches = filter.matches(lock, Now);
    const auto change = filter.nextChange(lock, Now);
    demand(!change || *change >= Now, "a change is not in the past");
    for (const int seconds : {0, 1, 5, 25, 3600}) {
        const milliseconds later = seconds * 1000ms + 1ms;
        if (!change || Now + later < *change)
            demand(filter.matches(lock, Now + later) == matches, "a match lasts until the next change");
    }
    filter.figures(lock, Now);
}

void complete(const QString &text)
{
    const FilterVocabulary words{{QStringLiteral("rlock")}, {QStringLiteral("ann 1")}, {}, {}};
    for (const qsizetype cursor : {qsizetype(0), text.size() / 2, text.size()}) {
        const FilterCompletion found = completeFilter(text, cursor, words);
        demand(found.from >= 0 && found.length >= 0 && found.from + found.length <= text.size(),
               "a completion replaces a part of the text");
    }
    for (const FilterWord &word : splitFilterLoosely(text))
        demand(word.at >= 0 && word.at <= word.valueAt && word.valueAt <= word.end && word.end <= text.size(),
               "words are parts of the text");
}

void readValues(const QString &text)
{
    if (const auto duration = parseDuration(text)) {
        const auto again = parseDuration(durationText(*duration));
        demand(again.ok() && *again == *duration, "a duration is read as it was written");
    }
    if (const auto size = parseSize(text)) {
        const auto again = parseSize(sizeText(*size));
        demand(again.ok() && *again == *size, "a size is read as it was written");
    }
}

void run(const QByteArray &input)
{
    const QString text = QString::fromUtf8(input);
    for (const FilterUse use : {FilterUse::Search, FilterUse::Rule}) {
        if (const auto filter = LockFilter::parse(text, use)) {
            demandSteady(*filter, heldLock());
            demandSteady(*filter, Lock());
        }
    }
    if (const auto rule = AlertRule::parse(text))
        demand(rule->text == text.trimmed() && rule->lasting >= 0ms, "an alert keeps its text");
    complete(text);
    readValues(text);
}

} // namespace

LOCKSCOPE_FUZZ_TARGET(filter);

} // namespace fuzz_filter

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/filter/lockfilter.h"

#include "core/base/tr.h"
#include "core/engine/filter/filterfigure.h"
#include "core/engine/filter/filternames.h"
#include "core/engine/verdicts/verdictevidence.h"
#include "core/redis/glob.h"

namespace lockscope
{
namespace
{

Failure wrongAt(const QString &what, qsizetype position)
{
    return Failure{.kind = ErrorKind::BadInput,
                   .text = Tr::tr("%1, at column %2").arg(what).arg(position + 1)};
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
}

bool containsFolded(std::string_view text, std::string_view folded)
{
    const auto same = [](char a, char b) { return lower(a) == b; };
    return std::search(text.begin(), text.end(), folded.begin(), folded.end(), same) != text.end();
}

bool matchesFolded(QByteArrayView text, QByteArrayView folded)
{
    QByteArray glob, lowered = text.toByteArray();
    for (const char c : folded) {
        if (QByteArrayView("[]\\^").contains(c))
            glob += '\\';
        glob += c;
    }
    std::transform(lowered.begin(), lowered.end(), lowered.begin(), lower);
    return globMatches(glob, lowered);
}

std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.constData(), size_t(bytes.size())};
}

template<class T> bool compares(const T &left, FilterRelation relation, const T &right)
{
    switch (relation) {
    case FilterRelation::Equal:
        return left == right;
    case FilterRelation::Less:
        return left < right;
    case FilterRelation::LessOrEqual:
        return left <= right;
    case FilterRelation::Greater:
        return left > right;
    case FilterRelation::GreaterOrEqual:
        return left >= right;
    }
    return false;
}

bool ttlHolds(const FilterTerm &term, const Lock &lock, Instant at)
{
    if (!lock.held())
        return false;
    if (term.noExpiry)
        return !lock.expiresAt;
    const bool wantsMore =
        term.relation == FilterRelation::Greater || term.relation == FilterRelation::GreaterOrEqual;
    if (!lock.expiresAt) // no expiry is longer than any duration
        return wantsMore;
    return compares(millisecondsBetween(at, *lock.expiresAt), term.relation, term.duration);
}

// Of one that is held for at least some time, it is not known that it is held for less than another.
bool heldHolds(const FilterTerm &term, const Lock &lock, Instant at)
{
    const bool wantsMore =
        term.relation == FilterRelation::Greater || term.relation == FilterRelation::GreaterOrEqual;
    return (wantsMore || (!lock.isLastKnown() && lock.isHoldSinceExact())) &&
           compares(millisecondsBetween(lock.heldSince, lock.knownUntil(at)), term.relation, term.duration);
}

// An unknown number fits no term. Of a lower bound, the bound is compared; where fewer clients may wait than
// listen, the least and the most must fit.
bool waitersHold(const FilterTerm &term, const WaiterCount &count)
{
    return count.isKnown() && compares(count.least, term.relation, term.number) &&
           compares(count.most.value_or(count.least), term.relation, term.number);
}

bool ownerFound(const FilterText &text, const Lock &lock)
{
    return std::any_of(lock.holders.begin(), lock.holders.end(),
                       [&](const Holder &holder) { return text.foundIn(holder.id.bytes); });
}

bool clientFound(const FilterText &text, const Lock &lock)
{
    return lock.clients && std::any_of(lock.clients->begin(), lock.clients->end(), [&](const auto &known) {
               return text.foundIn(known.second.name) || text.foundIn(known.second.address);
           });
}

bool isClientKnown(const Lock &lock, const OwnerId &owner)
{
    return lock.clients &&
           std::any_of(lock.clients->begin(), lock.clients->end(), [&owner](const auto &known) {
               return known.first == owner &&
                      !(known.second.name.isEmpty() && known.second.address.isEmpty());
           });
}

bool textHolds(const FilterTerm &term, const FilterText &text, const Lock &lock)
{
    switch (term.field) {
    case FilterField::Key:
        return text.foundIn(lock.key.bytes);
    case FilterField::Owner:
        return ownerFound(text, lock);
    case FilterField::Client:
        return clientFound(text, lock);
    case FilterField::Node:
        return text.foundIn(lock.node.bytes);
    case FilterField::Kind:
        return text.begins(lock.kind.name);
    case FilterField::Verdict:
        return text.begins(name(lock.shownVerdict().level)) || text.begins(lock.shownVerdict().code) ||
               text.begins(lock.verdict.code);
    case FilterField::Confidence:
        return text.begins(name(lock.confidence));
    default:
        return text.foundIn(lock.key.bytes) || ownerFound(text, lock);
    }
}

// The earliest time after `at` and next to `moment` at which a duration in truncated milliseconds changes.
// May return times without a change, but misses none.
std::optional<Instant> changeBeside(Instant moment, Instant at)
{
    constexpr std::chrono::nanoseconds Next{1};
    for (const milliseconds near : {milliseconds(-1), milliseconds(0), milliseconds(1)}) {
        for (const Instant change : {moment + near, moment + near + Next}) {
            if (change > at)
                return change;
        }
    }
    return {};
}

// When a measured time reaches the term's duration.
std::optional<Instant> momentOf(const FilterTerm &term, const Lock &lock)
{
    if (!lock.held())
        return {};
    if (term.field == FilterField::Held)
        return lock.heldSince + term.duration;
    if (term.field == FilterField::Ttl && !term.noExpiry && lock.expiresAt)
        return *lock.expiresAt - term.duration;
    return {};
}

FilterText textOf(const QString &word, bool quoted)
{
    const bool ascii = std::all_of(word.begin(), word.end(), [](QChar c) { return c.unicode() < 0x80; });
    FilterText text;
    text.folded = word.toCaseFolded();
    text.wildcard = !quoted && (word.contains(QLatin1Char('*')) || word.contains(QLatin1Char('?')));
    // Bytes that are shown escaped (\x00) can only be found in the text form.
    if (ascii && !word.contains(QLatin1Char('\\')))
        text.bytes = word.toLower().toLatin1();
    return text;
}

// Accepts an abbreviated level while it is being typed.
std::optional<VerdictLevel> levelNamed(const QString &word)
{
    for (const auto level :
         {VerdictLevel::Ok, VerdictLevel::Info, VerdictLevel::Warning, VerdictLevel::Critical}) {
        if (!word.isEmpty() && QLatin1String(name(level)).startsWith(word, Qt::CaseInsensitive))
            return level;
    }
    return {};
}

std::optional<Confidence> confidenceNamed(const QString &word)
{
    for (const Confidence confidence : {Confidence::Certain, Confidence::Likely, Confidence::Guess}) {
        if (!word.isEmpty() && QLatin1String(name(confidence)).startsWith(word, Qt::CaseInsensitive))
            return confidence;
    }
    return {};
}

bool isOneOf(const std::vector<FilterField> &fields, FilterField field)
{
    return std::find(fields.begin(), fields.end(), field) != fields.end();
}

// The surer, the more.
int sureness(Confidence confidence)
{
    return int(Confidence::Guess) - int(confidence);
}

Outcome<FilterTerm> measured(FilterTerm term, const FilterWord &word)
{
    const bool duration = term.field == FilterField::Ttl || term.field == FilterField::Held;
    if (term.field == FilterField::Verdict) {
        const auto level = levelNamed(word.value);
        if (!level)
            return wrongAt(Tr::tr("%1 needs ok, info, warning or critical").arg(word.fieldText()),
                           word.valueAt);
        term.level = *level;
        return term;
    }
    if (term.field == FilterField::Confidence) {
        const auto confidence = confidenceNamed(word.value);
        if (!confidence)
            return wrongAt(Tr::tr("%1 needs certain, likely or guess").arg(word.fieldText()), word.valueAt);
        term.confidence = *confidence;
        return term;
    }
    if (term.field == FilterField::Ttl && word.relation == FilterRelation::Equal &&
        word.value.compare(QLatin1String("none"), Qt::CaseInsensitive) == 0) {
        term.noExpiry = true;
        return term;
    }
    if (duration) {
        const auto parsed = parseDuration(word.value);
        if (!parsed)
            return wrongAt(Tr::tr("%1 needs a duration such as 30s").arg(word.fieldText()), word.valueAt);
        term.duration = *parsed;
        return term;
    }
    bool isNumber = false;
    term.number = word.value.toLongLong(&isNumber);
    if (!isNumber || term.number < 0)
        return wrongAt(Tr::tr("%1 needs a number such as 3").arg(word.fieldText()), word.valueAt);
    return term;
}

bool takesNames(FilterField field)
{
    return field == FilterField::Kind || field == FilterField::Verdict || field == FilterField::Confidence;
}

Outcome<FilterTerm> named(FilterTerm term, const FilterWord &word)
{
    const QStringList parts =
        word.quoted ? QStringList{word.value} : word.value.split(QLatin1Char(','), Qt::SkipEmptyParts);
    if (parts.isEmpty())
        return wrongAt(Tr::tr("%1 needs text to search for").arg(word.fieldText()), word.valueAt);
    for (const QString &part : parts) {
        term.texts.push_back(textOf(part, word.quoted));
        const Done known = checkName(word.field, term.texts.back(), part, word.quoted, word.valueAt);
        if (!known)
            return known.failure();
    }
    return term;
}

Failure notRecorded(const FilterWord &word)
{
    QStringList names;
    for (const FilterField field : filterFields()) {
        if (isRecorded(field))
            names << fieldName(field);
    }
    Failure failure = wrongAt(
        Tr::tr("recordings do not keep %1 for each moment", "a field").arg(fieldName(word.field)), word.at);
    failure.remedy = Tr::tr("available: %1", "fields of a filter").arg(names.join(QStringLiteral(", ")));
    return failure;
}

Outcome<FilterTerm> termOf(const FilterWord &word, FilterUse use)
{
    if (use == FilterUse::Recording && !isRecorded(word.field))
        return notRecorded(word);
    FilterTerm term{.field = word.field, .relation = word.relation, .negated = word.negated};
    const bool ordered = word.field == FilterField::Verdict || word.field == FilterField::Confidence;
    if (isMeasure(word.field) || (ordered && word.relation != FilterRelation::Equal))
        return measured(std::move(term), word);
    if (word.relation != FilterRelation::Equal)
        return wrongAt(Tr::tr("%1 cannot be compared, write %1:").arg(fieldName(word.field)), word.at);
    if (word.value.isEmpty())
        return wrongAt(word.field == FilterField::Word
                           ? Tr::tr("text is missing")
                           : Tr::tr("%1 needs text to search for").arg(word.fieldText()),
                       word.valueAt);
    if (takesNames(word.field))
        return named(std::move(term), word);
    if (word.field == FilterField::Word) {
        const Done good = checkWord(word, use);
        if (!good)
            return good.failure();
    }
    term.texts.push_back(textOf(word.value, word.quoted));
    return term;
}

} // namespace

bool FilterText::foundIn(const QByteArray &name) const
{
    if (!bytes.isEmpty())
        return wildcard ? matchesFolded(name, bytes) : containsFolded(viewOf(name), viewOf(bytes));
    const QString text = escapedText(name).toCaseFolded();
    if (!wildcard)
        return text.contains(folded);
    return matchesFolded(text.toUtf8(), folded.toUtf8());
}

bool FilterText::begins(std::string_view name) const
{
    const auto text = viewOf(bytes);
    if (wildcard)
        return matchesFolded(QByteArrayView(name.data(), qsizetype(name.size())), bytes);
    return !text.empty() && containsFolded(name.substr(0, text.size()), text);
}

bool FilterTerm::holds(const Lock &lock, Instant at) const
{
    switch (field) {
    case FilterField::Ttl:
        return ttlHolds(*this, lock, at);
    case FilterField::Held:
        return lock.held() && heldHolds(*this, lock, at);
    case FilterField::Waiters:
        return waitersHold(*this, lock.waiters.count());
    case FilterField::Renewals:
        return compares(lock.renewals.count, relation, number);
    case FilterField::Count:
        return compares(lock.count(), relation, number);
    case FilterField::Verdict:
        if (relation != FilterRelation::Equal)
            return compares(lock.shownVerdict().level, relation, level);
        break;
    case FilterField::Confidence:
        if (relation != FilterRelation::Equal)
            return compares(sureness(lock.confidence), relation, sureness(confidence));
        break;
    default:
        break;
    }
    return std::any_of(texts.begin(), texts.end(),
                       [&](const FilterText &text) { return textHolds(*this, text, lock); });
}

Outcome<LockFilter> LockFilter::parse(const QString &text, FilterUse use)
{
    const auto words = splitFilter(text);
    if (!words)
        return words.failure();
    LockFilter filter;
    for (const FilterWord &word : *words) {
        auto term = termOf(word, use);
        if (!term)
            return term.failure();
        filter.m_terms.push_back(std::move(*term));
    }
    return filter;
}

bool LockFilter::matches(const Lock &lock, Instant at, const std::vector<FilterField> &unknown) const
{
    return std::all_of(m_terms.begin(), m_terms.end(), [&](const FilterTerm &term) {
        return isOneOf(unknown, term.field) ? term.negated : term.holds(lock, at) != term.negated;
    });
}

bool LockFilter::mayMatch(const Lock &lock, Instant at, const std::vector<FilterField> &unknown) const
{
    return !matches(lock, at, unknown) &&
           std::all_of(m_terms.begin(), m_terms.end(), [&](const FilterTerm &term) {
               return isOneOf(unknown, term.field) || term.holds(lock, at) != term.negated;
           });
}

bool LockFilter::lacksClient(const Lock &lock, Instant at) const
{
    const auto isKnown = [&lock](const Holder &holder) { return isClientKnown(lock, holder.id); };
    if (std::all_of(lock.holders.begin(), lock.holders.end(), isKnown))
        return false;
    bool isLacking = false;
    for (const FilterTerm &term : m_terms) {
        if (term.holds(lock, at) != term.negated)
            continue;
        if (term.field != FilterField::Client || term.negated)
            return false;
        isLacking = true;
    }
    return isLacking;
}

bool LockFilter::asksForClient() const
{
    return std::any_of(m_terms.begin(), m_terms.end(), [](const FilterTerm &term) {
        return term.field == FilterField::Client && !term.negated;
    });
}

std::optional<Instant> LockFilter::nextChange(const Lock &lock, Instant at) const
{
    std::optional<Instant> next;
    for (const FilterTerm &term : m_terms) {
        const auto moment = momentOf(term, lock);
        const auto change = moment ? changeBeside(*moment, at) : std::nullopt;
        if (change && (!next || *change < *next))
            next = change;
    }
    return next;
}

bool LockFilter::dependsOnTime() const
{
    return std::any_of(m_terms.begin(), m_terms.end(), [](const FilterTerm &term) {
        return term.field == FilterField::Held || (term.field == FilterField::Ttl && !term.noExpiry);
    });
}

bool LockFilter::asksFor(std::string_view verdict) const
{
    return std::any_of(m_terms.begin(), m_terms.end(), [verdict](const FilterTerm &term) {
        return term.field == FilterField::Verdict && !term.negated &&
               std::any_of(term.texts.begin(), term.texts.end(),
                           [verdict](const FilterText &text) { return text.begins(verdict); });
    });
}

bool LockFilter::asksForConfidence() const
{
    return std::any_of(m_terms.begin(), m_terms.end(),
                       [](const FilterTerm &term) { return term.field == FilterField::Confidence; });
}

QStringList LockFilter::kindsNotIn(const std::vector<LockKind> &kinds) const
{
    QStringList names;
    for (const FilterTerm &term : m_terms) {
        for (const FilterText &text : term.texts) {
            const bool known = std::any_of(kinds.begin(), kinds.end(),
                                           [&text](LockKind kind) { return text.begins(kind.name); });
            if (term.field == FilterField::Kind && !known)
                names << text.folded;
        }
    }
    return names;
}

QString LockFilter::figures(const Lock &lock, Instant at) const
{
    QStringList parts;
    for (const FilterTerm &term : m_terms) {
        const QString part = figureText(term, lock, at);
        if (!part.isEmpty() && !parts.contains(part))
            parts << part;
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace lockscope

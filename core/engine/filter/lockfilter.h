// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The filter language of the lock list: terms that must all hold. Pure values, any thread.
//   word            key or owner contains it          owner: key: client: node:   contains; * and ? are
//                                                     wildcards; client: name and address, where known
//   kind:rlock      kind begins with it               verdict:critical    level or code begins with it
//   verdict>=warning                                  ttl<30s held>5m     durations; ttl:none = no expiry
//   confidence:guess confidence>=likely               how sure it is that it is such a lock
//   waiters>3 renewals>0 count>1                      < <= > >= and : (equal)
//   -kind:rlock or !kind:rlock                        not
//   "two words" owner:"a b"                           quoted; \" and \\ inside
// kind:, verdict: and confidence: accept several values, separated by commas. Case is ignored. A word with a
// colon that is not a field is plain text, as keys look like that. Unknown kinds and verdicts, and
// comparisons of unknown fields, are errors (filternames.h). Failures are BadInput and name the column.

#include "core/values/lock.h"

#include <QStringList>

namespace lockscope
{

enum class FilterField {
    Word,
    Key,
    Owner,
    Client,
    Node,
    Kind,
    Verdict,
    Ttl,
    Held,
    Waiters,
    Renewals,
    Count,
    Confidence
};
enum class FilterRelation { Equal, Less, LessOrEqual, Greater, GreaterOrEqual };

// A text to search for: as bytes if it is ASCII (the usual case; needs no conversion of keys), else as text.
struct FilterText {
    QByteArray bytes{}; // lower case; empty if not ASCII
    QString folded{};   // case-folded
    bool wildcard = false;
    bool foundIn(const QByteArray &name) const;
    bool begins(std::string_view name) const;
};

struct FilterTerm {
    FilterField field = FilterField::Word;
    FilterRelation relation = FilterRelation::Equal;
    bool negated = false;
    std::vector<FilterText> texts{}; // one of them must match
    milliseconds duration{0};
    bool noExpiry = false; // ttl:none
    qint64 number = 0;
    VerdictLevel level = VerdictLevel::Ok;
    Confidence confidence = Confidence::Guess;
    bool holds(const Lock &lock, Instant at) const;
};

// Search: the user sees the matches. Rule: may match much later, so mistakes must be reported at once.
// Recording: a search in the holds of a recording, which have some of the fields only (isRecorded()).
enum class FilterUse { Search, Rule, Recording };

class LockFilter
{
public:
    static Outcome<LockFilter> parse(const QString &text, FilterUse use = FilterUse::Search);

    bool matches(const Lock &lock, Instant at) const { return matches(lock, at, {}); }
    // Terms about fields that are unknown of this lock do not match, so their negations do.
    bool matches(const Lock &lock, Instant at, const std::vector<FilterField> &unknown) const;
    // It does not match, but might if these fields were known.
    bool mayMatch(const Lock &lock, Instant at, const std::vector<FilterField> &unknown) const;
    // It does not match, but might if the client of each holder were known.
    bool lacksClient(const Lock &lock, Instant at) const;
    bool asksForClient() const;
    bool isEmpty() const { return m_terms.empty(); }
    bool dependsOnTime() const; // an unchanged lock may match at another time
    // When the match of an unchanged lock can next change; nullopt: never.
    std::optional<Instant> nextChange(const Lock &lock, Instant at) const;
    bool asksFor(std::string_view verdict) const; // whether a term names this verdict
    bool asksForConfidence() const;
    QStringList kindsNotIn(const std::vector<LockKind> &kinds) const; // kinds that it names
    // The lock's values for the measures in the filter: "held 12 s, waiters 4". Empty: it has none.
    QString figures(const Lock &lock, Instant at) const;

private:
    std::vector<FilterTerm> m_terms;
};

} // namespace lockscope

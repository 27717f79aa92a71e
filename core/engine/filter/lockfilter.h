// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The filter language of the lock list: terms that must all hold. Pure values, any thread.
//   word            key or owner contains it          owner: key: node:   contains; * and ? are wildcards
//   kind:rlock      kind begins with it               verdict:critical    level or code begins with it
//   verdict>=warning                                  ttl<30s held>5m     durations; ttl:none = no expiry
//   waiters>3 renewals>0 count>1                      < <= > >= and : (equal)
//   -kind:rlock or !kind:rlock                        not
//   "two words" owner:"a b"                           quoted; \" and \\ inside
// kind: and verdict: take several, with commas. Case does not matter. A word with a colon that is none of
// the fields is plain text, because keys look like that. A kind or verdict that does not exist is wrong, and
// so is a comparison of what is no field: see filternames.h. A failure is BadInput and names the column.

#include "core/values/lock.h"

#include <QStringList>

namespace lockscope
{

enum class FilterField { Word, Key, Owner, Node, Kind, Verdict, Ttl, Held, Waiters, Renewals, Count };
enum class FilterRelation { Equal, Less, LessOrEqual, Greater, GreaterOrEqual };

// A text to look for: bytes where it is ASCII (the usual case, no conversion of keys), else as text.
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
    std::vector<FilterText> texts{}; // any of them
    milliseconds duration{0};
    bool noExpiry = false; // ttl:none
    qint64 number = 0;
    VerdictLevel level = VerdictLevel::Ok;
    bool holds(const Lock &lock, Instant at) const;
};

// Search: somebody sees what it finds. Rule: it may wait for long, so nothing in it may be a slip.
enum class FilterUse { Search, Rule };

class LockFilter
{
public:
    static Outcome<LockFilter> parse(const QString &text, FilterUse use = FilterUse::Search);

    bool matches(const Lock &lock, Instant at) const;
    bool isEmpty() const { return m_terms.empty(); }
    bool dependsOnTime() const; // the answer for an unchanged lock changes as time goes by
    // When it can next do so; nothing: never.
    std::optional<Instant> nextChange(const Lock &lock, Instant at) const;
    bool asksFor(std::string_view verdict) const;                     // whether it names this one
    QStringList kindsNotIn(const std::vector<LockKind> &kinds) const; // that it names
    // Of what it measures, how the lock is: "held 12 s, waiters 4". Empty: it measures nothing.
    QString figures(const Lock &lock, Instant at) const;

private:
    std::vector<FilterTerm> m_terms;
};

} // namespace lockscope

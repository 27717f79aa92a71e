// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Splits a filter text into words with positions, for parsing and completion. Pure.

#include "core/engine/filter/lockfilter.h"

namespace lockscope
{

struct FilterWord {
    FilterField field = FilterField::Word;
    FilterRelation relation = FilterRelation::Equal;
    bool negated = false;
    bool quoted = false;
    bool open = false; // the closing quote is missing
    QString value{};   // without quotes and escapes
    QString relationText{};
    qsizetype at = 0;      // of the whole word
    qsizetype valueAt = 0; // of its value
    qsizetype end = 0;     // one past the word

    QString fieldText() const; // "ttl<"
};

QString fieldName(FilterField field);           // "ttl"; empty for Word
bool isMeasure(FilterField field);              // a number or a duration: takes < and >
bool isRecorded(FilterField field);             // the holds of a recording have it at each moment
const std::vector<FilterField> &filterFields(); // all but Word

Outcome<std::vector<FilterWord>> splitFilter(const QString &text); // fails on an open quote
std::vector<FilterWord> splitFilterLoosely(const QString &text);   // accepts incomplete text while typing

} // namespace lockscope

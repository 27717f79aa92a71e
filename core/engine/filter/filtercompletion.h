// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Completion while a filter is typed. Pure.

#include "core/engine/filter/lockfilter.h"

namespace lockscope
{

// The choices at the cursor: each replaces `length` characters from `from`.
struct FilterCompletion {
    qsizetype from = 0;
    qsizetype length = 0;
    QStringList choices{};
};

// The values that occur in the present locks.
struct FilterVocabulary {
    QStringList kinds{};
    QStringList owners{};
    QStringList nodes{};
    QStringList verdicts{}; // codes; the levels are built in
};

FilterCompletion completeFilter(const QString &text, qsizetype cursor, const FilterVocabulary &vocabulary,
                                FilterUse use = FilterUse::Search);

} // namespace lockscope

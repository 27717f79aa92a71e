// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The kinds, verdicts and fields that a filter may name. An unknown name can never match, so it is an error.
// For kinds only near misses of built-in ones are errors, unless quoted, because a user's format rules add
// other kinds (LockFilter::kindsNotIn()). Pure; any thread.

#include "core/engine/filter/filterwords.h"

namespace lockscope
{

// Checks a kind, a verdict, or a word that may be a field. Failures name the column and a suggestion.
Done checkName(FilterField field, const FilterText &text, const QString &typed, bool quoted, qsizetype at);
Done checkWord(const FilterWord &word, FilterUse use);

} // namespace lockscope

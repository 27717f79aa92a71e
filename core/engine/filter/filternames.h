// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a filter may name: the kinds and verdicts that there are, and fields. A name that is none of them can
// never match, so it is told while it can be mended. Of kinds only what is nearly one of ours, unless it is
// quoted: a user's rules of formats add others (LockFilter::kindsNotIn()). Pure; any thread.

#include "core/engine/filter/filterwords.h"

namespace lockscope
{

// What is wrong with the name of a kind or verdict, or with a word that is meant as a field. A failure names
// the column, and what may have been meant.
Done checkName(FilterField field, const FilterText &text, const QString &typed, bool quoted, qsizetype at);
Done checkWord(const FilterWord &word, FilterUse use);

} // namespace lockscope

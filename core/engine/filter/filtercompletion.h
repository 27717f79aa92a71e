// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Completion of a filter while it is typed. Pure.

#include <QStringList>

namespace lockscope
{

// What may be typed at the cursor: replace `length` characters from `from` by one of the choices.
struct FilterCompletion {
    qsizetype from = 0;
    qsizetype length = 0;
    QStringList choices{};
};

// The names the present locks offer as values.
struct FilterVocabulary {
    QStringList kinds{};
    QStringList owners{};
    QStringList nodes{};
    QStringList verdicts{}; // codes; the levels are known
};

FilterCompletion completeFilter(const QString &text, qsizetype cursor, const FilterVocabulary &vocabulary);

} // namespace lockscope

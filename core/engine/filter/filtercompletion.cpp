// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/filter/filtercompletion.h"

#include "core/engine/filter/filterwords.h"

namespace lockscope
{
namespace
{

constexpr qsizetype MostChoices = 12;

QString quotedIfNeeded(const QString &value)
{
    const bool plain = std::none_of(value.begin(), value.end(),
                                    [](QChar c) { return c.isSpace() || c == QLatin1Char('"'); });
    if (plain)
        return value;
    QString escaped = value;
    escaped.replace(QLatin1Char('\\'), QLatin1String("\\\\"))
        .replace(QLatin1Char('"'), QLatin1String("\\\""));
    return QLatin1Char('"') + escaped + QLatin1Char('"');
}

bool isOffered(FilterField field, FilterUse use)
{
    return use != FilterUse::Recording || isRecorded(field);
}

QStringList fieldChoices(const QString &start, FilterUse use)
{
    QStringList choices;
    for (const FilterField field : filterFields()) {
        const QString name = fieldName(field);
        if (!isOffered(field, use) || !name.startsWith(start, Qt::CaseInsensitive))
            continue;
        if (!isMeasure(field) || field == FilterField::Ttl)
            choices << name + QLatin1Char(':');
        if (field == FilterField::Verdict || field == FilterField::Confidence)
            choices << name + QLatin1String(">=");
        if (field == FilterField::Ttl || field == FilterField::Count)
            choices << name + QLatin1Char('<');
        if (isMeasure(field))
            choices << name + QLatin1Char('>');
    }
    return choices;
}

QStringList valuesOf(const FilterWord &word, const FilterVocabulary &vocabulary)
{
    static const QStringList levels{QStringLiteral("ok"), QStringLiteral("info"), QStringLiteral("warning"),
                                    QStringLiteral("critical")};
    switch (word.field) {
    case FilterField::Owner:
        return vocabulary.owners;
    case FilterField::Node:
        return vocabulary.nodes;
    case FilterField::Kind:
        return vocabulary.kinds;
    case FilterField::Verdict:
        return word.relation == FilterRelation::Equal ? levels + vocabulary.verdicts : levels;
    case FilterField::Confidence:
        return {QStringLiteral("certain"), QStringLiteral("likely"), QStringLiteral("guess")};
    case FilterField::Ttl:
        if (word.relation == FilterRelation::Equal)
            return {QStringLiteral("none")};
        return {QStringLiteral("5s"), QStringLiteral("10s"), QStringLiteral("30s"), QStringLiteral("1m")};
    case FilterField::Held:
        return {QStringLiteral("30s"), QStringLiteral("1m"), QStringLiteral("5m"), QStringLiteral("1h")};
    case FilterField::Waiters:
    case FilterField::Renewals:
        return {QStringLiteral("0"), QStringLiteral("1"), QStringLiteral("5")};
    case FilterField::Count:
        return {QStringLiteral("1"), QStringLiteral("2")};
    case FilterField::Word:
    case FilterField::Key:
    case FilterField::Client:
        return {};
    }
    return {};
}

} // namespace

FilterCompletion completeFilter(const QString &text, qsizetype cursor, const FilterVocabulary &vocabulary,
                                FilterUse use)
{
    const auto words = splitFilterLoosely(text.left(cursor));
    const bool between = words.empty() || words.back().end < cursor;
    if (between)
        return {.from = cursor, .length = 0, .choices = fieldChoices({}, use)};
    const FilterWord &word = words.back();
    if (word.field == FilterField::Word) {
        const qsizetype from = word.at + (word.negated ? 1 : 0);
        return {.from = from,
                .length = cursor - from,
                .choices = word.quoted ? QStringList{} : fieldChoices(word.value, use)};
    }
    if (!isOffered(word.field, use))
        return {.from = cursor};
    // With several kinds or verdicts, complete only the part after the last comma.
    const qsizetype comma = word.quoted ? -1 : word.value.lastIndexOf(QLatin1Char(','));
    const QString start = word.value.mid(comma + 1);
    FilterCompletion completion{.from = word.valueAt + comma + 1, .length = 0, .choices = {}};
    completion.length = cursor - completion.from;
    QStringList inside;
    for (const QString &value : valuesOf(word, vocabulary)) {
        if (value.compare(start, Qt::CaseInsensitive) == 0)
            continue;
        if (value.startsWith(start, Qt::CaseInsensitive))
            completion.choices << quotedIfNeeded(value);
        else if (value.contains(start, Qt::CaseInsensitive))
            inside << quotedIfNeeded(value);
    }
    completion.choices = (completion.choices + inside).mid(0, MostChoices);
    return completion;
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/filter/filterwords.h"

#include "core/base/tr.h"

namespace lockscope
{
namespace
{

// The relation at the start of text, and its length.
std::pair<FilterRelation, qsizetype> relationAt(QStringView text)
{
    if (text.startsWith(QLatin1String("<=")))
        return {FilterRelation::LessOrEqual, 2};
    if (text.startsWith(QLatin1String(">=")))
        return {FilterRelation::GreaterOrEqual, 2};
    if (text.startsWith(QLatin1Char('<')))
        return {FilterRelation::Less, 1};
    if (text.startsWith(QLatin1Char('>')))
        return {FilterRelation::Greater, 1};
    if (text.startsWith(QLatin1Char(':')) || text.startsWith(QLatin1Char('=')))
        return {FilterRelation::Equal, 1};
    return {FilterRelation::Equal, 0};
}

// Reads a field and relation at position, if there are any; otherwise the word is plain.
void readField(QStringView text, FilterWord &word, qsizetype &position)
{
    for (const FilterField field : filterFields()) {
        const QString name = fieldName(field);
        if (!text.sliced(position).startsWith(name, Qt::CaseInsensitive))
            continue;
        const auto found = relationAt(text.sliced(position + name.size()));
        if (found.second == 0)
            continue;
        word.field = field;
        word.relation = found.first;
        word.relationText = text.sliced(position + name.size(), found.second).toString();
        position += name.size() + found.second;
        return;
    }
}

void readValue(QStringView text, FilterWord &word, qsizetype &position)
{
    word.valueAt = position;
    if (position < text.size() && text[position] == QLatin1Char('"')) {
        word.quoted = word.open = true;
        ++position;
    }
    while (position < text.size()) {
        const QChar c = text[position];
        if (word.quoted && c == QLatin1Char('\\') && position + 1 < text.size() &&
            (text[position + 1] == QLatin1Char('"') || text[position + 1] == QLatin1Char('\\'))) {
            word.value += text[position + 1];
            position += 2;
            continue;
        }
        if (word.quoted && c == QLatin1Char('"')) {
            word.open = false;
            ++position;
            break;
        }
        if (!word.quoted && c.isSpace())
            break;
        word.value += c;
        ++position;
    }
    word.end = position;
}

} // namespace

QString FilterWord::fieldText() const
{
    return fieldName(field) + relationText;
}

QString fieldName(FilterField field)
{
    switch (field) {
    case FilterField::Word:
        return {};
    case FilterField::Key:
        return QStringLiteral("key");
    case FilterField::Owner:
        return QStringLiteral("owner");
    case FilterField::Client:
        return QStringLiteral("client");
    case FilterField::Node:
        return QStringLiteral("node");
    case FilterField::Kind:
        return QStringLiteral("kind");
    case FilterField::Verdict:
        return QStringLiteral("verdict");
    case FilterField::Ttl:
        return QStringLiteral("ttl");
    case FilterField::Held:
        return QStringLiteral("held");
    case FilterField::Waiters:
        return QStringLiteral("waiters");
    case FilterField::Renewals:
        return QStringLiteral("renewals");
    case FilterField::Count:
        return QStringLiteral("count");
    case FilterField::Confidence:
        return QStringLiteral("confidence");
    }
    return {};
}

bool isMeasure(FilterField field)
{
    switch (field) {
    case FilterField::Ttl:
    case FilterField::Held:
    case FilterField::Waiters:
    case FilterField::Renewals:
    case FilterField::Count:
        return true;
    case FilterField::Word:
    case FilterField::Key:
    case FilterField::Owner:
    case FilterField::Client:
    case FilterField::Node:
    case FilterField::Kind:
    case FilterField::Verdict:
    case FilterField::Confidence:
        return false;
    }
    return false;
}

bool isRecorded(FilterField field)
{
    switch (field) {
    case FilterField::Word:
    case FilterField::Key:
    case FilterField::Owner:
    case FilterField::Node:
    case FilterField::Kind:
    case FilterField::Verdict:
    case FilterField::Held:
    case FilterField::Waiters:
    case FilterField::Ttl:
        return true;
    case FilterField::Client:
    case FilterField::Renewals:
    case FilterField::Count:
    case FilterField::Confidence:
        return false;
    }
    return false;
}

const std::vector<FilterField> &filterFields()
{
    static const std::vector<FilterField> fields{
        FilterField::Owner, FilterField::Kind,   FilterField::Verdict, FilterField::Ttl,
        FilterField::Held,  FilterField::Key,    FilterField::Waiters, FilterField::Renewals,
        FilterField::Count, FilterField::Client, FilterField::Node,    FilterField::Confidence};
    return fields;
}

std::vector<FilterWord> splitFilterLoosely(const QString &text)
{
    std::vector<FilterWord> words;
    for (qsizetype position = 0; position < text.size();) {
        if (text[position].isSpace()) {
            ++position;
            continue;
        }
        FilterWord word;
        word.at = position;
        if (text[position] == QLatin1Char('-') || text[position] == QLatin1Char('!')) {
            word.negated = true;
            ++position;
        }
        readField(text, word, position);
        readValue(text, word, position);
        words.push_back(std::move(word));
    }
    return words;
}

Outcome<std::vector<FilterWord>> splitFilter(const QString &text)
{
    auto words = splitFilterLoosely(text);
    for (const FilterWord &word : words) {
        if (word.open)
            return Failure{.kind = ErrorKind::BadInput,
                           .text = Tr::tr("the quote at column %1 is not closed").arg(word.valueAt + 1)};
    }
    return words;
}

} // namespace lockscope

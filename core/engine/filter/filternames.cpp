// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/filter/filternames.h"

#include "core/base/nearestword.h"
#include "core/base/tr.h"
#include "core/engine/verdicts/verdicttext.h"
#include "core/formats/format.h"
#include "core/values/kindname.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockscope
{
namespace
{

std::vector<QByteArray> namesOf(FilterField field)
{
    std::vector<QByteArray> names;
    if (field == FilterField::Kind) {
        for (const LockKind kind : Registry::builtIn().kinds())
            names.push_back(kindName(kind));
        return names;
    }
    if (field == FilterField::Confidence)
        return {name(Confidence::Certain), name(Confidence::Likely), name(Confidence::Guess)};
    for (const auto level :
         {VerdictLevel::Ok, VerdictLevel::Info, VerdictLevel::Warning, VerdictLevel::Critical})
        names.emplace_back(name(level));
    for (const std::string_view code : verdictCodes())
        names.emplace_back(code.data(), qsizetype(code.size()));
    return names;
}

// The field with the most similar name; empty: none.
QString nearField(const QString &typed)
{
    std::vector<QByteArray> names;
    for (const FilterField field : filterFields())
        names.push_back(fieldName(field).toLatin1());
    return QString::fromLatin1(nearestWord(typed.toLower().toUtf8(), names));
}

Failure wrong(const QString &what, qsizetype at, const QString &hint)
{
    return {.kind = ErrorKind::BadInput,
            .text = Tr::tr("%1, at column %2").arg(what).arg(at + 1),
            .remedy = hint};
}

Failure noField(const QString &name, qsizetype at, const QString &near)
{
    return wrong(Tr::tr("unknown field %1").arg(name), at,
                 near.isEmpty() ? Tr::tr("in quotes, it is text to search for")
                                : Tr::tr("did you mean %1? In quotes, it is text to search for").arg(near));
}

} // namespace

Done checkName(FilterField field, const FilterText &text, const QString &typed, bool quoted, qsizetype at)
{
    const std::vector<QByteArray> names = namesOf(field);
    if (std::any_of(names.begin(), names.end(), [&](const QByteArray &name) {
            return text.begins({name.constData(), size_t(name.size())});
        }))
        return Nothing{};
    const QByteArray word = typed.toLower().toUtf8();
    const QByteArray nearest = nearestWord(word, names);
    const QString near = QString::fromLatin1(nearest);
    if (field == FilterField::Confidence)
        return wrong(Tr::tr("unknown confidence %1").arg(typed), at,
                     Tr::tr("it is certain, likely or guess"));
    if (field != FilterField::Kind)
        return wrong(Tr::tr("unknown verdict %1").arg(typed), at,
                     near.isEmpty() ? QString() : Tr::tr("did you mean %1?").arg(near));
    if (quoted || nearest.isEmpty() || editDistance(word, nearest) > 1)
        return Nothing{};
    return wrong(Tr::tr("unknown kind %1").arg(typed), at,
                 Tr::tr("did you mean %1? In quotes, it is a kind of your own").arg(near));
}

// Keys contain colons and may contain the other signs. So a search is refused only if it reads like a field.
// A rule must be explicit, as an error in it would go unnoticed.
Done checkWord(const FilterWord &word, FilterUse use)
{
    static const QRegularExpression compared(QStringLiteral("^([A-Za-z]+)[<>]"));
    static const QRegularExpression sign(QStringLiteral("^([^<>=]*)[<>=]"));
    static const QRegularExpression prefix(QStringLiteral("^([A-Za-z]{6,}):"));
    if (word.quoted)
        return Nothing{};
    const bool isRule = use == FilterUse::Rule;
    if (const auto found = (isRule ? sign : compared).match(word.value); found.hasMatch()) {
        const QString name = found.captured(1);
        if (name.isEmpty())
            return wrong(
                Tr::tr("a field is missing before %1").arg(word.value), word.valueAt,
                Tr::tr(
                    "write it without spaces, as in verdict>=warning; in quotes, it is text to search for"));
        return noField(name, word.valueAt, nearField(name));
    }
    // Many keys begin with a short word and a colon.
    const auto found = isRule ? prefix.match(word.value) : QRegularExpressionMatch();
    const QString near = found.hasMatch() ? nearField(found.captured(1)) : QString();
    if (near.size() > 6)
        return noField(found.captured(1), word.valueAt, near);
    return Nothing{};
}

} // namespace lockscope

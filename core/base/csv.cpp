// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/csv.h"

#include "core/base/names.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// Spreadsheets run such a text as a formula, some of them also after wide signs. Keys and owners come from
// any client.
bool isFormula(const QString &value)
{
    bool isNumber = false;
    static_cast<void>(value.toDouble(&isNumber));
    return value.size() > 1 && !isNumber &&
           QStringView(u"=+-@\uff1d\uff0b\uff0d\uff20").contains(value.front());
}

QByteArray csvField(const QString &text)
{
    QString value = printable(text);
    if (isFormula(value))
        value.prepend(u'\'');
    const auto isSpecial = [](QChar c) { return c == u',' || c == u'"'; };
    if (std::none_of(value.begin(), value.end(), isSpecial))
        return value.toUtf8();
    return '"' + value.replace(u'"', QLatin1String("\"\"")).toUtf8() + '"';
}

} // namespace

QByteArray csvLine(const QStringList &fields)
{
    QByteArrayList line;
    for (const QString &field : fields)
        line += csvField(field);
    return line.join(',') + '\n';
}

} // namespace lockscope

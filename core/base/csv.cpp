// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/csv.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// Spreadsheets run such a text as a formula. Keys and owners come from any client.
bool isFormula(const QString &value)
{
    bool isNumber = false;
    static_cast<void>(value.toDouble(&isNumber));
    return value.size() > 1 && !isNumber && QStringView(u"=+-@\t\r").contains(value.front());
}

QByteArray csvField(QString value)
{
    if (isFormula(value))
        value.prepend(u'\'');
    const auto isSpecial = [](QChar c) { return c == u',' || c == u'"' || c == u'\n' || c == u'\r'; };
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

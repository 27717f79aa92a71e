// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/csv.h"

#include <algorithm>

namespace lockscope
{

namespace
{

QByteArray csvField(const QString &value)
{
    const auto isSpecial = [](QChar c) { return c == u',' || c == u'"' || c == u'\n' || c == u'\r'; };
    if (std::none_of(value.begin(), value.end(), isSpecial))
        return value.toUtf8();
    return '"' + QString(value).replace(u'"', QLatin1String("\"\"")).toUtf8() + '"';
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

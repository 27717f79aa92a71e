// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesize.h"

#include "core/base/tr.h"

#include <array>
#include <limits>

namespace lockscope
{

namespace
{

struct Unit {
    const char *name;
    qint64 bytes;
};
constexpr std::array<Unit, 5> Units{{{"TiB", qint64(1) << 40},
                                     {"GiB", qint64(1) << 30},
                                     {"MiB", qint64(1) << 20},
                                     {"KiB", qint64(1) << 10},
                                     {"B", 1}}};

} // namespace

Outcome<qint64> parseSize(const QString &text)
{
    const QString typed = text.trimmed();
    for (const Unit &unit : Units) {
        if (!typed.endsWith(QLatin1String(unit.name)))
            continue;
        const QString digits = typed.chopped(qsizetype(qstrlen(unit.name))).trimmed();
        bool ok = false;
        const qint64 count = digits.toLongLong(&ok);
        if (ok && digits.front().isDigit() && count <= std::numeric_limits<qint64>::max() / unit.bytes)
            return count * unit.bytes;
        break;
    }
    return Failure{
        .kind = ErrorKind::BadInput,
        .text = Tr::tr("\"%1\" is not a size: use a whole number and B, KiB, MiB, GiB or TiB, such as 512MiB")
                    .arg(escapedText(text.toUtf8()))};
}

Outcome<qint64> parseMaxMemory(const QString &text)
{
    constexpr qint64 Least = qint64(1) << 20;
    constexpr qint64 Most = qint64(1) << 40;
    const Outcome<qint64> bytes = parseSize(text);
    if (!bytes || (*bytes >= Least && *bytes <= Most))
        return bytes;
    return Failure{.kind = ErrorKind::BadInput, .text = Tr::tr("must be from 1MiB to 1TiB")};
}

QString sizeText(qint64 bytes)
{
    for (const Unit &unit : Units) {
        if (bytes != 0 && bytes % unit.bytes == 0)
            return QString::number(bytes / unit.bytes) + QLatin1String(unit.name);
    }
    return QString::number(bytes) + QLatin1Char('B');
}

} // namespace lockscope

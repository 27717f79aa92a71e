// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/holdernotice.h"

#include <QCoreApplication>

namespace lockscope
{

namespace
{

using When = HolderNotice::When;

struct Say {
    Q_DECLARE_TR_FUNCTIONS(lockscope::HolderNotice)
};

QString whenText(When when)
{
    switch (when) {
    case When::NextRenewal:
        return Say::tr("at its next renewal");
    case When::AtUnlock:
        return Say::tr("at unlock");
    case When::Soon:
        return Say::tr("at once");
    case When::Never:
        return Say::tr("never");
    case When::Unknown:
        break;
    }
    return Say::tr("not known");
}

} // namespace

QString line(const HolderNotice &notice)
{
    QString who = QString::fromLatin1(notice.library);
    if (!notice.releases.isEmpty())
        who += QLatin1Char(' ') + QString::fromLatin1(notice.releases);
    if (notice.when == When::Unknown)
        return who.isEmpty() ? notice.text : Say::tr("%1: %2").arg(who, notice.text);
    return Say::tr("%1, %2: %3", "a library, when its holder notices, what it notices")
        .arg(who, whenText(notice.when), notice.text);
}

const char *name(HolderNotice::When when)
{
    switch (when) {
    case When::NextRenewal:
        return "next-renewal";
    case When::AtUnlock:
        return "at-unlock";
    case When::Soon:
        return "soon";
    case When::Never:
        return "never";
    case When::Unknown:
        return "unknown";
    }
    return "unknown";
}

} // namespace lockscope

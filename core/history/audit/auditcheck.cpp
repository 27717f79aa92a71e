// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/audit/auditcheck.h"

#include "core/base/tr.h"
#include "core/base/utctext.h"

namespace lockscope
{

namespace
{

QString tableText(const QByteArray &table)
{
    if (table == "act")
        return Tr::tr("request");
    return table == "sent" ? Tr::tr("commands sent") : Tr::tr("response");
}

} // namespace

const char *name(AuditFault::What what)
{
    switch (what) {
    case AuditFault::What::Changed:
        return "changed";
    case AuditFault::What::Removed:
        return "removed";
    case AuditFault::What::Inserted:
        return "inserted";
    case AuditFault::What::HashMissing:
        return "hash-missing";
    }
    return "changed";
}

QString sentenceOf(const AuditFault &fault)
{
    if (fault.what == AuditFault::What::HashMissing)
        return Tr::tr("row %1 of the chain was removed").arg(fault.row);
    if (fault.table == ChainBegin)
        return Tr::tr("the beginning of the chain was changed");
    QString place = fault.act > 0 ? Tr::tr("action %1, %2").arg(fault.act).arg(tableText(fault.table))
                                  : Tr::tr("row %1 of %2").arg(fault.row).arg(tableText(fault.table));
    if (fault.atMs)
        place += QStringLiteral(" (%1)").arg(utcText(WallTime(milliseconds(*fault.atMs))));
    switch (fault.what) {
    case AuditFault::What::Changed:
        return Tr::tr("%1: changed after it was written").arg(place);
    case AuditFault::What::Removed:
        return Tr::tr("%1: removed").arg(place);
    case AuditFault::What::Inserted:
        return Tr::tr("%1: not written by this program").arg(place);
    case AuditFault::What::HashMissing:
        break;
    }
    return place;
}

} // namespace lockscope

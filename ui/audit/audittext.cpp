// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/audit/audittext.h"

#include "core/base/tr.h"
#include "ui/text/format.h"
#include "ui/text/receipttext.h"

#include <algorithm>

namespace lockscope::text
{

namespace
{

std::optional<ActResult> resultNamed(const QByteArray &word)
{
    const auto found = std::ranges::find_if(
        AllActResults, [&word](ActResult result) { return word == lockscope::name(result); });
    return found == AllActResults.end() ? std::nullopt : std::optional(*found);
}

} // namespace

QString auditedAct(const QByteArray &word)
{
    const auto kind = actKindNamed(word);
    return kind ? act(*kind) : bytes(word);
}

QString auditedResult(const QByteArray &word)
{
    const auto result = resultNamed(word);
    return result ? actResult(*result) : bytes(word);
}

VerdictLevel auditedLevel(const AuditEntry &entry)
{
    return receiptLevel({.act = actKindNamed(entry.act).value_or(ActKind::Acquire),
                         .result = resultNamed(entry.result).value_or(ActResult::Unknown),
                         .woken = entry.woken});
}

QString auditedBy(const AuditEntry &entry)
{
    return entry.host.isEmpty() ? entry.user : entry.user + u'@' + entry.host;
}

QString auditedOwner(const QByteArray &owner)
{
    return owner.isEmpty() ? QStringLiteral("—") : bytes(owner);
}

QString auditedTime(qint64 ms)
{
    return dateToTheSecond(WallTime(milliseconds(ms)));
}

QString valueBefore(const KeyBackup &value)
{
    const QString name = key(value.key);
    if (!value.why.isEmpty())
        return Tr::tr("%1: not saved: %2").arg(name, value.why);
    if (value.dump.isEmpty())
        return Tr::tr("%1: the key did not exist").arg(name);
    const QString size = Tr::tr("%Ln bytes", nullptr, int(value.dump.size()));
    return value.ttl ? Tr::tr("%1: %2, %3 before its expiry").arg(name, size, duration(*value.ttl))
                     : Tr::tr("%1: %2, without an expiry").arg(name, size);
}

QString auditedInFull(const AuditEntry &entry)
{
    QStringList lines{auditedAct(entry.act) + QStringLiteral(": ") + bytes(entry.key),
                      dateAndTime(WallTime(milliseconds(entry.atMs))),
                      Tr::tr("Result: %1").arg(auditedResult(entry.result))};
    const auto add = [&lines](const QString &line, const QString &value) {
        if (!value.isEmpty())
            lines << line.arg(value);
    };
    add(entry.result == "done" ? QStringLiteral("%1") : Tr::tr("Why not done: %1"), entry.failure);
    add(Tr::tr("By: %1"), auditedBy(entry));
    add(Tr::tr("Profile: %1"), entry.profile);
    add(Tr::tr("Node: %1"), bytes(entry.node));
    add(Tr::tr("Owner expected: %1"), bytes(entry.expectedOwner));
    add(Tr::tr("Owner found: %1"), bytes(ownerFound(entry)));
    add(Tr::tr("Owner afterwards: %1"), bytes(entry.foundOwner));
    add(Tr::tr("Reason: %1"), entry.reason);
    for (const AuditStep &step : entry.steps)
        lines << restoreLines(step);
    return lines.join(u'\n') + u'\n';
}

} // namespace lockscope::text

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/rights.h"

#include "core/base/tr.h"

#include <QStringList>

namespace lockscope
{

namespace
{

QString listed(const QByteArrayList &names)
{
    QStringList shown;
    for (const QByteArray &each : names)
        shown += escapedText(each);
    return shown.join(QStringLiteral(", "));
}

} // namespace

const char *name(Right right)
{
    switch (right) {
    case Right::Scan:
        return "scan";
    case Right::Read:
        return "read";
    case Right::Follow:
        return "tracking";
    case Right::Subscribe:
        return "subscribe";
    case Right::Waiters:
        return "waiters";
    case Right::Clients:
        return "clients";
    case Right::Settings:
        return "settings";
    case Right::Script:
        return "script";
    case Right::Write:
        return "write";
    case Right::Publish:
        return "publish";
    case Right::Monitor:
        return "monitor";
    }
    return "";
}

const char *name(RightState state)
{
    switch (state) {
    case RightState::Allowed:
        return "allowed";
    case RightState::Denied:
        return "denied";
    case RightState::NotKnown:
        return "unknown";
    }
    return "";
}

QString missingText(const RightInfo &told)
{
    QStringList clauses;
    if (!told.commands.isEmpty())
        clauses += listed(told.commands);
    if (told.state == RightState::Allowed && !told.patterns.isEmpty())
        clauses += Tr::tr("not every key");
    else if (!told.patterns.isEmpty())
        clauses += Tr::tr("keys of %1").arg(listed(told.patterns));
    if (!told.channels.isEmpty())
        clauses += Tr::tr("channels %1").arg(listed(told.channels));
    if (!told.why.isEmpty())
        clauses += told.why;
    return clauses.join(QStringLiteral("; "));
}

QByteArray missingRules(const RightInfo &told)
{
    QByteArrayList rules;
    for (const QByteArray &command : told.commands)
        rules += '+' + command;
    if (told.state != RightState::Allowed) {
        for (const QByteArray &pattern : told.patterns)
            rules += '~' + pattern;
    }
    for (const QByteArray &channel : told.channels)
        rules += '&' + channel;
    return rules.join(' ');
}

} // namespace lockscope

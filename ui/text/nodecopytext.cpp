// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/nodecopytext.h"

#include "core/base/tr.h"
#include "core/engine/verdicts/quorum.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

#include <QGuiApplication>

namespace lockscope::text
{

QString copyState(CopyState state)
{
    switch (state) {
    case CopyState::Held:
        return Tr::tr("held");
    case CopyState::Missing:
        return Tr::tr("missing");
    case CopyState::OtherOwner:
        return Tr::tr("another owner");
    case CopyState::Unreachable:
        return Tr::tr("unreachable");
    case CopyState::Unsure:
        return Tr::tr("may be another owner");
    }
    return {};
}

QString copyState(const Copy &copy)
{
    return isSameServer(copy) ? Tr::tr("same server", "node") : copyState(copy.state);
}

QString role(const QByteArray &role)
{
    if (role == "master")
        return Tr::tr("master");
    if (role == "slave")
        return Tr::tr("replica");
    if (role == "sentinel")
        return Tr::tr("sentinel");
    return bytes(role);
}

QString lag(milliseconds lag)
{
    return lag <= milliseconds(0) ? Tr::tr("up to date") : duration(lag);
}

QIcon copyIcon(const Copy &copy)
{
    const Theme theme = Theme::of(QGuiApplication::palette());
    switch (copy.state) {
    case CopyState::Held:
        return theme.verdictIcon(copy.restarted ? VerdictLevel::Warning : VerdictLevel::Ok);
    case CopyState::Missing:
    case CopyState::Unreachable:
        return theme.verdictIcon(VerdictLevel::Warning);
    case CopyState::OtherOwner:
        return theme.verdictIcon(VerdictLevel::Critical);
    case CopyState::Unsure:
        return theme.verdictIcon(VerdictLevel::Info);
    }
    return {};
}

QString quorum(const Quorum &quorum)
{
    if (quorum.atMost() > quorum.agreeing)
        return Tr::tr("%1 to %2 of %3", "nodes, at least and at most")
            .arg(quorum.agreeing)
            .arg(quorum.atMost())
            .arg(quorum.nodes);
    return Tr::tr("%1 of %2").arg(quorum.agreeing).arg(quorum.nodes);
}

QString quorumFigures(const Quorum &quorum)
{
    const QString least = QString::number(quorum.agreeing);
    const QString held =
        quorum.atMost() > quorum.agreeing ? QStringLiteral("%1–%2").arg(least).arg(quorum.atMost()) : least;
    return QStringLiteral("%1/%2").arg(held).arg(quorum.nodes);
}

bool isMarginKnown(const Quorum &quorum)
{
    return quorum.reached() && !quorum.isUndecided() &&
           (quorum.margin() > 0 || quorum.atMost() == quorum.agreeing);
}

QString margin(const Quorum &quorum)
{
    if (quorum.isUndecided())
        return Tr::tr("quorum unknown");
    if (!quorum.reached())
        return Tr::tr("no quorum");
    if (quorum.margin() == 0 && quorum.atMost() > quorum.agreeing)
        return Tr::tr("margin unknown");
    if (quorum.margin() == 0)
        return Tr::tr("survives no node loss");
    return Tr::tr("survives %Ln more node loss(es)", nullptr, quorum.margin());
}

} // namespace lockscope::text

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/copytext.h"

#include "ui/format.h"
#include "ui/theme.h"

#include <QCoreApplication>
#include <QGuiApplication>

namespace lockscope::text
{

namespace
{

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Copies)
};

} // namespace

QString copyState(CopyState state)
{
    switch (state) {
    case CopyState::Held:
        return Words::tr("held");
    case CopyState::Missing:
        return Words::tr("not there");
    case CopyState::OtherOwner:
        return Words::tr("another owner");
    case CopyState::Unreachable:
        return Words::tr("not reachable");
    }
    return {};
}

QString role(const QByteArray &role)
{
    if (role == "master")
        return Words::tr("master");
    if (role == "slave")
        return Words::tr("replica");
    if (role == "sentinel")
        return Words::tr("sentinel");
    return bytes(role);
}

QString lag(milliseconds lag)
{
    return lag <= milliseconds(0) ? Words::tr("up to date") : duration(lag);
}

QIcon copyIcon(const Copy &copy)
{
    const Theme theme = Theme::of(QGuiApplication::palette());
    switch (copy.state) {
    case CopyState::Held:
        return theme.verdictIcon(copy.restarted ? VerdictLevel::Warning : VerdictLevel::Ok);
    case CopyState::Missing:
        return theme.verdictIcon(VerdictLevel::Warning);
    case CopyState::OtherOwner:
        return theme.verdictIcon(VerdictLevel::Critical);
    case CopyState::Unreachable:
        return theme.verdictIcon(VerdictLevel::Info);
    }
    return {};
}

QString quorum(const Quorum &quorum)
{
    return Words::tr("%1 of %2").arg(quorum.agreeing).arg(quorum.nodes);
}

QString margin(const Quorum &quorum)
{
    if (!quorum.reached())
        return Words::tr("no majority");
    if (quorum.margin() == 0)
        return Words::tr("no loss survives");
    return Words::tr("%n more loss(es) survive", nullptr, quorum.margin());
}

} // namespace lockscope::text

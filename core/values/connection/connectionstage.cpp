// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/connection/connectionstage.h"

#include "core/base/tr.h"

#include <QStringList>

namespace lockscope
{

namespace
{

QString okText(const ConnectionStage &stage)
{
    switch (stage.step) {
    case ConnectionStep::Tunnel:
        return Tr::tr("SSH tunnel ok");
    case ConnectionStep::Reach:
        return stage.node.bytes.startsWith("unix:") ? Tr::tr("socket ok") : Tr::tr("TCP ok");
    case ConnectionStep::Tls:
        return Tr::tr("TLS ok");
    case ConnectionStep::Login:
        return Tr::tr("login ok");
    case ConnectionStep::Discovery:
        return Tr::tr("master found");
    case ConnectionStep::MayRead:
        return Tr::tr("read access");
    case ConnectionStep::MayWrite:
        return Tr::tr("write access");
    }
    return {};
}

// What failed before the login says so itself.
QString failedText(const ConnectionStage &stage)
{
    const QString &why = stage.failure.text;
    switch (stage.step) {
    case ConnectionStep::Tunnel:
    case ConnectionStep::Reach:
    case ConnectionStep::Tls:
        return why;
    case ConnectionStep::Login:
        return Tr::tr("login failed: %1").arg(why);
    case ConnectionStep::Discovery:
        return Tr::tr("no master found: %1").arg(why);
    case ConnectionStep::MayRead:
        return Tr::tr("no read access: %1").arg(why);
    case ConnectionStep::MayWrite:
        return Tr::tr("no write access: %1").arg(why);
    }
    return {};
}

QString unknownText(ConnectionStep step)
{
    return step == ConnectionStep::MayRead ? Tr::tr("read access unknown") : Tr::tr("write access unknown");
}

} // namespace

const char *name(ConnectionStep step)
{
    switch (step) {
    case ConnectionStep::Tunnel:
        return "ssh-tunnel";
    case ConnectionStep::Reach:
        return "reach";
    case ConnectionStep::Tls:
        return "tls";
    case ConnectionStep::Login:
        return "login";
    case ConnectionStep::Discovery:
        return "discovery";
    case ConnectionStep::MayRead:
        return "may-read";
    case ConnectionStep::MayWrite:
        return "may-write";
    }
    return "";
}

const char *name(StageState state)
{
    switch (state) {
    case StageState::Ok:
        return "ok";
    case StageState::Failed:
        return "failed";
    case StageState::Skipped:
        return "skipped";
    case StageState::NotKnown:
        return "not-known";
    }
    return "";
}

QString stageText(const ConnectionStage &stage)
{
    switch (stage.state) {
    case StageState::Ok:
        return stage.detail.isEmpty() ? okText(stage) : Tr::tr("%1 (%2)").arg(okText(stage), stage.detail);
    case StageState::Failed:
        return failedText(stage);
    case StageState::NotKnown:
        return Tr::tr("%1: %2").arg(unknownText(stage.step), stage.detail);
    case StageState::Skipped:
        break;
    }
    return {};
}

} // namespace lockscope

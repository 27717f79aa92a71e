// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/connectionstage.h"

#include <QCoreApplication>
#include <QStringList>

namespace lockscope
{

namespace
{

struct Text {
    Q_DECLARE_TR_FUNCTIONS(ConnectionStage)
};

QString okText(const ConnectionStage &stage)
{
    switch (stage.step) {
    case ConnectionStep::Tunnel:
        return Text::tr("SSH tunnel ok");
    case ConnectionStep::Reach:
        return stage.node.bytes.startsWith("unix:") ? Text::tr("socket ok") : Text::tr("TCP ok");
    case ConnectionStep::Tls:
        return Text::tr("TLS ok");
    case ConnectionStep::Login:
        return Text::tr("login ok");
    case ConnectionStep::Discovery:
        return Text::tr("master found");
    case ConnectionStep::MayRead:
        return Text::tr("may read");
    case ConnectionStep::MayWrite:
        return Text::tr("may write");
    }
    return {};
}

QString failedText(const ConnectionStage &stage)
{
    switch (stage.step) {
    case ConnectionStep::Tunnel:
        return Text::tr("no SSH tunnel");
    case ConnectionStep::Reach:
        return stage.node.bytes.startsWith("unix:") ? Text::tr("no socket") : Text::tr("no TCP connection");
    case ConnectionStep::Tls:
        return Text::tr("no TLS");
    case ConnectionStep::Login:
        return Text::tr("no login");
    case ConnectionStep::Discovery:
        return Text::tr("no master found");
    case ConnectionStep::MayRead:
        return Text::tr("may not read");
    case ConnectionStep::MayWrite:
        return Text::tr("may not write");
    }
    return {};
}

QString unknownText(ConnectionStep step)
{
    return step == ConnectionStep::MayRead ? Text::tr("whether it may read is not known")
                                           : Text::tr("whether it may write is not known");
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
        return stage.detail.isEmpty() ? okText(stage) : Text::tr("%1 (%2)").arg(okText(stage), stage.detail);
    case StageState::Failed:
        return Text::tr("%1: %2").arg(failedText(stage), stage.failure.text);
    case StageState::NotKnown:
        return Text::tr("%1: %2").arg(unknownText(stage.step), stage.detail);
    case StageState::Skipped:
        break;
    }
    return {};
}

QString stagesText(const std::vector<ConnectionStage> &stages)
{
    QStringList texts;
    for (const ConnectionStage &stage : stages) {
        if (stage.state != StageState::Skipped)
            texts << stageText(stage);
    }
    return texts.join(Text::tr(", "));
}

} // namespace lockscope

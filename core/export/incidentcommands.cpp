// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/incidentcommands.h"

#include "core/base/tr.h"
#include "core/values/connection/readcommands.h"
#include "core/values/kindname.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds ExampleExpiry = 30s;

ConnectionSpec serverOf(const ConnectionSpec &spec, const NodeId &node)
{
    ConnectionSpec server = spec;
    const QByteArray &text = node.bytes;
    const qsizetype colon = text.lastIndexOf(':');
    if (text.startsWith("unix:")) {
        server.socketPath = QString::fromUtf8(text.mid(5));
    } else if (colon > 0) {
        QByteArray host = text.left(colon);
        if (host.startsWith('['))
            host = host.mid(1, host.size() - 2);
        server.socketPath.clear();
        server.host = QString::fromUtf8(host);
        server.port = text.mid(colon + 1).toUShort();
    }
    return server;
}

// Where a command must run: for a RedLock group, on each node.
std::vector<ConnectionSpec> serversOf(const Incident &safe)
{
    if (!safe.spec.members.empty())
        return safe.spec.members;
    return {safe.detail.lock ? serverOf(safe.spec, safe.detail.lock->node) : safe.spec};
}

// The lock as that server knows it: a client of a RedLock group may have another id on each node.
Lock lockOn(const ConnectionSpec &server, const Lock &lock)
{
    Lock there = lock;
    if (!lock.extras || lock.holders.size() != 1)
        return there;
    for (const Copy &copy : lock.extras->copies) {
        if (copy.node == server.node() && copy.state == CopyState::Held)
            there.holders.front().id = copy.owner;
    }
    return there;
}

ActRequest requestFor(ActKind act, const Lock &lock)
{
    ActRequest request{.act = act, .key = lock.key};
    if (act == ActKind::SetExpiry)
        request.lease = ExampleExpiry;
    if (act == ActKind::Wake)
        return request;
    if (lock.holders.size() == 1)
        request.expectedOwner = lock.owner();
    else
        request.expectedHolders.assign(lock.holders.begin(), lock.holders.end());
    return request;
}

// How to do it on each server, or why it is not possible.
void addLines(IncidentCommand &command, const Incident &safe, const Format &format)
{
    for (const ConnectionSpec &server : serversOf(safe)) {
        const Lock there = lockOn(server, *safe.detail.lock);
        const auto plan = format.plan(requestFor(command.act, there), &there);
        if (!plan) {
            command.whyNot = plan.failure().text;
            command.lines.clear();
            return;
        }
        command.lines << pointedAt(server, plan->commands);
    }
}

} // namespace

std::vector<IncidentCommand> commandsFor(const Incident &safe)
{
    std::vector<IncidentCommand> commands;
    const Registry &registry = safe.registry ? *safe.registry : Registry::builtIn();
    const LockPtr &lock = safe.detail.lock;
    const Format *format = lock ? registry.find(kindName(lock->kind)) : nullptr;
    for (const ActKind act : {ActKind::Wake, ActKind::SetExpiry, ActKind::ForceRelease}) {
        IncidentCommand command{.act = act};
        if (!format) {
            command.whyNot = Tr::tr("there is no lock");
        } else if (act != ActKind::Wake && !lock->held()) {
            command.whyNot = Tr::tr("the lock is free: there is no owner to compare");
        } else {
            addLines(command, safe, *format);
        }
        commands.push_back(std::move(command));
    }
    return commands;
}

QString titleOf(ActKind act)
{
    switch (act) {
    case ActKind::Wake:
        return Tr::tr("Wake the waiters: changes no key");
    case ActKind::SetExpiry:
        return Tr::tr("Let it expire in %1, if it has no expiry or a later one")
            .arg(humanDuration(ExampleExpiry));
    default:
        return Tr::tr("Release it by force: the last resort; the holder's code keeps running");
    }
}

QStringList readingLines(const Incident &safe)
{
    QStringList lines;
    Lock lock{.key = safe.key, .type = safe.detail.typeFound};
    for (const ConnectionSpec &server : serversOf(safe))
        lines << readCommands(lock, server);
    return lines;
}

QByteArray commandsScript(const Incident &safe)
{
    QStringList lines{
        QStringLiteral("#!/bin/sh"),
        QLatin1String("# ") + Tr::tr("Safest steps first. Read each one before you run it: "
                                     "lines that change anything are commented out."),
        QLatin1String("# ") +
            Tr::tr(
                "Replace owner-1, host-1 and the like with the real values: otherwise nothing is changed."),
        QLatin1String("# ") + Tr::tr("No password is in it: redis-cli takes it from REDISCLI_AUTH.")};
    lines << QString() << QLatin1String("# ") + Tr::tr("Show the lock") << readingLines(safe);
    for (const IncidentCommand &command : commandsFor(safe)) {
        lines << QString() << QLatin1String("# ") + titleOf(command.act);
        if (!command.whyNot.isEmpty())
            lines << QLatin1String("# ") + Tr::tr("not possible: %1").arg(command.whyNot);
        for (const QString &line : command.lines)
            lines << QLatin1String("# ") + line;
    }
    return (lines.join(u'\n') + u'\n').toUtf8();
}

} // namespace lockscope

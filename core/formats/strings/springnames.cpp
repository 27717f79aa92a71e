// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/strings/springnames.h"

#include "core/base/tr.h"
#include "core/formats/shapes.h"

namespace lockscope
{

namespace
{

constexpr size_t MaxChannels = 16; // two for each of eight possible registry names

bool isTakenPrefix(QByteArrayView key)
{
    return key.startsWith("redlock:") || key.startsWith("{hangfire}:") || key.startsWith("bull:");
}

QString step(const std::vector<QByteArray> &channels, SpringDuty duty)
{
    QStringList names;
    for (const QByteArray &channel : channels)
        names << escapedText(channel);
    const QString sentence =
        duty == SpringDuty::Must
            ? Tr::tr("Notifies the waiters of a registry in pub/sub mode, on %1")
            : Tr::tr("In case it is a Spring Integration lock in pub/sub mode, notifies its waiters, on %1");
    return sentence.arg(names.join(QStringLiteral(", ")));
}

} // namespace

bool mayBeSpringLock(QByteArrayView key, QByteArrayView value)
{
    const qsizetype colon = key.indexOf(':');
    return colon > 0 && colon + 1 < key.size() && !isTakenPrefix(key) && isRandomUuid(value);
}

std::vector<QByteArray> springChannels(QByteArrayView key)
{
    std::vector<QByteArray> channels;
    for (qsizetype colon = key.indexOf(':'); colon >= 0 && channels.size() < MaxChannels;
         colon = key.indexOf(':', colon + 1)) {
        if (colon < 1 || colon + 1 >= key.size())
            continue;
        const QByteArray registry = key.first(colon).toByteArray() + "-channel";
        channels.push_back(registry + ':' + key.toByteArray());
        channels.push_back(registry);
    }
    return channels;
}

StringActs springActs(const ActRequest &request, SpringDuty duty)
{
    const QByteArray &key = request.key.bytes;
    const std::vector<QByteArray> channels = springChannels(key);
    StringAct end{.channels = channels};
    end.arguments = {duty == SpringDuty::Must ? "must" : "may", key};
    end.arguments.insert(end.arguments.end(), channels.begin(), channels.end());
    if (request.withTexts)
        end.steps << step(channels, duty);
    StringActs acts;
    acts.release = end;
    acts.release.script = "spring-release";
    acts.forceRelease = end;
    acts.forceRelease.script = "spring-force-release";
    return acts;
}

} // namespace lockscope

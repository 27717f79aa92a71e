// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/connection/addressmap.h"

#include "core/base/tr.h"
#include "core/values/connection/urlparts.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockscope
{

namespace
{

using url::Coding;

QString form()
{
    return Tr::tr("use announced:port=reached:port, for example 10.0.0.3:6379=127.0.0.1:7001");
}

Outcome<Endpoint> side(const QString &text)
{
    Outcome<Endpoint> address = url::readAddress(text, 0, Coding::Plain);
    if (address)
        return address;
    Failure failure = address.failure();
    failure.remedy = form();
    return failure;
}

Outcome<AddressRule> parseRule(const QString &text, const std::vector<AddressRule> &before)
{
    if (text.count(QLatin1Char('=')) != 1)
        return url::bad(Tr::tr("'%1' is not two addresses separated by =").arg(text), form());
    const auto announced = side(text.section(QLatin1Char('='), 0, 0));
    if (!announced)
        return url::within(Tr::tr("the announced address"), announced.failure());
    const auto reached = side(text.section(QLatin1Char('='), 1));
    if (!reached)
        return url::within(Tr::tr("the reachable address"), reached.failure());
    const bool twice = std::any_of(before.begin(), before.end(),
                                   [&](const AddressRule &rule) { return rule.announced == *announced; });
    if (twice)
        return url::bad(Tr::tr("%1 is already mapped").arg(text.section(QLatin1Char('='), 0, 0)),
                        Tr::tr("remove one of the two"));
    return AddressRule{*announced, *reached};
}

} // namespace

Outcome<std::vector<AddressRule>> parseAddressMap(const QString &text)
{
    static const QRegularExpression between(QStringLiteral("[,\\s]+"));
    std::vector<AddressRule> map;
    const QStringList lines = text.split(QLatin1Char('\n'));
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QStringList rules = lines.at(i).split(between, Qt::SkipEmptyParts);
        for (const QString &rule : rules) {
            const auto parsed = parseRule(rule, map);
            if (!parsed)
                return url::within(Tr::tr("address table, line %1").arg(i + 1), parsed.failure());
            map.push_back(*parsed);
        }
    }
    return map;
}

void trustHost(Addressing &addressing, const QString &host)
{
    addressing.policy = AddressPolicy::Mapped;
    const Endpoint anyPort{.host = host, .port = 0};
    const auto isKnown = [&](const AddressRule &rule) { return rule.announced == anyPort; };
    if (std::none_of(addressing.map.begin(), addressing.map.end(), isKnown))
        addressing.map.push_back({.announced = anyPort, .reached = anyPort});
}

QString addressMapText(const std::vector<AddressRule> &map)
{
    QStringList lines;
    for (const AddressRule &rule : map)
        lines << url::writtenAddress(rule.announced, Coding::Plain) + QLatin1Char('=') +
                     url::writtenAddress(rule.reached, Coding::Plain);
    return lines.join(QLatin1Char('\n'));
}

} // namespace lockscope

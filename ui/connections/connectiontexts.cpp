// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/connectiontexts.h"

#include "core/base/tr.h"
#include "core/config/secrets.h"
#include "core/values/connection/urlparts.h"

namespace lockscope::text
{
namespace
{

QString address(const Endpoint &address)
{
    return url::writtenAddress(address, url::Coding::Plain);
}

} // namespace

QString addresses(const std::vector<Endpoint> &list)
{
    QStringList words;
    for (const Endpoint &one : list)
        words << address(one);
    return words.join(QLatin1String(", "));
}

TypedList<Endpoint> readAddresses(const QString &typed, quint16 usualPort)
{
    TypedList<Endpoint> list;
    for (const QString &word : typed.split(u',', Qt::SkipEmptyParts)) {
        if (word.trimmed().isEmpty())
            continue;
        const auto read = url::readAddress(word.trimmed(), usualPort, url::Coding::Plain);
        if (read)
            list.values.push_back(*read);
        else if (list.problem.isEmpty())
            list.problem = Tr::tr("\"%1\": %2").arg(word.trimmed(), read.failure().text);
    }
    return list;
}

QString addressRules(const std::vector<AddressRule> &rules)
{
    QStringList lines;
    for (const auto &[announced, reached] : rules)
        lines << QStringLiteral("%1 = %2").arg(address(announced), address(reached));
    return lines.join(u'\n');
}

TypedList<AddressRule> readAddressRules(const QString &typed)
{
    TypedList<AddressRule> list;
    for (const QString &line : typed.split(u'\n')) {
        const QString rule = line.trimmed();
        if (rule.isEmpty())
            continue;
        const auto announced = url::readAddress(rule.section(u'=', 0, 0).trimmed(), 0, url::Coding::Plain);
        const auto reached = url::readAddress(rule.section(u'=', 1).trimmed(), 0, url::Coding::Plain);
        if (announced && reached)
            list.values.push_back({*announced, *reached});
        else if (list.problem.isEmpty())
            list.problem =
                Tr::tr("\"%1\": %2").arg(rule, announced ? reached.failure().text : announced.failure().text);
    }
    return list;
}

QString members(const std::vector<ConnectionSpec> &list)
{
    QStringList lines;
    for (const ConnectionSpec &member : list)
        lines << connectionUrl(member);
    return lines.join(u'\n');
}

TypedList<ConnectionSpec> readMembers(const QString &typed, const std::vector<ConnectionSpec> &known)
{
    TypedList<ConnectionSpec> list;
    int number = 0;
    for (const QString &line : typed.split(u'\n')) {
        ++number;
        if (line.trimmed().isEmpty())
            continue;
        auto member = parseConnectionUrl(line);
        if (!member) {
            // Do not repeat the line: it may contain a password.
            if (list.problem.isEmpty())
                list.problem = Tr::tr("line %1: %2").arg(number).arg(member.failure().text);
            continue;
        }
        for (const ConnectionSpec &former : known) {
            if (connectionUrl(former) != connectionUrl(*member))
                continue;
            giveSecrets(secretsOf(former), *member);
            member->name = former.name;
        }
        list.values.push_back(std::move(*member));
    }
    return list;
}

} // namespace lockscope::text

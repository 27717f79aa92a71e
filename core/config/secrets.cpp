// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/secrets.h"

#include "core/base/tr.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace lockscope
{
namespace
{

QJsonObject toJson(const Secrets &secrets)
{
    QJsonObject object;
    const auto add = [&object](const char *field, const QString &text) {
        if (!text.isEmpty())
            object.insert(QLatin1String(field), text);
    };
    add("password", secrets.password);
    add("sentinel_password", secrets.sentinelPassword);
    add("proxy_password", secrets.proxyPassword);
    QJsonArray members;
    for (const Secrets &member : secrets.members)
        members.append(toJson(member));
    if (!members.isEmpty())
        object.insert(QStringLiteral("members"), members);
    return object;
}

Secrets fromJson(const QJsonObject &object)
{
    Secrets secrets{.password = object.value(QLatin1String("password")).toString(),
                    .sentinelPassword = object.value(QLatin1String("sentinel_password")).toString(),
                    .proxyPassword = object.value(QLatin1String("proxy_password")).toString()};
    const QJsonArray members = object.value(QLatin1String("members")).toArray();
    for (const QJsonValue &member : members)
        secrets.members.push_back(fromJson(member.toObject()));
    return secrets;
}

void giveOne(const QString &secret, QString &into)
{
    if (into.isEmpty())
        into = secret;
}

} // namespace

bool Secrets::isEmpty() const
{
    return password.isEmpty() && sentinelPassword.isEmpty() && proxyPassword.isEmpty() &&
           std::all_of(members.begin(), members.end(),
                       [](const Secrets &member) { return member.isEmpty(); });
}

Secrets secretsOf(const ConnectionSpec &spec)
{
    Secrets secrets{.password = spec.password,
                    .sentinelPassword = spec.sentinel.password,
                    .proxyPassword = spec.proxy.password};
    for (const ConnectionSpec &member : spec.members)
        secrets.members.push_back(secretsOf(member));
    return secrets;
}

void giveSecrets(const Secrets &secrets, ConnectionSpec &spec)
{
    giveOne(secrets.password, spec.password);
    giveOne(secrets.sentinelPassword, spec.sentinel.password);
    giveOne(secrets.proxyPassword, spec.proxy.password);
    // If members were added or removed since, the passwords cannot be assigned.
    if (secrets.members.size() != spec.members.size())
        return;
    for (size_t i = 0; i < spec.members.size(); ++i)
        giveSecrets(secrets.members[i], spec.members[i]);
}

QByteArray secretsToJson(const Secrets &secrets)
{
    return QJsonDocument(toJson(secrets)).toJson(QJsonDocument::Compact);
}

Outcome<Secrets> secretsFromJson(const QByteArray &json)
{
    const auto document = QJsonDocument::fromJson(json);
    if (!document.isObject())
        return Failure{.kind = ErrorKind::BadInput,
                       .text = Tr::tr("the keychain entry was not written by Lockscope"),
                       .remedy = Tr::tr("enter the password again")};
    return fromJson(document.object());
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/profileimport.h"

#include "core/base/jsonlines.h"
#include "core/base/tr.h"
#include "core/config/foreignprofiles.h"
#include "core/config/profilejson.h"
#include "core/config/profilestore.h"
#include "core/config/secrets.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace lockscope
{
namespace
{

constexpr qsizetype Largest = 10 * 1024 * 1024;

Failure wrong(const QString &text)
{
    return {.kind = ErrorKind::BadInput, .text = text};
}

Failure unknownFormat()
{
    return {.kind = ErrorKind::BadInput,
            .text = Tr::tr("no connections found that Lockscope can read"),
            .remedy = Tr::tr("supported: URLs (one per line), RedisInsight's JSON export, the .ano file of "
                             "Another Redis Desktop Manager, Lockscope's own export")};
}

QString nameOf(const ConnectionSpec &spec)
{
    if (spec.topology == Topology::RedLock)
        return QStringLiteral("%1 +%2")
            .arg(QString::fromUtf8(spec.members.front().node().bytes))
            .arg(spec.members.size() - 1);
    return spec.topology == Topology::Sentinel ? spec.sentinel.masterName
                                               : QString::fromUtf8(spec.node().bytes);
}

Outcome<ProfileImport> importUrls(const QByteArray &bytes)
{
    ProfileImport result;
    int number = 0;
    for (const QByteArray &line : bytes.split('\n')) {
        ++number;
        if (line.trimmed().isEmpty())
            continue;
        auto spec = parseConnectionUrl(QString::fromUtf8(line));
        if (!spec) {
            Failure failure = spec.failure();
            failure.text = Tr::tr("line %1: %2").arg(number).arg(failure.text);
            return failure;
        }
        spec->name = nameOf(*spec);
        result.profiles << *spec;
    }
    return result;
}

// Detects fields that RedisInsight does not write.
bool isOfAnotherManager(const QJsonArray &entries)
{
    const QJsonObject first = entries.first().toObject();
    for (const char *field : {"auth", "separator", "connectionReadOnly", "sslOptions", "sentinelOptions"}) {
        if (first.contains(QLatin1String(field)))
            return true;
    }
    return false;
}

Outcome<ProfileImport> importJson(const QByteArray &json)
{
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError)
        return wrong(Tr::tr("line %1: %2").arg(lineAt(json, error.offset)).arg(error.errorString()));
    if (document.isArray() && document.array().isEmpty())
        return wrong(Tr::tr("it contains no connection"));
    if (document.isArray())
        return isOfAnotherManager(document.array()) ? importAnotherManager(document.array(), {})
                                                    : importRedisInsight(document.array());
    const QJsonObject object = document.object();
    if (object.value(QLatin1String("connections")).isArray())
        return importAnotherManager(object.value(QLatin1String("connections")).toArray(),
                                    object.value(QLatin1String("groups")).toArray());
    if (!object.contains(QLatin1String("profiles")))
        return unknownFormat();
    const auto own = profilesFromJson(json);
    if (!own)
        return own.failure();
    return ProfileImport{.profiles = *own};
}

Outcome<ProfileImport> importAny(const QByteArray &bytes)
{
    const QByteArray text = bytes.trimmed();
    if (text.isEmpty())
        return wrong(Tr::tr("it contains no connection"));
    if (text.startsWith('[') || text.startsWith('{'))
        return importJson(bytes);
    if (text.contains("://"))
        return importUrls(bytes);
    const auto decoded = QByteArray::fromBase64Encoding(text, QByteArray::AbortOnBase64DecodingErrors);
    const QByteArray inside = decoded ? (*decoded).trimmed() : QByteArray();
    return inside.startsWith('[') || inside.startsWith('{') ? importJson(inside) : unknownFormat();
}

QString freeName(const QString &wanted, const QStringList &taken)
{
    QString name = wanted;
    for (int i = 2; taken.contains(name); ++i)
        name = QStringLiteral("%1 (%2)").arg(wanted).arg(i);
    return name;
}

// Whatever the file says: others may have written it, and an SSH configuration may run commands.
void distrust(ConnectionSpec &spec)
{
    spec.readOnly = true;
    spec.ssh.unconfirmed = !spec.ssh.configFile.isEmpty();
    for (ConnectionSpec &member : spec.members)
        distrust(member);
}

// Without what no file has or what an import changes.
ConnectionSpec bare(ConnectionSpec spec)
{
    spec.password.clear();
    spec.sentinel.password.clear();
    spec.proxy.password.clear();
    spec.inKeychain = false;
    spec.ssh.unconfirmed = false;
    std::ranges::transform(spec.members, spec.members.begin(), bare);
    return spec;
}

// The known profile that an import would only copy; null: none.
const ConnectionSpec *sameOf(const ConnectionSpec &profile, const QList<ConnectionSpec> &known)
{
    ConnectionSpec imported = profile;
    distrust(imported);
    const ConnectionSpec before = bare(profile);
    const ConnectionSpec after = bare(imported);
    const auto same = std::ranges::find_if(known, [&](const ConnectionSpec &one) {
        const ConnectionSpec other = bare(one);
        return other == before || other == after;
    });
    return same == known.end() ? nullptr : &*same;
}

// What is in the keychain cannot be compared, and stays.
bool isLeftOut(const ConnectionSpec &profile, const QList<ConnectionSpec> &known, QStringList &notes)
{
    const ConnectionSpec *same = sameOf(profile, known);
    if (!same)
        return false;
    const Secrets secrets = secretsOf(profile);
    if (secrets.isEmpty() || secrets == secretsOf(*same))
        return true;
    if (same->inKeychain)
        notes << Tr::tr("\"%1\": exists; its password in the keychain is kept").arg(profile.name);
    return same->inKeychain;
}

} // namespace

Outcome<ProfileImport> importProfiles(const QByteArray &bytes, const QStringList &taken,
                                      const QList<ConnectionSpec> &known)
{
    if (bytes.size() > Largest)
        return wrong(Tr::tr("larger than 10 MB"));
    auto result = importAny(bytes);
    if (!result)
        return result.failure();
    if (result->profiles.isEmpty())
        return wrong(Tr::tr("it contains no connection"));
    for (qsizetype i = 0; i < result->profiles.size(); ++i) {
        const ConnectionSpec &profile = result->profiles[i];
        if (const auto fault = faultOf(profile))
            return wrong(Tr::tr("entry %1, \"%2\": %3").arg(i + 1).arg(profile.name, fault->text));
    }
    result->unchanged = result->profiles.removeIf([&known, &result](const ConnectionSpec &profile) {
        return isLeftOut(profile, known, result->notes);
    });
    QStringList names = taken;
    for (ConnectionSpec &profile : result->profiles) {
        const QString name = freeName(profile.name, names);
        if (name != profile.name)
            result->notes << Tr::tr("\"%1\": this name exists; imported as \"%2\"").arg(profile.name, name);
        profile.name = name;
        distrust(profile);
        names << name;
    }
    return result;
}

} // namespace lockscope

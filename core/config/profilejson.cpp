// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/profilejson.h"

#include "core/base/bytesize.h"
#include "core/base/jsonfields.h"
#include "core/base/jsonlines.h"
#include "core/base/tr.h"
#include "core/config/deploymentjson.h"
#include "core/config/profilestore.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockscope
{
namespace
{

constexpr int ProfilesVersion = 2; // 1: one server, without folder and colour

QString environmentName(Environment environment)
{
    switch (environment) {
    case Environment::None:
        return {};
    case Environment::Development:
        return QStringLiteral("development");
    case Environment::Staging:
        return QStringLiteral("staging");
    case Environment::Production:
        return QStringLiteral("production");
    }
    return {};
}

// A pattern is bytes. One that is not plain text is stored as base64.
QJsonValue patternToJson(const QByteArray &pattern)
{
    if (isPlainText(pattern))
        return QString::fromUtf8(pattern);
    return QJsonObject{{QStringLiteral("base64"), QString::fromLatin1(pattern.toBase64())}};
}

QJsonObject tlsToJson(const TlsOptions &tls)
{
    return {{QStringLiteral("enabled"), tls.enabled}, {QStringLiteral("verify"), tls.verifyPeer},
            {QStringLiteral("ca"), tls.caFile},       {QStringLiteral("certificate"), tls.certificateFile},
            {QStringLiteral("key"), tls.keyFile},     {QStringLiteral("server_name"), tls.serverName}};
}

// Address and login of one server or deployment, for a profile or a member of a group.
void serverToJson(const ConnectionSpec &spec, QJsonObject &object)
{
    object.insert(QStringLiteral("db"), spec.db);
    if (spec.socketPath.isEmpty()) {
        object.insert(QStringLiteral("host"), spec.host);
        object.insert(QStringLiteral("port"), spec.port);
    } else {
        object.insert(QStringLiteral("socket"), spec.socketPath);
    }
    if (!spec.user.isEmpty())
        object.insert(QStringLiteral("user"), spec.user);
    if (!spec.clientName.isEmpty())
        object.insert(QStringLiteral("client_name"), spec.clientName);
    if (spec.tls != TlsOptions{})
        object.insert(QStringLiteral("tls"), tlsToJson(spec.tls));
    deploymentToJson(spec, object);
}

QJsonObject memberToJson(const ConnectionSpec &spec)
{
    QJsonObject object;
    serverToJson(spec, object);
    if (!spec.name.isEmpty())
        object.insert(QStringLiteral("name"), spec.name);
    return object;
}

QJsonObject toJson(const ConnectionSpec &spec)
{
    QJsonObject object{{QStringLiteral("name"), spec.name},
                       {QStringLiteral("read_only"), spec.readOnly},
                       {QStringLiteral("connect_timeout_ms"), qint64(spec.connectTimeout.count())},
                       {QStringLiteral("command_timeout_ms"), qint64(spec.commandTimeout.count())}};
    if (spec.maxMemory != ConnectionSpec().maxMemory)
        object.insert(QStringLiteral("max_memory"), sizeText(spec.maxMemory));
    if (spec.environment != Environment::None)
        object.insert(QStringLiteral("environment"), environmentName(spec.environment));
    if (!spec.folder.isEmpty())
        object.insert(QStringLiteral("folder"), spec.folder);
    if (!spec.colour.isEmpty())
        object.insert(QStringLiteral("colour"), spec.colour);
    if (spec.inKeychain)
        object.insert(QStringLiteral("keychain"), true);
    QJsonArray denied;
    for (const ActKind act : spec.limits.denied)
        denied.append(QLatin1String(name(act)));
    if (!denied.isEmpty())
        object.insert(QStringLiteral("deny"), denied);
    if (spec.limits.actsAMinute > 0)
        object.insert(QStringLiteral("acts_a_minute"), spec.limits.actsAMinute);
    if (spec.topology == Topology::RedLock) {
        QJsonArray members;
        for (const ConnectionSpec &member : spec.members)
            members.append(memberToJson(member));
        object.insert(QStringLiteral("topology"), topologyName(spec.topology));
        object.insert(QStringLiteral("members"), members);
        if (!spec.clientName.isEmpty())
            object.insert(QStringLiteral("client_name"), spec.clientName);
    } else {
        serverToJson(spec, object);
    }
    QJsonArray patterns;
    for (const QByteArray &pattern : spec.patterns)
        patterns.append(patternToJson(pattern));
    if (!patterns.isEmpty())
        object.insert(QStringLiteral("patterns"), patterns);
    return object;
}

void takePatterns(JsonFields &fields, ConnectionSpec &spec)
{
    const auto value = fields.value("patterns");
    if (!value)
        return;
    if (!value->isArray())
        return fields.fault("patterns", Tr::tr("must be a list of strings"));
    const QJsonArray patterns = value->toArray();
    for (const QJsonValue &pattern : patterns) {
        const QJsonValue base64 = pattern.toObject().value(QLatin1String("base64"));
        const auto decoded = QByteArray::fromBase64Encoding(base64.toString().toLatin1(),
                                                            QByteArray::AbortOnBase64DecodingErrors);
        if (pattern.isString())
            spec.patterns << pattern.toString().toUtf8();
        else if (base64.isString() && decoded)
            spec.patterns << *decoded;
        else
            return fields.fault("patterns", Tr::tr("must be a list of strings"));
    }
}

void takeEnvironment(JsonFields &fields, ConnectionSpec &spec)
{
    QString word = environmentName(spec.environment);
    fields.take("environment", word);
    if (word.isEmpty())
        return;
    for (const auto environment : {Environment::Development, Environment::Staging, Environment::Production}) {
        if (word == environmentName(environment)) {
            spec.environment = environment;
            return;
        }
    }
    fields.fault("environment", Tr::tr("must be development, staging or production"));
}

void takeMemory(JsonFields &fields, ConnectionSpec &spec)
{
    QString size = sizeText(spec.maxMemory);
    fields.take("max_memory", size);
    const auto bytes = parseMaxMemory(size);
    if (bytes)
        spec.maxMemory = *bytes;
    else
        fields.fault("max_memory", bytes.failure().text);
}

// An unknown word is a fault, because it may deny an act that would otherwise be allowed.
void takeLimits(JsonFields &fields, ActLimits &limits)
{
    constexpr qint64 MostActsAMinute = 1'000'000;
    limits.actsAMinute = int(fields.number("acts_a_minute", 0, MostActsAMinute).value_or(0));
    const auto denied = fields.value("deny");
    if (!denied)
        return;
    QStringList known;
    for (const ActKind act : AllActKinds)
        known << QLatin1String(name(act));
    const QString rule = Tr::tr("must be a list of actions: %1").arg(known.join(QLatin1String(", ")));
    if (!denied->isArray())
        return fields.fault("deny", rule);
    const QJsonArray words = denied->toArray();
    for (const QJsonValue &word : words) {
        const auto act = actKindNamed(word.toString().toUtf8());
        if (!act)
            return fields.fault("deny", rule);
        if (!limits.denied.contains(*act))
            limits.denied << *act;
    }
}

std::optional<Failure> takeTls(const QJsonValue &value, const QString &path, const QHash<QString, int> &lines,
                               TlsOptions &tls)
{
    if (!value.isObject())
        return JsonFields({}, path, lines).failureAt(QStringLiteral("tls"), Tr::tr("must be an object"));
    JsonFields fields(value.toObject(), path + QLatin1String("/tls"), lines);
    tls.enabled = true;
    fields.take("enabled", tls.enabled);
    fields.take("verify", tls.verifyPeer);
    fields.take("ca", tls.caFile);
    fields.take("certificate", tls.certificateFile);
    fields.take("key", tls.keyFile);
    fields.take("server_name", tls.serverName);
    return fields.finish();
}

// The place of a value in the file.
struct Place {
    QString path{};
    const QHash<QString, int> &lines;
    qint64 version = ProfilesVersion;

    Place inside(const QString &field) const { return {path + QLatin1Char('/') + field, lines, version}; }
};

// Reads what serverToJson() writes.
std::optional<Failure> takeServer(JsonFields &fields, const Place &place, ConnectionSpec &spec)
{
    fields.take("name", spec.name);
    fields.take("host", spec.host);
    fields.take("socket", spec.socketPath);
    fields.take("user", spec.user);
    fields.take("client_name", spec.clientName);
    spec.port = quint16(fields.number("port", 1, 65535).value_or(spec.port));
    spec.db = int(fields.number("db", 0, 1 << 20).value_or(spec.db));
    if (const auto tls = fields.value("tls")) {
        if (auto failure = takeTls(*tls, place.path, place.lines, spec.tls))
            return failure;
    }
    if (place.version < 2)
        return {};
    return takeDeployment(fields, place.path, place.lines, spec);
}

Outcome<ConnectionSpec> memberFromJson(const QJsonValue &value, const Place &place)
{
    JsonFields fields(value.toObject(), place.path, place.lines);
    if (!value.isObject())
        return fields.failureAt(QStringLiteral("members"), Tr::tr("must be a list of objects"));
    ConnectionSpec spec;
    if (const auto failure = takeServer(fields, place, spec))
        return *failure;
    if (const auto failure = fields.finish())
        return *failure;
    return spec;
}

std::optional<Failure> takeMembers(JsonFields &fields, const Place &place, ConnectionSpec &spec)
{
    const auto value = fields.value("members");
    if (!value)
        return {};
    if (!value->isArray())
        return fields.failureAt(QStringLiteral("members"), Tr::tr("must be a list of objects"));
    const QJsonArray members = value->toArray();
    for (qsizetype i = 0; i < members.size(); ++i) {
        auto member = memberFromJson(members[i], place.inside(QStringLiteral("members/%1").arg(i)));
        if (!member)
            return member.failure();
        spec.members.push_back(std::move(*member));
    }
    return {};
}

Outcome<ConnectionSpec> fromJson(const QJsonValue &value, const Place &place)
{
    JsonFields fields(value.toObject(), place.path, place.lines);
    if (!value.isObject())
        return fields.failureAt(QStringLiteral("profiles"), Tr::tr("must be a list of objects"));
    ConnectionSpec spec;
    if (const auto failure = takeServer(fields, place, spec))
        return *failure;
    fields.take("read_only", spec.readOnly);
    const qint64 longest = 3'600'000;
    spec.connectTimeout = std::chrono::milliseconds(
        fields.number("connect_timeout_ms", 1, longest).value_or(spec.connectTimeout.count()));
    spec.commandTimeout = std::chrono::milliseconds(
        fields.number("command_timeout_ms", 1, longest).value_or(spec.commandTimeout.count()));
    takeMemory(fields, spec);
    takePatterns(fields, spec);
    takeEnvironment(fields, spec);
    if (place.version >= 2) {
        fields.take("folder", spec.folder);
        fields.take("colour", spec.colour);
        fields.take("keychain", spec.inKeychain);
        takeLimits(fields, spec.limits);
        if (const auto failure = takeMembers(fields, place, spec))
            return *failure;
    }
    if (const auto failure = fields.finish())
        return *failure;
    spec.tellMembers();
    if (const auto fault = faultOf(spec))
        return Failure{.kind = ErrorKind::BadInput,
                       .text = Tr::tr("line %1: profile \"%2\": %3")
                                   .arg(place.lines.value(place.path, 1))
                                   .arg(spec.name, fault->text)};
    return spec;
}

} // namespace

QByteArray profilesToJson(const QList<ConnectionSpec> &profiles)
{
    QJsonArray array;
    for (const ConnectionSpec &profile : profiles)
        array.append(toJson(profile));
    return QJsonDocument(
               QJsonObject{{QStringLiteral("version"), ProfilesVersion}, {QStringLiteral("profiles"), array}})
        .toJson();
}

Outcome<QList<ConnectionSpec>> profilesFromJson(const QByteArray &json)
{
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError)
        return Failure{
            .kind = ErrorKind::BadInput,
            .text = QStringLiteral("line %1: %2").arg(lineAt(json, error.offset)).arg(error.errorString())};
    const auto lines = jsonLines(json);
    JsonFields fields(document.object(), {}, lines);
    const auto version = fields.number("version", 1, 1 << 20);
    if (!version || *version > ProfilesVersion)
        return Failure{
            .kind = ErrorKind::BadInput,
            .text =
                version
                    ? Tr::tr("the file has version %1, written by a newer version of Lockscope").arg(*version)
                    : Tr::tr("line 1: not a list of Lockscope profiles")};
    const auto array = fields.value("profiles");
    if (!array || !array->isArray())
        return fields.failureAt(QStringLiteral("profiles"), Tr::tr("must be a list of objects"));
    if (const auto failure = fields.finish())
        return *failure;
    QList<ConnectionSpec> profiles;
    const QJsonArray entries = array->toArray();
    for (qsizetype i = 0; i < entries.size(); ++i) {
        auto spec = fromJson(entries[i], Place{QStringLiteral("profiles/%1").arg(i), lines, *version});
        if (!spec)
            return spec.failure();
        const bool twice = std::any_of(profiles.begin(), profiles.end(),
                                       [&](const ConnectionSpec &known) { return known.name == spec->name; });
        if (twice)
            return Failure{.kind = ErrorKind::BadInput,
                           .text = Tr::tr("line %1: duplicate profile name \"%2\"")
                                       .arg(lines.value(QStringLiteral("profiles/%1").arg(i)))
                                       .arg(spec->name)};
        profiles << *spec;
    }
    return profiles;
}

} // namespace lockscope

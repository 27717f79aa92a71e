// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/profilejson.h"

#include "core/engine/jsonlines.h"
#include "core/engine/profiles.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockscope
{
namespace
{

struct Say {
    Q_DECLARE_TR_FUNCTIONS(ProfileStore)
};

constexpr int Version = 1;

QString environmentName(Environment environment)
{
    switch (environment) {
    case Environment::Development:
        return QStringLiteral("development");
    case Environment::Staging:
        return QStringLiteral("staging");
    case Environment::Production:
        return QStringLiteral("production");
    }
    return {};
}

// A pattern is bytes; the few that are no text are kept exactly, as base64.
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

QJsonObject toJson(const ConnectionSpec &spec)
{
    QJsonObject object{{QStringLiteral("name"), spec.name},
                       {QStringLiteral("db"), spec.db},
                       {QStringLiteral("read_only"), spec.readOnly},
                       {QStringLiteral("environment"), environmentName(spec.environment)},
                       {QStringLiteral("connect_timeout_ms"), qint64(spec.connectTimeout.count())},
                       {QStringLiteral("command_timeout_ms"), qint64(spec.commandTimeout.count())}};
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
    QJsonArray patterns;
    for (const QByteArray &pattern : spec.patterns)
        patterns.append(patternToJson(pattern));
    if (!patterns.isEmpty())
        object.insert(QStringLiteral("patterns"), patterns);
    return object;
}

// Takes the fields of one object out by name and type; remembers the first thing that is wrong.
class Fields
{
public:
    Fields(const QJsonObject &object, QString path, const QHash<QString, int> &lines)
        : m_object(object), m_path(std::move(path)), m_lines(lines)
    {
    }

    void take(const char *field, QString &into)
    {
        if (const auto value = wanted(field, QJsonValue::String, Say::tr("a text")))
            into = value->toString();
    }
    void take(const char *field, bool &into)
    {
        if (const auto value = wanted(field, QJsonValue::Bool, Say::tr("true or false")))
            into = value->toBool();
    }
    std::optional<qint64> number(const char *field, qint64 from, qint64 to)
    {
        const auto value = wanted(field, QJsonValue::Double, Say::tr("a number"));
        if (!value)
            return {};
        const double number = value->toDouble();
        if (number >= double(from) && number <= double(to) && number == double(qint64(number)))
            return qint64(number);
        fault(field, Say::tr("must be a whole number from %1 to %2").arg(from).arg(to));
        return {};
    }
    std::optional<QJsonValue> value(const char *field)
    {
        const QString name = QLatin1String(field);
        if (!m_object.contains(name))
            return {};
        return m_object.take(name);
    }
    void fault(const char *field, const QString &what)
    {
        if (!m_failure)
            m_failure = failureAt(QLatin1String(field), what);
    }

    // Fields that this version does not know would be lost by the next save, so they are refused.
    std::optional<Failure> finish()
    {
        if (!m_failure && m_object.contains(QLatin1String("password")))
            m_failure =
                failureAt(QStringLiteral("password"), Say::tr("a password has no place in this file"));
        if (!m_failure && !m_object.isEmpty())
            m_failure = failureAt(m_object.begin().key(), Say::tr("is not a field of this version"));
        return m_failure;
    }

    Failure failureAt(const QString &field, const QString &what) const
    {
        const QString path = m_path.isEmpty() ? field : m_path + QLatin1Char('/') + field;
        const int line = m_lines.value(path, m_lines.value(m_path, 1));
        return Failure{.kind = ErrorKind::BadInput,
                       .text = Say::tr("line %1: \"%2\" %3").arg(line).arg(field, what)};
    }

private:
    std::optional<QJsonValue> wanted(const char *field, QJsonValue::Type type, const QString &what)
    {
        const auto found = value(field);
        if (found && found->type() != type) {
            fault(field, Say::tr("must be %1").arg(what));
            return {};
        }
        return found;
    }

    QJsonObject m_object;
    QString m_path;
    const QHash<QString, int> &m_lines;
    std::optional<Failure> m_failure;
};

void takePatterns(Fields &fields, ConnectionSpec &spec)
{
    const auto value = fields.value("patterns");
    if (!value)
        return;
    if (!value->isArray())
        return fields.fault("patterns", Say::tr("must be a list of texts"));
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
            return fields.fault("patterns", Say::tr("must be a list of texts"));
    }
}

void takeEnvironment(Fields &fields, ConnectionSpec &spec)
{
    QString word = environmentName(spec.environment);
    fields.take("environment", word);
    for (const auto environment : {Environment::Development, Environment::Staging, Environment::Production}) {
        if (word == environmentName(environment)) {
            spec.environment = environment;
            return;
        }
    }
    fields.fault("environment", Say::tr("must be development, staging or production"));
}

std::optional<Failure> takeTls(const QJsonValue &value, const QString &path, const QHash<QString, int> &lines,
                               TlsOptions &tls)
{
    if (!value.isObject())
        return Fields({}, path, lines).failureAt(QStringLiteral("tls"), Say::tr("must be an object"));
    Fields fields(value.toObject(), path + QLatin1String("/tls"), lines);
    tls.enabled = true;
    fields.take("enabled", tls.enabled);
    fields.take("verify", tls.verifyPeer);
    fields.take("ca", tls.caFile);
    fields.take("certificate", tls.certificateFile);
    fields.take("key", tls.keyFile);
    fields.take("server_name", tls.serverName);
    return fields.finish();
}

Outcome<ConnectionSpec> fromJson(const QJsonValue &value, const QString &path,
                                 const QHash<QString, int> &lines)
{
    Fields fields(value.toObject(), path, lines);
    if (!value.isObject())
        return fields.failureAt(QStringLiteral("profiles"), Say::tr("must be a list of objects"));
    ConnectionSpec spec;
    fields.take("name", spec.name);
    fields.take("host", spec.host);
    fields.take("socket", spec.socketPath);
    fields.take("user", spec.user);
    fields.take("client_name", spec.clientName);
    fields.take("read_only", spec.readOnly);
    spec.port = quint16(fields.number("port", 1, 65535).value_or(spec.port));
    spec.db = int(fields.number("db", 0, 1 << 20).value_or(spec.db));
    const qint64 longest = 3'600'000;
    spec.connectTimeout = std::chrono::milliseconds(
        fields.number("connect_timeout_ms", 1, longest).value_or(spec.connectTimeout.count()));
    spec.commandTimeout = std::chrono::milliseconds(
        fields.number("command_timeout_ms", 1, longest).value_or(spec.commandTimeout.count()));
    takePatterns(fields, spec);
    takeEnvironment(fields, spec);
    if (const auto tls = fields.value("tls")) {
        if (const auto failure = takeTls(*tls, path, lines, spec.tls))
            return *failure;
    }
    if (const auto failure = fields.finish())
        return *failure;
    if (const auto fault = faultOf(spec))
        return Failure{
            .kind = ErrorKind::BadInput,
            .text =
                Say::tr("line %1: profile \"%2\": %3").arg(lines.value(path, 1)).arg(spec.name, fault->text)};
    return spec;
}

} // namespace

QByteArray profilesToJson(const QList<ConnectionSpec> &profiles)
{
    QJsonArray array;
    for (const ConnectionSpec &profile : profiles)
        array.append(toJson(profile));
    return QJsonDocument(
               QJsonObject{{QStringLiteral("version"), Version}, {QStringLiteral("profiles"), array}})
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
    Fields fields(document.object(), {}, lines);
    const auto version = fields.number("version", 1, 1 << 20);
    if (!version || *version > Version)
        return Failure{
            .kind = ErrorKind::BadInput,
            .text = version ? Say::tr("the file is of version %1, written by a newer Lockscope").arg(*version)
                            : Say::tr("line 1: this is no list of Lockscope profiles")};
    const auto array = fields.value("profiles");
    if (!array || !array->isArray())
        return fields.failureAt(QStringLiteral("profiles"), Say::tr("must be a list of objects"));
    if (const auto failure = fields.finish())
        return *failure;
    QList<ConnectionSpec> profiles;
    const QJsonArray entries = array->toArray();
    for (qsizetype i = 0; i < entries.size(); ++i) {
        auto spec = fromJson(entries[i], QStringLiteral("profiles/%1").arg(i), lines);
        if (!spec)
            return spec.failure();
        const bool twice = std::any_of(profiles.begin(), profiles.end(),
                                       [&](const ConnectionSpec &known) { return known.name == spec->name; });
        if (twice)
            return Failure{.kind = ErrorKind::BadInput,
                           .text = Say::tr("line %1: there are two profiles named \"%2\"")
                                       .arg(lines.value(QStringLiteral("profiles/%1").arg(i)))
                                       .arg(spec->name)};
        profiles << *spec;
    }
    return profiles;
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/observestore.h"

#include "core/base/bytesize.h"
#include "core/base/jsonfields.h"
#include "core/base/jsonlines.h"
#include "core/base/privatefile.h"
#include "core/base/tr.h"
#include "core/config/profilestore.h"
#include "core/engine/filter/alertrule.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>

#include <limits>

namespace lockscope
{
namespace
{

constexpr int Version = 1;
constexpr milliseconds LeastTime{1};
constexpr qint64 SmallestHistory = qint64(16) << 20; // a smaller file would be full of its own bookkeeping

// One object of the file. Its destructor adds its faults to the list of all.
class Part
{
public:
    Part(const QJsonObject &object, const QString &path, const QHash<QString, int> &lines,
         QList<Failure> &problems)
        : m_fields(object, path, lines, JsonFields::Naming::Path), m_path(path), m_lines(lines),
          m_problems(problems)
    {
    }
    ~Part() { m_problems += m_fields.finishAll(); }
    Q_DISABLE_COPY_MOVE(Part)

    JsonFields &fields() { return m_fields; }
    void take(const char *field, milliseconds &into)
    {
        QString text;
        if (!takeText(field, text))
            return;
        const auto time = parseDuration(text);
        if (time && *time >= LeastTime)
            into = *time;
        else
            m_fields.fault(field, Tr::tr("must be a duration such as \"30s\", \"500ms\" or \"10m\""));
    }
    void takeSize(const char *field, qint64 smallest, qint64 &into)
    {
        QString text;
        if (!takeText(field, text))
            return;
        const auto size = parseSize(text);
        if (size && *size >= smallest)
            into = *size;
        else
            m_fields.fault(
                field,
                Tr::tr("must be a size such as \"512MiB\" or \"1GiB\", at least %1").arg(sizeText(smallest)));
    }
    void take(const char *field, Confidence &into)
    {
        QString text;
        if (!takeText(field, text))
            return;
        for (const Confidence each : {Confidence::Certain, Confidence::Likely, Confidence::Guess}) {
            if (text == QLatin1String(name(each))) {
                into = each;
                return;
            }
        }
        m_fields.fault(field, Tr::tr("must be \"certain\", \"likely\" or \"guess\""));
    }
    // Calls take for each element of a list, with its path. take returns what is wrong, or an empty string.
    void forEach(const char *field,
                 const std::function<QString(const QJsonValue &, const QString &path)> &take)
    {
        const auto value = m_fields.value(field);
        if (!value)
            return;
        const QJsonArray array = value->toArray();
        for (qsizetype i = 0; i < array.size(); ++i) {
            const QString path = QStringLiteral("%1/%2").arg(pathOf(field)).arg(i);
            if (const QString what = take(array[i], path); !what.isEmpty())
                m_problems += JsonFields({}, pathOf(field), m_lines, JsonFields::Naming::Path)
                                  .failureAt(QString::number(i), what);
        }
        if (!value->isArray())
            m_fields.fault(field, Tr::tr("must be a list"));
    }
    // The object of that name, or an empty object and a fault.
    QJsonObject object(const char *field)
    {
        const auto value = m_fields.value(field);
        if (value && !value->isObject())
            m_fields.fault(field, Tr::tr("must be an object"));
        return value ? value->toObject() : QJsonObject();
    }

private:
    bool takeText(const char *field, QString &text)
    {
        const auto value = m_fields.value(field);
        if (value && value->isString())
            text = value->toString();
        else if (value)
            m_fields.fault(field, Tr::tr("must be a string"));
        return value && value->isString();
    }
    QString pathOf(const char *field) const
    {
        return m_path.isEmpty() ? QString::fromLatin1(field) : m_path + u'/' + QLatin1String(field);
    }

    JsonFields m_fields;
    QString m_path;
    const QHash<QString, int> &m_lines;
    QList<Failure> &m_problems;
};

QJsonValue bytesToJson(const QByteArray &bytes)
{
    const QString text = QString::fromUtf8(bytes);
    if (text.toUtf8() == bytes)
        return text;
    return QJsonObject{{QStringLiteral("base64"), QString::fromLatin1(bytes.toBase64())}};
}

QByteArray bytesFromJson(const QJsonValue &value) // empty: invalid
{
    if (value.isString())
        return value.toString().toUtf8();
    const QJsonObject object = value.toObject();
    const auto decoded = QByteArray::fromBase64Encoding(
        object.value(QLatin1String("base64")).toString().toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
    return decoded && object.size() == 1 ? *decoded : QByteArray();
}

void takeThresholds(Part &part, VerdictThresholds &thresholds)
{
    part.take("long_held", thresholds.longHeld);
    thresholds.overdue = part.fields().real("overdue", 1, 100).value_or(thresholds.overdue);
    part.take("grace", thresholds.grace);
    thresholds.manyHolds =
        part.fields().number("many_holds", 2, std::numeric_limits<int>::max()).value_or(thresholds.manyHolds);
    part.take("absurd_lease", thresholds.absurdLease);
    part.take("replica_lag", thresholds.replicaLag);
    part.take("confidence", thresholds.leastConfidence);
}

void takeAlias(Part &part, OwnerAlias &alias)
{
    const auto pattern = part.fields().value("pattern");
    alias.pattern = bytesFromJson(pattern.value_or(QJsonValue()));
    if (alias.pattern.isEmpty())
        part.fields().fault("pattern", Tr::tr("must be a glob for owner ids, such as \"8f3c*\""));
    part.fields().take("name", alias.name);
    if (alias.name.trimmed().isEmpty())
        part.fields().fault("name", Tr::tr("must be the name of that owner"));
}

void takeHistory(Part &part, HistorySettings &history)
{
    part.fields().take("keep", history.keep);
    part.take("age", history.age);
    part.takeSize("bytes", SmallestHistory, history.bytes);
}

void takeAudit(Part &part, QString &syslog)
{
    part.fields().take("syslog", syslog);
    if (!syslog.isEmpty() && !syslog.startsWith(u'/'))
        part.fields().fault("syslog", Tr::tr("must be the path of a socket, such as \"/dev/log\""));
}

void takeAll(Part &root, const QHash<QString, int> &lines, ObserveBook &book)
{
    const auto version = root.fields().number("version", 1, std::numeric_limits<int>::max());
    if (version && *version > Version)
        root.fields().fault(
            "version", Tr::tr("is %1: the file was written by a newer version of Lockscope").arg(*version));
    ObserveSettings &settings = book.settings;
    {
        Part part(root.object("thresholds"), QStringLiteral("thresholds"), lines, book.problems);
        takeThresholds(part, settings.thresholds);
    }
    {
        Part part(root.object("history"), QStringLiteral("history"), lines, book.problems);
        takeHistory(part, settings.history);
    }
    {
        Part part(root.object("audit"), QStringLiteral("audit"), lines, book.problems);
        takeAudit(part, settings.auditSyslog);
    }
    root.forEach("aliases", [&](const QJsonValue &value, const QString &path) {
        if (!value.isObject())
            return Tr::tr("must be an object with \"pattern\" and \"name\"");
        Part part(value.toObject(), path, lines, book.problems);
        takeAlias(part, settings.aliases.emplace_back());
        return QString();
    });
    root.forEach("alerts", [&](const QJsonValue &value, const QString &) {
        settings.alerts += value.toString();
        if (value.toString().trimmed().isEmpty())
            return Tr::tr("must be a rule such as \"verdict>=warning for 30s\"");
        const auto rule = AlertRule::parse(value.toString());
        return rule ? QString() : Tr::tr("is not a rule: %1").arg(rule.failure().line());
    });
}

} // namespace

ObserveBook observeFromJson(const QByteArray &json)
{
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(json, &error);
    const auto unreadable = [](int line, const QString &why) {
        return ObserveBook{.problems = {Failure{.kind = ErrorKind::BadInput,
                                                .text = Tr::tr("line %1: %2").arg(line).arg(why)}}};
    };
    if (error.error != QJsonParseError::NoError)
        return unreadable(lineAt(json, error.offset), error.errorString());
    if (!document.isObject())
        return unreadable(1, Tr::tr("must be an object"));
    const auto lines = jsonLines(json);
    ObserveBook book;
    {
        Part root(document.object(), {}, lines, book.problems);
        takeAll(root, lines, book);
    }
    if (!book.problems.isEmpty())
        book.settings = {};
    return book;
}

QByteArray observeToJson(const ObserveSettings &settings)
{
    const VerdictThresholds &limits = settings.thresholds;
    QJsonArray aliases;
    for (const OwnerAlias &alias : settings.aliases)
        aliases += QJsonObject{{QStringLiteral("pattern"), bytesToJson(alias.pattern)},
                               {QStringLiteral("name"), alias.name}};
    const QJsonObject thresholds{{QStringLiteral("long_held"), durationText(limits.longHeld)},
                                 {QStringLiteral("overdue"), limits.overdue},
                                 {QStringLiteral("grace"), durationText(limits.grace)},
                                 {QStringLiteral("many_holds"), limits.manyHolds},
                                 {QStringLiteral("absurd_lease"), durationText(limits.absurdLease)},
                                 {QStringLiteral("replica_lag"), durationText(limits.replicaLag)},
                                 {QStringLiteral("confidence"), QLatin1String(name(limits.leastConfidence))}};
    const QJsonObject history{{QStringLiteral("keep"), settings.history.keep},
                              {QStringLiteral("age"), durationText(settings.history.age)},
                              {QStringLiteral("bytes"), sizeText(settings.history.bytes)}};
    QJsonObject root{{QStringLiteral("version"), Version},
                     {QStringLiteral("thresholds"), thresholds},
                     {QStringLiteral("aliases"), aliases},
                     {QStringLiteral("alerts"), QJsonArray::fromStringList(settings.alerts)},
                     {QStringLiteral("history"), history}};
    if (!settings.auditSyslog.isEmpty())
        root.insert(QStringLiteral("audit"), QJsonObject{{QStringLiteral("syslog"), settings.auditSyslog}});
    return QJsonDocument(root).toJson();
}

ObserveStore::ObserveStore(const QString &dir)
    : m_fileName(
          QDir(dir.isEmpty() ? ProfileStore::defaultDir() : dir).filePath(QStringLiteral("observe.json")))
{
}

ObserveBook ObserveStore::load() const
{
    const auto json = readPrivateFile(m_fileName, Tr::tr("settings"));
    if (!json)
        return {.problems = {json.failure()}};
    return *json ? observeFromJson(**json) : ObserveBook();
}

Done ObserveStore::save(const ObserveSettings &settings) const
{
    const QByteArray json = observeToJson(settings);
    if (const ObserveBook book = observeFromJson(json); !book.problems.isEmpty())
        return book.problems.front();
    if (const ObserveBook book = load(); !book.problems.isEmpty())
        return Failure{.kind = ErrorKind::BadInput,
                       .text = Tr::tr("%1 was not changed: %2").arg(m_fileName, book.problems.front().text),
                       .remedy = Tr::tr("fix or remove the file")};
    return writePrivateFile(m_fileName, json);
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/auditcommand.h"

#include "app/cli/run/target.h"
#include "app/cli/text/plaintext.h"
#include "core/config/profilestore.h"
#include "core/formats/format.h"
#include "core/history/audit/auditdocument.h"
#include "core/history/audit/auditlog.h"

#include <QDateTime>
#include <QFileInfo>

namespace lockscope::cli
{

namespace
{

QString localTime(qint64 ms)
{
    return QDateTime::fromMSecsSinceEpoch(ms).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

QString orDash(const QString &text)
{
    return text.isEmpty() ? QStringLiteral("-") : text;
}

QString whoOf(const AuditEntry &entry)
{
    if (entry.user.isEmpty() || entry.host.isEmpty())
        return entry.user + entry.host;
    return entry.user + u'@' + entry.host;
}

Cell resultCell(const QByteArray &result)
{
    const auto is = [&result](ActResult one) { return result == name(one); };
    const Tint tint = is(ActResult::Done)                                     ? Tint::Good
                      : is(ActResult::Unknown)                                ? Tint::Alarm
                      : is(ActResult::Refused) || is(ActResult::OwnerChanged) ? Tint::Warning
                                                                              : Tint::Plain;
    return {escapedText(result), tint};
}

// The reason on one line, with control characters escaped.
QString oneLine(const QString &text)
{
    return escapedText(text.simplified().toUtf8());
}

// As `show` writes it.
QString ownerText(const AuditEntry &entry, const QByteArray &owner)
{
    const Format *format = Registry::builtIn().find(entry.kind);
    return format ? shownOwner({owner}, format->kind()) : escapedText(owner);
}

QStringList auditTable(const std::vector<AuditEntry> &entries, const TextStyle &style)
{
    TextTable table({{.title = QStringLiteral("TIME")},
                     {.title = QStringLiteral("ACT")},
                     {.title = QStringLiteral("LOCK"), .least = 16},
                     {.title = QStringLiteral("RESULT")},
                     {.title = QStringLiteral("USER"), .least = 8},
                     {.title = QStringLiteral("PROFILE"), .least = 8},
                     {.title = QStringLiteral("EXPECTED"), .least = 8},
                     {.title = QStringLiteral("FOUND"), .least = 8},
                     {.title = QStringLiteral("REASON"), .least = 10}});
    for (const AuditEntry &entry : entries)
        table.add({{localTime(entry.atMs), Tint::Faint},
                   {escapedText(entry.act)},
                   {escapedText(entry.key), Tint::Title},
                   resultCell(entry.result),
                   {orDash(whoOf(entry))},
                   {orDash(entry.profile)},
                   {orDash(ownerText(entry, entry.expectedOwner))},
                   {orDash(ownerText(entry, ownerFound(entry)))},
                   {orDash(oneLine(entry.reason))}});
    return table.render(style);
}

AuditQuery queryOf(const AuditOptions &options, const QString &profile, bool withValues)
{
    AuditQuery query = options;
    query.profile = profile;
    query.withValues = withValues;
    if (options.since)
        query.from = wallNow() - *options.since;
    if (options.until)
        query.to = wallNow() - *options.until;
    return query;
}

// The profile name under which acts on the named server are recorded; empty: no server is named.
Outcome<QString> profileMeant(const ServerOptions &arguments)
{
    if (arguments.urls.isEmpty())
        return arguments.profile(); // it need not exist any more
    const auto target = findTarget(arguments, {});
    if (!target)
        return target.failure();
    return auditedProfile(target->spec);
}

void writeCheck(JsonWriter &json, const QString &fileName, const AuditCheck &check)
{
    json.beginObject();
    json.text("file", fileName);
    json.boolean("intact", check.isIntact());
    json.number("rows", check.rows);
    json.number("rows_before_chain", check.rowsBefore);
    if (!check.newestHash.isEmpty())
        json.text("newest_hash", QByteArrayView(check.newestHash));
    if (!check.hasExpected)
        json.boolean("has_expected_hash", false);
    if (const auto &fault = check.fault) {
        json.name("fault");
        json.beginObject();
        json.text("what", QByteArrayView(name(fault->what)));
        if (!fault->table.isEmpty())
            json.text("table", QByteArrayView(fault->table));
        json.number("row", fault->row);
        if (fault->act > 0)
            json.number("act", fault->act);
        if (fault->atMs)
            json.number("at", *fault->atMs);
        json.text("text", sentenceOf(*fault));
        json.endObject();
    }
    json.endObject();
}

void printCheck(Run *run, const QString &fileName, const AuditCheck &check)
{
    if (check.fault)
        run->output.error(QStringLiteral("%1: %2").arg(fileName, sentenceOf(*check.fault)));
    if (!check.hasExpected)
        run->output.error(
            QStringLiteral(
                "%1: no row has the expected hash: rows were removed, or the hash is from another file")
                .arg(fileName));
    if (!check.isIntact())
        return;
    run->output.print(
        QStringLiteral("%1: %2 intact").arg(fileName, counted(check.rows, QStringLiteral("row"))));
    if (check.rowsBefore > 0)
        run->output.print(QStringLiteral("%1 from before the chain, not checked")
                              .arg(counted(check.rowsBefore, QStringLiteral("row"))));
    if (!check.newestHash.isEmpty())
        run->output.print(QStringLiteral("newest hash %1").arg(QString::fromLatin1(check.newestHash)));
}

// Nothing to verify is no success: the file may have been removed.
std::optional<Failure> missing(const QString &fileName)
{
    const QFileInfo file(fileName);
    if (file.exists() && !(file.isFile() && file.size() == 0))
        return {};
    return Failure{.kind = ErrorKind::Internal,
                   .text = file.exists() ? QStringLiteral("the audit log %1 is empty").arg(fileName)
                                         : QStringLiteral("there is no audit log %1").arg(fileName),
                   .remedy = QStringLiteral("--config-dir names its folder; the first action creates it")};
}

int verify(Run *run, AuditLog &log, const AuditOptions &options)
{
    if (const auto failure = missing(log.fileName()))
        return run->fail(*failure);
    const auto check = log.verify(options.expectedHash.toLower());
    if (!check)
        return run->fail(check.failure());
    if (run->arguments.json) {
        JsonWriter json(run->output.documentLayout());
        writeCheck(json, log.fileName(), *check);
        run->output.document(json.take() + '\n');
    } else {
        printCheck(run, log.fileName(), *check);
    }
    return check->isIntact() ? Success : LockSaidNo;
}

} // namespace

QCoro::Task<int> runCommand(Run *run, const AuditOptions &options)
{
    const Arguments &arguments = run->arguments;
    const auto profile = profileMeant(arguments);
    if (!profile)
        co_return run->fail(profile.failure());
    AuditLog log(arguments.configDir.isEmpty() ? ProfileStore::defaultDir() : arguments.configDir);
    if (options.verify)
        co_return verify(run, log, options);
    const auto entries = log.find(queryOf(options, *profile, arguments.json));
    if (!entries)
        co_return run->fail(entries.failure());
    const bool isIndented = run->output.documentLayout() == JsonWriter::Layout::Indented;
    if (arguments.json)
        run->output.document(
            auditJson(*entries, isIndented ? QJsonDocument::Indented : QJsonDocument::Compact));
    else if (options.csv)
        run->output.document(auditCsv(*entries));
    else if (!QFileInfo::exists(log.fileName()))
        run->output.remark(
            QStringLiteral("no audit log yet in %1").arg(QFileInfo(log.fileName()).absolutePath()));
    else if (entries->empty())
        run->output.remark(QStringLiteral("no matching actions in %1").arg(log.fileName()));
    else
        run->output.print(auditTable(*entries, run->output.style()));
    co_return Success;
}

} // namespace lockscope::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/auditcommand.h"

#include "app/cli/run/target.h"
#include "core/config/profilestore.h"
#include "core/history/audit/auditdocument.h"
#include "core/history/audit/auditlog.h"

#include <QDateTime>

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

QString auditTable(const std::vector<AuditEntry> &entries, const TextStyle &style)
{
    TextTable table({{.title = QStringLiteral("WHEN")},
                     {.title = QStringLiteral("ACT")},
                     {.title = QStringLiteral("LOCK"), .least = 16},
                     {.title = QStringLiteral("RESULT")},
                     {.title = QStringLiteral("WHO"), .least = 8},
                     {.title = QStringLiteral("WHERE"), .least = 8},
                     {.title = QStringLiteral("EXPECTED"), .least = 8},
                     {.title = QStringLiteral("FOUND"), .least = 8},
                     {.title = QStringLiteral("WHY"), .least = 10}});
    for (const AuditEntry &entry : entries)
        table.add({{localTime(entry.atMs), Tint::Faint},
                   {escapedText(entry.act)},
                   {escapedText(entry.key), Tint::Title},
                   resultCell(entry.result),
                   {orDash(whoOf(entry))},
                   {orDash(entry.profile)},
                   {orDash(escapedText(entry.expectedOwner))},
                   {orDash(escapedText(ownerFound(entry)))},
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
        return arguments.profile; // it need not exist any more
    const auto target = findTarget(arguments, {});
    if (!target)
        return target.failure();
    return auditedProfile(target->spec);
}

} // namespace

QCoro::Task<int> runCommand(Run *run, const AuditOptions &options)
{
    const Arguments &arguments = run->arguments;
    const auto profile = profileMeant(arguments);
    if (!profile)
        co_return run->fail(profile.failure());
    AuditLog log(arguments.configDir.isEmpty() ? ProfileStore::defaultDir() : arguments.configDir);
    const auto entries = log.find(queryOf(options, *profile, arguments.json));
    if (!entries)
        co_return run->fail(entries.failure());
    const bool isIndented = run->output.documentLayout() == JsonWriter::Layout::Indented;
    if (arguments.json)
        run->output.print(auditJson(*entries, isIndented ? QJsonDocument::Indented : QJsonDocument::Compact));
    else if (options.csv)
        run->output.print(auditCsv(*entries));
    else if (entries->empty())
        run->output.remark(QStringLiteral("%1 has no such acts\n").arg(log.fileName()));
    else
        run->output.print(auditTable(*entries, run->output.style()));
    co_return Success;
}

} // namespace lockscope::cli

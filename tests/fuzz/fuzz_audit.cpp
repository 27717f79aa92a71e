// SPDX-License-Identifier: GPL-3.0-or-later
// An audit whose rows another program has changed (rows.h).
#include "core/history/audit/auditdocument.h"
#include "core/history/audit/auditlog.h"
#include "tests/fuzz/rows.h"
#include "tests/fuzz/target.h"

#include <QJsonDocument>
#include <QTemporaryDir>

namespace fuzz_audit
{

using namespace lockscope;
using namespace lockscope::fuzz;

namespace
{

void demandWritable(const std::vector<AuditEntry> &entries)
{
    for (const auto format : {QJsonDocument::Indented, QJsonDocument::Compact})
        demand(!auditJson(entries, format).isNull(), "each entry can be written as JSON");
    const QByteArray csv = auditCsv(entries);
    demand(csv.count('\n') >= qsizetype(entries.size()), "CSV has a line for each entry");
}

void run(const QByteArray &input)
{
    static const QTemporaryDir folder;
    const ConnectionSpec spec{.host = QStringLiteral("h")};
    static AuditLog &log = *new AuditLog(folder.path()); // Qt ends before it could
    static const bool isMade = log.asked({.key = {"lock:a"}}, spec).ok();
    demand(isMade, "an act can be written down");
    replaceRows(log.fileName(), input);
    const auto entries = log.find({});
    demand(entries.ok(), "rows do not make a file unreadable");
    for (const AuditEntry &entry : *entries) {
        mentions(entry, QStringLiteral("ann"));
        ownerFound(entry);
        for (const AuditStep &step : entry.steps)
            restoreLines(step);
    }
    demandWritable(*entries);
    const auto filtered = log.find({.text = QStringLiteral("ann"), .most = 3, .withValues = false});
    demand(filtered.ok() && filtered->size() <= std::min<size_t>(3, entries->size()),
           "a query gives no more than asked");
    demand(log.sentSince(spec, WallTime()).ok(), "what was sent can be counted");
    const auto check = log.verify();
    demand(check.ok() && (check->isIntact() || !sentenceOf(*check->fault).isEmpty()),
           "a broken chain is told");
    const auto asked = log.asked({.key = {"lock:a"}}, spec);
    demand(asked.ok() || !asked.failure().text.endsWith(u' '),
           "an act that is not written down has a reason");
}

} // namespace

LOCKSCOPE_FUZZ_TARGET(audit);

} // namespace fuzz_audit

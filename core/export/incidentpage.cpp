// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/incidentpage.h"

#include "core/base/tr.h"
#include "core/base/utctext.h"
#include "core/engine/verdicts/verdictevidence.h"
#include "core/export/incidentcommands.h"
#include "core/values/kindname.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// A backtick in the text would end the code span.
QString code(QString text)
{
    return u'`' + text.replace(u'`', u'\'').replace(u'\n', u' ') + u'`';
}

QString cell(QString text)
{
    return text.replace(u'|', QLatin1String("\\|")).replace(u'\n', u' ');
}

// No HTML, link or picture outside code spans, wherever the text is from. A run of backticks, or an odd
// number of them, is not from code(): then nothing counts as code.
QString inert(const QString &line)
{
    const bool hasSpans = line.count(u'`') % 2 == 0 && !line.contains(QLatin1String("``"));
    QStringList parts = hasSpans ? line.split(u'`') : QStringList{line};
    for (qsizetype i = 0; i < parts.size(); i += 2)
        parts[i].replace(u'<', QLatin1String("\\<")).replace(QLatin1String("]("), QLatin1String("]\\("));
    return parts.join(u'`');
}

QString ttlText(const std::optional<Instant> &expiresAt, Instant at)
{
    return expiresAt ? humanDuration(std::max(millisecondsBetween(at, *expiresAt), milliseconds(0)))
                     : Tr::tr("no expiry");
}

class Page
{
public:
    explicit Page(const Incident &safe) : m_safe(safe) {}
    QByteArray write(const std::vector<Redactor::Pseudonym> &told);

private:
    void title();
    void verdict();
    void holders();
    void waiters();
    void copies();
    void happened();
    void acts();
    void commands();
    void unsafe();
    void replaced(const std::vector<Redactor::Pseudonym> &told);
    void heading(const QString &text) { m_lines << QString() << QLatin1String("## ") + text << QString(); }
    void point(const QString &text) { m_lines << QLatin1String("- ") + text; }

    const Incident &m_safe;
    QStringList m_lines{};
};

QByteArray Page::write(const std::vector<Redactor::Pseudonym> &told)
{
    title();
    verdict();
    holders();
    waiters();
    copies();
    happened();
    acts();
    commands();
    unsafe();
    replaced(told);
    bool isCode = false; // between fences, where nothing has a meaning
    for (QString &line : m_lines) {
        const bool isFence = line.startsWith(QLatin1String("```"));
        isCode = isCode != isFence;
        line = isCode || isFence ? printable(line) : inert(printable(line));
    }
    return (m_lines.join(u'\n') + u'\n').toUtf8();
}

void Page::title()
{
    const LockPtr &lock = m_safe.detail.lock;
    m_lines << QLatin1String("# ") + Tr::tr("Incident: lock %1").arg(code(escapedText(m_safe.key.bytes)))
            << QString();
    point(Tr::tr("when: %1").arg(utcText(m_safe.at)));
    if (!m_safe.spec.name.isEmpty())
        point(Tr::tr("connection: %1").arg(m_safe.spec.name));
    if (lock) {
        point(Tr::tr("kind: %1").arg(kindText(lock->kind)));
        point(Tr::tr("node: %1").arg(escapedText(lock->node.bytes)));
    }
    QStringList versions;
    for (const NodeStatus &node : m_safe.health.nodes) {
        const QString version = Tr::tr("Redis %1").arg(escapedText(node.version));
        if (!node.version.isEmpty() && !versions.contains(version))
            versions << version;
    }
    versions.prepend(m_safe.program);
    point(Tr::tr("versions: %1").arg(versions.join(QStringLiteral(", "))));
}

void Page::verdict()
{
    heading(Tr::tr("Verdict"));
    const LockPtr &lock = m_safe.detail.lock;
    if (!lock) {
        m_lines << (m_safe.unread.isEmpty() ? Tr::tr("No lock has this name now.")
                                            : Tr::tr("It could not be read: %1").arg(m_safe.unread));
        return;
    }
    m_lines << QStringLiteral("**%1** (%2, `%3`)")
                   .arg(m_safe.detail.verdictText, QLatin1String(name(lock->verdict.level)),
                        QString::fromUtf8(lock->verdict.code.data(), qsizetype(lock->verdict.code.size())))
            << QString();
    for (const QString &fact : m_safe.detail.evidence)
        point(fact);
    if (!m_safe.detail.advice.isEmpty())
        m_lines << QString() << Tr::tr("What to do: %1").arg(m_safe.detail.advice);
}

void Page::holders()
{
    const LockPtr &lock = m_safe.detail.lock;
    if (!lock)
        return;
    heading(Tr::tr("Holders"));
    if (!lock->held()) {
        m_lines << (lock->isUndecided() ? Tr::tr("Whether the lock is held is unknown: nodes did not answer.")
                    : lock->stale       ? Tr::tr("The lock was free when it was last read.")
                                        : Tr::tr("The lock is free."));
        return;
    }
    m_lines << Tr::tr("| owner | holds | mode | TTL | client |")
            << QStringLiteral("| --- | --- | --- | --- | --- |");
    for (const Holder &holder : lock->holders) {
        const ClientInfo *client = clientOf(*lock, holder.id);
        const QString who =
            client ? cell((escapedText(client->name) + u' ' + escapedText(client->address)).trimmed())
                   : QString();
        m_lines << QStringLiteral("| %1 | %2 | %3 | %4 | %5 |")
                       .arg(cell(escapedText(holder.id.bytes)), QString::number(holder.count),
                            QLatin1String(name(holder.mode)), ttlText(lock->expiryOf(holder), m_safe.when),
                            who);
    }
    if (!lock->lacksMajority())
        m_lines << QString() << Tr::tr("Held for %1.").arg(heldForText(*lock, m_safe.when));
}

void Page::waiters()
{
    const LockPtr &lock = m_safe.detail.lock;
    if (!lock)
        return;
    heading(Tr::tr("Waiters"));
    const Waiters &waiters = lock->waiters;
    if (waiters.isEmpty()) {
        m_lines << (waiters.subscribed ? Tr::tr("No waiters.") : Tr::tr("Whether clients wait is unknown."));
        return;
    }
    if (waiters.subscribed)
        point(waiters.mayBeElsewhere
                  ? Tr::tr("%n client(s) listen for the release of it, or of a lock of this name in another "
                           "database",
                           nullptr, int(*waiters.subscribed))
                  : Tr::tr("%n client(s) listen for its release", nullptr, int(*waiters.subscribed)));
    for (const QueuedWaiter &waiter : waiters.queued)
        point(waiter.alive
                  ? (*waiter.alive ? Tr::tr("in the queue: %1, alive") : Tr::tr("in the queue: %1, dead"))
                        .arg(escapedText(waiter.id.bytes))
                  : Tr::tr("in the queue: %1").arg(escapedText(waiter.id.bytes)));
    if (waiters.isQueueCut())
        point(Tr::tr("in the queue: more, not read"));
}

void Page::copies()
{
    const LockPtr &lock = m_safe.detail.lock;
    const bool ofGroup = lock && lock->quorum();
    const std::vector<Copy> &copies = ofGroup ? lock->extras->copies : m_safe.detail.copies;
    if (copies.empty())
        return;
    heading(Tr::tr("Copies"));
    m_lines << Tr::tr("| node | role | state | owner | TTL |")
            << QStringLiteral("| --- | --- | --- | --- | --- |");
    for (const Copy &copy : copies) {
        const bool held = namesOwner(copy.state);
        m_lines << QStringLiteral("| %1 | %2 | %3 | %4 | %5 |")
                       .arg(cell(escapedText(copy.node.bytes)), escapedText(copy.role),
                            QLatin1String(name(copy.state)), cell(escapedText(copy.owner.bytes)),
                            held ? ttlText(copy.expiresAt, m_safe.when) : QString());
    }
    if (!ofGroup)
        return;
    const Quorum &quorum = *lock->quorum();
    m_lines << QString()
            << Tr::tr("Quorum: at least %1 and at most %2 of %3 nodes agree, %4 are needed.")
                   .arg(quorum.agreeing)
                   .arg(quorum.atMost())
                   .arg(quorum.nodes)
                   .arg(quorum.needed);
}

void Page::happened()
{
    constexpr size_t Most = 20;
    heading(Tr::tr("What happened"));
    if (!m_safe.eventsNote.isEmpty())
        m_lines << m_safe.eventsNote << QString();
    const auto &events = m_safe.lockEvents.events;
    if (events.empty()) {
        m_lines << Tr::tr("No events were seen.");
        return;
    }
    const size_t first = events.size() > Most ? events.size() - Most : 0;
    for (size_t i = first; i < events.size(); ++i) {
        const LockEvent &event = events[i];
        point(QStringLiteral("%1 %2 %3")
                  .arg(utcText(event.wallAt), QLatin1String(name(event.kind)), escapedText(event.owner.bytes))
                  .trimmed());
    }
    if (first > 0)
        m_lines << QString() << Tr::tr("%n older event(s): timeline.csv.", nullptr, int(first));
}

void Page::acts()
{
    heading(Tr::tr("What was done"));
    if (!m_safe.auditNote.isEmpty())
        m_lines << m_safe.auditNote << QString();
    if (m_safe.audit.empty()) {
        m_lines << Tr::tr("The audit log of this program has no action on it.");
        return;
    }
    m_lines << Tr::tr("| when | who | action | expected | found | result | reason |")
            << QStringLiteral("| --- | --- | --- | --- | --- | --- | --- |");
    for (const AuditEntry &entry : m_safe.audit)
        m_lines << QStringLiteral("| %1 | %2 | %3 | %4 | %5 | %6 | %7 |")
                       .arg(utcText(WallTime(milliseconds(entry.atMs))),
                            cell(QStringLiteral("%1@%2").arg(entry.user, entry.host)), escapedText(entry.act),
                            cell(escapedText(entry.expectedOwner)), cell(escapedText(ownerFound(entry))),
                            escapedText(entry.result), cell(entry.reason));
}

void Page::commands()
{
    heading(Tr::tr("Next steps"));
    m_lines << Tr::tr("Safest first. Replace owner-1, host-1 and the like with the real values: otherwise "
                      "the commands change nothing. commands.sh contains the same.");
    m_lines << QString() << Tr::tr("Show the lock:") << QString() << QStringLiteral("```sh")
            << readingLines(m_safe) << QStringLiteral("```");
    for (const IncidentCommand &command : commandsFor(m_safe)) {
        m_lines << QString() << titleOf(command.act) + u':' << QString();
        if (command.lines.isEmpty())
            m_lines << Tr::tr("Not possible: %1").arg(command.whyNot);
        else
            m_lines << QStringLiteral("```sh") << command.lines << QStringLiteral("```");
    }
}

void Page::unsafe()
{
    heading(Tr::tr("What makes locks unsafe in this deployment"));
    if (m_safe.health.findings.empty())
        m_lines << Tr::tr("No findings.");
    for (const Finding &finding : m_safe.health.findings) {
        const QString where =
            finding.node.isEmpty() ? QString() : escapedText(finding.node.bytes) + QStringLiteral(": ");
        point(QStringLiteral("**%1** %2%3").arg(QLatin1String(name(finding.level)), where, finding.text));
    }
}

void Page::replaced(const std::vector<Redactor::Pseudonym> &told)
{
    heading(Tr::tr("Replaced values"));
    m_lines << Tr::tr("These values were replaced. The same name means the same value in all files. In a "
                      "shape, a, A, d, h, x and ? are runs of lowercase letters, capitals, digits, hex "
                      "digits, mixed characters and other bytes.");
    if (m_safe.keepAddresses)
        m_lines << QString() << Tr::tr("Addresses were kept.");
    if (told.empty())
        return;
    m_lines << QString() << Tr::tr("| name | bytes | shape |") << QStringLiteral("| --- | --- | --- |");
    for (const Redactor::Pseudonym &one : told)
        m_lines << QStringLiteral("| %1 | %2 | %3 |")
                       .arg(QString::fromUtf8(one.pseudonym), QString::number(one.length),
                            code(cell(one.shape)));
}

} // namespace

QByteArray incidentPage(const Incident &safe, const std::vector<Redactor::Pseudonym> &told)
{
    return Page(safe).write(told);
}

} // namespace lockscope

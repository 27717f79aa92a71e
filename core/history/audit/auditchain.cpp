// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/audit/auditchain.h"

#include "core/base/unixms.h"
#include "core/history/audit/auditschema.h"

#include <QCryptographicHash>
#include <QSqlError>
#include <QSqlRecord>
#include <QVariant>

#include <limits>

namespace lockscope
{

namespace
{

// The columns of each table are fixed, because a new one would change all hashes.
QStringList columnsOf(const QString &table)
{
    QString columns;
    if (table == QLatin1String("act"))
        columns =
            QStringLiteral("at user host program profile act key kind expected_owner expected_count reason");
    else if (table == QLatin1String("sent"))
        columns = QStringLiteral("act at node cli step kind script found_owner found_count before");
    else if (table == QLatin1String("answer"))
        columns =
            QStringLiteral("act at result kind node found_owner found_count woken failure commands nodes");
    return columns.split(u' ', Qt::SkipEmptyParts);
}

// Each value's type and bytes, which a text with a NUL byte keeps only as a blob.
QString contentStatement(const QString &table)
{
    QStringList parts;
    for (const QString &column : columnsOf(table))
        parts << QStringLiteral("typeof(%1), CAST(%1 AS BLOB)").arg(column);
    return QStringLiteral("SELECT %1 FROM %2 WHERE id = ?").arg(parts.join(u','), table);
}

// With lengths, so that no two rows have the same bytes.
QByteArray contentOf(const QSqlQuery &row)
{
    QByteArray content;
    const int count = row.record().count();
    for (int i = 0; i < count; ++i) {
        const QByteArray part = row.value(i).toByteArray();
        content += QByteArray::number(part.size()) + ':' + part;
    }
    return content;
}

QByteArray hashOf(const QByteArray &before, qint64 number, const QByteArray &table, qint64 row,
                  const QByteArray &content)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(before + '\n' + QByteArray::number(number) + ' ' + table + ' ' + QByteArray::number(row) +
                 '\n');
    hash.addData(content);
    return hash.result().toHex();
}

// Never null, which a NOT NULL column would reject.
QVariant columnText(const QByteArray &text)
{
    return text.isEmpty() ? QStringLiteral("") : QString::fromLatin1(text);
}

bool add(QSqlQuery &query, qint64 number, const QByteArray &table, qint64 row, const QByteArray &note,
         const QByteArray &before, const QByteArray &hash)
{
    query.prepare(
        QStringLiteral("INSERT INTO chain (id, of, row, note, before, hash) VALUES (?, ?, ?, ?, ?, ?)"));
    for (const QVariant &value : {QVariant(number), columnText(table), QVariant(row), columnText(note),
                                  columnText(before), columnText(hash)})
        query.addBindValue(value);
    return query.exec();
}

struct Link {
    qint64 number = 0;
    QByteArray table{};
    qint64 row = 0;
    QByteArray note{};
    QByteArray before{};
    QByteArray hash{};
};

Link linkOf(const QSqlQuery &row)
{
    return {.number = row.value(0).toLongLong(),
            .table = row.value(1).toByteArray(),
            .row = row.value(2).toLongLong(),
            .note = row.value(3).toByteArray(),
            .before = row.value(4).toByteArray(),
            .hash = row.value(5).toByteArray()};
}

// Walks the chain. Lives for one check.
class Walk
{
public:
    Walk(const QSqlDatabase &db, const QByteArray &expected) : m_db(db), m_expected(expected)
    {
        m_check.hasExpected = expected.isEmpty();
        for (const char *table : AuditTables) {
            QSqlQuery query(db);
            query.setForwardOnly(true);
            query.prepare(contentStatement(QLatin1String(table)));
            m_contents.push_back(std::move(query));
        }
    }
    bool take(const Link &link);
    void end();
    bool lookForInserted(QSqlQuery &query);
    const AuditCheck &result() const { return m_check; }

private:
    std::optional<QByteArray> contentOfRow(const Link &link);
    void blame(AuditFault::What what, const Link &link);
    void describe(AuditFault &fault);

    QSqlDatabase m_db;
    QByteArray m_expected;
    std::vector<QSqlQuery> m_contents{};
    AuditCheck m_check{};
    Link m_last{};
    std::array<qint64, AuditTables.size()> m_limits{}; // the last row of each table before the chain
};

std::optional<QByteArray> Walk::contentOfRow(const Link &link)
{
    if (link.table == ChainBegin)
        return link.note;
    for (size_t i = 0; i < AuditTables.size(); ++i) {
        if (link.table != AuditTables[i])
            continue;
        m_contents[i].bindValue(0, link.row);
        std::optional<QByteArray> content;
        if (m_contents[i].exec() && m_contents[i].next())
            content = contentOf(m_contents[i]);
        m_contents[i].finish();
        return content;
    }
    return {};
}

void Walk::describe(AuditFault &fault)
{
    QSqlQuery query(m_db);
    if (fault.table.isEmpty() || fault.table == ChainBegin)
        return;
    query.prepare(QStringLiteral("SELECT %1, at FROM %2 WHERE id = ?")
                      .arg(fault.table == "act" ? QLatin1String("id") : QLatin1String("act"),
                           QString::fromLatin1(fault.table)));
    query.addBindValue(fault.row);
    if (query.exec() && query.next()) {
        fault.act = query.value(0).toLongLong();
        fault.atMs = storedTime(query.value(1).toLongLong()).count();
    } else if (fault.table == "act") {
        fault.act = fault.row;
    }
}

void Walk::blame(AuditFault::What what, const Link &link)
{
    if (m_check.fault)
        return;
    AuditFault fault{.what = what, .table = link.table, .row = link.row};
    describe(fault);
    m_check.fault = fault;
}

// False: the walk ends.
bool Walk::take(const Link &link)
{
    using What = AuditFault::What;
    m_check.hasExpected = m_check.hasExpected || link.hash == m_expected;
    if (m_check.fault) // only the expected hash is still looked for
        return !m_check.hasExpected;
    if (link.number != m_last.number + 1 || (m_last.number == 0) != (link.table == ChainBegin)) {
        blame(What::HashMissing, {.row = m_last.number + 1});
        return !m_check.hasExpected;
    }
    // A row that was changed together with its own hash does not fit to the next.
    if (link.before != m_last.hash) {
        blame(What::Changed, m_last.number > 0 ? m_last : link);
        return !m_check.hasExpected;
    }
    const std::optional<QByteArray> content = contentOfRow(link);
    if (!content || hashOf(link.before, link.number, link.table, link.row, *content) != link.hash) {
        blame(content ? What::Changed : What::Removed, link);
        return !m_check.hasExpected;
    }
    if (link.table == ChainBegin) {
        const QByteArrayList limits = link.note.split(' ');
        for (size_t i = 0; i < m_limits.size() && qsizetype(i) < limits.size(); ++i)
            m_limits[i] = limits[qsizetype(i)].toLongLong();
    } else {
        ++m_check.rows;
    }
    m_check.newestHash = link.hash;
    m_last = link;
    return true;
}

// A file whose chain is empty had one.
void Walk::end()
{
    if (m_last.number == 0)
        blame(AuditFault::What::HashMissing, {.row = 1});
}

// Rows that no link names, except those from before the chain.
bool Walk::lookForInserted(QSqlQuery &query)
{
    for (size_t i = 0; i < AuditTables.size(); ++i) {
        const QString table = QLatin1String(AuditTables[i]);
        const QString limit = QString::number(m_limits[i]);
        const QString unnamed = QStringLiteral(" FROM %1 WHERE id NOT BETWEEN 1 AND %2 AND id NOT IN"
                                               " (SELECT row FROM chain WHERE of = '%1')")
                                    .arg(table, limit);
        const qint64 before = numberOf(
            query, QStringLiteral("SELECT COUNT(*) FROM %1 WHERE id BETWEEN 1 AND %2").arg(table, limit));
        const qint64 inserted = numberOf(query, QStringLiteral("SELECT COUNT(*)") + unnamed);
        if (before < 0 || inserted < 0)
            return false;
        m_check.rowsBefore += before;
        if (inserted > 0)
            blame(AuditFault::What::Inserted,
                  {.table = AuditTables[i],
                   .row = numberOf(query, QStringLiteral("SELECT MIN(id)") + unnamed)});
    }
    return true;
}

} // namespace

QStringList chainSchema()
{
    return {QStringLiteral("CREATE TABLE IF NOT EXISTS chain (id INTEGER PRIMARY KEY, of TEXT NOT NULL,"
                           " row INTEGER NOT NULL, note TEXT, before TEXT NOT NULL, hash TEXT NOT NULL)"),
            QStringLiteral("CREATE INDEX IF NOT EXISTS chain_of ON chain (of, row)")};
}

bool beginChain(QSqlQuery &query)
{
    const qint64 links = numberOf(query, QStringLiteral("SELECT COUNT(*) FROM chain"));
    if (links != 0)
        return links > 0;
    QByteArrayList last;
    for (const char *table : AuditTables)
        last << QByteArray::number(
            numberOf(query, QStringLiteral("SELECT COALESCE(MAX(id), 0) FROM %1").arg(QLatin1String(table))));
    const QByteArray note = last.join(' ');
    return add(query, 1, ChainBegin, 0, note, {}, hashOf({}, 1, ChainBegin, 0, note));
}

QByteArray extendChain(QSqlQuery &query, const QString &table, qint64 row)
{
    if (!query.prepare(contentStatement(table)))
        return {};
    query.addBindValue(row);
    if (!query.exec() || !query.next())
        return {};
    const QByteArray content = contentOf(query);
    query.finish();
    if (!query.exec(QStringLiteral("SELECT id, hash FROM chain ORDER BY id DESC LIMIT 1")) || !query.next())
        return {};
    const qint64 last = query.value(0).toLongLong();
    const qint64 number = last + (last < std::numeric_limits<qint64>::max() ? 1 : 0); // which then is taken
    const QByteArray before = query.value(1).toByteArray();
    query.finish();
    const QByteArray of = table.toLatin1();
    const QByteArray hash = hashOf(before, number, of, row, content);
    return add(query, number, of, row, {}, before, hash) ? hash : QByteArray();
}

std::optional<AuditCheck> checkChain(const QSqlDatabase &db, QSqlQuery &query, const QByteArray &expected)
{
    // One state of the file, while others write.
    if (!query.exec(QStringLiteral("BEGIN")))
        return {};
    Walk walk(db, expected);
    QSqlQuery links(db);
    links.setForwardOnly(true);
    const bool isThere = db.tables().contains(QLatin1String("chain"));
    bool isRead = !isThere ||
                  links.exec(QStringLiteral("SELECT id, of, row, note, before, hash FROM chain ORDER BY id"));
    while (isThere && isRead && links.next() && walk.take(linkOf(links))) {
    }
    isRead = isRead && !(isThere && links.lastError().isValid());
    walk.end();
    isRead = isRead && (!isThere || walk.lookForInserted(query));
    links.finish();
    query.exec(QStringLiteral("COMMIT"));
    return isRead ? std::optional(walk.result()) : std::nullopt;
}

} // namespace lockscope

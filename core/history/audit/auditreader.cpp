// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/audit/auditreader.h"

#include "core/base/privatefile.h"
#include "core/history/audit/auditdocument.h"

#include <algorithm>

namespace lockscope
{

AuditReader::AuditReader(const QString &folder) : m_folder(folder), m_clock(this)
{
    m_clock.setInterval(LookEvery);
    connect(&m_clock, &QTimer::timeout, this, &AuditReader::look);
}

AuditLog &AuditReader::log()
{
    if (!m_log)
        m_log = std::make_unique<AuditLog>(m_folder);
    return *m_log;
}

void AuditReader::request(quint64 id, const AuditQuery &query)
{
    auto entries = log().find(query);
    if (!entries)
        return emit failed(id, entries.failure());
    std::ranges::reverse(*entries);
    emit found(id, *entries);
}

void AuditReader::save(quint64 id, const AuditQuery &query, const QString &fileName)
{
    const auto entries = log().find(query);
    if (!entries)
        return emit failed(id, entries.failure());
    const bool asTable = fileName.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive);
    const QByteArray bytes = asTable ? auditCsv(*entries) : auditJson(*entries, QJsonDocument::Indented);
    if (const Done done = writePrivateFile(fileName, bytes); !done)
        return emit failed(id, done.failure());
    emit saved(id, fileName);
}

void AuditReader::verify(quint64 id)
{
    const auto check = log().verify();
    if (!check)
        return emit failed(id, check.failure());
    emit verified(id, *check);
}

void AuditReader::watch(bool on)
{
    if (!on)
        return m_clock.stop();
    m_seen = log().changes();
    m_clock.start();
}

void AuditReader::look()
{
    const qint64 seen = log().changes();
    if (std::exchange(m_seen, seen) != seen)
        emit changed();
}

} // namespace lockscope

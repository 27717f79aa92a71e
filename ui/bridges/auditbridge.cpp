// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridges/auditbridge.h"

namespace lockscope
{

void AuditLink::attach(AuditReader *reader)
{
    connect(this, &AuditLink::wanted, reader, &AuditReader::request);
    connect(this, &AuditLink::saveWanted, reader, &AuditReader::save);
    connect(this, &AuditLink::watchWanted, reader, &AuditReader::watch);
    connect(reader, &AuditReader::found, this, &AuditLink::found);
    connect(reader, &AuditReader::failed, this, &AuditLink::failed);
    connect(reader, &AuditReader::saved, this, &AuditLink::saved);
    connect(reader, &AuditReader::changed, this, &AuditLink::changed);
}

quint64 AuditLink::find(const AuditQuery &query)
{
    emit wanted(++m_last, query);
    return m_last;
}

quint64 AuditLink::save(const AuditQuery &query, const QString &fileName)
{
    emit saveWanted(++m_last, query, fileName);
    return m_last;
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridges/auditbridge.h"

namespace lockscope
{

void AuditBridge::attach(AuditReader *reader)
{
    connect(this, &AuditBridge::wanted, reader, &AuditReader::request);
    connect(this, &AuditBridge::saveWanted, reader, &AuditReader::save);
    connect(this, &AuditBridge::verifyWanted, reader, &AuditReader::verify);
    connect(this, &AuditBridge::watchWanted, reader, &AuditReader::watch);
    connect(reader, &AuditReader::found, this, &AuditBridge::found);
    connect(reader, &AuditReader::failed, this, &AuditBridge::failed);
    connect(reader, &AuditReader::saved, this, &AuditBridge::saved);
    connect(reader, &AuditReader::verified, this, &AuditBridge::verified);
    connect(reader, &AuditReader::changed, this, &AuditBridge::changed);
}

} // namespace lockscope

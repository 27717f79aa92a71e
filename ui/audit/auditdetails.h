// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The full record of one act: what was sent to each node, the state before, the commands that restore it, and
// what these cannot restore. Follows an act in progress until its result. Owner: the audit page; GUI thread.

#include "ui/bridges/auditbridge.h"

#include <QDialog>

class QPushButton;
class QScrollArea;

namespace lockscope
{

class AuditDetails final : public QDialog
{
    Q_OBJECT
public:
    AuditDetails(AuditBridge &bridge, qint64 number, QWidget *parent = nullptr);

    const AuditEntry &entry() const { return m_entry; }

signals:
    // profile: the name used in the audit.
    void lockWanted(const lockscope::LockName &key, const QString &profile);

private:
    void take(const std::vector<AuditEntry> &entries);
    void tell(const Failure &why);
    QWidget *facts();
    QWidget *sentTo(const AuditStep &step);
    QWidget *restoring(const AuditStep &step);
    QWidget *commands();

    AuditBridge &m_bridge;
    qint64 m_number;
    quint64 m_asked = 0;
    AuditEntry m_entry{};
    QScrollArea *m_parts;
    QPushButton *m_showLock;
    QPushButton *m_copy;
};

} // namespace lockscope

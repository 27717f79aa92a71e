// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// lockscope-cli on one server, with an audit of its own, and what a fault test asks about each act: status,
// error line, record.

#include "tests/live/program.h"

#include <QJsonArray>
#include <QTemporaryDir>

namespace lockscope::test
{

class AuditedCli
{
public:
    // spec: used as it is, so a replica is not left for its master.
    explicit AuditedCli(ConnectionSpec spec = {}) : m_spec(std::move(spec)) {}

    Ended operator()(const QByteArrayList &arguments) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        if (!m_spec.password.isEmpty())
            environment.insert(QStringLiteral("LOCKSCOPE_PASSWORD"), m_spec.password);
        return runCli(QByteArrayList{"-u", connectionUrl(m_spec).toUtf8(), "--config-dir",
                                     QFile::encodeName(m_config.path())} +
                          arguments,
                      environment);
    }
    // The records in order; each has "act", "result" and "failure".
    QJsonArray audit() const { return recorded({"audit", "--json"}).json()[u"audit"].toArray(); }
    int verified() const { return recorded({"audit", "--verify"}).status; }
    // "release refused, force-release done": act and result of each record, in order.
    QByteArray story() const
    {
        QByteArrayList words;
        for (const QJsonValue &entry : audit())
            words += entry[u"act"].toString().toUtf8() + ' ' + entry[u"result"].toString().toUtf8();
        return words.join(", ");
    }

private:
    Ended recorded(const QByteArrayList &arguments) const
    {
        return runCli(QByteArrayList{"--config-dir", QFile::encodeName(m_config.path())} + arguments);
    }

    ConnectionSpec m_spec;
    QTemporaryDir m_config;
};

} // namespace lockscope::test

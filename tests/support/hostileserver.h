// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A program that speaks the protocol of Redis and means harm: it logs everybody in and answers as the test
// says. For what no real server does, such as announcing 3,000 replicas. Runs on a thread of its own, so a
// test may block. Listens on one port of 127.0.0.1 and of further loopback addresses.

#include <QByteArrayList>
#include <QString>

#include <functional>
#include <memory>

namespace lockscope::test
{

class HostileServer
{
public:
    // The raw answer to a command; host: the address that was connected to. Empty: as a server without keys
    // answers, or with an error. Called on the server's thread.
    using Answer = std::function<QByteArray(const QByteArrayList &command, const QString &host)>;

    explicit HostileServer(Answer answer = {}, int hosts = 1);
    ~HostileServer();

    quint16 port() const;
    static QString host(int index); // 127.0.0.1, then others
    QByteArray url() const;
    int commands(const QByteArray &name) const; // received so far, by their first word in capitals
    QByteArrayList received() const;            // the commands, words joined by blanks

    static QByteArray bulk(const QByteArray &text);
    static QByteArray array(const QByteArrayList &items); // of raw answers
    static QByteArray number(qint64 value) { return ':' + QByteArray::number(value) + "\r\n"; }

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/hostileserver.h"

#include "tests/support/threaded.h"

#include <QMutex>
#include <QTcpServer>
#include <QTcpSocket>

#include <vector>

namespace lockscope::test
{

namespace
{

// Takes one command in the form of an array of bulk strings off the input. Empty: it has not arrived whole.
QByteArrayList takeCommand(QByteArray &input)
{
    QByteArrayList words;
    qsizetype at = 0;
    const auto line = [&input, &at]() -> QByteArray {
        const qsizetype end = input.indexOf("\r\n", at);
        const QByteArray text = end < 0 ? QByteArray() : input.mid(at, end - at);
        at = end < 0 ? at : end + 2;
        return text;
    };
    const QByteArray head = line();
    const int count = head.startsWith('*') ? head.mid(1).toInt() : 0;
    for (int i = 0; i < count; ++i) {
        const QByteArray length = line();
        const qsizetype size = length.mid(1).toLongLong();
        if (length.isEmpty() || input.size() < at + size + 2)
            return {};
        words += input.mid(at, size);
        at += size + 2;
    }
    if (!words.isEmpty())
        input.remove(0, at);
    return words;
}

QByteArray usualAnswer(const QByteArrayList &command, const QString &host)
{
    const QByteArray name = command.front().toUpper();
    const QByteArray part = command.size() > 1 ? command[1].toUpper() : QByteArray();
    if (name == "PING")
        return "+PONG\r\n";
    if (name == "CLIENT" && part == "ID")
        return ":1\r\n";
    if (name == "AUTH" || name == "SELECT" || name == "CLIENT" || name == "READONLY")
        return "+OK\r\n";
    if (name == "DBSIZE")
        return ":0\r\n";
    if (name == "SCAN")
        return HostileServer::array({HostileServer::bulk("0"), HostileServer::array({})});
    if (name == "TIME")
        return HostileServer::array({HostileServer::bulk("1700000000"), HostileServer::bulk("0")});
    if (name == "INFO" && part == "SERVER") // each host is a server of its own
        return HostileServer::bulk("# Server\r\nredis_version:7.0.15\r\nredis_mode:standalone\r\nrun_id:" +
                                   host.toUtf8() + "\r\nuptime_in_seconds:1000\r\n");
    if (name == "INFO")
        return HostileServer::bulk("# Replication\r\nrole:master\r\nmaster_repl_offset:0\r\n");
    return "-ERR unknown command\r\n";
}

} // namespace

struct HostileServer::Private {
    class Worker : public QObject
    {
    public:
        explicit Worker(Private &parts) : d(parts) {}
        void listen(int hosts)
        {
            for (int i = 0; i < hosts; ++i) {
                auto *server = new QTcpServer(this);
                if (!server->listen(QHostAddress(HostileServer::host(i)), d.port))
                    qFatal("no port %d on %s", d.port, qPrintable(HostileServer::host(i)));
                d.port = server->serverPort();
                connect(server, &QTcpServer::newConnection, this, [this, server] {
                    while (QTcpSocket *socket = server->nextPendingConnection())
                        take(socket);
                });
            }
        }
        void take(QTcpSocket *socket)
        {
            auto input = std::make_shared<QByteArray>();
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            connect(socket, &QTcpSocket::readyRead, this, [this, socket, input] {
                *input += socket->readAll();
                QByteArray output;
                for (QByteArrayList words = takeCommand(*input); !words.isEmpty();
                     words = takeCommand(*input)) {
                    const QString host = socket->localAddress().toString();
                    {
                        const QMutexLocker lock(&d.mutex);
                        d.received += words.join(' ');
                    }
                    const QByteArray told = d.answer ? d.answer(words, host) : QByteArray();
                    output += told.isEmpty() ? usualAnswer(words, host) : told;
                }
                socket->write(output);
            });
        }
        Private &d;
    };

    Answer answer{};
    quint16 port = 0;
    mutable QMutex mutex{};
    QByteArrayList received{};
    std::unique_ptr<Threaded<Worker>> worker{};
};

HostileServer::HostileServer(Answer answer, int hosts) : d(std::make_unique<Private>())
{
    d->answer = std::move(answer);
    d->worker = std::make_unique<Threaded<Private::Worker>>(new Private::Worker(*d));
    Private::Worker *worker = d->worker->object;
    QMetaObject::invokeMethod(
        worker, [worker, hosts] { worker->listen(hosts); }, Qt::BlockingQueuedConnection);
}

HostileServer::~HostileServer() = default;

quint16 HostileServer::port() const
{
    return d->port;
}

QString HostileServer::host(int index)
{
    return index == 0 ? QStringLiteral("127.0.0.1")
                      : QStringLiteral("127.77.%1.%2").arg(index / 250).arg(index % 250 + 1);
}

QByteArray HostileServer::url() const
{
    return "redis://127.0.0.1:" + QByteArray::number(port());
}

int HostileServer::commands(const QByteArray &name) const
{
    const QMutexLocker lock(&d->mutex);
    return int(std::count_if(d->received.cbegin(), d->received.cend(), [&name](const QByteArray &command) {
        return command.left(command.indexOf(' ') < 0 ? command.size() : command.indexOf(' ')).toUpper() ==
               name;
    }));
}

QByteArrayList HostileServer::received() const
{
    const QMutexLocker lock(&d->mutex);
    return d->received;
}

QByteArray HostileServer::bulk(const QByteArray &text)
{
    return '$' + QByteArray::number(text.size()) + "\r\n" + text + "\r\n";
}

QByteArray HostileServer::array(const QByteArrayList &items)
{
    return '*' + QByteArray::number(items.size()) + "\r\n" + items.join();
}

} // namespace lockscope::test

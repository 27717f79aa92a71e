// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/faultproxy.h"

#include "tests/support/reservedport.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <deque>

namespace lockscope::test
{

namespace
{

constexpr qint64 ReadAhead = 1 << 20; // Limit for data held back; the rest stays in the kernel

struct Faults {
    bool stalled = false;
    milliseconds delay{0};
};

} // namespace

// One direction of one connection.
class Pipe final : public QObject
{
public:
    Pipe(QTcpSocket &from, QTcpSocket &to, const Faults &faults) : m_from(from), m_to(to), m_faults(faults)
    {
        m_from.setReadBufferSize(ReadAhead);
        m_timer.setSingleShot(true);
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this, &Pipe::pass);
        connect(&m_from, &QTcpSocket::readyRead, this, &Pipe::take);
        connect(&m_from, &QTcpSocket::disconnected, this, &Pipe::pass);
    }

    // Data held back stays in the socket, so a sender of much data notices, as on a real network.
    void take()
    {
        if (m_faults.stalled)
            return;
        if (const QByteArray bytes = m_from.readAll(); !bytes.isEmpty())
            m_waiting.push_back({now() + m_faults.delay, bytes});
        pass();
    }

    void pass()
    {
        if (m_faults.stalled)
            return;
        while (!m_waiting.empty() && m_waiting.front().due <= now()) {
            m_to.write(m_waiting.front().bytes);
            m_waiting.pop_front();
        }
        if (!m_waiting.empty())
            m_timer.start(std::chrono::ceil<milliseconds>(m_waiting.front().due - now()));
        else if (m_from.state() == QTcpSocket::UnconnectedState && m_from.bytesAvailable() == 0)
            m_to.disconnectFromHost();
    }

    qint64 held() const
    {
        qint64 sum = m_from.bytesAvailable();
        for (const Chunk &chunk : m_waiting)
            sum += chunk.bytes.size();
        return sum;
    }

private:
    struct Chunk {
        Instant due;
        QByteArray bytes;
    };
    QTcpSocket &m_from;
    QTcpSocket &m_to;
    const Faults &m_faults;
    std::deque<Chunk> m_waiting;
    QTimer m_timer;
};

struct Link {
    Link(QTcpSocket *accepted, const Faults &toServerFaults, const Faults &toClientFaults)
        : client(accepted), toServer(*client, server, toServerFaults),
          toClient(server, *client, toClientFaults)
    {
        for (QTcpSocket *socket : {client.get(), &server})
            socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        // A refused connection emits an error, but no disconnect.
        QObject::connect(&server, &QTcpSocket::errorOccurred, &toClient, &Pipe::pass);
    }

    std::unique_ptr<QTcpSocket> client;
    QTcpSocket server{};
    Pipe toServer;
    Pipe toClient;
};

class FaultProxy::Shell final : public QObject
{
public:
    explicit Shell(quint16 target) : m_target(target)
    {
        connect(&m_listener, &QTcpServer::newConnection, this, [this] { takeConnections(); });
    }

    bool listen()
    {
        return m_listener.isListening() || m_listener.listen(QHostAddress(QHostAddress::LocalHost), m_port);
    }
    quint16 port() const { return m_port; }
    void stopListening() { m_listener.close(); }
    void turn(quint16 target) { m_target = target; }
    int connections() const { return int(m_links.size()); }

    void cut()
    {
        for (const auto &link : m_links) {
            link->client->abort();
            link->server.abort();
        }
        m_links.clear();
    }

    void setFaults(const Faults &toServer, const Faults &toClient)
    {
        m_toServer = toServer;
        m_toClient = toClient;
        for (const auto &link : m_links) {
            link->toServer.take();
            link->toClient.take();
        }
    }
    void setDelay(milliseconds delay) { setFaults({m_toServer.stalled, delay}, {m_toClient.stalled, delay}); }
    void setStalled(bool toServer, bool toClient)
    {
        setFaults({toServer, m_toServer.delay}, {toClient, m_toClient.delay});
    }

    qint64 held() const
    {
        qint64 sum = 0;
        for (const auto &link : m_links)
            sum += link->toServer.held() + link->toClient.held();
        return sum;
    }

private:
    void takeConnections()
    {
        while (QTcpSocket *client = m_listener.nextPendingConnection()) {
            client->setParent(nullptr); // The link owns it
            auto link = std::make_unique<Link>(client, m_toServer, m_toClient);
            for (const QTcpSocket *socket : {client, &link->server})
                connect(socket, &QTcpSocket::disconnected, this, &Shell::forgetEnded, Qt::QueuedConnection);
            link->server.connectToHost(QHostAddress(QHostAddress::LocalHost), m_target);
            m_links.push_back(std::move(link));
        }
    }

    void forgetEnded()
    {
        std::erase_if(m_links, [](const auto &link) {
            return link->client->state() == QTcpSocket::UnconnectedState &&
                   link->server.state() == QTcpSocket::UnconnectedState;
        });
    }

    quint16 m_target;
    const ReservedPort m_port; // Also while it refuses
    QTcpServer m_listener{this};
    Faults m_toServer;
    Faults m_toClient;
    std::vector<std::unique_ptr<Link>> m_links;
};

void FaultProxy::there(const std::function<void()> &run) const
{
    QMetaObject::invokeMethod(m_shell, run, Qt::BlockingQueuedConnection);
}

FaultProxy::FaultProxy(quint16 target) : m_shell(new Shell(target))
{
    m_shell->moveToThread(&m_thread);
    m_thread.start();
    there([this] {
        if (!m_shell->listen())
            qFatal("no port for a proxy");
        m_port = m_shell->port();
    });
}

FaultProxy::~FaultProxy()
{
    there([this] { m_shell->cut(); });
    m_shell->deleteLater();
    m_thread.quit();
    m_thread.wait();
}

ConnectionSpec FaultProxy::through(const ConnectionSpec &spec) const
{
    ConnectionSpec way = spec;
    way.host = QStringLiteral("127.0.0.1");
    way.port = m_port;
    way.socketPath.clear();
    return way;
}

void FaultProxy::stall(Direction direction)
{
    there([this, direction] {
        m_shell->setStalled(direction != Direction::ToClient, direction != Direction::ToServer);
    });
}

void FaultProxy::delay(milliseconds eachWay)
{
    there([this, eachWay] { m_shell->setDelay(eachWay); });
}

void FaultProxy::cut()
{
    there([this] { m_shell->cut(); });
}

void FaultProxy::refuse()
{
    there([this] {
        m_shell->stopListening();
        m_shell->cut();
    });
}

void FaultProxy::flow()
{
    there([this] {
        if (!m_shell->listen())
            qFatal("somebody else has the port of the proxy");
        m_shell->setFaults({}, {});
    });
}

void FaultProxy::turn(quint16 target)
{
    there([this, target] { m_shell->turn(target); });
}

int FaultProxy::connections() const
{
    int count = 0;
    there([this, &count] { count = m_shell->connections(); });
    return count;
}

qint64 FaultProxy::bytesHeld() const
{
    qint64 bytes = 0;
    there([this, &bytes] { bytes = m_shell->held(); });
    return bytes;
}

} // namespace lockscope::test

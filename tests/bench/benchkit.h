// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the benchmarks share: the server on a core of its own, a bystander that times PING from a thread of
// its own, CPU times, percentiles. Header only, as each benchmark is one program. Loopback and Linux.

#include "core/lab/sandbox/sandbox.h"
#include "core/redis/session.h"
#include "tests/support/finished.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QFile>
#include <QTextStream>

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>

namespace lockscope::bench
{

using Clock = std::chrono::steady_clock;
using std::chrono::microseconds;

inline QTextStream &out()
{
    static QTextStream stream(stdout);
    return stream;
}

inline void line(const QString &text)
{
    out() << text << Qt::endl;
}

template<class T> T orDie(Outcome<T> outcome)
{
    if (!outcome) {
        line(QStringLiteral("failed: ") + outcome.failure().line());
        std::exit(5);
    }
    return std::move(outcome.value());
}

inline bool pin(qint64 pid, int core)
{
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    return ::sched_setaffinity(pid_t(pid), sizeof cores, &cores) == 0;
}

// The server on core 0 and all clients on core 1, where there are two.
inline QString pinApart(const Sandbox &server)
{
    if (std::thread::hardware_concurrency() < 2 || !pin(server.pid(), 0) || !pin(0, 1))
        return QStringLiteral("server and clients share the cores");
    return QStringLiteral("server on core 0, clients on core 1");
}

inline milliseconds cpuOf(qint64 pid)
{
    QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
    if (!stat.open(QIODevice::ReadOnly))
        return {};
    const QByteArray text = stat.readAll();
    const QByteArrayList fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
    const qint64 ticks = fields.value(11).toLongLong() + fields.value(12).toLongLong();
    return milliseconds(ticks * 1000 / ::sysconf(_SC_CLK_TCK));
}

inline microseconds cpuOfThisThread()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::duration_cast<microseconds>(std::chrono::seconds(time.tv_sec) +
                                                    std::chrono::nanoseconds(time.tv_nsec));
}

template<class T> T percentile(std::vector<T> values, double share)
{
    if (values.empty())
        return {};
    const auto at = values.begin() + qsizetype(share * double(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

template<class T> T median(const std::vector<T> &values)
{
    return percentile(values, 0.5);
}

inline double seconds(Clock::duration time)
{
    return std::chrono::duration<double>(time).count();
}

// A plain blocking connection, so that nothing of ours is in what it measures.
class PlainConnection
{
public:
    explicit PlainConnection(quint16 port)
    {
        m_socket = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const int on = 1;
        ::setsockopt(m_socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        if (::connect(m_socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
            qFatal("no connection to the sandbox");
    }
    ~PlainConnection() { ::close(m_socket); }
    Q_DISABLE_COPY_MOVE(PlainConnection)

    int descriptor() const { return m_socket; }
    void send(const QByteArray &bytes) const
    {
        for (qsizetype done = 0; done < bytes.size();) {
            const auto written =
                ::send(m_socket, bytes.constData() + done, size_t(bytes.size() - done), MSG_NOSIGNAL);
            if (written <= 0)
                return;
            done += written;
        }
    }
    // Reads until that many lines came.
    void receiveLines(qsizetype lines) const
    {
        char buffer[16384];
        while (lines > 0) {
            const auto got = ::recv(m_socket, buffer, sizeof buffer, 0);
            if (got <= 0)
                return;
            lines -= std::count(buffer, buffer + got, '\n');
        }
    }

private:
    int m_socket = -1;
};

// What this thread waits for shall be the server, not the rest of this program: ahead of it, where allowed.
inline void comeFirst()
{
    sched_param parameter{};
    int policy = 0;
    if (::pthread_getschedparam(::pthread_self(), &policy, &parameter) == 0 && policy == SCHED_FIFO) {
        ++parameter.sched_priority;
        ::pthread_setschedparam(::pthread_self(), policy, &parameter);
    } else {
        ::setpriority(PRIO_PROCESS, id_t(::gettid()), -10);
    }
}

// PING at random distances of 3 to 9 ms: an even beat would overload itself once a call takes longer.
class Bystander
{
public:
    explicit Bystander(quint16 port)
        : m_thread([this, port] {
              comeFirst();
              const PlainConnection connection(port);
              std::minstd_rand random(1);
              std::uniform_int_distribution<int> pause(3000, 9000);
              while (!m_stop) {
                  std::this_thread::sleep_for(microseconds(pause(random)));
                  const auto begin = Clock::now();
                  connection.send("PING\r\n");
                  connection.receiveLines(1);
                  m_times.push_back(std::chrono::duration_cast<microseconds>(Clock::now() - begin));
              }
          })
    {
    }
    ~Bystander() { stop(); }
    Q_DISABLE_COPY_MOVE(Bystander)

    std::vector<microseconds> stop()
    {
        m_stop = true;
        if (m_thread.joinable())
            m_thread.join();
        return m_times;
    }

private:
    std::atomic<bool> m_stop = false;
    std::vector<microseconds> m_times;
    std::thread m_thread;
};

inline QCoro::Task<Outcome<Replies>> awaited(PendingReplies pending)
{
    co_return co_await pending;
}

inline Replies exchange(Session &session, Batch batch)
{
    return orDie(test::finished(awaited(session.send(std::move(batch), milliseconds(60'000)))));
}

inline bool waitReady(Session &session)
{
    session.open();
    const auto deadline = Clock::now() + std::chrono::seconds(10);
    while (!session.isReady() && Clock::now() < deadline)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
    return session.isReady();
}

inline int argument(const char *name, int fallback)
{
    const QStringList arguments = QCoreApplication::arguments();
    const qsizetype at = arguments.indexOf(QLatin1String(name));
    return at >= 0 && at + 1 < arguments.size() ? arguments[at + 1].toInt() : fallback;
}

} // namespace lockscope::bench

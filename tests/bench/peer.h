// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A client of another library (tests/interop/clients, started by peers/run), which is asked for figures by
// lines. Its process ends with it.

#include "tests/bench/benchkit.h"

#include <QProcess>
#include <QThread>

namespace lockscope::bench
{

class Peer
{
public:
    Peer(const QString &name, const QString &ports) : m_name(name)
    {
        m_process.start(QStringLiteral(LOCKSCOPE_SOURCE_DIR "/tests/bench/peers/run"),
                        {name, QStringLiteral(LOCKSCOPE_BINARY_DIR "/../interop-cache"), ports});
    }
    ~Peer()
    {
        m_process.closeWriteChannel();
        if (!m_process.waitForFinished(5000))
            m_process.kill();
        m_process.waitForFinished(5000);
    }
    const QString &name() const { return m_name; }
    // Empty: it cannot be had.
    QByteArray answer(const QByteArray &question)
    {
        m_process.write(question + '\n');
        while (!m_process.canReadLine()) {
            if (!m_process.waitForReadyRead(300'000))
                break;
        }
        return m_process.readLine().trimmed();
    }
    double cycles(int workers, milliseconds time)
    {
        const QByteArray said =
            answer("cycles " + QByteArray::number(workers) + ' ' + QByteArray::number(time.count()));
        const QByteArrayList words = said.split(' ');
        return words.size() == 2 ? words[0].toDouble() / words[1].toDouble() * 1e6 : 0;
    }
    double moreCycles(int workers, milliseconds time)
    {
        const double perSecond = cycles(workers, time);
        if (perSecond <= 0)
            qFatal("%s failed: %s", qPrintable(m_name), qPrintable(lastWords()));
        QThread::msleep(100); // what it does behind its answers is not to fall into the next one's time
        return perSecond;
    }
    // Why it is not there: what it said last.
    QString lastWords()
    {
        m_process.waitForFinished(2000);
        return QString::fromUtf8(m_process.readAllStandardError().trimmed().split('\n').last());
    }

private:
    QString m_name;
    QProcess m_process;
};

using Peers = std::vector<std::unique_ptr<Peer>>;

// Those that answer, warmed up: a machine that translates while it runs needs some seconds for that.
inline Peers readyPeers(const QString &names, const QString &ports, int workers)
{
    Peers peers;
    for (const QString &name : names.split(QLatin1Char(' '))) {
        auto peer = std::make_unique<Peer>(name, ports);
        if (peer->cycles(workers, milliseconds(name == QLatin1String("redisson") ? 4000 : 500)) > 0)
            peers.push_back(std::move(peer));
        else
            line(QStringLiteral("    left out: %1: %2").arg(name, peer->lastWords()));
    }
    return peers;
}

} // namespace lockscope::bench

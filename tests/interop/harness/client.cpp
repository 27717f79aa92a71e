// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/harness/client.h"

#include <unistd.h>

#include <QFile>
#include <QTest>

#include <csignal>

namespace lockscope::test
{

namespace
{

constexpr int StartLimitMs = 60000; // For a Java program on a busy machine
constexpr int EndLimitMs = 5000;

QString cache()
{
    return qEnvironmentVariable("LOCKSCOPE_INTEROP_CACHE",
                                QStringLiteral(LOCKSCOPE_BINARY_DIR "/../interop-cache"));
}

QString line(const QString &file)
{
    QFile opened(file);
    return opened.open(QIODevice::ReadOnly) ? QString::fromUtf8(opened.readAll()).trimmed() : QString();
}

// One package prepares all releases: "redisson-4.7.0" belongs to "redisson".
void prepare(const QString &name)
{
    QProcess script;
    script.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    script.start(QStringLiteral(LOCKSCOPE_SOURCE_DIR "/tests/interop/prepare"),
                 {name.section(QLatin1Char('-'), 0, 0), cache()});
    script.waitForFinished(-1);
}

} // namespace

QString Client::whyNot(const QString &name)
{
    const QString place = cache() + QLatin1Char('/') + name;
    const QString reason = place + QStringLiteral("/unavailable");
    if (!QFile::exists(reason))
        prepare(name);
    if (QFile::exists(place + QStringLiteral("/run")) && !QFile::exists(reason))
        return {};
    const QString why = line(reason);
    return why.isEmpty() ? QStringLiteral("%1 cannot be prepared in %2").arg(name, cache()) : why;
}

Client::Client(const QString &name, const QStringList &arguments, NotWaitedFor) : m_name(name)
{
    m_program.setStandardErrorFile(cache() + QLatin1Char('/') + name + QStringLiteral("/errors"),
                                   QIODevice::Append);
    m_program.setChildProcessModifier(
        [] { ::setpgid(0, 0); }); // so that a signal reaches all of its processes
    QObject::connect(&m_program, &QProcess::readyReadStandardOutput, &m_program, [this] { listen(); });
    m_program.start(cache() + QLatin1Char('/') + name + QStringLiteral("/run"), arguments);
}

Client::Client(const QString &name, const QStringList &arguments) : Client(name, arguments, NotWaitedFor())
{
    waitUntilReady();
}

std::vector<std::unique_ptr<Client>> Client::several(int count, const QString &name,
                                                     const QStringList &arguments)
{
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < count; ++i)
        clients.emplace_back(new Client(name, arguments, NotWaitedFor()));
    for (const auto &client : clients)
        client->waitUntilReady();
    return clients;
}

void Client::waitUntilReady()
{
    const int ready = begin("main", "ready");
    if (!QTest::qWaitFor([&] { return isAnswered(ready); }, StartLimitMs))
        qWarning("%s does not start: %s", qPrintable(m_name), qPrintable(m_program.errorString()));
    m_answers.remove(ready);
}

Client::~Client()
{
    thaw();
    m_program.closeWriteChannel(); // The end of its input ends it
    if (m_program.state() != QProcess::NotRunning && !m_program.waitForFinished(EndLimitMs))
        kill();
}

void Client::send(int signal)
{
    if (m_program.state() == QProcess::Running)
        ::kill(-pid_t(m_program.processId()), signal);
}

void Client::kill()
{
    send(SIGKILL);
    m_program.waitForFinished();
}

void Client::freeze()
{
    send(SIGSTOP);
}

void Client::thaw()
{
    send(SIGCONT);
}

QByteArray Client::ask(const QByteArray &actor, const QByteArray &command)
{
    return answer(begin(actor, command));
}

int Client::begin(const QByteArray &actor, const QByteArray &command)
{
    m_program.write(QByteArray::number(++m_lastId) + ' ' + actor + ' ' + command + '\n');
    return m_lastId;
}

QByteArray Client::answer(int id)
{
    if (!QTest::qWaitFor([&] { return isAnswered(id); }, int(Promptly.count())))
        return "silence";
    return m_answers.take(id);
}

void Client::listen()
{
    while (m_program.canReadLine()) {
        const QByteArray line = m_program.readLine().trimmed();
        const qsizetype space = line.indexOf(' ');
        m_answers.insert(line.left(space).toInt(), line.mid(space + 1));
    }
}

} // namespace lockscope::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/harness/client.h"

#include <QFile>
#include <QTest>

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

Client::Client(const QString &name, const QStringList &arguments)
{
    m_program.setStandardErrorFile(cache() + QLatin1Char('/') + name + QStringLiteral("/errors"));
    QObject::connect(&m_program, &QProcess::readyReadStandardOutput, &m_program, [this] { listen(); });
    m_program.start(cache() + QLatin1Char('/') + name + QStringLiteral("/run"), arguments);
    const int ready = begin("main", "ready");
    if (!QTest::qWaitFor([&] { return isAnswered(ready); }, StartLimitMs))
        qWarning("%s does not start: %s", qPrintable(name), qPrintable(m_program.errorString()));
}

Client::~Client()
{
    m_program.closeWriteChannel(); // The end of its input ends it
    if (m_program.state() != QProcess::NotRunning && !m_program.waitForFinished(EndLimitMs)) {
        m_program.kill();
        m_program.waitForFinished();
    }
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

void Client::kill()
{
    m_program.kill();
    m_program.waitForFinished();
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

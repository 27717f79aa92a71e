// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/workers/workerprocess.h"

#include "core/config/secrets.h"
#include "core/lab/sandbox/companionprograms.h"
#include "core/platform/childlifetime.h"
#include "core/platform/processcontrol.h"

#include <QJsonDocument>

namespace lockscope
{

namespace
{

Failure processFailure(const QString &text)
{
    return {.kind = ErrorKind::Internal, .text = text};
}

// The members of a group are separate URLs.
QJsonObject orderFor(const ConnectionSpec &spec, const Workload &job)
{
    return {{QStringLiteral("url"), connectionUrl(spec)},
            {QStringLiteral("secrets"), QString::fromUtf8(secretsToJson(secretsOf(spec)))},
            {QStringLiteral("job"), workloadToJson(job)}};
}

Instant instantOf(const QByteArray &nanoseconds)
{
    return Instant(std::chrono::nanoseconds(nanoseconds.toLongLong()));
}

} // namespace

WorkerProcess::WorkerProcess(Workload job, QObject *parent)
    : QObject(parent), m_job(std::move(job)), m_toldUntil(now())
{
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &WorkerProcess::read);
    connect(&m_process, &QProcess::finished, this, [this] {
        read();
        m_over = true;
        if (!m_expected)
            emit failed(processFailure(tr("a worker process exited too early")));
        emit ended();
    });
}

WorkerProcess::~WorkerProcess()
{
    m_process.disconnect(this);
    m_process.kill();
    m_process.waitForFinished(2000);
}

Done WorkerProcess::launch(const ConnectionSpec &spec)
{
    const auto program = companionProgram("lockscope-worker");
    if (!program)
        return program.failure();
    tieToParent(m_process);
    m_process.start(*program, QStringList());
    if (!m_process.waitForStarted())
        return processFailure(tr("cannot start a worker process: %1").arg(m_process.errorString()));
    m_process.write(QJsonDocument(orderFor(spec, m_job)).toJson(QJsonDocument::Compact) + '\n');
    return Nothing{};
}

void WorkerProcess::go()
{
    m_process.write("go\n");
}

void WorkerProcess::stop()
{
    m_process.write("stop\n");
}

void WorkerProcess::pause()
{
    if (m_process.processId() > 0)
        pauseProcess(m_process.processId());
}

void WorkerProcess::resume()
{
    if (m_process.processId() > 0)
        resumeProcess(m_process.processId());
}

void WorkerProcess::kill()
{
    m_expected = true;
    m_process.kill();
}

void WorkerProcess::read()
{
    const Instant before = m_toldUntil;
    while (m_process.canReadLine())
        take(m_process.readLine().trimmed());
    if (m_toldUntil != before)
        emit toldMore();
}

void WorkerProcess::take(const QByteArray &line)
{
    const QByteArrayList words = line.split(' ');
    const auto number = [&words](qsizetype at) { return words.value(at).toLongLong(); };
    if (words[0] == "ready") {
        emit ready();
    } else if (words[0] == "event") {
        const LabEvent event{.kind = LabEvent::Kind(number(1)),
                             .worker = int(number(2)),
                             .at = instantOf(words.value(3)),
                             .mode = HoldMode(number(4))};
        m_toldUntil = event.at;
        emit happened(event);
    } else if (words[0] == "time") {
        m_toldUntil = instantOf(words.value(1));
    } else if (words[0] == "failed") {
        emit failed({.kind = ErrorKind(number(1)),
                     .text = QString::fromUtf8(QByteArray::fromBase64(words.value(2)))});
    } else if (words[0] == "done") {
        m_traffic = {number(1), number(2)};
        m_expected = true;
    }
}

} // namespace lockscope

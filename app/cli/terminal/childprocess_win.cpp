// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/childprocess.h"

#include <QProcess>
#include <QStandardPaths>

#include <cerrno>

namespace lockscope::cli
{

namespace
{

QProcessEnvironment environmentWith(const std::vector<QByteArray> &added)
{
    QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
    for (const QByteArray &assignment : added) {
        const QString text = QString::fromUtf8(assignment);
        all.insert(text.section(u'=', 0, 0), text.section(u'=', 1));
    }
    return all;
}

} // namespace

ChildProcess::ChildProcess(QObject *parent) : QObject(parent) {}

// ~QProcess would kill the command and wait, so the QProcess is leaked if the command still runs.
ChildProcess::~ChildProcess()
{
    if (m_process && m_process->state() != QProcess::NotRunning) {
        m_process->disconnect(this);
        static_cast<void>(m_process.release());
    }
}

int ChildProcess::start(const std::vector<QByteArray> &command, const std::vector<QByteArray> &environment,
                        Group)
{
    const QString program = QString::fromUtf8(command.front());
    if (QStandardPaths::findExecutable(program).isEmpty())
        return ENOENT;
    QStringList words;
    for (size_t i = 1; i < command.size(); ++i)
        words += QString::fromUtf8(command[i]);
    m_process = std::make_unique<QProcess>();
    m_process->setProcessChannelMode(QProcess::ForwardedChannels);
    m_process->setInputChannelMode(QProcess::ForwardedInputChannel);
    m_process->setProcessEnvironment(environmentWith(environment));
    connect(m_process.get(), &QProcess::finished, this, [this](int status) {
        m_pid = 0;
        emit ended(status);
    });
    m_process->start(program, words);
    if (!m_process->waitForStarted())
        return EACCES;
    m_pid = m_process->processId();
    return 0;
}

// A console program ignores this; it is killed after its grace period.
void ChildProcess::end()
{
    if (m_pid != 0)
        m_process->terminate();
}

void ChildProcess::kill()
{
    if (m_pid != 0)
        m_process->kill();
}

void ChildProcess::passOn(int, bool) {}

void ChildProcess::suspend() {}

void ChildProcess::send(int) {}

bool ChildProcess::leavesOthers()
{
    return false;
}

} // namespace lockscope::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/transport/sshtunnel.h"

#include "core/base/tr.h"
#include "core/platform/childlifetime.h"
#include "core/redis/transport/reconnectpolicy.h"
#include "core/redis/transport/sshdiagnostics.h"

#include <QDir>
#include <QPointer>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTcpServer>

namespace lockscope
{

namespace
{

constexpr std::chrono::seconds OpeningTimeout{60}; // a security key may need a touch
constexpr int GoodbyeMs = 500;
constexpr qsizetype LongestLine = 16 * 1024;

// A free port other than the old one. If another program takes it first, ssh ends and the next port is tried.
[[maybe_unused]] quint16 freePort(quint16 old)
{
    QTcpServer probe;
    QTcpServer other; // used while the first one listens
    for (QTcpServer *server : {&probe, &other}) {
        if (server->listen(QHostAddress(QHostAddress::LocalHost), 0) && server->serverPort() != old)
            return server->serverPort();
    }
    return 0;
}

QString entranceOf(const ProxyOptions &proxy)
{
    return proxy.host.startsWith(u'/') ? proxy.host : QStringLiteral("%1:%2").arg(proxy.host).arg(proxy.port);
}

Failure noProgram()
{
    return {.kind = ErrorKind::Unsupported,
            .text = Tr::tr("SSH tunnel: ssh is not installed"),
            .remedy = Tr::tr("install the package openssh-client")};
}

[[maybe_unused]] Failure noSocket(const QString &why)
{
    return {.kind = ErrorKind::Internal,
            .text = Tr::tr("SSH tunnel: %1").arg(why),
            .remedy = Tr::tr("set TMPDIR to a writable folder with a short, plain name")};
}

// sshToConfirm() asks before.
Failure unconfirmedSsh(const SshOptions &options)
{
    return {.kind = ErrorKind::Forbidden,
            .text = Tr::tr("SSH tunnel: this connection was imported, and you have not allowed what its "
                           "configuration %1 runs")
                        .arg(options.configFile),
            .remedy = Tr::tr("connect once and review what is shown")};
}

} // namespace

SshTunnel::SshTunnel(SshOptions options, QObject *parent)
    : QObject(parent), m_options(std::move(options)),
      m_entrance(std::make_shared<TunnelEntrance>([this] { return proxy(); })),
      m_random(QRandomGenerator::securelySeeded())
{
    m_state.since = now();
    m_retryTimer.setSingleShot(true);
    m_deadline.setSingleShot(true);
    connect(&m_retryTimer, &QTimer::timeout, this, &SshTunnel::start);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        Failure late = sshEnded(m_state.stage, m_options, {});
        late.kind = ErrorKind::TimedOut;
        late.text += Tr::tr(", after more than %1 s").arg(OpeningTimeout.count());
        giveUp(late);
    });
}

SshTunnel::~SshTunnel()
{
    m_entrance->end();
    discard();
}

void SshTunnel::open()
{
    if (m_process || (m_state.stage == TunnelStage::Starting && m_retryTimer.isActive()))
        return;
    if (m_state.stage != TunnelStage::Waiting)
        m_attempt = 0;
    m_retryTimer.start(0); // not at once: a failure would arrive inside the call
    enter(TunnelStage::Starting);
}

void SshTunnel::close()
{
    const bool wasOpen = isOpen();
    const std::shared_ptr<TunnelEntrance> entrance = m_entrance;
    m_retryTimer.stop();
    discard();
    if (m_state.stage != TunnelStage::Closed && !enter(TunnelStage::Closed))
        return;
    if (wasOpen)
        emit entrance->closed(
            {.kind = ErrorKind::Cancelled, .text = Tr::tr("Lockscope closed the connection")});
}

ProxyOptions SshTunnel::proxy() const
{
    return isOpen() && isListening() ? m_proxy : ProxyOptions();
}

// Works without the event loop, which would notice later. waitForFinished() also fetches what ssh wrote.
bool SshTunnel::isListening() const
{
    if (m_closing || !m_process || m_process->state() != QProcess::Running || m_process->waitForFinished(0))
        return false;
    return !closesEntrance(m_rest + m_process->peek(m_process->bytesAvailable()));
}

// Another one for each ssh. What is left of a killed one would be in the way.
Done SshTunnel::makeEntrance()
{
#ifdef Q_OS_WIN
    m_proxy.host = QStringLiteral("127.0.0.1");
    m_proxy.port = freePort(m_proxy.port);
#else
    if (!m_folder)
        m_folder = TemporaryFolder::make();
    if (!m_folder)
        return noSocket(Tr::tr("cannot create a folder in %1").arg(QDir::tempPath()));
    static const QRegularExpression special(QStringLiteral("[:\\\\%$]")); // to ssh
    if (m_folder->path().contains(special))
        return noSocket(Tr::tr("ssh cannot open a socket in %1").arg(m_folder->path()));
    m_proxy.host = m_folder->path() + QStringLiteral("/ssh-%1").arg(m_epoch);
#endif
    return Nothing{};
}

qint64 SshTunnel::processId() const
{
    return m_process ? m_process->processId() : 0;
}

bool SshTunnel::enter(TunnelStage stage, const Failure &reason)
{
    m_state = {.stage = stage,
               .since = now(),
               .attempt = stage == TunnelStage::Open ? 0 : m_attempt,
               .retryAt = stage == TunnelStage::Waiting ? m_state.retryAt : std::nullopt,
               .reason = reason};
    const QPointer<SshTunnel> alive(this);
    const quint64 epoch = m_epoch;
    const TunnelState told = m_state;
    emit stateChanged(told);
    return alive && epoch == m_epoch && m_state.stage == stage;
}

void SshTunnel::start()
{
    discard();
    const quint64 begun = m_epoch;
    if (m_state.stage != TunnelStage::Starting && !enter(TunnelStage::Starting))
        return;
    const QString program = QStandardPaths::findExecutable(QStringLiteral("ssh"));
    if (const auto bad = badDestination(m_options))
        return giveUp(*bad);
    if (m_options.unconfirmed)
        return giveUp(unconfirmedSsh(m_options));
    if (program.isEmpty())
        return giveUp(noProgram());
    if (const Done made = makeEntrance(); !made)
        return giveUp(made.failure());
    m_process = std::make_unique<QProcess>();
    QProcess &process = *m_process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C")); // its messages are parsed
    process.setProcessEnvironment(environment);
    process.setReadChannel(QProcess::StandardError);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(QProcess::nullDevice());
    tieToParent(process);
    // Queued: our signals may delete the tunnel and thereby the process, which is still emitting its own.
    const auto connectTo = [this, begun, &process](auto signal, void (SshTunnel::*slot)()) {
        connect(
            &process, signal, this,
            [this, begun, slot] {
                if (begun == m_epoch)
                    (this->*slot)();
            },
            Qt::QueuedConnection);
    };
    connectTo(&QProcess::readyReadStandardError, &SshTunnel::arrived);
    connectTo(&QProcess::finished, &SshTunnel::ended);
    connectTo(&QProcess::errorOccurred,
              &SshTunnel::ended); // a program that fails to start does not emit finished
    m_deadline.start(OpeningTimeout);
    process.start(program, sshArguments(m_options, entranceOf(m_proxy)));
}

bool SshTunnel::readAll()
{
    m_rest += m_process->readAllStandardError();
    for (qsizetype end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n')) {
        const QByteArray line = m_rest.left(end).trimmed();
        m_rest.remove(0, end + 1);
        if (!readLine(line))
            return false;
    }
    if (m_rest.size() > LongestLine)
        m_rest.clear();
    return true;
}

bool SshTunnel::readLine(const QByteArray &line)
{
    const SshNote note = readSshLine(line, m_options);
    if (!note.hint.isEmpty())
        m_hint = note.hint;
    if (!note.isDebug && !line.isEmpty())
        m_lastWords = QString::fromUtf8(line);
    if (note.failure && isOpen() && note.failure->kind == ErrorKind::Refused) {
        // One connection was refused; ssh continues.
        if (m_state.reason == *note.failure)
            return true;
        return enter(TunnelStage::Open, *note.failure);
    }
    if (note.failure && !m_failure)
        m_failure = note.failure;
    m_closing = m_closing || closesEntrance(line);
    if (!note.entrance.isEmpty())
        m_forwarding = note.entrance;
    if (!note.stage || *note.stage == m_state.stage || isOpen())
        return true;
    if (*note.stage == TunnelStage::Open && m_forwarding != entranceOf(m_proxy))
        return true;
    return *note.stage == TunnelStage::Open ? opened() : enter(*note.stage);
}

bool SshTunnel::opened()
{
    m_deadline.stop();
    m_openSince = now();
    const QPointer<SshTunnel> alive(this);
    const quint64 epoch = m_epoch;
    if (!enter(TunnelStage::Open))
        return false;
    emit m_entrance->opened();
    if (!alive || epoch != m_epoch)
        return false;
    emit ready();
    return alive && epoch == m_epoch;
}

void SshTunnel::ended()
{
    if (m_process->state() != QProcess::NotRunning || !readAll())
        return;
    if (m_failure)
        giveUp(*m_failure);
    else if (m_process->error() == QProcess::FailedToStart)
        giveUp(noProgram());
    else
        giveUp(sshEnded(m_state.stage, m_options, m_lastWords));
}

void SshTunnel::giveUp(Failure why)
{
    const bool wasOpen = isOpen();
    if (why.kind == ErrorKind::NoAuth && !m_hint.isEmpty())
        why.text += QStringLiteral(" (%1)").arg(m_hint);
    discard();
    const QPointer<SshTunnel> alive(this);
    if (!wasOpen && isFinalForTunnel(why)) {
        enter(TunnelStage::Failed, why);
        return;
    }
    std::optional<milliseconds> lasted;
    if (wasOpen)
        lasted = millisecondsBetween(m_openSince, now());
    m_attempt = nextAttempt(m_attempt, lasted);
    const milliseconds delay = backOff(m_attempt, m_random.generateDouble());
    m_state.retryAt = now() + delay;
    m_retryTimer.start(delay);
    const std::shared_ptr<TunnelEntrance> entrance = m_entrance;
    enter(TunnelStage::Waiting, why);
    if (wasOpen)
        emit entrance->closed(why);
    if (alive && wasOpen)
        emit lost(why);
}

void SshTunnel::discard()
{
    ++m_epoch;
    m_deadline.stop();
    m_closing = false;
    m_forwarding.clear();
    m_failure.reset();
    m_hint.clear();
    m_lastWords.clear();
    m_rest.clear();
    if (!m_process)
        return;
    m_process->terminate();
    if (!m_process->waitForFinished(GoodbyeMs)) {
        m_process->kill();
        m_process->waitForFinished(GoodbyeMs);
    }
    m_process.reset();
}

} // namespace lockscope

#include "moc_sshtunnel.cpp"

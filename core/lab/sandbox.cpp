// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sandbox.h"

#include "core/lab/certificates.h"
#include "core/lab/privatefolder.h"
#include "core/values/clock.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QFile>
#include <QLocalSocket>
#include <QProcess>
#include <QStandardPaths>
#include <QTcpServer>

#include <csignal>

namespace lockscope
{

namespace
{

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Sandbox)
};

constexpr int PortAttempts = 8;
constexpr int PollMs = 5;       // between two looks whether a starting server answers
constexpr int GoodbyeMs = 1500; // from SIGTERM to SIGKILL; the server looks for it ten times a second

Failure failed(const QString &why, const QString &remedy = {}, ErrorKind kind = ErrorKind::Internal)
{
    return {.kind = kind, .text = Text::tr("Sandbox: ") + why, .remedy = remedy};
}

// In the double quotes of redis.conf every byte may stand as \xNN, so nothing can break out.
QByteArray quoted(const QString &text)
{
    QByteArray result = "\"";
    for (const char byte : text.toUtf8())
        result += "\\x" + QByteArray(1, byte).toHex();
    return result + '"';
}

bool isFree(quint16 port)
{
    QTcpServer probe;
    return probe.listen(QHostAddress(QHostAddress::LocalHost), port);
}

// A port nobody listens on now. Somebody may take it before the server does: then the next is tried.
quint16 freePort(quint16 besides = 0)
{
    for (int attempt = 0; attempt < PortAttempts; ++attempt) {
        QTcpServer probe;
        if (probe.listen(QHostAddress(QHostAddress::LocalHost), 0) && probe.serverPort() != besides)
            return probe.serverPort();
    }
    return 0;
}

// Runs in the child, between fork and exec: async-signal-safe calls only.
void tieToParent(pid_t parent)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::setpgid(0, 0); // an interrupt from the terminal is for us: the server goes when we say so
    if (::getppid() != parent)
        ::_exit(1);
}

} // namespace

struct Sandbox::Private {
    SandboxOptions options;
    QString program;
    std::unique_ptr<PrivateFolder> folder;
    Certificates certificates;
    quint16 port = 0;
    quint16 tlsPort = 0;
    QProcess process;

    QString file(const char *name) const { return folder->file(name); }
    bool running() const { return process.state() != QProcess::NotRunning; }
    QStringList arguments() const;
    QByteArray configuration() const;
    bool answers() const;
    QString lastWords() const;
    Done prepare();
    Done launch();
    Done waitUntilReady();
    Done launchOnFreePort();
    void end();
};

QStringList Sandbox::Private::arguments() const
{
    // One "name", "value" pair a setting, as redis-server takes them.
    QStringList list{QStringLiteral("--bind"),
                     QStringLiteral("127.0.0.1"),
                     QStringLiteral("--port"),
                     QString::number(port),
                     QStringLiteral("--unixsocket"),
                     file("redis.sock"),
                     QStringLiteral("--unixsocketperm"),
                     QStringLiteral("700"),
                     QStringLiteral("--dir"),
                     folder->path(),
                     QStringLiteral("--save"),
                     QString(),
                     QStringLiteral("--appendonly"),
                     QStringLiteral("no"),
                     QStringLiteral("--daemonize"),
                     QStringLiteral("no"),
                     QStringLiteral("--enable-debug-command"),
                     QStringLiteral("yes")};
    if (options.tls)
        list << QStringLiteral("--tls-port") << QString::number(tlsPort)
             << QStringLiteral("--tls-ca-cert-file") << certificates.authority
             << QStringLiteral("--tls-cert-file") << certificates.server << QStringLiteral("--tls-key-file")
             << certificates.serverKey << QStringLiteral("--tls-auth-clients") << QStringLiteral("optional");
    return list + options.serverArguments + QStringList{QStringLiteral("-")}; // the rest on standard input
}

// What must not be seen in the list of processes.
QByteArray Sandbox::Private::configuration() const
{
    return options.password.isEmpty() ? QByteArray("\n") : "requirepass " + quoted(options.password) + '\n';
}

// Over the socket in our own folder: on the TCP port a stranger might answer. The server opens it last.
bool Sandbox::Private::answers() const
{
    QLocalSocket socket;
    socket.connectToServer(file("redis.sock"));
    if (!socket.waitForConnected(1000))
        return false;
    socket.write("PING\r\n");
    QByteArray reply;
    while (!reply.endsWith('\n') && socket.waitForReadyRead(1000))
        reply += socket.readAll();
    return reply.startsWith("+PONG") || reply.startsWith("-NOAUTH");
}

QString Sandbox::Private::lastWords() const
{
    QFile log(file("redis.log"));
    if (!log.open(QIODevice::ReadOnly))
        return {};
    QByteArrayList lines = log.readAll().trimmed().split('\n');
    lines = lines.mid(std::max<qsizetype>(0, lines.size() - 3));
    return QString::fromUtf8(lines.join("; ").right(400)).simplified();
}

Done Sandbox::Private::prepare()
{
    program = QStandardPaths::findExecutable(QStringLiteral("redis-server"));
    if (program.isEmpty())
        return failed(Text::tr("the program redis-server is not there"),
                      Text::tr("install the package redis-server, or connect to a server with --url"),
                      ErrorKind::Unsupported);
    auto made = PrivateFolder::make();
    if (!made)
        return made.failure();
    folder = std::move(*made);
    if (!options.tls)
        return Nothing{};
    const auto signedOnes = makeCertificates(folder->path());
    if (!signedOnes)
        return signedOnes.failure();
    certificates = *signedOnes;
    return Nothing{};
}

Done Sandbox::Private::launch()
{
    process.setWorkingDirectory(folder->path());
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setStandardOutputFile(file("redis.log"), QIODevice::Append);
    process.setChildProcessModifier([parent = ::getpid()] { tieToParent(parent); });
    process.start(program, arguments());
    if (!process.waitForStarted())
        return failed(Text::tr("%1 does not start: %2").arg(program, process.errorString()));
    process.write(configuration());
    process.closeWriteChannel();
    return waitUntilReady();
}

Done Sandbox::Private::waitUntilReady()
{
    const Instant deadline = now() + StartTimeout;
    while (now() < deadline) {
        if (process.waitForFinished(PollMs) || !running())
            return failed(Text::tr("redis-server ended at once: %1").arg(lastWords()));
        if (answers())
            return Nothing{};
    }
    const Failure late = failed(Text::tr("redis-server does not answer: %1").arg(lastWords()));
    end();
    return late;
}

Done Sandbox::Private::launchOnFreePort()
{
    Done launched = failed(Text::tr("there is no free port on 127.0.0.1"));
    for (int attempt = 0; attempt < PortAttempts && !launched; ++attempt) {
        port = freePort();
        tlsPort = options.tls ? freePort(port) : 0;
        if (port == 0 || (options.tls && tlsPort == 0))
            break;
        launched = launch();
        const bool taken = !isFree(port) || (tlsPort != 0 && !isFree(tlsPort));
        if (!launched && !taken)
            break; // it is not the port
    }
    return launched;
}

void Sandbox::Private::end()
{
    if (!running())
        return;
    ::kill(pid_t(process.processId()), SIGCONT); // a stopped process does not hear SIGTERM
    process.terminate();
    if (!process.waitForFinished(GoodbyeMs)) {
        process.kill();
        process.waitForFinished();
    }
}

Sandbox::Sandbox() : d(std::make_unique<Private>()) {}

Sandbox::~Sandbox()
{
    stop();
}

Outcome<std::unique_ptr<Sandbox>> Sandbox::start(const SandboxOptions &options)
{
    std::unique_ptr<Sandbox> sandbox(new Sandbox);
    sandbox->d->options = options;
    if (const Done prepared = sandbox->d->prepare(); !prepared)
        return prepared.failure();
    if (const Done launched = sandbox->d->launchOnFreePort(); !launched)
        return launched.failure();
    return sandbox;
}

ConnectionSpec Sandbox::tcp() const
{
    return {.host = QStringLiteral("127.0.0.1"),
            .port = d->port,
            .password = d->options.password,
            .readOnly = false};
}

ConnectionSpec Sandbox::unixSocket() const
{
    return {.socketPath = d->file("redis.sock"), .password = d->options.password, .readOnly = false};
}

ConnectionSpec Sandbox::tls() const
{
    ConnectionSpec spec = tcp();
    spec.port = d->tlsPort;
    spec.tls = {.enabled = true,
                .caFile = d->certificates.authority,
                .certificateFile = d->certificates.client,
                .keyFile = d->certificates.clientKey};
    return spec;
}

QString Sandbox::folder() const
{
    return d->folder->path();
}

quint16 Sandbox::port() const
{
    return d->port;
}

qint64 Sandbox::pid() const
{
    return d->running() ? d->process.processId() : 0;
}

void Sandbox::pause()
{
    if (!d->running())
        return;
    const auto server = pid_t(d->process.processId());
    ::kill(server, SIGSTOP);
    siginfo_t state{};
    ::waitid(P_PID, id_t(server), &state,
             WSTOPPED | WEXITED | WNOWAIT); // looks only: the process stays QProcess' own
}

void Sandbox::resume()
{
    if (d->running())
        ::kill(pid_t(d->process.processId()), SIGCONT);
}

Done Sandbox::restart()
{
    d->end();
    return d->launch();
}

void Sandbox::stop()
{
    d->end();
}

} // namespace lockscope

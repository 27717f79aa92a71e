// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sandbox/sandboxserver.h"

#include "core/base/clock.h"
#include "core/base/tr.h"
#include "core/lab/sandbox/companionprograms.h"
#include "core/lab/sandbox/waituntil.h"
#include "core/platform/childlifetime.h"
#include "core/platform/processcontrol.h"
#include "core/redis/codec.h"
#include "core/redis/servererror.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QHash>
#include <QLocalSocket>
#include <QMutex>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>

namespace lockscope
{

namespace
{

constexpr int StartPollMs = 5;  // between checks whether a starting server responds
constexpr int GoodbyeMs = 1500; // from SIGTERM to SIGKILL; the server checks ten times a second
// For an answer over the unix socket: on a busy machine, a server stands still for seconds.
constexpr milliseconds AnswerPatience = SandboxServer::StartTimeout;

} // namespace

Failure sandboxFailure(const QString &why, const QString &remedy, ErrorKind kind)
{
    return {.kind = kind, .text = Tr::tr("Sandbox: ") + why, .remedy = remedy};
}

// In double quotes, redis.conf accepts every byte as \xNN.
QByteArray quotedForConfiguration(const QString &text)
{
    QByteArray result = "\"";
    for (const char byte : text.toUtf8())
        result += "\\x" + QByteArray(1, byte).toHex();
    return result + '"';
}

Outcome<QString> serverProgram()
{
#ifdef Q_OS_WIN
    return sandboxFailure(Tr::tr("redis-server is not available for Windows"),
                          Tr::tr("connect to a server with --url"), ErrorKind::Unsupported);
#else
    const QString program = QStandardPaths::findExecutable(QStringLiteral("redis-server"));
    if (program.isEmpty())
        return sandboxFailure(Tr::tr("redis-server is not installed"),
                              Tr::tr("install the package redis-server, or connect to a server with --url"),
                              ErrorKind::Unsupported);
    return program;
#endif
}

struct SandboxServer::Private {
    ServerSettings settings;
    QProcess process{};
    std::chrono::milliseconds clockAhead{0};

    Done giveClock();
    Done writeClock(std::chrono::milliseconds ahead) const;
    QString file(const char *name) const { return settings.folder + u'/' + QLatin1String(name); }
    bool isSentinel() const { return !settings.sentinelConfiguration.isEmpty(); }
    bool running() const { return process.state() != QProcess::NotRunning; }
    QStringList arguments(bool since7) const;
    Done writeConfiguration() const;
    bool answers() const;
    Outcome<Reply> ask(const Command &command, milliseconds patience = AnswerPatience) const;
    QByteArrayList log() const;
    QString lastWords() const;
    Done save() const;
    void forgetData() const;
};

namespace
{

// Whether this server is of 7.0 or later. Earlier ones do not start with settings that they do not know.
// Asked once of each program.
bool isSince7(const QString &program)
{
    static QMutex mutex;
    static QHash<QString, bool> known;
    const QMutexLocker lock(&mutex);
    if (known.contains(program))
        return known[program];
    QProcess asked;
    asked.start(program, {QStringLiteral("--version")});
    asked.waitForFinished(int(AnswerPatience.count()));
    static const QRegularExpression version(QStringLiteral(" v=(\\d+)\\."));
    const auto told = version.match(QString::fromUtf8(asked.readAllStandardOutput()));
    return known[program] = !told.hasMatch() || told.captured(1).toInt() >= 7;
}

} // namespace

QStringList SandboxServer::Private::arguments(bool since7) const
{
    QStringList list;
    if (isSentinel())
        list << file("sentinel.conf") << QStringLiteral("--sentinel");
    else if (settings.keepsItsConfiguration)
        list << file("redis.conf");
    // One "name", "value" pair per setting, for redis-server.
    list << QStringLiteral("--bind") << QStringLiteral("127.0.0.1") << QStringLiteral("--port")
         << QString::number(settings.port) << QStringLiteral("--unixsocket") << file("redis.sock")
         << QStringLiteral("--unixsocketperm") << QStringLiteral("700") << QStringLiteral("--dir")
         << settings.folder << QStringLiteral("--daemonize") << QStringLiteral("no");
    if (!isSentinel())
        list << QStringLiteral("--save") << QString() << QStringLiteral("--appendonly")
             << QStringLiteral("no");
    if (!isSentinel() && since7) // earlier ones run DEBUG anyway, and wait for no replica at their end
        list << QStringLiteral("--enable-debug-command") << QStringLiteral("yes")
             << QStringLiteral("--shutdown-timeout") << QStringLiteral("0");
    const Certificates &certificates = settings.certificates;
    if (settings.tlsPort != 0)
        list << QStringLiteral("--tls-port") << QString::number(settings.tlsPort)
             << QStringLiteral("--tls-ca-cert-file") << certificates.authority
             << QStringLiteral("--tls-cert-file") << certificates.server << QStringLiteral("--tls-key-file")
             << certificates.serverKey << QStringLiteral("--tls-client-cert-file") << certificates.client
             << QStringLiteral("--tls-client-key-file") << certificates.clientKey
             << QStringLiteral("--tls-auth-clients") << QStringLiteral("optional");
    return list + settings.arguments + QStringList{QStringLiteral("-")}; // the rest is on standard input
}

// A file that the server rewrites is written only once, before the first start.
Done SandboxServer::Private::writeConfiguration() const
{
    if (!isSentinel() && !settings.keepsItsConfiguration)
        return Nothing{};
    QFile configuration(file(isSentinel() ? "sentinel.conf" : "redis.conf"));
    if (configuration.exists())
        return Nothing{};
    if (!configuration.open(QIODevice::WriteOnly) ||
        !configuration.setPermissions(QFile::ReadOwner | QFile::WriteOwner) ||
        configuration.write(settings.sentinelConfiguration) < 0 || !configuration.flush())
        return sandboxFailure(configuration.errorString());
    return Nothing{};
}

// Through the socket in our own folder, because another server might answer on the TCP port.
Outcome<Reply> SandboxServer::Private::ask(const Command &command, milliseconds patience) const
{
    const QDeadlineTimer deadline(patience);
    QLocalSocket socket;
    socket.connectToServer(file("redis.sock"));
    if (!socket.waitForConnected(int(deadline.remainingTime())))
        return sandboxFailure(socket.errorString(), {}, ErrorKind::NotConnected);
    Batch batch;
    if (!settings.password.isEmpty())
        batch.add({"AUTH", settings.password.toUtf8()});
    batch.add(command);
    socket.write(batch.wire());
    ReplyReader reader;
    Reply reply;
    for (int missing = batch.count(); missing > 0;) {
        if (reader.next(reply) == ReplyReader::Step::HaveReply) {
            --missing;
            continue;
        }
        if (!socket.waitForReadyRead(int(deadline.remainingTime())))
            return sandboxFailure(socket.errorString(), {}, ErrorKind::TimedOut);
        while (socket.bytesAvailable() > 0)
            reader.feed(socket.read(ReplyReader::FeedSize));
    }
    if (reply.isError())
        return serverFailure(reply.bytes, {});
    return reply;
}

// The server opens the socket last. While loading it replies LOADING; any other error counts as an answer.
bool SandboxServer::Private::answers() const
{
    constexpr milliseconds UntilTheNextAttempt{1000};
    const Outcome<Reply> reply = ask({"PING"}, UntilTheNextAttempt);
    return reply ? true : reply.failure().kind != ErrorKind::Loading && !reply.failure().serverText.isEmpty();
}

QByteArrayList SandboxServer::Private::log() const
{
    QFile log(file("redis.log"));
    return log.open(QIODevice::ReadOnly) ? log.readAll().trimmed().split('\n') : QByteArrayList();
}

QString SandboxServer::Private::lastWords() const
{
    const QByteArrayList lines = log();
    const QByteArrayList last = lines.mid(std::max<qsizetype>(0, lines.size() - 3));
    return QString::fromUtf8(last.join("; ").right(400)).simplified();
}

Done SandboxServer::Private::save() const
{
    Done saved = Nothing{};
    const Done done = waitUntil(
        [&] {
            const Outcome<Reply> reply = ask({"SAVE"});
            saved = reply ? Done(Nothing{}) : Done(reply.failure());
            // A save for a replica is running.
            return saved || !saved.failure().serverText.contains("in progress");
        },
        Tr::tr("the server has saved its data"));
    return done ? saved : done;
}

void SandboxServer::Private::forgetData() const
{
    QFile::remove(file("dump.rdb"));
    QDir(file("appendonlydir")).removeRecursively();
    if (isSentinel())
        QFile::remove(file("sentinel.conf"));
}

Done SandboxServer::Private::giveClock()
{
    if (!settings.ownClock)
        return Nothing{};
#ifndef Q_OS_LINUX
    return sandboxFailure(Tr::tr("a server can have its own clock on Linux only"), {},
                          ErrorKind::Unsupported);
#else
    const auto library = companionProgram("lockscope-clock.so");
    if (!library)
        return library.failure();
    if (const Done written = writeClock(clockAhead); !written)
        return written;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    // LD_PRELOAD is separated by blanks and colons without quoting, so it cannot hold every path. A link in
    // the server's working directory, its own folder, always works.
    const QString link = file("clock.so");
    QFile::remove(link); // from an earlier start
    if (!QFile::link(*library, link))
        return sandboxFailure(Tr::tr("cannot write %1").arg(link));
    environment.insert(QStringLiteral("LD_PRELOAD"), QStringLiteral("./clock.so"));
    environment.insert(QStringLiteral("LOCKSCOPE_CLOCK"), file("clock"));
    process.setProcessEnvironment(environment);
    return Nothing{};
#endif
}

// Written in place, because the server has mapped the file.
Done SandboxServer::Private::writeClock(std::chrono::milliseconds ahead) const
{
    const qint64 microseconds = ahead.count() * 1000;
    QFile clock(file("clock"));
    if (!clock.open(QIODevice::ReadWrite) || clock.write(reinterpret_cast<const char *>(&microseconds),
                                                         sizeof microseconds) != sizeof microseconds)
        return sandboxFailure(Tr::tr("cannot write %1").arg(clock.fileName()));
    return Nothing{};
}

Done SandboxServer::setClock(std::chrono::milliseconds ahead)
{
    d->clockAhead = ahead;
    return d->writeClock(ahead);
}

SandboxServer::SandboxServer(ServerSettings settings) : d(new Private{std::move(settings)}) {}

SandboxServer::~SandboxServer()
{
    kill();
}

Done SandboxServer::launch()
{
    const auto program = serverProgram();
    if (!program)
        return program.failure();
    if (const Done written = d->writeConfiguration(); !written)
        return written;
    d->process.setWorkingDirectory(d->settings.folder);
    d->process.setProcessChannelMode(QProcess::MergedChannels);
    d->process.setStandardOutputFile(d->file("redis.log"), QIODevice::Truncate);
    tieToParent(d->process);
    if (const Done given = d->giveClock(); !given)
        return given;
    d->process.start(*program, d->arguments(isSince7(*program)));
    if (!d->process.waitForStarted())
        return sandboxFailure(Tr::tr("cannot start %1: %2").arg(*program, d->process.errorString()));
    d->process.write(d->settings.configuration + '\n');
    d->process.waitForBytesWritten(); // the server reads it while others start
    d->process.closeWriteChannel();
    return Nothing{};
}

Done SandboxServer::waitUntilReady()
{
    const Instant deadline = now() + StartTimeout;
    while (now() < deadline) {
        if (d->process.waitForFinished(StartPollMs) || !d->running())
            return sandboxFailure(Tr::tr("redis-server exited immediately: %1").arg(d->lastWords()));
        if (d->answers())
            return Nothing{};
    }
    const Failure late = sandboxFailure(Tr::tr("redis-server does not respond: %1").arg(d->lastWords()));
    kill();
    return late;
}

quint16 SandboxServer::port() const
{
    return d->settings.port;
}

quint16 SandboxServer::tlsPort() const
{
    return d->settings.tlsPort;
}

QString SandboxServer::folder() const
{
    return d->settings.folder;
}

qint64 SandboxServer::pid() const
{
    return d->running() ? d->process.processId() : 0;
}

bool SandboxServer::endedForPort() const
{
    return !d->running() && d->log().join('\n').contains("Address already in use");
}

ConnectionSpec SandboxServer::spec() const
{
    return tlsPort() != 0 ? tls() : tcp();
}

ConnectionSpec SandboxServer::tcp() const
{
    return {.host = QStringLiteral("127.0.0.1"),
            .port = port(),
            .password = d->settings.password,
            .readOnly = false};
}

ConnectionSpec SandboxServer::tls() const
{
    ConnectionSpec spec = tcp();
    spec.port = tlsPort();
    spec.tls = {.enabled = true,
                .caFile = d->settings.certificates.authority,
                .certificateFile = d->settings.certificates.client,
                .keyFile = d->settings.certificates.clientKey};
    return spec;
}

ConnectionSpec SandboxServer::unixSocket() const
{
    return {.socketPath = d->file("redis.sock"), .password = d->settings.password, .readOnly = false};
}

void SandboxServer::pause()
{
    if (!d->running())
        return;
    pauseProcess(pid());
    waitUntilPaused(pid());
}

void SandboxServer::resume()
{
    if (d->running())
        resumeProcess(pid());
}

void SandboxServer::kill()
{
    if (!d->running())
        return;
    killProcessGroup(pid()); // a child that saves would continue
    d->process.kill();
    d->process.waitForFinished();
}

void SandboxServer::stop()
{
    if (!d->running())
        return;
    resume(); // a stopped process does not handle SIGTERM
    d->process.terminate();
    if (!d->process.waitForFinished(GoodbyeMs))
        kill();
}

Done SandboxServer::restart(Data data)
{
    if (d->running() && data == Data::Kept && !d->isSentinel()) {
        resume();
        if (const Done saved = d->save(); !saved)
            return saved;
    }
    stop();
    if (data == Data::Lost)
        d->forgetData();
    // Another sandbox that looks for free ports may hold this one for a moment.
    for (const Instant deadline = now() + StartTimeout;;) {
        Done started = launch();
        if (started)
            started = waitUntilReady();
        if (started || now() >= deadline || !endedForPort())
            return started;
    }
}

void SandboxServer::addArguments(const QStringList &arguments)
{
    d->settings.arguments += arguments;
}

Outcome<Reply> SandboxServer::ask(const Command &command) const
{
    return d->ask(command);
}

} // namespace lockscope

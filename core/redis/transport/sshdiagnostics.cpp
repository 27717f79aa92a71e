// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/transport/sshdiagnostics.h"

#include "core/base/tr.h"
#include "core/redis/transport/reconnectpolicy.h"

#include <array>
#include <string>

namespace lockscope
{

namespace
{

struct StageWords {
    const char *words;
    TunnelStage stage;
};

constexpr std::array<StageWords, 7> StageBeginnings{{
    {"Connecting to ", TunnelStage::Reaching},
    {"Executing proxy command: ", TunnelStage::Reaching},
    {"Connection established.", TunnelStage::CheckingHost},
    {"Remote protocol version ", TunnelStage::CheckingHost},
    {"SSH2_MSG_NEWKEYS received", TunnelStage::Authenticating},
    {"Authentications that can continue: ", TunnelStage::Authenticating},
    {"Local connections to ", TunnelStage::Forwarding},
}};

constexpr QByteArrayView Debug("debug1: ");

// "Local connections to 127.0.0.1:31234 forwarded to remote address socks:0", and "/path:-2" for a socket
QString entranceIn(const QByteArray &words)
{
    constexpr QByteArrayView Beginning("Local connections to ");
    const qsizetype end = words.indexOf(" forwarded to ");
    QByteArray entrance = end < 0 ? QByteArray() : words.mid(Beginning.size(), end - Beginning.size());
    if (entrance.startsWith('/'))
        entrance.truncate(entrance.lastIndexOf(':'));
    return QString::fromUtf8(entrance);
}

std::optional<TunnelStage> stageOf(const QByteArray &words)
{
    for (const StageWords &beginning : StageBeginnings) {
        if (words.startsWith(beginning.words))
            return beginning.stage;
    }
    // "channel 0: new unix-listener [unix listener] …", up to 9.1 "channel 0: new [unix listener]"
    if (words.startsWith("channel ") && words.contains(": new ") &&
        (words.contains("[unix listener]") || words.contains("[port listener]")))
        return TunnelStage::Open;
    return {};
}

QString after(const QByteArray &line, const char *mark)
{
    const qsizetype at = line.lastIndexOf(mark);
    return at < 0
               ? QString()
               : QString::fromUtf8(line.mid(at + qsizetype(std::char_traits<char>::length(mark)))).trimmed();
}

Failure tunnelFailure(ErrorKind kind, const SshOptions &options, const QString &what, const QString &remedy)
{
    return {.kind = kind,
            .text = Tr::tr("SSH tunnel through %1: %2").arg(options.destination, what),
            .remedy = remedy};
}

// As the user would type it in a terminal.
QString commandTo(const SshOptions &options)
{
    QString command = QStringLiteral("ssh ");
    if (!options.configFile.isEmpty())
        command += QStringLiteral("-F %1 ").arg(options.configFile);
    if (options.port != 0)
        command += QStringLiteral("-p %1 ").arg(options.port);
    return command + options.destination;
}

std::optional<Failure> whileReaching(const QByteArray &line, const SshOptions &options)
{
    if (line.contains("Could not resolve hostname"))
        return tunnelFailure(
            ErrorKind::HostNotFound, options,
            Tr::tr("cannot resolve the SSH host: %1").arg(after(line, "Could not resolve hostname ")),
            Tr::tr("check the name, or its Host entry in your SSH config"));
    if (line.startsWith("ssh: connect to host ")) {
        const bool late = line.contains("timed out");
        return tunnelFailure(late ? ErrorKind::TimedOut : ErrorKind::Refused, options,
                             Tr::tr("cannot connect to the SSH host: %1").arg(after(line, "connect to ")),
                             Tr::tr("check that sshd is running there, the port and the firewall"));
    }
    if (line.startsWith("Connection timed out during banner exchange"))
        return tunnelFailure(ErrorKind::TimedOut, options, Tr::tr("connected, but no SSH server answered"),
                             Tr::tr("check that sshd listens on this port"));
    if (line.startsWith("kex_exchange_identification:") || line.startsWith("banner exchange:"))
        return tunnelFailure(ErrorKind::Refused, options,
                             Tr::tr("connected, but the SSH handshake failed: %1")
                                 .arg(after(line, "identification: ").isEmpty()
                                          ? after(line, "banner exchange: ")
                                          : after(line, "identification: ")),
                             Tr::tr("check that sshd listens on this port and accepts this machine"));
    return {};
}

std::optional<Failure> whileCheckingHost(const QByteArray &line, const SshOptions &options)
{
    const QString accept =
        Tr::tr("connect once with '%1' in a terminal to accept it").arg(commandTo(options));
    if (line.contains("REMOTE HOST IDENTIFICATION HAS CHANGED"))
        return tunnelFailure(ErrorKind::TlsFailed, options,
                             Tr::tr("the host key has changed since it was accepted"),
                             Tr::tr("someone may be intercepting the connection. If the change is expected, "
                                    "remove the old key with ssh-keygen -R and accept the new one"));
    if (line.startsWith("Host key verification failed"))
        return tunnelFailure(ErrorKind::TlsFailed, options, Tr::tr("unknown host key"), accept);
    if (line.startsWith("No ") && line.contains(" host key is known for "))
        return tunnelFailure(ErrorKind::TlsFailed, options, Tr::tr("unknown host key"), accept);
    if (line.startsWith("Unable to negotiate with "))
        return tunnelFailure(ErrorKind::Protocol, options,
                             Tr::tr("no common algorithm with the SSH host: %1")
                                 .arg(QString::fromUtf8(line.mid(line.indexOf(": ") + 2))),
                             Tr::tr("check the algorithms in your SSH config"));
    return {};
}

std::optional<Failure> whileAuthenticating(const QByteArray &line, const SshOptions &options)
{
    const qsizetype denied = line.indexOf(": Permission denied (");
    if (denied >= 0)
        return tunnelFailure(
            ErrorKind::NoAuth, options,
            Tr::tr("SSH login as %1 failed: permission denied (%2")
                .arg(QString::fromUtf8(line.left(denied)), after(line, "Permission denied (")),
            Tr::tr("add the key to your agent with ssh-add, or set its file; passwords are not asked for"));
    if (line.contains("Too many authentication failures"))
        return tunnelFailure(ErrorKind::NoAuth, options, Tr::tr("the SSH host rejected too many keys"),
                             Tr::tr("set the file of the right key, and IdentitiesOnly in your SSH config"));
    return {};
}

std::optional<Failure> whileForwarding(const QByteArray &line, const SshOptions &options)
{
    if (line.startsWith("bind ") && line.contains("Address already in use"))
        return tunnelFailure(ErrorKind::Refused, options,
                             Tr::tr("the local port is in use: %1").arg(after(line, "bind ")), {});
    if (line.startsWith("unix_listener: "))
        return tunnelFailure(ErrorKind::Refused, options,
                             Tr::tr("cannot open a local socket: %1").arg(after(line, "unix_listener: ")),
                             {});
    if (line.startsWith("Could not request local forwarding"))
        return tunnelFailure(ErrorKind::Refused, options, Tr::tr("cannot open a local port"),
                             Tr::tr("check LocalForward and DynamicForward in your SSH config"));
    if (line.startsWith("channel ") && line.contains(": open failed: administratively prohibited"))
        return tunnelFailure(ErrorKind::Refused, options,
                             Tr::tr("the SSH host does not allow this user to forward connections"),
                             Tr::tr("allow it with AllowTcpForwarding and PermitOpen in its sshd_config"));
    return {};
}

std::optional<Failure> whenever(const QByteArray &line, const SshOptions &options)
{
    const bool config = line.contains("Bad configuration option") || line.contains("terminating, ") ||
                        line.startsWith("Bad owner or permissions on ") ||
                        line.startsWith("Can't open user config file ");
    if (config)
        return tunnelFailure(ErrorKind::BadInput, options,
                             Tr::tr("your SSH config: %1").arg(QString::fromUtf8(line)),
                             Tr::tr("fix that file"));
    if (line.startsWith("Bad dynamic forwarding specification "))
        return tunnelFailure(ErrorKind::Unsupported, options, Tr::tr("ssh cannot open a unix socket"),
                             Tr::tr("install OpenSSH 6.7 or later"));
    if (line.startsWith("Timeout, server ") && line.contains("not responding"))
        return tunnelFailure(ErrorKind::ConnectionLost, options, Tr::tr("the SSH host stopped responding"),
                             {});
    const bool ended = line.startsWith("Connection closed by ") || line.startsWith("Connection reset by ") ||
                       (line.startsWith("Connection to ") && line.contains(" closed by remote host")) ||
                       line.startsWith("client_loop: send disconnect: ") ||
                       line.startsWith("Received disconnect from ");
    if (ended)
        return tunnelFailure(ErrorKind::ConnectionLost, options,
                             Tr::tr("the SSH host closed the connection (%1)").arg(QString::fromUtf8(line)),
                             {});
    return {};
}

QString hintIn(const QByteArray &line)
{
    const bool telling = line.startsWith("Warning: Identity file ") || line.startsWith("Load key ") ||
                         line.startsWith("Permissions ") || line.startsWith("no such identity: ") ||
                         line.startsWith("Couldn't open ") || line.startsWith("sign_and_send_pubkey: ");
    return telling ? QString::fromUtf8(line) : QString();
}

QString stageText(TunnelStage stage)
{
    switch (stage) {
    case TunnelStage::Starting:
        return Tr::tr("while starting");
    case TunnelStage::Reaching:
        return Tr::tr("while connecting to the SSH host");
    case TunnelStage::CheckingHost:
        return Tr::tr("while checking the host key");
    case TunnelStage::Authenticating:
        return Tr::tr("while logging in");
    case TunnelStage::Forwarding:
        return Tr::tr("while opening the local port");
    default:
        return Tr::tr("while the tunnel was open");
    }
}

} // namespace

QStringList sshArguments(const SshOptions &options, const QString &entrance)
{
    QStringList list{QStringLiteral("-N"), QStringLiteral("-T"), QStringLiteral("-v"), QStringLiteral("-D"),
                     entrance};
    // A connection shared through a ControlPath would outlive this one, and its end would not be reported.
    for (const char *option :
         {"BatchMode=yes", "ExitOnForwardFailure=yes", "ServerAliveInterval=5", "ServerAliveCountMax=3",
          "ConnectTimeout=10", "ControlMaster=no", "ControlPath=none", "ForwardAgent=no", "ForwardX11=no"})
        list << QStringLiteral("-o") << QString::fromLatin1(option);
    if (!options.configFile.isEmpty())
        list << QStringLiteral("-F") << options.configFile;
    if (options.port != 0)
        list << QStringLiteral("-p") << QString::number(options.port);
    if (!options.identityFile.isEmpty())
        list << QStringLiteral("-i") << options.identityFile;
    return list << QStringLiteral("--") << options.destination;
}

std::optional<Failure> badDestination(const SshOptions &options)
{
    if (!options.destination.isEmpty() && !options.destination.startsWith(QLatin1Char('-')))
        return {};
    return Failure{.kind = ErrorKind::BadInput,
                   .text = Tr::tr("SSH tunnel: '%1' is not a host").arg(options.destination),
                   .remedy = Tr::tr("use [user@]host, or a Host entry of your SSH config")};
}

SshNote readSshLine(const QByteArray &line, const SshOptions &options)
{
    SshNote note;
    note.isDebug = line.startsWith(Debug);
    if (note.isDebug) {
        const QByteArray words = line.mid(Debug.size());
        note.stage = stageOf(words);
        if (note.stage == TunnelStage::Forwarding)
            note.entrance = entranceIn(words);
        return note;
    }
    for (const auto read :
         {whileReaching, whileCheckingHost, whileAuthenticating, whileForwarding, whenever}) {
        note.failure = read(line, options);
        if (note.failure)
            return note;
    }
    note.hint = hintIn(line);
    return note;
}

bool closesEntrance(const QByteArray &words)
{
    return words.contains(": free: unix listener") || words.contains(": free: port listener");
}

Failure sshEnded(TunnelStage stage, const SshOptions &options, const QString &lastWords)
{
    const QString words = lastWords.isEmpty() ? QString() : QStringLiteral(": %1").arg(lastWords);
    return tunnelFailure(ErrorKind::ConnectionLost, options,
                         Tr::tr("ssh exited %1%2").arg(stageText(stage), words),
                         Tr::tr("run '%1' in a terminal").arg(commandTo(options)));
}

bool isFinalForTunnel(const Failure &failure)
{
    return isFinalForConnecting(failure.kind);
}

} // namespace lockscope

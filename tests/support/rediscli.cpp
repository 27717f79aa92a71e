// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rediscli.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>

namespace lockscope::test
{

namespace
{

constexpr int TimeoutMs = 30000;

QStringList options(const ConnectionSpec &server)
{
    QStringList list{QStringLiteral("-n"), QString::number(server.db)};
    if (server.socketPath.isEmpty())
        list << QStringLiteral("-h") << server.host << QStringLiteral("-p") << QString::number(server.port);
    else
        list << QStringLiteral("-s") << server.socketPath;
    if (!server.user.isEmpty())
        list << QStringLiteral("--user") << server.user;
    if (!server.tls.enabled)
        return list;
    list << QStringLiteral("--tls");
    if (!server.tls.caFile.isEmpty())
        list << QStringLiteral("--cacert") << server.tls.caFile;
    if (!server.tls.certificateFile.isEmpty())
        list << QStringLiteral("--cert") << server.tls.certificateFile << QStringLiteral("--key")
             << server.tls.keyFile;
    if (!server.tls.serverName.isEmpty())
        list << QStringLiteral("--sni") << server.tls.serverName;
    if (!server.tls.verifyPeer)
        list << QStringLiteral("--insecure");
    return list;
}

// redis-cli decodes \xNN in double quotes on standard input, so any byte passes.
QByteArray typed(const CliCommand &command)
{
    QByteArray line;
    for (const QByteArray &argument : command) {
        line += '"';
        for (const char byte : argument)
            line += "\\x" + QByteArray(1, byte).toHex();
        line += "\" ";
    }
    return line + '\n';
}

// From a pipe, redis-cli exits with 0 whatever the replies, but prints an empty line after an error.
bool hasErrorReply(const QByteArray &output)
{
    static const QRegularExpression error(QStringLiteral("(^|\\n)[A-Z]{2,} [^\\n]*\\n\\n"));
    return error.match(QString::fromLatin1(output)).hasMatch();
}

Failure failed(const ConnectionSpec &server, ErrorKind kind, const QByteArray &words)
{
    return {.kind = kind,
            .text = QStringLiteral("redis-cli: ") + escapedText(words.trimmed()),
            .node = server.node(),
            .serverText = words.trimmed()};
}

} // namespace

Outcome<QByteArray> redisCli(const ConnectionSpec &server, const CliCommand &command)
{
    return redisCliAll(server, {command});
}

Outcome<QByteArray> redisCliAll(const ConnectionSpec &server, const QList<CliCommand> &commands)
{
    QProcess cli;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (!server.password.isEmpty())
        environment.insert(QStringLiteral("REDISCLI_AUTH"), server.password);
    cli.setProcessEnvironment(environment);
    cli.start(QStringLiteral("redis-cli"), options(server));
    if (!cli.waitForStarted())
        return failed(server, ErrorKind::Unsupported, cli.errorString().toUtf8());
    for (const CliCommand &command : commands)
        cli.write(typed(command));
    cli.closeWriteChannel();
    if (!cli.waitForFinished(TimeoutMs)) {
        cli.kill();
        cli.waitForFinished();
        return failed(server, ErrorKind::TimedOut, "no reply in time");
    }
    const QByteArray output = cli.readAllStandardOutput();
    const QByteArray errors = cli.readAllStandardError();
    if (errors.contains("Could not connect") || errors.contains("AUTH failed"))
        return failed(server, ErrorKind::Refused, errors);
    if (cli.exitStatus() != QProcess::NormalExit || cli.exitCode() != 0 || hasErrorReply(output))
        return failed(server, ErrorKind::ServerError, output + errors);
    return output.endsWith('\n') ? output.chopped(1) : output;
}

} // namespace lockscope::test

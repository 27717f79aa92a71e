// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sandbox/certificates.h"

#include "core/base/tr.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>

namespace lockscope
{

namespace
{

constexpr int OpensslTimeoutMs = 20000;

Failure failed(const QString &why, const QString &remedy = {})
{
    return {
        .kind = ErrorKind::Internal, .text = Tr::tr("Sandbox: no certificates: ") + why, .remedy = remedy};
}

// Its own configuration, so that the system's openssl.cnf has no effect.
const char *const Configuration = R"([req]
distinguished_name = name
prompt = no
[name]
CN = Lockscope sandbox
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[server]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectAltName = IP:127.0.0.1, DNS:localhost
[client]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = clientAuth
)";

// Creates NAME.crt and NAME.key with the extensions of section NAME.
Done make(const QString &program, const QString &folder, const QString &name, const QString &subject)
{
    QStringList arguments{QStringLiteral("req"),
                          QStringLiteral("-x509"),
                          QStringLiteral("-newkey"),
                          QStringLiteral("ec"),
                          QStringLiteral("-pkeyopt"),
                          QStringLiteral("ec_paramgen_curve:prime256v1"),
                          QStringLiteral("-noenc"),
                          QStringLiteral("-days"),
                          QStringLiteral("2"),
                          QStringLiteral("-config"),
                          QStringLiteral("tls.cnf"),
                          QStringLiteral("-extensions"),
                          name,
                          QStringLiteral("-subj"),
                          QStringLiteral("/CN=") + subject,
                          QStringLiteral("-keyout"),
                          name + QLatin1String(".key"),
                          QStringLiteral("-out"),
                          name + QLatin1String(".crt")};
    if (name != QLatin1String("authority"))
        arguments << QStringLiteral("-CA") << QStringLiteral("authority.crt") << QStringLiteral("-CAkey")
                  << QStringLiteral("authority.key");
    QProcess openssl;
    openssl.setWorkingDirectory(folder);
    openssl.setProcessChannelMode(QProcess::MergedChannels);
    openssl.start(program, arguments, QIODevice::ReadOnly);
    if (!openssl.waitForFinished(OpensslTimeoutMs))
        return failed(Tr::tr("openssl did not finish"));
    if (openssl.exitStatus() != QProcess::NormalExit || openssl.exitCode() != 0)
        return failed(
            Tr::tr("openssl output: %1").arg(QString::fromUtf8(openssl.readAll().trimmed().right(300))));
    return Nothing{};
}

} // namespace

Outcome<Certificates> makeCertificates(const QString &folder)
{
    const QString program = QStandardPaths::findExecutable(QStringLiteral("openssl"));
    if (program.isEmpty())
        return failed(Tr::tr("openssl is not installed"), Tr::tr("install the package openssl"));
    QFile configuration(folder + QLatin1String("/tls.cnf"));
    if (!configuration.open(QIODevice::WriteOnly) || configuration.write(Configuration) < 0)
        return failed(configuration.errorString());
    configuration.close();
    const std::pair<QString, QString> wanted[] = {
        {QStringLiteral("authority"), QStringLiteral("Lockscope sandbox")},
        {QStringLiteral("server"), QStringLiteral("localhost")},
        {QStringLiteral("client"), QStringLiteral("client")}};
    for (const auto &[name, subject] : wanted) {
        if (const Done made = make(program, folder, name, subject); !made)
            return made.failure();
    }
    const auto file = [&folder](const char *name) { return folder + QLatin1Char('/') + QLatin1String(name); };
    return Certificates{.authority = file("authority.crt"),
                        .server = file("server.crt"),
                        .serverKey = file("server.key"),
                        .client = file("client.crt"),
                        .clientKey = file("client.key")};
}

} // namespace lockscope

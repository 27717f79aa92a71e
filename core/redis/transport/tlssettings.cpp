// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/transport/tlssettings.h"

#include "core/base/privatefile.h"
#include "core/base/tr.h"

#include <QHostAddress>
#include <QSslCertificate>
#include <QSslKey>
#include <QSslSocket>

#include <algorithm>

namespace lockscope
{

namespace
{

Failure badFile(const QString &what, const QString &path, const QString &why)
{
    return {.kind = ErrorKind::BadInput,
            .text = Tr::tr("%1 '%2': %3").arg(what, path, why),
            .remedy = Tr::tr("check the path, and that it is a readable PEM file")};
}

Outcome<QByteArray> contentOf(const QString &what, const QString &path)
{
    constexpr qint64 Largest = 4 * 1024 * 1024; // all authorities of a system are about 0.2 MB
    const Outcome<QByteArray> content = readRegularFile(path, Largest);
    if (content)
        return content;
    QString why = content.failure().text; // Begins with the path
    return badFile(what, path, why.remove(path + QStringLiteral(": ")));
}

Outcome<QList<QSslCertificate>> certificates(const QString &what, const QString &path)
{
    const Outcome<QByteArray> content = contentOf(what, path);
    if (!content)
        return content.failure();
    const QList<QSslCertificate> found = QSslCertificate::fromData(*content, QSsl::Pem);
    if (found.isEmpty())
        return badFile(what, path, Tr::tr("contains no certificate"));
    return found;
}

// Uses the algorithm of the certificate. Trying one algorithm after another would leave errors in OpenSSL's
// queue, from which Qt takes the reason of the next failure on this thread, even on another connection.
Outcome<QSslKey> privateKey(const QString &path, const QSslCertificate &certificate)
{
    const QString what = Tr::tr("client key");
    const Outcome<QByteArray> content = contentOf(what, path);
    if (!content)
        return content.failure();
    const QSslKey key(*content, certificate.publicKey().algorithm(), QSsl::Pem, QSsl::PrivateKey);
    if (key.isNull())
        return badFile(what, path,
                       Tr::tr("contains no key of the certificate's type, or one with a passphrase"));
    return key;
}

// The names in a certificate; without alternative names, its common name.
QString namesOf(const QSslCertificate &certificate)
{
    QStringList names;
    const auto alternatives = certificate.subjectAlternativeNames();
    for (auto it = alternatives.begin(); it != alternatives.end(); ++it)
        names << it.value();
    if (names.isEmpty())
        names = certificate.subjectInfo(QSslCertificate::CommonName);
    return names.isEmpty() ? QStringLiteral("no host") : names.join(Tr::tr(", ", "between names"));
}

} // namespace

Outcome<QSslConfiguration> tlsConfiguration(const TlsOptions &options)
{
    if (!QSslSocket::supportsSsl())
        return Failure{.kind = ErrorKind::Unsupported,
                       .text = Tr::tr("this Qt has no TLS support"),
                       .remedy = Tr::tr("install OpenSSL for Qt")};
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setPeerVerifyMode(options.verifyPeer ? QSslSocket::VerifyPeer : QSslSocket::VerifyNone);
    if (!options.caFile.isEmpty()) {
        const auto authorities = certificates(Tr::tr("CA file"), options.caFile);
        if (!authorities)
            return authorities.failure();
        configuration.setCaCertificates(*authorities);
    }
    if (options.certificateFile.isEmpty() != options.keyFile.isEmpty())
        return Failure{.kind = ErrorKind::BadInput,
                       .text = Tr::tr("a client certificate and its key are required together"),
                       .remedy = Tr::tr("set both, or neither")};
    if (!options.certificateFile.isEmpty()) {
        const auto chain = certificates(Tr::tr("client certificate"), options.certificateFile);
        if (!chain)
            return chain.failure();
        const Outcome<QSslKey> key = privateKey(options.keyFile, chain->first());
        if (!key)
            return key.failure();
        configuration.setLocalCertificateChain(*chain);
        configuration.setPrivateKey(*key);
    }
    return configuration;
}

Failure tlsFailure(const QList<QSslError> &errors, const QString &wantedName, const QString &detail)
{
    Failure failure{.kind = ErrorKind::TlsFailed};
    if (errors.isEmpty()) {
        failure.text = Tr::tr("TLS handshake failed: %1").arg(detail);
        failure.remedy = Tr::tr("check that the port uses TLS, and whether it requires a client certificate");
        return failure;
    }
    // Trust first: an untrusted certificate may claim any name.
    const auto distrust = std::find_if(errors.begin(), errors.end(), [](const QSslError &error) {
        return error.error() != QSslError::HostNameMismatch;
    });
    const QSslError &error = distrust != errors.end() ? *distrust : errors.first();
    switch (error.error()) {
    case QSslError::HostNameMismatch:
        failure.text = Tr::tr("the server's certificate is for %1, not %2")
                           .arg(namesOf(error.certificate()), wantedName);
        failure.remedy = Tr::tr("connect by that name, or set the name to check with sni=");
        break;
    case QSslError::CertificateExpired:
    case QSslError::CertificateNotYetValid:
        failure.text = Tr::tr("the server's certificate is valid only from %1 to %2")
                           .arg(error.certificate().effectiveDate().toString(Qt::ISODate),
                                error.certificate().expiryDate().toString(Qt::ISODate));
        failure.remedy = Tr::tr("renew it, or check this machine's clock");
        break;
    default:
        failure.text = Tr::tr("the server's certificate is not trusted: %1").arg(error.errorString());
        failure.remedy = Tr::tr("set the CA file with cacert=");
        break;
    }
    return failure;
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// TLS options to Qt's configuration, and TLS failures to words. Reads the files named there. Any thread.

#include "core/values/connection/connection.h"

#include <QSslConfiguration>
#include <QSslError>

namespace lockscope
{

// BadInput names the file that cannot be read or holds the wrong thing.
Outcome<QSslConfiguration> tlsConfiguration(const TlsOptions &options);

// errors: what the verification found; empty when the handshake failed otherwise, then detail says why.
Failure tlsFailure(const QList<QSslError> &errors, const QString &wantedName, const QString &detail);

} // namespace lockscope

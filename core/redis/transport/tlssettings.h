// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Converts TLS options for Qt, and TLS failures to words. Reads the files named in the options. Any thread.

#include "core/values/connection/connection.h"

#include <QSslConfiguration>
#include <QSslError>

namespace lockscope
{

// BadInput names the file that cannot be read or has the wrong content.
Outcome<QSslConfiguration> tlsConfiguration(const TlsOptions &options);

// errors: found by the verification; empty if the handshake failed otherwise, and detail says why.
Failure tlsFailure(const QList<QSslError> &errors, const QString &wantedName, const QString &detail);

} // namespace lockscope

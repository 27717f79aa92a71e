// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// redis-cli lines for a POSIX shell, pointed at one server. A password is never among them: redis-cli asks
// for it, or takes it from REDISCLI_AUTH. Pure, any thread.

#include "core/values/connection/connection.h"

#include <QStringList>

namespace lockscope
{

QString shellQuoted(const QString &word);
QString redisCli(const ConnectionSpec &spec); // "redis-cli -h … -p …"
// Lines that say just "redis-cli" would act on whatever listens on the local default port.
QStringList pointedAt(const ConnectionSpec &spec, const QStringList &lines);

} // namespace lockscope

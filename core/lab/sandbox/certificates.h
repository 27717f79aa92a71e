// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A throwaway authority for the sandbox, with a server and a client certificate, created with the openssl
// program. Valid for two days, for 127.0.0.1 and localhost. The files belong to the folder's owner.

#include "core/base/outcome.h"

#include <QString>

namespace lockscope
{

struct Certificates {
    QString authority{};
    QString server{};
    QString serverKey{};
    QString client{};
    QString clientKey{};
};

// Blocks while openssl runs, three times a few hundredths of a second.
Outcome<Certificates> makeCertificates(const QString &folder);

} // namespace lockscope

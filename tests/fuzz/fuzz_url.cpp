// SPDX-License-Identifier: GPL-3.0-or-later
// A connection as a URL.
#include "core/values/connection/profilefault.h"
#include "core/values/connection/rediscli.h"
#include "tests/fuzz/target.h"

namespace fuzz_url
{

using namespace lockscope;
using namespace lockscope::fuzz;

namespace
{

void forgetPasswords(ConnectionSpec &spec)
{
    spec.password.clear();
    spec.sentinel.password.clear();
    spec.proxy.password.clear();
    std::for_each(spec.members.begin(), spec.members.end(), forgetPasswords);
}

void readAsUrl(const QString &text)
{
    auto spec = parseConnectionUrl(text);
    if (!spec)
        return;
    const QString written = connectionUrl(*spec);
    auto again = parseConnectionUrl(written);
    demand(again.ok(), "a URL that was written can be read");
    forgetPasswords(*spec);
    demand(*again == *spec, "a URL is read as it was written, without passwords");
    demand(connectionUrl(*again) == written, "a URL is written in one way");
    faultOf(*spec);
    redisCli(*spec);
}

void run(const QByteArray &input)
{
    readAsUrl(QString::fromUtf8(input));
}

} // namespace

LOCKSCOPE_FUZZ_TARGET(url);

} // namespace fuzz_url

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/transport/transport.h"

#include "core/redis/transport/localtransport.h"
#include "core/redis/transport/tcptransport.h"
#include "core/redis/transport/tunnelentrance.h"

namespace lockscope
{

std::unique_ptr<Transport> makeTransport(const ConnectionSpec &spec)
{
    if (!spec.socketPath.isEmpty())
        return std::make_unique<LocalTransport>(spec);
    if (!spec.tunnel)
        return std::make_unique<TcpTransport>(spec);
    ConnectionSpec now = spec;
    now.proxy = spec.tunnel->proxy();
    return std::make_unique<TcpTransport>(now);
}

} // namespace lockscope

#include "moc_transport.cpp"

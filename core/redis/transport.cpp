// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/transport.h"

#include "core/redis/localtransport.h"
#include "core/redis/tcptransport.h"

namespace lockscope
{

std::unique_ptr<Transport> makeTransport(const ConnectionSpec &spec)
{
    if (!spec.socketPath.isEmpty())
        return std::make_unique<LocalTransport>(spec);
    return std::make_unique<TcpTransport>(spec);
}

} // namespace lockscope

#include "moc_transport.cpp"

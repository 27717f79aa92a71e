// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of CLIENT LIST and MONITOR, as a server may write them.
#include "core/engine/owners/clientlist.h"
#include "core/engine/owners/monitorline.h"
#include "tests/fuzz/target.h"

#include <QByteArrayList>

namespace fuzz_clients
{

using namespace lockscope;
using namespace lockscope::fuzz;

namespace
{

void demandWrittenAsRead(const MonitorLine &heard)
{
    QByteArray line = "1700000000.123456 [" + QByteArray::number(heard.db) + ' ' + heard.client + ']';
    for (const QByteArray &argument : heard.arguments)
        line += " \"" + monitorEscaped(argument) + '"';
    const auto again = readMonitorLine(line);
    demand(again && again->db == heard.db && again->client == heard.client &&
               again->arguments == heard.arguments,
           "a line is read as it was written");
}

void run(const QByteArray &input)
{
    for (const ClientSight &client : readClientList(input)) {
        demand(!client.address.isEmpty() && !client.address.contains(' ') && !client.address.contains('\n'),
               "a client has one address");
        demand(client.address.startsWith(client.host()), "the host is a part of the address");
    }
    MonitorEars ears({"lock:a"}, {{.id = {"owner"}}, {.id = {"6f96e4a5:61"}, .client = "6f96e4a5"}});
    for (const QByteArray &line : input.split('\n')) {
        ears.hear(line);
        if (const auto heard = readMonitorLine(line))
            demandWrittenAsRead(*heard);
    }
    demand(ears.named() <= ears.lines() && ears.learnt().size() <= 2, "no more is learnt than was asked");
}

} // namespace

LOCKSCOPE_FUZZ_TARGET(clients);

} // namespace fuzz_clients

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lists of addresses: as typed, and as shown. Pure; needs no GUI.

#include "core/values/connection/connection.h"

namespace lockscope::text
{

template<class T> struct TypedList {
    std::vector<T> values{};
    QString problem{}; // The first invalid entry; empty: none
};

// "host:port, [v6]:port"
QString addresses(const std::vector<Endpoint> &addresses);
TypedList<Endpoint> readAddresses(const QString &typed, quint16 usualPort);

// One per line: "announced:port = reached:port"; without a port, for every port.
QString addressRules(const std::vector<AddressRule> &rules);
TypedList<AddressRule> readAddressRules(const QString &typed);

// One URL per line, without passwords. known: members whose passwords are kept where the URL is the same.
QString members(const std::vector<ConnectionSpec> &members);
TypedList<ConnectionSpec> readMembers(const QString &typed, const std::vector<ConnectionSpec> &known);

} // namespace lockscope::text

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lists of addresses as a person types them, and as they are shown. Pure; GUI not needed.

#include "core/values/connection/connection.h"

namespace lockscope::text
{

template<class T> struct TypedList {
    std::vector<T> values{}; // those that can be read
    QString problem{};       // the first that cannot; empty: none
};

// "host:port, [v6]:port"
QString addresses(const std::vector<Endpoint> &addresses);
TypedList<Endpoint> readAddresses(const QString &typed, quint16 usualPort);

// One a line: "announced:port = reached:port"; without a port every port.
QString addressRules(const std::vector<AddressRule> &rules);
TypedList<AddressRule> readAddressRules(const QString &typed);

// One URL a line, without passwords. known: whose passwords stay, where the URL is the same.
QString members(const std::vector<ConnectionSpec> &members);
TypedList<ConnectionSpec> readMembers(const QString &typed, const std::vector<ConnectionSpec> &known);

} // namespace lockscope::text

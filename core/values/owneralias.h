// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace lockscope
{

// A name for the owners with ids that match a glob such as "8f3c*". A value; any thread.
struct OwnerAlias {
    QByteArray pattern{};
    QString name{};
    friend bool operator==(const OwnerAlias &, const OwnerAlias &) = default;
};

} // namespace lockscope

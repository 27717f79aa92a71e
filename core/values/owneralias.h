// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace lockscope
{

// A name for an owner: a glob over the bytes of its id, as in "8f3c*", and the name.
struct OwnerAlias {
    QByteArray pattern{};
    QString name{};
    friend bool operator==(const OwnerAlias &, const OwnerAlias &) = default;
};

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lock orders that were seen in both directions, in sentences, as JSON and as CSV. Pure; any thread.

#include "core/base/jsonwriter.h"
#include "core/history/orders/lockorders.h"

#include <QStringList>

namespace lockscope
{

// "lock:a, then lock:b: 12×, last at 14:05:03 by 1111…", and the opposite order.
QStringList inversionText(const Inversion &inversion);
// What that means; or, if there is none, what was seen, and what can be.
QString ordersText(const OrdersAnswer &answer);
QByteArray ordersJson(const OrdersAnswer &answer, JsonWriter::Layout layout);
QByteArray ordersCsv(const OrdersAnswer &answer);

} // namespace lockscope

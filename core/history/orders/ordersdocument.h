// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pairs of locks that were acquired in both orders, as sentences, JSON and CSV. Pure; any thread.

#include "core/base/jsonwriter.h"
#include "core/history/orders/lockorders.h"

#include <QStringList>

namespace lockscope
{

// "lock:a, then lock:b: 12×, last at 14:05:03 by 1111…", and the opposite order.
QStringList inversionText(const Inversion &inversion);
// What inversions mean; if there are none, how many orders were seen, and which can be seen.
QString ordersText(const OrdersAnswer &answer);
QByteArray ordersJson(const OrdersAnswer &answer, JsonWriter::Layout layout);
QByteArray ordersCsv(const OrdersAnswer &answer);

} // namespace lockscope

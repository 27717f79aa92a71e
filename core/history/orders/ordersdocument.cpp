// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/orders/ordersdocument.h"

#include "core/base/csv.h"
#include "core/base/tr.h"
#include "core/base/unixms.h"
#include "core/base/utctext.h"

#include <QDateTime>

namespace lockscope
{

namespace
{

QString lastText(WallTime at)
{
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(unixMs(at));
    return time.toString(time.date() == QDate::currentDate() ? QStringLiteral("HH:mm:ss")
                                                             : QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

QString orderText(const OrderSeen &order)
{
    return Tr::tr("%1, then %2: %3×, last at %4 by %5")
        .arg(escapedText(order.first.bytes), escapedText(order.second.bytes), QString::number(order.count),
             lastText(order.last), escapedText(order.owner.bytes));
}

QString neededText()
{
    return Tr::tr("An order is seen only with keyspace events, for locks whose owner ids name a thread, such "
                  "as Redisson's, and only if both are on the same server.");
}

void writeOrder(JsonWriter &json, const OrderSeen &order)
{
    json.beginObject();
    json.bytes("first", order.first.bytes);
    json.bytes("second", order.second.bytes);
    json.number("count", order.count);
    json.bytes("last_owner", order.owner.bytes);
    json.bytes("node", order.node.bytes);
    json.number("database", order.database);
    json.number("first_at", unixMs(order.began));
    json.number("last_at", unixMs(order.last));
    json.endObject();
}

} // namespace

QStringList inversionText(const Inversion &inversion)
{
    return {orderText(inversion.usual), orderText(inversion.opposite)};
}

QString ordersText(const OrdersAnswer &answer)
{
    if (answer.orders == 0)
        return Tr::tr("No lock order was seen. %1").arg(neededText());
    if (answer.inversions.empty())
        return Tr::tr("Lock orders seen: %1, none in both directions. %2")
            .arg(QString::number(answer.orders), neededText());
    const QString text =
        Tr::tr("Acquired in both orders: clients can deadlock if each waits for the other without a limit, "
               "unless another lock, held by both, excludes it.");
    return answer.truncated ? Tr::tr("%1 Only those seen last are listed.").arg(text) : text;
}

QByteArray ordersJson(const OrdersAnswer &answer, JsonWriter::Layout layout)
{
    JsonWriter json(layout);
    json.beginObject();
    json.number("orders", answer.orders);
    json.boolean("truncated", answer.truncated);
    json.name("inversions");
    json.beginArray();
    for (const Inversion &inversion : answer.inversions) {
        json.beginObject();
        json.text("text", inversionText(inversion).join(QStringLiteral("; ")));
        json.name("orders");
        json.beginArray();
        writeOrder(json, inversion.usual);
        writeOrder(json, inversion.opposite);
        json.endArray();
        json.endObject();
    }
    json.endArray();
    json.endObject();
    return json.take();
}

QByteArray ordersCsv(const OrdersAnswer &answer)
{
    QByteArray csv("first,second,count,first_at,last_at,last_owner,node,database\n");
    for (const Inversion &inversion : answer.inversions) {
        for (const OrderSeen &order : {inversion.usual, inversion.opposite})
            csv += csvLine({escapedText(order.first.bytes), escapedText(order.second.bytes),
                            QString::number(order.count), utcText(order.began), utcText(order.last),
                            escapedText(order.owner.bytes), escapedText(order.node.bytes),
                            QString::number(order.database)});
    }
    return csv;
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run/sharereceipt.h"

#include "app/cli/text/plaintext.h"
#include "core/base/unixms.h"
#include "core/history/compare/comparisontext.h"

#include <QLocale>

namespace lockscope::cli
{

namespace
{

const char *nameOf(ShareReceipt::Names names)
{
    switch (names) {
    case ShareReceipt::Names::Kept:
        return "kept";
    case ShareReceipt::Names::WereReplaced:
        return "were-replaced";
    case ShareReceipt::Names::Replaced:
        break;
    }
    return "replaced";
}

QString namesText(ShareReceipt::Names names)
{
    switch (names) {
    case ShareReceipt::Names::Kept:
        return QStringLiteral("names kept: it has the names of locks, owners and nodes");
    case ShareReceipt::Names::WereReplaced:
        return QStringLiteral("names: pseudonyms, as recorded");
    case ShareReceipt::Names::Replaced:
        break;
    }
    return QStringLiteral("names replaced by pseudonyms");
}

void writeReceipt(JsonWriter &json, const ShareReceipt &receipt)
{
    json.beginObject();
    json.text("file", receipt.file);
    json.number("from", unixMs(receipt.range.from));
    json.number("to", unixMs(receipt.range.to));
    json.number("recordings", qint64(receipt.recordings));
    json.number("events", receipt.events);
    json.number("locks", receipt.locks);
    json.number("bytes", receipt.bytes);
    json.text("names", QByteArrayView(nameOf(receipt.names)));
    json.boolean("minutes", receipt.hasMinutes);
    json.name("attached");
    json.beginArray();
    for (const QString &name : receipt.attached)
        json.text(name);
    json.endArray();
    json.endObject();
}

} // namespace

void printReceipt(Run *run, const ShareReceipt &receipt)
{
    Output &output = run->output;
    if (run->arguments.json) {
        JsonWriter json(output.documentLayout());
        writeReceipt(json, receipt);
        output.document(json.take() + '\n');
        return;
    }
    output.print(receipt.file);
    output.remark(QStringLiteral("%1: %2 of %3, %4")
                      .arg(rangeText(receipt.range), counted(receipt.events, QStringLiteral("event")),
                           counted(receipt.locks, QStringLiteral("lock")),
                           QLocale::c().formattedDataSize(receipt.bytes, 1, QLocale::DataSizeIecFormat)));
    output.remark(namesText(receipt.names));
    if (!receipt.hasMinutes)
        output.remark(QStringLiteral("without the figures by minute, which cover all locks"));
    if (!receipt.attached.isEmpty())
        output.remark(QStringLiteral("attached as saved, with names of locks: %1")
                          .arg(receipt.attached.join(QStringLiteral(", "))));
}

} // namespace lockscope::cli

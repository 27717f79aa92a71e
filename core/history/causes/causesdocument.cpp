// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/causes/causesdocument.h"

#include "core/base/csv.h"
#include "core/base/unixms.h"
#include "core/base/utctext.h"
#include "core/history/causes/causestext.h"

#include <cmath>

namespace lockscope
{

namespace
{

qint64 msOf(double seconds)
{
    return qint64(std::llround(seconds * 1000));
}

QString numberText(qint64 value)
{
    return QString::number(value);
}

QString waitedText(const WaitingCost &cost, double share)
{
    const auto length = cost.lengths.firmPercentile(share);
    return length ? numberText(length->count()) : QString();
}

void writeRange(JsonWriter &json, QByteArrayView name, const HistoryRange &range)
{
    json.name(name);
    json.beginObject();
    json.number("from", unixMs(range.from));
    json.number("to", unixMs(range.to));
    json.endObject();
}

// The holder may be unknown; a prefix may be empty.
void writeName(JsonWriter &json, const WaitingCost &cost, CostBy by)
{
    switch (by) {
    case CostBy::Lock:
        json.bytes("key", cost.name);
        if (!cost.kind.isEmpty())
            json.text("kind", QByteArrayView(cost.kind));
        if (!cost.worst.isEmpty())
            json.bytes("worst_client", cost.worst);
        break;
    case CostBy::Prefix:
        json.bytes("prefix", cost.name);
        json.bytes("worst_key", cost.worst);
        break;
    case CostBy::Client:
        if (!cost.name.isEmpty())
            json.bytes("client", cost.name);
        json.bytes("worst_key", cost.worst);
        break;
    }
}

void writeCost(JsonWriter &json, const WaitingCost &cost, CostBy by)
{
    json.beginObject();
    writeName(json, cost, by);
    json.number("waited_ms", msOf(cost.waited));
    json.number("waited_for_worst_ms", msOf(cost.waitedForWorst));
    json.number("max_waiters", cost.mostWaiters);
    if (by != CostBy::Lock)
        json.number("locks", cost.locks);
    json.number("holds", cost.holds);
    if (const auto median = cost.lengths.percentile(0.5))
        json.number("hold_p50_ms", median->count());
    if (const auto ninety = cost.lengths.percentile(0.9))
        json.number("hold_p90_ms", ninety->count());
    json.number("uncounted_ms", cost.uncounted.count());
    json.boolean("sampled", cost.sampled);
    json.endObject();
}

void writeChange(JsonWriter &json, const Change &change)
{
    json.beginObject();
    json.text("change", QByteArrayView(name(change.kind)));
    json.text("text", changeText(change));
    if (change.at)
        json.number("at", unixMs(*change.at));
    if (!change.key.isEmpty())
        json.bytes("key", change.key.bytes);
    if (!change.node.isEmpty())
        json.bytes("node", change.node.bytes);
    if (!change.other.isEmpty())
        json.bytes("previous_master", change.other.bytes);
    if (change.backAt)
        json.number("back_at", unixMs(*change.backAt));
    if (!change.code.isEmpty()) {
        json.text("level", QByteArrayView(name(change.level)));
        json.text("code", QByteArrayView(change.code));
    }
    if (!change.client.isEmpty()) {
        json.bytes("client", change.client);
        json.number("locks", change.locks);
    }
    if (change.kind == Change::Kind::HoldsGrew) {
        json.text("percentile", QByteArrayView(change.isNinety ? "p90" : "p50"));
        json.number("before_ms", change.lengthBefore.count());
        json.number("after_ms", change.lengthAfter.count());
    }
    if (change.kind == Change::Kind::HoldsGrew || change.kind == Change::Kind::RateRose)
        json.number("count_before", change.countBefore);
    if (change.countAfter > 0)
        json.number("count_after", change.countAfter);
    json.endObject();
}

} // namespace

const char *name(CostBy by)
{
    switch (by) {
    case CostBy::Lock:
        return "lock";
    case CostBy::Prefix:
        return "prefix";
    case CostBy::Client:
        break;
    }
    return "client";
}

const char *name(Change::Kind kind)
{
    switch (kind) {
    case Change::Kind::Failover:
        return "failover";
    case Change::Kind::Unreachable:
        return "unreachable";
    case Change::Kind::Gap:
        return "missed";
    case Change::Kind::Verdict:
        return "verdict";
    case Change::Kind::NewClient:
        return "new-client";
    case Change::Kind::HoldsGrew:
        return "holds-grew";
    case Change::Kind::RateRose:
        break;
    }
    return "rate-rose";
}

const std::vector<WaitingCost> &costsBy(const WaitingCosts &costs, CostBy by)
{
    return by == CostBy::Lock ? costs.locks : by == CostBy::Prefix ? costs.prefixes : costs.clients;
}

QByteArray costsCsv(const WaitingCosts &costs, CostBy by)
{
    QByteArray csv = QByteArray(name(by)) +
                     ",kind,waited_ms,max_waiters,locks,holds,hold_p50_ms,hold_p90_ms,worst,"
                     "waited_for_worst_ms,uncounted_ms,sight,from,to\n";
    for (const WaitingCost &cost : costsBy(costs, by))
        csv += csvLine({escapedText(cost.name), QString::fromLatin1(cost.kind), numberText(msOf(cost.waited)),
                        numberText(cost.mostWaiters), numberText(cost.locks), numberText(cost.holds),
                        waitedText(cost, 0.5), waitedText(cost, 0.9), escapedText(cost.worst),
                        numberText(msOf(cost.waitedForWorst)), numberText(cost.uncounted.count()),
                        cost.sampled ? QStringLiteral("sampled") : QStringLiteral("exact"),
                        utcText(costs.over.from), utcText(costs.over.to)});
    return csv;
}

QByteArray costsJson(const WaitingCosts &costs, CostBy by, JsonWriter::Layout layout)
{
    JsonWriter json(layout);
    json.beginObject();
    json.number("from", unixMs(costs.over.from));
    json.number("to", unixMs(costs.over.to));
    json.text("by", QByteArrayView(name(by)));
    if (!costs.isUnknown())
        json.number("waited_ms", msOf(costs.waited));
    json.number("unwatched_ms", costs.unwatched.count());
    json.number("unreachable_ms", costs.unreachable.count());
    json.number("missed", costs.gaps);
    json.boolean("truncated", costs.truncated);
    json.boolean("locks_truncated", costs.locksTruncated);
    if (costs.coveredFrom)
        json.number("covered_from", unixMs(*costs.coveredFrom));
    json.name("rows");
    json.beginArray();
    for (const WaitingCost &cost : costsBy(costs, by))
        writeCost(json, cost, by);
    json.endArray();
    json.endObject();
    return json.take();
}

QByteArray changesCsv(const Changes &changes)
{
    QByteArray csv("change,at,key,text\n");
    for (const Change &change : changes.changes)
        csv += csvLine({QString::fromLatin1(name(change.kind)), change.at ? utcText(*change.at) : QString(),
                        escapedText(change.key.bytes), changeText(change)});
    return csv;
}

QByteArray changesJson(const Changes &changes, JsonWriter::Layout layout)
{
    JsonWriter json(layout);
    json.beginObject();
    writeRange(json, "before", changes.before);
    writeRange(json, "after", changes.after);
    json.number("unwatched_before_ms", changes.unwatchedBefore.count());
    json.number("unwatched_after_ms", changes.unwatchedAfter.count());
    json.boolean("missed_before", changes.missedBefore);
    json.boolean("truncated", changes.truncated);
    if (changes.comparedFrom)
        json.number("compared_from", unixMs(*changes.comparedFrom));
    json.boolean("verdicts_truncated", changes.verdictsTruncated);
    json.name("changes");
    json.beginArray();
    for (const Change &change : changes.changes)
        writeChange(json, change);
    json.endArray();
    json.endObject();
    return json.take();
}

} // namespace lockscope

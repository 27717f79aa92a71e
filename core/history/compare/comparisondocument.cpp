// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/compare/comparisondocument.h"

#include "core/base/csv.h"
#include "core/base/unixms.h"
#include "core/history/compare/comparisontext.h"

#include <cmath>

namespace lockscope
{

namespace
{

// A figure of one side, with its name in documents. None: unknown.
struct Named {
    const char *name;
    std::optional<qint64> value;
    std::optional<Compared> tested{};
};

std::optional<qint64> msOf(const std::optional<milliseconds> &time)
{
    return time ? std::optional<qint64>(time->count()) : std::nullopt;
}

std::optional<qint64> msOf(const std::optional<double> &seconds)
{
    return seconds ? std::optional<qint64>(std::llround(*seconds * 1000)) : std::nullopt;
}

std::vector<Named> figuresOf(const StretchFigures &side, qint64 locks)
{
    return {{"locks", locks},
            {"holds", side.holds},
            {"hold_p50_ms", msOf(side.p50), Compared::Holds},
            {"hold_p90_ms", msOf(side.p90)},
            {"hold_p99_ms", msOf(side.p99)},
            {"hold_max_ms", msOf(side.longest)},
            {"holds_seen_in_part", side.partlySeen},
            {"seen_in_part_max_ms", msOf(side.longestPartlySeen)},
            {"acquired", side.acquired, Compared::Acquired},
            {"renewed", side.renewed},
            {"overdue", side.overdue, Compared::Overdue},
            {"expired", side.expired, Compared::Expired},
            {"forced", side.forced, Compared::Forced},
            {"waited_ms", msOf(side.waiterSeconds), Compared::Waiting},
            {"with_waiter_ms", msOf(side.waitedSeconds)},
            {"max_waiters", side.mostWaiters},
            {"wait_estimate_ms", locks > 1 ? std::nullopt : msOf(side.waitEstimate())},
            {"warning_ms", msOf(side.warningSeconds)},
            {"critical_ms", msOf(side.criticalSeconds)}};
}

const char *kindName(ComparedGroup::Kind kind)
{
    switch (kind) {
    case ComparedGroup::Kind::All:
        return "all";
    case ComparedGroup::Kind::Named:
        return "named";
    case ComparedGroup::Kind::Others:
        break;
    }
    return "others";
}

void writeStretch(JsonWriter &json, QByteArrayView name, const ComparedStretch &stretch)
{
    json.name(name);
    json.beginObject();
    json.text("file", stretch.file);
    json.number("from", unixMs(stretch.range.from));
    json.number("to", unixMs(stretch.range.to));
    json.number("recorded_from", unixMs(stretch.recorded.from));
    json.number("recorded_to", unixMs(stretch.recorded.to));
    json.number("watched_ms", stretch.watched.count());
    json.number("judged_ms", stretch.judged.count());
    json.number("missed", stretch.gaps);
    json.boolean("redacted", stretch.redacted);
    json.boolean("open_truncated", stretch.openTruncated);
    json.endObject();
}

void writeFigures(JsonWriter &json, QByteArrayView name, const StretchFigures &side, qint64 locks)
{
    json.name(name);
    json.beginObject();
    for (const Named &figure : figuresOf(side, locks)) {
        if (figure.value)
            json.number(figure.name, *figure.value);
    }
    json.boolean("sampled", side.sampled);
    json.endObject();
}

void writeDifference(JsonWriter &json, const Difference &difference)
{
    json.beginObject();
    json.text("what", QByteArrayView(name(difference.what)));
    json.text("finding", QByteArrayView(name(difference.finding)));
    if (difference.ratio)
        json.decimal("ratio", *difference.ratio);
    if (difference.interval) {
        json.decimal("ratio_from", difference.interval->from);
        json.decimal("ratio_to", difference.interval->to);
    }
    if (difference.finding == Significance::Chance || difference.finding == Significance::Significant)
        json.decimal("p", difference.p);
    json.endObject();
}

void writeGroup(JsonWriter &json, const ComparedGroup &group, CompareBy by)
{
    json.beginObject();
    json.text("group", QByteArrayView(kindName(group.kind)));
    if (group.kind == ComparedGroup::Kind::Named || !group.name.isEmpty())
        json.bytes(by == CompareBy::Lock ? "key" : "prefix", group.name);
    writeFigures(json, "before", group.before, group.locksBefore);
    writeFigures(json, "after", group.after, group.locksAfter);
    json.name("differences");
    json.beginArray();
    for (const Difference &difference : group.differences)
        writeDifference(json, difference);
    json.endArray();
    json.endObject();
}

QString numberText(const std::optional<qint64> &value)
{
    return value ? QString::number(*value) : QString();
}

QString numberText(double value)
{
    return QString::number(value, 'g', 6);
}

// Rates, and what is typical of the holds, are no figures of one side: lines of their own.
QStringList testedFields(const Difference &difference)
{
    QStringList fields(5);
    if (difference.ratio)
        fields[0] = numberText(*difference.ratio);
    if (difference.interval) {
        fields[1] = numberText(difference.interval->from);
        fields[2] = numberText(difference.interval->to);
    }
    if (difference.finding == Significance::Chance || difference.finding == Significance::Significant)
        fields[3] = numberText(difference.p);
    fields[4] = QString::fromLatin1(name(difference.finding));
    return fields;
}

} // namespace

QByteArray comparisonJson(const Comparison &comparison, JsonWriter::Layout layout)
{
    JsonWriter json(layout);
    json.beginObject();
    writeStretch(json, "before", comparison.before);
    writeStretch(json, "after", comparison.after);
    json.text("by", QByteArrayView(name(comparison.by)));
    json.text("names", QByteArrayView(name(comparison.names)));
    json.number("tests", comparison.tests);
    json.name("findings");
    json.beginArray();
    for (const QString &line : findingsText(comparison))
        json.text(line);
    json.endArray();
    json.name("groups");
    json.beginArray();
    for (const ComparedGroup *group : inOrder(comparison))
        writeGroup(json, *group, comparison.by);
    json.endArray();
    json.endObject();
    return json.take();
}

QByteArray comparisonCsv(const Comparison &comparison)
{
    QByteArray csv("group,name,figure,before,after,ratio,ratio_from,ratio_to,p,finding\n");
    csv += csvLine(QStringList{QStringLiteral("all"), QString(), QStringLiteral("watched_ms"),
                               QString::number(comparison.before.watched.count()),
                               QString::number(comparison.after.watched.count())} +
                   QStringList(5));
    for (const ComparedGroup *group : inOrder(comparison)) {
        const std::vector<Named> before = figuresOf(group->before, group->locksBefore);
        const std::vector<Named> after = figuresOf(group->after, group->locksAfter);
        for (size_t i = 0; i < before.size(); ++i) {
            const QStringList figure{QString::fromLatin1(kindName(group->kind)), escapedText(group->name),
                                     QString::fromLatin1(before[i].name), numberText(before[i].value),
                                     numberText(after[i].value)};
            csv += csvLine(figure + QStringList(5));
        }
        for (const Difference &difference : group->differences)
            csv += csvLine(QStringList{QString::fromLatin1(kindName(group->kind)), escapedText(group->name),
                                       QStringLiteral("test_%1").arg(QLatin1String(name(difference.what))),
                                       QString(), QString()} +
                           testedFields(difference));
    }
    return csv;
}

} // namespace lockscope

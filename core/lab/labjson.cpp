// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labjson.h"

#include "core/base/csv.h"
#include "core/base/unixms.h"

#include <QDateTime>
#include <QJsonArray>

namespace lockscope
{

namespace
{

double milli(microseconds time)
{
    return double(time.count()) / 1000;
}

double rounded(double value)
{
    return double(qRound64(value * 1000)) / 1000;
}

QString text(const QByteArray &bytes)
{
    return QString::fromUtf8(bytes);
}

const char *kindName(Parameter::Kind kind)
{
    switch (kind) {
    case Parameter::Kind::Count:
        return "count";
    case Parameter::Kind::Duration:
        return "duration";
    case Parameter::Kind::Share:
        return "share";
    case Parameter::Kind::Word:
        return "word";
    }
    return "";
}

QJsonObject toJson(const Parameter &parameter)
{
    QJsonObject json{{QStringLiteral("name"), text(parameter.name)},
                     {QStringLiteral("title"), parameter.title},
                     {QStringLiteral("kind"), QLatin1String(kindName(parameter.kind))},
                     {QStringLiteral("default"), text(parameter.standard)}};
    if (parameter.kind != Parameter::Kind::Word) {
        json[QStringLiteral("least")] = parameter.least;
        json[QStringLiteral("most")] = parameter.most;
        return json;
    }
    QJsonArray words;
    for (const QByteArray &word : parameter.words)
        words.append(text(word));
    json[QStringLiteral("words")] = words;
    return json;
}

QJsonObject toJson(const Spread &spread)
{
    return {
        {QStringLiteral("count"), spread.count},         {QStringLiteral("p50_ms"), milli(spread.p50)},
        {QStringLiteral("p90_ms"), milli(spread.p90)},   {QStringLiteral("p99_ms"), milli(spread.p99)},
        {QStringLiteral("p999_ms"), milli(spread.p999)}, {QStringLiteral("max_ms"), milli(spread.longest)}};
}

QJsonObject toJson(const LabArm &arm)
{
    const Figures &figures = arm.figures;
    const auto each = [&figures](qint64 sum) {
        return figures.cycles > 0 ? rounded(double(sum) / double(figures.cycles)) : 0;
    };
    QJsonObject json{
        {QStringLiteral("name"), text(arm.name)},
        {QStringLiteral("title"), arm.title},
        {QStringLiteral("lasted_ms"), qint64(figures.lasted.count())},
        {QStringLiteral("cycles"), figures.cycles},
        {QStringLiteral("cycles_per_second"), rounded(figures.perSecond())},
        {QStringLiteral("gave_up"), figures.gaveUp},
        {QStringLiteral("violations"), figures.violations},
        {QStringLiteral("most_inside"), figures.mostInside},
        {QStringLiteral("wait"), toJson(figures.wait)},
        {QStringLiteral("hold"), toJson(figures.hold)},
        {QStringLiteral("hand_over"), toJson(figures.handOver)},
        {QStringLiteral("overtaken"), figures.overtaken},
        {QStringLiteral("fairness"), rounded(figures.fairness)},
        {QStringLiteral("lock_free_ms"), qint64(figures.lockFree.count())},
        {QStringLiteral("commands_per_cycle"), each(figures.traffic.commands)},
        {QStringLiteral("bytes_per_cycle"), each(figures.traffic.bytes)},
    };
    QJsonObject counts;
    for (const Count &count : figures.counts)
        counts[text(count.name)] = count.value;
    json[QStringLiteral("counts")] = counts;
    return json;
}

QStringList csvOf(const Spread &spread)
{
    QStringList fields;
    for (const microseconds time : {spread.p50, spread.p90, spread.p99, spread.p999, spread.longest})
        fields += QString::number(milli(time), 'f', 3);
    return fields;
}

} // namespace

QJsonObject labToJson(const Scenario &scenario)
{
    QJsonArray parameters;
    for (const Parameter &parameter : scenario.parameters)
        parameters.append(toJson(parameter));
    return {{QStringLiteral("name"), text(scenario.name)},
            {QStringLiteral("title"), scenario.title},
            {QStringLiteral("text"), scenario.text},
            {QStringLiteral("sandbox_only"), scenario.place == Scenario::Place::SandboxOnly},
            {QStringLiteral("topology"), QLatin1String(name(scenario.topology))},
            {QStringLiteral("parameters"), parameters}};
}

QJsonObject labToJson(const LabPulse &pulse)
{
    QJsonArray steps;
    for (const LabStep &step : pulse.steps)
        steps.append(QJsonObject{{QStringLiteral("at_ms"), qint64(step.at.count())},
                                 {QStringLiteral("text"), step.text}});
    return {{QStringLiteral("arm"), text(pulse.arm)},
            {QStringLiteral("elapsed_ms"), qint64(pulse.elapsed.count())},
            {QStringLiteral("entries"), pulse.entries},
            {QStringLiteral("violations"), pulse.violations},
            {QStringLiteral("gave_up"), pulse.gaveUp},
            {QStringLiteral("inside"), pulse.inside},
            {QStringLiteral("waiting"), pulse.waiting},
            {QStringLiteral("steps"), steps}};
}

QJsonObject labToJson(const LabOutcome &outcome)
{
    QJsonObject parameters;
    for (const auto &[name, value] : outcome.values)
        parameters[text(name)] = text(value);
    QJsonArray arms;
    for (const LabArm &arm : outcome.arms)
        arms.append(toJson(arm));
    QJsonArray claims;
    for (const LabClaim &claim : outcome.claims)
        claims.append(QJsonObject{{QStringLiteral("text"), claim.text},
                                  {QStringLiteral("met"), claim.met},
                                  {QStringLiteral("evidence"), claim.evidence}});
    QJsonObject json{{QStringLiteral("scenario"), text(outcome.scenario)},
                     {QStringLiteral("title"), outcome.title},
                     {QStringLiteral("where"), outcome.where},
                     {QStringLiteral("seed"), qint64(outcome.seed)},
                     {QStringLiteral("at"), unixMs(outcome.began)},
                     {QStringLiteral("lasted_ms"), qint64(outcome.lasted.count())},
                     {QStringLiteral("parameters"), parameters},
                     {QStringLiteral("as_taught"), outcome.asTaught()},
                     {QStringLiteral("cancelled"), outcome.cancelled},
                     {QStringLiteral("claims"), claims},
                     {QStringLiteral("arms"), arms}};
    if (outcome.failure)
        json[QStringLiteral("error")] = outcome.failure->line();
    return json;
}

QByteArray labToCsv(const std::vector<LabOutcome> &outcomes)
{
    QStringList head{
        QStringLiteral("scenario"),     QStringLiteral("seed"),       QStringLiteral("arm"),
        QStringLiteral("lasted_ms"),    QStringLiteral("cycles"),     QStringLiteral("cycles_per_second"),
        QStringLiteral("gave_up"),      QStringLiteral("violations"), QStringLiteral("fairness"),
        QStringLiteral("lock_free_ms"), QStringLiteral("commands"),   QStringLiteral("bytes")};
    for (const char *what : {"wait", "hold", "hand_over"}) {
        for (const char *which : {"p50", "p90", "p99", "p999", "max"})
            head += QStringLiteral("%1_%2_ms").arg(QLatin1String(what), QLatin1String(which));
    }
    head += QStringLiteral("counts");
    QByteArray csv = csvLine(head);
    for (const LabOutcome &outcome : outcomes) {
        for (const LabArm &arm : outcome.arms) {
            const Figures &figures = arm.figures;
            QStringList row{text(outcome.scenario),
                            QString::number(outcome.seed),
                            text(arm.name),
                            QString::number(figures.lasted.count()),
                            QString::number(figures.cycles),
                            QString::number(figures.perSecond(), 'f', 1),
                            QString::number(figures.gaveUp),
                            QString::number(figures.violations),
                            QString::number(figures.fairness, 'f', 3),
                            QString::number(figures.lockFree.count()),
                            QString::number(figures.traffic.commands),
                            QString::number(figures.traffic.bytes)};
            row += csvOf(figures.wait) + csvOf(figures.hold) + csvOf(figures.handOver);
            QStringList counts;
            for (const Count &count : figures.counts)
                counts += QStringLiteral("%1=%2").arg(text(count.name)).arg(count.value);
            row += counts.join(u' ');
            csv += csvLine(row);
        }
    }
    return csv;
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/workers/workload.h"

#include <cmath>

namespace lockscope
{

namespace
{

QString base64(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toBase64());
}

QByteArray bytesOf(const QJsonValue &value)
{
    return QByteArray::fromBase64(value.toString().toLatin1());
}

QJsonObject toJson(const Spell &spell)
{
    return {{QStringLiteral("shape"), int(spell.shape)},
            {QStringLiteral("mean"), qint64(spell.mean.count())}};
}

Spell spellFrom(const QJsonValue &value)
{
    return {Spell::Shape(value[QStringLiteral("shape")].toInt()),
            milliseconds(value[QStringLiteral("mean")].toInteger())};
}

} // namespace

milliseconds Spell::draw(QRandomGenerator &random) const
{
    double share = 1;
    if (shape == Shape::Uniform)
        share = 2 * random.generateDouble();
    else if (shape == Shape::Exponential)
        share = std::min(10.0, -std::log(1 - random.generateDouble()));
    return milliseconds(qint64(std::llround(share * double(mean.count()))));
}

QList<QByteArray> spellShapes()
{
    return {"fixed", "uniform", "exponential"};
}

Spell spellOf(const QByteArray &shape, milliseconds mean)
{
    return {Spell::Shape(std::max<qsizetype>(0, spellShapes().indexOf(shape))), mean};
}

QJsonObject workloadToJson(const Workload &job)
{
    QJsonObject json{
        {QStringLiteral("key"), base64(job.key.bytes)},
        {QStringLiteral("guard"), QString::fromLatin1(job.guard)},
        {QStringLiteral("pause"), qint64(job.pause.count())},
        {QStringLiteral("mode"), int(job.mode)},
        {QStringLiteral("part"), base64(job.part)},
        {QStringLiteral("everyNode"), job.everyNode},
        {QStringLiteral("lease"), qint64(job.lease.count())},
        {QStringLiteral("wait"), qint64(job.wait.count())},
        {QStringLiteral("watchdog"), job.watchdog},
        {QStringLiteral("depth"), job.depth},
        {QStringLiteral("workers"), job.workers},
        {QStringLiteral("firstWorker"), job.firstWorker},
        {QStringLiteral("work"), int(job.work)},
        {QStringLiteral("stock"), base64(job.stock.bytes)},
        {QStringLiteral("resource"), base64(job.resource.bytes)},
        {QStringLiteral("kept"), qint64(job.kept.count())},
        {QStringLiteral("fenced"), job.fenced},
        {QStringLiteral("hold"), toJson(job.hold)},
        {QStringLiteral("think"), toJson(job.think)},
        {QStringLiteral("every"), qint64(job.every.count())},
        {QStringLiteral("crashes"), job.crashes},
        {QStringLiteral("standStill"), int(job.standStill)},
        {QStringLiteral("seed"), QString::number(job.seed)},
    };
    if (job.rounds)
        json[QStringLiteral("rounds")] = *job.rounds;
    if (job.lasting)
        json[QStringLiteral("lasting")] = qint64(job.lasting->count());
    return json;
}

Workload workloadFromJson(const QJsonObject &json)
{
    const auto time = [&json](const char *name) {
        return milliseconds(json[QLatin1String(name)].toInteger());
    };
    Workload job{
        .key = {bytesOf(json[QStringLiteral("key")])},
        .guard = json[QStringLiteral("guard")].toString().toLatin1(),
        .pause = time("pause"),
        .mode = HoldMode(json[QStringLiteral("mode")].toInt()),
        .part = bytesOf(json[QStringLiteral("part")]),
        .everyNode = json[QStringLiteral("everyNode")].toBool(),
        .lease = time("lease"),
        .wait = time("wait"),
        .watchdog = json[QStringLiteral("watchdog")].toBool(),
        .depth = json[QStringLiteral("depth")].toInt(),
        .workers = json[QStringLiteral("workers")].toInt(),
        .firstWorker = json[QStringLiteral("firstWorker")].toInt(),
        .work = Workload::Work(json[QStringLiteral("work")].toInt()),
        .stock = {bytesOf(json[QStringLiteral("stock")])},
        .resource = {bytesOf(json[QStringLiteral("resource")])},
        .kept = time("kept"),
        .fenced = json[QStringLiteral("fenced")].toBool(),
        .hold = spellFrom(json[QStringLiteral("hold")]),
        .think = spellFrom(json[QStringLiteral("think")]),
        .every = time("every"),
        .crashes = json[QStringLiteral("crashes")].toDouble(),
        .standStill = Workload::StandStill(json[QStringLiteral("standStill")].toInt()),
        .seed = json[QStringLiteral("seed")].toString().toULongLong(),
    };
    if (json.contains(QStringLiteral("rounds")))
        job.rounds = json[QStringLiteral("rounds")].toInt();
    if (json.contains(QStringLiteral("lasting")))
        job.lasting = time("lasting");
    return job;
}

} // namespace lockscope

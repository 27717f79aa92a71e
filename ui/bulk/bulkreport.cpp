// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bulk/bulkreport.h"

#include "core/base/csv.h"
#include "core/base/tr.h"
#include "core/base/utctext.h"
#include "ui/text/format.h"
#include "ui/text/holdertext.h"
#include "ui/text/receipttext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockscope
{

namespace
{

using Row = BulkRun::Row;
using State = BulkRun::State;

QString changeSentence(const Row &row)
{
    const ShownLock &watch = row.watch;
    if (watch.gone())
        return watch.goneText();
    if (watch.freed())
        return Tr::tr("Changed: no longer held");
    if (watch.ownerChanged())
        return Tr::tr("Changed: now held by %1; refresh").arg(text::holding(*watch.lock()));
    if (watch.countChanged())
        return Tr::tr("Changed: now %Ln hold(s); refresh", nullptr, int(watch.lock()->count()));
    if (watch.retaken())
        return Tr::tr("Changed: released and acquired again by its owner; refresh");
    if (watch.deadlineMoved())
        return Tr::tr("Changed: renewed or acquired again by its owner; refresh");
    return Tr::tr("Changed: a client is using it; refresh");
}

QString waitersClause(const Lock &lock)
{
    const qint64 waiting = lock.waiters.subscribed.value_or(0);
    return waiting > 0 ? Tr::tr("; wakes %Ln client(s)", nullptr, int(waiting)) : QString();
}

QString forecast(const BulkRun &series, const Lock &lock)
{
    switch (series.act()) {
    case ActKind::Wake: {
        const qint64 waiting = lock.waiters.subscribed.value_or(0);
        return waiting > 0 ? Tr::tr("Tells %Ln client(s) to retry", nullptr, int(waiting))
                           : Tr::tr("Sends the message; no known listener");
    }
    case ActKind::SetExpiry:
        return lock.expiresAt ? Tr::tr("Expires in %1 at the latest, if the owner is unchanged")
                                    .arg(text::duration(series.lease().value_or(milliseconds(0))))
                              : Tr::tr("Expires in %1 instead of never, if the owner is unchanged")
                                    .arg(text::duration(series.lease().value_or(milliseconds(0))));
    case ActKind::ForceRelease:
        return Tr::tr("Released by force, if the owner is unchanged") + waitersClause(lock);
    case ActKind::Acquire:
    case ActKind::Renew:
    case ActKind::Release:
    case ActKind::RemoveShare:
        break;
    }
    return {};
}

QString resultSentence(const Receipt &receipt, const Kinds &kinds)
{
    if (receipt.result == ActResult::OwnerChanged)
        return receipt.foundOwner
                   ? Tr::tr("Skipped: now held by %1").arg(text::ownerFull(*receipt.foundOwner))
                   : Tr::tr("Skipped: changed since it was shown");
    if (receipt.result == ActResult::Refused)
        return Tr::tr("Refused: %1").arg(text::failure(receipt.failure));
    if (receipt.result == ActResult::Unknown)
        return Tr::tr("Unknown: %1").arg(text::failure(receipt.failure));
    QString sentence = receiptHeadline(receipt, kinds);
    if (receipt.result == ActResult::Done && receipt.woken > 0 && receipt.act == ActKind::ForceRelease)
        sentence += Tr::tr("; woke %Ln client(s)", nullptr, int(receipt.woken));
    if (receipt.result == ActResult::Done && receipt.act == ActKind::ForceRelease && receipt.foundOwner)
        sentence += Tr::tr("; now held by %1").arg(text::ownerFull(*receipt.foundOwner));
    return sentence;
}

QString ownersOf(const Lock &lock)
{
    QStringList owners;
    for (const Holder &holder : lock.holders)
        owners << escapedText(holder.id.bytes);
    return owners.join(u' ');
}

QString ttlOf(const Lock &lock)
{
    const auto left = text::ttlLeft(lock, lock.readAt);
    return left ? QString::number(left->count()) : QString();
}

QString whyOf(const Row &row)
{
    return row.receipt ? row.receipt->failure.text : row.why;
}

QString cell(QString text)
{
    return text.replace(u'\\', QLatin1String("\\\\"))
        .replace(u'|', QLatin1String("\\|"))
        .replace(u'`', u'\'');
}

// A line break would end the comment and start a command.
QString comment(QString text)
{
    return QLatin1String("# ") + text.replace(u'\n', u' ').replace(u'\r', u' ');
}

} // namespace

VerdictLevel bulkLevel(const BulkRun &series, const Row &row)
{
    if (row.receipt)
        return receiptLevel(*row.receipt);
    if (row.state == State::Ready && row.isChanged(series.act()))
        return VerdictLevel::Warning;
    return VerdictLevel::Info;
}

QString bulkSentence(const BulkRun &series, const Row &row, const Kinds &kinds)
{
    if (row.receipt)
        return resultSentence(*row.receipt, kinds);
    const bool isOver = series.phase() == BulkRun::Phase::Ended;
    switch (row.state) {
    case State::Waiting:
    case State::Planning:
        return isOver ? Tr::tr("Not tried: %1").arg(row.why) : Tr::tr("Checking…");
    case State::LeftOut:
        return Tr::tr("Excluded: %1").arg(row.why);
    case State::Running:
        return Tr::tr("Waiting for the server");
    case State::Ready:
    case State::Answered:
        break;
    }
    if (isOver)
        return Tr::tr("Not tried: %1").arg(row.why);
    return row.isChanged(series.act()) ? changeSentence(row) : forecast(series, *row.shown);
}

QString seriesOutcomeWord(SeriesOutcome outcome)
{
    switch (outcome) {
    case SeriesOutcome::Done:
        return Tr::tr("done");
    case SeriesOutcome::OwnerChanged:
        return Tr::tr("with another owner");
    case SeriesOutcome::AlreadyGone:
        return Tr::tr("already gone");
    case SeriesOutcome::Refused:
        return Tr::tr("refused");
    case SeriesOutcome::Unknown:
        return Tr::tr("unknown");
    case SeriesOutcome::NotTried:
        return Tr::tr("not tried");
    case SeriesOutcome::LeftOut:
        return Tr::tr("excluded");
    }
    return {};
}

QString seriesSummary(const BulkRun &series)
{
    const BulkRun::Counts counts = series.counts();
    QStringList parts;
    for (int i = 0; i < SeriesOutcomes; ++i) {
        if (counts[size_t(i)] > 0)
            parts << Tr::tr("%1 %2", "how many, and what came of them")
                         .arg(text::number(counts[size_t(i)]), seriesOutcomeWord(SeriesOutcome(i)));
    }
    return parts.join(QStringLiteral(" · "));
}

QByteArray bulkCsv(const BulkRun &series, const Kinds &kinds)
{
    QByteArray csv = csvLine({QStringLiteral("key"), QStringLiteral("kind"), QStringLiteral("node"),
                              QStringLiteral("owner"), QStringLiteral("count"), QStringLiteral("ttl_ms"),
                              QStringLiteral("verdict"), QStringLiteral("act"), QStringLiteral("result"),
                              QStringLiteral("found_owner"), QStringLiteral("woken"), QStringLiteral("why"),
                              QStringLiteral("at"), QStringLiteral("text")});
    for (const Row &row : series.rows()) {
        const Lock &lock = *row.shown;
        const auto &receipt = row.receipt;
        csv += csvLine({escapedText(lock.key.bytes), Kinds::name(lock.kind), escapedText(lock.node.bytes),
                        ownersOf(lock), QString::number(lock.count()), ttlOf(lock),
                        QString::fromUtf8(lock.verdict.code.data(), qsizetype(lock.verdict.code.size())),
                        QLatin1String(name(series.act())), QLatin1String(name(series.outcomeOf(row))),
                        receipt && receipt->foundOwner ? escapedText(receipt->foundOwner->bytes) : QString(),
                        receipt ? QString::number(receipt->woken) : QString(), whyOf(row),
                        receipt ? utcText(receipt->at) : QString(), bulkSentence(series, row, kinds)});
    }
    return csv;
}

namespace
{

QJsonObject rowJson(const BulkRun &series, const Row &row, const Kinds &kinds)
{
    const Lock &lock = *row.shown;
    QJsonArray owners;
    for (const Holder &holder : lock.holders)
        owners.append(QJsonObject{{QStringLiteral("id"), escapedText(holder.id.bytes)},
                                  {QStringLiteral("count"), holder.count},
                                  {QStringLiteral("mode"), QLatin1String(name(holder.mode))}});
    QJsonObject object{{QStringLiteral("key"), escapedText(lock.key.bytes)},
                       {QStringLiteral("kind"), Kinds::name(lock.kind)},
                       {QStringLiteral("node"), escapedText(lock.node.bytes)},
                       {QStringLiteral("expected"), owners},
                       {QStringLiteral("ticked"), row.ticked},
                       {QStringLiteral("result"), QLatin1String(name(series.outcomeOf(row)))},
                       {QStringLiteral("text"), bulkSentence(series, row, kinds)}};
    if (const QString why = whyOf(row); !why.isEmpty())
        object.insert(QStringLiteral("why"), why);
    if (!row.receipt)
        return object;
    object.insert(QStringLiteral("at"), unixMs(row.receipt->at));
    object.insert(QStringLiteral("woken"), row.receipt->woken);
    if (row.receipt->foundOwner)
        object.insert(QStringLiteral("found_owner"), escapedText(row.receipt->foundOwner->bytes));
    return object;
}

} // namespace

QByteArray bulkJson(const BulkRun &series, const BulkNote &note, const Kinds &kinds)
{
    QJsonArray rows;
    for (const Row &row : series.rows())
        rows.append(rowJson(series, row, kinds));
    QJsonObject counts;
    for (int i = 0; i < SeriesOutcomes; ++i)
        counts.insert(QLatin1String(name(SeriesOutcome(i))), series.counts()[size_t(i)]);
    const QJsonObject document{{QStringLiteral("act"), QLatin1String(name(series.act()))},
                               {QStringLiteral("profile"), text::connection(series.spec())},
                               {QStringLiteral("at"), unixMs(note.at)},
                               {QStringLiteral("reason"), note.reason},
                               {QStringLiteral("counts"), counts},
                               {QStringLiteral("locks"), rows}};
    return QJsonDocument(document).toJson();
}

QString bulkMarkdown(const BulkRun &series, const BulkNote &note, const Kinds &kinds)
{
    QStringList lines;
    lines << QStringLiteral("## ") + Tr::tr("%1: %Ln lock(s) of %2", nullptr, int(series.rows().size()))
                                         .arg(text::act(series.act()), text::connection(series.spec()));
    lines << QString() << Tr::tr("- time: %1").arg(utcText(note.at));
    lines << Tr::tr("- reason: %1").arg(note.reason.isEmpty() ? Tr::tr("not given") : note.reason);
    lines << Tr::tr("- result: %1").arg(seriesSummary(series)) << QString();
    lines << Tr::tr("| lock | owner as shown | result | details |")
          << QStringLiteral("| --- | --- | --- | --- |");
    for (const Row &row : series.rows())
        lines << QStringLiteral("| `%1` | `%2` | %3 | %4 |")
                     .arg(cell(text::key(row.shown->key)), cell(text::holding(*row.shown)),
                          cell(seriesOutcomeWord(series.outcomeOf(row))),
                          cell(bulkSentence(series, row, kinds)));
    return lines.join(u'\n') + u'\n';
}

QByteArray bulkScript(const BulkRun &series, const BulkNote &note)
{
    QStringList lines{QStringLiteral("#!/bin/sh")};
    lines << comment(Tr::tr("%1, planned by Lockscope for %2 at %3")
                         .arg(text::act(series.act()), text::connection(series.spec()), utcText(note.at)));
    if (!note.reason.isEmpty())
        lines << comment(Tr::tr("Reason: %1").arg(note.reason));
    lines << comment(series.act() == ActKind::Wake
                         ? Tr::tr("Sends messages and changes no key.")
                         : Tr::tr("Each line compares the owner: a lock with another owner is not changed."));
    lines << comment(Tr::tr("Contains no password: redis-cli reads it from REDISCLI_AUTH."));
    const qsizetype head = lines.size();
    int number = 0;
    for (const Row &row : series.rows()) {
        const QString key = text::key(row.shown->key);
        if (row.state == State::LeftOut) {
            lines << QString() << comment(Tr::tr("excluded: %1: %2").arg(key, row.why));
            continue;
        }
        if (!row.ticked || !row.plan)
            continue;
        if (row.isChanged(series.act())) { // Left out as in the window, until the user has reviewed it
            lines << QString() << comment(Tr::tr("changed since: %1: %2").arg(key, changeSentence(row)));
            continue;
        }
        lines << QString()
              << comment(Tr::tr("%1. %2, held by %3, TTL %4")
                             .arg(QString::number(++number), key, text::holding(*row.shown),
                                  text::ttl(text::ttlLeft(*row.shown, row.shown->readAt))))
              << row.plan->commands;
    }
    lines.insert(head, comment(Tr::tr("%Ln lock(s).", nullptr, number)));
    return (lines.join(u'\n') + u'\n').toUtf8();
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/format.h"

#include "core/base/tr.h"
#include "core/engine/verdicts/verdictevidence.h"
#include "ui/text/holdertext.h"

#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <limits>

namespace lockscope::text
{

namespace
{

constexpr qsizetype ShortOwner = 20;

QDateTime local(WallTime at)
{
    return QDateTime::fromMSecsSinceEpoch(
        std::chrono::duration_cast<milliseconds>(at.time_since_epoch()).count());
}

bool isUuid(QStringView text)
{
    if (text.size() != 36)
        return false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char16_t c = text[i].unicode();
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        const bool hex = (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f') || (c >= u'A' && c <= u'F');
        if (dash ? c != u'-' : !hex)
            return false;
    }
    return true;
}

// Cut, never rounded up.
QString secondsText(qint64 ms, int decimals)
{
    const double seconds = decimals == 0 ? double(ms / 1000) : double(ms / 100) / 10.0;
    return Tr::tr("%1 s").arg(QLocale().toString(seconds, 'f', decimals));
}

QString twoUnits(const QString &large, qint64 one, const QString &small, qint64 other)
{
    return other == 0 ? large.arg(text::number(one))
                      : large.arg(text::number(one)) + u' ' + small.arg(text::number(other));
}

// The short form of the language, but with as many digits each day: dates line up in columns. Without a
// language, or with words in it, as ISO 8601 has it.
QString shortDate(const QLocale &locale)
{
    static const QRegularExpression parts(QStringLiteral("^(?:(?:y+|M{1,2}|d{1,2})[^\\w']{0,2}){3}$"));
    QString form = locale.dateFormat(QLocale::ShortFormat);
    if (locale.language() == QLocale::C || !parts.match(form).hasMatch())
        return QStringLiteral("yyyy-MM-dd");
    for (const char part : {'y', 'M', 'd'}) {
        const QRegularExpression digits(QLatin1Char(part) + QStringLiteral("+"));
        form.replace(digits, QString(part == 'y' ? 4 : 2, QLatin1Char(part)));
    }
    return form;
}

bool isRandomToken(QStringView text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) {
        return c.isLetterOrNumber() || c == u'+' || c == u'/' || c == u'=' || c == u'-';
    });
}

} // namespace

QString bytes(const QByteArray &bytes)
{
    return escapedText(bytes);
}

QString key(const LockName &key)
{
    return escapedText(key.bytes);
}

QString node(const NodeId &node)
{
    return escapedText(node.bytes);
}

QString connection(const ConnectionSpec &spec)
{
    if (!spec.name.isEmpty())
        return spec.name;
    if (spec.topology == Topology::Sentinel && !spec.sentinel.masterName.isEmpty())
        return Tr::tr("%1 at %2", "name of a master, address of a sentinel")
            .arg(spec.sentinel.masterName, node(spec.node()));
    if (spec.members.empty())
        return node(spec.node());
    const QString first = node(spec.members.front().node());
    return spec.members.size() == 1
               ? first
               : QStringLiteral("%1 +%2").arg(first, number(qint64(spec.members.size()) - 1));
}

QString owner(const OwnerId &owner)
{
    if (owner.isEmpty())
        return ownerFull(owner);
    const QString full = escapedText(owner.bytes);
    // uuid:thread: the thread tells two holders of one process apart, so it stays.
    if (full.size() > 36 && full[36] == u':' && isUuid(QStringView(full).left(36)))
        return full.left(8) + u'…' + full.mid(36).left(16);
    if (full.size() <= ShortOwner)
        return full;
    if (isRandomToken(full))
        return full.left(8) + u'…';
    return full.left(8) + u'…' + full.right(10);
}

QString ownerShortest(const OwnerId &owner)
{
    constexpr int Most = 9;
    const QString name = text::owner(owner);
    return name.size() > Most ? name.left(4) + u'…' + name.mid(name.indexOf(u'…') + 1).right(4) : name;
}

QString ownerFull(const OwnerId &owner)
{
    return owner.isEmpty() ? Tr::tr("not recorded") : escapedText(owner.bytes);
}

QString number(qint64 value)
{
    return QLocale().toString(value);
}

QString waiterCount(const WaiterCount &count)
{
    switch (count.bound()) {
    case WaiterCount::Bound::Exact:
        return number(count.figure());
    case WaiterCount::Bound::AtLeast:
        return QStringLiteral("≥ ") + number(count.figure());
    case WaiterCount::Bound::AtMost:
        return QStringLiteral("≤ ") + number(count.figure());
    case WaiterCount::Bound::Unknown:
        break;
    }
    return QStringLiteral("—");
}

QString waiterSum(const LockTotals &totals)
{
    const QString sum = number(totals.waiters);
    return totals.waiterCount().isExact() ? sum : QStringLiteral("≥ ") + sum;
}

QString clauses(const QStringList &parts)
{
    return parts.join(Tr::tr(", ", "between clauses"));
}

QString sentences(const QStringList &parts)
{
    return parts.join(Tr::tr(". ", "between sentences"));
}

QString names(const QStringList &parts)
{
    return parts.join(Tr::tr(", ", "between names"));
}

QString unbroken(QString text)
{
    static const QRegularExpression space(
        QStringLiteral("(?<=\\d) (?=(?:ms|s|min|h|d|毫秒|秒|分|小时|天)(?![A-Za-z0-9_-]))"),
        QRegularExpression::UseUnicodePropertiesOption);
    static const QRegularExpression atLeast(QStringLiteral("(?<=[≥≤≈]) (?=\\d)"));
    return text.replace(space, QStringLiteral("\u00a0")).replace(atLeast, QStringLiteral("\u00a0"));
}

QString duration(milliseconds duration, Units units)
{
    const int small = units == Units::Both ? 1 : 0;
    qint64 ms = std::max<qint64>(0, duration.count());
    if (ms < 1000)
        return Tr::tr("%1 ms").arg(number(ms));
    // A lease of 30 s is read as 29.998 s.
    if (ms < 60'000)
        ms = (ms + 50) / 100 * 100;
    const qint64 seconds = ms / 1000;
    if (seconds < 60)
        return secondsText(ms, ms % 1000 == 0 ? 0 : 1);
    if (seconds < 3600)
        return twoUnits(Tr::tr("%1 min"), seconds / 60, Tr::tr("%1 s"), small * (seconds % 60));
    if (seconds < 86'400)
        return twoUnits(Tr::tr("%1 h"), seconds / 3600, Tr::tr("%1 min"), small * (seconds % 3600 / 60));
    if (seconds < 10 * 86'400)
        return twoUnits(Tr::tr("%1 d"), seconds / 86'400, Tr::tr("%1 h"), small * (seconds % 86'400 / 3600));
    constexpr qint64 VeryLong = 36'000; // an expiry beyond that is only known to be later
    if (seconds > VeryLong * 86'400)
        return Tr::tr("over %1 d").arg(number(VeryLong));
    return Tr::tr("%1 d").arg(number(seconds / 86'400));
}

QString ttl(std::optional<milliseconds> left, Units units)
{
    if (!left)
        return Tr::tr("no expiry");
    if (left->count() <= 0)
        return Tr::tr("expired");
    // A countdown keeps its decimal, else its width would jump.
    if (*left >= std::chrono::seconds(1) && *left < std::chrono::minutes(1))
        return secondsText(left->count(), 1);
    return duration(*left, units);
}

QString ago(milliseconds age)
{
    if (age < std::chrono::seconds(1))
        return Tr::tr("just now");
    if (age < std::chrono::minutes(1))
        return Tr::tr("%1 ago").arg(secondsText(age.count(), 0));
    return Tr::tr("%1 ago").arg(duration(age));
}

namespace
{

QString ownedTime(const Lock &lock, Instant now, Units units)
{
    // Truncated, as in the sentence of the verdict.
    const qint64 age = millisecondsBetween(lock.heldSince, lock.knownUntil(shownAt(lock, now))).count();
    const bool isExact = lock.isOneHold() && !lock.heldIsLowerBound && !lock.isLastKnown();
    if (age == 0)
        return isExact ? Tr::tr("< 1 s") : Tr::tr("0 s");
    return duration(milliseconds(age < 60'000 && age > 1000 ? age / 100 * 100 : age), units);
}

// "At least 0 s"
bool saysNothing(milliseconds length, bool isAtLeast)
{
    return isAtLeast && length < milliseconds(1000);
}

} // namespace

QString heldTime(const Lock &lock, Instant now, Units units)
{
    const QString time = ownedTime(lock, now, units);
    return lock.heldIsLowerBound || lock.isLastKnown() ? QStringLiteral("≥ ") + time : time;
}

bool isHeldTimeKnown(const Lock &lock, Instant now)
{
    return lockscope::isHeldTimeKnown(lock, shownAt(lock, now));
}

QString held(const Lock &lock, Instant now, Units units)
{
    if (!lock.held())
        return {};
    if (lock.lacksMajority() || !text::isHeldTimeKnown(lock, now))
        return QStringLiteral("—");
    return lock.isOneHold() ? heldTime(lock, now, units) : ownedTime(lock, now, units) + QStringLiteral(" ?");
}

QString heldFor(const QString &length)
{
    return length == u"—" ? Tr::tr("held") : Tr::tr("held for %1").arg(length);
}

QString heldLength(milliseconds length, bool isAtLeast)
{
    if (saysNothing(length, isAtLeast))
        return QStringLiteral("—");
    return isAtLeast ? QStringLiteral("≥ ") + duration(length) : duration(length);
}

Instant shownAt(const Lock &lock, Instant now)
{
    return std::max(Instant(std::chrono::floor<std::chrono::seconds>(now)), lock.readAt);
}

QString clockTime(WallTime at)
{
    return local(at).toString(QStringLiteral("HH:mm:ss"));
}

QString timeOfDay(WallTime at)
{
    return local(at).toString(QStringLiteral("HH:mm:ss.zzz"));
}

QString timeToTheSecond(WallTime at)
{
    return local(at).toString(QStringLiteral("HH:mm:ss"));
}

QString dateForm(bool withYear)
{
    static QLocale of;
    static QString whole = shortDate(of);
    if (of != QLocale()) {
        of = QLocale();
        whole = shortDate(of);
    }
    static const QRegularExpression year(QStringLiteral("^y+\\W+|\\W+y+\\W*$"));
    return withYear ? whole : QString(whole).remove(year);
}

QString date(WallTime at)
{
    return local(at).toString(dateForm(true));
}

QString dateToTheSecond(WallTime at)
{
    return date(at) + u' ' + timeToTheSecond(at);
}

QString timeOrDay(WallTime at, WallTime now)
{
    const QDateTime then = local(at);
    const QDate today = local(now).date();
    if (then.date() == today)
        return timeOfDay(at);
    const bool isOfThisYear = then.date().year() == today.year();
    return then.toString(dateForm(!isOfThisYear) +
                         (isOfThisYear ? QStringLiteral(" HH:mm:ss") : QStringLiteral(" HH:mm")));
}

QString dateAndTime(WallTime at)
{
    return date(at) + u' ' + timeOfDay(at);
}

std::optional<milliseconds> ttlLeft(const Lock &lock, Instant now)
{
    if (!lock.expiresAt)
        return {};
    return std::max(milliseconds(0), millisecondsBetween(shownAt(lock, now), *lock.expiresAt));
}

QString scan(const ScanProgress &progress, Instant now)
{
    const QString seen = number(progress.keysSeen);
    const int count = int(std::min<qint64>(progress.keysSeen, std::numeric_limits<int>::max()));
    switch (progress.phase) {
    case ScanPhase::Idle:
        return Tr::tr("not scanned yet");
    case ScanPhase::Running:
        // DBSIZE was asked at the start; a growing keyspace may overtake it.
        if (progress.keysEstimated > 0)
            return Tr::tr("scanning: %1 of about %2 keys")
                .arg(seen, number(std::max(progress.keysEstimated, progress.keysSeen)));
        return Tr::tr("scanning: %1 keys", nullptr, count).arg(seen);
    case ScanPhase::Complete:
        return Tr::tr("scan complete %1, %2 keys", nullptr, count)
            .arg(ago(millisecondsBetween(progress.endedAt.value_or(now), now)), seen);
    case ScanPhase::Stopped:
        return Tr::tr("scan stopped at %1 of about %2 keys: the list is incomplete")
            .arg(seen, number(std::max(progress.keysEstimated, progress.keysSeen)));
    case ScanPhase::Failed:
        return Tr::tr("scan failed after %1 keys: %2", nullptr, count).arg(seen, failure(progress.failure));
    }
    return {};
}

QString connection(const ConnectionState &state, Instant now)
{
    switch (state.phase) {
    case ConnectionPhase::Connecting:
        if (state.attempt > 0)
            return Tr::tr("connecting, attempt %1").arg(number(state.attempt + 1));
        break;
    case ConnectionPhase::Waiting: {
        const QString why = failure(state.reason);
        if (state.silent)
            return why;
        if (!state.retryAt)
            return Tr::tr("connection lost: %1").arg(why);
        const milliseconds left = std::max(milliseconds(0), millisecondsBetween(now, *state.retryAt));
        return Tr::tr("connection lost, retrying in %1: %2").arg(duration(left), why);
    }
    case ConnectionPhase::Failed:
        return Tr::tr("cannot connect: %1").arg(failure(state.reason));
    case ConnectionPhase::Idle:
    case ConnectionPhase::Ready:
    case ConnectionPhase::Closed:
        break;
    }
    return connectionPhase(state.phase);
}

QString failure(const Failure &failure)
{
    QString line = failure.text;
    if (!failure.key.isEmpty())
        line = Tr::tr("%1: %2", "node or key, what failed").arg(bytes(failure.key), line);
    if (!failure.node.isEmpty())
        line = Tr::tr("%1: %2", "node or key, what failed").arg(node(failure.node), line);
    return line;
}

QString asSentence(QString text)
{
    // Not of a name or a command, such as "redis-cli" or "maxmemory-policy"
    static const QRegularExpression word(QStringLiteral("^[a-z]+[ ,;]"));
    if (word.match(text).hasMatch())
        text[0] = text[0].toUpper();
    return text;
}

QString failureHelp(const Failure &failure)
{
    QStringList lines{text::failure(failure)};
    if (!failure.remedy.isEmpty())
        lines << asSentence(failure.remedy);
    if (!failure.serverText.isEmpty())
        lines << Tr::tr("Server: %1").arg(bytes(failure.serverText));
    return lines.join(u'\n');
}

} // namespace lockscope::text

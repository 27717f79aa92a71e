// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/truth/judging.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockscope::test
{

namespace
{

QString text(const QByteArray &bytes)
{
    const bool printable = std::ranges::all_of(bytes, [](char c) { return c >= ' ' && c <= '~'; });
    return QString::fromLatin1(printable ? bytes : "0x" + bytes.toHex());
}

QString text(std::string_view words)
{
    return QString::fromLatin1(words.data(), qsizetype(words.size()));
}

QString text(std::optional<qint64> number)
{
    return number ? QString::number(*number) : QStringLiteral("unknown");
}

QString joined(std::vector<QByteArray> ids)
{
    std::ranges::sort(ids);
    QStringList texts;
    for (const QByteArray &id : ids)
        texts << text(id);
    return texts.isEmpty() ? QStringLiteral("nobody") : texts.join(QLatin1Char(' '));
}

Judgement compared(const QString &claimed, const QString &is)
{
    return {claimed == is ? Cell::Right : Cell::Wrong, claimed, is};
}

const char *word(LeaseKind kind)
{
    switch (kind) {
    case LeaseKind::Unknown:
        return "unknown";
    case LeaseKind::None:
        return "none";
    case LeaseKind::Fixed:
        return "not renewed so far";
    case LeaseKind::Renewed:
        return "renewed";
    case LeaseKind::Watchdog:
        return "watchdog";
    }
    return "?";
}

bool isAlarm(const Verdict &verdict)
{
    return verdict.level == VerdictLevel::Warning || verdict.level == VerdictLevel::Critical;
}

bool saysNothing(const Verdict &verdict)
{
    return verdict.code == "stale" || verdict.code == "quorum-unknown";
}

bool isOfRenewals(const Verdict &verdict)
{
    return verdict.code == "renewal-overdue" || verdict.code == "client-silent" ||
           verdict.code == "about-to-expire";
}

QString codesOf(const std::vector<Verdict> &shown)
{
    QStringList codes;
    for (const Verdict &verdict : shown) {
        if (!codes.contains(shownAs(verdict)))
            codes << shownAs(verdict);
    }
    return codes.join(QLatin1Char(' '));
}

bool contains(const std::vector<Verdict> &shown, std::initializer_list<std::string_view> codes)
{
    return std::ranges::any_of(shown, [&codes](const Verdict &verdict) {
        return isAlarm(verdict) && std::ranges::find(codes, verdict.code) != codes.end();
    });
}

// What a holder notices, as its library answered, and the words that say so.
struct Phrase {
    QRegularExpression answer;
    QStringList words;
};

const std::vector<Phrase> &phrases()
{
    const auto phrase = [](const char *answer, QStringList words) {
        return Phrase{QRegularExpression(QLatin1String(answer)), std::move(words)};
    };
    static const std::vector<Phrase> all{
        phrase("^released$", {QStringLiteral("reports success"), QStringLiteral("without an error"),
                              QStringLiteral("not notified"), QStringLiteral("reports nothing"),
                              QStringLiteral("releases its permit again"), QStringLiteral("notices nothing"),
                              QStringLiteral("the scheduler continues")}),
        phrase("^error IllegalMonitorStateException",
               {QStringLiteral("throws IllegalMonitorStateException")}),
        phrase("^error LockNotOwnedError",
               {QStringLiteral("raises LockNotOwnedError"), QStringLiteral("the running beat fails")}),
        phrase("^error LockError", {QStringLiteral("rejects with LockError")}),
        phrase("^error NotAcquired", {QStringLiteral("raises NotAcquired")}),
        phrase("^error ExecutionError", {QStringLiteral("nothing before release()")}),
        phrase("^error (redsync\\.ErrTaken|redsync: failed|lock already expired|failed to unlock)",
               {QStringLiteral("Unlock() fails")}),
        phrase("^error redislock: lock not held", {QStringLiteral("Release() and Refresh() fail")}),
        phrase("^error ReleaseUnlockedLock", {QStringLiteral("raises ReleaseUnlockedLock")}),
        phrase("^error ConcurrentModificationException",
               {QStringLiteral("throws ConcurrentModificationException"),
                QStringLiteral("fails with an exception")}),
        phrase("^error IllegalStateException", {QStringLiteral("fails with an exception")}),
        phrase("^error context canceled", {QStringLiteral("context is cancelled")}),
        phrase("^error RedisException", {QStringLiteral("release() of the permit fails")}),
        phrase("(Missing lock for job|Lock mismatch)", {QStringLiteral("missing lock")}),
        phrase("^false$", {QStringLiteral("release() returns false")}),
        phrase("^(error |false$)", {QStringLiteral("can learn at its release")}), // Of a kind
    };
    return all;
}

bool saysSo(const HolderNotice &notice, const QByteArray &answer)
{
    return std::ranges::any_of(phrases(), [&](const Phrase &phrase) {
        return phrase.answer.match(QString::fromLatin1(answer)).hasMatch() &&
               std::ranges::any_of(phrase.words,
                                   [&notice](const QString &words) { return notice.text.contains(words); });
    });
}

// Those that speak of this library and release; where none does, those of the kind.
std::vector<const HolderNotice *> noticesFor(const TruthRow &row, const std::vector<HolderNotice> &notices)
{
    std::vector<const HolderNotice *> ours;
    for (const HolderNotice &notice : notices) {
        if (notice.library == row.library && appliesTo(notice.releases, row.version))
            ours.push_back(&notice);
    }
    for (const HolderNotice &notice : notices) {
        if (ours.empty() && notice.library.isEmpty())
            return {&notice};
    }
    return ours;
}

} // namespace

QString shownAs(const Verdict &verdict)
{
    return text(verdict.code) + QLatin1Char('/') + QLatin1String(name(verdict.level));
}

bool appliesTo(const QByteArray &releases, const QVersionNumber &release)
{
    const auto version = [](QByteArray digits) {
        return QVersionNumber::fromString(QLatin1String(digits.trimmed()));
    };
    if (releases.isEmpty() || release.isNull())
        return true;
    if (releases.startsWith("to "))
        return release <= version(releases.mid(3));
    if (releases.startsWith("before "))
        return release < version(releases.mid(7));
    if (releases.endsWith('+'))
        return release >= version(releases.chopped(1));
    if (releases.endsWith(".x"))
        return version(releases.chopped(2)).isPrefixOf(release);
    const qsizetype dash = releases.indexOf('-');
    return dash < 0 ? release == version(releases)
                    : release >= version(releases.left(dash)) && release <= version(releases.mid(dash + 1));
}

Judgement judgeKind(const TruthRow &row, const LockDetail &detail)
{
    const Lock &lock = *detail.lock;
    Judgement judgement = compared(text(lock.kind.name), QString::fromLatin1(row.kind));
    const auto isIt = [&row](const LockKind &kind) { return text(kind.name) == QLatin1String(row.kind); };
    const bool named =
        std::ranges::any_of(detail.alternatives, isIt) ||
        (lock.extras && lock.extras->alternatives && std::ranges::any_of(*lock.extras->alternatives, isIt));
    if (judgement.cell == Cell::Wrong && (named || lock.confidence == Confidence::Guess)) {
        judgement.cell = Cell::Unknown;
        judgement.claimed += QStringLiteral(", or another kind");
    }
    return judgement;
}

Judgement judgeOwner(const TruthRow &row, const Lock &lock, const TrueLock &is)
{
    std::vector<QByteArray> claimed, held;
    for (const Holder &holder : lock.holders)
        claimed.push_back(holder.id.bytes);
    for (const TrueHold &hold : is.holds)
        held.push_back(hold.owner);
    if (!row.recordsOwners)
        return {claimed.empty() ? Cell::Unknown : Cell::Wrong, joined(claimed),
                QStringLiteral("recorded nowhere")};
    return compared(joined(claimed), joined(held));
}

Judgement judgeCount(const TruthRow &row, const Lock &lock, const TrueLock &is)
{
    if (row.counted != Counted::Holds) {
        std::optional<qint64> claimed;
        if (row.counted == Counted::ToGo)
            claimed = lock.extras ? lock.extras->toGo : std::nullopt;
        else if (lock.permits())
            claimed = lock.permits()->available;
        if (!is.number)
            return {};
        return {!claimed               ? Cell::Unknown
                : claimed == is.number ? Cell::Right
                                       : Cell::Wrong,
                text(claimed), text(is.number)};
    }
    if (!row.recordsOwners)
        return {};
    qint64 claimed = 0, held = 0;
    for (const Holder &holder : lock.holders)
        claimed += holder.count;
    for (const TrueHold &hold : is.holds)
        held += hold.count;
    return compared(text(claimed), text(held));
}

Judgement judgeMode(const TruthRow &row, const Lock &lock)
{
    QStringList claimed;
    for (const Holder &holder : lock.holders)
        claimed << QLatin1String(name(holder.mode));
    claimed.removeDuplicates();
    if (claimed.isEmpty())
        return {};
    return compared(claimed.join(QLatin1Char(' ')), QLatin1String(name(row.mode)));
}

Judgement judgeWaiters(const TruthRow &row, const Lock &lock, const TrueLock &is)
{
    const Waiters &waiters = lock.waiters;
    const QString told = QStringLiteral("%1 of %2 clients").arg(is.waiting).arg(is.waitingClients);
    if (row.queues && is.waiting > 0) {
        std::vector<QByteArray> queue;
        for (const QueuedWaiter &waiter : waiters.queued)
            queue.push_back(waiter.id.bytes);
        return compared(joined(queue), joined(is.queue));
    }
    if (!waiters.subscribed)
        return {Cell::Unknown, QStringLiteral("unknown"), told};
    return {*waiters.subscribed == is.waitingClients ? Cell::Right : Cell::Wrong,
            QStringLiteral("%1 clients").arg(*waiters.subscribed), told};
}

Judgement judgeTtl(const Lock &lock, const TrueLock &is)
{
    if (!is.ttlAtMost || !is.ttlAtLeast)
        return {};
    const QString range =
        QStringLiteral("%1 to %2 ms").arg(is.ttlAtLeast->count()).arg(is.ttlAtMost->count());
    std::optional<Instant> end = lock.expiresAt;
    if (!end && !lock.holders.isEmpty())
        end = lock.holders.front().expiresAt;
    if (!end)
        return {Cell::Wrong, QStringLiteral("no expiry"), range};
    // Libraries take the drift off, and some of them the time that it took to take the lock.
    constexpr milliseconds Slack{150};
    const milliseconds left = millisecondsBetween(lock.readAt, *end);
    const bool fits = left >= *is.ttlAtLeast - Slack && left <= *is.ttlAtMost + is.taking + Slack;
    return {fits ? Cell::Right : Cell::Wrong, QStringLiteral("%1 ms").arg(left.count()), range};
}

Judgement judgeLease(const TruthRow &row, const std::set<LeaseKind> &seen, bool renewed)
{
    QStringList claimed;
    for (const LeaseKind kind : seen)
        claimed << QLatin1String(word(kind));
    const bool endless = row.noExpiry || (!row.expires && !row.renewsItself);
    const auto isRight = [&](LeaseKind kind) {
        if (endless)
            return kind == LeaseKind::None;
        if (renewed)
            return kind == LeaseKind::Watchdog || kind == LeaseKind::Renewed;
        return kind == LeaseKind::Fixed;
    };
    Judgement judgement{Cell::Unknown, claimed.join(QLatin1Char(' ')),
                        endless   ? QStringLiteral("no expiry")
                        : renewed ? QStringLiteral("renewed")
                                  : QStringLiteral("not renewed")};
    for (const LeaseKind kind : seen) {
        const bool claims = kind != LeaseKind::Unknown && !(renewed && kind == LeaseKind::Fixed);
        if (claims && judgement.cell != Cell::Wrong)
            judgement.cell = isRight(kind) ? Cell::Right : Cell::Wrong;
    }
    return judgement;
}

Judgement judgeHealthy(const TruthRow &row, const std::vector<Verdict> &shown, bool wasLate)
{
    Judgement judgement{Cell::Right, codesOf(shown),
                        row.noExpiry ? QStringLiteral("held by a client that lives, for ever")
                                     : QStringLiteral("held by a client that lives")};
    const bool alarmed = std::ranges::any_of(shown, [&row, wasLate](const Verdict &verdict) {
        return isAlarm(verdict) && !(row.noExpiry && verdict.code == "no-expiry") &&
               !(wasLate && isOfRenewals(verdict));
    });
    if (alarmed)
        judgement.cell = Cell::Wrong;
    else if (std::ranges::all_of(shown, saysNothing))
        judgement.cell = Cell::Unknown;
    return judgement;
}

Judgement judgeDead(const TruthRow &row, const std::vector<Verdict> &shown, bool isConnected)
{
    Judgement judgement{Cell::Unknown, codesOf(shown),
                        isConnected ? QStringLiteral("held by a client that stands still")
                                    : QStringLiteral("held by a client that is gone")};
    if (contains(shown, {"renewed-by-nobody"}) || (isConnected && contains(shown, {"client-gone"})))
        judgement.cell = Cell::Wrong;
    else if (contains(shown, {"renewal-overdue", "client-silent", "about-to-expire", "client-gone"}))
        judgement.cell = Cell::Right;
    else if (row.renewsItself && std::ranges::none_of(shown, isOfRenewals)) // Nor assumed
        judgement.cell = Cell::Wrong; // Renewals were seen, and are missing
    return judgement;
}

Judgement judgeGone(const LockPtr &lock)
{
    if (!lock || !lock->held())
        return {Cell::Right, QStringLiteral("nobody"), QStringLiteral("nobody")};
    return {Cell::Wrong, text(lock->owner().bytes), QStringLiteral("nobody")};
}

Judgement judgeEnd(const std::vector<LockEvent> &events, bool expired)
{
    Judgement judgement{Cell::Unknown, QStringLiteral("nothing"),
                        expired ? QStringLiteral("expired") : QStringLiteral("deleted")};
    for (const LockEvent &event : events) {
        if (event.kind != EventKind::Released && event.kind != EventKind::Expired)
            continue;
        judgement.claimed = QLatin1String(name(event.kind));
        judgement.cell = (event.kind == EventKind::Expired) == expired ? Cell::Right : Cell::Wrong;
    }
    return judgement;
}

Judgement judgeNotice(const TruthRow &row, const std::vector<HolderNotice> &notices, const QByteArray &answer)
{
    const bool isKnown = !row.scripted;
    Judgement judgement{isKnown ? Cell::Unknown : Cell::None, QStringLiteral("unknown"),
                        isKnown ? QString::fromLatin1(answer) : QString::fromLatin1(row.library)};
    const std::vector<const HolderNotice *> ours = noticesFor(row, notices);
    if (ours.empty() && !notices.empty()) // Of other libraries alone
        return {Cell::Wrong, notices.front().line(), judgement.is};
    for (const HolderNotice *notice : ours) {
        if (!isKnown)
            break;
        judgement.claimed = notice->line();
        if (notice->text.contains(QStringLiteral("unknown")) && !saysSo(*notice, answer))
            break;
        // What is said of a kind is that of several libraries, and need not name this one's way.
        judgement.cell = saysSo(*notice, answer)     ? Cell::Right
                         : notice->library.isEmpty() ? Cell::Unknown
                                                     : Cell::Wrong;
        if (judgement.cell != Cell::Right)
            break;
    }
    return judgement;
}

} // namespace lockscope::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text/lockrows.h"

#include "core/base/nearestword.h"
#include "core/engine/verdicts/verdicttext.h"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

namespace lockscope::cli
{

namespace
{

constexpr std::array Levels{VerdictLevel::Ok, VerdictLevel::Info, VerdictLevel::Warning,
                            VerdictLevel::Critical};

struct FieldWord {
    const char *word;
    SortField field;
};
constexpr std::array FieldWords{
    FieldWord{"key", SortField::Key},         FieldWord{"kind", SortField::Kind},
    FieldWord{"owner", SortField::Owner},     FieldWord{"holds", SortField::Holds},
    FieldWord{"held", SortField::Held},       FieldWord{"ttl", SortField::Ttl},
    FieldWord{"waiters", SortField::Waiters}, FieldWord{"verdict", SortField::Verdict},
};

QByteArray bytes(std::string_view text)
{
    return QByteArray(text.data(), qsizetype(text.size()));
}

bool matches(const QByteArray &word, const Verdict &verdict)
{
    if (word.startsWith(">=")) {
        const auto least =
            std::ranges::find_if(Levels, [&word](VerdictLevel level) { return word.mid(2) == name(level); });
        return least != Levels.end() && verdict.level >= *least;
    }
    return word == name(verdict.level) || word == bytes(verdict.code);
}

// Smaller comes first. The key breaks ties.
qint64 rank(const Lock &lock, SortField field)
{
    switch (field) {
    case SortField::Holds:
        return -holdsOf(lock);
    case SortField::Held:
        return lock.held() ? lock.heldSince.time_since_epoch().count() : std::numeric_limits<qint64>::max();
    case SortField::Ttl:
        return lock.expiresAt ? lock.expiresAt->time_since_epoch().count()
                              : std::numeric_limits<qint64>::max();
    case SortField::Waiters:
        return -lock.waiters.atLeast();
    case SortField::Verdict:
        return -qint64(lock.verdict.level);
    case SortField::Key:
    case SortField::Kind:
    case SortField::Owner:
        return 0;
    }
    return 0;
}

QByteArray word(const Lock &lock, SortField field)
{
    switch (field) {
    case SortField::Kind:
        return bytes(lock.kind.name);
    case SortField::Owner:
        return lock.owner().bytes;
    case SortField::Key:
    case SortField::Holds:
    case SortField::Held:
    case SortField::Ttl:
    case SortField::Waiters:
    case SortField::Verdict:
        return {};
    }
    return {};
}

bool areAll(const Lock &lock, HoldMode mode)
{
    return std::ranges::all_of(lock.holders, [mode](const Holder &holder) { return holder.mode == mode; });
}

// The holder; with several or unrecorded holders, how much is taken.
QString ownerText(const Lock &lock)
{
    if (lock.extras && lock.extras->toGo)
        return *lock.extras->toGo > 0 ? QStringLiteral("%1 left").arg(*lock.extras->toGo)
                                      : QStringLiteral("open");
    if (const auto permits = lock.permits(); permits && (permits->held || permits->available))
        return permitsText(*permits);
    if (!lock.held())
        return QStringLiteral("-");
    if (lock.holders.size() > 1 && areAll(lock, HoldMode::Read))
        return QStringLiteral("%1 readers").arg(lock.holders.size());
    if (lock.holders.size() > 1 && areAll(lock, HoldMode::Permit))
        return QStringLiteral("%1 permits").arg(lock.holders.size());
    const QString owner = lock.owner().isEmpty() ? QStringLiteral("?") : escapedText(lock.owner().bytes);
    return lock.holders.size() > 1 ? QStringLiteral("%1 (+%2)").arg(owner).arg(lock.holders.size() - 1)
                                   : owner;
}

QString ttlText(const Lock &lock, Instant at)
{
    if (!lock.expiresAt)
        return lock.lasting ? QStringLiteral("-") : QStringLiteral("no expiry");
    return humanDuration(std::max(milliseconds(0), millisecondsBetween(at, *lock.expiresAt)));
}

QString waitersText(const Lock &lock)
{
    const bool known = lock.waiters.subscribed || !lock.waiters.queued.empty();
    return known ? QString::number(lock.waiters.atLeast()) : QStringLiteral("-");
}

// What is only guessed reads so.
QString kindText(const Lock &lock)
{
    const QString kind = QString::fromUtf8(bytes(lock.kind.name));
    return lock.confidence == Confidence::Guess ? kind + u'?' : kind;
}

std::vector<Cell> row(const Lock &lock, Instant at)
{
    return {{escapedText(lock.key.bytes)},
            {kindText(lock)},
            {ownerText(lock)},
            {QString::number(holdsOf(lock))},
            {ttlText(lock, at), lock.expiresAt || lock.lasting ? Tint::Plain : Tint::Warning},
            {waitersText(lock)},
            {QString::fromUtf8(bytes(lock.verdict.code)), tint(lock.verdict.level)}};
}

bool isOfKind(const QByteArray &kind, const Lock &lock)
{
    return kind.isEmpty() || kind == bytes(lock.kind.name);
}

} // namespace

bool Selection::holds(const Lock &lock) const
{
    const auto isIt = [&lock](const QByteArray &word) { return matches(word, lock.verdict); };
    return lock.confidence <= least && isOfKind(kind, lock) &&
           (verdicts.empty() || std::ranges::any_of(verdicts, isIt));
}

bool Selection::isTooUnsure(const Lock &lock) const
{
    return lock.confidence > least && isOfKind(kind, lock);
}

Done checkVerdicts(const std::vector<QByteArray> &verdicts)
{
    std::vector<QByteArray> levels;
    for (const VerdictLevel level : Levels)
        levels.emplace_back(name(level));
    std::vector<QByteArray> known = levels;
    for (const std::string_view code : verdictCodes())
        known.emplace_back(code.data(), qsizetype(code.size()));
    for (const QByteArray &verdict : verdicts) {
        const bool least = verdict.startsWith(">=");
        const std::vector<QByteArray> &choices = least ? levels : known;
        const QByteArray wanted = least ? verdict.mid(2) : verdict;
        if (std::ranges::find(choices, wanted) != choices.end())
            continue;
        const QByteArray nearest = nearestWord(wanted, choices);
        QStringList words;
        for (const QByteArray &choice : choices)
            words += QString::fromUtf8(choice);
        return Failure{.kind = ErrorKind::BadInput,
                       .text = QStringLiteral("--verdict: unknown verdict %1").arg(escapedText(wanted)),
                       .remedy = nearest.isEmpty()
                                     ? QStringLiteral("use one of %1").arg(words.join(QStringLiteral(", ")))
                                     : QStringLiteral("did you mean %1?").arg(QString::fromUtf8(nearest))};
    }
    return Nothing{};
}

Outcome<Order> parseOrder(const QByteArray &text)
{
    const bool reversed = text.startsWith('-');
    const QByteArray wanted = reversed ? text.mid(1) : text;
    if (text.isEmpty())
        return Order{};
    QStringList words;
    for (const FieldWord &choice : FieldWords) {
        if (wanted == choice.word)
            return Order{choice.field, reversed};
        words += QLatin1String(choice.word);
    }
    return Failure{.kind = ErrorKind::BadInput,
                   .text = QStringLiteral("--sort: unknown field %1").arg(escapedText(wanted)),
                   .remedy = QStringLiteral("use one of %1").arg(words.join(QStringLiteral(", ")))};
}

void sortLocks(std::vector<LockPtr> &locks, Order order)
{
    const auto before = [field = order.field](const LockPtr &a, const LockPtr &b) {
        return std::tuple(rank(*a, field), word(*a, field), a->key.bytes) <
               std::tuple(rank(*b, field), word(*b, field), b->key.bytes);
    };
    std::ranges::sort(locks, before);
    if (order.reversed)
        std::ranges::reverse(locks);
}

QString permitsText(const Permits &permits)
{
    QStringList parts;
    if (permits.held && permits.total)
        parts += QStringLiteral("%1 of %2 held").arg(*permits.held).arg(*permits.total);
    else if (permits.held)
        parts += QStringLiteral("%1 held").arg(*permits.held);
    if (permits.available && !permits.total)
        parts += QStringLiteral("%1 available").arg(*permits.available);
    if (permits.overdue > 0)
        parts += QStringLiteral("%1 overdue").arg(permits.overdue);
    return parts.isEmpty() ? QStringLiteral("unknown") : parts.join(QStringLiteral(", "));
}

qint64 holdsOf(const Lock &lock)
{
    if (const auto permits = lock.permits(); permits && !lock.held())
        return permits->held.value_or(0);
    qint64 holds = 0;
    for (const Holder &holder : lock.holders)
        holds += holder.count;
    return holds;
}

QStringList locksTable(const std::vector<LockPtr> &locks, Instant at, const TextStyle &style)
{
    TextTable table({{.title = QStringLiteral("KEY"), .least = 16},
                     {.title = QStringLiteral("KIND")},
                     {.title = QStringLiteral("OWNER"), .least = 12},
                     {.title = QStringLiteral("HOLDS"), .right = true},
                     {.title = QStringLiteral("TTL"), .right = true},
                     {.title = QStringLiteral("WAITERS"), .right = true},
                     {.title = QStringLiteral("VERDICT")}});
    for (const LockPtr &lock : locks)
        table.add(row(*lock, at));
    return table.render(style);
}

Tint tint(VerdictLevel level)
{
    switch (level) {
    case VerdictLevel::Ok:
        return Tint::Good;
    case VerdictLevel::Info:
        return Tint::Notice;
    case VerdictLevel::Warning:
        return Tint::Warning;
    case VerdictLevel::Critical:
        return Tint::Alarm;
    }
    return Tint::Plain;
}

} // namespace lockscope::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text/lockrows.h"

#include "core/base/nearestword.h"
#include "core/engine/verdicts/verdicttext.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <compare>
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

// Many rows have the same words and times, so each is made once: the text that a number or a literal has.
class RowTexts
{
public:
    QString literal(std::string_view text)
    {
        QString &known = m_literals[text.data()];
        if (known.isNull())
            known = QString::fromLatin1(text.data(), qsizetype(text.size()));
        return known;
    }
    QString duration(milliseconds left)
    {
        using std::chrono::minutes;
        if (left < minutes(1))
            return humanDuration(left);
        constexpr qsizetype Most = 10'000;
        const qint64 seconds = std::chrono::floor<std::chrono::seconds>(left).count(); // no text has less
        if (m_durations.size() >= Most)
            m_durations.clear();
        QString &known = m_durations[seconds];
        if (known.isNull())
            known = humanDuration(left);
        return known;
    }
    QString number(qint64 value)
    {
        if (value < 0 || value >= qint64(m_numbers.size()))
            return QString::number(value);
        QString &known = m_numbers[size_t(value)];
        if (known.isNull())
            known = QString::number(value);
        return known;
    }

private:
    QHash<const char *, QString> m_literals;
    QHash<qint64, QString> m_durations;
    std::array<QString, 10> m_numbers;
};

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
        return -lock.waiters.count().figure();
    case SortField::Verdict:
        return -qint64(lock.verdict.level);
    case SortField::Key:
    case SortField::Kind:
    case SortField::Owner:
        return 0;
    }
    return 0;
}

std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.constData(), size_t(bytes.size())};
}

std::string_view word(const Lock &lock, SortField field)
{
    switch (field) {
    case SortField::Kind:
        return lock.kind.name;
    case SortField::Owner:
        return lock.held() ? viewOf(lock.holders.front().id.bytes) : std::string_view();
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

// What decides the order: a million are compared twenty million times, and most are told apart without a look
// at their names elsewhere in memory.
struct Ranked {
    qint64 number = 0;
    quint64 head = 0; // of the key, after what all keys begin with
    size_t which = 0; // of the locks
};

// The first bytes as a number that orders like them.
quint64 headOf(std::string_view text)
{
    quint64 head = 0;
    for (size_t i = 0; i < sizeof head; ++i)
        head = head << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0);
    return head;
}

size_t commonStart(const std::vector<FoundLock> &locks)
{
    size_t common = locks.empty() ? 0 : viewOf(locks.front().lock->key.bytes).size();
    for (const FoundLock &found : locks) {
        const std::string_view start = viewOf(locks.front().lock->key.bytes).substr(0, common);
        common = size_t(std::ranges::mismatch(start, viewOf(found.lock->key.bytes)).in1 - start.begin());
    }
    return common;
}

bool areAll(const Lock &lock, HoldMode mode)
{
    return std::ranges::all_of(lock.holders, [mode](const Holder &holder) { return holder.mode == mode; });
}

QString readersText(qsizetype readers)
{
    return readers == 1 ? QStringLiteral("1 reader") : QStringLiteral("%1 readers").arg(readers);
}

// Of a RedLock group: an owner that no majority names, or beside others, would read as if it held the lock.
QString onNodes(const QString &owner, const Lock &lock)
{
    const Quorum &quorum = *lock.quorum();
    if (quorum.reached() && quorum.owners <= 1)
        return owner;
    if (quorum.agreeing == 0)
        return quorum.isUndecided() ? QStringLiteral("unknown") : QStringLiteral("-");
    QString agreeing = QString::number(quorum.agreeing);
    if (quorum.atMost() > quorum.agreeing)
        agreeing += QStringLiteral(" to %1").arg(quorum.atMost());
    const QString owners = quorum.owners > 1 ? QStringLiteral("%1 owners: ").arg(quorum.owners) : QString();
    return owners + QStringLiteral("%1 on %2 of %3 nodes").arg(owner, agreeing).arg(quorum.nodes);
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
        return readersText(holdersInTime(lock));
    if (lock.holders.size() > 1 && areAll(lock, HoldMode::Permit))
        return QStringLiteral("%1 permits").arg(lock.holders.size());
    QString owner = lock.owner().isEmpty() ? QStringLiteral("?") : escapedText(lock.owner().bytes);
    if (lock.holders.size() > 1)
        owner += QStringLiteral(" (+%1)").arg(lock.holders.size() - 1);
    return lock.quorum() && !lock.stale ? onNodes(owner, lock) : owner;
}

QString ttlText(const Lock &lock, Instant at, RowTexts &texts)
{
    if (!lock.expiresAt)
        return lock.lasting || (!lock.held() && lock.type == ValueType::None) ? QStringLiteral("-")
                                                                              : QStringLiteral("no expiry");
    return texts.duration(std::max(milliseconds(0), millisecondsBetween(at, *lock.expiresAt)));
}

QString waitersText(const Lock &lock, RowTexts &texts)
{
    const WaiterCount count = lock.waiters.count();
    switch (count.bound()) {
    case WaiterCount::Bound::Exact:
        return texts.number(count.figure());
    case WaiterCount::Bound::AtLeast:
        return QStringLiteral(">=") + texts.number(count.figure());
    case WaiterCount::Bound::AtMost:
        return QStringLiteral("<=") + texts.number(count.figure());
    case WaiterCount::Bound::Unknown:
        break;
    }
    return QStringLiteral("-");
}

// What is only guessed reads so.
QString kindText(const Lock &lock, RowTexts &texts)
{
    const QString kind = texts.literal(lock.kind.name);
    return lock.confidence == Confidence::Guess ? kind + u'?' : kind;
}

void addCells(Row &row, const Lock &lock, Instant at, RowTexts &texts)
{
    row.push_back({escapedText(lock.key.bytes)});
    row.push_back({kindText(lock, texts)});
    row.push_back({ownerText(lock)});
    row.push_back({recordsHolds(lock) ? texts.number(holdsOf(lock)) : QStringLiteral("-")});
    row.push_back({ttlText(lock, at, texts), lock.expiresAt || lock.lasting ? Tint::Plain : Tint::Warning});
    row.push_back({waitersText(lock, texts)});
    row.push_back({texts.literal(lock.verdict.code), tint(lock.verdict.level)});
}

bool isOfKind(const std::vector<QByteArray> &kinds, const Lock &lock)
{
    return kinds.empty() || std::ranges::find(kinds, bytes(lock.kind.name)) != kinds.end();
}

} // namespace

bool Selection::holds(const Lock &lock) const
{
    const auto isIt = [&lock](const QByteArray &word) { return matches(word, lock.verdict); };
    return lock.confidence <= least && isOfKind(kinds, lock) &&
           (verdicts.empty() || std::ranges::any_of(verdicts, isIt));
}

bool Selection::isTooUnsure(const Lock &lock) const
{
    return lock.confidence > least && isOfKind(kinds, lock);
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

void sortLocks(std::vector<FoundLock> &locks, Order order)
{
    const size_t start = commonStart(locks);
    std::vector<Ranked> ranked;
    ranked.reserve(locks.size());
    for (size_t i = 0; i < locks.size(); ++i) {
        const Lock &its = *locks[i].lock;
        ranked.push_back({rank(its, order.field), headOf(viewOf(its.key.bytes).substr(start)), i});
    }
    const bool byWord = order.field == SortField::Kind || order.field == SortField::Owner;
    const auto restOf = [&](const Ranked &one) {
        const FoundLock &found = locks[one.which];
        return std::tuple(viewOf(found.lock->key.bytes), found.connection);
    };
    std::ranges::sort(ranked, [&](const Ranked &a, const Ranked &b) {
        if (a.number != b.number)
            return a.number < b.number;
        const auto words =
            byWord ? word(*locks[a.which].lock, order.field) <=> word(*locks[b.which].lock, order.field)
                   : std::strong_ordering::equal;
        if (words != 0)
            return words < 0;
        return a.head != b.head ? a.head < b.head : restOf(a) < restOf(b);
    });
    if (order.reversed)
        std::ranges::reverse(ranked);
    std::vector<FoundLock> sorted;
    sorted.reserve(locks.size());
    for (const Ranked &one : ranked)
        sorted.push_back(std::move(locks[one.which]));
    locks = std::move(sorted);
}

QString agreeingText(const Quorum &quorum)
{
    return quorum.atMost() > quorum.agreeing
               ? QStringLiteral("at least %1, at most %2").arg(quorum.agreeing).arg(quorum.atMost())
               : QString::number(quorum.agreeing);
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
    return holdsInTime(lock);
}

void printLocks(const std::vector<FoundLock> &locks, const QStringList &connections, const TextStyle &style,
                const std::function<void(const QString &)> &print, std::vector<int> &widths)
{
    std::vector<Column> columns{{.title = QStringLiteral("KEY"), .least = 16},
                                {.title = QStringLiteral("KIND")},
                                {.title = QStringLiteral("OWNER"), .least = 12},
                                {.title = QStringLiteral("HOLDS"), .right = true},
                                {.title = QStringLiteral("TTL"), .right = true},
                                {.title = QStringLiteral("WAITERS"), .right = true},
                                {.title = QStringLiteral("VERDICT")}};
    if (!connections.isEmpty())
        columns.insert(columns.begin(), {.title = QStringLiteral("CONNECTION"), .least = 10});
    RowTexts texts;
    const auto fill = [&](size_t i, Row &row) {
        row.clear();
        if (!connections.isEmpty())
            row.push_back({connections[qsizetype(locks[i].connection)]});
        addCells(row, *locks[i].lock, locks[i].at, texts);
    };
    TextTable(std::move(columns)).render(style, locks.size(), fill, print, widths);
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

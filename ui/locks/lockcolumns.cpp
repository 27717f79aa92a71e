// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/lockcolumns.h"

#include "ui/locks/lockdelegate.h"
#include "ui/locks/model/lockcells.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"

#include <QAction>
#include <QDataStream>
#include <QHeaderView>
#include <QIODevice>
#include <QMenu>
#include <QStyle>

#include <algorithm>
#include <utility>

namespace lockscope
{
namespace
{

constexpr int Key = int(LockColumn::Key);
constexpr int OfVerdict = int(LockColumn::Verdict);
constexpr quint32 WidthsMark = 0x4c6f636b;
constexpr int LongName = 36; // Characters
constexpr int MostWidth = 10'000;
constexpr int PatientMeasures =
    20; // Columns that come and go with each verdict would be worse than a cut name
constexpr QLatin1String RoomForIcon("xxx");

// A text for each column that changes with the time, as wide as it becomes within the first hour.
QString usualText(LockColumn column)
{
    switch (column) {
    case LockColumn::Holds:
        return QStringLiteral("99 ↑");
    case LockColumn::Held:
        return QStringLiteral("≥ ") + text::duration(std::chrono::seconds(9 * 60 + 59));
    case LockColumn::Renewals:
        return QStringLiteral("999 · ") + text::duration(std::chrono::milliseconds(10'000));
    case LockColumn::Ttl:
        return text::duration(std::chrono::seconds(59 * 60 + 59));
    case LockColumn::Owner:
        return QStringLiteral("66666666…:88");
    case LockColumn::Kind:
        return QStringLiteral("fair-lock") + RoomForIcon;
    case LockColumn::Verdict:
        return text::verdictCode("renewal-overdue") + RoomForIcon;
    case LockColumn::Key:
        return QStringLiteral("lock:orders:1001");
    default:
        return {};
    }
}

// The same of a TTL with its bar and marks, which come while a lock is watched.
QString roomyText(LockColumn column)
{
    return column == LockColumn::Ttl ? text::duration(std::chrono::seconds(59 * 60 + 59)) +
                                           QString(LockDelegate::TtlCharacters, u'x')
                                     : QString();
}

struct Step {
    LockColumn column;
    QString text; // That still has room
    bool keepsNodes = false;
    bool keepsContent = false; // Also what is shown
};

Lock withoutExpiry()
{
    Lock lock;
    lock.holders.append(Holder());
    return lock;
}

// The first gives first: room for what may come, then what matters least. What is left of a name and of a
// verdict comes last.
std::vector<Step> givingSteps(const QFontMetrics &metrics)
{
    const auto seconds = [](int count) { return text::duration(std::chrono::seconds(count)); };
    const QStringList held = {seconds(59 * 60), text::duration(std::chrono::milliseconds(59'900))};
    const QString &widestHeld = *std::ranges::max_element(
        held, {}, [&metrics](const QString &text) { return metrics.horizontalAdvance(text); });
    return {{LockColumn::Client, QStringLiteral("worker-7.example")},
            {LockColumn::Renewals, QStringLiteral("99 …")}, // The count, without the rhythm
            {LockColumn::Held, QStringLiteral("≥ ") + widestHeld},
            {LockColumn::Owner, QStringLiteral("66666666…:88"), true},
            {LockColumn::Ttl, seconds(24 * 3600 - 60)}, // The text alone
            {LockColumn::Kind, RoomForIcon},            // The icon alone
            {LockColumn::Owner, QStringLiteral("6666…:88"), true},
            {LockColumn::Ttl, ttlCellText(withoutExpiry(), {})},
            {LockColumn::Waiters, QString()}, // Its title
            {LockColumn::Key, QStringLiteral("lock:warehouse-sync:01")},
            {LockColumn::Verdict, text::verdictCode("stale") + RoomForIcon, false, true},
            {LockColumn::Owner, QStringLiteral("66…:88")},
            {LockColumn::Holds, QStringLiteral("9 ↑")},
            {LockColumn::Key, QStringLiteral("lock:orders:10")},
            {LockColumn::Verdict, text::verdictCode("no-expiry") + QStringLiteral("xxxxx")}}; // In bold
}

// Behind the state of a header, also of one that had fewer columns; empty: there are none.
std::vector<int> theirWidths(const QByteArray &state)
{
    for (const int columns : {LockColumnCount, LockColumnCount - 1}) {
        QDataStream stream(state.right(qsizetype(sizeof(quint32) + size_t(columns) * sizeof(qint32))));
        quint32 mark = 0;
        stream >> mark;
        if (mark != WidthsMark)
            continue;
        std::vector<int> widths;
        for (int column = 0; column < columns; ++column) {
            qint32 saved = 0;
            stream >> saved;
            widths.push_back(std::clamp(saved, 0, MostWidth));
        }
        return widths;
    }
    return {};
}

} // namespace

void LockColumns::Needs::add(const LockDelegate &delegate, const QStyleOptionViewItem &option,
                             const QModelIndex &row, int indent)
{
    const auto lock = row.data(LockModel::LockRole).value<LockPtr>();
    if (lock)
        wholeOwner = std::max(wholeOwner, delegate.ownerWidth(option, *lock));
    for (int column = 0; column < LockColumnCount; ++column) {
        const int width = delegate.sizeHint(option, row.siblingAtColumn(column)).width();
        int &need = content[size_t(column)];
        need = std::max(need, width + (column == 0 ? indent : 0));
        if (lock && column == int(LockColumn::Owner) && lock->lacksMajority() && !areOwnersApart(*lock))
            leastOwner = std::max(leastOwner, width);
    }
}

void LockColumns::setUp()
{
    const QFontMetrics metrics = m_header.fontMetrics();
    const int edges = 2 * spacing(Spacing::Medium) + spacing(Spacing::Hair);
    m_longName = metrics.horizontalAdvance(QString(LongName, u'x')) + edges;
    m_mark = m_header.style()->pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, &m_header);
    for (int column = 0; column < LockColumnCount; ++column) {
        const auto of = LockColumn(column);
        const int title = metrics.horizontalAdvance(headerCell(of, Qt::DisplayRole).toString()) + edges;
        m_titles[size_t(column)] = title;
        m_usual[size_t(column)] = std::max(title + m_mark, metrics.horizontalAdvance(usualText(of)) + edges);
        m_roomy[size_t(column)] = metrics.horizontalAdvance(roomyText(of)) + edges;
    }
    m_steps.clear();
    for (const Step &step : givingSteps(metrics))
        m_steps.push_back(
            {.column = int(step.column),
             .width = std::max(m_titles[size_t(step.column)], metrics.horizontalAdvance(step.text) + edges),
             .keepsContent = step.keepsContent,
             .keepsNodes = step.keepsNodes});
    m_content = m_usual;
    m_seen = {};
}

int LockColumns::wanted(int column) const
{
    const int theirs = m_theirs[size_t(column)];
    if (theirs > 0)
        return theirs;
    // One very long name must not push everything else out of sight.
    return column == Key ? std::min(m_content[Key], std::max(std::min(m_room / 2, m_longName), m_usual[Key]))
                         : m_content[size_t(column)];
}

int LockColumns::missing(const Widths &widths) const
{
    int missing = -m_room;
    for (int column = 0; column < LockColumnCount; ++column)
        missing += m_header.isSectionHidden(column) ? 0 : widths[size_t(column)];
    return missing;
}

void LockColumns::fit(int room)
{
    if (m_fitting)
        return;
    m_room = room;
    for (int column = 0; column < LockColumnCount; ++column)
        m_widths[size_t(column)] = wanted(column);
    if (const int missing = this->missing(m_widths); missing > 0)
        squeeze(m_widths, missing);
    else
        stretch(m_widths, -missing);
    apply();
}

void LockColumns::grow()
{
    growInPlace();
    if (isOurs(OfVerdict) && m_seen[OfVerdict] > m_widths[OfVerdict])
        fit(m_room);
}

void LockColumns::growInPlace()
{
    Widths widths = m_widths;
    widths[Key] = std::min(widths[Key], wanted(Key));
    yieldToVerdict(widths);
    takeBack(widths);
    int spare = -missing(widths);
    if (m_fitting || spare <= 0)
        return;
    const auto give = [&](int column) {
        if (m_header.isSectionHidden(column))
            return;
        const int gets = std::clamp(wanted(column) - widths[size_t(column)], 0, spare);
        widths[size_t(column)] += gets;
        spare -= gets;
    };
    give(OfVerdict);
    give(Key);
    for (int column = 0; column < LockColumnCount; ++column)
        give(column);
    stretch(widths, spare);
    m_widths = widths;
    apply();
}

// As in squeeze(), a long name gives what a verdict needs.
void LockColumns::yieldToVerdict(Widths &widths) const
{
    if (m_theirs[Key] > 0 || !isOurs(OfVerdict))
        return;
    const auto step = std::ranges::find(m_steps, Key, &Giving::column);
    const int lacks = std::max(0, m_seen[OfVerdict] - widths[OfVerdict] + missing(widths));
    widths[Key] -= std::clamp(widths[Key] - std::max(m_usual[Key], step->width), 0, lacks);
}

void LockColumns::takeBack(Widths &widths) const
{
    int lacks = missing(widths);
    for (const int column : {OfVerdict, Key})
        lacks += m_header.isSectionHidden(column) ? 0 : std::max(0, wanted(column) - widths[size_t(column)]);
    for (const LockColumn column : {LockColumn::Owner, LockColumn::Ttl}) {
        int &width = widths[size_t(column)];
        if (!isOurs(int(column)))
            continue;
        const int gives = std::clamp(width - wanted(int(column)), 0, std::max(0, lacks));
        width -= gives;
        lacks -= gives;
    }
}

bool LockColumns::isOurs(int column) const
{
    return m_theirs[size_t(column)] == 0 && !m_header.isSectionHidden(column);
}

bool LockColumns::cutsVerdict(const Needs &needs) const
{
    // What was cut for want of room stays cut until the list is let go.
    return isOurs(OfVerdict) && needs.content[OfVerdict] > std::max(m_widths[OfVerdict], m_seen[OfVerdict]);
}

bool LockColumns::giveBack(const Needs &needs)
{
    const int need = needs.content[OfVerdict];
    const bool isSpare = need < m_seen[OfVerdict];
    m_lately = isSpare ? std::max(m_lately, need) : 0;
    m_spareMeasures = isSpare ? m_spareMeasures + 1 : 0;
    if (m_spareMeasures < PatientMeasures)
        return false;
    m_seen[OfVerdict] = std::exchange(m_lately, 0);
    m_content[OfVerdict] = std::max(m_usual[OfVerdict], m_seen[OfVerdict]);
    m_spareMeasures = 0;
    return std::ranges::any_of(std::array{Key, int(LockColumn::Kind)}, [&](int column) {
        return isOurs(column) && needs.content[size_t(column)] > m_widths[size_t(column)];
    });
}

void LockColumns::apply()
{
    if (m_fitting)
        return;
    m_fitting = true;
    for (int column = 0; column < LockColumnCount; ++column) {
        if (!m_header.isSectionHidden(column))
            m_header.resizeSection(column, m_widths[size_t(column)]);
    }
    m_fitting = false;
}

void LockColumns::squeeze(Widths &widths, int missing) const
{
    for (const Giving &step : m_steps) {
        int &width = widths[size_t(step.column)];
        if (!isOurs(step.column))
            continue;
        const bool isSorted = step.column == m_header.sortIndicatorSection();
        const int title = m_titles[size_t(step.column)] + (isSorted ? m_mark : 0);
        const int least =
            std::max({step.width, title, m_header.minimumSectionSize(), step.keepsNodes ? m_leastOwner : 0,
                      step.keepsContent ? m_seen[size_t(step.column)] : 0});
        const int gives = std::clamp(missing, 0, std::max(0, width - least));
        width -= gives;
        missing -= gives;
    }
}

void LockColumns::stretch(Widths &widths, int spare) const
{
    for (const LockColumn column : {LockColumn::Ttl, LockColumn::Owner}) {
        int &width = widths[size_t(column)];
        if (!isOurs(int(column)))
            continue;
        const int gets = std::clamp(m_roomy[size_t(column)] - width, 0, spare);
        width += gets;
        spare -= gets;
    }
    if (m_theirs[Key] == 0)
        widths[Key] += spare;
}

void LockColumns::take(int column, int width)
{
    m_theirs[size_t(column)] = width;
}

bool LockColumns::widen(const Needs &needs)
{
    int &whole = m_roomy[size_t(LockColumn::Owner)];
    bool wider = needs.wholeOwner > whole || needs.leastOwner > m_leastOwner;
    m_leastOwner = std::max(m_leastOwner, needs.leastOwner);
    whole = std::max(whole, needs.wholeOwner);
    for (size_t column = 0; column < needs.content.size(); ++column) {
        wider = wider || needs.content[column] > m_content[column];
        m_content[column] = std::max(m_content[column], needs.content[column]);
        wider = wider || needs.content[column] > m_seen[column];
        m_seen[column] = std::max(m_seen[column], needs.content[column]);
    }
    return wider;
}

void LockColumns::forgetContent()
{
    m_content = m_usual;
    m_seen = {};
    m_roomy[size_t(LockColumn::Owner)] = 0;
    m_leastOwner = m_spareMeasures = m_lately = 0;
}

void LockColumns::setShown(int column, bool shown)
{
    m_fitting = true; // Hiding is not a resize by the user
    m_header.setSectionHidden(column, !shown);
    m_fitting = false;
}

void LockColumns::choose(const QPoint &at, const std::function<void()> &changed)
{
    QMenu menu(m_header.parentWidget());
    for (int visual = 0; visual < LockColumnCount; ++visual) {
        const int column = m_header.logicalIndex(visual);
        QAction *action = menu.addAction(
            m_header.model()->headerData(column, Qt::Horizontal, Qt::AccessibleTextRole).toString());
        action->setCheckable(true);
        action->setChecked(!m_header.isSectionHidden(column));
        action->setEnabled(column != Key);
        QObject::connect(action, &QAction::toggled, &m_header, [this, column, &changed](bool shown) {
            setShown(column, shown);
            changed();
        });
    }
    menu.exec(m_header.mapToGlobal(at));
}

// Behind the state of the header, which ignores what follows it.
QByteArray LockColumns::saved() const
{
    QByteArray widths;
    QDataStream stream(&widths, QIODevice::WriteOnly);
    stream << WidthsMark;
    for (const int width : m_theirs)
        stream << qint32(width);
    return m_header.saveState() + widths;
}

bool LockColumns::restore(const QByteArray &state)
{
    m_fitting = true;
    const bool restored = m_header.restoreState(state);
    m_fitting = false;
    if (!restored)
        return false;
    m_theirs = {};
    const std::vector<int> theirs = theirWidths(state);
    std::ranges::copy(theirs, m_theirs.begin());
    if (theirs.size() < LockColumnCount) // Saved before there was this column
        setShown(int(LockColumn::Client), false);
    return true;
}

} // namespace lockscope

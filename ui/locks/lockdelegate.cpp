// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/lockdelegate.h"

#include "ui/locks/model/keptrows.h"
#include "ui/text/format.h"
#include "ui/text/holdertext.h"
#include "ui/text/nodecopytext.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <chrono>

namespace lockscope
{
namespace
{

constexpr milliseconds FlashTime{700};
constexpr int BarCharacters = 6;
constexpr int LeastBarCharacters = 3;
constexpr int BeatsCharacters = 5;
constexpr int RenewalsShown = 4; // The strip of renewals spans as many periods

Qt::TextElideMode elideMode(LockColumn column)
{
    switch (column) {
    case LockColumn::Key:
    case LockColumn::Node:
    case LockColumn::Client:
        return Qt::ElideMiddle; // Names differ at both ends
    default:
        return Qt::ElideRight;
    }
}

// 1 at the moment of a renewal, falling to 0 at the end of the flash.
double flashOf(const Lock &lock, Instant now)
{
    if (!lock.renewals.lastAt || lock.isLastKnown())
        return 0.0;
    const milliseconds since = millisecondsBetween(*lock.renewals.lastAt, now);
    if (since < milliseconds(0) || since >= FlashTime)
        return 0.0;
    return 1.0 - double(since.count()) / double(FlashTime.count());
}

bool hasBar(const Lock &lock)
{
    return lock.heldByMajority() && !lock.isLastKnown() && lock.expiresAt.has_value();
}

// Until a rhythm is known, that of most watchdogs: a third of the lease.
milliseconds beatsSpan(const Lock &lock)
{
    return lock.renewals.period.value_or(lock.lease.value_or(std::chrono::seconds(30)) / 3) * RenewalsShown;
}

double shareLeft(const Lock &lock, Instant now)
{
    if (!lock.expiresAt)
        return 0.0;
    const milliseconds left = millisecondsBetween(now, *lock.expiresAt); // Not by the second, as the text
    if (!lock.lease || lock.lease->count() <= 0)
        return left.count() > 0 ? 1.0 : 0.0;
    return std::clamp(double(left.count()) / double(lock.lease->count()), 0.0, 1.0);
}

// That a lock which ended in an unknown way was healthy reassures falsely.
VerdictLevel levelOf(const Lock &lock, const QVariant &end)
{
    const bool isUnknown = end.isValid() && end.value<EndedLock>().how == EventKind::Changed;
    return std::max(lock.shownVerdict().level, isUnknown ? VerdictLevel::Info : VerdictLevel::Ok);
}

} // namespace

struct LockDelegate::Cell {
    const Lock &lock;
    LockColumn column;
    bool isPast; // Stale, or ended
    VerdictLevel level;
    Glyph glyph;
    QRect rect;
    QString text;
    QFont font;
    QPalette palette;
    Qt::Alignment alignment;
};

LockDelegate::LockDelegate(LockModel::Clock clock, QObject *parent)
    : QStyledItemDelegate(parent), m_clock(std::move(clock))
{
}

void LockDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    const auto lock = index.data(LockModel::LockRole).value<LockPtr>();
    if (!lock)
        return; // The view paints group rows, across all columns
    const auto column = LockColumn(index.column());
    painter->save();
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, m_theme.selection);
    const QVariant end = index.data(LockModel::EndedRole);
    const bool ended = end.isValid();
    Cell cell{.lock = *lock,
              .column = column,
              .isPast = lock->isLastKnown() || ended,
              .level = levelOf(*lock, end),
              .glyph = Glyph(index.data(LockModel::GlyphRole).toInt()),
              .rect = option.rect.marginsRemoved(marginsAtSides(Spacing::Medium, Spacing::Medium)),
              .text = index.data().toString(),
              .font = option.font,
              .palette = option.palette,
              .alignment = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt())};
    if (!ended && lock->held() && (column == LockColumn::Ttl || column == LockColumn::Held))
        shorten(cell);
    if (column == LockColumn::Owner)
        cell.text = ownerIn(cell.rect.width(), QFontMetrics(cell.font), *lock,
                            option.rect.width() < m_wholeOwner ? text::Owners::Short : text::Owners::Full);
    if (column == LockColumn::Verdict)
        paintVerdict(painter, cell);
    else if (column == LockColumn::Ttl && hasBar(*lock) && !ended)
        paintTtl(painter, cell, index.data(LockModel::RecentRenewalsRole).value<RecentRenewals>());
    else if (column == LockColumn::Kind)
        paintKind(painter, cell);
    else if (column == LockColumn::Key)
        paintKey(painter, cell, index.data(LockModel::PinnedRole).toBool(),
                 index.data(LockModel::OwnRole).toBool());
    else
        paintText(painter, cell);
    painter->restore();
}

// A time that is cut off says nothing: "12 min" instead of "12 …".
void LockDelegate::shorten(Cell &cell) const
{
    if (QFontMetrics(cell.font).horizontalAdvance(cell.text) > cell.rect.width())
        cell.text = cell.column == LockColumn::Ttl ? ttlCellText(cell.lock, m_clock(), text::Units::Large)
                                                   : text::held(cell.lock, m_clock(), text::Units::Large);
}

// Only the client or the id is shortened, not what is said of it, such as on how many nodes it is.
QString LockDelegate::ownerIn(int width, const QFontMetrics &metrics, const Lock &lock, text::Owners most)
{
    for (const text::Owners owners : {most, text::Owners::Short}) {
        if (const QString whole = text::holdingClient(lock, owners);
            metrics.horizontalAdvance(whole) <= width)
            return whole;
    }
    const int room = width - metrics.horizontalAdvance(text::holding(lock, QString()));
    if (needsNodes(lock) && room < metrics.horizontalAdvance(u'…')) {
        QStringList shapes{text::nodesOnly(lock)};
        if (!areOwnersApart(lock))
            shapes << text::quorum(*lock.quorum()) << text::quorumFigures(*lock.quorum());
        // As it is painted: the advance is rounded.
        const auto fits = [&](const QString &shape) {
            return metrics.elidedText(shape, Qt::ElideRight, width) == shape;
        };
        const auto found = std::ranges::find_if(shapes, fits);
        return found != shapes.end() ? *found : metrics.elidedText(shapes.back(), Qt::ElideRight, width);
    }
    const QByteArray client = holderClient(lock);
    const QString whole = client.isEmpty() ? text::ownerFull(lock.owner()) : text::bytes(client);
    // The widths of two parts add up to a little less than that of both.
    for (int left = room; left > 0; --left) {
        const QString id = metrics.elidedText(whole, Qt::ElideMiddle, left);
        if (QString shown = text::holding(lock, id);
            !id.isEmpty() && metrics.horizontalAdvance(shown) <= width)
            return shown;
    }
    return text::holding(lock, QStringLiteral("…"));
}

void LockDelegate::paintText(QPainter *painter, const Cell &cell) const
{
    const bool quiet = cell.isPast || cell.column == LockColumn::Kind || cell.column == LockColumn::Node ||
                       cell.text == QStringLiteral("—");
    const bool missed = cell.column == LockColumn::Renewals && cell.lock.renewals.missed > 0;
    const auto level = cell.lock.verdict.level;
    const bool endless = cell.column == LockColumn::Ttl && level != VerdictLevel::Ok;
    painter->setFont(cell.font);
    painter->setPen(quiet     ? m_theme.muted
                    : missed  ? m_theme.warning
                    : endless ? m_theme.verdict(level)
                              : cell.palette.color(QPalette::Text));
    QString shown = QFontMetrics(cell.font).elidedText(cell.text, elideMode(cell.column), cell.rect.width());
    shown.replace(QStringLiteral("……"), QStringLiteral("…")); // The owner may already be shortened
    painter->drawText(cell.rect, int(cell.alignment) | Qt::TextSingleLine, shown);
}

void LockDelegate::paintKind(QPainter *painter, const Cell &cell) const
{
    const int size = textIconSize(cell.font);
    const QRectF icon(cell.rect.left(), cell.rect.center().y() - size / 2, size, size);
    paintGlyph(*painter, icon, cell.glyph, m_theme.muted);
    Cell words = cell;
    words.rect.setLeft(cell.rect.left() + size + spacing(Spacing::Medium));
    constexpr int LeastCharacters = 5; // Fewer show no readable word
    if (words.rect.width() >= characters(QFontMetrics(cell.font), LeastCharacters))
        paintText(painter, words);
}

// The marks follow the name: pinned, and held by this program, which is spelled out where there is room.
void LockDelegate::paintKey(QPainter *painter, const Cell &cell, bool pinned, bool own) const
{
    const QFontMetrics metrics(cell.font);
    const int size = textIconSize(cell.font);
    Cell words = cell;
    const auto icon = [&](Glyph glyph) {
        const QRectF place(words.rect.right() - size, cell.rect.center().y() - size / 2, size, size);
        paintGlyph(*painter, place, glyph, m_theme.accent);
        words.rect.setRight(words.rect.right() - size - spacing(Spacing::Medium));
    };
    if (pinned)
        icon(Glyph::Pin);
    if (own) {
        const QString word = tr("held here");
        const int width = metrics.horizontalAdvance(word);
        const int name = metrics.horizontalAdvance(cell.text); // The name has priority
        if (words.rect.width() - size - 2 * spacing(Spacing::Medium) - width > name) {
            painter->setFont(cell.font);
            painter->setPen(m_theme.accent);
            painter->drawText(words.rect, int(Qt::AlignRight | Qt::AlignVCenter) | Qt::TextSingleLine, word);
            words.rect.setRight(words.rect.right() - width - spacing(Spacing::Tight));
        }
        icon(Glyph::Padlock);
    }
    paintText(painter, words);
}

void LockDelegate::paintVerdict(QPainter *painter, const Cell &cell) const
{
    const QFontMetrics metrics(cell.font);
    const int size = textIconSize(cell.font);
    const QRect icon(cell.rect.left(), cell.rect.center().y() - size / 2, size, size);
    const auto level = cell.level;
    painter->setOpacity(cell.isPast ? 0.45 : 1.0);
    if (cell.lock.shownVerdict().isFree() && level == VerdictLevel::Ok) // A tick would praise it
        paintGlyph(*painter, icon, Glyph::OpenPadlock, m_theme.muted);
    else
        m_theme.verdictIcon(level).paint(painter, icon);
    painter->setOpacity(1.0);
    const bool loud = level == VerdictLevel::Critical && !cell.isPast;
    const QFont font = loud ? strongFont(cell.font) : cell.font;
    painter->setFont(font);
    const bool calm = level == VerdictLevel::Ok || cell.isPast;
    painter->setPen(calm ? m_theme.muted : m_theme.verdict(level));
    const QRect text = cell.rect.adjusted(size + spacing(Spacing::Medium), 0, 0, 0);
    painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                      QFontMetrics(font).elidedText(cell.text, Qt::ElideRight, text.width()));
}

// Without room the strip goes first, then the bar: it becomes a line below the text.
void LockDelegate::paintTtl(QPainter *painter, const Cell &cell, const RecentRenewals &recentRenewals) const
{
    const Instant now = m_clock();
    const QFontMetrics metrics(cell.font);
    const int words = metrics.horizontalAdvance(cell.text) + spacing(Spacing::Tight); // Widths are rounded
    const int gap = spacing(Spacing::Medium);
    const int strip = characters(metrics, BeatsCharacters);
    const int bar = std::min(characters(metrics, BarCharacters), cell.rect.width() - words - gap);
    QRect rest = cell.rect;
    if (bar >= characters(metrics, LeastBarCharacters)) {
        paintBar(painter, cell.lock,
                 QRectF(rest.left(), rest.top(), bar, rest.height())
                     .marginsRemoved(marginsAtEnds(Spacing::Medium, Spacing::Medium)),
                 now);
        rest.setLeft(rest.left() + bar + gap);
    } else {
        const double height = spacing(Spacing::Small);
        const int width = std::min(words, rest.width());
        paintBar(painter, cell.lock, QRectF(rest.left(), rest.bottom() - height, width, height), now);
    }
    if (rest.width() >= words + gap + strip)
        paintRenewals(painter, cell.lock, recentRenewals,
                      QRectF(rest.right() - strip, rest.top(), strip, rest.height())
                          .marginsRemoved(marginsAtEnds(Spacing::Medium, Spacing::Medium)),
                      now);
    painter->setFont(cell.font);
    painter->setPen(cell.palette.color(QPalette::Text));
    painter->drawText(rest, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                      metrics.elidedText(cell.text, Qt::ElideRight, rest.width()));
}

// One mark for each renewal seen, the latest to the right; an empty right end means that one is due.
void LockDelegate::paintRenewals(QPainter *painter, const Lock &lock, const RecentRenewals &recentRenewals,
                                 const QRectF &strip, Instant now) const
{
    const double span = double(beatsSpan(lock).count());
    const std::vector<milliseconds> ages = recentRenewals.ages(lock, now);
    if (ages.empty() || span <= 0)
        return;
    const double width = spacing(Spacing::Tight);
    const QColor colour = lock.renewals.missed > 0 ? m_theme.warning : m_theme.ok;
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->fillRect(QRectF(strip.left(), strip.bottom() - 1, strip.width(), 1), m_theme.barBackground);
    for (const milliseconds age : ages) {
        const double share = double(age.count()) / span;
        if (share >= 0 && share < 1)
            painter->fillRect(QRectF(strip.right() - width - share * (strip.width() - width), strip.top(),
                                     width, strip.height()),
                              colour);
    }
}

void LockDelegate::paintBar(QPainter *painter, const Lock &lock, const QRectF &bar, Instant now) const
{
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(m_theme.barBackground);
    painter->drawRoundedRect(bar, cornerRadius(), cornerRadius());
    const bool low = lock.verdict.level == VerdictLevel::Warning;
    const bool critical = lock.verdict.level == VerdictLevel::Critical;
    QColor fill = critical ? m_theme.barCritical : low ? m_theme.barLow : m_theme.barFill;
    const double flash = flashOf(lock, now);
    if (flash > 0.0)
        fill = mixed(m_theme.ok, fill, 0.45 * flash);
    QRectF left = bar;
    left.setWidth(bar.width() * shareLeft(lock, now));
    painter->save();
    painter->setClipRect(left);
    painter->setBrush(fill);
    painter->drawRoundedRect(bar, cornerRadius(), cornerRadius());
    if (low || critical) { // Hatched, to be recognisable without colour
        painter->setBrush(QBrush(critical ? m_theme.barCriticalHatch : m_theme.barLowHatch,
                                 critical ? Qt::DiagCrossPattern : Qt::BDiagPattern));
        painter->drawRoundedRect(bar, cornerRadius(), cornerRadius());
    }
    // The end of the bar must be visible without colour, too.
    const double edge = spacing(Spacing::Tight);
    painter->fillRect(QRectF(left.right() - edge, left.top(), edge, left.height()), critical
                                                                                        ? m_theme.critical
                                                                                    : low ? m_theme.warning
                                                                                          : m_theme.ok);
    painter->restore();
    if (flash > 0.0) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(translucent(m_theme.ok, flash), 1.5));
        painter->drawRoundedRect(bar.adjusted(0.5, 0.5, -0.5, -0.5), cornerRadius(), cornerRadius());
    }
}

void LockDelegate::paintGroup(QPainter *painter, QRect room, const GroupSummary &group) const
{
    const QFont plain = painter->font();
    painter->setFont(strongFont(plain));
    const QString title = painter->fontMetrics().elidedText(group.title, Qt::ElideMiddle, room.width() / 2);
    painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter, title);
    room.setLeft(room.left() + painter->fontMetrics().horizontalAdvance(title) + 14);
    painter->setFont(plain);
    const QString line = groupCounts(group);
    painter->setPen(group.criticals > 0  ? m_theme.critical
                    : group.warnings > 0 ? m_theme.warning
                                         : m_theme.muted);
    painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(line, Qt::ElideRight, room.width()));
}

QSize LockDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto column = LockColumn(index.column());
    const auto lock = index.data(LockModel::LockRole).value<LockPtr>();
    const bool strong =
        column == LockColumn::Verdict && lock && lock->shownVerdict().level == VerdictLevel::Critical;
    const QFontMetrics metrics(strong ? strongFont(option.font) : option.font);
    const int icon = textIconSize(option.font) + spacing(Spacing::Medium);
    int width = metrics.horizontalAdvance(index.data().toString()) + 2 * spacing(Spacing::Medium) + 1;
    if (column == LockColumn::Verdict || column == LockColumn::Kind)
        width += icon;
    if (column == LockColumn::Key)
        width +=
            icon * (index.data(LockModel::PinnedRole).toBool() + index.data(LockModel::OwnRole).toBool());
    if (column == LockColumn::Ttl) {
        if (lock && hasBar(*lock))
            width += characters(metrics, BarCharacters) + spacing(Spacing::Medium);
        if (lock && hasBar(*lock) && lock->renewals.lastAt)
            width += characters(metrics, BeatsCharacters) + spacing(Spacing::Medium);
    }
    return {width, rowHeight(option.font)};
}

int LockDelegate::ownerWidth(const QStyleOptionViewItem &option, const Lock &lock) const
{
    return QFontMetrics(option.font).horizontalAdvance(text::holdingClient(lock, text::Owners::Full)) +
           2 * spacing(Spacing::Medium) + 1;
}

int LockDelegate::rowHeight(const QFont &font)
{
    return QFontMetrics(font).height() + spacing(Spacing::Large);
}

} // namespace lockscope

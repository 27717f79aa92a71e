// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/heartbeatstrip.h"

#include "core/engine/verdicts/renewals/renewalrhythm.h"
#include "ui/holders/lockfacts.h"
#include "ui/text/accessibility.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds FrameEvery = 250ms;
constexpr int BeatsShown = 12;
constexpr int BandLines = 2;
constexpr double Cross = 3.5;

} // namespace

HeartbeatStrip::HeartbeatStrip(QWidget *parent) : QWidget(parent)
{
    m_frame.setInterval(FrameEvery);
    connect(&m_frame, &QTimer::timeout, this, [this] { update(); });
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Renewals seen"));
}

void HeartbeatStrip::clear()
{
    m_lock.reset();
    m_events.clear();
    m_gone = false;
    update();
}

void HeartbeatStrip::start(const LockPtr &lock, const std::vector<LockEvent> &events)
{
    clear();
    add(events);
    update(lock);
}

void HeartbeatStrip::add(const std::vector<LockEvent> &events)
{
    m_events.insert(m_events.end(), events.begin(), events.end());
    while (m_events.size() > MaxEvents)
        m_events.pop_front();
    update();
}

void HeartbeatStrip::update(const LockPtr &lock)
{
    m_lock = lock;
    m_gone = !lock->held();
    explain(*this, words(now()));
    update();
}

void HeartbeatStrip::setGone()
{
    m_gone = true;
    update();
}

bool HeartbeatStrip::hasBeats() const
{
    return m_lock && (m_lock->renewals.count > 0 || std::ranges::any_of(m_events, [](const LockEvent &event) {
                          return event.kind == EventKind::Renewed;
                      }));
}

milliseconds HeartbeatStrip::window() const
{
    const auto period = m_lock ? m_lock->renewals.period : std::nullopt;
    return period ? std::clamp<milliseconds>(*period * BeatsShown, 20s, 1h) : milliseconds(2min);
}

Heartbeat HeartbeatStrip::heartbeat(Instant at) const
{
    const bool isUnknown =
        m_gone || (m_lock && m_lock->isLastKnown()); // what is missing was perhaps not heard
    return heartbeatOf(m_events, m_lock ? m_lock->renewals : Renewals(), isUnknown, at - window(), at);
}

QString HeartbeatStrip::words(Instant at) const
{
    if (!m_lock)
        return {};
    const Renewals &renewals = m_lock->renewals;
    QStringList parts;
    if (renewals.period)
        parts << tr("renewed every %1").arg(text::duration(*renewals.period));
    else
        parts << tr("interval not known yet");
    if (m_lock->lease && m_lock->expiresAt)
        parts << tr("lease %1").arg(leaseFact(*m_lock));
    if (renewals.lastAt && !m_gone)
        parts << tr("last %1").arg(text::ago(millisecondsBetween(*renewals.lastAt, at)));
    if (renewals.missed > 0)
        parts << tr("%Ln missed", nullptr, int(renewals.missed));
    if (m_gone)
        parts << tr("not held now");
    return text::clauses(parts);
}

QRectF HeartbeatStrip::band() const
{
    return {2, 2, double(width()) - 4, double(fontMetrics().height() * BandLines)};
}

double HeartbeatStrip::place(const QRectF &band, Instant when, Instant at) const
{
    const double share = double(millisecondsBetween(when, at).count()) / double(window().count());
    return band.right() - share * band.width();
}

// Each missed beat is a cross at its expected place.
void HeartbeatStrip::paintGap(QPainter &painter, const QRectF &band, const Heartbeat::Gap &gap, Instant at,
                              const Theme &theme) const
{
    const double left = std::max(band.left(), place(band, gap.from, at));
    const double right = std::max(left, place(band, gap.to, at));
    painter.fillRect(QRectF(left, band.top(), right - left, band.height()),
                     QBrush(theme.warning, Qt::BDiagPattern));
    const bool open = gap.to == at;
    const auto whole = millisecondsBetween(gap.from, gap.to);
    const milliseconds step =
        open && m_lock->renewals.period ? *m_lock->renewals.period : milliseconds(whole / (gap.missed + 1));
    painter.setPen(QPen(theme.critical, 2));
    for (qint64 i = 1; i <= gap.missed; ++i) {
        const QPointF middle(place(band, gap.from + step * i, at), band.center().y());
        if (middle.x() < band.left() || middle.x() > band.right())
            continue;
        painter.drawLine(middle + QPointF(-Cross, -Cross), middle + QPointF(Cross, Cross));
        painter.drawLine(middle + QPointF(-Cross, Cross), middle + QPointF(Cross, -Cross));
    }
}

void HeartbeatStrip::paintEvent(QPaintEvent *)
{
    const Theme theme = Theme::of(palette());
    const Instant at = now();
    const Heartbeat seen = heartbeat(at);
    QPainter painter(this);
    const QRectF room = band();
    painter.fillRect(room, palette().color(QPalette::Base));
    painter.setPen(theme.grid);
    painter.drawRect(room);
    painter.drawLine(QLineF(room.left(), room.center().y(), room.right(), room.center().y()));
    painter.save();
    painter.setClipRect(room);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Heartbeat::Gap &gap : seen.gaps)
        paintGap(painter, room, gap, at, theme);
    painter.setPen(QPen(theme.ok, 2));
    for (const Instant beat : seen.beats) {
        const double x = place(room, beat, at);
        painter.drawLine(QLineF(x, room.top() + 3, x, room.bottom() - 3));
    }
    painter.setPen(QPen(theme.accent, 1.5));
    for (const Instant begin : seen.holds) {
        const double x = place(room, begin, at);
        painter.setBrush(theme.accent);
        painter.drawEllipse(QPointF(x, room.center().y()), 3, 3);
    }
    painter.setBrush(palette().color(QPalette::Base));
    for (const Instant end : seen.ends)
        painter.drawEllipse(QPointF(place(room, end, at), room.center().y()), 3, 3);
    painter.restore();
    painter.setPen(palette().color(QPalette::WindowText));
    const QRectF line(2, room.bottom() + 2, width() - 4, fontMetrics().height());
    painter.drawText(line, Qt::AlignVCenter,
                     fontMetrics().elidedText(words(at), Qt::ElideRight, int(line.width())));
}

QSize HeartbeatStrip::sizeHint() const
{
    return {characters(*this, 50), fontMetrics().height() * (BandLines + 1) + 6};
}

QSize HeartbeatStrip::minimumSizeHint() const
{
    return {characters(*this, 20), sizeHint().height()};
}

bool HeartbeatStrip::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    QToolTip::showText(
        static_cast<QHelpEvent *>(event)->globalPos(),
        words(now()) + u'\n' +
            tr("Last %1. Stroke: renewal. Cross: missed renewal. Dot: hold begins. Ring: hold ends.")
                .arg(text::duration(window())),
        this);
    return true;
}

void HeartbeatStrip::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_frame.start();
}

void HeartbeatStrip::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_frame.stop();
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/timebar.h"

#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/elidedlabel.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds Spans[] = {1min, 5min, 15min, 1h, 6h, 24h, 24h * 7, 24h * 30};
constexpr double PanShare = 0.25;
constexpr double ZoomShare = 0.5;
constexpr int LeastNote = 10; // Characters

QString noted(const QString &range, const QString &note)
{
    return note.isEmpty() ? range : TimeBar::tr("%1 · %2", "stretch of time, note").arg(range, note);
}

// Without what is said twice, or goes without saying.
QString briefRange(const HistoryRange &range, WallTime now)
{
    const auto brief = [](WallTime at, WallTime other) {
        return text::date(at) == text::date(other) ? text::clockTime(at) : text::dateToTheSecond(at);
    };
    return TimeBar::tr("%1 to %2").arg(brief(range.from, now), brief(range.to, range.from));
}

} // namespace

TimeBar::TimeBar(TimeWindow &window, QWidget *parent)
    : QWidget(parent), m_window(window), m_row(new QHBoxLayout(this)), m_spans(new QComboBox(this)),
      m_live(new QToolButton(this)), m_text(new QLabel(this))
{
    m_row->setContentsMargins(margins(Spacing::Medium, Spacing::Small));
    m_row->setSpacing(spacing(Spacing::Small));
    m_spans->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_spans->setAccessibleName(tr("Time range"));
    m_spans->setToolTip(tr("Time range; the wheel on a plot changes it too"));
    m_live->setCheckable(true);
    m_live->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_live->setFocusPolicy(Qt::StrongFocus);
    m_live->setToolTip(tr("Follow the latest changes; so does a double-click on a plot. Dragging pauses"));
    QToolButton *back = makeButton(Glyph::Back, tr("Earlier"));
    QToolButton *forth = makeButton(Glyph::Forward, tr("Later"));
    m_closer = makeButton(Glyph::Closer, tr("Zoom in"));
    m_farther = makeButton(Glyph::Farther, tr("Zoom out"));
    m_row->addWidget(m_spans);
    for (QToolButton *button : {back, forth, m_closer, m_farther, m_live})
        m_row->addWidget(button);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setForegroundRole(QPalette::PlaceholderText);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_text->installEventFilter(this);
    m_row->addWidget(m_text, 1);
    const auto pan = [this](double share) { m_window.pan(double(m_window.span().count()) / 1000.0 * share); };
    const auto zoom = [this](double factor) {
        const HistoryRange range = m_window.range();
        m_window.zoom(factor, (axisSeconds(range.from) + axisSeconds(range.to)) / 2);
    };
    connect(back, &QToolButton::clicked, this, [pan] { pan(-PanShare); });
    connect(forth, &QToolButton::clicked, this, [pan] { pan(PanShare); });
    connect(m_closer, &QToolButton::clicked, this, [zoom] { zoom(ZoomShare); });
    connect(m_farther, &QToolButton::clicked, this, [zoom] { zoom(1 / ZoomShare); });
    connect(m_live, &QToolButton::clicked, &m_window, &TimeWindow::setLive);
    connect(m_spans, &QComboBox::activated, this,
            [this](int row) { m_window.setSpan(milliseconds(m_spans->itemData(row).toLongLong())); });
    connect(&m_window, &TimeWindow::changed, this, &TimeBar::showWindow);
    fillSpans();
    showWindow();
}

QToolButton *TimeBar::makeButton(Glyph glyph, const QString &help)
{
    auto *button = new QToolButton(this);
    button->setIcon(glyphIcon(glyph));
    button->setToolTip(help);
    button->setAccessibleName(help);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAutoRaise(true);
    button->setAutoRepeat(true);
    return button;
}

void TimeBar::fillSpans()
{
    for (const milliseconds span : Spans)
        m_spans->addItem(text::duration(span), qint64(span.count()));
}

void TimeBar::showWindow()
{
    m_live->setChecked(m_window.isLive());
    m_live->setText(m_window.isLive() ? tr("Live") : tr("Paused"));
    m_live->setIcon(glyphIcon(m_window.isLive() ? Glyph::Live : Glyph::Paused));
    const int row = m_spans->findData(qint64(m_window.span().count()));
    if (row >= 0)
        m_spans->setCurrentIndex(row);
    // A span that is not in the list gets a last entry while it is shown.
    if (m_spans->count() > int(std::size(Spans)))
        m_spans->removeItem(int(std::size(Spans)));
    if (row < 0 || row >= int(std::size(Spans))) {
        m_spans->addItem(text::duration(m_window.span()), qint64(m_window.span().count()));
        m_spans->setCurrentIndex(m_spans->count() - 1);
    }
    say(m_said);
}

void TimeBar::add(QWidget *widget)
{
    m_row->addWidget(widget);
}

void TimeBar::say(const QString &text)
{
    m_said = text;
    const HistoryRange range = m_window.range();
    const auto begin = m_window.historyBegin();
    QString stretch = m_window.isLive()
                          ? tr("the last %1").arg(text::duration(m_window.span()))
                          : tr("%1 to %2").arg(text::dateAndTime(range.from), text::dateAndTime(range.to));
    if (begin)
        stretch = tr("%1; history begins at %2", "stretch of time").arg(stretch, text::clockTime(*begin));
    m_brief = begin               ? tr("since %1", "a time").arg(text::clockTime(*begin))
              : m_window.isLive() ? stretch
                                  : briefRange(range, m_window.now());
    m_full = text.isEmpty() ? noted(stretch, m_note) : text;
    m_text->setToolTip(m_full);
    fitText();
}

void TimeBar::fitText()
{
    const QFontMetrics metrics = m_text->fontMetrics();
    const int room = m_text->width();
    m_text->setText(metrics.horizontalAdvance(m_full) <= room ? m_full : shortened(room));
}

// The plots show the range too, but not the note: without room for both, the note stays.
QString TimeBar::shortened(int room) const
{
    const QFontMetrics metrics = m_text->fontMetrics();
    if (!m_said.isEmpty() || m_note.isEmpty())
        return metrics.elidedText(m_said.isEmpty() ? m_brief : m_said, Qt::ElideRight, room);
    const int left = room - metrics.horizontalAdvance(noted(m_brief, QStringLiteral(" ")));
    const int least = std::min(metrics.horizontalAdvance(m_note), characters(metrics, LeastNote));
    const bool both = left >= least;
    const QString note = metrics.elidedText(m_note, m_noteElide, both ? left : room);
    return both ? noted(m_brief, note) : note;
}

bool TimeBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_text && (event->type() == QEvent::Resize || event->type() == QEvent::FontChange))
        fitText();
    return QWidget::eventFilter(watched, event);
}

// Where words would be cut, zooming is left to the time range beside it, and to the wheel.
void TimeBar::makeRoom()
{
    const QMargins edges = m_row->contentsMargins();
    int needed = edges.left() + edges.right();
    for (int place = 0; place < m_row->count(); ++place) {
        const QWidget *part = m_row->itemAt(place)->widget();
        const bool isZoom = part == m_closer || part == m_farther;
        if (part != m_text && (isZoom || !part->isHidden()))
            needed += part->sizeHint().width() + m_row->spacing();
    }
    for (QToolButton *zoom : {m_closer, m_farther})
        zoom->setVisible(needed <= width());
}

void TimeBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    makeRoom();
}

bool TimeBar::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest)
        makeRoom();
    return QWidget::event(event);
}

void TimeBar::setNote(const QString &text, Qt::TextElideMode elide)
{
    m_noteElide = elide;
    if (std::exchange(m_note, text) != text)
        say(m_said);
}

QString TimeBar::text() const
{
    return m_full;
}

} // namespace lockscope

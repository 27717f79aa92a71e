// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recording/playbar.h"

#include "core/base/unixms.h"
#include "ui/text/format.h"
#include "ui/text/mnemonic.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QAction>
#include <QComboBox>
#include <QDateTime>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QProxyStyle>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

namespace lockscope
{

namespace
{

constexpr int SliderSteps = 100'000;
constexpr int Speeds[] = {1, 2, 10, 60, 600};

qint64 length(const HistoryRange &extent)
{
    return std::max<qint64>(unixMs(extent.to) - unixMs(extent.from), 1);
}

// A click moves the slider to the place that was clicked.
class ToTheClick final : public QProxyStyle
{
public:
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *data) const override
    {
        return hint == SH_Slider_AbsoluteSetButtons ? int(Qt::LeftButton)
                                                    : QProxyStyle::styleHint(hint, option, widget, data);
    }
};

} // namespace

// A time without a date is of the day that is shown.
std::optional<WallTime> timeTyped(const QString &typed, WallTime shown)
{
    const QString text = typed.simplified();
    const QDate day = QDateTime::fromMSecsSinceEpoch(unixMs(shown)).date();
    for (const QString &date : {QString(), text::dateForm(true), QStringLiteral("yyyy-MM-dd")}) {
        for (const char *form : {"H:mm", "H:mm:ss", "H:mm:ss.z"}) {
            const QString time = QLatin1String(form);
            QDateTime at;
            if (!date.isEmpty())
                at = QDateTime::fromString(text, date + u' ' + time);
            else if (const QTime of = QTime::fromString(text, time); of.isValid())
                at = QDateTime(day, of);
            if (at.isValid())
                return wallTimeOf(at.toMSecsSinceEpoch());
        }
    }
    return {};
}

PlayBar::PlayBar(Playhead &head, QWidget *parent)
    : QWidget(parent), m_head(head),
      m_play(make(tr("&Play"), tr("Play the recording from this moment"), Qt::CTRL | Qt::Key_Space)),
      m_back(make(tr("Pre&vious"), tr("Go back to the previous change"), Qt::ALT | Qt::Key_Left)),
      m_forth(make(tr("&Next"), tr("Go on to the next change"), Qt::ALT | Qt::Key_Right)),
      m_speeds(new QComboBox(this)), m_stops(new QComboBox(this)),
      m_slider(new QSlider(Qt::Horizontal, this)), m_time(new QLineEdit(this))
{
    fill();
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(margins(Spacing::Medium, Spacing::Small));
    row->setSpacing(spacing(Spacing::Small));
    row->addWidget(buttonOf(m_play));
    row->addWidget(m_speeds);
    row->addSpacing(spacing(Spacing::Medium));
    row->addWidget(buttonOf(m_back));
    row->addWidget(m_stops);
    row->addWidget(buttonOf(m_forth));
    row->addSpacing(spacing(Spacing::Medium));
    row->addWidget(m_slider, 1);
    row->addWidget(m_time);
    wire();
    showExtent();
    showMoment();
    showPlaying();
}

QAction *PlayBar::make(const QString &text, const QString &help, const QKeySequence &key)
{
    auto *action = new QAction(text, this);
    action->setShortcut(key);
    action->setIconText(withoutMnemonic(text));
    action->setToolTip(QStringLiteral("%1 (%2)").arg(help, key.toString(QKeySequence::NativeText)));
    return action;
}

QToolButton *PlayBar::buttonOf(QAction *action)
{
    auto *button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAutoRaise(true);
    return button;
}

void PlayBar::fill()
{
    for (const int speed : Speeds)
        m_speeds->addItem(tr("%1×", "speed").arg(text::number(speed)), speed);
    m_speeds->setAccessibleName(tr("Speed"));
    m_speeds->setToolTip(tr("Playback speed"));
    m_stops->addItem(tr("Event"), int(PlaybackStop::Event));
    m_stops->addItem(tr("Verdict"), int(PlaybackStop::Verdict));
    m_stops->addItem(tr("Failover"), int(PlaybackStop::Failover));
    m_stops->setAccessibleName(tr("Change to go to"));
    m_stops->setToolTip(tr("What “Previous” and “Next” go to: an event, a changed verdict, or a failover. If "
                           "a lock is selected, of that lock"));
    m_slider->setAccessibleName(tr("Moment of the recording"));
    m_slider->setRange(0, SliderSteps);
    auto *style = new ToTheClick;
    style->setParent(m_slider);
    m_slider->setStyle(style);
    m_time->setAccessibleName(tr("Date and time of the moment"));
    m_time->setToolTip(
        tr("The moment that is shown; type another, such as 14:05 or 14:05:10.250, to go there"));
    m_time->setFixedWidth(m_time->fontMetrics().horizontalAdvance(text::dateAndTime(WallTime())) +
                          characters(*this, 4));
    m_back->setIcon(glyphIcon(Glyph::Back));
    m_forth->setIcon(glyphIcon(Glyph::Forward));
}

void PlayBar::wire()
{
    connect(&m_head, &Playhead::extentChanged, this, &PlayBar::showExtent);
    connect(&m_head, &Playhead::moved, this, &PlayBar::showMoment);
    connect(&m_head, &Playhead::playingChanged, this, &PlayBar::showPlaying);
    connect(m_play, &QAction::triggered, this, [this] { m_head.setPlaying(!m_head.isPlaying()); });
    connect(m_back, &QAction::triggered, this, [this] { emit stopWanted(stop(), false); });
    connect(m_forth, &QAction::triggered, this, [this] { emit stopWanted(stop(), true); });
    connect(m_speeds, &QComboBox::currentIndexChanged, this,
            [this] { m_head.setSpeed(m_speeds->currentData().toInt()); });
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
        m_head.moveTo(m_head.extent().from + milliseconds(length(m_head.extent()) * value / SliderSteps));
    });
    connect(m_time, &QLineEdit::editingFinished, this, &PlayBar::goToTyped);
}

QList<QAction *> PlayBar::commands() const
{
    return {m_play, m_back, m_forth};
}

PlaybackStop PlayBar::stop() const
{
    return PlaybackStop(m_stops->currentData().toInt());
}

// The keys move the slider by a second, or by a minute, whatever the length.
void PlayBar::showExtent()
{
    const HistoryRange &extent = m_head.extent();
    const auto steps = [&extent](qint64 ms) {
        return int(std::clamp<qint64>(ms * SliderSteps / length(extent), 1, SliderSteps));
    };
    m_slider->setSingleStep(steps(1'000));
    m_slider->setPageStep(steps(60'000));
    showPlace();
}

void PlayBar::showPlace()
{
    const HistoryRange &extent = m_head.extent();
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(int((unixMs(m_head.at()) - unixMs(extent.from)) * SliderSteps / length(extent)));
    m_slider->setToolTip(text::dateToTheSecond(m_head.at()));
}

// What is being typed stays.
void PlayBar::showMoment()
{
    showPlace();
    if (!m_time->isModified())
        m_time->setText(text::dateAndTime(m_head.at()));
}

void PlayBar::goToTyped()
{
    if (!m_time->isModified())
        return;
    const QString typed = m_time->text();
    m_time->setModified(false);
    if (const auto at = timeTyped(typed, m_head.at())) {
        const HistoryRange &extent = m_head.extent();
        emit told(*at > extent.to     ? tr("The recording ends at %1").arg(text::dateAndTime(extent.to))
                  : *at < extent.from ? tr("The recording begins at %1").arg(text::dateAndTime(extent.from))
                                      : QString()); // What was typed before may have been no time
        return m_head.moveTo(*at > extent.to ? m_head.last() : *at);
    }
    showMoment();
    emit told(tr("“%1” is not a time: type 14:05, 14:05:10.250, or a date before it").arg(typed));
}

void PlayBar::showPlaying()
{
    const bool playing = m_head.isPlaying();
    m_play->setText(playing ? tr("&Pause") : tr("&Play"));
    m_play->setIconText(withoutMnemonic(m_play->text()));
    m_play->setIcon(glyphIcon(playing ? Glyph::Paused : Glyph::Play));
}

} // namespace lockscope

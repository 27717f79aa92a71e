// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recording/playbar.h"

#include "core/base/unixms.h"
#include "ui/text/format.h"
#include "ui/text/mnemonic.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QAction>
#include <QComboBox>
#include <QDateTimeEdit>
#include <QHBoxLayout>
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

} // namespace

PlayBar::PlayBar(Playhead &head, QWidget *parent)
    : QWidget(parent), m_head(head),
      m_play(make(tr("&Play"), tr("Play the recording from this moment"), Qt::CTRL | Qt::Key_Space)),
      m_back(make(tr("Pre&vious"), tr("Go back to the previous change"), Qt::ALT | Qt::Key_Left)),
      m_forth(make(tr("&Next"), tr("Go on to the next change"), Qt::ALT | Qt::Key_Right)),
      m_speeds(new QComboBox(this)), m_stops(new QComboBox(this)),
      m_slider(new QSlider(Qt::Horizontal, this)), m_time(new QDateTimeEdit(this))
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
    m_speeds->setToolTip(tr("Speed: seconds of the recording in a second"));
    m_stops->addItem(tr("Event"), int(PlaybackStop::Event));
    m_stops->addItem(tr("Verdict"), int(PlaybackStop::Verdict));
    m_stops->addItem(tr("Failover"), int(PlaybackStop::Failover));
    m_stops->setAccessibleName(tr("Change to go to"));
    m_stops->setToolTip(
        tr("What “Previous” and “Next” go to: an event of a lock, a changed verdict, or a failover"));
    m_slider->setAccessibleName(tr("Moment of the recording"));
    m_slider->setRange(0, SliderSteps);
    m_time->setAccessibleName(tr("Date and time of the moment"));
    m_time->setToolTip(tr("The moment that is shown; type another to go there"));
    m_time->setDisplayFormat(text::dateForm(true) + QStringLiteral(" HH:mm:ss"));
    m_time->setKeyboardTracking(false);
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
    // It shows whole seconds: only another one is a wish.
    connect(m_time, &QDateTimeEdit::dateTimeChanged, this,
            [this](const QDateTime &time) { m_head.moveTo(wallTimeOf(time.toMSecsSinceEpoch())); });
}

QList<QAction *> PlayBar::actions() const
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
    const QSignalBlocker quiet(m_time);
    m_time->setDateTimeRange(QDateTime::fromMSecsSinceEpoch(unixMs(extent.from) / 1000 * 1000),
                             QDateTime::fromMSecsSinceEpoch(unixMs(extent.to)));
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

void PlayBar::showMoment()
{
    showPlace();
    const QSignalBlocker quiet(m_time);
    m_time->setDateTime(QDateTime::fromMSecsSinceEpoch(unixMs(m_head.at()) / 1000 * 1000));
}

void PlayBar::showPlaying()
{
    const bool playing = m_head.isPlaying();
    m_play->setText(playing ? tr("&Pause") : tr("&Play"));
    m_play->setIconText(withoutMnemonic(m_play->text()));
    m_play->setIcon(glyphIcon(playing ? Glyph::Paused : Glyph::Play));
}

} // namespace lockscope

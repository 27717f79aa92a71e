// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The controls of a playhead: play, speed, step to the next or previous change, a slider over the whole
// recording, and the time, which can be edited. Owner: the recording's window; GUI thread.

#include "core/history/playback/playbackstop.h"
#include "ui/recording/playhead.h"

#include <QWidget>

class QAction;
class QComboBox;
class QLineEdit;
class QSlider;
class QToolButton;

namespace lockscope
{

// "14:05", "14:05:10.250", or with a date before it: as dates are shown, or as 2026-06-12. Nothing: no time.
std::optional<WallTime> timeTyped(const QString &typed, WallTime shown);

class PlayBar final : public QWidget
{
    Q_OBJECT
public:
    explicit PlayBar(Playhead &head, QWidget *parent = nullptr);

    QList<QAction *> commands() const; // With their shortcuts, for a menu
    QAction *playAction() const { return m_play; }
    QAction *backAction() const { return m_back; }
    QAction *forthAction() const { return m_forth; }
    QComboBox *speeds() const { return m_speeds; }
    QComboBox *stops() const { return m_stops; }
    QSlider *slider() const { return m_slider; }
    QLineEdit *time() const { return m_time; }

signals:
    void stopWanted(lockscope::PlaybackStop what, bool forward);
    void told(const QString &note); // What was typed is no time, or outside of the recording

private:
    QAction *make(const QString &text, const QString &help, const QKeySequence &key);
    QToolButton *buttonOf(QAction *action);
    void fill();
    void wire();
    void showExtent();
    void goToTyped();
    void showPlace();
    void showMoment();
    void showPlaying();
    PlaybackStop stop() const;

    Playhead &m_head;
    QAction *m_play;
    QAction *m_back;
    QAction *m_forth;
    QComboBox *m_speeds;
    QComboBox *m_stops;
    QSlider *m_slider;
    QLineEdit *m_time;
};

} // namespace lockscope

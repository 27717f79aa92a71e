// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ways to name a recording in a window: a file dialog, files dropped on it, and a menu of recent ones.
// GUI thread.

#include <QObject>

#include <functional>

class QMenu;
class QWidget;

namespace lockscope
{

using TakeRecording = std::function<void(const QString &fileName)>;

// The dialog belongs to the window until closed.
void askForRecording(QWidget *window, const TakeRecording &take);

// Takes files that are dropped on a window. Owner: the window.
class RecordingDrop final : public QObject
{
    Q_OBJECT
public:
    RecordingDrop(QWidget *window, TakeRecording take);

private:
    bool eventFilter(QObject *watched, QEvent *event) override;

    TakeRecording m_take;
};

// Fills the menu whenever it opens. recent: newest first.
void offerRecordings(QMenu *menu, const std::function<QStringList()> &recent, const TakeRecording &take);

} // namespace lockscope

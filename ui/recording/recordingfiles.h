// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ways to name a recording in a window: a file dialog, and files dropped on it. GUI thread.

#include <QObject>

#include <functional>

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

} // namespace lockscope

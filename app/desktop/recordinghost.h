// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The window of one recording, and the thread that reads its file. GUI thread. Owner: the composition. The
// destructor closes the window and waits for the running query.

#include "app/workthread.h"
#include "ui/recording/recordingwindow.h"

namespace lockscope
{

class RecordingHost final
{
public:
    explicit RecordingHost(const QString &file);
    ~RecordingHost();
    Q_DISABLE_COPY_MOVE(RecordingHost)

    RecordingWindow &window() { return *m_window; }
    void start();

private:
    WorkThread m_thread{QStringLiteral("recording")};
    RecordingHistory *m_recording; // on m_thread
    std::unique_ptr<RecordingWindow> m_window;
};

} // namespace lockscope

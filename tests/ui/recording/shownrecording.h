// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A recording, and a window that shows it once the test calls open().

#include "tests/support/threaded.h"
#include "ui/recording/recordingwindow.h"

namespace lockscope::test
{

struct ShownRecording {
    explicit ShownRecording(const QString &file) : history(new RecordingHistory(file)), window(file)
    {
        window.history().attach(history.object);
        window.recording().attach(history.object);
        window.resize(1200, 800);
        window.show();
    }

    Threaded<RecordingHistory> history;
    RecordingWindow window;
};

} // namespace lockscope::test

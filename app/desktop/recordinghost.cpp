// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/recordinghost.h"

namespace lockscope
{

RecordingHost::RecordingHost(const QString &file)
    : m_recording(new RecordingHistory(file)), m_window(std::make_unique<RecordingWindow>(file))
{
    m_thread.take(m_recording);
    m_window->history().attach(m_recording);
    m_window->recording().attach(m_recording);
}

RecordingHost::~RecordingHost()
{
    m_window.reset();
    m_thread.end([recording = m_recording] { delete recording; });
}

void RecordingHost::start()
{
    m_window->show();
    m_window->open();
}

} // namespace lockscope

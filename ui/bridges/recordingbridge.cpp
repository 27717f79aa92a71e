// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridges/recordingbridge.h"

namespace lockscope
{

void RecordingBridge::attach(RecordingHistory *recording)
{
    connect(this, &RecordingBridge::openWanted, recording, &RecordingHistory::open);
    connect(this, &RecordingBridge::lookWanted, recording, &RecordingHistory::look);
    connect(this, &RecordingBridge::stopWanted, recording, &RecordingHistory::requestStop);
    connect(this, &RecordingBridge::serversWanted, recording, &RecordingHistory::requestServers);
    connect(this, &RecordingBridge::blockingWanted, recording, &RecordingHistory::requestBlocking);
    connect(this, &RecordingBridge::lockWanted, recording, &RecordingHistory::requestLock);
    connect(this, &RecordingBridge::filesWanted, recording, &RecordingHistory::requestFiles);
    connect(this, &RecordingBridge::compareWanted, recording, &RecordingHistory::requestComparison);

    connect(recording, &RecordingHistory::failed, this, &RecordingBridge::failed);
    connect(recording, &RecordingHistory::statusChanged, this, &RecordingBridge::statusChanged);
    connect(recording, &RecordingHistory::stopReady, this, &RecordingBridge::stopReady);
    connect(recording, &RecordingHistory::serversReady, this, &RecordingBridge::serversReady);
    connect(recording, &RecordingHistory::blockingReady, this, &RecordingBridge::blockingReady);
    connect(recording, &RecordingHistory::lockReady, this, &RecordingBridge::lockReady);
    connect(recording, &RecordingHistory::filesReady, this, &RecordingBridge::filesReady);
    connect(recording, &RecordingHistory::comparisonReady, this, &RecordingBridge::comparisonReady);
    connect(recording, &RecordingHistory::comparisonFailed, this, &RecordingBridge::comparisonFailed);
}

} // namespace lockscope

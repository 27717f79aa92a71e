// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// GUI-thread end of the connection to a recording: what HistoryBridge does not ask. Never waits. Owner: the
// composition. The recording lives on a thread of its own.

#include "core/history/service/recordinghistory.h"
#include "ui/bridges/bridge.h"

namespace lockscope
{

class RecordingBridge final : public Bridge
{
    Q_OBJECT
public:
    explicit RecordingBridge(QObject *parent = nullptr) : Bridge(parent) {}

    void attach(RecordingHistory *recording); // Connects both directions. Call once.

    void open() { emit openWanted(); }
    void look() { emit lookWanted(); } // Whether the recording has grown
    quint64 stop(const PlaybackQuery &query) { return ask(&RecordingBridge::stopWanted, query); }
    quint64 servers(WallTime at) { return ask(&RecordingBridge::serversWanted, at); }
    quint64 blocking(WallTime at) { return ask(&RecordingBridge::blockingWanted, at); }
    quint64 lock(const LockName &key, WallTime at) { return ask(&RecordingBridge::lockWanted, key, at); }
    quint64 files() { return ask(&RecordingBridge::filesWanted); } // Documents inside
    quint64 compare(const CompareQuery &query) { return ask(&RecordingBridge::compareWanted, query); }

signals:
    // To the recording
    void openWanted();
    void lookWanted();
    void stopWanted(quint64 id, const lockscope::PlaybackQuery &query);
    void serversWanted(quint64 id, lockscope::WallTime at);
    void blockingWanted(quint64 id, lockscope::WallTime at);
    void lockWanted(quint64 id, const lockscope::LockName &key, lockscope::WallTime at);
    void filesWanted(quint64 id);
    void compareWanted(quint64 id, const lockscope::CompareQuery &query);
    // From the recording
    void failed(const lockscope::Failure &why);
    void statusChanged(const lockscope::RecordingStatus &status);
    void stopReady(quint64 id, const std::optional<lockscope::PlaybackFound> &found);
    void serversReady(quint64 id, const lockscope::ServersThen &then);
    void blockingReady(quint64 id, const lockscope::BlockingThen &then);
    void lockReady(quint64 id, const lockscope::LockThen &then);
    void filesReady(quint64 id, const std::vector<lockscope::AttachedFile> &files);
    void comparisonReady(quint64 id, const lockscope::Comparison &comparison);
    void comparisonFailed(quint64 id, const lockscope::Failure &why);
};

} // namespace lockscope

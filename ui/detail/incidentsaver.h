// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Collects what engine, history and audit know of one lock and writes it as a folder (core/export/incident.h)
// on its own thread. The folder names what did not answer in time. Deletes itself when done. Owner: the main
// window; GUI thread.

#include "core/export/incident.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

class QThread;

namespace lockscope
{

class EngineBridge;
class HistoryBridge;

struct IncidentWish {
    LockName key{};
    ConnectionSpec spec{};
    QString configFolder{};
    std::shared_ptr<const Registry> registry{};
};

class IncidentSaver final : public QObject
{
    Q_OBJECT
public:
    IncidentSaver(EngineBridge &bridge, HistoryBridge &history, const IncidentWish &wish,
                  const QString &folder, QObject *parent);
    ~IncidentSaver() override; // Waits for the files

signals:
    void saved(const QString &folder);
    void failed(const lockscope::Failure &why);

private:
    void answered();
    void write();

    Incident m_incident{};
    QString m_configFolder;
    QString m_folder;
    int m_missing = 3; // Pending answers
    bool m_isWriting = false;
    QTimer m_patience{};
    QPointer<QThread> m_thread{};
};

} // namespace lockscope

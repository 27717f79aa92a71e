// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes a history into its file: opens it, ends the writing with the first failure and tries again later,
// rotates the file and keeps it within its limits. What is to be written, History decides. Without a file it
// takes everything and writes nothing. Owned by History, on its thread.

#include "core/history/historystore.h"

#include <QObject>
#include <QTimer>

namespace lockscope
{

class HistoryWriter final : public QObject
{
    Q_OBJECT
public:
    // folder: contains one file per connection.
    explicit HistoryWriter(QString folder, QObject *parent = nullptr);

    void setFile(const QString &file) { m_file = file; } // of all connections
    void setRetryPeriod(milliseconds period) { m_retry.setInterval(period); }
    void setSettings(const HistorySettings &settings) { m_settings = settings; }
    const HistorySettings &settings() const { return m_settings; }
    // name: of the connection; empty: no file of its own. servers: see setHistoryFileAside().
    void setConnection(const QString &name, const QByteArray &servers);
    const QString &name() const { return m_name; }
    Done rename(const QString &from, const QString &to); // while it is closed

    bool hasFile() const { return !fileName().isEmpty(); }
    // A new file continues the one that was rotated before. False: it is not open, and tried again later.
    bool open();
    void close();
    void forget(); // also what it has written, and what the next file would continue
    bool isOpen() const { return bool(m_store); }
    std::optional<WallTime> since() const;     // the start of the data in it
    qint64 events() const { return m_events; } // written since forget()
    qint64 bytes() const { return m_store ? m_store->bytes() : 0; }
    const Failure &failure() const { return m_failure; } // without a text: it has not failed

    template<class Write> void write(const Write &write) // write(store) returns a Done
    {
        if (m_store)
            check(write(*m_store));
    }
    template<class What> void append(const What &what)
    {
        write([&what](HistoryStore &store) { return store.append(what); });
    }
    void remember(const std::vector<LockEvent> &events); // appends and counts them
    void commit();
    // What question(store) returns; nullopt: the file is not open, or it failed, which ends the writing.
    template<class Question> auto ask(const Question &question)
    {
        std::optional<std::decay_t<decltype(*question(*m_store))>> found;
        if (!m_store)
            return found;
        if (auto answer = question(*m_store))
            found = *std::move(answer);
        else
            check(answer.failure());
        return found;
    }

    // True: the file is large enough and whole, so that close(), rotate(), open() and beginRotated() are
    // next.
    bool mayRotate();
    Done rotate();
    void beginRotated(const Done &rotated);
    void trim(); // for a bounded time

signals:
    void ended();    // the file has failed
    void retryDue(); // open() it again

private:
    QString fileName() const;
    Done openFile();
    void check(const Done &written);
    qint64 bytesToRotate() const { return std::max(m_settings.bytes, 2 * m_bytesAtFirst); }

    QString m_folder;
    QString m_file{};
    HistorySettings m_settings{};
    QString m_name{};
    QByteArray m_servers{};
    QTimer m_retry{};
    std::unique_ptr<HistoryStore> m_store{};
    std::optional<RecordingPlace> m_place{}; // of the file after a rotation, until it is open
    Failure m_failure{};
    qint64 m_events = 0;
    qint64 m_uncommitted = 0;  // of its events
    qint64 m_bytesAtFirst = 0; // of a file after a rotation: with the holds that were open
};

} // namespace lockscope

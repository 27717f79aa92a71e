// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Follows many connections at once, each with an engine of its own, read-only, and reports what is known of
// each. Owner: the composition. Lives on a thread of its own with all its engines; call its slots there or
// through a queued connection. Errors are states of the members.

#include "core/engine/alerts/alertwatch.h"
#include "core/fleet/fleetmember.h"
#include "core/fleet/fleetsearch.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace lockscope
{

class FleetConnection;

class FleetWatch final : public QObject
{
    Q_OBJECT
public:
    static constexpr size_t MostOpening = 4;        // connections that are being established at once
    static constexpr milliseconds OpeningPace{100}; // while these do not answer, one more each time
    static constexpr size_t MostPending = 32;       // of which none answers
    static constexpr milliseconds Pace{500};        // between two reports

    explicit FleetWatch(QObject *parent = nullptr);
    ~FleetWatch() override;

    size_t opening() const; // connections that are being established now

public slots:
    // Follows these from now on; connections that were followed before and have not changed stay open, those
    // that are not shown too.
    void open(quint64 id, const std::vector<lockscope::FleetTarget> &targets);
    void retry();                                                 // those whose connection failed for good
    void search(quint64 id, const lockscope::LockFilter &filter); // in place of the search before
    void endSearch();
    void handOver(quint64 id, const QString &connection); // see handedOver()
    void close();

signals:
    // All members that are shown, in the order of open(), whose number this is. At most twice a second, after
    // changes.
    void changed(quint64 id, const std::vector<lockscope::FleetMember> &members);
    // What is known of that connection; not emitted if it is not followed.
    void handedOver(quint64 id, const lockscope::FleetKnown &known);
    // Of those that are shown: each alert once, with the name of its connection.
    void alerted(const std::vector<lockscope::Alert> &alerts);
    // Of the search of this number; see FleetSearch.
    void found(quint64 id, const lockscope::FleetFindings &findings);

private:
    std::unique_ptr<FleetConnection> known(const FleetTarget &target);
    std::unique_ptr<FleetConnection> made(const FleetTarget &target);
    void openNext();
    void openUpTo(size_t most);
    void touch();
    void report();
    void awaitMinute();

    quint64 m_id = 0;
    std::vector<std::unique_ptr<FleetConnection>> m_connections;
    std::vector<std::unique_ptr<FleetConnection>> m_kept; // not shown
    std::vector<FleetMember> m_reported{};
    bool m_isReported = false; // m_reported is of m_id
    Instant m_reportedAt{};
    QTimer m_timer;
    QTimer m_opening;      // until one more is opened
    QTimer m_minute;       // until the next one begins
    FleetSearch *m_search; // a child
};

} // namespace lockscope

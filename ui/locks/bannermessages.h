// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the banner says: the state of the connection, alarms that the user has not dismissed, and a server
// that is not trusted. GUI thread.

#include "ui/bridges/deploymentstate.h"
#include "ui/locks/banner.h"

#include <QTimer>

#include <functional>

namespace lockscope
{

class BannerMessages final : public QObject
{
    Q_OBJECT
public:
    // hasRows: whether the list shows any. Without rows, an empty page gives the reason.
    BannerMessages(Banner &banner, std::function<bool()> hasRows, QObject *parent);
    void show(const DeploymentState &deployment);
    // Some locks were not read on this connection yet, and were known at that time; nullopt: none.
    void setKnownAt(std::optional<WallTime> at);
    // Stays until the user dismisses it, or another server is opened. locks: those it is about.
    void alarm(BannerMessage message);
    void dismiss(const BannerMessage &message);

private:
    void begin(const ConnectionSpec &spec);
    void refresh();
    std::optional<BannerMessage> ofConnection() const;
    BannerMessage ofKnown() const;
    BannerMessage ofLoss() const;
    std::optional<BannerMessage> ofPart() const;
    std::optional<BannerMessage> ofTrust() const;
    milliseconds sinceKnown() const;

    Banner &m_banner;
    std::function<bool()> m_hasRows;
    DeploymentState m_deployment{};
    QTimer m_clock;                    // For ages and the countdown
    std::optional<Instant> m_lostAt{}; // Each try to reconnect begins a state of its own
    std::optional<WallTime> m_knownAt{};
    Instant m_knownSince{};                // Since when they are shown
    std::vector<BannerMessage> m_alarms{}; // The last one first
    QString m_server{};                    // Whose alarms these are: its name and URL
    int m_lastAlarm = 0;
};

} // namespace lockscope

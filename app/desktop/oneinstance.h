// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lets windows of one user and configuration folder find each other, so that a connection is not opened
// twice. Each window listens on its own local socket in a private folder. A new start asks all of them in
// turn, with a time limit: a window that does not respond counts as none. A window asks them, too, before it
// opens another connection. Without such a folder (Windows),
// each start opens a window. GUI thread; owner: main().

#include "ui/connections/shownconnection.h"

#include <QLocalServer>
#include <QObject>

#include <functional>
#include <memory>
#include <optional>

class QLocalSocket;
class QLockFile;

namespace lockscope
{

class OneInstance final : public QObject
{
    Q_OBJECT
public:
    explicit OneInstance(const QString &configDir, QObject *parent = nullptr);
    ~OneInstance() override;

    // Returns true if another window shows the wanted connection; it then comes to the front. Otherwise this
    // start listens from now on, once the event loop runs. wanted: none: do not ask. activation: this start's
    // token from the desktop, which lets the other window come to the front.
    bool isElsewhere(const std::optional<ShownConnection> &wanted, const QByteArray &activation);
    // The same for a window that runs, without waiting: `then`, once, with whether another window shows it. A
    // window that does not respond within a second counts as none, and does not come to the front later.
    // There is no token, so the desktop may refuse to bring the other window to the front.
    void findElsewhere(const ShownConnection &wanted, const std::function<void(bool)> &then);
    void stop(); // stops listening; open questions get no answer
    void setShows(std::function<bool(const ShownConnection &)> shows) { m_shows = std::move(shows); }
    QString folder() const { return m_folder; }

signals:
    void wanted(const QByteArray &activation); // bring the window to the front

private:
    bool ask(const QByteArray &question, bool mayTidy) const;
    void greet();
    void answer(QLocalSocket *asking);

    QString m_folder; // empty: no folder available
    QLocalServer m_server;
    std::unique_ptr<QLockFile> m_turn; // held during the start
    std::function<bool(const ShownConnection &)> m_shows{};
};

} // namespace lockscope

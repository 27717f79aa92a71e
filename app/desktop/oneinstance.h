// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Windows of one user and one configuration folder find each other, so that what one of them shows is not
// opened twice. Each listens on a local socket of its own, in a folder that only its user may enter; a new
// start asks them all, one after the other. It waits for an answer, but not for long: a window that hangs
// counts as none. Where there are no such folders (Windows), each start opens a window. GUI thread; owner:
// main().

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

    // activation: what the desktop gave this start, to let a window come to the front.
    // True: another window shows what is wanted, and comes to the front. Else this start can be asked from
    // now on, and answers in the event loop. wanted: nothing: it is not asked for.
    bool isElsewhere(const std::optional<ShownConnection> &wanted, const QByteArray &activation);
    void stop(); // nobody finds this one any more, and who is asking gets no answer
    void setShows(std::function<bool(const ShownConnection &)> shows) { m_shows = std::move(shows); }
    QString folder() const { return m_folder; }

signals:
    void wanted(const QByteArray &activation); // to the front

private:
    bool ask(const QByteArray &question, bool mayTidy) const;
    void greet();
    void answer(QLocalSocket *asking);

    QString m_folder; // empty: none can be had
    QLocalServer m_server;
    std::unique_ptr<QLockFile> m_turn; // while this one starts
    std::function<bool(const ShownConnection &)> m_shows{};
};

} // namespace lockscope

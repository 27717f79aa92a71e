// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What was closed, so that it can come back as it was: the last ones, the newest first. The action says which
// is next, and cannot be used where there is none. Owner: the window; GUI thread.

#include <QObject>

#include <deque>
#include <functional>

class QAction;

namespace lockscope
{

class ReopenStack final : public QObject
{
    Q_OBJECT
public:
    static constexpr size_t Most = 20;
    // Of a connection: with another one there would be nothing in it.
    enum class Of { Window, Connection };

    ReopenStack(QAction *reopen, QObject *parent);

    // words: of the action, for what is not a view that opens again; empty: the usual ones.
    void remember(const QString &title, Of of, const std::function<void()> &open, const QString &words = {});
    void reopen();
    void leaveConnection();
    size_t count() const { return m_closed.size(); }

private:
    struct View {
        QString title{};
        Of of = Of::Window;
        std::function<void()> open{};
        QString words{};
    };
    void show();

    QAction *m_reopen;
    std::deque<View> m_closed;
};

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What was closed, so that it can come back as it was: the last ones, the newest first. The action says which
// is next, and cannot be used where there is none. Owner: the window; GUI thread.

#include <QObject>

#include <deque>
#include <functional>

class QAction;
class QDialog;

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

    // Called when the dialog closes: it knows then how the dialog was, and makes what opens it again.
    using Maker = std::function<std::function<QDialog *()>()>;
    void rememberClosing(QDialog *dialog, Of of, const Maker &again);
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
    quint64 m_connection = 0; // its number: what was opened with a former one has nothing to show
};

} // namespace lockscope

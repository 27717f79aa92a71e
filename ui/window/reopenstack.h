// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Closed views that can be reopened as they were; newest first, bounded. The action names the next one and is
// disabled when there is none. Owner: the window; GUI thread.

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
    // Connection: the view is dropped when the connection closes, because it would be empty on another.
    enum class Of { Window, Connection };

    ReopenStack(QAction *reopen, QObject *parent);

    // Called when the dialog closes: captures its state and returns the function that reopens it.
    using Maker = std::function<std::function<QDialog *()>()>;
    void rememberClosing(QDialog *dialog, Of of, const Maker &again);
    // words: the text of the action if it is not about a view; empty: the usual text.
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
    quint64 m_connection = 0; // Number of the current connection: views of an earlier one are not remembered
};

} // namespace lockscope

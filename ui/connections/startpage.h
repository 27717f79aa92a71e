// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The page in the centre of the window while it is not connected: what the program is, ways to connect, and
// the known connections. Only emits what the user wants. GUI thread.

#include "core/values/connection/connection.h"

#include <QWidget>

class QAction;
class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace lockscope
{

class Notice;

class StartPage final : public QWidget
{
    Q_OBJECT
public:
    struct Actions {
        QAction *connectTo = nullptr;
        QList<QAction *> sandboxes{};
        QAction *help = nullptr;
        QAction *keyboard = nullptr;
    };
    struct Known {
        QList<ConnectionSpec> profiles{};
        QStringList recentUrls{};
        QString last{};    // One of either, to be listed first
        QString running{}; // The name of a running sandbox to return to; empty: none
    };

    explicit StartPage(const Actions &actions, QWidget *parent = nullptr);

    void setKnown(const Known &known);
    void showBusy(const QString &what); // With a way to cancel; empty: not busy
    // Shown until the next of these two calls.
    void showProblem(const QString &problem, const QString &remedy);
    bool isBusy() const;
    // Focuses the default control. Not a focus proxy: Tab would then skip everything before it.
    void takeFocus();
    QString note() const;
    QTreeWidget *list() const { return m_list; }
    QPushButton *connectButton() const { return m_connect; }
    QToolButton *cancelButton() const { return m_cancel; }

signals:
    void profileWanted(const QString &name);
    void recentWanted(const QString &url);
    void runningWanted();
    void editWanted(const QString &profile);
    void removeWanted(const QString &profile);
    void forgetWanted(const QString &url); // Empty: all
    void cancelWanted();

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum class Kind { Saved, Recent, Running };
    QWidget *makeHead();
    QWidget *makeButtons(const Actions &actions);
    QWidget *makeLinks(const Actions &actions);
    void makeList();
    void addRow(Kind kind, const QString &id, const ConnectionSpec &spec);
    void fill();
    void fitList();
    void activate(const QTreeWidgetItem *item);
    void remove(const QTreeWidgetItem *item);
    void contextMenu(const QPoint &at);
    void showUsualNote();
    void applyTheme();

    Known m_known{};
    QLabel *m_mark = nullptr;
    QLabel *m_title = nullptr;
    QPushButton *m_connect = nullptr;
    QPushButton *m_sandbox = nullptr;
    QToolButton *m_cancel = nullptr;
    QProgressBar *m_busy = nullptr;
    QLabel *m_note = nullptr;
    Notice *m_problem = nullptr; // Replaces the note
    QLabel *m_listTitle = nullptr;
    QTreeWidget *m_list = nullptr;
};

} // namespace lockscope

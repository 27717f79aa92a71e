// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The panels of the window as docks: where they are, how large, which of them are open, and how they come
// back. Knows nothing of what is in them. Owner: the main window; GUI thread.

#include <QKeySequence>
#include <QObject>

#include <optional>
#include <vector>

class QAction;
class QDockWidget;
class QMainWindow;
class QWidget;

namespace lockscope
{

class ReopenStack;
class UiSettings;

class Docks final : public QObject
{
    Q_OBJECT
public:
    struct Panel {
        const char *name;
        QString title{};
        QString entry{}; // of the menu
        QString help{};
        QKeySequence key{};
        QWidget *page;
        bool ofConnection = false; // only some connections have it
    };
    struct Bottom {
        QDockWidget *dock;
        QAction *action; // checked: its page can be seen
        bool ofConnection;
    };
    // connections is at the left, detail at the right.
    Docks(QMainWindow &window, ReopenStack &closed, QWidget *connections, QWidget *detail);

    Bottom add(const Panel &panel); // at the bottom, to the right of those before it
    QList<QAction *> actions() const;
    void open(QDockWidget *dock); // in front
    void showDetail();

    // Without a connection the panels are empty: they are hidden, which is not closing them.
    void putAside();
    void bringBack(); // what was opened meanwhile stays open, and in front
    void restore(const UiSettings &settings);
    void remember(UiSettings &settings);
    void reset(); // as at the first start, except for the sizes

    void shareRoom();
    void followWindow(); // the panels grow and shrink with it, until one is dragged
    void stopFollowing() { m_follows = false; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QDockWidget *makeSide(const char *name, const QString &title, QWidget *page);
    void makeClosable(QDockWidget *dock);
    void openFirst();
    void show(QDockWidget *dock);
    void hidePanels();
    std::vector<Bottom>::const_iterator find(const QObject *dock) const;

    QMainWindow &m_window;
    ReopenStack &m_closed;
    QDockWidget *m_connections;
    QDockWidget *m_detail;
    std::vector<Bottom> m_bottom{}; // from the left
    bool m_follows = true;
    // While the panels are aside: how they come back. Empty: as at the first start.
    std::optional<QByteArray> m_aside{};
};

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The panels of the window as docks: place, size, which are open, and how they are restored. Knows nothing of
// their content. Owner: the main window; GUI thread.

#include <QKeySequence>
#include <QObject>

#include <array>
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
        QString entry{};
        QString help{};
        QKeySequence key{};
        QWidget *page;
        bool ofConnection = false; // Only some connections have it
    };
    struct Bottom {
        QDockWidget *dock;
        QAction *action; // Checked while its page is visible
        bool ofConnection;
    };
    // connections is on the left, detail on the right.
    Docks(QMainWindow &window, ReopenStack &closed, QWidget *connections, QWidget *detail);

    Bottom add(const Panel &panel); // At the bottom, right of the earlier ones
    QList<QAction *> actions() const;
    void open(QDockWidget *dock); // In front of its tabs
    void showDetail();

    // Hides the panels, which are empty without a connection, without closing them.
    void putAside();
    void bringBack(); // Panels opened meanwhile stay open and in front
    void restore(const UiSettings &settings);
    void remember(UiSettings &settings);
    void reset(); // The initial layout, except for the sizes

    void shareRoom();
    void followWindow();              // Panels resize with the window until the user drags one
    void stopFollowing();             // Then they only make room for the list
    void makeRoomForList(int growth); // growth: of the window's width, by which the list has grown

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Side {
        QDockWidget *dock;
        int least;     // Characters
        int taken = 0; // Of the width that the user gave it, until the window is wider again
    };
    QDockWidget *makeSide(const char *name, const QString &title, QWidget *page);
    void makeClosable(QDockWidget *dock);
    void goThrough(const Bottom &panel);
    void openFirst();
    void show(QDockWidget *dock);
    void hidePanels();
    int roomBelowList() const;
    void showTitle(QDockWidget *dock, bool shown);
    std::vector<Bottom>::const_iterator find(const QObject *dock) const;

    QMainWindow &m_window;
    ReopenStack &m_closed;
    QDockWidget *m_connections;
    QDockWidget *m_detail;
    std::vector<Bottom> m_bottom{}; // From the left
    std::array<Side, 2> m_sides;
    int m_width = 0; // Of the window, when the list was given room last
    int m_lost = 0;  // By the sides since then, as the window became narrower
    bool m_follows = true;
    // While the panels are put aside, the layout to restore. Empty: the initial layout.
    std::optional<QByteArray> m_aside{};
};

} // namespace lockscope

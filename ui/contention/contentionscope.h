// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Selects what the plots show: the most contended locks one by one, or all locks together, and which figures.
// While locks are selected, it shows their names and a button to return to all locks. Owner: the contention
// page; GUI thread.

#include "core/values/lock.h"

#include <QWidget>

class QActionGroup;
class QComboBox;
class QMenu;
class QPushButton;
class QToolButton;

namespace lockscope
{

class ContentionScope final : public QWidget
{
    Q_OBJECT
public:
    enum View { EachLock, AllTogether };

    explicit ContentionScope(QWidget *parent = nullptr);

    View view() const;
    void setView(View view);
    void showLocks(const std::vector<LockName> &locks); // Selected ones; empty: none
    // True if each lock has its own plot, with a single figure.
    bool isApart() const;
    // Indexes in curvePanels(), at least one. For all locks together, the wait is not available.
    std::vector<size_t> series() const;
    void setSeries(const std::vector<size_t> &series);

    // For the settings. Unknown words are ignored.
    QString saved() const;
    void restore(const QString &saved);

    QComboBox *views() const { return m_views; }
    QPushButton *seriesButton() const { return m_series; }
    QToolButton *backButton() const { return m_back; } // Hidden while no locks are selected

signals:
    void changed();
    void backWanted(); // To all locks

private:
    void makeMenu();
    bool isOfSum() const; // Of all locks together
    void tick();
    void take(const QAction *action);
    std::vector<size_t> &selected() { return isApart() ? m_apart : m_together; }

    QComboBox *m_views;
    QPushButton *m_series;
    QToolButton *m_back;
    QMenu *m_menu;
    QActionGroup *m_actions;
    std::vector<LockName> m_locks{};
    std::vector<size_t> m_apart;    // One
    std::vector<size_t> m_together; // One or more
};

} // namespace lockscope

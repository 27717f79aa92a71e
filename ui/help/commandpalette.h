// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds and runs any action by a part of its name; the selected one runs after the palette has closed. Lists
// recent commands first while nothing is typed. GUI thread.

#include <QDialog>
#include <QPointer>

#include <functional>
#include <optional>

class QAction;
class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace lockscope
{

class CommandPalette final : public QDialog
{
    Q_OBJECT
public:
    CommandPalette(const QList<QAction *> &actions, QWidget *parent);
    void offer(const QString &text, const std::function<void()> &run); // In addition to the actions
    void setRecent(const QStringList &names);                          // Latest first
    QLineEdit *edit() const { return m_edit; }
    QTreeWidget *list() const { return m_list; }
    QLabel *why() const { return m_why; } // Why the selected one does not run

signals:
    void selected(const QString &name);

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Command {
        QString name{};
        QPointer<QAction> action{};  // Null once it is deleted: the menu of connections is filled anew
        std::function<void()> run{}; // Without an action
    };
    std::vector<std::pair<int, const Command *>> found(const QString &typed) const;
    void fill(const QString &typed);
    void run();
    void refuse(const QTreeWidgetItem &item, const QAction &action);

    std::vector<Command> m_commands;
    QStringList m_recent{};
    QLineEdit *m_edit;
    QTreeWidget *m_list;
    QLabel *m_why; // The last one that was chosen is disabled
};

// The rank of a match; lower is better. Empty unless all letters of `typed` occur in `text` in this order.
std::optional<int> paletteRank(const QString &text, const QString &typed);

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Everything the window can do, by typing a part of its name. Shows the actions it is given; runs the chosen
// one after it has closed. While nothing is typed, what was chosen lately comes first. GUI thread.

#include <QDialog>

#include <functional>
#include <optional>

class QAction;
class QLineEdit;
class QTreeWidget;

namespace lockscope
{

class CommandPalette final : public QDialog
{
    Q_OBJECT
public:
    CommandPalette(const QList<QAction *> &actions, QWidget *parent);
    void offer(const QString &text, const std::function<void()> &run); // besides the actions
    void setRecent(const QStringList &names);                          // the last one first
    QLineEdit *edit() const { return m_edit; }
    QTreeWidget *list() const { return m_list; }

signals:
    void selected(const QString &name);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Command {
        QString name{};
        QAction *action = nullptr; // or:
        std::function<void()> run{};
    };
    std::vector<std::pair<int, const Command *>> found(const QString &typed) const;
    void fill(const QString &typed);
    void run();

    std::vector<Command> m_commands;
    QStringList m_recent{};
    QLineEdit *m_edit;
    QTreeWidget *m_list;
};

// Whether all letters of typed are found in text in this order, and how well: nothing if not, else the
// smaller the better.
std::optional<int> paletteRank(const QString &text, const QString &typed);

} // namespace lockscope

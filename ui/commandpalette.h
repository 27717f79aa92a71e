// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Everything the window can do, by typing a part of its name. Shows the actions it is given; runs the chosen
// one after it has closed. GUI thread.

#include <QDialog>

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
    QLineEdit *edit() const { return m_edit; }
    QTreeWidget *list() const { return m_list; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fill(const QString &typed);
    void run();

    QList<QAction *> m_actions;
    QLineEdit *m_edit;
    QTreeWidget *m_list;
};

// Whether all letters of typed are found in text in this order, and how well: nothing if not, else the
// smaller the better.
std::optional<int> paletteRank(const QString &text, const QString &typed);

} // namespace lockscope

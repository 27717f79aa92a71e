// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The user's rules, one row for each pattern, to remove them. Not modal. Owner: the main window; GUI thread.

#include "core/config/rulestore.h"
#include "ui/text/kinds.h"

#include <QDialog>

class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace lockscope
{

class Notice;

class RulesDialog final : public QDialog
{
    Q_OBJECT
public:
    RulesDialog(RuleStore store, const Kinds &kinds, QWidget *parent = nullptr);

    void reload(); // From the file; keeps the selection if its rule is still there
    QTreeWidget *list() const { return m_list; }
    QPushButton *removeButton() const { return m_remove; }

signals:
    void changed(); // The file; the list follows with reload()

private:
    QTreeWidgetItem *selected() const;
    void refreshButtons();
    void removeSelected();

    RuleStore m_store;
    Kinds m_kinds;
    std::vector<Rule> m_rules{}; // As listed
    QTreeWidget *m_list;
    Notice *m_problem;
    QPushButton *m_remove = nullptr;
};

} // namespace lockscope

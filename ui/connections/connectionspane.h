// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The saved connections, with nodes and states of the one in use. Only emits what the user wants. GUI thread.

#include "ui/bridges/deploymentstate.h"

#include <QWidget>

class QMenu;
class QTreeWidget;
class QTreeWidgetItem;

namespace lockscope
{

class ConnectionsPane final : public QWidget
{
    Q_OBJECT
public:
    explicit ConnectionsPane(QWidget *parent = nullptr);

    void setProfiles(const QList<ConnectionSpec> &profiles);
    void show(const DeploymentState &deployment);
    using QWidget::show;
    QString selectedProfile() const; // Empty: none
    void selectProfile(const QString &name);
    QTreeWidget *tree() const { return m_tree; }

signals:
    void connectWanted(const QString &profile);
    void editWanted(const QString &profile);
    void removeWanted(const QString &profile);
    void newWanted();
    void duplicateWanted(const QString &profile);
    void nodeWanted(const lockscope::NodeId &node);
    void trustWanted(const lockscope::NodeStatus &node);
    void importWanted();
    void exportWanted();

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fill();
    QTreeWidgetItem *addConnection(const ConnectionSpec &spec, QTreeWidgetItem *folder, bool inUse,
                                   bool saved);
    void addNodes(QTreeWidgetItem *connection);
    void contextMenu(const QPoint &at);
    void addNodeActions(QMenu &menu, const NodeId &node);

    QTreeWidget *m_tree;
    QList<ConnectionSpec> m_profiles;
    DeploymentState m_deployment;
    QString m_openName{}; // Of the connection in use, as listed
    QStringList m_shown;  // Title, nodes and states as listed
};

} // namespace lockscope

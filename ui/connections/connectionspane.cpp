// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/connectionspane.h"

#include "ui/text/format.h"
#include "ui/text/nodecopytext.h"
#include "ui/text/nodetext.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

namespace lockscope
{
namespace
{

constexpr int ProfileRole = Qt::UserRole;
constexpr int NodeRole = Qt::UserRole + 1;

QString nodeHelp(const NodeStatus &node)
{
    QStringList lines{text::node(node.node), text::nodeConnection(node, now())};
    if (!node.version.isEmpty())
        lines << ConnectionsPane::tr("Redis %1").arg(text::bytes(node.version));
    if (node.isReady() && node.roundTrip)
        lines << ConnectionsPane::tr("round trip %1").arg(text::duration(*node.roundTrip));
    return lines.join(u'\n');
}

} // namespace

ConnectionsPane::ConnectionsPane(QWidget *parent) : QWidget(parent), m_tree(new QTreeWidget(this))
{
    m_tree->setColumnCount(2);
    m_tree->setHeaderHidden(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setIndentation(13);
    m_tree->setAccessibleName(tr("Connections"));
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->setUniformRowHeights(true);
    m_tree->setMinimumWidth(characters(*this, 26)); // Less would hide the names
    m_tree->installEventFilter(this);
    auto *add = new QPushButton(glyphIcon(Glyph::Add), tr("New connection…"), this);
    add->setFlat(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, spacing(Spacing::Medium));
    column->addWidget(m_tree, 1);
    column->addWidget(add, 0, Qt::AlignLeft);
    connect(add, &QPushButton::clicked, this, &ConnectionsPane::newWanted);
    connect(m_tree, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem *item) {
        if (const QString profile = item->data(0, ProfileRole).toString(); !profile.isEmpty())
            emit connectWanted(profile);
        else if (const QByteArray node = item->data(0, NodeRole).toByteArray(); !node.isEmpty())
            emit nodeWanted(NodeId{node});
    });
    connect(m_tree, &QTreeWidget::customContextMenuRequested, this, &ConnectionsPane::contextMenu);
}

void ConnectionsPane::setProfiles(const QList<ConnectionSpec> &profiles)
{
    m_profiles = profiles;
    fill();
}

void ConnectionsPane::show(const DeploymentState &deployment)
{
    m_deployment = deployment;
    QStringList lines{deployment.spec ? deployment.title() : QString()};
    for (const NodeStatus &node : deployment.nodes)
        lines << text::node(node.node) + text::connectionPhase(node.connection.phase) +
                     text::bytes(node.role);
    if (lines == m_shown) // Round trip times change every second; do not rebuild the list under the mouse
        return;
    m_shown = lines;
    fill();
}

void ConnectionsPane::fill()
{
    const QString selected = selectedProfile();
    m_tree->clear();
    QList<ConnectionSpec> all = m_profiles;
    const auto &current = m_deployment.spec;
    const bool saved = current && std::any_of(all.begin(), all.end(), [&](const ConnectionSpec &profile) {
                           return profile.name == current->name;
                       });
    if (current && !saved)
        all.prepend(*current);
    QHash<QString, QTreeWidgetItem *> folders;
    for (const ConnectionSpec &spec : all) {
        if (spec.folder.isEmpty() || folders.contains(spec.folder))
            continue;
        auto *folder = new QTreeWidgetItem(m_tree, {spec.folder});
        folder->setFirstColumnSpanned(true);
        folder->setExpanded(true);
        folder->setFlags(Qt::ItemIsEnabled);
        folders.insert(spec.folder, folder);
    }
    QTreeWidgetItem *open = nullptr;
    for (const ConnectionSpec &spec : all) {
        const bool inUse = current && spec.name == current->name;
        auto *item = addConnection(spec, folders.value(spec.folder), inUse, saved);
        if (inUse)
            open = item;
    }
    // Otherwise another one would look as if it were open.
    const QString name = current ? m_deployment.title() : QString();
    const bool isOther = std::exchange(m_openName, name) != name;
    if (open && (isOther || selected.isEmpty()))
        m_tree->setCurrentItem(open);
    else
        selectProfile(selected);
}

QTreeWidgetItem *ConnectionsPane::addConnection(const ConnectionSpec &spec, QTreeWidgetItem *folder,
                                                bool inUse, bool saved)
{
    auto *item = folder ? new QTreeWidgetItem(folder) : new QTreeWidgetItem(m_tree);
    item->setText(0, inUse ? m_deployment.title() : spec.name);
    item->setData(0, ProfileRole, inUse && !saved ? QString() : spec.name);
    item->setToolTip(0, QStringLiteral("%1\n%2").arg(item->text(0), connectionUrl(spec)));
    item->setIcon(0, spec.colour.isEmpty() ? glyphIcon(Glyph::Server) : colourIcon(spec.colour));
    const bool marked = spec.environment != Environment::None;
    item->setFirstColumnSpanned(!marked);
    if (marked) {
        item->setText(1, text::environment(spec.environment));
        item->setForeground(1, Theme::of(palette()).environment(spec.environment));
    }
    if (marked)
        item->setData(0, Qt::AccessibleTextRole,
                      QStringLiteral("%1, %2").arg(item->text(0), text::environment(spec.environment)));
    if (!inUse)
        return item;
    const QFont bold = strongFont(font());
    item->setFont(0, bold);
    addNodes(item);
    item->setExpanded(true);
    return item;
}

void ConnectionsPane::addNodes(QTreeWidgetItem *connection)
{
    const Theme theme = Theme::of(palette());
    for (const NodeStatus &node : m_deployment.nodes) {
        auto *item = new QTreeWidgetItem(connection);
        const QString state = node.connection.phase == ConnectionPhase::Ready && !node.role.isEmpty()
                                  ? text::role(node.role)
                                  : text::connectionPhase(node.connection.phase);
        const VerdictLevel level = text::nodeLevel(node);
        item->setText(0, text::node(node.node));
        item->setText(1, state); // A column of its own: an address may be cut, its state may not
        item->setData(0, NodeRole, node.node.bytes);
        item->setIcon(0, theme.verdictIcon(level));
        item->setToolTip(0, nodeHelp(node));
        item->setData(0, Qt::AccessibleTextRole,
                      QStringLiteral("%1, %2").arg(text::node(node.node),
                                                   text::connectionPhase(node.connection.phase)));
    }
}

QString ConnectionsPane::selectedProfile() const
{
    const QTreeWidgetItem *item = m_tree->currentItem();
    return item ? item->data(0, ProfileRole).toString() : QString();
}

void ConnectionsPane::selectProfile(const QString &name)
{
    for (QTreeWidgetItemIterator at(m_tree); *at && !name.isEmpty(); ++at) {
        if ((*at)->data(0, ProfileRole).toString() == name)
            m_tree->setCurrentItem(*at);
    }
}

void ConnectionsPane::contextMenu(const QPoint &at)
{
    QMenu menu(this);
    const QString profile = selectedProfile();
    if (!profile.isEmpty()) {
        menu.addAction(tr("Connect"), this, [this, profile] { emit connectWanted(profile); });
        menu.addAction(tr("Edit…"), this, [this, profile] { emit editWanted(profile); });
        menu.addAction(tr("Duplicate…"), this, [this, profile] { emit duplicateWanted(profile); });
        menu.addAction(tr("Remove…"), this, [this, profile] { emit removeWanted(profile); });
        menu.addSeparator();
    }
    const QTreeWidgetItem *item = m_tree->currentItem();
    if (const QByteArray node = item ? item->data(0, NodeRole).toByteArray() : QByteArray(); !node.isEmpty())
        addNodeActions(menu, NodeId{node});
    menu.addAction(tr("New connection…"), this, [this] { emit newWanted(); });
    menu.addAction(tr("Import…"), this, [this] { emit importWanted(); });
    menu.addAction(tr("Export…"), this, [this] { emit exportWanted(); })->setEnabled(!m_profiles.isEmpty());
    menu.exec(m_tree->viewport()->mapToGlobal(at));
}

void ConnectionsPane::addNodeActions(QMenu &menu, const NodeId &node)
{
    menu.addAction(tr("Health of the deployment"), this, [this, node] { emit nodeWanted(node); });
    for (const NodeStatus &status : m_deployment.nodes) {
        if (status.node == node && !status.untrusted.isEmpty())
            menu.addAction(tr("Trust this address…"), this, [this, status] { emit trustWanted(status); });
    }
    menu.addSeparator();
}

bool ConnectionsPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_tree && event->type() == QEvent::KeyPress && !selectedProfile().isEmpty()) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_F2)
            emit editWanted(selectedProfile());
        else if (key == Qt::Key_Delete)
            emit removeWanted(selectedProfile());
        if (key == Qt::Key_F2 || key == Qt::Key_Delete)
            return true;
    }
    return QWidget::eventFilter(watched, event);
}

void ConnectionsPane::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_tree)
        fill();
}

} // namespace lockscope

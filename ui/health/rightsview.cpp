// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/rightsview.h"

#include "ui/health/rightsmodel.h"
#include "ui/health/righttext.h"
#include "ui/text/format.h"
#include "ui/text/tabletext.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/codebox.h"
#include "ui/widgets/fittedtree.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/prose.h"
#include "ui/widgets/scrolled.h"

#include <QLabel>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{

namespace
{

using Lack = RightsView::Lack;

std::vector<Lack> lacksOf(const std::vector<NodeRights> &rights)
{
    std::vector<Lack> lacks;
    for (const NodeRights &node : rights) {
        for (const RightInfo &told : node.rights) {
            if (told.state == RightState::Allowed && missingText(told).isEmpty())
                continue;
            auto same = std::ranges::find(lacks, told, &Lack::told);
            if (same == lacks.end())
                same = lacks.insert(lacks.end(), {.told = told});
            same->nodes << text::node(node.node);
        }
    }
    std::ranges::stable_sort(lacks, {}, [](const Lack &lack) { return lack.told.right; });
    return lacks;
}

} // namespace

RightsView::RightsView(QWidget *parent)
    : QWidget(parent), m_model(new RightsModel(this)), m_table(new QTreeView(this)),
      m_notice(new Notice(this)), m_aclLabel(new QLabel(tr("Minimum permissions for Lockscope"), this)),
      m_aclHelp(new Prose(this)), m_acl(new CodeBox(this))
{
    m_table->setModel(m_model);
    showAsTable(*m_table);
    m_table->setAllColumnsShowFocus(true);
    m_table->setAccessibleName(tr("Permissions, one column per node"));
    const QFont strong = strongFont(font());
    m_aclLabel->setFont(strong);
    m_acl->setMaximumLines(4);
    m_acl->setName(m_aclLabel->text());
    auto *split = new QSplitter(Qt::Vertical, this);
    split->addWidget(m_table);
    split->addWidget(scrolled({m_notice, m_aclLabel, m_aclHelp, m_acl}));
    split->setChildrenCollapsible(false);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 1);
    split->setSizes({1500, 1000}); // All rights, if there is room
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins({});
    whole->addWidget(split);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_notice, m_aclLabel, m_aclHelp, m_acl})
        widget->hide();
}

void RightsView::showRights(const std::vector<NodeRights> &rights, const QByteArray &acl, bool readOnly)
{
    m_model->setRights(rights, readOnly);
    tell(readOnly);
    m_acl->setText(QString::fromUtf8(acl));
    m_aclHelp->say(readOnly ? tr("Replace PASSWORD and run it on each server. It creates a user that may see "
                                 "locks and change nothing, because this connection is read-only.")
                            : tr("Replace PASSWORD and run it on each server. It creates a user that may see "
                                 "and change the locks of this connection's patterns, and nothing else."));
    for (QWidget *widget : std::initializer_list<QWidget *>{m_aclLabel, m_aclHelp, m_acl})
        widget->setVisible(!acl.isEmpty());
    fit();
}

void RightsView::tell(bool readOnly)
{
    m_denied.clear();
    VerdictLevel worst = VerdictLevel::Ok;
    QSet<Right> denied;
    QByteArrayList wanted; // Rules for ACL SETUSER that would grant them
    const std::vector<NodeRights> &nodes = m_model->rights();
    const std::vector<Lack> lacks = lacksOf(nodes);
    for (const Lack &lack : lacks) {
        const VerdictLevel level = text::rightLevel(lack.told, readOnly);
        worst = std::max(worst, level);
        if (lack.told.state == RightState::Denied)
            denied.insert(lack.told.right);
        const QByteArray rules = missingRules(lack.told);
        if (level >= VerdictLevel::Warning && !rules.isEmpty() && !wanted.contains(rules))
            wanted << rules;
        m_denied << line(lack);
    }
    m_notice->setVisible(!nodes.empty());
    if (nodes.empty())
        return;
    const bool all = lacks.empty() &&
                     std::ranges::none_of(nodes, [](const NodeRights &node) { return node.rights.empty(); });
    const QByteArray &user = nodes.front().user;
    m_notice->tell(worst,
                   !denied.isEmpty()
                       ? tr("%Ln permission(s) denied to this user", nullptr, int(denied.size()))
                   : all ? tr("This user has all permissions that Lockscope can use")
                         : tr("No permission is denied, but not all are known"),
                   m_denied,
                   wanted.isEmpty() || user.isEmpty()
                       ? QString()
                       : QStringLiteral("ACL SETUSER %1 %2")
                             .arg(text::bytes(user), QString::fromUtf8(wanted.join(' '))));
}

QString RightsView::line(const Lack &lack) const
{
    QString said = tr("%1 is %2", "a right, its state")
                       .arg(text::right(lack.told.right), text::rightState(lack.told.state));
    if (m_model->rights().size() > 1)
        said = tr("%1 on %2").arg(said, lack.nodes.join(QStringLiteral(", ")));
    if (const QString missing = missingText(lack.told); !missing.isEmpty())
        said = QStringLiteral("%1: %2").arg(said, missing);
    if (lack.told.state == RightState::Denied)
        said = tr("%1. Without it %2.").arg(said, text::withoutRight(lack.told.right));
    return said;
}

// Rows laid out before the page was shown have the height of another style.
void RightsView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_table->doItemsLayout();
}

void RightsView::fit()
{
    for (int column = 0; column < m_model->columnCount(); ++column) {
        m_table->resizeColumnToContents(column);
        m_table->setColumnWidth(
            column, std::min(m_table->columnWidth(column) + characters(*this, 1), characters(*this, 50)));
    }
}

QString RightsView::text() const
{
    QStringList blocks{text::table(*m_table)};
    if (!m_denied.isEmpty())
        blocks << m_denied.join(u'\n') + u'\n';
    if (!m_acl->text().isEmpty())
        blocks << m_acl->text() + u'\n';
    return blocks.join(u'\n');
}

} // namespace lockscope

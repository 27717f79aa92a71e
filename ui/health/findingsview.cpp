// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/findingsview.h"

#include "ui/health/findingsmodel.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/codebox.h"
#include "ui/widgets/fittedtree.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/scrolled.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

namespace lockscope
{

FindingsView::FindingsView(QWidget *parent)
    : QWidget(parent), m_model(new FindingsModel(this)), m_list(new QTreeView(this)),
      m_notice(new Notice(this)), m_remedyLabel(new QLabel(tr("What to do"), this))
{
    m_list->setModel(m_model);
    showAsTable(*m_list);
    m_list->setAllColumnsShowFocus(true);
    m_list->setAccessibleName(tr("Findings"));
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(FindingsModel::TextColumn, QHeaderView::Stretch);
    m_notice->addWidget(m_remedyLabel);
    showRemedy(
        {QString(), QString()}); // More than two steps are rare; these have their place in the tab order
    auto *split = new QSplitter(Qt::Vertical, this);
    split->addWidget(m_list);
    split->addWidget(scrolled({m_notice}));
    split->setChildrenCollapsible(false);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 1);
    split->setSizes({1000, 1000});
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins({});
    whole->addWidget(split);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &FindingsView::showChosen);
    showChosen();
}

void FindingsView::showFindings(const std::vector<Finding> &findings)
{
    const auto &groups = m_model->groups();
    const int before = m_list->currentIndex().row();
    const std::string_view selected = before >= 0 ? groups[size_t(before)].first().code : std::string_view();
    m_model->setFindings(findings);
    const auto again = std::ranges::find_if(
        groups, [&](const FindingGroup &group) { return group.first().code == selected; });
    const int row = again == groups.end() ? 0 : int(again - groups.begin());
    m_list->setCurrentIndex(m_model->index(row, 0));
    fit();
    showChosen();
}

const std::vector<FindingGroup> &FindingsView::groups() const
{
    return m_model->groups();
}

void FindingsView::showChosen()
{
    const QModelIndex selected = m_list->currentIndex();
    m_notice->setVisible(selected.isValid());
    if (!selected.isValid())
        return;
    const FindingGroup &group = m_model->groups()[size_t(selected.row())];
    QStringList points = text::findingEvidence(group);
    if (const QString nodes = text::findingNodes(group); !nodes.isEmpty())
        points.prepend(tr("Nodes: %1").arg(nodes));
    QStringList commands;
    QStringList advice;
    for (const QString &step : text::findingRemedy(group))
        text::isCommand(step) ? commands << step : advice << text::asSentence(step);
    m_notice->tell(group.first().level, text::asSentence(group.sentence), points, advice.join(u'\n'));
    showRemedy(commands);
}

void FindingsView::showRemedy(const QStringList &steps)
{
    while (m_remedies.size() < steps.size()) {
        m_remedies << new CodeBox(this);
        m_remedies.last()->setName(m_remedyLabel->text());
        m_notice->addWidget(m_remedies.last());
    }
    for (qsizetype i = 0; i < m_remedies.size(); ++i) {
        m_remedies[i]->setText(steps.value(i));
        m_remedies[i]->setVisible(i < steps.size());
    }
    m_remedyLabel->setVisible(!steps.isEmpty());
}

void FindingsView::fit()
{
    const QFontMetrics metrics = fontMetrics();
    int widest = metrics.horizontalAdvance(text::verdictWord(VerdictLevel::Critical));
    widest = std::max(widest, metrics.horizontalAdvance(text::verdictWord(VerdictLevel::Warning)));
    m_list->header()->resizeSection(FindingsModel::LevelColumn,
                                    widest + metrics.height() + characters(metrics, 4));
    m_list->header()->resizeSection(FindingsModel::NodesColumn, characters(metrics, 26));
}

QString FindingsView::text() const
{
    QStringList blocks;
    for (const FindingGroup &group : m_model->groups())
        blocks << text::findingBlock(group);
    return blocks.join(u'\n');
}

void FindingsView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

} // namespace lockscope

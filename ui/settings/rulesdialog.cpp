// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/rulesdialog.h"

#include "ui/forms/buttonbox.h"
#include "ui/forms/dialogsize.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/notice.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace lockscope
{

RulesDialog::RulesDialog(RuleStore store, const Kinds &kinds, QWidget *parent)
    : QDialog(parent), m_store(std::move(store)), m_kinds(kinds), m_list(new QTreeWidget(this)),
      m_problem(new Notice(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Rules"));
    auto *explanation =
        new QLabel(tr("Your rules for keys, first match wins. Keys of a removed rule are read "
                      "as without it."),
                   this);
    explanation->setWordWrap(true);
    m_list->setAccessibleName(tr("Rules"));
    m_list->setRootIsDecorated(false);
    m_list->setHeaderLabels({tr("Pattern"), tr("Kind"), tr("Note")});
    m_list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_problem->hide();
    auto *buttons = new ButtonBox(this);
    m_remove = buttons->addButton(tr("&Remove"), QDialogButtonBox::ActionRole);
    QPushButton *close = buttons->addButton(QDialogButtonBox::Close);
    close->setText(tr("Close"));
    close->setDefault(true);
    m_remove->setAutoDefault(false);
    connect(m_remove, &QPushButton::clicked, this, &RulesDialog::removeSelected);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &RulesDialog::refreshButtons);
    auto *column = new QVBoxLayout(this);
    column->addWidget(explanation);
    column->addWidget(m_list, 1);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    openWith(*this, {characters(*this, 80), fontMetrics().height() * 20});
    reload();
}

void RulesDialog::reload()
{
    const RuleBook book = m_store.load();
    QStringList wrong;
    for (const RuleProblem &problem : book.problems)
        wrong << problem.sentence();
    m_list->clear();
    for (const Rule &rule : book.rules) {
        const QByteArray &kind = rule.isOwnKind() ? rule.name : rule.kind;
        const std::string_view name(kind.constData(), size_t(kind.size()));
        const QString title = rule.saysNoLock()  ? tr("not a lock")
                              : rule.isOwnKind() ? QString::fromUtf8(kind)
                                                 : m_kinds.title(LockKind{name});
        for (const QByteArray &pattern : rule.patterns) {
            auto *item = new QTreeWidgetItem(m_list, {text::bytes(pattern), title, rule.note});
            item->setData(0, Qt::UserRole, pattern);
        }
    }
    if (!wrong.isEmpty())
        m_problem->tell(VerdictLevel::Warning, tr("%1 has an error").arg(m_store.fileName()), wrong);
    else if (book.rules.empty())
        m_problem->tell(VerdictLevel::Info, tr("There are no rules"));
    m_problem->setVisible(book.rules.empty());
    m_list->setCurrentItem(m_list->topLevelItem(0));
    refreshButtons();
}

void RulesDialog::refreshButtons()
{
    m_remove->setEnabled(m_list->currentItem());
}

void RulesDialog::removeSelected()
{
    const QTreeWidgetItem *item = m_list->currentItem();
    if (!item)
        return;
    const QByteArray pattern = item->data(0, Qt::UserRole).toByteArray();
    const RuleBook book = m_store.load(); // It may have changed since
    const Done done = book.problems.isEmpty() ? m_store.save(withoutPattern(book.rules, pattern))
                                              : Done(Failure{.kind = ErrorKind::BadInput});
    reload(); // Shows what is wrong with the file
    if (done)
        return emit changed();
    if (book.problems.isEmpty()) {
        m_problem->tell(VerdictLevel::Critical, text::asSentence(text::failure(done.failure())));
        m_problem->show();
    }
}

} // namespace lockscope

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

namespace
{

constexpr int RuleRole = Qt::UserRole; // Its index in the file
constexpr int PatternRole = Qt::UserRole + 1;

} // namespace

RulesDialog::RulesDialog(RuleStore store, const Kinds &kinds, QWidget *parent)
    : QDialog(parent), m_store(std::move(store)), m_kinds(kinds), m_list(new QTreeWidget(this)),
      m_problem(new Notice(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Rules"));
    auto *explanation = new QLabel(tr("Your rules for keys. The first match wins. If you remove a rule, "
                                      "Lockscope detects the kind of its keys again."),
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
    connect(m_list, &QTreeWidget::itemSelectionChanged, this, &RulesDialog::refreshButtons);
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
    const QTreeWidgetItem *before = selected();
    const QByteArray chosen = before ? before->data(0, PatternRole).toByteArray() : QByteArray();
    const Rule chosenRule = before ? m_rules[before->data(0, RuleRole).toULongLong()] : Rule();
    const RuleBook book = m_store.load();
    QStringList wrong;
    for (const RuleProblem &problem : book.problems)
        wrong << problem.sentence();
    m_list->clear();
    m_rules = book.rules;
    QTreeWidgetItem *again = nullptr;
    for (size_t i = 0; i < m_rules.size(); ++i) {
        const Rule &rule = m_rules[i];
        const QByteArray &kind = rule.isOwnKind() ? rule.name : rule.kind;
        const std::string_view name(kind.constData(), size_t(kind.size()));
        const QString title = rule.saysNoLock()  ? tr("not a lock")
                              : rule.isOwnKind() ? QString::fromUtf8(kind)
                                                 : m_kinds.title(LockKind{name});
        for (const QByteArray &pattern : rule.patterns) {
            auto *item = new QTreeWidgetItem(m_list, {text::bytes(pattern), title, rule.note});
            item->setData(0, RuleRole, qulonglong(i));
            item->setData(0, PatternRole, pattern);
            if (pattern == chosen && rule == chosenRule)
                again = item;
        }
    }
    if (!wrong.isEmpty())
        m_problem->tell(VerdictLevel::Warning, tr("%1 has an error").arg(m_store.fileName()), wrong);
    else if (book.rules.empty())
        m_problem->tell(VerdictLevel::Info, tr("There are no rules"));
    m_problem->setVisible(book.rules.empty());
    if (again)
        m_list->setCurrentItem(again);
    refreshButtons();
}

// The current item is not enough: the list makes its first item current when it gets the focus.
QTreeWidgetItem *RulesDialog::selected() const
{
    return m_list->selectedItems().value(0);
}

void RulesDialog::refreshButtons()
{
    m_remove->setEnabled(selected());
}

void RulesDialog::removeSelected()
{
    const QTreeWidgetItem *item = selected();
    if (!item)
        return;
    const size_t place = item->data(0, RuleRole).toULongLong();
    RuleBook book = m_store.load();
    if (place >= book.rules.size() || book.rules[place] != m_rules[place]) {
        reload(); // Shows what is wrong with the file
        if (!book.problems.isEmpty())
            return;
        m_problem->tell(VerdictLevel::Warning,
                        tr("The rules were changed meanwhile. Select the rule and remove it again."));
        return m_problem->show();
    }
    Rule &rule = book.rules[place];
    rule.patterns.removeAll(item->data(0, PatternRole).toByteArray());
    if (rule.patterns.isEmpty())
        book.rules.erase(book.rules.begin() + qsizetype(place));
    if (const Done done = m_store.save(book.rules); !done) {
        m_problem->tell(VerdictLevel::Critical, text::asSentence(text::failure(done.failure())));
        return m_problem->show();
    }
    emit changed();
}

} // namespace lockscope

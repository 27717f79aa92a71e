// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/commandpalette.h"

#include "ui/forms/dialogsize.h"
#include "ui/text/mnemonic.h"
#include "ui/theme/metrics.h"

#include <QAction>
#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPixmap>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace lockscope
{
namespace
{

QString plainText(const QAction &action)
{
    return withoutMnemonic(action.text());
}

} // namespace

std::optional<int> paletteRank(const QString &text, const QString &typed)
{
    if (typed.isEmpty())
        return 0;
    const auto whole = text.indexOf(typed, 0, Qt::CaseInsensitive);
    if (whole >= 0)
        return int(whole);
    int rank = 100;
    qsizetype at = 0;
    for (const QChar letter : typed) {
        const auto next = text.indexOf(letter, at, Qt::CaseInsensitive);
        if (next < 0)
            return {};
        rank += int(next - at);
        at = next + 1;
    }
    return rank;
}

CommandPalette::CommandPalette(const QList<QAction *> &actions, QWidget *parent)
    : QDialog(parent), m_edit(new QLineEdit(this)), m_list(new QTreeWidget(this))
{
    for (QAction *action : actions)
        m_commands.push_back({.name = plainText(*action), .action = action});
    setWindowTitle(tr("Commands"));
    setWindowFlag(Qt::FramelessWindowHint);
    setAttribute(Qt::WA_DeleteOnClose);
    m_edit->setPlaceholderText(tr("Type the name of a command"));
    m_edit->setAccessibleName(tr("Command"));
    m_edit->installEventFilter(this);
    m_list->setAccessibleName(tr("Commands"));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setRootIsDecorated(false);
    m_list->setHeaderHidden(true);
    m_list->setColumnCount(2);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(margins(Spacing::Page));
    column->addWidget(m_edit);
    column->addWidget(m_list);
    connect(m_edit, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(m_edit, &QLineEdit::returnPressed, this, &CommandPalette::run);
    connect(m_list, &QTreeWidget::itemClicked, this, &CommandPalette::run);
    fill({});
    openWith(*this, {characters(*this, 90), fontMetrics().height() * 28});
    if (parent)
        move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, parent->height() / 8)));
}

void CommandPalette::offer(const QString &text, const std::function<void()> &run)
{
    m_commands.push_back({.name = text, .run = run});
    fill(m_edit->text());
}

void CommandPalette::setRecent(const QStringList &names)
{
    m_recent = names;
    fill(m_edit->text());
}

std::vector<std::pair<int, const CommandPalette::Command *>> CommandPalette::found(const QString &typed) const
{
    std::vector<std::pair<int, const Command *>> found;
    for (const Command &command : m_commands) {
        if (!command.run && (!command.action || !command.action->isVisible()))
            continue;
        if (const auto rank = paletteRank(command.name, typed)) {
            const qsizetype recent = typed.isEmpty() ? m_recent.indexOf(command.name) : -1;
            found.emplace_back(recent < 0 ? *rank : int(recent - m_recent.size()), &command);
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto &a, const auto &b) { return a.first < b.first; });
    return found;
}

void CommandPalette::fill(const QString &typed)
{
    m_list->clear();
    QPixmap nothing(m_list->iconSize().expandedTo({16, 16}));
    nothing.fill(Qt::transparent);
    const QIcon blank(nothing); // Aligns all texts
    const auto commands = found(typed.trimmed());
    if (commands.empty())
        (new QTreeWidgetItem(m_list, {tr("No command matches \"%1\"").arg(typed.trimmed())}))
            ->setFlags(Qt::NoItemFlags);
    for (const auto &entry : commands) {
        const Command &command = *entry.second;
        const QAction *action = command.action;
        auto *item = new QTreeWidgetItem(
            m_list,
            {command.name, action ? action->shortcut().toString(QKeySequence::NativeText) : QString()});
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setData(0, Qt::UserRole, int(&command - m_commands.data()));
        item->setIcon(0, action && !action->icon().isNull() ? action->icon() : blank);
        if (!action)
            continue;
        item->setToolTip(0, action->toolTip());
        if (!action->isEnabled()) {
            item->setFlags(Qt::NoItemFlags);
            if (action->toolTip() != action->data().toString()) // Why it is not available
                item->setText(1, action->toolTip());
        }
    }
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        if (m_list->topLevelItem(row)->flags() & Qt::ItemIsEnabled) {
            m_list->setCurrentItem(m_list->topLevelItem(row));
            break;
        }
    }
}

void CommandPalette::run()
{
    const QTreeWidgetItem *item = m_list->currentItem();
    if (!item || !(item->flags() & Qt::ItemIsEnabled))
        return;
    const Command command = m_commands[size_t(item->data(0, Qt::UserRole).toInt())];
    if (!command.run && !command.action)
        return fill(m_edit->text());
    emit selected(command.name);
    accept();
    // After the dialog has returned the focus, which the command may depend on.
    if (command.action)
        QMetaObject::invokeMethod(command.action.data(), &QAction::trigger, Qt::QueuedConnection);
    else
        QMetaObject::invokeMethod(parent(), command.run, Qt::QueuedConnection);
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_edit && event->type() == QEvent::KeyPress) {
        switch (static_cast<QKeyEvent *>(event)->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown:
            return QCoreApplication::sendEvent(m_list, event);
        default:
            break;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace lockscope

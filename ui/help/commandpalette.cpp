// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/commandpalette.h"

#include "ui/forms/dialogsize.h"
#include "ui/text/accessibility.h"
#include "ui/text/mnemonic.h"
#include "ui/theme/metrics.h"

#include <QAction>
#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
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

// Empty: none is known. The tool tip has it instead of the help text, which the data keeps.
QString whyDisabled(const QAction &action)
{
    const QVariant help = action.data();
    const bool isKnown = help.typeId() == QMetaType::QString && action.toolTip() != help.toString();
    return isKnown ? action.toolTip() : QString();
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
    : QDialog(parent), m_edit(new QLineEdit(this)), m_list(new QTreeWidget(this)), m_why(new QLabel(this))
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
    m_list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents); // Names come before keys
    m_list->header()->setSectionResizeMode(1, QHeaderView::Stretch);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(margins(Spacing::Page));
    column->addWidget(m_edit);
    column->addWidget(m_list);
    column->addWidget(m_why);
    m_why->setWordWrap(true);
    m_why->setTextFormat(Qt::PlainText);
    m_why->hide();
    connect(m_edit, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(m_edit, &QLineEdit::returnPressed, this, &CommandPalette::run);
    connect(m_list, &QTreeWidget::itemClicked, this, &CommandPalette::run);
    fill({});
    openWith(*this, {characters(*this, 90), fontMetrics().height() * 28});
    if (parent)
        move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, parent->height() / 8)));
}

// Without a frame of its own, it could not be told from the window.
void CommandPalette::paintEvent(QPaintEvent *event)
{
    QDialog::paintEvent(event);
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::Highlight));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
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
    m_why->hide();
    explain(*m_edit, {});
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
        if (action->isEnabled())
            continue;
        for (const int column : {0, 1})
            item->setForeground(column, palette().brush(QPalette::Disabled, QPalette::Text));
        if (const QString why = whyDisabled(*action); !why.isEmpty()) {
            item->setText(1, why);
            item->setToolTip(1, why);
        }
    }
    // The best match, also if it is disabled: Enter must not run another one.
    if (!commands.empty())
        m_list->setCurrentItem(m_list->topLevelItem(0));
}

void CommandPalette::refuse(const QTreeWidgetItem &item, const QAction &action)
{
    const QString why = whyDisabled(action);
    m_why->setText(tr("%1: %2", "a command, and why it is disabled")
                       .arg(item.text(0), why.isEmpty() ? tr("not available now") : why));
    explain(*m_edit, m_why->text());
    m_why->show();
}

void CommandPalette::run()
{
    const QTreeWidgetItem *item = m_list->currentItem();
    if (!item || !(item->flags() & Qt::ItemIsEnabled))
        return;
    const Command command = m_commands[size_t(item->data(0, Qt::UserRole).toInt())];
    if (!command.run && !command.action)
        return fill(m_edit->text());
    if (command.action && !command.action->isEnabled())
        return refuse(*item, *command.action);
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

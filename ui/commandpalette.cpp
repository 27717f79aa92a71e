// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commandpalette.h"

#include <QAction>
#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace lockscope
{
namespace
{

QString plainText(const QAction &action)
{
    QString text = action.text();
    return text.remove(u'&');
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
    : QDialog(parent), m_actions(actions), m_edit(new QLineEdit(this)), m_list(new QTreeWidget(this))
{
    setWindowTitle(tr("Commands"));
    setWindowFlag(Qt::FramelessWindowHint);
    setAttribute(Qt::WA_DeleteOnClose);
    m_edit->setPlaceholderText(tr("What do you want to do?"));
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
    column->setContentsMargins(10, 10, 10, 10);
    column->addWidget(m_edit);
    column->addWidget(m_list);
    connect(m_edit, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(m_edit, &QLineEdit::returnPressed, this, &CommandPalette::run);
    connect(m_list, &QTreeWidget::itemClicked, this, &CommandPalette::run);
    fill({});
    resize(fontMetrics().averageCharWidth() * 90, fontMetrics().height() * 28);
    if (parent)
        move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, parent->height() / 8)));
}

void CommandPalette::fill(const QString &typed)
{
    m_list->clear();
    std::vector<std::pair<int, QAction *>> found;
    for (QAction *action : m_actions) {
        const auto rank = paletteRank(plainText(*action), typed.trimmed());
        if (rank && action->isVisible())
            found.emplace_back(*rank, action);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto &a, const auto &b) { return a.first < b.first; });
    for (const auto &entry : found) {
        QAction *action = entry.second;
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        auto *item = new QTreeWidgetItem(m_list, {plainText(*action), keys});
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setData(0, Qt::UserRole, QVariant::fromValue(action));
        if (!action->isEnabled()) {
            item->setFlags(Qt::NoItemFlags);
            item->setToolTip(0, action->toolTip());
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
    auto *action = item->data(0, Qt::UserRole).value<QAction *>();
    accept();
    // After this dialog has given the focus back: the action may care where it is.
    QMetaObject::invokeMethod(action, &QAction::trigger, Qt::QueuedConnection);
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

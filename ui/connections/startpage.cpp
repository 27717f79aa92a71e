// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/startpage.h"

#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/notice.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStandardPaths>
#include <QToolButton>
#include <QTreeWidget>

namespace lockscope
{
namespace
{

constexpr int KindRole = Qt::UserRole;
constexpr int IdRole = Qt::UserRole + 1; // A profile name or a URL
constexpr int FewestRows = 2;
constexpr double MarkLines = 4; // Lines of text
constexpr int WidthInLetters = 92;
constexpr double ButtonLines = 2;
constexpr int FillDarker = 165; // Percent

QLabel *makeText(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace

StartPage::StartPage(const Actions &actions, QWidget *parent) : QWidget(parent)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto *page = new QWidget;
    auto *content = new QWidget(page);
    content->setMaximumWidth(characters(*this, WidthInLetters));
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins({});
    column->setSpacing(spacing(Spacing::Page));
    column->addStretch(2);
    column->addWidget(makeHead());
    column->addWidget(makeButtons(actions));
    m_note = makeText(content);
    m_note->setAccessibleName(tr("About the sandbox"));
    column->addWidget(m_note);
    m_problem = new Notice(content);
    column->addWidget(m_problem);
    m_listTitle = makeText(content);
    m_listTitle->setText(tr("Recent connections"));
    column->addWidget(m_listTitle);
    makeList();
    column->addWidget(m_list, 100);
    column->addWidget(makeLinks(actions));
    column->addStretch(3);
    auto *row = new QHBoxLayout(page);
    row->setContentsMargins(margins(Spacing::Wide, Spacing::Large));
    row->addStretch(1);
    row->addWidget(content, 100);
    row->addStretch(1);
    // In a low window everything stays reachable by scrolling.
    auto *area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(page);
    page->setBackgroundRole(QPalette::Base);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins({});
    all->addWidget(area);
    applyTheme();
    showBusy({});
    fill();
}

QWidget *StartPage::makeHead()
{
    auto *head = new QWidget(this);
    m_mark = new QLabel(head);
    m_title = new QLabel(tr("Lockscope"), head);
    auto *sentence = makeText(head);
    sentence->setForegroundRole(QPalette::WindowText);
    sentence->setText(tr(
        "Shows the distributed locks in Redis: who holds them, whether the holder is alive, and who waits."));
    auto *words = new QVBoxLayout;
    words->setSpacing(spacing(Spacing::Tight));
    words->addStretch();
    words->addWidget(m_title);
    words->addWidget(sentence);
    words->addStretch();
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins({});
    row->setSpacing(spacing(Spacing::Page));
    row->addWidget(m_mark);
    row->addLayout(words, 1);
    return head;
}

QWidget *StartPage::makeButtons(const Actions &actions)
{
    auto *buttons = new QWidget(this);
    m_connect = new QPushButton(tr("Connect to Redis…"), buttons);
    m_connect->setDefault(true);
    m_connect->setMinimumWidth(characters(*this, 26));
    m_connect->setToolTip(actions.connectTo->toolTip());
    connect(m_connect, &QPushButton::clicked, actions.connectTo, &QAction::trigger);
    m_sandbox = new QPushButton(tr("Try the sandbox"), buttons);
    m_sandbox->setIcon(glyphIcon(Glyph::Play));
    m_sandbox->setToolTip(tr("Start a private Redis on this machine, with working locks"));
    auto *menu = new QMenu(m_sandbox);
    menu->addActions(actions.sandboxes);
    m_sandbox->setMenu(menu);
    m_busy = new QProgressBar(buttons);
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setFixedSize(characters(*this, 20), barThickness());
    m_busy->setAccessibleName(tr("Starting the sandbox"));
    m_cancel = new QToolButton(buttons);
    m_cancel->setText(tr("Cancel"));
    m_cancel->setAccessibleName(tr("Do not start the sandbox"));
    connect(m_cancel, &QToolButton::clicked, this, &StartPage::cancelWanted);
    auto *row = new QHBoxLayout(buttons);
    row->setContentsMargins({});
    row->setSpacing(spacing(Spacing::Large));
    row->addWidget(m_connect);
    row->addWidget(m_sandbox);
    row->addWidget(m_busy);
    row->addWidget(m_cancel);
    row->addStretch();
    return buttons;
}

// The links have texts of their own: those of the menu contain mnemonics.
QWidget *StartPage::makeLinks(const Actions &actions)
{
    auto *links = new QWidget(this);
    auto *row = new QHBoxLayout(links);
    row->setContentsMargins({});
    for (const auto &[text, action] :
         {std::pair(tr("Help"), actions.help), std::pair(tr("Keyboard shortcuts"), actions.keyboard)}) {
        if (!action)
            continue;
        auto *link = new QToolButton(links);
        link->setText(text);
        link->setToolTip(action->toolTip());
        link->setAutoRaise(true);
        connect(link, &QToolButton::clicked, action, &QAction::trigger);
        row->addWidget(link);
    }
    row->addStretch();
    return links;
}

void StartPage::makeList()
{
    m_list = new QTreeWidget(this);
    m_list->setColumnCount(3);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAccessibleName(tr("Connections"));
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->header()->setStretchLastSection(true);
    m_list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    // Otherwise short names touch the next column.
    m_list->header()->setMinimumSectionSize(characters(*this, 14));
    m_list->header()->setMaximumSectionSize(characters(*this, WidthInLetters / 2));
    m_list->installEventFilter(this);
    connect(m_list, &QTreeWidget::itemActivated, this, &StartPage::activate);
    connect(m_list, &QTreeWidget::customContextMenuRequested, this, &StartPage::contextMenu);
}

void StartPage::setKnown(const Known &known)
{
    const bool moved = known.last != m_known.last || known.running != m_known.running;
    m_known = known;
    if (moved) // The first row is the one most likely wanted
        m_list->setCurrentItem(nullptr);
    fill();
}

void StartPage::fill()
{
    const bool current = m_list->currentItem() != nullptr;
    const QString selected = current ? m_list->currentItem()->data(0, IdRole).toString() : QString();
    m_list->clear();
    const bool running = !m_known.running.isEmpty();
    if (running)
        addRow(Kind::Running, {}, {.name = m_known.running});
    for (const ConnectionSpec &profile : std::as_const(m_known.profiles))
        addRow(Kind::Saved, profile.name, profile);
    for (const QString &url : std::as_const(m_known.recentUrls)) {
        if (const auto spec = parseConnectionUrl(url))
            addRow(Kind::Recent, url, *spec);
    }
    QTreeWidgetItem *again = nullptr;
    for (int row = running ? 1 : 0; row < m_list->topLevelItemCount(); ++row) {
        const QString id = m_list->topLevelItem(row)->data(0, IdRole).toString();
        if (!m_known.last.isEmpty() && id == m_known.last)
            m_list->insertTopLevelItem(running ? 1 : 0, m_list->takeTopLevelItem(row));
    }
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        if (current && m_list->topLevelItem(row)->data(0, IdRole).toString() == selected)
            again = m_list->topLevelItem(row);
    }
    m_list->setCurrentItem(again ? again : m_list->topLevelItem(0));
    const bool empty = m_list->topLevelItemCount() == 0;
    m_list->setHidden(empty);
    m_listTitle->setHidden(empty);
    fitList();
}

void StartPage::addRow(Kind kind, const QString &id, const ConnectionSpec &spec)
{
    const Theme theme = Theme::of(palette());
    const bool isMarked = kind == Kind::Saved && spec.environment != Environment::None;
    const QString word = isMarked                ? text::environment(spec.environment)
                         : kind == Kind::Saved   ? QString()
                         : kind == Kind::Running ? tr("still running")
                                                 : tr("recent");
    const QString address = kind == Kind::Running ? QString() : connectionUrl(spec);
    auto *item = new QTreeWidgetItem(m_list, {text::connection(spec), word, address});
    item->setData(0, KindRole, int(kind));
    item->setData(0, IdRole, id);
    item->setIcon(0, spec.colour.isEmpty() ? glyphIcon(Glyph::Server) : colourIcon(spec.colour));
    item->setForeground(1, isMarked ? theme.environment(spec.environment) : theme.muted);
    item->setForeground(2, theme.muted);
    for (int column = 0; column < 3; ++column)
        item->setToolTip(column, QStringLiteral("%1\n%2").arg(item->text(0), address).trimmed());
    QStringList spoken{item->text(0), word, address};
    spoken.removeAll(QString());
    item->setData(0, Qt::AccessibleTextRole, spoken.join(QStringLiteral(", ")));
}

// As high as its rows, so that a short list leaves no empty box.
void StartPage::fitList()
{
    const int row = m_list->sizeHintForRow(0);
    const int count = m_list->topLevelItemCount();
    if (row <= 0)
        return;
    const int frame = 2 * m_list->frameWidth() + 2;
    m_list->setMinimumHeight(row * std::min(count, FewestRows) + frame);
    m_list->setMaximumHeight(row * count + frame);
}

void StartPage::activate(const QTreeWidgetItem *item)
{
    const QString id = item->data(0, IdRole).toString();
    switch (Kind(item->data(0, KindRole).toInt())) {
    case Kind::Saved:
        return emit profileWanted(id);
    case Kind::Recent:
        return emit recentWanted(id);
    case Kind::Running:
        return emit runningWanted();
    }
}

void StartPage::remove(const QTreeWidgetItem *item)
{
    const QString id = item->data(0, IdRole).toString();
    const auto kind = Kind(item->data(0, KindRole).toInt());
    if (kind == Kind::Saved)
        emit removeWanted(id);
    else if (kind == Kind::Recent)
        emit forgetWanted(id);
}

void StartPage::contextMenu(const QPoint &at)
{
    const QTreeWidgetItem *item = m_list->currentItem();
    if (!item)
        return;
    // The list may be rebuilt while the menu is open.
    const QString id = item->data(0, IdRole).toString();
    const auto kind = Kind(item->data(0, KindRole).toInt());
    QMenu menu(this);
    menu.addAction(tr("Connect"), this, [this, kind, id] {
        kind == Kind::Saved    ? emit profileWanted(id)
        : kind == Kind::Recent ? emit recentWanted(id)
                               : emit
                                 runningWanted();
    });
    if (kind == Kind::Saved) {
        menu.addAction(tr("Edit…"), this, [this, id] { emit editWanted(id); });
        menu.addAction(tr("Remove…"), this, [this, id] { emit removeWanted(id); });
    }
    if (kind == Kind::Recent)
        menu.addAction(tr("Remove from list"), this, [this, id] { emit forgetWanted(id); });
    if (!m_known.recentUrls.isEmpty()) {
        menu.addSeparator();
        menu.addAction(tr("Clear recent connections"), this, [this] { emit forgetWanted({}); });
    }
    menu.exec(m_list->viewport()->mapToGlobal(at));
}

void StartPage::showBusy(const QString &what)
{
    const bool busy = !what.isEmpty();
    const bool hadFocus = m_cancel->hasFocus();
    m_busy->setVisible(busy);
    m_cancel->setVisible(busy);
    m_sandbox->setEnabled(!busy);
    m_problem->hide();
    m_note->show();
    if (busy)
        m_note->setText(what);
    else
        showUsualNote();
    if (hadFocus && !busy)
        m_sandbox->setFocus();
}

void StartPage::showProblem(const QString &problem, const QString &remedy)
{
    showBusy({});
    m_problem->tell(VerdictLevel::Warning, problem, {}, remedy);
    m_problem->show();
    m_note->hide();
}

void StartPage::takeFocus()
{
    if (m_list->isHidden())
        m_connect->setFocus();
    else
        m_list->setFocus();
}

bool StartPage::isBusy() const
{
    return !m_busy->isHidden();
}

QString StartPage::note() const
{
    return m_problem->isHidden() ? m_note->text() : m_problem->sentence();
}

// Look each time: redis-server may have been installed meanwhile.
void StartPage::showUsualNote()
{
    const bool there = !QStandardPaths::findExecutable(QStringLiteral("redis-server")).isEmpty();
    m_note->setText(
        there ? tr("The sandbox is a private redis-server on loopback. Its clients acquire, renew and "
                   "abandon locks. It ends with this window.")
              : tr("The sandbox needs redis-server, which is not on this machine. Debian and Ubuntu have it "
                   "in the package redis-server, Fedora in redis, Homebrew in redis."));
}

bool StartPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress && m_list->currentItem() &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Delete) {
        remove(m_list->currentItem());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void StartPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    fitList();
}

void StartPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) && m_list) {
        applyTheme();
        fill();
    }
    // A new style sheet gives the title the font of a label, after this event.
    if (event->type() == QEvent::StyleChange && m_title)
        QMetaObject::invokeMethod(
            this, [this] { m_title->setFont(figureFont(font())); }, Qt::QueuedConnection);
}

void StartPage::applyTheme()
{
    const int mark = lines(*this, MarkLines);
    m_mark->setPixmap(applicationIcon().pixmap(mark, mark));
    m_title->setFont(figureFont(font()));
    // Connect is filled as the primary button; darker, because the style lightens the colour.
    QPalette filled = palette();
    filled.setColor(QPalette::Button, filled.color(QPalette::Highlight).darker(FillDarker));
    filled.setColor(QPalette::ButtonText, filled.color(QPalette::HighlightedText));
    filled.setColor(QPalette::Highlight, filled.color(QPalette::HighlightedText));
    m_connect->setPalette(filled);
    for (QPushButton *button : {m_connect, m_sandbox})
        button->setMinimumHeight(lines(*this, ButtonLines));
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/banner.h"

#include "ui/text/accessibility.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/scrolled.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QPainter>
#include <QScrollArea>
#include <QTimer>
#include <QToolButton>

namespace lockscope
{

namespace
{

constexpr int LeastDetails = 16; // Characters: fewer say nothing

QToolButton *makeButton(const QString &text, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setAccessibleName(text);
    return button;
}

} // namespace

QString actText(BannerMessage::Act act)
{
    switch (act) {
    case BannerMessage::Act::Retry:
        return Banner::tr("Retry");
    case BannerMessage::Act::ChangeConnection:
        return Banner::tr("Change connection…");
    case BannerMessage::Act::Trust:
        return Banner::tr("Trust this address…");
    case BannerMessage::Act::Show:
        return Banner::tr("Show");
    case BannerMessage::Act::Dismiss:
        break;
    }
    return Banner::tr("Dismiss");
}

BannerPanel::BannerPanel(QWidget *parent)
    : QFrame(parent, Qt::Popup), m_page(new QWidget), m_column(new QVBoxLayout(m_page))
{
    m_column->setContentsMargins(margins(Spacing::Page));
    m_column->setSpacing(spacing(Spacing::Large));
    auto *scroll = new UpDownScroll(m_page);
    scroll->setAccessibleName(tr("All messages"));
    auto *frame = new QVBoxLayout(this);
    frame->setContentsMargins(margins(Spacing::Hair));
    frame->addWidget(scroll);
    m_page->installEventFilter(this);
}

void BannerPanel::say(const std::vector<BannerMessage> &messages)
{
    const bool areSame = std::ranges::equal(
        messages, m_messages, [](const auto &a, const auto &b) { return a.isSame(b) && a.acts == b.acts; });
    m_messages = messages;
    if (!areSame) {
        for (Notice *notice : m_notices)
            notice->deleteLater();
        m_notices.clear();
        for (const BannerMessage &message : messages)
            m_notices.push_back(addNotice(message));
    }
    for (size_t i = 0; i < messages.size(); ++i)
        m_notices[i]->tell(messages[i].level, messages[i].sentence, messages[i].points, messages[i].advice);
    if (messages.empty())
        hide();
}

Notice *BannerPanel::addNotice(const BannerMessage &message)
{
    auto *notice = new Notice(m_page);
    auto *row = new QWidget(notice);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, spacing(Spacing::Small), 0, 0);
    for (const BannerMessage::Act act : message.acts) {
        QToolButton *button = makeButton(actText(act), row);
        layout->addWidget(button);
        connect(button, &QToolButton::clicked, this, [this, message, act] {
            if (act != BannerMessage::Act::Dismiss || m_messages.size() == 1)
                hide();
            emit wanted(message, act);
        });
    }
    layout->addStretch();
    notice->addWidget(row);
    m_column->addWidget(notice);
    return notice;
}

void BannerPanel::open(const QRect &below)
{
    setFixedWidth(below.width());
    fit();
    move(below.bottomLeft() + QPoint(0, 1));
    show();
}

void BannerPanel::fit()
{
    constexpr int MostLines = 20;
    resize(width(),
           std::min(m_column->sizeHint().height() + 2 * spacing(Spacing::Hair), lines(*this, MostLines)));
}

// How high its texts are is known only once they have their width.
bool BannerPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_page && event->type() == QEvent::LayoutRequest)
        fit();
    return QFrame::eventFilter(watched, event);
}

void BannerPanel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window));
    painter.setPen(Theme::of(palette()).muted);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

Banner::Banner(QWidget *parent)
    : QToolBar(parent), m_row(new QWidget(this)), m_layout(new QHBoxLayout(m_row)), m_icon(new QLabel(m_row)),
      m_sentence(new ElidedLabel(m_row)), m_details(new ElidedLabel(m_row)), m_more(new QToolButton(m_row)),
      m_panel(new BannerPanel(this))
{
    setObjectName(QStringLiteral("banner"));
    setWindowTitle(tr("Messages"));
    setMovable(false);
    toggleViewAction()->setVisible(false);
    m_layout->setContentsMargins(marginsAtSides(Spacing::Page, Spacing::Page));
    m_layout->setSpacing(spacing(Spacing::Large));
    m_sentence->setFont(strongFont(font()));
    for (ElidedLabel *text : {m_sentence, m_details})
        text->setElideMode(Qt::ElideRight);
    m_more->setArrowType(Qt::DownArrow);
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_sentence->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); // See fitTexts()
    m_layout->addWidget(m_icon);
    m_layout->addWidget(m_sentence);
    m_layout->addWidget(m_details, 1);
    m_layout->addWidget(m_more);
    m_row->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(m_row);
    connect(m_more, &QToolButton::clicked, this, &Banner::openPanel);
    connect(m_panel, &BannerPanel::wanted, this, &Banner::wanted);
    applyTheme();
    layout()->setContentsMargins({}); // The list's header is as high
    setVisible(false);
}

// Restoring a layout shows and places all tool bars as they were saved: this one has its own line, and is
// there while there is something to say.
void Banner::setVisible(bool)
{
    const bool wanted = isSaying() || (m_keepsRoom && isVisible());
    auto *window = qobject_cast<QMainWindow *>(parentWidget());
    if (wanted && window && !window->toolBarBreak(this))
        window->insertToolBarBreak(this);
    QToolBar::setVisible(wanted);
}

void Banner::say(std::vector<BannerMessage> messages)
{
    std::ranges::stable_sort(messages, std::ranges::greater(), &BannerMessage::level);
    m_messages = std::move(messages);
    if (m_panel->isVisible())
        m_panel->say(m_messages);
    showWorst();
}

void Banner::keepRoom(bool kept)
{
    m_keepsRoom = kept;
    setVisible(isSaying());
}

const BannerMessage *Banner::find(BannerMessage::About about) const
{
    const auto found = std::ranges::find(m_messages, about, &BannerMessage::about);
    return found == m_messages.end() ? nullptr : &*found;
}

QToolButton *Banner::button(BannerMessage::Act act) const
{
    for (size_t i = 0; i < m_buttons.size(); ++i) {
        if (m_shown->acts[i] == act)
            return m_buttons[i];
    }
    return nullptr;
}

void Banner::showWorst()
{
    for (QWidget *part : {static_cast<QWidget *>(m_icon), static_cast<QWidget *>(m_sentence),
                          static_cast<QWidget *>(m_details), static_cast<QWidget *>(m_more)})
        part->setVisible(isSaying());
    if (isSaying()) {
        const BannerMessage &worst = m_messages.front();
        const bool isOther = !m_shown || !m_shown->isSame(worst) || m_shown->acts != worst.acts;
        const bool follows = m_shown && !m_shown->isSame(worst);
        m_shown = worst;
        if (isOther)
            makeButtons();
        // A second click is meant for the button that was there.
        if (follows) {
            for (QToolButton *button : m_buttons) {
                button->setEnabled(false);
                QTimer::singleShot(2 * QApplication::doubleClickInterval(), button,
                                   [button] { button->setEnabled(true); });
            }
        }
        m_sentence->setText(worst.sentence);
        QStringList details = worst.points;
        if (!worst.advice.isEmpty())
            details << QStringLiteral("→ ") + worst.advice;
        m_details->setText(details.join(QStringLiteral(" · ")));
        const int others = int(m_messages.size()) - 1;
        m_more->setText(others > 0 ? tr("%Ln more", nullptr, others) : tr("Details"));
        m_more->setAccessibleName(m_more->text());
        m_more->setVisible(others > 0 || !details.isEmpty());
        speakOf(*this, text::verdictWord(worst.level)); // Screen readers get the level as a word
        explain(*this, worst.sentence);
    } else {
        m_shown.reset();
        makeButtons();
    }
    applyTheme();
    setVisible(true);
    fitTexts();
}

void Banner::makeButtons()
{
    for (QToolButton *button : m_buttons) {
        button->hide();
        button->deleteLater();
    }
    m_buttons.clear();
    if (!m_shown)
        return;
    for (const BannerMessage::Act act : m_shown->acts) {
        QToolButton *button = makeButton(actText(act), m_row);
        connect(button, &QToolButton::clicked, this, [this, act] { emit wanted(*m_shown, act); });
        m_layout->addWidget(button);
        m_buttons.push_back(button);
        button->show();
    }
}

// The sentence first; the details get what it leaves, if that is enough to say anything.
void Banner::fitTexts()
{
    if (!isSaying())
        return;
    const int wish =
        m_sentence->fontMetrics().horizontalAdvance(m_sentence->text()) + spacing(Spacing::Tight);
    int others = 2 * spacing(Spacing::Page) + m_icon->sizeHint().width() + spacing(Spacing::Large);
    for (const QToolButton *button : m_buttons)
        others += button->sizeHint().width() + spacing(Spacing::Large);
    if (!m_more->isHidden())
        others += m_more->sizeHint().width() + spacing(Spacing::Large);
    const int room = m_row->width() - others;
    const bool fits = room - wish >= characters(*this, LeastDetails);
    m_details->setVisible(fits);
    m_sentence->setFixedWidth(std::max(0, fits ? wish : room));
}

void Banner::openPanel()
{
    m_panel->say(m_messages);
    m_panel->open({mapToGlobal(QPoint(0, 0)), size()});
}

void Banner::paintEvent(QPaintEvent *)
{
    const Theme theme = Theme::of(palette());
    QPainter painter(this);
    if (!isSaying())
        return painter.fillRect(rect(), palette().color(QPalette::Window));
    painter.fillRect(rect(), palette().color(QPalette::Base));
    painter.fillRect(QRect(0, 0, spacing(Spacing::Small), height()), theme.verdict(m_messages.front().level));
    painter.setPen(theme.grid);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

void Banner::resizeEvent(QResizeEvent *event)
{
    QToolBar::resizeEvent(event);
    fitTexts();
}

void Banner::changeEvent(QEvent *event)
{
    QToolBar::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
    if (event->type() == QEvent::FontChange && m_sentence) {
        m_sentence->setFont(strongFont(font()));
        fitTexts();
    }
}

void Banner::applyTheme()
{
    if (!m_icon)
        return;
    const Theme theme = Theme::of(palette());
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme.muted);
    m_details->setPalette(quiet);
    if (isSaying()) {
        const int size = fontMetrics().height() + 2;
        m_icon->setPixmap(theme.verdictIcon(m_messages.front().level).pixmap(size, size));
    }
    update();
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/lockheadline.h"

#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/notice.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr size_t MostLibraries = 4;

QString libraries(const Lock &lock)
{
    QStringList names;
    if (!lock.libraries)
        return {};
    for (const std::string_view library : *lock.libraries) {
        if (names.size() == qsizetype(MostLibraries)) {
            names << QStringLiteral("…");
            break;
        }
        names << QString::fromUtf8(library.data(), qsizetype(library.size()));
    }
    return text::names(names);
}

QString allLibraries(const Lock &lock)
{
    QStringList names;
    if (lock.libraries) {
        for (const std::string_view library : *lock.libraries)
            names << QString::fromUtf8(library.data(), qsizetype(library.size()));
    }
    if (names.isEmpty())
        return {};
    return QStringLiteral("<p>%1</p>").arg(text::names(names).toHtmlEscaped());
}

} // namespace

LockHeadline::LockHeadline(QWidget *parent)
    : QWidget(parent), m_name(new ElidedLabel(this)), m_copy(new QToolButton(this)),
      m_more(new QToolButton(this)), m_icon(new QLabel(this)), m_kind(new QLabel(this)),
      m_gone(new Notice(this)),
      m_verdict(new Notice(this)), m_offers{{{ActKind::Wake}, {ActKind::SetExpiry}, {ActKind::ForceRelease}}}
{
    build();
    buildButtons();
}

void LockHeadline::build()
{
    m_name->setFont(headingFont(font()));
    m_copy->setIcon(glyphIcon(Glyph::Copy));
    m_copy->setToolTip(tr("Copy lock name"));
    m_copy->setAccessibleName(m_copy->toolTip());
    m_copy->setAutoRaise(true);
    connect(m_copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_name->text()); });
    m_more->setText(tr("More", "commands"));
    m_more->setToolTip(tr("All commands for this lock"));
    m_more->setAutoRaise(true);
    connect(m_more, &QToolButton::clicked, this,
            [this] { emit menuWanted(m_more->mapToGlobal(m_more->rect().bottomLeft())); });
    m_kind->setWordWrap(true);
    m_kind->setForegroundRole(QPalette::PlaceholderText);
    m_gone->hide();
    auto *kindRow = new QHBoxLayout;
    kindRow->setSpacing(spacing(Spacing::Medium));
    kindRow->addWidget(m_icon, 0, Qt::AlignTop);
    kindRow->addWidget(m_kind, 1);
    auto *nameRow = new QHBoxLayout;
    nameRow->addWidget(m_name, 1);
    nameRow->addWidget(m_copy);
    nameRow->addWidget(m_more);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(Spacing::Medium));
    layout->addLayout(nameRow);
    layout->addLayout(kindRow);
    layout->addWidget(m_gone);
    layout->addWidget(m_verdict);
}

void LockHeadline::buildButtons()
{
    m_offers[0].hint = tr("Send the wake-up message to the waiters; the lock does not change");
    m_offers[1].hint = tr("Set an expiry, or shorten the time left");
    m_offers[2].hint = tr("Show the release options, safest first");
    const QString names[] = {tr("&Wake…"), tr("E&xpiry…"), tr("&Release…")};
    auto *row = new QHBoxLayout;
    for (size_t i = 0; i < m_offers.size(); ++i) {
        Offer &offer = m_offers[i];
        offer.button = new QPushButton(names[i], this);
        const ActKind act = offer.act;
        connect(offer.button, &QPushButton::clicked, this, [this, act] { emit actWanted(act); });
        // Force release keeps its distance from the safer acts.
        if (act == ActKind::ForceRelease)
            row->addStretch();
        row->addWidget(offer.button);
    }
    // Above all text that may need another line.
    constexpr int BelowTheName = 1;
    qobject_cast<QVBoxLayout *>(layout())->insertLayout(BelowTheName, row);
    refreshButtons();
}

void LockHeadline::showKind(const LockPtr &lock, const Kinds &kinds)
{
    m_name->setText(text::key(lock->key));
    m_glyph = kinds.glyph(lock->kind);
    showIcon();
    QStringList parts{kinds.titleAndConfidence(*lock)};
    if (const QString by = libraries(*lock); !by.isEmpty())
        parts << (kinds.namesItsLibrary(*lock) ? by : tr("possibly %1", "libraries").arg(by));
    m_kind->setText(parts.join(QStringLiteral(" · ")));
    m_kind->setToolTip(kinds.help(lock->kind) + allLibraries(*lock));
}

void LockHeadline::showLock(const LockPtr &lock, const Kinds &kinds)
{
    showKind(lock, kinds);
    m_gone->hide();
    m_verdict->setVisible(true);
    for (Offer &offer : m_offers)
        offer.whyNot.clear();
    refreshButtons();
}

// As high as the text beside it, in the current colour of the palette.
void LockHeadline::showIcon()
{
    const int size = fontMetrics().height();
    QPixmap pixmap(QSize(size, size) * devicePixelRatioF());
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintGlyph(painter, QRectF(0, 0, size, size), m_glyph, palette().color(QPalette::PlaceholderText));
    m_icon->setPixmap(pixmap);
}

void LockHeadline::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        showIcon();
}

void LockHeadline::showVerdict(VerdictLevel level, const QString &sentence, bool isOld)
{
    isOld ? m_verdict->tellOld(level, sentence) : m_verdict->tell(level, sentence);
}

void LockHeadline::showFree(const QString &sentence)
{
    m_verdict->tellFree(sentence);
}

void LockHeadline::showGone(const QString &text)
{
    m_gone->tell(VerdictLevel::Info, text);
    m_verdict->hide();
    for (Offer &offer : m_offers)
        offer.whyNot = tr("The lock is gone");
    refreshButtons();
}

void LockHeadline::setWhyNoChanges(const QString &why)
{
    m_whyNoChanges = why;
    refreshButtons();
}

void LockHeadline::setPossible(ActKind act, const QString &whyNot)
{
    for (Offer &offer : m_offers) {
        if (offer.act == act)
            offer.whyNot = whyNot;
    }
    refreshButtons();
}

QString LockHeadline::whyNot(ActKind act) const
{
    const auto offer = std::ranges::find(m_offers, act, &Offer::act);
    return offer == m_offers.end() ? QString() : offer->whyNot;
}

// Qt would give the focus of a disabled button to the next widget, which is unrelated.
void LockHeadline::refreshButtons()
{
    const QWidget *focus = window()->focusWidget();
    for (const Offer &offer : m_offers) {
        const QString &whyNot = m_whyNoChanges.isEmpty() ? offer.whyNot : m_whyNoChanges;
        const bool isPossible = whyNot.isEmpty();
        if (!isPossible && offer.button == focus)
            emit focusUnwanted();
        offer.button->setEnabled(isPossible);
        offer.button->setToolTip(isPossible ? offer.hint : whyNot);
    }
}

QPushButton *LockHeadline::button(ActKind act) const
{
    for (const Offer &offer : m_offers) {
        if (offer.act == act)
            return offer.button;
    }
    return nullptr;
}

QString LockHeadline::name() const
{
    return m_name->text();
}

QString LockHeadline::kind() const
{
    return m_kind->text();
}

} // namespace lockscope

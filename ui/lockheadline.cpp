// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lockheadline.h"

#include "ui/elidedlabel.h"
#include "ui/format.h"
#include "ui/notice.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

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
    return names.join(QStringLiteral(", "));
}

QString allLibraries(const Lock &lock)
{
    QStringList names;
    if (lock.libraries) {
        for (const std::string_view library : *lock.libraries)
            names << QString::fromUtf8(library.data(), qsizetype(library.size()));
    }
    return names.join(u'\n');
}

} // namespace

LockHeadline::LockHeadline(QWidget *parent)
    : QWidget(parent), m_name(new ElidedLabel(this)), m_copy(new QToolButton(this)), m_kind(new QLabel(this)),
      m_gone(new Notice(this)),
      m_verdict(new Notice(this)), m_offers{{{ActKind::Wake}, {ActKind::SetExpiry}, {ActKind::ForceRelease}}}
{
    build();
    buildButtons();
}

void LockHeadline::build()
{
    QFont large = font();
    large.setBold(true);
    large.setPointSizeF(large.pointSizeF() * 1.2);
    m_name->setFont(large);
    m_copy->setText(tr("Copy"));
    m_copy->setToolTip(tr("Copy the lock's name"));
    m_copy->setAutoRaise(true);
    connect(m_copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_name->text()); });
    m_kind->setWordWrap(true);
    m_kind->setForegroundRole(QPalette::PlaceholderText);
    m_gone->hide();
    auto *nameRow = new QHBoxLayout;
    nameRow->addWidget(m_name, 1);
    nameRow->addWidget(m_copy);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(6);
    layout->addLayout(nameRow);
    layout->addWidget(m_kind);
    layout->addWidget(m_gone);
    layout->addWidget(m_verdict);
}

void LockHeadline::buildButtons()
{
    m_offers[0].hint = tr("Send the waiters the message of a release; the lock is not touched");
    m_offers[1].hint = tr("Give the lock an expiry, or shorten the time it has left");
    m_offers[2].hint = tr("Take the lock away from its holder");
    const QString names[] = {tr("&Wake…"), tr("E&xpiry…"), tr("&Release…")};
    auto *row = new QHBoxLayout;
    for (size_t i = 0; i < m_offers.size(); ++i) {
        Offer &offer = m_offers[i];
        offer.button = new QPushButton(names[i], this);
        const ActKind act = offer.act;
        connect(offer.button, &QPushButton::clicked, this, [this, act] { emit actWanted(act); });
        // The hard one stands apart from the gentle ones.
        if (act == ActKind::ForceRelease)
            row->addStretch();
        row->addWidget(offer.button);
    }
    qobject_cast<QVBoxLayout *>(layout())->addLayout(row);
    refreshButtons();
}

void LockHeadline::showLock(const LockPtr &lock)
{
    m_name->setText(text::key(lock->key));
    QStringList parts{text::kind(lock->kind), text::confidence(lock->confidence)};
    if (const QString by = libraries(*lock); !by.isEmpty())
        parts << by;
    m_kind->setText(parts.join(QStringLiteral(" · ")));
    m_kind->setToolTip(allLibraries(*lock));
    m_gone->hide();
    m_verdict->setVisible(true);
    for (Offer &offer : m_offers)
        offer.whyNot.clear();
    refreshButtons();
}

void LockHeadline::showVerdict(VerdictLevel level, const VerdictText &verdict)
{
    // Short facts: a paragraph leaves room for what is below.
    m_verdict->tell(level, verdict.sentence, {verdict.evidence.join(QStringLiteral(" · "))}, verdict.advice);
}

void LockHeadline::showGone(WallTime at, std::optional<EventKind> how)
{
    const QString since = text::timeOfDay(at);
    m_gone->tell(VerdictLevel::Info, how ? tr("Gone since %1: %2").arg(since, text::event(*how))
                                         : tr("Gone since %1").arg(since));
    m_verdict->hide();
    for (Offer &offer : m_offers)
        offer.whyNot = tr("The lock is gone");
    refreshButtons();
}

void LockHeadline::setReadOnly(bool readOnly)
{
    m_readOnly = readOnly;
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

void LockHeadline::refreshButtons()
{
    for (const Offer &offer : m_offers) {
        offer.button->setEnabled(!m_readOnly && offer.whyNot.isEmpty());
        offer.button->setToolTip(m_readOnly
                                     ? tr("This connection is read-only: nothing is written. The commands to "
                                          "run elsewhere are below")
                                 : offer.whyNot.isEmpty() ? offer.hint
                                                          : offer.whyNot);
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

} // namespace lockscope

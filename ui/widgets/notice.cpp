// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/notice.h"

#include "ui/text/accessibility.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/prose.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

constexpr double OldOpacity = 0.45; // As an old row of a list

} // namespace

Notice::Notice(QWidget *parent)
    : QFrame(parent), m_icon(new QLabel(this)), m_sentence(new Prose(this)), m_points(new Prose(this)),
      m_advice(new Prose(this)), m_column(new QVBoxLayout)
{
    const QFont strong = strongFont(font());
    m_sentence->setFont(strong);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(spacing(Spacing::Page), spacing(Spacing::Large), spacing(Spacing::Large),
                            spacing(Spacing::Large));
    row->setSpacing(spacing(Spacing::Large));
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addLayout(m_column, 1);
    m_column->setSpacing(spacing(Spacing::Small));
    m_column->addWidget(m_sentence);
    m_column->addWidget(m_points);
    m_column->addWidget(m_advice);
    applyTheme();
}

void Notice::tell(VerdictLevel level, const QString &sentence, const QStringList &points,
                  const QString &advice, const QString &spoken)
{
    put(level, Look::Level, sentence, points, advice, spoken);
}

void Notice::tellOld(VerdictLevel level, const QString &sentence)
{
    put(level, Look::Old, sentence, {}, {}, {});
}

void Notice::tellFree(const QString &sentence)
{
    put(VerdictLevel::Ok, Look::Free, sentence, {}, {}, {});
}

void Notice::put(VerdictLevel level, Look look, const QString &sentence, const QStringList &points,
                 const QString &advice, const QString &spoken)
{
    const bool otherLook = level != m_level || look != m_look;
    m_level = level;
    m_look = look;
    m_sentence->say(sentence, spoken);
    QStringList lines;
    for (const QString &point : points)
        lines << (points.size() > 1 ? QStringLiteral("• ") + point : point);
    m_points->say(lines.join(u'\n'));
    m_points->setVisible(!lines.isEmpty());
    m_advice->say(advice.isEmpty() ? QString() : QStringLiteral("→ ") + advice);
    m_advice->setVisible(!advice.isEmpty());
    // Screen readers get the level as a word.
    speakOf(*this, look == Look::Old    ? text::verdictCode("stale")
                   : look == Look::Free ? text::verdictCode("free")
                                        : text::verdictWord(level));
    explain(*this, spoken.isEmpty() ? sentence : spoken);
    if (otherLook)
        applyTheme();
    setVisible(true);
}

QString Notice::sentence() const
{
    return m_sentence->text();
}

void Notice::addWidget(QWidget *widget, Qt::Alignment alignment)
{
    m_column->addWidget(widget, 0, alignment);
}

// Not as its minimum height, which would be the least also for a text that needs more.
void Notice::keepHeight()
{
    if (!isVisible() || height() <= m_kept)
        return;
    m_kept = height();
    updateGeometry();
}

void Notice::paintEvent(QPaintEvent *)
{
    const Theme theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.grid);
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), cornerRadius(), cornerRadius());
    painter.setPen(Qt::NoPen);
    painter.setBrush(isEnabled() && m_look == Look::Level ? theme.verdict(m_level) : theme.muted);
    painter.drawRoundedRect(QRectF(0, 0, 4, height()), 2, 2);
}

void Notice::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::EnabledChange)
        applyTheme();
}

void Notice::applyTheme()
{
    const int size = fontMetrics().height() + 2;
    const QPixmap icon = Theme::of(palette()).verdictIcon(m_level).pixmap(size, size);
    QPixmap shown(icon.size());
    shown.setDevicePixelRatio(icon.devicePixelRatio());
    shown.fill(Qt::transparent);
    QPainter painter(&shown);
    painter.setOpacity(m_look == Look::Old ? OldOpacity : 1.0);
    if (m_look == Look::Free)
        paintGlyph(painter, QRectF(0, 0, size, size), Glyph::OpenPadlock, Theme::of(palette()).muted);
    else
        painter.drawPixmap(0, 0, icon);
    m_icon->setPixmap(shown);
    update();
}

} // namespace lockscope

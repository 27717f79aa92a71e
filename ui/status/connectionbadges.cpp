// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/status/connectionbadges.h"

#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/badge.h"

#include <QEvent>
#include <QHBoxLayout>

namespace lockscope
{

ConnectionBadges::ConnectionBadges(QWidget *parent)
    : QWidget(parent), m_environment(new Badge(this)), m_readOnly(new Badge(this)),
      m_unverified(new Badge(this))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(marginsAtSides(Spacing::Large, Spacing::Large));
    for (Badge *badge : {m_environment, m_readOnly, m_unverified})
        row->addWidget(badge);
}

void ConnectionBadges::show(const std::optional<ConnectionSpec> &spec)
{
    m_spec = spec;
    refresh();
}

void ConnectionBadges::refresh()
{
    if (!m_spec)
        return;
    const Theme theme = Theme::of(palette());
    m_environment->say(text::environment(m_spec->environment), theme.environment(m_spec->environment),
                       tr("The environment this connection is marked with"));
    m_readOnly->say(tr("read-only"), theme.muted, tr("Nothing on the server can be changed from here"),
                    glyphIcon(Glyph::Padlock));
    m_readOnly->setVisible(m_spec->readOnly);
    m_unverified->say(tr("TLS not verified"), theme.critical,
                      tr("Anybody could be at the other end: the server's certificate is not checked"));
    m_unverified->setVisible(m_spec->tls.enabled && !m_spec->tls.verifyPeer);
}

void ConnectionBadges::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ownholds/holdsdialog.h"

#include "ui/forms/buttonbox.h"
#include "ui/forms/dialogsize.h"
#include "ui/ownholds/holdsview.h"
#include "ui/ownholds/ownholds.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/emptystate.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{

HoldsDialog::HoldsDialog(OwnHolds &holds, const Kinds &kinds, QWidget *parent)
    : QDialog(parent), m_holds(holds), m_view(new HoldsView(holds, kinds, HoldsView::Says::AsItIs, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Locks held by this Lockscope"));
    build();
    connect(&holds, &OwnHolds::changed, this, &HoldsDialog::refresh);
    connect(&holds, &OwnHolds::answered, this, &HoldsDialog::tell);
    connect(m_view, &QTreeWidget::itemSelectionChanged, this, &HoldsDialog::refresh);
    refresh();
}

void HoldsDialog::build()
{
    m_empty = new EmptyState(this);
    m_empty->say(tr("This Lockscope holds no locks"),
                 tr("A lock that you acquire with Locks > Acquire… is listed here until it is released."),
                 {});
    m_said = new QLabel(this);
    m_said->setWordWrap(true);
    m_said->setTextFormat(Qt::PlainText);
    m_said->setAccessibleName(tr("Result"));
    m_release = new QPushButton(tr("&Release"), this);
    m_release->setToolTip(tr("Release the selected lock, as its owner"));
    m_renew = new QPushButton(tr("Re&new"), this);
    m_renew->setToolTip(tr("Renew the selected lock for its full lease, from now"));
    m_stop = new QPushButton(tr("&Stop renewing"), this);
    m_releaseAll = new QPushButton(tr("Release &all"), this);
    for (QPushButton *button : {m_release, m_renew, m_stop, m_releaseAll})
        button->setAutoDefault(false);
    auto *close = new ButtonBox(QDialogButtonBox::Close, this);
    close->button(QDialogButtonBox::Close)->setText(tr("Close"));
    connect(close, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto *row = new QHBoxLayout;
    row->addWidget(m_release);
    row->addWidget(m_renew);
    row->addWidget(m_stop);
    row->addStretch();
    row->addWidget(m_releaseAll);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_empty, 1);
    layout->addWidget(m_view, 1);
    layout->addLayout(row);
    layout->addWidget(m_said);
    layout->addWidget(close);
    openWith(*this, {characters(*this, 150), fontMetrics().height() * 18});
    connect(m_release, &QPushButton::clicked, this, [this] { actOnChosen(&OwnHolds::release); });
    connect(m_renew, &QPushButton::clicked, this, [this] { actOnChosen(&OwnHolds::renew); });
    connect(m_stop, &QPushButton::clicked, this, [this] { actOnChosen(&OwnHolds::stopRenewing); });
    connect(m_releaseAll, &QPushButton::clicked, this, &HoldsDialog::releaseAll);
}

void HoldsDialog::actOnChosen(void (OwnHolds::*act)(const OwnHolding &))
{
    if (const auto held = m_view->selected())
        (m_holds.*act)(*held);
}

// Releases each lock as often as it is held, then reports what remains.
void HoldsDialog::releaseAll()
{
    m_isReleasingAll = true;
    m_said->setText(tr("Releasing…"));
    const std::vector<OwnHolding> wanted = m_holds.all();
    m_holds.releaseAll(wanted, OwnHolds::Patience, this, [this, wanted](const std::vector<Receipt> &kept) {
        m_isReleasingAll = false;
        QStringList lines;
        for (const Receipt &receipt : kept)
            lines << receipt.line();
        const bool isLeft = std::ranges::any_of(wanted, [this](const OwnHolding &held) {
            return std::ranges::any_of(m_holds.all(),
                                       [&held](const OwnHolding &one) { return isSameHold(one, held); });
        });
        if (isLeft && lines.isEmpty())
            lines << tr("no answer within %1").arg(text::duration(OwnHolds::Patience));
        if (!lines.isEmpty())
            lines.prepend(tr("Not released:"));
        m_said->setText(lines.isEmpty() ? tr("All released") : lines.join(u'\n'));
        refresh();
    });
}

void HoldsDialog::refresh()
{
    const auto held = m_view->selected();
    m_empty->setVisible(m_holds.isEmpty());
    m_view->setVisible(!m_holds.isEmpty());
    for (QPushButton *button : {m_release, m_renew, m_stop, m_releaseAll})
        button->setVisible(!m_holds.isEmpty());
    const bool mayRelease = held && !m_isReleasingAll && !m_holds.isReleasing(*held);
    // A disabled button passes its focus on to the next one, which a second key press would then trigger.
    const QWidget *focus = focusWidget();
    if ((focus == m_release && !mayRelease) || (!held && (focus == m_renew || focus == m_stop)))
        m_view->setFocus();
    m_release->setEnabled(mayRelease);
    m_renew->setEnabled(held.has_value());
    m_stop->setEnabled(held && held->renewed);
    m_stop->setToolTip(!held || held->renewed ? tr("Let the selected lock expire by itself")
                                              : tr("This lock is not renewed"));
    m_releaseAll->setEnabled(!m_holds.isEmpty() && !m_isReleasingAll);
}

void HoldsDialog::tell(const Receipt &receipt)
{
    m_said->setText(receipt.failure.text.isEmpty() ? receipt.line() : text::failure(receipt.failure));
}

QString HoldsDialog::said() const
{
    return m_said->text();
}

} // namespace lockscope

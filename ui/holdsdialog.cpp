// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/holdsdialog.h"

#include "ui/format.h"
#include "ui/holdsview.h"
#include "ui/ownholds.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

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
    connect(m_view, &QTreeWidget::currentItemChanged, this, &HoldsDialog::refresh);
    refresh();
}

void HoldsDialog::build()
{
    m_empty = new QLabel(tr("This Lockscope holds no lock."), this);
    m_said = new QLabel(this);
    m_said->setWordWrap(true);
    m_said->setTextFormat(Qt::PlainText);
    m_said->setAccessibleName(tr("What came of it"));
    m_release = new QPushButton(tr("&Release"), this);
    m_release->setToolTip(tr("Give the chosen lock back, as its owner"));
    m_renew = new QPushButton(tr("Re&new"), this);
    m_renew->setToolTip(tr("Give the chosen lock the lease that its kind has, from now on"));
    m_stop = new QPushButton(tr("&Stop renewing"), this);
    m_releaseAll = new QPushButton(tr("Release &all"), this);
    for (QPushButton *button : {m_release, m_renew, m_stop, m_releaseAll})
        button->setAutoDefault(false);
    auto *close = new QDialogButtonBox(QDialogButtonBox::Close, this);
    close->button(QDialogButtonBox::Close)->setText(tr("Close"));
    connect(close, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto *row = new QHBoxLayout;
    row->addWidget(m_release);
    row->addWidget(m_renew);
    row->addWidget(m_stop);
    row->addStretch();
    row->addWidget(m_releaseAll);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_empty);
    layout->addWidget(m_view, 1);
    layout->addLayout(row);
    layout->addWidget(m_said);
    layout->addWidget(close);
    resize(fontMetrics().averageCharWidth() * 124, fontMetrics().height() * 18);
    const auto withChosen = [this](void (OwnHolds::*act)(const OwnHolding &)) {
        return [this, act] {
            if (const auto held = m_view->chosen())
                (m_holds.*act)(*held);
        };
    };
    connect(m_release, &QPushButton::clicked, this, withChosen(&OwnHolds::release));
    connect(m_renew, &QPushButton::clicked, this, withChosen(&OwnHolds::renew));
    connect(m_stop, &QPushButton::clicked, this, withChosen(&OwnHolds::stopRenewing));
    connect(m_releaseAll, &QPushButton::clicked, this, [this] {
        const std::vector<OwnHolding> all = m_holds.all();
        for (const OwnHolding &held : all)
            m_holds.release(held);
    });
}

void HoldsDialog::refresh()
{
    const auto held = m_view->chosen();
    m_empty->setVisible(m_holds.isEmpty());
    m_view->setVisible(!m_holds.isEmpty());
    m_release->setEnabled(held.has_value());
    m_renew->setEnabled(held.has_value());
    m_stop->setEnabled(held && held->renewed);
    m_stop->setToolTip(!held || held->renewed ? tr("Let the chosen lock run out by itself")
                                              : tr("Nobody renews this one"));
    m_releaseAll->setEnabled(!m_holds.isEmpty());
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

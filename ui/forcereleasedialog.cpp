// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forcereleasedialog.h"

#include "ui/changenotice.h"
#include "ui/enginelink.h"
#include "ui/environmentlabel.h"
#include "ui/format.h"
#include "ui/holdersview.h"
#include "ui/lockfacts.h"
#include "ui/share.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace lockscope
{

ForceReleaseDialog::ForceReleaseDialog(EngineLink &link, const LockPtr &lock, const ConnectionSpec &spec,
                                       QWidget *parent)
    : ActDialog(link, tr("&Release by force"), parent), m_watch(lock)
{
    setWindowTitle(tr("Force release: %1").arg(text::key(lock->key)));
    build(spec);
    showLock();
}

void ForceReleaseDialog::showLock()
{
    m_facts->showLock(m_watch.lock(), now());
    m_holders->showLock(m_watch.lock());
    m_holders->setVisible(m_watch.lock()->holders.size() > 1);
}

void ForceReleaseDialog::build(const ConnectionSpec &spec)
{
    m_facts = new LockFacts({LockFact::Key, LockFact::Kind, LockFact::Owner, LockFact::Count, LockFact::Held,
                             LockFact::TimeToLive, LockFact::Renewals, LockFact::Waiters, LockFact::Node},
                            link().kinds(), this);
    m_holders = new HoldersView(this);
    m_change = new ChangeNotice(m_watch, true, this);
    connect(m_change, &ChangeNotice::confirmed, this, &ForceReleaseDialog::inputChanged);

    m_reason = new QLineEdit(this);
    m_reason->setPlaceholderText(tr("Ticket, or what you saw: it is kept in the audit"));
    connect(m_reason, &QLineEdit::textChanged, this, &ForceReleaseDialog::refreshButtons);
    auto *fields = new QFormLayout;
    fields->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    fields->addRow(tr("Re&ason"), m_reason);
    if (spec.environment == Environment::Production) {
        m_name = new QLineEdit(this);
        m_name->setPlaceholderText(text::key(m_watch.lock()->key));
        connect(m_name, &QLineEdit::textChanged, this, &ForceReleaseDialog::refreshButtons);
        fields->addRow(tr("&Type the lock's name"), m_name);
    }
    form()->addWidget(environmentLabel(spec, this));
    form()->addWidget(m_facts);
    form()->addWidget(m_holders);
    form()->addWidget(m_change);
    form()->addLayout(fields);
}

ActRequest ForceReleaseDialog::request() const
{
    ActRequest request{.act = ActKind::ForceRelease, .key = m_watch.lock()->key};
    expectHolders(request, m_watch.confirmedHolders());
    if (const std::optional<qint64> number = m_watch.confirmedNumber())
        request.expectedCount = number;
    request.reason = m_reason->text().trimmed();
    return request;
}

QString ForceReleaseDialog::obstacle() const
{
    if (m_watch.gone() || m_watch.freed())
        return tr("There is no lock to release.");
    if (m_change->mustConfirm())
        return tr("Look at the new holder and confirm it first.");
    if (m_reason->text().trimmed().isEmpty())
        return tr("Say why: the reason is kept in the audit.");
    if (m_name && m_name->text() != text::key(m_watch.lock()->key))
        return tr("Production: type the lock's name to go on.");
    return {};
}

void ForceReleaseDialog::tableChanged(const LockDelta &delta)
{
    if (!m_watch.apply(delta))
        return;
    showLock();
    if (step() == Step::Asking)
        m_change->refresh();
    refreshButtons();
}

void ForceReleaseDialog::asked()
{
    m_change->refresh();
}

void ForceReleaseDialog::tick()
{
    m_facts->tick(now());
    m_holders->tick();
}

} // namespace lockscope

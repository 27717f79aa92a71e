// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/removesharedialog.h"

#include "ui/enginelink.h"
#include "ui/environmentlabel.h"
#include "ui/format.h"
#include "ui/lockfacts.h"
#include "ui/notice.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{

namespace
{

// The lock as if the share were all of it: what the facts tell of it then is told of the share.
LockPtr sharesOwn(const Lock &lock, const Share &share)
{
    auto own = std::make_shared<Lock>(lock);
    own->holders.clear();
    own->holders.append(Holder{.id = share.owner, .count = share.count.value_or(1), .mode = share.mode});
    own->maxCount = share.count.value_or(1);
    own->extras.reset();
    if (share.expiresAt)
        own->expiresAt = share.expiresAt;
    return own;
}

} // namespace

RemoveShareDialog::RemoveShareDialog(EngineLink &link, const LockPtr &lock, const Share &share,
                                     const ConnectionSpec &spec, QWidget *parent)
    : ActDialog(link, share.queued ? tr("Take out of the &queue") : tr("&Remove the share"), parent),
      m_lock(lock), m_share(share), m_found(share)
{
    setWindowTitle(share.queued ? tr("Remove from the queue: %1").arg(text::key(lock->key))
                                : tr("Remove a share: %1").arg(text::key(lock->key)));
    build(spec);
    showShare();
}

void RemoveShareDialog::build(const ConnectionSpec &spec)
{
    m_sentence = new QLabel(this);
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::PlainText);
    std::vector<LockFact> facts{LockFact::Key, LockFact::Kind, LockFact::Owner};
    const bool permit = m_share.mode == HoldMode::Permit;
    if (!m_share.queued && !permit)
        facts.push_back(LockFact::Count);
    if (!m_share.queued)
        facts.push_back(LockFact::TimeToLive);
    facts.insert(facts.end(), {LockFact::Waiters, LockFact::Node});
    m_facts = new LockFacts(facts, link().kinds(), this);
    if (m_share.queued)
        m_facts->setLabel(LockFact::Owner, tr("Waiter"));
    else if (permit)
        m_facts->setLabel(LockFact::Owner, tr("Permit"));
    m_change = new Notice(this);
    m_confirm = new QPushButton(tr("I have seen it"), m_change);
    m_confirm->setAutoDefault(false);
    m_change->addWidget(m_confirm);
    m_change->hide();
    connect(m_confirm, &QPushButton::clicked, this, [this] {
        if (m_found)
            m_share = *m_found;
        showChange();
        inputChanged();
    });
    m_reason = new QLineEdit(this);
    m_reason->setPlaceholderText(tr("Ticket, or what you saw: it is kept in the audit"));
    connect(m_reason, &QLineEdit::textChanged, this, &RemoveShareDialog::refreshButtons);
    auto *fields = new QFormLayout;
    fields->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    fields->addRow(tr("Re&ason"), m_reason);
    if (spec.environment == Environment::Production) {
        m_name = new QLineEdit(this);
        m_name->setPlaceholderText(text::key(m_lock->key));
        connect(m_name, &QLineEdit::textChanged, this, &RemoveShareDialog::refreshButtons);
        fields->addRow(tr("&Type the lock's name"), m_name);
    }
    form()->addWidget(environmentLabel(spec, this));
    form()->addWidget(m_sentence);
    form()->addWidget(m_facts);
    form()->addWidget(m_change);
    form()->addLayout(fields);
}

QString RemoveShareDialog::sentence() const
{
    return m_sentence->text();
}

void RemoveShareDialog::showShare()
{
    const QString who = text::owner(m_share.owner);
    if (m_share.queued)
        m_sentence->setText(
            tr("Takes %1 out of the queue. The holder and the other waiters keep their places.").arg(who));
    else if (m_share.mode == HoldMode::Read)
        m_sentence->setText(tr("Takes the read hold of %1 away. The other readers keep theirs.").arg(who));
    else if (m_share.mode == HoldMode::Permit)
        m_sentence->setText(tr("Gives the permit %1 back. The other permits stay taken.").arg(who));
    else if (!m_share.part.isEmpty())
        m_sentence->setText(
            tr("Takes %1 of %2 away. The other parts stay held.").arg(text::bytes(m_share.part), who));
    else
        m_sentence->setText(tr("Takes the hold of %1 away. The other holders keep theirs.").arg(who));
    m_facts->showLock(sharesOwn(*m_lock, m_found.value_or(m_share)), now());
}

bool RemoveShareDialog::countChanged() const
{
    return m_found && m_found->count != m_share.count;
}

void RemoveShareDialog::showChange()
{
    m_confirm->setVisible(countChanged());
    if (!m_found)
        m_change->tell(VerdictLevel::Info, m_share.queued ? tr("It is not in the queue any more.")
                                                          : tr("It does not hold the lock any more."));
    else if (countChanged())
        m_change->tell(
            VerdictLevel::Warning, tr("The hold count changed while this was open."),
            {tr("Its holder is at work: it went from %1 to %2.")
                 .arg(text::number(m_share.count.value_or(0)), text::number(m_found->count.value_or(0)))});
    else
        m_change->hide();
}

ActRequest RemoveShareDialog::request() const
{
    ActRequest request = removalOf(*m_lock, m_share);
    request.reason = m_reason->text().trimmed();
    return request;
}

QString RemoveShareDialog::obstacle() const
{
    if (!m_found)
        return tr("There is nothing to take away.");
    if (countChanged())
        return tr("Look at the new hold count and confirm it first.");
    if (m_reason->text().trimmed().isEmpty())
        return tr("Say why: the reason is kept in the audit.");
    if (m_name && m_name->text() != text::key(m_lock->key))
        return tr("Production: type the lock's name to go on.");
    return {};
}

void RemoveShareDialog::tableChanged(const LockDelta &delta)
{
    const bool gone = delta.reset || std::find(delta.removed.begin(), delta.removed.end(), m_lock->key) !=
                                         delta.removed.end();
    const auto lock = std::find_if(delta.upserted.begin(), delta.upserted.end(),
                                   [this](const LockPtr &other) { return other->key == m_lock->key; });
    if (lock != delta.upserted.end()) {
        m_lock = *lock;
        m_found = findShare(*m_lock, m_share);
    } else if (gone) {
        m_found.reset();
    } else {
        return;
    }
    showShare();
    if (step() == Step::Asking)
        showChange();
    refreshButtons();
}

void RemoveShareDialog::asked()
{
    showChange();
}

void RemoveShareDialog::tick()
{
    m_facts->tick(now());
}

} // namespace lockscope

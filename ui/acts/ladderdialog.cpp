// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/acts/ladderdialog.h"

#include "core/engine/acts/actguard.h"
#include "core/engine/verdicts/verdicttext.h"
#include "ui/acts/changenotice.h"
#include "ui/acts/ladderview.h"
#include "ui/acts/sharerung.h"
#include "ui/bridges/enginebridge.h"
#include "ui/forms/dialogsize.h"
#include "ui/forms/durationedit.h"
#include "ui/forms/environmentlabel.h"
#include "ui/forms/fieldnames.h"
#include "ui/forms/reasonedit.h"
#include "ui/holders/holdersview.h"
#include "ui/holders/lockfacts.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/prose.h"
#include "ui/widgets/scrolled.h"

#include <QFormLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr std::chrono::seconds UsualExpiry{30};

milliseconds firstGuess(const Lock &lock)
{
    const auto left = text::ttlLeft(lock, now());
    const milliseconds guess =
        left ? std::clamp<milliseconds>(*left / 2, std::chrono::seconds(1), UsualExpiry) : UsualExpiry;
    return std::chrono::duration_cast<std::chrono::seconds>(guess);
}

// A notice that was shown keeps its room while it is hidden.
void keepRoom(Notice &notice, bool isKept)
{
    QSizePolicy policy = notice.sizePolicy();
    policy.setRetainSizeWhenHidden(isKept && notice.hasKeptHeight());
    notice.setSizePolicy(policy);
}

// Whether what a release does, and what it is to be weighed against, is the same for both.
bool hasSameEffect(const Lock &a, const Lock &b)
{
    return a.waiters == b.waiters && a.holders == b.holders && a.heldSince == b.heldSince &&
           a.expiresAt == b.expiresAt && a.renewals == b.renewals && a.verdict == b.verdict &&
           numberOf(a) == numberOf(b);
}

} // namespace

LadderDialog::LadderDialog(EngineBridge &bridge, const LockPtr &lock, const ConnectionSpec &spec,
                           std::optional<Rung> rung, QWidget *parent)
    : ActDialog(bridge, QString(), parent), m_spec(spec), m_watch(lock)
{
    build();
    m_share->setLock(lock);
    m_rung = rung ? rung : gentlest(ladderOf(*lock, m_spec, bridge.kinds(), now()));
    if (m_rung)
        m_ladder->choose(*m_rung);
    showLock();
    showRung();
    if (!m_rung)
        m_ladder->focusFirst();
}

LadderDialog::LadderDialog(EngineBridge &bridge, const LockPtr &lock, const lockscope::LockShare &share,
                           const ConnectionSpec &spec, QWidget *parent)
    : LadderDialog(bridge, lock, spec, Rung::LockShare, parent)
{
    m_share->choose(share);
}

void LadderDialog::build()
{
    m_verdict = new Notice(this);
    m_alive = new Notice(this);
    m_change = new ChangeNotice(m_watch, true, this);
    m_shareChange = new Notice(this);
    m_ladder = new LadderView;
    head()->addWidget(environmentLabel(m_spec, this));
    (isAlive(*m_watch.lock(), now()) ? head() : foot())->addWidget(m_alive);
    head()->addWidget(m_verdict);
    foot()->addWidget(m_change);
    foot()->addWidget(m_shareChange);
    side()->addWidget(new UpDownScroll(m_ladder));
    buildPage();
    connect(m_ladder, &LadderView::wanted, this, &LadderDialog::choose);
    connect(m_ladder, &LadderView::picked, this, &LadderDialog::pick);
    connect(m_change, &ChangeNotice::confirmed, this, [this] {
        showLock();
        inputChanged();
    });
    connect(m_share, &ShareRung::changed, this, [this] {
        showRung();
        inputChanged();
    });
    connect(m_duration, &DurationEdit::changed, this, [this] {
        checkDuration();
        inputChanged();
    });
    connect(m_reason, &ReasonEdit::changed, this, &LadderDialog::refreshButtons);
    nameFields(*this);
    openWith(*this, {characters(*this, 140), fontMetrics().height() * 48});
}

void LadderDialog::buildPage()
{
    m_facts = new LockFacts({LockFact::Key, LockFact::Kind, LockFact::Owner, LockFact::Count, LockFact::Held,
                             LockFact::TimeToLive, LockFact::Renewals, LockFact::Waiters,
                             LockFact::FencingToken, LockFact::Node},
                            bridge().kinds(), this);
    m_holders = new HoldersView(this);
    m_title = new QLabel(this);
    m_title->setFont(headingFont(font()));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_explanation = new Prose(this);
    m_wait = new Notice(this);
    m_durationRow = new QWidget(this);
    m_duration = new DurationEdit(firstGuess(*m_watch.lock()), m_durationRow);
    auto *row = new QFormLayout(m_durationRow);
    row->setContentsMargins({});
    row->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    row->addRow(tr("TT&L"), m_duration);
    m_share = new ShareRung(m_shareChange, this);
    m_token = new Notice(this);
    m_reason = new ReasonEdit(this);
    for (QWidget *part : std::initializer_list<QWidget *>{m_facts, m_holders, m_title, m_explanation, m_wait,
                                                          m_durationRow, m_share, m_token, m_reason})
        form()->addWidget(part);
}

QLineEdit *LadderDialog::reasonEdit() const
{
    return m_reason->reasonEdit();
}

QLineEdit *LadderDialog::nameEdit() const
{
    return m_reason->nameEdit();
}

QString LadderDialog::waiting() const
{
    return m_wait->sentence();
}

void LadderDialog::choose(Rung rung)
{
    m_rung = rung;
    m_ladder->choose(rung);
    showRung();
    inputChanged();
}

// After a click or a number, the reason is typed.
void LadderDialog::pick(Rung rung)
{
    choose(rung);
    if (m_reason->isVisible()) // also an optional one: what is typed next may begin with a digit
        m_reason->reasonEdit()->setFocus(Qt::OtherFocusReason);
}

// Their numbers choose the options. A field with the focus takes them for itself.
void LadderDialog::keyPressEvent(QKeyEvent *event)
{
    const int place = event->key() - Qt::Key_1;
    const bool isPlain = !(event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier)); // French digits
    const bool isRung = isPlain && place >= 0 && place < int(AllRungs.size());
    if (!isRung || step() != Step::Asking || !m_ladder->button(AllRungs[size_t(place)])->isEnabled())
        return ActDialog::keyPressEvent(event);
    pick(AllRungs[size_t(place)]);
}

void LadderDialog::showLock()
{
    m_facts->showLock(m_watch.lock(), now());
    m_holders->showLock(m_watch.lock());
    m_holders->setVisible(m_watch.lock()->holders.size() > 1);
    m_ladder->showLadder(ladderOf(*m_watch.lock(), m_spec, bridge().kinds(), now()));
    showVerdict();
    showAlive();
    showWait();
}

void LadderDialog::showVerdict()
{
    const Lock &lock = *m_watch.lock();
    keepRoom(*m_verdict, step() != Step::Answered);
    if (step() == Step::Answered || m_watch.gone())
        return m_verdict->hide();
    const VerdictText verdict = explainVerdict(lock, text::shownAt(lock, now()));
    m_verdict->tell(lock.verdict.level, verdict.sentence, {}, verdict.advice);
}

void LadderDialog::showAlive()
{
    const Lock &lock = *m_watch.lock();
    keepRoom(*m_alive, step() != Step::Answered);
    const bool isHarmless = m_rung == Rung::Wake || m_rung == Rung::Wait;
    if (isHarmless || step() == Step::Answered || m_watch.gone() || !isAlive(lock, now()))
        return m_alive->hide();
    // The age is left out of the spoken text, or it would be read every second.
    m_alive->tell(VerdictLevel::Critical, aliveText(lock, now()), {},
                  tr("If you can, stop the holder first: releasing the lock does not stop its code."),
                  tr("Holder is alive"));
}

// The verdict has room for what it says when the server is lost, or the form would move down then.
void LadderDialog::reserveRoom()
{
    Lock lost = *m_watch.lock();
    lost.stale = true;
    lost.verdict = {.level = VerdictLevel::Info, .code = "stale"};
    const VerdictText words = explainVerdict(lost, now());
    m_verdict->tell(lost.verdict.level, words.sentence, {}, words.advice);
    m_verdict->setMinimumHeight(std::max(0, m_verdict->heightForWidth(m_verdict->width())));
    showVerdict();
}

void LadderDialog::showEvent(QShowEvent *event)
{
    ActDialog::showEvent(event);
    if (m_verdict->isVisible())
        reserveRoom();
}

// A lock may change hands several times a second.
void LadderDialog::keepHeights()
{
    for (Notice *notice : std::initializer_list<Notice *>{m_verdict, m_alive, m_change})
        notice->keepHeight();
}

void LadderDialog::showWait()
{
    m_wait->setVisible(m_rung == Rung::Wait);
    if (m_rung == Rung::Wait)
        m_wait->tell(VerdictLevel::Info, waitText(*m_watch.lock(), now()));
}

// The act as selected, as the dialog may have been opened for another one.
void LadderDialog::showTitle()
{
    const QString name = text::key(m_watch.lock()->key);
    setWindowTitle(m_rung == Rung::Wake        ? tr("Wake the waiters of %1").arg(name)
                   : m_rung == Rung::Expire    ? tr("Set the expiry of %1").arg(name)
                   : m_rung == Rung::LockShare ? m_share->titleOn(name)
                                               : tr("Release %1").arg(name));
}

void LadderDialog::showRung()
{
    showTitle();
    showAlive();
    const bool acts = m_rung && m_rung != Rung::Wait;
    const QString name = acts ? confirmationFor(m_spec, requestOf(*m_rung)) : QString();
    m_title->setText(m_rung ? titleOf(*m_rung) : tr("Select an option"));
    m_explanation->say(
        m_rung ? explanationOf(*m_rung)
               : tr("Each option shows what it would do now, safest first. Option 3 ends the hold "
                    "later; options 4 and 5 remove the lock or a part of it. These cannot be undone."));
    showWait();
    m_durationRow->setVisible(m_rung == Rung::Expire);
    m_share->setVisible(m_rung == Rung::LockShare);
    m_reason->setVisible(acts);
    m_reason->ask(m_rung == Rung::LockShare || m_rung == Rung::Force || !name.isEmpty(), name);
    const QString texts[] = {tr("&Wake waiters"), QString(), tr("&Set expiry"), m_share->actText(),
                             tr("&Release by force")};
    setActText(m_rung ? texts[int(*m_rung)] : tr("&Apply"));
    showToken();
    checkDuration();
    showChange();
}

// Fencing tokens stop late writes of a holder that does not know it lost the lock.
void LadderDialog::showToken()
{
    const LockPtr &lock = m_watch.lock();
    const bool told = m_rung == Rung::Force && lock->extras && lock->extras->fencingToken;
    m_token->setVisible(told);
    if (told)
        m_token->tell(
            VerdictLevel::Info,
            tr("Last issued fencing token: %1.").arg(text::number(*lock->extras->fencingToken)),
            {tr("A protected system that checks tokens refuses late writes of the old holder once it has "
                "seen the next token. One that does not cannot tell them from valid writes.")});
}

void LadderDialog::showChange()
{
    const bool asking = step() == Step::Asking;
    const bool ofShare = m_rung == Rung::LockShare;
    m_change->setHeedCount(m_rung == Rung::Force); // SetExpiry compares the owner, not the hold count
    m_share->refreshNotice(asking && ofShare);
    if (asking && !ofShare)
        m_change->refresh();
    else
        m_change->hide();
    keepRoom(*m_change, asking && !ofShare);
}

ActRequest LadderDialog::requestOf(Rung rung) const
{
    ActRequest request{.act = ActKind::Wake, .key = m_watch.lock()->key};
    if (rung == Rung::LockShare)
        return m_share->request();
    nameKind(request, *m_watch.lock());
    if (rung == Rung::Expire) {
        request.act = ActKind::SetExpiry;
        request.lease = m_duration->value();
        expectHolders(request, m_watch.confirmedHolders());
    } else if (rung == Rung::Force) {
        request.act = ActKind::ForceRelease;
        expectHolders(request, m_watch.confirmedHolders());
        if (const std::optional<qint64> number = m_watch.confirmedNumber())
            request.expectedCount = number;
        request.longestTtl = longestTtlOf(*m_watch.lock(), now());
    }
    return request;
}

ActRequest LadderDialog::request() const
{
    ActRequest request = requestOf(m_rung.value());
    request.reason = m_reason->reason();
    request.confirmedName = m_reason->confirmedName();
    return request;
}

QString LadderDialog::obstacleOfForce() const
{
    if (m_watch.gone() || m_watch.freed())
        return tr("There is no lock to release.");
    if (m_change->mustConfirm())
        return tr("Review and confirm the change first.");
    return {};
}

QString LadderDialog::obstacle() const
{
    if (!m_rung)
        return tr("Select an option first.");
    QString why;
    if (m_rung == Rung::LockShare)
        why = m_share->obstacle();
    else if (m_rung == Rung::Force)
        why = obstacleOfForce();
    else if (m_rung == Rung::Expire && m_watch.gone())
        why = tr("The lock is gone: there is no expiry to set.");
    else if (m_rung == Rung::Expire && m_change->mustConfirm())
        why = tr("Review and confirm the change first.");
    else if (m_rung == Rung::Expire)
        why = m_duration->problem();
    if (why.isEmpty())
        why = m_ladder->whyNot(*m_rung);
    if (why.isEmpty() && m_rung != Rung::Wait)
        why = m_reason->obstacle();
    return why;
}

QString LadderDialog::status() const
{
    if (!m_rung) // The page says so
        return {};
    const QString why = obstacle();
    // A bad duration is reported at its field.
    return m_rung == Rung::Expire && why == m_duration->problem() ? QString() : why;
}

bool LadderDialog::canPlan() const
{
    if (m_rung == Rung::Expire)
        return m_duration->value().has_value();
    if (m_rung == Rung::LockShare)
        return !m_share->share().owner.isEmpty();
    return m_rung && m_rung != Rung::Wait;
}

// Waking or shortening may not be enough.
bool LadderDialog::goesOn(const Receipt &receipt) const
{
    return receipt.result == ActResult::Done && receipt.act != ActKind::ForceRelease && !m_watch.gone();
}

void LadderDialog::checkDuration()
{
    const std::optional<milliseconds> wanted = m_duration->value();
    const std::optional<milliseconds> left = text::ttlLeft(*m_watch.lock(), now());
    if (wanted && wanted->count() <= 0)
        m_duration->setObjection(tr("The time must be greater than zero. To end the lock now, release it."));
    else if (wanted && left && *wanted >= *left)
        m_duration->setObjection(
            tr("It has %1 left: the time can only be shortened.").arg(text::duration(*left)));
    else
        m_duration->setObjection({});
}

void LadderDialog::tableChanged(const LockDelta &delta)
{
    const LockName &key = m_watch.lock()->key;
    const bool told = std::any_of(delta.events.begin(), delta.events.end(),
                                  [&key](const LockEvent &event) { return event.key == key; });
    m_share->apply(delta);
    keepHeights();
    const LockPtr before = m_watch.lock();
    if ((!m_watch.apply(delta) && !told) || step() == Step::Answered) // The receipt is about what was
        return;
    if (!hasSameEffect(*before, *m_watch.lock()))
        planAgain();
    showLock();
    showToken();
    showChange();
    checkDuration();
    refreshButtons();
}

void LadderDialog::asked()
{
    showLock();
    showRung();
}

void LadderDialog::tick()
{
    m_facts->tick(now());
    m_holders->tick();
    keepHeights();
    keepRoom(*m_change, step() == Step::Asking && m_rung != Rung::LockShare);
    showVerdict();
    showAlive();
    if (step() != Step::Asking)
        return;
    m_ladder->showLadder(ladderOf(*m_watch.lock(), m_spec, bridge().kinds(), now()));
    showWait();
    const QString before = m_duration->problem();
    checkDuration();
    if (before != m_duration->problem())
        refreshButtons();
}

} // namespace lockscope

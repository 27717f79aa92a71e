// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/ruledialog.h"

#include "core/config/ruletrial.h"
#include "ui/bridges/enginebridge.h"
#include "ui/forms/buttonbox.h"
#include "ui/forms/dialogsize.h"
#include "ui/text/format.h"
#include "ui/text/rawtext.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/codebox.h"
#include "ui/widgets/notice.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTimer>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr auto TypingPause = 400ms;
constexpr int MostPlaces = 24; // For one key, in a list to choose from

QString member(const char *name)
{
    return QLatin1String(name);
}

QString textOf(const QJsonValue &value)
{
    return value.isArray() ? value[0].toString() : value.toString();
}

void setChoice(QComboBox *box, const QString &text)
{
    const int known = box->findText(text);
    box->setCurrentIndex(known);
    if (known < 0)
        box->setEditText(text);
}

} // namespace

RuleDialog::RuleDialog(EngineBridge &bridge, RuleStore store, QWidget *parent)
    : QDialog(parent), m_bridge(bridge), m_store(std::move(store)), m_others(m_store.load()),
      m_look(new QTimer(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Make rule from this key"));
    m_look->setSingleShot(true);
    m_look->setInterval(TypingPause);
    connect(m_look, &QTimer::timeout, this, &RuleDialog::look);
    connect(&m_bridge, &EngineBridge::inspected, this, &RuleDialog::takeDetail);

    auto *explanation = new QLabel(tr("A rule tells Lockscope which keys are locks, and how to read them. It "
                                      "takes precedence over what Lockscope would guess."),
                                   this);
    explanation->setWordWrap(true);
    auto *column = new QVBoxLayout(this);
    column->addWidget(explanation);
    column->addWidget(buildForm());
    m_problems = new Notice(this);
    m_problems->hide();
    m_preview = new Notice(this);
    m_preview->hide();
    column->addWidget(m_problems);
    column->addWidget(m_preview);
    column->addStretch();
    column->addWidget(buildButtons());
    openWith(*this, {characters(*this, 90), sizeHint().height()});
    check();
}

QWidget *RuleDialog::buildForm()
{
    auto *area = new QWidget(this);
    auto *form = new QFormLayout(area);
    form->setContentsMargins({});
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_key = new QLineEdit(area);
    m_key->setToolTip(tr("Exact name of an example key"));
    form->addRow(tr("&Key"), m_key);
    connect(m_key, &QLineEdit::textEdited, this, [this] { m_look->start(); });
    m_raw = new CodeBox(area);
    m_raw->setMaximumLines(4);
    m_raw->setName(tr("Value"));
    form->addRow(tr("Value"), m_raw);
    addField(form, "pattern", tr("&Pattern"), tr("Matching keys; * matches anything"));
    QComboBox *kind = addChoice(form, "kind", tr("K&ind"), tr("What these keys are"));
    kind->setEditable(false);
    kind->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    for (const QString &known : knownKinds())
        addKnown(kind, known);
    kind->model()->sort(0);
    kind->insertItem(0, tr("a custom kind"));
    kind->insertItem(1, tr("not a lock"), QString::fromUtf8(NoLockKind));
    kind->setItemData(1, tr("Ignore these keys, whatever they look like"), Qt::ToolTipRole);
    kind->setCurrentIndex(0);

    m_own = new QWidget(area);
    auto *own = new QFormLayout(m_own);
    own->setContentsMargins({});
    own->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    addField(own, "name", tr("&Name"), tr("Name of the kind in lists and filters, such as billing-lock"));
    addChoice(own, "owner", tr("&Owner field"), tr("Where the key stores the owner id"));
    addChoice(own, "count", tr("Co&unt field"), tr("Where the key stores the hold count"));
    addChoice(own, "expires", tr("&Expiry field"), tr("Where the key stores when the lock expires"));
    QComboBox *unit = addChoice(own, "unit", tr("in uni&ts of"), tr("Unit of that time, counted since 1970"));
    unit->setEditable(false);
    unit->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    unit->addItems({QStringLiteral("ms"), QStringLiteral("s")});
    addField(own, "channel", tr("C&hannel"), tr("Where waiters listen; {key} is the name of the lock"));
    addField(own, "message", tr("&Message"), tr("What to publish to wake waiters"));
    form->addRow(m_own);
    return area;
}

void RuleDialog::addKnown(QComboBox *box, const QString &name)
{
    const QByteArray bytes = name.toLatin1();
    const LockKind kind{std::string_view(bytes.constData(), size_t(bytes.size()))};
    box->addItem(glyphIcon(m_bridge.kinds().glyph(kind)), m_bridge.kinds().title(kind), name);
    box->setItemData(box->count() - 1, m_bridge.kinds().help(kind), Qt::ToolTipRole);
}

QLineEdit *RuleDialog::addField(QFormLayout *form, const char *name, const QString &label,
                                const QString &help)
{
    auto *edit = new QLineEdit(this);
    edit->setObjectName(member(name));
    edit->setToolTip(help);
    form->addRow(label, edit);
    connect(edit, &QLineEdit::textEdited, this, [this] {
        m_touched = true;
        check();
    });
    return edit;
}

QComboBox *RuleDialog::addChoice(QFormLayout *form, const char *name, const QString &label,
                                 const QString &help)
{
    auto *box = new QComboBox(this);
    box->setObjectName(member(name));
    box->setEditable(true);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); // Entries have the length of field names
    box->setInsertPolicy(QComboBox::NoInsert);
    box->setToolTip(help);
    form->addRow(label, box);
    connect(box, &QComboBox::currentTextChanged, this, &RuleDialog::check);
    connect(box, &QComboBox::textActivated, this, [this] { m_touched = true; });
    connect(box, &QComboBox::editTextChanged, this,
            [this, box] { m_touched = m_touched || box->hasFocus(); });
    return box;
}

QWidget *RuleDialog::buildButtons()
{
    auto *buttons = new ButtonBox(this);
    m_save = buttons->addButton(tr("&Save rule"), QDialogButtonBox::AcceptRole);
    QPushButton *cancel = buttons->addButton(QDialogButtonBox::Cancel);
    cancel->setText(tr("Cancel"));
    cancel->setDefault(true);
    m_save->setAutoDefault(false);
    connect(m_save, &QPushButton::clicked, this, &RuleDialog::save);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    return buttons;
}

QLineEdit *RuleDialog::field(const char *name) const
{
    return findChild<QLineEdit *>(member(name));
}

QComboBox *RuleDialog::choice(const char *name) const
{
    return findChild<QComboBox *>(member(name));
}

void RuleDialog::setPurpose(Purpose purpose)
{
    m_purpose = purpose;
    setWindowTitle(purpose == Purpose::NoLock ? tr("Keys that are not locks")
                                              : tr("Make rule from this key"));
}

void RuleDialog::setKey(const LockName &key)
{
    m_name = key;
    m_key->setText(text::key(key));
    m_key->setReadOnly(!isPlainText(key.bytes)); // Other names cannot be typed
    m_asked = m_bridge.inspect(key);
}

void RuleDialog::look()
{
    m_name = {m_key->text().toUtf8()};
    m_reading.reset();
    m_asked = m_name.isEmpty() ? 0 : m_bridge.inspect(m_name);
    check();
}

void RuleDialog::takeDetail(quint64 id, const Outcome<LockDetail> &detail)
{
    if (id != m_asked)
        return;
    m_reading = detail.ok() ? detail->reading : nullptr;
    m_type = detail.ok() ? detail->typeFound : ValueType::None;
    const bool guessed = detail.ok() && detail->lock && detail->lock->confidence == Confidence::Guess;
    const std::string_view kind = guessed ? detail->lock->kind.name : std::string_view();
    m_guessed = QByteArray(kind.data(), qsizetype(kind.size()));
    m_raw->setText(detail.ok() ? rawText(*detail) : text::failure(detail.failure()));
    fillPlaces();
    if (!m_touched)
        draft();
    check();
}

void RuleDialog::draft()
{
    if (!m_reading)
        return;
    showRule(ruleObject(draftRule(*m_reading)));
    QComboBox *kind = choice("kind");
    if (m_purpose == Purpose::NoLock) {
        field("pattern")->setText(QString::fromUtf8(draftNoLockPattern(m_reading->key.bytes)));
        kind->setCurrentIndex(kind->findData(QString::fromUtf8(NoLockKind)));
    } else if (!m_guessed.isEmpty()) {
        kind->setCurrentIndex(kind->findData(QString::fromUtf8(m_guessed)));
    }
}

// Offers the places that the key has.
void RuleDialog::fillPlaces()
{
    const RulePlaces places = m_reading ? placesIn(*m_reading) : RulePlaces();
    const auto fill = [this](const char *name, const QStringList &all) {
        QComboBox *box = choice(name);
        const QSignalBlocker quiet(box);
        const QString before = box->currentText();
        box->clear();
        box->addItems(all.mid(0, MostPlaces));
        setChoice(box, before);
    };
    fill("owner", places.owner);
    fill("count", places.count);
    fill("expires", places.expires);
}

void RuleDialog::showRule(const QJsonObject &rule)
{
    for (const char *name : {"pattern", "name", "channel", "message"})
        field(name)->setText(textOf(rule.value(member(name))));
    choice("kind")->setCurrentIndex(0);
    setChoice(choice("owner"), textOf(rule.value(member("owner"))));
    setChoice(choice("count"),
              rule.contains(member("count")) ? textOf(rule.value(member("count"))) : QStringLiteral("none"));
    setChoice(choice("expires"), rule.contains(member("expires")) ? textOf(rule.value(member("expires")))
                                                                  : QStringLiteral("ttl"));
    if (rule.contains(member("unit")))
        setChoice(choice("unit"), textOf(rule.value(member("unit"))));
}

bool RuleDialog::isOwnKind() const
{
    return choice("kind")->currentIndex() <= 0;
}

QJsonObject RuleDialog::written() const
{
    QJsonObject rule;
    const auto put = [&rule](const char *name, const QString &text) {
        if (!text.isEmpty())
            rule.insert(member(name), text);
    };
    put("pattern", field("pattern")->text());
    if (!isOwnKind()) {
        put("kind", choice("kind")->currentData().toString());
        return rule;
    }
    rule.insert(member("name"), field("name")->text());
    if (m_reading)
        put("type", QLatin1String(name(m_type)));
    for (const char *place : {"owner", "count"})
        put(place, choice(place)->currentText());
    if (const QString end = choice("expires")->currentText(); end != QLatin1String("ttl")) {
        put("expires", end);
        put("unit", choice("unit")->currentText());
    }
    put("channel", field("channel")->text());
    put("message", field("message")->text());
    return rule;
}

void RuleDialog::reload()
{
    m_others = m_store.load();
    check();
}

void RuleDialog::check()
{
    if (!m_save)
        return;
    m_own->setVisible(isOwnKind());
    choice("unit")->setEnabled(choice("expires")->currentText() != QLatin1String("ttl"));
    const RuleBook book = withRuleOnTop(m_others.rules, written());
    QStringList wrong;
    for (const RuleProblem &problem : m_others.problems)
        wrong << tr("%1: %2").arg(m_store.fileName(), problem.sentence());
    for (const RuleProblem &problem : book.problems)
        wrong << RuleProblem{.member = problem.member, .text = problem.text}.sentence();
    const bool looked = m_reading != nullptr, missing = looked && m_type == ValueType::None;
    if (missing)
        m_problems->tell(VerdictLevel::Warning, tr("This server has no such key"));
    else if (!wrong.isEmpty())
        m_problems->tell(VerdictLevel::Warning,
                         m_others.problems.isEmpty() ? tr("This rule cannot be saved")
                                                     : tr("Fix the rules file first"),
                         wrong);
    m_problems->setVisible(looked && (missing || !wrong.isEmpty()));
    m_rules = looked && !missing && wrong.isEmpty() ? book.rules : std::vector<Rule>();
    m_save->setEnabled(!m_rules.empty());
    if (!m_rules.empty())
        tellTrial(m_rules.front());
    m_preview->setVisible(!m_rules.empty());
}

void RuleDialog::tellTrial(const Rule &rule)
{
    const RuleTrial trial = tryRule(rule, *m_reading);
    if (!trial.obstacle.isEmpty()) {
        m_preview->tell(VerdictLevel::Warning,
                        tr("With this rule, the key above is not a lock: %1").arg(trial.obstacle));
        return;
    }
    if (trial.saysNoLock) {
        tellNoLock(rule);
        return;
    }
    QStringList points;
    for (qsizetype i = 0; i < std::min<qsizetype>(3, trial.holders.size()); ++i) {
        const Holder &holder = trial.holders[i];
        const QString owner = holder.id.isEmpty() ? tr("no owner named") : text::ownerFull(holder.id);
        points << tr("%1, %Ln hold(s)", nullptr, int(holder.count)).arg(owner);
    }
    if (trial.holders.size() > 3)
        points << tr("and %Ln more holder(s)", nullptr, int(trial.holders.size()) - 3);
    points << (!trial.left                ? tr("no expiry")
               : trial.left->count() <= 0 ? tr("expired")
                                          : tr("expires in %1").arg(text::duration(*trial.left)));
    if (trial.permits && trial.permits->available)
        points << tr("%Ln permit(s) available", nullptr, int(*trial.permits->available));
    if (!trial.channel.isEmpty())
        points << tr("waiters are notified on %1").arg(text::bytes(trial.channel));
    m_preview->tell(VerdictLevel::Ok,
                    trial.holders.isEmpty()
                        ? tr("With this rule, the key above is a lock without a visible holder")
                        : tr("With this rule, the key above is a lock, held by"),
                    points);
}

void RuleDialog::tellNoLock(const Rule &rule)
{
    const std::vector<LockPtr> listed = m_listed ? m_listed() : std::vector<LockPtr>();
    qint64 hidden = 0, criticals = 0, warnings = 0;
    for (const LockPtr &lock : listed) {
        if (!isMeant(rule, lock->key.bytes))
            continue;
        const VerdictLevel level = lock->shownVerdict().level;
        ++hidden;
        criticals += level == VerdictLevel::Critical;
        warnings += level == VerdictLevel::Warning;
    }
    QStringList parts;
    if (hidden > 0)
        parts << tr("Hides %1 of %Ln listed lock(s)", nullptr, int(listed.size())).arg(text::number(hidden));
    if (criticals > 0)
        parts << tr("%1 of them critical").arg(text::number(criticals));
    if (warnings > 0)
        parts << tr("%1 of them with a warning").arg(text::number(warnings));
    m_preview->tell(criticals + warnings > 0 ? VerdictLevel::Warning : VerdictLevel::Info,
                    tr("With this rule, keys like the one above are not locks"),
                    parts.isEmpty() ? QStringList() : QStringList{text::clauses(parts)});
}

void RuleDialog::save()
{
    reload(); // Saves the others, too, which may have changed since
    if (m_rules.empty())
        return;
    if (const Done done = m_store.save(m_rules); !done) {
        m_problems->tell(VerdictLevel::Critical, text::asSentence(text::failure(done.failure())));
        m_problems->show();
        return;
    }
    emit saved(m_name);
    accept();
}

} // namespace lockscope

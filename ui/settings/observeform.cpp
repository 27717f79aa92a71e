// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/observeform.h"

#include "core/base/bytesize.h"
#include "core/engine/filter/alertrule.h"
#include "ui/forms/durationedit.h"
#include "ui/forms/fieldnames.h"
#include "ui/settings/aliastable.h"
#include "ui/text/format.h"
#include "ui/widgets/notice.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <limits>

namespace lockscope
{

namespace
{

QLabel *explanation(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setWordWrap(true);
    return label;
}

QFormLayout *formIn(QWidget *page)
{
    auto *form = new QFormLayout(page);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    return form;
}

// Shows as many digits as needed.
class FactorEdit final : public QDoubleSpinBox
{
public:
    using QDoubleSpinBox::QDoubleSpinBox;
    QString textFromValue(double value) const override
    {
        return locale().toString(value, 'g', QLocale::FloatingPointShortest);
    }
};

// The rule as a text edit returns it, which replaces line breaks and some spaces.
QString asLine(const QString &rule)
{
    QString line = rule;
    for (QChar &letter : line) {
        if (letter.isSpace() || !letter.isPrint())
            letter = letter.isSurrogate() ? letter : QChar(u' ');
    }
    return line.trimmed();
}

QStringList asLines(const QStringList &rules)
{
    QStringList lines;
    for (const QString &rule : rules)
        lines << asLine(rule);
    return lines;
}

Failure tooShort()
{
    return {.kind = ErrorKind::BadInput,
            .text = ObserveForm::tr("The minimum is %1").arg(QStringLiteral("1ms"))};
}

QPlainTextEdit *linesEdit(const QStringList &lines, const QString &example, QWidget *parent)
{
    auto *edit = new QPlainTextEdit(lines.join(u'\n'), parent);
    edit->setLineWrapMode(QPlainTextEdit::NoWrap);
    edit->setTabChangesFocus(true);
    edit->setPlaceholderText(example);
    return edit;
}

} // namespace

ObserveForm::ObserveForm(ObserveStore store, QWidget *dialog)
    : QObject(dialog), m_store(std::move(store)), m_loaded(m_store.load().settings), m_dialog(dialog)
{
    m_pages = {makeVerdicts(m_loaded.thresholds), makeAlerts(m_loaded.alerts), makeHistory(m_loaded.history),
               makeOwners(m_loaded.aliases)};
    for (const QWidget *page : m_pages)
        nameFields(*page);
}

QString ObserveForm::title(Page page)
{
    switch (page) {
    case VerdictsPage:
        return tr("Verdicts");
    case AlertsPage:
        return tr("Alerts");
    case HistoryPage:
        return tr("History");
    case OwnersPage:
        return tr("Owners");
    }
    return {};
}

DurationEdit *ObserveForm::makeDuration(milliseconds value, QWidget *parent)
{
    auto *edit = new DurationEdit(value, parent);
    connect(edit, &DurationEdit::changed, this, &ObserveForm::changed);
    return edit;
}

QWidget *ObserveForm::makeVerdicts(const VerdictThresholds &thresholds)
{
    auto *page = new QWidget(m_dialog);
    QFormLayout *form = formIn(page);
    form->addRow(explanation(
        tr("When Lockscope reports a problem. The window and lockscope-cli share these settings."), page));
    m_longHeld = makeDuration(thresholds.longHeld, page);
    form->addRow(tr("Flag locks &held longer than"), m_longHeld);
    m_grace = makeDuration(thresholds.grace, page);
    form->addRow(tr("&Grace period"), m_grace);
    m_overdue = new FactorEdit(page);
    m_overdue->setDecimals(3);
    m_overdue->setRange(1, 100);
    m_overdue->setSingleStep(0.1);
    m_overdue->setValue(thresholds.overdue);
    m_overdue->setSuffix(tr(" periods"));
    connect(m_overdue, &QDoubleSpinBox::valueChanged, this, [this] {
        m_overdueChanged = true;
        emit changed();
    });
    form->addRow(tr("&Renewal overdue after"), m_overdue);
    m_manyHolds = new QSpinBox(page);
    m_manyHolds->setRange(2, std::numeric_limits<int>::max());
    m_manyHolds->setValue(int(thresholds.manyHolds));
    connect(m_manyHolds, &QSpinBox::valueChanged, this, &ObserveForm::changed);
    form->addRow(tr("Flag hold &counts from"), m_manyHolds);
    m_absurdLease = makeDuration(thresholds.absurdLease, page);
    form->addRow(tr("Flag &leases longer than"), m_absurdLease);
    m_replicaLag = makeDuration(thresholds.replicaLag, page);
    form->addRow(tr("Flag re&plicas that lag more than"), m_replicaLag);
    m_confidence = new QComboBox(page);
    for (const Confidence each : {Confidence::Certain, Confidence::Likely, Confidence::Guess}) {
        m_confidence->addItem(text::confidence(each), int(each));
        if (each == thresholds.leastConfidence)
            m_confidence->setCurrentIndex(m_confidence->count() - 1);
    }
    m_confidence->setToolTip(
        tr("A lock recognised with less confidence raises no alert, and its verdict is info at most"));
    connect(m_confidence, &QComboBox::currentIndexChanged, this, &ObserveForm::changed);
    form->addRow(tr("Minimum confidence for &warnings"), m_confidence);
    return page;
}

QWidget *ObserveForm::makeAlerts(const QStringList &rules)
{
    auto *page = new QWidget(m_dialog);
    auto *column = new QVBoxLayout(page);
    column->addWidget(
        explanation(tr("One rule per line: a filter, and how long a lock must match it. Notifies when it "
                       "starts and when it ends, on the desktop and in alerts.log."),
                    page));
    m_alerts = linesEdit(asLines(rules),
                         tr("No rules. Examples:") +
                             QStringLiteral("\n\nverdict>=warning for 30s\nwaiters>10 kind:rlock for 1m"),
                         page);
    m_alerts->setAccessibleName(tr("Alert rules"));
    connect(m_alerts, &QPlainTextEdit::textChanged, this, &ObserveForm::changed);
    column->addWidget(m_alerts);
    return page;
}

QWidget *ObserveForm::makeHistory(const HistorySettings &history)
{
    auto *page = new QWidget(m_dialog);
    QFormLayout *form = formIn(page);
    form->addRow(
        explanation(tr("Recent events are always in memory. A file, one for each saved connection, also "
                       "keeps them after Lockscope closes; at either limit, the oldest are deleted first."),
                    page));
    m_keep = new QCheckBox(tr("&Keep the history in a file"), page);
    m_keep->setChecked(history.keep);
    connect(m_keep, &QCheckBox::toggled, this, &ObserveForm::changed);
    form->addRow(m_keep);
    m_age = makeDuration(history.age, page);
    form->addRow(tr("Keep it &for"), m_age);
    m_size = new QLineEdit(sizeText(history.bytes), page);
    m_size->setToolTip(tr("Maximum size of the file, such as 512MiB or 1GiB"));
    connect(m_size, &QLineEdit::textChanged, this, &ObserveForm::changed);
    form->addRow(tr("&Maximum size"), m_size);
    m_historyState = new Notice(page);
    m_historyState->hide();
    form->addRow(m_historyState);
    return page;
}

QWidget *ObserveForm::makeOwners(const QList<OwnerAlias> &aliases)
{
    auto *page = new QWidget(m_dialog);
    auto *column = new QVBoxLayout(page);
    column->addWidget(
        explanation(tr("Names for owners. In an owner id, * matches anything and ? one character; if it is "
                       "not text, write base64: and its bytes. First match wins."),
                    page));
    m_aliases = new AliasTable(aliases, page);
    connect(m_aliases, &AliasTable::changed, this, &ObserveForm::changed);
    column->addWidget(m_aliases);
    return page;
}

void ObserveForm::setHistoryState(const QString &state, VerdictLevel level)
{
    m_historyState->setVisible(!state.isEmpty());
    m_historyState->tell(level, state);
}

Outcome<VerdictThresholds> ObserveForm::thresholds() const
{
    VerdictThresholds thresholds;
    const std::pair<const DurationEdit *, milliseconds *> durations[] = {
        {m_longHeld, &thresholds.longHeld},
        {m_grace, &thresholds.grace},
        {m_absurdLease, &thresholds.absurdLease},
        {m_replicaLag, &thresholds.replicaLag},
    };
    for (const auto &[edit, value] : durations) {
        if (!edit->value())
            return Failure{.kind = ErrorKind::BadInput, .text = edit->problem()};
        *value = *edit->value();
        if (*value < milliseconds(1))
            return tooShort();
    }
    thresholds.overdue = m_overdueChanged ? m_overdue->value() : m_loaded.thresholds.overdue;
    thresholds.manyHolds = m_manyHolds->value();
    thresholds.leastConfidence = Confidence(m_confidence->currentData().toInt());
    return thresholds;
}

Outcome<QStringList> ObserveForm::alerts() const
{
    QStringList rules;
    const QStringList known = asLines(m_loaded.alerts);
    const QStringList lines = m_alerts->toPlainText().split(u'\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QString text = lines[i].trimmed();
        if (text.isEmpty())
            continue;
        const auto rule = AlertRule::parse(text);
        if (!rule)
            return Failure{.kind = ErrorKind::BadInput,
                           .text = tr("Line %1: %2").arg(i + 1).arg(rule.failure().line())};
        const bool isInPlace = known.value(rules.size()) == text;
        const qsizetype index = isInPlace ? rules.size() : known.indexOf(text);
        rules << (index >= 0 ? m_loaded.alerts[index] : text);
    }
    return rules;
}

Outcome<HistorySettings> ObserveForm::history() const
{
    constexpr qint64 Least = 16 << 20; // Below this, its own overhead would fill it
    HistorySettings history{.keep = m_keep->isChecked()};
    const auto bytes = parseSize(m_size->text().trimmed());
    if (!m_age->value())
        return Failure{.kind = ErrorKind::BadInput, .text = m_age->problem()};
    if (!bytes)
        return bytes.failure();
    if (*bytes < Least)
        return Failure{.kind = ErrorKind::BadInput,
                       .text = tr("A history needs at least %1").arg(sizeText(Least))};
    if (*m_age->value() < milliseconds(1))
        return tooShort();
    history.age = *m_age->value();
    history.bytes = *bytes;
    return history;
}

Outcome<ObserveSettings> ObserveForm::settings() const
{
    const auto wrong = [](Page page, const Failure &why) {
        return Failure{.kind = ErrorKind::BadInput,
                       .text = tr("%1: %2").arg(title(page), why.text),
                       .remedy = why.remedy};
    };
    const auto judged = thresholds();
    if (!judged)
        return wrong(VerdictsPage, judged.failure());
    const auto rules = alerts();
    if (!rules)
        return wrong(AlertsPage, rules.failure());
    const auto kept = history();
    if (!kept)
        return wrong(HistoryPage, kept.failure());
    const auto named = m_aliases->aliases();
    if (!named)
        return wrong(OwnersPage, named.failure());
    return ObserveSettings{.thresholds = *judged,
                           .aliases = *named,
                           .alerts = *rules,
                           .history = *kept,
                           .auditSyslog = m_loaded.auditSyslog}; // set in the file only
}

bool ObserveForm::isChanged() const
{
    const auto present = settings();
    return !present || *present != m_loaded;
}

// The file may have changed since it was loaded, by hand or by naming an owner.
ObserveSettings ObserveForm::merged(const ObserveSettings &present) const
{
    const ObserveBook book = m_store.load();
    if (!book.problems.isEmpty())
        return present; // save() reports them
    ObserveSettings merged = book.settings;
    if (present.thresholds != m_loaded.thresholds)
        merged.thresholds = present.thresholds;
    if (present.aliases != m_loaded.aliases)
        merged.aliases = present.aliases;
    if (present.alerts != m_loaded.alerts)
        merged.alerts = present.alerts;
    if (present.history != m_loaded.history)
        merged.history = present.history;
    return merged;
}

Outcome<ObserveSettings> ObserveForm::save()
{
    const auto present = settings();
    if (!present)
        return present.failure();
    const ObserveSettings wanted = merged(*present);
    if (const Done written = m_store.save(wanted); !written)
        return written.failure();
    return wanted;
}

} // namespace lockscope

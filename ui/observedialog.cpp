// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/observedialog.h"

#include "core/engine/alertrule.h"
#include "core/values/bytesize.h"
#include "ui/aliastable.h"
#include "ui/durationedit.h"
#include "ui/notice.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
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

// As many digits as it takes, and none more.
class FactorEdit final : public QDoubleSpinBox
{
public:
    using QDoubleSpinBox::QDoubleSpinBox;
    QString textFromValue(double value) const override
    {
        return locale().toString(value, 'g', QLocale::FloatingPointShortest);
    }
};

// As a text edit gives it back: it keeps neither breaks nor all blanks within a line.
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
            .text = ObserveDialog::tr("A time is %1 at least").arg(QStringLiteral("1ms"))};
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

ObserveDialog::ObserveDialog(ObserveStore store, QWidget *parent)
    : QDialog(parent), m_store(std::move(store)), m_loaded(m_store.load().settings),
      m_pages(new QTabWidget(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Verdicts, alerts and history"));
    m_pages->addTab(makeVerdicts(m_loaded.thresholds), tr("Verdicts"));
    m_pages->addTab(makeAlerts(m_loaded.alerts), tr("Alerts"));
    m_pages->addTab(makeHistory(m_loaded.history), tr("History"));
    m_pages->addTab(makeOwners(m_loaded.aliases), tr("Owners"));
    m_problem = new Notice(this);
    m_problem->hide();
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_pages);
    column->addWidget(m_problem);
    column->addWidget(makeButtons());
    resize(fontMetrics().averageCharWidth() * 90, sizeHint().height());
    check();
}

DurationEdit *ObserveDialog::makeDuration(milliseconds value, QWidget *parent)
{
    auto *edit = new DurationEdit(value, parent);
    connect(edit, &DurationEdit::changed, this, &ObserveDialog::check);
    return edit;
}

QWidget *ObserveDialog::makeVerdicts(const VerdictThresholds &thresholds)
{
    auto *page = new QWidget(m_pages);
    QFormLayout *form = formIn(page);
    form->addRow(explanation(
        tr("When something becomes worth saying. The window and lockscope-cli share these settings."), page));
    m_longHeld = makeDuration(thresholds.longHeld, page);
    form->addRow(tr("A lock counts as &held long after"), m_longHeld);
    m_grace = makeDuration(thresholds.grace, page);
    form->addRow(tr("&Grace for what passes by itself"), m_grace);
    m_overdue = new FactorEdit(page);
    m_overdue->setDecimals(3);
    m_overdue->setRange(1, 100);
    m_overdue->setSingleStep(0.1);
    m_overdue->setValue(thresholds.overdue);
    m_overdue->setSuffix(tr(" periods"));
    connect(m_overdue, &QDoubleSpinBox::valueChanged, this, [this] { m_overdueChanged = true; });
    form->addRow(tr("A &renewal is overdue after"), m_overdue);
    m_manyHolds = new QSpinBox(page);
    m_manyHolds->setRange(2, std::numeric_limits<int>::max());
    m_manyHolds->setValue(int(thresholds.manyHolds));
    form->addRow(tr("A hold &count is large from"), m_manyHolds);
    m_absurdLease = makeDuration(thresholds.absurdLease, page);
    form->addRow(tr("A &lease is absurd when longer than"), m_absurdLease);
    m_replicaLag = makeDuration(thresholds.replicaLag, page);
    form->addRow(tr("A re&plica is behind when it lacks more than"), m_replicaLag);
    return page;
}

QWidget *ObserveDialog::makeAlerts(const QStringList &rules)
{
    auto *page = new QWidget(m_pages);
    auto *column = new QVBoxLayout(page);
    column->addWidget(explanation(
        tr("One rule a line: a filter as in the filter line, and how long a lock must match it. Each is told "
           "once, as a notification of the desktop and a line in alerts.log, and again when it is over."),
        page));
    m_alerts = linesEdit(asLines(rules),
                         QStringLiteral("verdict>=warning for 30s\nwaiters>10 kind:rlock for 1m"), page);
    m_alerts->setAccessibleName(tr("Rules for alerts"));
    connect(m_alerts, &QPlainTextEdit::textChanged, this, &ObserveDialog::check);
    column->addWidget(m_alerts);
    return page;
}

QWidget *ObserveDialog::makeHistory(const HistorySettings &history)
{
    auto *page = new QWidget(m_pages);
    QFormLayout *form = formIn(page);
    form->addRow(
        explanation(tr("The last events are always in memory. In a file, one for each saved connection, they "
                       "outlive the program; the oldest go when either limit is reached."),
                    page));
    m_keep = new QCheckBox(tr("&Keep the history in a file"), page);
    m_keep->setChecked(history.keep);
    connect(m_keep, &QCheckBox::toggled, this, &ObserveDialog::check);
    form->addRow(m_keep);
    m_age = makeDuration(history.age, page);
    form->addRow(tr("Keep it &for"), m_age);
    m_size = new QLineEdit(sizeText(history.bytes), page);
    m_size->setToolTip(tr("The largest size of the file, such as 512MiB or 1GiB"));
    connect(m_size, &QLineEdit::textChanged, this, &ObserveDialog::check);
    form->addRow(tr("At &most"), m_size);
    m_historyState = new Notice(page);
    m_historyState->hide();
    form->addRow(m_historyState);
    return page;
}

QWidget *ObserveDialog::makeOwners(const QList<OwnerAlias> &aliases)
{
    auto *page = new QWidget(m_pages);
    auto *column = new QVBoxLayout(page);
    column->addWidget(explanation(
        tr("What owners are called. In an owner id * stands for anything, ? for one character; one "
           "that is no text is written as base64: and its bytes. The first that fits counts."),
        page));
    m_aliases = new AliasTable(aliases, page);
    connect(m_aliases, &AliasTable::changed, this, &ObserveDialog::check);
    column->addWidget(m_aliases);
    return page;
}

QWidget *ObserveDialog::makeButtons()
{
    auto *buttons = new QDialogButtonBox(this);
    m_save = buttons->addButton(tr("&Save"), QDialogButtonBox::AcceptRole);
    QPushButton *cancel = buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    m_save->setDefault(true);
    connect(m_save, &QPushButton::clicked, this, &ObserveDialog::save);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    return buttons;
}

void ObserveDialog::openPage(Page page)
{
    m_pages->setCurrentIndex(page);
}

void ObserveDialog::setHistoryState(const QString &state, VerdictLevel level)
{
    m_historyState->setVisible(!state.isEmpty());
    m_historyState->tell(level, state);
}

Outcome<VerdictThresholds> ObserveDialog::thresholds() const
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
    return thresholds;
}

Outcome<QStringList> ObserveDialog::alerts() const
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

Outcome<HistorySettings> ObserveDialog::history() const
{
    constexpr qint64 Least = 16 << 20; // below, its own bookkeeping would fill it
    HistorySettings history{.keep = m_keep->isChecked()};
    const auto bytes = parseSize(m_size->text().trimmed());
    if (!m_age->value())
        return Failure{.kind = ErrorKind::BadInput, .text = m_age->problem()};
    if (!bytes)
        return bytes.failure();
    if (*bytes < Least)
        return Failure{.kind = ErrorKind::BadInput,
                       .text = tr("A history needs %1 at least").arg(sizeText(Least))};
    if (*m_age->value() < milliseconds(1))
        return tooShort();
    history.age = *m_age->value();
    history.bytes = *bytes;
    return history;
}

Outcome<ObserveSettings> ObserveDialog::settings() const
{
    const auto wrong = [this](Page page, const Failure &why) {
        return Failure{.kind = ErrorKind::BadInput,
                       .text = tr("%1: %2").arg(m_pages->tabText(page), why.text),
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
    return ObserveSettings{.thresholds = *judged, .aliases = *named, .alerts = *rules, .history = *kept};
}

void ObserveDialog::check()
{
    if (!m_save) // the pages are being made
        return;
    const auto present = settings();
    m_save->setEnabled(present.ok());
    m_problem->setVisible(!present.ok());
    if (!present)
        m_problem->tell(VerdictLevel::Warning, present.failure().text, {}, present.failure().remedy);
}

// The file may have been changed since it was read: by hand, by a name that was given to an owner.
ObserveSettings ObserveDialog::merged(const ObserveSettings &present) const
{
    const ObserveBook book = m_store.load();
    if (!book.problems.isEmpty())
        return present; // save() tells of them
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

void ObserveDialog::save()
{
    m_save->setFocus(); // what is being typed in a cell counts
    const auto present = settings();
    if (!present)
        return;
    const ObserveSettings wanted = merged(*present);
    const Done written = m_store.save(wanted);
    if (!written) {
        m_problem->tell(VerdictLevel::Critical, written.failure().text, {}, written.failure().remedy);
        m_problem->show();
        return;
    }
    emit saved(wanted);
    accept();
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/labform.h"

#include "ui/forms/durationedit.h"
#include "ui/text/accessibility.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/theme/textcolour.h"
#include "ui/widgets/prose.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

// The message of ScenarioValues for this parameter, without its name, which the label shows.
QString problemOf(const Parameter &parameter, const QByteArray &text)
{
    const auto values = ScenarioValues::read({parameter}, {{parameter.name, text}});
    if (values)
        return {};
    const Failure &why = values.failure();
    QString sentence = why.text;
    const QString name = QString::fromUtf8(parameter.name) + QStringLiteral(": ");
    if (sentence.startsWith(name))
        sentence.remove(0, name.size());
    return why.remedy.isEmpty() ? sentence : QStringLiteral("%1: %2").arg(sentence, why.remedy);
}

// Gives words more width than numbers, by wrapping the label.
QLabel *nameLabel(const QString &name, QWidget *field, QWidget *parent)
{
    auto *label = new QLabel(name, parent);
    label->setWordWrap(true);
    label->setMinimumWidth(characters(*label, 26));
    label->setBuddy(field);
    return label;
}

} // namespace

LabForm::LabForm(QWidget *parent)
    : QWidget(parent), m_fields(new QFormLayout), m_seed(new QLineEdit(this)), m_seedMessage(new Prose(this)),
      m_standard(new QPushButton(tr("Default values"), this))
{
    m_fields->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_seed->setPlaceholderText(tr("random"));
    m_seed->setToolTip(tr("The same seed repeats the same workload"));
    m_seed->setAccessibleName(tr("Seed"));
    m_standard->setToolTip(tr("Use the default values of the scenario"));
    auto *seedRow = new QFormLayout;
    seedRow->addRow(nameLabel(tr("Seed"), m_seed, this), m_seed);
    seedRow->addRow(m_seedMessage);
    m_seedMessage->hide();
    keepCriticalColour(m_seedMessage);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addLayout(m_fields);
    column->addLayout(seedRow);
    column->addWidget(m_standard, 0, Qt::AlignRight);
    connect(m_seed, &QLineEdit::textChanged, this, &LabForm::check);
    connect(m_standard, &QPushButton::clicked, this, &LabForm::fillStandard);
}

void LabForm::show(const std::vector<Parameter> &parameters)
{
    while (m_fields->rowCount() > 0)
        m_fields->removeRow(0);
    m_rows.clear();
    QWidget *before = nullptr;
    for (const Parameter &parameter : parameters) {
        add(parameter);
        if (before)
            setTabOrder(before, m_rows.back().field);
        before = m_rows.back().field;
    }
    if (before)
        setTabOrder(before, m_seed);
    m_standard->setEnabled(!m_rows.empty());
    fillStandard();
}

void LabForm::add(const Parameter &parameter)
{
    Row row{.parameter = parameter};
    switch (parameter.kind) {
    case Parameter::Kind::Count:
    case Parameter::Kind::Share:
        makeNumber(row);
        break;
    case Parameter::Kind::Duration:
        makeDuration(row);
        break;
    case Parameter::Kind::Word:
        makeChoice(row);
        break;
    }
    row.field->setAccessibleName(parameter.title);
    if (auto *inner = row.field->findChild<QLineEdit *>())
        inner->setAccessibleName(parameter.title);
    row.field->setToolTip(QString::fromUtf8(parameter.name));
    auto *label = nameLabel(parameter.title, row.field, this);
    // Other fields accept no invalid value.
    const bool hasMessage = parameter.kind == Parameter::Kind::Duration;
    m_fields->addRow(label, hasMessage ? row.field->parentWidget() : row.field);
    m_rows.push_back(std::move(row));
}

void LabForm::makeNumber(Row &row)
{
    if (row.parameter.kind == Parameter::Kind::Count) {
        auto *box = new QSpinBox(this);
        box->setRange(int(row.parameter.least), int(row.parameter.most));
        box->setGroupSeparatorShown(true);
        connect(box, &QSpinBox::valueChanged, this, &LabForm::check);
        row.text = [box] { return QByteArray::number(box->value()); };
        row.set = [box](const QByteArray &text) { box->setValue(text.toInt()); };
        row.field = box;
        return;
    }
    auto *box = new QDoubleSpinBox(this);
    box->setDecimals(3);
    box->setSingleStep(0.05);
    box->setRange(row.parameter.least, row.parameter.most);
    connect(box, &QDoubleSpinBox::valueChanged, this, &LabForm::check);
    row.text = [box] { return QByteArray::number(box->value()); };
    row.set = [box](const QByteArray &text) { box->setValue(text.toDouble()); };
    row.field = box;
}

void LabForm::makeDuration(Row &row)
{
    auto *edit = new DurationEdit(std::nullopt, this);
    // It is created after the field that follows it: as a focus proxy it makes Tab return to it forever.
    edit->setFocusProxy(nullptr);
    connect(edit, &DurationEdit::changed, this, &LabForm::check);
    row.text = [edit] { return edit->edit()->text().trimmed().toUtf8(); };
    row.set = [edit](const QByteArray &text) { edit->edit()->setText(QString::fromUtf8(text)); };
    row.field = edit->edit();
}

void LabForm::makeChoice(Row &row)
{
    auto *box = new QComboBox(this);
    for (const QByteArray &word : row.parameter.words)
        box->addItem(QString::fromUtf8(word), word);
    connect(box, &QComboBox::currentIndexChanged, this, &LabForm::check);
    row.text = [box] { return box->currentData().toByteArray(); };
    row.set = [box](const QByteArray &text) { box->setCurrentIndex(box->findData(text)); };
    row.field = box;
}

void LabForm::fill(const ScenarioValues::Given &values)
{
    for (const auto &[name, value] : values) {
        const auto row = std::ranges::find_if(
            m_rows, [&name = name](const Row &one) { return one.parameter.name == name; });
        if (row != m_rows.end())
            row->set(value);
    }
    check();
}

void LabForm::fillStandard()
{
    for (const Row &row : m_rows)
        row.set(row.parameter.standard);
    check();
}

void LabForm::setSeed(quint64 seed)
{
    m_seed->setText(QString::number(seed));
}

ScenarioValues::Given LabForm::values() const
{
    ScenarioValues::Given values;
    for (const Row &row : m_rows)
        values.emplace_back(row.parameter.name, row.text());
    return values;
}

std::optional<quint64> LabForm::seed() const
{
    bool ok = false;
    const quint64 seed = m_seed->text().trimmed().toULongLong(&ok);
    return ok ? std::optional(seed) : std::nullopt;
}

QString LabForm::seedProblem() const
{
    if (m_seed->text().trimmed().isEmpty() || seed())
        return {};
    return tr("The seed is a whole number. Leave it empty for a random one.");
}

bool LabForm::isGood() const
{
    return seedProblem().isEmpty() &&
           std::ranges::all_of(m_rows, [](const Row &row) { return row.problem.isEmpty(); });
}

QString LabForm::problem(const QByteArray &parameter) const
{
    const auto row = std::ranges::find_if(
        m_rows, [&parameter](const Row &one) { return one.parameter.name == parameter; });
    return row == m_rows.end() ? QString() : row->problem;
}

QString LabForm::problem() const
{
    for (const Row &row : m_rows) {
        if (!row.problem.isEmpty())
            return tr("%1: %2").arg(row.parameter.title, row.problem);
    }
    return seedProblem();
}

QWidget *LabForm::field(const QByteArray &parameter) const
{
    const auto row = std::ranges::find_if(
        m_rows, [&parameter](const Row &one) { return one.parameter.name == parameter; });
    return row == m_rows.end() ? nullptr : row->field;
}

void LabForm::check()
{
    for (Row &row : m_rows) {
        row.problem = problemOf(row.parameter, row.text());
        if (auto *duration = qobject_cast<DurationEdit *>(row.field->parentWidget()))
            duration->setObjection(row.problem);
        explain(*row.field, row.problem);
    }
    tellSeedProblem();
    emit changed();
}

void LabForm::tellSeedProblem()
{
    const QString problem = seedProblem();
    m_seedMessage->say(problem);
    m_seedMessage->setVisible(!problem.isEmpty());
    explain(*m_seed, problem);
}

} // namespace lockscope

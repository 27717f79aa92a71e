// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recording/comparedialog.h"

#include "core/base/privatefile.h"
#include "core/history/compare/comparisondocument.h"
#include "core/history/compare/comparisontext.h"
#include "ui/forms/buttonbox.h"
#include "ui/forms/dialogsize.h"
#include "ui/forms/savedialog.h"
#include "ui/recording/comparetable.h"
#include "ui/recording/playbar.h"
#include "ui/recording/recordingfiles.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/prose.h"

#include <QClipboard>
#include <QComboBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds UsualSpan = 1h;

} // namespace

CompareDialog::CompareDialog(RecordingBridge &recording, const QString &file, const HistoryRange &extent,
                             WallTime at, QWidget *parent)
    : QDialog(parent), m_recording(recording), m_file(file), m_extent(extent),
      m_fileOfAfter(new QLabel(this)), m_other(new QPushButton(tr("Other &recording…"), this)),
      m_by(new QComboBox(this)), m_compare(new QPushButton(tr("Co&mpare"), this)),
      m_copy(new QPushButton(tr("Co&py"), this)), m_export(new QPushButton(tr("&Export…"), this)),
      m_stack(new QStackedWidget(this)), m_empty(new EmptyState(this)), m_findings(new Prose(this)),
      m_table(new CompareTable(this)), m_notes(new Prose(this))
{
    setWindowTitle(tr("Compare — %1").arg(QFileInfo(file).fileName()));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(margins(Spacing::Page));
    column->setSpacing(spacing(Spacing::Large));
    column->addWidget(makeForm());
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makeResult());
    column->addWidget(m_stack, 1);
    auto *buttons = new ButtonBox(this);
    m_copy->setToolTip(tr("Copy the sentences and the table as text"));
    m_export->setIcon(glyphIcon(Glyph::Export));
    m_export->setToolTip(tr("Save the figures as CSV, or everything as text"));
    buttons->addButton(m_copy, QDialogButtonBox::ActionRole);
    buttons->addButton(m_export, QDialogButtonBox::ActionRole);
    QPushButton *close = buttons->addButton(QDialogButtonBox::Close);
    close->setText(tr("Close"));
    close->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    m_compare->setDefault(true);
    for (QPushButton *button : {m_copy, m_export, m_other})
        button->setAutoDefault(false);
    wire();
    fillTimes(extent, at);
    openWith(*this, {characters(*this, 165), lines(*this, 46)});
    ask();
}

QWidget *CompareDialog::makeForm()
{
    auto *form = new QWidget(this);
    auto *grid = new QGridLayout(form);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(spacing(Spacing::Medium));
    grid->setVerticalSpacing(spacing(Spacing::Medium));
    const QString names[2][2] = {{tr("Before: from"), tr("Before: to")},
                                 {tr("After: from"), tr("After: to")}};
    const QString titles[2] = {tr("&Before"), tr("&After")};
    for (int row = 0; row < 2; ++row) {
        for (int end = 0; end < 2; ++end) {
            auto *edit = m_fields[row][end] = new QLineEdit(form);
            edit->setAccessibleName(names[row][end]);
            edit->setPlaceholderText(end == 0 ? tr("Beginning") : tr("End"));
            edit->setToolTip(tr("A time, such as 14:05, with or without a date"));
            edit->setMinimumWidth(edit->fontMetrics().horizontalAdvance(text::dateAndTime(WallTime())) +
                                  characters(*this, 4));
        }
        auto *title = new QLabel(titles[row], form);
        title->setBuddy(m_fields[row][0]);
        grid->addWidget(title, row, 0);
        grid->addWidget(m_fields[row][0], row, 1);
        grid->addWidget(new QLabel(QStringLiteral("–"), form), row, 2);
        grid->addWidget(m_fields[row][1], row, 3);
    }
    m_fileOfAfter->setTextFormat(Qt::PlainText);
    m_fileOfAfter->setText(QFileInfo(m_file).fileName());
    m_other->setToolTip(tr("Compare with a period of another recording"));
    grid->addWidget(m_fileOfAfter, 1, 4);
    grid->addWidget(m_other, 1, 5);
    m_by->addItem(tr("By prefix"), int(CompareBy::Prefix));
    m_by->addItem(tr("By lock"), int(CompareBy::Lock));
    m_by->setAccessibleName(tr("What is compared in addition to all locks together"));
    grid->addWidget(m_by, 0, 5);
    grid->addWidget(m_compare, 0, 6, 2, 1);
    grid->setColumnStretch(4, 1);
    return form;
}

QWidget *CompareDialog::makeResult()
{
    auto *result = new QWidget(this);
    auto *column = new QVBoxLayout(result);
    column->setContentsMargins({});
    column->setSpacing(spacing(Spacing::Medium));
    m_findings->setAccessibleName(tr("What differs"));
    m_notes->setAccessibleName(tr("What is unknown"));
    column->addWidget(m_findings);
    column->addWidget(m_table, 1);
    column->addWidget(m_notes);
    return result;
}

void CompareDialog::wire()
{
    connect(m_compare, &QPushButton::clicked, this, &CompareDialog::ask);
    connect(m_by, &QComboBox::currentIndexChanged, this, &CompareDialog::ask);
    connect(m_other, &QPushButton::clicked, this,
            [this] { askForRecording(this, [this](const QString &file) { setOtherFile(file); }); });
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(asText()); });
    connect(m_export, &QPushButton::clicked, this, [this] {
        askForFile(this, {.title = tr("Export comparison"),
                          .name = QStringLiteral("comparison"),
                          .endings = {QStringLiteral("csv"), QStringLiteral("txt")},
                          .save = [this](const QString &fileName) { return save(fileName); },
                          .failed = [this](const Failure &why) { fail(why); }});
    });
    connect(&m_recording, &RecordingBridge::comparisonReady, this,
            [this](quint64 id, const Comparison &comparison) {
                if (id == m_asked)
                    take(comparison);
            });
    connect(&m_recording, &RecordingBridge::comparisonFailed, this, [this](quint64 id, const Failure &why) {
        if (id == m_asked)
            fail(why);
    });
}

// At its beginning and end, a recording has no time before or after.
void CompareDialog::fillTimes(const HistoryRange &extent, WallTime at)
{
    if (at <= extent.from || at + milliseconds(1) >= extent.to)
        at = extent.from + (extent.to - extent.from) / 2;
    const HistoryRange times[2] = {{std::max(at - UsualSpan, extent.from), at},
                                   {at, std::min(at + UsualSpan, extent.to)}};
    for (int row = 0; row < 2; ++row) {
        m_fields[row][0]->setText(text::dateAndTime(times[row].from));
        m_fields[row][1]->setText(text::dateAndTime(times[row].to));
    }
}

void CompareDialog::setOtherFile(const QString &file)
{
    m_otherFile = file;
    m_fileOfAfter->setText(QFileInfo(file).fileName());
    m_fileOfAfter->setToolTip(file);
    for (auto &row : m_fields) {
        for (QLineEdit *edit : row)
            edit->clear();
    }
    ask();
}

void CompareDialog::ask()
{
    CompareQuery query{.before = {.file = m_file},
                       .after = {.file = m_otherFile.isEmpty() ? m_file : m_otherFile},
                       .by = CompareBy(m_by->currentData().toInt())};
    Stretch *stretches[2] = {&query.before, &query.after};
    m_asked = 0;
    for (int row = 0; row < 2; ++row) {
        WallTime *ends[2] = {&stretches[row]->range.from, &stretches[row]->range.to};
        *ends[1] = WallTime::max();
        for (int end = 0; end < 2; ++end) {
            const QString typed = m_fields[row][end]->text();
            const auto at = timeTyped(typed, m_extent.from);
            if (at)
                *ends[end] = *at;
            else if (!typed.trimmed().isEmpty())
                return fail({.kind = ErrorKind::BadInput,
                             .text = tr("%1 is not a time").arg(typed.trimmed()),
                             .remedy = tr("use 14:05, with or without a date")});
        }
    }
    m_comparison.reset();
    m_why = {};
    m_empty->say(tr("Comparing…"), {}, {}, true);
    m_stack->setCurrentIndex(0);
    showBusy(true);
    m_asked = m_recording.compare(query);
}

void CompareDialog::showBusy(bool busy)
{
    m_compare->setEnabled(!busy);
    m_copy->setEnabled(m_comparison.has_value());
    m_export->setEnabled(m_comparison.has_value());
}

void CompareDialog::take(const Comparison &comparison)
{
    m_asked = 0;
    m_comparison = comparison;
    m_findings->say(findings());
    m_table->show(comparison);
    m_notes->say((unknownText(comparison) + QStringList{testsText(comparison)}).join(u'\n'));
    m_stack->setCurrentIndex(1);
    showBusy(false);
}

void CompareDialog::fail(const Failure &why)
{
    m_asked = 0;
    m_comparison.reset();
    m_why = why;
    m_empty->say(text::asSentence(text::failure(why)), text::asSentence(why.remedy), {});
    m_stack->setCurrentIndex(0);
    showBusy(false);
}

QString CompareDialog::findings() const
{
    return m_comparison ? findingsText(*m_comparison).join(u'\n') : QString();
}

QString CompareDialog::failure() const
{
    return m_why.text;
}

QString CompareDialog::asText() const
{
    if (!m_comparison)
        return {};
    const QString stretches =
        tr("Before: %1\nAfter: %2")
            .arg(rangeText(m_comparison->before.range), rangeText(m_comparison->after.range));
    return QStringList{stretches, findings(), QString(), m_table->text(), m_notes->text()}.join(u'\n') +
           u'\n';
}

Done CompareDialog::save(const QString &fileName) const
{
    const bool isText = fileName.endsWith(QLatin1String(".txt"), Qt::CaseInsensitive);
    return writePrivateFile(fileName, isText ? asText().toUtf8() : comparisonCsv(*m_comparison));
}

} // namespace lockscope

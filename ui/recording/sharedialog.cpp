// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recording/sharedialog.h"

#include "core/history/sharing/incidentfolder.h"
#include "ui/forms/buttonbox.h"
#include "ui/forms/dialogsize.h"
#include "ui/forms/savedialog.h"
#include "ui/recording/playbar.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/notice.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>

namespace lockscope
{

ShareDialog::ShareDialog(const Shown &shown, QWidget *parent)
    : QDialog(parent), m_shown(shown), m_earlierFiles(shown.earlier), m_stretch(new QComboBox(this)),
      m_locks(new QComboBox(this)), m_replace(new QCheckBox(tr("&Replace names by pseudonyms"), this)),
      m_effect(new QLabel(this)), m_folder(new QLabel(this)),
      m_choose(new QPushButton(tr("Choose &folder…"), this)), m_remove(new QPushButton(tr("Re&move"), this)),
      m_earlier(new QCheckBox(this)), m_notice(new Notice(this)), m_progress(new QProgressBar(this)),
      m_share(new QPushButton(tr("&Save as…"), this)), m_open(new QPushButton(tr("&Open"), this)),
      m_close(new QPushButton(tr("Close"), this))
{
    setWindowTitle(tr("Share — %1").arg(QFileInfo(shown.file).fileName()));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(margins(Spacing::Page));
    column->setSpacing(spacing(Spacing::Large));
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(spacing(Spacing::Large));
    form->setVerticalSpacing(spacing(Spacing::Medium));
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    makeForm(form);
    column->addLayout(form);
    column->addWidget(m_notice);
    column->addWidget(m_progress);
    column->addStretch(1);
    auto *buttons = new ButtonBox(this);
    m_share->setIcon(glyphIcon(Glyph::Export));
    m_share->setDefault(true);
    m_open->setToolTip(tr("Open the recording that was written"));
    buttons->addButton(m_share, QDialogButtonBox::ActionRole);
    buttons->addButton(m_open, QDialogButtonBox::ActionRole);
    buttons->addButton(m_close, QDialogButtonBox::RejectRole);
    for (QPushButton *button : {m_open, m_close, m_choose, m_remove})
        button->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    m_progress->setRange(0, 1'000);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress"));
    m_notice->hide();
    m_open->hide();
    wire();
    attach({});
    follow();
    showBusy(false);
    openWith(*this, {characters(*this, 96), sizeHint().height()});
}

void ShareDialog::makeForm(QFormLayout *form)
{
    m_stretch->addItem(tr("The whole recording"), Whole);
    m_stretch->addItem(tr("What Timeline shows"), Timeline);
    m_stretch->addItem(tr("From and to"), FromTo);
    form->addRow(tr("&Period:"), m_stretch);
    form->addRow(QString(), makeTimes());
    m_locks->addItem(tr("All locks"));
    if (!m_shown.key.isEmpty())
        m_locks->addItem(tr("Only %1").arg(text::key(m_shown.key)));
    m_locks->setEnabled(m_locks->count() > 1);
    m_locks->setMinimumContentsLength(30);
    m_locks->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    form->addRow(tr("&Locks:"), m_locks);
    m_replace->setChecked(true);
    form->addRow(tr("Names:"), m_replace);
    m_effect->setTextFormat(Qt::PlainText);
    form->addRow(QString(), m_effect);
    form->addRow(tr("Incident:"), makeIncident());
    m_earlier->setText(tr("&Include the earlier files (%1)")
                           .arg(QFileInfo(m_earlierFiles.value(0)).fileName() +
                                (m_earlierFiles.size() > 1 ? QStringLiteral(" …") : QString())));
    m_earlier->setToolTip(m_earlierFiles.join(u'\n'));
    m_earlier->setChecked(!m_earlierFiles.isEmpty());
    m_earlier->setVisible(!m_earlierFiles.isEmpty());
    if (!m_earlierFiles.isEmpty())
        form->addRow(tr("Files:"), m_earlier);
}

QWidget *ShareDialog::makeTimes()
{
    auto *times = new QWidget(this);
    auto *row = new QHBoxLayout(times);
    row->setContentsMargins({});
    row->setSpacing(spacing(Spacing::Medium));
    const QString names[2] = {tr("From"), tr("To")};
    for (int end = 0; end < 2; ++end) {
        auto *edit = m_fields[end] = new QLineEdit(times);
        edit->setAccessibleName(names[end]);
        edit->setPlaceholderText(end == 0 ? tr("Beginning") : tr("End"));
        edit->setToolTip(tr("A time, such as 14:05, with or without a date"));
        if (end == 1)
            row->addWidget(new QLabel(QStringLiteral("–"), times));
        row->addWidget(edit, 1);
    }
    return times;
}

QWidget *ShareDialog::makeIncident()
{
    auto *incident = new QWidget(this);
    auto *row = new QHBoxLayout(incident);
    row->setContentsMargins({});
    row->setSpacing(spacing(Spacing::Medium));
    m_folder->setTextFormat(Qt::PlainText);
    m_choose->setToolTip(tr("The folder of an incident: its files are added to the recording"));
    row->addWidget(m_folder, 1);
    row->addWidget(m_choose);
    row->addWidget(m_remove);
    return incident;
}

void ShareDialog::wire()
{
    connect(m_stretch, &QComboBox::currentIndexChanged, this, &ShareDialog::follow);
    connect(m_replace, &QCheckBox::toggled, this, &ShareDialog::follow);
    connect(m_share, &QPushButton::clicked, this, &ShareDialog::askWhere);
    connect(m_open, &QPushButton::clicked, this, [this] { emit openWanted(m_written); });
    connect(m_remove, &QPushButton::clicked, this, [this] { attach({}); });
    connect(m_choose, &QPushButton::clicked, this, [this] {
        auto *chooser = new QFileDialog(this, tr("Select the folder of an incident"));
        chooser->setAttribute(Qt::WA_DeleteOnClose);
        chooser->setFileMode(QFileDialog::Directory);
        chooser->setOption(QFileDialog::ShowDirsOnly);
        connect(chooser, &QFileDialog::fileSelected, this, &ShareDialog::attach);
        chooser->open();
    });
    connect(&m_job, &ShareJob::progressed, this,
            [this](double part) { m_progress->setValue(int(part * m_progress->maximum())); });
    connect(&m_job, &ShareJob::done, this, &ShareDialog::take);
    connect(&m_job, &ShareJob::failed, this, &ShareDialog::fail);
}

void ShareDialog::follow()
{
    const int stretch = m_stretch->currentData().toInt();
    const HistoryRange shown = stretch == Timeline ? m_shown.timeline : m_shown.extent;
    for (int end = 0; end < 2; ++end) {
        m_fields[end]->setEnabled(stretch == FromTo && !m_job.isRunning());
        if (stretch != FromTo || m_fields[end]->text().isEmpty())
            m_fields[end]->setText(text::dateAndTime(end == 0 ? shown.from : shown.to));
    }
    m_effect->setText(
        m_replace->isChecked()
            ? tr("Locks, owners, nodes and rules get pseudonyms from a random secret that is not kept.\n"
                 "Times, counts and kinds of locks stay.")
            : tr("The file will contain the names of locks, owners, nodes and rules.") + u'\n');
}

void ShareDialog::attach(const QString &folder)
{
    m_incident = folder;
    m_folder->setText(!folder.isEmpty()     ? QFileInfo(folder).fileName()
                      : m_shown.hasIncident ? tr("The incident in this recording, unchanged")
                                            : tr("None"));
    m_folder->setToolTip(folder);
    m_remove->setVisible(!folder.isEmpty());
}

Outcome<HistoryRange> ShareDialog::range() const
{
    HistoryRange range{WallTime{}, WallTime::max()};
    if (m_stretch->currentData().toInt() == Timeline)
        return m_shown.timeline;
    if (m_stretch->currentData().toInt() == Whole)
        return range;
    WallTime *ends[2] = {&range.from, &range.to};
    for (int end = 0; end < 2; ++end) {
        const QString typed = m_fields[end]->text();
        const auto at = timeTyped(typed, m_shown.extent.from);
        if (at)
            *ends[end] = *at;
        else if (!typed.trimmed().isEmpty())
            return Failure{.kind = ErrorKind::BadInput,
                           .text = tr("%1 is not a time").arg(typed.trimmed()),
                           .remedy = tr("use 14:05, with or without a date")};
    }
    return range;
}

void ShareDialog::askWhere()
{
    if (const auto wanted = range(); !wanted)
        return fail(wanted.failure());
    askForFile(this, {.title = tr("Share recording"),
                      .name = QFileInfo(m_shown.file).completeBaseName() + QStringLiteral("-shared"),
                      .endings = {QStringLiteral("lockscope")},
                      .save =
                          [this](const QString &fileName) {
                              write(fileName);
                              return Done(Nothing{});
                          },
                      .failed = [](const Failure &) {}});
}

void ShareDialog::write(const QString &output)
{
    const auto wanted = range();
    if (!wanted)
        return fail(wanted.failure());
    ShareQuery query{.files = {m_shown.file},
                     .output = output,
                     .replaces = true,
                     .range = *wanted,
                     .keepsNames = !m_replace->isChecked()};
    if (m_earlier->isChecked())
        query.files += m_earlierFiles;
    if (m_locks->currentIndex() == 1)
        query.locks = {m_shown.key};
    if (!m_incident.isEmpty()) {
        auto documents = incidentFolder(m_incident);
        if (!documents)
            return fail(documents.failure());
        query.attached = *std::move(documents);
    }
    m_notice->hide();
    m_open->hide();
    m_progress->setValue(0);
    m_job.start(std::move(query));
    showBusy(true);
}

void ShareDialog::showBusy(bool busy)
{
    QWidget *const inputs[] = {m_stretch, m_replace, m_choose, m_remove, m_earlier, m_share};
    for (QWidget *input : inputs)
        input->setEnabled(!busy);
    m_locks->setEnabled(!busy && m_locks->count() > 1);
    m_progress->setVisible(busy);
    m_close->setText(busy ? tr("Cancel") : tr("Close"));
    follow();
}

void ShareDialog::take(const ShareReceipt &receipt)
{
    m_written = receipt.file;
    QStringList points{
        tr("%1 to %2")
            .arg(text::dateToTheSecond(receipt.range.from), text::dateToTheSecond(receipt.range.to)),
        text::clauses({tr("%Ln events", nullptr, int(std::min<qint64>(receipt.events, INT_MAX))),
                       tr("%Ln locks", nullptr, int(receipt.locks)),
                       locale().formattedDataSize(receipt.bytes)})};
    switch (receipt.names) {
    case ShareReceipt::Names::Kept:
        points << tr("With the names of locks, owners, nodes and rules");
        break;
    case ShareReceipt::Names::WereReplaced:
        points << tr("With the pseudonyms of the recording");
        break;
    case ShareReceipt::Names::Replaced:
        points << tr("Names replaced by pseudonyms");
        break;
    }
    if (!receipt.hasMinutes)
        points << tr("Without the figures by minute, which cover all locks");
    if (!receipt.attached.isEmpty())
        points << tr("With %Ln files of the incident, as saved: they name locks", nullptr,
                     int(receipt.attached.size()));
    m_notice->tell(receipt.names == ShareReceipt::Names::Kept ? VerdictLevel::Warning : VerdictLevel::Ok,
                   tr("Saved: %1").arg(receipt.file), points);
    m_notice->show();
    m_open->show();
    showBusy(false);
}

void ShareDialog::fail(const Failure &why)
{
    if (why.kind == ErrorKind::Cancelled)
        m_notice->tell(VerdictLevel::Info, tr("Cancelled. Nothing was written."));
    else
        m_notice->tell(VerdictLevel::Critical, text::failure(why), {}, text::asSentence(why.remedy));
    m_notice->show();
    showBusy(false);
}

QString ShareDialog::told() const
{
    return m_notice->isHidden() ? QString() : m_notice->sentence();
}

// While it copies, the button, Esc and closing only cancel that.
void ShareDialog::done(int result)
{
    if (m_job.isRunning())
        m_job.cancel();
    else
        QDialog::done(result);
}

} // namespace lockscope

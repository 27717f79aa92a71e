// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/probedialog.h"

#include "ui/bridges/enginebridge.h"
#include "ui/forms/buttonbox.h"
#include "ui/forms/dialogsize.h"
#include "ui/holders/clienttext.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/notice.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope
{

ProbeDialog::ProbeDialog(EngineBridge &bridge, const LockPtr &lock, QWidget *parent)
    : QDialog(parent), m_bridge(bridge), m_lock(lock)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Who holds %1?").arg(text::key(lock->key)));
    build();
    connect(&bridge, &EngineBridge::estimated, this,
            [this](quint64 id, const Outcome<ProbeEstimate> &estimate) {
                if (id == m_estimateId && m_step == Step::Asking)
                    showEstimate(estimate);
            });
    connect(&bridge, &EngineBridge::probing, this, [this](quint64 id, const ProbeReport &soFar) {
        if (id == m_probeId && m_step == Step::Running)
            showProgress(soFar);
    });
    connect(&bridge, &EngineBridge::probed, this, [this](quint64 id, const ProbeReport &report) {
        if (id == m_probeId && m_step == Step::Running)
            showReport(report);
    });
    // The consent is for this connection only: never probe the servers of the next one.
    connect(&bridge, &EngineBridge::openWanted, this, &QDialog::close);
    connect(&bridge, &EngineBridge::closeWanted, this, &QDialog::close);
    m_notice->tell(VerdictLevel::Info, tr("Measuring the load of the server…"));
    setStep(Step::Asking);
    m_start->setEnabled(false); // Until the cost is known
    m_estimateId = m_bridge.estimate({.key = lock->key});
}

ProbeDialog::~ProbeDialog()
{
    if (m_step == Step::Running)
        m_bridge.cancelProbe(m_probeId);
}

void ProbeDialog::build()
{
    auto *layout = new QVBoxLayout(this);
    auto *what = new QLabel(
        tr("Redis does not report which client an owner id belongs to. Lockscope can listen to all commands "
           "of the server (MONITOR) until the holder renews or releases this lock, and see which connection "
           "sends that command. It keeps only that address, and stops by itself."),
        this);
    what->setWordWrap(true);
    m_notice = new Notice(this);
    m_progress = new QProgressBar(this);
    m_progress->setTextVisible(true);
    auto *box = new ButtonBox(this);
    m_start = box->addButton(tr("&Listen"), QDialogButtonBox::ActionRole);
    m_stop = box->addButton(tr("&Stop"), QDialogButtonBox::ActionRole);
    m_close = box->addButton(QDialogButtonBox::Close);
    m_close->setText(tr("Close")); // Qt's own translations may not be installed
    m_close->setDefault(true);
    layout->addWidget(what);
    layout->addWidget(m_notice);
    layout->addWidget(m_progress);
    layout->addStretch();
    layout->addWidget(box);
    connect(m_start, &QPushButton::clicked, this, &ProbeDialog::start);
    connect(m_stop, &QPushButton::clicked, this, [this] { m_bridge.cancelProbe(m_probeId); });
    connect(m_close, &QPushButton::clicked, this, &ProbeDialog::close);
    openWith(*this, {characters(*this, 74), fontMetrics().height() * 17});
}

QString ProbeDialog::sentence() const
{
    return m_notice->sentence();
}

void ProbeDialog::setStep(Step step)
{
    m_step = step;
    m_progress->setVisible(step == Step::Running);
    showButtons();
    m_start->setEnabled(true);
    m_start->setText(step == Step::Answered ? tr("&Listen again") : tr("&Listen"));
}

void ProbeDialog::showButtons()
{
    m_stop->setVisible(m_step == Step::Running);
    m_start->setVisible(m_step != Step::Running);
}

// QDialogButtonBox shows all its buttons again after a change of style.
void ProbeDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        QMetaObject::invokeMethod(this, &ProbeDialog::showButtons, Qt::QueuedConnection);
}

void ProbeDialog::showEstimate(const Outcome<ProbeEstimate> &estimate)
{
    m_start->setEnabled(estimate.ok());
    if (!estimate)
        return m_notice->tell(VerdictLevel::Warning, text::failureHelp(estimate.failure()));
    m_length = estimate->length;
    m_node = estimate->node;
    m_notice->tell(VerdictLevel::Info, text::probeCost(*estimate));
}

void ProbeDialog::start()
{
    setStep(Step::Running);
    m_progress->setRange(0, std::max(1, int(m_length.count())));
    m_progress->setValue(0);
    m_progress->setFormat(tr("Connecting…"));
    m_notice->tell(VerdictLevel::Warning,
                   tr("Listening to every command of %1. This slows it down.").arg(text::node(m_node)));
    m_probeId = m_bridge.probe({.key = m_lock->key, .length = m_length});
}

void ProbeDialog::showProgress(const ProbeReport &soFar)
{
    m_progress->setValue(std::min(int(soFar.duration.count()), m_progress->maximum()));
    m_progress->setFormat(tr("%1 of %2, %3", "time, time, commands")
                              .arg(text::duration(soFar.duration), text::duration(m_length),
                                   tr("%Ln command(s)", nullptr, int(soFar.lines))));
}

void ProbeDialog::showReport(const ProbeReport &report)
{
    setStep(Step::Answered);
    QStringList found;
    for (const auto &[owner, client] : report.learnt)
        found << tr("%1 is %2").arg(text::owner(owner), text::client(client));
    const bool learnt = !report.learnt.empty();
    m_notice->tell(learnt ? VerdictLevel::Ok : VerdictLevel::Warning, text::probeOutcome(report), found);
    emit answered(report);
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blocking/waiterprobe.h"

#include "ui/bridges/enginebridge.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/notice.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

// A watchdog puts a lease off to 30 s at most: in that time each Redisson client that waits tries again.
constexpr milliseconds Length{30'000};
constexpr int Tick = 100; // ms

} // namespace

WaiterProbe::WaiterProbe(EngineBridge &bridge, const QList<QWidget *> &beside, QWidget *parent)
    : QWidget(parent), m_bridge(bridge), m_notice(new Notice(this)), m_listen(new QPushButton(this)),
      m_stop(new QPushButton(this)), m_progress(new QProgressBar(this))
{
    auto *buttons = new QHBoxLayout;
    for (QWidget *widget : beside)
        buttons->addWidget(widget, widget == beside.front() ? 1 : 0);
    for (QPushButton *button : {m_listen, m_stop}) // Not stretched while nothing else is shown
        buttons->addWidget(button, 0, Qt::AlignRight);
    buttons->insertWidget(1, m_progress, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(Spacing::Small));
    layout->addLayout(buttons);
    layout->addWidget(m_notice);
    m_progress->setRange(0, int(Length.count()));
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress of the probe"));
    m_clock.setInterval(Tick);
    connect(&m_clock, &QTimer::timeout, this, [this] { m_progress->setValue(m_progress->value() + Tick); });
    connect(m_listen, &QPushButton::clicked, this, [this] { m_step == Step::Ready ? start() : ask(); });
    connect(m_stop, &QPushButton::clicked, this, [this] {
        if (m_step == Step::Running)
            m_bridge.cancelProbe(m_probeId);
        else
            closeQuestion();
    });
    connect(&bridge, &EngineBridge::blockingEstimated, this,
            [this](quint64 id, const std::vector<ProbeEstimate> &estimates) {
                if (id == m_estimateId && m_step == Step::Asking)
                    showCost(estimates);
            });
    connect(&bridge, &EngineBridge::blockingFound, this, [this](quint64 id, const BlockingReport &report) {
        if (id == m_probeId && m_step == Step::Running)
            finish(report);
    });
    setConnected(false);
}

WaiterProbe::~WaiterProbe()
{
    reset();
}

void WaiterProbe::setConnected(bool connected)
{
    setEnabled(connected);
    reset();
}

void WaiterProbe::reset()
{
    if (m_step == Step::Running)
        m_bridge.cancelProbe(m_probeId);
    setStep(Step::Idle);
}

void WaiterProbe::setStep(Step step)
{
    m_step = step;
    m_notice->setVisible(step == Step::Ready || step == Step::Running);
    m_listen->setText(step == Step::Ready ? tr("Liste&n for %1").arg(text::duration(Length))
                                          : tr("Identif&y waiters…"));
    m_listen->setToolTip(isEnabled()
                             ? tr("Listens to all commands of the servers (MONITOR). Shows the cost first")
                             : tr("Not connected"));
    m_listen->setVisible(step != Step::Running);
    m_listen->setEnabled(step != Step::Asking);
    m_stop->setText(step == Step::Running ? tr("St&op") : tr("Cancel"));
    m_stop->setVisible(step == Step::Ready || step == Step::Running);
    m_progress->setVisible(step == Step::Running);
    if (step == Step::Running)
        m_clock.start();
    else
        m_clock.stop();
}

bool WaiterProbe::closeQuestion()
{
    if (m_step != Step::Ready || !isVisible())
        return false;
    const QWidget *focus = window()->focusWidget();
    const bool isHere = focus == m_stop || focus == m_listen;
    setStep(Step::Idle);
    if (isHere)
        m_listen->setFocus(Qt::OtherFocusReason);
    return true;
}

void WaiterProbe::ask()
{
    m_hadFocus = window()->focusWidget() == m_listen; // A button that is disabled loses it
    setStep(Step::Asking);
    m_estimateId = m_bridge.estimateBlocking(Length);
}

void WaiterProbe::showCost(const std::vector<ProbeEstimate> &estimates)
{
    setStep(Step::Ready);
    if (m_hadFocus)
        m_stop->setFocus(Qt::TabFocusReason); // The safe answer
    if (estimates.empty()) {
        m_listen->setEnabled(false);
        return m_notice->tell(VerdictLevel::Info,
                              tr("Nothing to listen for: no lock is held, or these are the members of a "
                                 "RedLock group. Connect to each member separately to probe it"));
    }
    QStringList costs;
    for (const ProbeEstimate &estimate : estimates)
        costs << (estimate.commandsPerSecond
                      ? tr("%1: about %Ln command(s)", nullptr, int(estimate.lines))
                      : tr("%1: number of commands unknown, because there was no answer to INFO"))
                     .arg(text::node(estimate.node));
    m_notice->tell(VerdictLevel::Warning,
                   tr("Listening slows a busy server by about %1 %. It stops by itself after %2.")
                       .arg(estimates.front().slowdownPercent)
                       .arg(text::duration(Length)),
                   costs);
}

void WaiterProbe::start()
{
    m_progress->setValue(0);
    setStep(Step::Running);
    m_notice->tell(VerdictLevel::Warning, tr("Listening to every command. This slows the servers down."));
    m_probeId = m_bridge.blocking({.probe = Length});
    emit began();
}

void WaiterProbe::finish(const BlockingReport &report)
{
    setStep(Step::Idle);
    emit found(report);
    for (const ProbeReport &probe : report.probes) {
        const bool isCut = probe.stopped == ProbeStop::Lines || probe.stopped == ProbeStop::Bytes;
        if (isCut)
            m_notice->tell(VerdictLevel::Warning,
                           tr("%1 is too busy for a longer probe: it ended after %2")
                               .arg(text::node(probe.node), text::duration(probe.duration)));
        else if (!probe.failure.text.isEmpty())
            m_notice->tell(VerdictLevel::Warning, text::failureHelp(probe.failure));
        else
            continue;
        m_notice->show();
    }
}

} // namespace lockscope

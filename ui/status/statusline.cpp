// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/status/statusline.h"

#include "ui/text/accessibility.h"
#include "ui/text/format.h"
#include "ui/text/nodetext.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidedlabel.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

#include <algorithm>
#include <climits>

namespace lockscope
{

StatusLine::StatusLine(QAction *health, QWidget *parent) : QStatusBar(parent)
{
    setSizeGripEnabled(false);
    m_live = makePart(tr("Live mode"));
    m_live.icon->setObjectName(QStringLiteral("liveIcon"));
    m_scan = makePart(tr("Scan"));
    m_scan.icon->setObjectName(QStringLiteral("scanIcon"));
    m_progress = new QProgressBar(this);
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(characters(*this, 16), barThickness());
    m_progress->setAccessibleName(tr("Progress of the scan"));
    m_stop = new QToolButton(this);
    m_stop->setIcon(glyphIcon(Glyph::Stop));
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("Stop the scan and keep what was found"));
    m_stop->setAccessibleName(tr("Stop scan"));
    m_stop->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_stop->setAutoRaise(true);
    addWidget(m_progress);
    addWidget(m_stop);
    m_refused = makePart(tr("Refused keys"));
    m_nodes = makePart(tr("Nodes"));
    m_health = new QToolButton(this);
    m_health->setObjectName(QStringLiteral("health"));
    // Not a default action: that would also set the icon and the tool tip.
    m_health->setText(health->iconText());
    m_health->setAccessibleName(health->text());
    connect(m_health, &QToolButton::clicked, health, &QAction::trigger);
    m_health->setAutoRaise(true);
    addWidget(m_health);
    m_holds = new QToolButton(this);
    m_holds->setObjectName(QStringLiteral("holds"));
    m_holds->setAutoRaise(true);
    m_holds->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_holds->setIcon(glyphIcon(Glyph::Padlock));
    addWidget(m_holds);
    m_history = makePart(tr("History"));
    m_message = new ElidedLabel(this);
    m_message->setElideMode(Qt::ElideRight);
    m_message->hide();
    addWidget(m_message, 1);
    connect(m_stop, &QToolButton::clicked, this, &StatusLine::stopScanWanted);
    connect(this, &QStatusBar::messageChanged, this, &StatusLine::refresh);
    m_hush.setSingleShot(true);
    connect(&m_hush, &QTimer::timeout, this, [this] { tell({}, 0); });
    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, this, &StatusLine::refresh);
    m_clock.start();
    // A long reason must not widen the window or squeeze the buttons.
    for (const Part &part : {m_live, m_scan, m_refused, m_nodes, m_history})
        part.label->setMinimumWidth(characters(*this, 12));
    refresh();
}

StatusLine::Part StatusLine::makePart(const QString &name)
{
    Part part;
    part.box = new QWidget(this);
    part.icon = new QLabel(part.box);
    part.label = new QLabel(part.box);
    part.label->setTextFormat(Qt::PlainText);
    part.label->setAccessibleName(name);
    auto *row = new QHBoxLayout(part.box);
    row->setContentsMargins(margins(Spacing::Large, Spacing::Tight));
    row->setSpacing(spacing(Spacing::Medium));
    row->addWidget(part.icon);
    row->addWidget(part.label);
    addWidget(part.box);
    return part;
}

void StatusLine::setPart(Part &part, VerdictLevel level, bool quiet, const QString &text, const QString &help,
                         const std::optional<QString> &spoken)
{
    const Theme theme = Theme::of(palette());
    const int size = fontMetrics().ascent();
    part.icon->setVisible(!quiet);
    if (!quiet)
        part.icon->setPixmap(theme.verdictIcon(level).pixmap(size, size));
    part.label->setText(text);
    part.box->setToolTip(help);
    explain(*part.label, spoken.value_or(help));
    showPart(part.box, !text.isEmpty());
}

// Qt paints the status tip of an action over the widgets, so they hide meanwhile.
void StatusLine::showPart(QWidget *part, bool wanted)
{
    part->setVisible(wanted && currentMessage().isEmpty());
}

void StatusLine::tell(const QString &message, int timeout)
{
    m_message->setText(message);
    if (message.isEmpty() || timeout <= 0)
        m_hush.stop();
    else
        m_hush.start(timeout);
    refresh();
}

QString StatusLine::told() const
{
    return m_message->text();
}

void StatusLine::show(const DeploymentState &deployment)
{
    m_deployment = deployment;
    refresh();
}

void StatusLine::refresh()
{
    showPart(m_message, !told().isEmpty());
    showLive();
    showScan();
    showRefused();
    showNodes();
    showHistoryFailure();
    showPart(m_holds, m_holdCount > 0);
}

void StatusLine::showHolds(int count, QAction *holds)
{
    m_holdCount = count;
    m_holds->setText(tr("holds %1", "how many locks this program holds").arg(text::number(count)));
    const QString help = tr("Locks that this Lockscope holds: %1").arg(text::number(count));
    m_holds->setToolTip(help);
    speakOf(*m_holds, help);
    disconnect(m_holds, &QToolButton::clicked, nullptr, nullptr);
    connect(m_holds, &QToolButton::clicked, holds, &QAction::trigger);
    showPart(m_holds, count > 0);
}

void StatusLine::showLive()
{
    if (!m_deployment.spec)
        return setPart(m_live, VerdictLevel::Info, true, tr("not connected"), {});
    const LiveStatus &live = m_deployment.live;
    QStringList help{live.reason, live.offer};
    if (live.gaps > 0)
        help << tr("Events may have been missed %Ln time(s); each time, all keys were scanned again.",
                   nullptr, int(live.gaps));
    help.removeAll(QString());
    if (m_deployment.isLost())
        return setPart(m_live, VerdictLevel::Warning, false, tr("not live"),
                       text::failureHelp(m_deployment.connection().reason));
    const bool on = live.mode != LiveMode::Off && m_deployment.isReady() && !m_deployment.lacksQuorum();
    const QString exact =
        live.exact && live.mode != LiveMode::Off ? tr(" (exact, except waiters)") : QString();
    const auto members = qint64(m_deployment.spec->members.size());
    const bool isGroup = members > 1 && m_deployment.isReady();
    const QString said =
        isGroup && m_deployment.answering() < members
            ? tr("live on %1 of %2 nodes").arg(text::number(m_deployment.answering()), text::number(members))
            : text::live(live) + exact;
    const bool isWhole = m_deployment.whyNotWhole().isEmpty();
    const bool lacksQuorum = m_deployment.lacksQuorum();
    const auto level = lacksQuorum ? VerdictLevel::Critical
                       : !on       ? VerdictLevel::Info
                       : isWhole   ? VerdictLevel::Ok
                                   : VerdictLevel::Warning;
    setPart(m_live, level, !on && !lacksQuorum, said, help.join(u'\n'));
}

void StatusLine::showScan()
{
    const ScanProgress &scan = m_deployment.scan;
    const bool running = scan.phase == ScanPhase::Running && m_deployment.spec;
    showPart(m_progress, running);
    showPart(m_stop, running);
    if (running) {
        const qint64 most = std::max(scan.keysEstimated, scan.keysSeen);
        m_progress->setRange(0, most > 0 ? 1000 : 0);
        m_progress->setValue(most > 0 ? int(scan.keysSeen * 1000 / most) : 0);
    }
    // While the connection is lost, the banner says so, and no scan can succeed.
    if (!m_deployment.spec || scan.phase == ScanPhase::Idle || m_deployment.isLost())
        return setPart(m_scan, VerdictLevel::Info, true, {}, {});
    if (scan.phase == ScanPhase::Failed)
        return showFailedScan();
    const bool stopped = scan.phase == ScanPhase::Stopped;
    setPart(m_scan, stopped ? VerdictLevel::Warning : VerdictLevel::Ok, running, text::scan(scan, now()), {});
}

// Critical if no server was scanned, or no quorum.
void StatusLine::showFailedScan()
{
    const ScanProgress &scan = m_deployment.scan;
    const std::vector<NodeScan> missing = m_deployment.notScanned();
    const bool isStopped = std::ranges::any_of(
        scan.nodes, [](const NodeScan &node) { return node.phase == ScanPhase::Stopped; });
    if (!isStopped && !m_deployment.isScannedInPart())
        return setPart(m_scan, VerdictLevel::Critical, false, tr("scan failed"),
                       text::failureHelp(scan.failure));
    QString said = tr("scan incomplete"); // A cluster lacks slots
    if (isStopped) {
        ScanProgress stopped = scan;
        stopped.phase = ScanPhase::Stopped;
        said = text::scan(stopped, now());
    } else if (missing.size() == 1)
        said = tr("not scanned: %1").arg(text::node(missing.front().node));
    else if (!missing.empty())
        said = tr("%1 of %2 nodes not scanned")
                   .arg(text::number(qint64(missing.size())), text::number(qint64(scan.nodes.size())));
    QStringList help;
    for (const NodeScan &node : missing)
        help << text::failureHelp(node.failure);
    if (const auto whole = m_deployment.failureOfWhole())
        help << text::failureHelp(*whole);
    const bool isCritical = m_deployment.lacksQuorum() || m_deployment.isScannedWithoutQuorum();
    setPart(m_scan, isCritical ? VerdictLevel::Critical : VerdictLevel::Warning, false, said,
            help.join(u'\n'));
}

// Keys that the server refused to read: they may be locks that the list lacks.
void StatusLine::showRefused()
{
    const ScanProgress &scan = m_deployment.scan;
    if (!m_deployment.spec || scan.keysRefused == 0)
        return setPart(m_refused, VerdictLevel::Info, true, {}, {});
    setPart(m_refused, VerdictLevel::Warning, false,
            tr("%Ln key(s) refused: %1", nullptr, int(std::min<qint64>(scan.keysRefused, INT_MAX)))
                .arg(scan.refusal.text),
            tr("They may be locks, and are not in the list. The first:") + u'\n' +
                text::failureHelp(scan.refusal));
}

void StatusLine::showHealth(std::optional<VerdictLevel> worst, const QString &summary)
{
    m_worst = worst;
    m_health->setToolTip(summary);
    explain(*m_health, summary);
    showHealthIcon();
}

// The icon appears only for a warning or worse.
void StatusLine::showHealthIcon()
{
    const bool warns = m_worst && *m_worst >= VerdictLevel::Warning;
    m_health->setToolButtonStyle(warns ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonTextOnly);
    m_health->setIcon(warns ? Theme::of(palette()).verdictIcon(*m_worst) : QIcon());
}

void StatusLine::showHistory(const Failure &why)
{
    m_historyFailure = why;
    showHistoryFailure();
}

void StatusLine::showHistoryFailure()
{
    const bool failed = !m_historyFailure.text.isEmpty();
    setPart(m_history, VerdictLevel::Warning, !failed, failed ? tr("no history is kept") : QString(),
            failed ? text::failureHelp(m_historyFailure) : QString());
}

void StatusLine::showNodes()
{
    showPart(m_health, m_deployment.spec && !m_deployment.nodes.empty());
    if (!m_deployment.spec || m_deployment.nodes.empty())
        return setPart(m_nodes, VerdictLevel::Info, true, {}, {});
    const ConnectionState connection = m_deployment.connection();
    const auto ready =
        std::count_if(m_deployment.nodes.begin(), m_deployment.nodes.end(),
                      [](const auto &node) { return node.connection.phase == ConnectionPhase::Ready; });
    QStringList help, spoken;
    for (const NodeStatus &node : m_deployment.nodes) {
        const QString name = text::node(node.node);
        help << QStringLiteral("%1: %2").arg(name, text::nodeConnection(node, now()));
        spoken << QStringLiteral("%1: %2").arg(name, text::connectionPhase(node.connection.phase));
    }
    if (connection.phase == ConnectionPhase::Ready) {
        const QString nodes =
            m_deployment.nodes.size() == 1
                ? text::node(m_deployment.nodes.front().node)
                : tr("%1/%2 nodes").arg(text::number(ready), text::number(qint64(m_deployment.nodes.size())));
        const auto level = m_deployment.lacksQuorum()                  ? VerdictLevel::Critical
                           : ready < qint64(m_deployment.nodes.size()) ? VerdictLevel::Warning
                                                                       : VerdictLevel::Ok;
        return setPart(m_nodes, level, false,
                       m_deployment.lacksQuorum() ? tr("%1: no quorum").arg(nodes) : nodes, help.join(u'\n'),
                       spoken.join(u'\n'));
    }
    // Since when is said above the list alone: each try to reconnect begins a state of its own.
    setPart(m_nodes,
            connection.phase == ConnectionPhase::Failed ? VerdictLevel::Critical : VerdictLevel::Warning,
            false, text::connectionPhase(connection.phase), help.join(u'\n'), spoken.join(u'\n'));
}

QString StatusLine::text() const
{
    QStringList parts;
    for (const Part *part : {&m_live, &m_scan, &m_refused, &m_nodes, &m_history}) {
        if (!part->label->text().isEmpty())
            parts << part->label->text();
    }
    if (m_holdCount > 0)
        parts << m_holds->text();
    return parts.join(QStringLiteral(" · "));
}

void StatusLine::changeEvent(QEvent *event)
{
    QStatusBar::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || !m_health)
        return;
    refresh();
    showHealthIcon();
}

} // namespace lockscope

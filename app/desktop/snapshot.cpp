// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/snapshot.h"

#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/locks/model/lockcells.h"
#include "ui/status/statusline.h"
#include "ui/text/format.h"

#include <QFileInfo>
#include <QPixmap>
#include <QSaveFile>
#include <QTextStream>

namespace lockscope
{
namespace
{

using namespace std::chrono_literals;

constexpr milliseconds Patience = 30s;
constexpr milliseconds PatienceToConnect = 5s;
constexpr milliseconds Period = 100ms;
// Longest wait for a renewal by the workers, so that the picture shows one.
constexpr milliseconds LifeTime = 12s;
// The last locks of a scan arrive shortly after its end; details of the selected lock take another round
// trip.
constexpr int LooksUntilCalm = 8;

int statusOf(ErrorKind kind)
{
    return isConnectionFailure(kind) ? 3 : isServerRefusal(kind) ? 4 : 5;
}

} // namespace

Snapshot::Snapshot(MainWindow &window, const QString &file, QObject *parent)
    : QObject(parent), m_window(window), m_file(file)
{
    m_timer.setInterval(Period);
    connect(&m_timer, &QTimer::timeout, this, &Snapshot::look);
}

void Snapshot::start(bool withWorkers)
{
    m_withWorkers = withWorkers;
    m_workersReady = !withWorkers;
    m_startedAt = now();
    for (QWidget *window : std::initializer_list<QWidget *>{&m_window, &m_window.auditWindow()})
        window->resize(1400, 850); // independent of the screen size
    if (m_page)
        m_window.openPage(*m_page);
    m_timer.start();
}

void Snapshot::look()
{
    const ConnectionState connection = m_window.deployment().connection();
    // Like the command line: passing failures get some time, other failures none.
    const bool late = millisecondsBetween(m_startedAt, now()) > PatienceToConnect;
    if (connection.phase == ConnectionPhase::Failed ||
        (connection.phase == ConnectionPhase::Waiting && (late || !isPassing(connection.reason.kind))))
        return fail(connection.reason);
    const ScanProgress &scan = m_window.deployment().scan;
    if (scan.phase == ScanPhase::Failed && !m_window.deployment().isScannedInPart())
        return fail(scan.failure);
    if (millisecondsBetween(m_startedAt, now()) > Patience) {
        if (connection.phase != ConnectionPhase::Ready)
            return give({tr("no answer within %1").arg(durationText(Patience))}, 3);
        m_isLate = true;
        return take();
    }
    if (!(m_window.isFilled() || isFilledInPart(late)) || !m_workersReady) {
        m_calmLooks = 0;
        return;
    }
    if (m_calmLooks++ == 0)
        m_filledAt = now();
    if (m_withWorkers && !hasSeenLife())
        return;
    if (!m_lockChosen)
        return chooseLock();
    const bool isPageFilled = !m_page || m_window.isPageFilled(*m_page, m_filledAt);
    if (m_calmLooks >= LooksUntilCalm && isPageFilled)
        take();
}

// Servers that cannot be scanned are given PatienceToConnect, too.
bool Snapshot::isFilledInPart(bool late) const
{
    const DeploymentState &deployment = m_window.deployment();
    const auto isLasting = [](const NodeScan &node) { return !isPassing(node.failure.kind); };
    const std::vector<NodeScan> missing = deployment.notScanned();
    const bool willNotPass =
        missing.empty() ? !isPassing(deployment.scan.failure.kind) : std::ranges::all_of(missing, isLasting);
    return deployment.isReady() && deployment.isScannedInPart() && !m_window.locks().model().isArranging() &&
           (late || willNotPass);
}

bool Snapshot::hasSeenLife() const
{
    const auto locks = m_window.locks().model().shownLocks();
    const bool renewed = std::any_of(locks.begin(), locks.end(),
                                     [](const LockPtr &lock) { return lock->renewals.count >= 2; });
    return renewed || millisecondsBetween(m_filledAt, now()) > LifeTime;
}

// Selects the most interesting lock: renewed, with waiters, with a verdict.
void Snapshot::chooseLock()
{
    const auto locks = m_window.locks().model().shownLocks();
    if (locks.empty() && m_calmLooks < LooksUntilCalm)
        return; // the end of a scan may be reported before its last locks
    m_lockChosen = true;
    m_calmLooks = 1;
    const auto interest = [](const LockPtr &lock) {
        return 4 * std::min<qint64>(lock->renewals.count, 3) +
               std::min<qint64>(lock->waiters.count().figure(), 3) + int(lock->verdict.level);
    };
    const auto best = std::max_element(locks.begin(), locks.end(), [&](const LockPtr &a, const LockPtr &b) {
        return interest(a) < interest(b);
    });
    if (best != locks.end())
        m_window.locks().view().choose((*best)->key);
}

void Snapshot::take()
{
    QTextStream out(stdout);
    out << locksAsText(m_window.locks().model().shownLocks(), now());
    out << m_window.locks().summary() << '\n' << m_window.status().text() << '\n';
    out.flush();
    QWidget *window = &m_window;
    if (m_page == MainWindow::Page::Audit)
        window = &m_window.auditWindow();
    if (!save(window->grab()))
        return give({tr("cannot write %1").arg(m_file)}, 5);
    out << tr("Saved the window as %1").arg(QFileInfo(m_file).absoluteFilePath()) << '\n';
    out.flush();
    QStringList lines;
    const std::vector<Failure> all = missing();
    for (const Failure &one : all)
        lines << one.line();
    give(lines, all.empty() ? 0 : statusOf(all.front().kind));
}

// What the picture lacks.
std::vector<Failure> Snapshot::missing() const
{
    const DeploymentState &deployment = m_window.deployment();
    std::vector<Failure> all;
    const auto add = [&all](Failure why, const NodeId &node, const QString &what) {
        why.node = node;
        why.text = what.arg(why.text);
        all.push_back(std::move(why));
    };
    const auto isScanned = [&deployment](const NodeId &node) {
        const auto found = std::ranges::find(deployment.scan.nodes, node, &NodeScan::node);
        return found != deployment.scan.nodes.end() && found->phase == ScanPhase::Complete;
    };
    for (const NodeScan &node : deployment.notScanned())
        add(node.failure, node.node, tr("not scanned: %1"));
    for (const NodeStatus &node : deployment.nodes) {
        const bool hasLocks = !node.isReplica() && !node.isSentinel();
        const bool isKnown = std::ranges::find(all, node.node, &Failure::node) != all.end();
        if (m_isLate && hasLocks && !node.isReady() && !isKnown && !node.connection.reason.text.isEmpty())
            add(node.connection.reason, node.node,
                isScanned(node.node) ? tr("lost: %1") : tr("not scanned: %1"));
    }
    if (const auto whole = deployment.failureOfWhole(); whole && deployment.isScannedInPart())
        all.push_back(*whole);
    if (all.empty() && m_isLate)
        all.push_back({.kind = ErrorKind::Internal, .text = lateText()});
    return all;
}

// What was not ready when the time limit was over.
QString Snapshot::lateText() const
{
    const bool isListed = m_window.isFilled();
    const QString what = isListed && !m_workersReady ? tr("the sandbox was not ready within %1")
                         : isListed && m_page && !m_window.isPageFilled(*m_page, m_filledAt)
                             ? tr("the page was not filled within %1")
                             : tr("the list was not complete within %1");
    return what.arg(durationText(Patience));
}

// All of it or nothing, even if the program is ended meanwhile. The exceptions are written directly: a pipe,
// a device, and a file in a folder where no other can be created.
bool Snapshot::save(const QPixmap &picture) const
{
    const QFileInfo target(m_file);
    if (target.exists() && !target.isFile())
        return picture.save(m_file, "PNG");
    QSaveFile file(m_file);
    file.setDirectWriteFallback(true);
    return file.open(QIODevice::WriteOnly) && picture.save(&file, "PNG") && file.flush() && file.commit();
}

void Snapshot::fail(const Failure &failure)
{
    give({failure.line()}, statusOf(failure.kind));
}

void Snapshot::give(const QStringList &errors, int status)
{
    m_timer.stop();
    for (const QString &error : errors)
        QTextStream(stderr) << "lockscope: " << printable(error) << '\n';
    emit finished(status);
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/metrics.h"

#include "core/base/tr.h"
#include "core/engine/reading/scanprogress.h"

#include <QLocale>
#include <QSaveFile>

#include <array>
#include <numeric>

namespace lockscope
{

namespace
{

// Upper bounds of the histogram's buckets, in seconds.
constexpr std::array HoldEdges{0.005, 0.01, 0.025, 0.05,  0.1,   0.25,  0.5,    1.0,    2.5,     5.0,
                               10.0,  30.0, 60.0,  120.0, 300.0, 600.0, 1800.0, 3600.0, 21600.0, 86400.0};

constexpr std::chrono::seconds SampledLasts{10};

using Labels = std::vector<std::pair<const char *, QByteArray>>;

// A label value: UTF-8 with backslash, quote and line feed escaped. Non-text bytes are shown as \xNN.
QByteArray quoted(const QByteArray &bytes)
{
    QByteArray text = escapedText(bytes).toUtf8();
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    return '"' + text + '"';
}

class MetricsText
{
public:
    void family(const char *name, const char *type, const char *help)
    {
        m_name = name;
        m_text += QByteArray("# HELP ") + name + ' ' + help + "\n# TYPE " + name + ' ' + type + '\n';
    }
    void sample(double value, const Labels &labels = {}, const char *suffix = "")
    {
        m_text += m_name + suffix;
        for (size_t i = 0; i < labels.size(); ++i)
            m_text += (i == 0 ? "{" : ",") + QByteArray(labels[i].first) + '=' + quoted(labels[i].second);
        m_text += (labels.empty() ? " " : "} ") + number(value) + '\n';
    }
    void single(const char *name, const char *type, const char *help, double value)
    {
        family(name, type, help);
        sample(value);
    }
    static QByteArray number(double value)
    {
        return QByteArray::number(value, 'g', QLocale::FloatingPointShortest);
    }
    QByteArray text() const { return m_text; }

private:
    QByteArray m_name;
    QByteArray m_text;
};

void writeStanding(MetricsText &page, const LockTotals &totals)
{
    page.single("lockscope_locks", "gauge", "Known locks, including free ones that have keys or waiters.",
                double(totals.locks));
    page.single("lockscope_locks_held", "gauge", "Held locks.", double(totals.held));
    page.single("lockscope_locks_undecided", "gauge",
                "Locks of a RedLock group that may be held: nodes that do not answer decide.",
                double(totals.undecided));
    page.single("lockscope_waiters", "gauge", "Clients seen waiting; polling clients leave no trace.",
                double(totals.waiters));
    page.family("lockscope_locks_by_level", "gauge", "Locks by verdict level.");
    for (const auto level :
         {VerdictLevel::Ok, VerdictLevel::Info, VerdictLevel::Warning, VerdictLevel::Critical})
        page.sample(double(totals.levels[size_t(level)]), {{"level", name(level)}});
}

void writeCounters(MetricsText &page, const Tally &sum)
{
    page.single("lockscope_acquired_total", "counter", "Holds started.", double(sum.acquired));
    page.single("lockscope_reentered_total", "counter", "Reentries of holds.", double(sum.reentered));
    page.single("lockscope_renewed_total", "counter", "Lease renewals.", double(sum.renewed));
    page.family("lockscope_ended_total", "counter", "Holds ended, by how they ended.");
    page.sample(double(sum.released), {{"how", "released"}});
    page.sample(double(sum.expired), {{"how", "expired"}});
    page.sample(double(sum.forced), {{"how", "forced"}});
    page.sample(double(sum.unseen), {{"how", "unseen"}});
    page.single("lockscope_waiter_seconds_total", "counter", "Total time that clients were seen waiting.",
                sum.waiterSeconds);
}

void writeHolds(MetricsText &page, const std::array<qint64, HoldLengths::Steps> &holds, double heldSeconds)
{
    page.family("lockscope_hold_seconds", "histogram",
                "Duration of holds seen from start to end, accurate to 20 %.");
    qint64 below = 0;
    size_t step = 0;
    for (const double edge : HoldEdges) {
        // A step belongs to the bucket that contains its middle.
        for (; step < HoldLengths::Steps && HoldLengths::middle(step) <= edge * 1000.0; ++step)
            below += holds[step];
        page.sample(double(below), {{"le", MetricsText::number(edge)}}, "_bucket");
    }
    const qint64 all = std::accumulate(holds.begin(), holds.end(), qint64(0));
    page.sample(double(all), {{"le", "+Inf"}}, "_bucket");
    page.sample(heldSeconds, {}, "_sum");
    page.sample(double(all), {}, "_count");
}

void writeNodes(MetricsText &page, const std::vector<NodeStatus> &nodes)
{
    page.family("lockscope_node_up", "gauge", "1 while the node responds.");
    for (const NodeStatus &status : nodes)
        page.sample(status.isReady() ? 1 : 0, {{"node", status.node.bytes}, {"role", status.role}});
    page.family("lockscope_replica_lag_seconds", "gauge", "Lag of a replica behind its master.");
    for (const NodeStatus &status : nodes) {
        if (status.replica && status.replica->lag)
            page.sample(double(status.replica->lag->count()) / 1000.0, {{"node", status.node.bytes}});
    }
}

void writeContended(MetricsText &page, const std::vector<Contention> &locks)
{
    page.family("lockscope_contended_waiter_seconds", "gauge",
                "Total time that clients waited, for the most contended locks of the last ten minutes.");
    for (const Contention &lock : locks) {
        if (lock.waiterSeconds > 0)
            page.sample(lock.waiterSeconds, {{"key", lock.key.bytes}, {"kind", lock.kind}});
    }
}

} // namespace

void Metrics::add(const Tally &second)
{
    if (m_sum.from == WallTime{})
        m_sum = second;
    else
        m_sum.add(second);
    for (size_t step = 0; step < m_holds.size(); ++step)
        m_holds[step] += second.holds.countAt(step);
    if (second.sampled)
        m_sampledUntil = second.from + second.length;
    m_sum.blind = second.blind; // the current state, not a sum
}

QByteArray Metrics::text(WallTime at) const
{
    MetricsText page;
    page.family("lockscope_info", "gauge", "Lockscope version; always 1.");
    page.sample(1, {{"version", LOCKSCOPE_VERSION}});
    page.single("lockscope_timestamp_seconds", "gauge", "Time when this file was written.",
                double(std::chrono::duration_cast<milliseconds>(at.time_since_epoch()).count()) / 1000.0);
    page.family("lockscope_following", "gauge", "How changes are followed; always 1.");
    page.sample(1, {{"mode", name(m_live.mode)}});
    page.single("lockscope_exact", "gauge",
                "1 if every change of the last ten seconds was counted; 0 if fast changes merged or were not "
                "read, so counters are too low.",
                at - m_sampledUntil < SampledLasts ? 0 : 1);
    page.single("lockscope_unread_keys_total", "counter",
                "Keys that disappeared before they were read; whether they were locks is unknown.",
                double(m_sum.unread));
    page.single("lockscope_blind", "gauge", "1 while nothing, or only a part, can be seen.",
                m_sum.blind ? 1 : 0);
    page.single("lockscope_gaps_total", "counter", "Times when changes may have been missed.",
                double(m_gaps));
    page.single("lockscope_scan_complete", "gauge", "1 if the last scan covered all keys.",
                isWhole(m_scan) ? 1 : 0);
    page.single("lockscope_scan_keys", "gauge", "Keys covered by the last scan.", double(m_scan.keysSeen));
    writeStanding(page, m_sum.totals);
    writeCounters(page, m_sum);
    writeHolds(page, m_holds, m_sum.heldSeconds);
    writeNodes(page, m_nodes);
    writeContended(page, m_contended);
    return page.text();
}

Done Metrics::writeTo(const QString &fileName, WallTime at) const
{
    QSaveFile file(fileName);
    const QByteArray content = text(at);
    const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(content) == content.size() &&
                           file.flush(); // or disk full
    if (!isWritten || !file.commit())
        return Failure{.kind = ErrorKind::Internal,
                       .text = Tr::tr("cannot write the metrics to %1: %2").arg(fileName, file.errorString()),
                       .remedy = Tr::tr("check the folder, its permissions and free space")};
    return Nothing{};
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording/recordcommand.h"

#include "app/cli/recording/recordingfile.h"
#include "app/cli/run/following.h"
#include "app/cli/run/metricsfile.h"
#include "app/cli/run/timemeant.h"
#include "app/cli/terminal/interruption.h"
#include "app/cli/text/plaintext.h"
#include "app/workthread.h"
#include "core/history/history.h"
#include "core/history/recording/healthtimer.h"
#include "core/history/recording/redactedfeed.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#include <QSet>

#include <optional>
#include <utility>

namespace lockscope::cli
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds RetryPeriod = 10s;

// That a file is used by another program is no answer of a server.
Failure ofThisProgram(Failure failure)
{
    if (failure.kind != ErrorKind::Busy)
        return failure;
    failure.kind = ErrorKind::Internal;
    failure.remedy = QStringLiteral("end that one, or use another file");
    return failure;
}

// The history of one run, and what is said about it. Lives in the coroutine's frame.
class Recorder final : public QObject
{
public:
    Recorder(Run *run, const RecordOptions &options);
    ~Recorder() override;
    Q_DISABLE_COPY_MOVE(Recorder)

    Done prepare(); // before the connection is opened
    void sayThatItBegins();
    void countGapsIn(MetricsFile *metrics) { m_metrics = metrics; }
    int end();

private:
    void onStatus(const HistoryStatus &status);
    void onNodes(const std::vector<NodeStatus> &nodes);
    void onClockSet(milliseconds by);
    void deleteHistory(); // on m_thread
    void summarize();

    Run *m_run;
    const RecordOptions &m_options;
    const QString m_file;
    WorkThread m_thread{QStringLiteral("history")}; // so that writing and rotating never delay reading
    History *m_history = new History{QString()};    // on m_thread
    RedactedFeed *m_feed = nullptr;                 // on m_thread
    HealthTimer m_health;
    MetricsFile *m_metrics = nullptr;
    HistoryStatus m_last{};
    Failure m_failure{}; // why nothing is written now
    qint64 m_breaks = 0; // how often writing failed
    qint64 m_clockSteps = 0;
    bool m_isEnding = false;
    QSet<NodeId> m_lost{};
};

Recorder::Recorder(Run *run, const RecordOptions &options)
    : m_run(run), m_options(options), m_file(QFileInfo(options.file).absoluteFilePath()),
      m_health(&run->engine)
{
    m_history->setFile(m_file);
    m_history->setRetryPeriod(RetryPeriod);
    m_history->configure(options.limits);
    m_thread.take(m_history);
    connect(m_history, &History::statusChanged, this, &Recorder::onStatus);
    connect(m_history, &History::clockSet, this, &Recorder::onClockSet);
    connect(&run->engine, &Engine::nodesChanged, this, &Recorder::onNodes);
}

Recorder::~Recorder()
{
    m_thread.end([this] { deleteHistory(); });
}

Done Recorder::prepare()
{
    QByteArray salt;
    if (m_options.redact) {
        const auto known = saltOfRecording(m_file);
        if (!known)
            return known.failure();
        salt = *known;
        m_feed = new RedactedFeed(&m_run->engine, m_history, Pseudonyms(salt));
        m_thread.take(m_feed);
    } else {
        const Done unredacted = checkUnredacted(m_file);
        if (!unredacted)
            return unredacted;
        m_history->observe(&m_run->engine);
    }
    const Done writable = checkRecording(m_file, subjectOf(m_run->spec), salt);
    return writable ? writable : Done(ofThisProgram(writable.failure()));
}

void Recorder::sayThatItBegins()
{
    m_run->output.note(QStringLiteral("recording the locks of %1 in %2%3")
                           .arg(QString::fromUtf8(subjectOf(m_run->spec)), m_file,
                                m_options.redact ? QStringLiteral(", redacted") : QString()));
}

void Recorder::onStatus(const HistoryStatus &status)
{
    const bool wasWritten = m_failure.text.isEmpty();
    const bool isWritten = status.failure.text.isEmpty();
    if (isWritten && m_isEnding)
        return;
    m_failure = status.failure;
    if (m_isEnding)
        m_last.events = status.events;
    if (wasWritten && !isWritten) {
        ++m_breaks;
        if (m_metrics)
            m_metrics->addGap();
        m_run->output.warning(
            m_isEnding ? status.failure.line()
                       : QStringLiteral("not recording since %1: %2; retrying every %3")
                             .arg(secondText(wallNow()), status.failure.line(), durationText(RetryPeriod)));
    } else if (isWritten && !wasWritten) {
        m_run->output.warning(QStringLiteral("recording again since %1").arg(secondText(wallNow())));
    }
}

void Recorder::onNodes(const std::vector<NodeStatus> &nodes)
{
    for (const NodeStatus &status : nodes) {
        const QString node = escapedText(status.node.bytes);
        if (status.connection.phase == ConnectionPhase::Waiting && !m_lost.contains(status.node)) {
            m_lost.insert(status.node);
            m_run->output.note(
                QStringLiteral("%1: connection lost: %2").arg(node, status.connection.reason.text));
        } else if (status.connection.phase == ConnectionPhase::Ready && m_lost.remove(status.node)) {
            m_run->output.note(QStringLiteral("%1: connected again").arg(node));
        }
    }
}

// A suspended computer looks the same as a clock set ahead: the monotonic clock stops meanwhile.
void Recorder::onClockSet(milliseconds by)
{
    ++m_clockSteps;
    m_run->output.warning(
        by < milliseconds(0)
            ? QStringLiteral(
                  "the clock was set back by %1: the recording cannot tell what was held in that time")
                  .arg(humanDuration(-by))
            : QStringLiteral(
                  "the clock was set ahead by %1, or the computer was suspended: holds from before are "
                  "recorded as held since then or longer")
                  .arg(humanDuration(by)));
}

// Everything that was reported is written first. Also closes the holds that are open.
int Recorder::end()
{
    QMetaObject::invokeMethod(
        m_history, [] {}, Qt::BlockingQueuedConnection);
    QCoreApplication::sendPostedEvents(this); // the statuses until then
    m_isEnding = true;
    m_thread.end([this] {
        m_last = m_history->status();
        m_history->close();
        deleteHistory();
    });
    QCoreApplication::sendPostedEvents(this);
    summarize();
    if (!m_failure.text.isEmpty())
        return m_run->fail(ofThisProgram(m_failure));
    return Success;
}

void Recorder::deleteHistory()
{
    delete std::exchange(m_feed, nullptr);
    delete std::exchange(m_history, nullptr);
}

void Recorder::summarize()
{
    const qint64 gaps = m_last.gaps + m_breaks;
    const qint64 bytes = QFileInfo(m_file).size();
    const auto locks = locksRecorded(m_file);
    if (m_run->arguments.json) {
        JsonWriter json(m_run->output.documentLayout());
        json.beginObject();
        json.text("file", m_file);
        json.boolean("redacted", m_options.redact);
        json.number("events", m_last.events);
        json.number("gaps", gaps);
        json.number("flushes", m_last.flushes);
        json.number("clock_steps", m_clockSteps);
        if (locks)
            json.number("locks", *locks);
        json.number("bytes", bytes);
        json.endObject();
        m_run->output.document(json.take() + '\n');
        return;
    }
    const QString flushes = m_last.flushes > 0
                                ? QStringLiteral("; a server was flushed, swapped or reloaded %1")
                                      .arg(counted(m_last.flushes, QStringLiteral("time")))
                                : QString();
    const QString steps =
        m_clockSteps > 0
            ? QStringLiteral("; the clock jumped %1").arg(counted(m_clockSteps, QStringLiteral("time")))
            : QString();
    m_run->output.remark(QStringLiteral("recorded %1 with %2; %3 has %4, %5%6")
                             .arg(counted(m_last.events, QStringLiteral("event")),
                                  counted(gaps, QStringLiteral("gap")), m_file,
                                  locks ? counted(*locks, QStringLiteral("lock"))
                                        : QStringLiteral("an unknown number of locks"),
                                  QLocale::c().formattedDataSize(bytes, 1, QLocale::DataSizeIecFormat),
                                  flushes + steps));
}

} // namespace

QCoro::Task<int> runCommand(Run *run, const RecordOptions &options)
{
    std::optional<MetricsFile> metrics;
    Recorder recorder(run, options);
    const Done prepared = recorder.prepare();
    if (!prepared)
        co_return run->fail(prepared.failure());
    if (!options.metricsFile.isEmpty()) {
        const Done writable = MetricsFile::check(options.metricsFile);
        if (!writable)
            co_return run->fail(writable.failure());
        metrics.emplace(run->engine, options.metricsFile);
        recorder.countGapsIn(&*metrics);
        QObject::connect(&*metrics, &MetricsFile::failed, &recorder,
                         [run](const Failure &why) { run->output.warning(why.line()); });
    }
    Following following(run);
    const Done ready = co_await connected(run, EngineOptions());
    if (!ready)
        co_return run->cancelled ? Success : run->fail(ready.failure());
    recorder.sayThatItBegins();
    following.begin(options.duration);
    int status = co_await following.over().reached();
    run->interruption->setPatient(); // what was reported is written, however long that takes
    const int recorded = recorder.end();
    if (status == Success)
        status = recorded;
    const Done written = metrics ? metrics->finish() : Done(Nothing{});
    if (!written && status == Success)
        co_return run->fail(written.failure());
    co_return status;
}

} // namespace lockscope::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording/recordedservers.h"

#include "app/cli/recording/moment.h"
#include "app/cli/run/timemeant.h"
#include "app/cli/text/noderows.h"
#include "core/base/unixms.h"
#include "core/export/jsondocuments.h"
#include "core/history/playback/statethen.h"

#include <algorithm>

namespace lockscope::cli
{

namespace
{

template<class T> struct Answer {
    const char *what; // "findings"
    WallTime at{};
    std::optional<StateThen<T>> then{};
};

template<class T> QString headline(const Answer<T> &answer)
{
    const QString what = QLatin1String(answer.what);
    const QString at = secondText(answer.at);
    if (!answer.then)
        return QStringLiteral("%1 at %2: not recorded").arg(what, at);
    const QString since = secondText(answer.then->since);
    if (answer.then->setBackBy)
        return QStringLiteral("%1 last known at %2; %3: %4")
            .arg(what, since, at, unknownText(answer.then->setBackBy));
    return answer.then->isLastKnown
               ? QStringLiteral("%1 last known at %2; not recorded at %3").arg(what, since, at)
               : QStringLiteral("%1 at %2, as recorded at %3").arg(what, at, since);
}

template<class T> void printDocument(const Run &run, const Answer<T> &answer)
{
    JsonWriter json(run.output.documentLayout());
    json.beginObject();
    json.number("at", unixMs(answer.at));
    if (answer.then) {
        json.number("recorded_at", unixMs(answer.then->since));
        json.boolean("last_known", answer.then->isLastKnown);
        writeSetBack(json, answer.then->setBackBy);
        if constexpr (std::is_same_v<T, Finding>)
            writeFindings(json, answer.then->what);
        else
            writeNodeList(json, answer.then->what);
    } else {
        json.name("recorded_at");
        json.null();
        json.text("text", headline(answer));
    }
    json.endObject();
    run.output.document(json.take() + '\n');
}

void print(const Run &run, const std::vector<Finding> &findings)
{
    if (findings.empty())
        return run.output.remark(QStringLiteral("no findings"));
    run.output.print(findingsText(findings, run.output.style()) << QString());
    if (std::ranges::any_of(findings, [](const Finding &finding) { return finding.text.isEmpty(); }))
        run.output.remark(QStringLiteral("texts, evidence and advice were left out with the names"));
}

void print(const Run &run, const std::vector<NodeStatus> &nodes)
{
    run.output.print(nodesText(nodes, run.output.style()));
}

// Read: findingsThen() or nodesThen().
template<class T, class Read>
Outcome<Answer<T>> answered(Run *run, const char *what, const char *command, const QString &recording,
                            const QByteArray &time, const Read &read)
{
    RecordingReader reader(recording);
    const auto at = openAtMoment(reader, recording, time, command);
    if (!at)
        return at.failure();
    auto then = read(reader, *at);
    if (!then)
        return then.failure();
    Answer<T> answer{.what = what, .at = *at, .then = *std::move(then)};
    if (run->arguments.json) {
        printDocument(*run, answer);
    } else {
        run->output.print(headline(answer));
        if (answer.then)
            print(*run, answer.then->what);
    }
    for (const QString &flaw : reader.flaws())
        run->output.warning(flaw);
    return answer;
}

} // namespace

QCoro::Task<int> runRecorded(Run *run, const DoctorOptions &options)
{
    const auto answer =
        answered<Finding>(run, "findings", "doctor", options.recording, options.at, findingsThen);
    if (!answer)
        co_return run->fail(answer.failure());
    const bool isKnown = answer->then && !answer->then->isLastKnown;
    const bool isUnsafe = answer->then && std::ranges::any_of(answer->then->what, [](const Finding &finding) {
                              return finding.level >= VerdictLevel::Warning;
                          });
    co_return isKnown && !isUnsafe ? Success : LockSaidNo;
}

QCoro::Task<int> runRecorded(Run *run, const NodesOptions &options)
{
    const auto answer = answered<NodeStatus>(run, "nodes", "nodes", options.recording, options.at, nodesThen);
    if (!answer)
        co_return run->fail(answer.failure());
    co_return answer->then && !answer->then->isLastKnown ? Success : LockSaidNo;
}

} // namespace lockscope::cli

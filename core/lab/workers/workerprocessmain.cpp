// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/workers/workerprocessmain.h"

#include "core/config/secrets.h"
#include "core/lab/workers/workerpool.h"
#include "core/platform/standardinput.h"

#include <unistd.h>

#include <QCoreApplication>
#include <QJsonDocument>
#include <QTimer>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds ServerPatience = 10s; // for the servers

// Writes the line before it returns, because the process may be stopped or killed next.
void tell(const QByteArray &line)
{
    const QByteArray whole = line + '\n';
    for (qsizetype done = 0; done < whole.size();) {
        const auto written = ::write(STDOUT_FILENO, whole.constData() + done, size_t(whole.size() - done));
        if (written <= 0)
            return;
        done += written;
    }
}

QByteArray nanoseconds(Instant at)
{
    return QByteArray::number(qint64(at.time_since_epoch().count()));
}

void tellFailure(const Failure &why)
{
    tell("failed " + QByteArray::number(int(why.kind)) + ' ' + why.line().toUtf8().toBase64());
}

// Lives as long as the process.
struct PlayedWorker {
    std::unique_ptr<LabServers> ground{};
    std::unique_ptr<WorkerPool> crew{};
    QByteArray input{};
    QTimer clock{};
};

QCoro::Task<> begin(PlayedWorker *worker)
{
    Done done = co_await worker->ground->ready(ServerPatience);
    if (done)
        done = co_await worker->crew->prepare();
    if (!done) {
        tellFailure(done.failure());
        QCoreApplication::exit(1);
        co_return;
    }
    tell("ready");
}

void finish(PlayedWorker *worker)
{
    const Traffic traffic = worker->crew->traffic();
    tell("done " + QByteArray::number(traffic.commands) + ' ' + QByteArray::number(traffic.bytes));
    QCoreApplication::exit(0);
}

bool take(PlayedWorker *worker, const QJsonObject &order)
{
    const auto spec =
        parseConnectionUrls(order[QStringLiteral("url")].toString().split(u' ', Qt::SkipEmptyParts));
    const auto secrets = secretsFromJson(order[QStringLiteral("secrets")].toString().toUtf8());
    if (!spec || !secrets) {
        tellFailure(spec ? secrets.failure() : spec.failure());
        return false;
    }
    ConnectionSpec whole = *spec;
    giveSecrets(*secrets, whole);
    worker->ground = std::make_unique<LabServers>(whole);
    worker->crew = std::make_unique<WorkerPool>(*worker->ground,
                                                workloadFromJson(order[QStringLiteral("job")].toObject()));
    QObject::connect(worker->crew.get(), &WorkerPool::happened, [](const LabEvent &event) {
        tell("event " + QByteArray::number(int(event.kind)) + ' ' + QByteArray::number(event.worker) + ' ' +
             nanoseconds(event.at) + ' ' + QByteArray::number(int(event.mode)));
    });
    QObject::connect(worker->crew.get(), &WorkerPool::failed, tellFailure);
    QObject::connect(worker->crew.get(), &WorkerPool::finished, [worker] { finish(worker); });
    QObject::connect(&worker->clock, &QTimer::timeout, [] { tell("time " + nanoseconds(now())); });
    worker->clock.start(20ms);
    begin(worker);
    return true;
}

void takeLine(PlayedWorker *worker, const QByteArray &line)
{
    if (line == "stop") {
        worker->crew->stop();
    } else if (line == "go") {
        worker->crew->start();
    } else if (!take(worker, QJsonDocument::fromJson(line).object())) {
        QCoreApplication::exit(1);
    }
}

} // namespace

int runWorkerProcess()
{
    PlayedWorker worker;
    const StandardInput input([&worker](const QByteArray &bytes) {
        if (bytes.isEmpty()) { // the parent has ended
            QCoreApplication::exit(1);
            return;
        }
        worker.input.append(bytes);
        for (qsizetype end = worker.input.indexOf('\n'); end >= 0; end = worker.input.indexOf('\n')) {
            const QByteArray line = worker.input.first(end);
            worker.input.remove(0, end + 1);
            takeLine(&worker, line);
        }
    });
    return QCoreApplication::exec();
}

} // namespace lockscope

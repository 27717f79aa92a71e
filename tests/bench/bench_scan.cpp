// SPDX-License-Identifier: GPL-3.0-or-later
// What `lockscope-cli scan` costs beside a floor in the same run: a child process that does the same reads
// with hiredis and nothing else (SCAN, TYPE and PTTL, then the value, as a pipeline of three stages).
//   bench_scan [--keys N] [--locks N] [--rounds N] [--other CLI]
// Half of the locks are Redisson hashes, half strings with a token. --other: one more program to compare,
// for example of an earlier version. Memory: what a lock adds to a scan that finds none.

#include "tests/bench/benchkit.h"

#include <fcntl.h>
#include <hiredis/hiredis.h>
#include <sys/wait.h>

using namespace lockscope;
using namespace lockscope::bench;

namespace
{

struct Setting {
    int keys = 200'000;
    int locks = 200'000;
    int rounds = 3;
};

struct Cost {
    double wall = 0;
    double cpu = 0;    // user and system, of the client alone
    double memory = 0; // peak, in bytes
};

void populate(Session &session, const Setting &setting)
{
    Batch batch;
    for (int i = 0; i < setting.keys; ++i) {
        const QByteArray number = QByteArray::number(i);
        const int nth = setting.keys / setting.locks;
        const QByteArray key = "lock:" + number;
        if (i % nth != 0) {
            batch.add({"SET", "session:" + number, "0123456789abcdef"});
        } else if (i / nth % 2 == 0) {
            batch.add(
                {"HSET", key, "6f9619ff-8b86-d011-b42d-" + number.rightJustified(12, '0') + ":17", "1"});
            batch.add({"PEXPIRE", key, "3600000"});
        } else {
            const QByteArray token = "6f9619ff8b86d011b42d" + number.rightJustified(12, '0');
            batch.add({"SET", key, token, "PX", "3600000"});
        }
        if (batch.count() >= 10'000 || i + 1 == setting.keys)
            exchange(session, std::exchange(batch, {}));
    }
}

// Plain C of hiredis, in a process of its own.
class Floor
{
public:
    explicit Floor(quint16 port) : m_redis(redisConnect("127.0.0.1", port)) {}
    ~Floor() { redisFree(m_redis); }
    Q_DISABLE_COPY_MOVE(Floor)

    int run()
    {
        std::string cursor = "0";
        bool walked = false;
        std::vector<std::string> names; // to be asked for their type
        std::vector<std::pair<std::string, bool>> typed;
        qint64 values = 0;
        while (!walked || !names.empty() || !typed.empty()) {
            for (const auto &[name, isHash] : typed)
                ask(isHash ? "HGETALL" : "GET", name);
            for (const std::string &name : names) {
                ask("TYPE", name);
                ask("PTTL", name);
            }
            if (!walked)
                redisAppendCommand(m_redis, "SCAN %s MATCH lock:* COUNT 1000", cursor.c_str());
            for (size_t i = 0; i < typed.size(); ++i, ++values)
                freeReplyObject(reply());
            typed.clear();
            for (std::string &name : names) {
                redisReply *type = reply();
                typed.emplace_back(std::move(name), type->str[0] == 'h');
                freeReplyObject(type);
                freeReplyObject(reply());
            }
            names.clear();
            if (walked)
                continue;
            redisReply *page = reply();
            cursor = page->element[0]->str;
            walked = cursor == "0";
            for (size_t i = 0; i < page->element[1]->elements; ++i)
                names.emplace_back(page->element[1]->element[i]->str, page->element[1]->element[i]->len);
            freeReplyObject(page);
        }
        return values > 0 ? 0 : 1;
    }

private:
    void ask(const char *command, const std::string &name)
    {
        const char *arguments[] = {command, name.data()};
        const size_t sizes[] = {std::strlen(command), name.size()};
        redisAppendCommandArgv(m_redis, 2, arguments, sizes);
    }
    redisReply *reply()
    {
        void *got = nullptr;
        if (redisGetReply(m_redis, &got) != REDIS_OK)
            ::_exit(3);
        return static_cast<redisReply *>(got);
    }
    redisContext *m_redis;
};

// child() runs in a process of its own, without standard output.
template<class F> Cost costOf(F &&child)
{
    const auto begin = Clock::now();
    const pid_t pid = ::fork();
    if (pid == 0) {
        const int nowhere = ::open("/dev/null", O_WRONLY);
        ::dup2(nowhere, STDOUT_FILENO);
        ::_exit(child());
    }
    int status = 0;
    rusage usage{};
    if (::wait4(pid, &status, 0, &usage) != pid || status != 0)
        qFatal("a child process failed: %d", status);
    const auto time = [](const timeval &value) { return double(value.tv_sec) + double(value.tv_usec) / 1e6; };
    return {.wall = seconds(Clock::now() - begin),
            .cpu = time(usage.ru_utime) + time(usage.ru_stime),
            .memory = double(usage.ru_maxrss) * 1024};
}

Cost costOfProgram(const QByteArray &program, const QByteArray &url, const QByteArray &pattern,
                   const QByteArrayList &options)
{
    return costOf([&] {
        const QByteArrayList words =
            QByteArrayList{program, "scan", "--url", url, "--pattern", pattern} + options;
        std::vector<char *> arguments;
        for (const QByteArray &word : words)
            arguments.push_back(const_cast<char *>(word.constData()));
        arguments.push_back(nullptr);
        ::execv(program.constData(), arguments.data());
        return 127;
    });
}

struct Row {
    QString name{};
    std::function<Cost()> run{};
    std::vector<Cost> costs{};

    double middle(double Cost::*what) const
    {
        std::vector<double> values;
        for (const Cost &cost : costs)
            values.push_back(cost.*what);
        return median(values);
    }
};

void print(const Row &row, const Row &floor, double emptyMemory, int locks)
{
    const auto ratio = [&](double Cost::*what) { return row.middle(what) / floor.middle(what); };
    line(QStringLiteral("%1 wall %2 s (%3 x floor), CPU %4 s (%5 us a lock), peak %6 MB, %7 bytes a lock")
             .arg(row.name, -24)
             .arg(row.middle(&Cost::wall), 0, 'f', 2)
             .arg(ratio(&Cost::wall), 0, 'f', 2)
             .arg(row.middle(&Cost::cpu), 0, 'f', 2)
             .arg(row.middle(&Cost::cpu) * 1e6 / locks, 0, 'f', 1)
             .arg(row.middle(&Cost::memory) / 1e6, 0, 'f', 0)
             .arg(std::max(0.0, row.middle(&Cost::memory) - emptyMemory) / locks, 0, 'f', 0));
}

std::vector<Row> rowsFor(const QByteArray &program, const QString &name, const QByteArray &url)
{
    const auto row = [&](const QString &what, const QByteArrayList &options) {
        return Row{.name = name + what,
                   .run = [=] { return costOfProgram(program, url, "lock:*", options); }};
    };
    return {row(QStringLiteral(" text"), {}), row(QStringLiteral(" --json"), {"--json"}),
            row(QStringLiteral(" --sort ttl"), {"--sort", "ttl"}),
            row(QStringLiteral(" --stream"), {"--stream"})};
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    Setting setting;
    setting.keys = argument("--keys", setting.keys);
    setting.locks = argument("--locks", std::min(setting.keys, setting.locks));
    setting.rounds = argument("--rounds", setting.rounds);
    const auto server = orDie(Sandbox::start());
    {
        Session session(server->tcp());
        if (!waitReady(session))
            qFatal("the sandbox does not answer");
        populate(session, setting);
    }
    const QByteArray url = "redis://127.0.0.1:" + QByteArray::number(server->port());
    const QByteArray cli = QCoreApplication::applicationDirPath().toLocal8Bit() + "/lockscope-cli";
    std::vector<Row> rows{{.name = QStringLiteral("floor"),
                           .run = [&] { return costOf([&] { return Floor(server->port()).run(); }); }}};
    const QStringList arguments = QCoreApplication::arguments();
    std::vector<std::pair<QByteArray, QString>> programs{{cli, QStringLiteral("cli")}};
    if (const qsizetype at = arguments.indexOf(QLatin1String("--other")); at >= 0 && at + 1 < argc)
        programs.emplace_back(arguments[at + 1].toLocal8Bit(), QStringLiteral("other"));
    for (const auto &[program, name] : programs)
        std::ranges::move(rowsFor(program, name, url), std::back_inserter(rows));
    for (int round = 0; round < setting.rounds; ++round) {
        for (Row &row : rows)
            row.costs.push_back(row.run());
    }
    const double empty = costOfProgram(cli, url, "no-such-lock:*", {}).memory;
    line(QStringLiteral("%1 locks among %2 keys, medians of %3 rounds; without locks %4 MB")
             .arg(setting.locks)
             .arg(setting.keys)
             .arg(setting.rounds)
             .arg(empty / 1e6, 0, 'f', 0));
    for (const Row &row : rows)
        print(row, rows.front(), empty, setting.locks);
    return 0;
}

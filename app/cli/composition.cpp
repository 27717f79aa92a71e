// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/composition.h"

#include "app/cli/acts/acquirecommand.h"
#include "app/cli/acts/actcommand.h"
#include "app/cli/commands/auditcommand.h"
#include "app/cli/commands/blockingcommand.h"
#include "app/cli/commands/contentioncommand.h"
#include "app/cli/commands/doctorcommand.h"
#include "app/cli/commands/incidentcommand.h"
#include "app/cli/commands/labcommand.h"
#include "app/cli/commands/nodescommand.h"
#include "app/cli/commands/rulescommand.h"
#include "app/cli/commands/sandboxcommand.h"
#include "app/cli/commands/scancommand.h"
#include "app/cli/commands/showcommand.h"
#include "app/cli/commands/watchcommand.h"
#include "app/cli/recording/comparecommand.h"
#include "app/cli/recording/recordcommand.h"
#include "app/cli/recording/recordedblocking.h"
#include "app/cli/recording/recordedevents.h"
#include "app/cli/recording/recordedlock.h"
#include "app/cli/recording/recordedservers.h"
#include "app/cli/recording/sharecommand.h"
#include "app/cli/run/target.h"
#include "app/cli/syntax/usage.h"
#include "app/cli/terminal/interruption.h"
#include "app/cli/terminal/lineprompt.h"
#include "app/cli/terminal/oneshot.h"
#include "app/cli/text/lockrows.h"
#include "core/config/keychain.h"
#include "core/config/observestore.h"
#include "core/config/profilestore.h"
#include "core/config/rulestore.h"
#include "core/formats/format.h"
#include "core/history/audit/audittrail.h"
#include "core/lab/demoworkers.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "core/values/kindname.h"

#include <QCoreApplication>
#include <QTimer>

#include <algorithm>

namespace lockscope::cli
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds LongestFilling = 30s;

// Removes them, so that no process that is started from here inherits them: the command of acquire, ssh and
// its ProxyCommand, the servers of the sandbox.
EnvironmentPasswords takenPasswords()
{
    const EnvironmentPasswords passwords{.server = qEnvironmentVariable("LOCKSCOPE_PASSWORD"),
                                         .sentinel = qEnvironmentVariable("LOCKSCOPE_SENTINEL_PASSWORD")};
    qunsetenv("LOCKSCOPE_PASSWORD");
    qunsetenv("LOCKSCOPE_SENTINEL_PASSWORD");
    return passwords;
}

// A further one, where the command line names several.
struct Connection {
    explicit Connection(const Run &like)
        : run{.arguments = like.arguments,
              .output = like.output,
              .engine = engine,
              .rules = like.rules,
              .observe = like.observe}
    {
    }
    Engine engine{};
    Run run;
};

// Declared in order of lifetime: the servers start before the engine and end after it.
struct Composition {
    const Arguments &arguments;
    Output &output;
    const EnvironmentPasswords passwords = takenPasswords();
    Interruption interruption{};
    std::unique_ptr<SandboxDeployment> sandbox{};
    std::unique_ptr<DemoWorkers> workers{};
    Engine engine{};
    Run run{arguments, output, engine};
    std::vector<std::unique_ptr<Connection>> further{};
    AuditTrail *audit = nullptr; // a child of the engine

    Runs runs()
    {
        Runs all{&run};
        for (const auto &connection : further)
            all.push_back(&connection->run);
        return all;
    }
};

// A named rules file must be valid. A fault in the default one causes only a warning.
Done loadRules(Composition *parts)
{
    const QString &named = parts->arguments.rulesFile;
    RuleStore &store = parts->run.ruleStore;
    store = named.isEmpty() ? RuleStore(parts->arguments.configDir) : RuleStore::ofFile(named);
    const bool mayBeMade = std::holds_alternative<RulesOptions>(parts->arguments.options);
    if (!named.isEmpty() && !store.exists() && !mayBeMade)
        return badInput(QStringLiteral("--rules: file %1 does not exist").arg(named));
    const RuleBook book = store.load();
    for (const RuleProblem &problem : book.problems)
        parts->output.warning(QStringLiteral("%1: %2").arg(store.fileName(), problem.sentence()));
    if (!book.problems.isEmpty() && !named.isEmpty())
        return badInput(QStringLiteral("the rules in %1 are not used").arg(named),
                        QStringLiteral("fix the lines listed above"));
    if (!book.problems.isEmpty())
        parts->output.warning(QStringLiteral("its rules are not used until this is fixed"));
    parts->run.rules = book.rules;
    parts->run.registry = registryWith(book.rules);
    if (store.exists())
        parts->output.detail(QStringLiteral("%1: %2 rules").arg(store.fileName()).arg(book.rules.size()));
    return Nothing{};
}

// A fault in the file causes only a warning, because the defaults work without it.
void loadObserveSettings(Composition *parts)
{
    const ObserveStore store(parts->arguments.configDir);
    const ObserveBook book = store.load();
    for (const Failure &problem : book.problems)
        parts->output.warning(QStringLiteral("%1: %2").arg(store.fileName(), problem.text));
    if (!book.problems.isEmpty())
        parts->output.warning(QStringLiteral("its settings are not used until this is fixed"));
    parts->run.observe = book.settings;
    parts->audit->setSyslog(book.settings.auditSyslog);
    const auto confidenceOf = [](const auto &command) {
        if constexpr (requires { command.confidence; })
            return command.confidence;
        else
            return std::optional<Confidence>();
    };
    if (const auto least = std::visit(confidenceOf, parts->arguments.options))
        parts->run.observe.thresholds.leastConfidence = *least;
}

// The names that the command line gives need not say lock. An act still wants to be told what the key is.
RequestedKeys requestedKeys(const ConnectionSpec &spec, const CommandOptions &options)
{
    const auto keysOf = [](const auto &command) {
        using Options = std::remove_cvref_t<decltype(command)>;
        if constexpr (requires { command.keys; })
            return QList<LockName>(command.keys.begin(), command.keys.end());
        else if constexpr (std::is_same_v<Options, ShowOptions> || std::is_same_v<Options, IncidentOptions> ||
                           std::is_same_v<Options, RulesOptions>)
            return QList<LockName>{command.key};
        else
            return QList<LockName>();
    };
    return {.patterns = spec.patterns, .keys = std::visit(keysOf, options)};
}

Failure noSuchKind(const QString &option, const QString &kind, const Registry &registry)
{
    std::vector<QByteArray> words;
    for (const LockKind known : registry.kinds())
        words.push_back(kindName(known));
    return badInput(QStringLiteral("%1: unknown kind %2").arg(option, kind),
                    didYouMean(kind.toUtf8(), words, QStringLiteral("available: %1").arg(listed(words))));
}

// Kinds and verdicts must be known to this version or the rules, so that a typo is not mistaken for "no such
// lock". The lab's scenarios are checked elsewhere.
Done checkWords(const CommandOptions &options, const Registry &registry)
{
    const auto kindsOf = [](const auto &command) {
        if constexpr (requires { command.kind; })
            return std::vector<QByteArray>{command.kind};
        else if constexpr (requires { command.kinds; })
            return command.kinds;
        else
            return std::vector<QByteArray>();
    };
    for (const QByteArray &kind : std::visit(kindsOf, options)) {
        if (!kind.isEmpty() && !registry.find(kind))
            return noSuchKind(QStringLiteral("--kind"), escapedText(kind), registry);
    }
    if (const auto *watch = std::get_if<WatchOptions>(&options)) {
        for (const AlertRule &rule : watch->alerts) {
            const QStringList unknown = rule.filter.kindsNotIn(registry.kinds());
            if (!unknown.isEmpty())
                return noSuchKind(QStringLiteral("--alert: kind"), unknown.front(), registry);
        }
    }
    const auto *scan = std::get_if<ScanOptions>(&options);
    if (!scan)
        return Nothing{};
    for (const LockFilter &filter : scan->filters) {
        const QStringList unknown = filter.kindsNotIn(registry.kinds());
        if (!unknown.isEmpty())
            return noSuchKind(QStringLiteral("--filter: kind"), unknown.front(), registry);
    }
    return checkVerdicts(scan->verdicts);
}

template<class Options> bool isFor(const Arguments &arguments)
{
    return std::holds_alternative<Options>(arguments.options);
}

// The lab starts its own servers unless some are named.
bool hasOwnServers(const Arguments &arguments)
{
    return arguments.sandbox || isFor<SandboxOptions>(arguments) ||
           (isFor<LabOptions>(arguments) && arguments.urls.isEmpty() && !arguments.hasProfiles());
}

// Further connections are judged like the first one, and print to the same output.
Run &nextRun(Composition *parts, size_t index)
{
    if (index == 0)
        return parts->run;
    parts->further.push_back(std::make_unique<Connection>(parts->run));
    return parts->further.back()->run;
}

Done findServers(Composition *parts)
{
    const auto targets = findTargets(parts->arguments, parts->passwords);
    if (!targets)
        return targets.failure();
    QStringList warnings;
    for (size_t i = 0; i < targets->size(); ++i) {
        const NamedTarget &named = (*targets)[i];
        Run &run = nextRun(parts, i);
        run.connection = named.profile;
        if (named.target) {
            run.spec = named.target->spec;
            warnings += named.target->warnings;
        } else {
            run.fault = named.target.failure();
        }
    }
    warnings.removeDuplicates();
    for (const QString &warning : warnings) {
        if (!parts->arguments.quiet)
            parts->output.warning(warning);
    }
    return Nothing{};
}

Done findServer(Composition *parts)
{
    if (hasOwnServers(parts->arguments))
        return Nothing{};
    if (parts->arguments.areSeveral())
        return findServers(parts);
    const auto target = findTarget(parts->arguments, parts->passwords);
    if (!target)
        return target.failure();
    for (const QString &warning : target->warnings) {
        if (!parts->arguments.quiet)
            parts->output.warning(warning);
    }
    parts->run.spec = target->spec;
    return Nothing{};
}

QCoro::Task<Outcome<Secrets>> keptSecrets(Run *run)
{
    OneShot<Outcome<Secrets>> answer;
    Keychain store(run->arguments.configDir);
    store.read(run->spec.name, [&answer](const Outcome<Secrets> &secrets) { answer.happen(secrets); });
    run->onInterrupt = [&answer](int, bool) {
        answer.happen(Failure{.kind = ErrorKind::Cancelled, .text = QStringLiteral("interrupted")});
    };
    Outcome<Secrets> secrets = co_await answer.reached();
    run->onInterrupt = {};
    co_return secrets;
}

bool lacksPassword(const ConnectionSpec &spec)
{
    if (spec.topology == Topology::RedLock)
        return std::ranges::any_of(spec.members, lacksPassword);
    return spec.password.isEmpty();
}

// Passwords of a profile that neither the environment nor a file provides: from the keychain, else typed at
// the terminal. Never fails for a missing password, because the server may require none.
QCoro::Task<Done> profilePasswords(Run *run)
{
    ConnectionSpec &spec = run->spec;
    if (!run->arguments.hasProfiles() || run->fault)
        co_return Nothing{};
    const bool sentinels = spec.topology == Topology::Sentinel && spec.sentinel.password.isEmpty();
    if (spec.inKeychain && (lacksPassword(spec) || sentinels)) {
        const Outcome<Secrets> kept = co_await keptSecrets(run);
        if (run->interruptedBy)
            co_return Failure{.kind = ErrorKind::Cancelled};
        if (kept)
            giveSecrets(*kept, spec);
        else if (!run->arguments.quiet && lacksPassword(spec))
            run->output.warning(run->named(kept.failure().text));
    }
    const bool expected = spec.inKeychain || !spec.user.isEmpty();
    if (!expected || !lacksPassword(spec) || !LinePrompt::possible())
        co_return Nothing{};
    const Outcome<QString> typed =
        co_await typedLine(run, QStringLiteral("Password of %1: ").arg(spec.name), LinePrompt::Echo::Hidden);
    if (!typed)
        co_return typed.failure();
    fillIn(*typed, {}, spec);
    co_return Nothing{};
}

// Starts the private servers and their workers, and waits until every demo lock exists.
QCoro::Task<Done> filledSandbox(Composition *parts)
{
    parts->output.progress(QStringLiteral("starting private redis-server processes"));
    const auto *forOthers = std::get_if<SandboxOptions>(&parts->arguments.options);
    const bool isOpen = forOthers && forOthers->noPassword;
    auto started = SandboxDeployment::start(parts->arguments.sandboxTopology(),
                                            isOpen ? DeploymentOptions{} : withPasswords({}));
    if (!started)
        co_return started.failure();
    parts->sandbox = std::move(*started);
    parts->run.spec = parts->sandbox->spec();
    applyOptions(parts->arguments, parts->run.spec);
    parts->run.urls = parts->sandbox->urls();
    parts->workers = std::make_unique<DemoWorkers>(workplaces(*parts->sandbox));
    OneShot<Done> filled;
    const QObject waiting; // limits the connections to this wait
    QObject::connect(parts->workers.get(), &DemoWorkers::populated, &waiting,
                     [&filled] { filled.happen(Nothing{}); });
    QTimer::singleShot(LongestFilling, &waiting, [&filled] {
        filled.happen(Failure{.kind = ErrorKind::Internal,
                              .text = QStringLiteral("the sandbox was not ready in time")});
    });
    parts->run.onInterrupt = [&filled](int, bool) { filled.happen(Failure{.kind = ErrorKind::Cancelled}); };
    parts->workers->start();
    const Done done = co_await filled.reached();
    parts->run.onInterrupt = {};
    parts->output.endProgress();
    co_return done;
}

QCoro::Task<int> performCommand(const Runs &runs)
{
    Run *run = runs.front();
    return std::visit(
        [&runs, run]<class Options>(const Options &options) {
            if constexpr (requires { runRecorded(run, options); }) {
                if (!options.recording.isEmpty())
                    return runRecorded(run, options);
            }
            if constexpr (requires { runCommand(runs, options); })
                return runCommand(runs, options);
            else
                return runCommand(run, options);
        },
        run->arguments.options);
}

// These need neither rules nor a server.
bool readsFile(const CommandOptions &options)
{
    const auto isOfRecording = []<class Options>(const Options &one) {
        if constexpr (requires { one.recording; })
            return !one.recording.isEmpty();
        else
            return false;
    };
    return std::holds_alternative<AuditOptions>(options) ||
           std::holds_alternative<ContentionOptions>(options) ||
           std::holds_alternative<CompareOptions>(options) || std::holds_alternative<ShareOptions>(options) ||
           std::visit(isOfRecording, options);
}

// Of the rules only what is learnt from a key does.
bool asksServer(const CommandOptions &options)
{
    const auto *rules = std::get_if<RulesOptions>(&options);
    return !rules || rules->verb == RulesOptions::Verb::Learn;
}

QCoro::Task<int> performAll(Composition *parts)
{
    if (readsFile(parts->arguments.options)) {
        const int status = co_await performCommand(parts->runs());
        co_return parts->output.failed() ? ProgramFailed : status;
    }
    const Done rules = loadRules(parts);
    if (!rules)
        co_return parts->run.fail(rules.failure());
    loadObserveSettings(parts);
    const Registry &registry = parts->run.registry ? *parts->run.registry : Registry::builtIn();
    const Done words = checkWords(parts->arguments.options, registry);
    if (!words)
        co_return parts->run.fail(words.failure());
    if (!asksServer(parts->arguments.options)) {
        const int status = co_await performCommand(parts->runs());
        co_return parts->output.failed() ? ProgramFailed : status;
    }
    const Done found = findServer(parts);
    if (!found)
        co_return parts->run.fail(found.failure());
    for (Run *run : parts->runs()) {
        const Done passwords = co_await profilePasswords(run);
        if (!passwords && run->interruptedBy)
            co_return signalStatus(run->interruptedBy);
        if (!passwords)
            co_return run->fail(passwords.failure());
    }
    if (hasOwnServers(parts->arguments) && !isFor<LabOptions>(parts->arguments)) {
        const Done filled = co_await filledSandbox(parts);
        if (!filled && parts->run.interruptedBy)
            co_return signalStatus(parts->run.interruptedBy);
        if (!filled)
            co_return parts->run.fail(filled.failure());
    }
    for (Run *run : parts->runs())
        run->registry = registryWith(run->rules, requestedKeys(run->spec, parts->arguments.options));
    const int status = co_await performCommand(parts->runs());
    co_return parts->output.failed() ? ProgramFailed : status;
}

QCoro::Task<> performAndLeave(Composition *parts)
{
    const int status = co_await performAll(parts);
    QCoreApplication::exit(status);
}

void interrupt(Run &run, int signal, bool byTerminal)
{
    if (Interruption::isEnd(signal))
        run.interruptedBy = signal;
    if (run.onInterrupt) {
        run.onInterrupt(signal, byTerminal);
        return;
    }
    // Ends everything that waits for the server.
    run.cancelled = true;
    run.engine.close();
}

} // namespace

int perform(const Arguments &arguments, Output &output)
{
    Composition parts{arguments, output};
    parts.run.interruption = &parts.interruption;
    if (hasOwnServers(arguments))
        parts.interruption.setPatient();
    parts.audit = new AuditTrail(&parts.engine, arguments.configDir.isEmpty() ? ProfileStore::defaultDir()
                                                                              : arguments.configDir);
    QObject::connect(parts.audit, &AuditTrail::failed, &parts.engine, [&output](const Failure &why) {
        output.warning(
            QStringLiteral(
                "this action is not in the audit log: %1: specify another folder with --config-dir")
                .arg(why.line()));
    });
    QObject::connect(parts.audit, &AuditTrail::copyFailed, &parts.engine,
                     [&output](const Failure &why) { output.warning(why.line()); });
    QObject::connect(&parts.interruption, &Interruption::caught, &parts.engine,
                     [&parts](int signal, bool byTerminal) {
                         for (Run *run : parts.runs())
                             interrupt(*run, signal, byTerminal);
                     });
    QTimer::singleShot(0, &parts.engine, [&parts] { performAndLeave(&parts); });
    return QCoreApplication::exec();
}

} // namespace lockscope::cli

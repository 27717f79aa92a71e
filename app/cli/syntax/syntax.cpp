// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/syntax/syntax.h"

#include "app/cli/syntax/optiontables.h"

#include <algorithm>
#include <array>

namespace lockscope::cli
{

namespace
{

constexpr const char *OwnerHelp =
    "Owner IDs can be written as they are shown: \\xNN is one byte, base64:… the whole ID.";

template<class Options> CommandOptions unset()
{
    return Options{};
}

template<class Options, ActKind Act> CommandOptions unset()
{
    Options options;
    options.act = Act;
    return options;
}

constexpr std::span<const OptionSyntax> NoOptions{};

constexpr std::array Commands{
    CommandSyntax{
        "scan", "", "list all locks with holders, TTL, waiters and verdict", unset<ScanOptions>, tables::Scan,
        R"(Reports how many keys were scanned and whether the scan was complete. To look up an exact name, use
show: it does not scan.

With --stream, a million locks need little memory and the first rows are there at once. With --json each
lock is one object per line, and the last line has scan: without that line, locks are missing.)",
        0, 0, takeKeys, checkScan, "KEY", "to show one lock: lockscope-cli show KEY"},
    CommandSyntax{
        "show", "KEY", "show one lock: value, holders, verdict with evidence", unset<ShowOptions>,
        tables::Show,
        R"(Never scans. Exit status 1 if no lock has that name; the output then says what the key is. Write a
name with a NUL byte as scan prints it, with \x00; write any other name unchanged.

With --recording, prints who held it at a moment, since when and until when, how many clients waited,
and the verdict, and contacts no server. Exit status 1 if it was not held, or if that is not known.)",
        1, 1, takeKeys, checkShow},
    CommandSyntax{
        "blocking", "", "show which client blocks which, and deadlocks", unset<BlockingOptions>,
        tables::Blocking,
        R"(Lists deadlocks first, then the clients that block others; those that do not wait themselves come
first. Below each of its locks are its waiters, and below each waiter the locks that it holds.

The waiters of a fair lock are known from its queue. Of other locks the server knows at most how
many clients listen, so they are only counted; --probe identifies those that try while it listens.

A deadlock is certain if the owner ids name threads, and each waiter is in a queue, listens, and is
known to wait for 20 s or longer. Otherwise it is a possible one: a client may give up soon, one
that was heard to try may have given up, or another thread of the same client may wait. A certain
one assumes that a thread in a queue waits, which it does not if the application acquires
asynchronously (lockAsync).

With --recording, prints which clients held locks at a moment while others waited for them, and
contacts no server. How many waited is recorded, but not which clients. Exit status 1 if nothing
was recorded then.)",
        0, 0, takeKeys, checkBlocking},
    CommandSyntax{
        "watch", "[KEY…]", "print lock events as they happen", unset<WatchOptions>, tables::Watch,
        R"(Events: acquired, reentered, renewed, released, expired, forced, changed, unknown, waiters, quorum, node.
With KEYs, prints only their events and does not scan. Ends with status 0 when interrupted, after
--for, and when its output is closed.

With --recording, prints what was recorded, with its own times, and contacts no server. A lock that
was held when it was first seen is printed as held, in JSON as seen; where nothing was recorded or
events were missed, a line says so. Ends with status 0 at the end of the recording.)",
        0, -1, takeKeys, checkWatch},
    CommandSyntax{
        "record", "FILE", "record what happens to locks in a file", unset<RecordOptions>, tables::Record,
        R"(Writes what the history of the desktop program has: events, holds, renewals, waiters, verdicts,
lock orders, figures by the minute, failovers, and times when something was missed. contention
--history FILE reads it, also while it is written. An existing recording is continued; a file that
is no recording is refused. With --rotate, FILE and FILE.1, FILE.2, … are read as one recording by
naming FILE; FILE.2 names that file alone.

Every second is written as a whole: a crash or SIGKILL loses at most the last one. If FILE cannot be
written, as on a full disk, record reports it on standard error and tries again every 10 s; the events
until then are missing. Lost connections are restored, and the gap is recorded.

Ends with a summary and status 0 when interrupted and after --for; with status 5 if FILE could not be
written at the end.)",
        1, 1, takeRecording, checkRecord, "FILE", "only one FILE can be written"},
    CommandSyntax{
        "acquire", "KEY [-- COMMAND…]", "acquire a lock, or hold it while a command runs",
        unset<AcquireOptions, ActKind::Acquire>, tables::Acquire,
        R"(Without COMMAND, acquires the lock, prints the owner id for a later release, and exits. With
--watchdog, keeps running, renews the lock until interrupted, and then releases it.

With COMMAND, holds and renews the lock while the command runs, releases it afterwards and exits
with the command's status: 128+N if signal N ended it, 127 if it was not found, 126 if it could not
be run. If the status could be mistaken for one of lockscope-cli's own (1 to 5, 126, 127), a note
on standard error says where it comes from. The command's environment has LOCKSCOPE_KEY and
LOCKSCOPE_OWNER, but not LOCKSCOPE_PASSWORD and LOCKSCOPE_SENTINEL_PASSWORD. Standard output
belongs to the command.

SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP and SIGCONT are passed on to the
command. While it is stopped by SIGTSTP, the lock is not renewed: it expires unless SIGCONT arrives
within the lease.

Renewal continues across a broken connection, a server restart or a failover, as long as that takes
less than the lease. If the lock is lost while the command runs, standard error reports it
immediately; the command keeps running, and a status of 0 becomes 1. The server reports changes of
the key (CLIENT TRACKING, otherwise keyspace events). If it cannot, a note says so, and the key is
polled at least every 5s. With --on-lost=kill, the command gets SIGTERM, and SIGKILL after
--kill-after; the status is then 1. For this it runs in its own process group, unless it shares the
terminal: then only the command itself is killed, not the processes it started.

If the server is unreachable when the command ends, the release is retried for the length of the
lease, at most 30s; then the expiry time of the lock is reported. If lockscope-cli is killed with
SIGKILL, the command keeps running and the lock expires.)",
        1, 1, takeKeys, checkAcquire, "KEY", "put the command to run after --"},
    CommandSyntax{
        "renew", "KEY", "extend a lease (owner must match)", unset<ActOptions, ActKind::Renew>, tables::Renew,
        R"(Without --lease, refuses to shorten what is left; with it, a shorter lease shortens it. What is left
is read first: a change in between is not noticed.
Owner IDs can be written as they are shown: \xNN is one byte, base64:… the whole ID.)",
        1, 1, takeKeys, checkOwner},
    CommandSyntax{"release", "KEY", "release one hold (owner must match)",
                  unset<ActOptions, ActKind::Release>, tables::Release, OwnerHelp, 1, 1, takeKeys,
                  checkOwner},
    CommandSyntax{
        "force-release", "KEY", "remove a lock with its companion keys and wake the waiters",
        unset<ForceReleaseOptions, ActKind::ForceRelease>, tables::ForceRelease,
        R"(One atomic step that fails if the owner is not the expected one. Requires --expect-owner or
--any-owner. The old holder is not stopped; when it notices depends on its library, see --dry-run.
Owner IDs can be written as they are shown: \xNN is one byte, base64:… the whole ID.)",
        1, 1, takeKeys, checkForceRelease},
    CommandSyntax{
        "wake", "KEY", "send a lock's wake-up message", unset<ActOptions, ActKind::Wake>, tables::Wake,
        "A woken waiter only tries again. The only change is in the queue of a fair lock that is "
        "free: waiters\n"
        "without a listening client are dropped from it, and those past their deadlines, after the message.",
        1, 1},
    CommandSyntax{"set-expiry", "KEY", "set a lock's expiry, or shorten it",
                  unset<ActOptions, ActKind::SetExpiry>, tables::SetExpiry, "", 1, 1},
    CommandSyntax{
        "nodes", "", "list the nodes: role, state, lag, clock offset, version, errors", unset<NodesOptions>,
        tables::Nodes,
        R"(Lists masters, each with its replicas, then the sentinels. Unreachable nodes are listed with the
error; exit status 3 only if no server can be reached. The clock offset is the server's clock minus
the local one.

With --recording, lists the nodes as they were at a moment, without lag and clock offset, and
contacts no server. Exit status 1 if that was not recorded.)",
        0, 0, takeKeys, checkNodes},
    CommandSyntax{
        "doctor", "", "check what makes locks unsafe in this deployment", unset<DoctorOptions>,
        tables::Doctor,
        R"(Checks the state and settings of each server with evidence and advice, and changes nothing; what
this user may not query is reported as unknown. Most severe findings come first. Exit status 1 if
there is a warning or worse.

With --recording, prints what was found at a moment, and contacts no server. Exit status 1 also if
that was not recorded.)",
        0, 0, takeKeys, checkDoctor},
    CommandSyntax{
        "audit", "", "list the changes made with Lockscope", unset<AuditOptions>, tables::Audit,
        R"(Lists every action that lockscope-cli or the desktop program did or attempted with this folder
(--config-dir), oldest first; contacts no server. --json also includes the values before each
action, and redis-cli commands that restore them. With --url or --profile, only actions on that
connection. An action that was sent but has no recorded response, for example because the program
was killed, is unknown.

Each row contains the hash of the one before. --verify reports the first row that was changed,
removed or inserted, exits with 1 then, and prints the newest hash. Removal of the newest rows
cannot be detected from the file alone: store the hash elsewhere and pass it with --expect-hash.)",
        0, 0, takeKeys, checkAudit},
    CommandSyntax{
        "contention", "", "show what made clients wait, and what changed", unset<ContentionOptions>,
        tables::Contention,
        R"(Reads a history that the desktop program or record writes, also meanwhile; contacts no server.
Requires --profile with a connection for which history is kept, or --history.

Waiting caused is the number of waiters added up over time: two clients that wait for three seconds
are 6s. It is caused by the clients that hold the lock then; several holders share it. (unknown)
means that no holder was known. Clients that poll are not seen to wait.

--changed-at compares the time after a moment with the time before it: failovers, verdicts that
became worse, clients not seen before, holds that grew and acquisitions that rose, beyond the limits
in the guide.)",
        0, 0, takeKeys, checkContention},
    CommandSyntax{
        "compare", "FILE [FILE2]", "compare two periods of a recording, or two recordings",
        unset<CompareOptions>, tables::Compare,
        R"(Shows hold times, rates, waiting, renewals that were overdue and holds that expired in two periods
side by side, for all locks and by prefix, the significant differences first, in sentences. compare
FILE --at 14:05 compares the hour before with the hour after; compare FILE FILE2 two recordings.
Reads recordings and histories, also while they are written; contacts no server.

Rates are by the time watched. Hold times are of holds that were seen from start to end. Significant
means p < 0.05, corrected for the number of comparisons; that a difference is significant does not
say that it is important, nor what caused it. See the guide.)",
        1, 2, takeCompared, checkCompare, "FILE", "at most two recordings can be compared"},
    CommandSyntax{
        "share", "FILE...", "copy a recording for others, without names", unset<ShareOptions>, tables::Share,
        R"(Writes a new recording that can be given away; FILE stays as it is, and may still be written. Names
of locks, owners, nodes and rules are replaced by pseudonyms from a random secret that is not kept,
so that guesses cannot be tested; times and numbers stay. A recording made with record --redact
keeps its pseudonyms. Several FILEs, such as those of record --rotate, become one recording.

lockscope OUT opens it, and so does lockscope-cli. The files of an incident are inside: the desktop
program shows and saves them. They are as the incident was saved: with names of locks and reasons,
and with pseudonyms of their own for owners and hosts, such as owner-1.)",
        1, -1, takeShared, checkShared, "FILE"},
    CommandSyntax{
        "incident", "KEY", "export everything known about a lock, for a ticket", unset<IncidentOptions>,
        tables::Incident,
        R"(Creates a folder and prints its name. README.md is ready to paste into a ticket; beside it are
lock.json, timeline.csv and .json, nodes.json, doctor.json, audit.json, commands.sh and
versions.txt. Changes nothing on the server.

Owners, clients, hosts and users are replaced by names, the same in all files; of values, only the
shape is included, and passwords never are. Past events require --profile with a connection for
which the desktop program keeps history. A lock that no longer exists can be exported too.

--bundle writes one file that lockscope opens, as share does. Owners and nodes have other names in
its history than in the files.)",
        1, 1, takeKeys, checkIncident},
    CommandSyntax{
        "rules", "list | learn KEY | exclude KEY | forget PATTERN", "manage your own lock rules",
        unset<RulesOptions>, tables::Rules,
        R"(learn declares keys like KEY to be locks, and of which kind; it reads KEY once and changes no key.
exclude declares that they are not locks. forget removes a pattern from the rules. The rules are
stored in rules.json, shared with the desktop program, or in the file given with --rules.)",
        1, 2, takeRules, checkRules, "list, learn, exclude or forget"},
    CommandSyntax{
        "lab", "list | run SCENARIO", "run contention demos with a verified outcome", unset<LabOptions>,
        tables::Lab,
        R"(list shows the scenarios with their parameters. run plays one with real clients and checks the
outcome: exit status 0 if all claims of the scenario are confirmed, otherwise 1. A demonstration of
a failure succeeds if the failure occurred and was detected.

It runs on its own private servers unless --url or --profile is given. There, it uses names that
begin with lockscope-lab:, removes them afterwards and lets them expire in any case; it never runs
on a production profile and never breaks servers. --workers, --for, --lease and --kind set the
parameter of that name, if the scenario has it.)",
        1, 2, takeScenario, nullptr, "list or run"},
    CommandSyntax{
        "sandbox", "[TOPOLOGY]", "start private redis-server processes with demo locks",
        unset<SandboxOptions>, tables::Sandbox,
        R"(Prints its URLs when all demo situations are ready, and runs until interrupted. The URLs contain
its passwords, which are random and end with it. TOPOLOGY is
standalone (default), replica (a master with two replicas), sentinel (the same with three
sentinels), cluster (three masters with a replica each) or redlock (five independent masters).)",
        0, 1, takeTopology},
};

constexpr std::array<const char *, 5> Topologies{"standalone", "replica", "sentinel", "cluster", "redlock"};

} // namespace

std::span<const OptionSyntax> globalOptions()
{
    return tables::Globals;
}

std::span<const CommandSyntax> allCommands()
{
    return Commands;
}

std::span<const char *const> topologies()
{
    return Topologies;
}

const CommandSyntax *findCommand(QByteArrayView word)
{
    const auto found = std::ranges::find(Commands, word, &CommandSyntax::word);
    return found == Commands.end() ? nullptr : &*found;
}

const OptionSyntax *findOption(const CommandSyntax *command, QByteArrayView name)
{
    const auto in = [name](std::span<const OptionSyntax> options) -> const OptionSyntax * {
        const auto found = std::ranges::find(options, name, &OptionSyntax::name);
        return found == options.end() ? nullptr : &*found;
    };
    if (const OptionSyntax *option = in(tables::Globals))
        return option;
    if (command)
        return in(command->options);
    const auto takers = commandsWith(name);
    return takers.empty() ? nullptr : in(takers.front()->options);
}

bool isGlobal(const OptionSyntax &option)
{
    return std::ranges::find(tables::Globals, option.name, &OptionSyntax::name) != tables::Globals.end();
}

std::vector<const CommandSyntax *> commandsWith(QByteArrayView option)
{
    std::vector<const CommandSyntax *> takers;
    for (const CommandSyntax &command : Commands) {
        if (std::ranges::find(command.options, option, &OptionSyntax::name) != command.options.end())
            takers.push_back(&command);
    }
    return takers;
}

} // namespace lockscope::cli

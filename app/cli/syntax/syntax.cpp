// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/syntax/syntax.h"

#include <algorithm>
#include <array>

namespace lockscope::cli
{

namespace
{

constexpr std::array Options{
    OptionSyntax{
        Option::Url, 'u', "url", Takes::Value, "URL",
        "redis://, rediss:// (TLS), unix://, sentinel://HOST[,HOST]/MASTER or cluster://HOST[,HOST]; user, "
        "password and db as redis-cli -u takes them. Repeatable: the members of one RedLock group"},
    OptionSyntax{Option::Profile, 0, "profile", Takes::Value, "NAME",
                 "a saved connection of the desktop program"},
    OptionSyntax{Option::Sandbox, 0, "sandbox", Takes::OptionalValue, "TOPOLOGY",
                 "private redis-server processes with demo locks for this run, which end with it: standalone "
                 "(default), "
                 "replica, sentinel, cluster or redlock"},
    OptionSyntax{
        Option::Pattern, 0, "pattern", Takes::Value, "GLOB",
        "only these keys may be locks; repeatable. Default: the profile's, else the built-in list and the "
        "patterns of your rules"},
    OptionSyntax{Option::ReadOnly, 0, "read-only", Takes::Nothing, "",
                 "refuse every command that writes, below the command layer"},
    OptionSyntax{Option::ConfigDir, 0, "config-dir", Takes::Value, "DIR", "where the saved connections are"},
    OptionSyntax{Option::Rules, 0, "rules", Takes::Value, "FILE",
                 "formats of your own, and kinds for keys that do not tell. Default: rules.json in DIR"},
    OptionSyntax{Option::PasswordFile, 0, "password-file", Takes::Value, "FILE",
                 "read the password from the first line of FILE"},
    OptionSyntax{Option::Timeout, 0, "timeout", Takes::Value, "DUR",
                 "for connecting and for each answer of the server. Default: 5s"},
    OptionSyntax{Option::Json, 0, "json", Takes::Nothing, "",
                 "one JSON document; for streams one object a line"},
    OptionSyntax{Option::Quiet, 'q', "quiet", Takes::Nothing, "", "no notes, only results and errors"},
    OptionSyntax{Option::Verbose, 'v', "verbose", Takes::Nothing, "", "say more on standard error"},
    OptionSyntax{Option::Version, 0, "version", Takes::Nothing, "", "print the version and exit"},
    OptionSyntax{Option::Help, 'h', "help", Takes::Nothing, "",
                 "print this help, or that of COMMAND, and exit"},
    OptionSyntax{Option::Kind, 0, "kind", Takes::Value, "KIND", ""},
    OptionSyntax{Option::Verdict, 0, "verdict", Takes::Value, "V", ""},
    OptionSyntax{Option::Sort, 0, "sort", Takes::Value, "FIELD", ""},
    OptionSyntax{Option::For, 0, "for", Takes::Value, "DUR", ""},
    OptionSyntax{Option::Owner, 0, "owner", Takes::Value, "ID", ""},
    OptionSyntax{Option::Lease, 0, "lease", Takes::Value, "DUR", ""},
    OptionSyntax{Option::Wait, 0, "wait", Takes::Value, "DUR", ""},
    OptionSyntax{Option::Watchdog, 0, "watchdog", Takes::Nothing, "", ""},
    OptionSyntax{Option::OnLost, 0, "on-lost", Takes::Value, "kill|warn", ""},
    OptionSyntax{Option::KillAfter, 0, "kill-after", Takes::Value, "DUR", ""},
    OptionSyntax{Option::EveryNode, 0, "every-node", Takes::Nothing, "", ""},
    OptionSyntax{Option::Mode, 0, "mode", Takes::Value, "read|write", ""},
    OptionSyntax{Option::Part, 0, "part", Takes::Value, "PART", ""},
    OptionSyntax{Option::ExpectOwner, 0, "expect-owner", Takes::Value, "ID", ""},
    OptionSyntax{Option::AnyOwner, 0, "any-owner", Takes::Nothing, "", ""},
    OptionSyntax{Option::Share, 0, "share", Takes::Nothing, "", ""},
    OptionSyntax{Option::Reason, 0, "reason", Takes::Value, "TEXT", ""},
    OptionSyntax{Option::Confirm, 0, "confirm", Takes::Value, "KEY", ""},
    OptionSyntax{Option::DryRun, 0, "dry-run", Takes::Nothing, "", ""},
    OptionSyntax{Option::Acl, 0, "acl", Takes::Nothing, "", ""},
    OptionSyntax{Option::Probe, 0, "probe", Takes::OptionalValue, "=DUR", ""},
    OptionSyntax{Option::Workers, 0, "workers", Takes::Value, "N", ""},
    OptionSyntax{Option::Seed, 0, "seed", Takes::Value, "N", ""},
    OptionSyntax{Option::Set, 0, "set", Takes::Value, "NAME=VALUE", ""},
    OptionSyntax{Option::Metrics, 0, "metrics", Takes::Value, "FILE", ""},
    OptionSyntax{Option::Alert, 0, "alert", Takes::Value, "RULE", ""},
    OptionSyntax{Option::Output, 0, "output", Takes::Value, "DIR", ""},
    OptionSyntax{Option::KeepAddresses, 0, "keep-addresses", Takes::Nothing, "", ""},
    OptionSyntax{Option::Since, 0, "since", Takes::Value, "DUR", ""},
    OptionSyntax{Option::Until, 0, "until", Takes::Value, "DUR", ""},
    OptionSyntax{Option::Key, 0, "key", Takes::Value, "KEY", ""},
    OptionSyntax{Option::Act, 0, "act", Takes::Value, "ACT", ""},
    OptionSyntax{Option::Result, 0, "result", Takes::Value, "R", ""},
    OptionSyntax{Option::Find, 0, "find", Takes::Value, "TEXT", ""},
    OptionSyntax{Option::Last, 0, "last", Takes::Value, "N", ""},
    OptionSyntax{Option::Csv, 0, "csv", Takes::Nothing, "", ""},
};

constexpr std::array Globals{Option::Url,      Option::Profile,   Option::Sandbox, Option::Pattern,
                             Option::ReadOnly, Option::ConfigDir, Option::Rules,   Option::PasswordFile,
                             Option::Timeout,  Option::Json,      Option::Quiet,   Option::Verbose,
                             Option::Version,  Option::Help};

// For kinds that only some locks need to be told apart by.
constexpr const char *KindMeant = "what to take the key for. Default: what it looks like";
constexpr const char *OwnerHelp =
    "An owner ID may be written as it is shown: \\xNN stands for a byte, base64:… for all of them.";

constexpr const char *ConfirmHelp =
    "the lock's name once more, which a production profile asks for; without it the terminal asks";

constexpr std::array ScanOptions{
    CommandOption{Option::Kind, "only locks of this kind"},
    CommandOption{Option::Verdict,
                  "only locks with this verdict: a code (no-expiry), a level (ok, info, warning, "
                  "critical) or >=LEVEL; repeatable. Exit status 1 if there is one"},
    CommandOption{Option::Sort,
                  "key, kind, owner, holds, held, ttl, waiters or verdict; with a - in front the "
                  "other way round. Default: key"},
};
constexpr std::array ShowOptions{
    CommandOption{Option::Kind, KindMeant},
    CommandOption{
        Option::Probe,
        "find out which clients its holders are: listen to all commands of its server (MONITOR) for DUR, "
        "30s at most, or until they are seen. Default: until the next renewal is due. It slows a "
        "busy server; the cost is printed first"},
};
constexpr std::array WakeOptions{
    CommandOption{Option::Kind, KindMeant},
    CommandOption{Option::Reason, "why; kept in the audit"},
};
constexpr std::array WatchOptions{
    CommandOption{Option::For, "stop after this time. Default: until interrupted"},
    CommandOption{
        Option::Alert,
        "tell, as an event of its own, of each lock that matches a filter, and when it does no more: "
        "'verdict>=warning for 30s'; repeatable. Then no other events of locks are printed"},
    CommandOption{Option::Metrics, "write what is seen to FILE every 10 s, in the text format of Prometheus"},
};
constexpr std::array AcquireOptions{
    CommandOption{Option::Kind, "the format of the lock. Default: what the key is now, else rlock"},
    CommandOption{Option::Mode, "of a read-write lock: beside other readers, or alone. Default: write"},
    CommandOption{Option::Part,
                  "multi-lock: the values to take, with commas between; distributed-semaphore: how many "
                  "permits there are; timestamp-lock: s or ms"},
    CommandOption{Option::Owner, "take it under this owner id. Default: a new one, in the format's shape"},
    CommandOption{Option::Lease, "its time to live. Default: the format's"},
    CommandOption{Option::Wait, "how long to wait while another holds it. Default: not at all"},
    CommandOption{Option::Watchdog, "renew it as long as this program runs (always so with a COMMAND)"},
    CommandOption{Option::OnLost,
                  "what becomes of the COMMAND when the lock is lost: kill ends it and all that it started, "
                  "warn only says so. Default: warn"},
    CommandOption{
        Option::KillAfter,
        "with --on-lost=kill: how long it may take to end after SIGTERM before SIGKILL. Default: 10s"},
    CommandOption{Option::EveryNode,
                  "of a RedLock group: only if every node grants it, as a MultiLock. Default: the majority"},
    CommandOption{Option::Reason, "why; kept in the audit, and asked for on production with --owner"},
    CommandOption{Option::Confirm, ConfirmHelp},
};
constexpr std::array RenewOptions{
    CommandOption{Option::Kind, KindMeant},
    CommandOption{Option::Mode, "of a read-write lock: which hold. Default: either"},
    CommandOption{Option::Part, "of a lock with parts: which"},
    CommandOption{Option::Owner, "who holds it", true},
    CommandOption{Option::Lease, "the new time to live. Default: the format's"},
    CommandOption{Option::Reason, "why; kept in the audit, and asked for on production"},
    CommandOption{Option::Confirm, ConfirmHelp},
};
constexpr std::array ReleaseOptions{
    CommandOption{Option::Kind, KindMeant},
    CommandOption{Option::Mode, "of a read-write lock: which hold. Default: either"},
    CommandOption{Option::Part, "of a lock with parts: which"},
    CommandOption{Option::Owner,
                  "who holds it; required but for kinds that record nobody (semaphore, latch)"},
    CommandOption{Option::Reason, "why; kept in the audit, and asked for on production"},
    CommandOption{Option::Confirm, ConfirmHelp},
};
constexpr std::array ForceReleaseOptions{
    CommandOption{Option::Kind, KindMeant},
    CommandOption{Option::ExpectOwner,
                  "remove it only while this owner holds it; repeatable: exactly these and nobody else"},
    CommandOption{Option::AnyOwner, "remove it whoever holds it"},
    CommandOption{Option::Share,
                  "remove only the part of the one --expect-owner: a reader, a permit, a place "
                  "in the queue"},
    CommandOption{Option::Mode, "with --share: which hold. Default: either"},
    CommandOption{Option::Part, "with --share: which part of a lock with parts"},
    CommandOption{Option::Reason, "why; kept in the audit; required unless --dry-run"},
    CommandOption{Option::Confirm, ConfirmHelp},
    CommandOption{Option::DryRun, "show what would be done, change nothing"},
};
constexpr std::array SetExpiryOptions{
    CommandOption{Option::Kind, KindMeant},
    CommandOption{Option::Lease, "the time to live it gets", true},
    CommandOption{Option::Reason, "why; kept in the audit, and asked for on production"},
    CommandOption{Option::Confirm, ConfirmHelp},
};

constexpr std::array DoctorOptions{
    CommandOption{Option::Acl,
                  "print only the smallest ACL line for a user of this program, for the patterns in use; "
                  "with --read-only one that only sees locks. Asks no server"},
};

constexpr std::array AuditOptions{
    CommandOption{Option::Since, "only what was done in this time until now"},
    CommandOption{Option::Until, "only what was done longer ago than this"},
    CommandOption{Option::Key, "only acts on this lock"},
    CommandOption{Option::Act,
                  "acquire, renew, release, force-release, wake, set-expiry or remove-share; repeatable"},
    CommandOption{Option::Result,
                  "done, owner-changed, already-gone, not-acquired, refused or unknown; repeatable"},
    CommandOption{
        Option::Find,
        "only acts with this text in lock, kind, owners, reason, user, host, profile, nodes, act or "
        "result; capitals or not are the same"},
    CommandOption{Option::Last, "only the newest N of them"},
    CommandOption{Option::Csv, "as a table for other programs"},
};

constexpr std::array IncidentOptions{
    CommandOption{Option::Kind, KindMeant},
    CommandOption{Option::Output, "the folder to make it in. Default: the current one"},
    CommandOption{Option::KeepAddresses, "leave the addresses of servers and clients as they are"},
    CommandOption{Option::Since,
                  "only what happened and was done in the last DUR. Default: all that is known"},
};

constexpr std::array LabOptions{
    CommandOption{Option::Workers, "how many workers there are"},
    CommandOption{Option::For, "how long it goes on"},
    CommandOption{Option::Lease, "the lease of its locks"},
    CommandOption{Option::Kind, "the kind of its locks"},
    CommandOption{Option::Seed,
                  "of what is drawn by lot: workloads and times of faults. Default: a new one, which "
                  "is shown"},
    CommandOption{Option::Set, "any parameter of the scenario, as lab list shows them; repeatable"},
};

constexpr std::array Commands{
    CommandSyntax{
        Verb::Scan, "scan", "", "every lock, with holders, TTL, waiters and verdict", 0, 0, ScanOptions,
        "Says how many keys it looked at and whether the scan was complete. An exact name is never found\n"
        "through a scan: use show."},
    CommandSyntax{
        Verb::Show, "show", "KEY", "one lock by exact name: value, holders, verdict with evidence", 1, 1,
        ShowOptions,
        "Never scans. Exit status 1 when there is no lock under that name; it then says what is.\n"
        "A name with a NUL byte is written as scan shows it, with \\x00 for it; any other as it is."},
    CommandSyntax{
        Verb::Watch, "watch", "[KEY…]", "the live event stream", 0, -1, WatchOptions,
        "Events: acquired, reentered, renewed, released, expired, forced, changed, waiters, node.\n"
        "With KEYs only theirs, and no scan. Ends with status 0 when interrupted, after --for, and when\n"
        "nobody reads its output any more."},
    CommandSyntax{
        Verb::Acquire, "acquire", "KEY [-- COMMAND…]", "takes a lock; holds it while a command runs", 1, 1,
        AcquireOptions,
        "Without a COMMAND it takes the lock, prints the owner id for a later release, and leaves. With\n"
        "--watchdog it stays, renews the lock until it is interrupted, and then releases it.\n"
        "\n"
        "With a COMMAND it holds and renews the lock while the command runs, releases it afterwards and "
        "exits\n"
        "with the command's status: 128+N when signal N ended it, 127 when it was not found, 126 when it "
        "could\n"
        "not be run. A status that could be taken for one of lockscope-cli's own (1 to 5, 126, 127) is said "
        "on\n"
        "standard error to be the command's; whatever fails here says so there, too. The command finds\n"
        "LOCKSCOPE_KEY and LOCKSCOPE_OWNER in its environment; standard output is the command's alone.\n"
        "\n"
        "SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP and SIGCONT are passed on to it. "
        "Stopped by\n"
        "SIGTSTP, nothing renews the lock: it runs out unless SIGCONT comes within the lease.\n"
        "\n"
        "It goes on renewing when a connection breaks, a server is started anew or another becomes the "
        "master,\n"
        "as long as that takes less than the lease. If the lock is lost while the command runs, a line on\n"
        "standard error says so at once; the command is left to end by itself, and a status of 0 becomes 1.\n"
        "With --on-lost=kill the command gets SIGTERM, and SIGKILL after --kill-after; the status is then "
        "1.\n"
        "It runs in a process group of its own for that, unless it shares the terminal: then only it is "
        "ended,\n"
        "not what it started.\n"
        "\n"
        "If the server is away when the command has ended, releasing is tried again for as long as the "
        "lease,\n"
        "30s at most; then it is said when the lock runs out by itself. Killed with SIGKILL, lockscope-cli\n"
        "leaves the command running and the lock to run out."},
    CommandSyntax{Verb::Renew, "renew", "KEY", "extends a lease, only for the owner named", 1, 1,
                  RenewOptions, OwnerHelp},
    CommandSyntax{Verb::Release, "release", "KEY", "gives one hold back, only for the owner named", 1, 1,
                  ReleaseOptions, OwnerHelp},
    CommandSyntax{
        Verb::ForceRelease, "force-release", "KEY", "removes a lock and its companions and wakes the waiters",
        1, 1, ForceReleaseOptions,
        "One atomic step that refuses if the owner is not the one expected. One of --expect-owner and\n"
        "--any-owner is required. The old holder is not stopped by it: when it notices depends on its\n"
        "library: see --dry-run.\n"
        "An owner ID may be written as it is shown: \\xNN stands for a byte, base64:… for all of them."},
    CommandSyntax{Verb::Wake, "wake", "KEY", "publishes the wake-up message of a lock, changes nothing", 1, 1,
                  WakeOptions, "Harmless: a woken waiter just tries again."},
    CommandSyntax{Verb::SetExpiry, "set-expiry", "KEY", "gives a lock an expiry, or shortens the one it has",
                  1, 1, SetExpiryOptions, ""},
    CommandSyntax{
        Verb::Nodes,
        "nodes",
        "",
        "the nodes: role, state, lag, clock offset, version, why one is unreachable",
        0,
        0,
        {},
        "Masters, each with its replicas, then the sentinels. One that cannot be reached is in the list,\n"
        "with the reason; exit status 3 only when no server can be reached at all. The clock offset is\n"
        "the server's wall clock minus the one here."},
    CommandSyntax{
        Verb::Doctor, "doctor", "", "what about this deployment makes locks unsafe, with evidence and remedy",
        0, 0, DoctorOptions,
        "Asks each server for its state and settings and changes nothing; what this user may not ask is\n"
        "said to be not known. The worst comes first. Exit status 1 when there is a warning or worse."},
    CommandSyntax{Verb::Audit, "audit", "", "who changed which lock, when, why, with what result", 0, 0,
                  AuditOptions,
                  "Every act that this program or the desktop program did or tried with this folder "
                  "(--config-dir), the\n"
                  "oldest first; asks no server. --json also has what was there before, and the redis-cli "
                  "lines that put\n"
                  "it back. With --url or --profile only what was done there. An act that was sent and has "
                  "no answer on\n"
                  "record, as of a program that was killed, is unknown."},
    CommandSyntax{
        Verb::Incident, "incident", "KEY", "a folder with all that is known of a lock, for a ticket", 1, 1,
        IncidentOptions,
        "README.md on top is ready for a ticket; beside it lock.json, timeline.csv and .json, nodes.json,\n"
        "doctor.json, audit.json, commands.sh and versions.txt. Prints the folder. Changes nothing on a "
        "server.\n"
        "\n"
        "Owners, clients, hosts and users have names in their place, the same in all files; of values only "
        "the\n"
        "shape is told, and passwords are nowhere. What happened is known where --profile names a connection "
        "whose\n"
        "history the desktop program keeps. A lock that is gone has a folder, too."},
    CommandSyntax{
        Verb::Lab, "lab", "list | run SCENARIO", "contention demos with a measured, checked outcome", 1, 2,
        LabOptions,
        "list shows the scenarios with their parameters. run plays one, with real clients, and checks what\n"
        "happened: exit status 0 when that is what the scenario teaches, 1 when it is not. A demonstration "
        "of\n"
        "a failure succeeds when the failure happened and was seen.\n"
        "\n"
        "It runs on private servers of its own, unless --url or --profile names others: there under names "
        "that\n"
        "begin with lockscope-lab:, which are removed afterwards and expire in any case; never on a "
        "production\n"
        "profile, and never with faults of servers. --workers, --for, --lease and --kind set the parameter "
        "of\n"
        "that name, where the scenario has it."},
    CommandSyntax{
        Verb::Sandbox,
        "sandbox",
        "[TOPOLOGY]",
        "starts private redis-server processes with demo locks",
        0,
        1,
        {},
        "Prints its URLs once every situation is there, and runs until interrupted. TOPOLOGY is one of\n"
        "standalone (default), replica (a master with two replicas), sentinel (these and three\n"
        "sentinels), cluster (three masters with a replica each) and redlock (five masters that do\n"
        "not know each other)."},
};

constexpr std::array<const char *, 5> Topologies{"standalone", "replica", "sentinel", "cluster", "redlock"};

} // namespace

std::span<const OptionSyntax> allOptions()
{
    return Options;
}

std::span<const Option> globalOptions()
{
    return Globals;
}

std::span<const CommandSyntax> allCommands()
{
    return Commands;
}

std::span<const char *const> topologies()
{
    return Topologies;
}

const OptionSyntax &syntax(Option option)
{
    return *std::ranges::find(Options, option, &OptionSyntax::option);
}

const CommandSyntax *syntax(Verb verb)
{
    const auto found = std::ranges::find(Commands, verb, &CommandSyntax::verb);
    return found == Commands.end() ? nullptr : &*found;
}

const CommandSyntax *findCommand(QByteArrayView word)
{
    const auto found = std::ranges::find_if(
        Commands, [word](const CommandSyntax &command) { return word == QByteArrayView(command.word); });
    return found == Commands.end() ? nullptr : &*found;
}

bool isGlobal(Option option)
{
    return std::ranges::find(Globals, option) != Globals.end();
}

bool accepts(const CommandSyntax &command, Option option)
{
    return isGlobal(option) ||
           std::ranges::find(command.options, option, &CommandOption::option) != command.options.end();
}

} // namespace lockscope::cli

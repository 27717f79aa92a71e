# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of lockscope-cli for bash. It never connects to a server, so keys are not completed.

_lockscope_cli()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command="" word i
    local commands="scan show blocking watch record acquire renew release force-release wake set-expiry nodes doctor audit contention compare share incident rules lab sandbox"
    local topologies="standalone replica sentinel cluster redlock"
    local options="--url --profile --profile-folder --trust-sshconfig --sandbox --pattern --read-only --config-dir --rules --password-file --timeout
        --max-memory --json --quiet --verbose --version --help"

    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $word == -- ]]; then # the rest is another command
            COMPREPLY=($(compgen -c -- "$cur") $(compgen -f -- "$cur"))
            return
        fi
        [[ -z $command && " $commands " == *" $word "* ]] && command=$word
    done
    if [[ $cur == = ]]; then # bash splits --kind= into two or three words
        cur=""
    elif [[ $prev == = ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
    fi

    case $prev in
    --config-dir | --output)
        COMPREPLY=($(compgen -d -- "$cur"))
        return
        ;;
    --rules | --password-file | --metrics | --history | --recording)
        COMPREPLY=($(compgen -f -- "$cur"))
        return
        ;;
    --kind)
        COMPREPLY=($(compgen -W "fair-lock fenced-lock distributed-lock distributed-rw-lock distributed-semaphore multi-lock
            permit-semaphore rlock rw-lock shedlock symfony-lock nonreentrant-lock spin-lock job-lock latch
            npm-semaphore redis-semaphore rueidis-lock semaphore sidekiq-lock python-redis-lock spring-lock
            timestamp-lock token-lock counter-lock untokened-lock" -- "$cur"))
        return
        ;;
    --confidence)
        COMPREPLY=($(compgen -W "certain likely guess" -- "$cur"))
        return
        ;;
    --on-lost)
        COMPREPLY=($(compgen -W "kill warn" -- "$cur"))
        return
        ;;
    --mode)
        COMPREPLY=($(compgen -W "read write" -- "$cur"))
        return
        ;;
    --verdict)
        COMPREPLY=($(compgen -W "ok info warning critical >=info >=warning >=critical stale quorum-lost no-quorum
            split-owners quorum-unknown thin-quorum deadlock no-expiry client-gone client-silent renewal-overdue about-to-expire
            permits-oversold permit-leaked permits-understated dead-head replica-behind renewed-by-nobody reads-expired
            lease-absurd expired-with-waiters free-but-waited-for count-grows long-held past-its-time
            companions-alone waited-for closed free healthy" -- "$cur"))
        return
        ;;
    --act)
        COMPREPLY=($(compgen -W "acquire renew release force-release wake set-expiry remove-share" -- "$cur"))
        return
        ;;
    --result)
        COMPREPLY=($(compgen -W "done owner-changed already-gone not-acquired refused unknown" -- "$cur"))
        return
        ;;
    --by)
        case $command in
        blocking) word="thread process" ;;
        compare) word="prefix lock" ;;
        *) word="lock prefix client" ;;
        esac
        COMPREPLY=($(compgen -W "$word" -- "$cur"))
        return
        ;;
    --sort)
        COMPREPLY=($(compgen -W "key kind owner holds held ttl waiters verdict" -- "$cur"))
        return
        ;;
    --sandbox | sandbox)
        COMPREPLY=($(compgen -W "$topologies $([[ -z $command ]] && echo "$commands")" -- "$cur"))
        return
        ;;
    -u | --url | --profile | --profile-folder | --filter | --pattern | --timeout | --max-memory | --max-size | --rotate | --max-age | --for | --alert | --owner | --lease | --wait | --settle | --kill-after | --part | --expect-owner | --reason | --confirm | --workers | --seed | --set | --since | --until | --changed-at | --at | --span | --before | --after | --prefix | --width | --key | --find | --last | --expect-hash | --as | --note)
        return
        ;;
    run)
        if [[ $command == lab ]]; then
            COMPREPLY=($(compgen -W "oversell no-expiry crash-between short-lease watchdog reentry waiting deadlock
                priority readwrite rate-limit latch upgrade timestamp herd cache failover redlock free" -- "$cur"))
            return
        fi
        ;;
    esac

    case $command in
    "") [[ $cur == -* ]] || options=$commands ;;
    scan) options+=" --kind --filter --verdict --confidence --sort --stream --settle" ;;
    watch) options+=" --for --alert --confidence --metrics --recording --speed --from --to" ;;
    record) options+=" --for --max-size --rotate --max-age --redact --metrics"
        if [[ $cur != -* ]]; then
            COMPREPLY=($(compgen -f -- "$cur"))
            return
        fi
        ;;
    show) options+=" --kind --probe --scan --recording --at --settle" ;;
    blocking) options+=" --probe --by --dot --recording --at --settle" ;;
    wake) options+=" --kind --reason" ;;
    acquire) options+=" --kind --mode --part --owner --lease --wait --watchdog --on-lost --kill-after --every-node --reason --confirm" ;;
    renew) options+=" --kind --mode --part --owner --lease --reason --confirm" ;;
    release) options+=" --kind --mode --part --owner --reason --confirm" ;;
    force-release) options+=" --kind --mode --part --expect-owner --any-owner --share --reason --confirm --dry-run --scan" ;;
    set-expiry) options+=" --kind --lease --reason --confirm" ;;
    sandbox) options+=" --no-password" ;;
    nodes) options+=" --recording --at" ;;
    doctor) options+=" --acl --recording --at --settle" ;;
    audit) options+=" --since --until --key --act --result --find --last --csv --verify --expect-hash" ;;
    contention) options+=" --history --recording --since --until --by --changed-at --width --orders --csv" ;;
    compare) options+=" --at --span --before --after --by --prefix --csv"
        if [[ $cur != -* ]]; then
            COMPREPLY=($(compgen -f -- "$cur"))
            return
        fi
        ;;
    share) options+=" --output --from --to --key --incident --rotated --keep-names --force"
        if [[ $cur != -* ]]; then
            COMPREPLY=($(compgen -f -- "$cur"))
            return
        fi
        ;;
    incident) options+=" --kind --output --bundle --keep-addresses --since" ;;
    rules) options="list learn exclude forget $options --as --kind --note --dry-run" ;;
    lab) options="list run $options --workers --for --lease --kind --seed --set" ;;
    esac
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
}
complete -F _lockscope_cli lockscope-cli

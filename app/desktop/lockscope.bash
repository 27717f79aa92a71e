# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of lockscope for bash.

_lockscope()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    if [[ $cur == = ]]; then # bash splits --page= into two or three words
        cur=""
    elif [[ $prev == = ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
    fi

    case $prev in
    --sandbox) COMPREPLY=($(compgen -W "standalone replica sentinel cluster redlock" -- "$cur")) ;;
    --page) COMPREPLY=($(compgen -W "overview contention timeline blocking audit" -- "$cur")) ;;
    --language) COMPREPLY=($(compgen -W "en zh_CN" -- "$cur")) ;;
    --config-dir) COMPREPLY=($(compgen -d -- "$cur")) ;;
    --snapshot) COMPREPLY=($(compgen -f -- "$cur")) ;;
    -u | --url | --profile | --pattern) ;;
    *)
        if [[ $cur != -* ]]; then # a recording; its name may contain blanks
            compopt -o filenames 2>/dev/null
            local IFS=$'\n'
            COMPREPLY=($(compgen -f -- "$cur"))
            return
        fi
        COMPREPLY=($(compgen -W "--url --profile --sandbox --snapshot --page --pattern --read-only --new-window
            --config-dir --language --version --help" -- "$cur"))
        ;;
    esac
}
complete -F _lockscope lockscope

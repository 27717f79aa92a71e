<?php
// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of tests/interop/README.md: each actor is a process of its own, which makes its answers with $made().

function answered(callable $answer, array $words): string
{
    if ($words[0] === 'ready') {
        return 'ready';
    }
    try {
        return $answer($words);
    } catch (Throwable $failure) {
        fwrite(STDERR, $failure->getMessage() . "\n");
        return 'error ' . (new ReflectionClass($failure))->getShortName();
    }
}

function act($commands, callable $answer): void
{
    while (($line = fgets($commands)) !== false) {
        $words = explode(' ', trim($line));
        fwrite(STDOUT, $words[0] . ' ' . answered($answer, array_slice($words, 2)) . "\n");
    }
}

// The process, and what writes to it.
function begun(callable $made): array
{
    [$ours, $its] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $process = pcntl_fork();
    if ($process === 0) {
        fclose($ours);
        act($its, $made());
        exit(0);
    }
    fclose($its);
    return [$process, $ours];
}

function serve(callable $made): void
{
    $actors = [];
    while (($line = fgets(STDIN)) !== false) {
        $name = explode(' ', $line)[1];
        $actors[$name] ??= begun($made);
        fwrite($actors[$name][1], $line);
    }
    foreach ($actors as [$process]) {
        posix_kill($process, SIGKILL); // it may still wait for a lock
    }
}

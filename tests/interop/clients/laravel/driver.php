<?php
// SPDX-License-Identifier: GPL-3.0-or-later
// Laravel's cache locks over phpredis, with the prefixes of a new application. acquire KIND NAME LEASE WAIT |
// release|owner KIND NAME. Times in ms; the library's are whole seconds.
// Debian: php-illuminate-cache php-illuminate-redis
require 'Illuminate/Cache/autoload.php';
require 'Illuminate/Redis/autoload.php';
require __DIR__ . '/lines.php';

use Illuminate\Cache\RedisStore;
use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Redis\RedisManager;

serve(function () use ($argv) {
    $redis = new RedisManager(null, 'phpredis', [
        'default' => ['host' => '127.0.0.1', 'port' => (int) $argv[1]],
        'options' => ['prefix' => 'laravel_database_'],
    ]);
    $store = new RedisStore($redis, 'laravel_cache');
    $held = [];

    return function (array $words) use ($store, &$held): string {
        if ($words[0] === 'acquire') {
            $lock = $store->lock($words[2], intdiv((int) $words[3], 1000));
            try {
                $taken = $words[4] === '0' ? $lock->get() : $lock->block(intdiv((int) $words[4], 1000));
            } catch (LockTimeoutException) {
                return 'false';
            }
            if ($taken) {
                $held[$words[2]] = $lock;
            }
            return $taken ? 'true' : 'false';
        }
        $lock = $held[$words[2]];
        if ($words[0] === 'owner') {
            return $lock->owner();
        }
        return $lock->release() ? 'released' : 'false';
    };
});

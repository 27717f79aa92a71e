<?php
// SPDX-License-Identifier: GPL-3.0-or-later
// Laravel's locks over phpredis, with the prefixes of a new application. acquire KIND NAME LEASE WAIT |
// release|owner KIND NAME. Times in ms; the library's are whole seconds. KIND: cache, or funnel, which has one place.
// Debian: php-illuminate-cache php-illuminate-redis
require 'Illuminate/Cache/autoload.php';
require 'Illuminate/Redis/autoload.php';
require __DIR__ . '/lines.php';

use Illuminate\Cache\RedisStore;
use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Contracts\Redis\LimiterTimeoutException;
use Illuminate\Redis\Limiters\ConcurrencyLimiter;
use Illuminate\Redis\RedisManager;

// Held until it is told to release, where the library calls a function.
class Funnel extends ConcurrencyLimiter
{
    private $id;
    private $slot;

    protected function acquire($id)
    {
        $this->id = $id;
        return $this->slot = parent::acquire($id);
    }

    public function owner(): string
    {
        return $this->id;
    }

    public function end(): bool
    {
        $this->release($this->slot, $this->id);
        return true;
    }
}

serve(function () use ($argv) {
    $redis = new RedisManager(null, 'phpredis', [
        'default' => ['host' => '127.0.0.1', 'port' => (int) $argv[1]],
        'options' => ['prefix' => 'laravel_database_'],
    ]);
    $store = new RedisStore($redis, 'laravel_cache');
    $held = [];

    return function (array $words) use ($redis, $store, &$held): string {
        if ($words[0] === 'acquire') {
            [, $kind, $name, $lease, $wait] = $words;
            $seconds = intdiv((int) $lease, 1000);
            $lock = $kind === 'cache' ? $store->lock($name, $seconds) :
                new Funnel($redis->connection(), $name, 1, $seconds);
            try {
                $taken = $kind === 'cache' && $wait === '0' ? $lock->get() : $lock->block(intdiv((int) $wait, 1000));
            } catch (LockTimeoutException | LimiterTimeoutException) {
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
        $released = $lock instanceof Funnel ? $lock->end() : $lock->release();
        return $released ? 'released' : 'false';
    };
});

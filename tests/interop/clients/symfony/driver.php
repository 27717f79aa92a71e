<?php
// SPDX-License-Identifier: GPL-3.0-or-later
// Symfony Lock with its RedisStore, as the distribution has it. acquire KIND NAME LEASE WAIT, which waits for
// ever or not at all | release|owner|ttl KIND NAME | renew KIND NAME LEASE. Times in ms. KIND: write or read.
// Debian: php-symfony-lock
require 'Symfony/Component/Lock/autoload.php';
require __DIR__ . '/lines.php';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\RedisStore;

serve(function () use ($argv) {
    $redis = new Redis();
    $redis->connect('127.0.0.1', (int) $argv[1]);
    $factory = new LockFactory(new RedisStore($redis));
    $held = [];

    return function (array $words) use ($factory, &$held): string {
        if ($words[0] === 'acquire') {
            $key = new Key($words[2]);
            $lock = $factory->createLockFromKey($key, (float) $words[3] / 1000, false);
            $taken = $words[1] === 'read' ? $lock->acquireRead($words[4] !== '0') : $lock->acquire($words[4] !== '0');
            if ($taken) {
                $held[$words[2]] = [$lock, $key->getState(RedisStore::class)];
            }
            return $taken ? 'true' : 'false';
        }
        [$lock, $token] = $held[$words[2]];
        switch ($words[0]) {
            case 'owner':
                return $token;
            case 'ttl':
                return (string) (int) ($lock->getRemainingLifetime() * 1000);
            case 'renew':
                $lock->refresh((float) $words[3] / 1000);
                return 'true';
        }
        $lock->release();
        return 'released';
    };
});

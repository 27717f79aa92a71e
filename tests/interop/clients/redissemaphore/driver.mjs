// SPDX-License-Identifier: GPL-3.0-or-later
// redis-semaphore of npm. acquire KIND NAME LEASE WAIT | release|owner KIND NAME. Times in ms. KIND: mutex, one or
// two (a semaphore of so many). It refreshes what it holds after 4/5 of the lease.
import Redis from 'ioredis';
import { Mutex, Semaphore } from 'redis-semaphore';
import { serve } from './lines.mjs';

const client = new Redis(Number(process.argv[2]), '127.0.0.1');
const locks = new Map();

function made(kind, name, lease, wait) {
    const options = {
        lockTimeout: lease === '-' ? Number(process.argv[3]) : Number(lease),
        acquireTimeout: Math.max(Number(wait), 100),
        onLockLost: () => {},
    };
    if (Number(wait) === 0)
        options.acquireAttemptsLimit = 1;
    if (kind === 'mutex')
        return new Mutex(client, name, options);
    return new Semaphore(client, name, kind === 'one' ? 1 : 2, options);
}

serve(async (actor, [verb, kind, name, lease, wait]) => {
    if (verb === 'acquire') {
        const lock = made(kind, name, lease, wait);
        const taken = await lock.tryAcquire();
        if (taken)
            locks.set(actor + name, lock);
        return taken;
    }
    const lock = locks.get(actor + name);
    if (verb === 'owner')
        return lock.identifier;
    await lock.release();
    return 'released';
});

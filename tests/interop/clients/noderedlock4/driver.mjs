// SPDX-License-Identifier: GPL-3.0-or-later
// node-redlock 4 over one server. acquire KIND NAME LEASE WAIT | release|owner|ttl KIND NAME | renew KIND NAME LEASE.
// Times in ms.
import Redis from 'ioredis';
import Redlock from 'redlock';
import { serve } from './lines.mjs';

const client = new Redis(Number(process.argv[2]), '127.0.0.1');
const locks = new Map();

async function acquire(actor, name, lease, wait) {
    const redlock = new Redlock([client], { retryCount: wait / 100, retryDelay: 100, retryJitter: 20 });
    try {
        locks.set(actor + name, await redlock.lock(name, lease));
        return true;
    } catch (failure) {
        if (failure.name !== 'LockError')
            throw failure;
        return false;
    }
}

serve(async (actor, [verb, , name, lease, wait]) => {
    const lock = locks.get(actor + name);
    switch (verb) {
    case 'acquire': return acquire(actor, name, Number(lease), Number(wait));
    case 'owner': return lock.value;
    case 'ttl': return lock.expiration - Date.now();
    case 'renew':
        locks.set(actor + name, await lock.extend(Number(lease)));
        return true;
    default:
        await lock.unlock();
        return 'released';
    }
});

// SPDX-License-Identifier: GPL-3.0-or-later
// node-redlock 5 over one server, or several (ports with commas). acquire KIND NAME LEASE WAIT | release|owner|ttl KIND NAME
//   renew KIND NAME LEASE | using KIND NAME LEASE (holds and renews until it learns that it lost the lock, or
//   is told so by `end`; answers how it ended). Times in ms.
import Redis from 'ioredis';
import Redlock from 'redlock';
import { serve } from './lines.mjs';

const redlock = new Redlock(process.argv[2].split(',').map((port) => new Redis(Number(port), '127.0.0.1')));
const locks = new Map();
let end = () => {};

async function acquire(actor, name, lease, wait) {
    const settings = { retryCount: wait / 100, retryDelay: 100, retryJitter: 20 };
    try {
        locks.set(actor + name, await redlock.acquire([name], lease, settings));
        return true;
    } catch (failure) {
        if (failure.name !== 'ExecutionError')
            throw failure;
        return false;
    }
}

async function using(name, lease) {
    let told;
    try {
        return await redlock.using([name], lease, { automaticExtensionThreshold: 1500 }, async (signal) => {
            told = signal;
            const ended = new Promise((resolve) => { end = resolve; });
            const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
            await Promise.race([ended, aborted]);
            return 'ended';
        });
    } catch (failure) { // its release fails where the lock is another's
        if (!told?.aborted)
            throw failure;
        return 'aborted';
    }
}

serve(async (actor, [verb, , name, lease, wait]) => {
    const lock = locks.get(actor + name);
    switch (verb) {
    case 'acquire': return acquire(actor, name, Number(lease), Number(wait));
    case 'using': return using(name, Number(lease));
    case 'end': end(); return 'told';
    case 'owner': return lock.value;
    case 'ttl': return lock.expiration - Date.now();
    case 'renew':
        locks.set(actor + name, await lock.extend(Number(lease)));
        return true;
    default:
        await lock.release();
        return 'released';
    }
});

// SPDX-License-Identifier: GPL-3.0-or-later
// node-redlock over one server or several (ports with commas) as bench_cycles asks it; see run.
import { createInterface } from 'node:readline';
import Redis from 'ioredis';
import Redlock from 'redlock';

const redlock = new Redlock(process.argv[2].split(',').map((port) => new Redis(Number(port), '127.0.0.1')),
    { retryCount: 0 });

async function work(worker, end) {
    let done = 0;
    for (; performance.now() < end; ++done) { // both reject where they fail
        const lock = await redlock.acquire([`lock:noderedlock:${worker}`], 30000);
        await lock.release();
    }
    return done;
}

createInterface({ input: process.stdin }).on('line', async (line) => {
    const [, workers, ms] = line.split(' ').map(Number);
    const begin = performance.now();
    const tasks = Array.from({ length: workers }, (_, worker) => work(worker, begin + ms));
    const done = (await Promise.all(tasks)).reduce((sum, count) => sum + count, 0);
    console.log(`${done} ${Math.round((performance.now() - begin) * 1000)}`);
}).on('close', () => process.exit(0));

// SPDX-License-Identifier: GPL-3.0-or-later
// Bull. add QUEUE -> the job's id | work QUEUE LOCK_MS (a worker takes the next job and works until told to finish;
// answers the job's id and its token) | finish QUEUE (answers what became of the job)
import Queue from 'bull';
import { serve } from './lines.mjs';

const redis = { host: '127.0.0.1', port: Number(process.argv[2]) };
const workers = new Map();

async function add(name) {
    const queue = new Queue(name, { redis });
    const job = await queue.add({});
    await queue.close();
    return job.id;
}

// Answers when the worker has a job, and leaves it there.
function work(name, lockDuration) {
    return new Promise((taken) => {
        const queue = new Queue(name, { redis, settings: { lockDuration, stalledInterval: 3600000 } });
        queue.on('error', (failure) => console.error(failure));
        queue.process((job) => new Promise((finish) => {
            workers.set(name, { queue, finish });
            taken(`${job.id} ${queue.token}`);
        }));
    });
}

// The worker tells of its end by an event: completed, or an error about the lock.
async function finish({ queue, finish: end }) {
    const completed = new Promise((resolve) => queue.once('completed', () => resolve('completed')));
    const failed = new Promise((resolve) => queue.once('error', (failure) => resolve(failure.message)));
    end('done');
    const became = await Promise.race([completed, failed]);
    await queue.close(true);
    return became;
}

serve(async (actor, [verb, name, lease]) => {
    switch (verb) {
    case 'add': return add(name);
    case 'work': return work(name, Number(lease));
    default: return finish(workers.get(name));
    }
});

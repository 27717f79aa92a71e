// SPDX-License-Identifier: GPL-3.0-or-later
// BullMQ. add QUEUE -> the job's id | work QUEUE LOCK_MS (a worker takes the next job and works until told to
// finish; answers the job's id and its token) | finish QUEUE (answers what became of the job) | again QUEUE (a second
// worker, which looks for stalled jobs twice a second; answers the id of the job it gets)
import { Queue, Worker } from 'bullmq';
import { serve } from './lines.mjs';

const connection = { host: '127.0.0.1', port: Number(process.argv[2]), maxRetriesPerRequest: null };
const workers = new Map();

async function add(name) {
    const queue = new Queue(name, { connection });
    const job = await queue.add('report', {});
    await queue.close();
    return job.id;
}

// Answers when the worker has a job, and leaves it there.
function take(name, options, state) {
    return new Promise((taken) => {
        state.worker = new Worker(name, (job, token) => new Promise((finish) => {
            state.finish = finish;
            taken([job.id, token]);
        }), { connection, ...options });
        state.worker.on('error', (failure) => console.error(failure));
    });
}

async function work(name, lockDuration) {
    const state = {};
    workers.set(name, state);
    return (await take(name, { lockDuration, skipStalledCheck: true }, state)).join(' ');
}

// The worker tells of its end by an event: completed, or an error about the lock.
async function finish(state) {
    const completed = new Promise((resolve) => state.worker.once('completed', () => resolve('completed')));
    const failed = new Promise((resolve) => state.worker.once('error', (failure) => resolve(failure.message)));
    state.finish('done');
    const became = await Promise.race([completed, failed]);
    await state.worker.close(true);
    return became;
}

serve(async (actor, [verb, name, lease]) => {
    const state = workers.get(name);
    switch (verb) {
    case 'add': return add(name);
    case 'work': return work(name, Number(lease));
    case 'again': return (await take(name, { stalledInterval: 500 }, {}))[0];
    default: return finish(state);
    }
});

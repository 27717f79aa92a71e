// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of tests/interop/README.md: the commands of one actor run one after the other.
import { createInterface } from 'node:readline';

export function serve(answer) {
    const actors = new Map();
    const input = createInterface({ input: process.stdin });
    input.on('line', (line) => {
        const [id, actor, ...words] = line.trim().split(' ');
        const before = actors.get(actor) ?? Promise.resolve();
        actors.set(actor, before.then(() => words[0] === 'ready' ? 'ready' : answer(actor, words)).catch((failure) => {
            console.error(failure);
            return `error ${failure.name}`;
        }).then((said) => process.stdout.write(`${id} ${said}\n`)));
    });
    input.on('close', () => process.exit(0)); // somebody may still wait for a lock
}

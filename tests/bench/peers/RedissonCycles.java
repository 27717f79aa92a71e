// SPDX-License-Identifier: GPL-3.0-or-later
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

// Redisson's RLock as bench_cycles asks it; see run.
public final class RedissonCycles {
    private static final long LEASE_MS = 30000;
    private static final long HOLD_MS = 5;
    private static RedissonClient client;

    public static void main(String[] arguments) throws Exception {
        Config config = new Config();
        config.setNettyThreads(2); // one core is all that a client gets
        config.useSingleServer().setAddress("redis://127.0.0.1:" + arguments[0]).setConnectionPoolSize(256)
                .setConnectionMinimumIdleSize(1).setSubscriptionConnectionMinimumIdleSize(1).setTimeout(10000);
        client = Redisson.create(config);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.trim().split(" ");
            int workers = Integer.parseInt(words[1]);
            long ms = Long.parseLong(words[2]);
            System.out.println(words[0].equals("cycles") ? cycles(workers, ms) : handOver(workers, ms));
            System.out.flush();
        }
        Runtime.getRuntime().halt(0);
    }

    private interface Work {
        void run(int worker) throws Exception;
    }

    private static void inThreads(int workers, Work work) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < workers; ++i) {
            int worker = i;
            threads.add(new Thread(() -> {
                try {
                    work.run(worker);
                } catch (Exception failure) {
                    failure.printStackTrace();
                    Runtime.getRuntime().halt(1);
                }
            }));
        }
        for (Thread thread : threads)
            thread.start();
        for (Thread thread : threads)
            thread.join();
    }

    private static String cycles(int workers, long ms) throws InterruptedException {
        AtomicLong done = new AtomicLong();
        long begin = System.nanoTime();
        long end = begin + ms * 1000000;
        inThreads(workers, worker -> {
            RLock lock = client.getLock("lock:redisson:" + worker);
            long count = 0;
            for (; System.nanoTime() < end; ++count) {
                if (!lock.tryLock(0, LEASE_MS, TimeUnit.MILLISECONDS))
                    throw new IllegalStateException("not acquired");
                lock.unlock(); // throws where it is not held
            }
            done.addAndGet(count);
        });
        return done.get() + " " + (System.nanoTime() - begin) / 1000;
    }

    // Of the one lock that all want: when it was last given up, and how often it was entered.
    private static long releasedAt;
    private static long entries;

    private static String handOver(int workers, long ms) throws InterruptedException {
        Object monitor = new Object();
        StringBuilder times = new StringBuilder();
        long end = System.nanoTime() + ms * 1000000;
        releasedAt = 0;
        entries = 0;
        inThreads(workers, worker -> {
            RLock lock = client.getLock("lock:redisson:one");
            while (System.nanoTime() < end) {
                if (!lock.tryLock(1000, LEASE_MS, TimeUnit.MILLISECONDS))
                    continue;
                long mine;
                synchronized (monitor) {
                    if (releasedAt != 0)
                        times.append((System.nanoTime() - releasedAt) / 1000).append(' ');
                    mine = ++entries;
                    monitor.notifyAll();
                }
                Thread.sleep(HOLD_MS);
                synchronized (monitor) {
                    releasedAt = System.nanoTime();
                }
                lock.unlock();
                synchronized (monitor) { // the next one shall be another
                    while (entries == mine && System.nanoTime() < end)
                        monitor.wait(100);
                }
            }
        });
        return times.toString();
    }
}

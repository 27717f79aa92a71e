// SPDX-License-Identifier: GPL-3.0-or-later
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RPermitExpirableSemaphore;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

// Redisson, any release from 3.13 on; what is newer is called by its name. Over several servers (ports with commas)
// multi and red lock each name on each of them, with a client for each; all else is on the first.
//   acquire KIND NAME LEASE|- WAIT | release KIND NAME | owner KIND NAME | count KIND NAME | locked KIND NAME
//   ttl KIND NAME (in ms) | force KIND NAME | token KIND NAME
// KIND: lock, fair, read, write, spin, fenced, nonreentrant, nonreentrantfair, multi, red (NAME: names with
// commas), group (NAME: group,value,value).
//   set|acquire|release|count semaphore NAME N [WAIT], the same for latch (acquire: await; release: count down)
//   set permits NAME N | acquire permits NAME LEASE|- WAIT | release permits NAME ID | count permits NAME
//   asleep ACTOR (true: it waits, and only a message or the end of its time wakes it)
//   interrupt ACTOR (its wait ends with an InterruptedException)
public final class Driver implements Lines.Answers {
    private final List<RedissonClient> clients;
    private final RedissonClient client;
    private final Map<String, RLock> locks = new ConcurrentHashMap<>();
    private final Map<String, Thread> actors = new ConcurrentHashMap<>();

    private Driver(String ports, String watchdogMs) {
        clients = Arrays.stream(ports.split(",")).map(port -> connected(port, watchdogMs)).collect(Collectors.toList());
        client = clients.get(0);
    }

    private static RedissonClient connected(String port, String watchdogMs) {
        Config config = new Config();
        config.setLockWatchdogTimeout(Long.parseLong(watchdogMs));
        config.useSingleServer().setAddress("redis://127.0.0.1:" + port).setConnectionMinimumIdleSize(2)
                .setSubscriptionConnectionMinimumIdleSize(1).setTimeout(10000);
        return Redisson.create(config);
    }

    public static void main(String[] arguments) throws Exception {
        Lines.serve(new Driver(arguments[0], arguments[1]));
    }

    @Override
    public Object answer(String actor, String[] words) throws Exception {
        actors.put(actor, Thread.currentThread());
        if (words[0].equals("asleep"))
            return isAsleep(actors.get(words[1]));
        if (words[0].equals("interrupt")) {
            actors.get(words[1]).interrupt();
            return "interrupted";
        }
        switch (words[1]) {
        case "semaphore": return semaphore(words);
        case "permits": return permits(words);
        case "latch": return latch(words);
        default: return lock(words);
        }
    }

    // On the latch of its subscription; an answer of the server is awaited in other ways.
    private static boolean isAsleep(Thread thread) {
        StackTraceElement[] stack = thread == null ? new StackTraceElement[0] : thread.getStackTrace();
        return stack.length > 0 && stack[0].getMethodName().equals("park") && Arrays.stream(stack)
                .map(StackTraceElement::getClassName).anyMatch(name -> name.equals("java.util.concurrent.Semaphore")
                        || name.equals("org.redisson.misc.ReclosableLatch"));
    }

    private static long ms(String word) {
        return word.equals("-") ? -1 : Long.parseLong(word);
    }

    private Object lock(String[] words) throws Exception {
        // One object for each name: a multi-lock counts in the object.
        RLock lock = locks.get(words[1] + words[2]);
        if (lock == null)
            locks.put(words[1] + words[2], lock = made(words[1], words[2]));
        switch (words[0]) {
        case "acquire": return lock.tryLock(ms(words[4]), ms(words[3]), TimeUnit.MILLISECONDS);
        case "release": lock.unlock(); return "released";
        case "force": return lock.forceUnlock();
        case "locked": return lock.isLocked();
        case "ttl": return lock.remainTimeToLive();
        case "owner": return owner(words[1]);
        case "token": return lock.getClass().getMethod("getToken").invoke(lock);
        default: return lock.getHoldCount();
        }
    }

    private String owner(String kind) {
        String thread = ":" + Thread.currentThread().getId() + (kind.equals("write") ? ":write" : "");
        boolean everywhere = kind.equals("multi") || kind.equals("red");
        return (everywhere ? clients : List.of(client)).stream().map(one -> one.getId() + thread)
                .collect(Collectors.joining(","));
    }

    private RLock made(String kind, String name) throws Exception {
        switch (kind) {
        case "lock": return client.getLock(name);
        case "fair": return client.getFairLock(name);
        case "read": return client.getReadWriteLock(name).readLock();
        case "write": return client.getReadWriteLock(name).writeLock();
        case "spin": return newer("getSpinLock", name);
        case "fenced": return newer("getFencedLock", name);
        case "nonreentrant": return newer("getNonReentrantLock", name);
        case "nonreentrantfair": return newer("getNonReentrantFairLock", name);
        case "multi": return client.getMultiLock(members(name));
        case "red": return client.getRedLock(members(name));
        default: return group(name.split(","));
        }
    }

    private RLock newer(String method, String name) throws Exception {
        return (RLock) RedissonClient.class.getMethod(method, String.class).invoke(client, name);
    }

    private RLock[] members(String names) {
        return Arrays.stream(names.split(",")).flatMap(name -> clients.stream().map(one -> one.getLock(name)))
                .toArray(RLock[]::new);
    }

    private RLock group(String[] words) throws Exception {
        return (RLock) RedissonClient.class.getMethod("getMultiLock", String.class, Collection.class).invoke(
                client, words[0], Arrays.asList(Arrays.copyOfRange(words, 1, words.length)));
    }

    private Object semaphore(String[] words) throws Exception {
        int permits = words.length > 3 ? Integer.parseInt(words[3]) : 1;
        switch (words[0]) {
        case "set": return client.getSemaphore(words[2]).trySetPermits(permits);
        case "acquire":
            return client.getSemaphore(words[2]).tryAcquire(permits, ms(words[4]), TimeUnit.MILLISECONDS);
        case "release": client.getSemaphore(words[2]).release(permits); return "released";
        default: return client.getSemaphore(words[2]).availablePermits();
        }
    }

    private Object permits(String[] words) throws Exception {
        RPermitExpirableSemaphore semaphore = client.getPermitExpirableSemaphore(words[2]);
        switch (words[0]) {
        case "set": return semaphore.trySetPermits(Integer.parseInt(words[3]));
        case "acquire": return semaphore.tryAcquire(ms(words[4]), ms(words[3]), TimeUnit.MILLISECONDS);
        case "release": semaphore.release(words[3]); return "released";
        default: return semaphore.availablePermits();
        }
    }

    private Object latch(String[] words) throws Exception {
        switch (words[0]) {
        case "set": return client.getCountDownLatch(words[2]).trySetCount(Long.parseLong(words[3]));
        case "acquire": return client.getCountDownLatch(words[2]).await(ms(words[3]), TimeUnit.MILLISECONDS);
        case "release": client.getCountDownLatch(words[2]).countDown(); return "released";
        default: return client.getCountDownLatch(words[2]).getCount();
        }
    }
}

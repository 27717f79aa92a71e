// SPDX-License-Identifier: GPL-3.0-or-later
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

// Spring Integration's RedisLockRegistry, one registry for each actor and kind: an application has one,
// all its locks carry its id and have its lease, so here it has one for each lease. acquire KIND NAME LEASE WAIT
// release|owner KIND NAME | renew KIND NAME LEASE. KIND: spin or pubsub.
public final class Driver implements Lines.Answers {
    private static final String REGISTRY = "lock-registry";
    private final LettuceConnectionFactory connections;
    private final Map<String, RedisLockRegistry> registries = new ConcurrentHashMap<>();
    private final Map<String, String> leases = new ConcurrentHashMap<>();

    private Driver(int port) {
        connections = new LettuceConnectionFactory("127.0.0.1", port);
        connections.afterPropertiesSet();
        connections.start();
    }

    public static void main(String[] arguments) throws Exception {
        Lines.serve(new Driver(Integer.parseInt(arguments[0])));
    }

    private RedisLockRegistry made(String kind, String lease) {
        RedisLockRegistry registry = new RedisLockRegistry(connections, REGISTRY, Long.parseLong(lease));
        registry.setRedisLockType(kind.equals("spin") ? RedisLockType.SPIN_LOCK : RedisLockType.PUB_SUB_LOCK);
        return registry;
    }

    @Override
    public Object answer(String actor, String[] words) throws Exception {
        String place = actor + words[1] + words[2];
        if (words[0].equals("acquire"))
            leases.put(place, words[3]);
        String lease = leases.getOrDefault(place, "60000");
        RedisLockRegistry registry =
                registries.computeIfAbsent(actor + words[1] + lease, key -> made(words[1], lease));
        Lock lock = registry.obtain(words[2]);
        switch (words[0]) {
        case "acquire": return lock.tryLock(Long.parseLong(words[4]), TimeUnit.MILLISECONDS);
        case "owner": return new StringRedisTemplate(connections).opsForValue().get(REGISTRY + ":" + words[2]);
        case "renew": registry.renewLock(words[2]); return true;
        default: lock.unlock(); return "released";
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

// ShedLock over Spring Data Redis. acquire KIND NAME LEASE WAIT [LEAST], which never waits: LEASE is
// lockAtMostFor, LEAST lockAtLeastFor | release|owner KIND NAME | renew KIND NAME LEASE. Times in ms.
// KIND: job, or safe (compares before it changes an entry; since 6.7.0).
public final class Driver implements Lines.Answers {
    private final LettuceConnectionFactory connections;
    private final Map<String, SimpleLock> runs = new ConcurrentHashMap<>();
    private final Map<String, String> entries = new ConcurrentHashMap<>();

    private Driver(int port) {
        connections = new LettuceConnectionFactory("127.0.0.1", port);
        connections.afterPropertiesSet();
        connections.start();
    }

    public static void main(String[] arguments) throws Exception {
        Lines.serve(new Driver(Integer.parseInt(arguments[0])));
    }

    private LockProvider provider(String kind) throws Exception {
        RedisLockProvider.Builder builder = new RedisLockProvider.Builder(connections);
        if (kind.equals("safe"))
            builder.getClass().getMethod("safeUpdate", boolean.class).invoke(builder, true);
        return builder.build();
    }

    private boolean noted(String actor, String name, Optional<SimpleLock> run) {
        if (run.isPresent()) {
            runs.put(actor + name, run.get());
            entries.put(actor + name, // the library tells it nobody
                    new StringRedisTemplate(connections).opsForValue().get("job-lock:default:" + name));
        }
        return run.isPresent();
    }

    @Override
    public Object answer(String actor, String[] words) throws Exception {
        String name = words[2];
        SimpleLock run = runs.get(actor + name);
        switch (words[0]) {
        case "acquire":
            return noted(actor, name, provider(words[1]).lock(new LockConfiguration(Instant.now(), name,
                    Duration.ofMillis(Long.parseLong(words[3])),
                    Duration.ofMillis(words.length > 5 ? Long.parseLong(words[5]) : 0))));
        case "renew":
            return noted(actor, name, run.extend(Duration.ofMillis(Long.parseLong(words[3])), Duration.ZERO));
        case "owner": return entries.get(actor + name);
        default: run.unlock(); return "released";
        }
    }
}

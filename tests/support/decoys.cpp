// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/decoys.h"

#include "tests/support/mixedkeyspace.h"

#include <random>

namespace lockscope::test
{

namespace
{

// One command a line, its arguments with | between. {uuid}, {hex:N}, {base64:N}, {alnum:N} stand for random
// text of that many characters (base64: bytes), {now}, {ms} for the time.
constexpr const char *Decoys[] = {
    // Sessions
    "SET|sess:{alnum:32}|{\"cookie\":{\"maxAge\":86400000},\"user\":7}|EX|86400",
    "SET|session:{uuid}|{base64:90}|EX|1800",
    "SET|session:token:{hex:32}|{uuid}|EX|86400",
    "SET|PHPREDIS_SESSION:{alnum:26}|s:5:\"alice\";|EX|1440",
    "SET|:1:django.contrib.sessions.cache{alnum:32}|{base64:60}|EX|1209600",
    "SET|_PHCR{alnum:26}|i:7;|EX|1440",
    "HSET|spring:session:sessions:{uuid}|creationTime|{ms}|maxInactiveInterval|1800|lastAccessedTime|{ms}",
    "SET|spring:session:sessions:expires:{uuid}||EX|1800",
    "SADD|spring:session:expirations:{ms}|expires:{uuid}",
    "HSET|redisson:tomcat_session:{hex:32}|session:lastAccessedTime|{ms}|session:isValid|true",
    "SET|session:gitlab:2::{hex:64}|{base64:80}|EX|604800",
    "SET|csrf:{alnum:16}|{hex:32}|EX|3600",
    "SET|oauth:state:{hex:32}|{uuid}|EX|600",
    "SET|refresh_token:{uuid}|{base64:32}|EX|2592000",
    "SET|jwt:blacklist:{uuid}|1|EX|900",
    "SET|remember:{uuid}|{alnum:40}|EX|2592000",
    "SET|otp:alice|482913|EX|300",
    "SET|password-reset:{alnum:20}|{uuid}|EX|3600",
    "SET|email:verify:{uuid}|alice@example.org|EX|86400",
    "SET|sso:nonce:{base64:16}|1|EX|300",
    // Caches
    "SET|wp_:posts:17|O:7:\"WP_Post\":24:{s:2:\"ID\";i:17;}|EX|43200",
    "SET|wp_:options:alloptions|a:2:{s:7:\"siteurl\";s:19:\"https://example.org\";}",
    "SET|wp_:transient:doing_cron|1700000000.12345",
    "SET|laravel_database_laravel_cache_:users.count|i:42;|EX|600",
    "SET|laravel_database_laravel_cache_:token|s:16:\"hJ3kT9wQzL0pXb5N\";|EX|600",
    "SET|shop-database-shop-cache-rates|a:1:{s:3:\"EUR\";d:1.08;}|EX|600",
    "SET|views/products/17-{ms}|{base64:90}|EX|3600",
    "SET|rails:cache:user/7|{base64:45}|EX|3600",
    "SET|cache:gitlab:ProjectPolicy:7|true|EX|600",
    "SET|zc:k:b30_CONFIG|{hex:40}|EX|7200",
    "HSET|zc:k:b30_BLOCK_HTML|d|{base64:60}|t|b30|m|{now}|i|0",
    "SADD|zc:ti:b30_BLOCK_HTML|zc:k:b30_BLOCK_HTML",
    "SET|drupal:cache_config:system.site|{base64:60}",
    "HSET|drupal.redis.site:render:entity_view|data|{base64:60}|created|{now}|valid|1",
    "SET|django:1:product:7|{\"price\":12}|EX|300",
    "SET|:1:views.decorators.cache.cache_page.home.GET.{hex:32}|{base64:90}|EX|900",
    "SET|next:cache:/blog|{\"kind\":\"PAGE\"}|EX|60",
    "SET|apollo:fqc:{hex:64}|{\"data\":null}|EX|60",
    "SET|apq:{hex:64}|query{me{id}}|EX|86400",
    "SET|etag:/api/users|W/\"{hex:16}\"|EX|600",
    "SET|geo:ip:203.0.113.7|DE|EX|86400",
    "SET|url:short:{alnum:7}|https://example.org/a/long/path",
    "SET|thumb:{hex:40}|{base64:90}|EX|3600",
    "SET|idempotency:{uuid}|{uuid}|EX|86400",
    "SET|idempotency-key:{uuid}|processing|EX|86400",
    "SET|translations:de|{\"hello\":\"Hallo\"}",
    "SET|exchange:EURUSD|1.0843|EX|60",
    "SET|weather:berlin|cloudy|EX|900",
    "SET|spring-cache::products::7|{base64:60}|EX|600",
    "HSET|cache:user:7|name|Ann|mail|ann@example.org",
    // Rate limiters and attempts
    "SET|rack::attack:28394823:req/ip:203.0.113.7|12|EX|60",
    "SET|LIMITER/203.0.113.7/login/10/1/minute|3|EX|60",
    "SET|rl:203.0.113.7|7|PX|60000",
    "SET|request_rate_limiter.{alice}.tokens|19|EX|2",
    "SET|request_rate_limiter.{alice}.timestamp|{now}|EX|2",
    "HSET|bucket4j:{uuid}|tokens|7|last|{ms}",
    "HSET|throttle:api:7|start|{now}|end|{now}|count|3",
    "SET|throttle:{base64:12}|1|EX|60",
    "SET|login:failed:alice|4|EX|900",
    "SET|login:lock:alice|1|EX|900",
    "SET|account:lock:alice|too-many-attempts|EX|900",
    "SET|account:locked:bob|1|EX|900",
    "SET|user:7:locked|true|EX|3600",
    "SET|auth:lock:203.0.113.7|5|EX|600",
    "SET|lockout:alice|1700000000|EX|900",
    "SET|ip:ban:203.0.113.9|1|EX|86400",
    "SET|rate:permits:api|40|EX|1",
    "SET|building:permits|12",
    "SET|parking:permits:zone-3|118",
    "ZADD|ratelimit:user:7|{ms}|{uuid}",
    "ZADD|sliding:window:7|{ms}|{ms}",
    "SET|quota:2026-11:tenant:7|9231",
    "SET|captcha:{uuid}|x7Kp2|EX|120",
    // Queues and jobs
    "SADD|queues|default|mailers",
    "LPUSH|queue:default|{\"class\":\"MailJob\",\"jid\":\"{hex:24}\"}",
    "ZADD|schedule|{now}|{\"class\":\"MailJob\"}",
    "ZADD|retry|{now}|{\"class\":\"PayJob\"}",
    "SET|stat:processed|88231",
    "SET|stat:failed|17",
    "SADD|processes|web-1:12:{hex:12}",
    "HSET|web-1:12:{hex:12}|info|{\"hostname\":\"web-1\"}|busy|2|beat|{now}",
    "LPUSH|resque:queue:low|{\"class\":\"Sync\"}",
    "SET|resque:stat:processed|4411",
    "SET|celery-task-meta-{uuid}|{\"status\":\"SUCCESS\"}|EX|86400",
    "SADD|_kombu.binding.celery|celery",
    "HSET|unacked|{uuid}|[1]",
    "ZADD|unacked_index|{now}|{uuid}",
    "LPUSH|celery|{\"task\":\"a\"}",
    "HSET|rq:job:{uuid}|status|queued|created_at|2026-11-25T02:00:00Z",
    "LPUSH|rq:queue:default|{uuid}",
    "SADD|rq:workers|rq:worker:{hex:32}",
    "HSET|rq:worker:{hex:32}|hostname|web-1|pid|31",
    "ZADD|rq:wip:default|{now}|{uuid}",
    "HSET|bull:mail:17|name|send|data|{}|opts|{}",
    "SET|bull:mail:id|17",
    "HSET|bull:mail:meta|opts.maxLenEvents|10000",
    "LPUSH|bull:mail:wait|17",
    "SET|bull:mail:stalled-check|{ms}|PX|30000",
    "XADD|bull:mail:events|*|event|added|jobId|17",
    "ZADD|bull:mail:completed|{ms}|16",
    "SET|bull:mail:limiter|3|PX|1000",
    "HSET|{hangfire}:job:{uuid}|Type|Mail|CreatedAt|2026",
    "SADD|{hangfire}:servers|web-1:12:{uuid}",
    "SET|{hangfire}:stats:succeeded|912",
    "HSET|{hangfire}:recurring-job:cleanup|Cron|0 0 * * *",
    "LPUSH|horizon:recent_jobs|{uuid}",
    "HSET|horizon:master:web-1|name|web-1|pid|31|status|running",
    "SET|airflow:task:{uuid}|running|EX|3600",
    "XADD|orders|*|id|17",
    "ZADD|delayed:jobs|{ms}|{uuid}",
    "HSET|agenda:{hex:24}|lockedAt|{ms}|name|mail",
    "SET|quartz:next|{ms}",
    // Flags, settings, presence
    "SET|ff:new-checkout|on",
    "SET|feature:lock_screen|enabled",
    "HSET|launchdarkly:features|new-ui|{\"version\":3}",
    "SET|flag:maintenance|false",
    "SET|config:lock_timeout|30",
    "SET|config:lock_ttl|30s",
    "SET|settings:lock_retry_count|5",
    "SET|app:lock_mode|optimistic",
    "SET|locks:count|3",
    "SET|locks:total|1284",
    "SET|stats:lock_wait_ms|17",
    "SET|metrics:lock.timeouts|2",
    "SET|lock:timeout|30",
    "SET|lock:icon|locked",
    "SET|lesson:mutex:title|x",
    "SET|lock_version:doc:7|12",
    "SET|db:lock_timeout_ms|5000|EX|3600",
    "HSET|lock:stats|acquired|12|failed|3",
    "LPUSH|lock:history|a|b",
    "SET|presence:alice|online|EX|30",
    "SET|online:{uuid}|1|EX|60",
    "SET|last-seen:7|{ms}",
    "SET|heartbeat:web-1|{now}|EX|30",
    "SET|health:db|ok|EX|10",
    "SET|leader|web-1|EX|15",
    "SET|deploy:version|{hex:40}",
    "SET|build:number|812",
    "SADD|maintenance:windows|sunday",
    "SET|semver|1.2.3",
    // Physical locks
    "SET|smartlock:77:battery|87",
    "SET|smartlock:77:state|locked",
    "SET|smartlock:77:serial|{uuid}",
    "SET|smart_lock:12|locked",
    "SET|door:lock:status|locked",
    "SET|door:front:lock|locked",
    "SET|door:17:lock:pin|4821|EX|300",
    "SET|doorlock:9|closed",
    "SET|homeassistant:lock.front_door|locked",
    "SET|zigbee2mqtt/front_door_lock|{\"state\":\"LOCK\",\"battery\":91}",
    "SET|zwave:node:4:lock|unlocked",
    "SET|iot:lock:7:firmware|2.4.1",
    "SET|iot:lock:8|open",
    "SET|bike:lock:1204|locked",
    "SET|scooter:88:lock|1",
    "SET|car:7:doors:lock|on",
    "SET|vehicle:WBA123:lock|true",
    "SET|garage:lock|closed",
    "SET|locker:44:code|9921|EX|86400",
    "SET|safe:lock:combination|17-3-22",
    "SET|device:99:lock|0",
    "SET|hotel:room:101:lock|released",
    "SET|padlock:3|secured",
    "HSET|lock:front:telemetry|battery|91|rssi|-60",
    "SET|screen:lock|on",
    "SET|screen:lock:timeout|300",
    "SET|capslock:alice|off",
    "SET|wake_lock:tab:7|active",
    "SET|tv:child_lock|1",
    "SET|keyboard:num_lock|on",
    "SET|caps_lock:ann|true",
    "SET|steering_lock:car|locked",
    "SET|android:rotation_lock|active",
    // Lock files
    "SET|yarn.lock:hash|{hex:40}",
    "SET|yarn.lock:checksum|{hex:64}|EX|604800",
    "SET|package-lock.json:sha|{hex:40}",
    "SET|ci:cache:yarn.lock:{hex:40}|{uuid}",
    "SET|Gemfile.lock:digest|{hex:32}",
    "SET|composer.lock:etag|{hex:32}|EX|3600",
    "SET|Cargo.lock|{hex:64}",
    "SET|terraform.lock.hcl:sha|{hex:32}",
    "SET|deno.lock|{hex:32}|EX|3600",
    "SET|Chart.lock:sha|{hex:32}",
    "SET|mix.lock:etag|{hex:32}|EX|3600",
    "SET|pnpm-lock:version|9.0",
    "SET|poetry.lock:mtime|{now}",
    "SET|npm:package-lock:express|4.19.2",
    // Blocks, clocks and other words
    "SET|block:latest|19283746",
    "SET|block:{hex:64}|{\"height\":1}",
    "HSET|eth:block:19283746|hash|{hex:64}|parent|{hex:64}",
    "SET|blockchain:tip|{hex:64}",
    "SADD|blocklist|203.0.113.9",
    "SADD|blocked:users|alice",
    "SET|blocked:ip:203.0.113.9|1|EX|600",
    "SET|unblock:alice|{uuid}|EX|600",
    "SET|ad:block:7|1|EX|60",
    "SET|clock:skew|12",
    "SET|clock:vector:7|{\"a\":3}",
    "SET|clock:in:alice|{ms}",
    "SET|o-clock:reminder|9",
    "SET|world_clock:berlin|14:03",
    "SET|unlock:level:7|1",
    "SET|unlocked:achievement:9|1",
    "SET|unlock:token:{alnum:20}|{uuid}|EX|600",
    "SET|flock:size|12",
    "SET|sherlock:case|7",
    "SET|deadlock:count|2",
    "SET|gridlock:city|3",
    "SET|livestock:cows|40",
    "SET|stock:17|83",
    "SET|bullock:42|17",
    "SET|warlock:level|70",
    "SET|promo:countdown:2026|30",
    "SET|countdown:launch|10",
    "SET|game:countdown|3",
    "SET|rocket:countdown:seconds|60|EX|60",
    "SET|door:latch:state|closed",
    "HSET|gate:latch|state|open",
    "SADD|book:readers|alice|bob",
    "SADD|lesson.readers|alice",
    "SET|novel.writer|jane",
    "SET|blog:writer:7|jane",
    "SET|team:mutex_band|A",
    // Counters, boards, documents, chat
    "SET|views:17|991",
    "SET|likes:17|12",
    "PFADD|uv:2026-11-25|a|b",
    "ZADD|leaderboard|17|ann",
    "GEOADD|drivers|13.4|52.5|d1",
    "SETBIT|dau:2026-11-25|7|1",
    "LPUSH|chat:room:7|hi",
    "XADD|chat:stream|*|m|hi",
    "HSET|cart:alice|sku-1|2",
    "HSET|device:counters|{uuid}|12",
    "HSET|user:visits|{uuid}:7|3",
    "SET|doc:7:revision|{uuid}",
    "SET|etl:cursor|{uuid}",
    "SET|sequence:invoice|10231",
    "SET|nextid:orders|7",
    "SET|fcm:token:alice|{base64:48}",
    "SET|l:en:welcome|hello",
    "SET|l:1|https://example.org",
    "SET|hash:file:7|{hex:32}",
    "SET|md5:upload:7|{hex:32}|EX|3600",
    "SET|etag:{hex:32}|{hex:32}|EX|3600",
    "SET|token:ws:{alnum:12}|{base64:16}|EX|60",
    "SET|csrf:salt|{alnum:16}|EX|3600",
    "SET|invite:{alnum:8}|{alnum:20}|EX|86400",
    "HSET|lock:settings|timeout|30|retries|5",
    "SADD|lock:owners|alice|bob",
};

std::string_view kindOfPlaceholder(std::string_view inside)
{
    return inside.substr(0, inside.find(':'));
}

class Writer
{
public:
    explicit Writer(Session &session) : m_session(session) { m_ms = wallMs(session); }
    QByteArrayList write()
    {
        QByteArrayList keys;
        std::vector<std::vector<QByteArray>> commands;
        for (const char *line : Decoys) {
            std::vector<QByteArray> command;
            for (const QByteArray &part : QByteArray(line).split('|'))
                command.push_back(filled(part));
            keys.append(command[1]);
            commands.push_back(std::move(command));
        }
        sendAll(m_session, commands);
        return keys;
    }

private:
    QByteArray random(const char *from, int count)
    {
        const QByteArray letters(from);
        QByteArray text;
        while (text.size() < count)
            text += letters[int(m_random() % unsigned(letters.size()))];
        return text;
    }
    QByteArray hex(int digits) { return random("0123456789abcdef", digits); }
    QByteArray uuid() { return hex(8) + '-' + hex(4) + "-4" + hex(3) + "-a" + hex(3) + '-' + hex(12); }
    // What stands for a placeholder; as it is, where it is none.
    QByteArray standsFor(const QByteArray &inside)
    {
        const std::string_view kind = kindOfPlaceholder({inside.constData(), size_t(inside.size())});
        const int count = inside.mid(inside.indexOf(':') + 1).toInt();
        if (kind == "uuid")
            return uuid();
        if (kind == "hex")
            return hex(count);
        if (kind == "alnum")
            return "aB3" +
                   random("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", count - 3);
        if (kind == "base64")
            return random("\x01\x42\x93\xd7\xfe\x21", count).toBase64();
        if (kind == "now")
            return QByteArray::number(m_ms / 1000);
        if (kind == "ms")
            return QByteArray::number(m_ms);
        return '{' + inside + '}';
    }
    QByteArray filled(const QByteArray &text)
    {
        QByteArray result;
        for (qsizetype at = 0; at < text.size();) {
            const qsizetype end = text[at] == '{' ? text.indexOf('}', at) : -1;
            if (end < 0) {
                result += text[at++];
                continue;
            }
            result += standsFor(text.mid(at + 1, end - at - 1));
            at = end + 1;
        }
        return result;
    }

    Session &m_session;
    std::mt19937 m_random{1};
    qint64 m_ms = 0;
};

} // namespace

QByteArrayList fillDecoys(Session &session)
{
    return Writer(session).write();
}

} // namespace lockscope::test

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AcquireDialog</name>
    <message>
        <source>&amp;Acquire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acquire a lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lock:orders:42</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>kind of lock and its short name</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make another owner id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long to wait while another holds it; 0s: one try</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keep renewing while this program runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ke&amp;y</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>K&amp;ind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Lease</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wai&amp;t at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watchdog</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this kind records no owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type the key of the lock.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An owner is needed: it is how the lock is released again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lease: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ActDialog</name>
    <message>
        <source>&amp;Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the lock: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the server&apos;s answer: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChangeNotice</name>
    <message>
        <source>The lock is gone since %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lock is gone since %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I have seen it: the holder is %1 now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The owner changed while this was open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I have seen it: the hold count is %1 now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hold count changed while this was open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its holder is at work: it went from %1 to %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CodeBox</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CommandsView</name>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConnectionUrl</name>
    <message>
        <source>URL: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write redis://[user[:password]@]host[:port][/db], rediss://… for TLS, or unix:///path[?db=N]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a character of the user, the password or a value is not escaped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write %40 for @, %3A for :, %2F for /, %3F for ? and %23 for #</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it does not begin with redis://, rediss:// or unix://</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in the %1, a percent sign is not followed by two hex digits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write %25 for a percent sign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the %1 is no UTF-8 text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>password</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the ] after the IPv6 address is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what stands in the brackets is no IPv6 address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is more than one colon after the host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write an IPv6 address in brackets: redis://[::1]:6379</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the host is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the host has a character that no host name has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the port is no number from 1 to 65535</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the database is no number from 0 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write it as /N after the host, or as ?db=N</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the clientname has a space or a character that Redis does not allow there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no query parameter &quot;%1&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>known are db, cacert, cert, key, sni, insecure and clientname</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>insecure is neither 0 nor 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a query parameter is given twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has parameters for TLS, but is no TLS connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write rediss:// instead of redis://</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cert and key are needed together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it names two databases, one in the path and one in the query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a unix socket has no host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write unix:// and an absolute path: unix:///run/redis.sock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the path of the socket is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>URL: %1:// is not there yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>name one of its servers with redis://host:port</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Duration</name>
    <message>
        <source>Duration &quot;%1&quot;: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write a number and a unit, such as 250ms, 30s, 5m, 2h or 1d</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing is there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it must not be negative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it does not begin with a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the unit is missing, and seconds and milliseconds are easily confused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only one number and one unit are understood</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no unit &quot;%1&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is finer than a millisecond</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is longer than 36500d</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DurationEdit</name>
    <message>
        <source>30s, 5m, 2h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A duration is needed, such as 30s or 5m.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ElidedLabel</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>no answer within %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>check the address, or allow more time with --timeout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the connection was closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not connected</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Engine::Private</name>
    <message>
        <source>not connected</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EventTimeline</name>
    <message>
        <source>Events of the lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing happened to it since it was first seen.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EventTimelineModel</name>
    <message>
        <source>%1, seen by: %2</source>
        <comment>time of an event and its source</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holds after the event; for waiters: how many</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TTL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seen by</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ExpiryDialog</name>
    <message>
        <source>&amp;Set expiry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set expiry: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This gives a lock without an expiry one, or shortens the time it has left. It never lengthens it, and the holder is not told: a holder that renews sets the time back to its full lease.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time to &amp;live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lock is gone: there is nothing to set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at the new holder and confirm it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The time must be longer than nothing; to end the lock now, release it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has %1 left: this only shortens.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ForceReleaseDialog</name>
    <message>
        <source>&amp;Release by force</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Force release: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 — %2</source>
        <comment>connection and its environment</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ticket, or what you saw: it is kept in the audit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;ason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Type the lock&apos;s name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no lock to release.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at the new holder and confirm it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say why: the reason is kept in the audit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Production: type the lock&apos;s name to go on.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HoldersModel</name>
    <message>
        <source>How often it is held by the same owner (re-entry)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TTL</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HoldersView</name>
    <message>
        <source>Holders of the lock</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LockClient</name>
    <message>
        <source>there is no lock format named %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LockClient::Private</name>
    <message>
        <source>the script answered in an unexpected shape</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LockFilter</name>
    <message>
        <source>the quote opened at column %1 is not closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, at column %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 needs ok, info, warning or critical</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 needs a duration such as 30s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 needs a number such as 3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be compared, write %1:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 needs a text to look for</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LockHeadline</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the lock&apos;s name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send the waiters the message of a release; the lock is not touched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the lock an expiry, or shorten the time it has left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the lock away from its holder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Wake…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>E&amp;xpiry…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;lease…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gone since %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gone since %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lock is gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This connection is read-only: nothing is written. The commands to run elsewhere are below</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Operator</name>
    <message>
        <source>there is no lock kind named %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use one of the kinds that the list of locks shows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the connection was closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the key is no lock of a known format but a %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing was changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no lock under this name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this connection is read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connect without read-only to change locks</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PlanView</name>
    <message>
        <source>What will run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same as redis-cli commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>number of a step and the step</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the old holder will notice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before you go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking for the plan…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProfileStore</name>
    <message>
        <source>a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must be a whole number from %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a password has no place in this file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not a field of this version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must be %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must be a list of texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must be development, staging or production</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must be an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must be a list of objects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line %1: profile &quot;%2&quot;: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is of version %1, written by a newer Lockscope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line 1: this is no list of Lockscope profiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line %1: there are two profiles named &quot;%2&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a profile needs a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>give a host or a socket, one of the two</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a host is a name or an address, without blanks and slashes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a port is a number from 1 to 65535</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a database number cannot be below 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TLS is not for unix sockets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a client certificate and its key go together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a pattern cannot be empty</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Receipt</name>
    <message>
        <source>acquire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>renew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>force-release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wake</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>set-expiry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, no expiry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>held now by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (holds: %1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; waiters woken: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>force-released</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>released</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one hold released; holds left: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>re-entered by %1 (holds: %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>acquired by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>renewed for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wake-up message sent; clients that got it: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wake-up message sent; nobody was listening</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expiry set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>owner changed meanwhile, %1 not done; </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nobody holds it now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>already gone, nothing to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not acquired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 refused: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whether the %1 was done is not known: </source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReceiptView</name>
    <message>
        <source>&amp;Copy receipt</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RedissonLock</name>
    <message>
        <source>A hash with one field named like a Redisson owner (uuid:thread) and a count: Redisson&apos;s reentrant lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redisson client %1: all locks with this id belong to one client object, usually one process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thread %1 of that client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Taken inside Redisson transaction %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n hold(s): the owner must release it that many times</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>It has no expiry. Redisson always sets one: it was taken away by another program, or another program made this key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redisson&apos;s spin, fenced and non-reentrant locks, and a fair lock without waiters, look the same and are freed the same way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the owner %1 is not one Redisson would write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>leave it out, or give a UUID, a colon and a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If the lock is free or already held by %1, adds one hold to its count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sets the expiry to %1 from now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If another owner holds it, changes nothing and says who and for how long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If %1 holds the lock, sets the expiry to %2 from now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Else changes nothing; a lock that is gone is not made again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes one hold from %1; if holds are left, sets the expiry to %2 and stops there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With the last hold: publishes %1 on %2, so that a waiter tries again, then deletes the lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If another owner holds it, changes nothing and says who</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes on only if %1 still holds it</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>and only with %n hold(s), as shown</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Publishes %1 on %2, so that waiters try again at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deletes the lock, with all holds of its owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leaves Redisson&apos;s unlock latches, queues and fencing tokens alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The old holder&apos;s code goes on running and is not told: its watchdog stops silently within a third of the lease, and its unlock() fails with IllegalMonitorStateException</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redisson reuses owner ids: a lock released and taken again by the same thread looks the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If it is a fair lock, its waiters listen on channels of their own and are not woken by this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No owner is compared: whoever holds it at that moment loses it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Publishes %1 on %2: one waiter of each client tries again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes nothing: a waiter that still finds the lock held goes back to waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only if %1 still holds it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes the lock expire in %1, if it has no expiry or a later one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An earlier expiry stays as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A living watchdog sets it back to its own lease at its next tick; a holder without one loses the lock while it works</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An expiry wakes nobody: waiters learn of it when the time they last read is over</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Sandbox</name>
    <message>
        <source>Sandbox: no certificates: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>openssl did not end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>openssl says: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the program openssl is not there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>install the package openssl</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sandbox: </source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Say</name>
    <message>
        <source>cannot read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is too large to be a list of profiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mend or move the file; Lockscope has not changed it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>profile &quot;%1&quot;: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there are two profiles named &quot;%1&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot make the folder %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no profile &quot;%1&quot; in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>save one in the window, or use --url</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there are: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StringValue</name>
    <message>
        <source>The token was made at %1: the call that took the lock began then</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That was %1 ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Made on the machine with MAC address %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Made by a process that drew %1 instead of a MAC address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clock sequence %1: tokens with the same two come from one process or machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By host %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machine %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Process %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deleting it declares the worker dead: the queue runs the job a second time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiters of python-redis-lock sleep on the list lock-signal:… and are not woken by a delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If it is Spring Integration in pub/sub mode, its waiters notice only when they look again, after up to 60 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rueidislock holds a majority of three keys: this is one of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ShedLock may keep an entry after the job ended; without it the job may start again now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a UUID of version 1 as 32 hex digits, as redis-py makes them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a UUID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>random bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>32 hex digits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a UUID and a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a UUID in quotes, written through a serialiser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16 bytes in base64, as redsync makes them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>18 bytes in base64</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16 bytes in url-safe base64</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>20 letters and digits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16 letters and digits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ShedLock&apos;s entry: when and on which host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DistributedLock&apos;s id: machine, process and a random part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a thread&apos;s name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a constant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a value written by Java serialisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an owner as the application named it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Text</name>
    <message>
        <source>the program redis-server is not there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>install the package redis-server, or connect to a server with --url</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no folder could be made in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>set TMPDIR to a folder with a short name that may be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not start: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>redis-server ended at once: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>redis-server does not answer: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no free port on 127.0.0.1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dry run, nothing sent: would %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TokenLock</name>
    <message>
        <source>A short string under a name that says lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The name does not say lock, but the value is near certain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The value is %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It expires by itself unless the owner extends it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has no expiry: a token lock without one stays for ever if its owner dies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who waits for it asks again and again; that cannot be seen from here</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TtlPlot</name>
    <message>
        <source>Time to live over the last minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no expiry: nothing counts down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lease %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: not seen yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: no expiry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: no lock</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>UntokenedLock</name>
    <message>
        <source>A string without a token under a name that says lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The value is %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RQ writes the scheduler&apos;s process id there, extends it every second and never compares it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It could also be a counter: nothing in the key tells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The value reads as a time: perhaps when it was taken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The value names no single acquisition: who holds it now cannot be told from one who held it before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It expires by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has no expiry: if its owner died, it stays until somebody deletes it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The value is no token: if another holder wrote the same value meanwhile, the comparison cannot tell, and it loses the lock</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Verdict</name>
    <message>
        <source>at least %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>held for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n holder(s), held for %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>free for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expires in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no expiry set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>longest time to live seen: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>renewed %n time(s), last %1 ago</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>renewed every %1 so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n renewal(s) missed</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>hold count %1, at most %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>at least %n client(s) wait</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>last read %1 ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing will ever end this hold: it has no expiry and is held for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find the holder. If it is alive, give the lock an expiry as long as its work may take; if it is gone, force-release the lock. Then mend the code that takes it: set the key and its expiry in one command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The holder has stopped renewing: the last renewal was %1 ago, one was due every %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The holder has crashed, hangs, or cannot reach this server. Look for it before the lock expires: after that another client may enter while it still works</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The holder used to renew, yet the lock expires in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at the holder now: a long pause there lets two clients in at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lock is free, yet clients have waited for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A wake-up message was lost, or its waiters are gone without unsubscribing. Wake them: that changes nothing else</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not known now: %1 is not reachable, this is what it said %2 ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait for the connection to come back, or look at the state of the node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One owner has entered %1 times and given nothing back so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If this goes on growing, a path in the code takes the lock without releasing it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fine if the work takes that long; otherwise ask the holder what it waits for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held, and others wait for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Healthy: held, and its holder renews it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Healthy: held, and expires in %1 at the latest unless renewed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Healthy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WakeDialog</name>
    <message>
        <source>&amp;Wake waiters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wake waiters: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This sends the message that a release sends, and changes no key. A waiter that wakes tries again and goes back to waiting if the lock is still held: harmless, and the remedy when a release message was lost.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>Choose a lock in the list to see who holds it, who waits, and whether it is healthy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting, in order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time to live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why it is taken for this kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Companion keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raw value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As redis-cli commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holders (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holder</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Looking closer…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is known about it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Companion keys (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No closer look: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockscope::LockFacts</name>
    <message>
        <source>Lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hold count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time to live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lease</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Renewals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>last %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n missed</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) on the wake-up channel</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in the queue</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nobody</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (at most %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no expiry: it never runs out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (not reachable, seen %2)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockscope::Planning</name>
    <message>
        <source>the lease is %1 ms: it must be longer than nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the lease is longer than 100 years</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the lock&apos;s name is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 needs the owner: only the holder named may do it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>name the owner as the lock shows it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the owner is longer than 512 bytes: no lock&apos;s owner is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the expected count is %1: a held lock has at least one hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no time was given after which the lock shall expire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>give the time, for example 30s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockscope::RawValue</name>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n field(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>… cut: there is more than is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raw value: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raw value: %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockscope::Receipt</name>
    <message>
        <source>Acquired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Renewed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One hold was given back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Released</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lock was released by force</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The waiters were woken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The message was sent, but nobody listens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lock now runs out by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read back: nobody holds it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read back: held by %1, %2 times.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read back: held by %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was changed: this was a dry run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was changed: the lock is not as it was shown any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to do: the lock was already gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not acquired: the lock is held by another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refused: nothing was changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not known whether this was done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server said: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time to live: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n waiting client(s) got the wake-up message.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Look at the new holder first; go back to try again for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at the lock again before you repeat it: the server may have done it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This program holds it now: release it when you are done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meant for owner: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Result: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockscope::ScriptReply</name>
    <message>
        <source>the script&apos;s answer is not one this program knows: whether it acted is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read the lock again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockscope::StringPlan</name>
    <message>
        <source>If the key is absent, writes the owner %1 into it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with an expiry of %1, in the same command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without an expiry, as this kind does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If it is held, changes nothing and says by whom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without an expiry it stays for ever if nobody releases it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If the value is %1, sets the expiry to %2 from now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Else changes nothing; a key that is gone is not made again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If the value is %1, deletes the key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Else changes nothing and says who holds it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If the value is still %1, deletes the key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deletes the key, whoever holds it, if it is a short string</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tells nobody: waiters of this kind ask again by themselves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The old holder&apos;s code goes on running. It learns of this at its next extend or release at the earliest, and many libraries ignore even that</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some clients write the key again when they extend it (RedLock.net, redlock-rb, redsync with SetNXOnExtend): look again after half a lease</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If this is one node of a RedLock, the other nodes still hold it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No owner is compared: whoever holds it at that moment loses it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only if the value is still %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes the key expire in %1, if it has no expiry or a later one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An earlier expiry stays as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A holder that is alive may extend it again; one that does not loses the lock while it works</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the expected count is %1: a lock of this kind has one hold only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a %1 has no channel: who waits for it asks again and again by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing needs waking</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockscope::text</name>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <comment>time to live</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>just now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not scanned yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scanning: %1 of about %2 keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scanning: %1 keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scan complete %1, %2 keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scan stopped after %1 of about %2 keys: the list is not complete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scan failed after %1 keys: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connecting, attempt %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connection lost: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connection lost, next try in %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot connect: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server said: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>owner %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>held %1 times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>held for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TTL %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n waiter(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>healthy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>free but waited for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no expiry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>renewal overdue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about to expire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hold count grows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>held long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waited for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not reachable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redisson lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fair lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read-write lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>semaphore</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>permit semaphore</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>latch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>multi-lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fenced lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>spin lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>token lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>untokened lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>timestamp lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counter lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ShedLock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OK</source>
        <comment>verdict</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Info</source>
        <comment>verdict</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warning</source>
        <comment>verdict</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Critical</source>
        <comment>verdict</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>certain</source>
        <comment>confidence</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>likely</source>
        <comment>confidence</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a guess</source>
        <comment>confidence</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no key</source>
        <comment>value type</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>string</source>
        <comment>value type</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hash</source>
        <comment>value type</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list</source>
        <comment>value type</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>set</source>
        <comment>value type</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sorted set</source>
        <comment>value type</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stream</source>
        <comment>value type</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other type</source>
        <comment>value type</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exclusive</source>
        <comment>hold mode</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read</source>
        <comment>hold mode</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>write</source>
        <comment>hold mode</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>permit</source>
        <comment>hold mode</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>acquired</source>
        <comment>event</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>re-entered</source>
        <comment>event</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>renewed</source>
        <comment>event</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>released</source>
        <comment>event</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expired</source>
        <comment>event</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>force-released</source>
        <comment>event</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>changed</source>
        <comment>event</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiters</source>
        <comment>event</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>node</source>
        <comment>event</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tracking</source>
        <comment>event source</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keyspace event</source>
        <comment>event source</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>poll</source>
        <comment>event source</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scan</source>
        <comment>event source</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this program</source>
        <comment>event source</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acquire</source>
        <comment>act</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Renew</source>
        <comment>act</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Release</source>
        <comment>act</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Force release</source>
        <comment>act</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wake waiters</source>
        <comment>act</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set expiry</source>
        <comment>act</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>done</source>
        <comment>result</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>owner changed</source>
        <comment>result</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>already gone</source>
        <comment>result</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not acquired</source>
        <comment>result</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>refused</source>
        <comment>result</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>result</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>development</source>
        <comment>environment</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>staging</source>
        <comment>environment</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>production</source>
        <comment>environment</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off</source>
        <comment>live mode</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tracking</source>
        <comment>live mode</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tracking known keys</source>
        <comment>live mode</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keyspace events</source>
        <comment>live mode</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>polling</source>
        <comment>live mode</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>live: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>live: %1 (sampled)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connecting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reconnecting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>closed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>

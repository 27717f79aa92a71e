<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>lockscope::AuditDetails</name>
    <message numerus="yes">
        <source>%1, %Ln holds</source>
        <translation>
            <numerusform>%1, %Ln hold</numerusform>
            <numerusform>%1, %Ln holds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::AuditPage</name>
    <message numerus="yes">
        <source>%Ln actions</source>
        <translation>
            <numerusform>%Ln action</numerusform>
            <numerusform>%Ln actions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the latest %Ln actions</source>
        <translation>
            <numerusform>the latest action</numerusform>
            <numerusform>the latest %Ln actions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Intact: %Ln rows</source>
        <translation>
            <numerusform>Intact: %Ln row</numerusform>
            <numerusform>Intact: %Ln rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows of an older version have no hash.</source>
        <translation>
            <numerusform>%Ln row of an older version has no hash.</numerusform>
            <numerusform>%Ln rows of an older version have no hash.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::Banner</name>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln more</numerusform>
            <numerusform>%Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::BulkDialog</name>
    <message numerus="yes">
        <source>The %Ln selected lock(s)</source>
        <translation>
            <numerusform>The selected lock</numerusform>
            <numerusform>The %Ln selected locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln lock(s) shown by the filter at %1</source>
        <translation>
            <numerusform>The one lock shown by the filter at %1</numerusform>
            <numerusform>All %Ln locks shown by the filter at %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The %Ln remaining lock(s)</source>
        <translation>
            <numerusform>The remaining lock</numerusform>
            <numerusform>The %Ln remaining locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Set the e&amp;xpiry of %Ln lock(s)</source>
        <translation>
            <numerusform>Set the e&amp;xpiry of %Ln lock</numerusform>
            <numerusform>Set the e&amp;xpiry of %Ln locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Release %Ln lock(s) by force</source>
        <translation>
            <numerusform>&amp;Release %Ln lock by force</numerusform>
            <numerusform>&amp;Release %Ln locks by force</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Wake the waiters of %Ln lock(s)</source>
        <translation>
            <numerusform>&amp;Wake the waiters of %Ln lock</numerusform>
            <numerusform>&amp;Wake the waiters of %Ln locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1. The profile allows %Ln action(s) per minute: continues in %2.</source>
        <translation>
            <numerusform>%1. The profile allows %Ln action per minute: continues in %2.</numerusform>
            <numerusform>%1. The profile allows %Ln actions per minute: continues in %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) changed since the dry run and are skipped. Refresh to include them.</source>
        <translation>
            <numerusform>%Ln lock changed since the dry run and is skipped. Refresh to include it.</numerusform>
            <numerusform>%Ln locks changed since the dry run and are skipped. Refresh to include them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ContentionScope</name>
    <message numerus="yes">
        <source>%Ln figure(s)</source>
        <translation>
            <numerusform>%Ln figure</numerusform>
            <numerusform>%Ln figures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s)</source>
        <translation>
            <numerusform>%Ln lock</numerusform>
            <numerusform>%Ln locks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::CopyCommands</name>
    <message numerus="yes">
        <source>Copied the commands for %Ln lock(s)</source>
        <translation>
            <numerusform>Copied the commands for %Ln lock</numerusform>
            <numerusform>Copied the commands for %Ln locks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::CountDownLatch</name>
    <message numerus="yes">
        <source>%n count(s) left until it opens</source>
        <translation>
            <numerusform>%n count left until it opens</numerusform>
            <numerusform>%n counts left until it opens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::DesktopNotifier</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Lockscope: %Ln alert(s)</source>
        <translation>
            <numerusform>Lockscope: %Ln alert</numerusform>
            <numerusform>Lockscope: %Ln alerts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln alert(s)</source>
        <translation>
            <numerusform>%1: %Ln alert</numerusform>
            <numerusform>%1: %Ln alerts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::FairLock</name>
    <message numerus="yes">
        <source>%n thread(s) in the queue; only the first of them can get the lock</source>
        <translation>
            <numerusform>%n thread in the queue; only the first of them can get the lock</numerusform>
            <numerusform>%n threads in the queue; only the first of them can get the lock</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %n thread(s) in the queue; only the first of them can get the lock</source>
        <translation>
            <numerusform>At least %n thread in the queue; only the first of them can get the lock</numerusform>
            <numerusform>At least %n threads in the queue; only the first of them can get the lock</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::FindingsModel</name>
    <message numerus="yes">
        <source>%Ln nodes: %1</source>
        <translation>
            <numerusform>%Ln node: %1</numerusform>
            <numerusform>%Ln nodes: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::HealthChecker</name>
    <message numerus="yes">
        <source>%Ln critical</source>
        <translation>
            <numerusform>%Ln critical</numerusform>
            <numerusform>%Ln critical</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln warning(s)</source>
        <translation>
            <numerusform>%Ln warning</numerusform>
            <numerusform>%Ln warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln info</source>
        <translation>
            <numerusform>%Ln info</numerusform>
            <numerusform>%Ln info</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::HealthDialog</name>
    <message numerus="yes">
        <source>%Ln node(s) answered.</source>
        <translation>
            <numerusform>%Ln node answered.</numerusform>
            <numerusform>%Ln nodes answered.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::HeartbeatStrip</name>
    <message numerus="yes">
        <source>%Ln missed</source>
        <translation>
            <numerusform>%Ln missed</numerusform>
            <numerusform>%Ln missed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::HoldHistogram</name>
    <message numerus="yes">
        <source>%1 to %2: %3 holds</source>
        <translation>
            <numerusform>%1 to %2: %3 hold</numerusform>
            <numerusform>%1 to %2: %3 holds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s)</source>
        <translation>
            <numerusform>%Ln lock</numerusform>
            <numerusform>%Ln locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Hold times of %1 holds seen from start to end (%2): p50 %3, p90 %4, p99 %5</source>
        <translation>
            <numerusform>Hold time of %1 hold seen from start to end (%2): p50 %3, p90 %4, p99 %5</numerusform>
            <numerusform>Hold times of %1 holds seen from start to end (%2): p50 %3, p90 %4, p99 %5</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::LabLanes</name>
    <message numerus="yes">
        <source>%Ln cycle(s)</source>
        <translation>
            <numerusform>%Ln cycle</numerusform>
            <numerusform>%Ln cycles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln violation(s)</source>
        <translation>
            <numerusform>%Ln violation</numerusform>
            <numerusform>%Ln violations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln round(s)</source>
        <translation>
            <numerusform>%Ln round</numerusform>
            <numerusform>%Ln rounds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::LabLive</name>
    <message numerus="yes">
        <source>%Ln entry(s)</source>
        <translation>
            <numerusform>%Ln entry</numerusform>
            <numerusform>%Ln entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln violation(s)</source>
        <translation>
            <numerusform>%Ln violation</numerusform>
            <numerusform>%Ln violations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::LabSideBySide</name>
    <message numerus="yes">
        <source>%1 of %Ln claim(s) confirmed</source>
        <translation>
            <numerusform>%1 of %Ln claim confirmed</numerusform>
            <numerusform>%1 of %Ln claims confirmed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln violation(s)</source>
        <translation>
            <numerusform>%Ln violation</numerusform>
            <numerusform>%Ln violations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::LinkList</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ListHeader</name>
    <message numerus="yes">
        <source>%Ln new lock(s)</source>
        <translation>
            <numerusform>%Ln new lock</numerusform>
            <numerusform>%Ln new locks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::LockEventsDialog</name>
    <message numerus="yes">
        <source>%Ln events</source>
        <translation>
            <numerusform>%Ln event</numerusform>
            <numerusform>%Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>acquired %Ln times</source>
        <translation>
            <numerusform>acquired %Ln time</numerusform>
            <numerusform>acquired %Ln times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>by %Ln owners</source>
        <translation>
            <numerusform>by %Ln owner</numerusform>
            <numerusform>by %Ln owners</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::LockPane</name>
    <message numerus="yes">
        <source>Scanned %Ln key(s) for %1. If your locks have other names, add patterns to the connection.</source>
        <translation>
            <numerusform>Scanned %Ln key for %1. If your locks have other names, add patterns to the connection.</numerusform>
            <numerusform>Scanned %Ln keys for %1. If your locks have other names, add patterns to the connection.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The server refused %Ln key(s) with the name of a lock.</source>
        <translation>
            <numerusform>The server refused %Ln key with the name of a lock.</numerusform>
            <numerusform>The server refused %Ln keys with the name of a lock.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The clients of %Ln lock(s) are not known. They may match.</source>
        <translation>
            <numerusform>The clients of %Ln lock are not known. It may match.</numerusform>
            <numerusform>The clients of %Ln locks are not known. They may match.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::MomentView</name>
    <message numerus="yes">
        <source>the first %Ln holds</source>
        <translation>
            <numerusform>the first %Ln hold</numerusform>
            <numerusform>the first %Ln holds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln holds</source>
        <translation>
            <numerusform>%Ln hold</numerusform>
            <numerusform>%Ln holds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ongoing holds · %1</source>
        <comment>nothing is known</comment>
        <translation>
            <numerusform>%Ln ongoing hold · %1</numerusform>
            <numerusform>%Ln ongoing holds · %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the first %Ln ongoing holds · %1</source>
        <comment>nothing is known</comment>
        <translation>
            <numerusform>the first ongoing hold · %1</numerusform>
            <numerusform>the first %Ln ongoing holds · %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of %1 holds</source>
        <comment>filtered</comment>
        <translation>
            <numerusform>%Ln of %1 holds</numerusform>
            <numerusform>%Ln of %1 holds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hold(s) may match</source>
        <translation>
            <numerusform>%Ln hold may match</numerusform>
            <numerusform>%Ln holds may match</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::MultiLock</name>
    <message numerus="yes">
        <source>%n value(s) held</source>
        <translation>
            <numerusform>%n value held</numerusform>
            <numerusform>%n values held</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and only with %n hold(s), as shown</source>
        <translation>
            <numerusform>and only with %n hold, as shown</numerusform>
            <numerusform>and only with %n holds, as shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n expired value(s): free for the next client</source>
        <translation>
            <numerusform>%n expired value: free for the next client</numerusform>
            <numerusform>%n expired values: free for the next client</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>If no other owner holds any of the %n value(s), acquires all of them for %1</source>
        <translation>
            <numerusform>If no other owner holds any of the %n value, acquires all of them for %1</numerusform>
            <numerusform>If no other owner holds any of the %n values, acquires all of them for %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::NodesView</name>
    <message numerus="yes">
        <source>%Ln node(s) unreachable</source>
        <translation>
            <numerusform>%Ln node unreachable</numerusform>
            <numerusform>%Ln nodes unreachable</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::PermitSemaphore</name>
    <message numerus="yes">
        <source>%n permit(s) held</source>
        <translation>
            <numerusform>%n permit held</numerusform>
            <numerusform>%n permits held</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n expired permit(s): free for the next client, but not yet counted in the number</source>
        <translation>
            <numerusform>%n expired permit: free for the next client, but not yet counted in the number</numerusform>
            <numerusform>%n expired permits: free for the next client, but not yet counted in the number</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) without an expiry: lost if the holder dies</source>
        <translation>
            <numerusform>%n permit without an expiry: lost if the holder dies</numerusform>
            <numerusform>%n permits without an expiry: lost if the holder dies</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ProbeDialog</name>
    <message numerus="yes">
        <source>%Ln command(s)</source>
        <translation>
            <numerusform>%Ln command</numerusform>
            <numerusform>%Ln commands</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::RecordedBlocking</name>
    <message numerus="yes">
        <source>holds %Ln lock(s)</source>
        <translation>
            <numerusform>holds %Ln lock</numerusform>
            <numerusform>holds %Ln locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s)</source>
        <translation>
            <numerusform>%Ln waiter</numerusform>
            <numerusform>%Ln waiters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s)</source>
        <translation>
            <numerusform>%Ln lock</numerusform>
            <numerusform>%Ln locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Clients waited for %Ln lock(s) without a recorded holder: free then, or its acquisition was not recorded.</source>
        <translation>
            <numerusform>Clients waited for %Ln lock without a recorded holder: free then, or its acquisition was not recorded.</numerusform>
            <numerusform>Clients waited for %Ln locks without a recorded holder: free then, or their acquisition was not recorded.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::RecordedLock</name>
    <message numerus="yes">
        <source>%Ln more holders</source>
        <translation>
            <numerusform>%Ln more holder</numerusform>
            <numerusform>%Ln more holders</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::RecordingWindow</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::RedissonLock</name>
    <message numerus="yes">
        <source>%n hold(s): the owner must release it that many times</source>
        <translation>
            <numerusform>%n hold: the owner must release it that many times</numerusform>
            <numerusform>%n holds: the owner must release it that many times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and only with %n hold(s), as shown</source>
        <translation>
            <numerusform>and only with %n hold, as shown</numerusform>
            <numerusform>and only with %n holds, as shown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::RightsView</name>
    <message numerus="yes">
        <source>%Ln permission(s) denied to this user</source>
        <translation>
            <numerusform>%Ln permission denied to this user</numerusform>
            <numerusform>%Ln permissions denied to this user</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::RuleDialog</name>
    <message numerus="yes">
        <source>%1, %Ln hold(s)</source>
        <translation>
            <numerusform>%1, %Ln hold</numerusform>
            <numerusform>%1, %Ln holds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more holder(s)</source>
        <translation>
            <numerusform>and %Ln more holder</numerusform>
            <numerusform>and %Ln more holders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln permit(s) available</source>
        <translation>
            <numerusform>%Ln permit available</numerusform>
            <numerusform>%Ln permits available</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Hides %1 of %Ln listed lock(s)</source>
        <translation>
            <numerusform>Hides %1 of %Ln listed lock</numerusform>
            <numerusform>Hides %1 of %Ln listed locks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::RuleFormat</name>
    <message numerus="yes">
        <source>Removes the %n field(s) that make the lock; the rest of the hash stays</source>
        <translation>
            <numerusform>Removes the field that makes the lock; the rest of the hash stays</numerusform>
            <numerusform>Removes the %n fields that make the lock; the rest of the hash stays</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Continues only if it is held by the %n holder(s) shown, with the counts shown</source>
        <translation>
            <numerusform>Continues only if it is held by the holder shown, with the count shown</numerusform>
            <numerusform>Continues only if it is held by the %n holders shown, with the counts shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n expired permit(s): no longer held, but kept until removed</source>
        <translation>
            <numerusform>%n expired permit: no longer held, but kept until removed</numerusform>
            <numerusform>%n expired permits: no longer held, but kept until removed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::RwLock</name>
    <message numerus="yes">
        <source>Held by %n reader(s): others may read, none may write</source>
        <translation>
            <numerusform>Held by %n reader: others may read, none may write</numerusform>
            <numerusform>Held by %n readers: others may read, none may write</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::Semaphore</name>
    <message numerus="yes">
        <source>%n permit(s) available</source>
        <translation>
            <numerusform>%n permit available</numerusform>
            <numerusform>%n permits available</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ShareDialog</name>
    <message numerus="yes">
        <source>%Ln events</source>
        <translation>
            <numerusform>%Ln event</numerusform>
            <numerusform>%Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln locks</source>
        <translation>
            <numerusform>%Ln lock</numerusform>
            <numerusform>%Ln locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>With %Ln files of the incident, as saved: they name locks</source>
        <translation>
            <numerusform>With %Ln file of the incident, as saved: it may name locks</numerusform>
            <numerusform>With %Ln files of the incident, as saved: they name locks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::SpringLock</name>
    <message numerus="yes">
        <source>Publishes the lock&apos;s name on each channel that may be its own: %n</source>
        <translation>
            <numerusform>Publishes the lock&apos;s name on each channel that may be its own: %n</numerusform>
            <numerusform>Publishes the lock&apos;s name on each channel that may be its own: %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::StatusLine</name>
    <message numerus="yes">
        <source>Events may have been missed %Ln time(s); each time, all keys were scanned again.</source>
        <translation>
            <numerusform>Events may have been missed %Ln time; each time, all keys were scanned again.</numerusform>
            <numerusform>Events may have been missed %Ln times; each time, all keys were scanned again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln key(s) refused: %1</source>
        <translation>
            <numerusform>%Ln key refused: %1</numerusform>
            <numerusform>%Ln keys refused: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::SymfonyLock</name>
    <message numerus="yes">
        <source>%n expired hold(s), dropped by the next client</source>
        <translation>
            <numerusform>%n expired hold, dropped by the next client</numerusform>
            <numerusform>%n expired holds, dropped by the next client</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::Tr</name>
    <message numerus="yes">
        <source>%n holder(s), held for %1</source>
        <translation>
            <numerusform>%n holder, held for %1</numerusform>
            <numerusform>%n holders, held for %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n renewal(s) missed</source>
        <translation>
            <numerusform>%n renewal missed</numerusform>
            <numerusform>%n renewals missed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) held</source>
        <translation>
            <numerusform>%n permit held</numerusform>
            <numerusform>%n permits held</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln permit(s) held</source>
        <translation>
            <numerusform>%Ln permit held</numerusform>
            <numerusform>%Ln permits held</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Its client has stopped renewing all of its %n lock(s) at once; this one %1 ago</source>
        <translation>
            <numerusform>Its client has stopped renewing its %n lock, %1 ago</numerusform>
            <numerusform>Its client has stopped renewing all of its %n locks at once; this one %1 ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln bytes</source>
        <translation>
            <numerusform>%Ln byte</numerusform>
            <numerusform>%Ln bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln command(s)</source>
        <translation>
            <numerusform>%Ln command</numerusform>
            <numerusform>%Ln commands</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>survives %Ln more node loss(es)</source>
        <translation>
            <numerusform>survives %Ln more node loss</numerusform>
            <numerusform>survives %Ln more node losses</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n owner(s) at once</source>
        <translation>
            <numerusform>%n owner at once</numerusform>
            <numerusform>%n owners at once</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) listen for its release</source>
        <translation>
            <numerusform>%n client listens for its release</numerusform>
            <numerusform>%n clients listen for its release</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n older event(s): timeline.csv.</source>
        <translation>
            <numerusform>%n older event: timeline.csv.</numerusform>
            <numerusform>%n older events: timeline.csv.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln waiter(s) retry; no key changes</source>
        <translation>
            <numerusform>At least %Ln waiter retries; no key changes</numerusform>
            <numerusform>At least %Ln waiters retry; no key changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One of %Ln hold(s)</source>
        <translation>
            <numerusform>The only hold</numerusform>
            <numerusform>One of %Ln holds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One of %Ln in the queue</source>
        <translation>
            <numerusform>The only one in the queue</numerusform>
            <numerusform>One of %Ln in the queue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>one of %Ln in the queue</source>
        <translation>
            <numerusform>the only one in the queue</numerusform>
            <numerusform>one of %Ln in the queue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln missed</source>
        <translation>
            <numerusform>%Ln missed</numerusform>
            <numerusform>%Ln missed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client(s) on the wake-up channel</source>
        <translation>
            <numerusform>%Ln client on the wake-up channel</numerusform>
            <numerusform>%Ln clients on the wake-up channel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln in the queue</source>
        <translation>
            <numerusform>%Ln in the queue</numerusform>
            <numerusform>%Ln in the queue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln or more in the queue</source>
        <translation>
            <numerusform>%Ln or more in the queue</numerusform>
            <numerusform>%Ln or more in the queue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln count(s) until it opens</source>
        <translation>
            <numerusform>%Ln count until it opens</numerusform>
            <numerusform>%Ln counts until it opens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s)</source>
        <translation>
            <numerusform>%Ln lock</numerusform>
            <numerusform>%Ln locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln critical</source>
        <translation>
            <numerusform>%Ln critical</numerusform>
            <numerusform>%Ln critical</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln warning(s)</source>
        <translation>
            <numerusform>%Ln warning</numerusform>
            <numerusform>%Ln warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hold(s) by all its holders</source>
        <translation>
            <numerusform>%Ln hold by all its holders</numerusform>
            <numerusform>%Ln holds by all its holders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s)</source>
        <translation>
            <numerusform>%Ln waiter</numerusform>
            <numerusform>%Ln waiters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln byte(s)</source>
        <translation>
            <numerusform>%Ln byte</numerusform>
            <numerusform>%Ln bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln field(s)</source>
        <translation>
            <numerusform>%Ln field</numerusform>
            <numerusform>%Ln fields</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln element(s)</source>
        <translation>
            <numerusform>%Ln element</numerusform>
            <numerusform>%Ln elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and only with %n hold(s), as shown</source>
        <translation>
            <numerusform>and only with %n hold, as shown</numerusform>
            <numerusform>and only with %n holds, as shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Changed: now %Ln hold(s); refresh</source>
        <translation>
            <numerusform>Changed: now %Ln hold; refresh</numerusform>
            <numerusform>Changed: now %Ln holds; refresh</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; wakes %Ln client(s)</source>
        <translation>
            <numerusform>; wakes %Ln client</numerusform>
            <numerusform>; wakes %Ln clients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Tells %Ln client(s) to retry</source>
        <translation>
            <numerusform>Tells %Ln client to retry</numerusform>
            <numerusform>Tells %Ln clients to retry</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; woke %Ln client(s)</source>
        <translation>
            <numerusform>; woke %Ln client</numerusform>
            <numerusform>; woke %Ln clients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln lock(s) of %2</source>
        <translation>
            <numerusform>%1: %Ln lock of %2</numerusform>
            <numerusform>%1: %Ln locks of %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s).</source>
        <translation>
            <numerusform>%Ln lock.</numerusform>
            <numerusform>%Ln locks.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n holders are expected: a lock of this kind has one</source>
        <translation>
            <numerusform>%n holder is expected: a lock of this kind has one</numerusform>
            <numerusform>%n holders are expected: a lock of this kind has one</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln permit(s) free</source>
        <translation>
            <numerusform>%Ln permit free</numerusform>
            <numerusform>%Ln permits free</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln overdue</source>
        <translation>
            <numerusform>%Ln overdue</numerusform>
            <numerusform>%Ln overdue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>free, %Ln queued</source>
        <translation>
            <numerusform>free, %Ln queued</numerusform>
            <numerusform>free, %Ln queued</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>free, %Ln or more queued</source>
        <translation>
            <numerusform>free, %Ln or more queued</numerusform>
            <numerusform>free, %Ln or more queued</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln reader(s)</source>
        <translation>
            <numerusform>%Ln reader</numerusform>
            <numerusform>%Ln readers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln left</source>
        <translation>
            <numerusform>%Ln left</numerusform>
            <numerusform>%Ln left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, of %Ln permit(s)</source>
        <translation>
            <numerusform>%1, of %Ln permit</numerusform>
            <numerusform>%1, of %Ln permits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the free expired without a release, and can be acquired</source>
        <translation>
            <numerusform>%Ln of the free expired without a release, and can be acquired</numerusform>
            <numerusform>%Ln of the free expired without a release, and can be acquired</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %n client(s) waiting</source>
        <translation>
            <numerusform>at least %n client waiting</numerusform>
            <numerusform>at least %n clients waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) started since the lock was acquired, and may have lost it</source>
        <translation>
            <numerusform>%n node started since the lock was acquired, and may have lost it</numerusform>
            <numerusform>%n nodes started since the lock was acquired, and may have lost it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) in total</source>
        <translation>
            <numerusform>%n permit in total</numerusform>
            <numerusform>%n permits in total</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n expired permit(s)</source>
        <translation>
            <numerusform>%n expired permit</numerusform>
            <numerusform>%n expired permits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The clients of %n holder(s) are no longer connected</source>
        <translation>
            <numerusform>The client of %n holder is no longer connected</numerusform>
            <numerusform>The clients of %n holders are no longer connected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n expired permit(s) were never released</source>
        <translation>
            <numerusform>%n expired permit was never released</numerusform>
            <numerusform>%n expired permits were never released</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) are held by clients that are no longer connected</source>
        <translation>
            <numerusform>%n permit is held by a client that is no longer connected</numerusform>
            <numerusform>%n permits are held by clients that are no longer connected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) look expired by the clocks of their clients</source>
        <translation>
            <numerusform>%n permit looks expired by the clock of its client</numerusform>
            <numerusform>%n permits look expired by the clocks of their clients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) missing: fewer are available than there should be</source>
        <translation>
            <numerusform>%n permit missing: fewer are available than there should be</numerusform>
            <numerusform>%n permits missing: fewer are available than there should be</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) too many are held: %1 of %2</source>
        <translation>
            <numerusform>%n permit too many is held: %1 of %2</numerusform>
            <numerusform>%n permits too many are held: %1 of %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>no master serves %n slot(s): locks there cannot be acquired, renewed or released</source>
        <translation>
            <numerusform>no master serves %n slot: locks there cannot be acquired, renewed or released</numerusform>
            <numerusform>no master serves %n slots: locks there cannot be acquired, renewed or released</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n servers of one deployment are masters at once: each may grant the same lock</source>
        <translation>
            <numerusform>%n server of one deployment is a master</numerusform>
            <numerusform>%n servers of one deployment are masters at once: each may grant the same lock</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>there are %n sentinel(s): with fewer than three or an even number, one failure or a partition can leave locks without a master</source>
        <translation>
            <numerusform>there is %n sentinel: with fewer than three or an even number, one failure or a partition can leave locks without a master</numerusform>
            <numerusform>there are %n sentinels: with fewer than three or an even number, one failure or a partition can leave locks without a master</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>a group of %n node(s) survives no failure: with one node fewer, no lock has a majority</source>
        <translation>
            <numerusform>a group of %n node survives no failure: without it, no lock has a majority</numerusform>
            <numerusform>a group of %n nodes survives no failure: with one node fewer, no lock has a majority</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes of this group are one server, or copies of each other: they count as several votes but fail together</source>
        <translation>
            <numerusform>%n node of this group is one server, or copies of each other: they count as several votes but fail together</numerusform>
            <numerusform>%n nodes of this group are one server, or copies of each other: they count as several votes but fail together</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lock(s) here look like locks of a RedLock library, but this server is a master with replicas: one failover may grant a lock twice, which RedLock is meant to prevent</source>
        <translation>
            <numerusform>%n lock here looks like a lock of a RedLock library, but this server is a master with replicas: one failover may grant it twice, which RedLock is meant to prevent</numerusform>
            <numerusform>%n locks here look like locks of a RedLock library, but this server is a master with replicas: one failover may grant a lock twice, which RedLock is meant to prevent</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s), not shown here</source>
        <translation>
            <numerusform>%n byte, not shown here</numerusform>
            <numerusform>%n bytes, not shown here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Continues only if exactly the %n holder(s) shown hold it, in the same way</source>
        <translation>
            <numerusform>Continues only if exactly the holder shown holds it, in the same way</numerusform>
            <numerusform>Continues only if exactly the %n holders shown hold it, in the same way</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) did not answer; their state is unknown</source>
        <translation>
            <numerusform>%n node did not answer; its state is unknown</numerusform>
            <numerusform>%n nodes did not answer; their state is unknown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) have an id that may belong to the same client or to another</source>
        <translation>
            <numerusform>%n node has an id that may belong to the same client or to another</numerusform>
            <numerusform>%n nodes have an id that may belong to the same client or to another</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A majority names one owner; %n more node(s) may name another: possibly two holders</source>
        <translation>
            <numerusform>A majority names one owner; %n more node may name another: possibly two holders</numerusform>
            <numerusform>A majority names one owner; %n more nodes may name another: possibly two holders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Held by the smallest possible majority: %1 of %2 nodes; %n did not answer</source>
        <translation>
            <numerusform>Held by the smallest possible majority: %1 of %2 nodes; %n did not answer</numerusform>
            <numerusform>Held by the smallest possible majority: %1 of %2 nodes; %n did not answer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deadlock of %n lock(s)</source>
        <translation>
            <numerusform>Deadlock of %n lock</numerusform>
            <numerusform>Deadlock of %n locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Possible deadlock of %n lock(s)</source>
        <translation>
            <numerusform>Possible deadlock of %n lock</numerusform>
            <numerusform>Possible deadlock of %n locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deadlock of %n lock(s): its holder waits for another lock, whose holder in the end waits for this one</source>
        <translation>
            <numerusform>Deadlock of %n lock: its holder waits for another lock, whose holder in the end waits for this one</numerusform>
            <numerusform>Deadlock of %n locks: its holder waits for another lock, whose holder in the end waits for this one</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>heard %n time(s)</source>
        <translation>
            <numerusform>heard once</numerusform>
            <numerusform>heard %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n holder(s)</source>
        <translation>
            <numerusform>%n holder</numerusform>
            <numerusform>%n holders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %n more waiter(s)</source>
        <translation>
            <numerusform>at least %n more waiter</numerusform>
            <numerusform>at least %n more waiters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more waiter(s)</source>
        <translation>
            <numerusform>%n more waiter</numerusform>
            <numerusform>%n more waiters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more holder(s)</source>
        <translation>
            <numerusform>%n more holder</numerusform>
            <numerusform>%n more holders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them not identified</source>
        <translation>
            <numerusform>%n of them not identified</numerusform>
            <numerusform>%n of them not identified</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Next: one writer or all waiting readers (%n client(s) listening)</source>
        <translation>
            <numerusform>Next: one writer or all waiting readers (%n client listening)</numerusform>
            <numerusform>Next: one writer or all waiting readers (%n clients listening)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Next: the %n client(s) that have waited longest on its list. A client arriving at that moment may be faster</source>
        <translation>
            <numerusform>Next: the client that has waited longest on its list. A client arriving at that moment may be faster</numerusform>
            <numerusform>Next: the %n clients that have waited longest on its list. A client arriving at that moment may be faster</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Estimated from %n hold(s) seen: %1 to %2, median %3</source>
        <translation>
            <numerusform>Estimated from %n hold seen: %1 to %2, median %3</numerusform>
            <numerusform>Estimated from %n holds seen: %1 to %2, median %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and at least %n more</source>
        <translation>
            <numerusform>%1 and at least %n more</numerusform>
            <numerusform>%1 and at least %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) that listen</source>
        <translation>
            <numerusform>%n client that listens</numerusform>
            <numerusform>%n clients that listen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Next: all readers among %1; writers wait for %n other reader(s)</source>
        <translation>
            <numerusform>Next: all readers among %1; writers wait for %n other reader</numerusform>
            <numerusform>Next: all readers among %1; writers wait for %n other readers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No waiter proceeds: %n hold(s) remain</source>
        <translation>
            <numerusform>No waiter proceeds: %n hold remains</numerusform>
            <numerusform>No waiter proceeds: %n holds remain</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and at least %n more</source>
        <translation>
            <numerusform>and at least %n more</numerusform>
            <numerusform>and at least %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>only %n earlier hold(s) were seen</source>
        <translation>
            <numerusform>only %n earlier hold was seen</numerusform>
            <numerusform>only %n earlier holds were seen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>it has lasted longer than nearly all of the %n hold(s) seen</source>
        <translation>
            <numerusform>it has lasted longer than nearly all of the %n hold seen</numerusform>
            <numerusform>it has lasted longer than nearly all of the %n holds seen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln deadlock(s)</source>
        <translation>
            <numerusform>%Ln deadlock</numerusform>
            <numerusform>%Ln deadlocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln possible deadlock(s)</source>
        <translation>
            <numerusform>%Ln possible deadlock</numerusform>
            <numerusform>%Ln possible deadlocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client(s) heard by a probe until %1</source>
        <translation>
            <numerusform>%Ln client heard by a probe until %1</numerusform>
            <numerusform>%Ln clients heard by a probe until %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>scanning: %1 keys</source>
        <translation>
            <numerusform>scanning: %1 key</numerusform>
            <numerusform>scanning: %1 keys</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>scan complete %1, %2 keys</source>
        <translation>
            <numerusform>scan complete %1, %2 key</numerusform>
            <numerusform>scan complete %1, %2 keys</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>scan failed after %1 keys: %2</source>
        <translation>
            <numerusform>scan failed after %1 key: %2</numerusform>
            <numerusform>scan failed after %1 keys: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) as last known</source>
        <translation>
            <numerusform>%Ln lock as last known</numerusform>
            <numerusform>%Ln locks as last known</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln connection(s)</source>
        <translation>
            <numerusform>%Ln connection</numerusform>
            <numerusform>%Ln connections</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not connected</source>
        <comment>connections</comment>
        <translation>
            <numerusform>%Ln not connected</numerusform>
            <numerusform>%Ln not connected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln critical lock(s)</source>
        <translation>
            <numerusform>%Ln critical lock</numerusform>
            <numerusform>%Ln critical locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) with a warning</source>
        <translation>
            <numerusform>%Ln lock with a warning</numerusform>
            <numerusform>%Ln locks with a warning</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 in %2 of %Ln connection(s)</source>
        <comment>locks, number</comment>
        <translation>
            <numerusform>%1 in %2 of %Ln connection</numerusform>
            <numerusform>%1 in %2 of %Ln connections</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No matching locks in %Ln connection(s)</source>
        <translation>
            <numerusform>No matching locks in %Ln connection</numerusform>
            <numerusform>No matching locks in %Ln connections</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln minute(s) not known</source>
        <translation>
            <numerusform>%Ln minute not known</numerusform>
            <numerusform>%Ln minutes not known</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No matching locks in the %Ln connection(s) that were searched completely</source>
        <translation>
            <numerusform>No matching locks in the %Ln connection that was searched completely</numerusform>
            <numerusform>No matching locks in the %Ln connections that were searched completely</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln key(s) with the name of a lock could not be read</source>
        <translation>
            <numerusform>%Ln key with the name of a lock could not be read</numerusform>
            <numerusform>%Ln keys with the name of a lock could not be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not read completely</source>
        <comment>connections</comment>
        <translation>
            <numerusform>%Ln not read completely</numerusform>
            <numerusform>%Ln not read completely</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln critical lock(s), %1 of them as last known</source>
        <translation>
            <numerusform>%Ln critical lock, %1 of them as last known</numerusform>
            <numerusform>%Ln critical locks, %1 of them as last known</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hold(s) ended in the last hour that were seen from start to end; at least %1 are needed</source>
        <translation>
            <numerusform>%Ln hold ended in the last hour that was seen from start to end; at least %1 are needed</numerusform>
            <numerusform>%Ln holds ended in the last hour that were seen from start to end; at least %1 are needed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No lock is known to match. Clients are unknown in %Ln connection(s)</source>
        <translation>
            <numerusform>No lock is known to match. Clients are unknown in %Ln connection</numerusform>
            <numerusform>No lock is known to match. Clients are unknown in %Ln connections</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) listening, for this lock or one of the same name in another database</source>
        <translation>
            <numerusform>%n client listening, for this lock or one of the same name in another database</numerusform>
            <numerusform>%n clients listening, for this lock or one of the same name in another database</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) listen for the release of it, or of a lock of this name in another database</source>
        <translation>
            <numerusform>%n client listens for the release of it, or of a lock of this name in another database</numerusform>
            <numerusform>%n clients listen for the release of it, or of a lock of this name in another database</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client(s) on the wake-up channel, which all databases share</source>
        <translation>
            <numerusform>%Ln client on the wake-up channel, which all databases share</numerusform>
            <numerusform>%Ln clients on the wake-up channel, which all databases share</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>90 % of %Ln hold(s) lasted at most about %1</source>
        <translation>
            <numerusform>90 % of %Ln hold lasted at most about %1</numerusform>
            <numerusform>90 % of %Ln holds lasted at most about %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>renewed %n time(s)</source>
        <translation>
            <numerusform>renewed %n time</numerusform>
            <numerusform>renewed %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Releasing its read lock lets %n identified waiter(s) proceed, one after another</source>
        <translation>
            <numerusform>Releasing its read lock lets the identified waiter proceed</numerusform>
            <numerusform>Releasing its read lock lets %n identified waiters proceed, one after another</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Releasing any of them lets all %n identified waiter(s) proceed, one after another</source>
        <translation>
            <numerusform>Releasing any of them lets the identified waiter proceed</numerusform>
            <numerusform>Releasing any of them lets all %n identified waiters proceed, one after another</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Releasing any of them lets %1 of %n identified waiter(s) proceed, one after another</source>
        <translation>
            <numerusform>Releasing any of them lets %1 of %n identified waiter proceed</numerusform>
            <numerusform>Releasing any of them lets %1 of %n identified waiters proceed, one after another</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Releasing %1 lets the most waiters proceed, one after another: %2 of %n identified</source>
        <translation>
            <numerusform>Releasing %1 lets the most waiters proceed: %2 of %n identified</numerusform>
            <numerusform>Releasing %1 lets the most waiters proceed, one after another: %2 of %n identified</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Releasing one of %1 lets the most waiters proceed, one after another: %2 of %n identified</source>
        <translation>
            <numerusform>Releasing one of %1 lets the most waiters proceed: %2 of %n identified</numerusform>
            <numerusform>Releasing one of %1 lets the most waiters proceed, one after another: %2 of %n identified</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of its threads hold(s) locks</source>
        <translation>
            <numerusform>%n of its threads holds locks</numerusform>
            <numerusform>%n of its threads hold locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more deadlock(s); lockscope-cli blocking --json lists them all</source>
        <translation>
            <numerusform>%n more deadlock; lockscope-cli blocking --json lists them all</numerusform>
            <numerusform>%n more deadlocks; lockscope-cli blocking --json lists them all</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>one of %Ln held lock(s)</source>
        <comment>that clients may sleep for</comment>
        <translation>
            <numerusform>a held lock</numerusform>
            <numerusform>one of %Ln held locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client(s) sleep on a list and may wait for %1, or for other data: %2</source>
        <translation>
            <numerusform>%Ln client sleeps on a list and may wait for %1, or for other data: %2</numerusform>
            <numerusform>%Ln clients sleep on a list and may wait for %1, or for other data: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>renewed %n time(s), last %1</source>
        <translation>
            <numerusform>renewed %n time, last %1</numerusform>
            <numerusform>renewed %n times, last %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiter(s)</source>
        <translation>
            <numerusform>%n waiter</numerusform>
            <numerusform>%n waiters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lock(s)</source>
        <translation>
            <numerusform>%n lock</numerusform>
            <numerusform>%n locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>no client listens any more for the queued waiters of %n lock(s)</source>
        <translation>
            <numerusform>no client listens any more for the queued waiters of %n lock</numerusform>
            <numerusform>no client listens any more for the queued waiters of %n locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>whether clients still wait for %n lock(s) is unknown: not all of the queue was read</source>
        <translation>
            <numerusform>whether clients still wait for %n lock is unknown: not all of the queue was read</numerusform>
            <numerusform>whether clients still wait for %n locks is unknown: not all of the queue was read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One of %Ln or more in the queue</source>
        <translation>
            <numerusform>One of %Ln or more in the queue</numerusform>
            <numerusform>One of %Ln or more in the queue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>one of %Ln or more in the queue</source>
        <translation>
            <numerusform>one of %Ln or more in the queue</numerusform>
            <numerusform>one of %Ln or more in the queue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <comment>lanes that do not fit</comment>
        <translation>
            <numerusform>%Ln more</numerusform>
            <numerusform>%Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Some listening clients wait for %Ln lock(s), or for locks of the same name in another database.</source>
        <translation>
            <numerusform>Some listening clients wait for %Ln held lock, or for a lock of the same name in another database.</numerusform>
            <numerusform>Some listening clients wait for %Ln held locks, or for locks of the same names in another database.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Clients wait for %Ln lock(s) that no client is known to hold, first: %1.</source>
        <translation>
            <numerusform>Clients wait for %Ln lock that no client is known to hold: %1.</numerusform>
            <numerusform>Clients wait for %Ln locks that no client is known to hold, first: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It is unknown how many clients wait for %Ln held lock(s).</source>
        <translation>
            <numerusform>It is unknown how many clients wait for %Ln held lock.</numerusform>
            <numerusform>It is unknown how many clients wait for %Ln held locks.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A release by one holder frees no client: %n hold(s) remain</source>
        <translation>
            <numerusform>A release by one holder frees no client: %n hold remains</numerusform>
            <numerusform>A release by one holder frees no client: %n holds remain</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln live waiter(s) retry; the dead ones leave the queue</source>
        <translation>
            <numerusform>At least %Ln live waiter retries; the dead ones leave the queue</numerusform>
            <numerusform>At least %Ln live waiters retry; the dead ones leave the queue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No live waiter is known; %Ln dead one(s) leave the queue</source>
        <translation>
            <numerusform>No live waiter is known; %Ln dead one leaves the queue</numerusform>
            <numerusform>No live waiter is known; %Ln dead ones leave the queue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %Ln are dead</source>
        <translation>
            <numerusform>%1; %Ln is dead</numerusform>
            <numerusform>%1; %Ln are dead</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n announced server(s) are not connected: nothing is known of them and their locks</source>
        <translation>
            <numerusform>%n announced server is not connected: nothing is known of it and its locks</numerusform>
            <numerusform>%n announced servers are not connected: nothing is known of them and their locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Releasing it lets %n identified waiter(s) proceed, one after another</source>
        <translation>
            <numerusform>Releasing it lets %n identified waiter proceed</numerusform>
            <numerusform>Releasing it lets %n identified waiters proceed, one after another</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>no master serves %n slot(s)</source>
        <translation>
            <numerusform>no master serves %n slot</numerusform>
            <numerusform>no master serves %n slots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) waiting</source>
        <translation>
            <numerusform>%n client waiting</numerusform>
            <numerusform>%n clients waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>What the holders of %Ln held lock(s) wait for is unknown: deadlocks with them are not seen.</source>
        <translation>
            <numerusform>What the holder of %Ln held lock waits for is unknown: deadlocks with it are not seen.</numerusform>
            <numerusform>What the holders of %Ln held locks wait for is unknown: deadlocks with them are not seen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln without a client</source>
        <comment>waiters in a queue</comment>
        <translation>
            <numerusform>%Ln without a client</numerusform>
            <numerusform>%Ln without a client</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %Ln waiter(s)</source>
        <translation>
            <numerusform>at least %Ln waiter</numerusform>
            <numerusform>at least %Ln waiters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) were free when read, less than 1 s after a hold ended, first: %1.</source>
        <translation>
            <numerusform>%Ln lock was free when read, less than 1 s after a hold ended: %1.</numerusform>
            <numerusform>%Ln locks were free when read, less than 1 s after a hold ended, first: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n address(es) lead to a server that is already counted</source>
        <translation>
            <numerusform>%n address leads to a server that is already counted</numerusform>
            <numerusform>%n addresses lead to a server that is already counted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A group of %n node(s) survives no failure. Use three or five nodes</source>
        <translation>
            <numerusform>A group of %n node survives no failure. Use three or five nodes</numerusform>
            <numerusform>A group of %n nodes survives no failure. Use three or five nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of these waiter(s) are past their deadlines: when a holder releases its lock itself, they are dropped and stay asleep. A release by Lockscope wakes them</source>
        <translation>
            <numerusform>%n of these waiters is past its deadline: when a holder releases its lock itself, it is dropped and stays asleep. A release by Lockscope wakes it</numerusform>
            <numerusform>%n of these waiters are past their deadlines: when a holder releases its lock itself, they are dropped and stay asleep. A release by Lockscope wakes them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>OK so far: held, renewed %n time(s), last %1</source>
        <translation>
            <numerusform>OK so far: held, renewed once, %1</numerusform>
            <numerusform>OK so far: held, renewed %n times, last %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; wake-up message sent to %n subscriber(s)</source>
        <translation>
            <numerusform>; wake-up message sent to %n subscriber</numerusform>
            <numerusform>; wake-up message sent to %n subscribers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>wake-up message sent to %n subscriber(s)</source>
        <translation>
            <numerusform>wake-up message sent to %n subscriber</numerusform>
            <numerusform>wake-up message sent to %n subscribers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The wake-up message was sent to %Ln subscriber(s).</source>
        <translation>
            <numerusform>The wake-up message was sent to %Ln subscriber.</numerusform>
            <numerusform>The wake-up message was sent to %Ln subscribers.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %n waiter(s)</source>
        <translation>
            <numerusform>at least %n waiter</numerusform>
            <numerusform>at least %n waiters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::WaiterProbe</name>
    <message numerus="yes">
        <source>%1: about %Ln command(s)</source>
        <translation>
            <numerusform>%1: about %Ln command</numerusform>
            <numerusform>%1: about %Ln commands</numerusform>
        </translation>
    </message>
</context>
</TS>

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
        <source>%Ln acts</source>
        <translation>
            <numerusform>%Ln act</numerusform>
            <numerusform>%Ln acts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the newest %Ln acts</source>
        <translation>
            <numerusform>the newest act</numerusform>
            <numerusform>the newest %Ln acts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::BulkDialog</name>
    <message numerus="yes">
        <source>The %Ln chosen lock(s)</source>
        <translation>
            <numerusform>The chosen lock</numerusform>
            <numerusform>The %Ln chosen locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln lock(s) that the filter showed at %1</source>
        <translation>
            <numerusform>The one lock that the filter showed at %1</numerusform>
            <numerusform>All %Ln locks that the filter showed at %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The %Ln lock(s) that were not done</source>
        <translation>
            <numerusform>The one lock that was not done</numerusform>
            <numerusform>The %Ln locks that were not done</numerusform>
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
        <source>%1. The profile allows %Ln act(s) a minute: it goes on in %2.</source>
        <translation>
            <numerusform>%1. The profile allows %Ln act a minute: it goes on in %2.</numerusform>
            <numerusform>%1. The profile allows %Ln acts a minute: it goes on in %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) changed since the dry run, and are left alone until you have looked at them again.</source>
        <translation>
            <numerusform>%Ln lock changed since the dry run, and is left alone until you have looked at it again.</numerusform>
            <numerusform>%Ln locks changed since the dry run, and are left alone until you have looked at them again.</numerusform>
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
        <source>%n count(s) to go until it opens</source>
        <translation>
            <numerusform>%n count to go until it opens</numerusform>
            <numerusform>%n counts to go until it opens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::DesktopNotifier</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Lockscope: %n alert(s)</source>
        <translation>
            <numerusform>Lockscope: %n alert</numerusform>
            <numerusform>Lockscope: %n alerts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::FairLock</name>
    <message numerus="yes">
        <source>%n thread(s) in the queue; the lock goes to the first of them and to nobody else</source>
        <translation>
            <numerusform>%n thread in the queue; the lock goes to the first of them and to nobody else</numerusform>
            <numerusform>%n threads in the queue; the lock goes to the first of them and to nobody else</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s) or more in the queue; the lock goes to the first of them and to nobody else</source>
        <translation>
            <numerusform>%n thread or more in the queue; the lock goes to the first of them and to nobody else</numerusform>
            <numerusform>%n threads or more in the queue; the lock goes to the first of them and to nobody else</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::FindingsModel</name>
    <message numerus="yes">
        <source>%n nodes: %1</source>
        <translation>
            <numerusform>%n node: %1</numerusform>
            <numerusform>%n nodes: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::HealthChecker</name>
    <message numerus="yes">
        <source>%n critical</source>
        <translation>
            <numerusform>%n critical</numerusform>
            <numerusform>%n critical</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::HealthDialog</name>
    <message numerus="yes">
        <source>%n node(s) answered.</source>
        <translation>
            <numerusform>%n node answered.</numerusform>
            <numerusform>%n nodes answered.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::HeartbeatStrip</name>
    <message numerus="yes">
        <source>%n missed</source>
        <translation>
            <numerusform>%n missed</numerusform>
            <numerusform>%n missed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::HoldHistogram</name>
    <message numerus="yes">
        <source>Hold times of %1 holds that ended (%2): p50 %3, p90 %4, p99 %5</source>
        <translation>
            <numerusform>Hold time of %1 hold that ended (%2): p50 %3, p90 %4, p99 %5</numerusform>
            <numerusform>Hold times of %1 holds that ended (%2): p50 %3, p90 %4, p99 %5</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %3 holds</source>
        <translation>
            <numerusform>%1 to %2: %3 hold</numerusform>
            <numerusform>%1 to %2: %3 holds</numerusform>
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
    <name>lockscope::LinkList</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::LockPane</name>
    <message numerus="yes">
        <source>Looked at %Ln key(s) for %1. If your locks have other names, add their patterns to the connection.</source>
        <translation>
            <numerusform>Looked at %Ln key for %1. If your locks have other names, add their patterns to the connection.</numerusform>
            <numerusform>Looked at %Ln keys for %1. If your locks have other names, add their patterns to the connection.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new lock(s)</source>
        <translation>
            <numerusform>%Ln new lock</numerusform>
            <numerusform>%Ln new locks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::MomentView</name>
    <message numerus="yes">
        <source>the first %n holds</source>
        <translation>
            <numerusform>the first %n hold</numerusform>
            <numerusform>the first %n holds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n holds</source>
        <translation>
            <numerusform>%n hold</numerusform>
            <numerusform>%n holds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n holds that go on · %1</source>
        <comment>nothing is known</comment>
        <translation>
            <numerusform>%n hold that goes on · %1</numerusform>
            <numerusform>%n holds that go on · %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the first %n holds that go on · %1</source>
        <comment>nothing is known</comment>
        <translation>
            <numerusform>the first %n hold that goes on · %1</numerusform>
            <numerusform>the first %n holds that go on · %1</numerusform>
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
        <source>%n value(s) whose time is past: free for the next who asks</source>
        <translation>
            <numerusform>%n value whose time is past: free for the next who asks</numerusform>
            <numerusform>%n values whose time is past: free for the next who asks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>If no other owner holds any of the %n value(s), takes all of them for %1</source>
        <translation>
            <numerusform>If no other owner holds the value, takes it for %1</numerusform>
            <numerusform>If no other owner holds any of the %n values, takes all of them for %1</numerusform>
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
    <name>lockscope::NodesView</name>
    <message numerus="yes">
        <source>%n node(s) cannot be reached</source>
        <translation>
            <numerusform>%n node cannot be reached</numerusform>
            <numerusform>%n nodes cannot be reached</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::PermitSemaphore</name>
    <message numerus="yes">
        <source>%n permit(s) out</source>
        <translation>
            <numerusform>%n permit out</numerusform>
            <numerusform>%n permits out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) past their time: free for the next who asks, though the number does not count them yet</source>
        <translation>
            <numerusform>%n permit past its time: free for the next who asks, though the number does not count it yet</numerusform>
            <numerusform>%n permits past their time: free for the next who asks, though the number does not count them yet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) without a time: lost for good if the holder dies</source>
        <translation>
            <numerusform>%n permit without a time: lost for good if the holder dies</numerusform>
            <numerusform>%n permits without a time: lost for good if the holder dies</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ProbeDialog</name>
    <message numerus="yes">
        <source>%n command(s)</source>
        <translation>
            <numerusform>%n command</numerusform>
            <numerusform>%n commands</numerusform>
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
        <source>%n right(s) is/are denied to this user</source>
        <translation>
            <numerusform>%n right is denied to this user</numerusform>
            <numerusform>%n rights are denied to this user</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::RuleDialog</name>
    <message numerus="yes">
        <source>%1, %n hold(s)</source>
        <translation>
            <numerusform>%1, %n hold</numerusform>
            <numerusform>%1, %n holds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more holder(s)</source>
        <translation>
            <numerusform>and %n more holder</numerusform>
            <numerusform>and %n more holders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) can be taken</source>
        <translation>
            <numerusform>%n permit can be taken</numerusform>
            <numerusform>%n permits can be taken</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::RuleFormat</name>
    <message numerus="yes">
        <source>Goes on only if it is held by %n holder(s), those shown, and with the counts shown</source>
        <translation>
            <numerusform>Goes on only if it is held by %n holder, the one shown, and with the count shown</numerusform>
            <numerusform>Goes on only if it is held by %n holders, those shown, and with the counts shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Removes the %n field(s) that make the lock; the rest of the hash stays</source>
        <translation>
            <numerusform>Removes the field that makes the lock; the rest of the hash stays</numerusform>
            <numerusform>Removes the %n fields that make the lock; the rest of the hash stays</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) past their time: nobody holds them, and they stay until somebody takes them away</source>
        <translation>
            <numerusform>%n permit past its time: nobody holds it, and it stays until somebody takes it away</numerusform>
            <numerusform>%n permits past their time: nobody holds them, and they stay until somebody takes them away</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::RwLock</name>
    <message numerus="yes">
        <source>It is held by %n reader(s): others may read, nobody may write</source>
        <translation>
            <numerusform>It is held by %n reader: others may read, nobody may write</numerusform>
            <numerusform>It is held by %n readers: others may read, nobody may write</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::Semaphore</name>
    <message numerus="yes">
        <source>%n permit(s) can be taken now</source>
        <translation>
            <numerusform>%n permit can be taken now</numerusform>
            <numerusform>%n permits can be taken now</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::Site</name>
    <message numerus="yes">
        <source>no master answers for %n slot(s)</source>
        <translation>
            <numerusform>no master answers for %n slot</numerusform>
            <numerusform>no master answers for %n slots</numerusform>
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
        <source>Events may have been missed %n time(s); each time everything was scanned again.</source>
        <translation>
            <numerusform>Events may have been missed %n time; each time everything was scanned again.</numerusform>
            <numerusform>Events may have been missed %n times; each time everything was scanned again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n key(s) refused: %1</source>
        <translation>
            <numerusform>%n key refused: %1</numerusform>
            <numerusform>%n keys refused: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::StoryDialog</name>
    <message numerus="yes">
        <source>%Ln events</source>
        <translation>
            <numerusform>%Ln event</numerusform>
            <numerusform>%Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>taken %Ln times</source>
        <translation>
            <numerusform>taken %Ln time</numerusform>
            <numerusform>taken %Ln times</numerusform>
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
    <name>lockscope::SymfonyLock</name>
    <message numerus="yes">
        <source>%n hold(s) past the end, dropped by who comes next</source>
        <translation>
            <numerusform>%n hold past the end, dropped by who comes next</numerusform>
            <numerusform>%n holds past the end, dropped by who comes next</numerusform>
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
        <source>renewed %n time(s), last %1 ago</source>
        <translation>
            <numerusform>renewed %n time, last %1 ago</numerusform>
            <numerusform>renewed %n times, last %1 ago</numerusform>
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
        <source>at least %n client(s) wait</source>
        <translation>
            <numerusform>at least %n client waits</numerusform>
            <numerusform>at least %n clients wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) started since the lock was taken, and may have forgotten it</source>
        <translation>
            <numerusform>%n node started since the lock was taken, and may have forgotten it</numerusform>
            <numerusform>%n nodes started since the lock was taken, and may have forgotten it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) in all</source>
        <translation>
            <numerusform>%n permit in all</numerusform>
            <numerusform>%n permits in all</numerusform>
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
        <source>%n permit(s) past their time</source>
        <translation>
            <numerusform>%n permit past its time</numerusform>
            <numerusform>%n permits past their time</numerusform>
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
        <source>The clients of %n holder(s) are not connected any more</source>
        <translation>
            <numerusform>The client of %n holder is not connected any more</numerusform>
            <numerusform>The clients of %n holders are not connected any more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) past their time were never given back</source>
        <translation>
            <numerusform>%n permit past its time was never given back</numerusform>
            <numerusform>%n permits past their time were never given back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) are held by clients that are not connected any more</source>
        <translation>
            <numerusform>%n permit is held by a client that is not connected any more</numerusform>
            <numerusform>%n permits are held by clients that are not connected any more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) are missing: fewer can be taken than there should be</source>
        <translation>
            <numerusform>%n permit is missing: fewer can be taken than there should be</numerusform>
            <numerusform>%n permits are missing: fewer can be taken than there should be</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) more are held than there may be: %1 of %2</source>
        <translation>
            <numerusform>%n permit more is held than there may be: %1 of %2</numerusform>
            <numerusform>%n permits more are held than there may be: %1 of %2</numerusform>
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
        <source>%n command(s)</source>
        <translation>
            <numerusform>%n command</numerusform>
            <numerusform>%n commands</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more loss(es) survive</source>
        <translation>
            <numerusform>%n more loss survives</numerusform>
            <numerusform>%n more losses survive</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>no master answers for %n slot(s): locks there cannot be taken, renewed or released</source>
        <translation>
            <numerusform>no master answers for %n slot: locks there cannot be taken, renewed or released</numerusform>
            <numerusform>no master answers for %n slots: locks there cannot be taken, renewed or released</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n servers of one deployment are masters at once: each grants the same lock to somebody</source>
        <translation>
            <numerusform>%n server of one deployment is a master: each grants the same lock to somebody</numerusform>
            <numerusform>%n servers of one deployment are masters at once: each grants the same lock to somebody</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>there are %n sentinel(s): with fewer than three, or an even number, a single loss or a partition may leave locks without a master</source>
        <translation>
            <numerusform>there is %n sentinel: with fewer than three, or an even number, a single loss or a partition may leave locks without a master</numerusform>
            <numerusform>there are %n sentinels: with fewer than three, or an even number, a single loss or a partition may leave locks without a master</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>a group of %n node(s) outlives the loss of none: without it no lock has a majority</source>
        <translation>
            <numerusform>a group of %n node outlives the loss of none: without it no lock has a majority</numerusform>
            <numerusform>a group of %n nodes outlives the loss of none: without it no lock has a majority</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes of this group are one server, or copies of each other: they count as several votes and fail together</source>
        <translation>
            <numerusform>%n node of this group is one server: it counts as several votes</numerusform>
            <numerusform>%n nodes of this group are one server, or copies of each other: they count as several votes and fail together</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lock(s) here look like those of a RedLock library, but this server is a master with replicas: one failover may grant the lock twice, which RedLock is there to prevent</source>
        <translation>
            <numerusform>%n lock here looks like that of a RedLock library, but this server is a master with replicas: one failover may grant the lock twice, which RedLock is there to prevent</numerusform>
            <numerusform>%n locks here look like those of a RedLock library, but this server is a master with replicas: one failover may grant the lock twice, which RedLock is there to prevent</numerusform>
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
        <source>%n byte(s), which are not told here</source>
        <translation>
            <numerusform>%n byte, which is not told here</numerusform>
            <numerusform>%n bytes, which are not told here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiter(s) at least try again; no key changes</source>
        <translation>
            <numerusform>%n waiter at least tries again; no key changes</numerusform>
            <numerusform>%n waiters at least try again; no key changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One of %n hold(s)</source>
        <translation>
            <numerusform>The one hold</numerusform>
            <numerusform>One of %n holds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One of %n in the queue</source>
        <translation>
            <numerusform>The one in the queue</numerusform>
            <numerusform>One of %n in the queue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>one of %n in the queue</source>
        <translation>
            <numerusform>the one in the queue</numerusform>
            <numerusform>one of %n in the queue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n missed</source>
        <translation>
            <numerusform>%n missed</numerusform>
            <numerusform>%n missed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) on the wake-up channel</source>
        <translation>
            <numerusform>%n client on the wake-up channel</numerusform>
            <numerusform>%n clients on the wake-up channel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in the queue</source>
        <translation>
            <numerusform>%n in the queue</numerusform>
            <numerusform>%n in the queue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n or more in the queue</source>
        <translation>
            <numerusform>%n or more in the queue</numerusform>
            <numerusform>%n or more in the queue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n count(s) until it opens</source>
        <translation>
            <numerusform>%n count until it opens</numerusform>
            <numerusform>%n counts until it opens</numerusform>
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
        <source>%n critical</source>
        <translation>
            <numerusform>%n critical</numerusform>
            <numerusform>%n critical</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hold(s) by all its holders</source>
        <translation>
            <numerusform>%n hold by all its holders</numerusform>
            <numerusform>%n holds by all its holders</numerusform>
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
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%n byte</numerusform>
            <numerusform>%n bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n field(s)</source>
        <translation>
            <numerusform>%n field</numerusform>
            <numerusform>%n fields</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n element</numerusform>
            <numerusform>%n elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting client(s) got the wake-up message.</source>
        <translation>
            <numerusform>%n waiting client got the wake-up message.</numerusform>
            <numerusform>%n waiting clients got the wake-up message.</numerusform>
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
        <source>Changed: %Ln hold(s) now; look at it again</source>
        <translation>
            <numerusform>Changed: %Ln hold now; look at it again</numerusform>
            <numerusform>Changed: %Ln holds now; look at it again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; %n waiting client(s) are woken</source>
        <translation>
            <numerusform>; %n waiting client is woken</numerusform>
            <numerusform>; %n waiting clients are woken</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting client(s) are told to try again</source>
        <translation>
            <numerusform>%n waiting client is told to try again</numerusform>
            <numerusform>%n waiting clients are told to try again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; %n waiting client(s) were woken</source>
        <translation>
            <numerusform>; %n waiting client was woken</numerusform>
            <numerusform>; %n waiting clients were woken</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n lock(s) of %2</source>
        <translation>
            <numerusform>%1: %n lock of %2</numerusform>
            <numerusform>%1: %n locks of %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lock(s).</source>
        <translation>
            <numerusform>%n lock.</numerusform>
            <numerusform>%n locks.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Goes on only if exactly the %n holder(s) shown hold it, in the same way</source>
        <translation>
            <numerusform>Goes on only if exactly the %n holder shown holds it, in the same way</numerusform>
            <numerusform>Goes on only if exactly the %n holders shown hold it, in the same way</numerusform>
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
        <source>%n permit(s) free</source>
        <translation>
            <numerusform>%n permit free</numerusform>
            <numerusform>%n permits free</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n overdue</source>
        <translation>
            <numerusform>%n overdue</numerusform>
            <numerusform>%n overdue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>free, %n queued</source>
        <translation>
            <numerusform>free, %n queued</numerusform>
            <numerusform>free, %n queued</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>free, %n or more queued</source>
        <translation>
            <numerusform>free, %n or more queued</numerusform>
            <numerusform>free, %n or more queued</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n reader(s)</source>
        <translation>
            <numerusform>%n reader</numerusform>
            <numerusform>%n readers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to go</source>
        <translation>
            <numerusform>%n to go</numerusform>
            <numerusform>%n to go</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, of %n permit(s)</source>
        <translation>
            <numerusform>%1, of %n permit</numerusform>
            <numerusform>%1, of %n permits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the free past their time: nobody gave them back, yet they can be taken</source>
        <translation>
            <numerusform>%n of the free past its time: nobody gave it back, yet it can be taken</numerusform>
            <numerusform>%n of the free past their time: nobody gave them back, yet they can be taken</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) did not answer: what they have is not known</source>
        <translation>
            <numerusform>%n node did not answer: what it has is not known</numerusform>
            <numerusform>%n nodes did not answer: what they have is not known</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) name an id that may be the same client&apos;s or another&apos;s</source>
        <translation>
            <numerusform>%n node names an id that may be the same client&apos;s or another&apos;s</numerusform>
            <numerusform>%n nodes name ids that may be the same client&apos;s or another&apos;s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A majority names one owner; %n more node(s) may name another: may be two holders</source>
        <translation>
            <numerusform>A majority names one owner; %n more node may name another: may be two holders</numerusform>
            <numerusform>A majority names one owner; %n more nodes may name another: may be two holders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Held by a majority: %1 of %2 nodes, as many as are needed; %n did not answer</source>
        <translation>
            <numerusform>Held by a majority: %1 of %2 nodes, as many as are needed; %n did not answer</numerusform>
            <numerusform>Held by a majority: %1 of %2 nodes, as many as are needed; %n did not answer</numerusform>
        </translation>
    </message>
</context>
</TS>

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Verdict</name>
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
</context>
<context>
    <name>lockscope::DetailPane</name>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::LockFacts</name>
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
</context>
<context>
    <name>lockscope::LockModel</name>
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
</context>
<context>
    <name>lockscope::RawValue</name>
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
</context>
<context>
    <name>lockscope::Receipt</name>
    <message numerus="yes">
        <source>%n waiting client(s) got the wake-up message.</source>
        <translation>
            <numerusform>%n waiting client got the wake-up message.</numerusform>
            <numerusform>%n waiting clients got the wake-up message.</numerusform>
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
    <name>lockscope::StatusLine</name>
    <message numerus="yes">
        <source>Events may have been missed %n time(s); each time everything was scanned again.</source>
        <translation>
            <numerusform>Events may have been missed %n time; each time everything was scanned again.</numerusform>
            <numerusform>Events may have been missed %n times; each time everything was scanned again.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::text</name>
    <message numerus="yes">
        <source>%n waiter(s)</source>
        <translation>
            <numerusform>%n waiter</numerusform>
            <numerusform>%n waiters</numerusform>
        </translation>
    </message>
</context>
</TS>

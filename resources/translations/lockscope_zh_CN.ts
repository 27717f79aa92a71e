<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>ProfileStore</name>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>must be a whole number from %1 to %2</source>
        <translation>必须是 %1 到 %2 之间的整数</translation>
    </message>
    <message>
        <source>a password has no place in this file</source>
        <translation>此文件中不允许出现密码</translation>
    </message>
    <message>
        <source>is not a field of this version</source>
        <translation>不是此版本的字段</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; %3</source>
        <translation>第 %1 行：“%2” %3</translation>
    </message>
    <message>
        <source>must be %1</source>
        <translation>必须是%1</translation>
    </message>
    <message>
        <source>must be a number from %1 to %2</source>
        <translation>必须是 %1 到 %2 之间的数字</translation>
    </message>
</context>
<context>
    <name>StringValue</name>
    <message>
        <source>a UUID of version 1 as 32 hex digits, as redis-py makes them</source>
        <translation>32 位十六进制的版本 1 UUID，redis-py 就是这样生成的</translation>
    </message>
    <message>
        <source>a UUID</source>
        <translation>UUID</translation>
    </message>
    <message>
        <source>random bytes</source>
        <translation>随机字节</translation>
    </message>
    <message>
        <source>32 hex digits</source>
        <translation>32 位十六进制数字</translation>
    </message>
    <message>
        <source>a UUID and a number</source>
        <translation>UUID 加一个数字</translation>
    </message>
    <message>
        <source>a UUID in quotes, written through a serialiser</source>
        <translation>带引号的 UUID，经序列化器写入</translation>
    </message>
    <message>
        <source>16 bytes in base64, as redsync makes them</source>
        <translation>base64 编码的 16 字节，redsync 就是这样生成的</translation>
    </message>
    <message>
        <source>16 bytes in url-safe base64</source>
        <translation>URL 安全的 base64 编码的 16 字节</translation>
    </message>
    <message>
        <source>20 letters and digits</source>
        <translation>20 个字母和数字</translation>
    </message>
    <message>
        <source>16 letters and digits</source>
        <translation>16 个字母和数字</translation>
    </message>
    <message>
        <source>a thread&apos;s name</source>
        <translation>线程名</translation>
    </message>
    <message>
        <source>a constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>a value written by Java serialisation</source>
        <translation>Java 序列化写入的值</translation>
    </message>
    <message>
        <source>an owner as the application named it</source>
        <translation>由应用自行命名的持有者</translation>
    </message>
    <message>
        <source>16 letters and digits, written through PHP&apos;s serialiser</source>
        <translation>16 个字母和数字，经 PHP 序列化器写入</translation>
    </message>
    <message>
        <source>16 bytes in url-safe base64 and a text behind</source>
        <translation>URL 安全的 base64 编码的 16 字节，后面带一段文本</translation>
    </message>
</context>
<context>
    <name>lockscope::AboutDialog</name>
    <message>
        <source>&amp;Copy details for a report</source>
        <translation>复制详情以便报告(&amp;C)</translation>
    </message>
    <message>
        <source>About Lockscope</source>
        <translation>关于 Lockscope</translation>
    </message>
    <message>
        <source>Lockscope %1</source>
        <translation>Lockscope %1</translation>
    </message>
    <message>
        <source>Shows the distributed locks in Redis: who holds them, whether the holder is alive, who waits.</source>
        <translation>显示 Redis 中的分布式锁：谁持有、持有者是否存活、谁在等待。</translation>
    </message>
    <message>
        <source>Free software under the GNU GPL, version 3 or later (GPL-3.0-or-later).</source>
        <translation>自由软件，遵循 GNU GPL 第 3 版或更新版本（GPL-3.0-or-later）。</translation>
    </message>
    <message>
        <source>Made with %1.</source>
        <translation>使用了 %1。</translation>
    </message>
    <message>
        <source>Qt %1, compiled with %2</source>
        <translation>Qt %1，编译时为 %2</translation>
    </message>
    <message>
        <source>Homepage</source>
        <translation>主页</translation>
    </message>
    <message>
        <source>Versions and the kind of deployment; no address and no name</source>
        <translation>各版本与部署类型；不含地址和名称</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>lockscope::AcquireDialog</name>
    <message>
        <source>&amp;Acquire</source>
        <translation>获取(&amp;A)</translation>
    </message>
    <message>
        <source>Acquire a lock</source>
        <translation>获取锁</translation>
    </message>
    <message>
        <source>lock:orders:42</source>
        <translation>lock:orders:42</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Make another owner id</source>
        <translation>另生成一个持有者标识</translation>
    </message>
    <message>
        <source>How long to wait while another holds it; 0s: one try</source>
        <translation>被别人持有时最多等待多久；0s：只试一次</translation>
    </message>
    <message>
        <source>&amp;Keep renewing while this program runs</source>
        <translation>本程序运行期间持续续期(&amp;K)</translation>
    </message>
    <message>
        <source>Ke&amp;y</source>
        <translation>键(&amp;Y)</translation>
    </message>
    <message>
        <source>K&amp;ind</source>
        <translation>类型(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Owner</source>
        <translation>持有者(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Lease</source>
        <translation>租约(&amp;L)</translation>
    </message>
    <message>
        <source>Wai&amp;t at most</source>
        <translation>最多等待(&amp;T)</translation>
    </message>
    <message>
        <source>Watchdog</source>
        <translation>看门狗</translation>
    </message>
    <message>
        <source>this kind records no owner</source>
        <translation>这种锁不记录持有者</translation>
    </message>
    <message>
        <source>Type the key of the lock.</source>
        <translation>请输入锁的键名。</translation>
    </message>
    <message>
        <source>An owner is needed: it is how the lock is released again.</source>
        <translation>需要填写持有者：释放锁时要凭它。</translation>
    </message>
    <message>
        <source>Lease: %1</source>
        <translation>租约：%1</translation>
    </message>
    <message>
        <source>Wait: %1</source>
        <translation>等待：%1</translation>
    </message>
    <message>
        <source>for writing: alone</source>
        <translation>用于写：独占</translation>
    </message>
    <message>
        <source>for reading: beside other readers</source>
        <translation>用于读：可与其他读者并存</translation>
    </message>
    <message>
        <source>Mo&amp;de</source>
        <translation>模式(&amp;D)</translation>
    </message>
    <message>
        <source>this kind does not run out</source>
        <translation>这种锁不会到期</translation>
    </message>
    <message>
        <source>%1, as its library does</source>
        <translation>%1，与其库的默认值相同</translation>
    </message>
    <message>
        <source>without an expiry, as its library does</source>
        <translation>不设过期时间，与其库的默认做法相同</translation>
    </message>
    <message>
        <source>This kind cannot be renewed safely</source>
        <translation>这种锁无法安全地续期</translation>
    </message>
    <message>
        <source>Without an expiry there is nothing to renew</source>
        <translation>没有过期时间，就无需续期</translation>
    </message>
    <message>
        <source>It is needed, as in %1</source>
        <translation>必须填写，例如 %1</translation>
    </message>
    <message>
        <source>Nothing can be taken: %1</source>
        <translation>无法获取：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ActDialog</name>
    <message>
        <source>&amp;Back</source>
        <translation>返回(&amp;B)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Stop waiting</source>
        <translation>停止等待</translation>
    </message>
    <message>
        <source>Already sent, and cannot be cancelled: waiting for the result…</source>
        <translation>已发送，无法取消：正在等待结果……</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Waiting for the lock: %1 of %2</source>
        <translation>正在等待锁：%1 / %2</translation>
    </message>
    <message>
        <source>Waiting for the server&apos;s answer: %1</source>
        <translation>正在等待服务器应答：%1</translation>
    </message>
    <message>
        <source>This was for another connection: open it again on the new one.</source>
        <translation>这是为另一个连接打开的：请在新连接上重新打开。</translation>
    </message>
</context>
<context>
    <name>lockscope::ActRunner</name>
    <message>
        <source>there is no lock kind named %1</source>
        <translation>没有名为 %1 的锁类型</translation>
    </message>
    <message>
        <source>use one of the kinds that the list of locks shows</source>
        <translation>请使用锁列表中出现的类型</translation>
    </message>
    <message>
        <source>the connection was closed</source>
        <translation>连接已关闭</translation>
    </message>
    <message>
        <source>the key is no lock of a known format but a %1</source>
        <translation>该键不是已知格式的锁，而是 %1</translation>
    </message>
    <message>
        <source>nothing was changed</source>
        <translation>没有改动任何内容</translation>
    </message>
    <message>
        <source>there is no lock under this name</source>
        <translation>没有这个名称的锁</translation>
    </message>
    <message>
        <source>the key holds a %1 that cannot be a lock of the kind %2</source>
        <translation>该键中的 %1 不可能是 %2 类型的锁</translation>
    </message>
    <message>
        <source>the act was not admitted; nothing was sent</source>
        <translation>该操作未获准许；没有发送任何命令</translation>
    </message>
    <message>
        <source>nothing was changed; if it is a lock, name its kind: %1</source>
        <translation>没有改动任何内容；如果它是锁，请指明其类型：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::AlertController</name>
    <message>
        <source>Who is behind an owner cannot be told: %1</source>
        <translation>无法得知持有者背后是谁：%1</translation>
    </message>
    <message>
        <source>The history is not kept: %1</source>
        <translation>没有保存历史：%1</translation>
    </message>
    <message>
        <source>%1 is pinned: you are told when it becomes free or changes hands</source>
        <translation>已固定 %1：它空闲或换了持有者时会通知你</translation>
    </message>
    <message>
        <source>%1 is no longer pinned</source>
        <translation>已取消固定 %1</translation>
    </message>
    <message>
        <source>%1 restarted</source>
        <translation>%1 已重启</translation>
    </message>
    <message>
        <source>Failover: %1 → %2</source>
        <translation>故障转移：%1 → %2</translation>
    </message>
    <message>
        <source>%1. Of %2 locks, %3 are there, %4 expired, %5 are lost, %6 changed hands</source>
        <translation>%1。共 %2 把锁：%3 把仍在，%4 把已过期，%5 把丢失，%6 把换了持有者</translation>
    </message>
    <message>
        <source>Lost: %1, held by %2</source>
        <translation>丢失：%1，持有者 %2</translation>
    </message>
    <message>
        <source>Changed hands: %1, from %2 to %3</source>
        <translation>换了持有者：%1，从 %2 变为 %3</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 把</translation>
    </message>
    <message>
        <source>No release was seen for these locks: their holders may still be working.</source>
        <translation>没有看到这些锁被释放：它们的持有者可能仍在工作。</translation>
    </message>
</context>
<context>
    <name>lockscope::Alerts</name>
    <message>
        <source>the alert &quot;%1&quot; is not used: %2</source>
        <translation>告警“%1”未被采用：%2</translation>
    </message>
    <message>
        <source>the alerts cannot be written to %1: %2</source>
        <translation>无法把告警写入 %1：%2</translation>
    </message>
    <message>
        <source>check the folder&apos;s permissions and free space</source>
        <translation>请检查该文件夹的权限和可用空间</translation>
    </message>
</context>
<context>
    <name>lockscope::AliasTable</name>
    <message>
        <source>&amp;Add</source>
        <translation>添加(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>下移(&amp;D)</translation>
    </message>
    <message>
        <source>Names of owners</source>
        <translation>持有者的名称</translation>
    </message>
    <message>
        <source>Owner id</source>
        <translation>持有者标识</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Row %1: write an owner id, or base64: and its bytes</source>
        <translation>第 %1 行：请填写持有者标识，或 base64: 加其字节</translation>
    </message>
    <message>
        <source>Row %1: write what to call that owner</source>
        <translation>第 %1 行：请填写该持有者的名称</translation>
    </message>
</context>
<context>
    <name>lockscope::AppearancePage</name>
    <message>
        <source>&amp;Restart now</source>
        <translation>立即重启(&amp;R)</translation>
    </message>
    <message>
        <source>The language changes when Lockscope is started again.</source>
        <translation>语言在 Lockscope 下次启动时更改。</translation>
    </message>
    <message>
        <source>How Lockscope looks. What is chosen here applies at once.</source>
        <translation>Lockscope 的外观。此处的选择立即生效。</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Te&amp;xt size</source>
        <translation>文字大小(&amp;X)</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Light or dark colours; the system&apos;s may change by day and night</source>
        <translation>浅色或深色；系统的颜色可能随昼夜变化</translation>
    </message>
    <message>
        <source>Of the window and its help; lockscope-cli speaks English</source>
        <translation>窗口及其帮助的语言；lockscope-cli 使用英文</translation>
    </message>
    <message>
        <source>Of the system&apos;s font; rows and panels grow with it</source>
        <translation>相对于系统字体；行与面板随之变大</translation>
    </message>
    <message>
        <source>Save what was changed on the other pages first</source>
        <translation>请先保存其他页面上的更改</translation>
    </message>
</context>
<context>
    <name>lockscope::AuditBar</name>
    <message>
        <source>Search: lock, owner, reason, who…</source>
        <translation>搜索：锁、持有者、原因、执行者…</translation>
    </message>
    <message>
        <source>Search the audit</source>
        <translation>搜索审计</translation>
    </message>
    <message>
        <source>Text in lock, kind, owners, reason, user, host, profile, node, act or result, as lockscope-cli audit --find finds it</source>
        <translation>锁、类型、持有者、原因、用户、主机、配置、节点、操作或结果中的文本，与 lockscope-cli audit --find 的查找方式相同</translation>
    </message>
    <message>
        <source>Acts</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>At any time</source>
        <translation>任何时间</translation>
    </message>
    <message>
        <source>In the last hour</source>
        <translation>最近一小时内</translation>
    </message>
    <message>
        <source>In the last 24 hours</source>
        <translation>最近 24 小时内</translation>
    </message>
    <message>
        <source>In the last 7 days</source>
        <translation>最近 7 天内</translation>
    </message>
    <message>
        <source>In the last 30 days</source>
        <translation>最近 30 天内</translation>
    </message>
    <message>
        <source>When it was done</source>
        <translation>执行的时间</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>acts or results: which</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Choose which are shown</source>
        <translation>选择显示哪些</translation>
    </message>
</context>
<context>
    <name>lockscope::AuditDetails</name>
    <message>
        <source>Act %1</source>
        <translation>操作 %1</translation>
    </message>
    <message>
        <source>What is on record</source>
        <translation>记录的内容</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>&amp;Show lock</source>
        <translation>显示锁(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Copy as text</source>
        <translation>复制为文本(&amp;C)</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <comment>act, lock, result</comment>
        <translation>%1 %2：%3</translation>
    </message>
    <message>
        <source>Asked for:</source>
        <translation>请求时间：</translation>
    </message>
    <message>
        <source>Answered:</source>
        <translation>应答时间：</translation>
    </message>
    <message>
        <source>no answer is on record</source>
        <translation>没有应答的记录</translation>
    </message>
    <message>
        <source>By:</source>
        <translation>执行者：</translation>
    </message>
    <message>
        <source>Program:</source>
        <translation>程序：</translation>
    </message>
    <message>
        <source>Reason:</source>
        <translation>原因：</translation>
    </message>
    <message>
        <source>Profile:</source>
        <translation>配置：</translation>
    </message>
    <message>
        <source>Node:</source>
        <translation>节点：</translation>
    </message>
    <message>
        <source>Kind:</source>
        <translation>类型：</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln holds</source>
        <translation>
            <numerusform>%1，重入 %Ln 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Owner expected:</source>
        <translation>预期的持有者：</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>Owner found:</source>
        <translation>实际的持有者：</translation>
    </message>
    <message>
        <source>Owner afterwards:</source>
        <translation>之后的持有者：</translation>
    </message>
    <message>
        <source>Clients woken:</source>
        <translation>唤醒的客户端：</translation>
    </message>
    <message>
        <source>Answer of %1:</source>
        <translation>%1 的应答：</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>result, why</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Sent to %1 at %2</source>
        <translation>%2 发送到 %1</translation>
    </message>
    <message>
        <source>%1, by the script %2</source>
        <translation>%1，通过脚本 %2</translation>
    </message>
    <message>
        <source>What was there just before:</source>
        <translation>操作之前的内容：</translation>
    </message>
    <message>
        <source>Commands that put back what was there on %1</source>
        <translation>恢复 %1 上原有内容的命令</translation>
    </message>
    <message>
        <source>To put it back by hand:</source>
        <translation>手动恢复：</translation>
    </message>
    <message>
        <source>This puts keys back, not clients</source>
        <translation>这只恢复键，不恢复客户端</translation>
    </message>
    <message>
        <source>The old holder may have noticed and gone: its watchdog does not begin anew.</source>
        <translation>原持有者可能已经察觉并离开：它的看门狗不会重新开始。</translation>
    </message>
    <message>
        <source>Who waited may have left, or hold the lock by now: look at it first.</source>
        <translation>原来的等待者可能已经离开，或现在已持有锁：请先查看。</translation>
    </message>
    <message>
        <source>RESTORE answers BUSYKEY and changes nothing where the key is there again.</source>
        <translation>如果键又存在了，RESTORE 会应答 BUSYKEY，不做任何改动。</translation>
    </message>
    <message>
        <source>The time to live begins anew with what was left then.</source>
        <translation>剩余时间从当时所剩的时间重新开始计算。</translation>
    </message>
    <message>
        <source>Commands that do the same</source>
        <translation>效果相同的命令</translation>
    </message>
</context>
<context>
    <name>lockscope::AuditModel</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Act</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>By</source>
        <translation>执行者</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Owner expected</source>
        <translation>预期的持有者</translation>
    </message>
    <message>
        <source>Owner found</source>
        <translation>实际的持有者</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>lockscope::AuditPage</name>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Save the acts that are shown as a file: CSV, or JSON with all that is known</source>
        <translation>把显示的操作保存为文件：CSV，或包含全部已知信息的 JSON</translation>
    </message>
    <message>
        <source>Acts on record</source>
        <translation>已记录的操作</translation>
    </message>
    <message>
        <source>Details…</source>
        <translation>详情…</translation>
    </message>
    <message>
        <source>Show lock</source>
        <translation>显示锁</translation>
    </message>
    <message>
        <source>Copy act</source>
        <translation>复制操作</translation>
    </message>
    <message>
        <source>Show all acts</source>
        <translation>显示所有操作</translation>
    </message>
    <message numerus="yes">
        <source>%Ln acts</source>
        <translation>
            <numerusform>%Ln 次操作</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the newest %Ln acts</source>
        <translation>
            <numerusform>最近的 %Ln 次操作</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading the audit…</source>
        <translation>正在读取审计…</translation>
    </message>
    <message>
        <source>The audit cannot be read</source>
        <translation>无法读取审计</translation>
    </message>
    <message>
        <source>No act is like that</source>
        <translation>没有这样的操作</translation>
    </message>
    <message>
        <source>Nothing on record matches the search and the choices.</source>
        <translation>没有记录符合搜索内容和所选条件。</translation>
    </message>
    <message>
        <source>Nothing is on record yet</source>
        <translation>还没有任何记录</translation>
    </message>
    <message>
        <source>Every act on a lock is written down here, from this window and from lockscope-cli: when, who, why, what was there before, and what came of it.</source>
        <translation>对锁的每次操作都会记录在这里，无论来自此窗口还是 lockscope-cli：时间、执行者、原因、之前的内容以及结果。</translation>
    </message>
    <message>
        <source>Save the acts that are shown</source>
        <translation>保存显示的操作</translation>
    </message>
</context>
<context>
    <name>lockscope::BulkChoices</name>
    <message>
        <source>Time to &amp;live</source>
        <translation>剩余时间(&amp;L)</translation>
    </message>
    <message>
        <source>L&amp;ocks</source>
        <translation>锁(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Act</source>
        <translation>操作(&amp;A)</translation>
    </message>
    <message>
        <source>The time must be longer than nothing; to end the locks now, release them.</source>
        <translation>时长必须大于零；要立即结束这些锁，请释放它们。</translation>
    </message>
    <message>
        <source>Gives locks without an expiry one, or shortens the time they have left; it never lengthens it. A holder that renews sets it back to its full lease.</source>
        <translation>给没有过期时间的锁设置过期时间，或缩短其剩余时间；绝不会延长。会续期的持有者会把它恢复为完整的租约。</translation>
    </message>
    <message>
        <source>Takes the locks away from who holds them. The holders&apos; code goes on running. Each lock is released only if it is still as it is shown here.</source>
        <translation>从持有者手中夺走这些锁。持有者的代码会继续运行。只有仍与此处显示的一致，锁才会被释放。</translation>
    </message>
    <message>
        <source>Sends the message that a release sends, and changes no key. A waiter that wakes tries again: harmless.</source>
        <translation>发送与释放时相同的消息，不改动任何键。被唤醒的等待者会重试：没有害处。</translation>
    </message>
</context>
<context>
    <name>lockscope::BulkConsent</name>
    <message>
        <source>&amp;Tick all</source>
        <translation>全部勾选(&amp;T)</translation>
    </message>
    <message>
        <source>Tick &amp;none</source>
        <translation>全部不勾选(&amp;N)</translation>
    </message>
    <message>
        <source>T&amp;ype what is shown here</source>
        <translation>输入此处显示的内容(&amp;Y)</translation>
    </message>
    <message>
        <source>Sto&amp;p at the first that is not done</source>
        <translation>遇到第一把未完成的锁就停止(&amp;P)</translation>
    </message>
    <message>
        <source>Ticket, or what you saw: it is kept in the audit</source>
        <translation>工单号，或你看到的情况：会记入审计</translation>
    </message>
    <message>
        <source>R&amp;eason</source>
        <translation>原因(&amp;E)</translation>
    </message>
    <message>
        <source>%1 of %2 locks are meant · %3 left out</source>
        <translation>共 %2 把锁，将处理 %1 把 · 已排除 %3 把</translation>
    </message>
    <message>
        <source>Say why: the reason is kept in the audit.</source>
        <translation>请说明原因：会记入审计。</translation>
    </message>
    <message>
        <source>Production: type %1 to go on.</source>
        <translation>生产环境：请输入 %1 以继续。</translation>
    </message>
</context>
<context>
    <name>lockscope::BulkDialog</name>
    <message>
        <source>Several locks at once</source>
        <translation>同时操作多把锁</translation>
    </message>
    <message numerus="yes">
        <source>The %Ln chosen lock(s)</source>
        <translation>
            <numerusform>所选的 %Ln 把锁</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln lock(s) that the filter showed at %1</source>
        <translation>
            <numerusform>%1 时筛选显示的全部 %Ln 把锁</numerusform>
        </translation>
    </message>
    <message>
        <source>Loo&amp;k at them again</source>
        <translation>重新查看(&amp;K)</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>A&amp;gain for those not done</source>
        <translation>对未完成的重试(&amp;G)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>the connection was closed</source>
        <translation>连接已关闭</translation>
    </message>
    <message numerus="yes">
        <source>The %Ln lock(s) that were not done</source>
        <translation>
            <numerusform>未完成的 %Ln 把锁</numerusform>
        </translation>
    </message>
    <message>
        <source>The connection was closed; open this again on the new one.</source>
        <translation>连接已关闭；请在新连接上重新打开此对话框。</translation>
    </message>
    <message>
        <source>Looking at the locks: %1 of %2</source>
        <translation>正在查看锁：%1 / %2</translation>
    </message>
    <message>
        <source>No lock is ticked that this could be done to.</source>
        <translation>勾选的锁中没有可执行此操作的。</translation>
    </message>
    <message numerus="yes">
        <source>Set the e&amp;xpiry of %Ln lock(s)</source>
        <translation>
            <numerusform>设置 %Ln 把锁的过期时间(&amp;X)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Release %Ln lock(s) by force</source>
        <translation>
            <numerusform>强制释放 %Ln 把锁(&amp;R)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Wake the waiters of %Ln lock(s)</source>
        <translation>
            <numerusform>唤醒 %Ln 把锁的等待者(&amp;W)</numerusform>
        </translation>
    </message>
    <message>
        <source>%1. It took %2.</source>
        <translation>%1。用时 %2。</translation>
    </message>
    <message>
        <source>%1 of %2 after %3</source>
        <translation>%1 / %2，已用 %3</translation>
    </message>
    <message>
        <source>%1. Stopping: the server&apos;s answer is awaited.</source>
        <translation>%1。正在停止：等待服务器应答。</translation>
    </message>
    <message numerus="yes">
        <source>%1. The profile allows %Ln act(s) a minute: it goes on in %2.</source>
        <translation>
            <numerusform>%1。该配置每分钟允许 %Ln 次操作：%2后继续。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) changed since the dry run, and are left alone until you have looked at them again.</source>
        <translation>
            <numerusform>试运行之后有 %Ln 把锁发生了变化，在你重新查看之前不会改动它们。</numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Stop after this one</source>
        <translation>完成这一把后停止</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>已复制。</translation>
    </message>
    <message>
        <source>it was stopped</source>
        <translation>已被停止</translation>
    </message>
</context>
<context>
    <name>lockscope::BulkModel</name>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>持有次数</translation>
    </message>
    <message>
        <source>TTL</source>
        <translation>TTL</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>What would happen</source>
        <translation>将会发生什么</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生了什么</translation>
    </message>
</context>
<context>
    <name>lockscope::BulkOutput</name>
    <message>
        <source>&amp;Copy as redis-cli</source>
        <translation>复制为 redis-cli 命令(&amp;C)</translation>
    </message>
    <message>
        <source>The whole dry run as a script: each line compares the owner</source>
        <translation>把整个试运行写成脚本：每行都比较持有者</translation>
    </message>
    <message>
        <source>Sa&amp;ve as a script…</source>
        <translation>另存为脚本(&amp;V)…</translation>
    </message>
    <message>
        <source>Copy t&amp;he report</source>
        <translation>复制报告(&amp;H)</translation>
    </message>
    <message>
        <source>As Markdown, for a ticket</source>
        <translation>以 Markdown 格式，供工单使用</translation>
    </message>
    <message>
        <source>&amp;Save the report…</source>
        <translation>保存报告(&amp;S)…</translation>
    </message>
    <message>
        <source>Save as a script</source>
        <translation>另存为脚本</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>保存报告</translation>
    </message>
</context>
<context>
    <name>lockscope::BulkTable</name>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Choose a lock to see what would run for it.</source>
        <translation>请选择一把锁，查看将对它执行什么。</translation>
    </message>
</context>
<context>
    <name>lockscope::ChangeNotice</name>
    <message>
        <source>The lock is gone since %1: %2.</source>
        <translation>锁自 %1 起已不存在：%2。</translation>
    </message>
    <message>
        <source>The lock is gone since %1.</source>
        <translation>锁自 %1 起已不存在。</translation>
    </message>
    <message>
        <source>I have seen it: the holder is %1 now</source>
        <translation>我已看到：持有者现在是 %1</translation>
    </message>
    <message>
        <source>The owner changed while this was open.</source>
        <translation>此对话框打开期间，持有者发生了变化。</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation>之前：%1</translation>
    </message>
    <message>
        <source>Now: %1</source>
        <translation>现在：%1</translation>
    </message>
    <message>
        <source>I have seen it: the hold count is %1 now</source>
        <translation>我已看到：重入次数现在是 %1</translation>
    </message>
    <message>
        <source>The hold count changed while this was open.</source>
        <translation>此对话框打开期间，重入次数发生了变化。</translation>
    </message>
    <message>
        <source>Its holder is at work: it went from %1 to %2.</source>
        <translation>持有者正在工作：次数从 %1 变为 %2。</translation>
    </message>
    <message>
        <source>Nobody holds the lock any more.</source>
        <translation>已经没有人持有这把锁。</translation>
    </message>
    <message>
        <source>I have seen it: %1 now</source>
        <translation>我已看到：现在是 %1</translation>
    </message>
    <message>
        <source>The holders changed while this was open.</source>
        <translation>此对话框打开期间，持有者们发生了变化。</translation>
    </message>
    <message>
        <source>I have seen the hold counts</source>
        <translation>我已看到各重入次数</translation>
    </message>
    <message>
        <source>The hold counts changed while this was open.</source>
        <translation>此对话框打开期间，重入次数发生了变化。</translation>
    </message>
    <message>
        <source>It changed while this was open: somebody is at work.</source>
        <translation>此对话框打开期间，它发生了变化：有人在使用它。</translation>
    </message>
    <message>
        <source>I have seen it: it was taken anew</source>
        <translation>我已看到：它已被重新获取</translation>
    </message>
    <message>
        <source>It was given back and taken again while this was open.</source>
        <translation>此对话框打开期间，它被归还后又被获取。</translation>
    </message>
    <message>
        <source>The owner is the same, but this is another hold: its holder is at work.</source>
        <translation>持有者相同，但这是另一次持有：持有者正在工作。</translation>
    </message>
    <message>
        <source>I have seen the new expiry</source>
        <translation>我已看到新的过期时间</translation>
    </message>
    <message>
        <source>Its expiry changed while this was open.</source>
        <translation>此对话框打开期间，它的过期时间发生了变化。</translation>
    </message>
    <message>
        <source>Somebody set it, or the same owner renewed the lock for the first time or took it anew: he may be at work.</source>
        <translation>有人设置了它，或者同一持有者首次续期或重新获取了锁：持有者可能正在工作。</translation>
    </message>
    <message>
        <source>Time to live now: %1</source>
        <translation>现在的剩余时间：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::CodeBox</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>lockscope::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>要做什么？</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
</context>
<context>
    <name>lockscope::CommandsView</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::ConnectionBadges</name>
    <message>
        <source>The environment this connection is marked with</source>
        <translation>此连接标记的环境</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>TLS not verified</source>
        <translation>TLS 未验证</translation>
    </message>
    <message>
        <source>Anybody could be at the other end: the server&apos;s certificate is not checked</source>
        <translation>对端可能是任何人：没有检查服务器证书</translation>
    </message>
    <message>
        <source>Nothing on the server can be changed from here. Click to allow changes</source>
        <translation>目前不能更改服务器上的任何内容。点击可允许更改</translation>
    </message>
    <message>
        <source>Read-only: allow changes</source>
        <translation>只读：允许更改</translation>
    </message>
</context>
<context>
    <name>lockscope::ConnectionController</name>
    <message>
        <source>&amp;Connect</source>
        <translation>连接(&amp;C)</translation>
    </message>
    <message>
        <source>This address came from a link, and nothing is connected yet. What a link may not say was left out: a tunnel, a proxy, files, unverified TLS, another name for it.</source>
        <translation>此地址来自链接，尚未连接任何服务器。链接不得包含的内容已略去：隧道、代理、文件、未验证的 TLS，以及另一个 TLS 名称。</translation>
    </message>
    <message>
        <source>This address came from a link, and nothing is connected yet. Connect only if you know the server.</source>
        <translation>此地址来自链接，尚未连接任何服务器。仅当你认识该服务器时才连接。</translation>
    </message>
    <message>
        <source>&amp;Disconnect</source>
        <translation>断开连接(&amp;D)</translation>
    </message>
    <message>
        <source>Run SSH configuration</source>
        <translation>运行 SSH 配置</translation>
    </message>
    <message>
        <source>This connection was imported. Connecting runs ssh with its configuration, which may run commands of its own:</source>
        <translation>此连接是导入的。连接时会用它的配置运行 ssh，该配置可能会运行自己的命令：</translation>
    </message>
    <message>
        <source>&amp;Run and connect</source>
        <translation>运行并连接(&amp;R)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Allow changes</source>
        <translation>允许更改</translation>
    </message>
    <message>
        <source>Allow changes on %1?</source>
        <translation>允许在 %1 上进行更改？</translation>
    </message>
    <message>
        <source>Until it is closed, this connection can acquire, renew and release locks. A saved connection stays read-only.</source>
        <translation>在关闭之前，此连接可以获取、续期和释放锁。已保存的连接仍为只读。</translation>
    </message>
    <message>
        <source>&amp;Allow changes</source>
        <translation>允许更改(&amp;A)</translation>
    </message>
</context>
<context>
    <name>lockscope::ConnectionDialog</name>
    <message>
        <source>Connect to Redis</source>
        <translation>连接到 Redis</translation>
    </message>
    <message>
        <source>Connection &quot;%1&quot;</source>
        <translation>连接“%1”</translation>
    </message>
    <message>
        <source>&amp;URL</source>
        <translation>URL(&amp;U)</translation>
    </message>
    <message>
        <source>Server and login</source>
        <translation>服务器与登录</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>Way and addresses</source>
        <translation>路径与地址</translation>
    </message>
    <message>
        <source>Locks and list</source>
        <translation>锁与列表</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Keep this connection in the list, without its passwords</source>
        <translation>把这个连接保存到列表，不含密码</translation>
    </message>
    <message>
        <source>T&amp;est</source>
        <translation>测试(&amp;E)</translation>
    </message>
    <message>
        <source>Try each step of the way, and say what was found; nothing is written</source>
        <translation>逐步尝试连接并说明结果；不写入任何内容</translation>
    </message>
    <message>
        <source>&amp;Connect</source>
        <translation>连接(&amp;C)</translation>
    </message>
    <message>
        <source>The URL of each member says this</source>
        <translation>由各成员的 URL 说明</translation>
    </message>
    <message>
        <source>testing…</source>
        <translation>正在测试…</translation>
    </message>
    <message>
        <source>there is a connection of that name already</source>
        <translation>已有同名的连接</translation>
    </message>
</context>
<context>
    <name>lockscope::ConnectionsPane</name>
    <message>
        <source>Redis %1</source>
        <translation>Redis %1</translation>
    </message>
    <message>
        <source>round trip %1</source>
        <translation>往返 %1</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>New connection…</source>
        <translation>新建连接…</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Duplicate…</source>
        <translation>复制…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Health of the deployment</source>
        <translation>部署健康状况</translation>
    </message>
</context>
<context>
    <name>lockscope::ContentionModel</name>
    <message>
        <source>The locks most in demand, first those waited for longest</source>
        <translation>争用最多的锁，等待最久的排在最前</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>The most that waited for it at once</source>
        <translation>同时等待它的最多数量</translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>How often it was taken</source>
        <translation>被获取的次数</translation>
    </message>
    <message>
        <source>Acquired</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>持有率</translation>
    </message>
    <message>
        <source>For which share of the time it was held, up to now: all its holds together, at most all of it; of a time that is told in whole minutes</source>
        <translation>到目前为止被持有的时间占比：所有持有合计，最多为全部时间；按整分钟统计的一段时间</translation>
    </message>
</context>
<context>
    <name>lockscope::ContentionPage</name>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Save what is shown as a file</source>
        <translation>把显示的内容保存为文件</translation>
    </message>
    <message>
        <source>Figures over time…</source>
        <translation>随时间变化的数值…</translation>
    </message>
    <message>
        <source>Save the figures over time</source>
        <translation>保存随时间变化的数值</translation>
    </message>
    <message>
        <source>Hold times…</source>
        <translation>持有时间…</translation>
    </message>
    <message>
        <source>Save the hold times</source>
        <translation>保存持有时间</translation>
    </message>
    <message>
        <source>Locks most in demand…</source>
        <translation>争用最多的锁…</translation>
    </message>
    <message>
        <source>Save the locks most in demand</source>
        <translation>保存争用最多的锁</translation>
    </message>
    <message>
        <source>Nothing to plot yet</source>
        <translation>还没有可绘制的内容</translation>
    </message>
    <message>
        <source>What happens to locks is plotted from the first second of a connection on.</source>
        <translation>从连接的第一秒起，锁上发生的一切都会绘成曲线。</translation>
    </message>
</context>
<context>
    <name>lockscope::ContentionPlots</name>
    <message>
        <source>Held locks, changes, waiters, hold times, renewals and waits over time</source>
        <translation>被持有的锁、变化、等待者、持有时间、续期和等待随时间的变化</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 · nothing is known</source>
        <translation>%1 · 没有数据</translation>
    </message>
    <message>
        <source>Contention</source>
        <translation>争用</translation>
    </message>
    <message>
        <source>Left and right tell the figures of a moment, Escape those of now</source>
        <translation>左右方向键查看某一时刻的数值，Esc 回到当前数值</translation>
    </message>
</context>
<context>
    <name>lockscope::ContentionTable</name>
    <message>
        <source>Locks most in demand</source>
        <translation>争用最多的锁</translation>
    </message>
</context>
<context>
    <name>lockscope::CopiesModel</name>
    <message>
        <source>The lock would be lost if this replica were promoted now</source>
        <translation>如果现在提升此副本，该锁将丢失</translation>
    </message>
    <message>
        <source>Started since the lock was taken: it may have forgotten it</source>
        <translation>在加锁之后重新启动过：可能已丢失该锁</translation>
    </message>
    <message>
        <source>How far the replica is behind its master</source>
        <translation>副本落后于主节点的时间</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>TTL</source>
        <translation>TTL</translation>
    </message>
    <message>
        <source>Behind</source>
        <translation>落后</translation>
    </message>
</context>
<context>
    <name>lockscope::CopiesView</name>
    <message>
        <source>The lock on each node</source>
        <translation>锁在各节点上的情况</translation>
    </message>
</context>
<context>
    <name>lockscope::CopyCommands</name>
    <message>
        <source>Copy as redis-cli</source>
        <translation>复制为 redis-cli 命令</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>the act, and whose share</comment>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>Copied the commands for %Ln lock(s)</source>
        <translation>
            <numerusform>已复制 %Ln 把锁的命令</numerusform>
        </translation>
    </message>
    <message>
        <source>Copied the commands</source>
        <translation>已复制命令</translation>
    </message>
</context>
<context>
    <name>lockscope::CountDownLatch</name>
    <message>
        <source>Count-down latch (Redisson)</source>
        <translation>倒数闭锁（Redisson）</translation>
    </message>
    <message>
        <source>A gate with a number of counts to go: each task that is done counts it down, and with the last count all that wait go on. If a task dies before it counts, they wait for ever.</source>
        <translation>一道门，记着还要倒数多少次：每个任务完成就倒数一次，数到最后一次时所有等待者放行。如果某个任务在倒数之前死掉，它们会永远等下去。</translation>
    </message>
    <message>
        <source>A whole number, as a count-down latch of Redisson keeps it</source>
        <translation>整数，Redisson 的倒数闭锁就是这样保存的</translation>
    </message>
    <message>
        <source>A whole number, and somebody waits on %1: a count-down latch of Redisson</source>
        <translation>整数，且有人在 %1 上等待：Redisson 的倒数闭锁</translation>
    </message>
    <message>
        <source>A whole number under a name that says latch: nothing but a waiter on its channel could prove it</source>
        <translation>名称表明是闭锁的整数：只有在其频道上有等待者才能证实</translation>
    </message>
    <message numerus="yes">
        <source>%n count(s) to go until it opens</source>
        <translation>
            <numerusform>还要倒数 %n 次才会打开</numerusform>
        </translation>
    </message>
    <message>
        <source>Nobody holds it: who still has to count is written nowhere</source>
        <translation>无人持有它：还有谁要倒数，没有任何记录</translation>
    </message>
    <message>
        <source>Its name has braces: in a cluster its channel is in another slot, and Redisson&apos;s own commands fail there</source>
        <translation>它的名称含有花括号：在集群中它的频道位于另一个槽，Redisson 自己的命令在那里会失败</translation>
    </message>
    <message>
        <source>nobody holds a latch, so no owner can be compared</source>
        <translation>闭锁无人持有，所以没有持有者可供比较</translation>
    </message>
    <message>
        <source>ask for any owner</source>
        <translation>请改为任意持有者</translation>
    </message>
    <message>
        <source>a latch is waited for, not taken</source>
        <translation>闭锁是用来等待的，不是用来获取的</translation>
    </message>
    <message>
        <source>use release to count it down by one</source>
        <translation>用“释放”倒数一次</translation>
    </message>
    <message>
        <source>a latch has no time that runs out</source>
        <translation>闭锁没有会用完的时间</translation>
    </message>
    <message>
        <source>nothing needs renewing</source>
        <translation>无需续期</translation>
    </message>
    <message>
        <source>a latch that expires tells nobody: those that wait for it would wait for ever</source>
        <translation>闭锁过期不会通知任何人：等待它的人会永远等下去</translation>
    </message>
    <message>
        <source>use force-release to open it</source>
        <translation>用“强制释放”打开它</translation>
    </message>
    <message>
        <source>counts are left: the message would open the gate in each client without letting anybody through, and they would ask Redis without pause</source>
        <translation>还有剩余次数：消息会打开各客户端里的门，却放不了任何人过去，它们会不停地查询 Redis</translation>
    </message>
    <message>
        <source>use release to count down, or force-release to open it</source>
        <translation>用“释放”倒数，或用“强制释放”打开它</translation>
    </message>
    <message>
        <source>nobody holds a share of a latch</source>
        <translation>没有人持有闭锁的份额</translation>
    </message>
    <message>
        <source>Counts the latch down by one</source>
        <translation>把闭锁倒数一次</translation>
    </message>
    <message>
        <source>With the last count: publishes %1 on %2, so that all that wait go on, then deletes it</source>
        <translation>数到最后一次时：在 %2 上发布 %1，让所有等待者放行，然后删除它</translation>
    </message>
    <message>
        <source>Nothing records who has counted: if the task counts itself too, the latch opens one task too early</source>
        <translation>谁已经倒数过没有记录：如果那个任务自己也会倒数，闭锁就会早一个任务打开</translation>
    </message>
    <message>
        <source>Goes on only if %1 counts are left, as shown</source>
        <translation>仅当剩余次数仍为所显示的 %1 时才继续</translation>
    </message>
    <message>
        <source>Publishes %1 on %2, so that all that wait go on</source>
        <translation>在 %2 上发布 %1，让所有等待者放行</translation>
    </message>
    <message>
        <source>Deletes the latch</source>
        <translation>删除闭锁</translation>
    </message>
    <message>
        <source>This cannot be made safe: those that wait go on although tasks are not done</source>
        <translation>这无法做到安全：任务尚未完成，等待者就会放行</translation>
    </message>
    <message>
        <source>Tasks that count down later find no latch and notice nothing; if it is set anew meanwhile, they count the new one down</source>
        <translation>之后才倒数的任务找不到闭锁，也不会察觉；如果其间重新设置了闭锁，它们会倒数新的那个</translation>
    </message>
    <message>
        <source>No count is compared: it opens however many are left</source>
        <translation>不比较次数：无论还剩多少都会打开</translation>
    </message>
    <message>
        <source>If the latch is gone or at 0: publishes %1 on %2, so that those that still wait go on</source>
        <translation>如果闭锁已不存在或为 0：在 %2 上发布 %1，让仍在等待的人放行</translation>
    </message>
    <message>
        <source>While counts are left, publishes nothing; changes nothing either way</source>
        <translation>还有剩余次数时不发布任何消息；无论如何都不做改动</translation>
    </message>
</context>
<context>
    <name>lockscope::CounterLock</name>
    <message>
        <source>Lock by counting (INCR)</source>
        <translation>计数锁（INCR）</translation>
    </message>
    <message>
        <source>A counter whose first caller, the one who counts it to 1, holds the lock until he deletes it; the number says how many have asked since. If he dies first nobody ever gets 1 again, for it usually has no expiry.</source>
        <translation>计数器，第一个把它数到 1 的调用者持有锁，直到把它删除；数字说明此后有多少人来问过。如果持有者先死了，谁也不会再得到 1，因为它通常没有过期时间。</translation>
    </message>
    <message>
        <source>A whole number without an expiry under a name like entry_lock7: perhaps a lock that the first INCR wins, perhaps a counter</source>
        <translation>没有过期时间的整数，名称形如 entry_lock7：也许是由第一个 INCR 赢得的锁，也许是计数器</translation>
    </message>
    <message>
        <source>%1 callers have counted since it was taken; the first of them holds it</source>
        <translation>自被获取以来有 %1 个调用者计过数；其中第一个持有锁</translation>
    </message>
    <message>
        <source>Nothing names the holder. The number grows with each caller, so it is neither an owner nor a count of holds</source>
        <translation>没有任何内容指明持有者。数字随每个调用者增长，所以既不是持有者，也不是重入次数</translation>
    </message>
    <message>
        <source>It has no expiry: if its holder died, it stays until somebody deletes it</source>
        <translation>没有过期时间：持有者若已死亡，它会一直存在，直到有人删除</translation>
    </message>
    <message>
        <source>%1 is no number that such a lock can have</source>
        <translation>%1 不是这种锁可能有的数字</translation>
    </message>
    <message>
        <source>give 1, or the number that the lock shows</source>
        <translation>请给 1，或锁中显示的数字</translation>
    </message>
    <message>
        <source>a lock of this kind has no lease</source>
        <translation>这种锁没有租约</translation>
    </message>
    <message>
        <source>nothing needs renewing</source>
        <translation>无需续期</translation>
    </message>
    <message>
        <source>nobody waits for a lock of this kind: who does not get it goes on</source>
        <translation>没有人等待这种锁：得不到的人会继续往下走</translation>
    </message>
    <message>
        <source>nothing needs waking</source>
        <translation>无需唤醒</translation>
    </message>
    <message>
        <source>If nobody has counted yet, counts to 1 and so takes the lock</source>
        <translation>如果还没有人计过数，数到 1，从而获取锁</translation>
    </message>
    <message>
        <source>Sets the expiry to %1 from now</source>
        <translation>把过期时间设为从现在起 %1</translation>
    </message>
    <message>
        <source>If it is counted already, changes nothing: other callers would count themselves too</source>
        <translation>如果已有人计过数，不做任何改动：否则会像其他调用者一样把自己也算进去</translation>
    </message>
    <message>
        <source>Without an expiry the lock stays for ever if its holder dies</source>
        <translation>没有过期时间，持有者若死掉，锁会永远存在</translation>
    </message>
    <message>
        <source>If the number is %1 or more, deletes the key</source>
        <translation>如果数字不小于 %1，删除该键</translation>
    </message>
    <message>
        <source>If it is smaller the lock was taken anew since: changes nothing</source>
        <translation>如果更小，说明锁已被重新获取：不做任何改动</translation>
    </message>
    <message>
        <source>Nothing names the holder: if the lock was deleted and taken anew, and as many have asked since, the new holder loses it</source>
        <translation>没有任何内容指明持有者：如果锁被删除后重新获取，又有同样多的人来问过，新的持有者会失去它</translation>
    </message>
    <message>
        <source>Goes on only if the number is still %1: nobody has asked since it was shown</source>
        <translation>仅当数字仍为 %1 时才继续：显示之后没有人来问过</translation>
    </message>
    <message>
        <source>Deletes the key, so that the next caller gets 1</source>
        <translation>删除该键，下一个调用者会得到 1</translation>
    </message>
    <message>
        <source>This cannot be made safe: there is no owner to compare, and an ordinary counter would lose its number</source>
        <translation>这无法做到安全：没有持有者可供比较，而普通的计数器会丢失它的数字</translation>
    </message>
    <message>
        <source>The old holder&apos;s code goes on running and is not told; when it is done it deletes the lock of the next holder</source>
        <translation>原持有者的代码会继续运行，也不会收到通知；它完成后会删除下一个持有者的锁</translation>
    </message>
    <message>
        <source>No number is compared: whoever holds it at that moment loses it</source>
        <translation>不比较数字：届时无论谁持有都会失去它</translation>
    </message>
    <message>
        <source>Only if the number is still %1</source>
        <translation>仅当数字仍为 %1</translation>
    </message>
    <message>
        <source>Makes the key expire in %1, if it has no expiry or a later one</source>
        <translation>若键没有过期时间或过期更晚，让它在 %1 后过期</translation>
    </message>
    <message>
        <source>An earlier expiry stays as it is</source>
        <translation>更早的过期时间保持不变</translation>
    </message>
    <message>
        <source>A holder that works longer loses the lock; an ordinary counter would lose its number</source>
        <translation>工作更久的持有者会失去锁；普通的计数器会丢失它的数字</translation>
    </message>
</context>
<context>
    <name>lockscope::Deployment</name>
    <message>
        <source>it is no master any more, and who is is not known yet</source>
        <translation>它已不是主节点，新的主节点尚不清楚</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>not connected: %1</source>
        <translation>未连接：%1</translation>
    </message>
    <message>
        <source>no master answers for slot %1</source>
        <translation>没有主节点负责槽 %1</translation>
    </message>
    <message>
        <source>this server is a sentinel</source>
        <translation>该服务器是哨兵</translation>
    </message>
    <message>
        <source>name the master that it watches: sentinel://%1/MASTER</source>
        <translation>请写明它监视的主节点：sentinel://%1/主节点名称</translation>
    </message>
</context>
<context>
    <name>lockscope::DesktopNotifier</name>
    <message>
        <source>%1 is free</source>
        <translation>%1 已空闲</translation>
    </message>
    <message>
        <source>%1 is held by %2</source>
        <translation>%1 现由 %2 持有</translation>
    </message>
    <message>
        <source>%1 went from %2 to %3</source>
        <translation>%1 换了持有者：从 %2 到 %3</translation>
    </message>
    <message>
        <source>%1: over (%2)</source>
        <translation>%1：已解除（%2）</translation>
    </message>
    <message>
        <source>Lockscope</source>
        <translation>Lockscope</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Lockscope: %n alert(s)</source>
        <translation>
            <numerusform>Lockscope：%n 条告警</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>key, rule</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <comment>key, rule, figures</comment>
        <translation>%1：%2（%3）</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>lockscope::DetailPane</name>
    <message>
        <source>Name this owner</source>
        <translation>为持有者命名</translation>
    </message>
    <message>
        <source>What to call the owners that match %1:</source>
        <translation>匹配 %1 的持有者叫什么：</translation>
    </message>
</context>
<context>
    <name>lockscope::DistributedMutex</name>
    <message>
        <source>Mutex (DistributedLock)</source>
        <translation>互斥锁（DistributedLock）</translation>
    </message>
    <message>
        <source>A string whose value names machine and process of the owner, with an expiry of 30 s that the library extends every 9 s. When the process dies the lock ends with its expiry; a holder that lost it is told by its lost token within 9 s, if it listens.</source>
        <translation>字符串，值中写明持有者的机器和进程，过期时间 30 秒，由该库每 9 秒延长。进程死掉后锁随过期时间结束；失去锁的持有者若在监听，9 秒之内会由它的丢失令牌得知。</translation>
    </message>
    <message>
        <source>The value is an id as DistributedLock makes them: machine, process and a random part, new for each acquisition</source>
        <translation>值是 DistributedLock 生成的标识：机器、进程和随机部分，每次获取都不同</translation>
    </message>
    <message>
        <source>Who waits for it asks again after 10 to 800 ms; that cannot be seen from here</source>
        <translation>等待者每 10 到 800 毫秒再查询一次；从这里看不到</translation>
    </message>
    <message>
        <source>It has no expiry. DistributedLock always sets one: another program took it away</source>
        <translation>它没有过期时间。DistributedLock 总会设置：被别的程序去掉了</translation>
    </message>
</context>
<context>
    <name>lockscope::DistributedReadWrite</name>
    <message>
        <source>Read-write lock (DistributedLock)</source>
        <translation>读写锁（DistributedLock）</translation>
    </message>
    <message>
        <source>Either one writer, a string under name.writer, or any number of readers, the set name.readers; a writer that waits leaves a mark that keeps new readers out. The set has one expiry for all its readers: one that died stays in it, and shuts writers out, as long as any other reader goes on.</source>
        <translation>要么是一个写者，即 name.writer 下的字符串；要么是任意多个读者，即集合 name.readers；等待中的写者会留下标记，挡住新的读者。集合对所有读者只有一个过期时间：只要还有别的读者在继续，死掉的读者就一直留在里面，把写者挡在外面。</translation>
    </message>
    <message>
        <source>The key holds the mark of a writer that waits, not of one that holds: new readers stay out</source>
        <translation>键中是等待中的写者留下的标记，而不是持有者：新的读者进不来</translation>
    </message>
    <message>
        <source>Waiting writer: %1</source>
        <translation>等待中的写者：%1</translation>
    </message>
    <message>
        <source>The value is the writer&apos;s id as DistributedLock makes them: machine, process and a random part</source>
        <translation>值是 DistributedLock 生成的写者标识：机器、进程和随机部分</translation>
    </message>
    <message>
        <source>Writer: %1</source>
        <translation>写者：%1</translation>
    </message>
    <message>
        <source>Reader: %1</source>
        <translation>读者：%1</translation>
    </message>
    <message>
        <source>The readers share one expiry: one that died stays until the last living one stops</source>
        <translation>读者共用一个过期时间：死掉的读者会一直留着，直到最后一个活着的读者停止</translation>
    </message>
    <message>
        <source>There are more readers than are shown</source>
        <translation>读者比所显示的更多</translation>
    </message>
    <message>
        <source>Who else waits asks again after 10 to 800 ms; that cannot be seen from here</source>
        <translation>其他等待者每 10 到 800 毫秒再查询一次；从这里看不到</translation>
    </message>
    <message>
        <source>a lock of this kind is known by its key name.writer</source>
        <translation>这种锁以它的键 name.writer 为准</translation>
    </message>
    <message>
        <source>put .writer behind the name</source>
        <translation>请在名称后面加上 .writer</translation>
    </message>
    <message>
        <source>who waits for it asks again after 10 to 800 ms</source>
        <translation>等待者每 10 到 800 毫秒再查询一次</translation>
    </message>
    <message>
        <source>If no writer holds it or waits, adds %1 to the readers</source>
        <translation>如果没有写者持有或等待，把 %1 加入读者</translation>
    </message>
    <message>
        <source>Sets the readers&apos; expiry to at least %1 from now</source>
        <translation>把读者的过期时间设为从现在起至少 %1</translation>
    </message>
    <message>
        <source>If no writer is there and nobody reads, writes %1 with an expiry of %2</source>
        <translation>如果没有写者也没有读者，写入 %1，过期时间 %2</translation>
    </message>
    <message>
        <source>It leaves no mark while it waits: new readers may come in before it</source>
        <translation>等待期间不留标记：新的读者可能先进来</translation>
    </message>
    <message>
        <source>Else changes nothing and says who holds it</source>
        <translation>否则不做任何改动，并告知由谁持有</translation>
    </message>
    <message>
        <source>If %1 writes, sets the expiry to %2 from now</source>
        <translation>如果 %1 是写者，把过期时间设为从现在起 %2</translation>
    </message>
    <message>
        <source>If he reads, sets the expiry of all readers to at least that</source>
        <translation>如果是读者，把所有读者的过期时间设为至少那么久</translation>
    </message>
    <message>
        <source>Else changes nothing</source>
        <translation>否则不做任何改动</translation>
    </message>
    <message>
        <source>If %1 writes or waits to write, deletes that key; if he reads, takes him out of the readers</source>
        <translation>如果 %1 在写或在等待写，删除那个键；如果在读，把它移出读者</translation>
    </message>
    <message>
        <source>Leaves all others as they are, and tells nobody: waiters ask again by themselves</source>
        <translation>其他人保持不变，也不通知任何人：等待者会自己再来查询</translation>
    </message>
    <message>
        <source>Deletes the writer and the readers</source>
        <translation>删除写者和读者</translation>
    </message>
    <message>
        <source>Leaves the mark of a writer that waits: he takes the lock next</source>
        <translation>保留等待中写者的标记：它将接着获取锁</translation>
    </message>
    <message>
        <source>Makes it expire in %1, if it has no expiry or a later one</source>
        <translation>若没有过期时间或过期更晚，让它在 %1 后过期</translation>
    </message>
    <message>
        <source>Readers share one expiry: a single one can be given it only if he is alone</source>
        <translation>读者共用一个过期时间：只有它是唯一的读者时才能单独设置</translation>
    </message>
    <message>
        <source>A holder that is alive extends it again within 9 s by default</source>
        <translation>活着的持有者默认会在 9 秒之内再次延长</translation>
    </message>
</context>
<context>
    <name>lockscope::DistributedSemaphore</name>
    <message>
        <source>Semaphore (DistributedLock)</source>
        <translation>信号量（DistributedLock）</translation>
    </message>
    <message>
        <source>A sorted set of the holders&apos; ids, each with the time at which his permit ends, 30 s ahead and pushed on every 9 s. How many permits there are is only known to the programs: if two of them disagree, the larger number wins.</source>
        <translation>持有者标识的有序集合，各带其许可结束的时刻，提前 30 秒，每 9 秒往后推。共有多少许可只有程序知道：如果两个程序说法不一，较大的数字生效。</translation>
    </message>
    <message>
        <source>A sorted set whose members are ids as DistributedLock makes them, with the times at which they end: its semaphore</source>
        <translation>有序集合，成员是 DistributedLock 生成的标识，分值是结束时刻：它的信号量</translation>
    </message>
    <message>
        <source>Holder: %1</source>
        <translation>持有者：%1</translation>
    </message>
    <message>
        <source>Past its time, dropped by who comes next: %1</source>
        <translation>已过时，由下一个来者清除：%1</translation>
    </message>
    <message>
        <source>There are more holders than are shown</source>
        <translation>持有者比所显示的更多</translation>
    </message>
    <message>
        <source>How many permits there are is not in Redis: each program says it when it takes one</source>
        <translation>共有多少许可不在 Redis 中：由每个程序在获取时说明</translation>
    </message>
    <message>
        <source>Who waits asks again after 10 to 800 ms; that cannot be seen from here</source>
        <translation>等待者每 10 到 800 毫秒再查询一次；从这里看不到</translation>
    </message>
    <message>
        <source>The key has no expiry. DistributedLock always sets one: another program took it away</source>
        <translation>这个键没有过期时间。DistributedLock 总会设置：被别的程序去掉了</translation>
    </message>
    <message>
        <source>how many permits this semaphore has is not in Redis, only the programs know it</source>
        <translation>这个信号量共有多少许可不在 Redis 中，只有程序知道</translation>
    </message>
    <message>
        <source>take the permit with the program that uses it</source>
        <translation>请用使用它的程序获取许可</translation>
    </message>
    <message>
        <source>%1 is no number of permits</source>
        <translation>%1 不是许可的数量</translation>
    </message>
    <message>
        <source>who waits for it asks again after 10 to 800 ms</source>
        <translation>等待者每 10 到 800 毫秒再查询一次</translation>
    </message>
    <message>
        <source>Drops the holders that are past their time</source>
        <translation>清除已过时的持有者</translation>
    </message>
    <message>
        <source>If fewer than %1 are left, adds %2 for %3</source>
        <translation>如果剩下的不足 %1 个，加入 %2，时长 %3</translation>
    </message>
    <message>
        <source>Makes the key live for at least three times that</source>
        <translation>让键至少存活其三倍时长</translation>
    </message>
    <message>
        <source>The programs that use it must mean the same number of permits</source>
        <translation>使用它的程序所认定的许可数量必须相同</translation>
    </message>
    <message>
        <source>If %1 holds a permit, makes it end %2 from now</source>
        <translation>如果 %1 持有许可，让它从现在起 %2 后结束</translation>
    </message>
    <message>
        <source>Takes %1 out of the holders</source>
        <translation>把 %1 移出持有者</translation>
    </message>
    <message>
        <source>Leaves all others as they are, and tells nobody: waiters ask again by themselves</source>
        <translation>其他人保持不变，也不通知任何人：等待者会自己再来查询</translation>
    </message>
    <message>
        <source>Deletes the key: all permits are free</source>
        <translation>删除键：所有许可都空闲</translation>
    </message>
    <message>
        <source>Makes the permit end in %1, if it ends later</source>
        <translation>若许可结束得更晚，让它在 %1 后结束</translation>
    </message>
    <message>
        <source>A holder that is alive extends it again within 9 s by default</source>
        <translation>活着的持有者默认会在 9 秒之内再次延长</translation>
    </message>
</context>
<context>
    <name>lockscope::Docks</name>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>&amp;Connections</source>
        <translation>连接(&amp;C)</translation>
    </message>
    <message>
        <source>Saved connections, and the servers of the one in use</source>
        <translation>已保存的连接，以及正在使用的连接的服务器</translation>
    </message>
    <message>
        <source>&amp;Lock</source>
        <translation>锁(&amp;L)</translation>
    </message>
    <message>
        <source>All about the chosen lock</source>
        <translation>所选锁的全部信息</translation>
    </message>
</context>
<context>
    <name>lockscope::DurationEdit</name>
    <message>
        <source>30s, 5m, 2h</source>
        <translation>30s、5m、2h</translation>
    </message>
    <message>
        <source>A duration is needed, such as 30s or 5m.</source>
        <translation>需要填写时长，例如 30s 或 5m。</translation>
    </message>
</context>
<context>
    <name>lockscope::ElidedLabel</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>lockscope::Engine</name>
    <message>
        <source>no answer within %1</source>
        <translation>%1内没有应答</translation>
    </message>
    <message>
        <source>check the address, or allow more time with --timeout</source>
        <translation>请检查地址，或用 --timeout 放宽时限</translation>
    </message>
    <message>
        <source>the connection was closed</source>
        <translation>连接已关闭</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
</context>
<context>
    <name>lockscope::EnvironmentLabel</name>
    <message>
        <source>%1 — %2</source>
        <comment>connection and its environment</comment>
        <translation>%1 — %2</translation>
    </message>
</context>
<context>
    <name>lockscope::EventTimeline</name>
    <message>
        <source>Events of the lock</source>
        <translation>锁的事件</translation>
    </message>
    <message>
        <source>Nothing happened to it since it was first seen.</source>
        <translation>自首次看到它以来没有发生任何事件。</translation>
    </message>
</context>
<context>
    <name>lockscope::EventTimelineModel</name>
    <message>
        <source>Holds after the event; for waiters: how many</source>
        <translation>事件后的重入次数；对等待者事件是等待者数量</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>TTL</source>
        <translation>TTL</translation>
    </message>
    <message>
        <source>Seen by</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>%1, seen by: %2, TTL: %3</source>
        <comment>time of an event, its source, time to live after it</comment>
        <translation>%1，来源：%2，TTL：%3</translation>
    </message>
    <message>
        <source>held already</source>
        <comment>when a lock was first seen</comment>
        <translation>已被持有</translation>
    </message>
</context>
<context>
    <name>lockscope::FairLock</name>
    <message>
        <source>Fair lock (Redisson)</source>
        <translation>公平锁（Redisson）</translation>
    </message>
    <message>
        <source>Redisson&apos;s reentrant lock with a queue: the lock goes to the thread that has waited longest, each told on a channel of its own. If the first in the queue has died, nobody gets the lock before its deadline, up to 5 minutes.</source>
        <translation>带队列的 Redisson 可重入锁：锁交给等待最久的线程，每个等待者都在自己的频道上收到通知。如果队首的等待者已死，在它的期限（最长 5 分钟）之前谁也得不到锁。</translation>
    </message>
    <message>
        <source>A queue of waiters named for this key stands beside it: Redisson&apos;s fair lock</source>
        <translation>旁边有以这个键命名的等待队列：Redisson 的公平锁</translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s) in the queue; the lock goes to the first of them and to nobody else</source>
        <translation>
            <numerusform>队列中有 %n 个线程；锁只会交给其中的第一个</numerusform>
        </translation>
    </message>
    <message>
        <source>Nobody holds it. Either it passes to the first in the queue at this moment, or that one was not told or is dead, and all others wait for its deadline</source>
        <translation>无人持有。要么此刻正在交给队首，要么队首没有收到通知或已死，其他等待者都在等它的期限</translation>
    </message>
    <message>
        <source>A waiter without a deadline is never dropped by the others: remove it if it is dead</source>
        <translation>没有期限的等待者永远不会被别人移出：如果它已死，请移除它</translation>
    </message>
    <message>
        <source>The deadlines come from the clocks of the waiting programs: others drop a waiter from the head of the queue once its deadline is past</source>
        <translation>期限取自各等待程序的时钟：队首的期限一过，其他等待者就把它移出队列</translation>
    </message>
    <message>
        <source>Drops the waiters at the head of the queue whose deadline is past, as every Redisson client does</source>
        <translation>移除队首期限已过的等待者，Redisson 的每个客户端都这样做</translation>
    </message>
    <message>
        <source>If the lock is free and nobody, or %1, is first in the queue, makes %1 its holder</source>
        <translation>如果锁空闲，且队列为空或 %1 在队首，让 %1 成为持有者</translation>
    </message>
    <message>
        <source>If %1 holds it already, adds one hold to its count</source>
        <translation>如果已由 %1 持有，重入次数加一</translation>
    </message>
    <message>
        <source>Sets the expiry to %1 from now</source>
        <translation>把过期时间设为从现在起 %1</translation>
    </message>
    <message>
        <source>Else puts %1 at the end of the queue, with a deadline %2 after the one before</source>
        <translation>否则把 %1 放到队尾，期限比前一个晚 %2</translation>
    </message>
    <message>
        <source>When it gives up, it takes its place in the queue back</source>
        <translation>放弃等待时，收回它在队列中的位置</translation>
    </message>
    <message>
        <source>Else does not queue, and says who holds it and for how long</source>
        <translation>否则不排队，并告知由谁持有、还有多久</translation>
    </message>
    <message>
        <source>If nobody holds the lock: drops the waiters at the head of the queue whose deadline is past</source>
        <translation>如果锁无人持有：移除队首期限已过的等待者</translation>
    </message>
    <message>
        <source>A lock that is held is not changed, nor its queue</source>
        <translation>被持有的锁及其队列不做改动</translation>
    </message>
    <message>
        <source>Waiters of Redisson before 3.32.0 may sleep until they are told: if such clients wait further back, publish on their channels too</source>
        <translation>Redisson 3.32.0 之前的等待者可能一直睡到收到通知：如果队列后面有这样的客户端，也请在它们的频道上发布</translation>
    </message>
    <message>
        <source>no waiter was named whose place in the queue shall go</source>
        <translation>没有指明要移除队列中的哪个等待者</translation>
    </message>
    <message>
        <source>name the waiter as the queue shows it</source>
        <translation>请按队列中显示的样子写出等待者</translation>
    </message>
    <message>
        <source>%1 holds the lock and does not wait for it</source>
        <translation>%1 持有这把锁，并不在等待</translation>
    </message>
    <message>
        <source>use force-release</source>
        <translation>请用“强制释放”</translation>
    </message>
    <message>
        <source>Takes %1 out of the queue, and its deadline</source>
        <translation>把 %1 移出队列，连同它的期限</translation>
    </message>
    <message>
        <source>Sets the deadlines of those behind it back by %1</source>
        <translation>把它后面的等待者的期限提前 %1</translation>
    </message>
    <message>
        <source>If it was the first and nobody holds the lock: publishes %1 on the channel of the next, so that it tries again</source>
        <translation>如果它在队首且锁无人持有：在下一个等待者的频道上发布 %1，让它重试</translation>
    </message>
    <message>
        <source>Leaves the lock and all other waiters as they are</source>
        <translation>锁和其他等待者保持不变</translation>
    </message>
    <message>
        <source>Redisson reuses owner ids: a lock released and taken again by the same thread looks the same</source>
        <translation>Redisson 会重复使用持有者标识：同一线程释放后又获取的锁看起来完全一样</translation>
    </message>
    <message>
        <source>Only the first in the queue is told. Waiters of Redisson before 3.32.0 may sleep until they are told: if such clients wait further back, publish on their channels too</source>
        <translation>只通知队首。Redisson 3.32.0 之前的等待者可能一直睡到收到通知：如果队列后面有这样的客户端，也请在它们的频道上发布</translation>
    </message>
    <message>
        <source>The old holder&apos;s code goes on running and is not told</source>
        <translation>原持有者的代码会继续运行，也不会收到通知</translation>
    </message>
    <message>
        <source>Publishes %1 on the channel of the first waiter that is not dead, %2, so that it tries again</source>
        <translation>在第一个未死的等待者的频道 %2 上发布 %1，让它再次尝试</translation>
    </message>
    <message>
        <source>Whether the first in the queue is alive is not known: if it is dead, nobody gets the lock before its deadline, unless it is removed from the queue</source>
        <translation>队首是否存活未知：如果它已死，在它的期限之前谁也得不到锁，除非把它移出队列</translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s) or more in the queue; the lock goes to the first of them and to nobody else</source>
        <translation>
            <numerusform>队列中至少有 %n 个线程；锁只会交给其中的第一个</numerusform>
        </translation>
    </message>
    <message>
        <source>Not all deadlines were read: those not shown are unknown</source>
        <translation>期限没有全部读取：未显示的期限未知</translation>
    </message>
</context>
<context>
    <name>lockscope::FencedLock</name>
    <message>
        <source>Fenced lock (Redisson)</source>
        <translation>栅栏锁（Redisson）</translation>
    </message>
    <message>
        <source>Redisson&apos;s reentrant lock with a counter that grows with every acquire: the protected system can refuse whoever comes with a smaller token than the last. Where it does not check the token, a holder that lost the lock still writes.</source>
        <translation>带计数器的 Redisson 可重入锁，每次获取计数器都增长：受保护的系统可以拒绝令牌小于上一个的来者。如果它不核对令牌，失去锁的持有者仍然会写入。</translation>
    </message>
    <message>
        <source>A hash with one field named like a Redisson owner (uuid:thread) and a count, and a token counter beside it: Redisson&apos;s fenced lock</source>
        <translation>哈希，只有一个字段，字段名形如 Redisson 的持有者（uuid:线程），值为计数，旁边还有令牌计数器：Redisson 的栅栏锁</translation>
    </message>
    <message>
        <source>The last fencing token given out is %1; the protected system should refuse smaller ones</source>
        <translation>最近发出的栅栏令牌是 %1；受保护的系统应拒绝更小的</translation>
    </message>
    <message>
        <source>The counter stays when the lock goes. If this name was a fenced lock only once, it is a plain one now</source>
        <translation>锁消失后计数器仍在。如果这个名称只曾经是栅栏锁，现在它就是普通锁</translation>
    </message>
    <message>
        <source>If the lock is free or already held by %1, counts the fencing token up and adds one hold</source>
        <translation>如果锁空闲或已由 %1 持有，栅栏令牌加一，重入次数加一</translation>
    </message>
    <message>
        <source>The token counter is kept. Late writes of the old holder are refused only if the protected system checks the token</source>
        <translation>令牌计数器保留。只有受保护的系统核对令牌，才能拒绝原持有者迟到的写入</translation>
    </message>
</context>
<context>
    <name>lockscope::FilterEdit</name>
    <message>
        <source>Filter: part of a key or owner, kind:rlock, verdict&gt;=warning, ttl&lt;30s …</source>
        <translation>筛选：键或持有者的一部分、kind:rlock、verdict&gt;=warning、ttl&lt;30s……</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Words and fields that must all hold: owner: kind: verdict: node: key: ttl&lt; held&gt; waiters&gt; renewals&gt; count&gt;. A minus in front means not. Ctrl+Space offers what can be typed.</source>
        <translation>各词和字段须同时满足：owner: kind: verdict: node: key: ttl&lt; held&gt; waiters&gt; renewals&gt; count&gt;。前面加减号表示“非”。Ctrl+空格列出可输入的内容。</translation>
    </message>
    <message>
        <source>Completions of the filter</source>
        <translation>筛选的补全</translation>
    </message>
</context>
<context>
    <name>lockscope::FindingsModel</name>
    <message>
        <source>all of it</source>
        <comment>a finding of the deployment as a whole</comment>
        <translation>整个部署</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes: %1</source>
        <translation>
            <numerusform>%n 个节点：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
</context>
<context>
    <name>lockscope::FindingsView</name>
    <message>
        <source>What to do</source>
        <translation>处理办法</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Nodes: %1</source>
        <translation>节点：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::GroupRunner</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: held by %2</source>
        <translation>%1：由 %2 持有</translation>
    </message>
    <message>
        <source>%1 of %2 nodes agreed and %3 are needed (%4)</source>
        <translation>%2 个节点中有 %1 个同意，需要 %3 个（%4）</translation>
    </message>
    <message>
        <source>no answer within %1</source>
        <translation>%1内没有应答</translation>
    </message>
    <message>
        <source>a majority granted it, but that took %1: of a lease of %2 nothing is left</source>
        <translation>多数节点已授予，但耗时 %1：%2的租约已所剩无几</translation>
    </message>
    <message>
        <source>other nodes name ids that may be the same client&apos;s: name the id of each node</source>
        <translation>其他节点上的标识可能属于同一个客户端：请给出每个节点上的标识</translation>
    </message>
    <message>
        <source>; given back on %1</source>
        <translation>；已在 %1 上撤回</translation>
    </message>
    <message>
        <source>; not known to be given back on %1, where it may stand until its lease is over</source>
        <translation>；无法得知是否已在 %1 上撤回，它可能会保留到租约结束</translation>
    </message>
</context>
<context>
    <name>lockscope::HealthChecker</name>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Examining…</source>
        <translation>正在检查…</translation>
    </message>
    <message numerus="yes">
        <source>%n critical</source>
        <translation>
            <numerusform>%n 项严重</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n 项警告</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n 项提示</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>未发现问题</translation>
    </message>
    <message>
        <source>Nothing could be examined</source>
        <translation>无法检查</translation>
    </message>
    <message>
        <source>%1. %2 now.</source>
        <translation>%1。当前%2。</translation>
    </message>
</context>
<context>
    <name>lockscope::HealthDialog</name>
    <message>
        <source>Parts of the report</source>
        <translation>报告的各部分</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>The servers are being examined</source>
        <translation>正在检查服务器</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>All of this page</source>
        <translation>本页全部内容</translation>
    </message>
    <message>
        <source>Examine again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Ask all servers anew (F5)</source>
        <translation>重新询问所有服务器（F5）</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Health of the deployment</source>
        <translation>部署健康状况</translation>
    </message>
    <message>
        <source>Health of %1</source>
        <translation>%1 的健康状况</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>The servers show here as soon as one of them answers.</source>
        <translation>只要有一台服务器应答，就会显示在这里。</translation>
    </message>
    <message>
        <source>Connect to a Redis to see its servers.</source>
        <translation>连接到 Redis 后可查看其服务器。</translation>
    </message>
    <message>
        <source>Findings (%1)</source>
        <translation>发现（%1）</translation>
    </message>
    <message>
        <source>Connect to a Redis to examine it.</source>
        <translation>连接到 Redis 后可进行检查。</translation>
    </message>
    <message>
        <source>Examining the servers…</source>
        <translation>正在检查服务器…</translation>
    </message>
    <message>
        <source>Settings, replication, clocks and persistence are asked of each of them.</source>
        <translation>逐台询问配置、复制、时钟和持久化。</translation>
    </message>
    <message>
        <source>Nothing could be examined</source>
        <translation>无法检查</translation>
    </message>
    <message>
        <source>No server answered.</source>
        <translation>没有服务器应答。</translation>
    </message>
    <message>
        <source>Nothing found that makes locks unsafe</source>
        <translation>未发现危及锁的问题</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) answered.</source>
        <translation>
            <numerusform>%n 个节点已应答。</numerusform>
        </translation>
    </message>
    <message>
        <source>Connect to a Redis to see what its user may do.</source>
        <translation>连接到 Redis 后可查看用户的权限。</translation>
    </message>
    <message>
        <source>Each is asked what this user may do. Nothing is changed.</source>
        <translation>逐台询问该用户的权限，不做任何更改。</translation>
    </message>
    <message>
        <source>Nothing is known of the permissions</source>
        <translation>权限未知</translation>
    </message>
    <message>
        <source>examined %1, the servers changed since</source>
        <translation>%1检查，此后服务器有变化</translation>
    </message>
    <message>
        <source>examined %1</source>
        <translation>%1检查</translation>
    </message>
</context>
<context>
    <name>lockscope::HeartbeatStrip</name>
    <message>
        <source>Heartbeat of the watchdog</source>
        <translation>看门狗的心跳</translation>
    </message>
    <message>
        <source>beats every %1</source>
        <translation>每 %1 一次心跳</translation>
    </message>
    <message>
        <source>its rhythm is not known yet</source>
        <translation>节奏尚不清楚</translation>
    </message>
    <message>
        <source>lease %1</source>
        <translation>租约 %1</translation>
    </message>
    <message>
        <source>last %1</source>
        <translation>上次 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n missed</source>
        <translation>
            <numerusform>错过 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>nobody holds it now</source>
        <translation>现在无人持有</translation>
    </message>
    <message>
        <source>The last %1. A stroke is a renewal, a cross a missed one, a dot the beginning of a hold, a ring its end.</source>
        <translation>最近 %1。竖线是一次续期，叉是缺失的一次，圆点是持有的开始，圆环是持有的结束。</translation>
    </message>
</context>
<context>
    <name>lockscope::HelpWindow</name>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档列表</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Find in this document</source>
        <translation>在此文档中查找</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>查找下一个</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>查找上一个</translation>
    </message>
    <message>
        <source>%1 comes with the source and is not shown here</source>
        <translation>%1 随源代码提供，此处不显示</translation>
    </message>
    <message>
        <source>%1 — Help</source>
        <translation>%1 — 帮助</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not in this document</source>
        <translation>此文档中没有“%1”</translation>
    </message>
</context>
<context>
    <name>lockscope::HoldBar</name>
    <message>
        <source>Release as owner</source>
        <translation>以持有者身份释放</translation>
    </message>
    <message>
        <source>Locks held here…</source>
        <translation>本程序持有的锁…</translation>
    </message>
    <message>
        <source>Give the lock back: this Lockscope holds it</source>
        <translation>归还锁：由此 Lockscope 持有</translation>
    </message>
    <message>
        <source>renewed</source>
        <translation>持续续期</translation>
    </message>
    <message>
        <source>not renewed</source>
        <translation>不续期</translation>
    </message>
    <message>
        <source>Held by this Lockscope</source>
        <translation>由此 Lockscope 持有</translation>
    </message>
</context>
<context>
    <name>lockscope::HoldHistogram</name>
    <message>
        <source>How long holds were</source>
        <translation>持有时间的分布</translation>
    </message>
    <message>
        <source>Hold times: no hold ended in this stretch</source>
        <translation>持有时间：这段时间内没有持有结束</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message numerus="yes">
        <source>Hold times of %1 holds that ended (%2): p50 %3, p90 %4, p99 %5</source>
        <translation>
            <numerusform>%1 次已结束持有的持有时间（%2）：p50 %3，p90 %4，p99 %5</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %3 holds</source>
        <translation>
            <numerusform>%1 至 %2：%3 次持有</numerusform>
        </translation>
    </message>
    <message>
        <source>A bar for each length, as high as there were holds of it</source>
        <translation>每个时长一根柱，高度为该时长的持有次数</translation>
    </message>
    <message>
        <source>Hold times</source>
        <translation>持有时间</translation>
    </message>
</context>
<context>
    <name>lockscope::HoldLanes</name>
    <message>
        <source>Who held which lock, and when</source>
        <translation>谁在何时持有哪把锁</translation>
    </message>
    <message>
        <source>Left and right look back at a moment, Escape ends it</source>
        <translation>按左右方向键回看某一时刻，按 Esc 结束</translation>
    </message>
    <message>
        <source>Nothing is known of this time: nobody looked</source>
        <translation>这段时间没有记录：当时无人观察</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Too much happened: some of this time is left out. Zoom in to see it</source>
        <translation>事件过多：这段时间有一部分未显示。放大即可看到</translation>
    </message>
</context>
<context>
    <name>lockscope::HoldersModel</name>
    <message>
        <source>How often it is held by the same owner (re-entry)</source>
        <translation>同一持有者的重入次数</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>TTL</source>
        <translation>TTL</translation>
    </message>
    <message>
        <source>Which part of the lock it holds</source>
        <translation>它持有锁的哪一部分</translation>
    </message>
    <message>
        <source>Time left of this hold, where it has a deadline of its own; else of the lock</source>
        <translation>此持有的剩余时间（如有自己的期限）；否则为锁的剩余时间</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Permit</source>
        <translation>许可</translation>
    </message>
    <message>
        <source>Which client the owner is, as far as it is known</source>
        <translation>持有者是哪个客户端（如已知）</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
</context>
<context>
    <name>lockscope::HoldersView</name>
    <message>
        <source>Holders of the lock</source>
        <translation>锁的持有者</translation>
    </message>
    <message>
        <source>Copy the owner</source>
        <translation>复制持有者</translation>
    </message>
    <message>
        <source>Remove share…</source>
        <translation>移除份额…</translation>
    </message>
    <message>
        <source>Who is this?…</source>
        <translation>查明是谁…</translation>
    </message>
    <message>
        <source>Name this owner…</source>
        <translation>为持有者命名…</translation>
    </message>
</context>
<context>
    <name>lockscope::HoldsDialog</name>
    <message>
        <source>Locks held by this Lockscope</source>
        <translation>本 Lockscope 持有的锁</translation>
    </message>
    <message>
        <source>This Lockscope holds no lock.</source>
        <translation>本 Lockscope 没有持有锁。</translation>
    </message>
    <message>
        <source>What came of it</source>
        <translation>操作结果</translation>
    </message>
    <message>
        <source>&amp;Release</source>
        <translation>释放(&amp;R)</translation>
    </message>
    <message>
        <source>Give the chosen lock back, as its owner</source>
        <translation>以持有者身份归还所选的锁</translation>
    </message>
    <message>
        <source>Re&amp;new</source>
        <translation>续期(&amp;N)</translation>
    </message>
    <message>
        <source>Give the chosen lock, from now on, as long again as it was taken for</source>
        <translation>从现在起，再给所选的锁一个与获取时相同的租约</translation>
    </message>
    <message>
        <source>&amp;Stop renewing</source>
        <translation>停止续期(&amp;S)</translation>
    </message>
    <message>
        <source>Release &amp;all</source>
        <translation>全部释放(&amp;A)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Releasing…</source>
        <translation>正在释放…</translation>
    </message>
    <message>
        <source>no answer within %1</source>
        <translation>%1内没有应答</translation>
    </message>
    <message>
        <source>Not released:</source>
        <translation>未释放：</translation>
    </message>
    <message>
        <source>All released</source>
        <translation>已全部释放</translation>
    </message>
    <message>
        <source>Let the chosen lock run out by itself</source>
        <translation>让所选的锁自行到期</translation>
    </message>
    <message>
        <source>Nobody renews this one</source>
        <translation>没有人为这把锁续期</translation>
    </message>
</context>
<context>
    <name>lockscope::HoldsKeeper</name>
    <message>
        <source>%1 has run out: this Lockscope does not hold it any more</source>
        <translation>%1 已到期：本 Lockscope 不再持有它</translation>
    </message>
    <message>
        <source>A lock has run out</source>
        <translation>有一把锁已到期</translation>
    </message>
    <message>
        <source>%1 has it now</source>
        <translation>现在由 %1 持有</translation>
    </message>
    <message>
        <source>it is gone</source>
        <translation>它已不存在</translation>
    </message>
    <message>
        <source>Lost at %1: %2, which this Lockscope held: %3</source>
        <translation>%1 失去了本 Lockscope 持有的 %2：%3</translation>
    </message>
    <message>
        <source>Stop whatever relies on it: somebody else may have it.</source>
        <translation>请停下依赖它的一切工作：它可能已被别人持有。</translation>
    </message>
    <message>
        <source>A lock is lost</source>
        <translation>失去了一把锁</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 以及另外 %2 个</translation>
    </message>
    <message>
        <source>Given back, because the session was ending: %1</source>
        <translation>因会话即将结束而归还：%1</translation>
    </message>
    <message>
        <source>Stop whatever relies on what was given back, or take it again.</source>
        <translation>请停止依赖已归还之锁的一切工作，或重新获取它。</translation>
    </message>
    <message>
        <source>Not given back when the session was ending: %1</source>
        <translation>会话即将结束时未能归还：%1</translation>
    </message>
    <message>
        <source>It is still held here.</source>
        <translation>它仍由本 Lockscope 持有。</translation>
    </message>
</context>
<context>
    <name>lockscope::HoldsQuestion</name>
    <message>
        <source>Locks are held</source>
        <translation>仍持有锁</translation>
    </message>
    <message>
        <source>This Lockscope still holds these locks. Nobody renews them afterwards.</source>
        <translation>本 Lockscope 仍持有这些锁。之后没有人为它们续期。</translation>
    </message>
    <message>
        <source>&amp;Release all</source>
        <translation>全部释放(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Leave all</source>
        <translation>全部保留(&amp;L)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>If it is left</source>
        <translation>若保留</translation>
    </message>
    <message>
        <source>Do</source>
        <translation>处理方式</translation>
    </message>
    <message>
        <source>Release now</source>
        <translation>立即释放</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>What to do with %1</source>
        <translation>如何处理 %1</translation>
    </message>
    <message>
        <source>What is left without an expiry stays for ever: nobody else gets it until somebody forces it open.</source>
        <translation>没有过期时间的锁若保留，就会永远存在：在有人强制释放之前，别人都得不到它。</translation>
    </message>
    <message>
        <source>Releasing…</source>
        <translation>正在释放…</translation>
    </message>
    <message>
        <source>no answer within %1</source>
        <translation>%1内没有应答</translation>
    </message>
    <message>
        <source>Not released. Try again, or leave what cannot be released.</source>
        <translation>未能释放。请重试，或保留无法释放的锁。</translation>
    </message>
</context>
<context>
    <name>lockscope::HoldsView</name>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Held for</source>
        <translation>已持有</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Locks held by this Lockscope</source>
        <translation>本 Lockscope 持有的锁</translation>
    </message>
</context>
<context>
    <name>lockscope::IncidentSaver</name>
    <message>
        <source>The audit could not be read: %1</source>
        <translation>无法读取审计：%1</translation>
    </message>
    <message>
        <source>the server did not answer in time</source>
        <translation>服务器没有及时应答</translation>
    </message>
    <message>
        <source>The history did not answer in time.</source>
        <translation>历史没有及时应答。</translation>
    </message>
</context>
<context>
    <name>lockscope::Inspector</name>
    <message>
        <source>the connection was closed</source>
        <translation>连接已关闭</translation>
    </message>
    <message>
        <source>not known: nobody listens; clients of spin locks, which this server may have, ask again and again, which leaves no trace</source>
        <translation>未知：没有客户端在监听；这台服务器上可能有自旋锁，其客户端会反复尝试，不留下痕迹</translation>
    </message>
    <message>
        <source>not known: this user may not see who listens</source>
        <translation>未知：此用户无权查看谁在监听</translation>
    </message>
    <message>
        <source>not known: clients of this kind ask again and again, which leaves no trace</source>
        <translation>未知：这种类型的客户端会反复尝试，不留下痕迹</translation>
    </message>
    <message>
        <source>not known: clients of this kind sleep in a blocking command, and the server does not tell for which key</source>
        <translation>未知：这种类型的客户端在阻塞命令中等待，服务器不说明是为哪个键</translation>
    </message>
    <message>
        <source>not known: clients of this kind are told that a key changed, and the server does not tell for which key they wait</source>
        <translation>未知：这种类型的客户端在键变化时收到通知，服务器不说明它们在等待哪个键</translation>
    </message>
    <message>
        <source>none: a lock of this kind is not waited for</source>
        <translation>无：这种类型的锁没有等待者</translation>
    </message>
</context>
<context>
    <name>lockscope::JobLock</name>
    <message>
        <source>Job lock (BullMQ, Bull)</source>
        <translation>任务锁（BullMQ、Bull）</translation>
    </message>
    <message>
        <source>A string that says a worker has this job in hand; the worker puts its 30 s expiry off every 15 s. When it is gone, the queue takes the worker for dead and runs the job a second time.</source>
        <translation>字符串，表示某个工作进程正在处理这个任务；工作进程每 15 秒把 30 秒的过期时间往后推。它一旦消失，队列就认为工作进程已死，会把任务再执行一次。</translation>
    </message>
    <message>
        <source>Worker object %1 of BullMQ; the running number of its tokens was %2</source>
        <translation>BullMQ 的工作对象 %1；其令牌的流水号为 %2</translation>
    </message>
    <message>
        <source>Queue object %1 of Bull: all jobs it works on carry this token</source>
        <translation>Bull 的队列对象 %1：它处理的所有任务都带此令牌</translation>
    </message>
    <message>
        <source>A token that the application chose</source>
        <translation>由应用自行选择的令牌</translation>
    </message>
    <message>
        <source>The hash %1 is a job of that queue</source>
        <translation>哈希 %1 是该队列的一个任务</translation>
    </message>
    <message>
        <source>The worker calls itself %1; the name of its connection ends in :w:%1</source>
        <translation>工作进程自称 %1；其连接名以 :w:%1 结尾</translation>
    </message>
    <message>
        <source>The job %1 itself is gone</source>
        <translation>任务 %1 本身已不存在</translation>
    </message>
    <message>
        <source>Job %1 of the queue %2 is in a worker&apos;s hands</source>
        <translation>队列 %2 的任务 %1 正由工作进程处理</translation>
    </message>
    <message>
        <source>Its worker puts the expiry off every 15 s, by default to 30 s</source>
        <translation>它的工作进程每 15 秒推迟过期时间，默认推到 30 秒</translation>
    </message>
    <message>
        <source>It has no expiry, which no worker writes: if the worker is dead, the job stays active for ever</source>
        <translation>它没有过期时间，没有工作进程会这样写：如果工作进程已死，任务会永远处于活动状态</translation>
    </message>
    <message>
        <source>Nobody waits for it. Once it is gone, the next check, every 30 s, gives the job to a worker again, or counts it as failed when that happens too often</source>
        <translation>没有人等待它。它消失之后，下一次检查（每 30 秒）会把任务再交给某个工作进程；若发生过于频繁，则记为失败</translation>
    </message>
    <message>
        <source>Takes job %1 out of the set %2, in which the queue marks those to be looked at</source>
        <translation>把任务 %1 移出集合 %2，队列用它标记待检查的任务</translation>
    </message>
    <message>
        <source>the queue gives a job&apos;s lock out together with the job, and overwrites one that is there</source>
        <translation>队列会把任务连同它的锁一起发出，并覆盖已有的锁</translation>
    </message>
    <message>
        <source>pause the queue to keep its jobs from being run</source>
        <translation>暂停队列，使其任务不再执行</translation>
    </message>
    <message>
        <source>nobody waits for a job&apos;s lock</source>
        <translation>没有人等待任务的锁</translation>
    </message>
    <message>
        <source>a job&apos;s lock is named prefix:queue:job:lock</source>
        <translation>任务的锁名为 prefix:queue:job:lock</translation>
    </message>
    <message>
        <source>If the worker does not put the expiry off in time, the queue declares it dead and runs the job a second time, while the first run may still go on</source>
        <translation>如果工作进程没有及时推迟过期时间，队列会宣告它已死，并把任务再执行一次，而第一次可能仍在执行</translation>
    </message>
    <message>
        <source>This declares the worker dead: within 30 to 60 s the queue runs the job a second time, while the first run goes on and then fails with a missing lock. This cannot be made safe</source>
        <translation>这等于宣告工作进程已死：30 到 60 秒之内队列会把任务再执行一次，而第一次仍在继续，随后因找不到锁而失败。这无法做到安全</translation>
    </message>
</context>
<context>
    <name>lockscope::Lab</name>
    <message>
        <source>the lab does not run on a production connection</source>
        <translation>实验室不在生产连接上运行</translation>
    </message>
    <message>
        <source>run it on the sandbox</source>
        <translation>请在沙箱上运行</translation>
    </message>
    <message>
        <source>the lab writes, and this connection is read-only</source>
        <translation>实验室需要写入，而此连接是只读的</translation>
    </message>
    <message>
        <source>run it on the sandbox, or allow the connection to write</source>
        <translation>请在沙箱上运行，或允许此连接写入</translation>
    </message>
    <message>
        <source>%1 breaks servers or leaves locks behind: it runs on the sandbox only</source>
        <translation>%1 会破坏服务器或留下锁：只能在沙箱上运行</translation>
    </message>
    <message>
        <source>%1 does not run on a sandbox of that topology</source>
        <translation>%1 不能在这种拓扑的沙箱上运行</translation>
    </message>
    <message>
        <source>it needs %1</source>
        <translation>它需要 %1</translation>
    </message>
    <message>
        <source>%1 does not run on a RedLock group</source>
        <translation>%1 不能在 RedLock 组上运行</translation>
    </message>
    <message>
        <source>name one of its members</source>
        <translation>请指定其中一个成员</translation>
    </message>
    <message>
        <source>the lab does not run on a profile that denies or limits acts</source>
        <translation>实验室不在禁止或限制操作的配置上运行</translation>
    </message>
</context>
<context>
    <name>lockscope::LabArmsModel</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Way</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Violations</source>
        <translation>违规</translation>
    </message>
    <message>
        <source>Entries while somebody was in who excludes it</source>
        <translation>临界区内已有与之互斥的持有者时仍进入的次数</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>周期数</translation>
    </message>
    <message>
        <source>Stays in the critical section that ended</source>
        <translation>已结束的临界区停留次数</translation>
    </message>
    <message>
        <source>A second</source>
        <translation>每秒</translation>
    </message>
    <message>
        <source>Cycles a second</source>
        <translation>每秒周期数</translation>
    </message>
    <message>
        <source>Gave up</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Was not let in before its patience was over</source>
        <translation>等待超时仍未进入</translation>
    </message>
    <message>
        <source>Wait p50</source>
        <translation>等待 p50</translation>
    </message>
    <message>
        <source>From wanting the lock to entering: half waited no longer</source>
        <translation>从想要锁到进入：一半的等待不超过此值</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>99 of 100 waited no longer</source>
        <translation>每 100 次中有 99 次等待不超过此值</translation>
    </message>
    <message>
        <source>p99.9</source>
        <translation>p99.9</translation>
    </message>
    <message>
        <source>999 of 1000 waited no longer</source>
        <translation>每 1000 次中有 999 次等待不超过此值</translation>
    </message>
    <message>
        <source>Hold p50</source>
        <translation>持有 p50</translation>
    </message>
    <message>
        <source>From entering to leaving: half stayed no longer</source>
        <translation>从进入到离开：一半的停留不超过此值</translation>
    </message>
    <message>
        <source>Hand-over</source>
        <translation>交接</translation>
    </message>
    <message>
        <source>From one&apos;s leaving to the entering of another who waited: half took no longer</source>
        <translation>从前一个离开到下一个等待者进入：一半不超过此值</translation>
    </message>
    <message>
        <source>Fairness</source>
        <translation>公平性</translation>
    </message>
    <message>
        <source>Jain&apos;s index of the stays of each worker: 1, all had the same</source>
        <translation>各工作者停留次数的 Jain 指数：1 表示人人相同</translation>
    </message>
    <message>
        <source>Lock-free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Nobody was in though somebody waited</source>
        <translation>有人等待，却无人在临界区内的时间</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Commands a cycle</source>
        <translation>每周期命令数</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Bytes a cycle, both ways</source>
        <translation>每周期收发字节数</translation>
    </message>
</context>
<context>
    <name>lockscope::LabForm</name>
    <message>
        <source>Standard values</source>
        <translation>标准值</translation>
    </message>
    <message>
        <source>drawn</source>
        <translation>随机抽取</translation>
    </message>
    <message>
        <source>The same seed plays the same workload again</source>
        <translation>相同的种子会重放相同的负载</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Fill in what the scenario usually runs with</source>
        <translation>填入该场景的常用值</translation>
    </message>
    <message>
        <source>A seed is a whole number; left empty, one is drawn.</source>
        <translation>种子是整数；留空则随机抽取。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::LabLanes</name>
    <message>
        <source>Who is in the critical section, a lane a worker</source>
        <translation>谁在临界区内，每个工作者一条泳道</translation>
    </message>
    <message>
        <source>worker %1</source>
        <translation>工作者 %1</translation>
    </message>
    <message>
        <source>Nobody has been in the critical section yet</source>
        <translation>还没有人进入过临界区</translation>
    </message>
    <message>
        <source>The stays of each worker in the critical section
show here while a scenario runs</source>
        <translation>场景运行时，这里显示
每个工作者在临界区内的停留</translation>
    </message>
    <message>
        <source>A bar for each stay; in red where two were inside at once</source>
        <translation>每次停留一条；同时有两者在内时为红色</translation>
    </message>
</context>
<context>
    <name>lockscope::LabLive</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>Nothing runs. Choose a scenario and press Run.</source>
        <translation>没有场景在运行。请选择场景，然后点击“运行”。</translation>
    </message>
    <message>
        <source>What happened, step by step</source>
        <translation>发生的每一步</translation>
    </message>
    <message>
        <source>%1: its servers are started</source>
        <translation>%1：正在启动服务器</translation>
    </message>
    <message>
        <source>The workers connect</source>
        <translation>工作者正在连接</translation>
    </message>
    <message>
        <source>%1 inside</source>
        <translation>%1 个在内</translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>%1 个在等待</translation>
    </message>
    <message>
        <source>Cancelled: what was seen until then is kept</source>
        <translation>已取消：此前看到的结果已保留</translation>
    </message>
    <message>
        <source>As taught: everything the scenario shows was seen</source>
        <translation>符合预期：场景要展示的现象全部出现</translation>
    </message>
    <message>
        <source>Not as taught: something that the scenario shows was not seen</source>
        <translation>不符预期：场景要展示的现象有一部分没有出现</translation>
    </message>
    <message>
        <source>Other values may bring it out; Run again plays the same workload.</source>
        <translation>换用其他值也许能让它出现；“再次运行”会重放相同的负载。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln entry(s)</source>
        <translation>
            <numerusform>进入 %Ln 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln violation(s)</source>
        <translation>
            <numerusform>违规 %Ln 次</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::LabPage</name>
    <message>
        <source>Watch its locks</source>
        <translation>查看它的锁</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Show the locks of the run in the list: the window leaves its present connection</source>
        <translation>在列表中显示本次运行的锁：窗口将离开当前连接</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>End the run now; what was seen so far is kept</source>
        <translation>立即结束运行；已看到的结果会保留</translation>
    </message>
    <message>
        <source>Runs and comparison</source>
        <translation>运行记录与对比</translation>
    </message>
    <message>
        <source>%1 (sandbox only)</source>
        <translation>%1（仅限沙箱）</translation>
    </message>
    <message>
        <source>A scenario is running</source>
        <translation>已有场景在运行</translation>
    </message>
    <message>
        <source>Play the scenario with these values</source>
        <translation>用这些值运行该场景</translation>
    </message>
    <message>
        <source>Something in the form cannot be: see what is said under it</source>
        <translation>表单中有无效的值：请看字段下方的说明</translation>
    </message>
    <message>
        <source>Pages of the lab</source>
        <translation>实验室的页面</translation>
    </message>
</context>
<context>
    <name>lockscope::LabPlace</name>
    <message>
        <source>On a sandbox of its own</source>
        <translation>在独立的沙箱上</translation>
    </message>
    <message>
        <source>On the present connection</source>
        <translation>在当前连接上</translation>
    </message>
    <message>
        <source>Private servers on this machine, which end with the next run</source>
        <translation>本机上的私有服务器，下次运行时结束</translation>
    </message>
    <message>
        <source>With keys of its own, which are removed afterwards</source>
        <translation>使用独立的键，结束后删除</translation>
    </message>
    <message>
        <source>Servers of the sandbox</source>
        <translation>沙箱的服务器</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>It writes to %1.</source>
        <translation>将写入 %1。</translation>
    </message>
    <message>
        <source>This scenario needs these servers</source>
        <translation>该场景需要这样的服务器</translation>
    </message>
</context>
<context>
    <name>lockscope::LabPlots</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 微秒</translation>
    </message>
    <message>
        <source>Which line is which way</source>
        <translation>各条线对应的方式</translation>
    </message>
    <message>
        <source>Wait by percentile, and pace over time, of each way</source>
        <translation>每种方式的等待百分位和随时间变化的速度</translation>
    </message>
    <message>
        <source>Wait for the lock</source>
        <translation>等待锁的时间</translation>
    </message>
    <message>
        <source>Seconds since the way began</source>
        <translation>该方式开始后的秒数</translation>
    </message>
    <message>
        <source>Entries a second</source>
        <translation>每秒进入次数</translation>
    </message>
</context>
<context>
    <name>lockscope::LabRuns</name>
    <message>
        <source>Runs of this session</source>
        <translation>本次会话的运行记录</translation>
    </message>
    <message>
        <source>The ways of the chosen runs, side by side</source>
        <translation>所选运行的各种方式并列对比</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Choose several to see them side by side</source>
        <translation>选择多条即可并列对比</translation>
    </message>
    <message>
        <source>The same scenario with the same values and the same seed</source>
        <translation>相同的场景、相同的值和相同的种子</translation>
    </message>
    <message>
        <source>The chosen runs</source>
        <translation>所选的运行</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Chosen runs as JSON…</source>
        <translation>所选运行导出为 JSON…</translation>
    </message>
    <message>
        <source>Export runs as JSON</source>
        <translation>将运行导出为 JSON</translation>
    </message>
    <message>
        <source>Chosen runs as CSV, a row a way…</source>
        <translation>所选运行导出为 CSV，每种方式一行…</translation>
    </message>
    <message>
        <source>Export runs as CSV</source>
        <translation>将运行导出为 CSV</translation>
    </message>
    <message>
        <source>The plots as a picture…</source>
        <translation>图表保存为图片…</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>还没有运行记录</translation>
    </message>
    <message>
        <source>What came of each run is kept here until the window is closed: run a scenario, then choose several to see them side by side.</source>
        <translation>每次运行的结果会保留到窗口关闭为止：请先运行场景，再选择多条并列对比。</translation>
    </message>
    <message>
        <source>Save the plots as a picture</source>
        <translation>将图表保存为图片</translation>
    </message>
</context>
<context>
    <name>lockscope::LabRunsModel</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>参数值</translation>
    </message>
</context>
<context>
    <name>lockscope::LabServers</name>
    <message>
        <source>no answer within %1</source>
        <translation>%1 内没有应答</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
</context>
<context>
    <name>lockscope::LadderDialog</name>
    <message>
        <source>Release: %1</source>
        <translation>释放：%1</translation>
    </message>
    <message>
        <source>Time to &amp;live</source>
        <translation>剩余时间(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Wake waiters</source>
        <translation>唤醒等待者(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Set expiry</source>
        <translation>设置过期时间(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Release by force</source>
        <translation>强制释放(&amp;R)</translation>
    </message>
    <message>
        <source>The last fencing token given out is %1.</source>
        <translation>最近发出的栅栏令牌是 %1。</translation>
    </message>
    <message>
        <source>A protected system that checks it refuses the old holder&apos;s late writes as soon as it has seen the next one; another cannot tell them from good ones.</source>
        <translation>检查令牌的受保护系统一旦见过下一个令牌，就会拒绝原持有者迟到的写入；不检查的系统无法将其与正常写入区分开。</translation>
    </message>
    <message>
        <source>There is no lock to release.</source>
        <translation>没有可释放的锁。</translation>
    </message>
    <message>
        <source>Look at what changed and confirm it first.</source>
        <translation>请先查看变化并确认。</translation>
    </message>
    <message>
        <source>The lock is gone: there is nothing to set.</source>
        <translation>锁已不存在：没有可设置的内容。</translation>
    </message>
    <message>
        <source>The time must be longer than nothing; to end the lock now, release it.</source>
        <translation>时间必须大于零；要立即结束锁，请释放它。</translation>
    </message>
    <message>
        <source>It has %1 left: this only shortens.</source>
        <translation>还剩 %1：此操作只能缩短。</translation>
    </message>
    <message>
        <source>Stop it first if you can: taking the lock away does not stop its code.</source>
        <translation>如有可能，请先停止持有者：收走锁并不会让它的代码停下。</translation>
    </message>
    <message>
        <source>Holder is alive</source>
        <translation>持有者存活</translation>
    </message>
    <message>
        <source>Select an option</source>
        <translation>请选择处置办法</translation>
    </message>
    <message>
        <source>Each option says what it would do now, safest first. Options 4 and 5 take the lock, or a part of it, away and cannot be undone.</source>
        <translation>每种办法都写明现在会做什么，最安全的排在最前。第 4、5 种会收走锁或其中一部分，无法撤销。</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>执行(&amp;A)</translation>
    </message>
    <message>
        <source>Select an option first.</source>
        <translation>请先选择处置办法。</translation>
    </message>
</context>
<context>
    <name>lockscope::LadderView</name>
    <message>
        <source>From gentle to hard</source>
        <translation>从温和到强硬</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>number of a step and the step</comment>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Not here: %1</source>
        <translation>此处不可用：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::LinkList</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::LiveFeed</name>
    <message>
        <source>the event connection was lost: %1</source>
        <translation>事件连接已断开：%1</translation>
    </message>
    <message>
        <source>the connection that reads was lost, and with it what the server tracked for it</source>
        <translation>读取用的连接已断开，服务器为它所做的跟踪也随之丢失</translation>
    </message>
    <message>
        <source>a database of the server was emptied or loaded anew</source>
        <translation>服务器的某个库被清空或重新加载</translation>
    </message>
    <message>
        <source>too many other keys change</source>
        <translation>变化的其他键太多</translation>
    </message>
</context>
<context>
    <name>lockscope::LockClient</name>
    <message>
        <source>there is no lock format named %1</source>
        <translation>没有名为 %1 的锁格式</translation>
    </message>
    <message>
        <source>the script answered in an unexpected shape</source>
        <translation>脚本的应答格式出乎意料</translation>
    </message>
</context>
<context>
    <name>lockscope::LockCommands</name>
    <message>
        <source>%1: that was on %2</source>
        <translation>%1：那是在 %2 上</translation>
    </message>
    <message>
        <source>Choose a lock first.</source>
        <translation>请先选择一把锁。</translation>
    </message>
    <message>
        <source>Where to make the incident&apos;s folder</source>
        <translation>选择创建事故文件夹的位置</translation>
    </message>
    <message>
        <source>Collecting what is known of %1 …</source>
        <translation>正在收集 %1 的已知信息……</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>Incident bundle</source>
        <translation>事故包</translation>
    </message>
    <message>
        <source>All that is known of the lock is in this folder.</source>
        <translation>关于这把锁的全部已知信息都在此文件夹中。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copy the page for the ticket</source>
        <translation>复制工单用的页面</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>打开文件夹</translation>
    </message>
</context>
<context>
    <name>lockscope::LockDelegate</name>
    <message>
        <source>held here</source>
        <translation>由本程序持有</translation>
    </message>
</context>
<context>
    <name>lockscope::LockFields</name>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>one pattern a line, as lock:* — empty: the known libraries&apos; names</source>
        <translation>每行一个模式，如 lock:*；留空则使用已知库的命名</translation>
    </message>
    <message>
        <source>Pat&amp;terns</source>
        <translation>模式(&amp;T)</translation>
    </message>
    <message>
        <source>What may be done</source>
        <translation>允许的操作</translation>
    </message>
    <message>
        <source>&amp;Read only: look, never change anything</source>
        <translation>只读：只查看，绝不更改(&amp;R)</translation>
    </message>
    <message>
        <source>Deny: %1</source>
        <translation>禁止：%1</translation>
    </message>
    <message>
        <source>any number</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>禁止</translation>
    </message>
    <message>
        <source>Acts a minute</source>
        <translation>每分钟操作数</translation>
    </message>
    <message>
        <source>In the list</source>
        <translation>在列表中</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Env&amp;ironment</source>
        <translation>环境(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>red</source>
        <translation>红</translation>
    </message>
    <message>
        <source>orange</source>
        <translation>橙</translation>
    </message>
    <message>
        <source>yellow</source>
        <translation>黄</translation>
    </message>
    <message>
        <source>green</source>
        <translation>绿</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>蓝</translation>
    </message>
    <message>
        <source>violet</source>
        <translation>紫</translation>
    </message>
    <message>
        <source>grey</source>
        <translation>灰</translation>
    </message>
</context>
<context>
    <name>lockscope::LockHeadline</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the lock&apos;s name</source>
        <translation>复制锁的名称</translation>
    </message>
    <message>
        <source>Send the waiters the message of a release; the lock is not touched</source>
        <translation>向等待者发送与释放时相同的消息；不改动锁</translation>
    </message>
    <message>
        <source>Give the lock an expiry, or shorten the time it has left</source>
        <translation>给锁设置过期时间，或缩短剩余时间</translation>
    </message>
    <message>
        <source>Take the lock away from its holder</source>
        <translation>从持有者手中夺走锁</translation>
    </message>
    <message>
        <source>&amp;Wake…</source>
        <translation>唤醒(&amp;W)…</translation>
    </message>
    <message>
        <source>E&amp;xpiry…</source>
        <translation>过期时间(&amp;X)…</translation>
    </message>
    <message>
        <source>&amp;Release…</source>
        <translation>释放(&amp;R)…</translation>
    </message>
    <message>
        <source>Gone since %1: %2</source>
        <translation>自 %1 起已不存在：%2</translation>
    </message>
    <message>
        <source>Gone since %1</source>
        <translation>自 %1 起已不存在</translation>
    </message>
    <message>
        <source>The lock is gone</source>
        <translation>锁已不存在</translation>
    </message>
    <message>
        <source>This connection is read-only: nothing is written. The commands to run elsewhere are below</source>
        <translation>此连接为只读：不写入任何内容。可在别处执行的命令见下方</translation>
    </message>
    <message>
        <source>Could also be: %1</source>
        <translation>也可能是：%1</translation>
    </message>
    <message>
        <source>perhaps %1</source>
        <comment>libraries</comment>
        <translation>可能是 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::LockModel</name>
    <message>
        <source>(no prefix)</source>
        <translation>（无前缀）</translation>
    </message>
    <message>
        <source>(no owner recorded)</source>
        <translation>（未记录持有者）</translation>
    </message>
    <message>
        <source>%1, pinned</source>
        <translation>%1，已固定</translation>
    </message>
    <message>
        <source>%1, held by this Lockscope</source>
        <translation>%1，由本 Lockscope 持有</translation>
    </message>
</context>
<context>
    <name>lockscope::LockPane</name>
    <message>
        <source>the names that the known lock libraries use</source>
        <translation>已知锁库使用的名称</translation>
    </message>
    <message>
        <source> and %1 more</source>
        <translation> 以及另外 %1 把</translation>
    </message>
    <message>
        <source>Number of locks</source>
        <translation>锁的数量</translation>
    </message>
    <message>
        <source>What is wrong with the filter</source>
        <translation>筛选条件有什么问题</translation>
    </message>
    <message>
        <source>Group locks by</source>
        <translation>锁的分组方式</translation>
    </message>
    <message>
        <source>Group locks</source>
        <translation>锁分组</translation>
    </message>
    <message>
        <source>No groups</source>
        <translation>不分组</translation>
    </message>
    <message>
        <source>Group by prefix</source>
        <translation>按前缀分组</translation>
    </message>
    <message>
        <source>Group by owner</source>
        <translation>按持有者分组</translation>
    </message>
    <message>
        <source>Group by kind</source>
        <translation>按类型分组</translation>
    </message>
    <message>
        <source>Group by verdict</source>
        <translation>按判定分组</translation>
    </message>
    <message>
        <source>Show the critical locks only</source>
        <translation>只显示严重的锁</translation>
    </message>
    <message>
        <source>Show the locks with a warning only</source>
        <translation>只显示有警告的锁</translation>
    </message>
    <message>
        <source>Locks %1</source>
        <translation>锁 %1</translation>
    </message>
    <message>
        <source>shown %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>held %1</source>
        <translation>被持有 %1</translation>
    </message>
    <message>
        <source>critical %1</source>
        <translation>严重 %1</translation>
    </message>
    <message>
        <source>warnings %1</source>
        <translation>警告 %1</translation>
    </message>
    <message>
        <source>next try in %1</source>
        <translation>%1后重试</translation>
    </message>
    <message>
        <source>trying now, attempt %1</source>
        <translation>正在重试，第 %1 次</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Choose a connection on the left, or connect to a Redis by its address.</source>
        <translation>请在左侧选择连接，或按地址连接到 Redis。</translation>
    </message>
    <message>
        <source>Cannot connect to %1</source>
        <translation>无法连接到 %1</translation>
    </message>
    <message>
        <source>%1 does not answer</source>
        <translation>%1 没有应答</translation>
    </message>
    <message>
        <source>Connecting to %1 …</source>
        <translation>正在连接到 %1……</translation>
    </message>
    <message>
        <source>No lock passes the filter</source>
        <translation>没有锁符合筛选条件</translation>
    </message>
    <message>
        <source>%1 locks are hidden by it.</source>
        <translation>有 %1 把锁被隐藏。</translation>
    </message>
    <message>
        <source>Looking for locks …</source>
        <translation>正在查找锁……</translation>
    </message>
    <message>
        <source>The scan failed</source>
        <translation>扫描失败</translation>
    </message>
    <message>
        <source>No locks here</source>
        <translation>这里没有锁</translation>
    </message>
    <message numerus="yes">
        <source>Looked at %Ln key(s) for %1. If your locks have other names, add their patterns to the connection.</source>
        <translation>
            <numerusform>查看了 %Ln 个键（%1）。如果你的锁用别的名称，请把它们的模式加入连接。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 alarms, the last of them:</source>
        <translation>%1 条警报，最近一条：</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Locks unknown</source>
        <translation>锁：未知</translation>
    </message>
    <message>
        <source>was %1</source>
        <translation>曾为 %1</translation>
    </message>
    <message>
        <source>unknown, last known: %1</source>
        <translation>未知，最后已知：%1</translation>
    </message>
    <message>
        <source>No quorum: %1 of %2 nodes answer, %3 are needed</source>
        <translation>未达到多数：%2 个节点中有 %1 个应答，需要 %3 个</translation>
    </message>
    <message>
        <source>Clients that see the same cannot acquire or renew a lock of this group.</source>
        <translation>处境相同的客户端无法获取或续期该组的锁。</translation>
    </message>
    <message>
        <source>Connection lost %1. Showing the last known state.</source>
        <translation>连接于%1断开。显示的是最后已知的状态。</translation>
    </message>
    <message>
        <source>Rows keep their places while the pointer or the keyboard is in the list. Click to update it now; it also updates when you leave it.</source>
        <translation>指针或键盘焦点在列表中时，各行保持原位。点击可立即更新；离开列表后也会更新。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln new lock(s)</source>
        <translation>
            <numerusform>%Ln 个新锁</numerusform>
        </translation>
    </message>
    <message>
        <source>Order paused</source>
        <translation>排序已暂停</translation>
    </message>
</context>
<context>
    <name>lockscope::LockView</name>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
</context>
<context>
    <name>lockscope::MainWindow</name>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Connect to a saved connection or to an address</source>
        <translation>连接到已保存的连接或某个地址</translation>
    </message>
    <message>
        <source>Lockscope</source>
        <translation>Lockscope</translation>
    </message>
    <message>
        <source>%1 — Lockscope</source>
        <translation>%1 — Lockscope</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Panels and columns are as at the first start</source>
        <translation>面板与列已恢复为首次启动时的样子</translation>
    </message>
</context>
<context>
    <name>lockscope::MomentModel</name>
    <message>
        <source>before %1</source>
        <translation>早于 %1</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Held since</source>
        <translation>开始于</translation>
    </message>
    <message>
        <source>Held for</source>
        <translation>已持有</translation>
    </message>
</context>
<context>
    <name>lockscope::MomentView</name>
    <message>
        <source>End the look back</source>
        <translation>结束回看</translation>
    </message>
    <message>
        <source>All locks at that moment</source>
        <translation>该时刻的所有锁</translation>
    </message>
    <message>
        <source>As it was at %1</source>
        <translation>%1 时的状态</translation>
    </message>
    <message numerus="yes">
        <source>the first %n holds</source>
        <translation>
            <numerusform>前 %n 次持有</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n holds</source>
        <translation>
            <numerusform>%n 次持有</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing is known of then</source>
        <translation>当时没有任何记录</translation>
    </message>
    <message>
        <source>nothing is known before %1</source>
        <translation>%1 之前没有任何记录</translation>
    </message>
    <message>
        <source>nobody looked then</source>
        <translation>当时无人观察</translation>
    </message>
    <message numerus="yes">
        <source>%n holds that go on · %1</source>
        <comment>nothing is known</comment>
        <translation>
            <numerusform>%n 次持有仍在持续 · %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the first %n holds that go on · %1</source>
        <comment>nothing is known</comment>
        <translation>
            <numerusform>前 %n 次持有仍在持续 · %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::MonitorProbe</name>
    <message>
        <source>a probe needs the right to MONITOR (ACL SETUSER … +monitor)</source>
        <translation>探测需要 MONITOR 权限（ACL SETUSER … +monitor）</translation>
    </message>
</context>
<context>
    <name>lockscope::MultiLock</name>
    <message>
        <source>Multi-lock on values (Redisson)</source>
        <translation>按值的联锁（Redisson）</translation>
    </message>
    <message>
        <source>Values of one group, each with an owner, a count and a time of its own in one hash; the owner&apos;s watchdog puts the time off every 10 s. A value whose time is past is free although it is still there, by the clocks of the clients.</source>
        <translation>一个组中的多个值，在同一个哈希里各有自己的持有者、次数和时间；持有者的看门狗每 10 秒把时间往后推。时间已过的值虽然还在，其实是空闲的，以客户端的时钟为准。</translation>
    </message>
    <message>
        <source>A hash whose fields are hashes of values with owner, time and count: Redisson&apos;s multi-lock on values of a group</source>
        <translation>哈希，字段是值的散列，各带持有者、时间和次数：Redisson 按组内值的联锁</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) held</source>
        <translation>
            <numerusform>持有 %n 个值</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) whose time is past: free for the next who asks</source>
        <translation>
            <numerusform>%n 个值的时间已过：下一个来者即可获取</numerusform>
        </translation>
    </message>
    <message>
        <source>The values themselves cannot be told from their hashes</source>
        <translation>从散列无法得知值本身</translation>
    </message>
    <message>
        <source>%1: client %2, thread %3, until %4</source>
        <translation>%1：客户端 %2，线程 %3，到 %4 为止</translation>
    </message>
    <message>
        <source>%1 is no hash of a value</source>
        <translation>%1 不是值的散列</translation>
    </message>
    <message>
        <source>give the 22 letters that stand in the lock; several with commas between</source>
        <translation>请写锁中显示的 22 个字母；多个用逗号隔开</translation>
    </message>
    <message>
        <source>more than %1 values are too many for one step</source>
        <translation>超过 %1 个值，一步处理不了</translation>
    </message>
    <message>
        <source>one value at a time can be removed</source>
        <translation>一次只能移除一个值</translation>
    </message>
    <message>
        <source>name the value by its 22 letters</source>
        <translation>请用 22 个字母指明值</translation>
    </message>
    <message>
        <source>whose value to remove was not said</source>
        <translation>没有说明移除谁的值</translation>
    </message>
    <message>
        <source>name its owner</source>
        <translation>请指明其持有者</translation>
    </message>
    <message>
        <source>which values of the group to take was not said</source>
        <translation>没有说明获取组中的哪些值</translation>
    </message>
    <message>
        <source>give their hashes, 22 letters each, with commas between</source>
        <translation>请给出它们的散列，各 22 个字母，用逗号隔开</translation>
    </message>
    <message numerus="yes">
        <source>If no other owner holds any of the %n value(s), takes all of them for %1</source>
        <translation>
            <numerusform>如果这 %n 个值都没有被别人持有，为 %1 全部获取</numerusform>
        </translation>
    </message>
    <message>
        <source>Sets their time to %1 from now</source>
        <translation>把它们的时间设为从现在起 %1</translation>
    </message>
    <message>
        <source>If another owner holds one, changes nothing and says who and for how long</source>
        <translation>如果其中有值由他人持有，不做任何改动，并告知是谁、还有多久</translation>
    </message>
    <message>
        <source>Tries again at each message on %1, for %2 at most</source>
        <translation>每次收到 %1 上的消息都重试，最长 %2</translation>
    </message>
    <message>
        <source>Then puts the time off every %1 while this program runs</source>
        <translation>之后在本程序运行期间，每 %1 把时间往后推</translation>
    </message>
    <message>
        <source>Sets the time of all values that %1 holds to %2 from now</source>
        <translation>把 %1 持有的所有值的时间设为从现在起 %2</translation>
    </message>
    <message>
        <source>If %1 holds the values named, sets their time to %2 from now</source>
        <translation>如果 %1 持有所指明的值，把它们的时间设为从现在起 %2</translation>
    </message>
    <message>
        <source>Else changes nothing; a value whose time is past is not taken anew</source>
        <translation>否则不做任何改动；时间已过的值不会重新获取</translation>
    </message>
    <message>
        <source>Takes one hold from each value that %1 holds</source>
        <translation>从 %1 持有的每个值减去一次持有</translation>
    </message>
    <message>
        <source>If %1 holds the values named, takes one hold from each</source>
        <translation>如果 %1 持有所指明的值，从每个减去一次持有</translation>
    </message>
    <message>
        <source>If any value becomes free: publishes %1 on %2 first, so that those that wait try again</source>
        <translation>如果有值因此空闲：先在 %2 上发布 %1，让等待者重试</translation>
    </message>
    <message>
        <source>Redisson reuses owner ids: a value released and taken again by the same thread looks the same</source>
        <translation>Redisson 会重复使用持有者标识：同一线程释放后又获取的值看起来完全一样</translation>
    </message>
    <message>
        <source>Goes on only if %1 still holds the value</source>
        <translation>仅当 %1 仍持有该值时才继续</translation>
    </message>
    <message numerus="yes">
        <source>and only with %n hold(s), as shown</source>
        <translation>
            <numerusform>并且重入次数仍为所显示的 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Publishes %1 on %2, so that those that wait try again at once</source>
        <translation>在 %2 上发布 %1，让等待者立即重试</translation>
    </message>
    <message>
        <source>Removes the value with all its holds; the other values stay</source>
        <translation>移除该值及其全部持有；其他值保持不变</translation>
    </message>
    <message>
        <source>No owner is compared: whoever holds it at that moment loses it</source>
        <translation>不比较持有者：届时无论谁持有都会失去它</translation>
    </message>
    <message>
        <source>Goes on only if exactly the values that were shown are held, by the same owners</source>
        <translation>仅当被持有的正是所显示的那些值、且持有者相同时才继续</translation>
    </message>
    <message>
        <source>Goes on only if %1 holds all values that are held</source>
        <translation>仅当所有被持有的值都由 %1 持有时才继续</translation>
    </message>
    <message>
        <source>Deletes the whole group, with all values and holds</source>
        <translation>删除整个组，连同所有的值和持有</translation>
    </message>
    <message>
        <source>No owner is compared: whoever holds values at that moment loses them</source>
        <translation>不比较持有者：届时无论谁持有其中的值都会失去</translation>
    </message>
    <message>
        <source>Publishes %1 on %2: one waiter of each client tries again</source>
        <translation>在 %2 上发布 %1：每个客户端有一个等待者会重试</translation>
    </message>
    <message>
        <source>Changes nothing: a waiter that still finds its values held goes back to waiting</source>
        <translation>不做任何改动：等待者若发现它要的值仍被持有，会继续等待</translation>
    </message>
    <message>
        <source>Only values that %1 still holds</source>
        <translation>仅限 %1 仍持有的值</translation>
    </message>
    <message>
        <source>Lets the values end in %1, where they would end later</source>
        <translation>让这些值在 %1 后结束（若原本更晚）</translation>
    </message>
    <message>
        <source>An earlier end stays as it is</source>
        <translation>更早的结束时间保持不变</translation>
    </message>
    <message>
        <source>An end wakes nobody: those that wait learn of it when the time they last read is over</source>
        <translation>结束不会唤醒任何人：等待者要等到上次读到的时间用完才会知道</translation>
    </message>
    <message>
        <source>The old holder&apos;s code goes on running and is not told</source>
        <translation>原持有者的代码会继续运行，也不会收到通知</translation>
    </message>
    <message>
        <source>A holder that does not renew it loses the value while it works</source>
        <translation>不续期的持有者会在工作中途失去该值</translation>
    </message>
</context>
<context>
    <name>lockscope::NetworkFields</name>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>&amp;Verify the server&apos;s certificate</source>
        <translation>验证服务器证书(&amp;V)</translation>
    </message>
    <message>
        <source>the system&apos;s authorities</source>
        <translation>系统的证书颁发机构</translation>
    </message>
    <message>
        <source>the host</source>
        <translation>主机名</translation>
    </message>
    <message>
        <source>C&amp;A file</source>
        <translation>CA 文件(&amp;A)</translation>
    </message>
    <message>
        <source>Choose the CA file</source>
        <translation>选择 CA 文件</translation>
    </message>
    <message>
        <source>Certi&amp;ficate</source>
        <translation>证书(&amp;F)</translation>
    </message>
    <message>
        <source>Choose the client certificate</source>
        <translation>选择客户端证书</translation>
    </message>
    <message>
        <source>Private ke&amp;y</source>
        <translation>私钥(&amp;Y)</translation>
    </message>
    <message>
        <source>Choose the client&apos;s key</source>
        <translation>选择客户端私钥</translation>
    </message>
    <message>
        <source>Server na&amp;me</source>
        <translation>服务器名称(&amp;M)</translation>
    </message>
    <message>
        <source>The way there</source>
        <translation>连接路径</translation>
    </message>
    <message>
        <source>direct</source>
        <translation>直接连接</translation>
    </message>
    <message>
        <source>SOCKS5 proxy</source>
        <translation>SOCKS5 代理</translation>
    </message>
    <message>
        <source>HTTP proxy</source>
        <translation>HTTP 代理</translation>
    </message>
    <message>
        <source>SSH tunnel</source>
        <translation>SSH 隧道</translation>
    </message>
    <message>
        <source>[user@]host, or a Host of your ssh configuration</source>
        <translation>[用户@]主机，或 ssh 配置中的 Host</translation>
    </message>
    <message>
        <source>as configured</source>
        <translation>按配置</translation>
    </message>
    <message>
        <source>as ssh finds it</source>
        <translation>由 ssh 自行查找</translation>
    </message>
    <message>
        <source>Wa&amp;y</source>
        <translation>方式(&amp;Y)</translation>
    </message>
    <message>
        <source>Pro&amp;xy</source>
        <translation>代理(&amp;X)</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户名</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Throu&amp;gh</source>
        <translation>经过(&amp;G)</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>私钥</translation>
    </message>
    <message>
        <source>Choose the key for ssh</source>
        <translation>选择 ssh 密钥</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置文件</translation>
    </message>
    <message>
        <source>Choose the configuration of ssh</source>
        <translation>选择 ssh 配置文件</translation>
    </message>
    <message>
        <source>Addresses that servers announce</source>
        <translation>服务器通告的地址</translation>
    </message>
    <message>
        <source>are reached as announced</source>
        <translation>按通告的地址连接</translation>
    </message>
    <message>
        <source>the typed host, with their port</source>
        <translation>用填写的主机名加通告的端口</translation>
    </message>
    <message>
        <source>are replaced by this table</source>
        <translation>按下表替换</translation>
    </message>
    <message>
        <source>one a line, as 10.0.0.1:6379 = localhost:7000</source>
        <translation>每行一条，如 10.0.0.1:6379 = localhost:7000</translation>
    </message>
    <message>
        <source>Addresses</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Ta&amp;ble</source>
        <translation>对照表(&amp;B)</translation>
    </message>
    <message>
        <source>the host to go through is missing</source>
        <translation>缺少要经过的主机</translation>
    </message>
</context>
<context>
    <name>lockscope::NoLockFormat</name>
    <message>
        <source>Not a lock</source>
        <translation>不是锁</translation>
    </message>
    <message>
        <source>A rule of yours says that keys like these are no locks.</source>
        <translation>你的一条规则说明，这样的键不是锁。</translation>
    </message>
</context>
<context>
    <name>lockscope::NodesModel</name>
    <message>
        <source>not known</source>
        <comment>role</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>The address that is used</source>
        <translation>实际使用的地址</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>What the deployment calls it</source>
        <translation>部署中公布的名称</translation>
    </message>
    <message>
        <source>Announced</source>
        <translation>公布地址</translation>
    </message>
    <message>
        <source>Of the RedLock group</source>
        <translation>在 RedLock 组中的序号</translation>
    </message>
    <message>
        <source>Member</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Whose copy this replica is</source>
        <translation>该副本所复制的主节点</translation>
    </message>
    <message>
        <source>Master</source>
        <translation>主节点</translation>
    </message>
    <message>
        <source>How far the replica is behind its master</source>
        <translation>副本落后于主节点的程度</translation>
    </message>
    <message>
        <source>Behind</source>
        <translation>落后</translation>
    </message>
    <message>
        <source>The server&apos;s clock, seen from here: + is ahead</source>
        <translation>服务器时钟与本机之差：+ 表示超前</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>How long an answer takes</source>
        <translation>一次应答所需的时间</translation>
    </message>
    <message>
        <source>Round trip</source>
        <translation>往返时间</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>A lock taken before may be missing where nothing is written to disk</source>
        <translation>若不写入磁盘，此前获取的锁可能已丢失</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>The cluster&apos;s slots that it serves</source>
        <translation>它负责的集群槽</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>槽</translation>
    </message>
</context>
<context>
    <name>lockscope::NodesView</name>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) cannot be reached</source>
        <translation>
            <numerusform>%n 个节点无法连接</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::NonReentrantLock</name>
    <message>
        <source>Non-reentrant lock (Redisson)</source>
        <translation>不可重入锁（Redisson）</translation>
    </message>
    <message>
        <source>The hash of Redisson&apos;s reentrant lock, which its own holder cannot take a second time. Code that tries gets an error, where a reentrant lock would count up.</source>
        <translation>与 Redisson 可重入锁相同的哈希，但持有者自己不能再次获取。再次获取的代码会得到错误，而可重入锁会增加次数。</translation>
    </message>
</context>
<context>
    <name>lockscope::NpmSemaphore</name>
    <message>
        <source>Semaphore (redis-semaphore, npm)</source>
        <translation>信号量（redis-semaphore，npm）</translation>
    </message>
    <message>
        <source>A sorted set of the holders&apos; ids, each with the time of its last refresh. A permit whose holder stops refreshing is dropped by the next client that asks.</source>
        <translation>由持有者 id 组成的有序集合，每个 id 带有最近一次刷新的时间。持有者停止刷新后，其许可会被下一个请求的客户端移除。</translation>
    </message>
    <message>
        <source>A sorted set under a name that says semaphore, whose members are ids with the times when they were taken or refreshed, as redis-semaphore (npm) keeps it</source>
        <translation>名称中含有 semaphore 的有序集合，成员为 id 及其获取或刷新的时间，与 redis-semaphore（npm）的写法一致</translation>
    </message>
    <message>
        <source>A permit lasts %1: so much later than its newest entry the key expires</source>
        <translation>一个许可持续 %1：键在最新条目之后这么久过期</translation>
    </message>
    <message>
        <source>How many permits there are is not in Redis: each program says it when it takes one</source>
        <translation>许可总数不在 Redis 中：每个程序在获取时自行给出</translation>
    </message>
    <message>
        <source>its clients poll</source>
        <translation>它的客户端轮询</translation>
    </message>
    <message>
        <source>how many permits this semaphore has, and how long one lasts, only its programs know</source>
        <translation>这个信号量有多少许可、一个许可持续多久，只有使用它的程序知道</translation>
    </message>
    <message>
        <source>take the permit with the program that uses it</source>
        <translation>请用使用它的程序获取许可</translation>
    </message>
    <message>
        <source>Takes %1 out of the holders</source>
        <translation>从持有者中移除 %1</translation>
    </message>
    <message>
        <source>Leaves all others as they are; waiting clients poll</source>
        <translation>其他持有者保持不变；等待的客户端轮询</translation>
    </message>
    <message>
        <source>Deletes the key: all permits are free</source>
        <translation>删除该键：所有许可都空闲</translation>
    </message>
    <message>
        <source>Makes the key expire in %1, if it ends later, with all its permits</source>
        <translation>如果结束得更晚，让该键连同所有许可在 %1 后过期</translation>
    </message>
    <message>
        <source>A holder that is alive refreshes it again after four fifths of its lock timeout</source>
        <translation>存活的持有者会在其锁超时的五分之四之后再次刷新</translation>
    </message>
</context>
<context>
    <name>lockscope::ObserveForm</name>
    <message>
        <source>Verdicts</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Owners</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source> periods</source>
        <translation> 个周期</translation>
    </message>
    <message>
        <source>A &amp;renewal is overdue after</source>
        <translation>超过此时间即为续期逾期(&amp;R)</translation>
    </message>
    <message>
        <source>A hold &amp;count is large from</source>
        <translation>重入次数从此值起偏大(&amp;C)</translation>
    </message>
    <message>
        <source>A &amp;lease is absurd when longer than</source>
        <translation>租约超过此值即为过长(&amp;L)</translation>
    </message>
    <message>
        <source>A re&amp;plica is behind when it lacks more than</source>
        <translation>副本滞后超过此值即为落后(&amp;P)</translation>
    </message>
    <message>
        <source>One rule a line: a filter as in the filter line, and how long a lock must match it. Each is told once, as a notification of the desktop and a line in alerts.log, and again when it is over.</source>
        <translation>每行一条规则：与筛选框相同的筛选条件，以及锁须符合它多久。每条告警只通知一次，即一条桌面通知和 alerts.log 中的一行，解除时再通知一次。</translation>
    </message>
    <message>
        <source>Rules for alerts</source>
        <translation>告警规则</translation>
    </message>
    <message>
        <source>The last events are always in memory. In a file, one for each saved connection, they outlive the program; the oldest go when either limit is reached.</source>
        <translation>最近的事件始终在内存中。写入文件（每个已保存的连接一个）后，程序退出也不会丢失；达到任一上限时，最旧的先被删除。</translation>
    </message>
    <message>
        <source>&amp;Keep the history in a file</source>
        <translation>把历史保存到文件(&amp;K)</translation>
    </message>
    <message>
        <source>Keep it &amp;for</source>
        <translation>保留时间(&amp;F)</translation>
    </message>
    <message>
        <source>The largest size of the file, such as 512MiB or 1GiB</source>
        <translation>文件的最大大小，例如 512MiB 或 1GiB</translation>
    </message>
    <message>
        <source>At &amp;most</source>
        <translation>最多(&amp;M)</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>A history needs %1 at least</source>
        <translation>历史至少需要 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>When something becomes worth saying. The window and lockscope-cli share these settings.</source>
        <translation>从什么程度起值得提示。窗口与 lockscope-cli 共用这些设置。</translation>
    </message>
    <message>
        <source>A lock counts as &amp;held long after</source>
        <translation>持有超过多久算长时间(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Grace for what passes by itself</source>
        <translation>会自行消失的情况的宽限(&amp;G)</translation>
    </message>
    <message>
        <source>A time is %1 at least</source>
        <translation>时间至少为 %1</translation>
    </message>
    <message>
        <source>What owners are called. In an owner id * stands for anything, ? for one character; one that is no text is written as base64: and its bytes. The first that fits counts.</source>
        <translation>如何称呼持有者。持有者标识中 * 代表任意内容，? 代表一个字符；不是文本的标识写成 base64: 加其字节。以第一个匹配的为准。</translation>
    </message>
    <message>
        <source>A lock recognised with less raises no alert, and its verdict is at most info</source>
        <translation>把握更小的锁不触发告警，其判断最多为提示</translation>
    </message>
    <message>
        <source>A lock can &amp;warn when it is at least</source>
        <translation>至少达到此把握的锁才会警告(&amp;W)</translation>
    </message>
</context>
<context>
    <name>lockscope::OverviewPage</name>
    <message>
        <source>Hold time %1</source>
        <translation>持有时间 %1</translation>
    </message>
    <message>
        <source>Click: the locks that are held</source>
        <translation>点击：被持有的锁</translation>
    </message>
    <message>
        <source>Click: the locks that were taken in the last five seconds</source>
        <translation>点击：最近五秒内被获取的锁</translation>
    </message>
    <message>
        <source>Click: the locks that nobody holds now</source>
        <translation>点击：现在无人持有的锁</translation>
    </message>
    <message>
        <source>Click: the locks that somebody waits for</source>
        <translation>点击：有人等待的锁</translation>
    </message>
    <message>
        <source>Click: the locks that have been held for longer</source>
        <translation>点击：已持有更久的锁</translation>
    </message>
    <message>
        <source>Click: the locks that were renewed</source>
        <translation>点击：续期过的锁</translation>
    </message>
    <message>
        <source>Most in demand, last %1</source>
        <translation>争用最多（最近 %1）</translation>
    </message>
    <message>
        <source>Locks with a verdict of this level</source>
        <translation>判定为此级别的锁</translation>
    </message>
    <message>
        <source>Click: these locks</source>
        <translation>点击：这些锁</translation>
    </message>
    <message>
        <source>not seen now</source>
        <translation>目前看不到</translation>
    </message>
    <message>
        <source>There is no connection, or some changes were missed: the figure is the last one known</source>
        <translation>没有连接，或错过了部分变化：数字为最后一次已知的值</translation>
    </message>
    <message>
        <source>There is no connection, or some changes were missed: the verdicts are unknown</source>
        <translation>没有连接，或错过了部分变化：判定未知</translation>
    </message>
    <message>
        <source>No figures yet</source>
        <translation>还没有数据</translation>
    </message>
    <message>
        <source>Locks, waiters and hold times are counted from the first second of a connection on.</source>
        <translation>从连接的第一秒起统计锁、等待者和持有时间。</translation>
    </message>
    <message>
        <source>Most in demand; history begins at %1</source>
        <translation>争用最多；历史始于 %1</translation>
    </message>
    <message>
        <source>Over the last %1</source>
        <translation>最近 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::OwnHolds</name>
    <message>
        <source>held by this Lockscope</source>
        <translation>由本 Lockscope 持有</translation>
    </message>
</context>
<context>
    <name>lockscope::Panels</name>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>&amp;Overview</source>
        <translation>概览(&amp;O)</translation>
    </message>
    <message>
        <source>All locks in figures, now and over the last minutes</source>
        <translation>全部锁的数字概况：此刻与最近几分钟</translation>
    </message>
    <message>
        <source>Contention</source>
        <translation>争用</translation>
    </message>
    <message>
        <source>Co&amp;ntention</source>
        <translation>争用(&amp;N)</translation>
    </message>
    <message>
        <source>Waiters, changes and hold times over time, and the locks most in demand</source>
        <translation>等待者、变化和持有时间随时间的变化，以及争用最多的锁</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>&amp;Timeline</source>
        <translation>时间线(&amp;T)</translation>
    </message>
    <message>
        <source>Who held which lock and when, and all locks at a moment of the past</source>
        <translation>谁在何时持有哪把锁，以及过去某一时刻的所有锁</translation>
    </message>
    <message>
        <source>RedLock</source>
        <translation>RedLock</translation>
    </message>
    <message>
        <source>&amp;RedLock</source>
        <translation>RedLock(&amp;R)</translation>
    </message>
    <message>
        <source>Rows are locks, columns the independent servers: quorum and margin</source>
        <translation>行是锁，列是各独立服务器：法定数与余量</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>审计</translation>
    </message>
    <message>
        <source>&amp;Audit</source>
        <translation>审计(&amp;A)</translation>
    </message>
    <message>
        <source>Every change that was made or tried: who, when, why, and what was there before</source>
        <translation>每次做过或尝试过的更改：谁、何时、为何，以及之前是什么</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>实验室</translation>
    </message>
    <message>
        <source>La&amp;b</source>
        <translation>实验室(&amp;B)</translation>
    </message>
    <message>
        <source>Play what goes wrong with locks, and what does not</source>
        <translation>重现锁会出的问题，以及不出问题的做法</translation>
    </message>
</context>
<context>
    <name>lockscope::PermitSemaphore</name>
    <message>
        <source>Permit-expirable semaphore (Redisson)</source>
        <translation>可过期许可信号量（Redisson）</translation>
    </message>
    <message>
        <source>A number of permits, each given out under an id of its own and, if asked for, with a time after which it comes back by itself. A permit taken without a time is lost when its holder dies, and one whose time is over is counted as free only by the next who asks.</source>
        <translation>一定数量的许可，发出时各有自己的标识，也可带一个时间，到时自行归还。不带时间的许可在持有者死掉后就丢失了；时间已过的许可要到下一个来者查询时才算空闲。</translation>
    </message>
    <message>
        <source>A whole number, as a permit-expirable semaphore of Redisson keeps it: no permit is out</source>
        <translation>整数，Redisson 的可过期许可信号量就是这样保存的：没有许可被取走</translation>
    </message>
    <message>
        <source>A whole number, and a sorted set of permit ids with the times when they run out: a permit-expirable semaphore of Redisson</source>
        <translation>整数，以及由许可标识和到期时刻组成的有序集合：Redisson 的可过期许可信号量</translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) out</source>
        <translation>
            <numerusform>已取走 %n 个许可</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) past their time: free for the next who asks, though the number does not count them yet</source>
        <translation>
            <numerusform>%n 个许可的时间已过：下一个来者即可取用，但数字尚未计入</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) without a time: lost for good if the holder dies</source>
        <translation>
            <numerusform>%n 个许可没有时间：持有者若死掉就永远丢失</numerusform>
        </translation>
    </message>
    <message>
        <source>The number itself is gone, deleted or never set: those permits are all that is left</source>
        <translation>数字本身已不存在，被删除或从未设置：只剩下这些许可</translation>
    </message>
    <message>
        <source>Only the first permits were read, those that run out soonest</source>
        <translation>只读取了最先的一些许可，即最早到期的那些</translation>
    </message>
    <message>
        <source>%1 is no id of a permit</source>
        <translation>%1 不是许可的标识</translation>
    </message>
    <message>
        <source>give the 32 hex digits that the library gave out</source>
        <translation>请给出该库发出的 32 位十六进制数字</translation>
    </message>
    <message>
        <source>which permit to give back was not said</source>
        <translation>没有说明归还哪个许可</translation>
    </message>
    <message>
        <source>name it by its id</source>
        <translation>请用它的标识指明</translation>
    </message>
    <message>
        <source>each permit has a time of its own</source>
        <translation>每个许可都有自己的时间</translation>
    </message>
    <message>
        <source>name the permit by its id</source>
        <translation>请用标识指明许可</translation>
    </message>
    <message>
        <source>If a permit&apos;s time is over, gives it back first and tells those that wait</source>
        <translation>如果有许可的时间已过，先归还它并通知等待者</translation>
    </message>
    <message>
        <source>If a permit is free, takes it under the id %1</source>
        <translation>如果有空闲的许可，以标识 %1 取走它</translation>
    </message>
    <message>
        <source>It comes back by itself after %1</source>
        <translation>它会在 %1 后自行归还</translation>
    </message>
    <message>
        <source>It has no time: it comes back only when it is given back</source>
        <translation>它没有时间：只有主动归还才会回来</translation>
    </message>
    <message>
        <source>Else tries again at each message on %1, and when the next permit runs out, for %2 at most</source>
        <translation>否则每次收到 %1 上的消息、以及下一个许可到期时都重试，最长 %2</translation>
    </message>
    <message>
        <source>A permit without a time is lost if its holder dies</source>
        <translation>不带时间的许可在持有者死掉后就丢失了</translation>
    </message>
    <message>
        <source>If permit %1 is out, lets it run out %2 from now</source>
        <translation>如果许可 %1 已被取走，让它从现在起 %2 后到期</translation>
    </message>
    <message>
        <source>If permit %1 is out, takes its time away</source>
        <translation>如果许可 %1 已被取走，去掉它的时间</translation>
    </message>
    <message>
        <source>If its time is over already, changes nothing</source>
        <translation>如果它的时间已过，不做任何改动</translation>
    </message>
    <message>
        <source>Only if permit %1 is still out</source>
        <translation>仅当许可 %1 仍被取走时</translation>
    </message>
    <message>
        <source>Publishes the new number of free permits on %1, so that those that wait try again</source>
        <translation>在 %1 上发布新的空闲许可数，让等待者重试</translation>
    </message>
    <message>
        <source>Counts the number up by one and removes the permit</source>
        <translation>把数字加一，并移除该许可</translation>
    </message>
    <message>
        <source>Goes on only if exactly the permits that were shown are out</source>
        <translation>仅当被取走的正是所显示的那些许可时才继续</translation>
    </message>
    <message>
        <source>Gives all permits back and removes their ids</source>
        <translation>归还所有许可并移除它们的标识</translation>
    </message>
    <message>
        <source>No permits are compared: whoever has one at that moment loses it</source>
        <translation>不比较许可：届时无论谁取走的都会失去</translation>
    </message>
    <message>
        <source>If permits can be taken, publishes their number on %1: so many that wait try again</source>
        <translation>如果有可取的许可，在 %1 上发布其数量：有多少就有多少等待者重试</translation>
    </message>
    <message>
        <source>If none can, publishes nothing; changes nothing either way</source>
        <translation>如果没有，不发布任何消息；无论如何都不做改动</translation>
    </message>
    <message>
        <source>Makes permit %1 run out in %2, if it has no time or a later one</source>
        <translation>若许可 %1 没有时间或时间更晚，让它在 %2 后到期</translation>
    </message>
    <message>
        <source>An earlier time stays as it is</source>
        <translation>更早的时间保持不变</translation>
    </message>
    <message>
        <source>Those that wait are not told when it runs out, unless they learn of it at their next try</source>
        <translation>它到期时不会通知等待者，除非它们在下一次尝试时得知</translation>
    </message>
    <message>
        <source>The code of the permit&apos;s holder goes on running and is not told</source>
        <translation>该许可持有者的代码会继续运行，也不会收到通知</translation>
    </message>
    <message>
        <source>The code of all their holders goes on running and is not told</source>
        <translation>所有许可持有者的代码会继续运行，也不会收到通知</translation>
    </message>
</context>
<context>
    <name>lockscope::PlanView</name>
    <message>
        <source>What will run</source>
        <translation>将要执行</translation>
    </message>
    <message>
        <source>The same as redis-cli commands</source>
        <translation>等价的 redis-cli 命令</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>number of a step and the step</comment>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Before you go on</source>
        <translation>继续之前请注意</translation>
    </message>
    <message>
        <source>Asking for the plan…</source>
        <translation>正在获取执行方案…</translation>
    </message>
    <message>
        <source>What follows</source>
        <translation>会有什么后果</translation>
    </message>
    <message>
        <source>What the old holder will notice</source>
        <translation>原持有者会察觉到什么</translation>
    </message>
</context>
<context>
    <name>lockscope::ProbeDialog</name>
    <message>
        <source>Who holds %1?</source>
        <translation>谁持有 %1？</translation>
    </message>
    <message>
        <source>Asking the server what it does now…</source>
        <translation>正在询问服务器当前的负载…</translation>
    </message>
    <message>
        <source>Redis does not tell who an owner id is. Lockscope can listen to all commands that reach the server (MONITOR) until the holder renews or gives back this lock, and see from which connection that comes. It keeps nothing of what it hears but that address, and stops by itself.</source>
        <translation>Redis 不会说明持有者标识是谁。Lockscope 可以监听到达服务器的所有命令（MONITOR），直到持有者续期或释放这把锁，从而看到它来自哪条连接。除该地址外不保留监听到的任何内容，并会自行停止。</translation>
    </message>
    <message>
        <source>&amp;Listen</source>
        <translation>监听(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Listen again</source>
        <translation>再次监听(&amp;L)</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Listening to every command of %1. This slows it.</source>
        <translation>正在监听 %1 的每条命令。这会使它变慢。</translation>
    </message>
    <message>
        <source>%1 of %2, %3</source>
        <comment>time, time, commands</comment>
        <translation>%1 / %2，%3</translation>
    </message>
    <message numerus="yes">
        <source>%n command(s)</source>
        <translation>
            <numerusform>%n 条命令</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 是 %2</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>lockscope::Probes</name>
    <message>
        <source>nobody holds it: there is no owner to be found</source>
        <translation>无人持有它：没有持有者可查找</translation>
    </message>
    <message>
        <source>its value names nobody: whoever tries to take it writes the same</source>
        <translation>它的值没有指明任何人：无论谁来获取，写入的都一样</translation>
    </message>
</context>
<context>
    <name>lockscope::ProfileKeeper</name>
    <message>
        <source>Import connections</source>
        <translation>导入连接</translation>
    </message>
    <message>
        <source>Passwords are not taken over: %1</source>
        <translation>没有导入密码：%1</translation>
    </message>
    <message>
        <source>Connections taken over: %1</source>
        <translation>已导入的连接：%1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Export connections, without passwords</source>
        <translation>导出连接（不含密码）</translation>
    </message>
    <message>
        <source>Remove a connection</source>
        <translation>移除连接</translation>
    </message>
    <message>
        <source>Remove the connection &quot;%1&quot; from the list?</source>
        <translation>要从列表中移除连接“%1”吗？</translation>
    </message>
    <message>
        <source>Nothing on the server is touched.</source>
        <translation>不会动服务器上的任何内容。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>lockscope::PythonRedisLock</name>
    <message>
        <source>Lock with a wake-up list (python-redis-lock)</source>
        <translation>带唤醒列表的锁（python-redis-lock）</translation>
    </message>
    <message>
        <source>A string with a random id, and a list on which waiters sleep until a release puts an element there. By default it has no expiry, so a dead owner keeps it for ever; deleting the key alone leaves the waiters asleep.</source>
        <translation>一个值为随机标识的字符串，加上一个列表；等待者睡在列表上，直到释放时放入一个元素。默认没有过期时间，所以持有者死掉后会永远占住；只删除键，等待者不会醒来。</translation>
    </message>
    <message>
        <source>A name that begins with lock: and 16 random bytes: the ids of python-redis-lock 1.0 to 3.0</source>
        <translation>名称以 lock: 开头，值为 16 个随机字节：python-redis-lock 1.0 到 3.0 的标识</translation>
    </message>
    <message>
        <source>A name that begins with lock: and 18 random bytes in base64: the ids of python-redis-lock</source>
        <translation>名称以 lock: 开头，值为 base64 编码的 18 个随机字节：python-redis-lock 的标识</translation>
    </message>
    <message>
        <source>A name that begins with lock: and an id that the application chose</source>
        <translation>名称以 lock: 开头，标识由应用自行选择</translation>
    </message>
    <message>
        <source>The list %1 is there: somebody gave this lock back within the last second</source>
        <translation>列表 %1 还在：有人在刚才一秒之内归还了这把锁</translation>
    </message>
    <message>
        <source>Who waits sleeps in BLPOP on the list %1. Redis does not tell for which key a client sleeps: how many wait is not known</source>
        <translation>等待者以 BLPOP 睡在列表 %1 上。Redis 不说明客户端睡在哪个键上：有多少等待者无从得知</translation>
    </message>
    <message>
        <source>It expires by itself unless the owner extends it</source>
        <translation>持有者不续期就会自行过期</translation>
    </message>
    <message>
        <source>It has no expiry, as by default: if its owner died, it stays until somebody releases it</source>
        <translation>默认就没有过期时间：持有者若已死亡，它会一直存在，直到有人释放</translation>
    </message>
    <message>
        <source>A plain DEL would leave the waiters asleep, for ever where they set no time-out</source>
        <translation>单纯的 DEL 不会唤醒等待者；没有设超时的会永远睡下去</translation>
    </message>
    <message>
        <source>Wakes one waiter: empties the list %1, puts one element there and lets it expire in 1 s</source>
        <translation>唤醒一个等待者：清空列表 %1，放入一个元素，并让它在 1 秒后过期</translation>
    </message>
    <message>
        <source>Empties the list %1, puts one element there and lets it expire in 1 s: one waiter wakes and tries again</source>
        <translation>清空列表 %1，放入一个元素，并让它在 1 秒后过期：一个等待者醒来重试</translation>
    </message>
    <message>
        <source>Leaves the lock as it is</source>
        <translation>锁保持不变</translation>
    </message>
    <message>
        <source>python-redis-lock puts lock: before each name</source>
        <translation>python-redis-lock 会在每个名称前加 lock:</translation>
    </message>
    <message>
        <source>name it lock:%1</source>
        <translation>请命名为 lock:%1</translation>
    </message>
    <message>
        <source>Then reads whether a waiter took the element</source>
        <translation>然后读取是否有等待者取走了该元素</translation>
    </message>
</context>
<context>
    <name>lockscope::QueueModel</name>
    <message>
        <source>passed</source>
        <comment>deadline of a waiter</comment>
        <translation>已过</translation>
    </message>
    <message>
        <source>After this the next waiters drop it from the queue</source>
        <translation>过了这个时刻，后面的等待者会把它移出队列</translation>
    </message>
    <message>
        <source>Whether somebody listens on its channel</source>
        <translation>是否有人在它的频道上监听</translation>
    </message>
    <message>
        <source>#</source>
        <comment>place in a queue</comment>
        <translation>#</translation>
    </message>
    <message>
        <source>Waiter</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>Alive?</source>
        <comment>whether a waiter is</comment>
        <translation>存活？</translation>
    </message>
</context>
<context>
    <name>lockscope::QueueView</name>
    <message>
        <source>Queue of the lock</source>
        <translation>锁的等待队列</translation>
    </message>
    <message>
        <source>Copy the waiter</source>
        <translation>复制等待者</translation>
    </message>
    <message>
        <source>Remove from the queue…</source>
        <translation>从队列中移除…</translation>
    </message>
</context>
<context>
    <name>lockscope::ReasonEdit</name>
    <message>
        <source>Re&amp;ason</source>
        <translation>原因(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Type the name</source>
        <translation>输入名称(&amp;T)</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Ticket, or what you saw: it is kept in the audit</source>
        <translation>工单号，或你看到的情况：会记入审计</translation>
    </message>
    <message>
        <source>If you like: it is kept in the audit</source>
        <translation>可选：会记入审计</translation>
    </message>
    <message>
        <source>Type %1 to go on</source>
        <translation>输入 %1 以继续</translation>
    </message>
    <message>
        <source>Say why: the reason is kept in the audit.</source>
        <translation>请说明原因：会记入审计。</translation>
    </message>
    <message>
        <source>Production: type the name to go on.</source>
        <translation>生产环境：请输入名称以继续。</translation>
    </message>
</context>
<context>
    <name>lockscope::ReceiptView</name>
    <message>
        <source>&amp;Copy receipt</source>
        <translation>复制回执(&amp;C)</translation>
    </message>
</context>
<context>
    <name>lockscope::RedLockModel</name>
    <message>
        <source>Started since the lock was taken: it may have forgotten it</source>
        <translation>在加锁之后重新启动过：可能已丢失该锁</translation>
    </message>
    <message>
        <source>How long the majority lasts, the clock drift taken off</source>
        <translation>多数还能维持多久（已扣除时钟漂移）</translation>
    </message>
    <message>
        <source>Nodes that name the same owner</source>
        <translation>指向同一持有者的节点</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Quorum</source>
        <translation>法定数</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Valid for</source>
        <translation>有效时间</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
</context>
<context>
    <name>lockscope::RedLockView</name>
    <message>
        <source>Locks of the RedLock group, a column a node</source>
        <translation>RedLock 组中的锁，每个节点一列</translation>
    </message>
    <message>
        <source>No lock on any node of the group yet</source>
        <translation>该组的任何节点上都还没有锁</translation>
    </message>
    <message>
        <source>A lock that one of them has shows here with what each of the others says.</source>
        <translation>任一节点上出现的锁都会显示在此处，并附上其他各节点的说法。</translation>
    </message>
</context>
<context>
    <name>lockscope::RedisSemaphore</name>
    <message>
        <source>Semaphore (redis-semaphore)</source>
        <translation>信号量（redis-semaphore）</translation>
    </message>
    <message>
        <source>Tokens lie in a list; who takes one moves it into a hash, with the time, and gives it back at the end. Nothing expires: a client that dies keeps its token, or loses it between list and hash, until somebody gives it back.</source>
        <translation>令牌放在列表里；取用者把一个移入哈希并记下时间，用完归还。没有任何东西会过期：客户端死掉后它的令牌仍被占着，或在列表与哈希之间丢失，直到有人归还。</translation>
    </message>
    <message>
        <source>Keys named SEMAPHORE:…:GRABBED and :AVAILABLE, as the Ruby gem redis-semaphore makes them</source>
        <translation>名为 SEMAPHORE:…:GRABBED 和 :AVAILABLE 的键，Ruby 库 redis-semaphore 就是这样写的</translation>
    </message>
    <message>
        <source>Token %1 was taken at %2</source>
        <translation>令牌 %1 取走于 %2</translation>
    </message>
    <message>
        <source>A token names neither machine nor process, and is given to somebody else next time</source>
        <translation>令牌不指明机器和进程，下一次会发给别人</translation>
    </message>
    <message>
        <source>No token is left, neither free nor held: clients that died between list and hash lost them</source>
        <translation>没有令牌了，既无空闲也无持有：在列表与哈希之间死掉的客户端丢失了它们</translation>
    </message>
    <message>
        <source>It has no expiry: who died keeps his token</source>
        <translation>没有过期时间：死掉的持有者仍占着令牌</translation>
    </message>
    <message>
        <source>Who waits sleeps in BLPOP on the list of free tokens; that cannot be seen from here</source>
        <translation>等待者以 BLPOP 睡在空闲令牌的列表上；从这里看不到</translation>
    </message>
    <message>
        <source>a semaphore of this kind is known by its key SEMAPHORE:name:GRABBED</source>
        <translation>这种信号量以它的键 SEMAPHORE:name:GRABBED 为准</translation>
    </message>
    <message>
        <source>name it so</source>
        <translation>请这样命名</translation>
    </message>
    <message>
        <source>a permit of this kind is never renewed: it does not expire</source>
        <translation>这种许可从不续期：它不会过期</translation>
    </message>
    <message>
        <source>give it back when it is not needed any more</source>
        <translation>不再需要时请归还</translation>
    </message>
    <message>
        <source>an expiry would delete the tokens with the key: the semaphore would lose them for good</source>
        <translation>过期会把令牌连同键一起删除：信号量将永远失去它们</translation>
    </message>
    <message>
        <source>give the token back with remove-share or force-release</source>
        <translation>请用“移除份额”或“强制释放”归还令牌</translation>
    </message>
    <message>
        <source>who waits for it sleeps on the list of free tokens</source>
        <translation>等待者睡在空闲令牌的列表上</translation>
    </message>
    <message>
        <source>Takes a free token out of the list, %1 itself if it is there</source>
        <translation>从列表取出一个空闲令牌；如果 %1 在其中就取它</translation>
    </message>
    <message>
        <source>Writes %1 into the hash with the server&apos;s time: from now on the token is called so</source>
        <translation>把 %1 连同服务器时间写入哈希：从现在起令牌就叫这个名字</translation>
    </message>
    <message>
        <source>If no token is free, changes nothing; a semaphore that does not exist is not made</source>
        <translation>如果没有空闲令牌，不做任何改动；不存在的信号量不会创建</translation>
    </message>
    <message>
        <source>It does not expire: it stays taken until somebody gives it back</source>
        <translation>它不会过期：一直被占用，直到有人归还</translation>
    </message>
    <message>
        <source>Takes %1 out of the hash and puts it at the front of the list of free tokens</source>
        <translation>从哈希取出 %1，放到空闲令牌列表的最前面</translation>
    </message>
    <message>
        <source>That wakes one of those who sleep on the list</source>
        <translation>这会唤醒一个睡在列表上的等待者</translation>
    </message>
    <message>
        <source>Puts every token of the hash back into the list of free ones, and deletes the hash</source>
        <translation>把哈希中的每个令牌放回空闲列表，并删除哈希</translation>
    </message>
    <message>
        <source>That wakes as many of those who sleep on the list</source>
        <translation>这会唤醒同样多的睡在列表上的等待者</translation>
    </message>
    <message>
        <source>If it is alive it gives its token back once more, and the semaphore has one too many from then on: make sure that it is dead</source>
        <translation>如果它还活着，会再归还一次令牌，信号量从此多出一个：请确认它已死</translation>
    </message>
</context>
<context>
    <name>lockscope::RedissonLock</name>
    <message>
        <source>A hash with one field named like a Redisson owner (uuid:thread) and a count: Redisson&apos;s reentrant lock</source>
        <translation>哈希，只有一个字段，字段名形如 Redisson 的持有者（uuid:线程），值为计数：Redisson 的可重入锁</translation>
    </message>
    <message>
        <source>Redisson client %1: all locks with this id belong to one client object, usually one process</source>
        <translation>Redisson 客户端 %1：带有此标识的锁都属于同一个客户端对象，通常是同一个进程</translation>
    </message>
    <message>
        <source>Thread %1 of that client</source>
        <translation>该客户端的线程 %1</translation>
    </message>
    <message>
        <source>Taken inside Redisson transaction %1</source>
        <translation>在 Redisson 事务 %1 中获取</translation>
    </message>
    <message numerus="yes">
        <source>%n hold(s): the owner must release it that many times</source>
        <translation>
            <numerusform>重入 %n 次：持有者必须释放同样多次</numerusform>
        </translation>
    </message>
    <message>
        <source>It has no expiry. Redisson always sets one: it was taken away by another program, or another program made this key</source>
        <translation>它没有过期时间。Redisson 总会设置：要么被别的程序去掉了，要么这个键是别的程序写的</translation>
    </message>
    <message>
        <source>Redisson&apos;s spin, fenced and non-reentrant locks, and a fair lock without waiters, look the same and are freed the same way</source>
        <translation>Redisson 的自旋锁、栅栏锁、不可重入锁以及没有等待者的公平锁看起来都一样，释放方式也相同</translation>
    </message>
    <message>
        <source>If the lock is free or already held by %1, adds one hold to its count</source>
        <translation>如果锁空闲或已由 %1 持有，重入次数加一</translation>
    </message>
    <message>
        <source>Sets the expiry to %1 from now</source>
        <translation>把过期时间设为从现在起 %1</translation>
    </message>
    <message>
        <source>If another owner holds it, changes nothing and says who and for how long</source>
        <translation>如果由他人持有，不做任何改动，并告知是谁、还有多久</translation>
    </message>
    <message>
        <source>If %1 holds the lock, sets the expiry to %2 from now</source>
        <translation>如果由 %1 持有，把过期时间设为从现在起 %2</translation>
    </message>
    <message>
        <source>Else changes nothing; a lock that is gone is not made again</source>
        <translation>否则不做任何改动；已不存在的锁不会重新创建</translation>
    </message>
    <message>
        <source>Takes one hold from %1; if holds are left, sets the expiry to %2 and stops there</source>
        <translation>从 %1 减去一次持有；若还有剩余，把过期时间设为 %2 后结束</translation>
    </message>
    <message>
        <source>With the last hold: publishes %1 on %2, so that a waiter tries again, then deletes the lock</source>
        <translation>若是最后一次：在 %2 上发布 %1，让一个等待者重试，然后删除锁</translation>
    </message>
    <message>
        <source>If another owner holds it, changes nothing and says who</source>
        <translation>如果由他人持有，不做任何改动，并告知是谁</translation>
    </message>
    <message>
        <source>Goes on only if %1 still holds it</source>
        <translation>仅当仍由 %1 持有时才继续</translation>
    </message>
    <message numerus="yes">
        <source>and only with %n hold(s), as shown</source>
        <translation>
            <numerusform>并且重入次数仍为所显示的 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Publishes %1 on %2, so that waiters try again at once</source>
        <translation>在 %2 上发布 %1，让等待者立即重试</translation>
    </message>
    <message>
        <source>Deletes the lock, with all holds of its owner</source>
        <translation>删除锁，连同持有者的全部重入</translation>
    </message>
    <message>
        <source>Redisson reuses owner ids: a lock released and taken again by the same thread looks the same</source>
        <translation>Redisson 会重复使用持有者标识：同一线程释放后又获取的锁看起来完全一样</translation>
    </message>
    <message>
        <source>If it is a fair lock, its waiters listen on channels of their own and are not woken by this</source>
        <translation>如果是公平锁，等待者各自监听自己的频道，不会因此被唤醒</translation>
    </message>
    <message>
        <source>No owner is compared: whoever holds it at that moment loses it</source>
        <translation>不比较持有者：届时无论谁持有都会失去它</translation>
    </message>
    <message>
        <source>Publishes %1 on %2: one waiter of each client tries again</source>
        <translation>在 %2 上发布 %1：每个客户端有一个等待者会重试</translation>
    </message>
    <message>
        <source>Changes nothing: a waiter that still finds the lock held goes back to waiting</source>
        <translation>不做任何改动：等待者若发现锁仍被持有，会继续等待</translation>
    </message>
    <message>
        <source>Only if %1 still holds it</source>
        <translation>仅当仍由 %1 持有</translation>
    </message>
    <message>
        <source>Makes the lock expire in %1, if it has no expiry or a later one</source>
        <translation>若锁没有过期时间或过期更晚，让它在 %1 后过期</translation>
    </message>
    <message>
        <source>An earlier expiry stays as it is</source>
        <translation>更早的过期时间保持不变</translation>
    </message>
    <message>
        <source>An expiry wakes nobody: waiters learn of it when the time they last read is over</source>
        <translation>过期不会唤醒任何人：等待者要等到上次读到的时间用完才会知道</translation>
    </message>
    <message>
        <source>Tries again at each message on %1, for %2 at most</source>
        <translation>每次收到 %1 上的消息都重试，最长 %2</translation>
    </message>
    <message>
        <source>Then sets the expiry anew every %1 while this program runs</source>
        <translation>之后在本程序运行期间，每 %1 重新设置一次过期时间</translation>
    </message>
    <message>
        <source>Reentrant lock (Redisson)</source>
        <translation>可重入锁（Redisson）</translation>
    </message>
    <message>
        <source>A hash whose one field is the owner, client and thread, and whose value counts how often he took it; a watchdog in the client renews its 30 s lease every 10 s. When the client dies the lock ends with its lease; when the client is only paused it may lose the lock without noticing.</source>
        <translation>哈希，唯一的字段是持有者（客户端和线程），值记录它获取了多少次；客户端里的看门狗每 10 秒续期 30 秒的租约。客户端死掉后锁随租约结束；客户端若只是停顿，可能毫无察觉地失去锁。</translation>
    </message>
    <message>
        <source>this lock has one holder, no shares</source>
        <translation>这把锁只有一个持有者，没有份额</translation>
    </message>
    <message>
        <source>use force-release</source>
        <translation>请用“强制释放”</translation>
    </message>
    <message>
        <source>Neither a queue of waiters nor a fencing token stands beside it: it may as well be a spin lock, a non-reentrant lock, or a fair lock that nobody waits for. They look the same and are freed the same way</source>
        <translation>旁边既没有等待队列，也没有栅栏令牌：它也可能是自旋锁、不可重入锁，或没有人等待的公平锁。它们看起来都一样，释放方式也相同</translation>
    </message>
    <message>
        <source>If the lock is free, makes %1 its holder; not even he gets it twice</source>
        <translation>如果锁空闲，让 %1 成为持有者；连它自己也不能再次获取</translation>
    </message>
    <message>
        <source>Tries again and again, for %1 at most</source>
        <translation>反复重试，最长 %1</translation>
    </message>
    <message>
        <source>With the last hold: deletes the lock</source>
        <translation>若是最后一次持有：删除锁</translation>
    </message>
    <message>
        <source>If it has a queue of waiters (a fair lock): drops those at its head whose time is over, and tells the next on a channel of his own</source>
        <translation>如果有等待队列（公平锁）：移除队首时间已过的等待者，并在下一个自己的频道上通知它</translation>
    </message>
    <message>
        <source>Leaves Redisson&apos;s unlock latches, fencing tokens and all other waiters alone</source>
        <translation>不动 Redisson 的解锁闩锁、栅栏令牌和其他等待者</translation>
    </message>
    <message>
        <source>There is no key: nobody holds it. Somebody listens on %1, where its waiters are told</source>
        <translation>没有这个键：无人持有。有人在 %1 上监听，等待者在那里得到通知</translation>
    </message>
    <message>
        <source>The old holder&apos;s code goes on running and is not told</source>
        <translation>原持有者的代码会继续运行，也不会收到通知</translation>
    </message>
    <message>
        <source>A holder that does not renew it loses the lock while it works</source>
        <translation>不续期的持有者会在工作中途失去锁</translation>
    </message>
    <message>
        <source>Drops the waiters for whom nobody listens, if still nobody does: %1</source>
        <translation>移除没有客户端在监听的等待者，前提是仍然没有：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ReopenStack</name>
    <message>
        <source>Reo&amp;pen what was closed</source>
        <translation>重新打开已关闭的内容(&amp;P)</translation>
    </message>
    <message>
        <source>Reo&amp;pen %1</source>
        <translation>重新打开%1(&amp;P)</translation>
    </message>
</context>
<context>
    <name>lockscope::RequestedLock</name>
    <message>
        <source>You asked for keys of this name. That it is a lock is assumed: its value may be one, its name does not say so</source>
        <translation>你指定了这样名称的键。它是锁只是假定：它的值可能是锁，名称却没有这样说</translation>
    </message>
</context>
<context>
    <name>lockscope::RightsModel</name>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Without it: %1</source>
        <translation>没有此权限：%1</translation>
    </message>
    <message>
        <source>not told</source>
        <comment>name of the user</comment>
        <translation>未告知</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>权限</translation>
    </message>
</context>
<context>
    <name>lockscope::RightsView</name>
    <message>
        <source>The least that Lockscope needs</source>
        <translation>Lockscope 所需的最小权限</translation>
    </message>
    <message>
        <source>Permissions, a column a node</source>
        <translation>权限，每个节点一列</translation>
    </message>
    <message>
        <source>Run it on each server after replacing PASSWORD. It makes a user that may see locks and change nothing, as this connection is read-only.</source>
        <translation>替换 PASSWORD 后在每台服务器上执行。它会创建一个只能查看锁、不能做任何更改的用户，因为此连接是只读的。</translation>
    </message>
    <message>
        <source>Run it on each server after replacing PASSWORD. It makes a user that may see the locks of this connection&apos;s patterns and act on them, and nothing else.</source>
        <translation>替换 PASSWORD 后在每台服务器上执行。它会创建一个只能查看并操作此连接模式所匹配的锁的用户，别无其他权限。</translation>
    </message>
    <message numerus="yes">
        <source>%n right(s) is/are denied to this user</source>
        <translation>
            <numerusform>该用户有 %n 项权限被拒绝</numerusform>
        </translation>
    </message>
    <message>
        <source>This user may do all that Lockscope can use</source>
        <translation>该用户拥有 Lockscope 可用的全部权限</translation>
    </message>
    <message>
        <source>No right is denied, but not all are known</source>
        <translation>没有被拒绝的权限，但并非全部已知</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <comment>a right, its state</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1. Without it %2.</source>
        <translation>%1。没有此权限，%2。</translation>
    </message>
</context>
<context>
    <name>lockscope::RueidisLock</name>
    <message>
        <source>Majority lock (rueidislock)</source>
        <translation>多数锁（rueidislock）</translation>
    </message>
    <message>
        <source>One of three keys that rueidislock writes with the same 24 random bytes</source>
        <translation>rueidislock 以相同的 24 个随机字节写入的三个键之一</translation>
    </message>
    <message>
        <source>The other two were not read: whether the owner has a majority is not known</source>
        <translation>另外两个没有读取：不知道持有者是否拥有多数</translation>
    </message>
    <message>
        <source>%1 of 3 keys carry this owner; 2 hold the lock</source>
        <translation>3 个键中有 %1 个属于该持有者；有 2 个即持有锁</translation>
    </message>
    <message>
        <source>That is no majority: nobody holds the lock, or somebody is taking it right now</source>
        <translation>这不是多数：无人持有锁，或者有人正在获取</translation>
    </message>
    <message>
        <source>Key %1 is missing</source>
        <translation>缺少键 %1</translation>
    </message>
    <message>
        <source>Key %1 carries another owner</source>
        <translation>键 %1 属于另一个持有者</translation>
    </message>
    <message>
        <source>Holder and waiters follow the keys by client-side caching: the server tells them of each change. How many wait is not known</source>
        <translation>持有者和等待者通过客户端缓存跟踪这些键：每次变化服务器都会通知它们。有多少人在等待无从得知</translation>
    </message>
    <message>
        <source>Else changes nothing and says who has most of them</source>
        <translation>否则不做任何改动，并告知谁拥有最多</translation>
    </message>
    <message>
        <source>Asks again several times a second, for %1 at most</source>
        <translation>每秒查询数次，最长 %1</translation>
    </message>
    <message>
        <source>Then sets the expiry anew every %1 while this program runs</source>
        <translation>之后在本程序运行期间，每 %1 重新设置一次过期时间</translation>
    </message>
    <message>
        <source>If two of the three keys carry %1, sets the expiry of those to %2 from now</source>
        <translation>如果三个键中有两个属于 %1，把它们的过期时间设为从现在起 %2</translation>
    </message>
    <message>
        <source>Else changes nothing; a key that is gone is not made again</source>
        <translation>否则不做任何改动；已不存在的键不会重新创建</translation>
    </message>
    <message>
        <source>Deletes those of the three keys that carry %1</source>
        <translation>删除三个键中属于 %1 的那些</translation>
    </message>
    <message>
        <source>The server tells the waiters by itself</source>
        <translation>服务器会自己通知等待者</translation>
    </message>
    <message>
        <source>If nobody has more of the three keys than %1, deletes those that carry it</source>
        <translation>如果没有人拥有的键比 %1 多，删除属于它的那些</translation>
    </message>
    <message>
        <source>Else changes nothing and says who holds it</source>
        <translation>否则不做任何改动，并告知由谁持有</translation>
    </message>
    <message>
        <source>Deletes the three keys, whoever holds them, if they are short strings</source>
        <translation>只要是短字符串，无论由谁持有都删除这三个键</translation>
    </message>
    <message>
        <source>No owner is compared: whoever holds it at that moment loses it</source>
        <translation>不比较持有者：届时无论谁持有都会失去它</translation>
    </message>
    <message>
        <source>Only those of the three keys that carry %1</source>
        <translation>仅限三个键中属于 %1 的那些</translation>
    </message>
    <message>
        <source>Makes them expire in %1, where they have no expiry or a later one</source>
        <translation>若没有过期时间或过期更晚，让它们在 %1 后过期</translation>
    </message>
    <message>
        <source>rueidislock names its keys prefix:0:name</source>
        <translation>rueidislock 的键名为 prefix:0:name</translation>
    </message>
    <message>
        <source>name it rueidislock:0:%1</source>
        <translation>请命名为 rueidislock:0:%1</translation>
    </message>
    <message>
        <source>the server itself tells who waits for a lock of rueidislock when a key goes</source>
        <translation>键消失时，服务器自己会通知等待 rueidislock 锁的人</translation>
    </message>
    <message>
        <source>nothing needs waking</source>
        <translation>无需唤醒</translation>
    </message>
    <message>
        <source>In a cluster the three keys mostly lie in different slots: there the server refuses to act on all of them in one step</source>
        <translation>在集群中这三个键多半位于不同的槽：服务器会拒绝一步处理它们</translation>
    </message>
    <message>
        <source>Three strings with one random value; who has two of them holds the lock and puts their 5 s expiry off every 2.5 s. With KeyMajority 1 there is one string. Holder and waiters are told by the server when a key goes, so a holder that loses the lock learns of it at once.</source>
        <translation>三个字符串，值是同一个随机值；拥有其中两个的人持有锁，并每 2.5 秒把 5 秒的过期时间往后推。KeyMajority 为 1 时只有一个字符串。键一消失，服务器就通知持有者和等待者，所以失去锁的持有者立即得知。</translation>
    </message>
    <message>
        <source>The other two are missing: with KeyMajority 1 this key alone is the lock. Where three keys are used, nobody holds it, or somebody is taking it right now</source>
        <translation>另外两个键不存在：KeyMajority 为 1 时，仅此一个键就是锁。如果使用三个键，则无人持有锁，或者有人正在获取</translation>
    </message>
    <message>
        <source>If the first key and another of the three are absent, writes the owner %1 into those, with an expiry of %2</source>
        <translation>如果三个键中第一个和另外至少一个不存在，在不存在的键中写入持有者 %1，过期时间 %2</translation>
    </message>
    <message>
        <source>Code of the old holder that does not heed its context goes on running. Without client-side caching it learns of it within half a lease only</source>
        <translation>原持有者的代码若不理会其 context，会继续运行。没有客户端缓存时，它最长要过半个租约才会得知</translation>
    </message>
</context>
<context>
    <name>lockscope::RuleDialog</name>
    <message>
        <source>Make a rule from a key</source>
        <translation>从键创建规则</translation>
    </message>
    <message>
        <source>A rule tells Lockscope that keys like this one are locks, and how to read them. It comes before what Lockscope would guess.</source>
        <translation>规则告诉 Lockscope：这样的键是锁，以及如何读取。它优先于 Lockscope 自己的猜测。</translation>
    </message>
    <message>
        <source>The exact name of a key, as an example</source>
        <translation>作为例子的键的确切名称</translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation>键(&amp;K)</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>&amp;Pattern</source>
        <translation>模式(&amp;P)</translation>
    </message>
    <message>
        <source>Which keys are meant: * stands for anything</source>
        <translation>指哪些键：* 代表任意内容</translation>
    </message>
    <message>
        <source>K&amp;ind</source>
        <translation>类型(&amp;I)</translation>
    </message>
    <message>
        <source>What keys like this one are</source>
        <translation>这样的键是什么</translation>
    </message>
    <message>
        <source>a kind of my own</source>
        <translation>我自定义的类型</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>What the kind is called in lists and filters: billing-lock</source>
        <translation>这个类型在列表和筛选中的名称：billing-lock</translation>
    </message>
    <message>
        <source>&amp;Owner stands in</source>
        <translation>持有者位于(&amp;O)</translation>
    </message>
    <message>
        <source>Where in the key the holder&apos;s id stands</source>
        <translation>持有者的标识在键中的位置</translation>
    </message>
    <message>
        <source>Co&amp;unt stands in</source>
        <translation>次数位于(&amp;C)</translation>
    </message>
    <message>
        <source>Where the number of holds stands</source>
        <translation>持有次数的位置</translation>
    </message>
    <message>
        <source>&amp;End stands in</source>
        <translation>结束时刻位于(&amp;E)</translation>
    </message>
    <message>
        <source>Where it stands when the lock ends</source>
        <translation>锁何时结束的位置</translation>
    </message>
    <message>
        <source>What that time is counted in since 1970</source>
        <translation>该时间自 1970 年起以什么计</translation>
    </message>
    <message>
        <source>C&amp;hannel</source>
        <translation>频道(&amp;H)</translation>
    </message>
    <message>
        <source>Where waiters listen; {key} stands for the lock&apos;s name</source>
        <translation>等待者监听之处；{key} 代表锁的名称</translation>
    </message>
    <message>
        <source>&amp;Message</source>
        <translation>消息(&amp;M)</translation>
    </message>
    <message>
        <source>What is published there to wake them</source>
        <translation>在那里发布什么来唤醒它们</translation>
    </message>
    <message>
        <source>&amp;Save the rule</source>
        <translation>保存规则(&amp;S)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The rule cannot be saved like this</source>
        <translation>规则不能这样保存</translation>
    </message>
    <message>
        <source>The file of rules must be mended first</source>
        <translation>必须先修正规则文件</translation>
    </message>
    <message>
        <source>By this rule the key above is no lock: %1</source>
        <translation>按这条规则，上面的键不是锁：%1</translation>
    </message>
    <message>
        <source>nobody is named</source>
        <translation>没有指明任何人</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n hold(s)</source>
        <translation>
            <numerusform>%1，%n 次持有</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more holder(s)</source>
        <translation>
            <numerusform>另有 %n 个持有者</numerusform>
        </translation>
    </message>
    <message>
        <source>ends in %1</source>
        <translation>%1 后结束</translation>
    </message>
    <message>
        <source>has no end</source>
        <translation>没有结束时刻</translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) can be taken</source>
        <translation>
            <numerusform>可取 %n 个许可</numerusform>
        </translation>
    </message>
    <message>
        <source>waiters are told on %1</source>
        <translation>在 %1 上通知等待者</translation>
    </message>
    <message>
        <source>By this rule the key above is a lock that nobody is seen to hold</source>
        <translation>按这条规则，上面的键是锁，但看不出由谁持有</translation>
    </message>
    <message>
        <source>By this rule the key above is a lock, held by</source>
        <translation>按这条规则，上面的键是锁，持有者为</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>There is no such key on this server</source>
        <translation>此服务器上没有这个键</translation>
    </message>
    <message>
        <source>its end has passed</source>
        <translation>结束时刻已过</translation>
    </message>
    <message>
        <source>in uni&amp;ts of</source>
        <translation>单位(&amp;T)</translation>
    </message>
    <message>
        <source>not a lock</source>
        <translation>不是锁</translation>
    </message>
    <message>
        <source>Keys like this one are passed over, whatever they look like</source>
        <translation>跳过这样的键，不论它们看起来像什么</translation>
    </message>
    <message>
        <source>Keys that are not locks</source>
        <translation>不是锁的键</translation>
    </message>
    <message>
        <source>By this rule keys like the one above are not locks</source>
        <translation>按此规则，像上面这样的键不是锁</translation>
    </message>
</context>
<context>
    <name>lockscope::RuleFormat</name>
    <message>
        <source>A kind of your own, described by a rule in rules.json. What its clients do besides is not known here.</source>
        <translation>你自定义的类型，由 rules.json 中的规则描述。它的客户端还会做什么，这里无从得知。</translation>
    </message>
    <message>
        <source>A rule of yours says that keys like this one are of the kind %1</source>
        <translation>你的一条规则说明：这样的键属于类型 %1</translation>
    </message>
    <message>
        <source>It names no owner: who holds it cannot be told</source>
        <translation>它不记录持有者：由谁持有无法得知</translation>
    </message>
    <message>
        <source>Its owner is read from: %1</source>
        <translation>持有者读自：%1</translation>
    </message>
    <message>
        <source>Its count is read from: %1</source>
        <translation>次数读自：%1</translation>
    </message>
    <message>
        <source>When it ends is read from: %1</source>
        <translation>结束时刻读自：%1</translation>
    </message>
    <message>
        <source>No channel is named: who waits for it asks again and again, or is not known</source>
        <translation>没有指明频道：等待者会反复查询，或无从得知</translation>
    </message>
    <message>
        <source>what the clients of the kind %1 write to take a lock is not known</source>
        <translation>类型 %1 的客户端获取锁时写入什么，无从得知</translation>
    </message>
    <message>
        <source>only a rule whose whole string is the owner, with an expiry, tells enough for that</source>
        <translation>只有“整个字符串就是持有者、并带过期时间”的规则才说明得足够</translation>
    </message>
    <message>
        <source>a lock of this kind has one holder, no shares</source>
        <translation>这种锁只有一个持有者，没有份额</translation>
    </message>
    <message>
        <source>use force-release</source>
        <translation>请用“强制释放”</translation>
    </message>
    <message>
        <source>a lock of this kind names no owner to give it back</source>
        <translation>这种锁没有记录可供归还的持有者</translation>
    </message>
    <message>
        <source>its count stands inside the value, which only its own clients can write anew</source>
        <translation>它的次数写在值里面，只有它自己的客户端才能改写</translation>
    </message>
    <message>
        <source>use force-release to end all holds</source>
        <translation>请用“强制释放”结束全部持有</translation>
    </message>
    <message>
        <source>Goes on only if %1 is a holder, else changes nothing and says who is</source>
        <translation>仅当 %1 是持有者时才继续；否则不做任何改动，并告知由谁持有</translation>
    </message>
    <message numerus="yes">
        <source>Goes on only if it is held by %n holder(s), those shown, and with the counts shown</source>
        <translation>
            <numerusform>仅当由所显示的 %n 个持有者持有、且次数相同时才继续</numerusform>
        </translation>
    </message>
    <message>
        <source>With more than one hold: takes one off the count, and stops there</source>
        <translation>若持有不止一次：次数减一后结束</translation>
    </message>
    <message>
        <source>Publishes %1 on %2, so that waiters try again</source>
        <translation>在 %2 上发布 %1，让等待者重试</translation>
    </message>
    <message numerus="yes">
        <source>Removes the %n field(s) that make the lock; the rest of the hash stays</source>
        <translation>
            <numerusform>移除构成锁的 %n 个字段；哈希的其余部分保留</numerusform>
        </translation>
    </message>
    <message>
        <source>Removes %1 from the key; other holders stay</source>
        <translation>从键中移除 %1；其他持有者保留</translation>
    </message>
    <message>
        <source>Deletes the key with all that is in it</source>
        <translation>删除键及其全部内容</translation>
    </message>
    <message>
        <source>It is a kind of your own: what its clients do besides is not known here</source>
        <translation>这是你自定义的类型：它的客户端还会做什么，这里无从得知</translation>
    </message>
    <message>
        <source>The old holder&apos;s code goes on running and is not told</source>
        <translation>原持有者的代码会继续运行，也不会收到通知</translation>
    </message>
    <message>
        <source>No owner is compared: whoever holds it at that moment loses it</source>
        <translation>不比较持有者：届时无论谁持有都会失去它</translation>
    </message>
    <message>
        <source>its end is written inside the value, which only its own clients can write anew</source>
        <translation>它的结束时刻写在值里面，只有它自己的客户端才能改写</translation>
    </message>
    <message>
        <source>the hash holds more than the lock: an expiry would take all of it away</source>
        <translation>哈希里不只有锁：过期会把它全部带走</translation>
    </message>
    <message>
        <source>use force-release: it removes the lock&apos;s own fields only</source>
        <translation>请用“强制释放”：它只移除锁自己的字段</translation>
    </message>
    <message>
        <source>Goes on only if %1 is a holder</source>
        <translation>仅当 %1 是持有者时才继续</translation>
    </message>
    <message>
        <source>Sets the expiry of the key to %1 from now</source>
        <translation>把键的过期时间设为从现在起 %1</translation>
    </message>
    <message>
        <source>Writes its end anew, %1 from now by the server&apos;s clock, at %2</source>
        <translation>在 %2 处重新写入结束时刻：按服务器时钟从现在起 %1</translation>
    </message>
    <message>
        <source>Makes the key expire in %1, if it has no expiry or a later one</source>
        <translation>若键没有过期时间或过期更晚，让它在 %1 后过期</translation>
    </message>
    <message>
        <source>The key goes with all its holders</source>
        <translation>键会连同它的所有持有者一起消失</translation>
    </message>
    <message>
        <source>A holder that is alive may extend it again; one that does not loses the lock while it works</source>
        <translation>活着的持有者可能再次续期；不续期的持有者会在工作中途失去锁</translation>
    </message>
    <message>
        <source>the rule of the kind %1 names no channel</source>
        <translation>类型 %1 的规则没有指明频道</translation>
    </message>
    <message>
        <source>if its waiters listen on one, add &quot;channel&quot; and &quot;message&quot; to the rule</source>
        <translation>如果它的等待者在某个频道上监听，请在规则中加上 &quot;channel&quot; 和 &quot;message&quot;</translation>
    </message>
    <message>
        <source>Publishes %1 on %2; changes nothing</source>
        <translation>在 %2 上发布 %1；不做任何改动</translation>
    </message>
    <message>
        <source>It can be of the kind %1, which a rule of yours describes</source>
        <translation>它可以是 %1 类型，你的一条规则描述了该类型</translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) past their time: nobody holds them, and they stay until somebody takes them away</source>
        <translation>
            <numerusform>%n 个许可的时间已过：已无人持有，但会一直留在那里，直到有人取走</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::RuledFamily</name>
    <message>
        <source>A rule of yours says that keys like this one are of the kind %1</source>
        <translation>你的一条规则说明：这样的键属于类型 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::RwLock</name>
    <message>
        <source>Read-write lock (Redisson)</source>
        <translation>读写锁（Redisson）</translation>
    </message>
    <message>
        <source>Many readers or one writer hold it; each read hold has an expiry of its own, and a watchdog in the client renews it. Before Redisson 4.4.0 the watchdog of one reader keeps dead readers alive too, so writers may wait for nobody.</source>
        <translation>由多个读者或一个写者持有；每个读持有各有自己的过期时间，由客户端里的看门狗续期。在 Redisson 4.4.0 之前，一个读者的看门狗也会让已死的读者继续存活，写者可能在等并不存在的人。</translation>
    </message>
    <message>
        <source>A hash with a mode and fields named like Redisson owners (uuid:thread): Redisson&apos;s read-write lock</source>
        <translation>哈希，带有模式，以及形如 Redisson 持有者（uuid:线程）的字段：Redisson 的读写锁</translation>
    </message>
    <message>
        <source>It is held for writing: nobody else may read or write</source>
        <translation>以写方式持有：别人既不能读也不能写</translation>
    </message>
    <message numerus="yes">
        <source>It is held by %n reader(s): others may read, nobody may write</source>
        <translation>
            <numerusform>由 %n 个读者持有：别人可以读，谁也不能写</numerusform>
        </translation>
    </message>
    <message>
        <source>Thread %1 writes; holds: %2</source>
        <translation>线程 %1 在写；持有次数：%2</translation>
    </message>
    <message>
        <source>Thread %1 reads; holds: %2</source>
        <translation>线程 %1 在读；持有次数：%2</translation>
    </message>
    <message>
        <source>Taken inside Redisson transaction %1</source>
        <translation>在 Redisson 事务 %1 中获取</translation>
    </message>
    <message>
        <source>That reader&apos;s holds are all over: he counts no more once another lets go</source>
        <translation>该读者的持有都已到期：别人一释放，它就不再算数</translation>
    </message>
    <message>
        <source>It has no expiry. Redisson always sets one: another program took it away</source>
        <translation>它没有过期时间。Redisson 总会设置：被别的程序去掉了</translation>
    </message>
    <message>
        <source>There is no key: nobody holds it. Somebody listens on %1, where its waiters are told</source>
        <translation>没有这个键：无人持有。有人在 %1 上监听，等待者在那里得到通知</translation>
    </message>
</context>
<context>
    <name>lockscope::SandboxHost</name>
    <message>
        <source>sandbox</source>
        <translation>沙箱</translation>
    </message>
</context>
<context>
    <name>lockscope::Scenario</name>
    <message>
        <source>there is no scenario %1</source>
        <translation>没有场景 %1</translation>
    </message>
    <message>
        <source>there are %1</source>
        <translation>现有 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::ScenarioRun</name>
    <message>
        <source>sandbox (%1)</source>
        <translation>沙箱（%1）</translation>
    </message>
    <message>
        <source>the worker processes were not ready in time</source>
        <translation>工作进程没有及时就绪</translation>
    </message>
    <message>
        <source>the worker process was not ready in time</source>
        <translation>工作进程没有及时就绪</translation>
    </message>
</context>
<context>
    <name>lockscope::Semaphore</name>
    <message>
        <source>Semaphore (Redisson)</source>
        <translation>信号量（Redisson）</translation>
    </message>
    <message>
        <source>A number of free permits: who takes one counts it down, who gives it back counts it up and tells those that wait. Nobody is recorded as a holder, so a permit whose holder dies is lost until somebody gives it back for him.</source>
        <translation>空闲许可的数量：取走的人减一，归还的人加一并通知等待者。不记录由谁持有，所以持有者死掉后许可就丢失了，直到有人代为归还。</translation>
    </message>
    <message>
        <source>A whole number, as a semaphore of Redisson keeps it</source>
        <translation>整数，Redisson 的信号量就是这样保存的</translation>
    </message>
    <message>
        <source>A whole number, and somebody waits on %1: a semaphore of Redisson</source>
        <translation>整数，且有人在 %1 上等待：Redisson 的信号量</translation>
    </message>
    <message>
        <source>A whole number under a name that says semaphore: nothing but a waiter on its channel could prove it</source>
        <translation>名称表明是信号量的整数：只有在其频道上有等待者才能证实</translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) can be taken now</source>
        <translation>
            <numerusform>现在可取 %n 个许可</numerusform>
        </translation>
    </message>
    <message>
        <source>Neither the holders nor the intended number of permits are stored anywhere</source>
        <translation>持有者和应有的许可总数都没有保存在任何地方</translation>
    </message>
    <message>
        <source>A permit-expirable semaphore looks the same while none of its permits is out</source>
        <translation>可过期许可信号量在没有许可被取走时看起来也是这样</translation>
    </message>
    <message>
        <source>a semaphore records no holder that could be compared</source>
        <translation>信号量没有记录可供比较的持有者</translation>
    </message>
    <message>
        <source>ask for any owner</source>
        <translation>请改为任意持有者</translation>
    </message>
    <message>
        <source>a permit of a plain semaphore has no time that runs out</source>
        <translation>普通信号量的许可没有会用完的时间</translation>
    </message>
    <message>
        <source>nothing needs renewing</source>
        <translation>无需续期</translation>
    </message>
    <message>
        <source>the semaphore itself would expire: its permits would be gone, and those that wait would never be told</source>
        <translation>过期的会是信号量本身：它的许可会消失，等待者永远不会收到通知</translation>
    </message>
    <message>
        <source>give back the permits that were lost, one by one</source>
        <translation>请逐个归还丢失的许可</translation>
    </message>
    <message>
        <source>a plain semaphore records no holders, so none can be removed</source>
        <translation>普通信号量不记录持有者，所以没有可移除的</translation>
    </message>
    <message>
        <source>use release to give one permit back</source>
        <translation>用“释放”归还一个许可</translation>
    </message>
    <message>
        <source>If a permit is free, takes it: counts the number down by one</source>
        <translation>如果有空闲的许可就取走：数字减一</translation>
    </message>
    <message>
        <source>If none is free, changes nothing; if the permits were never set, there is nothing to take</source>
        <translation>如果没有空闲的，不做任何改动；如果从未设置许可，就没有可取的</translation>
    </message>
    <message>
        <source>Tries again at each message on %1, for %2 at most</source>
        <translation>每次收到 %1 上的消息都重试，最长 %2</translation>
    </message>
    <message>
        <source>Nothing records who took the permit, and it does not come back by itself</source>
        <translation>不记录由谁取走，它也不会自行归还</translation>
    </message>
    <message>
        <source>Publishes the new number of free permits on %1, so that those that wait try again</source>
        <translation>在 %1 上发布新的空闲许可数，让等待者重试</translation>
    </message>
    <message>
        <source>Counts the number up by one</source>
        <translation>把数字加一</translation>
    </message>
    <message>
        <source>A semaphore cannot check who gives back: one permit too many stays for good</source>
        <translation>信号量无法核对由谁归还：多出的许可会一直存在</translation>
    </message>
    <message>
        <source>Goes on only if %1 permits are free, as shown</source>
        <translation>仅当空闲许可仍为所显示的 %1 个时才继续</translation>
    </message>
    <message>
        <source>Gives one permit back in place of its holder</source>
        <translation>代替持有者归还一个许可</translation>
    </message>
    <message>
        <source>This cannot be made safe: nothing says who holds a permit. If the holder is alive he gives it back once more, and the semaphore has one permit too many for good</source>
        <translation>这无法做到安全：没有任何记录说明由谁持有许可。如果持有者还活着，它会再归还一次，信号量就永远多出一个许可</translation>
    </message>
    <message>
        <source>The old holder&apos;s code goes on running and is not told</source>
        <translation>原持有者的代码会继续运行，也不会收到通知</translation>
    </message>
    <message>
        <source>If it is a permit-expirable semaphore with no permit out, it gets one too many</source>
        <translation>如果它是没有许可被取走的可过期许可信号量，就会多出一个</translation>
    </message>
    <message>
        <source>If permits are free, publishes their number on %1: so many that wait try again</source>
        <translation>如果有空闲的许可，在 %1 上发布其数量：有多少就有多少等待者重试</translation>
    </message>
    <message>
        <source>If none is free, publishes nothing; changes nothing either way</source>
        <translation>如果没有空闲的，不发布任何消息；无论如何都不做改动</translation>
    </message>
</context>
<context>
    <name>lockscope::SentinelRing</name>
    <message>
        <source>this server is no sentinel: connect to it with redis://</source>
        <translation>该服务器不是哨兵：请用 redis:// 连接</translation>
    </message>
    <message>
        <source>this sentinel watches no master named %1</source>
        <translation>该哨兵没有监视名为 %1 的主节点</translation>
    </message>
    <message>
        <source>SENTINEL MASTERS on it lists the names</source>
        <translation>在其上执行 SENTINEL MASTERS 可列出名称</translation>
    </message>
    <message>
        <source>no sentinel can be reached</source>
        <translation>无法连接任何哨兵</translation>
    </message>
    <message>
        <source>the connection was closed</source>
        <translation>连接已关闭</translation>
    </message>
</context>
<context>
    <name>lockscope::ServerFields</name>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>only needed to save it</source>
        <translation>仅保存时需要</translation>
    </message>
    <message>
        <source>whatever the server is</source>
        <translation>由服务器说明</translation>
    </message>
    <message>
        <source>this one server alone</source>
        <translation>仅这一台服务器</translation>
    </message>
    <message>
        <source>Sentinel</source>
        <translation>哨兵</translation>
    </message>
    <message>
        <source>cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>RedLock group</source>
        <translation>RedLock 组</translation>
    </message>
    <message>
        <source>&amp;TCP</source>
        <translation>TCP(&amp;T)</translation>
    </message>
    <message>
        <source>Unix s&amp;ocket</source>
        <translation>Unix 套接字(&amp;O)</translation>
    </message>
    <message>
        <source>host:port, host:port</source>
        <translation>主机:端口, 主机:端口</translation>
    </message>
    <message>
        <source>one URL a line: the independent servers of the group</source>
        <translation>每行一个 URL：组内相互独立的服务器</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>K&amp;ind</source>
        <translation>类型(&amp;I)</translation>
    </message>
    <message>
        <source>Over</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>&amp;Host</source>
        <translation>主机(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Port</source>
        <translation>端口(&amp;P)</translation>
    </message>
    <message>
        <source>A&amp;lso at</source>
        <translation>其他地址(&amp;L)</translation>
    </message>
    <message>
        <source>Soc&amp;ket</source>
        <translation>套接字(&amp;K)</translation>
    </message>
    <message>
        <source>Mem&amp;bers</source>
        <translation>成员(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Database</source>
        <translation>库(&amp;D)</translation>
    </message>
    <message>
        <source>Login</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Keep passwords in the ke&amp;ychain</source>
        <translation>把密码保存到密钥串(&amp;Y)</translation>
    </message>
    <message>
        <source>In the system&apos;s own, never in a file of Lockscope</source>
        <translation>保存在系统的密钥串中，不会写入 Lockscope 的文件</translation>
    </message>
    <message>
        <source>Use&amp;r</source>
        <translation>用户(&amp;R)</translation>
    </message>
    <message>
        <source>Pass&amp;word</source>
        <translation>密码(&amp;W)</translation>
    </message>
    <message>
        <source>of the sentinels, if they have one</source>
        <translation>哨兵自己的用户名（如果有）</translation>
    </message>
    <message>
        <source>&amp;Master</source>
        <translation>主节点(&amp;M)</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户名</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>for members without one</source>
        <translation>用于没有写密码的成员</translation>
    </message>
    <message>
        <source>kept in the keychain</source>
        <translation>保存在密钥串中</translation>
    </message>
    <message>
        <source>never saved</source>
        <translation>从不保存</translation>
    </message>
</context>
<context>
    <name>lockscope::SettingsDialog</name>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>No setting has these words.</source>
        <translation>没有设置含有这些词。</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>查找设置</translation>
    </message>
    <message>
        <source>Pages of the settings</source>
        <translation>设置的页面</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>page, settings found there</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>lockscope::SettingsFiles</name>
    <message>
        <source>The rules in %1 are not used: %2</source>
        <translation>%1 中的规则未被采用：%2</translation>
    </message>
    <message>
        <source>Mend the file and connect again; Lockscope has not changed it.</source>
        <translation>请修正该文件后重新连接；Lockscope 没有改动它。</translation>
    </message>
    <message>
        <source>The settings in %1 are not used: %2</source>
        <translation>%1 中的设置未被采用：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::ShareRung</name>
    <message>
        <source>In the queue, dead: %1</source>
        <translation>在队列中，已死：%1</translation>
    </message>
    <message>
        <source>In the queue: %1</source>
        <translation>在队列中：%1</translation>
    </message>
    <message>
        <source>Permit: %1</source>
        <translation>许可：%1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>a part of a lock, and who has it</comment>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>reads or writes, and who</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>I have seen it</source>
        <translation>我已看到</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>份额</translation>
    </message>
    <message>
        <source>S&amp;hare</source>
        <translation>份额(&amp;H)</translation>
    </message>
    <message>
        <source>Take out of the &amp;queue</source>
        <translation>移出队列(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Remove the share</source>
        <translation>移除份额(&amp;R)</translation>
    </message>
    <message>
        <source>Takes %1 out of the queue. The holder and the other waiters keep their places.</source>
        <translation>把 %1 移出队列。持有者和其他等待者的位置不变。</translation>
    </message>
    <message>
        <source>Takes the read hold of %1 away. The other readers keep theirs.</source>
        <translation>去掉 %1 的读持有。其他读者不受影响。</translation>
    </message>
    <message>
        <source>Gives the permit %1 back. The other permits stay taken.</source>
        <translation>归还许可 %1。其他许可仍被占用。</translation>
    </message>
    <message>
        <source>Takes %1 of %2 away. The other parts stay held.</source>
        <translation>去掉 %2 持有的 %1。其他部分仍被持有。</translation>
    </message>
    <message>
        <source>Takes the hold of %1 away. The other holders keep theirs.</source>
        <translation>去掉 %1 的持有。其他持有者不受影响。</translation>
    </message>
    <message>
        <source>It is not in the queue any more.</source>
        <translation>它已不在队列中。</translation>
    </message>
    <message>
        <source>It does not hold the lock any more.</source>
        <translation>它已不再持有这把锁。</translation>
    </message>
    <message>
        <source>The hold count changed while this was open.</source>
        <translation>此对话框打开期间，重入次数发生了变化。</translation>
    </message>
    <message>
        <source>Its holder is at work: it went from %1 to %2.</source>
        <translation>持有者正在工作：次数从 %1 变为 %2。</translation>
    </message>
    <message>
        <source>It left the queue and came back while this was open.</source>
        <translation>在此打开期间，它离开了队列又回来了。</translation>
    </message>
    <message>
        <source>It was given back and taken again while this was open.</source>
        <translation>此对话框打开期间，它被归还后又被获取。</translation>
    </message>
    <message>
        <source>The owner is the same, but this is another hold: its holder is at work.</source>
        <translation>持有者相同，但这是另一次持有：持有者正在工作。</translation>
    </message>
    <message>
        <source>There is nothing to take away.</source>
        <translation>没有可去掉的份额。</translation>
    </message>
    <message>
        <source>Look at what changed and confirm it first.</source>
        <translation>请先查看变化并确认。</translation>
    </message>
</context>
<context>
    <name>lockscope::ShedLock</name>
    <message>
        <source>Scheduled job (ShedLock)</source>
        <translation>定时任务（ShedLock）</translation>
    </message>
    <message>
        <source>A string that keeps a scheduled job from being started on a second machine; it names the host and the time of the start. It may stay after the job ended, and once it is gone the job may start again, even while the first run goes on.</source>
        <translation>字符串，防止定时任务在第二台机器上启动；写明主机和启动时刻。任务结束后它可能仍在；它一消失，任务就可能再次启动，哪怕第一次还在运行。</translation>
    </message>
    <message>
        <source>The value is ShedLock&apos;s entry: when and on which host the job was started</source>
        <translation>值是 ShedLock 的条目：任务何时、在哪台主机上启动</translation>
    </message>
    <message>
        <source>Started on host %1</source>
        <translation>启动于主机 %1</translation>
    </message>
    <message>
        <source>Started at %1</source>
        <translation>启动于 %1</translation>
    </message>
    <message>
        <source>It expires when lockAtMostFor is over, or lockAtLeastFor if the job has ended</source>
        <translation>lockAtMostFor 用完时过期；若任务已结束，则在 lockAtLeastFor 用完时过期</translation>
    </message>
    <message>
        <source>It has no expiry, which ShedLock never writes: the job will not start any more</source>
        <translation>没有过期时间，ShedLock 从不这样写：任务不会再启动</translation>
    </message>
    <message>
        <source>The job may have ended already: ShedLock keeps the entry until lockAtLeastFor is over. Nothing in the key tells the two apart</source>
        <translation>任务可能已经结束：ShedLock 会保留条目直到 lockAtLeastFor 用完。从键本身无法区分</translation>
    </message>
    <message>
        <source>Nobody waits for it: other hosts skip this run</source>
        <translation>没有人等待它：其他主机跳过这一次</translation>
    </message>
    <message>
        <source>While it is there, the job of this name starts nowhere</source>
        <translation>只要它在，这个名称的任务在任何地方都不会启动</translation>
    </message>
    <message>
        <source>The job may start again now: ShedLock itself would keep the entry until lockAtLeastFor is over</source>
        <translation>任务现在可能再次启动：ShedLock 自己会保留条目直到 lockAtLeastFor 用完</translation>
    </message>
    <message>
        <source>The job may start again now, even while the first run goes on. A shorter expiry is the gentler way</source>
        <translation>任务现在可能再次启动，哪怕第一次还在运行。缩短过期时间是更温和的办法</translation>
    </message>
    <message>
        <source>A job that runs longer than that may be started a second time</source>
        <translation>运行时间更长的任务可能会被再次启动</translation>
    </message>
    <message>
        <source>%1, %2 ago</source>
        <translation>%1，%2前</translation>
    </message>
    <message>
        <source>Started or last extended at %1: ShedLock before 6.7.0 writes the time anew when it extends</source>
        <translation>启动或最近一次延长于 %1：6.7.0 之前的 ShedLock 在延长时会重写时间</translation>
    </message>
    <message>
        <source>The end of the first run deletes the entry of the next one, or shortens it to what is left of its own lockAtLeastFor, unless safeUpdate is set</source>
        <translation>第一次运行结束时会删除下一次运行的条目，或将其缩短为自己的 lockAtLeastFor 的剩余时间，除非设置了 safeUpdate</translation>
    </message>
</context>
<context>
    <name>lockscope::SidekiqLock</name>
    <message>
        <source>Unique job (sidekiq-unique-jobs)</source>
        <translation>唯一任务（sidekiq-unique-jobs）</translation>
    </message>
    <message>
        <source>Keeps a job of Sidekiq from being queued or run twice: a hash whose fields are the ids of the jobs that hold it. Most have no expiry: when a job is lost without giving its lock back, no such job runs any more until the reaper finds it.</source>
        <translation>防止 Sidekiq 的任务被重复排队或执行：哈希，字段是持有它的任务的标识。多数没有过期时间：任务若没有归还锁就丢失，同样的任务不会再执行，直到清理器发现它。</translation>
    </message>
    <message>
        <source>Job %1: worker %2, queue %3</source>
        <translation>任务 %1：工作类 %2，队列 %3</translation>
    </message>
    <message>
        <source>Kind of lock: %1</source>
        <translation>锁的类型：%1</translation>
    </message>
    <message>
        <source>The job does not give it back: it stays until it expires</source>
        <translation>任务不会归还它：它会一直存在直到过期</translation>
    </message>
    <message>
        <source>Job %1 took it at %2</source>
        <translation>任务 %1 获取于 %2</translation>
    </message>
    <message>
        <source>A hash :LOCKED with a job id and JSON about it: sidekiq-unique-jobs 9</source>
        <translation>名为 :LOCKED 的哈希，含任务标识及其 JSON：sidekiq-unique-jobs 9</translation>
    </message>
    <message>
        <source>A hash :GRABBED with a job id and a time: sidekiq-unique-jobs 6 or older</source>
        <translation>名为 :GRABBED 的哈希，含任务标识和时间：sidekiq-unique-jobs 6 或更早</translation>
    </message>
    <message>
        <source>A hash :LOCKED with a job id and a time: sidekiq-unique-jobs 7 or 8</source>
        <translation>名为 :LOCKED 的哈希，含任务标识和时间：sidekiq-unique-jobs 7 或 8</translation>
    </message>
    <message>
        <source>The lock is free, but jobs stand in its queue: one of them takes it next</source>
        <translation>锁空闲，但队列里有任务：其中一个将接着获取</translation>
    </message>
    <message>
        <source>The name ends with :RUN: it is held while the job runs</source>
        <translation>名称以 :RUN 结尾：任务运行期间持有</translation>
    </message>
    <message>
        <source>It is held from when the job is queued, as its kind says</source>
        <translation>从任务排队时起就持有，其类型如此规定</translation>
    </message>
    <message>
        <source>Which process works on the job is told by Sidekiq&apos;s own hashes &lt;host:pid:…&gt;:work</source>
        <translation>哪个进程在处理该任务，由 Sidekiq 自己的哈希 &lt;host:pid:…&gt;:work 说明</translation>
    </message>
    <message>
        <source>It has no expiry: normal, unless the job class sets a lock_ttl</source>
        <translation>没有过期时间：正常，除非任务类设置了 lock_ttl</translation>
    </message>
    <message>
        <source>Nobody waits for it: a job that cannot have it is dropped, or queued again</source>
        <translation>没有人等待它：得不到的任务会被丢弃或重新排队</translation>
    </message>
    <message>
        <source>Who waits sleeps on a list, for 5 s at most in version 8</source>
        <translation>等待者睡在列表上，第 8 版最长 5 秒</translation>
    </message>
    <message>
        <source>a lock of this kind belongs to a job: without one the gem&apos;s reaper takes it away</source>
        <translation>这种锁属于某个任务：没有任务，该库的清理器会把它拿走</translation>
    </message>
    <message>
        <source>queue the job with Sidekiq</source>
        <translation>请用 Sidekiq 排入任务</translation>
    </message>
    <message>
        <source>a lock of this kind is never renewed</source>
        <translation>这种锁从不续期</translation>
    </message>
    <message>
        <source>set lock_ttl in the job class</source>
        <translation>请在任务类中设置 lock_ttl</translation>
    </message>
    <message>
        <source>who waits for it sleeps on a list, for a few seconds at most</source>
        <translation>等待者睡在列表上，最长几秒</translation>
    </message>
    <message>
        <source>a lock of this kind is known by its key digest:LOCKED</source>
        <translation>这种锁以它的键 digest:LOCKED 为准</translation>
    </message>
    <message>
        <source>put :LOCKED behind the digest</source>
        <translation>请在 digest 后面加上 :LOCKED</translation>
    </message>
    <message>
        <source>Takes job %1 out of the hash</source>
        <translation>从哈希中取出任务 %1</translation>
    </message>
    <message>
        <source>If no other job is left, deletes the keys of the lock and its entry in the list of all locks</source>
        <translation>如果没有别的任务，删除锁的各个键以及它在全部锁列表中的条目</translation>
    </message>
    <message>
        <source>Puts a 1 into the queue of waiters, which lives for 5 s: one of them wakes (versions 7 and 8)</source>
        <translation>在等待队列中放入一个 1，存活 5 秒：其中一个会醒来（第 7 和第 8 版）</translation>
    </message>
    <message>
        <source>Leaves the job itself alone</source>
        <translation>不动任务本身</translation>
    </message>
    <message>
        <source>If he does not hold it but waits for it, takes him out of the queue instead</source>
        <translation>如果它没有持有而在等待，则把它移出队列</translation>
    </message>
    <message>
        <source>A job keeps its id when it is tried again: it cannot be told from before</source>
        <translation>任务重试时标识不变：与之前无法区分</translation>
    </message>
    <message>
        <source>Deletes the keys of the lock and its entry in the list of all locks</source>
        <translation>删除锁的各个键以及它在全部锁列表中的条目</translation>
    </message>
    <message>
        <source>Makes the lock expire in %1, if it has no expiry or a later one</source>
        <translation>若锁没有过期时间或过期更晚，让它在 %1 后过期</translation>
    </message>
    <message>
        <source>All jobs that hold it share the expiry: one can be given it only if he is alone</source>
        <translation>持有它的所有任务共用过期时间：只有它是唯一的持有者时才能单独设置</translation>
    </message>
    <message>
        <source>A job that still runs then loses the lock while it works; its entry in the list of all locks stays until the reaper finds it</source>
        <translation>届时仍在运行的任务会在工作中途失去锁；它在全部锁列表中的条目会留到清理器发现为止</translation>
    </message>
    <message>
        <source>A string with a job id under the name of the digest, and nothing else: sidekiq-unique-jobs 5 or older</source>
        <translation>摘要名称下只有一个任务 id 字符串，别无其他：sidekiq-unique-jobs 5 或更早版本</translation>
    </message>
    <message>
        <source>To act on it, name the digest and the kind token-lock: %1</source>
        <translation>要对它执行操作，请指明摘要和类型 token-lock：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::Site</name>
    <message numerus="yes">
        <source>no master answers for %n slot(s)</source>
        <translation>
            <numerusform>%n 个槽没有主节点负责</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::Snapshot</name>
    <message>
        <source>the list was not complete within %1</source>
        <translation>列表在 %1内没有完成</translation>
    </message>
    <message>
        <source>cannot write %1</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>Saved the window as %1</source>
        <translation>窗口已保存为 %1</translation>
    </message>
    <message>
        <source>no answer within %1</source>
        <translation>%1内没有应答</translation>
    </message>
</context>
<context>
    <name>lockscope::SpinLock</name>
    <message>
        <source>Spin lock (Redisson)</source>
        <translation>自旋锁（Redisson）</translation>
    </message>
    <message>
        <source>The hash of Redisson&apos;s reentrant lock, taken by clients that ask again every 1 to 128 ms instead of waiting for a message. Many waiters load the server with questions, and none of them can be seen.</source>
        <translation>与 Redisson 可重入锁相同的哈希，但客户端每 1 到 128 毫秒再查询一次，而不是等待消息。等待者多时会给服务器带来大量查询，而且一个也看不到。</translation>
    </message>
    <message>
        <source>nobody is to be woken: a spin lock&apos;s waiters ask by themselves</source>
        <translation>没有人可唤醒：自旋锁的等待者会自己查询</translation>
    </message>
    <message>
        <source>release the lock, or force it</source>
        <translation>请释放锁，或强制释放</translation>
    </message>
</context>
<context>
    <name>lockscope::SpringLock</name>
    <message>
        <source>Registry lock (Spring Integration)</source>
        <translation>注册表锁（Spring Integration）</translation>
    </message>
    <message>
        <source>A string whose value is the UUID of the application&apos;s lock registry, the same in all its locks; who waits asks every 100 ms, or listens to a channel. If the work outlasts the expiry, another application gets in, and the first learns of it only when it unlocks.</source>
        <translation>字符串，值是应用的锁注册表的 UUID，它的所有锁都相同；等待者每 100 毫秒查询一次，或监听频道。工作若超过过期时间，另一个应用就会进来，前一个要到解锁时才会发现。</translation>
    </message>
    <message>
        <source>A UUID under a name like registry:path: a lock of Spring Integration&apos;s RedisLockRegistry</source>
        <translation>名称形如 registry:path 的 UUID：Spring Integration 的 RedisLockRegistry 的锁</translation>
    </message>
    <message>
        <source>All locks with this value belong to one registry object, usually one process. The value stays the same from one acquisition to the next</source>
        <translation>值相同的锁都属于同一个注册表对象，通常是同一个进程。每次获取，值都不变</translation>
    </message>
    <message>
        <source>Re-entry is counted inside the process: Redis does not know how often it is held</source>
        <translation>重入次数在进程内部计算：Redis 不知道被持有了几次</translation>
    </message>
    <message>
        <source>It expires by itself unless the registry renews it</source>
        <translation>注册表不续期就会自行过期</translation>
    </message>
    <message>
        <source>It has no expiry, which the registry never leaves out</source>
        <translation>没有过期时间，而注册表从不省略它</translation>
    </message>
    <message>
        <source>Who waits asks every 100 ms, or, in pub/sub mode, listens by pattern: how many wait is not known</source>
        <translation>等待者每 100 毫秒查询一次，或在发布/订阅模式下按模式监听：有多少人在等待无从得知</translation>
    </message>
    <message>
        <source>RedLock.net, redlock-rb and home-made locks carry UUIDs too; they are freed by the same steps</source>
        <translation>RedLock.net、redlock-rb 和自制的锁也用 UUID；释放的步骤相同</translation>
    </message>
    <message numerus="yes">
        <source>Publishes the lock&apos;s name on each channel that may be its own: %n</source>
        <translation>
            <numerusform>在每个可能属于它的频道上发布锁的名称：%n</numerusform>
        </translation>
    </message>
    <message>
        <source>Leaves the lock as it is: a waiter tries again</source>
        <translation>锁保持不变：等待者会重试</translation>
    </message>
    <message>
        <source>Only waiters in pub/sub mode hear it; the others ask by themselves every 100 ms</source>
        <translation>只有发布/订阅模式的等待者听得到；其他等待者每 100 毫秒自己查询</translation>
    </message>
    <message>
        <source>a registry names its locks registryKey:path</source>
        <translation>注册表的锁名为 registryKey:path</translation>
    </message>
    <message>
        <source>name it, for example, locks:%1</source>
        <translation>例如请命名为 locks:%1</translation>
    </message>
    <message>
        <source>The value is the registry&apos;s: if the same process took the lock anew meanwhile, the comparison cannot tell</source>
        <translation>值属于注册表：如果同一进程其间重新获取了锁，比较无法分辨</translation>
    </message>
</context>
<context>
    <name>lockscope::StartController</name>
    <message>
        <source>Connect to %1</source>
        <translation>连接到 %1</translation>
    </message>
    <message>
        <source>Forget a recent connection</source>
        <translation>忘记最近的连接</translation>
    </message>
    <message>
        <source>All of them</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>&amp;Put the recent connections back</source>
        <translation>放回最近的连接(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Put %1 back</source>
        <translation>放回 %1(&amp;P)</translation>
    </message>
    <message>
        <source>The recent connections are off the list; %1 puts them back</source>
        <translation>最近的连接已从列表中移除；%1 可放回</translation>
    </message>
    <message>
        <source>%1 is off the list; %2 puts it back</source>
        <translation>%1 已从列表中移除；%2 可放回</translation>
    </message>
    <message>
        <source>&amp;Try the sandbox</source>
        <translation>试用沙箱(&amp;T)</translation>
    </message>
    <message>
        <source>Starting the sandbox: %1 …</source>
        <translation>正在启动沙箱：%1……</translation>
    </message>
    <message>
        <source>The sandbox could not be started: %1</source>
        <translation>无法启动沙箱：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::StartPage</name>
    <message>
        <source>About the sandbox</source>
        <translation>关于沙箱</translation>
    </message>
    <message>
        <source>Lockscope</source>
        <translation>Lockscope</translation>
    </message>
    <message>
        <source>Shows which distributed locks exist in your Redis, who holds each of them, whether the holder is alive, and who waits.</source>
        <translation>显示你的 Redis 中有哪些分布式锁、谁持有每一把、持有者是否存活，以及谁在等待。</translation>
    </message>
    <message>
        <source>Connect to a Redis…</source>
        <translation>连接到 Redis…</translation>
    </message>
    <message>
        <source>Try the sandbox</source>
        <translation>试用沙箱</translation>
    </message>
    <message>
        <source>Start a private Redis on this machine, full of working locks</source>
        <translation>在本机启动一个私有 Redis，其中有许多正在工作的锁</translation>
    </message>
    <message>
        <source>The sandbox is being started</source>
        <translation>沙箱正在启动</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Do not start the sandbox</source>
        <translation>不启动沙箱</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>所有按键</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Your connections: a double click or Enter opens one</source>
        <translation>你的连接：双击或按 Enter 打开</translation>
    </message>
    <message>
        <source>still running</source>
        <translation>仍在运行</translation>
    </message>
    <message>
        <source>recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Take off the list</source>
        <translation>从列表中去掉</translation>
    </message>
    <message>
        <source>Forget all recent connections</source>
        <translation>忘记所有最近的连接</translation>
    </message>
    <message>
        <source>The sandbox is a private redis-server on loopback, with clients that take, renew and abandon locks. It ends with this window.</source>
        <translation>沙箱是回环地址上的私有 redis-server，其客户端会获取、续期和遗弃锁。它随此窗口结束。</translation>
    </message>
    <message>
        <source>The sandbox needs the program redis-server, which is not on this machine. Debian and Ubuntu have it in the package redis-server, Fedora in redis, Homebrew in redis.</source>
        <translation>沙箱需要程序 redis-server，而本机上没有。Debian 和 Ubuntu 的软件包为 redis-server，Fedora 为 redis，Homebrew 为 redis。</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>已保存</translation>
    </message>
</context>
<context>
    <name>lockscope::StatusLine</name>
    <message>
        <source>Live mode</source>
        <translation>实时方式</translation>
    </message>
    <message>
        <source>Scan</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Progress of the scan</source>
        <translation>扫描进度</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the scan; what was found stays</source>
        <translation>停止扫描；已找到的保留</translation>
    </message>
    <message>
        <source>Stop the scan</source>
        <translation>停止扫描</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
    <message numerus="yes">
        <source>Events may have been missed %n time(s); each time everything was scanned again.</source>
        <translation>
            <numerusform>可能错过事件 %n 次；每次都已全部重新扫描。</numerusform>
        </translation>
    </message>
    <message>
        <source> (exact)</source>
        <translation>（精确）</translation>
    </message>
    <message>
        <source>%1/%2 nodes</source>
        <translation>%1/%2 个节点</translation>
    </message>
    <message>
        <source> (since %1)</source>
        <translation>（自 %1）</translation>
    </message>
    <message>
        <source>Refused keys</source>
        <translation>被拒绝的键</translation>
    </message>
    <message numerus="yes">
        <source>%n key(s) refused: %1</source>
        <translation>
            <numerusform>%n 个键被拒绝：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>They may be locks, and are missing in the list. The first of them:</source>
        <translation>它们可能是锁，但未列出。其中第一个：</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>no history is kept</source>
        <translation>没有保存历史</translation>
    </message>
    <message>
        <source>holds %1</source>
        <comment>how many locks this program holds</comment>
        <translation>持有 %1</translation>
    </message>
    <message>
        <source>Locks that this Lockscope holds: %1</source>
        <translation>本 Lockscope 持有的锁：%1</translation>
    </message>
    <message>
        <source>%1: no quorum</source>
        <translation>%1：未达到多数</translation>
    </message>
    <message>
        <source>not live</source>
        <translation>非实时</translation>
    </message>
    <message>
        <source>scan failed</source>
        <translation>扫描失败</translation>
    </message>
</context>
<context>
    <name>lockscope::StoryDialog</name>
    <message>
        <source>Story of %1</source>
        <translation>%1 的完整历史</translation>
    </message>
    <message>
        <source>Looking for what happened…</source>
        <translation>正在查找发生过的事件…</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Nothing is remembered of %1.</source>
        <translation>没有 %1 的记录。</translation>
    </message>
    <message>
        <source>The longest hold that ended: %1</source>
        <translation>已结束的持有中最长的：%1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1: %2 since %3, %4, %5</source>
        <comment>lock, events, time, taken so often, by so many owners</comment>
        <translation>%1：自 %3 起有 %2，%4，%5</translation>
    </message>
    <message numerus="yes">
        <source>%Ln events</source>
        <translation>
            <numerusform>%Ln 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>taken %Ln times</source>
        <translation>
            <numerusform>被获取 %Ln 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>by %Ln owners</source>
        <translation>
            <numerusform>涉及 %Ln 个持有者</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is known before %1.</source>
        <translation>%1 之前没有任何记录。</translation>
    </message>
    <message>
        <source>It was held already when it was first seen, at %1.</source>
        <translation>首次看到时（%1）它已被持有。</translation>
    </message>
    <message>
        <source>These are the newest %1; older events are remembered, and not shown.</source>
        <translation>这是最新的 %1 个；更早的事件已记录，但未显示。</translation>
    </message>
</context>
<context>
    <name>lockscope::SymfonyLock</name>
    <message>
        <source>Lock (Symfony)</source>
        <translation>锁（Symfony）</translation>
    </message>
    <message>
        <source>A sorted set of the holders&apos; tokens with the time at which each hold ends, 300 s ahead; the member __write__ says that the hold is exclusive, without it all are readers. Nothing renews it by itself: when the work outlasts the time, the next one gets in while the first still works.</source>
        <translation>持有者令牌的有序集合，各带其持有结束的时刻，提前 300 秒；成员 __write__ 表示独占，没有它则都是读者。没有任何东西会自动续期：工作若超过时限，前一个还在工作，下一个就进来了。</translation>
    </message>
    <message>
        <source>A sorted set whose members are 32 random bytes in base64, with the times at which they end: a lock of Symfony 5.2 or later</source>
        <translation>有序集合，成员是 base64 编码的 32 个随机字节，分值是结束时刻：Symfony 5.2 或更高版本的锁</translation>
    </message>
    <message>
        <source>The member __write__ is there: the hold is exclusive</source>
        <translation>有成员 __write__：独占持有</translation>
    </message>
    <message>
        <source>The member __write__ is not there: all holders are readers</source>
        <translation>没有成员 __write__：所有持有者都是读者</translation>
    </message>
    <message numerus="yes">
        <source>%n hold(s) past the end, dropped by who comes next</source>
        <translation>
            <numerusform>%n 个持有已过结束时刻，由下一个来者清除</numerusform>
        </translation>
    </message>
    <message>
        <source>The key expires when the last hold ends, as Symfony sets it</source>
        <translation>键在最后一个持有结束时过期，Symfony 就是这样设置的</translation>
    </message>
    <message>
        <source>The key does not expire when the last hold ends: the clocks differ, or another program set it</source>
        <translation>键不在最后一个持有结束时过期：时钟不一致，或由别的程序设置</translation>
    </message>
    <message>
        <source>The token is made once for each key object and names neither machine nor process</source>
        <translation>令牌为每个 Key 对象生成一次，不含机器和进程的信息</translation>
    </message>
    <message>
        <source>Who waits asks again every 90 to 110 ms; that cannot be seen from here</source>
        <translation>等待者每 90 到 110 毫秒再查询一次；从这里看不到</translation>
    </message>
    <message>
        <source>the owner %1 is not one Symfony would write</source>
        <translation>持有者 %1 不是 Symfony 会写入的形式</translation>
    </message>
    <message>
        <source>leave it out, or give 32 bytes in base64</source>
        <translation>请留空，或写成 base64 编码的 32 字节</translation>
    </message>
    <message>
        <source>who waits for it asks again every 90 to 110 ms</source>
        <translation>等待者每 90 到 110 毫秒再查询一次</translation>
    </message>
    <message>
        <source>Drops the holds that are past their end</source>
        <translation>清除已过结束时刻的持有</translation>
    </message>
    <message>
        <source>If nobody else holds it exclusively, adds %1 as a reader for %2</source>
        <translation>如果没有别人独占，把 %1 作为读者加入，时长 %2</translation>
    </message>
    <message>
        <source>If nobody else holds it, adds %1 and __write__ for %2</source>
        <translation>如果没有别人持有，加入 %1 和 __write__，时长 %2</translation>
    </message>
    <message>
        <source>Makes the key expire when the last hold ends</source>
        <translation>让键在最后一个持有结束时过期</translation>
    </message>
    <message>
        <source>If %1 holds it, makes his hold end %2 from now, and __write__ with it</source>
        <translation>如果由 %1 持有，让它的持有从现在起 %2 后结束，__write__ 也一样</translation>
    </message>
    <message>
        <source>Takes %1 out, and __write__ with it</source>
        <translation>移除 %1，连同 __write__</translation>
    </message>
    <message>
        <source>Makes the key expire when the last hold ends; without holds it is gone</source>
        <translation>让键在最后一个持有结束时过期；没有持有时键就不存在了</translation>
    </message>
    <message>
        <source>Deletes the key, with all holds</source>
        <translation>删除键，连同全部持有</translation>
    </message>
    <message>
        <source>Makes the hold end in %1, if it ends later</source>
        <translation>若持有结束得更晚，让它在 %1 后结束</translation>
    </message>
    <message>
        <source>The application does not learn of it: it believes the time it asked for</source>
        <translation>应用不会得知：它相信自己所要的时间</translation>
    </message>
</context>
<context>
    <name>lockscope::TimeBar</name>
    <message>
        <source>Stretch of time shown</source>
        <translation>显示的时间段</translation>
    </message>
    <message>
        <source>How long a stretch of time is shown; the wheel on a plot changes it, too</source>
        <translation>显示多长的时间段；在图表上滚动滚轮也可改变</translation>
    </message>
    <message>
        <source>Follow what happens; a double click on a plot does it, too. Dragging stops it</source>
        <translation>跟随最新变化；双击图表也可以。拖动则停止跟随</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>更早</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>更晚</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>the last %1</source>
        <translation>最近 %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>stretch of time, note</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>%1; history begins at %2</source>
        <comment>stretch of time</comment>
        <translation>%1；历史始于 %2</translation>
    </message>
</context>
<context>
    <name>lockscope::TimelinePage</name>
    <message>
        <source>Looking for what happened…</source>
        <translation>正在查找发生过的事件…</translation>
    </message>
    <message>
        <source>Locks most in demand</source>
        <translation>争用最多的锁</translation>
    </message>
    <message>
        <source>Locks as listed</source>
        <translation>按列表的锁</translation>
    </message>
    <message>
        <source>Which locks have a lane</source>
        <translation>哪些锁有泳道</translation>
    </message>
    <message>
        <source>Look back</source>
        <translation>回看</translation>
    </message>
    <message>
        <source>Show all locks as they were at a moment: drag its line, or use the arrow keys</source>
        <translation>显示所有锁在某一时刻的状态：拖动竖线，或用方向键</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Save what is shown as a file</source>
        <translation>把显示的内容保存为文件</translation>
    </message>
    <message>
        <source>Save the timeline</source>
        <translation>保存时间线</translation>
    </message>
    <message>
        <source>too much happened: some of the time before %1 is left out</source>
        <translation>事件过多：%1 之前有一部分未显示</translation>
    </message>
    <message>
        <source>Selected lock</source>
        <translation>选中的锁</translation>
    </message>
    <message>
        <source>Which locks have a lane. Without a selected lock, these are the most contended ones.</source>
        <translation>哪些锁有泳道。没有选中锁时，显示争用最激烈的锁。</translation>
    </message>
</context>
<context>
    <name>lockscope::TimestampLock</name>
    <message>
        <source>Lock with its end as the value</source>
        <translation>以结束时刻为值的锁</translation>
    </message>
    <message>
        <source>One string whose value is the time when the lock ends; it has no expiry and stays when that time is past, free for whoever writes a new time first. Each client compares with its own clock, so clocks that differ let two in at once.</source>
        <translation>字符串，值是锁结束的时刻；没有过期时间，时刻过去后键仍在，谁先写入新的时刻谁就获取。每个客户端用自己的时钟比较，时钟不一致时会有两个同时进入。</translation>
    </message>
    <message>
        <source>A string without an expiry whose value is a time near now: the time when the lock ends</source>
        <translation>没有过期时间的字符串，值是离现在不远的时刻：锁结束的时刻</translation>
    </message>
    <message>
        <source>2147483649 is what old releases of redis-py write for a lock that never ends</source>
        <translation>2147483649 是旧版 redis-py 为永不结束的锁写入的值</translation>
    </message>
    <message>
        <source>Held until %1, for %2 from now</source>
        <translation>持有到 %1，从现在起还有 %2</translation>
    </message>
    <message>
        <source>Free since %1, %2 ago, though the key is there</source>
        <translation>自 %1（%2前）起空闲，尽管键还在</translation>
    </message>
    <message>
        <source>In milliseconds</source>
        <translation>以毫秒计</translation>
    </message>
    <message>
        <source>In seconds</source>
        <translation>以秒计</translation>
    </message>
    <message>
        <source>In seconds with a fraction, as old releases of redis-py write it</source>
        <translation>以带小数的秒计，旧版 redis-py 就是这样写的</translation>
    </message>
    <message>
        <source>It names no owner. A client that came too late may have written this time over the owner&apos;s, a little later</source>
        <translation>它不指明持有者。来晚的客户端可能用稍晚一点的时刻覆盖了持有者写入的时刻</translation>
    </message>
    <message>
        <source>If the value is the time when the lock was taken instead, it is a lock without a token, and held</source>
        <translation>如果值其实是获取锁的时刻，那它就是无令牌锁，并且被持有</translation>
    </message>
    <message>
        <source>%1 is no unit of time</source>
        <translation>%1 不是时间单位</translation>
    </message>
    <message>
        <source>give s or ms, or leave it out</source>
        <translation>请写 s 或 ms，或留空</translation>
    </message>
    <message>
        <source>a lock of this kind has no channel: who waits for it asks again and again</source>
        <translation>这种锁没有频道：等待者会反复查询</translation>
    </message>
    <message>
        <source>nothing needs waking</source>
        <translation>无需唤醒</translation>
    </message>
    <message>
        <source>If the key is missing, or the time in it is past, writes the time %1 from now</source>
        <translation>如果键不存在，或其中的时刻已过，写入从现在起 %1 的时刻</translation>
    </message>
    <message>
        <source>In the unit of the value that is there, else in milliseconds unless told otherwise</source>
        <translation>使用已有值的单位；没有则用毫秒，除非另有说明</translation>
    </message>
    <message>
        <source>If the time in it is still to come, changes nothing and says how long</source>
        <translation>如果其中的时刻还没到，不做任何改动，并告知还有多久</translation>
    </message>
    <message>
        <source>Asks again and again, for %1 at most</source>
        <translation>反复查询，最长 %1</translation>
    </message>
    <message>
        <source>Other clients compare with their own clocks: one whose clock is ahead gets in early</source>
        <translation>其他客户端用自己的时钟比较：时钟偏快的会提前进入</translation>
    </message>
    <message>
        <source>If the value is still %1 and its time not past, writes the time %2 from now</source>
        <translation>如果值仍为 %1 且时刻未过，写入从现在起 %2 的时刻</translation>
    </message>
    <message>
        <source>The new value is the owner from then on</source>
        <translation>从此新的值就是持有者</translation>
    </message>
    <message>
        <source>If the value is still %1, deletes the key</source>
        <translation>如果值仍为 %1，删除该键</translation>
    </message>
    <message>
        <source>Else changes nothing and says what is there</source>
        <translation>否则不做任何改动，并告知那里是什么</translation>
    </message>
    <message>
        <source>Goes on only if the value is still %1, letter by letter</source>
        <translation>仅当值仍逐字等于 %1 时才继续</translation>
    </message>
    <message>
        <source>If its time is past, changes nothing: it is free</source>
        <translation>如果时刻已过，不做任何改动：它是空闲的</translation>
    </message>
    <message>
        <source>Deletes the key</source>
        <translation>删除键</translation>
    </message>
    <message>
        <source>The old holder&apos;s code goes on running and is not told; when it is done it may delete the lock of the next holder, for many clients do not compare</source>
        <translation>原持有者的代码会继续运行，也不会收到通知；它完成后可能删除下一个持有者的锁，因为许多客户端不作比较</translation>
    </message>
    <message>
        <source>No value is compared: whoever holds it at that moment loses it</source>
        <translation>不比较值：届时无论谁持有都会失去它</translation>
    </message>
    <message>
        <source>Only if the value is still %1</source>
        <translation>仅当值仍为 %1</translation>
    </message>
    <message>
        <source>Writes the time %1 from now, where a later one stands</source>
        <translation>若原来的时刻更晚，改写为从现在起 %1</translation>
    </message>
    <message>
        <source>The key gets no expiry: the time in it says when it is free</source>
        <translation>键不会得到过期时间：其中的时刻说明何时空闲</translation>
    </message>
    <message>
        <source>The holder does not look at it again: he loses the lock while he works</source>
        <translation>持有者不会再看它：它会在工作中途失去锁</translation>
    </message>
</context>
<context>
    <name>lockscope::TokenLock</name>
    <message>
        <source>A short string under a name that says lock</source>
        <translation>名称表明是锁的短字符串</translation>
    </message>
    <message>
        <source>The name does not say lock, but the value is near certain</source>
        <translation>名称看不出是锁，但从值来看几乎可以肯定</translation>
    </message>
    <message>
        <source>The value is %1</source>
        <translation>值是%1</translation>
    </message>
    <message>
        <source>It expires by itself unless the owner extends it</source>
        <translation>持有者不续期就会自行过期</translation>
    </message>
    <message>
        <source>It has no expiry: a token lock without one stays for ever if its owner dies</source>
        <translation>没有过期时间：持有者若死亡，没有过期时间的令牌锁会永远存在</translation>
    </message>
    <message>
        <source>Who waits for it asks again and again; that cannot be seen from here</source>
        <translation>等待者会反复查询；从这里看不到</translation>
    </message>
    <message>
        <source>Token lock</source>
        <translation>令牌锁</translation>
    </message>
    <message>
        <source>One string that only one client can create, with a random token as its value and an expiry; only who knows the token may delete it. If the work outlasts the expiry, the next client gets in while the first still works.</source>
        <translation>只有一个客户端能创建的字符串，值为随机令牌，带过期时间；只有知道令牌的人才能删除它。工作若超过过期时间，前一个还在工作，下一个客户端就进来了。</translation>
    </message>
    <message>
        <source>No library is known by such a value: the application chose it, as StackExchange.Redis and others let it</source>
        <translation>没有哪个库使用这样的值：由应用自行选择，StackExchange.Redis 等允许这样做</translation>
    </message>
    <message>
        <source>It may also be a lock of Spring Integration&apos;s registry: acts on it tell its waiters, too</source>
        <translation>它也可能是 Spring Integration 注册表的锁：对它的操作也会通知其等待者</translation>
    </message>
    <message>
        <source>A random token that expires, under a name such as Sentry gives its locks</source>
        <translation>会过期的随机令牌，名称是 Sentry 为其锁所用的形式</translation>
    </message>
</context>
<context>
    <name>lockscope::Tr</name>
    <message>
        <source>&quot;for&quot; needs a duration such as 30s, at column %1</source>
        <translation>“for”需要一个时长，例如 30s（第 %1 列）</translation>
    </message>
    <message>
        <source>a rule needs a condition such as verdict&gt;=warning</source>
        <translation>规则需要一个条件，例如 verdict&gt;=warning</translation>
    </message>
    <message>
        <source>SSH tunnel ok</source>
        <translation>SSH 隧道正常</translation>
    </message>
    <message>
        <source>socket ok</source>
        <translation>套接字正常</translation>
    </message>
    <message>
        <source>TCP ok</source>
        <translation>TCP 正常</translation>
    </message>
    <message>
        <source>TLS ok</source>
        <translation>TLS 正常</translation>
    </message>
    <message>
        <source>login ok</source>
        <translation>登录成功</translation>
    </message>
    <message>
        <source>master found</source>
        <translation>已找到主节点</translation>
    </message>
    <message>
        <source>may read</source>
        <translation>可以读取</translation>
    </message>
    <message>
        <source>may write</source>
        <translation>可以写入</translation>
    </message>
    <message>
        <source>no SSH tunnel</source>
        <translation>SSH 隧道未建立</translation>
    </message>
    <message>
        <source>no socket</source>
        <translation>套接字无法连接</translation>
    </message>
    <message>
        <source>no TCP connection</source>
        <translation>TCP 无法连接</translation>
    </message>
    <message>
        <source>no TLS</source>
        <translation>TLS 未建立</translation>
    </message>
    <message>
        <source>no login</source>
        <translation>登录失败</translation>
    </message>
    <message>
        <source>no master found</source>
        <translation>找不到主节点</translation>
    </message>
    <message>
        <source>may not read</source>
        <translation>不能读取</translation>
    </message>
    <message>
        <source>may not write</source>
        <translation>不能写入</translation>
    </message>
    <message>
        <source>whether it may read is not known</source>
        <translation>能否读取未知</translation>
    </message>
    <message>
        <source>whether it may write is not known</source>
        <translation>能否写入未知</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>a character of the user, the password or a value is not escaped</source>
        <translation>用户名、密码或某个值中有字符没有转义</translation>
    </message>
    <message>
        <source>write %40 for @, %3A for :, %2F for /, %3F for ? and %23 for #</source>
        <translation>@ 写成 %40，: 写成 %3A，/ 写成 %2F，? 写成 %3F，# 写成 %23</translation>
    </message>
    <message>
        <source>in the %1, a percent sign is not followed by two hex digits</source>
        <translation>%1中的百分号后面不是两位十六进制数字</translation>
    </message>
    <message>
        <source>write %25 for a percent sign</source>
        <translation>百分号请写成 %25</translation>
    </message>
    <message>
        <source>the %1 is no UTF-8 text</source>
        <translation>%1不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>user</source>
        <translation>用户名</translation>
    </message>
    <message>
        <source>password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>the ] after the IPv6 address is missing</source>
        <translation>IPv6 地址后面缺少 ]</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机名</translation>
    </message>
    <message>
        <source>what stands in the brackets is no IPv6 address</source>
        <translation>方括号中不是 IPv6 地址</translation>
    </message>
    <message>
        <source>there is more than one colon after the host</source>
        <translation>主机名后面有不止一个冒号</translation>
    </message>
    <message>
        <source>write an IPv6 address in brackets: redis://[::1]:6379</source>
        <translation>IPv6 地址请放在方括号中：redis://[::1]:6379</translation>
    </message>
    <message>
        <source>the host is missing</source>
        <translation>缺少主机名</translation>
    </message>
    <message>
        <source>the host has a character that no host name has</source>
        <translation>主机名中有不允许的字符</translation>
    </message>
    <message>
        <source>the port is no number from 1 to 65535</source>
        <translation>端口不是 1 到 65535 之间的数字</translation>
    </message>
    <message>
        <source>the database is no number from 0 on</source>
        <translation>库号不是从 0 开始的数字</translation>
    </message>
    <message>
        <source>write it as /N after the host, or as ?db=N</source>
        <translation>请在主机后面写 /N，或写 ?db=N</translation>
    </message>
    <message>
        <source>the clientname has a space or a character that Redis does not allow there</source>
        <translation>clientname 中有空格或 Redis 不允许的字符</translation>
    </message>
    <message>
        <source>there is no query parameter &quot;%1&quot;</source>
        <translation>没有名为“%1”的查询参数</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询部分</translation>
    </message>
    <message>
        <source>a query parameter is given twice</source>
        <translation>有一个查询参数出现了两次</translation>
    </message>
    <message>
        <source>it has parameters for TLS, but is no TLS connection</source>
        <translation>带有 TLS 参数，但不是 TLS 连接</translation>
    </message>
    <message>
        <source>write rediss:// instead of redis://</source>
        <translation>请用 rediss:// 代替 redis://</translation>
    </message>
    <message>
        <source>cert and key are needed together</source>
        <translation>cert 和 key 必须同时给出</translation>
    </message>
    <message>
        <source>it names two databases, one in the path and one in the query</source>
        <translation>路径和查询部分各写了一个库号</translation>
    </message>
    <message>
        <source>a unix socket has no host</source>
        <translation>unix 套接字没有主机名</translation>
    </message>
    <message>
        <source>write unix:// and an absolute path: unix:///run/redis.sock</source>
        <translation>请写 unix:// 加绝对路径：unix:///run/redis.sock</translation>
    </message>
    <message>
        <source>path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>the path of the socket is missing</source>
        <translation>缺少套接字的路径</translation>
    </message>
    <message>
        <source>it does not begin with redis://, rediss://, unix://, sentinel:// or cluster://</source>
        <translation>开头不是 redis://、rediss://、unix://、sentinel:// 或 cluster://</translation>
    </message>
    <message>
        <source>it has several addresses</source>
        <translation>写了多个地址</translation>
    </message>
    <message>
        <source>several are for sentinel:// and cluster://; independent servers have a URL each</source>
        <translation>只有 sentinel:// 和 cluster:// 可以写多个地址；相互独立的服务器请各写一个 URL</translation>
    </message>
    <message>
        <source>address %1</source>
        <translation>第 %1 个地址</translation>
    </message>
    <message>
        <source>it is given twice</source>
        <translation>重复给出</translation>
    </message>
    <message>
        <source>name of the master</source>
        <translation>主节点名称</translation>
    </message>
    <message>
        <source>the name of the master is missing</source>
        <translation>缺少主节点名称</translation>
    </message>
    <message>
        <source>write sentinel://host:port/MASTER; the sentinels know it: SENTINEL masters</source>
        <translation>请写 sentinel://主机:端口/主节点名称；名称可用 SENTINEL masters 向哨兵查询</translation>
    </message>
    <message>
        <source>member %1</source>
        <translation>第 %1 个成员</translation>
    </message>
    <message>
        <source>a RedLock group has independent servers</source>
        <translation>RedLock 组由相互独立的服务器组成</translation>
    </message>
    <message>
        <source>write redis://[user[:password]@]host[:port][/db], rediss://… for TLS, unix:///path[?db=N], sentinel://host:port,host:port/MASTER or cluster://host:port,host:port</source>
        <translation>请写 redis://[用户[:密码]@]主机[:端口][/库]，TLS 用 rediss://…，也可写 unix:///路径[?db=N]、sentinel://主机:端口,主机:端口/主节点名称 或 cluster://主机:端口,主机:端口</translation>
    </message>
    <message>
        <source>%1 is neither 0 nor 1</source>
        <translation>%1 既不是 0 也不是 1</translation>
    </message>
    <message>
        <source>tls= is for sentinel:// and cluster://</source>
        <translation>tls= 只用于 sentinel:// 和 cluster://</translation>
    </message>
    <message>
        <source>topology= has no place here: the scheme says it</source>
        <translation>这里不能写 topology=：协议名已经说明</translation>
    </message>
    <message>
        <source>topology is neither standalone nor automatic</source>
        <translation>topology 既不是 standalone 也不是 automatic</translation>
    </message>
    <message>
        <source>for others write sentinel:// or cluster://</source>
        <translation>其他部署方式请写 sentinel:// 或 cluster://</translation>
    </message>
    <message>
        <source>the login of sentinels has no place here</source>
        <translation>这里不能写哨兵的登录信息</translation>
    </message>
    <message>
        <source>write sentinel://host:port/MASTER</source>
        <translation>请写 sentinel://主机:端口/主节点名称</translation>
    </message>
    <message>
        <source>addresses is neither announced nor typed</source>
        <translation>addresses 既不是 announced 也不是 typed</translation>
    </message>
    <message>
        <source>to replace single addresses write map=announced:port=reached:port</source>
        <translation>要替换个别地址，请写 map=通告地址:端口=实际地址:端口</translation>
    </message>
    <message>
        <source>map, number %1</source>
        <translation>第 %1 个 map</translation>
    </message>
    <message>
        <source>write map=announced[:port]=reached[:port], once for each address</source>
        <translation>请写 map=通告地址[:端口]=实际地址[:端口]，每个地址写一次</translation>
    </message>
    <message>
        <source>it is not two addresses with = between</source>
        <translation>不是用 = 隔开的两个地址</translation>
    </message>
    <message>
        <source>its announced address is mapped already</source>
        <translation>该通告地址已有映射</translation>
    </message>
    <message>
        <source>write proxy=socks5://host:port or proxy=http://host:port</source>
        <translation>请写 proxy=socks5://主机:端口 或 proxy=http://主机:端口</translation>
    </message>
    <message>
        <source>it begins with neither socks5:// nor http://</source>
        <translation>开头既不是 socks5:// 也不是 http://</translation>
    </message>
    <message>
        <source>the port is missing</source>
        <translation>缺少端口</translation>
    </message>
    <message>
        <source>this is no destination</source>
        <translation>这不是 SSH 目标</translation>
    </message>
    <message>
        <source>write ssh=[user@]host[:port]</source>
        <translation>请写 ssh=[用户@]主机[:端口]</translation>
    </message>
    <message>
        <source>known are %1</source>
        <translation>可用的有 %1</translation>
    </message>
    <message>
        <source>add tls=1</source>
        <translation>请加上 tls=1</translation>
    </message>
    <message>
        <source>addresses=typed and map= exclude each other</source>
        <translation>addresses=typed 与 map= 不能同时使用</translation>
    </message>
    <message>
        <source>a unix socket has no proxy and no tunnel</source>
        <translation>unix 套接字不经过代理，也不经过隧道</translation>
    </message>
    <message>
        <source>a unix socket has no typed host</source>
        <translation>unix 套接字没有可沿用的主机名</translation>
    </message>
    <message>
        <source>proxy and ssh exclude each other</source>
        <translation>proxy 与 ssh 不能同时使用</translation>
    </message>
    <message>
        <source>name the proxy in the configuration of ssh: ProxyCommand or ProxyJump</source>
        <translation>请在 ssh 的配置中写代理：ProxyCommand 或 ProxyJump</translation>
    </message>
    <message>
        <source>sshkey and sshconfig need ssh=</source>
        <translation>sshkey 和 sshconfig 需要与 ssh= 一起使用</translation>
    </message>
    <message>
        <source>write announced:port=reached:port, e.g. 10.0.0.3:6379=127.0.0.1:7001</source>
        <translation>请写成 通告地址:端口=实际地址:端口，例如 10.0.0.3:6379=127.0.0.1:7001</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not two addresses with = between</source>
        <translation>“%1”不是用 = 隔开的两个地址</translation>
    </message>
    <message>
        <source>the announced address</source>
        <translation>通告地址</translation>
    </message>
    <message>
        <source>the address it is reached at</source>
        <translation>实际地址</translation>
    </message>
    <message>
        <source>%1 is mapped already</source>
        <translation>%1 已有映射</translation>
    </message>
    <message>
        <source>leave one of the two out</source>
        <translation>请去掉其中一条</translation>
    </message>
    <message>
        <source>address table, line %1</source>
        <translation>地址对照表第 %1 行</translation>
    </message>
    <message>
        <source>Duration &quot;%1&quot;: %2</source>
        <translation>时长“%1”：%2</translation>
    </message>
    <message>
        <source>write a number and a unit, such as 250ms, 30s, 5m, 2h or 1d</source>
        <translation>请写数字加单位，例如 250ms、30s、5m、2h 或 1d</translation>
    </message>
    <message>
        <source>nothing is there</source>
        <translation>内容为空</translation>
    </message>
    <message>
        <source>it must not be negative</source>
        <translation>不能为负数</translation>
    </message>
    <message>
        <source>it does not begin with a number</source>
        <translation>开头不是数字</translation>
    </message>
    <message>
        <source>the unit is missing, and seconds and milliseconds are easily confused</source>
        <translation>缺少单位，而秒和毫秒很容易混淆</translation>
    </message>
    <message>
        <source>only one number and one unit are understood</source>
        <translation>只能有一个数字和一个单位</translation>
    </message>
    <message>
        <source>there is no unit &quot;%1&quot;</source>
        <translation>没有“%1”这个单位</translation>
    </message>
    <message>
        <source>it is finer than a millisecond</source>
        <translation>精度超过了毫秒</translation>
    </message>
    <message>
        <source>it is longer than 36500d</source>
        <translation>超过了 36500d</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 小时</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>the server does not tell the number of the connection</source>
        <translation>服务器不告知连接的编号</translation>
    </message>
    <message>
        <source>keyspace events are off on this server</source>
        <translation>此服务器未开启键空间事件</translation>
    </message>
    <message>
        <source>patterns with a fixed beginning, such as lock:*, cost the server nothing for other keys</source>
        <translation>有固定前缀的模式（如 lock:*）不会因其他键给服务器带来开销</translation>
    </message>
    <message>
        <source>CONFIG SET notify-keyspace-events %1 makes every event exact; it costs the server about 0.6 µs for each write of these kinds, to any key, while it is set</source>
        <translation>CONFIG SET notify-keyspace-events %1 可让每个事件都精确；开启期间，对任何键的这类写入每次约增加服务器 0.6 µs 开销</translation>
    </message>
    <message>
        <source>the server tells which keys beginning with %1 change</source>
        <translation>服务器会告知以 %1 开头的键的变化</translation>
    </message>
    <message>
        <source>keyspace events are on: each change is told</source>
        <translation>键空间事件已开启：每次变化都会告知</translation>
    </message>
    <message>
        <source>the server tells which keys change</source>
        <translation>服务器会告知哪些键发生变化</translation>
    </message>
    <message>
        <source>not every pattern has a fixed beginning: the server tells which keys change, and the locks are picked out here</source>
        <translation>并非所有模式都有固定前缀：服务器告知哪些键变化，由本程序从中挑出锁</translation>
    </message>
    <message>
        <source>more than %1 other keys change in a second</source>
        <translation>每秒有超过 %1 个其他键在变化</translation>
    </message>
    <message>
        <source>%1: new locks are told of if they begin with %2, others are found by the next scan; known locks are told of</source>
        <translation>%1：以 %2 开头的新锁会被告知，其他的由下次扫描发现；已知的锁会被告知</translation>
    </message>
    <message>
        <source>%1: known locks are told of, new ones are found by the next scan</source>
        <translation>%1：已知的锁会被告知，新锁由下次扫描发现</translation>
    </message>
    <message>
        <source>tracking: %1; events: %2</source>
        <translation>跟踪：%1；事件：%2</translation>
    </message>
    <message>
        <source>no second connection: %1</source>
        <translation>没有第二条连接：%1</translation>
    </message>
    <message>
        <source>the quote opened at column %1 is not closed</source>
        <translation>第 %1 列开始的引号没有闭合</translation>
    </message>
    <message>
        <source>%1, at column %2</source>
        <translation>%1（第 %2 列）</translation>
    </message>
    <message>
        <source>%1 needs ok, info, warning or critical</source>
        <translation>%1 需要 ok、info、warning 或 critical</translation>
    </message>
    <message>
        <source>%1 needs a duration such as 30s</source>
        <translation>%1 需要一个时长，例如 30s</translation>
    </message>
    <message>
        <source>%1 needs a number such as 3</source>
        <translation>%1 需要一个数字，例如 3</translation>
    </message>
    <message>
        <source>%1 cannot be compared, write %1:</source>
        <translation>%1 不能比较大小，请写 %1:</translation>
    </message>
    <message>
        <source>a text is missing</source>
        <translation>缺少文本</translation>
    </message>
    <message>
        <source>%1 needs a text to look for</source>
        <translation>%1 需要要查找的文本</translation>
    </message>
    <message>
        <source>there is no field %1</source>
        <translation>没有字段 %1</translation>
    </message>
    <message>
        <source>in quotes it is a text to look for</source>
        <translation>加引号则作为要查找的文本</translation>
    </message>
    <message>
        <source>did you mean %1? In quotes it is a text to look for</source>
        <translation>是否指 %1？加引号则作为要查找的文本</translation>
    </message>
    <message>
        <source>there is no kind %1</source>
        <translation>没有类型 %1</translation>
    </message>
    <message>
        <source>there is no verdict %1</source>
        <translation>没有判定 %1</translation>
    </message>
    <message>
        <source>did you mean %1?</source>
        <translation>是否指 %1？</translation>
    </message>
    <message>
        <source>a field is missing before %1</source>
        <translation>%1 之前缺少字段</translation>
    </message>
    <message>
        <source>did you mean %1? In quotes it is one of your own</source>
        <translation>是否指 %1？加引号则表示你自定义的类型</translation>
    </message>
    <message>
        <source>write it without blanks, as in verdict&gt;=warning; in quotes it is a text to look for</source>
        <translation>请不带空格地书写，例如 verdict&gt;=warning；加引号则表示要查找的文本</translation>
    </message>
    <message>
        <source>this user may not ask the server for it (ACL DRYRUN)</source>
        <translation>该用户无权向服务器询问（ACL DRYRUN）</translation>
    </message>
    <message>
        <source>a server before 7.0 cannot be asked</source>
        <translation>7.0 之前的服务器无法询问</translation>
    </message>
    <message>
        <source>the server answered: %1</source>
        <translation>服务器应答：%1</translation>
    </message>
    <message>
        <source>the server has no %1</source>
        <translation>服务器没有 %1</translation>
    </message>
    <message>
        <source>it is no object</source>
        <translation>不是一个对象</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a text</source>
        <translation>“%1”必须是文本</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be true or false</source>
        <translation>“%1”必须是 true 或 false</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a whole number from %2 to %3</source>
        <translation>“%1”必须是 %2 到 %3 的整数</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a list</source>
        <translation>“%1”必须是列表</translation>
    </message>
    <message>
        <source>%1, &quot;%2&quot;</source>
        <translation>%1，“%2”</translation>
    </message>
    <message>
        <source>entry %1</source>
        <translation>第 %1 项</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: %2</source>
        <translation>“%1”：%2</translation>
    </message>
    <message>
        <source>the private key for ssh is not stored: keep it in a file of ~/.ssh, or in the agent</source>
        <translation>没有保存 ssh 私钥：请把它放在 ~/.ssh 下的文件中，或交给 ssh 代理程序</translation>
    </message>
    <message>
        <source>the password for ssh is not taken over: ssh uses keys, its agent and its own configuration</source>
        <translation>没有导入 ssh 密码：ssh 使用密钥、代理程序和自己的配置</translation>
    </message>
    <message>
        <source>the passphrase of the key for ssh is not taken over: ssh-add gives it to the agent</source>
        <translation>没有导入 ssh 密钥的口令：可用 ssh-add 交给代理程序</translation>
    </message>
    <message>
        <source>the certificate of the authority is not stored: save it as a file and name that</source>
        <translation>没有保存 CA 证书：请把它存为文件，再填写文件名</translation>
    </message>
    <message>
        <source>the client certificate is not stored: save it as a file and name that</source>
        <translation>没有保存客户端证书：请把它存为文件，再填写文件名</translation>
    </message>
    <message>
        <source>the key of the client certificate is not stored: save it as a file and name that</source>
        <translation>没有保存客户端证书的私钥：请把它存为文件，再填写文件名</translation>
    </message>
    <message>
        <source>&quot;nodes&quot;, number %1</source>
        <translation>“nodes”第 %1 个</translation>
    </message>
    <message>
        <source>its kind &quot;%1&quot; is not known here; the server is asked what it is</source>
        <translation>不认识它的类型“%1”；连接时会询问服务器</translation>
    </message>
    <message>
        <source>the certificate of the server is not verified, as it was there</source>
        <translation>和原来一样，不验证服务器证书</translation>
    </message>
    <message>
        <source>the certificate of the authority was not exported</source>
        <translation>导出文件中没有 CA 证书</translation>
    </message>
    <message>
        <source>the client certificate was not exported</source>
        <translation>导出文件中没有客户端证书</translation>
    </message>
    <message>
        <source>its tags are not taken over</source>
        <translation>没有导入它的标签</translation>
    </message>
    <message>
        <source>the certificate of the server is verified now, as it was not there</source>
        <translation>原来不验证服务器证书，现在会验证</translation>
    </message>
    <message>
        <source>the command to run before connecting is not taken over</source>
        <translation>没有导入连接前要运行的命令</translation>
    </message>
    <message>
        <source>these are no connections that Lockscope can read</source>
        <translation>这不是 Lockscope 能读取的连接</translation>
    </message>
    <message>
        <source>known are URLs one a line, RedisInsight&apos;s JSON export, the .ano file of Another Redis Desktop Manager, and Lockscope&apos;s own export</source>
        <translation>可以读取：每行一个 URL、RedisInsight 导出的 JSON、Another Redis Desktop Manager 的 .ano 文件，以及 Lockscope 自己导出的文件</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>there is no connection in it</source>
        <translation>其中没有连接</translation>
    </message>
    <message>
        <source>this is larger than 10 MB</source>
        <translation>超过 10 MB</translation>
    </message>
    <message>
        <source>entry %1, &quot;%2&quot;: %3</source>
        <translation>第 %1 项“%2”：%3</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: there is one of that name already; this is &quot;%2&quot; now</source>
        <translation>“%1”：已有同名连接，导入为“%2”</translation>
    </message>
    <message>
        <source>must be a list of texts</source>
        <translation>必须是文本列表</translation>
    </message>
    <message>
        <source>must be development, staging or production</source>
        <translation>必须是 development、staging 或 production</translation>
    </message>
    <message>
        <source>must be an object</source>
        <translation>必须是对象</translation>
    </message>
    <message>
        <source>must be a list of objects</source>
        <translation>必须是对象列表</translation>
    </message>
    <message>
        <source>line %1: profile &quot;%2&quot;: %3</source>
        <translation>第 %1 行：配置“%2”：%3</translation>
    </message>
    <message>
        <source>the file is of version %1, written by a newer Lockscope</source>
        <translation>文件版本为 %1，由更新的 Lockscope 写成</translation>
    </message>
    <message>
        <source>line 1: this is no list of Lockscope profiles</source>
        <translation>第 1 行：这不是 Lockscope 的连接配置列表</translation>
    </message>
    <message>
        <source>line %1: there are two profiles named &quot;%2&quot;</source>
        <translation>第 %1 行：有两个名为“%2”的配置</translation>
    </message>
    <message>
        <source>a profile needs a name</source>
        <translation>配置需要一个名称</translation>
    </message>
    <message>
        <source>give a host or a socket, one of the two</source>
        <translation>请给出主机或套接字，二者选一</translation>
    </message>
    <message>
        <source>a host is a name or an address, without blanks and slashes</source>
        <translation>主机是名称或地址，不含空格和斜杠</translation>
    </message>
    <message>
        <source>a port is a number from 1 to 65535</source>
        <translation>端口是 1 到 65535 之间的数字</translation>
    </message>
    <message>
        <source>a database number cannot be below 0</source>
        <translation>库号不能小于 0</translation>
    </message>
    <message>
        <source>TLS is not for unix sockets</source>
        <translation>TLS 不能用于 unix 套接字</translation>
    </message>
    <message>
        <source>a client certificate and its key go together</source>
        <translation>客户端证书和它的私钥必须同时给出</translation>
    </message>
    <message>
        <source>a pattern cannot be empty</source>
        <translation>模式不能为空</translation>
    </message>
    <message>
        <source>mend or move the file; Lockscope has not changed it</source>
        <translation>请修正或移走该文件；Lockscope 没有改动它</translation>
    </message>
    <message>
        <source>profile &quot;%1&quot;: %2</source>
        <translation>配置“%1”：%2</translation>
    </message>
    <message>
        <source>there are two profiles named &quot;%1&quot;</source>
        <translation>有两个名为“%1”的配置</translation>
    </message>
    <message>
        <source>there is no profile &quot;%1&quot; in %2</source>
        <translation>%2 中没有名为“%1”的配置</translation>
    </message>
    <message>
        <source>save one in the window, or use --url</source>
        <translation>请在窗口中保存一个，或使用 --url</translation>
    </message>
    <message>
        <source>there are: %1</source>
        <translation>现有：%1</translation>
    </message>
    <message>
        <source>a list of profiles</source>
        <translation>配置列表</translation>
    </message>
    <message>
        <source>must be one of: %1</source>
        <translation>必须是以下之一：%1</translation>
    </message>
    <message>
        <source>Sentinel and clusters are not reached through a unix socket</source>
        <translation>不能通过 unix 套接字连接哨兵或集群</translation>
    </message>
    <message>
        <source>Sentinel needs the name of the master</source>
        <translation>使用哨兵时需要主节点名称</translation>
    </message>
    <message>
        <source>further addresses are for Sentinel and clusters only</source>
        <translation>只有哨兵和集群可以填写更多地址</translation>
    </message>
    <message>
        <source>address %1: %2</source>
        <translation>第 %1 个地址：%2</translation>
    </message>
    <message>
        <source>only a RedLock group has members</source>
        <translation>只有 RedLock 组有成员</translation>
    </message>
    <message>
        <source>the table of addresses is empty</source>
        <translation>地址对照表是空的</translation>
    </message>
    <message>
        <source>row %1 of the addresses: %2</source>
        <translation>地址对照表第 %1 行：%2</translation>
    </message>
    <message>
        <source>a proxy or a tunnel, one of the two; ssh&apos;s own configuration can name a proxy</source>
        <translation>代理和隧道只能选一个；可以在 ssh 自己的配置中写代理</translation>
    </message>
    <message>
        <source>the user of a proxy has no colon</source>
        <translation>代理的用户名不能含有冒号</translation>
    </message>
    <message>
        <source>the destination of ssh is [user@]host, without blanks</source>
        <translation>ssh 的目标是 [用户@]主机，不含空格</translation>
    </message>
    <message>
        <source>a RedLock group has members, and no address of its own</source>
        <translation>RedLock 组只有成员，没有自己的地址</translation>
    </message>
    <message>
        <source>a RedLock group needs at least two members</source>
        <translation>RedLock 组至少需要两个成员</translation>
    </message>
    <message>
        <source>member %1: %2</source>
        <translation>第 %1 个成员：%2</translation>
    </message>
    <message>
        <source>it cannot be a group itself</source>
        <translation>成员本身不能是组</translation>
    </message>
    <message>
        <source>a colour is # and six hex digits</source>
        <translation>颜色写成 # 加六位十六进制数字</translation>
    </message>
    <message>
        <source>must be a list of acts: %1</source>
        <translation>必须是操作列表：%1</translation>
    </message>
    <message>
        <source>acquire</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>renew</source>
        <translation>续期</translation>
    </message>
    <message>
        <source>release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>force-release</source>
        <translation>强制释放</translation>
    </message>
    <message>
        <source>wake</source>
        <translation>唤醒</translation>
    </message>
    <message>
        <source>set-expiry</source>
        <translation>设置过期时间</translation>
    </message>
    <message>
        <source>, no expiry</source>
        <translation>，无过期时间</translation>
    </message>
    <message>
        <source>, %1 left</source>
        <translation>，剩余 %1</translation>
    </message>
    <message>
        <source>held now by %1</source>
        <translation>现由 %1 持有</translation>
    </message>
    <message>
        <source> (holds: %1)</source>
        <translation>（重入次数：%1）</translation>
    </message>
    <message>
        <source>; waiters woken: %1</source>
        <translation>；已唤醒等待者：%1</translation>
    </message>
    <message>
        <source>force-released</source>
        <translation>已强制释放</translation>
    </message>
    <message>
        <source>released</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>one hold released; holds left: %1</source>
        <translation>已释放一次持有；剩余次数：%1</translation>
    </message>
    <message>
        <source>re-entered by %1 (holds: %2)</source>
        <translation>%1 已重入（次数：%2）</translation>
    </message>
    <message>
        <source>acquired by %1</source>
        <translation>%1 已获取</translation>
    </message>
    <message>
        <source>renewed for %1</source>
        <translation>已为 %1 续期</translation>
    </message>
    <message>
        <source>wake-up message sent; clients that got it: %1</source>
        <translation>唤醒消息已发送；收到的客户端：%1</translation>
    </message>
    <message>
        <source>wake-up message sent; nobody was listening</source>
        <translation>唤醒消息已发送；没有人在监听</translation>
    </message>
    <message>
        <source>expires sooner than that already, nothing changed</source>
        <translation>本来就更早到期，未作更改</translation>
    </message>
    <message>
        <source>expiry set</source>
        <translation>已设置过期时间</translation>
    </message>
    <message>
        <source>owner changed meanwhile, %1 not done; </source>
        <translation>持有者已改变，未执行%1；</translation>
    </message>
    <message>
        <source>nobody holds it now</source>
        <translation>现在无人持有</translation>
    </message>
    <message>
        <source>already gone, nothing to %1</source>
        <translation>锁已不存在，无需%1</translation>
    </message>
    <message>
        <source>not acquired</source>
        <translation>未获取到</translation>
    </message>
    <message>
        <source>%1 refused: </source>
        <translation>%1被拒绝：</translation>
    </message>
    <message>
        <source>whether the %1 was done is not known: </source>
        <translation>无法确定%1是否已执行：</translation>
    </message>
    <message>
        <source>dry run, nothing sent: would %1</source>
        <translation>试运行，未发送任何命令：将会%1</translation>
    </message>
    <message>
        <source>remove the share</source>
        <translation>移除份额</translation>
    </message>
    <message>
        <source>acquired</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>share removed</source>
        <translation>已移除份额</translation>
    </message>
    <message>
        <source>; taken again after %1 at most</source>
        <translation>；至多 %1 后又被获取</translation>
    </message>
    <message>
        <source>at its next renewal</source>
        <translation>下次续期时</translation>
    </message>
    <message>
        <source>at unlock</source>
        <translation>解锁时</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>立即</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <comment>a library, when its holder notices, what it notices</comment>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>taken anew or renewed since it was shown, %1 not done; </source>
        <translation>自显示以来被重新获取或续期，未执行%1；</translation>
    </message>
    <message>
        <source>to %1</source>
        <comment>releases of a library, the last one too</comment>
        <translation>%1 及更早</translation>
    </message>
    <message>
        <source>before %1</source>
        <comment>releases of a library, without that one</comment>
        <translation>早于 %1</translation>
    </message>
    <message>
        <source>not every key</source>
        <translation>并非所有键</translation>
    </message>
    <message>
        <source>keys of %1</source>
        <translation>%1 的键</translation>
    </message>
    <message>
        <source>channels %1</source>
        <translation>频道 %1</translation>
    </message>
    <message>
        <source>Sandbox: no certificates: </source>
        <translation>沙箱：没有证书：</translation>
    </message>
    <message>
        <source>openssl did not end</source>
        <translation>openssl 没有结束</translation>
    </message>
    <message>
        <source>openssl says: %1</source>
        <translation>openssl 的输出：%1</translation>
    </message>
    <message>
        <source>the program openssl is not there</source>
        <translation>没有找到 openssl 程序</translation>
    </message>
    <message>
        <source>install the package openssl</source>
        <translation>请安装软件包 openssl</translation>
    </message>
    <message>
        <source>Sandbox: </source>
        <translation>沙箱：</translation>
    </message>
    <message>
        <source>the program redis-server is not there</source>
        <translation>没有找到 redis-server 程序</translation>
    </message>
    <message>
        <source>install the package redis-server, or connect to a server with --url</source>
        <translation>请安装软件包 redis-server，或用 --url 连接到一台服务器</translation>
    </message>
    <message>
        <source>no folder could be made in %1</source>
        <translation>无法在 %1 中创建文件夹</translation>
    </message>
    <message>
        <source>set TMPDIR to a folder with a short name that may be written</source>
        <translation>请把 TMPDIR 设为一个路径较短且可写的文件夹</translation>
    </message>
    <message>
        <source>%1 does not start: %2</source>
        <translation>%1 无法启动：%2</translation>
    </message>
    <message>
        <source>redis-server ended at once: %1</source>
        <translation>redis-server 立即退出：%1</translation>
    </message>
    <message>
        <source>redis-server does not answer: %1</source>
        <translation>redis-server 没有应答：%1</translation>
    </message>
    <message>
        <source>there is no free port on 127.0.0.1</source>
        <translation>127.0.0.1 上没有空闲端口</translation>
    </message>
    <message>
        <source>the program redis-cli is not there</source>
        <translation>没有找到 redis-cli 程序</translation>
    </message>
    <message>
        <source>install the package redis-tools</source>
        <translation>请安装软件包 redis-tools</translation>
    </message>
    <message>
        <source>redis-cli --cluster create did not end</source>
        <translation>redis-cli --cluster create 没有结束</translation>
    </message>
    <message>
        <source>redis-cli --cluster create says: %1</source>
        <translation>redis-cli --cluster create 的输出：%1</translation>
    </message>
    <message>
        <source>every node of the cluster sees the others</source>
        <translation>集群的每个节点都看到其他节点</translation>
    </message>
    <message>
        <source>every node of the cluster knows the announced names</source>
        <translation>集群的每个节点都知道对外公布的名称</translation>
    </message>
    <message>
        <source>the replicas get the data of their master</source>
        <translation>副本从主节点获得数据</translation>
    </message>
    <message>
        <source>the sentinels get to know each other</source>
        <translation>各 Sentinel 互相发现</translation>
    </message>
    <message>
        <source>this takes too long: %1</source>
        <translation>等待时间过长：%1</translation>
    </message>
    <message>
        <source>the server saves its data</source>
        <translation>服务器保存数据</translation>
    </message>
    <message>
        <source>%1 cannot be written</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>there is no redis-server for Windows</source>
        <translation>Windows 没有 redis-server</translation>
    </message>
    <message>
        <source>connect to a server with --url</source>
        <translation>请用 --url 连接到一台服务器</translation>
    </message>
    <message>
        <source>a server can have a clock of its own on Linux only</source>
        <translation>只有在 Linux 上，服务器才能有自己的时钟</translation>
    </message>
    <message>
        <source>the keychain cannot be used: %1</source>
        <translation>无法使用密钥串：%1</translation>
    </message>
    <message>
        <source>give the password for this session</source>
        <translation>请为本次会话输入密码</translation>
    </message>
    <message>
        <source>there is no D-Bus session here</source>
        <translation>这里没有 D-Bus 会话</translation>
    </message>
    <message>
        <source>this Lockscope was built without it</source>
        <translation>这个 Lockscope 构建时没有包含它</translation>
    </message>
    <message>
        <source>it does not answer</source>
        <translation>没有回应</translation>
    </message>
    <message>
        <source>what the keychain has is not what Lockscope keeps there</source>
        <translation>密钥串中的内容不是 Lockscope 保存的</translation>
    </message>
    <message>
        <source>type the password again</source>
        <translation>请重新输入密码</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no size: a whole number and B, KiB, MiB, GiB or TiB, such as 512MiB</source>
        <translation>“%1”不是大小：请写整数加 B、KiB、MiB、GiB 或 TiB，例如 512MiB</translation>
    </message>
    <message>
        <source>The token was made at %1: the call that took the lock began then</source>
        <translation>令牌生成于 %1：获取锁的调用从那时开始</translation>
    </message>
    <message>
        <source>That was %1 ago</source>
        <translation>距今 %1</translation>
    </message>
    <message>
        <source>Made on the machine with MAC address %1</source>
        <translation>生成它的机器的 MAC 地址为 %1</translation>
    </message>
    <message>
        <source>Made by a process that drew %1 instead of a MAC address</source>
        <translation>生成它的进程用随机数 %1 代替了 MAC 地址</translation>
    </message>
    <message>
        <source>Clock sequence %1: tokens with the same two come from one process or machine</source>
        <translation>时钟序列 %1：这两项相同的令牌来自同一进程或同一机器</translation>
    </message>
    <message>
        <source>The application added %1</source>
        <translation>应用附加了 %1</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>held for %1</source>
        <translation>已持有 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n holder(s), held for %1</source>
        <translation>
            <numerusform>%n 个持有者，已持有 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>free for %1</source>
        <translation>已空闲 %1</translation>
    </message>
    <message>
        <source>expires in %1</source>
        <translation>%1 后过期</translation>
    </message>
    <message>
        <source>no expiry set</source>
        <translation>未设置过期时间</translation>
    </message>
    <message>
        <source>longest time to live seen: %1</source>
        <translation>见过的最长 TTL：%1</translation>
    </message>
    <message numerus="yes">
        <source>renewed %n time(s), last %1 ago</source>
        <translation>
            <numerusform>已续期 %n 次，上次在 %1前</numerusform>
        </translation>
    </message>
    <message>
        <source>renewed every %1 so far</source>
        <translation>此前每 %1 续期一次</translation>
    </message>
    <message numerus="yes">
        <source>%n renewal(s) missed</source>
        <translation>
            <numerusform>错过 %n 次续期</numerusform>
        </translation>
    </message>
    <message>
        <source>hold count %1, at most %2</source>
        <translation>重入次数 %1，最多时 %2</translation>
    </message>
    <message numerus="yes">
        <source>at least %n client(s) wait</source>
        <translation>
            <numerusform>至少 %n 个客户端在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>last read %1 ago</source>
        <translation>上次读取在 %1 前</translation>
    </message>
    <message>
        <source>Find the holder. If it is alive, give the lock an expiry as long as its work may take; if it is gone, force-release the lock. Then mend the code that takes it: set the key and its expiry in one command</source>
        <translation>请找到持有者。如果它还活着，就给锁设一个足够它完成工作的过期时间；如果它已不在，就强制释放。然后修正加锁的代码：在同一条命令中写入键和过期时间</translation>
    </message>
    <message>
        <source>The holder has stopped renewing: the last renewal was %1 ago, one was due every %2</source>
        <translation>持有者已停止续期：上次续期在 %1前，本应每 %2 续期一次</translation>
    </message>
    <message>
        <source>The holder has crashed, hangs, or cannot reach this server. Look for it before the lock expires: after that another client may enter while it still works</source>
        <translation>持有者已崩溃、挂起，或连不上这台服务器。请在锁过期之前查明：过期之后，别的客户端可能在它仍在工作时进入</translation>
    </message>
    <message>
        <source>The holder used to renew, yet the lock expires in %1</source>
        <translation>持有者此前一直在续期，但锁将在 %1 后过期</translation>
    </message>
    <message>
        <source>Look at the holder now: a long pause there lets two clients in at once</source>
        <translation>请立即查看持有者：它若停顿过久，会有两个客户端同时进入</translation>
    </message>
    <message>
        <source>The lock is free, yet clients have waited for %1</source>
        <translation>锁是空闲的，但仍有客户端已等待 %1</translation>
    </message>
    <message>
        <source>A wake-up message was lost, or its waiters are gone without unsubscribing. Wake them: that changes nothing else</source>
        <translation>唤醒消息丢失了，或者等待者没有退订就消失了。请唤醒它们：不会改变别的东西</translation>
    </message>
    <message>
        <source>Not known now: %1 is not reachable, this is what it said %2 ago</source>
        <translation>目前无法得知：%1 连接不上，这是它在 %2前的状态</translation>
    </message>
    <message>
        <source>Wait for the connection to come back, or look at the state of the node</source>
        <translation>请等待连接恢复，或查看该节点的状态</translation>
    </message>
    <message>
        <source>One owner has entered %1 times and given nothing back so far</source>
        <translation>同一持有者已重入 %1 次，至今一次都没有释放</translation>
    </message>
    <message>
        <source>If this goes on growing, a path in the code takes the lock without releasing it</source>
        <translation>如果次数继续增长，说明代码中有一处只加锁、不释放</translation>
    </message>
    <message>
        <source>Held for %1</source>
        <translation>已持有 %1</translation>
    </message>
    <message>
        <source>Fine if the work takes that long; otherwise ask the holder what it waits for</source>
        <translation>如果工作确实需要这么久就没有问题；否则请查明持有者在等什么</translation>
    </message>
    <message>
        <source>Held, and others wait for it</source>
        <translation>被持有，且有其他客户端在等待</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Healthy: held, and its holder renews it</source>
        <translation>健康：被持有，持有者在续期</translation>
    </message>
    <message>
        <source>Healthy: held, and expires in %1 at the latest unless renewed</source>
        <translation>健康：被持有，若不续期最迟在 %1 后过期</translation>
    </message>
    <message>
        <source>Healthy</source>
        <translation>健康</translation>
    </message>
    <message>
        <source>Closed for now, and clients wait for it</source>
        <translation>目前关闭，有客户端在等待</translation>
    </message>
    <message>
        <source>%1 of %2 nodes agree, %3 are needed</source>
        <translation>%2 个节点中有 %1 个一致，需要 %3 个</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) started since the lock was taken, and may have forgotten it</source>
        <translation>
            <numerusform>%n 个节点在加锁之后重新启动过，可能已丢失该锁</numerusform>
        </translation>
    </message>
    <message>
        <source>valid for %1 more, the clock drift taken off</source>
        <translation>扣除时钟漂移后还有 %1 有效</translation>
    </message>
    <message>
        <source>It is the rest of an attempt that failed, or of a lock that lost nodes. If a client works under it, another one may get a majority beside it; otherwise it ends by itself when its time is over</source>
        <translation>它是一次失败尝试的残留，或是一个失去了部分节点的锁。如果有客户端正凭它工作，另一个客户端可能同时取得多数；否则到期后它会自行消失</translation>
    </message>
    <message>
        <source>The rest of an attempt that failed, as a rule: it ends by itself. If it stays, look whether that client releases on all nodes after a failure</source>
        <translation>通常是一次失败尝试的残留，会自行消失。如果一直存在，请检查该客户端失败后是否在所有节点上释放</translation>
    </message>
    <message>
        <source>Held by the smallest majority: if one more node is lost, the lock is lost</source>
        <translation>仅由最小多数持有：再失去一个节点，锁就失效</translation>
    </message>
    <message>
        <source>Bring back the nodes that are missing, and look why they do not have the lock</source>
        <translation>恢复缺失的节点，并查明它们为何没有该锁</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>address (name)</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>the last hold ended because its time was over</source>
        <translation>上次持有因到期而结束</translation>
    </message>
    <message>
        <source>the last hold was given back</source>
        <translation>上次持有已由持有者释放</translation>
    </message>
    <message>
        <source>the last hold was ended by force</source>
        <translation>上次持有被强制释放</translation>
    </message>
    <message>
        <source>its time was over %1</source>
        <translation>已于 %1到期</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 是 %2</translation>
    </message>
    <message>
        <source>%1, which is not connected any more, found %2</source>
        <translation>%1，已断开连接（%2发现）</translation>
    </message>
    <message>
        <source>first in the queue: %1</source>
        <translation>队首：%1</translation>
    </message>
    <message>
        <source>its deadline was %1</source>
        <translation>其期限已过（%1）</translation>
    </message>
    <message>
        <source>its deadline is in %1</source>
        <translation>其期限在 %1 后</translation>
    </message>
    <message>
        <source>it listens</source>
        <translation>它在监听</translation>
    </message>
    <message>
        <source>nobody listens for it</source>
        <translation>没有人替它监听</translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) in all</source>
        <translation>
            <numerusform>共 %n 个许可</numerusform>
        </translation>
    </message>
    <message>
        <source>can be taken: %1</source>
        <translation>可取：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) held</source>
        <translation>
            <numerusform>已持有 %n 个许可</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) past their time</source>
        <translation>
            <numerusform>%n 个许可已过时</numerusform>
        </translation>
    </message>
    <message>
        <source>no replica of %1 has what it wrote in the last %2</source>
        <translation>%1 最近 %2 内写入的内容，还没有任何副本收到</translation>
    </message>
    <message>
        <source>still there: %1</source>
        <translation>仍然存在：%1</translation>
    </message>
    <message numerus="yes">
        <source>Its client has stopped renewing all of its %n lock(s) at once; this one %1 ago</source>
        <translation>
            <numerusform>它的客户端同时停止了全部 %n 把锁的续期；这把锁上次续期在 %1前</numerusform>
        </translation>
    </message>
    <message>
        <source>the lock stays for %1 more</source>
        <translation>锁还会保留 %1</translation>
    </message>
    <message>
        <source>nobody is left to give the lock back</source>
        <translation>已经没有人来释放这把锁</translation>
    </message>
    <message>
        <source>The client that holds it is not connected any more: %1</source>
        <translation>持有它的客户端已断开连接：%1</translation>
    </message>
    <message numerus="yes">
        <source>The clients of %n holder(s) are not connected any more</source>
        <translation>
            <numerusform>%n 个持有者的客户端已断开连接</numerusform>
        </translation>
    </message>
    <message>
        <source>If its process is gone, force-release the lock, or wait until it expires. If the process lives, it has lost its connection, and may still work under the lock</source>
        <translation>如果它的进程已不在，请强制释放锁，或等它过期。如果进程还活着，则只是丢了连接，可能仍在凭这把锁工作</translation>
    </message>
    <message>
        <source>Renewed, although the client that took it is not connected any more</source>
        <translation>获取它的客户端已断开连接，却仍在续期</translation>
    </message>
    <message>
        <source>If %1 is lost now, this lock is lost: its replicas are %2 behind, and it was taken or renewed since</source>
        <translation>如果现在失去 %1，这把锁就会丢失：它的副本落后 %2，而锁是在此之后获取或续期的</translation>
    </message>
    <message>
        <source>Look at the replica and its link to the master. Do not fail over by hand until it has caught up: another client could take the lock while its holder works</source>
        <translation>请检查副本及其与主节点的连接。在它追上之前不要手动故障转移：否则持有者还在工作时，另一个客户端就可能获取到锁</translation>
    </message>
    <message>
        <source>Its time to live grew from %1 to %2 under one owner</source>
        <translation>在同一持有者手中，它的 TTL 从 %1 增长到 %2</translation>
    </message>
    <message>
        <source>Look whether the program takes seconds for milliseconds when it renews: if its holder crashes, the lock stays for that long</source>
        <translation>请检查程序续期时是否把秒当成了毫秒：持有者一旦崩溃，锁会保留这么久</translation>
    </message>
    <message>
        <source>Its time to live is %1: if its holder crashes, it stays for that long</source>
        <translation>它的 TTL 是 %1：持有者一旦崩溃，锁会保留这么久</translation>
    </message>
    <message>
        <source>Fine if that is meant; otherwise look whether the program takes seconds for milliseconds</source>
        <translation>如果本意如此就没有问题；否则请检查程序是否把秒当成了毫秒</translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) past their time were never given back</source>
        <translation>
            <numerusform>%n 个许可已过时，从未归还</numerusform>
        </translation>
    </message>
    <message>
        <source>Their holders crashed, or work for longer than they asked for: then more work at once than there are permits. Look for them; the permits are free for the next who asks</source>
        <translation>它们的持有者已崩溃，或工作时间超过了所申请的时间：后一种情况下，同时工作的客户端会多于许可数。请找到它们；下一个请求者可以取用这些许可</translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) are held by clients that are not connected any more</source>
        <translation>
            <numerusform>%n 个许可由已断开连接的客户端持有</numerusform>
        </translation>
    </message>
    <message>
        <source>If those processes are gone, take their permits back one by one</source>
        <translation>如果那些进程已不在，请逐个收回它们的许可</translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) are missing: fewer can be taken than there should be</source>
        <translation>
            <numerusform>缺少 %n 个许可：可取的比应有的少</numerusform>
        </translation>
    </message>
    <message>
        <source>Permits were taken out of use while somebody held them, or a holder died without giving them back. If nobody holds any, set the number of permits anew</source>
        <translation>有许可在被持有期间停用，或某个持有者没有归还就死掉了。如果没有人持有许可，请重新设置许可数</translation>
    </message>
    <message>
        <source>Who is first in the queue, %1, is not there any more: when the lock becomes free, those behind it sleep</source>
        <translation>队首的 %1 已不在：锁空闲后，排在它后面的等待者会一直睡眠</translation>
    </message>
    <message>
        <source>Free, yet nobody takes it: who is first in the queue, %1, is not there any more</source>
        <translation>空闲却没有人获取：队首的 %1 已不在</translation>
    </message>
    <message>
        <source>Its last holder did not give it back: it crashed, or worked for longer than it had asked for. The key does no harm</source>
        <translation>上一个持有者没有释放它：已崩溃，或工作时间超过了所申请的时间。这个键没有害处</translation>
    </message>
    <message>
        <source>Only what belongs to the lock is left, for %1: nobody holds it and nobody waits</source>
        <translation>只剩下锁的伴生键，已有 %1：无人持有，也无人等待</translation>
    </message>
    <message>
        <source>The lock was lost: its owner had a majority, and has %1 of %2 nodes now</source>
        <translation>锁已丢失：持有者曾拥有多数节点，现在只有 %2 个节点中的 %1 个</translation>
    </message>
    <message>
        <source>Stop what works under it, if it does not notice by itself: as soon as a majority of nodes answers, another client can take the lock. Bring back the nodes that are missing</source>
        <translation>如果凭它工作的程序自己没有察觉，请让它停下：一旦多数节点应答，另一个客户端就能获取到锁。请恢复缺失的节点</translation>
    </message>
    <message>
        <source>renewed to %2 every %1: a watchdog</source>
        <translation>每 %1 续期到 %2：看门狗</translation>
    </message>
    <message>
        <source>It is not one lock that is stuck but the client: it has crashed, stands still in a long pause, or cannot reach this server. Look at its process and its network before the locks expire</source>
        <translation>出问题的不是某一把锁，而是客户端：它已崩溃、陷入长时间停顿，或连不上这台服务器。请在这些锁过期之前检查它的进程和网络</translation>
    </message>
    <message>
        <source>Somebody else renews it: another connection of the same program, or one that read the owner id. Find out who does before you release it: a lock that is renewed for nobody never ends</source>
        <translation>续期的另有其人：同一程序的另一个连接，或读到了持有者标识的程序。释放之前请先查明是谁：没有主人却一直续期的锁永远不会结束</translation>
    </message>
    <message>
        <source>Free for %1 since it expired, yet clients wait: nobody is told of an expiry</source>
        <translation>过期后已空闲 %1，仍有客户端在等待：过期不会通知任何人</translation>
    </message>
    <message>
        <source>They sleep until they look by themselves. Wake them: that changes nothing else. And find out why the last holder did not give it back</source>
        <translation>它们会一直睡到自己再次查看为止。请唤醒它们：这不会改变其他任何东西。并查明上一个持有者为何没有释放</translation>
    </message>
    <message>
        <source>Its time is over and its key is still there: whoever asks next takes it</source>
        <translation>它的时间已到，键却还在：下一个请求者就能取得它</translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) more are held than there may be: %1 of %2</source>
        <translation>
            <numerusform>持有的许可比允许的多 %n 个：持有 %1 个，允许 %2 个</numerusform>
        </translation>
    </message>
    <message>
        <source>More work at once than may: what the semaphore protects is not protected. Look whether all programs mean the same number, and whether one takes permits without counting them. If the number was lowered, it is over when enough are given back</source>
        <translation>同时进行的工作超过允许的数量：信号量所保护的资源已不受保护。请检查各程序使用的数量是否相同，以及是否有程序取许可而不计数。如果是数量被调低，归还足够多后即恢复</translation>
    </message>
    <message>
        <source>Permits are out, and the number of free ones is gone: nobody can take one</source>
        <translation>有许可被取走，而空闲数量的键不见了：没有人能再取许可</translation>
    </message>
    <message>
        <source>Its key was deleted. Who gives a permit back makes it anew, with that one only. Look who deletes it, and set the number of permits anew when nobody holds one</source>
        <translation>它的键被删除了。归还许可者会重新创建它，但其中只有那一个。请查明是谁删除的，并在无人持有时重新设置许可数量</translation>
    </message>
    <message>
        <source>production asks for a reason, which is kept</source>
        <translation>生产环境要求填写原因，原因会被保存</translation>
    </message>
    <message>
        <source>say why</source>
        <translation>请说明原因</translation>
    </message>
    <message>
        <source>production asks for a name to be typed</source>
        <translation>生产环境要求输入名称</translation>
    </message>
    <message>
        <source>the name typed, %1, is another</source>
        <translation>输入的名称 %1 不相符</translation>
    </message>
    <message>
        <source>type %1</source>
        <translation>请输入 %1</translation>
    </message>
    <message>
        <source>wait %1</source>
        <translation>请等待 %1</translation>
    </message>
    <message>
        <source>this connection is read-only</source>
        <translation>此连接为只读</translation>
    </message>
    <message>
        <source>connect without read-only to change locks</source>
        <translation>要更改锁，请不以只读方式连接</translation>
    </message>
    <message>
        <source>the profile %1 denies %2</source>
        <translation>配置 %1 禁止 %2</translation>
    </message>
    <message>
        <source>choose a gentler act, or change what the profile denies</source>
        <translation>请选择更温和的操作，或更改配置所禁止的操作</translation>
    </message>
    <message>
        <source>the profile %1 allows %2 acts a minute, and %3 were made</source>
        <translation>配置 %1 每分钟允许 %2 次操作，已执行 %3 次</translation>
    </message>
    <message>
        <source>there is no audit here, and on production nothing is done unwritten</source>
        <translation>这里没有审计，而在生产环境中不做任何不留记录的操作</translation>
    </message>
    <message>
        <source>act by a program that keeps one</source>
        <translation>请用保留审计的程序来操作</translation>
    </message>
    <message>
        <source>it names no holder to compare: act on it by itself</source>
        <translation>它没有指明可供比较的持有者：请单独对它操作</translation>
    </message>
    <message>
        <source>nobody holds it</source>
        <translation>无人持有</translation>
    </message>
    <message>
        <source>it runs out sooner by itself, in %1</source>
        <translation>它自己会更早到期，还剩 %1</translation>
    </message>
    <message>
        <source>it is gone</source>
        <translation>它已不存在</translation>
    </message>
    <message>
        <source>the connection was lost</source>
        <translation>连接已断开</translation>
    </message>
    <message>
        <source>one before it failed</source>
        <translation>在它之前的一个失败了</translation>
    </message>
    <message>
        <source>it was not ticked</source>
        <translation>它没有被勾选</translation>
    </message>
    <message>
        <source>it had changed since the dry run</source>
        <translation>试运行之后它发生了变化</translation>
    </message>
    <message>
        <source>%1: not kept: %2</source>
        <translation>%1：未保存：%2</translation>
    </message>
    <message>
        <source>%1: there was no such key</source>
        <translation>%1：当时没有这个键</translation>
    </message>
    <message numerus="yes">
        <source>%Ln bytes</source>
        <translation>
            <numerusform>%Ln 字节</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2, %3 before its expiry</source>
        <translation>%1：%2，距过期还有 %3</translation>
    </message>
    <message>
        <source>%1: %2, without an expiry</source>
        <translation>%1：%2，无过期时间</translation>
    </message>
    <message>
        <source>Result: %1</source>
        <translation>结果：%1</translation>
    </message>
    <message>
        <source>Why not: %1</source>
        <translation>未执行的原因：%1</translation>
    </message>
    <message>
        <source>By: %1</source>
        <translation>执行者：%1</translation>
    </message>
    <message>
        <source>Profile: %1</source>
        <translation>配置：%1</translation>
    </message>
    <message>
        <source>Node: %1</source>
        <translation>节点：%1</translation>
    </message>
    <message>
        <source>Owner expected: %1</source>
        <translation>预期的持有者：%1</translation>
    </message>
    <message>
        <source>Owner found: %1</source>
        <translation>实际的持有者：%1</translation>
    </message>
    <message>
        <source>Owner afterwards: %1</source>
        <translation>之后的持有者：%1</translation>
    </message>
    <message>
        <source>Reason: %1</source>
        <translation>原因：%1</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>请求数</translation>
    </message>
    <message>
        <source>reached the source</source>
        <translation>到达数据源</translation>
    </message>
    <message>
        <source>the entry was gone %1 times; of %2 requests %3 reached the source</source>
        <translation>条目失效 %1 次；%2 个请求中有 %3 个到达数据源</translation>
    </message>
    <message>
        <source>No lock</source>
        <translation>不加锁</translation>
    </message>
    <message>
        <source>Without a lock the whole load falls upon the source each time</source>
        <translation>不加锁时，每次失效全部负载都压到数据源上</translation>
    </message>
    <message>
        <source>A mutex in each process</source>
        <translation>各进程内的互斥量</translation>
    </message>
    <message>
        <source>A mutex in each process lets one request of each server through</source>
        <translation>各进程内的互斥量让每台服务器各放过一个请求</translation>
    </message>
    <message>
        <source>With a distributed lock one request fills the cache for all</source>
        <translation>使用分布式锁时，一个请求就为所有请求填好缓存</translation>
    </message>
    <message>
        <source>Cache breakdown</source>
        <translation>缓存击穿</translation>
    </message>
    <message>
        <source>An entry that everybody needs is gone from the cache, and the workers of two servers ask for it at once. A lock that both see lets one of them fetch it, and the others find it in the cache.</source>
        <translation>一个人人都要的条目从缓存中消失，两台服务器的工作者同时来取。双方都能看到的锁只让其中一个去取数据，其余的随后在缓存中找到它。</translation>
    </message>
    <message>
        <source>Workers of each server</source>
        <translation>每台服务器的工作者数</translation>
    </message>
    <message>
        <source>How often the entry is gone</source>
        <translation>条目失效的次数</translation>
    </message>
    <message>
        <source>How long the source takes</source>
        <translation>数据源的耗时</translation>
    </message>
    <message>
        <source>Kind of the last lock</source>
        <translation>最后一种锁的类型</translation>
    </message>
    <message>
        <source>told by the owner id</source>
        <translation>由持有者标识得知</translation>
    </message>
    <message>
        <source>named by you</source>
        <translation>由你命名</translation>
    </message>
    <message>
        <source>found by name among the server&apos;s clients</source>
        <translation>按名称在服务器的客户端中找到</translation>
    </message>
    <message>
        <source>seen at work by a probe</source>
        <translation>由探测看到其活动</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>commands heard, time</comment>
        <translation>%2内 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n command(s)</source>
        <translation>
            <numerusform>%n 条命令</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <comment>name of a client, its address</comment>
        <translation>%1 @ %2</translation>
    </message>
    <message>
        <source>%1 (gone)</source>
        <translation>%1（已断开）</translation>
    </message>
    <message>
        <source>How this is known: %1</source>
        <translation>得知方式：%1</translation>
    </message>
    <message>
        <source>No longer connected: noticed %1</source>
        <translation>已断开连接：%1发现</translation>
    </message>
    <message>
        <source>A server that is busy all the time loses about %1 % of its speed meanwhile; an idle one hardly notices.</source>
        <translation>其间一直繁忙的服务器约损失 %1 % 的速度；空闲的服务器几乎没有影响。</translation>
    </message>
    <message>
        <source>Found, after %1.</source>
        <translation>已找到：%1。</translation>
    </message>
    <message>
        <source>Nobody acted as this owner: %1. A lock with a fixed lease is not renewed, and its owner shows only when he takes it or gives it back.</source>
        <translation>没有看到该持有者活动：%1。固定租约的锁不会续期，持有者只在获取或释放时才会出现。</translation>
    </message>
    <message>
        <source>Some of the owners were seen: %1.</source>
        <translation>看到了部分持有者：%1。</translation>
    </message>
    <message>
        <source>Stopped at its limit: %1. This server does too much for a longer probe.</source>
        <translation>达到上限后停止：%1。这台服务器太忙，不能探测更久。</translation>
    </message>
    <message>
        <source>Stopped after %1.</source>
        <translation>已停止：%1。</translation>
    </message>
    <message>
        <source>%1 does about %2 commands a second now. Listening for %3 at most means about %4 of them, %5.</source>
        <translation>%1 目前每秒约执行 %2 条命令。最多监听 %3，大约会收到其中 %4 条，%5。</translation>
    </message>
    <message>
        <source>held</source>
        <translation>已持有</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>another owner</source>
        <translation>其他持有者</translation>
    </message>
    <message>
        <source>not reachable</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>master</source>
        <translation>主节点</translation>
    </message>
    <message>
        <source>replica</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>sentinel</source>
        <translation>哨兵</translation>
    </message>
    <message>
        <source>up to date</source>
        <translation>已同步</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>no majority</source>
        <translation>未达多数</translation>
    </message>
    <message>
        <source>no loss survives</source>
        <translation>不能再失去节点</translation>
    </message>
    <message numerus="yes">
        <source>%n more loss(es) survive</source>
        <translation>
            <numerusform>还可失去 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>what is left has an expiry</source>
        <translation>留下的锁有过期时间</translation>
    </message>
    <message>
        <source>what is left has no expiry</source>
        <translation>留下的锁没有过期时间</translation>
    </message>
    <message>
        <source>SETNX, then EXPIRE</source>
        <translation>先 SETNX，再 EXPIRE</translation>
    </message>
    <message>
        <source>The lease was meant and never set: who dies between the two commands blocks all</source>
        <translation>想设的租约从未设上：在两条命令之间死掉的进程会堵住所有人</translation>
    </message>
    <message>
        <source>%1; %2 of %3 waited %4 in vain, with a lease of %5 meant</source>
        <translation>%1；%3 个中有 %2 个白等了 %4，本想设的租约为 %5</translation>
    </message>
    <message>
        <source>Lockscope detects it</source>
        <translation>Lockscope 能检测出来</translation>
    </message>
    <message>
        <source>SET NX PX, one command</source>
        <translation>SET NX PX，一条命令</translation>
    </message>
    <message>
        <source>One command takes the lock and sets its expiry: there is no between</source>
        <translation>一条命令同时获取锁并设置过期时间：不存在“之间”</translation>
    </message>
    <message>
        <source>%1; %2 of %3 got in, the first one %4 after the crash</source>
        <translation>%1；%3 个中有 %2 个进入，第一个在崩溃后 %4</translation>
    </message>
    <message>
        <source>Crash between SETNX and EXPIRE</source>
        <translation>在 SETNX 与 EXPIRE 之间崩溃</translation>
    </message>
    <message>
        <source>A process takes a lock by SETNX and is killed before it sends EXPIRE. The lock then stays for ever; SET NX PX does both in one command and leaves no such gap.</source>
        <translation>一个进程用 SETNX 获取锁，还没发出 EXPIRE 就被杀死。锁从此永远留着；SET NX PX 用一条命令完成两件事，不留这个空隙。</translation>
    </message>
    <message>
        <source>Others who want the lock</source>
        <translation>其他想要锁的客户端数</translation>
    </message>
    <message>
        <source>How long they try</source>
        <translation>它们尝试多久</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Lockscope says of the lock: %1</source>
        <translation>Lockscope 对这把锁的判断：%1</translation>
    </message>
    <message>
        <source>the holder did not take the lock in time</source>
        <translation>持有者没有及时获取到锁</translation>
    </message>
    <message>
        <source>The holder&apos;s process is killed, and with it whatever it still meant to do</source>
        <translation>持有者的进程被杀死，它还打算做的事也一并作废</translation>
    </message>
    <message>
        <source>%1 others try to get in</source>
        <translation>另有 %1 个客户端尝试进入</translation>
    </message>
    <message>
        <source>got in after the crash</source>
        <translation>崩溃后进入</translation>
    </message>
    <message>
        <source>Connect to this saved connection.</source>
        <translation>使用此已保存的连接。</translation>
    </message>
    <message>
        <source>Show no window: print the lock table, save its picture to FILE, and end.</source>
        <translation>不显示窗口：打印锁列表，把窗口图片保存到 FILE，然后退出。</translation>
    </message>
    <message>
        <source>Which keys may be locks; may be given several times.</source>
        <translation>哪些键可能是锁；可多次给出。</translation>
    </message>
    <message>
        <source>Refuse everything that writes.</source>
        <translation>拒绝一切写操作。</translation>
    </message>
    <message>
        <source>Where connections and the window&apos;s state are kept.</source>
        <translation>连接和窗口状态的保存位置。</translation>
    </message>
    <message>
        <source>Language of the window, as zh_CN.</source>
        <translation>窗口的语言，如 zh_CN。</translation>
    </message>
    <message>
        <source>Print the version.</source>
        <translation>打印版本。</translation>
    </message>
    <message>
        <source>Print this.</source>
        <translation>打印本说明。</translation>
    </message>
    <message>
        <source>lockscope --help lists the options</source>
        <translation>lockscope --help 会列出各选项</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no option</source>
        <translation>没有选项“%1”</translation>
    </message>
    <message>
        <source>--pattern cannot be empty</source>
        <translation>--pattern 不能为空</translation>
    </message>
    <message>
        <source>--%1 cannot be empty</source>
        <translation>--%1 不能为空</translation>
    </message>
    <message>
        <source>only one of --url, --profile and --sandbox can be given</source>
        <translation>--url、--profile 和 --sandbox 只能给出一个</translation>
    </message>
    <message>
        <source>--snapshot needs --url, --profile or --sandbox</source>
        <translation>--snapshot 需要 --url、--profile 或 --sandbox</translation>
    </message>
    <message>
        <source>Connect to this Redis: redis://, rediss:// (TLS), unix://, sentinel:// or cluster://; several are the members of a RedLock group.</source>
        <translation>连接到这个 Redis：redis://、rediss://（TLS）、unix://、sentinel:// 或 cluster://；给出多个时，它们是一个 RedLock 组的成员。</translation>
    </message>
    <message>
        <source>Start a private Redis full of working locks, and connect to it; a word behind it says which: standalone, replica, sentinel, cluster or redlock.</source>
        <translation>启动一个充满活动锁的私有 Redis，并连接到它；后面可以跟一个词，说明启动哪一种：standalone、replica、sentinel、cluster 或 redlock。</translation>
    </message>
    <message>
        <source>there is no sandbox &quot;%1&quot;</source>
        <translation>没有名为“%1”的沙箱</translation>
    </message>
    <message>
        <source>there is no page &quot;%1&quot;: use %2</source>
        <translation>没有页面“%1”：请使用 %2</translation>
    </message>
    <message>
        <source>--page needs --snapshot</source>
        <translation>--page 需要与 --snapshot 一起使用</translation>
    </message>
    <message>
        <source>What --snapshot shows below the locks: overview, contention, timeline or audit.</source>
        <translation>--snapshot 在锁下方显示什么：overview、contention、timeline 或 audit。</translation>
    </message>
    <message>
        <source>Open another window, also where one is there that shows the same.</source>
        <translation>另开一个窗口，即使已有窗口显示同样的内容。</translation>
    </message>
    <message>
        <source>an address without --url is a link, and stands alone</source>
        <translation>不带 --url 的地址是链接，只能单独给出</translation>
    </message>
    <message>
        <source>Shows the distributed locks in Redis and lets you act on them. A window that shows what is asked for is brought to the front, if there is one.</source>
        <translation>显示 Redis 中的分布式锁，并让你对其操作。若已有窗口显示所要的内容，则将其带到前面。</translation>
    </message>
    <message>
        <source>An address to look at first: the connection dialog opens with it, and nothing connects by itself.</source>
        <translation>要先查看的地址：连接对话框会以它打开，不会自行连接。</translation>
    </message>
    <message>
        <source>Choose a lock in the list to see who holds it, who waits, and whether it is healthy.</source>
        <translation>请在列表中选择一把锁，查看谁持有它、谁在等待、是否健康。</translation>
    </message>
    <message>
        <source>Holders</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Waiting, in order</source>
        <translation>等待队列（按顺序）</translation>
    </message>
    <message>
        <source>Time to live</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Why this kind</source>
        <translation>为何判定为这种锁</translation>
    </message>
    <message>
        <source>Companion keys</source>
        <translation>伴生键</translation>
    </message>
    <message>
        <source>Raw value</source>
        <translation>原始值</translation>
    </message>
    <message>
        <source>As redis-cli commands</source>
        <translation>对应的 redis-cli 命令</translation>
    </message>
    <message>
        <source>Looking closer…</source>
        <translation>正在查看详情…</translation>
    </message>
    <message>
        <source>Nothing is known about it.</source>
        <translation>对它一无所知。</translation>
    </message>
    <message>
        <source>Companion keys (%1)</source>
        <translation>伴生键（%1）</translation>
    </message>
    <message>
        <source>No closer look: %1</source>
        <translation>无法查看详情：%1</translation>
    </message>
    <message>
        <source>Remove share…</source>
        <translation>移除份额…</translation>
    </message>
    <message>
        <source>Remove from the queue…</source>
        <translation>从队列中移除…</translation>
    </message>
    <message>
        <source>Permits</source>
        <translation>许可</translation>
    </message>
    <message>
        <source>How this lock works</source>
        <translation>这种锁如何工作</translation>
    </message>
    <message>
        <source>Of the same owner</source>
        <translation>该持有者还持有</translation>
    </message>
    <message>
        <source>Waiting, in order (%1)</source>
        <translation>等待队列（按顺序，%1）</translation>
    </message>
    <message>
        <source>Of the same owner (%1)</source>
        <translation>该持有者还持有（%1）</translation>
    </message>
    <message>
        <source>This connection is read-only</source>
        <translation>此连接为只读</translation>
    </message>
    <message>
        <source>The lock is gone</source>
        <translation>锁已不存在</translation>
    </message>
    <message>
        <source>Choose a row first</source>
        <translation>请先选择一行</translation>
    </message>
    <message>
        <source>Take the chosen hold away; the others stay as they are</source>
        <translation>去掉所选的持有；其他的保持不变</translation>
    </message>
    <message>
        <source>Take the chosen waiter out of the queue; the others move up</source>
        <translation>把所选的等待者移出队列；后面的前移</translation>
    </message>
    <message>
        <source>On each node</source>
        <translation>各节点上</translation>
    </message>
    <message>
        <source>Who is this?…</source>
        <translation>查明是谁…</translation>
    </message>
    <message>
        <source>Find out which client the owner is: what that costs the server is shown first</source>
        <translation>查明持有者是哪个客户端：会先说明这给服务器带来的开销</translation>
    </message>
    <message>
        <source>Name this owner…</source>
        <translation>为持有者命名…</translation>
    </message>
    <message>
        <source>Whole story…</source>
        <translation>完整历史…</translation>
    </message>
    <message>
        <source>All that is remembered of this lock, from its first sighting on</source>
        <translation>这把锁自首次看到以来的全部记录</translation>
    </message>
    <message>
        <source>Heartbeat</source>
        <translation>心跳</translation>
    </message>
    <message>
        <source>Give the owner a name of your own</source>
        <translation>给持有者起一个自己的名称</translation>
    </message>
    <message>
        <source>Of the same client</source>
        <translation>同一客户端的锁</translation>
    </message>
    <message>
        <source>Renewed at the same moments (%1)</source>
        <translation>同时续期的锁（%1）</translation>
    </message>
    <message>
        <source>Of the same client (%1)</source>
        <translation>同一客户端的锁（%1）</translation>
    </message>
    <message>
        <source>Incident bundle…</source>
        <translation>事故包…</translation>
    </message>
    <message>
        <source>A folder with all that is known of this lock, without secrets, for a ticket</source>
        <translation>一个文件夹，含这把锁的全部已知信息，不含机密，可附在工单中</translation>
    </message>
    <message>
        <source>No lock is chosen</source>
        <translation>未选择锁</translation>
    </message>
    <message>
        <source>Machine %1, process %2</source>
        <translation>机器 %1，进程 %2</translation>
    </message>
    <message>
        <source>when the memory is full this server removes keys, and a lock that is removed is free while its owner still works</source>
        <translation>内存用满时该服务器会淘汰键；锁一旦被淘汰，持有者仍在工作，锁却已空闲</translation>
    </message>
    <message>
        <source>this server would remove keys, locks among them, as soon as a limit of memory is set; none is set now</source>
        <translation>目前没有设置内存上限；一旦设置，该服务器就会淘汰键，其中包括锁</translation>
    </message>
    <message>
        <source>this server writes nothing to disk: after a restart every lock is free, also those whose owners still work</source>
        <translation>该服务器不写磁盘：重启后所有锁都会变为空闲，包括持有者仍在工作的锁</translation>
    </message>
    <message>
        <source>when the machine loses power, the locks of about the last second are forgotten; RedLock counts on none being forgotten</source>
        <translation>机器断电时，最近约一秒内的锁会丢失；而 RedLock 要求一把都不能丢</translation>
    </message>
    <message>
        <source>CONFIG SET appendfsync always, or start a crashed server again only after the longest lease</source>
        <translation>执行 CONFIG SET appendfsync always，或在最长租约过后再启动崩溃的服务器</translation>
    </message>
    <message>
        <source>this server refuses every write because its last snapshot failed (MISCONF): no lock can be taken, renewed or released</source>
        <translation>最近一次快照失败，该服务器拒绝所有写入（MISCONF）：锁无法获取、续期或释放</translation>
    </message>
    <message>
        <source>see the server&apos;s log for the reason, mostly a full disk; then BGSAVE</source>
        <translation>原因见服务器日志，多为磁盘已满；处理后执行 BGSAVE</translation>
    </message>
    <message>
        <source>this server refuses every write because it cannot write its append only file (MISCONF): no lock can be taken, renewed or released</source>
        <translation>该服务器无法写入 AOF 文件，因此拒绝所有写入（MISCONF）：锁无法获取、续期或释放</translation>
    </message>
    <message>
        <source>make room on the disk of the server</source>
        <translation>清理服务器的磁盘空间</translation>
    </message>
    <message>
        <source>the memory is full (OOM): no lock can be taken, though those that are held can be renewed and released</source>
        <translation>内存已满（OOM）：无法获取新锁，但已持有的锁仍可续期和释放</translation>
    </message>
    <message>
        <source>CONFIG SET maxmemory to more, or remove keys that are not needed</source>
        <translation>用 CONFIG SET 调大 maxmemory，或删除不需要的键</translation>
    </message>
    <message>
        <source>this master refuses every write because too few replicas keep up (NOREPLICAS): no lock can be taken, renewed or released</source>
        <translation>跟得上的副本太少，该主节点拒绝所有写入（NOREPLICAS）：锁无法获取、续期或释放</translation>
    </message>
    <message>
        <source>bring its replicas back</source>
        <translation>恢复它的副本</translation>
    </message>
    <message>
        <source>this server is still loading its data: no lock can be taken or renewed</source>
        <translation>该服务器仍在加载数据：锁无法获取或续期</translation>
    </message>
    <message>
        <source>wait until it has loaded</source>
        <translation>等待加载完成</translation>
    </message>
    <message>
        <source>this master grants locks also while no replica gets them: cut off from the others it goes on, and each of these locks is granted once more by the replica that is promoted</source>
        <translation>即使没有副本收到，该主节点也会授予锁：与其他节点隔离后它继续授予，而被提升的副本会把同样的锁再授予一次</translation>
    </message>
    <message>
        <source>this replica gets nothing from its master %1: locks taken since are lost if it is promoted</source>
        <translation>该副本收不到主节点 %1 的数据：若被提升，此后获取的锁都会丢失</translation>
    </message>
    <message>
        <source>see why it cannot reach its master: network, masterauth, or the log of the replica</source>
        <translation>检查它为何连不上主节点：网络、masterauth 或副本的日志</translation>
    </message>
    <message>
        <source>this replica is %1 behind its master %2: locks of that time are lost if it is promoted</source>
        <translation>该副本落后主节点 %2 %1：若被提升，这段时间内的锁会丢失</translation>
    </message>
    <message>
        <source>see what slows it down: SLOWLOG GET, its disk, or the network between the two</source>
        <translation>检查拖慢它的原因：SLOWLOG GET、磁盘，或两者之间的网络</translation>
    </message>
    <message>
        <source>the clock of this server went back since it was started: locks live longer than their lease by as much</source>
        <translation>该服务器启动后时钟曾被回拨：锁的存活时间会比租约长出同样的时长</translation>
    </message>
    <message>
        <source>let the clock be slewed, not stepped: chronyd with makestep only at the start</source>
        <translation>让时钟平滑调整而不是跳变：chronyd 只在启动时使用 makestep</translation>
    </message>
    <message>
        <source>start a crashed node of a group again only after the longest lease</source>
        <translation>组内节点崩溃后，应在最长租约过后再启动</translation>
    </message>
    <message>
        <source>this server gets no fixes any more, has no users with rights of their own, and cannot tell of changes as they happen without keyspace events</source>
        <translation>该服务器已不再有修复更新，没有各自权限的用户，且不开启键空间事件就无法实时告知变化</translation>
    </message>
    <message>
        <source>this server gets no fixes any more and has no sharded channels, so that each wake-up of a waiter goes to every node of a cluster</source>
        <translation>该服务器已不再有修复更新，也没有分片频道，因此每次唤醒等待者的消息都会发往集群的所有节点</translation>
    </message>
    <message>
        <source>move to Redis 7.2 or later, or to Valkey</source>
        <translation>升级到 Redis 7.2 或更高版本，或迁移到 Valkey</translation>
    </message>
    <message>
        <source>keyspace events are off: Lockscope follows locks by client tracking instead, which joins changes that come fast one after another</source>
        <translation>键空间事件未开启：Lockscope 改用客户端跟踪来跟随锁，紧接着发生的多次变化会合并为一次</translation>
    </message>
    <message>
        <source>the certificate of this server is not checked: somebody between may read the password and change what is shown of locks</source>
        <translation>未校验该服务器的证书：中间人可能读取密码并篡改所显示的锁信息</translation>
    </message>
    <message>
        <source>name the authority instead: cacert=FILE</source>
        <translation>请改为指定证书颁发机构：cacert=文件</translation>
    </message>
    <message>
        <source>the password goes over the network as it is: whoever reads it can take and remove locks</source>
        <translation>密码以明文经过网络：读到它的人可以获取和删除锁</translation>
    </message>
    <message>
        <source>connect with rediss://, or through an SSH tunnel</source>
        <translation>使用 rediss:// 连接，或通过 SSH 隧道</translation>
    </message>
    <message>
        <source>whoever reaches this server may take and remove locks: it asks for no password and has its protected mode off</source>
        <translation>任何能连到该服务器的人都可以获取和删除锁：它不要求密码，且关闭了保护模式</translation>
    </message>
    <message>
        <source>this user may not ask everything, so some dangers to locks would not be seen here</source>
        <translation>该用户无权查询全部信息，因此有些危及锁的问题在这里看不到</translation>
    </message>
    <message>
        <source>announced as %1</source>
        <translation>公布的地址为 %1</translation>
    </message>
    <message>
        <source>this server cannot be reached: nothing is known of its locks</source>
        <translation>无法连接该服务器：其上的锁一无所知</translation>
    </message>
    <message>
        <source>this sentinel cannot be reached: one vote less for a failover that saves the locks</source>
        <translation>无法连接该哨兵：故障转移少了一票</translation>
    </message>
    <message>
        <source>this node of the group cannot be reached: it gives no vote to any lock</source>
        <translation>无法连接组内的该节点：它不给任何锁投票</translation>
    </message>
    <message>
        <source>this replica cannot be reached: whether it has the locks is not known</source>
        <translation>无法连接该副本：它是否有这些锁不得而知</translation>
    </message>
    <message>
        <source>the cluster answers no commands (CLUSTERDOWN): no lock can be taken, renewed or released</source>
        <translation>集群不响应命令（CLUSTERDOWN）：锁无法获取、续期或释放</translation>
    </message>
    <message numerus="yes">
        <source>no master answers for %n slot(s): locks there cannot be taken, renewed or released</source>
        <translation>
            <numerusform>%n 个槽没有主节点负责：其中的锁无法获取、续期或释放</numerusform>
        </translation>
    </message>
    <message>
        <source>this master of the cluster has no replica: when it goes, the locks of its slots go with it</source>
        <translation>集群中的该主节点没有副本：它一旦失效，其槽中的锁也随之丢失</translation>
    </message>
    <message>
        <source>slots of this node are on the move: a lock with companion keys may be refused meanwhile (TRYAGAIN)</source>
        <translation>该节点的槽正在迁移：期间对带有伴生键的锁的操作可能被拒绝（TRYAGAIN）</translation>
    </message>
    <message>
        <source>the clock of this server is %1 ahead of the others: when it takes over or is set right, leases end at another time than their owners count</source>
        <translation>该服务器的时钟比其他节点快 %1：当它接管或被校正时，租约结束的时间与持有者所算的不同</translation>
    </message>
    <message>
        <source>the clock of this server is %1 behind the others: when it takes over or is set right, leases end at another time than their owners count</source>
        <translation>该服务器的时钟比其他节点慢 %1：当它接管或被校正时，租约结束的时间与持有者所算的不同</translation>
    </message>
    <message>
        <source>%1 ms from here, the middle of all is %2 ms</source>
        <translation>与本机相差 %1 ms，全部节点的中位数为 %2 ms</translation>
    </message>
    <message>
        <source>let NTP run on every server: chronyc tracking</source>
        <translation>在每台服务器上运行 NTP：chronyc tracking</translation>
    </message>
    <message numerus="yes">
        <source>%n servers of one deployment are masters at once: each grants the same lock to somebody</source>
        <translation>
            <numerusform>同一部署中有 %n 台服务器同时是主节点：它们会把同一把锁各自授予他人</numerusform>
        </translation>
    </message>
    <message>
        <source>make all but one a replica: REPLICAOF HOST PORT</source>
        <translation>只保留一个，其余设为副本：REPLICAOF HOST PORT</translation>
    </message>
    <message>
        <source>%1 of %2 sentinels can be reached and %3 are needed: when the master goes no replica is promoted, and no lock can be taken or released</source>
        <translation>%2 个哨兵中可连接 %1 个，需要 %3 个：主节点失效时不会提升副本，锁将无法获取或释放</translation>
    </message>
    <message numerus="yes">
        <source>there are %n sentinel(s): with fewer than three, or an even number, a single loss or a partition may leave locks without a master</source>
        <translation>
            <numerusform>共有 %n 个哨兵：少于三个或为偶数时，损失一个或发生网络分区就可能使锁没有主节点</numerusform>
        </translation>
    </message>
    <message>
        <source>run three sentinels, or five, on machines of their own</source>
        <translation>在各自独立的机器上运行三个或五个哨兵</translation>
    </message>
    <message numerus="yes">
        <source>a group of %n node(s) outlives the loss of none: without it no lock has a majority</source>
        <translation>
            <numerusform>%n 个节点的组不能损失任何节点：少一个，任何锁都得不到多数</numerusform>
        </translation>
    </message>
    <message>
        <source>use three nodes or five</source>
        <translation>使用三个或五个节点</translation>
    </message>
    <message>
        <source>a group of %1 nodes outlives the loss of no more of them than one of %2, and two clients can block each other with half of the nodes each</source>
        <translation>%1 个节点的组能承受的损失并不比 %2 个节点多，而且两个客户端可能各占一半而互相阻塞</translation>
    </message>
    <message>
        <source>use an odd number of nodes</source>
        <translation>使用奇数个节点</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes of this group are one server, or copies of each other: they count as several votes and fail together</source>
        <translation>
            <numerusform>该组中有 %n 个节点是同一台服务器或互为副本：它们算作多票，却会一起失效</numerusform>
        </translation>
    </message>
    <message>
        <source>give each node of the group a server of its own, without replication between them</source>
        <translation>让组内每个节点使用独立的服务器，彼此之间不做复制</translation>
    </message>
    <message>
        <source>this node of the group is a cluster: a failover inside it may forget a lock, and its vote then goes to a second client</source>
        <translation>组内的该节点是一个集群：其内部的故障转移可能丢失锁，它的一票就会投给另一个客户端</translation>
    </message>
    <message>
        <source>use single servers for a RedLock group</source>
        <translation>RedLock 组应使用单台服务器</translation>
    </message>
    <message>
        <source>this node of the group has replicas: one that is promoted may not have a lock yet, and its vote then goes to a second client</source>
        <translation>组内的该节点有副本：被提升的副本可能还没有某把锁，它的一票就会投给另一个客户端</translation>
    </message>
    <message>
        <source>use single servers for a RedLock group, without automatic failover</source>
        <translation>RedLock 组应使用单台服务器，不做自动故障转移</translation>
    </message>
    <message numerus="yes">
        <source>%n lock(s) here look like those of a RedLock library, but this server is a master with replicas: one failover may grant the lock twice, which RedLock is there to prevent</source>
        <translation>
            <numerusform>这里有 %n 把锁看起来来自 RedLock 库，但该服务器是带副本的主节点：一次故障转移就可能把锁授予两次，而这正是 RedLock 要防止的</numerusform>
        </translation>
    </message>
    <message>
        <source>if these are independent servers for it, name them all: -u URL -u URL -u URL; else let the library use several independent servers</source>
        <translation>如果它用的是几台独立的服务器，请全部列出：-u URL -u URL -u URL；否则让该库使用多台独立的服务器</translation>
    </message>
    <message>
        <source>The replicas are cut off from their master</source>
        <translation>副本与主节点断开</translation>
    </message>
    <message>
        <source>The master is killed, the replicas go on</source>
        <translation>主节点被杀死，副本继续运行</translation>
    </message>
    <message>
        <source>no replica was elected in time</source>
        <translation>没有副本及时当选</translation>
    </message>
    <message>
        <source>A replica is elected</source>
        <translation>一个副本当选为主节点</translation>
    </message>
    <message>
        <source>The second client has the lock</source>
        <translation>第二个客户端拿到了锁</translation>
    </message>
    <message>
        <source>The first client has the lock</source>
        <translation>第一个客户端拿到了锁</translation>
    </message>
    <message>
        <source>The first client does not have the lock</source>
        <translation>第一个客户端没有拿到锁</translation>
    </message>
    <message>
        <source>One of three masters is lost, and another without its data is in its place</source>
        <translation>三个主节点中丢失一个，由一个没有数据的节点顶替</translation>
    </message>
    <message numerus="yes">
        <source>%n owner(s) at once</source>
        <translation>
            <numerusform>同时有 %n 个持有者</numerusform>
        </translation>
    </message>
    <message>
        <source>Asynchronous replication</source>
        <translation>异步复制</translation>
    </message>
    <message>
        <source>WAIT after the acquire</source>
        <translation>获取后执行 WAIT</translation>
    </message>
    <message>
        <source>min-replicas-to-write 1</source>
        <translation>min-replicas-to-write 1</translation>
    </message>
    <message>
        <source>MultiLock on three masters</source>
        <translation>三个主节点上的 MultiLock</translation>
    </message>
    <message>
        <source>RedLock on three masters</source>
        <translation>三个主节点上的 RedLock</translation>
    </message>
    <message>
        <source>The failover loses the lock, and a second owner gets in beside the first</source>
        <translation>故障转移丢失了锁，第二个持有者与第一个同时进入</translation>
    </message>
    <message>
        <source>With WAIT the first client learns that no replica has the lock, and does not go in</source>
        <translation>借助 WAIT，第一个客户端得知没有副本收到这把锁，于是不进入</translation>
    </message>
    <message>
        <source>%1 replicas acknowledged; %2</source>
        <translation>%1 个副本确认；%2</translation>
    </message>
    <message>
        <source>With min-replicas-to-write a master without replicas grants nothing</source>
        <translation>设置 min-replicas-to-write 后，没有副本的主节点不授予任何锁</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>A MultiLock is not lost with one of its masters</source>
        <translation>MultiLock 不会因丢失一个主节点而丢失</translation>
    </message>
    <message>
        <source>A RedLock is not lost with one of its masters</source>
        <translation>RedLock 不会因丢失一个主节点而丢失</translation>
    </message>
    <message>
        <source>A failover loses the lock</source>
        <translation>故障转移丢失锁</translation>
    </message>
    <message>
        <source>The master grants a lock and dies before a replica has it; the replica that is elected knows nothing of it and grants it again. WAIT, min-replicas-to-write, a MultiLock and a RedLock are put to the same test.</source>
        <translation>主节点授予了一把锁，还没有副本收到就死掉；当选的副本对此一无所知，又把它授予别人。WAIT、min-replicas-to-write、MultiLock 和 RedLock 都接受同样的考验。</translation>
    </message>
    <message>
        <source>node %1, reached at the address it announces: %2</source>
        <translation>节点 %1（按其通告的地址连接）：%2</translation>
    </message>
    <message>
        <source>node %1, reached as %2: %3</source>
        <translation>节点 %1（经 %2 连接）：%3</translation>
    </message>
    <message>
        <source>or correct its address in the table</source>
        <translation>或在对照表中更正它的地址</translation>
    </message>
    <message>
        <source>or map %1 to an address that is reached from here</source>
        <translation>或将 %1 映射为此处可达的地址</translation>
    </message>
    <message>
        <source>if that address is known there only, map it to one that is reached from here, or keep the typed host</source>
        <translation>如果该地址只在那边可用，请将它映射为此处可达的地址，或保持输入的主机</translation>
    </message>
    <message>
        <source>this sentinel watches no master &apos;%1&apos;</source>
        <translation>此哨兵没有监控主节点“%1”</translation>
    </message>
    <message>
        <source>check the name: SENTINEL MASTERS lists them</source>
        <translation>请检查名称：SENTINEL MASTERS 会列出它们</translation>
    </message>
    <message>
        <source>%1, reached as %2</source>
        <translation>%1（经 %2 连接）</translation>
    </message>
    <message>
        <source>the user may not run %1</source>
        <translation>该用户无权执行 %1</translation>
    </message>
    <message>
        <source>the user may not touch %1</source>
        <translation>该用户无权访问 %1</translation>
    </message>
    <message>
        <source>the user may not use %1</source>
        <translation>该用户无权使用 %1</translation>
    </message>
    <message>
        <source>ask for the right: ACL SETUSER %1 %2</source>
        <translation>请申请权限：ACL SETUSER %1 %2</translation>
    </message>
    <message>
        <source>it is a replica</source>
        <translation>它是副本</translation>
    </message>
    <message>
        <source>connect to its master</source>
        <translation>请连接它的主节点</translation>
    </message>
    <message>
        <source>the connection was closed here</source>
        <translation>连接已在本地关闭</translation>
    </message>
    <message>
        <source>the connection was closed</source>
        <translation>连接已关闭</translation>
    </message>
    <message>
        <source>the audit log %1 cannot be used: %2</source>
        <translation>审计日志 %1 无法使用：%2</translation>
    </message>
    <message>
        <source>move the file away: a new one is begun</source>
        <translation>请移走该文件：会另建一个新文件</translation>
    </message>
    <message>
        <source>check the folder&apos;s permissions and free space</source>
        <translation>请检查该文件夹的权限和可用空间</translation>
    </message>
    <message>
        <source>no answer is on record, nor that it was sent</source>
        <translation>没有应答的记录，也没有已发送的记录</translation>
    </message>
    <message>
        <source>it was sent, but no answer is on record: look at the lock</source>
        <translation>已发送，但没有应答的记录：请查看该锁</translation>
    </message>
    <message>
        <source>the folder cannot be made</source>
        <translation>无法创建文件夹</translation>
    </message>
    <message>
        <source>check the permissions of %1</source>
        <translation>请检查 %1 的权限</translation>
    </message>
    <message>
        <source>it cannot be made</source>
        <translation>无法创建</translation>
    </message>
    <message>
        <source>a newer version of this program has written it (format %1; this one knows %2)</source>
        <translation>它由本程序的更新版本写入（格式 %1；此版本支持 %2）</translation>
    </message>
    <message>
        <source>use that version</source>
        <translation>请使用那个版本</translation>
    </message>
    <message>
        <source>it was moved away meanwhile: what became of the act is not on record</source>
        <translation>它在此期间被移走：操作的结果没有记录</translation>
    </message>
    <message>
        <source>look for the act in the file that was moved</source>
        <translation>请在被移走的文件中查找该操作</translation>
    </message>
    <message>
        <source>the metrics cannot be written to %1: %2</source>
        <translation>无法将指标写入 %1：%2</translation>
    </message>
    <message>
        <source>check the folder, its permissions and free space</source>
        <translation>请检查文件夹、其权限和剩余空间</translation>
    </message>
    <message>
        <source>a reply of more than %1 elements</source>
        <translation>应答超过 %1 个元素</translation>
    </message>
    <message>
        <source>arrays more than %1 deep</source>
        <translation>数组嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>a line of more than %1 bytes</source>
        <translation>一行超过 %1 字节</translation>
    </message>
    <message>
        <source>a string length that is no number</source>
        <translation>字符串长度不是数字</translation>
    </message>
    <message>
        <source>a string of more than %1 bytes</source>
        <translation>字符串超过 %1 字节</translation>
    </message>
    <message>
        <source>%1 cannot reach the unix socket &apos;%2&apos;</source>
        <translation>%1无法到达 Unix 套接字“%2”</translation>
    </message>
    <message>
        <source>give host and port, or leave the proxy or tunnel out</source>
        <translation>请给出主机和端口，或不使用代理或隧道</translation>
    </message>
    <message>
        <source>the server closed the connection</source>
        <translation>服务器关闭了连接</translation>
    </message>
    <message>
        <source>the connection broke: %1</source>
        <translation>连接中断：%1</translation>
    </message>
    <message>
        <source>there is no socket &apos;%1&apos;</source>
        <translation>没有套接字“%1”</translation>
    </message>
    <message>
        <source>check the path and that Redis runs (unixsocket in its settings)</source>
        <translation>请检查路径，以及 Redis 是否在运行（其设置中的 unixsocket）</translation>
    </message>
    <message>
        <source>no right to open the socket &apos;%1&apos;</source>
        <translation>无权打开套接字“%1”</translation>
    </message>
    <message>
        <source>see unixsocketperm in the server&apos;s settings</source>
        <translation>请查看服务器设置中的 unixsocketperm</translation>
    </message>
    <message>
        <source>no connection to &apos;%1&apos;: %2</source>
        <translation>无法连接“%1”：%2</translation>
    </message>
    <message>
        <source>check that Redis runs and the path is right</source>
        <translation>请检查 Redis 是否在运行、路径是否正确</translation>
    </message>
    <message>
        <source>the login was answered by something that is not Redis</source>
        <translation>应答登录的不是 Redis</translation>
    </message>
    <message>
        <source>database %1 cannot be used: </source>
        <translation>无法使用数据库 %1：</translation>
    </message>
    <message>
        <source>the server is a node of a cluster, which has database 0 only</source>
        <translation>服务器是集群节点，集群只有数据库 0</translation>
    </message>
    <message>
        <source>leave the database out</source>
        <translation>请不要指定数据库</translation>
    </message>
    <message>
        <source>%1 is closed</source>
        <translation>%1已关闭</translation>
    </message>
    <message>
        <source>it is opened again by itself; see its state</source>
        <translation>它会自行重新打开；请查看其状态</translation>
    </message>
    <message>
        <source>%1 takes no connection</source>
        <translation>%1不接受连接</translation>
    </message>
    <message>
        <source>check that the proxy runs there and its host and port are right</source>
        <translation>请检查代理是否在那里运行、其主机和端口是否正确</translation>
    </message>
    <message>
        <source>no address for %1</source>
        <translation>找不到%1的地址</translation>
    </message>
    <message>
        <source>check the name of the proxy</source>
        <translation>请检查代理的名称</translation>
    </message>
    <message>
        <source>%1 does not answer</source>
        <translation>%1 没有应答</translation>
    </message>
    <message>
        <source>check the proxy&apos;s host, port and firewall</source>
        <translation>请检查代理的主机、端口和防火墙</translation>
    </message>
    <message>
        <source>%1 asks for a login</source>
        <translation>%1要求登录</translation>
    </message>
    <message>
        <source>give a user and password for the proxy</source>
        <translation>请给出代理的用户和密码</translation>
    </message>
    <message>
        <source>%1 refuses user &apos;%2&apos; or the password</source>
        <translation>%1拒绝用户“%2”或其密码</translation>
    </message>
    <message>
        <source>check user and password of the proxy</source>
        <translation>请检查代理的用户和密码</translation>
    </message>
    <message>
        <source>%1 closed the connection</source>
        <translation>%1关闭了连接</translation>
    </message>
    <message>
        <source>check the kind of the proxy, and whether it lets this machine in</source>
        <translation>请检查代理的类型，以及它是否允许本机接入</translation>
    </message>
    <message>
        <source>%1 finds no way to host &apos;%2&apos;</source>
        <translation>%1找不到通往主机“%2”的路径</translation>
    </message>
    <message>
        <source>check the name: it is looked up by the proxy</source>
        <translation>请检查名称：它由代理解析</translation>
    </message>
    <message>
        <source>%1 cannot reach the server: it takes no connection</source>
        <translation>%1无法连接服务器：它不接受连接</translation>
    </message>
    <message>
        <source>check that Redis runs there and the port is right</source>
        <translation>请检查 Redis 是否在那里运行、端口是否正确</translation>
    </message>
    <message>
        <source>%1 does not allow this host and port</source>
        <translation>%1不允许此主机和端口</translation>
    </message>
    <message>
        <source>allow them in the settings of the proxy</source>
        <translation>请在代理的设置中允许它们</translation>
    </message>
    <message>
        <source>%1 reached nobody in time</source>
        <translation>%1未能及时连上任何服务器</translation>
    </message>
    <message>
        <source>%1 cannot reach the server</source>
        <translation>%1无法连接服务器</translation>
    </message>
    <message>
        <source>%1 cannot reach the server, or refuses user &apos;%2&apos;</source>
        <translation>%1无法连接服务器，或拒绝用户“%2”</translation>
    </message>
    <message>
        <source>check the server&apos;s host and port as seen from the proxy, and the kind and login of the proxy</source>
        <translation>请检查从代理看到的服务器主机和端口，以及代理的类型和登录</translation>
    </message>
    <message>
        <source>check the server&apos;s host and port as seen from the proxy</source>
        <translation>请检查从代理看到的服务器主机和端口</translation>
    </message>
    <message>
        <source>the SSH tunnel through %1</source>
        <translation>经 %1 的 SSH 隧道</translation>
    </message>
    <message>
        <source>the SOCKS5 proxy %1</source>
        <translation>SOCKS5 代理 %1 </translation>
    </message>
    <message>
        <source>the HTTP proxy %1</source>
        <translation>HTTP 代理 %1 </translation>
    </message>
    <message>
        <source>no connection to %1: %2 (%3)</source>
        <translation>无法连接 %1：%2（%3）</translation>
    </message>
    <message>
        <source>%1 ended the connection to %2 before anything came</source>
        <translation>%1在收到任何内容之前结束了到 %2 的连接</translation>
    </message>
    <message>
        <source>check that Redis runs there, as seen from the SSH host</source>
        <translation>请检查从 SSH 主机看 Redis 是否在那里运行</translation>
    </message>
    <message>
        <source>check that Redis runs there, as seen from the SSH host; if the port speaks TLS, use rediss://</source>
        <translation>请检查从 SSH 主机看 Redis 是否在那里运行；如果该端口使用 TLS，请用 rediss://</translation>
    </message>
    <message>
        <source>the user may not use this channel</source>
        <translation>该用户无权使用此频道</translation>
    </message>
    <message>
        <source>the user may not touch this key</source>
        <translation>该用户无权访问此键</translation>
    </message>
    <message>
        <source>the server wants a password</source>
        <translation>服务器要求密码</translation>
    </message>
    <message>
        <source>give user and password, e.g. redis://user:password@host</source>
        <translation>请给出用户和密码，例如 redis://user:password@host</translation>
    </message>
    <message>
        <source>a password was given, but the server has none</source>
        <translation>给出了密码，但服务器没有设置密码</translation>
    </message>
    <message>
        <source>leave the password out</source>
        <translation>请不要填写密码</translation>
    </message>
    <message>
        <source>wrong user or password, or the user is disabled</source>
        <translation>用户或密码错误，或该用户已禁用</translation>
    </message>
    <message>
        <source>check user and password</source>
        <translation>请检查用户和密码</translation>
    </message>
    <message>
        <source>the server has no free connection (maxclients)</source>
        <translation>服务器没有空余连接（maxclients）</translation>
    </message>
    <message>
        <source>raise maxclients or close unused connections</source>
        <translation>请调高 maxclients 或关闭不用的连接</translation>
    </message>
    <message>
        <source>the server is in protected mode and lets in local clients only</source>
        <translation>服务器处于保护模式，只允许本机客户端</translation>
    </message>
    <message>
        <source>set a password on the server, or connect from its own machine</source>
        <translation>请在服务器上设置密码，或从它所在的机器连接</translation>
    </message>
    <message>
        <source>the server is still loading its data</source>
        <translation>服务器仍在加载数据</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>请等待</translation>
    </message>
    <message>
        <source>the server is busy with a long script</source>
        <translation>服务器正忙于执行长脚本</translation>
    </message>
    <message>
        <source>wait, or end it with SCRIPT KILL</source>
        <translation>请等待，或用 SCRIPT KILL 结束它</translation>
    </message>
    <message>
        <source>the running script has written and cannot be ended</source>
        <translation>正在运行的脚本已写入数据，无法结束</translation>
    </message>
    <message>
        <source>this server is a replica and takes no writes</source>
        <translation>此服务器是副本，不接受写入</translation>
    </message>
    <message>
        <source>the server refuses writes because it cannot save to disk</source>
        <translation>服务器无法保存到磁盘，因此拒绝写入</translation>
    </message>
    <message>
        <source>see the server&apos;s log; free disk space or correct its folder</source>
        <translation>请查看服务器日志；释放磁盘空间或更正其文件夹</translation>
    </message>
    <message>
        <source>the server has reached maxmemory and refuses this write</source>
        <translation>服务器已达到 maxmemory，拒绝此次写入</translation>
    </message>
    <message>
        <source>free memory or raise maxmemory</source>
        <translation>请释放内存或调高 maxmemory</translation>
    </message>
    <message>
        <source>the server refuses writes: fewer replicas than min-replicas-to-write</source>
        <translation>服务器拒绝写入：副本少于 min-replicas-to-write</translation>
    </message>
    <message>
        <source>bring the replicas back; nothing can be released meanwhile</source>
        <translation>请恢复副本；在此期间无法释放任何锁</translation>
    </message>
    <message>
        <source>the replica lost its master and serves no old data</source>
        <translation>副本失去了主节点，且不提供旧数据</translation>
    </message>
    <message>
        <source>connect to the master, or wait</source>
        <translation>请连接主节点，或等待</translation>
    </message>
    <message>
        <source>the cluster is down, or this slot has no node</source>
        <translation>集群已下线，或此槽没有节点</translation>
    </message>
    <message>
        <source>wait for the failover; see CLUSTER INFO</source>
        <translation>请等待故障转移；参见 CLUSTER INFO</translation>
    </message>
    <message>
        <source>this slot is on another node (%1)</source>
        <translation>此槽在另一个节点上（%1）</translation>
    </message>
    <message>
        <source>connect to that node</source>
        <translation>请连接那个节点</translation>
    </message>
    <message>
        <source>this slot is moving to another node (%1)</source>
        <translation>此槽正在迁往另一个节点（%1）</translation>
    </message>
    <message>
        <source>try again</source>
        <translation>请重试</translation>
    </message>
    <message>
        <source>the slot is moving and its keys are on two nodes</source>
        <translation>此槽正在迁移，其键分布在两个节点上</translation>
    </message>
    <message>
        <source>the keys are not in one slot</source>
        <translation>这些键不在同一个槽中</translation>
    </message>
    <message>
        <source>use a hash tag in their names</source>
        <translation>请在它们的名称中使用哈希标签</translation>
    </message>
    <message>
        <source>the server does not know the script</source>
        <translation>服务器没有该脚本</translation>
    </message>
    <message>
        <source>the key holds another type of value</source>
        <translation>该键的值是另一种类型</translation>
    </message>
    <message>
        <source>the server does not know the command (%1)</source>
        <translation>服务器不认识该命令（%1）</translation>
    </message>
    <message>
        <source>it may be renamed, switched off, or newer than this server</source>
        <translation>它可能被改名、被关闭，或比此服务器更新</translation>
    </message>
    <message>
        <source>an empty command</source>
        <translation>空命令</translation>
    </message>
    <message>
        <source>there is no script &apos;%1&apos;</source>
        <translation>没有脚本“%1”</translation>
    </message>
    <message>
        <source>no connection to %1 through %2 within %3</source>
        <translation>在 %3 内未能经 %2 连接 %1</translation>
    </message>
    <message>
        <source>check the proxy, and the way from it to the server</source>
        <translation>请检查代理，以及从它到服务器的路径</translation>
    </message>
    <message>
        <source>no connection within %1</source>
        <translation>在 %1 内未能连接</translation>
    </message>
    <message>
        <source>check host, port and firewall</source>
        <translation>请检查主机、端口和防火墙</translation>
    </message>
    <message>
        <source>connected, but no answer to the TLS greeting within %1</source>
        <translation>已连接，但在 %1 内没有对 TLS 握手的应答</translation>
    </message>
    <message>
        <source>the port may not speak TLS: try redis:// instead of rediss://</source>
        <translation>该端口可能不使用 TLS：请试用 redis:// 代替 rediss://</translation>
    </message>
    <message>
        <source>connected, but no answer to the login within %1</source>
        <translation>已连接，但在 %1 内没有对登录的应答</translation>
    </message>
    <message>
        <source>the server may be frozen or busy</source>
        <translation>服务器可能已冻结或正忙</translation>
    </message>
    <message>
        <source>the server may be frozen or busy, or the port speaks TLS: try rediss://</source>
        <translation>服务器可能已冻结或正忙，或该端口使用 TLS：请试用 rediss://</translation>
    </message>
    <message>
        <source> during the login</source>
        <translation>（登录期间）</translation>
    </message>
    <message>
        <source>if the port speaks TLS, use rediss://</source>
        <translation>如果该端口使用 TLS，请用 rediss://</translation>
    </message>
    <message>
        <source>no answer: %1; whether the server did it is not known</source>
        <translation>没有应答：%1；不知道服务器是否已执行</translation>
    </message>
    <message>
        <source>what came is no Redis reply (%1)</source>
        <translation>收到的不是 Redis 应答（%1）</translation>
    </message>
    <message>
        <source>the port speaks TLS: use rediss://</source>
        <translation>该端口使用 TLS：请用 rediss://</translation>
    </message>
    <message>
        <source>check that Redis listens on this port</source>
        <translation>请检查 Redis 是否监听此端口</translation>
    </message>
    <message>
        <source>a reply came that nothing had asked for</source>
        <translation>收到了无人请求的应答</translation>
    </message>
    <message>
        <source>not connected, nothing was sent</source>
        <translation>未连接，没有发送任何内容</translation>
    </message>
    <message>
        <source>this connection is read-only: %1 was not sent</source>
        <translation>此连接是只读的：%1 未发送</translation>
    </message>
    <message>
        <source>open the connection for writing</source>
        <translation>请以可写方式打开连接</translation>
    </message>
    <message>
        <source>%1 has no single reply and was not sent</source>
        <translation>%1 没有单一应答，未发送</translation>
    </message>
    <message>
        <source>this connection is subscribed and takes no other command</source>
        <translation>此连接已订阅，不接受其他命令</translation>
    </message>
    <message>
        <source>no connection within %1 ms, nothing was sent</source>
        <translation>在 %1 毫秒内未能连接，没有发送任何内容</translation>
    </message>
    <message>
        <source>no answer within %1 ms; whether the server did it is not known</source>
        <translation>在 %1 毫秒内没有应答；不知道服务器是否已执行</translation>
    </message>
    <message>
        <source>the server may be busy or frozen, or the network slow</source>
        <translation>服务器可能正忙或已冻结，或网络缓慢</translation>
    </message>
    <message>
        <source>the server has been silent for more than %1 ms</source>
        <translation>服务器已有超过 %1 毫秒没有回应</translation>
    </message>
    <message>
        <source>SSH tunnel: the program ssh is not there</source>
        <translation>SSH 隧道：没有 ssh 程序</translation>
    </message>
    <message>
        <source>install the package openssh-client</source>
        <translation>请安装软件包 openssh-client</translation>
    </message>
    <message>
        <source>, for it took more than %1 s</source>
        <translation>，因为耗时超过 %1 秒</translation>
    </message>
    <message>
        <source>SSH tunnel through %1: %2</source>
        <translation>经 %1 的 SSH 隧道：%2</translation>
    </message>
    <message>
        <source>no address for the SSH host: %1</source>
        <translation>找不到 SSH 主机的地址：%1</translation>
    </message>
    <message>
        <source>check the name, or its Host entry in your SSH config</source>
        <translation>请检查名称，或 SSH 配置中它的 Host 条目</translation>
    </message>
    <message>
        <source>the SSH host is not reached: %1</source>
        <translation>无法到达 SSH 主机：%1</translation>
    </message>
    <message>
        <source>check that sshd runs there, the port and the firewall</source>
        <translation>请检查 sshd 是否在那里运行，以及端口和防火墙</translation>
    </message>
    <message>
        <source>connected, but no greeting came from an SSH server</source>
        <translation>已连接，但没有 SSH 服务器的问候</translation>
    </message>
    <message>
        <source>check that the port is that of sshd</source>
        <translation>请检查该端口是否为 sshd 的端口</translation>
    </message>
    <message>
        <source>connected, but an SSH server did not greet: %1</source>
        <translation>已连接，但 SSH 服务器没有问候：%1</translation>
    </message>
    <message>
        <source>check that the port is that of sshd, and that it lets this machine in</source>
        <translation>请检查该端口是否为 sshd 的端口，以及它是否允许本机接入</translation>
    </message>
    <message>
        <source>connect once with &apos;%1&apos; in a terminal to accept it</source>
        <translation>请在终端中用“%1”连接一次以接受它</translation>
    </message>
    <message>
        <source>the host key is not the one that was accepted before</source>
        <translation>主机密钥与之前接受的不同</translation>
    </message>
    <message>
        <source>somebody may stand in between. If the change is known, remove the old key with ssh-keygen -R and accept the new one</source>
        <translation>可能有人在中间截听。如果确知密钥已更换，请用 ssh-keygen -R 移除旧密钥并接受新密钥</translation>
    </message>
    <message>
        <source>the host key is not known</source>
        <translation>主机密钥未知</translation>
    </message>
    <message>
        <source>nothing in common with the SSH host: %1</source>
        <translation>与 SSH 主机没有共同的算法：%1</translation>
    </message>
    <message>
        <source>see the algorithms in your SSH config</source>
        <translation>请查看 SSH 配置中的算法</translation>
    </message>
    <message>
        <source>the SSH host lets %1 not in: permission denied (%2</source>
        <translation>SSH 主机不允许 %1 登录：权限被拒绝（%2</translation>
    </message>
    <message>
        <source>load the key into your agent with ssh-add, or name its file; passwords are not asked for</source>
        <translation>请用 ssh-add 将密钥加载到代理中，或指明其文件；不会询问密码</translation>
    </message>
    <message>
        <source>the SSH host refused too many keys in a row</source>
        <translation>SSH 主机连续拒绝了过多密钥</translation>
    </message>
    <message>
        <source>name the file of the right key, and set IdentitiesOnly in your SSH config</source>
        <translation>请指明正确密钥的文件，并在 SSH 配置中设置 IdentitiesOnly</translation>
    </message>
    <message>
        <source>the local port is taken: %1</source>
        <translation>本地端口已被占用：%1</translation>
    </message>
    <message>
        <source>a local port cannot be opened</source>
        <translation>无法打开本地端口</translation>
    </message>
    <message>
        <source>see LocalForward and DynamicForward in your SSH config</source>
        <translation>请查看 SSH 配置中的 LocalForward 和 DynamicForward</translation>
    </message>
    <message>
        <source>the SSH host does not allow this user to forward connections</source>
        <translation>SSH 主机不允许该用户转发连接</translation>
    </message>
    <message>
        <source>ask for AllowTcpForwarding and PermitOpen in its sshd_config</source>
        <translation>请申请其 sshd_config 中的 AllowTcpForwarding 和 PermitOpen</translation>
    </message>
    <message>
        <source>your SSH config: %1</source>
        <translation>你的 SSH 配置：%1</translation>
    </message>
    <message>
        <source>correct that file</source>
        <translation>请更正该文件</translation>
    </message>
    <message>
        <source>the SSH host fell silent</source>
        <translation>SSH 主机不再回应</translation>
    </message>
    <message>
        <source>the SSH host ended it (%1)</source>
        <translation>SSH 主机结束了它（%1）</translation>
    </message>
    <message>
        <source>while it started</source>
        <translation>（启动时）</translation>
    </message>
    <message>
        <source>while it connected to the SSH host</source>
        <translation>（连接 SSH 主机时）</translation>
    </message>
    <message>
        <source>while it checked the host key</source>
        <translation>（检查主机密钥时）</translation>
    </message>
    <message>
        <source>while it logged in</source>
        <translation>（登录时）</translation>
    </message>
    <message>
        <source>while it opened the local port</source>
        <translation>（打开本地端口时）</translation>
    </message>
    <message>
        <source>while the tunnel was open</source>
        <translation>（隧道打开期间）</translation>
    </message>
    <message>
        <source>SSH tunnel: &apos;%1&apos; is no host</source>
        <translation>SSH 隧道：“%1”不是主机</translation>
    </message>
    <message>
        <source>give [user@]host, or a Host of your SSH config</source>
        <translation>请给出 [user@]host，或 SSH 配置中的一个 Host</translation>
    </message>
    <message>
        <source>ssh ended %1%2</source>
        <translation>ssh 已结束%1%2</translation>
    </message>
    <message>
        <source>try &apos;%1&apos; in a terminal</source>
        <translation>请在终端中试用“%1”</translation>
    </message>
    <message>
        <source>%1 is not open</source>
        <translation>%1未打开</translation>
    </message>
    <message>
        <source>no address for host &apos;%1&apos;</source>
        <translation>找不到主机“%1”的地址</translation>
    </message>
    <message>
        <source>check the name</source>
        <translation>请检查名称</translation>
    </message>
    <message>
        <source>no connection: %1</source>
        <translation>无法连接：%1</translation>
    </message>
    <message>
        <source>check that Redis runs there and host and port are right</source>
        <translation>请检查 Redis 是否在那里运行、主机和端口是否正确</translation>
    </message>
    <message>
        <source>%1 &apos;%2&apos;: %3</source>
        <translation>%1“%2”：%3</translation>
    </message>
    <message>
        <source>check the path and that it is a readable PEM file</source>
        <translation>请检查路径，以及它是否为可读的 PEM 文件</translation>
    </message>
    <message>
        <source>holds no certificate</source>
        <translation>不含证书</translation>
    </message>
    <message>
        <source>client key</source>
        <translation>客户端密钥</translation>
    </message>
    <message>
        <source>holds no key of the certificate&apos;s kind, or one with a pass phrase</source>
        <translation>不含与证书同类的密钥，或密钥带有口令</translation>
    </message>
    <message>
        <source>this Qt has no TLS</source>
        <translation>此 Qt 不支持 TLS</translation>
    </message>
    <message>
        <source>install OpenSSL for Qt</source>
        <translation>请为 Qt 安装 OpenSSL</translation>
    </message>
    <message>
        <source>CA file</source>
        <translation>CA 文件</translation>
    </message>
    <message>
        <source>a client certificate needs its key, and a key its certificate</source>
        <translation>客户端证书需要其密钥，密钥也需要其证书</translation>
    </message>
    <message>
        <source>give both, or neither</source>
        <translation>请两者都给出，或都不给出</translation>
    </message>
    <message>
        <source>client certificate</source>
        <translation>客户端证书</translation>
    </message>
    <message>
        <source>the TLS greeting failed: %1</source>
        <translation>TLS 握手失败：%1</translation>
    </message>
    <message>
        <source>check that the port speaks TLS and whether it wants a client certificate</source>
        <translation>请检查该端口是否使用 TLS，以及是否要求客户端证书</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is for %1, not for %2</source>
        <translation>服务器证书属于 %1，而非 %2</translation>
    </message>
    <message>
        <source>connect by that name, or give the name to check with sni=</source>
        <translation>请用那个名称连接，或用 sni= 给出要核对的名称</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is valid from %1 to %2 only</source>
        <translation>服务器证书仅在 %1 至 %2 期间有效</translation>
    </message>
    <message>
        <source>renew it, or check this machine&apos;s clock</source>
        <translation>请更新证书，或检查本机时钟</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is not trusted: %1</source>
        <translation>服务器证书不受信任：%1</translation>
    </message>
    <message>
        <source>give the file of the authority that signed it with cacert=</source>
        <translation>请用 cacert= 给出签发机构的文件</translation>
    </message>
    <message>
        <source>there is no connection</source>
        <translation>没有连接</translation>
    </message>
    <message>
        <source>a scan is running</source>
        <translation>正在扫描</translation>
    </message>
    <message>
        <source>SCAN answered something unknown</source>
        <translation>SCAN 的应答无法识别</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>崩溃</translation>
    </message>
    <message>
        <source>The lock was taken and given back</source>
        <translation>锁被获取并归还</translation>
    </message>
    <message>
        <source>%1 cycles, %2 a second</source>
        <translation>%1 个周期，每秒 %2 个</translation>
    </message>
    <message>
        <source>Never were two in at once</source>
        <translation>从未有两个同时在内</translation>
    </message>
    <message>
        <source>%1 violations in %2 entries</source>
        <translation>%2 次进入中有 %1 次违反互斥</translation>
    </message>
    <message>
        <source>Free contention</source>
        <translation>自由争用</translation>
    </message>
    <message>
        <source>Workers want one lock of any kind, hold it and think for times drawn by lot, and some may crash. Run it on your own servers to see what a lock costs there, and whether it holds.</source>
        <translation>工作者争用一把任意类型的锁，持有与思考的时间随机抽取，有的还可能崩溃。在你自己的服务器上运行，看看锁在那里要花多少代价，以及它是否管用。</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>工作者数</translation>
    </message>
    <message>
        <source>How long</source>
        <translation>持续多久</translation>
    </message>
    <message>
        <source>Kind of the lock</source>
        <translation>锁的类型</translation>
    </message>
    <message>
        <source>Patience of a worker</source>
        <translation>工作者的等待上限</translation>
    </message>
    <message>
        <source>Time in the critical section, mean</source>
        <translation>临界区内的时间（平均）</translation>
    </message>
    <message>
        <source>Time between two cycles, mean</source>
        <translation>两个周期之间的时间（平均）</translation>
    </message>
    <message>
        <source>How these times are spread</source>
        <translation>这些时间的分布</translation>
    </message>
    <message>
        <source>Share of cycles that end in a crash</source>
        <translation>以崩溃告终的周期比例</translation>
    </message>
    <message>
        <source>Renew while held</source>
        <translation>持有期间续期</translation>
    </message>
    <message>
        <source>Of a RedLock group: who must agree</source>
        <translation>RedLock 组：需要谁同意</translation>
    </message>
    <message>
        <source>Nodes: %1</source>
        <translation>节点：%1</translation>
    </message>
    <message>
        <source>Remedy: %1</source>
        <translation>处理办法：%1</translation>
    </message>
    <message>
        <source>not linked to its master</source>
        <translation>未连上主节点</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <source>not known</source>
        <comment>lag of a replica</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <comment>of a clock</comment>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>指南</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>键盘</translation>
    </message>
    <message>
        <source>Lock formats</source>
        <translation>锁格式</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Verdicts, alerts, history</source>
        <translation>判定、告警与历史</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>审计</translation>
    </message>
    <message>
        <source>Permissions (ACL)</source>
        <translation>权限（ACL）</translation>
    </message>
    <message>
        <source>Exit codes</source>
        <translation>退出状态</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>变更记录</translation>
    </message>
    <message>
        <source>reached the database</source>
        <translation>到达数据库</translation>
    </message>
    <message>
        <source>served old data</source>
        <translation>用旧数据应答</translation>
    </message>
    <message>
        <source>of %1 requests %2 reached the database, at most %3 of them at once; served old data: %4</source>
        <translation>%1 个请求中有 %2 个到达数据库，最多同时 %3 个；用旧数据应答：%4</translation>
    </message>
    <message>
        <source>Without a lock all who find nothing run to the database together</source>
        <translation>不加锁时，凡是没找到的都一起冲向数据库</translation>
    </message>
    <message>
        <source>INCR: who gets 1 goes</source>
        <translation>INCR：得到 1 的去取</translation>
    </message>
    <message>
        <source>With the INCR lock one goes at a time, and the others use old data without waiting</source>
        <translation>使用 INCR 锁时每次只有一个去取，其余不等待、直接用旧数据</translation>
    </message>
    <message>
        <source>Thundering herd and the INCR lock</source>
        <translation>惊群与 INCR 锁</translation>
    </message>
    <message>
        <source>A popular entry of a cache expires again and again while many ask for it. Without a lock each of them asks the database; with one counted up by INCR the first one does, and the others serve what they have.</source>
        <translation>缓存中一个热门条目一次次过期，同时有许多请求要它。不加锁时每个请求都去问数据库；用 INCR 计数的锁时只有第一个去问，其余用手头的数据应答。</translation>
    </message>
    <message>
        <source>Requests of each</source>
        <translation>每个工作者的请求数</translation>
    </message>
    <message>
        <source>One request of each in</source>
        <translation>每个工作者的请求间隔</translation>
    </message>
    <message>
        <source>How long the cache keeps the entry</source>
        <translation>缓存保留条目的时间</translation>
    </message>
    <message>
        <source>How long the database takes</source>
        <translation>数据库的耗时</translation>
    </message>
    <message>
        <source>the history %1 cannot be used: %2</source>
        <translation>无法使用历史文件 %1：%2</translation>
    </message>
    <message>
        <source>the folder %1 cannot be made</source>
        <translation>无法创建文件夹 %1</translation>
    </message>
    <message>
        <source>another Lockscope writes the history %1</source>
        <translation>另一个 Lockscope 正在写历史文件 %1</translation>
    </message>
    <message>
        <source>it is written by that one as long as it runs</source>
        <translation>只要它在运行，就由它来写</translation>
    </message>
    <message>
        <source>nothing can be written into the folder %1</source>
        <translation>无法写入文件夹 %1</translation>
    </message>
    <message>
        <source>the file %1.lock cannot be written</source>
        <translation>无法写入文件 %1.lock</translation>
    </message>
    <message>
        <source>the history %1 is of a newer Lockscope (format %2, this one knows %3)</source>
        <translation>历史文件 %1 来自更新的 Lockscope（格式 %2，本程序只认识 %3）</translation>
    </message>
    <message>
        <source>use that one, or move the file away</source>
        <translation>请使用那个版本，或移走该文件</translation>
    </message>
    <message>
        <source>its watchdog, if it has one, sets the time back within a third of the lease</source>
        <translation>它的看门狗（如果有）会在三分之一租约之内把时间设回原值</translation>
    </message>
    <message>
        <source>its watchdog stops silently within a third of the lease; unlock() reports success while the lock is free and throws IllegalMonitorStateException once another has it</source>
        <translation>它的看门狗会在三分之一租约之内悄然停止；锁空闲时 unlock() 报告成功，一旦被他人持有则抛出 IllegalMonitorStateException</translation>
    </message>
    <message>
        <source>its watchdog stops silently within a third of the lease; unlock() throws IllegalMonitorStateException</source>
        <translation>它的看门狗会在三分之一租约之内悄然停止；unlock() 抛出 IllegalMonitorStateException</translation>
    </message>
    <message>
        <source>its release() of the permit fails</source>
        <translation>它对许可的 release() 会失败</translation>
    </message>
    <message>
        <source>its watchdog stops silently within a third of the lease; unlock() reports success while the lock is free</source>
        <translation>它的看门狗会在三分之一租约之内悄然停止；锁空闲时 unlock() 报告成功</translation>
    </message>
    <message>
        <source>at its end it may delete the lock of the next holder, for it does not compare</source>
        <translation>它结束时可能删除下一个持有者的锁，因为它不做比较</translation>
    </message>
    <message>
        <source>release() raises LockNotOwnedError; extend() and reacquire() too, where the program calls them</source>
        <translation>release() 抛出 LockNotOwnedError；如果程序调用 extend() 和 reacquire()，也会抛出</translation>
    </message>
    <message>
        <source>release() raises LockNotOwnedError, as redis-py&apos;s</source>
        <translation>release() 抛出 LockNotOwnedError，与 redis-py 相同</translation>
    </message>
    <message>
        <source>inside using() its abort signal fires at the next extension, shortly before the lease ends; without using() nothing before release()</source>
        <translation>在 using() 中，它的中止信号会在下次续期时触发，即租约结束前不久；不用 using() 时，release() 之前毫无察觉</translation>
    </message>
    <message>
        <source>Unlock() fails; Extend(), where the program calls it, fails too, but with SetNXOnExtend it writes the key again</source>
        <translation>Unlock() 会失败；如果程序调用 Extend()，也会失败，但设置了 SetNXOnExtend 时会重新写入键</translation>
    </message>
    <message>
        <source>it notices nothing and writes the key again at its next extension, within half a lease: the lock comes back while its process lives</source>
        <translation>它毫无察觉，并在下次续期时（半个租约之内）重新写入键：只要它的进程还活着，锁就会回来</translation>
    </message>
    <message>
        <source>it extends it every half lease, and that sets the time back</source>
        <translation>它每半个租约续期一次，时间随之恢复</translation>
    </message>
    <message>
        <source>release() returns false, which few programs look at</source>
        <translation>release() 返回 false，但很少有程序查看它</translation>
    </message>
    <message>
        <source>unlock says nothing of it; an extension writes the key again, unless told not to</source>
        <translation>unlock 不会说明此事；续期会重新写入键，除非要求它不要这样做</translation>
    </message>
    <message>
        <source>RedMutex calls its error callback at the next extension, within half a lease</source>
        <translation>RedMutex 会在下次续期时（半个租约之内）调用它的错误回调</translation>
    </message>
    <message>
        <source>RedMutex extends it every half lease, and that sets the time back</source>
        <translation>RedMutex 每半个租约续期一次，时间随之恢复</translation>
    </message>
    <message>
        <source>release() raises ReleaseUnlockedLock; extend() fails, where the program calls it</source>
        <translation>release() 抛出 ReleaseUnlockedLock；如果程序调用 extend()，会失败</translation>
    </message>
    <message>
        <source>Release() and Refresh() fail, for all keys of the lock together</source>
        <translation>Release() 和 Refresh() 会失败，对锁的所有键一并失败</translation>
    </message>
    <message>
        <source>LockRelease() returns false; LockExtend() too, where the program calls it</source>
        <translation>LockRelease() 返回 false；如果程序调用 LockExtend()，也返回 false</translation>
    </message>
    <message>
        <source>at its next extension, within 15 s, it marks the job as failed</source>
        <translation>它在下次续期时（15 秒之内）把任务标记为失败</translation>
    </message>
    <message>
        <source>it extends it every 15 s, and that sets the time back</source>
        <translation>它每 15 秒续期一次，时间随之恢复</translation>
    </message>
    <message>
        <source>Unlock answers that there is no such lock</source>
        <translation>Unlock 应答没有这样的锁</translation>
    </message>
    <message>
        <source>the running beat fails at its next tick; another takes over after up to 300 s</source>
        <translation>正在运行的 beat 会在下一个节拍失败；最多 300 秒后由另一个接管</translation>
    </message>
    <message>
        <source>the beat sets the time back to its full lease at each tick</source>
        <translation>beat 在每个节拍把时间设回完整的租约</translation>
    </message>
    <message>
        <source>the worker ends its short work and does not complain</source>
        <translation>工作者完成它的短时工作，不会报错</translation>
    </message>
    <message>
        <source>the scheduler sets the time back every second, whoever has it</source>
        <translation>调度器每秒都会把时间设回原值，无论由谁持有</translation>
    </message>
    <message>
        <source>release() raises NotAcquired; a renewing thread fails at its next tick, unseen by the code that holds the lock</source>
        <translation>release() 抛出 NotAcquired；续期线程会在下一个节拍失败，而持有锁的代码看不到</translation>
    </message>
    <message>
        <source>with auto_renewal its thread sets the time back within two thirds of the expiry</source>
        <translation>使用 auto_renewal 时，它的线程会在过期时间的三分之二之内把时间设回原值</translation>
    </message>
    <message>
        <source>unlock() throws ConcurrentModificationException</source>
        <translation>unlock() 抛出 ConcurrentModificationException</translation>
    </message>
    <message>
        <source>a registry with a scheduler sets the time back within a third of it</source>
        <translation>带调度器的注册表会在该时间的三分之一之内把时间设回原值</translation>
    </message>
    <message>
        <source>unlock() fails with an exception of its release</source>
        <translation>unlock() 会失败，抛出的异常因版本而异</translation>
    </message>
    <message>
        <source>the worker emits an event at its next extension, within 15 s; the job runs on and fails at its end with a missing lock</source>
        <translation>工作者会在下次续期时（15 秒之内）发出事件；任务继续运行，结束时因找不到锁而失败</translation>
    </message>
    <message>
        <source>the worker extends it every 15 s, and that sets the time back</source>
        <translation>工作者每 15 秒续期一次，时间随之恢复</translation>
    </message>
    <message>
        <source>the job runs on and fails at its end with a missing lock</source>
        <translation>任务会继续运行，结束时因找不到锁而失败</translation>
    </message>
    <message>
        <source>refresh() fails with a conflict, where the program calls it; release() does not complain</source>
        <translation>若程序调用 refresh()，它会因冲突而失败；release() 不会报错</translation>
    </message>
    <message>
        <source>the job goes on and is not told; another one like it may start now</source>
        <translation>任务会继续，也不会收到通知；另一个同样的任务现在可能启动</translation>
    </message>
    <message>
        <source>the server tells it at once that its keys changed: its extension fails, and its context is cancelled</source>
        <translation>服务器会立即告知它的键已变化：它的续期失败，其 context 被取消</translation>
    </message>
    <message>
        <source>it is not told; at its end it gives its token back once more where it can</source>
        <translation>它不会收到通知；结束时，只要还能归还，它会再归还一次令牌</translation>
    </message>
    <message>
        <source>it is not told of the new time; once that is over: %1</source>
        <translation>它不会得知新的时间；时间一到：%1</translation>
    </message>
    <message>
        <source>a waiter that lives is not told: at its next try it queues again, at the end</source>
        <translation>活着的等待者不会收到通知：下一次尝试时它会重新排到队尾</translation>
    </message>
    <message>
        <source>which library has it is not known: many programs notice nothing, and some delete the lock of the next holder at their end</source>
        <translation>不知道是哪个库持有它：许多程序毫无察觉，有些会在结束时删除下一个持有者的锁</translation>
    </message>
    <message>
        <source>not known here: count on it that it notices nothing</source>
        <translation>此处未知：请按它毫无察觉来考虑</translation>
    </message>
    <message>
        <source>there is no lock</source>
        <translation>没有锁</translation>
    </message>
    <message>
        <source>nobody holds it: there is no owner to compare</source>
        <translation>无人持有：没有可比较的持有者</translation>
    </message>
    <message>
        <source>Wake the waiters: changes no key</source>
        <translation>唤醒等待者：不改动任何键</translation>
    </message>
    <message>
        <source>Let it run out in %1, if it has no expiry or a later one</source>
        <translation>若没有过期时间或过期时间更晚，让它在 %1 后到期</translation>
    </message>
    <message>
        <source>Release it by force: the last resort; the holder&apos;s code goes on running</source>
        <translation>强制释放：最后的手段；持有者的代码会继续运行</translation>
    </message>
    <message>
        <source>The gentle steps come first. Read one before you run it: those that change anything are commented out.</source>
        <translation>温和的步骤在前。运行前请先读懂：凡会改动内容的都已注释掉。</translation>
    </message>
    <message>
        <source>Put the true values in the place of owner-1, host-1 and the like: as it stands nothing is changed.</source>
        <translation>请把 owner-1、host-1 等换成真实的值：照原样运行不会改动任何内容。</translation>
    </message>
    <message>
        <source>No password is in it: redis-cli takes it from REDISCLI_AUTH.</source>
        <translation>其中没有密码：redis-cli 从 REDISCLI_AUTH 读取密码。</translation>
    </message>
    <message>
        <source>Look at it</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>not possible: %1</source>
        <translation>无法执行：%1</translation>
    </message>
    <message>
        <source>of unknown version</source>
        <translation>版本未知</translation>
    </message>
    <message>
        <source>of unknown role</source>
        <translation>角色未知</translation>
    </message>
    <message>
        <source>no expiry</source>
        <translation>永不过期</translation>
    </message>
    <message>
        <source>Incident: lock %1</source>
        <translation>事故：锁 %1</translation>
    </message>
    <message>
        <source>when: %1</source>
        <translation>时间：%1</translation>
    </message>
    <message>
        <source>connection: %1</source>
        <translation>连接：%1</translation>
    </message>
    <message>
        <source>kind: %1</source>
        <translation>类型：%1</translation>
    </message>
    <message>
        <source>node: %1</source>
        <translation>节点：%1</translation>
    </message>
    <message>
        <source>Redis %1</source>
        <translation>Redis %1</translation>
    </message>
    <message>
        <source>versions: %1</source>
        <translation>版本：%1</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>There is no lock under this name now.</source>
        <translation>此名称下现在没有锁。</translation>
    </message>
    <message>
        <source>It could not be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>What to do: %1</source>
        <translation>处理办法：%1</translation>
    </message>
    <message>
        <source>Nobody holds it.</source>
        <translation>无人持有。</translation>
    </message>
    <message>
        <source>| owner | holds | mode | time to live | client |</source>
        <translation>| 持有者 | 重入次数 | 模式 | 剩余时间 | 客户端 |</translation>
    </message>
    <message>
        <source>Held for at least %1.</source>
        <translation>至少已持有 %1。</translation>
    </message>
    <message>
        <source>Held for %1.</source>
        <translation>已持有 %1。</translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Nobody waits.</source>
        <translation>无人等待。</translation>
    </message>
    <message>
        <source>Whether anybody waits is not known.</source>
        <translation>是否有人等待未知。</translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) listen for its release</source>
        <translation>
            <numerusform>%n 个客户端在监听它的释放</numerusform>
        </translation>
    </message>
    <message>
        <source>in the queue: %1, alive</source>
        <translation>队列中：%1，存活</translation>
    </message>
    <message>
        <source>in the queue: %1, dead</source>
        <translation>队列中：%1，已死</translation>
    </message>
    <message>
        <source>in the queue: %1</source>
        <translation>队列中：%1</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>| node | role | state | owner | time to live |</source>
        <translation>| 节点 | 角色 | 状态 | 持有者 | 剩余时间 |</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生了什么</translation>
    </message>
    <message>
        <source>Nothing was seen of it.</source>
        <translation>没有看到与它有关的事件。</translation>
    </message>
    <message numerus="yes">
        <source>%n older event(s): timeline.csv.</source>
        <translation>
            <numerusform>更早的 %n 个事件：见 timeline.csv。</numerusform>
        </translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>做过哪些操作</translation>
    </message>
    <message>
        <source>The audit of this program has no act on it.</source>
        <translation>本程序的审计中没有对它的操作。</translation>
    </message>
    <message>
        <source>| when | who | act | expected | found | result | reason |</source>
        <translation>| 时间 | 操作人 | 操作 | 预期 | 实际 | 结果 | 原因 |</translation>
    </message>
    <message>
        <source>Further steps</source>
        <translation>后续步骤</translation>
    </message>
    <message>
        <source>The gentle ones first. owner-1, host-1 and the like stand for the true values: as they stand the commands change nothing. The same is in commands.sh.</source>
        <translation>温和的在前。owner-1、host-1 等代表真实的值：照原样，这些命令不会改动任何内容。commands.sh 中有同样的内容。</translation>
    </message>
    <message>
        <source>Look at it:</source>
        <translation>查看：</translation>
    </message>
    <message>
        <source>Not possible: %1</source>
        <translation>无法执行：%1</translation>
    </message>
    <message>
        <source>What makes the locks of this deployment unsafe</source>
        <translation>此部署中危及锁的问题</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>没有发现问题。</translation>
    </message>
    <message>
        <source>What stands for what</source>
        <translation>名称对照</translation>
    </message>
    <message>
        <source>These were replaced; the same name stands for the same thing in all files. In a shape a, A, d, h, x and ? are runs of small letters, capitals, digits, hex digits, mixed ones and other bytes.</source>
        <translation>以下内容已被替换；在所有文件中，同一个名称代表同一个内容。形状中的 a、A、d、h、x 和 ? 分别表示一段连续的小写字母、大写字母、数字、十六进制数字、混合字符和其他字节。</translation>
    </message>
    <message>
        <source>Addresses were kept.</source>
        <translation>地址予以保留。</translation>
    </message>
    <message>
        <source>| name | bytes | shape |</source>
        <translation>| 名称 | 字节数 | 形状 |</translation>
    </message>
    <message>
        <source>lockscope-cli incident --keep-addresses leaves addresses as they are</source>
        <translation>lockscope-cli incident --keep-addresses 会保留地址原样</translation>
    </message>
    <message>
        <source>the lock&apos;s name, or that of the connection, may contain a password: change it</source>
        <translation>锁的名称或连接的名称可能含有密码：请更改它</translation>
    </message>
    <message>
        <source>this is a fault of Lockscope: report it, without what the name stands for</source>
        <translation>这是 Lockscope 的缺陷：请报告它，但不要透露该名称所代表的内容</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>choose another folder</source>
        <translation>请选择其他文件夹</translation>
    </message>
    <message>
        <source>what %1 stands for would be in %2; nothing was written</source>
        <translation>%2 中会出现 %1 所代表的内容；没有写入任何内容</translation>
    </message>
    <message>
        <source>it could not be moved into its place</source>
        <translation>无法移动到目标位置</translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s), which are not told here</source>
        <translation>
            <numerusform>%n 个字节，此处不列出</numerusform>
        </translation>
    </message>
    <message>
        <source>Elsewhere in the window</source>
        <translation>窗口的其他位置</translation>
    </message>
    <message>
        <source>Anywhere</source>
        <translation>任何位置</translation>
    </message>
    <message>
        <source>Go to the next or the previous field</source>
        <translation>转到下一个或上一个输入项</translation>
    </message>
    <message>
        <source>Open the menus</source>
        <translation>打开菜单</translation>
    </message>
    <message>
        <source>What can be done with the chosen thing</source>
        <translation>对所选内容可做的操作</translation>
    </message>
    <message>
        <source>Close a dialog; nothing is done</source>
        <translation>关闭对话框；不执行任何操作</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Offer what could come next</source>
        <translation>提示接下来可输入的内容</translation>
    </message>
    <message>
        <source>Go to the list</source>
        <translation>转到列表</translation>
    </message>
    <message>
        <source>Lists and tables</source>
        <translation>列表与表格</translation>
    </message>
    <message>
        <source>Choose the row above or below; with Shift several</source>
        <translation>选择上一行或下一行；按住 Shift 可选多行</translation>
    </message>
    <message>
        <source>Fold or unfold a group</source>
        <translation>折叠或展开分组</translation>
    </message>
    <message>
        <source>Open what the row is about</source>
        <translation>打开该行所指的内容</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Remove…; it asks first</source>
        <translation>移除…；会先询问</translation>
    </message>
    <message>
        <source>Time to live of a lock</source>
        <translation>锁的剩余时间</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>更早</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>更晚</translation>
    </message>
    <message>
        <source>Stand still, or follow</source>
        <translation>停住或跟随</translation>
    </message>
    <message>
        <source>Plots of Contention</source>
        <translation>争用的曲线图</translation>
    </message>
    <message>
        <source>Read the values of another moment</source>
        <translation>读取另一时刻的值</translation>
    </message>
    <message>
        <source>The same in leaps</source>
        <translation>同上，大步移动</translation>
    </message>
    <message>
        <source>Let go of the moment</source>
        <translation>放开该时刻</translation>
    </message>
    <message>
        <source>Lanes of the Timeline</source>
        <translation>时间线的泳道</translation>
    </message>
    <message>
        <source>Look at all locks at another moment</source>
        <translation>查看另一时刻的所有锁</translation>
    </message>
    <message>
        <source>Health of the deployment</source>
        <translation>部署健康状况</translation>
    </message>
    <message>
        <source>Examine again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Find in this document</source>
        <translation>在此文档中查找</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>查找下一个</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>查找上一个</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Everything can be done without a mouse. Whatever has no key of its own is found by its name among the commands.</source>
        <translation>一切都可以不用鼠标完成。没有专用按键的操作，可在命令中按名称查找。</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>起始页</translation>
    </message>
    <message>
        <source>Take a recent connection off the list; a saved one is asked about first</source>
        <translation>把最近的连接从列表中移除；已保存的连接会先询问</translation>
    </message>
    <message>
        <source>In the filter: kind:%1</source>
        <translation>在筛选中：kind:%1</translation>
    </message>
    <message>
        <source>&amp;Values</source>
        <translation>值(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Permits there are</source>
        <translation>许可总数(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Unit of time</source>
        <translation>时间单位(&amp;U)</translation>
    </message>
    <message>
        <source>there is no such kind</source>
        <translation>没有这种类型</translation>
    </message>
    <message>
        <source>%1 is out of its limits</source>
        <translation>%1 超出范围</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>this scenario has no parameter %1</source>
        <translation>此场景没有参数 %1</translation>
    </message>
    <message>
        <source>it has none</source>
        <translation>它没有参数</translation>
    </message>
    <message>
        <source>it has %1</source>
        <translation>它有 %1</translation>
    </message>
    <message>
        <source>there is no %1</source>
        <translation>没有 %1</translation>
    </message>
    <message>
        <source>%1 is no number</source>
        <translation>%1 不是数字</translation>
    </message>
    <message>
        <source>sandbox of the lab</source>
        <translation>实验室的沙箱</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>as taught</source>
        <translation>符合预期</translation>
    </message>
    <message>
        <source>not as taught</source>
        <translation>不符预期</translation>
    </message>
    <message>
        <source>✔ seen</source>
        <translation>✔ 已出现</translation>
    </message>
    <message>
        <source>✘ not seen</source>
        <translation>✘ 未出现</translation>
    </message>
    <message>
        <source>%1 %2, seed %3</source>
        <translation>%1 %2，种子 %3</translation>
    </message>
    <message>
        <source>one server</source>
        <translation>单个服务器</translation>
    </message>
    <message>
        <source>a master and its replicas</source>
        <translation>主节点及其副本</translation>
    </message>
    <message>
        <source>replicas and sentinels</source>
        <translation>副本与哨兵</translation>
    </message>
    <message>
        <source>a cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>a RedLock group</source>
        <translation>RedLock 组</translation>
    </message>
    <message numerus="yes">
        <source>%n waiter(s) at least try again; no key changes</source>
        <translation>
            <numerusform>至少 %n 个等待者会重试；不改动任何键</numerusform>
        </translation>
    </message>
    <message>
        <source>Whoever waits tries again; no key changes</source>
        <translation>等待者会重试；不改动任何键</translation>
    </message>
    <message>
        <source>it has no expiry: it never runs out</source>
        <translation>没有过期时间：永不到期</translation>
    </message>
    <message>
        <source>Gives it the expiry that it lacks</source>
        <translation>为它补上缺少的过期时间</translation>
    </message>
    <message>
        <source>It is renewed: a shorter time does not last</source>
        <translation>它在续期：缩短的时间不会保持</translation>
    </message>
    <message>
        <source>Shortens the %1 that are left</source>
        <translation>缩短剩余的 %1</translation>
    </message>
    <message>
        <source>it has one holder, and nobody is known to queue</source>
        <translation>只有一个持有者，且未发现有人排队</translation>
    </message>
    <message>
        <source>nobody holds it, and nobody is known to queue</source>
        <translation>无人持有，且未发现有人排队</translation>
    </message>
    <message numerus="yes">
        <source>One of %n hold(s)</source>
        <translation>
            <numerusform>%n 个持有中的一个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One of %n in the queue</source>
        <translation>
            <numerusform>队列中 %n 个等待者之一</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>one of %n in the queue</source>
        <translation>
            <numerusform>队列中 %n 个等待者之一</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; one is dead</source>
        <translation>%1；其中一个已死</translation>
    </message>
    <message>
        <source>Takes it from %1, whatever he is doing</source>
        <translation>从 %1 手中收走，无论其正在做什么</translation>
    </message>
    <message>
        <source>Takes all of it: %1</source>
        <translation>全部收走：%1</translation>
    </message>
    <message>
        <source>Wake the waiters</source>
        <translation>唤醒等待者</translation>
    </message>
    <message>
        <source>Wait until it runs out</source>
        <translation>等待它到期</translation>
    </message>
    <message>
        <source>Give it an expiry, or shorten it</source>
        <translation>设置或缩短过期时间</translation>
    </message>
    <message>
        <source>Take one share away</source>
        <translation>移除一个份额</translation>
    </message>
    <message>
        <source>Release by force</source>
        <translation>强制释放</translation>
    </message>
    <message>
        <source>This sends the message that a release sends, and changes no key. A waiter that wakes tries again and goes back to waiting if the lock is still held: harmless, and the remedy when a release message was lost.</source>
        <translation>发送与释放时相同的消息，不改动任何键。被唤醒的等待者会重试，若锁仍被持有则继续等待：没有害处，释放消息丢失时正可用它补救。</translation>
    </message>
    <message>
        <source>Nothing is sent. A holder that is dead loses the lock when its time is over, and one that lives is not disturbed.</source>
        <translation>不发送任何命令。已死的持有者在时间用完时失去锁，活着的持有者不受打扰。</translation>
    </message>
    <message>
        <source>This gives a lock without an expiry one, or shortens the time it has left. It never lengthens it, and the holder is not told: a holder that renews sets the time back to its full lease. The time that was there before cannot be given back.</source>
        <translation>为没有过期时间的锁设置过期时间，或缩短它的剩余时间。绝不会延长，持有者也不会收到通知：会续期的持有者会把时间恢复为完整的租约。原来的时间无法还原。</translation>
    </message>
    <message>
        <source>This takes one part of the lock away and leaves the others. It cannot be undone: whoever lost it must acquire again.</source>
        <translation>移除锁的一个份额，其余保持不变。此操作无法撤销：失去份额者必须重新获取。</translation>
    </message>
    <message>
        <source>This takes the lock away from whoever holds it and wakes the waiters. It cannot be undone, and it cannot stop the code of the old holder: be sure that it is dead, or that two at once do no harm.</source>
        <translation>从持有者手中收走锁，并唤醒等待者。此操作无法撤销，也无法让原持有者的代码停下：请确认它已死，或两个同时在内也无害。</translation>
    </message>
    <message>
        <source>It has no expiry: it never runs out by itself</source>
        <translation>没有过期时间：永远不会自行到期</translation>
    </message>
    <message>
        <source>It is renewed every %1: waiting will not help while its holder lives</source>
        <translation>每 %1 续期一次：只要持有者还活着，等待就没有用</translation>
    </message>
    <message>
        <source>It is renewed: waiting will not help while its holder lives</source>
        <translation>它在续期：只要持有者还活着，等待就没有用</translation>
    </message>
    <message>
        <source>Its time is over</source>
        <translation>它的时间已用完</translation>
    </message>
    <message>
        <source>Runs out at %1, in %2</source>
        <translation>将于 %1 到期，还有 %2</translation>
    </message>
    <message>
        <source>A party crashes before it counts</source>
        <translation>一方在计数之前崩溃</translation>
    </message>
    <message>
        <source>%1 have counted</source>
        <translation>已有 %1 方计数</translation>
    </message>
    <message>
        <source>parties that counted</source>
        <translation>已计数的各方</translation>
    </message>
    <message>
        <source>let through too early</source>
        <translation>过早放行</translation>
    </message>
    <message>
        <source>Every party counts</source>
        <translation>各方都计数</translation>
    </message>
    <message>
        <source>Those who wait go on when the last party has counted, and none before</source>
        <translation>等待者在最后一方计数后继续，此前无人放行</translation>
    </message>
    <message>
        <source>parties that counted: %1 of %2; let through: %3 of %4, too early: %5</source>
        <translation>已计数：%2 方中的 %1 方；放行：%4 个中的 %3 个，过早：%5</translation>
    </message>
    <message>
        <source>One party crashes</source>
        <translation>一方崩溃</translation>
    </message>
    <message>
        <source>If one party crashes, all who wait do so in vain</source>
        <translation>只要一方崩溃，所有等待者都白等</translation>
    </message>
    <message>
        <source>parties that counted: %1 of %2; gave up after %3: %4 of %5</source>
        <translation>已计数：%2 方中的 %1 方；%3 后放弃：%5 个中的 %4 个</translation>
    </message>
    <message>
        <source>Counting once in its place opens the latch</source>
        <translation>代它计数一次就打开闭锁</translation>
    </message>
    <message>
        <source>it is open</source>
        <translation>已打开</translation>
    </message>
    <message>
        <source>it is still shut</source>
        <translation>仍关着</translation>
    </message>
    <message>
        <source>Count-down latch</source>
        <translation>倒数闭锁</translation>
    </message>
    <message>
        <source>Several parties do their part and count a latch down, and others wait for 0. If one party dies before it counts, nobody who waits is ever told.</source>
        <translation>若干方各自完成工作并使闭锁倒数，其他人等它到 0。如果一方在计数之前死掉，等待者永远得不到通知。</translation>
    </message>
    <message>
        <source>Parties</source>
        <translation>参与方数</translation>
    </message>
    <message>
        <source>Who wait</source>
        <translation>等待者数</translation>
    </message>
    <message>
        <source>How long a party works</source>
        <translation>每一方工作多久</translation>
    </message>
    <message>
        <source>How long they wait if one crashes</source>
        <translation>有一方崩溃时等待多久</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Hold count</source>
        <translation>重入次数</translation>
    </message>
    <message>
        <source>Held for</source>
        <translation>已持有</translation>
    </message>
    <message>
        <source>Renewals</source>
        <translation>续期</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>none seen</source>
        <translation>未见续期</translation>
    </message>
    <message>
        <source>every %1</source>
        <translation>每 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n missed</source>
        <translation>
            <numerusform>错过 %n 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) on the wake-up channel</source>
        <translation>
            <numerusform>唤醒频道上有 %n 个客户端</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in the queue</source>
        <translation>
            <numerusform>队列中有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (at most %2)</source>
        <translation>%1（最多时 %2）</translation>
    </message>
    <message>
        <source>no expiry: it never runs out</source>
        <translation>无过期时间：永不到期</translation>
    </message>
    <message>
        <source>%1 (not reachable, seen %2)</source>
        <translation>%1（连接不上，%2 的状态）</translation>
    </message>
    <message>
        <source>last: %1</source>
        <translation>上次：%1</translation>
    </message>
    <message>
        <source>To go</source>
        <translation>还剩</translation>
    </message>
    <message>
        <source>Fencing token</source>
        <translation>栅栏令牌</translation>
    </message>
    <message>
        <source>none: it stays by design</source>
        <translation>无：按设计一直存在</translation>
    </message>
    <message numerus="yes">
        <source>%n count(s) until it opens</source>
        <translation>
            <numerusform>还有 %n 次才会打开</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, the last one given out</source>
        <translation>%1，最近发出的一个</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>an owner and whether he reads or writes</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>×</source>
        <comment>header: how many times held</comment>
        <translation>×</translation>
    </message>
    <message>
        <source>TTL</source>
        <translation>TTL</translation>
    </message>
    <message>
        <source>Whether something is wrong with this lock</source>
        <translation>这把锁是否有问题</translation>
    </message>
    <message>
        <source>The lock&apos;s key in Redis</source>
        <translation>锁在 Redis 中的键</translation>
    </message>
    <message>
        <source>Which family of locks it belongs to</source>
        <translation>它属于哪一类锁</translation>
    </message>
    <message>
        <source>Time left before it expires, out of the longest lease seen</source>
        <translation>过期前的剩余时间，相对于见过的最长租约</translation>
    </message>
    <message>
        <source>How long this owner has held it; ≥ when it was held before we looked</source>
        <translation>该持有者已持有多久；≥ 表示开始查看之前就已被持有</translation>
    </message>
    <message>
        <source>How often it was extended, and in which rhythm</source>
        <translation>续期了多少次，以怎样的节奏</translation>
    </message>
    <message>
        <source>Clients known to wait for it</source>
        <translation>已知在等待它的客户端</translation>
    </message>
    <message>
        <source>The Redis server it is on</source>
        <translation>它所在的 Redis 服务器</translation>
    </message>
    <message>
        <source>%1 missed</source>
        <translation>错过 %1 次</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>held %1 times, at most %2 times so far</source>
        <translation>重入 %1 次，至今最多 %2 次</translation>
    </message>
    <message>
        <source>It never expires by itself</source>
        <translation>它永远不会自行过期</translation>
    </message>
    <message>
        <source>%1 left of %2</source>
        <translation>剩余 %1，共 %2</translation>
    </message>
    <message>
        <source>%1 old</source>
        <translation>%1前的数据</translation>
    </message>
    <message numerus="yes">
        <source>%n lock(s)</source>
        <translation>
            <numerusform>%n 把锁</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n critical</source>
        <translation>
            <numerusform>%n 个严重</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n 个警告</numerusform>
        </translation>
    </message>
    <message>
        <source>Who holds it, as written in Redis, or how many do</source>
        <translation>由谁持有（Redis 中的原样），或有多少持有者</translation>
    </message>
    <message>
        <source>How many times it is held (re-entry, readers, permits; to go of a latch), and whether that last rose or fell</source>
        <translation>被持有的次数（重入、读者、许可；闭锁为剩余次数），以及最近是升是降</translation>
    </message>
    <message numerus="yes">
        <source>%n hold(s) by all its holders</source>
        <translation>
            <numerusform>所有持有者共 %n 次持有</numerusform>
        </translation>
    </message>
    <message>
        <source>It stays by design, held or free</source>
        <translation>无论被持有还是空闲，按设计一直存在</translation>
    </message>
    <message>
        <source>held by %1</source>
        <translation>由 %1 持有</translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s)</source>
        <translation>
            <numerusform>%Ln 个等待者</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>a row read aloud: lock and what is known of it</comment>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>SETNX without an expiry</source>
        <translation>没有过期时间的 SETNX</translation>
    </message>
    <message>
        <source>Without an expiry the lock outlives its holder: nobody gets in again</source>
        <translation>没有过期时间，锁比持有者活得久：再也没有人能进入</translation>
    </message>
    <message>
        <source>%1 of %2 waited %3 in vain</source>
        <translation>%2 个中有 %1 个白等了 %3</translation>
    </message>
    <message>
        <source>SET NX PX</source>
        <translation>SET NX PX</translation>
    </message>
    <message>
        <source>With an expiry the lock is free when the lease of the dead holder is over</source>
        <translation>有过期时间，死掉的持有者租约一到锁就空闲</translation>
    </message>
    <message>
        <source>%1 of %2 got in, the first one %3 after the crash (lease %4)</source>
        <translation>%2 个中有 %1 个进入，第一个在崩溃后 %3（租约 %4）</translation>
    </message>
    <message>
        <source>A process takes a lock by SETNX and is killed while it holds it. Without an expiry everybody waits for a dead one; with one, the lease frees the lock.</source>
        <translation>一个进程用 SETNX 获取锁，持有期间被杀死。没有过期时间，所有人都在等一个死掉的进程；有过期时间，租约会释放这把锁。</translation>
    </message>
    <message>
        <source>must be a time such as &quot;30s&quot;, &quot;500ms&quot; or &quot;10m&quot;</source>
        <translation>必须是时长，例如 &quot;30s&quot;、&quot;500ms&quot; 或 &quot;10m&quot;</translation>
    </message>
    <message>
        <source>must be a size such as &quot;512MiB&quot; or &quot;1GiB&quot;, at least %1</source>
        <translation>必须是大小，例如 &quot;512MiB&quot; 或 &quot;1GiB&quot;，至少 %1</translation>
    </message>
    <message>
        <source>must be a list</source>
        <translation>必须是列表</translation>
    </message>
    <message>
        <source>must be a text</source>
        <translation>必须是文本</translation>
    </message>
    <message>
        <source>must be a glob over owner ids, such as &quot;8f3c*&quot;</source>
        <translation>必须是匹配持有者标识的通配模式，例如 &quot;8f3c*&quot;</translation>
    </message>
    <message>
        <source>must say what to call that owner</source>
        <translation>必须写明如何称呼该持有者</translation>
    </message>
    <message>
        <source>is %1: the file was written by a newer Lockscope</source>
        <translation>是 %1：该文件由更新的 Lockscope 写成</translation>
    </message>
    <message>
        <source>must be an object with a pattern and a name</source>
        <translation>必须是含有 pattern 和 name 的对象</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>设置文件</translation>
    </message>
    <message>
        <source>%1 is left as it is: %2</source>
        <translation>%1 未作改动：%2</translation>
    </message>
    <message>
        <source>mend the file, or remove it</source>
        <translation>请修正该文件，或将其删除</translation>
    </message>
    <message>
        <source>must be a rule such as &quot;verdict&gt;=warning for 30s&quot;</source>
        <translation>必须是一条规则，例如“verdict&gt;=warning for 30s”</translation>
    </message>
    <message>
        <source>is no rule: %1</source>
        <translation>不是规则：%1</translation>
    </message>
    <message>
        <source>sold</source>
        <translation>已售出</translation>
    </message>
    <message>
        <source>oversold</source>
        <translation>超卖</translation>
    </message>
    <message>
        <source>lost updates</source>
        <translation>丢失的更新</translation>
    </message>
    <message>
        <source>sold %1 of %2, %3 updates lost</source>
        <translation>库存 %2，售出 %1，丢失更新 %3 次</translation>
    </message>
    <message>
        <source>Without a lock, more is sold than there is</source>
        <translation>不加锁时，卖出的比库存还多</translation>
    </message>
    <message>
        <source>A mutex guards one process only: the two servers still lose each other&apos;s updates</source>
        <translation>互斥量只管一个进程：两台服务器仍会互相丢失更新</translation>
    </message>
    <message>
        <source>SET NX, tried again and again</source>
        <translation>SET NX，反复重试</translation>
    </message>
    <message>
        <source>With SET NX nothing is oversold</source>
        <translation>使用 SET NX 没有超卖</translation>
    </message>
    <message>
        <source>With a distributed lock nothing is oversold</source>
        <translation>使用分布式锁没有超卖</translation>
    </message>
    <message>
        <source>Oversell</source>
        <translation>超卖</translation>
    </message>
    <message>
        <source>Two servers take orders for the same stock: each reads it, works, and writes one less. Only a lock that both servers see keeps them from selling what is not there.</source>
        <translation>两台服务器为同一份库存接单：各自读取、处理、再写回减一。只有两台服务器都能看到的锁，才能防止卖出不存在的东西。</translation>
    </message>
    <message>
        <source>Requests a second of each server</source>
        <translation>每台服务器每秒请求数</translation>
    </message>
    <message>
        <source>Rounds of one second</source>
        <translation>轮数（每轮一秒）</translation>
    </message>
    <message>
        <source>Stock</source>
        <translation>库存</translation>
    </message>
    <message>
        <source>Work between reading and writing</source>
        <translation>读与写之间的处理时间</translation>
    </message>
    <message>
        <source>cannot read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>%1 is too large to be %2</source>
        <translation>%1 太大，不可能是%2</translation>
    </message>
    <message>
        <source>cannot make the folder %1</source>
        <translation>无法创建文件夹 %1</translation>
    </message>
    <message>
        <source>cannot write</source>
        <translation>无法写入</translation>
    </message>
    <message>
        <source>is renewed</source>
        <translation>持续续期</translation>
    </message>
    <message>
        <source>stays for ever</source>
        <translation>永远存在</translation>
    </message>
    <message>
        <source>is renewed; else it has %1 left</source>
        <translation>持续续期；否则还剩 %1</translation>
    </message>
    <message>
        <source>runs out at %1, in %2</source>
        <translation>%1 到期，还剩 %2</translation>
    </message>
    <message>
        <source>for reading</source>
        <translation>用于读</translation>
    </message>
    <message>
        <source>for writing</source>
        <translation>用于写</translation>
    </message>
    <message>
        <source>%1 times</source>
        <comment>held</comment>
        <translation>重入 %1 次</translation>
    </message>
    <message>
        <source>%1 is not there</source>
        <translation>找不到 %1</translation>
    </message>
    <message>
        <source>install Lockscope whole: it is a part of it</source>
        <translation>请完整安装 Lockscope：它是其中的一部分</translation>
    </message>
    <message>
        <source>the lease is %1 ms: it must be longer than nothing</source>
        <translation>租约为 %1 毫秒：必须大于零</translation>
    </message>
    <message>
        <source>the lease is longer than 100 years</source>
        <translation>租约超过 100 年</translation>
    </message>
    <message>
        <source>the lock&apos;s name is empty</source>
        <translation>锁的名称为空</translation>
    </message>
    <message>
        <source>%1 needs the owner: only the holder named may do it</source>
        <translation>%1 需要持有者：只有指定的持有者才能执行</translation>
    </message>
    <message>
        <source>name the owner as the lock shows it</source>
        <translation>请按锁中显示的样子写出持有者</translation>
    </message>
    <message>
        <source>the owner is longer than 512 bytes: no lock&apos;s owner is</source>
        <translation>持有者超过 512 字节：没有锁的持有者会这么长</translation>
    </message>
    <message>
        <source>the expected count is %1: a held lock has at least one hold</source>
        <translation>预期次数为 %1：被持有的锁至少有一次持有</translation>
    </message>
    <message>
        <source>no time was given after which the lock shall expire</source>
        <translation>没有给出锁的过期时间</translation>
    </message>
    <message>
        <source>give the time, for example 30s</source>
        <translation>请给出时长，例如 30s</translation>
    </message>
    <message>
        <source>owners</source>
        <translation>持有者数</translation>
    </message>
    <message>
        <source>%1: what it shall be is not clear; end its name with .png, .svg or .csv</source>
        <translation>%1：无法判断保存为何种格式；请让文件名以 .png、.svg 或 .csv 结尾</translation>
    </message>
    <message>
        <source>No semaphore</source>
        <translation>不用信号量</translation>
    </message>
    <message>
        <source>permits leaked</source>
        <translation>泄漏的许可</translation>
    </message>
    <message>
        <source>come back</source>
        <translation>收回</translation>
    </message>
    <message>
        <source>permits: %1, leaked: %2, free afterwards: %3; got in: %4, the last one at %5; gave up: %6</source>
        <translation>许可：%1，泄漏：%2，之后空闲：%3；进入：%4，最后一次在 %5；放弃：%6</translation>
    </message>
    <message>
        <source>Without a semaphore more are in at once than may be</source>
        <translation>不用信号量时，同时在内的超过允许的数量</translation>
    </message>
    <message>
        <source>most in at once: %1, allowed: %2</source>
        <translation>同时在内最多：%1，允许：%2</translation>
    </message>
    <message>
        <source>Semaphore</source>
        <translation>信号量</translation>
    </message>
    <message>
        <source>A plain semaphore loses the permit of everyone who crashes, until nothing moves</source>
        <translation>普通信号量每崩溃一个就少一个许可，直到一切停住</translation>
    </message>
    <message>
        <source>Permits that expire</source>
        <translation>会过期的许可</translation>
    </message>
    <message>
        <source>Permits that expire come back: more leak than there are, and work goes on</source>
        <translation>会过期的许可会收回：泄漏的比总数还多，工作照常进行</translation>
    </message>
    <message>
        <source>Semaphore as a rate limit</source>
        <translation>用信号量限流</translation>
    </message>
    <message>
        <source>A semaphore lets only so many workers in at once, and some crash before they give their permit back. A plain semaphore never gets it back and comes to a stand; permits with an expiry return by themselves.</source>
        <translation>信号量只让一定数量的工作者同时进入，而有的在归还许可之前崩溃。普通信号量再也收不回许可，最终停住；带过期时间的许可会自己回来。</translation>
    </message>
    <message>
        <source>Share of the stays that end in a crash</source>
        <translation>以崩溃告终的比例</translation>
    </message>
    <message>
        <source>How long one is in</source>
        <translation>每次在内多久</translation>
    </message>
    <message>
        <source>Lease of a permit that expires</source>
        <translation>会过期的许可的租约</translation>
    </message>
    <message>
        <source>How long one waits for a permit</source>
        <translation>等待许可多久</translation>
    </message>
    <message>
        <source>How long it goes on</source>
        <translation>持续多久</translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%n 字节</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n field(s)</source>
        <translation>
            <numerusform>%n 个字段</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n 个元素</numerusform>
        </translation>
    </message>
    <message>
        <source>… cut: there is more than is shown</source>
        <translation>……已截断：此处未显示全部</translation>
    </message>
    <message>
        <source>Value: %1</source>
        <translation>原始值：%1</translation>
    </message>
    <message>
        <source>Value: %1, %2</source>
        <translation>原始值：%1，%2</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读</translation>
    </message>
    <message>
        <source>write</source>
        <translation>写</translation>
    </message>
    <message>
        <source>%1, then %2: both in</source>
        <translation>先%1后%2：都进入</translation>
    </message>
    <message>
        <source>%1, then %2: kept out</source>
        <translation>先%1后%2：被挡住</translation>
    </message>
    <message>
        <source>Two at once</source>
        <translation>两个同时</translation>
    </message>
    <message>
        <source>pairs both in</source>
        <translation>都进入的组合</translation>
    </message>
    <message>
        <source>A writer asks for the lock</source>
        <translation>一个写者请求锁</translation>
    </message>
    <message>
        <source>The writer gives up</source>
        <translation>写者放弃</translation>
    </message>
    <message>
        <source>A writer among readers</source>
        <translation>读者中的一个写者</translation>
    </message>
    <message>
        <source>The readers have stopped; the writer asks again</source>
        <translation>读者已停止；写者再次请求</translation>
    </message>
    <message>
        <source>the writer got in after %1</source>
        <translation>写者在 %1 后进入</translation>
    </message>
    <message>
        <source>the writer gave up after %1</source>
        <translation>写者在 %1 后放弃</translation>
    </message>
    <message>
        <source>%1; meanwhile readers got in %2 times</source>
        <translation>%1；其间读者进入 %2 次</translation>
    </message>
    <message>
        <source>Readers share the lock; a writer shares it with nobody</source>
        <translation>读者共享这把锁；写者不与任何人共享</translation>
    </message>
    <message>
        <source>Readers who overlap starve the writer: the lock is never free</source>
        <translation>首尾相接的读者使写者饥饿：锁从不空闲</translation>
    </message>
    <message>
        <source>When the readers stop, the writer gets in; never was one in together with a reader</source>
        <translation>读者停止后写者进入；写者从未与读者同时在内</translation>
    </message>
    <message>
        <source>violations: %1; most readers at once: %2</source>
        <translation>违反互斥：%1；同时读者最多：%2</translation>
    </message>
    <message>
        <source>Read-write lock</source>
        <translation>读写锁</translation>
    </message>
    <message>
        <source>Readers and writers meet at one lock in all combinations, then a writer asks while readers come and go. Readers share it, and where they overlap without end a writer waits without end.</source>
        <translation>读者与写者以各种组合争用一把锁，然后在读者来来往往时由一个写者请求。读者共享它；只要读者没完没了地首尾相接，写者就没完没了地等。</translation>
    </message>
    <message>
        <source>Readers</source>
        <translation>读者数</translation>
    </message>
    <message>
        <source>How long one reads</source>
        <translation>每次读多久</translation>
    </message>
    <message>
        <source>How long they come</source>
        <translation>读者持续到来多久</translation>
    </message>
    <message>
        <source>Acquired</source>
        <translation>已获取</translation>
    </message>
    <message>
        <source>Renewed</source>
        <translation>已续期</translation>
    </message>
    <message>
        <source>One hold was given back</source>
        <translation>已归还一次持有</translation>
    </message>
    <message>
        <source>Released</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>The lock was released by force</source>
        <translation>锁已被强制释放</translation>
    </message>
    <message>
        <source>The waiters were woken</source>
        <translation>等待者已被唤醒</translation>
    </message>
    <message>
        <source>The message was sent, but nobody listens</source>
        <translation>消息已发送，但没有人在监听</translation>
    </message>
    <message>
        <source>The lock now runs out by itself</source>
        <translation>锁现在会自行到期</translation>
    </message>
    <message>
        <source>Read back: nobody holds it.</source>
        <translation>回读结果：无人持有。</translation>
    </message>
    <message>
        <source>Read back: held by %1, %2 times.</source>
        <translation>回读结果：由 %1 持有，重入 %2 次。</translation>
    </message>
    <message>
        <source>Read back: held by %1.</source>
        <translation>回读结果：由 %1 持有。</translation>
    </message>
    <message>
        <source>Nothing was changed: this was a dry run</source>
        <translation>没有改动任何内容：这是试运行</translation>
    </message>
    <message>
        <source>Nothing was changed: the lock is not as it was shown any more</source>
        <translation>没有改动任何内容：锁已不是先前显示的状态</translation>
    </message>
    <message>
        <source>Nothing to do: the lock was already gone</source>
        <translation>无需操作：锁已经不存在</translation>
    </message>
    <message>
        <source>Not acquired: the lock is held by another</source>
        <translation>未获取到：锁被他人持有</translation>
    </message>
    <message>
        <source>Refused: nothing was changed</source>
        <translation>被拒绝：没有改动任何内容</translation>
    </message>
    <message>
        <source>It is not known whether this was done</source>
        <translation>无法确定是否已执行</translation>
    </message>
    <message>
        <source>The server said: %1</source>
        <translation>服务器应答：%1</translation>
    </message>
    <message>
        <source>Time to live: %1.</source>
        <translation>剩余时间：%1。</translation>
    </message>
    <message numerus="yes">
        <source>%n waiting client(s) got the wake-up message.</source>
        <translation>
            <numerusform>%n 个等待的客户端收到了唤醒消息。</numerusform>
        </translation>
    </message>
    <message>
        <source>Look at the new holder first; go back to try again for it.</source>
        <translation>请先查看新的持有者；如仍要操作，请返回重试。</translation>
    </message>
    <message>
        <source>Look at the lock again before you repeat it: the server may have done it.</source>
        <translation>重试之前请再看一眼锁的状态：服务器可能已经执行了。</translation>
    </message>
    <message>
        <source>This program holds it now: release it when you are done.</source>
        <translation>现在由本程序持有：用完请释放。</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1：%2（%3）</translation>
    </message>
    <message>
        <source>Meant for owner: %1</source>
        <translation>针对的持有者：%1</translation>
    </message>
    <message>
        <source>The share was removed</source>
        <translation>份额已移除</translation>
    </message>
    <message>
        <source>Given back by force</source>
        <translation>已强制归还</translation>
    </message>
    <message>
        <source>The latch was opened by force</source>
        <translation>闭锁已被强制打开</translation>
    </message>
    <message>
        <source>Not acquired: no permit is free</source>
        <translation>未获取：没有空闲的许可</translation>
    </message>
    <message>
        <source>Look at it as it is now first; go back to try again.</source>
        <translation>请先看看它现在的状态；返回可再试一次。</translation>
    </message>
    <message>
        <source>The owner is the same, but it has more holds or more time left than was shown: it was renewed, or taken anew.</source>
        <translation>持有者相同，但重入次数或剩余时间比所显示的多：锁已被续期，或被重新获取。</translation>
    </message>
    <message>
        <source>It was taken again after %1 at most.</source>
        <translation>最多 %1 后它就再次被获取。</translation>
    </message>
    <message>
        <source>Nobody was seen to take it as long as it was looked at.</source>
        <translation>观察期间没有看到有人获取它。</translation>
    </message>
    <message>
        <source>the first has %1 of 5 nodes, the second %2</source>
        <translation>第一个占有 5 个节点中的 %1 个，第二个占有 %2 个</translation>
    </message>
    <message>
        <source>%1 cycles, %2 gave up, %3 violations</source>
        <translation>%1 个周期，%2 次放弃，%3 次违反互斥</translation>
    </message>
    <message>
        <source>Two of five masters are killed</source>
        <translation>五个主节点中杀死两个</translation>
    </message>
    <message>
        <source>Without a minority of its masters the lock goes on, and keeps the others out</source>
        <translation>失去少数主节点，锁照常工作，并挡住其他人</translation>
    </message>
    <message>
        <source>Three of five masters are killed</source>
        <translation>五个主节点中杀死三个</translation>
    </message>
    <message>
        <source>Without a majority nobody gets in: it is not available, but safe</source>
        <translation>失去多数，谁也进不去：不可用，但安全</translation>
    </message>
    <message>
        <source>A master comes back empty within the lease</source>
        <translation>一个主节点在租约内空着数据回来</translation>
    </message>
    <message>
        <source>The first has three of five; one of these is killed, and starts without its data</source>
        <translation>第一个占有五个中的三个；其中一个被杀死，启动后没有数据</translation>
    </message>
    <message>
        <source>A master that forgot the lock makes a second majority: two owners</source>
        <translation>忘了锁的主节点造就第二个多数：两个持有者</translation>
    </message>
    <message>
        <source>It comes back only when the lease is over</source>
        <translation>租约结束后它才回来</translation>
    </message>
    <message>
        <source>Kept out until the lease is over, it makes no second majority</source>
        <translation>租约结束前把它挡在外面，就没有第二个多数</translation>
    </message>
    <message>
        <source>within the lease the second had %1 of 5 nodes; %2 violations</source>
        <translation>租约内第二个占有 5 个节点中的 %1 个；%2 次违反互斥</translation>
    </message>
    <message>
        <source>Three of five masters are slow</source>
        <translation>五个主节点中有三个很慢</translation>
    </message>
    <message>
        <source>What slow nodes leave of the lease is not enough: it does not count as held</source>
        <translation>慢节点把租约耗得所剩不足：不算持有</translation>
    </message>
    <message>
        <source>%1 of 5 nodes answered in time; asking took %2 ms of a lease of %3 ms</source>
        <translation>5 个节点中有 %1 个及时应答；询问用去 %3 毫秒租约中的 %2 毫秒</translation>
    </message>
    <message>
        <source>The clocks of three masters jump</source>
        <translation>三个主节点的时钟跳变</translation>
    </message>
    <message>
        <source>The clocks of three masters jump two minutes ahead: the lease of one is over there</source>
        <translation>三个主节点的时钟向前跳两分钟：一分钟的租约在那里已经结束</translation>
    </message>
    <message>
        <source>Leases end by the wall clocks of the servers: where a majority jumps, two own the lock</source>
        <translation>租约按服务器的墙上时钟结束：多数跳变时，两个都持有锁</translation>
    </message>
    <message>
        <source>RedLock under faults</source>
        <translation>故障下的 RedLock</translation>
    </message>
    <message>
        <source>Five independent masters lose a minority, a majority, their data, their speed and their clocks. RedLock stays safe as long as masters remember, answer in time and keep time, and no longer.</source>
        <translation>五个独立的主节点依次失去少数、多数、数据、速度和时钟。只要主节点记得住、答得及时、时钟准，RedLock 就是安全的，超出这些就不是。</translation>
    </message>
    <message>
        <source>How long they work</source>
        <translation>工作多久</translation>
    </message>
    <message>
        <source>Token lock</source>
        <translation>令牌锁</translation>
    </message>
    <message>
        <source>The outer call has the lock; the inner call of the same owner asks for it</source>
        <translation>外层调用持有锁；同一持有者的内层调用又来请求</translation>
    </message>
    <message>
        <source>It gives up: it waited for itself</source>
        <translation>它放弃了：它等的是自己</translation>
    </message>
    <message>
        <source>It got in</source>
        <translation>它进入了</translation>
    </message>
    <message>
        <source>deepest count</source>
        <translation>最大计数</translation>
    </message>
    <message>
        <source>count %1</source>
        <translation>计数 %1</translation>
    </message>
    <message>
        <source>Reentrant lock</source>
        <translation>可重入锁</translation>
    </message>
    <message>
        <source>With a token lock the inner call of the same owner waits for itself</source>
        <translation>使用令牌锁时，同一持有者的内层调用在等自己</translation>
    </message>
    <message>
        <source>not let in within %1</source>
        <translation>%1 内没有放行</translation>
    </message>
    <message>
        <source>Only the end of the lease lets it in, and by then the outer call has lost its lock</source>
        <translation>只有租约结束才让它进入，而那时外层调用已失去锁</translation>
    </message>
    <message>
        <source>let in after %1 (lease %2); one lock for two calls: the second release finds none</source>
        <translation>%1 后放行（租约 %2）；两次调用一把锁：第二次释放时已没有锁</translation>
    </message>
    <message>
        <source>The reentrant lock counts the calls of its owner, up and down</source>
        <translation>可重入锁对持有者的调用增减计数</translation>
    </message>
    <message>
        <source>read %1</source>
        <translation>读到 %1</translation>
    </message>
    <message>
        <source>Another gets in only at 0</source>
        <translation>计数到 0 别人才能进入</translation>
    </message>
    <message>
        <source>%1 of %2 tries before, then let in</source>
        <translation>此前 %2 次尝试中 %1 次成功，之后放行</translation>
    </message>
    <message>
        <source>Re-entry</source>
        <translation>重入</translation>
    </message>
    <message>
        <source>A method that holds the lock calls another that takes the same lock. With a plain token the owner blocks himself; the reentrant lock knows him and counts.</source>
        <translation>一个持有锁的方法调用另一个要同一把锁的方法。普通令牌锁会让持有者堵住自己；可重入锁认得他，并且计数。</translation>
    </message>
    <message>
        <source>Nested calls</source>
        <translation>嵌套调用层数</translation>
    </message>
    <message>
        <source>Lease of the token lock</source>
        <translation>令牌锁的租约</translation>
    </message>
    <message>
        <source>How long the inner call waits</source>
        <translation>内层调用等待多久</translation>
    </message>
    <message>
        <source>Find locks (SCAN)</source>
        <translation>查找锁（SCAN）</translation>
    </message>
    <message>
        <source>Read locks (PTTL, HGETALL…)</source>
        <translation>读取锁（PTTL、HGETALL…）</translation>
    </message>
    <message>
        <source>Follow changes (CLIENT TRACKING)</source>
        <translation>跟踪变化（CLIENT TRACKING）</translation>
    </message>
    <message>
        <source>Hear keyspace events (PSUBSCRIBE)</source>
        <translation>接收键空间事件（PSUBSCRIBE）</translation>
    </message>
    <message>
        <source>Count who waits (PUBSUB NUMSUB)</source>
        <translation>统计等待者（PUBSUB NUMSUB）</translation>
    </message>
    <message>
        <source>Tell clients (CLIENT LIST)</source>
        <translation>识别客户端（CLIENT LIST）</translation>
    </message>
    <message>
        <source>Judge settings (CONFIG GET)</source>
        <translation>检查配置（CONFIG GET）</translation>
    </message>
    <message>
        <source>Run scripts (EVALSHA, EVAL)</source>
        <translation>执行脚本（EVALSHA、EVAL）</translation>
    </message>
    <message>
        <source>Change locks (HDEL, PEXPIRE…)</source>
        <translation>更改锁（HDEL、PEXPIRE…）</translation>
    </message>
    <message>
        <source>Wake waiters (PUBLISH)</source>
        <translation>唤醒等待者（PUBLISH）</translation>
    </message>
    <message>
        <source>Watch commands (MONITOR)</source>
        <translation>监视命令（MONITOR）</translation>
    </message>
    <message>
        <source>no lock is found</source>
        <translation>找不到任何锁</translation>
    </message>
    <message>
        <source>owners and times are not known</source>
        <translation>无法得知持有者和时间</translation>
    </message>
    <message>
        <source>changes are seen by keyspace events, or late by asking again</source>
        <translation>只能靠键空间事件，或稍后再次询问才能看到变化</translation>
    </message>
    <message>
        <source>changes are seen by client tracking, or late by asking again</source>
        <translation>只能靠客户端跟踪，或稍后再次询问才能看到变化</translation>
    </message>
    <message>
        <source>nobody knows who waits for a lock</source>
        <translation>无法得知谁在等待锁</translation>
    </message>
    <message>
        <source>an owner cannot be traced to its connection</source>
        <translation>无法找到持有者对应的连接</translation>
    </message>
    <message>
        <source>some dangers to locks are not seen</source>
        <translation>看不到某些危及锁的问题</translation>
    </message>
    <message>
        <source>locks can be seen, but not taken, renewed or released from here</source>
        <translation>只能查看锁，不能在此获取、续期或释放</translation>
    </message>
    <message>
        <source>whoever waits for a lock is not told when it is released from here</source>
        <translation>在此释放锁时，等待者收不到通知</translation>
    </message>
    <message>
        <source>owners are not learnt from their renewals</source>
        <translation>无法从续期得知持有者</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>cannot be empty; leave it out</source>
        <translation>不能为空；不需要就去掉</translation>
    </message>
    <message>
        <source>is longer than %1 bytes</source>
        <translation>超过 %1 字节</translation>
    </message>
    <message>
        <source>must be a time such as &quot;30s&quot;, &quot;500ms&quot; or &quot;5m&quot;</source>
        <translation>必须是时长，例如 &quot;30s&quot;、&quot;500ms&quot; 或 &quot;5m&quot;</translation>
    </message>
    <message>
        <source>&quot;pattern&quot; is missing: a glob of the keys that are meant, such as &quot;billing:lock:*&quot;</source>
        <translation>缺少 &quot;pattern&quot;：匹配目标键的通配模式，例如 &quot;billing:lock:*&quot;</translation>
    </message>
    <message>
        <source>must be a glob such as &quot;billing:lock:*&quot;, or a list of globs, each of 1 to 512 bytes</source>
        <translation>必须是通配模式，例如 &quot;billing:lock:*&quot;，或模式的列表，每个 1 到 512 字节</translation>
    </message>
    <message>
        <source>%1 would match nearly every key: it needs some fixed text</source>
        <translation>%1 几乎会匹配所有的键：需要一些固定的文字</translation>
    </message>
    <message>
        <source>%1 is no kind of lock; the kinds are %2</source>
        <translation>%1 不是锁的类型；类型有 %2</translation>
    </message>
    <message>
        <source>must be 2 to 32 small letters, digits and dashes and begin with a letter, such as &quot;billing-lock&quot;</source>
        <translation>必须由 2 到 32 个小写字母、数字和短横线组成，并以字母开头，例如 &quot;billing-lock&quot;</translation>
    </message>
    <message>
        <source>%1 is a built-in kind: choose another name, or say &quot;kind&quot;: %1 and nothing of how to read it</source>
        <translation>%1 是内置类型：请换一个名称，或写成 &quot;kind&quot;: %1 而不说明如何读取</translation>
    </message>
    <message>
        <source>&quot;type&quot; is missing: &quot;string&quot;, &quot;hash&quot;, &quot;set&quot; or &quot;zset&quot;, as TYPE says</source>
        <translation>缺少 &quot;type&quot;：&quot;string&quot;、&quot;hash&quot;、&quot;set&quot; 或 &quot;zset&quot;，与 TYPE 的结果一致</translation>
    </message>
    <message>
        <source>must be &quot;string&quot;, &quot;hash&quot;, &quot;set&quot; or &quot;zset&quot;</source>
        <translation>必须是 &quot;string&quot;、&quot;hash&quot;、&quot;set&quot; 或 &quot;zset&quot;</translation>
    </message>
    <message>
        <source>%1 is no place in such a key; write one of %2</source>
        <translation>这种键里没有 %1 这个位置；请写 %2 之一</translation>
    </message>
    <message>
        <source>cannot be %1 too: something else stands there by this rule</source>
        <translation>不能也是 %1：按这条规则，那里是别的内容</translation>
    </message>
    <message>
        <source>&quot;owner&quot; is missing: &quot;field-name&quot; if each field is a holder, or &quot;field:NAME&quot; for the field that names the one holder</source>
        <translation>缺少 &quot;owner&quot;：如果每个字段都是一个持有者，写 &quot;field-name&quot;；如果由某个字段写明唯一的持有者，写 &quot;field:NAME&quot;</translation>
    </message>
    <message>
        <source>&quot;unit&quot; is missing: &quot;ms&quot; or &quot;s&quot;, what the time at &quot;expires&quot; is counted in since 1970</source>
        <translation>缺少 &quot;unit&quot;：&quot;ms&quot; 或 &quot;s&quot;，即 &quot;expires&quot; 处的时间自 1970 年起以什么为单位</translation>
    </message>
    <message>
        <source>has no meaning without &quot;expires&quot; saying where in the key a time stands</source>
        <translation>没有 &quot;expires&quot; 说明时间在键中的位置，它就没有意义</translation>
    </message>
    <message>
        <source>must be &quot;ms&quot; or &quot;s&quot;</source>
        <translation>必须是 &quot;ms&quot; 或 &quot;s&quot;</translation>
    </message>
    <message>
        <source>has no meaning for a lock with one holder</source>
        <translation>对只有一个持有者的锁没有意义</translation>
    </message>
    <message>
        <source>must be a whole number from 1 to 1000000</source>
        <translation>必须是 1 到 1000000 的整数</translation>
    </message>
    <message>
        <source>needs a &quot;message&quot; beside it: what its clients publish there, such as &quot;0&quot;</source>
        <translation>旁边需要有 &quot;message&quot;：它的客户端在那里发布的内容，例如 &quot;0&quot;</translation>
    </message>
    <message>
        <source>needs a &quot;channel&quot; beside it, such as &quot;freed:{key}&quot;</source>
        <translation>旁边需要有 &quot;channel&quot;，例如 &quot;freed:{key}&quot;</translation>
    </message>
    <message>
        <source>must be a list of names with {key} in them, such as [&quot;{key}:queue&quot;]</source>
        <translation>必须是含有 {key} 的名称列表，例如 [&quot;{key}:queue&quot;]</translation>
    </message>
    <message>
        <source>%1 must have {key} and more in it, such as &quot;{key}:queue&quot;</source>
        <translation>%1 必须含有 {key} 和别的内容，例如 &quot;{key}:queue&quot;</translation>
    </message>
    <message>
        <source>must be &quot;key&quot; or &quot;fields&quot;</source>
        <translation>必须是 &quot;key&quot; 或 &quot;fields&quot;</translation>
    </message>
    <message>
        <source>can be &quot;fields&quot; only in a hash whose &quot;owner&quot; is &quot;field:NAME&quot;</source>
        <translation>只有 &quot;owner&quot; 为 &quot;field:NAME&quot; 的哈希才能写 &quot;fields&quot;</translation>
    </message>
    <message>
        <source>is not known; a rule has name, title, note, pattern, type, owner, count, expires, unit, valid_for, limit, channel, message, companions, lease and release, or pattern, kind and note</source>
        <translation>无法识别；规则可有 name、title、note、pattern、type、owner、count、expires、unit、valid_for、limit、channel、message、companions、lease 和 release，或者 pattern、kind 和 note</translation>
    </message>
    <message>
        <source>a rule has either &quot;kind&quot;, the name of a known kind, or &quot;name&quot;, a name for a kind of your own</source>
        <translation>规则要么有 &quot;kind&quot;，即已知类型的名称，要么有 &quot;name&quot;，即自定义类型的名称</translation>
    </message>
    <message>
        <source>has no place beside &quot;kind&quot;: the kind says how its keys are read</source>
        <translation>不能与 &quot;kind&quot; 并列：类型已说明如何读取它的键</translation>
    </message>
    <message>
        <source>is taken by the rule on line %1; for more keys of that kind, give that rule a list of patterns</source>
        <translation>已被第 %1 行的规则占用；若还有更多这种类型的键，请给那条规则一个模式列表</translation>
    </message>
    <message>
        <source>stands in the rule on line %1 too, which would always win: change one of them</source>
        <translation>也出现在第 %1 行的规则中，而那条总会优先：请改其中一条</translation>
    </message>
    <message>
        <source>this is no file of rules: it must be {&quot;version&quot;: 1, &quot;rules&quot;: [ … ]}</source>
        <translation>这不是规则文件：必须是 {&quot;version&quot;: 1, &quot;rules&quot;: [ … ]}</translation>
    </message>
    <message>
        <source>is %1: written for a newer Lockscope</source>
        <translation>是 %1：为更新版本的 Lockscope 所写</translation>
    </message>
    <message>
        <source>must be a list of rules</source>
        <translation>必须是规则的列表</translation>
    </message>
    <message>
        <source>is not known; the file has &quot;version&quot; and &quot;rules&quot;</source>
        <translation>无法识别；文件中只有 &quot;version&quot; 和 &quot;rules&quot;</translation>
    </message>
    <message>
        <source>a rule must be an object: { … }</source>
        <translation>规则必须是对象：{ … }</translation>
    </message>
    <message>
        <source>a list of rules</source>
        <translation>规则列表</translation>
    </message>
    <message>
        <source>the pattern does not match this key</source>
        <translation>模式与此键不匹配</translation>
    </message>
    <message>
        <source>there is no such key now</source>
        <translation>现在没有这个键</translation>
    </message>
    <message>
        <source>this key is a %1</source>
        <translation>这个键是%1</translation>
    </message>
    <message>
        <source>this key does not hold what the rule says: look at the places</source>
        <translation>这个键的内容不是规则所说的：请检查各个位置</translation>
    </message>
    <message>
        <source>this key cannot be a lock of that kind: its value is another</source>
        <translation>这个键不可能是那种锁：它的值是别的</translation>
    </message>
    <message>
        <source>the owner %1 is not one Redisson would write</source>
        <translation>持有者 %1 不是 Redisson 会写入的形式</translation>
    </message>
    <message>
        <source>name the owner as the lock shows it: a UUID, a colon and a number</source>
        <translation>请按锁中显示的样子写出持有者：UUID、冒号和数字</translation>
    </message>
    <message>
        <source>a read-write lock has no permits</source>
        <translation>读写锁没有许可</translation>
    </message>
    <message>
        <source>ask for read or write</source>
        <translation>请指明读或写</translation>
    </message>
    <message>
        <source>%1 is a writer, and the mode is read</source>
        <translation>%1 是写者，而模式是读</translation>
    </message>
    <message>
        <source>If the lock is free, held by readers, or written by the same thread: makes %1 a reader, or adds one hold to his count, with an expiry of its own in %2</source>
        <translation>如果锁空闲、由读者持有、或由同一线程在写：让 %1 成为读者，或把它的次数加一，各有自己的过期时间 %2</translation>
    </message>
    <message>
        <source>Puts the expiry of the lock off to %1 from now, if it is sooner</source>
        <translation>若锁的过期更早，推迟到从现在起 %1</translation>
    </message>
    <message>
        <source>If the lock is free: makes %1 its writer, with an expiry in %2</source>
        <translation>如果锁空闲：让 %1 成为写者，过期时间 %2</translation>
    </message>
    <message>
        <source>If %1 writes already: adds one hold to his count, and %2 to the time left</source>
        <translation>如果 %1 已在写：次数加一，剩余时间加 %2</translation>
    </message>
    <message>
        <source>A reader is not made the writer, not even the only one</source>
        <translation>读者不会变成写者，唯一的读者也不会</translation>
    </message>
    <message>
        <source>Else changes nothing and says who holds it and for how long</source>
        <translation>否则不做任何改动，并告知由谁持有、还有多久</translation>
    </message>
    <message>
        <source>If %1 holds the lock, sets its expiry and that of his own read holds to %2 from now</source>
        <translation>如果由 %1 持有，把锁和它自己的读持有的过期时间设为从现在起 %2</translation>
    </message>
    <message>
        <source>The holds of other readers stay as they are</source>
        <translation>其他读者的持有保持不变</translation>
    </message>
    <message>
        <source>Else changes nothing; a lock that is gone is not made again</source>
        <translation>否则不做任何改动；已不存在的锁不会重新创建</translation>
    </message>
    <message>
        <source>Takes one hold from %1, with the key of that hold</source>
        <translation>从 %1 减去一次持有，连同该持有的键</translation>
    </message>
    <message>
        <source>While others hold on: the lock expires with the longest of their read holds</source>
        <translation>若还有别人持有：锁在其中最长的读持有结束时过期</translation>
    </message>
    <message>
        <source>If nobody holds it then: publishes on %1, so that waiters try again, and deletes the lock</source>
        <translation>若此后无人持有：在 %1 上发布消息让等待者重试，并删除锁</translation>
    </message>
    <message>
        <source>A writer who still reads leaves the lock to readers; Redisson tells no waiter then</source>
        <translation>仍在读的写者把锁留给读者；此时 Redisson 不通知任何等待者</translation>
    </message>
    <message>
        <source>If he does not hold it, changes nothing and says who does</source>
        <translation>如果它不是持有者，不做任何改动，并告知由谁持有</translation>
    </message>
    <message>
        <source>Publishes 1 on %1, so that all waiters try again at once</source>
        <translation>在 %1 上发布 1，让所有等待者立即重试</translation>
    </message>
    <message>
        <source>Deletes the lock, with all holds of all holders</source>
        <translation>删除锁，连同所有持有者的全部持有</translation>
    </message>
    <message>
        <source>Leaves Redisson&apos;s unlock latches alone</source>
        <translation>不动 Redisson 的解锁闩锁</translation>
    </message>
    <message>
        <source>Redisson reuses owner ids: a lock released and taken again by the same thread looks the same</source>
        <translation>Redisson 会重复使用持有者标识：同一线程释放后又获取的锁看起来完全一样</translation>
    </message>
    <message>
        <source>No holder is compared: whoever holds it at that moment loses it</source>
        <translation>不比较持有者：届时无论谁持有都会失去它</translation>
    </message>
    <message>
        <source>Goes on only if %1 still holds it</source>
        <translation>仅当仍由 %1 持有时才继续</translation>
    </message>
    <message numerus="yes">
        <source>and only with %n hold(s), as shown</source>
        <translation>
            <numerusform>并且重入次数仍为所显示的 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>If nobody else holds it: publishes 1 on %1, so that all waiters try again, and deletes the lock</source>
        <translation>如果没有别人持有：在 %1 上发布 1，让所有等待者重试，并删除锁</translation>
    </message>
    <message>
        <source>Else takes him out with all his holds; the lock expires with the longest read hold of the others</source>
        <translation>否则移除它及其全部持有；锁在其他人最长的读持有结束时过期</translation>
    </message>
    <message>
        <source>A writer who also reads becomes a reader, and all waiters try again</source>
        <translation>同时在读的写者变成读者，所有等待者重试</translation>
    </message>
    <message>
        <source>Publishes 1 on %1: all waiters try again</source>
        <translation>在 %1 上发布 1：所有等待者重试</translation>
    </message>
    <message>
        <source>Changes nothing: a waiter that still finds the lock held goes back to waiting</source>
        <translation>不做任何改动：等待者若发现锁仍被持有，会继续等待</translation>
    </message>
    <message>
        <source>Only if %1 still holds it</source>
        <translation>仅当仍由 %1 持有</translation>
    </message>
    <message>
        <source>Makes the lock and all its read holds expire in %1, where they have no expiry or a later one</source>
        <translation>若没有过期时间或过期更晚，让锁及其全部读持有在 %1 后过期</translation>
    </message>
    <message>
        <source>An earlier expiry stays as it is</source>
        <translation>更早的过期时间保持不变</translation>
    </message>
    <message>
        <source>An expiry wakes nobody: waiters learn of it when the time they last read is over</source>
        <translation>过期不会唤醒任何人：等待者要等到上次读到的时间用完才会知道</translation>
    </message>
    <message>
        <source>The code of the old holders goes on running and is not told</source>
        <translation>各原持有者的代码会继续运行，也不会收到通知</translation>
    </message>
    <message>
        <source>That holder&apos;s code goes on running and is not told</source>
        <translation>该持有者的代码会继续运行，也不会收到通知</translation>
    </message>
    <message>
        <source>A holder that does not renew it loses the lock while it works</source>
        <translation>不续期的持有者会在工作中途失去锁</translation>
    </message>
    <message>
        <source>Picture (PNG)</source>
        <translation>图片 (PNG)</translation>
    </message>
    <message>
        <source>Drawing (SVG)</source>
        <translation>矢量图 (SVG)</translation>
    </message>
    <message>
        <source>Table (CSV)</source>
        <translation>表格 (CSV)</translation>
    </message>
    <message>
        <source>This server was sent the script &quot;%1&quot; of %2 %3 since it started</source>
        <translation>这台服务器自启动以来收到过 %2 %3 的脚本“%1”</translation>
    </message>
    <message>
        <source>the script&apos;s answer is not one this program knows: whether it acted is not known</source>
        <translation>脚本的应答是本程序不认识的：无法确定是否已执行</translation>
    </message>
    <message>
        <source>read the lock again</source>
        <translation>请重新读取锁</translation>
    </message>
    <message>
        <source>Gone since %1: %2</source>
        <translation>自 %1 起已不存在：%2</translation>
    </message>
    <message>
        <source>Gone since %1</source>
        <translation>自 %1 起已不存在</translation>
    </message>
    <message>
        <source>Changed: nobody holds it any more</source>
        <translation>已变化：已经没有人持有它</translation>
    </message>
    <message>
        <source>Changed: %1 holds it now; look at it again</source>
        <translation>已变化：现由 %1 持有；请重新查看</translation>
    </message>
    <message numerus="yes">
        <source>Changed: %Ln hold(s) now; look at it again</source>
        <translation>
            <numerusform>已变化：现在重入 %Ln 次；请再看一遍</numerusform>
        </translation>
    </message>
    <message>
        <source>Changed: its owner gave it back and took it again; look at it again</source>
        <translation>已变化：持有者归还后又再次获取；请重新查看</translation>
    </message>
    <message>
        <source>Changed: its owner renewed it or took it anew; look at it again</source>
        <translation>已变化：持有者已续期或重新获取；请重新查看</translation>
    </message>
    <message>
        <source>Changed: somebody is at work; look at it again</source>
        <translation>已变化：有人在使用它；请重新查看</translation>
    </message>
    <message numerus="yes">
        <source>; %n waiting client(s) are woken</source>
        <translation>
            <numerusform>；唤醒 %n 个等待的客户端</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting client(s) are told to try again</source>
        <translation>
            <numerusform>通知 %n 个等待的客户端重试</numerusform>
        </translation>
    </message>
    <message>
        <source>The message is sent; nobody seems to listen</source>
        <translation>发送消息；似乎没有人在监听</translation>
    </message>
    <message>
        <source>Runs out in %1 at the latest, if the owner is still the same</source>
        <translation>若持有者未变，最迟 %1 后到期</translation>
    </message>
    <message>
        <source>Runs out in %1 instead of never, if the owner is still the same</source>
        <translation>若持有者未变，%1 后到期，而不是永不到期</translation>
    </message>
    <message>
        <source>Released by force, if the owner is still the same</source>
        <translation>若持有者未变，强制释放</translation>
    </message>
    <message>
        <source>Left alone: %1 holds it now</source>
        <translation>未改动：现由 %1 持有</translation>
    </message>
    <message>
        <source>Left alone: it is not as it was shown any more</source>
        <translation>未改动：它已不是先前显示的状态</translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <translation>被拒绝：%1</translation>
    </message>
    <message>
        <source>Not known: %1</source>
        <translation>结果未知：%1</translation>
    </message>
    <message numerus="yes">
        <source>; %n waiting client(s) were woken</source>
        <translation>
            <numerusform>；已唤醒 %n 个等待的客户端</numerusform>
        </translation>
    </message>
    <message>
        <source>; %1 holds it now</source>
        <translation>；现由 %1 持有</translation>
    </message>
    <message>
        <source>Not tried: %1</source>
        <translation>未尝试：%1</translation>
    </message>
    <message>
        <source>Being looked at …</source>
        <translation>正在查看……</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <translation>已排除：%1</translation>
    </message>
    <message>
        <source>Waiting for the server&apos;s answer</source>
        <translation>正在等待服务器应答</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>with another owner</source>
        <translation>持有者已改变</translation>
    </message>
    <message>
        <source>already gone</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>not tried</source>
        <translation>未尝试</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>已排除</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>how many, and what came of them</comment>
        <translation>%2 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n lock(s) of %2</source>
        <translation>
            <numerusform>%1：%2 的 %n 把锁</numerusform>
        </translation>
    </message>
    <message>
        <source>- when: %1</source>
        <translation>- 时间：%1</translation>
    </message>
    <message>
        <source>- why: %1</source>
        <translation>- 原因：%1</translation>
    </message>
    <message>
        <source>not said</source>
        <translation>未说明</translation>
    </message>
    <message>
        <source>- what came of it: %1</source>
        <translation>- 结果：%1</translation>
    </message>
    <message>
        <source>| lock | owner as shown | result | details |</source>
        <translation>| 锁 | 所显示的持有者 | 结果 | 详情 |</translation>
    </message>
    <message>
        <source>%1, as planned by Lockscope for %2 at %3</source>
        <translation>%1：Lockscope 于 %3 为 %2 拟定</translation>
    </message>
    <message>
        <source>Why: %1</source>
        <translation>原因：%1</translation>
    </message>
    <message>
        <source>It sends messages and changes no key.</source>
        <translation>它只发送消息，不改动任何键。</translation>
    </message>
    <message>
        <source>Each line compares the owner: a lock in other hands is left alone.</source>
        <translation>每行都比较持有者：已由他人持有的锁不会改动。</translation>
    </message>
    <message>
        <source>left out: %1: %2</source>
        <translation>已排除：%1：%2</translation>
    </message>
    <message>
        <source>changed since: %1: %2</source>
        <translation>此后已变化：%1：%2</translation>
    </message>
    <message>
        <source>%1. %2, held by %3, time to live %4</source>
        <translation>%1. %2，持有者：%3，剩余时间：%4</translation>
    </message>
    <message numerus="yes">
        <source>%n lock(s).</source>
        <translation>
            <numerusform>%n 把锁。</numerusform>
        </translation>
    </message>
    <message>
        <source>it is not said whose share is to be taken away</source>
        <translation>没有说明去掉谁的份额</translation>
    </message>
    <message>
        <source>name the holder as the lock shows it</source>
        <translation>请按锁中显示的样子写出持有者</translation>
    </message>
    <message>
        <source>more than one hold is expected: here each holder has one only</source>
        <translation>预期不止一次持有：这里每个持有者只有一次</translation>
    </message>
    <message>
        <source>Looks that the key is such a lock, whoever holds it</source>
        <translation>确认键是这样的锁，无论由谁持有</translation>
    </message>
    <message numerus="yes">
        <source>Goes on only if exactly the %n holder(s) shown hold it, in the same way</source>
        <translation>
            <numerusform>仅当正好由所显示的 %n 个持有者以同样方式持有时才继续</numerusform>
        </translation>
    </message>
    <message>
        <source>Goes on only if %1 holds it, and nobody else</source>
        <translation>仅当只由 %1 持有时才继续</translation>
    </message>
    <message>
        <source>Only for %1, and only if he still holds it</source>
        <translation>仅限 %1，且仅当它仍持有时</translation>
    </message>
    <message>
        <source>For every holder</source>
        <translation>对每个持有者</translation>
    </message>
    <message>
        <source>No owner is compared: whoever holds it at that moment loses it</source>
        <translation>不比较持有者：届时无论谁持有都会失去它</translation>
    </message>
    <message>
        <source>this lock has no channel: %1</source>
        <translation>这把锁没有频道：%1</translation>
    </message>
    <message>
        <source>nothing needs waking</source>
        <translation>无需唤醒</translation>
    </message>
    <message>
        <source>The old holder&apos;s code goes on running</source>
        <translation>原持有者的代码会继续运行</translation>
    </message>
    <message>
        <source>Locks of another deleted: %1; let in by that: %2</source>
        <translation>删掉别人的锁：%1；因此放进：%2</translation>
    </message>
    <message>
        <source>foreign locks deleted</source>
        <translation>删掉的别人的锁</translation>
    </message>
    <message>
        <source>let in by that</source>
        <translation>因此放进</translation>
    </message>
    <message>
        <source>rounds: %1; foreign locks deleted: %2; let in by that: %3; violations: %4</source>
        <translation>轮数：%1；删掉的别人的锁：%2；因此放进：%3；违反互斥：%4</translation>
    </message>
    <message>
        <source>DEL, whoever has it</source>
        <translation>DEL，不管是谁的</translation>
    </message>
    <message>
        <source>DEL by a holder who is late deletes the lock of the next owner, and a third gets in</source>
        <translation>迟到的持有者用 DEL 删掉了下一个持有者的锁，第三个随之进入</translation>
    </message>
    <message>
        <source>GET to compare the token, then DEL</source>
        <translation>先 GET 比较令牌，再 DEL</translation>
    </message>
    <message>
        <source>A token does not help where it is compared first and the lock deleted after: the lock can change hands between the two</source>
        <translation>先比较令牌再删除，令牌没有用：两步之间锁可能易手</translation>
    </message>
    <message>
        <source>Compare and delete in one script</source>
        <translation>在一个脚本中比较并删除</translation>
    </message>
    <message>
        <source>One script that compares and deletes never deletes the lock of another</source>
        <translation>用一个脚本比较并删除，从不删掉别人的锁</translation>
    </message>
    <message>
        <source>What no release can cure: the work outlasts the lease, and for that time two are in</source>
        <translation>任何释放方式都治不了的：工作比租约长，那段时间里有两个同时在内</translation>
    </message>
    <message>
        <source>rounds: %2; violations: %1; most in at once: %3</source>
        <translation>轮数：%2；违反互斥：%1；同时在内最多：%3</translation>
    </message>
    <message>
        <source>A lease shorter than the work</source>
        <translation>租约比工作短</translation>
    </message>
    <message>
        <source>A holder is still at work when his lease is over, the next one takes the lock, and then the first one releases. Only comparing and deleting in one step keeps him from deleting the lock of the other; that both are in at once it does not prevent.</source>
        <translation>持有者还在工作时租约已到，下一个拿到锁，然后第一个来释放。只有一步完成比较和删除，才能防止他删掉别人的锁；两个同时在内这件事，它防不住。</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Tells the waiters of a registry in pub/sub mode, on %1</source>
        <translation>在 %1 上通知发布/订阅模式下注册表的等待者</translation>
    </message>
    <message>
        <source>In case it is a lock of Spring Integration in pub/sub mode, tells its waiters, on %1</source>
        <translation>如果是发布/订阅模式的 Spring Integration 锁，在 %1 上通知它的等待者</translation>
    </message>
    <message>
        <source>If the key is absent, writes the owner %1 into it</source>
        <translation>如果键不存在，写入持有者 %1</translation>
    </message>
    <message>
        <source>with an expiry of %1, in the same command</source>
        <translation>并在同一条命令中设置过期时间 %1</translation>
    </message>
    <message>
        <source>without an expiry, as this kind does</source>
        <translation>不设过期时间，这种锁就是如此</translation>
    </message>
    <message>
        <source>If it is held, changes nothing and says by whom</source>
        <translation>如果已被持有，不做任何改动，并告知是谁</translation>
    </message>
    <message>
        <source>Without an expiry it stays for ever if nobody releases it</source>
        <translation>没有过期时间，若无人释放就会永远存在</translation>
    </message>
    <message>
        <source>If the value is %1, sets the expiry to %2 from now</source>
        <translation>如果值为 %1，把过期时间设为从现在起 %2</translation>
    </message>
    <message>
        <source>Else changes nothing; a key that is gone is not made again</source>
        <translation>否则不做任何改动；已不存在的键不会重新创建</translation>
    </message>
    <message>
        <source>Else changes nothing and says who holds it</source>
        <translation>否则不做任何改动，并告知由谁持有</translation>
    </message>
    <message>
        <source>Tells nobody: waiters of this kind ask again by themselves</source>
        <translation>不通知任何人：这种锁的等待者会自己再来查询</translation>
    </message>
    <message>
        <source>Only if the value is still %1</source>
        <translation>仅当值仍为 %1</translation>
    </message>
    <message>
        <source>Makes the key expire in %1, if it has no expiry or a later one</source>
        <translation>若键没有过期时间或过期更晚，让它在 %1 后过期</translation>
    </message>
    <message>
        <source>the expected count is %1: a lock of this kind has one hold only</source>
        <translation>预期次数为 %1：这种锁只能被持有一次</translation>
    </message>
    <message>
        <source>%1 has no channel: who waits for it asks again and again by itself</source>
        <translation>%1 没有频道：等待者会自己反复查询</translation>
    </message>
    <message>
        <source>Asks again several times a second, for %1 at most</source>
        <translation>每秒查询数次，最长 %1</translation>
    </message>
    <message>
        <source>Then sets the expiry anew every %1 while this program runs</source>
        <translation>之后在本程序运行期间，每 %1 重新设置一次过期时间</translation>
    </message>
    <message>
        <source>A lock of this kind is not renewed: no watchdog runs</source>
        <translation>这种锁不续期：没有看门狗运行</translation>
    </message>
    <message>
        <source>Only if the value is %1</source>
        <translation>仅当值为 %1</translation>
    </message>
    <message>
        <source>Deletes the key</source>
        <translation>删除键</translation>
    </message>
    <message>
        <source>Whoever holds it, if it is a short string</source>
        <translation>只要它是短字符串，无论由谁持有</translation>
    </message>
    <message numerus="yes">
        <source>%n holders are expected: a lock of this kind has one</source>
        <translation>
            <numerusform>预期有 %n 个持有者：这种锁只有一个</numerusform>
        </translation>
    </message>
    <message>
        <source>a lock of this kind has one holder, no shares</source>
        <translation>这种锁只有一个持有者，没有份额</translation>
    </message>
    <message>
        <source>use force-release</source>
        <translation>请用“强制释放”</translation>
    </message>
    <message>
        <source>A holder that does not extend it loses the lock while it works</source>
        <translation>不续期的持有者会在工作中途失去锁</translation>
    </message>
    <message>
        <source>Held locks</source>
        <translation>被持有的锁</translation>
    </message>
    <message>
        <source>Acquired /s</source>
        <translation>获取 /秒</translation>
    </message>
    <message>
        <source>Released /s</source>
        <translation>释放 /秒</translation>
    </message>
    <message>
        <source>Ended otherwise /s</source>
        <translation>其他结束 /秒</translation>
    </message>
    <message>
        <source>Hold time p50</source>
        <translation>持有时间 p50</translation>
    </message>
    <message>
        <source>p90</source>
        <translation>p90</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>Renewed /s</source>
        <translation>续期 /秒</translation>
    </message>
    <message>
        <source>Estimated wait</source>
        <translation>预计等待</translation>
    </message>
    <message>
        <source>Locks that somebody held at the end of the time</source>
        <translation>这段时间结束时被持有的锁</translation>
    </message>
    <message>
        <source>Locks that were free and were taken, by the second</source>
        <translation>平均每秒有多少空闲的锁被获取</translation>
    </message>
    <message>
        <source>Holds that their holder gave back as a whole, by the second</source>
        <translation>平均每秒有多少次持有被持有者完全释放</translation>
    </message>
    <message>
        <source>Holds that expired, were released by force, or ended in a way nobody saw</source>
        <translation>已过期、被强制释放或以未看到的方式结束的持有</translation>
    </message>
    <message>
        <source>The most that waited at once, of those that can be counted</source>
        <translation>同时等待的最多数量（仅计能数到的）</translation>
    </message>
    <message>
        <source>How long the holds were that ended in this time: half, nine tenths and 99 in a hundred were no longer</source>
        <translation>这段时间内结束的持有有多久：分别有一半、九成和 99% 不超过此值</translation>
    </message>
    <message>
        <source>Renewals of a lease that were seen, by the second</source>
        <translation>平均每秒看到的租约续期次数</translation>
    </message>
    <message>
        <source>nothing could be seen for some of it</source>
        <translation>其中一部分时间看不到</translation>
    </message>
    <message>
        <source>≈ sampled</source>
        <translation>≈ 采样</translation>
    </message>
    <message>
        <source>How long a newcomer has to wait, by Little&apos;s law: those who wait, by those who get it a second</source>
        <translation>新来者要等多久，按利特尔法则估算：等待者数除以每秒取得锁的次数</translation>
    </message>
    <message>
        <source>What told of these changes merges fast ones: a lock that was released and taken again between two looks counts once. With keyspace events each one is seen, but for keys that come and go before they can be read. Who waits is asked for every few seconds.</source>
        <translation>这些变化的来源会合并快速的变化：在两次查看之间释放又被获取的锁只算一次。启用键空间事件后每一次都能看到，但在读取之前就来去的键除外。等待者每隔几秒查询一次。</translation>
    </message>
    <message>
        <source>exact, but for who waits</source>
        <translation>精确，等待者除外</translation>
    </message>
    <message>
        <source>failover</source>
        <translation>故障转移</translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation>连接断开</translation>
    </message>
    <message>
        <source>connected again</source>
        <translation>重新连接</translation>
    </message>
    <message>
        <source>changes missed</source>
        <translation>错过变化</translation>
    </message>
    <message>
        <source>recording began</source>
        <translation>开始记录</translation>
    </message>
    <message>
        <source>recording ended</source>
        <translation>停止记录</translation>
    </message>
    <message>
        <source>%1 is master instead of %2</source>
        <translation>%1 取代 %2 成为主节点</translation>
    </message>
    <message>
        <source>still held</source>
        <translation>仍被持有</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>released by force</source>
        <translation>被强制释放</translation>
    </message>
    <message>
        <source>ended, nobody saw how</source>
        <translation>已结束，方式未知</translation>
    </message>
    <message>
        <source>since before %1: at least %2</source>
        <translation>早于 %1 开始：至少 %2</translation>
    </message>
    <message>
        <source>since %1: %2</source>
        <translation>自 %1 起：%2</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%2 %1</translation>
    </message>
    <message>
        <source>Nothing is known of this stretch</source>
        <translation>这段时间没有任何记录</translation>
    </message>
    <message>
        <source>Nothing is known before %1</source>
        <translation>%1 之前没有任何记录</translation>
    </message>
    <message>
        <source>Nothing is known of this stretch: nobody looked</source>
        <translation>这段时间没有任何记录：当时无人观察</translation>
    </message>
    <message>
        <source>No lock was taken or waited for in this stretch</source>
        <translation>这段时间内没有锁被获取或等待</translation>
    </message>
    <message>
        <source>Of a part of it nothing is known: nobody looked</source>
        <translation>其中一部分没有任何记录：当时无人观察</translation>
    </message>
    <message>
        <source>not seen</source>
        <translation>未观察</translation>
    </message>
    <message>
        <source>rounds: %1; taken over while the other was in: %2; foreign locks deleted: %3</source>
        <translation>轮数：%1；在别人还在内时接管：%2；删掉的别人的锁：%3</translation>
    </message>
    <message>
        <source>Clocks that agree</source>
        <translation>时钟一致</translation>
    </message>
    <message>
        <source>While the clocks agree, one is in at a time</source>
        <translation>时钟一致时，每次只有一个在内</translation>
    </message>
    <message>
        <source>One clock ahead by %1</source>
        <translation>一个时钟快 %1</translation>
    </message>
    <message>
        <source>A clock that is ahead by more than the lease (%1 by %2) takes over a lock that is held; the holder then deletes the lock of the other</source>
        <translation>时钟快得超过租约（租约 %1，快 %2），就会接管仍被持有的锁；持有者随后又删掉对方的锁</translation>
    </message>
    <message>
        <source>The server&apos;s clock</source>
        <translation>服务器的时钟</translation>
    </message>
    <message>
        <source>Where all go by the server&apos;s clock, their own do not matter</source>
        <translation>都按服务器的时钟，各自的时钟就不要紧</translation>
    </message>
    <message>
        <source>Timestamp lock and clock skew</source>
        <translation>时间戳锁与时钟偏差</translation>
    </message>
    <message>
        <source>The lock&apos;s value is the time when it ends, by the clock of the client who took it, and each other client compares it with his own. One clock that is ahead, and two are in at once.</source>
        <translation>锁的值是它结束的时间，按获取它的客户端的时钟写入，其他客户端用自己的时钟来比较。只要一个时钟偏快，就会有两个同时在内。</translation>
    </message>
    <message>
        <source>How far one clock is ahead</source>
        <translation>一个时钟快多少</translation>
    </message>
    <message>
        <source>Laravel&apos;s scheduler may start the command again while it still runs</source>
        <translation>Laravel 的调度器可能在命令仍在运行时再次启动它</translation>
    </message>
    <message>
        <source>Laravel may queue the unique job a second time</source>
        <translation>Laravel 可能把唯一任务再排入一次</translation>
    </message>
    <message>
        <source>Laravel may run two of the jobs at once that must not overlap</source>
        <translation>Laravel 可能同时运行两个本不该重叠的任务</translation>
    </message>
    <message>
        <source>The value is the process&apos;s: another lock of the same process carries it too</source>
        <translation>值属于进程：同一进程的另一把锁也带有它</translation>
    </message>
    <message>
        <source>bsm/redislock may hold several keys with this value at once: the others stay, and the holder&apos;s refresh and release then fail for all of them</source>
        <translation>bsm/redislock 可能同时持有多个带此值的键：其他的仍在，而持有者的刷新和释放对所有键都会失败</translation>
    </message>
    <message>
        <source>If this is one node of a RedLock, the other nodes still hold it</source>
        <translation>如果这是 RedLock 的一个节点，其他节点上仍被持有</translation>
    </message>
    <message>
        <source>Celery&apos;s workers take this lock now and then, without waiting, to put lost messages back into their queues</source>
        <translation>Celery 的工作进程偶尔不等待地获取这把锁，把丢失的消息放回队列</translation>
    </message>
    <message>
        <source>The beat that holds it plans all tasks; it puts the expiry off at each tick</source>
        <translation>持有它的 beat 负责安排所有任务；它在每个节拍推迟过期时间</translation>
    </message>
    <message>
        <source>Several keys with this very value are one lock</source>
        <translation>带有同一个值的多个键是同一把锁</translation>
    </message>
    <message>
        <source>A name that ends in a number may also be a slot of Laravel&apos;s funnel</source>
        <translation>以数字结尾的名称也可能是 Laravel 漏斗的一个位置</translation>
    </message>
    <message>
        <source>The value is the process&apos;s: all locks with it belong to one server of Hangfire</source>
        <translation>值属于进程：带有它的锁都属于 Hangfire 的同一台服务器</translation>
    </message>
    <message>
        <source>node-redlock may leave the key of a failed attempt until it expires: that it is there does not prove that its owner believes to hold the lock</source>
        <translation>node-redlock 可能把失败尝试的键留到过期：键存在并不证明它的持有者认为自己持有锁</translation>
    </message>
    <message>
        <source>it weighs %1, which is no lock</source>
        <translation>它有 %1 之大，不会是锁</translation>
    </message>
    <message>
        <source>Sleep %1 and try again</source>
        <translation>休眠 %1 再试</translation>
    </message>
    <message>
        <source>Wait for the message of the release</source>
        <translation>等待释放的消息</translation>
    </message>
    <message>
        <source>Stand in the queue</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>A short sleep costs more commands than a message</source>
        <translation>短休眠比等消息花费更多命令</translation>
    </message>
    <message>
        <source>%1 commands a cycle against %2</source>
        <translation>每周期 %1 条命令，对比 %2 条</translation>
    </message>
    <message>
        <source>A long sleep leaves the lock free while somebody waits; a message hands it over sooner</source>
        <translation>长休眠使锁在有人等待时空着；消息能更快交接</translation>
    </message>
    <message>
        <source>the longest hand-over took %1 against %2</source>
        <translation>最长的一次交接用了 %1，对比 %2</translation>
    </message>
    <message>
        <source>Only the queue serves who waited longest: elsewhere others overtake</source>
        <translation>只有队列先服务等得最久的：别的方式都会被插队</translation>
    </message>
    <message>
        <source>overtaken in 100 entries: queue %1, message %2, short sleep %3</source>
        <translation>每 100 次进入被插队：队列 %1，消息 %2，短休眠 %3</translation>
    </message>
    <message>
        <source>All of them keep the others out</source>
        <translation>它们都能挡住其他人</translation>
    </message>
    <message>
        <source>%1 violations</source>
        <translation>%1 次违反互斥</translation>
    </message>
    <message>
        <source>Waiting for a lock</source>
        <translation>等待锁</translation>
    </message>
    <message>
        <source>The same workers wait for the same lock by sleeping and trying again, by listening for the message of its release, and in the queue of a fair lock. Sleeping costs commands or time, a message wakes everybody at once, and only the queue keeps the order.</source>
        <translation>同样的工作者等同一把锁：休眠后重试、监听释放的消息、在公平锁的队列中排队。休眠花费命令或时间，消息一下子唤醒所有人，只有队列保持顺序。</translation>
    </message>
    <message>
        <source>How long each way is measured</source>
        <translation>每种方式测量多久</translation>
    </message>
    <message>
        <source>Time in the critical section</source>
        <translation>临界区内的时间</translation>
    </message>
    <message>
        <source>Short sleep</source>
        <translation>短休眠</translation>
    </message>
    <message>
        <source>Long sleep</source>
        <translation>长休眠</translation>
    </message>
    <message>
        <source>Lease, and patience of a worker</source>
        <translation>租约，也是工作者的等待上限</translation>
    </message>
    <message>
        <source>the holder did not get in in time</source>
        <translation>持有者没有及时进入</translation>
    </message>
    <message>
        <source>The holder&apos;s process stands still (SIGSTOP), and its watchdog with it</source>
        <translation>持有者的进程停住（SIGSTOP），它的看门狗也一起停住</translation>
    </message>
    <message>
        <source>His lease was over, another took the lock and wrote; now he goes on (SIGCONT) and writes</source>
        <translation>他的租约已到，另一个拿到锁并写入；现在他继续（SIGCONT）并写入</translation>
    </message>
    <message>
        <source>stale writes accepted</source>
        <translation>被接受的过时写入</translation>
    </message>
    <message>
        <source>stale writes refused</source>
        <translation>被拒绝的过时写入</translation>
    </message>
    <message>
        <source>stale writes accepted: %1, refused: %2; violations: %3</source>
        <translation>过时写入：接受 %1，拒绝 %2；违反互斥：%3</translation>
    </message>
    <message>
        <source>violations: %1; most in at once: %2</source>
        <translation>违反互斥：%1；同时在内最多：%2</translation>
    </message>
    <message>
        <source>No renewal</source>
        <translation>不续期</translation>
    </message>
    <message>
        <source>Without renewal another gets in while the holder is still at work</source>
        <translation>不续期时，持有者还在工作，另一个就进入了</translation>
    </message>
    <message>
        <source>Renewed by a watchdog</source>
        <translation>由看门狗续期</translation>
    </message>
    <message>
        <source>A watchdog keeps the lock for as long as the work takes</source>
        <translation>看门狗让锁一直保持到工作结束</translation>
    </message>
    <message>
        <source>%1; the other gave up after %2</source>
        <translation>%1；另一个在 %2 后放弃</translation>
    </message>
    <message>
        <source>Holder paused past his lease</source>
        <translation>持有者停顿超过租约</translation>
    </message>
    <message>
        <source>No watchdog renews while its process stands still: the holder writes though the lock is no longer his</source>
        <translation>进程停住时看门狗不会续期：锁已不属于他，持有者仍然写入</translation>
    </message>
    <message>
        <source>The same, with a fencing token</source>
        <translation>同上，带栅栏令牌</translation>
    </message>
    <message>
        <source>A resource that checks fencing tokens refuses the stale write, though both were in</source>
        <translation>检查栅栏令牌的资源拒绝过时写入，尽管两个都曾在内</translation>
    </message>
    <message>
        <source>Watchdog and fencing token</source>
        <translation>看门狗与栅栏令牌</translation>
    </message>
    <message>
        <source>Work takes longer than the lease: with and without renewal, and with a holder whose process is paused. A watchdog helps only while its process runs; what a late holder writes, only the resource can refuse, by a fencing token.</source>
        <translation>工作时间比租约长：有续期、无续期，以及持有者的进程被暂停。看门狗只在它的进程运行时有用；迟到的持有者写的东西，只有资源能凭栅栏令牌拒绝。</translation>
    </message>
    <message>
        <source>Goes on only if the lock still has no expiry, as shown: with one, it was taken anew or somebody set it</source>
        <translation>仅当锁仍如所显示的没有过期时间时才继续：若有，则说明锁已被重新获取，或有人设置了过期时间</translation>
    </message>
    <message>
        <source>Goes on only if at most %1 are left: more means that the same owner renewed it or took it anew</source>
        <translation>仅当剩余时间不超过 %1 时才继续：更多则说明同一持有者已续期或重新获取</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>none</source>
        <comment>time to live</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>not scanned yet</source>
        <translation>尚未扫描</translation>
    </message>
    <message>
        <source>scanning: %1 of about %2 keys</source>
        <translation>正在扫描：%1 / 约 %2 个键</translation>
    </message>
    <message>
        <source>scanning: %1 keys</source>
        <translation>正在扫描：%1 个键</translation>
    </message>
    <message>
        <source>scan complete %1, %2 keys</source>
        <translation>%1完成扫描，共 %2 个键</translation>
    </message>
    <message>
        <source>scan stopped after %1 of about %2 keys: the list is not complete</source>
        <translation>扫描已停止：只看了 %1 / 约 %2 个键，列表不完整</translation>
    </message>
    <message>
        <source>scan failed after %1 keys: %2</source>
        <translation>扫描在 %1 个键之后失败：%2</translation>
    </message>
    <message>
        <source>connecting, attempt %1</source>
        <translation>正在连接，第 %1 次</translation>
    </message>
    <message>
        <source>connection lost: %1</source>
        <translation>连接已断开：%1</translation>
    </message>
    <message>
        <source>connection lost, next try in %1: %2</source>
        <translation>连接已断开，%1 后重试：%2</translation>
    </message>
    <message>
        <source>cannot connect: %1</source>
        <translation>无法连接：%1</translation>
    </message>
    <message>
        <source>healthy</source>
        <translation>健康</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>free but waited for</source>
        <translation>空闲却有人等待</translation>
    </message>
    <message>
        <source>renewal overdue</source>
        <translation>续期逾期</translation>
    </message>
    <message>
        <source>about to expire</source>
        <translation>即将过期</translation>
    </message>
    <message>
        <source>hold count grows</source>
        <translation>重入次数增长</translation>
    </message>
    <message>
        <source>held long</source>
        <translation>持有过久</translation>
    </message>
    <message>
        <source>waited for</source>
        <translation>有人等待</translation>
    </message>
    <message>
        <source>OK</source>
        <comment>verdict</comment>
        <translation>正常</translation>
    </message>
    <message>
        <source>Info</source>
        <comment>verdict</comment>
        <translation>提示</translation>
    </message>
    <message>
        <source>Warning</source>
        <comment>verdict</comment>
        <translation>警告</translation>
    </message>
    <message>
        <source>Critical</source>
        <comment>verdict</comment>
        <translation>严重</translation>
    </message>
    <message>
        <source>certain</source>
        <comment>confidence</comment>
        <translation>确定</translation>
    </message>
    <message>
        <source>likely</source>
        <comment>confidence</comment>
        <translation>很可能</translation>
    </message>
    <message>
        <source>a guess</source>
        <comment>confidence</comment>
        <translation>猜测</translation>
    </message>
    <message>
        <source>no key</source>
        <comment>value type</comment>
        <translation>无此键</translation>
    </message>
    <message>
        <source>string</source>
        <comment>value type</comment>
        <translation>字符串</translation>
    </message>
    <message>
        <source>hash</source>
        <comment>value type</comment>
        <translation>哈希</translation>
    </message>
    <message>
        <source>list</source>
        <comment>value type</comment>
        <translation>列表</translation>
    </message>
    <message>
        <source>set</source>
        <comment>value type</comment>
        <translation>集合</translation>
    </message>
    <message>
        <source>sorted set</source>
        <comment>value type</comment>
        <translation>有序集合</translation>
    </message>
    <message>
        <source>stream</source>
        <comment>value type</comment>
        <translation>流</translation>
    </message>
    <message>
        <source>other type</source>
        <comment>value type</comment>
        <translation>其他类型</translation>
    </message>
    <message>
        <source>exclusive</source>
        <comment>hold mode</comment>
        <translation>独占</translation>
    </message>
    <message>
        <source>read</source>
        <comment>hold mode</comment>
        <translation>读</translation>
    </message>
    <message>
        <source>write</source>
        <comment>hold mode</comment>
        <translation>写</translation>
    </message>
    <message>
        <source>permit</source>
        <comment>hold mode</comment>
        <translation>许可</translation>
    </message>
    <message>
        <source>acquired</source>
        <comment>event</comment>
        <translation>获取</translation>
    </message>
    <message>
        <source>re-entered</source>
        <comment>event</comment>
        <translation>重入</translation>
    </message>
    <message>
        <source>renewed</source>
        <comment>event</comment>
        <translation>续期</translation>
    </message>
    <message>
        <source>released</source>
        <comment>event</comment>
        <translation>释放</translation>
    </message>
    <message>
        <source>expired</source>
        <comment>event</comment>
        <translation>过期</translation>
    </message>
    <message>
        <source>changed</source>
        <comment>event</comment>
        <translation>变更</translation>
    </message>
    <message>
        <source>waiters</source>
        <comment>event</comment>
        <translation>等待者</translation>
    </message>
    <message>
        <source>node</source>
        <comment>event</comment>
        <translation>节点</translation>
    </message>
    <message>
        <source>tracking</source>
        <comment>event source</comment>
        <translation>跟踪</translation>
    </message>
    <message>
        <source>keyspace event</source>
        <comment>event source</comment>
        <translation>键空间事件</translation>
    </message>
    <message>
        <source>poll</source>
        <comment>event source</comment>
        <translation>轮询</translation>
    </message>
    <message>
        <source>scan</source>
        <comment>event source</comment>
        <translation>扫描</translation>
    </message>
    <message>
        <source>this program</source>
        <comment>event source</comment>
        <translation>本程序</translation>
    </message>
    <message>
        <source>Acquire</source>
        <comment>act</comment>
        <translation>获取</translation>
    </message>
    <message>
        <source>Renew</source>
        <comment>act</comment>
        <translation>续期</translation>
    </message>
    <message>
        <source>Release</source>
        <comment>act</comment>
        <translation>释放</translation>
    </message>
    <message>
        <source>Force release</source>
        <comment>act</comment>
        <translation>强制释放</translation>
    </message>
    <message>
        <source>Wake waiters</source>
        <comment>act</comment>
        <translation>唤醒等待者</translation>
    </message>
    <message>
        <source>Set expiry</source>
        <comment>act</comment>
        <translation>设置过期时间</translation>
    </message>
    <message>
        <source>done</source>
        <comment>result</comment>
        <translation>已完成</translation>
    </message>
    <message>
        <source>owner changed</source>
        <comment>result</comment>
        <translation>持有者已改变</translation>
    </message>
    <message>
        <source>already gone</source>
        <comment>result</comment>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>not acquired</source>
        <comment>result</comment>
        <translation>未获取到</translation>
    </message>
    <message>
        <source>refused</source>
        <comment>result</comment>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>result</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>development</source>
        <comment>environment</comment>
        <translation>开发</translation>
    </message>
    <message>
        <source>staging</source>
        <comment>environment</comment>
        <translation>预发布</translation>
    </message>
    <message>
        <source>production</source>
        <comment>environment</comment>
        <translation>生产</translation>
    </message>
    <message>
        <source>off</source>
        <comment>live mode</comment>
        <translation>关闭</translation>
    </message>
    <message>
        <source>tracking</source>
        <comment>live mode</comment>
        <translation>跟踪</translation>
    </message>
    <message>
        <source>tracking known keys</source>
        <comment>live mode</comment>
        <translation>跟踪已知键</translation>
    </message>
    <message>
        <source>keyspace events</source>
        <comment>live mode</comment>
        <translation>键空间事件</translation>
    </message>
    <message>
        <source>polling</source>
        <comment>live mode</comment>
        <translation>轮询</translation>
    </message>
    <message>
        <source>not live</source>
        <translation>未实时更新</translation>
    </message>
    <message>
        <source>live: %1</source>
        <translation>实时：%1</translation>
    </message>
    <message>
        <source>live: %1 (sampled)</source>
        <translation>实时：%1（采样）</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>reconnecting</source>
        <translation>正在重连</translation>
    </message>
    <message>
        <source>cannot connect</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>forced</source>
        <comment>event</comment>
        <translation>强制释放</translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) free</source>
        <translation>
            <numerusform>%n 个许可空闲</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n overdue</source>
        <translation>
            <numerusform>%n 个逾期</numerusform>
        </translation>
    </message>
    <message>
        <source>free</source>
        <comment>lock</comment>
        <translation>空闲</translation>
    </message>
    <message numerus="yes">
        <source>free, %n queued</source>
        <translation>
            <numerusform>空闲，%n 个排队</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n reader(s)</source>
        <translation>
            <numerusform>%n 个读者</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 +%2</source>
        <comment>an owner and how many more</comment>
        <translation>%1 +%2</translation>
    </message>
    <message numerus="yes">
        <source>%n to go</source>
        <translation>
            <numerusform>还剩 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>open</source>
        <comment>latch</comment>
        <translation>已打开</translation>
    </message>
    <message>
        <source>%1 held</source>
        <comment>permits</comment>
        <translation>已持有 %1</translation>
    </message>
    <message>
        <source>%1 free</source>
        <comment>permits</comment>
        <translation>空闲 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1, of %n permit(s)</source>
        <translation>
            <numerusform>%1，共 %n 个许可</numerusform>
        </translation>
    </message>
    <message>
        <source>Permits taken (%1)</source>
        <translation>已取走的许可（%1）</translation>
    </message>
    <message>
        <source>Readers (%1)</source>
        <translation>读者（%1）</translation>
    </message>
    <message>
        <source>Holders (%1)</source>
        <translation>持有者（%1）</translation>
    </message>
    <message>
        <source>Writer</source>
        <translation>写者</translation>
    </message>
    <message>
        <source>Holder</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>not known</source>
        <comment>waiter</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>alive</source>
        <comment>waiter</comment>
        <translation>存活</translation>
    </message>
    <message>
        <source>dead</source>
        <comment>waiter</comment>
        <translation>已死</translation>
    </message>
    <message>
        <source>Remove share</source>
        <comment>act</comment>
        <translation>移除份额</translation>
    </message>
    <message numerus="yes">
        <source>%n of the free past their time: nobody gave them back, yet they can be taken</source>
        <translation>
            <numerusform>空闲的许可中有 %n 个已过时：没有人归还，但可以取用</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <comment>between clauses</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 of %2 held</source>
        <comment>permits</comment>
        <translation>已持有 %1/%2</translation>
    </message>
    <message>
        <source>no quorum</source>
        <translation>未达法定数</translation>
    </message>
    <message>
        <source>split owners</source>
        <translation>持有者不一致</translation>
    </message>
    <message>
        <source>thin quorum</source>
        <translation>法定数无余量</translation>
    </message>
    <message>
        <source>client gone</source>
        <translation>客户端已断开</translation>
    </message>
    <message>
        <source>client silent</source>
        <translation>客户端停止续期</translation>
    </message>
    <message>
        <source>permit leaked</source>
        <translation>许可泄漏</translation>
    </message>
    <message>
        <source>permits understated</source>
        <translation>许可数偏少</translation>
    </message>
    <message>
        <source>dead head of queue</source>
        <translation>队首已死</translation>
    </message>
    <message>
        <source>renewed by nobody</source>
        <translation>续期者不明</translation>
    </message>
    <message>
        <source>replica behind</source>
        <translation>副本落后</translation>
    </message>
    <message>
        <source>absurd lease</source>
        <translation>租约过长</translation>
    </message>
    <message>
        <source>expired with waiters</source>
        <translation>过期却有人等待</translation>
    </message>
    <message>
        <source>past its time</source>
        <translation>已过时</translation>
    </message>
    <message>
        <source>companions alone</source>
        <translation>仅剩伴生键</translation>
    </message>
    <message>
        <source>quorum lost</source>
        <translation>失去法定数</translation>
    </message>
    <message>
        <source>permits oversold</source>
        <translation>许可超发</translation>
    </message>
    <message>
        <source>Holder is alive: renewed %1</source>
        <translation>持有者存活：%1续期过</translation>
    </message>
    <message>
        <source>At least one holder is alive: renewed %1</source>
        <translation>至少一个持有者存活：%1续期过</translation>
    </message>
    <message>
        <source>stays past the lease</source>
        <translation>停留超过租期</translation>
    </message>
    <message>
        <source>Neither semaphore lets in more than it has permits, as long as nobody stays past the lease</source>
        <translation>只要没有人停留超过租期，两种信号量放入的数量都不会超过其许可数</translation>
    </message>
    <message>
        <source>most in at once: %1 and %2, allowed: %3; stays past the lease: %4</source>
        <translation>同时在内最多：%1 和 %2，允许：%3；停留超过租期：%4</translation>
    </message>
    <message>
        <source>the owner %1 is not one DistributedLock would write</source>
        <translation>持有者 %1 不是 DistributedLock 会写入的形式</translation>
    </message>
    <message>
        <source>leave it out, or give a machine, a process id and 32 hex digits with _ between</source>
        <translation>请留空，或写成机器、进程号和 32 位十六进制数字，中间用 _ 连接</translation>
    </message>
    <message>
        <source>leave it out, or give a UUID, a colon and a number</source>
        <translation>请留空，或写成 UUID 加冒号加数字</translation>
    </message>
    <message>
        <source>must be &quot;certain&quot;, &quot;likely&quot; or &quot;guess&quot;</source>
        <translation>必须是 &quot;certain&quot;、&quot;likely&quot; 或 &quot;guess&quot;</translation>
    </message>
    <message>
        <source>there is no confidence %1</source>
        <translation>没有 %1 这种把握</translation>
    </message>
    <message>
        <source>it is certain, likely or guess</source>
        <translation>应为 certain、likely 或 guess</translation>
    </message>
    <message>
        <source>%1 needs certain, likely or guess</source>
        <translation>%1 需要 certain、likely 或 guess</translation>
    </message>
    <message>
        <source>its locks are still being read</source>
        <translation>它的锁仍在读取中</translation>
    </message>
    <message>
        <source>at least %1 and at most %2 of %3 nodes agree, %4 are needed</source>
        <translation>%3 个节点中至少 %1 个、至多 %2 个一致，需要 %4 个</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) did not answer: what they have is not known</source>
        <translation>
            <numerusform>%n 个节点没有应答：无法得知它们的内容</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) name an id that may be the same client&apos;s or another&apos;s</source>
        <translation>
            <numerusform>%n 个节点上的标识可能属于同一个客户端，也可能属于另一个</numerusform>
        </translation>
    </message>
    <message>
        <source>Held on at most %1 of %2 nodes: no majority has it</source>
        <translation>%2 个节点中至多 %1 个持有它：没有达到多数</translation>
    </message>
    <message>
        <source>Held on %1 of %2 nodes only: no majority has it</source>
        <translation>%2 个节点中只有 %1 个持有它：没有达到多数</translation>
    </message>
    <message>
        <source>The lock was lost: its owner had a majority, and has %1 of %2 nodes now at most</source>
        <translation>锁已丢失：其持有者曾拥有多数节点，现在 %2 个节点中至多只有 %1 个</translation>
    </message>
    <message numerus="yes">
        <source>A majority names one owner; %n more node(s) may name another: may be two holders</source>
        <translation>
            <numerusform>多数节点指向同一个持有者；另有 %n 个节点可能指向别的持有者：可能有两个持有者</numerusform>
        </translation>
    </message>
    <message>
        <source>The ids have only a thread number in common, which equal programs share, and were not seen to be taken together. Compare them with the logs of the programs</source>
        <translation>这些标识只有线程号相同，而相同的程序往往线程号也相同；也没有看到它们是同时获取的。请与各程序的日志对照</translation>
    </message>
    <message>
        <source>Whether it is held cannot be decided: may be two holders, at least %1 of %2 nodes agree</source>
        <translation>无法判定它是否被持有：可能有两个持有者，%2 个节点中至少 %1 个一致</translation>
    </message>
    <message>
        <source>Whether it is held cannot be decided: at least %1 of %2 nodes have it, and others did not answer</source>
        <translation>无法判定它是否被持有：%2 个节点中至少 %1 个有它，其他节点没有应答</translation>
    </message>
    <message>
        <source>Look from where all nodes can be reached before you act on it: a client that reaches them may hold it by a majority</source>
        <translation>操作之前，请从能连接所有节点的地方查看：能连接它们的客户端可能以多数持有它</translation>
    </message>
    <message>
        <source>A majority names one owner, and other nodes name another</source>
        <translation>多数节点指向同一个持有者，其他节点指向另一个</translation>
    </message>
    <message numerus="yes">
        <source>Held by a majority: %1 of %2 nodes, as many as are needed; %n did not answer</source>
        <translation>
            <numerusform>由多数持有：%2 个节点中的 %1 个，恰好达到所需；%n 个没有应答</numerusform>
        </translation>
    </message>
    <message>
        <source>Bring back the nodes that are missing, or look from where they can be reached: whether they have the lock is not known</source>
        <translation>请恢复缺失的节点，或从能连接它们的地方查看：无法得知它们是否持有这把锁</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>node, why</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>; done on %1 of %2 nodes</source>
        <translation>；%2 个节点中有 %1 个已完成</translation>
    </message>
    <message>
        <source>; not known on %1</source>
        <translation>；在 %1 上无法得知</translation>
    </message>
    <message>
        <source>not acquired: %1</source>
        <translation>未获取：%1</translation>
    </message>
    <message>
        <source>quorum unknown</source>
        <translation>多数未知</translation>
    </message>
    <message>
        <source>may be another owner</source>
        <translation>可能是另一个持有者</translation>
    </message>
    <message>
        <source>%1 to %2 of %3</source>
        <comment>nodes, at least and at most</comment>
        <translation>%3 个中的 %1 到 %2 个</translation>
    </message>
    <message>
        <source>majority unknown</source>
        <translation>多数未知</translation>
    </message>
    <message>
        <source>margin unknown</source>
        <translation>余量未知</translation>
    </message>
    <message>
        <source>Not known on %1: %2</source>
        <translation>在 %1 上无法得知：%2</translation>
    </message>
    <message>
        <source>Not acquired: no majority of the nodes granted it</source>
        <translation>未获取：没有多数节点授予</translation>
    </message>
    <message>
        <source>Quorum: at least %1 and at most %2 of %3 nodes agree, %4 are needed.</source>
        <translation>多数：%3 个节点中至少 %1 个、至多 %2 个一致，需要 %4 个。</translation>
    </message>
    <message>
        <source>a rule, or the one who asks, says so</source>
        <translation>由规则或发起操作的人指定</translation>
    </message>
    <message>
        <source>its names and values are in this library&apos;s own format</source>
        <translation>它的名称和值采用这个库独有的格式</translation>
    </message>
    <message>
        <source>the name holds %1, as it names its keys</source>
        <translation>名称中有 %1，与这个库对键的命名一致</translation>
    </message>
    <message>
        <source>its script &quot;%1&quot; ran on this server</source>
        <translation>它的脚本“%1”在这台服务器上运行过</translation>
    </message>
    <message>
        <source>its client is named %1</source>
        <translation>它的客户端名称是 %1</translation>
    </message>
    <message>
        <source>Remove that waiter from the queue</source>
        <translation>把这个等待者移出队列</translation>
    </message>
    <message>
        <source>Wake the waiters: that drops it from the queue, and the next one gets the lock</source>
        <translation>唤醒等待者：这会把它移出队列，由下一个得到锁</translation>
    </message>
    <message>
        <source>No permit is free</source>
        <translation>没有空闲的许可</translation>
    </message>
    <message>
        <source>The latch is closed: there are counts to go</source>
        <translation>闭锁尚未打开：还有计数未完成</translation>
    </message>
    <message>
        <source>its HandleLostToken fires at its next extension, within 9 s by default</source>
        <translation>它的 HandleLostToken 会在下次续期时触发，默认在 9 秒之内</translation>
    </message>
    <message>
        <source>it extends it every 9 s by default, and that sets the time back</source>
        <translation>它默认每 9 秒续期一次，时间随之恢复</translation>
    </message>
    <message>
        <source>nothing records who has a permit: a holder that lives gives it back once more, and one too many stays for good</source>
        <translation>谁持有许可没有任何记录：活着的持有者会再归还一次，从此永远多出一个许可</translation>
    </message>
    <message>
        <source>those that count it down are not told, and go on counting what is not there; those that await it go on at once</source>
        <translation>倒数它的一方不会收到通知，会继续倒数已不存在的闭锁；等待它的一方立即放行</translation>
    </message>
    <message>
        <source>inside using() it extends shortly before what it believes to be the end, which may be too late</source>
        <translation>在 using() 中，它在自认为的结束时刻前不久续期，可能为时已晚</translation>
    </message>
    <message>
        <source>the scheduler goes on, extends the lock of whoever has it then, and deletes it when it stops</source>
        <translation>调度器会继续运行，无论届时谁持有锁都为其续期，并在停止时删除锁</translation>
    </message>
    <message>
        <source>the job runs to its end and is not told. Its end then deletes the entry of the next run, or, while its own lockAtLeastFor is not over, writes it anew with what is left of that; with safeUpdate (6.7.0+) it does neither</source>
        <translation>任务会运行到结束，不会收到通知。结束时它会删除下一次运行的条目，或者在自己的 lockAtLeastFor 尚未结束时，以其剩余时间重写该条目；设置了 safeUpdate（6.7.0+）时两者都不会发生</translation>
    </message>
    <message>
        <source>a program that compares its token is told at its release that the lock is not its own any more. One that renews finds out then, or writes the key again. One that does not compare deletes the lock of the next holder</source>
        <translation>会比较令牌的程序在释放时得知锁已不属于它。会续期的程序在续期时得知，或者重新写入该键。不比较的程序会删除下一个持有者的锁</translation>
    </message>
    <message>
        <source>the value names no acquisition, so a holder cannot tell: at its end it may delete the lock of the next one</source>
        <translation>值不标识某一次获取，持有者无从得知：它结束时可能删除下一个持有者的锁</translation>
    </message>
    <message>
        <source>a holder that does not compare the time may delete the lock of the next one at its end</source>
        <translation>不比较时间的持有者结束时可能删除下一个持有者的锁</translation>
    </message>
    <message>
        <source>nothing names the holder, so it cannot tell: at its end it may delete the lock of the next one</source>
        <translation>没有任何内容标识持有者，它无从得知：它结束时可能删除下一个持有者的锁</translation>
    </message>
    <message>
        <source>which library has it is not known: %1</source>
        <translation>不知道是哪个库：%1</translation>
    </message>
    <message>
        <source>; first in the queue: %1</source>
        <translation>；队首：%1</translation>
    </message>
    <message>
        <source>; dead waiters dropped: %1</source>
        <translation>；已移除的已死等待者：%1</translation>
    </message>
    <message>
        <source>wake-up message sent; no client of this server got it</source>
        <translation>唤醒消息已发送；这台服务器上没有客户端收到</translation>
    </message>
    <message>
        <source>wake-up message sent to clients of other servers</source>
        <translation>唤醒消息已发送给其他服务器上的客户端</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>what its holder notices, and what speaks for this library</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>The message was sent; no client of this server got it</source>
        <translation>消息已发送；这台服务器上没有客户端收到</translation>
    </message>
    <message>
        <source>The message was sent to clients of other servers</source>
        <translation>消息已发送给其他服务器上的客户端</translation>
    </message>
    <message>
        <source>First in the queue now: %1.</source>
        <translation>现在的队首：%1。</translation>
    </message>
    <message>
        <source>Dead waiters dropped from the queue: %1.</source>
        <translation>已从队列中移除的已死等待者：%1。</translation>
    </message>
    <message>
        <source>No expiry: held for %1, and only a release ends it</source>
        <translation>没有过期时间：已持有 %1，只有释放才会结束</translation>
    </message>
    <message>
        <source>not answering since %1</source>
        <translation>自 %1 起没有回答</translation>
    </message>
    <message>
        <source>Find out first whether this key is a lock: only its name or the shape of its value says so</source>
        <translation>请先查明这个键是否是锁：只有它的名称或值的形状这样提示</translation>
    </message>
    <message>
        <source>If this is a lock: %1</source>
        <translation>如果这是一把锁：%1</translation>
    </message>
    <message>
        <source>Its owner may have taken it anew for longer. Otherwise look whether the program takes seconds for milliseconds when it renews</source>
        <translation>它的持有者可能以更长的租约重新获取了它。否则请检查程序续期时是否把秒当成了毫秒</translation>
    </message>
    <message>
        <source>The holder %1 used to renew, yet its share is nearly over</source>
        <translation>持有者 %1 以前一直续期，但它的那一份快要到期</translation>
    </message>
    <message>
        <source>Fine if the work is done by then: whether it was to be renewed again is not known</source>
        <translation>如果届时工作已完成，就没有问题：是否还应再次续期无从得知</translation>
    </message>
    <message>
        <source>Renewed before, and expires in %1 unless it is renewed again</source>
        <translation>以前续期过；若不再续期，将在 %1后过期</translation>
    </message>
    <message>
        <source>The process of this holder has crashed, hangs, or cannot reach this server. The other holders are not affected: its share ends by itself, or remove only that share</source>
        <translation>该持有者的进程已崩溃、挂起，或连不上这台服务器。其他持有者不受影响：它的那一份会自行结束，也可以只移除那一份</translation>
    </message>
    <message>
        <source>The holder %1 has stopped renewing: its last renewal was %2 ago, one was due every %3</source>
        <translation>持有者 %1 已停止续期：它上次续期在 %2前，本应每 %3 续期一次</translation>
    </message>
    <message>
        <source>What looked like renewals may be a client that took the lock anew each time. Find out how its program uses the lock before you do anything</source>
        <translation>看似续期的，也可能是客户端每次重新获取了锁。在采取行动之前，请先查明它的程序如何使用这把锁</translation>
    </message>
    <message>
        <source>Renewed every %2 so far, and not for %1</source>
        <translation>此前每 %2 续期一次，已有 %1没有续期</translation>
    </message>
    <message>
        <source>Perhaps the lock was deleted by hand, or a client died while it waited. These keys may be deleted while nobody uses the lock</source>
        <translation>可能是锁被手动删除，或某个客户端在等待时退出。没有人使用这把锁时，可以删除这些键</translation>
    </message>
    <message>
        <source>its watchdog stops silently within a third of the lease; unlock() throws IllegalMonitorStateException. A fair lock looks the same while it has no waiters, and its unlock() reports success while the lock is free; that of a RedissonRedLock always does</source>
        <translation>它的看门狗会在三分之一租约之内悄然停止；unlock() 抛出 IllegalMonitorStateException。没有等待者的公平锁看上去与它相同，锁空闲时其 unlock() 报告成功；RedissonRedLock 的 unlock() 则总是报告成功</translation>
    </message>
    <message>
        <source>not renewed in %1 of %2 so far</source>
        <translation>%2 的租约已过 %1，至今未见续期</translation>
    </message>
    <message>
        <source>%1 of %2 announced servers are not connected: %3 is the limit</source>
        <translation>宣告的 %2 个服务器中有 %1 个未连接：上限为 %3 个</translation>
    </message>
    <message>
        <source>check what this server announces as its replicas or its cluster</source>
        <translation>请检查此服务器宣告的副本或集群</translation>
    </message>
    <message>
        <source>its CLUSTER SLOTS names slots that do not exist, or one twice</source>
        <translation>它的 CLUSTER SLOTS 列出了不存在的槽，或重复列出了同一个槽</translation>
    </message>
    <message>
        <source>%1; %2 more announced servers are not connected</source>
        <translation>%1；另有 %2 个宣告的服务器未连接</translation>
    </message>
    <message>
        <source>announced by %1: the password was not sent</source>
        <translation>由 %1 宣告：未发送密码</translation>
    </message>
    <message>
        <source>if this server is yours, allow it in the table of addresses, or with map=%1=%1 in the URL; or use TLS</source>
        <translation>如果这是您的服务器，请在地址表中允许它，或在 URL 中使用 map=%1=%1；也可以使用 TLS</translation>
    </message>
    <message>
        <source>replies of more than %1 bytes</source>
        <translation>应答合计超过 %1 字节</translation>
    </message>
    <message>
        <source>%1 is not a regular file</source>
        <translation>%1 不是普通文件</translation>
    </message>
    <message>
        <source>%1 is larger than %2 bytes</source>
        <translation>%1 大于 %2 字节</translation>
    </message>
    <message>
        <source>SCAN does not end: the server repeats a cursor, or has shown more than 4 times the keys that it counts</source>
        <translation>SCAN 不会结束：服务器重复了游标，或给出的键超过其计数的 4 倍</translation>
    </message>
    <message>
        <source>name the keys instead of scanning, and check what kind of server it is</source>
        <translation>请直接指定键而不要扫描，并检查这是何种服务器</translation>
    </message>
    <message>
        <source>too large: %1</source>
        <translation>过大：%1</translation>
    </message>
    <message>
        <source>Waiting, in order (the first %1)</source>
        <translation>等待队列（按顺序，前 %1 个）</translation>
    </message>
    <message>
        <source>in the queue: more, which were not read</source>
        <translation>队列中还有更多，未读取</translation>
    </message>
    <message numerus="yes">
        <source>%n or more in the queue</source>
        <translation>
            <numerusform>队列中至少有 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>free, %n or more queued</source>
        <translation>
            <numerusform>空闲，至少 %n 个排队</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>; more may follow: wake the waiters again</source>
        <translation>；其后可能还有：请再次唤醒等待者</translation>
    </message>
    <message>
        <source>this server does not answer everything, so some dangers to locks would not be seen here</source>
        <translation>该服务器不回答全部问题，因此有些危及锁的问题在这里看不到</translation>
    </message>
    <message>
        <source>see in the settings of the service what these commands would tell</source>
        <translation>请在该服务的设置中查看这些命令本会说明的内容</translation>
    </message>
    <message>
        <source>the user may not run a command that the script of this act needs</source>
        <translation>该用户无权执行此操作的脚本所需的某条命令</translation>
    </message>
    <message>
        <source>the doctor says which right is missing</source>
        <translation>健康检查会说明缺少哪项权限</translation>
    </message>
    <message>
        <source>Servers and services</source>
        <translation>服务器与托管服务</translation>
    </message>
    <message>
        <source>what was asked</source>
        <translation>所请求的内容</translation>
    </message>
    <message>
        <source>what was sent</source>
        <translation>所发送的内容</translation>
    </message>
    <message>
        <source>the answer</source>
        <translation>应答</translation>
    </message>
    <message>
        <source>row %1 of the chain was removed</source>
        <translation>链的第 %1 行被删除</translation>
    </message>
    <message>
        <source>the beginning of the chain was changed</source>
        <translation>链的开头被更改</translation>
    </message>
    <message>
        <source>act %1, %2</source>
        <translation>操作 %1，%2</translation>
    </message>
    <message>
        <source>row %1 of %2</source>
        <translation>%2，第 %1 行</translation>
    </message>
    <message>
        <source>%1: changed after it was written</source>
        <translation>%1：写入后被更改</translation>
    </message>
    <message>
        <source>%1: removed</source>
        <translation>%1：被删除</translation>
    </message>
    <message>
        <source>%1: not written by this program</source>
        <translation>%1：不是由本程序写入的</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>… and more</source>
        <translation>……以及更多</translation>
    </message>
    <message>
        <source>SSH tunnel: this connection was imported, and what its configuration %1 runs was not agreed to yet</source>
        <translation>SSH 隧道：此连接是导入的，其配置 %1 所运行的内容尚未得到同意</translation>
    </message>
    <message>
        <source>connect once and look at what is shown</source>
        <translation>请连接一次，并查看所显示的内容</translation>
    </message>
    <message>
        <source>%1; last known: %2</source>
        <translation>%1；最后已知：%2</translation>
    </message>
    <message>
        <source>not set</source>
        <comment>environment</comment>
        <translation>未设置</translation>
    </message>
    <message>
        <source>last known: %1</source>
        <translation>最后已知：%1</translation>
    </message>
    <message>
        <source>this server writes nothing to disk: a restart would erase its locks, and a second client could get a majority while the first one still holds the lock</source>
        <translation>该服务器不写磁盘：一旦重启，其上的锁就会丢失；此时第一个客户端仍持有锁，另一个客户端却可能获得多数派</translation>
    </message>
    <message>
        <source>this server had been running for %1 when it was checked: a lock taken before it started may be missing on it</source>
        <translation>检查时该服务器已运行 %1：在它启动之前获取的锁可能已不在其上</translation>
    </message>
    <message>
        <source>less than a second</source>
        <translation>不到 1 秒</translation>
    </message>
    <message>
        <source>released</source>
        <comment>how a lock ended</comment>
        <translation>已释放</translation>
    </message>
    <message>
        <source>expired</source>
        <comment>how a lock ended</comment>
        <translation>已过期</translation>
    </message>
    <message>
        <source>released by force</source>
        <comment>how a lock ended</comment>
        <translation>已被强制释放</translation>
    </message>
    <message>
        <source>gone</source>
        <comment>a lock that ended in an unknown way</comment>
        <translation>已消失</translation>
    </message>
</context>
<context>
    <name>lockscope::TrayStatus</name>
    <message>
        <source>Show Lockscope</source>
        <translation>显示 Lockscope</translation>
    </message>
    <message>
        <source>Lockscope: not connected</source>
        <translation>Lockscope：未连接</translation>
    </message>
    <message>
        <source>Locks %1</source>
        <translation>锁 %1</translation>
    </message>
    <message>
        <source>held %1</source>
        <translation>被持有 %1</translation>
    </message>
    <message>
        <source>critical %1</source>
        <translation>严重 %1</translation>
    </message>
    <message>
        <source>warnings %1</source>
        <translation>警告 %1</translation>
    </message>
    <message>
        <source>Lockscope: %1
%2</source>
        <translation>Lockscope：%1
%2</translation>
    </message>
</context>
<context>
    <name>lockscope::TtlPlot</name>
    <message>
        <source>Time to live over the last minutes</source>
        <translation>最近几分钟的剩余时间</translation>
    </message>
    <message>
        <source>no expiry: nothing counts down</source>
        <translation>无过期时间：没有倒计时</translation>
    </message>
    <message>
        <source>lease %1</source>
        <translation>租约 %1</translation>
    </message>
    <message>
        <source>%1: not seen yet</source>
        <translation>%1：尚未看到</translation>
    </message>
    <message>
        <source>%1: %2 left</source>
        <translation>%1：剩余 %2</translation>
    </message>
    <message>
        <source>%1: no expiry</source>
        <translation>%1：无过期时间</translation>
    </message>
    <message>
        <source>%1: no lock</source>
        <translation>%1：没有锁</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>更早</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>更晚</translation>
    </message>
    <message>
        <source>Stand still</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Save the time to live</source>
        <translation>保存存活时间</translation>
    </message>
    <message>
        <source>A line that falls until the lock is renewed, with a mark at each event</source>
        <translation>一条下降的线，锁被续期时回升；每个事件处有一个标记</translation>
    </message>
</context>
<context>
    <name>lockscope::UntokenedLock</name>
    <message>
        <source>A string without a token under a name that says lock</source>
        <translation>名称表明是锁、但没有令牌的字符串</translation>
    </message>
    <message>
        <source>The value is %1</source>
        <translation>值是%1</translation>
    </message>
    <message>
        <source>RQ writes the scheduler&apos;s process id there, extends it every second and never compares it</source>
        <translation>RQ 把调度器的进程号写在这里，每秒续期一次，从不比较</translation>
    </message>
    <message>
        <source>It could also be a counter: nothing in the key tells</source>
        <translation>也可能是计数器：从键本身无法判断</translation>
    </message>
    <message>
        <source>The value reads as a time: perhaps when it was taken</source>
        <translation>值看起来是时间：也许是获取的时刻</translation>
    </message>
    <message>
        <source>The value names no single acquisition: who holds it now cannot be told from one who held it before</source>
        <translation>值不能对应某一次获取：无法区分现在的持有者和以前的持有者</translation>
    </message>
    <message>
        <source>It expires by itself</source>
        <translation>会自行过期</translation>
    </message>
    <message>
        <source>It has no expiry: if its owner died, it stays until somebody deletes it</source>
        <translation>没有过期时间：持有者若已死亡，它会一直存在，直到有人删除</translation>
    </message>
    <message>
        <source>The value is no token: if another holder wrote the same value meanwhile, the comparison cannot tell, and it loses the lock</source>
        <translation>值不是令牌：如果其间另一个持有者写入了相同的值，比较无法分辨，它会因此失去锁</translation>
    </message>
    <message>
        <source>Lock without a token</source>
        <translation>无令牌锁</translation>
    </message>
    <message>
        <source>One string made by SETNX whose value names nobody; whoever deletes the key frees the lock, the wrong client too. Without an expiry it stays for ever when its holder dies.</source>
        <translation>由 SETNX 创建的字符串，值不指明任何人；谁删除键谁就释放了锁，不该释放的客户端也一样。没有过期时间的话，持有者死掉后它会永远存在。</translation>
    </message>
</context>
<context>
    <name>lockscope::ViewRegistry</name>
    <message>
        <source>The file has %1 now, and reaches back to %2</source>
        <translation>文件现有 %1，最早记录在 %2</translation>
    </message>
    <message>
        <source>Nothing closes here: go to a panel first, or quit with %1</source>
        <translation>此处没有可关闭的内容：请先转到某个面板，或按 %1 退出</translation>
    </message>
    <message>
        <source>Settings: %1</source>
        <translation>设置：%1</translation>
    </message>
    <message>
        <source>Help: %1</source>
        <translation>帮助：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::WindowActions</name>
    <message>
        <source>Connect to a Redis by its address</source>
        <translation>按地址连接到 Redis</translation>
    </message>
    <message>
        <source>Connect again with the same settings</source>
        <translation>用相同的设置重新连接</translation>
    </message>
    <message>
        <source>Address, login and TLS of the connection in use</source>
        <translation>当前连接的地址、登录和 TLS</translation>
    </message>
    <message>
        <source>Close the connection</source>
        <translation>关闭连接</translation>
    </message>
    <message>
        <source>Look through all keys for locks again</source>
        <translation>重新在所有键中查找锁</translation>
    </message>
    <message>
        <source>What was found so far stays</source>
        <translation>已找到的保留</translation>
    </message>
    <message>
        <source>Take a lock for this program</source>
        <translation>为本程序获取一把锁</translation>
    </message>
    <message>
        <source>Type which locks to show</source>
        <translation>输入要显示哪些锁</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Let go of the chosen lock, then of the filter</source>
        <translation>先取消所选的锁，再清除筛选</translation>
    </message>
    <message>
        <source>Show all locks</source>
        <translation>显示所有锁</translation>
    </message>
    <message>
        <source>Find a command by its name</source>
        <translation>按名称查找命令</translation>
    </message>
    <message>
        <source>Copy the chosen locks as a table</source>
        <translation>把所选的锁复制为表格</translation>
    </message>
    <message>
        <source>Copy the commands that show the chosen locks</source>
        <translation>复制查看所选锁的命令</translation>
    </message>
    <message>
        <source>Light or dark as the system is</source>
        <translation>随系统为浅色或深色</translation>
    </message>
    <message>
        <source>&amp;Connection</source>
        <translation>连接(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Locks</source>
        <translation>锁(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>A scan is running</source>
        <translation>正在扫描</translation>
    </message>
    <message>
        <source>No scan is running</source>
        <translation>没有正在进行的扫描</translation>
    </message>
    <message>
        <source>Tell Lockscope that keys like this one are locks, and how to read them</source>
        <translation>告诉 Lockscope：这样的键是锁，以及如何读取</translation>
    </message>
    <message>
        <source>What makes its locks unsafe, its servers, and what this user may do</source>
        <translation>危及锁的问题、各台服务器以及该用户的权限</translation>
    </message>
    <message>
        <source>Health…</source>
        <translation>健康状况…</translation>
    </message>
    <message>
        <source>Tell when the chosen lock becomes free or changes hands</source>
        <translation>所选的锁空闲或换了持有者时通知</translation>
    </message>
    <message>
        <source>How Lockscope judges, what it alerts of, what it remembers, and what owners are called</source>
        <translation>Lockscope 如何判定、对什么告警、记住什么，以及如何称呼持有者</translation>
    </message>
    <message>
        <source>The locks that this Lockscope holds, to release or renew them</source>
        <translation>本 Lockscope 持有的锁，可释放或续期</translation>
    </message>
    <message>
        <source>Wake, give an expiry or release by force: the chosen locks, or all that the filter shows</source>
        <translation>唤醒、设置过期时间或强制释放：所选的锁，或筛选显示的全部锁</translation>
    </message>
    <message>
        <source>A folder with all that is known of the chosen lock, without secrets, for a ticket</source>
        <translation>一个文件夹，包含所选锁的全部已知信息，不含机密，供工单使用</translation>
    </message>
    <message>
        <source>The profile %1 denies taking locks</source>
        <translation>配置“%1”禁止获取锁</translation>
    </message>
    <message>
        <source>&amp;Connect…</source>
        <translation>连接…(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>C&amp;hange the connection…</source>
        <translation>更改连接…(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Disconnect</source>
        <translation>断开连接(&amp;D)</translation>
    </message>
    <message>
        <source>Sandbox: %1 (&amp;%2)</source>
        <translation>沙箱：%1(&amp;%2)</translation>
    </message>
    <message>
        <source>Start a private Redis on this machine, full of working locks</source>
        <translation>在本机启动一个私有 Redis，其中有许多正在工作的锁</translation>
    </message>
    <message>
        <source>&amp;Rescan</source>
        <translation>重新扫描(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Stop the scan</source>
        <translation>停止扫描(&amp;S)</translation>
    </message>
    <message>
        <source>H&amp;ealth of the deployment</source>
        <translation>部署健康状况(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Acquire…</source>
        <translation>获取锁…(&amp;A)</translation>
    </message>
    <message>
        <source>Locks &amp;held here…</source>
        <translation>本程序持有的锁…(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Make a rule from this key…</source>
        <translation>从此键创建规则…(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>固定(&amp;P)</translation>
    </message>
    <message>
        <source>Act on &amp;several locks…</source>
        <translation>操作多把锁…(&amp;S)</translation>
    </message>
    <message>
        <source>Save an &amp;incident bundle…</source>
        <translation>保存事故包…(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Verdicts, alerts and history…</source>
        <translation>判定、告警与历史…(&amp;V)</translation>
    </message>
    <message>
        <source>Go to the &amp;filter</source>
        <translation>转到筛选(&amp;F)</translation>
    </message>
    <message>
        <source>C&amp;lear the filter</source>
        <translation>清除筛选(&amp;L)</translation>
    </message>
    <message>
        <source>Comman&amp;ds…</source>
        <translation>命令…(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Copy as text</source>
        <translation>复制为文本(&amp;C)</translation>
    </message>
    <message>
        <source>Theme: as the &amp;system</source>
        <translation>主题：跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>Theme: &amp;light</source>
        <translation>主题：浅色(&amp;L)</translation>
    </message>
    <message>
        <source>Dark text on a light ground</source>
        <translation>浅底深字</translation>
    </message>
    <message>
        <source>Theme: &amp;dark</source>
        <translation>主题：深色(&amp;D)</translation>
    </message>
    <message>
        <source>Light text on a dark ground</source>
        <translation>深底浅字</translation>
    </message>
    <message>
        <source>Close this vie&amp;w</source>
        <translation>关闭此视图(&amp;W)</translation>
    </message>
    <message>
        <source>Reo&amp;pen what was closed</source>
        <translation>重新打开已关闭的内容(&amp;P)</translation>
    </message>
    <message>
        <source>The last panel or window that was closed, as it was</source>
        <translation>最后关闭的面板或窗口，恢复原样</translation>
    </message>
    <message>
        <source>Re&amp;set the layout</source>
        <translation>重置布局(&amp;S)</translation>
    </message>
    <message>
        <source>Panels and columns as they were at the first start</source>
        <translation>面板与列恢复为首次启动时的样子</translation>
    </message>
    <message>
        <source>Sett&amp;ings…</source>
        <translation>设置…(&amp;I)</translation>
    </message>
    <message>
        <source>Looks, language, the window, verdicts, alerts, history and names</source>
        <translation>外观、语言、窗口、判定、告警、历史与名称</translation>
    </message>
    <message>
        <source>What is written about the place where the focus is</source>
        <translation>关于焦点所在位置的说明</translation>
    </message>
    <message>
        <source>&amp;Keyboard</source>
        <translation>键盘(&amp;K)</translation>
    </message>
    <message>
        <source>All keys there are</source>
        <translation>现有的所有按键</translation>
    </message>
    <message>
        <source>&amp;About Lockscope</source>
        <translation>关于 Lockscope(&amp;A)</translation>
    </message>
    <message>
        <source>Version, licence, and what a report of a fault should say</source>
        <translation>版本、许可证，以及故障报告应包含的内容</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Close the window and the connection</source>
        <translation>关闭窗口与连接</translation>
    </message>
    <message>
        <source>Tr&amp;y the sandbox</source>
        <translation>试用沙箱(&amp;Y)</translation>
    </message>
    <message>
        <source>Th&amp;eme</source>
        <translation>主题(&amp;E)</translation>
    </message>
    <message>
        <source>The panel or the window that has the focus</source>
        <translation>有焦点的面板或窗口</translation>
    </message>
    <message>
        <source>&amp;Not a lock…</source>
        <translation>不是锁(&amp;N)…</translation>
    </message>
    <message>
        <source>Tell Lockscope to pass over keys like this one</source>
        <translation>让 Lockscope 跳过这样的键</translation>
    </message>
    <message>
        <source>&amp;Allow changes…</source>
        <translation>允许更改(&amp;A)…</translation>
    </message>
    <message>
        <source>Acquire, renew and release locks on this connection</source>
        <translation>在此连接上获取、续期和释放锁</translation>
    </message>
    <message>
        <source>&amp;Release…</source>
        <translation>释放(&amp;R)…</translation>
    </message>
    <message>
        <source>What can be done about the selected lock, safest first</source>
        <translation>可以对所选锁执行的操作，最安全的在前</translation>
    </message>
    <message>
        <source>Set an &amp;expiry…</source>
        <translation>设置过期时间(&amp;E)…</translation>
    </message>
    <message>
        <source>Give the selected lock an expiry, or shorten the time it has left</source>
        <translation>为所选锁设置过期时间，或缩短其剩余时间</translation>
    </message>
    <message>
        <source>&amp;Wake the waiters…</source>
        <translation>唤醒等待者(&amp;W)…</translation>
    </message>
    <message>
        <source>Send the waiters the message of a release; the lock is not touched</source>
        <translation>向等待者发送释放消息；不改动锁</translation>
    </message>
    <message>
        <source>Who is &amp;this?…</source>
        <translation>这是谁(&amp;T)？…</translation>
    </message>
    <message>
        <source>Find the client that holds the selected lock</source>
        <translation>查找持有所选锁的客户端</translation>
    </message>
    <message>
        <source>Filter by &amp;owner</source>
        <translation>按持有者筛选(&amp;O)</translation>
    </message>
    <message>
        <source>Show all locks of the owner of the selected lock</source>
        <translation>显示所选锁的持有者的全部锁</translation>
    </message>
    <message>
        <source>Copy as redis-cli comman&amp;ds</source>
        <translation>复制为 redis-cli 命令(&amp;D)</translation>
    </message>
    <message>
        <source>Make read-&amp;only</source>
        <translation>设为只读(&amp;O)</translation>
    </message>
    <message>
        <source>This connection is read-only. Use “Allow changes…” in the menu Connection</source>
        <translation>此连接为只读。请使用“连接”菜单中的“允许更改…”</translation>
    </message>
    <message>
        <source>Select a lock</source>
        <translation>请选择一把锁</translation>
    </message>
    <message>
        <source>Select one lock, or use “Act on several locks…”</source>
        <translation>请选择一把锁，或使用“操作多把锁…”</translation>
    </message>
    <message>
        <source>The lock names no owner</source>
        <translation>该锁没有记录持有者</translation>
    </message>
</context>
<context>
    <name>lockscope::WindowPage</name>
    <message>
        <source>Show an &amp;icon in the tray</source>
        <translation>在托盘中显示图标(&amp;I)</translation>
    </message>
    <message>
        <source>Show alerts as &amp;notifications of the desktop</source>
        <translation>以桌面通知显示告警(&amp;N)</translation>
    </message>
    <message>
        <source>Reset the &amp;layout</source>
        <translation>重置布局(&amp;L)</translation>
    </message>
    <message>
        <source>Where the desktop has one: it shows the worst verdict of all locks, and brings the window back</source>
        <translation>在有托盘的桌面上：显示所有锁中最严重的判定，并可唤回窗口</translation>
    </message>
    <message>
        <source>Otherwise the status line alone tells of them; alerts.log has them anyway</source>
        <translation>否则只在状态栏告知；alerts.log 中始终都有</translation>
    </message>
    <message>
        <source>Panels and columns as they were at the first start</source>
        <translation>面板与列恢复为首次启动时的样子</translation>
    </message>
    <message>
        <source>What the window does beside the list. What is chosen here applies at once.</source>
        <translation>窗口在列表之外所做的事。此处的选择立即生效。</translation>
    </message>
    <message>
        <source>The window opens as it was left: its size, panels, columns, filter, grouping and the chosen connection.</source>
        <translation>窗口按上次离开时的样子打开：大小、面板、列、筛选、分组和所选连接。</translation>
    </message>
</context>
<context>
    <name>lockscope::WorkerProcess</name>
    <message>
        <source>a worker process ended too early</source>
        <translation>一个工作进程过早结束</translation>
    </message>
    <message>
        <source>a worker process did not start: %1</source>
        <translation>一个工作进程没有启动：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::text</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 天</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>there is no display: set DISPLAY, or use --snapshot FILE or lockscope-cli</source>
        <translation>没有显示器：请设置 DISPLAY，或使用 --snapshot FILE 或 lockscope-cli</translation>
    </message>
    <message>
        <source>there is no language &quot;%1&quot;: use %2</source>
        <translation>没有语言“%1”：请使用 %2</translation>
    </message>
    <message>
        <source>cannot be started again by itself</source>
        <translation>无法自行重新启动</translation>
    </message>
</context>
</TS>

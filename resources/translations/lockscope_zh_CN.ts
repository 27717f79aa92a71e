<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>ProfileStore</name>
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
    <message>
        <source>a string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>is not allowed: this file holds no passwords</source>
        <translation>不允许：此文件不保存密码</translation>
    </message>
</context>
<context>
    <name>StringValue</name>
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
        <source>16 letters and digits, written through PHP&apos;s serialiser</source>
        <translation>16 个字母和数字，经 PHP 序列化器写入</translation>
    </message>
    <message>
        <source>a UUID version 1 as 32 hex digits, as created by redis-py</source>
        <translation>32 位十六进制的版本 1 UUID，由 redis-py 生成</translation>
    </message>
    <message>
        <source>16 bytes in base64, as created by redsync</source>
        <translation>base64 编码的 16 字节，由 redsync 生成</translation>
    </message>
    <message>
        <source>16 bytes in URL-safe base64</source>
        <translation>URL 安全的 base64 编码的 16 字节</translation>
    </message>
    <message>
        <source>an owner named by the application</source>
        <translation>由应用自行命名的持有者</translation>
    </message>
    <message>
        <source>16 bytes in URL-safe base64, followed by text</source>
        <translation>URL 安全的 base64 编码的 16 字节，后面带一段文本</translation>
    </message>
</context>
<context>
    <name>lockscope::AboutDialog</name>
    <message>
        <source>About Lockscope</source>
        <translation>关于 Lockscope</translation>
    </message>
    <message>
        <source>Lockscope %1</source>
        <translation>Lockscope %1</translation>
    </message>
    <message>
        <source>Free software under the GNU GPL, version 3 or later (GPL-3.0-or-later).</source>
        <translation>自由软件，遵循 GNU GPL 第 3 版或更新版本（GPL-3.0-or-later）。</translation>
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
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>&amp;Copy details for a bug report</source>
        <translation>复制详情以便报告问题(&amp;C)</translation>
    </message>
    <message>
        <source>Shows the distributed locks in Redis: who holds them, whether the holder is alive, and who waits.</source>
        <translation>显示 Redis 中的分布式锁：谁持有、持有者是否存活、谁在等待。</translation>
    </message>
    <message>
        <source>Built with %1.</source>
        <translation>使用了 %1。</translation>
    </message>
    <message>
        <source>Versions and the kind of deployment; no addresses or names</source>
        <translation>各版本与部署类型；不含地址和名称</translation>
    </message>
</context>
<context>
    <name>lockscope::AcquireDialog</name>
    <message>
        <source>&amp;Acquire</source>
        <translation>获取(&amp;A)</translation>
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
        <source>Watchdog</source>
        <translation>看门狗</translation>
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
        <source>Mo&amp;de</source>
        <translation>模式(&amp;D)</translation>
    </message>
    <message>
        <source>This kind cannot be renewed safely</source>
        <translation>此类型无法安全地续期</translation>
    </message>
    <message>
        <source>Acquire lock</source>
        <translation>获取锁</translation>
    </message>
    <message>
        <source>Generate a new owner id</source>
        <translation>生成新的持有者标识</translation>
    </message>
    <message>
        <source>Maximum wait while another client holds the lock; 0s tries once</source>
        <translation>锁被其他客户端持有时最长等待多久；0s 表示只试一次</translation>
    </message>
    <message>
        <source>&amp;Keep it renewed while Lockscope runs</source>
        <translation>Lockscope 运行期间持续续期(&amp;K)</translation>
    </message>
    <message>
        <source>Maximum wai&amp;t</source>
        <translation>最长等待(&amp;T)</translation>
    </message>
    <message>
        <source>not recorded for this kind</source>
        <translation>此类型不记录持有者</translation>
    </message>
    <message>
        <source>Enter the key of the lock.</source>
        <translation>请输入锁的键名。</translation>
    </message>
    <message>
        <source>Enter an owner: it is needed to release the lock.</source>
        <translation>请输入持有者：释放锁时需要它。</translation>
    </message>
    <message>
        <source>Write (exclusive)</source>
        <translation>写（独占）</translation>
    </message>
    <message>
        <source>Read (shared)</source>
        <translation>读（共享）</translation>
    </message>
    <message>
        <source>this kind does not expire</source>
        <translation>此类型不会过期</translation>
    </message>
    <message>
        <source>%1 (library default)</source>
        <translation>%1（库的默认值）</translation>
    </message>
    <message>
        <source>no expiry (library default)</source>
        <translation>无过期时间（库的默认值）</translation>
    </message>
    <message>
        <source>Nothing to renew without an expiry</source>
        <translation>没有过期时间，无需续期</translation>
    </message>
    <message>
        <source>Required, for example %1</source>
        <translation>必填，例如 %1</translation>
    </message>
    <message>
        <source>Cannot acquire: %1</source>
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
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Waiting for the lock: %1 of %2</source>
        <translation>正在等待锁：%1 / %2</translation>
    </message>
    <message>
        <source>Already sent, cannot be cancelled. Waiting for the result…</source>
        <translation>已发送，无法取消。正在等待结果…</translation>
    </message>
    <message>
        <source>Waiting for the server: %1</source>
        <translation>正在等待服务器：%1</translation>
    </message>
    <message>
        <source>This dialog belongs to another connection. Open it again on the current one.</source>
        <translation>此对话框属于另一个连接。请在当前连接上重新打开。</translation>
    </message>
    <message>
        <source>Reason: %1</source>
        <translation>原因：%1</translation>
    </message>
    <message>
        <source>The next holder is %1.</source>
        <translation>下一个持有者是 %1。</translation>
    </message>
    <message>
        <source>Not acquired again so far.</source>
        <translation>到目前为止没有再被获取。</translation>
    </message>
    <message>
        <source>%1. Showing the last plan; trying again…</source>
        <translation>%1。显示的是上次的计划；正在重试…</translation>
    </message>
    <message>
        <source>%1. No plan yet; trying again…</source>
        <translation>%1。尚无计划；正在重试…</translation>
    </message>
    <message>
        <source>No plan: %1</source>
        <translation>没有计划：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ActRunner</name>
    <message>
        <source>nothing was changed</source>
        <translation>没有改动任何内容</translation>
    </message>
    <message>
        <source>the action was not admitted; nothing was sent</source>
        <translation>该操作未获准许；没有发送任何命令</translation>
    </message>
    <message>
        <source>unknown lock kind %1</source>
        <translation>没有名为 %1 的锁类型</translation>
    </message>
    <message>
        <source>use one of the kinds in the list of locks</source>
        <translation>请使用锁列表中出现的类型</translation>
    </message>
    <message>
        <source>the key is not a lock of a known format but a %1</source>
        <translation>该键不是已知格式的锁，而是 %1</translation>
    </message>
    <message>
        <source>no lock has this name</source>
        <translation>没有这个名称的锁</translation>
    </message>
    <message>
        <source>the key holds a %1, which cannot be a lock of the kind %2</source>
        <translation>该键中的 %1 不可能是 %2 类型的锁</translation>
    </message>
    <message>
        <source>nothing was changed; if it is a lock, specify its kind: %1</source>
        <translation>没有改动任何内容；如果它是锁，请指明其类型：%1</translation>
    </message>
    <message>
        <source>this key may not be a lock</source>
        <translation>这个键可能不是锁</translation>
    </message>
</context>
<context>
    <name>lockscope::AlertController</name>
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
    <message>
        <source>Cannot find the client behind an owner: %1</source>
        <translation>无法找到持有者对应的客户端：%1</translation>
    </message>
    <message>
        <source>The history is not saved: %1</source>
        <translation>没有保存历史：%1</translation>
    </message>
    <message>
        <source>Pinned %1: you are notified when it becomes free or changes hands</source>
        <translation>已固定 %1：它空闲或换了持有者时会通知你</translation>
    </message>
    <message>
        <source>Unpinned %1</source>
        <translation>已取消固定 %1</translation>
    </message>
    <message>
        <source>%1 of %2 locks lost</source>
        <translation>%2 把锁丢失 %1 把</translation>
    </message>
    <message>
        <source>%1 expired</source>
        <translation>到期 %1 把</translation>
    </message>
    <message>
        <source>%1 changed hands</source>
        <translation>换了持有者 %1 把</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>failover: what became of the locks</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>no held lock was known</source>
        <translation>没有已知的被持有的锁</translation>
    </message>
    <message>
        <source>%1 of %2 lock copies lost</source>
        <translation>%2 个锁副本中有 %1 个丢失</translation>
    </message>
    <message>
        <source>Lock copy lost: %1, held by %2</source>
        <translation>锁副本丢失：%1，持有者 %2</translation>
    </message>
    <message>
        <source>With this node, another client may get a majority while the holder still works. Redlock needs a node that lost its data to stay down for the longest lease.</source>
        <translation>借助该节点，另一个客户端可能在持有者仍在工作时取得多数。Redlock 要求丢失数据的节点在最长租约期间保持停机。</translation>
    </message>
    <message>
        <source>%1 restarted</source>
        <translation>%1 重启</translation>
    </message>
    <message>
        <source>Failover: %1 → %2</source>
        <translation>故障转移：%1 → %2</translation>
    </message>
    <message>
        <source>Noticed at %1</source>
        <translation>发现于 %1</translation>
    </message>
    <message>
        <source>an unknown owner</source>
        <translation>未知的持有者</translation>
    </message>
    <message>
        <source>%1 held by the same owner</source>
        <translation>%1 个仍由同一持有者持有</translation>
    </message>
    <message>
        <source>%1 of %2 locks held by the same owner</source>
        <translation>%2 把锁中有 %1 把仍由同一持有者持有</translation>
    </message>
    <message>
        <source>%1 not read yet</source>
        <translation>%1 个尚未读取</translation>
    </message>
    <message>
        <source>at least %1 locks lost</source>
        <translation>至少 %1 把锁丢失</translation>
    </message>
    <message>
        <source>%1 of %2 locks lost or released (unknown which, last read at %3)</source>
        <translation>%2 把锁中有 %1 把已丢失或已释放（无法区分，最后一次读取于 %3）</translation>
    </message>
    <message>
        <source>at least %1 locks lost or released (unknown which, last read at %2)</source>
        <translation>至少 %1 把锁已丢失或已释放（无法区分，最后一次读取于 %2）</translation>
    </message>
    <message>
        <source>at least %1 held by the same owner</source>
        <translation>至少 %1 个仍由同一持有者持有</translation>
    </message>
</context>
<context>
    <name>lockscope::Alerts</name>
    <message>
        <source>check the folder&apos;s permissions and free space</source>
        <translation>请检查该文件夹的权限和可用空间</translation>
    </message>
    <message>
        <source>alert &quot;%1&quot; is not used: %2</source>
        <translation>告警“%1”未被采用：%2</translation>
    </message>
    <message>
        <source>cannot write the alerts to %1: %2</source>
        <translation>无法把告警写入 %1：%2</translation>
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
        <source>Row %1: enter an owner id, or base64: and its bytes</source>
        <translation>第 %1 行：请填写持有者标识，或 base64: 加其字节</translation>
    </message>
    <message>
        <source>Row %1: enter a name for that owner</source>
        <translation>第 %1 行：请填写持有者的名称</translation>
    </message>
</context>
<context>
    <name>lockscope::AppearancePage</name>
    <message>
        <source>&amp;Restart now</source>
        <translation>立即重启(&amp;R)</translation>
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
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>The language changes after a restart.</source>
        <translation>语言在重启后更改。</translation>
    </message>
    <message>
        <source>Follow system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light or dark colours; the system may switch by day and night</source>
        <translation>浅色或深色；系统可能随昼夜切换</translation>
    </message>
    <message>
        <source>Language of the window and its help; lockscope-cli uses English</source>
        <translation>窗口及其帮助的语言；lockscope-cli 使用英文</translation>
    </message>
    <message>
        <source>Relative to the system font; rows and panels grow with it</source>
        <translation>相对于系统字体；行与面板随之变大</translation>
    </message>
    <message>
        <source>Save the changes on the other pages first</source>
        <translation>请先保存其他页面上的更改</translation>
    </message>
    <message>
        <source>Changes on this page apply at once, except the language.</source>
        <translation>除语言外，此页的更改立即生效。</translation>
    </message>
</context>
<context>
    <name>lockscope::AuditBar</name>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>acts or results: which</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Search lock, owner, reason, user…</source>
        <translation>搜索锁、持有者、原因、用户…</translation>
    </message>
    <message>
        <source>Search the audit log</source>
        <translation>搜索审计日志</translation>
    </message>
    <message>
        <source>Searches lock, kind, owners, reason, user, host, profile, node, action and result, as lockscope-cli audit --find does</source>
        <translation>搜索锁、类型、持有者、原因、用户、主机、连接配置、节点、操作和结果，与 lockscope-cli audit --find 相同</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>任何时间</translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation>最近一小时</translation>
    </message>
    <message>
        <source>Last 24 hours</source>
        <translation>最近 24 小时</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>最近 30 天</translation>
    </message>
    <message>
        <source>Time of the action</source>
        <translation>操作时间</translation>
    </message>
    <message>
        <source>All actions</source>
        <translation>所有操作</translation>
    </message>
    <message>
        <source>All results</source>
        <translation>所有结果</translation>
    </message>
    <message>
        <source>Select which to show</source>
        <translation>选择要显示的</translation>
    </message>
</context>
<context>
    <name>lockscope::AuditDetails</name>
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
        <source>Answered:</source>
        <translation>应答时间：</translation>
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
        <translation>连接配置：</translation>
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
        <source>Action %1</source>
        <translation>操作 %1</translation>
    </message>
    <message>
        <source>Recorded details</source>
        <translation>记录的详情</translation>
    </message>
    <message>
        <source>Requested:</source>
        <translation>请求时间：</translation>
    </message>
    <message>
        <source>no answer recorded</source>
        <translation>没有记录到应答</translation>
    </message>
    <message>
        <source>State before:</source>
        <translation>操作之前的状态：</translation>
    </message>
    <message>
        <source>Commands that restore the state on %1</source>
        <translation>恢复 %1 上原状态的命令</translation>
    </message>
    <message>
        <source>This restores keys, not clients</source>
        <translation>这只恢复键，不恢复客户端</translation>
    </message>
    <message>
        <source>The old holder may have noticed and left: its watchdog does not start again.</source>
        <translation>原持有者可能已经察觉并离开：它的看门狗不会重新启动。</translation>
    </message>
    <message>
        <source>Waiters may have left, or hold the lock by now: check first.</source>
        <translation>等待者可能已经离开，或现在已持有锁：请先检查。</translation>
    </message>
    <message>
        <source>If the key exists again, RESTORE answers BUSYKEY and changes nothing.</source>
        <translation>如果键又存在了，RESTORE 会返回 BUSYKEY，不做任何改动。</translation>
    </message>
    <message>
        <source>The TTL starts again with what was left then.</source>
        <translation>TTL 从当时所剩的时间重新计算。</translation>
    </message>
    <message>
        <source>Equivalent commands</source>
        <translation>等价的命令</translation>
    </message>
    <message>
        <source>Restore by hand (redis-cli takes the password from REDISCLI_AUTH):</source>
        <translation>手动恢复（redis-cli 从 REDISCLI_AUTH 读取密码）：</translation>
    </message>
</context>
<context>
    <name>lockscope::AuditModel</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
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
        <translation>连接配置</translation>
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
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
</context>
<context>
    <name>lockscope::AuditPage</name>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
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
        <source>Save the shown actions as a file: CSV, or JSON with all details</source>
        <translation>把显示的操作保存为文件：CSV，或包含全部详情的 JSON</translation>
    </message>
    <message>
        <source>Recorded actions</source>
        <translation>已记录的操作</translation>
    </message>
    <message>
        <source>Copy action</source>
        <translation>复制操作</translation>
    </message>
    <message>
        <source>Show all actions</source>
        <translation>显示所有操作</translation>
    </message>
    <message numerus="yes">
        <source>%Ln actions</source>
        <translation>
            <numerusform>%Ln 次操作</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the latest %Ln actions</source>
        <translation>
            <numerusform>最近的 %Ln 次操作</numerusform>
        </translation>
    </message>
    <message>
        <source>Loading the audit log…</source>
        <translation>正在读取审计日志…</translation>
    </message>
    <message>
        <source>Cannot read the audit log</source>
        <translation>无法读取审计日志</translation>
    </message>
    <message>
        <source>No matching actions</source>
        <translation>没有匹配的操作</translation>
    </message>
    <message>
        <source>No recorded action matches the search and the filters.</source>
        <translation>没有记录的操作与搜索和筛选相符。</translation>
    </message>
    <message>
        <source>No actions recorded yet</source>
        <translation>还没有记录任何操作</translation>
    </message>
    <message>
        <source>Every action on a lock is recorded here, from this window and from lockscope-cli: time, user, reason, previous state and result.</source>
        <translation>对锁的每次操作都会记录在这里，无论来自此窗口还是 lockscope-cli：时间、用户、原因、之前的状态和结果。</translation>
    </message>
    <message>
        <source>Save the shown actions</source>
        <translation>保存显示的操作</translation>
    </message>
    <message>
        <source>The audit log does not match its hashes. The first difference:</source>
        <translation>审计日志与其哈希不符。第一处差异：</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Check that no recorded action was changed, removed or inserted</source>
        <translation>检查记录的操作是否被更改、删除或插入</translation>
    </message>
    <message>
        <source>Verify audit log</source>
        <translation>验证审计日志</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message numerus="yes">
        <source>Intact: %Ln rows</source>
        <translation>
            <numerusform>完好：%Ln 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Newest hash: %1</source>
        <translation>最新的哈希：%1</translation>
    </message>
    <message>
        <source>Removed newest rows are not detected, unless this hash is noted elsewhere.</source>
        <translation>无法发现最新的行被删除，除非把这个哈希记在别处。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows of an older version have no hash.</source>
        <translation>
            <numerusform>旧版本的 %Ln 行没有哈希。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::Banner</name>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Change connection…</source>
        <translation>更改连接…</translation>
    </message>
    <message>
        <source>Trust this address…</source>
        <translation>信任此地址…</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>另有 %Ln 条</numerusform>
        </translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
</context>
<context>
    <name>lockscope::BannerMessages</name>
    <message>
        <source>No quorum: %1 of %2 nodes answer, %3 needed</source>
        <translation>无多数派：%2 个节点中有 %1 个应答，需要 %3 个</translation>
    </message>
    <message>
        <source>Clients that cannot reach more nodes cannot acquire or renew locks of this group.</source>
        <translation>连不上更多节点的客户端无法获取或续期该组的锁。</translation>
    </message>
    <message>
        <source>Reading the locks. Greyed locks show their state %1.</source>
        <translation>正在读取锁。灰色的锁显示的是%1的状态。</translation>
    </message>
    <message>
        <source>Connecting. Greyed locks show their state %1.</source>
        <translation>正在连接。灰色的锁显示的是%1的状态。</translation>
    </message>
    <message>
        <source>No data for %1. Showing the last known state.</source>
        <translation>已有 %1 没有数据。显示的是最后已知的状态。</translation>
    </message>
    <message>
        <source>retrying in %1</source>
        <translation>%1后重试</translation>
    </message>
    <message>
        <source>retrying now, attempt %1</source>
        <translation>正在重试，第 %1 次</translation>
    </message>
    <message>
        <source>Cannot connect to %1. Showing the state known %2.</source>
        <translation>无法连接到 %1。显示%2所知的状态。</translation>
    </message>
    <message>
        <source>%1 does not answer. Showing the state known %2.</source>
        <translation>%1 没有响应。显示的是%2所知的状态。</translation>
    </message>
    <message>
        <source>Connection lost %1. Showing the last known state.</source>
        <translation>连接已断开（%1）。显示的是最后已知的状态。</translation>
    </message>
    <message>
        <source>%1 is not connected: its address was announced by a server, over plain TCP</source>
        <translation>%1 未连接：其地址由服务器通过明文 TCP 通告</translation>
    </message>
    <message>
        <source>It gets the password only if you trust this address.</source>
        <translation>只有你信任此地址，它才会得到密码。</translation>
    </message>
    <message>
        <source>%1. Some locks may be missing or out of date.</source>
        <translation>%1。部分锁可能缺失或不是最新状态。</translation>
    </message>
</context>
<context>
    <name>lockscope::BannerPanel</name>
    <message>
        <source>All messages</source>
        <translation>全部消息</translation>
    </message>
</context>
<context>
    <name>lockscope::BlockingPage</name>
    <message>
        <source>No contended locks found</source>
        <translation>没有发现有客户端等待的锁</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>树</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Reading which clients wait…</source>
        <translation>正在读取哪些客户端在等待…</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>No client tried to acquire a lock while Lockscope listened. Clients that slept during that time are not detected.</source>
        <translation>监听期间没有客户端尝试获取锁。一直阻塞的客户端无法发现。</translation>
    </message>
    <message>
        <source>Clients that poll or sleep on a list are found only by listening. Identify waiters to find them.</source>
        <translation>轮询或阻塞在列表上的客户端只有通过监听才能发现。可用“识别等待者”找出它们。</translation>
    </message>
    <message>
        <source>By thread</source>
        <translation>按线程</translation>
    </message>
    <message>
        <source>By process</source>
        <translation>按进程</translation>
    </message>
    <message>
        <source>Clients in the tree</source>
        <translation>树中的客户端</translation>
    </message>
    <message>
        <source>The clients in the tree: each thread, or all threads of a process together</source>
        <translation>树中的客户端：各个线程，或一个进程的所有线程合在一起</translation>
    </message>
    <message>
        <source>Waiting clients unknown</source>
        <translation>等待的客户端未知</translation>
    </message>
    <message>
        <source>Clients wait for locks without a known holder</source>
        <translation>有客户端在等待不知由谁持有的锁</translation>
    </message>
    <message>
        <source>%1, as heard until %2</source>
        <translation>%1（监听截至 %2）</translation>
    </message>
    <message>
        <source>%1. Clients that poll or sleep are found only by listening.</source>
        <translation>%1。轮询或阻塞的客户端只有监听才能发现。</translation>
    </message>
    <message>
        <source>Re&amp;fresh</source>
        <translation>刷新(&amp;F)</translation>
    </message>
    <message>
        <source>Contended locks were just released</source>
        <translation>有争用的锁刚刚释放</translation>
    </message>
    <message>
        <source>Deadlocks</source>
        <translation>死锁</translation>
    </message>
    <message>
        <source>Parts of the page</source>
        <translation>页面的各部分</translation>
    </message>
    <message>
        <source>New deadlocks</source>
        <translation>新的死锁</translation>
    </message>
</context>
<context>
    <name>lockscope::BulkChoices</name>
    <message>
        <source>TT&amp;L</source>
        <translation>TT&amp;L</translation>
    </message>
    <message>
        <source>L&amp;ocks</source>
        <translation>锁(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Action</source>
        <translation>操作(&amp;A)</translation>
    </message>
    <message>
        <source>The time must be greater than zero. To end the locks now, release them.</source>
        <translation>时间必须大于零。要立即结束这些锁，请释放它们。</translation>
    </message>
    <message>
        <source>Sets an expiry on locks without one, or shortens the time left; never lengthens it. The next renewal of a holder restores the full lease.</source>
        <translation>为没有过期时间的锁设置过期时间，或缩短剩余时间，绝不延长。持有者下一次续期会恢复完整的租约。</translation>
    </message>
    <message>
        <source>Removes the locks from their holders, whose code continues to run. A lock is released only if it is still as shown here.</source>
        <translation>从持有者手中移除这些锁。持有者的代码会继续运行。只有锁仍与此处显示的一致，才会被释放。</translation>
    </message>
    <message>
        <source>Sends the wake-up message; no key changes. Waiters that wake try again. Harmless.</source>
        <translation>发送唤醒消息，不改动任何键。被唤醒的等待者会重试，没有害处。</translation>
    </message>
</context>
<context>
    <name>lockscope::BulkConsent</name>
    <message>
        <source>R&amp;eason</source>
        <translation>原因(&amp;E)</translation>
    </message>
    <message>
        <source>Selec&amp;t all</source>
        <translation>全选(&amp;T)</translation>
    </message>
    <message>
        <source>Select &amp;none</source>
        <translation>全不选(&amp;N)</translation>
    </message>
    <message>
        <source>T&amp;ype to confirm</source>
        <translation>输入以确认(&amp;Y)</translation>
    </message>
    <message>
        <source>Sto&amp;p on first failure</source>
        <translation>遇到失败即停止(&amp;P)</translation>
    </message>
    <message>
        <source>Ticket or observation (recorded in the audit log)</source>
        <translation>工单号或观察到的情况（记入审计日志）</translation>
    </message>
    <message>
        <source>%1 of %2 selected · %3 excluded</source>
        <translation>已选 %1 / %2 · 排除 %3</translation>
    </message>
    <message>
        <source>Enter a reason. It is recorded in the audit log.</source>
        <translation>请输入原因。它会记入审计日志。</translation>
    </message>
    <message>
        <source>Production: type %1 to confirm.</source>
        <translation>生产环境：请输入 %1 以确认。</translation>
    </message>
</context>
<context>
    <name>lockscope::BulkDialog</name>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
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
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>已复制。</translation>
    </message>
    <message>
        <source>Bulk action</source>
        <translation>批量操作</translation>
    </message>
    <message numerus="yes">
        <source>The %Ln selected lock(s)</source>
        <translation>
            <numerusform>所选的 %Ln 把锁</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln lock(s) shown by the filter at %1</source>
        <translation>
            <numerusform>%1 时筛选显示的全部 %Ln 把锁</numerusform>
        </translation>
    </message>
    <message>
        <source>Re&amp;fresh</source>
        <translation>刷新(&amp;F)</translation>
    </message>
    <message>
        <source>Retry remainin&amp;g</source>
        <translation>重试未完成的(&amp;G)</translation>
    </message>
    <message numerus="yes">
        <source>The %Ln remaining lock(s)</source>
        <translation>
            <numerusform>未完成的 %Ln 把锁</numerusform>
        </translation>
    </message>
    <message>
        <source>The connection was closed. Open this dialog again on the new one.</source>
        <translation>连接已关闭。请在新连接上重新打开此对话框。</translation>
    </message>
    <message>
        <source>Checking locks: %1 of %2</source>
        <translation>正在检查锁：%1 / %2</translation>
    </message>
    <message>
        <source>None of the selected locks allows this action.</source>
        <translation>所选的锁都不能执行此操作。</translation>
    </message>
    <message>
        <source>%1. Stopping: waiting for the server.</source>
        <translation>%1。正在停止：等待服务器应答。</translation>
    </message>
    <message numerus="yes">
        <source>%1. The profile allows %Ln action(s) per minute: continues in %2.</source>
        <translation>
            <numerusform>%1。该连接配置每分钟允许 %Ln 次操作：%2后继续。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) changed since the dry run and are skipped. Refresh to include them.</source>
        <translation>
            <numerusform>试运行之后有 %Ln 把锁发生变化，将被跳过。刷新后可重新纳入。</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop after this lock</source>
        <translation>完成这一把后停止</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
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
        <translation>重入</translation>
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
        <source>Expected result</source>
        <translation>预期结果</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>lockscope::BulkOutput</name>
    <message>
        <source>&amp;Copy as redis-cli</source>
        <translation>复制为 redis-cli 命令(&amp;C)</translation>
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
        <source>The dry run as a script. Each line compares the owner</source>
        <translation>试运行的脚本。每行都比较持有者</translation>
    </message>
    <message>
        <source>Sa&amp;ve script…</source>
        <translation>保存脚本(&amp;V)…</translation>
    </message>
    <message>
        <source>&amp;Save report…</source>
        <translation>保存报告(&amp;S)…</translation>
    </message>
    <message>
        <source>Save script</source>
        <translation>保存脚本</translation>
    </message>
    <message>
        <source>Save report</source>
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
        <source>Select a lock to see what will run.</source>
        <translation>请选择一把锁，查看将执行的内容。</translation>
    </message>
</context>
<context>
    <name>lockscope::CausesPane</name>
    <message>
        <source>By lock</source>
        <translation>按锁</translation>
    </message>
    <message>
        <source>By prefix</source>
        <translation>按前缀</translation>
    </message>
    <message>
        <source>By client</source>
        <translation>按客户端</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>发生的变化</translation>
    </message>
    <message>
        <source>Causes of waiting</source>
        <translation>等待的原因</translation>
    </message>
    <message>
        <source>Lock orders</source>
        <translation>加锁顺序</translation>
    </message>
    <message>
        <source>Waiting caused by lock, by prefix or by client, what changed in the middle of the time shown, or locks that were acquired in both orders</source>
        <translation>按锁、前缀或客户端列出造成的等待，或所显示时间中点前后发生的变化，或以两种相反顺序获取过的锁</translation>
    </message>
    <message>
        <source>Total: %1</source>
        <translation>合计：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ChangeList</name>
    <message>
        <source>What changed</source>
        <translation>发生的变化</translation>
    </message>
    <message>
        <source>No change found</source>
        <translation>没有发现变化</translation>
    </message>
    <message>
        <source>No change found in what was recorded</source>
        <translation>在有记录的部分中没有发现变化</translation>
    </message>
    <message>
        <source>Nothing could be compared</source>
        <translation>没有可以比较的内容</translation>
    </message>
</context>
<context>
    <name>lockscope::ChangeNotice</name>
    <message>
        <source>Before: %1</source>
        <translation>之前：%1</translation>
    </message>
    <message>
        <source>Now: %1</source>
        <translation>现在：%1</translation>
    </message>
    <message>
        <source>TTL now: %1</source>
        <translation>当前 TTL：%1</translation>
    </message>
    <message>
        <source>The owner changed while this dialog was open.</source>
        <translation>对话框打开期间，持有者已改变。</translation>
    </message>
    <message>
        <source>The hold count changed while this dialog was open.</source>
        <translation>对话框打开期间，重入次数已改变。</translation>
    </message>
    <message>
        <source>The holder is active: the count went from %1 to %2.</source>
        <translation>持有者仍在工作：次数从 %1 变为 %2。</translation>
    </message>
    <message>
        <source>The lock is no longer held.</source>
        <translation>锁已不再被持有。</translation>
    </message>
    <message>
        <source>The holders changed while this dialog was open.</source>
        <translation>对话框打开期间，持有者有变化。</translation>
    </message>
    <message>
        <source>The hold counts changed while this dialog was open.</source>
        <translation>对话框打开期间，各重入次数已改变。</translation>
    </message>
    <message>
        <source>The lock changed while this dialog was open: a client is using it.</source>
        <translation>对话框打开期间，锁有变化：有客户端正在使用它。</translation>
    </message>
    <message>
        <source>The lock was released and acquired again while this dialog was open.</source>
        <translation>对话框打开期间，锁被释放后又被获取。</translation>
    </message>
    <message>
        <source>Same owner, but another hold: the holder is active.</source>
        <translation>持有者相同，但已是另一次持有：持有者仍在工作。</translation>
    </message>
    <message>
        <source>The expiry changed while this dialog was open.</source>
        <translation>对话框打开期间，过期时间已改变。</translation>
    </message>
    <message>
        <source>Another client set it, or the same owner renewed the lock for the first time or acquired it again. The holder may be active.</source>
        <translation>可能是其他客户端设置的，也可能是同一持有者首次续期或重新获取了锁。持有者可能仍在工作。</translation>
    </message>
    <message>
        <source>Con&amp;firm: %1 now</source>
        <translation>确认(&amp;F)：现在是 %1</translation>
    </message>
    <message>
        <source>Con&amp;firm: the holder is now %1</source>
        <translation>确认(&amp;F)：持有者现在是 %1</translation>
    </message>
    <message>
        <source>Con&amp;firm: acquired again</source>
        <translation>确认(&amp;F)：已被重新获取</translation>
    </message>
    <message>
        <source>Con&amp;firm the new expiry</source>
        <translation>确认新的过期时间(&amp;F)</translation>
    </message>
    <message>
        <source>Con&amp;firm the hold counts</source>
        <translation>确认各重入次数(&amp;F)</translation>
    </message>
    <message>
        <source>Con&amp;firm: the hold count is now %1</source>
        <translation>确认(&amp;F)：重入次数现在是 %1</translation>
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
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Type the name of a command</source>
        <translation>输入命令名称</translation>
    </message>
    <message>
        <source>No command matches &quot;%1&quot;</source>
        <translation>没有与“%1”匹配的命令</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a command, and why it is disabled</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>not available now</source>
        <translation>现在不可用</translation>
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
    <name>lockscope::CompareDialog</name>
    <message>
        <source>Other &amp;recording…</source>
        <translation>其他录制(&amp;R)…</translation>
    </message>
    <message>
        <source>Co&amp;mpare</source>
        <translation>比较(&amp;M)</translation>
    </message>
    <message>
        <source>Co&amp;py</source>
        <translation>复制(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Compare — %1</source>
        <translation>比较 — %1</translation>
    </message>
    <message>
        <source>Copy the sentences and the table as text</source>
        <translation>以文本复制各个句子和表格</translation>
    </message>
    <message>
        <source>Save the figures as CSV, or everything as text</source>
        <translation>把数字存为 CSV，或把全部内容存为文本</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Before: from</source>
        <translation>之前：开始</translation>
    </message>
    <message>
        <source>Before: to</source>
        <translation>之前：结束</translation>
    </message>
    <message>
        <source>After: from</source>
        <translation>之后：开始</translation>
    </message>
    <message>
        <source>After: to</source>
        <translation>之后：结束</translation>
    </message>
    <message>
        <source>&amp;Before</source>
        <translation>之前(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;After</source>
        <translation>之后(&amp;A)</translation>
    </message>
    <message>
        <source>Beginning</source>
        <translation>开头</translation>
    </message>
    <message>
        <source>End</source>
        <translation>末尾</translation>
    </message>
    <message>
        <source>A time, such as 14:05, with or without a date</source>
        <translation>时间，例如 14:05，可带日期</translation>
    </message>
    <message>
        <source>Compare with a period of another recording</source>
        <translation>与另一份录制中的一个时段比较</translation>
    </message>
    <message>
        <source>By prefix</source>
        <translation>按前缀</translation>
    </message>
    <message>
        <source>By lock</source>
        <translation>按锁</translation>
    </message>
    <message>
        <source>What is compared in addition to all locks together</source>
        <translation>除所有锁合计之外还比较什么</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>有何不同</translation>
    </message>
    <message>
        <source>What is unknown</source>
        <translation>哪些未知</translation>
    </message>
    <message>
        <source>Export comparison</source>
        <translation>导出比较结果</translation>
    </message>
    <message>
        <source>%1 is not a time</source>
        <translation>%1 不是时间</translation>
    </message>
    <message>
        <source>use 14:05, with or without a date</source>
        <translation>请使用 14:05 这样的时间，可带日期</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>Before: %1
After: %2</source>
        <translation>之前：%1
之后：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::CompareTable</name>
    <message>
        <source>Figures of both periods</source>
        <translation>两个时段的数字</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95 % 区间</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
</context>
<context>
    <name>lockscope::ConnectionBadges</name>
    <message>
        <source>read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>TLS not verified</source>
        <translation>TLS 未验证</translation>
    </message>
    <message>
        <source>Read-only: allow changes</source>
        <translation>只读：允许更改</translation>
    </message>
    <message>
        <source>Environment of this connection</source>
        <translation>此连接的环境</translation>
    </message>
    <message>
        <source>The server&apos;s certificate is not checked: anyone could be at the other end</source>
        <translation>没有检查服务器证书：对端可能是任何人</translation>
    </message>
    <message>
        <source>This connection cannot change the server. Click to allow changes</source>
        <translation>此连接不能更改服务器。点击可允许更改</translation>
    </message>
    <message>
        <source>changes allowed</source>
        <translation>可更改</translation>
    </message>
    <message>
        <source>This connection can change the server. Click to make it read-only</source>
        <translation>此连接可以更改服务器。点击改为只读</translation>
    </message>
    <message>
        <source>Changes allowed: make read-only</source>
        <translation>可更改：改为只读</translation>
    </message>
</context>
<context>
    <name>lockscope::ConnectionButton</name>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Connect to a saved connection or to an address</source>
        <translation>连接到已保存的连接或某个地址</translation>
    </message>
    <message>
        <source>Connection: %1</source>
        <translation>连接：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ConnectionController</name>
    <message>
        <source>&amp;Connect</source>
        <translation>连接(&amp;C)</translation>
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
        <source>&amp;Allow changes</source>
        <translation>允许更改(&amp;A)</translation>
    </message>
    <message>
        <source>This connection was imported. Connecting runs ssh with its configuration, which may run other commands:</source>
        <translation>此连接是导入的。连接时会用它的配置运行 ssh，该配置可能会运行其他命令：</translation>
    </message>
    <message>
        <source>Trust address</source>
        <translation>信任地址</translation>
    </message>
    <message>
        <source>Send the password of %1 to %2?</source>
        <translation>向 %2 发送 %1 的密码？</translation>
    </message>
    <message>
        <source>A server announced this address over plain TCP. Anyone who can change that traffic could have announced it.</source>
        <translation>服务器通过明文 TCP 通告了这个地址。能够改动该流量的人都可能通告它。</translation>
    </message>
    <message>
        <source>&amp;Trust and reconnect</source>
        <translation>信任并重新连接(&amp;T)</translation>
    </message>
    <message>
        <source>This address came from a link or the command line. You are not connected yet. Settings that a link may not contain were removed: tunnel, proxy, files, unverified TLS, TLS server name.</source>
        <translation>此地址来自链接或命令行，尚未连接。已去除链接不得包含的设置：隧道、代理、文件、未验证的 TLS、TLS 服务器名称。</translation>
    </message>
    <message>
        <source>This address came from a link or the command line. You are not connected yet. Connect only if you know the server.</source>
        <translation>此地址来自链接或命令行，尚未连接。仅当你认识该服务器时才连接。</translation>
    </message>
    <message>
        <source>Until it closes, this connection can acquire, renew and release locks.</source>
        <translation>在关闭之前，此连接可以获取、续期和释放锁。</translation>
    </message>
    <message>
        <source>Until it closes, this connection can acquire, renew and release locks. The saved connection stays read-only.</source>
        <translation>在关闭之前，此连接可以获取、续期和释放锁。已保存的连接仍为只读。</translation>
    </message>
    <message>
        <source>&amp;Make read-only</source>
        <translation>设为只读(&amp;M)</translation>
    </message>
    <message>
        <source>It cannot act on a read-only connection.</source>
        <translation>它无法在只读连接上执行操作。</translation>
    </message>
    <message>
        <source>%1 is open in another window</source>
        <translation>%1 已在另一个窗口中打开</translation>
    </message>
    <message>
        <source>No saved connections</source>
        <translation>没有保存的连接</translation>
    </message>
</context>
<context>
    <name>lockscope::ConnectionDialog</name>
    <message>
        <source>Connect to Redis</source>
        <translation>连接到 Redis</translation>
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
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>T&amp;est</source>
        <translation>测试(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Connect</source>
        <translation>连接(&amp;C)</translation>
    </message>
    <message>
        <source>Edit connection &quot;%1&quot;</source>
        <translation>编辑连接“%1”</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Patterns and permissions</source>
        <translation>匹配模式与权限</translation>
    </message>
    <message>
        <source>Save this connection to the list, without its passwords</source>
        <translation>把这个连接保存到列表，不含密码</translation>
    </message>
    <message>
        <source>Test each step and show what was found; nothing is written</source>
        <translation>逐步测试并显示结果；不写入任何内容</translation>
    </message>
    <message>
        <source>Set by the URL of each member</source>
        <translation>由各成员的 URL 设定</translation>
    </message>
    <message>
        <source>a connection with this name exists</source>
        <translation>已有同名的连接</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>正在测试…</translation>
    </message>
    <message>
        <source>Test tries each step and shows what it found; it writes nothing</source>
        <translation>“测试”会逐步尝试并显示结果，不写入任何内容</translation>
    </message>
    <message>
        <source>Result of the test</source>
        <translation>测试结果</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a server, results of its test</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 of %2 servers failed</source>
        <translation>%2 台服务器中有 %1 台未通过</translation>
    </message>
    <message>
        <source>All %1 servers passed</source>
        <translation>全部 %1 台服务器均通过</translation>
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
    <message>
        <source>Trust this address…</source>
        <translation>信任此地址…</translation>
    </message>
</context>
<context>
    <name>lockscope::ContentionModel</name>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
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
        <source>How often it was acquired</source>
        <translation>被获取的次数</translation>
    </message>
    <message>
        <source>Share of the time, up to now, that the lock was held: all its holds together, at most 100 %, in whole minutes</source>
        <translation>到目前为止被持有的时间占比：所有持有合计，最多 100 %，按整分钟统计</translation>
    </message>
    <message>
        <source>Most contended locks, most waiting caused first</source>
        <translation>争用最多的锁，造成等待最多的在前</translation>
    </message>
    <message>
        <source>Waiting caused</source>
        <translation>造成的等待</translation>
    </message>
    <message>
        <source>Maximum number of waiters at once. A dash: there were none, or they cannot be counted</source>
        <translation>同时等待者的最大数量。短横线：没有等待者，或无法计数</translation>
    </message>
    <message>
        <source>Most waiters</source>
        <translation>最大等待者数</translation>
    </message>
</context>
<context>
    <name>lockscope::ContentionPage</name>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Figures over time…</source>
        <translation>随时间变化的数值…</translation>
    </message>
    <message>
        <source>Hold times…</source>
        <translation>持有时间…</translation>
    </message>
    <message>
        <source>Nothing to plot yet</source>
        <translation>还没有可绘制的内容</translation>
    </message>
    <message>
        <source>Save this view as a file</source>
        <translation>把此视图保存为文件</translation>
    </message>
    <message>
        <source>Save figures over time</source>
        <translation>保存随时间变化的数值</translation>
    </message>
    <message>
        <source>Save hold times</source>
        <translation>保存持有时间</translation>
    </message>
    <message>
        <source>Most contended locks…</source>
        <translation>争用最多的锁…</translation>
    </message>
    <message>
        <source>Save most contended locks</source>
        <translation>保存争用最多的锁</translation>
    </message>
    <message>
        <source>Changes to locks are plotted from the first second of a connection.</source>
        <translation>从连接的第一秒起，锁的变化都会绘成曲线。</translation>
    </message>
    <message>
        <source>Show all locks together</source>
        <translation>显示所有锁的合计</translation>
    </message>
    <message>
        <source>No contended locks</source>
        <translation>没有争用的锁</translation>
    </message>
    <message>
        <source>No lock was acquired or waited for in this period, as far as it was observed.</source>
        <translation>在这段时间内观察到的范围里，没有锁被获取，也没有等待者。</translation>
    </message>
    <message>
        <source>Waiting caused, or what changed…</source>
        <translation>造成的等待或发生的变化…</translation>
    </message>
    <message>
        <source>Save waiting caused, or what changed</source>
        <translation>保存造成的等待或发生的变化</translation>
    </message>
    <message>
        <source>Hold times</source>
        <translation>持有时间</translation>
    </message>
    <message>
        <source>No waiters seen</source>
        <translation>未见等待者</translation>
    </message>
    <message>
        <source>No client was seen to wait in this period. Select another figure, or a lock.</source>
        <translation>在这段时间内未见客户端等待。可选择其他指标或一把锁。</translation>
    </message>
</context>
<context>
    <name>lockscope::ContentionPlots</name>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Contention</source>
        <translation>争用</translation>
    </message>
    <message>
        <source>%1 · no data</source>
        <translation>%1 · 没有数据</translation>
    </message>
    <message>
        <source>Left and Right show the values at a moment, Escape the current ones</source>
        <translation>左右方向键查看某一时刻的数值，Esc 回到当前数值</translation>
    </message>
    <message>
        <source>All locks over time: %1</source>
        <translation>所有锁随时间的变化：%1</translation>
    </message>
    <message>
        <source>%1 over time: %2</source>
        <comment>locks, figures</comment>
        <translation>%1 随时间的变化：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::ContentionScope</name>
    <message>
        <source>Most contended locks</source>
        <translation>争用最多的锁</translation>
    </message>
    <message>
        <source>All locks together</source>
        <translation>所有锁合计</translation>
    </message>
    <message>
        <source>Locks with a plot</source>
        <translation>显示图表的锁</translation>
    </message>
    <message>
        <source>Locks with a plot. Select locks in the table to plot only these.</source>
        <translation>显示图表的锁。在表格中选中锁，则只显示这些锁的图表。</translation>
    </message>
    <message>
        <source>All locks</source>
        <translation>所有锁</translation>
    </message>
    <message>
        <source>All figures</source>
        <translation>所有数据</translation>
    </message>
    <message numerus="yes">
        <source>%Ln figure(s)</source>
        <translation>
            <numerusform>%Ln 项数据</numerusform>
        </translation>
    </message>
    <message>
        <source>Figures: %1</source>
        <translation>数据：%1</translation>
    </message>
    <message>
        <source>The figure that is plotted of each lock</source>
        <translation>每把锁的图表所显示的数据</translation>
    </message>
    <message>
        <source>The figures that are plotted</source>
        <translation>图表所显示的数据</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s)</source>
        <translation>
            <numerusform>%Ln 把锁</numerusform>
        </translation>
    </message>
    <message>
        <source>Showing only %1. Back to all locks: Escape</source>
        <translation>只显示 %1。返回所有锁：Esc</translation>
    </message>
    <message>
        <source>Estimated for single locks only. Select locks in the table</source>
        <translation>只对单把锁估计。请在表格中选择锁</translation>
    </message>
</context>
<context>
    <name>lockscope::ContentionTable</name>
    <message>
        <source>Most contended locks</source>
        <translation>争用最多的锁</translation>
    </message>
    <message>
        <source>Select locks to plot only these</source>
        <translation>选中锁，则只显示这些锁的图表</translation>
    </message>
</context>
<context>
    <name>lockscope::CopiesModel</name>
    <message>
        <source>The lock would be lost if this replica were promoted now</source>
        <translation>如果现在提升此副本，该锁将丢失</translation>
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
        <source>Restarted since the lock was acquired: it may have lost it</source>
        <translation>在获取锁之后重启过：可能已丢失该锁</translation>
    </message>
    <message>
        <source>How far the replica lags behind its master</source>
        <translation>副本落后于主节点的时间</translation>
    </message>
    <message>
        <source>Lag</source>
        <translation>滞后</translation>
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
    <message>
        <source>Copy as redis-cli commands</source>
        <translation>复制为 redis-cli 命令</translation>
    </message>
</context>
<context>
    <name>lockscope::CostModel</name>
    <message>
        <source>What the names of the locks begin with, up to a number or an id in them</source>
        <translation>锁名的开头，到其中的数字或标识为止</translation>
    </message>
    <message>
        <source>Prefix</source>
        <translation>前缀</translation>
    </message>
    <message>
        <source>Which client held the lock while others waited; several holders share the waiting evenly</source>
        <translation>其他客户端等待时由哪个客户端持有锁；有多个持有者时平均分摊</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Waiting caused</source>
        <translation>造成的等待</translation>
    </message>
    <message>
        <source>Maximum number of waiters of one lock at once</source>
        <translation>一把锁同时的等待者数的最大值</translation>
    </message>
    <message>
        <source>Locks that clients waited for</source>
        <translation>有客户端等待的锁</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Hold p90</source>
        <translation>持有 p90</translation>
    </message>
    <message>
        <source>Most waiters</source>
        <translation>最大等待者数</translation>
    </message>
    <message>
        <source>90 % of the holds of these locks lasted at most this long. — means fewer than %1 holds seen from start to end</source>
        <translation>这些锁的持有，90% 不超过这一时长。— 表示从头到尾都看到的持有少于 %1 次</translation>
    </message>
</context>
<context>
    <name>lockscope::CostTable</name>
    <message>
        <source>Waiting caused by prefix</source>
        <translation>各前缀造成的等待</translation>
    </message>
    <message>
        <source>Waiting caused by client</source>
        <translation>各客户端造成的等待</translation>
    </message>
    <message>
        <source>No client was seen to wait in this time</source>
        <translation>这段时间内没有看到等待的客户端</translation>
    </message>
</context>
<context>
    <name>lockscope::CountDownLatch</name>
    <message>
        <source>Count-down latch (Redisson)</source>
        <translation>倒数闭锁（Redisson）</translation>
    </message>
    <message>
        <source>Its name has braces: in a cluster its channel is in another slot, and Redisson&apos;s own commands fail there</source>
        <translation>它的名称含有花括号：在集群中它的频道位于另一个槽，Redisson 自己的命令在那里会失败</translation>
    </message>
    <message>
        <source>use release to count it down by one</source>
        <translation>用“释放”倒数一次</translation>
    </message>
    <message>
        <source>use force-release to open it</source>
        <translation>用“强制释放”打开它</translation>
    </message>
    <message>
        <source>use release to count down, or force-release to open it</source>
        <translation>用“释放”倒数，或用“强制释放”打开它</translation>
    </message>
    <message>
        <source>Counts the latch down by one</source>
        <translation>把闭锁倒数一次</translation>
    </message>
    <message>
        <source>Deletes the latch</source>
        <translation>删除闭锁</translation>
    </message>
    <message>
        <source>No count is compared: it opens however many are left</source>
        <translation>不比较次数：无论还剩多少都会打开</translation>
    </message>
    <message>
        <source>A gate with a count: each finished task counts it down, and the last count lets all waiters through. If a task dies before it counts, they wait forever.</source>
        <translation>一道带计数的门：每个任务完成时倒数一次，最后一次倒数让所有等待者通过。如果某个任务在倒数之前崩溃，它们会永远等下去。</translation>
    </message>
    <message>
        <source>A whole number, as stored by Redisson&apos;s count-down latch</source>
        <translation>整数，Redisson 的倒数闭锁就是这样保存的</translation>
    </message>
    <message>
        <source>A whole number, and a client waits on %1: Redisson&apos;s count-down latch</source>
        <translation>整数，且有客户端在 %1 上等待：Redisson 的倒数闭锁</translation>
    </message>
    <message>
        <source>A whole number under a name that suggests a latch: only a waiter on its channel could prove it</source>
        <translation>名称表明是闭锁的整数：只有在其频道上有等待者才能证实</translation>
    </message>
    <message numerus="yes">
        <source>%n count(s) left until it opens</source>
        <translation>
            <numerusform>还要倒数 %n 次才会打开</numerusform>
        </translation>
    </message>
    <message>
        <source>It has no holder: which tasks still have to count is not recorded</source>
        <translation>它没有持有者：哪些任务还要倒数，没有记录</translation>
    </message>
    <message>
        <source>a latch has no holder, so no owner can be compared</source>
        <translation>闭锁无人持有，所以没有持有者可供比较</translation>
    </message>
    <message>
        <source>allow any owner</source>
        <translation>请允许任意持有者</translation>
    </message>
    <message>
        <source>clients wait for a latch; they do not acquire it</source>
        <translation>客户端等待闭锁，而不获取它</translation>
    </message>
    <message>
        <source>a latch has no lease</source>
        <translation>闭锁没有租约</translation>
    </message>
    <message>
        <source>no renewal is needed</source>
        <translation>无需续期</translation>
    </message>
    <message>
        <source>a latch that expires notifies no client: its waiters would wait forever</source>
        <translation>闭锁过期不会通知客户端：等待者会永远等下去</translation>
    </message>
    <message>
        <source>counts are left: the message would open the gate in each client without letting any through, and they would poll Redis without pause</source>
        <translation>还有剩余次数：消息会打开各客户端里的门，却放不了任何等待者通过，它们会不停地查询 Redis</translation>
    </message>
    <message>
        <source>a latch has no shares</source>
        <translation>闭锁没有可单独移除的部分</translation>
    </message>
    <message>
        <source>With the last count: publishes %1 on %2, so that all waiters continue, then deletes it</source>
        <translation>数到最后一次时：在 %2 上发布 %1，让所有等待者放行，然后删除它</translation>
    </message>
    <message>
        <source>It is not recorded which tasks have counted: if the task itself counts too, the latch opens one task too early</source>
        <translation>没有记录哪些任务已倒数：如果任务自己也会倒数，闭锁就会早一个任务打开</translation>
    </message>
    <message>
        <source>Continues only if %1 counts are left, as shown</source>
        <translation>仅当剩余次数仍为所显示的 %1 时才继续</translation>
    </message>
    <message>
        <source>Publishes %1 on %2, so that all waiters continue</source>
        <translation>在 %2 上发布 %1，让所有等待者放行</translation>
    </message>
    <message>
        <source>This cannot be made safe: waiters continue although tasks are not finished</source>
        <translation>这无法做到安全：任务尚未完成，等待者就会放行</translation>
    </message>
    <message>
        <source>Tasks that count down later find no latch and notice nothing; if it is set again meanwhile, they count the new one down</source>
        <translation>之后才倒数的任务找不到闭锁，也不会察觉；如果其间重新设置了闭锁，它们会倒数新的那个</translation>
    </message>
    <message>
        <source>If the latch is gone or at 0: publishes %1 on %2, so that clients that still wait continue</source>
        <translation>如果闭锁已不存在或为 0：在 %2 上发布 %1，让仍在等待的客户端放行</translation>
    </message>
    <message>
        <source>If counts are left, publishes nothing; changes nothing in either case</source>
        <translation>还有剩余次数时不发布消息；两种情况下都不做改动</translation>
    </message>
</context>
<context>
    <name>lockscope::CounterLock</name>
    <message>
        <source>a lock of this kind has no lease</source>
        <translation>这种锁没有租约</translation>
    </message>
    <message>
        <source>Sets the expiry to %1 from now</source>
        <translation>把过期时间设为从现在起 %1</translation>
    </message>
    <message>
        <source>If the number is %1 or more, deletes the key</source>
        <translation>如果数字不小于 %1，删除该键</translation>
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
        <source>Only if the number is still %1</source>
        <translation>仅当数字仍为 %1</translation>
    </message>
    <message>
        <source>Makes the key expire in %1, if it has no expiry or a later one</source>
        <translation>若键没有过期时间或过期更晚，让它在 %1后过期</translation>
    </message>
    <message>
        <source>An earlier expiry stays as it is</source>
        <translation>更早的过期时间保持不变</translation>
    </message>
    <message>
        <source>A holder that works longer loses the lock; an ordinary counter would lose its number</source>
        <translation>工作更久的持有者会失去锁；普通的计数器会丢失它的数字</translation>
    </message>
    <message>
        <source>Counter lock (INCR)</source>
        <translation>计数锁（INCR）</translation>
    </message>
    <message>
        <source>A counter: the first caller, which counts it to 1, holds the lock until it deletes it; the number shows how many have tried since. It usually has no expiry, so if the holder dies first, no caller ever gets 1 again.</source>
        <translation>计数器，第一个把它数到 1 的调用者持有锁，直到删除它；数字是此后尝试过的调用者数。它通常没有过期时间，所以持有者若先崩溃，再也没有调用者会得到 1。</translation>
    </message>
    <message>
        <source>A whole number without an expiry under a name like entry_lock7: a lock that the first INCR wins, or a counter</source>
        <translation>没有过期时间的整数，名称形如 entry_lock7：也许是由第一个 INCR 赢得的锁，也许是计数器</translation>
    </message>
    <message>
        <source>%1 callers have counted since it was acquired; the first of them holds it</source>
        <translation>自被获取以来有 %1 个调用者计过数；其中第一个持有锁</translation>
    </message>
    <message>
        <source>Nothing identifies the holder. The number grows with each caller: it is neither an owner nor a hold count</source>
        <translation>没有任何内容指明持有者。数字随每个调用者增长，所以既不是持有者，也不是重入次数</translation>
    </message>
    <message>
        <source>It has no expiry: if its holder died, it stays until it is deleted</source>
        <translation>它没有过期时间：持有者若已死亡，它会一直存在，直到被删除</translation>
    </message>
    <message>
        <source>%1 is not a number that such a lock can have</source>
        <translation>%1 不是这种锁可能有的数字</translation>
    </message>
    <message>
        <source>use 1, or the number that the lock shows</source>
        <translation>请给 1，或锁中显示的数字</translation>
    </message>
    <message>
        <source>no renewal is needed</source>
        <translation>无需续期</translation>
    </message>
    <message>
        <source>clients do not wait for a lock of this kind: a caller that does not get it continues</source>
        <translation>客户端不等待这种锁：得不到的调用者会继续执行</translation>
    </message>
    <message>
        <source>no wake-up is needed</source>
        <translation>无需唤醒</translation>
    </message>
    <message>
        <source>If no caller has counted yet, counts to 1 and so acquires the lock</source>
        <translation>如果还没有调用者计过数，数到 1，从而获取锁</translation>
    </message>
    <message>
        <source>If it is already counted, changes nothing; other callers would count too</source>
        <translation>如果已有调用者计过数，不做任何改动；其他调用者则会继续计数</translation>
    </message>
    <message>
        <source>Without an expiry, the lock stays forever if its holder dies</source>
        <translation>没有过期时间，持有者若崩溃，锁会永远存在</translation>
    </message>
    <message>
        <source>If it is smaller, the lock was acquired again since: changes nothing</source>
        <translation>如果更小，说明锁已被重新获取：不做任何改动</translation>
    </message>
    <message>
        <source>Nothing identifies the holder: if the lock was deleted and acquired again, and as many callers have tried since, the new holder loses it</source>
        <translation>没有任何内容标识持有者：如果锁被删除后重新获取，又有同样多的调用者尝试过，新的持有者会失去它</translation>
    </message>
    <message>
        <source>Continues only if the number is still %1: no caller has tried since it was shown</source>
        <translation>仅当数字仍为 %1 时才继续：显示之后没有调用者尝试过</translation>
    </message>
    <message>
        <source>The old holder&apos;s code keeps running and is not notified; when it finishes, it deletes the next holder&apos;s lock</source>
        <translation>原持有者的代码会继续运行，也不会收到通知；它完成后会删除下一个持有者的锁</translation>
    </message>
    <message>
        <source>No number is compared: any current holder loses it</source>
        <translation>不比较数字：无论当时由谁持有都会失去它</translation>
    </message>
</context>
<context>
    <name>lockscope::Deployment</name>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>not connected: %1</source>
        <translation>未连接：%1</translation>
    </message>
    <message>
        <source>this server is a sentinel</source>
        <translation>该服务器是哨兵</translation>
    </message>
    <message>
        <source>it is no longer a master; the new master is not yet known</source>
        <translation>它已不是主节点，新的主节点尚不清楚</translation>
    </message>
    <message>
        <source>no master serves slot %1</source>
        <translation>没有主节点负责槽 %1</translation>
    </message>
    <message>
        <source>specify the master it monitors: sentinel://%1/MASTER</source>
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
        <source>Lockscope</source>
        <translation>Lockscope</translation>
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
    <message>
        <source>%1: owner changed from %2 to %3</source>
        <translation>%1：持有者由 %2 变为 %3</translation>
    </message>
    <message>
        <source>%1: ended (%2)</source>
        <translation>%1：已解除（%2）</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>另有 %Ln 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Lockscope: %Ln alert(s)</source>
        <translation>
            <numerusform>Lockscope：%Ln 条告警</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>connection, alert</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 — Lockscope</source>
        <translation>%1 — Lockscope</translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln alert(s)</source>
        <translation>
            <numerusform>%1：%Ln 条告警</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::DetailPane</name>
    <message>
        <source>Name owner</source>
        <translation>为持有者命名</translation>
    </message>
    <message>
        <source>Name for owners that match %1:</source>
        <translation>匹配 %1 的持有者的名称：</translation>
    </message>
    <message>
        <source>Last known: %1</source>
        <translation>最后已知：%1</translation>
    </message>
    <message>
        <source>%1 refuses: %2</source>
        <comment>a server, its words</comment>
        <translation>%1 拒绝访问：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::DistributedMutex</name>
    <message>
        <source>Mutex (DistributedLock)</source>
        <translation>互斥锁（DistributedLock）</translation>
    </message>
    <message>
        <source>A string whose value names the owner&apos;s machine and process, with an expiry of 30 s that the library extends every 9 s. If the process dies, the lock expires; a holder that lost it is notified by its lost token within 9 s, if it listens.</source>
        <translation>字符串，值中写明持有者的机器和进程，过期时间 30 秒，由该库每 9 秒延长。进程崩溃后锁随过期时间结束；失去锁的持有者若在监听，9 秒之内会由它的丢失令牌得知。</translation>
    </message>
    <message>
        <source>The value is an id as created by DistributedLock: machine, process and a random part, new for each acquisition</source>
        <translation>值是 DistributedLock 生成的标识：机器、进程和随机部分，每次获取都不同</translation>
    </message>
    <message>
        <source>Its waiters retry after 10 to 800 ms and cannot be seen</source>
        <translation>等待者每 10 到 800 毫秒重试一次，无法看到</translation>
    </message>
    <message>
        <source>It has no expiry. DistributedLock always sets one: another program removed it</source>
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
        <source>Waiting writer: %1</source>
        <translation>等待中的写者：%1</translation>
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
        <source>There are more readers than are shown</source>
        <translation>读者比所显示的更多</translation>
    </message>
    <message>
        <source>If no writer holds it or waits, adds %1 to the readers</source>
        <translation>如果没有写者持有或等待，把 %1 加入读者</translation>
    </message>
    <message>
        <source>Sets the readers&apos; expiry to at least %1 from now, unless there are readers without an expiry</source>
        <translation>把读者的过期时间设为从现在起至少 %1，已有读者没有过期时间时除外</translation>
    </message>
    <message>
        <source>If %1 writes, sets the expiry to %2 from now</source>
        <translation>如果 %1 是写者，把过期时间设为从现在起 %2</translation>
    </message>
    <message>
        <source>Deletes the writer and the readers</source>
        <translation>删除写者和读者</translation>
    </message>
    <message>
        <source>Makes it expire in %1, if it has no expiry or a later one</source>
        <translation>若没有过期时间或过期更晚，让它在 %1后过期</translation>
    </message>
    <message>
        <source>Either one writer, a string under name.writer, or any number of readers, the set name.readers; a waiting writer leaves a mark that keeps new readers out. The set has one expiry for all its readers: a dead reader stays in it, and keeps writers out, as long as any other reader continues.</source>
        <translation>要么是一个写者，即 name.writer 下的字符串；要么是任意多个读者，即集合 name.readers；等待中的写者会留下标记，挡住新的读者。集合对所有读者只有一个过期时间：只要还有别的读者在继续，崩溃的读者就一直留在里面，把写者挡在外面。</translation>
    </message>
    <message>
        <source>The key holds the mark of a waiting writer, not of a holder: new readers stay out</source>
        <translation>键中是等待中的写者留下的标记，而不是持有者：新的读者进不来</translation>
    </message>
    <message>
        <source>The value is the writer&apos;s id as created by DistributedLock: machine, process and a random part</source>
        <translation>值是 DistributedLock 生成的写者标识：机器、进程和随机部分</translation>
    </message>
    <message>
        <source>The readers share one expiry: a dead one stays until the last live one stops</source>
        <translation>读者共用一个过期时间：崩溃的读者会一直留着，直到最后一个活着的读者停止</translation>
    </message>
    <message>
        <source>Other waiters retry after 10 to 800 ms and cannot be seen</source>
        <translation>其他等待者每 10 到 800 毫秒重试一次，无法看到</translation>
    </message>
    <message>
        <source>a lock of this kind is identified by its key name.writer</source>
        <translation>这种锁以它的键 name.writer 为准</translation>
    </message>
    <message>
        <source>append .writer to the name</source>
        <translation>请在名称后面加上 .writer</translation>
    </message>
    <message>
        <source>its waiters retry after 10 to 800 ms</source>
        <translation>等待者每 10 到 800 毫秒重试一次</translation>
    </message>
    <message>
        <source>If there is no writer and no reader, writes %1 with an expiry of %2</source>
        <translation>如果没有写者也没有读者，写入 %1，过期时间 %2</translation>
    </message>
    <message>
        <source>It leaves no mark while it waits: new readers may enter before it</source>
        <translation>等待期间不留标记：新的读者可能先进来</translation>
    </message>
    <message>
        <source>Otherwise changes nothing and reports the holder</source>
        <translation>否则不做任何改动，并报告持有者</translation>
    </message>
    <message>
        <source>If it reads, sets the expiry of all readers to at least that, unless they have none</source>
        <translation>如果是读者，把所有读者的过期时间设为至少那么久，没有过期时间时除外</translation>
    </message>
    <message>
        <source>Otherwise changes nothing</source>
        <translation>否则不做任何改动</translation>
    </message>
    <message>
        <source>If %1 writes or waits to write, deletes that key; if it reads, removes it from the readers</source>
        <translation>如果 %1 在写或在等待写，删除那个键；如果在读，把它移出读者</translation>
    </message>
    <message>
        <source>Leaves all others as they are and notifies no client: waiters poll</source>
        <translation>其他持有者保持不变，也不通知客户端：等待者轮询</translation>
    </message>
    <message>
        <source>Keeps the mark of a waiting writer: it acquires the lock next</source>
        <translation>保留等待中写者的标记：它将接着获取锁</translation>
    </message>
    <message>
        <source>Readers share one expiry: it can be set only for a sole reader</source>
        <translation>读者共用一个过期时间：只有它是唯一的读者时才能单独设置</translation>
    </message>
    <message>
        <source>A live holder extends it again within 9 s by default</source>
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
        <source>Holder: %1</source>
        <translation>持有者：%1</translation>
    </message>
    <message>
        <source>There are more holders than are shown</source>
        <translation>持有者比所显示的更多</translation>
    </message>
    <message>
        <source>If fewer than %1 are left, adds %2 for %3</source>
        <translation>如果剩下的不足 %1 个，加入 %2，时长 %3</translation>
    </message>
    <message>
        <source>If %1 holds a permit, makes it end %2 from now</source>
        <translation>如果 %1 持有许可，让它从现在起 %2后结束</translation>
    </message>
    <message>
        <source>Deletes the key: all permits are free</source>
        <translation>删除键：所有许可都空闲</translation>
    </message>
    <message>
        <source>Makes the permit end in %1, if it ends later</source>
        <translation>若许可结束得更晚，让它在 %1后结束</translation>
    </message>
    <message>
        <source>A sorted set of the holders&apos; ids, each with the time at which its permit ends, 30 s ahead and extended every 9 s. Only the programs know how many permits there are: if two of them disagree, the larger number wins.</source>
        <translation>持有者标识的有序集合，各带其许可结束的时刻，提前 30 秒，每 9 秒延长。共有多少许可只有程序知道：如果两个程序不一致，较大的数字生效。</translation>
    </message>
    <message>
        <source>A sorted set whose members are ids as created by DistributedLock, with the times at which they end: its semaphore</source>
        <translation>有序集合，成员是 DistributedLock 生成的标识，分值是结束时刻：它的信号量</translation>
    </message>
    <message>
        <source>Expired, dropped by the next client: %1</source>
        <translation>已过期，由下一个客户端清除：%1</translation>
    </message>
    <message>
        <source>How many permits there are is not in Redis: each program specifies it when it acquires one</source>
        <translation>共有多少许可不在 Redis 中：由每个程序在获取时说明</translation>
    </message>
    <message>
        <source>Waiters retry after 10 to 800 ms and cannot be seen</source>
        <translation>等待者每 10 到 800 毫秒重试一次，无法看到</translation>
    </message>
    <message>
        <source>The key has no expiry. DistributedLock always sets one: another program removed it</source>
        <translation>这个键没有过期时间。DistributedLock 总会设置：被别的程序去掉了</translation>
    </message>
    <message>
        <source>how many permits this semaphore has is not in Redis; only the programs know it</source>
        <translation>这个信号量共有多少许可不在 Redis 中，只有程序知道</translation>
    </message>
    <message>
        <source>acquire the permit with the program that uses it</source>
        <translation>请用使用它的程序获取许可</translation>
    </message>
    <message>
        <source>%1 is not a number of permits</source>
        <translation>%1 不是许可的数量</translation>
    </message>
    <message>
        <source>its waiters retry after 10 to 800 ms</source>
        <translation>等待者每 10 到 800 毫秒重试一次</translation>
    </message>
    <message>
        <source>Drops the expired holders</source>
        <translation>清除已过期的持有者</translation>
    </message>
    <message>
        <source>Makes the key live at least three times as long</source>
        <translation>让键至少存活其三倍时长</translation>
    </message>
    <message>
        <source>The programs that use it must use the same number of permits</source>
        <translation>使用它的程序所认定的许可数量必须相同</translation>
    </message>
    <message>
        <source>Removes %1 from the holders</source>
        <translation>把 %1 移出持有者</translation>
    </message>
    <message>
        <source>Leaves all others as they are and notifies no client: waiters poll</source>
        <translation>其他持有者保持不变，也不通知客户端：等待者轮询</translation>
    </message>
    <message>
        <source>A live holder extends it again within 9 s by default</source>
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
        <source>&amp;Lock</source>
        <translation>锁(&amp;L)</translation>
    </message>
    <message>
        <source>Saved connections, and the servers of the current one</source>
        <translation>已保存的连接，以及正在使用的连接的服务器</translation>
    </message>
    <message>
        <source>Details of the selected lock</source>
        <translation>所选锁的详情</translation>
    </message>
</context>
<context>
    <name>lockscope::DurationEdit</name>
    <message>
        <source>30s, 5m, 2h</source>
        <translation>30s、5m、2h</translation>
    </message>
    <message>
        <source>Enter a duration, such as 30s or 5m.</source>
        <translation>请输入时长，例如 30s 或 5m。</translation>
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
        <source>the connection was closed</source>
        <translation>连接已关闭</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>check the address, or raise the limit with --timeout</source>
        <translation>请检查地址，或用 --timeout 放宽时限</translation>
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
        <source>No events since it was first seen.</source>
        <translation>自首次看到以来没有任何事件。</translation>
    </message>
</context>
<context>
    <name>lockscope::EventTimelineModel</name>
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
        <source>%1, seen by: %2, TTL: %3</source>
        <comment>time of an event, its source, time to live after it</comment>
        <translation>%1，来源：%2，TTL：%3</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>already held</source>
        <comment>when a lock was first seen</comment>
        <translation>已被持有</translation>
    </message>
    <message>
        <source>%1, seen by: %2</source>
        <comment>time of an event, its source</comment>
        <translation>%1，来源：%2</translation>
    </message>
    <message>
        <source>Hold count after the event</source>
        <translation>事件后的重入次数</translation>
    </message>
</context>
<context>
    <name>lockscope::FairLock</name>
    <message>
        <source>Fair lock (Redisson)</source>
        <translation>公平锁（Redisson）</translation>
    </message>
    <message>
        <source>Sets the expiry to %1 from now</source>
        <translation>把过期时间设为从现在起 %1</translation>
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
        <source>Leaves the lock and all other waiters as they are</source>
        <translation>锁和其他等待者保持不变</translation>
    </message>
    <message>
        <source>Not all deadlines were read: those not shown are unknown</source>
        <translation>期限没有全部读取：未显示的期限未知</translation>
    </message>
    <message>
        <source>Redisson&apos;s reentrant lock with a queue: the thread that has waited longest gets the lock, and each is notified on its own channel. If the first in the queue has died, no client gets the lock before its deadline, up to 5 minutes.</source>
        <translation>带队列的 Redisson 可重入锁：锁交给等待最久的线程，每个等待者都在自己的频道上收到通知。如果队首的等待者已死，在它的期限（最长 5 分钟）之前没有客户端能得到锁。</translation>
    </message>
    <message>
        <source>A queue of waiters for this key exists: Redisson&apos;s fair lock</source>
        <translation>存在以这个键命名的等待队列：Redisson 的公平锁</translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s) in the queue; only the first of them can get the lock</source>
        <translation>
            <numerusform>队列中有 %n 个线程；锁只会交给其中的第一个</numerusform>
        </translation>
    </message>
    <message>
        <source>The lock is free. Either it is just passing to the first in the queue, or that one was not notified or is dead, and all others wait for its deadline</source>
        <translation>无人持有。要么此刻正在交给队首，要么队首没有收到通知或已死，其他等待者都在等它的期限</translation>
    </message>
    <message>
        <source>A waiter without a deadline is never dropped by others: remove it if it is dead</source>
        <translation>没有期限的等待者永远不会被其他等待者移出：如果它已死，请移除它</translation>
    </message>
    <message>
        <source>The deadlines come from the clocks of the waiting programs: others drop a waiter from the head of the queue once its deadline has passed</source>
        <translation>期限取自各等待程序的时钟：队首的期限一过，其他等待者就把它移出队列</translation>
    </message>
    <message>
        <source>Drops waiters from the head of the queue whose deadline has passed, as every Redisson client does</source>
        <translation>移除队首期限已过的等待者，Redisson 的每个客户端都这样做</translation>
    </message>
    <message>
        <source>If the lock is free, and the queue is empty or %1 is first, makes %1 its holder</source>
        <translation>如果锁空闲，且队列为空或 %1 在队首，让 %1 成为持有者</translation>
    </message>
    <message>
        <source>If %1 already holds it, adds one hold</source>
        <translation>如果已由 %1 持有，重入次数加一</translation>
    </message>
    <message>
        <source>Otherwise puts %1 at the end of the queue, with a deadline %2 after the previous one</source>
        <translation>否则把 %1 放到队尾，期限比前一个晚 %2</translation>
    </message>
    <message>
        <source>When it gives up, it leaves the queue</source>
        <translation>放弃等待时退出队列</translation>
    </message>
    <message>
        <source>Otherwise does not queue, and reports the holder and the remaining time</source>
        <translation>否则不排队，并报告持有者和剩余时间</translation>
    </message>
    <message>
        <source>A held lock and its queue are not changed</source>
        <translation>被持有的锁及其队列不做改动</translation>
    </message>
    <message>
        <source>Waiters of Redisson before 3.32.0 may sleep until they are notified: if such clients wait further back, publish on their channels too</source>
        <translation>Redisson 3.32.0 之前的等待者可能一直睡到收到通知：如果队列后面有这样的客户端，也请在它们的频道上发布</translation>
    </message>
    <message>
        <source>no waiter was specified to remove from the queue</source>
        <translation>没有指定要移出队列的等待者</translation>
    </message>
    <message>
        <source>specify the waiter as the queue shows it</source>
        <translation>请按队列显示的样子指定等待者</translation>
    </message>
    <message>
        <source>Removes %1 from the queue, with its deadline</source>
        <translation>把 %1 移出队列，连同它的期限</translation>
    </message>
    <message>
        <source>Moves the deadlines of those behind it earlier by %1</source>
        <translation>把它后面的等待者的期限提前 %1</translation>
    </message>
    <message>
        <source>If it was first and the lock is free: publishes %1 on the channel of the next waiter, so that it retries</source>
        <translation>如果它在队首且锁无人持有：在下一个等待者的频道上发布 %1，让它重试</translation>
    </message>
    <message>
        <source>Redisson reuses owner ids: a lock that the same thread released and acquired again looks the same</source>
        <translation>Redisson 会重复使用持有者标识：同一线程释放后又获取的锁看起来完全一样</translation>
    </message>
    <message>
        <source>Only the first in the queue is notified. Waiters of Redisson before 3.32.0 may sleep until they are notified: if such clients wait further back, publish on their channels too</source>
        <translation>只通知队首。Redisson 3.32.0 之前的等待者可能一直睡到收到通知：如果队列后面有这样的客户端，也请在它们的频道上发布</translation>
    </message>
    <message>
        <source>The old holder&apos;s code keeps running and is not notified</source>
        <translation>原持有者的代码会继续运行，也不会收到通知</translation>
    </message>
    <message>
        <source>Publishes %1 on the channel of the first live waiter, %2, so that it retries</source>
        <translation>在第一个未死的等待者的频道 %2 上发布 %1，让它再次尝试</translation>
    </message>
    <message>
        <source>Whether the first in the queue is alive is unknown: if it is dead, no client gets the lock before its deadline, unless it is removed from the queue</source>
        <translation>队首是否存活未知：如果它已死，在它的期限之前没有客户端能得到锁，除非把它移出队列</translation>
    </message>
    <message numerus="yes">
        <source>At least %n thread(s) in the queue; only the first of them can get the lock</source>
        <translation>
            <numerusform>队列中至少有 %n 个线程；锁只会交给其中的第一个</numerusform>
        </translation>
    </message>
    <message>
        <source>The key does not exist: the lock is free. A client listens on %1, where one waiter is notified, but the queue is gone: a waiter is dropped from it at its deadline, and may still wait</source>
        <translation>键不存在：锁是空闲的。有客户端在监听 %1（单个等待者的通知频道），但队列已不存在：等待者在期限到时被移出队列，可能仍在等待</translation>
    </message>
    <message>
        <source>If the lock is free: drops waiters from the head of the queue whose deadline has passed, but notifies them before</source>
        <translation>如果锁空闲：从队首移除期限已过的等待者，并先通知它们</translation>
    </message>
</context>
<context>
    <name>lockscope::FencedLock</name>
    <message>
        <source>Fenced lock (Redisson)</source>
        <translation>栅栏锁（Redisson）</translation>
    </message>
    <message>
        <source>Redisson&apos;s reentrant lock with a counter that grows with every acquisition: the protected system can reject a client whose token is smaller than the last. If it does not check the token, a holder that lost the lock still writes.</source>
        <translation>带计数器的 Redisson 可重入锁，每次获取计数器都增长：受保护的系统可以拒绝令牌比上一个小的客户端。如果它不核对令牌，失去锁的持有者仍然会写入。</translation>
    </message>
    <message>
        <source>A hash with one field named like a Redisson owner (uuid:thread) and a count, and a token counter: Redisson&apos;s fenced lock</source>
        <translation>哈希，只有一个字段，字段名形如 Redisson 的持有者（uuid:线程），值为计数，旁边还有令牌计数器：Redisson 的栅栏锁</translation>
    </message>
    <message>
        <source>The last fencing token issued is %1; the protected system should reject smaller ones</source>
        <translation>最近发出的栅栏令牌是 %1；受保护的系统应拒绝更小的</translation>
    </message>
    <message>
        <source>The counter outlives the lock. If this name was a fenced lock only once, it is a plain one now</source>
        <translation>锁消失后计数器仍在。如果这个名称只曾经是栅栏锁，现在它就是普通锁</translation>
    </message>
    <message>
        <source>If the lock is free or already held by %1, increments the fencing token and adds one hold</source>
        <translation>如果锁空闲或已由 %1 持有，栅栏令牌加一，重入次数加一</translation>
    </message>
    <message>
        <source>The token counter is kept. Late writes of the old holder are rejected only if the protected system checks the token</source>
        <translation>令牌计数器保留。只有受保护的系统核对令牌，才能拒绝原持有者迟到的写入</translation>
    </message>
</context>
<context>
    <name>lockscope::FilterEdit</name>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter: key or owner, kind:rlock, verdict&gt;=warning, ttl&lt;30s…</source>
        <translation>筛选：键或持有者、kind:rlock、verdict&gt;=warning、ttl&lt;30s…</translation>
    </message>
    <message>
        <source>Filter completions</source>
        <translation>筛选的补全</translation>
    </message>
    <message>
        <source>Filter: key or owner, kind:rlock, verdict&gt;=warning, held&gt;5m…</source>
        <translation>筛选：键或持有者、kind:rlock、verdict&gt;=warning、held&gt;5m…</translation>
    </message>
    <message>
        <source>Terms that must all match: %1. A minus in front negates a term. Ctrl+Space shows completions.</source>
        <translation>各条件须同时匹配：%1。前面加减号表示取反。Ctrl+空格显示补全。</translation>
    </message>
</context>
<context>
    <name>lockscope::FilterProblem</name>
    <message>
        <source>Error in the filter</source>
        <translation>筛选条件的错误</translation>
    </message>
</context>
<context>
    <name>lockscope::FindingsModel</name>
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
    <message>
        <source>deployment</source>
        <comment>a finding of the deployment as a whole</comment>
        <translation>整个部署</translation>
    </message>
    <message numerus="yes">
        <source>%Ln nodes: %1</source>
        <translation>
            <numerusform>%Ln 个节点：%1</numerusform>
        </translation>
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
        <translation>问题</translation>
    </message>
    <message>
        <source>Nodes: %1</source>
        <translation>节点：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::FleetFoundModel</name>
    <message>
        <source>Connection: %1</source>
        <translation>连接：%1</translation>
    </message>
    <message>
        <source>%1 (as last known)</source>
        <comment>verdict</comment>
        <translation>%1（最后已知）</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>time to live</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>TTL: unknown</source>
        <translation>TTL：未知</translation>
    </message>
    <message>
        <source>Read %1, with %2 left then</source>
        <translation>%1读取，当时还剩 %2</translation>
    </message>
    <message>
        <source>Read %1, without an expiry</source>
        <translation>%1读取，没有过期时间</translation>
    </message>
</context>
<context>
    <name>lockscope::FleetFoundPane</name>
    <message>
        <source>Locks found</source>
        <translation>找到的锁</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>They may have matching locks</source>
        <translation>其中可能有匹配的锁</translation>
    </message>
    <message>
        <source>A plain word is searched in keys and owners; client:word searches the names and addresses of clients</source>
        <translation>单独的词在键和持有者中查找；client:词 在客户端的名称和地址中查找</translation>
    </message>
    <message>
        <source>Error in the filter</source>
        <translation>筛选条件的错误</translation>
    </message>
</context>
<context>
    <name>lockscope::FleetModel</name>
    <message>
        <source>unknown</source>
        <comment>nodes</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>State of the connection; sorts the worst first</source>
        <translation>连接的状态；按此排序时最严重的在最前</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Locks that are held</source>
        <translation>被持有的锁</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>被持有</translation>
    </message>
    <message>
        <source>Clients that are seen to wait</source>
        <translation>看到的正在等待的客户端</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Locks with a critical verdict</source>
        <translation>判定为严重的锁</translation>
    </message>
    <message>
        <source>Critical</source>
        <translation>严重</translation>
    </message>
    <message>
        <source>Locks with a warning</source>
        <translation>有警告的锁</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Servers that respond, of all</source>
        <translation>有响应的服务器，以及总数</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>The last one since this window was opened</source>
        <translation>此窗口打开以来的最近一次</translation>
    </message>
    <message>
        <source>Last failover</source>
        <translation>最近的故障转移</translation>
    </message>
    <message>
        <source>The worst lock with a warning or a critical verdict</source>
        <translation>判定为警告或严重的锁中最严重的一把</translation>
    </message>
    <message>
        <source>Worst lock</source>
        <translation>最严重的锁</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>column, value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Hold p90</source>
        <translation>持有 p90</translation>
    </message>
    <message>
        <source>Held locks, by minute</source>
        <translation>每分钟被持有的锁数</translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation>最近一小时</translation>
    </message>
    <message>
        <source>90 % of the holds that ended in the last hour lasted at most about this long</source>
        <translation>最近一小时内结束的持有，90% 大约不超过这一时长</translation>
    </message>
</context>
<context>
    <name>lockscope::FleetPage</name>
    <message>
        <source>&amp;Retry</source>
        <translation>重试(&amp;R)</translation>
    </message>
    <message>
        <source>Selected connection</source>
        <translation>所选的连接</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Which connections are followed</source>
        <translation>跟踪哪些连接</translation>
    </message>
    <message>
        <source>Connect those again that failed (F5)</source>
        <translation>重新连接失败的连接 (F5)</translation>
    </message>
    <message>
        <source>New connection…</source>
        <translation>新建连接…</translation>
    </message>
    <message>
        <source>All connections</source>
        <translation>所有连接</translation>
    </message>
    <message>
        <source>The server asks for a password</source>
        <translation>服务器要求密码</translation>
    </message>
    <message>
        <source>Cannot read the saved connections</source>
        <translation>无法读取保存的连接</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>No saved connections</source>
        <translation>没有保存的连接</translation>
    </message>
    <message>
        <source>This window follows all saved connections at once. To save one, enter its address and a name, and select Save.</source>
        <translation>此窗口同时跟踪所有保存的连接。要保存连接，请输入地址和名称，然后点击“保存”。</translation>
    </message>
    <message>
        <source>Search all connections: key or owner, client:10.0.3.7, verdict&gt;=warning…</source>
        <translation>搜索所有连接：键或持有者、client:10.0.3.7、verdict&gt;=warning…</translation>
    </message>
    <message>
        <source>Search all connections</source>
        <translation>搜索所有连接</translation>
    </message>
    <message>
        <source>Cannot read the saved connections: %1</source>
        <translation>无法读取已保存的连接：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::FleetTable</name>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
</context>
<context>
    <name>lockscope::FleetTargets</name>
    <message>
        <source>No password is saved for the user %1</source>
        <translation>没有保存用户 %1 的密码</translation>
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
        <source>a majority granted it, but that took %1: nothing is left of a lease of %2</source>
        <translation>多数节点已授予，但耗时 %1：%2的租约已用尽</translation>
    </message>
    <message>
        <source>other nodes have ids that may be the same client&apos;s: specify the id of each node</source>
        <translation>其他节点上的标识可能属于同一个客户端：请给出每个节点上的标识</translation>
    </message>
    <message>
        <source>; released again on %1</source>
        <translation>；已在 %1 上重新释放</translation>
    </message>
    <message>
        <source>; not confirmed as released on %1, where it may stay until its lease ends</source>
        <translation>；未能确认已在 %1 上释放，它可能会保留到租约结束</translation>
    </message>
    <message>
        <source>Not reached: %1. Nothing changes on these nodes, and the commands do not include them</source>
        <translation>未能连接：%1。这些节点上不会有任何改变，下面的命令也不包含它们</translation>
    </message>
    <message>
        <source>%1: possible</source>
        <translation>%1：可以执行</translation>
    </message>
    <message>
        <source>Each node was asked for a different id. They are assumed to be one client&apos;s: they share a thread number, and were acquired or expire together</source>
        <translation>向每个节点询问的标识各不相同。假定它们属于同一个客户端：线程号相同，并且同时获取或同时过期</translation>
    </message>
    <message>
        <source>not sent: too few nodes have this hold</source>
        <translation>未发送：持有这次加锁的节点太少</translation>
    </message>
</context>
<context>
    <name>lockscope::HealthChecker</name>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>%1. %2 now.</source>
        <translation>%1。当前%2。</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln critical</source>
        <translation>
            <numerusform>%Ln 项严重</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln warning(s)</source>
        <translation>
            <numerusform>%Ln 项警告</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln info</source>
        <translation>
            <numerusform>%Ln 项提示</numerusform>
        </translation>
    </message>
    <message>
        <source>No problems found</source>
        <translation>未发现问题</translation>
    </message>
    <message>
        <source>No server could be checked</source>
        <translation>无法检查任何服务器</translation>
    </message>
</context>
<context>
    <name>lockscope::HealthDialog</name>
    <message>
        <source>Findings</source>
        <translation>问题</translation>
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
        <source>Copy as text</source>
        <translation>复制为文本</translation>
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
        <source>Findings (%1)</source>
        <translation>问题（%1）</translation>
    </message>
    <message>
        <source>No server answered.</source>
        <translation>没有服务器应答。</translation>
    </message>
    <message>
        <source>Nothing found that makes locks unsafe</source>
        <translation>未发现危及锁的问题</translation>
    </message>
    <message>
        <source>Report sections</source>
        <translation>报告的各部分</translation>
    </message>
    <message>
        <source>Checking the servers</source>
        <translation>正在检查服务器</translation>
    </message>
    <message>
        <source>Everything on this page</source>
        <translation>本页全部内容</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Check all servers again (F5)</source>
        <translation>重新检查所有服务器（F5）</translation>
    </message>
    <message>
        <source>Servers appear here once one of them answers.</source>
        <translation>有服务器应答后，就会显示在这里。</translation>
    </message>
    <message>
        <source>Connect to Redis to see its servers.</source>
        <translation>连接到 Redis 后可查看其服务器。</translation>
    </message>
    <message>
        <source>Connect to Redis to check it.</source>
        <translation>连接到 Redis 后可进行检查。</translation>
    </message>
    <message>
        <source>Checking the servers…</source>
        <translation>正在检查服务器…</translation>
    </message>
    <message>
        <source>Reads the settings, replication, clock and persistence of each.</source>
        <translation>读取每台服务器的配置、复制、时钟和持久化。</translation>
    </message>
    <message>
        <source>No server could be checked</source>
        <translation>无法检查任何服务器</translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s) answered.</source>
        <translation>
            <numerusform>%Ln 个节点已应答。</numerusform>
        </translation>
    </message>
    <message>
        <source>Connect to Redis to see what its user may do.</source>
        <translation>连接到 Redis 后可查看用户的权限。</translation>
    </message>
    <message>
        <source>Reads what this user may do on each server. Nothing is changed.</source>
        <translation>读取该用户在每台服务器上的权限，不做任何更改。</translation>
    </message>
    <message>
        <source>Permissions unknown</source>
        <translation>权限未知</translation>
    </message>
    <message>
        <source>checked %1; the servers changed since</source>
        <translation>%1检查，此后服务器有变化</translation>
    </message>
    <message>
        <source>checked %1</source>
        <translation>%1检查</translation>
    </message>
</context>
<context>
    <name>lockscope::HeartbeatStrip</name>
    <message>
        <source>lease %1</source>
        <translation>租约 %1</translation>
    </message>
    <message>
        <source>last %1</source>
        <translation>上次 %1</translation>
    </message>
    <message>
        <source>renewed every %1</source>
        <translation>每 %1 续期</translation>
    </message>
    <message>
        <source>interval not known yet</source>
        <translation>间隔尚不清楚</translation>
    </message>
    <message numerus="yes">
        <source>%Ln missed</source>
        <translation>
            <numerusform>错过 %Ln 次</numerusform>
        </translation>
    </message>
    <message>
        <source>not held now</source>
        <translation>现在未被持有</translation>
    </message>
    <message>
        <source>Last %1. Stroke: renewal. Cross: missed renewal. Dot: hold begins. Ring: hold ends.</source>
        <translation>最近 %1。竖线：续期；叉：错过的续期；圆点：持有开始；圆环：持有结束。</translation>
    </message>
    <message>
        <source>Renewals seen</source>
        <translation>观察到的续期</translation>
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
        <source>renewed</source>
        <translation>持续续期</translation>
    </message>
    <message>
        <source>not renewed</source>
        <translation>不续期</translation>
    </message>
    <message>
        <source>Held by this Lockscope</source>
        <translation>由本 Lockscope 持有</translation>
    </message>
    <message>
        <source>Release the lock: this Lockscope holds it</source>
        <translation>释放锁：由本 Lockscope 持有</translation>
    </message>
</context>
<context>
    <name>lockscope::HoldHistogram</name>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %3 holds</source>
        <translation>
            <numerusform>%1 至 %2：%3 次持有</numerusform>
        </translation>
    </message>
    <message>
        <source>Hold times</source>
        <translation>持有时间</translation>
    </message>
    <message>
        <source>Distribution of hold times</source>
        <translation>持有时间的分布</translation>
    </message>
    <message>
        <source>One bar per length; its height is the number of holds</source>
        <translation>每个时长一根柱，高度为持有次数</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>a lock, its hold times</comment>
        <translation>%1。%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s)</source>
        <translation>
            <numerusform>%Ln 把锁</numerusform>
        </translation>
    </message>
    <message>
        <source>Hold times: no hold of this period was seen from start to end</source>
        <translation>持有时长：这段时间内没有从头到尾都看到的持有</translation>
    </message>
    <message numerus="yes">
        <source>Hold times of %1 holds seen from start to end (%2): p50 %3, p90 %4, p99 %5</source>
        <translation>
            <numerusform>从头到尾都看到的 %1 次持有的时长（%2）：p50 %3，p90 %4，p99 %5</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::HoldLanes</name>
    <message>
        <source>Who held which lock, and when</source>
        <translation>谁在何时持有哪把锁</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Not observed at this time</source>
        <translation>这段时间未观察</translation>
    </message>
    <message>
        <source>Too many events: part of this time is left out. Zoom in to see it</source>
        <translation>事件过多：这段时间有一部分未显示。放大即可看到</translation>
    </message>
    <message>
        <source>Waiters: at least %1</source>
        <translation>等待者：至少 %1</translation>
    </message>
    <message>
        <source>Verdict at this time: unknown</source>
        <translation>此时的判定：未知</translation>
    </message>
    <message>
        <source>Verdict at this time: %1</source>
        <translation>此时的判定：%1</translation>
    </message>
    <message>
        <source>Left and Right look back at another moment, Escape ends the look back</source>
        <translation>按左右方向键回看另一时刻，按 Esc 结束回看</translation>
    </message>
</context>
<context>
    <name>lockscope::HoldersModel</name>
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
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Permit</source>
        <translation>许可</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>How many times this owner holds it (re-entry)</source>
        <translation>此持有者的重入次数</translation>
    </message>
    <message>
        <source>Part of the lock that it holds</source>
        <translation>它持有的部分</translation>
    </message>
    <message>
        <source>Time left of this hold if it has its own deadline, else of the lock</source>
        <translation>此持有的剩余时间（如有自己的期限），否则为锁的剩余时间</translation>
    </message>
    <message>
        <source>Client behind the owner, if known</source>
        <translation>持有者对应的客户端（如已知）</translation>
    </message>
</context>
<context>
    <name>lockscope::HoldersView</name>
    <message>
        <source>Holders of the lock</source>
        <translation>锁的持有者</translation>
    </message>
    <message>
        <source>Remove this holder…</source>
        <translation>移除此持有者…</translation>
    </message>
    <message>
        <source>Who is this?…</source>
        <translation>查明是谁…</translation>
    </message>
    <message>
        <source>Name this owner…</source>
        <translation>为持有者命名…</translation>
    </message>
    <message>
        <source>Copy owner</source>
        <translation>复制持有者</translation>
    </message>
</context>
<context>
    <name>lockscope::HoldsDialog</name>
    <message>
        <source>Locks held by this Lockscope</source>
        <translation>本 Lockscope 持有的锁</translation>
    </message>
    <message>
        <source>&amp;Release</source>
        <translation>释放(&amp;R)</translation>
    </message>
    <message>
        <source>Re&amp;new</source>
        <translation>续期(&amp;N)</translation>
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
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Release the selected lock, as its owner</source>
        <translation>以持有者身份释放所选的锁</translation>
    </message>
    <message>
        <source>Renew the selected lock for its full lease, from now</source>
        <translation>从现在起，按完整租约为所选的锁续期</translation>
    </message>
    <message>
        <source>Let the selected lock expire by itself</source>
        <translation>让所选的锁自行过期</translation>
    </message>
    <message>
        <source>This lock is not renewed</source>
        <translation>这把锁没有续期</translation>
    </message>
    <message>
        <source>This Lockscope holds no locks</source>
        <translation>本 Lockscope 未持有任何锁</translation>
    </message>
    <message>
        <source>A lock that you acquire with Locks &gt; Acquire… is listed here until it is released.</source>
        <translation>通过“锁”&gt;“获取锁…”获取的锁会列在这里，直到释放为止。</translation>
    </message>
</context>
<context>
    <name>lockscope::HoldsKeeper</name>
    <message>
        <source>it is gone</source>
        <translation>它已不存在</translation>
    </message>
    <message>
        <source>Lost at %1: %2, which this Lockscope held: %3</source>
        <translation>%1 失去了本 Lockscope 持有的 %2：%3</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 以及另外 %2 个</translation>
    </message>
    <message>
        <source>It is still held here.</source>
        <translation>它仍由本 Lockscope 持有。</translation>
    </message>
    <message>
        <source>%1 has expired: this Lockscope no longer holds it</source>
        <translation>%1 已过期：本 Lockscope 不再持有它</translation>
    </message>
    <message>
        <source>Lock expired</source>
        <translation>锁已过期</translation>
    </message>
    <message>
        <source>%1 holds it now</source>
        <translation>现在由 %1 持有</translation>
    </message>
    <message>
        <source>Stop the work that relies on it: another client may hold it.</source>
        <translation>请停止依赖它的工作：其他客户端可能已持有它。</translation>
    </message>
    <message>
        <source>Lock lost</source>
        <translation>失去锁</translation>
    </message>
    <message>
        <source>Released because the session was ending: %1</source>
        <translation>因会话即将结束而释放：%1</translation>
    </message>
    <message>
        <source>Stop the work that relies on these locks, or acquire them again.</source>
        <translation>请停止依赖这些锁的工作，或重新获取它们。</translation>
    </message>
    <message>
        <source>Not released when the session was ending: %1</source>
        <translation>会话即将结束时未能释放：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::HoldsQuestion</name>
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
        <source>Releasing…</source>
        <translation>正在释放…</translation>
    </message>
    <message>
        <source>no answer within %1</source>
        <translation>%1内没有应答</translation>
    </message>
    <message>
        <source>Locks still held</source>
        <translation>仍持有锁</translation>
    </message>
    <message>
        <source>This Lockscope still holds these locks. They are not renewed afterwards.</source>
        <translation>本 Lockscope 仍持有这些锁。之后不再为它们续期。</translation>
    </message>
    <message>
        <source>If left</source>
        <translation>若保留</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>A lock left without an expiry stays forever: no other client gets it until it is released by force.</source>
        <translation>若保留没有过期时间的锁，它会永远存在：在强制释放之前，其他客户端都得不到它。</translation>
    </message>
    <message>
        <source>Not released. Retry, or leave the locks that cannot be released.</source>
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
    <name>lockscope::IncidentPage</name>
    <message>
        <source>Save &amp;folder…</source>
        <translation>保存文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Files of the incident</source>
        <translation>事故的文件</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Save all files in a new folder</source>
        <translation>把所有文件保存到新文件夹</translation>
    </message>
    <message>
        <source>Select folder for the incident</source>
        <translation>选择保存事故的文件夹</translation>
    </message>
</context>
<context>
    <name>lockscope::IncidentSaver</name>
    <message>
        <source>the server did not answer in time</source>
        <translation>服务器没有及时应答</translation>
    </message>
    <message>
        <source>Cannot read the audit log: %1</source>
        <translation>无法读取审计日志：%1</translation>
    </message>
    <message>
        <source>Reading the history timed out.</source>
        <translation>读取历史超时。</translation>
    </message>
</context>
<context>
    <name>lockscope::Inspector</name>
    <message>
        <source>the connection was closed</source>
        <translation>连接已关闭</translation>
    </message>
    <message>
        <source>unknown: no client listens. Spin lock clients, which this server may have, poll and leave no trace</source>
        <translation>未知：没有客户端在监听；这台服务器上可能有自旋锁，其客户端轮询，不留痕迹</translation>
    </message>
    <message>
        <source>unknown: this user may not run PUBSUB</source>
        <translation>未知：此用户无权执行 PUBSUB</translation>
    </message>
    <message>
        <source>unknown: clients of this kind poll, or listen to a channel or pattern that many locks share</source>
        <translation>未知：这种类型的客户端轮询，或监听许多锁共用的频道或匹配模式</translation>
    </message>
    <message>
        <source>unknown: clients of this kind block in a command, and the server does not report for which key</source>
        <translation>未知：这种类型的客户端阻塞在命令中，服务器不报告是为哪个键</translation>
    </message>
    <message>
        <source>unknown: clients of this kind are notified of key changes, and the server does not report which key they wait for</source>
        <translation>未知：这种类型的客户端在键变化时收到通知，服务器不报告它们在等待哪个键</translation>
    </message>
    <message>
        <source>none: clients do not wait for a lock of this kind</source>
        <translation>无：这种类型的锁没有等待者</translation>
    </message>
    <message>
        <source>unknown: not all keys of this lock could be read</source>
        <translation>未知：这把锁的部分键未能读取</translation>
    </message>
    <message>
        <source>unknown: clients of this kind poll, and those of python-redis-lock block on a list; neither leaves a trace</source>
        <translation>未知：此类型的客户端轮询，python-redis-lock 的客户端阻塞在列表上；两者都不留痕迹</translation>
    </message>
    <message>
        <source>unknown: clients that wait for this kind poll and leave no trace</source>
        <translation>未知：等待这类锁的客户端轮询，不留痕迹</translation>
    </message>
    <message>
        <source>unknown: not counted since the lock could last be read</source>
        <translation>未知：自上次能够读取该锁以来未统计</translation>
    </message>
    <message>
        <source>Assumed to be a semaphore, because clients of this server use Redisson&apos;s semaphores: a counter, or a lock whose value is a number, looks the same</source>
        <translation>推测为信号量，因为此服务器的客户端使用 Redisson 的信号量：计数器或值为数字的锁看起来与它相同</translation>
    </message>
    <message>
        <source>unknown: the server refuses PUBSUB</source>
        <translation>未知：服务器拒绝 PUBSUB</translation>
    </message>
    <message>
        <source>unknown: not counted yet</source>
        <translation>未知：尚未统计</translation>
    </message>
</context>
<context>
    <name>lockscope::JobLock</name>
    <message>
        <source>Job lock (BullMQ, Bull)</source>
        <translation>任务锁（BullMQ、Bull）</translation>
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
        <source>a job&apos;s lock is named prefix:queue:job:lock</source>
        <translation>任务的锁名为 prefix:queue:job:lock</translation>
    </message>
    <message>
        <source>A string that says that a worker is processing this job; by default, the worker extends its 30 s expiry every 15 s. If it is gone, the queue considers the worker dead and runs the job a second time.</source>
        <translation>字符串，表示某个工作进程正在处理这个任务；工作进程默认每 15 秒延长 30 秒的过期时间。它一旦消失，队列就认为工作进程已死，会把任务再执行一次。</translation>
    </message>
    <message>
        <source>BullMQ worker object %1; the sequence number of its tokens was %2</source>
        <translation>BullMQ 的工作对象 %1；其令牌的流水号为 %2</translation>
    </message>
    <message>
        <source>Bull queue object %1: all jobs it processes have this token</source>
        <translation>Bull 的队列对象 %1：它处理的所有任务都带此令牌</translation>
    </message>
    <message>
        <source>A token chosen by the application</source>
        <translation>由应用自行选择的令牌</translation>
    </message>
    <message>
        <source>Job %1 itself is gone</source>
        <translation>任务 %1 本身已不存在</translation>
    </message>
    <message>
        <source>Job %1 of the queue %2 is active: a worker took it, and may be gone since</source>
        <translation>队列 %2 的任务 %1 处于活动状态：某个工作进程取走了它，此后可能已不在</translation>
    </message>
    <message>
        <source>A live worker extends the expiry, by default after half of its lockDuration, which is at least %1 here</source>
        <translation>存活的工作进程会延长过期时间，默认在其 lockDuration 过半时；此处 lockDuration 至少为 %1</translation>
    </message>
    <message>
        <source>It has no expiry, which no worker writes: if the worker is dead, the job stays active forever</source>
        <translation>它没有过期时间，没有工作进程会这样写：如果工作进程已死，任务会永远处于活动状态</translation>
    </message>
    <message>
        <source>No client waits for it. Once it is gone, the next check, by default every 30 s, gives the job to a worker again, or marks it as failed if that happens too often</source>
        <translation>没有客户端等待它。它消失之后，下一次检查（默认每 30 秒）会把任务再交给某个工作进程；若发生过于频繁，则标记为失败</translation>
    </message>
    <message>
        <source>Removes job %1 from the set %2, in which the queue marks jobs to check</source>
        <translation>把任务 %1 移出集合 %2，队列用它标记待检查的任务</translation>
    </message>
    <message>
        <source>the queue issues a job&apos;s lock together with the job, and overwrites an existing one</source>
        <translation>队列会把任务连同它的锁一起发出，并覆盖已有的锁</translation>
    </message>
    <message>
        <source>pause the queue to keep its jobs from running</source>
        <translation>暂停队列，使其任务不再执行</translation>
    </message>
    <message>
        <source>clients do not wait for a job&apos;s lock</source>
        <translation>客户端不等待任务的锁</translation>
    </message>
    <message>
        <source>If the worker does not extend the expiry in time, the queue declares it dead and runs the job a second time, possibly while the first run continues</source>
        <translation>如果工作进程没有及时延长过期时间，队列会宣告它已死，并把任务再执行一次，而第一次可能仍在执行</translation>
    </message>
    <message>
        <source>This declares the worker dead: by default within 30 to 60 s, the queue runs the job a second time, while the first run continues and then fails with a missing lock. This cannot be made safe</source>
        <translation>这等于宣告工作进程已死：默认 30 到 60 秒之内，队列会把任务再执行一次，而第一次仍在继续，随后因找不到锁而失败。这无法做到安全</translation>
    </message>
    <message>
        <source>A live worker extends the expiry, by default every 15 s, and sets it to 30 s</source>
        <translation>活着的 worker 会延长过期时间，默认每 15 秒一次，设为 30 秒</translation>
    </message>
</context>
<context>
    <name>lockscope::Lab</name>
    <message>
        <source>run it on the sandbox</source>
        <translation>请在沙箱上运行</translation>
    </message>
    <message>
        <source>%1 breaks servers or leaves locks behind: it runs on the sandbox only</source>
        <translation>%1 会破坏服务器或留下锁：只能在沙箱上运行</translation>
    </message>
    <message>
        <source>%1 does not run on a RedLock group</source>
        <translation>%1 不能在 RedLock 组上运行</translation>
    </message>
    <message>
        <source>the lab does not run on a profile that denies or limits actions</source>
        <translation>实验室不在禁止或限制操作的连接配置上运行</translation>
    </message>
    <message>
        <source>the lab does not run on production connections</source>
        <translation>实验室不在生产连接上运行</translation>
    </message>
    <message>
        <source>the lab needs write access, and this connection is read-only</source>
        <translation>实验室需要写入，而此连接是只读的</translation>
    </message>
    <message>
        <source>run it on the sandbox, or allow writes on this connection</source>
        <translation>请在沙箱上运行，或允许此连接写入</translation>
    </message>
    <message>
        <source>%1 does not run on a sandbox of this topology</source>
        <translation>%1 不能在这种拓扑的沙箱上运行</translation>
    </message>
    <message>
        <source>it requires %1</source>
        <translation>它需要 %1</translation>
    </message>
    <message>
        <source>choose one of its members</source>
        <translation>请指定其中一个成员</translation>
    </message>
</context>
<context>
    <name>lockscope::LabArmsModel</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Violations</source>
        <translation>违规</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>周期数</translation>
    </message>
    <message>
        <source>Wait p50</source>
        <translation>等待 p50</translation>
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
        <source>Time in the critical section, median</source>
        <translation>在临界区内的时间，中位数</translation>
    </message>
    <message>
        <source>Hand-over</source>
        <translation>交接</translation>
    </message>
    <message>
        <source>Fairness</source>
        <translation>公平性</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Entries that break mutual exclusion: an excluding worker was inside</source>
        <translation>违反互斥的进入：临界区内已有与之互斥的工作者</translation>
    </message>
    <message>
        <source>Completed stays in the critical section</source>
        <translation>已结束的临界区停留次数</translation>
    </message>
    <message>
        <source>Cycles/s</source>
        <translation>周期/秒</translation>
    </message>
    <message>
        <source>Cycles per second</source>
        <translation>每秒周期数</translation>
    </message>
    <message>
        <source>Timed out</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>Gave up waiting for the lock</source>
        <translation>放弃等待锁的次数</translation>
    </message>
    <message>
        <source>Time from request to entry, median</source>
        <translation>从请求到进入的时间，中位数</translation>
    </message>
    <message>
        <source>Time from one worker leaving to the next entering, median</source>
        <translation>从一个工作者离开到下一个进入的时间，中位数</translation>
    </message>
    <message>
        <source>Jain&apos;s index of the stays of each worker: 1 means equal</source>
        <translation>各工作者停留次数的 Jain 指数：1 表示完全均等</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>No worker was inside although one waited</source>
        <translation>有工作者等待，却没有工作者在临界区内</translation>
    </message>
    <message>
        <source>Commands per cycle</source>
        <translation>每周期命令数</translation>
    </message>
    <message>
        <source>Bytes per cycle, both directions</source>
        <translation>每周期收发字节数</translation>
    </message>
</context>
<context>
    <name>lockscope::LabForm</name>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Default values</source>
        <translation>默认值</translation>
    </message>
    <message>
        <source>random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>The same seed repeats the same workload</source>
        <translation>相同的种子会重复相同的负载</translation>
    </message>
    <message>
        <source>Use the default values of the scenario</source>
        <translation>使用该场景的默认值</translation>
    </message>
    <message>
        <source>The seed is a whole number. Leave it empty for a random one.</source>
        <translation>种子是整数。留空则随机生成。</translation>
    </message>
</context>
<context>
    <name>lockscope::LabLanes</name>
    <message>
        <source>worker %1</source>
        <translation>工作者 %1</translation>
    </message>
    <message>
        <source>Worker activity in the critical section, one lane per worker</source>
        <translation>各工作者在临界区内的活动，每个工作者一条泳道</translation>
    </message>
    <message>
        <source>No worker has entered the critical section yet</source>
        <translation>还没有工作者进入过临界区</translation>
    </message>
    <message>
        <source>Worker activity appears here
while a scenario runs</source>
        <translation>场景运行时，
这里显示工作者的活动</translation>
    </message>
    <message>
        <source>One bar per stay; red where two workers were inside at once</source>
        <translation>每次停留一条；同时有两个工作者在内时为红色</translation>
    </message>
    <message numerus="yes">
        <source>%Ln cycle(s)</source>
        <translation>
            <numerusform>%Ln 个周期</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln violation(s)</source>
        <translation>
            <numerusform>违规 %Ln 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln round(s)</source>
        <translation>
            <numerusform>%Ln 轮</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 to %3; %4</source>
        <comment>phase, its begin and end, what happened</comment>
        <translation>%1：%2 至 %3；%4</translation>
    </message>
    <message>
        <source>%1 of the %2 workers that entered have a lane</source>
        <translation>进入过的 %2 个工作者中，%1 个有泳道</translation>
    </message>
</context>
<context>
    <name>lockscope::LabLegend</name>
    <message>
        <source>in the critical section</source>
        <translation>在临界区内</translation>
    </message>
    <message>
        <source>violation: two workers inside</source>
        <translation>违规：两个工作者同时在内</translation>
    </message>
    <message>
        <source>start of a phase: one variant</source>
        <translation>阶段开始：一个方案</translation>
    </message>
    <message>
        <source>start of a round</source>
        <translation>一轮开始</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
</context>
<context>
    <name>lockscope::LabLive</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 inside</source>
        <translation>%1 个在内</translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>%1 个在等待</translation>
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
    <message>
        <source>Nothing is running. Select a scenario and press Run.</source>
        <translation>没有场景在运行。请选择场景，然后点击“运行”。</translation>
    </message>
    <message>
        <source>Steps of the run</source>
        <translation>运行的步骤</translation>
    </message>
    <message>
        <source>%1: starting the servers</source>
        <translation>%1：正在启动服务器</translation>
    </message>
    <message>
        <source>Connecting the workers</source>
        <translation>工作者正在连接</translation>
    </message>
    <message>
        <source>Cancelled: results so far are kept</source>
        <translation>已取消：已有的结果会保留</translation>
    </message>
    <message>
        <source>Passed: all claims confirmed</source>
        <translation>通过：所有预期均已验证</translation>
    </message>
    <message>
        <source>Not confirmed: a claim of the scenario was not seen</source>
        <translation>未通过：有一项预期没有出现</translation>
    </message>
    <message>
        <source>Other values may confirm it. &quot;Run again&quot; repeats the same workload.</source>
        <translation>换用其他值也许能证实。“再次运行”会重复相同的负载。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>variant, its violations</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::LabPage</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>场景</translation>
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
        <source>Show its locks</source>
        <translation>显示它的锁</translation>
    </message>
    <message>
        <source>End the run now; results so far are kept</source>
        <translation>立即结束运行；已有的结果会保留</translation>
    </message>
    <message>
        <source>Run the scenario with these values</source>
        <translation>用这些值运行该场景</translation>
    </message>
    <message>
        <source>The form has an invalid value: see the note below it</source>
        <translation>表单中有无效的值：见其下方的说明</translation>
    </message>
    <message>
        <source>Lab pages</source>
        <translation>实验室页面</translation>
    </message>
    <message>
        <source>Show blocking</source>
        <translation>显示阻塞</translation>
    </message>
    <message>
        <source>Show the locks of the run in the list. The window asks before it leaves its current connection</source>
        <translation>在列表中显示本次运行的锁。窗口在离开当前连接之前会询问</translation>
    </message>
    <message>
        <source>Show which clients of the run block others, on the page Blocking. The window asks before it leaves its current connection</source>
        <translation>在“阻塞”页显示本次运行中谁阻塞谁。窗口在离开当前连接之前会询问</translation>
    </message>
    <message>
        <source>Disconnect from %1?</source>
        <translation>断开与 %1 的连接？</translation>
    </message>
    <message>
        <source>The window shows the locks of the run instead. It keeps the history of the present connection only if that connection is saved.</source>
        <translation>窗口改为显示本次运行的锁。只有已保存的连接才会保留其历史。</translation>
    </message>
    <message>
        <source>&amp;Disconnect</source>
        <translation>断开连接(&amp;D)</translation>
    </message>
    <message>
        <source>Run ended</source>
        <translation>运行已结束</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The run is over.</source>
        <translation>运行已结束。</translation>
    </message>
</context>
<context>
    <name>lockscope::LabPlace</name>
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
        <translation>写入目标：%1。</translation>
    </message>
    <message>
        <source>On its own sandbox</source>
        <translation>在独立的沙箱上</translation>
    </message>
    <message>
        <source>On the current connection</source>
        <translation>在当前连接上</translation>
    </message>
    <message>
        <source>Private servers on this machine, until the next run</source>
        <translation>本机上的私有服务器，下次运行时结束</translation>
    </message>
    <message>
        <source>With its own keys, removed afterwards</source>
        <translation>使用独立的键，结束后删除</translation>
    </message>
    <message>
        <source>Servers that this scenario needs</source>
        <translation>该场景需要的服务器</translation>
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
        <source>Wait for the lock</source>
        <translation>等待锁的时间</translation>
    </message>
    <message>
        <source>Legend of the variants</source>
        <translation>方案图例</translation>
    </message>
    <message>
        <source>Wait by percentile, and rate over time, of each variant</source>
        <translation>各方案的等待百分位，以及速率随时间的变化</translation>
    </message>
    <message>
        <source>Seconds since the variant started</source>
        <translation>方案开始后的秒数</translation>
    </message>
    <message>
        <source>Entries/s</source>
        <translation>进入次数/秒</translation>
    </message>
</context>
<context>
    <name>lockscope::LabRuns</name>
    <message>
        <source>Runs of this session</source>
        <translation>本次会话的运行记录</translation>
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
        <source>The same scenario with the same values and the same seed</source>
        <translation>相同的场景、相同的值和相同的种子</translation>
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
        <source>Export runs as JSON</source>
        <translation>将运行导出为 JSON</translation>
    </message>
    <message>
        <source>Export runs as CSV</source>
        <translation>将运行导出为 CSV</translation>
    </message>
    <message>
        <source>Variants of the selected runs, side by side</source>
        <translation>所选运行的各方案并列对比</translation>
    </message>
    <message>
        <source>Select several to compare them</source>
        <translation>选择多条即可对比</translation>
    </message>
    <message>
        <source>Selected runs</source>
        <translation>所选的运行</translation>
    </message>
    <message>
        <source>Selected runs as JSON…</source>
        <translation>所选运行导出为 JSON…</translation>
    </message>
    <message>
        <source>Selected runs as CSV, one row per variant…</source>
        <translation>所选运行导出为 CSV，每个方案一行…</translation>
    </message>
    <message>
        <source>Plots as an image…</source>
        <translation>图表保存为图片…</translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation>还没有运行记录</translation>
    </message>
    <message>
        <source>Results are kept until the window closes. Run a scenario, then select several runs to compare them.</source>
        <translation>结果会保留到窗口关闭。请先运行场景，再选择多次运行进行对比。</translation>
    </message>
    <message>
        <source>Save plots as an image</source>
        <translation>将图表保存为图片</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排</translation>
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
        <translation>判定</translation>
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
        <translation>%1内没有应答</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
</context>
<context>
    <name>lockscope::LabSideBySide</name>
    <message numerus="yes">
        <source>%1 of %Ln claim(s) confirmed</source>
        <translation>
            <numerusform>%Ln 项预期中 %1 项已验证</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln violation(s)</source>
        <translation>
            <numerusform>违规 %Ln 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Worker activity of %1</source>
        <translation>%1 的工作者活动</translation>
    </message>
</context>
<context>
    <name>lockscope::LadderDialog</name>
    <message>
        <source>TT&amp;L</source>
        <translation>TT&amp;L</translation>
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
        <source>There is no lock to release.</source>
        <translation>没有可释放的锁。</translation>
    </message>
    <message>
        <source>Holder is alive</source>
        <translation>持有者存活</translation>
    </message>
    <message>
        <source>Select an option</source>
        <translation>选择一个选项</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>执行(&amp;A)</translation>
    </message>
    <message>
        <source>Select an option first.</source>
        <translation>请先选择一个选项。</translation>
    </message>
    <message>
        <source>Release %1</source>
        <translation>释放 %1</translation>
    </message>
    <message>
        <source>Last issued fencing token: %1.</source>
        <translation>最近发出的栅栏令牌：%1。</translation>
    </message>
    <message>
        <source>A protected system that checks tokens refuses late writes of the old holder once it has seen the next token. One that does not cannot tell them from valid writes.</source>
        <translation>检查令牌的受保护系统一旦见过下一个令牌，就会拒绝原持有者迟到的写入；不检查的系统无法将其与正常写入区分开。</translation>
    </message>
    <message>
        <source>Review and confirm the change first.</source>
        <translation>请先查看并确认变化。</translation>
    </message>
    <message>
        <source>The lock is gone: there is no expiry to set.</source>
        <translation>锁已不存在：没有可设置的过期时间。</translation>
    </message>
    <message>
        <source>The time must be greater than zero. To end the lock now, release it.</source>
        <translation>时间必须大于零。要立即结束锁，请释放它。</translation>
    </message>
    <message>
        <source>It has %1 left: the time can only be shortened.</source>
        <translation>还剩 %1：时间只能缩短。</translation>
    </message>
    <message>
        <source>If you can, stop the holder first: releasing the lock does not stop its code.</source>
        <translation>如有可能，请先停止持有者：释放锁并不会让它的代码停下。</translation>
    </message>
    <message>
        <source>Each option shows what it would do now, safest first. Option 3 ends the hold later; options 4 and 5 remove the lock or a part of it. These cannot be undone.</source>
        <translation>每个选项都显示它现在会做什么，最安全的在最前。选项 3 稍后结束持有；选项 4 和 5 移除锁或其一部分。这些操作无法撤销。</translation>
    </message>
    <message>
        <source>Wake the waiters of %1</source>
        <translation>唤醒 %1 的等待者</translation>
    </message>
    <message>
        <source>Set the expiry of %1</source>
        <translation>设置 %1 的过期时间</translation>
    </message>
</context>
<context>
    <name>lockscope::LadderView</name>
    <message>
        <source>%1. %2</source>
        <comment>number of a step and the step</comment>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Options, safest first</source>
        <translation>选项，最安全的在前</translation>
    </message>
    <message>
        <source>Not available: %1</source>
        <translation>不可用：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::LaneLegend</name>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
</context>
<context>
    <name>lockscope::LinkList</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>另有 %Ln 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ListHeader</name>
    <message>
        <source>critical %1</source>
        <translation>严重 %1</translation>
    </message>
    <message>
        <source>warnings %1</source>
        <translation>警告 %1</translation>
    </message>
    <message>
        <source>info %1</source>
        <translation>提示 %1</translation>
    </message>
    <message>
        <source>OK %1</source>
        <translation>正常 %1</translation>
    </message>
    <message>
        <source>Number of locks</source>
        <translation>锁的数量</translation>
    </message>
    <message>
        <source>Rows keep their places while the pointer or the keyboard is in the list. Click to update it now; it also updates when you leave it.</source>
        <translation>指针或键盘焦点在列表中时，各行保持原位。点击可立即更新；离开列表后也会更新。</translation>
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
        <source>Locks unknown</source>
        <translation>锁：未知</translation>
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
        <source>was %1</source>
        <translation>曾为 %1</translation>
    </message>
    <message>
        <source>unknown, last known: %1</source>
        <translation>未知，最后已知：%1</translation>
    </message>
    <message>
        <source>Show all locks</source>
        <translation>显示所有锁</translation>
    </message>
    <message>
        <source>Show only these locks: %1</source>
        <translation>只显示这些锁：%1</translation>
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
    <name>lockscope::LiveFeed</name>
    <message>
        <source>too many other keys change</source>
        <translation>变化的其他键太多</translation>
    </message>
    <message>
        <source>event connection lost: %1</source>
        <translation>事件连接已断开：%1</translation>
    </message>
    <message>
        <source>the reading connection was lost, and with it the server&apos;s tracking of its keys</source>
        <translation>读取用的连接已断开，服务器为它所做的跟踪也随之丢失</translation>
    </message>
    <message>
        <source>a database of the server was flushed, swapped or reloaded</source>
        <translation>服务器的某个库被清空、交换或重新加载</translation>
    </message>
    <message>
        <source>notify-keyspace-events was changed</source>
        <translation>notify-keyspace-events 已被更改</translation>
    </message>
</context>
<context>
    <name>lockscope::LockClient</name>
    <message>
        <source>unknown lock format %1</source>
        <translation>没有名为 %1 的锁格式</translation>
    </message>
    <message>
        <source>the script&apos;s response has an unexpected format</source>
        <translation>脚本的应答格式出乎意料</translation>
    </message>
</context>
<context>
    <name>lockscope::LockCommands</name>
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
        <translation>这把锁的全部已知信息都在此文件夹中。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1 is on another connection: %2</source>
        <translation>%1 在另一个连接上：%2</translation>
    </message>
    <message>
        <source>Select folder for the incident bundle</source>
        <translation>选择保存事故包的文件夹</translation>
    </message>
    <message>
        <source>Collecting the details of %1…</source>
        <translation>正在收集 %1 的已知信息…</translation>
    </message>
    <message>
        <source>Copy page for the ticket</source>
        <translation>复制工单用的页面</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>%1 is not in the list any more. Click it again for its history</source>
        <translation>%1 已不在列表中。再次点击可查看它的历史</translation>
    </message>
    <message>
        <source>%1 is not there any more</source>
        <translation>%1 已不存在</translation>
    </message>
    <message>
        <source>Open dialog</source>
        <translation>有对话框打开</translation>
    </message>
    <message>
        <source>A dialog is open: %1</source>
        <translation>有一个对话框打开：%1</translation>
    </message>
    <message>
        <source>It belongs to the current connection and cannot continue with another one.</source>
        <translation>它属于当前连接，换成其他连接后无法继续。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save as one file…</source>
        <translation>保存为一个文件…</translation>
    </message>
    <message>
        <source>Save incident as one file</source>
        <translation>将事故保存为一个文件</translation>
    </message>
    <message>
        <source>These files, and the last hour of the history without names, in one recording</source>
        <translation>把这些文件和最近一小时的历史（不含名称）保存在一份录制中</translation>
    </message>
    <message>
        <source>The connection was changed: nothing was saved.</source>
        <translation>连接已更改：未保存任何内容。</translation>
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
    <name>lockscope::LockEventsDialog</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message numerus="yes">
        <source>%Ln events</source>
        <translation>
            <numerusform>%Ln 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>by %Ln owners</source>
        <translation>
            <numerusform>涉及 %Ln 个持有者</numerusform>
        </translation>
    </message>
    <message>
        <source>History of %1</source>
        <translation>%1 的历史</translation>
    </message>
    <message>
        <source>Loading the history…</source>
        <translation>正在读取历史…</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>No events known of %1.</source>
        <translation>没有 %1 的记录。</translation>
    </message>
    <message>
        <source>Longest completed hold: %1</source>
        <translation>最长的已结束持有：%1</translation>
    </message>
    <message>
        <source>%1: %2 since %3, %4, %5</source>
        <comment>lock, events, time, acquisitions, owners</comment>
        <translation>%1：自 %3 起有 %2，%4，%5</translation>
    </message>
    <message numerus="yes">
        <source>acquired %Ln times</source>
        <translation>
            <numerusform>被获取 %Ln 次</numerusform>
        </translation>
    </message>
    <message>
        <source>No events known before %1.</source>
        <translation>%1 之前没有任何记录。</translation>
    </message>
    <message>
        <source>Already held when first seen, at %1.</source>
        <translation>首次看到时（%1）它已被持有。</translation>
    </message>
    <message>
        <source>Only the newest %1 are shown; older events are remembered.</source>
        <translation>只显示最新的 %1 个；更早的事件已记录。</translation>
    </message>
</context>
<context>
    <name>lockscope::LockFields</name>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Pat&amp;terns</source>
        <translation>匹配模式(&amp;T)</translation>
    </message>
    <message>
        <source>Deny: %1</source>
        <translation>禁止：%1</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>禁止</translation>
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
    <message>
        <source>one pattern per line, such as lock:* — empty: names of the known libraries</source>
        <translation>每行一个匹配模式，如 lock:*；留空则使用已知库的名称</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>&amp;Read-only: changes nothing</source>
        <translation>只读：不做任何更改(&amp;R)</translation>
    </message>
    <message>
        <source>unlimited</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Actions per minute</source>
        <translation>每分钟操作数</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>lockscope::LockHeadline</name>
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
        <source>The lock is gone</source>
        <translation>锁已不存在</translation>
    </message>
    <message>
        <source>Copy lock name</source>
        <translation>复制锁的名称</translation>
    </message>
    <message>
        <source>Send the wake-up message to the waiters; the lock does not change</source>
        <translation>向等待者发送唤醒消息；锁不变</translation>
    </message>
    <message>
        <source>Set an expiry, or shorten the time left</source>
        <translation>设置过期时间，或缩短剩余时间</translation>
    </message>
    <message>
        <source>Show the release options, safest first</source>
        <translation>显示释放选项，最安全的在前</translation>
    </message>
    <message>
        <source>possibly %1</source>
        <comment>libraries</comment>
        <translation>可能是 %1</translation>
    </message>
    <message>
        <source>More</source>
        <comment>commands</comment>
        <translation>更多</translation>
    </message>
    <message>
        <source>All commands for this lock</source>
        <translation>对此锁的所有命令</translation>
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
        <source> and %1 more</source>
        <translation> 以及另外 %1 把</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
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
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>known lock names</source>
        <translation>已知的锁名称</translation>
    </message>
    <message>
        <source>Select a saved connection, or connect to an address.</source>
        <translation>请选择保存的连接，或连接到某个地址。</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>正在连接到 %1…</translation>
    </message>
    <message>
        <source>No matching locks</source>
        <translation>没有匹配的锁</translation>
    </message>
    <message>
        <source>%1 locks are hidden by the filter.</source>
        <translation>筛选隐藏了 %1 把锁。</translation>
    </message>
    <message>
        <source>Scanning for locks…</source>
        <translation>正在查找锁…</translation>
    </message>
    <message>
        <source>Scan failed</source>
        <translation>扫描失败</translation>
    </message>
    <message>
        <source>No locks found</source>
        <translation>没有找到锁</translation>
    </message>
    <message numerus="yes">
        <source>Scanned %Ln key(s) for %1. If your locks have other names, add patterns to the connection.</source>
        <translation>
            <numerusform>扫描了 %Ln 个键，查找%1。如果你的锁用别的名称，请在连接中添加匹配模式。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is not ready</source>
        <translation>%1 尚未就绪</translation>
    </message>
    <message>
        <source>No locks could be read</source>
        <translation>未能读取任何锁</translation>
    </message>
    <message numerus="yes">
        <source>The server refused %Ln key(s) with the name of a lock.</source>
        <translation>
            <numerusform>服务器拒绝了 %Ln 个名称像锁的键。</numerusform>
        </translation>
    </message>
    <message>
        <source>No lock is known to match</source>
        <translation>没有已知匹配的锁</translation>
    </message>
    <message numerus="yes">
        <source>The clients of %Ln lock(s) are not known. They may match.</source>
        <translation>
            <numerusform>%Ln 把锁的客户端未知，它们可能匹配。</numerusform>
        </translation>
    </message>
    <message>
        <source>Error in the filter</source>
        <translation>筛选条件有错误</translation>
    </message>
    <message>
        <source>%1 locks are still hidden by the last valid filter.</source>
        <translation>仍有 %1 把锁被上一个有效的筛选条件隐藏。</translation>
    </message>
    <message>
        <source>No locks found on the servers that were scanned</source>
        <translation>在已扫描的服务器上没有找到锁</translation>
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
        <source>Panels and columns reset</source>
        <translation>面板与列已重置</translation>
    </message>
    <message>
        <source>The saved window state is damaged. Restored in part; copy: %1</source>
        <translation>保存的窗口状态已损坏，已部分恢复；副本：%1</translation>
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
    <message>
        <source>unknown</source>
        <comment>verdict</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>waiters</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Its server could not be reached: as last known</source>
        <translation>当时无法连接它的服务器：为最后已知的状态</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>held for</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>kind</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>time to live</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>TTL</source>
        <translation>TTL</translation>
    </message>
</context>
<context>
    <name>lockscope::MomentView</name>
    <message>
        <source>All locks at that moment</source>
        <translation>该时刻的所有锁</translation>
    </message>
    <message>
        <source>State at %1</source>
        <translation>%1 时的状态</translation>
    </message>
    <message numerus="yes">
        <source>the first %Ln holds</source>
        <translation>
            <numerusform>前 %Ln 次持有</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln holds</source>
        <translation>
            <numerusform>%Ln 次持有</numerusform>
        </translation>
    </message>
    <message>
        <source>no data for that moment</source>
        <translation>当时没有任何记录</translation>
    </message>
    <message>
        <source>no data before %1</source>
        <translation>%1 之前没有任何记录</translation>
    </message>
    <message>
        <source>not observed then</source>
        <translation>当时未观察</translation>
    </message>
    <message>
        <source>unknown: the recorder&apos;s clock was set back by %1 around then</source>
        <translation>未知：录制程序的时钟在此前后被调回了 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln ongoing holds · %1</source>
        <comment>nothing is known</comment>
        <translation>
            <numerusform>%Ln 次进行中的持有 · %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the first %Ln ongoing holds · %1</source>
        <comment>nothing is known</comment>
        <translation>
            <numerusform>前 %Ln 次进行中的持有 · %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of %1 holds</source>
        <comment>filtered</comment>
        <translation>
            <numerusform>%1 次持有中的 %Ln 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message numerus="yes">
        <source>%Ln hold(s) may match</source>
        <translation>
            <numerusform>另有 %Ln 次可能匹配</numerusform>
        </translation>
    </message>
    <message>
        <source>Some holds lack the data that the filter needs.</source>
        <translation>部分持有缺少筛选所需的信息。</translation>
    </message>
    <message>
        <source>End the look back</source>
        <translation>结束回看</translation>
    </message>
</context>
<context>
    <name>lockscope::MonitorProbe</name>
    <message>
        <source>a probe requires permission for MONITOR (ACL SETUSER … +monitor)</source>
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
        <source>A hash whose fields are hashes of values with owner, time and count: Redisson&apos;s multi-lock on values of a group</source>
        <translation>哈希，字段是值的散列，各带持有者、时间和次数：Redisson 按组内值的联锁</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) held</source>
        <translation>
            <numerusform>持有 %n 个值</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: client %2, thread %3, until %4</source>
        <translation>%1：客户端 %2，线程 %3，到 %4 为止</translation>
    </message>
    <message>
        <source>more than %1 values are too many for one step</source>
        <translation>超过 %1 个值，一步处理不了</translation>
    </message>
    <message>
        <source>Sets their time to %1 from now</source>
        <translation>把它们的时间设为从现在起 %1</translation>
    </message>
    <message>
        <source>Sets the time of all values that %1 holds to %2 from now</source>
        <translation>把 %1 持有的所有值的时间设为从现在起 %2</translation>
    </message>
    <message numerus="yes">
        <source>and only with %n hold(s), as shown</source>
        <translation>
            <numerusform>并且重入次数仍为所显示的 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Removes the value with all its holds; the other values stay</source>
        <translation>移除该值及其全部持有；其他值保持不变</translation>
    </message>
    <message>
        <source>Deletes the whole group, with all values and holds</source>
        <translation>删除整个组，连同所有的值和持有</translation>
    </message>
    <message>
        <source>Only values that %1 still holds</source>
        <translation>仅限 %1 仍持有的值</translation>
    </message>
    <message>
        <source>An earlier end stays as it is</source>
        <translation>更早的结束时间保持不变</translation>
    </message>
    <message>
        <source>A holder that does not renew it loses the value while it works</source>
        <translation>不续期的持有者会在工作中途失去该值</translation>
    </message>
    <message>
        <source>Values of one group, each with its own owner, count and time in one hash; the owner&apos;s watchdog extends the time every 10 s. A value whose time has passed by the clients&apos; clocks is free, although it still exists.</source>
        <translation>一个组中的多个值，在同一个哈希里各有自己的持有者、次数和时间；持有者的看门狗每 10 秒延长时间。按客户端的时钟，时间已过的值虽然还在，其实是空闲的。</translation>
    </message>
    <message numerus="yes">
        <source>%n expired value(s): free for the next client</source>
        <translation>
            <numerusform>%n 个值已过期：下一个客户端即可获取</numerusform>
        </translation>
    </message>
    <message>
        <source>The values themselves cannot be derived from their hashes</source>
        <translation>从散列无法得知值本身</translation>
    </message>
    <message>
        <source>%1 is not the hash of a value</source>
        <translation>%1 不是值的散列</translation>
    </message>
    <message>
        <source>use the 22 letters that the lock shows; separate several with commas</source>
        <translation>请使用锁显示的 22 个字母；多个用逗号分隔</translation>
    </message>
    <message>
        <source>only one value can be removed at a time</source>
        <translation>一次只能移除一个值</translation>
    </message>
    <message>
        <source>specify the value by its 22 letters</source>
        <translation>请用 22 个字母指明值</translation>
    </message>
    <message>
        <source>no owner was specified whose value to remove</source>
        <translation>没有指定要移除哪个持有者的值</translation>
    </message>
    <message>
        <source>specify its owner</source>
        <translation>请指明其持有者</translation>
    </message>
    <message>
        <source>the values of the group to acquire were not specified</source>
        <translation>没有指定要获取组中的哪些值</translation>
    </message>
    <message>
        <source>specify their hashes, 22 letters each, separated by commas</source>
        <translation>请给出它们的散列，各 22 个字母，用逗号隔开</translation>
    </message>
    <message numerus="yes">
        <source>If no other owner holds any of the %n value(s), acquires all of them for %1</source>
        <translation>
            <numerusform>如果这 %n 个值都没有被其他持有者持有，为 %1 全部获取</numerusform>
        </translation>
    </message>
    <message>
        <source>If another owner holds one, changes nothing and reports the owner and the remaining time</source>
        <translation>如果其中有值由其他持有者持有，不做任何改动，并报告持有者和剩余时间</translation>
    </message>
    <message>
        <source>Retries at each message on %1, for at most %2</source>
        <translation>每次收到 %1 上的消息都重试，最长 %2</translation>
    </message>
    <message>
        <source>Then extends the time every %1 while this program runs</source>
        <translation>之后在本程序运行期间，每 %1 延长一次时间</translation>
    </message>
    <message>
        <source>If %1 holds the specified values, sets their time to %2 from now</source>
        <translation>如果 %1 持有指定的值，把它们的时间设为从现在起 %2</translation>
    </message>
    <message>
        <source>Otherwise changes nothing; an expired value is not acquired again</source>
        <translation>否则不做任何改动；已过期的值不会重新获取</translation>
    </message>
    <message>
        <source>Removes one hold from each value that %1 holds</source>
        <translation>从 %1 持有的每个值减去一次持有</translation>
    </message>
    <message>
        <source>If %1 holds the specified values, removes one hold from each</source>
        <translation>如果 %1 持有指定的值，从每个减去一次持有</translation>
    </message>
    <message>
        <source>If any value becomes free: first publishes %1 on %2, so that waiters retry</source>
        <translation>如果有值因此空闲：先在 %2 上发布 %1，让等待者重试</translation>
    </message>
    <message>
        <source>Redisson reuses owner ids: a value that the same thread released and acquired again looks the same</source>
        <translation>Redisson 会重复使用持有者标识：同一线程释放后又获取的值看起来完全一样</translation>
    </message>
    <message>
        <source>Continues only if %1 still holds the value</source>
        <translation>仅当 %1 仍持有该值时才继续</translation>
    </message>
    <message>
        <source>Publishes %1 on %2, so that waiters retry immediately</source>
        <translation>在 %2 上发布 %1，让等待者立即重试</translation>
    </message>
    <message>
        <source>No owner is compared: any current holder loses it</source>
        <translation>不比较持有者：无论当时由谁持有都会失去它</translation>
    </message>
    <message>
        <source>Continues only if exactly the values shown are held, by the same owners</source>
        <translation>仅当被持有的正是所显示的那些值、且持有者相同时才继续</translation>
    </message>
    <message>
        <source>Continues only if %1 holds all held values</source>
        <translation>仅当所有被持有的值都由 %1 持有时才继续</translation>
    </message>
    <message>
        <source>No owner is compared: all current holders lose their values</source>
        <translation>不比较持有者：当时的所有持有者都会失去它们的值</translation>
    </message>
    <message>
        <source>Publishes %1 on %2: one waiter of each client retries</source>
        <translation>在 %2 上发布 %1：每个客户端有一个等待者会重试</translation>
    </message>
    <message>
        <source>Changes nothing: a waiter that still finds its values held waits again</source>
        <translation>不做任何改动：等待者若发现它要的值仍被持有，会继续等待</translation>
    </message>
    <message>
        <source>Makes the values end in %1, if they end later</source>
        <translation>让这些值在 %1后结束（若原本更晚）</translation>
    </message>
    <message>
        <source>No client is notified of the end: waiters learn of it when the time they last read has passed</source>
        <translation>结束时不通知客户端：等待者要等到上次读到的时间用完才会知道</translation>
    </message>
    <message>
        <source>The old holder&apos;s code keeps running and is not notified</source>
        <translation>原持有者的代码会继续运行，也不会收到通知</translation>
    </message>
    <message>
        <source>%1: acquired with Lockscope, as the owner id shows, until %2</source>
        <translation>%1：所有者 ID 表明是用 Lockscope 获取的，到 %2 为止</translation>
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
        <source>C&amp;A file</source>
        <translation>CA 文件(&amp;A)</translation>
    </message>
    <message>
        <source>Certi&amp;ficate</source>
        <translation>证书(&amp;F)</translation>
    </message>
    <message>
        <source>Private ke&amp;y</source>
        <translation>私钥(&amp;Y)</translation>
    </message>
    <message>
        <source>Server na&amp;me</source>
        <translation>服务器名称(&amp;M)</translation>
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
        <source>as configured</source>
        <translation>按配置</translation>
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
        <source>Private key</source>
        <translation>私钥</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置文件</translation>
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
        <source>system certificates</source>
        <translation>系统的证书颁发机构</translation>
    </message>
    <message>
        <source>the host name</source>
        <translation>主机名</translation>
    </message>
    <message>
        <source>Select CA file</source>
        <translation>选择 CA 文件</translation>
    </message>
    <message>
        <source>Select client certificate</source>
        <translation>选择客户端证书</translation>
    </message>
    <message>
        <source>Select client key</source>
        <translation>选择客户端私钥</translation>
    </message>
    <message>
        <source>Route</source>
        <translation>连接路径</translation>
    </message>
    <message>
        <source>[user@]host, or a Host of your SSH configuration</source>
        <translation>[用户@]主机，或 ssh 配置中的 Host</translation>
    </message>
    <message>
        <source>found by ssh</source>
        <translation>由 ssh 自行查找</translation>
    </message>
    <message>
        <source>T&amp;ype</source>
        <translation>类型(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Gateway</source>
        <translation>跳板机(&amp;G)</translation>
    </message>
    <message>
        <source>Select SSH key</source>
        <translation>选择 ssh 密钥</translation>
    </message>
    <message>
        <source>Select SSH configuration</source>
        <translation>选择 ssh 配置文件</translation>
    </message>
    <message>
        <source>Announced addresses</source>
        <translation>通告的地址</translation>
    </message>
    <message>
        <source>use as announced</source>
        <translation>按通告的使用</translation>
    </message>
    <message>
        <source>use the typed host and the announced port</source>
        <translation>使用输入的主机名和通告的端口</translation>
    </message>
    <message>
        <source>replace by this table</source>
        <translation>按下表替换</translation>
    </message>
    <message>
        <source>one per line: 10.0.0.1:6379 = localhost:7000</source>
        <translation>每行一条：10.0.0.1:6379 = localhost:7000</translation>
    </message>
    <message>
        <source>the host of the proxy or gateway is missing</source>
        <translation>缺少代理或跳板机的主机名</translation>
    </message>
</context>
<context>
    <name>lockscope::NoLockFormat</name>
    <message>
        <source>Not a lock</source>
        <translation>不是锁</translation>
    </message>
    <message>
        <source>One of your rules says that keys like these are not locks.</source>
        <translation>你的一条规则说明，这样的键不是锁。</translation>
    </message>
</context>
<context>
    <name>lockscope::NodesModel</name>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Announced</source>
        <translation>通告地址</translation>
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
        <source>Master</source>
        <translation>主节点</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
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
        <source>Started</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>槽</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>role</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>Address in use</source>
        <translation>实际使用的地址</translation>
    </message>
    <message>
        <source>Address that the deployment announces</source>
        <translation>部署所通告的地址</translation>
    </message>
    <message>
        <source>Number in the RedLock group</source>
        <translation>在 RedLock 组中的序号</translation>
    </message>
    <message>
        <source>Master that this replica copies</source>
        <translation>该副本所复制的主节点</translation>
    </message>
    <message>
        <source>How far the replica lags behind its master</source>
        <translation>副本落后于主节点的程度</translation>
    </message>
    <message>
        <source>Lag</source>
        <translation>滞后</translation>
    </message>
    <message>
        <source>Server clock relative to this machine: + is ahead</source>
        <translation>服务器时钟与本机之差：+ 表示超前</translation>
    </message>
    <message>
        <source>Time that an answer takes</source>
        <translation>应答所需的时间</translation>
    </message>
    <message>
        <source>Locks acquired before may be missing if nothing is written to disk</source>
        <translation>若不写入磁盘，此前获取的锁可能已丢失</translation>
    </message>
    <message>
        <source>Cluster slots that it serves</source>
        <translation>它负责的集群槽</translation>
    </message>
</context>
<context>
    <name>lockscope::NodesView</name>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message numerus="yes">
        <source>%Ln node(s) unreachable</source>
        <translation>
            <numerusform>%Ln 个节点无法连接</numerusform>
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
        <source>The hash of Redisson&apos;s reentrant lock, which its own holder cannot acquire a second time. A second attempt is an error, where a reentrant lock would count up.</source>
        <translation>与 Redisson 可重入锁相同的哈希，但持有者自己不能再次获取。再次获取会报错，而可重入锁会增加次数。</translation>
    </message>
</context>
<context>
    <name>lockscope::NpmSemaphore</name>
    <message>
        <source>Semaphore (redis-semaphore, npm)</source>
        <translation>信号量（redis-semaphore，npm）</translation>
    </message>
    <message>
        <source>its clients poll</source>
        <translation>它的客户端轮询</translation>
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
        <translation>如果结束得更晚，让该键连同所有许可在 %1后过期</translation>
    </message>
    <message>
        <source>A sorted set of the holders&apos; ids, each with the time of its last refresh. If a holder stops refreshing, the next client drops its permit.</source>
        <translation>由持有者 id 组成的有序集合，每个 id 带有最近一次刷新的时间。持有者停止刷新后，其许可会被下一个请求的客户端移除。</translation>
    </message>
    <message>
        <source>A sorted set under a name that suggests a semaphore, whose members are ids with the times at which they were acquired or refreshed, as stored by redis-semaphore (npm)</source>
        <translation>名称中含有 semaphore 的有序集合，成员为 id 及其获取或刷新的时间，与 redis-semaphore（npm）的写法一致</translation>
    </message>
    <message>
        <source>A permit lasts %1, if the clocks of its clients and of the server agree: the key expires this long after its newest entry</source>
        <translation>如果客户端与服务器的时钟一致，一个许可持续 %1：键在最新条目之后这么久过期</translation>
    </message>
    <message>
        <source>How long a permit lasts is unknown: its newest entry is %1 ahead of the server, so the clocks of its clients and of the server disagree</source>
        <translation>许可持续多久未知：最新条目比服务器快 %1，可见客户端与服务器的时钟不一致</translation>
    </message>
    <message>
        <source>How many permits there are is not in Redis: each program specifies it when it acquires one</source>
        <translation>许可总数不在 Redis 中：每个程序在获取时自行给出</translation>
    </message>
    <message>
        <source>only its programs know how many permits this semaphore has, and how long one lasts</source>
        <translation>这个信号量有多少许可、一个许可持续多久，只有使用它的程序知道</translation>
    </message>
    <message>
        <source>acquire the permit with the program that uses it</source>
        <translation>请用使用它的程序获取许可</translation>
    </message>
    <message>
        <source>Removes %1 from the holders</source>
        <translation>把 %1 移出持有者</translation>
    </message>
    <message>
        <source>A live holder refreshes it again after four fifths of its lock timeout</source>
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
        <source>&amp;Keep the history in a file</source>
        <translation>把历史保存到文件(&amp;K)</translation>
    </message>
    <message>
        <source>Keep it &amp;for</source>
        <translation>保留时间(&amp;F)</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>&amp;Renewal overdue after</source>
        <translation>续期逾期于(&amp;R)</translation>
    </message>
    <message>
        <source>Flag hold &amp;counts from</source>
        <translation>重入次数达到此值时提示(&amp;C)</translation>
    </message>
    <message>
        <source>Flag &amp;leases longer than</source>
        <translation>租约超过此时间时提示(&amp;L)</translation>
    </message>
    <message>
        <source>Flag re&amp;plicas that lag more than</source>
        <translation>副本滞后超过此时间时提示(&amp;P)</translation>
    </message>
    <message>
        <source>One rule per line: a filter, and how long a lock must match it. Notifies when it starts and when it ends, on the desktop and in alerts.log.</source>
        <translation>每行一条规则：筛选条件，以及锁须匹配多久。开始和结束时各通知一次：桌面通知，并写入 alerts.log。</translation>
    </message>
    <message>
        <source>Alert rules</source>
        <translation>告警规则</translation>
    </message>
    <message>
        <source>Recent events are always in memory. A file, one for each saved connection, also keeps them after Lockscope closes; at either limit, the oldest are deleted first.</source>
        <translation>最近的事件始终在内存中。每个保存的连接可另有一个文件，在 Lockscope 关闭后仍保留事件；达到任一上限时，先删除最旧的。</translation>
    </message>
    <message>
        <source>Maximum size of the file, such as 512MiB or 1GiB</source>
        <translation>文件的最大大小，例如 512MiB 或 1GiB</translation>
    </message>
    <message>
        <source>&amp;Maximum size</source>
        <translation>最大大小(&amp;M)</translation>
    </message>
    <message>
        <source>A history needs at least %1</source>
        <translation>历史至少需要 %1</translation>
    </message>
    <message>
        <source>When Lockscope reports a problem. The window and lockscope-cli share these settings.</source>
        <translation>Lockscope 何时报告问题。窗口与 lockscope-cli 共用这些设置。</translation>
    </message>
    <message>
        <source>Flag locks &amp;held longer than</source>
        <translation>持有超过此时间时提示(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Grace period</source>
        <translation>宽限期(&amp;G)</translation>
    </message>
    <message>
        <source>The minimum is %1</source>
        <translation>最小值为 %1</translation>
    </message>
    <message>
        <source>Names for owners. In an owner id, * matches anything and ? one character; if it is not text, write base64: and its bytes. First match wins.</source>
        <translation>持有者的名称。在持有者标识中，* 匹配任意内容，? 匹配一个字符；不是文本的标识写成 base64: 加其字节。以第一个匹配的为准。</translation>
    </message>
    <message>
        <source>A lock recognised with less confidence raises no alert, and its verdict is info at most</source>
        <translation>把握更小的锁不触发告警，其判定最多为提示</translation>
    </message>
    <message>
        <source>Minimum confidence for &amp;warnings</source>
        <translation>警告所需的最小把握(&amp;W)</translation>
    </message>
    <message>
        <source>No rules. Examples:</source>
        <translation>没有规则。示例：</translation>
    </message>
</context>
<context>
    <name>lockscope::OrderList</name>
    <message>
        <source>Lock orders</source>
        <translation>加锁顺序</translation>
    </message>
</context>
<context>
    <name>lockscope::OverviewPage</name>
    <message>
        <source>Hold time %1</source>
        <translation>持有时间 %1</translation>
    </message>
    <message>
        <source>Locks with a verdict of this level</source>
        <translation>判定为此级别的锁</translation>
    </message>
    <message>
        <source>No figures yet</source>
        <translation>还没有数据</translation>
    </message>
    <message>
        <source>Click to show held locks</source>
        <translation>点击显示被持有的锁</translation>
    </message>
    <message>
        <source>Click to show locks acquired in the last five seconds</source>
        <translation>点击显示最近五秒内获取的锁</translation>
    </message>
    <message>
        <source>Click to show free locks</source>
        <translation>点击显示空闲的锁</translation>
    </message>
    <message>
        <source>Click to show contended locks</source>
        <translation>点击显示有争用的锁</translation>
    </message>
    <message>
        <source>Click to show locks held for longer</source>
        <translation>点击显示持有更久的锁</translation>
    </message>
    <message>
        <source>Click to show renewed locks</source>
        <translation>点击显示续期过的锁</translation>
    </message>
    <message>
        <source>Most contended, last %1</source>
        <translation>争用最多（最近 %1）</translation>
    </message>
    <message>
        <source>Click to show these locks</source>
        <translation>点击显示这些锁</translation>
    </message>
    <message>
        <source>Locks, waiters and hold times are counted from the first second of a connection.</source>
        <translation>从连接的第一秒起统计锁、等待者和持有时间。</translation>
    </message>
    <message>
        <source>Most contended since %1</source>
        <translation>自 %1 起争用最多</translation>
    </message>
    <message>
        <source>Over the last %1</source>
        <translation>最近 %1</translation>
    </message>
    <message>
        <source>Most waiting caused</source>
        <translation>造成等待最多的锁</translation>
    </message>
    <message>
        <source>%1, mostly %2</source>
        <comment>waiting caused; client</comment>
        <translation>%1，主要是 %2</translation>
    </message>
    <message>
        <source>%1, most by %2</source>
        <comment>waiting caused; client</comment>
        <translation>%1，最多的是 %2</translation>
    </message>
    <message>
        <source>Nothing was read yet</source>
        <translation>尚未读取任何内容</translation>
    </message>
    <message>
        <source>No lock shows its waiters: the clients poll, or sleep on a list</source>
        <translation>没有锁显示其等待者：客户端在轮询，或阻塞在列表上</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>unknown, was %1</source>
        <translation>未知，曾为 %1</translation>
    </message>
    <message>
        <source>No connection, or changes were missed</source>
        <translation>没有连接，或错过了变化</translation>
    </message>
    <message>
        <source>Held locks with a verdict of this level</source>
        <translation>持有中且判定为此级别的锁</translation>
    </message>
    <message>
        <source>The waiters of these locks are not recorded</source>
        <translation>录制中没有这些锁的等待者</translation>
    </message>
    <message>
        <source>The recording has no figures of this time</source>
        <translation>录制中没有这段时间的数据</translation>
    </message>
    <message>
        <source>Over the %1 before this moment</source>
        <translation>此刻之前的 %1</translation>
    </message>
    <message>
        <source>Most contended, %1 before this moment</source>
        <translation>争用最多（此刻之前 %1）</translation>
    </message>
    <message>
        <source>was %1</source>
        <comment>a figure, when last known</comment>
        <translation>曾为 %1</translation>
    </message>
    <message>
        <source>%1 had waiters and was not acquired in this time</source>
        <translation>%1 有等待者，但在这段时间内没有被获取</translation>
    </message>
    <message>
        <source>The longest of the most contended locks: %1</source>
        <translation>争用最多的锁中等待最久的：%1</translation>
    </message>
    <message>
        <source>The longest of the most contended locks</source>
        <translation>争用最多的锁中最长的一个</translation>
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
        <source>Contention</source>
        <translation>争用</translation>
    </message>
    <message>
        <source>Co&amp;ntention</source>
        <translation>争用(&amp;N)</translation>
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
        <source>RedLock</source>
        <translation>RedLock</translation>
    </message>
    <message>
        <source>&amp;RedLock</source>
        <translation>RedLock(&amp;R)</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>审计</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>实验室</translation>
    </message>
    <message>
        <source>Figures for all locks, now and over the last minutes</source>
        <translation>所有锁的数据，包括当前和最近几分钟</translation>
    </message>
    <message>
        <source>Waiters, changes and hold times over time, and the most contended locks</source>
        <translation>等待者、变化和持有时间随时间的变化，以及争用最多的锁</translation>
    </message>
    <message>
        <source>Who held which lock when, and all locks at a past moment</source>
        <translation>谁在何时持有哪把锁，以及过去某一时刻的所有锁</translation>
    </message>
    <message>
        <source>One row per lock, one column per server: quorum and margin</source>
        <translation>每把锁一行，每台服务器一列：多数派与余量</translation>
    </message>
    <message>
        <source>Blocking</source>
        <translation>阻塞</translation>
    </message>
    <message>
        <source>Bloc&amp;king</source>
        <translation>阻塞(&amp;K)</translation>
    </message>
    <message>
        <source>Which client blocks which, and deadlocks</source>
        <translation>谁阻塞谁以及死锁</translation>
    </message>
    <message>
        <source>Fleet</source>
        <translation>连接总览</translation>
    </message>
    <message>
        <source>The server does not answer</source>
        <translation>服务器没有应答</translation>
    </message>
    <message>
        <source>Only for connections to a RedLock group</source>
        <translation>仅适用于到 RedLock 组的连接</translation>
    </message>
    <message>
        <source>The server refuses: %1</source>
        <comment>its words</comment>
        <translation>服务器拒绝访问：%1</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
</context>
<context>
    <name>lockscope::PermitSemaphore</name>
    <message>
        <source>Permit-expirable semaphore (Redisson)</source>
        <translation>可过期许可信号量（Redisson）</translation>
    </message>
    <message>
        <source>A number of permits, each with its own id and an optional expiry. A permit without an expiry is lost if its holder dies; an expired permit counts as free only when the next client asks.</source>
        <translation>一定数量的许可，各有自己的标识和可选的过期时间。没有过期时间的许可，在持有者崩溃后就丢失；已过期的许可要到下一个客户端请求时才算空闲。</translation>
    </message>
    <message>
        <source>A whole number, as stored by Redisson&apos;s permit-expirable semaphore: no permit is held</source>
        <translation>整数，Redisson 的可过期许可信号量就是这样保存的：没有许可被持有</translation>
    </message>
    <message>
        <source>A whole number, and a sorted set of permit ids with the times at which they expire: Redisson&apos;s permit-expirable semaphore</source>
        <translation>整数，以及由许可标识和到期时刻组成的有序集合：Redisson 的可过期许可信号量</translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) held</source>
        <translation>
            <numerusform>已持有 %n 个许可</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n expired permit(s): free for the next client, but not yet counted in the number</source>
        <translation>
            <numerusform>%n 个许可已过期：下一个客户端即可取用，但数字尚未计入</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) without an expiry: lost if the holder dies</source>
        <translation>
            <numerusform>%n 个许可没有过期时间：持有者若崩溃就会丢失</numerusform>
        </translation>
    </message>
    <message>
        <source>The number itself is gone, deleted or never set: only these permits are left</source>
        <translation>数字本身已不存在，被删除或从未设置：只剩下这些许可</translation>
    </message>
    <message>
        <source>Only the first permits were read, those that expire soonest</source>
        <translation>只读取了最先的一些许可，即最早到期的那些</translation>
    </message>
    <message>
        <source>%1 is not a permit id</source>
        <translation>%1 不是许可的标识</translation>
    </message>
    <message>
        <source>use the 32 hex digits that the library issued</source>
        <translation>请给出该库发出的 32 位十六进制数字</translation>
    </message>
    <message>
        <source>no permit was specified</source>
        <translation>没有指定许可</translation>
    </message>
    <message>
        <source>specify it by its id</source>
        <translation>请用标识指定</translation>
    </message>
    <message>
        <source>each permit has its own expiry</source>
        <translation>每个许可都有自己的过期时间</translation>
    </message>
    <message>
        <source>specify the permit by its id</source>
        <translation>请用标识指定许可</translation>
    </message>
    <message>
        <source>If a permit has expired, returns it first and notifies waiters</source>
        <translation>如果有许可已过期，先收回它并通知等待者</translation>
    </message>
    <message>
        <source>If a permit is free, acquires it under the id %1</source>
        <translation>如果有空闲的许可，以标识 %1 取走它</translation>
    </message>
    <message>
        <source>It expires after %1</source>
        <translation>它在 %1后过期</translation>
    </message>
    <message>
        <source>It has no expiry: it returns only when it is released</source>
        <translation>它没有过期时间：只有释放才会归还</translation>
    </message>
    <message>
        <source>Otherwise retries at each message on %1, and when the next permit expires, for at most %2</source>
        <translation>否则每次收到 %1 上的消息、以及下一个许可到期时都重试，最长 %2</translation>
    </message>
    <message>
        <source>A permit without an expiry is lost if its holder dies</source>
        <translation>没有过期时间的许可，在持有者崩溃后就丢失</translation>
    </message>
    <message>
        <source>If permit %1 is held, makes it expire %2 from now</source>
        <translation>如果许可 %1 被持有，让它从现在起 %2后过期</translation>
    </message>
    <message>
        <source>If permit %1 is held, removes its expiry</source>
        <translation>如果许可 %1 被持有，去掉它的过期时间</translation>
    </message>
    <message>
        <source>If it has already expired, changes nothing</source>
        <translation>如果它已过期，不做任何改动</translation>
    </message>
    <message>
        <source>Only if permit %1 is still held</source>
        <translation>仅当许可 %1 仍被持有</translation>
    </message>
    <message>
        <source>Publishes the new number of free permits on %1, so that waiters retry</source>
        <translation>在 %1 上发布新的空闲许可数，让等待者重试</translation>
    </message>
    <message>
        <source>Continues only if exactly the permits shown are held</source>
        <translation>仅当被持有的正是所显示的那些许可时才继续</translation>
    </message>
    <message>
        <source>Releases all permits and removes their ids</source>
        <translation>归还所有许可并移除它们的标识</translation>
    </message>
    <message>
        <source>No permits are compared: all current holders lose theirs</source>
        <translation>不比较许可：当时的所有持有者都会失去各自的许可</translation>
    </message>
    <message>
        <source>If permits are available, publishes their number on %1: as many waiters retry</source>
        <translation>如果有可取的许可，在 %1 上发布其数量：有多少就有多少等待者重试</translation>
    </message>
    <message>
        <source>If none is available, publishes nothing; changes nothing in either case</source>
        <translation>如果没有，不发布消息；两种情况下都不做改动</translation>
    </message>
    <message>
        <source>Makes permit %1 expire in %2, if it has no expiry or a later one</source>
        <translation>若许可 %1 没有过期时间或过期更晚，让它在 %2后过期</translation>
    </message>
    <message>
        <source>An earlier expiry stays as it is</source>
        <translation>更早的过期时间保持不变</translation>
    </message>
    <message>
        <source>Waiters are not notified when it expires, unless they learn of it at their next try</source>
        <translation>它到期时不会通知等待者，除非它们在下一次尝试时得知</translation>
    </message>
    <message>
        <source>The code of the permit&apos;s holder keeps running and is not notified</source>
        <translation>该许可持有者的代码会继续运行，也不会收到通知</translation>
    </message>
    <message>
        <source>The code of all their holders keeps running and is not notified</source>
        <translation>所有许可持有者的代码会继续运行，也不会收到通知</translation>
    </message>
    <message>
        <source>Removes the permit and increments the number</source>
        <translation>移除该许可，并把数字加一</translation>
    </message>
</context>
<context>
    <name>lockscope::PlanView</name>
    <message>
        <source>%1. %2</source>
        <comment>number of a step and the step</comment>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Equivalent redis-cli commands</source>
        <translation>等价的 redis-cli 命令</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Preparing the plan…</source>
        <translation>正在准备执行方案…</translation>
    </message>
    <message>
        <source>Consequences</source>
        <translation>后果</translation>
    </message>
    <message>
        <source>Effect on the old holder</source>
        <translation>对原持有者的影响</translation>
    </message>
    <message>
        <source>After the release</source>
        <translation>释放之后</translation>
    </message>
    <message>
        <source>Effect on the waiter</source>
        <translation>对等待者的影响</translation>
    </message>
</context>
<context>
    <name>lockscope::PlayBar</name>
    <message>
        <source>&amp;Play</source>
        <translation>播放(&amp;P)</translation>
    </message>
    <message>
        <source>Play the recording from this moment</source>
        <translation>从这一时刻开始播放录制</translation>
    </message>
    <message>
        <source>Pre&amp;vious</source>
        <translation>上一个(&amp;V)</translation>
    </message>
    <message>
        <source>Go back to the previous change</source>
        <translation>回到上一个变化</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Go on to the next change</source>
        <translation>前往下一个变化</translation>
    </message>
    <message>
        <source>%1×</source>
        <comment>speed</comment>
        <translation>%1×</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Playback speed</source>
        <translation>播放速度</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Failover</source>
        <translation>故障转移</translation>
    </message>
    <message>
        <source>Change to go to</source>
        <translation>要前往的变化</translation>
    </message>
    <message>
        <source>Moment of the recording</source>
        <translation>录制中的时刻</translation>
    </message>
    <message>
        <source>Date and time of the moment</source>
        <translation>该时刻的日期和时间</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>What “Previous” and “Next” go to: an event, a changed verdict, or a failover. If a lock is selected, of that lock</source>
        <translation>“上一个”和“下一个”前往：事件、判定的变化或故障转移。选中了锁时，只限这把锁</translation>
    </message>
    <message>
        <source>The moment that is shown; type another, such as 14:05 or 14:05:10.250, to go there</source>
        <translation>当前显示的时刻；输入其他时间（如 14:05 或 14:05:10.250）即可前往</translation>
    </message>
    <message>
        <source>“%1” is not a time: type 14:05, 14:05:10.250, or a date before it</source>
        <translation>“%1”不是时间：请输入 14:05、14:05:10.250，或在前面加上日期</translation>
    </message>
    <message>
        <source>The recording ends at %1</source>
        <translation>录制结束于 %1</translation>
    </message>
    <message>
        <source>The recording begins at %1</source>
        <translation>录制开始于 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::ProbeDialog</name>
    <message>
        <source>Who holds %1?</source>
        <translation>谁持有 %1？</translation>
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
        <source>%1 of %2, %3</source>
        <comment>time, time, commands</comment>
        <translation>%1 / %2，%3</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 是 %2</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Measuring the load of the server…</source>
        <translation>正在测量服务器的负载…</translation>
    </message>
    <message>
        <source>Redis does not report which client an owner id belongs to. Lockscope can listen to all commands of the server (MONITOR) until the holder renews or releases this lock, and see which connection sends that command. It keeps only that address, and stops by itself.</source>
        <translation>Redis 不会报告持有者标识属于哪个客户端。Lockscope 可以监听服务器的所有命令（MONITOR），直到持有者续期或释放这把锁，从而看到命令来自哪条连接。它只保留该地址，并会自行停止。</translation>
    </message>
    <message>
        <source>Listening to every command of %1. This slows it down.</source>
        <translation>正在监听 %1 的每条命令。这会使它变慢。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln command(s)</source>
        <translation>
            <numerusform>%Ln 条命令</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::Probes</name>
    <message>
        <source>the lock is free: there is no owner to find</source>
        <translation>锁空闲：没有持有者可查找</translation>
    </message>
    <message>
        <source>its value identifies no client: all clients write the same</source>
        <translation>它的值不标识任何客户端：所有客户端写入的都一样</translation>
    </message>
</context>
<context>
    <name>lockscope::ProfileKeeper</name>
    <message>
        <source>Import connections</source>
        <translation>导入连接</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Remove the connection &quot;%1&quot; from the list?</source>
        <translation>要从列表中移除连接“%1”吗？</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Passwords not imported: %1</source>
        <translation>没有导入密码：%1</translation>
    </message>
    <message>
        <source>Imported connections: %1</source>
        <translation>已导入的连接：%1</translation>
    </message>
    <message>
        <source>Export connections without passwords</source>
        <translation>导出连接（不含密码）</translation>
    </message>
    <message>
        <source>Remove connection</source>
        <translation>移除连接</translation>
    </message>
    <message>
        <source>Nothing changes on the server.</source>
        <translation>服务器上没有任何改动。</translation>
    </message>
    <message>
        <source>The keychain is locked, or has no password for this connection</source>
        <translation>密钥环已锁定，或其中没有此连接的密码</translation>
    </message>
    <message>
        <source>The password of %1 is still missing: %2</source>
        <translation>%1 的密码仍然缺失：%2</translation>
    </message>
    <message>
        <source>Unchanged: %1</source>
        <translation>未更改：%1</translation>
    </message>
    <message>
        <source>Exported connections: %1</source>
        <translation>已导出的连接：%1</translation>
    </message>
    <message>
        <source>%1. If it needs none, clear &quot;Keep passwords in the keychain&quot; and save</source>
        <translation>%1。如果不需要密码，请取消勾选“把密码保存到密钥环”并保存</translation>
    </message>
</context>
<context>
    <name>lockscope::PythonRedisLock</name>
    <message>
        <source>Lock with a wake-up list (python-redis-lock)</source>
        <translation>带唤醒列表的锁（python-redis-lock）</translation>
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
        <source>It expires by itself unless the owner extends it</source>
        <translation>持有者不续期就会自行过期</translation>
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
        <source>A string with a random id, and a list on which waiters block until a release pushes an element. By default it has no expiry, so a dead owner keeps it forever; deleting only the key leaves the waiters blocked.</source>
        <translation>一个值为随机标识的字符串，加上一个列表；等待者阻塞在列表上，直到释放时推入一个元素。默认没有过期时间，所以持有者崩溃后会永远占住；只删除键，等待者仍然阻塞。</translation>
    </message>
    <message>
        <source>A name that begins with lock: and an id chosen by the application</source>
        <translation>名称以 lock: 开头，标识由应用自行选择</translation>
    </message>
    <message>
        <source>The list %1 exists: this lock was released within the last second</source>
        <translation>列表 %1 还在：这把锁在刚才一秒之内被释放</translation>
    </message>
    <message>
        <source>Its waiters block in BLPOP on the list %1. Redis does not report for which key a client blocks: the number of waiters is unknown</source>
        <translation>等待者以 BLPOP 阻塞在列表 %1 上。Redis 不报告客户端阻塞在哪个键上：等待者数量未知</translation>
    </message>
    <message>
        <source>It has no expiry, as by default: if its owner died, it stays until it is released</source>
        <translation>默认就没有过期时间：持有者若已死亡，它会一直存在，直到被释放</translation>
    </message>
    <message>
        <source>Wakes one waiter: empties the list %1, pushes one element and lets it expire in 1 s</source>
        <translation>唤醒一个等待者：清空列表 %1，放入一个元素，并让它在 1 秒后过期</translation>
    </message>
    <message>
        <source>Empties the list %1, pushes one element and lets it expire in 1 s: one waiter wakes and retries</source>
        <translation>清空列表 %1，放入一个元素，并让它在 1 秒后过期：一个等待者醒来重试</translation>
    </message>
    <message>
        <source>Then checks whether a waiter took the element</source>
        <translation>然后读取是否有等待者取走了该元素</translation>
    </message>
    <message>
        <source>A plain DEL would leave the waiters blocked: each for its timeout or its own expiry, forever if it set neither</source>
        <translation>直接 DEL 会让等待者继续阻塞：直到各自的超时或自己的过期时间，两者都未设置则永远阻塞</translation>
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
        <source>After this time, the next waiters remove it from the queue</source>
        <translation>过了这个时刻，后面的等待者会把它移出队列</translation>
    </message>
    <message>
        <source>Whether a client listens on its channel</source>
        <translation>是否有客户端在它的频道上监听</translation>
    </message>
    <message>
        <source>Alive</source>
        <comment>whether a waiter is</comment>
        <translation>存活</translation>
    </message>
</context>
<context>
    <name>lockscope::QueueView</name>
    <message>
        <source>Queue of the lock</source>
        <translation>锁的等待队列</translation>
    </message>
    <message>
        <source>Copy waiter</source>
        <translation>复制等待者</translation>
    </message>
    <message>
        <source>Remove from queue…</source>
        <translation>移出队列…</translation>
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
        <source>Ticket or observation (recorded in the audit log)</source>
        <translation>工单号或观察到的情况（记入审计日志）</translation>
    </message>
    <message>
        <source>Optional; recorded in the audit log</source>
        <translation>可选；会记入审计日志</translation>
    </message>
    <message>
        <source>Type %1 to confirm</source>
        <translation>输入 %1 以确认</translation>
    </message>
    <message>
        <source>Enter a reason. It is recorded in the audit log.</source>
        <translation>请输入原因。它会记入审计日志。</translation>
    </message>
    <message>
        <source>Production: type the name to confirm.</source>
        <translation>生产环境：请输入名称以确认。</translation>
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
    <name>lockscope::RecordedBlocking</name>
    <message>
        <source>≥ %1</source>
        <comment>a lower bound</comment>
        <translation>≥ %1</translation>
    </message>
    <message>
        <source>Client or lock</source>
        <translation>客户端或锁</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Clients that held locks while others waited</source>
        <translation>持有他人在等待的锁的客户端</translation>
    </message>
    <message>
        <source>Unknown client</source>
        <translation>未知客户端</translation>
    </message>
    <message numerus="yes">
        <source>holds %Ln lock(s)</source>
        <translation>
            <numerusform>持有 %Ln 把锁</numerusform>
        </translation>
    </message>
    <message>
        <source>as last known: its server could not be reached</source>
        <translation>最后已知的状态：当时无法连接其服务器</translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s)</source>
        <translation>
            <numerusform>%Ln 个等待者</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s)</source>
        <translation>
            <numerusform>%Ln 把锁</numerusform>
        </translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Nothing was recorded at this moment.</source>
        <translation>这一时刻没有记录任何内容。</translation>
    </message>
    <message>
        <source>Waiters unknown</source>
        <translation>等待者未知</translation>
    </message>
    <message>
        <source>No contended locks found</source>
        <translation>没有发现有客户端等待的锁</translation>
    </message>
    <message>
        <source>The recording has no waiters for a lock held at this moment. Clients that poll or sleep are not counted.</source>
        <translation>对这一时刻被持有的锁，录制中没有等待者。轮询或睡眠的客户端不计在内。</translation>
    </message>
    <message numerus="yes">
        <source>Clients waited for %Ln lock(s) without a recorded holder: free then, or its acquisition was not recorded.</source>
        <translation>
            <numerusform>有客户端等待 %Ln 把在录制中没有持有者的锁：当时空闲，或其获取没有被记录。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 could not be reached then: its locks are as last known.</source>
        <translation>当时无法连接 %1：其锁为最后已知的状态。</translation>
    </message>
    <message>
        <source>The recording has some locks only.</source>
        <translation>录制只含部分锁。</translation>
    </message>
    <message>
        <source>%1 for %2 when last counted. Which clients waited is not recorded.</source>
        <comment>waiters, locks</comment>
        <translation>%2，上次统计时 %1。录制中没有说明是哪些客户端在等待。</translation>
    </message>
</context>
<context>
    <name>lockscope::RecordedLock</name>
    <message>
        <source>Held until the recording ends</source>
        <translation>直到录制结束仍被持有</translation>
    </message>
    <message>
        <source>Released at %1</source>
        <translation>%1 释放</translation>
    </message>
    <message>
        <source>Expired at %1</source>
        <translation>%1 过期</translation>
    </message>
    <message>
        <source>Released by force at %1</source>
        <translation>%1 被强制释放</translation>
    </message>
    <message>
        <source>How it ended is not known; at %1 at the latest</source>
        <translation>如何结束未知，最迟在 %1</translation>
    </message>
    <message>
        <source>Held by %1 since before %2, for at least %3</source>
        <translation>由 %1 持有，始于 %2 之前，至少 %3</translation>
    </message>
    <message>
        <source>Held by %1 since %2, for %3</source>
        <translation>由 %1 持有，自 %2 起，已 %3</translation>
    </message>
    <message>
        <source>Select a lock to see its events up to this moment.</source>
        <translation>选择一把锁，查看它到这一时刻为止的事件。</translation>
    </message>
    <message>
        <source>Not observed at this moment.</source>
        <translation>这一时刻没有观察数据。</translation>
    </message>
    <message>
        <source>Not held at this moment.</source>
        <translation>这一时刻未被持有。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more holders</source>
        <translation>
            <numerusform>另有 %Ln 个持有者</numerusform>
        </translation>
    </message>
    <message>
        <source>Its events before %1 are left out.</source>
        <translation>%1 之前的事件未列出。</translation>
    </message>
    <message>
        <source>Still held when the recording stopped at %1</source>
        <translation>%1 录制停止时仍被持有</translation>
    </message>
    <message>
        <source>The server could not be reached at this moment. As last known:</source>
        <translation>这一时刻无法连接服务器。最后已知的状态：</translation>
    </message>
    <message>
        <source>Held by %1 since before %2</source>
        <translation>在 %2 之前就由 %1 持有</translation>
    </message>
    <message>
        <source>Whether it ended is not known; its owner holds the lock after %1, too</source>
        <translation>是否结束过未知；%1 之后其持有者仍持有该锁</translation>
    </message>
    <message>
        <source>Held by %1 since %2, for at least %3</source>
        <translation>由 %1 持有，自 %2 起，至少 %3</translation>
    </message>
    <message>
        <source>Not known whether it ended: the server refused to show the key from %1 on</source>
        <translation>是否结束未知：服务器从 %1 起拒绝显示这个键</translation>
    </message>
    <message>
        <source>Unknown: a server could not be reached at this moment.</source>
        <translation>未知：此时有服务器无法连接。</translation>
    </message>
    <message>
        <source>Unknown: the server refused to show the key.</source>
        <translation>未知：服务器拒绝显示这个键。</translation>
    </message>
    <message>
        <source>Unknown: the recorder&apos;s clock was set back by %1 around this moment.</source>
        <translation>未知：此刻前后录制程序的时钟被回拨了 %1。</translation>
    </message>
    <message>
        <source>Not in the recording.</source>
        <translation>录制中没有该锁。</translation>
    </message>
    <message>
        <source>Not held at this moment, as far as polling showed.</source>
        <translation>就轮询所见，此刻未被持有。</translation>
    </message>
    <message>
        <source>Not known whether it is still held: last known to be held at %1</source>
        <translation>无法得知是否仍被持有：最后一次确知持有是在 %1</translation>
    </message>
    <message>
        <source>Perhaps held by %1 since %2, for at least %3</source>
        <translation>可能由 %1 从 %2 起持有，至少 %3</translation>
    </message>
    <message>
        <source>Verdict: %1</source>
        <translation>判定：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::RecordedServers</name>
    <message>
        <source>Health at %1</source>
        <translation>%1 的健康状况</translation>
    </message>
    <message>
        <source>Report sections</source>
        <translation>报告的各部分</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Reading the recording…</source>
        <translation>正在读取录制…</translation>
    </message>
    <message>
        <source>Not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>The recording does not contain this for this time or earlier. Earlier versions do not record it.</source>
        <translation>录制中没有此刻或之前的这项内容。早期版本不记录它。</translation>
    </message>
    <message>
        <source>Last known at %1. Nothing was recorded at %2; it may have changed.</source>
        <translation>%1 时最后已知。%2 时没有记录，情况可能已变。</translation>
    </message>
    <message>
        <source>As recorded at %1</source>
        <translation>%1 时的记录</translation>
    </message>
    <message>
        <source>Nothing found that makes locks unsafe</source>
        <translation>未发现危及锁的问题</translation>
    </message>
    <message>
        <source>the reason is not recorded</source>
        <translation>未记录原因</translation>
    </message>
</context>
<context>
    <name>lockscope::RecordingDrop</name>
    <message>
        <source>Open recording</source>
        <translation>打开录制</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Recordings (*.lockscope *.lockscope.* *.sqlite)</source>
        <translation>录制 (*.lockscope *.lockscope.* *.sqlite)</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>还没有</translation>
    </message>
</context>
<context>
    <name>lockscope::RecordingWindow</name>
    <message>
        <source>%1: recording — Lockscope</source>
        <translation>%1：录制 — Lockscope</translation>
    </message>
    <message>
        <source>Opening the recording…</source>
        <translation>正在打开录制…</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Contention</source>
        <translation>争用</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Show the whole recording</source>
        <translation>显示整个录制</translation>
    </message>
    <message>
        <source>&amp;Recording</source>
        <translation>录制(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Open recording…</source>
        <translation>打开录制(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Playback</source>
        <translation>回放(&amp;P)</translation>
    </message>
    <message>
        <source>Go to the &amp;filter</source>
        <translation>转到筛选(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Clear</source>
        <translation>清除(&amp;C)</translation>
    </message>
    <message>
        <source>Clear the selection, then the filter</source>
        <translation>先清除选择，再清除筛选</translation>
    </message>
    <message>
        <source>No further change in this direction</source>
        <translation>这个方向上没有更多这样的变化</translation>
    </message>
    <message>
        <source>Lockscope</source>
        <translation>Lockscope</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Nothing is recorded yet</source>
        <translation>还没有任何记录</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>time, lock</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Com&amp;pare…</source>
        <translation>比较(&amp;P)…</translation>
    </message>
    <message>
        <source>Compare two periods of the recording, or two recordings</source>
        <translation>比较录制中的两个时段，或两份录制</translation>
    </message>
    <message>
        <source>&amp;Share…</source>
        <translation>分享(&amp;S)…</translation>
    </message>
    <message>
        <source>Save a copy for others, without names</source>
        <translation>保存一份供他人使用、不含名称的副本</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>Incident</source>
        <translation>事故</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>A part of the recording is missing</source>
        <translation>录制的一部分缺失</translation>
    </message>
    <message>
        <source>&amp;Health at this moment…</source>
        <translation>此刻的健康状况(&amp;H)…</translation>
    </message>
    <message>
        <source>Show what made locks unsafe at this moment, and the servers</source>
        <translation>显示此刻使锁不安全的问题和服务器</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Help for recordings</source>
        <translation>关于录制的帮助(&amp;H)</translation>
    </message>
    <message>
        <source>play-a-recording</source>
        <comment>its heading in the guide, in lower case, with hyphens</comment>
        <translation>播放录制</translation>
    </message>
    <message>
        <source>&amp;Open another…</source>
        <translation>打开其他文件(&amp;O)…</translation>
    </message>
    <message>
        <source>Blocking</source>
        <translation>阻塞</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Not all locks were observed then</source>
        <translation>当时并非所有锁都在观察中</translation>
    </message>
    <message>
        <source>Too many locks at this moment</source>
        <translation>这一时刻的锁太多</translation>
    </message>
    <message>
        <source>The verdicts of this time are not recorded</source>
        <translation>记录中没有这段时间的判定</translation>
    </message>
</context>
<context>
    <name>lockscope::RedLockModel</name>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Quorum</source>
        <translation>多数派</translation>
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
    <message>
        <source>Restarted since the lock was acquired: it may have lost it</source>
        <translation>在获取锁之后重启过：可能已丢失该锁</translation>
    </message>
    <message>
        <source>How long the majority lasts, after clock drift</source>
        <translation>扣除时钟漂移后，多数派还能维持多久</translation>
    </message>
    <message>
        <source>Nodes that agree on the owner</source>
        <translation>认同同一持有者的节点</translation>
    </message>
    <message>
        <source>Expires in %1</source>
        <translation>%1后过期</translation>
    </message>
    <message>
        <source>How many more nodes can be lost</source>
        <translation>还可以失去多少个节点</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>lockscope::RedLockView</name>
    <message>
        <source>Locks of the RedLock group, one column per node</source>
        <translation>RedLock 组中的锁，每个节点一列</translation>
    </message>
    <message>
        <source>No locks in this group yet</source>
        <translation>此组还没有锁</translation>
    </message>
    <message>
        <source>A lock on any node appears here, with its state on each node.</source>
        <translation>任一节点上出现的锁都会显示在此处，并附上它在各节点上的状态。</translation>
    </message>
</context>
<context>
    <name>lockscope::RedisSemaphore</name>
    <message>
        <source>Semaphore (redis-semaphore)</source>
        <translation>信号量（redis-semaphore）</translation>
    </message>
    <message>
        <source>a permit of this kind is never renewed: it does not expire</source>
        <translation>这种许可从不续期：它不会过期</translation>
    </message>
    <message>
        <source>Puts every token of the hash back into the list of free ones, and deletes the hash</source>
        <translation>把哈希中的每个令牌放回空闲列表，并删除哈希</translation>
    </message>
    <message>
        <source>Tokens are kept in a list; a client moves one into a hash, with the time, and returns it at the end. Nothing expires: a client that dies keeps its token, or loses it between list and hash, until another client returns it.</source>
        <translation>令牌放在列表里；客户端把一个移入哈希并记下时间，用完归还。没有任何东西会过期：客户端崩溃后它的令牌仍被占着，或在列表与哈希之间丢失，直到有人代为归还。</translation>
    </message>
    <message>
        <source>Keys named SEMAPHORE:…:GRABBED and :AVAILABLE, as created by the Ruby gem redis-semaphore</source>
        <translation>名为 SEMAPHORE:…:GRABBED 和 :AVAILABLE 的键，Ruby 库 redis-semaphore 就是这样写的</translation>
    </message>
    <message>
        <source>Token %1 was acquired at %2</source>
        <translation>令牌 %1 取走于 %2</translation>
    </message>
    <message>
        <source>A token identifies neither machine nor process, and goes to another client next time</source>
        <translation>令牌不标识机器和进程，下一次会发给别的客户端</translation>
    </message>
    <message>
        <source>No token is left, free or held: clients that died between list and hash lost them</source>
        <translation>没有令牌了，既无空闲也无持有：在列表与哈希之间崩溃的客户端丢失了它们</translation>
    </message>
    <message>
        <source>It has no expiry: a client that died keeps its token</source>
        <translation>没有过期时间：崩溃的持有者仍占着令牌</translation>
    </message>
    <message>
        <source>Waiters block in BLPOP on the list of free tokens and cannot be seen</source>
        <translation>等待者以 BLPOP 阻塞在空闲令牌的列表上，无法看到</translation>
    </message>
    <message>
        <source>a semaphore of this kind is identified by its key SEMAPHORE:name:GRABBED</source>
        <translation>这种信号量以它的键 SEMAPHORE:name:GRABBED 为准</translation>
    </message>
    <message>
        <source>use that name</source>
        <translation>请使用这样的名称</translation>
    </message>
    <message>
        <source>release it when it is no longer needed</source>
        <translation>不再需要时请释放</translation>
    </message>
    <message>
        <source>an expiry would delete the tokens with the key: the semaphore would lose them</source>
        <translation>过期会把令牌连同键一起删除：信号量将永远失去它们</translation>
    </message>
    <message>
        <source>return the token with remove-share or force-release</source>
        <translation>请用“移除持有者”或“强制释放”归还令牌</translation>
    </message>
    <message>
        <source>its waiters block on the list of free tokens</source>
        <translation>等待者阻塞在空闲令牌的列表上</translation>
    </message>
    <message>
        <source>Removes a free token from the list, %1 itself if it is there</source>
        <translation>从列表取出一个空闲令牌；如果 %1 在其中就取它</translation>
    </message>
    <message>
        <source>Writes %1 into the hash with the server&apos;s time: from now on, the token has that name</source>
        <translation>把 %1 连同服务器时间写入哈希：从现在起令牌就叫这个名字</translation>
    </message>
    <message>
        <source>If no token is free, changes nothing; a missing semaphore is not created</source>
        <translation>如果没有空闲令牌，不做任何改动；不存在的信号量不会创建</translation>
    </message>
    <message>
        <source>It does not expire: it stays held until it is released</source>
        <translation>它不会过期：一直被持有，直到释放</translation>
    </message>
    <message>
        <source>Removes %1 from the hash and puts it at the front of the list of free tokens</source>
        <translation>从哈希取出 %1，放到空闲令牌列表的最前面</translation>
    </message>
    <message>
        <source>This wakes one of the clients that block on the list</source>
        <translation>这会唤醒一个阻塞在列表上的客户端</translation>
    </message>
    <message>
        <source>This wakes as many of the clients that block on the list</source>
        <translation>这会唤醒同样多的阻塞在列表上的客户端</translation>
    </message>
    <message>
        <source>A holder that is alive returns its token again, and the semaphore then has one too many: make sure that it is dead</source>
        <translation>活着的持有者会再归还一次令牌，信号量从此多出一个：请确认它已死</translation>
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
    <message numerus="yes">
        <source>%n hold(s): the owner must release it that many times</source>
        <translation>
            <numerusform>重入 %n 次：持有者必须释放同样多次</numerusform>
        </translation>
    </message>
    <message>
        <source>Sets the expiry to %1 from now</source>
        <translation>把过期时间设为从现在起 %1</translation>
    </message>
    <message>
        <source>If %1 holds the lock, sets the expiry to %2 from now</source>
        <translation>如果由 %1 持有，把过期时间设为从现在起 %2</translation>
    </message>
    <message numerus="yes">
        <source>and only with %n hold(s), as shown</source>
        <translation>
            <numerusform>并且重入次数仍为所显示的 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Deletes the lock, with all holds of its owner</source>
        <translation>删除锁，连同持有者的全部重入</translation>
    </message>
    <message>
        <source>Only if %1 still holds it</source>
        <translation>仅当仍由 %1 持有</translation>
    </message>
    <message>
        <source>Makes the lock expire in %1, if it has no expiry or a later one</source>
        <translation>若锁没有过期时间或过期更晚，让它在 %1后过期</translation>
    </message>
    <message>
        <source>An earlier expiry stays as it is</source>
        <translation>更早的过期时间保持不变</translation>
    </message>
    <message>
        <source>Reentrant lock (Redisson)</source>
        <translation>可重入锁（Redisson）</translation>
    </message>
    <message>
        <source>use force-release</source>
        <translation>请用“强制释放”</translation>
    </message>
    <message>
        <source>With the last hold: deletes the lock</source>
        <translation>若是最后一次持有：删除锁</translation>
    </message>
    <message>
        <source>A holder that does not renew it loses the lock while it works</source>
        <translation>不续期的持有者会在工作中途失去锁</translation>
    </message>
    <message>
        <source>Acquired in Redisson transaction %1</source>
        <translation>在 Redisson 事务 %1 中获取</translation>
    </message>
    <message>
        <source>It has no expiry. Redisson always sets one: another program removed it, or created this key</source>
        <translation>它没有过期时间。Redisson 总会设置：要么被别的程序去掉了，要么这个键是别的程序写的</translation>
    </message>
    <message>
        <source>Redisson&apos;s spin, fenced and non-reentrant locks, and a fair lock without waiters, look the same and are released the same way</source>
        <translation>Redisson 的自旋锁、栅栏锁、不可重入锁以及没有等待者的公平锁看起来都一样，释放方式也相同</translation>
    </message>
    <message>
        <source>If the lock is free or already held by %1, adds one hold</source>
        <translation>如果锁空闲或已由 %1 持有，重入次数加一</translation>
    </message>
    <message>
        <source>If another owner holds it, changes nothing and reports the owner and the remaining time</source>
        <translation>如果由其他持有者持有，不做任何改动，并报告持有者和剩余时间</translation>
    </message>
    <message>
        <source>Otherwise changes nothing; a missing lock is not created again</source>
        <translation>否则不做任何改动；已不存在的锁不会重新创建</translation>
    </message>
    <message>
        <source>Removes one hold of %1; if holds are left, sets the expiry to %2 and stops there</source>
        <translation>从 %1 减去一次持有；若还有剩余，把过期时间设为 %2后结束</translation>
    </message>
    <message>
        <source>With the last hold: publishes %1 on %2, so that a waiter retries, then deletes the lock</source>
        <translation>若是最后一次：在 %2 上发布 %1，让一个等待者重试，然后删除锁</translation>
    </message>
    <message>
        <source>If another owner holds it, changes nothing and reports the owner</source>
        <translation>如果由其他持有者持有，不做任何改动，并报告持有者</translation>
    </message>
    <message>
        <source>Continues only if %1 still holds it</source>
        <translation>仅当仍由 %1 持有时才继续</translation>
    </message>
    <message>
        <source>Publishes %1 on %2, so that waiters retry immediately</source>
        <translation>在 %2 上发布 %1，让等待者立即重试</translation>
    </message>
    <message>
        <source>Redisson reuses owner ids: a lock that the same thread released and acquired again looks the same</source>
        <translation>Redisson 会重复使用持有者标识：同一线程释放后又获取的锁看起来完全一样</translation>
    </message>
    <message>
        <source>If it is a fair lock, its waiters listen on their own channels and are not woken by this</source>
        <translation>如果是公平锁，等待者各自监听自己的频道，不会因此被唤醒</translation>
    </message>
    <message>
        <source>No owner is compared: any current holder loses it</source>
        <translation>不比较持有者：无论当时由谁持有都会失去它</translation>
    </message>
    <message>
        <source>Publishes %1 on %2: one waiter of each client retries</source>
        <translation>在 %2 上发布 %1：每个客户端有一个等待者会重试</translation>
    </message>
    <message>
        <source>Changes nothing: a waiter that still finds the lock held waits again</source>
        <translation>不做任何改动：等待者若发现锁仍被持有，会继续等待</translation>
    </message>
    <message>
        <source>An expiry notifies no client: waiters learn of it when the time they last read has passed</source>
        <translation>过期不通知客户端：等待者要等到上次读到的时间用完才会知道</translation>
    </message>
    <message>
        <source>Retries at each message on %1, for at most %2</source>
        <translation>每次收到 %1 上的消息都重试，最长 %2</translation>
    </message>
    <message>
        <source>Then sets the expiry again every %1 while this program runs</source>
        <translation>之后在本程序运行期间，每 %1 重新设置一次过期时间</translation>
    </message>
    <message>
        <source>A hash whose one field is the owner (client and thread) and whose value is its hold count; a watchdog in the client renews the 30 s lease every 10 s. If the client dies, the lock ends with its lease; a client that is only paused may lose the lock without noticing.</source>
        <translation>哈希，唯一的字段是持有者（客户端和线程），值记录它获取了多少次；客户端里的看门狗每 10 秒续期 30 秒的租约。客户端崩溃后锁随租约结束；客户端若只是停顿，可能毫无察觉地失去锁。</translation>
    </message>
    <message>
        <source>this lock has one holder and no shares</source>
        <translation>这把锁只有一个持有者，不能单独移除一部分</translation>
    </message>
    <message>
        <source>It has neither a queue of waiters nor a fencing token: it may also be a spin lock, a non-reentrant lock, or a fair lock without waiters. They look the same and are released the same way</source>
        <translation>旁边既没有等待队列，也没有栅栏令牌：它也可能是自旋锁、不可重入锁，或没有人等待的公平锁。它们看起来都一样，释放方式也相同</translation>
    </message>
    <message>
        <source>If the lock is free, makes %1 its holder; not even that owner gets it twice</source>
        <translation>如果锁空闲，让 %1 成为持有者；连它自己也不能再次获取</translation>
    </message>
    <message>
        <source>Retries for at most %1</source>
        <translation>重试，最长 %1</translation>
    </message>
    <message>
        <source>Does not touch Redisson&apos;s unlock latches, fencing tokens or other waiters</source>
        <translation>不动 Redisson 的解锁闩锁、栅栏令牌和其他等待者</translation>
    </message>
    <message>
        <source>The key does not exist: the lock is free. A client listens on %1, where its waiters are notified</source>
        <translation>键不存在：锁空闲。有客户端在 %1 上监听，等待者在那里收到通知</translation>
    </message>
    <message>
        <source>The old holder&apos;s code keeps running and is not notified</source>
        <translation>原持有者的代码会继续运行，也不会收到通知</translation>
    </message>
    <message>
        <source>Drops waiters for which no client listens, if still none does: %1</source>
        <translation>移除没有客户端在监听的等待者，前提是仍然没有：%1</translation>
    </message>
    <message>
        <source>If it has a queue of waiters (a fair lock): drops waiters from its head whose deadline has passed, and notifies them and the next one, each on its own channel</source>
        <translation>如果有等待者队列（公平锁）：从队首移除期限已过的等待者，并在各自的频道上通知它们和下一个等待者</translation>
    </message>
    <message>
        <source>Notifies waiters that listen but are not in the queue, or have no deadline there, on %1</source>
        <translation>通知正在监听但不在队列中、或在队列中没有期限的等待者，频道：%1</translation>
    </message>
    <message>
        <source>Acquired with Lockscope (lockscope-cli or the desktop program), as the owner id shows: no Redisson client holds it</source>
        <translation>所有者 ID 表明它是用 Lockscope（lockscope-cli 或桌面程序）获取的：没有 Redisson 客户端持有它</translation>
    </message>
</context>
<context>
    <name>lockscope::ReopenStack</name>
    <message>
        <source>Reo&amp;pen %1</source>
        <translation>重新打开%1(&amp;P)</translation>
    </message>
    <message>
        <source>Reo&amp;pen closed view</source>
        <translation>重新打开关闭的视图(&amp;P)</translation>
    </message>
    <message>
        <source>No view was closed</source>
        <translation>没有已关闭的视图</translation>
    </message>
</context>
<context>
    <name>lockscope::RequestedLock</name>
    <message>
        <source>You specified keys with this name. Lockscope assumes that it is a lock: its value may be one, but its name does not suggest it</source>
        <translation>你指定了这个名称的键，Lockscope 假定它是锁：它的值可能是锁，但名称看不出来</translation>
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
        <source>unknown</source>
        <comment>name of the user</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>Permission</source>
        <translation>权限</translation>
    </message>
</context>
<context>
    <name>lockscope::RightsView</name>
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
    <message>
        <source>Minimum permissions for Lockscope</source>
        <translation>Lockscope 所需的最小权限</translation>
    </message>
    <message>
        <source>Permissions, one column per node</source>
        <translation>权限，每个节点一列</translation>
    </message>
    <message>
        <source>Replace PASSWORD and run it on each server. It creates a user that may see locks and change nothing, because this connection is read-only.</source>
        <translation>替换 PASSWORD 后在每台服务器上执行。它会创建一个只能查看锁、不能做任何更改的用户，因为此连接为只读。</translation>
    </message>
    <message>
        <source>Replace PASSWORD and run it on each server. It creates a user that may see and change the locks of this connection&apos;s patterns, and nothing else.</source>
        <translation>替换 PASSWORD 后在每台服务器上执行。它会创建一个只能查看和更改此连接的匹配模式所匹配的锁的用户，没有其他权限。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln permission(s) denied to this user</source>
        <translation>
            <numerusform>该用户有 %Ln 项权限被拒绝</numerusform>
        </translation>
    </message>
    <message>
        <source>This user has all permissions that Lockscope can use</source>
        <translation>该用户拥有 Lockscope 可用的全部权限</translation>
    </message>
    <message>
        <source>No permission is denied, but not all are known</source>
        <translation>没有被拒绝的权限，但有的未知</translation>
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
        <source>Key %1 is missing</source>
        <translation>缺少键 %1</translation>
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
        <source>The other two were not read: whether the owner has a majority is unknown</source>
        <translation>另外两个没有读取：不知道持有者是否拥有多数</translation>
    </message>
    <message>
        <source>%1 of 3 keys have this owner; 2 hold the lock</source>
        <translation>3 个键中有 %1 个属于该持有者；有 2 个即持有锁</translation>
    </message>
    <message>
        <source>That is not a majority: the owner is shown as the holder because its key is there, but it may just be acquiring the lock, or hold it no longer</source>
        <translation>这不是多数：因为该所有者的键还在，所以显示为持有者，但它可能正在获取锁，也可能已不再持有</translation>
    </message>
    <message>
        <source>Key %1 has another owner</source>
        <translation>键 %1 属于另一个持有者</translation>
    </message>
    <message>
        <source>Holder and waiters track the keys by client-side caching: the server notifies them of each change. The number of waiters is unknown</source>
        <translation>持有者和等待者通过客户端缓存跟踪这些键：每次变化服务器都会通知它们。等待者数量未知</translation>
    </message>
    <message>
        <source>Otherwise changes nothing and reports the owner of most of them</source>
        <translation>否则不做任何改动，并报告拥有其中最多的持有者</translation>
    </message>
    <message>
        <source>Retries several times a second, for at most %1</source>
        <translation>每秒重试数次，最长 %1</translation>
    </message>
    <message>
        <source>Then sets the expiry again every %1 while this program runs</source>
        <translation>之后在本程序运行期间，每 %1 重新设置一次过期时间</translation>
    </message>
    <message>
        <source>If two of the three keys have the owner %1, sets their expiry to %2 from now</source>
        <translation>如果三个键中有两个属于 %1，把它们的过期时间设为从现在起 %2</translation>
    </message>
    <message>
        <source>Otherwise changes nothing; a missing key is not created again</source>
        <translation>否则不做任何改动；已不存在的键不会重新创建</translation>
    </message>
    <message>
        <source>Deletes those of the three keys that have the owner %1</source>
        <translation>删除三个键中属于 %1 的那些</translation>
    </message>
    <message>
        <source>The server notifies the waiters by itself</source>
        <translation>服务器会自己通知等待者</translation>
    </message>
    <message>
        <source>If no owner has more of the three keys than %1, deletes its keys</source>
        <translation>如果没有持有者拥有的键比 %1 多，删除它的键</translation>
    </message>
    <message>
        <source>Otherwise changes nothing and reports the holder</source>
        <translation>否则不做任何改动，并报告持有者</translation>
    </message>
    <message>
        <source>Deletes the three keys, for any holder, if they are short strings</source>
        <translation>只要是短字符串，无论由谁持有都删除这三个键</translation>
    </message>
    <message>
        <source>No owner is compared: any current holder loses it</source>
        <translation>不比较持有者：无论当时由谁持有都会失去它</translation>
    </message>
    <message>
        <source>Only those of the three keys that have the owner %1</source>
        <translation>仅限三个键中属于 %1 的那些</translation>
    </message>
    <message>
        <source>Makes them expire in %1, if they have no expiry or a later one</source>
        <translation>若没有过期时间或过期更晚，让它们在 %1后过期</translation>
    </message>
    <message>
        <source>the server itself notifies the waiters of a rueidislock lock when a key is gone</source>
        <translation>键消失时，服务器自己会通知 rueidislock 锁的等待者</translation>
    </message>
    <message>
        <source>no wake-up is needed</source>
        <translation>无需唤醒</translation>
    </message>
    <message>
        <source>In a cluster, the three keys are usually in different slots: there, the server refuses to act on all of them in one step</source>
        <translation>在集群中这三个键多半位于不同的槽：服务器会拒绝一步处理它们</translation>
    </message>
    <message>
        <source>Three strings with one random value; a client with two of them holds the lock and extends their 5 s expiry every 2.5 s. With KeyMajority 1, there is one string. The server notifies holder and waiters when a key is gone, so a holder that loses the lock learns of it immediately.</source>
        <translation>三个字符串，值是同一个随机值；拥有其中两个的客户端持有锁，并每 2.5 秒延长 5 秒的过期时间。KeyMajority 为 1 时只有一个字符串。键一消失，服务器就通知持有者和等待者，所以失去锁的持有者立即得知。</translation>
    </message>
    <message>
        <source>The other two are missing: with KeyMajority 1, this key alone is the lock. If three keys are used, this is not a majority: its owner may just be acquiring the lock, or hold it no longer</source>
        <translation>另外两个键不存在：KeyMajority 为 1 时，仅此一个键就是锁。如果使用三个键，则这不是多数：其所有者可能正在获取锁，也可能已不再持有</translation>
    </message>
    <message>
        <source>If the first key and another of the three do not exist, writes the owner %1 into those, with an expiry of %2</source>
        <translation>如果三个键中第一个和另外至少一个不存在，在不存在的键中写入持有者 %1，过期时间 %2</translation>
    </message>
    <message>
        <source>Code of the old holder that ignores its context keeps running. Without client-side caching, it learns of this only within half a lease</source>
        <translation>原持有者的代码若不理会其 context，会继续运行。没有客户端缓存时，它最长要过半个租约才会得知</translation>
    </message>
</context>
<context>
    <name>lockscope::RuleDialog</name>
    <message>
        <source>&amp;Key</source>
        <translation>键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Pattern</source>
        <translation>匹配模式(&amp;P)</translation>
    </message>
    <message>
        <source>K&amp;ind</source>
        <translation>类型(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>C&amp;hannel</source>
        <translation>频道(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Message</source>
        <translation>消息(&amp;M)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
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
        <source>Keys that are not locks</source>
        <translation>不是锁的键</translation>
    </message>
    <message>
        <source>A rule tells Lockscope which keys are locks, and how to read them. It takes precedence over what Lockscope would guess.</source>
        <translation>规则告诉 Lockscope 哪些键是锁，以及如何读取。它优先于 Lockscope 自己的猜测。</translation>
    </message>
    <message>
        <source>Exact name of an example key</source>
        <translation>示例键的确切名称</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Matching keys; * matches anything</source>
        <translation>匹配的键；* 匹配任意内容</translation>
    </message>
    <message>
        <source>What these keys are</source>
        <translation>这样的键是什么</translation>
    </message>
    <message>
        <source>a custom kind</source>
        <translation>自定义类型</translation>
    </message>
    <message>
        <source>Name of the kind in lists and filters, such as billing-lock</source>
        <translation>该类型在列表和筛选中的名称，如 billing-lock</translation>
    </message>
    <message>
        <source>&amp;Owner field</source>
        <translation>持有者字段(&amp;O)</translation>
    </message>
    <message>
        <source>Where the key stores the owner id</source>
        <translation>键中存放持有者标识的位置</translation>
    </message>
    <message>
        <source>Co&amp;unt field</source>
        <translation>次数字段(&amp;C)</translation>
    </message>
    <message>
        <source>Where the key stores the hold count</source>
        <translation>键中存放重入次数的位置</translation>
    </message>
    <message>
        <source>&amp;Expiry field</source>
        <translation>过期时间字段(&amp;E)</translation>
    </message>
    <message>
        <source>Where the key stores when the lock expires</source>
        <translation>键中存放锁何时过期的位置</translation>
    </message>
    <message>
        <source>Unit of that time, counted since 1970</source>
        <translation>该时间自 1970 年起计的单位</translation>
    </message>
    <message>
        <source>Where waiters listen; {key} is the name of the lock</source>
        <translation>等待者监听的频道；{key} 为锁的名称</translation>
    </message>
    <message>
        <source>What to publish to wake waiters</source>
        <translation>为唤醒等待者而发布的内容</translation>
    </message>
    <message>
        <source>&amp;Save rule</source>
        <translation>保存规则(&amp;S)</translation>
    </message>
    <message>
        <source>This rule cannot be saved</source>
        <translation>此规则无法保存</translation>
    </message>
    <message>
        <source>Fix the rules file first</source>
        <translation>请先修正规则文件</translation>
    </message>
    <message>
        <source>With this rule, the key above is not a lock: %1</source>
        <translation>按此规则，上面的键不是锁：%1</translation>
    </message>
    <message>
        <source>no owner named</source>
        <translation>没有指明持有者</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln hold(s)</source>
        <translation>
            <numerusform>%1，%Ln 次持有</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more holder(s)</source>
        <translation>
            <numerusform>另有 %Ln 个持有者</numerusform>
        </translation>
    </message>
    <message>
        <source>expires in %1</source>
        <translation>%1后过期</translation>
    </message>
    <message>
        <source>no expiry</source>
        <translation>没有过期时间</translation>
    </message>
    <message numerus="yes">
        <source>%Ln permit(s) available</source>
        <translation>
            <numerusform>可用许可 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>waiters are notified on %1</source>
        <translation>在 %1 上通知等待者</translation>
    </message>
    <message>
        <source>With this rule, the key above is a lock without a visible holder</source>
        <translation>按此规则，上面的键是锁，但看不出持有者</translation>
    </message>
    <message>
        <source>With this rule, the key above is a lock, held by</source>
        <translation>按此规则，上面的键是锁，持有者为</translation>
    </message>
    <message>
        <source>This server has no such key</source>
        <translation>此服务器上没有这个键</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>Ignore these keys, whatever they look like</source>
        <translation>忽略这些键，不论它们看起来像什么</translation>
    </message>
    <message>
        <source>With this rule, keys like the one above are not locks</source>
        <translation>按此规则，像上面这样的键不是锁</translation>
    </message>
    <message>
        <source>Make rule from this key</source>
        <translation>从此键创建规则</translation>
    </message>
    <message numerus="yes">
        <source>Hides %1 of %Ln listed lock(s)</source>
        <translation>
            <numerusform>隐藏列表中 %Ln 把锁里的 %1 把</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of them critical</source>
        <translation>其中 %1 把为严重</translation>
    </message>
    <message>
        <source>%1 of them with a warning</source>
        <translation>其中 %1 把有警告</translation>
    </message>
</context>
<context>
    <name>lockscope::RuleFormat</name>
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
        <source>use force-release</source>
        <translation>请用“强制释放”</translation>
    </message>
    <message>
        <source>use force-release to end all holds</source>
        <translation>请用“强制释放”结束全部持有</translation>
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
        <source>use force-release: it removes the lock&apos;s own fields only</source>
        <translation>请用“强制释放”：它只移除锁自己的字段</translation>
    </message>
    <message>
        <source>Sets the expiry of the key to %1 from now; if it has other holders, only if it expires before that</source>
        <translation>把键的过期时间设为从现在起 %1；如果还有其他持有者，只在键会更早过期时才设</translation>
    </message>
    <message>
        <source>Sets the expiry of the key to %1 from now</source>
        <translation>把键的过期时间设为从现在起 %1</translation>
    </message>
    <message>
        <source>Makes the key expire in %1, if it has no expiry or a later one</source>
        <translation>若键没有过期时间或过期更晚，让它在 %1后过期</translation>
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
        <source>Your own kind, described by a rule in rules.json. What else its clients do is unknown.</source>
        <translation>你自定义的类型，由 rules.json 中的规则描述。它的客户端还会做什么未知。</translation>
    </message>
    <message>
        <source>One of your rules says that keys like this one are of the kind %1</source>
        <translation>你的一条规则说明：这样的键属于类型 %1</translation>
    </message>
    <message>
        <source>It records no owner: its holder is unknown</source>
        <translation>它不记录持有者：由谁持有未知</translation>
    </message>
    <message>
        <source>No channel is specified: its waiters poll, or are unknown</source>
        <translation>没有指定频道：等待者轮询，或未知</translation>
    </message>
    <message>
        <source>what clients of the kind %1 write to acquire a lock is unknown</source>
        <translation>类型 %1 的客户端获取锁时写入什么未知</translation>
    </message>
    <message>
        <source>only a rule whose whole string is the owner, with an expiry, says enough for that</source>
        <translation>只有“整个字符串就是持有者、并带过期时间”的规则才说明得足够</translation>
    </message>
    <message>
        <source>a lock of this kind has one holder and no shares</source>
        <translation>这种锁只有一个持有者，不能单独移除一部分</translation>
    </message>
    <message>
        <source>a lock of this kind records no owner to release it</source>
        <translation>这种锁没有记录可供归还的持有者</translation>
    </message>
    <message>
        <source>its count is inside the value, which only its own clients can rewrite</source>
        <translation>它的次数写在值里面，只有它自己的客户端才能改写</translation>
    </message>
    <message>
        <source>Continues only if %1 is a holder; otherwise changes nothing and reports the holder</source>
        <translation>仅当 %1 是持有者时才继续；否则不做任何改动，并报告持有者</translation>
    </message>
    <message numerus="yes">
        <source>Continues only if it is held by the %n holder(s) shown, with the counts shown</source>
        <translation>
            <numerusform>仅当由所显示的 %n 个持有者持有、且次数相同时才继续</numerusform>
        </translation>
    </message>
    <message>
        <source>With more than one hold: decrements the count and stops there</source>
        <translation>若持有不止一次：次数减一后结束</translation>
    </message>
    <message>
        <source>Publishes %1 on %2, so that waiters retry</source>
        <translation>在 %2 上发布 %1，让等待者重试</translation>
    </message>
    <message>
        <source>Deletes the key with all its contents</source>
        <translation>删除键及其全部内容</translation>
    </message>
    <message>
        <source>It is your own kind: what else its clients do is unknown</source>
        <translation>这是你自定义的类型：它的客户端还会做什么未知</translation>
    </message>
    <message>
        <source>The old holder&apos;s code keeps running and is not notified</source>
        <translation>原持有者的代码会继续运行，也不会收到通知</translation>
    </message>
    <message>
        <source>No owner is compared: any current holder loses it</source>
        <translation>不比较持有者：无论当时由谁持有都会失去它</translation>
    </message>
    <message>
        <source>its end is inside the value, which only its own clients can rewrite</source>
        <translation>它的结束时刻写在值里面，只有它自己的客户端才能改写</translation>
    </message>
    <message>
        <source>the hash contains more than the lock: an expiry would remove all of it</source>
        <translation>哈希里不只有锁：过期会把它全部带走</translation>
    </message>
    <message>
        <source>Continues only if %1 is a holder</source>
        <translation>仅当 %1 是持有者时才继续</translation>
    </message>
    <message>
        <source>Writes its end again, %1 from now by the server&apos;s clock, at %2</source>
        <translation>在 %2 处重新写入结束时刻：按服务器时钟从现在起 %1</translation>
    </message>
    <message>
        <source>The key expires with all its holders</source>
        <translation>键会连同它的所有持有者一起过期</translation>
    </message>
    <message>
        <source>A live holder may extend it again; one that does not loses the lock while it works</source>
        <translation>活着的持有者可能再次续期；不续期的持有者会在工作中途失去锁</translation>
    </message>
    <message>
        <source>the rule of the kind %1 has no channel</source>
        <translation>类型 %1 的规则没有频道</translation>
    </message>
    <message>
        <source>It can be of the kind %1, described by one of your rules</source>
        <translation>它可以是 %1 类型，你的一条规则描述了该类型</translation>
    </message>
    <message numerus="yes">
        <source>%n expired permit(s): no longer held, but kept until removed</source>
        <translation>
            <numerusform>%n 个许可已过期：不再被持有，但会保留到被移除</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::RuledFamily</name>
    <message>
        <source>One of your rules says that keys like this one are of the kind %1</source>
        <translation>你的一条规则说明：这样的键属于类型 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::RulesDialog</name>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Your rules for keys. The first match wins. If you remove a rule, Lockscope detects the kind of its keys again.</source>
        <translation>你为键设置的规则，首个匹配的生效。移除规则后，Lockscope 会重新识别这些键。</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>匹配模式</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>not a lock</source>
        <translation>不是锁</translation>
    </message>
    <message>
        <source>%1 has an error</source>
        <translation>%1 有错误</translation>
    </message>
    <message>
        <source>There are no rules</source>
        <translation>没有规则</translation>
    </message>
    <message>
        <source>The rules were changed meanwhile. Select the rule and remove it again.</source>
        <translation>规则在此期间已更改。请重新选中规则再移除。</translation>
    </message>
</context>
<context>
    <name>lockscope::RwLock</name>
    <message>
        <source>Read-write lock (Redisson)</source>
        <translation>读写锁（Redisson）</translation>
    </message>
    <message>
        <source>A hash with a mode and fields named like Redisson owners (uuid:thread): Redisson&apos;s read-write lock</source>
        <translation>哈希，带有模式，以及形如 Redisson 持有者（uuid:线程）的字段：Redisson 的读写锁</translation>
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
        <source>Held by many readers or one writer; each read hold has its own expiry, which a watchdog in the client renews. Before Redisson 4.4.0, the watchdog of one reader also keeps dead readers alive, so writers may wait in vain.</source>
        <translation>由多个读者或一个写者持有；每个读持有各有自己的过期时间，由客户端的看门狗续期。在 Redisson 4.4.0 之前，一个读者的看门狗也会让已死的读者继续存活，写者可能白等。</translation>
    </message>
    <message>
        <source>Held for writing: no other client may read or write</source>
        <translation>以写方式持有：其他客户端既不能读也不能写</translation>
    </message>
    <message numerus="yes">
        <source>Held by %n reader(s): others may read, none may write</source>
        <translation>
            <numerusform>由 %n 个读者持有：其他客户端可以读，都不能写</numerusform>
        </translation>
    </message>
    <message>
        <source>Acquired in Redisson transaction %1</source>
        <translation>在 Redisson 事务 %1 中获取</translation>
    </message>
    <message>
        <source>All holds of that reader have expired: it no longer counts once another one releases</source>
        <translation>该读者的持有都已到期：其他读者一释放，它就不再算数</translation>
    </message>
    <message>
        <source>It has no expiry. Redisson always sets one: another program removed it</source>
        <translation>它没有过期时间。Redisson 总会设置：被别的程序去掉了</translation>
    </message>
    <message>
        <source>The key does not exist: the lock is free. A client listens on %1, where its waiters are notified</source>
        <translation>键不存在：锁空闲。有客户端在 %1 上监听，等待者在那里收到通知</translation>
    </message>
    <message>
        <source>Lockscope writes; holds: %1</source>
        <translation>Lockscope 持有写锁；持有次数：%1</translation>
    </message>
    <message>
        <source>Lockscope reads; holds: %1</source>
        <translation>Lockscope 持有读锁；持有次数：%1</translation>
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
        <source>unknown scenario %1</source>
        <translation>没有场景 %1</translation>
    </message>
    <message>
        <source>available: %1</source>
        <translation>可用：%1</translation>
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
    <message>
        <source>the run is over</source>
        <translation>运行已结束</translation>
    </message>
</context>
<context>
    <name>lockscope::Semaphore</name>
    <message>
        <source>Semaphore (Redisson)</source>
        <translation>信号量（Redisson）</translation>
    </message>
    <message>
        <source>a semaphore records no holder that could be compared</source>
        <translation>信号量没有记录可供比较的持有者</translation>
    </message>
    <message>
        <source>a plain semaphore records no holders, so none can be removed</source>
        <translation>普通信号量不记录持有者，所以没有可移除的</translation>
    </message>
    <message>
        <source>A number of free permits: acquiring one counts it down, releasing one counts it up and notifies the waiters. No holder is recorded, so if a holder dies, its permit is lost until another client releases it.</source>
        <translation>空闲许可的数量：获取时减一，释放时加一并通知等待者。不记录持有者，所以持有者崩溃后许可就丢失了，直到由其他客户端代为释放。</translation>
    </message>
    <message>
        <source>A whole number, as stored by Redisson&apos;s semaphore</source>
        <translation>整数，Redisson 的信号量就是这样保存的</translation>
    </message>
    <message>
        <source>A whole number, and a client waits on %1: Redisson&apos;s semaphore</source>
        <translation>整数，且有客户端在 %1 上等待：Redisson 的信号量</translation>
    </message>
    <message>
        <source>A whole number under a name that suggests a semaphore: only a waiter on its channel could prove it</source>
        <translation>名称表明是信号量的整数：只有在其频道上有等待者才能证实</translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) available</source>
        <translation>
            <numerusform>现在可取 %n 个许可</numerusform>
        </translation>
    </message>
    <message>
        <source>Neither the holders nor the total number of permits are stored</source>
        <translation>持有者和应有的许可总数都没有保存在任何地方</translation>
    </message>
    <message>
        <source>A permit-expirable semaphore looks the same while none of its permits is held</source>
        <translation>可过期许可信号量在没有许可被持有时看起来也是这样</translation>
    </message>
    <message>
        <source>allow any owner</source>
        <translation>请允许任意持有者</translation>
    </message>
    <message>
        <source>a permit of a plain semaphore has no expiry</source>
        <translation>普通信号量的许可没有过期时间</translation>
    </message>
    <message>
        <source>no renewal is needed</source>
        <translation>无需续期</translation>
    </message>
    <message>
        <source>the semaphore itself would expire: its permits would be gone, and its waiters would never be notified</source>
        <translation>过期的会是信号量本身：它的许可会消失，等待者永远不会收到通知</translation>
    </message>
    <message>
        <source>release the lost permits one by one</source>
        <translation>请逐个归还丢失的许可</translation>
    </message>
    <message>
        <source>use release to return one permit</source>
        <translation>用“释放”归还一个许可</translation>
    </message>
    <message>
        <source>If a permit is free, acquires it: decrements the number</source>
        <translation>如果有空闲的许可就取走：数字减一</translation>
    </message>
    <message>
        <source>If none is free, changes nothing; if the permits were never set, there is none to acquire</source>
        <translation>如果没有空闲的，不做任何改动；如果从未设置许可，就没有可取的</translation>
    </message>
    <message>
        <source>Retries at each message on %1, for at most %2</source>
        <translation>每次收到 %1 上的消息都重试，最长 %2</translation>
    </message>
    <message>
        <source>The holder of the permit is not recorded, and it does not return by itself</source>
        <translation>不记录许可的持有者，它也不会自行归还</translation>
    </message>
    <message>
        <source>Publishes the new number of free permits on %1, so that waiters retry</source>
        <translation>在 %1 上发布新的空闲许可数，让等待者重试</translation>
    </message>
    <message>
        <source>Increments the number</source>
        <translation>把数字加一</translation>
    </message>
    <message>
        <source>A semaphore cannot check which client releases: a permit too many stays</source>
        <translation>信号量无法核对由哪个客户端释放：多出的许可会一直存在</translation>
    </message>
    <message>
        <source>Continues only if %1 permits are free, as shown</source>
        <translation>仅当空闲许可仍为所显示的 %1 个时才继续</translation>
    </message>
    <message>
        <source>Releases one permit in place of its holder</source>
        <translation>代替持有者归还一个许可</translation>
    </message>
    <message>
        <source>This cannot be made safe: the holder of a permit is not recorded. If it is alive, it releases the permit again, and the semaphore has one permit too many from then on</source>
        <translation>这无法做到安全：没有任何记录说明由谁持有许可。如果持有者还活着，它会再归还一次，信号量就永远多出一个许可</translation>
    </message>
    <message>
        <source>The old holder&apos;s code keeps running and is not notified</source>
        <translation>原持有者的代码会继续运行，也不会收到通知</translation>
    </message>
    <message>
        <source>If it is a permit-expirable semaphore with no permit held, it gets one too many</source>
        <translation>如果它是没有许可被持有的可过期许可信号量，就会多出一个</translation>
    </message>
    <message>
        <source>If permits are free, publishes their number on %1: as many waiters retry</source>
        <translation>如果有空闲的许可，在 %1 上发布其数量：有多少就有多少等待者重试</translation>
    </message>
    <message>
        <source>If none is free, publishes nothing; changes nothing in either case</source>
        <translation>如果没有空闲的，不发布消息；两种情况下都不做改动</translation>
    </message>
    <message>
        <source>omit the lease</source>
        <translation>省略租约</translation>
    </message>
    <message>
        <source>a semaphore records no holders, so it cannot have this owner</source>
        <translation>信号量不记录持有者，因此不能有这个持有者</translation>
    </message>
    <message>
        <source>omit the owner</source>
        <translation>省略持有者</translation>
    </message>
    <message>
        <source>A client waits on %1, the channel of Redisson&apos;s semaphores</source>
        <translation>有客户端在 %1（Redisson 信号量的频道）上等待</translation>
    </message>
    <message>
        <source>The key does not exist: its permits were never set, or it was deleted. No client gets one until they are set</source>
        <translation>键不存在：从未设置过许可数，或键已被删除。设置之前，客户端得不到许可</translation>
    </message>
    <message>
        <source>A permit-expirable semaphore uses the same channel</source>
        <translation>可过期许可的信号量使用同一频道</translation>
    </message>
</context>
<context>
    <name>lockscope::SentinelRing</name>
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
    <message>
        <source>this server is not a sentinel: connect to it with redis://</source>
        <translation>该服务器不是哨兵：请用 redis:// 连接</translation>
    </message>
    <message>
        <source>this sentinel does not monitor a master named %1</source>
        <translation>该哨兵没有监视名为 %1 的主节点</translation>
    </message>
</context>
<context>
    <name>lockscope::ServerFields</name>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
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
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>K&amp;ind</source>
        <translation>类型(&amp;I)</translation>
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
        <translation>把密码保存到密钥环(&amp;Y)</translation>
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
        <translation>用于未填密码的成员</translation>
    </message>
    <message>
        <source>never saved</source>
        <translation>从不保存</translation>
    </message>
    <message>
        <source>Optional</source>
        <translation>可选</translation>
    </message>
    <message>
        <source>Auto-detect</source>
        <translation>自动检测</translation>
    </message>
    <message>
        <source>only this server</source>
        <translation>仅此服务器</translation>
    </message>
    <message>
        <source>one URL per line: the independent servers of the group</source>
        <translation>每行一个 URL：组内相互独立的服务器</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>传输方式</translation>
    </message>
    <message>
        <source>In the system&apos;s keychain, never in a file of Lockscope</source>
        <translation>保存在系统的密钥环中，不会写入 Lockscope 的文件</translation>
    </message>
    <message>
        <source>of the sentinels, if any</source>
        <translation>哨兵自己的用户名（如果有）</translation>
    </message>
    <message>
        <source>saved in the keychain</source>
        <translation>保存在密钥环中</translation>
    </message>
    <message>
        <source>Fa&amp;llback nodes</source>
        <translation>备用节点(&amp;L)</translation>
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
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>查找设置</translation>
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
    <message>
        <source>No matching settings.</source>
        <translation>没有匹配的设置。</translation>
    </message>
    <message>
        <source>Settings pages</source>
        <translation>设置页面</translation>
    </message>
    <message>
        <source>&amp;Save other pages</source>
        <translation>保存其他页面(&amp;S)</translation>
    </message>
</context>
<context>
    <name>lockscope::SettingsFiles</name>
    <message>
        <source>The rules in %1 are ignored: %2</source>
        <translation>%1 中的规则被忽略：%2</translation>
    </message>
    <message>
        <source>Fix the file and connect again. Lockscope has not changed it.</source>
        <translation>请修正该文件后重新连接；Lockscope 没有改动它。</translation>
    </message>
    <message>
        <source>The settings in %1 are ignored: %2</source>
        <translation>%1 中的设置被忽略：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::ShareDialog</name>
    <message>
        <source>&amp;Replace names by pseudonyms</source>
        <translation>以假名代替名称(&amp;R)</translation>
    </message>
    <message>
        <source>Choose &amp;folder…</source>
        <translation>选择文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>移除(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Save as…</source>
        <translation>另存为(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Share — %1</source>
        <translation>分享 — %1</translation>
    </message>
    <message>
        <source>Open the recording that was written</source>
        <translation>打开写出的录制</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>The whole recording</source>
        <translation>整份录制</translation>
    </message>
    <message>
        <source>What Timeline shows</source>
        <translation>时间线所显示的</translation>
    </message>
    <message>
        <source>From and to</source>
        <translation>起止时间</translation>
    </message>
    <message>
        <source>&amp;Period:</source>
        <translation>时段(&amp;P)：</translation>
    </message>
    <message>
        <source>All locks</source>
        <translation>所有锁</translation>
    </message>
    <message>
        <source>Only %1</source>
        <translation>仅 %1</translation>
    </message>
    <message>
        <source>&amp;Locks:</source>
        <translation>锁(&amp;L)：</translation>
    </message>
    <message>
        <source>Names:</source>
        <translation>名称：</translation>
    </message>
    <message>
        <source>Incident:</source>
        <translation>事故：</translation>
    </message>
    <message>
        <source>&amp;Include the earlier files (%1)</source>
        <translation>包括更早的文件（%1）(&amp;I)</translation>
    </message>
    <message>
        <source>Files:</source>
        <translation>文件：</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Beginning</source>
        <translation>开头</translation>
    </message>
    <message>
        <source>End</source>
        <translation>末尾</translation>
    </message>
    <message>
        <source>A time, such as 14:05, with or without a date</source>
        <translation>时间，例如 14:05，可带日期</translation>
    </message>
    <message>
        <source>The folder of an incident: its files are added to the recording</source>
        <translation>事故包的文件夹：其中的文件会放入录制</translation>
    </message>
    <message>
        <source>Select the folder of an incident</source>
        <translation>选择事故包的文件夹</translation>
    </message>
    <message>
        <source>The file will contain the names of locks, owners, nodes and rules.</source>
        <translation>文件将包含锁、持有者、节点和规则的名称。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 is not a time</source>
        <translation>%1 不是时间</translation>
    </message>
    <message>
        <source>use 14:05, with or without a date</source>
        <translation>请使用 14:05 这样的时间，可带日期</translation>
    </message>
    <message>
        <source>Share recording</source>
        <translation>分享录制</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln events</source>
        <translation>
            <numerusform>%Ln 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln locks</source>
        <translation>
            <numerusform>%Ln 把锁</numerusform>
        </translation>
    </message>
    <message>
        <source>With the names of locks, owners, nodes and rules</source>
        <translation>包含锁、持有者、节点和规则的名称</translation>
    </message>
    <message>
        <source>With the pseudonyms of the recording</source>
        <translation>使用录制中的假名</translation>
    </message>
    <message>
        <source>Without the figures by minute, which cover all locks</source>
        <translation>不含每分钟的数字，它们涵盖所有锁</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was written.</source>
        <translation>已取消。没有写出任何内容。</translation>
    </message>
    <message>
        <source>Locks, owners, nodes and rules get pseudonyms from a random secret that is not kept.
Times, counts and kinds of locks stay.</source>
        <translation>锁、持有者、节点和规则使用假名，假名由不保存的随机密钥生成。
时间、计数和锁的类型保留。</translation>
    </message>
    <message>
        <source>Names replaced by pseudonyms</source>
        <translation>名称已换成假名</translation>
    </message>
    <message numerus="yes">
        <source>With %Ln files of the incident, as saved: they name locks</source>
        <translation>
            <numerusform>含事故包的 %Ln 个文件，保持原样：其中有锁的名称</numerusform>
        </translation>
    </message>
    <message>
        <source>The incident in this recording, unchanged</source>
        <translation>这份录制中的事故包，保持原样</translation>
    </message>
</context>
<context>
    <name>lockscope::ShareRung</name>
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
        <source>Which one</source>
        <translation>移除哪一个</translation>
    </message>
    <message>
        <source>W&amp;hich one</source>
        <translation>移除哪一个(&amp;H)</translation>
    </message>
    <message>
        <source>Dead waiter: %1</source>
        <translation>已失效的等待者：%1</translation>
    </message>
    <message>
        <source>Waiter: %1</source>
        <translation>等待者：%1</translation>
    </message>
    <message>
        <source>Remove from &amp;queue</source>
        <translation>移出队列(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Remove holder</source>
        <translation>移除持有者(&amp;R)</translation>
    </message>
    <message>
        <source>Removes %1 from the queue. The holder and the other waiters keep their places.</source>
        <translation>把 %1 移出队列。持有者和其他等待者的位置不变。</translation>
    </message>
    <message>
        <source>Removes the read hold of %1. The other readers keep theirs.</source>
        <translation>移除 %1 持有的读锁。其他读者不受影响。</translation>
    </message>
    <message>
        <source>Releases permit %1. The other permits stay held.</source>
        <translation>释放许可 %1。其他许可仍被占用。</translation>
    </message>
    <message>
        <source>Removes %1 of %2. The other parts stay held.</source>
        <translation>移除 %2 持有的 %1。其他部分仍被持有。</translation>
    </message>
    <message>
        <source>Removes the hold of %1. The other holders keep theirs.</source>
        <translation>移除 %1 的持有。其他持有者不受影响。</translation>
    </message>
    <message>
        <source>It is no longer in the queue.</source>
        <translation>它已不在队列中。</translation>
    </message>
    <message>
        <source>It no longer holds the lock.</source>
        <translation>它已不再持有这把锁。</translation>
    </message>
    <message>
        <source>The hold count changed while this dialog was open.</source>
        <translation>对话框打开期间，重入次数已改变。</translation>
    </message>
    <message>
        <source>The holder is active: the count went from %1 to %2.</source>
        <translation>持有者仍在工作：次数从 %1 变为 %2。</translation>
    </message>
    <message>
        <source>It left the queue and came back while this dialog was open.</source>
        <translation>对话框打开期间，它离开队列后又回来了。</translation>
    </message>
    <message>
        <source>The lock was released and acquired again while this dialog was open.</source>
        <translation>对话框打开期间，锁被释放后又被获取。</translation>
    </message>
    <message>
        <source>Same owner, but another hold: the holder is active.</source>
        <translation>持有者相同，但已是另一次持有：持有者仍在工作。</translation>
    </message>
    <message>
        <source>Nothing to remove.</source>
        <translation>没有可移除的内容。</translation>
    </message>
    <message>
        <source>Review and confirm the change first.</source>
        <translation>请先查看并确认变化。</translation>
    </message>
    <message>
        <source>Con&amp;firm</source>
        <translation>确认(&amp;F)</translation>
    </message>
    <message>
        <source>Remove a waiter of %1</source>
        <translation>移除 %1 的等待者</translation>
    </message>
    <message>
        <source>Release a permit of %1</source>
        <translation>释放 %1 的许可</translation>
    </message>
    <message>
        <source>Remove a holder of %1</source>
        <translation>移除 %1 的持有者</translation>
    </message>
</context>
<context>
    <name>lockscope::ShedLock</name>
    <message>
        <source>Scheduled job (ShedLock)</source>
        <translation>定时任务（ShedLock）</translation>
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
        <source>The job may start again now: ShedLock itself would keep the entry until lockAtLeastFor is over</source>
        <translation>任务现在可能再次启动：ShedLock 自己会保留条目直到 lockAtLeastFor 用完</translation>
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
        <source>A string that keeps a scheduled job from starting on a second machine; it contains the host and the start time. It may stay after the job has ended; once it is gone, the job may start again, even while the first run continues.</source>
        <translation>字符串，防止定时任务在第二台机器上启动；写明主机和启动时刻。任务结束后它可能仍在；它一消失，任务就可能再次启动，哪怕第一次还在运行。</translation>
    </message>
    <message>
        <source>It has no expiry, which ShedLock never writes: the job will not start again</source>
        <translation>没有过期时间，ShedLock 从不这样写：任务不会再启动</translation>
    </message>
    <message>
        <source>The job may have ended already: ShedLock keeps the entry until lockAtLeastFor is over. The key does not show which</source>
        <translation>任务可能已经结束：ShedLock 会保留条目直到 lockAtLeastFor 用完。从键本身无法区分</translation>
    </message>
    <message>
        <source>No client waits for it: other hosts skip this run</source>
        <translation>没有客户端等待它：其他主机跳过这一次</translation>
    </message>
    <message>
        <source>While it exists, the job of this name starts nowhere</source>
        <translation>只要它在，这个名称的任务在任何地方都不会启动</translation>
    </message>
    <message>
        <source>The job may start again now, even while the first run continues. A shorter expiry is the gentler way</source>
        <translation>任务现在可能再次启动，哪怕第一次还在运行。缩短过期时间是更温和的办法</translation>
    </message>
    <message>
        <source>Started or last extended at %1: ShedLock before 6.7.0 overwrites the time when it extends</source>
        <translation>启动或最近一次延长于 %1：6.7.0 之前的 ShedLock 在延长时会重写时间</translation>
    </message>
    <message>
        <source>When the first run ends, it deletes the entry of the next one, or shortens it to what is left of its own lockAtLeastFor, unless safeUpdate is set</source>
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
        <source>Job %1: worker %2, queue %3</source>
        <translation>任务 %1：工作类 %2，队列 %3</translation>
    </message>
    <message>
        <source>Kind of lock: %1</source>
        <translation>锁的类型：%1</translation>
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
        <source>The name ends with :RUN: it is held while the job runs</source>
        <translation>名称以 :RUN 结尾：任务运行期间持有</translation>
    </message>
    <message>
        <source>It has no expiry: normal, unless the job class sets a lock_ttl</source>
        <translation>没有过期时间：正常，除非任务类设置了 lock_ttl</translation>
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
        <source>If no other job is left, deletes the keys of the lock and its entry in the list of all locks</source>
        <translation>如果没有别的任务，删除锁的各个键以及它在全部锁列表中的条目</translation>
    </message>
    <message>
        <source>Deletes the keys of the lock and its entry in the list of all locks</source>
        <translation>删除锁的各个键以及它在全部锁列表中的条目</translation>
    </message>
    <message>
        <source>Makes the lock expire in %1, if it has no expiry or a later one</source>
        <translation>若锁没有过期时间或过期更晚，让它在 %1后过期</translation>
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
    <message>
        <source>Keeps a Sidekiq job from being queued or run twice: a hash whose fields are the ids of the jobs that hold it. Most have no expiry: if a job is lost without releasing its lock, no such job runs again until the reaper finds it.</source>
        <translation>防止 Sidekiq 的任务被重复排队或执行：哈希，字段是持有它的任务的标识。多数没有过期时间：任务若没有归还锁就丢失，同样的任务不会再执行，直到清理器发现它。</translation>
    </message>
    <message>
        <source>The job does not release it: it stays until it expires</source>
        <translation>任务不会释放它：它会一直存在直到过期</translation>
    </message>
    <message>
        <source>Job %1 acquired it at %2</source>
        <translation>任务 %1 获取于 %2</translation>
    </message>
    <message>
        <source>The lock is free, but jobs are in its queue: one of them acquires it next</source>
        <translation>锁空闲，但队列里有任务：其中一个将接着获取</translation>
    </message>
    <message>
        <source>It is held from the time the job is queued, as its kind says</source>
        <translation>从任务排队时起就持有，其类型如此规定</translation>
    </message>
    <message>
        <source>Sidekiq&apos;s own hashes &lt;host:pid:…&gt;:work show which process runs the job</source>
        <translation>哪个进程在处理该任务，由 Sidekiq 自己的哈希 &lt;host:pid:…&gt;:work 说明</translation>
    </message>
    <message>
        <source>No client waits for it: a job that cannot get it is dropped or queued again</source>
        <translation>没有客户端等待它：得不到的任务会被丢弃或重新排队</translation>
    </message>
    <message>
        <source>Waiters block on a list, for at most 5 s in version 8</source>
        <translation>等待者阻塞在列表上，第 8 版最长 5 秒</translation>
    </message>
    <message>
        <source>a lock of this kind belongs to a job: without one, the gem&apos;s reaper removes it</source>
        <translation>这种锁属于某个任务：没有任务，该库的清理器会把它拿走</translation>
    </message>
    <message>
        <source>its waiters block on a list, for a few seconds at most</source>
        <translation>等待者阻塞在列表上，最长几秒</translation>
    </message>
    <message>
        <source>a lock of this kind is identified by its key digest:LOCKED</source>
        <translation>这种锁以它的键 digest:LOCKED 为准</translation>
    </message>
    <message>
        <source>append :LOCKED to the digest</source>
        <translation>请在 digest 后面加上 :LOCKED</translation>
    </message>
    <message>
        <source>Removes job %1 from the hash</source>
        <translation>从哈希中取出任务 %1</translation>
    </message>
    <message>
        <source>Pushes a 1 to the queue of waiters, which lives for 5 s: one of them wakes (versions 7 and 8)</source>
        <translation>在等待队列中放入一个 1，存活 5 秒：其中一个会醒来（第 7 和第 8 版）</translation>
    </message>
    <message>
        <source>Does not touch the job itself</source>
        <translation>不动任务本身</translation>
    </message>
    <message>
        <source>If it does not hold it but waits for it, removes it from the queue instead</source>
        <translation>如果它没有持有而在等待，则把它移出队列</translation>
    </message>
    <message>
        <source>A job keeps its id when it is retried, so its new hold cannot be told from its old one</source>
        <translation>任务重试时标识不变，因此无法区分新旧两次持有</translation>
    </message>
    <message>
        <source>All jobs that hold it share the expiry: it can be set only for a sole holder</source>
        <translation>持有它的所有任务共用过期时间：只有它是唯一的持有者时才能单独设置</translation>
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
    <message>
        <source>not scanned: %1</source>
        <translation>未扫描：%1</translation>
    </message>
    <message>
        <source>lost: %1</source>
        <translation>已断开：%1</translation>
    </message>
    <message>
        <source>the sandbox was not ready within %1</source>
        <translation>沙箱在 %1内没有就绪</translation>
    </message>
    <message>
        <source>the page was not filled within %1</source>
        <translation>页面在 %1内没有读完</translation>
    </message>
</context>
<context>
    <name>lockscope::SpinLock</name>
    <message>
        <source>Spin lock (Redisson)</source>
        <translation>自旋锁（Redisson）</translation>
    </message>
    <message>
        <source>The hash of Redisson&apos;s reentrant lock, acquired by clients that retry every 1 to 128 ms instead of waiting for a message. Many waiters put load on the server, and none of them can be seen.</source>
        <translation>与 Redisson 可重入锁相同的哈希，但客户端每 1 到 128 毫秒再查询一次，而不是等待消息。等待者多时会给服务器带来大量查询，而且一个也看不到。</translation>
    </message>
    <message>
        <source>there is no client to wake: the waiters of a spin lock poll</source>
        <translation>没有客户端可唤醒：自旋锁的等待者轮询</translation>
    </message>
    <message>
        <source>release the lock, or force-release it</source>
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
        <source>A UUID under a name like registry:path: a lock of Spring Integration&apos;s RedisLockRegistry</source>
        <translation>名称形如 registry:path 的 UUID：Spring Integration 的 RedisLockRegistry 的锁</translation>
    </message>
    <message>
        <source>It expires by itself unless the registry renews it</source>
        <translation>注册表不续期就会自行过期</translation>
    </message>
    <message numerus="yes">
        <source>Publishes the lock&apos;s name on each channel that may be its own: %n</source>
        <translation>
            <numerusform>在每个可能属于它的频道上发布锁的名称：%n</numerusform>
        </translation>
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
        <source>A string whose value is the UUID of the application&apos;s lock registry, the same in all its locks; waiters retry every 100 ms, or listen to a channel. If the work outlasts the expiry, another application enters, and the first one learns of it only when it unlocks.</source>
        <translation>字符串，值是应用的锁注册表的 UUID，它的所有锁都相同；等待者每 100 毫秒重试一次，或监听频道。工作若超过过期时间，另一个应用就会进入，前一个要到解锁时才会发现。</translation>
    </message>
    <message>
        <source>All locks with this value belong to one registry object, usually one process. The value stays the same for every acquisition</source>
        <translation>值相同的锁都属于同一个注册表对象，通常是同一个进程。每次获取，值都不变</translation>
    </message>
    <message>
        <source>Re-entry is counted inside the process: Redis does not know the hold count</source>
        <translation>重入次数在进程内部计算：Redis 不知道持有次数</translation>
    </message>
    <message>
        <source>It has no expiry, which the registry always sets</source>
        <translation>没有过期时间，而注册表总会设置</translation>
    </message>
    <message>
        <source>Waiters retry every 100 ms or, in pub/sub mode, listen by pattern: their number is unknown</source>
        <translation>等待者每 100 毫秒重试一次，或在发布/订阅模式下按匹配模式监听：数量未知</translation>
    </message>
    <message>
        <source>RedLock.net, redlock-rb and home-made locks use UUIDs too; they are released by the same steps</source>
        <translation>RedLock.net、redlock-rb 和自制的锁也用 UUID；释放的步骤相同</translation>
    </message>
    <message>
        <source>Leaves the lock as it is: a waiter retries</source>
        <translation>锁保持不变：等待者会重试</translation>
    </message>
    <message>
        <source>Only waiters in pub/sub mode receive it; the others retry every 100 ms</source>
        <translation>只有发布/订阅模式的等待者收得到；其他等待者每 100 毫秒重试一次</translation>
    </message>
    <message>
        <source>The value belongs to the registry: if the same process acquired the lock again meanwhile, the comparison cannot tell</source>
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
        <source>&amp;Try the sandbox</source>
        <translation>试用沙箱(&amp;T)</translation>
    </message>
    <message>
        <source>Remove recent connection</source>
        <translation>移除最近的连接</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>&amp;Put back recent connections</source>
        <translation>放回最近的连接(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Put back %1</source>
        <translation>放回 %1(&amp;P)</translation>
    </message>
    <message>
        <source>Recent connections cleared; %1 puts them back</source>
        <translation>最近的连接已清除；%1 可放回</translation>
    </message>
    <message>
        <source>%1 removed from the list; %2 puts it back</source>
        <translation>%1 已从列表中移除；%2 可放回</translation>
    </message>
    <message>
        <source>Starting the sandbox: %1…</source>
        <translation>正在启动沙箱：%1…</translation>
    </message>
    <message>
        <source>Cannot start the sandbox: %1</source>
        <translation>无法启动沙箱：%1</translation>
    </message>
    <message>
        <source>Reconnect to %1</source>
        <translation>重新连接到 %1</translation>
    </message>
    <message>
        <source>No sandbox is running</source>
        <translation>没有正在运行的沙箱</translation>
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
        <source>Try the sandbox</source>
        <translation>试用沙箱</translation>
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
        <source>Connections</source>
        <translation>连接</translation>
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
        <source>Shows the distributed locks in Redis: who holds them, whether the holder is alive, and who waits.</source>
        <translation>显示 Redis 中的分布式锁：谁持有、持有者是否存活、谁在等待。</translation>
    </message>
    <message>
        <source>Connect to Redis…</source>
        <translation>连接到 Redis…</translation>
    </message>
    <message>
        <source>Start a private Redis on this machine, with working locks</source>
        <translation>在本机启动一个私有 Redis，其中有正在工作的锁</translation>
    </message>
    <message>
        <source>Starting the sandbox</source>
        <translation>正在启动沙箱</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Recent connections</source>
        <translation>最近的连接</translation>
    </message>
    <message>
        <source>Remove from list</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>Clear recent connections</source>
        <translation>清除最近的连接</translation>
    </message>
    <message>
        <source>The sandbox is a private redis-server on loopback. Its clients acquire, renew and abandon locks. It ends with this window.</source>
        <translation>沙箱是回环地址上的私有 redis-server，其中的客户端会获取、续期和遗弃锁。它随此窗口结束。</translation>
    </message>
    <message>
        <source>The sandbox needs redis-server, which is not on this machine. Debian and Ubuntu have it in the package redis-server, Fedora in redis, Homebrew in redis.</source>
        <translation>沙箱需要 redis-server，本机上没有。Debian 和 Ubuntu 的软件包为 redis-server，Fedora 和 Homebrew 为 redis。</translation>
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
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>%1/%2 nodes</source>
        <translation>%1/%2 个节点</translation>
    </message>
    <message>
        <source>Refused keys</source>
        <translation>被拒绝的键</translation>
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
        <translation>%1：无多数派</translation>
    </message>
    <message>
        <source>not live</source>
        <translation>非实时</translation>
    </message>
    <message>
        <source>scan failed</source>
        <translation>扫描失败</translation>
    </message>
    <message>
        <source>Stop the scan and keep what was found</source>
        <translation>停止扫描，保留已找到的</translation>
    </message>
    <message>
        <source>Stop scan</source>
        <translation>停止扫描</translation>
    </message>
    <message numerus="yes">
        <source>Events may have been missed %Ln time(s); each time, all keys were scanned again.</source>
        <translation>
            <numerusform>可能错过事件 %Ln 次；每次都已全部重新扫描。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln key(s) refused: %1</source>
        <translation>
            <numerusform>%Ln 个键被拒绝：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>They may be locks, and are not in the list. The first:</source>
        <translation>它们可能是锁，但未列出。第一个：</translation>
    </message>
    <message>
        <source> (exact, except waiters)</source>
        <translation>（精确，等待者除外）</translation>
    </message>
    <message>
        <source>live on %1 of %2 nodes</source>
        <translation>%2 个节点中有 %1 个实时</translation>
    </message>
    <message>
        <source>scan incomplete</source>
        <translation>扫描不完整</translation>
    </message>
    <message>
        <source>not scanned: %1</source>
        <translation>未扫描：%1</translation>
    </message>
    <message>
        <source>%1 of %2 nodes not scanned</source>
        <translation>%2 个节点中有 %1 个未扫描</translation>
    </message>
</context>
<context>
    <name>lockscope::SymfonyLock</name>
    <message>
        <source>Lock (Symfony)</source>
        <translation>锁（Symfony）</translation>
    </message>
    <message>
        <source>A sorted set whose members are 32 random bytes in base64, with the times at which they end: a lock of Symfony 5.2 or later</source>
        <translation>有序集合，成员是 base64 编码的 32 个随机字节，分值是结束时刻：Symfony 5.2 或更高版本的锁</translation>
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
        <source>Makes the key expire when the last hold ends</source>
        <translation>让键在最后一个持有结束时过期</translation>
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
        <translation>若持有结束得更晚，让它在 %1后结束</translation>
    </message>
    <message>
        <source>A sorted set of the holders&apos; tokens with the time at which each hold ends, 300 s ahead; the member __write__ makes the hold exclusive, without it all are readers. Nothing renews it by itself: if the work outlasts the time, the next client enters while the first still works.</source>
        <translation>持有者令牌的有序集合，各带其持有结束的时刻，提前 300 秒；成员 __write__ 表示独占，没有它则都是读者。没有任何东西会自动续期：工作若超过时限，前一个还在工作，下一个就进来了。</translation>
    </message>
    <message>
        <source>The member __write__ exists: the hold is exclusive</source>
        <translation>有成员 __write__：独占持有</translation>
    </message>
    <message>
        <source>The member __write__ is missing: all holders are readers</source>
        <translation>没有成员 __write__：所有持有者都是读者</translation>
    </message>
    <message numerus="yes">
        <source>%n expired hold(s), dropped by the next client</source>
        <translation>
            <numerusform>%n 个持有已过期，由下一个客户端清除</numerusform>
        </translation>
    </message>
    <message>
        <source>The token is created once per key object and identifies neither machine nor process</source>
        <translation>令牌为每个 Key 对象生成一次，不含机器和进程的信息</translation>
    </message>
    <message>
        <source>Waiters retry every 90 to 110 ms and cannot be seen</source>
        <translation>等待者每 90 到 110 毫秒重试一次，无法看到</translation>
    </message>
    <message>
        <source>the owner %1 is not a Symfony owner id</source>
        <translation>持有者 %1 不是 Symfony 会写入的形式</translation>
    </message>
    <message>
        <source>omit it, or use 32 bytes in base64</source>
        <translation>请省略，或写成 base64 编码的 32 字节</translation>
    </message>
    <message>
        <source>its waiters retry every 90 to 110 ms</source>
        <translation>等待者每 90 到 110 毫秒重试一次</translation>
    </message>
    <message>
        <source>Drops the expired holds</source>
        <translation>清除已过期的持有</translation>
    </message>
    <message>
        <source>If no other client holds it exclusively, adds %1 as a reader for %2</source>
        <translation>如果没有其他客户端独占，把 %1 作为读者加入，时长 %2</translation>
    </message>
    <message>
        <source>If no other client holds it, adds %1 and __write__ for %2</source>
        <translation>如果没有其他客户端持有，加入 %1 和 __write__，时长 %2</translation>
    </message>
    <message>
        <source>If %1 holds it, makes its hold end %2 from now, and __write__ with it</source>
        <translation>如果由 %1 持有，让它的持有从现在起 %2后结束，__write__ 也一样</translation>
    </message>
    <message>
        <source>Removes %1, and __write__ with it</source>
        <translation>移除 %1，连同 __write__</translation>
    </message>
    <message>
        <source>The application does not learn of it: it relies on the time it requested</source>
        <translation>应用不会得知：它以自己所请求的时间为准</translation>
    </message>
</context>
<context>
    <name>lockscope::TimeBar</name>
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
    <message>
        <source>Time range</source>
        <translation>时间范围</translation>
    </message>
    <message>
        <source>Time range; the wheel on a plot changes it too</source>
        <translation>时间范围；在图表上滚动滚轮也可改变</translation>
    </message>
    <message>
        <source>Follow the latest changes; so does a double-click on a plot. Dragging pauses</source>
        <translation>跟随最新变化；双击图表也可以。拖动则暂停</translation>
    </message>
    <message>
        <source>since %1</source>
        <comment>a time</comment>
        <translation>自 %1 起</translation>
    </message>
</context>
<context>
    <name>lockscope::TimelinePage</name>
    <message>
        <source>Look back</source>
        <translation>回看</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Loading the history…</source>
        <translation>正在读取历史…</translation>
    </message>
    <message>
        <source>Most contended locks</source>
        <translation>争用最多的锁</translation>
    </message>
    <message>
        <source>Locks in list order</source>
        <translation>按列表顺序的锁</translation>
    </message>
    <message>
        <source>Locks with a lane</source>
        <translation>哪些锁有泳道</translation>
    </message>
    <message>
        <source>Save this view as a file</source>
        <translation>把此视图保存为文件</translation>
    </message>
    <message>
        <source>Save timeline</source>
        <translation>保存时间线</translation>
    </message>
    <message>
        <source>too many events: part of the time before %1 is left out</source>
        <translation>事件过多：%1 之前有一部分未显示</translation>
    </message>
    <message>
        <source>Locks with a lane. If no lock is selected, the most contended locks.</source>
        <translation>有泳道的锁。没有选中锁时，为争用最多的锁。</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>Explain the colours and marks that are on screen</source>
        <translation>说明画面上的颜色和标记</translation>
    </message>
    <message>
        <source>Follow selection</source>
        <translation>跟随选择</translation>
    </message>
    <message>
        <source>Show all locks at a moment of the past: drag its line, or use the arrow keys</source>
        <translation>显示过去某一时刻的所有锁：拖动其竖线，或使用方向键</translation>
    </message>
</context>
<context>
    <name>lockscope::TimestampLock</name>
    <message>
        <source>Held until %1, for %2 from now</source>
        <translation>持有到 %1，从现在起还有 %2</translation>
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
        <source>If the value is still %1, deletes the key</source>
        <translation>如果值仍为 %1，删除该键</translation>
    </message>
    <message>
        <source>Deletes the key</source>
        <translation>删除键</translation>
    </message>
    <message>
        <source>Only if the value is still %1</source>
        <translation>仅当值仍为 %1</translation>
    </message>
    <message>
        <source>Timestamp lock</source>
        <translation>时间戳锁</translation>
    </message>
    <message>
        <source>A string whose value is the time at which the lock ends. It has no expiry: once that time has passed, the key stays, and the lock is free for the first client that writes a new time. Each client compares with its own clock, so differing clocks let two in at once.</source>
        <translation>字符串，值是锁结束的时刻。没有过期时间：时刻过去后键仍在，谁先写入新的时刻谁就获取锁。每个客户端用自己的时钟比较，时钟不一致时会有两个同时进入。</translation>
    </message>
    <message>
        <source>A string without an expiry whose value is a time near now: the time at which the lock ends</source>
        <translation>没有过期时间的字符串，值是离现在不远的时刻：锁结束的时刻</translation>
    </message>
    <message>
        <source>2147483649 is what old versions of redis-py write for a lock that never ends</source>
        <translation>2147483649 是旧版 redis-py 为永不结束的锁写入的值</translation>
    </message>
    <message>
        <source>Free since %1, %2 ago, although the key still exists</source>
        <translation>自 %1（%2前）起空闲，尽管键还在</translation>
    </message>
    <message>
        <source>In seconds with a fraction, as written by old versions of redis-py</source>
        <translation>以带小数的秒计，旧版 redis-py 就是这样写的</translation>
    </message>
    <message>
        <source>It identifies no owner. A late client may have overwritten the owner&apos;s time with a slightly later one</source>
        <translation>它不标识持有者。来迟的客户端可能用稍晚一点的时刻覆盖了持有者写入的时刻</translation>
    </message>
    <message>
        <source>If the value is the time of acquisition instead, it is a lock without a token, and held</source>
        <translation>如果值其实是获取锁的时刻，那它就是无令牌锁，并且被持有</translation>
    </message>
    <message>
        <source>%1 is not a unit of time</source>
        <translation>%1 不是时间单位</translation>
    </message>
    <message>
        <source>use s or ms, or omit it</source>
        <translation>请使用 s 或 ms，或省略</translation>
    </message>
    <message>
        <source>a lock of this kind has no channel: its waiters poll</source>
        <translation>这种锁没有频道：等待者轮询</translation>
    </message>
    <message>
        <source>no wake-up is needed</source>
        <translation>无需唤醒</translation>
    </message>
    <message>
        <source>If the key is missing, or its time has passed, writes the time %1 from now</source>
        <translation>如果键不存在，或其中的时刻已过，写入从现在起 %1 的时刻</translation>
    </message>
    <message>
        <source>Uses the unit of the existing value, otherwise milliseconds unless specified</source>
        <translation>使用已有值的单位；没有则用毫秒，除非另外指定</translation>
    </message>
    <message>
        <source>If its time has not passed, changes nothing and reports the remaining time</source>
        <translation>如果其中的时刻还没到，不做任何改动，并报告剩余时间</translation>
    </message>
    <message>
        <source>Polls, for at most %1</source>
        <translation>轮询，最长 %1</translation>
    </message>
    <message>
        <source>Other clients compare with their own clocks: one whose clock is ahead enters early</source>
        <translation>其他客户端用自己的时钟比较：时钟偏快的会提前进入</translation>
    </message>
    <message>
        <source>If the value is still %1 and its time has not passed, writes the time %2 from now</source>
        <translation>如果值仍为 %1 且时刻未过，写入从现在起 %2 的时刻</translation>
    </message>
    <message>
        <source>The new value is then the owner</source>
        <translation>从此新的值就是持有者</translation>
    </message>
    <message>
        <source>Otherwise changes nothing and reports the value</source>
        <translation>否则不做任何改动，并报告其中的值</translation>
    </message>
    <message>
        <source>Continues only if the value is still exactly %1</source>
        <translation>仅当值仍逐字等于 %1 时才继续</translation>
    </message>
    <message>
        <source>If its time has passed, changes nothing: it is free</source>
        <translation>如果时刻已过，不做任何改动：它是空闲的</translation>
    </message>
    <message>
        <source>The old holder&apos;s code keeps running and is not notified. When it finishes, it may delete the next holder&apos;s lock: many clients do not compare</source>
        <translation>原持有者的代码会继续运行，也不会收到通知。它完成后可能删除下一个持有者的锁：许多客户端不作比较</translation>
    </message>
    <message>
        <source>No value is compared: any current holder loses it</source>
        <translation>不比较值：无论当时由谁持有都会失去它</translation>
    </message>
    <message>
        <source>Writes the time %1 from now, if the current one is later</source>
        <translation>若原来的时刻更晚，改写为从现在起 %1</translation>
    </message>
    <message>
        <source>The key gets no expiry: its value is the time at which it is free</source>
        <translation>键不会得到过期时间：其中的时刻说明何时空闲</translation>
    </message>
    <message>
        <source>The holder does not read it again: it loses the lock while it works</source>
        <translation>持有者不会再读取它：它会在工作中途失去锁</translation>
    </message>
</context>
<context>
    <name>lockscope::TokenLock</name>
    <message>
        <source>The value is %1</source>
        <translation>值是%1</translation>
    </message>
    <message>
        <source>It expires by itself unless the owner extends it</source>
        <translation>持有者不续期就会自行过期</translation>
    </message>
    <message>
        <source>Token lock</source>
        <translation>令牌锁</translation>
    </message>
    <message>
        <source>A short string under a name that suggests a lock</source>
        <translation>名称表明是锁的短字符串</translation>
    </message>
    <message>
        <source>The name does not suggest a lock, but the value makes it almost certain</source>
        <translation>名称看不出是锁，但从值来看几乎可以肯定</translation>
    </message>
    <message>
        <source>It has no expiry: a token lock without one stays forever if its owner dies</source>
        <translation>没有过期时间：持有者若死亡，没有过期时间的令牌锁会永远存在</translation>
    </message>
    <message>
        <source>A string that only one client can create, with a random token as its value and an expiry; only a client that knows the token may delete it. If the work outlasts the expiry, the next client enters while the first still works.</source>
        <translation>只有一个客户端能创建的字符串，值为随机令牌，带过期时间；只有知道令牌的客户端才可以删除它。工作若超过过期时间，前一个客户端还在工作，下一个就进入了。</translation>
    </message>
    <message>
        <source>No known library writes such a value: the application chose it, as StackExchange.Redis and others allow</source>
        <translation>没有哪个库使用这样的值：由应用自行选择，StackExchange.Redis 等允许这样做</translation>
    </message>
    <message>
        <source>It may also be a lock of Spring Integration&apos;s registry: actions on it also notify its waiters</source>
        <translation>它也可能是 Spring Integration 注册表的锁：对它的操作也会通知其等待者</translation>
    </message>
    <message>
        <source>A random token with an expiry, under a name as Sentry gives its locks</source>
        <translation>会过期的随机令牌，名称是 Sentry 为其锁所用的形式</translation>
    </message>
    <message>
        <source>a token lock with this owner would not be recognised as a lock</source>
        <translation>带有此持有者标识的令牌锁不会被识别为锁</translation>
    </message>
    <message>
        <source>use at most %1 bytes, or %2 with spaces</source>
        <translation>最多使用 %1 字节，含空格时最多 %2 字节</translation>
    </message>
    <message>
        <source>Clients that wait for it, if any, poll and cannot be seen</source>
        <translation>等待它的客户端（如果有）轮询，无法看到</translation>
    </message>
</context>
<context>
    <name>lockscope::Tr</name>
    <message>
        <source>&quot;for&quot; needs a duration such as 30s, at column %1</source>
        <translation>“for”需要一个时长，例如 30s（第 %1 列）</translation>
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
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
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
        <source>write it as /N after the host, or as ?db=N</source>
        <translation>请在主机后面写 /N，或写 ?db=N</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询部分</translation>
    </message>
    <message>
        <source>write rediss:// instead of redis://</source>
        <translation>请用 rediss:// 代替 redis://</translation>
    </message>
    <message>
        <source>a unix socket has no host</source>
        <translation>unix 套接字没有主机名</translation>
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
        <source>it has several addresses</source>
        <translation>写了多个地址</translation>
    </message>
    <message>
        <source>address %1</source>
        <translation>第 %1 个地址</translation>
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
        <source>member %1</source>
        <translation>第 %1 个成员</translation>
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
        <source>topology is neither standalone nor automatic</source>
        <translation>topology 既不是 standalone 也不是 automatic</translation>
    </message>
    <message>
        <source>for others write sentinel:// or cluster://</source>
        <translation>其他部署方式请写 sentinel:// 或 cluster://</translation>
    </message>
    <message>
        <source>addresses is neither announced nor typed</source>
        <translation>addresses 既不是 announced 也不是 typed</translation>
    </message>
    <message>
        <source>map, number %1</source>
        <translation>第 %1 个 map</translation>
    </message>
    <message>
        <source>the port is missing</source>
        <translation>缺少端口</translation>
    </message>
    <message>
        <source>add tls=1</source>
        <translation>请加上 tls=1</translation>
    </message>
    <message>
        <source>a unix socket has no typed host</source>
        <translation>unix 套接字没有可沿用的主机名</translation>
    </message>
    <message>
        <source>Duration &quot;%1&quot;: %2</source>
        <translation>时长“%1”：%2</translation>
    </message>
    <message>
        <source>it must not be negative</source>
        <translation>不能为负数</translation>
    </message>
    <message>
        <source>the unit is missing, and seconds and milliseconds are easily confused</source>
        <translation>缺少单位，而秒和毫秒很容易混淆</translation>
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
        <source>tracking: %1; events: %2</source>
        <translation>跟踪：%1；事件：%2</translation>
    </message>
    <message>
        <source>no second connection: %1</source>
        <translation>没有第二条连接：%1</translation>
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
        <source>did you mean %1?</source>
        <translation>是否指 %1？</translation>
    </message>
    <message>
        <source>a field is missing before %1</source>
        <translation>%1 之前缺少字段</translation>
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
        <source>&quot;nodes&quot;, number %1</source>
        <translation>“nodes”第 %1 个</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>entry %1, &quot;%2&quot;: %3</source>
        <translation>第 %1 项“%2”：%3</translation>
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
        <translation>第 %1 行：连接配置“%2”：%3</translation>
    </message>
    <message>
        <source>a port is a number from 1 to 65535</source>
        <translation>端口是 1 到 65535 之间的数字</translation>
    </message>
    <message>
        <source>profile &quot;%1&quot;: %2</source>
        <translation>连接配置“%1”：%2</translation>
    </message>
    <message>
        <source>save one in the window, or use --url</source>
        <translation>请在窗口中保存一个，或使用 --url</translation>
    </message>
    <message>
        <source>a list of profiles</source>
        <translation>连接配置列表</translation>
    </message>
    <message>
        <source>must be one of: %1</source>
        <translation>必须是以下之一：%1</translation>
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
        <source>a RedLock group has members, and no address of its own</source>
        <translation>RedLock 组只有成员，没有自己的地址</translation>
    </message>
    <message>
        <source>member %1: %2</source>
        <translation>第 %1 个成员：%2</translation>
    </message>
    <message>
        <source>a colour is # and six hex digits</source>
        <translation>颜色写成 # 加六位十六进制数字</translation>
    </message>
    <message>
        <source>must be a list of actions: %1</source>
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
        <source>acquired by %1</source>
        <translation>%1 已获取</translation>
    </message>
    <message>
        <source>renewed for %1</source>
        <translation>已为 %1 续期</translation>
    </message>
    <message>
        <source>expiry set</source>
        <translation>已设置过期时间</translation>
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
        <source>dry run, nothing sent: would %1</source>
        <translation>试运行，未发送任何命令：将会%1</translation>
    </message>
    <message>
        <source>remove the holder</source>
        <translation>移除持有者</translation>
    </message>
    <message>
        <source>acquired</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已移除</translation>
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
        <source>%1, %2: %3</source>
        <comment>a library, when its holder notices, what it notices</comment>
        <translation>%1，%2：%3</translation>
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
        <source>install the package openssl</source>
        <translation>请安装软件包 openssl</translation>
    </message>
    <message>
        <source>Sandbox: </source>
        <translation>沙箱：</translation>
    </message>
    <message>
        <source>install the package redis-server, or connect to a server with --url</source>
        <translation>请安装软件包 redis-server，或用 --url 连接到一台服务器</translation>
    </message>
    <message>
        <source>install the package redis-tools</source>
        <translation>请安装软件包 redis-tools</translation>
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
        <source>connect to a server with --url</source>
        <translation>请用 --url 连接到一台服务器</translation>
    </message>
    <message>
        <source>this Lockscope was built without it</source>
        <translation>此 Lockscope 构建时未包含它</translation>
    </message>
    <message>
        <source>That was %1 ago</source>
        <translation>距今 %1</translation>
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
        <translation>持有时间：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n holder(s), held for %1</source>
        <translation>
            <numerusform>%n 个持有者，持有时间：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>free for %1</source>
        <translation>已空闲 %1</translation>
    </message>
    <message>
        <source>expires in %1</source>
        <translation>%1后过期</translation>
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
        <source>Held for %1</source>
        <translation>持有时间：%1</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>%1 of %2 nodes agree, %3 are needed</source>
        <translation>%2 个节点中有 %1 个一致，需要 %3 个</translation>
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
        <source>%1 is %2</source>
        <translation>%1 是 %2</translation>
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
        <translation>其期限在 %1后</translation>
    </message>
    <message>
        <source>it listens</source>
        <translation>它在监听</translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) held</source>
        <translation>
            <numerusform>已持有 %n 个许可</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Its client has stopped renewing all of its %n lock(s) at once; this one %1 ago</source>
        <translation>
            <numerusform>它的客户端同时停止了全部 %n 把锁的续期；这把锁上次续期在 %1前</numerusform>
        </translation>
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
        <source>omit --read-only, or allow changes on this connection</source>
        <translation>请去掉 --read-only，或允许在此连接上更改</translation>
    </message>
    <message>
        <source>choose a safer action, or change what the profile denies</source>
        <translation>请选择更安全的操作，或更改连接配置所禁止的操作</translation>
    </message>
    <message>
        <source>it is gone</source>
        <translation>它已不存在</translation>
    </message>
    <message>
        <source>the connection was lost</source>
        <translation>连接已断开</translation>
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
        <source>By: %1</source>
        <translation>执行者：%1</translation>
    </message>
    <message>
        <source>Profile: %1</source>
        <translation>连接配置：%1</translation>
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
        <source>No lock</source>
        <translation>不加锁</translation>
    </message>
    <message>
        <source>A mutex in each process</source>
        <translation>各进程内的互斥量</translation>
    </message>
    <message>
        <source>Cache breakdown</source>
        <translation>缓存击穿</translation>
    </message>
    <message>
        <source>named by you</source>
        <translation>由你命名</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>commands heard, time</comment>
        <translation>%2内 %1</translation>
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
        <source>Some of the owners were seen: %1.</source>
        <translation>看到了部分持有者：%1。</translation>
    </message>
    <message>
        <source>Stopped after %1.</source>
        <translation>已停止：%1。</translation>
    </message>
    <message>
        <source>held</source>
        <translation>已持有</translation>
    </message>
    <message>
        <source>another owner</source>
        <translation>其他持有者</translation>
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
        <source>SETNX, then EXPIRE</source>
        <translation>先 SETNX，再 EXPIRE</translation>
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
        <source>Crash between SETNX and EXPIRE</source>
        <translation>在 SETNX 与 EXPIRE 之间崩溃</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Connect to this saved connection.</source>
        <translation>使用此已保存的连接。</translation>
    </message>
    <message>
        <source>lockscope --help lists the options</source>
        <translation>lockscope --help 会列出各选项</translation>
    </message>
    <message>
        <source>Holders</source>
        <translation>持有者</translation>
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
        <source>Companion keys (%1)</source>
        <translation>伴生键（%1）</translation>
    </message>
    <message>
        <source>Remove this holder…</source>
        <translation>移除此持有者…</translation>
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
        <source>This connection is read-only. Use “Allow changes…” in the menu Connection</source>
        <translation>此连接为只读。请使用“连接”菜单中的“允许更改…”</translation>
    </message>
    <message>
        <source>The lock is gone</source>
        <translation>锁已不存在</translation>
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
        <source>Name this owner…</source>
        <translation>为持有者命名…</translation>
    </message>
    <message>
        <source>Incident bundle…</source>
        <translation>事故包…</translation>
    </message>
    <message>
        <source>Machine %1, process %2</source>
        <translation>机器 %1，进程 %2</translation>
    </message>
    <message>
        <source>wait until it has loaded</source>
        <translation>等待加载完成</translation>
    </message>
    <message>
        <source>this replica is %1 behind its master %2: locks of that time are lost if it is promoted</source>
        <translation>该副本落后主节点 %2 %1：若被提升，这段时间内的锁会丢失</translation>
    </message>
    <message>
        <source>start a crashed node of a group again only after the longest lease</source>
        <translation>组内节点崩溃后，应在最长租约过后再启动</translation>
    </message>
    <message>
        <source>connect with rediss://, or through an SSH tunnel</source>
        <translation>使用 rediss:// 连接，或通过 SSH 隧道</translation>
    </message>
    <message>
        <source>announced as %1</source>
        <translation>公布的地址为 %1</translation>
    </message>
    <message>
        <source>make all but one a replica: REPLICAOF HOST PORT</source>
        <translation>只保留一个，其余设为副本：REPLICAOF HOST PORT</translation>
    </message>
    <message>
        <source>use an odd number of nodes</source>
        <translation>使用奇数个节点</translation>
    </message>
    <message>
        <source>use single servers for a RedLock group</source>
        <translation>RedLock 组应使用单台服务器</translation>
    </message>
    <message>
        <source>use single servers for a RedLock group, without automatic failover</source>
        <translation>RedLock 组应使用单台服务器，不做自动故障转移</translation>
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
        <source>%1 replicas acknowledged; %2</source>
        <translation>%1 个副本确认；%2</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>A failover loses the lock</source>
        <translation>故障转移丢失锁</translation>
    </message>
    <message>
        <source>node %1, reached as %2: %3</source>
        <translation>节点 %1（经 %2 连接）：%3</translation>
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
        <source>it is a replica</source>
        <translation>它是副本</translation>
    </message>
    <message>
        <source>connect to its master</source>
        <translation>请连接它的主节点</translation>
    </message>
    <message>
        <source>the connection was closed</source>
        <translation>连接已关闭</translation>
    </message>
    <message>
        <source>check the folder&apos;s permissions and free space</source>
        <translation>请检查该文件夹的权限和可用空间</translation>
    </message>
    <message>
        <source>check the permissions of %1</source>
        <translation>请检查 %1 的权限</translation>
    </message>
    <message>
        <source>use that version</source>
        <translation>请使用那个版本</translation>
    </message>
    <message>
        <source>check the folder, its permissions and free space</source>
        <translation>请检查文件夹、其权限和剩余空间</translation>
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
        <source>a string of more than %1 bytes</source>
        <translation>字符串超过 %1 字节</translation>
    </message>
    <message>
        <source>the server closed the connection</source>
        <translation>服务器关闭了连接</translation>
    </message>
    <message>
        <source>%1 is closed</source>
        <translation>%1已关闭</translation>
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
        <source>%1 closed the connection</source>
        <translation>%1关闭了连接</translation>
    </message>
    <message>
        <source>%1 does not allow this host and port</source>
        <translation>%1不允许此主机和端口</translation>
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
        <source>a password was given, but the server has none</source>
        <translation>给出了密码，但服务器没有设置密码</translation>
    </message>
    <message>
        <source>raise maxclients or close unused connections</source>
        <translation>请调高 maxclients 或关闭不用的连接</translation>
    </message>
    <message>
        <source>the server is still loading its data</source>
        <translation>服务器仍在加载数据</translation>
    </message>
    <message>
        <source>the server refuses writes because it cannot save to disk</source>
        <translation>服务器无法保存到磁盘，因此拒绝写入</translation>
    </message>
    <message>
        <source>free memory or raise maxmemory</source>
        <translation>请释放内存或调高 maxmemory</translation>
    </message>
    <message>
        <source>connect to the master, or wait</source>
        <translation>请连接主节点，或等待</translation>
    </message>
    <message>
        <source>connect to that node</source>
        <translation>请连接那个节点</translation>
    </message>
    <message>
        <source>use a hash tag in their names</source>
        <translation>请在它们的名称中使用哈希标签</translation>
    </message>
    <message>
        <source>an empty command</source>
        <translation>空命令</translation>
    </message>
    <message>
        <source>no connection to %1 through %2 within %3</source>
        <translation>在 %3内未能经 %2 连接 %1</translation>
    </message>
    <message>
        <source>check host, port and firewall</source>
        <translation>请检查主机、端口和防火墙</translation>
    </message>
    <message>
        <source>the server may be frozen or busy</source>
        <translation>服务器可能停滞或繁忙</translation>
    </message>
    <message>
        <source> during the login</source>
        <translation>（登录期间）</translation>
    </message>
    <message>
        <source>check that Redis listens on this port</source>
        <translation>请检查 Redis 是否监听此端口</translation>
    </message>
    <message>
        <source>%1 has no single reply and was not sent</source>
        <translation>%1 没有单一应答，未发送</translation>
    </message>
    <message>
        <source>the server may be busy or frozen, or the network slow</source>
        <translation>服务器可能繁忙或停滞，或网络缓慢</translation>
    </message>
    <message>
        <source>install the package openssh-client</source>
        <translation>请安装软件包 openssh-client</translation>
    </message>
    <message>
        <source>SSH tunnel through %1: %2</source>
        <translation>经 %1 的 SSH 隧道：%2</translation>
    </message>
    <message>
        <source>check the name, or its Host entry in your SSH config</source>
        <translation>请检查名称，或 SSH 配置中它的 Host 条目</translation>
    </message>
    <message>
        <source>connect once with &apos;%1&apos; in a terminal to accept it</source>
        <translation>请在终端中用“%1”连接一次以接受它</translation>
    </message>
    <message>
        <source>the SSH host does not allow this user to forward connections</source>
        <translation>SSH 主机不允许该用户转发连接</translation>
    </message>
    <message>
        <source>your SSH config: %1</source>
        <translation>你的 SSH 配置：%1</translation>
    </message>
    <message>
        <source>while the tunnel was open</source>
        <translation>（隧道打开期间）</translation>
    </message>
    <message>
        <source>%1 is not open</source>
        <translation>%1未打开</translation>
    </message>
    <message>
        <source>%1 &apos;%2&apos;: %3</source>
        <translation>%1“%2”：%3</translation>
    </message>
    <message>
        <source>client key</source>
        <translation>客户端密钥</translation>
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
        <source>client certificate</source>
        <translation>客户端证书</translation>
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
        <source>there is no connection</source>
        <translation>没有连接</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>崩溃</translation>
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
        <source>Workers</source>
        <translation>工作者数</translation>
    </message>
    <message>
        <source>Kind of the lock</source>
        <translation>锁的类型</translation>
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
        <source>Share of cycles that end in a crash</source>
        <translation>以崩溃告终的周期比例</translation>
    </message>
    <message>
        <source>Renew while held</source>
        <translation>持有期间续期</translation>
    </message>
    <message>
        <source>Nodes: %1</source>
        <translation>节点：%1</translation>
    </message>
    <message>
        <source>What to do: %1</source>
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
        <source>%1 ms</source>
        <comment>of a clock</comment>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>指南</translation>
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
        <source>Changes</source>
        <translation>变更记录</translation>
    </message>
    <message>
        <source>reached the database</source>
        <translation>到达数据库</translation>
    </message>
    <message>
        <source>Thundering herd and the INCR lock</source>
        <translation>惊群与 INCR 锁</translation>
    </message>
    <message>
        <source>How long the cache keeps the entry</source>
        <translation>缓存保留条目的时间</translation>
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
        <source>it notices nothing and writes the key again at its next extension, within half a lease: the lock comes back while its process lives</source>
        <translation>它毫无察觉，并在下次续期时（半个租约之内）重新写入键：只要它的进程还活着，锁就会回来</translation>
    </message>
    <message>
        <source>RedMutex calls its error callback at the next extension, within half a lease</source>
        <translation>RedMutex 会在下次续期时（半个租约之内）调用它的错误回调</translation>
    </message>
    <message>
        <source>Release() and Refresh() fail, for all keys of the lock together</source>
        <translation>Release() 和 Refresh() 会失败，对锁的所有键一并失败</translation>
    </message>
    <message>
        <source>at its next extension, within 15 s, it marks the job as failed</source>
        <translation>它在下次续期时（15 秒之内）把任务标记为失败</translation>
    </message>
    <message>
        <source>the running beat fails at its next tick; another takes over after up to 300 s</source>
        <translation>正在运行的 beat 会在下一个节拍失败；最多 300 秒后由另一个接管</translation>
    </message>
    <message>
        <source>unlock() throws ConcurrentModificationException</source>
        <translation>unlock() 抛出 ConcurrentModificationException</translation>
    </message>
    <message>
        <source>there is no lock</source>
        <translation>没有锁</translation>
    </message>
    <message>
        <source>Wake the waiters: changes no key</source>
        <translation>唤醒等待者：不改动任何键</translation>
    </message>
    <message>
        <source>No password is in it: redis-cli takes it from REDISCLI_AUTH.</source>
        <translation>其中没有密码：redis-cli 从 REDISCLI_AUTH 读取密码。</translation>
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
        <source>It could not be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>Held for %1.</source>
        <translation>持有时间：%1。</translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation>等待者</translation>
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
        <source>What happened</source>
        <translation>发生了什么</translation>
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
        <source>| when | who | action | expected | found | result | reason |</source>
        <translation>| 时间 | 操作人 | 操作 | 预期 | 实际 | 结果 | 原因 |</translation>
    </message>
    <message>
        <source>Not possible: %1</source>
        <translation>无法执行：%1</translation>
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
        <source>choose another folder</source>
        <translation>请选择其他文件夹</translation>
    </message>
    <message>
        <source>%2 would reveal the real value of %1; nothing was written</source>
        <translation>%2 会泄露 %1 的真实值；没有写入任何内容</translation>
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
        <source>Open the menus</source>
        <translation>打开菜单</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
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
        <source>Fold or unfold a group</source>
        <translation>折叠或展开分组</translation>
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
        <source>TTL of a lock</source>
        <translation>锁的 TTL</translation>
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
        <source>Plots of Contention</source>
        <translation>争用的曲线图</translation>
    </message>
    <message>
        <source>Lanes of the Timeline</source>
        <translation>时间线的泳道</translation>
    </message>
    <message>
        <source>Health of the deployment</source>
        <translation>部署健康状况</translation>
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
        <source>Key</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>起始页</translation>
    </message>
    <message>
        <source>&amp;Values</source>
        <translation>值(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Unit of time</source>
        <translation>时间单位(&amp;U)</translation>
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
    <message>
        <source>Release by force</source>
        <translation>强制释放</translation>
    </message>
    <message>
        <source>Every party counts</source>
        <translation>各方都计数</translation>
    </message>
    <message>
        <source>One party crashes</source>
        <translation>一方崩溃</translation>
    </message>
    <message>
        <source>it is open</source>
        <translation>已打开</translation>
    </message>
    <message>
        <source>Count-down latch</source>
        <translation>倒数闭锁</translation>
    </message>
    <message>
        <source>Parties</source>
        <translation>参与方数</translation>
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
    <message>
        <source>%1 (at most %2)</source>
        <translation>%1（最多时 %2）</translation>
    </message>
    <message>
        <source>last: %1</source>
        <translation>上次：%1</translation>
    </message>
    <message>
        <source>Fencing token</source>
        <translation>栅栏令牌</translation>
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
        <source>%1 left of %2</source>
        <translation>剩余 %1，共 %2</translation>
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
        <source>%1 of %2 waited %3 in vain</source>
        <translation>%2 个中有 %1 个白等了 %3</translation>
    </message>
    <message>
        <source>SET NX PX</source>
        <translation>SET NX PX</translation>
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
        <source>settings</source>
        <translation>设置文件</translation>
    </message>
    <message>
        <source>must be a rule such as &quot;verdict&gt;=warning for 30s&quot;</source>
        <translation>必须是一条规则，例如“verdict&gt;=warning for 30s”</translation>
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
        <source>Oversell</source>
        <translation>超卖</translation>
    </message>
    <message>
        <source>Stock</source>
        <translation>库存</translation>
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
        <source>cannot write</source>
        <translation>无法写入</translation>
    </message>
    <message>
        <source>is renewed</source>
        <translation>持续续期</translation>
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
        <source>the lease is longer than 100 years</source>
        <translation>租约超过 100 年</translation>
    </message>
    <message>
        <source>the lock&apos;s name is empty</source>
        <translation>锁的名称为空</translation>
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
        <source>owners</source>
        <translation>持有者数</translation>
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
        <source>most in at once: %1, allowed: %2</source>
        <translation>同时在内最多：%1，允许：%2</translation>
    </message>
    <message>
        <source>Semaphore</source>
        <translation>信号量</translation>
    </message>
    <message>
        <source>Semaphore as a rate limit</source>
        <translation>用信号量限流</translation>
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
        <source>Two at once</source>
        <translation>两个同时</translation>
    </message>
    <message>
        <source>A writer among readers</source>
        <translation>读者中的一个写者</translation>
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
        <source>Readers</source>
        <translation>读者数</translation>
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
        <source>Released</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>Nothing to do: the lock was already gone</source>
        <translation>无需操作：锁已经不存在</translation>
    </message>
    <message>
        <source>Refused: nothing was changed</source>
        <translation>被拒绝：没有改动任何内容</translation>
    </message>
    <message>
        <source>TTL: %1.</source>
        <translation>TTL：%1。</translation>
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
        <source>Not acquired: no permit is free</source>
        <translation>未获取：没有空闲的许可</translation>
    </message>
    <message>
        <source>the first has %1 of 5 nodes, the second %2</source>
        <translation>第一个占有 5 个节点中的 %1 个，第二个占有 %2 个</translation>
    </message>
    <message>
        <source>Two of five masters are killed</source>
        <translation>五个主节点中杀死两个</translation>
    </message>
    <message>
        <source>Three of five masters are killed</source>
        <translation>五个主节点中杀死三个</translation>
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
        <source>The clocks of three masters jump</source>
        <translation>三个主节点的时钟跳变</translation>
    </message>
    <message>
        <source>RedLock under faults</source>
        <translation>故障下的 RedLock</translation>
    </message>
    <message>
        <source>Token lock</source>
        <translation>令牌锁</translation>
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
        <source>read %1</source>
        <translation>读到 %1</translation>
    </message>
    <message>
        <source>Re-entry</source>
        <translation>重入</translation>
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
        <source>an owner cannot be traced to its connection</source>
        <translation>无法找到持有者对应的连接</translation>
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
        <source>is longer than %1 bytes</source>
        <translation>超过 %1 字节</translation>
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
        <source>must be &quot;string&quot;, &quot;hash&quot;, &quot;set&quot; or &quot;zset&quot;</source>
        <translation>必须是 &quot;string&quot;、&quot;hash&quot;、&quot;set&quot; 或 &quot;zset&quot;</translation>
    </message>
    <message>
        <source>must be &quot;ms&quot; or &quot;s&quot;</source>
        <translation>必须是 &quot;ms&quot; 或 &quot;s&quot;</translation>
    </message>
    <message>
        <source>must be a whole number from 1 to 1000000</source>
        <translation>必须是 1 到 1000000 的整数</translation>
    </message>
    <message>
        <source>must be &quot;key&quot; or &quot;fields&quot;</source>
        <translation>必须是 &quot;key&quot; 或 &quot;fields&quot;</translation>
    </message>
    <message>
        <source>must be a list of rules</source>
        <translation>必须是规则的列表</translation>
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
        <translation>匹配模式与此键不匹配</translation>
    </message>
    <message>
        <source>this key is a %1</source>
        <translation>这个键是%1</translation>
    </message>
    <message>
        <source>a read-write lock has no permits</source>
        <translation>读写锁没有许可</translation>
    </message>
    <message>
        <source>%1 is a writer, and the mode is read</source>
        <translation>%1 是写者，而模式是读</translation>
    </message>
    <message>
        <source>If the lock is free: makes %1 its writer, with an expiry in %2</source>
        <translation>如果锁空闲：让 %1 成为写者，过期时间 %2</translation>
    </message>
    <message>
        <source>The holds of other readers stay as they are</source>
        <translation>其他读者的持有保持不变</translation>
    </message>
    <message>
        <source>Deletes the lock, with all holds of all holders</source>
        <translation>删除锁，连同所有持有者的全部持有</translation>
    </message>
    <message numerus="yes">
        <source>and only with %n hold(s), as shown</source>
        <translation>
            <numerusform>并且重入次数仍为所显示的 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Only if %1 still holds it</source>
        <translation>仅当仍由 %1 持有</translation>
    </message>
    <message>
        <source>An earlier expiry stays as it is</source>
        <translation>更早的过期时间保持不变</translation>
    </message>
    <message>
        <source>A holder that does not renew it loses the lock while it works</source>
        <translation>不续期的持有者会在工作中途失去锁</translation>
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
        <source>Refused: %1</source>
        <translation>被拒绝：%1</translation>
    </message>
    <message>
        <source>Not tried: %1</source>
        <translation>未尝试：%1</translation>
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
        <source>%1 %2</source>
        <comment>how many, and what came of them</comment>
        <translation>%2 %1</translation>
    </message>
    <message>
        <source>| lock | owner as shown | result | details |</source>
        <translation>| 锁 | 所显示的持有者 | 结果 | 详情 |</translation>
    </message>
    <message>
        <source>changed since: %1: %2</source>
        <translation>此后已变化：%1：%2</translation>
    </message>
    <message>
        <source>%1. %2, held by %3, TTL %4</source>
        <translation>%1. %2，持有者：%3，TTL：%4</translation>
    </message>
    <message>
        <source>For every holder</source>
        <translation>对每个持有者</translation>
    </message>
    <message>
        <source>this lock has no channel: %1</source>
        <translation>这把锁没有频道：%1</translation>
    </message>
    <message>
        <source>Compare and delete in one script</source>
        <translation>在一个脚本中比较并删除</translation>
    </message>
    <message>
        <source>rounds: %2; violations: %1; most in at once: %3</source>
        <translation>轮数：%2；违反互斥：%1；同时在内最多：%3</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>with an expiry of %1, in the same command</source>
        <translation>并在同一条命令中设置过期时间 %1</translation>
    </message>
    <message>
        <source>If the value is %1, sets the expiry to %2 from now</source>
        <translation>如果值为 %1，把过期时间设为从现在起 %2</translation>
    </message>
    <message>
        <source>Only if the value is still %1</source>
        <translation>仅当值仍为 %1</translation>
    </message>
    <message>
        <source>Makes the key expire in %1, if it has no expiry or a later one</source>
        <translation>若键没有过期时间或过期更晚，让它在 %1后过期</translation>
    </message>
    <message>
        <source>the expected count is %1: a lock of this kind has one hold only</source>
        <translation>预期次数为 %1：这种锁只能被持有一次</translation>
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
    <message numerus="yes">
        <source>%n holders are expected: a lock of this kind has one</source>
        <translation>
            <numerusform>预期有 %n 个持有者：这种锁只有一个</numerusform>
        </translation>
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
        <source>≈ sampled</source>
        <translation>≈ 采样</translation>
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
        <source>changes missed</source>
        <translation>错过变化</translation>
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
        <source>One clock ahead by %1</source>
        <translation>一个时钟快 %1</translation>
    </message>
    <message>
        <source>The server&apos;s clock</source>
        <translation>服务器的时钟</translation>
    </message>
    <message>
        <source>Timestamp lock and clock skew</source>
        <translation>时间戳锁与时钟偏差</translation>
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
        <source>If this is one node of a RedLock, the other nodes still hold it</source>
        <translation>如果这是 RedLock 的一个节点，其他节点上仍被持有</translation>
    </message>
    <message>
        <source>A name that ends in a number may also be a slot of Laravel&apos;s funnel</source>
        <translation>以数字结尾的名称也可能是 Laravel 漏斗的一个位置</translation>
    </message>
    <message>
        <source>A short sleep costs more commands than a message</source>
        <translation>短休眠比等消息花费更多命令</translation>
    </message>
    <message>
        <source>median of the hand-overs: %1 against %2</source>
        <translation>交接时间的中位数：%1，对比 %2</translation>
    </message>
    <message>
        <source>overtaken in 100 entries: queue %1, message %2, short sleep %3</source>
        <translation>每 100 次进入被插队：队列 %1，消息 %2，短休眠 %3</translation>
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
        <source>stale writes accepted</source>
        <translation>被接受的过时写入</translation>
    </message>
    <message>
        <source>violations: %1; most in at once: %2</source>
        <translation>违反互斥：%1；同时在内最多：%2</translation>
    </message>
    <message>
        <source>Renewed by a watchdog</source>
        <translation>由看门狗续期</translation>
    </message>
    <message>
        <source>Watchdog and fencing token</source>
        <translation>看门狗与栅栏令牌</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
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
    <message numerus="yes">
        <source>scanning: %1 keys</source>
        <translation>
            <numerusform>正在扫描：%1 个键</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>scan complete %1, %2 keys</source>
        <translation>
            <numerusform>%1完成扫描，共 %2 个键</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>scan failed after %1 keys: %2</source>
        <translation>
            <numerusform>扫描 %1 个键后失败：%2</numerusform>
        </translation>
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
        <source>cannot connect: %1</source>
        <translation>无法连接：%1</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
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
        <source>held long</source>
        <translation>持有过久</translation>
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
        <source>free</source>
        <comment>lock</comment>
        <translation>空闲</translation>
    </message>
    <message>
        <source>%1 +%2</source>
        <comment>an owner and how many more</comment>
        <translation>%1 +%2</translation>
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
        <source>alive</source>
        <comment>waiter</comment>
        <translation>存活</translation>
    </message>
    <message>
        <source>dead</source>
        <comment>waiter</comment>
        <translation>已失效</translation>
    </message>
    <message>
        <source>Remove holder</source>
        <comment>act</comment>
        <translation>移除持有者</translation>
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
        <translation>无多数派</translation>
    </message>
    <message>
        <source>split owners</source>
        <translation>持有者不一致</translation>
    </message>
    <message>
        <source>thin quorum</source>
        <translation>多数派无余量</translation>
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
        <source>replica behind</source>
        <translation>副本落后</translation>
    </message>
    <message>
        <source>expired with waiters</source>
        <translation>过期但有等待者</translation>
    </message>
    <message>
        <source>quorum lost</source>
        <translation>失去多数派</translation>
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
        <source>most in at once: %1 and %2, allowed: %3; stays past the lease: %4</source>
        <translation>同时在内最多：%1 和 %2，允许：%3；停留超过租期：%4</translation>
    </message>
    <message>
        <source>must be &quot;certain&quot;, &quot;likely&quot; or &quot;guess&quot;</source>
        <translation>必须是 &quot;certain&quot;、&quot;likely&quot; 或 &quot;guess&quot;</translation>
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
    <message>
        <source>A majority names one owner, and other nodes name another</source>
        <translation>多数节点指向同一个持有者，其他节点指向另一个</translation>
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
        <source>not acquired: %1</source>
        <translation>未获取：%1</translation>
    </message>
    <message>
        <source>quorum unknown</source>
        <translation>多数派未知</translation>
    </message>
    <message>
        <source>may be another owner</source>
        <translation>可能是另一个持有者</translation>
    </message>
    <message>
        <source>%1 to %2 of %3</source>
        <comment>nodes, at least and at most</comment>
        <translation>%3 个中 %1–%2 个</translation>
    </message>
    <message>
        <source>margin unknown</source>
        <translation>余量未知</translation>
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
        <source>No permit is free</source>
        <translation>没有空闲的许可</translation>
    </message>
    <message>
        <source>its HandleLostToken fires at its next extension, within 9 s by default</source>
        <translation>它的 HandleLostToken 会在下次续期时触发，默认在 9 秒之内</translation>
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
        <source>If this is a lock: %1</source>
        <translation>如果这是一把锁：%1</translation>
    </message>
    <message>
        <source>check what this server announces as its replicas or its cluster</source>
        <translation>请检查此服务器宣告的副本或集群</translation>
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
        <source>%1 is not a regular file</source>
        <translation>%1 不是普通文件</translation>
    </message>
    <message>
        <source>%1 is larger than %2 bytes</source>
        <translation>%1 大于 %2 字节</translation>
    </message>
    <message>
        <source>too large: %1</source>
        <translation>过大：%1</translation>
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
        <source>Servers and services</source>
        <translation>服务器与托管服务</translation>
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
        <source>action %1, %2</source>
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
        <source>… and more</source>
        <translation>……以及更多</translation>
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
        <source>May also be: %1</source>
        <translation>也可能是：%1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln permit(s) held</source>
        <translation>
            <numerusform>已持有 %Ln 个许可</numerusform>
        </translation>
    </message>
    <message>
        <source>no holder to compare: act on it alone</source>
        <translation>没有可供比较的持有者：请单独操作</translation>
    </message>
    <message>
        <source>the lock is free</source>
        <translation>锁空闲</translation>
    </message>
    <message>
        <source>it expires sooner by itself, in %1</source>
        <translation>它会更早自行过期，还有 %1</translation>
    </message>
    <message>
        <source>an earlier one failed</source>
        <translation>之前有一把失败了</translation>
    </message>
    <message>
        <source>not selected</source>
        <translation>未选中</translation>
    </message>
    <message>
        <source>changed since the dry run</source>
        <translation>试运行之后有变化</translation>
    </message>
    <message>
        <source>%1: not saved: %2</source>
        <translation>%1：未保存：%2</translation>
    </message>
    <message>
        <source>%1: the key did not exist</source>
        <translation>%1：键不存在</translation>
    </message>
    <message>
        <source>Why not done: %1</source>
        <translation>未执行的原因：%1</translation>
    </message>
    <message>
        <source>from the owner id</source>
        <translation>来自持有者标识</translation>
    </message>
    <message>
        <source>matched by client name</source>
        <translation>按客户端名称匹配</translation>
    </message>
    <message>
        <source>seen by a probe</source>
        <translation>由探测看到</translation>
    </message>
    <message numerus="yes">
        <source>%Ln command(s)</source>
        <translation>
            <numerusform>%Ln 条命令</numerusform>
        </translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>Disconnected: noticed %1</source>
        <translation>已断开连接：%1发现</translation>
    </message>
    <message>
        <source>A server that is busy all the time slows down by about %1 % meanwhile; an idle one hardly changes.</source>
        <translation>其间，一直繁忙的服务器约慢 %1 %；空闲的服务器几乎不受影响。</translation>
    </message>
    <message>
        <source>Found after %1.</source>
        <translation>已找到，用时 %1。</translation>
    </message>
    <message>
        <source>This owner was not seen: %1. A lock with a fixed lease is not renewed, so its owner shows only when it acquires or releases the lock.</source>
        <translation>没有看到该持有者活动：%1。固定租约的锁不会续期，因此持有者只在获取或释放锁时才会出现。</translation>
    </message>
    <message>
        <source>Stopped at its limit: %1. This server is too busy for a longer probe.</source>
        <translation>达到上限，已停止：%1。这台服务器太忙，不能探测更久。</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>unreachable</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>survives no node loss</source>
        <translation>不能再失去节点</translation>
    </message>
    <message numerus="yes">
        <source>survives %Ln more node loss(es)</source>
        <translation>
            <numerusform>还可失去 %Ln 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Its holder, its waiters and its verdict appear here.</source>
        <translation>这里会显示它的持有者、等待者和判定。</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>等待队列</translation>
    </message>
    <message>
        <source>redis-cli commands</source>
        <translation>redis-cli 命令</translation>
    </message>
    <message>
        <source>Loading details…</source>
        <translation>正在读取详情…</translation>
    </message>
    <message>
        <source>No details available.</source>
        <translation>没有详情。</translation>
    </message>
    <message>
        <source>Details not available: %1</source>
        <translation>无法查看详情：%1</translation>
    </message>
    <message>
        <source>Remove from queue…</source>
        <translation>移出队列…</translation>
    </message>
    <message>
        <source>Other locks of this owner</source>
        <translation>此持有者的其他锁</translation>
    </message>
    <message>
        <source>Queue (%1)</source>
        <translation>等待队列（%1）</translation>
    </message>
    <message>
        <source>Other locks of this owner (%1)</source>
        <translation>此持有者的其他锁（%1）</translation>
    </message>
    <message>
        <source>Select a row first</source>
        <translation>请先选择一行</translation>
    </message>
    <message>
        <source>Remove the selected hold; the others stay</source>
        <translation>移除所选的持有；其他的不变</translation>
    </message>
    <message>
        <source>Remove the selected waiter from the queue; the others move up</source>
        <translation>把所选的等待者移出队列；后面的前移</translation>
    </message>
    <message>
        <source>Find the client behind the owner. Shows the cost for the server first</source>
        <translation>查找持有者对应的客户端。会先显示对服务器的开销</translation>
    </message>
    <message>
        <source>Full history…</source>
        <translation>完整历史…</translation>
    </message>
    <message>
        <source>All remembered events of this lock</source>
        <translation>已记录的这把锁的全部事件</translation>
    </message>
    <message>
        <source>Give this owner a name</source>
        <translation>为此持有者取一个名称</translation>
    </message>
    <message>
        <source>Other locks of this client</source>
        <translation>此客户端的其他锁</translation>
    </message>
    <message>
        <source>Renewed together (%1)</source>
        <translation>同时续期（%1）</translation>
    </message>
    <message>
        <source>Other locks of this client (%1)</source>
        <translation>此客户端的其他锁（%1）</translation>
    </message>
    <message>
        <source>A folder for a ticket: all that is known of this lock, without secrets</source>
        <translation>供工单使用的文件夹：这把锁的全部已知信息，不含机密</translation>
    </message>
    <message>
        <source>Select a lock</source>
        <translation>选择一把锁</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>lag of a replica</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Exit statuses</source>
        <translation>退出状态</translation>
    </message>
    <message>
        <source>Contains no password: redis-cli reads it from REDISCLI_AUTH.</source>
        <translation>不含密码：redis-cli 从 REDISCLI_AUTH 读取。</translation>
    </message>
    <message>
        <source>Go to the next or previous field</source>
        <translation>转到下一个或上一个输入项</translation>
    </message>
    <message>
        <source>Open the context menu</source>
        <translation>打开右键菜单</translation>
    </message>
    <message>
        <source>Close a dialog without doing anything</source>
        <translation>关闭对话框；不执行任何操作</translation>
    </message>
    <message>
        <source>Show completions</source>
        <translation>显示补全</translation>
    </message>
    <message>
        <source>Select the row above or below; with Shift, several</source>
        <translation>选择上一行或下一行；按住 Shift 可选多行</translation>
    </message>
    <message>
        <source>Open the item of the row</source>
        <translation>打开该行的项目</translation>
    </message>
    <message>
        <source>Pause or follow</source>
        <translation>暂停或跟随</translation>
    </message>
    <message>
        <source>Read the values at another moment</source>
        <translation>读取另一时刻的值</translation>
    </message>
    <message>
        <source>The same in larger steps</source>
        <translation>同上，步幅更大</translation>
    </message>
    <message>
        <source>Return to the current values</source>
        <translation>回到当前值</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Every command works without a mouse. Those without a shortcut are in the command palette, by name.</source>
        <translation>所有命令都可以不用鼠标。没有快捷键的命令可以在命令面板中按名称查找。</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>Remove a recent connection from the list; a saved one asks first</source>
        <translation>把最近的连接从列表中移除；已保存的连接会先询问</translation>
    </message>
    <message>
        <source>Filter: kind:%1</source>
        <translation>筛选：kind:%1</translation>
    </message>
    <message>
        <source>&amp;Permits in total</source>
        <translation>许可总数(&amp;P)</translation>
    </message>
    <message>
        <source>no such kind</source>
        <translation>没有这种类型</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>not confirmed</source>
        <translation>未证实</translation>
    </message>
    <message>
        <source>✘ not confirmed</source>
        <translation>✘ 未证实</translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln waiter(s) retry; no key changes</source>
        <translation>
            <numerusform>至少 %Ln 个等待者会重试；不改动任何键</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiters retry; no key changes</source>
        <translation>等待者会重试；不改动任何键</translation>
    </message>
    <message>
        <source>Adds the missing expiry</source>
        <translation>补上缺少的过期时间</translation>
    </message>
    <message>
        <source>The holder renews the lock: a shorter expiry will not last</source>
        <translation>持有者在续期：缩短后不久又会恢复</translation>
    </message>
    <message>
        <source>Shortens the remaining %1</source>
        <translation>缩短剩余的 %1</translation>
    </message>
    <message>
        <source>one holder, and no known queue</source>
        <translation>只有一个持有者，没有已知的排队者</translation>
    </message>
    <message>
        <source>no holder, and no known queue</source>
        <translation>没有持有者，也没有已知的排队者</translation>
    </message>
    <message numerus="yes">
        <source>One of %Ln hold(s)</source>
        <translation>
            <numerusform>%Ln 个持有中的一个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One of %Ln in the queue</source>
        <translation>
            <numerusform>队列中 %Ln 个等待者之一</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>one of %Ln in the queue</source>
        <translation>
            <numerusform>队列中 %Ln 个等待者之一</numerusform>
        </translation>
    </message>
    <message>
        <source>Removes it from holder &quot;%1&quot;, even if it is still working</source>
        <translation>从持有者“%1”手中移除，即使它仍在工作</translation>
    </message>
    <message>
        <source>Removes all holds: %1</source>
        <translation>移除所有持有：%1</translation>
    </message>
    <message>
        <source>Wake waiters</source>
        <translation>唤醒等待者</translation>
    </message>
    <message>
        <source>Wait for expiry</source>
        <translation>等待过期</translation>
    </message>
    <message>
        <source>Set or shorten expiry</source>
        <translation>设置或缩短过期时间</translation>
    </message>
    <message>
        <source>Remove one holder, permit or queue entry</source>
        <translation>移除一个持有者、许可或排队者</translation>
    </message>
    <message>
        <source>Sends the wake-up message; no key changes. Waiters that wake try again, and wait on if the lock is still held. Harmless, and helps if a wake-up message was lost.</source>
        <translation>发送唤醒消息，不改动任何键。被唤醒的等待者会重试，若锁仍被持有则继续等待。没有害处；唤醒消息丢失时，这样即可补救。</translation>
    </message>
    <message>
        <source>Sends nothing. A dead holder loses the lock when its lease ends; a live one is not disturbed.</source>
        <translation>不发送任何命令。已失效的持有者在租约结束时失去锁，存活的持有者不受打扰。</translation>
    </message>
    <message>
        <source>Sets an expiry on a lock without one, or shortens the time left; never lengthens it. The holder is not notified: its next renewal restores the full lease. The previous time cannot be restored.</source>
        <translation>为没有过期时间的锁设置过期时间，或缩短剩余时间，绝不延长。持有者不会收到通知：它下一次续期会恢复完整的租约。原来的时间无法恢复。</translation>
    </message>
    <message>
        <source>Removes one part of the lock and keeps the others. Cannot be undone: the client that loses it must acquire it again.</source>
        <translation>只移除一个持有者、许可或排队者，其余不变。无法撤销：被移除的客户端必须重新获取。</translation>
    </message>
    <message>
        <source>Renewed every %1: waiting does not help while the holder is alive</source>
        <translation>每 %1 续期一次：只要持有者存活，等待就没有用</translation>
    </message>
    <message>
        <source>Renewed: waiting does not help while the holder is alive</source>
        <translation>在续期：只要持有者存活，等待就没有用</translation>
    </message>
    <message>
        <source>Its lease has ended</source>
        <translation>它的租约已结束</translation>
    </message>
    <message>
        <source>Expires at %1, in %2</source>
        <translation>将于 %1 过期，还有 %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln missed</source>
        <translation>
            <numerusform>错过 %Ln 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client(s) on the wake-up channel</source>
        <translation>
            <numerusform>唤醒频道上有 %Ln 个客户端</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln in the queue</source>
        <translation>
            <numerusform>队列中有 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Remaining</source>
        <translation>剩余次数</translation>
    </message>
    <message numerus="yes">
        <source>%Ln count(s) until it opens</source>
        <translation>
            <numerusform>再计数 %Ln 次后打开</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, the last one issued</source>
        <translation>%1，最近发出的一个</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>an owner, reads or writes</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>What is wrong with this lock, if anything</source>
        <translation>这把锁是否有问题</translation>
    </message>
    <message>
        <source>Key of the lock in Redis</source>
        <translation>锁在 Redis 中的键</translation>
    </message>
    <message>
        <source>Library and type of the lock</source>
        <translation>所属的库和类型</translation>
    </message>
    <message>
        <source>Time left until it expires, out of the longest lease seen</source>
        <translation>过期前的剩余时间，相对于见过的最长租约</translation>
    </message>
    <message>
        <source>How long this owner has held it; ≥ if Lockscope did not see the beginning</source>
        <translation>该持有者已持有多久；≥ 表示 Lockscope 没有看到开始</translation>
    </message>
    <message>
        <source>Number of renewals, and their interval</source>
        <translation>续期次数及其间隔</translation>
    </message>
    <message>
        <source>Known waiters</source>
        <translation>已知的等待者</translation>
    </message>
    <message>
        <source>Redis server of the lock</source>
        <translation>所在的 Redis 服务器</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s)</source>
        <translation>
            <numerusform>%Ln 把锁</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln critical</source>
        <translation>
            <numerusform>%Ln 个严重</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln warning(s)</source>
        <translation>
            <numerusform>%Ln 个警告</numerusform>
        </translation>
    </message>
    <message>
        <source>Number of holds (re-entry, readers, permits; remaining count of a latch), and whether it last rose or fell</source>
        <translation>持有次数（重入、读者、许可；闭锁为剩余次数），以及最近是升是降</translation>
    </message>
    <message numerus="yes">
        <source>%Ln hold(s) by all its holders</source>
        <translation>
            <numerusform>所有持有者共 %Ln 次持有</numerusform>
        </translation>
    </message>
    <message>
        <source>is renewed; otherwise %1 left</source>
        <translation>持续续期；否则还剩 %1</translation>
    </message>
    <message>
        <source>expires at %1, in %2</source>
        <translation>%1 过期，还有 %2</translation>
    </message>
    <message>
        <source>%1: unknown format. End the name with .png, .svg or .csv</source>
        <translation>%1：未知格式。文件名须以 .png、.svg 或 .csv 结尾</translation>
    </message>
    <message numerus="yes">
        <source>%Ln byte(s)</source>
        <translation>
            <numerusform>%Ln 字节</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln field(s)</source>
        <translation>
            <numerusform>%Ln 个字段</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln element(s)</source>
        <translation>
            <numerusform>%Ln 个元素</numerusform>
        </translation>
    </message>
    <message>
        <source>… truncated</source>
        <translation>…已截断</translation>
    </message>
    <message>
        <source>One hold released</source>
        <translation>已释放一次持有</translation>
    </message>
    <message>
        <source>Lock released by force</source>
        <translation>锁已强制释放</translation>
    </message>
    <message>
        <source>Message sent, but no client listens</source>
        <translation>消息已发送，但没有客户端在监听</translation>
    </message>
    <message>
        <source>The lock now expires by itself</source>
        <translation>锁现在会自行过期</translation>
    </message>
    <message>
        <source>Verified: held by %1, %2 times.</source>
        <translation>已核实：由 %1 持有，重入 %2 次。</translation>
    </message>
    <message>
        <source>Verified: held by %1.</source>
        <translation>已核实：由 %1 持有。</translation>
    </message>
    <message>
        <source>Dry run: nothing was changed</source>
        <translation>试运行：没有改动任何内容</translation>
    </message>
    <message>
        <source>Nothing was changed: the lock is no longer as shown</source>
        <translation>没有改动任何内容：锁已与显示的不同</translation>
    </message>
    <message>
        <source>Not acquired: another client holds the lock</source>
        <translation>未获取：锁由其他客户端持有</translation>
    </message>
    <message>
        <source>Unknown whether this was done</source>
        <translation>无法确定是否已执行</translation>
    </message>
    <message>
        <source>Server: %1</source>
        <translation>服务器：%1</translation>
    </message>
    <message>
        <source>Check the new holder first. To try again, go back.</source>
        <translation>请先查看新的持有者。要重试，请返回。</translation>
    </message>
    <message>
        <source>Check the lock before you retry: the server may have done it.</source>
        <translation>重试之前请先查看锁：服务器可能已经执行了。</translation>
    </message>
    <message>
        <source>Intended owner: %1</source>
        <translation>针对的持有者：%1</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>Released by force</source>
        <translation>已强制释放</translation>
    </message>
    <message>
        <source>Latch opened by force</source>
        <translation>闭锁已强制打开</translation>
    </message>
    <message>
        <source>Check its current state first. To try again, go back.</source>
        <translation>请先查看它的当前状态。要重试，请返回。</translation>
    </message>
    <message>
        <source>Same owner, but more holds or more time left than shown: it was renewed, or acquired again.</source>
        <translation>持有者相同，但重入次数或剩余时间比显示的多：锁已续期，或被重新获取。</translation>
    </message>
    <message>
        <source>Acquired again after %1 at most.</source>
        <translation>最多 %1后再次被获取。</translation>
    </message>
    <message>
        <source>Not seen to be acquired again while Lockscope watched.</source>
        <translation>观察期间没有看到它再次被获取。</translation>
    </message>
    <message>
        <source>Receive keyspace events (PSUBSCRIBE)</source>
        <translation>接收键空间事件（PSUBSCRIBE）</translation>
    </message>
    <message>
        <source>Count waiters (PUBSUB NUMSUB)</source>
        <translation>统计等待者（PUBSUB NUMSUB）</translation>
    </message>
    <message>
        <source>Identify clients (CLIENT LIST)</source>
        <translation>识别客户端（CLIENT LIST）</translation>
    </message>
    <message>
        <source>Check settings (CONFIG GET)</source>
        <translation>检查配置（CONFIG GET）</translation>
    </message>
    <message>
        <source>no locks are found</source>
        <translation>找不到任何锁</translation>
    </message>
    <message>
        <source>owners and times are unknown</source>
        <translation>无法得知持有者和时间</translation>
    </message>
    <message>
        <source>changes are seen by keyspace events, or late by polling</source>
        <translation>只能靠键空间事件，或稍后轮询才能看到变化</translation>
    </message>
    <message>
        <source>changes are seen by client tracking, or late by polling</source>
        <translation>只能靠客户端跟踪，或稍后轮询才能看到变化</translation>
    </message>
    <message>
        <source>waiters are unknown</source>
        <translation>等待者未知</translation>
    </message>
    <message>
        <source>some risks to locks are not detected</source>
        <translation>看不到某些危及锁的问题</translation>
    </message>
    <message>
        <source>locks can be seen, but not acquired, renewed or released here</source>
        <translation>只能查看锁，不能在此获取、续期或释放</translation>
    </message>
    <message>
        <source>waiters are not notified when a lock is released here</source>
        <translation>在此释放锁时，等待者收不到通知</translation>
    </message>
    <message>
        <source>owners are not identified by their renewals</source>
        <translation>无法通过续期识别持有者</translation>
    </message>
    <message>
        <source>Image (PNG)</source>
        <translation>图片 (PNG)</translation>
    </message>
    <message>
        <source>Vector image (SVG)</source>
        <translation>矢量图 (SVG)</translation>
    </message>
    <message>
        <source>Changed: no longer held</source>
        <translation>已变化：已不再被持有</translation>
    </message>
    <message>
        <source>Changed: now held by %1; refresh</source>
        <translation>已变化：现由 %1 持有；请刷新</translation>
    </message>
    <message numerus="yes">
        <source>Changed: now %Ln hold(s); refresh</source>
        <translation>
            <numerusform>已变化：现在重入 %Ln 次；请刷新</numerusform>
        </translation>
    </message>
    <message>
        <source>Changed: released and acquired again by its owner; refresh</source>
        <translation>已变化：持有者释放后又再次获取；请刷新</translation>
    </message>
    <message>
        <source>Changed: renewed or acquired again by its owner; refresh</source>
        <translation>已变化：持有者已续期或重新获取；请刷新</translation>
    </message>
    <message>
        <source>Changed: a client is using it; refresh</source>
        <translation>已变化：有客户端正在使用它；请刷新</translation>
    </message>
    <message numerus="yes">
        <source>; wakes %Ln client(s)</source>
        <translation>
            <numerusform>；唤醒 %Ln 个客户端</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Tells %Ln client(s) to retry</source>
        <translation>
            <numerusform>通知 %Ln 个客户端重试</numerusform>
        </translation>
    </message>
    <message>
        <source>Sends the message; no known listener</source>
        <translation>发送消息；没有已知的监听者</translation>
    </message>
    <message>
        <source>Expires in %1 at the latest, if the owner is unchanged</source>
        <translation>若持有者未变，最迟 %1后过期</translation>
    </message>
    <message>
        <source>Expires in %1 instead of never, if the owner is unchanged</source>
        <translation>若持有者未变，%1后过期，而不是永不过期</translation>
    </message>
    <message>
        <source>Released by force, if the owner is unchanged</source>
        <translation>若持有者未变，强制释放</translation>
    </message>
    <message>
        <source>Skipped: now held by %1</source>
        <translation>已跳过：现由 %1 持有</translation>
    </message>
    <message>
        <source>Skipped: changed since it was shown</source>
        <translation>已跳过：与先前显示的不同</translation>
    </message>
    <message>
        <source>Unknown: %1</source>
        <translation>结果未知：%1</translation>
    </message>
    <message numerus="yes">
        <source>; woke %Ln client(s)</source>
        <translation>
            <numerusform>；已唤醒 %Ln 个客户端</numerusform>
        </translation>
    </message>
    <message>
        <source>; now held by %1</source>
        <translation>；现由 %1 持有</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Excluded: %1</source>
        <translation>已排除：%1</translation>
    </message>
    <message>
        <source>Waiting for the server</source>
        <translation>正在等待服务器</translation>
    </message>
    <message>
        <source>excluded</source>
        <translation>已排除</translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln lock(s) of %2</source>
        <translation>
            <numerusform>%1：%2 的 %Ln 把锁</numerusform>
        </translation>
    </message>
    <message>
        <source>- time: %1</source>
        <translation>- 时间：%1</translation>
    </message>
    <message>
        <source>- reason: %1</source>
        <translation>- 原因：%1</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>未说明</translation>
    </message>
    <message>
        <source>- result: %1</source>
        <translation>- 结果：%1</translation>
    </message>
    <message>
        <source>%1, planned by Lockscope for %2 at %3</source>
        <translation>%1：Lockscope 于 %3 为 %2 拟定</translation>
    </message>
    <message>
        <source>Sends messages and changes no key.</source>
        <translation>只发送消息，不改动任何键。</translation>
    </message>
    <message>
        <source>Each line compares the owner: a lock with another owner is not changed.</source>
        <translation>每行都比较持有者：持有者不同的锁不会改动。</translation>
    </message>
    <message>
        <source>excluded: %1: %2</source>
        <translation>已排除：%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s).</source>
        <translation>
            <numerusform>%Ln 把锁。</numerusform>
        </translation>
    </message>
    <message>
        <source>Expired or lost /s</source>
        <translation>过期或丢失 /秒</translation>
    </message>
    <message>
        <source>Locks held at the end of the period</source>
        <translation>这段时间结束时被持有的锁</translation>
    </message>
    <message>
        <source>Free locks that were acquired, per second</source>
        <translation>每秒有多少空闲的锁被获取</translation>
    </message>
    <message>
        <source>Holds that their holder released completely, per second</source>
        <translation>每秒有多少次持有被持有者完全释放</translation>
    </message>
    <message>
        <source>Holds that expired, were released by force, or ended unseen</source>
        <translation>已过期、被强制释放或结束时未被看到的持有</translation>
    </message>
    <message>
        <source>Maximum number of waiters at once, of those that can be counted</source>
        <translation>同时等待者的最大数量（仅计能数到的）</translation>
    </message>
    <message>
        <source>Renewals seen, per second</source>
        <translation>每秒看到的续期次数</translation>
    </message>
    <message>
        <source>part of it was not observed</source>
        <translation>其中一部分未观察到</translation>
    </message>
    <message>
        <source>How long a new waiter has to wait, by Little&apos;s law: waiters divided by acquisitions per second</source>
        <translation>新的等待者要等多久，按利特尔法则：等待者数除以每秒获取次数</translation>
    </message>
    <message>
        <source>exact, except waiters</source>
        <translation>精确，等待者除外</translation>
    </message>
    <message>
        <source>recording started</source>
        <translation>开始录制</translation>
    </message>
    <message>
        <source>recording stopped</source>
        <translation>停止录制</translation>
    </message>
    <message>
        <source>Failover: %2 → %1</source>
        <translation>故障转移：%2 → %1</translation>
    </message>
    <message>
        <source>ended unseen</source>
        <translation>结束时未被看到</translation>
    </message>
    <message>
        <source>No data for this period</source>
        <translation>这段时间没有任何记录</translation>
    </message>
    <message>
        <source>No data before %1</source>
        <translation>%1 之前没有任何记录</translation>
    </message>
    <message>
        <source>Not observed in this period</source>
        <translation>这段时间未观察</translation>
    </message>
    <message>
        <source>No lock was seen to be acquired or contended in this period</source>
        <translation>这段时间内没有看到锁被获取或争用</translation>
    </message>
    <message>
        <source>Part of this period was not observed</source>
        <translation>其中一部分时间未观察</translation>
    </message>
    <message>
        <source>not observed</source>
        <translation>未观察</translation>
    </message>
    <message>
        <source>scan stopped at %1 of about %2 keys: the list is incomplete</source>
        <translation>扫描停在 %1 / 约 %2 个键：列表不完整</translation>
    </message>
    <message>
        <source>connection lost, retrying in %1: %2</source>
        <translation>连接已断开，%1后重试：%2</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>free but contended</source>
        <translation>空闲但有争用</translation>
    </message>
    <message>
        <source>growing hold count</source>
        <translation>重入次数增长</translation>
    </message>
    <message>
        <source>contended</source>
        <translation>有争用</translation>
    </message>
    <message>
        <source>guess</source>
        <comment>confidence</comment>
        <translation>猜测</translation>
    </message>
    <message>
        <source>Release by force</source>
        <comment>act</comment>
        <translation>强制释放</translation>
    </message>
    <message numerus="yes">
        <source>%Ln permit(s) free</source>
        <translation>
            <numerusform>%Ln 个许可空闲</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln overdue</source>
        <translation>
            <numerusform>%Ln 个逾期</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>free, %Ln queued</source>
        <translation>
            <numerusform>空闲，%Ln 个排队</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln reader(s)</source>
        <translation>
            <numerusform>%Ln 个读者</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln left</source>
        <translation>
            <numerusform>剩 %Ln 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, of %Ln permit(s)</source>
        <translation>
            <numerusform>%1，共 %Ln 个许可</numerusform>
        </translation>
    </message>
    <message>
        <source>Permits held (%1)</source>
        <translation>已占用的许可（%1）</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>waiter</comment>
        <translation>未知</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the free expired without a release, and can be acquired</source>
        <translation>
            <numerusform>空闲的许可中有 %Ln 个未经释放而过期，可以获取</numerusform>
        </translation>
    </message>
    <message>
        <source>dead queue head</source>
        <translation>队首已失效</translation>
    </message>
    <message>
        <source>unknown renewer</source>
        <translation>续期者不明</translation>
    </message>
    <message>
        <source>lease too long</source>
        <translation>租约过长</translation>
    </message>
    <message>
        <source>past its expiry</source>
        <translation>已过期限</translation>
    </message>
    <message>
        <source>orphaned companions</source>
        <translation>孤立的伴生键</translation>
    </message>
    <message>
        <source>Unknown on %1: %2</source>
        <translation>在 %1 上无法得知：%2</translation>
    </message>
    <message>
        <source>Message sent; no client of this server received it</source>
        <translation>消息已发送；这台服务器上没有客户端收到</translation>
    </message>
    <message>
        <source>Message sent to clients of other servers</source>
        <translation>消息已发送给其他服务器上的客户端</translation>
    </message>
    <message>
        <source>Queue (first %1)</source>
        <translation>等待队列（前 %1 个）</translation>
    </message>
    <message numerus="yes">
        <source>%Ln or more in the queue</source>
        <translation>
            <numerusform>队列中至少有 %Ln 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>free, %Ln or more queued</source>
        <translation>
            <numerusform>空闲，至少 %Ln 个排队</numerusform>
        </translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>connection refused</source>
        <translation>连接被拒绝</translation>
    </message>
    <message>
        <source>a rule requires a condition such as verdict&gt;=warning</source>
        <translation>规则需要一个条件，例如 verdict&gt;=warning</translation>
    </message>
    <message>
        <source>read access</source>
        <translation>有读权限</translation>
    </message>
    <message>
        <source>write access</source>
        <translation>有写权限</translation>
    </message>
    <message>
        <source>login failed: %1</source>
        <translation>登录失败：%1</translation>
    </message>
    <message>
        <source>no master found: %1</source>
        <translation>找不到主节点：%1</translation>
    </message>
    <message>
        <source>no read access: %1</source>
        <translation>没有读权限：%1</translation>
    </message>
    <message>
        <source>no write access: %1</source>
        <translation>没有写权限：%1</translation>
    </message>
    <message>
        <source>read access unknown</source>
        <translation>读权限未知</translation>
    </message>
    <message>
        <source>write access unknown</source>
        <translation>写权限未知</translation>
    </message>
    <message>
        <source>a character of the user name, the password or a value is not escaped</source>
        <translation>用户名、密码或某个值中有字符没有转义</translation>
    </message>
    <message>
        <source>the %1 is not valid UTF-8</source>
        <translation>%1不是有效的 UTF-8</translation>
    </message>
    <message>
        <source>the text in brackets is not an IPv6 address</source>
        <translation>方括号中不是 IPv6 地址</translation>
    </message>
    <message>
        <source>the host contains a character that host names cannot have</source>
        <translation>主机名中有不允许的字符</translation>
    </message>
    <message>
        <source>the port is not a number from 1 to 65535</source>
        <translation>端口不是 1 到 65535 之间的数字</translation>
    </message>
    <message>
        <source>the database is not a number of 0 or more</source>
        <translation>库号不是大于等于 0 的数字</translation>
    </message>
    <message>
        <source>clientname contains a space or a character that Redis does not allow there</source>
        <translation>clientname 中有空格或 Redis 不允许的字符</translation>
    </message>
    <message>
        <source>unknown query parameter &quot;%1&quot;</source>
        <translation>没有名为“%1”的查询参数</translation>
    </message>
    <message>
        <source>a query parameter occurs twice</source>
        <translation>有一个查询参数出现了两次</translation>
    </message>
    <message>
        <source>it has TLS parameters, but does not use TLS</source>
        <translation>带有 TLS 参数，但不是 TLS 连接</translation>
    </message>
    <message>
        <source>cert and key are required together</source>
        <translation>cert 和 key 必须同时给出</translation>
    </message>
    <message>
        <source>it has two databases, one in the path and one in the query</source>
        <translation>路径和查询部分各写了一个库号</translation>
    </message>
    <message>
        <source>use unix:// and an absolute path: unix:///run/redis.sock</source>
        <translation>请写 unix:// 加绝对路径：unix:///run/redis.sock</translation>
    </message>
    <message>
        <source>it does not start with redis://, rediss://, unix://, sentinel:// or cluster://</source>
        <translation>开头不是 redis://、rediss://、unix://、sentinel:// 或 cluster://</translation>
    </message>
    <message>
        <source>only sentinel:// and cluster:// take several addresses; give each independent server its own URL</source>
        <translation>只有 sentinel:// 和 cluster:// 可以写多个地址；相互独立的服务器请各写一个 URL</translation>
    </message>
    <message>
        <source>it occurs twice</source>
        <translation>重复给出</translation>
    </message>
    <message>
        <source>use sentinel://host:port/MASTER; SENTINEL MASTERS on a sentinel lists the names</source>
        <translation>请写 sentinel://主机:端口/主节点名称；名称可用 SENTINEL masters 向哨兵查询</translation>
    </message>
    <message>
        <source>the members of a RedLock group are independent servers</source>
        <translation>RedLock 组由相互独立的服务器组成</translation>
    </message>
    <message>
        <source>topology= is not allowed here: the scheme defines it</source>
        <translation>这里不能写 topology=：协议名已经说明</translation>
    </message>
    <message>
        <source>the sentinels&apos; login is not allowed here</source>
        <translation>这里不能写哨兵的登录信息</translation>
    </message>
    <message>
        <source>use sentinel://host:port/MASTER</source>
        <translation>请写 sentinel://主机:端口/主节点名称</translation>
    </message>
    <message>
        <source>to replace single addresses, use map=announced:port=reached:port</source>
        <translation>要替换个别地址，请写 map=通告地址:端口=实际地址:端口</translation>
    </message>
    <message>
        <source>use map=announced[:port]=reached[:port], once per address</source>
        <translation>请写 map=通告地址[:端口]=实际地址[:端口]，每个地址写一次</translation>
    </message>
    <message>
        <source>it is not two addresses separated by =</source>
        <translation>不是用 = 隔开的两个地址</translation>
    </message>
    <message>
        <source>its announced address is already mapped</source>
        <translation>该通告地址已有映射</translation>
    </message>
    <message>
        <source>use proxy=socks5://host:port or proxy=http://host:port</source>
        <translation>请写 proxy=socks5://主机:端口 或 proxy=http://主机:端口</translation>
    </message>
    <message>
        <source>it starts with neither socks5:// nor http://</source>
        <translation>开头既不是 socks5:// 也不是 http://</translation>
    </message>
    <message>
        <source>this is not an SSH destination</source>
        <translation>这不是 SSH 目标</translation>
    </message>
    <message>
        <source>use ssh=[user@]host[:port]</source>
        <translation>请写 ssh=[用户@]主机[:端口]</translation>
    </message>
    <message>
        <source>available: %1</source>
        <translation>可用的有 %1</translation>
    </message>
    <message>
        <source>addresses=typed and map= cannot be combined</source>
        <translation>addresses=typed 与 map= 不能同时使用</translation>
    </message>
    <message>
        <source>a unix socket uses no proxy and no tunnel</source>
        <translation>unix 套接字不经过代理，也不经过隧道</translation>
    </message>
    <message>
        <source>proxy and ssh cannot be combined</source>
        <translation>proxy 与 ssh 不能同时使用</translation>
    </message>
    <message>
        <source>set the proxy in the SSH configuration: ProxyCommand or ProxyJump</source>
        <translation>请在 ssh 的配置中写代理：ProxyCommand 或 ProxyJump</translation>
    </message>
    <message>
        <source>sshkey and sshconfig require ssh=</source>
        <translation>sshkey 和 sshconfig 需要与 ssh= 一起使用</translation>
    </message>
    <message>
        <source>use a number and a unit, such as 250ms, 30s, 5m, 2h or 1d</source>
        <translation>请写数字加单位，例如 250ms、30s、5m、2h 或 1d</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>内容为空</translation>
    </message>
    <message>
        <source>it does not start with a number</source>
        <translation>开头不是数字</translation>
    </message>
    <message>
        <source>only one number and one unit are allowed</source>
        <translation>只能有一个数字和一个单位</translation>
    </message>
    <message>
        <source>unknown unit &quot;%1&quot;</source>
        <translation>没有“%1”这个单位</translation>
    </message>
    <message>
        <source>the server does not report the id of the connection</source>
        <translation>服务器不告知连接的编号</translation>
    </message>
    <message>
        <source>keyspace events are disabled on this server</source>
        <translation>此服务器未开启键空间事件</translation>
    </message>
    <message>
        <source>patterns with a fixed prefix, such as lock:*, cost the server nothing for other keys</source>
        <translation>有固定前缀的匹配模式（如 lock:*）不会因其他键给服务器带来开销</translation>
    </message>
    <message>
        <source>CONFIG SET notify-keyspace-events %1 makes every event exact. It costs the server about 0.6 µs per write of these kinds, to any key</source>
        <translation>CONFIG SET notify-keyspace-events %1 可让每个事件都精确。服务器上对任何键的这类写入，每次约增加 0.6 µs 开销</translation>
    </message>
    <message>
        <source>the server reports changes of keys that start with %1</source>
        <translation>服务器报告以 %1 开头的键的变化</translation>
    </message>
    <message>
        <source>keyspace events are enabled: every change is reported</source>
        <translation>键空间事件已开启：报告每次变化</translation>
    </message>
    <message>
        <source>the server reports which keys change</source>
        <translation>服务器报告哪些键发生变化</translation>
    </message>
    <message>
        <source>not every pattern has a fixed prefix: the server reports which keys change, and Lockscope picks out the locks</source>
        <translation>并非所有匹配模式都有固定前缀：服务器报告哪些键变化，由 Lockscope 从中挑出锁</translation>
    </message>
    <message>
        <source>more than %1 other keys change per second</source>
        <translation>每秒有超过 %1 个其他键在变化</translation>
    </message>
    <message>
        <source>%1: new locks are reported if they start with %2, others are found by the next scan; known locks are reported</source>
        <translation>%1：报告以 %2 开头的新锁，其他的由下次扫描发现；已知的锁都会报告</translation>
    </message>
    <message>
        <source>%1: known locks are reported, new ones are found by the next scan</source>
        <translation>%1：报告已知的锁，新锁由下次扫描发现</translation>
    </message>
    <message>
        <source>the quote at column %1 is not closed</source>
        <translation>第 %1 列开始的引号没有闭合</translation>
    </message>
    <message>
        <source>text is missing</source>
        <translation>缺少文本</translation>
    </message>
    <message>
        <source>%1 needs text to search for</source>
        <translation>%1 需要要查找的文本</translation>
    </message>
    <message>
        <source>unknown field %1</source>
        <translation>没有字段 %1</translation>
    </message>
    <message>
        <source>in quotes, it is text to search for</source>
        <translation>加引号则作为要查找的文本</translation>
    </message>
    <message>
        <source>did you mean %1? In quotes, it is text to search for</source>
        <translation>是否指 %1？加引号则作为要查找的文本</translation>
    </message>
    <message>
        <source>unknown kind %1</source>
        <translation>没有类型 %1</translation>
    </message>
    <message>
        <source>unknown verdict %1</source>
        <translation>没有判定 %1</translation>
    </message>
    <message>
        <source>did you mean %1? In quotes, it is a kind of your own</source>
        <translation>是否指 %1？加引号则表示你自定义的类型</translation>
    </message>
    <message>
        <source>write it without spaces, as in verdict&gt;=warning; in quotes, it is text to search for</source>
        <translation>请不带空格地书写，例如 verdict&gt;=warning；加引号则表示要查找的文本</translation>
    </message>
    <message>
        <source>this user may not query the server for it (ACL DRYRUN)</source>
        <translation>该用户无权向服务器查询（ACL DRYRUN）</translation>
    </message>
    <message>
        <source>servers before 7.0 cannot be queried</source>
        <translation>7.0 之前的服务器无法查询</translation>
    </message>
    <message>
        <source>not an object</source>
        <translation>不是一个对象</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a string</source>
        <translation>“%1”必须是字符串</translation>
    </message>
    <message>
        <source>the SSH private key was not imported: keep it in a file under ~/.ssh, or in the agent</source>
        <translation>没有导入 SSH 私钥：请把它放在 ~/.ssh 下的文件中，或交给 ssh-agent</translation>
    </message>
    <message>
        <source>the SSH password was not imported: ssh uses keys, its agent and its own configuration</source>
        <translation>没有导入 SSH 密码：ssh 使用密钥、ssh-agent 和自己的配置</translation>
    </message>
    <message>
        <source>the passphrase of the SSH key was not imported: add the key to the agent with ssh-add</source>
        <translation>没有导入 SSH 密钥的口令：请用 ssh-add 把密钥加入 ssh-agent</translation>
    </message>
    <message>
        <source>the CA certificate was not imported: save it as a file and set its path</source>
        <translation>没有导入 CA 证书：请把它存为文件，再填写路径</translation>
    </message>
    <message>
        <source>the client certificate was not imported: save it as a file and set its path</source>
        <translation>没有导入客户端证书：请把它存为文件，再填写路径</translation>
    </message>
    <message>
        <source>the key of the client certificate was not imported: save it as a file and set its path</source>
        <translation>没有导入客户端证书的私钥：请把它存为文件，再填写路径</translation>
    </message>
    <message>
        <source>unknown type &quot;%1&quot;; it is detected when connecting</source>
        <translation>未知类型“%1”；连接时自动检测</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is not verified, as in the original</source>
        <translation>与原来一样，不验证服务器证书</translation>
    </message>
    <message>
        <source>the export has no CA certificate</source>
        <translation>导出文件中没有 CA 证书</translation>
    </message>
    <message>
        <source>the export has no client certificate</source>
        <translation>导出文件中没有客户端证书</translation>
    </message>
    <message>
        <source>its tags were not imported</source>
        <translation>没有导入它的标签</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is now verified; in the original it was not</source>
        <translation>原来不验证服务器证书，现在会验证</translation>
    </message>
    <message>
        <source>the command to run before connecting was not imported</source>
        <translation>没有导入连接前要运行的命令</translation>
    </message>
    <message>
        <source>no connections found that Lockscope can read</source>
        <translation>没有找到 Lockscope 能读取的连接</translation>
    </message>
    <message>
        <source>supported: URLs (one per line), RedisInsight&apos;s JSON export, the .ano file of Another Redis Desktop Manager, Lockscope&apos;s own export</source>
        <translation>支持：每行一个的 URL、RedisInsight 导出的 JSON、Another Redis Desktop Manager 的 .ano 文件，以及 Lockscope 自己导出的文件</translation>
    </message>
    <message>
        <source>it contains no connection</source>
        <translation>其中没有连接</translation>
    </message>
    <message>
        <source>larger than 10 MB</source>
        <translation>超过 10 MB</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: this name exists; imported as &quot;%2&quot;</source>
        <translation>“%1”：名称已存在，导入为“%2”</translation>
    </message>
    <message>
        <source>must be a list of strings</source>
        <translation>必须是字符串列表</translation>
    </message>
    <message>
        <source>the file has version %1, written by a newer version of Lockscope</source>
        <translation>文件版本为 %1，由更新版本的 Lockscope 写成</translation>
    </message>
    <message>
        <source>line 1: not a list of Lockscope profiles</source>
        <translation>第 1 行：不是 Lockscope 的连接配置列表</translation>
    </message>
    <message>
        <source>line %1: duplicate profile name &quot;%2&quot;</source>
        <translation>第 %1 行：有两个名为“%2”的连接配置</translation>
    </message>
    <message>
        <source>a profile requires a name</source>
        <translation>连接配置需要一个名称</translation>
    </message>
    <message>
        <source>set either a host or a socket</source>
        <translation>请给出主机或套接字，二者选一</translation>
    </message>
    <message>
        <source>a host is a name or an address, without spaces or slashes</source>
        <translation>主机是名称或地址，不含空格和斜杠</translation>
    </message>
    <message>
        <source>the database number must not be negative</source>
        <translation>库号不能小于 0</translation>
    </message>
    <message>
        <source>unix sockets do not use TLS</source>
        <translation>TLS 不能用于 unix 套接字</translation>
    </message>
    <message>
        <source>a client certificate and its key are required together</source>
        <translation>客户端证书和它的私钥必须同时给出</translation>
    </message>
    <message>
        <source>a pattern must not be empty</source>
        <translation>匹配模式不能为空</translation>
    </message>
    <message>
        <source>fix or move the file; Lockscope has not changed it</source>
        <translation>请修正或移走该文件；Lockscope 没有改动它</translation>
    </message>
    <message>
        <source>duplicate profile name &quot;%1&quot;</source>
        <translation>有两个名为“%1”的连接配置</translation>
    </message>
    <message>
        <source>no profile &quot;%1&quot; in %2</source>
        <translation>%2 中没有名为“%1”的连接配置</translation>
    </message>
    <message>
        <source>Sentinel and Cluster cannot be reached through a unix socket</source>
        <translation>不能通过 unix 套接字连接哨兵或集群</translation>
    </message>
    <message>
        <source>Sentinel requires the name of the master</source>
        <translation>使用哨兵时需要主节点名称</translation>
    </message>
    <message>
        <source>additional addresses are for Sentinel and Cluster only</source>
        <translation>只有哨兵和集群可以填写更多地址</translation>
    </message>
    <message>
        <source>the address table is empty</source>
        <translation>地址对照表是空的</translation>
    </message>
    <message>
        <source>row %1 of the address table: %2</source>
        <translation>地址对照表第 %1 行：%2</translation>
    </message>
    <message>
        <source>use either a proxy or a tunnel; ssh&apos;s own configuration can set a proxy</source>
        <translation>代理和隧道只能选一个；可以在 ssh 自己的配置中写代理</translation>
    </message>
    <message>
        <source>the user name of a proxy must not contain a colon</source>
        <translation>代理的用户名不能含有冒号</translation>
    </message>
    <message>
        <source>the SSH destination is [user@]host, without spaces</source>
        <translation>ssh 的目标是 [用户@]主机，不含空格</translation>
    </message>
    <message>
        <source>a RedLock group requires at least two members</source>
        <translation>RedLock 组至少需要两个成员</translation>
    </message>
    <message>
        <source>a member cannot be a group</source>
        <translation>成员本身不能是组</translation>
    </message>
    <message>
        <source>reentered by %1 (holds: %2)</source>
        <translation>%1 已重入（次数：%2）</translation>
    </message>
    <message>
        <source>wake-up message sent; no client was listening</source>
        <translation>唤醒消息已发送；没有客户端在监听</translation>
    </message>
    <message>
        <source>already expires sooner; nothing was changed</source>
        <translation>原本更早过期，未作更改</translation>
    </message>
    <message>
        <source>it is free now</source>
        <translation>现在空闲</translation>
    </message>
    <message>
        <source>the %1 may or may not have been done: </source>
        <translation>%1可能已执行，也可能没有：</translation>
    </message>
    <message>
        <source>; acquired again within %1</source>
        <translation>；%1内又被获取</translation>
    </message>
    <message>
        <source>immediately</source>
        <translation>立即</translation>
    </message>
    <message>
        <source>openssl did not finish</source>
        <translation>openssl 没有结束</translation>
    </message>
    <message>
        <source>openssl output: %1</source>
        <translation>openssl 的输出：%1</translation>
    </message>
    <message>
        <source>openssl is not installed</source>
        <translation>未安装 openssl</translation>
    </message>
    <message>
        <source>redis-server is not installed</source>
        <translation>未安装 redis-server</translation>
    </message>
    <message>
        <source>cannot create a folder in %1</source>
        <translation>无法在 %1 中创建文件夹</translation>
    </message>
    <message>
        <source>set TMPDIR to a writable folder with a short path</source>
        <translation>请把 TMPDIR 设为一个路径较短且可写的文件夹</translation>
    </message>
    <message>
        <source>cannot start %1: %2</source>
        <translation>%1 无法启动：%2</translation>
    </message>
    <message>
        <source>redis-server exited immediately: %1</source>
        <translation>redis-server 立即退出：%1</translation>
    </message>
    <message>
        <source>redis-server does not respond: %1</source>
        <translation>redis-server 没有应答：%1</translation>
    </message>
    <message>
        <source>no free port on 127.0.0.1</source>
        <translation>127.0.0.1 上没有空闲端口</translation>
    </message>
    <message>
        <source>redis-cli is not installed</source>
        <translation>未安装 redis-cli</translation>
    </message>
    <message>
        <source>redis-cli --cluster create did not finish</source>
        <translation>redis-cli --cluster create 没有结束</translation>
    </message>
    <message>
        <source>redis-cli --cluster create output: %1</source>
        <translation>redis-cli --cluster create 的输出：%1</translation>
    </message>
    <message>
        <source>the replicas have the data of their master</source>
        <translation>副本已获得主节点的数据</translation>
    </message>
    <message>
        <source>the sentinels have found each other</source>
        <translation>各哨兵已互相发现</translation>
    </message>
    <message>
        <source>timed out waiting until %1</source>
        <translation>等待超时：%1</translation>
    </message>
    <message>
        <source>the server has saved its data</source>
        <translation>服务器已保存数据</translation>
    </message>
    <message>
        <source>cannot write %1</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>redis-server is not available for Windows</source>
        <translation>Windows 没有 redis-server</translation>
    </message>
    <message>
        <source>a server can have its own clock on Linux only</source>
        <translation>只有在 Linux 上，服务器才能有自己的时钟</translation>
    </message>
    <message>
        <source>cannot use the keychain: %1</source>
        <translation>无法使用密钥环：%1</translation>
    </message>
    <message>
        <source>enter the password for this session</source>
        <translation>请为本次会话输入密码</translation>
    </message>
    <message>
        <source>there is no D-Bus session</source>
        <translation>这里没有 D-Bus 会话</translation>
    </message>
    <message>
        <source>it does not respond</source>
        <translation>没有回应</translation>
    </message>
    <message>
        <source>the keychain entry was not written by Lockscope</source>
        <translation>密钥环中的条目不是 Lockscope 写入的</translation>
    </message>
    <message>
        <source>enter the password again</source>
        <translation>请重新输入密码</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a size: use a whole number and B, KiB, MiB, GiB or TiB, such as 512MiB</source>
        <translation>“%1”不是大小：请写整数加 B、KiB、MiB、GiB 或 TiB，例如 512MiB</translation>
    </message>
    <message>
        <source>Token created at %1: the call that acquired the lock began then</source>
        <translation>令牌生成于 %1：获取锁的调用从那时开始</translation>
    </message>
    <message>
        <source>Created on the machine with MAC address %1</source>
        <translation>生成它的机器的 MAC 地址为 %1</translation>
    </message>
    <message>
        <source>Created by a process that used the random number %1 instead of a MAC address</source>
        <translation>生成它的进程用随机数 %1 代替了 MAC 地址</translation>
    </message>
    <message>
        <source>Clock sequence %1: tokens that share both come from one process or machine</source>
        <translation>时钟序列 %1：这两项相同的令牌来自同一进程或同一机器</translation>
    </message>
    <message>
        <source>longest TTL seen: %1</source>
        <translation>见过的最长 TTL：%1</translation>
    </message>
    <message>
        <source>hold count %1, peak %2</source>
        <translation>重入次数 %1，最多时 %2</translation>
    </message>
    <message numerus="yes">
        <source>at least %n client(s) waiting</source>
        <translation>
            <numerusform>至少 %n 个客户端在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>Find the holder. If it is alive, set an expiry that covers its work; if it is gone, release the lock by force. Then fix the code: set the key and its TTL in one command</source>
        <translation>请找到持有者。如果它还活着，给锁设一个足够它完成工作的过期时间；如果它已不在，强制释放这把锁。然后修正代码：用同一条命令写入键和 TTL</translation>
    </message>
    <message>
        <source>The holder has stopped renewing: last renewal %1 ago, one expected every %2</source>
        <translation>持有者已停止续期：上次续期在 %1前，本应每 %2 续期一次</translation>
    </message>
    <message>
        <source>The holder has crashed, hangs, or cannot reach this server. Find it before the lock expires: after that, another client can enter while it still works</source>
        <translation>持有者已崩溃、挂起，或连不上这台服务器。请在锁过期之前查明：过期之后，别的客户端可能在它仍在工作时进入</translation>
    </message>
    <message>
        <source>The holder used to renew, but the lock expires in %1</source>
        <translation>持有者此前一直在续期，但锁将在 %1后过期</translation>
    </message>
    <message>
        <source>Check the holder now: a long pause there lets two clients in at once</source>
        <translation>请立即检查持有者：它若停顿过久，会有两个客户端同时进入</translation>
    </message>
    <message>
        <source>The lock is free, but clients have waited for %1</source>
        <translation>锁是空闲的，但仍有客户端已等待 %1</translation>
    </message>
    <message>
        <source>A wake-up message was lost, or the waiters disconnected without unsubscribing. Wake them: this changes nothing else</source>
        <translation>唤醒消息已丢失，或等待者断开连接时没有取消订阅。请唤醒等待者：这不会影响其他任何内容</translation>
    </message>
    <message>
        <source>One owner has entered %1 times and released nothing so far</source>
        <translation>同一持有者已重入 %1 次，至今一次都没有释放</translation>
    </message>
    <message>
        <source>If this keeps growing, some code path acquires the lock without releasing it</source>
        <translation>如果次数继续增长，说明代码中有一处只加锁、不释放</translation>
    </message>
    <message>
        <source>Fine if the work takes that long; otherwise find out what the holder waits for</source>
        <translation>如果工作确实需要这么久就没有问题；否则请查明持有者在等什么</translation>
    </message>
    <message>
        <source>Contended: held, and other clients wait for it</source>
        <translation>存在争用：被持有，且有其他客户端在等待</translation>
    </message>
    <message>
        <source>Closed, and clients wait for it</source>
        <translation>关闭中，有客户端在等待</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) started since the lock was acquired, and may have lost it</source>
        <translation>
            <numerusform>%n 个节点在加锁之后启动过，可能已丢失该锁</numerusform>
        </translation>
    </message>
    <message>
        <source>valid for %1 more (clock drift subtracted)</source>
        <translation>还有 %1 有效（已扣除时钟漂移）</translation>
    </message>
    <message>
        <source>A failed attempt left it behind, or the lock has lost nodes. If a client works under this lock, another client may get a majority at the same time; otherwise it expires by itself</source>
        <translation>它是失败的尝试留下的，或是锁失去了部分节点。如果仍有客户端在临界区内工作，另一个客户端可能同时取得多数；否则它会自行过期</translation>
    </message>
    <message>
        <source>Held by the smallest possible majority: losing one more node loses the lock</source>
        <translation>恰好由最小多数持有：再失去一个节点，锁就丢失</translation>
    </message>
    <message>
        <source>Restore the missing nodes, and find out why they do not have the lock</source>
        <translation>请恢复缺失的节点，并查明它们为何没有这把锁</translation>
    </message>
    <message>
        <source>the last hold expired</source>
        <translation>上次持有已过期</translation>
    </message>
    <message>
        <source>the last hold was released</source>
        <translation>上次持有已释放</translation>
    </message>
    <message>
        <source>the last hold was released by force</source>
        <translation>上次持有被强制释放</translation>
    </message>
    <message>
        <source>expired %1</source>
        <translation>已于 %1过期</translation>
    </message>
    <message>
        <source>%1, no longer connected, found %2</source>
        <translation>%1，已断开连接（%2发现）</translation>
    </message>
    <message>
        <source>no client listens for it</source>
        <translation>没有客户端在为它监听</translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) in total</source>
        <translation>
            <numerusform>共 %n 个许可</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n expired permit(s)</source>
        <translation>
            <numerusform>%n 个许可已过期</numerusform>
        </translation>
    </message>
    <message>
        <source>no replica of %1 has received its writes of the last %2</source>
        <translation>%1 最近 %2内写入的内容，还没有任何副本收到</translation>
    </message>
    <message>
        <source>remaining: %1</source>
        <translation>残留：%1</translation>
    </message>
    <message>
        <source>the lock stays for another %1</source>
        <translation>锁还会保留 %1</translation>
    </message>
    <message>
        <source>no client is left to release the lock</source>
        <translation>已没有客户端来释放这把锁</translation>
    </message>
    <message>
        <source>The client that holds it is no longer connected: %1</source>
        <translation>持有它的客户端已断开连接：%1</translation>
    </message>
    <message numerus="yes">
        <source>The clients of %n holder(s) are no longer connected</source>
        <translation>
            <numerusform>%n 个持有者的客户端已断开连接</numerusform>
        </translation>
    </message>
    <message>
        <source>If its process is gone, release the lock by force, or wait until it expires. If the process is alive, it has only lost its connection, and may still work under the lock</source>
        <translation>如果它的进程已不在，请强制释放锁，或等它过期。如果进程还活着，则它只是断开了连接，可能仍在临界区内工作</translation>
    </message>
    <message>
        <source>Still renewed, although the client that acquired it is no longer connected</source>
        <translation>获取它的客户端已断开连接，却仍在续期</translation>
    </message>
    <message>
        <source>Losing %1 now would lose this lock: its replicas are %2 behind, and the lock was acquired or renewed since</source>
        <translation>如果现在失去 %1，这把锁就会丢失：它的副本落后 %2，而锁是在此之后获取或续期的</translation>
    </message>
    <message>
        <source>Check the replica and its link to the master. Do not fail over manually until it has caught up: another client could acquire the lock while its holder works</source>
        <translation>请检查副本及其与主节点的连接。在它追上之前不要手动故障转移：否则持有者还在工作时，另一个客户端就可能获取到锁</translation>
    </message>
    <message>
        <source>Its TTL grew from %1 to %2 under one owner</source>
        <translation>在同一持有者手中，它的 TTL 从 %1 增长到 %2</translation>
    </message>
    <message>
        <source>Check whether the program mixes up seconds and milliseconds when it renews: if its holder crashes, the lock stays that long</source>
        <translation>请检查程序续期时是否混淆了秒和毫秒：持有者一旦崩溃，锁会保留这么久</translation>
    </message>
    <message>
        <source>Its TTL is %1: if its holder crashes, the lock stays that long</source>
        <translation>它的 TTL 是 %1：持有者一旦崩溃，锁会保留这么久</translation>
    </message>
    <message>
        <source>Fine if intended; otherwise check whether the program mixes up seconds and milliseconds</source>
        <translation>如果是有意为之就没有问题；否则请检查程序是否混淆了秒和毫秒</translation>
    </message>
    <message numerus="yes">
        <source>%n expired permit(s) were never released</source>
        <translation>
            <numerusform>%n 个许可已过期，从未释放</numerusform>
        </translation>
    </message>
    <message>
        <source>Their holders crashed, or work longer than they asked for; then more clients work than there are permits. Find them; the next client can take these permits</source>
        <translation>它们的持有者已崩溃，或工作时间超过了所申请的时间；后一种情况下，同时工作的客户端会多于许可数。请找到它们；下一个客户端可以取用这些许可</translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) are held by clients that are no longer connected</source>
        <translation>
            <numerusform>%n 个许可由已断开连接的客户端持有</numerusform>
        </translation>
    </message>
    <message>
        <source>If those processes are gone, release their permits one by one</source>
        <translation>如果那些进程已不在，请逐个释放它们的许可</translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) missing: fewer are available than there should be</source>
        <translation>
            <numerusform>缺少 %n 个许可：可取的比应有的少</numerusform>
        </translation>
    </message>
    <message>
        <source>Permits were removed while they were held, or a holder died without releasing. If none is held, set the number of permits again</source>
        <translation>有许可在被持有期间移除，或某个持有者没有释放就退出了。如果没有许可被持有，请重新设置许可数量</translation>
    </message>
    <message>
        <source>If these clocks agree, their holders crashed or no longer refresh them, and the next client takes these permits. If one is wrong, its permits may still be in use</source>
        <translation>如果这些时钟一致，则其持有者已崩溃或不再刷新，下一个客户端会取走这些许可。如果某个时钟不准，其许可可能仍在使用</translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) look expired by the clocks of their clients</source>
        <translation>
            <numerusform>按其客户端的时钟，%n 个许可看似已过期</numerusform>
        </translation>
    </message>
    <message>
        <source>Unknown which: the number of permits was lowered while they were held, which ends when enough are released; or the counter was changed by other means</source>
        <translation>究竟是哪一种未知：在许可被持有期间减少了总数（释放足够多之后即恢复），或计数被其他方式改动</translation>
    </message>
    <message>
        <source>The number of free permits is negative: %1</source>
        <translation>空闲许可数为负：%1</translation>
    </message>
    <message>
        <source>This happens if the number of permits is lowered while they are held, and ends when enough are released. Whether it was intended is unknown</source>
        <translation>在许可被持有期间减少总数会造成这种情况，释放足够多之后即恢复。是否有意为之未知</translation>
    </message>
    <message>
        <source>Free, but no client acquires it: the first waiter in the queue, %1, is gone</source>
        <translation>空闲却没有人获取：队首的 %1 已不在</translation>
    </message>
    <message>
        <source>Its last holder did not release it: it crashed, or worked longer than it had asked for. The key does no harm</source>
        <translation>上一个持有者没有释放它：已崩溃，或工作时间超过了所申请的时间。这个键没有害处</translation>
    </message>
    <message>
        <source>Only companion keys have been left for %1: no holder, no waiters</source>
        <translation>只剩下锁的伴生键，已有 %1：没有持有者，也没有等待者</translation>
    </message>
    <message>
        <source>Lock lost: its owner had a majority and now has %1 of %2 nodes</source>
        <translation>锁已丢失：持有者曾拥有多数节点，现在 %2 个节点中只有 %1 个</translation>
    </message>
    <message>
        <source>If the program has not noticed, stop its work: once a majority of nodes answers, another client can acquire the lock. Restore the missing nodes</source>
        <translation>如果程序自己没有察觉，请让它停止工作：一旦多数节点应答，另一个客户端就能获取到锁。请恢复缺失的节点</translation>
    </message>
    <message>
        <source>renewed to %2 every %1 (watchdog)</source>
        <translation>每 %1 续期到 %2（看门狗）</translation>
    </message>
    <message>
        <source>The problem is the client, not this lock: it has crashed, is paused, or cannot reach this server. Check its process and its network before the locks expire</source>
        <translation>出问题的不是某一把锁，而是客户端：它已崩溃、陷入长时间停顿，或连不上这台服务器。请在这些锁过期之前检查它的进程和网络</translation>
    </message>
    <message>
        <source>Something else renews it: another connection of the same program, or a program that read the owner id. Find out which before you release it: if nothing works under the lock, these renewals keep it held forever</source>
        <translation>有其他程序在续期：同一程序的另一个连接，或读到了持有者标识的程序。释放之前请先查明：如果已没有程序在临界区内工作，这样续期会让锁一直被占用</translation>
    </message>
    <message>
        <source>Free for %1 since it expired, but clients wait: an expiry sends no wake-up message</source>
        <translation>过期后已空闲 %1，仍有客户端在等待：过期不会发出唤醒消息</translation>
    </message>
    <message>
        <source>They sleep until their next try. Wake them: this changes nothing else. Then find out why the last holder did not release it</source>
        <translation>它们会睡到下一次尝试为止。请唤醒它们：这不会改变其他任何东西。然后查明上一个持有者为何没有释放</translation>
    </message>
    <message>
        <source>Expired, but its key still exists: the next client takes it</source>
        <translation>已过期，键却还在：下一个客户端就能取得它</translation>
    </message>
    <message numerus="yes">
        <source>%n permit(s) too many are held: %1 of %2</source>
        <translation>
            <numerusform>持有的许可比允许的多 %n 个：持有 %1 个，允许 %2 个</numerusform>
        </translation>
    </message>
    <message>
        <source>More clients work at once than allowed: the semaphore does not protect its resource. Check whether all programs use the same limit, and whether one takes permits without counting them. If the limit was lowered, this ends when enough permits are released</source>
        <translation>同时工作的客户端超过允许的数量：信号量已起不到保护作用。请检查各程序的上限是否相同，以及是否有程序取许可而不计数。如果是上限被调低，释放足够多的许可后即恢复</translation>
    </message>
    <message>
        <source>Permits are held, but the count of free permits is gone: no client can acquire one</source>
        <translation>有许可被取走，而空闲数量的键不见了：客户端无法再获取许可</translation>
    </message>
    <message>
        <source>Its key was deleted. The next release creates it again, with that one permit only. Find out what deletes it, and set the number of permits again when none is held</source>
        <translation>它的键被删除了。下一次释放会重新创建它，但其中只有那一个许可。请查明是什么删除了它，并在没有许可被持有时重新设置许可数量</translation>
    </message>
    <message>
        <source>production requires a reason, which is recorded</source>
        <translation>生产环境要求填写原因，原因会记入审计</translation>
    </message>
    <message>
        <source>give a reason</source>
        <translation>请填写原因</translation>
    </message>
    <message>
        <source>production requires the name to be typed</source>
        <translation>生产环境要求输入名称</translation>
    </message>
    <message>
        <source>the name typed, %1, does not match</source>
        <translation>输入的名称 %1 不相符</translation>
    </message>
    <message>
        <source>profile %1 denies %2</source>
        <translation>连接配置 %1 禁止 %2</translation>
    </message>
    <message>
        <source>profile %1 allows %2 actions per minute; %3 were made</source>
        <translation>连接配置 %1 每分钟允许 %2 次操作，已执行 %3 次</translation>
    </message>
    <message>
        <source>there is no audit log here, and production allows no action without a record</source>
        <translation>这里没有审计日志，而生产环境不允许没有记录的操作</translation>
    </message>
    <message>
        <source>use a program that keeps an audit log</source>
        <translation>请使用保留审计日志的程序</translation>
    </message>
    <message>
        <source>the entry was missing %1 times; of %2 requests %3 reached the source</source>
        <translation>条目缺失 %1 次；%2 个请求中有 %3 个到达数据源</translation>
    </message>
    <message>
        <source>Without a lock, every miss puts the whole load on the source</source>
        <translation>不加锁时，每次未命中都把全部负载压到数据源上</translation>
    </message>
    <message>
        <source>A mutex in each process lets one request per server through</source>
        <translation>各进程内的互斥量让每台服务器各放过一个请求</translation>
    </message>
    <message>
        <source>With a distributed lock, one request fills the cache for all</source>
        <translation>使用分布式锁时，一个请求就为所有请求填好缓存</translation>
    </message>
    <message>
        <source>A hot entry is missing from the cache, and the workers of two servers request it at the same time. With a lock that both servers see, one worker fetches it, and the others find it in the cache.</source>
        <translation>缓存中的一个热点条目失效，两台服务器的工作者同时请求它。用两台服务器都能看到的锁，只有一个工作者去取数据，其余的随后在缓存中找到它。</translation>
    </message>
    <message>
        <source>Workers per server</source>
        <translation>每台服务器的工作者数</translation>
    </message>
    <message>
        <source>Times the entry goes missing</source>
        <translation>条目缺失的次数</translation>
    </message>
    <message>
        <source>Response time of the source</source>
        <translation>数据源的响应时间</translation>
    </message>
    <message>
        <source>Lock kind of the last variant</source>
        <translation>最后一种方式的锁类型</translation>
    </message>
    <message>
        <source>the leftover lock has an expiry</source>
        <translation>留下的锁有过期时间</translation>
    </message>
    <message>
        <source>the leftover lock has no expiry</source>
        <translation>留下的锁没有过期时间</translation>
    </message>
    <message>
        <source>The intended lease was never set: a process that dies between the two commands blocks all others</source>
        <translation>预期的租约没有设上：在两条命令之间崩溃的进程会阻塞所有其他客户端</translation>
    </message>
    <message>
        <source>%1; %2 of %3 waited %4 in vain, intended lease %5</source>
        <translation>%1；%3 个中有 %2 个白等了 %4，预期租约 %5</translation>
    </message>
    <message>
        <source>One command acquires the lock and sets its expiry: there is no gap</source>
        <translation>一条命令同时获取锁并设置过期时间：没有空隙</translation>
    </message>
    <message>
        <source>%1; %2 of %3 entered, the first %4 after the crash</source>
        <translation>%1；%3 个中有 %2 个进入，第一个在崩溃后 %4</translation>
    </message>
    <message>
        <source>A process acquires a lock with SETNX and is killed before it sends EXPIRE. The lock then stays forever. SET NX PX does both in one command and leaves no such gap.</source>
        <translation>一个进程用 SETNX 获取锁，在发出 EXPIRE 之前被杀死，锁从此永远存在。SET NX PX 用一条命令完成两件事，不留空隙。</translation>
    </message>
    <message>
        <source>Other clients</source>
        <translation>其他客户端数</translation>
    </message>
    <message>
        <source>How long they keep trying</source>
        <translation>它们尝试多久</translation>
    </message>
    <message>
        <source>Lockscope&apos;s verdict on the lock: %1</source>
        <translation>Lockscope 对这把锁的判定：%1</translation>
    </message>
    <message>
        <source>the holder did not acquire the lock in time</source>
        <translation>持有者没有及时获取到锁</translation>
    </message>
    <message>
        <source>The holder&apos;s process is killed, along with its unfinished work</source>
        <translation>持有者的进程被杀死，未完成的工作也随之丢失</translation>
    </message>
    <message>
        <source>%1 other clients try to enter</source>
        <translation>另有 %1 个客户端尝试进入</translation>
    </message>
    <message>
        <source>entered after the crash</source>
        <translation>崩溃后进入</translation>
    </message>
    <message>
        <source>Show no window: print the lock table, save a picture of the window to FILE and exit.</source>
        <translation>不显示窗口：打印锁列表，把窗口图片保存到 FILE，然后退出。</translation>
    </message>
    <message>
        <source>Keys that may be locks. Repeatable.</source>
        <translation>可能是锁的键。可重复。</translation>
    </message>
    <message>
        <source>Refuse all writes.</source>
        <translation>拒绝一切写操作。</translation>
    </message>
    <message>
        <source>Folder of the connections and the window state.</source>
        <translation>保存连接和窗口状态的文件夹。</translation>
    </message>
    <message>
        <source>Language of the window, for example zh_CN.</source>
        <translation>窗口的语言，如 zh_CN。</translation>
    </message>
    <message>
        <source>Print the version and exit.</source>
        <translation>打印版本后退出。</translation>
    </message>
    <message>
        <source>Print this help and exit.</source>
        <translation>打印本帮助后退出。</translation>
    </message>
    <message>
        <source>unknown option &quot;%1&quot;</source>
        <translation>没有选项“%1”</translation>
    </message>
    <message>
        <source>--pattern must not be empty</source>
        <translation>--pattern 不能为空</translation>
    </message>
    <message>
        <source>--%1 must not be empty</source>
        <translation>--%1 不能为空</translation>
    </message>
    <message>
        <source>--url, --profile and --sandbox cannot be combined</source>
        <translation>--url、--profile 和 --sandbox 只能给出一个</translation>
    </message>
    <message>
        <source>--snapshot requires --url, --profile or --sandbox</source>
        <translation>--snapshot 需要 --url、--profile 或 --sandbox</translation>
    </message>
    <message>
        <source>Connect to this Redis server: redis://, rediss:// (TLS), unix://, sentinel:// or cluster://. Several are the members of a RedLock group.</source>
        <translation>连接到这个 Redis：redis://、rediss://（TLS）、unix://、sentinel:// 或 cluster://；给出多个时，它们是一个 RedLock 组的成员。</translation>
    </message>
    <message>
        <source>Start a private Redis with demo locks and connect to it. Topologies: standalone, replica, sentinel, cluster or redlock.</source>
        <translation>启动一个带演示锁的私有 Redis 并连接到它。拓扑：standalone、replica、sentinel、cluster 或 redlock。</translation>
    </message>
    <message>
        <source>unknown sandbox &quot;%1&quot;</source>
        <translation>没有名为“%1”的沙箱</translation>
    </message>
    <message>
        <source>unknown page &quot;%1&quot;: use %2</source>
        <translation>没有页面“%1”：请使用 %2</translation>
    </message>
    <message>
        <source>--page requires --snapshot</source>
        <translation>--page 需要与 --snapshot 一起使用</translation>
    </message>
    <message>
        <source>Open another window, even if one already shows the same connection.</source>
        <translation>另开一个窗口，即使已有窗口显示同一连接。</translation>
    </message>
    <message>
        <source>an address without --url is a link, and must be the only argument</source>
        <translation>不带 --url 的地址是链接，只能单独给出</translation>
    </message>
    <message>
        <source>Shows the distributed locks in Redis and lets you act on them. If a window already shows the requested connection, it is brought to the front.</source>
        <translation>显示 Redis 中的分布式锁，并可对其操作。若已有窗口显示所请求的连接，则将其带到前面。</translation>
    </message>
    <message>
        <source>Address to open in the connection dialog. Nothing connects by itself.</source>
        <translation>在连接对话框中打开的地址。不会自动连接。</translation>
    </message>
    <message>
        <source>when memory is full, this server evicts keys: an evicted lock is free while its owner still works</source>
        <translation>内存用满时该服务器会淘汰键：锁被淘汰后即空闲，而持有者仍在工作</translation>
    </message>
    <message>
        <source>once a memory limit is set, this server evicts keys, including locks; no limit is set now</source>
        <translation>目前没有设置内存上限；一旦设置，该服务器就会淘汰键，其中包括锁</translation>
    </message>
    <message>
        <source>on power loss, this server loses the locks of about the last second; RedLock relies on none being lost</source>
        <translation>机器断电时，最近约一秒内的锁会丢失；而 RedLock 要求一把都不能丢</translation>
    </message>
    <message>
        <source>CONFIG SET appendfsync always, or restart a crashed server only after the longest lease</source>
        <translation>执行 CONFIG SET appendfsync always，或在最长租约过后再启动崩溃的服务器</translation>
    </message>
    <message>
        <source>this server rejects all writes because its last snapshot failed (MISCONF): no lock can be acquired, renewed or released</source>
        <translation>最近一次快照失败，该服务器拒绝所有写入（MISCONF）：锁无法获取、续期或释放</translation>
    </message>
    <message>
        <source>check the server log for the reason, usually a full disk; then run BGSAVE</source>
        <translation>原因见服务器日志，多为磁盘已满；处理后执行 BGSAVE</translation>
    </message>
    <message>
        <source>this server rejects all writes because it cannot write its append-only file (MISCONF): no lock can be acquired, renewed or released</source>
        <translation>该服务器无法写入 AOF 文件，因此拒绝所有写入（MISCONF）：锁无法获取、续期或释放</translation>
    </message>
    <message>
        <source>free disk space on the server</source>
        <translation>清理服务器的磁盘空间</translation>
    </message>
    <message>
        <source>raise maxmemory with CONFIG SET, or remove keys that are not needed</source>
        <translation>用 CONFIG SET 调大 maxmemory，或删除不需要的键</translation>
    </message>
    <message>
        <source>this master rejects all writes because too few replicas keep up (NOREPLICAS): no lock can be acquired, renewed or released</source>
        <translation>跟得上的副本太少，该主节点拒绝所有写入（NOREPLICAS）：锁无法获取、续期或释放</translation>
    </message>
    <message>
        <source>restore its replicas</source>
        <translation>恢复它的副本</translation>
    </message>
    <message>
        <source>this server is still loading its data: no lock can be acquired or renewed</source>
        <translation>该服务器仍在加载数据：锁无法获取或续期</translation>
    </message>
    <message>
        <source>this master grants locks even if no replica receives them: if it is cut off, it keeps granting locks, and the promoted replica grants each of them again</source>
        <translation>即使没有副本收到，该主节点也会授予锁：与其他节点隔离后它继续授予，而被提升的副本会把同样的锁再授予一次</translation>
    </message>
    <message>
        <source>this replica receives nothing from its master %1: locks acquired since are lost if it is promoted</source>
        <translation>该副本收不到主节点 %1 的数据：若被提升，此后获取的锁都会丢失</translation>
    </message>
    <message>
        <source>check why it cannot reach its master: network, masterauth, or the replica&apos;s log</source>
        <translation>检查它为何连不上主节点：网络、masterauth 或副本的日志</translation>
    </message>
    <message>
        <source>check what slows it down: SLOWLOG GET, its disk, or the network between the two</source>
        <translation>检查拖慢它的原因：SLOWLOG GET、磁盘，或两者之间的网络</translation>
    </message>
    <message>
        <source>this server&apos;s clock was set back after it started: locks outlive their lease by the same amount</source>
        <translation>该服务器启动后时钟曾被回拨：锁的存活时间会比租约长出同样的时长</translation>
    </message>
    <message>
        <source>slew the clock instead of stepping it: in chronyd, use makestep only at startup</source>
        <translation>让时钟平滑调整而不是跳变：chronyd 只在启动时使用 makestep</translation>
    </message>
    <message>
        <source>this server version gets no more fixes, has no users with their own permissions, and cannot report changes as they happen without keyspace events</source>
        <translation>该服务器版本已不再有修复更新，没有带独立权限的用户，且不开启键空间事件就无法实时报告变化</translation>
    </message>
    <message>
        <source>this server version gets no more fixes and has no sharded channels, so each wake-up message goes to every node of a cluster</source>
        <translation>该服务器版本已不再有修复更新，也没有分片频道，因此每条唤醒消息都会发往集群的所有节点</translation>
    </message>
    <message>
        <source>upgrade to Redis 7.2 or later, or to Valkey</source>
        <translation>升级到 Redis 7.2 或更高版本，或迁移到 Valkey</translation>
    </message>
    <message>
        <source>keyspace events are disabled: Lockscope follows locks by client tracking instead, which merges changes in quick succession</source>
        <translation>键空间事件未开启：Lockscope 改用客户端跟踪来跟随锁，紧接着发生的多次变化会合并为一次</translation>
    </message>
    <message>
        <source>this server&apos;s certificate is not verified: a third party may read the password and change what is shown of locks</source>
        <translation>未验证该服务器的证书：第三方可能读取密码并篡改所显示的锁信息</translation>
    </message>
    <message>
        <source>set the CA instead: cacert=FILE</source>
        <translation>请改为指定 CA：cacert=文件</translation>
    </message>
    <message>
        <source>the password is sent unencrypted: anyone who reads it can acquire and remove locks</source>
        <translation>密码未加密传输：读到它的人可以获取和移除锁</translation>
    </message>
    <message>
        <source>anyone who reaches this server can acquire and remove locks: it requires no password, and its protected mode is off</source>
        <translation>任何能连到该服务器的人都可以获取和删除锁：它不要求密码，且关闭了保护模式</translation>
    </message>
    <message>
        <source>this user may not query everything, so some risks to locks cannot be detected here</source>
        <translation>该用户无权查询全部信息，因此有些危及锁的问题在这里看不到</translation>
    </message>
    <message>
        <source>this server cannot be reached: the state of its locks is unknown</source>
        <translation>无法连接该服务器：其上锁的状态未知</translation>
    </message>
    <message>
        <source>this sentinel cannot be reached: one vote fewer for a failover</source>
        <translation>无法连接该哨兵：故障转移少了一票</translation>
    </message>
    <message>
        <source>this node of the group cannot be reached: its vote is missing for every lock</source>
        <translation>无法连接组内的该节点：每把锁都少了它的一票</translation>
    </message>
    <message>
        <source>this replica cannot be reached: whether it has the locks is unknown</source>
        <translation>无法连接该副本：它是否有这些锁未知</translation>
    </message>
    <message>
        <source>the cluster rejects all commands (CLUSTERDOWN): no lock can be acquired, renewed or released</source>
        <translation>集群拒绝所有命令（CLUSTERDOWN）：锁无法获取、续期或释放</translation>
    </message>
    <message numerus="yes">
        <source>no master serves %n slot(s): locks there cannot be acquired, renewed or released</source>
        <translation>
            <numerusform>%n 个槽没有主节点负责：其中的锁无法获取、续期或释放</numerusform>
        </translation>
    </message>
    <message>
        <source>this cluster master has no replica: if it fails, the locks of its slots are lost</source>
        <translation>集群中的该主节点没有副本：它一旦失效，其槽中的锁也随之丢失</translation>
    </message>
    <message>
        <source>slots of this node are migrating: a lock with companion keys may be rejected meanwhile (TRYAGAIN)</source>
        <translation>该节点的槽正在迁移：期间对带有伴生键的锁的操作可能被拒绝（TRYAGAIN）</translation>
    </message>
    <message>
        <source>this server&apos;s clock is %1 ahead of the others: if it becomes the master, or its clock is corrected, leases end at a different time than their owners expect</source>
        <translation>该服务器的时钟比其他节点快 %1：如果它成为主节点或时钟被校正，租约结束的时间会与持有者预期的不同</translation>
    </message>
    <message>
        <source>this server&apos;s clock is %1 behind the others: if it becomes the master, or its clock is corrected, leases end at a different time than their owners expect</source>
        <translation>该服务器的时钟比其他节点慢 %1：如果它成为主节点或时钟被校正，租约结束的时间会与持有者预期的不同</translation>
    </message>
    <message>
        <source>%1 ms from here, the median of all is %2 ms</source>
        <translation>与本机相差 %1 ms，全部节点的中位数为 %2 ms</translation>
    </message>
    <message>
        <source>run NTP on every server: chronyc tracking</source>
        <translation>在每台服务器上运行 NTP：chronyc tracking</translation>
    </message>
    <message numerus="yes">
        <source>%n servers of one deployment are masters at once: each may grant the same lock</source>
        <translation>
            <numerusform>同一部署中有 %n 台服务器同时是主节点：它们可能各自授予同一把锁</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 sentinels can be reached and %3 are needed: if the master fails, no replica is promoted, and no lock can be acquired or released</source>
        <translation>%2 个哨兵中可连接 %1 个，需要 %3 个：主节点失效时不会提升副本，锁将无法获取或释放</translation>
    </message>
    <message numerus="yes">
        <source>there are %n sentinel(s): with fewer than three or an even number, one failure or a partition can leave locks without a master</source>
        <translation>
            <numerusform>共有 %n 个哨兵：少于三个或为偶数时，损失一个或发生网络分区就可能使锁没有主节点</numerusform>
        </translation>
    </message>
    <message>
        <source>run three or five sentinels, on separate machines</source>
        <translation>在各自独立的机器上运行三个或五个哨兵</translation>
    </message>
    <message numerus="yes">
        <source>a group of %n node(s) survives no failure: with one node fewer, no lock has a majority</source>
        <translation>
            <numerusform>%n 个节点的组不能损失任何节点：少一个，任何锁都得不到多数</numerusform>
        </translation>
    </message>
    <message>
        <source>use three or five nodes</source>
        <translation>使用三个或五个节点</translation>
    </message>
    <message>
        <source>a group of %1 nodes survives no more failures than one of %2, and two clients can block each other with half of the nodes each</source>
        <translation>%1 个节点的组能承受的损失并不比 %2 个节点多，而且两个客户端可能各占一半而互相阻塞</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes of this group are one server, or copies of each other: they count as several votes but fail together</source>
        <translation>
            <numerusform>该组中有 %n 个节点是同一台服务器或互为副本：它们算作多票，却会一起失效</numerusform>
        </translation>
    </message>
    <message>
        <source>give each node of the group its own server, without replication between them</source>
        <translation>让组内每个节点使用独立的服务器，彼此之间不做复制</translation>
    </message>
    <message>
        <source>this node of the group is a cluster: a failover inside it may lose a lock, and its vote then goes to a second client</source>
        <translation>组内的该节点是一个集群：其内部的故障转移可能丢失锁，它的一票就会投给另一个客户端</translation>
    </message>
    <message>
        <source>this node of the group has replicas: a promoted one may not have a lock yet, and its vote then goes to a second client</source>
        <translation>组内的该节点有副本：被提升的副本可能还没有某把锁，它的一票就会投给另一个客户端</translation>
    </message>
    <message numerus="yes">
        <source>%n lock(s) here look like locks of a RedLock library, but this server is a master with replicas: one failover may grant a lock twice, which RedLock is meant to prevent</source>
        <translation>
            <numerusform>这里有 %n 把锁看起来来自 RedLock 库，但该服务器是带副本的主节点：一次故障转移就可能把锁授予两次，而这正是 RedLock 要防止的</numerusform>
        </translation>
    </message>
    <message>
        <source>if it uses independent servers, specify all of them: -u URL -u URL -u URL; otherwise let the library use several independent servers</source>
        <translation>如果它用的是几台独立的服务器，请全部列出：-u URL -u URL -u URL；否则让该库使用多台独立的服务器</translation>
    </message>
    <message>
        <source>The replicas are disconnected from their master</source>
        <translation>副本与主节点断开</translation>
    </message>
    <message>
        <source>The master is killed; the replicas keep running</source>
        <translation>主节点被杀死，副本继续运行</translation>
    </message>
    <message>
        <source>One of three masters is lost and replaced by an empty one</source>
        <translation>三个主节点中的一个丢失，由一个空的节点顶替</translation>
    </message>
    <message>
        <source>The failover loses the lock, and a second owner enters alongside the first</source>
        <translation>故障转移丢失了锁，第二个持有者与第一个同时进入</translation>
    </message>
    <message>
        <source>With WAIT, the first client learns that no replica has the lock, and does not enter</source>
        <translation>借助 WAIT，第一个客户端得知没有副本收到这把锁，于是不进入</translation>
    </message>
    <message>
        <source>With min-replicas-to-write, a master without replicas grants nothing</source>
        <translation>设置 min-replicas-to-write 后，没有副本的主节点不授予任何锁</translation>
    </message>
    <message>
        <source>A MultiLock survives the loss of one of its masters</source>
        <translation>丢失一个主节点，MultiLock 仍然有效</translation>
    </message>
    <message>
        <source>A RedLock survives the loss of one of its masters</source>
        <translation>丢失一个主节点，RedLock 仍然有效</translation>
    </message>
    <message>
        <source>The master grants a lock and dies before a replica has it. The replica that is promoted knows nothing of the lock and grants it again. WAIT, min-replicas-to-write, a MultiLock and a RedLock run the same test.</source>
        <translation>主节点授予一把锁，在副本收到之前崩溃；被提升的副本对此一无所知，又把它授予别的客户端。WAIT、min-replicas-to-write、MultiLock 和 RedLock 接受同样的测试。</translation>
    </message>
    <message>
        <source>or correct its address in the address table</source>
        <translation>或在地址表中更正它的地址</translation>
    </message>
    <message>
        <source>or map %1 to an address that can be reached from here</source>
        <translation>或将 %1 映射为此处可达的地址</translation>
    </message>
    <message>
        <source>if that address is known there only, map it to one that can be reached from here, or keep the typed host</source>
        <translation>如果该地址只在那边可用，请将它映射为此处可达的地址，或保持输入的主机</translation>
    </message>
    <message>
        <source>this sentinel does not monitor a master &apos;%1&apos;</source>
        <translation>此哨兵没有监控主节点“%1”</translation>
    </message>
    <message>
        <source>this user may not run %1</source>
        <translation>该用户无权执行 %1</translation>
    </message>
    <message>
        <source>this user may not access %1</source>
        <translation>该用户无权访问 %1</translation>
    </message>
    <message>
        <source>this user may not use %1</source>
        <translation>该用户无权使用 %1</translation>
    </message>
    <message>
        <source>required permission: ACL SETUSER %1 %2</source>
        <translation>所需权限：ACL SETUSER %1 %2</translation>
    </message>
    <message>
        <source>Lockscope closed the connection</source>
        <translation>连接已由 Lockscope 关闭</translation>
    </message>
    <message>
        <source>cannot use the audit log %1: %2</source>
        <translation>无法使用审计日志 %1：%2</translation>
    </message>
    <message>
        <source>move the file away; Lockscope then starts a new one</source>
        <translation>请移走该文件；Lockscope 会新建一个</translation>
    </message>
    <message>
        <source>no record that it was sent, and no response</source>
        <translation>没有发送的记录，也没有应答的记录</translation>
    </message>
    <message>
        <source>sent, but no response is recorded: check the lock</source>
        <translation>已发送，但没有应答的记录：请检查该锁</translation>
    </message>
    <message>
        <source>cannot create the folder</source>
        <translation>无法创建文件夹</translation>
    </message>
    <message>
        <source>cannot create the file</source>
        <translation>无法创建文件</translation>
    </message>
    <message>
        <source>a newer version of this program wrote it (format %1; this version reads %2)</source>
        <translation>它由本程序的更新版本写成（格式 %1；本版本支持 %2）</translation>
    </message>
    <message>
        <source>the file was moved away meanwhile; the outcome of this action is not recorded</source>
        <translation>该文件在此期间被移走；操作的结果没有记录</translation>
    </message>
    <message>
        <source>look for the action in the moved file</source>
        <translation>请在被移走的文件中查找该操作</translation>
    </message>
    <message>
        <source>cannot write the metrics to %1: %2</source>
        <translation>无法将指标写入 %1：%2</translation>
    </message>
    <message>
        <source>a string length that is not a number</source>
        <translation>字符串长度不是数字</translation>
    </message>
    <message>
        <source>%1 cannot connect to the unix socket &apos;%2&apos;</source>
        <translation>%1无法连接 Unix 套接字“%2”</translation>
    </message>
    <message>
        <source>set host and port, or remove the proxy or tunnel</source>
        <translation>请填写主机和端口，或去掉代理或隧道</translation>
    </message>
    <message>
        <source>the socket &apos;%1&apos; does not exist</source>
        <translation>套接字“%1”不存在</translation>
    </message>
    <message>
        <source>check the path, and that Redis is running (unixsocket in its configuration)</source>
        <translation>请检查路径，以及 Redis 是否在运行（其配置中的 unixsocket）</translation>
    </message>
    <message>
        <source>permission denied for the socket &apos;%1&apos;</source>
        <translation>无权打开套接字“%1”</translation>
    </message>
    <message>
        <source>check unixsocketperm in the server&apos;s configuration</source>
        <translation>请检查服务器配置中的 unixsocketperm</translation>
    </message>
    <message>
        <source>cannot connect to &apos;%1&apos;: %2</source>
        <translation>无法连接“%1”：%2</translation>
    </message>
    <message>
        <source>check the path, and that Redis is running</source>
        <translation>请检查路径，以及 Redis 是否在运行</translation>
    </message>
    <message>
        <source>the server that answered is not Redis</source>
        <translation>应答登录的不是 Redis 服务器</translation>
    </message>
    <message>
        <source>cannot use database %1: </source>
        <translation>无法使用数据库 %1：</translation>
    </message>
    <message>
        <source>this server is a cluster node, and a cluster has database 0 only</source>
        <translation>此服务器是集群节点，集群只有数据库 0</translation>
    </message>
    <message>
        <source>omit the database number</source>
        <translation>请不要指定库号</translation>
    </message>
    <message>
        <source>it reopens automatically; check its state</source>
        <translation>它会自动重新打开；请查看其状态</translation>
    </message>
    <message>
        <source>%1 refused the connection</source>
        <translation>%1拒绝了连接</translation>
    </message>
    <message>
        <source>check that the proxy is running, and its host and port</source>
        <translation>请检查代理是否在运行，以及其主机和端口</translation>
    </message>
    <message>
        <source>cannot resolve the address of %1</source>
        <translation>无法解析%1的地址</translation>
    </message>
    <message>
        <source>check the proxy&apos;s host name</source>
        <translation>请检查代理的主机名</translation>
    </message>
    <message>
        <source>%1 requires authentication</source>
        <translation>%1要求身份验证</translation>
    </message>
    <message>
        <source>set user and password for the proxy</source>
        <translation>请给出代理的用户和密码</translation>
    </message>
    <message>
        <source>%1 rejected user &apos;%2&apos; or the password</source>
        <translation>%1拒绝了用户“%2”或其密码</translation>
    </message>
    <message>
        <source>check the proxy&apos;s user and password</source>
        <translation>请检查代理的用户和密码</translation>
    </message>
    <message>
        <source>check the proxy type, and that it accepts this machine</source>
        <translation>请检查代理的类型，以及它是否允许本机接入</translation>
    </message>
    <message>
        <source>%1 found no route to host &apos;%2&apos;</source>
        <translation>%1找不到通往主机“%2”的路径</translation>
    </message>
    <message>
        <source>check the host name: the proxy resolves it</source>
        <translation>请检查主机名：它由代理解析</translation>
    </message>
    <message>
        <source>%1 cannot connect to the server: connection refused</source>
        <translation>%1无法连接服务器：连接被拒绝</translation>
    </message>
    <message>
        <source>check that Redis is running there, and the port</source>
        <translation>请检查 Redis 是否在那里运行，以及端口是否正确</translation>
    </message>
    <message>
        <source>allow them in the proxy&apos;s configuration</source>
        <translation>请在代理的设置中允许它们</translation>
    </message>
    <message>
        <source>%1 timed out connecting to the server</source>
        <translation>%1连接服务器超时</translation>
    </message>
    <message>
        <source>%1 cannot connect to the server</source>
        <translation>%1无法连接服务器</translation>
    </message>
    <message>
        <source>%1 cannot connect to the server, or rejected user &apos;%2&apos;</source>
        <translation>%1无法连接服务器，或拒绝用户“%2”</translation>
    </message>
    <message>
        <source>check the server&apos;s host and port as seen from the proxy, and the proxy&apos;s type and login</source>
        <translation>请检查从代理看到的服务器主机和端口，以及代理的类型和登录</translation>
    </message>
    <message>
        <source>cannot connect to %1: %2 (%3)</source>
        <translation>无法连接 %1：%2（%3）</translation>
    </message>
    <message>
        <source>%1 closed the connection to %2 before any data arrived</source>
        <translation>%1在收到任何数据之前关闭了到 %2 的连接</translation>
    </message>
    <message>
        <source>check that Redis is running there, as seen from the SSH host</source>
        <translation>请检查从 SSH 主机看 Redis 是否在那里运行</translation>
    </message>
    <message>
        <source>check that Redis is running there, as seen from the SSH host; if the port uses TLS, use rediss://</source>
        <translation>请检查从 SSH 主机看 Redis 是否在那里运行；如果该端口使用 TLS，请用 rediss://</translation>
    </message>
    <message>
        <source>this user may not access this channel</source>
        <translation>该用户无权使用此频道</translation>
    </message>
    <message>
        <source>this user may not access this key</source>
        <translation>该用户无权访问此键</translation>
    </message>
    <message>
        <source>the server requires a password</source>
        <translation>服务器要求密码</translation>
    </message>
    <message>
        <source>omit the password</source>
        <translation>请不要填写密码</translation>
    </message>
    <message>
        <source>wrong user name or password, or the user is disabled</source>
        <translation>用户名或密码错误，或该用户已被禁用</translation>
    </message>
    <message>
        <source>check user name and password</source>
        <translation>请检查用户名和密码</translation>
    </message>
    <message>
        <source>the server has no free connections (maxclients)</source>
        <translation>服务器没有空余连接（maxclients）</translation>
    </message>
    <message>
        <source>the server is in protected mode and accepts local clients only</source>
        <translation>服务器处于保护模式，只允许本机客户端</translation>
    </message>
    <message>
        <source>set a password on the server, or connect from the same machine</source>
        <translation>请在服务器上设置密码，或从同一台机器连接</translation>
    </message>
    <message>
        <source>wait, then retry</source>
        <translation>请稍后重试</translation>
    </message>
    <message>
        <source>the server is busy running a script</source>
        <translation>服务器正忙于执行脚本</translation>
    </message>
    <message>
        <source>the running script has already written data and cannot be stopped</source>
        <translation>正在运行的脚本已写入数据，无法停止</translation>
    </message>
    <message>
        <source>this server is a replica and accepts no writes</source>
        <translation>此服务器是副本，不接受写入</translation>
    </message>
    <message>
        <source>the server has reached maxmemory and rejects this write</source>
        <translation>服务器已达到 maxmemory，拒绝此次写入</translation>
    </message>
    <message>
        <source>the server rejects writes: fewer replicas than min-replicas-to-write</source>
        <translation>服务器拒绝写入：副本少于 min-replicas-to-write</translation>
    </message>
    <message>
        <source>restore the replicas; until then no lock can be released</source>
        <translation>请恢复副本；在此之前无法释放任何锁</translation>
    </message>
    <message>
        <source>the replica has lost its master and does not serve stale data</source>
        <translation>副本失去了主节点，且不提供旧数据</translation>
    </message>
    <message>
        <source>the cluster is down, or no node serves this slot</source>
        <translation>集群已下线，或此槽没有节点</translation>
    </message>
    <message>
        <source>wait for the failover; check CLUSTER INFO</source>
        <translation>请等待故障转移；可查看 CLUSTER INFO</translation>
    </message>
    <message>
        <source>this slot is served by another node (%1)</source>
        <translation>此槽由另一个节点负责（%1）</translation>
    </message>
    <message>
        <source>this slot is migrating to another node (%1)</source>
        <translation>此槽正在迁往另一个节点（%1）</translation>
    </message>
    <message>
        <source>retry</source>
        <translation>请重试</translation>
    </message>
    <message>
        <source>the keys are not in the same slot</source>
        <translation>这些键不在同一个槽中</translation>
    </message>
    <message>
        <source>the server has not loaded the script</source>
        <translation>服务器没有加载该脚本</translation>
    </message>
    <message>
        <source>the key holds a different type of value</source>
        <translation>该键的值是另一种类型</translation>
    </message>
    <message>
        <source>the server does not support the command (%1)</source>
        <translation>服务器不支持该命令（%1）</translation>
    </message>
    <message>
        <source>it may be renamed, disabled, or newer than this server</source>
        <translation>它可能被重命名、被禁用，或需要更新版本的服务器</translation>
    </message>
    <message>
        <source>unknown script &apos;%1&apos;</source>
        <translation>没有脚本“%1”</translation>
    </message>
    <message>
        <source>check the proxy, and its route to the server</source>
        <translation>请检查代理，以及从它到服务器的网络</translation>
    </message>
    <message>
        <source>connection timed out after %1</source>
        <translation>连接超时（%1）</translation>
    </message>
    <message>
        <source>connected, but no response to the TLS handshake within %1</source>
        <translation>已连接，但在 %1内没有对 TLS 握手的应答</translation>
    </message>
    <message>
        <source>the port may not use TLS: try redis:// instead of rediss://</source>
        <translation>该端口可能不使用 TLS：请试用 redis:// 代替 rediss://</translation>
    </message>
    <message>
        <source>connected, but no response to the login within %1</source>
        <translation>已连接，但在 %1内没有对登录的应答</translation>
    </message>
    <message>
        <source>the server may be frozen or busy, or the port uses TLS: try rediss://</source>
        <translation>服务器可能停滞或繁忙，或该端口使用 TLS：请试用 rediss://</translation>
    </message>
    <message>
        <source>if the port uses TLS, use rediss://</source>
        <translation>如果该端口使用 TLS，请用 rediss://</translation>
    </message>
    <message>
        <source>the response is not a Redis reply (%1)</source>
        <translation>收到的不是 Redis 应答（%1）</translation>
    </message>
    <message>
        <source>the port uses TLS: use rediss://</source>
        <translation>该端口使用 TLS：请用 rediss://</translation>
    </message>
    <message>
        <source>unexpected reply without a request</source>
        <translation>收到意外的应答：没有对应的请求</translation>
    </message>
    <message>
        <source>not connected; nothing was sent</source>
        <translation>未连接，没有发送任何内容</translation>
    </message>
    <message>
        <source>read-only connection: %1 was not sent</source>
        <translation>连接只读：%1 未发送</translation>
    </message>
    <message>
        <source>open the connection with write access</source>
        <translation>请以可写方式打开连接</translation>
    </message>
    <message>
        <source>this connection is subscribed and accepts no other command</source>
        <translation>此连接已订阅，不接受其他命令</translation>
    </message>
    <message>
        <source>no connection within %1 ms; nothing was sent</source>
        <translation>%1 毫秒内未能连接，没有发送任何内容</translation>
    </message>
    <message>
        <source>no response from the server for more than %1 ms</source>
        <translation>服务器已有超过 %1 毫秒没有回应</translation>
    </message>
    <message>
        <source>SSH tunnel: ssh is not installed</source>
        <translation>SSH 隧道：未安装 ssh</translation>
    </message>
    <message>
        <source>, after more than %1 s</source>
        <translation>，因为耗时超过 %1 秒</translation>
    </message>
    <message>
        <source>cannot resolve the SSH host: %1</source>
        <translation>无法解析 SSH 主机：%1</translation>
    </message>
    <message>
        <source>cannot connect to the SSH host: %1</source>
        <translation>无法连接 SSH 主机：%1</translation>
    </message>
    <message>
        <source>check that sshd is running there, the port and the firewall</source>
        <translation>请检查 sshd 是否在那里运行，以及端口和防火墙</translation>
    </message>
    <message>
        <source>connected, but no SSH server answered</source>
        <translation>已连接，但没有 SSH 服务器应答</translation>
    </message>
    <message>
        <source>check that sshd listens on this port</source>
        <translation>请检查 sshd 是否监听此端口</translation>
    </message>
    <message>
        <source>connected, but the SSH handshake failed: %1</source>
        <translation>已连接，但 SSH 握手失败：%1</translation>
    </message>
    <message>
        <source>check that sshd listens on this port and accepts this machine</source>
        <translation>请检查 sshd 是否监听此端口，以及它是否接受本机</translation>
    </message>
    <message>
        <source>the host key has changed since it was accepted</source>
        <translation>主机密钥与之前接受的不同</translation>
    </message>
    <message>
        <source>someone may be intercepting the connection. If the change is expected, remove the old key with ssh-keygen -R and accept the new one</source>
        <translation>连接可能被截听。如果密钥确已更换，请用 ssh-keygen -R 移除旧密钥并接受新密钥</translation>
    </message>
    <message>
        <source>unknown host key</source>
        <translation>主机密钥未知</translation>
    </message>
    <message>
        <source>no common algorithm with the SSH host: %1</source>
        <translation>与 SSH 主机没有共同的算法：%1</translation>
    </message>
    <message>
        <source>check the algorithms in your SSH config</source>
        <translation>请查看 SSH 配置中的算法</translation>
    </message>
    <message>
        <source>SSH login as %1 failed: permission denied (%2</source>
        <translation>以 %1 登录 SSH 失败：权限被拒绝（%2</translation>
    </message>
    <message>
        <source>add the key to your agent with ssh-add, or set its file; passwords are not asked for</source>
        <translation>请用 ssh-add 把密钥加入代理，或指定其文件；不会询问密码</translation>
    </message>
    <message>
        <source>the SSH host rejected too many keys</source>
        <translation>SSH 主机连续拒绝了过多密钥</translation>
    </message>
    <message>
        <source>set the file of the right key, and IdentitiesOnly in your SSH config</source>
        <translation>请指定正确的密钥文件，并在 SSH 配置中设置 IdentitiesOnly</translation>
    </message>
    <message>
        <source>the local port is in use: %1</source>
        <translation>本地端口已被占用：%1</translation>
    </message>
    <message>
        <source>cannot open a local port</source>
        <translation>无法打开本地端口</translation>
    </message>
    <message>
        <source>check LocalForward and DynamicForward in your SSH config</source>
        <translation>请查看 SSH 配置中的 LocalForward 和 DynamicForward</translation>
    </message>
    <message>
        <source>allow it with AllowTcpForwarding and PermitOpen in its sshd_config</source>
        <translation>请在其 sshd_config 中用 AllowTcpForwarding 和 PermitOpen 放行</translation>
    </message>
    <message>
        <source>fix that file</source>
        <translation>请更正该文件</translation>
    </message>
    <message>
        <source>the SSH host stopped responding</source>
        <translation>SSH 主机不再回应</translation>
    </message>
    <message>
        <source>the SSH host closed the connection (%1)</source>
        <translation>SSH 主机关闭了连接（%1）</translation>
    </message>
    <message>
        <source>while starting</source>
        <translation>（启动时）</translation>
    </message>
    <message>
        <source>while connecting to the SSH host</source>
        <translation>（连接 SSH 主机时）</translation>
    </message>
    <message>
        <source>while checking the host key</source>
        <translation>（检查主机密钥时）</translation>
    </message>
    <message>
        <source>while logging in</source>
        <translation>（登录时）</translation>
    </message>
    <message>
        <source>while opening the local port</source>
        <translation>（打开本地端口时）</translation>
    </message>
    <message>
        <source>SSH tunnel: &apos;%1&apos; is not a host</source>
        <translation>SSH 隧道：“%1”不是主机</translation>
    </message>
    <message>
        <source>use [user@]host, or a Host entry of your SSH config</source>
        <translation>请写 [user@]host，或 SSH 配置中的某个 Host 条目</translation>
    </message>
    <message>
        <source>ssh exited %1%2</source>
        <translation>ssh 已退出%1%2</translation>
    </message>
    <message>
        <source>run &apos;%1&apos; in a terminal</source>
        <translation>请在终端中运行“%1”</translation>
    </message>
    <message>
        <source>cannot resolve host &apos;%1&apos;</source>
        <translation>无法解析主机“%1”</translation>
    </message>
    <message>
        <source>check the host name</source>
        <translation>请检查主机名</translation>
    </message>
    <message>
        <source>check the host and port, and that Redis is running there</source>
        <translation>请确认主机和端口正确，且 Redis 正在运行</translation>
    </message>
    <message>
        <source>check the path, and that it is a readable PEM file</source>
        <translation>请检查路径，以及它是否为可读的 PEM 文件</translation>
    </message>
    <message>
        <source>contains no certificate</source>
        <translation>不含证书</translation>
    </message>
    <message>
        <source>contains no key of the certificate&apos;s type, or one with a passphrase</source>
        <translation>不含与证书同类的密钥，或密钥带有口令</translation>
    </message>
    <message>
        <source>this Qt has no TLS support</source>
        <translation>此 Qt 不支持 TLS</translation>
    </message>
    <message>
        <source>set both, or neither</source>
        <translation>请同时给出，或都不给出</translation>
    </message>
    <message>
        <source>TLS handshake failed: %1</source>
        <translation>TLS 握手失败：%1</translation>
    </message>
    <message>
        <source>check that the port uses TLS, and whether it requires a client certificate</source>
        <translation>请检查该端口是否使用 TLS，以及是否要求客户端证书</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is for %1, not %2</source>
        <translation>服务器证书属于 %1，而非 %2</translation>
    </message>
    <message>
        <source>connect by that name, or set the name to check with sni=</source>
        <translation>请用那个名称连接，或用 sni= 指定要核对的名称</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is valid only from %1 to %2</source>
        <translation>服务器证书仅在 %1 至 %2 期间有效</translation>
    </message>
    <message>
        <source>set the CA file with cacert=</source>
        <translation>请用 cacert= 指定 CA 文件</translation>
    </message>
    <message>
        <source>a scan is already running</source>
        <translation>正在扫描</translation>
    </message>
    <message>
        <source>unexpected response from SCAN</source>
        <translation>SCAN 的应答无法识别</translation>
    </message>
    <message>
        <source>The lock was acquired and released</source>
        <translation>锁被获取并释放</translation>
    </message>
    <message>
        <source>%1 cycles, %2 per second</source>
        <translation>%1 个周期，每秒 %2 个</translation>
    </message>
    <message>
        <source>Never two clients in at once</source>
        <translation>从未有两个客户端同时进入</translation>
    </message>
    <message>
        <source>Workers contend for one lock of any kind, with random times inside and between, and some may crash. Run it on your own servers to see what a lock costs there, and whether it holds.</source>
        <translation>工作者争用一把任意类型的锁，持有和间隔的时间随机，有的还可能崩溃。在你自己的服务器上运行，看看锁在那里的代价，以及它是否可靠。</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>持续时间</translation>
    </message>
    <message>
        <source>Timeout of a worker</source>
        <translation>工作者的等待时限</translation>
    </message>
    <message>
        <source>Distribution of these times</source>
        <translation>这些时间的分布</translation>
    </message>
    <message>
        <source>Who must agree in a RedLock group</source>
        <translation>RedLock 组中需要哪些节点同意</translation>
    </message>
    <message>
        <source>served stale data</source>
        <translation>用过时数据应答</translation>
    </message>
    <message>
        <source>of %1 requests %2 reached the database, at most %3 at once; served stale data: %4</source>
        <translation>%1 个请求中有 %2 个到达数据库，最多同时 %3 个；用过时数据应答：%4</translation>
    </message>
    <message>
        <source>Without a lock, every request that misses goes to the database at once</source>
        <translation>不加锁时，所有未命中的请求同时涌向数据库</translation>
    </message>
    <message>
        <source>INCR: the caller that gets 1 fetches</source>
        <translation>INCR：得到 1 的去取数据</translation>
    </message>
    <message>
        <source>With the INCR lock, one request at a time fetches, and the others use stale data without waiting</source>
        <translation>使用 INCR 锁时每次只有一个请求去取数据，其余不等待，直接使用过时数据</translation>
    </message>
    <message>
        <source>A popular cache entry expires again and again while many requests need it. Without a lock, each of them queries the database. With a lock counted by INCR, only the first one does, and the others serve what they have.</source>
        <translation>缓存中一个热门条目反复过期，同时有许多请求需要它。不加锁时每个请求都去查数据库；用 INCR 计数的锁时只有第一个去查，其余用手头的数据应答。</translation>
    </message>
    <message>
        <source>Requests per worker</source>
        <translation>每个工作者的请求数</translation>
    </message>
    <message>
        <source>Interval between requests of a worker</source>
        <translation>每个工作者的请求间隔</translation>
    </message>
    <message>
        <source>Response time of the database</source>
        <translation>数据库的响应时间</translation>
    </message>
    <message>
        <source>cannot use the history file %1: %2</source>
        <translation>无法使用历史文件 %1：%2</translation>
    </message>
    <message>
        <source>cannot create the folder %1</source>
        <translation>无法创建文件夹 %1</translation>
    </message>
    <message>
        <source>another Lockscope is writing %1</source>
        <translation>另一个 Lockscope 正在写入 %1</translation>
    </message>
    <message>
        <source>use a copy of it, or ask about another time</source>
        <translation>请使用它的副本，或查询其他时刻</translation>
    </message>
    <message>
        <source>that instance keeps the history while it runs</source>
        <translation>它运行期间由它记录历史</translation>
    </message>
    <message>
        <source>cannot write to the folder %1</source>
        <translation>无法写入文件夹 %1</translation>
    </message>
    <message>
        <source>cannot write the file %1.lock</source>
        <translation>无法写入文件 %1.lock</translation>
    </message>
    <message>
        <source>a newer version of Lockscope wrote the history file %1 (format %2; this version reads %3)</source>
        <translation>历史文件 %1 由更新版本的 Lockscope 写成（格式 %2；本版本支持 %3）</translation>
    </message>
    <message>
        <source>use that version, or move the file away</source>
        <translation>请使用那个版本，或移走该文件</translation>
    </message>
    <message>
        <source>its watchdog, if it has one, restores the TTL within a third of the lease</source>
        <translation>它的看门狗（如果有）会在三分之一租约之内恢复 TTL</translation>
    </message>
    <message>
        <source>its watchdog stops silently within a third of the lease; unlock() reports success while the lock is free, and throws IllegalMonitorStateException once another client has it</source>
        <translation>它的看门狗会在三分之一租约之内悄然停止；锁空闲时 unlock() 报告成功，一旦被他人持有则抛出 IllegalMonitorStateException</translation>
    </message>
    <message>
        <source>when it finishes, it may delete the next holder&apos;s lock, as it does not compare</source>
        <translation>它结束时可能删除下一个持有者的锁，因为它不做比较</translation>
    </message>
    <message>
        <source>release() raises LockNotOwnedError, as do extend() and reacquire() if the program calls them</source>
        <translation>release() 抛出 LockNotOwnedError；如果程序调用 extend() 和 reacquire()，也会抛出</translation>
    </message>
    <message>
        <source>release() raises LockNotOwnedError, like redis-py</source>
        <translation>release() 抛出 LockNotOwnedError，与 redis-py 相同</translation>
    </message>
    <message>
        <source>inside using(), its abort signal fires at the next extension, shortly before the lease ends; without using(), it notices nothing before release()</source>
        <translation>在 using() 中，它的中止信号会在下次续期时触发，即租约结束前不久；不用 using() 时，release() 之前毫无察觉</translation>
    </message>
    <message>
        <source>Unlock() fails, as does Extend() if the program calls it; but with SetNXOnExtend, it writes the key again</source>
        <translation>Unlock() 会失败；如果程序调用 Extend()，也会失败，但设置了 SetNXOnExtend 时会重新写入键</translation>
    </message>
    <message>
        <source>it extends it every half lease, which restores the TTL</source>
        <translation>它每半个租约续期一次，TTL 随之恢复</translation>
    </message>
    <message>
        <source>release() returns false, which few programs check</source>
        <translation>release() 返回 false，但很少有程序检查它</translation>
    </message>
    <message>
        <source>unlock reports nothing; an extension writes the key again, unless configured otherwise</source>
        <translation>unlock 不会报告；续期会重新写入键，除非另有配置</translation>
    </message>
    <message>
        <source>RedMutex extends it every half lease, which restores the TTL</source>
        <translation>RedMutex 每半个租约续期一次，TTL 随之恢复</translation>
    </message>
    <message>
        <source>release() raises ReleaseUnlockedLock; extend() fails if the program calls it</source>
        <translation>release() 抛出 ReleaseUnlockedLock；如果程序调用 extend()，会失败</translation>
    </message>
    <message>
        <source>LockRelease() returns false, as does LockExtend() if the program calls it</source>
        <translation>LockRelease() 返回 false；如果程序调用 LockExtend()，也返回 false</translation>
    </message>
    <message>
        <source>it extends it every 15 s, which restores the TTL</source>
        <translation>它每 15 秒续期一次，TTL 随之恢复</translation>
    </message>
    <message>
        <source>Unlock reports that there is no such lock</source>
        <translation>Unlock 报告没有这样的锁</translation>
    </message>
    <message>
        <source>the beat restores the full lease at each tick</source>
        <translation>beat 在每个节拍恢复完整的租约</translation>
    </message>
    <message>
        <source>the worker finishes its short work without an error</source>
        <translation>工作者完成它的短时工作，不会报错</translation>
    </message>
    <message>
        <source>the scheduler restores the TTL every second, for any owner</source>
        <translation>调度器每秒恢复 TTL，不论持有者是谁</translation>
    </message>
    <message>
        <source>the scheduler restores the TTL every second</source>
        <translation>调度器每秒恢复 TTL</translation>
    </message>
    <message>
        <source>the scheduler notices nothing and writes its lock again within a second: the lock comes back while its process lives</source>
        <translation>调度器不会察觉，并在一秒内再次写入自己的锁：只要其进程还在，锁就会回来</translation>
    </message>
    <message>
        <source>release() raises NotAcquired; a renewal thread fails at its next tick, unseen by the code that holds the lock</source>
        <translation>release() 抛出 NotAcquired；续期线程会在下一个节拍失败，而持有锁的代码看不到</translation>
    </message>
    <message>
        <source>with auto_renewal, its thread restores the TTL within two thirds of the expiry</source>
        <translation>使用 auto_renewal 时，它的线程会在过期时间的三分之二之内恢复 TTL</translation>
    </message>
    <message>
        <source>a registry with a scheduler restores the TTL within a third of it</source>
        <translation>带调度器的注册表会在该时间的三分之一之内恢复 TTL</translation>
    </message>
    <message>
        <source>unlock() fails with an exception that depends on the version</source>
        <translation>unlock() 会失败，抛出的异常因版本而异</translation>
    </message>
    <message>
        <source>the worker emits an event at its next extension, by default within 15 s; the job keeps running and fails at its end with a missing lock</source>
        <translation>工作者会在下次续期时（默认 15 秒之内）发出事件；任务继续运行，结束时因找不到锁而失败</translation>
    </message>
    <message>
        <source>by default, the worker extends it every 15 s, which restores the TTL</source>
        <translation>工作进程默认每 15 秒续期一次，TTL 随之恢复</translation>
    </message>
    <message>
        <source>the job keeps running and fails at its end with a missing lock</source>
        <translation>任务会继续运行，结束时因找不到锁而失败</translation>
    </message>
    <message>
        <source>refresh() fails with a conflict if the program calls it; release() reports nothing</source>
        <translation>若程序调用 refresh()，它会因冲突而失败；release() 不会报错</translation>
    </message>
    <message>
        <source>the job continues and is not notified; another one like it may start now</source>
        <translation>任务会继续，也不会收到通知；另一个同样的任务现在可能启动</translation>
    </message>
    <message>
        <source>the server notifies it immediately that its keys changed: its extension fails, and its context is cancelled</source>
        <translation>服务器会立即告知它的键已变化：它的续期失败，其 context 被取消</translation>
    </message>
    <message>
        <source>it is not notified; at its end, it releases its token again if it can</source>
        <translation>它不会收到通知；结束时，只要还能归还，它会再归还一次令牌</translation>
    </message>
    <message>
        <source>it is not notified of the new time; once that has passed: %1</source>
        <translation>它不会得知新的时间；时间一到：%1</translation>
    </message>
    <message>
        <source>the library is unknown: many programs notice nothing, and some delete the next holder&apos;s lock when they finish</source>
        <translation>库未知：许多程序毫无察觉，有些会在结束时删除下一个持有者的锁</translation>
    </message>
    <message>
        <source>unknown: assume that it notices nothing</source>
        <translation>未知：请按它毫无察觉来处理</translation>
    </message>
    <message>
        <source>the lock is free: there is no owner to compare</source>
        <translation>锁空闲：没有可比较的持有者</translation>
    </message>
    <message>
        <source>Let it expire in %1, if it has no expiry or a later one</source>
        <translation>若没有过期时间或过期时间更晚，让它在 %1后到期</translation>
    </message>
    <message>
        <source>Release it by force: the last resort; the holder&apos;s code keeps running</source>
        <translation>强制释放：最后的手段；持有者的代码会继续运行</translation>
    </message>
    <message>
        <source>Safest steps first. Read each one before you run it: lines that change anything are commented out.</source>
        <translation>最安全的步骤在前。运行前请先读懂：凡会改动内容的行都已注释掉。</translation>
    </message>
    <message>
        <source>Replace owner-1, host-1 and the like with the real values: otherwise nothing is changed.</source>
        <translation>请把 owner-1、host-1 等换成真实的值，否则不会改动任何内容。</translation>
    </message>
    <message>
        <source>Show the lock</source>
        <translation>查看锁</translation>
    </message>
    <message>
        <source>No lock has this name now.</source>
        <translation>现在没有这个名称的锁。</translation>
    </message>
    <message>
        <source>The lock is free.</source>
        <translation>锁空闲。</translation>
    </message>
    <message>
        <source>| owner | holds | mode | TTL | client |</source>
        <translation>| 持有者 | 重入次数 | 模式 | 剩余时间 | 客户端 |</translation>
    </message>
    <message>
        <source>No waiters.</source>
        <translation>没有等待者。</translation>
    </message>
    <message>
        <source>Whether clients wait is unknown.</source>
        <translation>是否有等待者未知。</translation>
    </message>
    <message>
        <source>| node | role | state | owner | TTL |</source>
        <translation>| 节点 | 角色 | 状态 | 持有者 | 剩余时间 |</translation>
    </message>
    <message>
        <source>No events were seen.</source>
        <translation>没有看到与它有关的事件。</translation>
    </message>
    <message>
        <source>The audit log of this program has no action on it.</source>
        <translation>本程序的审计中没有对它的操作。</translation>
    </message>
    <message>
        <source>Next steps</source>
        <translation>后续步骤</translation>
    </message>
    <message>
        <source>Safest first. Replace owner-1, host-1 and the like with the real values: otherwise the commands change nothing. commands.sh contains the same.</source>
        <translation>最安全的在前。请把 owner-1、host-1 等换成真实的值，否则这些命令不会改动任何内容。commands.sh 中有同样的内容。</translation>
    </message>
    <message>
        <source>Show the lock:</source>
        <translation>查看锁：</translation>
    </message>
    <message>
        <source>What makes locks unsafe in this deployment</source>
        <translation>此部署中危及锁的问题</translation>
    </message>
    <message>
        <source>No findings.</source>
        <translation>没有发现问题。</translation>
    </message>
    <message>
        <source>Replaced values</source>
        <translation>已替换的值</translation>
    </message>
    <message>
        <source>These values were replaced. The same name means the same value in all files. In a shape, a, A, d, h, x and ? are runs of lowercase letters, capitals, digits, hex digits, mixed characters and other bytes.</source>
        <translation>以下内容已被替换；在所有文件中，同一个名称代表同一个内容。形状中的 a、A、d、h、x 和 ? 分别表示一段连续的小写字母、大写字母、数字、十六进制数字、混合字符和其他字节。</translation>
    </message>
    <message>
        <source>the name of the lock or of the connection may contain a password: change it</source>
        <translation>锁的名称或连接的名称可能含有密码：请更改它</translation>
    </message>
    <message>
        <source>this is a bug in Lockscope: please report it, but without the real value</source>
        <translation>这是 Lockscope 的缺陷：请报告它，但不要透露真实值</translation>
    </message>
    <message>
        <source>cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>cannot move it into place</source>
        <translation>无法移动到目标位置</translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s), not shown here</source>
        <translation>
            <numerusform>%n 个字节，此处不列出</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is out of range</source>
        <translation>%1 超出范围</translation>
    </message>
    <message>
        <source>unknown value %1</source>
        <translation>没有 %1</translation>
    </message>
    <message>
        <source>%1 is not a number</source>
        <translation>%1 不是数字</translation>
    </message>
    <message>
        <source>A party crashes before it counts down</source>
        <translation>一方在计数之前崩溃</translation>
    </message>
    <message>
        <source>%1 have counted down</source>
        <translation>已有 %1 方计数</translation>
    </message>
    <message>
        <source>parties that counted down</source>
        <translation>已计数的各方</translation>
    </message>
    <message>
        <source>released too early</source>
        <translation>过早放行</translation>
    </message>
    <message>
        <source>Waiters continue after the last party has counted down, and none before</source>
        <translation>最后一方倒数之后等待者才放行，此前没有一个放行</translation>
    </message>
    <message>
        <source>parties that counted down: %1 of %2; released: %3 of %4, too early: %5</source>
        <translation>已计数：%2 方中的 %1 方；放行：%4 个中的 %3 个，过早：%5</translation>
    </message>
    <message>
        <source>If one party crashes, all waiters wait in vain</source>
        <translation>只要一方崩溃，所有等待者都白等</translation>
    </message>
    <message>
        <source>parties that counted down: %1 of %2; timed out after %3: %4 of %5</source>
        <translation>已倒数：%2 方中的 %1 方；%3后超时：%5 个中的 %4 个</translation>
    </message>
    <message>
        <source>Counting down once in its place opens the latch</source>
        <translation>代它计数一次就打开闭锁</translation>
    </message>
    <message>
        <source>it is still closed</source>
        <translation>仍关着</translation>
    </message>
    <message>
        <source>Several parties each finish their part and count a latch down; others wait for 0. If one party dies before it counts down, the waiters are never notified.</source>
        <translation>若干方各自完成工作并使闭锁倒数，其他客户端等它到 0。如果一方在倒数之前崩溃，等待者永远得不到通知。</translation>
    </message>
    <message>
        <source>Work time of a party</source>
        <translation>每一方的工作时间</translation>
    </message>
    <message>
        <source>Timeout of the waiters after a crash</source>
        <translation>有一方崩溃时的等待时限</translation>
    </message>
    <message>
        <source>Without an expiry, the lock outlives its holder: no client enters again</source>
        <translation>没有过期时间，锁比持有者活得久：再也没有客户端能进入</translation>
    </message>
    <message>
        <source>With an expiry, the lock is free when the lease of the dead holder ends</source>
        <translation>有过期时间，崩溃的持有者租约一到锁就空闲</translation>
    </message>
    <message>
        <source>%1 of %2 entered, the first %3 after the crash (lease %4)</source>
        <translation>%2 个中有 %1 个进入，第一个在崩溃后 %3（租约 %4）</translation>
    </message>
    <message>
        <source>A process acquires a lock with SETNX and is killed while it holds it. Without an expiry, all others wait for a dead process; with one, the lease frees the lock.</source>
        <translation>一个进程用 SETNX 获取锁，在持有期间被杀死。没有过期时间，其他客户端都在等一个崩溃的进程；有过期时间，租约到期后锁就空闲。</translation>
    </message>
    <message>
        <source>must be a duration such as &quot;30s&quot;, &quot;500ms&quot; or &quot;10m&quot;</source>
        <translation>必须是时长，例如 &quot;30s&quot;、&quot;500ms&quot; 或 &quot;10m&quot;</translation>
    </message>
    <message>
        <source>must be a string</source>
        <translation>必须是字符串</translation>
    </message>
    <message>
        <source>must be a glob for owner ids, such as &quot;8f3c*&quot;</source>
        <translation>必须是匹配持有者标识的通配模式，例如 &quot;8f3c*&quot;</translation>
    </message>
    <message>
        <source>must be the name of that owner</source>
        <translation>必须是该持有者的名称</translation>
    </message>
    <message>
        <source>is %1: the file was written by a newer version of Lockscope</source>
        <translation>是 %1：该文件由更新版本的 Lockscope 写成</translation>
    </message>
    <message>
        <source>must be an object with &quot;pattern&quot; and &quot;name&quot;</source>
        <translation>必须是含有 pattern 和 name 的对象</translation>
    </message>
    <message>
        <source>%1 was not changed: %2</source>
        <translation>%1 未作改动：%2</translation>
    </message>
    <message>
        <source>fix or remove the file</source>
        <translation>请修正该文件，或将其删除</translation>
    </message>
    <message>
        <source>is not a rule: %1</source>
        <translation>不是规则：%1</translation>
    </message>
    <message>
        <source>Without a lock, more is sold than is in stock</source>
        <translation>不加锁时，卖出的比库存还多</translation>
    </message>
    <message>
        <source>A mutex protects one process only: the two servers still lose each other&apos;s updates</source>
        <translation>互斥量只保护一个进程：两台服务器仍会互相丢失更新</translation>
    </message>
    <message>
        <source>SET NX with retries</source>
        <translation>SET NX，反复重试</translation>
    </message>
    <message>
        <source>With SET NX, nothing is oversold</source>
        <translation>使用 SET NX 没有超卖</translation>
    </message>
    <message>
        <source>With a distributed lock, nothing is oversold</source>
        <translation>使用分布式锁没有超卖</translation>
    </message>
    <message>
        <source>Two servers take orders for the same stock: each reads it, works, and writes one less. Only a lock that both servers see keeps them from overselling.</source>
        <translation>两台服务器为同一份库存接单：各自读取、处理、再写回减一。只有两台服务器都能看到的锁，才能防止超卖。</translation>
    </message>
    <message>
        <source>Requests/s per server</source>
        <translation>每台服务器每秒请求数</translation>
    </message>
    <message>
        <source>Rounds, one second each</source>
        <translation>轮数（每轮一秒）</translation>
    </message>
    <message>
        <source>Work between read and write</source>
        <translation>读与写之间的处理时间</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>缺少 %1</translation>
    </message>
    <message>
        <source>reinstall Lockscope: it is part of the installation</source>
        <translation>请重新安装 Lockscope：它是其中的一部分</translation>
    </message>
    <message>
        <source>the lease is %1 ms: it must be greater than 0</source>
        <translation>租约为 %1 毫秒：必须大于零</translation>
    </message>
    <message>
        <source>%1 requires the owner ID</source>
        <translation>%1 需要持有者标识</translation>
    </message>
    <message>
        <source>pass it with --owner, as show prints it</source>
        <translation>请用 --owner 传入 show 打印的标识</translation>
    </message>
    <message>
        <source>no expiry was specified</source>
        <translation>没有指定过期时间</translation>
    </message>
    <message>
        <source>specify it, for example 30s</source>
        <translation>请指定，例如 30s</translation>
    </message>
    <message>
        <source>returned</source>
        <translation>收回</translation>
    </message>
    <message>
        <source>permits: %1, leaked: %2, free afterwards: %3; entered: %4, the last at %5; timed out: %6</source>
        <translation>许可：%1，泄漏：%2，之后空闲：%3；进入：%4，最后一次在 %5；超时：%6</translation>
    </message>
    <message>
        <source>Without a semaphore, more clients are in at once than allowed</source>
        <translation>不用信号量时，同时在内的超过允许的数量</translation>
    </message>
    <message>
        <source>A plain semaphore loses a permit with each crash, until no client can enter</source>
        <translation>普通信号量每次崩溃都丢失一个许可，直到再也没有客户端能进入</translation>
    </message>
    <message>
        <source>Permits with an expiry</source>
        <translation>会过期的许可</translation>
    </message>
    <message>
        <source>Expired permits come back: more leak than there are, and work continues</source>
        <translation>过期的许可会收回：泄漏的比总数还多，工作照常进行</translation>
    </message>
    <message>
        <source>A semaphore admits a limited number of workers, and some crash before they release their permit. A plain semaphore never gets it back and comes to a halt; permits with an expiry return by themselves.</source>
        <translation>信号量只让一定数量的工作者同时进入，而有的在释放许可之前崩溃。普通信号量再也收不回许可，最终停住；带过期时间的许可会自行收回。</translation>
    </message>
    <message>
        <source>Share of stays that end in a crash</source>
        <translation>以崩溃告终的比例</translation>
    </message>
    <message>
        <source>Time inside</source>
        <translation>每次在内多久</translation>
    </message>
    <message>
        <source>Lease of a permit with an expiry</source>
        <translation>会过期的许可的租约</translation>
    </message>
    <message>
        <source>Timeout for a permit</source>
        <translation>等待许可多久</translation>
    </message>
    <message>
        <source>%1, then %2: both enter</source>
        <translation>先%1后%2：都进入</translation>
    </message>
    <message>
        <source>%1, then %2: the second is kept out</source>
        <translation>先%1后%2：后者被挡住</translation>
    </message>
    <message>
        <source>pairs that both entered</source>
        <translation>都进入的组合</translation>
    </message>
    <message>
        <source>A writer requests the lock</source>
        <translation>一个写者请求锁</translation>
    </message>
    <message>
        <source>The writer times out</source>
        <translation>写者超时</translation>
    </message>
    <message>
        <source>The readers have stopped; the writer tries again</source>
        <translation>读者已停止；写者再次请求</translation>
    </message>
    <message>
        <source>the writer entered after %1</source>
        <translation>写者在 %1后进入</translation>
    </message>
    <message>
        <source>the writer timed out after %1</source>
        <translation>写者在 %1后超时</translation>
    </message>
    <message>
        <source>%1; meanwhile readers entered %2 times</source>
        <translation>%1；其间读者进入 %2 次</translation>
    </message>
    <message>
        <source>Readers share the lock; a writer holds it alone</source>
        <translation>读者共享这把锁；写者不与任何人共享</translation>
    </message>
    <message>
        <source>Overlapping readers starve the writer: the lock is never free</source>
        <translation>首尾相接的读者使写者饥饿：锁从不空闲</translation>
    </message>
    <message>
        <source>When the readers stop, the writer enters; it was never in together with a reader</source>
        <translation>读者停止后写者进入；写者从未与读者同时在内</translation>
    </message>
    <message>
        <source>Readers and writers meet at one lock in all combinations; then a writer tries while readers come and go. Readers share the lock, and as long as they overlap, the writer waits.</source>
        <translation>读者与写者以各种组合争用一把锁，然后在读者来来往往时由一个写者请求。读者共享这把锁；只要读者首尾相接，写者就一直等待。</translation>
    </message>
    <message>
        <source>Time per read</source>
        <translation>每次读多久</translation>
    </message>
    <message>
        <source>How long readers keep coming</source>
        <translation>读者持续到来多久</translation>
    </message>
    <message>
        <source>%1 cycles, %2 timed out, %3 violations</source>
        <translation>%1 个周期，%2 次超时，%3 次违反互斥</translation>
    </message>
    <message>
        <source>With a minority of its masters lost, the lock keeps working and keeps other clients out</source>
        <translation>失去少数主节点，锁照常工作，并挡住其他客户端</translation>
    </message>
    <message>
        <source>Without a majority, no client enters: unavailable, but safe</source>
        <translation>失去多数，没有客户端能进入：不可用，但安全</translation>
    </message>
    <message>
        <source>A master restarts empty within the lease</source>
        <translation>一个主节点在租约内空着重启</translation>
    </message>
    <message>
        <source>The first client has three of five; one of these is killed and restarts without its data</source>
        <translation>第一个占有五个中的三个；其中一个被杀死，启动后没有数据</translation>
    </message>
    <message>
        <source>A master that lost the lock makes a second majority possible: two owners</source>
        <translation>丢失了锁的主节点使第二个多数成为可能：两个持有者</translation>
    </message>
    <message>
        <source>It restarts only after the lease</source>
        <translation>租约结束后它才重启</translation>
    </message>
    <message>
        <source>Kept out until the lease ends, it makes no second majority possible</source>
        <translation>租约结束前把它挡在外面，就没有第二个多数</translation>
    </message>
    <message>
        <source>Slow nodes use up the lease: the lock does not count as held</source>
        <translation>慢节点耗尽了租约：锁不算被持有</translation>
    </message>
    <message>
        <source>%1 of 5 nodes answered in time; this took %2 ms of a lease of %3 ms</source>
        <translation>5 个节点中有 %1 个及时应答；询问用去 %3 毫秒租约中的 %2 毫秒</translation>
    </message>
    <message>
        <source>The clocks of three masters jump two minutes ahead: a lease of one minute ends there</source>
        <translation>三个主节点的时钟向前跳两分钟：一分钟的租约在那里已经结束</translation>
    </message>
    <message>
        <source>Leases end by the servers&apos; wall clocks: if a majority jumps, two clients own the lock</source>
        <translation>租约按服务器的墙上时钟结束：多数跳变时，两个客户端都持有锁</translation>
    </message>
    <message>
        <source>Five independent masters lose a minority, a majority, their data, their speed and their clocks. RedLock is safe only as long as masters keep their data, answer in time and keep time.</source>
        <translation>五个独立的主节点依次失去少数、多数、数据、速度和时钟。只有主节点不丢数据、及时应答、时钟准确，RedLock 才是安全的。</translation>
    </message>
    <message>
        <source>Work time</source>
        <translation>工作时间</translation>
    </message>
    <message>
        <source>The outer call holds the lock; the inner call of the same owner requests it</source>
        <translation>外层调用持有锁；同一持有者的内层调用又来请求</translation>
    </message>
    <message>
        <source>It times out: it waited for itself</source>
        <translation>它超时了：它等的是自己</translation>
    </message>
    <message>
        <source>It entered</source>
        <translation>它进入了</translation>
    </message>
    <message>
        <source>With a token lock, the inner call of the same owner deadlocks</source>
        <translation>使用令牌锁时，同一持有者的内层调用会死锁</translation>
    </message>
    <message>
        <source>not admitted within %1</source>
        <translation>%1内没有放行</translation>
    </message>
    <message>
        <source>Only the end of the lease admits it, and by then the outer call has lost its lock</source>
        <translation>只有租约结束才让它进入，而那时外层调用已失去锁</translation>
    </message>
    <message>
        <source>admitted after %1 (lease %2); one lock for two calls: the second release finds none</source>
        <translation>%1后放行（租约 %2）；两次调用一把锁：第二次释放时已没有锁</translation>
    </message>
    <message>
        <source>The reentrant lock counts its owner&apos;s calls up and down</source>
        <translation>可重入锁对持有者的调用增减计数</translation>
    </message>
    <message>
        <source>Another client enters only at 0</source>
        <translation>计数到 0，其他客户端才能进入</translation>
    </message>
    <message>
        <source>%1 of %2 tries succeeded before, then admitted</source>
        <translation>此前 %2 次尝试中 %1 次成功，之后放行</translation>
    </message>
    <message>
        <source>A method that holds the lock calls another that acquires the same lock. With a plain token, it deadlocks itself; the reentrant lock recognises its owner and counts.</source>
        <translation>一个持有锁的方法调用另一个要获取同一把锁的方法。普通令牌锁会死锁；可重入锁能识别持有者，并计数。</translation>
    </message>
    <message>
        <source>Timeout of the inner call</source>
        <translation>内层调用的等待时限</translation>
    </message>
    <message>
        <source>must not be empty; omit it instead</source>
        <translation>不能为空；不需要时请省略</translation>
    </message>
    <message>
        <source>must be a duration such as &quot;30s&quot;, &quot;500ms&quot; or &quot;5m&quot;</source>
        <translation>必须是时长，例如 &quot;30s&quot;、&quot;500ms&quot; 或 &quot;5m&quot;</translation>
    </message>
    <message>
        <source>&quot;pattern&quot; is missing: a glob for the keys, such as &quot;billing:lock:*&quot;</source>
        <translation>缺少 &quot;pattern&quot;：匹配目标键的通配模式，例如 &quot;billing:lock:*&quot;</translation>
    </message>
    <message>
        <source>%1 is not a lock kind; the kinds are %2</source>
        <translation>%1 不是锁的类型；类型有 %2</translation>
    </message>
    <message>
        <source>must be 2 to 32 lowercase letters, digits and hyphens, starting with a letter, such as &quot;billing-lock&quot;</source>
        <translation>必须由 2 到 32 个小写字母、数字和短横线组成，并以字母开头，例如 &quot;billing-lock&quot;</translation>
    </message>
    <message>
        <source>%1 is a built-in kind: choose another name, or use &quot;kind&quot;: %1 without describing how to read it</source>
        <translation>%1 是内置类型：请换一个名称，或写成 &quot;kind&quot;: %1 而不说明如何读取</translation>
    </message>
    <message>
        <source>&quot;type&quot; is missing: &quot;string&quot;, &quot;hash&quot;, &quot;set&quot; or &quot;zset&quot;, as returned by TYPE</source>
        <translation>缺少 &quot;type&quot;：&quot;string&quot;、&quot;hash&quot;、&quot;set&quot; 或 &quot;zset&quot;，与 TYPE 的结果一致</translation>
    </message>
    <message>
        <source>%1 is not available in such a key; use one of %2</source>
        <translation>%1 在这种键里不可用；请使用 %2 之一</translation>
    </message>
    <message>
        <source>cannot also be %1: this rule reads something else there</source>
        <translation>不能同时是 %1：这条规则从那里读取别的内容</translation>
    </message>
    <message>
        <source>&quot;owner&quot; is missing: &quot;field-name&quot; if each field is a holder, or &quot;field:NAME&quot; if one field names the holder</source>
        <translation>缺少 &quot;owner&quot;：如果每个字段都是一个持有者，写 &quot;field-name&quot;；如果由某个字段写明唯一的持有者，写 &quot;field:NAME&quot;</translation>
    </message>
    <message>
        <source>&quot;unit&quot; is missing: &quot;ms&quot; or &quot;s&quot;, the unit of the Unix time in &quot;expires&quot;</source>
        <translation>缺少 &quot;unit&quot;：&quot;ms&quot; 或 &quot;s&quot;，即 &quot;expires&quot; 中 Unix 时间的单位</translation>
    </message>
    <message>
        <source>requires &quot;expires&quot;, which says where in the key the time is</source>
        <translation>需要与 &quot;expires&quot; 一起使用，由它说明时间在键中的位置</translation>
    </message>
    <message>
        <source>does not apply to a lock with one holder</source>
        <translation>不适用于只有一个持有者的锁</translation>
    </message>
    <message>
        <source>requires &quot;message&quot;: what its clients publish there, such as &quot;0&quot;</source>
        <translation>需要与 &quot;message&quot; 一起使用：它的客户端在那里发布的内容，例如 &quot;0&quot;</translation>
    </message>
    <message>
        <source>requires &quot;channel&quot;, such as &quot;freed:{key}&quot;</source>
        <translation>需要与 &quot;channel&quot; 一起使用，例如 &quot;freed:{key}&quot;</translation>
    </message>
    <message>
        <source>must be a list of names that contain {key}, such as [&quot;{key}:queue&quot;]</source>
        <translation>必须是含有 {key} 的名称列表，例如 [&quot;{key}:queue&quot;]</translation>
    </message>
    <message>
        <source>%1 must contain {key} and more, such as &quot;{key}:queue&quot;</source>
        <translation>%1 必须含有 {key} 和别的内容，例如 &quot;{key}:queue&quot;</translation>
    </message>
    <message>
        <source>&quot;fields&quot; is allowed only in a hash whose &quot;owner&quot; is &quot;field:NAME&quot;</source>
        <translation>只有 &quot;owner&quot; 为 &quot;field:NAME&quot; 的哈希才能写 &quot;fields&quot;</translation>
    </message>
    <message>
        <source>is unknown; a rule has name, title, note, pattern, type, owner, count, expires, unit, valid_for, limit, channel, message, companions, lease and release, or pattern, kind and note</source>
        <translation>无法识别；规则可有 name、title、note、pattern、type、owner、count、expires、unit、valid_for、limit、channel、message、companions、lease 和 release，或者 pattern、kind 和 note</translation>
    </message>
    <message>
        <source>a rule has either &quot;kind&quot;, a known kind, or &quot;name&quot;, the name of a kind of your own</source>
        <translation>规则要么有 &quot;kind&quot;，即已知类型的名称，要么有 &quot;name&quot;，即自定义类型的名称</translation>
    </message>
    <message>
        <source>is not allowed with &quot;kind&quot;, which already defines how its keys are read</source>
        <translation>不能与 &quot;kind&quot; 一起使用：类型已定义如何读取它的键</translation>
    </message>
    <message>
        <source>is used by the rule on line %1; for more keys of that kind, give that rule a list of patterns</source>
        <translation>已被第 %1 行的规则占用；若还有更多这种类型的键，请给那条规则一个匹配模式列表</translation>
    </message>
    <message>
        <source>is also in the rule on line %1, which would always win: change one of them</source>
        <translation>也出现在第 %1 行的规则中，而那条总会优先：请改其中一条</translation>
    </message>
    <message>
        <source>not a rules file: it must be {&quot;version&quot;: 1, &quot;rules&quot;: [ … ]}</source>
        <translation>这不是规则文件：必须是 {&quot;version&quot;: 1, &quot;rules&quot;: [ … ]}</translation>
    </message>
    <message>
        <source>is %1: written for a newer version of Lockscope</source>
        <translation>是 %1：为更新版本的 Lockscope 所写</translation>
    </message>
    <message>
        <source>is unknown; the file has &quot;version&quot; and &quot;rules&quot;</source>
        <translation>无法识别；文件中只有 &quot;version&quot; 和 &quot;rules&quot;</translation>
    </message>
    <message>
        <source>this key does not exist now</source>
        <translation>这个键现在不存在</translation>
    </message>
    <message>
        <source>this key does not contain what the rule describes: check where the rule reads</source>
        <translation>这个键的内容与规则的描述不符：请检查规则读取的位置</translation>
    </message>
    <message>
        <source>this key cannot be a lock of that kind: it has a different value</source>
        <translation>这个键不可能是那种锁：它的值不符</translation>
    </message>
    <message>
        <source>the owner %1 is not a Redisson owner id</source>
        <translation>持有者 %1 不是 Redisson 会写入的形式</translation>
    </message>
    <message>
        <source>specify the owner as the lock shows it: a UUID, a colon and a number</source>
        <translation>请按锁显示的样子指定持有者：UUID、冒号和数字</translation>
    </message>
    <message>
        <source>use read or write</source>
        <translation>请指明读或写</translation>
    </message>
    <message>
        <source>If the lock is free, held by readers, or written by the same thread: makes %1 a reader, or adds one hold, with its own expiry in %2</source>
        <translation>如果锁空闲、由读者持有、或由同一线程在写：让 %1 成为读者，或把它的次数加一，各有自己的过期时间 %2</translation>
    </message>
    <message>
        <source>Extends the expiry of the lock to %1 from now, if it is sooner</source>
        <translation>若锁的过期更早，推迟到从现在起 %1</translation>
    </message>
    <message>
        <source>If %1 already writes: adds one hold, and %2 to the remaining time</source>
        <translation>如果 %1 已在写：次数加一，剩余时间加 %2</translation>
    </message>
    <message>
        <source>A reader does not become the writer, even if it is the only reader</source>
        <translation>读者不会变成写者，唯一的读者也不会</translation>
    </message>
    <message>
        <source>Otherwise changes nothing and reports the holder and the remaining time</source>
        <translation>否则不做任何改动，并报告持有者和剩余时间</translation>
    </message>
    <message>
        <source>If %1 holds the lock, sets its expiry and that of its own read holds to %2 from now</source>
        <translation>如果由 %1 持有，把锁和它自己的读持有的过期时间设为从现在起 %2</translation>
    </message>
    <message>
        <source>Otherwise changes nothing; a missing lock is not created again</source>
        <translation>否则不做任何改动；已不存在的锁不会重新创建</translation>
    </message>
    <message>
        <source>Removes one hold of %1, with the key of that hold</source>
        <translation>从 %1 减去一次持有，连同该持有的键</translation>
    </message>
    <message>
        <source>While others still hold it: the lock expires with the longest of their read holds</source>
        <translation>若还有其他持有者：锁在其中最长的读持有结束时过期</translation>
    </message>
    <message>
        <source>If it is free then: publishes on %1, so that waiters retry, and deletes the lock</source>
        <translation>若此后无人持有：在 %1 上发布消息让等待者重试，并删除锁</translation>
    </message>
    <message>
        <source>A writer that still reads leaves the lock to readers; Redisson then notifies no waiter</source>
        <translation>仍在读的写者把锁留给读者；此时 Redisson 不通知任何等待者</translation>
    </message>
    <message>
        <source>If it does not hold the lock, changes nothing and reports the holder</source>
        <translation>如果它不是持有者，不做任何改动，并报告持有者</translation>
    </message>
    <message>
        <source>Publishes 1 on %1, so that all waiters retry immediately</source>
        <translation>在 %1 上发布 1，让所有等待者立即重试</translation>
    </message>
    <message>
        <source>Does not touch Redisson&apos;s unlock latches</source>
        <translation>不动 Redisson 的解锁闩锁</translation>
    </message>
    <message>
        <source>Redisson reuses owner ids: a lock that the same thread released and acquired again looks the same</source>
        <translation>Redisson 会重复使用持有者标识：同一线程释放后又获取的锁看起来完全一样</translation>
    </message>
    <message>
        <source>No holder is compared: any current holder loses it</source>
        <translation>不比较持有者：无论当时由谁持有都会失去它</translation>
    </message>
    <message>
        <source>Continues only if %1 still holds it</source>
        <translation>仅当仍由 %1 持有时才继续</translation>
    </message>
    <message>
        <source>If no other client holds it: publishes 1 on %1, so that all waiters retry, and deletes the lock</source>
        <translation>如果没有其他持有者：在 %1 上发布 1，让所有等待者重试，并删除锁</translation>
    </message>
    <message>
        <source>Otherwise removes it with all its holds; the lock expires with the longest read hold of the others</source>
        <translation>否则移除它及其全部持有；锁在其余持有者最长的读持有结束时过期</translation>
    </message>
    <message>
        <source>A writer that also reads becomes a reader, and all waiters retry</source>
        <translation>同时在读的写者变成读者，所有等待者重试</translation>
    </message>
    <message>
        <source>Publishes 1 on %1: all waiters retry</source>
        <translation>在 %1 上发布 1：所有等待者重试</translation>
    </message>
    <message>
        <source>Changes nothing: a waiter that still finds the lock held waits again</source>
        <translation>不做任何改动：等待者若发现锁仍被持有，会继续等待</translation>
    </message>
    <message>
        <source>Makes the lock and all its read holds expire in %1, if they have no expiry or a later one</source>
        <translation>若没有过期时间或过期更晚，让锁及其全部读持有在 %1后过期</translation>
    </message>
    <message>
        <source>An expiry notifies no client: waiters learn of it when the time they last read has passed</source>
        <translation>过期不通知客户端：等待者要等到上次读到的时间用完才会知道</translation>
    </message>
    <message>
        <source>The code of the old holders keeps running and is not notified</source>
        <translation>各原持有者的代码会继续运行，也不会收到通知</translation>
    </message>
    <message>
        <source>That holder&apos;s code keeps running and is not notified</source>
        <translation>该持有者的代码会继续运行，也不会收到通知</translation>
    </message>
    <message>
        <source>unknown response from the script: the action may or may not have been done</source>
        <translation>无法识别脚本的应答：操作可能已执行，也可能没有</translation>
    </message>
    <message>
        <source>no holder to remove was specified</source>
        <translation>没有指定要移除哪个持有者</translation>
    </message>
    <message>
        <source>specify the holder as the lock shows it</source>
        <translation>请按锁显示的样子指定持有者</translation>
    </message>
    <message>
        <source>more than one hold is expected, but each holder here has only one</source>
        <translation>预期不止一次持有：这里每个持有者只有一次</translation>
    </message>
    <message>
        <source>Checks that the key is such a lock, for any holder</source>
        <translation>确认键是这样的锁，无论由谁持有</translation>
    </message>
    <message numerus="yes">
        <source>Continues only if exactly the %n holder(s) shown hold it, in the same way</source>
        <translation>
            <numerusform>仅当正好由所显示的 %n 个持有者以同样方式持有时才继续</numerusform>
        </translation>
    </message>
    <message>
        <source>Continues only if %1 is its only holder</source>
        <translation>仅当 %1 是唯一的持有者时才继续</translation>
    </message>
    <message>
        <source>Only for %1, and only while it is a holder</source>
        <translation>仅限 %1，且仅当它仍是持有者</translation>
    </message>
    <message>
        <source>No owner is compared: any current holder loses it</source>
        <translation>不比较持有者：无论当时由谁持有都会失去它</translation>
    </message>
    <message>
        <source>no wake-up is needed</source>
        <translation>无需唤醒</translation>
    </message>
    <message>
        <source>The old holder&apos;s code keeps running</source>
        <translation>原持有者的代码会继续运行</translation>
    </message>
    <message>
        <source>Others&apos; locks deleted: %1; wrongly admitted: %2</source>
        <translation>误删他人的锁：%1；因此误入：%2</translation>
    </message>
    <message>
        <source>others&apos; locks deleted</source>
        <translation>误删他人的锁</translation>
    </message>
    <message>
        <source>wrongly admitted</source>
        <translation>因此误入</translation>
    </message>
    <message>
        <source>rounds: %1; others&apos; locks deleted: %2; wrongly admitted: %3; violations: %4</source>
        <translation>轮数：%1；误删他人的锁：%2；因此误入：%3；违反互斥：%4</translation>
    </message>
    <message>
        <source>DEL without a check</source>
        <translation>DEL，不做检查</translation>
    </message>
    <message>
        <source>A late holder&apos;s DEL deletes the lock of the next owner, and a third client enters</source>
        <translation>迟到的持有者用 DEL 删掉了下一个持有者的锁，第三个客户端随之进入</translation>
    </message>
    <message>
        <source>GET, compare the token, then DEL</source>
        <translation>先 GET 比较令牌，再 DEL</translation>
    </message>
    <message>
        <source>A token does not help if comparing and deleting are two steps: the lock can change hands in between</source>
        <translation>先比较令牌再删除，令牌没有用：两步之间锁可能易手</translation>
    </message>
    <message>
        <source>A script that compares and deletes never deletes another client&apos;s lock</source>
        <translation>用一个脚本比较并删除，从不误删他人的锁</translation>
    </message>
    <message>
        <source>No release can fix this: the work outlasts the lease, and during that time two clients are in</source>
        <translation>任何释放方式都解决不了：工作比租约长，那段时间里有两个客户端同时进入</translation>
    </message>
    <message>
        <source>Lease shorter than the work</source>
        <translation>租约比工作短</translation>
    </message>
    <message>
        <source>A holder is still working when its lease ends, the next client acquires the lock, and then the first one releases it. Only an atomic compare-and-delete keeps it from deleting the other&apos;s lock; it does not prevent both from being in at once.</source>
        <translation>持有者还在工作时租约已到期，下一个客户端获取了锁，然后第一个来释放。只有原子的比较并删除，才能防止它删掉对方的锁；但防止不了两者同时进入。</translation>
    </message>
    <message>
        <source>Notifies the waiters of a registry in pub/sub mode, on %1</source>
        <translation>在 %1 上通知发布/订阅模式下注册表的等待者</translation>
    </message>
    <message>
        <source>In case it is a Spring Integration lock in pub/sub mode, notifies its waiters, on %1</source>
        <translation>如果是发布/订阅模式的 Spring Integration 锁，在 %1 上通知它的等待者</translation>
    </message>
    <message>
        <source>If the key does not exist, writes the owner %1 to it</source>
        <translation>如果键不存在，写入持有者 %1</translation>
    </message>
    <message>
        <source>without an expiry, as usual for this kind</source>
        <translation>不设过期时间，这种锁就是如此</translation>
    </message>
    <message>
        <source>If it is held, changes nothing and reports the holder</source>
        <translation>如果已被持有，不做任何改动，并报告持有者</translation>
    </message>
    <message>
        <source>Without an expiry, it stays forever if it is not released</source>
        <translation>没有过期时间，若不释放就会永远存在</translation>
    </message>
    <message>
        <source>Otherwise changes nothing; a missing key is not created again</source>
        <translation>否则不做任何改动；已不存在的键不会重新创建</translation>
    </message>
    <message>
        <source>Otherwise changes nothing and reports the holder</source>
        <translation>否则不做任何改动，并报告持有者</translation>
    </message>
    <message>
        <source>Sends no notification: waiters of this kind poll</source>
        <translation>不发送通知：这种锁的等待者轮询</translation>
    </message>
    <message>
        <source>Retries several times a second, for at most %1</source>
        <translation>每秒重试数次，最长 %1</translation>
    </message>
    <message>
        <source>Then sets the expiry again every %1 while this program runs</source>
        <translation>之后在本程序运行期间，每 %1 重新设置一次过期时间</translation>
    </message>
    <message>
        <source>For any holder, if it is a short string</source>
        <translation>只要它是短字符串，无论由谁持有</translation>
    </message>
    <message>
        <source>a lock of this kind has one holder and no shares</source>
        <translation>这种锁只有一个持有者，不能单独移除一部分</translation>
    </message>
    <message>
        <source>rounds: %1; taken over while held: %2; others&apos; locks deleted: %3</source>
        <translation>轮数：%1；持有期间被接管：%2；误删他人的锁：%3</translation>
    </message>
    <message>
        <source>Synchronised clocks</source>
        <translation>时钟一致</translation>
    </message>
    <message>
        <source>While the clocks agree, one client is in at a time</source>
        <translation>时钟一致时，每次只有一个在内</translation>
    </message>
    <message>
        <source>A clock that is ahead by more than the lease (%1 by %2) takes over a held lock; the holder then deletes the other&apos;s lock</source>
        <translation>时钟快得超过租约（租约 %1，快 %2），就会接管仍被持有的锁；持有者随后又删掉对方的锁</translation>
    </message>
    <message>
        <source>If all clients use the server&apos;s clock, their own do not matter</source>
        <translation>都使用服务器的时钟时，各自的时钟无关紧要</translation>
    </message>
    <message>
        <source>The lock&apos;s value is the time at which it ends, by the clock of the client that acquired it; other clients compare it with their own. If one clock is ahead, two clients are in at once.</source>
        <translation>锁的值是它结束的时间，按获取它的客户端的时钟写入，其他客户端用自己的时钟来比较。只要一个时钟偏快，就会有两个同时在内。</translation>
    </message>
    <message>
        <source>Lead of the fast clock</source>
        <translation>一个时钟快多少</translation>
    </message>
    <message>
        <source>Laravel may run two of the jobs at once, which must not overlap</source>
        <translation>Laravel 可能同时运行两个本不该重叠的任务</translation>
    </message>
    <message>
        <source>The value belongs to the process: another lock of the same process has it too</source>
        <translation>值属于进程：同一进程的另一把锁也带有它</translation>
    </message>
    <message>
        <source>Celery&apos;s workers acquire this lock now and then, without waiting, to return lost messages to their queues</source>
        <translation>Celery 的工作进程偶尔不等待地获取这把锁，把丢失的消息放回队列</translation>
    </message>
    <message>
        <source>The beat that holds it schedules all tasks; it extends the expiry at each tick</source>
        <translation>持有它的 beat 负责调度所有任务；它在每个节拍延长过期时间</translation>
    </message>
    <message>
        <source>Several keys with this value are one lock</source>
        <translation>带有同一个值的多个键是同一把锁</translation>
    </message>
    <message>
        <source>The value belongs to the process: all locks with it belong to one Hangfire server</source>
        <translation>值属于进程：带有它的锁都属于 Hangfire 的同一台服务器</translation>
    </message>
    <message>
        <source>node-redlock may leave the key of a failed attempt until it expires: the key does not prove that its owner believes it holds the lock</source>
        <translation>node-redlock 可能把失败尝试的键留到过期：键存在并不证明它的持有者认为自己持有锁</translation>
    </message>
    <message>
        <source>it is %1 in size, too large for a lock</source>
        <translation>它的大小是 %1，不会是锁</translation>
    </message>
    <message>
        <source>Sleep %1 and retry</source>
        <translation>休眠 %1 再试</translation>
    </message>
    <message>
        <source>Wait for the wake-up message</source>
        <translation>等待唤醒消息</translation>
    </message>
    <message>
        <source>Wait in the queue</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>%1 commands per cycle against %2</source>
        <translation>每周期 %1 条命令，对比 %2 条</translation>
    </message>
    <message>
        <source>A long sleep leaves the lock idle while clients wait; a message hands it over sooner</source>
        <translation>长休眠使锁在有人等待时空着；消息能更快交接</translation>
    </message>
    <message>
        <source>Only the queue serves the longest waiter first: otherwise others overtake</source>
        <translation>只有队列让等得最久的先进入：其他方式都会被插队</translation>
    </message>
    <message>
        <source>All of them keep other clients out</source>
        <translation>它们都能挡住其他客户端</translation>
    </message>
    <message>
        <source>The same workers wait for the same lock by sleeping and retrying, by listening for the wake-up message, and in the queue of a fair lock. Sleeping costs commands or time, a message wakes all waiters at once, and only the queue keeps the order.</source>
        <translation>同样的工作者等同一把锁：休眠后重试、监听唤醒消息、在公平锁的队列中排队。休眠花费命令或时间，消息同时唤醒所有等待者，只有队列保持顺序。</translation>
    </message>
    <message>
        <source>Duration of each variant</source>
        <translation>每种方式的持续时间</translation>
    </message>
    <message>
        <source>Lease, and timeout of a worker</source>
        <translation>租约，也是工作者的等待时限</translation>
    </message>
    <message>
        <source>the holder did not enter in time</source>
        <translation>持有者没有及时进入</translation>
    </message>
    <message>
        <source>The holder&apos;s process is paused (SIGSTOP), and its watchdog with it</source>
        <translation>持有者的进程被暂停（SIGSTOP），看门狗也随之停住</translation>
    </message>
    <message>
        <source>Its lease ended, and another client acquired the lock and wrote; now it resumes (SIGCONT) and writes</source>
        <translation>它的租约已到期，另一个客户端获取了锁并写入；现在它恢复运行（SIGCONT）并写入</translation>
    </message>
    <message>
        <source>stale writes rejected</source>
        <translation>被拒绝的过时写入</translation>
    </message>
    <message>
        <source>stale writes accepted: %1, rejected: %2; violations: %3</source>
        <translation>过时写入：接受 %1，拒绝 %2；违反互斥：%3</translation>
    </message>
    <message>
        <source>Without renewal</source>
        <translation>不续期</translation>
    </message>
    <message>
        <source>Without renewal, another client enters while the holder still works</source>
        <translation>不续期时，持有者还在工作，另一个客户端就进入了</translation>
    </message>
    <message>
        <source>A watchdog keeps the lock as long as the work takes</source>
        <translation>看门狗让锁一直保持到工作结束</translation>
    </message>
    <message>
        <source>%1; the other client timed out after %2</source>
        <translation>%1；另一个客户端在 %2后超时</translation>
    </message>
    <message>
        <source>Holder paused past its lease</source>
        <translation>持有者停顿超过租约</translation>
    </message>
    <message>
        <source>No watchdog renews while its process is paused: the holder writes although it has lost the lock</source>
        <translation>进程暂停时看门狗不会续期：持有者已失去锁，仍然写入</translation>
    </message>
    <message>
        <source>Same, with a fencing token</source>
        <translation>同上，带栅栏令牌</translation>
    </message>
    <message>
        <source>A resource that checks fencing tokens rejects the stale write, although both clients were in</source>
        <translation>检查栅栏令牌的资源拒绝过时写入，尽管两个都曾在内</translation>
    </message>
    <message>
        <source>Work takes longer than the lease: with and without renewal, and with a holder whose process is paused. A watchdog helps only while its process runs. Only the resource can reject the write of a late holder, by a fencing token.</source>
        <translation>工作时间比租约长：有续期、无续期，以及持有者的进程被暂停。看门狗只在进程运行时有用；迟到的持有者的写入，只有资源能凭栅栏令牌拒绝。</translation>
    </message>
    <message>
        <source>Continues only if at most %1 are left: more means that the same owner renewed it or acquired it again</source>
        <translation>仅当剩余时间不超过 %1 时才继续：更多则说明同一持有者已续期或重新获取</translation>
    </message>
    <message>
        <source>longest stay past the lease</source>
        <translation>停留超过租期</translation>
    </message>
    <message>
        <source>Neither semaphore admits more clients than it has permits, as long as none stays past its lease</source>
        <translation>只要没有客户端停留超过租约，两种信号量放入的数量都不会超过许可数</translation>
    </message>
    <message>
        <source>the owner %1 is not a DistributedLock owner id</source>
        <translation>持有者 %1 不是 DistributedLock 会写入的形式</translation>
    </message>
    <message>
        <source>omit it, or use machine, process id and 32 hex digits, separated by _</source>
        <translation>请省略，或写成机器、进程号和 32 位十六进制数字，用 _ 分隔</translation>
    </message>
    <message>
        <source>omit it, or use a UUID, a colon and a number</source>
        <translation>请省略，或写成 UUID 加冒号加数字</translation>
    </message>
    <message>
        <source>unknown confidence %1</source>
        <translation>没有 %1 这种把握</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) did not answer; their state is unknown</source>
        <translation>
            <numerusform>%n 个节点没有应答，状态未知</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) have an id that may belong to the same client or to another</source>
        <translation>
            <numerusform>%n 个节点上的标识可能属于同一个客户端，也可能属于另一个</numerusform>
        </translation>
    </message>
    <message>
        <source>No quorum: held on at most %1 of %2 nodes</source>
        <translation>无多数派：%2 个节点中至多 %1 个持有它</translation>
    </message>
    <message>
        <source>No quorum: held on only %1 of %2 nodes</source>
        <translation>无多数派：%2 个节点中只有 %1 个持有它</translation>
    </message>
    <message>
        <source>Lock lost: its owner had a majority and now has at most %1 of %2 nodes</source>
        <translation>锁已丢失：持有者曾拥有多数节点，现在 %2 个节点中至多只有 %1 个</translation>
    </message>
    <message numerus="yes">
        <source>A majority names one owner; %n more node(s) may name another: possibly two holders</source>
        <translation>
            <numerusform>多数节点指向同一个持有者；另有 %n 个节点可能指向别的持有者：可能有两个持有者</numerusform>
        </translation>
    </message>
    <message>
        <source>The ids share only a thread number, as identical programs do, and were not seen being acquired together. Compare them with the logs of the programs</source>
        <translation>这些标识只有线程号相同，而相同的程序往往线程号也相同；也没有看到它们是同时获取的。请与各程序的日志对照</translation>
    </message>
    <message>
        <source>Cannot tell whether it is held: possibly two holders, at least %1 of %2 nodes agree</source>
        <translation>无法判定它是否被持有：可能有两个持有者，%2 个节点中至少 %1 个一致</translation>
    </message>
    <message>
        <source>Cannot tell whether it is held: at least %1 of %2 nodes have it, others did not answer</source>
        <translation>无法判定它是否被持有：%2 个节点中至少 %1 个有它，其他节点没有应答</translation>
    </message>
    <message>
        <source>same server as %1, not counted again</source>
        <translation>与 %1 是同一台服务器，不再计数</translation>
    </message>
    <message>
        <source>Before you act, connect from a machine that reaches all nodes: a client that reaches them may hold the lock by a majority</source>
        <translation>操作之前，请从能连接所有节点的机器上连接：能连接它们的客户端可能以多数持有这把锁</translation>
    </message>
    <message numerus="yes">
        <source>Held by the smallest possible majority: %1 of %2 nodes; %n did not answer</source>
        <translation>
            <numerusform>恰好由最小多数持有：%2 个节点中的 %1 个；%n 个没有应答</numerusform>
        </translation>
    </message>
    <message>
        <source>Restore the missing nodes, or connect from a machine that reaches them: whether they have the lock is unknown</source>
        <translation>请恢复缺失的节点，或从能连接它们的机器上连接：它们是否持有这把锁未知</translation>
    </message>
    <message>
        <source>; unknown on %1</source>
        <translation>；在 %1 上无法得知</translation>
    </message>
    <message>
        <source>specified by a rule or by the user</source>
        <translation>由规则或用户指定</translation>
    </message>
    <message>
        <source>the name contains %1, as this library names its keys</source>
        <translation>名称中有 %1，与这个库对键的命名一致</translation>
    </message>
    <message>
        <source>this server ran its script &quot;%1&quot;</source>
        <translation>这台服务器运行过它的脚本“%1”</translation>
    </message>
    <message>
        <source>its client&apos;s name is %1</source>
        <translation>它的客户端名称是 %1</translation>
    </message>
    <message>
        <source>Wake the waiters: this drops it from the queue, and the next one gets the lock</source>
        <translation>唤醒等待者：这会把它移出队列，由下一个得到锁</translation>
    </message>
    <message>
        <source>The latch is closed: counts remain</source>
        <translation>闭锁关闭：尚有计数未完成</translation>
    </message>
    <message>
        <source>it extends it every 9 s by default, which restores the TTL</source>
        <translation>它默认每 9 秒续期一次，TTL 随之恢复</translation>
    </message>
    <message>
        <source>no holder is recorded: a live holder releases its permit again, and one permit too many stays</source>
        <translation>没有记录许可的持有者：活着的持有者会再释放一次，从此多出一个许可</translation>
    </message>
    <message>
        <source>clients that count it down are not notified and keep counting a latch that is gone; clients that await it continue immediately</source>
        <translation>倒数它的客户端不会收到通知，会继续倒数已不存在的闭锁；等待它的客户端立即放行</translation>
    </message>
    <message>
        <source>inside using(), it extends shortly before what it takes for the end, which may be too late</source>
        <translation>在 using() 中，它在自认为的结束时刻前不久续期，可能为时已晚</translation>
    </message>
    <message>
        <source>the scheduler continues, extends the lock of any later owner, and deletes it when it stops</source>
        <translation>调度器会继续运行，为之后的任何持有者续期，并在停止时删除锁</translation>
    </message>
    <message>
        <source>the job runs to its end and is not notified. It then deletes the entry of the next run or, while its own lockAtLeastFor lasts, writes it again with the remaining time; with safeUpdate (6.7.0+), it does neither</source>
        <translation>任务会运行到结束，不会收到通知。结束时它会删除下一次运行的条目，或者在自己的 lockAtLeastFor 尚未结束时，以其剩余时间重写该条目；设置了 safeUpdate（6.7.0+）时两者都不会发生</translation>
    </message>
    <message>
        <source>the value identifies no acquisition, so a holder cannot tell: when it finishes, it may delete the next holder&apos;s lock</source>
        <translation>值不标识某一次获取，持有者无从得知：它结束时可能删除下一个持有者的锁</translation>
    </message>
    <message>
        <source>a holder that does not compare the time may delete the next holder&apos;s lock when it finishes</source>
        <translation>不比较时间的持有者结束时可能删除下一个持有者的锁</translation>
    </message>
    <message>
        <source>nothing identifies the holder, so it cannot tell: when it finishes, it may delete the next holder&apos;s lock</source>
        <translation>没有任何内容标识持有者，它无从得知：它结束时可能删除下一个持有者的锁</translation>
    </message>
    <message>
        <source>the library is unknown: %1</source>
        <translation>库未知：%1</translation>
    </message>
    <message>
        <source>wake-up message sent; no client of this server received it</source>
        <translation>唤醒消息已发送；这台服务器上没有客户端收到</translation>
    </message>
    <message>
        <source>not responding since %1</source>
        <translation>自 %1 起没有回答</translation>
    </message>
    <message>
        <source>First check whether this key is a lock: only its name or the shape of its value suggests it</source>
        <translation>请先查明这个键是否是锁：只有它的名称或值的形状这样提示</translation>
    </message>
    <message>
        <source>Its owner may have acquired it again with a longer lease. Otherwise check whether the program mixes up seconds and milliseconds when it renews</source>
        <translation>持有者可能以更长的租约重新获取了它。否则请检查程序续期时是否混淆了秒和毫秒</translation>
    </message>
    <message>
        <source>Holder %1 used to renew, but its hold is about to expire</source>
        <translation>持有者 %1 以前一直续期，但它的持有即将过期</translation>
    </message>
    <message>
        <source>Fine if the work is done by then; whether another renewal was due is unknown</source>
        <translation>如果届时工作已完成，就没有问题；是否还应再次续期未知</translation>
    </message>
    <message>
        <source>Was renewed, and expires in %1 unless it is renewed again</source>
        <translation>曾经续期；若不再续期，将在 %1后过期</translation>
    </message>
    <message>
        <source>This holder has crashed, hangs, or cannot reach this server. Other holders are not affected: its hold expires by itself, or remove only this holder</source>
        <translation>该持有者的进程已崩溃、挂起，或连不上这台服务器。其他持有者不受影响：它的持有会自行过期，也可以只移除该持有者</translation>
    </message>
    <message>
        <source>Holder %1 has stopped renewing: last renewal %2 ago, one expected every %3</source>
        <translation>持有者 %1 已停止续期：上次续期在 %2前，本应每 %3 续期一次</translation>
    </message>
    <message>
        <source>What looked like renewals may be a client that acquired the lock again each time. Before you act, find out how its program uses the lock</source>
        <translation>看似续期的，也可能是客户端每次重新获取了锁。操作之前，请先查明它的程序如何使用这把锁</translation>
    </message>
    <message>
        <source>Was renewed every %2, but not for the last %1</source>
        <translation>此前每 %2 续期一次，最近 %1 没有续期</translation>
    </message>
    <message>
        <source>The lock may have been deleted manually, or a client died while waiting. These keys can be deleted while the lock is not in use</source>
        <translation>可能是锁被手动删除，或某个客户端在等待时退出。没有人使用这把锁时，可以删除这些键</translation>
    </message>
    <message>
        <source>not renewed yet, %1 into its lease of %2</source>
        <translation>%2 的租约已过 %1，至今未见续期</translation>
    </message>
    <message>
        <source>%1 of %2 announced servers are not connected: the limit is %3</source>
        <translation>宣告的 %2 个服务器中有 %1 个未连接：上限为 %3 个</translation>
    </message>
    <message>
        <source>its CLUSTER SLOTS lists slots that do not exist, or one twice</source>
        <translation>它的 CLUSTER SLOTS 列出了不存在的槽，或重复列出了同一个槽</translation>
    </message>
    <message>
        <source>SCAN does not finish: the server repeated a cursor, or returned more than 4 times the keys it counts</source>
        <translation>SCAN 无法结束：服务器重复了游标，或返回的键超过其计数的 4 倍</translation>
    </message>
    <message>
        <source>use exact key names instead of a scan, and check what kind of server it is</source>
        <translation>请直接指定键而不要扫描，并检查这是何种服务器</translation>
    </message>
    <message>
        <source>in the queue: more, not read</source>
        <translation>队列中还有更多，未读取</translation>
    </message>
    <message>
        <source>this server does not answer every query, so some risks to locks cannot be detected here</source>
        <translation>该服务器不回答全部问题，因此有些危及锁的问题在这里看不到</translation>
    </message>
    <message>
        <source>check in the settings of the service what these commands would report</source>
        <translation>请在该服务的设置中查看这些命令本会说明的内容</translation>
    </message>
    <message>
        <source>this user may not run a command that this action&apos;s script needs</source>
        <translation>该用户无权执行此操作的脚本所需的某条命令</translation>
    </message>
    <message>
        <source>Health, or lockscope-cli doctor, shows which permission is missing</source>
        <translation>“健康状况”或 lockscope-cli doctor 会列出缺少的权限</translation>
    </message>
    <message>
        <source>request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>commands sent</source>
        <translation>已发送的命令</translation>
    </message>
    <message>
        <source>response</source>
        <translation>应答</translation>
    </message>
    <message>
        <source>cannot read %1: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>SSH tunnel: this connection was imported, and you have not allowed what its configuration %1 runs</source>
        <translation>SSH 隧道：此连接是导入的，其配置 %1 所运行的内容尚未获得你的允许</translation>
    </message>
    <message>
        <source>connect once and review what is shown</source>
        <translation>请连接一次，并核对所显示的内容</translation>
    </message>
    <message>
        <source>the server&apos;s replies do not answer what it was asked</source>
        <translation>服务器的回复与所问的不符</translation>
    </message>
    <message>
        <source>the chain of its hashes was removed</source>
        <translation>其哈希链已被删除</translation>
    </message>
    <message>
        <source>this server writes nothing to disk: a restart would erase its locks, and a second client could get a majority while the first one still holds the lock</source>
        <translation>该服务器不写磁盘：一旦重启，其上的锁就会丢失；此时第一个客户端仍持有锁，另一个客户端却可能获得多数派</translation>
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
    <message>
        <source>move the file away: Lockscope starts a new one</source>
        <translation>将该文件移走：Lockscope 会新建一个</translation>
    </message>
    <message>
        <source>%1 reads %2 and waits to write it: it waits for itself</source>
        <translation>%1 持有 %2 的读锁，又在等待其写锁：它在等待自己</translation>
    </message>
    <message>
        <source>%1 holds %2 and waits for %3</source>
        <translation>%1 持有 %2，等待 %3</translation>
    </message>
    <message>
        <source>%1 (%2 at %3)</source>
        <translation>%1（%2，%3）</translation>
    </message>
    <message numerus="yes">
        <source>Deadlock of %n lock(s)</source>
        <translation>
            <numerusform>%n 把锁的死锁</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Possible deadlock of %n lock(s)</source>
        <translation>
            <numerusform>%n 把锁的可能死锁</numerusform>
        </translation>
    </message>
    <message>
        <source>Their ids do not name threads: it is a deadlock only if the same thread holds the one lock and waits for the other</source>
        <translation>它们的标识不指明线程：只有同一线程持有一把锁又等待另一把时，才是死锁</translation>
    </message>
    <message numerus="yes">
        <source>Deadlock of %n lock(s): its holder waits for another lock, whose holder in the end waits for this one</source>
        <translation>
            <numerusform>%n 把锁的死锁：持有者在等待另一把锁，而那把锁的持有者最终在等待这把锁</numerusform>
        </translation>
    </message>
    <message>
        <source>They wait until a lease ends or a client gives up. To break it, release the lock whose work is easiest to repeat; then make all programs acquire these locks in the same order</source>
        <translation>它们会一直等到租约结束或有客户端放弃。要打破死锁，释放工作最容易重做的那把锁；然后让所有程序以相同顺序获取这些锁</translation>
    </message>
    <message>
        <source>Unknown client</source>
        <translation>未知客户端</translation>
    </message>
    <message>
        <source>queued, place %1</source>
        <translation>排队中，第 %1 位</translation>
    </message>
    <message>
        <source>listens</source>
        <translation>在监听</translation>
    </message>
    <message>
        <source>does not listen</source>
        <translation>不在监听</translation>
    </message>
    <message numerus="yes">
        <source>heard %n time(s)</source>
        <translation>
            <numerusform>听到 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>last %1</source>
        <translation>最近一次：%1</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>%1, %2 in all</source>
        <translation>%1，共 %2</translation>
    </message>
    <message>
        <source>deadlock · %1</source>
        <translation>死锁 · %1</translation>
    </message>
    <message>
        <source>see above</source>
        <translation>见上文</translation>
    </message>
    <message>
        <source>not identified</source>
        <translation>未识别</translation>
    </message>
    <message>
        <source>Client or lock</source>
        <translation>客户端或锁</translation>
    </message>
    <message>
        <source>Which client blocks which</source>
        <translation>谁阻塞谁</translation>
    </message>
    <message>
        <source>waits for another lock</source>
        <translation>在等待另一把锁</translation>
    </message>
    <message>
        <source>not seen to wait</source>
        <translation>未见其等待</translation>
    </message>
    <message>
        <source>deadlock</source>
        <translation>死锁</translation>
    </message>
    <message>
        <source>The page that --snapshot shows below the locks: overview, contention, timeline, blocking or audit.</source>
        <translation>--snapshot 在锁的下方显示的页面：overview、contention、timeline、blocking 或 audit。</translation>
    </message>
    <message>
        <source>wait; %1 stops it unless it has already written data</source>
        <translation>请等待；%1 可以停止它，除非它已经写入数据</translation>
    </message>
    <message>
        <source>the server is busy</source>
        <translation>服务器正忙</translation>
    </message>
    <message>
        <source>check the server log (usually a full disk), then run BGSAVE; until then no lock can be released</source>
        <translation>请查看服务器日志（通常是磁盘已满），然后执行 BGSAVE；在此之前无法释放任何锁</translation>
    </message>
    <message>
        <source>the slot is migrating, and its keys may be on two nodes</source>
        <translation>此槽正在迁移，其键可能分布在两个节点上</translation>
    </message>
    <message>
        <source>retry when it has migrated</source>
        <translation>请在迁移完成后重试</translation>
    </message>
    <message>
        <source>Faults of servers and networks</source>
        <translation>服务器与网络故障</translation>
    </message>
    <message>
        <source>must be from 1MiB to 1TiB</source>
        <translation>必须在 1MiB 到 1TiB 之间</translation>
    </message>
    <message>
        <source>must be the path of a socket, such as &quot;/dev/log&quot;</source>
        <translation>必须是套接字的路径，例如 &quot;/dev/log&quot;</translation>
    </message>
    <message>
        <source>if this server is yours, trust this address in the window, or with map=%1=%1 in the URL; or use TLS</source>
        <translation>如果这是你的服务器，请在窗口中信任此地址，或在 URL 中使用 map=%1=%1；或使用 TLS</translation>
    </message>
    <message>
        <source>the system log %1 did not get a row of the audit: %2</source>
        <translation>系统日志 %1 没有收到审计的一行：%2</translation>
    </message>
    <message>
        <source>check audit/syslog in observe.json</source>
        <translation>请检查 observe.json 中的 audit/syslog</translation>
    </message>
    <message>
        <source>the replies need more memory than this connection may use (%1)</source>
        <translation>应答需要的内存超过此连接的上限（%1）</translation>
    </message>
    <message>
        <source>allow more with --max-memory, or with max_memory in the profile</source>
        <translation>用 --max-memory 或连接配置中的 max_memory 提高上限</translation>
    </message>
    <message>
        <source>cannot open a local socket: %1</source>
        <translation>无法打开本地套接字：%1</translation>
    </message>
    <message>
        <source>SSH tunnel: %1</source>
        <translation>SSH 隧道：%1</translation>
    </message>
    <message>
        <source>set TMPDIR to a writable folder with a short, plain name</source>
        <translation>请把 TMPDIR 设为可写的文件夹，路径要短且不含特殊字符</translation>
    </message>
    <message>
        <source>ssh cannot open a socket in %1</source>
        <translation>ssh 无法在 %1 中打开套接字</translation>
    </message>
    <message>
        <source>verdict: %1</source>
        <translation>判定：%1</translation>
    </message>
    <message>
        <source>verdict unknown</source>
        <translation>判定未知</translation>
    </message>
    <message>
        <source>one owner of several</source>
        <translation>多个持有者之一</translation>
    </message>
    <message>
        <source>sampled: fast changes may be missing</source>
        <translation>采样：可能遗漏快速的变化</translation>
    </message>
    <message>
        <source>already held when first seen</source>
        <translation>首次看到时已被持有</translation>
    </message>
    <message>
        <source>renewal</source>
        <translation>续期</translation>
    </message>
    <message>
        <source>waiters, at least; scale on the right</source>
        <translation>等待者数（至少），刻度在右侧</translation>
    </message>
    <message>
        <source>Acquired and ended</source>
        <translation>获取与结束</translation>
    </message>
    <message>
        <source>Hold times</source>
        <translation>持有时间</translation>
    </message>
    <message>
        <source>this replica receives nothing from its master: locks acquired or released since are shown in their old state, and actions are refused</source>
        <translation>此副本收不到其主节点的数据：此后获取或释放的锁仍显示为当时的样子，操作会被拒绝</translation>
    </message>
    <message>
        <source>this server is a replica: it may lag behind its master, and refuses actions</source>
        <translation>此服务器是副本：它可能落后于其主节点，并拒绝操作</translation>
    </message>
    <message>
        <source>ssh cannot open a unix socket</source>
        <translation>ssh 无法打开 unix 套接字</translation>
    </message>
    <message>
        <source>install OpenSSH 6.7 or later</source>
        <translation>请安装 OpenSSH 6.7 或更高版本</translation>
    </message>
    <message>
        <source>%1 expires first, in %2, unless it is renewed or a client gives up before that. Its holder then continues without the lock</source>
        <translation>%1 将在 %2后最先过期，除非续期，或有客户端先放弃。过期后其持有者会在没有锁的情况下继续运行</translation>
    </message>
    <message>
        <source>Whether each of them still waits is unknown: a client that was heard to try may have given up since</source>
        <translation>不知道它们是否都还在等待：探测到的客户端之后可能已放弃</translation>
    </message>
    <message>
        <source>%1 was acquired last, %2 ago: releasing it probably loses the least work</source>
        <translation>%1 是最后获取的，在 %2前：释放它损失的工作可能最少</translation>
    </message>
    <message numerus="yes">
        <source>%n holder(s)</source>
        <translation>
            <numerusform>%n 个持有者</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %n more waiter(s)</source>
        <translation>
            <numerusform>至少还有 %n 个等待者</numerusform>
        </translation>
    </message>
    <message>
        <source>more in the queue</source>
        <translation>队列中还有更多</translation>
    </message>
    <message>
        <source>too long to read</source>
        <translation>太长，未读取</translation>
    </message>
    <message>
        <source>maybe more in the queue</source>
        <translation>队列中可能还有更多</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Whether more clients wait is unknown: the queue could not be read</source>
        <translation>是否有更多客户端在等待未知：队列无法读取</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Zoom to show all</source>
        <translation>缩放以显示全部</translation>
    </message>
    <message>
        <source>All</source>
        <comment>zoom</comment>
        <translation>全部</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>blocks %1</source>
        <translation>阻塞 %1</translation>
    </message>
    <message>
        <source>waits for %1: %2</source>
        <translation>等待 %1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n more waiter(s)</source>
        <translation>
            <numerusform>还有 %n 个等待者</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more holder(s)</source>
        <translation>
            <numerusform>还有 %n 个持有者</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them not identified</source>
        <translation>
            <numerusform>其中 %n 个未识别</numerusform>
        </translation>
    </message>
    <message>
        <source>held under 10 s</source>
        <translation>持有不到 10 秒</translation>
    </message>
    <message>
        <source>under 1 min</source>
        <translation>不到 1 分钟</translation>
    </message>
    <message>
        <source>under 10 min</source>
        <translation>不到 10 分钟</translation>
    </message>
    <message>
        <source>longer</source>
        <translation>更久</translation>
    </message>
    <message>
        <source>possible deadlock</source>
        <translation>可能的死锁</translation>
    </message>
    <message>
        <source>not seen to listen</source>
        <translation>未见其监听</translation>
    </message>
    <message>
        <source>Picture of which client blocks which</source>
        <translation>谁阻塞谁的图</translation>
    </message>
    <message>
        <source>Arrow keys go from one client or lock to the next.</source>
        <translation>用方向键在客户端和锁之间移动。</translation>
    </message>
    <message>
        <source>Picture of Blocking</source>
        <translation>阻塞页的图</translation>
    </message>
    <message>
        <source>Go to the next client or lock</source>
        <translation>移到下一个客户端或锁</translation>
    </message>
    <message>
        <source>Select the lock</source>
        <translation>选中锁</translation>
    </message>
    <message>
        <source>Scroll</source>
        <translation>滚动</translation>
    </message>
    <message>
        <source>the clients that listen, if any</source>
        <translation>监听的客户端（如果有）</translation>
    </message>
    <message numerus="yes">
        <source>Next: one writer or all waiting readers (%n client(s) listening)</source>
        <translation>
            <numerusform>接下来：一个写者或所有等待的读者（%n 个客户端在监听）</numerusform>
        </translation>
    </message>
    <message>
        <source>Next: one writer or all waiting readers</source>
        <translation>接下来：一个写者或所有等待的读者</translation>
    </message>
    <message numerus="yes">
        <source>Next: the %n client(s) that have waited longest on its list. A client arriving at that moment may be faster</source>
        <translation>
            <numerusform>接下来：在其列表上等待最久的 %n 个客户端。此刻新来的客户端可能抢先</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Estimated from %n hold(s) seen: %1 to %2, median %3</source>
        <translation>
            <numerusform>依据看到的 %n 次持有估计：%1 至 %2，中位数 %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and at least %n more</source>
        <translation>
            <numerusform>%1，以及至少另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>No live waiter in the queue</source>
        <translation>队列中没有存活的等待者</translation>
    </message>
    <message>
        <source>Order of the waiters:</source>
        <translation>等待者的顺序：</translation>
    </message>
    <message>
        <source>No waiters are seen</source>
        <translation>未看到等待者</translation>
    </message>
    <message>
        <source>Without a release, they wait forever: its client is gone, and it never expires</source>
        <translation>若不释放，它们将永远等待：其客户端已不在，且它永不过期</translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) that listen</source>
        <translation>
            <numerusform>%n 个监听的客户端</numerusform>
        </translation>
    </message>
    <message>
        <source>Next: up to %2 of %1; which ones is unknown. A client arriving at that moment may be faster</source>
        <translation>接下来：%1中最多 %2 个，具体哪些未知。此刻新来的客户端可能抢先</translation>
    </message>
    <message>
        <source>Next: the only client that listens, unless it requests more permits than are free then. A client arriving at that moment may be faster</source>
        <translation>接下来：唯一监听的客户端，除非它请求的许可多于届时的空闲数。此刻新来的客户端可能抢先</translation>
    </message>
    <message>
        <source>Next: the only client that listens. A client arriving at that moment may be faster</source>
        <translation>接下来：唯一监听的客户端。此刻新来的客户端可能抢先</translation>
    </message>
    <message>
        <source>Next: one of %1; which one is unknown. A client arriving at that moment may be faster</source>
        <translation>接下来：%1中的一个，具体哪个未知。此刻新来的客户端可能抢先</translation>
    </message>
    <message numerus="yes">
        <source>Next: all readers among %1; writers wait for %n other reader(s)</source>
        <translation>
            <numerusform>接下来：%1中的所有读者；写者还要等待另外 %n 个读者</numerusform>
        </translation>
    </message>
    <message>
        <source>All of %1 proceed</source>
        <translation>全部继续：%1</translation>
    </message>
    <message>
        <source>All of %1 try again; which ones acquire it is unknown</source>
        <translation>全部重试：%1；哪些能获取到未知</translation>
    </message>
    <message numerus="yes">
        <source>No waiter proceeds: %n hold(s) remain</source>
        <translation>
            <numerusform>没有等待者能继续：还有 %n 次持有</numerusform>
        </translation>
    </message>
    <message>
        <source>No waiter proceeds: the count does not reach 0</source>
        <translation>没有等待者能继续：计数未到 0</translation>
    </message>
    <message>
        <source>No client listens for %1: those behind it wait until it is removed</source>
        <translation>没有客户端为 %1 监听：排在其后的等待者要等到它被移除</translation>
    </message>
    <message>
        <source>%1 is passed over: its deadline is past</source>
        <translation>%1 将被跳过：它的期限已过</translation>
    </message>
    <message>
        <source>No client listens for %1: those behind it wait until its deadline, in %2</source>
        <translation>没有客户端为 %1 监听：排在其后的等待者要等到它的期限，还有 %2</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>a place in a queue and who has it</comment>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>%1, if it is alive</source>
        <translation>%1（如果它还活着）</translation>
    </message>
    <message>
        <source>%1, otherwise in about %2</source>
        <translation>%1，若不释放约需 %2</translation>
    </message>
    <message numerus="yes">
        <source>and at least %n more</source>
        <translation>
            <numerusform>以及至少另外 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>its beginning was not seen</source>
        <translation>没有看到它的开始</translation>
    </message>
    <message>
        <source>no earlier hold was seen</source>
        <translation>没有看到更早的持有</translation>
    </message>
    <message numerus="yes">
        <source>only %n earlier hold(s) were seen</source>
        <translation>
            <numerusform>只看到 %n 次更早的持有</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>it has lasted longer than nearly all of the %n hold(s) seen</source>
        <translation>
            <numerusform>它已超过看到的 %n 次持有中的几乎全部</numerusform>
        </translation>
    </message>
    <message>
        <source>Otherwise the next one waits about %1</source>
        <translation>若不释放，下一个等待者约需等待 %1</translation>
    </message>
    <message>
        <source>Otherwise the next one waits at most %1, unless the lease is renewed</source>
        <translation>若不释放，下一个等待者最多等待 %1，除非租约被续期</translation>
    </message>
    <message>
        <source>How long this hold would last is unknown: %1</source>
        <translation>这次持有还会持续多久未知：%1</translation>
    </message>
    <message>
        <source>Otherwise they wait: the lock is in a deadlock</source>
        <translation>若不释放，等待者会一直等待：该锁处于死锁中</translation>
    </message>
    <message>
        <source>Otherwise they wait for %1, until it expires: its client is gone</source>
        <translation>若不释放，等待者还要等待 %1，直到它过期：其客户端已不在</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 以及另外 %n 把</numerusform>
        </translation>
    </message>
    <message>
        <source>The same owner keeps %1</source>
        <translation>同一持有者仍持有 %1</translation>
    </message>
    <message>
        <source>Other owners of the same client keep %1</source>
        <translation>同一客户端的其他持有者仍持有 %1</translation>
    </message>
    <message>
        <source>Probably the same client, as it renews at the same times, keeps %1</source>
        <translation>很可能是同一客户端（同时续期）仍持有 %1</translation>
    </message>
    <message>
        <source>Whether its client holds other locks is unknown: not all locks were read</source>
        <translation>其客户端是否还持有其他锁未知：尚未读取所有的锁</translation>
    </message>
    <message>
        <source>%1 was unreachable from %2 to %3</source>
        <translation>%1 从 %2 到 %3 无法连接</translation>
    </message>
    <message>
        <source>%1 was unreachable from %2</source>
        <translation>%1 从 %2 起无法连接</translation>
    </message>
    <message>
        <source>%1: holds grew, p90 %2 to %3 (%4 and %5 holds)</source>
        <translation>%1：持有时间变长，p90 从 %2 到 %3（之前 %4 次、之后 %5 次持有）</translation>
    </message>
    <message>
        <source>%1: holds grew, median %2 to %3 (%4 and %5 holds)</source>
        <translation>%1：持有时间变长，中位数从 %2 到 %3（之前 %4 次、之后 %5 次持有）</translation>
    </message>
    <message>
        <source>Failover at %1: %2 → %3</source>
        <translation>%1 故障转移：%2 → %3</translation>
    </message>
    <message>
        <source>%1: acquired more often (before: %2, after: %3)</source>
        <translation>%1：加锁变多（之前 %2 次，之后 %3 次）</translation>
    </message>
    <message>
        <source>%1 to %2, compared with %3 to %4</source>
        <translation>%1 到 %2，与 %3 到 %4 相比较</translation>
    </message>
    <message>
        <source>Too many locks: only verdicts of those held longest are compared</source>
        <translation>锁过多：只比较持有最久的锁的判定</translation>
    </message>
    <message>
        <source>Nothing was recorded for %1 of this time</source>
        <translation>这段时间中有 %1 没有记录</translation>
    </message>
    <message>
        <source>A server could not be reached for %1 of this time: waiting for its locks is unknown</source>
        <translation>这段时间中有 %1 无法连接到一台服务器：对其锁的等待未知</translation>
    </message>
    <message>
        <source>Too many holds: what the oldest caused counts as unknown</source>
        <translation>持有过多：最早的持有造成的等待计为未知</translation>
    </message>
    <message>
        <source>deadlocks found</source>
        <translation>发现的死锁</translation>
    </message>
    <message>
        <source>locks lost while held</source>
        <translation>持有期间失去的锁</translation>
    </message>
    <message>
        <source>transfers completed: %1 of %2; timed out: %3; locks lost while held: %4; violations: %5</source>
        <translation>完成的转账：%2 次中的 %1 次；超时：%3；持有期间失去的锁：%4；违反互斥：%5</translation>
    </message>
    <message>
        <source>Acquired in opposite orders, the locks deadlock, and Lockscope finds each deadlock</source>
        <translation>按相反的顺序获取，两把锁就会死锁；Lockscope 发现每一次死锁</translation>
    </message>
    <message>
        <source>Opposite orders</source>
        <translation>相反的顺序</translation>
    </message>
    <message>
        <source>The same order</source>
        <translation>相同的顺序</translation>
    </message>
    <message>
        <source>Acquired in the same order, they never deadlock</source>
        <translation>按相同的顺序获取，从不死锁</translation>
    </message>
    <message>
        <source>Opposite orders, tryLock with a timeout</source>
        <translation>相反的顺序，带超时的 tryLock</translation>
    </message>
    <message>
        <source>A timeout ends a deadlock, at the cost of retries; no lock is lost</source>
        <translation>超时会结束死锁，代价是重试；没有锁丢失</translation>
    </message>
    <message>
        <source>Opposite orders, a short lease</source>
        <translation>相反的顺序，短租约</translation>
    </message>
    <message>
        <source>A short lease ends it by taking locks from clients that still need them</source>
        <translation>短租约也能结束死锁，但会夺走客户端仍然需要的锁</translation>
    </message>
    <message>
        <source>Deadlock of two locks</source>
        <translation>两把锁的死锁</translation>
    </message>
    <message>
        <source>Timeout for the second lock</source>
        <translation>等待第二把锁的超时</translation>
    </message>
    <message>
        <source>Short lease</source>
        <translation>短租约</translation>
    </message>
    <message>
        <source>turns of the slow worker</source>
        <translation>慢工作者的轮次</translation>
    </message>
    <message>
        <source>One lock for all</source>
        <translation>所有工作者共用一把锁</translation>
    </message>
    <message>
        <source>One fair lock for all</source>
        <translation>所有工作者共用一把公平锁</translation>
    </message>
    <message>
        <source>Slow work outside the lock</source>
        <translation>慢的工作放到锁外</translation>
    </message>
    <message>
        <source>One slow holder causes a convoy: quick workers wait for most of its hold</source>
        <translation>一个慢的持有者造成锁护送（convoy）：快的工作者要等待它持有时间的大部分</translation>
    </message>
    <message>
        <source>p99 of the wait: %1; the slow hold: %2</source>
        <translation>等待时间的 p99：%1；慢工作者的持有时间：%2</translation>
    </message>
    <message>
        <source>A fair lock keeps the order, but does not end the convoy</source>
        <translation>公平锁保持先后顺序，但不能消除锁护送</translation>
    </message>
    <message>
        <source>p99 of the wait: %1; overtaken in 100 entries: %2, without the queue %3</source>
        <translation>等待时间的 p99：%1；每 100 次进入中被插队：%2，没有队列时 %3</translation>
    </message>
    <message>
        <source>With the slow work outside the lock, the convoy is gone</source>
        <translation>慢的工作放到锁外，锁护送随之消失</translation>
    </message>
    <message>
        <source>p99 of the wait: %1 instead of %2</source>
        <translation>等待时间的 p99：%1，而不是 %2</translation>
    </message>
    <message>
        <source>A slow holder among quick ones</source>
        <translation>慢的持有者与快的持有者</translation>
    </message>
    <message>
        <source>Quick workers</source>
        <translation>快的工作者</translation>
    </message>
    <message>
        <source>Hold of the slow worker</source>
        <translation>慢工作者的持有时间</translation>
    </message>
    <message>
        <source>Hold of a quick worker</source>
        <translation>快工作者的持有时间</translation>
    </message>
    <message>
        <source>A reader requests the write lock while it reads</source>
        <translation>读者在持有读锁时请求写锁</translation>
    </message>
    <message>
        <source>changed since it was read</source>
        <translation>读取后已改变</translation>
    </message>
    <message>
        <source>changed since it was read: %1 of %2; written: %3; the number is %4; violations: %5</source>
        <translation>读取后已改变：%2 次中的 %1 次；写入：%3；最终数值：%4；违反互斥：%5</translation>
    </message>
    <message>
        <source>Write lock while reading</source>
        <translation>持有读锁时请求写锁</translation>
    </message>
    <message>
        <source>%1 of %2 tries succeeded; the others timed out after %3</source>
        <translation>%2 次尝试中成功 %1 次；其余在 %3后超时</translation>
    </message>
    <message>
        <source>Release, write, check again</source>
        <translation>先释放，再写入并重新检查</translation>
    </message>
    <message>
        <source>Between release and write, other clients write; checking again loses no write</source>
        <translation>释放之后、写入之前，其他客户端会写入；重新检查则不丢失任何写入</translation>
    </message>
    <message>
        <source>Write lock from the beginning</source>
        <translation>一开始就获取写锁</translation>
    </message>
    <message>
        <source>From reading to writing</source>
        <translation>从读到写</translation>
    </message>
    <message>
        <source>A client reads under the read lock and then needs to write. If it requests the write lock while it reads, it waits for itself. If it releases first, others may write in between, so that it must check again. If it takes the write lock from the beginning, nothing changes.</source>
        <translation>客户端在读锁下读取，然后需要写入。如果它持有读锁时请求写锁，就是在等待自己。如果先释放，其他客户端可能在此期间写入，因此必须重新检查。如果一开始就获取写锁，则什么都不会改变。</translation>
    </message>
    <message>
        <source>Timeout of the reader that wants to write</source>
        <translation>想要写入的读者的超时</translation>
    </message>
    <message>
        <source>Time per write</source>
        <translation>每次写入的时间</translation>
    </message>
    <message>
        <source>Waiting caused: the number of waiters, added up over the time shown. Two clients that wait for three seconds are six seconds</source>
        <translation>造成的等待：等待者数量在所显示时间内的累计。两个客户端各等三秒，就是六秒</translation>
    </message>
    <message>
        <source>no prefix</source>
        <translation>无前缀</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>client</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 of it: %2</source>
        <comment>waiting caused, by which lock or client</comment>
        <translation>其中 %1：%2</translation>
    </message>
    <message>
        <source>No count of waiters is recorded for %1 of the time</source>
        <translation>其中 %1 没有等待者数的记录</translation>
    </message>
    <message>
        <source>After a release</source>
        <translation>释放之后</translation>
    </message>
    <message>
        <source>Old holder: %1</source>
        <translation>原持有者：%1</translation>
    </message>
    <message>
        <source>. </source>
        <comment>between sentences</comment>
        <translation>。</translation>
    </message>
    <message>
        <source>Released the lock acquired last</source>
        <translation>已释放最后获取的那把锁</translation>
    </message>
    <message>
        <source>Released one of its locks</source>
        <translation>已释放其中一把锁</translation>
    </message>
    <message>
        <source>this scenario needs the permission PUBSUB: without it, each deadlock is only possible</source>
        <translation>此场景需要 PUBSUB 权限：没有它，每个死锁都只是可能的死锁</translation>
    </message>
    <message>
        <source>found %1 in %2 rounds</source>
        <translation>%2 轮中发现 %1 次</translation>
    </message>
    <message>
        <source>%1; the slowest took %2</source>
        <translation>%1；最慢的一次用了 %2</translation>
    </message>
    <message>
        <source>Releasing one lock ends each deadlock; its old holder continues without it</source>
        <translation>释放一把锁即可结束每个死锁；它原来的持有者在没有这把锁的情况下继续工作</translation>
    </message>
    <message>
        <source>longest: %1 is too short</source>
        <translation>longest：%1 太短</translation>
    </message>
    <message>
        <source>longer than %1, which is %2 and twice hold</source>
        <translation>须大于 %1，即 %2 加上两倍的 hold</translation>
    </message>
    <message>
        <source>Two clients need the same two locks and acquire them in opposite orders, so that each waits for the other. Lockscope finds the deadlock, and one of its locks is released. The scenario then tries three alternatives: the same order everywhere, a timeout, and a short lease, which takes locks from clients that still need them. The page Blocking shows each deadlock.</source>
        <translation>两个客户端需要同样的两把锁，却按相反的顺序获取，于是互相等待。Lockscope 发现死锁，随后释放其中一把锁。接着，场景尝试三种替代做法：处处使用相同的顺序、设置超时，以及短租约；短租约会夺走客户端仍然需要的锁。“阻塞”页显示每一次死锁。</translation>
    </message>
    <message>
        <source>Delay before breaking a deadlock</source>
        <translation>打破死锁前的延迟</translation>
    </message>
    <message>
        <source>Maximum wait per round</source>
        <translation>每轮的最长等待</translation>
    </message>
    <message>
        <source>All variants ensure mutual exclusion</source>
        <translation>所有方案都能保证互斥</translation>
    </message>
    <message>
        <source>One worker holds the lock for long, many hold it briefly, and all wait behind the slow one. A fair queue keeps their order but does not help them. What helps is to do the slow work outside the lock, and to hold the lock only to store the result.</source>
        <translation>一个工作者长时间持有锁，许多工作者只短暂持有，全都等在慢的那个后面。公平队列保持先后顺序，却于事无补。有用的做法是把慢的工作放到锁外，只在保存结果时持有锁。</translation>
    </message>
    <message>
        <source>With Redisson&apos;s read-write lock, a reader that requests the write lock while it reads times out, even as the only reader</source>
        <translation>使用 Redisson 的读写锁时，在读取期间请求写锁的读者会超时，即使它是唯一的读者</translation>
    </message>
    <message>
        <source>With the write lock from the start, the data does not change, but only one client works at a time</source>
        <translation>一开始就持有写锁，数据不会改变，但一次只有一个客户端工作</translation>
    </message>
    <message>
        <source>%1: was critical at %2 (%3)</source>
        <translation>%1：%2 时为严重（%3）</translation>
    </message>
    <message>
        <source>%1: had a warning at %2 (%3)</source>
        <translation>%1：%2 时为警告（%3）</translation>
    </message>
    <message>
        <source>Not seen in the period before: client %1, which first held %2 at %3 (holds: %4)</source>
        <translation>在前一段时间内未见：客户端 %1，%3 首次持有 %2（持有 %4 次）</translation>
    </message>
    <message>
        <source>Not seen in the period before: client %1, which first held a lock at %2 (holds: %3, locks: %4)</source>
        <translation>在前一段时间内未见：客户端 %1，%2 首次持有锁（持有 %3 次，%4 把锁）</translation>
    </message>
    <message>
        <source>Changes were missed from %1 (%2×)</source>
        <translation>从 %1 起遗漏了变化（%2 次）</translation>
    </message>
    <message>
        <source>Of the time before, %1 is not recorded, or only in part</source>
        <translation>之前的时间中，有 %1 没有记录或只记录了一部分</translation>
    </message>
    <message>
        <source>Of the time after, %1 is not recorded, or only in part</source>
        <translation>之后的时间中，有 %1 没有记录或只记录了一部分</translation>
    </message>
    <message>
        <source>Holds may have been missed</source>
        <translation>可能遗漏了持有</translation>
    </message>
    <message>
        <source>Too many holds: only those since %1 are compared</source>
        <translation>持有过多：只比较 %1 之后的</translation>
    </message>
    <message>
        <source>Too many holds: some are not compared</source>
        <translation>持有过多：部分没有比较</translation>
    </message>
    <message>
        <source>So new clients and rates are not compared</source>
        <translation>因此不比较新客户端和加锁次数</translation>
    </message>
    <message>
        <source>Changes were missed (%1×): figures are estimates</source>
        <translation>遗漏了变化（%1 次）：数字为估计值</translation>
    </message>
    <message>
        <source>Too many events: only the time since %1 is covered</source>
        <translation>事件过多：只包括 %1 之后的时间</translation>
    </message>
    <message>
        <source>Too many locks: only the most contended ones are added up</source>
        <translation>锁过多：只累计争用最多的那些</translation>
    </message>
    <message>
        <source>No holder was known at these times: its hold ended before it could be read, the lock was free, or its value is the same for all clients</source>
        <translation>当时没有已知的持有者：持有在读取之前就已结束，锁是空闲的，或者所有客户端都写入同样的值</translation>
    </message>
    <message>
        <source>%1, then %2: %3×, last at %4 by %5</source>
        <translation>先 %1 后 %2：%3 次，最近在 %4，由 %5 获取</translation>
    </message>
    <message>
        <source>An order is seen only with keyspace events, for locks whose owner ids name a thread, such as Redisson&apos;s, and only if both are on the same server.</source>
        <translation>只有使用键空间事件、持有者标识指明线程（如 Redisson），并且两把锁在同一台服务器上时，才能看到顺序。</translation>
    </message>
    <message>
        <source>Acquired in both orders: clients can deadlock if each waits for the other without a limit, unless another lock, held by both, excludes it.</source>
        <translation>以两种相反顺序获取过：如果客户端互相无限期等待，就可能死锁，除非双方都持有的另一把锁排除了这种情况。</translation>
    </message>
    <message>
        <source>No lock order was seen. %1</source>
        <translation>没有看到加锁顺序。%1</translation>
    </message>
    <message>
        <source>Lock orders seen: %1, none in both directions. %2</source>
        <translation>看到 %1 种加锁顺序，没有哪两把锁以相反的顺序被获取。%2</translation>
    </message>
    <message>
        <source>%1 Only those seen last are listed.</source>
        <translation>%1只列出最近看到的。</translation>
    </message>
    <message>
        <source>Next: at most one of %1, as it may request several permits. A client arriving at that moment may be faster</source>
        <translation>接下来：%1中最多一个，因为它可能要多个许可。此刻新来的客户端可能抢先</translation>
    </message>
    <message>
        <source>Probably the same client, as it has the same connection (%2), keeps %1</source>
        <translation>很可能是同一客户端（同一连接，来源：%2）仍持有 %1</translation>
    </message>
    <message>
        <source>the clients that track the key, if any</source>
        <translation>跟踪该键的客户端（如果有）</translation>
    </message>
    <message>
        <source>the clients that sleep on its list, if any</source>
        <translation>阻塞在其列表上的客户端（如果有）</translation>
    </message>
    <message>
        <source>%2 restarted, noticed at %1</source>
        <translation>%2 已重启，于 %1 发现</translation>
    </message>
    <message numerus="yes">
        <source>%Ln deadlock(s)</source>
        <translation>
            <numerusform>%Ln 个死锁</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln possible deadlock(s)</source>
        <translation>
            <numerusform>%Ln 个可能的死锁</numerusform>
        </translation>
    </message>
    <message>
        <source>possible deadlock · %1</source>
        <translation>可能的死锁 · %1</translation>
    </message>
    <message>
        <source>cannot use the history file %1: it is another program&apos;s database</source>
        <translation>无法使用历史文件 %1：它是其他程序的数据库</translation>
    </message>
    <message>
        <source>use another file name</source>
        <translation>请使用其他文件名</translation>
    </message>
    <message>
        <source>cannot rename the history file %1: %2</source>
        <translation>无法重命名历史文件 %1：%2</translation>
    </message>
    <message>
        <source>%1 is passed over by a forced release: no client listens for it</source>
        <translation>强制释放会跳过 %1：没有客户端为它监听</translation>
    </message>
    <message>
        <source>Remove that waiter from the queue. A forced release drops it too</source>
        <translation>把这个等待者移出队列。强制释放也会移除它</translation>
    </message>
    <message>
        <source>The first waiter in the queue, %1, is gone: when its holder releases the lock, those behind it stay asleep</source>
        <translation>队首的 %1 已不在：持有者释放锁后，排在它后面的等待者会一直睡眠</translation>
    </message>
    <message>
        <source>The first waiter in the queue, %1, is past its deadline: the next release drops it</source>
        <translation>队首的 %1 已过期限：下一次释放会把它移出队列</translation>
    </message>
    <message>
        <source>The first waiter in the queue, %1, is gone: when its holder releases the lock, those behind it stay asleep until its deadline, in %2</source>
        <translation>队首的 %1 已不在：持有者释放锁后，排在它后面的等待者会一直睡眠，直到它的期限（%2后）</translation>
    </message>
    <message numerus="yes">
        <source>%Ln client(s) heard by a probe until %1</source>
        <translation>
            <numerusform>截至 %1，探测听到 %Ln 个客户端</numerusform>
        </translation>
    </message>
    <message>
        <source>Fast changes may be merged: a lock that is released and acquired again between two readings counts once. With keyspace events, only keys that disappear before they can be read are missed. Waiters are read every few seconds.</source>
        <translation>快速的变化可能被合并：在两次读取之间释放又获取的锁只算一次。有键空间事件时，只会漏掉来不及读取就消失的键。等待者每隔几秒读取一次。</translation>
    </message>
    <message>
        <source>The next one then gets the lock. Find out why that client did not leave the queue</source>
        <translation>随后由下一个等待者获得锁。请查明该客户端为何没有退出队列</translation>
    </message>
    <message>
        <source>%1 is a folder</source>
        <translation>%1 是文件夹</translation>
    </message>
    <message>
        <source>file %1 does not exist</source>
        <translation>文件 %1 不存在</translation>
    </message>
    <message>
        <source>cannot read %1</source>
        <translation>无法读取 %1</translation>
    </message>
    <message>
        <source>check its permissions</source>
        <translation>请检查其权限</translation>
    </message>
    <message>
        <source>only one file can be opened at a time</source>
        <translation>一次只能打开一个文件</translation>
    </message>
    <message>
        <source>a file cannot be combined with a link, --url, --profile, --sandbox, --snapshot, --read-only or --pattern</source>
        <translation>文件不能与链接、--url、--profile、--sandbox、--snapshot、--read-only 或 --pattern 同时使用</translation>
    </message>
    <message>
        <source>Recording to play, as lockscope-cli record writes it. No server is contacted.</source>
        <translation>要播放的录制，由 lockscope-cli record 写入。不会连接任何服务器。</translation>
    </message>
    <message>
        <source>still held when recording stopped</source>
        <translation>录制停止时仍被持有</translation>
    </message>
    <message>
        <source>%1 is not a recording</source>
        <translation>%1 不是录制</translation>
    </message>
    <message>
        <source>Queued</source>
        <comment>connection</comment>
        <translation>排队中</translation>
    </message>
    <message>
        <source>Connecting</source>
        <comment>connection</comment>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Connected</source>
        <comment>connection</comment>
        <translation>已连接</translation>
    </message>
    <message>
        <source>Partly unreachable</source>
        <comment>connection</comment>
        <translation>部分无法访问</translation>
    </message>
    <message>
        <source>No quorum</source>
        <comment>connection</comment>
        <translation>无多数派</translation>
    </message>
    <message>
        <source>Cannot connect</source>
        <comment>connection</comment>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>Password needed</source>
        <comment>connection</comment>
        <translation>需要密码</translation>
    </message>
    <message>
        <source>SSH not confirmed</source>
        <comment>connection</comment>
        <translation>SSH 未确认</translation>
    </message>
    <message>
        <source>Retrying in %1</source>
        <translation>%1后重试</translation>
    </message>
    <message>
        <source>Retrying now</source>
        <translation>正在重试</translation>
    </message>
    <message>
        <source>Press Enter to open the connection and type its password</source>
        <translation>按回车打开连接并输入密码</translation>
    </message>
    <message>
        <source>It was imported with an SSH configuration. Press Enter to see and confirm what that runs</source>
        <translation>它是连同 SSH 配置一起导入的。按回车查看并确认该配置将运行什么</translation>
    </message>
    <message>
        <source>Scanning</source>
        <comment>connection</comment>
        <translation>正在扫描</translation>
    </message>
    <message>
        <source>Scan failed</source>
        <comment>connection</comment>
        <translation>扫描失败</translation>
    </message>
    <message>
        <source>Login failed</source>
        <comment>connection</comment>
        <translation>登录失败</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>count</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>≥ %1</source>
        <comment>a lower bound</comment>
        <translation>≥ %1</translation>
    </message>
    <message>
        <source>%1/%2</source>
        <comment>nodes ready of all</comment>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>%1, %2 lost</source>
        <comment>time of a failover, number of locks</comment>
        <translation>%1，丢失 %2 把</translation>
    </message>
    <message>
        <source>No failover since the window was opened</source>
        <translation>窗口打开以来没有故障转移</translation>
    </message>
    <message>
        <source>Failover at %1: %2 → %3. Locks lost: %4</source>
        <translation>%1 故障转移：%2 → %3。丢失的锁：%4</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>lock, verdict</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2 (since %3)</source>
        <comment>connection, its state, time</comment>
        <translation>%1：%2（自 %3）</translation>
    </message>
    <message>
        <source>Counts as last known at %1</source>
        <translation>计数为 %1 时最后已知的值</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) as last known</source>
        <translation>
            <numerusform>%Ln 把锁为最后已知的状态</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln connection(s)</source>
        <translation>
            <numerusform>%Ln 个连接</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not connected</source>
        <comment>connections</comment>
        <translation>
            <numerusform>%Ln 个未连接</numerusform>
        </translation>
    </message>
    <message>
        <source>Fleet</source>
        <translation>连接总览</translation>
    </message>
    <message>
        <source>Connect those again that failed</source>
        <translation>重新连接失败的连接</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>state of a connection, reason</comment>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln critical lock(s)</source>
        <translation>
            <numerusform>%Ln 把锁严重</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) with a warning</source>
        <translation>
            <numerusform>%Ln 把锁有警告</numerusform>
        </translation>
    </message>
    <message>
        <source>Unreachable</source>
        <comment>connection</comment>
        <translation>无法访问</translation>
    </message>
    <message>
        <source>restart %1</source>
        <comment>time</comment>
        <translation>重启于 %1</translation>
    </message>
    <message>
        <source>Restart of %1 at %2. Locks lost: %3</source>
        <comment>node, time, number</comment>
        <translation>%1 于 %2 重启。丢失的锁：%3</translation>
    </message>
    <message>
        <source>the periods overlap: %1 and %2</source>
        <translation>两个时段重叠：%1 与 %2</translation>
    </message>
    <message>
        <source>end the first one before the second one begins</source>
        <translation>请让第一段在第二段开始之前结束</translation>
    </message>
    <message>
        <source>%1: nothing was watched throughout in the recording %2</source>
        <translation>%1：录制 %2 中没有完整观察到的时间</translation>
    </message>
    <message>
        <source>compare another time</source>
        <translation>请比较其他时间</translation>
    </message>
    <message>
        <source>Hold time, median</source>
        <translation>持有时长（中位数）</translation>
    </message>
    <message>
        <source>Hold time, p90</source>
        <translation>持有时长（p90）</translation>
    </message>
    <message>
        <source>Hold time, p99</source>
        <translation>持有时长（p99）</translation>
    </message>
    <message>
        <source>Hold time, longest</source>
        <translation>持有时长（最长）</translation>
    </message>
    <message>
        <source>Holds, seen from start to end</source>
        <translation>持有次数（完整观察）</translation>
    </message>
    <message>
        <source>Holds, seen in part</source>
        <translation>持有次数（部分观察）</translation>
    </message>
    <message>
        <source>Acquired per minute</source>
        <translation>每分钟获取次数</translation>
    </message>
    <message>
        <source>Renewals per minute</source>
        <translation>每分钟续期次数</translation>
    </message>
    <message>
        <source>Renewals overdue per minute</source>
        <translation>每分钟续期逾期次数</translation>
    </message>
    <message>
        <source>Expired while held per minute</source>
        <translation>每分钟持有中到期次数</translation>
    </message>
    <message>
        <source>Forced releases per minute</source>
        <translation>每分钟强制释放次数</translation>
    </message>
    <message>
        <source>Waiters, mean</source>
        <translation>等待者，平均</translation>
    </message>
    <message>
        <source>Waiters, most</source>
        <translation>等待者数（最大）</translation>
    </message>
    <message>
        <source>Time with a waiter</source>
        <translation>有等待者的时间</translation>
    </message>
    <message>
        <source>Expected wait</source>
        <translation>预计等待</translation>
    </message>
    <message>
        <source>not comparable</source>
        <translation>无法比较</translation>
    </message>
    <message>
        <source>too few to tell</source>
        <translation>太少，无法判断</translation>
    </message>
    <message>
        <source>may be chance</source>
        <translation>可能是偶然</translation>
    </message>
    <message>
        <source>significant</source>
        <translation>显著</translation>
    </message>
    <message>
        <source>%1 → %2 per minute</source>
        <translation>每分钟 %1 → %2</translation>
    </message>
    <message>
        <source>p90 %1 → %2</source>
        <translation>p90 %1 → %2</translation>
    </message>
    <message>
        <source>%1 → %2 waiters on average</source>
        <translation>平均等待者 %1 → %2</translation>
    </message>
    <message>
        <source>Hold times of %1 are %2 times as long (%3).</source>
        <translation>%1 的持有时长是原来的 %2 倍（%3）。</translation>
    </message>
    <message>
        <source>Acquisitions of %1 are %2 times as frequent (%3).</source>
        <translation>%1 的获取频率是原来的 %2 倍（%3）。</translation>
    </message>
    <message>
        <source>Waiting for %1 is %2 times as much (%3).</source>
        <translation>%1 的等待是原来的 %2 倍（%3）。</translation>
    </message>
    <message>
        <source>Overdue renewals of %1 are %2 times as frequent (%3).</source>
        <translation>%1 的续期逾期频率是原来的 %2 倍（%3）。</translation>
    </message>
    <message>
        <source>Holds of %1 expire %2 times as often (%3).</source>
        <translation>%1 的持有到期频率是原来的 %2 倍（%3）。</translation>
    </message>
    <message>
        <source>Forced releases of %1 are %2 times as frequent (%3).</source>
        <translation>%1 的强制释放频率是原来的 %2 倍（%3）。</translation>
    </message>
    <message>
        <source>Acquisitions of %1: only in one of the periods (%2).</source>
        <translation>%1 的获取：只出现在其中一个时段（%2）。</translation>
    </message>
    <message>
        <source>Waiting for %1: only in one of the periods (%2).</source>
        <translation>%1 的等待：只出现在其中一个时段（%2）。</translation>
    </message>
    <message>
        <source>Overdue renewals of %1: only in one of the periods (%2).</source>
        <translation>%1 的续期逾期：只出现在其中一个时段（%2）。</translation>
    </message>
    <message>
        <source>Holds of %1 that expired: only in one of the periods (%2).</source>
        <translation>%1 的持有到期：只出现在其中一个时段（%2）。</translation>
    </message>
    <message>
        <source>Forced releases of %1: only in one of the periods (%2).</source>
        <translation>%1 的强制释放：只出现在其中一个时段（%2）。</translation>
    </message>
    <message>
        <source>%1; 95 % interval %2</source>
        <translation>%1；95 % 区间 %2</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>Too few holds to tell (%1).</source>
        <translation>持有太少，无法判断（%1）。</translation>
    </message>
    <message>
        <source>Too few holds to tell: %1.</source>
        <translation>持有太少，无法判断：%1。</translation>
    </message>
    <message>
        <source>%1: %2 of %3 were watched throughout; rates and holds are of this time</source>
        <translation>%1：%3 中有 %2 被完整观察；频率和持有只计这段时间</translation>
    </message>
    <message>
        <source>%1: changes were missed (%2×)</source>
        <translation>%1：遗漏了变化（%2 次）</translation>
    </message>
    <message>
        <source>%1: verdicts and overdue renewals are unknown</source>
        <translation>%1：判定和续期逾期未知</translation>
    </message>
    <message>
        <source>%1: verdicts and overdue renewals are known for %2</source>
        <translation>%1：只有 %2 的判定和续期逾期已知</translation>
    </message>
    <message>
        <source>%1: no waiters were counted, so waiting is unknown</source>
        <translation>%1：没有等待者的计数，因此等待未知</translation>
    </message>
    <message>
        <source>%1: fast changes were merged, so there may have been more</source>
        <translation>%1：过快的变化被合并，实际可能更多</translation>
    </message>
    <message>
        <source>%1: holds left out because they were not seen from start to end: %2</source>
        <translation>%1：因没有从头到尾看到而未计入的持有：%2</translation>
    </message>
    <message>
        <source>%1: too many holds were open at the end to count them all</source>
        <translation>%1：结束时仍被持有的太多，未能全部计数</translation>
    </message>
    <message>
        <source>from %1 on</source>
        <translation>%1 起</translation>
    </message>
    <message>
        <source>until %1</source>
        <translation>到 %1 为止</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>connection, its state</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <comment>names of connections</comment>
        <translation>%1 以及另外 %2 个</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %2 of %Ln connection(s)</source>
        <comment>locks, number</comment>
        <translation>
            <numerusform>%1，见于 %Ln 个连接中的 %2 个</numerusform>
        </translation>
    </message>
    <message>
        <source>the worst %1 are shown</source>
        <translation>显示最严重的 %1 把</translation>
    </message>
    <message>
        <source>Not searched: %1</source>
        <comment>connections</comment>
        <translation>未搜索：%1</translation>
    </message>
    <message>
        <source>Searched in part: %1</source>
        <comment>connections</comment>
        <translation>只搜索了一部分：%1</translation>
    </message>
    <message>
        <source>As last known: %1</source>
        <comment>connections</comment>
        <translation>最后已知：%1</translation>
    </message>
    <message>
        <source>Still searching: %1</source>
        <comment>connections</comment>
        <translation>仍在搜索：%1</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>No connection could be searched completely</source>
        <translation>没有一个连接能够完整搜索</translation>
    </message>
    <message numerus="yes">
        <source>No matching locks in %Ln connection(s)</source>
        <translation>
            <numerusform>%Ln 个连接中都没有匹配的锁</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>connection, lock</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>As last known</source>
        <translation>为最后已知的状态</translation>
    </message>
    <message>
        <source>Search the locks of all connections</source>
        <translation>搜索所有连接中的锁</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>清除搜索</translation>
    </message>
    <message>
        <source>Open the connection, or the lock, in the main window</source>
        <translation>在主窗口中打开该连接或该锁</translation>
    </message>
    <message>
        <source>No hold that ended in the last hour was seen from start to end</source>
        <translation>最近一小时内结束的持有中，没有从头到尾都看到的</translation>
    </message>
    <message>
        <source>Counts holds that ended since %1 and were seen from start to end</source>
        <translation>只计自 %1 以来结束、且从头到尾都看到的持有</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>other locks</source>
        <translation>其余的锁</translation>
    </message>
    <message>
        <source>all locks</source>
        <translation>所有锁</translation>
    </message>
    <message>
        <source>locks without a prefix</source>
        <translation>没有前缀的锁</translation>
    </message>
    <message>
        <source>No difference that is more than chance.</source>
        <translation>没有超出偶然的差异。</translation>
    </message>
    <message>
        <source>Nothing could be compared.</source>
        <translation>没有可以比较的内容。</translation>
    </message>
    <message>
        <source>Only one of the recordings is redacted: names do not match, so only all locks together are compared</source>
        <translation>只有一份录制使用了假名：名称不一致，因此只比较所有锁的合计</translation>
    </message>
    <message>
        <source>The recordings were redacted with different salts: names do not match, so only all locks together are compared</source>
        <translation>两份录制使用了不同的盐：假名不一致，因此只比较所有锁的合计</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>the recording %1 is empty</source>
        <translation>录制 %1 是空的</translation>
    </message>
    <message>
        <source>a period is empty: %1</source>
        <translation>时段为空：%1</translation>
    </message>
    <message>
        <source>it must end after it begins</source>
        <translation>结束必须晚于开始</translation>
    </message>
    <message>
        <source>%1 is outside of the recording %2</source>
        <translation>%1 不在录制 %2 的范围内</translation>
    </message>
    <message>
        <source>it has %1</source>
        <translation>它包含 %1</translation>
    </message>
    <message>
        <source>Hold time, of typical holds</source>
        <translation>持有时长（典型持有）</translation>
    </message>
    <message>
        <source>%1 (longest: at least %2)</source>
        <translation>%1（最长的至少 %2）</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>现在 %1</translation>
    </message>
    <message>
        <source>now unknown</source>
        <translation>现在未知</translation>
    </message>
    <message>
        <source>Held locks by minute. Nothing is known yet</source>
        <translation>每分钟被持有的锁数。目前一无所知</translation>
    </message>
    <message>
        <source>Held locks at the end of each minute since %1, the last number now</source>
        <translation>自 %1 起每分钟结束时被持有的锁数，最后一个数为现在</translation>
    </message>
    <message>
        <source>Held locks in the last hour: %1</source>
        <translation>最近一小时被持有的锁数：%1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln minute(s) not known</source>
        <translation>
            <numerusform>%Ln 分钟未知</numerusform>
        </translation>
    </message>
    <message>
        <source>this server is not a cluster node</source>
        <translation>此服务器不是集群节点</translation>
    </message>
    <message>
        <source>connect to it with redis://; in a saved connection, choose another kind</source>
        <translation>请用 redis:// 连接；对已保存的连接，请选择其他类型</translation>
    </message>
    <message>
        <source>Significant: p &lt; 0.05, corrected for %1 comparisons, by the variation between %2 parts of each period. Each interval is for its own figure only. Hold times are tested as a whole: p90 and p99 are not.</source>
        <translation>显著：按 %1 次比较校正后 p &lt; 0.05；以每个时段中 %2 份之间的波动为准。区间只针对该项数值本身。持有时长作为整体检验，p90 和 p99 不单独检验。</translation>
    </message>
    <message numerus="yes">
        <source>No matching locks in the %Ln connection(s) that were searched completely</source>
        <translation>
            <numerusform>在已完整搜索的 %Ln 个连接中没有匹配的锁</numerusform>
        </translation>
    </message>
    <message>
        <source>Scan incomplete</source>
        <comment>connection</comment>
        <translation>扫描不完整</translation>
    </message>
    <message numerus="yes">
        <source>%Ln key(s) with the name of a lock could not be read</source>
        <translation>
            <numerusform>%Ln 个名称像锁的键无法读取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not read completely</source>
        <comment>connections</comment>
        <translation>
            <numerusform>%Ln 个未完整读取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln critical lock(s), %1 of them as last known</source>
        <translation>
            <numerusform>%Ln 把严重的锁，其中 %1 把为最后已知</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2 as last known)</source>
        <comment>count, number</comment>
        <translation>%1（其中 %2 为最后已知）</translation>
    </message>
    <message>
        <source>%1 unknown</source>
        <comment>connections</comment>
        <translation>%1 个未知</translation>
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
        <source>No critical locks and no warnings</source>
        <translation>没有严重锁，也没有警告</translation>
    </message>
    <message>
        <source>No critical lock or warning known</source>
        <translation>没有已知的严重锁或警告</translation>
    </message>
    <message>
        <source>Wait until it has been read</source>
        <translation>请等到读取完成</translation>
    </message>
    <message numerus="yes">
        <source>%Ln hold(s) ended in the last hour that were seen from start to end; at least %1 are needed</source>
        <translation>
            <numerusform>最近一小时内从头到尾看到 %Ln 次持有结束；至少需要 %1 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Clients not known: %1</source>
        <comment>connections</comment>
        <translation>客户端未知：%1</translation>
    </message>
    <message numerus="yes">
        <source>No lock is known to match. Clients are unknown in %Ln connection(s)</source>
        <translation>
            <numerusform>没有已知匹配的锁。%Ln 个连接中有客户端未知</numerusform>
        </translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>尚未读取</translation>
    </message>
    <message>
        <source>cannot attach the folder %1: %2</source>
        <translation>无法放入文件夹 %1：%2</translation>
    </message>
    <message>
        <source>specify the folder of an incident</source>
        <translation>请指定事故包的文件夹</translation>
    </message>
    <message>
        <source>there is no such folder</source>
        <translation>没有这个文件夹</translation>
    </message>
    <message>
        <source>it has no files</source>
        <translation>其中没有文件</translation>
    </message>
    <message>
        <source>it has more than %1 files</source>
        <translation>其中的文件超过 %1 个</translation>
    </message>
    <message>
        <source>it has a file that is not of an incident: %1</source>
        <translation>其中有不属于事故包的文件：%1</translation>
    </message>
    <message>
        <source>its files are too large</source>
        <translation>其中的文件太大</translation>
    </message>
    <message>
        <source>the recording could not be completed</source>
        <translation>无法完成录制</translation>
    </message>
    <message>
        <source>check the free space, and try again</source>
        <translation>请检查可用空间后重试</translation>
    </message>
    <message>
        <source>there is no recording %1</source>
        <translation>没有录制 %1</translation>
    </message>
    <message>
        <source>lockscope-cli record makes one</source>
        <translation>lockscope-cli record 可以生成录制</translation>
    </message>
    <message>
        <source>%1 is the recording itself</source>
        <translation>%1 就是这份录制本身</translation>
    </message>
    <message>
        <source>specify another file to write</source>
        <translation>请指定要写入的其他文件</translation>
    </message>
    <message>
        <source>specify the file to write</source>
        <translation>请指定要写入的文件</translation>
    </message>
    <message>
        <source>%1 exists</source>
        <translation>%1 已存在</translation>
    </message>
    <message>
        <source>folder %1 does not exist</source>
        <translation>文件夹 %1 不存在</translation>
    </message>
    <message>
        <source>specify a file in a writable folder</source>
        <translation>请指定可写文件夹中的文件</translation>
    </message>
    <message>
        <source>the period is empty</source>
        <translation>该时段为空</translation>
    </message>
    <message>
        <source>%1 and %2 cover the same time</source>
        <translation>%1 和 %2 的时间重叠</translation>
    </message>
    <message>
        <source>share each of them alone</source>
        <translation>请分别分享</translation>
    </message>
    <message>
        <source>only one of %1 and %2 has pseudonyms</source>
        <translation>%1 和 %2 中只有一个使用假名</translation>
    </message>
    <message>
        <source>%1 is outside of the recording</source>
        <translation>%1 在录制之外</translation>
    </message>
    <message>
        <source>cancelled; nothing was written</source>
        <translation>已取消；没有写出任何内容</translation>
    </message>
    <message>
        <source>Clients that listen may wait for a lock of this name in another database instead: all databases of a server share the channel</source>
        <translation>监听的客户端等待的也可能是另一个数据库中同名的锁：服务器的各数据库共用频道</translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) listening, for this lock or one of the same name in another database</source>
        <translation>
            <numerusform>%n 个客户端在监听，等待这把锁或另一个数据库中同名的锁</numerusform>
        </translation>
    </message>
    <message>
        <source>Held; clients wait for it, or for a lock of this name in another database</source>
        <translation>已持有；有客户端等待它，或等待另一个数据库中同名的锁</translation>
    </message>
    <message>
        <source>Closed; clients wait for it, or for a lock of this name in another database</source>
        <translation>已关闭；有客户端等待它，或等待另一个数据库中同名的锁</translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) listen for the release of it, or of a lock of this name in another database</source>
        <translation>
            <numerusform>%n 个客户端监听它或另一个数据库中同名的锁的释放</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client(s) on the wake-up channel, which all databases share</source>
        <translation>
            <numerusform>唤醒频道上有 %Ln 个客户端，该频道为所有数据库共用</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is %2 in the recording</source>
        <translation>%1 在录制中是 %2</translation>
    </message>
    <message>
        <source>no lock of this time matches</source>
        <translation>这段时间没有匹配的锁</translation>
    </message>
    <message>
        <source>specify other locks, or another time</source>
        <translation>请指定其他锁或其他时间</translation>
    </message>
    <message numerus="yes">
        <source>90 % of %Ln hold(s) lasted at most about %1</source>
        <translation>
            <numerusform>%Ln 次持有中，90% 大约不超过 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 when it was last read</source>
        <translation>最后一次读取时为 %1</translation>
    </message>
    <message>
        <source>%1, or acquired again since</source>
        <translation>%1，或之后又重新获取</translation>
    </message>
    <message numerus="yes">
        <source>renewed %n time(s)</source>
        <translation>
            <numerusform>已续期 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Check the connection and the server</source>
        <translation>检查连接和服务器</translation>
    </message>
    <message>
        <source>%1 is left out: %2</source>
        <translation>%1 未读取：%2</translation>
    </message>
    <message>
        <source>%1 is of another recording, and is left out</source>
        <translation>%1 属于另一份录制，未读取</translation>
    </message>
    <message>
        <source>%1 and %2 cover the same time: %1 is left out</source>
        <translation>%1 与 %2 的时间重叠：%1 未读取</translation>
    </message>
    <message>
        <source>a file between %1 and %2 is missing</source>
        <translation>%1 与 %2 之间缺少一个文件</translation>
    </message>
    <message>
        <source>%1 was renamed</source>
        <translation>%1 已被改名</translation>
    </message>
    <message>
        <source>%1 was deleted</source>
        <translation>%1 已被删除</translation>
    </message>
    <message>
        <source>Which of them was acquired last is unknown: no acquisition was seen</source>
        <translation>哪一把是最后获取的未知：没有看到任何一次获取</translation>
    </message>
    <message>
        <source>Which of them was acquired last is unknown: not every acquisition was seen</source>
        <translation>哪一把是最后获取的未知：并非每次获取都看到了</translation>
    </message>
    <message numerus="yes">
        <source>Releasing its read lock lets %n identified waiter(s) proceed, one after another</source>
        <translation>
            <numerusform>释放它的读锁，已识别的 %n 个等待者会依次继续</numerusform>
        </translation>
    </message>
    <message>
        <source>Releasing its read lock lets no waiter proceed: others keep them waiting</source>
        <translation>释放它的读锁不能让任何等待者继续：还有别的持有者使它们等待</translation>
    </message>
    <message>
        <source>concluded from owner ids, unless the application acquires asynchronously (lockAsync)</source>
        <translation>由持有者标识推断，应用异步获取（lockAsync）时除外</translation>
    </message>
    <message numerus="yes">
        <source>Releasing any of them lets all %n identified waiter(s) proceed, one after another</source>
        <translation>
            <numerusform>释放其中任意一把，已识别的全部 %n 个等待者都会依次继续</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Releasing any of them lets %1 of %n identified waiter(s) proceed, one after another</source>
        <translation>
            <numerusform>释放其中任意一把，已识别的 %n 个等待者中有 %1 个会依次继续</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Releasing %1 lets the most waiters proceed, one after another: %2 of %n identified</source>
        <translation>
            <numerusform>释放 %1 能让最多的等待者依次继续：已识别的 %n 个中的 %2 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Releasing one of %1 lets the most waiters proceed, one after another: %2 of %n identified</source>
        <translation>
            <numerusform>释放 %1 之一能让最多的等待者依次继续：已识别的 %n 个中的 %2 个</numerusform>
        </translation>
    </message>
    <message>
        <source>To prevent this, release the read lock before acquiring the write lock</source>
        <translation>要避免死锁，应先释放读锁再获取写锁</translation>
    </message>
    <message>
        <source>The old holder of a released lock works on without it: choose work that can be repeated</source>
        <translation>被释放的锁的原持有者会在没有锁的情况下继续运行：应选择可以重做的工作</translation>
    </message>
    <message>
        <source>To prevent this, acquire these locks in the same order everywhere</source>
        <translation>要避免死锁，所有程序应以相同顺序获取这些锁</translation>
    </message>
    <message numerus="yes">
        <source>%n of its threads hold(s) locks</source>
        <translation>
            <numerusform>它有 %n 个线程持有锁</numerusform>
        </translation>
    </message>
    <message>
        <source>thread %1 · %2</source>
        <translation>线程 %1 · %2</translation>
    </message>
    <message numerus="yes">
        <source>%n more deadlock(s); lockscope-cli blocking --json lists them all</source>
        <translation>
            <numerusform>另有 %n 个死锁；lockscope-cli blocking --json 列出全部</numerusform>
        </translation>
    </message>
    <message>
        <source>Releasing only one of them lets no waiter proceed: another deadlock keeps them waiting</source>
        <translation>只释放其中一把，没有等待者能继续：另一个死锁仍使它们等待</translation>
    </message>
    <message>
        <source>both periods are the whole of %1</source>
        <translation>两个时段都是整份 %1</translation>
    </message>
    <message>
        <source>specify two periods of it, or another recording</source>
        <translation>请指定其中的两个时段，或另一份录制</translation>
    </message>
    <message>
        <source>%1 a second</source>
        <comment>how often a client tries</comment>
        <translation>每秒 %1 次</translation>
    </message>
    <message>
        <source>Before the change: held by %1, as shown.</source>
        <translation>更改之前：由 %1 持有，与显示的一致。</translation>
    </message>
    <message numerus="yes">
        <source>one of %Ln held lock(s)</source>
        <comment>that clients may sleep for</comment>
        <translation>
            <numerusform>%Ln 把被持有的锁之一</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client(s) sleep on a list and may wait for %1, or for other data: %2</source>
        <translation>
            <numerusform>%Ln 个客户端在列表上睡眠，可能在等待%1，也可能在等待其他数据：%2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <comment>name of a master, address of a sentinel</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>lock</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 on %2 of %3 nodes</source>
        <comment>an owner without a majority</comment>
        <translation>%1，在 %3 个节点中的 %2 个上</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>at least, at most</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>It is being acquired or released node by node, or has just lost nodes. The next few seconds show which</source>
        <translation>它正在逐个节点地获取或释放，或刚刚失去了节点：接下来几秒即可分辨</translation>
    </message>
    <message>
        <source>If the program has not noticed, stop its work: another client can acquire the lock now. Find out why nodes lost it</source>
        <translation>如果程序尚未察觉，请停止它的工作：现在其他客户端可以获取这把锁。请查明节点为何丢失它</translation>
    </message>
    <message>
        <source>a copy without an expiry was seen</source>
        <translation>已知有一个副本没有过期时间</translation>
    </message>
    <message>
        <source>the last copy seen expires in %1</source>
        <translation>已知的最后一个副本在 %1后过期</translation>
    </message>
    <message>
        <source>%1 of %2 nodes of this group can be reached and %3 are needed: clients that cannot reach more nodes cannot acquire or renew locks, and it is unknown which locks are held</source>
        <translation>该组的 %2 个节点中只能连接 %1 个，需要 %3 个：连不上更多节点的客户端无法获取或续期锁，也无法得知哪些锁被持有</translation>
    </message>
    <message>
        <source>restore the nodes, or connect from a machine that reaches all of them</source>
        <translation>恢复这些节点，或从能连接所有节点的机器上连接</translation>
    </message>
    <message>
        <source>Whether the lock is held is unknown: nodes did not answer.</source>
        <translation>无法得知锁是否被持有：有节点没有应答。</translation>
    </message>
    <message>
        <source>The lock was free when it was last read.</source>
        <translation>最后一次读取时锁是空闲的。</translation>
    </message>
    <message>
        <source>Removes it from the %1 of %2 nodes that answer, even if a holder is still working</source>
        <translation>从 %2 个节点中应答的 %1 个上移除，即使持有者仍在工作</translation>
    </message>
    <message>
        <source>use a copy of it, or move it away</source>
        <translation>使用它的副本，或把它移走</translation>
    </message>
    <message>
        <source>%1 (at its announced address)</source>
        <translation>%1（按其通告的地址连接）</translation>
    </message>
    <message>
        <source>was %1</source>
        <comment>role of a server that does not answer</comment>
        <translation>曾为%1</translation>
    </message>
    <message>
        <source>its owner may have released it and acquired it again, last %1</source>
        <translation>持有者可能释放后又重新获取过，最近一次：%1</translation>
    </message>
    <message numerus="yes">
        <source>renewed %n time(s), last %1</source>
        <translation>
            <numerusform>已续期 %n 次，上次：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>last read %1</source>
        <translation>上次读取：%1</translation>
    </message>
    <message>
        <source>a URL is not the name of a profile</source>
        <translation>URL 不是连接配置的名称</translation>
    </message>
    <message>
        <source>use --url for a URL</source>
        <translation>URL 请用 --url 指定</translation>
    </message>
    <message>
        <source>a name of more than 8 KiB is not read as a lock</source>
        <translation>名称超过 8 KiB 的键不作为锁读取</translation>
    </message>
    <message>
        <source>this user may not run a command that this action&apos;s script needs: the action may be done in part</source>
        <translation>该用户无权执行此操作的脚本所需的某个命令：操作可能只完成了一部分</translation>
    </message>
    <message>
        <source>Heartbeat and TTL</source>
        <translation>心跳与 TTL</translation>
    </message>
    <message>
        <source>%1, last known</source>
        <comment>a title: holder</comment>
        <translation>%1（最后已知）</translation>
    </message>
    <message>
        <source>Holds seen from start to end: %1, median %2, p90 %3</source>
        <translation>从头到尾都看到的持有：%1 次，中位数 %2，p90 %3</translation>
    </message>
    <message>
        <source>Holds seen from start to end: %1 (too few for percentiles)</source>
        <translation>从头到尾都看到的持有：%1 次（太少，没有百分位数）</translation>
    </message>
    <message>
        <source>Half, 90 % and 99 % of the holds that ended in this period were no longer than this. Only holds seen from start to end count; at least %1, for p99 %2</source>
        <translation>在这段时间内结束的持有，其一半、90% 和 99% 不超过这一时长。只计从头到尾都看到的持有；至少需要 %1 次，p99 需要 %2 次</translation>
    </message>
    <message>
        <source>a lock of this kind has no channel: its waiters poll</source>
        <translation>这种锁没有频道：等待者轮询</translation>
    </message>
    <message>
        <source>%1 of %2 nodes answer</source>
        <translation>%2 个节点中有 %1 个应答</translation>
    </message>
    <message>
        <source>The last scan failed</source>
        <translation>上次扫描失败</translation>
    </message>
    <message>
        <source>On each node, last known</source>
        <translation>各节点上的状态（最后已知）</translation>
    </message>
    <message>
        <source>released by force</source>
        <comment>event</comment>
        <translation>强制释放</translation>
    </message>
    <message>
        <source>assumed to be one client: the ids of these nodes share a thread number, and were acquired or expire together</source>
        <translation>假定是同一个客户端：这些节点上的标识线程号相同，并且同时获取或同时过期</translation>
    </message>
    <message>
        <source>Could not be read: %1</source>
        <translation>未能读取：%1</translation>
    </message>
    <message>
        <source>Without these keys, waiters, hold times or the kind of lock are unknown</source>
        <translation>没有这些键，等待者、持有时间或锁的类型就是未知的</translation>
    </message>
    <message>
        <source>; first in the queue: %1</source>
        <translation>；队首：%1</translation>
    </message>
    <message>
        <source>; no client of this server received the wake-up message</source>
        <translation>；此服务器上没有客户端收到唤醒消息</translation>
    </message>
    <message>
        <source>First in the queue: %1. No client of this server received the message.</source>
        <translation>队首：%1。此服务器上没有客户端收到消息。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>parameter of a scenario and its value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Sandbox: %1</source>
        <translation>沙箱：%1</translation>
    </message>
    <message>
        <source>use a recording made by lockscope-cli record</source>
        <translation>请使用由 lockscope-cli record 生成的录制文件</translation>
    </message>
    <message>
        <source>set user and password</source>
        <translation>请设置用户名和密码</translation>
    </message>
    <message>
        <source>examples: redis://host:6379/0, rediss://host:6379 for TLS, unix:///run/redis.sock, sentinel://host:26379/mymaster, cluster://host:7000</source>
        <translation>例如 redis://host:6379/0，使用 TLS 时为 rediss://host:6379，以及 unix:///run/redis.sock、sentinel://host:26379/mymaster、cluster://host:7000</translation>
    </message>
    <message>
        <source>recordings do not keep %1 for each moment</source>
        <comment>a field</comment>
        <translation>录制中没有每一时刻的 %1</translation>
    </message>
    <message>
        <source>available: %1</source>
        <comment>fields of a filter</comment>
        <translation>可用：%1</translation>
    </message>
    <message>
        <source>less than 1 s</source>
        <translation>不到 1 秒</translation>
    </message>
    <message>
        <source>OK: held, expires in %1 unless renewed</source>
        <translation>正常：被持有，若不续期将在 %1后过期</translation>
    </message>
    <message>
        <source>Warnings per hour, sum of locks</source>
        <translation>每小时警告时长（各锁合计）</translation>
    </message>
    <message>
        <source>Critical per hour, sum of locks</source>
        <translation>每小时严重时长（各锁合计）</translation>
    </message>
    <message>
        <source>Removes the lock from its holder. Waiters find it free when they are notified or try again. Cannot be undone, and does not stop the code of the old holder: make sure that it is dead, or that two owners at a time do no harm.</source>
        <translation>从持有者手中移除锁。等待者收到通知或下次尝试时会发现它空闲。无法撤销，也不会让原持有者的代码停下：请确认它已失效，或两者同时运行也无害。</translation>
    </message>
    <message>
        <source>&lt; 1 s</source>
        <translation>&lt; 1 秒</translation>
    </message>
    <message>
        <source>0 s</source>
        <translation>0 秒</translation>
    </message>
    <message>
        <source>Verified: the lock is free.</source>
        <translation>已核实：锁已空闲。</translation>
    </message>
    <message>
        <source>copy it and %1 to a folder that can be written, and use the copy</source>
        <translation>请把它和 %1 一起复制到可写的文件夹，然后使用副本</translation>
    </message>
    <message>
        <source>%1 is a recording of %2, %3 of %4</source>
        <translation>%1 是 %2 的录制，%3 是 %4 的录制</translation>
    </message>
    <message>
        <source>Acquired in the same moment as %1: perhaps one MultiLock. If so, the others stay held until they are released or expire</source>
        <translation>与 %1 在同一时刻获取：可能是同一个联锁（MultiLock）。如果是，其他锁在释放或过期之前一直被持有</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <comment>a lock</comment>
        <translation>在等待 %1</translation>
    </message>
    <message>
        <source>its locks: listed separately · %1</source>
        <translation>其持有的锁另列 · %1</translation>
    </message>
    <message>
        <source>Held and renewed; not every holder is known to renew</source>
        <translation>被持有并在续期；并非每个持有者都已知在续期</translation>
    </message>
    <message>
        <source>Listens to %1 for up to %2. How many commands other clients send is unknown: there was no answer to INFO.</source>
        <translation>最多监听 %1 %2。其他客户端发送多少条命令未知：INFO 没有应答。</translation>
    </message>
    <message>
        <source>at least %1 for %2, %3 of them identified</source>
        <comment>waiters, locks</comment>
        <translation>%2，至少 %1，已识别 %3 个</translation>
    </message>
    <message numerus="yes">
        <source>%n waiter(s)</source>
        <translation>
            <numerusform>%n 个等待者</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lock(s)</source>
        <translation>
            <numerusform>%n 把锁</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>no client listens any more for the queued waiters of %n lock(s)</source>
        <translation>
            <numerusform>%n 把锁的队列中有等待者，但已没有客户端在监听</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>whether clients still wait for %n lock(s) is unknown: not all of the queue was read</source>
        <translation>
            <numerusform>是否仍有客户端在等待 %n 把锁未知：队列未全部读取</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>name of a client, its host</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>more in the queue, which is too long to read</source>
        <translation>队列中还有更多，队列太长，未读取</translation>
    </message>
    <message>
        <source>maybe more in the queue, which could not be read</source>
        <translation>队列中可能还有更多，无法读取</translation>
    </message>
    <message numerus="yes">
        <source>One of %Ln or more in the queue</source>
        <translation>
            <numerusform>队列中至少 %Ln 个等待者之一</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>one of %Ln or more in the queue</source>
        <translation>
            <numerusform>队列中至少 %Ln 个等待者之一</numerusform>
        </translation>
    </message>
    <message>
        <source>Queue (at least %1)</source>
        <translation>等待队列（至少 %1 个）</translation>
    </message>
    <message>
        <source>Other clients send %1 about %2 commands/s. Listening for up to %3 means about %4 of them, %5</source>
        <translation>其他客户端目前每秒约向 %1 发送 %2 条命令。最多监听 %3，约收到 %4 条，%5</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Client of the owner where it is known, else the owner as stored in Redis; or the number of holders</source>
        <translation>持有者的客户端（已知时），否则为 Redis 中存储的持有者；或持有者数量</translation>
    </message>
    <message>
        <source>Name and address of the owner&apos;s client, where they are known</source>
        <translation>持有者的客户端名称和地址（已知时）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>node or key, what failed</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>max %1</source>
        <comment>waiters of a lane</comment>
        <translation>最多 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <comment>lanes that do not fit</comment>
        <translation>
            <numerusform>还有 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Held by %1 for %2</source>
        <translation>由 %1 持有，时间：%2</translation>
    </message>
    <message>
        <source>Concluded from owner ids. It is no deadlock if the application acquires asynchronously (lockAsync): then a thread goes on while it is in a queue</source>
        <translation>由持有者标识推断。如果应用异步获取锁（lockAsync），则不是死锁：此时线程在排队期间仍继续运行</translation>
    </message>
    <message numerus="yes">
        <source>%n address(es) lead to a server that is already counted</source>
        <translation>
            <numerusform>%n 个地址指向已计入的服务器</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 permits held, but only %2 exist</source>
        <translation>已持有 %1 个许可，但只有 %2 个</translation>
    </message>
    <message>
        <source>unknown: the queue could not be read</source>
        <translation>未知：无法读取队列</translation>
    </message>
    <message>
        <source>Blocking</source>
        <translation>阻塞</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>this server cannot be reached; it is not a master now, but whether it still grants locks is unknown</source>
        <translation>无法连接此服务器；它现在不是主节点，但是否仍在授予锁未知</translation>
    </message>
    <message>
        <source>The first waiter in the queue, %1, still listens but is past its deadline: the next release drops it, and the one behind it gets the lock</source>
        <translation>队列中的第一个等待者 %1 仍在监听，但已过期限：下一次释放会将其移出队列，锁归其后的等待者</translation>
    </message>
    <message>
        <source>Sets an expiry; it had none</source>
        <translation>设置过期时间；原本没有</translation>
    </message>
    <message>
        <source>Shortens the lease; %1 were left</source>
        <translation>缩短租约；原本还剩 %1</translation>
    </message>
    <message>
        <source>it has no expiry: renewing it for %1 would set one</source>
        <translation>没有过期时间：续期 %1 会给它设置过期时间</translation>
    </message>
    <message>
        <source>specify the new lease</source>
        <translation>请指定新的租约</translation>
    </message>
    <message>
        <source>%1 are left: renewing it for %2 would shorten that</source>
        <translation>还剩 %1：续期 %2 会缩短剩余时间</translation>
    </message>
    <message>
        <source>a lock of the kind %1 has no modes</source>
        <translation>%1 类型的锁没有模式</translation>
    </message>
    <message>
        <source>specify a mode only for read-write locks, such as rw-lock</source>
        <translation>只有读写锁（如 rw-lock）才能指定模式</translation>
    </message>
    <message>
        <source>a lock of the kind %1 has no parts</source>
        <translation>%1 类型的锁没有部分</translation>
    </message>
    <message>
        <source>specify a part only for multi-lock, distributed-semaphore and timestamp-lock</source>
        <translation>只有 multi-lock、distributed-semaphore 和 timestamp-lock 才能指定部分</translation>
    </message>
    <message>
        <source>Expires at %1, in %2, unless renewed</source>
        <translation>如不续期，将于 %1 过期，还有 %2</translation>
    </message>
    <message>
        <source>first seen there %1</source>
        <comment>in a queue</comment>
        <translation>%1首次在队列中看到</translation>
    </message>
    <message numerus="yes">
        <source>Some listening clients wait for %Ln lock(s), or for locks of the same name in another database.</source>
        <translation>
            <numerusform>有些监听的客户端在等待 %Ln 把锁，或另一个数据库中的同名锁。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 (at least since %3)</source>
        <comment>connection, its state, time</comment>
        <translation>%1：%2（至少自 %3）</translation>
    </message>
    <message>
        <source>restart</source>
        <comment>of a server</comment>
        <translation>重启</translation>
    </message>
    <message>
        <source>since before %1</source>
        <comment>a time</comment>
        <translation>%1 之前开始</translation>
    </message>
    <message>
        <source>failover or restart</source>
        <translation>故障转移或重启</translation>
    </message>
    <message>
        <source>this server cannot be reached; it has no slots now, but whether it still grants locks is unknown</source>
        <translation>无法连接此服务器；它现在没有槽，但是否仍在授予锁未知</translation>
    </message>
    <message>
        <source>cannot read what the recording has of that time: it is damaged</source>
        <translation>无法读取录制中该时刻的内容：已损坏</translation>
    </message>
    <message numerus="yes">
        <source>Clients wait for %Ln lock(s) that no client is known to hold, first: %1.</source>
        <translation>
            <numerusform>有客户端在等待 %Ln 把不知由谁持有的锁，例如：%1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It is unknown how many clients wait for %Ln held lock(s).</source>
        <translation>
            <numerusform>无法得知有多少客户端在等待 %Ln 把被持有的锁。</numerusform>
        </translation>
    </message>
    <message>
        <source>the key holds no lock of this kind (%1)</source>
        <translation>键中没有这种类型的锁（%1）</translation>
    </message>
    <message>
        <source>nothing was changed</source>
        <translation>没有改动任何内容</translation>
    </message>
    <message>
        <source>no response within %1 ms</source>
        <translation>%1 毫秒内没有应答</translation>
    </message>
    <message>
        <source>, but lost since: %1</source>
        <translation>，但此后已丢失：%1</translation>
    </message>
    <message>
        <source>; refused on %1</source>
        <translation>；被拒绝：%1</translation>
    </message>
    <message>
        <source>; nothing was changed</source>
        <translation>；没有做任何改动</translation>
    </message>
    <message>
        <source>acquired again or renewed since it was shown</source>
        <translation>显示之后又被获取或续期</translation>
    </message>
    <message>
        <source>the owner has changed</source>
        <translation>持有者已改变</translation>
    </message>
    <message>
        <source>since %1: at least %2</source>
        <translation>自 %1 起：至少 %2</translation>
    </message>
    <message>
        <source>lost since: when it was read back, it was free or another client&apos;s</source>
        <translation>此后已丢失：读回时锁已空闲或属于其他客户端</translation>
    </message>
    <message>
        <source>Acquired, but lost since</source>
        <translation>已获取，但此后已丢失</translation>
    </message>
    <message>
        <source>Renewed, but lost since</source>
        <translation>已续期，但此后已丢失</translation>
    </message>
    <message>
        <source>this server writes nothing to disk: a restart frees every lock, even if its owner is still working</source>
        <translation>这台服务器不写磁盘：重启后所有锁都会释放，即使持有者仍在工作</translation>
    </message>
    <message>
        <source>Which lease ends first is unknown: %1 has the least time left, %2, and ends first unless it is renewed. To see whether it is, watch for longer</source>
        <translation>哪个租约最先结束是未知的：%1 剩余时间最短（%2），除非续期，否则它最先结束。要知道它是否会续期，请观察更长时间</translation>
    </message>
    <message>
        <source>Known only from host and client name: it is a deadlock only if the same process holds one lock and waits for the other</source>
        <translation>仅由主机和客户端名称得知：只有当同一个进程持有一把锁并等待另一把时，才是死锁</translation>
    </message>
    <message numerus="yes">
        <source>A release by one holder frees no client: %n hold(s) remain</source>
        <translation>
            <numerusform>只释放其中一个时没有客户端能继续：还剩 %n 个持有</numerusform>
        </translation>
    </message>
    <message>
        <source>recognised by its key names and values</source>
        <translation>由键名和值的格式识别</translation>
    </message>
    <message>
        <source>A failed attempt left it behind, or the lock has lost nodes. If a client works under this lock, another client may get a majority at the same time; otherwise release it by force: a copy without an expiry stays until then</source>
        <translation>是一次失败的尝试留下的，或锁失去了节点。若仍有客户端在临界区内工作，另一个客户端可能同时得到多数派；否则请强制释放：没有过期时间的副本会一直保留</translation>
    </message>
    <message>
        <source>Every client may write this value, so it does not say whether one client has these nodes or several. Compare the times with the logs of the programs</source>
        <translation>任何客户端都可能写入这个值，因此无法说明这些节点属于一个还是多个客户端。请将时间与程序的日志对照</translation>
    </message>
    <message>
        <source>no expiry, by design</source>
        <translation>永不过期（设计如此）</translation>
    </message>
    <message>
        <source>Unknown: %1 cannot be read. This is its state as last read, %2</source>
        <translation>未知：无法读取 %1。以下为最后一次读取的状态（%2）</translation>
    </message>
    <message>
        <source>Not read yet since this connection was opened. This is its state as last read, %1</source>
        <translation>此连接打开后尚未读取。以下为最后一次读取的状态（%1）</translation>
    </message>
    <message>
        <source>No expiry</source>
        <translation>永不过期</translation>
    </message>
    <message>
        <source>No expiry. Held for %1</source>
        <translation>永不过期，持有时长：%1</translation>
    </message>
    <message>
        <source>No expiry. Held by %1</source>
        <translation>永不过期，由 %1 持有</translation>
    </message>
    <message>
        <source>No expiry. Held by %1 for %2</source>
        <translation>永不过期，由 %1 持有，时长：%2</translation>
    </message>
    <message>
        <source>Its owner may have crashed, or its program renewed it itself and is in the last part of its work. Find out which before you act</source>
        <translation>它的持有者可能已崩溃，也可能是程序自行续期、正在做最后一段工作。处理前请先查明</translation>
    </message>
    <message>
        <source>The first waiter in the queue, %1, is gone, and no live waiter is behind it</source>
        <translation>队首的等待者 %1 已消失，后面也没有存活的等待者</translation>
    </message>
    <message>
        <source>Free, but the first waiter in the queue, %1, is gone, and no live waiter is behind it</source>
        <translation>锁空闲，但队首的等待者 %1 已消失，后面也没有存活的等待者</translation>
    </message>
    <message>
        <source>Dead waiters keep new clients waiting until their deadlines. Remove them from the queue. A forced release drops them too</source>
        <translation>在各自的期限之前，已失效的等待者会让新的客户端一直等待。把它们移出队列；强制释放也会移除它们</translation>
    </message>
    <message>
        <source>Dead waiters keep new clients waiting until their deadlines. Wake the waiters: this drops the dead ones from the queue</source>
        <translation>在各自的期限之前，已失效的等待者会让新的客户端一直等待。唤醒等待者：会把失效的移出队列</translation>
    </message>
    <message>
        <source>The only live waiter in the queue, %1, is past its deadline: the next release drops it and wakes no client</source>
        <translation>队列中唯一存活的等待者 %1 已过期限：下一次释放会移除它，不唤醒任何客户端</translation>
    </message>
    <message>
        <source>No live waiter is behind it. Find out why that client did not leave the queue</source>
        <translation>它后面没有存活的等待者。查明该客户端为何没有离开队列</translation>
    </message>
    <message>
        <source>Permits are free; whether others are held is not recorded</source>
        <translation>有空闲的许可；是否有其他许可被持有没有记录</translation>
    </message>
    <message>
        <source>its watchdog stops silently within a third of the lease; unlock() throws IllegalMonitorStateException, but reports success for two locks that look the same: a fair lock without waiters, while it is free, and a RedissonRedLock</source>
        <translation>它的看门狗在三分之一租约内静默停止；unlock() 抛出 IllegalMonitorStateException。有两种看起来相同的锁却报告成功：没有等待者的公平锁（锁空闲时），以及 RedissonRedLock</translation>
    </message>
    <message>
        <source>the task is not notified; at its end, it deletes the key without comparing, also the lock of another task</source>
        <translation>任务不会收到通知；它在结束时不比较就删除键，即使那是另一个任务的锁</translation>
    </message>
    <message>
        <source>at its next try, a live waiter joins the queue again, at the end</source>
        <translation>存活的等待者下一次尝试时会重新排到队尾</translation>
    </message>
    <message>
        <source>With celery-once, a second task is dropped or raises AlreadyQueued: none waits for this lock, unless it was told to block</source>
        <translation>使用 celery-once 时，第二个任务会被丢弃或抛出 AlreadyQueued：没有任务等待这把锁，除非要求阻塞</translation>
    </message>
    <message>
        <source>Sends no notification: waiters poll, or block on %1 if this is a lock of python-redis-lock</source>
        <translation>不发送通知：等待者轮询；若这是 python-redis-lock 的锁，则阻塞在 %1 上</translation>
    </message>
    <message>
        <source>If this is a lock of python-redis-lock whose id the application chose, a waiter on %1 stays asleep: wake it with lockscope-cli wake --kind python-redis-lock</source>
        <translation>若这是由应用程序自选 id 的 python-redis-lock 锁，%1 上的等待者会继续睡眠：用 lockscope-cli wake --kind python-redis-lock 唤醒它</translation>
    </message>
    <message>
        <source>Its waiters cannot be seen: they poll, or block on %1 if this is a lock of python-redis-lock whose id the application chose</source>
        <translation>看不到它的等待者：它们轮询；若这是由应用程序自选 id 的 python-redis-lock 锁，则阻塞在 %1 上</translation>
    </message>
    <message>
        <source>for a lock of python-redis-lock, specify --kind python-redis-lock</source>
        <translation>若是 python-redis-lock 的锁，请指定 --kind python-redis-lock</translation>
    </message>
    <message>
        <source>If this is a lock of bsm/redislock, other keys may have the same value. They stay, but their holder can then neither refresh nor release them</source>
        <translation>若这是 bsm/redislock 的锁，其他键可能有相同的值。它们会保留，但其持有者此后既不能刷新也不能释放它们</translation>
    </message>
    <message>
        <source>Continues only if the lock still has no expiry: if it has one now, it was acquired again or changed</source>
        <translation>仅当锁仍没有过期时间时才继续：若现在有了，说明它被重新获取或被修改过</translation>
    </message>
    <message>
        <source>the copy of %1 was removed; held by %2 on %3 of %4 nodes</source>
        <translation>已移除 %1 的副本；%2 持有 %4 个节点中的 %3 个</translation>
    </message>
    <message>
        <source>not notified</source>
        <translation>不会得知</translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln live waiter(s) retry; the dead ones leave the queue</source>
        <translation>
            <numerusform>至少 %Ln 个存活的等待者会重试；已失效的会移出队列</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No live waiter is known; %Ln dead one(s) leave the queue</source>
        <translation>
            <numerusform>没有已知的存活等待者；%Ln 个已失效的会移出队列</numerusform>
        </translation>
    </message>
    <message>
        <source>No live waiter is known; no key changes</source>
        <translation>没有已知的存活等待者；不修改任何键</translation>
    </message>
    <message>
        <source>the lock has no expiry</source>
        <translation>锁永不过期</translation>
    </message>
    <message numerus="yes">
        <source>%1; %Ln are dead</source>
        <translation>
            <numerusform>%1；%Ln 个已失效</numerusform>
        </translation>
    </message>
    <message>
        <source>Removes it from its holder, even if that is still working</source>
        <translation>从持有者手中移除，即使它仍在工作</translation>
    </message>
    <message>
        <source>After a forced release</source>
        <translation>强制释放之后</translation>
    </message>
    <message>
        <source>%1 (not read yet)</source>
        <translation>%1（尚未读取）</translation>
    </message>
    <message>
        <source>%1 (unreachable)</source>
        <translation>%1（不可达）</translation>
    </message>
    <message>
        <source>No expiry, by design: held or free</source>
        <translation>永不过期（设计如此），无论是否被持有</translation>
    </message>
    <message>
        <source>flushed or reloaded</source>
        <translation>被清空或重新加载</translation>
    </message>
    <message>
        <source>no longer readable</source>
        <translation>不再可读</translation>
    </message>
    <message>
        <source>A copy was removed; another owner holds the lock</source>
        <translation>已移除一个副本；锁由另一持有者持有</translation>
    </message>
    <message>
        <source>this server had started less than %1 before it was checked: a lock taken before it started may be missing on it</source>
        <translation>检查时此服务器启动还不到 %1：启动之前获取的锁可能在它上面缺失</translation>
    </message>
    <message numerus="yes">
        <source>%n announced server(s) are not connected: nothing is known of them and their locks</source>
        <translation>
            <numerusform>有 %n 台已通告的服务器没有连接：对它们及其锁一无所知</numerusform>
        </translation>
    </message>
    <message>
        <source>Releasing it lets no waiter proceed: others keep them waiting</source>
        <translation>释放它不会让任何等待者继续：还有别的持有者使它们等待</translation>
    </message>
    <message numerus="yes">
        <source>Releasing it lets %n identified waiter(s) proceed, one after another</source>
        <translation>
            <numerusform>释放它会让 %n 个已识别的等待者依次继续</numerusform>
        </translation>
    </message>
    <message>
        <source>The waiter uses the holder&apos;s connection, but their ids do not name threads: it is a deadlock only if the same thread holds the lock and waits for it</source>
        <translation>等待者使用持有者的连接，但标识不指明线程：只有同一线程既持有又等待这把锁时才是死锁</translation>
    </message>
    <message>
        <source>To prevent this, do not acquire the lock again while holding it: it is not reentrant</source>
        <translation>要避免这种情况，持有锁时不要再次获取它：它不可重入</translation>
    </message>
    <message>
        <source>the clients that wait, if any</source>
        <translation>等待的客户端（如果有）</translation>
    </message>
    <message>
        <source>%1 for %2, %3 of them identified</source>
        <comment>waiters, locks</comment>
        <translation>%2有%1，其中 %3 个已识别</translation>
    </message>
    <message numerus="yes">
        <source>no master serves %n slot(s)</source>
        <translation>
            <numerusform>%n 个槽没有主节点负责</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) waiting</source>
        <translation>
            <numerusform>%n 个客户端在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>Find the clients that wrote them. If they are alive, let them release the lock; if they are gone, release it by force. Then fix the code: set the key and its TTL in one command</source>
        <translation>找出写入它们的客户端。如果还在运行，让它们释放该锁；如果已不在，强制释放。然后修正代码：用一条命令同时设置键和 TTL</translation>
    </message>
    <message>
        <source>unlock() rejects with LockError, as does extend() if the program calls it</source>
        <translation>unlock() 以 LockError 拒绝；程序调用 extend() 时也一样</translation>
    </message>
    <message>
        <source>a program that compares its token can learn at its release that the lock is no longer its own. One that renews can learn it then, or writes the key again. One that does not compare deletes the next holder&apos;s lock</source>
        <translation>会比较令牌的程序可以在释放时得知锁已不属于它。会续期的程序可以在续期时得知，或者重新写入该键。不比较的程序会删除下一个持有者的锁</translation>
    </message>
    <message numerus="yes">
        <source>What the holders of %Ln held lock(s) wait for is unknown: deadlocks with them are not seen.</source>
        <translation>
            <numerusform>不知道 %Ln 把被持有的锁的持有者在等待什么：涉及它们的死锁看不到。</numerusform>
        </translation>
    </message>
    <message>
        <source>changed hands: now held by %1</source>
        <comment>a lock</comment>
        <translation>已换持有者：现由 %1 持有</translation>
    </message>
    <message>
        <source>no longer held</source>
        <comment>a lock</comment>
        <translation>不再被持有</translation>
    </message>
    <message numerus="yes">
        <source>%Ln without a client</source>
        <comment>waiters in a queue</comment>
        <translation>
            <numerusform>%Ln 个已没有客户端</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %Ln waiter(s)</source>
        <translation>
            <numerusform>至少 %Ln 个等待者</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · certainly a lock</source>
        <comment>a kind of lock</comment>
        <translation>%1 · 确定是锁</translation>
    </message>
    <message>
        <source>%1 · likely a lock</source>
        <comment>a kind of lock</comment>
        <translation>%1 · 很可能是锁</translation>
    </message>
    <message>
        <source>%1 · possible lock (guess)</source>
        <comment>a kind of lock</comment>
        <translation>%1 · 可能是锁（猜测）</translation>
    </message>
    <message>
        <source>%1 holds %2, and its connection waits for it by another id: it may wait for itself</source>
        <translation>%1 持有 %2，其连接又以另一个标识等待它：它可能在等待自己</translation>
    </message>
    <message>
        <source>No expiry on %1 of %2 nodes: a client that holds none of these copies cannot get a majority until they are deleted</source>
        <translation>%2 个节点中有 %1 个没有过期时间：删除之前，不持有这些副本的客户端无法取得多数</translation>
    </message>
    <message>
        <source>a reply of over %1 bytes</source>
        <translation>超过 %1 字节的回复</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) were free when read, less than 1 s after a hold ended, first: %1.</source>
        <translation>
            <numerusform>读取时有 %Ln 把锁空闲，上一次持有结束不到 1 秒，第一把：%1。</numerusform>
        </translation>
    </message>
    <message>
        <source>acquired again by %1</source>
        <comment>a lock</comment>
        <translation>由 %1 再次获取</translation>
    </message>
    <message>
        <source>Held by all nodes, but losing one loses the lock</source>
        <translation>由所有节点持有，但失去一个节点，锁就丢失</translation>
    </message>
    <message numerus="yes">
        <source>A group of %n node(s) survives no failure. Use three or five nodes</source>
        <translation>
            <numerusform>%n 个节点的组承受不了任何故障。请使用三个或五个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>No lease in it is about to end: each was renewed, or never expires</source>
        <translation>其中没有租约即将到期：每个都续过期，或永不过期</translation>
    </message>
    <message numerus="yes">
        <source>%n of these waiter(s) are past their deadlines: when a holder releases its lock itself, they are dropped and stay asleep. A release by Lockscope wakes them</source>
        <translation>
            <numerusform>其中 %n 个等待者的期限已过：持有者自行释放锁时，它们会被移出队列并继续睡眠。由 Lockscope 释放则会唤醒它们</numerusform>
        </translation>
    </message>
    <message>
        <source>Whether it lasts is unknown: a waiter that limits its wait gives up by itself, and not all of them are known to wait for %1 or longer</source>
        <translation>是否会持续是未知的：限定等待时间的等待者会自行放弃，而且并不知道它们都会等待 %1 或更久</translation>
    </message>
    <message>
        <source>A client with a wait limit gives up by itself</source>
        <translation>限定等待时间的客户端会自行放弃</translation>
    </message>
    <message>
        <source>%1 is dropped from the queue, as its deadline is past, but is notified: if it still listens, it tries again</source>
        <translation>%1 的期限已过，会被移出队列，但会得到通知：如果仍在监听，它会重试</translation>
    </message>
    <message>
        <source>Either a failed attempt left that copy behind, or its owner had the majority until nodes lost the lock, as after a restart without persistence: then two clients work at once. Compare the times with the logs of the two programs</source>
        <translation>或者是失败的尝试留下了这份副本，或者其持有者曾拥有多数，直到有节点丢失了锁，例如在没有持久化的情况下重启：那样就有两个客户端同时工作。请把时间与两个程序的日志对照</translation>
    </message>
    <message>
        <source>Redisson adds up the deadlines of a queue, so under long contention they can pass too early. The client then sleeps until its own limit, unless Lockscope releases the lock or wakes the waiters after the release</source>
        <translation>Redisson 把队列中的期限逐个累加，因此长时间争用时期限可能过早到来。此后客户端会睡到自己的期限为止，除非由 Lockscope 释放锁，或在释放后唤醒等待者</translation>
    </message>
    <message numerus="yes">
        <source>OK so far: held, renewed %n time(s), last %1</source>
        <translation>
            <numerusform>目前正常：已持有，续期 %n 次，上次：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; the next renewal was due %2: not judged yet</source>
        <translation>%1；下一次续期本应在：%2，尚未判定</translation>
    </message>
    <message>
        <source>its next refresh, within four fifths of the lease by default, finds the lock lost and calls onLockLost, which by default throws LostLockError. A release() before that reports success</source>
        <translation>它的下一次刷新（默认在租约的五分之四之内）会发现锁已丢失并调用 onLockLost，默认抛出 LostLockError。在此之前的 release() 报告成功</translation>
    </message>
    <message>
        <source>its next refresh, within four fifths of the lease by default, restores the TTL</source>
        <translation>它的下一次刷新（默认在租约的五分之四之内）会恢复 TTL</translation>
    </message>
    <message>
        <source>; dropped from the queue, past their deadlines or not listening: %1</source>
        <translation>；已移出队列（期限已过或没有监听）：%1</translation>
    </message>
    <message numerus="yes">
        <source>; wake-up message sent to %n subscriber(s)</source>
        <translation>
            <numerusform>；唤醒消息已发送给 %n 个订阅者</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>wake-up message sent to %n subscriber(s)</source>
        <translation>
            <numerusform>唤醒消息已发送给 %n 个订阅者</numerusform>
        </translation>
    </message>
    <message>
        <source>maybe more that listen but are no longer in the queue</source>
        <translation>可能还有其他仍在监听但已不在队列中的等待者</translation>
    </message>
    <message>
        <source>Wake-up message sent</source>
        <translation>唤醒消息已发送</translation>
    </message>
    <message>
        <source>First in the queue: %1.</source>
        <translation>队首：%1。</translation>
    </message>
    <message>
        <source>Removed from the queue, past their deadlines or not listening: %1.</source>
        <translation>已移出队列（期限已过或没有监听）：%1。</translation>
    </message>
    <message numerus="yes">
        <source>The wake-up message was sent to %Ln subscriber(s).</source>
        <translation>
            <numerusform>唤醒消息已发送给 %Ln 个订阅者。</numerusform>
        </translation>
    </message>
    <message>
        <source>A majority names one owner, and other nodes name another, which may still believe that it holds the lock. Its copy expires in %1 unless it is renewed</source>
        <translation>多数节点指向一个持有者，其他节点指向另一个，后者可能仍认为自己持有锁。除非续期，其副本将在 %1 后过期</translation>
    </message>
    <message>
        <source>Wake them: waiters that do not listen or are past their deadlines are dropped then. If the lock stays free, the first waiter in the queue, %1, does not react, as when its process hangs: remove it from the queue, so that the next one, if any, can get the lock</source>
        <translation>请唤醒等待者：没有监听或已过期限的等待者会同时被移出队列。如果锁仍然空闲，则队首的等待者 %1 没有反应，例如其进程已挂起：请将它移出队列，以便下一个等待者（如果有）获得锁</translation>
    </message>
    <message>
        <source>over %1 d</source>
        <translation>超过 %1 天</translation>
    </message>
    <message>
        <source>copy on %1: owner %2, %3</source>
        <translation>%1 上的副本：所有者 %2，%3</translation>
    </message>
    <message>
        <source>the majority&apos;s copies expire %1 later: if all leases are the same, they were set or renewed later (assumed)</source>
        <translation>多数派的副本晚 %1 过期：如果租约都相同，则它们设置或续期得更晚（假定）</translation>
    </message>
    <message>
        <source>the majority&apos;s copies expire %1 earlier: if all leases are the same, they were set or renewed earlier (assumed)</source>
        <translation>多数派的副本早 %1 过期：如果租约都相同，则它们设置或续期得更早（假定）</translation>
    </message>
    <message>
        <source>No quorum: the nodes name %1 owners, each on at most %2 of %3 nodes</source>
        <translation>无仲裁：各节点记录了 %1 个持有者，每个最多在 %3 个节点中的 %2 个上</translation>
    </message>
    <message>
        <source>Either a failed attempt left a copy behind, or its owner had the majority until nodes lost the lock: then two clients work at once. Compare the times with the logs of the two programs. A copy without an expiry stays until it is released</source>
        <translation>要么是失败的尝试留下了副本，要么是其所有者曾有多数派，直到一些节点丢失了锁：那样就有两个客户端同时工作。请与两个程序的日志核对时间。没有过期时间的副本在被释放之前一直存在</translation>
    </message>
    <message>
        <source>Find the holder. If it is alive, set an expiry that covers its work; if it is gone, release the lock by force. Then find out what removed the expiry: the library of this kind always sets one</source>
        <translation>找到持有者。如果它仍在运行，请设置足够其完成工作的过期时间；如果它已不在，请强制释放该锁。然后查明是什么移除了过期时间：这类锁的库总会设置</translation>
    </message>
    <message>
        <source>Only companion keys have been left for %1: no holder; waiters unknown</source>
        <translation>%1 以来只剩伴随键：没有持有者；等待者未知</translation>
    </message>
    <message>
        <source>the owner id is of Lockscope&apos;s own form</source>
        <translation>所有者 ID 是 Lockscope 自己的格式</translation>
    </message>
    <message>
        <source>if it renews the lock, it restores the TTL within a third of the lease</source>
        <translation>如果它在续期，会在租约的三分之一时间内恢复 TTL</translation>
    </message>
    <message>
        <source>if it renews the lock, it reports the loss and stops renewing; a command that it runs continues, unless --on-lost=kill was given</source>
        <translation>如果它在续期，会报告锁已丢失并停止续期；它运行的命令会继续，除非指定了 --on-lost=kill</translation>
    </message>
    <message>
        <source>the history file %1 was not renamed: %2</source>
        <translation>历史文件 %1 未重命名：%2</translation>
    </message>
    <message>
        <source>another program is reading it</source>
        <translation>另一个程序正在读取</translation>
    </message>
    <message>
        <source>%1 has the history of other servers, and another program reads it</source>
        <translation>%1 是其他服务器的历史，并且另一个程序正在读取</translation>
    </message>
    <message>
        <source>Look back at another moment: show all locks of it</source>
        <translation>回看另一时刻：显示当时的所有锁</translation>
    </message>
    <message>
        <source>End the look back</source>
        <translation>结束回看</translation>
    </message>
    <message>
        <source>confirmed</source>
        <translation>已证实</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>an owner, a node</comment>
        <translation>%1，在 %2 上</translation>
    </message>
    <message>
        <source>not known whether still held</source>
        <translation>无法得知是否仍被持有</translation>
    </message>
    <message>
        <source>%1 owners: %2</source>
        <comment>on the nodes of a group: how many, one of them</comment>
        <translation>%1 个持有者：%2</translation>
    </message>
    <message>
        <source>%1 owners</source>
        <comment>on the nodes of a group</comment>
        <translation>%1 个持有者</translation>
    </message>
    <message>
        <source>on %1 of %2 nodes</source>
        <comment>without room for an owner</comment>
        <translation>%2 个节点中的 %1 个</translation>
    </message>
    <message>
        <source>same server</source>
        <comment>node</comment>
        <translation>同一服务器</translation>
    </message>
    <message numerus="yes">
        <source>at least %n waiter(s)</source>
        <translation>
            <numerusform>至少 %n 个等待者</numerusform>
        </translation>
    </message>
    <message>
        <source>—: unknown, because the connection was lost or its locks were being read</source>
        <translation>— ：未知，因为连接断开，或正在读取它的锁</translation>
    </message>
    <message>
        <source>its server restarted without it</source>
        <translation>其服务器重启后没有这把锁</translation>
    </message>
    <message>
        <source>not on %1, the new master</source>
        <comment>a lock after a failover</comment>
        <translation>新的主节点 %1 上没有它</translation>
    </message>
    <message>
        <source>Lost: %1. Noticed at %2</source>
        <translation>已丢失：%1。发现于 %2</translation>
    </message>
    <message>
        <source>not renewed in the last %1, since it had %2 left</source>
        <translation>最近 %1 内没有续期，当时剩余 %2</translation>
    </message>
    <message>
        <source>Find out what writes this key: a counter or the free permits of a semaphore look the same, and a release by force deletes that number. If it is a lock, find its holder, and set the key and its TTL in one command</source>
        <translation>查明由什么写入此键：计数器和信号量的空闲许可数看起来与它相同，强制释放会删除这个数字。如果它是锁，找到持有者，并用一条命令同时设置键和 TTL</translation>
    </message>
    <message>
        <source>No read hold has time left, but the key of the lock exists for another %1, so no client may write</source>
        <translation>所有读持有都已超时，但锁的键还会存在 %1，因此任何客户端都不能写</translation>
    </message>
    <message>
        <source>A reader that was paused for longer than its lease may go on renewing the key. It is deleted when one of these readers releases. If they are all gone, release it by force</source>
        <translation>暂停时间超过租约的读者可能仍在为该键续期。其中一个读者释放时，键会被删除。如果这些读者都已不在，可强制释放</translation>
    </message>
    <message>
        <source>read holds expired</source>
        <translation>读持有已过期</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: exists; its password in the keychain is kept</source>
        <translation>“%1”：已存在；密钥环中的密码保持不变</translation>
    </message>
    <message>
        <source>memory is full (OOM): no lock can be acquired, and Redisson&apos;s clients cannot release theirs, because that counts down first; a renewal that only sets an expiry, or a deletion of a key, still works</source>
        <translation>内存已满（OOM）：无法获取任何锁，Redisson 的客户端也无法释放自己的锁，因为释放要先递减计数；只设置过期时间的续期和删除键仍然可行</translation>
    </message>
    <message>
        <source>verdict ok</source>
        <comment>figure of an alert</comment>
        <translation>判定：正常</translation>
    </message>
    <message>
        <source>verdict info</source>
        <comment>figure of an alert</comment>
        <translation>判定：提示</translation>
    </message>
    <message>
        <source>verdict warning</source>
        <comment>figure of an alert</comment>
        <translation>判定：警告</translation>
    </message>
    <message>
        <source>verdict critical</source>
        <comment>figure of an alert</comment>
        <translation>判定：严重</translation>
    </message>
    <message>
        <source>ttl %1</source>
        <translation>TTL %1</translation>
    </message>
    <message>
        <source>ttl none</source>
        <translation>没有 TTL</translation>
    </message>
    <message>
        <source>held %1</source>
        <comment>for a time</comment>
        <translation>已持有 %1</translation>
    </message>
    <message>
        <source>waiters %1</source>
        <translation>等待者 %1</translation>
    </message>
    <message>
        <source>renewals %1</source>
        <translation>续期次数 %1</translation>
    </message>
    <message>
        <source>OK: held and renewed on time</source>
        <translation>正常：被持有，按时续期</translation>
    </message>
    <message>
        <source>on the holder&apos;s connection: another of its threads, the holder itself, or another client of a proxy</source>
        <translation>与持有者使用同一连接：它的另一个线程、它自己，或代理的另一个客户端</translation>
    </message>
    <message>
        <source>OK: held; each hold is renewed</source>
        <translation>正常：被持有，每次持有都在续期</translation>
    </message>
    <message>
        <source>OK: held and renewed</source>
        <translation>正常：被持有，正在续期</translation>
    </message>
    <message>
        <source>The last scan did not read all servers</source>
        <translation>上次扫描没有读取所有服务器</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a server, and why it refuses</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Gone: it ended between %1 and %2, while its server could not be read</source>
        <translation>已不存在：在 %1 与 %2 之间、其服务器无法读取期间结束</translation>
    </message>
    <message>
        <source>last known</source>
        <translation>最后已知</translation>
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
    <message>
        <source>Locks unknown</source>
        <translation>锁：未知</translation>
    </message>
    <message>
        <source>Show Fleet</source>
        <translation>显示连接总览</translation>
    </message>
    <message>
        <source>Lockscope: %1</source>
        <comment>numbers of connections</comment>
        <translation>Lockscope：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::TtlPlot</name>
    <message>
        <source>TTL over the last minutes</source>
        <translation>最近几分钟的 TTL</translation>
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
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>A line that falls until the lock is renewed, with a mark at each event</source>
        <translation>在续期之前一直下降的线；每个事件处有一个标记</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Save TTL</source>
        <translation>保存 TTL</translation>
    </message>
    <message>
        <source>%1: unknown</source>
        <translation>%1：未知</translation>
    </message>
    <message>
        <source>no expiry</source>
        <translation>永不过期</translation>
    </message>
</context>
<context>
    <name>lockscope::UntokenedLock</name>
    <message>
        <source>The value is %1</source>
        <translation>值是%1</translation>
    </message>
    <message>
        <source>It expires by itself</source>
        <translation>会自行过期</translation>
    </message>
    <message>
        <source>Lock without a token</source>
        <translation>无令牌锁</translation>
    </message>
    <message>
        <source>A string without a token under a name that suggests a lock</source>
        <translation>名称表明是锁、但没有令牌的字符串</translation>
    </message>
    <message>
        <source>RQ writes the scheduler&apos;s process id to it, extends it every second and never compares it</source>
        <translation>RQ 把调度器的进程号写在这里，每秒续期一次，从不比较</translation>
    </message>
    <message>
        <source>It could also be a counter: the key does not show which</source>
        <translation>也可能是计数器：从键本身无法判断</translation>
    </message>
    <message>
        <source>The value looks like a time: perhaps when it was acquired</source>
        <translation>值看起来是时间：也许是获取的时刻</translation>
    </message>
    <message>
        <source>The value identifies no acquisition: the current holder cannot be told from an earlier one</source>
        <translation>值不能对应某一次获取：无法区分现在的持有者和以前的持有者</translation>
    </message>
    <message>
        <source>It has no expiry: if its owner died, it stays until it is deleted</source>
        <translation>没有过期时间：持有者若已死亡，它会一直存在，直到被删除</translation>
    </message>
    <message>
        <source>The value is not a token: if another holder wrote the same value meanwhile, the comparison cannot tell, and that holder loses the lock</source>
        <translation>值不是令牌：如果其间另一个持有者写入了相同的值，比较无法分辨，它会因此失去锁</translation>
    </message>
    <message>
        <source>A string created by SETNX whose value identifies no client; any client that deletes the key frees the lock, the wrong one too. Without an expiry, it stays forever if its holder dies.</source>
        <translation>由 SETNX 创建的字符串，值不标识任何客户端；任何客户端删除该键都会释放锁，不该释放的也一样。没有过期时间的话，持有者崩溃后它会永远存在。</translation>
    </message>
    <message>
        <source>It could also be a counter, or the free permits of a semaphore: the key does not show which</source>
        <translation>它也可能是计数器或信号量的空闲许可数：键本身无法区分</translation>
    </message>
    <message>
        <source>If the value is a counter or the free permits of a semaphore, that number is lost when it expires; clients of a semaphore then get no permit until it is set again</source>
        <translation>如果该值是计数器或信号量的空闲许可数，过期时这个数字会丢失；此后在重新设置之前，信号量的客户端得不到许可</translation>
    </message>
    <message>
        <source>If the value is a counter or the free permits of a semaphore, that number is lost; clients of a semaphore then get no permit until it is set again</source>
        <translation>如果该值是计数器或信号量的空闲许可数，这个数字会丢失；此后在重新设置之前，信号量的客户端得不到许可</translation>
    </message>
</context>
<context>
    <name>lockscope::ViewRegistry</name>
    <message>
        <source>Settings: %1</source>
        <translation>设置：%1</translation>
    </message>
    <message>
        <source>Help: %1</source>
        <translation>帮助：%1</translation>
    </message>
    <message>
        <source>The file has %1 and reaches back to %2</source>
        <translation>文件现有 %1，最早记录在 %2</translation>
    </message>
    <message>
        <source>Nothing to close here: go to a panel first, or quit with %1</source>
        <translation>此处没有可关闭的内容：请先转到某个面板，或按 %1 退出</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a command, and why it is disabled</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>settings</source>
        <comment>heading in the guide</comment>
        <translation>设置</translation>
    </message>
    <message>
        <source>pages</source>
        <comment>heading in the guide</comment>
        <translation>页面</translation>
    </message>
    <message>
        <source>the-filter</source>
        <comment>heading in the guide</comment>
        <translation>筛选</translation>
    </message>
    <message>
        <source>connect</source>
        <comment>heading in the guide</comment>
        <translation>连接</translation>
    </message>
    <message>
        <source>the-list</source>
        <comment>heading in the guide</comment>
        <translation>列表</translation>
    </message>
    <message>
        <source>details-of-a-lock</source>
        <comment>heading in the guide</comment>
        <translation>锁的详情</translation>
    </message>
    <message>
        <source>saved-connections</source>
        <comment>heading in the guide</comment>
        <translation>保存的连接</translation>
    </message>
    <message>
        <source>fleet</source>
        <comment>heading in the guide</comment>
        <translation>连接总览</translation>
    </message>
    <message>
        <source>the-lab</source>
        <comment>heading in the guide</comment>
        <translation>实验室</translation>
    </message>
    <message>
        <source>release-options</source>
        <comment>heading in the guide</comment>
        <translation>释放选项</translation>
    </message>
    <message>
        <source>acquire-a-lock</source>
        <comment>heading in the guide</comment>
        <translation>获取锁</translation>
    </message>
    <message>
        <source>several-locks</source>
        <comment>heading in the guide</comment>
        <translation>操作多把锁</translation>
    </message>
</context>
<context>
    <name>lockscope::WaiterProbe</name>
    <message>
        <source>Progress of the probe</source>
        <translation>探测进度</translation>
    </message>
    <message>
        <source>Liste&amp;n for %1</source>
        <translation>监听 %1(&amp;N)</translation>
    </message>
    <message>
        <source>Identif&amp;y waiters…</source>
        <translation>识别等待者(&amp;Y)…</translation>
    </message>
    <message>
        <source>Listens to all commands of the servers (MONITOR). Shows the cost first</source>
        <translation>监听各服务器的所有命令（MONITOR），先显示代价</translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation>停止(&amp;O)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Nothing to listen for: no lock is held, or these are the members of a RedLock group. Connect to each member separately to probe it</source>
        <translation>没有可监听的：没有被持有的锁，或这些是 RedLock 组的成员；请分别连接各个成员来探测</translation>
    </message>
    <message numerus="yes">
        <source>%1: about %Ln command(s)</source>
        <translation>
            <numerusform>%1：约 %Ln 条命令</numerusform>
        </translation>
    </message>
    <message>
        <source>Listening slows a busy server by about %1 %. It stops by itself after %2.</source>
        <translation>监听会使繁忙的服务器慢约 %1 %。%2后自动停止。</translation>
    </message>
    <message>
        <source>Listening to every command. This slows the servers down.</source>
        <translation>正在监听所有命令，这会使服务器变慢。</translation>
    </message>
    <message>
        <source>%1 is too busy for a longer probe: it ended after %2</source>
        <translation>%1 太忙，无法探测更久：在 %2后结束</translation>
    </message>
    <message>
        <source>%1: number of commands unknown, because there was no answer to INFO</source>
        <translation>%1：命令数未知，因为 INFO 没有应答</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
</context>
<context>
    <name>lockscope::WindowActions</name>
    <message>
        <source>Connect again with the same settings</source>
        <translation>用相同的设置重新连接</translation>
    </message>
    <message>
        <source>Close the connection</source>
        <translation>关闭连接</translation>
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
        <source>Show all locks</source>
        <translation>显示所有锁</translation>
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
        <source>Health…</source>
        <translation>健康状况…</translation>
    </message>
    <message>
        <source>&amp;Connect…</source>
        <translation>连接(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Disconnect</source>
        <translation>断开连接(&amp;D)</translation>
    </message>
    <message>
        <source>H&amp;ealth of the deployment</source>
        <translation>部署健康状况(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Acquire…</source>
        <translation>获取锁(&amp;A)…</translation>
    </message>
    <message>
        <source>Locks &amp;held here…</source>
        <translation>本程序持有的锁(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>固定(&amp;P)</translation>
    </message>
    <message>
        <source>Go to the &amp;filter</source>
        <translation>转到筛选(&amp;F)</translation>
    </message>
    <message>
        <source>Comman&amp;ds…</source>
        <translation>命令(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Copy as text</source>
        <translation>复制为文本(&amp;C)</translation>
    </message>
    <message>
        <source>Theme: &amp;light</source>
        <translation>主题：浅色(&amp;L)</translation>
    </message>
    <message>
        <source>Theme: &amp;dark</source>
        <translation>主题：深色(&amp;D)</translation>
    </message>
    <message>
        <source>Sett&amp;ings…</source>
        <translation>设置(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;About Lockscope</source>
        <translation>关于 Lockscope(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
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
        <source>Who is &amp;this?…</source>
        <translation>查明是谁(&amp;T)…</translation>
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
        <source>Select a lock</source>
        <translation>请选择一把锁</translation>
    </message>
    <message>
        <source>&amp;Audit…</source>
        <translation>审计(&amp;A)…</translation>
    </message>
    <message>
        <source>Changes made with Lockscope: who, when, why, and with what result</source>
        <translation>通过 Lockscope 所做的更改：操作人、时间、原因和结果</translation>
    </message>
    <message>
        <source>La&amp;b…</source>
        <translation>实验室(&amp;B)…</translation>
    </message>
    <message>
        <source>Connect to Redis by address</source>
        <translation>按地址连接到 Redis</translation>
    </message>
    <message>
        <source>Address, login and TLS of the current connection</source>
        <translation>当前连接的地址、登录和 TLS</translation>
    </message>
    <message>
        <source>Scan all keys for locks again</source>
        <translation>重新扫描所有键以查找锁</translation>
    </message>
    <message>
        <source>Keep what was found so far</source>
        <translation>保留已找到的</translation>
    </message>
    <message>
        <source>Acquire a lock for this program</source>
        <translation>为本程序获取一把锁</translation>
    </message>
    <message>
        <source>Clear the selection, then the filter</source>
        <translation>先取消所选的锁，再清除筛选</translation>
    </message>
    <message>
        <source>Find a command by name</source>
        <translation>按名称查找命令</translation>
    </message>
    <message>
        <source>Copy the selected locks as a table</source>
        <translation>把所选的锁复制为表格</translation>
    </message>
    <message>
        <source>Copy the commands that show the selected locks</source>
        <translation>复制查看所选锁的命令</translation>
    </message>
    <message>
        <source>Light or dark, like the system</source>
        <translation>随系统为浅色或深色</translation>
    </message>
    <message>
        <source>Define keys like this one as locks, and how to read them</source>
        <translation>定义这样的键是锁，以及如何读取</translation>
    </message>
    <message>
        <source>Risks to locks, servers, and permissions of this user</source>
        <translation>危及锁的问题、各台服务器，以及该用户的权限</translation>
    </message>
    <message>
        <source>Notify when the selected lock becomes free or changes hands</source>
        <translation>所选的锁空闲或换了持有者时通知</translation>
    </message>
    <message>
        <source>Locks that this Lockscope holds, to release or renew them</source>
        <translation>本 Lockscope 持有的锁，可释放或续期</translation>
    </message>
    <message>
        <source>Wake, set an expiry or release by force: the selected locks, or all that the filter shows</source>
        <translation>唤醒、设置过期时间或强制释放：所选的锁，或筛选显示的全部锁</translation>
    </message>
    <message>
        <source>A folder for a ticket: all that is known of the selected lock, without secrets</source>
        <translation>供工单使用的文件夹：所选锁的全部已知信息，不含机密</translation>
    </message>
    <message>
        <source>The profile %1 denies acquiring locks</source>
        <translation>连接配置“%1”禁止获取锁</translation>
    </message>
    <message>
        <source>C&amp;hange connection…</source>
        <translation>更改连接(&amp;H)…</translation>
    </message>
    <message>
        <source>Start a private Redis on this machine, with working locks</source>
        <translation>在本机启动一个私有 Redis，其中有正在工作的锁</translation>
    </message>
    <message>
        <source>&amp;Stop scan</source>
        <translation>停止扫描(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Make rule from this key…</source>
        <translation>从此键创建规则(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Bulk action…</source>
        <translation>批量操作(&amp;B)…</translation>
    </message>
    <message>
        <source>Save &amp;incident bundle…</source>
        <translation>保存事故包(&amp;I)…</translation>
    </message>
    <message>
        <source>C&amp;lear filter</source>
        <translation>清除筛选(&amp;L)</translation>
    </message>
    <message>
        <source>Theme: follow &amp;system</source>
        <translation>主题：跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>Dark text on a light background</source>
        <translation>浅底深字</translation>
    </message>
    <message>
        <source>Light text on a dark background</source>
        <translation>深底浅字</translation>
    </message>
    <message>
        <source>Close vie&amp;w</source>
        <translation>关闭视图(&amp;W)</translation>
    </message>
    <message>
        <source>Reo&amp;pen closed view</source>
        <translation>重新打开关闭的视图(&amp;P)</translation>
    </message>
    <message>
        <source>Reopen the last closed panel or window</source>
        <translation>重新打开最后关闭的面板或窗口</translation>
    </message>
    <message>
        <source>Re&amp;set layout</source>
        <translation>重置布局(&amp;S)</translation>
    </message>
    <message>
        <source>Panels and columns as at the first start</source>
        <translation>面板与列恢复为首次启动时的样子</translation>
    </message>
    <message>
        <source>Appearance, language, window, verdicts, alerts, history and names</source>
        <translation>外观、语言、窗口、判定、告警、历史与名称</translation>
    </message>
    <message>
        <source>Help for the current view</source>
        <translation>当前视图的帮助</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>All keyboard shortcuts</source>
        <translation>所有键盘快捷键</translation>
    </message>
    <message>
        <source>Version, licence, and details for bug reports</source>
        <translation>版本、许可证，以及用于报告问题的详情</translation>
    </message>
    <message>
        <source>Close the window and its connection</source>
        <translation>关闭窗口与连接</translation>
    </message>
    <message>
        <source>Close the panel or window with the focus</source>
        <translation>关闭有焦点的面板或窗口</translation>
    </message>
    <message>
        <source>Ignore keys like this one</source>
        <translation>忽略这样的键</translation>
    </message>
    <message>
        <source>Release options for the selected lock, safest first</source>
        <translation>所选锁的释放选项，最安全的在前</translation>
    </message>
    <message>
        <source>Set &amp;expiry…</source>
        <translation>设置过期时间(&amp;E)…</translation>
    </message>
    <message>
        <source>Set an expiry on the selected lock, or shorten the time left</source>
        <translation>为所选锁设置过期时间，或缩短其剩余时间</translation>
    </message>
    <message>
        <source>&amp;Wake waiters…</source>
        <translation>唤醒等待者(&amp;W)…</translation>
    </message>
    <message>
        <source>Send the wake-up message to the waiters; the lock does not change</source>
        <translation>向等待者发送唤醒消息；锁不变</translation>
    </message>
    <message>
        <source>Select one lock, or use “Bulk action…”</source>
        <translation>请选择一把锁，或使用“批量操作…”</translation>
    </message>
    <message>
        <source>The lock has no owner</source>
        <translation>该锁没有持有者</translation>
    </message>
    <message>
        <source>Contention demos with measured results</source>
        <translation>争用演示，结果均为实测</translation>
    </message>
    <message>
        <source>Copy &amp;URL of the sandbox</source>
        <translation>复制沙箱的 URL(&amp;U)</translation>
    </message>
    <message>
        <source>With its password, for other programs</source>
        <translation>含密码，供其他程序使用</translation>
    </message>
    <message>
        <source>Open recordin&amp;g…</source>
        <translation>打开录制(&amp;G)…</translation>
    </message>
    <message>
        <source>Play a file that lockscope-cli record wrote</source>
        <translation>播放由 lockscope-cli record 写入的文件</translation>
    </message>
    <message>
        <source>Recent recordi&amp;ngs</source>
        <translation>最近的录制(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Fleet…</source>
        <translation>连接总览(&amp;F)…</translation>
    </message>
    <message>
        <source>All saved connections at once, the worst first</source>
        <translation>所有保存的连接，最严重的在最前</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>刷新(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Show in timeline</source>
        <translation>在时间线中显示(&amp;S)</translation>
    </message>
    <message>
        <source>The holds and waiters of the selected lock over time</source>
        <translation>所选锁的持有与等待者随时间的变化</translation>
    </message>
    <message>
        <source>Remo&amp;ve one holder…</source>
        <translation>移除一个持有者(&amp;V)…</translation>
    </message>
    <message>
        <source>Remove one holder, permit or queue entry of the selected lock; the others stay</source>
        <translation>移除所选锁的一个持有者、许可或排队者；其余保留</translation>
    </message>
    <message>
        <source>F&amp;ull history…</source>
        <translation>完整历史(&amp;U)…</translation>
    </message>
    <message>
        <source>All remembered events of the selected lock</source>
        <translation>已记录的所选锁的全部事件</translation>
    </message>
    <message>
        <source>Tr&amp;ust this address…</source>
        <translation>信任此地址(&amp;U)…</translation>
    </message>
    <message>
        <source>Send the password to an address that a server announced</source>
        <translation>将密码发送到由服务器公布的地址</translation>
    </message>
    <message>
        <source>&amp;Import connections…</source>
        <translation>导入连接(&amp;I)…</translation>
    </message>
    <message>
        <source>Add the saved connections of a file</source>
        <translation>添加文件中保存的连接</translation>
    </message>
    <message>
        <source>Ex&amp;port connections…</source>
        <translation>导出连接(&amp;P)…</translation>
    </message>
    <message>
        <source>Write the saved connections to a file</source>
        <translation>将保存的连接写入文件</translation>
    </message>
    <message>
        <source>&amp;Name this owner…</source>
        <translation>为持有者命名(&amp;N)…</translation>
    </message>
    <message>
        <source>Give the owner of the selected lock a name</source>
        <translation>给选中锁的持有者起一个名称</translation>
    </message>
    <message>
        <source>Not a loc&amp;k…</source>
        <translation>不是锁(&amp;K)…</translation>
    </message>
    <message>
        <source>No address waits to be trusted</source>
        <translation>没有等待信任的地址</translation>
    </message>
    <message>
        <source>Sandbox: %1</source>
        <translation>沙箱：%1</translation>
    </message>
    <message>
        <source>The lock is gone</source>
        <translation>锁已不存在</translation>
    </message>
    <message>
        <source>Mana&amp;ge rules…</source>
        <translation>管理规则(&amp;G)…</translation>
    </message>
    <message>
        <source>View and remove your rules for keys</source>
        <translation>查看和移除你为键设置的规则</translation>
    </message>
    <message>
        <source>Re&amp;try connection</source>
        <translation>重试连接(&amp;T)</translation>
    </message>
</context>
<context>
    <name>lockscope::WindowPage</name>
    <message>
        <source>Show a tray &amp;icon</source>
        <translation>显示托盘图标(&amp;I)</translation>
    </message>
    <message>
        <source>Show alerts as desktop &amp;notifications</source>
        <translation>以桌面通知显示告警(&amp;N)</translation>
    </message>
    <message>
        <source>Reset &amp;layout</source>
        <translation>重置布局(&amp;L)</translation>
    </message>
    <message>
        <source>Shows the worst verdict of all locks, and brings the window back, if the desktop has a tray</source>
        <translation>若桌面有托盘，显示所有锁中最严重的判定，并可唤回窗口</translation>
    </message>
    <message>
        <source>If off, only the status bar shows them. They are always in alerts.log</source>
        <translation>关闭时只在状态栏显示；alerts.log 中始终都有</translation>
    </message>
    <message>
        <source>Panels and columns as at the first start</source>
        <translation>面板与列恢复为首次启动时的样子</translation>
    </message>
    <message>
        <source>Changes on this page apply at once.</source>
        <translation>此页的更改立即生效。</translation>
    </message>
    <message>
        <source>The window opens as you left it: size, panels, columns, grouping and selected connection. Each connection keeps its filter.</source>
        <translation>窗口按你离开时的样子打开：大小、面板、列、分组和所选的连接。每个连接保留各自的筛选。</translation>
    </message>
</context>
<context>
    <name>lockscope::WorkerProcess</name>
    <message>
        <source>a worker process exited too early</source>
        <translation>一个工作进程过早结束</translation>
    </message>
    <message>
        <source>cannot start a worker process: %1</source>
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
        <source>no display: set DISPLAY, or use --snapshot FILE or lockscope-cli</source>
        <translation>没有显示器：请设置 DISPLAY，或使用 --snapshot FILE 或 lockscope-cli</translation>
    </message>
    <message>
        <source>unknown language &quot;%1&quot;: use %2</source>
        <translation>没有语言“%1”：请使用 %2</translation>
    </message>
    <message>
        <source>cannot restart by itself</source>
        <translation>无法自行重新启动</translation>
    </message>
</context>
</TS>

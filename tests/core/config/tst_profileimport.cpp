// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/profileimport.h"
#include "core/config/profilejson.h"
#include "core/config/profilestore.h"
#include "core/config/secrets.h"
#include "core/history/values/historyfiles.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

namespace tst_profileimport
{

using namespace lockscope;

namespace
{

QString text(const char *latin)
{
    return QString::fromLatin1(latin);
}

const char *const Insight = R"([
  {"id": "0b1c", "host": "cache.example", "port": 6380, "name": "orders", "db": 2, "username": "ann",
   "password": "s3cret", "connectionType": "STANDALONE", "nameFromProvider": null, "provider": "RE_CLUSTER",
   "lastConnection": "2024-01-06T12:44:39.000Z", "modules": [], "tls": true, "tlsServername": "cache.internal",
   "verifyServerCert": true, "caCert": {"id": "1", "name": "ca", "certificate": "-----BEGIN CERTIFICATE-----\nMII\n"},
   "clientCert": {"id": "2", "name": "me", "certificate": "-----BEGIN CERTIFICATE-----\nM", "key": "-----BEGIN KEY-----\n"},
   "ssh": true, "sshOptions": {"host": "bastion", "port": 2222, "username": "ops", "password": "hop",
   "privateKey": "-----BEGIN OPENSSH PRIVATE KEY-----\nx", "passphrase": "phrase"}, "compressor": "NONE",
   "tags": [{"key": "team", "value": "shop"}]},
  {"host": "a", "port": 7000, "name": "shards", "db": null, "connectionType": "CLUSTER", "username": null,
   "nodes": [{"host": "a", "port": 7000}, {"host": "b", "port": 7001}], "tls": false, "caCert": null,
   "sentinelMaster": null},
  {"host": "s1", "port": 26379, "name": "orders", "connectionType": "SENTINEL", "username": "watch",
   "password": "ofsentinels", "sentinelMaster": {"name": "mymaster", "username": "app", "password": "ofredis"},
   "tls": true, "caCert": {"name": "ca"}},
  {"host": "old", "port": 6379, "name": "", "connectionType": "NOT CONNECTED", "forceStandalone": true},
  {"host": "odd", "port": 6379, "name": "odd", "connectionType": "MESH"}
])";

const char *const Another = R"([
  {"host": "127.0.0.1", "port": "6379", "auth": "pw", "username": "", "name": "plain", "separator": ":",
   "cluster": false, "connectionReadOnly": false, "key": "1690_abc", "order": 0, "color": "#1a2B3c"},
  {"host": "c", "port": 7000, "auth": "", "username": "u", "name": "c@7000", "separator": ":", "cluster": true,
   "sslOptions": {"key": "/k.pem", "cert": "/c.pem", "ca": "/ca.pem", "servername": "sni"}},
  {"host": "s", "port": 26379, "auth": "ofsentinels", "name": "guarded", "separator": ":", "cluster": false,
   "sentinelOptions": {"masterName": "mm", "nodePassword": "ofredis"},
   "sshOptions": {"host": "hop", "port": 22, "username": "me", "password": "", "privatekey": "/home/me/.ssh/id",
    "passphrase": "phrase", "timeout": 30, "beforeconnect": "vpn up"}}
])";

} // namespace

class tst_ProfileImport : public QObject
{
    Q_OBJECT

private slots:
    void redisInsight()
    {
        const auto import = importProfiles(Insight);
        VERIFY_OK(import);
        QCOMPARE(import->profiles.size(), 5);
        const ConnectionSpec standalone{.name = text("orders"),
                                        .host = text("cache.example"),
                                        .port = 6380,
                                        .tls = {.enabled = true, .serverName = text("cache.internal")},
                                        .user = text("ann"),
                                        .password = text("s3cret"),
                                        .db = 2,
                                        .ssh = {.destination = text("ops@bastion"), .port = 2222}};
        QCOMPARE(import->profiles[0], standalone);
        const ConnectionSpec cluster{.name = text("shards"),
                                     .host = text("a"),
                                     .port = 7000,
                                     .topology = Topology::Cluster,
                                     .seeds = {{text("b"), 7001}}};
        QCOMPARE(import->profiles[1], cluster);
        const ConnectionSpec sentinel{.name = text("orders (2)"),
                                      .host = text("s1"),
                                      .port = 26379,
                                      .tls = {.enabled = true, .verifyPeer = false},
                                      .user = text("app"),
                                      .password = text("ofredis"),
                                      .topology = Topology::Sentinel,
                                      .sentinel = {.masterName = text("mymaster"),
                                                   .user = text("watch"),
                                                   .password = text("ofsentinels")}};
        QCOMPARE(import->profiles[2], sentinel);
        QCOMPARE(import->profiles[3].name, text("old:6379"));
        QVERIFY(import->profiles[3].topology == Topology::Standalone);
        QVERIFY(import->profiles[4].topology == Topology::Automatic);
        const auto notes = [&](const char *profile) {
            return import->notes.filter(QLatin1Char('"') + text(profile) + QLatin1String("\":")).size();
        };
        // Authority, certificate, key, ssh key, ssh password, passphrase, tags; and the duplicate name.
        QCOMPARE(notes("orders"), 7 + 1 + 2);
        QCOMPARE(notes("shards"), 0);
        QCOMPARE(notes("odd"), 1);
        QVERIFY(import->notes.filter(text("not verified")).size() == 1);
        // A note names the missing secret but never contains it.
        for (const QString &note : import->notes) {
            for (const char *secret : {"BEGIN", "hop", "phrase\"", "s3cret"})
                QVERIFY2(!note.contains(QLatin1String(secret)), qPrintable(note));
        }
    }

    void anotherManager_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("as its file is") << QByteArray(Another).toBase64();
        QTest::newRow("decoded") << QByteArray(Another);
        QTest::newRow("with groups")
            << "{\"groups\": [{\"id\": \"1\", \"name\": \"shop\"}], \"connections\": " +
                   QByteArray(Another).replace("\"order\"", "\"groupId\": \"1\", \"order\"") + "}";
    }
    void anotherManager()
    {
        QFETCH(QByteArray, bytes);
        const auto import = importProfiles(bytes);
        VERIFY_OK(import);
        QCOMPARE(import->profiles.size(), 3);
        const ConnectionSpec plain{.name = text("plain"),
                                   .host = text("127.0.0.1"),
                                   .password = text("pw"),
                                   .folder = bytes.contains("groups") ? text("shop") : QString(),
                                   .colour = text("#1a2B3c")};
        QCOMPARE(import->profiles[0], plain);
        const ConnectionSpec cluster{.name = text("c@7000"),
                                     .host = text("c"),
                                     .port = 7000,
                                     .tls = {.enabled = true,
                                             .caFile = text("/ca.pem"),
                                             .certificateFile = text("/c.pem"),
                                             .keyFile = text("/k.pem"),
                                             .serverName = text("sni")},
                                     .user = text("u"),
                                     .topology = Topology::Cluster};
        QCOMPARE(import->profiles[1], cluster);
        const ConnectionSpec guarded{
            .name = text("guarded"),
            .host = text("s"),
            .port = 26379,
            .password = text("ofredis"),
            .topology = Topology::Sentinel,
            .sentinel = {.masterName = text("mm"), .password = text("ofsentinels")},
            .ssh = {.destination = text("me@hop"), .port = 22, .identityFile = text("/home/me/.ssh/id")}};
        QCOMPARE(import->profiles[2], guarded);
        QCOMPARE(import->notes.size(), 3); // Verified now, passphrase, command
    }

    void urls()
    {
        const auto import =
            importProfiles("\n redis://:x@h/1\r\nsentinel://s/mm\nredis://a redis://b redis://c\n"
                           "redis://h\n",
                           {text("mm")});
        VERIFY_OK(import);
        QStringList names;
        for (const ConnectionSpec &profile : import->profiles)
            names << profile.name;
        QCOMPARE(names, QStringList({text("h:6379"), text("mm (2)"), text("a:6379 +2"), text("h:6379 (2)")}));
        QCOMPARE(import->profiles[0].password, text("x"));
        QCOMPARE(import->profiles[2].members.size(), size_t(3));
        QCOMPARE(import->notes.size(), 2);
    }

    void ourOwnExport()
    {
        auto first = importProfiles(QByteArray(Another));
        VERIFY_OK(first);
        auto again = importProfiles(profilesToJson(first->profiles));
        VERIFY_OK(again);
        QCOMPARE(again->profiles.size(), 3);
        for (qsizetype i = 0; i < 3; ++i) {
            giveSecrets(secretsOf(first->profiles[i]), again->profiles[i]);
            QCOMPARE(again->profiles[i], first->profiles[i]);
        }
    }

    void whatIsUnchangedIsLeftOut()
    {
        const QByteArray withoutSecrets = profilesToJson(importProfiles(QByteArray(Another))->profiles);
        QList<ConnectionSpec> known = importProfiles(withoutSecrets)->profiles;
        QStringList names;
        for (const ConnectionSpec &profile : std::as_const(known))
            names << profile.name;
        const QByteArray exported = profilesToJson(known);
        known[1].db = 7; // changed since
        const auto again = importProfiles(exported, names, known);
        VERIFY_OK(again);
        QCOMPARE(again->unchanged, 2);
        QCOMPARE(again->profiles.size(), 1);
        QCOMPARE(again->profiles.front().name, names[1] + QStringLiteral(" (2)"));
        QCOMPARE(again->notes.size(), 1);
    }

    // Saving removes the password, an import makes it read-only.
    void whatIsUnchangedIsLeftOutAfterItWasSaved()
    {
        ConnectionSpec first;
        first.name = text("first");
        first.host = text("h");
        first.readOnly = false;
        ConnectionSpec group = *parseConnectionUrl(text("redis://a:1 redis://b:2 redis://c:3"));
        group.name = text("group");
        group.readOnly = false;
        group.tellMembers();
        const QByteArray exported = profilesToJson({first, group});
        const QStringList names{text("first"), text("group")};
        for (const bool isReadOnly : {false, true}) {
            QList<ConnectionSpec> known{first, group};
            for (ConnectionSpec &profile : known) {
                profile.inKeychain = true;
                profile.readOnly = isReadOnly;
                profile.tellMembers();
            }
            const auto again = importProfiles(exported, names, known);
            VERIFY_OK(again);
            QCOMPARE(again->unchanged, 2);
            QVERIFY(again->profiles.isEmpty() && again->notes.isEmpty());
        }
    }

    void aNewPasswordIsImported()
    {
        const QByteArray file = "redis://:x@h:1\n";
        QList<ConnectionSpec> known = importProfiles(file)->profiles;
        known.front().password.clear();
        const QStringList names{known.front().name};
        const auto fresh = importProfiles(file, names, known);
        VERIFY_OK(fresh);
        QCOMPARE(fresh->profiles.size(), 1);
        QCOMPARE(fresh->profiles.front().password, text("x"));
        known.front().inKeychain = true;
        const auto kept = importProfiles(file, names, known);
        VERIFY_OK(kept);
        QCOMPARE(kept->unchanged, 1);
        QVERIFY2(kept->notes.join(u'\n').contains(text("keychain is kept")),
                 qPrintable(kept->notes.join(u'\n')));
    }

    void aWrongEntryIsNamedByItsPlace()
    {
        const QByteArray good = R"({"host": "a", "name": "a"})";
        const QList<ConnectionSpec> known = importProfiles("[" + good + "]")->profiles;
        QCOMPARE(known.size(), 1);
        const auto import = importProfiles("[" + good + R"(, {"name": "b"}])", {text("a")}, known);
        VERIFY_FAILS(import, ErrorKind::BadInput);
        QVERIFY2(import.failure().text.startsWith(text("entry 2, \"b\"")), qPrintable(import.failure().text));
    }

    void whatIsImportedCanBeSaved()
    {
        const char *const own =
            R"({"version": 1, "profiles": [{"name": "a", "host": "a", "read_only": false}]})";
        for (const char *bytes : {Insight, Another, own}) {
            const auto import = importProfiles(bytes);
            VERIFY_OK(import);
            for (const ConnectionSpec &profile : import->profiles) {
                QVERIFY(!faultOf(profile));
                QVERIFY(profile.readOnly);
            }
            const QByteArray json = profilesToJson(import->profiles);
            for (const char *secret : {"s3cret", "ofsentinels", "ofredis", "phrase", "BEGIN"})
                QVERIFY(!json.contains(secret));
        }
    }

    // Names are only names: they are in no path and no command.
    void anyNameIsKept()
    {
        const QString longest(300, u'x');
        ConnectionSpec spec;
        QList<ConnectionSpec> profiles;
        for (const QString &name : {text("a/b"), text("../../etc"), text("two\nlines"), longest}) {
            spec.name = name;
            spec.host = text("h");
            profiles << spec;
        }
        const auto import = importProfiles(profilesToJson(profiles), {text("a/b")});
        VERIFY_OK(import);
        QStringList names;
        for (const ConnectionSpec &profile : import->profiles)
            names << profile.name;
        QCOMPARE(names, QStringList({text("a/b (2)"), text("../../etc"), text("two\nlines"), longest}));
        const QTemporaryDir folder;
        const ProfileStore store(folder.path());
        VERIFY_OK(store.save(import->profiles));
        const auto again = store.load();
        VERIFY_OK(again);
        QCOMPARE(*again, import->profiles);
        for (const QString &name : std::as_const(names))
            QVERIFY(!historyFileName(name).contains(u'/') && historyFileName(name).size() < 255);
    }

    void badInputIsRefusedWithItsPlace_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("why");
        const auto row = [](const char *name, const QByteArray &bytes, const char *why) {
            QTest::newRow(name) << bytes << text(why);
        };
        row("nothing", " \n", "contains no connection");
        row("text", "hello", "no connections found that Lockscope can read");
        row("base64 of text", QByteArray("hello you").toBase64(),
            "no connections found that Lockscope can read");
        row("bytes", QByteArray("\x00\xff\x7f", 3), "no connections found that Lockscope can read");
        row("an empty list", "[]", "contains no connection");
        row("another object", "{\"a\": 1}", "no connections found that Lockscope can read");
        row("cut off", "[\n{\"host\":", "line 2: ");
        row("no object", R"([{"host": "a"}, 7])", "entry 2: not an object");
        row("a port of letters", R"([{"host": "a"}, {"host": "b", "port": "x"}])",
            "entry 2: \"port\" must be a whole number from 1 to 65535");
        row("a port too large", R"([{"host": "a", "port": 70000}])",
            "entry 1: \"port\" must be a whole number");
        row("half a database", R"([{"host": "a", "db": 1.5}])", "\"db\" must be a whole number");
        row("a number for a name", R"([{"host": "a", "name": 1}])", "\"name\" must be a string");
        row("tls as text", R"([{"host": "a", "tls": "yes"}])", "\"tls\" must be true or false");
        row("no host", R"([{"name": "a"}])", "entry 1, \"a\": set either a host or a socket");
        row("sentinel without a master", R"([{"host": "a", "name": "n", "connectionType": "SENTINEL"}])",
            "entry 1, \"n\": Sentinel requires the name of the master");
        row("inside", R"([{"host": "a", "auth": "", "sentinelOptions": {"masterName": 1}}])",
            "entry 1, \"sentinelOptions\": \"masterName\" must be a string");
        row("a node", R"([{"host": "a", "connectionType": "CLUSTER", "nodes": [{"host": "b"}, 1]}])",
            "entry 1: \"nodes\", number 2: not an object");
        row("an option for ssh",
            R"([{"host": "a", "ssh": true, "sshOptions": {"host": "-oProxyCommand=x"}}])", "SSH destination");
        row("a bad line", "redis://a\n\nredis://b:x\n", "line 3: URL: the port is not a number");
        row("our own, with an unknown member",
            "{\"version\": 1, \"profiles\": [\n{\"name\": \"a\", \"host\": \"a\", \"colr\": 1}]}", "line 2");
        row("our own, one name twice",
            "{\"version\": 1, \"profiles\": [{\"name\": \"a\", \"host\": \"a\"},\n"
            "{\"name\": \"a\", \"host\": \"b\"}]}",
            "\"a\"");
        row("our own, from the future", R"({"version": 9, "profiles": []})", "newer version of Lockscope");
    }
    void badInputIsRefusedWithItsPlace()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, why);
        const auto import = importProfiles(bytes);
        VERIFY_FAILS(import, ErrorKind::BadInput);
        QVERIFY2(import.failure().text.contains(why), qPrintable(import.failure().line()));
    }

    void secretsGoIntoOneEntryAndComeBack()
    {
        auto group = parseConnectionUrl(text("redis://:a@h redis://i sentinel://:b@j/m?sentinelpassword=c"));
        VERIFY_OK(group);
        const Secrets secrets = secretsOf(*group);
        QVERIFY(!secrets.isEmpty());
        const auto back = secretsFromJson(secretsToJson(secrets));
        VERIFY_OK(back);
        QCOMPARE(*back, secrets);
        ConnectionSpec bare = *group;
        for (ConnectionSpec &member : bare.members)
            member.password = member.sentinel.password = QString();
        QVERIFY(secretsOf(bare).isEmpty());
        bare.members[0].password = text("typed");
        giveSecrets(*back, bare);
        QCOMPARE(bare.members[0].password, text("typed"));
        QCOMPARE(bare.members[2].sentinel.password, text("c"));
        // With one member fewer, passwords cannot be assigned.
        ConnectionSpec fewer = *group;
        fewer.members.erase(fewer.members.begin());
        fewer.members[0].password.clear();
        giveSecrets(*back, fewer);
        QVERIFY(fewer.members[0].password.isEmpty());
        VERIFY_FAILS(secretsFromJson("hunter2"), ErrorKind::BadInput);
    }
};

LOCKSCOPE_TEST(tst_ProfileImport)

} // namespace tst_profileimport

#include "tst_profileimport.moc"

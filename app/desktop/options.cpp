// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/options.h"

#include "core/base/tr.h"

#include <QCommandLineParser>
#include <QFileInfo>
#include <QUrl>

#include <algorithm>

namespace lockscope
{
namespace
{

struct Known {
    QCommandLineOption url{{QStringLiteral("u"), QStringLiteral("url")},
                           Tr::tr("Connect to this Redis server: redis://, rediss:// (TLS), unix://, "
                                  "sentinel:// or cluster://. Several are the members of a RedLock group."),
                           QStringLiteral("URL")};
    QCommandLineOption profile{QStringLiteral("profile"), Tr::tr("Connect to this saved connection."),
                               QStringLiteral("NAME")};
    QCommandLineOption sandbox{QStringLiteral("sandbox"),
                               Tr::tr("Start a private Redis with demo locks and connect to it. Topologies: "
                                      "standalone, replica, sentinel, cluster or redlock.")};
    QCommandLineOption snapshot{
        QStringLiteral("snapshot"),
        Tr::tr("Show no window: print the lock table, save a picture of the window to FILE and exit."),
        QStringLiteral("FILE")};
    QCommandLineOption page{
        QStringLiteral("page"),
        Tr::tr("The page that --snapshot shows below the locks: overview, contention, timeline, "
               "blocking or audit."),
        QStringLiteral("PAGE")};
    QCommandLineOption pattern{QStringLiteral("pattern"), Tr::tr("Keys that may be locks. Repeatable."),
                               QStringLiteral("GLOB")};
    QCommandLineOption readOnly{QStringLiteral("read-only"), Tr::tr("Refuse all writes.")};
    QCommandLineOption newWindow{
        QStringLiteral("new-window"),
        Tr::tr("Open another window, even if one already shows the same connection.")};
    QCommandLineOption configDir{QStringLiteral("config-dir"),
                                 Tr::tr("Folder of the connections and the window state."),
                                 QStringLiteral("DIR")};
    QCommandLineOption language{QStringLiteral("language"),
                                Tr::tr("Language of the window, for example zh_CN."), QStringLiteral("CODE")};
    QCommandLineOption version{{QStringLiteral("v"), QStringLiteral("version")},
                               Tr::tr("Print the version and exit.")};
    QCommandLineOption help{{QStringLiteral("h"), QStringLiteral("help")},
                            Tr::tr("Print this help and exit.")};

    QList<QCommandLineOption> all() const
    {
        return {url,      profile,   sandbox,   snapshot, page,    pattern,
                readOnly, newWindow, configDir, language, version, help};
    }
};

Failure wrong(const QString &text)
{
    return Failure{
        .kind = ErrorKind::BadInput, .text = text, .remedy = Tr::tr("lockscope --help lists the options")};
}

// QCommandLineParser has no optional values, so the topology becomes a positional argument.
QStringList withTopologyApart(const QStringList &arguments)
{
    const QString together = QStringLiteral("--sandbox=");
    QStringList words;
    for (const QString &word : arguments) {
        if (word.startsWith(together))
            words << together.chopped(1) << word.mid(together.size());
        else
            words << word;
    }
    return words;
}

// A desktop passes a file as a URL, because the desktop entry has %u.
bool isFileUrl(const QString &word)
{
    return word.startsWith(QLatin1String("file://"), Qt::CaseInsensitive);
}

bool isLink(const QString &word)
{
    return word.contains(QLatin1String("://")) && !isFileUrl(word);
}

Failure unusable(const QString &text, const QString &remedy)
{
    return Failure{.kind = ErrorKind::BadInput, .text = text, .remedy = remedy};
}

// Its path, if it can be read. Whether it is a recording is found when it is opened.
Outcome<QString> readableFile(const QString &word)
{
    const QString local = isFileUrl(word) ? QUrl(word).toLocalFile() : word;
    const QString path = local.isEmpty() ? word : local;
    const QFileInfo file(path);
    const QString another = Tr::tr("use a recording made by lockscope-cli record");
    if (file.isDir())
        return unusable(Tr::tr("%1 is a folder").arg(path), another);
    if (!file.exists())
        return unusable(Tr::tr("file %1 does not exist").arg(path), another);
    if (!file.isFile())
        return unusable(Tr::tr("%1 is not a regular file").arg(path), another);
    if (!file.isReadable())
        return unusable(Tr::tr("cannot read %1").arg(path), Tr::tr("check its permissions"));
    return path;
}

// The order of positional arguments and options is lost, so a file may come before the topology.
Done takeSandbox(DesktopOptions &options, QStringList &words)
{
    const auto isTopology = [](const QString &word) { return sandboxTopology(word.toUtf8()).has_value(); };
    const auto named = std::find_if(words.cbegin(), words.cend(), isTopology);
    const qsizetype at = named == words.cend() ? 0 : named - words.cbegin();
    const QString topology = words.isEmpty() ? QStringLiteral("standalone") : words.takeAt(at);
    options.sandbox = sandboxTopology(topology.toUtf8());
    if (!options.sandbox)
        return wrong(Tr::tr("unknown sandbox \"%1\"").arg(topology));
    return Nothing{};
}

struct Operands {
    QStringList links{};
    QStringList files{};
};

Outcome<Operands> operandsOf(const QStringList &words)
{
    Operands operands;
    for (const QString &word : words) {
        if (isLink(word))
            operands.links << word;
        else if (word.isEmpty() || word.startsWith(QLatin1Char('-')))
            return wrong(Tr::tr("unknown option \"%1\"").arg(word));
        else
            operands.files << word;
    }
    if (operands.files.size() > 1)
        return wrong(Tr::tr("only one file can be opened at a time"));
    return operands;
}

Done takeValues(DesktopOptions &options, const QCommandLineParser &parser, const Known &known)
{
    options.help = parser.isSet(known.help);
    options.version = parser.isSet(known.version);
    options.profile = parser.value(known.profile);
    options.snapshot = parser.value(known.snapshot);
    options.page = parser.value(known.page);
    options.newWindow = parser.isSet(known.newWindow);
    options.readOnly = parser.isSet(known.readOnly);
    options.configDir = parser.value(known.configDir);
    options.language = parser.value(known.language);
    const QStringList patterns = parser.values(known.pattern);
    for (const QString &pattern : patterns) {
        if (pattern.isEmpty())
            return wrong(Tr::tr("--pattern must not be empty"));
        options.patterns << pattern.toUtf8();
    }
    for (const QCommandLineOption &option :
         {known.profile, known.snapshot, known.page, known.configDir, known.language}) {
        if (parser.isSet(option) && parser.value(option).isEmpty())
            return wrong(Tr::tr("--%1 must not be empty").arg(option.names().constLast()));
    }
    if (parser.isSet(known.page) && !pageNames().contains(options.page))
        return wrong(
            Tr::tr("unknown page \"%1\": use %2").arg(options.page, pageNames().join(QLatin1String(", "))));
    if (parser.isSet(known.page) && options.snapshot.isEmpty())
        return wrong(Tr::tr("--page requires --snapshot"));
    return Nothing{};
}

Done takeAddresses(DesktopOptions &options, const QStringList &urls, const QStringList &links)
{
    if (!urls.isEmpty()) {
        auto spec = parseConnectionUrls(urls);
        if (!spec)
            return spec.failure();
        options.url = *spec;
    }
    if (links.isEmpty())
        return Nothing{};
    auto spec = parseConnectionUrls(links);
    if (!spec && links.size() > 1)
        return spec.failure();
    if (spec)
        options.link = *spec;
    else
        options.linkFault = spec.failure();
    return Nothing{};
}

// One thing to show: a file, a link, or what an option names.
Done takeTarget(DesktopOptions &options, const Operands &operands, bool hasProfile)
{
    const int targets = int(options.url.has_value()) + int(hasProfile) + int(options.sandbox.has_value());
    if (!operands.files.isEmpty()) {
        if (targets > 0 || !operands.links.isEmpty() || !options.snapshot.isEmpty() || options.readOnly ||
            !options.patterns.isEmpty())
            return wrong(Tr::tr("a file cannot be combined with a link, --url, --profile, --sandbox, "
                                "--snapshot, --read-only or --pattern"));
        const auto file = readableFile(operands.files.constFirst());
        if (!file)
            return file.failure();
        options.recording = *file;
    }
    if (targets > 1)
        return wrong(Tr::tr("--url, --profile and --sandbox cannot be combined"));
    if (targets > 0 && !operands.links.isEmpty())
        return wrong(Tr::tr("an address without --url is a link, and must be the only argument"));
    if (!options.snapshot.isEmpty() && targets == 0 && !options.help && !options.version)
        return wrong(Tr::tr("--snapshot requires --url, --profile or --sandbox"));
    return Nothing{};
}

} // namespace

QStringList pageNames()
{
    return {QStringLiteral("overview"), QStringLiteral("contention"), QStringLiteral("timeline"),
            QStringLiteral("blocking"), QStringLiteral("audit")};
}

Outcome<DesktopOptions> parseOptions(const QStringList &arguments)
{
    const Known known;
    QCommandLineParser parser;
    parser.addOptions(known.all());
    if (!parser.parse(withTopologyApart(arguments))) {
        QString text = parser.errorText();
        while (text.endsWith(QLatin1Char('.')))
            text.chop(1);
        return wrong(text);
    }
    DesktopOptions options;
    QStringList words = parser.positionalArguments();
    Done taken = Nothing{};
    if (parser.isSet(known.sandbox))
        taken = takeSandbox(options, words);
    if (!taken)
        return taken.failure();
    const auto operands = operandsOf(words);
    if (!operands)
        return operands.failure();
    taken = takeValues(options, parser, known);
    if (taken)
        taken = takeAddresses(options, parser.values(known.url), operands->links);
    if (taken)
        taken = takeTarget(options, *operands, parser.isSet(known.profile));
    return taken ? Outcome<DesktopOptions>(std::move(options)) : taken.failure();
}

QString helpText()
{
    QCommandLineParser parser;
    parser.addOptions(Known().all());
    parser.setApplicationDescription(
        Tr::tr("Shows the distributed locks in Redis and lets you act on them. If a window already shows the "
               "requested connection, it is brought to the front."));
    // The usage line has both in one pair of brackets.
    parser.addPositionalArgument(
        QStringLiteral("LINK"),
        Tr::tr("Address to open in the connection dialog. Nothing connects by itself."),
        QStringLiteral("[LINK |"));
    parser.addPositionalArgument(
        QStringLiteral("FILE"),
        Tr::tr("Recording to play, as lockscope-cli record writes it. No server is contacted."),
        QStringLiteral("FILE]"));
    return parser.helpText();
}

CommandLine commandLine(const DesktopOptions &options)
{
    CommandLine line;
    // Joined by '=', because a value may look like an option.
    const auto add = [&line](const char *option, const QString &value) {
        line.arguments << QLatin1String(option) + u'=' + value;
    };
    if (!options.configDir.isEmpty())
        add("--config-dir", options.configDir);
    if (!options.profile.isEmpty())
        add("--profile", options.profile);
    if (options.url) {
        const QStringList members = connectionUrl(*options.url).split(u' ');
        for (const QString &member : members)
            add("--url", member);
        line.password = options.url->password;
    }
    if (options.sandbox)
        add("--sandbox", QString::fromUtf8(name(*options.sandbox)));
    for (const QByteArray &pattern : options.patterns)
        add("--pattern", QString::fromUtf8(pattern));
    if (options.readOnly)
        line.arguments << QStringLiteral("--read-only");
    if (options.newWindow)
        line.arguments << QStringLiteral("--new-window");
    return line;
}

bool fitsCommandLine(ConnectionSpec spec)
{
    auto said = parseConnectionUrl(connectionUrl(spec));
    if (!said)
        return false;
    for (const QByteArray &pattern : std::as_const(spec.patterns))
        said->patterns << QString::fromUtf8(pattern).toUtf8();
    said->password = spec.password;
    said->readOnly = spec.readOnly;
    said->tellMembers();
    spec.tellMembers();
    return *said == spec;
}

} // namespace lockscope

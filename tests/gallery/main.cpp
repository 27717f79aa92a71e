// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of every view, with real locks on real servers: one file a scene, a language and a look.

#include "tests/gallery/film.h"
#include "tests/gallery/looks.h"
#include "tests/gallery/scenes.h"
#include "tests/support/fonts.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QTest>
#include <QTextStream>

using namespace lockscope;
using namespace lockscope::test;

namespace
{

struct Wishes {
    QDir folder{};
    QStringList scenes{}; // empty: all
    QList<Appearance> appearances{};
    QStringList languages{};
    QSize size{1400, 850};
    std::chrono::seconds life{45};
    bool small = false;
    bool film = false;
};

QCommandLineOption option(const char *name, const char *help, const char *value)
{
    return {QLatin1String(name), QLatin1String(help), QLatin1String(value)};
}

const QCommandLineOption Out = option("out", "Where the pictures go.", "folder");
const QCommandLineOption SceneNamed = option("scene", "Only this one; may be said again.", "name");
const QCommandLineOption Look = option("look", "light or dark; else both.", "look");
const QCommandLineOption Language =
    option("language", "en, zh_CN or pseudo; else the first two.", "language");
const QCommandLineOption Size = option("size", "Of the window; 1400x850.", "WxH");
const QCommandLineOption Scale = option("scale", "Of the screen, such as 1.5.", "factor");
const QCommandLineOption Font = option("font", "Of the application, such as Cantarell.", "family");
const QCommandLineOption Life = option("life", "Seconds in which something happens before; 45.", "s");
const QCommandLineOption List{QStringLiteral("list"), QStringLiteral("Names the scenes.")};

const QCommandLineOption Film{
    QStringLiteral("film"),
    QStringLiteral("Instead of scenes: how a stuck lock is found and released, as released-LANGUAGE.png.")};

const QCommandLineOption Small{QStringLiteral("small"), QStringLiteral("In 256 colours.")};

QTextStream &err()
{
    static QTextStream stream(stderr);
    return stream;
}

std::optional<Wishes> read(const QCommandLineParser &parser)
{
    Wishes wishes;
    wishes.folder = QDir(parser.value(Out));
    wishes.scenes = parser.values(SceneNamed);
    const QString look = parser.value(Look);
    if (look != QLatin1String("dark"))
        wishes.appearances << Appearance::Light;
    if (look != QLatin1String("light"))
        wishes.appearances << Appearance::Dark;
    wishes.languages = parser.values(Language);
    if (wishes.languages.isEmpty())
        wishes.languages = {QStringLiteral("en"), QStringLiteral("zh_CN")};
    if (const QStringList sides = parser.value(Size).split(u'x'); sides.size() == 2)
        wishes.size = {sides[0].toInt(), sides[1].toInt()};
    wishes.small = parser.isSet(Small);
    wishes.film = parser.isSet(Film);
    if (parser.isSet(Life))
        wishes.life = std::chrono::seconds(parser.value(Life).toInt());
    if (parser.value(Out).isEmpty() || !wishes.folder.mkpath(QStringLiteral(".")) || wishes.size.isEmpty())
        return {};
    return wishes;
}

std::vector<Scene> chosenScenes(const QStringList &names)
{
    std::vector<Scene> scenes;
    for (const Scene &scene : allScenes()) {
        if (names.isEmpty() || names.contains(QLatin1String(scene.name)))
            scenes.push_back(scene);
    }
    return scenes;
}

class Pictures
{
public:
    explicit Pictures(const Wishes &wishes) : m_wishes(wishes) {}

    int takeAll()
    {
        for (const QString &language : m_wishes.languages) {
            if (!m_looks.speak(language)) {
                err() << "there is no language " << language << '\n';
                return 2;
            }
            takeAll(language);
        }
        return m_failures > 0 ? 1 : 0;
    }

private:
    void takeAll(const QString &language)
    {
        GalleryWindow gallery(m_places, m_wishes.size);
        if (m_wishes.film)
            return film(gallery, language);
        QList<ConnectionSpec> lived;
        for (const Scene &scene : chosenScenes(m_wishes.scenes))
            take(gallery, scene, language, lived);
    }

    // What a page over time shows has to happen first, wherever somebody is at work.
    static bool isNew(GalleryWindow &gallery, QList<ConnectionSpec> &lived)
    {
        const auto &spec = gallery.window().deployment().spec;
        if (!spec || !gallery.places().isBusy(*spec) || lived.contains(*spec))
            return false;
        lived << *spec;
        return true;
    }

    static QWidget *show(GalleryWindow &gallery, const Scene &scene)
    {
        gallery.tidy();
        return scene.show(gallery);
    }

    void film(GalleryWindow &gallery, const QString &language)
    {
        m_looks.apply(m_wishes.appearances.front());
        const QByteArray animation = animatedPng(stuckLockReleased(gallery, m_wishes.life));
        QFile file(m_wishes.folder.filePath(QStringLiteral("released-%1.png").arg(language)));
        if (animation.isEmpty() || !file.open(QIODevice::WriteOnly) || file.write(animation) < 0) {
            ++m_failures;
            err() << "film: " << gallery.problem() << '\n';
        }
    }

    void take(GalleryWindow &gallery, const Scene &scene, const QString &language,
              QList<ConnectionSpec> &lived)
    {
        QWidget *view = show(gallery, scene);
        if (view && isNew(gallery, lived)) {
            QTest::qWait(int(std::chrono::milliseconds(m_wishes.life).count()));
            view = show(gallery, scene);
        }
        if (!view) {
            ++m_failures;
            err() << scene.name << ": " << gallery.problem() << '\n';
            err().flush();
            return;
        }
        for (const Appearance appearance : m_wishes.appearances) {
            m_looks.apply(appearance);
            gallery.settle();
            QTest::qWait(100); // what is drawn a little later, such as plots
            const bool dark = appearance == Appearance::Dark;
            const QString name = QStringLiteral("%1-%2-%3.png")
                                     .arg(QLatin1String(scene.name),
                                          dark ? QStringLiteral("dark") : QStringLiteral("light"), language);
            const QImage picture = view->grab().toImage();
            if (!(m_wishes.small ? inColours(picture, fewColours({picture})) : picture)
                     .save(m_wishes.folder.filePath(name)))
                ++m_failures;
        }
        m_looks.apply(Appearance::Light);
    }

    const Wishes m_wishes;
    Looks m_looks{};
    Places m_places{1.0};
    int m_failures = 0;
};

} // namespace

int main(int argc, char *argv[])
{
    for (int i = 1; i + 1 < argc; ++i) {
        if (qstrcmp(argv[i], "--scale") == 0)
            qputenv("QT_SCALE_FACTOR", argv[i + 1]);
        if (qstrcmp(argv[i], "--font") == 0)
            qputenv("LOCKSCOPE_FONT", argv[i + 1]);
    }
    qputenv("FONTCONFIG_FILE", LOCKSCOPE_FONTS_CONF);
    qputenv("FC_LANG", "en"); // one family name in every locale
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QCoreApplication::setApplicationName(QStringLiteral("lockscope"));
    const QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({Out, SceneNamed, Look, Language, Size, Scale, Font, Life, Small, Film, List});
    parser.process(application);
    if (parser.isSet(List)) {
        for (const Scene &scene : allScenes())
            QTextStream(stdout) << scene.name << '\n';
        return 0;
    }
    if (const QString problem = wearTestFont(); !problem.isEmpty()) {
        err() << problem << '\n';
        return 2;
    }
    const auto wishes = read(parser);
    if (!wishes) {
        err() << "give --out a folder; --help tells the rest\n";
        return 2;
    }
    return Pictures(*wishes).takeAll();
}

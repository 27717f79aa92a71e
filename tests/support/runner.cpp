// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/runner.h"

#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>

// Qt looks up names in a thread of its own. One that nothing resolves may take longer than the program.
const char *__lsan_default_suppressions()
{
    return "leak:__res_context_send\n";
}
#endif
#endif

namespace lockscope::test
{

namespace
{

std::map<std::string, TestMain> &registered()
{
    static std::map<std::string, TestMain> tests;
    return tests;
}

// The variables that tests inherit: paths of programs and libraries, and the user's locale and time zone,
// which must not change a result. All others are settings of the session, the desktop or other programs.
bool isKept(std::string_view name)
{
    static constexpr std::string_view names[] = {"LANG",   "LANGUAGE", "LOCPATH", "LOGNAME",       "PATH",
                                                 "TMPDIR", "TZ",       "USER",    "QT_PLUGIN_PATH"};
    static constexpr std::string_view prefixes[] = {"LC_",
                                                    "LD_",
                                                    "QTEST_",
                                                    "LOCKSCOPE_DESKTOP",
                                                    "LOCKSCOPE_FONT",
                                                    "LOCKSCOPE_FUZZ",
                                                    "LOCKSCOPE_SCALE",
                                                    "LOCKSCOPE_PICTURES",
                                                    "LOCKSCOPE_SCENES"};
    return std::find(std::begin(names), std::end(names), name) != std::end(names) ||
           std::any_of(std::begin(prefixes), std::end(prefixes),
                       [name](std::string_view prefix) { return name.substr(0, prefix.size()) == prefix; }) ||
           name.find("SAN_OPTIONS") != std::string_view::npos; // Options of the sanitizers
}

void forgetSession()
{
    std::vector<std::string> forgotten;
    for (char **variable = environ; *variable; ++variable) {
        const std::string name(*variable, std::string_view(*variable).find('='));
        if (!isKept(name))
            forgotten.push_back(name);
    }
    for (const std::string &name : forgotten)
        ::unsetenv(name.c_str());
    // nohup, background jobs of a shell and some CI services start programs with ignored or blocked signals.
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGCHLD,
                             SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU})
        ::signal(signal, SIG_DFL);
    ::umask(022);
}

// A folder in memory, if there is one with enough space: audit, history and servers wait for the disk with
// each write, and meanwhile the other threads and clients of a test go on.
const char *placeInMemory()
{
    static constexpr const char *Shared = "/dev/shm";
    constexpr unsigned long long Enough = 1ULL << 30;
    struct statvfs memory = {};
    if (::statvfs(Shared, &memory) != 0 || ::access(Shared, W_OK | X_OK) != 0)
        return nullptr;
    bool isUsable = (memory.f_flag & ST_RDONLY) == 0;
#ifdef ST_NOEXEC // tests start scripts that they write
    isUsable = isUsable && (memory.f_flag & ST_NOEXEC) == 0;
#endif
    return isUsable && static_cast<unsigned long long>(memory.f_bavail) * memory.f_frsize >= Enough ? Shared
                                                                                                    : nullptr;
}

// Home, runtime folder and temporary folder of the test, removed at its end. Unix sockets need a short path,
// and D-Bus addresses one without special characters.
class OwnFolders
{
public:
    OwnFolders()
    {
        const char *place = std::getenv("TMPDIR");
        if (!place)
            place = placeInMemory();
        std::string name = place ? place : "";
        constexpr size_t Long = 30;
        if (name.empty() || name.front() != '/' || name.size() > Long ||
            name.find_first_of(" %:,;\\'\"") != std::string::npos)
            name = "/tmp";
        name += "/test-lockscope-XXXXXX";
        if (!::mkdtemp(name.data())) {
            std::perror(name.c_str());
            std::exit(2);
        }
        m_folder = name;
        set("HOME", "home");
        set("XDG_RUNTIME_DIR", "run");
        set("TMPDIR", "tmp");
    }
    ~OwnFolders()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_folder, ignored);
    }

private:
    void set(const char *variable, const char *folder) const
    {
        const std::filesystem::path path = m_folder / folder;
        std::filesystem::create_directory(path);
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        ::setenv(variable, path.c_str(), 1);
    }
    std::filesystem::path m_folder;
};

int run(TestMain test, std::vector<char *> arguments)
{
    ::setenv("QTEST_FUNCTION_TIMEOUT", "840000", 0); // ms; with the stacks, before ctest ends it after 900 s
    const int count = int(arguments.size());
    arguments.push_back(nullptr);
    const char *const isSealed = "LOCKSCOPE_TEST"; // Set if a test started this program
    // Tests with third-party clients fetch packages with the user's proxies, registries and caches.
    if (std::getenv(isSealed) || std::string_view(arguments[0]).substr(0, 9) == "tst_with_")
        return test(count, arguments.data());
    forgetSession();
    const OwnFolders folders;
    ::setenv(isSealed, "1", 1);
    ::setenv("FONTCONFIG_FILE", LOCKSCOPE_FONTS_CONF, 1);
    ::setenv("FC_LANG", "en", 1);                // One family name in every locale
    ::setenv("QT_QPA_PLATFORM", "offscreen", 1); // Unless called with -platform
    if (const char *scale = std::getenv("LOCKSCOPE_SCALE"))
        ::setenv("QT_SCALE_FACTOR", scale, 1);
    return test(count, arguments.data());
}

} // namespace

Registration::Registration(const char *file, TestMain run)
{
    registered().emplace(std::filesystem::path(file).stem().string(), run);
}

void ignoreClosedPipes()
{
    ::signal(SIGPIPE, SIG_IGN);
}

} // namespace lockscope::test

int main(int argc, char **argv)
{
    const auto &tests = lockscope::test::registered();
    const auto test = argc < 2 ? tests.end() : tests.find(argv[1]);
    if (test == tests.end()) {
        std::fprintf(stderr, "usage: %s TEST [argument of Qt Test ...]\n", argv[0]);
        for (const auto &[name, run] : tests)
            std::fprintf(stderr, "  %s\n", name.c_str());
        return 2;
    }
    // Names the test like a program of its own: QCoreApplication::applicationName() returns this name.
    std::vector<char *> arguments{argv[1]};
    arguments.insert(arguments.end(), argv + 2, argv + argc);
    return lockscope::test::run(test->second, std::move(arguments));
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/hidepasswords.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <string_view>

namespace lockscope
{

namespace
{

constexpr std::string_view SchemeEnd = "://";
constexpr std::string_view SentinelPassword = "sentinelpassword=";
constexpr std::string_view Proxy = "proxy=";
constexpr std::string_view Ssh = "ssh=";

struct Range {
    char *begin;
    char *end;
    std::string_view text() const { return {begin, size_t(end - begin)}; }
    void hide() const { std::fill(begin, end, '*'); }
};

// Hides the part after the first colon; without a colon, all of it is a password.
void hideLogin(const Range &login)
{
    char *const colon = std::find(login.begin, login.end, ':');
    Range{colon == login.end ? login.begin : colon + 1, login.end}.hide();
}

void hideOfProxy(const Range &value)
{
    const size_t scheme = value.text().find(SchemeEnd);
    char *const begin =
        scheme == std::string_view::npos ? value.begin : value.begin + scheme + SchemeEnd.size();
    const size_t at = value.text().rfind('@');
    if (at != std::string_view::npos)
        hideLogin({begin, std::max(begin, value.begin + at)});
    else if (value.text().find("%40") != std::string_view::npos)
        Range{begin, value.end}.hide();
}

// part is one parameter, or the text before '?'. Returns the end of the URL's own login if it ends in this
// part, else null.
char *endOfLogin(const Range &part)
{
    const size_t at = part.text().rfind('@');
    if (at == std::string_view::npos || part.text().starts_with(Proxy) || part.text().starts_with(Ssh))
        return nullptr;
    return part.begin + at;
}

void hideParameter(const Range &part)
{
    if (part.text().starts_with(SentinelPassword))
        Range{part.begin + SentinelPassword.size(), part.end}.hide();
    else if (part.text().starts_with(Proxy))
        hideOfProxy({part.begin + Proxy.size(), part.end});
}

// The part after the scheme. The parser later rejects a password with an unescaped '?', '/' or '@', but it is
// already in the process list. So everything before the last '@' counts as the login.
void hideInUrl(const Range &url)
{
    char *loginEnd = nullptr;
    for (char *begin = url.begin; begin < url.end;) {
        char *const end = std::find_if(begin, url.end, [](char c) { return c == '?' || c == '&'; });
        if (char *const found = endOfLogin({begin, end}))
            loginEnd = found;
        hideParameter({begin, end});
        begin = std::min(end, url.end - 1) + 1;
    }
    if (loginEnd)
        hideLogin({url.begin, loginEnd});
}

} // namespace

void hidePasswords(int count, char **words)
{
    for (int i = 1; i < count; ++i) {
        // One word may contain a group: several URLs separated by blanks.
        char *const end = words[i] + std::strlen(words[i]);
        for (char *begin = words[i]; begin < end;) {
            char *const blank =
                std::find_if(begin, end, [](unsigned char c) { return std::isspace(c) != 0; });
            const Range word{begin, blank};
            const size_t scheme = word.text().find(SchemeEnd);
            if (scheme != std::string_view::npos)
                hideInUrl({begin + scheme + SchemeEnd.size(), blank});
            begin = blank == end ? end : blank + 1;
        }
    }
}

} // namespace lockscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockscope
{

// Overwrites the passwords in URLs in argv, so that process lists do not show them.
void hidePasswords(int count, char **words);

} // namespace lockscope

# SPDX-License-Identifier: GPL-3.0-or-later
# What `cmake --install` puts where. Nothing in it names a prefix: the programs look for their parts beside
# themselves, so that a tree may be installed anywhere and moved afterwards.
include(GNUInstallDirs)
set(DATA "${CMAKE_INSTALL_DATADIR}")
include(installer/texts.cmake)

install(TARGETS lockscope-cli RUNTIME)
install(TARGETS lockscope-worker lockscope-clock RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/lockscope"
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/lockscope")
manual(lockscope-cli "${CMAKE_INSTALL_MANDIR}")
install(FILES app/cli/lockscope-cli.bash DESTINATION "${DATA}/bash-completion/completions" RENAME lockscope-cli)
install(FILES app/cli/_lockscope-cli DESTINATION "${DATA}/zsh/site-functions")

if(LOCKSCOPE_UI)
    install(TARGETS lockscope RUNTIME)
    manual(lockscope "${CMAKE_INSTALL_MANDIR}")
    install(FILES app/desktop/lockscope.bash DESTINATION "${DATA}/bash-completion/completions" RENAME lockscope)
    install(FILES app/desktop/_lockscope DESTINATION "${DATA}/zsh/site-functions")
    install(FILES installer/org.lockscope.Lockscope.desktop DESTINATION "${DATA}/applications")
    install(FILES installer/org.lockscope.Lockscope.xml DESTINATION "${DATA}/mime/packages")
    installed_text(${METAINFO}.in org.lockscope.Lockscope.metainfo.xml "${DATA}/metainfo")
    install(FILES resources/icons/org.lockscope.Lockscope.svg DESTINATION "${DATA}/icons/hicolor/scalable/apps")
    install(FILES resources/icons/org.lockscope.Lockscope-symbolic.svg DESTINATION "${DATA}/icons/hicolor/symbolic/apps")
    foreach(size 48 64 128 256)
        install(FILES resources/icons/lockscope-${size}.png DESTINATION "${DATA}/icons/hicolor/${size}x${size}/apps"
            RENAME org.lockscope.Lockscope.png)
    endforeach()
endif()

documents("${DATA}/doc/lockscope")
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    install(FILES installer/systemd/lockscope-record@.service installer/kubernetes/lockscope-record.yaml
        DESTINATION "${DATA}/doc/lockscope/examples")
endif()

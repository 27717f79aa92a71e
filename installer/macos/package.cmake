# SPDX-License-Identifier: GPL-3.0-or-later
# What `cmake --install` puts where on macOS: one bundle with all programs in it, where they look for their
# parts. `cpack` packs it, with the libraries it needs, as a disk image.
include(GNUInstallDirs)
include(installer/texts.cmake)
if(NOT LOCKSCOPE_UI)
    install(TARGETS lockscope-cli lockscope-worker RUNTIME)
    return()
endif()
set_target_properties(lockscope PROPERTIES MACOSX_BUNDLE ON
    MACOSX_BUNDLE_INFO_PLIST "${CMAKE_SOURCE_DIR}/installer/macos/Info.plist.in")
install(TARGETS lockscope BUNDLE DESTINATION .)
install(TARGETS lockscope-cli lockscope-worker RUNTIME DESTINATION lockscope.app/Contents/MacOS)
manual(lockscope lockscope.app/Contents/Resources/man)
manual(lockscope-cli lockscope.app/Contents/Resources/man)
documents(lockscope.app/Contents/Resources/docs)

# The icon is made of those for other desktops, by a program that every macOS has.
find_program(ICONUTIL iconutil)
if(ICONUTIL)
    set(ICONS "${CMAKE_SOURCE_DIR}/resources/icons")
    set(ICON_SET "${CMAKE_BINARY_DIR}/lockscope.iconset")
    foreach(named "lockscope-64:icon_32x32@2x" "lockscope-128:icon_128x128" "lockscope-256:icon_128x128@2x"
            "lockscope-256:icon_256x256")
        string(REPLACE ":" ";" named "${named}")
        list(GET named 0 from)
        list(GET named 1 to)
        if(EXISTS "${ICONS}/${from}.png")
            configure_file("${ICONS}/${from}.png" "${ICON_SET}/${to}.png" COPYONLY)
        endif()
    endforeach()
    execute_process(COMMAND "${ICONUTIL}" -c icns -o "${CMAKE_BINARY_DIR}/lockscope.icns" "${ICON_SET}"
        COMMAND_ERROR_IS_FATAL ANY)
    install(FILES "${CMAKE_BINARY_DIR}/lockscope.icns" DESTINATION lockscope.app/Contents/Resources)
endif()

set(CPACK_GENERATOR DragNDrop)
set(CPACK_PACKAGE_NAME Lockscope)
set(CPACK_PACKAGE_VENDOR "The Lockscope project")
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_SOURCE_DIR}/LICENSE")
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_SOURCE_DIR}/installer/macos/deploy.cmake")
include(CPack)

/* What window_systems_cgl.cpp takes of macOS' header, for a test on other systems. */
#pragma once

typedef struct _CGLContextObject* CGLContextObj;
typedef struct _CGLShareGroup* CGLShareGroupObj;

CGLContextObj CGLGetCurrentContext();
CGLShareGroupObj CGLGetShareGroup(CGLContextObj context);

/* What window_systems_wgl.cpp takes of Windows' header, for a test on other systems. */
#pragma once

struct HGLRC__;
struct HDC__;
typedef struct HGLRC__* HGLRC;
typedef struct HDC__* HDC;

HGLRC wglGetCurrentContext();
HDC wglGetCurrentDC();

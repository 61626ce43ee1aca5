@rem Builds everything.
:: So it does.
@echo off
setlocal enabledelayedexpansion
if not exist build mkdir build
set BUILD_DIR=%CD%\build
cmake -DARROW_CSV=ON /nologo /b .. || exit /b 1

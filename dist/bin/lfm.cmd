@echo off
rem Runs lfm from an unpacked distribution; needs Java 17 or later. LFM_JAVA_OPTS holds further options for the JVM.
setlocal
set "LFM_HOME=%~dp0.."
set "LFM_JAVA=java.exe"
if defined JAVA_HOME set "LFM_JAVA=%JAVA_HOME%\bin\java.exe"
"%LFM_JAVA%" -version >nul 2>&1
if errorlevel 1 (
  echo lfm: no Java found; install Java 17 or later, or set JAVA_HOME 1>&2
  exit /b 1
)
"%LFM_JAVA%" -XX:+UseSerialGC -Dorg.bytedeco.javacpp.maxBytes=0 -Dorg.bytedeco.javacpp.maxPhysicalBytes=0 %LFM_JAVA_OPTS% -cp "%LFM_HOME%\lfm.jar;%LFM_HOME%\plugins\*" org.latentfeature.cli.Lfm %*
exit /b %errorlevel%

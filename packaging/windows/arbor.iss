; Inno Setup: iscc /DVersion=0.1.0 packaging\windows\arbor.iss, after `build.py bundle`.
[Setup]
AppId=org.arbor.desktop
AppName=Arbor Desktop
AppVersion={#Version}
AppPublisher=The Arbor Desktop contributors
DefaultDirName={autopf}\Arbor Desktop
DefaultGroupName=Arbor Desktop
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesEnvironment=yes
CloseApplications=yes
LicenseFile=..\..\LICENSE
OutputDir=..\..\dist
OutputBaseFilename=arbor-desktop-{#Version}-windows-x64
UninstallDisplayIcon={app}\arbor-desktop.exe

[Files]
Source: "..\..\build\bundle\arbor-desktop\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[InstallDelete]
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{group}\Arbor Desktop"; Filename: "{app}\arbor-desktop.exe"

[Tasks]
Name: path; Description: "Add the command arbor to PATH"

[Registry]
Root: HKA; Subkey: "{code:EnvironmentKey}"; ValueType: expandsz; ValueName: "Path"; \
    ValueData: "{olddata};{app}"; Tasks: path; Check: NotOnPath
; What the setting "start at login" wrote does not outlive the program.
Root: HKCU; Subkey: "Software\Microsoft\Windows\CurrentVersion\Run"; ValueName: "Arbor Desktop"; \
    Flags: uninsdeletevalue dontcreatekey

[Code]
function EnvironmentKey(Param: String): String;
begin
  if IsAdminInstallMode then
    Result := 'System\CurrentControlSet\Control\Session Manager\Environment'
  else
    Result := 'Environment';
end;

function NotOnPath: Boolean;
var
  Path: String;
begin
  if not RegQueryStringValue(HKA, EnvironmentKey(''), 'Path', Path) then
    Path := '';
  Result := Pos(';' + Lowercase(ExpandConstant('{app}')) + ';', ';' + Lowercase(Path) + ';') = 0;
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Path: String;
begin
  if (Step = usUninstall) and RegQueryStringValue(HKA, EnvironmentKey(''), 'Path', Path) then
  begin
    StringChangeEx(Path, ';' + ExpandConstant('{app}'), '', True);
    RegWriteExpandStringValue(HKA, EnvironmentKey(''), 'Path', Path);
  end;
end;

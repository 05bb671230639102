#!/usr/bin/env bash
# Builds the Debian package on a bare Debian (or takes the one that is named), and uses it as its new owner would:
# run as root, in a system that may be thrown away. Pictures of the window and of the menu go to $OUT (default: dist).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
out=${OUT:-dist}; mkdir -p "$out"; out=$(realpath "$out")
export DEBIAN_FRONTEND=noninteractive
say() { printf '\n== %s\n' "$*"; }

package=${1:-}
apt-get -qq update
if [ -z "$package" ]; then
say "Build"
# The window's libraries, too: the build looks up which packages have what they need.
apt-get -qq install -y --no-install-recommends python3-venv libpython3-dev binutils appstream desktop-file-utils \
    $(python3 -c "from arbor_desktop.prerequisites import libraries; print(*libraries().values())") >/dev/null
python3 packaging/build.py deb
desktop-file-validate build/stage/share/applications/arbor-desktop.desktop
appstreamcli validate --no-net build/stage/share/metainfo/org.arbor.desktop.metainfo.xml
package=$(realpath dist/arbor-desktop_*.deb)
fi
ls -lh "$package"

say "Install"
apt-get -qq install -y "$package" >/dev/null
useradd --create-home --shell /bin/bash person
as_person() { runuser -u person -- env HOME=/home/person PATH=/usr/bin:/bin "$@"; }
as_person arbor --version
man -w arbor 2>/dev/null || test -e /usr/share/man/man1/arbor.1.gz
as_person arbor doctor

say "A watched session becomes a memory"
session=/home/person/.claude/projects/-home-person-kiln; as_person mkdir -p "$session" /home/person/kiln
as_person arbor sources enable claude-code
as_person arbor settings set capture.settle_seconds 5
runuser -u person -- env HOME=/home/person PATH=/usr/bin:/bin arbor watch >/tmp/watch.log 2>&1 & watch=$!
sleep 5
as_person tee "$session/6f1f0f60-0000-4000-8000-000000000001.jsonl" >/dev/null <<'SESSION'
{"type":"user","uuid":"6f1f0f60-0000-4000-8000-000000000002","parentUuid":null,"sessionId":"6f1f0f60-0000-4000-8000-000000000001","cwd":"/home/person/kiln","isSidechain":false,"userType":"external","timestamp":"2026-01-01T09:00:00.000Z","message":{"role":"user","content":"I prefer tabs over spaces for indentation in all my projects, always use tabs."}}
{"type":"assistant","uuid":"6f1f0f60-0000-4000-8000-000000000003","parentUuid":"6f1f0f60-0000-4000-8000-000000000002","sessionId":"6f1f0f60-0000-4000-8000-000000000001","cwd":"/home/person/kiln","isSidechain":false,"timestamp":"2026-01-01T09:00:05.000Z","message":{"role":"assistant","content":[{"type":"text","text":"I will indent with tabs from now on."}]}}
SESSION
for _ in $(seq 60); do as_person arbor list 2>/dev/null | grep -qi tabs && break; sleep 5; done
as_person arbor list | grep -i tabs
as_person arbor search "indentation tabs" | grep -i tabs
kill "$watch"; wait "$watch" 2>/dev/null || true

say "Its hook shares it with the next session"
as_person arbor integrate install claude-code --yes
grep -o '/usr/lib/arbor-desktop/arbor' /home/person/.claude/settings.json | head -1
echo '{"session_id":"s","cwd":"/home/person/kiln","hook_event_name":"SessionStart","source":"startup"}' |
    as_person /usr/lib/arbor-desktop/arbor hook SessionStart | tee /tmp/hook | head -c 300
grep -qi tabs /tmp/hook

say "The window, and its entry in the menu"
apt-get -qq install -y --no-install-recommends xvfb xauth imagemagick openbox rofi librsvg2-common \
    dbus >/dev/null
as_person env OUT=/tmp dbus-run-session -- xvfb-run -a -s "-screen 0 1440x900x24" bash -c '
    openbox & sleep 2
    rofi -show drun -show-icons & menu=$!; sleep 5
    import -window root /tmp/pack-menu.png; kill $menu
    arbor-desktop demo & window=$!; sleep 25
    import -window root /tmp/pack-window.png; kill $window; wait $window || true'
cp /tmp/pack-menu.png /tmp/pack-window.png "$out/"

if [ -x build/program/bin/python ]; then
say "Time against the same program started by Python, as in a checkout: median of 15"
xvfb-run -a build/program/bin/python - <<'TIMES'
import os, statistics, subprocess, tempfile, time

programs = {"deb": ["/usr/lib/arbor-desktop/arbor"], "Python": ["build/program/bin/python", "-P", "-m", "arbor_desktop"]}
asked = b'{"session_id":"s","cwd":"/tmp","hook_event_name":"SessionStart","source":"startup"}'
with tempfile.TemporaryDirectory() as home:
    environ = {**os.environ, "ARBOR_HOME": home}
    subprocess.run([*programs["deb"], "add", "--type", "fact", "A first memory."], env=environ, check=True)
    for words, times in ((["hook", "SessionStart"], 15), (["--version"], 15), (["--quit-after-paint"], 5)):
        took = {name: [] for name in programs}
        for _ in range(times):
            for name, program in programs.items():
                began = time.perf_counter()
                subprocess.run([*program, *words], env=environ, input=asked, stdout=subprocess.DEVNULL, check=True)
                took[name].append(time.perf_counter() - began)
        deb, python = (statistics.median(took[name]) * 1000 for name in ("deb", "Python"))
        print(f"arbor {' '.join(words):22} {deb:6.0f} ms, {python:6.0f} ms: {deb / python:.2f} times")
TIMES
fi

say "Remove"
as_person arbor integrate remove claude-code --yes
apt-get -qq remove -y arbor-desktop >/dev/null
if command -v arbor; then exit 1; fi
left=$(find / -xdev \( -path /root -o -path /tmp -o -path /proc -o -path /sys -o -path /var -o -path /home \) -prune \
    -o -print | grep -i arbor || true)
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
find /home/person -type f | sed 's,^,kept: ,'
test -e /home/person/.local/share/arbor/arbor_memory.db
if grep -qs arbor /home/person/.claude/settings.json; then exit 1; fi
echo "All is well."

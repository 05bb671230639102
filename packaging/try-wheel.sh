#!/usr/bin/env bash
# Builds the wheel on a bare Debian, installs it with pipx and then with uv as a person, and uses it. Run as root, in a
# system that may be thrown away.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq install -y --no-install-recommends python3-venv pipx >/dev/null
python3 packaging/build.py wheel
useradd --create-home --shell /bin/bash person
cp dist/*.whl /home/person/
as_person() {
    runuser -u person -- env HOME=/home/person PATH=/home/person/.local/bin:/usr/bin:/bin \
        $(env | grep -E '^(PIP_|UV_|[a-z]+_proxy=|SSL_CERT_FILE|REQUESTS_CA_BUNDLE)' || true) "$@"
}
cd /home/person
as_person pipx install ./arbor_desktop-*.whl
as_person arbor --version
as_person arbor doctor
as_person arbor add --type preference "Indent with tabs, never with spaces."
as_person arbor search "indentation with tabs" | grep -i tabs
as_person arbor integrate install claude-code --yes
echo '{"session_id":"s","cwd":"/home/person","hook_event_name":"SessionStart","source":"startup"}' >asked
$(as_person python3 -c "
import json
hook = json.load(open('/home/person/.claude/settings.json'))['hooks']['SessionStart'][0]['hooks'][0]
print('as_person', hook['command'], *hook['args'])") <asked | grep -i tabs
as_person test -e .local/pipx/venvs/arbor-desktop/share/applications/arbor-desktop.desktop ||
    as_person test -e .local/share/pipx/venvs/arbor-desktop/share/applications/arbor-desktop.desktop
as_person arbor integrate remove claude-code --yes
as_person pipx uninstall arbor-desktop
if as_person sh -c "command -v arbor"; then exit 1; fi
python3 -m venv /usr/local/lib/uv
/usr/local/lib/uv/bin/pip install -q uv
as_person /usr/local/lib/uv/bin/uv tool install ./arbor_desktop-*.whl
as_person arbor doctor
as_person arbor search "indentation with tabs" | grep -i tabs
as_person /usr/local/lib/uv/bin/uv tool uninstall arbor-desktop
if as_person sh -c "command -v arbor"; then exit 1; fi
test -e .local/share/arbor/arbor_memory.db
find .local -ipath '*arbor*' ! -path '.local/share/arbor*' ! -path '*/logs/*' | tee left
[ ! -s left ]
echo "All is well."

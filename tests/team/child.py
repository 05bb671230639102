"""A member in a process of its own, to be killed: its home, project, account in the keyring and password.

Says and shares facts, and prints the id of each once it is shared here.
"""

import itertools
import sys

from arbor_desktop.encryption.secret_store import SecretStore
from arbor_desktop.service import MemoryService
from arbor_desktop.team.operations import Team
from tests.devices.stage import Keyring

if __name__ == "__main__":
    home, project, account, password = sys.argv[1:]
    keyring = Keyring()
    keyring.kept[account] = password
    with MemoryService.open(home) as service:
        service.settings.set("conflicts.detect", False)
        team = Team(service._rt, SecretStore(keyring))
        mark = service.query(limit=1, status="all").total
        for number in itertools.count():
            text = f"The job {mark}-{number} runs at {number % 24}:{mark % 60:02}"
            ident = service.store(text, type="fact", scope="project", scope_id=project).id
            team.share(ident)
            print(ident, flush=True)
            team.sync()

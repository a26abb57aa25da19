# Clones or pushes with a git library: python3 clients.py libgit2|dulwich can|clone|shallow|push <url> <directory>
# Prints what came of it as one line of JSON; a refusal is an outcome too. "can" says what the library offers.
import inspect
import io
import json
import sys


def libgit2(action, url, where):
    import pygit2

    class Heard(pygit2.RemoteCallbacks):
        def __init__(self):
            super().__init__()
            self.refused = {}
            self.words = ""

        def push_update_reference(self, refname, message):
            if message is not None:
                self.refused[refname] = message

        def sideband_progress(self, text):
            self.words += text

    heard = Heard()
    if action == "can":
        return {"shallow": "depth" in inspect.signature(pygit2.clone_repository).parameters}
    if action in ("clone", "shallow"):
        depth = {"depth": 1} if action == "shallow" else {}
        repository = pygit2.clone_repository(url, where, callbacks=heard, **depth)
        walk = repository.walk(repository.head.target)
        return {"head": str(repository.head.target), "commits": sum(1 for _ in walk)}
    repository = pygit2.Repository(where)
    known = [remote.name for remote in repository.remotes]
    remote = repository.remotes["there"] if "there" in known else repository.remotes.create("there", url)
    try:
        remote.push(["refs/heads/main:refs/heads/main"], callbacks=heard)
    except pygit2.GitError as wrong:
        heard.refused["*"] = str(wrong)
    return {"refused": heard.refused, "words": heard.words}


def dulwich(action, url, where):
    from dulwich import client, porcelain
    from dulwich.repo import Repo

    if action == "can":
        return {"shallow": True}
    if action in ("clone", "shallow"):
        depth = 1 if action == "shallow" else None
        repository = porcelain.clone(url, where, depth=depth, errstream=io.BytesIO())
        walk = repository.get_walker()
        return {"head": repository.head().decode(), "commits": sum(1 for _ in walk)}
    repository = Repo(where)
    words = []
    transport, path = client.get_transport_and_path(url)
    result = transport.send_pack(
        path,
        lambda refs: {b"refs/heads/main": repository.refs[b"refs/heads/main"]},
        generate_pack_data=repository.generate_pack_data,
        progress=words.append,
    )
    refused = {ref.decode(): why for ref, why in (result.ref_status or {}).items() if why}
    return {"refused": refused, "words": b"".join(words).decode()}


library, action = sys.argv[1:3]
url, where = (sys.argv[3:5] + ["", ""])[:2]
try:
    outcome = {"libgit2": libgit2, "dulwich": dulwich}[library](action, url, where)
except ImportError:
    raise
except Exception as wrong:
    outcome = {"error": type(wrong).__name__ + ": " + str(wrong)}
print(json.dumps(outcome, sort_keys=True))

"""What an assistant is told that asks: what is relevant, and nothing else."""

from __future__ import annotations

import pytest

from arbor_desktop.errors import InvalidInput
from arbor_desktop.service import MemoryService

TOPICS = (
    "Deploys go out on Tuesdays through staging",
    "The user prefers single quotes in TypeScript",
    "Postgres runs on port 5433 in development",
    "The user has two cats, Miso and Tofu",
    "Error messages are written in British English",
)


@pytest.fixture
def filled(service: MemoryService) -> MemoryService:
    service.store_many([{"content": text, "type": "fact"} for text in TOPICS])
    return service


def told(service: MemoryService, query: str, **options: object) -> list[str]:
    return [hit.memory.content for hit in service.retrieve(query, **options).memories]  # type: ignore[arg-type]


def test_what_is_not_relevant_is_cut_where_a_search_would_fill_its_limit(filled: MemoryService) -> None:
    question = "Which port does Postgres run on in development for the user?"
    assert told(filled, question) == [TOPICS[2]]
    assert len(filled.search(question)) > 1


def test_nothing_relevant_is_nothing_told(filled: MemoryService) -> None:
    answer = filled.retrieve("How tall is the Eiffel Tower in winter?")
    assert (answer.memories, answer.context, answer.total_tokens) == ((), "", 0)


def test_the_block_holds_what_was_found(filled: MemoryService) -> None:
    answer = filled.retrieve("when do deploys go out")
    assert TOPICS[0] in answer.context
    assert TOPICS[3] not in answer.context
    assert answer.total_tokens == -(-len(answer.context) // 4)
    assert answer.to_dict()["memories"][0]["content"] == TOPICS[0]


def test_what_must_not_be_told_is_not(service: MemoryService) -> None:
    def add(content: str, **fields: object) -> str:
        return service.store(content, type="fact", **fields).id  # type: ignore[arg-type]

    add("The staging password hint is under the mat", privacy_level="never_share")
    sensitive = add("The staging budget is a sensitive matter", privacy_level="sensitive")
    service.archive(add("The staging server was called Hugo"))
    here = add("The staging server of the shop is called Ida", scope="project", scope_id="/src/shop")
    add("The staging server of the blog is called Jan", scope="project", scope_id="/src/blog")
    found = {
        hit.memory.id for hit in service.retrieve("staging", max_results=20, project="/src/shop").memories
    }
    assert found == {sensitive, here}
    assert len(service.retrieve("staging", max_results=20).memories) == 3  # from everywhere


def test_of_another_branch_nothing_is_told(service: MemoryService) -> None:
    place = {"type": "fact", "scope": "project", "scope_id": "/src/shop"}
    service.store("The staging server of the shop is called Ida", **place)  # type: ignore[arg-type]
    service.store("The staging queue is drained by hand", branch="drain", **place)  # type: ignore[arg-type]
    queue, server = "The staging queue is drained by hand", "The staging server of the shop is called Ida"
    assert told(service, "staging", project="/src/shop") == [server]
    assert told(service, "staging", project="/src/shop", branch="main") == [server]
    assert set(told(service, "staging", project="/src/shop", branch="drain")) == {queue, server}
    assert set(told(service, "staging")) == {queue, server}  # from everywhere


def test_a_folder_above_that_is_a_project_is_visible(service: MemoryService) -> None:
    service.store("The staging server is called Ida", type="fact", scope="project", scope_id="/src")
    assert told(service, "staging server", project="/src/shop") == ["The staging server is called Ida"]
    assert told(service, "staging server", project="/srcs/shop") == []
    service.update(service.query().memories[0].id, branch="drain")
    assert told(service, "staging server", project="/src/shop", branch="drain") == []


def test_an_expired_memory_is_not_told(service: MemoryService, clock) -> None:  # type: ignore[no-untyped-def]
    service.store("Code freeze until Friday", type="context", expires_at=clock() + 1_000)
    assert told(service, "code freeze") == ["Code freeze until Friday"]
    clock.advance(seconds=2)
    assert told(service, "code freeze") == []


@pytest.mark.parametrize("most", [0, 101, -1])
def test_how_many_may_be_asked_for(filled: MemoryService, most: int) -> None:
    with pytest.raises(InvalidInput, match="max_results"):
        filled.retrieve("deploys", max_results=most)


def test_the_threshold_is_a_setting(filled: MemoryService) -> None:
    assert told(filled, "deploys") == [TOPICS[0]]
    filled.settings.set("search.threshold", 1.0)
    assert told(filled, "deploys") == []


def test_the_weights_are_settings(filled: MemoryService) -> None:
    filled.settings.set("search.weights", "0 1 0 0")
    hits = filled.search("deploys")
    assert [hit.score for hit in hits] == pytest.approx([hit.components.confidence for hit in hits])
    for wrong in ("1 1 1 1", "a b c d", "0.5 0.5", "2 -1 0 0"):
        with pytest.raises(InvalidInput, match="sum to 1"):
            filled.settings.set("search.weights", wrong)


def test_a_hit_says_why(filled: MemoryService) -> None:
    (hit, *_) = filled.search("postgres port")
    assert hit.terms == ("postgres", "port")
    assert hit.reasons[0] == "says postgres, port"
    again = filled.explain("postgres port", hit.memory.id)
    assert again is not None
    assert again.reasons == hit.reasons

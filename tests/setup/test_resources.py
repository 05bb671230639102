"""The one door to the files that ship with the program."""

import pytest

from arbor_desktop import resources


def test_a_text_is_read_by_its_name():
    assert resources.read_text("icons/arbor.svg").lstrip().startswith("<")


def test_text_and_bytes_are_the_same_file():
    assert resources.read_bytes("tokens.json").decode("utf-8") == resources.read_text("tokens.json")


def test_a_listing_names_files_as_they_are_read():
    names = resources.listing("icons/ui")
    assert names == sorted(names)
    assert "icons/ui/search.svg" in names
    assert all(resources.path(name).is_file() for name in names)


def test_the_listing_of_everything_holds_every_folder():
    assert set(resources.listing("icons")) < set(resources.listing())


def test_a_missing_resource_is_named():
    with pytest.raises(FileNotFoundError, match=r"icons/no-such\.svg"):
        resources.read_bytes("icons/no-such.svg")


@pytest.mark.parametrize(
    "name", ["../pyproject.toml", "icons/../../main.py", "/etc/hostname", "icons\\arbor.svg"]
)
def test_a_name_can_not_lead_out_of_the_resources(name):
    with pytest.raises(ValueError, match="not the name of a resource"):
        resources.path(name)

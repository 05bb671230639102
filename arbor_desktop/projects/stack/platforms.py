"""Java and Kotlin by Maven (https://maven.apache.org/pom.html) or Gradle, .NET by its project files, PHP
(https://getcomposer.org/doc/04-schema.md), Ruby, Elixir, Dart and Swift. Scripts are text here, never run."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from arbor_desktop.projects.stack.folder import Element, Folder
from arbor_desktop.projects.stack.found import Found
from arbor_desktop.projects.stack.outline import outline

_MOST = 300
_GRADLE_DEPENDENCY = re.compile(
    r"\b(\w*(?:[iI]mplementation|[aA]pi|[cC]ompile|[cC]ompileOnly|[rR]untimeOnly|kapt|ksp|annotationProcessor))"
    r"""\s*\(?\s*(?:platform\s*\()?\s*["']([\w.-]+:[\w.-]+)(?::([\w.$\{\}-]+))?["']"""
)
_GRADLE_PLUGIN = re.compile(
    r"""\bid\s*\(?\s*["']([\w.-]+)["']\s*\)?(?:\s*version\s*\(?\s*["']([\w.-]+)["'])?"""
)
_GRADLE_KOTLIN = re.compile(r"""\bkotlin\s*\(\s*["'](\w+)["']\s*\)(?:\s*version\s*["']([\w.-]+)["'])?""")
_GRADLE_JAVA = re.compile(
    r"(?:languageVersion\s*(?:=|\.set\()\s*JavaLanguageVersion\.of\(|sourceCompatibility\s*=\s*[\"']?(?:JavaVersion\.VERSION_)?"
    r"|jvmToolchain\s*\(\s*)\s*(\d[\d_.]*)"
)
_GEM = re.compile(r"""^\s*gem\s+["']([\w.-]+)["'](?:\s*,\s*["']([^"'\n]+)["'])?""", re.MULTILINE)
_RUBY = re.compile(r"""^\s*ruby\s+["']([^"'\n]+)["']""", re.MULTILINE)
_MIX = re.compile(r"""\{\s*:(\w+)\s*,\s*["']([^"'\n]+)["']([^}]{0,200})\}""")
_ELIXIR = re.compile(r"""\belixir:\s*["']([^"'\n]+)["']""")
_SWIFT_PACKAGE = re.compile(r"""\.package\s*\([^)]{0,300}?url:\s*["']([^"'\n]+)["']""")
_SWIFT_TARGET = re.compile(
    r"""\.(executableTarget|target|testTarget|executable|library)\s*\(\s*name:\s*["']([^"'\n]+)["']"""
)
_SWIFT_TOOLS = re.compile(r"swift-tools-version:\s*([\d.]+)")


def maven(folder: Folder, at: str, found: Found) -> None:
    root = folder.xml(f"{at}/pom.xml" if at else "pom.xml")
    if root is None:
        return
    _jvm(found, "maven")
    properties = root.child("properties")
    values = {one.name: one.text.strip() for one in properties.children} if properties else {}
    java = next(
        (
            values[name]
            for name in ("java.version", "maven.compiler.release", "maven.compiler.source")
            if name in values
        ),
        None,
    )
    found.version("java", java)
    found.uses("kotlin" if "kotlin.version" in values else "java")
    parent = root.child("parent")
    entries = [one for one in root.all("dependency") if one.said("groupId")][:_MOST]
    for one in [*([parent] if parent else []), *entries]:
        group, artifact = one.said("groupId"), one.said("artifactId")
        version = one.said("version")
        version = values.get(version.strip("${}"), "" if "$" in version else version)
        found.depends("jvm", f"{group}:{artifact}", version, dev=one.said("scope") == "test")
    if root.child("modules"):
        found.patterns["monorepo"] = None
    if root.said("packaging") in ("jar", "") and not found.types:
        found.weak_types.setdefault("library", None)
    if not at:
        command = "./mvnw" if folder.has("mvnw") else "mvn"
        for name, goal in (("install", "install"), ("build", "package"), ("test", "test")):
            found.usually(name, f"{command} {goal}")


def gradle(folder: Folder, at: str, found: Found) -> None:
    texts = [folder.script(f"{at}/{name}" if at else name) for name in ("build.gradle", "build.gradle.kts")]
    said = [text for text in texts if text is not None]
    if not at:
        catalogue = folder.toml("gradle/libs.versions.toml")
        _catalogue(catalogue, found)
        if not said and not folder.first("settings.gradle", "settings.gradle.kts"):
            return
    elif not said:
        return
    _jvm(found, "gradle")
    text = re.sub(r"(?m)^\s*//[^\n]*", "", "\n".join(said))
    for configuration, name, version in _GRADLE_DEPENDENCY.findall(text)[:_MOST]:
        found.depends("jvm", name, "" if "$" in version else version, dev="test" in configuration.lower())
    for plugin, version in _GRADLE_PLUGIN.findall(text)[:50]:
        found.depends("jvm", plugin, version)
    kotlin = _GRADLE_KOTLIN.findall(text)
    for _, version in kotlin[:1]:
        found.version("kotlin", version)
    found.uses("kotlin" if kotlin or "org.jetbrains.kotlin" in text or "kotlin" in found.stack else "java")
    if java := _GRADLE_JAVA.search(text):
        found.version("java", java[1].replace("_", "."))
    found.weak_types.setdefault("application", None)
    if not at:
        command = "./gradlew" if folder.has("gradlew") else "gradle"
        for name, task in (("build", "build"), ("test", "test")):
            found.usually(name, f"{command} {task}")
        settings = folder.first("settings.gradle", "settings.gradle.kts")
        if settings and re.search(r"\binclude\b", folder.script(settings) or ""):
            found.patterns["monorepo"] = None


def _jvm(found: Found, manager: str) -> None:
    found.runs_on("jvm")
    found.uses(manager)
    found.managers.setdefault(manager, None)


def _catalogue(data: Mapping[str, Any], found: Found) -> None:
    """https://docs.gradle.org/current/userguide/version_catalogs.html"""
    versions = data.get("versions")
    for kind in ("libraries", "plugins"):
        table = data.get(kind)
        for one in list(table.values())[:_MOST] if isinstance(table, dict) else []:
            if isinstance(one, str):
                group, _, rest = one.partition(":")
                found.depends("jvm", f"{group}:{rest.partition(':')[0]}", rest.partition(":")[2])
            elif isinstance(one, dict):
                name = one.get("module") or one.get("id") or f"{one.get('group')}:{one.get('name')}"
                version = one.get("version")
                if isinstance(version, dict) and isinstance(versions, dict):
                    version = versions.get(str(version.get("ref")))
                test = re.search(r"junit|mockito|kotest|test", str(name)) is not None
                found.depends("jvm", str(name), version if isinstance(version, str) else None, dev=test)


def dotnet(folder: Folder, at: str, found: Found) -> None:
    """https://learn.microsoft.com/en-us/dotnet/core/project-sdk/msbuild-props"""
    names = [name for name in folder.listing(at) if name.endswith((".csproj", ".fsproj"))]
    solutions = [name for name in folder.listing(at) if name.endswith((".sln", ".slnx"))]
    for name in names[:10]:
        root = folder.xml(f"{at}/{name}" if at else name)
        if root is not None:
            _csproj(root, name, found)
    if not names and not solutions:
        return
    found.runs_on("dotnet")
    found.uses("csharp" if not any(name.endswith(".fsproj") for name in names) else "fsharp")
    found.managers.setdefault("nuget", None)
    for name, command in (("install", "dotnet restore"), ("build", "dotnet build"), ("test", "dotnet test")):
        found.usually(name, command)


def _csproj(root: Element, name: str, found: Found) -> None:
    found.depends("dotnet", root.attributes.get("Sdk", ""))
    found.dependencies.pop(root.attributes.get("Sdk", ""), None)
    for one in root.all("TargetFramework") + root.all("TargetFrameworks"):
        found.version("dotnet", one.text.strip())
    test = "test" in name.lower()
    for one in root.all("PackageReference")[:_MOST]:
        version = one.attributes.get("Version") or one.said("Version")
        found.depends("dotnet", one.attributes.get("Include", ""), version, dev=test)
    for flag in ("UseWPF", "UseWindowsForms", "UseMaui"):
        if any(one.text.strip().lower() == "true" for one in root.all(flag)):
            found.types |= dict.fromkeys(found.known.meanings("type", "dotnet", flag))
    exe = any(one.text.strip().lower() in ("exe", "winexe") for one in root.all("OutputType"))
    if not test:
        found.weak_types["application" if exe or "Web" in root.attributes.get("Sdk", "") else "library"] = (
            None
        )
    if any(one.text.strip() == "enable" for one in root.all("Nullable")):
        found.convention("Nullable reference types are on", name)


def php(folder: Folder, at: str, found: Found) -> None:
    data = folder.json(f"{at}/composer.json" if at else "composer.json")
    if not data:
        return
    found.runs_on("php", _table(data, "require").get("php"))
    found.uses("php")
    found.managers.setdefault("composer", None)
    for kind, dev in (("require", False), ("require-dev", True)):
        for name, version in _table(data, kind).items():
            if name != "php":
                found.depends("php", name, version if isinstance(version, str) else None, dev=dev)
    found.weak_types["library" if data.get("type") in ("library", None) else "application"] = None
    if at:
        return
    found.usually("install", "composer install")
    for name, command in list(_table(data, "scripts").items())[:30]:
        if isinstance(command, str | list) and not name.startswith(("post-", "pre-")):
            found.command(name, f"composer {name}")
    if folder.has("artisan"):
        found.enters_at("artisan")
        found.usually("run", "php artisan serve")
        found.usually("test", "php artisan test")
    elif "phpunit" in found.tests:
        found.usually("test", "vendor/bin/phpunit")
    elif "pest" in found.tests:
        found.usually("test", "vendor/bin/pest")


def _table(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    value = data.get(name)
    return value if isinstance(value, dict) else {}


def ruby(folder: Folder, at: str, found: Found) -> None:
    text = folder.script(f"{at}/Gemfile" if at else "Gemfile")
    if text is None:
        return
    version = _RUBY.search(text)
    found.runs_on("ruby", version[1] if version else None)
    found.uses("ruby")
    found.managers.setdefault("bundler", None)
    for name, wanted in _GEM.findall(text)[:_MOST]:
        found.depends("ruby", name, wanted)
    gemspec = any(name.endswith(".gemspec") for name in folder.names)
    found.weak_types.setdefault("library" if gemspec else "application", None)
    if at:
        return
    found.usually("install", "bundle install")
    if "rspec" in found.tests:
        found.usually("test", "bundle exec rspec")
    elif "rails" in found.stack:
        found.tests_with("minitest")
        found.usually("test", "bin/rails test")
    if "rails" in found.stack:
        found.usually("run", "bin/rails server")
    if "rubocop" in found.stack:
        found.usually("lint", "bundle exec rubocop")


def elixir(folder: Folder, at: str, found: Found) -> None:
    text = folder.script(f"{at}/mix.exs" if at else "mix.exs")
    if text is None:
        return
    version = _ELIXIR.search(text)
    found.runs_on("beam")
    found.version("elixir", version[1] if version else None)
    found.uses("elixir")
    found.managers.setdefault("mix", None)
    found.tests_with("exunit")
    for name, wanted, options in _MIX.findall(text)[:_MOST]:
        found.depends("elixir", name, wanted, dev=":dev" in options or ":test" in options)
    found.weak_types.setdefault("application", None)
    if not at:
        if "apps_path" in text:
            found.patterns["monorepo"] = None
        for name, command in (("install", "mix deps.get"), ("build", "mix compile"), ("test", "mix test"),
                              ("format", "mix format")):  # fmt: skip
            found.usually(name, command)
        if "phoenix" in found.stack:
            found.usually("run", "mix phx.server")


def dart(folder: Folder, at: str, found: Found) -> None:
    """https://dart.dev/tools/pub/pubspec"""
    text = folder.script(f"{at}/pubspec.yaml" if at else "pubspec.yaml")
    if text is None:
        return
    found.uses("dart")
    for path, value in outline(text):
        if len(path) == 2 and path[0] in ("dependencies", "dev_dependencies"):
            found.depends("dart", path[1], value, dev=path[0] != "dependencies")
        elif path in (("environment", "sdk"), ("environment", "flutter")):
            found.version("dart" if path[1] == "sdk" else "flutter", value)
    flutter = "flutter" in found.stack
    found.runs_on("flutter" if flutter else "dart")
    found.managers.setdefault("pub", None)
    found.weak_types.setdefault("library", None)
    if not at:
        tool = "flutter" if flutter else "dart"
        for name, command in (("install", "pub get"), ("test", "test"), ("lint", "analyze")):
            found.usually(name, f"{tool} {command}")
        found.usually("format", "dart format .")
        if flutter:
            found.usually("run", "flutter run")
    if not at and "main.dart" in folder.listing("lib"):
        found.enters_at("lib/main.dart")


def swift(folder: Folder, at: str, found: Found) -> None:
    text = folder.script(f"{at}/Package.swift" if at else "Package.swift")
    if text is None:
        return
    tools = _SWIFT_TOOLS.search(text)
    found.runs_on("swift", tools[1] if tools else None)
    found.uses("swift")
    found.managers.setdefault("swiftpm", None)
    for url in _SWIFT_PACKAGE.findall(text)[:_MOST]:
        found.depends("swift", url.rstrip("/").rpartition("/")[2].removesuffix(".git").lower())
    kinds = {kind for kind, _ in _SWIFT_TARGET.findall(text)}
    found.weak_types["application" if kinds & {"executableTarget", "executable"} else "library"] = None
    if "testTarget" in kinds:
        found.tests_with("xctest")
    if not at:
        found.usually("build", "swift build")
        found.usually("test", "swift test")

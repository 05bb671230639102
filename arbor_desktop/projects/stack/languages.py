"""Manifests of JavaScript and TypeScript, Rust, Go, C and C++, Java and Kotlin, .NET, PHP, Ruby, Elixir, Dart
and Swift.

Build scripts are searched as text, never run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

from arbor_desktop.projects.stack.collector import Collector, Names, short
from arbor_desktop.projects.stack.folder import Folder, all_of, listed, table, text_of

MANAGERS = ("npm", "pnpm", "yarn", "bun")
_MOST_SCRIPTS = 40
_OF_INSTALLING = ("prepare", "prepublishOnly", "prepack", "postinstall", "preinstall")
_QUIET = ("pre", "post")


def package_json(folder: Folder, at: str, found: Collector) -> None:
    data = folder.json(f"{at}package.json")
    if not data and (at or not folder.has("package.json")):
        return
    found.named(at, data.get("name"))
    manager = next(iter(found.managers), "npm") if at else _manager(folder, data, found)
    found.runs_on("bun" if manager == "bun" else "node", table(data, "engines").get("node"))
    declared = table(data, "dependencies") | table(data, "devDependencies")
    typescript = "typescript" in declared or (not at and folder.has("tsconfig.json"))
    found.stack.add("typescript" if typescript else "javascript", "node")
    for kind in ("dependencies", "peerDependencies", "devDependencies", "optionalDependencies"):
        found.depends_on_all("npm", table(data, kind), dev=kind in ("peerDependencies", "devDependencies"))
    if data.get("bin"):
        found.types.add("command line tool")
    if isinstance(data.get("contributes"), dict) and "vscode" in table(data, "engines"):
        found.types.add("editor extension")
    published = any(name in data for name in ("main", "module", "exports", "types", "typings", "files"))
    found.weak_types.add(*(["library"] if published and not data.get("private") else []), "application")
    if data.get("type") == "module":
        found.patterns.add("ES modules")
    if at:
        return
    _workspaces(folder, data, found)
    _scripts(data, manager, found)
    if table(data, "lint-staged"):
        found.convention("Staged files are checked before each commit", "package.json", "lint-staged")
    if "conventional" in str(table(data, "commitlint").get("extends")):
        found.convention("Commit messages follow Conventional Commits", "package.json", "commitlint")
    bins = data.get("bin")
    paths = list(bins.values())[:10] if isinstance(bins, dict) else [bins]
    paths += [data.get(name) for name in ("main", "module", "browser", "exports")]
    found.enters_at(*(path for path in paths if isinstance(path, str)))


def _manager(folder: Folder, data: Mapping[str, Any], found: Collector) -> str:
    """Return what `packageManager` says; else the one of the lock file, which was noted before; else npm."""
    name, _, version = short(data.get("packageManager")).partition("@")
    if name in MANAGERS:
        found.managers = Names({name: None} | found.managers)
        found.version(name, version.partition("+")[0])
        return name
    locked = next((one for one in found.managers if one in MANAGERS), None)
    if locked is None:
        locked = "pnpm" if folder.has("pnpm-workspace.yaml") else "npm"
        found.managers.add(locked)
    return locked


def _workspaces(folder: Folder, data: Mapping[str, Any], found: Collector) -> None:
    declared = data.get("workspaces")
    globs = declared.get("packages") if isinstance(declared, dict) else declared
    wanted = [*listed(globs), *listed(folder.yaml("pnpm-workspace.yaml").get("packages"))]
    if wanted:
        shown = ", ".join(name for one in wanted if (name := short(one)) and not name.startswith("!"))
        found.patterns.add("monorepo", short(f"workspaces: {shown}"))


def _scripts(data: Mapping[str, Any], manager: str, found: Collector) -> None:
    scripts = [name for name, command in table(data, "scripts").items() if isinstance(command, str)]
    found.usually(install=f"{manager} install")
    for name in scripts[:_MOST_SCRIPTS]:
        hook = name.startswith(_QUIET) and any(name == before + one for before in _QUIET for one in scripts)
        if not hook and name not in _OF_INSTALLING:
            alone = manager in ("pnpm", "yarn") or (manager == "npm" and name in ("test", "start"))
            found.command(name, f"{manager} {name}" if alone else f"{manager} run {name}")


def tsconfig(folder: Folder, found: Collector) -> None:
    """https://www.typescriptlang.org/tsconfig"""
    name = "tsconfig.json"
    if not folder.has(name):
        return
    found.stack.add("typescript")
    options = table(folder.json(name), "compilerOptions")
    for option, sentence in (
        ("strict", "TypeScript is strict"),
        ("noUncheckedIndexedAccess", "What is taken by index may be undefined"),
        ("noUnusedLocals", "No unused local variables"),
        ("verbatimModuleSyntax", "Types are imported with `import type`"),
    ):
        if options.get(option) is True:
            found.convention(sentence, name)
    if target := short(options.get("target"), 20):
        found.convention(f"Compiled for {target}", name)
    if jsx := short(options.get("jsx"), 20):
        found.convention(f"JSX: {jsx}", name)
    if aliases := [short(alias, 40) for alias in table(options, "paths")][:5]:
        found.convention(f"Import aliases: {', '.join(aliases)}", name)


def deno(folder: Folder, at: str, found: Collector) -> None:
    """https://docs.deno.com/runtime/fundamentals/configuration/"""
    name = folder.first("deno.json", "deno.jsonc")
    if name is None or at:
        return
    data = folder.json(name)
    found.runs_on("deno", manager="deno")
    found.stack.add("deno", "typescript")
    found.weak_types.add("application")
    for task, command in list(table(data, "tasks").items())[:_MOST_SCRIPTS]:
        if isinstance(command, str | dict):
            found.command(task, f"deno task {task}")
    for imported in list(table(data, "imports").values())[:200]:
        kind, _, rest = short(imported).partition(":")
        scope = "@" if rest.startswith("@") else ""
        dependency, _, version = rest.removeprefix("@").partition("@")
        if kind in ("npm", "jsr") and dependency:
            found.depends("npm", scope + dependency, version)
    found.usually(test="deno test", lint="deno lint", format="deno fmt")
    style = table(data, "fmt")
    if style.get("singleQuote") is True:
        found.convention("Quotes: single", name, "deno fmt")
    if isinstance(style.get("lineWidth"), int):
        found.convention(f"Line length {style['lineWidth']}", name, "deno fmt")
    entry = data.get("exports")
    found.enters_at(*(entry.values() if isinstance(entry, dict) else [entry]))


_MOST = 300
"""Dependencies of one file that are read."""
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


_GO_REQUIRE = re.compile(
    r"^[ \t]*(?:require[ \t]+)?([\w.-]+\.[\w.-]+/\S+)[ \t]+(v[^\s/]+)(?P<indirect>[ \t]*// indirect)?",
    re.MULTILINE,
)
_GO_VERSION = re.compile(r"^go\s+([\d.]+\w*)", re.MULTILINE)
_GO_MODULE = re.compile(r"^module\s+(\S+)", re.MULTILINE)
_VERSION_PART = re.compile(r"/v\d+$")
_CMAKE_PROJECT = re.compile(r"\bproject\s*\(([^)]{1,400})\)", re.IGNORECASE)
_CMAKE_STANDARD = re.compile(r"CMAKE_(CXX|C)_STANDARD\s+(\d+)", re.IGNORECASE)
_CMAKE_PACKAGE = re.compile(r"\bfind_package\s*\(\s*(\w[\w+-]*)", re.IGNORECASE)
_CMAKE_TARGET = re.compile(r"\badd_(executable|library)\s*\(\s*([\w.${}-]+)", re.IGNORECASE)
_CPP_TESTS = {"gtest": "googletest", "googletest": "googletest", "catch2": "catch2", "doctest": "doctest",
              "boost_test": "boost-test"}  # fmt: skip


def rust(folder: Folder, at: str, found: Collector) -> None:
    """https://doc.rust-lang.org/cargo/reference/manifest.html"""
    data = folder.toml(f"{at}Cargo.toml")
    if not data and (at or not folder.has("Cargo.toml")):
        return
    package, workspace = table(data, "package"), table(data, "workspace")
    found.named(at, package.get("name"))
    found.runs_on("rust", package.get("rust-version"), manager="cargo")
    found.stack.add("rust", "cargo")
    found.version("rust edition", package.get("edition") or table(workspace, "package").get("edition"))
    for dependencies, dev in (
        (table(data, "dependencies"), False), (table(workspace, "dependencies"), False),
        (table(data, "dev-dependencies"), True), (table(data, "build-dependencies"), True),
    ):  # fmt: skip
        for name, version in dependencies.items():
            found.depends("rust", name, version, dev=dev)
            features = version.get("features") if isinstance(version, dict) else None
            if name == "sqlx" and isinstance(features, list):
                found.stores_in(*(one for one in ("postgres", "mysql", "sqlite") if one in features))
    bins = data.get("bin")
    for one in bins if isinstance(bins, list) else []:
        if isinstance(one, dict) and not at:
            found.enters_at(one.get("path"))
    found.weak_types.add("library" if "lib" in data else "application")
    if at:
        return
    if members := workspace.get("members"):
        named = ", ".join(str(one) for one in members[:20]) if isinstance(members, list) else ""
        found.patterns.add("monorepo", short(f"workspaces: {named}"))
    files = folder.listing("src")
    if "main.rs" in files:
        found.enters_at("src/main.rs")
    if "lib.rs" in files:
        found.enters_at("src/lib.rs")
        found.weak_types.add("library")
    found.tests.add("cargo test")
    found.usually(build="cargo build", test="cargo test", lint="cargo clippy", format="cargo fmt")
    if "src/main.rs" in found.entry_points:
        found.usually(run="cargo run")


def go(folder: Folder, at: str, found: Collector) -> None:
    """https://go.dev/ref/mod#go-mod-file"""
    text = folder.script(f"{at}go.mod")
    if text is None:
        return
    version = _GO_VERSION.search(text)
    found.runs_on("go", version[1] if version else None, manager="go")
    found.stack.add("go")
    for match in list(_GO_REQUIRE.finditer(text))[:500]:
        if match["indirect"] is None:
            found.depends("go", match[1], match[2])
    if module := _GO_MODULE.search(text):
        found.named(at, _VERSION_PART.sub("", module[1].strip('"')).rpartition("/")[2])
        found.version("module", module[1])
    found.weak_types.add("library")
    if at:
        return
    if folder.has("main.go"):
        found.enters_at("main.go")
        found.weak_types = Names(application=None)
    if folder.names.get("cmd"):
        found.patterns.add("commands in cmd/")
        found.weak_types = Names(application=None)
    if folder.names.get("internal"):
        found.patterns.add("internal packages")
    if folder.has("go.work"):
        found.patterns.add("monorepo")
    found.tests.add("go test")
    found.usually(build="go build ./...", test="go test ./...", lint="go vet ./...", format="gofmt -w .")
    if linter := folder.first(".golangci.yml", ".golangci.yaml", ".golangci.toml"):
        found.stack.add("golangci-lint")
        found.usual["lint"] = "golangci-lint run"
        found.convention("Linted by golangci-lint", linter)


def cmake(folder: Folder, at: str, found: Collector) -> None:
    text = folder.script("CMakeLists.txt") if not at else None
    if text is None:
        return
    text = re.sub(r"#[^\n]*", "", text)
    declared = _CMAKE_PROJECT.search(text)
    languages = (declared[1] if declared else "").upper()
    found.runs_on("native")
    found.stack.add("cmake", *(["c"] if re.search(r"\bC\b", languages) else []))
    if not re.search(r"LANGUAGES\s+C\s*$|\bC\s*$", languages) or "CXX" in languages:
        found.stack.add("cpp")
    for language, standard in _CMAKE_STANDARD.findall(text)[:2]:
        found.version("cpp" if language.upper() == "CXX" else "c", standard)
    for package in dict.fromkeys(_CMAKE_PACKAGE.findall(text)[:60]):
        lowered = package.lower()
        found.dependencies.add(lowered)
        if lowered in _CPP_TESTS:
            found.tests_with(_CPP_TESTS[lowered])
        if lowered.startswith(("qt5", "qt6")):
            found.stack.add("qt")
            found.types.add("desktop app")
    for lowered, framework in _CPP_TESTS.items():
        if re.search(rf"FetchContent_Declare\s*\(\s*{lowered}\b", text, re.IGNORECASE):
            found.tests_with(framework)
    for kind, name in _CMAKE_TARGET.findall(text)[:20]:
        executable = kind.lower() == "executable"
        found.weak_types.add("application" if executable else "library")
        if executable and "$" not in name:
            found.enters_at(name)
    found.usually(build="cmake -B build && cmake --build build")
    if re.search(r"\benable_testing\s*\(|\binclude\s*\(\s*CTest\b", text, re.IGNORECASE):
        found.tests_with("ctest")
        found.usually(test="ctest --test-dir build")


def meson(folder: Folder, at: str, found: Collector) -> None:
    if at or folder.script("meson.build") is None:
        return
    found.runs_on("native")
    found.stack.add("meson")
    found.weak_types.add("application")
    found.usually(build="meson setup build && meson compile -C build", test="meson test -C build")


def maven(folder: Folder, at: str, found: Collector) -> None:
    """https://maven.apache.org/pom.html"""
    root = folder.xml(f"{at}pom.xml")
    if root is None:
        return
    found.runs_on("jvm", manager="maven")
    found.stack.add("maven")
    values = {
        one.tag.rpartition("}")[2]: (one.text or "").strip() for one in root.findall("{*}properties/{*}*")
    }
    java = ("java.version", "maven.compiler.release", "maven.compiler.source")
    found.version("java", next((values[name] for name in java if name in values), None))
    found.stack.add("kotlin" if "kotlin.version" in values else "java")
    entries = [one for one in all_of(root, "dependency") if text_of(one, "groupId")][:_MOST]
    for one in [*root.findall("{*}parent"), *entries]:
        version = text_of(one, "version")
        version = values.get(version.strip("${}"), "" if "$" in version else version)
        name = f"{text_of(one, 'groupId')}:{text_of(one, 'artifactId')}"
        found.depends("jvm", name, version, dev=text_of(one, "scope") == "test")
    if root.find("{*}modules") is not None:
        found.patterns.add("monorepo")
    if text_of(root, "packaging") in ("jar", "") and not found.types:
        found.weak_types.add("library")
    if not at:
        command = "./mvnw" if folder.has("mvnw") else "mvn"
        found.usually(install=f"{command} install", build=f"{command} package", test=f"{command} test")


def gradle(folder: Folder, at: str, found: Collector) -> None:
    scripts = [folder.script(f"{at}{name}") for name in ("build.gradle", "build.gradle.kts")]
    texts = [text for text in scripts if text is not None]
    settings = None if at else folder.first("settings.gradle", "settings.gradle.kts")
    if not at:
        _gradle_catalogue(folder.toml("gradle/libs.versions.toml"), found)
    if not texts and not settings:
        return
    found.runs_on("jvm", manager="gradle")
    found.stack.add("gradle")
    text = re.sub(r"(?m)^\s*//[^\n]*", "", "\n".join(texts))
    for configuration, name, version in _GRADLE_DEPENDENCY.findall(text)[:_MOST]:
        found.depends("jvm", name, "" if "$" in version else version, dev="test" in configuration.lower())
    for plugin, version in _GRADLE_PLUGIN.findall(text)[:50]:
        found.depends("jvm", plugin, version)
    kotlin = _GRADLE_KOTLIN.search(text)
    if kotlin:
        found.version("kotlin", kotlin[2])
    is_kotlin = kotlin or "org.jetbrains.kotlin" in text or "kotlin" in found.stack
    found.stack.add("kotlin" if is_kotlin else "java")
    if java := _GRADLE_JAVA.search(text):
        found.version("java", java[1].replace("_", "."))
    found.weak_types.add("application")
    if not at:
        command = "./gradlew" if folder.has("gradlew") else "gradle"
        found.usually(build=f"{command} build", test=f"{command} test")
        if settings and re.search(r"\binclude\b", folder.script(settings) or ""):
            found.patterns.add("monorepo")


def _gradle_catalogue(data: Mapping[str, Any], found: Collector) -> None:
    """https://docs.gradle.org/current/userguide/version_catalogs.html"""
    versions = table(data, "versions")
    for kind in ("libraries", "plugins"):
        for one in list(table(data, kind).values())[:_MOST]:
            if isinstance(one, str):
                group, _, rest = one.partition(":")
                found.depends("jvm", f"{group}:{rest.partition(':')[0]}", rest.partition(":")[2])
            elif isinstance(one, dict):
                name = one.get("module") or one.get("id") or f"{one.get('group')}:{one.get('name')}"
                version = one.get("version")
                if isinstance(version, dict):
                    version = versions.get(str(version.get("ref")))
                test = re.search(r"junit|mockito|kotest|test", str(name)) is not None
                found.depends("jvm", str(name), version, dev=test)


def dotnet(folder: Folder, at: str, found: Collector) -> None:
    """https://learn.microsoft.com/en-us/dotnet/core/project-sdk/msbuild-props"""
    files = folder.listing(at)
    names = [name for name in files if name.endswith((".csproj", ".fsproj"))]
    for name in names[:10]:
        root = folder.xml(f"{at}{name}")
        if root is not None:
            _dotnet_project(root, name, found)
    if names or any(name.endswith((".sln", ".slnx")) for name in files):
        found.runs_on("dotnet", manager="nuget")
        found.stack.add("fsharp" if any(name.endswith(".fsproj") for name in names) else "csharp")
        found.usually(install="dotnet restore", build="dotnet build", test="dotnet test")


def _dotnet_project(root: Element, name: str, found: Collector) -> None:
    sdk = root.get("Sdk", "")
    found.depends("dotnet", sdk)
    found.dependencies.pop(sdk, None)
    for one in all_of(root, "TargetFramework") + all_of(root, "TargetFrameworks"):
        found.version("dotnet", one.text)
    test = "test" in name.lower()
    for one in all_of(root, "PackageReference")[:_MOST]:
        version = one.get("Version") or text_of(one, "Version")
        found.depends("dotnet", one.get("Include", ""), version, dev=test)
    for flag in ("UseWPF", "UseWindowsForms", "UseMaui"):
        if any((one.text or "").strip().lower() == "true" for one in all_of(root, flag)):
            found.types.add(*found.known.meanings("type", "dotnet", flag))
    exe = any((one.text or "").strip().lower() in ("exe", "winexe") for one in all_of(root, "OutputType"))
    if not test:
        found.weak_types.add("application" if exe or "Web" in sdk else "library")
    if any((one.text or "").strip() == "enable" for one in all_of(root, "Nullable")):
        found.convention("Nullable reference types are on", name)


def php(folder: Folder, at: str, found: Collector) -> None:
    """https://getcomposer.org/doc/04-schema.md"""
    data = folder.json(f"{at}composer.json")
    if not data:
        return
    required = dict(table(data, "require"))
    found.runs_on("php", required.pop("php", None), manager="composer")
    found.stack.add("php")
    found.depends_on_all("php", required)
    found.depends_on_all("php", table(data, "require-dev"), dev=True)
    found.weak_types.add("library" if data.get("type") in ("library", None) else "application")
    if at:
        return
    found.usually(install="composer install")
    for name, command in list(table(data, "scripts").items())[:30]:
        if isinstance(command, str | list) and not name.startswith(("post-", "pre-")):
            found.command(name, f"composer {name}")
    if folder.has("artisan"):
        found.enters_at("artisan")
        found.usually(run="php artisan serve", test="php artisan test")
    elif "phpunit" in found.tests:
        found.usually(test="vendor/bin/phpunit")
    elif "pest" in found.tests:
        found.usually(test="vendor/bin/pest")


def ruby(folder: Folder, at: str, found: Collector) -> None:
    text = folder.script(f"{at}Gemfile")
    if text is None:
        return
    version = _RUBY.search(text)
    found.runs_on("ruby", version[1] if version else None, manager="bundler")
    found.stack.add("ruby")
    for name, wanted in _GEM.findall(text)[:_MOST]:
        found.depends("ruby", name, wanted)
    gemspec = any(name.endswith(".gemspec") for name in folder.names)
    found.weak_types.add("library" if gemspec else "application")
    if at:
        return
    found.usually(install="bundle install")
    if "rspec" in found.tests:
        found.usually(test="bundle exec rspec")
    elif "rails" in found.stack:
        found.tests_with("minitest")
        found.usually(test="bin/rails test")
    if "rails" in found.stack:
        found.usually(run="bin/rails server")
    if "rubocop" in found.stack:
        found.usually(lint="bundle exec rubocop")


def elixir(folder: Folder, at: str, found: Collector) -> None:
    text = folder.script(f"{at}mix.exs")
    if text is None:
        return
    version = _ELIXIR.search(text)
    found.runs_on("beam", manager="mix")
    found.version("elixir", version[1] if version else None)
    found.stack.add("elixir")
    found.tests_with("exunit")
    for name, wanted, options in _MIX.findall(text)[:_MOST]:
        found.depends("elixir", name, wanted, dev=":dev" in options or ":test" in options)
    found.weak_types.add("application")
    if at:
        return
    if "apps_path" in text:
        found.patterns.add("monorepo")
    found.usually(install="mix deps.get", build="mix compile", test="mix test", format="mix format")
    if "phoenix" in found.stack:
        found.usually(run="mix phx.server")


def dart(folder: Folder, at: str, found: Collector) -> None:
    """https://dart.dev/tools/pub/pubspec"""
    if folder.script(f"{at}pubspec.yaml") is None:
        return
    data = folder.yaml(f"{at}pubspec.yaml")
    found.stack.add("dart")
    found.depends_on_all("dart", table(data, "dependencies"))
    found.depends_on_all("dart", table(data, "dev_dependencies"), dev=True)
    for name, key in (("dart", "sdk"), ("flutter", "flutter")):
        found.version(name, table(data, "environment").get(key))
    tool = "flutter" if "flutter" in found.stack else "dart"
    found.runs_on(tool, manager="pub")
    found.weak_types.add("library")
    if at:
        return
    found.usually(
        install=f"{tool} pub get", test=f"{tool} test", lint=f"{tool} analyze", format="dart format ."
    )
    if tool == "flutter":
        found.usually(run="flutter run")
    if "main.dart" in folder.listing("lib"):
        found.enters_at("lib/main.dart")


def swift(folder: Folder, at: str, found: Collector) -> None:
    text = folder.script(f"{at}Package.swift")
    if text is None:
        return
    tools = _SWIFT_TOOLS.search(text)
    found.runs_on("swift", tools[1] if tools else None, manager="swiftpm")
    found.stack.add("swift")
    for url in _SWIFT_PACKAGE.findall(text)[:_MOST]:
        found.depends("swift", url.rstrip("/").rpartition("/")[2].removesuffix(".git").lower())
    kinds = {kind for kind, _ in _SWIFT_TARGET.findall(text)}
    found.weak_types.add("application" if kinds & {"executableTarget", "executable"} else "library")
    if "testTarget" in kinds:
        found.tests_with("xctest")
    if not at:
        found.usually(build="swift build", test="swift test")

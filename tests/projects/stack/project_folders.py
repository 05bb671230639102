"""Projects of many kinds, made by hand: their files, and what is to be read of them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Made:
    """A project's files, with what its facts are to say: `equal` values, and others that `hold` these."""

    name: str
    files: dict[str, str]
    equal: dict[str, Any] = field(default_factory=dict)
    hold: dict[str, Any] = field(default_factory=dict)

    def write(self, root: Path) -> Path:
        for path, text in self.files.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return root


def package(**fields: Any) -> str:
    return json.dumps({"name": "kiln", "private": True} | fields)


PROJECTS = (
    Made(
        "next app with pnpm and vitest",
        {
            "package.json": package(
                packageManager="pnpm@9.12.0+sha256.abc",
                engines={"node": ">=20"},
                scripts={
                    "dev": "next dev",
                    "build": "next build",
                    "test": "vitest run",
                    "lint": "eslint .",
                    "type-check": "tsc --noEmit",
                    "pretest": "x",
                },
                dependencies={"next": "15.0.1", "react": "^19.0.0", "@prisma/client": "5", "pg": "8"},
                devDependencies={"vitest": "^2", "typescript": "5.6", "express": "4", "@types/node": "22"},
            ),
            "pnpm-lock.yaml": "",
            "tsconfig.json": (
                '{ // strict\n "compilerOptions": {"strict": true, "target": "ES2022", "paths": {"'
                '@/*": ["./src/*"]},}, }'
            ),
            ".prettierrc": "singleQuote: true\nsemi: false\nprintWidth: 100\n",
            ".env": "DATABASE_URL=postgres://kiln:kiln@db/kiln",
            "src/app/page.tsx": "",
            "src/app/page.test.tsx": "",
            "src/a.test.ts": "",
            "src/b.test.ts": "",
            "node_modules/react/package.json": "{}",
        },
        {
            "type": "web app",
            "runtime": "node",
            "package_manager": "pnpm",
            "database": "postgres",
            "commands": {
                "install": "pnpm install",
                "build": "pnpm build",
                "dev": "pnpm dev",
                "test": "pnpm test",
                "lint": "pnpm lint",
                "typecheck": "pnpm type-check",
            },
            "test_frameworks": ("vitest",),
            "dependencies": ("next", "react", "@prisma/client", "pg"),
        },
        {
            "stack": {
                "typescript",
                "nextjs",
                "react",
                "prisma",
                "postgres",
                "vitest",
                "pnpm",
                "prettier",
                "node",
            },
            "versions": {"node": ">=20", "nextjs": "15.0.1", "pnpm": "9.12.0"},
            "patterns": {"tests beside the code"},
            "config_files": {".env", "tsconfig.json"},
            "conventions": {
                "Quotes: single (.prettierrc)",
                "No semicolons (.prettierrc)",
                "Line length 100 (.prettierrc)",
                "TypeScript is strict (tsconfig.json)",
                "Import aliases: @/* (tsconfig.json)",
            },
        },
    ),
    Made(
        "fastify service with npm and jest",
        {
            "package.json": package(
                type="module",
                main="dist/index.js",
                scripts={"start": "node .", "test": "jest", "prepare": "husky"},
                dependencies={"fastify": "^5", "ioredis": "5"},
                devDependencies={"jest": "29", "husky": "9"},
            ),
            "package-lock.json": "{}",
            "src/index.js": "",
            ".nvmrc": "v20.11.1\n",
        },
        {
            "type": "web service",
            "runtime": "node",
            "package_manager": "npm",
            "database": "redis",
            "entry_points": ("dist/index.js",),
        },
        {
            "stack": {"javascript", "fastify", "redis", "jest"},
            "commands": {"test": "npm test", "run": "npm start"},
            "versions": {"node": "20.11.1"},
            "patterns": {"ES modules"},
        },
    ),
    Made(
        "published npm library",
        {
            "package.json": json.dumps(
                {
                    "name": "glaze",
                    "version": "1.0.0",
                    "main": "index.js",
                    "types": "index.d.ts",
                    "files": ["dist"],
                    "devDependencies": {"mocha": "10", "eslint": "9"},
                }
            ),
            "yarn.lock": "",
            "index.js": "",
            "test/index.js": "",
            ".eslintrc.json": '{"extends": ["airbnb", "prettier"]}',
        },
        {"type": "library", "package_manager": "yarn", "test_folders": ("test",)},
        {
            "stack": {"mocha", "eslint", "yarn"},
            "conventions": {"Lint rules: airbnb, prettier (.eslintrc.json, eslint)"},
        },
    ),
    Made(
        "npm command line tool",
        {
            "package.json": json.dumps(
                {"name": "kiln", "bin": {"kiln": "./bin/kiln.js"}, "dependencies": {"commander": "12"}}
            ),
            "bin/kiln.js": "",
        },
        {"type": "command line tool", "entry_points": ("bin/kiln.js",), "package_manager": "npm"},
    ),
    Made(
        "monorepo of pnpm with turbo",
        {
            "package.json": package(
                devDependencies={"turbo": "2", "prettier": "3"},
                scripts={"build": "turbo build"},
                prettier={"tabWidth": 4, "trailingComma": "all"},
            ),
            "pnpm-workspace.yaml": "packages:\n  - 'apps/*'\n  - packages/*\n",
            "pnpm-lock.yaml": "",
            "turbo.json": "{}",
            "apps/web/package.json": package(
                dependencies={"vue": "3"}, devDependencies={"vitest": "2"}, scripts={"odd": "x"}
            ),
            "apps/api/package.json": package(dependencies={"@nestjs/core": "10", "mongoose": "8"}),
            "packages/ui/package.json": package(peerDependencies={"svelte": "5"}),
            "packages/ui/fixtures/x/package.json": package(dependencies={"electron": "1"}),
        },
        {
            "type": "web app",
            "package_manager": "pnpm",
            "database": "mongodb",
            "commands": {"install": "pnpm install", "build": "pnpm build"},
        },
        {
            "stack": {"turborepo", "vue", "vitest", "nestjs", "mongodb", "prettier"},
            "patterns": {
                "monorepo",
                "workspaces: apps/*, packages/*",
                "packages in apps/api/, apps/web/, packages/ui/",
            },
            "conventions": {
                "Indentation: 4 spaces (package.json, prettier)",
                "Trailing commas: all (package.json, prettier)",
            },
        },
    ),
    Made(
        "npm workspaces",
        {
            "package.json": package(workspaces=["libs/*"]),
            "libs/a/package.json": package(dependencies={"zod": "3"}),
        },
        {"package_manager": "npm"},
        {"stack": {"zod"}, "patterns": {"monorepo", "workspaces: libs/*"}},
    ),
    Made(
        "react native app with expo",
        {
            "package.json": package(
                dependencies={"expo": "51", "react-native": "0.74", "react": "18", "react-dom": "18"}
            ),
            "yarn.lock": "",
            "App.tsx": "",
        },
        {"type": "mobile app"},
        {"stack": {"expo", "react-native", "typescript"}},
    ),
    Made(
        "electron app with bun lock",
        {
            "package.json": package(
                devDependencies={"electron": "31"},
                dependencies={"@tauri-apps/api": "2"},
                scripts={"test": "bun test"},
            ),
            "bun.lock": "",
            "src/main.ts": "",
            "tsconfig.json": "{}",
        },
        {
            "type": "desktop app",
            "runtime": "bun",
            "package_manager": "bun",
            "commands": {"install": "bun install", "test": "bun run test"},
        },
        {"stack": {"electron", "bun", "tauri"}},
    ),
    Made(
        "editor extension",
        {
            "package.json": package(
                engines={"vscode": "^1.90.0"}, contributes={"commands": []}, main="./out/x.js"
            )
        },
        {"type": "editor extension", "runtime": "node"},
    ),
    Made(
        "deno service",
        {
            "deno.jsonc": '{ /* c */ "tasks": {"dev": "deno run -A main.ts"}, "imports": {"hono": "npm:hono'
            '@^4", "@std/fs": "jsr:@std/fs@1"},'
            ' "fmt": {"singleQuote": true, "lineWidth": 90}, }',
            "main.ts": "",
        },
        {
            "runtime": "deno",
            "type": "web service",
            "package_manager": "deno",
            "commands": {
                "dev": "deno task dev",
                "test": "deno test",
                "lint": "deno lint",
                "format": "deno fmt",
            },
        },
        {"stack": {"deno", "hono", "typescript"}, "conventions": {"Quotes: single (deno.jsonc, deno fmt)"}},
    ),
    Made(
        "python service with uv",
        {
            "pyproject.toml": '[project]\nname="kiln"\nrequires-python=">=3.12"\n'
            'dependencies=["fastapi>=0.115,<1","sqlalchemy[asyncio]~=2.0","psycopg[binary]>=3'
            '"]\n'
            '[dependency-groups]\ndev=["pytest>=8","ruff","mypy", {include-group="x"}]\n'
            '[tool.ruff]\nline-length=100\ntarget-version="py312"\n[tool.ruff.format]\nquote-style="single"\n'
            '[tool.ruff.lint]\nselect=["E","F"]\n[tool.mypy]\nstrict=true\n'
            '[tool.pytest.ini_options]\ntestpaths=["checks"]\nasyncio_mode="auto"\n'
            "[tool.coverage.report]\nfail_under=90\n",
            "uv.lock": "",
            "src/kiln/__init__.py": "",
            "checks/test_a.py": "",
            ".python-version": "3.12.4\n",
            "docker-compose.yml": (
                "services:\n  db:\n    image: postgres:16-alpine\n  broker:\n    image: 'rabbitmq:3'\n"
            ),
            ".github/workflows/ci.yml": (
                "jobs:\n  test:\n    steps:\n      - run: uv sync\n      - run: |\n"
                "          uv run pytest -q\n          uv run ruff check\n"
            ),
        },
        {
            "type": "web service",
            "runtime": "python",
            "package_manager": "uv",
            "database": "postgres",
            "commands": {
                "install": "uv sync",
                "test": "uv run pytest",
                "lint": "uv run ruff check",
                "format": "uv run ruff format",
                "typecheck": "uv run mypy .",
                "services": "docker compose up -d",
            },
            "test_folders": ("checks",),
            "test_frameworks": ("pytest",),
        },
        {
            "stack": {
                "python",
                "fastapi",
                "sqlalchemy",
                "postgres",
                "pytest",
                "ruff",
                "mypy",
                "uv",
                "docker",
                "rabbitmq",
                "github",
            },
            "versions": {"python": ">=3.12", "fastapi": ">=0.115,<1", "postgres": "16-alpine"},
            "patterns": {"src layout", "continuous integration"},
            "config_files": {".github/workflows/ci.yml", "pyproject.toml"},
            "conventions": {
                "Line length 100 (pyproject.toml, ruff)",
                "Quotes: single (pyproject.toml, ruff)",
                "Python 3.12 and newer (pyproject.toml, ruff)",
                "Types are checked strictly (pyproject.toml, mypy)",
                "Tests cover at least 90 % (pyproject.toml, coverage)",
                "CI runs uv run pytest -q, uv run ruff check (.github/workflows/ci.yml)",
            },
        },
    ),
    Made(
        "python library with poetry",
        {
            "pyproject.toml": '[tool.poetry]\nname="x"\n[tool.poetry.dependencies]\npython="^3.10"\n'
            'httpx={version="^0.27", extras=["http2"]}\n'
            '[tool.poetry.group.dev.dependencies]\npytest="^8"\nblack="*"\n[tool.black]\nline-length=88\n'
            '[build-system]\nbuild-backend="poetry.core.masonry.api"\n',
            "poetry.lock": "",
        },
        {
            "type": "library",
            "package_manager": "poetry",
            "commands": {
                "install": "poetry install",
                "build": "poetry build",
                "test": "poetry run pytest",
                "format": "poetry run black .",
            },
        },
        {
            "stack": {"httpx", "black", "poetry"},
            "versions": {"python": "^3.10", "httpx": "^0.27"},
            "conventions": {"Line length 88 (pyproject.toml, black)"},
        },
    ),
    Made(
        "python command line tool with pdm",
        {
            "pyproject.toml": (
                '[project]\nname="x"\ndependencies=["click"]\n[project.scripts]\n'
                'kiln="kiln.cli:main"\n[tool.pdm.scripts]\nserve="x"\n'
            ),
            "pdm.lock": "",
        },
        {"type": "command line tool", "package_manager": "pdm", "entry_points": ("kiln.cli:main",)},
        {"commands": {"run": "pdm run serve", "install": "pdm install"}},
    ),
    Made(
        "python with hatch environments",
        {"pyproject.toml": '[project]\nname="x"\n[tool.hatch.envs.default]\ndependencies=["pytest"]\n'},
        {"package_manager": "hatch", "type": "library"},
        {"commands": {"test": "hatch run pytest"}},
    ),
    Made(
        "old python with setup files",
        {
            "setup.py": (
                "from setuptools import setup\nimport os\nos.system('touch executed')\n"
                "setup(install_requires=['flask>=2', 'pymongo'])\n"
            ),
            "setup.cfg": (
                "[flake8]\nmax-line-length = 120\n[options]\ninstall_requires =\n    requests>=2\n"
                "python_requires = >=3.8\n[metadata]\nname=x\n"
            ),
            "tox.ini": "[tox]\nenvlist=py\n",
            "requirements-dev.txt": "# c\n-r requirements.txt\nnose2==1.0  # x\n",
            "kiln/__init__.py": "",
        },
        {"type": "web service", "package_manager": "pip", "database": "mongodb"},
        {
            "stack": {"flask", "requests", "nose", "tox"},
            "commands": {"install": "pip install -e .", "test": "tox"},
            "versions": {"python": ">=3.8", "flask": ">=2"},
            "conventions": {"Line length 120 (setup.cfg, flake8)"},
        },
    ),
    Made(
        "django with requirements",
        {
            "requirements.txt": "Django==5.0.6\npsycopg2-binary\ncelery[redis]>=5\nhttps://x/y.whl\n",
            "manage.py": "",
            "shop/models.py": "",
        },
        {
            "type": "web app",
            "database": "postgres",
            "entry_points": ("manage.py",),
            "commands": {
                "install": "pip install -r requirements.txt",
                "run": "python manage.py runserver",
                "test": "python manage.py test",
            },
        },
        {"stack": {"django", "celery", "postgres"}, "versions": {"django": "==5.0.6"}},
    ),
    Made(
        "pipenv",
        {"Pipfile": '[packages]\nflask="*"\n[dev-packages]\npytest="*"\n[requires]\npython_version="3.11"\n'},
        {"package_manager": "pipenv", "type": "web service"},
        {
            "commands": {"test": "pipenv run pytest", "install": "pipenv install --dev"},
            "versions": {"python": "3.11"},
        },
    ),
    Made(
        "notebooks",
        {"requirements.txt": "pandas\nscikit-learn\njupyterlab\n", "a.ipynb": "{}", "b.ipynb": "{}"},
        {"type": "data science", "runtime": "python"},
        {"stack": {"jupyter", "pandas", "scikit-learn"}},
    ),
    Made(
        "rust workspace",
        {
            "Cargo.toml": (
                '[workspace]\nmembers=["crates/*"]\n[workspace.dependencies]\n'
                'tokio={version="1.40"}\n[workspace.package]\nedition="2021"\n'
            ),
            "Cargo.lock": "",
            "rust-toolchain.toml": '[toolchain]\nchannel="1.81"\n',
            "rustfmt.toml": "max_width = 120\n",
            "crates/api/Cargo.toml": (
                '[package]\nname="api"\n[dependencies]\naxum="0.7"\n'
                'sqlx={version="0.8",features=["postgres"]}\n[dev-dependencies]\nproptest="1"\n'
            ),
            "crates/api/src/main.rs": "",
        },
        {
            "type": "web service",
            "runtime": "rust",
            "package_manager": "cargo",
            "database": "postgres",
            "commands": {
                "build": "cargo build",
                "test": "cargo test",
                "lint": "cargo clippy",
                "format": "cargo fmt",
            },
        },
        {
            "stack": {"rust", "cargo", "tokio", "axum", "sqlx", "postgres", "proptest"},
            "versions": {"rust": "1.81", "rust edition": "2021", "tokio": "1.40"},
            "patterns": {"monorepo", "workspaces: crates/*"},
            "conventions": {"Line length 120 (rustfmt.toml)"},
        },
    ),
    Made(
        "rust command line tool",
        {
            "Cargo.toml": (
                '[package]\nname="kiln"\nedition="2021"\nrust-version="1.75"\n[dependencies]\n'
                'clap={version="4",features=["derive"]}\nrusqlite="0.31"\n'
            ),
            "src/main.rs": "",
        },
        {"type": "command line tool", "database": "sqlite", "entry_points": ("src/main.rs",)},
        {"commands": {"run": "cargo run"}, "versions": {"rust": "1.75"}},
    ),
    Made(
        "go service",
        {
            "go.mod": (
                "module github.com/noor/kiln\n\ngo 1.23\n\nrequire (\n"
                "\tgithub.com/gin-gonic/gin v1.10.0\n\tgithub.com/jackc/pgx/v5 v5.6.0\n"
                "\tgithub.com/x/y v1.0.0 // indirect\n)\n"
            ),
            "go.sum": "",
            "cmd/kiln/main.go": "",
            "internal/a.go": "",
            "internal/a_test.go": "",
            ".golangci.yml": "",
            "Makefile": (
                "BIN := kiln\n.PHONY: build\nbuild: x\n\tgo build\ntest:\n\tgo test ./...\n%.o: %.c\n"
            ),
        },
        {
            "type": "web service",
            "runtime": "go",
            "package_manager": "go",
            "database": "postgres",
            "test_frameworks": ("go test",),
            "dependencies": ("github.com/gin-gonic/gin", "github.com/jackc/pgx/v5"),
        },
        {
            "stack": {"go", "gin", "make"},
            "versions": {"go": "1.23", "gin": "v1.10.0"},
            "commands": {"build": "make build", "test": "make test", "lint": "golangci-lint run"},
            "patterns": {"commands in cmd/", "internal packages"},
        },
    ),
    Made(
        "maven with spring",
        {
            "pom.xml": '<?xml version="1.0"?><project xmlns="http://maven.apache.org/POM/4.0.0"><parent>'
            "<groupId>org.springframework.boot</groupId>"
            "<artifactId>spring-boot-starter-parent</artifactId><version>3.3.2</version></par"
            "ent><properties><java.version>21</java.version></properties>"
            "<dependencies><dependency><groupId>org.postgresql</groupId><artifactId>postgresq"
            "l</artifactId></dependency>"
            "<dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artif"
            "actId><scope>test</scope></dependency>"
            "<dependency><groupId>com.h2database</groupId><artifactId>h2</artifactId></depend"
            "ency></dependencies></project>",
            "mvnw": "",
            "src/main/java/A.java": "",
            "src/test/java/ATest.java": "",
        },
        {
            "type": "web service",
            "runtime": "jvm",
            "package_manager": "maven",
            "database": "postgres",
            "commands": {"install": "./mvnw install", "build": "./mvnw package", "test": "./mvnw test"},
            "test_folders": ("src/test",),
        },
        {"stack": {"java", "spring", "junit", "maven"}, "versions": {"java": "21", "spring": "3.3.2"}},
    ),
    Made(
        "android with gradle",
        {
            "settings.gradle.kts": 'include(":app")\n',
            "gradlew": "",
            "gradle/libs.versions.toml": '[versions]\nkotlin="2.0.0"\nagp="8.5.0"\n[libraries]\n'
            'room={module="androidx.room:room-ktx", version="2.6"}\n'
            '[plugins]\nandroid={id="com.android.application", version.ref="agp"}\n'
            'k={id="org.jetbrains.kotlin.android", version.ref="kotlin"}\n',
            "app/build.gradle.kts": (
                'plugins { id("com.android.application") }\nkotlin { jvmToolchain(17) }\n'
                'dependencies { testImplementation("junit:junit:4.13") }\n'
            ),
            "app/src/Main.kt": "",
        },
        {"type": "mobile app", "runtime": "jvm", "package_manager": "gradle", "database": "sqlite"},
        {
            "stack": {"android", "kotlin", "junit", "gradle"},
            "commands": {"build": "./gradlew build", "test": "./gradlew test"},
            "versions": {"kotlin": "2.0.0"},
            "patterns": {"monorepo"},
        },
    ),
    Made(
        "php with laravel",
        {
            "composer.json": json.dumps(
                {
                    "type": "project",
                    "require": {"php": "^8.2", "laravel/framework": "^11.0"},
                    "require-dev": {"pestphp/pest": "^2"},
                    "scripts": {"lint": "pint", "post-install-cmd": ["x"]},
                }
            ),
            "composer.lock": "",
            "artisan": "",
            "app/A.php": "",
        },
        {"type": "web app", "runtime": "php", "package_manager": "composer"},
        {
            "stack": {"php", "laravel", "pest"},
            "commands": {"lint": "composer lint", "run": "php artisan serve", "test": "php artisan test"},
            "versions": {"php": "^8.2", "laravel": "^11.0"},
        },
    ),
    Made(
        "rails",
        {
            "Gemfile": (
                "source 'https://rubygems.org'\nruby '3.3.0'\ngem 'rails', '~> 7.1'\ngem \"pg\"\n"
                "group :test do\n  gem 'rspec-rails'\nend\n"
            ),
            "Gemfile.lock": "",
            "app/models/a.rb": "",
            "spec/a_spec.rb": "",
        },
        {
            "type": "web app",
            "runtime": "ruby",
            "package_manager": "bundler",
            "database": "postgres",
            "test_folders": ("spec",),
        },
        {
            "stack": {"rails", "ruby", "rspec"},
            "versions": {"ruby": "3.3.0", "rails": "~> 7.1"},
            "commands": {"test": "bundle exec rspec"},
        },
    ),
    Made(
        "phoenix",
        {
            "mix.exs": (
                'def project, do: [elixir: "~> 1.16"]\n'
                ' defp deps do [{:phoenix, "~> 1.7"}, {:postgrex, ">= 0.0.0"}, {:credo, "~> 1.7",'
                " only: [:dev]}] end"
            ),
            "mix.lock": "",
            "lib/a.ex": "",
        },
        {"type": "web app", "runtime": "beam", "database": "postgres", "package_manager": "mix"},
        {
            "stack": {"elixir", "phoenix", "credo", "exunit"},
            "versions": {"elixir": "~> 1.16"},
            "commands": {"test": "mix test", "run": "mix phx.server"},
        },
    ),
    Made(
        "dotnet web service with tests",
        {
            "Kiln.sln": "",
            "src/Kiln.Api/Kiln.Api.csproj": "<Project "
            'Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net8.0</Tar'
            "getFramework><Nullable>enable</Nullable></PropertyGroup>"
            '<ItemGroup><PackageReference Include="Npgsql.EntityFrameworkCore.PostgreSQL" Ver'
            'sion="8.0.4"/></ItemGroup></Project>',
            "tests/Kiln.Tests/Kiln.Tests.csproj": "<Project/>",
            "src/Kiln.Api/Program.cs": "",
            "global.json": '{"sdk": {"version": "8.0.300"}}',
        },
        {"type": "web service", "runtime": "dotnet", "package_manager": "nuget", "database": "postgres"},
        {
            "stack": {"csharp", "aspnet"},
            "versions": {"dotnet": "8.0.300"},
            "commands": {"build": "dotnet build", "test": "dotnet test"},
            "conventions": {"Nullable reference types are on (Kiln.Api.csproj)"},
        },
    ),
    Made(
        "flutter app",
        {
            "pubspec.yaml": (
                "name: kiln\nenvironment:\n  sdk: '>=3.4.0 <4.0.0'\ndependencies:\n  flutter:\n"
                "    sdk: flutter\n  riverpod: ^2.5.0\n  sqflite: ^2.3.0\ndev_dependencies:\n"
                "  flutter_test:\n    sdk: flutter\n"
            ),
            "lib/main.dart": "",
            "test/a_test.dart": "",
            "android/build.gradle": "apply plugin: 'com.android.application'\n",
            "pubspec.lock": "",
        },
        {"type": "mobile app", "runtime": "flutter", "package_manager": "pub", "database": "sqlite"},
        {
            "stack": {"dart", "flutter", "riverpod"},
            "commands": {"test": "flutter test", "run": "flutter run"},
            "versions": {"dart": ">=3.4.0 <4.0.0"},
        },
    ),
    Made(
        "swift package",
        {
            "Package.swift": '// swift-tools-version:5.10\nlet package = Package(name: "kiln", '
            "dependencies: [."
            'package(url: "https://github.com/vapor/vapor.git", from: "4.0.0")],'
            ' targets: [.executableTarget(name: "App"), .testTarget(name: "AppTests")])',
            "Sources/App/main.swift": "",
        },
        {"type": "web service", "runtime": "swift", "package_manager": "swiftpm"},
        {
            "stack": {"swift", "vapor", "xctest"},
            "commands": {"build": "swift build"},
            "versions": {"swift": "5.10"},
        },
    ),
    Made(
        "c++ with cmake",
        {
            "CMakeLists.txt": (
                "cmake_minimum_required(VERSION 3.20)\nproject(kiln LANGUAGES CXX)\n"
                "set(CMAKE_CXX_STANDARD 20)\nfind_package(GTest REQUIRED)\n"
                "add_executable(kiln main.cpp)\nenable_testing()\n"
            ),
            "main.cpp": "",
            "kiln.hpp": "",
            ".clang-format": "BasedOnStyle: Google\nColumnLimit: 100\n",
        },
        {"type": "application", "runtime": "native", "entry_points": ("kiln",)},
        {
            "stack": {"cpp", "cmake", "googletest"},
            "versions": {"cpp": "20"},
            "commands": {"test": "ctest --test-dir build"},
            "conventions": {"Code style: Google (.clang-format)", "Line length 100 (.clang-format)"},
        },
    ),
    Made(
        "infrastructure",
        {
            "main.tf": "",
            "modules/net/main.tf": "",
            ".pre-commit-config.yaml": "repos:\n- repo: x\n  hooks:\n  - id: terraform_fmt\n  - id: tflint\n",
            "justfile": "default:\n  @just --list\nplan env='dev':\n  terraform plan\n",
        },
        {"type": "infrastructure", "commands": {"plan": "just plan"}},
        {
            "stack": {"terraform", "pre-commit", "just"},
            "conventions": {"Before each commit: terraform_fmt, tflint (.pre-commit-config.yaml)"},
        },
    ),
    Made(
        "web front and python back without anything at the top",
        {
            "frontend/package.json": package(dependencies={"react-dom": "18"}, scripts={"test": "vitest"}),
            "frontend/src/a.tsx": "",
            "backend/pyproject.toml": '[project]\nname="x"\ndependencies=["flask"]\n',
            "backend/a.py": "",
            "backend/b.py": "",
        },
        {"type": "web app", "runtime": "python"},
        {
            "stack": {"python", "react", "flask"},
            "patterns": {"several packages", "packages in backend/, frontend/"},
        },
    ),
    Made(
        "scripts without any manifest",
        {
            "a.sh": "",
            "b.sh": "",
            "notes.md": "",
            ".editorconfig": (
                "root = true\n[*]\nindent_style = space\nindent_size = 2\nend_of_line = lf\n[*.go]\n"
                "indent_style=tab\n"
            ),
            "Taskfile.yml": "version: '3'\ntasks:\n  build:\n    cmds: [x]\n  deploy:\n    desc: y\n",
        },
        {
            "type": None,
            "runtime": "shell",
            "package_manager": None,
            "commands": {"build": "task build", "deploy": "task deploy"},
        },
        {
            "stack": {"bash", "task"},
            "conventions": {
                "Indentation: 2 spaces (.editorconfig)",
                "Indentation: tabs in *.go (.editorconfig)",
                r"Lines end with \n (.editorconfig)",
            },
        },
    ),
    Made(
        "empty folder",
        {},
        {"type": None, "runtime": None, "stack": (), "commands": {}, "file_tree": {}, "dependencies": ()},
    ),
)

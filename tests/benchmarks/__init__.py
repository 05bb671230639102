"""What the program is measured by: ``python3 -m tests.benchmarks``; see docs/performance.md."""

"""What stands in for models in tests: a server that speaks the Messages protocol, a `claude` command."""

"""Language models: one client for all back ends, costs, batches and keys."""

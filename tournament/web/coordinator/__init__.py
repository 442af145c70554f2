"""The coordinator's pages: their own group and nothing else."""

"""Reads for pages, screens, paper and actions: facts as frozen values, no sentences. Each takes a fixed number of
queries, however many play."""

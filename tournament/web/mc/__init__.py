"""The MC's pages: the clock of each competition, and the hall's screens with their slides."""

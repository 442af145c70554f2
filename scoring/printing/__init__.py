"""Paper about what happens at the tables: what needs hands, the rules of play, or the tables' keys."""

"""Every day one puzzle of Quixo."""

DAY_PUZZLES = "quixo"

"""One table as a list of events: seats, clocks, options, sealed decisions, the dice commitment. A pure reducer."""

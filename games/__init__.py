"""What the games share, and the rooms in which some of them are played."""

"""Estado Libre: four to seven ministers, secret orders, six years."""

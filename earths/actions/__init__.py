"""What people and admins do in a world, and what its calendar does. These are the only writers."""

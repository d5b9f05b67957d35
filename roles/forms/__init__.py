"""What people fill in. Shape alone is looked at here; what is allowed, the rules decide."""

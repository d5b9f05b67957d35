"""What people do in rooms. These are the only writers, and each verb goes through ``games.commit``."""

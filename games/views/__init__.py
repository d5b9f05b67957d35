"""The pages of rooms. A view finds out who asks, reads a form, calls one action, and shows a sight."""

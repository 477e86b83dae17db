"""Ways through a level."""

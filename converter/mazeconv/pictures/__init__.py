"""Levels as pictures: themes and tilesets, what is drawn and how, PNG files, and pictures that are read."""

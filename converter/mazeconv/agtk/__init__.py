"""The project file of Action Game Maker MV: looking into it, checking it, and putting a level into it.

`spans` finds values and where their bytes lie, `project` gives them names, `patching` makes new bytes of old ones;
`files` finds the project on the disk and writes it back.
"""

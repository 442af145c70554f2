"""Rehearsals: whole events played by bots through the real actions.

cast.py      invented people and groups
script.py    what happens in one event: settings, sizes, and how much goes wrong
hands.py     hands to record: really played, or so close that ties are common
director.py  plays a script, from the first entry to the last sheet
demo.py      small events for newcomers to look at, each left at another stage
scratch.py   a database of its own for rehearsals that leave nothing behind
"""

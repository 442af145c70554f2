"""Rehearsals: whole events played by bots through the real actions.

cast.py      invented people and groups
script.py    what happens in one event: settings, sizes, and how much goes wrong
scene.py     what everybody at one event shares
hands.py     hands to record: really played, or so close that ties are common
umpire.py    one table's round: hands, the bell, the tie, the acceptance
crowd.py     who comes and goes
desk.py      what the organiser settles: sheets accepted early, opened again, corrected (corrections.py says how)
director.py  plays a script, from the first entry to the last sheet
demo.py      small events for newcomers to look at, each left at another stage
scratch.py   a database of its own for rehearsals that leave nothing behind
"""

"""Who may go, come back, substitute, be called up or arrive late, and where everybody sits then (RULES 5 and 7).

    roster.py        who is in a competition and where they sit, in every round so far
    going.py         somebody leaves, or has not come: an empty chair
    coming_back.py   somebody who was marked as gone is here after all
    substitution.py  somebody takes another person's seat
    calling_up.py    the next in the order of call (a reserve) takes a no-show's seat
    late_arrival.py  somebody joins a rotation that has begun
    newcomers.py     the code of somebody who was not on the sealed list
    reseating.py     what all of these do to the seats of a round
    asking.py        when a group may ask the organiser for a substitution

Each change takes a roster and answers with the new one, or refuses with a sentence. Nothing is saved here: an action
saves what the new roster says, and a page asks the same rule to know beforehand what would be refused.

Until the first hand of a round is recorded anywhere, everything is possible and the round is seated anew. After it
nobody is redrawn: a chair is emptied or taken over only if everybody else sits where they would have sat.
"""

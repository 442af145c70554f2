"""How many events do the deployed processes hold? `make load` tries with more and more of them.

evening     an evening, squeezed into minutes: who is in a hall, and what happens when
tables      tablets that play at the pace of people
audience    screens, phones, and the desk of the MC
devices     what all of these are: a browser with its cookies, its stream and its timers
wire        HTTP on asyncio, for thousands of connections in one process
events      the events, made through the real actions
servers     the commands of docker-compose.yml, with so many web processes and workers, and what each uses
ground      a Postgres with the events, and one try after the other
verdict     whether an evening was held, what gave way first, and with how many events to try next
"""

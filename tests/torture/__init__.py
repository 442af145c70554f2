"""Our own fault runs, as one program with a seed: `make torture MINUTES=3`.

Tablets save hands all the time and keep a log of what the server acknowledged, while one fault after the other is let
loose on the real programs. In the end the log is compared with the database and with the record.
"""
